// SPDX-License-Identifier: MIT
//
// Makes the work of pairs2: 64 shapes a side, and pairs of them in a random order that no branch predictor can learn.
// Pairs are near each other, as a broad phase would hand them in; far ones would be too easy.
//
// A small separating-axis test in double decides here who touches. It shares nothing with the library.

#include "work2.h"

#include "bench.h"

#include <math.h>
#include <stdlib.h>

// Description of shapes

static imp2_vec vec(double x, double y)
{
    imp2_vec v = {(float)x, (float)y};
    return v;
}

static work2_shape make_shape(int kind, bench_rng* rng)
{
    work2_shape s = {.kind = kind};
    double size = bench_rng_range(rng, 0.25, 1.0);
    double other = bench_rng_range(rng, 0.25, 1.0);
    switch (kind)
    {
    case WORK2_BOX:
        s.count = 4;
        s.half = vec(size, other);
        s.corners[0] = vec(-size, -other);
        s.corners[1] = vec(size, -other);
        s.corners[2] = vec(size, other);
        s.corners[3] = vec(-size, other);
        break;
    case WORK2_POLYGON:
        s.count = WORK2_CORNERS;
        for (int i = 0; i < WORK2_CORNERS; ++i)
        {
            double angle = (i + bench_rng_range(rng, -0.25, 0.25)) * 2.0 * 3.14159265358979 / (double)WORK2_CORNERS;
            s.corners[i] = vec(size * cos(angle), size * sin(angle));
        }
        break;
    case WORK2_CIRCLE:
        s.count = 1;
        s.radius = (float)size;
        break;
    case WORK2_CAPSULE:
        s.count = 2;
        s.radius = (float)(0.5 * size);
        s.corners[0] = vec(-other, 0.0);
        s.corners[1] = vec(other, 0.0);
        break;
    }
    return s;
}

// Reference

typedef struct placed
{
    int count;
    double radius;
    double x[WORK2_CORNERS], y[WORK2_CORNERS];
} placed;

static placed place_shape(const work2_shape* s, imp2_pose pose, imp2_vec motion, double turn, double time)
{
    placed r = {.count = s->count, .radius = (double)s->radius};
    double c = cos(turn * time), z = sin(turn * time);
    double qc = (double)pose.q.c * c - (double)pose.q.s * z;
    double qs = (double)pose.q.c * z + (double)pose.q.s * c;
    for (int i = 0; i < s->count; ++i)
    {
        double x = (double)s->corners[i].x, y = (double)s->corners[i].y;
        r.x[i] = qc * x - qs * y + (double)pose.p.x + (double)motion.x * time;
        r.y[i] = qs * x + qc * y + (double)pose.p.y + (double)motion.y * time;
    }
    return r;
}

// Largest separation of the corners of b from an edge of a.
static double separation(const placed* a, const placed* b)
{
    double best = -HUGE_VAL;
    for (int i = 0; a->count > 1 && i < a->count; ++i)
    {
        int j = (i + 1) % a->count;
        double nx = a->y[j] - a->y[i], ny = a->x[i] - a->x[j];
        double least = HUGE_VAL;
        for (int k = 0; k < b->count; ++k)
        {
            least = fmin(least, nx * (b->x[k] - a->x[i]) + ny * (b->y[k] - a->y[i]));
        }
        best = fmax(best, least / sqrt(nx * nx + ny * ny));
    }
    return best;
}

// Least distance of a corner of b from the boundary of a.
static double corner_distance(const placed* a, const placed* b)
{
    double best = HUGE_VAL;
    for (int i = 0; i < a->count; ++i)
    {
        int j = (i + 1) % a->count;
        double ex = a->x[j] - a->x[i], ey = a->y[j] - a->y[i], ee = ex * ex + ey * ey;
        for (int k = 0; k < b->count; ++k)
        {
            double dx = b->x[k] - a->x[i], dy = b->y[k] - a->y[i];
            double t = ee > 0.0 ? fmin(fmax((dx * ex + dy * ey) / ee, 0.0), 1.0) : 0.0;
            dx -= t * ex;
            dy -= t * ey;
            best = fmin(best, dx * dx + dy * dy);
        }
    }
    return sqrt(best);
}

static double placed_gap(const placed* a, const placed* b)
{
    double radius = a->radius + b->radius;
    double core = fmax(separation(a, b), separation(b, a));
    if (!(core <= 0.0) || a->count + b->count == 2)
    {
        core = fmin(corner_distance(a, b), corner_distance(b, a));
    }
    return core - radius;
}

static bool placed_touch(const placed* a, const placed* b)
{
    double radius = a->radius + b->radius;
    if (a->count + b->count > 2 && fmax(separation(a, b), separation(b, a)) > radius)
    {
        return false;
    }
    return placed_gap(a, b) <= 0.0;
}

