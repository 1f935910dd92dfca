// SPDX-License-Identifier: MIT
//
// Indexes: what they answer.
//
// Pairs. The tree is held against itself from the top, one level after the other, until there are some hundreds of
// pairs of blocks of blocks, or a few where there are no jobs: the units of work. Each is then followed down to its
// pairs of things; a unit less than a few blocks would cost more to begin than to do. Units are dealt out to a fixed
// number of jobs, each of which has a part of the list to write to; a part that is too short is counted to the end, and
// its job is done again where there is room. In the end pairs are sorted, so nobody can tell in which order they were
// found.
//
// Queries go down from the top with a short stack, and write into the caller's arrays: for a box, what does not fit
// into a few places on the stack is counted first, so that a list that is too short stays as it was.

#ifndef AXES
#include "../math/dim3.h"
#include "index3.h"
#endif

enum
{
    FNI(JOBS) = 64,
    FNI(UNITS_MIN) = 256,  // for jobs
    FNI(UNITS_FEW) = 16,
    FNI(LIST_MIN) = 1024,
    FNI(FEW) = 256
};

// Pairs: the work, cut up.

typedef struct FNI(search_part)
{
    FNI(sink) sinks[2];
    uint64_t tests;
} FNI(search_part);

typedef struct FNI(work_list)
{
    const FN(index) * index;
    FNI(hunt) hunt;
    const FNI(task) * tasks;  // the units; or null where the units are the blocks of a flat index, or blocks of level 1
    bool swept;
    int32_t unit_count;
    int sink_count;
    FNI(search_part) parts[FNI(JOBS)];
} FNI(work_list);

// Level and number of blocks from which to go down.
static int tree_roots(const FNI(tree) * tree, int32_t* count)
{
    *count = tree->flat ? tree->count[tree->top] : 1;
    return tree->top;
}

static uint64_t do_unit(const FNI(work_list) * w, int32_t unit, FNI(sink) * sinks)
{
    if (w->tasks)
    {
        return w->index->kernels.hunt(&w->hunt, &w->tasks[unit], 1, sinks);
    }
    if (w->swept)
    {
        return w->index->kernels.sweep(&w->hunt, unit, sinks);
    }
    bool self = w->hunt.a == w->hunt.b;
    if (w->hunt.a->grid.on && w->hunt.b->grid.on)
    {
        return FNI(grid_hunt)(&w->hunt, &w->index->kernels, unit, sinks);
    }
    int32_t count_a, count_b;
    int level_a = tree_roots(w->hunt.a, &count_a), level_b = tree_roots(w->hunt.b, &count_b);
    bool along_a = w->hunt.a->flat;
    uint64_t tests = 0;
    for (int32_t i = self ? unit : 0; i < (along_a ? count_b : count_a); ++i)
    {
        FNI(task) task = {along_a ? unit : i, along_a ? i : unit, (int8_t)level_a, (int8_t)level_b};
        tests += w->index->kernels.hunt(&w->hunt, &task, 1, sinks);
    }
    return tests;
}

