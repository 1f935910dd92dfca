// SPDX-License-Identifier: MIT
//
// A triangulation of rings in which inside and outside are known.

#ifndef IMP2I_SURVEY_H
#define IMP2I_SURVEY_H

#include "compound2.h"
#include "triangulate2.h"

enum
{
    IMP2I_BORDER = 1,  // in place of the winding of a half-edge: inside to its left, outside to its right
    IMP2I_TRACED       // the same, seen already
};

/// Closed outlines, one after the other.
typedef struct imp2i_rings
{
    const imp2_vec* points;
    const int32_t* starts;  // ring_count + 1
    int32_t ring_count;
} imp2i_rings;

/// One block.
typedef struct imp2i_survey
{
    imp2i_rings of;
    imp2i_triangulation t;
    int32_t* inside;   // of a triangle: 1 or 0
    int32_t* queue;    // room for triangles, or for the vertices of a path
    int32_t* borders;  // border edges that leave a vertex
    int32_t* place;    // room for vertices
    int32_t border_count, border_vertices;
    int32_t least, most;  // how often rings go around anything
    int32_t crossed_a, crossed_b;
    void* block;
    size_t size;
} imp2i_survey;

static inline int32_t imp2i_point_count(const imp2i_rings* r)
{
    return r->starts[r->ring_count];
}

/// The ring of a point.
int32_t imp2i_ring_of(const imp2i_rings* r, int32_t point);

/// The point that follows in its ring.
int32_t imp2i_next_point(const imp2i_rings* r, int32_t point);

/// Triangulates rings of accepted numbers, and finds how often they go around each triangle: s->inside has that. As
/// imp2i_survey_make.
int32_t imp2i_survey_turns(imp2i_survey* s, const imp2i_rings* of, const imp_allocator* allocator);

/// Surveys rings of accepted numbers. The survey is to be freed whatever comes out.
///
/// fill      IMP_FILL_...
/// returns   0, IMP_ERR_MEMORY; or IMP_ERR_CROSSING: then crossed_a and crossed_b are the points where two edges start
///           that cross, the lower first
int32_t imp2i_survey_make(imp2i_survey* s, const imp2i_rings* of, int32_t fill, const imp_allocator* allocator);

void imp2i_survey_free(imp2i_survey* s, const imp_allocator* allocator);

#endif
