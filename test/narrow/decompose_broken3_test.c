// SPDX-License-Identifier: MIT
//
// Decomposition of what is amiss: arguments that name their fault, and mutilated meshes, which end with a status or with parts
// that keep the tolerance.

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "math/dvec3.h"

#include "check_parts3.h"
#include "closed_solids3.h"

static void test_hostile(void** state)
{
    (void)state;
    imp3_compound mesh, open, set, none = {0};
    imp3_decompose_choice def = choice_of_parts(0.1f);
    const imp_progress nobody = {NULL, NULL};
    const imp_allocator no_memory = {NULL, NULL};
    closed_l();
    closed_mesh(&mesh);
    closed_made.count -= 1;
    closed_mesh(&open);
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
    def = choice_of_parts(0.1f);
    def.most_parts = -1;
    assert_int_equal(imp3_mesh_decompose(&mesh, &def, NULL, NULL, &set, NULL), IMP_ERR_COUNT | 2 << 8);
    assert_memory_equal(&set, &untouched, sizeof set);
    imp3_compound_free(&open);
    imp3_compound_free(&mesh);
}

/// A tetrahedron of either orientation, across what is there.
static void put_tetrahedron(test_rng* rng)
{
    const int32_t corners[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
    int32_t first = closed_made.point_count, odd = test_rng_int(rng, 0, 1);
    for (int k = 0; k < 4; ++k)
    {
        imp3_vec around = closed_made.points[test_rng_int(rng, 0, first - 1)];
        closed_put_point((double)around.x + (double)test_rng_range(rng, -0.6f, 0.6f),
                         (double)around.y + (double)test_rng_range(rng, -0.6f, 0.6f),
                         (double)around.z + (double)test_rng_range(rng, -0.6f, 0.6f));
    }
    for (int k = 0; k < 12; k += 3)
    {
        closed_put_triangle(first + corners[k], first + corners[k + 1 + odd], first + corners[k + 2 - odd]);
    }
}

/// Spoils what was closed_made: turns, drops and doubles triangles, also there and back, moves points, also onto each other
/// and far away, and puts more across it. Most kinds leave it closed.
static void mutilate(test_rng* rng)
{
    int kind = test_rng_int(rng, 0, 9);
    for (int times = test_rng_int(rng, 1, 4); times > 0; --times)
    {
        int32_t at = test_rng_int(rng, 0, closed_made.count - 1);
        int32_t point = test_rng_int(rng, 0, closed_made.point_count - 1);
        int32_t other = test_rng_int(rng, 0, closed_made.point_count - 1);
        int32_t* corner = &closed_made.corners[3 * at];
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
        case 1: closed_made.count -= 1; break;
        case 2: closed_put_triangle(corner[0], corner[2], corner[1]); break;
        case 3:
            closed_put_triangle(corner[0], corner[2], corner[1]);
            closed_put_triangle(corner[0], corner[1], corner[2]);
            break;
        case 4:
        case 5: closed_made.points[point] = closed_made.points[other]; break;
        case 6:
        case 7: put_tetrahedron(rng); break;
        case 8: closed_made.points[point].x += 4.0f * by; break;
        default: closed_made.points[point].z += by; break;
        }
    }
}

/// Solids in turn, of few triangles: thin and bent, with hollows, and around holes.
static void make_some(uint64_t k)
{
    switch (k % 8)
    {
    case 1: closed_bowl(6, 2); break;
    case 3: closed_torus(8, 4); break;
    case 5: closed_gear(5); break;
    case 6: closed_spring(1, 8, 4); break;
    case 7: closed_knot(18, 3); break;
    case 2: closed_l(); break;
    default: closed_hollow();
    }
}

/// How many times closed_made goes around a point, by solid angles (van Oosterom and Strackee 1983).
static double turns_around(imp3_vec at)
{
    double sum = 0.0;
    for (int32_t i = 0; i < closed_made.count; ++i)
    {
        imp3i_dvec v[3];
        double length[3];
        for (int k = 0; k < 3; ++k)
        {
            v[k] = imp3i_dsub(imp3i_dvec_of(closed_made.points[closed_made.corners[3 * i + k]]), imp3i_dvec_of(at));
            length[k] = sqrt(imp3i_ddot(v[k], v[k]));
        }
        double over = imp3i_ddot(v[0], imp3i_dcross(v[1], v[2])), under = length[0] * length[1] * length[2];
        for (int k = 0; k < 3; ++k)
        {
            under += imp3i_ddot(v[k], v[(k + 1) % 3]) * length[(k + 2) % 3];
        }
        sum += 2.0 * atan2(over, under);
    }
    return sum / 12.566370614359172;
}

