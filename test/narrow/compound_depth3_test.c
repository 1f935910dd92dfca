// SPDX-License-Identifier: MIT
//
// Contacts of surfaces in space have the normal and the depth of the whole. A ball, a box and a hull are pressed into
// closed convex meshes, coarse and fine, whose hulls say how deep they are; into level floors of tiles, triangles and
// heights; into a valley and over a ridge; and one bar into two meshes at once.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "impinge/narrow3.h"
#include "narrow/brute3.h"
#include "support.h"

enum
{
    MANIFOLDS = 2048,
    POINTS = 700,
    TRIANGLES = 1300,
    BODIES = 3,
    DIRECTIONS = 10000
};

static imp3_part_manifold room[MANIFOLDS];

static imp3_vec vec(double x, double y, double z)
{
    imp3_vec v = {(float)x, (float)y, (float)z};
    return v;
}

static imp3_compound_contacts collide(const imp3_compound* a, const imp3_pose* pose_a, const imp3_shape* s,
                                      const imp3_pose* pose_b, float margin)
{
    imp3_compound body;
    imp3_compound_contacts out;
    memset(&out, 0, sizeof out);
    out.manifolds = room;
    out.capacity = MANIFOLDS;
    assert_int_equal(imp3_compound_of_shape(s, &body), IMP_OK);
    assert_int_equal(imp3_compound_collide(a, pose_a, &body, pose_b, margin, &out), IMP_OK);
    return out;
}

static void make_bodies(imp3_shape out[BODIES])
{
    const imp3_box box = {{-0.4f, -0.3f, -0.25f}, {0.4f, 0.3f, 0.25f}};
    const imp3_vec gem[7] = {{0.4f, 0.1f, -0.2f},  {-0.3f, 0.3f, -0.25f}, {-0.35f, -0.3f, -0.1f}, {0.1f, -0.4f, -0.2f},
                             {0.2f, 0.25f, 0.35f}, {-0.2f, 0.1f, 0.4f},   {0.05f, -0.3f, 0.3f}};
    assert_int_equal(imp3_sphere_make(vec(0.0, 0.0, 0.0), 0.3f, &out[0]), IMP_OK);
    assert_int_equal(imp3_box_make(box, &out[1]), IMP_OK);
    assert_int_equal(imp3_hull_make(gem, 7, 0.0f, NULL, &out[2], NULL), IMP_OK);
}

// Meshes

typedef struct mesh
{
    imp3_vec points[POINTS];
    int32_t corners[3 * TRIANGLES];
    int32_t point_count, count;
} mesh;

static int32_t point_of(mesh* m, imp3_vec at)
{
    for (int32_t k = 0; k < m->point_count; ++k)
    {
        imp3_vec d = imp3_vec_sub(m->points[k], at);
        if (imp3_vec_dot(d, d) < 1e-10f)
        {
            return k;
        }
    }
    assert_true(m->point_count < POINTS);
    m->points[m->point_count] = at;
    return m->point_count++;
}

static void add_triangle(mesh* m, imp3_vec a, imp3_vec b, imp3_vec c)
{
    assert_true(m->count < TRIANGLES);
    int32_t* k = m->corners + 3 * m->count++;
    k[0] = point_of(m, a);
    k[1] = point_of(m, b);
    k[2] = point_of(m, c);
}

static imp3_vec on_sphere(imp3_vec v, float radius)
{
    return imp3_vec_scale(v, radius / sqrtf(imp3_vec_dot(v, v)));
}

