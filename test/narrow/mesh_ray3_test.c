// SPDX-License-Identifier: MIT
//
// Rays against meshes. Hits are compared with all triangles in exact arithmetic: the times of a ray in a triangle are
// clipped by its plane and by the three planes on its edges, as quotients of integers of any length. Rays are aimed at
// shared edges and corners, run along planes and axes, start on surfaces and miss by a hair.

#include "broad/bvh_kernels3.h"
#include "impinge/mesh3.h"
#include "oracle/meshes3.h"
#include "shape/compound3.h"
#include "support.h"

#include <float.h>
#include <gmp.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// The oracle

/// What is clipped off a ray: the times from low to high are left, if some are.
typedef struct clip
{
    mpq_t low, high;
    bool some;
} clip;

static mpq_t temp[8];

static void open_oracle(void)
{
    for (int k = 0; k < 8; ++k)
    {
        mpq_init(temp[k]);
    }
}

typedef struct qvec
{
    mpq_t c[3];
} qvec;

static void qvec_init(qvec* v)
{
    for (int k = 0; k < 3; ++k)
    {
        mpq_init(v->c[k]);
    }
}

static void qvec_clear(qvec* v)
{
    for (int k = 0; k < 3; ++k)
    {
        mpq_clear(v->c[k]);
    }
}

static void qvec_set(qvec* r, imp3_vec v)
{
    mpq_set_d(r->c[0], (double)v.x);
    mpq_set_d(r->c[1], (double)v.y);
    mpq_set_d(r->c[2], (double)v.z);
}

static void qvec_sub(qvec* r, const qvec* a, const qvec* b)
{
    for (int k = 0; k < 3; ++k)
    {
        mpq_sub(r->c[k], a->c[k], b->c[k]);
    }
}

static void qvec_dot(mpq_t r, const qvec* a, const qvec* b)
{
    mpq_set_ui(r, 0, 1);
    for (int k = 0; k < 3; ++k)
    {
        mpq_mul(temp[0], a->c[k], b->c[k]);
        mpq_add(r, r, temp[0]);
    }
}

static void qvec_cross(qvec* r, const qvec* a, const qvec* b)
{
    for (int k = 0; k < 3; ++k)
    {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        mpq_mul(temp[0], a->c[i], b->c[j]);
        mpq_mul(temp[1], a->c[j], b->c[i]);
        mpq_sub(r->c[k], temp[0], temp[1]);
    }
}

/// Keeps the times at which start + time rate is 0 or more.
static void clip_by(clip* c, mpq_t start, mpq_t rate)
{
    if (mpq_sgn(rate) == 0)
    {
        c->some = c->some && mpq_sgn(start) >= 0;
        return;
    }
    mpq_div(temp[2], start, rate);
    mpq_neg(temp[2], temp[2]);
    if (mpq_sgn(rate) > 0 && mpq_cmp(temp[2], c->low) > 0)
    {
        mpq_set(c->low, temp[2]);
    }
    if (mpq_sgn(rate) < 0 && mpq_cmp(temp[2], c->high) < 0)
    {
        mpq_set(c->high, temp[2]);
    }
    c->some = c->some && mpq_cmp(c->low, c->high) <= 0;
}

