// SPDX-License-Identifier: MIT
//
// Makes the work of pairs3, and judges answers.

#include "work3.h"
#include "bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TURN_MAX 0.5  // [rad]

// Making

static imp3_vec random_direction(bench_rng* rng)
{
    for (;;)
    {
        double x = bench_rng_range(rng, -1.0, 1.0), y = bench_rng_range(rng, -1.0, 1.0);
        double z = bench_rng_range(rng, -1.0, 1.0), length = sqrt(x * x + y * y + z * z);
        if (length > 0.1 && length < 1.0)
        {
            return (imp3_vec){(float)(x / length), (float)(y / length), (float)(z / length)};
        }
    }
}

static imp3_rot random_rotation(bench_rng* rng)
{
    imp3_rot q;
    (void)imp3_rot_make(random_direction(rng), (float)bench_rng_range(rng, -3.1, 3.1), &q);
    return q;
}

static float random_size(bench_rng* rng)
{
    return (float)bench_rng_range(rng, 0.25, 0.5);
}

static work3_shape make_shape(int kind, bench_rng* rng)
{
    work3_shape s = {.kind = kind};
    imp3_vec size = {random_size(rng), random_size(rng), random_size(rng)};
    switch (kind)
    {
    case WORK3_BOX:
        s.count = 8;
        s.half = size;
        for (int i = 0; i < 8; ++i)
        {
            s.corners[i] = (imp3_vec){i & 1 ? size.x : -size.x, i & 2 ? size.y : -size.y, i & 4 ? size.z : -size.z};
        }
        break;
    case WORK3_HULL:
        s.count = WORK3_CORNERS;
        for (int i = 0; i < s.count; ++i)
        {
            imp3_vec d = random_direction(rng);
            s.corners[i] = (imp3_vec){d.x * size.x, d.y * size.y, d.z * size.z};
        }
        break;
    case WORK3_SPHERE:
        s.count = 1;
        s.radius = size.x;
        break;
    case WORK3_CAPSULE:
        s.count = 2;
        s.radius = 0.5f * size.x;
        s.corners[0].x = -size.y;
        s.corners[1].x = size.y;
        break;
    default:
        s.count = 3;
        for (int i = 0; i < 3; ++i)
        {
            s.corners[i] = imp3_vec_scale(random_direction(rng), 2.0f * size.x);
        }
    }
    return s;
}

static double size_of(const work3_shape* s)
{
    double most = 0.0;
    for (int i = 0; i < s->count; ++i)
    {
        most = fmax(most, sqrt((double)imp3_vec_dot(s->corners[i], s->corners[i])));
    }
    return most + (double)s->radius;
}

static work3* make_empty(int kind_a, int kind_b, int32_t count, bench_rng* rng)
{
    work3* w = bench_alloc(1, sizeof *w);
    w->kind_a = kind_a;
    w->kind_b = kind_b;
    w->count = count;
    w->pairs = bench_alloc((uint64_t)count, sizeof *w->pairs);
    w->motions = bench_alloc((uint64_t)count, sizeof *w->motions);
    for (int i = 0; i < WORK3_SHAPES; ++i)
    {
        w->a[i] = make_shape(kind_a, rng);
        w->b[i] = make_shape(kind_b, rng);
    }
    return w;
}

static imp3_vec random_place(bench_rng* rng)
{
    return (imp3_vec){(float)bench_rng_range(rng, -10.0, 10.0), (float)bench_rng_range(rng, -10.0, 10.0),
                      (float)bench_rng_range(rng, -10.0, 10.0)};
}

/// Whether a placed pair touches, as this library sees it.
static bool touches(const imp3_shape* a, const imp3_shape* b, const work3_pair* p)
{
    bool yes = true;
    (void)imp3_overlap(&a[p->a], &p->pose_a, &b[p->b], &p->pose_b, &yes);
    return yes;
}

static void place_near(const work3* w, bench_rng* rng, work3_pair* p)
{
    double most = size_of(&w->a[p->a]) + size_of(&w->b[p->b]), away = most * bench_rng_range(rng, 0.45, 1.0);
    p->pose_a.q = random_rotation(rng);
    p->pose_b.q = random_rotation(rng);
    p->pose_b.p = imp3_vec_add(p->pose_a.p, imp3_vec_scale(random_direction(rng), (float)away));
}

