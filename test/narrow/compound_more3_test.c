// SPDX-License-Identifier: MIT
//
// Surfaces of space: floors that are turned and far away, hills and valleys, closed meshes, two compounds. Contacts are
// held against brute force over all triangles: the nearest feature, and whether a normal is one of the surface.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "impinge/narrow3.h"
#include "narrow/brute3.h"
#include "support.h"

enum
{
    MANIFOLDS = 512,
    TRIANGLES = 1024
};

static imp3_vec vec(double x, double y, double z)
{
    imp3_vec v = {(float)x, (float)y, (float)z};
    return v;
}

static imp3_compound_contacts collide(const imp3_compound* a, const imp3_pose* pose_a, const imp3_compound* b,
                                      const imp3_pose* pose_b, float margin, imp3_part_manifold* room)
{
    imp3_compound_contacts out;
    memset(&out, 0, sizeof out);
    out.manifolds = room;
    out.capacity = MANIFOLDS;
    assert_int_equal(imp3_compound_collide(a, pose_a, b, pose_b, margin, &out), IMP_OK);
    return out;
}

/// A pose in a frame that is itself placed.
static imp3_pose pose_in(imp3_pose frame, imp3_pose local)
{
    imp3_pose r;
    r.p = imp3_pose_apply(frame, local.p);
    r.q.x = imp3_rot_apply(frame.q, local.q.x);
    r.q.y = imp3_rot_apply(frame.q, local.q.y);
    r.q.z = imp3_rot_apply(frame.q, local.q.z);
    assert_int_equal(imp3_pose_check(&r), IMP_OK);
    return r;
}

// Surfaces, and all their triangles

typedef struct surface
{
    imp3_compound compound;
    int count;
    imp3i_dvec corners[TRIANGLES][3];  // in the surface's frame
    int32_t part[TRIANGLES];
} surface;

static void list_triangles(surface* s)
{
    s->count = 0;
    for (int32_t i = 0; i < s->compound.part_count; ++i)
    {
        imp3_shape t;
        if (imp3_compound_part(&s->compound, i, &t) == IMP_OK)
        {
            assert_true(s->count < TRIANGLES);
            s->corners[s->count][0] = imp3i_dvec_of(t.a);
            s->corners[s->count][1] = imp3i_dvec_of(t.b);
            s->corners[s->count][2] = imp3i_dvec_of(t.c);
            s->part[s->count++] = i;
        }
    }
}

enum
{
    SIDE = 17
};

/// A field from -8 to 8 about its middle: level, hills, or one valley.
static void make_field(test_rng* rng, int sort, surface* s)
{
    float heights[SIDE * SIDE];
    for (int k = 0; k < SIDE * SIDE; ++k)
    {
        int x = k % SIDE;
        heights[k] = sort == 0   ? 0.0f
                     : sort == 1 ? test_rng_range(rng, 0.0f, 1.0f)
                                 : 0.5f * fabsf((float)(x - SIDE / 2));
    }
    const imp3_heights h = {heights, NULL, SIDE, SIDE, 1.0f, 1.0f, false};
    assert_int_equal(imp3_height_field_make(&h, NULL, &s->compound), IMP_OK);
    list_triangles(s);
}

static void make_mesh(const imp3_vec* points, int point_count, const int32_t* corners, int count, bool one_sided,
                      surface* s)
{
    const imp3_triangles t = {points, point_count, corners, count, 0.0f, one_sided, false, {0, 0, 0, false}};
    imp3_triangles_report report, none;
    memset(&none, 0, sizeof none);
    assert_int_equal(imp3_triangles_make(&t, NULL, &s->compound, &report), IMP_OK);
    assert_memory_equal(&report, &none, sizeof none);
    list_triangles(s);
}

