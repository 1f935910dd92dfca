// SPDX-License-Identifier: MIT
//
// Manifold reduction across joints: a body that slides over many tiles has the points and impulses as on one.
//
//     a manifold expires -> contacts of its slider with neighbours -> vertex impulses -> manifolds (collide.inl)
//                        -> points take the impulse of their vertex -> all points on one plane are one row
//
// A manifold that expires takes along its slider's contacts with possible neighbours, so that their manifolds are of
// one moment and one pose. Warm-start impulses belong to vertices of the slider: a vertex that goes from tile to tile
// keeps the impulse that holds it up. Otherwise it would sink and be pushed out again at every joint, and friction
// follows that.
//
// A body across a joint has points on each of two tiles, and all are points of one row: points of a row are solved
// together, and have one friction, so two rows come to other impulses, and a body that lands tumbles on otherwise. One
// contact has the row, with the extreme points of all, and the others are for touch events only. Contacts that share
// a row are a ring: each names the carrier of the next (merged). Where they are two with a point each, each reports
// its own point and impulse; else the one with the row reports all, and the others have no impulse.

#ifndef AXES
#include "contact2.h"
#include <string.h>

#include "../../math/dim2.h"
#endif

#define ALONG (1.0f - 0x1p-10f)  // a cosine: an impulse is kept for such normals

static int32_t slider_of(const Contact* c)
{
    return c->slider > 0 ? c->collider_b : c->collider_a;
}

static int32_t carrier_of(const Contact* c)
{
    return c->slider > 0 ? c->collider_a : c->collider_b;
}

bool FNI(has_siblings)(const World* w, const Contact* c)
{
    return c->slider >= 0 && w->colliders.data[carrier_of(c)].has_neighbours;
}

// The index of the slider's contact with another collider in a list, or below 0.
static int32_t contact_beside(const World* w, const impi_contact_list* list, const Contact* c, int32_t beside)
{
    int32_t at = FNI(contact_at)(list, &w->colliders.data[beside], &w->colliders.data[slider_of(c)]);
    return at >= 0 && list->data[at].slot >= 0 ? at : -1;
}

// Lists the slider's contacts with other non-dynamic colliders, by index. Returns how many; none if too many.
static int32_t list_siblings(const World* w, const impi_contact_list* list, const Contact* c, int32_t* found)
{
    const Collider* slider = &w->colliders.data[slider_of(c)];
    int32_t numbers[IMPI_BESIDE_MOST], near = 0, count = 0;
    Box box;
    if (FNI(collider_bounds)(slider, &w->sims.data[slider->body].pose, &box))
    {
        return 0;
    }
    box = FNI(world_box)(w, box);
    if (FN(index_query_box)(w->fixed_index, &box, NULL, numbers, IMPI_BESIDE_MOST, &near))
    {
        return 0;
    }
    for (int32_t i = 0; i < near; ++i)
    {
        int32_t at = contact_beside(w, list, c, w->fixed_of.data[numbers[i]]);
        const Contact* other = at < 0 ? c : &w->contacts.data[list->data[at].slot];
        if (other != c && other->slider >= 0)
        {
            found[count++] = at;
        }
    }
    return count;
}

// The slider's contact with another carrier, if that shares a row, or null.
static impi_contact_key* merged_key(const World* w, const Contact* c, int32_t carrier)
{
    const impi_contact_list* lists[2] = {&w->awake, &w->asleep};
    for (int k = 0; k < 2 && carrier >= 0; ++k)
    {
        int32_t at = contact_beside(w, lists[k], c, carrier);
        const Contact* merged = at < 0 ? NULL : &w->contacts.data[lists[k]->data[at].slot];
        if (merged && merged->slider >= 0 && merged->merged >= 0 && slider_of(merged) == slider_of(c))
        {
            return &lists[k]->data[at];
        }
    }
    return NULL;
}

// The one contact that shares a row with this one, or null.
static Contact* merged_contact(const World* w, const Contact* c)
{
    const impi_contact_key* key = merged_key(w, c, c->merged);
    Contact* merged = key ? &w->contacts.data[key->slot] : NULL;
    return merged && merged->merged == carrier_of(c) ? merged : NULL;
}

// Which point of a row with two belongs to the contact that is for touch events only, and which of that one's it is;
// or below 0.
static int32_t point_of_merged(const Contact* row, const Contact* carried, int32_t* own)
{
    const Manifold *m = &row->cache.manifold, *from = &carried->cache.manifold;
    bool both = row->manifold_count == 1 && m->count == 2 && carried->manifold_count == 1;
    int32_t at = -1;
    for (int32_t k = 0; k < m->count && both; ++k)
    {
        for (int32_t i = 0; i < from->count && at < 0; ++i)
        {
            at = FNI(has_same_features)(m->points[k].id, from->points[i].id) ? k : -1;
            *own = i;
        }
    }
    return at;
}

