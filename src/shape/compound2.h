// SPDX-License-Identifier: MIT
//
// How the other rooms read a compound: its parts by where they are, its fault; and how a maker builds one.

#ifndef IMP2I_COMPOUND_H
#define IMP2I_COMPOUND_H

#include "../base/alloc.h"
#include "../base/sort.h"
#include "impinge/compound2.h"
#include "shape2.h"

enum
{
    IMP2I_LEVELS = 13,  // of boxes: 4^12 parts
    IMP2I_PART_MAX = 1 << 24
};

/// Boxes without pointers: boxes[0] has one for each leaf, boxes[k] one around each 4 of boxes[k - 1], up to a single
/// one. Leaves stand in an order in which neighbours in the array are neighbours in space.
typedef struct imp2i_part_tree
{
    int32_t levels, leaves;
    imp2_box* boxes[IMP2I_LEVELS];
} imp2i_part_tree;

/// Sides of a part that are on the outline, one after the other.
typedef struct imp2i_border_run
{
    int32_t part;
    imp2i_stretch sides;
} imp2i_border_run;

/// Directions are told apart by sectors, a bit for each.
#define IMP2I_SECTORS 64
#define IMP2I_HALF_TURN 3.14159265358979323846

/// The outline of a region: runs in the order of the rings, boxes around them, and for each box the directions in which
/// the sides and corners in it face. No runs for a chain: there the tree is that of the parts.
typedef struct imp2i_border
{
    imp2i_part_tree tree;
    imp2i_border_run* runs;
    uint64_t* outward[IMP2I_LEVELS];
} imp2i_border;

/// The head of a compound's block: whose memory it is, and what lies where in the compound's frame. parts has a leaf
/// for each part, in the order of a curve through the plane.
typedef struct imp2i_compound_block
{
    imp_allocator allocator;
    size_t size;
    imp2i_part_tree parts;
    imp2i_border border;
} imp2i_compound_block;

/// What a compound is built from. The arrays are copied; parts come out in an order of their own.
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

/// A box in a compound's frame.
typedef struct imp2i_dbox
{
    double x0, y0, x1, y1;
} imp2i_dbox;

/// The first part from part `from` on whose box meets a box, touching included; part_count when there is none. So all
/// parts near a box are found in rising order:
///
///     for (int32_t i = 0; (i = imp2i_part_near(c, &box, i)) < c->part_count; ++i)
int32_t imp2i_part_near(const imp2_compound* c, const imp2i_dbox* box, int32_t from);

/// The box around part i, without its radius.
imp2_box imp2i_part_box(const imp2_compound* c, int32_t i);

// While a compound is built

/// Boxes of one level: as many as leaves, divided by four for each level and rounded up.
static inline int32_t imp2i_boxes_of_level(const imp2i_part_tree* tree, int32_t level)
{
    return (int32_t)(((int64_t)tree->leaves + ((int64_t)1 << (2 * level)) - 1) >> (2 * level));
}

/// Finds places for a tree of boxes.
void imp2i_lay_out_part_tree(imp2i_part_tree* tree, int32_t leaves, impi_layout* l);

/// Fills the levels of a tree above its leaves.
void imp2i_fill_part_tree(imp2i_part_tree* tree);

void imp2i_widen_box(imp2_box* box, imp2_box with);

// The outline

/// How many runs a cut has.
int32_t imp2i_count_border_runs(const imp2i_cut* cut);

void imp2i_lay_out_border(imp2i_border* border, int32_t runs, impi_layout* l);

/// Fills the border of a region whose parts are there. runs, order and scratch have room for all runs.
void imp2i_fill_border(const imp2_compound* c, imp2i_border* border, imp2i_border_run* runs, impi_keyed* order,
                       impi_keyed* scratch);

/// What is to be looked at of leaf k of a compound's border.
imp2i_border_run imp2i_border_run_of(const imp2_compound* c, int32_t k);

/// Where in the loops of a region a vertex of a part stands: at its own place, or behind it where the loop has corners
/// of 180 degrees, or around the end.
int32_t imp2i_find_in_loop(const imp2_compound* c, int32_t part, int32_t place);

/// Whether some of a part's side lies on the outline. Of what is not a region all does.
bool imp2i_is_outer_side(const imp2_compound* c, int32_t part, int32_t side);

/// Where the outline comes from to the corner from which edge k of a part starts along it: around the corner, from seam
/// to seam. Not the ring's last point: where the outline touches itself, that may belong to another corner.
imp2_vec imp2i_comes_from(const imp2_compound* c, int32_t part, int32_t k);

#endif
