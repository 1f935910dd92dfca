// SPDX-License-Identifier: MIT
//
// Bounding volume hierarchies over triangles: what a tree is, how it is built, kept and asked.
//
// A tree is groups of up to sixteen children; a child is a group or a leaf, which is triangles that follow each other. Each
// child has a volume around the cores of its triangles (no radius), rounded outward. Group 0 is the root's children. Groups
// stand depth first, a group after the one above it, so going through them from the last to the first is bottom up;
// leaves, going down into each child in turn, are the triangles in rising order, so those under a slot follow each other.
//
// Two forms have the same groups. Built, a tree is narrow: two or up to eight children, a slot for each, with volumes of
// the kind that was asked for. Wide, groups are put together until each has up to sixteen, whose upright boxes are one
// block that lanes test at once; slot 16 g + i is child i of group g, and lanes that are free have the empty box.
//
// Queries are written once for all of them, over questions that one group answers for all its children: which meet a probe
// (imp3i_bvh_meet), how near each is (imp3i_bvh_reach), when each is left (imp3i_bvh_leave), and where a ray enters each
// (imp3i_bvh_enter).

#ifndef IMP3I_BVH_H
#define IMP3I_BVH_H

#include "../base/alloc.h"
#include "../math/spin3.h"
#include "impinge/bvh3.h"
#include "index3.h"

enum
{
    IMP3I_BVH_CHILDREN = 16,  // most of a group
    IMP3I_BVH_LEAF = 4,       // most triangles of a leaf, where nobody says
    IMP3I_BVH_DEPTH = 96  // most groups on the way from the root to a leaf: splits are by halves of the count below 64
};

typedef struct imp3i_ball
{
    imp3_vec center;
    float radius;
} imp3i_ball;

typedef struct imp3i_obb
{
    imp3_vec center, half;
    imp3_rot turn;
} imp3i_obb;

/// Triangles of a tree, in its order; whoever has the tree has them.
typedef struct imp3i_bvh_triangles
{
    const imp3_vec* points;  // there is a float behind the last, which is read with it
    const int32_t* corners;  // three for each
    int32_t count;
} imp3i_bvh_triangles;

/// The box around a triangle.
static inline imp3_box imp3i_bvh_box_of(const imp3_vec* points, const int32_t* corner)
{
    imp3_box box = {points[corner[0]], points[corner[0]]};
    for (int k = 1; k < 3; ++k)
    {
        const imp3_box point = {points[corner[k]], points[corner[k]]};
        imp3i_box_grow(&box, point);
    }
    return box;
}

/// A group as it is seen from afar: the sum of its triangles' area vectors, and where that is.
typedef struct imp3i_bvh_term
{
    imp3_vec middle;  // of their middles by area
    float radius;     // no corner is farther from there
    imp3_vec area;    // outward, half the cross product of two sides
    float weight;     // area, without direction
} imp3i_bvh_term;

typedef struct imp3i_bvh
{
    imp3_bvh_choice def;  // as made: a leaf size, and wide only with boxes
    imp3_box bounds;
    int32_t groups, slots, leaves, depth;
    int32_t* first;  // the first slot of each group, and of one more; in a wide tree 16 g
    int32_t* link;   // of each slot: a group, or a leaf as imp3i_bvh_leaf has it; of a free lane IMP3I_BVH_NONE
    float *built,
        *now;  // of each group: its measure of quality when it was built, and since: what imp3_bvh_stats.area is
               // of what is below it, as multiples of its own surface
    imp3i_bvh_term* terms;    // of each group, by imp3i_bvh_wind
    imp3i_box_block* blocks;  // wide: the boxes of the children of each group; else null

    // Narrow: volumes of slots; those of other kinds are null. Mixed: kind of each, and its place in the array of that kind.
    uint8_t* kind;
    int32_t* place;
    imp3_box* boxes;
    imp3i_ball* balls;
    imp3i_obb* obbs;
    int32_t box_count, ball_count, obb_count;

    void* memory;  // of all arrays
    size_t size;
} imp3i_bvh;

#define IMP3I_BVH_NONE INT32_MIN

/// In place of a slot: all of a tree.
#define IMP3I_BVH_ROOT (-1)

