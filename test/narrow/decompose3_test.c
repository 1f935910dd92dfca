// SPDX-License-Identifier: MIT
//
// Convex decomposition: no point of a part is farther out of the solid than the tolerance, and no point of the solid is
// outside of all parts, at random points and at all corners; numbers of parts that are known; hollows that stay; cuts that
// close; the same bits again; a stop and a failed allocation at any time; broken meshes; and floors of parts that are not
// felt.

#include <math.h>
#include <string.h>

#include "impinge/world_query3.h"
#include "narrow/decompose3.h"
#include "world/kit3.h"

#define TURN 6.283185307179586

enum
{
    SOLID_POINTS = 4096,
    SOLID_TRIANGLES = 8192
};

typedef struct solid
{
    imp3_vec points[SOLID_POINTS];
    int32_t corners[3 * SOLID_TRIANGLES];
    int32_t point_count, count;
} solid;

static solid made;  // one at a time

static void put_point(double x, double y, double z)
{
    made.points[made.point_count++] = vec((float)x, (float)y, (float)z);
}

static void put_triangle(int32_t a, int32_t b, int32_t c)
{
    int32_t* at = &made.corners[3 * made.count++];
    at[0] = a;
    at[1] = b;
    at[2] = c;
}

/// A sheet of rows and columns of points, from `first` on; rows or columns may go around.
static void put_sheet(int32_t first, int32_t rows, int32_t columns, bool around)
{
    for (int32_t i = 0; i < (around ? rows : rows - 1); ++i)
    {
        for (int32_t k = 0; k < columns; ++k)
        {
            int32_t next = (i + 1) % rows, beside = (k + 1) % columns;
            int32_t a = first + i * columns + k, b = first + next * columns + k;
            int32_t c = first + next * columns + beside, d = first + i * columns + beside;
            put_triangle(a, b, c);
            put_triangle(a, c, d);
        }
    }
}

/// An outline in the plane of x and y, made thick. It is seen from its first corner, or from the origin.
static void make_prism(const double (*outline)[2], int32_t count, double height, bool around_origin)
{
    made.point_count = made.count = 0;
    for (int32_t k = 0; k < count; ++k)
    {
        put_point(outline[k][0], outline[k][1], 0.0);
        put_point(outline[k][0], outline[k][1], height);
    }
    for (int32_t k = 0; k < count; ++k)
    {
        int32_t a = 2 * k, b = 2 * ((k + 1) % count);
        put_triangle(a, b, b + 1);
        put_triangle(a, b + 1, a + 1);
        if (around_origin)
        {
            put_triangle(2 * count, b, a);
            put_triangle(2 * count + 1, a + 1, b + 1);
        }
    }
    put_point(0.0, 0.0, 0.0);
    put_point(0.0, 0.0, height);
}

static void make_l(void)
{
    const double outline[6][2] = {{-0.2, -0.2}, {1.0, -0.2}, {1.0, 0.2}, {0.2, 0.2}, {0.2, 1.0}, {-0.2, 1.0}};
    make_prism(outline, 6, 0.4, true);
}

/// A table, upside down: legs at both ends of a board.
static void make_u(void)
{
    const double outline[8][2] = {{0.0, 0.0}, {3.0, 0.0}, {3.0, 2.0}, {2.0, 2.0},
                                  {2.0, 1.0}, {1.0, 1.0}, {1.0, 2.0}, {0.0, 2.0}};
    const int32_t face[6][3] = {{0, 5, 7}, {5, 6, 7}, {0, 1, 4}, {0, 4, 5}, {1, 3, 4}, {1, 2, 3}};
    make_prism(outline, 8, 1.0, false);
    for (int k = 0; k < 6; ++k)
    {
        put_triangle(2 * face[k][0], 2 * face[k][2], 2 * face[k][1]);
        put_triangle(2 * face[k][0] + 1, 2 * face[k][1] + 1, 2 * face[k][2] + 1);
    }
}

static void make_gear(int32_t teeth)
{
    double outline[256][2];
    for (int32_t k = 0; k < 4 * teeth; ++k)
    {
        double angle = TURN / (4 * teeth) * k, radius = (k & 3) == 1 || (k & 3) == 2 ? 1.25 : 1.0;
        outline[k][0] = radius * cos(angle);
        outline[k][1] = radius * sin(angle);
    }
    make_prism((const double(*)[2])outline, 4 * teeth, 0.3, true);
}

static void make_torus(int32_t rows, int32_t columns)
{
    made.point_count = made.count = 0;
    for (int32_t k = 0; k < rows * columns; ++k)
    {
        double a = TURN * (k / columns) / rows, b = TURN * (k % columns) / columns, far = 1.0 + 0.35 * cos(b);
        put_point(far * cos(a), far * sin(a), 0.35 * sin(b));
    }
    put_sheet(0, rows, columns, true);
}

