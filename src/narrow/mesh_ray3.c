// SPDX-License-Identifier: MIT
//
// Rays against meshes: depth first, the child that is entered first before the others, until no child that waits is
// entered before the best hit. A batch has several rays under way, each a step at a time, and asks for the memory of a
// ray's next step before it turns to the others; what a ray does does not depend on them.
//
// The ray is taken into the mesh's frame in doubles, once; there hits are exact (ray_triangle3.c), and so is which of two
// is the earlier. Children and triangles are only left out where they cannot matter, so the answer is that of all
// triangles, whatever the tree.

#include "../base/bits.h"
#include "../broad/bvh_kernels3.h"
#include "../math/round.h"
#include "../shape/compound3.h"
#include "batch_kernels3.h"
#include "impinge/mesh3.h"
#include "ray_triangle3.h"

enum
{
    RAYS_UNDER_WAY = 16,
    RAY_PLACES = 2048  // where rays under way keep what waits: enough for one in the deepest tree
};

/// The mesh as all rays of a call see it, and the way into its frame.
typedef struct ray_mesh
{
    const imp3i_bvh* tree;
    const imp3i_bvh_kernels* lanes;
    imp3i_bvh_triangles triangles;
    imp3i_dvec x, y, z;  // of the cofactors of the turn
    imp3i_dvec position;
    double shrink;  // by which they make the inverse
    float reach;
    bool one_sided, any;
} ray_mesh;

/// A child that a ray enters, and when.
typedef struct ray_place
{
    int32_t link;
    float time;
} ray_place;

typedef struct ray_walk
{
    imp3i_bvh_ray ray;
    imp3i_ray_crossing best;  // its part is -1 before there is one
    float until;              // nothing later is of interest
    int32_t link, waiting;    // where it is, and how many places are to be looked at
    ray_place* places;
} ray_walk;

/// A ray of a batch.
typedef struct ray_turn
{
    ray_walk walk;
    int32_t number;     // of the ray
    bool points_asked;  // for the leaf that it is at
} ray_turn;

static inline void set_ray_mesh(ray_mesh* m, const imp3_compound* mesh, const imp3_pose* pose, int32_t asks)
{
    imp3i_drot q = imp3i_drot_of(pose->q);
    m->tree = imp3i_bvh_of(mesh);
    m->lanes = imp3i_bvh_kernels_now();
    m->triangles = imp3i_bvh_triangles_of(mesh);
    m->x = imp3i_dcross(q.y, q.z);
    m->y = imp3i_dcross(q.z, q.x);
    m->z = imp3i_dcross(q.x, q.y);
    m->position = imp3i_dvec_of(pose->p);
    m->shrink = 1.0 / imp3i_ddot(q.x, m->x);
    m->reach = mesh->reach;
    m->one_sided = mesh->one_sided != 0;
    m->any = asks == IMP3_RAY_ANY;
}

static inline imp3i_dvec in_frame_of_mesh(const ray_mesh* m, imp3i_dvec v)
{
    imp3i_dvec r = {imp3i_ddot(m->x, v) * m->shrink, imp3i_ddot(m->y, v) * m->shrink, imp3i_ddot(m->z, v) * m->shrink};
    return r;
}

static void start_walk(const ray_mesh* m, imp3_vec origin, imp3_vec motion, ray_walk* w)
{
    imp3i_dvec from = imp3i_dsub(imp3i_dvec_of(origin), m->position);
    imp3i_dvec way = in_frame_of_mesh(m, imp3i_dvec_of(motion));
    imp3i_bvh_ray_start(in_frame_of_mesh(m, from), way, m->reach, &w->ray);
    w->best.part = -1;
    w->until = 1.0f;
    w->link = 0;
    w->waiting = 0;
}

static void find_corners_of_part(const ray_mesh* m, int32_t part, imp3_vec out[3])
{
    const int32_t* corners = m->triangles.corners + 3 * (size_t)part;
    for (int k = 0; k < 3; ++k)
    {
        out[k] = m->triangles.points[corners[k]];
    }
}

