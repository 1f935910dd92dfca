// SPDX-License-Identifier: MIT
//
// Triangles become convex parts.

#ifndef IMP2I_MERGE_H
#define IMP2I_MERGE_H

#include "triangulate2.h"

/// Parts as loops of half-edges, and notes on the way there.
typedef struct imp2i_merge
{
    int32_t *next, *previous;  // half-edge; next is -1 for one that is outside, or was removed
    unsigned char* worth;      // of a half-edge; see merge2.c
    int32_t* wedge;            // of a vertex with a reflex corner: the border edge that leaves it; else -1
    int32_t* partners;         // of a vertex that waits for one: how many it could have; else -1
    int32_t* waiting;          // vertices
    const int32_t* inside;     // of a triangle: 1 or 0
} imp2i_merge;

/// Takes places for the half-edges and vertices of t.
void imp2i_merge_lay_out(imp2i_merge* m, const imp2i_triangulation* t, impi_layout* l);

/// Merges the triangles that are inside into few convex parts. Every vertex but the frame's is on the border. The
/// half-edges that are left in m say where they start and know their twins; t is no triangulation afterwards.
void imp2i_merge_triangles(imp2i_merge* m, imp2i_triangulation* t, const int32_t* inside);

#endif
