// SPDX-License-Identifier: MIT
//
// internal_edges.inl, for space; and what differs there: faces and directions along them, the normals of two parts, and
// manifolds of parts of one surface, which become one with the extreme points of all.

#include "../../broad/index3.h"
#include "../../motion/one_way3.h"
#include "../../narrow/compound_pair3.h"
#include "../../narrow/contact_id3.h"
#include "../../narrow/reduce3.h"
#include "contact3.h"

#include <math.h>
#include <string.h>

enum
{
    EDGE_WAYS = 4  // along a face
};

// Whether a part has faces, and edges between them that are felt.
static bool has_sharp_edges(const imp3_compound* c, int32_t part)
{
    imp3_shape room;
    const imp3_shape* s = imp3i_part_ref(c, part, &room);
    return s->radius <= 0.0f && s->count > 2;
}

static imp3i_dvec support_of(const imp3_shape* s, imp3i_dvec n)
{
    int32_t vertex;
    if (s->kind == IMP3_SHAPE_HALF_SPACE)
    {
        // As far as anything is: along the plane, or out of it.
        imp3i_dvec out = imp3i_dvec_of(s->normal), along = imp3i_dadd_scaled(n, out, -imp3i_ddot(n, out));
        return imp3i_dadd_scaled(imp3i_dscale(out, (double)s->offset), along, (double)IMP_MAGNITUDE_MAX);
    }
    return imp3i_dadd_scaled(imp3i_support(s, n, &vertex), n, (double)s->radius);
}

static void ways_along_face(imp3i_dvec normal, imp3i_dvec out[EDGE_WAYS])
{
    imp3i_dvec u = imp3i_dcross(normal, imp3i_daxis_beside(normal));
    u = imp3i_dscale(u, 1.0 / sqrt(imp3i_ddot(u, u)));
    imp3i_dvec v = imp3i_dcross(normal, u);
    out[0] = u;
    out[1] = imp3i_dnegate(u);
    out[2] = v;
    out[3] = imp3i_dnegate(v);
}

// Visits the unit normals of a part's faces.
static bool face_normal_at(const imp3_shape* s, int32_t k, imp3i_dvec* out)
{
    imp3_face face;
    memset(&face, 0, sizeof face);
    (void)imp3_shape_face(s, k, &face);
    double square = imp3i_ddot(imp3i_dvec_of(face.normal), imp3i_dvec_of(face.normal));
    *out = imp3i_dscale(imp3i_dvec_of(face.normal), square > 0.0 ? 1.0 / sqrt(square) : 0.0);
    return square > 0.0;
}

// internal_edges.inl has the rest of what these need.
typedef struct edge_side edge_side;
typedef struct edge_question edge_question;
static bool is_face_normal(const imp3_compound* c, int32_t part, imp3i_dvec n);
static bool find_own_manifold(edge_question* q, int32_t not_of, double margin, imp3_manifold* m);
static imp3_pose pose_of_hit(const imp3_compound_mover* m, float time);
static bool hits_own_face(edge_question* q, const imp3_compound_mover* stands, const imp3_compound_mover* moves,
                          imp3_compound_hit* hit);
static void find_own_hit(edge_question* q, const imp3_compound_mover* stands, const imp3_compound_mover* moves,
                         imp3_compound_hit* first);

#include "../../math/dim3.h"

#include "internal_edges.inl"

#include "../../math/dim_end.h"

// Normals

static bool is_face_normal(const imp3_compound* c, int32_t part, imp3i_dvec n)
{
    imp3_shape room;
    const imp3_shape* s = imp3i_part_ref(c, part, &room);
    int32_t count = 0;
    (void)imp3_shape_face_count(s, &count);
    for (int32_t k = 0; k < count; ++k)
    {
        imp3i_dvec normal;
        if (face_normal_at(s, k, &normal) && imp3i_ddot(normal, n) > EDGE_ALIKE)
        {
            return true;
        }
    }
    return false;
}

