// SPDX-License-Identifier: MIT
//
// Our side of pairs2: the public calls as a user writes them, each with its status.

#include "bench.h"
#include "work2.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct shapes
{
    imp2_shape a[WORK2_SHAPES], b[WORK2_SHAPES];
} shapes;

void ours2_make_shape(const work2_shape* from, imp2_shape* out)
{
    imp_status status = IMP_OK;
    imp2_box box;
    switch (from->kind)
    {
    case WORK2_BOX:
        box.lower = imp2_vec_negate(from->half);
        box.upper = from->half;
        status = imp2_box_make(box, out);
        break;
    case WORK2_POLYGON: status = imp2_polygon_make(from->corners, from->count, from->radius, NULL, out, NULL); break;
    case WORK2_CIRCLE: status = imp2_circle_make(from->corners[0], from->radius, out); break;
    case WORK2_CAPSULE: status = imp2_capsule_make(from->corners[0], from->corners[1], from->radius, out); break;
    }
    if (status)
    {
        fprintf(stderr, "impinge-bench: a shape was refused: %s\n", imp_status_text(status));
        exit(1);
    }
}

static void* prepare(const work2* work)
{
    shapes* s = bench_alloc(1, sizeof *s);
    for (int i = 0; i < WORK2_SHAPES; ++i)
    {
        ours2_make_shape(&work->a[i], &s->a[i]);
        ours2_make_shape(&work->b[i], &s->b[i]);
    }
    return s;
}

// A call that fails gives an answer that agrees with nobody.
static const answer2 FAILED = {-1, -1.0f};

static answer2 contacts(const work2* work, const shapes* s, int32_t i)
{
    const work2_pair* p = &work->pairs[i];
    imp2_manifold m;
    if (imp2_collide(&s->a[p->a], &p->pose_a, &s->b[p->b], &p->pose_b, work->margin, &m))
    {
        return FAILED;
    }
    answer2 r = {m.count, 0.0f};
    if (m.count)
    {
        r.value = m.points[0].depth;
        if (m.count == 2 && m.points[1].depth > r.value)
        {
            r.value = m.points[1].depth;
        }
    }
    return r;
}

static answer2 overlap(const work2* work, const shapes* s, int32_t i)
{
    const work2_pair* p = &work->pairs[i];
    bool yes;
    if (imp2_overlap(&s->a[p->a], &p->pose_a, &s->b[p->b], &p->pose_b, &yes))
    {
        return FAILED;
    }
    answer2 r = {yes, 0.0f};
    return r;
}

static answer2 distance(const work2* work, const shapes* s, int32_t i)
{
    const work2_pair* p = &work->pairs[i];
    imp2_nearest nearest;
    if (imp2_distance(&s->a[p->a], &p->pose_a, &s->b[p->b], &p->pose_b, &nearest))
    {
        return FAILED;
    }
    answer2 r = {nearest.distance <= 0.0f, nearest.distance};
    return r;
}

static answer2 from_hit(imp_status status, const imp2_hit* hit)
{
    if (status)
    {
        return FAILED;
    }
    answer2 r = {0, hit->time};
    if (hit->kind == IMP_SWEEP_HIT || hit->kind == IMP_SWEEP_TOUCH)
    {
        r.count = 1;
    }
    else if (hit->kind == IMP_SWEEP_OVERLAP)
    {
        r.count = 2;
    }
    return r;
}

static answer2 sweep(const work2* work, const shapes* s, int32_t i)
{
    const work2_pair* p = &work->pairs[i];
    const work2_motion* m = &work->motions[i];
    imp2_mover a = {&s->a[p->a], p->pose_a, m->motion_a, 0.0f};
    imp2_mover b = {&s->b[p->b], p->pose_b, m->motion_b, 0.0f};
    imp2_hit hit;
    imp_status status = imp2_sweep(&a, &b, &hit);
    return from_hit(status, &hit);
}

static answer2 cast(const work2* work, const shapes* s, int32_t i)
{
    const work2_pair* p = &work->pairs[i];
    imp2_hit hit;
    imp_status status = imp2_cast(&s->a[p->a], &p->pose_a, &s->b[p->b], &p->pose_b, work->motions[i].motion_b, &hit);
    return from_hit(status, &hit);
}

static answer2 impact(const work2* work, const shapes* s, int32_t i)
{
    const work2_pair* p = &work->pairs[i];
    const work2_motion* m = &work->motions[i];
    imp2_mover a = {&s->a[p->a], p->pose_a, m->motion_a, m->turn_a};
    imp2_mover b = {&s->b[p->b], p->pose_b, m->motion_b, m->turn_b};
    imp2_hit hit;
    imp_status status = imp2_time_of_impact(&a, &b, &hit);
    return from_hit(status, &hit);
}

static answer2 ray(const work2* work, const shapes* s, int32_t i)
{
    const work2_pair* p = &work->pairs[i];
    imp2_hit hit;
    imp_status status = imp2_ray(&s->a[p->a], &p->pose_a, p->pose_b.p, work->motions[i].motion_b, &hit);
    return from_hit(status, &hit);
}

RUN2(contacts)
RUN2(overlap)
RUN2(distance)
RUN2(sweep)
RUN2(cast)
RUN2(impact)
RUN2(ray)

static run2* find(int call, int kind_a, int kind_b)
{
    (void)kind_a;
    (void)kind_b;
    switch (call)
    {
    case CALL2_CONTACTS: return run_contacts;
    case CALL2_OVERLAP: return run_overlap;
    case CALL2_DISTANCE: return run_distance;
    case CALL2_SWEEP: return run_sweep;
    case CALL2_CAST: return run_cast;
    case CALL2_IMPACT: return run_impact;
    case CALL2_RAY: return run_ray;
    default: return NULL;
    }
}

const side2 SIDE2_OURS = {"impinge", "", prepare, find};
