// SPDX-License-Identifier: MIT
//
// Golden rows of indexes. A case is the life of an index: things are added, moved, removed, others take their numbers;
// then a question. It is lived by each kind of index at each width of lanes, and the answers must be the same.

enum
{
    EVERY = 256,  // one case in so many is a life
    MOST = 400    // more than one level of sixteen blocks
};

typedef struct life
{
    FN(index) * index;
    FN(thing) things[MOST];
    int32_t numbers[MOST];
    int32_t count;
} life;

static int ways(void)
{
    return IMP_INDEX_KIND_COUNT * (1 + impi_cpu_level());
}

/// Spread over eight times the width of the numbers, so that not all are at one spot.
static Vec a_place(trial* t)
{
    Vec v;
    for (int k = 0; k < AXES; ++k)
    {
        float cell = (float)(test_rng_next(&t->rng) & 7) * 8.0f * t->scale;
        SET_AT(v, k, cell + a_number(t));
    }
    return v;
}

static Box a_place_with_size(trial* t)
{
    Box box;
    box.lower = a_place(t);
    box.upper = box.lower;
    for (int k = 0; k < AXES; ++k)
    {
        float size = a_size(t);
        SET_AT(box.upper, k, AT(box.lower, k) + size);
    }
    return box;
}

static imp_filter a_filter(trial* t)
{
    uint64_t bits = test_rng_next(&t->rng);
    imp_filter filter = {1u << (bits & 3), (uint32_t)(bits >> 8 & 15)};
    return bits & 0x10000 ? filter : (imp_filter){0, 0};
}

static void begin_life(trial* t, life* l)
{
    uint64_t bits = test_rng_next(&t->rng);
    const FN(index_def) def = {.kind = t->way % IMP_INDEX_KIND_COUNT, .margin = bits & 1 ? 0.5f * a_size(t) : 0.0f};
    assert_int_equal(FN(index_make)(&def, &l->index), IMP_OK);
    FNI(index_set_level)(l->index, t->way / IMP_INDEX_KIND_COUNT);
    l->count = 2 + (int32_t)((bits >> 8) % (bits & 14 ? 60 : MOST - 1));
    for (int32_t i = 0; i < l->count; ++i)
    {
        l->things[i].box = a_place_with_size(t);
        l->things[i].user = (uint64_t)i;
        l->things[i].filter = a_filter(t);
    }
    assert_int_equal(FN(index_add)(l->index, l->things, l->count, l->numbers), IMP_OK);
    imp_pair_list begun, ended;
    assert_int_equal(FN(index_pairs_changed)(l->index, &begun, &ended), IMP_OK);
    for (int32_t i = 0; i < l->count; i += 1 + (int32_t)(bits >> 40 & 3))
    {
        Box box = a_place_with_size(t);
        assert_int_equal(FN(index_move)(l->index, &l->numbers[i], &box, 1), IMP_OK);
    }
    int32_t part = l->count / (2 + (int32_t)(bits >> 44 & 7));
    assert_int_equal(FN(index_remove)(l->index, l->numbers, part), IMP_OK);
    if (bits >> 48 & 1)
    {
        assert_int_equal(FN(index_rebuild)(l->index), IMP_OK);
    }
}

static void end_life(life* l)
{
    FN(index_free)(l->index);
}

// A result of an index is good until its next call, and the index until its end.

static void add_pairs(trial* t, imp_status status, const imp_pair_list* list)
{
    if (add_status(t, status))
    {
        add_word(t, (uint32_t)list->count);
        add_words(t, list->pairs, (size_t)list->count * sizeof *list->pairs);
    }
}

static void add_hits(trial* t, imp_status status, const imp_index_hit* hits, const int32_t* count)
{
    if (add_status(t, status))
    {
        add_words(t, hits, (size_t)*count * sizeof *hits);
    }
}

static void run_add(trial* t)
{
    life l;
    begin_life(t, &l);
    imp_status status = FN(index_add)(l.index, l.things, l.count, l.numbers);
    add_result(t, status, l.numbers, (size_t)l.count * sizeof *l.numbers);
    end_life(&l);
}

static void run_get(trial* t)
{
    life l;
    begin_life(t, &l);
    for (int32_t i = 0; i < l.count; ++i)
    {
        FN(thing) thing;
        ADD(t, FN(index_get)(l.index, i, &thing), thing);
    }
    end_life(&l);
}

static void run_pairs(trial* t)
{
    life l;
    imp_pair_list list;
    begin_life(t, &l);
    add_pairs(t, FN(index_pairs)(l.index, &list), &list);
    end_life(&l);
}

static void run_pairs_changed(trial* t)
{
    life l;
    imp_pair_list begun, ended;
    begin_life(t, &l);
    imp_status status = FN(index_pairs_changed)(l.index, &begun, &ended);
    add_pairs(t, status, &begun);
    add_pairs(t, status, &ended);
    end_life(&l);
}

