// SPDX-License-Identifier: MIT
//
// Internal edges between colliders (ghost collisions): floors of many tiles, each a collider or a body of its own.
//
// A feature of a part - a face, an edge, a vertex - has its own normals: those along which the part goes no farther. Where
// another part lies flush beside it, within IMPI_FLUSH, both have one surface, and only normals of that one are felt:
//
//     face             its normal, but where something continues above it: at the sides of tiles, and where a wall stands
//     edge and vertex  the normals between those of its faces, along which no neighbour goes on beyond: of a convex crease
//                      the arc between both faces, of a flat one their common normal, of a concave one none
//
//     manifold -> its points on the part -> neighbours there -> is the normal own at one of them? -> yes: it stays
//                                        -> no: of the normals of both parts that are own, the one of least penetration
//                                           along which they lie over each other; where there is none, no manifold: the
//                                           neighbour that the normal leads into has the contact
//
// One own point is enough: a wall that stands on a floor is felt by all of its face that is above the floor.
//
// That something came near is stored with a collider when either comes (neighbours.inl): one without neighbours is not
// asked, and the flag stays when neighbours leave. A neighbour counts if it moves as the collider does and collides with
// the other one, too: a floor that a body falls through does not carry it. So what a face has of its own differs by who
// comes to it, and with where on it: rows of bricks meet edges in their middle. Therefore the arcs themselves are not
// stored, but follow from geometry at the points of contact. One-way colliders have no internal edges: their ends let all
// through. Internal edges of one compound are those of compound_part3.c.
//
// Source: active edges (Bullet, Jolt) and Voronoi regions of features (Ericson 2005, 5.1).

#ifndef AXES
#error "internal_edges3.c has what differs: faces, directions along them, and normals of two parts"
#endif

// What is beside a contact is seen from this far off [IMPI_FLUSH].
#define EDGE_LOOK 8.0

// A neighbour goes on beyond a part if it rises more steeply than this.
#define EDGE_RISE 0x1p-12

// Depths that differ by less are the same [IMPI_FLUSH].
#define EDGE_NEAR 0x1p-4

// A cosine: such normals are the same, and such faces one plane.
#define EDGE_ALIKE (1.0 - 0x1p-21)

// One of two parts in contact: of a collider, or of a query, which has none.
typedef struct edge_side
{
    const Collider* collider;  // or null
    const Compound* compound;
    int32_t part;
    Pose pose;                     // of its body, in the world
    Pose at;                       // at the contact, relative to the origin of the manifold or the hit
    int32_t count;                 // neighbours
    int32_t* slots;                // room for IMPI_BESIDE_MOST
} edge_side;

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
           (other ? FNI(contact_in)(w, &w->awake, c, other) != NULL
                  : q->neighbours.counts(q->neighbours.context, c));
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

// Lists the neighbours of a side at some points of it: of a dynamic body its other colliders, else those in the index,
// by slot, as numbers of the index change when a world is loaded. What is out of range has none.
static void list_neighbours(const edge_question* q, edge_side* side, const DVec* points, int32_t point_count)
{
    const World* w = q->w;
    int32_t count = 0, first = w->bodies.data[side->collider->body].first;
    bool dynamic = w->bodies.data[side->collider->body].kind == IMP_BODY_DYNAMIC;
    side->count = 0;
    for (int32_t slot = dynamic ? first : -1; slot >= 0 && side->count < IMPI_BESIDE_MOST;
         slot = w->colliders.data[slot].next)
    {
        const Collider* c = &w->colliders.data[slot];
        side->slots[side->count] = slot;
        side->count += is_neighbour(q, side, c) && FNI(are_flush)(w, side->collider, c);
    }
    const Box box = box_of_points(q, side, points, point_count);
    if (dynamic || !FNI(vec_within)(box.lower, IMP_MAGNITUDE_MAX) || !FNI(vec_within)(box.upper, IMP_MAGNITUDE_MAX) ||
        FN(index_query_box)(w->fixed_index, &box, &q->neighbours.filter, side->slots, IMPI_BESIDE_MOST, &count))
    {
        return;
    }
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
    const Pose here = FN(pose_identity)();
    Vec nearest;
    float distance;
    if (FN(shape_closest)(shape, &here, FNI(vec_tidy)(point), &nearest, &distance))
    {
        return false;
    }
    DVec way = FNI(dsub)(FNI(dvec_of)(nearest), point);
    double gap = FNI(ddot)(way, along);
    DVec step = FNI(dadd_scaled)(way, along, -gap);
    return !(distance > 0.0f) || (fabs(gap) <= flush && FNI(ddot)(step, step) <= flush * flush);
}

