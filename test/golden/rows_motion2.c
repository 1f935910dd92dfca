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

static const golden_row rows[] = {
    GOLDEN_ROW(imp2_respond),
    GOLDEN_ROW(imp2_respond_arcade),
};

GOLDEN_ROWS(golden_motion2, rows);
