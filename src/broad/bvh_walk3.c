// SPDX-License-Identifier: MIT
//
// Stack, queue and heap in one; bvh_walk3.h says which is when. And triangles one by one.

#include "bvh_walk3.h"

#include "../base/bits.h"

#define CHILDREN_MASK ((1u << IMP3I_BVH_CHILDREN) - 1u)

void imp3i_bvh_frontier_start(imp3i_bvh_frontier* f, int32_t order)
{
    f->order = order;
    f->stacked = f->waiting = f->head = 0;
    f->puts = 0;
}

/// Whether task i of the heap comes before task j.
static bool is_task_sooner(const imp3i_bvh_frontier* f, int32_t i, int32_t j)
{
    return f->queue[i].key < f->queue[j].key || (f->queue[i].key <= f->queue[j].key && f->number[i] < f->number[j]);
}

static void swap_tasks(imp3i_bvh_frontier* f, int32_t i, int32_t j)
{
    imp3i_bvh_task task = f->queue[i];
    uint32_t number = f->number[i];
    f->queue[i] = f->queue[j];
    f->number[i] = f->number[j];
    f->queue[j] = task;
    f->number[j] = number;
}

static void sift_task_up(imp3i_bvh_frontier* f, int32_t i)
{
    for (; i > 0 && is_task_sooner(f, i, (i - 1) / 2); i = (i - 1) / 2)
    {
        swap_tasks(f, i, (i - 1) / 2);
    }
}

static void sift_task_down(imp3i_bvh_frontier* f)
{
    for (int32_t i = 0, least; 2 * i + 1 < f->waiting; i = least)
    {
        least = 2 * i + 1;
        least = least + 1 < f->waiting && is_task_sooner(f, least + 1, least) ? least + 1 : least;
        if (!is_task_sooner(f, least, i))
        {
            return;
        }
        swap_tasks(f, i, least);
    }
}

void imp3i_bvh_frontier_put(imp3i_bvh_frontier* f, imp3i_bvh_task task)
{
    if ((task.lanes & CHILDREN_MASK) == 0)
    {
        return;
    }
    if (f->order == IMP3_WALK_DEPTH || f->waiting == IMP3I_WALK_WAITING)
    {
        f->stack[f->stacked++] = task;
        return;
    }
    if (f->order == IMP3_WALK_BREADTH)
    {
        f->queue[(f->head + f->waiting++) % IMP3I_WALK_WAITING] = task;
        return;
    }
    f->queue[f->waiting] = task;
    f->number[f->waiting] = f->puts++;
    sift_task_up(f, f->waiting++);
}

/// Takes the lowest lane out of a task. Returns whether it was the last.
static bool take_lane(imp3i_bvh_task* task, imp3i_bvh_task* out)
{
    uint32_t lanes = task->lanes & CHILDREN_MASK, lowest = lanes & (0u - lanes);
    *out = *task;
    out->lanes = (task->lanes & ~CHILDREN_MASK) | lowest;
    task->lanes ^= lowest;
    return lanes == lowest;
}

bool imp3i_bvh_frontier_take(imp3i_bvh_frontier* f, imp3i_bvh_task* out)
{
    if (f->stacked > 0)
    {
        f->stacked -= take_lane(&f->stack[f->stacked - 1], out);
        return true;
    }
    if (f->waiting == 0)
    {
        return false;
    }
    if (take_lane(&f->queue[f->order == IMP3_WALK_BREADTH ? f->head : 0], out))
    {
        --f->waiting;
        if (f->order == IMP3_WALK_BREADTH)
        {
            f->head = (f->head + 1) % IMP3I_WALK_WAITING;
        }
        else
        {
            f->queue[0] = f->queue[f->waiting];
            f->number[0] = f->number[f->waiting];
            sift_task_down(f);
        }
    }
    return true;
}

// Triangles in rising order

static void open_group(imp3i_bvh_part_walk* w, int32_t group)
{
    w->group[w->open] = group;
    w->lanes[w->open] = (uint16_t)imp3i_bvh_meet(w->tree, group, &w->probe);
    w->open += w->lanes[w->open] != 0;
}

/// The first triangle under a link.
static int32_t first_part_under(const imp3i_bvh* tree, int32_t link)
{
    while (link >= 0)
    {
        link = *imp3i_bvh_links(tree, link);
    }
    return imp3i_bvh_leaf_first(link);
}

/// Opens the next child of what was opened last: a leaf's triangles are told next. False when there is none left.
static bool open_child(imp3i_bvh_part_walk* w, int32_t from)
{
    if (w->open == 0)
    {
        return false;
    }
    int32_t top = w->open - 1;
    const int32_t* links = imp3i_bvh_links(w->tree, w->group[top]);
    uint32_t lanes = w->lanes[top], others = lanes & (lanes - 1);
    // Children before another one that begins soon enough are done.
    while (from > 0 && others && first_part_under(w->tree, links[impi_lowest_bit(others)]) <= from)
    {
        lanes = others;
        others &= others - 1;
    }
    w->lanes[top] = (uint16_t)others;
    w->open -= others == 0;
    int32_t link = links[impi_lowest_bit(lanes)];
    if (link >= 0)
    {
        open_group(w, link);
        return true;
    }
    w->next = imp3i_bvh_leaf_first(link);
    w->end = w->next + imp3i_bvh_leaf_count(link);
    w->next = w->next > from ? w->next : from;
    return true;
}

void imp3i_bvh_part_walk_start(imp3i_bvh_part_walk* w, const imp3i_bvh* tree, const imp3i_probe* probe, int32_t from)
{
    w->tree = tree;
    w->probe = *probe;
    w->next = w->end = w->open = 0;
    open_group(w, 0);
    while (from > 0 && w->next >= w->end && open_child(w, from))
    {
    }
}

int32_t imp3i_bvh_part_walk_next(imp3i_bvh_part_walk* w)
{
    while (w->next >= w->end)
    {
        if (!open_child(w, 0))
        {
            return -1;
        }
    }
    return w->next++;
}
