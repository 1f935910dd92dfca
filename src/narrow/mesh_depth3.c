// SPDX-License-Identifier: MIT
//
// How deep two closed meshes are in each other: the shortest push out, over directions.
//
// The push along one direction is exact (mesh_push3.c); over directions it has as many valleys as the meshes have features.
// So it is asked for along directions all around, and along the way between the middles and the mean normal where the
// surfaces cross; the best few are followed down: to the normal of the features that part last, as long as that helps, then
// by steps around, each half as long. What is no better than what is there already ends at its first pair of triangles,
// so that most directions cost little.
//
// Overlap is a pair that touches, or a part of one mesh inside the other: children whose box meets no triangle of the other
// mesh lie on one side of it, so that one point tells.
//
// In the end the push is taken with what floats may be off, and with more as long as triangles still touch after it.

#include "gjk3.h"
#include "mesh_pair3.h"
#include "mesh_push3.h"

#include "../math/trig.h"

#include <math.h>

enum
{
    DEPTH_AROUND = 96,  // directions all around
    DEPTH_VALLEYS = 4,  // that are followed down
    DEPTH_STEPS = 6,    // directions of a step
    DEPTH_PAIRS = 64    // that the mean normal is of
};

/// The first step around a direction, about half the way to the next one [rad], and the last.
#define DEPTH_STEP 0.2
#define DEPTH_LEAST_STEP 0.01
#define DEPTH_STEP_ANGLE 1.04719755119659774  // between directions of a step

/// A push is better only when it is shorter by this part.
#define DEPTH_GAIN 0x1p-10

/// Turn from one direction to the next on a spiral around a sphere.
#define GOLDEN_ANGLE 2.39996322972865332

typedef struct depth_valley
{
    double length;
    imp3_vec direction;
    imp3i_dvec normal;
    int32_t parts[2];
} depth_valley;

typedef struct push_search
{
    imp3i_push push;
    int32_t count;
    depth_valley valleys[DEPTH_VALLEYS];  // the shortest first
} push_search;

// Overlap

/// Whether a volume, carried into a mesh's frame, meets the volume of a leaf.
static bool meets_leaf(const imp3i_bvh* tree, const imp3i_probe* probe)
{
    int32_t stack[IMP3I_BVH_DEPTH * IMP3I_BVH_CHILDREN], waiting = 0;
    stack[waiting++] = 0;
    while (waiting > 0)
    {
        int32_t group = stack[--waiting];
        uint32_t met = imp3i_bvh_meet(tree, group, probe);
        for (int32_t i = 0; met >> i; ++i)
        {
            int32_t link = met >> i & 1 ? tree->link[tree->first[group] + i] : IMP3I_BVH_NONE;
            if (link >= 0)
            {
                stack[waiting++] = link;
            }
            else if (link != IMP3I_BVH_NONE)
            {
                return true;
            }
        }
    }
    return false;
}

/// Whether a part of one mesh is inside the other; their surfaces do not touch. frame is the first one's as the other sees
/// it.
static bool has_part_inside(const imp3_compound* mesh, const imp3_compound* other, const imp3i_frame* frame)
{
    const imp3i_bvh *tree = imp3i_bvh_of(mesh), *around = imp3i_bvh_of(other);
    const imp3i_compound_block* block = imp3i_compound_block_of(mesh);
    int32_t stack[IMP3I_BVH_DEPTH * IMP3I_BVH_CHILDREN], waiting = 0;
    for (int32_t slot = tree->first[1] - 1; slot >= 0; --slot)
    {
        stack[waiting++] = slot;
    }
    while (waiting > 0)
    {
        int32_t slot = stack[--waiting], link = tree->link[slot];
        if (link == IMP3I_BVH_NONE)
        {
            continue;
        }
        imp3_volume volume = imp3i_bvh_volume(tree, slot);
        imp3i_probe probe;
        imp3i_probe_of(&volume, frame, 0.0f, &probe);
        if (link >= 0 && meets_leaf(around, &probe))
        {
            for (int32_t k = tree->first[link + 1] - 1; k >= tree->first[link]; --k)
            {
                stack[waiting++] = k;
            }
            continue;
        }
        int32_t first;
        (void)imp3i_bvh_under(tree, slot, &first);
        imp3i_dvec corner = imp3i_dvec_of(block->points[block->corners[3 * (size_t)first]]);
        if (imp3i_mesh_winding(other, imp3i_dadd(imp3i_drot_apply(frame->turn, corner), frame->shift)) > 0.5)
        {
            return true;
        }
    }
    return false;
}

// Directions

