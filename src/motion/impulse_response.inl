// SPDX-License-Identifier: MIT
//
// Collision response of two bodies by impulses.
//
// First the normal impulses: Newton's law of restitution at each point that closes, all points at once. Then friction,
// point after point, never more than what stops the sliding. Each of the two stages takes energy away or leaves it,
// which solving bounce and friction together does not promise (Kane and Levinson 1985); and points that separate are
// left alone, because holding them would add energy too.
//
// The shares of normal impulses and the tangents of friction depend on the dimension: impulse_response2.c,
// impulse_response3.c.

#ifndef AXES
#include "../math/check.h"
#include "impulse_response2.h"
#include "surface.h"
#include <math.h>

#include "../math/dim2.h"
#endif

static Moving FNI(moving_of)(const Dynamics* d)
{
    Moving m = {FNI(dvec_of)(d->velocity), FNI(dspin_of)(d->angular_velocity), d->inverse_mass,
                FNI(inverse_inertia_of)(d->inverse_inertia)};
    return m;
}

/// Applies the impulse j along direction at an arm.
static void FNI(push_moving)(Moving* m, DVec arm, DVec direction, double j)
{
    DSpin lever = FNI(dspin_scale)(FNI(dspin_lever)(arm, direction), j);
    m->velocity = FNI(dadd_scaled)(m->velocity, FNI(dscale)(direction, j), m->inverse_mass);
    m->spin = FNI(dspin_add)(m->spin, FNI(dinertia_apply)(m->inverse_inertia, lever));
}

/// The same at point i, on B and reversed on A.
static void FNI(push_bodies)(BodiesMet* m, int i, DVec direction, double j)
{
    FNI(push_moving)(&m->a, m->arms_a[i], direction, -j);
    FNI(push_moving)(&m->b, m->arms_b[i], direction, j);
}

/// Velocity of B's point i against A's.
static DVec FNI(velocity_at_point)(const BodiesMet* m, int i)
{
    DVec v = FNI(dadd)(m->b.velocity, FNI(dspin_velocity)(m->b.spin, m->arms_b[i]));
    v = FNI(dsub)(v, m->a.velocity);
    return FNI(dsub)(v, FNI(dspin_velocity)(m->a.spin, m->arms_a[i]));
}

/// Change of the velocity at point i along a direction, for a unit impulse along another one at point k. alike is 1 when
/// they are the same, 0 when they are perpendicular.
static double FNI(response_of_points)(const BodiesMet* m, DVec direction, int i, DVec other, int k, double alike)
{
    return alike * (m->a.inverse_mass + m->b.inverse_mass) +
           FNI(dinertia_response_at)(m->a.inverse_inertia, FNI(dspin_lever)(m->arms_a[i], direction),
                                     FNI(dspin_lever)(m->arms_a[k], other)) +
           FNI(dinertia_response_at)(m->b.inverse_inertia, FNI(dspin_lever)(m->arms_b[i], direction),
                                     FNI(dspin_lever)(m->arms_b[k], other));
}

static int32_t FNI(manifold_fault)(const Manifold* m)
{
    if (!m)
    {
        return IMP_ERR_NULL;
    }
    if (m->count < 0 || m->count > DIMI(RESPONSE_POINTS))
    {
        return IMP_ERR_RANGE;
    }
    int32_t fault = m->count > 0 ? FNI(vec_fault_large)(m->normal) : 0;
    for (int32_t i = 0; i < m->count && !fault; ++i)
    {
        fault = FNI(vec_fault_large)(m->points[i].point);
    }
    return fault;
}

static int32_t FNI(dynamics_fault)(const Dynamics* d)
{
    if (!d)
    {
        return IMP_ERR_NULL;
    }
    int32_t fault = FNI(vec_fault_large)(d->center);
    fault = fault ? fault : FNI(vec_fault_large)(d->velocity);
    fault = fault ? fault : FNI(spin_fault_large)(d->angular_velocity);
    fault = fault ? fault : impi_number_fault_negative(d->inverse_mass);
    return fault ? fault : FNI(inverse_inertia_fault)(d->inverse_inertia);
}

static bool FNI(fits_float)(double value)
{
    return value <= 3.4028234663852886e38 && value >= -3.4028234663852886e38;
}

static bool FNI(fits_dynamics)(const Moving* m)
{
    bool fits = FNI(dspin_fits)(m->spin);
    for (int i = 0; i < AXES; ++i)
    {
        fits = fits && FNI(fits_float)(DAT(m->velocity, i));
    }
    return fits;
}

static void FNI(store_dynamics)(const Moving* m, Dynamics* d)
{
    d->velocity = FNI(vec_of)(m->velocity);
    d->angular_velocity = FNI(spin_of)(m->spin);
}

/// Coulomb friction: static if that suffices, else kinetic. limits are the kinetic and the static coefficient. Returns
/// the impulse along the tangent.
static double FNI(friction_impulse)(double sliding, double response_to, double normal, const double limits[2])
{
    double hold = limits[1] > limits[0] ? limits[1] : limits[0];
    double stop = response_to > 0.0 ? -sliding / response_to : 0.0;
    double most = fabs(stop) <= hold * normal ? fabs(stop) : limits[0] * normal;
    return stop < 0.0 ? -most : most;
}

