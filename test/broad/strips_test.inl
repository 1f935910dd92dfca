// SPDX-License-Identifier: MIT
//
// Sweep and prune, in scenes that are made to be hard for it, against brute force (which index_test.inl holds against a
// plainer reference): after every search the strips are sorted and hold all blocks.

enum
{
    MANY = 700,
    UNEVEN = 20000,
    FRAMES = 12
};

enum
{
    EVEN,
    TURNING,   // along one axis, then along another
    EQUAL,     // all begin at the same place, or at one of two
    SPANNING,  // some are as long as everything
    ZEROS,     // zeros of both signs, and numbers next to them
    ONE_SPOT,
    TELEPORTS,  // whatever moves is anywhere then
    FAR_AWAY,   // ulps are as large as boxes, and two boxes are at the ends of all numbers
    STYLE_COUNT
};

static float style_number(test_rng* rng, int style, int frame, int axis)
{
    static const float zeros[] = {0.0f, -0.0f, 0x1p-149f, -0x1p-149f, 0x1p-140f, -0x1p-127f};
    switch (style)
    {
    case TURNING: return test_rng_range(rng, 0.0f, frame / 2 % AXES == axis ? 1000.0f : 3.0f);
    case EQUAL: return (float)test_rng_int(rng, 0, axis == 0);
    case ZEROS: return zeros[test_rng_int(rng, 0, 5)];
    case ONE_SPOT: return 5.0f;
    case FAR_AWAY: return 1e8f + (float)test_rng_int(rng, 0, 4000);
    default: return test_rng_range(rng, -30.0f, 30.0f);
    }
}

static Box style_box(test_rng* rng, int style, int frame, int32_t i)
{
    Box box;
    for (int k = 0; k < AXES; ++k)
    {
        float lower = style_number(rng, style, frame, k), upper = style_number(rng, style, frame, k);
        if (style == SPANNING && i % 50 == 0)
        {
            lower = -31.0f;
            upper = 31.0f;
        }
        else if (style == FAR_AWAY && i < 2)
        {
            lower = upper = i == 0 ? -0x1p62f : 0x1p62f;
        }
        else if (style == EQUAL)
        {
            upper = lower + (i % 9 ? 0.0f : 2.0f);
        }
        else if (style != ZEROS)
        {
            upper = lower + test_rng_range(rng, 0.0f, 2.0f);
        }
        SET_AT(box.lower, k, lower < upper ? lower : upper);
        SET_AT(box.upper, k, lower < upper ? upper : lower);
    }
    return box;
}

// Each box a little elsewhere, or for some styles anywhere.
static void move_boxes(test_rng* rng, int style, int frame, Box* boxes, int32_t count)
{
    for (int32_t i = 0; i < count; ++i)
    {
        bool anywhere = style != EVEN && style != SPANNING && (style != TELEPORTS || test_rng_int(rng, 0, 9) == 0);
        if (anywhere)
        {
            boxes[i] = style_box(rng, style, frame, i);
            continue;
        }
        for (int k = 0; k < AXES; ++k)
        {
            float by = test_rng_range(rng, -0.25f, 0.25f), lower = AT(boxes[i].lower, k), upper = AT(boxes[i].upper, k);
            SET_AT(boxes[i].lower, k, lower + by);
            SET_AT(boxes[i].upper, k, upper + by);
        }
    }
}

static void check_same(const imp_pair_list* a, const imp_pair_list* b)
{
    assert_int_equal(a->count, b->count);
    assert_memory_equal(a->pairs, b->pairs, (size_t)a->count * sizeof *a->pairs);
}

static void check_ready(const FN(index) * index)
{
    const char* fault = FNI(strips_fault)(&index->tree, true);
    fault = fault ? fault : FNI(tree_fault)(&index->tree, index->place, index->number_count);
    if (fault)
    {
        fail_msg("%s", fault);
    }
}

static FN(index) * filled(int kind, const Box* boxes, int32_t count)
{
    static FN(thing) things[UNEVEN];
    FN(index_def) def = {.kind = kind};
    FN(index)* index = NULL;
    for (int32_t i = 0; i < count; ++i)
    {
        things[i] = (FN(thing)){boxes[i], 0, {0, 0}};
    }
    assert_int_equal(FN(index_make)(&def, &index), IMP_OK);
    assert_int_equal(FN(index_add)(index, things, count, NULL), IMP_OK);
    return index;
}