static void make_torus(bool one_sided, surface* s)
{
    enum
    {
        AROUND = 20,
        ACROSS = 10
    };
    imp3_vec points[AROUND * ACROSS];
    int32_t corners[6 * AROUND * ACROSS];
    for (int k = 0; k < AROUND * ACROSS; ++k)
    {
        int i = k / ACROSS, j = k % ACROSS, i1 = (i + 1) % AROUND, j1 = (j + 1) % ACROSS;
        double u = 6.283185307179586 * i / AROUND, v = 6.283185307179586 * j / ACROSS, r = 2.0 + 0.7 * cos(v);
        points[k] = vec(r * cos(u), r * sin(u), 0.7 * sin(v));
        const int32_t six[6] = {k, i1 * ACROSS + j, i1 * ACROSS + j1, k, i1 * ACROSS + j1, i * ACROSS + j1};
        memcpy(corners + 6 * k, six, sizeof six);
    }
    make_mesh(points, AROUND * ACROSS, corners, 2 * AROUND * ACROSS, one_sided, s);
}

/// An octahedron whose triangles are parted into four, three times, on the unit sphere.
static void make_ball(bool one_sided, surface* s)
{
    static imp3_vec points[4 * TRIANGLES];
    static int32_t corners[3 * TRIANGLES], next[3 * TRIANGLES];
    static const imp3_vec six[6] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    static const int32_t eight[24] = {0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5};
    int point_count = 6, count = 8;
    memcpy(points, six, sizeof six);
    memcpy(corners, eight, sizeof eight);
    for (int round = 0; round < 3; ++round)
    {
        for (int k = 0; k < count; ++k)
        {
            int32_t mid[3];
            for (int e = 0; e < 3; ++e)
            {
                imp3_vec a = points[corners[3 * k + e]], b = points[corners[3 * k + (e + 1) % 3]];
                imp3_vec m = imp3_vec_add(a, b);
                m = imp3_vec_scale(m, 1.0f / sqrtf(imp3_vec_dot(m, m)));
                mid[e] = -1;
                for (int q = 0; q < point_count && mid[e] < 0; ++q)
                {
                    mid[e] = memcmp(&points[q], &m, sizeof m) == 0 ? q : -1;
                }
                if (mid[e] < 0)
                {
                    mid[e] = point_count;
                    points[point_count++] = m;
                }
            }
            const int32_t* c = corners + 3 * k;
            const int32_t twelve[12] = {c[0],   mid[0], mid[2], mid[0], c[1],   mid[1],
                                        mid[2], mid[1], c[2],   mid[0], mid[1], mid[2]};
            memcpy(next + 12 * k, twelve, sizeof twelve);
        }
        count *= 4;
        memcpy(corners, next, (size_t)count * 3 * sizeof *corners);
    }
    make_mesh(points, point_count, corners, count, one_sided, s);
}

// Brute force

static imp3i_dvec nearest_on_segment(imp3i_dvec p, imp3i_dvec a, imp3i_dvec b)
{
    imp3i_dvec d = imp3i_dsub(b, a);
    double t = imp3i_ddot(imp3i_dsub(p, a), d) / imp3i_ddot(d, d);
    return imp3i_dadd_scaled(a, d, t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t);
}

static imp3i_dvec nearest_on_triangle(imp3i_dvec p, const imp3i_dvec v[3])
{
    imp3i_dvec n = imp3i_dcross(imp3i_dsub(v[1], v[0]), imp3i_dsub(v[2], v[0]));
    imp3i_dvec best = imp3i_dadd_scaled(p, n, -imp3i_ddot(n, imp3i_dsub(p, v[0])) / imp3i_ddot(n, n));
    bool inside = true;
    for (int k = 0; k < 3; ++k)
    {
        inside = inside && imp3i_ddot(imp3i_dcross(n, imp3i_dsub(v[(k + 1) % 3], v[k])), imp3i_dsub(best, v[k])) >= 0.0;
    }
    if (inside)
    {
        return best;
    }
    double least = INFINITY;
    for (int k = 0; k < 3; ++k)
    {
        imp3i_dvec q = nearest_on_segment(p, v[k], v[(k + 1) % 3]);
        double d = brute_length(imp3i_dsub(p, q));
        best = d < least ? q : best;
        least = d < least ? d : least;
    }
    return best;
}

static imp3i_dvec face_normal(const imp3i_dvec v[3])
{
    imp3i_dvec n = imp3i_dcross(imp3i_dsub(v[1], v[0]), imp3i_dsub(v[2], v[0]));
    return imp3i_ddivide(n, brute_length(n));
}

