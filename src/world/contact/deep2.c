// SPDX-License-Identifier: MIT
//
// Regions that lie deep in each other, as when they were made overlapping.
//
// A pair of parts pushes along its own way out, and of two outlines that cross a hundred times each crossing pushes
// another way, or has to ask for the way out of the whole, which takes long. When regions lie deep there is
// one contact of the two instead, along the way out of their octagons (shape/bulk2.h): so they part as two things do.
//
// They do when a point of one lies deep in the other. For that no outline is read: a disc of one overlapping a disc of
// the other by a depth, or that overlaps the other region when it is smaller by that depth, has a point of the other as
// deep in it. No way out of the whole is shorter than that. Bodies that rest on others, or are
// pushed against them, are never as deep.
//
// Where the way out is long, the octagons may be those of a cave and of what lies in it. Then the two are deep only if
// the lesser has its middle in the other; else its parts lead it back.
//
// The contact has no depth for its row, which then only stops the two from going deeper. They are taken apart as poses
// (solver/part_deep.inl): a bias velocity would add up along a row of things that all overlap, and stay with them.
//
// Tried and dropped: the way out of the whole, which takes milliseconds; a bias velocity along it: ten things
// in a row flew apart at 15 m/s; discs that grow from the middles of parts alone: between two teeth they stay small.

#include "contact2.h"

/// Depth of a point in the lesser region's largest disc, in radii, from which on two regions are deep in each other.
#define DEEP 0.125f

/// Length of a way out, in widths of the lesser octagon, that is not questioned.
#define LONG 2.0f

typedef struct placed_region
{
    const imp2_compound* region;
    const imp2i_bulk* bulk;
    imp2_pose pose;
} placed_region;

/// Whether a disc of one overlaps a disc of the other by a depth.
static bool discs_overlap(const placed_region* a, const placed_region* b, float depth)
{
    for (int32_t i = 0; i < a->bulk->count; ++i)
    {
        imp2_vec p = imp2_pose_apply(a->pose, a->bulk->middle[i]);
        for (int32_t k = 0; k < b->bulk->count; ++k)
        {
            imp2_vec apart = imp2_vec_sub(imp2_pose_apply(b->pose, b->bulk->middle[k]), p);
            float reach = a->bulk->radius[i] + b->bulk->radius[k] - depth;
            if (reach > 0.0f && imp2_vec_dot(apart, apart) < reach * reach)
            {
                return true;
            }
        }
    }
    return false;
}

/// Whether a point of a region lies deeper than that in a disc.
static bool reaches_into_discs(const placed_region* region, const placed_region* discs, float depth)
{
    for (int32_t i = 0; i < discs->bulk->count && discs->bulk->radius[i] > depth; ++i)
    {
        imp2_shape disc;
        imp2_compound single;
        bool overlap = false;
        if (!imp2_circle_make(discs->bulk->middle[i], discs->bulk->radius[i] - depth, &disc) &&
            !imp2_compound_of_shape(&disc, &single) &&
            !imp2_compound_overlap(&single, &discs->pose, region->region, &region->pose, &overlap) && overlap)
        {
            return true;
        }
    }
    return false;
}

/// Whether the middle of a region's largest disc lies in another.
static bool has_middle_in(const placed_region* lesser, const placed_region* other)
{
    bool inside = false;
    imp2_vec middle = imp2_pose_apply(lesser->pose, lesser->bulk->middle[0]);
    return !imp2_compound_contains(other->region, &other->pose, middle, &inside, NULL) && inside;
}

bool imp2i_find_deep(const imp2_world* w, const imp2i_contact* c, imp2_part_manifold* out, float* depth)
{
    const imp2i_collider *first = &w->colliders.data[c->collider_a], *second = &w->colliders.data[c->collider_b];
    *depth = 0.0f;
    if (!first->bulk || !second->bulk || c->one_way)
    {
        return false;
    }
    placed_region a = {&first->compound, first->bulk, {{0.0f, 0.0f}, {1.0f, 0.0f}}};
    placed_region b = {&second->compound, second->bulk, {{0.0f, 0.0f}, {1.0f, 0.0f}}};
    imp2i_relative_poses(c, &a.pose, &b.pose);
    const placed_region* lesser = a.bulk->radius[0] < b.bulk->radius[0] ? &a : &b;
    float least = DEEP * lesser->bulk->radius[0];
    if (least < imp2i_world_near(w) ||
        imp2_collide(&a.bulk->octagon, &a.pose, &b.bulk->octagon, &b.pose, 0.0f, &out->manifold) ||
        out->manifold.count == 0 || out->manifold.depth < least)
    {
        return false;
    }
    bool is_long = out->manifold.depth > LONG * (a.bulk->width < b.bulk->width ? a.bulk->width : b.bulk->width);
    if ((is_long && !has_middle_in(lesser, lesser == &a ? &b : &a)) ||
        (!discs_overlap(&a, &b, least) && !reaches_into_discs(&a, &b, least) && !reaches_into_discs(&b, &a, least)))
    {
        return false;
    }
    out->part_a = out->part_b = 0;
    *depth = out->manifold.depth;
    imp2i_take_depth(&out->manifold, *depth);
    return true;
}
