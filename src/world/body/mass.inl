// SPDX-License-Identifier: MIT
//
// Mass of bodies: mass and inertia of all colliders together, the centre of mass, and what is relative to it.
//
// A body's velocity is that of its centre of mass. When colliders come or go the centre moves within the body; its
// velocity becomes that of the new centre, so that the motion of the body is the same. If no step has moved the body
// yet, or it had no colliders, the velocity that was set is that of the centre to be.

#ifndef AXES
#include "../../shape/compound2.h"
#include "../../shape/extent2.h"
#include "body2.h"
#include "thin_parts2.h"
#include <float.h>
#include <math.h>
#include <string.h>

#include "../../math/dim2.h"
#endif

// The mass of several colliders, in the body's frame.
typedef struct mass_sum
{
    double mass;
    DVec center;
    DInertia inertia;  // about the centre
} mass_sum;

// The centre moves as each is added, and the inertia is always about it: far from the body's origin nothing large is
// subtracted from something large.
static void add_mass(mass_sum* sum, double mass, DVec center, DInertia inertia)
{
    double total = sum->mass + mass;
    if (total > 0.0)
    {
        double part = mass / total;
        DVec shift = FNI(dsub)(center, sum->center);
        inertia = FNI(dinertia_add)(inertia, FNI(dinertia_of_point)(sum->mass * part, shift));
        sum->inertia = FNI(dinertia_add)(sum->inertia, inertia);
        sum->center = FNI(dadd_scaled)(sum->center, shift, part);
        sum->mass = total;
    }
}

static imp_status add_compound_mass(mass_sum* sum, const Compound* compound, float density)
{
    Mass m;
    imp_status status = FNI(body_mass_of)(compound, density, &m);
    if (!status)
    {
        add_mass(sum, (double)m.mass, FNI(dvec_of)(m.centroid), FNI(dinertia_of)(m.inertia));
    }
    return status;
}

// Whether a collider has a mass, but one so small that a float does not hold it.
static bool is_too_light(const Compound* compound, float density)
{
    Mass m;
    bool tiny = density > 0.0f && !FNI(body_mass_of)(compound, density, &m) && m.mass < FLT_MIN;
    return tiny && (FNI(body_mass_of)(compound, IMP_MAGNITUDE_MAX, &m) || m.mass > 0.0f);
}

static void add_thin_parts(mass_sum* sum, const Compound* compound, int dimension)
{
    ThinPart part = {.part = 0, .dimension = dimension};
    while (FNI(next_thin_part)(compound, &part))
    {
        add_mass(sum, part.mass, part.center, part.inertia);
    }
}

// 1 kg, spread evenly over all colliders but sensors: over what has a mass, or over thin parts where nothing has; surfaces
// before lines. Points have mass 0, and so has a body without colliders. IMP_ERR_RANGE where one of them is too large for that.
static imp_status spread_evenly(const World* w, const Body* b, mass_sum* out)
{
    mass_sum sum = {.mass = 0.0};
    imp_status status = IMP_OK;
    for (int pass = 0; pass < AXES && sum.mass <= 0.0; ++pass)
    {
        for (int32_t i = b->first; i >= 0 && !status; i = w->colliders.data[i].next)
        {
            Compound compound = FNI(collider_compound)(&w->colliders.data[i]);
            if (!w->colliders.data[i].sensor && pass == 0)
            {
                status = add_compound_mass(&sum, &compound, 1.0f);
            }
            else if (!w->colliders.data[i].sensor)
            {
                add_thin_parts(&sum, &compound, AXES - pass);
            }
        }
    }
    sum.inertia = sum.mass > 0.0 ? FNI(dinertia_divide)(sum.inertia, sum.mass) : FNI(dinertia_none)();
    sum.mass = sum.mass > 0.0 ? 1.0 : 0.0;
    *out = sum;
    return status;
}

