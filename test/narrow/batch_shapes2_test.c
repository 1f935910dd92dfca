// SPDX-License-Identifier: MIT
//
// Batches of shapes of any kind give the bits of the single calls, for every lane width that the processor has: kinds
// and numbers of corners mixed and alone, every number of pairs around a vector, a run and its groups, with indices and
// without, shapes shared or not, on all the pairs that are hard. And a fault in any place is named, with nothing
// written.
//
// So do pairs that someone else has gathered by their kinds, as worlds do.
//
// The arbiters are imp2_collide and imp2_ray. Arrays are exactly as long as they must be, so that a sanitizer sees a
// step too far.

#include "narrow/batch_answers2.h"
#include "oracle/pairs2.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// One side of a batch. Numbers are x, y, c, s and, of rays, the motion.
typedef struct side
{
    float* number[6];
    int32_t *shape, *index;
    imp2_shape* shapes;
} side;

typedef struct batch
{
    int32_t count;
    float margin;
    side a, b;
    pair2 pairs[BATCH_MOST];
    uint32_t *out[BATCH_WORDS], *hits[BATCH_HIT_WORDS];
} batch;

static batch the_batch, *const work = &the_batch;

static void make_side(test_rng* rng, side* s, bool of_b, bool turned)
{
    int32_t count = work->count;
    bool shared = test_rng_int(rng, 0, 1), indexed = test_rng_int(rng, 0, 2) == 0;
    memset(s, 0, sizeof *s);
    for (int k = 0; k < 6; ++k)
    {
        s->number[k] = turned || k < 2 || k > 3 ? batch_room(count, sizeof(float)) : NULL;
    }
    s->shapes = batch_room(count, sizeof *s->shapes);
    s->shape = shared ? batch_room(count, sizeof *s->shape) : NULL;
    s->index = indexed ? batch_room(count, sizeof *s->index) : NULL;
    for (int32_t i = 0; i < count; ++i)
    {
        // Element i is where pair i looks for it, and mostly, when there are ways around, the one that belongs to it.
        const pair2* p = &work->pairs[i];
        int32_t e = indexed ? count - 1 - i : i, f = shared ? (e + 5) % count : e;
        imp2_pose pose = of_b ? p->pose_b : p->pose_a;
        const float numbers[6] = {pose.p.x, pose.p.y, pose.q.c, pose.q.s, 0.0f, 0.0f};
        for (int k = 0; k < 6; ++k)
        {
            if (s->number[k])
            {
                s->number[k][e] = numbers[k];
            }
        }
        s->shapes[f] = of_b ? p->b : p->a;
        if (shared)
        {
            s->shape[e] = test_rng_int(rng, 0, 15) ? f : test_rng_int(rng, 0, count - 1);
        }
        if (indexed)
        {
            s->index[i] = test_rng_int(rng, 0, 15) ? e : test_rng_int(rng, 0, count - 1);
        }
    }
}

static void make_motions(test_rng* rng, side* s)
{
    for (int32_t i = 0; i < work->count; ++i)
    {
        int32_t e = s->index ? work->count - 1 - i : i;
        imp2_vec motion = batch_motion(rng, work->pairs[i].pose_b.p, work->pairs[i].pose_a.p);
        s->number[4][e] = motion.x;
        s->number[5][e] = motion.y;
    }
}

/// A circle with its middle inside a polygon, above a corner that is hardly one: the two sides are equally near, and the
/// one that is taken ends just before the middle. Only in shapes as small as this do products vanish that otherwise send
/// such a pair to the single call.
static void make_above_corner(test_rng* rng, pair2* out)
{
    const float size = 0x1p-46f, slope = 0x1p-11f, height = size * test_rng_range(rng, 0.15f, 0.27f);
    const imp2_vec points[4] = {{-size, 0.0f}, {0.0f, -size * slope}, {size, 0.0f}, {0.0f, size}};
    const imp2_vec middle = {height * slope * test_rng_range(rng, 1.0f, 1.0f + 0x1p-6f), height};
    const imp2_pose here = {{0.0f, 0.0f}, {1.0f, 0.0f}};
    memset(out, 0, sizeof *out);
    out->pose_a = out->pose_b = here;
    assert_false(imp2_polygon_make(points, 4, 0.0f, NULL, &out->a, NULL));
    assert_false(imp2_circle_make(middle, 0.2f * size, &out->b));
}

