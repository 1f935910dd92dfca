// SPDX-License-Identifier: MIT
//
// Batches give the bits of the single calls: for every lane width that the processor has, every number of pairs around
// it, with indices and without, whatever is left out, on all the pairs that are hard (touching, slivers, far away,
// extreme sizes, rotations that are a little off). And a failed call has named the first bad pair and written nothing.
//
// The arbiter is imp2_collide, which has arbiters of its own. Arrays are exactly as long as they must be, so that a
// sanitizer sees a step too far.

#include "narrow/batch_answers2.h"
#include "oracle/pairs2.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    BOXES = IMP2I_BOXES,
    CIRCLES = IMP2I_CIRCLES,
    RAYS = IMP2I_RAYS,
    KINDS = 4  // of batches: contacts of boxes and of circles, rays at boxes and at circles
};

/// One side of a batch. Columns are null where they are left out.
typedef struct side
{
    int kind;
    int32_t count;
    float* column[IMP2I_COLUMN_COUNT];
    int32_t* index;
} side;

typedef struct batch
{
    side a, b;
    int32_t count;
    float margin;
    int words;
    uint32_t* out[BATCH_WORDS];
    uint32_t expected[BATCH_MOST][BATCH_WORDS];
} batch;

static batch the_batch, *const work = &the_batch;

// Making batches

static bool has_column(int kind, int column)
{
    switch (column)
    {
    case IMP2I_COLUMN_X:
    case IMP2I_COLUMN_Y: return true;
    case IMP2I_COLUMN_C:
    case IMP2I_COLUMN_S: return kind != RAYS;
    case IMP2I_COLUMN_CENTER_X:
    case IMP2I_COLUMN_CENTER_Y:
    case IMP2I_COLUMN_RADIUS: return kind == CIRCLES;
    case IMP2I_COLUMN_MOTION_X:
    case IMP2I_COLUMN_MOTION_Y: return kind == RAYS;
    default: return kind == BOXES;
    }
}

static void put(side* s, int column, int32_t i, float value)
{
    if (s->column[column])
    {
        s->column[column][i] = value;
    }
}

static void put_pose(side* s, int32_t i, imp2_pose pose)
{
    put(s, IMP2I_COLUMN_X, i, pose.p.x);
    put(s, IMP2I_COLUMN_Y, i, pose.p.y);
    put(s, IMP2I_COLUMN_C, i, pose.q.c);
    put(s, IMP2I_COLUMN_S, i, pose.q.s);
}

static float get(const side* s, int column, int32_t i, float otherwise)
{
    return s->column[column] ? s->column[column][i] : otherwise;
}

static imp2_pose get_pose(const side* s, int32_t i)
{
    imp2_pose pose = {{s->column[IMP2I_COLUMN_X][i], s->column[IMP2I_COLUMN_Y][i]},
                      {get(s, IMP2I_COLUMN_C, i, 1.0f), get(s, IMP2I_COLUMN_S, i, 0.0f)}};
    return pose;
}

static imp_status get_shape(const side* s, int32_t i, imp2_shape* out)
{
    if (s->kind == CIRCLES)
    {
        imp2_vec center = {get(s, IMP2I_COLUMN_CENTER_X, i, 0.0f), get(s, IMP2I_COLUMN_CENTER_Y, i, 0.0f)};
        return imp2_circle_make(center, s->column[IMP2I_COLUMN_RADIUS][i], out);
    }
    imp2_box box;
    box.upper.x = s->column[IMP2I_COLUMN_UPPER_X][i];
    box.upper.y = s->column[IMP2I_COLUMN_UPPER_Y][i];
    box.lower.x = get(s, IMP2I_COLUMN_LOWER_X, i, -box.upper.x);
    box.lower.y = get(s, IMP2I_COLUMN_LOWER_Y, i, -box.upper.y);
    return imp2_box_make(box, out);
}

static void put_motion(side* s, int32_t i, imp2_vec motion)
{
    put(s, IMP2I_COLUMN_MOTION_X, i, motion.x);
    put(s, IMP2I_COLUMN_MOTION_Y, i, motion.y);
}