/// Whether a normal at a point of a triangle is one of the surface: of the face, or along which no triangle that has the
/// point goes on.
static bool is_of_surface(const surface* s, int32_t part, imp3i_dvec at, imp3i_dvec n, double little)
{
    for (int i = 0; i < s->count; ++i)
    {
        if (s->part[i] == part && imp3i_ddot(face_normal(s->corners[i]), n) > 1.0 - 1e-6)
        {
            return true;
        }
    }
    for (int i = 0; i < s->count; ++i)
    {
        imp3i_dvec on = nearest_on_triangle(at, s->corners[i]);
        for (int k = 0; k < 3 && brute_length(imp3i_dsub(on, at)) < little; ++k)
        {
            // Triangles lie level to 2^-12.
            imp3i_dvec way = imp3i_dsub(s->corners[i][k], at);
            if (imp3i_ddot(n, way) > 4.0 * little + 0x1p-11 * brute_length(way))
            {
                return false;
            }
        }
    }
    return true;
}

// Tests

enum
{
    BODIES = 5
};

static void make_bodies(imp3_shape out[BODIES])
{
    const imp3_box box = {{-0.4f, -0.3f, 0.0f}, {0.4f, 0.3f, 0.5f}};
    const imp3_vec peak[5] = {
        {0.3f, 0.3f, 0.5f}, {-0.4f, 0.3f, 0.0f}, {-0.3f, -0.4f, 0.0f}, {0.4f, -0.3f, 0.0f}, {0.5f, 0.4f, 0.0f}};
    assert_int_equal(imp3_box_make(box, &out[0]), IMP_OK);
    assert_int_equal(imp3_sphere_make(vec(0.0, 0.0, 0.3), 0.3f, &out[1]), IMP_OK);
    assert_int_equal(imp3_capsule_make(vec(-0.5, 0.0, 0.2), vec(0.5, 0.1, 0.2), 0.2f, &out[2]), IMP_OK);
    assert_int_equal(imp3_cylinder_make(vec(0.0, 0.0, 0.0), vec(0.0, 0.0, 0.6), 0.4f, 0.0f, &out[3]), IMP_OK);
    assert_int_equal(imp3_hull_make(peak, 5, 0.0f, NULL, &out[4], NULL), IMP_OK);
}

enum
{
    FLOORS = 3
};

/// Tiles, triangles or heights from 0 to 16, level at 0.
static void make_floor(int sort, imp3_compound* out)
{
    static imp3_shape tiles[256];
    static imp3_vec points[289];
    static int32_t corners[6 * 256];
    static float heights[289];
    for (int k = 0; k < 289; ++k)
    {
        points[k] = vec(k % 17, k / 17, 0.0);
    }
    for (int k = 0; k < 256; ++k)
    {
        int32_t a = k / 16 * 17 + k % 16;
        const int32_t six[6] = {a, a + 1, a + 18, a, a + 18, a + 17};
        memcpy(corners + 6 * k, six, sizeof six);
        const imp3_box box = {vec(k % 16, k / 16, -1.0), vec(k % 16 + 1, k / 16 + 1, 0.0)};
        assert_int_equal(imp3_box_make(box, &tiles[k]), IMP_OK);
    }
    const imp3_triangles t = {points, 289, corners, 512, 0.0f, true, false, {0, 0, 0, false}};
    const imp3_heights h = {heights, NULL, 17, 17, 1.0f, 1.0f, false};
    imp_status status = sort == 0   ? imp3_compound_make(tiles, 256, NULL, out)
                        : sort == 1 ? imp3_triangles_make(&t, NULL, out, NULL)
                                    : imp3_height_field_make(&h, NULL, out);
    assert_int_equal(status, IMP_OK);
}

