// SPDX-License-Identifier: MIT
//
// Indexes of many boxes, where a tree has several levels and decays: one hash of all answers, the same for every kind,
// every width of lanes and every number of threads, on every machine. And for each kind one of where things lie, which
// no answer shows. index_test.inl has the small scenes and the plain reference.

enum
{
    LARGE = 6000
};

static void hash_pairs(uint64_t* hash, const imp_pair_list* list)
{
    *hash = impi_hash_i64(*hash, list->count);
    for (int i = 0; i < list->count; ++i)
    {
        *hash = impi_hash_u64(*hash, (uint64_t)list->pairs[i].a << 32 | (uint64_t)list->pairs[i].b);
    }
}

static void hash_hits(uint64_t* hash, const imp_index_hit* hits, int32_t count)
{
    for (int i = 0; i < count; ++i)
    {
        *hash = impi_hash_float(impi_hash_i64(*hash, hits[i].thing), hits[i].value);
    }
}

// Without the last digits of a generator, so that ties and touching are common.
static float large_number(test_rng* rng, float range)
{
    return (float)test_rng_int(rng, -4096, 4096) * (range / 4096.0f);
}

static Box large_box(test_rng* rng, float range)
{
    Box box;
    float size = (float)(1 << test_rng_int(rng, 0, 4)) * 0.125f;
    for (int k = 0; k < AXES; ++k)
    {
        float at = large_number(rng, range);
        SET_AT(box.lower, k, at);
        SET_AT(box.upper, k, at + size);
    }
    return box;
}

static void hash_questions(test_rng* rng, const FN(index) * index, float range, uint64_t* hash)
{
    static int32_t numbers[LARGE];
    imp_index_hit hits[20];
    for (int i = 0; i < 20; ++i)
    {
        int32_t count = 0;
        Box box = large_box(rng, range);
        FN(index_ray) ray = {box.lower, box.upper, {0, 0}};
        FN(index_sweep) sweep = {box, large_box(rng, range).lower, {0, 0}};
        FN(index_spot) spot = {box.lower, 0.0f, {0, 0}};
        for (int k = 0; k < AXES && i == 0; ++k)
        {
            SET_AT(box.lower, k, -range);
        }
        assert_int_equal(FN(index_query_box)(index, &box, NULL, numbers, LARGE, &count), IMP_OK);
        for (int n = 0; n < count; ++n)
        {
            *hash = impi_hash_i64(*hash, numbers[n]);
        }
        assert_int_equal(FN(index_cast_ray)(index, &ray, hits, 20, &count), IMP_OK);
        hash_hits(hash, hits, count);
        assert_int_equal(FN(index_cast_box)(index, &sweep, hits, 3, &count), IMP_OK);
        hash_hits(hash, hits, count);
        assert_int_equal(FN(index_nearest)(index, &spot, hits, 20, &count), IMP_OK);
        hash_hits(hash, hits, count);
    }
}

static uint64_t large_scene(uint64_t seed, const FN(index_def) * def, int level, uint64_t* order)
{
    static FN(thing) things[LARGE];
    static Box boxes[LARGE];
    static int32_t numbers[LARGE];
    test_rng rng = {seed};
    float range = AXES == 2 ? 60.0f : 16.0f;
    uint64_t hash = IMPI_HASH_START;
    *order = IMPI_HASH_START;
    FN(index)* index = NULL;
    assert_int_equal(FN(index_make)(def, &index), IMP_OK);
    FNI(index_set_level)(index, level);
    for (int i = 0; i < LARGE; ++i)
    {
        things[i] = (FN(thing)){large_box(&rng, range), 0, {1u << (i & 1), i % 50 ? 3u : 2u}};
        boxes[i] = things[i].box;
    }
    assert_int_equal(FN(index_add)(index, things, LARGE, NULL), IMP_OK);
    for (int frame = 0; frame < 14; ++frame)
    {
        imp_pair_list list, begun, ended;
        for (int i = 0; i < LARGE; ++i)
        {
            bool far_away = frame % 5 == 4 && i % 7 == 0;
            Box box = large_box(&rng, range);
            for (int k = 0; k < AXES && !far_away; ++k)
            {
                // By eighths, and as long as it was.
                float by = floorf(AT(box.lower, k)) * 0.125f / 16.0f;
                float lower = AT(boxes[i].lower, k) + by, upper = AT(boxes[i].upper, k) + by;
                SET_AT(box.lower, k, lower);
                SET_AT(box.upper, k, upper);
            }
            boxes[i] = box;
        }
        assert_int_equal(FN(index_move)(index, NULL, boxes, LARGE), IMP_OK);
        if (frame % 3 == 1)
        {
            // Some go and others come, one by one; they get the same numbers, since these were told of.
            int count = 0;
            for (int i = frame; i < LARGE; i += 23)
            {
                numbers[count++] = i;
            }
            assert_int_equal(FN(index_remove)(index, numbers, count), IMP_OK);
            assert_int_equal(FN(index_pairs_changed)(index, &begun, &ended), IMP_OK);
            hash_pairs(&hash, &begun);
            hash_pairs(&hash, &ended);
            for (int i = 0; i < count; ++i)
            {
                FN(thing) thing = {boxes[numbers[i]], 0, {0, 0}};
                int32_t number = -1;
                assert_int_equal(FN(index_add)(index, &thing, 1, &number), IMP_OK);
                assert_int_equal(number, numbers[i]);
            }
        }
        assert_null(FNI(tree_fault)(&index->tree, index->place, index->number_count));
        assert_int_equal(FN(index_pairs)(index, &list), IMP_OK);
        hash_pairs(&hash, &list);
        assert_int_equal(FN(index_pairs_changed)(index, &begun, &ended), IMP_OK);
        hash_pairs(&hash, &begun);
        hash_pairs(&hash, &ended);
        hash_questions(&rng, index, range, &hash);
        for (int i = 0; i < index->number_count; ++i)
        {
            *order = impi_hash_i64(*order, index->place[i]);
        }
    }
    FN(index_free)(index);
    return hash;
}