// A search for the own normal of least penetration, along which two parts lie over each other.
typedef struct own_search
{
    edge_question* q;
    int32_t not_of;  // the part whose normal it replaces
    const imp3i_pair* pair;
    double margin, deepest;
    bool found;
    imp3_manifold manifold;
} own_search;

// Whether a one-sided surface may push along a normal out of it, and no other part of its compound has it.
static bool may_push_along(const edge_side* side, imp3i_dvec n, imp3i_dvec point)
{
    imp3_shape room;
    const imp3_shape* s = imp3i_part_ref(side->compound, side->part, &room);
    imp3i_dvec own = normal_in_body(side, n);
    double tiny = 0x1p-12 * (double)s->reach;
    return (!side->compound->one_sided || imp3i_ddot(imp3i_dvec_of(s->normal), own) > 0.0) &&
           imp3i_normal_is_own(side->compound, side->part, in_body(side, point), own, tiny, 0x1p-12);
}

static bool is_own_normal(void* context, imp3i_dvec n)
{
    own_search* s = (own_search*)context;
    imp3_manifold m;
    imp3i_gap gap;
    int32_t not_of;
    imp3i_gap_along(s->pair, n, &gap);
    if (gap.distance > s->margin)
    {
        return false;
    }
    imp3i_manifold_of_faces(s->pair, s->margin, &gap, &m);
    if (m.count == 0 || (double)m.depth > s->deepest)
    {
        return false;
    }
    // Beside a face there is less of it; of edges and vertices all is where they are farthest.
    const edge_side *sides = s->q->sides, *bare = &sides[s->not_of];
    imp3i_dvec point = imp3i_dvec_of(m.points[0].point), out = s->not_of ? imp3i_dnegate(n) : n;
    bool whole = fabs(gap.distance + (double)m.depth) <= EDGE_NEAR * s->q->flush;
    if (!whole && !is_face_normal(bare->compound, bare->part, normal_in_body(bare, out)))
    {
        return false;
    }
    if (!may_push_along(&sides[0], n, imp3i_dadd_scaled(point, n, 0.5 * (double)m.points[0].depth)) ||
        !may_push_along(&sides[1], imp3i_dnegate(n), imp3i_dadd_scaled(point, n, -0.5 * (double)m.points[0].depth)) ||
        !is_own_manifold(s->q, &m, &not_of))
    {
        return false;
    }
    s->found = true;
    s->manifold = m;
    return true;
}

// Of round sides only the normals of the other's faces are tried.
static void search_faces(own_search* s, double* least)
{
    const imp3i_pair* p = s->pair;
    for (int of_b = 0; of_b < 2; ++of_b)
    {
        const imp3_shape* shape = of_b ? p->b : p->a;
        int32_t count = 0;
        (void)imp3_shape_face_count(shape, &count);
        for (int32_t k = 0; k < count; ++k)
        {
            imp3i_gap gap;
            imp3i_dvec n;
            if (face_normal_at(shape, k, &n))
            {
                n = imp3i_drot_normal(of_b ? p->qb : p->qa, n);
                n = imp3i_dscale(n, (of_b ? -1.0 : 1.0) / sqrt(imp3i_ddot(n, n)));
                imp3i_gap_along(p, n, &gap);
                *least = gap.distance > *least && is_own_normal(s, n) ? gap.distance : *least;
            }
        }
    }
}

// The least side of the box around a shape.
static double least_extent(const imp3_shape* s)
{
    const imp3_pose here = imp3_pose_identity();
    imp3_box box;
    if (imp3_shape_bounds(s, &here, &box))
    {
        return 0.0;
    }
    imp3_vec size = imp3_vec_sub(box.upper, box.lower);
    double least = (double)(size.x < size.y ? size.x : size.y);
    return (double)size.z < least ? (double)size.z : least;
}

