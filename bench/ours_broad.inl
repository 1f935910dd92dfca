// SPDX-License-Identifier: MIT
//
// This library behind the interface of broad.h, in the words of src/math/dim2.h or dim3.h.

typedef struct FNI(side)
{
    const broad_work* work;
    int32_t kind;
    int level;  // width of lanes
    const imp_jobs* jobs;
    FN(index) * index;
    FN(thing) * things;
    Box* frames[BENCH_BLOCKS];
    int32_t turn;  // so that no box is moved to where it is
} FNI(side);

static void FNI(must)(imp_status status)
{
    if (status)
    {
        fprintf(stderr, "impinge-bench: %s\n", imp_status_text(status));
        exit(1);
    }
}

static Box FNI(box_at)(const float* boxes, int32_t i)
{
    Box box;
    memcpy(&box, boxes + (size_t)i * 2 * AXES, sizeof box);
    return box;
}

static void FNI(begin)(FNI(side) * s, float margin)
{
    FN(index_def) def = {.kind = s->kind, .margin = margin, .jobs = s->jobs};
    FNI(must)(FN(index_make)(&def, &s->index));
    FNI(index_set_level)(s->index, s->level);
    FNI(must)(FN(index_add)(s->index, s->things, s->work->count, NULL));
}

static void* FNI(make)(const broad_work* work, int kind, int level)
{
    FNI(side)* s = bench_alloc(1, sizeof *s);
    s->work = work;
    s->kind = kind;
    s->level = level;
    s->jobs = work->jobs;
    s->things = bench_alloc((uint64_t)work->count, sizeof *s->things);
    for (int32_t i = 0; i < work->count; ++i)
    {
        s->things[i].box = FNI(box_at)(work->boxes, i);
    }
    for (int f = 0; f < work->frame_count; ++f)
    {
        s->frames[f] = (Box*)(void*)work->frames[f];
    }
    return s;
}

static void FNI(end)(void* side)
{
    FNI(side)* s = side;
    FN(index_free)(s->index);
    free(s->things);
    free(s);
}

static int64_t FNI(all)(void* side)
{
    FNI(side)* s = side;
    imp_pair_list list;
    FNI(begin)(s, 0.0f);
    FNI(must)(FN(index_pairs)(s->index, &list));
    int64_t count = list.count;
    FN(index_free)(s->index);
    s->index = NULL;
    return count;
}

static void FNI(fill)(void* side, bool frames)
{
    FNI(side)* s = side;
    imp_pair_list begun, ended;
    FN(index_free)(s->index);
    FNI(begin)(s, frames ? BROAD_MARGIN : 0.0f);
    FNI(must)(FN(index_pairs_changed)(s->index, &begun, &ended));
}

static int64_t FNI(frame)(void* side, int frame)
{
    FNI(side)* s = side;
    imp_pair_list begun, ended;
    FNI(must)(FN(index_move)(s->index, NULL, s->frames[frame], s->work->count));
    FNI(must)(FN(index_pairs_changed)(s->index, &begun, &ended));
    return begun.count;
}

static int64_t FNI(insert)(void* side, int32_t first, int32_t end)
{
    FNI(side)* s = side;
    static int32_t numbers[BROAD_QUERIES];
    for (int32_t i = first; i < end; ++i)
    {
        FN(thing) thing = {.box = FNI(box_at)(s->work->spots, i)};
        FNI(must)(FN(index_add)(s->index, &thing, 1, &numbers[i]));
    }
    for (int32_t i = first; i < end; ++i)
    {
        FNI(must)(FN(index_remove)(s->index, &numbers[i], 1));
    }
    return end - first;
}

static int64_t FNI(move)(void* side, int32_t first, int32_t end)
{
    FNI(side)* s = side;
    s->turn += 1;
    for (int32_t i = first; i < end; ++i)
    {
        Box box = FNI(box_at)(s->work->spots, (i + s->turn) % BROAD_QUERIES);
        FNI(must)(FN(index_move)(s->index, &i, &box, 1));
    }
    return end - first;
}

static int64_t FNI(query)(void* side, int32_t first, int32_t end)
{
    FNI(side)* s = side;
    int64_t sum = 0;
    for (int32_t i = first; i < end; ++i)
    {
        static int32_t numbers[65536];
        Box box = FNI(box_at)(s->work->areas, i);
        int32_t count = 0;
        FNI(must)(FN(index_query_box)(s->index, &box, NULL, numbers, 65536, &count));
        sum += count;
    }
    return sum;
}

static int64_t FNI(ray)(void* side, int32_t first, int32_t end)
{
    FNI(side)* s = side;
    int64_t sum = 0;
    for (int32_t i = first; i < end; ++i)
    {
        FN(index_ray) ray = {.filter = {0, 0}};
        memcpy(&ray.origin, s->work->rays + (size_t)i * 2 * AXES, sizeof ray.origin);
        memcpy(&ray.motion, s->work->rays + (size_t)i * 2 * AXES + AXES, sizeof ray.motion);
        imp_index_hit hit;
        int32_t count = 0;
        FNI(must)(FN(index_cast_ray)(s->index, &ray, &hit, 1, &count));
        sum += count;
    }
    return sum;
}

static int64_t FNI(bytes)(void* side)
{
    FNI(side)* s = side;
    imp_index_stats stats;
    FNI(must)(FN(index_stats)(s->index, &stats));
    return (int64_t)stats.bytes;
}