/// Floors turned anyhow, a kilometre away: pushes lead out of them, and what turns as it slides meets nothing.
static void floors_anywhere(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    imp3_shape bodies[BODIES];
    make_bodies(bodies);
    int pushed = 0, slid = 0, wrong = 0;
    for (int sort = 0; sort < FLOORS; ++sort)
    {
        imp3_compound ground;
        make_floor(sort, &ground);
        for (uint64_t n = 0; n < test_n(150); ++n)
        {
            float far = n % 2 ? 1000.0f : 1.0f;
            imp3_pose frame = brute_pose(&rng, far), local = imp3_pose_identity(), at;
            imp3_vec up = frame.q.z, z = {0, 0, 1};
            float depth = test_rng_range(&rng, -0.02f, 0.02f);
            assert_int_equal(imp3_pose_make(vec(test_rng_range(&rng, 5.0f, 11.0f), test_rng_range(&rng, 5.0f, 11.0f),
                                                -(double)depth),
                                            z, test_rng_range(&rng, -3.0f, 3.0f), &local),
                             IMP_OK);
            at = pose_in(frame, local);
            imp3_compound body;
            assert_int_equal(imp3_compound_of_shape(&bodies[n % BODIES], &body), IMP_OK);
            imp3_part_manifold room[MANIFOLDS];
            imp3_compound_contacts c = collide(&ground, &frame, &body, &at, 0.03f, room);
            float bent = far > 1.0f ? 1e-3f : 1e-5f, near = far > 1.0f ? 1e-3f : 1e-4f, deepest = -1.0f;
            bool straight = c.count > 0;
            for (int32_t k = 0; k < c.count; ++k)
            {
                straight = straight && imp3_vec_dot(c.manifolds[k].manifold.normal, up) > 1.0f - bent;
                deepest = c.manifolds[k].manifold.depth > deepest ? c.manifolds[k].manifold.depth : deepest;
            }
            ++pushed;
            if (!straight || fabsf(deepest - depth) > near || fabsf(c.depth - depth) > near)
            {
                wrong++ < 5
                    ? printf("floor %d, body %d, far %g: depth %g, deepest %g, of all %g, straight %d\n", sort,
                             (int)(n % BODIES), (double)far, (double)depth, (double)deepest, (double)c.depth, straight)
                    : 0;
            }

            // Close above, across the seams, turning about the upright.
            local.p.z = 0.004f;
            at = pose_in(frame, local);
            float angle = test_rng_range(&rng, -3.0f, 3.0f);
            imp3_vec way = imp3_rot_apply(frame.q, vec(3.0 * cos((double)angle), 3.0 * sin((double)angle), 0.0));
            imp3_vec spin = imp3_vec_scale(up, test_rng_range(&rng, -2.0f, 2.0f));
            const imp3_compound_mover a = {&ground, frame, {0, 0, 0}, {0, 0, 0}}, b = {&body, at, way, spin};
            imp3_compound_hit hit;
            assert_int_equal(imp3_compound_time_of_impact(&a, &b, &hit), IMP_OK);
            ++slid;
            if (hit.hit.kind != IMP_SWEEP_NEVER)
            {
                wrong++ < 5 ? printf("floor %d, body %d, far %g: slides into it, kind %d, time %g\n", sort,
                                     (int)(n % BODIES), (double)far, hit.hit.kind, (double)hit.hit.time)
                            : 0;
            }
        }
        imp3_compound_free(&ground);
    }
    imp3_shape_free(&bodies[4]);
    printf("pushed %d, slid %d\n", pushed, slid);
    test_report("compound_more3: floors anywhere", (uint64_t)(pushed + slid));
    assert_int_equal(wrong, 0);
}

