// SPDX-License-Identifier: MIT
//
// Rows of a step: who is near whom, found once for all sub-steps.
//
//     points sorted by cell -> pairs         --+
//     solids, each against all particles      -+->  rows, sorted by their ends  ->  impulses of the rows before
//     links, by number                       --+
//
// A pair is near when its two may touch in this step: the distance that is looked at grows with the greatest speed
// among particles, up to their size. Solids are looked at as far as each particle may come; one that moves by more than
// its margin is traced along its way, so that nothing is passed.
//
// Both lists of contacts are in the same order in each step, so a walk along both finds what has lasted.

#ifndef AXES
#include "particle3.h"

#include <math.h>
#include <string.h>

#include "../math/dim3.h"
#endif

#define MARGIN 0.02f  // of the length unit, and of a radius: gaps below it are contacts, whatever moves [m]
#define RADIUS_MARGIN 0.1f

static imp_status reserve_next(Particles* p, int64_t more)
{
    return impi_array_reserve(&p->next, &p->allocator, (int64_t)p->next.count + more);
}

static float margin_of(const Particles* p, float radius)
{
    float margin = RADIUS_MARGIN * radius, most = MARGIN * p->def.length_unit;
    return radius > 0.0f && margin < most ? margin : most;
}

static ParticleRow new_row(int32_t kind, int32_t a, int32_t b)
{
    ParticleRow row;
    memset(&row, 0, sizeof row);
    row.kind = kind;
    row.a = a;
    row.b = b;
    row.part = 1.0f;
    return row;
}

// Pairs of particles

// How fast particles move among each other, at most, and their greatest radius.
static void find_extremes(const Particles* p, float* radius, float* speed)
{
    Vec mean = FNI(vec_none)();
    float most = 0.0f;
    *radius = 0.0f;
    for (int32_t i = 0; i < p->probed.count; ++i)
    {
        mean = FNI(vec_add_scaled)(mean, p->bodies.data[p->probed.data[i]].velocity, 1.0f / (float)p->probed.count);
    }
    for (int32_t i = 0; i < p->probed.count; ++i)
    {
        int32_t n = p->probed.data[i];
        Vec v = FN(vec_sub)(p->bodies.data[n].velocity, mean);
        float square = FN(vec_dot)(v, v);
        most = square > most ? square : most;
        *radius = p->traits.data[n].radius > *radius ? p->traits.data[n].radius : *radius;
    }
    *speed = 2.0f * sqrtf(most);
}

// Whether two may touch in a step; both are then a row.
static bool may_touch(const Particles* p, int32_t a, int32_t b, float time, float margin)
{
    const ParticleBody *one = &p->bodies.data[a], *two = &p->bodies.data[b];
    Vec apart = FN(vec_sub)(p->positions.data[b], p->positions.data[a]);
    float distance = sqrtf(FN(vec_dot)(apart, apart)),
          gap = distance - p->traits.data[a].radius - p->traits.data[b].radius;
    float closing = distance > 0.0f ? -FN(vec_dot)(apart, FN(vec_sub)(two->velocity, one->velocity)) / distance : 0.0f;
    return gap - time * (closing > 0.0f ? closing : 0.0f) < margin && one->inverse_mass + two->inverse_mass > 0.0f;
}

static imp_status find_pair_rows(Particles* p, float time)
{
    p->probed.count = p->probes.count = 0;
    if (!p->def.collide)
    {
        return IMP_OK;
    }
    if (impi_array_reserve(&p->probed, &p->allocator, p->limit) ||
        impi_array_reserve(&p->probes, &p->allocator, p->limit))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    for (int32_t i = 0; i < p->limit; ++i)
    {
        if (p->bodies.data[i].flags & IMPI_PARTICLE_USED && p->traits.data[i].radius > 0.0f)
        {
            p->probed.data[p->probed.count++] = i;
            p->probes.data[p->probes.count++] = FNI(vec_tidied)(p->positions.data[i]);
        }
    }
    float radius, speed;
    imp_pair_list near;
    find_extremes(p, &radius, &speed);
    float margin = margin_of(p, radius), way = speed * time;
    way = way < 2.0f * radius ? way : 2.0f * radius;
    float reach = 2.0f * radius + (way > margin ? way : margin);
    reach = reach < IMP_MAGNITUDE_MAX ? reach : IMP_MAGNITUDE_MAX;
    imp_status status = FN(points_pairs)(p->points, p->probes.data, p->probes.count, reach, &near);
    status = status ? status : reserve_next(p, near.count);
    if (status)
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    const imp_material* m = &p->def.material;
    for (int32_t i = 0; i < near.count; ++i)
    {
        int32_t a = p->probed.data[near.pairs[i].a], b = p->probed.data[near.pairs[i].b];
        if (may_touch(p, a, b, time, margin))
        {
            ParticleRow* row = &p->next.data[p->next.count++];
            *row = new_row(IMPI_ROW_PAIR, a, b);
            row->friction = m->friction;
            row->restitution = m->restitution;
            row->rolling = m->rolling_resistance;
        }
    }
    return IMP_OK;
}

