// SPDX-License-Identifier: MIT
//
// Contacts of a world of the plane that share a row: what lies across a joint of two tiles has a point on each, and both
// are solved as the two points of one floor.
//
//     P: one point  \        P: both points, a row             each made anew, or ended
//                    > join                          > split  ------------------------->  P, Q: one point each
//     Q: one point  /        Q: told that it touches
//
// Two rows of a point each come to other impulses: points of a row are solved together, and have one friction. So a box
// that lands on tiles would turn off otherwise than from one floor, and where it tumbles to is another place then.
//
// Both manifolds are made at the same place, so that the points of one can be those of the other; if one is made anew, so
// is its mate. Each point is told of the collider on which it is, with its own impulse.

#include "touch2.h"

#include <string.h>

static bool has_same_features(uint32_t id, uint32_t other)
{
    return ((id ^ other) & UINT32_MAX >> 2) == 0;
}

static int32_t sliding(const imp2i_contact* c)
{
    return c->slider > 0 ? c->collider_b : c->collider_a;
}

static int32_t carrying(const imp2i_contact* c)
{
    return c->slider > 0 ? c->collider_a : c->collider_b;
}

bool imp2i_is_lone(const imp2_world* w, const imp2i_contact* c)
{
    return c->mended && c->mate < 0 && c->solved && c->slider >= 0 && !c->one_way && !w->hooks.pre_solve &&
           w->colliders.data[carrying(c)].company && c->touch_count == 1 && c->touch.manifold.count == 1 &&
           !imp2i_is_carried(c, &c->touch) && !imp2i_may_hurry(w, c);
}

// Where the contact of a collider and the one that slides in another contact is in a list, or below 0.
static int32_t contact_beside(const imp2_world* w, const impi_contact_list* list, const imp2i_contact* c,
                              int32_t beside)
{
    int32_t at = imp2i_contact_at(list, &w->colliders.data[beside], &w->colliders.data[sliding(c)]);
    return at >= 0 && list->data[at].place >= 0 ? at : -1;
}

// The same of its mate.
static int32_t mate_in(const imp2_world* w, const impi_contact_list* list, const imp2i_contact* c)
{
    int32_t at = c->mate < 0 ? -1 : contact_beside(w, list, c, c->mate);
    const imp2i_contact* mate = at < 0 ? NULL : &w->contacts.data[list->data[at].place];
    return mate && mate->slider >= 0 && mate->mate == carrying(c) && sliding(mate) == sliding(c) ? at : -1;
}

imp2i_contact* imp2i_mate_of(const imp2_world* w, const imp2i_contact* c)
{
    const impi_contact_list* lists[2] = {&w->awake, &w->asleep};
    for (int k = 0; k < 2; ++k)
    {
        int32_t at = mate_in(w, lists[k], c);
        if (at >= 0)
        {
            return &w->contacts.data[lists[k]->data[at].place];
        }
    }
    return NULL;
}

int32_t imp2i_point_of_mate(const imp2i_contact* row, const imp2i_contact* told)
{
    const imp2_manifold* m = &row->touch.manifold;
    bool both = row->touch_count == 1 && m->count == 2 && told->touch_count == 1 && told->touch.manifold.count == 1;
    for (int32_t k = 0; k < m->count && both; ++k)
    {
        if (has_same_features(m->points[k].id, told->touch.manifold.points[0].id))
        {
            return k;
        }
    }
    return -1;
}

static float share_of(float part, float whole)
{
    return whole > 0.0f ? part / whole : 0.0f;
}

// Point k of a row goes back to the contact that was told of it.
static void split_row(imp2_world* w, imp2i_contact* row, imp2i_contact* told, int32_t k)
{
    imp2i_rows_leave(w, row);
    imp2i_touch *from = &row->touch, *to = &told->touch;
    imp2i_row_impulses *p = &from->impulses, *q = &to->impulses;
    memset(q, 0, sizeof *q);
    q->normal[0] = p->normal[k];
    q->total[0] = p->total[k];
    q->tangent = p->tangent * share_of(p->normal[k], p->normal[0] + p->normal[1]);
    q->side_total = p->side_total * share_of(p->total[k], p->total[0] + p->total[1]);
    p->tangent -= q->tangent;
    p->side_total -= q->side_total;
    p->normal[0] = p->normal[1 - k];
    p->total[0] = p->total[1 - k];
    p->normal[1] = p->total[1] = 0.0f;
    to->manifold.points[0].id = from->manifold.points[k].id;
    from->manifold.points[0] = from->manifold.points[1 - k];
    from->depth[0] = from->depth[1 - k];
    from->manifold.depth = from->depth[0];
    from->manifold.count = 1;
    imp2i_lane_move(w, from);
}