static imp_status list_units(FN(index) * index, FNI(work_list) * w, int32_t wanted)
{
    w->tasks = NULL;
    w->swept = w->hunt.a == w->hunt.b && FNI(strips_ready)(&index->tree, index->place, FNI(FILL), &index->allocator);
    if (w->swept)
    {
        w->unit_count = index->tree.count[1];
        return IMP_OK;
    }
    if (w->hunt.a->flat || w->hunt.b->flat)
    {
        tree_roots(w->hunt.a->flat ? w->hunt.a : w->hunt.b, &w->unit_count);
        return IMP_OK;
    }
    FNI(tasks)* now = &index->tasks[0], *next = &index->tasks[1];
    if (impi_array_reserve(now, &index->allocator, 1))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    FNI(task) root = {0, 0, (int8_t)w->hunt.a->top, (int8_t)w->hunt.b->top};
    now->data[0] = root;
    now->count = 1;
    bool down = root.level_a > 1 || root.level_b > 1;
    while (down && now->count < wanted)
    {
        next->count = 0;
        down = false;
        for (int32_t i = 0; i < now->count; ++i)
        {
            FNI(task) task = now->data[i];
            if (impi_array_reserve(next, &index->allocator, (int64_t)next->count + IMPI_STEP_MAX))
            {
                return impi_error(IMP_ERR_MEMORY, 0);
            }
            if (task.level_a <= 1 && task.level_b <= 1)
            {
                next->data[next->count++] = task;
                continue;
            }
            int32_t count = index->kernels.step(&w->hunt, task, next->data + next->count, &index->tests);
            next->count += count;
            for (int32_t k = next->count - count; k < next->count; ++k)
            {
                down = down || next->data[k].level_a > 1 || next->data[k].level_b > 1;
            }
        }
        FNI(tasks)* swap = now;
        now = next;
        next = swap;
    }
    w->tasks = now->data;
    w->unit_count = now->count;
    return IMP_OK;
}

static void do_part(void* context, int32_t part)
{
    FNI(work_list)* w = (FNI(work_list)*)context;
    w->parts[part].tests = 0;
    for (int32_t unit = part; unit < w->unit_count; unit += FNI(JOBS))
    {
        w->parts[part].tests += do_unit(w, unit, w->parts[part].sinks);
    }
}

// Units from first on, every step-th, appended to the lists, which grow when they must.
static imp_status do_units(FN(index) * index, FNI(work_list) * w, int32_t first, int32_t step)
{
    for (int32_t unit = first; unit < w->unit_count; unit += step)
    {
        for (bool fits = false; !fits;)
        {
            FNI(sink) sinks[2];
            for (int s = 0; s < w->sink_count; ++s)
            {
                impi_words* list = &index->lists[s];
                sinks[s].keys = list->data + list->count;
                sinks[s].capacity = list->capacity - list->count;
                sinks[s].count = 0;
            }
            uint64_t tests = do_unit(w, unit, sinks);
            fits = true;
            for (int s = 0; s < w->sink_count; ++s)
            {
                int64_t wanted = index->lists[s].count + sinks[s].count;
                fits = fits && sinks[s].count <= sinks[s].capacity;
                if (impi_array_reserve(&index->lists[s], &index->allocator, wanted))
                {
                    return impi_error(IMP_ERR_MEMORY, 0);
                }
            }
            for (int s = 0; s < w->sink_count && fits; ++s)
            {
                index->lists[s].count += (int32_t)sinks[s].count;
            }
            index->tests += fits ? tests : 0;
        }
    }
    return IMP_OK;
}

static bool part_fits(const FNI(work_list) * w, int32_t part)
{
    bool fits = true;
    for (int s = 0; s < w->sink_count; ++s)
    {
        fits = fits && w->parts[part].sinks[s].count <= w->parts[part].sinks[s].capacity;
    }
    return fits;
}

// All units by jobs. Each writes into a part of the lists of its own; then the parts are moved together.
static void do_all_parts(FN(index) * index, FNI(work_list) * w)
{
    int64_t room[2] = {0, 0};
    for (int s = 0; s < w->sink_count; ++s)
    {
        room[s] = index->lists[s].capacity / FNI(JOBS);
        for (int32_t part = 0; part < FNI(JOBS); ++part)
        {
            FNI(sink) sink = {index->lists[s].data + part * room[s], 0, room[s]};
            w->parts[part].sinks[s] = sink;
        }
    }
    impi_spread(&index->jobs, do_part, w, FNI(JOBS));

    for (int32_t part = 0; part < FNI(JOBS); ++part)
    {
        for (int s = 0; s < w->sink_count && part_fits(w, part); ++s)
        {
            impi_words* list = &index->lists[s];
            size_t count = (size_t)w->parts[part].sinks[s].count;
            memmove(list->data + list->count, w->parts[part].sinks[s].keys, count * sizeof *list->data);
            list->count += (int32_t)count;
        }
    }
}

