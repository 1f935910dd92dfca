// SPDX-License-Identifier: MIT
//
// This library behind the interface of streams.h, in the words of src/math/dim2.h or dim3.h. One index for everything:
// filters keep apart what does not meet.

typedef struct FNI(player)
{
    const stream* stream;
    FN(index) * index;
    int level;
    int32_t* number_of;  // by id
    int32_t* id_of;      // by number
    FN(thing) * things;
    int32_t* numbers;
} FNI(player);

static void FNI(check)(imp_status status)
{
    if (status)
    {
        fprintf(stderr, "impinge-bench: %s\n", imp_status_text(status));
        exit(1);
    }
}

static void FNI(reset)(void* side)
{
    FNI(player)* p = side;
    FN(index_free)(p->index);
    FNI(check)(FN(index_make)(NULL, &p->index));
    FNI(index_set_level)(p->index, p->level);
}

static void* FNI(make)(const stream* s, int level)
{
    FNI(player)* p = bench_alloc(1, sizeof *p);
    p->stream = s;
    p->level = level;
    p->number_of = bench_alloc((uint64_t)s->id_count, sizeof *p->number_of);
    p->id_of = bench_alloc(2 * (uint64_t)s->id_count, sizeof *p->id_of);
    p->things = bench_alloc((uint64_t)s->id_count, sizeof *p->things);
    p->numbers = bench_alloc((uint64_t)s->id_count, sizeof *p->numbers);
    return p;
}

static void FNI(end)(void* side)
{
    FNI(player)* p = side;
    FN(index_free)(p->index);
    free(p->number_of);
    free(p->id_of);
    free(p->things);
    free(p->numbers);
    free(p);
}

static const int32_t* FNI(numbers_of)(FNI(player) * p, const int32_t* ids, int32_t count)
{
    for (int32_t i = 0; i < count; ++i)
    {
        p->numbers[i] = p->number_of[ids[i]];
    }
    return p->numbers;
}

static int32_t FNI(step)(void* side, const stream_step* step, void (*ended)(void* context, imp_pair pair),
                         void* context)
{
    FNI(player)* p = side;
    if (step->death_count > 0)
    {
        FNI(check)(FN(index_remove)(p->index, FNI(numbers_of)(p, step->deaths, step->death_count), step->death_count));
    }
    for (int32_t i = 0; i < step->birth_count; ++i)
    {
        bool dynamic = step->birth_kinds[i] == STREAM_DYNAMIC;
        FN(thing) thing = {.filter = {dynamic ? 1u : 2u, dynamic ? 3u : 1u}};
        memcpy(&thing.box, step->birth_boxes + (size_t)i * 2 * AXES, sizeof thing.box);
        p->things[i] = thing;
    }
    if (step->birth_count > 0)
    {
        FNI(check)(FN(index_add)(p->index, p->things, step->birth_count, p->numbers));
        for (int32_t i = 0; i < step->birth_count; ++i)
        {
            p->number_of[step->births[i]] = p->numbers[i];
            p->id_of[p->numbers[i]] = step->births[i];
        }
    }
    FNI(check)
    (FN(index_move)(p->index, FNI(numbers_of)(p, step->moves, step->move_count),
                    (const Box*)(const void*)step->move_boxes, step->move_count));
    imp_pair_list begins, ends;
    FNI(check)(FN(index_pairs_changed)(p->index, &begins, &ends));
    for (int32_t i = 0; i < ends.count && ended; ++i)
    {
        ended(context, (imp_pair){p->id_of[ends.pairs[i].a], p->id_of[ends.pairs[i].b]});
    }
    return begins.count;
}