/// Clips a ray of the mesh's frame by a triangle; at most its part from 0 to 1 is left.
static void clip_by_triangle(clip* c, imp3_vec origin, imp3_vec motion, const imp3_vec corners[3], bool one_sided)
{
    qvec o, m, v[3], e[3], n, inward, way;
    qvec* all[] = {&o, &m, &v[0], &v[1], &v[2], &e[0], &e[1], &e[2], &n, &inward, &way};
    for (size_t k = 0; k < sizeof all / sizeof *all; ++k)
    {
        qvec_init(all[k]);
    }
    qvec_set(&o, origin);
    qvec_set(&m, motion);
    for (int k = 0; k < 3; ++k)
    {
        qvec_set(&v[k], corners[k]);
    }
    for (int k = 0; k < 3; ++k)
    {
        qvec_sub(&e[k], &v[(k + 1) % 3], &v[k]);
    }
    qvec_cross(&n, &e[0], &e[1]);
    c->some = mpq_sgn(n.c[0]) != 0 || mpq_sgn(n.c[1]) != 0 || mpq_sgn(n.c[2]) != 0;
    mpq_set_ui(c->low, 0, 1);
    mpq_set_ui(c->high, 1, 1);
    qvec_sub(&way, &o, &v[0]);
    qvec_dot(temp[3], &n, &way);
    qvec_dot(temp[4], &n, &m);
    c->some = c->some && (!one_sided || mpq_sgn(temp[4]) < 0);
    clip_by(c, temp[3], temp[4]);
    mpq_neg(temp[3], temp[3]);
    mpq_neg(temp[4], temp[4]);
    clip_by(c, temp[3], temp[4]);
    for (int k = 0; k < 3 && c->some; ++k)
    {
        qvec_cross(&inward, &n, &e[k]);
        qvec_sub(&way, &o, &v[k]);
        qvec_dot(temp[3], &inward, &way);
        qvec_dot(temp[4], &inward, &m);
        clip_by(c, temp[3], temp[4]);
    }
    for (size_t k = 0; k < sizeof all / sizeof *all; ++k)
    {
        qvec_clear(all[k]);
    }
}

/// Whether a triangle is clearly far from the line of a ray.
static bool is_far(imp3_vec o, imp3_vec m, const imp3_vec v[3])
{
    double size = 0.0, scale = 0.0, a[3] = {(double)v[0].x - o.x, (double)v[0].y - o.y, (double)v[0].z - o.z};
    for (int k = 1; k < 3; ++k)
    {
        size =
            fmax(size, fabs((double)v[k].x - v[0].x) + fabs((double)v[k].y - v[0].y) + fabs((double)v[k].z - v[0].z));
    }
    double c[3] = {a[1] * m.z - a[2] * m.y, a[2] * m.x - a[0] * m.z, a[0] * m.y - a[1] * m.x};
    double length = sqrt((double)m.x * m.x + (double)m.y * m.y + (double)m.z * m.z);
    scale = fabs(a[0]) + fabs(a[1]) + fabs(a[2]);
    return sqrt(c[0] * c[0] + c[1] * c[1] + c[2] * c[2]) > (size * 1.01 + 1e-9 * scale) * length;
}

/// The first part that a ray of the mesh's frame hits, of equally early ones the lowest; -1 for none. Its time, rounded.
static int32_t first_part(const imp3_compound* mesh, imp3_vec origin, imp3_vec motion, double* time)
{
    clip c;
    mpq_t best;
    mpq_inits(c.low, c.high, best, NULL);
    int32_t part = -1;
    for (int32_t i = 0; i < mesh->part_count; ++i)
    {
        imp3_shape s;
        assert_int_equal(imp3_compound_part(mesh, i, &s), IMP_OK);
        const imp3_vec v[3] = {s.a, s.b, s.c};
        if (is_far(origin, motion, v))
        {
            continue;
        }
        clip_by_triangle(&c, origin, motion, v, mesh->one_sided != 0);
        if (c.some && (part < 0 || mpq_cmp(c.low, best) < 0))
        {
            mpq_set(best, c.low);
            part = i;
        }
    }
    *time = part < 0 ? 0.0 : mpq_get_d(best);
    mpq_clears(c.low, c.high, best, NULL);
    return part;
}

static double norm1(imp3_vec v)
{
    return fabs((double)v.x) + fabs((double)v.y) + fabs((double)v.z);
}

