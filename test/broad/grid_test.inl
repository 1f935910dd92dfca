// SPDX-License-Identifier: MIT
//
// The grid, in scenes that are made to be hard for it, against brute force (which index_test.inl holds against a
// plainer reference). The validator looks after every change. Cells of every length: chosen, absurdly short and long,
// with bounds and without, with all within the bounds, some, or none.

enum
{
    MANY = 500,
    ROUNDS = 6,
    SETTINGS = 9
};

enum
{
    EVEN,
    FAR_AWAY,   // cells that no 32 bits can count, and two things at the ends of all numbers
    ANY_SIZE,   // over twelve orders of magnitude
    ANY_PLACE,  // the same for places
    ONE_SPOT,
    POINTS,
    ON_A_LINE,  // many cells in one row
    CLUSTERS,
    BORDERS,  // sides on the borders of cells
    STYLE_COUNT
};

static float any_magnitude(test_rng* rng)
{
    float x = ldexpf(test_rng_range(rng, 1.0f, 2.0f), test_rng_int(rng, -20, 20));
    return test_rng_int(rng, 0, 1) ? x : -x;
}

static float style_place(test_rng* rng, int style, int32_t i, int axis)
{
    switch (style)
    {
    case FAR_AWAY: return i < 2 ? (i ? 0x1p62f : -0x1p62f) : 1e11f + 1e4f * (float)test_rng_int(rng, 0, 4000);
    case ANY_PLACE: return any_magnitude(rng);
    case ONE_SPOT: return -7.0f;
    case ON_A_LINE: return axis ? 2.0f : test_rng_range(rng, -4000.0f, 4000.0f);
    case CLUSTERS: return (float)(i % 3) * 1e6f + test_rng_range(rng, -5.0f, 5.0f);
    case BORDERS: return (float)test_rng_int(rng, -20, 20);
    default: return test_rng_range(rng, -30.0f, 30.0f);
    }
}

static float style_side(test_rng* rng, int style, int32_t i)
{
    switch (style)
    {
    case FAR_AWAY: return i < 2 ? 0.0f : 1e4f * (float)test_rng_int(rng, 0, 40);
    case ANY_SIZE: return fabsf(any_magnitude(rng));
    case POINTS: return 0.0f;
    case BORDERS: return (float)test_rng_int(rng, 0, 3);
    default: return test_rng_range(rng, 0.0f, 2.0f);
    }
}

static Box style_box(test_rng* rng, int style, int32_t i)
{
    Box box;
    for (int k = 0; k < AXES; ++k)
    {
        float lower = style_place(rng, style, i, k);
        SET_AT(box.lower, k, lower);
        SET_AT(box.upper, k, fminf(lower + style_side(rng, style, i), 0x1p62f));
    }
    return box;
}

static FN(index_def) setting_def(int setting)
{
    static const float lengths[SETTINGS] = {0.0f, 0x1p-60f, 0x1p60f, 1.0f, 0.01f, 1.0f, 0.0f, 3.0f, 0x1p-60f};
    FN(index_def) def = {.kind = IMP_INDEX_GRID, .cell_size = lengths[setting]};
    for (int k = 0; k < AXES && setting >= 5; ++k)
    {
        // All of an even scene; a part; all, but as an array; none.
        SET_AT(def.bounds.lower, k, setting == 8 ? 1e6f : setting == 7 ? -5.0f : -40.0f);
        SET_AT(def.bounds.upper, k, setting == 8 ? 2e6f : setting == 7 ? 5.0f : 40.0f);
    }
    return def;
}

static void check_lists(const imp_pair_list* a, const imp_pair_list* b)
{
    assert_int_equal(a->count, b->count);
    assert_int_equal(memcmp(a->pairs, b->pairs, (size_t)(a->count > 0 ? a->count : 0) * sizeof *a->pairs), 0);
}

static void check_valid(const FN(index) * grid)
{
    const char* fault = FNI(tree_fault)(&grid->tree, grid->place, grid->number_count);
    fault = fault ? fault : FNI(grid_fault)(grid);
    if (fault)
    {
        fail_msg("%s", fault);
    }
}

