// SPDX-License-Identifier: MIT
//
// The distance field of a closed mesh, as a compound keeps it: what it is made of, and who holds it.
//
// Space around the mesh is a grid of bricks of 8^3 samples, whose outermost samples are those of their neighbours too; so
// a brick is 7^3 cells. Bricks that something of the surface is near to, and only these, have samples: signed distances of
// 16 bits, which end at the band, each with the triangle that is nearest. Beyond the band there is a distance at each
// corner of the grid's bricks.
//
// With it go the features of the mesh that contacts are sought at: vertices, pieces of convex edges, and points of large
// faces; in the order of a curve through space, below a tree of balls of eight each. Made once, it never changes, and
// copies of the compound share it: those that are told from another origin know how far they were moved.

#ifndef IMP3I_FIELD_H
#define IMP3I_FIELD_H

#include "../base/alloc.h"
#include "../base/references.h"
#include "../broad/bvh3.h"

enum
{
    IMP3I_BRICK = 8,                      // samples of a brick along a side
    IMP3I_BRICK_CELLS = IMP3I_BRICK - 1,  // cells
    IMP3I_BRICK_SAMPLES = IMP3I_BRICK * IMP3I_BRICK * IMP3I_BRICK,
    IMP3I_FIELD_BAND = 3,       // cells from the surface that samples reach to
    IMP3I_SAMPLE_MOST = 32767,  // of a sample: the band
    IMP3I_FEATURE_FANOUT = 8,
    IMP3I_FEATURE_LEVELS = 9,      // of the tree: 8^9 is more than there are features
    IMP3I_FEATURES_MOST = 1 << 24  // as names of contacts have room for
};

/// A feature: a point where a and b are the same, else a piece of an edge from a to b.
typedef struct imp3i_mesh_feature
{
    imp3_vec a, b;
    imp3_vec normal;       // unit: about the middle of the outward normals there
    int32_t part;          // a triangle that has it
    int32_t smooth;        // 1 for a point of a face or of a smooth surface
    uint8_t has_a, has_b;  // of a piece: whether it stands for its ends, too
    uint8_t end_a, end_b;  // places of a and b among the ends of the leaf
} imp3i_mesh_feature;

/// Four ends of the features of a leaf, by axes; the last one fills up.
typedef struct imp3i_ends
{
    float at[3][4];
} imp3i_ends;

/// A triangle in the field's frame.
typedef struct imp3i_field_triangle
{
    imp3_vec corners[3];
    int32_t across[3];  // the triangle on the other side of each side, from a corner to the next; -1 for none
} imp3i_field_triangle;

typedef struct imp3i_field
{
    imp_allocator allocator;
    size_t size;
    int32_t references;
    float cell;
    imp3_vec low;         // the first sample of the grid
    double per_cell;      // one by a cell
    double cells[3];      // of the grid, along each axis
    int32_t bricks[3];    // of the grid
    int32_t brick_count;  // of those with samples
    int32_t* brick_of;    // of each of the grid: which one, or -1
    int16_t* samples;     // IMP3I_BRICK_SAMPLES of each, x first; odd where a convex edge is near the cell that begins
    uint16_t* near;       // of each sample within the band: its nearest triangle, as a place in the list of the brick
    int32_t* first;       // of each brick: where its list of triangles begins
    int32_t* parts;       // the lists
    int32_t part_count;
    imp3i_field_triangle* triangles;  // of the mesh, in its order
    float* corners;                   // of the grid's bricks: signed distances [m]
    imp3i_mesh_feature* features;
    int32_t feature_count, levels;
    imp3i_ends* ends;                         // of the leaves of the tree, one after the other, each once
    int32_t* first_end;                       // of each leaf, and behind the last
    imp3i_ball* balls[IMP3I_FEATURE_LEVELS];  // balls[0] around eight features each
} imp3i_field;

/// How many nodes a level of the tree of features has.
static inline int32_t imp3i_field_nodes(const imp3i_field* f, int32_t level)
{
    int32_t count = f->feature_count;
    for (int32_t k = 0; k <= level; ++k)
    {
        count = (count + IMP3I_FEATURE_FANOUT - 1) / IMP3I_FEATURE_FANOUT;
    }
    return count;
}

/// One more reference; of none, none.
static inline imp3i_field* imp3i_field_refer(imp3i_field* f)
{
    if (f)
    {
        (void)impi_references_add(&f->references, 1);
    }
    return f;
}

/// Gives a reference back, and the memory with the last one; of none, nothing.
static inline void imp3i_field_release(imp3i_field* f)
{
    if (f && impi_references_add(&f->references, -1) == 0)
    {
        imp_allocator allocator = f->allocator;
        impi_alloc_free(&allocator, f, f->size, 1);
    }
}

#endif
