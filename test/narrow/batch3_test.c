// SPDX-License-Identifier: MIT
//
// Batches of space give the bits of the single calls, for every lane width that the processor has: all kinds mixed, and
// those alone that have kernels, every number of pairs around a vector and a run, with indices and without, shapes
// shared or not, on all the pairs that are hard, and with rotations that shortcuts refuse. And a fault in any place is
// named, with nothing written.
//
// The arbiters are imp3_collide and imp3_ray. Arrays are exactly as long as they must be, so that a sanitizer sees a
// step too far.

#include "math/vec3.h"
#include "narrow/batch_kernels3.h"
#include "oracle/pairs3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    MOST = 3 * IMP3I_RUN + 3
};

static const char* const level_names[IMPI_LEVEL_COUNT] = {"scalar", "four", "AVX2", "AVX-512"};

/// One side of a batch.
typedef struct side
{
    imp3_pose* poses;
    imp3_shape* shapes;
    imp3_vec *origins, *motions;
    int32_t *shape, *index;
} side;

typedef struct batch
{
    int32_t count;
    float margin;
    side a, b;
    pair3 pairs[MOST];
    imp3_manifold* out;
    imp3_hit* hits;
} batch;

static batch the_batch, *const work = &the_batch;

static void* room_for(int32_t count, size_t size)
{
    void* p = malloc(count > 0 ? (size_t)count * size : 1);
    assert_non_null(p);
    return p;
}