// Index 0 is the grid, index 1 brute force.
static void check_pairs(FN(index) * *index)
{
    imp_pair_list list[2], ended[2];
    check_valid(index[0]);
    for (int i = 0; i < 2; ++i)
    {
        assert_int_equal(FN(index_pairs)(index[i], &list[i]), IMP_OK);
    }
    check_lists(&list[0], &list[1]);
    for (int i = 0; i < 2; ++i)
    {
        assert_int_equal(FN(index_pairs_changed)(index[i], &list[i], &ended[i]), IMP_OK);
    }
    check_lists(&list[0], &list[1]);
    check_lists(&ended[0], &ended[1]);
    check_valid(index[0]);
}

static void check_hits(const imp_index_hit (*hits)[MANY], const int32_t* count)
{
    assert_int_equal(count[0], count[1]);
    for (int32_t i = 0; i < count[0]; ++i)
    {
        assert_int_equal(hits[0][i].thing, hits[1][i].thing);
        assert_true(hits[0][i].value == hits[1][i].value);
    }
}

static void check_questions(test_rng* rng, int style, FN(index) * *index)
{
    static imp_index_hit hits[2][MANY];
    static int32_t numbers[2][MANY];
    int32_t count[2] = {0, 0};
    for (int turn = 0; turn < 12; ++turn)
    {
        int32_t who = test_rng_int(rng, 0, MANY), capacity = turn % 3 ? 1 + turn % 5 : MANY;
        Box box = style_box(rng, style, who), to = style_box(rng, style, turn);
        FN(index_sweep) sweep = {box, box.lower, {0, 0}};
        FN(index_ray) ray = {box.lower, box.lower, {0, 0}};
        FN(index_spot) spot = {to.lower, turn % 4 == 3 ? fabsf(any_magnitude(rng)) : 0.0f, {0, 0}};
        for (int k = 0; k < AXES; ++k)
        {
            float way = test_rng_int(rng, 0, 4) ? (AT(to.lower, k) - AT(box.lower, k)) * 0.5f : 0.0f;
            SET_AT(sweep.motion, k, fmaxf(-0x1p60f, fminf(0x1p60f, way)));
        }
        ray.motion = sweep.motion;
        for (int i = 0; i < 2; ++i)
        {
            assert_int_equal(FN(index_query_box)(index[i], &box, NULL, numbers[i], MANY, &count[i]), IMP_OK);
        }
        assert_int_equal(count[0], count[1]);
        assert_int_equal(memcmp(numbers[0], numbers[1], (size_t)count[0] * sizeof *numbers[0]), 0);
        for (int i = 0; i < 2; ++i)
        {
            assert_int_equal(FN(index_cast_ray)(index[i], &ray, hits[i], capacity, &count[i]), IMP_OK);
        }
        check_hits((const imp_index_hit(*)[MANY])hits, count);
        for (int i = 0; i < 2; ++i)
        {
            assert_int_equal(FN(index_cast_box)(index[i], &sweep, hits[i], capacity, &count[i]), IMP_OK);
        }
        check_hits((const imp_index_hit(*)[MANY])hits, count);
        for (int i = 0; i < 2; ++i)
        {
            assert_int_equal(FN(index_nearest)(index[i], &spot, hits[i], capacity, &count[i]), IMP_OK);
        }
        check_hits((const imp_index_hit(*)[MANY])hits, count);
    }
}