/// What kinds of pairs there are: all, those with kernels in any mixture, or one.
static void make_pair(test_rng* rng, uint64_t recipe, pair2* out)
{
    static const int sorts[] = {SORT2_BOX,    SORT2_ORIENTED_BOX, SORT2_POLYGON, SORT2_ROUND_POLYGON,
                                SORT2_CIRCLE, SORT2_CAPSULE,      SORT2_SEGMENT};
    enum
    {
        SORTS = sizeof sorts / sizeof sorts[0]
    };
    int a = test_rng_int(rng, 0, SORTS - 1), b = test_rng_int(rng, 0, SORTS - 1);
    int style = test_rng_int(rng, 0, STYLE2_COUNT - 1);
    if (recipe % 4 == 1 && test_rng_int(rng, 0, 15) == 0)
    {
        make_above_corner(rng, out);
        return;
    }
    if (recipe % 4 == 0)
    {
        pair2_series(rng, test_rng_next(rng) % 100000, out);
        return;
    }
    if (recipe % 4 > 1)
    {
        a = (int)(recipe / 4 % SORTS);
        b = (int)(recipe / 4 / SORTS % SORTS);
        style = recipe % 4 == 2 ? STYLE2_RANDOM : style;
    }
    pair2_make(rng, sorts[a], sorts[b], style, out);
}

static void clear_answers(void)
{
    batch_clear(work->out, BATCH_WORDS, work->count);
    batch_clear(work->hits, BATCH_HIT_WORDS, work->count);
}

static void make_batch(test_rng* rng, int32_t count, uint64_t recipe)
{
    work->count = count;
    work->margin = test_rng_int(rng, 0, 1) ? 0.0f : test_rng_range(rng, 0.0f, 0.5f);
    bool worn = test_rng_int(rng, 0, 7) == 0;
    for (int32_t i = 0; i < count; ++i)
    {
        pair2* p = &work->pairs[i];
        make_pair(rng, recipe, p);
        if (worn && test_rng_int(rng, 0, 3) == 0)
        {
            batch_wear_out(rng, &p->pose_a);
            batch_wear_out(rng, &p->pose_b);
        }
    }
    make_side(rng, &work->a, false, test_rng_int(rng, 0, 7) > 0);
    make_side(rng, &work->b, true, test_rng_int(rng, 0, 7) > 0);
    make_motions(rng, &work->b);
    for (int k = 0; k < BATCH_WORDS; ++k)
    {
        work->out[k] = batch_room(count, 4);
    }
    for (int k = 0; k < BATCH_HIT_WORDS; ++k)
    {
        work->hits[k] = batch_room(count, 4);
    }
    clear_answers();
}

static void free_side(side* s)
{
    for (int k = 0; k < 6; ++k)
    {
        free(s->number[k]);
    }
    free(s->shape);
    free(s->index);
    free(s->shapes);
}

static void free_batch(void)
{
    free_side(&work->a);
    free_side(&work->b);
    for (int k = 0; k < BATCH_WORDS; ++k)
    {
        free(work->out[k]);
    }
    for (int k = 0; k < BATCH_HIT_WORDS; ++k)
    {
        free(work->hits[k]);
    }
    for (int32_t i = 0; i < work->count; ++i)
    {
        pair2_free(&work->pairs[i]);
    }
}

static imp2_shapes shapes_of(const side* s)
{
    const imp2_shapes r = {work->count, s->number[0], s->number[1], s->number[2], s->number[3],
                           work->count, s->shapes,    s->shape,     s->index};
    return r;
}

static imp_status collide_all(int level, int32_t* bad)
{
    imp2_shapes a = shapes_of(&work->a), b = shapes_of(&work->b);
    imp2_manifolds out = batch_manifolds(work->out);
    return imp2i_batch_shapes(level, &a, &b, work->count, work->margin, &out, bad);
}

static imp_status ray_all(int level, int32_t* bad)
{
    const side* s = &work->b;
    imp2_shapes targets = shapes_of(&work->a);
    const imp2_rays rays = {work->count, s->number[0], s->number[1], s->number[4], s->number[5], s->index};
    imp2_hits out = batch_hits(work->hits);
    return imp2i_batch_ray_shapes(level, &targets, &rays, work->count, &out, bad);
}

static int32_t element_of(const side* s, int32_t i)
{
    return s->index ? s->index[i] : i;
}