// Contacts with solids

static imp_status add_solid_row(Particles* p, int32_t number, int32_t place, const SolidPlane* plane)
{
    if (p->next.count == p->next.capacity && reserve_next(p, 1))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    const PlacedSolid* s = &p->solids.data[place];
    ParticleRow* row = &p->next.data[p->next.count++];
    *row = new_row(IMPI_ROW_SOLID, number, p->limit + s->first);
    row->link = place - s->first;
    row->solid = s->solid.id;
    row->normal = FN(vec_negate)(plane->normal);
    row->anchor_b = plane->point;
    row->friction = s->surface.friction;
    row->restitution = s->surface.restitution;
    row->rolling = s->surface.rolling_resistance;
    return IMP_OK;
}

// The way of a particle against a solid in a step, without contacts.
static Vec way_against(const Particles* p, int32_t number, const PlacedSolid* s, float time)
{
    const ParticleBody* body = &p->bodies.data[number];
    Vec v = body->velocity;
    if (s->moves)
    {
        Vec arm = FN(vec_sub)(p->positions.data[number], s->center);
        v = FN(vec_sub)(v, FN(vec_add)(s->at_start, FNI(spin_velocity)(s->spin_at_start, arm)));
    }
    Vec way = FN(vec_scale)(v, time);
    return body->inverse_mass > 0.0f ? FNI(vec_add_scaled)(way, p->def.gravity, 0.5f * time * time) : way;
}

// A contact of a particle stops its way into it, and holds it off: so that what slides fast on a floor is
// traced to the wall ahead.
static Vec lift_off(const SolidPlane* planes, int32_t count, float clear, Vec* at, Vec way)
{
    for (int32_t k = 0; k < count; ++k)
    {
        float into = FN(vec_dot)(way, planes[k].normal), lack = clear - planes[k].distance;
        way = into < 0.0f ? FNI(vec_add_scaled)(way, planes[k].normal, -into) : way;
        *at = lack > 0.0f ? FNI(vec_add_scaled)(*at, planes[k].normal, lack) : *at;
    }
    return way;
}

static imp_status meet_solid(Particles* p, int32_t number, int32_t place, float time)
{
    const PlacedSolid* s = &p->solids.data[place];
    float radius = FNI(contact_radius)(p, number), margin = margin_of(p, p->traits.data[number].radius);
    Vec at = p->positions.data[number], way = way_against(p, number, s, time);
    float length = sqrtf(FN(vec_dot)(way, way));
    if (!FNI(solid_is_near)(s, at, radius + margin + length))
    {
        return IMP_OK;
    }
    if (s->solid.kind == IMP_SOLID_HALF_SPACE)
    {
        // The same plane wherever it is met.
        const SolidPlane plane = FNI(half_space_plane)(&s->solid, at);
        return FNI(solid_is_missed)(s, &plane, way, radius + margin) ? IMP_OK : add_solid_row(p, number, place, &plane);
    }
    int32_t (*find)(const Solid*, Vec, float, SolidPlane*) = FNI(solid_kinds)[s->solid.kind].planes;
    SolidPlane planes[IMPI_PLANES_MOST + 1];  // and one that is met ahead
    if (!find(&s->solid, at, radius + margin + length, planes) || FNI(solid_is_missed)(s, planes, way, radius + margin))
    {
        return IMP_OK;
    }
    int32_t count = find(&s->solid, at, radius + margin, planes);
    if (count > 0 && !FNI(vec_bits)(planes[0].normal))
    {
        // Exactly on it: felt from where it comes.
        Vec before = FNI(vec_add_scaled)(at, way, -0.5f * radius / length);
        count = length > 0.0f ? find(&s->solid, before, radius + margin, planes) : 0;
    }
    if (length > margin)
    {
        float when;
        SolidPlane met;
        Vec from = at,
            rest = lift_off(planes, count, radius + 2.0f * IMPI_PARTICLE_SLOP * p->def.length_unit, &from, way);
        bool missed = count > 0 && FNI(solid_is_missed)(s, planes, rest, radius);
        if (!missed && FNI(solid_trace)(&s->solid, from, rest, radius, &when, &met))
        {
            planes[count++] = met;
        }
    }
    for (int32_t k = 0; k < count; ++k)
    {
        if (add_solid_row(p, number, place, &planes[k]))
        {
            return impi_error(IMP_ERR_MEMORY, 0);
        }
    }
    return IMP_OK;
}

static imp_status find_solid_rows(Particles* p, float time)
{
    imp_status status = IMP_OK;
    for (int32_t place = 0; place < p->solids.count; ++place)
    {
        const PlacedSolid* s = &p->solids.data[place];
        for (int32_t i = 0; i < p->limit && !status; ++i)
        {
            const ParticleBody* body = &p->bodies.data[i];
            if (body->flags & IMPI_PARTICLE_USED && body->inverse_mass + s->solid.inverse_mass > 0.0f)
            {
                status = meet_solid(p, i, place, time);
            }
        }
    }
    return status;
}