// Makes a contact be collided again in this step, at the poses of its bodies then.
static void expire(World* w, impi_contact_key* key)
{
    Contact* c = &w->contacts.data[key->slot];
    c->made = false;
    c->merged = -1;
    key->has_rows = false;
    FNI(lane_renew)(w, &c->cache);
}

void FNI(merged_row_expire)(World* w, Contact* c)
{
    int32_t next = c->merged;
    c->merged = -1;
    for (impi_contact_key* key; (key = merged_key(w, c, next)) != NULL;)
    {
        next = w->contacts.data[key->slot].merged;
        expire(w, key);
        c->made = false;
    }
}

static bool may_merge(const World* w, const Contact* c)
{
    return c->cache.manifold.count > 0 && c->merged < 0 && c->solved && !c->one_way && !w->hooks.pre_solve &&
           FNI(has_siblings)(w, c) && c->manifold_count == 1 && !FNI(is_carried)(c, &c->cache) &&
           !FNI(may_be_swept)(w, c);
}

static bool are_belts_alike(const World* w, const Contact* c, const Contact* other)
{
    return (!c->belted && !other->belted) || FNI(vec_equal)(FNI(belt_between)(w, c), FNI(belt_between)(w, other));
}

static bool may_share_row(const World* w, const Contact* c, const Contact* other)
{
    return c->slider == other->slider && !FNI(contact_bends)(w, c) && !FNI(contact_bends)(w, other) &&
           are_belts_alike(w, c, other) &&
           memcmp(&c->surface, &other->surface, sizeof c->surface) == 0 &&
           FNI(moves_alike)(&w->bodies.data[w->colliders.data[carrier_of(c)].body],
                            &w->bodies.data[w->colliders.data[carrier_of(other)].body]);
}

// The point of a manifold that another one has taken from it, or -1.
static int32_t point_taken(const Manifold* from, const Manifold* m, int32_t k)
{
    for (int32_t i = 0; i < from->count; ++i)
    {
        if (from->points[i].id == m->points[k].id && FNI(vec_equal)(from->points[i].point, m->points[k].point))
        {
            return i;
        }
    }
    return -1;
}

// The sum of levers of two rows, in the axes of a third one.
static Spin sum_in_row(const Cache* t, const Cache* a, Spin lever_a, const Cache* b, Spin lever_b)
{
    Spin sum =
        FNI(spin_add)(FNI(out_of_row)(lever_a, a->manifold.normal), FNI(out_of_row)(lever_b, b->manifold.normal));
    return FNI(in_row)(sum, t->manifold.normal);
}

// Merges the points of both into the manifold of the row, if they are on one straight face. Points are relative to A's
// origin.
static bool merge_rows(World* w, Contact* row, Contact* carried)
{
    Vec shift = FN(vec_sub)(row->poses.between, carried->poses.between);
    PartManifold m = {row->cache.part_a, row->cache.part_b, row->cache.manifold},
                 other = {0, 0, carried->cache.manifold};
    for (int32_t k = 0; k < other.manifold.count && row->slider > 0; ++k)
    {
        other.manifold.points[k].point = FN(vec_add)(other.manifold.points[k].point, shift);
    }
    if (!FNI(edges_join)(w, row, &m, &other))
    {
        return false;
    }
    Cache *t = &row->cache, *from = &carried->cache;
    const Cache own = *t;
    t->manifold = m.manifold;
    memset(&t->impulses, 0, sizeof t->impulses);
    for (int32_t k = 0; k < m.manifold.count; ++k)
    {
        int32_t kept = point_taken(&own.manifold, &m.manifold, k);
        int32_t taken = kept < 0 ? point_taken(&other.manifold, &m.manifold, k) : kept;
        const Cache* source = kept < 0 ? from : &own;
        t->depth[k] = source->depth[taken];
        t->impulses.normal[k] = source->impulses.normal[taken];
        t->impulses.total[k] = source->impulses.total[taken];
    }
    t->impulses.tangent = sum_in_row(t, &own, own.impulses.tangent, from, from->impulses.tangent);
    t->impulses.side_total = sum_in_row(t, &own, own.impulses.side_total, from, from->impulses.side_total);
    t->impulses.rolling = sum_in_row(t, &own, own.impulses.rolling, from, from->impulses.rolling);
    for (int32_t k = 0; k < from->manifold.count; ++k)
    {
        from->manifold.points[k].id = FNI(id_carried)(from->manifold.points[k].id);
    }
    memset(&from->impulses, 0, sizeof from->impulses);
    carried->merged = row->merged >= 0 ? row->merged : carrier_of(row);
    row->merged = carrier_of(carried);
    row->corrected = carried->corrected = true;
    FNI(lane_renew)(w, t);
    return true;
}