/// That a hit says of itself what is so: its point is on the ray and in the triangle, the normal is against the ray.
static void check_hit(const imp3_compound* mesh, imp3_vec o, imp3_vec m, const imp3_mesh_ray_hit* hit)
{
    imp3_shape s;
    assert_int_equal(imp3_compound_part(mesh, hit->part, &s), IMP_OK);
    double scale = norm1(o) + norm1(m) + (double)mesh->reach, u = hit->u, v = hit->v, w = 1.0 - u - v, t = hit->time;
    assert_true(u >= 0.0 && v >= 0.0 && w >= -0x1p-22 && t >= 0.0 && t <= 1.0);
    double x = w * s.a.x + u * s.b.x + v * s.c.x - o.x - t * m.x, y = w * s.a.y + u * s.b.y + v * s.c.y - o.y - t * m.y;
    double z = w * s.a.z + u * s.b.z + v * s.c.z - o.z - t * m.z;
    assert_number(fabs(x) + fabs(y) + fabs(z), <=, 0x1p-20 * scale);
    assert_number((double)imp3_vec_dot(hit->normal, m), <=, 0x1p-22 * norm1(m));
    assert_number(fabs((double)imp3_vec_dot(hit->normal, hit->normal) - 1.0), <=, 0x1p-21);
    assert_number(fabs((double)imp3_vec_dot(hit->normal, s.normal)), >=, 1.0 - 0x1p-20);
}

/// One ray against the exact answer, closest and any.
static void check_ray(const imp3_compound* mesh, imp3_vec o, imp3_vec m)
{
    const imp3_pose here = imp3_pose_identity();
    imp3_mesh_ray_hit hit, any;
    double time;
    int32_t part = first_part(mesh, o, m, &time);
    assert_int_equal(imp3_mesh_ray(mesh, &here, o, m, IMP3_RAY_CLOSEST, &hit), IMP_OK);
    assert_int_equal(imp3_mesh_ray(mesh, &here, o, m, IMP3_RAY_ANY, &any), IMP_OK);
    assert_int_equal(hit.part, part);
    assert_int_equal(any.part >= 0, part >= 0);
    if (part >= 0)
    {
        double scale = norm1(o) + norm1(m) + (double)mesh->reach, extent = sqrt((double)imp3_vec_dot(m, m));
        assert_number(fabs(hit.time - time), <=, 8.0 * 0x1p-23 * scale / extent + FLT_MIN);
        check_hit(mesh, o, m, &hit);
        check_hit(mesh, o, m, &any);
        assert_true(any.time >= hit.time);
    }
}

// Rays

static imp3_vec between(imp3_vec a, imp3_vec b, float t)
{
    return imp3_vec_add(a, imp3_vec_scale(imp3_vec_sub(b, a), t));
}

/// A ray at something of the mesh: a corner, a point of an edge, a point of a face, anything; along an axis, in the plane
/// of a face, from the surface, to the surface, or through.
static void make_ray(test_rng* rng, const imp3_compound* mesh, imp3_vec* origin, imp3_vec* motion)
{
    imp3_shape s;
    float size = 2.0f * mesh->reach;
    int part = test_rng_int(rng, 0, mesh->part_count - 1), aim = test_rng_int(rng, 0, 3), way = test_rng_int(rng, 0, 7);
    assert_int_equal(imp3_compound_part(mesh, part, &s), IMP_OK);
    float t = test_rng_int(rng, 0, 1) ? 0.5f : (float)test_rng_unit(rng), f = (float)test_rng_unit(rng);
    imp3_vec at = aim == 0 ? s.a : aim == 1 ? between(s.a, s.b, t) : between(between(s.a, s.b, t), s.c, f);
    imp3_vec far = {test_rng_range(rng, -size, size), 0.0f, 0.0f};
    far.y = test_rng_range(rng, -size, size);
    far.z = test_rng_range(rng, -size, size);
    float long_way = test_rng_range(rng, 0.5f, 3.0f);
    switch (way)
    {
    case 0:  // along an axis
    case 1:
        far = at;
        *(way ? &far.y : &far.z) += size;
        break;
    case 2: far = between(s.c, s.b, -1.0f); break;                  // in the plane of the face, nearly
    case 3: far = imp3_vec_add(at, imp3_vec_sub(s.b, s.a)); break;  // along its side
    case 4: at = far, far = s.a; break;                             // from the surface
    default: break;
    }
    *origin = far;
    *motion = imp3_vec_sub(at, far);
    if (way > 4)
    {
        *motion = imp3_vec_scale(*motion, way == 5 ? 1.0f : way == 6 ? 2.0f : long_way);
    }
    if (imp3_vec_dot(*motion, *motion) == 0.0f)
    {
        motion->x = size;
    }
}

