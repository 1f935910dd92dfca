// SPDX-License-Identifier: MIT
//
// Indexes: what goes in and out. index_types.inl has the picture, tree_order.inl the order, index_move.inl what moves,
// index_find.inl the answers.
//
// Everything that can fail happens first: arguments are looked at, room is made, then things change. Putting the tree
// in order needs memory too, but no answer depends on it, so it is left undone without, unless it is what was asked for.

#ifndef AXES
#include "../math/dim3.h"
#include "index3.h"
#endif

// Faults

static inline bool number_bad(float x)
{
    return impi_magnitude_bits(x) > IMPI_BITS_PLACE_MAX;
}

static int32_t place_fault(Vec v)
{
    for (int k = 0; k < AXES; ++k)
    {
        if (number_bad(AT(v, k)))
        {
            return impi_finite(AT(v, k)) ? IMP_ERR_MAGNITUDE : IMP_ERR_NAN;
        }
    }
    return 0;
}

static int32_t motion_fault(Vec v)
{
    int32_t fault = 0;
    for (int k = 0; k < AXES && !fault; ++k)
    {
        fault = impi_number_fault_large(AT(v, k));
    }
    return fault;
}

// Not 0 when there is something wrong with a box. Without branches: it is asked of every box that comes in.
static inline uint32_t box_bad(const Box* box)
{
    uint32_t bad = 0;
    for (int k = 0; k < AXES; ++k)
    {
        float lower = AT(box->lower, k), upper = AT(box->upper, k);
        bad |= (IMPI_BITS_PLACE_MAX - impi_magnitude_bits(lower)) | (IMPI_BITS_PLACE_MAX - impi_magnitude_bits(upper));
        bad |= (uint32_t)(lower > upper) << 31;
    }
    return bad >> 31;
}

static int32_t box_fault(const Box* box)
{
    if (!box_bad(box))
    {
        return 0;
    }
    int32_t fault = place_fault(box->lower);
    fault = fault ? fault : place_fault(box->upper);
    return fault ? fault : IMP_ERR_ORDER;
}

static bool is_alive(const FN(index) * index, int32_t number)
{
    return number >= 0 && number < index->number_count && (index->alive[number >> 6] >> (number & 63) & 1);
}

// Making and freeing

FNI(index_kernels) FNI(kernels_for)(int level)
{
    FNI(index_kernels) kernels;
    FNI(index_kernels_scalar)(&kernels);
#ifdef IMPI_FOUR
    if (level == IMPI_LEVEL_FOUR)
    {
        FNI(index_kernels_four)(&kernels);
    }
#endif
#ifdef IMPI_WIDE
    if (level == IMPI_LEVEL_AVX2)
    {
        FNI(index_kernels_avx2)(&kernels);
    }
    else if (level == IMPI_LEVEL_AVX512)
    {
        FNI(index_kernels_avx512)(&kernels);
    }
#endif
    (void)level;
    return kernels;
}

void FNI(index_set_level)(FN(index) * index, int level)
{
    index->kernels = FNI(kernels_for)(level);
}

static int32_t index_def_fault(const FN(index_def) * def)
{
    if (def->kind < 0 || def->kind >= IMP_INDEX_KIND_COUNT)
    {
        return IMP_ERR_RANGE;
    }
    int32_t fault = impi_number_fault_negative(def->margin);
    fault = fault ? fault : box_fault(&def->bounds);
    fault = fault ? fault : impi_number_fault_negative(def->cell_size);
    if (fault)
    {
        return fault;
    }
    bool jobs = !def->jobs || (def->jobs->workers && def->jobs->start && def->jobs->wait);
    return jobs && impi_alloc_valid(def->allocator) ? 0 : IMP_ERR_NULL;
}

FN(index_def) FN(index_default)(void)
{
    FN(index_def) def;
    memset(&def, 0, sizeof def);
    return def;
}

