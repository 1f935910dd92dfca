// SPDX-License-Identifier: MIT
//
// Edges of outlines that lie over each other.

#ifndef IMP2I_RUNS_H
#define IMP2I_RUNS_H

#include "triangulate2.h"

/// A run that an edge is alone in.
void imp2i_run_start(imp2i_triangulation* t, int32_t owner, int32_t u, int32_t v);

/// Makes the runs of two edges one; they lie on the same line, and touch.
void imp2i_run_join(imp2i_triangulation* t, int32_t owner, int32_t other);

/// How far on the way from u to v the run of an edge carries on that covers the way from u on: a vertex, at most v.
int32_t imp2i_run_reach(imp2i_triangulation* t, int32_t owner, int32_t u, int32_t v);

/// Notes that an edge goes along stretches that another one covers.
void imp2i_run_note(imp2i_triangulation* t, int32_t owner, int32_t u, int32_t v, int32_t winding);

/// Adds what was noted to the windings of the half-edges and to the passes; 0 or IMP_ERR_MEMORY.
int32_t imp2i_runs_settle(imp2i_triangulation* t, const imp_allocator* allocator);

#endif
