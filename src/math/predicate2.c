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