imp_status FN(respond)(const Manifold* manifold, const imp_surface* surface, Dynamics* a, Dynamics* b,
                       float static_friction, Impulse* out)
{
    int32_t faults[5] = {FNI(manifold_fault)(manifold), impi_surface_fault(surface), FNI(dynamics_fault)(a),
                         FNI(dynamics_fault)(b), impi_number_fault_negative(static_friction)};
    for (int i = 0; i < 5; ++i)
    {
        if (faults[i])
        {
            return impi_error(faults[i], i + 1);
        }
    }
    BodiesMet m;
    m.a = FNI(moving_of)(a);
    m.b = FNI(moving_of)(b);
    for (int i = 0; i < DIMI(RESPONSE_POINTS); ++i)
    {
        m.arms_a[i] = m.arms_b[i] = FNI(dvec_none)();
    }
    DVec n = FNI(dvec_of)(manifold->normal);
    double wanted[DIMI(RESPONSE_POINTS)] = {0.0}, normal[DIMI(RESPONSE_POINTS)] = {0.0};
    double k[DIMI(RESPONSE_POINTS)][DIMI(RESPONSE_POINTS)];
    int32_t count = manifold->count;
    for (int32_t i = 0; i < count; ++i)
    {
        DVec p = FNI(dvec_of)(manifold->points[i].point);
        m.arms_a[i] = FNI(dsub)(p, FNI(dvec_of)(a->center));
        m.arms_b[i] = FNI(dsub)(p, FNI(dvec_of)(b->center));
        double speed = FNI(ddot)(FNI(velocity_at_point)(&m, i), n);
        wanted[i] = speed < 0.0 ? -speed * (1.0 + (double)surface->restitution) : 0.0;
    }
    for (int i = 0; i < DIMI(RESPONSE_POINTS); ++i)
    {
        for (int j = 0; j < DIMI(RESPONSE_POINTS); ++j)
        {
            k[i][j] = FNI(response_of_points)(&m, n, i, n, j, 1.0);
        }
    }
    FNI(share_normals)(count, k, wanted, normal);
    Impulse impulse;
    memset(&impulse, 0, sizeof impulse);
    const double limits[2] = {surface->friction, static_friction};
    bool fits = true;
    for (int32_t i = 0; i < count; ++i)
    {
        FNI(push_bodies)(&m, i, n, normal[i]);
        impulse.normal[i] = (float)normal[i];
        fits = fits && FNI(fits_float)(normal[i]);
    }
    for (int32_t i = 0; i < count; ++i)
    {
        fits = FNI(rub_point)(&m, i, n, normal[i], limits, &impulse) && fits;
    }
    if (!fits || !FNI(fits_dynamics)(&m.a) || !FNI(fits_dynamics)(&m.b))
    {
        return impi_error(IMP_ERR_RANGE, 0);
    }
    FNI(store_dynamics)(&m.a, a);
    FNI(store_dynamics)(&m.b, b);
    if (out)
    {
        *out = impulse;
    }
    return IMP_OK;
}

static imp_status FNI(arcade_status)(Vec velocity, Vec normal, const imp_surface* surface, Vec step,
                                     float static_friction, const Vec* out)
{
    DVec n = FNI(dvec_of)(normal);
    int32_t bad_normal = FNI(vec_fault_large)(normal);
    bad_normal = bad_normal ? bad_normal : fabs(sqrt(FNI(ddot)(n, n)) - 1.0) > 0x1p-10 ? IMP_ERR_RANGE : 0;
    const int32_t faults[6] = {FNI(vec_fault_large)(velocity),
                               bad_normal,
                               impi_surface_fault(surface),
                               FNI(vec_fault_large)(step),
                               impi_number_fault_negative(static_friction),
                               out ? 0 : IMP_ERR_NULL};
    for (int i = 0; i < 6; ++i)
    {
        if (faults[i])
        {
            return impi_error(faults[i], i + 1);
        }
    }
    return IMP_OK;
}

imp_status FN(respond_arcade)(Vec velocity, Vec normal, const imp_surface* surface, Vec step, float static_friction,
                              Vec* out)
{
    imp_status status = FNI(arcade_status)(velocity, normal, surface, step, static_friction, out);
    if (status)
    {
        return status;
    }
    DVec n = FNI(dvec_of)(normal), v = FNI(dvec_of)(velocity), s = FNI(dvec_of)(step);
    n = FNI(ddivide)(n, sqrt(FNI(ddot)(n, n)));
    DVec t = FNI(tangent_towards)(n, v);
    double inward = -FNI(ddot)(v, n), built_up = -FNI(ddot)(s, n), sliding = FNI(ddot)(v, t);
    if (!(inward > 0.0))
    {
        *out = velocity;
        return IMP_OK;
    }
    double free_inward = inward - (built_up > 0.0 ? built_up : 0.0);
    double bounce = free_inward > 0.0 ? surface->restitution * free_inward : 0.0;
    const double limits[2] = {surface->friction, static_friction};
    sliding += FNI(friction_impulse)(sliding, 1.0, inward + bounce, limits);
    *out = FNI(vec_of)(FNI(dadd_scaled)(FNI(dscale)(n, bounce), t, sliding));
    return IMP_OK;
}