static void put_shape(side* s, int32_t i, const imp2_shape* shape)
{
    if (s->kind == RAYS)
    {
        return;
    }
    imp2_vec lower, upper;
    put(s, IMP2I_COLUMN_CENTER_X, i, shape->x[0]);
    put(s, IMP2I_COLUMN_CENTER_Y, i, shape->y[0]);
    put(s, IMP2I_COLUMN_RADIUS, i, shape->radius);
    assert_false(imp2_shape_vertex(shape, 0, &lower));
    assert_false(imp2_shape_vertex(shape, shape->count == 4 ? 2 : shape->count - 1, &upper));
    bool centered = !s->column[IMP2I_COLUMN_LOWER_X];
    put(s, IMP2I_COLUMN_LOWER_X, i, lower.x);
    put(s, IMP2I_COLUMN_LOWER_Y, i, lower.y);
    put(s, IMP2I_COLUMN_UPPER_X, i, centered ? 0.5f * (upper.x - lower.x) : upper.x);
    put(s, IMP2I_COLUMN_UPPER_Y, i, centered ? 0.5f * (upper.y - lower.y) : upper.y);
}

static void make_side(side* s, int kind, int32_t count, bool turned, bool centered)
{
    memset(s, 0, sizeof *s);
    s->kind = kind;
    s->count = count;
    for (int k = 0; k < IMP2I_COLUMN_COUNT; ++k)
    {
        bool rotation = k == IMP2I_COLUMN_C || k == IMP2I_COLUMN_S;
        bool middle = k == IMP2I_COLUMN_LOWER_X || k == IMP2I_COLUMN_LOWER_Y || k == IMP2I_COLUMN_CENTER_X ||
                      k == IMP2I_COLUMN_CENTER_Y;
        bool wanted = has_column(kind, k) && (turned || !rotation) && !(centered && middle);
        s->column[k] = wanted ? batch_room(count, 4) : NULL;
    }
}

/// style below 0: a different one for each pair.
static void make_batch(test_rng* rng, int batch_kind, int32_t count, int style, bool indexed)
{
    work->count = count;
    work->margin = test_rng_int(rng, 0, 1) ? 0.0f : test_rng_range(rng, 0.0f, 0.5f);
    bool rays = batch_kind >= 2;
    int kind = batch_kind % 2;
    work->words = rays ? BATCH_HIT_WORDS : BATCH_WORDS;
    make_side(&work->a, kind, count, test_rng_int(rng, 0, 7) > 0, test_rng_int(rng, 0, 3) == 0);
    make_side(&work->b, rays ? RAYS : kind, count, test_rng_int(rng, 0, 7) > 0, test_rng_int(rng, 0, 3) == 0);
    bool worn = test_rng_int(rng, 0, 7) == 0, flat = test_rng_int(rng, 0, 7) == 0;
    for (int32_t i = 0; i < count; ++i)
    {
        pair2 pair;
        imp2_shape shape;
        do
        {
            bool now = flat && test_rng_int(rng, 0, 7) == 0;
            int sort = kind == CIRCLES ? SORT2_CIRCLE : SORT2_BOX;
            pair2_make(rng,
                       !now              ? sort
                       : kind == CIRCLES ? SORT2_POINT
                                         : SORT2_FLAT_BOX,
                       sort, style < 0 ? test_rng_int(rng, 0, STYLE2_COUNT - 1) : style, &pair);
            if (worn && test_rng_int(rng, 0, 3) == 0)
            {
                batch_wear_out(rng, &pair.pose_a);
                batch_wear_out(rng, &pair.pose_b);
            }
            put_pose(&work->a, i, pair.pose_a);
            put_pose(&work->b, i, pair.pose_b);
            put_shape(&work->a, i, &pair.a);
            put_shape(&work->b, i, &pair.b);
            put_motion(&work->b, i, batch_motion(rng, pair.pose_b.p, pair.pose_a.p));
        } while (get_shape(&work->a, i, &shape) || (!rays && get_shape(&work->b, i, &shape)));
    }
    for (int k = 0; k < 2 && indexed && count > 0; ++k)
    {
        // Mostly the partner that belongs to it, so that the pairs stay interesting.
        side* s = k ? &work->b : &work->a;
        s->index = batch_room(count, 4);
        for (int32_t i = 0; i < count; ++i)
        {
            s->index[i] = test_rng_int(rng, 0, 3) ? count - 1 - i : test_rng_int(rng, 0, count - 1);
        }
    }
    for (int k = 0; k < BATCH_WORDS; ++k)
    {
        work->out[k] = batch_room(count, 4);
    }
    batch_clear(work->out, BATCH_WORDS, count);
}

static void free_side(side* s)
{
    for (int k = 0; k < IMP2I_COLUMN_COUNT; ++k)
    {
        free(s->column[k]);
    }
    free(s->index);
}

static void free_batch(void)
{
    free_side(&work->a);
    free_side(&work->b);
    for (int k = 0; k < BATCH_WORDS; ++k)
    {
        free(work->out[k]);
    }
}

// Calling

