// SPDX-License-Identifier: MIT
//
// The rectangle tests against the exact oracle. The right ones may only err where the rectangles are apart or overlap
// by less than 2^-19 of the scale, the band that the header states. The published ones must err exactly where the
// header says that they do: that is worked out here from the corners, in doubles.

#include <math.h>
#include <stdio.h>

#include "impinge/impinge.h"
#include "oracle/oracle2.h"
#include "support.h"
#include "tools/impinge/study_rectangle.h"

typedef imp_status rectangle_test(const study_rectangle* a, const study_rectangle* b, bool* out, int32_t* operations);

static const double band = 0x1p-19;

enum
{
    STYLE_RANDOM = 0,
    STYLE_GRID,      // on eighths, quarter turns and 3-4-5 turns
    STYLE_BOUNDARY,  // B pushed along the true normal until it touches, then some ulps to and fro
    STYLE_THIN,
    STYLE_FLAT,  // without width or height, or both
    STYLE_NESTED,
    STYLE_SIZES,  // 1e-5 to 1e5, each its own
    STYLE_NEAR_PARALLEL,
    STYLE_OFF_UNIT,  // rotations as far from unit length as they may be
    STYLE_FAR,
    STYLE_EXTREME,
    STYLE_COUNT
};

static imp2_rot a_rotation(test_rng* rng, int style)
{
    static const imp2_rot grid[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {0.6f, 0.8f}, {-0.8f, 0.6f}};
    imp2_rot q = {1, 0};
    if (style == STYLE_GRID || test_rng_int(rng, 0, 5) == 0)
    {
        return grid[test_rng_int(rng, 0, 5)];
    }
    assert_int_equal(imp2_rot_make(test_rng_range(rng, -4.0f, 4.0f), &q), IMP_OK);
    if (style == STYLE_OFF_UNIT || (style == STYLE_BOUNDARY && test_rng_int(rng, 0, 1)))
    {
        float k = 1.0f + (float)test_rng_int(rng, -3, 3) * 0x1p-23f;
        q = (imp2_rot){q.c * k, q.s * k};
    }
    return q;
}

static float a_length(test_rng* rng, int style, bool second)
{
    switch (style)
    {
    case STYLE_GRID: return (float)test_rng_int(rng, 0, 12) * 0.125f;
    case STYLE_FLAT: return test_rng_int(rng, 0, 1) ? 0.0f : test_rng_range(rng, 0.1f, 1.0f);
    case STYLE_SIZES: return powf(10.0f, test_rng_range(rng, -5.0f, 5.0f));
    case STYLE_THIN: return test_rng_range(rng, 0.1f, 1.0f) * (second ? powf(10.0f, test_rng_range(rng, -7, 0)) : 1.0f);
    default: return test_rng_range(rng, 0.05f, 1.0f);
    }
}

static study_rectangle a_rectangle(test_rng* rng, int style)
{
    float scale = style == STYLE_EXTREME ? exp2f((float)test_rng_int(rng, -50, 50)) : 1.0f;
    imp2_vec half = {a_length(rng, style, false) * scale, a_length(rng, style, true) * scale};
    half = test_rng_int(rng, 0, 1) ? half : (imp2_vec){half.y, half.x};
    study_rectangle r;
    assert_int_equal(study_rectangle_make((imp2_vec){0, 0}, half, a_rotation(rng, style), &r), IMP_OK);
    return r;
}

static float half_diagonal(const study_rectangle* r)
{
    return hypotf(r->half.x, r->half.y);
}

static oracle2_answer truth_of(const study_rectangle* a, const study_rectangle* b)
{
    const study_rectangle* r[2] = {a, b};
    imp2_shape shape[2];
    oracle2_body body[2];
    for (int i = 0; i < 2; i++)
    {
        imp2_box box = {imp2_vec_negate(r[i]->half), r[i]->half};
        assert_int_equal(imp2_box_make(box, &shape[i]), IMP_OK);
        imp2_pose pose = {r[i]->center, r[i]->q};
        body[i] = oracle2_shape(&shape[i], &pose);
    }
    oracle2_answer answer;
    oracle2_relate(&body[0], &body[1], &answer);
    return answer;
}