// Replaces a manifold whose normal is not own of one side. Not by one that is deeper than half of the other part: what is
// in a corner between a floor and a wall is not lifted onto the wall.
static bool find_own_manifold(edge_question* q, int32_t not_of, double margin, imp3_manifold* m)
{
    imp3_shape room_a, room_b;
    const imp3_shape* a = imp3i_part_ref(q->sides[0].compound, q->sides[0].part, &room_a);
    const imp3_shape* b = imp3i_part_ref(q->sides[1].compound, q->sides[1].part, &room_b);
    const imp3i_pair pair = imp3i_pair_of(a, &q->sides[0].at, b, &q->sides[1].at);
    double deepest = 0.5 * least_extent(not_of ? a : b), least = -deepest;
    own_search s = {q, not_of, &pair, margin, deepest, false, *m};
    if (imp3i_is_polytope(a) && imp3i_is_polytope(b))
    {
        imp3i_penetration_among(&pair, deepest, is_own_normal, &s);
    }
    else
    {
        search_faces(&s, &least);
    }
    *m = s.manifold;
    return s.found;
}

// Hits

static imp3_pose pose_of_hit(const imp3_compound_mover* m, float time)
{
    imp3_pose r = m->pose;
    r.p = imp3i_vec_tidied(imp3i_vec_add_scaled(m->pose.p, m->motion, time));
    if (imp3i_spin_bits(m->turn))
    {
        r.q = imp3i_rot_spun(m->pose.q, m->turn, time);
    }
    return r;
}

static imp3_vec velocity_at(const imp3_compound_mover* m, const imp3_pose* pose, imp3_vec point)
{
    return imp3_vec_add(m->motion, imp3_vec_cross(m->turn, imp3_vec_sub(point, pose->p)));
}

// A hit where an own face ends becomes a hit with that face, if the motion comes to it.
static bool hits_own_face(edge_question* q, const imp3_compound_mover* stands, const imp3_compound_mover* moves,
                          imp3_compound_hit* hit)
{
    const imp3_pose pose = pose_of_hit(stands, hit->hit.time), other = pose_of_hit(moves, hit->hit.time);
    imp3_shape room;
    const imp3_shape* s = imp3i_part_ref(stands->compound, hit->part_a, &room);
    imp3_vec closing = imp3_vec_sub(velocity_at(moves, &other, hit->hit.point), velocity_at(stands, &pose, hit->hit.point));
    const edge_side at = {NULL, stands->compound, hit->part_a, pose, pose, 0, NULL};
    imp3i_dvec point = in_body(&at, imp3i_dvec_of(hit->hit.point));
    int32_t count = 0;
    (void)imp3_shape_face_count(s, &count);
    for (int32_t k = 0; k < count; ++k)
    {
        imp3i_dvec n;
        imp3_compound_hit as = *hit;
        if (!face_normal_at(s, k, &n) || fabs(imp3i_ddot(imp3i_dsub(support_of(s, n), point), n)) > q->flush)
        {
            continue;
        }
        imp3i_dvec normal = imp3i_drot_apply(imp3i_drot_of(pose.q), n);
        as.hit.normal = imp3i_vec_tidy(normal);
        if (imp3_vec_dot(closing, as.hit.normal) < 0.0f && may_push_along(&at, normal, imp3i_dvec_of(hit->hit.point)) &&
            is_own_hit(q, stands, &as))
        {
            *hit = as;
            return true;
        }
    }
    return false;
}

// The box of all that a mover may meet on its way, in the frame of what stands.
static imp3i_dbox box_of_way(const imp3_compound_mover* stands, const imp3_compound_mover* moves)
{
    imp3i_dvec motion = imp3i_dsub(imp3i_dvec_of(moves->motion), imp3i_dvec_of(stands->motion));
    imp3i_dvec from = imp3i_dsub(imp3i_dvec_of(moves->pose.p), imp3i_dvec_of(stands->pose.p));
    imp3i_dvec middle = imp3i_dadd_scaled(from, motion, 0.5);
    bool turns = imp3i_spin_bits(stands->turn);
    float radius = 0.0f;
    for (int32_t k = 0; k < moves->compound->part_count && moves->compound->parts; ++k)
    {
        radius = moves->compound->parts[k].radius > radius ? moves->compound->parts[k].radius : radius;
    }
    double reach = (double)moves->compound->reach + (double)radius + 0.5 * imp3i_dnorm1(motion);
    reach += turns ? 2.0 * imp3i_dnorm1(middle) : 0.0;
    imp3i_dvec at = imp3i_drot_apply_inverse(imp3i_drot_of(stands->pose.q), middle), all = imp3i_dvec_all(reach);
    const imp3i_dbox r = {imp3i_dsub(at, all), imp3i_dadd(at, all)};
    return r;
}