// Links

static imp_status find_link_rows(Particles* p)
{
    if (reserve_next(p, p->links.count))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    for (int32_t i = 0; i < p->links.count; ++i)
    {
        const Link* link = &p->links.data[i];
        FNI(end_state) a = FNI(end_now)(p, &link->a), b = FNI(end_now)(p, &link->b);
        if (link->kind == IMP_LINK_NONE || a.gone || b.gone)
        {
            continue;
        }
        ParticleRow* row = &p->next.data[p->next.count++];
        *row = new_row(link->kind == IMP_LINK_ROD ? IMPI_ROW_ROD : IMPI_ROW_CABLE, a.body, b.body);
        row->link = i;
        row->arm_a = a.arm;
        row->arm_b = b.arm;
        row->anchor_a = a.position;
        row->anchor_b = b.position;
        row->restitution = link->restitution;
    }
    return IMP_OK;
}

// Impulses of the rows before

static void take_over(ParticleRow* row, const ParticleRow* before)
{
    row->normal_impulse = before->normal_impulse;
    row->tangent_impulse = before->tangent_impulse;
    row->roll_impulse = before->roll_impulse;
}

static bool is_earlier_pair(const ParticleRow* row, const ParticleRow* than)
{
    return row->a < than->a || (row->a == than->a && row->b < than->b);
}

static void match_pairs(Particles* p, int32_t count)
{
    int32_t at = 0;
    for (int32_t i = 0; i < count; ++i)
    {
        ParticleRow* row = &p->next.data[i];
        while (at < p->pair_rows && is_earlier_pair(&p->rows.data[at], row))
        {
            ++at;
        }
        if (at < p->pair_rows && p->rows.data[at].a == row->a && p->rows.data[at].b == row->b)
        {
            take_over(row, &p->rows.data[at]);
        }
    }
}

// Contacts with one solid, from first to end, by particle; of several with one particle the one with the most similar
// normal.
static void match_solid(Particles* p, int32_t first, int32_t end, int32_t old_first, int32_t old_end)
{
    for (int32_t i = first; i < end; ++i)
    {
        ParticleRow* row = &p->next.data[i];
        while (old_first < old_end && p->rows.data[old_first].a < row->a)
        {
            ++old_first;
        }
        const ParticleRow* best = NULL;
        float alike = 0.9f;
        for (int32_t k = old_first; k < old_end && p->rows.data[k].a == row->a; ++k)
        {
            float likeness = FN(vec_dot)(p->rows.data[k].normal, row->normal);
            if (likeness > alike)
            {
                alike = likeness;
                best = &p->rows.data[k];
            }
        }
        if (best)
        {
            take_over(row, best);
        }
    }
}

static int32_t end_of_solid(const ParticleRow* rows, int32_t first, int32_t end)
{
    int32_t at = first;
    while (at < end && rows[at].solid == rows[first].solid && rows[at].link == rows[first].link)
    {
        ++at;
    }
    return at;
}

static void match_solids(Particles* p, int32_t first, int32_t end)
{
    int32_t old_end = p->pair_rows + p->solid_rows;
    while (first < end)
    {
        int32_t next = end_of_solid(p->next.data, first, end);
        for (int32_t old = p->pair_rows; old < old_end; old = end_of_solid(p->rows.data, old, old_end))
        {
            if (p->rows.data[old].solid == p->next.data[first].solid &&
                p->rows.data[old].link == p->next.data[first].link)
            {
                match_solid(p, first, next, old, end_of_solid(p->rows.data, old, old_end));
                break;
            }
        }
        first = next;
    }
}

static void match_links(Particles* p, int32_t first)
{
    int32_t at = p->pair_rows + p->solid_rows;
    for (int32_t i = first; i < p->next.count; ++i)
    {
        ParticleRow* row = &p->next.data[i];
        while (at < p->rows.count && p->rows.data[at].link < row->link)
        {
            ++at;
        }
        if (at < p->rows.count && p->rows.data[at].link == row->link && p->rows.data[at].kind == row->kind)
        {
            row->normal_impulse = p->rows.data[at].normal_impulse;
        }
    }
}

imp_status FNI(rows_find)(Particles* p, float time)
{
    p->next.count = 0;
    imp_status status = find_pair_rows(p, time);
    int32_t pairs = p->next.count;
    status = status ? status : find_solid_rows(p, time);
    int32_t contacts = p->next.count;
    status = status ? status : find_link_rows(p);
    if (status)
    {
        return status;
    }
    match_pairs(p, pairs);
    match_solids(p, pairs, contacts);
    match_links(p, contacts);
    p->next_pairs = pairs;
    p->next_solids = contacts - pairs;
    return IMP_OK;
}

void FNI(rows_take)(Particles* p)
{
    const FNI(particle_rows) before = p->rows;
    p->rows = p->next;
    p->next = before;
    p->pair_rows = p->next_pairs;
    p->solid_rows = p->next_solids;
}