static imp_status find_pairs(FN(index) * index, FNI(work_list) * w)
{
    bool jobs = impi_workers(&index->jobs) > 1;
    index->tests = 0;
    for (int s = 0; s < w->sink_count; ++s)
    {
        index->lists[s].count = 0;
        int64_t room = FNI(LIST_MIN) + (s == 0 && (jobs || !w->hunt.changed) ? 3 * (int64_t)index->thing_count : 0);
        if (impi_array_reserve(&index->lists[s], &index->allocator, room))
        {
            return impi_error(IMP_ERR_MEMORY, 0);
        }
    }
    imp_status status = list_units(index, w, jobs ? FNI(UNITS_MIN) : FNI(UNITS_FEW));
    if (status || !jobs)
    {
        return status ? status : do_units(index, w, 0, 1);
    }
    do_all_parts(index, w);
    for (int32_t part = 0; part < FNI(JOBS) && !status; ++part)
    {
        bool fits = part_fits(w, part);
        index->tests += fits ? w->parts[part].tests : 0;
        status = fits ? IMP_OK : do_units(index, w, part, FNI(JOBS));
    }
    for (int32_t i = 0; i < FNI(JOBS) * w->sink_count && !status; ++i)
    {
        // A part that was too short gets more room the next time; if not, it is only slower.
        const FNI(sink)* sink = &w->parts[i / w->sink_count].sinks[i % w->sink_count];
        if (sink->count > sink->capacity)
        {
            (void)impi_array_reserve(&index->lists[i % w->sink_count], &index->allocator,
                                     FNI(JOBS) * (sink->count + sink->count / 4));
        }
    }
    return status;
}

static void show_list(const impi_words* list, imp_pair_list* out)
{
    out->pairs = (const imp_pair*)list->block;
    out->count = list->count;
}

static FNI(hunt) FNI(hunt_of)(const FN(index) * a, const FN(index) * b, bool changed)
{
    bool filtered = a->filtered || b->filtered;
    FNI(hunt)
    hunt = {&a->tree, &b->tree, filtered ? a->filter : NULL, b->filter, impi_bits_of(b->number_count), changed};
    return hunt;
}

static imp_status list_pairs(FN(index) * index, const FN(index) * other, imp_pair_list* out)
{
    if (!index->tree.recorded && !index->tree.grid.on && index->moves > index->thing_count / 16)
    {
        keep_order(index);
    }
    FNI(work_list) w = {.index = index, .hunt = FNI(hunt_of)(index, other, false), .sink_count = 1};
    imp_status status = find_pairs(index, &w);
    int bits = w.hunt.shift + impi_bits_of(index->number_count);
    status = status ? status : impi_sort_pairs(&index->lists[0], &index->spare, w.hunt.shift, bits, &index->allocator);
    if (!status)
    {
        show_list(&index->lists[0], out);
    }
    return status;
}

imp_status FN(index_pairs)(FN(index) * index, imp_pair_list* out)
{
    if (!index || !out)
    {
        return impi_error(IMP_ERR_NULL, index ? 2 : 1);
    }
    return list_pairs(index, index, out);
}

imp_status FN(index_pairs_between)(FN(index) * index, const FN(index) * other, imp_pair_list* out)
{
    if (!index || !other || !out)
    {
        return impi_error(IMP_ERR_NULL, !index ? 1 : !other ? 2 : 3);
    }
    return list_pairs(index, other, out);
}

