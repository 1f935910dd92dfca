// SPDX-License-Identifier: MIT
//
// Building a bounding volume hierarchy: triangles to boxes, boxes to nodes, nodes to groups.
//
// Nodes are made from the root down, over a stack of their own, the first child first, so that what is worked on stays
// in the cache; their boxes follow from the leaves up. A node of no more triangles than a leaf may have is one.

#include "bvh_nodes3.h"
#include "bvh_volume3.h"

#include <string.h>

enum
{
    ITEMS_AHEAD = 16  // items that are asked for before they are read
};

bool imp3i_bvh_choice_of(const imp3_bvh_choice* def, imp3_bvh_choice* out)
{
    bool known = (uint32_t)def->kind <= IMP3_BVH_MORTON && (uint32_t)def->volume <= IMP3_VOLUME_MIXED &&
                 def->leaf_size >= 0 && def->leaf_size <= 16;
    *out = *def;
    if (known && out->leaf_size == 0)
    {
        out->leaf_size = IMP3I_BVH_LEAF;
    }
    out->narrow = def->narrow || def->volume != IMP3_VOLUME_BOX;
    return known;
}

// Nodes

static void collect_items(imp3i_bvh_builder* b)
{
    imp3i_lane_box all = imp3i_no_lane_box();
    for (int32_t i = 0; i < b->triangles->count; ++i)
    {
        imp3i_lane_box box = imp3i_lane_box_of_corners(b->triangles->points, b->triangles->corners + 3 * (size_t)i);
        box = imp3i_lane_box_close(&box);
        imp3i_lane_box_grow(&all, box.lower, box.upper);
        imp3i_bvh_item* item = &b->items[i];
        impi_lanes_store(item->lower, box.lower);
        impi_lanes_store(item->upper, box.upper);
        item->number = (float)i;
    }
    b->bounds = imp3i_box_of_lanes(&all);
    imp3_vec side = imp3_vec_sub(b->bounds.upper, b->bounds.lower);
    float most = side.x > side.y ? side.x : side.y;
    most = side.z > most ? side.z : most;
    b->unit = most > 0.0f ? 1.0f / most : 1.0f;
}

static int32_t add_children(imp3i_bvh_builder* b, int32_t node, const imp3i_bvh_piece* pieces, int32_t count)
{
    int32_t child = b->node_count, first = b->nodes[node].first;
    b->nodes[node].child = child;
    b->nodes[node].children = count;
    for (int32_t k = 0; k < count; ++k)
    {
        imp3i_bvh_node* made = &b->nodes[b->node_count++];
        made->first = first;
        made->count = pieces[k].count;
        made->child = made->children = 0;
        first += pieces[k].count;
    }
    return child;
}

/// The box of a leaf, and its triangles in the order of the tree.
static void make_leaf(imp3i_bvh_builder* b, imp3i_bvh_node* node, int32_t items)
{
    const int32_t end = node->first + node->count, all = b->triangles->count;
    const uint64_t mask = ((uint64_t)1 << IMP3I_BVH_NUMBER_BITS) - 1;
    imp3i_lane_box box = imp3i_no_lane_box();
    for (int32_t k = node->first; k < end; ++k)
    {
        size_t at = (size_t)(items + k - node->first);
        if (b->codes)
        {
            at = b->codes[k] & mask;
            impi_prefetch(&b->items[b->codes[k + ITEMS_AHEAD < all ? k + ITEMS_AHEAD : k] & mask]);
        }
        const imp3i_bvh_item* item = &b->items[at];
        imp3i_lane_box_grow_item(&box, item);
        b->order[k] = (int32_t)item->number;
    }
    node->box = imp3i_box_of_lanes(&box);
}

