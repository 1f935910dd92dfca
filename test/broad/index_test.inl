// SPDX-License-Identifier: MIT
//
// Indexes against the plainest reference there is: arrays of boxes, every one against every other.
//
// Scenes live for some dozens of steps of random additions, moves, teleports, removals and questions. Each kind of
// index and each width of lanes is held against the model on its own, so all agree with each other. After every step
// the validator looks through the tree.
//
// Styles: whole coordinates, where touching is common; anywhere; far from the origin, where ulps are as large as boxes;
// everything at one spot; sizes over six orders of magnitude; all on a line.

enum
{
    THINGS_MAX = 320,
    STYLES = 6
};

typedef struct model
{
    int count;  // numbers given out so far
    bool alive[THINGS_MAX], taken[THINGS_MAX], was[THINGS_MAX];
    Box box[THINGS_MAX], then[THINGS_MAX];
    imp_filter filter[THINGS_MAX];
    uint64_t user[THINGS_MAX];
} model;

typedef struct trial
{
    test_rng rng;
    int style;
    bool filtered;
    FN(index) * index;
    model m;
} trial;

static float coordinate(trial* t)
{
    switch (t->style)
    {
    case 0: return (float)test_rng_int(&t->rng, -12, 12);
    case 1: return test_rng_range(&t->rng, -20.0f, 20.0f);
    case 2: return 1e7f + (float)test_rng_int(&t->rng, 0, 30);
    case 3: return 3.0f;
    case 4: return test_rng_range(&t->rng, -50.0f, 50.0f);
    default: return test_rng_int(&t->rng, 0, 9) ? 1.0f : test_rng_range(&t->rng, -1e6f, 1e6f);
    }
}

static float extent(trial* t)
{
    switch (t->style)
    {
    case 0: return (float)test_rng_int(&t->rng, 0, 3);
    case 2: return (float)test_rng_int(&t->rng, 0, 4);
    case 4: return ldexpf(1.0f, test_rng_int(&t->rng, -14, 6));
    default: return test_rng_range(&t->rng, 0.0f, 3.0f);
    }
}

static Box random_box(trial* t)
{
    Box box;
    for (int k = 0; k < AXES; ++k)
    {
        float at = t->style == 5 && k == 0 ? test_rng_range(&t->rng, -100.0f, 100.0f) : coordinate(t);
        SET_AT(box.lower, k, at);
        SET_AT(box.upper, k, at + extent(t));
    }
    return box;
}

static Box nudged_box(trial* t, Box box)
{
    for (int k = 0; k < AXES; ++k)
    {
        float by = t->style == 0 ? (float)test_rng_int(&t->rng, -1, 1) : test_rng_range(&t->rng, -0.5f, 0.5f);
        float lower = AT(box.lower, k) + by, upper = AT(box.upper, k) + by;
        SET_AT(box.lower, k, lower);
        SET_AT(box.upper, k, upper < lower ? lower : upper);
    }
    return box;
}

static imp_filter random_filter(trial* t)
{
    imp_filter filter = {0, 0};
    if (t->filtered)
    {
        filter.category = 1u << test_rng_int(&t->rng, 0, 3);
        filter.mask = (uint32_t)test_rng_int(&t->rng, 0, 15);
    }
    return filter;
}

// The reference

static bool boxes_touch(const Box* a, const Box* b)
{
    bool touch = true;
    for (int k = 0; k < AXES; ++k)
    {
        touch = touch && AT(a->lower, k) <= AT(b->upper, k) && AT(b->lower, k) <= AT(a->upper, k);
    }
    return touch;
}

static bool filters_meet(imp_filter a, imp_filter b)
{
    const imp_filter all = {~0u, ~0u};
    a = a.category || a.mask ? a : all;
    b = b.category || b.mask ? b : all;
    return (a.category & b.mask) && (b.category & a.mask);
}

