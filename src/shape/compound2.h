// SPDX-License-Identifier: MIT
//
// How the other rooms read a compound: its parts by where they are, its fault; and how a maker builds one.

#ifndef IMP2I_COMPOUND_H
#define IMP2I_COMPOUND_H

#include "impinge/compound2.h"
#include "part_tree2.h"
#include "shape2.h"

enum
{
    IMP2I_PART_MAX = 1 << 24
};

/// The head of a compound's block: whose memory it is, and what lies where in the compound's frame.
///
/// parts has a leaf for each part, in the order of a curve through the plane. border has the same leaves, but around
/// those edges of a part that are on the outline; boxes of parts that have none are turned inside out.
typedef struct imp2i_compound_block
{
    imp_allocator allocator;
    size_t size;
    imp2i_part_tree parts, border;
} imp2i_compound_block;

/// The parts that a compound is built from. The arrays are copied; parts come out in an order of their own.
typedef struct imp2i_cut
{
    int32_t kind;
    bool one_sided, closed;
    const imp2_vec* vertices;
    const int32_t* ring_starts;
    int32_t ring_count;
    const int32_t *loop_starts, *loop, *beyond;  // null for a chain, whose parts are the edges of its ring
    int32_t part_count;
} imp2i_cut;

/// Builds a compound of valid parts: loops are counter-clockwise, convex and have area. Status without an argument:
/// IMP_OK or IMP_ERR_MEMORY.
imp_status imp2i_compound_build(const imp2i_cut* cut, const imp_allocator* allocator, imp2_compound* out);

/// 0, IMP_ERR_NULL or IMP_ERR_COMPOUND.
static inline int32_t imp2i_compound_fault(const imp2_compound* c)
{
    if (!c)
    {
        return IMP_ERR_NULL;
    }
    bool known = (uint32_t)c->kind - IMP2_COMPOUND_REGION <= IMP2_COMPOUND_SHAPE - IMP2_COMPOUND_REGION;
    bool kept = c->kind == IMP2_COMPOUND_SHAPE ? c->part_count == 1 : c->block != NULL;
    return known && kept && c->parts && c->part_count >= 1 && !imp2i_shape_fault(c->parts) ? 0 : IMP_ERR_COMPOUND;
}

/// The door of functions whose first arguments are a placed compound.
static inline imp_status imp2i_placed_compound_status(const imp2_compound* c, const imp2_pose* pose)
{
    int32_t fault = imp2i_compound_fault(c);
    if (fault)
    {
        return impi_error(fault, 1);
    }
    fault = imp2i_pose_fault(pose);
    return fault ? impi_error(fault, 2) : IMP_OK;
}

/// The tree of the parts, or of their sides on the outline; null for a single shape.
static inline const imp2i_part_tree* imp2i_part_tree_of(const imp2_compound* c, bool border)
{
    const imp2i_compound_block* block = (const imp2i_compound_block*)c->block;
    return block ? (border ? &block->border : &block->parts) : NULL;
}

/// The radius of all parts.
static inline float imp2i_compound_radius(const imp2_compound* c)
{
    return c->parts->radius;
}

/// Part i. room is for where it has to be made.
static inline const imp2_shape* imp2i_part_ref(const imp2_compound* c, int32_t i, imp2_shape* room)
{
    (void)room;
    return &c->parts[i];
}

/// The same as far as a part is round.
static inline const imp2_shape* imp2i_part_roundness(const imp2_compound* c, int32_t i, imp2_shape* room)
{
    return imp2i_part_ref(c, i, room);
}

/// The first part from part `from` on whose box meets a box, touching included; part_count when there is none. So all
/// parts near a box are found in rising order:
///
///     for (int32_t i = 0; (i = imp2i_part_near(c, &box, i)) < c->part_count; ++i)
int32_t imp2i_part_near(const imp2_compound* c, const imp2i_dbox* box, int32_t from);

/// All parts near a box, in rising order, one by one.
typedef struct imp2i_part_walk
{
    const imp2_compound* compound;
    imp2i_dbox box;
    int32_t next;
} imp2i_part_walk;

static inline void imp2i_part_walk_start(imp2i_part_walk* w, const imp2_compound* c, const imp2i_dbox* box)
{
    w->compound = c;
    w->box = *box;
    w->next = 0;
}

/// The next one; part_count when there is none left.
static inline int32_t imp2i_part_walk_next(imp2i_part_walk* w)
{
    int32_t count = w->compound->part_count;
    int32_t i = w->next < count ? imp2i_part_near(w->compound, &w->box, w->next) : count;
    w->next = i + 1;
    return i;
}

/// Whether a unit normal n out of part i, at a point of its boundary that is a support along n, is one of the whole: no
/// other part that has the point, within `tiny`, goes on beyond it along n by more than `level` of its size. All in the
/// compound's frame.
bool imp2i_normal_is_own(const imp2_compound* c, int32_t i, imp2i_dvec point, imp2i_dvec n, double tiny, double level);

/// Whether the box of part i of a compound that is not a single shape meets a box.
static inline bool imp2i_part_overlaps(const imp2_compound* c, int32_t i, const imp2i_dbox* box)
{
    return imp2i_boxes_meet(((const imp2i_compound_block*)c->block)->parts.boxes[0][i], box);
}

/// The box around part i, without its radius.
imp2_box imp2i_part_box(const imp2_compound* c, int32_t i);

// Nodes of the tree of the parts, or of their sides on the outline (impi_node_at). Leaves are parts.

enum
{
    IMP2I_NODE_CHILDREN = 4,                 // most of a node
    IMP2I_NODE_DEPTH = IMPI_PART_LEVELS - 1  // most nodes above a leaf
};

static inline int32_t imp2i_node_root(const imp2_compound* c, bool border)
{
    const imp2i_part_tree* tree = imp2i_part_tree_of(c, border);
    return impi_node_at(tree ? tree->levels - 1 : 0, 0);
}

static inline imp2_box imp2i_node_box(const imp2_compound* c, bool border, int32_t node)
{
    const imp2i_part_tree* tree = imp2i_part_tree_of(c, border);
    int32_t index = impi_node_index(node);
    return tree ? tree->boxes[impi_node_level(node)][index] : imp2i_part_box(c, index);
}

/// The children of a node that is no leaf. Returns how many.
static inline int32_t imp2i_node_children(const imp2_compound* c, bool border, int32_t node,
                                          int32_t out[IMP2I_NODE_CHILDREN])
{
    (void)border;
    return impi_children_of_four(c->part_count, node, out);
}

#endif
