// SPDX-License-Identifier: MIT
//
// Closed meshes of things that hang, stack, and lie in heaps: hooks, dishes, teapots, chairs, and things of cells as burr
// puzzles and keys are. Beside solids3.h, whose surfaces of revolution they are made from.

#ifndef IMP_TEST_THINGS3_H
#define IMP_TEST_THINGS3_H

#include "solids3.h"

/// Adds a shell to another; the second is freed. They may cross each other: what is inside of one is inside.
void test_solid_join(test_solid* to, test_solid from);

/// Adds a box between two corners.
void test_solid_join_box(test_solid* to, imp3_vec lower, imp3_vec upper);

/// A place on the middle line of a bent rod in the plane of x and z, and how thick it is there.
typedef struct test_bend
{
    double x, z, radius;
} test_bend;

/// A bent rod with flat ends. Its line does not turn by more than a right angle at once.
test_solid test_solid_rod(const test_bend* line, int32_t count, int32_t around);

/// A C of a round rod, whose ends are so far apart: a half circle over the origin, a straight back at +x, and a half circle
/// below.
test_solid test_solid_hook(double radius, double apart, double thick, int32_t steps, int32_t around);

/// A dish that stands on a foot: its wall leans outward. The middle of its foot is at the origin.
test_solid test_solid_dish(double radius, double height, double wall, int32_t around);

/// A pot with a spout along x and a handle behind, of one shell each. The middle of its bottom is at the origin.
test_solid test_solid_teapot(double radius, int32_t around);

/// A seat on four legs, with a back of two posts and a board: seven boxes that cross each other. It stands on the origin.
test_solid test_solid_chair(void);

/// Cells of a grid, one bit each: cell (x, y, z) of `side` along each axis is bit (x side + y) side + z of cells.
typedef struct test_cells
{
    int32_t side;
    uint8_t owned[8 * 8 * 8];
} test_cells;

bool test_cells_has(const test_cells* c, int32_t x, int32_t y, int32_t z);

/// The surface of cells of a size, each side drawn in by some air. The middle of the grid is at the origin.
test_solid test_solid_cells(const test_cells* c, double size, double air);

/// The six pieces of a burr: bars of two by two by six, two along each axis. The first one is whole.
void test_cells_burr(test_cells out[6]);

#endif