static inline int32_t imp3i_bvh_link(const imp3i_bvh* tree, int32_t slot)
{
    return slot == IMP3I_BVH_ROOT ? 0 : tree->link[slot];
}

/// A leaf as a link: count is 1 to 16, first below 2^26.
static inline int32_t imp3i_bvh_leaf(int32_t first, int32_t count)
{
    return ~(first << 4 | (count - 1));
}

static inline int32_t imp3i_bvh_leaf_first(int32_t link)
{
    return ~link >> 4;
}

static inline int32_t imp3i_bvh_leaf_count(int32_t link)
{
    return (~link & 15) + 1;
}

/// The links of a group.
static inline const int32_t* imp3i_bvh_links(const imp3i_bvh* tree, int32_t group)
{
    return tree->link + (tree->blocks ? IMP3I_BVH_CHILDREN * group : tree->first[group]);
}

/// A valid definition, with what is left to choose chosen; false where it is out of range.
bool imp3i_bvh_choice_of(const imp3_bvh_choice* def, imp3_bvh_choice* out);

/// Builds a tree. Triangles are given in any order; order[i] is then the one that is triangle i of the tree, and whoever has
/// them puts them in that order before asking anything.
///
/// order     room for count
/// returns   IMP_OK, or IMP_ERR_MEMORY, and nothing is held then
imp_status imp3i_bvh_build(const imp3_bvh_choice* def, const imp3i_bvh_triangles* triangles,
                           const imp_allocator* allocator, int32_t* order, imp3i_bvh* out);

void imp3i_bvh_free(imp3i_bvh* tree, const imp_allocator* allocator);

/// The same tree in memory of its own. Returns IMP_OK or IMP_ERR_MEMORY.
imp_status imp3i_bvh_copy(const imp3i_bvh* tree, const imp_allocator* allocator, imp3i_bvh* out);

/// Volumes follow moved triangles, bottom up. Returns the measure of quality (imp3_bvh_stats.area).
float imp3i_bvh_refit(imp3i_bvh* tree, const imp3i_bvh_triangles* triangles);

/// Builds anew what has sunk: order is as for build, the identity where nothing changed. rebuilt is how many triangles that
/// touched.
imp_status imp3i_bvh_mend(imp3i_bvh* tree, const imp3i_bvh_triangles* triangles, const imp_allocator* allocator,
                          int32_t* order, int32_t* rebuilt);

void imp3i_bvh_measure(const imp3i_bvh* tree, imp3_bvh_stats* out);

/// The volume of a slot that is no free lane, or of all of a tree.
imp3_volume imp3i_bvh_volume(const imp3i_bvh* tree, int32_t slot);

/// The upright box around the triangles of a slot that is no free lane, or of all of a tree.
imp3_box imp3i_bvh_upright(const imp3i_bvh* tree, int32_t slot);

/// The triangles under a slot that is no free lane: they follow each other.
int32_t imp3i_bvh_under(const imp3i_bvh* tree, int32_t slot, int32_t* first);

/// A volume that is carried through a tree, in that tree's frame: an oriented box with a radius. A sphere is one without
/// half; a triangle, shape or node of another tree is one that holds it.
typedef struct imp3i_probe
{
    imp3_vec center, half;
    imp3_rot turn;    // its axes
    imp3_vec extent;  // half of the upright box around it, with the radius
    float radius;
} imp3i_probe;

/// How a frame lies in another one.
typedef struct imp3i_frame
{
    imp3i_drot turn;
    imp3i_dvec shift;
} imp3i_frame;

/// B's frame as seen from A's: p in B is turn p + shift in A. Poses turn by matrices that are orthonormal to 2^-20 only:
/// A's inverse is solved for.
imp3i_frame imp3i_frame_between(const imp3_pose* a, const imp3_pose* b);

/// A tree in another frame, with memory of its own: its triangles are turned, rounded to floats, and its volumes follow.
/// Returns IMP_OK or IMP_ERR_MEMORY.
imp_status imp3i_bvh_turned(const imp3i_bvh* tree, const imp3i_bvh_triangles* triangles, const imp3i_frame* frame,
                            const imp_allocator* allocator, imp3i_bvh* out);

/// A volume of one frame as a probe in another, rounded outward by what floats and the turn may be off, and grown by more.
void imp3i_probe_of(const imp3_volume* volume, const imp3i_frame* frame, float more, imp3i_probe* out);

