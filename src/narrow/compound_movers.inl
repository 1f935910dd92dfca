// SPDX-License-Identifier: MIT
//
// The doors of sweeps, casts and rays of compounds; compiled with what finds the earliest hit.

#ifndef AXES
#include "compound_pair3.h"
#include "sweep3.h"

#include <string.h>

#include "../math/dim3.h"
#endif

static imp_status movers_status(const CompoundMover* a, const CompoundMover* b, const void* out, float turn_max)
{
    const CompoundMover* const movers[2] = {a, b};
    for (int k = 0; k < 2; ++k)
    {
        const CompoundMover* m = movers[k];
        int32_t fault = m ? FNI(compound_fault)(m->compound) : IMP_ERR_NULL;
        fault = fault ? fault : FNI(mover_fault)(&m->pose, m->motion, m->turn, turn_max);
        if (fault)
        {
            return impi_error(fault, k + 1);
        }
    }
    return out ? IMP_OK : impi_error(IMP_ERR_NULL, 3);
}

static imp_status sweep_movers(const CompoundMover* a, const CompoundMover* b, CompoundHit* out, int by, float turn_max)
{
    imp_status status = movers_status(a, b, out, turn_max);
    if (status)
    {
        return status;
    }
    SweepJob job;
    memset(&job, 0, sizeof job);
    job.by = by;
    job.motion_a = a->motion;
    job.motion_b = b->motion;
    job.turn_a = a->turn;
    job.turn_b = b->turn;
    job.pair = FNI(compound_pair_of)(a->compound, &a->pose, b->compound, &b->pose);
    FNI(earliest_hit)(&job, out);
    return IMP_OK;
}

imp_status FN(compound_sweep)(const CompoundMover* a, const CompoundMover* b, CompoundHit* out)
{
    return sweep_movers(a, b, out, IMPI_BY_SWEEP, 0.0f);
}

imp_status FN(compound_time_of_impact)(const CompoundMover* a, const CompoundMover* b, CompoundHit* out)
{
    return sweep_movers(a, b, out, IMPI_BY_IMPACT, DIMI(TURN_MAX));
}

imp_status FN(compound_cast)(const Compound* target, const Pose* pose_target, const Compound* thrown, const Pose* pose,
                             Vec motion, CompoundHit* out)
{
    imp_status status = FNI(compound_pair_status)(target, pose_target, thrown, pose);
    if (status)
    {
        return status;
    }
    int32_t fault = FNI(vec_fault_large)(motion);
    if (fault || !out)
    {
        return fault ? impi_error(fault, 5) : impi_error(IMP_ERR_NULL, 6);
    }
    SweepJob job;
    memset(&job, 0, sizeof job);
    job.by = IMPI_BY_CAST;
    job.motion_b = motion;
    job.pair = FNI(compound_pair_of)(target, pose_target, thrown, pose);
    FNI(earliest_hit)(&job, out);
    return IMP_OK;
}

imp_status FN(compound_ray)(const Compound* target, const Pose* pose_target, Vec origin, Vec motion, CompoundHit* out)
{
    const int32_t faults[5] = {FNI(compound_fault)(target), FNI(pose_fault)(pose_target), FNI(vec_fault)(origin),
                               FNI(vec_fault_large)(motion), out ? 0 : IMP_ERR_NULL};
    for (int k = 0; k < 5; ++k)
    {
        if (faults[k])
        {
            return impi_error(faults[k], k + 1);
        }
    }
    const Shape dot = FNI(shape_of_point)();
    Pose at = FN(pose_identity)();
    at.p = origin;
    Compound point;
    (void)FN(compound_of_shape)(&dot, &point);
    SweepJob job;
    memset(&job, 0, sizeof job);
    job.by = IMPI_BY_RAY;
    job.motion_b = motion;
    job.pair = FNI(compound_pair_of)(target, pose_target, &point, &at);
    FNI(earliest_hit)(&job, out);
    return IMP_OK;
}