static void test_exact(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t n = test_n(100);
    for (int k = 0; k < 2 * TEST_MESH_QUERY_KINDS; ++k)
    {
        test_mesh source;
        imp3_compound mesh;
        source = test_mesh_usual(&rng, TEST_MESH_CUBE + k / 2);
        test_mesh_build(&source, test_mesh_tree(test_rng_int(&rng, 0, TEST_MESH_TREES - 1)), k % 2 != 0, &mesh);
        for (uint64_t i = 0; i < n; ++i)
        {
            imp3_vec o, m;
            make_ray(&rng, &mesh, &o, &m);
            check_ray(&mesh, o, m);
        }
        imp3_compound_free(&mesh);
        test_mesh_free(&source);
    }
    test_report("mesh_ray3 exact", 2 * n * TEST_MESH_QUERY_KINDS);
}

/// Rays of the grid in the plane of faces, along their sides and through corners: as often as not in no general position.
static void test_grid(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t n = test_n(400);
    const int kinds[2] = {TEST_MESH_CUBE, TEST_MESH_SHEET};
    for (int k = 0; k < 4; ++k)
    {
        test_mesh source;
        imp3_compound mesh;
        source = test_mesh_usual(&rng, kinds[k / 2]);
        test_mesh_build(&source, test_mesh_tree(test_rng_int(&rng, 0, TEST_MESH_TREES - 1)), k % 2 != 0, &mesh);
        for (uint64_t i = 0; i < n; ++i)
        {
            float at[6];
            for (int j = 0; j < 6; ++j)
            {
                at[j] = (float)test_rng_int(&rng, -8, 8) * 0.125f;
            }
            at[2] = test_rng_int(&rng, 0, 2) ? at[2] : k < 2 ? 0.5f : 0.0f;
            at[5] = test_rng_int(&rng, 0, 2) ? at[5] : at[2];
            const imp3_vec o = {at[0], at[1], at[2]}, m = {at[3] - at[0], at[4] - at[1], at[5] - at[2]};
            if (imp3_vec_dot(m, m) > 0.0f)
            {
                check_ray(&mesh, o, m);
            }
        }
        imp3_compound_free(&mesh);
        test_mesh_free(&source);
    }
    test_report("mesh_ray3 grid", 4 * n);
}

/// From outside to the middle of a closed mesh, through its edges and corners: none passes.
static void test_watertight(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t n = test_n(30000);
    const imp3_pose here = imp3_pose_identity();
    for (int k = 0; k < 3; ++k)
    {
        test_mesh source;
        imp3_compound mesh;
        source = test_mesh_ball(&rng, k == 0 ? 3 : 24, k == 2 ? 0.5f : 0.0f);
        test_mesh_build(&source, test_mesh_tree(k == 2 ? test_rng_int(&rng, 4, TEST_MESH_TREES - 1) : k), false, &mesh);
        for (uint64_t i = 0; i < n; ++i)
        {
            imp3_shape s;
            imp3_mesh_ray_hit hit;
            int part = test_rng_int(&rng, 0, mesh.part_count - 1), corner = test_rng_int(&rng, 0, 3);
            float t = corner ? (float)test_rng_unit(&rng) : 0.0f;
            assert_int_equal(imp3_compound_part(&mesh, part, &s), IMP_OK);
            // Along the line of the middle and a point of the edge, and from anywhere near through that point.
            imp3_vec at = between(s.a, s.b, t), o = imp3_vec_scale(at, 2.0f), m = imp3_vec_scale(at, -2.0f);
            if (corner > 1)
            {
                o.x += test_rng_range(&rng, -0.2f, 0.2f);
                o.y += test_rng_range(&rng, -0.2f, 0.2f);
                m = imp3_vec_scale(imp3_vec_sub(at, o), 1.5f);
            }
            assert_int_equal(imp3_mesh_ray(&mesh, &here, o, m, IMP3_RAY_CLOSEST, &hit), IMP_OK);
            if (hit.part < 0)
            {
                fail_msg("from %a %a %a along %a %a %a", (double)o.x, (double)o.y, (double)o.z, (double)m.x,
                         (double)m.y, (double)m.z);
            }
            assert_number(fabs((double)hit.time - (corner > 1 ? 2.0 / 3.0 : 0.5)), <=, k == 2 ? 0.67 : 1e-2);
        }
        imp3_compound_free(&mesh);
        test_mesh_free(&source);
    }
    test_report("mesh_ray3 watertight", 3 * n);
}

