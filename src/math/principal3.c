// SPDX-License-Identifier: MIT
//
// Principal axes of symmetric matrices. Source: Jacobi 1846, cyclic.

#include "principal3.h"

#include <math.h>
#include <stdbool.h>

enum
{
    SWEEPS = 8  // each squares what is left beside the diagonal; the last ones find nothing
};

// Makes the entries i, j of a symmetric matrix 0 by a rotation of both axes, which the columns of v go through.
static void rotate_axes(double a[3][3], double v[3][3], int i, int j)
{
    if (!(a[i][j] < 0.0 || a[i][j] > 0.0))
    {
        return;
    }
    int k = 3 - i - j;
    double theta = (a[j][j] - a[i][i]) / (2.0 * a[i][j]), root = fabs(theta) + sqrt(theta * theta + 1.0);
    double t = theta < 0.0 ? -1.0 / root : 1.0 / root, c = 1.0 / sqrt(t * t + 1.0), s = t * c;
    a[i][i] -= t * a[i][j];
    a[j][j] += t * a[i][j];
    a[i][j] = a[j][i] = 0.0;
    double of_i = a[k][i], of_j = a[k][j];
    a[k][i] = a[i][k] = c * of_i - s * of_j;
    a[k][j] = a[j][k] = s * of_i + c * of_j;
    for (int row = 0; row < 3; ++row)
    {
        of_i = v[row][i];
        of_j = v[row][j];
        v[row][i] = c * of_i - s * of_j;
        v[row][j] = s * of_i + c * of_j;
    }
}

void imp3i_principal_axes(double a[3][3], double v[3][3])
{
    for (int i = 0; i < 3; ++i)
    {
        for (int j = 0; j < 3; ++j)
        {
            v[i][j] = i == j ? 1.0 : 0.0;
        }
    }
    for (int sweep = 0; sweep < SWEEPS; ++sweep)
    {
        rotate_axes(a, v, 0, 1);
        rotate_axes(a, v, 1, 2);
        rotate_axes(a, v, 0, 2);
    }
}