/// A direction as floats, of unit length to rounding.
static imp3_vec direction_of(imp3i_dvec v)
{
    return imp3i_vec_tidy(imp3i_ddivide(v, sqrt(imp3i_ddot(v, v))));
}

/// Tries a direction, and keeps it if it is one of the best.
static void try_push(push_search* s, imp3_vec direction)
{
    double enough = s->count == DEPTH_VALLEYS ? s->valleys[DEPTH_VALLEYS - 1].length : INFINITY;
    if (!imp3i_push_along(&s->push, direction, enough))
    {
        return;
    }
    s->count += s->count < DEPTH_VALLEYS;
    int32_t k = s->count - 1;
    for (; k > 0 && s->valleys[k - 1].length > s->push.length; --k)
    {
        s->valleys[k] = s->valleys[k - 1];
    }
    s->valleys[k].length = s->push.length;
    s->valleys[k].direction = direction;
    s->valleys[k].normal = s->push.normal;
    s->valleys[k].parts[0] = s->push.parts[0];
    s->valleys[k].parts[1] = s->push.parts[1];
}

/// Goes to a direction of a valley if that is better.
static bool go_down(push_search* s, depth_valley* valley, imp3i_dvec v)
{
    imp3_vec direction = direction_of(v);
    s->push.parts[0] = valley->parts[0];
    s->push.parts[1] = valley->parts[1];
    if (!imp3i_push_along(&s->push, direction, valley->length * (1.0 - DEPTH_GAIN)))
    {
        return false;
    }
    valley->length = s->push.length;
    valley->direction = direction;
    valley->normal = s->push.normal;
    valley->parts[0] = s->push.parts[0];
    valley->parts[1] = s->push.parts[1];
    return true;
}

static void follow_valley(push_search* s, depth_valley* valley)
{
    // The features that part last lie in a plane: along its normal they part soonest.
    double before = INFINITY;
    while (valley->length < before)
    {
        before = valley->length;
        imp3i_dvec way = imp3i_dsub(valley->normal, imp3i_dvec_of(valley->direction));
        for (double part = 1.0; part > 0.1; part *= 0.5)
        {
            if (go_down(s, valley, imp3i_dadd_scaled(imp3i_dvec_of(valley->direction), way, part)))
            {
                break;
            }
        }
    }
    for (double step = DEPTH_STEP; step > DEPTH_LEAST_STEP; step *= 0.5)
    {
        imp3i_dvec n = imp3i_dvec_of(valley->direction);
        const imp3i_dvec across = imp3i_daxis_beside(n);
        imp3i_dvec u = imp3i_dcross(n, across), v;
        u = imp3i_ddivide(u, sqrt(imp3i_ddot(u, u)));
        v = imp3i_dcross(n, u);
        for (int32_t k = 0; k < DEPTH_STEPS; ++k)
        {
            double sine, cosine;
            impi_sincos_d(DEPTH_STEP_ANGLE * k, &sine, &cosine);
            imp3i_dvec to = imp3i_dadd_scaled(imp3i_dadd_scaled(n, u, step * cosine), v, step * sine);
            if (go_down(s, valley, to))
            {
                step *= 2.0;
                break;
            }
        }
    }
}

/// The mean normal of pairs that touch, from A to B; 0 for none.
static imp3i_dvec mean_normal(const push_search* s, const imp3_mesh_pair* pairs, int32_t count)
{
    imp3i_dvec sum = imp3i_dvec_none();
    for (int32_t i = 0; i < count; ++i)
    {
        for (int k = 0; k < 2; ++k)
        {
            const imp3i_push_side* side = &s->push.sides[k];
            int32_t part = k ? pairs[i].part_b : pairs[i].part_a;
            imp3i_dtriangle t = imp3i_mesh_triangle(side->block, part, &side->turn, side->shift);
            imp3i_dvec n = imp3i_dcross(imp3i_dsub(t.corners[1], t.corners[0]), imp3i_dsub(t.corners[2], t.corners[0]));
            sum = imp3i_dadd_scaled(sum, n, k ? -1.0 : 1.0);
        }
    }
    return sum;
}

static void search_directions(push_search* s, imp3i_dvec between, imp3i_dvec normal)
{
    const imp3i_dvec guesses[2] = {between, normal};
    for (int k = 0; k < 2; ++k)
    {
        if (imp3i_ddot(guesses[k], guesses[k]) > 0.0)
        {
            try_push(s, direction_of(guesses[k]));
        }
    }
    for (int32_t i = 0; i < DEPTH_AROUND; ++i)
    {
        double sine, cosine, height = 1.0 - (2.0 * i + 1.0) / (double)DEPTH_AROUND,
                             radius = sqrt(1.0 - height * height);
        impi_sincos_d(GOLDEN_ANGLE * i, &sine, &cosine);
        const imp3i_dvec v = {radius * cosine, radius * sine, height};
        try_push(s, direction_of(v));
    }
    for (int32_t k = 0; k < s->count; ++k)
    {
        follow_valley(s, &s->valleys[k]);
    }
}