/// The same hits from every tree, under the names that triangles were given with; and from a batch the same bits.
static void test_trees_and_batches(void** state)
{
    (void)state;
    enum
    {
        RAYS = 100
    };
    static imp3_vec origins[RAYS], motions[RAYS];
    static imp3_mesh_ray_hit hits[RAYS], single, first[RAYS];
    test_rng rng = {test_seed()};
    for (int k = 0; k < TEST_MESH_QUERY_KINDS; ++k)
    {
        test_mesh source = test_mesh_usual(&rng, TEST_MESH_CUBE + k);
        for (int tree = 0; tree < TEST_MESH_TREES; ++tree)
        {
            imp3_compound mesh;
            test_mesh_build(&source, test_mesh_tree(tree), false, &mesh);
            for (int i = 0; i < RAYS && tree == 0; ++i)
            {
                make_ray(&rng, &mesh, &origins[i], &motions[i]);
            }
            imp3_pose pose = imp3_pose_identity();
            int32_t order[RAYS], bad = 7, asks = tree % 2;
            for (int i = 0; i < RAYS; ++i)
            {
                order[i] = (i * 37 + tree) % RAYS;
            }
            imp3_rays rays = {RAYS, origins, motions, order};
            assert_int_equal(imp3_mesh_rays(&mesh, &pose, &rays, asks, hits, &bad), IMP_OK);
            assert_int_equal(bad, -1);
            for (int i = 0; i < RAYS; ++i)
            {
                imp3_vec o = origins[order[i]], m = motions[order[i]];
                assert_int_equal(imp3_mesh_ray(&mesh, &pose, o, m, asks, &single), IMP_OK);
                assert_memory_equal(&hits[i], &single, sizeof single);
            }
            rays.index = NULL;
            assert_int_equal(imp3_mesh_rays(&mesh, &pose, &rays, IMP3_RAY_CLOSEST, hits, NULL), IMP_OK);
            for (int i = 0; i < RAYS; ++i)
            {
                double scale = norm1(origins[i]) + (double)mesh.reach, extent = norm1(motions[i]);
                first[i] = tree == 0 ? hits[i] : first[i];
                assert_int_equal(hits[i].part >= 0, first[i].part >= 0);
                assert_number(fabs((double)hits[i].time - (double)first[i].time), <=, 0x1p-22 * (1.0 + scale / extent));
            }
            imp3_compound_free(&mesh);
        }
        test_mesh_free(&source);
    }
}

