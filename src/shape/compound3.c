// SPDX-License-Identifier: MIT
//
// Compounds of space as a whole: their memory, their parts by number and by where they are.
//
// A set keeps its shapes, and a box for each; of triangles and height fields a part and its box are made on demand, from
// corners. A height field keeps a box for each tile of 4 by 4 cells, so that a cell of 4 bytes costs 3 more. Near parts
// are found by the tree of these boxes, near triangles by their bounding volume hierarchy.

#include "compound3.h"

#include "../base/alloc.h"
#include "../base/sort.h"
#include "../math/lanes.h"
#include "../math/round.h"
#include "extent3.h"

#include <math.h>
#include <string.h>

imp3i_compound_block* imp3i_compound_block_make(const imp_allocator* allocator,
                                                void (*place)(imp3i_compound_block* head, impi_layout* l,
                                                              const void* context),
                                                const void* context)
{
    imp3i_compound_block measured;
    memset(&measured, 0, sizeof measured);
    impi_layout l = {NULL, 0};
    (void)impi_take(&l, 1, sizeof measured);
    place(&measured, &l, context);
    size_t size = l.size;
    l.base = (char*)impi_alloc_resize(allocator, NULL, 0, size, 1);
    if (!l.base)
    {
        return NULL;
    }
    l.size = 0;
    imp3i_compound_block* head = (imp3i_compound_block*)impi_take(&l, 1, sizeof *head);
    memset(head, 0, sizeof *head);
    place(head, &l, context);
    head->allocator = impi_alloc_or_default(allocator);
    head->size = size;
    head->references = 1;
    return head;
}

imp_status imp3_compound_of_shape(const imp3_shape* shape, imp3_compound* out)
{
    int32_t fault = imp3i_shape_fault(shape);
    if (fault || !out)
    {
        return fault ? impi_error(fault, 1) : impi_error(IMP_ERR_NULL, 2);
    }
    imp3_compound c = {0};
    c.kind = IMP3_COMPOUND_SHAPE;
    c.part_count = 1;
    c.reach = shape->reach;
    c.parts = shape;
    *out = c;
    return IMP_OK;
}

void imp3_compound_free(imp3_compound* compound)
{
    if (!compound)
    {
        return;
    }
    imp3i_compound_block* block = (imp3i_compound_block*)compound->block;
    if (block && impi_references_add(&block->references, -1) == 0)
    {
        for (int32_t i = 0; block->parts && i < compound->part_count; ++i)
        {
            imp3_shape_free(&block->parts[i]);
        }
        imp_allocator allocator = block->allocator;
        imp3i_bvh_free(&block->bvh, &allocator);
        imp3i_field_release(block->field);
        impi_alloc_free(&allocator, block, block->size, 1);
    }
    const imp3_compound none = {0};
    *compound = none;
}

// Order

/// The lower 21 bits of a number, two zeros after each.
static uint64_t spread_bits(uint64_t n)
{
    n = (n | n << 32) & UINT64_C(0x001f00000000ffff);
    n = (n | n << 16) & UINT64_C(0x001f0000ff0000ff);
    n = (n | n << 8) & UINT64_C(0x100f00f00f00f00f);
    n = (n | n << 4) & UINT64_C(0x10c30c30c30c30c3);
    return (n | n << 2) & UINT64_C(0x1249249249249249);
}

void imp3i_order_boxes(const imp3_box* boxes, int32_t count, impi_keyed* order, impi_keyed* scratch)
{
    imp3_box all = boxes[0];
    for (int32_t i = 1; i < count; ++i)
    {
        imp3i_box_grow(&all, boxes[i]);
    }
    imp3i_dvec low = imp3i_dvec_of(all.lower), size = imp3i_dsub(imp3i_dvec_of(all.upper), low);
    double widest = size.x > size.y ? size.x : size.y;
    widest = size.z > widest ? size.z : widest;
    double cells = widest > 0.0 ? 2097151.0 / widest : 0.0;
    for (int32_t i = 0; i < count; ++i)
    {
        imp3i_dvec middle = imp3i_dscale(imp3i_dadd(imp3i_dvec_of(boxes[i].lower), imp3i_dvec_of(boxes[i].upper)), 0.5);
        imp3i_dvec at = imp3i_dscale(imp3i_dsub(middle, low), cells);
        order[i].key =
            spread_bits((uint64_t)at.x) | spread_bits((uint64_t)at.y) << 1 | spread_bits((uint64_t)at.z) << 2;
        order[i].value = i;
    }
    impi_sort(order, scratch, count);
}