static bool makes_pair(test_rng* rng, int style, study_rectangle* a, study_rectangle* b)
{
    *a = a_rectangle(rng, style);
    *b = a_rectangle(rng, style);
    if (style == STYLE_NEAR_PARALLEL)
    {
        b->q = a->q;
        b->q.c += (float)test_rng_int(rng, -2, 2) * 0x1p-24f;
    }
    float reach =
        style == STYLE_NESTED ? fabsf(half_diagonal(a) - half_diagonal(b)) : half_diagonal(a) + half_diagonal(b);
    reach *= style == STYLE_EXTREME && test_rng_int(rng, 0, 1) ? 0.1f : 0.8f;
    b->center = (imp2_vec){test_rng_range(rng, -reach, reach), test_rng_range(rng, -reach, reach)};
    if (style == STYLE_GRID)
    {
        b->center = (imp2_vec){(float)test_rng_int(rng, -16, 16) * 0.125f, (float)test_rng_int(rng, -16, 16) * 0.125f};
    }
    if (style == STYLE_FAR)
    {
        a->center = (imp2_vec){test_rng_range(rng, -1e6f, 1e6f), test_rng_range(rng, -1e6f, 1e6f)};
        b->center = imp2_vec_add(a->center, b->center);
    }
    if (style == STYLE_BOUNDARY)
    {
        oracle2_answer truth = truth_of(a, b);
        double off = truth.separation + (double)test_rng_int(rng, -40, 40) * 0x1p-23;
        b->center.x = (float)((double)b->center.x - off * truth.normal_x);
        b->center.y = (float)((double)b->center.y - off * truth.normal_y);
    }
    bool answer;
    return study_rectangle_axes(a, b, &answer, NULL) == IMP_OK;  // some are too large or too small
}

// What the corners tell, in doubles

typedef struct inside_answer
{
    bool any_a, first_b;  // a corner of A in B; the first corner of B in A
    bool doubtful;        // too near to a side to say
} inside_answer;

static double depth_of_corner(const study_rectangle* of, int i, const study_rectangle* in)
{
    double x = (i == 1 || i == 2) ? of->half.x : -of->half.x, y = i > 1 ? of->half.y : -of->half.y;
    double px = of->q.c * x - of->q.s * y + ((double)of->center.x - in->center.x);
    double py = of->q.s * x + of->q.c * y + ((double)of->center.y - in->center.y);
    double vx = in->q.c * px + in->q.s * py, vy = in->q.c * py - in->q.s * px;
    return fmin(in->half.x - fabs(vx), in->half.y - fabs(vy));
}

static inside_answer look_at_corners(const study_rectangle* a, const study_rectangle* b, double doubt)
{
    inside_answer r = {false, false, false};
    for (int i = 0; i < 5; i++)
    {
        double depth = i < 4 ? depth_of_corner(a, i, b) : depth_of_corner(b, 0, a);
        r.doubtful |= fabs(depth) <= doubt;
        *(i < 4 ? &r.any_a : &r.first_b) |= depth >= 0;
    }
    return r;
}

// An edge of B with opposite outcodes and no common one: 1 yes, 0 no, -1 too near to say.
static int has_opposite_codes(const study_rectangle* a, const study_rectangle* b, double doubt)
{
    int code[4];
    for (int i = 0; i < 4; i++)
    {
        double x = (i == 1 || i == 2) ? b->half.x : -b->half.x, y = i > 1 ? b->half.y : -b->half.y;
        double px = b->q.c * x - b->q.s * y + ((double)b->center.x - a->center.x);
        double py = b->q.s * x + b->q.c * y + ((double)b->center.y - a->center.y);
        double vx = a->q.c * px + a->q.s * py, vy = a->q.c * py - a->q.s * px;
        if (fabs(fabs(vx) - a->half.x) <= doubt || fabs(fabs(vy) - a->half.y) <= doubt)
        {
            return -1;
        }
        code[i] = (vx < -a->half.x) | (vx > a->half.x) << 1 | (vy < -a->half.y) << 2 | (vy > a->half.y) << 3;
    }
    int beside_all = code[0] & code[1] & code[2] & code[3];
    for (int i = 0; i < 4 && !beside_all; i++)
    {
        int both = code[i] | code[(i + 1) & 3];
        if (!(code[i] & code[(i + 1) & 3]) && ((both & 3) == 3 || (both & 12) == 12))
        {
            return 1;
        }
    }
    return 0;
}

// The judges: what a way must say, or -1 where it may say either.

typedef int rectangle_judge(const study_rectangle* a, const study_rectangle* b, const oracle2_answer* truth,
                            double doubt);

static int judge_right(const study_rectangle* a, const study_rectangle* b, const oracle2_answer* truth, double doubt)
{
    (void)a, (void)b;
    return fabs(truth->separation) <= doubt ? -1 : truth->sign <= 0;
}

static int judge_circles(const study_rectangle* a, const study_rectangle* b, const oracle2_answer* truth, double doubt)
{
    double far = hypot((double)b->center.x - a->center.x, (double)b->center.y - a->center.y);
    double gap = far - ((double)a->radius + b->radius);
    return truth->sign <= 0 ? 1 : fabs(gap) <= doubt ? -1 : gap < 0;
}