static void check_list(const imp_pair_list* list, const model* m, const model* other, int which)
{
    int next = 0;
    for (int a = 0; a < m->count; ++a)
    {
        for (int b = other == m ? a + 1 : 0; b < other->count; ++b)
        {
            bool now = m->alive[a] && other->alive[b] && boxes_touch(&m->box[a], &other->box[b]);
            bool then = m->was[a] && other->was[b] && boxes_touch(&m->then[a], &other->then[b]);
            bool listed = which == 0 ? now : which == 1 ? now && !then : then && !now;
            if (listed && filters_meet(m->filter[a], other->filter[b]))
            {
                assert_true(next < list->count);
                assert_int_equal(list->pairs[next].a, a);
                assert_int_equal(list->pairs[next].b, b);
                ++next;
            }
        }
    }
    assert_int_equal(next, list->count);
}

static void check_pairs(trial* t)
{
    imp_pair_list list;
    assert_int_equal(FN(index_pairs)(t->index, &list), IMP_OK);
    check_list(&list, &t->m, &t->m, 0);
}

static void check_changes(trial* t)
{
    imp_pair_list begun, ended;
    assert_int_equal(FN(index_pairs_changed)(t->index, &begun, &ended), IMP_OK);
    check_list(&begun, &t->m, &t->m, 1);
    check_list(&ended, &t->m, &t->m, 2);
    for (int i = 0; i < t->m.count; ++i)
    {
        t->m.was[i] = t->m.alive[i];
        t->m.taken[i] = t->m.alive[i];
        t->m.then[i] = t->m.box[i];
    }
}

static void check_query(trial* t)
{
    Box box = random_box(t);
    imp_filter filter = random_filter(t);
    int32_t found[THINGS_MAX], count = -1, next = 0;
    const imp_filter* asked = test_rng_int(&t->rng, 0, 1) ? &filter : NULL;
    assert_int_equal(FN(index_query_box)(t->index, &box, asked, found, THINGS_MAX, &count), IMP_OK);
    for (int i = 0; i < t->m.count; ++i)
    {
        imp_filter all = {0, 0};
        if (t->m.alive[i] && boxes_touch(&box, &t->m.box[i]) && filters_meet(asked ? *asked : all, t->m.filter[i]))
        {
            assert_true(next < count);
            assert_int_equal(found[next], i);
            ++next;
        }
    }
    assert_int_equal(next, count);
    if (count > 0)
    {
        int32_t again = -1, first = -7;
        imp_status status = FN(index_query_box)(t->index, &box, asked, count > 1 ? &first : NULL, count > 1, &again);
        assert_int_equal(imp_status_fault(status), IMP_ERR_SPACE);
        assert_int_equal(again, count);
        assert_int_equal(first, -7);
    }
}

// When a moving box enters and leaves another, in doubles that are far more exact than what is asked for; false without
// doubt when it never does.
static bool enters(const Box* box, Vec motion, const Box* other, double* enter, double* leave)
{
    *enter = 0.0;
    *leave = 1.0;
    for (int k = 0; k < AXES; ++k)
    {
        double way = AT(motion, k);
        double to_near = (double)AT(other->lower, k) - AT(box->upper, k),
               to_far = (double)AT(other->upper, k) - AT(box->lower, k);
        if (way == 0.0)
        {
            if (to_near > 0.0 || to_far < 0.0)
            {
                return false;
            }
            continue;
        }
        double a = to_near / way, b = to_far / way;
        *enter = fmax(*enter, fmin(a, b));
        *leave = fmin(*leave, fmax(a, b));
    }
    return *enter <= *leave * (1.0 + 4e-6);
}

