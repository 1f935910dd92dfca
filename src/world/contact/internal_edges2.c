// SPDX-License-Identifier: MIT
//
// Internal edges between colliders (ghost collisions): floors of many tiles, each a collider or a body of its own.
//
// Neighbours of a non-dynamic collider are found in the index of non-dynamic ones; those of a dynamic body in its list
// of colliders, as they lie side by side. Whether a neighbour is flush is decided by geometry (edge_query2.h). A collider
// remembers that something came near (has_neighbours): one without is not asked, and the flag stays when neighbours
// leave.
//
//     manifold or hit -> its line -> neighbours that cross the line, and count -> is the normal open among all of them?
//
// A neighbour counts if it moves as the collider does and collides with the other one, too: a floor that a body falls
// through does not carry it. One-way colliders have no internal edges: their ends let all through.
//
// Planar: an internal edge is a point of the outline here, and a line of the surface in space.

#include "../../broad/index2.h"
#include "../../math/trig.h"
#include "../../motion/one_way2.h"
#include "../../narrow/edge_query2.h"
#include "contact2.h"

#include <math.h>

#define SUNK 0.01f               // [length units]: a body that rests on something is not deeper in it
#define ALIKE (1.0f - 0x1p-17f)  // a cosine: such normals are the same

// Neighbours of a part that count, for all questions about it; and their boxes in the world.
typedef struct neighbour_list
{
    int32_t count;
    int32_t slots[IMPI_BESIDE_MOST];
    imp2_box boxes[IMPI_BESIDE_MOST];
} neighbour_list;

// One of two parts in contact: of a collider, or of a query, which has none.
typedef struct edge_side
{
    const imp2i_collider* collider;  // or null
    const imp2_compound* compound;
    int32_t part;
    imp2_pose pose;                    // in the world
    const neighbour_list* neighbours;  // or null if not listed
} edge_side;

typedef struct edge_question
{
    const imp2_world* w;
    edge_side sides[2];
    imp2_pose poses[2];  // at the contact, relative to the origin of the manifold or the hit
    imp2i_edge_neighbours has_neighbours;
    const imp2i_collider* fast;  // of a sweep: the collider that is swept; or null
} edge_question;

static bool may_have_edges(const edge_side* side)
{
    const imp2_shape* part = &side->compound->parts[side->part];
    return side->collider && side->collider->has_neighbours && !side->collider->sensor &&
           !imp2i_is_one_way(side->collider->one_way) && part->radius <= 0.0f && part->count > 1 &&
           !(side->neighbours && side->neighbours->count == 0);
}

static bool is_neighbour(const edge_question* q, bool of_b, const imp2i_collider* c)
{
    const imp2_world* w = q->w;
    const imp2i_collider* own = q->sides[of_b].collider;
    return c != own && !c->sensor && !imp2i_is_one_way(c->one_way) && c->number >= 0 &&
           imp2i_moves_alike(&w->bodies.data[own->body], &w->bodies.data[c->body]) &&
           q->has_neighbours.counts(q->has_neighbours.context, c);
}

static void add_neighbour(const edge_question* q, imp2i_edge_query* s, bool of_b, int32_t slot, const imp2i_dbox* box)
{
    const imp2i_collider* c = &q->w->colliders.data[slot];
    imp2_compound compound = q->fast ? imp2i_collider_swept(c) : imp2i_collider_compound(c);
    const imp2_pose* from = &q->sides[of_b].pose;
    imp2i_relative pose = imp2i_relative_of(imp2i_pose_a(from), imp2i_pose_b(from, &q->w->bodies.data[c->body].pose));
    imp2i_edge_query_add(s, of_b, &compound, &pose, box, -1);
}

// The world box around a box of a frame.
static imp2_box box_in_world(const imp2_pose* pose, const imp2i_dbox* box)
{
    imp2_box r = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    for (int k = 0; k < 4; ++k)
    {
        const imp2_vec corner = {(float)(k & 1 ? box->x1 : box->x0), (float)(k & 2 ? box->y1 : box->y0)};
        imp2_vec p = imp2_pose_apply(*pose, corner);
        r.lower.x = p.x < r.lower.x ? p.x : r.lower.x;
        r.lower.y = p.y < r.lower.y ? p.y : r.lower.y;
        r.upper.x = p.x > r.upper.x ? p.x : r.upper.x;
        r.upper.y = p.y > r.upper.y ? p.y : r.upper.y;
    }
    return r;
}