static imp2_pose pose_of(const side* s, int32_t e)
{
    imp2_pose pose = {{s->number[0][e], s->number[1][e]}, {1.0f, 0.0f}};
    if (s->number[2])
    {
        pose.q.c = s->number[2][e];
        pose.q.s = s->number[3][e];
    }
    return pose;
}

static const imp2_shape* shape_of(const side* s, int32_t e)
{
    return &s->shapes[s->shape ? s->shape[e] : e];
}

/// Every width against the single calls.
static void compare_widths(uint64_t recipe)
{
    imp2_manifolds manifolds = batch_manifolds(work->out);
    imp2_hits hits = batch_hits(work->hits);
    for (int level = 0; level <= impi_cpu_level(); ++level)
    {
        int32_t bad = 77;
        clear_answers();
        assert_false(collide_all(level, &bad));
        assert_false(ray_all(level, &bad));
        assert_int_equal(bad, 77);
        for (int32_t i = 0; i < work->count; ++i)
        {
            int32_t e = element_of(&work->a, i), f = element_of(&work->b, i);
            const imp2_shape *a = shape_of(&work->a, e), *b = shape_of(&work->b, f);
            imp2_pose pose_a = pose_of(&work->a, e), pose_b = pose_of(&work->b, f);
            imp2_vec motion = {work->b.number[4][f], work->b.number[5][f]};
            imp2_manifold m, got = imp2_manifolds_get(&manifolds, i);
            imp2_hit h, met = imp2_hits_get(&hits, i);
            assert_false(imp2_collide(a, &pose_a, b, &pose_b, work->margin, &m));
            assert_false(imp2_ray(a, &pose_a, pose_b.p, motion, &h));
            if (memcmp(&m, &got, sizeof m) != 0 || memcmp(&h, &met, sizeof h) != 0)
            {
                pair2 pair = {*a, *b, pose_a, pose_b, 0, 0, 0};
                pair2_print(&pair);
                fail_msg("%s, recipe %d: pair %d of %d", batch_level_names[level], (int)recipe, (int)i,
                         (int)work->count);
            }
        }
    }
}

/// The same pairs as seen from A, gathered by group, against the single calls.
static void compare_gathered(int level)
{
    const imp2i_kernels wide = imp2i_kernels_of(level);
    static imp2i_gathered pairs;
    static imp2i_gathered_room room;
    for (int32_t group = 0; group < IMP2I_GROUP_COUNT; ++group)
    {
        imp2_pose at[2][IMP2I_GATHERED];
        pairs.count = 0;
        for (int32_t i = 0; i < work->count && pairs.count < IMP2I_GATHERED; ++i)
        {
            const pair2* p = &work->pairs[i];
            int32_t k = pairs.count;
            imp2_pose a = p->pose_a, b = p->pose_b;
            b.p.x = impi_tidy(b.p.x - a.p.x);
            b.p.y = impi_tidy(b.p.y - a.p.y);
            a.p.x = a.p.y = 0.0f;
            if (imp2i_group_of(&p->a, &p->b) != group || imp2_pose_check(&b))
            {
                continue;
            }
            at[0][k] = a;
            at[1][k] = b;
            pairs.each[0][k] = &p->a;
            pairs.each[1][k] = &p->b;
            for (int of = 0; of < 2; ++of)
            {
                pairs.number[of][IMP2I_COLUMN_X][k] = at[of][k].p.x;
                pairs.number[of][IMP2I_COLUMN_Y][k] = at[of][k].p.y;
                pairs.number[of][IMP2I_COLUMN_C][k] = at[of][k].q.c;
                pairs.number[of][IMP2I_COLUMN_S][k] = at[of][k].q.s;
            }
            pairs.count += 1;
        }
        imp2_manifolds out;
        imp2i_answer_gathered(&wide, group, &pairs, work->margin, &room, &out);
        for (int32_t k = 0; k < pairs.count; ++k)
        {
            const imp2_shape *a = pairs.each[0][k], *b = pairs.each[1][k];
            imp2_manifold m, got = imp2_manifolds_get(&out, k);
            assert_false(imp2_collide(a, &at[0][k], b, &at[1][k], work->margin, &m));
            if (memcmp(&m, &got, sizeof m) != 0)
            {
                pair2 pair = {*a, *b, at[0][k], at[1][k], 0, 0, 0};
                pair2_print(&pair);
                fail_msg("%s, group %d: pair %d of %d", batch_level_names[level], (int)group, (int)k, (int)pairs.count);
            }
        }
    }
}