static void check_hits(trial* t, const imp_index_hit* hits, int32_t count, int32_t capacity, const double* low,
                       const double* high, const bool* sure, const bool* may)
{
    // Sorted; each is there that must be, unless the list is full of what is not later; none that must not.
    bool listed[THINGS_MAX] = {false};
    for (int i = 0; i < count; ++i)
    {
        int thing = hits[i].thing;
        assert_number(thing, >=, 0);
        assert_number(thing, <, t->m.count);
        assert_false(listed[thing]);
        assert_true(may[thing]);
        listed[thing] = true;
        assert_true(i == 0 || hits[i - 1].value < hits[i].value ||
                    (hits[i - 1].value == hits[i].value && hits[i - 1].thing < thing));
        assert_number(hits[i].value, >=, low[thing]);
        assert_number(hits[i].value, <=, high[thing]);
    }
    for (int i = 0; i < t->m.count; ++i)
    {
        if (sure[i] && !listed[i])
        {
            assert_number(count, ==, capacity);
            assert_number(hits[count - 1].value, <=, high[i]);
        }
    }
}

static void check_cast(trial* t)
{
    FN(index_sweep) sweep;
    memset(&sweep, 0, sizeof sweep);
    sweep.box = random_box(t);
    sweep.filter = random_filter(t);
    bool ray = test_rng_int(&t->rng, 0, 1);
    if (ray)
    {
        sweep.box.upper = sweep.box.lower;
    }
    for (int k = 0; k < AXES; ++k)
    {
        float way = coordinate(t) - AT(sweep.box.lower, k);
        SET_AT(sweep.motion, k, test_rng_int(&t->rng, 0, 3) ? way : 0.0f);
    }
    imp_index_hit hits[THINGS_MAX];
    int32_t count = -1, capacity = test_rng_int(&t->rng, 0, 1) ? THINGS_MAX : test_rng_int(&t->rng, 1, 5);
    FN(index_ray) as_ray = {sweep.box.lower, sweep.motion, sweep.filter};
    imp_status status = ray ? FN(index_cast_ray)(t->index, &as_ray, hits, capacity, &count)
                            : FN(index_cast_box)(t->index, &sweep, hits, capacity, &count);
    assert_int_equal(status, IMP_OK);
    double low[THINGS_MAX], high[THINGS_MAX];
    bool sure[THINGS_MAX], may[THINGS_MAX];
    for (int i = 0; i < t->m.count; ++i)
    {
        double enter, leave;
        bool met = t->m.alive[i] && filters_meet(sweep.filter, t->m.filter[i]);
        may[i] = met && enters(&sweep.box, sweep.motion, &t->m.box[i], &enter, &leave);
        sure[i] = may[i] && enter <= leave;
        low[i] = may[i] ? enter * (1.0 - 1e-6) : 0.0;
        high[i] = may[i] ? enter : 0.0;
    }
    check_hits(t, hits, count, capacity, low, high, sure, may);
}

static void check_nearest(trial* t)
{
    FN(index_spot) spot;
    memset(&spot, 0, sizeof spot);
    spot.point = random_box(t).lower;
    spot.filter = random_filter(t);
    spot.max_distance = test_rng_int(&t->rng, 0, 2) ? 0.0f : test_rng_range(&t->rng, 0.5f, 8.0f);
    imp_index_hit hits[THINGS_MAX];
    int32_t count = -1, capacity = test_rng_int(&t->rng, 0, 1) ? THINGS_MAX : test_rng_int(&t->rng, 1, 5);
    assert_int_equal(FN(index_nearest)(t->index, &spot, hits, capacity, &count), IMP_OK);
    double low[THINGS_MAX], high[THINGS_MAX];
    bool sure[THINGS_MAX], may[THINGS_MAX];
    for (int i = 0; i < t->m.count; ++i)
    {
        double sum = 0.0;
        for (int k = 0; k < AXES; ++k)
        {
            double p = AT(spot.point, k);
            double away = fmax(fmax(AT(t->m.box[i].lower, k) - p, p - AT(t->m.box[i].upper, k)), 0.0);
            sum += away * away;
        }
        double distance = sqrt(sum), reach = spot.max_distance > 0.0f ? spot.max_distance : HUGE_VAL;
        bool met = t->m.alive[i] && filters_meet(spot.filter, t->m.filter[i]);
        sure[i] = met && distance <= reach;
        may[i] = met && distance <= reach * (1.0 + 2e-6);
        low[i] = distance * (1.0 - 5e-7);
        high[i] = distance * (1.0 + 5e-7);
    }
    check_hits(t, hits, count, capacity, low, high, sure, may);
}

