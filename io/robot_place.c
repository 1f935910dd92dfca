// SPDX-License-Identifier: MIT
//
// Places of links, and what weighs, in doubles.

#include "io/robot_place.h"

#include <math.h>
#include <string.h>

io_place io_place_none(void)
{
    const io_place none = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
    return none;
}

io_place io_place_of(const io_place* outer, const io_place* inner)
{
    io_place r;
    for (int i = 0; i < 3; i++)
    {
        for (int k = 0; k < 4; k++)
        {
            const double* o = outer->rows[i];
            r.rows[i][k] =
                o[0] * inner->rows[0][k] + o[1] * inner->rows[1][k] + o[2] * inner->rows[2][k] + (k == 3 ? o[3] : 0.0);
        }
    }
    return r;
}

void io_place_turn(const io_place* place, const double* vector, double* out)
{
    const double v[3] = {vector[0], vector[1], vector[2]};
    for (int i = 0; i < 3; i++)
    {
        out[i] = io_dot3(place->rows[i], v);
    }
}

void io_place_point(const io_place* place, const double* point, double* out)
{
    io_place_turn(place, point, out);
    for (int i = 0; i < 3; i++)
    {
        out[i] += place->rows[i][3];
    }
}

io_place io_place_moved(const double* way)
{
    io_place r = io_place_none();
    for (int i = 0; i < 3; i++)
    {
        r.rows[i][3] = way[i];
    }
    return r;
}

io_place io_place_about(const double* point, const double* axis, double angle)
{
    const double c = cos(angle), s = sin(angle);
    const double across[3][3] = {{0, -axis[2], axis[1]}, {axis[2], 0, -axis[0]}, {-axis[1], axis[0], 0}};
    io_place r;
    for (int i = 0; i < 3; i++)
    {
        for (int k = 0; k < 3; k++)
        {
            r.rows[i][k] = (i == k ? c : 0.0) + s * across[i][k] + (1 - c) * axis[i] * axis[k];
        }
        r.rows[i][3] = point[i] - io_dot3(r.rows[i], point);
    }
    return r;
}

io_place io_place_quat(const double* q)
{
    double w = q[0], v[3] = {q[1], q[2], q[3]};
    const double none[3] = {0, 0, 0};
    double length = sqrt(io_dot3(v, v));
    return io_unit3(v) ? io_place_about(none, v, 2 * atan2(length, w)) : io_place_none();
}

io_place io_place_along(const double* z)
{
    const double up[3] = {0, 0, 1}, none[3] = {0, 0, 0}, across[3] = {1, 0, 0};
    double axis[3];
    io_cross3(up, z, axis);
    double sine = sqrt(io_dot3(axis, axis));
    return io_unit3(axis) ? io_place_about(none, axis, atan2(sine, z[2]))
                          : io_place_about(none, across, z[2] < 0 ? 3.14159265358979323846 : 0.0);
}

bool io_place_euler(const char* sequence, const double* angles, io_place* out)
{
    static const char letters[] = "xyzXYZ";
    const double none[3] = {0, 0, 0};
    *out = io_place_none();
    for (int i = 0; i < 3; i++)
    {
        const char* letter = sequence[i] ? strchr(letters, sequence[i]) : NULL;
        if (!letter)
        {
            return false;
        }
        int number = (int)(letter - letters);
        double axis[3] = {0, 0, 0};
        axis[number % 3] = 1;
        const io_place turn = io_place_about(none, axis, angles[i]);
        *out = number < 3 ? io_place_of(out, &turn) : io_place_of(&turn, out);
    }
    return !sequence[3];
}

double io_dot3(const double* a, const double* b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

void io_cross3(const double* a, const double* b, double* out)
{
    const double r[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
    memcpy(out, r, sizeof r);
}

bool io_unit3(double* v)
{
    double most = fmax(fabs(v[0]), fmax(fabs(v[1]), fabs(v[2])));
    if (!(most > 1e-12))
    {
        return false;
    }
    const double scaled[3] = {v[0] / most, v[1] / most, v[2] / most};
    double length = sqrt(io_dot3(scaled, scaled));
    for (int i = 0; i < 3; i++)
    {
        v[i] = scaled[i] / length;
    }
    return true;
}

// Numbers of a matrix where row and column meet.
static const int of_matrix[3][3] = {{0, 3, 5}, {3, 1, 4}, {5, 4, 2}};

io_robot_mass io_mass_at(const io_place* place, const io_robot_mass* mass)
{
    io_robot_mass r = {.mass = mass->mass};
    io_place_point(place, mass->center, r.center);
    for (int i = 0; i < 3; i++)
    {
        for (int k = i; k < 3; k++)
        {
            double sum = 0;
            for (int m = 0; m < 9; m++)
            {
                sum += place->rows[i][m / 3] * mass->inertia[of_matrix[m / 3][m % 3]] * place->rows[k][m % 3];
            }
            r.inertia[of_matrix[i][k]] = sum;
        }
    }
    return r;
}

// The inertia of what has its centre elsewhere, by Steiner.
static void add_moved(io_robot_mass* to, const io_robot_mass* from)
{
    double d[3];
    for (int i = 0; i < 3; i++)
    {
        d[i] = from->center[i] - to->center[i];
    }
    for (int i = 0; i < 3; i++)
    {
        for (int k = i; k < 3; k++)
        {
            to->inertia[of_matrix[i][k]] +=
                from->inertia[of_matrix[i][k]] + from->mass * ((i == k ? io_dot3(d, d) : 0.0) - d[i] * d[k]);
        }
    }
}

io_robot_mass io_mass_sum(const io_robot_mass* a, const io_robot_mass* b)
{
    io_robot_mass r = {.mass = a->mass + b->mass};
    for (int i = 0; i < 3 && r.mass > 0; i++)
    {
        r.center[i] = (a->mass * a->center[i] + b->mass * b->center[i]) / r.mass;
    }
    add_moved(&r, a);
    add_moved(&r, b);
    return r;
}

io_robot_mass io_mass_scaled(const io_robot_mass* mass, double factor)
{
    io_robot_mass r = *mass;
    r.mass *= factor;
    for (int i = 0; i < 6; i++)
    {
        r.inertia[i] *= factor;
    }
    return r;
}

bool io_mass_turns(const io_robot_mass* mass)
{
    const double* m = mass->inertia;
    const double minor = m[0] * m[1] - m[3] * m[3];
    const double whole =
        m[0] * (m[1] * m[2] - m[4] * m[4]) - m[3] * (m[3] * m[2] - m[4] * m[5]) + m[5] * (m[3] * m[4] - m[1] * m[5]);
    return m[0] > 0 && minor > 0 && whole > 0;
}
