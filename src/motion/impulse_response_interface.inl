// SPDX-License-Identifier: MIT
//
// The parts of a collision response that depend on the dimension.

#ifndef AXES
#include "../math/spin2.h"
#include "impinge/motion2.h"

#include "../math/dim2.h"
#endif

enum
{
    DIMI(RESPONSE_POINTS) = AXES == 2 ? 2 : 4  // most of a manifold
};

/// A body in doubles, while impulses are applied.
typedef struct Moving
{
    DVec velocity;
    DSpin spin;
    double inverse_mass;
    DInertia inverse_inertia;
} Moving;

/// Both bodies, and the points of contact from their centres.
typedef struct BodiesMet
{
    Moving a, b;
    DVec arms_a[DIMI(RESPONSE_POINTS)], arms_b[DIMI(RESPONSE_POINTS)];
} BodiesMet;

/// The fault of an inverse inertia, or 0; and an inverse inertia in doubles.
int32_t FNI(inverse_inertia_fault)(Inertia inverse);
DInertia FNI(inverse_inertia_of)(Inertia inverse);

/// The tangent along which a velocity slides, or against it.
DVec FNI(tangent_towards)(DVec normal, DVec velocity);

/// Normal impulses of count points: at least 0, and where one is above 0 its point ends at the wanted velocity, which is
/// 0 of those that do not close. k[i][j] is the change at i for a unit of impulse at j.
void FNI(share_normals)(int32_t count, double k[DIMI(RESPONSE_POINTS)][DIMI(RESPONSE_POINTS)], const double* wanted,
                        double* impulse);

/// Friction at point i, under a normal impulse. limits are the kinetic and the static coefficient. False when it is too
/// large for floats.
bool FNI(rub_point)(BodiesMet* m, int i, DVec n, double normal, const double limits[2], Impulse* out);