// Steps

static void add_some(trial* t, int most)
{
    FN(thing) things[THINGS_MAX];
    int32_t numbers[THINGS_MAX] = {0};
    int room = 0;
    for (int i = 0; i < THINGS_MAX; ++i)
    {
        room += i >= t->m.count || !t->m.taken[i];
    }
    int count = test_rng_int(&t->rng, 0, most < room ? most : room);
    for (int i = 0; i < count; ++i)
    {
        things[i] = (FN(thing)){random_box(t), test_rng_next(&t->rng), random_filter(t)};
    }
    assert_int_equal(FN(index_add)(t->index, things, count, numbers), IMP_OK);
    for (int i = 0; i < count; ++i)
    {
        // The lowest number that is free.
        int n = 0;
        while (n < t->m.count && t->m.taken[n])
        {
            ++n;
        }
        assert_int_equal(numbers[i], n);
        t->m.count = n == t->m.count ? n + 1 : t->m.count;
        t->m.alive[n] = t->m.taken[n] = true;
        t->m.was[n] = false;
        t->m.box[n] = things[i].box;
        t->m.filter[n] = things[i].filter;
        t->m.user[n] = things[i].user;
    }
}

static int some_alive(trial* t, int32_t* numbers, int one_in)
{
    int count = 0;
    for (int i = 0; i < t->m.count; ++i)
    {
        if (t->m.alive[i] && test_rng_int(&t->rng, 1, one_in) == 1)
        {
            numbers[count++] = i;
        }
    }
    return count;
}

static void move_some(trial* t, int one_in, bool teleport)
{
    int32_t numbers[THINGS_MAX] = {0};
    Box boxes[THINGS_MAX];
    int count = some_alive(t, numbers, one_in);
    for (int i = 0; i < count; ++i)
    {
        boxes[i] = teleport ? random_box(t) : nudged_box(t, t->m.box[numbers[i]]);
        t->m.box[numbers[i]] = boxes[i];
    }
    bool all = count == t->m.count;
    assert_int_equal(FN(index_move)(t->index, all ? NULL : numbers, boxes, count), IMP_OK);
}

static void remove_some(trial* t, int one_in)
{
    int32_t numbers[THINGS_MAX] = {0};
    int count = some_alive(t, numbers, one_in);
    assert_int_equal(FN(index_remove)(t->index, numbers, count), IMP_OK);
    for (int i = 0; i < count; ++i)
    {
        t->m.alive[numbers[i]] = false;
        t->m.taken[numbers[i]] = t->m.was[numbers[i]];
    }
}

static void one_step(trial* t)
{
    switch (test_rng_int(&t->rng, 0, 14))
    {
    case 0: add_some(t, 3); break;
    case 1: add_some(t, 150); break;
    case 2: move_some(t, 1, false); break;
    case 3: move_some(t, 2, false); break;
    case 4: move_some(t, 40, false); break;
    case 5: move_some(t, 40, true); break;
    case 6: move_some(t, 3, true); break;
    case 7: remove_some(t, 30); break;
    case 8: remove_some(t, test_rng_int(&t->rng, 0, 3) ? 5 : 1); break;
    case 9: check_pairs(t); break;
    case 10:
    case 11: check_changes(t); break;
    case 12: check_query(t); break;
    case 13: assert_int_equal(FN(index_rebuild)(t->index), IMP_OK); break;
    default: check_cast(t); check_nearest(t);
    }
    const char* fault = FNI(tree_fault)(&t->index->tree, t->index->place, t->index->number_count);
    fault = fault ? fault : FNI(strips_fault)(&t->index->tree, false);
    fault = fault || !t->index->tree.grid.on ? fault : FNI(grid_fault)(t->index);
    if (fault)
    {
        fail_msg("%s", fault);
    }
}