/// A ball near a surface: as deep as the nearest feature says, along its normal; no other normal than of the surface.
static int balls_against(test_rng* rng, const surface* s, const char* what, imp3_vec low, imp3_vec high, int* touching,
                         double* steepest)
{
    int wrong = 0;
    bool convex = strcmp(what, "ball") == 0 || strcmp(what, "level") == 0;
    for (uint64_t n = 0; n < test_n(250); ++n)
    {
        imp3_vec at = vec((double)test_rng_range(rng, low.x, high.x), (double)test_rng_range(rng, low.y, high.y),
                          (double)test_rng_range(rng, low.z, high.z));
        imp3i_dvec center = imp3i_dvec_of(at), nearest = center;
        double least = INFINITY, side = 1.0;
        for (int i = 0; i < s->count; ++i)
        {
            imp3i_dvec on = nearest_on_triangle(center, s->corners[i]);
            double d = brute_length(imp3i_dsub(center, on));
            if (d < least)
            {
                least = d;
                nearest = on;
                side = imp3i_ddot(face_normal(s->corners[i]), imp3i_dsub(center, on));
            }
        }
        // In front of the surface and in clear view of one nearest point.
        float radius = (float)least * test_rng_range(rng, 1.001f, 1.15f);
        if (side < 0.05 * least || !(least > 0.02) || least > 1.0)
        {
            continue;
        }
        imp3_shape ball;
        imp3_compound body;
        imp3_pose here = imp3_pose_identity();
        assert_int_equal(imp3_sphere_make(at, radius, &ball), IMP_OK);
        assert_int_equal(imp3_compound_of_shape(&ball, &body), IMP_OK);
        imp3_part_manifold room[MANIFOLDS];
        imp3_compound_contacts c = collide(&s->compound, &here, &body, &here, 0.0f, room);
        imp3i_dvec want = imp3i_ddivide(imp3i_dsub(center, nearest), least);
        ++*touching;
        bool found = false;
        for (int32_t k = 0; k < c.count; ++k)
        {
            const imp3_manifold* m = &c.manifolds[k].manifold;
            imp3i_dvec normal = imp3i_dvec_of(m->normal);
            imp3i_dvec on = imp3i_dadd_scaled(imp3i_dvec_of(m->points[0].point), normal, 0.5 * (double)m->depth);
            found = found ||
                    (fabs((double)m->depth - ((double)radius - least)) < 1e-5 && imp3i_ddot(normal, want) > 1.0 - 1e-5);
            // What is nearer to a neighbour is left to it: 2.45 was seen, among hills.
            *steepest = fmax(*steepest, (double)m->depth / ((double)radius - least));
            if (!is_of_surface(s, c.manifolds[k].part_a, on, normal, 1e-5) && wrong++ < 4)
            {
                printf("%s: ball at {%a, %a, %a} radius %a: part %d has a normal that the surface has not: %g %g %g\n",
                       what, (double)at.x, (double)at.y, (double)at.z, (double)radius, c.manifolds[k].part_a,
                       (double)m->normal.x, (double)m->normal.y, (double)m->normal.z);
            }
        }
        // The exit of the whole is sure, and on a convex surface hardly longer than the shortest: 1.007 was seen.
        bool whole = (double)c.depth > (double)radius - least - 1e-5 &&
                     (!convex || (double)c.depth < 1.02 * ((double)radius - least) + 1e-5);
        if ((!found || !whole) && wrong++ < 4)
        {
            printf(
                "%s: ball at {%a, %a, %a} radius %a: %d manifolds, of the whole depth %g, normal %g %g %g; should be %g, "
                "%g %g %g, found %d\n",
                what, (double)at.x, (double)at.y, (double)at.z, (double)radius, c.count, (double)c.depth,
                (double)c.normal.x, (double)c.normal.y, (double)c.normal.z, (double)radius - least, want.x, want.y,
                want.z, found);
        }
    }
    return wrong;
}

static void balls_have_the_normal_of_the_nearest_feature(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 1};
    static surface s;
    int wrong = 0, touching = 0;
    double steepest = 0.0;
    for (int sort = 0; sort < 3; ++sort)
    {
        make_field(&rng, sort, &s);
        wrong += balls_against(&rng, &s,
                               sort == 0   ? "level"
                               : sort == 1 ? "hills"
                                           : "valley",
                               vec(2, 2, 0), vec(14, 14, 1.5), &touching, &steepest);
        imp3_compound_free(&s.compound);
    }
    make_torus(true, &s);
    wrong += balls_against(&rng, &s, "torus", vec(-3.2, -3.2, -1.2), vec(3.2, 3.2, 1.2), &touching, &steepest);
    imp3_compound_free(&s.compound);
    make_ball(true, &s);
    wrong += balls_against(&rng, &s, "ball", vec(-1.5, -1.5, -1.5), vec(1.5, 1.5, 1.5), &touching, &steepest);
    imp3_compound_free(&s.compound);
    printf("%d balls; the deepest of a triangle alone %.3g times that of the whole\n", touching, steepest);
    assert_number(steepest, <, 4.0);
    test_report("compound_more3: balls", (uint64_t)touching);
    assert_int_equal(wrong, 0);
    assert_true(touching > 300);
}