// Parts

imp3_shape imp3i_triangle_of(imp3_vec a, imp3_vec b, imp3_vec c, float radius)
{
    imp3_shape s;
    imp3i_triangle_fill(a, b, c, radius, &s);
    return s;
}

bool imp3i_surface_corners(const imp3i_compound_block* b, int32_t i, int32_t out[3])
{
    if (b->heights)
    {
        return imp3i_field_corners(b, i, out);
    }
    for (int k = 0; k < 3; ++k)
    {
        out[k] = b->corners[3 * (size_t)i + (size_t)k];
    }
    return true;
}

imp3_vec imp3i_surface_point(const imp3i_compound_block* b, int32_t point)
{
    return b->heights ? imp3i_field_point(b, point) : b->points[point];
}

/// The corners of part i of triangles or a height field. False where it has none.
static bool find_corners(const imp3i_compound_block* b, int32_t i, imp3_vec out[3])
{
    int32_t points[3];
    bool some = imp3i_surface_corners(b, i, points);
    for (int k = 0; some && k < 3; ++k)
    {
        out[k] = imp3i_surface_point(b, points[k]);
    }
    return some;
}

bool imp3i_part_at(const imp3_compound* c, int32_t i, imp3_shape* out)
{
    if (c->parts)
    {
        *out = c->parts[i];
        return true;
    }
    const imp3i_compound_block* b = imp3i_compound_block_of(c);
    imp3_vec v[3];
    if (!find_corners(b, i, v))
    {
        return false;
    }
    imp3i_triangle_fill(v[0], v[1], v[2], b->radius, out);
    return true;
}

static imp3_box box_with_radius(imp3_box box, float radius)
{
    for (int k = 0; k < 3 && radius > 0.0f; ++k)
    {
        double low = (double)((float*)(void*)&box.lower)[k] - (double)radius,
               up = (double)((float*)(void*)&box.upper)[k] + (double)radius;
        ((float*)(void*)&box.lower)[k] = impi_round_down(low);
        ((float*)(void*)&box.upper)[k] = impi_round_up(up);
    }
    return box;
}

imp3_box imp3i_box_of_corners(const imp3_vec v[3], float radius)
{
    imp3_box box = {v[0], v[0]};
    for (int k = 1; k < 3; ++k)
    {
        const imp3_box point = {v[k], v[k]};
        imp3i_box_grow(&box, point);
    }
    return box_with_radius(box, radius);
}

/// Bounds of the vertices of a hull in its frame, where nothing is rounded; behind the last one it is repeated.
static imp3_box box_of_vertices(const imp3i_hull* h)
{
    const float* rows[3] = {h->x, h->y, h->z};
    const impi_lanes none = impi_lanes_splat(0.0f);
    float low[3], high[3];
    for (int k = 0; k < 3; ++k)
    {
        impi_lanes least = impi_lanes_splat(INFINITY), most = impi_lanes_splat(-INFINITY);
        for (int32_t i = 0; i < h->vertex_count; i += 4)
        {
            least = impi_lanes_min(impi_lanes_load(rows[k] + i), least);
            most = impi_lanes_max(impi_lanes_load(rows[k] + i), most);
        }
        (void)impi_lanes_greatest(impi_lanes_sub(none, least), &low[k]);
        (void)impi_lanes_greatest(most, &high[k]);
    }
    const imp3_box r = {{-low[0], -low[1], -low[2]}, {high[0], high[1], high[2]}};
    return r;
}

