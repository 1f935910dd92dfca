// SPDX-License-Identifier: MIT
//
// Distance fields inside: how they are built, asked, and met by each other.

#ifndef IMP3I_FIELD_COLLIDE_H
#define IMP3I_FIELD_COLLIDE_H

#include "../base/sort.h"
#include "../base/bits.h"
#include "../shape/field3.h"
#include "compound_pair3.h"
#include "mesh_near3.h"

/// A place of a field's grid: no sample has a number above that.
enum
{
    IMP3I_FIELD_BRICKS_MOST = 512,   // along an axis
    IMP3I_FIELD_GRID_MOST = 1 << 20  // in all
};

/// The whole number below, and above, of numbers that are less than 2^62.
static inline double imp3i_field_floor(double x)
{
    double whole = (double)(int64_t)x;
    return whole > x ? whole - 1.0 : whole;
}

static inline double imp3i_field_ceil(double x)
{
    return -imp3i_field_floor(-x);
}

static inline int32_t imp3i_field_grid(const int32_t bricks[3])
{
    return bricks[0] * bricks[1] * bricks[2];
}

/// The place of a sample along an axis, as everybody has it: rounded to a float.
static inline float imp3i_field_place(float low, float cell, int32_t sample)
{
    return (float)((double)low + (double)cell * (double)sample);
}

/// Where rows of samples along x cross the surface of a mesh, in the order of rows and of places in them.
typedef struct imp3i_field_crossings
{
    uint64_t* keys;  // the row, then the first sample beyond; a row is 2^16 keys
    int8_t* turns;   // 1 where the surface is entered, -1 where it is left
    int32_t count;
    void* memory;
    size_t size;
} imp3i_field_crossings;

/// The number of the row of samples j along y and k along z.
static inline uint64_t imp3i_field_row(const int32_t bricks[3], int32_t j, int32_t k)
{
    return (uint64_t)k * (uint64_t)(bricks[1] * IMP3I_BRICK_CELLS + 1) + (uint64_t)j;
}

/// Finds them. Returns IMP_OK, IMP_ERR_MEMORY, or IMP_ERR_RANGE where there are more than anybody could count.
imp_status imp3i_field_cross(const imp3i_compound_block* b, imp3_vec low, float cell, const int32_t bricks[3],
                             const imp_allocator* allocator, imp3i_field_crossings* out);

/// How many times the surface goes around `count` samples of a row, from sample i on.
void imp3i_field_winding(const imp3i_field_crossings* c, uint64_t row, int32_t i, int32_t count, int32_t* out);

/// The triangle on the other side of an edge that runs from p to q in the first; -1 for none.
int32_t imp3i_field_across(const imp3i_compound_block* b, int32_t p, int32_t q);

/// At most how many features a mesh has.
int64_t imp3i_field_features_most(const imp3i_compound_block* b, float cell);

/// Lists the features of a mesh; `most` is as above, order room for twice as many. Returns how many there are.
int64_t imp3i_field_features(const imp3i_compound_block* b, float cell, int64_t most, imp3i_mesh_feature* out,
                             impi_keyed* order);

/// The balls of all levels, of features that stand in their order; boxes is room for one for each feature.
void imp3i_field_fill_balls(imp3i_field* f, imp3_box* boxes);

/// Lists the ends of features of each leaf, and notes in the features which are theirs; without room, only counts them.
/// Returns how many fours there are.
int32_t imp3i_field_list_ends(imp3i_mesh_feature* features, int32_t count, imp3i_ends* out, int32_t* first);

/// Whether a mesh is somewhere a sheet that is too thin for a cell.
bool imp3i_field_is_thin(const imp3_compound* mesh, float cell);

/// The band less the diagonal of a cell: where all samples are at the band, distances are not less [cells].
#define IMP3I_LEAST_BEYOND ((double)IMP3I_FIELD_BAND - 1.7320508075688774)

/// What a field knows of a point.
typedef struct imp3i_field_value
{
    double distance;      // negative inside [m]
    imp3i_dvec gradient;  // unit, away from the surface outward
    int32_t part;         // a triangle near there; -1 far off
    int32_t sample;       // the first of those around; -1 for none
    float doubt;          // how far it may be off where that matters, between samples [cells]
} imp3i_field_value;

/// Offset of the k-th of the eight samples around a point, from the first.
static inline int32_t imp3i_sample_beside(int k)
{
    return ((k >> 2) * IMP3I_BRICK + (k >> 1 & 1)) * IMP3I_BRICK + (k & 1);
}

#define IMP3I_DOUBT_MOST 0.375f

