// SPDX-License-Identifier: MIT
//
// Internal edges between colliders (ghost collisions): floors of many tiles, each a collider or a body of its own.
//
// A feature of a part - a face, an edge, a vertex - has its own normals: those along which the part goes no farther.
// Where another part lies flush beside it, within IMPI_FLUSH, both have one surface, and only normals of that one are
// felt:
//
//     face             its normal, but where something continues above it: at sides of tiles, and where a wall stands
//     edge and vertex  the normals between those of its faces, along which no neighbour goes on beyond: of a convex
//                      crease the arc between both faces, of a flat one their common normal, of a concave one none
//
//     manifold -> its points on the part -> neighbours there -> is the normal own at one of them? -> yes: it stays
//                                        -> no: of the normals of both parts that are own, the one of least penetration
//                                           along which they lie over each other; where there is none, no manifold: the
//                                           neighbour that the normal leads into has the contact
//
// One own point is enough: a wall that stands on a floor is felt by all of its face that is above the floor.
//
// A collider has a flag that something came near, set when either comes (neighbours.inl): one without neighbours is not
// searched, and the flag stays when neighbours leave. A neighbour counts if it moves as the collider does and collides
// with the other one, too: a floor that a body falls through does not carry it. So what a face has of its own differs
// by who comes to it, and with where on it: rows of bricks meet edges in their middle. Therefore the arcs themselves
// are not stored, but follow from geometry at the points of contact. One-way colliders have no internal edges: their
// ends let all through. Internal edges of one compound are those of the narrow phase
// (compound_edges2.c, compound_part3.c).
//
// Faces and edges - sides and ends in the plane - are those of internal_edges2.c and internal_edges3.c.
//
// Source: active edges (Bullet, Jolt) and Voronoi regions of features (Ericson 2005, 5.1).

#ifndef AXES
#include "contact2.h"
#include <math.h>
#include <string.h>

#include "../../math/dim2.h"
#endif

enum
{
    EDGE_WAYS = 2 * (AXES - 1)  // along a face
};

// Distance within which neighbours of a contact are looked for [IMPI_FLUSH].
#define EDGE_LOOK 8.0

// A neighbour goes on beyond a part if it rises more steeply than this.
#define EDGE_RISE 0x1p-12

// Depths that differ by less are the same [IMPI_FLUSH].
#define EDGE_NEAR 0x1p-4

// A cosine: a normal is that of a face.
#define EDGE_OF_FACE (1.0 - 0x1p-31)

// One of two parts in contact: of a collider, or of a query, which has none.
typedef struct edge_side
{
    const Collider* collider;  // or null
    const Compound* compound;
    int32_t part;
    Pose pose;       // of its body, in the world
    Pose at;         // at the contact, relative to the origin of the manifold or the hit
    int32_t count;   // neighbours
    int32_t* slots;  // room for IMPI_BESIDE_MOST
    bool listed;     // they are those in this box of the world
    Box seen;
} edge_side;

static edge_side side_of(const Collider* collider, const Compound* compound, int32_t part, const Pose* pose,
                         int32_t* slots)
{
    const edge_side r = {
        .collider = collider, .compound = compound, .part = part, .pose = *pose, .at = *pose, .slots = slots};
    return r;
}

typedef struct edge_question
{
    const World* w;
    EdgeNeighbours neighbours;  // of a query or a sweep
    edge_side sides[2];
    double flush;
} edge_question;

// A point of a part, in the frame of its body, with the normal there.
typedef struct edge_point
{
    DVec at, normal;
    const edge_question* q;
    const edge_side* side;
} edge_point;

// A search for the own normal of least penetration, along which two parts lie over each other.
typedef struct own_search
{
    edge_question* q;
    int32_t not_of;  // the part whose normal it replaces
    const Shape *a, *b;
    double margin, deepest;
    bool found;
    Manifold manifold;
} own_search;

// Each dimension has its own: whether a part has faces, and edges between them that are felt; its faces; and the front
// of a one-sided one.
static bool has_sharp_edges(const Compound* c, int32_t part);
static int32_t face_count_of(const Shape* s);
static bool face_normal_at(const Shape* s, int32_t k, DVec* out);
static DVec front_of(const Shape* s);