static void hard_scene(test_rng* rng, int style)
{
    static Box boxes[MANY];
    for (int32_t i = 0; i < MANY; ++i)
    {
        boxes[i] = style_box(rng, style, 0, i);
    }
    FN(index)* sweep = filled(IMP_INDEX_SWEEP, boxes, MANY), *brute = filled(IMP_INDEX_BRUTE, boxes, MANY);
    for (int frame = 0; frame < FRAMES; ++frame)
    {
        imp_pair_list list[2], begun[2], ended[2];
        assert_int_equal(FN(index_pairs)(sweep, &list[0]), IMP_OK);
        assert_int_equal(FN(index_pairs)(brute, &list[1]), IMP_OK);
        check_same(&list[0], &list[1]);
        check_ready(sweep);
        if (style == TURNING)
        {
            assert_int_equal(sweep->tree.strips.axis, frame / 2 % AXES);
        }
        imp_index_stats stats;
        assert_int_equal(FN(index_stats)(sweep, &stats), IMP_OK);
        assert_true(style != EVEN || (stats.tests < 150 * MANY && sweep->tree.strips.count > 0));

        assert_int_equal(FN(index_pairs_changed)(sweep, &begun[0], &ended[0]), IMP_OK);
        assert_int_equal(FN(index_pairs_changed)(brute, &begun[1], &ended[1]), IMP_OK);
        check_same(&begun[0], &begun[1]);
        check_same(&ended[0], &ended[1]);

        // The last frames move a few at a time, which end up in other blocks; the very last a few in all.
        move_boxes(rng, style, frame + 1, boxes, MANY);
        int32_t part = frame < FRAMES / 2 || style == TURNING ? MANY : 3;
        int32_t step = part == 3 && frame >= FRAMES - 4 ? 120 : part;
        for (int32_t i = part == 3 ? frame : 0; i < MANY; i += step)
        {
            int32_t numbers[3] = {i, i + 1, i + 2}, count = i + part > MANY ? MANY - i : part;
            const int32_t* which = part == 3 ? numbers : NULL;
            assert_int_equal(FN(index_move)(sweep, which, boxes + i, count), IMP_OK);
            assert_int_equal(FN(index_move)(brute, which, boxes + i, count), IMP_OK);
        }
    }
    FN(index_free)(sweep);
    FN(index_free)(brute);
}

static void hard_scenes(void** unused)
{
    (void)unused;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(2);
    for (uint64_t i = 0; i < count; ++i)
    {
        for (int style = 0; style < STYLE_COUNT; ++style)
        {
            hard_scene(&rng, style);
        }
    }
    test_report(CASE_NAME " sweeps of hard scenes", count * STYLE_COUNT);
}

// Things that lie unevenly are laid out as well as by the tree, or nearly so: a few far away, crowds far apart, and
// crowds within crowds.
static void uneven_is_sorted(void** unused)
{
    (void)unused;
    static Box boxes[UNEVEN];
    for (int style = 0; style < 4; ++style)
    {
        test_rng rng = {11};
        for (int32_t i = 0; i < UNEVEN; ++i)
        {
            float scale = style == 3 ? powf(10.0f, (float)test_rng_int(&rng, -6, 6)) : 1.0f;
            for (int k = 0; k < AXES; ++k)
            {
                float at = test_rng_range(&rng, 0.0f, AXES == 2 ? 140.0f : 35.0f) * scale;
                at += style == 1 && i % 1000 == 0 ? (float)(i - UNEVEN / 2) * 1e9f : 0.0f;
                at += style == 2 && i & 1 ? 1e6f : 0.0f;
                SET_AT(boxes[i].lower, k, at);
                SET_AT(boxes[i].upper, k, at + scale);
            }
        }
        uint64_t tests[2];
        for (int kind = 0; kind < 2; ++kind)
        {
            FN(index)* index = filled(kind ? IMP_INDEX_TREE : IMP_INDEX_SWEEP, boxes, UNEVEN);
            imp_pair_list list;
            imp_index_stats stats;
            assert_int_equal(FN(index_pairs)(index, &list), IMP_OK);
            assert_int_equal(FN(index_stats)(index, &stats), IMP_OK);
            tests[kind] = stats.tests;
            FN(index_free)(index);
        }
        assert_true(2 * tests[0] < 3 * tests[1]);
    }
}