imp3_box imp3i_part_box(const imp3_compound* c, int32_t i)
{
    const imp3i_compound_block* b = imp3i_compound_block_of(c);
    if (c->kind == IMP3_COMPOUND_SET)
    {
        return b->tree.boxes[0][i];
    }
    imp3_box box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    if (!b)
    {
        const imp3_pose here = imp3_pose_identity();
        if (c->parts->kind == IMP3_SHAPE_HULL && !(c->parts->radius > 0.0f))
        {
            return box_of_vertices(imp3i_hull_of(c->parts));
        }
        (void)imp3_shape_bounds(c->parts, &here, &box);
        return box;
    }
    imp3_vec v[3];
    return find_corners(b, i, v) ? imp3i_box_of_corners(v, b->radius) : box;
}

// Near parts

/// Volumes of a mesh that are farther than this part of its reach from a box are not near it, whatever kind they are.
#define VOLUME_SLACK 0x1p-17f

/// A box as a probe for the cores of a mesh.
static void probe_of_box(const imp3_compound* c, const imp3i_dbox* box, imp3i_probe* out)
{
    imp3i_probe_of_box(box, imp3i_compound_block_of(c)->radius + VOLUME_SLACK * c->reach, out);
}

/// The next triangle of a walk whose box meets a box.
static int32_t next_triangle(const imp3_compound* c, const imp3i_dbox* box, imp3i_bvh_part_walk* walk)
{
    for (int32_t i; (i = imp3i_bvh_part_walk_next(walk)) >= 0;)
    {
        if (imp3i_boxes_meet(imp3i_part_box(c, i), box))
        {
            return i;
        }
    }
    return c->part_count;
}

int32_t imp3i_part_near(const imp3_compound* c, const imp3i_dbox* box, int32_t from)
{
    const imp3i_compound_block* b = imp3i_compound_block_of(c);
    if (!b || from >= c->part_count)
    {
        return from;  // one part, always worth a look
    }
    if (c->kind == IMP3_COMPOUND_SET)
    {
        return imp3i_part_tree_next(&b->tree, b->leaves, box, from);
    }
    if (c->kind == IMP3_COMPOUND_TRIANGLES)
    {
        imp3i_bvh_part_walk walk;
        imp3i_probe probe;
        probe_of_box(c, box, &probe);
        imp3i_bvh_part_walk_start(&walk, &b->bvh, &probe, from);
        return next_triangle(c, box, &walk);
    }
    for (int32_t i = from; i < c->part_count; ++i)
    {
        if (i == from || i % IMP3I_TILE_PARTS == 0)
        {
            int32_t leaf = imp3i_part_tree_next(&b->tree, b->leaves, box, i / IMP3I_TILE_PARTS);
            i = leaf > i / IMP3I_TILE_PARTS ? leaf * IMP3I_TILE_PARTS : i;
        }
        if (i < c->part_count && imp3i_boxes_meet(imp3i_part_box(c, i), box))
        {
            return i;
        }
    }
    return c->part_count;
}

void imp3i_part_walk_start(imp3i_part_walk* w, const imp3_compound* c, const imp3i_dbox* box)
{
    imp3i_probe probe;
    if (c->kind == IMP3_COMPOUND_TRIANGLES)
    {
        probe_of_box(c, box, &probe);
        imp3i_part_walk_start_probe(w, c, box, &probe);
        return;
    }
    w->compound = c;
    w->box = *box;
    w->next = 0;
}

void imp3i_part_walk_start_probe(imp3i_part_walk* w, const imp3_compound* c, const imp3i_dbox* box,
                                 const imp3i_probe* probe)
{
    w->compound = c;
    w->box = *box;
    imp3i_bvh_part_walk_start(&w->parts, imp3i_bvh_of(c), probe, 0);
}

void imp3i_part_walk_shrink(imp3i_part_walk* w, const imp3i_dbox* box)
{
    w->box = *box;
    if (w->compound->kind == IMP3_COMPOUND_TRIANGLES)
    {
        probe_of_box(w->compound, box, &w->parts.probe);
    }
}

int32_t imp3i_part_walk_next(imp3i_part_walk* w)
{
    const imp3_compound* c = w->compound;
    if (c->kind == IMP3_COMPOUND_TRIANGLES)
    {
        return next_triangle(c, &w->box, &w->parts);
    }
    int32_t i = w->next < c->part_count ? imp3i_part_near(c, &w->box, w->next) : c->part_count;
    w->next = i + 1;
    return i;
}