// Lists non-dynamic colliders in a box, sorted by slot: numbers of the index change when a world is loaded. Returns
// below 0 if there are too many, or the box is too far out.
static int32_t list_fixed(const edge_question* q, const imp2_box* box, int32_t* slots)
{
    const imp2_world* w = q->w;
    int32_t count = 0;
    if (!(box->lower.x <= box->upper.x && box->lower.y <= box->upper.y) ||
        imp2_index_query_box(w->fixed_index, box, &q->has_neighbours.filter, slots, IMPI_BESIDE_MOST, &count))
    {
        return -1;
    }
    for (int32_t i = 0; i < count; ++i)
    {
        int32_t slot = w->fixed_of.data[slots[i]], k = i;
        for (; k > 0 && slots[k - 1] > slot; --k)
        {
            slots[k] = slots[k - 1];
        }
        slots[k] = slot;
    }
    return count;
}

// Lists neighbours of a non-dynamic part, up to a distance. Returns false when they cannot be listed.
static bool list_neighbours(const edge_question* q, bool of_b, double distance, neighbour_list* out)
{
    const imp2_world* w = q->w;
    const edge_side* side = &q->sides[of_b];
    if (w->bodies.data[side->collider->body].kind == IMP_BODY_DYNAMIC)
    {
        return false;
    }
    imp2_box own = imp2i_part_box(side->compound, side->part);
    imp2i_dbox wide = {(double)own.lower.x - distance, (double)own.lower.y - distance, (double)own.upper.x + distance,
                       (double)own.upper.y + distance};
    imp2_box around = box_in_world(&side->pose, &wide);
    int32_t slots[IMPI_BESIDE_MOST], count = list_fixed(q, &around, slots);
    out->count = 0;
    for (int32_t i = 0; i < count; ++i)
    {
        const imp2i_collider* c = &w->colliders.data[slots[i]];
        imp2_thing thing;
        if (is_neighbour(q, of_b, c) && !imp2_index_get(w->fixed_index, c->fixed, &thing))
        {
            out->slots[out->count] = slots[i];
            out->boxes[out->count++] = thing.box;
        }
    }
    return count >= 0;
}

static void add_siblings(const edge_question* q, imp2i_edge_query* s, bool of_b, const imp2i_dbox* box)
{
    const imp2_world* w = q->w;
    const imp2i_collider* own = q->sides[of_b].collider;
    for (int32_t slot = w->bodies.data[own->body].first; slot >= 0; slot = w->colliders.data[slot].next)
    {
        const imp2i_collider* c = &w->colliders.data[slot];
        if (imp2i_are_flush(w, own, c) && is_neighbour(q, of_b, c))
        {
            add_neighbour(q, s, of_b, slot, box);
        }
    }
}

static void add_neighbours_of(const edge_question* q, imp2i_edge_query* s, bool of_b, const imp2i_dbox* box)
{
    const imp2_world* w = q->w;
    const edge_side* side = &q->sides[of_b];
    if (!may_have_edges(side))
    {
        return;
    }
    if (w->bodies.data[side->collider->body].kind == IMP_BODY_DYNAMIC)
    {
        add_siblings(q, s, of_b, box);
        return;
    }
    imp2_box around = box_in_world(&side->pose, box);
    const neighbour_list* listed = side->neighbours;
    for (int32_t i = 0; listed && i < listed->count; ++i)
    {
        if (imp2_box_overlap(listed->boxes[i], around))
        {
            add_neighbour(q, s, of_b, listed->slots[i], box);
        }
    }
    int32_t slots[IMPI_BESIDE_MOST], count = listed ? 0 : list_fixed(q, &around, slots);
    for (int32_t i = 0; i < count; ++i)
    {
        if (is_neighbour(q, of_b, &w->colliders.data[slots[i]]))
        {
            add_neighbour(q, s, of_b, slots[i], box);
        }
    }
}