static void place_resting(const work3* w, bench_rng* rng, work3_pair* p)
{
    const imp3_vec up = {0.0f, 0.0f, 1.0f};
    (void)imp3_rot_make(up, (float)bench_rng_range(rng, -3.1, 3.1), &p->pose_a.q);
    (void)imp3_rot_make(up, (float)bench_rng_range(rng, -3.1, 3.1), &p->pose_b.q);
    double height = (double)w->a[p->a].half.z + (double)w->b[p->b].half.z;
    imp3_vec off = {(float)bench_rng_range(rng, -0.2, 0.2), (float)bench_rng_range(rng, -0.2, 0.2),
                    (float)(height - bench_rng_range(rng, 0.0, 0.01))};
    p->pose_b.p = imp3_vec_add(p->pose_a.p, off);
}

work3* work3_make(int kind_a, int kind_b, int place, int32_t count, uint64_t seed)
{
    bench_rng rng = {seed};
    work3* w = make_empty(kind_a, kind_b, count, &rng);
    imp3_shape a[WORK3_SHAPES], b[WORK3_SHAPES];
    for (int i = 0; i < WORK3_SHAPES; ++i)
    {
        ours3_make_shape(&w->a[i], &a[i]);
        ours3_make_shape(&w->b[i], &b[i]);
    }
    for (int32_t i = 0; i < count; ++i)
    {
        work3_pair* p = &w->pairs[i];
        p->a = (uint16_t)(bench_rng_next(&rng) % WORK3_SHAPES);
        p->b = (uint16_t)(bench_rng_next(&rng) % WORK3_SHAPES);
        p->pose_a.p = random_place(&rng);
        do
        {
            (place == PLACE3_RESTING ? place_resting : place_near)(w, &rng, p);
        } while (place == PLACE3_APART && touches(a, b, p));
        w->motions[i].motion = imp3_vec_scale(random_direction(&rng), (float)bench_rng_range(&rng, 0.0, 1.5));
        w->motions[i].turn = imp3_vec_scale(random_direction(&rng), (float)bench_rng_range(&rng, 0.0, TURN_MAX));
    }
    for (int i = 0; i < WORK3_SHAPES; ++i)
    {
        imp3_shape_free(&a[i]);
        imp3_shape_free(&b[i]);
    }
    return w;
}

work3* work3_make_rays(int kind, int32_t count, uint64_t seed)
{
    bench_rng rng = {seed};
    work3* w = make_empty(kind, WORK3_SPHERE, count, &rng);
    for (int32_t i = 0; i < count; ++i)
    {
        work3_pair* p = &w->pairs[i];
        p->a = (uint16_t)(bench_rng_next(&rng) % WORK3_SHAPES);
        p->pose_a.p = random_place(&rng);
        p->pose_a.q = random_rotation(&rng);
        p->pose_b = imp3_pose_identity();
        float size = (float)size_of(&w->a[p->a]);
        imp3_vec from = imp3_vec_scale(random_direction(&rng), 2.0f * size);
        imp3_vec to = imp3_vec_scale(random_direction(&rng), 0.9f * size);
        p->pose_b.p = imp3_vec_add(p->pose_a.p, from);
        w->motions[i].motion = imp3_vec_scale(imp3_vec_sub(to, from), 2.0f);
    }
    return w;
}

void work3_free(work3* work)
{
    if (work)
    {
        free(work->pairs);
        free(work->motions);
        free(work);
    }
}

// The arbiter

typedef struct dvec
{
    double x, y, z;
} dvec;

static dvec minus(dvec a, dvec b)
{
    return (dvec){a.x - b.x, a.y - b.y, a.z - b.z};
}