/// A ball that lies in a valley touches both slopes, each with its own normal.
static void valleys_have_both_normals(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 2};
    static surface s;
    make_field(&rng, 2, &s);
    double slope = 0.5, length = sqrt(1.0 + slope * slope);
    for (uint64_t n = 0; n < test_n(100); ++n)
    {
        float radius = test_rng_range(&rng, 0.1f, 1.0f), depth = 0.01f * radius;
        imp3_shape ball;
        imp3_compound body;
        imp3_pose here = imp3_pose_identity();
        imp3_vec at = vec(SIDE / 2, test_rng_range(&rng, 3.0f, 13.0f), (double)(radius - depth) * length);
        assert_int_equal(imp3_sphere_make(at, radius, &ball), IMP_OK);
        assert_int_equal(imp3_compound_of_shape(&ball, &body), IMP_OK);
        imp3_part_manifold room[MANIFOLDS];
        imp3_compound_contacts c = collide(&s.compound, &here, &body, &here, 0.0f, room);
        int sides[2] = {0, 0};
        for (int32_t k = 0; k < c.count; ++k)
        {
            imp3_vec m = c.manifolds[k].manifold.normal;
            // Normals that rise less than 2^-12 over a neighbour count as its own.
            assert_float_equal(fabsf(m.x), (float)(slope / length), 3e-4);
            assert_float_equal(m.y, 0.0f, 3e-4);
            assert_float_equal(c.manifolds[k].manifold.depth, depth, 1e-5);
            ++sides[m.x > 0.0f];
        }
        assert_true(sides[0] > 0 && sides[1] > 0);
        // Out of both: upright is the shortest, along one slope out of the other is sure.
        double upright = (double)depth * length, slopes = (double)depth / (2.0 / (length * length) - 1.0);
        assert_number((double)c.depth, >, upright - 1e-5);
        assert_number((double)c.depth, <, slopes + 1e-5);
    }
    imp3_compound_free(&s.compound);
}

/// Two compounds, both of many parts: yes and no, distance, and after the push nothing overlaps.
static void two_compounds(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 3};
    static surface s;
    make_torus(false, &s);
    int touching = 0;
    for (uint64_t n = 0; n < test_n(25); ++n)
    {
        imp3_shape shapes[3];
        const imp3_box box = {vec(-0.5, -0.1, -0.1), vec(0.5, 0.1, 0.1)};
        assert_int_equal(imp3_box_make(box, &shapes[0]), IMP_OK);
        assert_int_equal(imp3_sphere_make(vec(0.5, 0.0, 0.0), 0.25f, &shapes[1]), IMP_OK);
        assert_int_equal(imp3_capsule_make(vec(-0.5, -0.4, 0.0), vec(-0.5, 0.4, 0.0), 0.1f, &shapes[2]), IMP_OK);
        imp3_compound set;
        assert_int_equal(imp3_compound_make(shapes, 3, NULL, &set), IMP_OK);
        imp3_pose pose_a = brute_pose(&rng, 1.0f), pose_b = brute_pose(&rng, 3.0f);
        bool any = false, yes;
        float least = INFINITY;
        for (int32_t i = 0; i < s.compound.part_count; ++i)
        {
            imp3_shape part;
            assert_int_equal(imp3_compound_part(&s.compound, i, &part), IMP_OK);
            for (int32_t j = 0; j < set.part_count; ++j)
            {
                imp3_nearest d;
                assert_int_equal(imp3_distance(&part, &pose_a, &set.parts[j], &pose_b, &d), IMP_OK);
                any = any || d.distance <= 0.0f;
                least = d.distance < least ? d.distance : least;
            }
        }
        imp3_compound_nearest nearest;
        imp3_part_manifold room[MANIFOLDS];
        assert_int_equal(imp3_compound_overlap(&s.compound, &pose_a, &set, &pose_b, &yes), IMP_OK);
        assert_int_equal(imp3_compound_distance(&s.compound, &pose_a, &set, &pose_b, &nearest), IMP_OK);
        imp3_compound_contacts c = collide(&s.compound, &pose_a, &set, &pose_b, 0.0f, room);
        assert_int_equal(yes, any);
        assert_int_equal(c.count > 0, any);
        if (!any)
        {
            assert_float_equal(nearest.nearest.distance, least, 0.0);
        }
        else
        {
            ++touching;
            assert_float_equal(nearest.nearest.distance, -c.depth, 1e-5);
            pose_b.p = imp3_vec_add(pose_b.p, imp3_vec_scale(c.normal, c.depth * 1.0001f + 1e-5f));
            assert_int_equal(imp3_compound_overlap(&s.compound, &pose_a, &set, &pose_b, &yes), IMP_OK);
            assert_false(yes);
        }
        imp3_compound_free(&set);
    }
    imp3_compound_free(&s.compound);
    printf("%d touch\n", touching);
    assert_true(touching > 3);
}

