// SPDX-License-Identifier: MIT
//
// Manifolds of worlds against the public pair tests.

#include "manifolds2.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "world/contact/contact2.h"

enum
{
    MOST_PARTS = 256
};

static uint64_t judged;

// The two colliders of a contact, and the public answer.
typedef struct contact_view
{
    const imp2_world* world;
    const imp2i_contact* contact;
    imp2_compound a, b;
    imp2_pose pose_a, pose_b;  // for which the manifolds were made
    imp2_part_manifold all[MOST_PARTS];
    imp2_compound_contacts whole;
} contact_view;

static void view_contact(const imp2_world* w, const imp2i_contact* c, contact_view* v)
{
    v->world = w;
    v->contact = c;
    v->a = imp2i_collider_compound(&w->colliders.data[c->collider_a]);
    v->b = imp2i_collider_compound(&w->colliders.data[c->collider_b]);
    v->pose_a = (imp2_pose){{0.0f, 0.0f}, c->poses.turn_a};
    v->pose_b = (imp2_pose){c->poses.between, c->poses.turn_b};
    v->whole = (imp2_compound_contacts){.manifolds = v->all, .capacity = MOST_PARTS};
    imp_status status = imp2_compound_collide(&v->a, &v->pose_a, &v->b, &v->pose_b, imp2i_world_near(w), &v->whole);
    assert_int_equal(status, IMP_OK);
}

static const imp2_manifold* find_public(const contact_view* v, int32_t part_a, int32_t part_b)
{
    for (int32_t k = 0; k < v->whole.count; ++k)
    {
        if (v->all[k].part_a == part_a && v->all[k].part_b == part_b)
        {
            return &v->all[k].manifold;
        }
    }
    return NULL;
}

// Whether a pair is parted, but for some depth, when B goes along a normal.
static bool leads_out(const contact_view* v, int32_t part_a, int32_t part_b, imp2_vec normal, float way, float depth)
{
    imp2_nearest nearest;
    imp2_pose moved = v->pose_b;
    moved.p = imp2_vec_add(moved.p, imp2_vec_scale(normal, way > 0.0f ? way : 0.0f));
    moved.p = (imp2_vec){impi_tidy(moved.p.x), impi_tidy(moved.p.y)};
    imp_status status = imp2_distance(&v->a.parts[part_a], &v->pose_a, &v->b.parts[part_b], &moved, &nearest);
    return status == IMP_OK && nearest.distance >= -depth;
}

static float size_of(const imp2_compound* c)
{
    return c->reach + c->parts->radius;
}

static bool shares_collider(const imp2i_contact* c, const imp2i_contact* d)
{
    return c->collider_a == d->collider_a || c->collider_a == d->collider_b || c->collider_b == d->collider_a ||
           c->collider_b == d->collider_b;
}

// The greatest depth of all pairs that have a collider of this one.
static float deepest_around(const contact_view* v)
{
    const imp2_world* w = v->world;
    const impi_contact_list* lists[2] = {&w->awake, &w->asleep};
    float deepest = 0.0f;
    for (int32_t i = 0; i < lists[0]->count + lists[1]->count; ++i)
    {
        bool asleep = i >= lists[0]->count;
        const imp2i_contact* c = &w->contacts.data[lists[asleep]->data[asleep ? i - lists[0]->count : i].place];
        contact_view other;
        if (c->made && !c->sensor && shares_collider(c, v->contact))
        {
            view_contact(w, c, &other);
            deepest = other.whole.depth > deepest ? other.whole.depth : deepest;
        }
    }
    return deepest;
}

static const char* fault_of(const contact_view* v, const imp2i_touch* t)
{
    const imp2_manifold *m = &t->manifold, *told = find_public(v, t->part_a, t->part_b);
    bool mended = v->contact->mended || v->contact->mate >= 0;
    float near = imp2i_world_near(v->world), rounding = 0x1p-18f * (size_of(&v->a) + size_of(&v->b));
    if (!mended && !told)
    {
        return "the public call has no such manifold";
    }
    if (!mended && (m->normal.x != told->normal.x || m->normal.y != told->normal.y || m->depth != told->depth))
    {
        return "the public call has another manifold";
    }
    float most = v->whole.depth > 0.0f ? v->whole.depth : 0.0f;
    if (mended)
    {
        float around = deepest_around(v);
        if (around > near)
        {
            return NULL;
        }
        most += around + near;
    }
    if (m->depth > most + rounding)
    {
        return "too deep";
    }
    if (!leads_out(v, t->part_a, t->part_b, m->normal, mended ? most : m->depth, mended ? near : rounding))
    {
        return "the normal does not lead out";
    }
    return NULL;
}

static const char* fault_in(const imp2_world* w, const impi_contact_list* list)
{
    contact_view v;
    for (int32_t i = 0; i < list->count; ++i)
    {
        const imp2i_contact* c = &w->contacts.data[list->data[i].place];
        if (!c->made || c->sensor || c->touch_count == 0)
        {
            continue;
        }
        view_contact(w, c, &v);
        for (const imp2i_touch* t = &c->touch; t; t = imp2i_next_touch(w, c, t))
        {
            const char* fault = fault_of(&v, t);
            ++judged;
            if (fault)
            {
                printf("colliders %d %d, parts %d %d of %d %d, mended %d: normal (%g, %g), depth %g; the whole "
                       "(%g, %g), %g\n",
                       c->collider_a, c->collider_b, t->part_a, t->part_b, v.a.part_count, v.b.part_count, c->mended,
                       (double)t->manifold.normal.x, (double)t->manifold.normal.y, (double)t->manifold.depth,
                       (double)v.whole.normal.x, (double)v.whole.normal.y, (double)v.whole.depth);
                return fault;
            }
        }
    }
    return NULL;
}

const char* manifolds_fault(const imp2_world* world)
{
    const char* fault = fault_in(world, &world->awake);
    return fault ? fault : fault_in(world, &world->asleep);
}

void manifolds_hold(const imp2_world* world)
{
    const char* fault = manifolds_fault(world);
    if (fault)
    {
        fail_msg("%s", fault);
    }
}

uint64_t manifolds_judged(void)
{
    return judged;
}