// Some come, some go, all or some move: little or anywhere.
static void change_things(test_rng* rng, int style, FN(index) * *index, Box* boxes, bool* alive)
{
    static FN(thing) things[MANY];
    static Box moved[MANY];
    static int32_t gone[MANY], movers[MANY], numbers[2][MANY];
    int32_t come = test_rng_int(rng, 0, 3) ? test_rng_int(rng, 0, 30) : MANY, go = 0, move = 0;
    int one_in = test_rng_int(rng, 0, 1) ? 1 : test_rng_int(rng, 2, 40), kind = test_rng_int(rng, 0, 2);
    for (int32_t i = 0; i < MANY; ++i)
    {
        come -= alive[i] && come > 0;
        if (alive[i] && test_rng_int(rng, 0, 20) == 0)
        {
            gone[go++] = i;
            alive[i] = false;
        }
    }
    int32_t room = 0;
    for (int32_t i = 0; i < MANY; ++i)
    {
        room += !alive[i];
    }
    come = come < room - go ? come : room - go;
    for (int32_t i = 0; i < come; ++i)
    {
        things[i] = (FN(thing)){style_box(rng, style, i), 0, {1u << (i & 1), i % 9 ? 3u : 2u}};
    }
    for (int i = 0; i < 2; ++i)
    {
        assert_int_equal(FN(index_remove)(index[i], gone, go), IMP_OK);
        assert_int_equal(FN(index_add)(index[i], things, come, numbers[i]), IMP_OK);
    }
    for (int32_t i = 0; i < come; ++i)
    {
        assert_int_equal(numbers[0][i], numbers[1][i]);
        if (numbers[0][i] < MANY)
        {
            alive[numbers[0][i]] = true;
            boxes[numbers[0][i]] = things[i].box;
        }
    }
    for (int32_t i = 0; i < MANY; ++i)
    {
        if (alive[i] && test_rng_int(rng, 1, one_in) == 1)
        {
            float by = kind ? test_rng_range(rng, -0.5f, 0.5f) : 0.0f;
            boxes[i] = kind == 2 ? style_box(rng, style, i) : boxes[i];
            for (int k = 0; k < AXES && kind < 2 && i > 1; ++k)
            {
                float lower = AT(boxes[i].lower, k) + by, upper = AT(boxes[i].upper, k) + by;
                SET_AT(boxes[i].lower, k, lower);
                SET_AT(boxes[i].upper, k, upper);
            }
            moved[move] = boxes[i];
            movers[move++] = i;
        }
    }
    for (int i = 0; i < 2; ++i)
    {
        assert_int_equal(FN(index_move)(index[i], movers, moved, move), IMP_OK);
    }
}

static void hard_scenes(void** unused)
{
    (void)unused;
    static Box boxes[MANY];
    static bool alive[MANY];
    uint64_t scenes = test_n(STYLE_COUNT * SETTINGS);
    for (uint64_t scene = 0; scene < scenes; ++scene)
    {
        test_rng rng = {test_seed() + scene};
        int style = (int)(scene % STYLE_COUNT), setting = (int)(scene / STYLE_COUNT % SETTINGS);
        test_allocator memory = {.fail_at = -1};
        imp_allocator allocator = test_allocator_get(&memory);
        FN(index_def) def = setting_def(setting), brute = {.kind = IMP_INDEX_BRUTE};
        FN(index) * index[2];
        def.allocator = &allocator;
        memset(alive, 0, sizeof alive);
        assert_int_equal(FN(index_make)(&def, &index[0]), IMP_OK);
        assert_int_equal(FN(index_make)(&brute, &index[1]), IMP_OK);
        for (int round = 0; round < ROUNDS; ++round)
        {
            // From some time on there may be no memory: things move all the same.
            memory.fail_at = -1;
            change_things(&rng, style, index, boxes, alive);
            if (round % 2)
            {
                check_pairs(index);
            }
            memory.fail_at = test_rng_int(&rng, 0, 1) ? memory.calls : -1;
            memory.fail_ever = true;
            int32_t movers[2] = {0, MANY / 2};
            for (int32_t k = 0; k < 60; ++k)
            {
                movers[0] = test_rng_int(&rng, 0, MANY - 1);
                for (int i = 0; i < 2 && alive[movers[0]]; ++i)
                {
                    boxes[movers[0]] = i ? boxes[movers[0]] : style_box(&rng, style, movers[0]);
                    assert_int_equal(FN(index_move)(index[i], movers, &boxes[movers[0]], 1), IMP_OK);
                }
            }
            check_valid(index[0]);
            check_questions(&rng, style, index);
            memory.fail_at = -1;
            check_pairs(index);
        }
        FN(index_free)(index[0]);
        FN(index_free)(index[1]);
        assert_int_equal(memory.live_blocks, 0);
        assert_int_equal(memory.live_bytes, 0);
    }
    test_report(CASE_NAME " grids in hard scenes", scenes);
}

