// SPDX-License-Identifier: MIT
//
// Mass of bodies: mass and inertia of all colliders together, the centre of mass, and what is relative to it.
//
// A body's velocity is that of its centre of mass. When colliders come or go the centre moves within the body; its
// velocity becomes that of the new centre, so that the motion of the body is the same. If no step has moved the body
// yet, or it had no colliders, the velocity that was set is that of the centre to be.
//
// Planar: what has no area weighs as its outline does, and the inertia is one number.

#include "../../shape/compound2.h"
#include "body2.h"

#include <float.h>
#include <math.h>
#include <string.h>

// The mass of several colliders, in the body's frame.
typedef struct mass_sum
{
    double mass, x, y, inertia;  // about the centre, x and y
} mass_sum;

// The centre moves as each is added, and the inertia is always about it: far from the body's origin nothing large is
// subtracted from something large.
static void add_mass(mass_sum* sum, double mass, double x, double y, double inertia)
{
    double total = sum->mass + mass;
    if (total > 0.0)
    {
        double part = mass / total, dx = x - sum->x, dy = y - sum->y;
        sum->inertia += inertia + sum->mass * part * (dx * dx + dy * dy);
        sum->x += part * dx;
        sum->y += part * dy;
        sum->mass = total;
    }
}

static imp_status add_compound_mass(mass_sum* sum, const imp2_compound* compound, float density)
{
    imp2_mass m;
    imp_status status = imp2_compound_mass(compound, density, &m);
    if (!status)
    {
        add_mass(sum, m.mass, m.centroid.x, m.centroid.y, m.inertia);
    }
    return status;
}

// Lines of thickness 1 along all sides of a collider.
static void add_lines(mass_sum* sum, const imp2_compound* compound)
{
    for (int32_t i = 0; i < compound->part_count; ++i)
    {
        imp2i_outline o = imp2i_outline_of(&compound->parts[i]);
        for (int32_t k = 1; k < compound->parts[i].count; ++k)
        {
            double x = (double)o.x[k] - o.x[k - 1], y = (double)o.y[k] - o.y[k - 1], square = x * x + y * y;
            double length = sqrt(square);
            add_mass(sum, length, 0.5 * ((double)o.x[k] + o.x[k - 1]), 0.5 * ((double)o.y[k] + o.y[k - 1]),
                     length * square / 12.0);
        }
    }
}

// 1 kg, spread evenly over all colliders but sensors: over areas, or lines where there are none. Points have mass 0,
// and so has a body without colliders.
static mass_sum spread_evenly(const imp2_world* w, const imp2i_body* b)
{
    mass_sum sum = {0.0, 0.0, 0.0, 0.0};
    for (int pass = 0; pass < 2 && sum.mass <= 0.0; ++pass)
    {
        for (int32_t i = b->first; i >= 0; i = w->colliders.data[i].next)
        {
            imp2_compound compound = imp2i_collider_compound(&w->colliders.data[i]);
            if (!w->colliders.data[i].sensor && pass == 0)
            {
                (void)add_compound_mass(&sum, &compound, 1.0f);  // an area out of range has no mass
            }
            else if (!w->colliders.data[i].sensor)
            {
                add_lines(&sum, &compound);
            }
        }
    }
    sum.inertia = sum.mass > 0.0 ? sum.inertia / sum.mass : 0.0;
    sum.mass = sum.mass > 0.0 ? 1.0 : 0.0;
    return sum;
}

// An upper bound of the distance from a point to anything of a collider: the lower of two simple ones.
static float extent_from(const imp2i_collider* c, imp2_vec middle)
{
    const imp2_pose frame = {{0.0f, 0.0f}, {1.0f, 0.0f}};
    imp2_compound compound = imp2i_collider_compound(c);
    float extent = compound.reach + (c->convex ? c->shape.radius : 0.0f) + sqrtf(imp2_vec_dot(middle, middle));
    imp2_box box;
    if (!imp2i_collider_bounds(c, &frame, &box))
    {
        imp2_vec lower = imp2_vec_sub(middle, box.lower), upper = imp2_vec_sub(box.upper, middle), corner;
        corner.x = fabsf(lower.x) > fabsf(upper.x) ? lower.x : upper.x;
        corner.y = fabsf(lower.y) > fabsf(upper.y) ? lower.y : upper.y;
        float farthest = sqrtf(imp2_vec_dot(corner, corner));
        extent = farthest < extent ? farthest : extent;
    }
    return extent;
}