// The point of a shape that is farthest along a direction, radius included; the one that is nearest to a point, and how
// far off that is, negative inside; and directions along a face.
static DVec support_of(const Shape* s, DVec n);
static double nearest_of(const Shape* s, DVec point, DVec* out);
static void ways_along_face(DVec normal, DVec out[EDGE_WAYS]);

// Offers the manifolds of two parts along normals of theirs to takes_manifold, so that the last that is taken is the one
// of least penetration.
static void search_normals(own_search* s);

// Leaves out points at which a face only goes on into that of a neighbour; whether there were any. A contact that would
// lose all of them keeps them as carried ones, for its touch events.
static bool trim_manifold(edge_question* q, Manifold* m);

static bool may_have_edges(const edge_side* side)
{
    return side->collider && side->collider->has_neighbours && !side->collider->sensor &&
           !FNI(is_one_way)(side->collider->one_way) && has_sharp_edges(side->compound, side->part);
}

// A neighbour of one collider in contact counts if it has a contact with the other one.
static bool is_neighbour(const edge_question* q, const edge_side* side, const Collider* c)
{
    const World* w = q->w;
    const Collider* other = q->sides[side == &q->sides[0]].collider;
    return c != side->collider && !c->sensor && !FNI(is_one_way)(c->one_way) && c->number >= 0 &&
           FNI(moves_alike)(&w->bodies.data[side->collider->body], &w->bodies.data[c->body]) &&
           (other ? FNI(contact_in)(w, &w->awake, c, other) != NULL : q->neighbours.counts(q->neighbours.context, c));
}

// A point of the frame of a side at the contact, in that of its body. Normals are turned only.
static DVec in_body(const edge_side* side, DVec point)
{
    return FNI(drot_apply_inverse)(FNI(drot_of)(side->at.q), FNI(dsub)(point, FNI(dvec_of)(side->at.p)));
}

static DVec normal_in_body(const edge_side* side, DVec normal)
{
    return FNI(drot_apply_inverse)(FNI(drot_of)(side->at.q), normal);
}

// The world box around points of a body, and what is to be seen from there.
static Box box_of_points(const edge_question* q, const edge_side* side, const DVec* points, int32_t count)
{
    float look = (float)((EDGE_LOOK + 2.0) * q->flush);
    Box r = {FNI(vec_none)(), FNI(vec_none)()};
    for (int32_t k = 0; k < count; ++k)
    {
        DVec p = FNI(dadd)(FNI(dvec_of)(side->pose.p), FNI(drot_apply)(FNI(drot_of)(side->pose.q), points[k]));
        const Box around = FNI(box_around)(FNI(vec_of)(p), look);
        if (k == 0)
        {
            r = around;
        }
        FNI(box_grow)(&r, around);
    }
    return r;
}

// Lists the colliders of its body beside one of a dynamic body.
static void list_beside(const edge_question* q, edge_side* side)
{
    const World* w = q->w;
    for (int32_t slot = w->bodies.data[side->collider->body].first; slot >= 0 && side->count < IMPI_BESIDE_MOST;
         slot = w->colliders.data[slot].next)
    {
        const Collider* c = &w->colliders.data[slot];
        side->slots[side->count] = slot;
        side->count += is_neighbour(q, side, c) && FNI(are_flush)(w, side->collider, c);
    }
}

static bool is_box_within(const Box* box, const Box* all)
{
    bool within = true;
    for (int32_t k = 0; k < AXES; ++k)
    {
        within &= AT(box->lower, k) >= AT(all->lower, k) && AT(box->upper, k) <= AT(all->upper, k);
    }
    return within;
}

