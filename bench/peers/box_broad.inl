// SPDX-License-Identifier: MIT
//
// The dynamic trees of Box2D and Box3D behind the interface of broad.h: they are sisters, and so are their functions.
// BX(name) is a name of theirs, BITS what a query takes for its filter.
//
// All pairs: proxies put in, the tree rebuilt, one query for each. A frame is what their engines do: boxes that have
// left their margin are enlarged; one query for each of these, what is found looked up in the table of pairs; a partial
// rebuild; and pairs whose boxes have come apart leave the table.

#define FLOATS (2 * AXES)

#include "box_table.inl"

typedef struct contact
{
    int32_t a, b;
} contact;

typedef struct side
{
    const broad_work* work;
    BX(DynamicTree) tree;
    int* proxies;
    bool full;

    // Frames
    table set;
    contact* contacts;
    int32_t contact_count, contact_capacity, old_count;
    int32_t* moved;
    int32_t moved_count;
    uint8_t* is_moved;

    int32_t self;
    int32_t turn;  // so that no box is moved to where it is
    int64_t found;
} side;

static BX(AABB) box_at(const float* boxes, int32_t i, float margin)
{
    const float* b = boxes + (size_t)i * FLOATS;
    float sides[FLOATS];
    for (int k = 0; k < AXES; ++k)
    {
        sides[k] = b[k] - margin;
        sides[AXES + k] = b[AXES + k] + margin;
    }
    BX(AABB) box;
    memcpy(&box, sides, sizeof box);
    return box;
}

static void* make(const broad_work* work, int kind, int level)
{
    side* s = bench_alloc(1, sizeof *s);
    s->work = work;
    s->proxies = bench_alloc((uint64_t)work->count, sizeof *s->proxies);
    s->moved = bench_alloc((uint64_t)work->count, sizeof *s->moved);
    s->is_moved = bench_alloc((uint64_t)work->count, 1);
    s->set = BX(CreateSet)(16);
    return s;
}

static void empty(side* s)
{
    if (s->full)
    {
        BX(DynamicTree_Destroy)(&s->tree);
    }
    s->full = false;
}

static void end(void* context)
{
    side* s = context;
    empty(s);
    BX(DestroySet)(&s->set);
    free(s->contacts);
    free(s->proxies);
    free(s->moved);
    free(s->is_moved);
    free(s);
}

static void put_in(side* s, float margin)
{
    empty(s);
    s->tree = BX(DynamicTree_Create)(s->work->count);
    s->full = true;
    for (int32_t i = 0; i < s->work->count; ++i)
    {
        s->proxies[i] = BX(DynamicTree_CreateProxy)(&s->tree, box_at(s->work->boxes, i, margin), 1, (uint64_t)i);
    }
    BX(DynamicTree_Rebuild)(&s->tree, true);
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
        BX(DynamicTree_Query)(&s->tree, box_at(s->work->boxes, i, 0.0f), BITS, count_later, s);
    }
    return s->found;
}

static uint64_t key_of(contact c)
{
    return (uint64_t)c.a << 32 | (uint64_t)c.b;
}

static bool list_new(int proxy, uint64_t user, void* context)
{
    side* s = context;
    int32_t other = (int32_t)user, self = s->self;
    if (other == self || (s->is_moved[other] && other < self))
    {
        return true;
    }
    contact c = {other < self ? other : self, other < self ? self : other};
    if (!BX(ContainsKey)(&s->set, key_of(c)))
    {
        if (s->contact_count == s->contact_capacity)
        {
            s->contact_capacity = 2 * s->contact_capacity + 1024;
            s->contacts = realloc(s->contacts, (size_t)s->contact_capacity * sizeof *s->contacts);
        }
        s->contacts[s->contact_count++] = c;
    }
    return true;
}

static void update_pairs(side* s)
{
    int32_t old_count = s->contact_count;
    for (int32_t i = 0; i < s->moved_count; ++i)
    {
        s->self = s->moved[i];
        BX(DynamicTree_Query)
        (&s->tree, BX(DynamicTree_GetAABB)(&s->tree, s->proxies[s->self]), BITS, list_new, s);
    }
    s->found = s->contact_count - old_count;
    for (int32_t i = old_count; i < s->contact_count; ++i)
    {
        BX(AddKey)(&s->set, key_of(s->contacts[i]));
    }
    BX(DynamicTree_Rebuild)(&s->tree, false);
    for (int32_t i = 0; i < s->contact_count;)
    {
        contact c = s->contacts[i];
        if (BX(AABB_Overlaps)(BX(DynamicTree_GetAABB)(&s->tree, s->proxies[c.a]),
                              BX(DynamicTree_GetAABB)(&s->tree, s->proxies[c.b])))
        {
            ++i;
            continue;
        }
        BX(RemoveKey)(&s->set, key_of(c));
        s->contacts[i] = s->contacts[--s->contact_count];
    }
    for (int32_t i = 0; i < s->moved_count; ++i)
    {
        s->is_moved[s->moved[i]] = 0;
    }
    s->moved_count = 0;
}