double work2_gap(const work2* work, int call, int32_t i, double time)
{
    const work2_pair* p = &work->pairs[i];
    work2_motion m = {{0.0f, 0.0f}, {0.0f, 0.0f}, 0.0f, 0.0f, {1.0f, 0.0f}, {1.0f, 0.0f}};
    if (work->motions)
    {
        m = work->motions[i];
    }
    if (call == CALL2_CAST)
    {
        m.motion_a = vec(0.0, 0.0);
    }
    if (call != CALL2_IMPACT)
    {
        m.turn_a = m.turn_b = 0.0f;
    }
    placed a = place_shape(&work->a[p->a], p->pose_a, m.motion_a, (double)m.turn_a, time);
    placed b = place_shape(&work->b[p->b], p->pose_b, m.motion_b, (double)m.turn_b, time);
    return placed_gap(&a, &b);
}

// Pairs

static imp2_rot rotation(double angle)
{
    imp2_rot q = {(float)cos(angle), (float)sin(angle)};
    return q;
}

static imp2_pose random_pose(bench_rng* rng)
{
    imp2_pose pose = {vec(bench_rng_range(rng, -10.0, 10.0), bench_rng_range(rng, -10.0, 10.0)),
                      rotation(bench_rng_range(rng, -3.14159, 3.14159))};
    return pose;
}

static double extent(const placed* s, const double* along, double middle)
{
    double most = 0.0;
    for (int i = 0; i < s->count; ++i)
    {
        most = fmax(most, fabs(along[i] - middle));
    }
    return most + s->radius;
}

static void place_near(const work2* work, work2_pair* p, int place, bench_rng* rng)
{
    bool touching = place == PLACE2_NEAR && (bench_rng_next(rng) >> 63);
    for (;;)
    {
        p->pose_a = random_pose(rng);
        p->pose_b = random_pose(rng);
        const imp2_vec none = {0.0f, 0.0f};
        placed a = place_shape(&work->a[p->a], p->pose_a, none, 0.0, 0.0);
        placed b = place_shape(&work->b[p->b], p->pose_b, none, 0.0, 0.0);
        double ax = (double)p->pose_a.p.x, ay = (double)p->pose_a.p.y;
        double w = extent(&a, a.x, ax) + extent(&b, b.x, (double)p->pose_b.p.x);
        double h = extent(&a, a.y, ay) + extent(&b, b.y, (double)p->pose_b.p.y);
        p->pose_b.p = vec(ax + bench_rng_range(rng, -w, w), ay + bench_rng_range(rng, -h, h));

        b = place_shape(&work->b[p->b], p->pose_b, none, 0.0, 0.0);
        if (placed_touch(&a, &b) == touching)
        {
            return;
        }
    }
}

// B lies on A, sunk in by up to 5 mm, both tilted by up to a milliradian.
static void place_stacked(const work2* work, work2_pair* p, bench_rng* rng)
{
    const work2_shape* a = &work->a[p->a];
    const work2_shape* b = &work->b[p->b];
    do
    {
        p->pose_a = random_pose(rng);
        p->pose_a.q = rotation(bench_rng_range(rng, -1e-3, 1e-3));
        p->pose_b.q = rotation(bench_rng_range(rng, -1e-3, 1e-3));
        double shift = 0.75 * (double)(a->half.x + b->half.x);
        p->pose_b.p.x = p->pose_a.p.x + (float)bench_rng_range(rng, -shift, shift);
        p->pose_b.p.y = p->pose_a.p.y + a->half.y + b->half.y - (float)bench_rng_range(rng, 0.0, 5e-3);
    } while (work2_gap(work, CALL2_CONTACTS, (int32_t)(p - work->pairs), 0.0) > 0.0);
}

static double snap(double value)
{
    return floor(value * 1024.0 + 0.5) / 1024.0;
}

static void snap_shape(work2_shape* s)
{
    s->half = vec(snap((double)s->half.x), snap((double)s->half.y));
    for (int i = 0; i < s->count; ++i)
    {
        s->corners[i] = vec(snap((double)s->corners[i].x), snap((double)s->corners[i].y));
    }
}

// Everything on a grid, so that no sum is rounded; a side of B lies on a side of A.
static void place_touching(const work2* work, work2_pair* p, bench_rng* rng)
{
    const work2_shape *a = &work->a[p->a], *b = &work->b[p->b];
    double w = (double)a->half.x + (double)b->half.x, h = (double)a->half.y + (double)b->half.y;
    double aside = snap(bench_rng_range(rng, -0.75, 0.75) * w);
    p->pose_a.q = p->pose_b.q = rotation(0.0);
    p->pose_a.p = vec(snap(bench_rng_range(rng, -10.0, 10.0)), snap(bench_rng_range(rng, -10.0, 10.0)));
    p->pose_b.p = imp2_vec_add(p->pose_a.p, vec(aside, h));
}

