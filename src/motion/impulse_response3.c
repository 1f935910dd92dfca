// SPDX-License-Identifier: MIT
//
// impulse_response.inl, for space: four points, and a plane of tangents.
//
// The normal impulses j solve a complementarity problem: K j >= w, j >= 0, and where j > 0 it is K j = w, with the
// response K, and w = (1 + e) times the closing speed u of each point. So the energy changes by the sum of
// j (u + u') / 2 = -j (1 - e) u / 2, which is never more than 0. K belongs to one normal and so has at most rank 3: four
// points of a face, or three in a row, leave open which of them carries what. A little on the diagonal makes it
// definite: the solution is then the one of least squares, the same for points that lie alike.

#include "impulse_response3.h"
#include "../math/check.h"
#include "surface.h"

#include <math.h>

/// Regularization of the diagonal, as a part of its sum: the rounding of floats, as points in a row are so only to
/// that. Solving again for what is then missing was tried; it blows up just that.
#define EVEN 0x1p-25

/// By how much rounding may have taken an inverse inertia below 0 in a direction in which nothing turns, as a part of
/// its trace.
#define ROUNDED 0x1p-21

/// Pivots of four points: each subset is a basis at most once.
#define PIVOTS_MAX 16

/// Whether nothing turns against its push, by the signs of the minors.
static bool is_definite(imp3i_dinertia d)
{
    double xy = d.xx * d.yy - d.xy * d.xy, yz = d.yy * d.zz - d.yz * d.yz, zx = d.zz * d.xx - d.zx * d.zx;
    double determinant = d.zz * xy + 2.0 * (d.xy * d.yz * d.zx) - d.xx * d.yz * d.yz - d.yy * d.zx * d.zx;
    return xy >= 0.0 && yz >= 0.0 && zx >= 0.0 && determinant >= 0.0;
}

/// An inverse inertia in doubles, raised above what rounding has made indefinite.
imp3i_dinertia imp3i_inverse_inertia_of(imp3i_inertia inverse)
{
    imp3i_dinertia d = imp3i_dinertia_of(inverse);
    double raised = is_definite(d) ? 0.0 : ROUNDED * (d.xx + d.yy + d.zz);
    d.xx += raised;
    d.yy += raised;
    d.zz += raised;
    return d;
}

int32_t imp3i_inverse_inertia_fault(imp3i_inertia inverse)
{
    int32_t fault = imp3i_inertia_fault(inverse);
    return fault ? fault : is_definite(imp3i_inverse_inertia_of(inverse)) ? 0 : IMP_ERR_RANGE;
}

/// The tangent along which a velocity slides. What rounding leaves along the normal is taken away again: there may be
/// little else.
imp3i_dvec imp3i_tangent_towards(imp3i_dvec normal, imp3i_dvec velocity)
{
    double square = imp3i_ddot(normal, normal);
    imp3i_dvec along = imp3i_dadd_scaled(velocity, normal, -imp3i_ddot(velocity, normal) / square);
    along = imp3i_dadd_scaled(along, normal, -imp3i_ddot(along, normal) / square);
    double size = sqrt(imp3i_ddot(along, along));
    return size > 0.0 ? imp3i_ddivide(along, size) : imp3i_dvec_none();
}

#include "../math/dim3.h"

#include "impulse_response.inl"

#include "../math/dim_end.h"

/// Solves the rows and columns of a definite matrix that are in a set; 0 for the others. Source: Cholesky 1910, without
/// roots.
static void solve_basis(double k[4][4], const double* wanted, uint32_t basis, double* out)
{
    double l[4][4], d[4];
    for (int i = 0; i < 4; ++i)
    {
        out[i] = 0.0;
        d[i] = 1.0;
        for (int j = 0; j < i; ++j)
        {
            double sum = k[i][j];
            for (int n = 0; n < j; ++n)
            {
                sum -= l[i][n] * d[n] * l[j][n];
            }
            l[i][j] = (basis >> i & basis >> j & 1) != 0 ? sum / d[j] : 0.0;
        }
        if (basis >> i & 1)
        {
            d[i] = k[i][i];
            out[i] = wanted[i];
            for (int j = 0; j < i; ++j)
            {
                d[i] -= l[i][j] * l[i][j] * d[j];
                out[i] -= l[i][j] * out[j];
            }
        }
    }
    for (int i = 3; i >= 0; --i)
    {
        out[i] /= d[i];
        for (int j = i + 1; j < 4; ++j)
        {
            out[i] -= l[j][i] * out[j];
        }
    }
}