static imp_status merge_siblings(World* w, const impi_contact_list* list, int32_t at)
{
    Contact* c = &w->contacts.data[list->data[at].slot];
    int32_t siblings[IMPI_BESIDE_MOST], count = may_merge(w, c) ? list_siblings(w, list, c, siblings) : 0;
    bool takes = true;
    for (int32_t i = 0; i < count && takes; ++i)
    {
        Contact* other = &w->contacts.data[list->data[siblings[i]].slot];
        bool first = at < siblings[i];
        if (may_merge(w, other) && may_share_row(w, c, other) && merge_rows(w, first ? c : other, first ? other : c))
        {
            takes = first;
        }
    }
    return IMP_OK;
}

// The vertex of the slider at a point, without an impulse; -1 for none.
static VertexImpulse vertex_at(const Contact* c, const Cache* t, int32_t k)
{
    Vec n = t->manifold.normal;
    int32_t vertex, side;
    bool has = FNI(is_vertex_of)(t->manifold.points[k].id, c->slider > 0, &vertex, &side);
    VertexImpulse r = {.collider = slider_of(c), .vertex = has ? vertex : -1};
    r.part = c->slider > 0 ? t->part_b : t->part_a;
    r.normal = c->slider > 0 ? n : FN(vec_negate)(n);
    return r;
}

static bool is_same_vertex(const VertexImpulse* a, const VertexImpulse* b)
{
    return a->part == b->part && a->vertex == b->vertex && FN(vec_dot)(a->normal, b->normal) > ALONG;
}

imp_status FNI(merge_note)(World* w, const Contact* c)
{
    for (const Cache* t = c->manifold_count > 0 && c->slider >= 0 ? &c->cache : NULL; t; t = FNI(next_cache)(w, c, t))
    {
        if (impi_array_reserve(&w->collide.vertex_impulses, &w->allocator,
                               (int64_t)w->collide.vertex_impulses.count + DIMI(POINTS)))
        {
            return impi_error(IMP_ERR_MEMORY, 0);
        }
        const RowImpulses now = FNI(impulses_now)(w, t);
        for (int32_t k = 0; k < t->manifold.count; ++k)
        {
            VertexImpulse b = vertex_at(c, t, k);
            if (b.vertex >= 0 && now.normal[k] > 0.0f)
            {
                int32_t* last = &w->colliders.data[b.collider].last_impulse;
                b.impulse = now.normal[k];
                b.tangent = FNI(spin_scale)(FNI(out_of_row)(now.tangent, t->manifold.normal),
                                            now.normal[k] / FNI(sum_of_points)(now.normal));
                b.next = *last;
                w->collide.vertex_impulses.data[w->collide.vertex_impulses.count++] = b;
                *last = w->collide.vertex_impulses.count;
            }
        }
    }
    return IMP_OK;
}

// Gives points without an impulse that of their vertex. If another contact still has it, that is too much at first,
// which the first pass over the rows corrects.
static void take_vertex_impulses(const World* w, const Contact* c, Cache* t)
{
    for (int32_t k = 0; k < t->manifold.count; ++k)
    {
        const VertexImpulse own = vertex_at(c, t, k);
        bool wants = own.vertex >= 0 && !(t->impulses.normal[k] > 0.0f);
        for (int32_t i = w->colliders.data[own.collider].last_impulse; wants && i > 0;
             i = w->collide.vertex_impulses.data[i - 1].next)
        {
            const VertexImpulse* b = &w->collide.vertex_impulses.data[i - 1];
            if (is_same_vertex(b, &own))
            {
                t->impulses.normal[k] = b->impulse;
                Spin tangent = FNI(in_row)(b->tangent, t->manifold.normal);
                t->impulses.tangent = FNI(spin_add)(t->impulses.tangent, tangent);
                wants = false;
            }
        }
    }
}

// Expires the slider's contacts with all neighbours, if they have manifolds.
static void expire_siblings(World* w, const impi_contact_list* list, const Contact* c)
{
    int32_t siblings[IMPI_BESIDE_MOST], count = list_siblings(w, list, c, siblings);
    for (int32_t i = 0; i < count; ++i)
    {
        int32_t at = siblings[i];
        Contact* other = &w->contacts.data[list->data[at].slot];
        if (other->made && other->manifold_count > 0)
        {
            uint32_t bit = 1u << at % IMPI_WORD;
            expire(w, &list->data[at]);
            FNI(note_poses)(w, other);
            w->collide.unsettled.data[at / IMPI_WORD] |= bit;
            w->collide.stirred.data[at / IMPI_WORD] |= bit;
            w->collide.parted.data[at / IMPI_WORD] |= bit;
        }
    }
}

