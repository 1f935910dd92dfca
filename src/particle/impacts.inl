// SPDX-License-Identifier: MIT
//
// Impacts of a sub-step: what bounces, the fastest approach first (Millington 2007, chapter 7).
//
// An impulse changes the approaches of all other rows of both bodies, so rows lie in a heap by their approach, and
// those of the two are moved in it.
//
// The time of an impact within the sub-step is that at which the gap is closed, in free fall: a quadratic. The body
// bounces with the speed that it has then, and its position is set back to where it would have come from there, so that
// a ball that bounces keeps its energy. Whether it bounces at all is the rule of rest (particles.h).

#ifndef AXES
#include "particle3.h"

#include <math.h>

#include "../math/dim3.h"
#endif

#define BUILT 2.0f        // an approach of less than so many times what forces added to it in the sub-step is rest
#define IMPACTS_OF_ROW 2  // in a sub-step, on average, and some more; those beyond do not bounce
#define IMPACTS_MORE 256

imp_status FNI(impacts_reserve)(Particles* p)
{
    int64_t bodies = (int64_t)p->limit + p->solids.count;
    return impi_array_reserve(&p->impacts, &p->allocator, p->next.count) ||
                   impi_array_reserve(&p->heap_places, &p->allocator, p->next.count) ||
                   impi_array_reserve(&p->row_starts, &p->allocator, bodies + 2) ||
                   impi_array_reserve(&p->row_lists, &p->allocator, 2 * (int64_t)p->next.count)
               ? impi_error(IMP_ERR_MEMORY, 0)
               : IMP_OK;
}

static bool may_bounce(const ParticleRow* row)
{
    return row->kind != IMPI_ROW_ROD && row->restitution > 0.0f;
}

void FNI(impacts_index)(Particles* p)
{
    int32_t bodies = p->limit + p->solids.count, *starts = p->row_starts.data;
    p->bouncing = false;
    for (int32_t i = 0; i < p->rows.count && !p->bouncing; ++i)
    {
        p->bouncing = may_bounce(&p->rows.data[i]);
    }
    if (!p->bouncing)
    {
        return;
    }
    memset(starts, 0, ((size_t)bodies + 2) * sizeof *starts);
    for (int32_t i = 0; i < p->rows.count; ++i)
    {
        const int32_t ends[2] = {p->rows.data[i].a, p->rows.data[i].b};
        for (int k = 0; k < 2; ++k)
        {
            starts[ends[k] + 2] += ends[k] >= 0;
        }
    }
    // Counted two places further on, so that filling the lists moves each start to where it belongs.
    for (int32_t i = 0; i < bodies; ++i)
    {
        starts[i + 2] += starts[i + 1];
    }
    for (int32_t i = 0; i < p->rows.count; ++i)
    {
        const int32_t ends[2] = {p->rows.data[i].a, p->rows.data[i].b};
        for (int k = 0; k < 2; ++k)
        {
            if (ends[k] >= 0)
            {
                p->row_lists.data[starts[ends[k] + 1]++] = i;
            }
        }
    }
}

// The heap: the greatest approach on top, the lower row first where they are the same.

static bool is_before(const impi_impact* a, const impi_impact* b)
{
    return a->speed > b->speed || (!(a->speed < b->speed) && a->row < b->row);
}

static void heap_write(Particles* p, int32_t at, impi_impact impact)
{
    p->impacts.data[at] = impact;
    p->heap_places.data[impact.row] = at;
}

static void heap_settle(Particles* p, int32_t at, impi_impact impact)
{
    const impi_impact* heap = p->impacts.data;
    for (; at > 0 && is_before(&impact, &heap[(at - 1) / 2]); at = (at - 1) / 2)
    {
        heap_write(p, at, heap[(at - 1) / 2]);
    }
    for (int32_t next = 2 * at + 1; next < p->impacts.count; next = 2 * at + 1)
    {
        next += next + 1 < p->impacts.count && is_before(&heap[next + 1], &heap[next]);
        if (!is_before(&heap[next], &impact))
        {
            break;
        }
        heap_write(p, at, heap[next]);
        at = next;
    }
    heap_write(p, at, impact);
}

// Puts the approach of a row into the heap; without one it leaves it.
static void heap_set(Particles* p, int32_t row, float speed)
{
    int32_t at = p->heap_places.data[row];
    const impi_impact impact = {speed, row};
    if (speed > 0.0f)
    {
        at = at < 0 ? p->impacts.count++ : at;
        heap_settle(p, at, impact);
    }
    else if (at >= 0)
    {
        const impi_impact last = p->impacts.data[--p->impacts.count];
        p->heap_places.data[row] = -1;
        if (last.row != row)
        {
            heap_settle(p, at, last);
        }
    }
}

// Impacts

/// An impact that will be, or none: its approach is 0.
typedef struct impact_ahead
{
    float approach, bounce;  // speeds along the normal before, and after it
    float time;              // from the start of the sub-step [s]
} impact_ahead;

static float gained_along(const Particles* p, int32_t body, Vec normal)
{
    return body >= 0 ? FN(vec_dot)(normal, p->gained.data[body]) : 0.0f;
}