static void setup(trial* t, uint64_t seed, const FN(index_def) * def, int level)
{
    memset(t, 0, sizeof *t);
    t->rng.state = seed;
    t->style = test_rng_int(&t->rng, 0, STYLES - 1);
    t->filtered = test_rng_int(&t->rng, 0, 1);
    assert_int_equal(FN(index_make)(def, &t->index), IMP_OK);
    FNI(index_set_level)(t->index, level);
}

static void scenes(void** unused)
{
    (void)unused;
    static trial t;
    uint64_t count = test_n(40), steps = 0;
    imp_pool* pool = NULL;
    imp_jobs jobs;
    assert_int_equal(imp_pool_make(3, NULL, &pool), IMP_OK);
    assert_int_equal(imp_pool_jobs(pool, &jobs), IMP_OK);
    for (uint64_t scene = 0; scene < count; ++scene)
    {
        for (int kind = 0; kind < IMP_INDEX_KIND_COUNT; ++kind)
        {
            for (int level = 0; level <= impi_cpu_level(); ++level)
            {
                test_allocator memory = {.fail_at = -1};
                imp_allocator allocator = test_allocator_get(&memory);
                FN(index_def) def = {.kind = kind, .allocator = &allocator, .jobs = scene & 1 ? &jobs : NULL};
                setup(&t, test_seed() + scene, &def, level);
                for (int step = 0; step < 60; ++step)
                {
                    one_step(&t);
                    ++steps;
                }
                FN(index_free)(t.index);
                assert_int_equal(memory.live_blocks, 0);
                assert_int_equal(memory.live_bytes, 0);
            }
        }
    }
    imp_pool_free(pool);
    test_report(CASE_NAME " index steps", steps);
}

// Two indexes

static void between(void** unused)
{
    (void)unused;
    static trial a, b;
    uint64_t count = test_n(40);
    for (uint64_t scene = 0; scene < count; ++scene)
    {
        for (int kinds = 0; kinds < IMP_INDEX_KIND_COUNT * IMP_INDEX_KIND_COUNT; ++kinds)
        {
            FN(index_def)
            def_a = {.kind = kinds % IMP_INDEX_KIND_COUNT}, def_b = {.kind = kinds / IMP_INDEX_KIND_COUNT};
            setup(&a, test_seed() + scene, &def_a, impi_cpu_level());
            setup(&b, test_seed() + scene + 1000000, &def_b, impi_cpu_level());
            b.style = a.style;
            add_some(&a, 300);
            add_some(&b, scene & 1 ? 300 : 20);
            if (scene & 2)
            {
                check_changes(&a);
                move_some(&a, 3, true);
                remove_some(&b, 5);
            }
            imp_pair_list list;
            assert_int_equal(FN(index_pairs_between)(a.index, b.index, &list), IMP_OK);
            check_list(&list, &a.m, &b.m, 0);
            FN(index_free)(a.index);
            FN(index_free)(b.index);
        }
    }
}