static void make_side(test_rng* rng, side* s, bool of_b)
{
    int32_t count = work->count;
    bool shared = test_rng_int(rng, 0, 1), indexed = test_rng_int(rng, 0, 2) == 0;
    s->poses = room_for(count, sizeof *s->poses);
    s->shapes = room_for(count, sizeof *s->shapes);
    s->origins = room_for(count, sizeof *s->origins);
    s->motions = room_for(count, sizeof *s->motions);
    s->shape = shared ? room_for(count, sizeof *s->shape) : NULL;
    s->index = indexed ? room_for(count, sizeof *s->index) : NULL;
    for (int32_t i = 0; i < count; ++i)
    {
        // Element i is where pair i looks for it, and mostly, when there are ways around, the one that belongs to it.
        const pair3* p = &work->pairs[i];
        int32_t e = indexed ? count - 1 - i : i, f = shared ? (e + 5) % count : e;
        float length = test_rng_range(rng, 0.0f, 2.0f), aside = test_rng_range(rng, 0.0f, 0.25f);
        imp3_vec to = imp3_vec_scale(imp3_vec_sub(p->pose_a.p, p->pose_b.p), length);
        const imp3_vec motion = {to.x + aside * to.y, to.y - aside * to.z, to.z + aside * to.x};
        s->poses[e] = of_b ? p->pose_b : p->pose_a;
        s->shapes[f] = of_b ? p->b : p->a;
        s->origins[e] = p->pose_b.p;
        s->motions[e] = motion;
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

/// Kinds that have kernels, or a known axis, and some that have not.
static int draw_sort(test_rng* rng)
{
    static const int sorts[] = {SORT3_BOX,      SORT3_ORIENTED_BOX, SORT3_ROUND_BOX, SORT3_FLAT_BOX,
                                SORT3_SPHERE,   SORT3_POINT,        SORT3_CAPSULE,   SORT3_SEGMENT,
                                SORT3_TRIANGLE, SORT3_HULL,         SORT3_LARGE_HULL};
    return sorts[test_rng_int(rng, 0, (int)(sizeof sorts / sizeof sorts[0]) - 1)];
}

/// Anything, boxes, or what has kernels.
static void make_pair(test_rng* rng, uint64_t recipe, pair3* out)
{
    static const int boxes[] = {SORT3_BOX, SORT3_ORIENTED_BOX, SORT3_ROUND_BOX};
    if (recipe % 3 == 0)
    {
        int sort_a = test_rng_int(rng, 0, SORT3_COUNT - 1), sort_b = test_rng_int(rng, 0, SORT3_COUNT - 1);
        pair3_make(rng, sort_a, sort_b, STYLE3_RANDOM, out);
        return;
    }
    int style = recipe % 2 ? test_rng_int(rng, 0, STYLE3_COUNT - 1) : STYLE3_RANDOM;
    int sort_a = boxes[test_rng_int(rng, 0, 2)], sort_b = boxes[test_rng_int(rng, 0, 2)];
    if (recipe % 3 == 2)
    {
        sort_a = draw_sort(rng);
        sort_b = draw_sort(rng);
    }
    pair3_make(rng, sort_a, sort_b, style, out);
}

static void clear_answers(void)
{
    memset(work->out, 0x5a, (size_t)work->count * sizeof *work->out);
    memset(work->hits, 0x5a, (size_t)work->count * sizeof *work->hits);
}

static void make_batch(test_rng* rng, int32_t count, uint64_t recipe)
{
    work->count = count;
    work->margin = test_rng_int(rng, 0, 1) ? 0.0f : test_rng_range(rng, 0.0f, 0.5f);
    bool worn = test_rng_int(rng, 0, 3) == 0;
    for (int32_t i = 0; i < count; ++i)
    {
        pair3* p = &work->pairs[i];
        make_pair(rng, recipe, p);
        if (worn && test_rng_int(rng, 0, 15) == 0)
        {
            p->pose_a.q = pair3_worst_turn(rng);
        }
    }
    make_side(rng, &work->a, false);
    make_side(rng, &work->b, true);
    work->out = room_for(count, sizeof *work->out);
    work->hits = room_for(count, sizeof *work->hits);
    clear_answers();
}

static void free_side(side* s)
{
    free(s->poses);
    free(s->shapes);
    free(s->origins);
    free(s->motions);
    free(s->shape);
    free(s->index);
}

static void free_batch(void)
{
    free_side(&work->a);
    free_side(&work->b);
    free(work->out);
    free(work->hits);
    for (int32_t i = 0; i < work->count; ++i)
    {
        pair3_free(&work->pairs[i]);
    }
}

static imp3_shapes shapes_of(const side* s)
{
    const imp3_shapes r = {work->count, s->poses, work->count, s->shapes, s->shape, s->index};
    return r;
}

static imp_status collide_all(int level, int32_t* bad)
{
    imp3_shapes a = shapes_of(&work->a), b = shapes_of(&work->b);
    return imp3i_batch_shapes(level, &a, &b, work->count, work->margin, work->out, bad);
}

static imp_status ray_all(int level, int32_t* bad)
{
    imp3_shapes targets = shapes_of(&work->a);
    const imp3_rays rays = {work->count, work->b.origins, work->b.motions, work->b.index};
    return imp3i_batch_ray_shapes(level, &targets, &rays, work->count, work->hits, bad);
}

static int32_t element_of(const side* s, int32_t i)
{
    return s->index ? s->index[i] : i;
}

static const imp3_shape* shape_of(const side* s, int32_t e)
{
    return &s->shapes[s->shape ? s->shape[e] : e];
}

/// By their members: what is between these may be anything.
static bool is_same_manifold(const imp3_manifold* a, const imp3_manifold* b)
{
    return memcmp(&a->normal, &b->normal, sizeof a->normal) == 0 &&
           memcmp(&a->depth, &b->depth, sizeof a->depth) == 0 && a->count == b->count &&
           memcmp(a->points, b->points, sizeof a->points) == 0;
}

static void ask_singly(imp3_manifold* manifolds, imp3_hit* hits)
{
    for (int32_t i = 0; i < work->count; ++i)
    {
        int32_t e = element_of(&work->a, i), f = element_of(&work->b, i);
        const imp3_shape *a = shape_of(&work->a, e), *b = shape_of(&work->b, f);
        const imp3_pose *pose_a = &work->a.poses[e], *pose_b = &work->b.poses[f];
        assert_false(imp3_collide(a, pose_a, b, pose_b, work->margin, &manifolds[i]));
        assert_false(imp3_ray(a, pose_a, work->b.origins[f], work->b.motions[f], &hits[i]));
    }
}

/// Every width against the single calls.
static void compare_widths(uint64_t recipe)
{
    static imp3_manifold manifolds[MOST];
    static imp3_hit hits[MOST];
    ask_singly(manifolds, hits);
    for (int level = 0; level <= impi_cpu_level(); ++level)
    {
        int32_t bad = 77;
        clear_answers();
        assert_false(collide_all(level, &bad));
        assert_false(ray_all(level, &bad));
        assert_int_equal(bad, 77);
        for (int32_t i = 0; i < work->count; ++i)
        {
            if (!is_same_manifold(&manifolds[i], &work->out[i]) ||
                memcmp(&hits[i], &work->hits[i], sizeof hits[i]) != 0)
            {
                int32_t e = element_of(&work->a, i), f = element_of(&work->b, i);
                pair3 pair = {
                    *shape_of(&work->a, e), *shape_of(&work->b, f), work->a.poses[e], work->b.poses[f], 0, 0, 0};
                pair3_print(&pair);
                fail_msg("%s, recipe %d: pair %d of %d", level_names[level], (int)recipe, (int)i, (int)work->count);
            }
        }
    }
}

static void same_bits_as_single_calls(void** unused)
{
    (void)unused;
    test_rng rng = {331};
    uint64_t pairs = test_n(4000), done = 0;
    for (uint64_t recipe = 0; done < pairs; ++recipe)
    {
        int32_t count = recipe % 8 == 0 ? test_rng_int(&rng, 1, MOST) : test_rng_int(&rng, 1, 40);
        make_batch(&rng, count, recipe);
        compare_widths(recipe);
        free_batch();
        done += (uint64_t)count;
    }
    test_report("pairs in batches against single calls", done);
}

/// An axis that the last call may have left, of these shapes or of others: none, a face, or two edges.
static uint32_t draw_axis(test_rng* rng)
{
    uint32_t of = (uint32_t)test_rng_int(rng, 0, 3), a = (uint32_t)test_rng_int(rng, 0, 40);
    uint32_t b = (uint32_t)test_rng_int(rng, 0, 40);
    return of == 3 ? a << 17 | b << 2 | of : of == 0 ? 0 : a << 2 | of;
}

/// Gathers up to IMP3I_GATHERED pairs of a group, from pair *first on, with A at the origin; advances *first.
static void gather_group(test_rng* rng, int32_t group, int32_t* first, imp3i_gathered* out)
{
    static uint32_t axes[IMP3I_GATHERED];
    out->count = 0;
    for (; *first < work->count && out->count < IMP3I_GATHERED; ++*first)
    {
        const pair3* p = &work->pairs[*first];
        imp3_pose b = p->pose_b;
        b.p = imp3i_vec_tidied(imp3_vec_sub(p->pose_b.p, p->pose_a.p));
        if (imp3i_group_of(&p->a, &p->b) == group)
        {
            axes[out->count] = draw_axis(rng);
            imp3i_gather(out, out->count, &p->a, p->pose_a.q, &p->b, b, &axes[out->count]);
            out->count += 1;
        }
    }
}

/// A gathered pair without a manifold may tell as a depth how far it is apart: as far as it is measured to be, whatever
/// axis it started from. That is no part of the manifold.
static void check_gap_told(const imp3i_gathered* pairs, int32_t i, imp3_manifold* many)
{
    if (many->count == 0 && many->depth < -work->margin)
    {
        const imp3i_pair p =
            imp3i_pair_of(pairs->each[0][i], &pairs->pose[0][i], pairs->each[1][i], &pairs->pose[1][i]);
        imp3i_gap gap;
        imp3i_gap_estimate(&p, INFINITY, NULL, &gap);
        assert_true((float)gap.distance == -many->depth);
    }
    many->depth = many->count == 0 ? 0.0f : many->depth;
}

/// Every width against the single calls, each starting from the axes that the last has found. Returns how many.
static uint64_t compare_gathered(int32_t group, const imp3i_gathered* pairs)
{
    static imp3i_gathered_room room;
    imp3_manifolds found;
    for (int level = 0; level <= impi_cpu_level(); ++level)
    {
        const imp3i_kernels wide = imp3i_kernels_of(level);
        memset(&room, 0x5a, sizeof room);
        imp3i_answer_gathered(&wide, group, pairs, work->margin, &room, &found);
        for (int32_t i = 0; i < pairs->count; ++i)
        {
            imp3_manifold one, many = imp3_manifolds_get(&found, i);
            memset(&one, 0, sizeof one);
            (void)imp3_collide(pairs->each[0][i], &pairs->pose[0][i], pairs->each[1][i], &pairs->pose[1][i],
                               work->margin, &one);
            check_gap_told(pairs, i, &many);
            if (!is_same_manifold(&one, &many))
            {
                pair3 pair = {*pairs->each[0][i], *pairs->each[1][i], pairs->pose[0][i], pairs->pose[1][i], 0, 0, 0};
                pair3_print(&pair);
                fail_msg("%s, group %d: pair %d of %d", level_names[level], (int)group, (int)i, (int)pairs->count);
            }
        }
    }
    return (uint64_t)pairs->count;
}

// What a world gathers, by groups, as full as they may be and not.
static void gathered_pairs_give_the_bits_of_single_calls(void** unused)
{
    (void)unused;
    static imp3i_gathered pairs;
    test_rng rng = {334};
    uint64_t done[IMP3I_GROUP_COUNT] = {0};
    for (uint64_t recipe = 0; recipe < test_n(24); ++recipe)
    {
        make_batch(&rng, MOST, recipe);
        for (int32_t group = 0; group < IMP3I_GROUP_COUNT; ++group)
        {
            for (int32_t first = 0; first < work->count;)
            {
                gather_group(&rng, group, &first, &pairs);
                done[group] += compare_gathered(group, &pairs);
            }
        }
        free_batch();
    }
    for (int32_t group = 0; group < IMP3I_GROUP_COUNT; ++group)
    {
        test_report("pairs of a gathered group against single calls", done[group]);
        assert_true(done[group] > 0);
    }
}

// Lengths at which vectors, runs and their groups are just full.
static void every_length_around_a_run(void** unused)
{
    (void)unused;
    test_rng rng = {332};
    for (int32_t count = 1; count <= IMP3I_RUN + 17; count += count < 40 || count > IMP3I_RUN - 4 ? 1 : 7)
    {
        make_batch(&rng, count, 1);
        compare_widths(1);
        free_batch();
    }
}

static bool is_untouched(const void* words, size_t size)
{
    bool same = true;
    for (size_t i = 0; i < size; ++i)
    {
        same = same && ((const unsigned char*)words)[i] == 0x5a;
    }
    return same;
}

/// Puts one fault into an element of a side; returns the status.
static int32_t plant_fault(int which, side* s, int32_t e)
{
    switch (which)
    {
    case 0: s->poses[e].p.y = NAN; return IMP_ERR_NAN;
    case 1: s->poses[e].p.x = 0x1p-61f; return IMP_ERR_MAGNITUDE;
    case 2: s->poses[e].p.z = INFINITY; return IMP_ERR_NAN;
    case 3: s->poses[e].q.y.x += 0x1p-15f; return IMP_ERR_ROTATION;
    case 4: s->shapes[s->shape ? s->shape[e] : e].kind = IMP3_SHAPE_NONE; return IMP_ERR_SHAPE;
    default: return 0;
    }
}

/// The first pair that has an element.
static int32_t first_pair_of(const side* s, int32_t e, bool by_shape)
{
    for (int32_t i = 0; i < work->count; ++i)
    {
        int32_t other = element_of(s, i);
        if (other == e || (by_shape && shape_of(s, other) == shape_of(s, e)))
        {
            return i;
        }
    }
    return -1;
}

static void expect_fault(int32_t fault, int32_t argument, int32_t pair)
{
    for (int level = 0; level <= impi_cpu_level(); ++level)
    {
        int32_t bad = 77;
        assert_int_equal(collide_all(level, &bad), impi_error(fault, argument));
        assert_int_equal(bad, pair);
        assert_true(is_untouched(work->out, (size_t)work->count * sizeof *work->out));
        assert_int_equal(collide_all(level, NULL), impi_error(fault, argument));
        bad = 77;
        if (argument == 1)
        {
            assert_int_equal(ray_all(level, &bad), impi_error(fault, 1));
            assert_int_equal(bad, pair);
            assert_true(is_untouched(work->hits, (size_t)work->count * sizeof *work->hits));
        }
    }
}

// A fault anywhere is that of the first pair that has it.
static void faults_are_named(void** unused)
{
    (void)unused;
    test_rng rng = {333};
    uint64_t rounds = test_n(100);
    for (uint64_t k = 0; k < rounds; ++k)
    {
        make_batch(&rng, test_rng_int(&rng, 1, 2 * IMP3I_RUN), k);
        side* s = k & 1 ? &work->b : &work->a;
        int32_t e = element_of(s, test_rng_int(&rng, 0, work->count - 1));
        int which = (int)(k / 2 % 5);
        int32_t fault = plant_fault(which, s, e);
        expect_fault(fault, k & 1 ? 2 : 1, first_pair_of(s, e, which == 4));
        free_batch();
    }
    test_report("faults in batches", rounds);
}

// Indices out of their sets, A's fault before B's, and rays.
static void indices_and_rays_are_checked(void** unused)
{
    (void)unused;
    test_rng rng = {334};
    uint64_t tried = 0;
    while (tried < 6)
    {
        make_batch(&rng, test_rng_int(&rng, 10, 2 * IMP3I_RUN), 1);
        side* s = &work->a;
        int32_t i = test_rng_int(&rng, 0, work->count - 1), e = element_of(s, i), bad = 77;
        if (s->index && s->shape)
        {
            int32_t kept = s->index[i];
            s->index[i] = tried & 1 ? -1 : work->count;
            expect_fault(IMP_ERR_RANGE, 1, i);
            s->index[i] = kept;
            s->shape[e] = tried & 1 ? -1 : work->count;
            expect_fault(IMP_ERR_RANGE, 1, first_pair_of(s, e, false));
            s->shape[e] = 0;

            int32_t f = element_of(&work->b, i), first = first_pair_of(&work->b, f, false);
            work->b.motions[f].z = NAN;
            assert_int_equal(ray_all(impi_cpu_level(), &bad), impi_error(IMP_ERR_NAN, 2));
            assert_int_equal(bad, first);
            assert_true(is_untouched(work->hits, (size_t)work->count * sizeof *work->hits));
            work->b.motions[f].z = 0x1p-100f;
            assert_int_equal(ray_all(impi_cpu_level(), &bad), IMP_OK);

            work->b.poses[f].p.x = NAN;
            work->a.poses[element_of(&work->a, first)].p.x = 0x1p61f;
            clear_answers();
            int32_t seen = first_pair_of(&work->a, element_of(&work->a, first), false);
            expect_fault(IMP_ERR_MAGNITUDE, 1, seen);
            ++tried;
        }
        free_batch();
    }
}

static void whole_sets_are_checked(void** unused)
{
    (void)unused;
    test_rng rng = {335};
    make_batch(&rng, 4, 1);
    imp3_shapes a = shapes_of(&work->a), b = shapes_of(&work->b);
    const imp3_shapes empty = {0, NULL, 0, NULL, NULL, NULL};
    const imp3_rays no_rays = {0, NULL, NULL, NULL};
    imp3_shapes few = {3, work->a.poses, 4, work->a.shapes, NULL, NULL};
    imp3_shapes bare = {4, work->a.poses, 3, work->a.shapes, NULL, NULL};
    int32_t bad = 77;
    assert_int_equal(imp3_batch_shapes(NULL, &b, 4, 0.0f, work->out, &bad), impi_error(IMP_ERR_NULL, 1));
    assert_int_equal(bad, -1);
    assert_int_equal(imp3_batch_shapes(&a, NULL, 4, 0.0f, work->out, NULL), impi_error(IMP_ERR_NULL, 2));
    assert_int_equal(imp3_batch_shapes(&few, &b, 4, 0.0f, work->out, &bad), impi_error(IMP_ERR_COUNT, 1));
    assert_int_equal(imp3_batch_shapes(&bare, &b, 4, 0.0f, work->out, &bad), impi_error(IMP_ERR_COUNT, 1));
    assert_int_equal(imp3_batch_shapes(&a, &b, -1, 0.0f, work->out, &bad), impi_error(IMP_ERR_COUNT, 3));
    assert_int_equal(imp3_batch_shapes(&a, &b, 4, -1.0f, work->out, &bad), impi_error(IMP_ERR_NEGATIVE, 4));
    assert_int_equal(imp3_batch_shapes(&a, &b, 4, NAN, work->out, &bad), impi_error(IMP_ERR_NAN, 4));
    assert_int_equal(imp3_batch_shapes(&a, &b, 4, 0.0f, NULL, &bad), impi_error(IMP_ERR_NULL, 5));
    assert_int_equal(imp3_batch_ray_shapes(&a, NULL, 4, work->hits, &bad), impi_error(IMP_ERR_NULL, 2));
    assert_int_equal(imp3_batch_ray_shapes(&a, &no_rays, 4, work->hits, &bad), impi_error(IMP_ERR_NULL, 2));
    assert_int_equal(bad, -1);
    assert_int_equal(imp3_batch_shapes(&empty, &empty, 0, 0.0f, NULL, &bad), IMP_OK);
    assert_int_equal(imp3_batch_ray_shapes(&empty, &no_rays, 0, NULL, &bad), IMP_OK);
    assert_true(is_untouched(work->out, 4 * sizeof *work->out));
    free_batch();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_bits_as_single_calls),    cmocka_unit_test(gathered_pairs_give_the_bits_of_single_calls),
        cmocka_unit_test(every_length_around_a_run),    cmocka_unit_test(faults_are_named),
        cmocka_unit_test(indices_and_rays_are_checked), cmocka_unit_test(whole_sets_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