/// An icosahedron, each side parted into so many, on a sphere.
static void add_icosphere(mesh* m, int parts, float radius, imp3_vec center)
{
    const double g = 0.5 + 0.5 * sqrt(5.0);
    const imp3_vec v[12] = {vec(-1, g, 0), vec(1, g, 0), vec(-1, -g, 0), vec(1, -g, 0),
                            vec(0, -1, g), vec(0, 1, g), vec(0, -1, -g), vec(0, 1, -g),
                            vec(g, 0, -1), vec(g, 0, 1), vec(-g, 0, -1), vec(-g, 0, 1)};
    static const int faces[20][3] = {{0, 11, 5}, {0, 5, 1},  {0, 1, 7},   {0, 7, 10}, {0, 10, 11},
                                     {1, 5, 9},  {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
                                     {3, 9, 4},  {3, 4, 2},  {3, 2, 6},   {3, 6, 8},  {3, 8, 9},
                                     {4, 9, 5},  {2, 4, 11}, {6, 2, 10},  {8, 6, 7},  {9, 8, 1}};
    for (int f = 0; f < 20; ++f)
    {
        imp3_vec a = v[faces[f][0]], u = imp3_vec_sub(v[faces[f][1]], a), w = imp3_vec_sub(v[faces[f][2]], a);
        for (int k = 0; k < parts * parts; ++k)
        {
            // Row r has 2 (parts - r) - 1 triangles.
            int r = 0, at = k;
            for (; at >= 2 * (parts - r) - 1; ++r)
            {
                at -= 2 * (parts - r) - 1;
            }
            int i = at / 2, down = at & 1;
            const int su[3] = {i + down, i + 1, i}, sw[3] = {r, r + down, r + 1};
            imp3_vec c[3];
            for (int n = 0; n < 3; ++n)
            {
                imp3_vec p = imp3_vec_add(a, imp3_vec_scale(u, (float)su[n] / (float)parts));
                p = imp3_vec_add(p, imp3_vec_scale(w, (float)sw[n] / (float)parts));
                c[n] = imp3_vec_add(center, on_sphere(p, radius));
            }
            add_triangle(m, c[0], c[1], c[2]);
        }
    }
}

/// A box, each side parted into so many by so many.
static void add_box(mesh* m, int parts, imp3_vec half)
{
    for (int f = 0; f < 6; ++f)
    {
        int axis = f >> 1, next = (axis + 1) % 3, last = (axis + 2) % 3;
        for (int k = 0; k < parts * parts; ++k)
        {
            imp3_vec c[4];
            for (int n = 0; n < 4; ++n)
            {
                int i = k % parts + (n == 1 || n == 2), j = k / parts + (n >= 2);
                double at[3];
                at[axis] = f & 1 ? 1.0 : -1.0;
                at[next] = 2.0 * i / parts - 1.0;
                at[last] = 2.0 * j / parts - 1.0;
                c[n] = vec(at[0] * (double)half.x, at[1] * (double)half.y, at[2] * (double)half.z);
            }
            int out = f & 1;
            add_triangle(m, c[0], c[out ? 1 : 2], c[out ? 2 : 1]);
            add_triangle(m, c[0], c[out ? 2 : 3], c[out ? 3 : 2]);
        }
    }
}

static imp3_compound compound_of(const mesh* m, bool one_sided)
{
    const imp3_triangles t = {m->points, m->point_count, m->corners, m->count, 0.0f, one_sided, false, {0, 0, 0, false}};
    imp3_triangles_report report, none;
    imp3_compound c;
    memset(&none, 0, sizeof none);
    assert_int_equal(imp3_triangles_make(&t, NULL, &c, &report), IMP_OK);
    assert_memory_equal(&report, &none, sizeof none);
    return c;
}

// What must hold of all contacts

/// After the push the two hardly overlap.
static bool push_parts(const imp3_compound* a, const imp3_pose* pose_a, const imp3_shape* s, imp3_pose at,
                       const imp3_compound_contacts* c)
{
    imp3_compound body;
    imp3_compound_nearest d;
    at.p = imp3_vec_add(at.p, imp3_vec_scale(c->normal, c->depth * 1.0001f + 1e-5f));
    assert_int_equal(imp3_compound_of_shape(s, &body), IMP_OK);
    assert_int_equal(imp3_compound_distance(a, pose_a, &body, &at, &d), IMP_OK);
    return d.nearest.distance > -1e-5f;
}

typedef struct tally
{
    int tried, wrong, contacts;
    double deepest, shallowest, whole;  // of depths, as parts of the shortest push
} tally;

/// The shortest push of a body out of a convex whole along any of many directions.
static double push_over_directions(const mesh* m, const imp3_shape* s, const imp3_pose* pose)
{
    double least = INFINITY;
    imp3i_dvec points[POINTS];
    for (int k = 0; k < m->point_count; ++k)
    {
        points[k] = imp3i_dvec_of(m->points[k]);
    }
    for (int d = 0; d < DIRECTIONS; ++d)
    {
        double z = 1.0 - (2.0 * d + 1.0) / DIRECTIONS, turn = 2.399963229728653 * d, r = sqrt(1.0 - z * z);
        imp3i_dvec n = {r * cos(turn), r * sin(turn), z};
        double top = -INFINITY;
        for (int k = 0; k < m->point_count; ++k)
        {
            double along = imp3i_ddot(points[k], n);
            top = along > top ? along : top;
        }
        imp3_vec low;
        assert_int_equal(imp3_shape_support(s, pose, imp3i_vec_of(imp3i_dnegate(n)), &low, NULL), IMP_OK);
        double push = top - imp3i_ddot(imp3i_dvec_of(low), n);
        least = push < least ? push : least;
    }
    return least;
}

/// Presses a body into a whole, coming from a direction, until it is so deep. The whole stands still.
static bool press(test_rng* rng, const imp3_shape* whole, const imp3_shape* s, float depth, imp3_pose* at, double* push)
{
    const imp3_pose here = imp3_pose_identity();
    imp3_vec from = brute_direction(rng), aside = brute_within(rng, 0.5f);
    *at = brute_pose(rng, 1.0f);
    double low = 0.0, high = 6.0;
    imp3_manifold m;
    for (int k = 0; k < 40; ++k)
    {
        double mid = 0.5 * (low + high);
        at->p = imp3_vec_add(aside, imp3_vec_scale(from, (float)mid));
        assert_int_equal(imp3_collide(whole, &here, s, at, 0.0f, &m), IMP_OK);
        bool deeper = m.count > 0 && m.depth > depth;
        low = deeper ? mid : low;
        high = deeper ? high : mid;
    }
    at->p = imp3_vec_add(aside, imp3_vec_scale(from, (float)low));
    assert_int_equal(imp3_collide(whole, &here, s, at, 0.0f, &m), IMP_OK);
    *push = (double)m.depth;
    return m.count > 0 && (double)m.depth < 1.1 * (double)depth;
}

static void hold_against_hull(test_rng* rng, const mesh* m, const char* name, bool one_sided, float most, tally* sum)
{
    imp3_compound surface = compound_of(m, one_sided);
    imp3_shape whole, bodies[BODIES];
    const imp3_pose here = imp3_pose_identity();
    assert_int_equal(imp3_hull_make(m->points, m->point_count, 0.0f, NULL, &whole, NULL), IMP_OK);
    make_bodies(bodies);
    tally t = {0, 0, 0, 0.0, INFINITY, 0.0};
    for (uint64_t n = 0; n < test_n(60); ++n)
    {
        const imp3_shape* s = &bodies[n % BODIES];
        imp3_pose at;
        float depth = 0.001f + most * (float)(test_rng_unit(rng) * test_rng_unit(rng));
        double push;
        if (!press(rng, &whole, s, depth, &at, &push))
        {
            continue;
        }
        if (n < BODIES)
        {
            assert_number(push_over_directions(m, s, &at), >, push - 1e-5);
        }
        imp3_compound_contacts c = collide(&surface, &here, s, &at, 0.0f);
        ++t.tried;
        double deepest = 0.0;
        for (int32_t k = 0; k < c.count; ++k)
        {
            deepest = fmax(deepest, (double)room[k].manifold.depth);
        }
        double whole_of = (double)c.depth / push;
        t.contacts += c.count;
        t.deepest = fmax(t.deepest, deepest / push);
        t.shallowest = fmin(t.shallowest, deepest / push);
        t.whole = fmax(t.whole, whole_of);
        bool right = c.count > 0 && deepest <= 1.05 * push + 1e-5 && deepest >= 0.95 * push - 1e-5 &&
                     whole_of <= 1.05 + 1e-5 / push && push_parts(&surface, &here, s, at, &c);
        if (!right && t.wrong++ < 3)
        {
            printf("  %s: body %d, case %d: %d contacts, deepest %g, of the whole %g, should be %g\n", name,
                   (int)(n % BODIES), (int)n, c.count, deepest, (double)c.depth, push);
        }
    }
    printf("%s%s: %d, %.1f contacts each, deepest %.4g to %.4g of the push, whole %.4g, wrong %d\n", name,
           one_sided ? ", one side" : "", t.tried, (double)t.contacts / t.tried, t.shallowest, t.deepest, t.whole,
           t.wrong);
    assert_true(t.tried > 20);
    sum->tried += t.tried;
    sum->wrong += t.wrong;
    imp3_shape_free(&bodies[2]);
    imp3_shape_free(&whole);
    imp3_compound_free(&surface);
}

static void convex_meshes(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    static mesh m;
    tally sum = {0, 0, 0, 0.0, 0.0, 0.0};
    for (int one_sided = 0; one_sided < 2; ++one_sided)
    {
        for (int parts = 2; parts <= 8; parts += 3)
        {
            memset(&m, 0, sizeof m);
            add_icosphere(&m, parts, 1.0f, vec(0.0, 0.0, 0.0));
            hold_against_hull(&rng, &m, "icosphere", one_sided, 0.1f, &sum);
            memset(&m, 0, sizeof m);
            add_box(&m, parts, vec(1.0, 0.8, 0.6));
            hold_against_hull(&rng, &m, "box", one_sided, 0.15f, &sum);
        }
    }
    test_report("compound_depth3: convex meshes", (uint64_t)sum.tried);
    assert_int_equal(sum.wrong, 0);
}

// Surfaces over a square

enum
{
    SIDE = 25,
    TILES,
    SHEET,
    FIELD,
    SORTS = 3
};

/// Over x and y from -3 to 3, of height slope |x|.
static imp3_compound make_ground(int sort, double slope)
{
    static imp3_shape tiles[24 * 24];
    static imp3_vec points[SIDE * SIDE];
    static int32_t corners[6 * 24 * 24];
    static float heights[SIDE * SIDE];
    for (int k = 0; k < SIDE * SIDE; ++k)
    {
        double x = 0.25 * (k % SIDE) - 3.0;
        points[k] = vec(x, 0.25 * (k / SIDE) - 3.0, slope * fabs(x));
        heights[k] = points[k].z;
    }
    for (int k = 0; k < 24 * 24; ++k)
    {
        int32_t a = k / 24 * SIDE + k % 24;
        const int32_t six[6] = {a, a + 1, a + SIDE + 1, a, a + SIDE + 1, a + SIDE};
        memcpy(corners + 6 * k, six, sizeof six);
        const imp3_box box = {imp3_vec_sub(points[a], vec(0.0, 0.0, 1.0)), points[a + SIDE + 1]};
        assert_true(sort != TILES || imp3_box_make(box, &tiles[k]) == IMP_OK);
    }
    const imp3_triangles t = {points, SIDE * SIDE, corners, 2 * 24 * 24, 0.0f, true, false, {0, 0, 0, false}};
    const imp3_heights h = {heights, NULL, SIDE, SIDE, 0.25f, 0.25f, false};
    imp3_compound c;
    imp_status status = sort == TILES   ? imp3_compound_make(tiles, 24 * 24, NULL, &c)
                        : sort == SHEET ? imp3_triangles_make(&t, NULL, &c, NULL)
                                        : imp3_height_field_make(&h, NULL, &c);
    assert_int_equal(status, IMP_OK);
    return c;
}

static imp3_pose ground_pose(int sort)
{
    imp3_pose pose = imp3_pose_identity();
    pose.p = sort == FIELD ? vec(-3.0, -3.0, 0.0) : vec(0.0, 0.0, 0.0);
    return pose;
}

/// How deep the lowest point of a placed body is below a plane through the origin.
static double below(const imp3_shape* s, const imp3_pose* pose, imp3_vec normal)
{
    imp3_vec low;
    assert_int_equal(imp3_shape_support(s, pose, imp3_vec_negate(normal), &low, NULL), IMP_OK);
    return -imp3i_ddot(imp3i_dvec_of(normal), imp3i_dvec_of(low));
}

/// How many of the four lower corners of the box have a contact point: it is borne by all parts below it.
static int corners_borne(const imp3_pose* at, const imp3_compound_contacts* c)
{
    int borne = 0;
    for (int k = 0; k < 4; ++k)
    {
        imp3_vec corner = imp3_pose_apply(*at, vec(k & 1 ? 0.4 : -0.4, k & 2 ? 0.3 : -0.3, -0.25));
        bool found = false;
        for (int32_t i = 0; i < c->count; ++i)
        {
            for (int32_t n = 0; n < c->manifolds[i].manifold.count; ++n)
            {
                imp3_vec d = imp3_vec_sub(c->manifolds[i].manifold.points[n].point, corner);
                found = found || (fabsf(d.x) < 1e-4f && fabsf(d.y) < 1e-4f);
            }
        }
        borne += found;
    }
    return borne;
}

/// Bodies that lie anyhow over a level floor, many of its parts below them, have no normal but up, and one depth.
static void level_floors(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 1};
    imp3_shape bodies[BODIES];
    make_bodies(bodies);
    int wrong = 0, tried = 0;
    const imp3_vec up = {0, 0, 1};
    for (int sort = TILES; sort <= FIELD; ++sort)
    {
        imp3_compound ground = make_ground(sort, 0.0);
        imp3_pose pose = ground_pose(sort);
        for (uint64_t n = 0; n < test_n(200); ++n)
        {
            const imp3_shape* s = &bodies[n % BODIES];
            imp3_pose at;
            imp3_vec place = brute_within(&rng, 2.0f), axis = n % 2 ? brute_direction(&rng) : up;
            // On the grid too, where sides run along seams.
            place = n % 5 ? place : vec(floor((double)place.x * 8.0) * 0.125, floor((double)place.y * 8.0) * 0.125, 0);
            float turn = n % 5 ? test_rng_range(&rng, -3.0f, 3.0f) : 0.0f;
            double depth = (double)test_rng_range(&rng, 0.0001f, 0.08f);
            assert_int_equal(imp3_pose_make(vec((double)place.x, (double)place.y, 0.0), axis, turn, &at), IMP_OK);
            at.p.z = (float)(below(s, &at, up) - depth);
            imp3_compound_contacts c = collide(&ground, &pose, s, &at, n % 4 ? 0.0f : 0.02f);
            double deepest = -1.0;
            bool straight = true;
            for (int32_t k = 0; k < c.count; ++k)
            {
                straight = straight && room[k].manifold.normal.z > 1.0f - 1e-5f;
                deepest = fmax(deepest, (double)room[k].manifold.depth);
            }
            ++tried;
            bool upright = n % BODIES == 1 && (n % 2 == 0 || n % 5 == 0);
            straight = straight && (!upright || corners_borne(&at, &c) == 4);
            if ((!straight || deepest > depth + 1e-5 || deepest < 0.9 * depth - 1e-5 ||
                 fabs((double)c.depth - depth) > 1e-5) &&
                wrong++ < 5)
            {
                printf("floor %d, body %d, case %d: depth %g, deepest %g, whole %g, straight %d\n", sort - TILES,
                       (int)(n % BODIES), (int)n, depth, deepest, (double)c.depth, straight);
            }
        }
        imp3_compound_free(&ground);
    }
    imp3_shape_free(&bodies[2]);
    test_report("compound_depth3: level floors", (uint64_t)tried);
    assert_int_equal(wrong, 0);
}