static void same_bits_as_single_calls(void** unused)
{
    (void)unused;
    test_rng rng = {test_seed()};
    uint64_t compared = 0;
    for (uint64_t n = test_n(1000), i = 0; i < n; ++i)
    {
        int32_t count = i % 32 == 31 ? test_rng_int(&rng, 41, BATCH_MOST) : (int32_t)(i % 41);
        uint64_t recipe = test_rng_next(&rng) % 1000;
        make_batch(&rng, count, recipe);
        compare_widths(recipe);
        for (int level = 0; level <= impi_cpu_level(); ++level)
        {
            compare_gathered(level);
        }
        compared += (uint64_t)count * (uint64_t)(impi_cpu_level() + 1);
        free_batch();
    }
    test_report("pairs in batches of shapes, each width", compared);
}

/// Spoils what pair i has on one side; returns the fault that follows.
static int32_t spoil(test_rng* rng, side* s, int32_t i, bool ray)
{
    int32_t e = element_of(s, i);
    switch (test_rng_int(rng, ray ? 4 : 0, 5))
    {
    case 0: memset((void*)(size_t)shape_of(s, e), 0, sizeof(imp2_shape)); return IMP_ERR_SHAPE;
    case 1:
        if (s->shape)
        {
            s->shape[e] = test_rng_int(rng, 0, 1) ? -1 : work->count;
            return IMP_ERR_RANGE;
        }
        break;
    case 2:
        if (s->index)
        {
            s->index[i] = test_rng_int(rng, 0, 1) ? -1 : work->count;
            return IMP_ERR_RANGE;
        }
        break;
    case 3:
        if (s->number[2])
        {
            s->number[2][e] *= 1.0f + 0x1.1p-19f;
            s->number[3][e] *= 1.0f + 0x1.1p-19f;
            return IMP_ERR_ROTATION;
        }
        break;
    case 4: s->number[ray ? test_rng_int(rng, 4, 5) : 0][e] = 0x1.000002p60f; return IMP_ERR_MAGNITUDE;
    default: break;
    }
    s->number[1][e] = NAN;
    return IMP_ERR_NAN;
}

/// The first pair that has the fault, also where elements or shapes are shared.
static int32_t first_like(const side* s, int32_t place)
{
    for (int32_t i = 0; i < place; ++i)
    {
        int32_t e = element_of(s, i), f = element_of(s, place);
        bool inside = f >= 0 && f < work->count;
        if (e == f || (inside && s->shape && s->shape[e] == s->shape[f] && shape_of(s, e)->kind == IMP2_SHAPE_NONE))
        {
            return i;
        }
    }
    return place;
}

static bool is_untouched(void)
{
    return batch_is_untouched(work->out, BATCH_WORDS, work->count) &&
           batch_is_untouched(work->hits, BATCH_HIT_WORDS, work->count);
}

static void first_bad_pair_is_named(void** unused)
{
    (void)unused;
    test_rng rng = {test_seed() + 1};
    uint64_t tried = 0;
    for (uint64_t n = test_n(400), i = 0; i < n; ++i)
    {
        int32_t count = i % 64 == 63 ? BATCH_MOST : 1 + (int32_t)(i % 41), place = test_rng_int(&rng, 0, count - 1);
        make_batch(&rng, count, i);
        bool of_b = test_rng_int(&rng, 0, 1), ray = of_b && test_rng_int(&rng, 0, 1);
        side* s = of_b ? &work->b : &work->a;
        imp_status expected = spoil(&rng, s, place, ray) | (of_b ? 2 : 1) << 8;
        int32_t first = first_like(s, place);
        for (int level = 0; level <= impi_cpu_level(); ++level)
        {
            int32_t bad = -7;
            if (!ray)
            {
                assert_int_equal(collide_all(level, &bad), expected);
                assert_int_equal(bad, first);
            }
            if (ray || !of_b)
            {
                assert_int_equal(ray_all(level, &bad), expected);
                assert_int_equal(bad, first);
            }
            assert_true(is_untouched());
            tried += 1;
        }
        free_batch();
    }
    test_report("batches of shapes with a bad pair", tried);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_bits_as_single_calls),
        cmocka_unit_test(first_bad_pair_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