/// By how many cells a surface may be nearer than samples around tell: around a convex edge, where they cut it off, and
/// inside, where distances bend away from it, by how much their gradients bend: what is left of 1 in the square of the mean of
/// these. Elsewhere there are no edges but concave ones, which are only farther, and surfaces that bend little. All but a
/// few of a million points of threads, boxes and balls are off by less.
static inline float imp3i_field_doubt(const imp3i_field* f, int32_t sample, double distance, float bend)
{
    const bool by_edge = distance < 0.0 || (f->samples[sample] & 1) != 0;
    const float left = bend > 0.0f ? bend : 0.0f;
    const float doubt = by_edge ? 0.125f + 0.5f * sqrtf(left) : 0.0625f + 0.3125f * left;
    return doubt < IMP3I_DOUBT_MOST ? doubt : IMP3I_DOUBT_MOST;
}

/// The distance at a point of the field's frame, between samples; false where it is outside by more than 1.25 cells and no
/// sample knows more.
bool imp3i_field_ask_near(const imp3i_field* f, imp3i_dvec point, imp3i_field_value* out);

enum
{
    IMP3I_LEAF_ENDS = 2 * IMP3I_FEATURE_FANOUT
};

/// From the frame of features into the grid of a field, by cells.
typedef struct imp3i_into_grid
{
    float turn[3][3], shift[3];
} imp3i_into_grid;

/// Ends of a leaf in the grid of a field: what lanes know of them, by cells.
typedef struct imp3i_asked_ends
{
    float at[3][IMP3I_LEAF_ENDS];
    float distance[IMP3I_LEAF_ENDS];
    float gradient[3][IMP3I_LEAF_ENDS];
    float bend[IMP3I_LEAF_ENDS];      // of their gradients
    int32_t sample[IMP3I_LEAF_ENDS];  // the first of those around; below 0 for none
    uint32_t near;                    // a bit for each that imp3i_field_ask_near knows
} imp3i_asked_ends;

/// Does for so many fours of ends, up to a leaf's, what imp3i_field_ask_near does, in floats.
void imp3i_field_ask_ends(const imp3i_field* f, const imp3i_into_grid* into, const imp3i_ends* ends, int32_t fours,
                          imp3i_asked_ends* out);

/// The distance at any point, far off coarsely.
void imp3i_field_ask(const imp3i_field* f, imp3i_dvec point, imp3i_field_value* out);

/// Measures the value of a field within the band anew: by the nearest of the triangles that are nearest to the samples
/// around.
void imp3i_field_sharpen(const imp3i_compound_block* b, imp3i_dvec point, imp3i_field_value* value);

/// Fetches what imp3i_field_sharpen will read around a sample; then, once that is there, the triangle that it names.
static inline void imp3i_field_fetch_near(const imp3i_field* f, int32_t sample)
{
    impi_prefetch(&f->near[sample]);
    impi_prefetch(&f->near[sample + imp3i_sample_beside(7)]);
    impi_prefetch(&f->first[sample / IMP3I_BRICK_SAMPLES]);
}

static inline void imp3i_field_fetch_triangle(const imp3i_field* f, int32_t sample)
{
    const uint16_t near = f->near[sample];
    if (near != UINT16_MAX)
    {
        const imp3i_field_triangle* t = &f->triangles[f->parts[f->first[sample / IMP3I_BRICK_SAMPLES] + near]];
        impi_prefetch(t);
        impi_prefetch(&t->across[2]);
    }
}

/// Whether nothing of the surface, nor of the inside, is as near to a point as far, which is not negative; false where
/// the field does not tell. Corners of bricks are asked first, and samples only where they may know more.
bool imp3i_field_is_far(const imp3i_field* f, imp3i_dvec point, double far);

/// Whether both have fields, which then answer for their contacts.
static inline bool imp3i_have_fields(const imp3_compound* a, const imp3_compound* b)
{
    return a->kind == IMP3_COMPOUND_TRIANGLES && b->kind == IMP3_COMPOUND_TRIANGLES &&
           imp3i_compound_block_of(a)->field && imp3i_compound_block_of(b)->field;
}

/// Whether of two meshes that do not cross, and have fields, one is inside of the other: they are solids.
bool imp3i_fields_enclose(const imp3i_compound_pair* c);

/// Manifolds of two compounds by their fields: counts all, which are at most 24, and writes as many as there is room for.
/// Returns 0 where they have no fields, or only triangles know; -1 where they are apart. Else *whole is the deepest one, and
/// known.
int32_t imp3i_fields_collide(const imp3i_compound_pair* c, float margin, imp3i_whole* whole, bool* known,
                             imp3_part_manifold* out, int32_t room);

#endif