// Pairs in both lists have neither begun nor ended.
static void drop_common(impi_words* begun, impi_words* ended)
{
    imp_pair *a = (imp_pair*)begun->block, *b = (imp_pair*)ended->block;
    int32_t i = 0, j = 0, begun_count = 0, ended_count = 0;
    while (i < begun->count || j < ended->count)
    {
        bool no_a = i == begun->count, no_b = j == ended->count;
        bool less = no_b || (!no_a && (a[i].a < b[j].a || (a[i].a == b[j].a && a[i].b < b[j].b)));
        bool equal = !no_a && !no_b && a[i].a == b[j].a && a[i].b == b[j].b;
        if (less)
        {
            a[begun_count++] = a[i];
        }
        else if (!equal)
        {
            b[ended_count++] = b[j];
        }
        i += less || equal;
        j += !less || equal;
    }
    begun->count = begun_count;
    ended->count = ended_count;
}

// Things gone from a block are forgotten, and their numbers are free.
static void forget_gone(FN(index) * index, int32_t block)
{
    FNI(tree)* tree = &index->tree;
    uint32_t gone = 0;
    for (uint32_t used = tree->used[block]; used; used &= used - 1)
    {
        int32_t lane = impi_lowest_bit(used);
        gone |= (uint32_t)(tree->now[block].lower[0][lane] > tree->now[block].upper[0][lane]) << lane;
    }
    for (; gone; gone &= gone - 1)
    {
        int32_t place = 16 * block + impi_lowest_bit(gone), number = tree->numbers[place];
        take_out(index, place);
        if (index->place[number] == place)
        {
            give_number_back(index, number);
            index->held_count -= 1;
        }
        else
        {
            index->was[number] = -1;
        }
    }
}

// Now becomes then, in a share of the blocks.
static void record_share(void* context, int32_t share)
{
    FNI(tree)* tree = (FNI(tree)*)context;
    int32_t end = (share + 1) * FNI(SHARE) < tree->count[0] ? (share + 1) * FNI(SHARE) : tree->count[0];
    for (int32_t block = share * FNI(SHARE); block < end; ++block)
    {
        if (tree->changed[block] || !tree->recorded)
        {
            tree->then[block] = tree->now[block];
            tree->changed[block] = 0;
            FNI(tree_tell)(tree, block);
        }
    }
}

static void record(FN(index) * index)
{
    FNI(tree)* tree = &index->tree;
    bool any = !tree->recorded, look = index->held_count > 0 || tree->grid.on;
    for (int32_t block = 0; block < tree->count[0]; ++block)
    {
        if (tree->changed[block] && look)
        {
            forget_gone(index, block);
            tree->changed[block] = IMPI_FULL;
        }
        any = any || tree->changed[block];
    }
    impi_spread(&index->jobs, record_share, tree, FNI(shares)(tree->count[0]));
    tree->recorded = true;
    if (any)
    {
        FNI(tree_refresh_above)(tree);
    }
    if (any && !tree->grid.on)
    {
        keep_order(index);
    }
}

imp_status FN(index_pairs_changed)(FN(index) * index, imp_pair_list* begun, imp_pair_list* ended)
{
    if (!index || !begun || !ended)
    {
        return impi_error(IMP_ERR_NULL, !index ? 1 : !begun ? 2 : 3);
    }
    bool changed = index->tree.recorded;
    FNI(work_list) w = {.index = index, .hunt = FNI(hunt_of)(index, index, changed), .sink_count = 2};
    imp_status status = find_pairs(index, &w);
    for (int s = 0; s < 2 && !status; ++s)
    {
        status = impi_sort_pairs(&index->lists[s], &index->spare, w.hunt.shift, 2 * w.hunt.shift, &index->allocator);
    }
    if (status)
    {
        return status;
    }
    if (index->tree.grid.on)
    {
        drop_common(&index->lists[0], &index->lists[1]);
    }
    record(index);
    show_list(&index->lists[0], begun);
    show_list(&index->lists[1], ended);
    return IMP_OK;
}

// Queries

// By number, for those that are asked for; null when that is all.
static const imp_filter* filters_for(const FN(index) * index, imp_filter asked)
{
    return !index->filtered && (asked.category & asked.mask) == UINT32_MAX ? NULL : index->filter;
}

