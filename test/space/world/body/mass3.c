// SPDX-License-Identifier: MIT
//
// Mass of bodies of space: the sum of the colliders, and the centre of mass. The velocity follows the centre as in the
// plane (mass2.c).

#include "../../shape/compound3.h"
#include "body3.h"

#include <float.h>
#include <math.h>

// Sum of colliders, in the body's frame.
typedef struct weight
{
    double mass;
    imp3i_dvec center;
    imp3i_dinertia inertia;  // about the centre
} weight;

// The centre moves as each is added, and the inertia is always about it.
static void add_mass(weight* sum, double mass, imp3i_dvec center, imp3i_dinertia inertia)
{
    double total = sum->mass + mass;
    if (total > 0.0)
    {
        imp3i_dvec way = imp3i_dsub(center, sum->center);
        inertia = imp3i_dinertia_add(inertia, imp3i_dinertia_of_point(sum->mass * mass / total, way));
        sum->inertia = imp3i_dinertia_add(sum->inertia, inertia);
        sum->center = imp3i_dadd_scaled(sum->center, way, mass / total);
        sum->mass = total;
    }
}

static imp_status add_weight(weight* sum, const imp3i_collider* c, float density)
{
    imp3_mass m;
    imp_status status = imp3_shape_mass(&c->shape, density, &m);
    if (!status)
    {
        add_mass(sum, (double)m.mass, imp3i_dvec_of(m.centroid), imp3i_dinertia_of(m.inertia));
    }
    return status;
}

// 1 kg, spread evenly over what a body wears but for sensors.
static weight spread_evenly(const imp3_world* w, const imp3i_body* b)
{
    weight sum = {.mass = 0.0};
    for (int32_t i = b->first; i >= 0; i = w->colliders.data[i].next)
    {
        if (!w->colliders.data[i].sensor)
        {
            (void)add_weight(&sum, &w->colliders.data[i], 1.0f);  // a mass out of range counts as none
        }
    }
    if (sum.mass > 0.0)
    {
        sum.inertia = imp3i_dinertia_divide(sum.inertia, sum.mass);
        sum.mass = 1.0;
    }
    return sum;
}

// A bound of the distance of a collider's points from a point.
static float extent_from(const imp3i_collider* c, imp3_vec middle)
{
    imp3_vec from = imp3_vec_sub(c->shape.center, middle);
    float reach = c->shape.kind == IMP3_SHAPE_HALF_SPACE ? c->shape.reach : c->shape.radius;
    return sqrtf(imp3_vec_dot(from, from)) + reach;
}

static void tell_from_center(imp3i_collider* c, imp3_vec middle)
{
    c->is_centered = imp3i_vec_bits(middle) != 0;
    if (c->is_centered)
    {
        imp3i_shape_tell_from(&c->centered.shape, &c->shape, middle);
    }
}

imp_status imp3i_body_update_mass(imp3_world* w, int32_t body)
{
    imp3i_body* b = &w->bodies.data[body];
    weight sum = {.mass = 0.0};
    for (int32_t i = b->first; i >= 0; i = w->colliders.data[i].next)
    {
        if (add_weight(&sum, &w->colliders.data[i], w->colliders.data[i].density))
        {
            return impi_error(IMP_ERR_RANGE, 0);
        }
    }
    bool dynamic = b->kind == IMP_BODY_DYNAMIC;
    const weight own = {(double)b->own.mass, imp3i_dvec_of(b->own.centroid), imp3i_dinertia_of(b->own.inertia)};
    sum = b->weighted ? own : sum.mass > 0.0 ? sum : spread_evenly(w, b);
    bool point = sum.mass <= 0.0;
    imp3_vec middle = dynamic && !point ? imp3i_vec_of(sum.center) : imp3i_vec_none();
    float mass = point ? 1.0f : (float)sum.mass;
    imp3i_inertia about = imp3i_inertia_of(sum.inertia);
    if (impi_number_fault_large(mass) || imp3i_inertia_fault_large(about))
    {
        return impi_error(IMP_ERR_RANGE, 0);
    }
    float extent = 0.0f, inner = FLT_MAX;
    for (int32_t i = b->first; i >= 0; i = w->colliders.data[i].next)
    {
        const imp3i_collider* c = &w->colliders.data[i];
        float reach = extent_from(c, middle);
        extent = reach > extent ? reach : extent;
        inner = c->inner < inner ? c->inner : inner;
        tell_from_center(&w->colliders.data[i], middle);
    }
    imp3_vec center = imp3_pose_apply(b->pose, middle), shift = imp3_vec_sub(center, b->center);
    if (dynamic && !(b->move_flags & IMPI_NEW) && b->inner < FLT_MAX)  // the centre of other kinds is the origin
    {
        imp3i_body_set_velocity(w, body, imp3_vec_add(b->velocity, imp3i_spin_velocity(b->spin, shift)), b->spin);
    }
    b->middle = middle;
    b->center = center;
    b->extent = extent;
    b->inner = inner;
    b->mass = dynamic ? mass : 0.0f;
    b->inertia = dynamic ? about : imp3i_inertia_none();
    bool pinned = (b->locks & 7u) == 7u;
    b->inverse_mass = dynamic && !pinned ? 1.0f / mass : 0.0f;
    // A body that is locked about some axes keeps its inverse inertia: each sub-step takes those axes out of its spin.
    uint32_t turns = b->locks >> 3 == IMP3I_TURN_LOCKS ? IMP3I_TURN_LOCKS : 0;
    b->inverse_inertia = dynamic ? imp3i_inertia_inverse(about, turns) : imp3i_inertia_none();
    imp3i_make_stale(w, IMPI_STALE_ROWS);
    return IMP_OK;
}

int32_t imp3i_mass_fault(const imp3_mass* m)
{
    int32_t fault = impi_number_fault_negative(m->mass);
    fault = fault ? fault : imp3i_inertia_fault(m->inertia);
    fault = fault ? fault : imp3i_vec_fault(m->centroid);
    return fault ? fault : m->mass > 0.0f ? 0 : IMP_ERR_RANGE;
}
