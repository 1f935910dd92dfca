// SPDX-License-Identifier: MIT
//
// A lower bound of the time of impact: exact for straight motion, the present for what turns about another point than
// its center.

#include "pair_gap3.h"
#include "sweep_many3.h"

#include <math.h>

double imp3i_toi_bound(const imp3i_thing* a, const imp3i_thing* b, double now, double enough, double little,
                       double* overlap)
{
    const imp3_shape *part_a = a->compound->parts, *part_b = b->compound->parts;
    const imp3i_dvec apart = imp3i_dsub(imp3i_thing_at(b, now), imp3i_thing_at(a, now));
    const imp3_pose pose_a = imp3i_thing_pose(a, now, imp3i_dvec_none()), pose_b = imp3i_thing_pose(b, now, apart);
    imp3i_dvec normal;
    double distance = imp3i_gap_near(part_a, &pose_a, part_b, &pose_b, &normal);
    *overlap = distance < 0.0 ? -distance : 0.0;
    if (imp3i_turns(a) || imp3i_turns(b))
    {
        return now;
    }
    imp3i_dvec v = imp3i_dsub(b->velocity, a->velocity);
    double along = imp3i_ddot(v, normal), time = INFINITY;
    if (!(distance > 0.0))
    {
        return distance >= -little && along >= 0.0 ? INFINITY : now;
    }
    if (part_a->kind == IMP3_SHAPE_HALF_SPACE || part_b->kind == IMP3_SHAPE_HALF_SPACE)
    {
        time = along < 0.0 ? distance / -along : INFINITY;
    }
    else
    {
        double radii = (double)part_a->radius + (double)part_b->radius, far = distance + radii;
        double beyond = distance * (far + radii), root = along * along * far * far - imp3i_ddot(v, v) * beyond;
        time = along < 0.0 && root >= 0.0 ? beyond / (sqrt(root) - along * far) : INFINITY;
    }
    time *= 1.0 - 0x1p-20;
    return now + time > enough ? INFINITY : now + time;
}
