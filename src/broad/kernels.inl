// SPDX-License-Identifier: MIT
//
// The inner loops of indexes, for one width of lanes and one number of dimensions: sixteen boxes against one.
//
// A pair of blocks is first thinned out: of each only the lanes that touch the bounds of the other matter, and the side
// with fewer of them is gone through, one row of sixteen comparisons each. That halves the rows. A block against itself
// has no bounds worth asking.
//
// Work is put off so that loops are long: how many rows two blocks have, and how many pairs a row, is anybody's guess,
// and a loop for each would be left by surprise each time. So blocks that meet are listed, some at a time; their rows
// are gone through in one loop, and those in which something was found are listed in turn; their pairs are put out in
// one loop again.
//
// Tried and dropped, because it was slower (figures for 8000 tumbling boxes, per box): one query for each box, 187 ns
// against 27 for both sides going down at once; blocks in the order of a space-filling curve, 20 % more rows; sorted
// sweeps and one-level grids, three to five times and twice the time.

#ifndef AXES
#include "../math/dim3.h"
#include "../math/lanes_scalar.h"
#include "index3.h"
#define KN(name) FNI(name##_scalar)
#endif

typedef struct KN(wide)
{
    LANES lower[AXES], upper[AXES];
} KN(wide);

// The box in a lane, in all lanes.
TARGET static inline KN(wide) KN(widen)(const FNI(box_block) * block, int32_t lane)
{
    KN(wide) r;
    for (int k = 0; k < AXES; ++k)
    {
        r.lower[k] = SPLAT(block->lower[k][lane]);
        r.upper[k] = SPLAT(block->upper[k][lane]);
    }
    return r;
}

TARGET static inline KN(wide) KN(widen_box)(const Box* box)
{
    KN(wide) r;
    for (int k = 0; k < AXES; ++k)
    {
        r.lower[k] = SPLAT(AT(box->lower, k));
        r.upper[k] = SPLAT(AT(box->upper, k));
    }
    return r;
}

// Bounds of a block: those that its parent has, or everything but the empty box.
TARGET static inline KN(wide) KN(widen_bounds)(const FNI(tree) * tree, int level, int32_t block)
{
    if (level < tree->top)
    {
        return KN(widen)(&tree->bounds[tree->start[level + 1] + (block >> 4)], block & 15);
    }
    KN(wide) r;
    for (int k = 0; k < AXES; ++k)
    {
        r.lower[k] = SPLAT(-FLT_MAX);
        r.upper[k] = SPLAT(FLT_MAX);
    }
    return r;
}

// Lanes that the box touches, of WIDTH from i on.
TARGET static inline MASK KN(touched)(const FNI(box_block) * block, const KN(wide) * box, int i)
{
    MASK in = AND(AT_MOST(LOAD(block->lower[0] + i), box->upper[0]), AT_MOST(box->lower[0], LOAD(block->upper[0] + i)));
    for (int k = 1; k < AXES; ++k)
    {
        in = AND(in, AT_MOST(LOAD(block->lower[k] + i), box->upper[k]));
        in = AND(in, AT_MOST(box->lower[k], LOAD(block->upper[k] + i)));
    }
    return in;
}

// One bit for each lane that the box touches.
TARGET static inline uint32_t KN(touching)(const FNI(box_block) * block, const KN(wide) * box)
{
    uint32_t in = 0;
    for (int i = 0; i < IMPI_LANES_OF_BLOCK; i += WIDTH)
    {
        in |= BITS(KN(touched)(block, box, i)) << i;
    }
    return in;
}

// Those that the box touches now or touched then.
TARGET static inline uint32_t KN(touching_ever)(const FNI(box_block) * now, const FNI(box_block) * then,
                                                const KN(wide) * box)
{
    uint32_t in = 0;
    for (int i = 0; i < IMPI_LANES_OF_BLOCK; i += WIDTH)
    {
        in |= BITS(OR(KN(touched)(now, box, i), KN(touched)(then, box, i))) << i;
    }
    return in;
}

// Nothing is looked at when it is met: pairs of blocks, then rows in them, are listed and gone through some hundreds at
// a time, so that hardly any branch depends on boxes.
enum
{
    KN(ROWS) = 128,
    KN(MEETINGS) = 32,
    KN(PAIRS) = 128,
    KN(PLACES) = 512
};