static void fill(void* context, bool frames)
{
    side* s = context;
    put_in(s, frames ? BROAD_MARGIN : 0.0f);
    BX(DestroySet)(&s->set);
    s->set = BX(CreateSet)(4 * s->work->count);
    s->contact_count = 0;
    for (int32_t i = 0; i < s->work->count && frames; ++i)
    {
        s->moved[s->moved_count++] = i;
        s->is_moved[i] = 1;
    }
    update_pairs(s);
}

static int64_t frame(void* context, int f)
{
    side* s = context;
    for (int32_t i = 0; i < s->work->count; ++i)
    {
        BX(AABB) tight = box_at(s->work->frames[f], i, 0.0f), fat = BX(DynamicTree_GetAABB)(&s->tree, s->proxies[i]);
        if (!BX(AABB_Contains)(fat, tight))
        {
            BX(DynamicTree_EnlargeProxy)(&s->tree, s->proxies[i], box_at(s->work->frames[f], i, BROAD_MARGIN));
            s->moved[s->moved_count++] = i;
            s->is_moved[i] = 1;
        }
    }
    update_pairs(s);
    return s->found;
}

static int64_t insert(void* context, int32_t first, int32_t last)
{
    side* s = context;
    static int proxies[BROAD_QUERIES];
    for (int32_t i = first; i < last; ++i)
    {
        proxies[i] = BX(DynamicTree_CreateProxy)(&s->tree, box_at(s->work->spots, i, 0.0f), 1, 0);
    }
    for (int32_t i = first; i < last; ++i)
    {
        BX(DynamicTree_DestroyProxy)(&s->tree, proxies[i]);
    }
    return last - first;
}

static int64_t move(void* context, int32_t first, int32_t last)
{
    side* s = context;
    s->turn += 1;
    for (int32_t i = first; i < last; ++i)
    {
        BX(DynamicTree_MoveProxy)(&s->tree, s->proxies[i], box_at(s->work->spots, (i + s->turn) % BROAD_QUERIES, 0.0f));
    }
    return last - first;
}

static int64_t query(void* context, int32_t first, int32_t last)
{
    side* s = context;
    s->found = 0;
    for (int32_t i = first; i < last; ++i)
    {
        BX(DynamicTree_Query)(&s->tree, box_at(s->work->areas, i, 0.0f), BITS, count_any, s);
    }
    return s->found;
}

typedef struct nearest
{
    side* s;
    const float* ray;
    float best;
} nearest;

// The box itself is the shape: when the ray enters it.
static float enter_box(const BX(RayCastInput) * input, int proxy, uint64_t user, void* context)
{
    nearest* n = context;
    BX(AABB) box = BX(DynamicTree_GetAABB)(&n->s->tree, proxy);
    float sides[FLOATS], lo = 0.0f, hi = input->maxFraction;
    memcpy(sides, &box, sizeof sides);
    for (int k = 0; k < AXES; ++k)
    {
        float t1 = (sides[k] - n->ray[k]) / n->ray[AXES + k], t2 = (sides[AXES + k] - n->ray[k]) / n->ray[AXES + k];
        lo = fmaxf(lo, fminf(t1, t2));
        hi = fminf(hi, fmaxf(t1, t2));
    }
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
        nearest n = {s, s->work->rays + (size_t)i * FLOATS, 2.0f};
        BX(RayCastInput) input;
        memcpy(&input.origin, n.ray, AXES * sizeof *n.ray);
        memcpy(&input.translation, n.ray + AXES, AXES * sizeof *n.ray);
        input.maxFraction = 1.0f;
        BX(DynamicTree_RayCast)(&s->tree, &input, BITS, enter_box, &n);
        found += n.best <= 1.0f;
    }
    return found;
}

static int64_t bytes(void* context)
{
    side* s = context;
    return BX(DynamicTree_GetByteCount)(&s->tree);
}