static void run_pairs_between(trial* t)
{
    life l, other;
    imp_pair_list list;
    begin_life(t, &l);
    begin_life(t, &other);
    add_pairs(t, FN(index_pairs_between)(l.index, other.index, &list), &list);
    end_life(&l);
    end_life(&other);
}

static void run_query_box(trial* t)
{
    life l;
    int32_t numbers[MOST], count;
    begin_life(t, &l);
    Box box = a_place_with_size(t);
    imp_filter filter = a_filter(t);
    if (add_status(t, FN(index_query_box)(l.index, &box, &filter, numbers, MOST, &count)))
    {
        add_words(t, numbers, (size_t)count * sizeof *numbers);
    }
    end_life(&l);
}

static void run_cast_ray(trial* t)
{
    life l;
    imp_index_hit hits[MOST];
    int32_t count;
    begin_life(t, &l);
    FN(index_ray) ray;
    ray.origin = a_place(t);
    ray.motion = a_place(t);
    ray.filter = a_filter(t);
    int32_t capacity = 1 + (int32_t)(test_rng_next(&t->rng) & 7);
    add_hits(t, FN(index_cast_ray)(l.index, &ray, hits, capacity, &count), hits, &count);
    end_life(&l);
}

static void run_cast_box(trial* t)
{
    life l;
    imp_index_hit hits[MOST];
    int32_t count;
    begin_life(t, &l);
    FN(index_sweep) sweep;
    sweep.box = a_place_with_size(t);
    sweep.motion = a_place(t);
    sweep.filter = a_filter(t);
    int32_t capacity = 1 + (int32_t)(test_rng_next(&t->rng) & 7);
    add_hits(t, FN(index_cast_box)(l.index, &sweep, hits, capacity, &count), hits, &count);
    end_life(&l);
}

static void run_nearest(trial* t)
{
    life l;
    imp_index_hit hits[MOST];
    int32_t count;
    begin_life(t, &l);
    FN(index_spot) spot;
    spot.point = a_place(t);
    spot.max_distance = 4.0f * a_size(t);
    spot.filter = a_filter(t);
    int32_t capacity = 1 + (int32_t)(test_rng_next(&t->rng) & 7);
    add_hits(t, FN(index_nearest)(l.index, &spot, hits, capacity, &count), hits, &count);
    end_life(&l);
}

/// Points in a crowd of any size, and how near they must be.
static float some_positions(trial* t, Vec* positions, int32_t* count)
{
    *count = 2 + (int32_t)(test_rng_next(&t->rng) % (MOST - 1));
    for (int32_t i = 0; i < *count; ++i)
    {
        positions[i] = a_place(t);
    }
    return a_size(t);
}

static void run_points_pairs(trial* t)
{
    FN(points) * points;
    Vec positions[MOST];
    int32_t count;
    imp_pair_list list;
    float distance = some_positions(t, positions, &count);
    assert_int_equal(FN(points_make)(NULL, &points), IMP_OK);
    add_pairs(t, FN(points_pairs)(points, positions, count, distance, &list), &list);
    FN(points_free)(points);
}

static void run_points_neighbours(trial* t)
{
    FN(points) * points;
    Vec positions[MOST];
    int32_t count;
    imp_neighbours near;
    float distance = some_positions(t, positions, &count);
    assert_int_equal(FN(points_make)(NULL, &points), IMP_OK);
    if (add_status(t, FN(points_neighbours)(points, positions, count, distance, &near)))
    {
        add_words(t, near.starts, ((size_t)near.count + 1) * sizeof *near.starts);
        add_words(t, near.others, (size_t)near.starts[near.count] * sizeof *near.others);
    }
    FN(points_free)(points);
}

#define TEXT_OF(name) #name
#define TEXT(name) TEXT_OF(name)
#define INDEX_ROW(name)                                                                                                \
    {                                                                                                                  \
        TEXT(FN(index_##name)), run_##name, EVERY, ways                                                                \
    }
#define POINTS_ROW(name)                                                                                               \
    {                                                                                                                  \
        TEXT(FN(name)), run_##name, EVERY, NULL                                                                        \
    }

static const golden_row rows[] = {
    INDEX_ROW(add),
    INDEX_ROW(get),
    INDEX_ROW(pairs),
    INDEX_ROW(pairs_changed),
    INDEX_ROW(pairs_between),
    INDEX_ROW(query_box),
    INDEX_ROW(cast_ray),
    INDEX_ROW(cast_box),
    INDEX_ROW(nearest),
    POINTS_ROW(points_pairs),
    POINTS_ROW(points_neighbours),
};

GOLDEN_ROWS(GOLDEN_BROAD, rows);