// A row in which something was found: the number of its thing, and the lanes of a block with those numbers.
typedef struct KN(row)
{
    const int32_t* columns;
    int32_t number;
    uint16_t found;
    uint16_t turned;  // of two trees, the row is of the second
} KN(row);

// Two blocks in which something has changed, and the lanes of the one, the rows, that are to be held against all of the
// other.
typedef struct KN(meeting)
{
    int32_t rows, columns;
    uint32_t lanes;
} KN(meeting);

// Pairs that are found and not in the sinks yet: of what is now, or of what has begun and ended. And the blocks that
// are to be looked at.
typedef struct KN(catch)
{
    const FNI(hunt) * hunt;
    FNI(sink) * sinks;
    uint64_t tests;
    int32_t count[2], meeting_count;
    KN(row) rows[2][KN(ROWS) + 1];
    KN(meeting) meetings[KN(MEETINGS) + 1];

    // Where nothing is asked but what is now: pairs of blocks; and places, each with the block that it is to be held
    // against. Of two trees, that is of the second, or where it is ~block, the place is.
    int32_t pair_count, place_count;
    int32_t pairs[2][KN(PAIRS) + IMPI_LANES_OF_BLOCK];
    int32_t places[KN(PLACES) + IMPI_LANES_OF_BLOCK], against[KN(PLACES) + IMPI_LANES_OF_BLOCK];
} KN(catch);

// Field by field: the rows mean nothing yet.
TARGET static inline void KN(begin_catch)(KN(catch) * c, const FNI(hunt) * hunt, FNI(sink) * sinks)
{
    c->hunt = hunt;
    c->sinks = sinks;
    c->tests = 0;
    c->count[0] = c->count[1] = c->meeting_count = 0;
    c->pair_count = c->place_count = 0;
}

// Pairs of rows with what was found in them, one after the other.
TARGET static void KN(put)(KN(catch) * c, int to)
{
    const FNI(hunt)* hunt = c->hunt;
    FNI(sink)* sink = &c->sinks[to];
    KN(row)* rows = c->rows[to];
    const imp_filter *filters_a = hunt->filters_a, *filters_b = hunt->filters_b;
    uint64_t* keys = sink->keys;
    int64_t count = sink->count, capacity = sink->capacity;
    const bool same = hunt->a == hunt->b;
    const int shift = hunt->shift;
    const int32_t row_count = c->count[to];
    c->count[to] = 0;
#ifdef PUT_KEYS  // of sixteen lanes alone: a row at a time
    if (same && !filters_a && capacity - count >= row_count * IMPI_LANES_OF_BLOCK)
    {
        for (int32_t i = 0; i < row_count; ++i)
        {
            count += PUT_KEYS(keys + count, rows[i].number, rows[i].columns, rows[i].found, shift);
        }
        sink->count = count;
        return;
    }
#endif
    rows[row_count].found = 0;
    uint32_t found = rows[0].found;
    for (int32_t i = 0; i < row_count;)
    {
        // Without a branch: which of both is lower is anybody's guess, as is whether a row has more.
        uint32_t next = rows[i + 1].found;
        int32_t row = rows[i].number, column = rows[i].columns[impi_lowest_bit(found)];
        int32_t swap = same ? row > column : rows[i].turned, differ = (row ^ column) & -swap;
        int32_t a = row ^ differ, b = column ^ differ;
        found &= found - 1;
        uint32_t empty = found == 0;
        i += (int32_t)empty;
        found |= next & (0 - empty);
        if (filters_a && !impi_filters_agree(filters_a[a], filters_b[b]))
        {
            continue;
        }
        if (count < capacity)
        {
            keys[count] = (uint64_t)a << shift | (uint64_t)b;
        }
        ++count;
    }
    sink->count = count;
}

TARGET static inline void KN(add_row)(KN(catch) * c, int sink, const int32_t* columns, int32_t number, uint32_t found,
                                      bool turned)
{
    KN(row) row = {columns, number, (uint16_t)found, turned};
    c->rows[sink][c->count[sink]] = row;
    c->count[sink] += found != 0;
    if (c->count[sink] == KN(ROWS))
    {
        KN(put)(c, sink);
    }
}