// The first own hit of any two parts; none of two single ones, whose first one is not.
static void find_own_hit(edge_question* q, const imp3_compound_mover* stands, const imp3_compound_mover* moves,
                         imp3_compound_hit* first)
{
    const imp3_compound_hit none = {
        {IMP_SWEEP_NEVER, 0.0f, {0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}, 0.0f}, -1, -1};
    const imp3i_dbox way = box_of_way(stands, moves);
    const imp3_compound_hit skipped = *first;
    imp3i_part_walk walk;
    *first = none;
    bool single = stands->compound->part_count == 1 && moves->compound->part_count == 1;
    imp3i_part_walk_start(&walk, stands->compound, &way);
    for (int32_t i; !single && (i = imp3i_part_walk_next(&walk)) < stands->compound->part_count;)
    {
        for (int32_t j = 0; j < moves->compound->part_count; ++j)
        {
            imp3_shape room_a, room_b;
            const imp3_mover a = {imp3i_part_ref(stands->compound, i, &room_a), stands->pose, stands->motion,
                                  stands->turn};
            const imp3_mover b = {imp3i_part_ref(moves->compound, j, &room_b), moves->pose, moves->motion, moves->turn};
            imp3_compound_hit hit = none;
            hit.part_a = i;
            hit.part_b = j;
            bool turns = imp3i_spin_bits(a.turn) || imp3i_spin_bits(b.turn);
            if ((i == skipped.part_a && j == skipped.part_b) ||
                (turns ? imp3_time_of_impact(&a, &b, &hit.hit) : imp3_sweep(&a, &b, &hit.hit)) || !is_hit(&hit.hit) ||
                (is_hit(&first->hit) && !(hit.hit.time < first->hit.time)))
            {
                continue;
            }
            const edge_side at = {NULL, stands->compound, i, stands->pose, pose_of_hit(stands, hit.hit.time), 0, NULL};
            if (may_push_along(&at, imp3i_dunit_of(hit.hit.normal), imp3i_dvec_of(hit.hit.point)) &&
                is_own_hit(q, stands, &hit))
            {
                *first = hit;
            }
        }
    }
}

// Parts of one surface

// The height of A's surface along the normal, at the deepest point of a manifold.
static double surface_height(const imp3_manifold* m)
{
    int32_t k = imp3i_deepest_point(m);
    return imp3i_ddot(imp3i_dvec_of(m->points[k].point), imp3i_dvec_of(m->normal)) + 0.5 * (double)m->points[k].depth;
}

bool imp3i_edges_may_join(const imp3i_contact* c)
{
    return c->cache.manifold.count > 0;
}

// Whether a point is a vertex of the slider, which keeps its name where faces under it end.
static bool is_vertex_of_slider(uint64_t id, int slider)
{
    int32_t vertex, side;
    return slider >= 0 && imp3i_is_vertex_of(id, slider > 0, &vertex, &side);
}

// The points of two manifolds, or only the vertices of the slider among them. The name of a point tells which it is.
static void gather_points(const imp3_manifold* const both[2], int slider, bool vertices, imp3i_points* out)
{
    imp3i_dvec axes[EDGE_WAYS], from = imp3i_dvec_of(both[0]->points[0].point);
    ways_along_face(imp3i_dunit_of(both[0]->normal), axes);
    out->count = 0;
    for (uint32_t name = 0; name < 2 * IMP3_POINT_MAX; ++name)
    {
        const imp3_manifold* m = both[name / IMP3_POINT_MAX];
        const imp3_contact* p = &m->points[name % IMP3_POINT_MAX];
        if ((int32_t)(name % IMP3_POINT_MAX) < m->count && (!vertices || is_vertex_of_slider(p->id, slider)))
        {
            imp3i_dvec at = imp3i_dsub(imp3i_dvec_of(p->point), from);
            out->u[out->count] = (float)imp3i_ddot(at, axes[0]);
            out->v[out->count] = (float)imp3i_ddot(at, axes[2]);
            out->gap[out->count] = -p->depth;
            out->name[out->count++] = name;
        }
    }
}