/// What flies and turns against a closed mesh is apart from it until the time of impact, and near it then.
static void time_of_impact_is_never_late(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 4};
    static surface s;
    make_torus(false, &s);
    imp3_shape bodies[BODIES];
    make_bodies(bodies);
    int hits = 0;
    for (uint64_t n = 0; n < test_n(40); ++n)
    {
        imp3_compound body;
        assert_int_equal(imp3_compound_of_shape(&bodies[n % BODIES], &body), IMP_OK);
        imp3_vec from = imp3_vec_scale(brute_direction(&rng), 5.0f);
        imp3_vec to = imp3_vec_add(brute_within(&rng, 2.0f), imp3_vec_scale(from, -0.2f));
        imp3_pose pose = brute_pose(&rng, 1.0f);
        pose.p = from;
        const imp3_compound_mover a = {&s.compound, imp3_pose_identity(), {0, 0, 0}, {0, 0, 0.5f}},
                                  b = {&body, pose, imp3_vec_sub(to, from), brute_within(&rng, 3.0f)};
        imp3_compound_hit hit;
        assert_int_equal(imp3_compound_time_of_impact(&a, &b, &hit), IMP_OK);
        float last = hit.hit.kind == IMP_SWEEP_HIT ? hit.hit.time : 1.0f;
        for (int k = 0; k <= 40; ++k)
        {
            float t = last * (float)k / 40.0f, angle = sqrtf(imp3_vec_dot(b.turn, b.turn)) * t;
            imp3_pose at_a, at_b, spin;
            const imp3_vec z = {0, 0, 1}, none = {0, 0, 0};
            assert_int_equal(imp3_pose_make(none, z, 0.5f * t, &at_a), IMP_OK);
            assert_int_equal(imp3_pose_make(imp3_vec_add(pose.p, imp3_vec_scale(b.motion, t)), b.turn, angle, &spin),
                             IMP_OK);
            imp3_pose turned = pose;
            turned.p = none;
            at_b = pose_in(spin, turned);
            imp3_compound_nearest d;
            assert_int_equal(imp3_compound_distance(&s.compound, &at_a, &body, &at_b, &d), IMP_OK);
            assert_number(d.nearest.distance, >, -1e-5f);
            if (k == 40 && hit.hit.kind == IMP_SWEEP_HIT)
            {
                assert_number(d.nearest.distance, <, 1e-3f);
                ++hits;
            }
        }
    }
    imp3_shape_free(&bodies[4]);
    imp3_compound_free(&s.compound);
    printf("%d hits\n", hits);
    assert_true(hits > 8);
}

// A part far from the origin that it turns about

enum
{
    CELLS = 12
};

