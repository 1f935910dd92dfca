// SPDX-License-Identifier: MIT
//
// Parts of a compound that have no area, as masses: its sides, as lines of thickness 1. Planar: in space they are surfaces.

#ifndef IMP2I_THIN_PARTS_H
#define IMP2I_THIN_PARTS_H

#include "../../math/spin2.h"
#include "../../shape/compound2.h"

/// A line, and the place from which the next one is looked for; zero to begin with, but for the dimension, which is 1.
typedef struct imp2i_thin_part
{
    int32_t part, vertex, dimension;
    double mass;
    imp2i_dvec center;
    imp2i_dinertia inertia;  // about the centre
} imp2i_thin_part;

/// The next line of a compound. False when there is none.
static inline bool imp2i_next_thin_part(const imp2_compound* compound, imp2i_thin_part* t)
{
    while (t->part < compound->part_count && ++t->vertex >= compound->parts[t->part].count)
    {
        ++t->part;
        t->vertex = 0;
    }
    if (t->part >= compound->part_count)
    {
        return false;
    }
    const imp2i_outline o = imp2i_outline_of(&compound->parts[t->part]);
    const int32_t k = t->vertex;
    const imp2i_dvec line = {(double)o.x[k] - o.x[k - 1], (double)o.y[k] - o.y[k - 1]};
    t->mass = sqrt(imp2i_ddot(line, line));
    t->center.x = 0.5 * ((double)o.x[k] + o.x[k - 1]);
    t->center.y = 0.5 * ((double)o.y[k] + o.y[k - 1]);
    t->inertia = imp2i_dinertia_divide(imp2i_dinertia_of_point(t->mass, line), 12.0);
    return true;
}

#endif