/// Random places that closed_made goes around are in a part. Returns how many there were.
static int check_nothing_lost(test_rng* rng, const imp3_compound* mesh, const imp3_compound* set, int tries)
{
    const imp3_pose here = imp3_pose_identity();
    imp3_box box;
    int inside = 0;
    assert_int_equal(imp3_compound_bounds(mesh, &here, &box), IMP_OK);
    for (int k = 0; k < tries; ++k)
    {
        imp3_vec closest,
            at = {test_rng_range(rng, box.lower.x, box.upper.x), test_rng_range(rng, box.lower.y, box.upper.y),
                  test_rng_range(rng, box.lower.z, box.upper.z)};
        float distance;
        if (turns_around(at) > 0.5)
        {
            assert_int_equal(imp3_compound_closest(set, &here, at, &closest, &distance, NULL), IMP_OK);
            assert_number((double)distance, <=, 1e-5 * (double)mesh->reach);
            inside += 1;
        }
    }
    return inside;
}

/// Calls of progress that no mesh takes: the worst of 10,000 took 2,300.
#define PATIENCE 5000

typedef struct stopper
{
    int32_t left;
} stopper;

static bool stop_when_none_left(void* user, float done)
{
    stopper* s = (stopper*)user;
    assert_true(done >= 0.0f && done <= 1.0f);
    return s->left-- > 0;
}

typedef struct broken_count
{
    uint64_t good, stopped;
    int inside;
    int32_t most_calls;
} broken_count;

/// Spoils a solid that the number tells, and takes it apart.
static void take_apart_broken(uint64_t number, bool stops, broken_count* count)
{
    test_rng rng = {test_seed() + number};
    imp3_compound mesh, set;
    imp3_decompose_report report;
    make_some(test_rng_next(&rng));
    mutilate(&rng);
    closed_mesh(&mesh);
    stopper s = {stops ? test_rng_int(&rng, 0, 6) : PATIENCE};
    const imp_progress progress = {stop_when_none_left, &s};
    const float tolerance = number % 2 ? 0.4f : test_rng_range(&rng, 0.4f, 0.9f);
    const imp3_decompose_choice def = choice_of_parts(tolerance);
    imp_status status = imp3_mesh_decompose(&mesh, &def, &progress, NULL, &set, &report);
    if (!status)
    {
        assert_number((double)report.outwards, <=, (double)tolerance);
        check_parts_outwards(&rng, &mesh, &set, (double)tolerance + 1e-4, 4);
        count->inside += check_nothing_lost(&rng, &mesh, &set, 30);
        imp3_compound_free(&set);
        count->good += 1;
        count->most_calls = PATIENCE - s.left > count->most_calls && !stops ? PATIENCE - s.left : count->most_calls;
    }
    else if (status == (IMP_ERR_STOPPED | 3 << 8))
    {
        assert_true(stops && s.left < 0);
        count->stopped += 1;
    }
    else
    {
        assert_int_equal(status, IMP_ERR_EMPTY | 1 << 8);
    }
    imp3_compound_free(&mesh);
}

// Meshes that are closed no more, cross themselves, or have no inside, and some that are stopped on the way: each ends with a
// status before long, or with parts that keep the tolerance and have all of the solid.
static void test_mutilated(void** state)
{
    (void)state;
    broken_count count = {0, 0, 0, 0};
    uint64_t tries = test_n(50);
    for (uint64_t k = 0; k < tries; ++k)
    {
        take_apart_broken(k, k % 4 == 3, &count);
    }
    assert_true(count.good > 0 && count.good + count.stopped < tries && count.inside > 0);
    printf("    %d calls at most, %d places inside\n", (int)count.most_calls, count.inside);
    test_report("mutilated meshes", tries);
}