// The call

/// The middle of a tree's bounds, from A's position.
static imp3i_dvec middle_of_side(const imp3i_push_side* side)
{
    imp3i_dvec v = imp3i_dvec_of(imp3i_bvh_volume(side->tree, IMP3I_BVH_ROOT).center);
    return imp3i_dadd(imp3i_drot_apply(side->turn, v), side->shift);
}

/// Pairs that touch once B has been moved, up to a number.
static int32_t touching_pairs(const imp3i_mesh_couple* c, imp3_vec move, imp3_mesh_pair* pairs, int32_t most)
{
    imp3i_mesh_side b = c->side[1];
    b.pose.p = imp3_vec_add(b.pose.p, move);
    imp3i_mesh_couple moved = imp3i_mesh_couple_of(&c->side[0], &b);
    const imp3_mesh_walk walk = {IMP3_WALK_BEST, most, NULL};
    imp3_mesh_pairs found = {pairs, most, 0};
    (void)imp3i_mesh_meet(&moved, &walk, &found);
    return found.count;
}

float imp3i_parting_depth(const imp3i_mesh_couple* c, imp3_vec direction, double length)
{
    const imp3_pose *a = &c->side[0].pose, *b = &c->side[1].pose;
    double scale = length + imp3i_dnorm1(imp3i_dvec_of(a->p)) + imp3i_dnorm1(imp3i_dvec_of(b->p));
    for (int k = 0; k < 2; ++k)
    {
        const imp3_box* box = &c->side[k].tree->bounds;
        scale += imp3i_dnorm1(imp3i_dvec_of(box->lower)) + imp3i_dnorm1(imp3i_dvec_of(box->upper));
    }
    double more = 0x1p-24 * scale;
    float depth = 0.0f;
    for (int k = 0; k < 16; ++k, more *= 2.0)
    {
        imp3_mesh_pair pair;
        depth = (float)(length + more);
        if (touching_pairs(c, imp3_vec_scale(direction, depth), &pair, 1) == 0)
        {
            break;
        }
    }
    return depth;
}

imp_status imp3_mesh_depth(const imp3_compound* a, const imp3_pose* pose_a, const imp3_compound* b,
                           const imp3_pose* pose_b, imp3_vec* normal, float* depth)
{
    imp_status status = imp3i_mesh_pair_status(a, pose_a, b, pose_b);
    if (status)
    {
        return status;
    }
    if (!imp3i_compound_block_of(a)->closed || !imp3i_compound_block_of(b)->closed)
    {
        return impi_error(IMP_ERR_EMPTY, imp3i_compound_block_of(a)->closed ? 3 : 1);
    }
    if (!normal || !depth)
    {
        return impi_error(IMP_ERR_NULL, normal ? 6 : 5);
    }
    const imp3i_mesh_side side_a = {imp3i_bvh_of(a), imp3i_bvh_triangles_of(a), *pose_a};
    const imp3i_mesh_side side_b = {imp3i_bvh_of(b), imp3i_bvh_triangles_of(b), *pose_b};
    imp3i_mesh_couple couple = imp3i_mesh_couple_of(&side_a, &side_b);
    imp3_mesh_pair pairs[DEPTH_PAIRS];
    int32_t count = touching_pairs(&couple, imp3i_vec_none(), pairs, DEPTH_PAIRS);
    *normal = imp3i_vec_none();
    *depth = 0.0f;
    if (count == 0 && !has_part_inside(b, a, &couple.frame[0]) && !has_part_inside(a, b, &couple.frame[1]))
    {
        return IMP_OK;
    }
    push_search s;
    s.count = 0;
    imp3i_push_start(&s.push, a, pose_a, b, pose_b);
    imp3i_dvec between = imp3i_dsub(middle_of_side(&s.push.sides[1]), middle_of_side(&s.push.sides[0]));
    search_directions(&s, between, mean_normal(&s, pairs, count));
    const depth_valley* best = &s.valleys[0];
    for (int32_t k = 1; k < s.count; ++k)
    {
        best = s.valleys[k].length < best->length ? &s.valleys[k] : best;
    }
    *normal = best->direction;
    *depth = imp3i_parting_depth(&couple, best->direction, best->length);
    return IMP_OK;
}
