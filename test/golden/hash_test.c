// SPDX-License-Identifier: MIT
//
// The same bits everywhere: one hash over many results of each public function, compared with test/golden/hash.txt.
// Run it from builds with other compilers, optimisations, lane widths or machines; the file is the same for all.
//
// A line of the file is "function cases hash". N = 1 runs 100000 cases of each function, N = 10 a million; for these two
// there are lines, for any other N the hashes are only printed. After a change that is meant to change results:
//
//     N=1 hash --write; N=10 hash --write
//
// Inputs come from integers alone, so nothing but the library can differ. They lean towards what is hard: coordinates on
// a grid, where touching is common, the same plus or minus a few ulp, quarter turns, everything scaled up and down.

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

#include "impinge/impinge.h"

#ifndef IMP_SOURCE_DIR
#define IMP_SOURCE_DIR "."
#endif

enum
{
    SHAPES = 96,
    COMPOUNDS = 24,
    LINE_MAX = 200,
    LINES_MAX = 1000
};

static imp2_shape shapes[SHAPES];
static imp2_compound compounds[COMPOUNDS];

// One case: where its numbers come from and where its results go.
typedef struct trial
{
    test_rng rng;
    uint64_t hash;
    float scale;
    int style;  // of all its numbers: 0 on the grid, 1 a few ulp beside it, 2 and 3 anywhere
} trial;

// Results

static void add_word(trial* t, uint32_t word)
{
    t->hash = (t->hash ^ word) * 0x9e3779b97f4a7c15u;
    t->hash ^= t->hash >> 32;
}

static void add_float(trial* t, float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    add_word(t, bits);
}

static void add_vec(trial* t, imp2_vec v)
{
    add_float(t, v.x);
    add_float(t, v.y);
}

// Whether there is anything else to add.
static bool add_status(trial* t, imp_status status)
{
    add_word(t, (uint32_t)status);
    return status == IMP_OK;
}

static void add_shape(trial* t, const imp2_shape* s)
{
    add_word(t, (uint32_t)s->kind);
    add_word(t, (uint32_t)s->count);
    add_float(t, s->radius);
    add_float(t, s->reach);
    for (int32_t i = 0; i < s->count; ++i)
    {
        imp2_vec v = {0, 0};
        imp2_shape_vertex(s, i, &v);
        add_vec(t, v);
    }
    for (int i = 0; i < IMP2_SMALL_COUNT && s->count <= IMP2_SMALL_COUNT; ++i)
    {
        add_vec(t, (imp2_vec){s->x[i], s->y[i]});
        add_vec(t, (imp2_vec){s->normal_x[i], s->normal_y[i]});
    }
}

static void add_manifold(trial* t, const imp2_manifold* m)
{
    add_vec(t, m->normal);
    add_float(t, m->depth);
    add_word(t, (uint32_t)m->count);
    for (int i = 0; i < 2; ++i)
    {
        add_vec(t, m->points[i].point);
        add_float(t, m->points[i].depth);
        add_word(t, m->points[i].id);
    }
}

static void add_hit(trial* t, imp_status status, const imp2_hit* hit)
{
    if (add_status(t, status))
    {
        add_word(t, (uint32_t)hit->kind);
        add_float(t, hit->time);
        add_vec(t, hit->normal);
        add_vec(t, hit->point);
        add_float(t, hit->depth);
    }
}

// Inputs. Each draw stands in a statement of its own: the order of two draws in one expression would be the compiler's.

static float a_number(trial* t)
{
    uint64_t bits = test_rng_next(&t->rng);
    int32_t whole = (int32_t)(bits >> 8 & 7) - 3;
    double fraction = (double)(bits >> 40) * 0x1p-24;
    double x;
    switch (t->style)
    {
    case 0: x = whole; break;
    case 1: x = whole + (double)((int32_t)(bits >> 40 & 15) - 7) * 0x1p-22; break;
    case 2: x = (fraction - 0.5) * 8.0; break;
    default: x = (fraction - 0.5) * 2.0; break;
    }
    return (float)x * t->scale;
}

static imp2_vec a_vec(trial* t)
{
    imp2_vec v;
    v.x = a_number(t);
    v.y = a_number(t);
    return v;
}

static float a_size(trial* t)
{
    float x = a_number(t);
    return x < 0.0f ? -x : x;
}

static float an_angle(trial* t)
{
    return a_number(t) / t->scale;
}

