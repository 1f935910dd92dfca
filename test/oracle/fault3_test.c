// SPDX-License-Identifier: MIT
//
// A judge that never convicts is worth nothing. Each row decides how two shapes of space lie in a wrong way, as a
// plausible bug would, and the pairs that are tried must hold enough cases where that shows.

#include <math.h>
#include <stdio.h>

#include "oracle/oracle3.h"
#include "oracle/pairs3.h"
#include "support.h"

typedef struct suspect
{
    const pair3* pair;
    oracle3_body a, b;
    oracle3_answer truth;
} suspect;

static int sign_of(double separation)
{
    return separation > 0.0 ? -1 : separation < 0.0 ? 1 : 0;
}

static double scale_of(const suspect* s)
{
    return oracle3_ulp(&s->pair->a, &s->pair->pose_a, &s->pair->b, &s->pair->pose_b) * 0x1p23;
}

static int touching_is_apart(const suspect* s)
{
    return s->truth.relation == 0 ? -1 : s->truth.relation;
}

static int touching_is_deeper(const suspect* s)
{
    return s->truth.relation == 0 ? 1 : s->truth.relation;
}

static int decides_in_floats(const suspect* s)
{
    float scale = (float)scale_of(s);
    return sign_of((double)(scale + (float)s->truth.separation - scale));
}

static int decides_in_doubles(const suspect* s)
{
    volatile double sum = scale_of(s) + s->truth.separation;
    return sign_of(sum - scale_of(s));
}

static int forgets_the_radii(const suspect* s)
{
    oracle3_answer core = s->truth;
    return core.core_separation > 0.0 ? -1 : s->truth.relation;
}

static int rounds_the_radii(const suspect* s)
{
    float sum = s->pair->a.radius + s->pair->b.radius;
    double lost = (double)s->pair->a.radius + (double)s->pair->b.radius - (double)sum;
    return s->truth.core_separation > 0.0 ? sign_of(s->truth.separation + lost) : s->truth.relation;
}

static int flat_things_have_an_inside(const suspect* s)
{
    return s->truth.relation == 0 && s->truth.dimension < 3 ? 1 : s->truth.relation;
}

// Rotations brought to unit length before use.
static int renormalises(const suspect* s)
{
    pair3 pair = *s->pair;
    imp3_quat quat;
    oracle3_answer r;
    if (imp3_rot_to_quat(pair.pose_b.q, &quat) != IMP_OK || imp3_rot_of_quat(quat, &pair.pose_b.q) != IMP_OK)
    {
        return s->truth.relation;
    }
    oracle3_body b = oracle3_shape(&pair.b, &pair.pose_b);
    oracle3_relate(&s->a, &b, &r);
    return r.relation;
}

// The corners of a turned box as floats of the shape's frame.
static int rounds_corners_of_boxes(const suspect* s)
{
    imp3_vec corners[8];
    oracle3_answer r;
    imp3_pose pose = {s->pair->pose_b.p, s->pair->pose_b.q};
    imp3_shape hull;
    if (s->pair->b.kind != IMP3_SHAPE_BOX)
    {
        return s->truth.relation;
    }
    for (int i = 0; i < 8; i++)
    {
        assert_int_equal(imp3_shape_vertex(&s->pair->b, i, &corners[i]), IMP_OK);
    }
    if (imp3_hull_make(corners, 8, s->pair->b.radius, NULL, &hull, NULL) != IMP_OK)
    {
        return s->truth.relation;
    }
    oracle3_body b = oracle3_shape(&hull, &pose);
    oracle3_relate(&s->a, &b, &r);
    imp3_shape_free(&hull);
    return r.relation;
}

static const struct
{
    const char* name;
    int (*decide)(const suspect* s);
} rows[] = {
    {"touching is apart", touching_is_apart},
    {"touching is deeper", touching_is_deeper},
    {"decides in floats", decides_in_floats},
    {"decides in doubles", decides_in_doubles},
    {"forgets the radii", forgets_the_radii},
    {"rounds the radii", rounds_the_radii},
    {"flat things have an inside", flat_things_have_an_inside},
    {"renormalises", renormalises},
    {"rounds corners of boxes", rounds_corners_of_boxes},
};

enum
{
    ROWS = sizeof rows / sizeof *rows
};

static void every_wrong_way_shows(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(3000), convicted[ROWS] = {0};
    count = count < 3000 ? 3000 : count;
    for (uint64_t i = 0; i < count; i++)
    {
        pair3 pair;
        // Not the large hulls, which take most of the time.
        int sort_a = test_rng_int(&rng, 0, SORT3_FLAT_HULL), sort_b = test_rng_int(&rng, 0, SORT3_FLAT_HULL);
        pair3_make(&rng, sort_a, sort_b, (int)(i % STYLE3_COUNT), &pair);
        suspect s = {&pair, oracle3_shape(&pair.a, &pair.pose_a), oracle3_shape(&pair.b, &pair.pose_b), {0}};
        oracle3_relate(&s.a, &s.b, &s.truth);
        for (int k = 0; k < ROWS; k++)
        {
            convicted[k] += rows[k].decide(&s) != s.truth.relation;
        }
        pair3_free(&pair);
    }
    int escaped = 0;
    for (int k = 0; k < ROWS; k++)
    {
        printf("%s: %d\n", rows[k].name, (int)convicted[k]);
        escaped += convicted[k] == 0;
    }
    test_report("fault3: pairs", count);
    assert_int_equal(escaped, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_wrong_way_shows)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
