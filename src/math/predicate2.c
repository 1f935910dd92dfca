// SPDX-License-Identifier: MIT
#include "predicate2.h"

#include <math.h>

void imp2i_cross_exact(imp2_vec a, imp2_vec b, imp2_vec c, imp2_vec d, impi_exact* out)
{
    const float from[4] = {a.x, c.y, a.y, c.x}, to[4] = {b.x, d.y, b.y, d.x};
    impi_exact e[4], minus;
    for (int i = 0; i < 4; ++i)
    {
        impi_exact_set(&e[i], to[i]);
        impi_exact_set(&minus, from[i]);
        impi_exact_sub(&e[i], &e[i], &minus);
    }
    impi_exact_mul(&e[0], &e[0], &e[1]);
    impi_exact_mul(&e[2], &e[2], &e[3]);
    impi_exact_sub(out, &e[0], &e[2]);
}

int imp2i_orientation(imp2_vec a, imp2_vec b, imp2_vec c)
{
    double ux = (double)b.x - a.x, uy = (double)b.y - a.y, vx = (double)c.x - a.x, vy = (double)c.y - a.y;
    double left = ux * vy, right = uy * vx;
    // Each difference and product is rounded once, the last difference once more: 4 2^-53 at most of either product.
    double area = left - right, doubt = 0x1p-50 * (fabs(left) + fabs(right));
    if (area > doubt || -area > doubt)
    {
        return area > 0.0 ? 1 : -1;
    }
    impi_exact exact;
    imp2i_cross_exact(a, b, a, c, &exact);
    return exact.sign;
}

bool imp2i_surely_in_circle(imp2_vec a, imp2_vec b, imp2_vec c, imp2_vec d)
{
    double ax = (double)a.x - d.x, ay = (double)a.y - d.y;
    double bx = (double)b.x - d.x, by = (double)b.y - d.y;
    double cx = (double)c.x - d.x, cy = (double)c.y - d.y;
    double bc = bx * cy, cb = cx * by, ca = cx * ay, ac = ax * cy, ab = ax * by, ba = bx * ay;
    double aa = ax * ax + ay * ay, bb = bx * bx + by * by, cc = cx * cx + cy * cy;
    double value = aa * (bc - cb) + bb * (ca - ac) + cc * (ab - ba);
    double size = aa * (fabs(bc) + fabs(cb)) + bb * (fabs(ca) + fabs(ac)) + cc * (fabs(ab) + fabs(ba));
    // At most 10 roundings on the way of each product (Shewchuk 1997), 2^-53 each.
    return value > 0x1p-49 * size;
}
