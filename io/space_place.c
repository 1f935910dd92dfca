// SPDX-License-Identifier: MIT
//
// Places in doubles, poses in floats: what a pose rounds off, the place in the body takes over.

#include "io/space_place.h"

#include <math.h>

#define SAME 0x1p-20  // of the larger: places that far apart are the same
#define SQUARE 1e-4   // cosine between axes of a frame that is turned, not sheared

static double dot_columns(const io_place* place, int a, int b)
{
    double sum = 0;
    for (int r = 0; r < 3; r++)
    {
        sum += place->rows[r][a] * place->rows[r][b];
    }
    return sum;
}

static bool is_square(const io_place* place)
{
    bool square = true;
    for (int a = 0; a < 3; a++)
    {
        int b = (a + 1) % 3;
        double aa = dot_columns(place, a, a), bb = dot_columns(place, b, b), ab = dot_columns(place, a, b);
        square = square && aa > 0 && bb > 0 && ab * ab <= SQUARE * SQUARE * aa * bb;
    }
    return square;
}

imp3_pose io_place_pose(const io_place* place, double unit)
{
    imp3_pose pose = imp3_pose_identity();
    pose.p.x = (float)(place->rows[0][3] * unit);
    pose.p.y = (float)(place->rows[1][3] * unit);
    pose.p.z = (float)(place->rows[2][3] * unit);
    if (!is_square(place))
    {
        return pose;
    }
    double x[3], y[3], along = 0, length_x = sqrt(dot_columns(place, 0, 0)), length_y = 0;
    for (int r = 0; r < 3; r++)
    {
        x[r] = place->rows[r][0] / length_x;
        along += x[r] * place->rows[r][1];
    }
    for (int r = 0; r < 3; r++)
    {
        y[r] = place->rows[r][1] - along * x[r];
        length_y += y[r] * y[r];
    }
    length_y = sqrt(length_y);
    for (int r = 0; r < 3; r++)
    {
        y[r] /= length_y;
    }
    imp3_pose turned = pose;
    turned.q.x = (imp3_vec){(float)x[0], (float)x[1], (float)x[2]};
    turned.q.y = (imp3_vec){(float)y[0], (float)y[1], (float)y[2]};
    turned.q.z = (imp3_vec){(float)(x[1] * y[2] - x[2] * y[1]), (float)(x[2] * y[0] - x[0] * y[2]),
                            (float)(x[0] * y[1] - x[1] * y[0])};
    return imp3_pose_check(&turned) == IMP_OK ? turned : pose;
}

io_place io_place_in(const io_place* place, double unit, const imp3_pose* pose)
{
    const imp3_vec axes[3] = {pose->q.x, pose->q.y, pose->q.z};
    const double p[3] = {(double)pose->p.x, (double)pose->p.y, (double)pose->p.z};
    io_place result;
    for (int r = 0; r < 3; r++)
    {
        const double axis[3] = {(double)axes[r].x, (double)axes[r].y, (double)axes[r].z};
        for (int c = 0; c < 4; c++)
        {
            double sum = 0;
            for (int k = 0; k < 3; k++)
            {
                sum += axis[k] * (c == 3 ? place->rows[k][3] * unit - p[k] : place->rows[k][c]);
            }
            result.rows[r][c] = sum;
        }
    }
    return result;
}

bool io_place_is_mirrored(const io_place* place)
{
    const double *x = place->rows[0], *y = place->rows[1], *z = place->rows[2];
    return x[0] * (y[1] * z[2] - y[2] * z[1]) - x[1] * (y[0] * z[2] - y[2] * z[0]) +
               x[2] * (y[0] * z[1] - y[1] * z[0]) <
           0;
}

bool io_place_is_same(const io_place* a, const io_place* b)
{
    double most = 0, apart = 0;
    for (int i = 0; i < 12; i++)
    {
        double first = a->rows[i / 4][i % 4], second = b->rows[i / 4][i % 4];
        most = fmax(most, fabs(first));
        apart = fmax(apart, fabs(first - second));
    }
    return apart <= SAME * most;
}