/// Holds a crossing against the best one; of equally early ones the lowest part is it.
static void keep_earlier(const ray_mesh* m, ray_walk* w, const imp3_vec corners[3], const imp3i_ray_crossing* c)
{
    if (w->best.part >= 0)
    {
        imp3_vec others[3];
        find_corners_of_part(m, w->best.part, others);
        int order = imp3i_ray_compare(&w->ray, corners, c, others, &w->best);
        if (order > 0 || (order == 0 && c->part > w->best.part))
        {
            return;
        }
    }
    w->best = *c;
    float late = impi_round_up(c->time + c->doubt);
    w->until = late < 1.0f ? late : 1.0f;
}

static void walk_leaf(const ray_mesh* m, ray_walk* w)
{
    int32_t first = imp3i_bvh_leaf_first(w->link);
    uint32_t pierced = m->lanes->pierced(&m->triangles, first, imp3i_bvh_leaf_count(w->link), &w->ray);
    for (; pierced; pierced &= pierced - 1)
    {
        imp3_vec corners[3];
        imp3i_ray_crossing c;
        c.part = first + impi_lowest_bit(pierced);
        find_corners_of_part(m, c.part, corners);
        if (imp3i_ray_crosses(&w->ray, corners, m->one_sided, &c))
        {
            keep_earlier(m, w, corners, &c);
            if (m->any)
            {
                w->waiting = 0;
                return;
            }
        }
    }
}

/// Puts the children that are entered to those that wait, the first one last.
static void put_children(ray_walk* w, const int32_t* links, const float* times, uint32_t entered)
{
    int32_t base = w->waiting;
    for (; entered; entered &= entered - 1)
    {
        int32_t i = impi_lowest_bit(entered), at = w->waiting++;
        for (; at > base && w->places[at - 1].time < times[i]; --at)
        {
            w->places[at] = w->places[at - 1];
        }
        w->places[at].link = links[i];
        w->places[at].time = times[i];
    }
}

/// One step. Returns whether there is another one.
static bool advance_walk(const ray_mesh* m, ray_walk* w)
{
    if (w->link < 0)
    {
        walk_leaf(m, w);
    }
    else
    {
        float times[IMP3I_BVH_CHILDREN];
        const int32_t* links = imp3i_bvh_links(m->tree, w->link);
        impi_prefetch(links);
        uint32_t entered = imp3i_bvh_enter_by(m->lanes, m->tree, w->link, &w->ray, w->until, times);
        if (entered && !(entered & (entered - 1)))
        {
            w->link = links[impi_lowest_bit(entered)];
            return true;
        }
        put_children(w, links, times, entered);
    }
    while (w->waiting > 0)
    {
        ray_place place = w->places[--w->waiting];
        if (place.time <= w->until)
        {
            w->link = place.link;
            return true;
        }
    }
    return false;
}

/// The unit normal of a triangle in the world, against the ray where it goes through.
static imp3_vec normal_of_hit(const ray_mesh* m, const imp3_vec v[3], int32_t sense)
{
    imp3i_dvec e = imp3i_dsub(imp3i_dvec_of(v[1]), imp3i_dvec_of(v[0]));
    imp3i_dvec f = imp3i_dsub(imp3i_dvec_of(v[2]), imp3i_dvec_of(v[0])), n = imp3i_dcross(e, f);
    if (!(imp3i_dnorm1(n) > 0x1p-24 * imp3i_dnorm1(e) * imp3i_dnorm1(f)))
    {
        n = imp3i_dvec_of(imp3i_triangle_of(v[0], v[1], v[2], 0.0f).normal);
    }
    n = sense > 0 ? imp3i_dnegate(n) : n;
    n = imp3i_dadd_scaled(imp3i_dadd_scaled(imp3i_dscale(m->x, n.x), m->y, n.y), m->z, n.z);
    return imp3i_vec_tidy(imp3i_ddivide(n, sqrt(imp3i_ddot(n, n))));
}