// Lists the neighbours of a side at some points of it, and maybe others: of a dynamic body its other colliders, else those
// in the index, by slot, as numbers of the index change when a world is loaded. What is out of range has none.
static void list_neighbours(const edge_question* q, edge_side* side, const DVec* points, int32_t point_count)
{
    const World* w = q->w;
    const bool dynamic = w->bodies.data[side->collider->body].kind == IMP_BODY_DYNAMIC;
    const Box box = box_of_points(q, side, points, point_count);
    int32_t count = 0;
    if (side->listed && (dynamic || is_box_within(&box, &side->seen)))
    {
        return;
    }
    side->count = 0;
    side->listed = dynamic;
    if (dynamic)
    {
        list_beside(q, side);
        return;
    }
    if (!FNI(vec_within)(box.lower, IMP_MAGNITUDE_MAX) || !FNI(vec_within)(box.upper, IMP_MAGNITUDE_MAX) ||
        FN(index_query_box)(w->fixed_index, &box, &q->neighbours.filter, side->slots, IMPI_BESIDE_MOST, &count))
    {
        return;
    }
    side->listed = true;
    side->seen = box;
    for (int32_t i = 0; i < count; ++i)
    {
        int32_t slot = w->fixed_of.data[side->slots[i]], k = side->count;
        if (is_neighbour(q, side, &w->colliders.data[slot]))
        {
            for (; k > 0 && side->slots[k - 1] > slot; --k)
            {
                side->slots[k] = side->slots[k - 1];
            }
            side->slots[k] = slot;
            side->count += 1;
        }
    }
}

// Whether a shape has a point that is no farther from another than flush means, along a direction and across it.
static bool is_flush_at(const Shape* shape, DVec point, DVec along, double flush)
{
    DVec nearest;
    double distance = nearest_of(shape, point, &nearest);
    DVec way = FNI(dsub)(nearest, point);
    double gap = FNI(ddot)(way, along);
    DVec step = FNI(dadd_scaled)(way, along, -gap);
    return distance <= 0.0 || (fabs(gap) <= flush && FNI(ddot)(step, step) <= flush * flush);
}

// The same of an edge, whose faces tell the gap and the step: each of them is flush.
static bool is_near_edge(const Shape* shape, DVec point, double flush)
{
    DVec nearest;
    double distance = nearest_of(shape, point, &nearest);
    return distance <= 0.0 || distance * distance <= 2.0 * flush * flush;
}

// Whether a neighbouring part is above a point of a face.
static bool covers(const edge_question* q, const Shape* shape, DVec point, DVec n)
{
    return is_flush_at(shape, point, n, q->flush) &&
           is_flush_at(shape, FNI(dadd_scaled)(point, n, EDGE_LOOK * q->flush), n, q->flush);
}

// Whether a neighbouring part has a point of an edge or a vertex, and goes on beyond it.
static bool leads_into(const edge_question* q, const Shape* shape, DVec point, DVec n)
{
    DVec way = FNI(dsub)(support_of(shape, n), point);
    double rise = FNI(ddot)(way, n);
    return rise > EDGE_RISE * (FNI(dnorm1)(way) + EDGE_LOOK * q->flush) && is_near_edge(shape, point, q->flush);
}

// Whether any neighbouring part answers for a point, as a test tells it.
static bool any_neighbour(const edge_point* p, bool (*test)(const edge_question*, const Shape*, DVec, DVec))
{
    const World* w = p->q->w;
    const edge_side* side = p->side;
    DVec at = FNI(drot_apply)(FNI(drot_of)(side->pose.q), p->at);
    DVec normal = FNI(drot_apply)(FNI(drot_of)(side->pose.q), p->normal);
    for (int32_t i = 0; i < side->count; ++i)
    {
        const Collider* c = &w->colliders.data[side->slots[i]];
        const Compound compound = FNI(collider_compound)(c);
        const Pose* pose = &w->bodies.data[c->body].pose;
        DVec shift = FNI(dsub)(FNI(dvec_of)(side->pose.p), FNI(dvec_of)(pose->p));
        DVec there = FNI(drot_apply_inverse)(FNI(drot_of)(pose->q), FNI(dadd)(at, shift));
        DVec n = FNI(drot_apply_inverse)(FNI(drot_of)(pose->q), normal);
        DVec look = FNI(dvec_all)((EDGE_LOOK + 2.0) * p->q->flush);
        PartWalk walk;
        Shape room;
        const DBox box = FNI(dbox_of)(FNI(dsub)(there, look), FNI(dadd)(there, look));
        FNI(part_walk_start)(&walk, &compound, &box);
        for (int32_t k; (k = FNI(part_walk_next)(&walk)) < compound.part_count;)
        {
            if (test(p->q, FNI(part_ref)(&compound, k, &room), there, n))
            {
                return true;
            }
        }
    }
    return false;
}