static void make_spring(int32_t turns, int32_t rows, int32_t columns)
{
    made.point_count = made.count = 0;
    int32_t last = turns * rows;
    for (int32_t k = 0; k < (last + 1) * columns; ++k)
    {
        double a = TURN * (k / columns) / rows, b = TURN * (k % columns) / columns, far = 1.0 + 0.15 * cos(b);
        put_point(far * cos(a), far * sin(a), 0.15 * sin(b) + 0.5 * (k / columns) / rows);
    }
    put_sheet(0, last + 1, columns, false);
    for (int32_t k = 1; k + 1 < columns; ++k)
    {
        put_triangle(0, k, k + 1);
        put_triangle(last * columns, last * columns + k + 1, last * columns + k);
    }
}

/// A trefoil: a tube around a closed way that is knotted.
static void make_knot(int32_t rows, int32_t columns)
{
    made.point_count = made.count = 0;
    for (int32_t k = 0; k < rows * columns; ++k)
    {
        double a = TURN * (k / columns) / rows, b = TURN * (k % columns) / columns;
        double far = 2.0 + cos(3.0 * a), out = 0.4 * cos(b), up = 0.4 * sin(b);
        double x = far * cos(2.0 * a), y = far * sin(2.0 * a), z = sin(3.0 * a), level = hypot(x, y);
        put_point(x + out * x / level, y + out * y / level, z + up);
    }
    put_sheet(0, rows, columns, true);
}

/// Half a ball with a wall of a tenth.
static void make_bowl(int32_t around, int32_t rows)
{
    made.point_count = made.count = 0;
    for (int32_t k = 0; k < 2 * rows * around; ++k)
    {
        int32_t row = k / around, up = row < rows ? row : 2 * rows - 1 - row;
        double size = row < rows ? 1.0 : 0.9, a = TURN / 4 * (up + 1) / rows, b = -TURN * (k % around) / around;
        put_point(size * sin(a) * cos(b), size * sin(a) * sin(b), -size * cos(a));
    }
    put_sheet(0, 2 * rows, around, false);
    int32_t bottom = made.point_count;
    put_point(0.0, 0.0, -1.0);
    put_point(0.0, 0.0, -0.9);
    for (int32_t k = 0; k < around; ++k)
    {
        int32_t next = (k + 1) % around, inner = (2 * rows - 1) * around;
        put_triangle(bottom, k, next);
        put_triangle(bottom + 1, inner + next, inner + k);
    }
}

/// An egg: rings between two poles.
static void make_egg(int32_t rings, int32_t around)
{
    made.point_count = made.count = 0;
    for (int32_t k = 0; k < rings * around; ++k)
    {
        double a = TURN / 2 * (k / around + 1) / (rings + 1), b = -TURN * (k % around) / around;
        put_point(sin(a) * cos(b), 0.8 * sin(a) * sin(b), -0.6 * cos(a) + 0.1 * sin(a));
    }
    put_sheet(0, rings, around, false);
    int32_t low = made.point_count, last = (rings - 1) * around;
    put_point(0.0, 0.0, -0.6);
    put_point(0.0, 0.0, 0.6);
    for (int32_t k = 0; k < around; ++k)
    {
        put_triangle(low, k, (k + 1) % around);
        put_triangle(low + 1, last + (k + 1) % around, last + k);
    }
}