static work2* new_work(int kind_a, int kind_b, int32_t count, bench_rng* rng)
{
    work2* work = bench_alloc(1, sizeof *work);
    work->kind_a = kind_a;
    work->kind_b = kind_b;
    work->count = count;
    work->pairs = bench_alloc((uint64_t)count, sizeof *work->pairs);
    for (int i = 0; i < WORK2_SHAPES; ++i)
    {
        work->a[i] = make_shape(kind_a, rng);
        work->b[i] = make_shape(kind_b, rng);
    }
    for (int32_t i = 0; i < count; ++i)
    {
        work->pairs[i].a = (uint16_t)(bench_rng_next(rng) % WORK2_SHAPES);
        work->pairs[i].b = (uint16_t)(bench_rng_next(rng) % WORK2_SHAPES);
    }
    return work;
}

work2* work2_make(int kind_a, int kind_b, int place, int32_t count, uint64_t seed)
{
    bench_rng rng = {seed};
    work2* work = new_work(kind_a, kind_b, count, &rng);
    for (int i = 0; place == PLACE2_TOUCH && i < WORK2_SHAPES; ++i)
    {
        snap_shape(&work->a[i]);
        snap_shape(&work->b[i]);
    }
    for (int32_t i = 0; i < count; ++i)
    {
        if (place == PLACE2_STACK)
        {
            place_stacked(work, &work->pairs[i], &rng);
        }
        else if (place == PLACE2_TOUCH)
        {
            place_touching(work, &work->pairs[i], &rng);
        }
        else
        {
            place_near(work, &work->pairs[i], place, &rng);
        }
    }
    return work;
}

void work2_move(work2* work, double reach, bool towards, uint64_t seed)
{
    bench_rng rng = {seed};
    work->motions = bench_alloc((uint64_t)work->count, sizeof *work->motions);
    for (int32_t i = 0; i < work->count; ++i)
    {
        const work2_pair* p = &work->pairs[i];
        work2_motion* m = &work->motions[i];
        double angle = bench_rng_range(&rng, -3.14159, 3.14159);
        if (towards)
        {
            imp2_vec to_a = imp2_vec_sub(p->pose_a.p, p->pose_b.p);
            angle = 0.2 * angle + atan2((double)to_a.y, (double)to_a.x);
        }
        double length = bench_rng_range(&rng, 0.0, reach);
        m->motion_a = vec(bench_rng_range(&rng, -0.5, 0.5), bench_rng_range(&rng, -0.5, 0.5));
        m->motion_b = vec((double)m->motion_a.x + length * cos(angle), (double)m->motion_a.y + length * sin(angle));
        m->turn_a = (float)bench_rng_range(&rng, -0.5, 0.5);
        m->turn_b = (float)bench_rng_range(&rng, -0.5, 0.5);
        m->end_a = rotation(atan2((double)p->pose_a.q.s, (double)p->pose_a.q.c) + (double)m->turn_a);
        m->end_b = rotation(atan2((double)p->pose_b.q.s, (double)p->pose_b.q.c) + (double)m->turn_b);
    }
}

work2* work2_make_rays(int kind, int32_t count, uint64_t seed)
{
    bench_rng rng = {seed};
    work2* work = new_work(kind, WORK2_CIRCLE, count, &rng);
    work->motions = bench_alloc((uint64_t)count, sizeof *work->motions);
    for (int i = 0; i < WORK2_SHAPES; ++i)
    {
        work->b[i].radius = 0.0f;  // B is the ray's point
    }
    const imp2_vec none = {0.0f, 0.0f};
    for (int32_t i = 0; i < count; ++i)
    {
        work2_pair* p = &work->pairs[i];
        bool hit = bench_rng_next(&rng) >> 63;
        for (;;)
        {
            p->pose_a = random_pose(&rng);
            placed a = place_shape(&work->a[p->a], p->pose_a, none, 0.0, 0.0);
            double ax = (double)p->pose_a.p.x, ay = (double)p->pose_a.p.y;
            double w = extent(&a, a.x, ax), h = extent(&a, a.y, ay);
            double fromx = ax + bench_rng_range(&rng, -4.0, 4.0), fromy = ay + bench_rng_range(&rng, -4.0, 4.0);
            double tox = ax + bench_rng_range(&rng, -w, w), toy = ay + bench_rng_range(&rng, -h, h);
            p->pose_b.p = vec(fromx, fromy);
            p->pose_b.q = rotation(0.0);
            work->motions[i].motion_b = vec(2.0 * (tox - fromx), 2.0 * (toy - fromy));

            placed from = {.count = 1, .x = {(double)p->pose_b.p.x}, .y = {(double)p->pose_b.p.y}};
            placed ray = {.count = 2,
                          .x = {from.x[0], from.x[0] + (double)work->motions[i].motion_b.x},
                          .y = {from.y[0], from.y[0] + (double)work->motions[i].motion_b.y}};
            if (!placed_touch(&a, &from) && placed_touch(&a, &ray) == hit)
            {
                break;
            }
        }
    }
    return work;
}

void work2_free(work2* work)
{
    if (!work)
    {
        return;
    }
    free(work->pairs);
    free(work->motions);
    free(work);
}