// Whether a normal is own at a point of an edge, or a face is bare there or beside. Where it ends what is beside it
// tells, as a neighbour there may be aslant.
static bool is_own_at(const edge_point* p, bool face)
{
    edge_point beside = *p;
    DVec along[EDGE_WAYS];
    Shape room;
    if (!face)
    {
        return !any_neighbour(p, leads_into);
    }
    const Shape* part = FNI(part_ref)(p->side->compound, p->side->part, &room);
    int32_t on_face = 0;
    ways_along_face(p->normal, along);
    for (int32_t k = 0; k < EDGE_WAYS; ++k)
    {
        DVec nearest;
        beside.at = FNI(dadd_scaled)(p->at, along[k], EDGE_LOOK * p->q->flush);
        if (nearest_of(part, beside.at, &nearest) <= p->q->flush)
        {
            ++on_face;
            if (!any_neighbour(&beside, covers))
            {
                return true;
            }
        }
    }
    return (on_face == 0 || on_face == EDGE_WAYS) && !any_neighbour(p, covers);
}

static bool is_face_normal(const Compound* c, int32_t part, DVec n)
{
    Shape room;
    const Shape* s = FNI(part_ref)(c, part, &room);
    int32_t count = face_count_of(s);
    for (int32_t k = 0; k < count; ++k)
    {
        DVec normal;
        if (face_normal_at(s, k, &normal) && FNI(ddot)(normal, n) > EDGE_OF_FACE)
        {
            return true;
        }
    }
    return false;
}

// Points of a side, and how deep each is.
typedef struct side_points
{
    int32_t count;
    DVec at[DIMI(POINTS)];
    float depth[DIMI(POINTS)];
} side_points;

// Whether a normal out of a side is own at one of some points of it. A normal that is not a face's belongs to the
// edge or vertex where it is deepest: other points are not on the surface of the side.
static bool is_own_of_side(const edge_question* q, edge_side* side, DVec normal, side_points points)
{
    DVec n = normal_in_body(side, normal);
    float deepest = points.depth[0];
    for (int32_t k = 0; k < points.count; ++k)
    {
        points.at[k] = in_body(side, points.at[k]);
        deepest = points.depth[k] > deepest ? points.depth[k] : deepest;
    }
    list_neighbours(q, side, points.at, points.count);
    edge_point p = {points.at[0], n, q, side};
    bool own = side->count == 0, face = !own && is_face_normal(side->compound, side->part, n);
    for (int32_t k = 0; k < points.count && !own; ++k)
    {
        p.at = points.at[k];
        own = (face || (double)(deepest - points.depth[k]) <= EDGE_NEAR * q->flush) && is_own_at(&p, face);
    }
    return own;
}

// Whether a manifold is along a normal that is own of both parts. Tells which one has it not.
static bool is_own_manifold(edge_question* q, const Manifold* m, int32_t* not_of)
{
    DVec n = FNI(dunit_of)(m->normal);
    side_points points;
    points.count = m->count;
    for (int of_b = 0; of_b < 2; ++of_b)
    {
        edge_side* side = &q->sides[of_b];
        if (!may_have_edges(side))
        {
            continue;
        }
        for (int32_t k = 0; k < m->count; ++k)
        {
            double out = (of_b ? -0.5 : 0.5) * (double)m->points[k].depth;
            points.at[k] = FNI(dadd_scaled)(FNI(dvec_of)(m->points[k].point), n, out);
            points.depth[k] = m->points[k].depth;
        }
        *not_of = of_b;
        if (!is_own_of_side(q, side, of_b ? FNI(dnegate)(n) : n, points))
        {
            return false;
        }
    }
    return true;
}

// Whether a one-sided surface may push along a normal out of it, and no other part of its compound has it.
static bool may_push_along(const edge_side* side, DVec n, DVec point)
{
    Shape room;
    const Shape* s = FNI(part_ref)(side->compound, side->part, &room);
    DVec own = normal_in_body(side, n);
    double tiny = 0x1p-12 * (double)s->reach;
    return (!side->compound->one_sided || FNI(ddot)(front_of(s), own) > 0.0) &&
           FNI(normal_is_own)(side->compound, side->part, in_body(side, point), own, tiny, 0x1p-12);
}