static double depth_in(const imp3_shape* whole, const imp3_shape* s, const imp3_pose* at)
{
    const imp3_pose here = imp3_pose_identity();
    imp3_manifold m;
    assert_int_equal(imp3_collide(whole, &here, s, at, 0.0f, &m), IMP_OK);
    return m.count > 0 ? (double)m.depth : 0.0;
}

/// In a valley every normal is one of a slope, and no contact is deeper than the body is below that slope; over a ridge
/// every normal lies between both, and none is deeper than the shortest of the pushes between.
static void valley_and_ridge(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 2};
    imp3_shape bodies[BODIES];
    make_bodies(bodies);
    int wrong = 0, tried = 0;
    double most = 0.0;
    // What is under the ridge.
    imp3_shape roof;
    const imp3_vec six[6] = {vec(-20.0, -20.0, -10.0), vec(20.0, -20.0, -10.0), vec(0.0, -20.0, 0.0),
                             vec(-20.0, 20.0, -10.0),  vec(20.0, 20.0, -10.0),  vec(0.0, 20.0, 0.0)};
    assert_int_equal(imp3_hull_make(six, 6, 0.0f, NULL, &roof, NULL), IMP_OK);
    for (int n = 0; n < 2 * 2 * (int)test_n(150); ++n)
    {
        int sort = n & 1 ? SHEET : FIELD, ridge = n >> 1 & 1;
        double slope = ridge ? -0.5 : 0.5, length = sqrt(1.0 + slope * slope);
        static imp3_compound grounds[4];
        if (n < 4)
        {
            grounds[n] = make_ground(sort, slope);
        }
        const imp3_compound* ground = &grounds[n & 3];
        imp3_pose pose = ground_pose(sort), at = brute_pose(&rng, 0.3f);
        const imp3_shape* s = &bodies[n / 4 % BODIES];
        const imp3_vec slopes[2] = {vec(-slope / length, 0.0, 1.0 / length), vec(slope / length, 0.0, 1.0 / length)};
        // The body comes down upon it.
        double depth = (double)test_rng_range(&rng, 0.0001f, 0.06f), low = -3.0, high = 3.0;
        double under[2], push = 0.0;
        for (int step = 0; step < 50; ++step)
        {
            at.p.z = (float)(0.5 * (low + high));
            under[0] = below(s, &at, slopes[0]);
            under[1] = below(s, &at, slopes[1]);
            push = ridge ? depth_in(&roof, s, &at) : fmax(under[0], under[1]);
            low = push > depth ? 0.5 * (low + high) : low;
            high = push > depth ? high : 0.5 * (low + high);
        }
        imp3_compound_contacts c = collide(ground, &pose, s, &at, 0.0f);
        double deepest = -1.0, deep = 0.0;
        bool own = true;
        for (int32_t k = 0; k < c.count; ++k)
        {
            const imp3_manifold* m = &c.manifolds[k].manifold;
            int side = m->normal.x * slopes[0].x < 0.0f;
            imp3_vec off = imp3_vec_sub(m->normal, slopes[side]);
            imp3_vec aside = imp3_vec_sub(m->normal, c.normal);
            bool face = imp3_vec_dot(off, off) < 1e-6f, out = imp3_vec_dot(aside, aside) < 1e-6f;
            own = own && (ridge ? fabsf(m->normal.y) < 1e-3f && fabsf(m->normal.x) < fabsf(slopes[0].x) + 1e-3f
                                : out || (face && (double)m->depth < 1.001 * under[side] + 1e-5));
            deep = fmax(deep, out ? 0.0 : (double)m->depth);
            deepest = fmax(deepest, (double)m->depth);
        }
        ++tried;
        most = fmax(most, deep / push);
        bool right = own && deep < 1.05 * push + 1e-5 && deepest > (ridge ? 0.95 : 0.5) * push - 1e-5 &&
                     push_parts(ground, &pose, s, at, &c);
        if (!right && wrong++ < 5)
        {
            printf("%s %d, body %d, case %d: %d contacts, deepest %g, below %g and %g, push %g, whole %g, own %d\n",
                   ridge ? "ridge" : "valley", n & 1, n / 4 % BODIES, n, c.count, deepest, under[0], under[1], push,
                   (double)c.depth, own);
        }
        if (n >= 4 * (int)test_n(150) - 4)
        {
            imp3_compound_free(&grounds[n & 3]);
        }
    }
    imp3_shape_free(&roof);
    imp3_shape_free(&bodies[2]);
    printf("deepest %.4g of the push\n", most);
    test_report("compound_depth3: valley and ridge", (uint64_t)tried);
    assert_int_equal(wrong, 0);
}