/// What groups and leaves answer rays and balls is the same for every width of lanes that this machine has.
static void test_widths(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    for (int kind = TEST_MESH_CUBE; kind < TEST_MESH_END; ++kind)
    {
        test_mesh source;
        imp3_compound mesh;
        source = test_mesh_usual(&rng, kind);
        test_mesh_build(&source, test_mesh_tree(0), false, &mesh);
        const imp3i_bvh* tree = imp3i_bvh_of(&mesh);
        imp3i_bvh_triangles triangles = imp3i_bvh_triangles_of(&mesh);
        const imp3i_bvh_kernels* plain = imp3i_bvh_kernels_of(IMPI_LEVEL_SCALAR);
        for (int i = 0; i < 200; ++i)
        {
            imp3_vec o, m;
            imp3i_bvh_ray ray;
            float want[IMP3I_BVH_CHILDREN] = {0}, got[IMP3I_BVH_CHILDREN] = {0};
            int32_t parts[IMP3I_BVH_TRIANGLES];
            make_ray(&rng, &mesh, &o, &m);
            imp3i_bvh_ray_start(imp3i_dvec_of(o), imp3i_dvec_of(m), mesh.reach, &ray);
            double radius = (double)mesh.reach * test_rng_unit(&rng);
            imp3i_bvh_ball ball = imp3i_bvh_ball_at(imp3i_dvec_of(imp3_vec_add(o, m)), radius, mesh.reach);
            int32_t group = test_rng_int(&rng, 0, tree->groups - 1);
            int32_t count = test_rng_int(&rng, 1, mesh.part_count < 16 ? mesh.part_count : 16);
            int32_t first = test_rng_int(&rng, 0, mesh.part_count - count);
            for (int k = 0; k < IMP3I_BVH_TRIANGLES; ++k)
            {
                parts[k] = test_rng_int(&rng, 0, mesh.part_count - 1);
            }
            const imp3i_box_block* block = &tree->blocks[group];
            uint32_t entered = plain->enter(block, &ray, 1.0f, want);
            for (int level = IMPI_LEVEL_FOUR; level <= impi_cpu_level(); ++level)
            {
                const imp3i_bvh_kernels* wide = imp3i_bvh_kernels_of(level);
                assert_int_equal(wide->enter(block, &ray, 1.0f, got), entered);
                assert_memory_equal(got, want, sizeof want);
                assert_int_equal(wide->pierced(&triangles, first, count, &ray),
                                 plain->pierced(&triangles, first, count, &ray));
                assert_int_equal(wide->near_ball(block, &ball), plain->near_ball(block, &ball));
                assert_int_equal(wide->touched(&triangles, parts, count, &ball),
                                 plain->touched(&triangles, parts, count, &ball));
            }
        }
        imp3_compound_free(&mesh);
        test_mesh_free(&source);
    }
}

/// Times a power of two everything is the same; moved by a step of the grid with its rays as well, and turned by a quarter.
static void test_laws(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    const imp3_rot quarter = {{0.0f, 1.0f, 0.0f}, {-1.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 1.0f}};
    for (int i = 0; i < 60; ++i)
    {
        test_mesh source;
        imp3_compound mesh, scaled;
        imp3_pose pose = imp3_pose_identity(), moved = pose;
        source = test_mesh_usual(&rng, TEST_MESH_CUBE + i % (TEST_MESH_SINGLE - TEST_MESH_CUBE));
        test_mesh_build(&source, test_mesh_tree(i % TEST_MESH_TREES), false, &mesh);
        float by = ldexpf(1.0f, test_rng_int(&rng, -30, 30));
        for (int32_t k = 0; k < source.point_count; ++k)
        {
            source.points[k] = imp3_vec_scale(source.points[k], by);
        }
        test_mesh_build(&source, test_mesh_tree(i % TEST_MESH_TREES), false, &scaled);
        for (int k = 0; k < 20; ++k)
        {
            imp3_vec o, m;
            imp3_mesh_ray_hit hit, other;
            make_ray(&rng, &mesh, &o, &m);
            assert_int_equal(imp3_mesh_ray(&mesh, &pose, o, m, IMP3_RAY_CLOSEST, &hit), IMP_OK);
            imp3_vec large_o = imp3_vec_scale(o, by), large_m = imp3_vec_scale(m, by);
            assert_int_equal(imp3_mesh_ray(&scaled, &pose, large_o, large_m, IMP3_RAY_CLOSEST, &other), IMP_OK);
            assert_memory_equal(&hit, &other, sizeof hit);

            imp3_vec grid_o = {floorf(o.x * 1024.0f) / 1024.0f, floorf(o.y * 1024.0f) / 1024.0f, 0.25f};
            imp3_vec turned = {-m.y, m.x, m.z}, place = {-grid_o.y + 512.0f, grid_o.x - 256.0f, grid_o.z + 128.0f};
            moved.q = quarter;
            moved.p.x = 512.0f;
            moved.p.y = -256.0f;
            moved.p.z = 128.0f;
            assert_int_equal(imp3_mesh_ray(&mesh, &pose, grid_o, m, IMP3_RAY_CLOSEST, &hit), IMP_OK);
            assert_int_equal(imp3_mesh_ray(&mesh, &moved, place, turned, IMP3_RAY_CLOSEST, &other), IMP_OK);
            assert_int_equal(hit.part, other.part);
            assert_true(hit.time == other.time && hit.u == other.u && hit.v == other.v);
            assert_true(hit.normal.x == other.normal.y && hit.normal.y == -other.normal.x &&
                        hit.normal.z == other.normal.z);
        }
        imp3_compound_free(&mesh);
        imp3_compound_free(&scaled);
        test_mesh_free(&source);
    }
}

