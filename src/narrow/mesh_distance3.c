// SPDX-License-Identifier: MIT
//
// How far apart the surfaces of two meshes are.
//
// Tasks are pairs of children, one of each tree, with a lower bound of their distance. A task is taken in two by the
// larger child: the other one is a probe, and one call tells bounds for all that are below. Two leaves are measured,
// triangle by triangle. What is farther than the nearest pair so far is dropped: so a search starts from a pair that is
// near, which is that of the last answer, or the one that the least bounds lead to.
//
// Most pairs of triangles near the answer are parted along one line, the way between the nearest two so far: they are only
// looked at when that does not part them by more. For the same reason the triangles of a leaf are a probe along that line.
//
// The first pair is brought nearer by going from one surface to the other and back, each time to the nearest triangle.
//
// Depth first is a stack, the other orders are a queue by level or by bound. Where that is full, a task is gone through to its
// end as a stack behind it, which never has more than fits.
//
// Among pairs that are equally near the lowest parts are the answer, so bounds and the line are taken to be in doubt by
// more than rounding. Triangles that may touch are decided exactly; those that do end the search.
//
// Source: Larsen, Gottschalk, Lin and Manocha 1999; nearest first, Hjaltason and Samet 1999.

#include "../math/lanes.h"
#include "compound_pair3.h"
#include "gjk3.h"
#include "mesh_near3.h"
#include "impinge/mesh3.h"

#include <string.h>

enum
{
    DISTANCE_STACK = 2 * IMP3I_BVH_DEPTH * IMP3I_BVH_CHILDREN,  // the most that going through one task needs
    DISTANCE_QUEUE = 1024,
    DISTANCE_PATCHES = 128,    // patches that are kept of each mesh
    DISTANCE_PATCH_PARTS = 64  // triangles of the largest
};

/// A search drops bounds that are farther by this part than the nearest pair.
#define DISTANCE_DOUBT 0x1p-40

/// The axes are turned when the cosine between them and the way is less.
#define DISTANCE_TURNED 0.999

typedef struct distance_task
{
    float bound;
    int32_t rank;  // the least is next, of equals the least bound
    int32_t slots[2];
} distance_task;

/// One of the two meshes.
typedef struct distance_side
{
    const imp3_compound* mesh;
    const imp3i_compound_block* block;
    const imp3i_bvh* tree;
    imp3_pose pose;
    imp3i_drot turn;
    imp3i_dvec shift;      // from A's position
    imp3i_frame to_other;  // its frame as seen from the other one's
    imp3i_frame to_this;   // that of the pair, which is the axes of the world from A's position, as seen from its own
} distance_side;

/// The box around the triangles of a slot, upright in the axes of the search.
typedef struct distance_patch
{
    int32_t slot;
    imp3i_dbox box;
} distance_patch;

/// The triangles of the last leaf.
typedef struct distance_leaf
{
    int32_t link, count;
    imp3i_dtriangle triangles[IMP3I_BVH_CHILDREN];  // along the axes of the world, from A's position
    imp3i_dbox boxes[IMP3I_BVH_CHILDREN];           // upright in the axes of the search
} distance_leaf;

typedef struct distance_search
{
    distance_side sides[2];
    int32_t order;
    double touching;       // square of a distance that may be none
    double square;         // of the nearest pair
    float limit;           // bounds above it are of no use
    imp3i_dvec on_a, way;  // the nearest pair: A's point, and from it to B's
    imp3i_drot axes;       // the first one is along the way
    distance_leaf leaves[2];
    distance_patch patches[2][DISTANCE_PATCHES];
    int32_t parts[2];
    bool crosses;
    imp3_mesh_work work;
    int32_t count, base;  // of tasks; where the stack begins, or -1
    distance_task tasks[DISTANCE_QUEUE + DISTANCE_STACK];
} distance_search;

// Tasks

static inline bool comes_before(const distance_task* a, const distance_task* b)
{
    return a->rank != b->rank ? a->rank < b->rank : a->bound < b->bound;
}