// Whether the manifold of two parts along a normal may be theirs; it is kept if so. The distance along the normal is
// that of both parts, and its depth that of faces that lie over each other.
static bool takes_manifold(own_search* s, DVec n, double distance, const Manifold* m)
{
    int32_t not_of;
    if (m->count == 0 || (double)m->depth > s->deepest)
    {
        return false;
    }
    // Beside a face there is less of it; of edges and vertices all is where they are farthest.
    const edge_side *sides = s->q->sides, *bare = &sides[s->not_of];
    DVec point = FNI(dvec_of)(m->points[0].point), out = s->not_of ? FNI(dnegate)(n) : n;
    bool whole = fabs(distance + (double)m->depth) <= EDGE_NEAR * s->q->flush;
    if (!whole && !is_face_normal(bare->compound, bare->part, normal_in_body(bare, out)))
    {
        return false;
    }
    if (!may_push_along(&sides[0], n, FNI(dadd_scaled)(point, n, 0.5 * (double)m->points[0].depth)) ||
        !may_push_along(&sides[1], FNI(dnegate)(n), FNI(dadd_scaled)(point, n, -0.5 * (double)m->points[0].depth)) ||
        !is_own_manifold(s->q, m, &not_of))
    {
        return false;
    }
    s->found = true;
    s->manifold = *m;
    return true;
}

// The least side of the box around a shape.
static double least_extent(const Shape* s)
{
    const Pose here = FN(pose_identity)();
    Box box;
    if (FN(shape_bounds)(s, &here, &box))
    {
        return 0.0;
    }
    double least = (double)AT(box.upper, 0) - (double)AT(box.lower, 0);
    for (int axis = 1; axis < AXES; ++axis)
    {
        double side = (double)AT(box.upper, axis) - (double)AT(box.lower, axis);
        least = side < least ? side : least;
    }
    return least;
}

// Replaces a manifold whose normal is not own of one side. Not by one that is deeper than half of the other part: what
// is in a corner between a floor and a wall is not lifted onto the wall; nor by one deeper than the margin where both
// are apart: that would lead through the part.
static bool find_own_manifold(edge_question* q, int32_t not_of, double margin, Manifold* m)
{
    Shape room_a, room_b;
    const Shape* a = FNI(part_ref)(q->sides[0].compound, q->sides[0].part, &room_a);
    const Shape* b = FNI(part_ref)(q->sides[1].compound, q->sides[1].part, &room_b);
    double half = 0.5 * least_extent(not_of ? a : b), deepest = m->depth < 0.0f && margin < half ? margin : half;
    own_search s = {q, not_of, a, b, margin, deepest, false, *m};
    search_normals(&s);
    *m = s.manifold;
    return s.found;
}

bool FNI(edges_correct_contact)(World* w, const Contact* c, int32_t part_a, int32_t part_b, Manifold* m)
{
    const Collider *own_a = &w->colliders.data[c->collider_a], *own_b = &w->colliders.data[c->collider_b];
    if (m->count == 0 || !c->solved || (!own_a->has_neighbours && !own_b->has_neighbours))
    {
        return false;
    }
    const Compound a = FNI(collider_compound)(own_a), b = FNI(collider_compound)(own_b);
    int32_t slots[2][IMPI_BESIDE_MOST], not_of = 0;
    edge_question q = {w,
                       {{0, 0}, NULL, NULL},
                       {side_of(own_a, &a, part_a, &w->bodies.data[c->body_a].pose, slots[0]),
                        side_of(own_b, &b, part_b, &w->bodies.data[c->body_b].pose, slots[1])},
                       (double)(IMPI_FLUSH * w->unit)};
    FNI(relative_poses)(c, &q.sides[0].at, &q.sides[1].at);
    bool own = is_own_manifold(&q, m, &not_of);
    if (!own && !find_own_manifold(&q, not_of, (double)FNI(world_near)(w), m))
    {
        memset(m, 0, sizeof *m);
    }
    return trim_manifold(&q, m) || !own;
}