static void start_seam(const edge_question* q, imp2i_edge_query* s)
{
    const edge_side *a = &q->sides[0], *b = &q->sides[1];
    imp2i_edge_query_start(s, &a->compound->parts[a->part], &q->poses[0], &b->compound->parts[b->part], &q->poses[1],
                           (double)(IMPI_FLUSH * q->w->unit));
}

// Whether a normal is active at an internal edge; if not, neighbours are gathered in s.
static bool is_active(const edge_question* q, imp2i_edge_query* s, imp2_vec normal)
{
    start_seam(q, s);
    for (int of_b = 0; of_b < 2; ++of_b)
    {
        if (may_have_edges(&q->sides[of_b]))
        {
            imp2i_dbox line = imp2i_edge_query_contact_box(s, normal, of_b);
            add_neighbours_of(q, s, of_b, &line);
        }
    }
    return !imp2i_edge_query_has_neighbours(s) || imp2i_edge_query_is_open(s, normal);
}

static void correct_manifold(const edge_question* q, imp2i_edge_query* s, float margin, imp2_manifold* m)
{
    const imp2i_relative here = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0};
    start_seam(q, s);
    imp2i_dbox boxes[2] = {imp2i_edge_query_reach_box(s, (double)margin, false),
                           imp2i_edge_query_reach_box(s, (double)margin, true)};
    for (int of_b = 0; of_b < 2; ++of_b)
    {
        const edge_side* side = &q->sides[of_b];
        if (side->compound->part_count > 1)
        {
            imp2i_edge_query_add(s, of_b, side->compound, &here, &boxes[of_b], side->part);
        }
        add_neighbours_of(q, s, of_b, &boxes[of_b]);
    }
    imp2i_edge_query_replace(s, margin, m);
    for (int of_b = 0; of_b < 2; ++of_b)
    {
        // A one-sided part is not active from its back, whatever its neighbours.
        const imp2_compound* c = q->sides[of_b].compound;
        const imp2_shape* part = &c->parts[q->sides[of_b].part];
        imp2_vec n = imp2_rot_apply_inverse(q->poses[of_b].q, m->normal);
        float along = n.x * part->normal_x[0] + n.y * part->normal_y[0];
        m->count = c->one_sided && !((of_b ? -along : along) > 0.0f) ? 0 : m->count;
    }
}

// A neighbour of one collider counts if it has a contact with the other one.
typedef struct contact_question
{
    const imp2_world* w;
    const imp2i_collider *a, *b;
} contact_question;

static bool counts_for_contact(void* context, const imp2i_collider* neighbour)
{
    const contact_question* q = (const contact_question*)context;
    return imp2i_contact_in(q->w, &q->w->awake, neighbour, neighbour->body == q->b->body ? q->a : q->b) != NULL;
}

// How far from a part neighbours may trim its manifold: they are asked at other times than it is, and their answer must
// hold as long as a manifold lasts.
static double reach_of_neighbours(const imp2_world* w)
{
    return (double)(w->solver.row_step.keep + 2.0f * IMPI_FLUSH * w->unit);
}

static bool may_trim_own(const edge_question* q, bool of_b, const imp2_manifold* m)
{
    const edge_side *a = &q->sides[0], *b = &q->sides[1];
    imp2i_compound_pair c = imp2i_compound_pair_of(a->compound, &q->poses[0], b->compound, &q->poses[1]);
    return imp2i_edge_query_may_trim(&c, a->part, b->part, of_b, m);
}

// Trims points from a manifold that neighbours of a side answer for: parts of its own compound, or other colliders.
static bool trim_side(const edge_question* q, bool of_b, bool own, imp2_manifold* m)
{
    const imp2i_relative here = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0};
    const edge_side* side = &q->sides[of_b];
    const imp2_shape* part = &side->compound->parts[side->part];
    bool sharp = part->radius <= 0.0f && part->count > 1;
    if (m->count == 0 || !(own ? sharp && side->compound->part_count > 1 : may_have_edges(side)))
    {
        return false;
    }
    if (own && !may_trim_own(q, of_b, m))
    {
        return false;
    }
    double reach = own ? 0.0 : reach_of_neighbours(q->w);
    imp2i_edge_query seam;
    start_seam(q, &seam);
    seam.pair.flush = own ? 0.0 : seam.pair.flush;
    imp2i_dbox ends = imp2i_edge_query_face_box(&seam, m->normal, of_b, reach);
    if (own)
    {
        imp2i_edge_query_add(&seam, of_b, side->compound, &here, &ends, side->part);
    }
    else
    {
        add_neighbours_of(q, &seam, of_b, &ends);
    }
    return imp2i_edge_query_has_neighbours(&seam) && imp2i_edge_query_trim(&seam, of_b, reach, m);
}