/// Puts a task into the queue, or onto the stack: of those from `from` on the nearest is the last.
static void put_distance_task(distance_search* s, const distance_task* task, int32_t from)
{
    int32_t i = s->count++;
    if (s->base < 0)
    {
        for (; i > 0 && comes_before(task, &s->tasks[(i - 1) >> 1]); i = (i - 1) >> 1)
        {
            s->tasks[i] = s->tasks[(i - 1) >> 1];
        }
    }
    else
    {
        for (; i > from && s->tasks[i - 1].bound < task->bound; --i)
        {
            s->tasks[i] = s->tasks[i - 1];
        }
    }
    s->tasks[i] = *task;
}

static distance_task take_distance_task(distance_search* s)
{
    if (s->base >= 0)
    {
        distance_task last = s->tasks[--s->count];
        s->base = s->count == s->base && s->order != IMP3_WALK_DEPTH ? -1 : s->base;
        return last;
    }
    distance_task first = s->tasks[0], last = s->tasks[--s->count];
    int32_t i = 0, below = 1;
    for (; below < s->count; below = 2 * i + 1)
    {
        below += below + 1 < s->count && comes_before(&s->tasks[below + 1], &s->tasks[below]);
        if (!comes_before(&s->tasks[below], &last))
        {
            break;
        }
        s->tasks[i] = s->tasks[below];
        i = below;
    }
    s->tasks[i] = last;
    return first;
}

// Pairs of triangles

/// Axes of which the first is along a way; those of the world when that is none.
static imp3i_drot axes_along(imp3i_dvec way)
{
    double length = sqrt(imp3i_ddot(way, way));
    imp3i_drot r = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    if (length > 0.0)
    {
        r.x = imp3i_ddivide(way, length);
        const imp3i_dvec across = imp3i_daxis_beside(r.x);
        r.y = imp3i_dcross(r.x, across);
        r.y = imp3i_ddivide(r.y, sqrt(imp3i_ddot(r.y, r.y)));
        r.z = imp3i_dcross(r.x, r.y);
    }
    return r;
}

/// Turns the axes along the way; what was measured along the old ones is gone.
static void turn_axes(distance_search* s)
{
    s->axes = axes_along(s->way);
    for (int k = 0; k < 2; ++k)
    {
        s->leaves[k].link = IMP3I_BVH_NONE;
        for (int32_t i = 0; i < DISTANCE_PATCHES; ++i)
        {
            s->patches[k][i].slot = IMP3I_BVH_ROOT;
        }
    }
}

static void keep_pair(distance_search* s, const imp3i_triangle_gap* gap, double square, int32_t part_a, int32_t part_b)
{
    double least = square > s->touching ? square : s->touching;
    s->square = square;
    s->on_a = gap->on_a;
    s->way = gap->way;
    s->parts[0] = part_a;
    s->parts[1] = part_b;
    s->limit = (float)(sqrt(least) * (1.0 + IMP3I_FRAME_DOUBT) * (1.0 + 0x1p-22));
    if (!(imp3i_ddot(s->way, s->axes.x) > DISTANCE_TURNED * sqrt(imp3i_ddot(s->way, s->way))))
    {
        turn_axes(s);
    }
}

static void measure_pair(distance_search* s, const imp3i_dtriangle* a, const imp3i_dtriangle* b, int32_t part_a,
                         int32_t part_b)
{
    imp3i_triangle_gap gap;
    imp3i_triangles_measure(a, b, (s->square > s->touching ? s->square : s->touching), &gap);
    ++s->work.triangles;
    bool first = part_a != s->parts[0] ? part_a < s->parts[0] : part_b < s->parts[1];
    double square = gap.square;
    if (square <= s->touching || gap.may_cross)
    {
        imp3_shape core_a = imp3i_mesh_core(s->sides[0].mesh, part_a);
        imp3_shape core_b = imp3i_mesh_core(s->sides[1].mesh, part_b);
        s->crosses = imp3i_relation(&core_a, &s->sides[0].pose, &core_b, &s->sides[1].pose) >= 0;
        square = s->crosses ? -1.0 : square;
    }
    if (square < s->square || (square <= s->square && first))
    {
        keep_pair(s, &gap, square, part_a, part_b);
    }
}