static void make_nodes(imp3i_bvh_builder* b)
{
    static const imp3i_bvh_split splits[] = {imp3i_bvh_split_bins, imp3i_bvh_split_middle, imp3i_bvh_split_octants,
                                             imp3i_bvh_split_morton};
    struct
    {
        int32_t node, depth, items, spare;
    } stack[IMP3I_BVH_DEPTH * (IMP3I_BVH_PIECES - 1) + 1];
    const imp3i_bvh_split split = splits[b->def.kind];
    int32_t waiting = 1;
    stack[0].node = stack[0].items = 0;
    stack[0].depth = b->depth;
    stack[0].spare = b->triangles->count;
    b->node_count = 1;
    b->nodes[0].first = b->nodes[0].child = b->nodes[0].children = 0;
    b->nodes[0].count = b->triangles->count;
    while (waiting > 0)
    {
        const int32_t node = stack[--waiting].node, depth = stack[waiting].depth;
        const imp3i_bvh_run run = {b->nodes[node].first, b->nodes[node].count, stack[waiting].items,
                                   stack[waiting].spare};
        if (run.count <= b->def.leaf_size)
        {
            make_leaf(b, &b->nodes[node], run.items);
            continue;
        }
        imp3i_bvh_piece pieces[IMP3I_BVH_PIECES];
        int32_t made = depth < IMP3I_BVH_DEPTH_FREE ? split(b, &run, pieces) : 0;
        if (!made)
        {
            imp3i_bvh_halve(&run, pieces);
            made = 2;
        }
        const int32_t child = add_children(b, node, pieces, made);
        for (int32_t k = made - 1; k >= 0; --k)
        {
            stack[waiting].node = child + k;
            stack[waiting].depth = depth + 1;
            stack[waiting].items = pieces[k].items;
            stack[waiting++].spare = pieces[k].spare;
        }
    }
}

/// Boxes of nodes from those of their children, from the last to the first.
static void fit_nodes(imp3i_bvh_builder* b)
{
    for (int32_t i = b->node_count - 1; i >= 0; --i)
    {
        imp3i_bvh_node* node = &b->nodes[i];
        if (!node->children)
        {
            continue;
        }
        node->box = b->nodes[node->child].box;
        for (int32_t k = 1; k < node->children; ++k)
        {
            imp3i_box_grow(&node->box, b->nodes[node->child + k].box);
        }
    }
}

// The tree

static void lay_out_tree(imp3i_bvh* tree, impi_layout* l)
{
    size_t groups = (size_t)tree->groups, slots = (size_t)tree->slots;
    bool mixed = tree->def.volume == IMP3_VOLUME_MIXED;
    tree->blocks = tree->def.narrow ? NULL : (imp3i_box_block*)impi_take(l, groups, sizeof *tree->blocks);
    tree->kind = mixed ? (uint8_t*)impi_take(l, slots, sizeof *tree->kind) : NULL;
    tree->place = mixed ? (int32_t*)impi_take(l, slots, sizeof *tree->place) : NULL;
    tree->boxes = tree->box_count ? (imp3_box*)impi_take(l, (size_t)tree->box_count, sizeof *tree->boxes) : NULL;
    tree->balls = tree->ball_count ? (imp3i_ball*)impi_take(l, (size_t)tree->ball_count, sizeof *tree->balls) : NULL;
    tree->obbs = tree->obb_count ? (imp3i_obb*)impi_take(l, (size_t)tree->obb_count, sizeof *tree->obbs) : NULL;
    tree->first = (int32_t*)impi_take(l, groups + 1, sizeof *tree->first);
    tree->link = (int32_t*)impi_take(l, slots, sizeof *tree->link);
    tree->built = (float*)impi_take(l, groups, sizeof *tree->built);
    tree->terms = (imp3i_bvh_term*)impi_take(l, groups, sizeof *tree->terms);
    tree->now = (float*)impi_take(l, groups, sizeof *tree->now);
}

bool imp3i_bvh_make_room(imp3i_bvh* tree, const imp_allocator* allocator)
{
    impi_layout l = {NULL, 0};
    lay_out_tree(tree, &l);
    tree->size = l.size;
    l.base = (char*)impi_alloc_resize(allocator, NULL, 0, l.size, 1);
    tree->memory = l.base;
    l.size = 0;
    if (l.base)
    {
        lay_out_tree(tree, &l);
    }
    return l.base != NULL;
}

void imp3i_bvh_free(imp3i_bvh* tree, const imp_allocator* allocator)
{
    impi_alloc_free(allocator, tree->memory, tree->size, 1);
    memset(tree, 0, sizeof *tree);
}

/// Volumes of the slots of a narrow tree, before it is known how many there are of each kind.
typedef struct volumes_work
{
    int32_t slots;
    uint8_t* kind;
    imp3i_ball* balls;
    imp3i_obb* obbs;
} volumes_work;

static void lay_out_volumes(impi_layout* l, volumes_work* w)
{
    size_t slots = (size_t)w->slots;
    w->kind = (uint8_t*)impi_take(l, slots, sizeof *w->kind);
    w->balls = (imp3i_ball*)impi_take(l, slots, sizeof *w->balls);
    w->obbs = (imp3i_obb*)impi_take(l, slots, sizeof *w->obbs);
}