/// Long, short and lopsided motions, starts in corners, and rays that end on the surface.
static void test_extremes(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    test_mesh source;
    imp3_compound mesh;
    source = test_mesh_usual(&rng, TEST_MESH_CUBE);
    test_mesh_build(&source, test_mesh_tree(0), false, &mesh);
    const float sizes[] = {FLT_MIN * 0x1p-20f, 0x1p-110f, 0x1p-60f, 0x1p-30f, 0.5f, 0x1p30f, 0x1p59f};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i)
    {
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; ++k)
        {
            const imp3_vec o = {0.5f, 0.25f, test_rng_int(&rng, 0, 1) ? 0.125f : 0.5f};
            const imp3_vec m = {-sizes[i], sizes[k], -sizes[(i + k) % 5]}, out = {sizes[i], sizes[k], 0.0f};
            const imp3_vec far = {2.0f * sizes[i] + 1.0f, 0.1f, 0.2f}, back = {0.5f - far.x, sizes[k] * 0x1p-30f, 0.0f};
            check_ray(&mesh, o, m);
            check_ray(&mesh, o, out);
            check_ray(&mesh, far, back);
        }
    }
    imp3_compound_free(&mesh);
    test_mesh_free(&source);
}

static void expect_refused(const imp3_compound* mesh, const imp3_pose* pose, imp3_vec o, imp3_vec m, int32_t asks,
                           imp_status want)
{
    imp3_mesh_ray_hit hit, before;
    memset(&hit, 0x5a, sizeof hit);
    before = hit;
    imp_status one = imp3_mesh_ray(mesh, pose, o, m, asks, &hit);
    assert_int_equal(imp_status_fault(one), want);
    assert_memory_equal(&hit, &before, sizeof hit);
    const imp3_vec origins[2] = {{0.0f, 0.0f, 0.0f}, o}, motions[2] = {{1.0f, 0.0f, 0.0f}, m};
    const imp3_rays rays = {2, origins, motions, NULL};
    imp3_mesh_ray_hit two[2];
    memset(two, 0x5a, sizeof two);
    int32_t bad = 9;
    assert_int_equal(imp_status_fault(imp3_mesh_rays(mesh, pose, &rays, asks, two, &bad)), want);
    assert_memory_equal(&two[0], &before, sizeof before);
    assert_memory_equal(&two[1], &before, sizeof before);
    assert_true(bad == -1 || bad == 1);
}