static void cover_point(imp3i_dbox* box, imp3i_dvec v)
{
    box->lower.x = v.x < box->lower.x ? v.x : box->lower.x;
    box->lower.y = v.y < box->lower.y ? v.y : box->lower.y;
    box->lower.z = v.z < box->lower.z ? v.z : box->lower.z;
    box->upper.x = v.x > box->upper.x ? v.x : box->upper.x;
    box->upper.y = v.y > box->upper.y ? v.y : box->upper.y;
    box->upper.z = v.z > box->upper.z ? v.z : box->upper.z;
}

static imp3i_dbox cover_nothing(void)
{
    const imp3i_dbox r = {imp3i_dvec_all(INFINITY), imp3i_dvec_all(-INFINITY)};
    return r;
}

/// The triangles of a leaf, placed, and their boxes.
static const distance_leaf* place_leaf(distance_search* s, int32_t k, int32_t link)
{
    distance_leaf* leaf = &s->leaves[k];
    if (leaf->link != link)
    {
        int32_t first = imp3i_bvh_leaf_first(link);
        leaf->link = link;
        leaf->count = imp3i_bvh_leaf_count(link);
        for (int32_t i = 0; i < leaf->count; ++i)
        {
            leaf->triangles[i] =
                imp3i_mesh_triangle(s->sides[k].block, first + i, &s->sides[k].turn, s->sides[k].shift);
            leaf->boxes[i] = cover_nothing();
            for (int c = 0; c < 3; ++c)
            {
                cover_point(&leaf->boxes[i], imp3i_drot_apply_inverse(s->axes, leaf->triangles[i].corners[c]));
            }
        }
    }
    return leaf;
}

static void measure_leaves(distance_search* s, const int32_t links[2])
{
    const distance_leaf *a = place_leaf(s, 0, links[0]), *b = place_leaf(s, 1, links[1]);
    int32_t first_a = imp3i_bvh_leaf_first(links[0]), first_b = imp3i_bvh_leaf_first(links[1]);
    for (int32_t i = 0; i < a->count; ++i)
    {
        for (int32_t j = 0; j < b->count && !s->crosses; ++j)
        {
            // The axes may have been turned meanwhile.
            a = place_leaf(s, 0, links[0]);
            b = place_leaf(s, 1, links[1]);
            if (!(imp3i_boxes_square(a->boxes[i], b->boxes[j]) > (double)s->limit * s->limit))
            {
                measure_pair(s, &a->triangles[i], &b->triangles[j], first_a + i, first_b + j);
            }
        }
    }
}

// Pairs of children

/// The box around triangles that follow each other, upright in the axes of the search. In floats, and larger by what these are
/// off: a lane for each axis.
static imp3i_dbox box_of_parts(const distance_search* s, const distance_side* side, int32_t first, int32_t count)
{
    const imp3i_dvec axes[3] = {s->axes.x, s->axes.y, s->axes.z};
    float seen[3][4] = {{0.0f}}, low[4], high[4];
    for (int k = 0; k < 3; ++k)
    {
        imp3i_dvec axis = imp3i_drot_apply_inverse(side->turn, axes[k]);
        seen[0][k] = (float)axis.x;
        seen[1][k] = (float)axis.y;
        seen[2][k] = (float)axis.z;
    }
    impi_lanes x = impi_lanes_load(seen[0]), y = impi_lanes_load(seen[1]), z = impi_lanes_load(seen[2]);
    impi_lanes lower = impi_lanes_splat(INFINITY), upper = impi_lanes_splat(-INFINITY);
    const int32_t* corner = side->block->corners + 3 * (size_t)first;
    for (const int32_t* end = corner + 3 * (size_t)count; corner < end; ++corner)
    {
        const imp3_vec* v = &side->block->points[*corner];
        impi_lanes p = impi_lanes_mul(impi_lanes_splat(v->x), x);
        p = impi_lanes_mul_add(impi_lanes_splat(v->y), y, p);
        p = impi_lanes_mul_add(impi_lanes_splat(v->z), z, p);
        lower = impi_lanes_min(p, lower);
        upper = impi_lanes_max(p, upper);
    }
    impi_lanes_store(low, lower);
    impi_lanes_store(high, upper);
    imp3i_dvec shift = imp3i_drot_apply_inverse(s->axes, side->shift);
    imp3i_dvec doubt = imp3i_dvec_all(0x1p-21 * (double)side->mesh->reach);
    const imp3i_dvec from = {low[0], low[1], low[2]}, to = {high[0], high[1], high[2]};
    const imp3i_dbox r = {imp3i_dadd(imp3i_dsub(from, doubt), shift), imp3i_dadd(imp3i_dadd(to, doubt), shift)};
    return r;
}