// Whether a point lies within some: at one, between two, or in the triangle of three, within a part of their distance.
static bool is_within(const imp3i_points* of, int32_t point, const int32_t* some, int32_t count, float extent)
{
    const float* u = of->u;
    const float* v = of->v;
    bool within = count > 0, left = true, right = true;
    for (int32_t k = 0; k < count; ++k)
    {
        int32_t from = some[k], to = some[k + 1 < count ? k + 1 : 0];
        float along_u = u[to] - u[from], along_v = v[to] - v[from], at_u = u[point] - u[from], at_v = v[point] - v[from];
        float alone = 0x1p-12f * extent * extent;
        float square = along_u * along_u + along_v * along_v, dot = at_u * along_u + at_v * along_v;
        float side = along_u * at_v - along_v * at_u, little = 0x1p-6f * square;
        left = left && side >= -little;
        right = right && side <= little;
        within = within && (count > 2 || (dot >= -little && dot <= square + little)) &&
                 (count > 1 || at_u * at_u + at_v * at_v <= alone);
    }
    return within && (count > 2 ? left || right : left && right);
}

// Adds the extreme ones of some points to those that were chosen, as long as there is room.
static int32_t choose_points(imp3i_points* some, int32_t* chosen, int32_t count)
{
    int32_t extreme[IMP3_POINT_MAX];
    float extent = 0.0f;
    for (int32_t k = 0; k < some->count; ++k)
    {
        extent = fabsf(some->u[k]) > extent ? fabsf(some->u[k]) : extent;
        extent = fabsf(some->v[k]) > extent ? fabsf(some->v[k]) : extent;
    }
    int32_t found = some->count > 0 ? imp3i_reduce(some, extent, extreme) : 0;
    for (int32_t k = 0; k < found && count < IMP3_POINT_MAX; ++k)
    {
        chosen[count] = extreme[k];
        count += !is_within(some, extreme[k], chosen, count, extent);
    }
    return count;
}

// One that lies on the plane of the other: then both are one, with the vertices of the slider, and else the extreme points
// of both.
bool imp3i_edges_join(const imp3_world* w, int slider, imp3_part_manifold* m, const imp3_part_manifold* other)
{
    const imp3_manifold p = m->manifold, *both[2] = {&p, &other->manifold};
    if (p.count == 0 || other->manifold.count == 0 ||
        imp3i_ddot(imp3i_dvec_of(p.normal), imp3i_dvec_of(other->manifold.normal)) < EDGE_ALIKE ||
        fabs(surface_height(&p) - surface_height(&other->manifold)) > (double)(IMPI_FLUSH * w->unit))
    {
        return false;
    }
    imp3i_points vertices, all;
    int32_t first[IMP3_POINT_MAX], chosen[IMP3_POINT_MAX] = {0};
    gather_points(both, slider, true, &vertices);
    gather_points(both, slider, false, &all);
    int32_t count = choose_points(&vertices, first, 0);
    for (int32_t k = 0; k < count; ++k)
    {
        for (int32_t i = 0; i < all.count; ++i)
        {
            chosen[k] = all.name[i] == vertices.name[first[k]] ? i : chosen[k];
        }
    }
    count = choose_points(&all, chosen, count);
    for (int32_t k = 0; k < count; ++k)
    {
        uint32_t name = all.name[chosen[k]];
        m->manifold.points[k] = both[name / IMP3_POINT_MAX]->points[name % IMP3_POINT_MAX];
    }
    m->manifold.count = count;
    m->manifold.depth = m->manifold.points[imp3i_deepest_point(&m->manifold)].depth;
    return true;
}