static void test_hostile(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    test_mesh source;
    imp3_compound mesh, none, single;
    imp3_shape sphere;
    imp3_pose pose = imp3_pose_identity(), skew = pose;
    source = test_mesh_usual(&rng, TEST_MESH_CUBE);
    test_mesh_build(&source, test_mesh_tree(0), false, &mesh);
    memset(&none, 0, sizeof none);
    const imp3_vec o = {0.0f, 0.0f, 0.0f}, m = {1.0f, 0.0f, 0.0f}, nan = {0.0f, NAN, 0.0f},
                   large = {0.0f, 0.0f, 0x1p61f};
    const imp3_vec inf = {INFINITY, 0.0f, 0.0f}, small = {0x1p-61f, 0.0f, 0.0f};
    assert_int_equal(imp3_sphere_make(o, 1.0f, &sphere), IMP_OK);
    assert_int_equal(imp3_compound_of_shape(&sphere, &single), IMP_OK);
    skew.q.x.x = 1.5f;
    expect_refused(NULL, &pose, o, m, 0, IMP_ERR_NULL);
    expect_refused(&mesh, NULL, o, m, 0, IMP_ERR_NULL);
    expect_refused(&none, &pose, o, m, 0, IMP_ERR_COMPOUND);
    expect_refused(&single, &pose, o, m, 0, IMP_ERR_COMPOUND);
    expect_refused(&mesh, &skew, o, m, 0, IMP_ERR_ROTATION);
    expect_refused(&mesh, &pose, nan, m, 0, IMP_ERR_NAN);
    expect_refused(&mesh, &pose, o, inf, 0, IMP_ERR_NAN);
    expect_refused(&mesh, &pose, large, m, 0, IMP_ERR_MAGNITUDE);
    expect_refused(&mesh, &pose, small, m, 0, IMP_ERR_MAGNITUDE);
    expect_refused(&mesh, &pose, o, large, 0, IMP_ERR_MAGNITUDE);
    expect_refused(&mesh, &pose, o, o, 0, IMP_ERR_RANGE);
    expect_refused(&mesh, &pose, o, m, 2, IMP_ERR_RANGE);
    expect_refused(&mesh, &pose, o, m, -1, IMP_ERR_RANGE);

    imp3_mesh_ray_hit hit;
    const imp3_vec two[2] = {o, m}, ways[2] = {m, m};
    const int32_t beyond[2] = {0, 2};
    int32_t bad = 0;
    imp3_rays rays = {2, two, ways, beyond}, negative = {-1, two, ways, NULL}, nothing = {0, NULL, NULL, NULL};
    assert_int_equal(imp_status_fault(imp3_mesh_ray(&mesh, &pose, o, m, 0, NULL)), IMP_ERR_NULL);
    assert_int_equal(imp_status_fault(imp3_mesh_rays(&mesh, &pose, &rays, 0, &hit, &bad)), IMP_ERR_RANGE);
    assert_int_equal(bad, 1);
    rays.index = NULL;
    assert_int_equal(imp_status_fault(imp3_mesh_rays(&mesh, &pose, &negative, 0, &hit, &bad)), IMP_ERR_COUNT);
    assert_int_equal(imp_status_fault(imp3_mesh_rays(&mesh, &pose, &rays, 0, NULL, &bad)), IMP_ERR_NULL);
    assert_int_equal(imp_status_fault(imp3_mesh_rays(&mesh, &pose, NULL, 0, &hit, NULL)), IMP_ERR_NULL);
    assert_int_equal(imp3_mesh_rays(&mesh, &pose, &nothing, 0, NULL, &bad), IMP_OK);
    imp3_compound_free(&mesh);
    test_mesh_free(&source);
}

int main(void)
{
    open_oracle();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exact),      cmocka_unit_test(test_grid),
        cmocka_unit_test(test_watertight), cmocka_unit_test(test_trees_and_batches),
        cmocka_unit_test(test_widths),     cmocka_unit_test(test_laws),
        cmocka_unit_test(test_extremes),   cmocka_unit_test(test_hostile),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