static double dot(dvec a, dvec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static dvec cross(dvec a, dvec b)
{
    return (dvec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

typedef struct cloud
{
    int count, edge_count;
    dvec points[WORK3_CORNERS], edges[WORK3_CORNERS * WORK3_CORNERS / 2];
    int from[WORK3_CORNERS * WORK3_CORNERS / 2];
} cloud;

static void place(const work3_shape* s, const imp3_pose* pose, dvec origin, const work3_motion* motion, double time,
                  cloud* out)
{
    imp3_rot turn = imp3_pose_identity().q;
    dvec move = {0.0, 0.0, 0.0};
    if (motion)
    {
        float angle = (float)(sqrt((double)imp3_vec_dot(motion->turn, motion->turn)) * time);
        if (angle > 0.0f)
        {
            (void)imp3_rot_make(motion->turn, angle, &turn);
        }
        move =
            (dvec){(double)motion->motion.x * time, (double)motion->motion.y * time, (double)motion->motion.z * time};
    }
    out->count = s->count;
    out->edge_count = 0;
    for (int i = 0; i < s->count; ++i)
    {
        imp3_vec v = imp3_rot_apply(turn, imp3_rot_apply(pose->q, s->corners[i]));
        out->points[i] = (dvec){(double)v.x + (double)pose->p.x - origin.x + move.x,
                                (double)v.y + (double)pose->p.y - origin.y + move.y,
                                (double)v.z + (double)pose->p.z - origin.z + move.z};
    }
    for (int i = 0; i < s->count; ++i)
    {
        for (int k = i + 1; k < s->count; ++k)
        {
            bool edge = s->kind != WORK3_BOX || ((i ^ k) & ((i ^ k) - 1)) == 0;
            if (edge)
            {
                out->from[out->edge_count] = i;
                out->edges[out->edge_count++] = minus(out->points[k], out->points[i]);
            }
        }
    }
}

static double separation_along(const cloud* a, const cloud* b, dvec n)
{
    double length = sqrt(dot(n, n)), most = -INFINITY, least = INFINITY;
    if (length < 1e-9)
    {
        return -INFINITY;
    }
    for (int i = 0; i < a->count; ++i)
    {
        most = fmax(most, dot(a->points[i], n));
    }
    for (int i = 0; i < b->count; ++i)
    {
        least = fmin(least, dot(b->points[i], n));
    }
    return (least - most) / length;
}

static double separation_both(const cloud* a, const cloud* b, dvec n)
{
    dvec back = {-n.x, -n.y, -n.z};
    return fmax(separation_along(a, b, n), separation_along(a, b, back));
}

/// Directions of faces: all pairs of lines from one point, which are more than there are faces.
static double best_of_faces(const cloud* own, const cloud* a, const cloud* b)
{
    double best = -INFINITY;
    for (int i = 0; i < own->edge_count; ++i)
    {
        for (int k = i + 1; k < own->edge_count && own->from[k] == own->from[i]; ++k)
        {
            best = fmax(best, separation_both(a, b, cross(own->edges[i], own->edges[k])));
        }
    }
    return best;
}

static double best_of_corners(const cloud* corners, const cloud* other, const cloud* a, const cloud* b)
{
    double best = -INFINITY;
    for (int i = 0; i < corners->count; ++i)
    {
        for (int k = 0; k < other->count; ++k)
        {
            best = fmax(best, separation_both(a, b, minus(corners->points[i], other->points[k])));
        }
        for (int k = 0; k < other->edge_count; ++k)
        {
            dvec w = minus(corners->points[i], other->points[other->from[k]]), e = other->edges[k];
            best = fmax(best, separation_both(a, b, cross(e, cross(w, e))));
        }
    }
    return best;
}

double work3_gap(const work3* work, int call, int32_t i, double time)
{
    static cloud a, b;
    const work3_pair* p = &work->pairs[i];
    const work3_shape *sa = &work->a[p->a], *sb = &work->b[p->b];
    dvec origin = {(double)p->pose_a.p.x, (double)p->pose_a.p.y, (double)p->pose_a.p.z};
    work3_motion motion = work->motions[i];
    if (call != CALL3_IMPACT)
    {
        motion.turn = (imp3_vec){0.0f, 0.0f, 0.0f};
    }
    place(sa, &p->pose_a, origin, NULL, 0.0, &a);
    work3_shape point = {.kind = WORK3_SPHERE, .count = 1};
    place(call == CALL3_RAY ? &point : sb, &p->pose_b, origin, &motion, call >= CALL3_CAST ? time : 0.0, &b);
    double best = fmax(best_of_faces(&a, &a, &b), best_of_faces(&b, &a, &b));
    for (int m = 0; m < a.edge_count; ++m)
    {
        for (int k = 0; k < b.edge_count; ++k)
        {
            best = fmax(best, separation_both(&a, &b, cross(a.edges[m], b.edges[k])));
        }
    }
    best = fmax(best, fmax(best_of_corners(&a, &b, &a, &b), best_of_corners(&b, &a, &a, &b)));
    double radii = (double)sa->radius + (call == CALL3_RAY ? 0.0 : (double)sb->radius);
    return best - radii;
}