static int judge_corners_published(const study_rectangle* a, const study_rectangle* b, const oracle2_answer* truth,
                                   double doubt)
{
    (void)truth;
    inside_answer corners = look_at_corners(a, b, doubt);
    return corners.doubtful ? -1 : corners.any_a | corners.first_b;
}

static double length_ratio(const study_rectangle* r)
{
    double x = r->half.x, y = r->half.y;
    return fmax(x, y) / fmin(x, y);
}

// As the corners, with more doubt about thin rectangles, whose short edges have no certain direction as differences of
// corners. Nothing is found to reach into a rectangle without width or height.
static int judge_feet_published(const study_rectangle* a, const study_rectangle* b, const oracle2_answer* truth,
                                double doubt)
{
    bool flat_a = a->half.x * a->half.y == 0, flat_b = b->half.x * b->half.y == 0;
    if (flat_a || flat_b)
    {
        return flat_a && flat_b ? 0 : -1;
    }
    return judge_corners_published(a, b, truth, doubt * (1.0 + 0.125 * fmax(length_ratio(a), length_ratio(b))));
}

static int judge_outcodes_published(const study_rectangle* a, const study_rectangle* b, const oracle2_answer* truth,
                                    double doubt)
{
    int opposite = has_opposite_codes(a, b, doubt), right = judge_right(a, b, truth, doubt);
    return opposite < 0 || right < 0 ? -1 : opposite | right;
}

typedef struct judged
{
    const char* name;
    rectangle_test* test;
    rectangle_judge* judge;
    uint64_t wrong, sure, errs;  // against the judge; cases where it could tell; where it must differ from the truth
    double worst;                // largest separation, as a part of the scale, at which a right way erred
} judged;

static void run_pairs(judged* ways, int way_count, uint64_t count, bool quiet)
{
    test_rng rng = {test_seed() + 5};
    for (uint64_t i = 0; i < count; i++)
    {
        study_rectangle a, b;
        if (!makes_pair(&rng, (int)(i % STYLE_COUNT), &a, &b))
        {
            continue;
        }
        oracle2_answer truth = truth_of(&a, &b);
        double scale = (double)half_diagonal(&a) + half_diagonal(&b) +
                       hypot((double)b.center.x - a.center.x, (double)b.center.y - a.center.y);
        for (int k = 0; k < way_count; k++)
        {
            judged* way = &ways[k];
            bool answer = false;
            assert_int_equal(way->test(&a, &b, &answer, NULL), IMP_OK);
            int wanted = way->judge(&a, &b, &truth, band * scale);
            way->sure += wanted >= 0;
            way->errs += wanted >= 0 && wanted != (truth.sign <= 0);
            way->worst = answer != (truth.sign <= 0) ? fmax(way->worst, fabs(truth.separation) / scale) : way->worst;
            if (wanted >= 0 && answer != (wanted == 1) && way->wrong++ == 0 && !quiet)
            {
                printf("%s says %d: style %d, separation %g, {%a, %a} {%a, %a} {%a, %a}, {%a, %a} {%a, %a} {%a, %a}\n",
                       way->name, answer, (int)(i % STYLE_COUNT), truth.separation, (double)a.center.x,
                       (double)a.center.y, (double)a.half.x, (double)a.half.y, (double)a.q.c, (double)a.q.s,
                       (double)b.center.x, (double)b.center.y, (double)b.half.x, (double)b.half.y, (double)b.q.c,
                       (double)b.q.s);
            }
        }
    }
}

static void as_stated(void** state)
{
    (void)state;
    judged ways[] = {
        {.name = "circles", .test = study_rectangle_circles, .judge = judge_circles},
        {.name = "corners, published", .test = study_rectangle_corners_published, .judge = judge_corners_published},
        {.name = "corners", .test = study_rectangle_corners, .judge = judge_right},
        {.name = "feet, published", .test = study_rectangle_feet_published, .judge = judge_feet_published},
        {.name = "feet", .test = study_rectangle_feet, .judge = judge_right},
        {.name = "outcodes, published", .test = study_rectangle_outcodes_published, .judge = judge_outcodes_published},
        {.name = "outcodes", .test = study_rectangle_outcodes, .judge = judge_right},
        {.name = "axes", .test = study_rectangle_axes, .judge = judge_right},
    };
    int count = sizeof ways / sizeof *ways;
    uint64_t pairs = test_n(40000);
    run_pairs(ways, count, pairs, false);
    for (int i = 0; i < count; i++)
    {
        bool right = ways[i].judge == judge_right;
        printf("%-20s sure of %llu, errs as stated in %llu", ways[i].name, (unsigned long long)ways[i].sure,
               (unsigned long long)ways[i].errs);
        printf(right ? ", wrong up to %.3f of the band\n" : "\n", ways[i].worst / band);
        assert_int_equal(ways[i].wrong, 0);
        assert_true(ways[i].sure > pairs / 3);
        assert_true(right ? ways[i].errs == 0 : ways[i].errs > pairs / 500);
        assert_true(!right || ways[i].worst < 0.5 * band);
    }
    test_report("rectangle2: against the oracle", pairs);
}