// Visits each contact of a list that is in w->collide.parted. Returns IMP_OK or the status of a visit.
static imp_status for_each_parted(World* w, const impi_contact_list* list,
                                  imp_status (*visit)(World* w, const impi_contact_list* list, int32_t at))
{
    imp_status status = IMP_OK;
    for (int32_t word = 0; word * IMPI_WORD < list->count && !status; ++word)
    {
        for (uint32_t bits = w->collide.parted.data[word]; bits != 0 && !status; bits &= bits - 1)
        {
            status = visit(w, list, word * IMPI_WORD + impi_lowest_bit(bits));
        }
    }
    return status;
}

static imp_status expire_around(World* w, const impi_contact_list* list, int32_t at)
{
    const Contact* c = &w->contacts.data[list->data[at].slot];
    if (FNI(has_siblings)(w, c))
    {
        expire_siblings(w, list, c);
    }
    return IMP_OK;
}

static imp_status note_impulses(World* w, const impi_contact_list* list, int32_t at)
{
    Contact* c = &w->contacts.data[list->data[at].slot];
    FNI(merged_row_expire)(w, c);
    return FNI(merge_note)(w, c);
}

static imp_status restore_impulses(World* w, const impi_contact_list* list, int32_t at)
{
    Contact* c = &w->contacts.data[list->data[at].slot];
    for (Cache* t = c->manifold_count > 0 && c->slider >= 0 ? &c->cache : NULL; t; t = FNI(next_cache)(w, c, t))
    {
        take_vertex_impulses(w, c, t);
    }
    return IMP_OK;
}

imp_status FNI(merge_begin)(World* w, const impi_contact_list* list)
{
    (void)for_each_parted(w, list, expire_around);
    return for_each_parted(w, list, note_impulses);
}

void FNI(merge_end)(World* w, const impi_contact_list* list)
{
    (void)for_each_parted(w, list, restore_impulses);
    (void)for_each_parted(w, list, merge_siblings);
    for (int32_t i = 0; i < w->collide.vertex_impulses.count; ++i)
    {
        w->colliders.data[w->collide.vertex_impulses.data[i].collider].last_impulse = 0;
    }
    w->collide.vertex_impulses.count = 0;
}

// Reports the contact's own point of a shared row, wherever that is solved.
static void report_own_point(const World* w, const Contact* c, WorldContact* seen)
{
    const Contact* merged = c->corrected && c->merged >= 0 ? merged_contact(w, c) : NULL;
    bool carried = FNI(is_carried)(c, &c->cache);
    int32_t own = 0;
    int32_t k = !merged ? -1 : carried ? point_of_merged(merged, c, &own) : point_of_merged(c, merged, &own);
    if (k < 0)
    {
        return;
    }
    if (carried)
    {
        const Cache row = FNI(cache_now)(w, &merged->cache);
        seen->manifold.points[0] = seen->manifold.points[own];
        seen->manifold.points[0].id = row.manifold.points[k].id;
        seen->manifold.depth = seen->manifold.points[0].depth;
        seen->manifold.count = 1;
        seen->normal_impulse[0] = row.impulses.total[k];
        seen->tangent_impulse[0] = FNI(friction_at)(&row, k);
        return;
    }
    seen->manifold.points[0] = seen->manifold.points[1 - k];
    seen->manifold.depth = seen->manifold.points[0].depth;
    seen->manifold.count = 1;
    seen->normal_impulse[0] = seen->normal_impulse[1 - k];
    seen->tangent_impulse[0] = seen->tangent_impulse[1 - k];
    seen->normal_impulse[1] = 0.0f;
    seen->tangent_impulse[1] = FNI(spin_none)();
}

WorldContact FNI(contact_seen)(const World* w, const Contact* c, const Cache* t)
{
    const Cache seen = FNI(cache_seen)(w, c, t);
    WorldContact r = {.a = c->handle_a, .b = c->handle_b, .manifold = seen.manifold};
    r.manifold.depth += c->deep;
    for (int32_t k = 0; k < seen.manifold.count; ++k)
    {
        r.manifold.points[k].depth += c->deep;
        Vec* point = &r.manifold.points[k].point;
        *point = FN(vec_add)(*point, w->sims.data[c->body_a].pose.p);
        r.normal_impulse[k] = seen.impulses.total[k];
        r.tangent_impulse[k] = FNI(friction_at)(&seen, k);
    }
    report_own_point(w, c, &r);
    return r;
}