/// The lowest point whose sign is wrong: an impulse that pulls, or a point without one that still closes. -1 for none.
static int first_wrong(double k[4][4], const double* wanted, uint32_t points, uint32_t basis, const double* impulse)
{
    for (int i = 0; i < 4; ++i)
    {
        double missing = wanted[i];
        for (int j = 0; j < 4; ++j)
        {
            missing -= k[i][j] * impulse[j];
        }
        bool wrong = basis >> i & 1 ? impulse[i] < 0.0 : missing > 0x1p-40 * wanted[i];
        if (points >> i & 1 && wrong)
        {
            return i;
        }
    }
    return -1;
}

void imp3i_share_normals(int32_t count, double k[4][4], const double* wanted, double* impulse)
{
    uint32_t points = 0;
    double diagonal = 0.0;
    for (int32_t i = 0; i < count; ++i)
    {
        bool pushed = wanted[i] > 0.0 && k[i][i] > 0.0;
        points |= (uint32_t)pushed << i;
        diagonal += pushed ? k[i][i] : 0.0;
    }
    for (int32_t i = 0; i < count; ++i)
    {
        k[i][i] += EVEN * diagonal;
    }
    // Nearly always all points that close carry.
    uint32_t basis = points;
    for (int pivot = 0; pivot < PIVOTS_MAX; ++pivot)
    {
        solve_basis(k, wanted, basis, impulse);
        int wrong = first_wrong(k, wanted, points, basis, impulse);
        if (wrong < 0)
        {
            break;
        }
        basis ^= 1u << wrong;
    }
    for (int32_t i = 0; i < count; ++i)
    {
        impulse[i] = impulse[i] > 0.0 ? impulse[i] : 0.0;
    }
}

/// The impulse that stops a point from sliding, by its velocity along two tangents and the response to impulses along
/// them.
static void stop_sliding(const double k[3], const double sliding[2], double out[2])
{
    double determinant = k[0] * k[1] - k[2] * k[2];
    bool both = determinant > 0x1p-20 * (k[0] * k[1]);
    out[0] = both ? (k[2] * sliding[1] - k[1] * sliding[0]) / determinant : k[0] > 0.0 ? -sliding[0] / k[0] : 0.0;
    out[1] = both ? (k[2] * sliding[0] - k[0] * sliding[1]) / determinant : 0.0;
}

bool imp3i_rub_point(imp3i_bodies_met* m, int i, imp3i_dvec n, double normal, const double limits[2], imp3_impulse* out)
{
    imp3i_dvec v = imp3i_velocity_at_point(m, i), along = imp3i_tangent_towards(n, v);
    double speed = imp3i_ddot(v, along), hold = limits[1] > limits[0] ? limits[1] : limits[0];
    if (!(normal > 0.0 && speed > 0.0))
    {
        return true;
    }
    // Along the sliding and across it.
    imp3i_dvec across = imp3i_dcross(n, along);
    const double k[3] = {imp3i_response_of_points(m, along, i, along, i, 1.0),
                         imp3i_response_of_points(m, across, i, across, i, 1.0),
                         imp3i_response_of_points(m, along, i, across, i, 0.0)};
    const double sliding[2] = {speed, 0.0};
    double stop[2];
    stop_sliding(k, sliding, stop);
    if (!(sqrt(stop[0] * stop[0] + stop[1] * stop[1]) <= hold * normal))
    {
        const double kinetic[2] = {limits[0], limits[0]};
        stop[0] = imp3i_friction_impulse(speed, k[0], normal, kinetic);
        stop[1] = 0.0;
    }
    imp3i_push_bodies(m, i, along, stop[0]);
    imp3i_push_bodies(m, i, across, stop[1]);
    imp3i_dvec impulse = imp3i_dadd_scaled(imp3i_dscale(along, stop[0]), across, stop[1]);
    out->tangent[i] = imp3i_vec_of(impulse);
    return imp3i_dspin_fits(impulse);
}