/// A bar over two balls, deep in one and hardly in the other: each has the depth of its own.
static void bar_over_two_balls(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 3};
    static mesh m, single[2];
    memset(&m, 0, sizeof m);
    memset(single, 0, sizeof single);
    imp3_shape bar, whole[2];
    const imp3_box box = {{-2.0f, -0.15f, -0.2f}, {2.0f, 0.15f, 0.2f}};
    const imp3_pose here = imp3_pose_identity();
    for (int k = 0; k < 2; ++k)
    {
        imp3_vec center = vec(k ? 1.2 : -1.2, 0.0, 0.0);
        add_icosphere(&m, 4, 0.6f, center);
        add_icosphere(&single[k], 4, 0.6f, center);
        assert_int_equal(imp3_hull_make(single[k].points, single[k].point_count, 0.0f, NULL, &whole[k], NULL), IMP_OK);
    }
    imp3_compound balls = compound_of(&m, true);
    assert_int_equal(imp3_box_make(box, &bar), IMP_OK);
    int wrong = 0, tried = 0;
    for (uint64_t n = 0; n < test_n(100); ++n)
    {
        imp3_vec place = brute_within(&rng, 0.05f), axis = brute_within(&rng, 1.0f);
        float turn = test_rng_range(&rng, -0.06f, 0.06f);
        imp3_pose at;
        place.z += 0.76f;
        assert_int_equal(imp3_pose_make(place, axis, turn, &at), IMP_OK);
        imp3_manifold each[2];
        double deepest[2] = {0.0, 0.0};
        for (int k = 0; k < 2; ++k)
        {
            assert_int_equal(imp3_collide(&whole[k], &here, &bar, &at, 0.0f, &each[k]), IMP_OK);
        }
        imp3_compound_contacts c = collide(&balls, &here, &bar, &at, 0.0f);
        for (int32_t i = 0; i < c.count; ++i)
        {
            int k = room[i].manifold.points[0].point.x > 0.0f;
            deepest[k] = fmax(deepest[k], (double)room[i].manifold.depth);
        }
        ++tried;
        for (int k = 0; k < 2; ++k)
        {
            double push = each[k].count > 0 ? (double)each[k].depth : 0.0;
            if (fabs(deepest[k] - push) > 0.05 * push + 1e-5 && wrong++ < 5)
            {
                printf("case %d, ball %d: deepest %g, should be %g\n", (int)n, k, deepest[k], push);
            }
        }
    }
    imp3_shape_free(&whole[0]);
    imp3_shape_free(&whole[1]);
    imp3_compound_free(&balls);
    test_report("compound_depth3: bar over two balls", (uint64_t)tried);
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(convex_meshes),
        cmocka_unit_test(level_floors),
        cmocka_unit_test(valley_and_ridge),
        cmocka_unit_test(bar_over_two_balls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
