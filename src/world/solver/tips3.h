// SPDX-License-Identifier: MIT
//
// Tips of contacts for rows (rows3.h): which contacts are at one point that a body takes along as it turns.

#ifndef IMP3I_TIPS_H
#define IMP3I_TIPS_H

#include <float.h>
#include <math.h>

#include "../contact/contact3.h"

#define IMP3I_LEAD_MOST 0.07f  // [rad]: half of a turn in which contacts of sets and meshes hold

static inline void imp3i_clear_tip(int32_t lane, imp3i_row_tips* out)
{
    out->of[lane] = out->radius[lane] = out->rim[lane] = 0.0f;
    out->turn[lane] = FLT_MAX;
    out->axis[0][lane] = out->axis[1][lane] = out->axis[2][lane] = 0.0f;
}

// The disc of a cylinder or a cone on whose rim a point is; the tip of a cone is one without a radius.
static inline void imp3i_find_rim(const imp3_shape* s, imp3i_drot q, imp3i_dvec origin, imp3_vec point, int32_t lane,
                                  imp3i_row_tips* out)
{
    imp3i_dvec axis = imp3i_drot_apply(q, imp3i_axis_of(s)), end = imp3i_drot_apply(q, imp3i_dvec_of(s->a));
    imp3i_dvec from = imp3i_dsub(imp3i_dsub(imp3i_dvec_of(point), origin), end);
    double square = imp3i_ddot(axis, axis);
    imp3_vec unit = imp3i_vec_of(imp3i_dscale(axis, 1.0 / sqrt(square)));
    out->rim[lane] = imp3i_ddot(from, axis) < 0.5 * square ? s->disc_a : s->disc_b;
    out->axis[0][lane] = unit.x;
    out->axis[1][lane] = unit.y;
    out->axis[2][lane] = unit.z;
}

// Contacts of sets and meshes are taken along as well: at whatever is round, or else by the features that touch. They hold as
// long as their normals do.
static inline void imp3i_find_tip(const imp3_world* w, const imp3i_contact* c, const imp3i_cache* t, int32_t lane,
                                  imp3i_row_tips* out)
{
    int32_t vertex, side;
    uint64_t id = t->manifold.points[0].id;
    bool of_b = imp3i_is_vertex_of(id, true, &vertex, &side), of_a = imp3i_is_vertex_of(id, false, &vertex, &side);
    if (!c->convex)
    {
        bool by_b = t->radius_a == t->radius_b ? of_b || !of_a : t->radius_a < t->radius_b;
        out->of[lane] = by_b ? 1.0f : -1.0f;
        // The point is between the surfaces.
        out->radius[lane] = (by_b ? t->radius_b : t->radius_a) - 0.5f * t->depth[imp3i_deepest_made(t)];
        out->turn[lane] = IMP3I_LEAD_MOST;
        return;
    }
    if (t->manifold.count != 1 || !(of_b || of_a))
    {
        return;
    }
    const imp3_shape* s = &w->colliders.data[of_b ? c->collider_b : c->collider_a].shape;
    out->of[lane] = of_b ? 1.0f : -1.0f;
    out->radius[lane] = s->radius;
    if (imp3i_has_axis(s))
    {
        const imp3i_dvec origin = imp3i_dvec_of(of_b ? c->poses.between : imp3i_vec_none());
        imp3i_find_rim(s, imp3i_drot_of(of_b ? c->poses.turn_b : c->poses.turn_a), origin, t->manifold.points[0].point,
                       lane, out);
    }
}

#endif
