// SPDX-License-Identifier: MIT
//
// Golden rows of motion.

#include "golden.h"

static imp2_surface a_surface(trial* t)
{
    uint64_t bits = test_rng_next(&t->rng);
    imp2_surface s = {(float)(bits & 7) / 7.0f, (float)(bits >> 8 & 15) * 0.125f, (float)(bits >> 16 & 15) * 0.125f};
    return s;
}

static imp2_dynamics some_dynamics(trial* t)
{
    imp2_dynamics d;
    d.center = a_vec(t);
    d.velocity = a_vec(t);
    d.spin = an_angle(t);
    d.inverse_mass = a_size(t);
    d.inverse_inertia = a_size(t);
    return d;
}

static void run_imp2_respond(trial* t)
{
    couple c = a_couple(t);
    imp2_surface surface = a_surface(t);
    imp2_dynamics a = some_dynamics(t);
    imp2_dynamics b = some_dynamics(t);
    imp2_manifold manifold;
    imp2_impulse impulse;
    if (add_status(t, imp2_collide(c.a, &c.pose_a, c.b, &c.pose_b, 0.0f, &manifold)) &&
        add_status(t, imp2_respond(&manifold, &surface, &a, &b, &impulse)))
    {
        add_vec(t, a.velocity);
        add_vec(t, b.velocity);
        add_vec(t, (imp2_vec){a.spin, b.spin});
        for (int i = 0; i < 2; ++i)
        {
            add_vec(t, (imp2_vec){impulse.normal[i], impulse.tangent[i]});
        }
    }
}

static void run_imp2_respond_arcade(trial* t)
{
    imp2_vec velocity = a_vec(t);
    imp2_rot q = a_rot(t);
    imp2_surface surface = a_surface(t);
    imp2_vec out;
    ADD(t, imp2_respond_arcade(velocity, (imp2_vec){q.c, q.s}, &surface, a_vec(t), &out), out);
}

static void run_imp2_sweep_many(trial* t)
{
    enum
    {
        THINGS = 6
    };
    imp2_compound compounds[THINGS];
    imp2_swept things[THINGS];
    imp2_sweeps* sweeps = NULL;
    imp2_sweep_result result;
    for (int i = 0; i < THINGS; ++i)
    {
        uint64_t bits = test_rng_next(&t->rng);
        const imp2_swept fresh = {.compound = &compounds[i], .answer = (int32_t)(bits & 0xff) % IMP_ANSWER_COUNT};
        things[i] = fresh;
        if (bits & 0x100)
        {
            compounds[i] = *a_compound(t);
        }
        else
        {
            (void)imp2_compound_of_shape(a_shape(t), &compounds[i]);
        }
        things[i].pose = a_pose(t);
        things[i].motion = a_vec(t);
        things[i].turn = bits & 0xc00 ? 0.0f : an_angle(t);
        things[i].restitution = (float)(bits >> 12 & 3) / 3.0f;
        things[i].inverse_mass = (float)(bits >> 14 & 3);
        things[i].inverse_inertia = bits & 0x30000 ? 0.0f : 1.0f;
    }
    if (add_status(t, imp2_sweeps_make(NULL, &sweeps)) &&
        add_status(t, imp2_sweep_many(sweeps, things, THINGS, 8, &result)))
    {
        add_word(t, (uint32_t)result.event_count);
        add_words(t, result.events, (size_t)result.event_count * sizeof *result.events);
        add_words(t, result.ends, (size_t)result.end_count * sizeof *result.ends);
    }
    imp2_sweeps_free(sweeps);
}

static const golden_row rows[] = {
    GOLDEN_ROW(imp2_respond),
    GOLDEN_ROW(imp2_respond_arcade),
    GOLDEN_ROW_EVERY(imp2_sweep_many, 200, NULL),
};

GOLDEN_ROWS(golden_motion2, rows);