// Plausible mistakes; every one must be caught.

static imp_status one_diagonal_only(const study_rectangle* a, const study_rectangle* b, bool* out, int32_t* operations)
{
    study_rectangle line = *b;  // from corner 0 to corner 2: as a rectangle without height
    imp2_rot turn;
    if (imp2_rot_towards((imp2_vec){b->half.x, b->half.y}, &turn) == IMP_OK)
    {
        line.q = (imp2_rot){turn.c * b->q.c - turn.s * b->q.s, turn.s * b->q.c + turn.c * b->q.s};
        line.half = (imp2_vec){half_diagonal(b), 0};
    }
    bool corner = false;
    imp_status status = study_rectangle_corners_published(a, b, &corner, operations);
    status = status ? status : study_rectangle_axes(a, &line, out, operations);
    *out |= corner;
    return status;
}

static imp_status height_for_width(const study_rectangle* a, const study_rectangle* b, bool* out, int32_t* operations)
{
    study_rectangle turned = *b;
    turned.half = (imp2_vec){b->half.y, b->half.x};
    return study_rectangle_axes(a, &turned, out, operations);
}

static imp_status turned_the_other_way(const study_rectangle* a, const study_rectangle* b, bool* out,
                                       int32_t* operations)
{
    study_rectangle turned = *b;
    turned.q.s = -b->q.s;
    return study_rectangle_outcodes(a, &turned, out, operations);
}

static imp_status a_little_larger(const study_rectangle* a, const study_rectangle* b, bool* out, int32_t* operations)
{
    study_rectangle larger = *b;
    larger.half = imp2_vec_scale(b->half, 1.0f + 0x1p-16f);
    return study_rectangle_axes(a, &larger, out, operations);
}

static imp_status circles_too_tight(const study_rectangle* a, const study_rectangle* b, bool* out, int32_t* operations)
{
    study_rectangle tight = *b;
    tight.radius = b->half.x > b->half.y ? b->half.x : b->half.y;
    return study_rectangle_circles(a, &tight, out, operations);
}

static void faults_are_caught(void** state)
{
    (void)state;
    judged ways[] = {
        {.name = "one corner of B", .test = study_rectangle_corners_published, .judge = judge_right},
        {.name = "feet", .test = study_rectangle_feet_published, .judge = judge_right},
        {.name = "opposite codes", .test = study_rectangle_outcodes_published, .judge = judge_right},
        {.name = "one diagonal", .test = one_diagonal_only, .judge = judge_right},
        {.name = "height for width", .test = height_for_width, .judge = judge_right},
        {.name = "turned the other way", .test = turned_the_other_way, .judge = judge_right},
        {.name = "a little larger", .test = a_little_larger, .judge = judge_right},
        {.name = "circles too tight", .test = circles_too_tight, .judge = judge_circles},
        {.name = "no corner missed", .test = study_rectangle_corners, .judge = judge_corners_published},
        {.name = "no foot missed", .test = study_rectangle_feet, .judge = judge_feet_published},
        {.name = "no opposite codes", .test = study_rectangle_outcodes, .judge = judge_outcodes_published},
    };
    run_pairs(ways, sizeof ways / sizeof *ways, 15000, true);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
    {
        printf("planted: %-22s caught %llu times\n", ways[i].name, (unsigned long long)ways[i].wrong);
        assert_true(ways[i].wrong > 0);
    }
}

static void circles_hold_the_rectangle(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 6};
    for (int i = 0; i < 10000; i++)
    {
        study_rectangle r = a_rectangle(&rng, i % STYLE_COUNT);
        double exact = hypot((double)r.half.x, (double)r.half.y);
        assert_number(r.radius, >=, exact);
        assert_number(r.radius, <=, exact * (1.0 + 0x1p-18));
    }
    study_rectangle r = {{1, 2}, {3, 4}, {1, 0}, 5}, same = r;
    imp2_vec half = {1.1e18f, 1.1e18f};  // each is accepted, the diagonal is not
    assert_int_equal(study_rectangle_make(r.center, half, r.q, &r), IMP_ERR_MAGNITUDE | 2 << 8);
    assert_memory_equal(&r, &same, sizeof r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_stated),
        cmocka_unit_test(faults_are_caught),
        cmocka_unit_test(circles_hold_the_rectangle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