/// A box with a hollow, some of whose corners are moved; taken apart within few calls of progress.
static void check_moved_hollow(const imp3_vec* to, const int32_t* corners, int32_t count, float tolerance)
{
    test_rng rng = {test_seed()};
    imp3_compound mesh, set;
    imp3_decompose_report report;
    stopper s = {400};
    const imp_progress progress = {stop_when_none_left, &s};
    const imp3_decompose_choice def = choice_of_parts(tolerance);
    closed_hollow();
    for (int32_t k = 0; k < count; ++k)
    {
        closed_made.points[corners[k]] = to[k];
    }
    closed_mesh(&mesh);
    assert_int_equal(imp3_mesh_decompose(&mesh, &def, &progress, NULL, &set, &report), IMP_OK);
    printf("    %d parts, %d calls\n", (int)report.parts, 400 - (int)s.left);
    assert_number((double)report.outwards, <=, (double)tolerance);
    check_parts_outwards(&rng, &mesh, &set, (double)tolerance + 1e-5, 20);
    assert_number(check_nothing_lost(&rng, &mesh, &set, 400), >, 0);
    imp3_compound_free(&set);
    imp3_compound_free(&mesh);
}

// Boxes that their hollows cross: caps were filled across what they go around less than never, so cuts made needles of
// thousands of triangles and did not end.
static void test_endless_cuts(void** state)
{
    (void)state;
    const imp3_vec first[2] = {{-1.0f, -1.0f, -0.218193173f}, {-1.0f, -1.0f, 1.31712902f}};
    const imp3_vec second[3] = {
        {-1.0f, -1.0f, -0.020142138f}, {1.0f, -1.0f, -0.529530942f}, {1.0f, 1.0f, -1.02672684f}};
    const int32_t corners[2][3] = {{0, 4, 0}, {0, 1, 3}};
    check_moved_hollow(first, corners[0], 2, 0.407954633f);
    check_moved_hollow(second, corners[1], 3, 0.4f);
}

// Shells that enclose less than nothing were left out, with the solid joined to them.
static void test_lost_solid(void** state)
{
    (void)state;
    const imp3_vec to[2] = {{-1.0f, -1.0f, 1.0f}, {1.0f, 1.0f, 1.0f}};
    const int32_t corners[2] = {0, 6};
    check_moved_hollow(to, corners, 2, 0.415365964f);
}