/// The box of a slot's triangles, null when there are too many.
static const imp3i_dbox* patch_of_slot(distance_search* s, int32_t k, int32_t slot)
{
    distance_patch* patch = &s->patches[k][slot & (DISTANCE_PATCHES - 1)];
    if (slot == IMP3I_BVH_ROOT || patch->slot == slot)
    {
        return slot == IMP3I_BVH_ROOT ? NULL : &patch->box;
    }
    const distance_side* side = &s->sides[k];
    int32_t first, count = imp3i_bvh_under(side->tree, slot, &first);
    if (count > DISTANCE_PATCH_PARTS)
    {
        return NULL;
    }
    patch->slot = slot;
    patch->box = box_of_parts(s, side, first, count);
    return &patch->box;
}

static imp3_volume volume_of_patch(const distance_search* s, const imp3i_dbox* box)
{
    imp3_volume r;
    imp3i_dvec middle = imp3i_drot_apply(s->axes, imp3i_dscale(imp3i_dadd(box->lower, box->upper), 0.5));
    imp3i_dvec half = imp3i_dscale(imp3i_dsub(box->upper, box->lower), 0.5 + 0x1p-20);
    r.kind = IMP3_VOLUME_ORIENTED;
    r.center = imp3i_vec_of(middle);
    r.half = imp3i_vec_of(imp3i_dadd(half, imp3i_dvec_all(0x1p-21 * imp3i_dnorm1(middle))));
    r.turn.x = imp3i_vec_of(s->axes.x);
    r.turn.y = imp3i_vec_of(s->axes.y);
    r.turn.z = imp3i_vec_of(s->axes.z);
    return r;
}

/// Bounds of the children of the larger one of a pair that are not two leaves. Returns which mesh that is.
static int32_t part_task(distance_search* s, const int32_t slots[2], float bounds[IMP3I_BVH_CHILDREN])
{
    int32_t links[2] = {imp3i_bvh_link(s->sides[0].tree, slots[0]), imp3i_bvh_link(s->sides[1].tree, slots[1])};
    int32_t side = links[0] < 0;
    if (links[0] >= 0 && links[1] >= 0)
    {
        const imp3_volume volumes[2] = {imp3i_bvh_volume(s->sides[0].tree, slots[0]),
                                        imp3i_bvh_volume(s->sides[1].tree, slots[1])};
        side = imp3i_volume_extent(&volumes[1]) > imp3i_volume_extent(&volumes[0]);
    }
    imp3i_probe probe;
    const imp3i_dbox* patch = patch_of_slot(s, 1 - side, slots[1 - side]);
    imp3_volume other = patch ? volume_of_patch(s, patch) : imp3i_bvh_volume(s->sides[1 - side].tree, slots[1 - side]);
    imp3i_probe_of(&other, patch ? &s->sides[side].to_this : &s->sides[1 - side].to_other, 0.0f, &probe);
    const imp3i_bvh* tree = s->sides[side].tree;
    imp3i_bvh_reach(tree, links[side], &probe, bounds);
    s->work.nodes += tree->first[links[side] + 1] - tree->first[links[side]];
    return side;
}