// A row in which something has changed, which is rare: what has begun, and what has ended.
TARGET static void KN(add_changed)(KN(catch) * c, const KN(meeting) * m, int32_t lane, uint32_t differ)
{
    const FNI(tree)* tree = c->hunt->a;
    KN(wide) row = KN(widen)(&tree->now[m->rows], lane);
    uint32_t found = KN(touching)(&tree->now[m->columns], &row);
    const int32_t* numbers = tree->numbers + 16 * m->columns;
    int32_t number = tree->numbers[16 * m->rows + lane];
    KN(add_row)(c, 0, numbers, number, differ & found, false);
    KN(add_row)(c, 1, numbers, number, differ & ~found, false);
}

// The columns of a row in which something has changed, from a multiple of WIDTH on.
TARGET static inline uint32_t KN(differing)(const FNI(tree) * tree, const KN(meeting) * m, int32_t lane, int first)
{
    const FNI(box_block)* now = &tree->now[m->columns], *then = &tree->then[m->columns];
    KN(wide) row_now = KN(widen)(&tree->now[m->rows], lane), row_then = KN(widen)(&tree->then[m->rows], lane);
    uint32_t differ = 0;
    for (int i = first; i < IMPI_LANES_OF_BLOCK; i += WIDTH)
    {
        differ |= BITS(XOR(KN(touched)(now, &row_now, i), KN(touched)(then, &row_then, i))) << i;
    }
    return differ;
}

// Rows one after the other, whichever blocks they are of.
TARGET static void KN(meet)(KN(catch) * c)
{
    const KN(meeting)* m = c->meetings;
    const KN(meeting)* end = m + c->meeting_count;
    uint32_t lanes = m < end ? m->lanes : 0;
    c->meetings[c->meeting_count].lanes = 0;
    c->meeting_count = 0;
    while (m < end)
    {
        const KN(meeting)* here = m;
        int32_t lane = impi_lowest_bit(lanes);
        lanes &= lanes - 1;
        uint32_t empty = lanes == 0;
        lanes |= m[1].lanes & (0 - empty);
        m += empty;
        uint32_t differ = KN(differing)(c->hunt->a, here, lane, 0);
        if (differ)
        {
            KN(add_changed)(c, here, lane, differ);
        }
        c->tests += 2 * IMPI_LANES_OF_BLOCK;
    }
}

// A block with itself, in which something has changed: every lane with those behind it.
TARGET static void KN(hunt_self)(KN(catch) * c, int32_t block)
{
    const FNI(tree)* tree = c->hunt->a;
    const KN(meeting) self = {block, block, IMPI_FULL};
    uint32_t behind = tree->changed[block] ? tree->used[block] : 0;
    while ((behind & (behind - 1)) != 0)
    {
        const int32_t lane = impi_lowest_bit(behind), first = lane / WIDTH * WIDTH;
        behind &= behind - 1;
        uint32_t differ = KN(differing)(tree, &self, lane, first) & behind;
        if (differ)
        {
            KN(add_changed)(c, &self, lane, differ);
        }
        c->tests += 2 * IMPI_LANES_OF_BLOCK;
    }
}

// Two blocks: of each those lanes that may have pairs in the other; the side with fewer of them will be the rows.
TARGET static void KN(hunt_two)(KN(catch) * c, int32_t a, int32_t b)
{
    const FNI(tree)* tree = c->hunt->a;
    KN(wide) bounds_a = KN(widen_bounds)(tree, 0, a), bounds_b = KN(widen_bounds)(tree, 0, b);
    uint32_t changed_a = tree->changed[a], changed_b = tree->changed[b];
    uint32_t in_a = KN(touching_ever)(&tree->now[a], &tree->then[a], &bounds_b) & (changed_b ? IMPI_FULL : changed_a);
    uint32_t in_b = KN(touching_ever)(&tree->now[b], &tree->then[b], &bounds_a) & (changed_a ? IMPI_FULL : changed_b);
    c->tests += 4 * IMPI_LANES_OF_BLOCK;
    bool turned = impi_count_bits(in_b) < impi_count_bits(in_a);
    KN(meeting) meeting = {turned ? b : a, turned ? a : b, turned ? in_b : in_a};
    c->meetings[c->meeting_count] = meeting;
    c->meeting_count += meeting.lanes != 0;
    if (c->meeting_count == KN(MEETINGS))
    {
        KN(meet)(c);
    }
}