// The same of an edge, whose faces tell the gap and the step: each of them is flush.
static bool is_near_edge(const Shape* shape, DVec point, double flush)
{
    const Pose here = FN(pose_identity)();
    Vec nearest;
    float distance;
    return !FN(shape_closest)(shape, &here, FNI(vec_tidy)(point), &nearest, &distance) &&
           (!(distance > 0.0f) || (double)distance * (double)distance <= 2.0 * flush * flush);
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
        const DBox box = {FNI(dsub)(there, look), FNI(dadd)(there, look)};
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

// Whether a normal is own at a point of an edge, or a face is bare there or beside.
static bool is_own_at(const edge_point* p, bool face)
{
    const Pose here = FN(pose_identity)();
    edge_point beside = *p;
    DVec along[EDGE_WAYS];
    Shape room;
    if (!face || !any_neighbour(p, covers))
    {
        return face || !any_neighbour(p, leads_into);
    }
    const Shape* part = FNI(part_ref)(p->side->compound, p->side->part, &room);
    ways_along_face(p->normal, along);
    for (int32_t k = 0; k < EDGE_WAYS; ++k)
    {
        Vec nearest;
        float distance;
        beside.at = FNI(dadd_scaled)(p->at, along[k], EDGE_LOOK * p->q->flush);
        if (!FN(shape_closest)(part, &here, FNI(vec_tidy)(beside.at), &nearest, &distance) &&
            (double)distance <= p->q->flush && !any_neighbour(&beside, covers))
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

// Whether a normal out of a side is own at one of some points of it. A normal that is not a face's belongs to the edge or
// vertex where it is deepest: other points are not on the surface of the side.
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
                       {{own_a, &a, part_a, w->bodies.data[c->body_a].pose, FN(pose_identity)(), 0, slots[0]},
                        {own_b, &b, part_b, w->bodies.data[c->body_b].pose, FN(pose_identity)(), 0, slots[1]}},
                       (double)(IMPI_FLUSH * w->unit)};
    FNI(relative_poses)(c, &q.sides[0].at, &q.sides[1].at);
    if (is_own_manifold(&q, m, &not_of))
    {
        return false;
    }
    if (!find_own_manifold(&q, not_of, (double)FNI(world_near)(w), m))
    {
        memset(m, 0, sizeof *m);
    }
    return true;
}

static bool is_hit(const Hit* hit)
{
    return hit->kind == IMP_SWEEP_HIT || hit->kind == IMP_SWEEP_TOUCH;
}

// Whether a hit of two parts is own of the one that stands.
static bool is_own_hit(edge_question* q, const CompoundMover* stands, const CompoundHit* hit)
{
    edge_side* side = &q->sides[0];
    side_points point;
    point.count = 1;
    point.at[0] = FNI(dvec_of)(hit->hit.point);
    point.depth[0] = 0.0f;
    side->part = hit->part_a;
    side->at = pose_of_hit(stands, hit->hit.time);
    return !may_have_edges(side) || is_own_of_side(q, side, FNI(dunit_of)(hit->hit.normal), point);
}

// Makes a hit that is not own the first one that is, or none.
static void skip_internal_edges(edge_question* q, const CompoundMover* stands, const CompoundMover* moves,
                                CompoundHit* hit)
{
    if (!q->sides[0].collider->has_neighbours || !is_hit(&hit->hit) || is_own_hit(q, stands, hit) ||
        hits_own_face(q, stands, moves, hit))
    {
        return;
    }
    find_own_hit(q, stands, moves, hit);
}

void FNI(edges_correct_cast)(const World* w, const Collider* c, const CompoundMover* stands,
                             const CompoundMover* moves, const EdgeNeighbours* has_neighbours, CompoundHit* hit)
{
    int32_t slots[IMPI_BESIDE_MOST];
    edge_question q = {w,
                       *has_neighbours,
                       {{c, stands->compound, 0, w->bodies.data[c->body].pose, stands->pose, 0, slots},
                        {NULL, moves->compound, 0, moves->pose, moves->pose, 0, NULL}},
                       (double)(IMPI_FLUSH * w->unit)};
    skip_internal_edges(&q, stands, moves, hit);
}

// A neighbour counts for a swept collider if the two may have a contact.
typedef struct fast_question
{
    World* w;
    const Collider* fast;
} fast_question;

static bool counts_for_fast(void* context, const Collider* neighbour)
{
    const fast_question* q = (const fast_question*)context;
    return FNI(may_meet)(q->w, q->fast, neighbour);
}

void FNI(edges_correct_sweep)(World* w, const Collider* c, const CompoundMover* stands, const Collider* fast,
                              const CompoundMover* moves, CompoundHit* hit)
{
    fast_question context = {w, fast};
    const EdgeNeighbours neighbours = {fast->filter, counts_for_fast, &context};
    FNI(edges_correct_cast)(w, c, stands, moves, &neighbours, hit);
}
