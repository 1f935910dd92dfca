// SPDX-License-Identifier: MIT
//
// The judge of impulses: momentum, energy, signs, cones, and Newton's law where there is no friction.

#include <math.h>

#include "judge2.h"

static double kinetic(const imp2_dynamics* d)
{
    double energy = 0.0;
    if (d->inverse_mass > 0.0f)
    {
        double x = (double)d->velocity.x, y = (double)d->velocity.y;
        energy += 0.5 * (x * x + y * y) / (double)d->inverse_mass;
    }
    if (d->inverse_inertia > 0.0f)
    {
        energy += 0.5 * (double)d->angular_velocity * (double)d->angular_velocity / (double)d->inverse_inertia;
    }
    return energy;
}

// Normal velocity of B against A at a point.
static double approach_at(const imp2_manifold* m, int i, const imp2_dynamics d[2])
{
    double v[2][2];
    for (int k = 0; k < 2; k++)
    {
        double rx = (double)m->points[i].point.x - (double)d[k].center.x;
        double ry = (double)m->points[i].point.y - (double)d[k].center.y;
        v[k][0] = (double)d[k].velocity.x - (double)d[k].angular_velocity * ry;
        v[k][1] = (double)d[k].velocity.y + (double)d[k].angular_velocity * rx;
    }
    return (v[1][0] - v[0][0]) * (double)m->normal.x + (v[1][1] - v[0][1]) * (double)m->normal.y;
}

const char* check2_respond(const imp2_manifold* m, const imp_surface* surface, float static_friction,
                           const imp2_dynamics before[2], const imp2_dynamics after[2], const imp2_impulse* impulse)
{
    double nx = (double)m->normal.x, ny = (double)m->normal.y;
    double cone = fmax((double)surface->friction, (double)static_friction);
    double total[2] = {0.0, 0.0}, largest = 0.0, fastest = 0.0;
    for (int k = 0; k < 2; k++)
    {
        fastest = fmax(fastest, hypot((double)before[k].velocity.x, (double)before[k].velocity.y));
    }
    for (int i = 0; i < m->count; i++)
    {
        double jn = (double)impulse->normal[i], jt = (double)impulse->tangent[i];
        DEMAND(jn >= 0.0, "respond: pulling impulse");
        DEMAND(fabs(jt) <= cone * jn * (1.0 + 1e-5), "respond: outside the friction cone");
        DEMAND(approach_at(m, i, before) <= 1e-5 * (fastest + 1e-30) || jn == 0.0,
               "respond: impulse on a leaving point");
        total[0] += nx * jn - ny * jt;
        total[1] += ny * jn + nx * jt;
        largest = fmax(largest, hypot(jn, jt));
    }
    double energy[2] = {0.0, 0.0};
    for (int k = 0; k < 2; k++)
    {
        double sign = k ? 1.0 : -1.0, mass = (double)before[k].inverse_mass,
               inertia = (double)before[k].inverse_inertia;
        DEMAND(before[k].center.x == after[k].center.x && before[k].center.y == after[k].center.y &&
                   before[k].inverse_mass == after[k].inverse_mass &&
                   before[k].inverse_inertia == after[k].inverse_inertia,
               "respond: changed what it must not");
        double dx = (double)after[k].velocity.x - (double)before[k].velocity.x - sign * mass * total[0];
        double dy = (double)after[k].velocity.y - (double)before[k].velocity.y - sign * mass * total[1];
        double scale = fastest + mass * largest;
        JUDGE(CHECK2_MOMENTUM, hypot(dx, dy), scale * 0x1p-23);
        double torque = 0.0, arm = 0.0;
        for (int i = 0; i < m->count; i++)
        {
            double rx = (double)m->points[i].point.x - (double)before[k].center.x;
            double ry = (double)m->points[i].point.y - (double)before[k].center.y;
            double jn = (double)impulse->normal[i], jt = (double)impulse->tangent[i];
            torque += rx * (ny * jn + nx * jt) - ry * (nx * jn - ny * jt);
            arm = fmax(arm, hypot(rx, ry));
        }
        double spin = (double)after[k].angular_velocity - (double)before[k].angular_velocity - sign * inertia * torque;
        JUDGE(CHECK2_MOMENTUM, spin, (fabs((double)before[k].angular_velocity) + inertia * arm * largest) * 0x1p-23);
        energy[0] += kinetic(&before[k]);
        energy[1] += kinetic(&after[k]);
    }
    JUDGE(CHECK2_ENERGY, fmax(0.0, energy[1] - energy[0]), energy[0] * 0x1p-23);
    if (surface->friction == 0.0f && static_friction == 0.0f)
    {
        // Newton's law at every point that approached: at least e times the speed back, and no more where it was pushed
        // unless its partner's push does it.
        for (int i = 0; i < m->count; i++)
        {
            double was = approach_at(m, i, before), is = approach_at(m, i, after);
            double slack = 1e-4 * (fastest + fabs(was) + fabs(is));
            DEMAND(was >= 0.0 || is >= -(double)surface->restitution * was - slack, "respond: restitution too small");
            DEMAND(was >= 0.0 || impulse->normal[i] == 0.0f || is <= -(double)surface->restitution * was + slack,
                   "respond: restitution too large");
        }
    }
    return NULL;
}