// The same for what is now. First what touches in each row that is listed.
TARGET static void KN(look_at_places)(KN(catch) * c)
{
    const FNI(tree) * sides[2] = {c->hunt->a, c->hunt->b};
    const bool same = sides[0] == sides[1];
    for (int32_t i = 0; i < c->place_count; ++i)
    {
        int32_t place = c->places[i], turned = c->against[i] < 0, block = c->against[i] ^ -turned;
        const FNI(tree)* row_tree = sides[turned], *tree = sides[1 - turned];
        KN(wide) row = KN(widen)(&row_tree->now[place >> 4], place & 15);
        uint32_t other = 0u - (uint32_t)(!same | (place >> 4 != block)), before = (1u << (place & 15)) - 1;
        uint32_t found = KN(touching)(&tree->now[block], &row) & (other | before);
        KN(add_row)(c, 0, tree->numbers + 16 * block, row_tree->numbers[place], found, turned);
    }
    c->tests += (uint64_t)c->place_count * IMPI_LANES_OF_BLOCK;
    c->place_count = 0;
}

// The rows of a block with itself or with another one.
TARGET static inline void KN(list_places)(KN(catch) * c, int32_t a, int32_t b)
{
    const FNI(tree)* tree_a = c->hunt->a, *tree_b = c->hunt->b;
    const bool same = tree_a == tree_b;
    uint32_t lanes = tree_a->used[a] & (tree_a->used[a] - 1u);  // nothing is before the first
    bool turned = false;
    if (!same || a != b)
    {
        KN(wide) bounds_a = KN(widen_bounds)(tree_a, 0, a), bounds_b = KN(widen_bounds)(tree_b, 0, b);
        uint32_t in_a = KN(touching)(&tree_a->now[a], &bounds_b), in_b = KN(touching)(&tree_b->now[b], &bounds_a);
        c->tests += 2 * IMPI_LANES_OF_BLOCK;
        turned = impi_count_bits(in_b) < impi_count_bits(in_a);
        lanes = turned ? in_b : in_a;
    }
    for (int32_t i = 0; i < IMPI_LANES_OF_BLOCK; ++i)
    {
        c->against[c->place_count + i] = !turned ? b : same ? a : ~a;
    }
    c->place_count += LIST_BITS(c->places + c->place_count, 16 * (turned ? b : a), lanes);
    if (c->place_count > KN(PLACES))
    {
        KN(look_at_places)(c);
    }
}

TARGET static void KN(look_at_pairs)(KN(catch) * c)
{
    for (int32_t i = 0; i < c->pair_count; ++i)
    {
        KN(list_places)(c, c->pairs[0][i], c->pairs[1][i]);
    }
    c->pair_count = 0;
}

// A block against those from another one on whose bits are set.
TARGET static inline void KN(hunt_blocks)(KN(catch) * c, int32_t a, int32_t first, uint32_t found)
{
    if (!c->hunt->changed)
    {
        for (int32_t i = 0; i < IMPI_LANES_OF_BLOCK; ++i)
        {
            c->pairs[0][c->pair_count + i] = a;
        }
        c->pair_count += LIST_BITS(c->pairs[1] + c->pair_count, first, found);
        if (c->pair_count > KN(PAIRS))
        {
            KN(look_at_pairs)(c);
        }
        return;
    }
    for (; found; found &= found - 1)
    {
        int32_t b = first + impi_lowest_bit(found);
        if (a == b)
        {
            KN(hunt_self)(c, a);
        }
        else
        {
            KN(hunt_two)(c, a, b);
        }
    }
}

TARGET static inline uint64_t KN(end_catch)(KN(catch) * c)
{
    KN(look_at_pairs)(c);
    KN(look_at_places)(c);
    KN(meet)(c);
    for (int to = 0; to < 2; ++to)
    {
        if (c->count[to] > 0)
        {
            KN(put)(c, to);
        }
    }
    return c->tests;
}

static inline const FNI(box_block) * KN(block_at)(const FNI(tree) * tree, int level, int32_t block)
{
    return level > 0 ? &tree->bounds[tree->start[level] + block] : &tree->now[block];
}