static void write_mesh_ray_hit(const ray_mesh* m, const ray_walk* w, imp3_mesh_ray_hit* out)
{
    const imp3i_ray_crossing* c = &w->best;
    const imp3_mesh_ray_hit none = {-1, 0.0f, 0.0f, 0.0f, {0.0f, 0.0f, 0.0f}};
    *out = none;
    if (c->part < 0)
    {
        return;
    }
    imp3_vec corners[3];
    find_corners_of_part(m, c->part, corners);
    double time = c->time < 0.0 ? 0.0 : c->time, sum = c->weight[0] + c->weight[1] + c->weight[2];
    out->part = c->part;
    out->time = time < 1.0 ? (float)time : 1.0f;
    out->u = (float)(c->weight[1] / sum);
    out->v = (float)(c->weight[2] / sum);
    out->normal = normal_of_hit(m, corners, c->sense);
}

static void follow_ray(const ray_mesh* m, imp3_vec origin, imp3_vec motion, imp3_mesh_ray_hit* out)
{
    ray_place places[RAY_PLACES];
    ray_walk w;
    w.places = places;
    start_walk(m, origin, motion, &w);
    while (advance_walk(m, &w))
    {
    }
    write_mesh_ray_hit(m, &w, out);
}

static void start_ray(const ray_mesh* m, const imp3_rays* rays, int32_t i, ray_turn* t)
{
    int32_t e = rays->index ? rays->index[i] : i;
    start_walk(m, rays->origins[e], rays->motions[e], &t->walk);
    t->number = i;
    t->points_asked = false;
}

// Both write something: GCC leaves out calls of functions that do nothing but prefetch.

/// Asks for the memory of a group, or the corners of a leaf.
static void prefetch_step(const ray_mesh* m, ray_turn* t)
{
    const ray_walk* w = &t->walk;
    t->points_asked = false;
    if (w->link < 0)
    {
        const int32_t* corners = m->triangles.corners + 3 * (size_t)imp3i_bvh_leaf_first(w->link);
        impi_prefetch(corners);
        impi_prefetch(corners + 3 * (size_t)imp3i_bvh_leaf_count(w->link) - 1);
    }
    else if (m->tree->blocks)
    {
        const imp3i_box_block* block = &m->tree->blocks[w->link];
        for (int k = 0; k < 3; ++k)
        {
            impi_prefetch(block->lower[k]);
            impi_prefetch(block->upper[k]);
        }
        impi_prefetch(imp3i_bvh_links(m->tree, w->link));
    }
}

/// Asks for the points of a leaf, whose corners are there.
static void prefetch_points(const ray_mesh* m, ray_turn* t)
{
    const ray_walk* w = &t->walk;
    t->points_asked = true;
    const int32_t* corners = m->triangles.corners + 3 * (size_t)imp3i_bvh_leaf_first(w->link);
    int32_t count = 3 * imp3i_bvh_leaf_count(w->link);
    for (int32_t k = 0; k < count; ++k)
    {
        impi_prefetch(&m->triangles.points[corners[k]]);
    }
}

/// One turn of a ray. Returns whether there is another one.
static bool take_turn(const ray_mesh* m, ray_turn* t)
{
    if (t->walk.link < 0 && !t->points_asked)
    {
        prefetch_points(m, t);
        return true;
    }
    bool more = advance_walk(m, &t->walk);
    if (more)
    {
        prefetch_step(m, t);
    }
    return more;
}