static imp2_boxes boxes_of(const side* s)
{
    float* const* p = s->column;
    const imp2_boxes r = {s->count,
                          p[IMP2I_COLUMN_X],
                          p[IMP2I_COLUMN_Y],
                          p[IMP2I_COLUMN_C],
                          p[IMP2I_COLUMN_S],
                          p[IMP2I_COLUMN_LOWER_X],
                          p[IMP2I_COLUMN_LOWER_Y],
                          p[IMP2I_COLUMN_UPPER_X],
                          p[IMP2I_COLUMN_UPPER_Y],
                          s->index};
    return r;
}

static imp2_circles circles_of(const side* s)
{
    float* const* p = s->column;
    const imp2_circles r = {
        s->count,          p[IMP2I_COLUMN_X],        p[IMP2I_COLUMN_Y],        p[IMP2I_COLUMN_C],
        p[IMP2I_COLUMN_S], p[IMP2I_COLUMN_CENTER_X], p[IMP2I_COLUMN_CENTER_Y], p[IMP2I_COLUMN_RADIUS],
        s->index};
    return r;
}

static imp_status call_rays(int level, int32_t* bad)
{
    const side* s = &work->b;
    const imp2_rays rays = {s->count,
                            s->column[IMP2I_COLUMN_X],
                            s->column[IMP2I_COLUMN_Y],
                            s->column[IMP2I_COLUMN_MOTION_X],
                            s->column[IMP2I_COLUMN_MOTION_Y],
                            s->index};
    imp2_hits out = batch_hits(work->out);
    if (work->a.kind == CIRCLES)
    {
        imp2_circles circles = circles_of(&work->a);
        return imp2i_batch_ray_circles(level, &circles, &rays, work->count, &out, bad);
    }
    imp2_boxes boxes = boxes_of(&work->a);
    return imp2i_batch_ray_boxes(level, &boxes, &rays, work->count, &out, bad);
}

static imp_status call(int level, int32_t* bad)
{
    if (work->b.kind == RAYS)
    {
        return call_rays(level, bad);
    }
    imp2_manifolds out = batch_manifolds(work->out);
    if (work->a.kind == CIRCLES)
    {
        imp2_circles a = circles_of(&work->a), b = circles_of(&work->b);
        return imp2i_batch_circles(level, &a, &b, work->count, work->margin, &out, bad);
    }
    imp2_boxes a = boxes_of(&work->a), b = boxes_of(&work->b);
    return imp2i_batch_boxes(level, &a, &b, work->count, work->margin, &out, bad);
}

static int32_t element(const side* s, int32_t pair)
{
    return s->index ? s->index[pair] : pair;
}

static void answer_one_by_one(void)
{
    for (int32_t i = 0; i < work->count; ++i)
    {
        int32_t e = element(&work->a, i), f = element(&work->b, i);
        imp2_pose pose_a = get_pose(&work->a, e), pose_b = get_pose(&work->b, f);
        imp2_shape a, b;
        assert_false(get_shape(&work->a, e, &a));
        if (work->b.kind == RAYS)
        {
            imp2_hit h;
            imp2_vec motion = {work->b.column[IMP2I_COLUMN_MOTION_X][f], work->b.column[IMP2I_COLUMN_MOTION_Y][f]};
            assert_false(imp2_ray(&a, &pose_a, pose_b.p, motion, &h));
            memcpy(work->expected[i], &h, sizeof h);
            continue;
        }
        imp2_manifold m;
        assert_false(get_shape(&work->b, f, &b));
        assert_false(imp2_collide(&a, &pose_a, &b, &pose_b, work->margin, &m));
        memcpy(work->expected[i], &m, sizeof m);
    }
}

/// How many answers differ in a bit.
static int32_t count_wrong(void)
{
    int32_t wrong = 0;
    for (int32_t i = 0; i < work->count; ++i)
    {
        bool same = true;
        for (int k = 0; k < work->words; ++k)
        {
            same = same && work->out[k][i] == work->expected[i][k];
        }
        wrong += !same;
    }
    return wrong;
}

static bool is_untouched(void)
{
    return batch_is_untouched(work->out, BATCH_WORDS, work->count);
}

// Tests

/// Every width that there is against the single call. Returns the number of pairs.
static uint64_t compare_widths(void)
{
    uint64_t compared = 0;
    answer_one_by_one();
    for (int level = 0; level <= impi_cpu_level(); ++level)
    {
        int32_t bad = 77;
        imp_status status = call(level, &bad);
        int32_t wrong = status ? -1 : count_wrong();
        if (wrong || bad != 77)
        {
            fail_msg("%s: status %d, %d of %d wrong", batch_level_names[level], (int)status, (int)wrong,
                     (int)work->count);
        }
        batch_clear(work->out, BATCH_WORDS, work->count);
        compared += (uint64_t)work->count;
    }
    return compared;
}