// Nodes

int32_t imp3i_node_root(const imp3_compound* c, bool border)
{
    const imp3i_compound_block* b = imp3i_compound_block_of(c);
    (void)border;
    return c->kind == IMP3_COMPOUND_TRIANGLES ? impi_node_at(1, IMP3I_BVH_ROOT + 1)
                                              : impi_node_at(b ? b->tree.levels - 1 : 0, 0);
}

imp3_box imp3i_node_box(const imp3_compound* c, bool border, int32_t node)
{
    const imp3i_compound_block* b = imp3i_compound_block_of(c);
    int32_t level = impi_node_level(node), index = impi_node_index(node);
    (void)border;
    if (!b || (c->kind == IMP3_COMPOUND_TRIANGLES && level == 0))
    {
        return imp3i_part_box(c, index);
    }
    return c->kind == IMP3_COMPOUND_TRIANGLES ? box_with_radius(imp3i_bvh_upright(&b->bvh, index - 1), b->radius)
                                              : b->tree.boxes[level][index];
}

int32_t imp3i_node_children(const imp3_compound* c, bool border, int32_t node, int32_t out[IMP3I_NODE_CHILDREN])
{
    const imp3i_compound_block* b = imp3i_compound_block_of(c);
    int32_t index = impi_node_index(node), count = 0;
    (void)border;
    if (c->kind != IMP3_COMPOUND_TRIANGLES)
    {
        return impi_children_of_four(b->leaves, node, out);
    }
    int32_t link = imp3i_bvh_link(&b->bvh, index - 1);
    if (link < 0)
    {
        for (; count < imp3i_bvh_leaf_count(link); ++count)
        {
            out[count] = impi_node_at(0, imp3i_bvh_leaf_first(link) + count);
        }
        return count;
    }
    int32_t first = (int32_t)(imp3i_bvh_links(&b->bvh, link) - b->bvh.link);
    int32_t end = b->bvh.blocks ? first + IMP3I_BVH_CHILDREN : b->bvh.first[link + 1];
    for (int32_t slot = first; slot < end; ++slot)
    {
        out[count] = impi_node_at(1, slot + 1);
        count += b->bvh.link[slot] != IMP3I_BVH_NONE;
    }
    return count;
}

static imp_status part_status(const imp3_compound* compound, int32_t index, const void* out)
{
    int32_t fault = imp3i_compound_fault(compound);
    if (fault)
    {
        return impi_error(fault, 1);
    }
    if (index < 0 || index >= compound->part_count)
    {
        return impi_error(IMP_ERR_COUNT, 2);
    }
    return out ? IMP_OK : impi_error(IMP_ERR_NULL, 3);
}

imp_status imp3_compound_part(const imp3_compound* compound, int32_t index, imp3_shape* out)
{
    imp_status status = part_status(compound, index, out);
    imp3_shape part;
    if (!status && !imp3i_part_at(compound, index, &part))
    {
        return impi_error(IMP_ERR_EMPTY, 2);
    }
    if (!status)
    {
        *out = part;
    }
    return status;
}

imp_status imp3_compound_source(const imp3_compound* compound, int32_t index, int32_t* out)
{
    imp_status status = part_status(compound, index, out);
    if (status)
    {
        return status;
    }
    const imp3i_compound_block* b = imp3i_compound_block_of(compound);
    if (b && b->heights)
    {
        int32_t points[3], cell = imp3i_field_cell(b, index);
        if (!imp3i_field_corners(b, index, points))
        {
            return impi_error(IMP_ERR_EMPTY, 2);
        }
        *out = 2 * cell + (index & 1);
        return IMP_OK;
    }
    *out = b ? b->sources[index] : 0;
    return IMP_OK;
}

/// How far a part at a pose goes along the axes, however its box is rounded there: its own box, with room for that.
typedef struct part_span
{
    double lower[3], upper[3];
} part_span;