static void follow_rays(const ray_mesh* m, const imp3_rays* rays, int32_t count, imp3_mesh_ray_hit* out)
{
    ray_place places[RAY_PLACES];
    ray_turn turns[RAYS_UNDER_WAY];
    int32_t room = (IMP3I_BVH_CHILDREN - 1) * m->tree->depth + IMP3I_BVH_CHILDREN, most = RAY_PLACES / room;
    most = most < RAYS_UNDER_WAY ? most : RAYS_UNDER_WAY;
    int32_t under_way = 0, next = 0;
    for (; next < count && under_way < most; ++next, ++under_way)
    {
        turns[under_way].walk.places = places + (size_t)under_way * (size_t)room;
        start_ray(m, rays, next, &turns[under_way]);
    }
    while (under_way > 0)
    {
        for (int32_t k = under_way - 1; k >= 0; --k)
        {
            ray_turn* t = &turns[k];
            if (take_turn(m, t))
            {
                continue;
            }
            write_mesh_ray_hit(m, &t->walk, &out[t->number]);
            if (next < count)
            {
                start_ray(m, rays, next++, t);
            }
            else
            {
                *t = turns[--under_way];
            }
        }
    }
}

// The door

static imp_status ray_mesh_status(const imp3_compound* mesh, const imp3_pose* pose)
{
    bool fine = pose && imp3i_quick_door(pose, pose);
    imp_status status = fine && !imp3i_compound_fault(mesh) ? IMP_OK : imp3i_placed_compound_status(mesh, pose);
    return !status && mesh->kind != IMP3_COMPOUND_TRIANGLES ? impi_error(IMP_ERR_COMPOUND, 1) : status;
}

static bool is_ray_question(int32_t asks)
{
    return asks == IMP3_RAY_CLOSEST || asks == IMP3_RAY_ANY;
}

imp_status imp3_mesh_ray(const imp3_compound* mesh, const imp3_pose* pose, imp3_vec origin, imp3_vec motion,
                         int32_t asks, imp3_mesh_ray_hit* out)
{
    imp_status status = ray_mesh_status(mesh, pose);
    if (status)
    {
        return status;
    }
    int32_t fault = imp3i_vec_fault(origin), fault_motion = imp3i_vec_fault_large(motion);
    if (fault || fault_motion)
    {
        return impi_error(fault ? fault : fault_motion, fault ? 3 : 4);
    }
    if (!imp3i_vec_bits(motion) || !is_ray_question(asks))
    {
        return impi_error(IMP_ERR_RANGE, imp3i_vec_bits(motion) ? 5 : 4);
    }
    if (!out)
    {
        return impi_error(IMP_ERR_NULL, 6);
    }
    ray_mesh m;
    set_ray_mesh(&m, mesh, pose, asks);
    follow_ray(&m, origin, motion, out);
    return IMP_OK;
}

imp_status imp3_mesh_rays(const imp3_compound* mesh, const imp3_pose* pose, const imp3_rays* rays, int32_t asks,
                          imp3_mesh_ray_hit* out, int32_t* bad)
{
    int32_t first = -1, count = rays ? rays->count : 0, fault = imp3i_rays_fault(rays, count);
    imp_status status = ray_mesh_status(mesh, pose);
    if (!status && (fault || count < 0))
    {
        status = impi_error(fault ? fault : IMP_ERR_COUNT, 3);
    }
    if (!status && !is_ray_question(asks))
    {
        status = impi_error(IMP_ERR_RANGE, 4);
    }
    if (!status && !out && count > 0)
    {
        status = impi_error(IMP_ERR_NULL, 5);
    }
    for (int32_t i = 0; !status && i < count; ++i)
    {
        fault = imp3i_ray_fault(rays, i);
        if (!fault && !imp3i_vec_bits(rays->motions[rays->index ? rays->index[i] : i]))
        {
            fault = IMP_ERR_RANGE;
        }
        if (fault)
        {
            status = impi_error(fault, 3);
            first = i;
        }
    }
    if (bad)
    {
        *bad = first;
    }
    if (!status)
    {
        ray_mesh m;
        set_ray_mesh(&m, mesh, pose, asks);
        follow_rays(&m, rays, count, out);
    }
    return status;
}
