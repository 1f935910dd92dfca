// SPDX-License-Identifier: MIT
//
// Parts of a tree that have sunk, built anew: topmost groups whose measure has come to more than twice what it was when
// they were built. Such a part is built as a tree of its own over its triangles, which follow each other, and put in
// the place of the old one in a copy; so nothing has changed when memory is out. What is not built anew keeps its
// measure as built: many small losses add up until it is.

#include <string.h>

#include "bvh_nodes3.h"

/// A part to build anew: groups from `group` to end - 1, its triangles, and its new tree.
typedef struct mend_part
{
    int32_t group, end, depth;
    int32_t first, count;
    imp3i_bvh tree;
} mend_part;

typedef struct mend_work
{
    int32_t groups, parts;
    mend_part* part;  // rising
    int32_t* place;   // of each group in the new tree
} mend_work;

#define SUNK 2.0f

static void lay_out_mend(impi_layout* l, mend_work* w)
{
    w->part = (mend_part*)impi_take(l, (size_t)w->parts, sizeof *w->part);
    w->place = (int32_t*)impi_take(l, (size_t)w->groups, sizeof *w->place);
}

/// The group after those below a group.
static int32_t end_of_group(const imp3i_bvh* tree, int32_t group)
{
    int32_t end = group;
    while (group >= 0)
    {
        end = group + 1;
        int32_t below = -1;
        for (int32_t s = tree->first[group]; s < tree->first[group + 1]; ++s)
        {
            below = tree->link[s] >= 0 ? tree->link[s] : below;
        }
        group = below;
    }
    return end;
}

static void describe_part(const imp3i_bvh* tree, int32_t group, int32_t depth, mend_part* out)
{
    int32_t last = tree->first[group + 1] - 1, first;
    while (tree->link[last] == IMP3I_BVH_NONE)
    {
        --last;
    }
    memset(out, 0, sizeof *out);
    out->group = group;
    out->end = end_of_group(tree, group);
    out->depth = depth;
    (void)imp3i_bvh_under(tree, tree->first[group], &out->first);
    out->count = imp3i_bvh_under(tree, last, &first);
    out->count += first - out->first;
}

/// Goes down to what has sunk. Returns how many parts there are; out may be null. depth is set to that of the tree, if
/// nothing is mended.
static int32_t find_sunk(const imp3i_bvh* tree, float limit, mend_part* out, int32_t* depth)
{
    struct
    {
        int32_t group, depth;
    } stack[IMP3I_BVH_DEPTH * IMP3I_BVH_CHILDREN];
    int32_t waiting = 1, found = 0;
    stack[0].group = 0;
    stack[0].depth = 1;
    *depth = 0;
    while (waiting > 0)
    {
        int32_t g = stack[--waiting].group, here = stack[waiting].depth;
        *depth = here > *depth ? here : *depth;
        if (tree->now[g] > limit * tree->built[g])
        {
            if (out)
            {
                describe_part(tree, g, here - 1, &out[found]);
            }
            ++found;
            continue;
        }
        for (int32_t s = tree->first[g + 1] - 1; s >= tree->first[g]; --s)
        {
            if (tree->link[s] >= 0)
            {
                stack[waiting].group = tree->link[s];
                stack[waiting++].depth = here + 1;
            }
        }
    }
    return found;
}

static imp_status build_parts(const imp3i_bvh* tree, const imp3i_bvh_triangles* triangles,
                              const imp_allocator* allocator, const mend_work* w, int32_t* order)
{
    for (int32_t p = 0; p < w->parts; ++p)
    {
        mend_part* part = &w->part[p];
        const imp3i_bvh_triangles some = {triangles->points, triangles->corners + 3 * (size_t)part->first, part->count};
        imp_status status =
            imp3i_bvh_build_some(&tree->def, &some, part->depth, allocator, order + part->first, &part->tree);
        if (status)
        {
            return status;
        }
        for (int32_t i = part->first; i < part->first + part->count; ++i)
        {
            order[i] += part->first;
        }
    }
    return IMP_OK;
}

/// Counts of the new tree, and where its groups are.
static void count_mended(const imp3i_bvh* old, const mend_work* w, imp3i_bvh* out)
{
    out->groups = out->slots = out->box_count = out->ball_count = out->obb_count = 0;
    for (int32_t g = 0, p = 0; g < old->groups;)
    {
        w->place[g] = out->groups;
        bool anew = p < w->parts && w->part[p].group == g;
        const imp3i_bvh* from = anew ? &w->part[p].tree : old;
        int32_t low = anew ? 0 : from->first[g], high = anew ? from->slots : from->first[g + 1];
        for (int32_t s = low; s < high; ++s)
        {
            int32_t kind = from->kind ? from->kind[s] : from->def.volume;
            out->box_count += from->def.narrow && kind == IMP3_VOLUME_BOX;
            out->ball_count += kind == IMP3_VOLUME_SPHERE;
            out->obb_count += kind == IMP3_VOLUME_ORIENTED;
        }
        out->groups += anew ? from->groups : 1;
        out->slots += high - low;
        g = anew ? w->part[p++].end : g + 1;
    }
}