static part_span span_of_part(const imp3_compound* c, int32_t i, const imp3_pose* pose)
{
    const imp3_rot q = pose->q;
    const imp3_box own = imp3i_part_box(c, i);
    const imp3i_dvec rows[3] = {{q.x.x, q.y.x, q.z.x}, {q.x.y, q.y.y, q.z.y}, {q.x.z, q.y.z, q.z.z}};
    const imp3i_dvec low = imp3i_dvec_of(own.lower), high = imp3i_dvec_of(own.upper);
    const imp3i_dvec half = imp3i_dscale(imp3i_dsub(high, low), 0.5), middle = imp3i_dadd(low, half);
    const double at[3] = {pose->p.x, pose->p.y, pose->p.z};
    part_span r;
    for (int k = 0; k < 3; ++k)
    {
        const double wide = fabs(rows[k].x) * half.x + fabs(rows[k].y) * half.y + fabs(rows[k].z) * half.z;
        const double here = at[k] + imp3i_ddot(rows[k], middle);
        const double room = wide + 0x1p-16 * (double)c->reach + 0x1p-20 * fabs(at[k]);
        r.lower[k] = here - room;
        r.upper[k] = here + room;
    }
    return r;
}

static bool is_span_in(const part_span* s, const imp3_box* box)
{
    return s->lower[0] >= (double)box->lower.x && s->upper[0] <= (double)box->upper.x &&
           s->lower[1] >= (double)box->lower.y && s->upper[1] <= (double)box->upper.y &&
           s->lower[2] >= (double)box->lower.z && s->upper[2] <= (double)box->upper.z;
}

static void grow_by_part(const imp3_compound* c, int32_t i, const imp3_pose* pose, imp3_box* box)
{
    imp3_shape part;
    imp3_box around;
    if (imp3i_part_at(c, i, &part) && !imp3_shape_bounds(&part, pose, &around))
    {
        imp3i_box_grow(box, around);
    }
}

enum
{
    SPANS_MOST = 128  // more parts are asked in their order
};

/// Bounds of a set: the parts whose boxes go farthest come first, and most of the others are surely within them.
static void grow_by_set(const imp3_compound* c, const imp3_pose* pose, imp3_box* box)
{
    part_span spans[SPANS_MOST];
    int32_t farthest[6] = {0};
    spans[0] = span_of_part(c, 0, pose);
    for (int32_t i = 1; i < c->part_count; ++i)
    {
        spans[i] = span_of_part(c, i, pose);
        for (int k = 0; k < 3; ++k)
        {
            farthest[k] = spans[i].lower[k] < spans[farthest[k]].lower[k] ? i : farthest[k];
            farthest[3 + k] = spans[i].upper[k] > spans[farthest[3 + k]].upper[k] ? i : farthest[3 + k];
        }
    }
    for (int k = 0; k < 6; ++k)
    {
        bool again = is_span_in(&spans[farthest[k]], box);
        for (int before = 0; before < k; ++before)
        {
            again = again || farthest[before] == farthest[k];
        }
        if (!again)
        {
            grow_by_part(c, farthest[k], pose, box);
        }
    }
    for (int32_t i = 0; i < c->part_count; ++i)
    {
        bool first = false;
        for (int k = 0; k < 6; ++k)
        {
            first = first || farthest[k] == i;
        }
        if (!first && !is_span_in(&spans[i], box))
        {
            grow_by_part(c, i, pose, box);
        }
    }
}

imp_status imp3_compound_bounds(const imp3_compound* compound, const imp3_pose* pose, imp3_box* out)
{
    imp_status status = imp3i_placed_compound_status(compound, pose);
    if (status || !out)
    {
        return status ? status : impi_error(IMP_ERR_NULL, 3);
    }
    if (compound->kind == IMP3_COMPOUND_TRIANGLES)
    {
        const imp3i_compound_block* b = imp3i_compound_block_of(compound);
        *out = imp3i_points_bounds(b->points, b->point_count, b->radius, compound->reach, pose);
        return IMP_OK;
    }
    imp3_box box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    if (compound->kind == IMP3_COMPOUND_SET && compound->part_count <= SPANS_MOST)
    {
        grow_by_set(compound, pose, &box);
    }
    else
    {
        for (int32_t i = 0; i < compound->part_count; ++i)
        {
            grow_by_part(compound, i, pose, &box);
        }
    }
    *out = box;
    return IMP_OK;
}