// When nothing moves, nothing is compared; when one thing does, little.
static void rest_is_cheap(void** unused)
{
    (void)unused;
    test_rng rng = {test_seed()};
    static Box boxes[MANY];
    for (int32_t i = 0; i < MANY; ++i)
    {
        boxes[i] = style_box(&rng, EVEN, 0, i);
    }
    FN(index)* index = filled(IMP_INDEX_SWEEP, boxes, MANY);
    imp_pair_list begun, ended;
    imp_index_stats all, none, one;
    assert_int_equal(FN(index_pairs_changed)(index, &begun, &ended), IMP_OK);
    assert_int_equal(FN(index_stats)(index, &all), IMP_OK);
    assert_int_equal(FN(index_pairs_changed)(index, &begun, &ended), IMP_OK);
    assert_int_equal(FN(index_stats)(index, &none), IMP_OK);
    assert_int_equal(FN(index_move)(index, NULL, &boxes[1], 1), IMP_OK);
    assert_int_equal(FN(index_pairs_changed)(index, &begun, &ended), IMP_OK);
    assert_int_equal(FN(index_stats)(index, &one), IMP_OK);
    assert_number(begun.count, >, 0);
    assert_number(none.tests, <, all.tests / 20);
    assert_number(one.tests, <, all.tests / 3 + none.tests);
    FN(index_free)(index);
}

// What the validator is for.
static void planted_faults(void** unused)
{
    (void)unused;
    test_rng rng = {test_seed()};
    static Box boxes[MANY];
    for (int32_t i = 0; i < MANY; ++i)
    {
        boxes[i] = style_box(&rng, EVEN, 0, i);
    }
    FN(index)* index = filled(IMP_INDEX_SWEEP, boxes, MANY);
    imp_pair_list list;
    assert_int_equal(FN(index_pairs)(index, &list), IMP_OK);
    check_ready(index);
    FNI(tree)* tree = &index->tree;
    FNI(strips)* strips = &tree->strips;

    strips->start[strips->count] -= 1;
    assert_non_null(FNI(strips_fault)(tree, false));
    strips->start[strips->count] += 1;
    int32_t start = strips->start[1];
    strips->start[1] = strips->start[2];
    assert_non_null(FNI(strips_fault)(tree, false));
    strips->start[1] = start;
    FNI(box_block)* bounds = &tree->bounds[tree->start[1]];
    float begin = bounds->lower[strips->axis][0];
    bounds->lower[strips->axis][0] = bounds->lower[strips->axis][1] + 1.0f;
    assert_non_null(FNI(strips_fault)(tree, true));
    bounds->lower[strips->axis][0] = begin;
    float end = strips->bounds->upper[1][0];
    strips->bounds->upper[1][0] -= 1.0f;
    assert_non_null(FNI(strips_fault)(tree, true));
    strips->bounds->upper[1][0] = end;
    check_ready(index);
    FN(index_free)(index);
}

// Where there is no memory to lay strips out, the tree answers.
static void no_memory_for_strips(void** unused)
{
    (void)unused;
    test_rng rng = {test_seed()};
    static Box boxes[MANY];
    static FN(thing) things[UNEVEN];
    for (int32_t i = 0; i < MANY; ++i)
    {
        boxes[i] = style_box(&rng, EVEN, 0, i);
        things[i] = (FN(thing)){boxes[i], 0, {0, 0}};
    }
    test_allocator memory = {.fail_at = -1};
    imp_allocator allocator = test_allocator_get(&memory);
    FN(index_def) def = {.kind = IMP_INDEX_SWEEP, .allocator = &allocator};
    FN(index)* sweep = NULL, *brute = filled(IMP_INDEX_BRUTE, boxes, MANY);
    imp_pair_list list[2];
    assert_int_equal(FN(index_make)(&def, &sweep), IMP_OK);
    memory.fail_at = memory.calls + 2;  // numbers and blocks, then any order
    memory.fail_ever = true;
    assert_int_equal(FN(index_add)(sweep, things, MANY, NULL), IMP_OK);
    assert_int_equal(sweep->tree.strips.count, 0);
    memory.fail_ever = false;
    memory.fail_at = memory.calls + 1;  // one list, then the order again
    assert_int_equal(FN(index_pairs)(sweep, &list[0]), IMP_OK);
    assert_int_equal(sweep->tree.strips.count, 0);
    assert_int_equal(FN(index_pairs)(brute, &list[1]), IMP_OK);
    check_same(&list[0], &list[1]);
    assert_int_equal(FN(index_pairs)(sweep, &list[0]), IMP_OK);
    check_same(&list[0], &list[1]);
    check_ready(sweep);
    FN(index_free)(sweep);
    FN(index_free)(brute);
    assert_int_equal(memory.live_blocks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hard_scenes),    cmocka_unit_test(uneven_is_sorted),     cmocka_unit_test(rest_is_cheap),
        cmocka_unit_test(planted_faults), cmocka_unit_test(no_memory_for_strips),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