/// A box, of eight points from the first on, or a tetrahedron of four; turned inside out.
static void put_solid_of_points(int32_t first, int32_t points, bool turned)
{
    static const int32_t box[36] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                    2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
    static const int32_t four[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
    const int32_t* corners = points == 8 ? box : four;
    for (int32_t k = 0; k < (points == 8 ? 36 : 12); k += 3)
    {
        closed_put_triangle(first + corners[k], first + corners[k + (turned ? 2 : 1)],
                            first + corners[k + (turned ? 1 : 2)]);
    }
}

// Boxes with moved corners across each other, some inside out: a piece that was all outside of the solid had twice the triangles
// after each cut. Cuts did not end within 400 calls, and took 12 s under sanitizers.
static void test_growing_pieces(void** state)
{
    (void)state;
    const imp3_vec points[28] = {{-0x1.40001p-1f, -0x1p+0f, -0x1.4p+0f},
                                 {0x1.2p+0f, -0x1.fa2e8cp-1f, -0x1p-1f},
                                 {-0x1.2p+0f, 0x1.fc1f08p-1f, -0x1p-1f},
                                 {0x1.fa2e8cp-1f, 0x1.03e0f8p+0f, -0x1.01f07cp+0f},
                                 {-0x1.00f83ep+0f, -0x1.00f83ep+0f, 0x1.cp-1f},
                                 {0x1.c00004p-1f, -0x1p-1f, 0x1.1ffffep+0f},
                                 {-0x1.8p+0f, 0x1.02e8bap+0f, 0x1.fe0f84p-1f},
                                 {0x1.02e8bap+0f, 0x1.00f83ep+0f, 0x1.cp-1f},
                                 {-0x1.4p-1f, -0x1.1ffffep+0f, -0x1.00f83ep+0f},
                                 {0x1.000008p+0f, -0x1.c00004p-1f, -0x1.6p+0f},
                                 {-0x1.3ffffcp-1f, 0x1.800008p-1f, -0x1.c00004p-1f},
                                 {0x1.cp+0f, 0x1.3ffffcp+0f, -0x1.4p+0f},
                                 {-0x1.8p-1f, -0x1.4p+0f, 0x1.800008p-1f},
                                 {0x1.9ffffep+0f, -0x1p-1f, 0x1p-1f},
                                 {-0x1.cp-1f, 0x1.4p+0f, 0x1.cp-1f},
                                 {0x1.8p+0f, 0x1p+0f, 0x1.2p+0f},
                                 {-0x1.f83e1p-1f, -0x1.ffffep-3f, -0x1.cp-1f},
                                 {0x1.7ffff8p+0f, 0x1.ffffep-2f, -0x1p-1f},
                                 {-0x1p-1f, 0x1.3p+1f, -0x1.8p+0f},
                                 {0x1.8p-1f, 0x1.3p+1f, -0x1p-1f},
                                 {-0x1.8p-2f, -0x1.bffffp-1f, -0x1.4p-1f},
                                 {0x1p-1f, -0x1.cp-1f, -0x1p-21f},
                                 {-0x1.cp-1f, 0x1.3ffffcp-1f, -0x1p-1f},
                                 {0x1.fffffp-1f, 0x1.fffffp-1f, 0x0p+0f},
                                 {-0x1.f07c2p-2f, -0x1p-3f, 0x1.8p-1f},
                                 {0x1.8p-1f, -0x1.800008p-2f, 0x1.8p-2f},
                                 {-0x1.bffffp-1f, 0x1p-1f, 0x1p-2f},
                                 {0x1.f83e1p-2f, 0x1.f83e1p-2f, 0x1.800008p-2f}};
    test_rng rng = {test_seed()};
    imp3_compound mesh, set;
    imp3_decompose_report report;
    stopper s = {400};
    const imp_progress progress = {stop_when_none_left, &s};
    closed_made.point_count = closed_made.count = 0;
    for (int k = 0; k < 28; ++k)
    {
        closed_put_point((double)points[k].x, (double)points[k].y, (double)points[k].z);
    }
    put_solid_of_points(0, 8, false);
    put_solid_of_points(8, 8, false);
    put_solid_of_points(16, 4, true);
    put_solid_of_points(20, 8, true);
    closed_mesh(&mesh);
    const imp3_decompose_choice def = choice_of_parts(0.177631579f);
    assert_int_equal(imp3_mesh_decompose(&mesh, &def, &progress, NULL, &set, &report), IMP_OK);
    printf("    %d parts, %d calls\n", (int)report.parts, 400 - (int)s.left);
    assert_number((double)report.outwards, <=, (double)def.tolerance);
    check_parts_outwards(&rng, &mesh, &set, (double)def.tolerance + 1e-5, 20);
    assert_number(check_nothing_lost(&rng, &mesh, &set, 400), >, 0);
    imp3_compound_free(&set);
    imp3_compound_free(&mesh);
}

// A volume of more than the largest float was told as infinite.
static void test_huge_volume(void** state)
{
    (void)state;
    imp3_compound mesh, set;
    imp3_decompose_report report, fit;
    closed_made.point_count = closed_made.count = 0;
    closed_put_box(1.5e13, false);
    closed_mesh(&mesh);
    const imp3_decompose_choice def = choice_of_parts(1e12f);
    assert_int_equal(imp3_mesh_decompose(&mesh, &def, NULL, NULL, &set, &report), IMP_OK);
    assert_true(report.volume == FLT_MAX && report.solid_volume == FLT_MAX);
    assert_int_equal(imp3_mesh_fit_parts(&mesh, &set, 1e12f, NULL, &fit), IMP_OK);
    assert_true(fit.volume == FLT_MAX && fit.solid_volume == FLT_MAX);
    imp3_compound_free(&set);
    imp3_compound_free(&mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hostile),    cmocka_unit_test(test_mutilated),      cmocka_unit_test(test_endless_cuts),
        cmocka_unit_test(test_lost_solid), cmocka_unit_test(test_growing_pieces), cmocka_unit_test(test_huge_volume),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
