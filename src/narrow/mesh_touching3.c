// SPDX-License-Identifier: MIT
//
// The triangles of a mesh that a shape touches: the shape goes through the tree as a probe, a sphere as a ball, a
// half-space as a plane, and each triangle that it comes near is decided as a pair. Balls are decided about in lanes,
// sixteen triangles at a time, capsules in doubles; what these cannot tell, and all else, by imp3_overlap, so that the
// answer is always that of all pairs.
//
// Depth first, triangles come in rising order by themselves; so that is the order when all are wanted, as no other one is
// less work then. They are kept while they are found, so that nothing is written before it is known that they fit; those
// of which there are more than that go straight to the caller in a second walk.

#include "../base/bits.h"
#include "../broad/bvh_walk3.h"
#include "../shape/compound3.h"
#include "impinge/mesh3.h"
#include "mesh_near3.h"
#include "quick3.h"

enum
{
    KEPT_TOUCHES = 1024
};

typedef struct touch_walk
{
    const imp3_compound* mesh;
    const imp3_pose* pose;
    const imp3_shape* shape;
    const imp3_pose* pose_shape;
    const imp3i_bvh* tree;
    imp3i_bvh_triangles triangles;
    imp3i_probe probe;    // of all but spheres and half-spaces
    imp3i_bvh_ball ball;  // of spheres
    imp3i_dvec normal;    // of half-spaces, in the mesh's frame: what is below offset touches
    double offset;
    int32_t order, stop_after;  // 0 for never
    int32_t *parts, capacity, count;
    int32_t near[2 * IMP3I_BVH_TRIANGLES];  // triangles of leaves that are to be decided about, in their order
    int32_t near_count;
    imp3_mesh_work work;
} touch_walk;

imp3_volume imp3i_volume_of_box(imp3_box box, imp3_rot turn)
{
    imp3_volume r;
    r.kind = IMP3_VOLUME_ORIENTED;
    r.turn = turn;
    imp3i_dvec low = imp3i_dvec_of(box.lower), high = imp3i_dvec_of(box.upper);
    imp3i_dvec middle = imp3i_dscale(imp3i_dadd(low, high), 0.5), half = imp3i_dscale(imp3i_dsub(high, low), 0.5);
    // Rounded to floats, middle and half are off by as much as that.
    double more = 0x1p-22 * (imp3i_dnorm1(middle) + imp3i_dnorm1(half));
    r.center = imp3i_vec_of(imp3i_drot_apply(imp3i_drot_of(r.turn), middle));
    r.half = imp3i_vec_of(imp3i_dadd(half, imp3i_dvec_all(more)));
    return r;
}

imp3_volume imp3i_volume_of_shape(const imp3_shape* s)
{
    const imp3_pose here = imp3_pose_identity();
    imp3_shape core = *s;
    imp3_box box = {s->a, s->b};
    core.radius = 0.0f;
    if (s->kind != IMP3_SHAPE_BOX)
    {
        (void)imp3_shape_bounds(&core, &here, &box);
    }
    return imp3i_volume_of_box(box, s->kind == IMP3_SHAPE_BOX ? s->turn : here.q);
}

static void set_touch_probe(touch_walk* w)
{
    const imp3_shape* s = w->shape;
    imp3i_frame frame = imp3i_frame_between(w->pose, w->pose_shape);
    float radius = imp3i_compound_block_of(w->mesh)->radius;
    if (s->kind == IMP3_SHAPE_SPHERE)
    {
        imp3i_dvec center = imp3i_dadd(imp3i_drot_apply(frame.turn, imp3i_dvec_of(s->a)), frame.shift);
        w->ball = imp3i_bvh_ball_at(center, (double)s->radius + (double)radius, w->mesh->reach);
    }
    else if (s->kind == IMP3_SHAPE_HALF_SPACE)
    {
        w->normal = imp3i_drot_apply(frame.turn, imp3i_dvec_of(s->normal));
        w->offset = (double)s->offset + (double)s->radius + (double)radius + imp3i_ddot(w->normal, frame.shift);
        w->offset += 0x1p-17 * (fabs((double)s->offset) + imp3i_dnorm1(frame.shift) + (double)w->mesh->reach);
    }
    else
    {
        imp3_volume volume = imp3i_volume_of_shape(s);
        float more = (float)(((double)s->radius + (double)radius) * (1.0 + 0x1p-20));
        imp3i_probe_of(&volume, &frame, more, &w->probe);
    }
}

/// Whether something of a child may be in a half-space.
static bool is_slot_below(const touch_walk* w, int32_t slot)
{
    imp3_volume v = imp3i_bvh_volume(w->tree, slot);
    imp3i_drot turn = imp3i_drot_of(v.turn);
    imp3i_dvec n = w->normal, half = imp3i_dvec_of(v.half);
    double reach = half.x;
    if (v.kind != IMP3_VOLUME_SPHERE)
    {
        reach = fabs(imp3i_ddot(turn.x, n)) * half.x + fabs(imp3i_ddot(turn.y, n)) * half.y;
        reach += fabs(imp3i_ddot(turn.z, n)) * half.z;
    }
    return imp3i_ddot(n, imp3i_dvec_of(v.center)) - reach * (1.0 + 0x1p-17) <= w->offset;
}