static void update_centered(imp2i_collider* c, imp2_vec middle)
{
    c->is_centered = middle.x != 0.0f || middle.y != 0.0f;
    if (c->is_centered && c->convex)
    {
        imp2i_shape_tell_from(&c->centered.shape, &c->shape, middle);
    }
    else if (c->is_centered)
    {
        imp2i_compound_tell_from(&c->centered.compound, &c->compound, middle);
    }
}

imp_status imp2i_body_update_mass(imp2_world* w, int32_t body)
{
    imp2i_body* b = &w->bodies.data[body];
    mass_sum sum = {0.0, 0.0, 0.0, 0.0};
    for (int32_t i = b->first; i >= 0; i = w->colliders.data[i].next)
    {
        imp2_compound compound = imp2i_collider_compound(&w->colliders.data[i]);
        if (add_compound_mass(&sum, &compound, w->colliders.data[i].density))
        {
            return impi_error(IMP_ERR_RANGE, 0);
        }
    }
    bool dynamic = b->kind == IMP_BODY_DYNAMIC;
    const mass_sum own = {b->own.mass, b->own.centroid.x, b->own.centroid.y, b->own.inertia};
    sum = b->weighted ? own : sum.mass > 0.0 ? sum : spread_evenly(w, b);
    bool point = sum.mass <= 0.0;
    imp2_vec middle = {0.0f, 0.0f};
    if (dynamic && !point)
    {
        middle.x = (float)sum.x;
        middle.y = (float)sum.y;
    }
    float mass = point ? 1.0f : (float)sum.mass, about = (float)sum.inertia;
    if (impi_number_fault_large(mass) || impi_number_fault_large(about))
    {
        return impi_error(IMP_ERR_RANGE, 0);
    }
    float extent = 0.0f, inner = FLT_MAX;
    for (int32_t i = b->first; i >= 0; i = w->colliders.data[i].next)
    {
        const imp2i_collider* c = &w->colliders.data[i];
        float reach = extent_from(c, middle);
        extent = reach > extent ? reach : extent;
        inner = c->inner < inner ? c->inner : inner;
        update_centered(&w->colliders.data[i], middle);
    }
    imp2_vec center = imp2_pose_apply(b->pose, middle), shift = imp2_vec_sub(center, b->center);
    imp2_vec velocity = imp2_vec_add(b->velocity, imp2_vec_scale(imp2_vec_left(shift), b->spin));
    if (dynamic && !(b->move_flags & IMPI_NEW) && b->inner < FLT_MAX)  // others have the origin as centre
    {
        imp2i_body_set_velocity(w, body, velocity, b->spin);
    }
    b->middle = middle;
    b->center = center;
    b->extent = extent;
    b->inner = inner;
    b->mass = dynamic ? mass : 0.0f;
    b->inertia = dynamic ? about : 0.0f;
    // A body locked on one axis keeps its inverse mass: the axis is taken out of its velocity in each sub-step.
    bool pinned = (b->locks & IMP2_LOCK_X) && (b->locks & IMP2_LOCK_Y), turns = !(b->locks & IMP2_LOCK_ROTATION);
    b->inverse_mass = dynamic && !pinned ? 1.0f / mass : 0.0f;
    b->inverse_inertia = dynamic && turns && about >= IMP_MAGNITUDE_MIN ? 1.0f / about : 0.0f;
    imp2i_make_stale(w, IMPI_STALE_ROWS);
    return IMP_OK;
}

int32_t imp2i_mass_fault(const imp2_mass* m)
{
    int32_t fault = impi_number_fault_negative(m->mass);
    fault = fault ? fault : impi_number_fault_negative(m->inertia);
    fault = fault ? fault : impi_number_fault_negative(m->area);
    fault = fault ? fault : imp2i_vec_fault(m->centroid);
    return fault ? fault : m->mass > 0.0f ? 0 : IMP_ERR_RANGE;
}
