// SPDX-License-Identifier: MIT
//
// Our sides of pairs3: the public calls as a user writes them, each with its status; and the batches.

#include "bench.h"
#include "work3.h"

#include <stdio.h>
#include <stdlib.h>

enum
{
    BATCH = 256
};

typedef struct shapes
{
    imp3_shape a[WORK3_SHAPES], b[WORK3_SHAPES];
    imp3_cache* caches;  // one for each pair
    // For batches
    imp3_pose *poses_a, *poses_b;
    int32_t *shape_a, *shape_b;
    imp3_vec *origins, *motions;
    imp3_manifold manifolds[BATCH];
    imp3_hit hits[BATCH];
} shapes;

void ours3_make_shape(const work3_shape* from, imp3_shape* out)
{
    imp_status status = IMP_OK;
    imp3_box box = {imp3_vec_negate(from->half), from->half};
    const imp3_vec* v = from->corners;
    switch (from->kind)
    {
    case WORK3_BOX: status = imp3_box_make(box, out); break;
    case WORK3_HULL: status = imp3_hull_make(v, from->count, from->radius, NULL, out, NULL); break;
    case WORK3_SPHERE: status = imp3_sphere_make(v[0], from->radius, out); break;
    case WORK3_CAPSULE: status = imp3_capsule_make(v[0], v[1], from->radius, out); break;
    case WORK3_TRIANGLE: status = imp3_triangle_make(v[0], v[1], v[2], from->radius, out); break;
    }
    if (status)
    {
        fprintf(stderr, "impinge-bench: a shape was refused: %s\n", imp_status_text(status));
        exit(1);
    }
}

static void* prepare(const work3* work)
{
    uint64_t count = (uint64_t)work->count;
    shapes* s = bench_alloc(1, sizeof *s);
    for (int i = 0; i < WORK3_SHAPES; ++i)
    {
        ours3_make_shape(&work->a[i], &s->a[i]);
        ours3_make_shape(&work->b[i], &s->b[i]);
    }
    s->caches = bench_alloc(count, sizeof *s->caches);
    s->poses_a = bench_alloc(count, sizeof *s->poses_a);
    s->poses_b = bench_alloc(count, sizeof *s->poses_b);
    s->shape_a = bench_alloc(count, sizeof *s->shape_a);
    s->shape_b = bench_alloc(count, sizeof *s->shape_b);
    s->origins = bench_alloc(count, sizeof *s->origins);
    s->motions = bench_alloc(count, sizeof *s->motions);
    for (int32_t i = 0; i < work->count; ++i)
    {
        s->poses_a[i] = work->pairs[i].pose_a;
        s->poses_b[i] = work->pairs[i].pose_b;
        s->shape_a[i] = work->pairs[i].a;
        s->shape_b[i] = work->pairs[i].b;
        s->origins[i] = work->pairs[i].pose_b.p;
        s->motions[i] = work->motions[i].motion;
    }
    return s;
}

static void discard(void* prepared)
{
    shapes* s = prepared;
    for (int i = 0; i < WORK3_SHAPES; ++i)
    {
        imp3_shape_free(&s->a[i]);
        imp3_shape_free(&s->b[i]);
    }
    free(s->caches);
    free(s->poses_a);
    free(s->poses_b);
    free(s->shape_a);
    free(s->shape_b);
    free(s->origins);
    free(s->motions);
    free(s);
}

// A call that fails gives an answer that agrees with nobody.
static const answer3 FAILED = {-1, -1.0f};

static answer3 from_manifold(const imp3_manifold* m)
{
    answer3 r = {m->count, 0.0f};
    for (int32_t k = 0; k < m->count; ++k)
    {
        r.value = k == 0 || m->points[k].depth > r.value ? m->points[k].depth : r.value;
    }
    return r;
}

static answer3 contacts(const work3* work, shapes* s, int32_t i)
{
    const work3_pair* p = &work->pairs[i];
    imp3_manifold m;
    if (imp3_collide(&s->a[p->a], &p->pose_a, &s->b[p->b], &p->pose_b, work->margin, &m))
    {
        return FAILED;
    }
    return from_manifold(&m);
}

static answer3 contacts_warm(const work3* work, shapes* s, int32_t i)
{
    const work3_pair* p = &work->pairs[i];
    imp3_shape_pair pair = {&s->a[p->a], p->pose_a, &s->b[p->b], p->pose_b};
    imp3_manifold m;
    return imp3_collide_again(&pair, work->margin, &s->caches[i], &m) ? FAILED : from_manifold(&m);
}