/// Whether what is in two slots is farther apart than the nearest pair: that is seen by their triangles, if they are few.
static bool are_patches_far(distance_search* s, const int32_t slots[2])
{
    const imp3i_dbox *a = patch_of_slot(s, 0, slots[0]), *b = a ? patch_of_slot(s, 1, slots[1]) : NULL;
    return b && imp3i_boxes_square(*a, *b) > (double)s->limit * s->limit;
}

static bool are_leaves(const distance_search* s, const int32_t slots[2])
{
    return imp3i_bvh_link(s->sides[0].tree, slots[0]) < 0 && imp3i_bvh_link(s->sides[1].tree, slots[1]) < 0;
}

static void measure_task(distance_search* s, const int32_t slots[2])
{
    const int32_t links[2] = {s->sides[0].tree->link[slots[0]], s->sides[1].tree->link[slots[1]]};
    measure_leaves(s, links);
}

/// From the whole to one pair of leaves, by the least bound each time.
static void start_greedily(distance_search* s)
{
    int32_t slots[2] = {IMP3I_BVH_ROOT, IMP3I_BVH_ROOT};
    float bounds[IMP3I_BVH_CHILDREN];
    while (!are_leaves(s, slots))
    {
        int32_t side = part_task(s, slots, bounds), best = 0;
        for (int32_t i = 1; i < IMP3I_BVH_CHILDREN; ++i)
        {
            best = bounds[i] < bounds[best] ? i : best;
        }
        const imp3i_bvh* tree = s->sides[side].tree;
        slots[side] = tree->first[imp3i_bvh_link(tree, slots[side])] + best;
    }
    measure_task(s, slots);
}

/// From one surface to the other and back, as long as that gets nearer.
static void draw_nearer(distance_search* s)
{
    double before = INFINITY;
    for (int32_t k = 0; s->square < before * (1.0 - 0x1p-20) && !s->crosses; ++k)
    {
        int32_t side = k & 1;
        imp3i_dvec from = side ? s->on_a : imp3i_dadd(s->on_a, s->way);
        imp3_pose pose = s->sides[side].pose;
        before = k & 1 ? s->square : before;
        imp3_mesh_near near;
        imp3i_dvec point = imp3i_dadd(from, imp3i_dvec_of(s->sides[0].pose.p));
        if (imp3i_mesh_nearest(s->sides[side].mesh, &pose, point, INFINITY, 1, &near) == 1)
        {
            int32_t links[2] = {imp3i_bvh_leaf(s->parts[0], 1), imp3i_bvh_leaf(s->parts[1], 1)};
            links[side] = imp3i_bvh_leaf(near.part, 1);
            measure_leaves(s, links);
        }
    }
}

static void put_near_children(distance_search* s, const distance_task* task)
{
    float bounds[IMP3I_BVH_CHILDREN];
    int32_t side = part_task(s, task->slots, bounds);
    const imp3i_bvh* tree = s->sides[side].tree;
    int32_t group = imp3i_bvh_link(tree, task->slots[side]), first = tree->first[group];
    int32_t count = tree->first[group + 1] - first;
    if (s->base < 0 && s->count + count > DISTANCE_QUEUE)
    {
        s->base = s->count;
    }
    int32_t from = s->count;
    distance_task below = *task;
    below.rank += s->order == IMP3_WALK_BREADTH;
    for (int32_t i = 0; i < count; ++i)
    {
        if (bounds[i] <= s->limit && tree->link[first + i] != IMP3I_BVH_NONE)
        {
            below.bound = bounds[i];
            below.slots[side] = first + i;
            put_distance_task(s, &below, from);
        }
    }
    s->base = s->count == s->base && s->order != IMP3_WALK_DEPTH ? -1 : s->base;
}

