// SPDX-License-Identifier: MIT
#include "predicate3.h"

#include "predicate2.h"

#include <math.h>

/// A point as seen along an axis: its other two coordinates, in the order that makes a cross product.
static imp2_vec seen_along(imp3_vec v, int axis)
{
    const imp2_vec seen[3] = {{v.y, v.z}, {v.z, v.x}, {v.x, v.y}};
    return seen[axis];
}

void imp3i_cross_exact(imp3_vec a, imp3_vec b, imp3_vec c, int axis, impi_exact* out)
{
    imp2_vec from = seen_along(a, axis);
    imp2i_cross_exact(from, seen_along(b, axis), from, seen_along(c, axis), out);
}

static int orientation_exact(imp3_vec a, imp3_vec b, imp3_vec c, imp3_vec d)
{
    const float from[3] = {a.x, a.y, a.z}, to[3] = {d.x, d.y, d.z};
    impi_exact sum, part, minus;
    impi_exact_set(&sum, 0.0);
    for (int axis = 0; axis < 3; ++axis)
    {
        impi_exact cross;
        imp3i_cross_exact(a, b, c, axis, &cross);
        impi_exact_set(&part, to[axis]);
        impi_exact_set(&minus, from[axis]);
        impi_exact_sub(&part, &part, &minus);
        impi_exact_mul(&part, &part, &cross);
        impi_exact_add(&sum, &sum, &part);
    }
    return sum.sign;
}

int imp3i_orientation(imp3_vec a, imp3_vec b, imp3_vec c, imp3_vec d)
{
    double ux = (double)b.x - a.x, uy = (double)b.y - a.y, uz = (double)b.z - a.z;
    double vx = (double)c.x - a.x, vy = (double)c.y - a.y, vz = (double)c.z - a.z;
    double wx = (double)d.x - a.x, wy = (double)d.y - a.y, wz = (double)d.z - a.z;
    double yz = uy * vz, zy = uz * vy, zx = uz * vx, xz = ux * vz, xy = ux * vy, yx = uy * vx;
    double volume = (yz - zy) * wx + (zx - xz) * wy + (xy - yx) * wz;
    // Three differences, two products and three sums are rounded on the way of each of the six terms: 8 2^-53 of it,
    // and as little more as the sum of their sizes is rounded itself.
    double size =
        (fabs(yz) + fabs(zy)) * fabs(wx) + (fabs(zx) + fabs(xz)) * fabs(wy) + (fabs(xy) + fabs(yx)) * fabs(wz);
    double doubt = 0x1p-49 * size;
    if (volume > doubt || -volume > doubt)
    {
        return volume > 0.0 ? 1 : -1;
    }
    // Without a size every term is zero: no product of differences of accepted numbers is too small for a double.
    return size == 0.0 ? 0 : orientation_exact(a, b, c, d);
}

bool imp3i_collinear(imp3_vec a, imp3_vec b, imp3_vec c)
{
    bool line = true;
    for (int axis = 0; axis < 3 && line; ++axis)
    {
        line = imp2i_orientation(seen_along(a, axis), seen_along(b, axis), seen_along(c, axis)) == 0;
    }
    return line;
}