// Both sides of a tree go down at once: children of a with children of b.
TARGET static int32_t KN(step_self)(const FNI(hunt) * hunt, FNI(task) task, FNI(task) * out, uint64_t* tests)
{
    const FNI(tree)* tree = hunt->a;
    int level = task.level_a;
    const uint16_t* changed = tree->bounds_changed + tree->start[level];
    const FNI(box_block)* block_a = KN(block_at)(tree, level, task.a);
    const FNI(box_block)* block_b = KN(block_at)(tree, level, task.b);
    bool self = task.a == task.b;
    uint32_t changed_a = hunt->changed ? changed[task.a] : IMPI_FULL,
             changed_b = hunt->changed ? changed[task.b] : IMPI_FULL;
    int32_t count = 0;
    if ((changed_a | changed_b) == 0)
    {
        return 0;
    }
    uint32_t in_a = IMPI_FULL;
    if (!self)
    {
        KN(wide) bounds_b = KN(widen_bounds)(tree, level, task.b);
        in_a = KN(touching)(block_a, &bounds_b) & (changed_b ? IMPI_FULL : changed_a);
        *tests += IMPI_LANES_OF_BLOCK;
    }
    while (in_a)
    {
        int32_t lane = impi_lowest_bit(in_a);
        in_a &= in_a - 1;
        KN(wide) row = KN(widen)(block_a, lane);
        uint32_t found = KN(touching)(block_b, &row) & (self ? IMPI_FULL << lane : IMPI_FULL);
        found &= changed_a >> lane & 1 ? IMPI_FULL : changed_b;
        *tests += IMPI_LANES_OF_BLOCK;
        for (; found; found &= found - 1)
        {
            FNI(task)
            next = {16 * task.a + lane, 16 * task.b + impi_lowest_bit(found), (int8_t)(level - 1), (int8_t)(level - 1)};
            out[count++] = next;
        }
    }
    return count;
}

// Two trees: the higher of both goes down.
TARGET static int32_t KN(step_between)(const FNI(hunt) * hunt, FNI(task) task, FNI(task) * out, uint64_t* tests)
{
    bool down_a = task.level_a >= task.level_b;
    KN(wide)
    bounds = down_a ? KN(widen_bounds)(hunt->b, task.level_b, task.b) : KN(widen_bounds)(hunt->a, task.level_a, task.a);
    const FNI(box_block)* block =
        down_a ? KN(block_at)(hunt->a, task.level_a, task.a) : KN(block_at)(hunt->b, task.level_b, task.b);
    uint32_t found = KN(touching)(block, &bounds);
    *tests += IMPI_LANES_OF_BLOCK;
    int32_t count = 0;
    for (; found; found &= found - 1)
    {
        FNI(task) next = task;
        if (down_a)
        {
            next.a = 16 * task.a + impi_lowest_bit(found);
            next.level_a = (int8_t)(task.level_a - 1);
        }
        else
        {
            next.b = 16 * task.b + impi_lowest_bit(found);
            next.level_b = (int8_t)(task.level_b - 1);
        }
        out[count++] = next;
    }
    return count;
}

TARGET static int32_t KN(step)(const FNI(hunt) * hunt, FNI(task) task, FNI(task) * out, uint64_t* tests)
{
    return hunt->a == hunt->b ? KN(step_self)(hunt, task, out, tests) : KN(step_between)(hunt, task, out, tests);
}

TARGET static uint64_t KN(hunt)(const FNI(hunt) * hunt, const FNI(task) * tasks, int32_t task_count, FNI(sink) * sinks)
{
    // A step takes one task away and adds 256 at most, one level further down; between two trees 16 at most.
    FNI(task) stack[IMPI_LEVELS_MAX * IMPI_STEP_MAX];
    KN(catch) c;
    KN(begin_catch)(&c, hunt, sinks);
    for (int32_t i = 0; i < task_count; ++i)
    {
        int32_t count = 1;
        stack[0] = tasks[i];
        while (count > 0)
        {
            FNI(task) next = stack[--count];
            if (next.level_a > 0 || next.level_b > 0)
            {
                count += KN(step)(hunt, next, stack + count, &c.tests);
            }
            else
            {
                KN(hunt_blocks)(&c, next.a, next.b, 1);
            }
        }
    }
    return KN(end_catch)(&c);
}