static answer3 distance(const work3* work, shapes* s, int32_t i)
{
    const work3_pair* p = &work->pairs[i];
    imp3_nearest nearest;
    if (imp3_distance(&s->a[p->a], &p->pose_a, &s->b[p->b], &p->pose_b, &nearest))
    {
        return FAILED;
    }
    answer3 r = {nearest.distance <= 0.0f, nearest.distance > 0.0f ? nearest.distance : 0.0f};
    return r;
}

static answer3 from_hit(imp_status status, const imp3_hit* hit)
{
    if (status)
    {
        return FAILED;
    }
    bool hits = hit->kind == IMP_SWEEP_HIT || hit->kind == IMP_SWEEP_TOUCH;
    answer3 r = {hits ? 1 : hit->kind == IMP_SWEEP_OVERLAP ? 2 : 0, hit->time};
    return r;
}

static answer3 cast(const work3* work, shapes* s, int32_t i)
{
    const work3_pair* p = &work->pairs[i];
    imp3_hit hit;
    imp_status status = imp3_cast(&s->a[p->a], &p->pose_a, &s->b[p->b], &p->pose_b, work->motions[i].motion, &hit);
    return from_hit(status, &hit);
}

static answer3 impact(const work3* work, shapes* s, int32_t i)
{
    const work3_pair* p = &work->pairs[i];
    imp3_mover a = {&s->a[p->a], p->pose_a, {0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}};
    imp3_mover b = {&s->b[p->b], p->pose_b, work->motions[i].motion, work->motions[i].turn};
    imp3_hit hit;
    imp_status status = imp3_time_of_impact(&a, &b, &hit);
    return from_hit(status, &hit);
}

static answer3 ray(const work3* work, shapes* s, int32_t i)
{
    const work3_pair* p = &work->pairs[i];
    imp3_hit hit;
    imp_status status = imp3_ray(&s->a[p->a], &p->pose_a, p->pose_b.p, work->motions[i].motion, &hit);
    return from_hit(status, &hit);
}

RUN3(contacts)
RUN3(contacts_warm)
RUN3(distance)
RUN3(cast)
RUN3(impact)
RUN3(ray)

static run3* find(int call, int kind_a, int kind_b)
{
    static run3* const runs[] = {run_contacts, run_contacts_warm, run_distance, run_cast, run_impact, run_ray};
    (void)kind_a;
    (void)kind_b;
    return runs[call];
}

static double build_hull(const imp3_vec* points, int32_t count, int32_t* vertices)
{
    imp3_shape hull;
    if (imp3_hull_make(points, count, 0.0f, NULL, &hull, NULL))
    {
        return -1.0;
    }
    *vertices = hull.count;
    double sum = (double)hull.a.x;
    imp3_shape_free(&hull);
    return sum;
}

const side3 SIDE3_OURS = {"impinge", "", prepare, discard, find, build_hull};

// Batches

static double run_batch(const work3* work, shapes* s, int32_t first, int32_t end, answer3* answers, bool rays)
{
    double sum = 0.0;
    for (int32_t i = first; i < end; i += BATCH)
    {
        int32_t n = end - i < BATCH ? end - i : BATCH;
        int32_t rest = work->count - i;
        imp3_shapes a = {rest, s->poses_a + i, WORK3_SHAPES, s->a, s->shape_a + i, NULL};
        imp3_shapes b = {rest, s->poses_b + i, WORK3_SHAPES, s->b, s->shape_b + i, NULL};
        imp3_rays lines = {rest, s->origins + i, s->motions + i, NULL};
        imp_status status = rays ? imp3_batch_ray_shapes(&a, &lines, n, s->hits, NULL)
                                 : imp3_batch_shapes(&a, &b, n, work->margin, s->manifolds, NULL);
        for (int32_t k = 0; k < n; ++k)
        {
            answer3 r = rays ? from_hit(status, &s->hits[k]) : status ? FAILED : from_manifold(&s->manifolds[k]);
            sum += (double)r.value + (double)r.count;
            if (answers)
            {
                answers[i + k] = r;
            }
        }
    }
    return sum;
}

static double run_batch_contacts(const work3* work, void* prepared, int32_t first, int32_t end, answer3* answers)
{
    return run_batch(work, prepared, first, end, answers, false);
}

static double run_batch_rays(const work3* work, void* prepared, int32_t first, int32_t end, answer3* answers)
{
    return run_batch(work, prepared, first, end, answers, true);
}

static run3* find_batch(int call, int kind_a, int kind_b)
{
    (void)kind_a;
    (void)kind_b;
    return call == CALL3_RAY ? run_batch_rays : run_batch_contacts;
}

const side3 SIDE3_BATCH = {"batch", "", prepare, discard, find_batch, NULL};