static int32_t query_all(const FN(index) * index, const Box* box, imp_filter asked, int32_t* numbers, int32_t capacity)
{
    int32_t roots, count = 0;
    int level = tree_roots(&index->tree, &roots);
    const imp_filter* filters = filters_for(index, asked);
    if (index->tree.grid.on)
    {
        count = FNI(grid_query)(&index->tree, &index->kernels, box, &asked, filters, numbers, capacity);
        if (count >= 0)
        {
            return count;
        }
        count = 0;
    }
    for (int32_t root = 0; root < roots; ++root)
    {
        int32_t left = count < capacity ? capacity - count : 0;
        count +=
            index->kernels.query(&index->tree, level, root, box, &asked, filters, left ? numbers + count : NULL, left);
    }
    return count;
}

imp_status FN(index_query_box)(const FN(index) * index, const Box* box, const imp_filter* filter, int32_t* numbers,
                               int32_t capacity, int32_t* count)
{
    if (!index || !box)
    {
        return impi_error(IMP_ERR_NULL, index ? 2 : 1);
    }
    int32_t fault = box_fault(box);
    if (fault)
    {
        return impi_error(fault, 2);
    }
    if (capacity < 0)
    {
        return impi_error(IMP_ERR_COUNT, 5);
    }
    if ((!numbers && capacity > 0) || !count)
    {
        return impi_error(IMP_ERR_NULL, count ? 4 : 6);
    }
    imp_filter all = {UINT32_MAX, UINT32_MAX}, asked = filter ? impi_filter_of(*filter) : all;
    int32_t few[FNI(FEW)];
    int32_t found = query_all(index, box, asked, few, FNI(FEW));
    *count = found;
    if (found > capacity)
    {
        return impi_error(IMP_ERR_SPACE, 5);
    }
    if (found > FNI(FEW))
    {
        query_all(index, box, asked, numbers, capacity);
        impi_sort_numbers(numbers, found);
    }
    else if (found > 0)
    {
        impi_sort_numbers(few, found);
        memcpy(numbers, few, (size_t)found * sizeof *few);
    }
    return IMP_OK;
}

static imp_status search_status(const imp_index_hit* hits, int32_t capacity, const int32_t* count)
{
    if (!hits)
    {
        return impi_error(IMP_ERR_NULL, 3);
    }
    if (capacity < 1)
    {
        return impi_error(IMP_ERR_COUNT, 4);
    }
    return count ? IMP_OK : impi_error(IMP_ERR_NULL, 5);
}

int32_t FNI(search_all)(const FN(index) * index, FNI(box_search) * search, imp_filter filter, imp_index_hit* hits,
                        int32_t capacity)
{
    int32_t roots, count = 0;
    int level = tree_roots(&index->tree, &roots);
    search->filter = impi_filter_of(filter);
    search->filters = filters_for(index, search->filter);
    if (index->tree.grid.on)
    {
        count = FNI(grid_search)(&index->tree, &index->kernels, search, hits, capacity);
        roots = count >= 0 ? 0 : roots;
        count = count >= 0 ? count : 0;
    }
    for (int32_t root = 0; root < roots; ++root)
    {
        count = index->kernels.search(&index->tree, level, root, search, hits, capacity, count);
    }
    impi_heap_sort(hits, count);
    return count;
}