static void same_bits_as_single_calls(void** unused)
{
    (void)unused;
    test_rng rng = {test_seed()};
    uint64_t compared = 0;
    for (uint64_t n = test_n(800), i = 0; i < n; ++i)
    {
        int32_t count = i % 16 == 15 ? test_rng_int(&rng, 41, BATCH_MOST) : (int32_t)(i % 41);
        make_batch(&rng, (int)(i % KINDS), count, (int)(i / 41 % (STYLE2_COUNT + 1)) - 1, i % 3 == 0);
        compared += compare_widths();
        free_batch();
    }
    for (int level = 0; level < IMPI_LEVEL_COUNT; ++level)
    {
        printf("%s: %s\n", batch_level_names[level],
               level <= impi_cpu_level() ? "compared" : "skip: not on this processor");
    }
    test_report("pairs in batches, each width", compared);
}

/// The comparison must see a single wrong bit in a lane.
static void planted_faults_are_seen(void** unused)
{
    (void)unused;
    test_rng rng = {test_seed() + 1};
    for (int kind = 0; kind < KINDS; ++kind)
    {
        make_batch(&rng, kind, 40, STYLE2_RANDOM, false);
        answer_one_by_one();
        assert_false(call(impi_cpu_level(), NULL));
        assert_int_equal(count_wrong(), 0);
        for (int k = 0; k < work->words; ++k)
        {
            for (int32_t i = 0; i < work->count; ++i)
            {
                work->out[k][i] ^= 1u << (i % 32);
                assert_int_equal(count_wrong(), 1);
                work->out[k][i] ^= 1u << (i % 32);
            }
        }
        free_batch();
    }
}

/// Spoils an element and returns the fault that follows.
static int32_t spoil(test_rng* rng, side* s, int32_t e)
{
    static const struct
    {
        float value;
        int32_t fault;
    } bad[] = {{NAN, IMP_ERR_NAN},
               {-NAN, IMP_ERR_NAN},
               {INFINITY, IMP_ERR_NAN},
               {-INFINITY, IMP_ERR_NAN},
               {0x1.000002p60f, IMP_ERR_MAGNITUDE},
               {-0x1p127f, IMP_ERR_MAGNITUDE},
               {0x1.fffffep-61f, IMP_ERR_MAGNITUDE},
               {-0x1p-149f, IMP_ERR_MAGNITUDE}};
    int what = test_rng_int(rng, 0, 11);
    if (what == 8 && s->column[IMP2I_COLUMN_C])
    {
        float k = test_rng_int(rng, 0, 1) ? 1.0f + 0x1.1p-20f : 1.0f - 0x1.1p-20f;
        s->column[IMP2I_COLUMN_C][e] *= k;
        s->column[IMP2I_COLUMN_S][e] *= k;
        return IMP_ERR_ROTATION;
    }
    if (what >= 9 && s->kind == RAYS)
    {
        // The least magnitudes are no fault of a motion.
        what = test_rng_int(rng, 0, 5);
        s->column[test_rng_int(rng, 0, 1) ? IMP2I_COLUMN_MOTION_X : IMP2I_COLUMN_MOTION_Y][e] = bad[what].value;
        return bad[what].fault;
    }
    if (what == 9 && s->kind == CIRCLES)
    {
        s->column[IMP2I_COLUMN_RADIUS][e] = -0x1p-60f;
        return IMP_ERR_NEGATIVE;
    }
    if (what == 9)
    {
        int column = test_rng_int(rng, 0, 1) ? IMP2I_COLUMN_UPPER_X : IMP2I_COLUMN_UPPER_Y;
        s->column[column][e] = get(s, column - 2, e, 0.0f) - 1.0f;
        return IMP_ERR_ORDER;
    }
    int column;
    do
    {
        column = test_rng_int(rng, 0, IMP2I_COLUMN_COUNT - 1);
    } while (!s->column[column] || column >= IMP2I_COLUMN_MOTION_X);
    what = test_rng_int(rng, 0, 7);
    s->column[column][e] = bad[what].value;
    return bad[what].fault;
}