static void search_near_pairs(distance_search* s)
{
    const distance_task whole = {0.0f, 0, {IMP3I_BVH_ROOT, IMP3I_BVH_ROOT}};
    put_distance_task(s, &whole, 0);
    while (s->count > 0 && !s->crosses)
    {
        bool queued = s->base < 0;
        distance_task task = take_distance_task(s);
        if (task.bound > s->limit)
        {
            if (s->order == IMP3_WALK_BEST && queued)
            {
                return;
            }
        }
        else if (are_patches_far(s, task.slots))
        {
            continue;
        }
        else if (are_leaves(s, task.slots))
        {
            measure_task(s, task.slots);
        }
        else
        {
            put_near_children(s, &task);
        }
    }
}

// The call

static void start_search(distance_search* s, const imp3_compound* meshes[2], const imp3_pose* poses[2], int32_t order)
{
    for (int k = 0; k < 2; ++k)
    {
        distance_side* side = &s->sides[k];
        side->mesh = meshes[k];
        side->block = imp3i_compound_block_of(meshes[k]);
        side->tree = imp3i_bvh_of(meshes[k]);
        side->pose = *poses[k];
        side->turn = imp3i_drot_of(poses[k]->q);
        side->shift = imp3i_dsub(imp3i_dvec_of(poses[k]->p), imp3i_dvec_of(poses[0]->p));
        side->to_other = imp3i_frame_between(poses[1 - k], poses[k]);
        const imp3_pose here = {poses[0]->p, imp3_pose_identity().q};
        side->to_this = imp3i_frame_between(poses[k], &here);
    }
    double scale = (double)meshes[0]->reach + (double)meshes[1]->reach + imp3i_dnorm1(s->sides[1].shift);
    double touching = IMPI_DOUBLE_DOUBT * scale;
    s->order = order;
    s->touching = touching * touching;
    s->square = INFINITY;
    s->limit = INFINITY;
    s->way = imp3i_dvec_none();
    turn_axes(s);
    s->parts[0] = s->parts[1] = INT32_MAX;
    s->crosses = false;
    memset(&s->work, 0, sizeof s->work);
    s->count = 0;
    s->base = order == IMP3_WALK_DEPTH ? 0 : -1;
}

imp_status imp3_mesh_distance(const imp3_compound* a, const imp3_pose* pose_a, const imp3_compound* b,
                              const imp3_pose* pose_b, const imp3_mesh_walk* walk, imp3_compound_nearest* nearest)
{
    imp_status status = imp3i_mesh_pair_status(a, pose_a, b, pose_b);
    status = status ? status : imp3i_walk_status(walk, 5);
    if (status || !nearest)
    {
        return status ? status : impi_error(IMP_ERR_NULL, 6);
    }
    distance_search s;
    const imp3_compound* meshes[2] = {a, b};
    const imp3_pose* poses[2] = {pose_a, pose_b};
    start_search(&s, meshes, poses, walk ? walk->order : IMP3_WALK_DEPTH);
    bool known = nearest->part_a >= 0 && nearest->part_a < a->part_count && nearest->part_b >= 0 &&
                 nearest->part_b < b->part_count;
    if (known)
    {
        const int32_t links[2] = {imp3i_bvh_leaf(nearest->part_a, 1), imp3i_bvh_leaf(nearest->part_b, 1)};
        measure_leaves(&s, links);
    }
    else
    {
        start_greedily(&s);
    }
    draw_nearer(&s);
    search_near_pairs(&s);
    imp3_compound_nearest found = {{0}, s.parts[0], s.parts[1]};
    imp3_shape core_a = imp3i_mesh_core(a, s.parts[0]), core_b = imp3i_mesh_core(b, s.parts[1]);
    status = imp3_distance(&core_a, pose_a, &core_b, pose_b, &found.nearest);
    found.nearest.distance = found.nearest.distance > 0.0f ? found.nearest.distance : 0.0f;
    *nearest = found;
    if (walk && walk->work)
    {
        walk->work->nodes += s.work.nodes;
        walk->work->triangles += s.work.triangles;
    }
    return status;
}