/// An upright box of a tree's frame as a probe, rounded outward, with a radius.
void imp3i_probe_of_box(const imp3i_dbox* box, float radius, imp3i_probe* out);

/// Which children of a group meet a probe: none that does is left out; some that do not may be told (where only the
/// axes of both boxes separate them).
uint32_t imp3i_bvh_meet(const imp3i_bvh* tree, int32_t group, const imp3i_probe* probe);

/// A lower bound of the distance between a probe and each child of a group [m]; infinity for free lanes.
void imp3i_bvh_reach(const imp3i_bvh* tree, int32_t group, const imp3i_probe* probe, float out[IMP3I_BVH_CHILDREN]);

/// The last time at which each child of a group may touch a probe that moves, late rather than early; minus infinity for
/// those that it passes. motion is about of unit length.
void imp3i_bvh_leave(const imp3i_bvh* tree, int32_t group, const imp3i_probe* probe, imp3_vec motion,
                     float out[IMP3I_BVH_CHILDREN]);

/// Finds the terms of groups: once triangles stand in the order of the tree, and again when their points have moved.
void imp3i_bvh_wind(imp3i_bvh* tree, const imp3i_bvh_triangles* triangles);

/// How many times triangles go around a point, counter-clockwise seen from outside.
double imp3i_bvh_winding(const imp3i_bvh* tree, const imp3i_bvh_triangles* triangles, imp3i_dvec point);

/// A ray in a tree's frame, from origin to origin + motion. What lanes read of it are floats: along axis k a box is entered
/// through the side that row near_side[k] of its block has, at (side - near_from[k]) times inverse[k], and left through
/// that of far_side[k], likewise. near_from and far_from are the origin, moved so that boxes only grow.
typedef struct imp3i_bvh_ray
{
    imp3i_dvec origin, motion;
    float near_from[3], far_from[3], inverse[3];
    int32_t near_side[3], far_side[3];
    imp3_vec from, way;  // origin rounded, and motion times a power of two
    float doubt;         // of from, as seen from anywhere in the tree
} imp3i_bvh_ray;

/// A ray of finite numbers, not longer than some 2^63, of which not all of motion is 0; no corner of a triangle is farther
/// than reach from the origin of the frame.
void imp3i_bvh_ray_start(imp3i_dvec origin, imp3i_dvec motion, float reach, imp3i_bvh_ray* out);

/// Which children of a group a ray enters in its time from 0 to `until`, and when, early rather than late; out of other
/// children means nothing.
uint32_t imp3i_bvh_enter(const imp3i_bvh* tree, int32_t group, const imp3i_bvh_ray* ray, float until,
                         float out[IMP3I_BVH_CHILDREN]);

/// Which triangles of a leaf the line of a ray may go through: none that it does is left out.
uint32_t imp3i_bvh_pierced(const imp3i_bvh_triangles* triangles, int32_t link, const imp3i_bvh_ray* ray);

/// A ball in a tree's frame.
typedef struct imp3i_bvh_ball
{
    imp3_vec center;
    float reach;        // of the ball, and what all may be off: nothing farther from the center touches it
    float unit;         // a power of two, times which what is near the ball is of the size of 1
    float radius, off;  // times unit: off is what center, frame and radius may be off
} imp3i_bvh_ball;

/// A ball whose frame is orthonormal to 2^-18; reach as for rays.
imp3i_bvh_ball imp3i_bvh_ball_at(imp3i_dvec center, double radius, float reach);

/// Which children of a group may have something that a ball touches: none that has is left out.
uint32_t imp3i_bvh_near(const imp3i_bvh* tree, int32_t group, const imp3i_bvh_ball* ball);

enum
{
    IMP3I_BVH_TRIANGLES = 16  // that are asked about at a time
};

/// Which of some triangles a ball touches, below bit 16; and those about which floats cannot say, above. There are numbers
/// of triangles in all sixteen places of parts, of which count are asked about.
uint32_t imp3i_bvh_touched(const imp3i_bvh_triangles* triangles, const int32_t parts[IMP3I_BVH_TRIANGLES],
                           int32_t count, const imp3i_bvh_ball* ball);

#endif
