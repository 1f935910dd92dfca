// SPDX-License-Identifier: MIT
//
// The least lift of a body beyond some separating planes. Planar only: they are lines here, and the least lift is on
// one of them, between those before it; in space it may be on one, on the line of two, or on the point of three.

#ifndef IMP2I_LIFT_PLANES_H
#define IMP2I_LIFT_PLANES_H

#include "../../math/dvec2.h"
#include "../world.h"

#define IMPI_NOT_PARALLEL 1e-6  // a sine: above it, two planes intersect

/// Planes beyond which a body is lifted, the deepest penetration first.
typedef struct imp2i_lift_planes
{
    int32_t count;
    struct
    {
        imp2i_dvec normal;  // away from the other collider
        double depth;
        int32_t its;  // the other collider
    } data[IMPI_LIFT_PLANES_MOST];
} imp2i_lift_planes;

/// Adds a plane that is to be passed by a depth, unless there are as many that are deeper.
void imp2i_lift_plane_add(imp2i_lift_planes* p, imp2i_dvec normal, double depth, int32_t its);

/// On the line of plane k, the least lift beyond those before it; without one, the middle of their bounds.
static inline imp2i_dvec imp2i_place_on_plane(const imp2i_lift_planes* p, int32_t k)
{
    imp2i_dvec n = p->data[k].normal, along = {-n.y, n.x}, at = {n.x * p->data[k].depth, n.y * p->data[k].depth};
    double least = -INFINITY, most = INFINITY;
    for (int32_t i = 0; i < k; ++i)
    {
        double slope = imp2i_ddot(p->data[i].normal, along),
               missing = p->data[i].depth - imp2i_ddot(p->data[i].normal, at);
        double to = missing / slope;
        least = slope > IMPI_NOT_PARALLEL && to > least ? to : least;
        most = slope < -IMPI_NOT_PARALLEL && to < most ? to : most;
    }
    double to = least > 0.0 ? least : most < 0.0 ? most : 0.0;
    return imp2i_dadd_scaled(at, along, least <= most ? to : 0.5 * (least + most));
}

/// The least lift beyond all planes.
static inline imp2i_dvec imp2i_least_lift(const imp2i_lift_planes* p)
{
    imp2i_dvec lift = {0.0, 0.0};
    for (int32_t k = 0; k < p->count; ++k)
    {
        lift = imp2i_ddot(p->data[k].normal, lift) < p->data[k].depth ? imp2i_place_on_plane(p, k) : lift;
    }
    return lift;
}

#endif