static void large_scenes(void** unused)
{
    (void)unused;
    static const int threads[] = {1, 2, 3, 16};
    FN(index_def) brute = {.kind = IMP_INDEX_BRUTE};
    uint64_t count = test_n(1);
    for (uint64_t scene = 0; scene < count; ++scene)
    {
        uint64_t seed = scene ? test_seed() + scene : 1;
        uint64_t wanted_order, order, wanted = large_scene(seed, &brute, impi_cpu_level(), &order);
        if (seed == 1)
        {
            assert_int_equal(wanted, AXES == 2 ? 0x36a1bc61bf823964u : 0x5f0017f97e508015u);
        }
        for (int kind = 0; kind < IMP_INDEX_KIND_COUNT; ++kind)
        {
            FN(index_def) def = {.kind = kind};
            if (kind == IMP_INDEX_BRUTE)
            {
                continue;
            }
            assert_int_equal(large_scene(seed, &def, 0, &wanted_order), wanted);
            for (int level = 1; level <= impi_cpu_level(); ++level)
            {
                assert_int_equal(large_scene(seed, &def, level, &order), wanted);
                assert_int_equal(order, wanted_order);
            }
            for (size_t i = 0; i < sizeof threads / sizeof *threads; ++i)
            {
                imp_pool* pool = NULL;
                imp_jobs jobs;
                assert_int_equal(imp_pool_make(threads[i], NULL, &pool), IMP_OK);
                assert_int_equal(imp_pool_jobs(pool, &jobs), IMP_OK);
                def.jobs = &jobs;
                assert_int_equal(large_scene(seed, &def, impi_cpu_level(), &order), wanted);
                assert_int_equal(order, wanted_order);
                imp_pool_free(pool);
            }
        }
    }
}

// Where things lie after they were put in, by one thread and by several: also where splits leave single blocks over.
static void order_is_of_no_thread(void** unused)
{
    (void)unused;
    static const int32_t counts[] = {14 * 65, 14 * 129 + 1, 14 * 257, 14 * 1025, 14 * 1090};
    static FN(thing) things[14 * 1090];
    test_rng rng = {test_seed()};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; ++i)
    {
        int32_t count = counts[i];
        FN(index) * alone, *together;
        imp_pool* pool = NULL;
        imp_jobs jobs;
        FN(index_def) def = {.kind = IMP_INDEX_TREE};
        for (int32_t k = 0; k < count; ++k)
        {
            things[k] = (FN(thing)){large_box(&rng, 100.0f), 0, {0, 0}};
        }
        assert_int_equal(imp_pool_make(4, NULL, &pool), IMP_OK);
        assert_int_equal(imp_pool_jobs(pool, &jobs), IMP_OK);
        assert_int_equal(FN(index_make)(&def, &alone), IMP_OK);
        def.jobs = &jobs;
        assert_int_equal(FN(index_make)(&def, &together), IMP_OK);
        assert_int_equal(FN(index_add)(alone, things, count, NULL), IMP_OK);
        assert_int_equal(FN(index_add)(together, things, count, NULL), IMP_OK);
        assert_null(FNI(tree_fault)(&together->tree, together->place, together->number_count));
        assert_memory_equal(alone->place, together->place, (size_t)count * sizeof *alone->place);
        FN(index_free)(alone);
        FN(index_free)(together);
        imp_pool_free(pool);
    }
}

// Many more, in which things come, leap and go: the lists of all kinds, compared with those of brute force. N=25 makes
// it 1e5 things.