imp_status FN(index_make)(const FN(index_def) * def, FN(index) * *out)
{
    const FN(index_def) standard = FN(index_default)();
    def = def ? def : &standard;
    int32_t fault = index_def_fault(def);
    if (fault)
    {
        return impi_error(fault, 1);
    }
    if (!out)
    {
        return impi_error(IMP_ERR_NULL, 2);
    }
    FN(index)* index = (FN(index)*)impi_alloc_resize(def->allocator, NULL, 0, 1, sizeof *index);
    if (!index)
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    memset(index, 0, sizeof *index);
    index->allocator = impi_alloc_or_default(def->allocator);
    index->kind = def->kind;
    index->margin = def->margin;
    if (def->jobs)
    {
        index->jobs = *def->jobs;
    }
    index->tree.jobs = &index->jobs;
    index->tree.swept = def->kind == IMP_INDEX_SWEEP;
    index->tree.flat = def->kind == IMP_INDEX_BRUTE || def->kind == IMP_INDEX_GRID;
    if (def->kind == IMP_INDEX_GRID)
    {
        FNI(grid_begin)(&index->tree.grid, &def->bounds, def->cell_size);
    }
    FNI(index_set_level)(index, impi_cpu_level());
    if (FNI(tree_reserve)(&index->tree, &index->allocator, 1))
    {
        FN(index_free)(index);
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    *out = index;
    return IMP_OK;
}

void FN(index_free)(FN(index) * index)
{
    if (index)
    {
        imp_allocator allocator = index->allocator;
        FNI(tree_free)(&index->tree, &allocator);
        impi_alloc_free(&allocator, index->number_memory, index->number_size, 1);
        for (int i = 0; i < 2; ++i)
        {
            impi_array_free(&index->lists[i], &allocator);
            impi_array_free(&index->tasks[i], &allocator);
        }
        impi_array_free(&index->spare, &allocator);
        impi_array_free(&index->marks, &allocator);
        impi_alloc_free(&allocator, index, 1, sizeof *index);
    }
}

// Numbers

static size_t lay_out_numbers(FN(index) * index, void* base, int32_t capacity)
{
    impi_layout l = {(char*)base, 0};
    size_t n = (size_t)capacity, words = (n + 63) / 64;
    index->place = (int32_t*)impi_take(&l, n, sizeof *index->place);
    index->user = (uint64_t*)impi_take(&l, n, sizeof *index->user);
    index->filter = (imp_filter*)impi_take(&l, n, sizeof *index->filter);
    index->alive = (uint64_t*)impi_take(&l, words, sizeof *index->alive);
    index->taken = (uint64_t*)impi_take(&l, words, sizeof *index->taken);
    index->was = (int32_t*)impi_take(&l, index->tree.grid.on ? n : 0, sizeof *index->was);
    return l.size;
}

static imp_status reserve_numbers(FN(index) * index, int64_t wanted)
{
    if (wanted <= index->number_capacity)
    {
        return IMP_OK;
    }
    int64_t larger = index->number_capacity + (int64_t)(index->number_capacity / 2);
    larger = larger < wanted ? wanted : larger;
    larger = (larger + 63) / 64 * 64;
    FN(index) grown = *index;
    size_t size = larger > INT32_MAX - 64 ? 0 : lay_out_numbers(&grown, NULL, (int32_t)larger);
    void* memory = size ? impi_alloc_resize(&index->allocator, NULL, 0, size, 1) : NULL;
    if (!memory)
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    memset(memory, 0, size);
    lay_out_numbers(&grown, memory, (int32_t)larger);
    if (grown.tree.grid.on)
    {
        memset(grown.was, 0xff, (size_t)larger * sizeof *grown.was);
    }
    if (index->number_memory)
    {
        size_t n = (size_t)index->number_count, words = (n + 63) / 64;
        memcpy(grown.place, index->place, n * sizeof *grown.place);
        memcpy(grown.user, index->user, n * sizeof *grown.user);
        memcpy(grown.filter, index->filter, n * sizeof *grown.filter);
        memcpy(grown.alive, index->alive, words * sizeof *grown.alive);
        memcpy(grown.taken, index->taken, words * sizeof *grown.taken);
        memcpy(grown.was, index->was, (grown.tree.grid.on ? n : 0) * sizeof *grown.was);
        impi_alloc_free(&index->allocator, index->number_memory, index->number_size, 1);
    }
    grown.number_memory = memory;
    grown.number_size = size;
    grown.number_capacity = (int32_t)larger;
    *index = grown;
    return IMP_OK;
}

static int32_t take_number(FN(index) * index)
{
    int32_t word = index->free_word;
    while (index->taken[word] == UINT64_MAX)
    {
        ++word;
    }
    uint64_t rest = ~index->taken[word];
    int32_t bit = (uint32_t)rest ? impi_lowest_bit((uint32_t)rest) : 32 + impi_lowest_bit((uint32_t)(rest >> 32));
    index->free_word = word;
    index->taken[word] |= (uint64_t)1 << bit;
    index->alive[word] |= (uint64_t)1 << bit;
    int32_t number = 64 * word + bit;
    index->number_count = number >= index->number_count ? number + 1 : index->number_count;
    return number;
}

static void give_number_back(FN(index) * index, int32_t number)
{
    index->taken[number >> 6] &= ~((uint64_t)1 << (number & 63));
    index->place[number] = -1;
    index->free_word = number >> 6 < index->free_word ? number >> 6 : index->free_word;
}

// Lanes

static void put_in(FN(index) * index, int32_t block, int32_t number, Box now, Box then, bool changed)
{
    FNI(tree)* tree = &index->tree;
    int32_t lane = impi_lowest_bit(~(uint32_t)tree->used[block]);
    FNI(block_set)(&tree->now[block], lane, now);
    if (tree->recorded)
    {
        FNI(block_set)(&tree->then[block], lane, then);
    }
    tree->used[block] = (uint16_t)(tree->used[block] | 1u << lane);
    tree->changed[block] = (uint16_t)(tree->changed[block] | (uint32_t)changed << lane);
    tree->numbers[16 * block + lane] = number;
    index->place[number] = 16 * block + lane;
    tree->room_from = block;
}

static void take_out(FN(index) * index, int32_t place)
{
    FNI(tree)* tree = &index->tree;
    int32_t block = place >> 4, lane = place & 15;
    FNI(block_set)(&tree->now[block], lane, FNI(empty_box)());
    if (tree->recorded)
    {
        FNI(block_set)(&tree->then[block], lane, FNI(empty_box)());
    }
    tree->used[block] = (uint16_t)(tree->used[block] & ~(1u << lane));
    tree->changed[block] = (uint16_t)(tree->changed[block] & ~(1u << lane));
    tree->numbers[place] = -1;
    tree->room_from = block < tree->room_from ? block : tree->room_from;
}

// Adding

enum
{
    FNI(FILL) = 14,        // lanes in use when all things are put in order
    FNI(FILL_LOOSE) = 12,  // where more things are likely to come one by one
    FNI(MANY) = 32,
    FNI(THINGS_AHEAD) = 24,
    FNI(SPARSE) = 5,  // things in a block, on average, below which they are put in order in fewer
    FNI(MOVES) = 16   // of each thing of a grid, until all are put in order anew
};

// Puts in order again what has got worse.
static void keep_order(FN(index) * index)
{
    FNI(tree)* tree = &index->tree;
    if (tree->top > 0 && (int64_t)index->thing_count + index->held_count < FNI(SPARSE) * (int64_t)tree->count[0])
    {
        FNI(tree_build)(tree, index->place, FNI(FILL), NULL, &index->allocator);
    }
    else
    {
        FNI(tree_mend)(tree, index->place, &index->allocator);
    }
    index->moves = 0;
}

static void count_moves(FN(index) * index, int32_t count)
{
    index->moves = count > INT32_MAX - index->moves ? INT32_MAX : index->moves + count;
}

// One thing into the block that it suits best. Whether all should be put in order.
static bool insert(FN(index) * index, int32_t number, Box box)
{
    FNI(tree)* tree = &index->tree;
    int32_t block = tree->grid.on ? FNI(grid_choose)(tree, box) : FNI(tree_choose)(tree, box);
    bool full = block < 0;
    block = full ? FNI(tree_append)(tree) : block;
    put_in(index, block, number, box, FNI(empty_box)(), true);
    FNI(tree_refresh)(tree, block);
    return full;
}

// One thing at the end of the tree: all will be put in order.
static void insert_last(FN(index) * index, int32_t number, Box box)
{
    FNI(tree)* tree = &index->tree;
    int32_t block = tree->count[0] - 1;
    block = tree->used[block] == IMPI_FULL ? FNI(tree_append)(tree) : block;
    put_in(index, block, number, box, FNI(empty_box)(), true);
}

bool FNI(numbers_dense)(const FN(index) * index)
{
    return (int64_t)index->thing_count + index->held_count == index->number_count;
}

// Numbers of new things follow each other where none is free, and nothing has to be looked for.
int32_t FNI(enter_things)(FN(index) * index, const FN(thing) * things, int32_t count, int32_t* numbers)
{
    bool dense = FNI(numbers_dense)(index);
    int32_t first = index->number_count, number = 0;
    uint64_t* user = index->user;
    imp_filter* filters = index->filter;
    uint32_t all = UINT32_MAX;
    for (int32_t i = 0; i < count; ++i)
    {
        number = dense ? first + i : take_number(index);
        imp_filter filter = impi_filter_of(things[i].filter);
        user[number] = things[i].user;
        filters[number] = filter;
        all &= filter.category & filter.mask;
        if (numbers)
        {
            numbers[i] = number;
        }
    }
    if (dense)
    {
        index->number_count += count;
        for (int32_t i = first, end = first + count, next; i < end; i = next)
        {
            next = (i | 63) + 1 < end ? (i | 63) + 1 : end;
            uint64_t bits = UINT64_MAX >> (64 - (next - i)) << (i & 63);
            index->taken[i >> 6] |= bits;
            index->alive[i >> 6] |= bits;
        }
    }
    index->filtered |= all != UINT32_MAX;
    index->thing_count += count;
    return number;
}

imp_status FN(index_add)(FN(index) * index, const FN(thing) * things, int32_t count, int32_t* numbers)
{
    if (!index)
    {
        return impi_error(IMP_ERR_NULL, 1);
    }
    if (count < 0)
    {
        return impi_error(IMP_ERR_COUNT, 3);
    }
    if (!things)
    {
        return count ? impi_error(IMP_ERR_NULL, 2) : IMP_OK;
    }
    // The first look at things that may lie far away.
    uint32_t bad = 0;
    for (int32_t i = 0; i < count; ++i)
    {
        impi_prefetch(&things[i + FNI(THINGS_AHEAD) < count ? i + FNI(THINGS_AHEAD) : i]);
        bad |= box_bad(&things[i].box);
    }
    for (int32_t i = 0; i < count && bad; ++i)
    {
        int32_t fault = box_fault(&things[i].box);
        if (fault)
        {
            return impi_error(fault, 2);
        }
    }
    FNI(tree)* tree = &index->tree;
    int64_t total = (int64_t)index->thing_count + index->held_count + count;
    bool many = (!tree->flat || tree->grid.on) && count >= FNI(MANY) && 4 * (int64_t)count >= total;
    int32_t fill = FNI(FILL_LOOSE);
    if (many)
    {
        fill = FNI(FILL);
    }
    int64_t blocks = (total + fill - 1) / fill, most = tree->count[0] + ((int64_t)count + 15) / 16;
    blocks = blocks < most || tree->flat ? most : blocks;
    blocks += tree->grid.on ? count : 0;
    if (reserve_numbers(index, total < index->number_count ? index->number_count : total) ||
        (!(tree->grid.on && many) && FNI(tree_reserve)(tree, &index->allocator, blocks)))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    if (tree->grid.on && many)
    {
        return FNI(grid_order)(index, things, count, numbers);
    }

    // Many go straight to where they belong, if their numbers can be told.
    FNI(added) added = {things, numbers, index->number_count, count, index->margin};
    bool order = many, direct = many && (numbers || FNI(numbers_dense)(index));
    if (direct)
    {
        FNI(enter_things)(index, things, count, numbers);
    }
    for (int32_t i = 0; i < count && !direct; ++i)
    {
        int32_t number = FNI(enter_things)(index, &things[i], 1, numbers ? &numbers[i] : NULL);
        Box box = FNI(grow_box)(things[i].box, index->margin);
        if (many)
        {
            insert_last(index, number, box);
        }
        else if (insert(index, number, box))
        {
            order = true;
        }
    }
    count_moves(index, count);
    if (tree->grid.on && tree->count[0] > tree->grid.limit)
    {
        (void)FNI(grid_order)(index, NULL, 0, NULL);
    }
    else if (order)
    {
        index->moves = 0;
        bool done = FNI(tree_build)(tree, index->place, fill, direct ? &added : NULL, &index->allocator);
        for (int32_t i = 0; i < count && direct && !done; ++i)
        {
            Box box = FNI(grow_box)(things[i].box, index->margin);
            insert_last(index, numbers ? numbers[i] : added.first + i, box);
        }
        if (direct && !done)
        {
            FNI(tree_refresh_all)(tree);
        }
    }
    return IMP_OK;
}

// Removing

imp_status FN(index_remove)(FN(index) * index, const int32_t* numbers, int32_t count)
{
    if (!index)
    {
        return impi_error(IMP_ERR_NULL, 1);
    }
    if (count < 0)
    {
        return impi_error(IMP_ERR_COUNT, 3);
    }
    if (!numbers)
    {
        return count ? impi_error(IMP_ERR_NULL, 2) : IMP_OK;
    }
    // Those that come twice show when their bit is gone already.
    int32_t good = 0;
    for (; good < count && is_alive(index, numbers[good]); ++good)
    {
        index->alive[numbers[good] >> 6] &= ~((uint64_t)1 << (numbers[good] & 63));
    }
    if (good < count)
    {
        for (int32_t i = 0; i < good; ++i)
        {
            index->alive[numbers[i] >> 6] |= (uint64_t)1 << (numbers[i] & 63);
        }
        return impi_error(IMP_ERR_HANDLE, 2);
    }

    FNI(tree)* tree = &index->tree;
    bool many = count > tree->count[0] / 8;
    for (int32_t i = 0; i < count; ++i)
    {
        int32_t place = index->place[numbers[i]], block = place >> 4, lane = place & 15;
        if (!tree->recorded || tree->then[block].lower[0][lane] > tree->then[block].upper[0][lane])
        {
            take_out(index, place);
            if (tree->grid.on && index->was[numbers[i]] >= 0)
            {
                // The box that it has left behind is still to be told of.
                index->place[numbers[i]] = index->was[numbers[i]];
                index->was[numbers[i]] = -1;
                index->held_count += 1;
            }
            else
            {
                give_number_back(index, numbers[i]);
            }
        }
        else
        {
            FNI(block_set)(&tree->now[block], lane, FNI(empty_box)());
            tree->changed[block] = (uint16_t)(tree->changed[block] | 1u << lane);
            index->held_count += 1;
        }
        if (!many)
        {
            FNI(tree_refresh)(tree, block);
        }
    }
    index->thing_count -= count;
    count_moves(index, count);
    if (many)
    {
        FNI(tree_refresh_all)(tree);
    }
    return IMP_OK;
}

// Order

imp_status FN(index_rebuild)(FN(index) * index)
{
    if (!index)
    {
        return impi_error(IMP_ERR_NULL, 1);
    }
    FNI(tree)* tree = &index->tree;
    bool done = true;
    if (tree->grid.on)
    {
        done = index->thing_count == 0 || FNI(grid_order)(index, NULL, 0, NULL) == IMP_OK;
    }
    else if (!tree->flat)
    {
        done = FNI(tree_build)(tree, index->place, FNI(FILL), NULL, &index->allocator);
    }
    if (!done)
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    index->moves = 0;
    return IMP_OK;
}

imp_status FN(index_get)(const FN(index) * index, int32_t number, FN(thing) * out)
{
    if (!index)
    {
        return impi_error(IMP_ERR_NULL, 1);
    }
    if (!is_alive(index, number))
    {
        return impi_error(IMP_ERR_HANDLE, 2);
    }
    if (!out)
    {
        return impi_error(IMP_ERR_NULL, 3);
    }
    int32_t place = index->place[number];
    out->box = FNI(block_get)(&index->tree.now[place >> 4], place & 15);
    out->user = index->user[number];
    out->filter = index->filter[number];
    return IMP_OK;
}

// Elsewhere

int32_t FNI(index_numbers)(const FN(index) * index)
{
    int32_t count = index->number_count;
    while (count > 0 && !(index->taken[(count - 1) >> 6] >> ((count - 1) & 63) & 1))
    {
        --count;
    }
    return count;
}

bool FNI(index_look)(const FN(index) * index, int32_t number, FN(thing) * now, Box* then)
{
    if (number >= index->number_count || !(index->taken[number >> 6] >> (number & 63) & 1))
    {
        return false;
    }
    int32_t block = index->place[number] >> 4, lane = index->place[number] & 15;
    now->box = FNI(block_get)(&index->tree.now[block], lane);
    now->user = index->user[number];
    now->filter = index->filter[number];
    *then = index->tree.recorded ? FNI(block_get)(&index->tree.then[block], lane) : FNI(empty_box)();
    return true;
}

imp_status FNI(index_make_room)(FN(index) * index, int32_t count)
{
    if (reserve_numbers(index, count) ||
        FNI(tree_reserve)(&index->tree, &index->allocator, (int64_t)count / IMPI_LANES_OF_BLOCK + 1))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    for (int32_t number = 0; number < count; ++number)
    {
        index->place[number] = -1;
    }
    index->number_count = count;
    for (int lane = 0; lane < IMPI_LANES_OF_BLOCK; ++lane)
    {
        FNI(block_set)(&index->tree.then[0], lane, FNI(empty_box)());
    }
    index->tree.recorded = true;
    return IMP_OK;
}

void FNI(index_put_back)(FN(index) * index, int32_t number, const FN(thing) * now, Box then)
{
    uint64_t bit = (uint64_t)1 << (number & 63);
    bool alive = AT(now->box.lower, 0) <= AT(now->box.upper, 0), changed = false;
    for (int k = 0; k < AXES; ++k)
    {
        changed |= AT(now->box.lower, k) != AT(then.lower, k) || AT(now->box.upper, k) != AT(then.upper, k);
    }
    index->taken[number >> 6] |= bit;
    index->alive[number >> 6] |= alive ? bit : 0;
    index->thing_count += alive;
    index->held_count += !alive;
    index->user[number] = now->user;
    index->filter[number] = now->filter;
    index->filtered |= (now->filter.category & now->filter.mask) != UINT32_MAX;
    FNI(tree)* tree = &index->tree;
    int32_t block = tree->count[0] - 1;
    block = tree->used[block] == IMPI_FULL ? FNI(tree_append)(tree) : block;
    put_in(index, block, number, now->box, then, changed);
}

imp_status FN(index_stats)(const FN(index) * index, imp_index_stats* out)
{
    if (!index || !out)
    {
        return impi_error(IMP_ERR_NULL, index ? 2 : 1);
    }
    out->things = index->thing_count;
    out->tests = index->tests;
    out->bytes = sizeof *index + index->number_size + index->tree.size;
    out->list_bytes =
        ((uint64_t)index->lists[0].capacity + (uint64_t)index->lists[1].capacity + (uint64_t)index->spare.capacity) *
            sizeof(uint64_t) +
        ((uint64_t)index->tasks[0].capacity + (uint64_t)index->tasks[1].capacity) * sizeof(FNI(task));
    return IMP_OK;
}
