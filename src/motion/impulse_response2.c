// SPDX-License-Identifier: MIT
//
// Collision response of two bodies by impulses.
//
// First the normal impulses: Newton's law of restitution at each point that closes, two points at once. Then friction,
// point after point, never more than what stops the sliding. Each of the two stages takes energy away or leaves it,
// which solving bounce and friction together does not promise (Kane and Levinson 1985); and points that separate are
// left alone, because holding them would add energy too.
//
// Only in the plane: a manifold has two points, whose impulses have a closed solution, and one tangent.

#include "impulse_response2.h"
#include "../math/check.h"
#include "../math/spin2.h"
#include "along2.h"
#include "impinge/motion2.h"
#include "surface.h"

#include <math.h>

/// A body in doubles, while impulses are applied.
typedef struct moving
{
    imp2i_dvec velocity;
    double spin, inverse_mass, inverse_inertia;
} moving;

static moving load(const imp2_dynamics* d)
{
    moving m = {{d->velocity.x, d->velocity.y}, d->angular_velocity, d->inverse_mass, d->inverse_inertia};
    return m;
}

/// Applies the impulse j along direction at the arms of both, on B and reversed on A.
static void push(moving* a, moving* b, imp2i_dvec arm_a, imp2i_dvec arm_b, imp2i_dvec direction, double j)
{
    a->velocity.x -= direction.x * j * a->inverse_mass;
    a->velocity.y -= direction.y * j * a->inverse_mass;
    a->spin -= imp2i_dcross(arm_a, direction) * j * a->inverse_inertia;
    b->velocity.x += direction.x * j * b->inverse_mass;
    b->velocity.y += direction.y * j * b->inverse_mass;
    b->spin += imp2i_dcross(arm_b, direction) * j * b->inverse_inertia;
}

/// Relative velocity of B's point against A's, along a direction.
static double closing(const moving* a, const moving* b, imp2i_dvec arm_a, imp2i_dvec arm_b, imp2i_dvec direction)
{
    imp2i_dvec v = {b->velocity.x - b->spin * arm_b.y - a->velocity.x + a->spin * arm_a.y,
                    b->velocity.y + b->spin * arm_b.x - a->velocity.y - a->spin * arm_a.x};
    return imp2i_ddot(v, direction);
}

/// Change of the velocity at one point along a direction, for a unit impulse along it at another.
static double response(const moving* a, const moving* b, const imp2i_dvec arms_a[2], const imp2i_dvec arms_b[2],
                       imp2i_dvec direction, int i, int k)
{
    return a->inverse_mass + b->inverse_mass +
           a->inverse_inertia * imp2i_dcross(arms_a[i], direction) * imp2i_dcross(arms_a[k], direction) +
           b->inverse_inertia * imp2i_dcross(arms_b[i], direction) * imp2i_dcross(arms_b[k], direction);
}

void impi_share_between_points(double k[2][2], const double wanted[2], double impulse[2])
{
    double determinant = k[0][0] * k[1][1] - k[0][1] * k[1][0];
    if (determinant > 1e-9 * k[0][0] * k[1][1])
    {
        double first = (k[1][1] * wanted[0] - k[0][1] * wanted[1]) / determinant;
        double second = (k[0][0] * wanted[1] - k[1][0] * wanted[0]) / determinant;
        if (first >= 0.0 && second >= 0.0)
        {
            impulse[0] = first;
            impulse[1] = second;
            return;
        }
        int alone = first >= 0.0 ? 0 : 1;
        impulse[alone] = wanted[alone] / k[alone][alone];
        return;
    }
    // The system is singular: share between the points.
    double most = wanted[0] > wanted[1] ? wanted[0] : wanted[1];
    impulse[0] = 0.5 * most / k[0][0];
    impulse[1] = impulse[0];
}

static int32_t manifold_fault(const imp2_manifold* m)
{
    if (!m)
    {
        return IMP_ERR_NULL;
    }
    if (m->count < 0 || m->count > 2)
    {
        return IMP_ERR_RANGE;
    }
    int32_t fault = m->count > 0 ? imp2i_vec_fault_large(m->normal) : 0;
    for (int32_t i = 0; i < m->count && !fault; ++i)
    {
        fault = imp2i_vec_fault_large(m->points[i].point);
    }
    return fault;
}

static int32_t dynamics_fault(const imp2_dynamics* d)
{
    if (!d)
    {
        return IMP_ERR_NULL;
    }
    int32_t fault = imp2i_vec_fault_large(d->center);
    fault = fault ? fault : imp2i_vec_fault_large(d->velocity);
    fault = fault ? fault : impi_number_fault_large(d->angular_velocity);
    fault = fault ? fault : impi_number_fault_negative(d->inverse_mass);
    return fault ? fault : impi_number_fault_negative(d->inverse_inertia);
}

static bool fits_float(double value)
{
    return value <= 3.4028234663852886e38 && value >= -3.4028234663852886e38;
}

static bool fits_dynamics(const moving* m)
{
    return fits_float(m->velocity.x) && fits_float(m->velocity.y) && imp2i_dspin_fits(m->spin);
}

static void store(imp2_dynamics* d, const moving* m)
{
    d->velocity.x = (float)m->velocity.x;
    d->velocity.y = (float)m->velocity.y;
    d->angular_velocity = (float)m->spin;
}

/// Coulomb friction: static if that suffices, else kinetic. Returns the impulse along the tangent.
static double friction_impulse(double sliding, double response_to, double normal, double kinetic, double static_limit)
{
    static_limit = static_limit > kinetic ? static_limit : kinetic;
    double stop = response_to > 0.0 ? -sliding / response_to : 0.0;
    double most = fabs(stop) <= static_limit * normal ? fabs(stop) : kinetic * normal;
    return stop < 0.0 ? -most : most;
}