static imp2_rot a_rot(trial* t)
{
    static const imp2_rot quarters[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    uint64_t bits = test_rng_next(&t->rng);
    imp2_rot q = quarters[bits & 4 ? 0 : bits & 3];
    if (t->style > 1 && (bits & 24))
    {
        imp2_rot_make(an_angle(t), &q);
    }
    return q;
}

static imp2_pose a_pose(trial* t)
{
    imp2_pose pose;
    pose.p = a_vec(t);
    pose.q = a_rot(t);
    return pose;
}

// The first half of the shapes lies on the grid.
static const imp2_shape* a_shape(trial* t)
{
    return &shapes[test_rng_next(&t->rng) % (t->style < 2 ? SHAPES / 2 : SHAPES)];
}

static imp2_mover a_mover(trial* t, bool turning)
{
    imp2_mover mover;
    mover.shape = a_shape(t);
    mover.pose = a_pose(t);
    mover.motion = imp2_vec_scale(a_vec(t), 2.0f);
    mover.turn = turning ? an_angle(t) : 0.0f;
    return mover;
}

static imp2_surface a_surface(trial* t)
{
    uint64_t bits = test_rng_next(&t->rng);
    imp2_surface s = {(float)(bits & 7) / 7.0f, (float)(bits >> 8 & 15) * 0.125f, (float)(bits >> 16 & 15) * 0.125f};
    return s;
}

static imp2_dynamics some_dynamics(trial* t)
{
    imp2_dynamics d;
    d.center = a_vec(t);
    d.velocity = a_vec(t);
    d.spin = an_angle(t);
    d.inverse_mass = a_size(t);
    d.inverse_inertia = a_size(t);
    return d;
}

// 1 to 40 corners of a convex polygon in any order of turning, some of them twice.
static int32_t some_points(trial* t, imp2_vec* points)
{
    uint64_t bits = test_rng_next(&t->rng);
    int32_t n = 1 + (int32_t)(bits & 7);
    n = bits & 8 ? n : n * 5;
    imp2_vec middle = a_vec(t);
    float radius = a_size(t) + t->scale;
    for (int32_t i = 0; i < n; ++i)
    {
        float s = 0.0f, c = 1.0f;
        imp_sincos((bits & 16 ? -6.2831855f : 6.2831855f) * (float)i / (float)n, &s, &c);
        c = t->style < 2 && n <= IMP2_SMALL_COUNT ? (float)(int32_t)(c * 4.5f) * 0.25f : c;
        s = t->style < 2 && n <= IMP2_SMALL_COUNT ? (float)(int32_t)(s * 4.5f) * 0.25f : s;
        points[i].x = middle.x + radius * c;
        points[i].y = middle.y + (bits & 32 ? 0.25f * radius : radius) * s;
    }
    if (bits & 64)
    {
        points[n] = points[n / 2];
        n += 1;
    }
    return n;
}

// Two shapes that are often near each other.
typedef struct couple
{
    const imp2_shape *a, *b;
    imp2_pose pose_a, pose_b;
} couple;

static couple a_couple(trial* t)
{
    couple c;
    c.a = a_shape(t);
    c.b = a_shape(t);
    c.pose_a = a_pose(t);
    c.pose_b = a_pose(t);
    return c;
}

// One case of each function

static void run_imp_sincos(trial* t)
{
    uint32_t bits = (uint32_t)test_rng_next(&t->rng) & 0xbfffffffu;
    bits = test_rng_next(&t->rng) & 1 ? bits : bits | 0x3f000000u;
    float angle, s, c;
    memcpy(&angle, &bits, sizeof angle);
    if (add_status(t, imp_sincos(angle, &s, &c)))
    {
        add_vec(t, (imp2_vec){c, s});
    }
}

static void run_imp_atan2(trial* t)
{
    imp2_vec v = a_vec(t);
    float angle;
    if (add_status(t, imp_atan2(v.y, v.x, &angle)))
    {
        add_float(t, angle);
    }
}

static void run_imp2_rot_make(trial* t)
{
    imp2_rot q;
    if (add_status(t, imp2_rot_make(a_number(t), &q)))
    {
        add_vec(t, (imp2_vec){q.c, q.s});
    }
}

static void run_imp2_rot_towards(trial* t)
{
    imp2_rot q;
    if (add_status(t, imp2_rot_towards(a_vec(t), &q)))
    {
        add_vec(t, (imp2_vec){q.c, q.s});
    }
}

static void run_imp2_rot_angle(trial* t)
{
    float angle;
    if (add_status(t, imp2_rot_angle(a_rot(t), &angle)))
    {
        add_float(t, angle);
    }
}

static void run_imp2_pose_make(trial* t)
{
    imp2_vec p = a_vec(t);
    imp2_pose pose;
    if (add_status(t, imp2_pose_make(p, an_angle(t), &pose)))
    {
        add_vec(t, pose.p);
        add_vec(t, (imp2_vec){pose.q.c, pose.q.s});
    }
}

static void run_imp2_pose_check(trial* t)
{
    imp2_pose pose = a_pose(t);
    pose.q.c *= 1.0f + (float)test_rng_int(&t->rng, -8, 8) * 0x1p-22f;
    add_status(t, imp2_pose_check(&pose));
}

static void run_imp2_circle_make(trial* t)
{
    imp2_vec center = a_vec(t);
    imp2_shape shape;
    if (add_status(t, imp2_circle_make(center, a_number(t), &shape)))
    {
        add_shape(t, &shape);
    }
}

static void run_imp2_segment_make(trial* t)
{
    imp2_vec a = a_vec(t);
    imp2_vec b = a_vec(t);
    imp2_shape shape;
    if (add_status(t, imp2_segment_make(a, b, &shape)))
    {
        add_shape(t, &shape);
    }
}

static void run_imp2_capsule_make(trial* t)
{
    imp2_vec a = a_vec(t);
    imp2_vec b = a_vec(t);
    imp2_shape shape;
    if (add_status(t, imp2_capsule_make(a, b, a_number(t), &shape)))
    {
        add_shape(t, &shape);
    }
}

static void run_imp2_box_make(trial* t)
{
    imp2_box box;
    box.lower = a_vec(t);
    imp2_vec size;
    size.x = a_size(t);
    size.y = a_size(t);
    box.upper = imp2_vec_add(box.lower, size);
    imp2_shape shape;
    if (add_status(t, imp2_box_make(box, &shape)))
    {
        add_shape(t, &shape);
    }
}

static void run_imp2_oriented_box_make(trial* t)
{
    imp2_vec center = a_vec(t);
    imp2_vec half;
    half.x = a_size(t);
    half.y = a_size(t);
    imp2_shape shape;
    if (add_status(t, imp2_oriented_box_make(center, half, a_rot(t), &shape)))
    {
        add_shape(t, &shape);
    }
}

static void run_imp2_polygon_make(trial* t)
{
    imp2_vec points[64];
    int32_t count = some_points(t, points);
    float radius = a_size(t);
    imp2_shape shape;
    imp2_repair repair;
    if (test_rng_next(&t->rng) & 1)
    {
        points[count / 3] = a_vec(t);  // often concave then
    }
    if (add_status(t, imp2_polygon_make(points, count, radius, NULL, &shape, &repair)))
    {
        add_shape(t, &shape);
        add_word(t, (uint32_t)repair.welded);
        add_word(t, (uint32_t)repair.collinear);
        add_word(t, (uint32_t)repair.reordered);
        imp2_shape_free(&shape);
    }
}

static void run_imp2_shape_vertex(trial* t)
{
    const imp2_shape* shape = a_shape(t);
    imp2_vec v;
    if (add_status(t, imp2_shape_vertex(shape, test_rng_int(&t->rng, -1, shape->count), &v)))
    {
        add_vec(t, v);
    }
}

static void run_imp2_shape_bounds(trial* t)
{
    const imp2_shape* shape = a_shape(t);
    imp2_pose pose = a_pose(t);
    imp2_box box;
    if (add_status(t, imp2_shape_bounds(shape, &pose, &box)))
    {
        add_vec(t, box.lower);
        add_vec(t, box.upper);
    }
}

static void run_imp2_shape_mass(trial* t)
{
    const imp2_shape* shape = a_shape(t);
    imp2_mass mass;
    if (add_status(t, imp2_shape_mass(shape, a_size(t), &mass)))
    {
        add_float(t, mass.area);
        add_float(t, mass.mass);
        add_float(t, mass.inertia);
        add_vec(t, mass.centroid);
    }
}

static void run_imp2_shape_support(trial* t)
{
    const imp2_shape* shape = a_shape(t);
    imp2_pose pose = a_pose(t);
    imp2_vec point;
    int32_t index;
    if (add_status(t, imp2_shape_support(shape, &pose, a_vec(t), &point, &index)))
    {
        add_vec(t, point);
        add_word(t, (uint32_t)index);
    }
}

static void run_imp2_shape_contains(trial* t)
{
    const imp2_shape* shape = a_shape(t);
    imp2_pose pose = a_pose(t);
    bool contains;
    if (add_status(t, imp2_shape_contains(shape, &pose, a_vec(t), &contains)))
    {
        add_word(t, contains);
    }
}

static void run_imp2_shape_closest(trial* t)
{
    const imp2_shape* shape = a_shape(t);
    imp2_pose pose = a_pose(t);
    imp2_vec closest;
    float distance;
    if (add_status(t, imp2_shape_closest(shape, &pose, a_vec(t), &closest, &distance)))
    {
        add_vec(t, closest);
        add_float(t, distance);
    }
}

static void run_imp2_overlap(trial* t)
{
    couple c = a_couple(t);
    bool overlap;
    if (add_status(t, imp2_overlap(c.a, &c.pose_a, c.b, &c.pose_b, &overlap)))
    {
        add_word(t, overlap);
    }
}

static void run_imp2_collide(trial* t)
{
    couple c = a_couple(t);
    float margin = test_rng_next(&t->rng) & 1 ? a_size(t) * 0.25f : 0.0f;
    imp2_manifold manifold;
    if (add_status(t, imp2_collide(c.a, &c.pose_a, c.b, &c.pose_b, margin, &manifold)))
    {
        add_manifold(t, &manifold);
    }
}

static void run_imp2_manifold_push(trial* t)
{
    couple c = a_couple(t);
    float mass_a = a_size(t);
    float mass_b = a_size(t);
    imp2_manifold manifold;
    imp2_vec move_a, move_b;
    if (add_status(t, imp2_collide(c.a, &c.pose_a, c.b, &c.pose_b, 0.0f, &manifold)) &&
        add_status(t, imp2_manifold_push(&manifold, mass_a, mass_b, &move_a, &move_b)))
    {
        add_vec(t, move_a);
        add_vec(t, move_b);
    }
}

static void run_imp2_distance(trial* t)
{
    couple c = a_couple(t);
    imp2_nearest nearest;
    if (add_status(t, imp2_distance(c.a, &c.pose_a, c.b, &c.pose_b, &nearest)))
    {
        add_float(t, nearest.distance);
        add_vec(t, nearest.normal);
        add_vec(t, nearest.point_a);
        add_vec(t, nearest.point_b);
    }
}

static void run_imp2_sweep(trial* t)
{
    imp2_mover a = a_mover(t, false);
    imp2_mover b = a_mover(t, false);
    imp2_hit hit;
    imp_status status = imp2_sweep(&a, &b, &hit);
    add_hit(t, status, &hit);
}

static void run_imp2_time_of_impact(trial* t)
{
    imp2_mover a = a_mover(t, true);
    imp2_mover b = a_mover(t, true);
    imp2_hit hit;
    imp_status status = imp2_time_of_impact(&a, &b, &hit);
    add_hit(t, status, &hit);
}

static void run_imp2_cast(trial* t)
{
    couple c = a_couple(t);
    imp2_hit hit;
    imp_status status = imp2_cast(c.a, &c.pose_a, c.b, &c.pose_b, a_vec(t), &hit);
    add_hit(t, status, &hit);
}

static void run_imp2_ray(trial* t)
{
    const imp2_shape* shape = a_shape(t);
    imp2_pose pose = a_pose(t);
    imp2_vec origin = a_vec(t);
    imp2_hit hit;
    imp_status status = imp2_ray(shape, &pose, origin, a_vec(t), &hit);
    add_hit(t, status, &hit);
}

static void run_imp2_segments_cross(trial* t)
{
    imp2_vec a0 = a_vec(t);
    imp2_vec a1 = a_vec(t);
    imp2_vec b0 = a_vec(t);
    imp2_vec b1 = a_vec(t);
    imp2_crossing crossing;
    if (add_status(t, imp2_segments_cross(a0, a1, b0, b1, &crossing)))
    {
        add_word(t, crossing.crosses);
        add_float(t, crossing.time_a);
        add_float(t, crossing.time_b);
        add_vec(t, crossing.point);
    }
}

static void run_imp2_respond(trial* t)
{
    couple c = a_couple(t);
    imp2_surface surface = a_surface(t);
    imp2_dynamics a = some_dynamics(t);
    imp2_dynamics b = some_dynamics(t);
    imp2_manifold manifold;
    imp2_impulse impulse;
    if (add_status(t, imp2_collide(c.a, &c.pose_a, c.b, &c.pose_b, 0.0f, &manifold)) &&
        add_status(t, imp2_respond(&manifold, &surface, &a, &b, &impulse)))
    {
        add_vec(t, a.velocity);
        add_vec(t, b.velocity);
        add_vec(t, (imp2_vec){a.spin, b.spin});
        for (int i = 0; i < 2; ++i)
        {
            add_vec(t, (imp2_vec){impulse.normal[i], impulse.tangent[i]});
        }
    }
}

static void run_imp2_respond_arcade(trial* t)
{
    imp2_vec velocity = a_vec(t);
    imp2_rot q = a_rot(t);
    imp2_surface surface = a_surface(t);
    imp2_vec out;
    if (add_status(t, imp2_respond_arcade(velocity, (imp2_vec){q.c, q.s}, &surface, a_vec(t), &out)))
    {
        add_vec(t, out);
    }
}

// Compounds take longer, so only every sixteenth case is one.

static bool is_due(trial* t)
{
    return test_rng_next(&t->rng) % 16 == 0;
}

static const imp2_compound* a_compound(trial* t)
{
    return &compounds[test_rng_next(&t->rng) % (t->style < 2 ? COMPOUNDS / 2 : COMPOUNDS)];
}

typedef struct compound_couple
{
    const imp2_compound *a, *b;
    imp2_pose pose_a, pose_b;
} compound_couple;

static compound_couple a_compound_couple(trial* t)
{
    compound_couple c;
    t->scale = 1.0f;
    c.a = a_compound(t);
    c.b = a_compound(t);
    c.pose_a = a_pose(t);
    c.pose_b = a_pose(t);
    return c;
}

static imp2_compound_mover a_compound_mover(trial* t, bool turning)
{
    imp2_compound_mover mover;
    mover.compound = a_compound(t);
    mover.pose = a_pose(t);
    mover.motion = imp2_vec_scale(a_vec(t), 2.0f);
    mover.turn = turning ? an_angle(t) : 0.0f;
    return mover;
}

static void add_compound_hit(trial* t, imp_status status, const imp2_compound_hit* hit)
{
    add_hit(t, status, &hit->hit);
    add_word(t, (uint32_t)hit->part_a);
    add_word(t, (uint32_t)hit->part_b);
}

static void run_imp2_compound_overlap(trial* t)
{
    bool overlap;
    if (is_due(t))
    {
        compound_couple c = a_compound_couple(t);
        if (add_status(t, imp2_compound_overlap(c.a, &c.pose_a, c.b, &c.pose_b, &overlap)))
        {
            add_word(t, overlap);
        }
    }
}

static void run_imp2_compound_collide(trial* t)
{
    imp2_part_manifold manifolds[64];
    imp2_compound_contacts contacts = {manifolds, 64, 0, {0, 0}, 0};
    if (is_due(t))
    {
        compound_couple c = a_compound_couple(t);
        if (add_status(t, imp2_compound_collide(c.a, &c.pose_a, c.b, &c.pose_b, a_size(t), &contacts)))
        {
            add_vec(t, contacts.normal);
            add_float(t, contacts.depth);
            for (int32_t i = 0; i < contacts.count; ++i)
            {
                add_word(t, (uint32_t)manifolds[i].part_a);
                add_word(t, (uint32_t)manifolds[i].part_b);
                add_manifold(t, &manifolds[i].manifold);
            }
        }
    }
}

static void run_imp2_compound_distance(trial* t)
{
    imp2_compound_nearest n;
    if (is_due(t))
    {
        compound_couple c = a_compound_couple(t);
        if (add_status(t, imp2_compound_distance(c.a, &c.pose_a, c.b, &c.pose_b, &n)))
        {
            add_float(t, n.nearest.distance);
            add_vec(t, n.nearest.normal);
            add_vec(t, n.nearest.point_a);
            add_vec(t, n.nearest.point_b);
            add_word(t, (uint32_t)n.part_a);
            add_word(t, (uint32_t)n.part_b);
        }
    }
}

static void run_imp2_compound_sweep(trial* t)
{
    imp2_compound_hit hit;
    if (is_due(t))
    {
        imp2_compound_mover a = a_compound_mover(t, false);
        imp2_compound_mover b = a_compound_mover(t, false);
        add_compound_hit(t, imp2_compound_sweep(&a, &b, &hit), &hit);
    }
}

static void run_imp2_compound_time_of_impact(trial* t)
{
    imp2_compound_hit hit;
    if (is_due(t))
    {
        imp2_compound_mover a = a_compound_mover(t, true);
        imp2_compound_mover b = a_compound_mover(t, true);
        add_compound_hit(t, imp2_compound_time_of_impact(&a, &b, &hit), &hit);
    }
}

static void run_imp2_compound_cast(trial* t)
{
    imp2_compound_hit hit;
    if (is_due(t))
    {
        compound_couple c = a_compound_couple(t);
        add_compound_hit(t, imp2_compound_cast(c.a, &c.pose_a, c.b, &c.pose_b, a_vec(t), &hit), &hit);
    }
}

static void run_imp2_compound_ray(trial* t)
{
    imp2_compound_hit hit;
    if (is_due(t))
    {
        compound_couple c = a_compound_couple(t);
        add_compound_hit(t, imp2_compound_ray(c.a, &c.pose_a, c.pose_b.p, a_vec(t), &hit), &hit);
    }
}

static void run_imp2_rectangle_make(trial* t)
{
    imp2_vec center = a_vec(t);
    imp2_vec half = a_vec(t);
    imp2_rectangle r;
    if (add_status(t, imp2_rectangle_make(center, half, a_rot(t), &r)))
    {
        add_float(t, r.radius);
    }
}

typedef imp_status rectangle_test(const imp2_rectangle* a, const imp2_rectangle* b, bool* out, int32_t* operations);

static void ask_rectangles(trial* t, rectangle_test* test)
{
    imp2_rectangle pair[2];
    for (int i = 0; i < 2; ++i)
    {
        imp2_vec half;
        half.x = a_size(t);
        half.y = a_size(t);
        imp2_vec center = a_vec(t);
        if (!add_status(t, imp2_rectangle_make(center, half, a_rot(t), &pair[i])))
        {
            return;
        }
    }
    bool touches;
    int32_t operations;
    if (add_status(t, test(&pair[0], &pair[1], &touches, &operations)))
    {
        add_word(t, touches);
        add_word(t, (uint32_t)operations);
    }
}

#define RECTANGLE_TEST(name)                                                                                           \
    static void run_##name(trial* t)                                                                                   \
    {                                                                                                                  \
        ask_rectangles(t, name);                                                                                       \
    }

RECTANGLE_TEST(imp2_rectangle_circles)
RECTANGLE_TEST(imp2_rectangle_corners_published)
RECTANGLE_TEST(imp2_rectangle_corners)
RECTANGLE_TEST(imp2_rectangle_feet_published)
RECTANGLE_TEST(imp2_rectangle_feet)
RECTANGLE_TEST(imp2_rectangle_outcodes_published)
RECTANGLE_TEST(imp2_rectangle_outcodes)
RECTANGLE_TEST(imp2_rectangle_axes)

#define ROW(name)                                                                                                      \
    {                                                                                                                  \
#name, run_##name                                                                                              \
    }

static const struct
{
    const char* name;
    void (*run)(trial* t);
} rows[] = {
    ROW(imp_sincos),
    ROW(imp_atan2),
    ROW(imp2_rot_make),
    ROW(imp2_rot_towards),
    ROW(imp2_rot_angle),
    ROW(imp2_pose_make),
    ROW(imp2_pose_check),
    ROW(imp2_circle_make),
    ROW(imp2_segment_make),
    ROW(imp2_capsule_make),
    ROW(imp2_box_make),
    ROW(imp2_oriented_box_make),
    ROW(imp2_polygon_make),
    ROW(imp2_shape_vertex),
    ROW(imp2_shape_bounds),
    ROW(imp2_shape_mass),
    ROW(imp2_shape_support),
    ROW(imp2_shape_contains),
    ROW(imp2_shape_closest),
    ROW(imp2_overlap),
    ROW(imp2_collide),
    ROW(imp2_manifold_push),
    ROW(imp2_distance),
    ROW(imp2_sweep),
    ROW(imp2_time_of_impact),
    ROW(imp2_cast),
    ROW(imp2_ray),
    ROW(imp2_segments_cross),
    ROW(imp2_respond),
    ROW(imp2_respond_arcade),
    ROW(imp2_compound_overlap),
    ROW(imp2_compound_collide),
    ROW(imp2_compound_distance),
    ROW(imp2_compound_sweep),
    ROW(imp2_compound_time_of_impact),
    ROW(imp2_compound_cast),
    ROW(imp2_compound_ray),
    ROW(imp2_rectangle_make),
    ROW(imp2_rectangle_circles),
    ROW(imp2_rectangle_corners_published),
    ROW(imp2_rectangle_corners),
    ROW(imp2_rectangle_feet_published),
    ROW(imp2_rectangle_feet),
    ROW(imp2_rectangle_outcodes_published),
    ROW(imp2_rectangle_outcodes),
    ROW(imp2_rectangle_axes),
};

enum
{
    ROWS = sizeof rows / sizeof *rows
};

static uint64_t hashes[ROWS];
static uint64_t cases;

static uint64_t seed_of(const char* name)
{
    uint64_t seed = 0;
    for (; *name; ++name)
    {
        seed = (seed ^ (unsigned char)*name) * 0x100000001b3u;
    }
    return seed;
}

// Shapes of all kinds and sizes; every fourth one is a large polygon. What is refused is drawn again.
static void make_shapes(void)
{
    trial t = {{seed_of("shapes")}, 0, 1.0f, 0};
    for (int i = 0; i < SHAPES;)
    {
        t.style = i < SHAPES / 2 ? 0 : 2 + i / 8 % 2;
        t.scale = i < SHAPES * 3 / 4 ? 1.0f : i / 8 % 2 ? 0x1p-3f : 0x1p3f;
        imp2_vec points[64];
        imp2_vec a = a_vec(&t);
        imp2_vec b = a_vec(&t);
        float radius = a_size(&t);
        int32_t count = some_points(&t, points);
        imp2_rot q = a_rot(&t);
        imp2_box box = {a, {a.x + radius, a.y + t.scale}};
        imp_status status = IMP_OK;
        switch (i % 8)
        {
        case 0: status = imp2_circle_make(a, radius, &shapes[i]); break;
        case 1: status = imp2_segment_make(a, b, &shapes[i]); break;
        case 2: status = imp2_capsule_make(a, b, radius, &shapes[i]); break;
        case 4: status = imp2_box_make(box, &shapes[i]); break;
        case 5: status = imp2_oriented_box_make(a, (imp2_vec){radius, t.scale}, q, &shapes[i]); break;
        default:
            count = (i % 4 == 3) == (count > IMP2_SMALL_COUNT) ? count : 0;
            status = imp2_polygon_make(points, count, i % 16 < 8 ? 0.0f : radius, NULL, &shapes[i], NULL);
            break;
        }
        i += status ? 0 : 1;
    }
}

// Regions of cells, stars, chains, single shapes; the first half lies on the grid.
static void make_compounds(void)
{
    trial t = {{seed_of("compounds")}, 0, 1.0f, 0};
    for (int i = 0; i < COMPOUNDS;)
    {
        imp2_vec points[64];
        int32_t counts[9], count = 0;
        bool grid = i < COMPOUNDS / 2;
        imp_status status = IMP_OK;
        t.style = grid ? 0 : 2;
        for (int k = 0; k < 8; ++k)
        {
            float s, c, far = 0.5f + (float)(test_rng_next(&t.rng) & 7) * 0.25f;
            imp_sincos(0.78539816f * (float)k, &s, &c);
            points[k].x = grid ? (float)(int32_t)(c * far * 2.0f) * 0.5f : c * far;
            points[k].y = grid ? (float)(int32_t)(s * far * 2.0f) * 0.5f : s * far;
        }
        imp2_polyline line = {points, 8, i % 8 == 1, i % 8 == 2};
        counts[0] = 8;
        imp2_outlines outlines = {points, counts, 1, IMP_FILL_EVEN_ODD};
        if (i % 4 == 3)
        {
            for (int k = 0; k < 9; ++k)
            {
                if (test_rng_next(&t.rng) & 3)
                {
                    float x = (float)(k % 3) - 1.5f, y = (float)(k / 3) - 1.5f;
                    const imp2_vec cell[4] = {{x, y}, {x + 1.0f, y}, {x + 1.0f, y + 1.0f}, {x, y + 1.0f}};
                    memcpy(points + 4 * count, cell, sizeof cell);
                    counts[count++] = 4;
                }
            }
            outlines.ring_count = count;
            outlines.fill = IMP_FILL_NON_ZERO;
        }
        switch (i % 4)
        {
        case 0: status = imp2_compound_of_shape(&shapes[grid ? i * 4 : SHAPES / 2 + i], &compounds[i]); break;
        case 1:
        case 2: status = imp2_chain_make(&line, NULL, &compounds[i], NULL); break;
        default: status = imp2_region_make(&outlines, NULL, &compounds[i], NULL); break;
        }
        i += status ? 0 : 1;
    }
}

static void same_bits(void** unused)
{
    (void)unused;
    cases = 100000;
    cases = test_n(cases);
    make_shapes();
    make_compounds();
    for (int r = 0; r < ROWS; ++r)
    {
        trial t = {{seed_of(rows[r].name)}, 0, 1.0f, 0};
        for (uint64_t i = 0; i < cases; ++i)
        {
            // Now and then the numbers are large or small; a power of two, so that the grid stays one.
            t.scale = i % 16 == 14 ? 0x1p10f : i % 16 == 15 ? 0x1p-10f : 1.0f;
            t.style = (int)(i / 16 % 4);
            rows[r].run(&t);
        }
        hashes[r] = t.hash;
    }
    for (int i = 0; i < COMPOUNDS; ++i)
    {
        imp2_compound_free(&compounds[i]);
    }
    for (int i = 0; i < SHAPES; ++i)
    {
        imp2_shape_free(&shapes[i]);
    }
    test_report("hashed results of each function", cases);
}

static const char* golden_path(void)
{
    return IMP_SOURCE_DIR "/test/golden/hash.txt";
}

static void same_as_golden(void** unused)
{
    (void)unused;
    FILE* file = fopen(golden_path(), "r");
    assert_non_null(file);
    bool known[ROWS] = {false};
    int different = 0;
    int lines = 0;
    char line[LINE_MAX], name[LINE_MAX];
    while (fgets(line, sizeof line, file))
    {
        uint64_t line_cases, hash;
        if (sscanf(line, "%199s %" SCNu64 " %" SCNx64, name, &line_cases, &hash) != 3 || line_cases != cases)
        {
            continue;
        }
        lines += 1;
        for (int r = 0; r < ROWS; ++r)
        {
            if (strcmp(name, rows[r].name) == 0)
            {
                known[r] = true;
                if (hashes[r] != hash)
                {
                    printf("%s: %016" PRIx64 ", but it was %016" PRIx64 "\n", name, hashes[r], hash);
                    different += 1;
                }
            }
        }
    }
    fclose(file);
    if (lines == 0)
    {
        printf("skip: nothing to compare with for %" PRIu64 " cases\n", cases);
        for (int r = 0; r < ROWS; ++r)
        {
            printf("%s %" PRIu64 " %016" PRIx64 "\n", rows[r].name, cases, hashes[r]);
        }
        return;
    }
    for (int r = 0; r < ROWS; ++r)
    {
        if (!known[r])
        {
            printf("%s: no line in hash.txt\n", rows[r].name);
            different += 1;
        }
    }
    assert_int_equal(different, 0);
}

// Every exported function that gives results has a row here.
static void every_function_is_here(void** unused)
{
    (void)unused;
    static const char* const headers[] = {"math.h", "math2.h", "shape2.h", "narrow2.h", "motion2.h"};
    int missing = 0;
    for (size_t h = 0; h < sizeof headers / sizeof *headers; ++h)
    {
        char path[1000], line[LINE_MAX];
        snprintf(path, sizeof path, "%s/include/impinge/%s", IMP_SOURCE_DIR, headers[h]);
        FILE* file = fopen(path, "r");
        assert_non_null(file);
        while (fgets(line, sizeof line, file))
        {
            char name[LINE_MAX];
            if (sscanf(line, "IMP_API imp_status %199[a-z0-9_](", name) == 1)
            {
                bool found = false;
                for (int r = 0; r < ROWS; ++r)
                {
                    found = found || strcmp(name, rows[r].name) == 0;
                }
                if (!found)
                {
                    printf("%s has no row\n", name);
                    missing += 1;
                }
            }
        }
        fclose(file);
    }
    assert_int_equal(missing, 0);
}

// Replaces the lines for this number of cases and keeps the others.
static int write_golden(void)
{
    static char kept[LINES_MAX][LINE_MAX];
    int count = 0;
    FILE* file = fopen(golden_path(), "r");
    while (file && count < LINES_MAX && fgets(kept[count], LINE_MAX, file))
    {
        uint64_t line_cases;
        bool ours = sscanf(kept[count], "%*s %" SCNu64, &line_cases) == 1 && line_cases == cases;
        count += ours ? 0 : 1;
    }
    if (file)
    {
        fclose(file);
    }
    file = fopen(golden_path(), "w");
    if (!file)
    {
        return 1;
    }
    for (int i = 0; i < count; ++i)
    {
        fputs(kept[i], file);
    }
    for (int r = 0; r < ROWS; ++r)
    {
        fprintf(file, "%s %" PRIu64 " %016" PRIx64 "\n", rows[r].name, cases, hashes[r]);
    }
    return fclose(file);
}

int main(int argc, char** argv)
{
    if (argc > 1 && strcmp(argv[1], "--write") == 0)
    {
        same_bits(NULL);
        return write_golden();
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_bits),
        cmocka_unit_test(same_as_golden),
        cmocka_unit_test(every_function_is_here),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