// When a box that moves touches another, axis by axis: enters at (near side of the other - front of the box) / motion,
// leaves at (far side - back) / motion. Differences and quotients have relative errors only, which the scales make
// good: entering is never late, leaving never early. Along an axis with hardly any motion, what is ahead or behind by
// 2^-100 is out of reach, and all else is never left.
FNI(box_search) FNI(search_of_sweep)(Box box, Vec motion)
{
    FNI(box_search) s = {.distance = false, .limit = 1.0f, .after = {-1, -1.0f}};
    for (int k = 0; k < AXES; ++k)
    {
        float lower = AT(box.lower, k), upper = AT(box.upper, k), way = AT(motion, k);
        bool slow = way < 0x1p-100f && way > -0x1p-100f;
        bool back = way < 0.0f;
        float scale = slow ? (back ? -0x1p100f : 0x1p100f) : 1.0f / way;
        s.back[k] = back;
        s.near_at[k] = back ? lower : upper;
        s.far_at[k] = back ? upper : lower;
        s.near_scale[k] = scale * (1.0f - 0x1p-21f);
        s.far_scale[k] = scale * (1.0f + 0x1p-21f);
        s.far_more[k] = slow ? 2.0f : 0.0f;
        s.way[k] = way;
    }
    return s;
}

static imp_status cast_box(const FN(index) * index, const Box* box, const Vec* motion, imp_filter filter,
                           imp_index_hit* hits, int32_t capacity, int32_t* count)
{
    int32_t fault = box_fault(box);
    fault = fault ? fault : motion_fault(*motion);
    if (fault)
    {
        return impi_error(fault, 2);
    }
    imp_status status = search_status(hits, capacity, count);
    if (!status)
    {
        FNI(box_search) search = FNI(search_of_sweep)(*box, *motion);
        *count = FNI(search_all)(index, &search, filter, hits, capacity);
    }
    return status;
}

imp_status FN(index_cast_ray)(const FN(index) * index, const FN(index_ray) * ray, imp_index_hit* hits, int32_t capacity,
                              int32_t* count)
{
    if (!index || !ray)
    {
        return impi_error(IMP_ERR_NULL, index ? 2 : 1);
    }
    Box point = {ray->origin, ray->origin};
    return cast_box(index, &point, &ray->motion, ray->filter, hits, capacity, count);
}

imp_status FN(index_cast_box)(const FN(index) * index, const FN(index_sweep) * sweep, imp_index_hit* hits,
                              int32_t capacity, int32_t* count)
{
    if (!index || !sweep)
    {
        return impi_error(IMP_ERR_NULL, index ? 2 : 1);
    }
    return cast_box(index, &sweep->box, &sweep->motion, sweep->filter, hits, capacity, count);
}

FNI(box_search) FNI(search_of_distance)(Box box, float reach)
{
    float most = reach * (1.0f + 0x1p-20f);
    FNI(box_search) s = {.distance = true, .limit = reach > 0.0f ? most * most : FLT_MAX, .after = {-1, -1.0f}};
    for (int k = 0; k < AXES; ++k)
    {
        s.near_at[k] = AT(box.upper, k);
        s.far_at[k] = AT(box.lower, k);
    }
    return s;
}

imp_status FN(index_nearest)(const FN(index) * index, const FN(index_spot) * spot, imp_index_hit* hits,
                             int32_t capacity, int32_t* count)
{
    if (!index || !spot)
    {
        return impi_error(IMP_ERR_NULL, index ? 2 : 1);
    }
    int32_t fault = place_fault(spot->point);
    fault = fault ? fault : impi_number_fault_negative(spot->max_distance);
    if (fault)
    {
        return impi_error(fault, 2);
    }
    imp_status status = search_status(hits, capacity, count);
    if (status)
    {
        return status;
    }
    Box point = {spot->point, spot->point};
    FNI(box_search) search = FNI(search_of_distance)(point, spot->max_distance);
    int32_t found = FNI(search_all)(index, &search, spot->filter, hits, capacity);
    for (int32_t i = 0; i < found; ++i)
    {
        // Squares that differ may have the same root: then the number decides after all.
        imp_index_hit hit = {hits[i].thing, sqrtf(hits[i].value)};
        int32_t at = i;
        for (; at > 0 && hits[at - 1].value == hit.value && hits[at - 1].thing > hit.thing; --at)
        {
            hits[at] = hits[at - 1];
        }
        hits[at] = hit;
    }
    *count = found;
    return IMP_OK;
}