/// Which children of a group the shape may touch something of.
static uint32_t touched_children(touch_walk* w, int32_t group)
{
    const imp3i_bvh* tree = w->tree;
    int32_t first = tree->blocks ? IMP3I_BVH_CHILDREN * group : tree->first[group];
    int32_t end = tree->blocks ? first + IMP3I_BVH_CHILDREN : tree->first[group + 1];
    uint32_t below = 0;
    switch (w->shape->kind)
    {
    case IMP3_SHAPE_SPHERE: return imp3i_bvh_near(tree, group, &w->ball);
    case IMP3_SHAPE_HALF_SPACE:
        for (int32_t slot = first; slot < end; ++slot)
        {
            bool some = tree->link[slot] != IMP3I_BVH_NONE;
            below |= (uint32_t)(some && is_slot_below(w, slot)) << (slot - first);
        }
        return below;
    default: return imp3i_bvh_meet(tree, group, &w->probe);
    }
}

/// Whether a triangle is beside the probe along an upright axis.
static bool is_beside(const touch_walk* w, const int32_t* corner)
{
    const imp3i_probe* p = &w->probe;
    imp3_box box = imp3i_bvh_box_of(w->triangles.points, corner);
    return box.lower.x > p->center.x + p->extent.x || box.upper.x < p->center.x - p->extent.x ||
           box.lower.y > p->center.y + p->extent.y || box.upper.y < p->center.y - p->extent.y ||
           box.lower.z > p->center.z + p->extent.z || box.upper.z < p->center.z - p->extent.z;
}

/// Whether the shape touches a part, as a pair.
static bool touches_part(const touch_walk* w, int32_t part)
{
    imp3_shape triangle;
    bool touches = false;
    (void)imp3i_part_at(w->mesh, part, &triangle);
    if (w->shape->kind == IMP3_SHAPE_CAPSULE)
    {
        imp3_manifold manifold;
        if (imp3i_collide_round(&triangle, w->pose, w->shape, w->pose_shape, 0.0f, &manifold))
        {
            return manifold.count > 0;
        }
    }
    (void)imp3_overlap(&triangle, w->pose, w->shape, w->pose_shape, &touches);
    return touches;
}

/// Which of the first triangles that are near the shape touches, as bits.
static uint32_t decide_touched(const touch_walk* w, int32_t count)
{
    uint32_t touched = 0, open = (1u << count) - 1u;
    bool ball = w->shape->kind == IMP3_SHAPE_SPHERE, solid = !ball && w->shape->kind != IMP3_SHAPE_HALF_SPACE;
    if (ball)
    {
        uint32_t both = imp3i_bvh_touched(&w->triangles, w->near, count, &w->ball);
        touched = both & 0xffffu;
        open = both >> 16;
    }
    for (; open; open &= open - 1)
    {
        int32_t i = impi_lowest_bit(open);
        bool beside = solid && is_beside(w, w->triangles.corners + 3 * (size_t)w->near[i]);
        touched |= (uint32_t)(!beside && touches_part(w, w->near[i])) << i;
    }
    return touched;
}

/// Decides about up to sixteen triangles that are near, and takes down those that touch. Returns whether that is enough.
static bool add_touched(touch_walk* w)
{
    int32_t count = w->near_count < IMP3I_BVH_TRIANGLES ? w->near_count : IMP3I_BVH_TRIANGLES;
    w->work.triangles += count;
    for (uint32_t touched = decide_touched(w, count); touched; touched &= touched - 1)
    {
        if (w->count < w->capacity)
        {
            w->parts[w->count] = w->near[impi_lowest_bit(touched)];
        }
        if (++w->count == w->stop_after)
        {
            return true;
        }
    }
    w->near_count -= count;
    memmove(w->near, w->near + count, (size_t)w->near_count * sizeof *w->near);
    return false;
}

static void put_leaf(touch_walk* w, int32_t link)
{
    int32_t first = imp3i_bvh_leaf_first(link), count = imp3i_bvh_leaf_count(link);
    impi_prefetch(w->triangles.corners + 3 * (size_t)first);
    for (int32_t k = 0; k < count; ++k)
    {
        w->near[w->near_count++] = first + k;
    }
}

/// How soon a child is to be looked at, best first: by how far its middle is from that of the shape, or how high it is.
static float key_of_child(const touch_walk* w, int32_t slot)
{
    imp3i_dvec at = imp3i_dvec_of(imp3i_bvh_volume(w->tree, slot).center);
    if (w->shape->kind == IMP3_SHAPE_HALF_SPACE)
    {
        return (float)imp3i_ddot(w->normal, at);
    }
    bool ball = w->shape->kind == IMP3_SHAPE_SPHERE;
    imp3i_dvec way = imp3i_dsub(at, imp3i_dvec_of(ball ? w->ball.center : w->probe.center));
    return (float)sqrt(imp3i_ddot(way, way));
}

