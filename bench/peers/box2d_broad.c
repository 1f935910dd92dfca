// SPDX-License-Identifier: MIT
//
// Box2D's dynamic tree behind the interface of broad.h.
//
// All pairs: proxies put in, the tree rebuilt, one query for each. A frame is what its engine does: boxes with a margin
// of 0.1, those that were left enlarged, one query for each of these, a partial rebuild. The engine's table of pairs is
// left out, in its favour.

#include "../broad.h"

#include <box2d/box2d.h>
#include <box2d/collision.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct side
{
    const broad_work* work;
    b2DynamicTree tree;
    int* proxies;
    bool full;
    int self;
    int32_t turn;  // so that no box is moved to where it is
    int64_t found;
} side;

static b2AABB box_at(const float* boxes, int32_t i, float margin)
{
    const float* b = boxes + (size_t)i * 4;
    return (b2AABB){{b[0] - margin, b[1] - margin}, {b[2] + margin, b[3] + margin}};
}

static void* make(const broad_work* work, int threads)
{
    side* s = bench_alloc(1, sizeof *s);
    (void)threads;
    s->work = work;
    s->proxies = bench_alloc((uint64_t)work->count, sizeof *s->proxies);
    return s;
}

static void empty(side* s)
{
    if (s->full)
    {
        b2DynamicTree_Destroy(&s->tree);
    }
    s->full = false;
}

static void end(void* context)
{
    side* s = context;
    empty(s);
    free(s->proxies);
    free(s);
}

static void put_in(side* s, float margin)
{
    empty(s);
    s->tree = b2DynamicTree_Create(s->work->count);
    s->full = true;
    for (int32_t i = 0; i < s->work->count; ++i)
    {
        s->proxies[i] = b2DynamicTree_CreateProxy(&s->tree, box_at(s->work->boxes, i, margin), 1, (uint64_t)i);
    }
    b2DynamicTree_Rebuild(&s->tree, true);
}

static bool count_later(int proxy, uint64_t user, void* context)
{
    side* s = context;
    s->found += proxy > s->self;
    return true;
}

static bool count_any(int proxy, uint64_t user, void* context)
{
    side* s = context;
    s->found += 1;
    return true;
}

static int64_t all(void* context)
{
    side* s = context;
    put_in(s, 0.0f);
    s->found = 0;
    for (int32_t i = 0; i < s->work->count; ++i)
    {
        s->self = s->proxies[i];
        b2DynamicTree_Query(&s->tree, box_at(s->work->boxes, i, 0.0f), 1, count_later, s);
    }
    return s->found;
}

static void fill(void* context)
{
    put_in(context, 0.1f);
}

static int64_t frame(void* context, int f)
{
    side* s = context;
    static int* moved;
    static int32_t capacity;
    if (capacity < s->work->count)
    {
        free(moved);
        capacity = s->work->count;
        moved = bench_alloc((uint64_t)capacity, sizeof *moved);
    }
    int32_t count = 0;
    for (int32_t i = 0; i < s->work->count; ++i)
    {
        b2AABB tight = box_at(s->work->frames[f], i, 0.0f), fat = b2DynamicTree_GetAABB(&s->tree, s->proxies[i]);
        if (!b2AABB_Contains(fat, tight))
        {
            b2DynamicTree_EnlargeProxy(&s->tree, s->proxies[i], box_at(s->work->frames[f], i, 0.1f));
            moved[count++] = s->proxies[i];
        }
    }
    s->found = 0;
    for (int32_t i = 0; i < count; ++i)
    {
        s->self = moved[i];
        b2DynamicTree_Query(&s->tree, b2DynamicTree_GetAABB(&s->tree, moved[i]), 1, count_later, s);
    }
    b2DynamicTree_Rebuild(&s->tree, false);
    return s->found;
}

static int64_t insert(void* context, int32_t first, int32_t last)
{
    side* s = context;
    static int proxies[BROAD_QUERIES];
    for (int32_t i = first; i < last; ++i)
    {
        proxies[i] = b2DynamicTree_CreateProxy(&s->tree, box_at(s->work->spots, i, 0.0f), 1, 0);
    }
    for (int32_t i = first; i < last; ++i)
    {
        b2DynamicTree_DestroyProxy(&s->tree, proxies[i]);
    }
    return last - first;
}

static int64_t move(void* context, int32_t first, int32_t last)
{
    side* s = context;
    s->turn += 1;
    for (int32_t i = first; i < last; ++i)
    {
        b2DynamicTree_MoveProxy(&s->tree, s->proxies[i], box_at(s->work->spots, (i + s->turn) % BROAD_QUERIES, 0.0f));
    }
    return last - first;
}

static int64_t query(void* context, int32_t first, int32_t last)
{
    side* s = context;
    s->found = 0;
    for (int32_t i = first; i < last; ++i)
    {
        b2DynamicTree_Query(&s->tree, box_at(s->work->areas, i, 0.0f), 1, count_any, s);
    }
    return s->found;
}

typedef struct nearest
{
    side* s;
    b2Vec2 origin, motion;
    float best;
} nearest;

// The box itself is the shape: when the ray enters it.
static float enter_box(const b2RayCastInput* input, int proxy, uint64_t user, void* context)
{
    nearest* n = context;
    b2AABB box = b2DynamicTree_GetAABB(&n->s->tree, proxy);
    float lo = 0.0f, hi = input->maxFraction;
    float x1 = (box.lowerBound.x - n->origin.x) / n->motion.x, x2 = (box.upperBound.x - n->origin.x) / n->motion.x;
    float y1 = (box.lowerBound.y - n->origin.y) / n->motion.y, y2 = (box.upperBound.y - n->origin.y) / n->motion.y;
    lo = fmaxf(lo, fmaxf(fminf(x1, x2), fminf(y1, y2)));
    hi = fminf(hi, fminf(fmaxf(x1, x2), fmaxf(y1, y2)));
    if (lo > hi)
    {
        return input->maxFraction;
    }
    n->best = lo;
    return lo;
}

static int64_t ray(void* context, int32_t first, int32_t last)
{
    side* s = context;
    int64_t found = 0;
    for (int32_t i = first; i < last; ++i)
    {
        const float* r = s->work->rays + (size_t)i * 4;
        nearest n = {s, {r[0], r[1]}, {r[2], r[3]}, 2.0f};
        b2RayCastInput input = {n.origin, n.motion, 1.0f};
        b2DynamicTree_RayCast(&s->tree, &input, 1, enter_box, &n);
        found += n.best <= 1.0f;
    }
    return found;
}

static int64_t bytes(void* context)
{
    side* s = context;
    return b2DynamicTree_GetByteCount(&s->tree);
}

const broad_side BROAD_BOX2D = {"box2d", IMP_PEER_BOX2D, make, end, all, fill, frame, insert, move, query, ray, bytes};
