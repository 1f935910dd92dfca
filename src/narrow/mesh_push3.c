// SPDX-License-Identifier: MIT
//
// How far one of two meshes has to be pushed along a direction: the last time at which any two triangles touch, if B moves
// along it.
//
// Pairs of children by when they may touch last, the latest first; what leaves earlier than what has been found is dropped.
// So most of a mesh is never looked at, and a direction that is no good is seen to be so by its first pairs of triangles,
// most often by the pair that was last in the answer before.
//
// Flat sides leave flat sides all at once, up to what the floats of a bound are off: thousands of pairs may be later than
// each other, and are not. Where many pairs of leaves have been looked at, bounds near to what has been found are computed
// again in doubles. (Not from the start: of few pairs it saves none.)

#include "mesh_push3.h"

#include "triangle_leave3.h"

#include <math.h>

enum
{
    PUSH_LEAVES = 64  // pairs of leaves until bounds are computed again
};

/// Bounds of floats are computed again within this part of the scale; those of doubles are off by less than the other.
#define PUSH_NEAR 0x1p-14
#define PUSH_DOUBT 0x1p-44

void imp3i_push_start(imp3i_push* push, const imp3_compound* a, const imp3_pose* pose_a, const imp3_compound* b,
                      const imp3_pose* pose_b)
{
    const imp3_compound* meshes[2] = {a, b};
    const imp3_pose* poses[2] = {pose_a, pose_b};
    for (int k = 0; k < 2; ++k)
    {
        imp3i_push_side* side = &push->sides[k];
        side->mesh = meshes[k];
        side->block = imp3i_compound_block_of(meshes[k]);
        side->tree = imp3i_bvh_of(meshes[k]);
        side->turn = imp3i_drot_of(poses[k]->q);
        side->shift = imp3i_dsub(imp3i_dvec_of(poses[k]->p), imp3i_dvec_of(pose_a->p));
        side->to_other = imp3i_frame_between(poses[1 - k], poses[k]);
    }
    push->scale = imp3i_dnorm1(push->sides[1].shift);
    for (int k = 0; k < 2; ++k)
    {
        const imp3_box* box = &push->sides[k].tree->bounds;
        push->scale += imp3i_dnorm1(imp3i_dvec_of(box->lower)) + imp3i_dnorm1(imp3i_dvec_of(box->upper));
    }
    push->parts[0] = push->parts[1] = 0;
    push->count = 0;
}

// Triangles

static void see_triangle(const imp3i_push_side* side, int32_t part, imp3i_dtriangle* out)
{
    for (int k = 0; k < 3; ++k)
    {
        imp3i_dvec v = imp3i_dvec_of(side->block->points[side->block->corners[3 * (size_t)part + (size_t)k]]);
        out->corners[k] = imp3i_dadd(imp3i_drot_apply(side->seen, v), side->seen_shift);
    }
}

static void see_leaf(imp3i_push_side* side, int32_t link)
{
    int32_t first = imp3i_bvh_leaf_first(link), count = imp3i_bvh_leaf_count(link);
    for (int32_t i = 0; side->link != link && i < count; ++i)
    {
        see_triangle(side, first + i, &side->triangles[i]);
    }
    side->link = link;
}

static inline double least_of(double a, double b, double c)
{
    a = b < a ? b : a;
    return c < a ? c : a;
}

static inline double most_of(double a, double b, double c)
{
    a = b > a ? b : a;
    return c > a ? c : a;
}

/// Whether two triangles surely pass each other, or part no later than at a time.
static bool part_before(const imp3i_dtriangle* a, const imp3i_dtriangle* b, double time)
{
    const imp3i_dvec *u = a->corners, *v = b->corners;
    return most_of(u[0].x, u[1].x, u[2].x) - least_of(v[0].x, v[1].x, v[2].x) <= time ||
           least_of(u[0].y, u[1].y, u[2].y) > most_of(v[0].y, v[1].y, v[2].y) ||
           most_of(u[0].y, u[1].y, u[2].y) < least_of(v[0].y, v[1].y, v[2].y) ||
           least_of(u[0].z, u[1].z, u[2].z) > most_of(v[0].z, v[1].z, v[2].z) ||
           most_of(u[0].z, u[1].z, u[2].z) < least_of(v[0].z, v[1].z, v[2].z);
}