static void put_box(double half, bool hollow)
{
    const int32_t sides[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    int32_t first = made.point_count;
    for (int k = 0; k < 8; ++k)
    {
        put_point(k & 1 ? half : -half, k & 2 ? half : -half, k & 4 ? half : -half);
    }
    for (int k = 0; k < 6; ++k)
    {
        const int32_t* s = sides[k];
        put_triangle(first + s[0], first + s[hollow ? 2 : 1], first + s[hollow ? 1 : 2]);
        put_triangle(first + s[0], first + s[hollow ? 3 : 2], first + s[hollow ? 2 : 3]);
    }
}

/// A box with a hollow in it that nothing leads to.
static void make_hollow(void)
{
    made.point_count = made.count = 0;
    put_box(1.0, false);
    put_box(0.7, true);
}

/// Boxes across each other, each a closed shell of its own.
static void make_heap(test_rng* rng, int32_t boxes)
{
    made.point_count = made.count = 0;
    for (int32_t k = 0; k < boxes; ++k)
    {
        int32_t first = made.point_count;
        put_box((double)test_rng_range(rng, 0.3f, 0.8f), false);
        const imp3_vec by =
            vec(test_rng_range(rng, -0.7f, 0.7f), test_rng_range(rng, -0.7f, 0.7f), test_rng_range(rng, -0.7f, 0.7f));
        for (int32_t i = first; i < made.point_count; ++i)
        {
            made.points[i] = imp3_vec_add(made.points[i], by);
        }
    }
}

static void make_mesh(imp3_compound* out)
{
    imp3_triangles from;
    memset(&from, 0, sizeof from);
    from.points = made.points;
    from.point_count = made.point_count;
    from.corners = made.corners;
    from.count = made.count;
    assert_int_equal(imp3_triangles_make(&from, NULL, out, NULL), IMP_OK);
}

static imp3_decompose_choice def_of(float tolerance)
{
    imp3_decompose_choice def;
    memset(&def, 0, sizeof def);
    def.tolerance = tolerance;
    return def;
}

// What parts are

/// How far a point is out of a solid.
static double out_of_solid(const imp3_compound* mesh, imp3_vec point)
{
    const imp3_pose here = imp3_pose_identity();
    bool inside;
    imp3_mesh_near near;
    int32_t count;
    assert_int_equal(imp3_mesh_contains(mesh, &here, point, &inside, NULL), IMP_OK);
    if (inside)
    {
        return 0.0;
    }
    assert_int_equal(imp3_mesh_nearest(mesh, &here, point, 1, &near, &count), IMP_OK);
    return (double)near.distance;
}

/// A random point of a part: of its surface, or of all of it.
static imp3_vec point_of_part(test_rng* rng, const imp3_shape* part, bool surface)
{
    int32_t corners[1024], faces, count = part->count < 4 ? part->count : 4;
    imp3_vec sum = vec(0.0f, 0.0f, 0.0f);
    double total = 0.0;
    imp3_face face;
    memset(&face, 0, sizeof face);
    face.vertices = corners;
    face.capacity = 1024;
    assert_int_equal(imp3_shape_face_count(part, &faces), IMP_OK);
    assert_int_equal(imp3_shape_face(part, test_rng_int(rng, 0, faces - 1), &face), IMP_OK);
    for (int k = 0; k < (surface ? 3 : count); ++k)
    {
        int32_t at = surface ? corners[test_rng_int(rng, 0, face.count - 1)] : test_rng_int(rng, 0, part->count - 1);
        double weight = 0.001 + test_rng_unit(rng);
        imp3_vec v;
        assert_int_equal(imp3_shape_vertex(part, at, &v), IMP_OK);
        sum = imp3_vec_add(sum, imp3_vec_scale(v, (float)weight));
        total += weight;
    }
    return imp3_vec_scale(sum, (float)(1.0 / total));
}

static void check_outwards(test_rng* rng, const imp3_compound* mesh, const imp3_compound* set, double most,
                           int32_t tries)
{
    for (int32_t i = 0; i < set->part_count; ++i)
    {
        for (int32_t k = 0; k < set->parts[i].count; ++k)
        {
            imp3_vec v;
            assert_int_equal(imp3_shape_vertex(&set->parts[i], k, &v), IMP_OK);
            assert_number(out_of_solid(mesh, v), <=, most);
        }
        for (int32_t k = 0; k < tries; ++k)
        {
            imp3_vec v = point_of_part(rng, &set->parts[i], (k & 1) == 0);
            assert_number(out_of_solid(mesh, v), <=, most);
        }
    }
}

static void check_inwards(test_rng* rng, const imp3_compound* mesh, const imp3_compound* set, double most,
                          int32_t tries)
{
    const imp3_pose here = imp3_pose_identity();
    for (int32_t i = 0; i < mesh->part_count; ++i)
    {
        imp3_shape triangle;
        assert_int_equal(imp3_compound_part(mesh, i, &triangle), IMP_OK);
        const imp3_vec at[4] = {triangle.a, triangle.b, triangle.c, point_of_part(rng, &triangle, true)};
        for (int k = 0; k < 4 && i < tries; ++k)
        {
            imp3_vec closest;
            float distance;
            assert_int_equal(imp3_compound_closest(set, &here, at[k], &closest, &distance, NULL), IMP_OK);
            assert_number((double)distance, <=, most);
        }
    }
}

/// A body of parts weighs what the solid does, however its parts bulge and overlap.
static void check_weight(const imp3_compound* mesh, const imp3_compound* set)
{
    imp3_mass whole, parts;
    assert_int_equal(imp3_compound_mass(mesh, 2.0f, &whole), IMP_OK);
    assert_int_equal(imp3_compound_mass(set, 2.0f, &parts), IMP_OK);
    const double tiny = 1e-5 * (double)(whole.inertia.xx + whole.inertia.yy + whole.inertia.zz);
    assert_number(fabs((double)parts.mass - (double)whole.mass), <=, 1e-5 * (double)whole.mass);
    assert_number(length_of(imp3_vec_sub(parts.centroid, whole.centroid)), <=, 1e-5f * mesh->reach);
    assert_number(fabs((double)parts.inertia.xx - (double)whole.inertia.xx), <=, tiny);
    assert_number(fabs((double)parts.inertia.yz - (double)whole.inertia.yz), <=, tiny);
}

/// Takes the solid apart and holds the parts against it. Returns how many there are, at most so many.
static void check_solid(const char* name, float tolerance, int32_t most_parts)
{
    test_rng rng = {test_seed()};
    imp3_compound mesh, set;
    imp3_decompose_report report;
    imp3_mass mass;
    make_mesh(&mesh);
    const imp3_decompose_choice def = def_of(tolerance);
    assert_int_equal(imp3_mesh_decompose(&mesh, &def, NULL, NULL, &set, &report), IMP_OK);
    assert_int_equal(imp3_compound_mass(&mesh, 1.0f, &mass), IMP_OK);
    printf("    %s: %d parts, %.3g out, %.3g in, volume %.4g of %.4g\n", name, (int)report.parts,
           (double)report.outwards, (double)report.inwards, (double)report.volume, (double)report.solid_volume);
    assert_int_equal(report.parts, set.part_count);
    assert_number(report.parts, <=, most_parts);
    assert_number((double)report.outwards, <=, (double)tolerance);
    assert_number(fabs((double)report.solid_volume - (double)mass.volume), <=, 1e-4 * (double)mass.volume);
    assert_number((double)report.volume, >=, 0.9999 * (double)mass.volume);
    check_weight(&mesh, &set);
    double size = (double)mesh.reach;
    assert_number((double)report.inwards, <=, 1e-5 * size);
    check_outwards(&rng, &mesh, &set, (double)tolerance + 1e-6 * size, (int32_t)test_n(12));
    check_inwards(&rng, &mesh, &set, (double)report.inwards + 4e-6 * size, (int32_t)test_n(80));
    imp3_compound_free(&set);
    imp3_compound_free(&mesh);
}

static void test_solids(void** state)
{
    (void)state;
    make_l();
    check_solid("l", 0.05f, 2);
    make_u();
    check_solid("u", 0.1f, 3);
    make_torus(24, 12);
    check_solid("torus", 0.15f, 10);
    make_gear(12);
    check_solid("gear", 0.1f, 14);
    make_spring(2, 12, 6);
    check_solid("spring", 0.12f, 22);
    make_bowl(12, 3);
    check_solid("bowl", 0.15f, 28);
    make_hollow();
    check_solid("hollow", 0.1f, 8);
}

// Shells across each other, also one that is there twice, are one solid each where they are: no part is lost, and no search
// goes down to the lattice between them.
static void test_overlapping_shells(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    for (uint64_t k = 0; k < test_n(3); ++k)
    {
        imp3_compound mesh, set;
        imp3_decompose_report report;
        make_heap(&rng, test_rng_int(&rng, 2, 5));
        make_mesh(&mesh);
        const imp3_decompose_choice def = def_of(0.02f);
        assert_int_equal(imp3_mesh_decompose(&mesh, &def, NULL, NULL, &set, &report), IMP_OK);
        assert_number((double)report.outwards, <=, 0.02);
        check_outwards(&rng, &mesh, &set, 0.02 + 1e-5, 8);
        check_inwards(&rng, &mesh, &set, (double)report.inwards + 1e-5, 60);
        imp3_compound_free(&set);
        imp3_compound_free(&mesh);
    }
}

// Rings that are cut in halves and merged two and two have parts too many, which cutting three anew finds.
static void test_regrouped(void** state)
{
    (void)state;
    make_knot(24, 5);
    check_solid("knot", 0.3f, 20);
    make_torus(24, 8);
    check_solid("fine torus", 0.06f, 9);
}

static void test_convex(void** state)
{
    (void)state;
    const imp3_pose here = imp3_pose_identity();
    made.point_count = made.count = 0;
    put_box(1.0, false);
    check_solid("box", 0.1f, 1);
    // What nothing leads to is not filled.
    imp3_compound mesh, set;
    bool inside;
    make_hollow();
    make_mesh(&mesh);
    const imp3_decompose_choice def = def_of(0.1f);
    assert_int_equal(imp3_mesh_decompose(&mesh, &def, NULL, NULL, &set, NULL), IMP_OK);
    assert_int_equal(imp3_compound_contains(&set, &here, vec(0.0f, 0.0f, 0.0f), &inside, NULL), IMP_OK);
    assert_false(inside);
    imp3_compound_free(&set);
    imp3_compound_free(&mesh);
}

// What bends smoothly has few corners, more where less may go out of it, and nothing of the solid is left out.
static void test_thinned(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    imp3_compound mesh;
    make_egg(15, 30);
    make_mesh(&mesh);
    const float tolerances[2] = {0.2f, 0.08f};
    const int32_t corners[2] = {44, 120};
    for (int k = 0; k < 2; ++k)
    {
        imp3_compound set;
        imp3_decompose_report report;
        const imp3_decompose_choice def = def_of(tolerances[k]);
        assert_int_equal(imp3_mesh_decompose(&mesh, &def, NULL, NULL, &set, &report), IMP_OK);
        assert_int_equal(set.part_count, 1);
        printf("    egg: %d corners, %.3g out\n", (int)set.parts[0].count, (double)report.outwards);
        assert_number(set.parts[0].count, <=, corners[k]);
        assert_true((double)report.inwards == 0.0);
        assert_number((double)report.outwards, <=, (double)tolerances[k]);
        check_outwards(&rng, &mesh, &set, (double)tolerances[k] + 1e-6, 100);
        check_weight(&mesh, &set);
        const imp3i_hull* h = (const imp3i_hull*)set.parts[0].block;
        for (int32_t i = 0; i < made.point_count * h->face_count; ++i)
        {
            imp3_vec v = made.points[i / h->face_count];
            int32_t f = i % h->face_count;
            double across = (double)h->normal_x[f] * (double)v.x + (double)h->normal_y[f] * (double)v.y;
            assert_number(across + (double)h->normal_z[f] * (double)v.z, <=, (double)h->plane[f] + 5e-7);
        }
        imp3_compound_free(&set);
    }
    imp3_compound_free(&mesh);
}

// No more parts than were asked for, whatever that costs.
static void test_most_parts(void** state)
{
    (void)state;
    imp3_compound mesh;
    make_gear(12);
    make_mesh(&mesh);
    for (int32_t most = 1; most <= 5; most += 2)
    {
        imp3_compound set;
        imp3_decompose_report report;
        imp3_decompose_choice def = def_of(0.02f);
        def.most_parts = most;
        assert_int_equal(imp3_mesh_decompose(&mesh, &def, NULL, NULL, &set, &report), IMP_OK);
        assert_number(set.part_count, <=, most);
        assert_number((double)report.outwards, >, 0.02);
        imp3_compound_free(&set);
    }
    imp3_compound_free(&mesh);
}

/// Whether every edge is run as often there as back.
static bool is_closed(const imp3i_piece* p)
{
    static int8_t runs[512][512];
    memset(runs, 0, sizeof runs);
    assert_true(p->points.count <= 512);
    for (int32_t i = 0; i < p->corners.count; ++i)
    {
        int32_t a = p->corners.data[i], b = p->corners.data[i % 3 == 2 ? i - 2 : i + 1];
        runs[a][b] = (int8_t)(runs[a][b] + 1);
        runs[b][a] = (int8_t)(runs[b][a] - 1);
    }
    for (int32_t a = 0; a < 512; ++a)
    {
        for (int32_t b = 0; b < 512; ++b)
        {
            if (runs[a][b] != 0)
            {
                return false;
            }
        }
    }
    return true;
}

/// Six times the volume, exact in a double for what the test makes.
static double volume_of(const imp3i_piece* p)
{
    double sum = 0.0;
    for (int32_t i = 0; i < p->corners.count; i += 3)
    {
        imp3i_dvec a = imp3i_lattice_dvec(p->points.data[p->corners.data[i]]);
        imp3i_dvec b = imp3i_lattice_dvec(p->points.data[p->corners.data[i + 1]]);
        imp3i_dvec c = imp3i_lattice_dvec(p->points.data[p->corners.data[i + 2]]);
        sum += imp3i_ddot(a, imp3i_dcross(b, c));
    }
    return sum;
}

/// Cuts a piece again and again: both sides are closed, and have its volume together.
static void cut_closed(test_rng* rng, double scale)
{
    imp3i_piece piece;
    memset(&piece, 0, sizeof piece);
    assert_int_equal(impi_array_reserve(&piece.points, NULL, made.point_count), IMP_OK);
    assert_int_equal(impi_array_reserve(&piece.corners, NULL, 3 * (int64_t)made.count), IMP_OK);
    for (int32_t k = 0; k < made.point_count; ++k)
    {
        imp3_vec v = made.points[k];
        const imp3i_lattice_point at = {{(int32_t)(((double)v.x + 1.5) * scale), (int32_t)(((double)v.y + 1.5) * scale),
                                         (int32_t)(((double)v.z + 1.5) * scale)}};
        piece.points.data[piece.points.count++] = at;
    }
    memcpy(piece.corners.data, made.corners, 3 * (size_t)made.count * sizeof *made.corners);
    piece.corners.count = 3 * made.count;
    double whole = volume_of(&piece), size = scale * scale * scale;
    for (int cut = 0; cut < 4; ++cut)
    {
        imp3i_lattice_plane plane;
        imp3i_piece halves[2];
        double through = 0.0;
        for (int k = 0; k < 3; ++k)
        {
            plane.normal[k] = cut == 0 ? k == 0 : test_rng_int(rng, -(1 << 18), 1 << 18);
            int32_t at = piece.points.data[test_rng_int(rng, 0, piece.points.count - 1)].at[k];
            through += (double)plane.normal[k] * (double)at;
        }
        plane.offset = (int64_t)through;
        assert_int_equal(imp3i_piece_cut(&piece, &plane, NULL, halves), IMP_OK);
        assert_true(is_closed(&halves[0]));
        assert_true(is_closed(&halves[1]));
        double both = volume_of(&halves[0]) + volume_of(&halves[1]);
        assert_number(fabs(both - whole), <=, size * 300.0 / scale);
        int larger = halves[1].corners.count > halves[0].corners.count;
        imp3i_piece_free(&piece, NULL);
        piece = halves[larger];
        imp3i_piece_free(&halves[1 - larger], NULL);
        whole = volume_of(&piece);
    }
    imp3i_piece_free(&piece, NULL);
}

static void test_cuts(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    for (uint64_t k = 0; k < test_n(12); ++k)
    {
        switch (k % 3)
        {
        case 0: make_torus(12, 6); break;
        case 1: make_gear(10); break;
        default: make_hollow();
        }
        cut_closed(&rng, k & 1 ? 300000.0 : 60.0);  // the second is so coarse that cuts cross themselves
    }
}

static void test_same_bits(void** state)
{
    (void)state;
    imp3_compound mesh, sets[2];
    make_gear(8);
    make_mesh(&mesh);
    const imp3_decompose_choice def = def_of(0.08f);
    for (int k = 0; k < 2; ++k)
    {
        assert_int_equal(imp3_mesh_decompose(&mesh, &def, NULL, NULL, &sets[k], NULL), IMP_OK);
    }
    assert_int_equal(sets[0].part_count, sets[1].part_count);
    for (int32_t i = 0; i < sets[0].part_count; ++i)
    {
        assert_int_equal(sets[0].parts[i].count, sets[1].parts[i].count);
        for (int32_t k = 0; k < sets[0].parts[i].count; ++k)
        {
            imp3_vec a, b;
            assert_int_equal(imp3_shape_vertex(&sets[0].parts[i], k, &a), IMP_OK);
            assert_int_equal(imp3_shape_vertex(&sets[1].parts[i], k, &b), IMP_OK);
            assert_memory_equal(&a, &b, sizeof a);
        }
    }
    imp3_compound_free(&sets[0]);
    imp3_compound_free(&sets[1]);
    imp3_compound_free(&mesh);
}

// What ends it

typedef struct watcher
{
    int32_t calls, stop_at;
    float done;
} watcher;

static bool watch(void* user, float done)
{
    watcher* w = (watcher*)user;
    assert_true(done >= w->done && done <= 1.0f);
    w->done = done;
    return w->calls++ != w->stop_at;
}

/// What was made is stopped at every call.
static void stop_everywhere(float tolerance)
{
    imp3_compound mesh;
    make_mesh(&mesh);
    const imp3_decompose_choice def = def_of(tolerance);
    for (int32_t stop_at = 0;; ++stop_at)
    {
        test_allocator memory = {0};
        memory.fail_at = -1;
        imp_allocator allocator = test_allocator_get(&memory);
        watcher w = {0, stop_at, 0.0f};
        const imp_progress progress = {watch, &w};
        imp3_compound set, untouched;
        memset(&set, 0xa5, sizeof set);
        untouched = set;
        imp_status status = imp3_mesh_decompose(&mesh, &def, &progress, &allocator, &set, NULL);
        if (!status)
        {
            assert_true(stop_at > 2 && w.calls <= stop_at);
            imp3_compound_free(&set);
            assert_int_equal(memory.live_blocks, 0);
            break;
        }
        assert_int_equal(status, IMP_ERR_STOPPED | 3 << 8);
        assert_memory_equal(&set, &untouched, sizeof set);
        assert_int_equal(memory.live_blocks, 0);
    }
    imp3_compound_free(&mesh);
}

static void test_stopped(void** state)
{
    (void)state;
    make_u();
    stop_everywhere(0.1f);
    make_egg(4, 8);
    stop_everywhere(0.2f);
}

/// What was made is taken apart with allocations that fail.
static void fail_everywhere(float tolerance)
{
    imp3_compound mesh;
    make_mesh(&mesh);
    const imp3_decompose_choice def = def_of(tolerance);
    // Most of them are alike: hulls of candidates. A step that grows finds all kinds.
    for (int64_t fail_at = 0;; fail_at += 1 + fail_at / (int64_t)(20 * test_n(1)))
    {
        test_allocator memory = {0};
        memory.fail_at = fail_at;
        imp_allocator allocator = test_allocator_get(&memory);
        imp3_compound set, untouched;
        memset(&set, 0xa5, sizeof set);
        untouched = set;
        imp_status status = imp3_mesh_decompose(&mesh, &def, NULL, &allocator, &set, NULL);
        if (memory.calls <= fail_at)
        {
            assert_int_equal(status, IMP_OK);
            imp3_compound_free(&set);
            assert_int_equal(memory.live_blocks, 0);
            break;
        }
        assert_int_equal(status, IMP_ERR_MEMORY | 4 << 8);
        assert_memory_equal(&set, &untouched, sizeof set);
        assert_int_equal(memory.live_blocks, 0);
    }
    imp3_compound_free(&mesh);
}

static void test_memory(void** state)
{
    (void)state;
    make_l();
    fail_everywhere(0.1f);
    make_egg(4, 8);
    fail_everywhere(0.2f);
}

static void test_hostile(void** state)
{
    (void)state;
    imp3_compound mesh, open, set, none = {0};
    imp3_decompose_choice def = def_of(0.1f);
    const imp_progress nobody = {NULL, NULL};
    const imp_allocator no_memory = {NULL, NULL};
    make_l();
    make_mesh(&mesh);
    made.count -= 1;
    make_mesh(&open);
    memset(&set, 0xa5, sizeof set);
    const imp3_compound untouched = set;
    assert_int_equal(imp3_mesh_decompose(NULL, &def, NULL, NULL, &set, NULL), IMP_ERR_NULL | 1 << 8);
    assert_int_equal(imp3_mesh_decompose(&none, &def, NULL, NULL, &set, NULL), IMP_ERR_COMPOUND | 1 << 8);
    assert_int_equal(imp3_mesh_decompose(&mesh, NULL, NULL, NULL, &set, NULL), IMP_ERR_NULL | 2 << 8);
    assert_int_equal(imp3_mesh_decompose(&mesh, &def, &nobody, NULL, &set, NULL), IMP_ERR_NULL | 3 << 8);
    assert_int_equal(imp3_mesh_decompose(&mesh, &def, NULL, &no_memory, &set, NULL), IMP_ERR_NULL | 4 << 8);
    assert_int_equal(imp3_mesh_decompose(&mesh, &def, NULL, NULL, NULL, NULL), IMP_ERR_NULL | 5 << 8);
    assert_int_equal(imp3_mesh_decompose(&open, &def, NULL, NULL, &set, NULL), IMP_ERR_EMPTY | 1 << 8);
    const float tolerances[4] = {0.0f, -1.0f, NAN, 1e-6f};
    const int32_t faults[4] = {IMP_ERR_RANGE, IMP_ERR_NEGATIVE, IMP_ERR_NAN, IMP_ERR_RANGE};
    for (int k = 0; k < 4; ++k)
    {
        def.tolerance = tolerances[k];
        assert_int_equal(imp3_mesh_decompose(&mesh, &def, NULL, NULL, &set, NULL), faults[k] | 2 << 8);
    }
    def = def_of(0.1f);
    def.most_parts = -1;
    assert_int_equal(imp3_mesh_decompose(&mesh, &def, NULL, NULL, &set, NULL), IMP_ERR_COUNT | 2 << 8);
    assert_memory_equal(&set, &untouched, sizeof set);
    imp3_compound_free(&open);
    imp3_compound_free(&mesh);
}

/// Spoils what was made: turns, drops and doubles triangles, or moves points, also onto each other and far away.
static void mutilate(test_rng* rng)
{
    int kind = test_rng_int(rng, 0, 4);
    for (int times = test_rng_int(rng, 1, 4); times > 0; --times)
    {
        int32_t at = test_rng_int(rng, 0, made.count - 1), point = test_rng_int(rng, 0, 7),
                other = test_rng_int(rng, 0, 7);
        int32_t* corner = &made.corners[3 * at];
        float by = test_rng_range(rng, -1.0f, 1.0f);
        switch (kind)
        {
        case 0:
        {
            int32_t first = corner[0];
            corner[0] = corner[1];
            corner[1] = first;
            break;
        }
        case 1: made.count -= 1; break;
        case 2: put_triangle(corner[0], corner[2], corner[1]); break;
        case 3: made.points[point] = made.points[other]; break;
        default: made.points[point].z += by; break;
        }
    }
}

/// Solids in turn, of few triangles: thin and bent, with hollows, and around holes.
static void make_some(uint64_t k)
{
    switch (k % 8)
    {
    case 1: make_bowl(6, 2); break;
    case 3: make_torus(8, 4); break;
    case 5: make_gear(5); break;
    case 6: make_spring(1, 8, 4); break;
    case 7: make_knot(18, 3); break;
    case 2: make_l(); break;
    default: make_hollow();
    }
}

static void test_mutilated(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    int32_t good = 0;
    uint64_t tries = test_n(6);
    for (uint64_t k = 0; k < tries; ++k)
    {
        imp3_compound mesh, set;
        imp3_decompose_report report;
        make_some(k);
        mutilate(&rng);
        make_mesh(&mesh);
        const imp3_decompose_choice def = def_of(0.4f);
        imp_status status = imp3_mesh_decompose(&mesh, &def, NULL, NULL, &set, &report);
        if (status)
        {
            assert_int_equal(status, IMP_ERR_EMPTY | 1 << 8);
        }
        else
        {
            assert_number((double)report.outwards, <=, 0.4);
            check_outwards(&rng, &mesh, &set, 0.4 + 1e-4, 4);
            imp3_compound_free(&set);
            good += 1;
        }
        imp3_compound_free(&mesh);
    }
    assert_true(good > 0 && (uint64_t)good < tries);
    test_report("mutilated meshes", tries);
}

// In worlds

/// The U, its board on top: its parts lie flush beside each other there.
static void lay_board(imp3_world* w, imp3_compound* set)
{
    imp3_compound mesh;
    imp_collider collider;
    make_u();
    for (int32_t k = 0; k < made.point_count; ++k)
    {
        imp3_vec v = made.points[k];
        made.points[k] = vec(v.x - 1.5f, -v.y, 0.5f - v.z);
    }
    make_mesh(&mesh);
    const imp3_decompose_choice def = def_of(0.1f);
    assert_int_equal(imp3_mesh_decompose(&mesh, &def, NULL, NULL, set, NULL), IMP_OK);
    assert_int_equal(set->part_count, 3);
    imp3_compound_free(&mesh);
    imp3_collider_def worn = imp3_collider_default();
    worn.material.friction = 0.0f;
    imp_body body = add_body(w, IMP_BODY_STATIC, vec(0.0f, 0.0f, 0.0f), vec(0.0f, 0.0f, 0.0f));
    assert_int_equal(imp3_world_add_compound(w, body, set, &worn, &collider), IMP_OK);
}

// What slides over a board of parts moves as on one.
static void test_seams(void** state)
{
    (void)state;
    for (int kind = 0; kind < 2; ++kind)
    {
        imp3_world* w = new_world(vec(0.0f, -G, 0.0f), NULL);
        imp3_compound set;
        imp3_shape shape;
        const imp3_box box = {{-0.2f, -0.2f, -0.2f}, {0.2f, 0.2f, 0.2f}};
        lay_board(w, &set);
        assert_int_equal(kind == 0 ? imp3_box_make(box, &shape) : imp3_sphere_make(vec(0.0f, 0.0f, 0.0f), 0.2f, &shape),
                         IMP_OK);
        imp_body body = add_body(w, IMP_BODY_DYNAMIC, vec(-1.2f, 0.2f, 0.0f), vec(2.0f, 0.0f, 0.0f));
        (void)wear(w, body, &shape, 0.0f, 0.0f);
        for (int step = 0; step < 66; ++step)
        {
            imp3_body_state now;
            run(w, 1);
            assert_int_equal(imp3_world_get_body(w, body, &now), IMP_OK);
            assert_number(fabs((double)now.velocity.x - 2.0), <=, 1e-4);
            assert_number(fabs((double)now.velocity.y), <=, 0.2);
            assert_number(fabs((double)now.pose.p.y - 0.2), <=, 0.01);
            assert_number(fabs((double)now.angular_velocity.z), <=, 1e-3);
        }
        imp3_world_free(w);
        imp3_compound_free(&set);
    }
}

// A set of parts is a body that moves: it falls, stands, and falls asleep.
static void test_dynamic(void** state)
{
    (void)state;
    imp3_world* w = new_world(vec(0.0f, 0.0f, -G), NULL);
    imp3_shape floor;
    imp3_compound mesh, set;
    imp_collider collider;
    assert_int_equal(imp3_half_space_make(vec(0.0f, 0.0f, 1.0f), 0.0f, &floor), IMP_OK);
    (void)wear(w, add_body(w, IMP_BODY_STATIC, vec(0.0f, 0.0f, 0.0f), vec(0.0f, 0.0f, 0.0f)), &floor, 0.6f, 0.0f);
    make_torus(12, 8);
    make_mesh(&mesh);
    const imp3_decompose_choice def = def_of(0.15f);
    assert_int_equal(imp3_mesh_decompose(&mesh, &def, NULL, NULL, &set, NULL), IMP_OK);
    imp_body body = add_body(w, IMP_BODY_DYNAMIC, vec(0.0f, 0.0f, 0.6f), vec(0.0f, 0.0f, 0.0f));
    assert_int_equal(imp3_world_add_compound(w, body, &set, NULL, &collider), IMP_OK);
    run(w, 120);
    imp3_body_state now;
    assert_int_equal(imp3_world_get_body(w, body, &now), IMP_OK);
    assert_number(length_of(now.velocity), <=, 1e-3f);
    assert_number(fabs((double)now.pose.p.z - 0.35), <=, 0.02);
    imp3_world_free(w);
    imp3_compound_free(&set);
    imp3_compound_free(&mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_overlapping_shells),
        cmocka_unit_test(test_regrouped),
        cmocka_unit_test(test_solids),
        cmocka_unit_test(test_convex),
        cmocka_unit_test(test_thinned),
        cmocka_unit_test(test_most_parts),
        cmocka_unit_test(test_cuts),
        cmocka_unit_test(test_same_bits),
        cmocka_unit_test(test_stopped),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_hostile),
        cmocka_unit_test(test_mutilated),
        cmocka_unit_test(test_seams),
        cmocka_unit_test(test_dynamic),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
