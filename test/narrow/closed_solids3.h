// SPDX-License-Identifier: MIT
//
// Closed solids that tests take apart: prisms, rings, tubes, bowls, boxes in and across each other. One is made at a time.

#ifndef CLOSED_SOLIDS3_H
#define CLOSED_SOLIDS3_H

#include "impinge/mesh3.h"
#include "support.h"

enum
{
    CLOSED_POINTS = 4096,
    CLOSED_TRIANGLES = 8192
};

typedef struct closed_solid
{
    imp3_vec points[CLOSED_POINTS];
    int32_t corners[3 * CLOSED_TRIANGLES];
    int32_t point_count, count;
} closed_solid;

/// What was made last.
extern closed_solid closed_made;

// These begin a new one.
void closed_l(void);
void closed_u(void);  // a table, upside down: legs at both ends of a board
void closed_gear(int32_t teeth);
void closed_torus(int32_t rows, int32_t columns);
void closed_spring(int32_t turns, int32_t rows, int32_t columns);
void closed_knot(int32_t rows, int32_t columns);  // a trefoil: a tube around a closed way that is knotted
void closed_bowl(int32_t around, int32_t rows);   // half a ball with a wall of a tenth
void closed_egg(int32_t rings, int32_t around);   // rings between two poles
void closed_hollow(void);                         // a box with a hollow in it that nothing leads to
void closed_heap(test_rng* rng, int32_t boxes);   // boxes across each other, each a closed shell of its own

// These add to it.
void closed_put_point(double x, double y, double z);
void closed_put_triangle(int32_t a, int32_t b, int32_t c);
void closed_put_box(double half, bool hollow);

/// What was made, as a mesh.
void closed_mesh(imp3_compound* out);

#endif