static void push_apart(imp3i_push* p, const imp3i_dtriangle* a, const imp3i_dtriangle* b, int32_t part_a,
                       int32_t part_b)
{
    double time;
    imp3i_dvec n;
    if (part_before(a, b, p->length) || !imp3i_triangles_leave(a, b, &time, &n) || !(time > p->length))
    {
        return;
    }
    double length = sqrt(imp3i_ddot(n, n));
    p->length = time;
    p->normal = length > 0.0 ? imp3i_drot_apply(p->axes, imp3i_ddivide(n, length)) : p->axes.x;
    p->parts[0] = part_a;
    p->parts[1] = part_b;
}

static void push_leaves(imp3i_push* p, int32_t link_a, int32_t link_b)
{
    int32_t first_a = imp3i_bvh_leaf_first(link_a), first_b = imp3i_bvh_leaf_first(link_b);
    see_leaf(&p->sides[0], link_a);
    see_leaf(&p->sides[1], link_b);
    for (int32_t i = 0; i < imp3i_bvh_leaf_count(link_a); ++i)
    {
        for (int32_t j = 0; j < imp3i_bvh_leaf_count(link_b); ++j)
        {
            push_apart(p, &p->sides[0].triangles[i], &p->sides[1].triangles[j], first_a + i, first_b + j);
        }
    }
}

// Pairs of children

/// When what moves by `move` leaves a slab, if it is `way` ahead of its middle and both reach `size`.
static inline double leave_slab(double way, double size, double move)
{
    return move > 0.0 ? (size - way) / move : move < 0.0 ? (size + way) / -move : INFINITY;
}

/// When two boxes may touch last, rather late: the first slab that one of them leaves.
static double leave_boxes(const imp3i_push* p, const imp3_volume volumes[2])
{
    double last = INFINITY;
    for (int k = 0; k < 2; ++k)
    {
        const imp3i_frame* frame = &p->sides[1 - k].to_other;
        const imp3i_dvec center = imp3i_dvec_of(volumes[1 - k].center), half = imp3i_dvec_of(volumes[1 - k].half);
        const imp3i_dvec size = imp3i_dvec_of(volumes[k].half), move = p->sides[k].move;
        const imp3i_dvec x = frame->turn.x, y = frame->turn.y, z = frame->turn.z;
        imp3i_dvec way = imp3i_dadd(imp3i_drot_apply(frame->turn, center), frame->shift);
        way = imp3i_dsub(way, imp3i_dvec_of(volumes[k].center));
        double times[3] = {
            leave_slab(way.x, size.x + fabs(x.x) * half.x + fabs(y.x) * half.y + fabs(z.x) * half.z, move.x),
            leave_slab(way.y, size.y + fabs(x.y) * half.x + fabs(y.y) * half.y + fabs(z.y) * half.z, move.y),
            leave_slab(way.z, size.z + fabs(x.z) * half.x + fabs(y.z) * half.y + fabs(z.z) * half.z, move.z)};
        last = least_of(least_of(times[0], times[1], times[2]), last, last);
    }
    return last;
}

/// Whether a pair may touch later than what has been found.
static bool may_leave_later(const imp3i_push* p, const imp3i_push_task* task)
{
    double leave = (double)task->leave;
    if (!(leave > p->length) || leave > p->length + PUSH_NEAR * p->scale || p->leaves < PUSH_LEAVES)
    {
        return leave > p->length;
    }
    const imp3_volume volumes[2] = {imp3i_bvh_volume(p->sides[0].tree, task->slots[0]),
                                    imp3i_bvh_volume(p->sides[1].tree, task->slots[1])};
    bool boxes = volumes[0].kind == IMP3_VOLUME_BOX && volumes[1].kind == IMP3_VOLUME_BOX;
    return !boxes || leave_boxes(p, volumes) > p->length + PUSH_DOUBT * p->scale;
}