static bool trim_manifold(const edge_question* q, imp2_manifold* m)
{
    bool trimmed = false;
    for (int k = 0; k < 4; ++k)
    {
        trimmed |= trim_side(q, k & 1, k & 2, m);
    }
    return trimmed;
}

bool imp2i_edges_correct_contact(imp2_world* w, const imp2i_contact* c, int32_t part_a, int32_t part_b,
                                 imp2_manifold* m)
{
    contact_question contact = {w, &w->colliders.data[c->collider_a], &w->colliders.data[c->collider_b]};
    if (m->count == 0 || !c->solved || (!contact.a->has_neighbours && !contact.b->has_neighbours && c->convex))
    {
        return false;
    }
    const imp2_compound a = imp2i_collider_compound(contact.a), b = imp2i_collider_compound(contact.b);
    edge_question q = {.w = w,
                       .sides = {{contact.a, &a, part_a, w->bodies.data[c->body_a].pose, NULL},
                                 {contact.b, &b, part_b, w->bodies.data[c->body_b].pose, NULL}},
                       .poses = {{{0.0f, 0.0f}, c->poses.turn_a}, {c->poses.between, c->poses.turn_b}},
                       .has_neighbours = {{0, 0}, counts_for_contact, &contact}};
    q.poses[1].p.x = impi_tidy(q.poses[1].p.x);
    q.poses[1].p.y = impi_tidy(q.poses[1].p.y);
    imp2i_edge_query seam;
    bool changed = false;
    neighbour_list neighbours[2];
    double margin = (double)imp2i_world_near(w), reach = reach_of_neighbours(w);
    for (int of_b = 0; of_b < 2; ++of_b)
    {
        double distance = (reach > margin ? reach : margin) + (double)(4.0f * IMPI_FLUSH * w->unit);
        if (may_have_edges(&q.sides[of_b]) && list_neighbours(&q, of_b, distance, &neighbours[of_b]))
        {
            q.sides[of_b].neighbours = &neighbours[of_b];
        }
    }
    if (may_have_edges(&q.sides[0]) || may_have_edges(&q.sides[1]))
    {
        changed = !is_active(&q, &seam, m->normal);
        if (changed)
        {
            correct_manifold(&q, &seam, imp2i_world_near(w), m);
        }
        else
        {
            changed = imp2i_edge_query_has_neighbours(&seam) &&
                      imp2i_edge_query_align(&seam, seam.b.compound.part_count > 1, imp2i_world_near(w), m);
        }
    }
    return trim_manifold(&q, m) || changed;
}

// The height of A's surface along the normal, at the only point of a manifold.
static float surface_height(const imp2_manifold* m)
{
    return imp2_vec_dot(m->points[0].point, m->normal) + 0.5f * m->points[0].depth;
}

bool imp2i_edges_may_join(const imp2i_contact* c)
{
    return c->corrected && c->cache.manifold.count == 1;
}

bool imp2i_edges_join(const imp2_world* w, int slider, imp2_part_manifold* m, const imp2_part_manifold* other)
{
    (void)slider;
    imp2_manifold *p = &m->manifold, q = other->manifold;
    if (p->count != 1 || q.count != 1 || p->points[0].id == q.points[0].id || imp2i_is_carried_point(p->points[0].id) ||
        imp2i_is_carried_point(q.points[0].id) || imp2_vec_dot(p->normal, q.normal) < ALIKE ||
        fabsf(surface_height(p) - surface_height(&q)) > IMPI_FLUSH * w->unit)
    {
        return false;
    }
    int32_t first = q.points[0].id < p->points[0].id;
    p->points[1] = p->points[0];
    p->points[1 - first] = q.points[0];
    p->count = 2;
    p->depth = p->points[0].depth > p->points[1].depth ? p->points[0].depth : p->points[1].depth;
    return true;
}

