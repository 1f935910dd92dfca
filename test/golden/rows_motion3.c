// SPDX-License-Identifier: MIT
//
// Golden rows of motion, in space.

#include "golden.h"

#include "impinge/motion3.h"

#include <math.h>

static imp_surface a_surface3(trial* t, float* still)
{
    uint64_t bits = test_rng_next(&t->rng);
    imp_surface s = {.friction = (float)(bits >> 8 & 15) * 0.125f, .restitution = (float)(bits & 7) / 7.0f};
    *still = (float)(bits >> 16 & 15) * 0.125f;
    return s;
}

static imp3_dynamics some_dynamics3(trial* t)
{
    imp3_dynamics d;
    d.center = a_vec3(t);
    d.velocity = a_vec3(t);
    d.angular_velocity = imp3_vec_scale(a_vec3(t), 1.0f / t->scale);
    d.inverse_mass = a_size(t);
    imp3_vec moments = a_half3(t);
    const imp3_inertia inertia = {moments.x, moments.y, moments.z, 0.0f, 0.0f, 0.0f};
    d.inverse_inertia = inertia;
    return d;
}

static void run_imp3_respond(trial* t)
{
    couple3 c = a_couple3(t);
    float still;
    imp_surface surface = a_surface3(t, &still);
    imp3_dynamics a = some_dynamics3(t);
    imp3_dynamics b = some_dynamics3(t);
    imp3_manifold manifold;
    imp3_impulse impulse;
    if (add_status(t, imp3_collide(c.a, &c.pose_a, c.b, &c.pose_b, 0.0f, &manifold)) &&
        add_status(t, imp3_respond(&manifold, &surface, &a, &b, still, &impulse)))
    {
        add_vec3(t, a.velocity);
        add_vec3(t, b.velocity);
        add_vec3(t, a.angular_velocity);
        add_vec3(t, b.angular_velocity);
        add_words(t, &impulse, sizeof impulse);
    }
}

static void run_imp3_respond_arcade(trial* t)
{
    imp3_vec velocity = a_vec3(t);
    imp3_rot q = a_rot3(t);
    float still;
    imp_surface surface = a_surface3(t, &still);
    imp3_vec out;
    ADD(t, imp3_respond_arcade(velocity, q.y, &surface, a_vec3(t), still, &out), out);
}

static void run_imp3_sweep_many(trial* t)
{
    enum
    {
        THINGS = 5
    };
    imp3_compound compounds[THINGS];
    imp3_swept things[THINGS];
    imp3_sweeps* sweeps = NULL;
    imp3_sweep_result result;
    for (int i = 0; i < THINGS; ++i)
    {
        uint64_t bits = test_rng_next(&t->rng);
        const imp3_swept fresh = {.compound = &compounds[i], .response = (int32_t)(bits & 0xff) % IMP_RESPONSE_COUNT};
        things[i] = fresh;
        if (bits & 0x100)
        {
            compounds[i] = *a_compound3(t);
        }
        else
        {
            (void)imp3_compound_of_shape(a_shape3(t), &compounds[i]);
        }
        things[i].pose = a_pose3(t);
        things[i].motion = a_vec3(t);
        imp3_vec turn = imp3_vec_scale(a_vec3(t), 1.0f / t->scale);
        float length = sqrtf(imp3_vec_dot(turn, turn)), inverse = bits & 0x30000 ? 0.0f : 1.0f;
        bool turns = !(bits & 0xc00) && length < 64.0f;
        things[i].turn = turns ? turn : fresh.turn;
        things[i].restitution = (float)(bits >> 12 & 3) / 3.0f;
        things[i].inverse_mass = (float)(bits >> 14 & 3);
        const imp3_inertia inertia = {inverse, 2.0f * inverse, 3.0f * inverse, 0.0f, 0.0f, 0.0f};
        things[i].inverse_inertia = inertia;
    }
    if (add_status(t, imp3_sweeps_make(NULL, &sweeps)) &&
        add_status(t, imp3_sweep_many(sweeps, things, THINGS, 8, &result)))
    {
        add_word(t, (uint32_t)result.event_count);
        add_words(t, result.events, (size_t)result.event_count * sizeof *result.events);
        add_words(t, result.ends, (size_t)result.end_count * sizeof *result.ends);
    }
    imp3_sweeps_free(sweeps);
}

static const golden_row rows[] = {
    GOLDEN_ROW_EVERY(imp3_respond, 2, NULL),
    GOLDEN_ROW(imp3_respond_arcade),
    GOLDEN_ROW_EVERY(imp3_sweep_many, 400, NULL),
};

GOLDEN_ROWS(golden_motion3, rows);