// The mass of a body; 0 where it is a point.
static imp_status find_mass(const World* w, const Body* b, mass_sum* out)
{
    mass_sum sum = {.mass = 0.0};
    bool light = false;
    for (int32_t i = b->first; i >= 0; i = w->colliders.data[i].next)
    {
        Compound compound = FNI(collider_compound)(&w->colliders.data[i]);
        if (add_compound_mass(&sum, &compound, w->colliders.data[i].density))
        {
            return impi_error(IMP_ERR_RANGE, 0);
        }
        light = light || is_too_light(&compound, w->colliders.data[i].density);
    }
    const mass_sum own = {(double)b->own.mass, FNI(dvec_of)(b->own.centroid), FNI(dinertia_of)(b->own.inertia)};
    bool none = !b->weighted && sum.mass < FLT_MIN;  // none of which there is an inverse
    sum = b->weighted ? own : sum;
    bool wrong = none && (light || sum.mass > 0.0);
    wrong = wrong || (none && spread_evenly(w, b, &sum)) || impi_number_fault_large((float)sum.mass) ||
            FNI(inertia_fault_large)(FNI(inertia_of)(sum.inertia));
    *out = sum;
    return wrong ? impi_error(IMP_ERR_RANGE, 0) : IMP_OK;
}

static void update_centered(Collider* c, Vec middle)
{
    if (c->shares_centered)
    {
        return;
    }
    c->is_centered = FNI(vec_bits)(middle) != 0;
    if (c->is_centered && c->convex)
    {
        FNI(shape_tell_from)(&c->centered.shape, &c->shape, middle);
    }
    else if (c->is_centered)
    {
        FNI(compound_tell_from)(&c->centered.compound, &c->compound, middle);
    }
}

imp_status FNI(body_mass_status)(const World* w, int32_t body, int32_t kind)
{
    mass_sum sum;
    return kind == IMP_BODY_DYNAMIC ? find_mass(w, &w->bodies.data[body], &sum) : IMP_OK;
}

imp_status FNI(body_update_mass)(World* w, int32_t body)
{
    Body* b = &w->bodies.data[body];
    bool dynamic = b->kind == IMP_BODY_DYNAMIC;
    mass_sum sum = {.mass = 0.0};
    imp_status status = dynamic ? find_mass(w, b, &sum) : IMP_OK;
    if (status)
    {
        return status;
    }
    bool point = sum.mass <= 0.0;
    Vec middle = point ? FNI(vec_none)() : FNI(vec_of)(sum.center);
    float mass = point ? 1.0f : (float)sum.mass;
    Inertia about = FNI(inertia_of)(sum.inertia);
    float extent = 0.0f, inner = FLT_MAX;
    for (int32_t i = b->first; i >= 0; i = w->colliders.data[i].next)
    {
        const Collider* c = &w->colliders.data[i];
        bool known = !FNI(vec_bits)(FN(vec_sub)(c->middle, middle));
        float reach = known ? c->extent : FNI(collider_extent)(c, middle);
        extent = reach > extent ? reach : extent;
        inner = c->inner < inner ? c->inner : inner;
        update_centered(&w->colliders.data[i], middle);
    }
    Vec center = FN(pose_apply)(b->pose, middle), shift = FN(vec_sub)(center, b->center);
    if (dynamic && !(b->move_flags & IMPI_NEW) && b->inner < FLT_MAX)  // others have the origin as centre
    {
        FNI(body_set_velocity)(w, body, FN(vec_add)(b->velocity, FNI(spin_velocity)(b->spin, shift)), b->spin);
    }
    b->middle = middle;
    b->center = center;
    // A body without colliders turns as visibly as if it were of the usual size: joints hand that on.
    b->extent = b->first < 0 ? w->unit : extent;
    b->inner = inner;
    b->several = b->first >= 0 && w->colliders.data[b->first].next >= 0;
    b->mass = dynamic ? mass : 0.0f;
    b->inertia = dynamic ? about : FNI(inertia_none)();
    // A body locked on some axes keeps its inverse mass: each sub-step takes those axes out of its motion.
    const uint32_t all = (1u << AXES) - 1u, turns = b->locks >> AXES;
    b->inverse_mass = dynamic && (b->locks & all) != all ? 1.0f / mass : 0.0f;
    b->inverse_inertia =
        dynamic ? FNI(inertia_inverse)(about, turns == DIMI(TURN_LOCKS) ? turns : 0u) : FNI(inertia_none)();
    FNI(make_stale)(w, IMPI_STALE_ROWS);
    return IMP_OK;
}