TARGET static int32_t KN(query)(const FNI(tree) * tree, int level, int32_t block, const Box* box,
                                const imp_filter* filter, const imp_filter* filters, int32_t* numbers, int32_t capacity)
{
    struct
    {
        int32_t level, block;
    } stack[IMPI_LEVELS_MAX * IMPI_LANES_OF_BLOCK];
    const KN(wide) wide = KN(widen_box)(box);
    int32_t waiting = 1, count = 0;
    stack[0].level = level;
    stack[0].block = block;
    while (waiting > 0)
    {
        --waiting;
        level = stack[waiting].level;
        block = stack[waiting].block;
        uint32_t found = KN(touching)(KN(block_at)(tree, level, block), &wide);
        for (; found; found &= found - 1)
        {
            int32_t lane = impi_lowest_bit(found);
            if (level > 0)
            {
                stack[waiting].level = level - 1;
                stack[waiting].block = 16 * block + lane;
                ++waiting;
                continue;
            }
            int32_t number = tree->numbers[16 * block + lane];
            if (impi_meets(filters, number, filter))
            {
                if (count < capacity)
                {
                    numbers[count] = number;
                }
                ++count;
            }
        }
    }
    return count;
}

// For each lane when it is met, or the square of how far it is away. Returns the lanes that are not beyond the limit.
TARGET static inline uint32_t KN(measure)(const FNI(box_block) * block, const FNI(box_search) * s, float limit,
                                          float* values)
{
    uint32_t beyond = 0;
    for (int i = 0; i < IMPI_LANES_OF_BLOCK; i += WIDTH)
    {
        const LANES zero = SPLAT(0.0f);
        LANES value = zero, exit = SPLAT(limit);
        for (int k = 0; k < AXES; ++k)
        {
            LANES lower = LOAD(block->lower[k] + i), upper = LOAD(block->upper[k] + i);
            if (s->distance)
            {
                LANES away = MAX(SUB(lower, SPLAT(s->near_at[k])), SUB(SPLAT(s->far_at[k]), upper));
                away = MAX(away, zero);
                value = ADD(value, MUL(away, away));
            }
            else
            {
                LANES in = SUB(s->back[k] ? upper : lower, SPLAT(s->near_at[k]));
                LANES out = SUB(s->back[k] ? lower : upper, SPLAT(s->far_at[k]));
                value = MAX(MUL(in, SPLAT(s->near_scale[k])), value);
                exit = MIN(ADD(MUL(out, SPLAT(s->far_scale[k])), SPLAT(s->far_more[k])), exit);
            }
        }
        STORE(values + i, value);
        beyond |= BITS(LESS(exit, value)) << i;
    }
    return beyond ^ IMPI_FULL;
}

TARGET static int32_t KN(search)(const FNI(tree) * tree, int level, int32_t block, const FNI(box_search) * s,
                                 imp_index_hit* hits, int32_t capacity, int32_t count)
{
    struct
    {
        float value;
        int32_t level, block;
    } stack[IMPI_LEVELS_MAX * IMPI_LANES_OF_BLOCK];
    int32_t waiting = 1;
    stack[0].value = 0.0f;
    stack[0].level = level;
    stack[0].block = block;
    float limit = count == capacity ? hits[0].value : s->limit;
    while (waiting > 0)
    {
        --waiting;
        if (stack[waiting].value > limit)
        {
            continue;
        }
        level = stack[waiting].level;
        block = stack[waiting].block;
        float values[IMPI_LANES_OF_BLOCK];
        uint32_t found = KN(measure)(KN(block_at)(tree, level, block), s, limit, values);
        int32_t first = waiting;
        for (; found; found &= found - 1)
        {
            int32_t lane = impi_lowest_bit(found);
            if (level > 0)
            {
                // The nearest comes to the top, so that it is looked at first.
                int32_t at = waiting++;
                for (; at > first && stack[at - 1].value < values[lane]; --at)
                {
                    stack[at] = stack[at - 1];
                }
                stack[at].value = values[lane];
                stack[at].level = level - 1;
                stack[at].block = 16 * block + lane;
                continue;
            }
            int32_t number = tree->numbers[16 * block + lane];
            imp_index_hit hit = {number, values[lane]};
            if (impi_meets(s->filters, number, &s->filter) && impi_later(hit, s->after))
            {
                impi_heap_put(hits, &count, capacity, hit);
                limit = count == capacity ? hits[0].value : limit;
            }
        }
    }
    return count;
}

#include "kernels_strips.inl"
#include "kernels_points.inl"

void KN(index_kernels)(FNI(index_kernels) * out)
{
    const FNI(index_kernels) kernels = {KN(hunt), KN(step), KN(sweep), KN(query), KN(search), KN(near)};
    *out = kernels;
}