void imp2i_share_end(imp2_world* w, imp2i_contact* c)
{
    imp2i_contact* mate = imp2i_mate_of(w, c);
    if (mate)
    {
        bool told = imp2i_is_carried(c, &c->touch);
        imp2i_contact *row = told ? mate : c, *other = told ? c : mate;
        int32_t k = imp2i_point_of_mate(row, other);
        if (k >= 0)
        {
            split_row(w, row, other, k);
        }
        mate->mate = -1;
    }
    c->mate = -1;
}

// A contact is to be collided in this step, where its bodies are.
static void part_contact(imp2_world* w, const impi_contact_list* list, int32_t at)
{
    impi_contact_key* key = &list->data[at];
    imp2i_contact* c = &w->contacts.data[key->place];
    uint32_t bit = 1u << at % IMP2I_WORD;
    imp2i_note_poses(w, c);
    c->made = false;
    c->wants = true;
    key->has_rows = false;
    w->unsettled.data[at / IMP2I_WORD] |= bit;
    w->stirred.data[at / IMP2I_WORD] |= bit;
    w->parted.data[at / IMP2I_WORD] |= bit;
    imp2i_lane_move(w, &c->touch);
}

void imp2i_shares_part(imp2_world* w, const impi_contact_list* list)
{
    for (int32_t word = 0; word * IMP2I_WORD < list->count; ++word)
    {
        for (uint32_t bits = w->parted.data[word]; bits != 0; bits &= bits - 1)
        {
            imp2i_contact* c = &w->contacts.data[list->data[word * IMP2I_WORD + impi_lowest_bit(bits)].place];
            int32_t mate = c->mended && c->mate >= 0 ? mate_in(w, list, c) : -1;
            if (mate >= 0 && w->contacts.data[list->data[mate].place].made)
            {
                part_contact(w, list, mate);
            }
            if (c->mended)
            {
                imp2i_share_end(w, c);
            }
        }
    }
}

// Whether a contact was made where its bodies are now.
static bool is_made_here(const imp2_world* w, const imp2i_contact* c)
{
    const imp2_pose *a = &w->stances.data[c->body_a].pose, *b = &w->stances.data[c->body_b].pose;
    const imp2i_row_poses here = {imp2_vec_sub(b->p, a->p), a->q, b->q};
    return memcmp(&here, &c->poses, sizeof here) == 0;
}

// Whether two lone contacts are of the same that slides, with things that are alike to it.
static bool are_alike(const imp2_world* w, const imp2i_contact* c, const imp2i_contact* other)
{
    return c != other && c->slider == other->slider && sliding(c) == sliding(other) &&
           memcmp(&c->surface, &other->surface, sizeof c->surface) == 0 &&
           imp2i_moves_alike(&w->bodies.data[w->colliders.data[carrying(c)].body],
                             &w->bodies.data[w->colliders.data[carrying(other)].body]);
}

// Other lone contacts that are alike: where they are in a list. Returns how many.
static int32_t list_lone(const imp2_world* w, const impi_contact_list* list, const imp2i_contact* c, int32_t* found)
{
    const imp2i_collider* slider = &w->colliders.data[sliding(c)];
    int32_t numbers[IMP2I_BESIDE_MOST], near = 0, count = 0;
    imp2_box box;
    if (imp2i_collider_bounds(slider, &w->stances.data[slider->body].pose, &box))
    {
        return 0;
    }
    box = imp2i_world_box(w, box);
    if (imp2_index_query_box(w->fixed_index, &box, NULL, numbers, IMP2I_BESIDE_MOST, &near))
    {
        return 0;
    }
    for (int32_t i = 0; i < near; ++i)
    {
        int32_t at = contact_beside(w, list, c, w->fixed_of.data[numbers[i]]);
        const imp2i_contact* other = at < 0 ? NULL : &w->contacts.data[list->data[at].place];
        if (other && imp2i_is_lone(w, other) && are_alike(w, c, other))
        {
            found[count++] = at;
        }
    }
    return count;
}