/// How many slots and volumes of each kind have been copied.
typedef struct mend_cursor
{
    int32_t groups, slots, count[3];
} mend_cursor;

static void copy_volume(const imp3i_bvh* from, int32_t slot, imp3i_bvh* to, mend_cursor* at)
{
    int32_t kind = from->kind ? from->kind[slot] : from->def.volume, place = from->place ? from->place[slot] : slot;
    int32_t next = at->count[kind]++;
    if (to->kind)
    {
        to->kind[at->slots] = (uint8_t)kind;
        to->place[at->slots] = next;
    }
    switch (kind)
    {
    case IMP3_VOLUME_SPHERE: to->balls[next] = from->balls[place]; break;
    case IMP3_VOLUME_ORIENTED: to->obbs[next] = from->obbs[place]; break;
    default: to->boxes[next] = from->boxes[place]; break;
    }
}

/// Copies a group. Groups below it are found by place, or, where that is null, follow from `base` on; triangles are
/// shifted.
static void copy_group(const imp3i_bvh* from, int32_t group, const int32_t* place, int32_t base, int32_t shift,
                       imp3i_bvh* to, mend_cursor* at)
{
    to->first[at->groups] = at->slots;
    to->built[at->groups] = place ? from->built[group] : -1.0f;
    if (to->blocks)
    {
        to->blocks[at->groups] = from->blocks[group];
    }
    for (int32_t s = from->first[group]; s < from->first[group + 1]; ++s)
    {
        int32_t link = from->link[s];
        if (link < 0 && link != IMP3I_BVH_NONE)
        {
            link = imp3i_bvh_leaf(imp3i_bvh_leaf_first(link) + shift, imp3i_bvh_leaf_count(link));
            ++to->leaves;
        }
        else if (link >= 0)
        {
            link = place ? place[link] : base + link;
        }
        to->link[at->slots] = link;
        if (!to->blocks)
        {
            copy_volume(from, s, to, at);
        }
        ++at->slots;
    }
    ++at->groups;
}

static void copy_groups(const imp3i_bvh* old, const mend_work* w, imp3i_bvh* to)
{
    mend_cursor at;
    memset(&at, 0, sizeof at);
    to->leaves = 0;
    for (int32_t g = 0, p = 0; g < old->groups;)
    {
        if (p < w->parts && w->part[p].group == g)
        {
            const mend_part* part = &w->part[p++];
            const int32_t base = at.groups;
            for (int32_t k = 0; k < part->tree.groups; ++k)
            {
                copy_group(&part->tree, k, NULL, base, part->first, to, &at);
            }
            g = part->end;
        }
        else
        {
            copy_group(old, g, w->place, 0, 0, to, &at);
            ++g;
        }
    }
    to->first[to->groups] = to->slots;
}

/// Measures of all groups; those of new ones are as built.
static void measure_mended(imp3i_bvh* tree)
{
    imp3i_bvh_measure_groups(tree, tree->now);
    for (int32_t g = 0; g < tree->groups; ++g)
    {
        tree->built[g] = tree->built[g] < 0.0f ? tree->now[g] : tree->built[g];
    }
}

static imp_status mend_parts(imp3i_bvh* tree, const imp3i_bvh_triangles* triangles, const imp_allocator* allocator,
                             mend_work* w, int32_t* order)
{
    int32_t depth;
    (void)find_sunk(tree, SUNK, w->part, &depth);
    imp_status status = build_parts(tree, triangles, allocator, w, order);
    imp3i_bvh out = *tree;
    if (!status)
    {
        count_mended(tree, w, &out);
        status = imp3i_bvh_make_room(&out, allocator) ? IMP_OK : impi_error(IMP_ERR_MEMORY, 0);
    }
    if (!status)
    {
        copy_groups(tree, w, &out);
        measure_mended(&out);
        (void)find_sunk(&out, INFINITY, NULL, &out.depth);
        imp3i_bvh_free(tree, allocator);
        *tree = out;
    }
    for (int32_t p = 0; p < w->parts; ++p)
    {
        imp3i_bvh_free(&w->part[p].tree, allocator);
    }
    return status;
}

imp_status imp3i_bvh_mend(imp3i_bvh* tree, const imp3i_bvh_triangles* triangles, const imp_allocator* allocator,
                          int32_t* order, int32_t* rebuilt)
{
    mend_work w;
    int32_t depth;
    *rebuilt = 0;
    for (int32_t i = 0; i < triangles->count; ++i)
    {
        order[i] = i;
    }
    w.parts = find_sunk(tree, SUNK, NULL, &depth);
    w.groups = tree->groups;
    if (w.parts == 0)
    {
        return IMP_OK;
    }
    impi_layout l = {NULL, 0};
    lay_out_mend(&l, &w);
    size_t size = l.size;
    l.base = (char*)impi_alloc_resize(allocator, NULL, 0, size, 1);
    if (!l.base)
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    l.size = 0;
    lay_out_mend(&l, &w);
    imp_status status = mend_parts(tree, triangles, allocator, &w, order);
    for (int32_t p = 0; !status && p < w.parts; ++p)
    {
        *rebuilt += w.part[p].count;
    }
    impi_alloc_free(allocator, l.base, size, 1);
    return status;
}