// The pose of a mover at a time.
static imp2_pose pose_of_hit(const imp2_compound_mover* m, float time)
{
    imp2_pose r = m->pose;
    r.p.x = impi_tidy(m->pose.p.x + m->motion.x * time);
    r.p.y = impi_tidy(m->pose.p.y + m->motion.y * time);
    if (m->turn != 0.0f)
    {
        double s, c;
        impi_sincos_d((double)m->turn * (double)time, &s, &c);
        r.q.c = impi_tidy((float)(c * m->pose.q.c - s * m->pose.q.s));
        r.q.s = impi_tidy((float)(s * m->pose.q.c + c * m->pose.q.s));
    }
    return r;
}

static bool is_hit(const imp2_hit* hit)
{
    return hit->kind == IMP_SWEEP_HIT || hit->kind == IMP_SWEEP_TOUCH;
}

// Whether a hit of two parts is active among neighbours, and with own among the other parts of the collider.
static bool is_hit_active(edge_question* q, const imp2_compound_mover* mover_a, const imp2_compound_mover* mover_b,
                          const imp2_compound_hit* hit, bool own)
{
    const imp2i_relative here = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0};
    imp2i_edge_query seam;
    q->sides[0].part = hit->part_a;
    q->sides[1].part = hit->part_b;
    q->poses[0] = pose_of_hit(mover_a, hit->hit.time);
    q->poses[1] = pose_of_hit(mover_b, hit->hit.time);
    if (!may_have_edges(&q->sides[0]))
    {
        return true;
    }
    start_seam(q, &seam);
    imp2i_dbox line = imp2i_edge_query_contact_box(&seam, hit->hit.normal, false);
    if (own)
    {
        imp2i_edge_query_add(&seam, false, mover_a->compound, &here, &line, hit->part_a);
    }
    add_neighbours_of(q, &seam, false, &line);
    imp2i_edge_query_drop_overlapping(&seam, &line);
    return !imp2i_edge_query_has_neighbours(&seam) || imp2i_edge_query_is_deeper(&seam, (double)(SUNK * q->w->unit)) ||
           imp2i_edge_query_is_open(&seam, hit->hit.normal);
}

// The first active hit of any two parts.
static void find_active(edge_question* q, const imp2_compound_mover* mover_a, const imp2_compound_mover* mover_b,
                        imp2_compound_hit* first)
{
    const imp2_compound_hit none = {.hit = {.kind = IMP_SWEEP_NEVER}};
    *first = none;
    for (int32_t i = 0; i < mover_a->compound->part_count; ++i)
    {
        for (int32_t j = 0; j < mover_b->compound->part_count; ++j)
        {
            const imp2_mover a = {&mover_a->compound->parts[i], mover_a->pose, mover_a->motion, mover_a->turn};
            const imp2_mover b = {&mover_b->compound->parts[j], mover_b->pose, mover_b->motion, mover_b->turn};
            imp2_compound_hit hit = {.part_a = i, .part_b = j};
            bool turns = a.turn != 0.0f || b.turn != 0.0f;
            if (!(turns ? imp2_time_of_impact(&a, &b, &hit.hit) : imp2_sweep(&a, &b, &hit.hit)) && is_hit(&hit.hit) &&
                (!is_hit(&first->hit) || hit.hit.time < first->hit.time) &&
                is_hit_active(q, mover_a, mover_b, &hit, true))
            {
                *first = hit;
            }
        }
    }
}

// The velocity of a point of a mover.
static imp2_vec velocity_of_mover(const imp2_compound_mover* m, const imp2_pose* pose, imp2_vec point)
{
    return imp2_vec_add(m->motion, imp2_vec_scale(imp2_vec_left(imp2_vec_sub(point, pose->p)), m->turn));
}

