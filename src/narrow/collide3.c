// SPDX-License-Identifier: MIT
//
// imp3_collide: who works it out. Common pairs take their shortcuts when nothing is wrong with the call; everything
// else, and what those hand on, goes the general way, which names faults too. Two polytopes look for a separating axis
// first: it tells at once what is far apart, and what overlaps deeply; what nearly touches is measured by its distance.

#include "quick3.h"

#include "../math/tolerance.h"

#include <math.h>

static bool has_corners(const imp3_shape* s)
{
    return imp3i_is_polytope(s) && s->count > 2;
}

/// Results of a search along axes: the gap, where the cores are inside each other beyond doubt; that it is more than
/// the margin; or nothing.
enum
{
    AXES_TELL_NOTHING,
    AXES_TELL_APART,
    AXES_TELL_DEPTH
};

static int32_t told_by_axes(const imp3i_pair* p, double far, const imp3i_gap* gap)
{
    // Deeper than the cores are far apart: nothing is nearer than along the axis.
    bool deep = gap->distance + p->radii < -(double)IMPI_FLOAT_DOUBT * p->scale;
    return gap->distance > far ? AXES_TELL_APART : deep ? AXES_TELL_DEPTH : AXES_TELL_NOTHING;
}

/// The gap of two shapes, decided where it is in doubt, if they are not farther apart than the margin.
static bool find_gap(const imp3i_pair* p, double margin, imp3_cache* cache, imp3i_gap* gap)
{
    double far = margin + IMPI_DOUBLE_DOUBT * p->scale;
    int32_t told = AXES_TELL_NOTHING;
    if (has_corners(p->a) && has_corners(p->b))
    {
        imp3i_penetration(p, far, cache, gap);
        told = told_by_axes(p, far, gap);
    }
    if (told != AXES_TELL_NOTHING)
    {
        return told == AXES_TELL_DEPTH;
    }
    imp3i_gap_estimate(p, far, cache, gap);
    imp3i_gap_decide(p, gap);
    return gap->distance <= margin;
}

/// Whether both shapes may be trusted to be ones, and both poses pass the quick door.
static inline bool pass_quick_door(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b,
                                   const imp3_pose* pose_b, float margin)
{
    return !imp3i_shape_fault(a) && !imp3i_shape_fault(b) && pose_a && pose_b && imp3i_quick_margin(margin) &&
           imp3i_quick_door(pose_a, pose_b);
}

/// False when there is no shortcut, or it is not certain.
static inline bool collide_quickly(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b,
                                   const imp3_pose* pose_b, float margin, imp3_manifold* out)
{
    if (imp3i_is_solid_box(a) && imp3i_is_solid_box(b))
    {
        return imp3i_collide_boxes(a, pose_a, b, pose_b, margin, out);
    }
    bool round = imp3i_is_round(a) || imp3i_is_round(b);
    return round && !imp3i_is_curved(a) && !imp3i_is_curved(b) &&
           imp3i_collide_round(a, pose_a, b, pose_b, margin, out);
}

/// Any two shapes that have passed the door.
static void collide_any(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b, const imp3_pose* pose_b,
                        float margin, imp3_cache* cache, imp3_manifold* out)
{
    imp3i_pair p = imp3i_pair_of(a, pose_a, b, pose_b);
    imp3i_gap gap;
    if (find_gap(&p, (double)margin, cache, &gap))
    {
        imp3i_manifold_of_gap(&p, (double)margin, &gap, out);
        return;
    }
    imp3i_clear_manifold(out);
}

static bool is_solid(const imp3_shape* s)
{
    return s->kind == IMP3_SHAPE_HULL ? imp3i_hull_of(s)->dimension == 3 : imp3i_is_solid_box(s);
}

void imp3i_collide_known(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b, const imp3_pose* pose_b,
                         float margin, uint32_t* axis, imp3_manifold* out)
{
    bool hull = a->kind == IMP3_SHAPE_HULL || b->kind == IMP3_SHAPE_HULL;
    if (!hull || !is_solid(a) || !is_solid(b))
    {
        imp3i_collide_plain(a, pose_a, b, pose_b, margin, out);
        return;
    }
    imp3i_pair p = imp3i_pair_of(a, pose_a, b, pose_b);
    imp3i_gap gap;
    double far = (double)margin + IMPI_DOUBLE_DOUBT * p.scale;
    int32_t told = imp3i_penetration_known(&p, far, axis, &gap) ? told_by_axes(&p, far, &gap) : AXES_TELL_NOTHING;
    if (told != AXES_TELL_DEPTH)
    {
        imp3i_gap_estimate(&p, INFINITY, NULL, &gap);
    }
    if (told == AXES_TELL_NOTHING)
    {
        imp3i_gap_decide(&p, &gap);
    }
    if (told == AXES_TELL_APART || gap.distance > (double)margin)
    {
        imp3i_clear_manifold(out);
        out->depth = 0.0f - (float)gap.distance;
        return;
    }
    imp3i_manifold_of_gap(&p, (double)margin, &gap, out);
}