// The next contact of a list from `at` on, among bits, that is lone and was made where the bodies are; or the end.
static int32_t next_lone(const imp2_world* w, const impi_contact_list* list, int32_t at)
{
    for (; at < list->count; ++at)
    {
        const imp2i_contact* c = &w->contacts.data[list->data[at].place];
        if ((w->stirred.data[at / IMP2I_WORD] >> at % IMP2I_WORD & 1u) && imp2i_is_lone(w, c) && is_made_here(w, c))
        {
            break;
        }
    }
    return at;
}

bool imp2i_shares_seek(imp2_world* w, const impi_contact_list* list)
{
    bool any = false;
    memset(w->parted.data, 0, ((size_t)list->count / IMP2I_WORD + 1) * sizeof *w->parted.data);
    for (int32_t at = next_lone(w, list, 0); at < list->count; at = next_lone(w, list, at + 1))
    {
        int32_t others[IMP2I_BESIDE_MOST], count = list_lone(w, list, &w->contacts.data[list->data[at].place], others);
        for (int32_t i = 0; i < count; ++i)
        {
            const imp2i_contact* other = &w->contacts.data[list->data[others[i]].place];
            if (other->made && !is_made_here(w, other))
            {
                part_contact(w, list, others[i]);
                any = true;
            }
        }
    }
    return any;
}

// Both points as one manifold of the row, if they are on one straight face. The points are seen from A's origin.
static bool join_row(imp2_world* w, imp2i_contact* row, imp2i_contact* told)
{
    imp2_vec shift = imp2_vec_sub(row->poses.between, told->poses.between);
    imp2_part_manifold m = {row->touch.part_a, row->touch.part_b, row->touch.manifold},
                       other = {0, 0, told->touch.manifold};
    imp2_vec* point = &other.manifold.points[0].point;
    *point = row->slider > 0 ? imp2_vec_add(*point, shift) : *point;
    if (has_same_features(m.manifold.points[0].id, other.manifold.points[0].id) || !imp2i_seam_join(w, &m, &other))
    {
        return false;
    }
    imp2i_touch *t = &row->touch, *from = &told->touch;
    imp2i_row_impulses p = t->impulses, q = from->impulses;
    int32_t k = m.manifold.points[0].id == other.manifold.points[0].id ? 0 : 1;
    t->manifold = m.manifold;
    t->depth[1 - k] = t->depth[0];
    t->depth[k] = from->depth[0];
    t->impulses.normal[1 - k] = p.normal[0];
    t->impulses.normal[k] = q.normal[0];
    t->impulses.total[1 - k] = p.total[0];
    t->impulses.total[k] = q.total[0];
    t->impulses.tangent = p.tangent + q.tangent;
    t->impulses.side_total = p.side_total + q.side_total;
    t->impulses.rolling = p.rolling + q.rolling;
    from->manifold.points[0].id &= UINT32_MAX >> 2;
    memset(&from->impulses, 0, sizeof from->impulses);
    row->mate = carrying(told);
    told->mate = carrying(row);
    imp2i_lane_move(w, t);
    return true;
}

void imp2i_shares_begin(imp2_world* w, const impi_contact_list* list)
{
    for (int32_t at = next_lone(w, list, 0); at < list->count; at = next_lone(w, list, at + 1))
    {
        imp2i_contact* c = &w->contacts.data[list->data[at].place];
        int32_t others[IMP2I_BESIDE_MOST], count = list_lone(w, list, c, others);
        bool joined = false;
        for (int32_t i = 0; i < count && !joined; ++i)
        {
            imp2i_contact* other = &w->contacts.data[list->data[others[i]].place];
            joined = is_made_here(w, other) && join_row(w, others[i] < at ? other : c, others[i] < at ? c : other);
            if (joined)
            {
                w->unsettled.data[at / IMP2I_WORD] |= 1u << at % IMP2I_WORD;
                w->unsettled.data[others[i] / IMP2I_WORD] |= 1u << others[i] % IMP2I_WORD;
            }
        }
    }
}