enum
{
    SOME = 4000,
    MOST = 100000
};

typedef struct crowd
{
    int32_t count;
    Box* boxes;
    FN(thing) * things;
    int32_t* numbers;
    FN(index) * indexes[IMP_INDEX_KIND_COUNT];
} crowd;

static void crowd_step(crowd* c, test_rng* rng, int step, float range)
{
    int32_t count = 0, one_in = step % 4 == 0 ? 1 : 20;
    for (int32_t i = step % one_in; i < c->count; i += one_in)
    {
        // All a little, and some of them anywhere; or some of them go, and others come.
        if (one_in > 1 || test_rng_int(rng, 0, 49) == 0)
        {
            c->boxes[i] = large_box(rng, range);
        }
        for (int k = 0; k < AXES; ++k)
        {
            float by = test_rng_range(rng, -0.1f, 0.1f), lower = AT(c->boxes[i].lower, k);
            SET_AT(c->boxes[i].lower, k, lower < lower + by ? lower : lower + by);
        }
        c->things[count].box = c->boxes[i];
        c->numbers[count++] = i;
    }
    for (int kind = 0; kind < IMP_INDEX_KIND_COUNT; ++kind)
    {
        if (one_in == 1)
        {
            assert_int_equal(FN(index_move)(c->indexes[kind], NULL, c->boxes, count), IMP_OK);
        }
        else if (step % 4 == 1)
        {
            assert_int_equal(FN(index_remove)(c->indexes[kind], c->numbers, count), IMP_OK);
        }
        else if (step % 4 == 3)
        {
            assert_int_equal(FN(index_add)(c->indexes[kind], c->things, count, NULL), IMP_OK);
        }
    }
}

static void find_lists(FN(index) * index, bool changed, imp_pair_list* lists)
{
    lists[1].count = 0;
    assert_int_equal(changed ? FN(index_pairs_changed)(index, &lists[0], &lists[1]) : FN(index_pairs)(index, &lists[0]),
                     IMP_OK);
}

static uint64_t check_crowd(crowd* c, bool changed)
{
    imp_pair_list wanted[2], lists[2];
    find_lists(c->indexes[IMP_INDEX_BRUTE], changed, wanted);
    for (int kind = 0; kind < IMP_INDEX_KIND_COUNT; ++kind)
    {
        if (kind == IMP_INDEX_BRUTE)
        {
            continue;
        }
        find_lists(c->indexes[kind], changed, lists);
        for (int i = 0; i < 2; ++i)
        {
            assert_int_equal(lists[i].count, wanted[i].count);
            for (int32_t k = 0; k < lists[i].count; ++k)
            {
                assert_int_equal(lists[i].pairs[k].a, wanted[i].pairs[k].a);
                assert_int_equal(lists[i].pairs[k].b, wanted[i].pairs[k].b);
            }
        }
    }
    return (uint64_t)wanted[0].count;
}

static void like_brute_force(void** unused)
{
    (void)unused;
    test_rng rng = {test_seed()};
    uint64_t wanted = SOME * test_n(1), pairs = 0;
    crowd c = {.count = wanted < MOST ? (int32_t)wanted : MOST};
    float range = 0.0f;
    for (double room = 0.0; room < c.count; range += 1.0f)
    {
        room = pow(2.0 * range, AXES);
    }
    c.boxes = calloc((size_t)c.count, sizeof *c.boxes);
    c.things = calloc((size_t)c.count, sizeof *c.things);
    c.numbers = calloc((size_t)c.count, sizeof *c.numbers);
    for (int32_t i = 0; i < c.count; ++i)
    {
        c.boxes[i] = large_box(&rng, range);
        c.things[i].box = c.boxes[i];
    }
    for (int kind = 0; kind < IMP_INDEX_KIND_COUNT; ++kind)
    {
        FN(index_def) def = {.kind = kind};
        assert_int_equal(FN(index_make)(&def, &c.indexes[kind]), IMP_OK);
        assert_int_equal(FN(index_add)(c.indexes[kind], c.things, c.count, NULL), IMP_OK);
    }
    for (int step = 0; step < 8; ++step)
    {
        // Those that are removed in step 1 are told of before others get their numbers in step 3.
        crowd_step(&c, &rng, step, range);
        pairs += check_crowd(&c, false);
        pairs += step != 1 ? check_crowd(&c, true) : 0;
    }
    for (int kind = 0; kind < IMP_INDEX_KIND_COUNT; ++kind)
    {
        FN(index_free)(c.indexes[kind]);
    }
    free(c.boxes);
    free(c.things);
    free(c.numbers);
    test_report(CASE_NAME " pairs like those of brute force", pairs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(large_scenes),
        cmocka_unit_test(order_is_of_no_thread),
        cmocka_unit_test(like_brute_force),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