/// The children of the larger one of a pair, those that may touch last on top.
static void push_children(imp3i_push* p, const int32_t slots[2])
{
    const int32_t links[2] = {imp3i_bvh_link(p->sides[0].tree, slots[0]), imp3i_bvh_link(p->sides[1].tree, slots[1])};
    const imp3_volume volumes[2] = {imp3i_bvh_volume(p->sides[0].tree, slots[0]),
                                    imp3i_bvh_volume(p->sides[1].tree, slots[1])};
    bool second = links[1] >= 0 && imp3i_volume_extent(&volumes[1]) > imp3i_volume_extent(&volumes[0]);
    int32_t side = links[0] < 0 || second;
    imp3i_probe probe;
    float leave[IMP3I_BVH_CHILDREN];
    const imp3i_bvh* tree = p->sides[side].tree;
    imp3i_probe_of(&volumes[1 - side], &p->sides[1 - side].to_other, 0.0f, &probe);
    imp3i_bvh_leave(tree, links[side], &probe, p->sides[side].motion, leave);
    int32_t first = tree->first[links[side]], count = tree->first[links[side] + 1] - first, from = p->count;
    for (int32_t i = 0; i < count; ++i)
    {
        int32_t k = p->count;
        if (!((double)leave[i] > p->length))
        {
            continue;
        }
        for (; k > from && p->tasks[k - 1].leave > leave[i]; --k)
        {
            p->tasks[k] = p->tasks[k - 1];
        }
        p->tasks[k].leave = leave[i];
        p->tasks[k].slots[0] = side ? slots[0] : first + i;
        p->tasks[k].slots[1] = side ? first + i : slots[1];
        ++p->count;
    }
}

/// Sees both meshes along a direction.
static void aim_push(imp3i_push* p, imp3i_dvec u)
{
    // x is the direction itself, so that times are lengths of it, whatever its own is; y and z only tell what passes.
    const imp3i_dvec across = imp3i_daxis_beside(u);
    double square = imp3i_ddot(u, u);
    p->axes.x = u;
    p->axes.y = imp3i_dcross(u, across);
    p->axes.y = imp3i_ddivide(p->axes.y, sqrt(imp3i_ddot(p->axes.y, p->axes.y)));
    p->axes.z = imp3i_dcross(u, p->axes.y);
    p->axes.z = imp3i_ddivide(p->axes.z, sqrt(square));
    imp3i_drot seen = p->axes;
    seen.x = imp3i_ddivide(u, square);
    for (int k = 0; k < 2; ++k)
    {
        imp3i_push_side* side = &p->sides[k];
        side->seen.x = imp3i_drot_apply_inverse(seen, side->turn.x);
        side->seen.y = imp3i_drot_apply_inverse(seen, side->turn.y);
        side->seen.z = imp3i_drot_apply_inverse(seen, side->turn.z);
        side->seen_shift = imp3i_drot_apply_inverse(seen, side->shift);
        side->move = imp3i_drot_solve(side->turn, k ? imp3i_dnegate(u) : u);
        side->motion = imp3i_vec_of(side->move);
        side->link = IMP3I_BVH_NONE;
    }
}

bool imp3i_push_along(imp3i_push* p, imp3_vec direction, double enough)
{
    aim_push(p, imp3i_dvec_of(direction));
    p->length = 0.0;
    p->leaves = 0;
    p->normal = p->axes.x;
    imp3i_dtriangle a, b;
    see_triangle(&p->sides[0], p->parts[0], &a);
    see_triangle(&p->sides[1], p->parts[1], &b);
    push_apart(p, &a, &b, p->parts[0], p->parts[1]);
    const imp3i_push_task whole = {INFINITY, {IMP3I_BVH_ROOT, IMP3I_BVH_ROOT}};
    p->tasks[0] = whole;
    p->count = 1;
    while (p->count > 0 && p->length < enough)
    {
        imp3i_push_task task = p->tasks[--p->count];
        if (!may_leave_later(p, &task))
        {
            continue;
        }
        int32_t link_a = imp3i_bvh_link(p->sides[0].tree, task.slots[0]);
        int32_t link_b = imp3i_bvh_link(p->sides[1].tree, task.slots[1]);
        if (link_a < 0 && link_b < 0)
        {
            push_leaves(p, link_a, link_b);
            ++p->leaves;
        }
        else
        {
            push_children(p, task.slots);
        }
    }
    return p->length < enough;
}