/// A soup of hills, so that the first hit of a whole is that of its triangles.
static void make_hills(imp3_compound* out)
{
    static imp3_vec points[(CELLS + 1) * (CELLS + 1)];
    static int32_t corners[6 * CELLS * CELLS];
    imp3_triangles from;
    int32_t* next = corners;
    for (int i = 0; i < (CELLS + 1) * (CELLS + 1); ++i)
    {
        int x = i % (CELLS + 1), y = i / (CELLS + 1);
        points[i] = vec(6.0 + 0.5 * x, 0.5 * y - 3.0, 0.3 * sin(1.3 * x) * cos(0.9 * y));
        if (x < CELLS && y < CELLS)
        {
            const int32_t two[6] = {i, i + 1, i + CELLS + 2, i, i + CELLS + 2, i + CELLS + 1};
            memcpy(next, two, sizeof two);
            next += 6;
        }
    }
    memset(&from, 0, sizeof from);
    from.points = points;
    from.point_count = (CELLS + 1) * (CELLS + 1);
    from.corners = corners;
    from.count = 2 * CELLS * CELLS;
    from.soup = true;
    assert_int_equal(imp3_triangles_make(&from, NULL, out, NULL), IMP_OK);
}

/// The first hit of any triangle, each asked alone; no time where the two overlap at the start.
static float first_of_all(const imp3_compound* hills, const imp3_mover* moves)
{
    float first = 2.0f;
    for (int32_t i = 0; i < hills->part_count; ++i)
    {
        imp3_shape triangle;
        imp3_hit hit;
        imp3_mover stands;
        memset(&stands, 0, sizeof stands);
        assert_int_equal(imp3_compound_part(hills, i, &triangle), IMP_OK);
        stands.shape = &triangle;
        stands.pose = imp3_pose_identity();
        assert_int_equal(imp3_time_of_impact(&stands, moves, &hit), IMP_OK);
        bool starts = hit.kind == IMP_SWEEP_OVERLAP || hit.kind == IMP_SWEEP_REST;
        first = starts ? -1.0f : hit.kind == IMP_SWEEP_HIT && hit.time < first ? hit.time : first;
        if (starts)
        {
            break;
        }
    }
    return first;
}

static void far_parts_that_turn_hit_as_their_triangles_do(void** state)
{
    (void)state;
    imp3_compound hills, body;
    imp3_shape box;
    int hits = 0, misses = 0;
    const imp3_box sides = {{8.0f, -0.4f, -0.3f}, {9.5f, 0.4f, 0.3f}};
    make_hills(&hills);
    assert_int_equal(imp3_box_make(sides, &box), IMP_OK);
    assert_int_equal(imp3_compound_of_shape(&box, &body), IMP_OK);
    for (int k = 0; k < 60; ++k)
    {
        imp3_mover moves;
        imp3_compound_mover a, b;
        imp3_compound_hit hit;
        memset(&moves, 0, sizeof moves);
        memset(&a, 0, sizeof a);
        moves.shape = &box;
        moves.pose = imp3_pose_identity();
        moves.pose.p = vec(0.3 * sin(k), 0.4 * cos(3.0 * k), 0.65 + 0.01 * k);
        moves.motion = vec(0.2 * sin(5.0 * k), 0.3 * cos(7.0 * k), 0.4 * sin(2.0 * k) - 0.2);
        moves.turn = vec(0.05 * cos(k), 0.05 * sin(3.0 * k) + 0.03, 0.06 * cos(4.0 * k));
        float first = first_of_all(&hills, &moves);
        a.compound = &hills;
        a.pose = imp3_pose_identity();
        b.compound = &body;
        b.pose = moves.pose;
        b.motion = moves.motion;
        b.turn = moves.turn;
        assert_int_equal(imp3_compound_time_of_impact(&a, &b, &hit), IMP_OK);
        if (first > 1.0f)
        {
            assert_int_equal(hit.hit.kind, IMP_SWEEP_NEVER);
            ++misses;
        }
        else if (first >= 0.0f)
        {
            assert_int_equal(hit.hit.kind, IMP_SWEEP_HIT);
            assert_true(!(hit.hit.time < first) && !(hit.hit.time > first));
            ++hits;
        }
    }
    imp3_compound_free(&hills);
    assert_true(hits > 10 && misses > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floors_anywhere),
        cmocka_unit_test(balls_have_the_normal_of_the_nearest_feature),
        cmocka_unit_test(valleys_have_both_normals),
        cmocka_unit_test(two_compounds),
        cmocka_unit_test(time_of_impact_is_never_late),
        cmocka_unit_test(far_parts_that_turn_hit_as_their_triangles_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