// Things that lie evenly are held against their neighbours only, whatever is far away or large; and no walk is longer
// than brute force, however short cells are. Where blocks are given that hold more than sixteen, all of them are in
// cells.
static void few_tests(void** unused)
{
    (void)unused;
    static FN(thing) things[20000];
    // The last two: cells that are given and too short for things to share them, or shorter than things are.
    static const float lengths[7] = {0.0f, 0.0f, 0.0f, 0.0f, 5.0f, 1.0f, 0.25f};
    for (int odd = 0; odd < 7; ++odd)
    {
        test_rng rng = {5};
        float side = AXES == 2 ? 140.0f : 35.0f;
        FN(index_def) def = {.kind = IMP_INDEX_GRID, .cell_size = lengths[odd]};
        FN(index)* index = NULL;
        imp_pair_list list;
        imp_index_stats stats;
        for (int32_t i = 0; i < 20000; ++i)
        {
            for (int k = 0; k < AXES; ++k)
            {
                bool far_away = odd == 1 && i % 1000 == 0;
                float at = far_away ? any_magnitude(&rng) * 1e9f : test_rng_range(&rng, 0.0f, side);
                at += odd == 3 && i & 1 ? 1e6f : 0.0f;
                SET_AT(things[i].box.lower, k, at);
                SET_AT(things[i].box.upper, k, at + (odd == 2 && i % 100 == 0 ? 10.0f : 1.0f));
            }
        }
        assert_int_equal(FN(index_make)(&def, &index), IMP_OK);
        assert_int_equal(FN(index_add)(index, things, 20000, NULL), IMP_OK);
        assert_int_equal(FN(index_pairs)(index, &list), IMP_OK);
        assert_int_equal(FN(index_stats)(index, &stats), IMP_OK);
        assert_true(stats.tests < 20000u * 16 * (AXES == 2 ? 6 : 10));
        assert_true(stats.bytes < 20000u * 300);
        FN(index_free)(index);
    }
}

static void planted_faults(void** unused)
{
    (void)unused;
    test_rng rng = {9};
    for (int plant = 0; plant < 5; ++plant)
    {
        FN(index_def) def = {.kind = IMP_INDEX_GRID, .cell_size = 1.0f};
        FN(index)* index = NULL;
        assert_int_equal(FN(index_make)(&def, &index), IMP_OK);
        imp_pair_list begun, ended;
        for (int32_t i = 0; i < 100; ++i)
        {
            FN(thing) thing = {style_box(&rng, EVEN, i), 0, {0, 0}};
            assert_int_equal(FN(index_add)(index, &thing, 1, NULL), IMP_OK);
        }
        assert_int_equal(FN(index_pairs_changed)(index, &begun, &ended), IMP_OK);
        Box box = style_box(&rng, EVEN, 0);
        int32_t number = 3, place = index->place[3];
        SET_AT(box.lower, 0, 1e3f);
        SET_AT(box.upper, 0, 1e3f);
        assert_int_equal(FN(index_move)(index, &number, &box, 1), IMP_OK);
        assert_null(FNI(grid_fault)(index));
        assert_int_equal(index->was[3], place);
        FNI(grid)* grid = &index->tree.grid;
        int32_t block = index->place[3] >> 4;
        switch (plant)
        {
        case 0: FNI(block_set)(&index->tree.now[block], index->place[3] & 15, style_box(&rng, EVEN, 0)); break;
        case 1: index->was[3] = -1; break;
        case 2: index->place[3] = place; break;
        case 3: grid->cells[block].at[0] += 1; break;
        default: grid->levels = 0;
        }
        assert_non_null(FNI(grid_fault)(index));
        FN(index_free)(index);
    }
}

static void bad_definitions(void** unused)
{
    (void)unused;
    FN(index)* index = NULL;
    FN(index_def) def = {.kind = IMP_INDEX_GRID, .cell_size = -1.0f};
    assert_int_equal(FN(index_make)(&def, &index), IMP_ERR_NEGATIVE | 1 << 8);
    def.cell_size = NAN;
    assert_int_equal(FN(index_make)(&def, &index), IMP_ERR_NAN | 1 << 8);
    def.cell_size = 0x1p61f;
    assert_int_equal(FN(index_make)(&def, &index), IMP_ERR_MAGNITUDE | 1 << 8);
    def.cell_size = 1.0f;
    SET_AT(def.bounds.lower, 1, 1.0f);
    assert_int_equal(FN(index_make)(&def, &index), IMP_ERR_ORDER | 1 << 8);
    SET_AT(def.bounds.lower, 1, -INFINITY);
    assert_int_equal(FN(index_make)(&def, &index), IMP_ERR_NAN | 1 << 8);
    assert_null(index);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hard_scenes),
        cmocka_unit_test(few_tests),
        cmocka_unit_test(planted_faults),
        cmocka_unit_test(bad_definitions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
