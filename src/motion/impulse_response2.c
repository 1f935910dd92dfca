// SPDX-License-Identifier: MIT
//
// impulse_response.inl, for the plane: a manifold has two points, whose impulses have a closed solution, and one
// tangent.

#include "impulse_response2.h"
#include "../math/check.h"
#include "along2.h"
#include "surface.h"

#include <math.h>

int32_t imp2i_inverse_inertia_fault(imp2i_inertia inverse)
{
    return imp2i_inertia_fault(inverse);
}

imp2i_dinertia imp2i_inverse_inertia_of(imp2i_inertia inverse)
{
    return imp2i_dinertia_of(inverse);
}

imp2i_dvec imp2i_tangent_towards(imp2i_dvec normal, imp2i_dvec velocity)
{
    (void)velocity;
    return imp2i_left_of(normal);
}

#include "../math/dim2.h"

#include "impulse_response.inl"

#include "../math/dim_end.h"

void impi_share_between_points(double k[2][2], const double wanted[2], double impulse[2])
{
    double determinant = k[0][0] * k[1][1] - k[0][1] * k[1][0];
    if (determinant > 1e-9 * k[0][0] * k[1][1])
    {
        double first = (k[1][1] * wanted[0] - k[0][1] * wanted[1]) / determinant;
        double second = (k[0][0] * wanted[1] - k[1][0] * wanted[0]) / determinant;
        if (first >= 0.0 && second >= 0.0)
        {
            impulse[0] = first;
            impulse[1] = second;
            return;
        }
        int alone = first >= 0.0 ? 0 : 1;
        impulse[alone] = wanted[alone] / k[alone][alone];
        return;
    }
    // The system is singular: share between the points.
    double most = wanted[0] > wanted[1] ? wanted[0] : wanted[1];
    impulse[0] = 0.5 * most / k[0][0];
    impulse[1] = impulse[0];
}

void imp2i_share_normals(int32_t count, double k[2][2], const double* wanted, double* impulse)
{
    (void)count;  // without a point nothing is wanted
    if (wanted[0] > 0.0 && wanted[1] > 0.0 && k[0][0] > 0.0 && k[1][1] > 0.0)
    {
        impi_share_between_points(k, wanted, impulse);
    }
    else
    {
        impulse[0] = k[0][0] > 0.0 ? wanted[0] / k[0][0] : 0.0;
        impulse[1] = k[1][1] > 0.0 ? wanted[1] / k[1][1] : 0.0;
    }
}

bool imp2i_rub_point(imp2i_bodies_met* m, int i, imp2i_dvec n, double normal, const double limits[2], imp2_impulse* out)
{
    imp2i_dvec t = imp2i_left_of(n);
    double sliding = imp2i_ddot(imp2i_velocity_at_point(m, i), t);
    double j = imp2i_friction_impulse(sliding, imp2i_response_of_points(m, t, i, t, i, 1.0), normal, limits);
    imp2i_push_bodies(m, i, t, j);
    out->tangent[i] = (float)j;
    return imp2i_fits_float(j);
}