// Boxes with a margin hold the true ones, are no larger than said, and stay while they can.
static void margin(void** unused)
{
    (void)unused;
    static trial t;
    FN(index_def) def = {.margin = 0.25f};
    setup(&t, test_seed() + 5, &def, impi_cpu_level());
    t.style = 1;
    add_some(&t, 200);
    for (int step = 0; step < 50; ++step)
    {
        Box before[THINGS_MAX];
        FN(thing) thing;
        for (int i = 0; i < t.m.count; ++i)
        {
            assert_int_equal(FN(index_get)(t.index, i, &thing), IMP_OK);
            before[i] = thing.box;
        }
        move_some(&t, 2, false);
        for (int i = 0; i < t.m.count; ++i)
        {
            assert_int_equal(FN(index_get)(t.index, i, &thing), IMP_OK);
            assert_int_equal(thing.user, t.m.user[i]);
            bool stays = true;
            for (int k = 0; k < AXES; ++k)
            {
                stays = stays && AT(before[i].lower, k) <= AT(t.m.box[i].lower, k) &&
                        AT(before[i].upper, k) >= AT(t.m.box[i].upper, k);
                assert_true(AT(thing.box.lower, k) <= AT(t.m.box[i].lower, k));
                assert_true(AT(thing.box.upper, k) >= AT(t.m.box[i].upper, k));
                assert_true(stays || AT(thing.box.lower, k) == AT(t.m.box[i].lower, k) - 0.25f);
            }
            assert_true(!stays || memcmp(&thing.box, &before[i], sizeof thing.box) == 0);
        }
    }
    FN(index_free)(t.index);
}

// Every allocation fails in turn: the call says so, and the index is as it was.
static void memory_runs_out(void** unused)
{
    (void)unused;
    static trial t;
    static model kept;
    uint64_t failures = 0;
    for (int kind = 0; kind < IMP_INDEX_KIND_COUNT; ++kind)
    {
        for (int64_t fail_at = 0, calls = 1; fail_at < calls; ++fail_at)
        {
            test_allocator memory = {.fail_at = fail_at};
            imp_allocator allocator = test_allocator_get(&memory);
            FN(index_def) def = {.kind = kind, .allocator = &allocator};
            FN(index)* index = NULL;
            imp_status status = FN(index_make)(&def, &index);
            if (status)
            {
                assert_int_equal(imp_status_fault(status), IMP_ERR_MEMORY);
                assert_null(index);
                calls = fail_at + 2;
                continue;
            }
            memset(&t, 0, sizeof t);
            t.index = index;
            t.rng.state = 77;
            t.style = 1;
            for (int step = 0; step < 12; ++step)
            {
                FN(thing) things[100];
                int32_t numbers[100], n = step < 6 ? 1 : 50;
                for (int i = 0; i < n; ++i)
                {
                    things[i] = (FN(thing)){random_box(&t), 0, {0, 0}};
                }
                memset(numbers, 0x55, sizeof numbers);
                kept = t.m;
                status = FN(index_add)(index, things, n, numbers);
                assert_true(status == IMP_OK || imp_status_fault(status) == IMP_ERR_MEMORY);
                for (int i = 0; i < n; ++i)
                {
                    assert_int_equal(numbers[i], status ? 0x55555555 : t.m.count + i);
                    t.m.box[t.m.count + i] = things[i].box;
                    t.m.alive[t.m.count + i] = t.m.taken[t.m.count + i] = true;
                }
                t.m.count += n;
                if (status)
                {
                    t.m = kept;
                    ++failures;
                }
                static int32_t places[THINGS_MAX];
                for (int i = 0; i < t.m.count; ++i)
                {
                    places[i] = index->place[i];
                }
                int64_t before = memory.calls;
                status = FN(index_rebuild)(index);
                assert_int_equal(status != IMP_OK, before <= fail_at && fail_at < memory.calls);
                if (status)
                {
                    assert_int_equal(imp_status_fault(status), IMP_ERR_MEMORY);
                    for (int i = 0; i < t.m.count; ++i)
                    {
                        assert_int_equal(index->place[i], places[i]);
                    }
                    ++failures;
                }
                imp_pair_list begun = {NULL, -1}, ended = {NULL, -1};
                status = step & 1 ? FN(index_pairs)(index, &begun) : FN(index_pairs_changed)(index, &begun, &ended);
                if (status)
                {
                    assert_int_equal(imp_status_fault(status), IMP_ERR_MEMORY);
                    assert_int_equal(begun.count, -1);
                    ++failures;
                    status = step & 1 ? FN(index_pairs)(index, &begun) : FN(index_pairs_changed)(index, &begun, &ended);
                    assert_int_equal(status, IMP_OK);
                }
                check_list(&begun, &t.m, &t.m, step & 1 ? 0 : 1);
                if (!(step & 1))
                {
                    check_list(&ended, &t.m, &t.m, 2);
                    memcpy(t.m.was, t.m.alive, sizeof t.m.was);
                    memcpy(t.m.then, t.m.box, sizeof t.m.then);
                }
                assert_null(FNI(tree_fault)(&index->tree, index->place, index->number_count));
            }
            calls = memory.calls;
            FN(index_free)(index);
            assert_int_equal(memory.live_blocks, 0);
            assert_int_equal(memory.live_bytes, 0);
        }
    }
    test_report(CASE_NAME " allocations failed", failures);
    assert_true(failures > 10);
}