/// The volume, of those that a tree may have, that is the tightest for what its test costs.
static uint8_t choose_volume(int32_t wanted, imp3_box box, const imp3i_ball* ball, const imp3i_obb* obb)
{
    if (wanted != IMP3_VOLUME_MIXED)
    {
        return (uint8_t)wanted;
    }
    const imp3_volume volumes[3] = {imp3i_bvh_volume_of_box(box), imp3i_bvh_volume_of_ball(*ball),
                                    imp3i_bvh_volume_of_obb(*obb)};
    const double cost[3] = {1.0, IMP3I_BVH_COST_BALL, IMP3I_BVH_COST_OBB};
    int best = 0;
    for (int k = 1; k < 3; ++k)
    {
        bool better = imp3i_bvh_surface(&volumes[k]) * cost[k] < imp3i_bvh_surface(&volumes[best]) * cost[best];
        best = better ? k : best;
    }
    return (uint8_t)best;
}

static void find_volumes(const imp3i_bvh_builder* b, const imp3i_bvh_plan* plan, const int32_t* order, volumes_work* w,
                         imp3i_bvh* tree)
{
    const int32_t wanted = b->def.volume;
    int32_t count[3] = {0, 0, 0};
    for (int32_t s = 0; s < w->slots; ++s)
    {
        const imp3i_bvh_node* node = &b->nodes[plan->node[s]];
        const imp3i_bvh_some some = {b->triangles, order, node->first, node->count};
        if (wanted != IMP3_VOLUME_ORIENTED)
        {
            w->balls[s] = imp3i_bvh_ball_of(&some);
        }
        if (wanted != IMP3_VOLUME_SPHERE)
        {
            w->obbs[s] = imp3i_bvh_obb_of(&some);
        }
        w->kind[s] = choose_volume(wanted, node->box, &w->balls[s], &w->obbs[s]);
        ++count[w->kind[s]];
    }
    tree->box_count = count[IMP3_VOLUME_BOX];
    tree->ball_count = count[IMP3_VOLUME_SPHERE];
    tree->obb_count = count[IMP3_VOLUME_ORIENTED];
}

static void place_volumes(const imp3i_bvh_builder* b, const imp3i_bvh_plan* plan, const volumes_work* w,
                          imp3i_bvh* tree)
{
    int32_t count[3] = {0, 0, 0};
    for (int32_t s = 0; s < w->slots; ++s)
    {
        int32_t at = count[w->kind[s]]++;
        if (tree->kind)
        {
            tree->kind[s] = w->kind[s];
            tree->place[s] = at;
        }
        switch (w->kind[s])
        {
        case IMP3_VOLUME_SPHERE: tree->balls[at] = w->balls[s]; break;
        case IMP3_VOLUME_ORIENTED: tree->obbs[at] = w->obbs[s]; break;
        default: tree->boxes[at] = b->nodes[plan->node[s]].box; break;
        }
    }
}

static void place_groups(const imp3i_bvh_builder* b, const imp3i_bvh_plan* plan, imp3i_bvh* tree)
{
    const bool wide = tree->blocks != NULL;
    for (int32_t g = 0; g < tree->groups; ++g)
    {
        int32_t from = plan->first[g], count = plan->first[g + 1] - from;
        tree->first[g] = wide ? IMP3I_BVH_CHILDREN * g : from;
        int32_t* link = tree->link + tree->first[g];
        for (int32_t i = 0; i < (wide ? IMP3I_BVH_CHILDREN : count); ++i)
        {
            link[i] = i < count ? plan->link[from + i] : IMP3I_BVH_NONE;
            imp3_box box = i < count ? b->nodes[plan->node[from + i]].box : imp3i_empty_box();
            if (wide)
            {
                imp3i_block_set(&tree->blocks[g], i, box);
            }
            else if (tree->def.volume == IMP3_VOLUME_BOX)
            {
                tree->boxes[from + i] = box;
            }
        }
    }
    tree->first[tree->groups] = tree->slots;
}

