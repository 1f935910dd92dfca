// SPDX-License-Identifier: MIT
//
// The doors of sweeps and casts.

#ifndef AXES
#include "sweep2.h"

#include "../math/dim2.h"
#endif

void FNI(sweep_movers)(const Mover* a, const Mover* b, Hit* out)
{
    DVec motion = FNI(dsub)(FNI(dvec_of)(b->motion), FNI(dvec_of)(a->motion));
    FNI(sweep)(a->shape, &a->pose, b->shape, &b->pose, motion, out);
    out->point = FN(vec_add)(out->point, FN(vec_scale)(a->motion, out->time));
}

imp_status FNI(movers_status)(const Mover* a, const Mover* b, const Hit* out, float turn_max)
{
    for (int i = 0; i < 2; ++i)
    {
        const Mover* m = i == 0 ? a : b;
        int32_t fault = m ? FNI(shape_fault)(m->shape) : IMP_ERR_NULL;
        fault = fault ? fault : FNI(mover_fault)(&m->pose, m->motion, m->turn, turn_max);
        if (fault)
        {
            return impi_error(fault, i + 1);
        }
    }
    return out ? IMP_OK : impi_error(IMP_ERR_NULL, 3);
}

imp_status FN(sweep)(const Mover* a, const Mover* b, Hit* out)
{
    if (!FNI(movers_fine)(a, b, out, 0.0f))
    {
        return FNI(movers_status)(a, b, out, 0.0f);
    }
    FNI(sweep_movers)(a, b, out);
    return IMP_OK;
}

imp_status FN(cast)(const Shape* target, const Pose* pose_target, const Shape* shape, const Pose* pose, Vec motion,
                    Hit* out)
{
    imp_status status = FNI(pair_status)(target, pose_target, shape, pose);
    if (status)
    {
        return status;
    }
    int32_t fault = FNI(vec_fault_large)(motion);
    if (fault || !out)
    {
        return fault ? impi_error(fault, 5) : impi_error(IMP_ERR_NULL, 6);
    }
    FNI(sweep)(target, pose_target, shape, pose, FNI(dvec_of)(motion), out);
    return IMP_OK;
}