// Arrays are taken whole or not at all.
static void all_or_nothing(void** unused)
{
    (void)unused;
    static trial t;
    setup(&t, 3, NULL, impi_cpu_level());
    t.style = 1;
    t.filtered = false;
    add_some(&t, 100);
    FN(thing) things[3] = {{random_box(&t), 0, {0, 0}}, {random_box(&t), 0, {0, 0}}, {random_box(&t), 0, {0, 0}}};
    SET_AT(things[2].box.lower, 1, NAN);
    int32_t numbers[3] = {0, 1, 5000};
    assert_int_equal(FN(index_add)(t.index, things, 3, numbers), IMP_ERR_NAN | 2 << 8);
    Box boxes[3] = {things[0].box, things[1].box, things[0].box};
    assert_int_equal(FN(index_move)(t.index, numbers, boxes, 3), IMP_ERR_HANDLE | 2 << 8);
    numbers[2] = 2;
    SET_AT(boxes[2].upper, 0, -1e30f);
    assert_int_equal(FN(index_move)(t.index, numbers, boxes, 3), IMP_ERR_MAGNITUDE | 3 << 8);
    SET_AT(boxes[2].upper, 0, -1e10f);
    assert_int_equal(FN(index_move)(t.index, numbers, boxes, 3), IMP_ERR_ORDER | 3 << 8);
    numbers[2] = 0;
    assert_int_equal(FN(index_remove)(t.index, numbers, 3), IMP_ERR_HANDLE | 2 << 8);
    check_pairs(&t);
    FN(index_free)(t.index);
}

// The squares of these distances differ by one ulp, their roots do not.
static void nearest_with_one_root_by_number(void** unused)
{
    (void)unused;
    for (int kind = 0; kind < IMP_INDEX_KIND_COUNT; ++kind)
    {
        FN(index_def) def = {.kind = kind};
        FN(index)* index = NULL;
        FN(thing) things[2];
        FN(index_spot) spot;
        imp_index_hit hits[2];
        int32_t numbers[2], found = 0;
        memset(things, 0, sizeof things);
        memset(&spot, 0, sizeof spot);
        things[0].box.lower.x = things[0].box.upper.x = things[1].box.lower.x = things[1].box.upper.x = 1.0f;
        things[0].box.lower.y = things[0].box.upper.y = 0x1.8p-12f;
        assert_int_equal(FN(index_make)(&def, &index), IMP_OK);
        assert_int_equal(FN(index_add)(index, things, 2, numbers), IMP_OK);
        assert_int_equal(FN(index_nearest)(index, &spot, hits, 2, &found), IMP_OK);
        assert_int_equal(found, 2);
        assert_true(hits[0].value == hits[1].value);
        assert_int_equal(hits[0].thing, 0);
        FN(index_free)(index);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scenes),         cmocka_unit_test(between),
        cmocka_unit_test(margin),         cmocka_unit_test(memory_runs_out),
        cmocka_unit_test(all_or_nothing), cmocka_unit_test(nearest_with_one_root_by_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