// A hit at an inclined joint may come to a side that ends there: then it becomes a hit with that side. Returns whether
// there is one, and it is active.
static bool hits_side(edge_question* q, const imp2_compound_mover* mover_a, const imp2_compound_mover* mover_b,
                      imp2_compound_hit* hit)
{
    imp2i_outline o = imp2i_outline_of(&mover_a->compound->parts[hit->part_a]);
    const imp2_pose pose = pose_of_hit(mover_a, hit->hit.time), other = pose_of_hit(mover_b, hit->hit.time);
    imp2_vec closing = imp2_vec_sub(velocity_of_mover(mover_b, &other, hit->hit.point),
                                    velocity_of_mover(mover_a, &pose, hit->hit.point));
    float flush = IMPI_FLUSH * q->w->unit;
    for (int32_t i = 0; i < o.sides; ++i)
    {
        int32_t next = i + 1 < o.sides ? i + 1 : 0;
        const imp2_vec from = {o.x[i], o.y[i]}, to = {o.x[next], o.y[next]}, side = {o.normal_x[i], o.normal_y[i]};
        imp2_vec at = imp2_vec_sub(hit->hit.point, imp2_pose_apply(pose, from)), normal = imp2_rot_apply(pose.q, side);
        imp2_vec along = imp2_rot_apply(pose.q, imp2_vec_sub(to, from));
        float length = imp2_vec_dot(along, along), position = imp2_vec_dot(at, along), most = flush * sqrtf(length);
        imp2_compound_hit as = *hit;
        as.hit.normal = normal;
        if (length > 0.0f && fabsf(imp2_vec_dot(at, normal)) <= flush && position >= -most &&
            position <= length + most && imp2_vec_dot(closing, normal) < 0.0f &&
            is_hit_active(q, mover_a, mover_b, &as, false))
        {
            *hit = as;
            return true;
        }
    }
    return false;
}

static void skip_internal_edges(edge_question* q, const imp2_compound_mover* mover_a,
                                const imp2_compound_mover* mover_b, imp2_compound_hit* hit)
{
    const imp2_compound_hit none = {.hit = {.kind = IMP_SWEEP_NEVER}};
    if (!q->sides[0].collider->has_neighbours || !is_hit(&hit->hit) || is_hit_active(q, mover_a, mover_b, hit, false))
    {
        return;
    }
    if (q->fast && hits_side(q, mover_a, mover_b, hit))
    {
        return;
    }
    if (mover_a->compound->part_count == 1 && mover_b->compound->part_count == 1)
    {
        *hit = none;
    }
    else
    {
        find_active(q, mover_a, mover_b, hit);
    }
}

void imp2i_edges_correct_cast(const imp2_world* w, const imp2i_collider* c, const imp2_compound_mover* mover_a,
                              const imp2_compound_mover* mover_b, const imp2i_edge_neighbours* has_neighbours,
                              imp2_compound_hit* hit)
{
    edge_question q = {.w = w,
                       .sides = {{c, mover_a->compound, 0, w->bodies.data[c->body].pose, NULL},
                                 {NULL, mover_b->compound, 0, mover_b->pose, NULL}},
                       .has_neighbours = *has_neighbours};
    skip_internal_edges(&q, mover_a, mover_b, hit);
}

// A neighbour counts for a swept collider if the two may have a contact.
typedef struct fast_question
{
    imp2_world* w;
    const imp2i_collider* fast;
} fast_question;

static bool counts_for_fast(void* context, const imp2i_collider* neighbour)
{
    const fast_question* q = (const fast_question*)context;
    return imp2i_may_meet(q->w, q->fast, neighbour);
}

void imp2i_edges_correct_sweep(imp2_world* w, const imp2i_collider* c, const imp2_compound_mover* mover_a,
                               const imp2i_collider* fast, const imp2_compound_mover* mover_b, imp2_compound_hit* hit)
{
    fast_question context = {w, fast};
    edge_question q = {.w = w,
                       .sides = {{c, mover_a->compound, 0, w->bodies.data[c->body].pose, NULL},
                                 {NULL, mover_b->compound, 0, mover_b->pose, NULL}},
                       .has_neighbours = {fast->filter, counts_for_fast, &context},
                       .fast = fast};
    skip_internal_edges(&q, mover_a, mover_b, hit);
}