imp_status imp2_respond(const imp2_manifold* manifold, const imp_surface* surface, imp2_dynamics* a, imp2_dynamics* b,
                        float static_friction, imp2_impulse* out)
{
    int32_t faults[5] = {manifold_fault(manifold), impi_surface_fault(surface), dynamics_fault(a), dynamics_fault(b),
                         impi_number_fault_negative(static_friction)};
    for (int i = 0; i < 5; ++i)
    {
        if (faults[i])
        {
            return impi_error(faults[i], i + 1);
        }
    }
    moving ma = load(a), mb = load(b);
    imp2i_dvec n = imp2i_dvec_of(manifold->normal), t = imp2i_left_of(n);
    imp2i_dvec arms_a[2] = {{0.0, 0.0}, {0.0, 0.0}}, arms_b[2] = {{0.0, 0.0}, {0.0, 0.0}};
    double wanted[2] = {0.0, 0.0}, normal[2] = {0.0, 0.0}, tangent[2] = {0.0, 0.0}, k[2][2];
    int32_t count = manifold->count;
    for (int32_t i = 0; i < count; ++i)
    {
        imp2_vec p = manifold->points[i].point;
        arms_a[i].x = (double)p.x - a->center.x;
        arms_a[i].y = (double)p.y - a->center.y;
        arms_b[i].x = (double)p.x - b->center.x;
        arms_b[i].y = (double)p.y - b->center.y;
        double speed = closing(&ma, &mb, arms_a[i], arms_b[i], n);
        wanted[i] = speed < 0.0 ? -speed * (1.0 + (double)surface->restitution) : 0.0;
    }
    for (int i = 0; i < 2; ++i)
    {
        k[i][0] = response(&ma, &mb, arms_a, arms_b, n, i, 0);
        k[i][1] = response(&ma, &mb, arms_a, arms_b, n, i, 1);
    }
    if (wanted[0] > 0.0 && wanted[1] > 0.0 && k[0][0] > 0.0 && k[1][1] > 0.0)
    {
        impi_share_between_points(k, wanted, normal);
    }
    else
    {
        normal[0] = k[0][0] > 0.0 ? wanted[0] / k[0][0] : 0.0;
        normal[1] = k[1][1] > 0.0 ? wanted[1] / k[1][1] : 0.0;
    }
    for (int32_t i = 0; i < count; ++i)
    {
        push(&ma, &mb, arms_a[i], arms_b[i], n, normal[i]);
    }
    for (int32_t i = 0; i < count; ++i)
    {
        double sliding = closing(&ma, &mb, arms_a[i], arms_b[i], t);
        tangent[i] = friction_impulse(sliding, response(&ma, &mb, arms_a, arms_b, t, i, i), normal[i],
                                      surface->friction, static_friction);
        push(&ma, &mb, arms_a[i], arms_b[i], t, tangent[i]);
    }
    bool fits = fits_dynamics(&ma) && fits_dynamics(&mb);
    for (int i = 0; i < 2; ++i)
    {
        fits = fits && fits_float(normal[i]) && fits_float(tangent[i]);
    }
    if (!fits)
    {
        return impi_error(IMP_ERR_RANGE, 0);
    }
    store(a, &ma);
    store(b, &mb);
    if (out)
    {
        const imp2_impulse impulse = {{(float)normal[0], (float)normal[1]}, {(float)tangent[0], (float)tangent[1]}};
        *out = impulse;
    }
    return IMP_OK;
}

imp_status imp2_respond_arcade(imp2_vec velocity, imp2_vec normal, const imp_surface* surface, imp2_vec step,
                               float static_friction, imp2_vec* out)
{
    int32_t fault = imp2i_vec_fault_large(velocity);
    if (fault)
    {
        return impi_error(fault, 1);
    }
    fault = imp2i_vec_fault_large(normal);
    double square = (double)normal.x * normal.x + (double)normal.y * normal.y;
    fault = fault ? fault : fabs(sqrt(square) - 1.0) > 0x1p-10 ? IMP_ERR_RANGE : 0;
    if (fault)
    {
        return impi_error(fault, 2);
    }
    fault = impi_surface_fault(surface);
    if (fault)
    {
        return impi_error(fault, 3);
    }
    fault = imp2i_vec_fault_large(step);
    if (fault)
    {
        return impi_error(fault, 4);
    }
    fault = impi_number_fault_negative(static_friction);
    if (fault || !out)
    {
        return fault ? impi_error(fault, 5) : impi_error(IMP_ERR_NULL, 6);
    }
    double length = sqrt(square);
    imp2i_dvec n = {normal.x / length, normal.y / length}, t = imp2i_left_of(n);
    imp2i_dvec v = imp2i_dvec_of(velocity), s = imp2i_dvec_of(step);
    double inward = -imp2i_ddot(v, n), built_up = -imp2i_ddot(s, n), sliding = imp2i_ddot(v, t);
    if (!(inward > 0.0))
    {
        *out = velocity;
        return IMP_OK;
    }
    double free_inward = inward - (built_up > 0.0 ? built_up : 0.0);
    double bounce = free_inward > 0.0 ? surface->restitution * free_inward : 0.0;
    sliding += friction_impulse(sliding, 1.0, inward + bounce, surface->friction, static_friction);
    out->x = (float)(n.x * bounce + t.x * sliding);
    out->y = (float)(n.y * bounce + t.y * sliding);
    return IMP_OK;
}