static impact_ahead find_impact(Particles* p, const ParticleRow* row, float h)
{
    impact_ahead r = {0.0f, 0.0f, 0.0f};
    ParticleBody fixed = FNI(fixed_body)();
    const RowBodies both = FNI(row_both)(p, row, &fixed);
    float end = FN(vec_dot)(FNI(row_velocity)(&both, row), row->normal), gap = row->gap;
    float built = gained_along(p, row->a, row->normal) - gained_along(p, row->b, row->normal);
    built = built > 0.0f ? built : 0.0f;
    if (p->def.rest != IMP_REST_IMPACT)
    {
        bool touches = gap <= 0.0f || gap + end * h <= 0.0f;
        float counts = p->def.rest == IMP_REST_CLASSIC ? -end - built : -end;
        r.approach = touches && counts > 0.0f ? -end : 0.0f;
        r.bounce = row->restitution * counts;
        return r;
    }
    float pull = FNI(row_fall)(p, row), start = end - pull * h;
    float speed = -start;
    if (gap > 0.0f)
    {
        float square = start * start - 2.0f * pull * gap;
        float root = square > 0.0f ? sqrtf(square) : 0.0f, way = root - start;
        r.time = way > 0.0f ? 2.0f * gap / way : INFINITY;
        speed = root;
    }
    float least = BUILT * built > p->def.rest_speed ? BUILT * built : p->def.rest_speed;
    if (r.time <= h && speed > least)
    {
        r.approach = speed;
        r.bounce = row->restitution * speed;
    }
    return r;
}

static void set_back(Particles* p, int32_t body, Vec before, float time)
{
    Vec* at = body < 0 ? NULL : body < p->limit ? &p->positions.data[body] : &p->solids.data[body - p->limit].center;
    if (at)
    {
        *at = FNI(vec_add_scaled)(*at, FN(vec_sub)(p->bodies.data[body].velocity, before), -time);
    }
}

static void answer_impact(Particles* p, ParticleRow* row, const impact_ahead* impact)
{
    ParticleBody fixed = FNI(fixed_body)();
    const RowBodies both = FNI(row_both)(p, row, &fixed);
    Vec before_a = both.a->velocity, before_b = both.b->velocity;
    if (row->kind == IMPI_ROW_SOLID)
    {
        // The touch is not below where it is now, but where it has come to by then.
        Vec moved = FN(vec_scale)(FN(vec_sub)(before_a, before_b), impact->time);
        row->arm_b = FN(vec_add)(row->arm_b, FNI(vec_add_scaled)(moved, row->normal, -FN(vec_dot)(moved, row->normal)));
    }
    Vec v = FNI(row_velocity)(&both, row);
    float size = row->mass * (impact->approach + impact->bounce);
    Vec impulse = FN(vec_scale)(row->normal, size);
    Vec slip = FNI(vec_add_scaled)(v, row->normal, -FN(vec_dot)(v, row->normal));
    float speed = sqrtf(FN(vec_dot)(slip, slip)), most = row->friction * size, stops = row->tangent_mass * speed;
    if (speed > 0.0f && row->friction > 0.0f)
    {
        impulse = FNI(vec_add_scaled)(impulse, slip, -(stops < most ? stops : most) / speed);
    }
    FNI(row_push)(&both, row, impulse);
    row->total = FN(vec_add)(row->total, impulse);
    set_back(p, row->a, before_a, impact->time);
    set_back(p, row->b, before_b, impact->time);
}

// All rows of a body whose velocity has changed: their gaps, and their impacts.
static void look_again(Particles* p, int32_t body, float h)
{
    if (body < 0 || !(p->bodies.data[body].inverse_mass > 0.0f))
    {
        return;
    }
    for (int32_t k = p->row_starts.data[body]; k < p->row_starts.data[body + 1]; ++k)
    {
        int32_t at = p->row_lists.data[k];
        ParticleRow* row = &p->rows.data[at];
        FNI(row_aim)(p, row, h);
        if (may_bounce(row))
        {
            heap_set(p, at, find_impact(p, row, h).approach);
        }
    }
}

void FNI(impacts_run)(Particles* p, float h)
{
    if (!p->bouncing)
    {
        return;
    }
    p->impacts.count = 0;
    for (int32_t i = 0; i < p->rows.count; ++i)
    {
        p->heap_places.data[i] = -1;
        if (may_bounce(&p->rows.data[i]))
        {
            heap_set(p, i, find_impact(p, &p->rows.data[i], h).approach);
        }
    }
    for (int64_t left = (int64_t)IMPACTS_OF_ROW * p->rows.count + IMPACTS_MORE; left > 0 && p->impacts.count > 0;
         --left)
    {
        int32_t at = p->impacts.data[0].row;
        ParticleRow* row = &p->rows.data[at];
        const impact_ahead impact = find_impact(p, row, h);
        answer_impact(p, row, &impact);
        ++p->stats.impacts;
        look_again(p, row->a, h);
        look_again(p, row->b, h);
    }
}