/// A fault at every place is found, blamed on the first pair that has it, and nothing was written.
static void first_bad_pair_is_named(void** unused)
{
    (void)unused;
    test_rng rng = {test_seed() + 2};
    uint64_t tried = 0;
    for (uint64_t n = test_n(1000), i = 0; i < n; ++i)
    {
        int32_t count = i % 64 == 63 ? BATCH_MOST : 1 + (int32_t)(i % 41), first = test_rng_int(&rng, 0, count - 1);
        make_batch(&rng, (int)(i % KINDS), count, STYLE2_GRID, false);
        int k = test_rng_int(&rng, 0, 1);
        int32_t fault = spoil(&rng, k ? &work->b : &work->a, first);
        if (i % 4 == 0)
        {
            // One more, later or in the same pair on the other side.
            spoil(&rng, &work->b, k ? count - 1 : first);
        }
        if (k && i % 4 == 0 && first == count - 1)
        {
            free_batch();
            continue;  // the same element twice
        }
        for (int level = 0; level <= impi_cpu_level(); ++level)
        {
            int32_t bad = -7;
            assert_int_equal(call(level, NULL), fault | (k + 1) << 8);
            assert_int_equal(call(level, &bad), fault | (k + 1) << 8);
            assert_int_equal(bad, first);
            assert_true(is_untouched());
            tried += 1;
        }
        free_batch();
    }
    test_report("batches with a bad pair", tried);
}

static void indices_are_checked(void** unused)
{
    (void)unused;
    static const int32_t outside[] = {-1, INT32_MIN, INT32_MAX, 0};
    test_rng rng = {test_seed() + 3};
    for (int32_t count = 1; count <= 40; ++count)
    {
        make_batch(&rng, count / 2 % KINDS, count, STYLE2_RANDOM, true);
        int32_t bad, place = test_rng_int(&rng, 0, count - 1);
        side* s = count % 2 ? &work->a : &work->b;
        s->index[place] = count % 4 == 3 ? count : outside[count % 3];
        for (int level = 0; level <= impi_cpu_level(); ++level)
        {
            assert_int_equal(call(level, &bad), IMP_ERR_RANGE | (count % 2 ? 1 : 2) << 8);
            assert_int_equal(bad, place);
            assert_true(is_untouched());
        }
        free_batch();
    }
}

/// What nobody refers to is not looked at.
static void unused_elements_may_be_anything(void** unused)
{
    (void)unused;
    test_rng rng = {test_seed() + 4};
    make_batch(&rng, BOXES, 40, STYLE2_RANDOM, false);
    work->count = 20;
    work->a.index = batch_room(20, 4);
    for (int32_t i = 0; i < 20; ++i)
    {
        work->a.index[i] = 2 * i;
        spoil(&rng, &work->a, 2 * i + 1);
        spoil(&rng, &work->b, 20 + i);
    }
    compare_widths();
    free_batch();
}

static void faults_of_the_call(void** unused)
{
    (void)unused;
    test_rng rng = {test_seed() + 5};
    make_batch(&rng, BOXES, 5, STYLE2_RANDOM, false);
    imp2_boxes a = boxes_of(&work->a), b = boxes_of(&work->b);
    imp2_manifolds out = batch_manifolds(work->out);
    int32_t bad = 7;
    assert_int_equal(imp2_batch_boxes(NULL, &b, 5, 0.0f, &out, &bad), IMP_ERR_NULL | 1 << 8);
    assert_int_equal(bad, -1);
    assert_int_equal(imp2_batch_boxes(&a, NULL, 5, 0.0f, &out, NULL), IMP_ERR_NULL | 2 << 8);
    assert_int_equal(imp2_batch_boxes(&a, &b, 5, 0.0f, NULL, NULL), IMP_ERR_NULL | 5 << 8);
    assert_int_equal(imp2_batch_boxes(&a, &b, -1, 0.0f, &out, NULL), IMP_ERR_COUNT | 3 << 8);
    assert_int_equal(imp2_batch_boxes(&a, &b, 6, 0.0f, &out, NULL), IMP_ERR_COUNT | 1 << 8);
    assert_int_equal(imp2_batch_boxes(&a, &b, 5, -1.0f, &out, NULL), IMP_ERR_NEGATIVE | 4 << 8);
    assert_int_equal(imp2_batch_boxes(&a, &b, 5, NAN, &out, NULL), IMP_ERR_NAN | 4 << 8);
    assert_true(is_untouched());
    assert_false(imp2_batch_boxes(&a, &b, 0, 0.0f, &out, NULL));
    assert_true(is_untouched());
    free_batch();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_bits_as_single_calls),       cmocka_unit_test(planted_faults_are_seen),
        cmocka_unit_test(first_bad_pair_is_named),         cmocka_unit_test(indices_are_checked),
        cmocka_unit_test(unused_elements_may_be_anything), cmocka_unit_test(faults_of_the_call),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
