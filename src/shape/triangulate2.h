// SPDX-License-Identifier: MIT
//
// A triangulation of points, with edges between them that it must contain.

#ifndef IMP2I_TRIANGULATE_H
#define IMP2I_TRIANGULATE_H

#include "../base/alloc.h"
#include "../base/sort.h"
#include "impinge/math2.h"

enum
{
    IMP2I_FRAME = 4,               // vertices 0 to 3 are corners of a frame around everything
    IMP2I_FREE = -1,               // the owner of an edge that nothing asked for
    IMP2I_FRAME_OWNER = INT32_MAX  // of the frame, which is never flipped
};

/// One side of an edge. Triangle t has the half-edges 3 t, 3 t + 1, 3 t + 2, counter-clockwise. Every half-edge has a
/// twin: the frame is closed on its back, by triangles 0 and 1.
typedef struct imp2i_halfedge
{
    int32_t from;     ///< vertex
    int32_t twin;     ///< half-edge of the triangle on the other side
    int32_t winding;  ///< how many more edges were put along it this way than the other way
    int32_t owner;    ///< one of the edges that were put along it, either way; IMP2I_FREE when there is none
} imp2i_halfedge;

/// One end of a rim edge of a cavity that is to be filled; see triangulate2.c.
typedef struct imp2i_rim
{
    int32_t from, link, id;
    int32_t winding, owner;
} imp2i_rim;

/// A run: edges that cover one line without a gap; see runs2.c.
typedef struct imp2i_run
{
    int32_t leader;    // an edge of the same run, the last one being itself
    int32_t from, to;  // of the leader: vertices at the ends, upwards
} imp2i_run;

/// A part of a run that one more edge goes along.
typedef struct imp2i_span
{
    int32_t owner;  // any edge of the run
    int32_t from, to, winding;
} imp2i_span;

typedef struct imp2i_triangulation
{
    imp2_vec* vertices;     // vertex_count, the frame first
    int32_t* leaving;       // a half-edge that leaves the vertex
    imp2i_halfedge* edges;  // edge_count
    int32_t vertex_count, edge_count;
    int32_t* vertex_of;  // of each point
    int64_t passes;      // stretches of edges put in
    imp2i_run* runs;     // of each edge that was put in
    imp2i_span* spans;   // span_count
    int32_t span_count;
    impi_keyed *order, *space;  // points in the order in which they came in
    imp2i_rim* rims;
    int32_t* made;
} imp2i_triangulation;

/// Takes places for a triangulation of at most so many points.
void imp2i_triangulation_lay_out(imp2i_triangulation* t, int32_t count, impi_layout* l);

/// Triangulates points; equal ones become one vertex.
void imp2i_triangulate_points(imp2i_triangulation* t, const imp2_vec* points, int32_t count);

/// Puts in the straight edge from vertex u to vertex v. Where it runs exactly through vertices it is split there. What
/// it adds to the windings of edges that were put in before may be left to imp2i_runs_settle.
///
/// owner     its number, 0 or more, below the number of points; each one once
/// returns   IMP2I_FREE when it is in; or the owner of an edge that it properly crosses: then the triangulation is
///           spoiled
int32_t imp2i_triangulate_edge(imp2i_triangulation* t, int32_t u, int32_t v, int32_t owner);

static inline int32_t imp2i_next_edge(int32_t e)
{
    return e % 3 == 2 ? e - 2 : e + 1;
}

static inline int32_t imp2i_previous_edge(int32_t e)
{
    return e % 3 == 0 ? e + 2 : e - 1;
}

/// The vertex that a half-edge leads to.
static inline int32_t imp2i_head(const imp2i_triangulation* t, int32_t e)
{
    return t->edges[imp2i_next_edge(e)].from;
}

/// The half-edge that leaves the same vertex, next counter-clockwise.
static inline int32_t imp2i_turn_left(const imp2i_triangulation* t, int32_t e)
{
    return t->edges[imp2i_previous_edge(e)].twin;
}

#endif