/// A tree of planned groups.
static imp_status make_tree(const imp3i_bvh_builder* b, const imp3i_bvh_plan* plan, const int32_t* order,
                            const imp_allocator* allocator, imp3i_bvh* out)
{
    imp3i_bvh tree;
    memset(&tree, 0, sizeof tree);
    tree.def = b->def;
    tree.bounds = b->nodes[0].box;
    tree.groups = plan->groups;
    tree.slots = b->def.narrow ? plan->slots : IMP3I_BVH_CHILDREN * plan->groups;
    tree.leaves = plan->leaves;
    tree.depth = plan->depth;
    tree.box_count = b->def.narrow && b->def.volume == IMP3_VOLUME_BOX ? plan->slots : 0;

    volumes_work w;
    impi_layout l = {NULL, 0};
    const bool boxes = b->def.volume == IMP3_VOLUME_BOX;
    w.slots = plan->slots;
    lay_out_volumes(&l, &w);
    size_t size = l.size;
    if (!boxes)
    {
        l.base = (char*)impi_alloc_resize(allocator, NULL, 0, size, 1);
        if (!l.base)
        {
            return IMP_ERR_MEMORY;
        }
        l.size = 0;
        lay_out_volumes(&l, &w);
        find_volumes(b, plan, order, &w, &tree);
    }
    bool some = imp3i_bvh_make_room(&tree, allocator);
    if (some)
    {
        place_groups(b, plan, &tree);
        if (!boxes)
        {
            place_volumes(b, plan, &w, &tree);
        }
        imp3i_bvh_measure_groups(&tree, tree.built);
        memcpy(tree.now, tree.built, (size_t)tree.groups * sizeof *tree.now);
        *out = tree;
    }
    impi_alloc_free(allocator, l.base, size, 1);
    return some ? IMP_OK : IMP_ERR_MEMORY;
}

typedef struct builder_memory
{
    int32_t count;
    imp3i_bvh_builder* builder;
    imp3i_bvh_plan* plan;
} builder_memory;

static void lay_out_builder(impi_layout* l, const builder_memory* m)
{
    size_t count = (size_t)m->count, nodes = 2 * count;
    const bool morton = m->builder->def.kind == IMP3_BVH_MORTON;
    m->builder->items = (imp3i_bvh_item*)impi_take(l, morton ? count : 2 * count, sizeof *m->builder->items);
    m->builder->nodes = (imp3i_bvh_node*)impi_take(l, nodes, sizeof *m->builder->nodes);
    m->builder->codes = morton ? (uint64_t*)impi_take(l, 2 * count, sizeof *m->builder->codes) : NULL;
    m->plan->first = (int32_t*)impi_take(l, nodes + 1, sizeof *m->plan->first);
    m->plan->node = (int32_t*)impi_take(l, nodes, sizeof *m->plan->node);
    m->plan->link = (int32_t*)impi_take(l, nodes, sizeof *m->plan->link);
}

static imp_status plan_groups(const imp3i_bvh_builder* b, const imp_allocator* allocator, imp3i_bvh_plan* plan)
{
    imp3i_bvh_costs* costs = NULL;
    const size_t count = (size_t)b->node_count;
    if (!b->def.narrow)
    {
        costs = (imp3i_bvh_costs*)impi_alloc_resize(allocator, NULL, 0, count, sizeof *costs);
        if (!costs)
        {
            return IMP_ERR_MEMORY;
        }
        imp3i_bvh_cost_nodes(b->nodes, b->node_count, costs);
    }
    imp3i_bvh_plan_groups(b->nodes, costs, plan);
    impi_alloc_free(allocator, costs, count, sizeof *costs);
    return IMP_OK;
}

imp_status imp3i_bvh_build(const imp3_bvh_choice* def, const imp3i_bvh_triangles* triangles,
                           const imp_allocator* allocator, int32_t* order, imp3i_bvh* out)
{
    return imp3i_bvh_build_some(def, triangles, 0, allocator, order, out);
}

imp_status imp3i_bvh_build_some(const imp3_bvh_choice* def, const imp3i_bvh_triangles* triangles, int32_t depth,
                                const imp_allocator* allocator, int32_t* order, imp3i_bvh* out)
{
    imp3i_bvh_builder b;
    imp3i_bvh_plan plan;
    memset(&b, 0, sizeof b);
    memset(&plan, 0, sizeof plan);
    (void)imp3i_bvh_choice_of(def, &b.def);
    b.triangles = triangles;
    b.order = order;
    b.depth = depth;
    const builder_memory memory = {triangles->count, &b, &plan};
    impi_layout l = {NULL, 0};
    lay_out_builder(&l, &memory);
    size_t size = l.size;
    l.base = (char*)impi_alloc_resize(allocator, NULL, 0, size, 1);
    if (!l.base)
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    l.size = 0;
    lay_out_builder(&l, &memory);
    collect_items(&b);
    if (b.def.kind == IMP3_BVH_MORTON)
    {
        imp3i_bvh_sort_morton(&b);
    }
    make_nodes(&b);
    fit_nodes(&b);
    imp_status status = plan_groups(&b, allocator, &plan);
    status = status ? status : make_tree(&b, &plan, order, allocator, out);
    impi_alloc_free(allocator, l.base, size, 1);
    return status ? impi_error(status, 0) : IMP_OK;
}
