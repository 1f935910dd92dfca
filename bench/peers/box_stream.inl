// SPDX-License-Identifier: MIT
//
// The broad phase of Box2D and Box3D behind the interface of streams.h: a tree for each kind of body, of which the
// boxes are enlarged as they were in the engine; one query for each that moved, in all trees that matter; what is found
// looked up in the table of pairs; a partial rebuild. It is told which pairs end: its engine notices that elsewhere.

#include "box_table.inl"

typedef struct player
{
    const stream* stream;
    BX(DynamicTree) trees[3];
    bool full;
    table set;
    int* proxies;  // by id, as is what follows
    uint8_t* kinds;
    uint8_t* is_moved;
    int32_t* moved;
    int32_t moved_count;
    uint64_t* fresh;  // pairs that begin
    int32_t fresh_count, fresh_capacity;
    int32_t self;
    int kind, other_kind;
} player;

static void clear(player* p)
{
    for (int k = 0; k < 3 && p->full; ++k)
    {
        BX(DynamicTree_Destroy)(&p->trees[k]);
    }
    if (p->full)
    {
        BX(DestroySet)(&p->set);
    }
    p->full = false;
}

static void reset(void* side)
{
    player* p = side;
    clear(p);
    for (int k = 0; k < 3; ++k)
    {
        p->trees[k] = BX(DynamicTree_Create)(16);
    }
    p->set = BX(CreateSet)(4 * p->stream->id_count);
    p->full = true;
}

static void* make(const stream* s, int level)
{
    player* p = bench_alloc(1, sizeof *p);
    p->stream = s;
    p->proxies = bench_alloc((uint64_t)s->id_count, sizeof *p->proxies);
    p->kinds = bench_alloc((uint64_t)s->id_count, 1);
    p->is_moved = bench_alloc((uint64_t)s->id_count, 1);
    p->moved = bench_alloc(2 * (uint64_t)s->id_count, sizeof *p->moved);
    return p;
}

static void end(void* side)
{
    player* p = side;
    clear(p);
    free(p->proxies);
    free(p->kinds);
    free(p->is_moved);
    free(p->moved);
    free(p->fresh);
    free(p);
}

static BX(AABB) box_at(const float* boxes, int32_t i)
{
    BX(AABB) box;
    memcpy(&box, boxes + (size_t)i * 2 * AXES, sizeof box);
    return box;
}

static uint64_t key_of(int32_t a, int32_t b)
{
    return a < b ? (uint64_t)a << 32 | (uint64_t)b : (uint64_t)b << 32 | (uint64_t)a;
}

static void mark(player* p, int32_t id)
{
    if (!p->is_moved[id])
    {
        p->is_moved[id] = 1;
        p->moved[p->moved_count++] = id;
    }
}

static bool list_new(int proxy, uint64_t user, void* context)
{
    player* p = context;
    int32_t other = (int32_t)user;
    bool first = p->kind == STREAM_DYNAMIC && (p->other_kind != STREAM_DYNAMIC || other > p->self);
    if (other == p->self || (p->is_moved[other] && !first))
    {
        return true;
    }
    uint64_t key = key_of(p->self, other);
    if (!BX(ContainsKey)(&p->set, key))
    {
        if (p->fresh_count == p->fresh_capacity)
        {
            p->fresh_capacity = 2 * p->fresh_capacity + 1024;
            p->fresh = realloc(p->fresh, (size_t)p->fresh_capacity * sizeof *p->fresh);
        }
        p->fresh[p->fresh_count++] = key;
    }
    return true;
}

static int32_t step(void* side, const stream_step* step, void (*ended)(void* context, imp_pair pair), void* context)
{
    player* p = side;
    for (int32_t i = 0; i < step->death_count; ++i)
    {
        int32_t id = step->deaths[i];
        BX(DynamicTree_DestroyProxy)(&p->trees[p->kinds[id]], p->proxies[id]);
    }
    for (int32_t i = 0; i < step->ended_count; ++i)
    {
        BX(RemoveKey)(&p->set, key_of(step->ended[i].a, step->ended[i].b));
    }
    for (int32_t i = 0; i < step->birth_count; ++i)
    {
        int32_t id = step->births[i];
        p->kinds[id] = (uint8_t)step->birth_kinds[i];
        p->proxies[id] =
            BX(DynamicTree_CreateProxy)(&p->trees[p->kinds[id]], box_at(step->birth_boxes, i), 1, (uint64_t)id);
        if (p->kinds[id] != STREAM_STATIC)
        {
            mark(p, id);
        }
    }
    for (int32_t i = 0; i < step->move_count; ++i)
    {
        int32_t id = step->moves[i];
        BX(DynamicTree_EnlargeProxy)(&p->trees[p->kinds[id]], p->proxies[id], box_at(step->move_boxes, i));
        mark(p, id);
    }
    p->fresh_count = 0;
    for (int32_t i = 0; i < p->moved_count; ++i)
    {
        p->self = p->moved[i];
        p->kind = p->kinds[p->self];
        BX(AABB) box = BX(DynamicTree_GetAABB)(&p->trees[p->kind], p->proxies[p->self]);
        for (p->other_kind = p->kind == STREAM_DYNAMIC ? STREAM_STATIC : STREAM_DYNAMIC;
             p->other_kind <= STREAM_DYNAMIC; ++p->other_kind)
        {
            BX(DynamicTree_Query)(&p->trees[p->other_kind], box, BITS, list_new, p);
        }
    }
    for (int32_t i = 0; i < p->fresh_count; ++i)
    {
        BX(AddKey)(&p->set, p->fresh[i]);
    }
    for (int32_t i = 0; i < p->moved_count; ++i)
    {
        p->is_moved[p->moved[i]] = 0;
    }
    p->moved_count = 0;
    BX(DynamicTree_Rebuild)(&p->trees[STREAM_KINEMATIC], false);
    BX(DynamicTree_Rebuild)(&p->trees[STREAM_DYNAMIC], false);
    return p->fresh_count;
}