void imp3i_collide_generally(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b, const imp3_pose* pose_b,
                             float margin, imp3_manifold* out)
{
    collide_any(a, pose_a, b, pose_b, margin, NULL, out);
}

void imp3i_collide_plain(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b, const imp3_pose* pose_b,
                         float margin, imp3_manifold* out)
{
    if (!collide_quickly(a, pose_a, b, pose_b, margin, out))
    {
        collide_any(a, pose_a, b, pose_b, margin, NULL, out);
    }
}

imp_status imp3_collide(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b, const imp3_pose* pose_b,
                        float margin, imp3_manifold* out)
{
    if (out && pass_quick_door(a, pose_a, b, pose_b, margin))
    {
        imp3i_collide_plain(a, pose_a, b, pose_b, margin, out);
        return IMP_OK;
    }
    imp_status status = imp3i_pair_status(a, pose_a, b, pose_b);
    int32_t fault = impi_number_fault_negative(margin);
    if (status || fault || !out)
    {
        return status ? status : fault ? impi_error(fault, 5) : impi_error(IMP_ERR_NULL, 6);
    }
    collide_any(a, pose_a, b, pose_b, margin, NULL, out);
    return IMP_OK;
}

imp_status imp3_collide_again(const imp3_shape_pair* pair, float margin, imp3_cache* cache, imp3_manifold* out)
{
    if (!pair)
    {
        return impi_error(IMP_ERR_NULL, 1);
    }
    if (cache && out && pass_quick_door(pair->a, &pair->pose_a, pair->b, &pair->pose_b, margin) &&
        collide_quickly(pair->a, &pair->pose_a, pair->b, &pair->pose_b, margin, out))
    {
        return IMP_OK;
    }
    imp_status status = imp3i_pair_status(pair->a, &pair->pose_a, pair->b, &pair->pose_b);
    int32_t fault = impi_number_fault_negative(margin);
    if (status || fault || !cache || !out)
    {
        return status  ? impi_error(status & 255, 1)
               : fault ? impi_error(fault, 2)
                       : impi_error(IMP_ERR_NULL, cache ? 4 : 3);
    }
    collide_any(pair->a, &pair->pose_a, pair->b, &pair->pose_b, margin, cache, out);
    return IMP_OK;
}

imp_status imp3_manifold_push(const imp3_manifold* manifold, float inverse_mass_a, float inverse_mass_b,
                              imp3_vec* move_a, imp3_vec* move_b)
{
    if (!manifold)
    {
        return impi_error(IMP_ERR_NULL, 1);
    }
    int32_t fault = imp3i_vec_fault_large(manifold->normal);
    fault = fault ? fault : impi_number_fault_large(manifold->depth);
    if (fault)
    {
        return impi_error(fault, 1);
    }
    fault = impi_number_fault_negative(inverse_mass_a);
    if (fault)
    {
        return impi_error(fault, 2);
    }
    fault = impi_number_fault_negative(inverse_mass_b);
    if (fault)
    {
        return impi_error(fault, 3);
    }
    if (!move_a || !move_b)
    {
        return impi_error(IMP_ERR_NULL, move_a ? 5 : 4);
    }
    double sum = (double)inverse_mass_a + (double)inverse_mass_b;
    bool moves = manifold->count > 0 && manifold->depth > 0.0f && sum > 0.0;
    double depth = moves ? (double)manifold->depth : 0.0;
    imp3i_dvec n = imp3i_dvec_of(manifold->normal);
    *move_a = imp3i_vec_tidy(imp3i_dscale(n, moves ? -depth * ((double)inverse_mass_a / sum) : 0.0));
    *move_b = imp3i_vec_tidy(imp3i_dscale(n, moves ? depth * ((double)inverse_mass_b / sum) : 0.0));
    return IMP_OK;
}