/// Puts the children of a group to be looked at: together, but best first each with its own key.
static void put_touched(touch_walk* w, imp3i_bvh_frontier* f, int32_t group)
{
    impi_prefetch(imp3i_bvh_links(w->tree, group));
    imp3i_bvh_task task = {0.0f, group, 0, touched_children(w, group)};
    int32_t first = w->tree->blocks ? IMP3I_BVH_CHILDREN * group : w->tree->first[group];
    w->work.nodes += w->tree->blocks ? IMP3I_BVH_CHILDREN : w->tree->first[group + 1] - first;
    if (w->order != IMP3_WALK_BEST)
    {
        imp3i_bvh_frontier_put(f, task);
        return;
    }
    for (uint32_t lanes = task.lanes; lanes; lanes &= lanes - 1)
    {
        task.lanes = lanes & (0u - lanes);
        task.key = key_of_child(w, first + impi_lowest_bit(lanes));
        imp3i_bvh_frontier_put(f, task);
    }
}

/// Leaves are gathered until there are triangles for all lanes, or for half of them where a few are enough.
static void walk_touched(touch_walk* w)
{
    imp3i_bvh_frontier frontier;
    imp3i_bvh_task task;
    int32_t full = w->stop_after > 0 ? IMP3I_BVH_TRIANGLES / 2 : IMP3I_BVH_TRIANGLES;
    bool enough = false;
    w->count = w->near_count = 0;
    imp3i_bvh_frontier_start(&frontier, w->order);
    put_touched(w, &frontier, 0);
    while (!enough && imp3i_bvh_frontier_take(&frontier, &task))
    {
        int32_t link = imp3i_bvh_links(w->tree, task.group)[impi_lowest_bit(task.lanes)];
        if (link < 0)
        {
            put_leaf(w, link);
            enough = w->near_count >= full && add_touched(w);
        }
        else
        {
            put_touched(w, &frontier, link);
        }
    }
    while (!enough && w->near_count > 0)
    {
        enough = add_touched(w);
    }
}

// The door

static imp_status touching_status(const imp3_compound* mesh, const imp3_pose* pose, const imp3_shape* shape,
                                  const imp3_pose* pose_shape)
{
    bool fine = pose && pose_shape && imp3i_quick_door(pose, pose_shape);
    imp_status status = fine ? IMP_OK : imp3i_placed_compound_status(mesh, pose);
    int32_t fault = imp3i_compound_fault(mesh);
    if (status || fault || mesh->kind != IMP3_COMPOUND_TRIANGLES)
    {
        return status ? status : impi_error(fault ? fault : IMP_ERR_COMPOUND, 1);
    }
    fault = imp3i_shape_fault(shape);
    if (fault)
    {
        return impi_error(fault, 3);
    }
    fault = fine ? 0 : imp3i_pose_fault(pose_shape);
    return fault ? impi_error(fault, 4) : IMP_OK;
}

imp_status imp3_mesh_touching(const imp3_compound* mesh, const imp3_pose* pose, const imp3_shape* shape,
                              const imp3_pose* pose_shape, const imp3_mesh_walk* walk, imp3_mesh_parts* out)
{
    static const imp3_mesh_walk plain = {IMP3_WALK_DEPTH, 0, NULL};
    imp_status status = touching_status(mesh, pose, shape, pose_shape);
    if (status)
    {
        return status;
    }
    walk = walk ? walk : &plain;
    if ((uint32_t)walk->order > IMP3_WALK_BEST || walk->stop_after < 0)
    {
        return impi_error(walk->stop_after < 0 ? IMP_ERR_COUNT : IMP_ERR_RANGE, 5);
    }
    if (!out || out->capacity < 0 || (out->capacity > 0 && !out->parts))
    {
        return impi_error(out && out->capacity < 0 ? IMP_ERR_COUNT : IMP_ERR_NULL, 6);
    }
    int32_t kept[KEPT_TOUCHES];
    touch_walk w;
    memset(&w, 0, sizeof w);
    w.mesh = mesh;
    w.pose = pose;
    w.shape = shape;
    w.pose_shape = pose_shape;
    w.tree = imp3i_bvh_of(mesh);
    w.triangles = imp3i_bvh_triangles_of(mesh);
    w.stop_after = walk->stop_after;
    w.order = w.stop_after > 0 ? walk->order : IMP3_WALK_DEPTH;
    w.parts = kept;
    w.capacity = out->capacity < KEPT_TOUCHES ? out->capacity : KEPT_TOUCHES;
    set_touch_probe(&w);
    walk_touched(&w);
    out->count = w.count;
    if (out->capacity > 0 && w.count > out->capacity)
    {
        return impi_error(IMP_ERR_SPACE, 6);
    }
    if (walk->work)
    {
        walk->work->nodes += w.work.nodes;
        walk->work->triangles += w.work.triangles;
    }
    if (out->capacity > 0 && w.count > KEPT_TOUCHES)
    {
        w.parts = out->parts;
        w.capacity = out->capacity;
        walk_touched(&w);
    }
    else if (out->capacity > 0)
    {
        memcpy(out->parts, kept, (size_t)w.count * sizeof *kept);
    }
    return IMP_OK;
}
