// SPDX-License-Identifier: MIT
//
// Manifolds of worlds against the public pair tests.

#include "manifolds2.h"
#include "world_probe2.h"

#include <math.h>
#include <stdio.h>

#include "math/check.h"

enum
{
    MOST_PARTS = 256
};

static uint64_t judged;

// The two colliders of a contact, and the public answer.
typedef struct contact_view
{
    const imp2_world* world;
    probe_contact contact;
    imp2_compound a, b;
    imp2_part_manifold all[MOST_PARTS];
    imp2_compound_contacts whole;
} contact_view;

static void view_contact(const imp2_world* w, const probe_contact* c, contact_view* v)
{
    v->world = w;
    v->contact = *c;
    v->a = probe_collider_at(w, c->collider_a).shape;
    v->b = probe_collider_at(w, c->collider_b).shape;
    v->whole = (imp2_compound_contacts){.manifolds = v->all, .capacity = MOST_PARTS};
    imp_status status =
        imp2_compound_collide(&v->a, &c->pose_a, &v->b, &c->pose_b, probe_figures_of(w).near, &v->whole);
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
    imp2_pose moved = v->contact.pose_b;
    moved.p = imp2_vec_add(moved.p, imp2_vec_scale(normal, way > 0.0f ? way : 0.0f));
    moved.p = (imp2_vec){impi_tidy(moved.p.x), impi_tidy(moved.p.y)};
    imp_status status = imp2_distance(&v->a.parts[part_a], &v->contact.pose_a, &v->b.parts[part_b], &moved, &nearest);
    return status == IMP_OK && nearest.distance >= -depth;
}

static float size_of(const imp2_compound* c)
{
    return c->reach + c->parts->radius;
}

static bool shares_collider(const probe_contact* c, const probe_contact* d)
{
    return c->collider_a == d->collider_a || c->collider_a == d->collider_b || c->collider_b == d->collider_a ||
           c->collider_b == d->collider_b;
}

// The greatest depth of all pairs that have a collider of this one.
static float deepest_around(const contact_view* v)
{
    probe_contact c;
    float deepest = 0.0f;
    for (int32_t i = 0; probe_contact_at(v->world, i, &c); ++i)
    {
        contact_view other;
        if (c.made && !c.sensor && shares_collider(&c, &v->contact))
        {
            view_contact(v->world, &c, &other);
            deepest = other.whole.depth > deepest ? other.whole.depth : deepest;
        }
    }
    return deepest;
}

// Two that lie deep in each other: they do, and the one normal leads out of the whole.
static const char* fault_of_deep(const contact_view* v, const probe_manifold* t, float rounding)
{
    imp2_pose moved = v->contact.pose_b;
    float depth = v->contact.deep + t->manifold.depth, way = depth + rounding;
    bool overlap = true;
    moved.p.x += t->manifold.normal.x * way;
    moved.p.y += t->manifold.normal.y * way;
    imp_status status = imp2_compound_overlap(&v->a, &v->contact.pose_a, &v->b, &moved, &overlap);
    return !(v->whole.depth > 0.0f)            ? "deep, and not in each other"
           : depth < v->whole.depth - rounding ? "the way out of the whole is longer"
           : status != IMP_OK || overlap       ? "the way out does not lead out"
                                               : NULL;
}

static const char* fault_of(const contact_view* v, const probe_manifold* t)
{
    if (v->contact.deep > 0.0f)
    {
        return fault_of_deep(v, t, 0x1p-18f * (size_of(&v->a) + size_of(&v->b)));
    }
    const imp2_manifold *m = &t->manifold, *told = find_public(v, t->part_a, t->part_b);
    bool mended = v->contact.mended;
    float near = probe_figures_of(v->world).near, rounding = 0x1p-18f * (size_of(&v->a) + size_of(&v->b));
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

const char* manifolds_fault(const imp2_world* world)
{
    contact_view v;
    probe_contact c;
    probe_manifold t;
    for (int32_t i = 0; probe_contact_at(world, i, &c); ++i)
    {
        if (!c.made || c.sensor || c.count == 0)
        {
            continue;
        }
        view_contact(world, &c, &v);
        for (int32_t k = 0; probe_manifold_at(world, &c, k, &t); ++k)
        {
            const char* fault = fault_of(&v, &t);
            ++judged;
            if (fault)
            {
                printf("colliders %d %d, parts %d %d of %d %d, mended %d: normal (%g, %g), depth %g; the whole "
                       "(%g, %g), %g\n",
                       c.collider_a, c.collider_b, t.part_a, t.part_b, v.a.part_count, v.b.part_count, c.mended,
                       (double)t.manifold.normal.x, (double)t.manifold.normal.y, (double)t.manifold.depth,
                       (double)v.whole.normal.x, (double)v.whole.normal.y, (double)v.whole.depth);
                return fault;
            }
        }
    }
    return NULL;
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
