// SPDX-License-Identifier: MIT
//
// Solids as particles see them: tangent planes near a point, and what a moving point meets first.
//
// A solid is asked for one thing alone, its distance from a point and the normal there. A moving point is traced along
// that (sphere tracing, Hart 1996): it may go as far as the solid is away, again and again, until it is there.

#ifndef AXES
#include "particle3.h"

#include "../math/check.h"
#include "../motion/surface.h"

#include <math.h>

#include "../math/dim3.h"
#endif

#define TRACE_STEPS 64
#define TRACE_NEAR 0x1p-16f  // of the motion and the distances: there
#define UNIT_DOUBT 0x1p-10f

// Without a shape

static int32_t no_solid_fault(const Solid* solid)
{
    (void)solid;
    return 0;
}

static imp_status no_solid_bounds(const Solid* solid, Box* out)
{
    *out = FNI(box_around)(solid->pose.p, 0.0f);
    return IMP_OK;
}

static int32_t no_solid_planes(const Solid* solid, Vec point, float reach, SolidPlane* out)
{
    (void)solid;
    (void)point;
    (void)reach;
    (void)out;
    return 0;
}

// Half-spaces

static int32_t half_space_fault(const Solid* solid)
{
    int32_t fault = FNI(vec_fault_large)(solid->half);
    float square = fault ? 1.0f : FN(vec_dot)(solid->half, solid->half);
    return fault ? fault : fabsf(square - 1.0f) > 2.0f * UNIT_DOUBT ? IMP_ERR_RANGE : 0;
}

static int32_t half_space_planes(const Solid* solid, Vec point, float reach, SolidPlane* out)
{
    *out = FNI(half_space_plane)(solid, point);
    return out->distance <= reach;
}

// Boxes with a radius

static int32_t rounded_box_fault(const Solid* solid)
{
    int32_t fault = FNI(vec_fault_large)(solid->half);
    for (int k = 0; k < AXES; ++k)
    {
        fault = !fault && AT(solid->half, k) < 0.0f ? IMP_ERR_NEGATIVE : fault;
    }
    return fault ? fault : impi_number_fault_negative(solid->radius);
}

static imp_status rounded_box_bounds(const Solid* solid, Box* out)
{
    // The box around the ball around it.
    float reach = sqrtf(FN(vec_dot)(solid->half, solid->half)) + solid->radius;
    *out = FNI(box_around)(solid->pose.p, reach);
    return IMP_OK;
}

static int32_t rounded_box_planes(const Solid* solid, Vec point, float reach, SolidPlane* out)
{
    Vec local = FN(rot_apply_inverse)(solid->pose.q, FN(vec_sub)(point, solid->pose.p)), nearest = local;
    Vec inward = FNI(vec_none)();
    float depth = INFINITY;  // within the box: to its nearest face
    bool inside = true;
    for (int k = 0; k < AXES; ++k)
    {
        float x = AT(local, k), most = AT(solid->half, k), left = most - fabsf(x);
        SET_AT(nearest, k, x < -most ? -most : x > most ? most : x);
        inside = inside && left >= 0.0f;
        if (left < depth)
        {
            depth = left;
            inward = FNI(vec_none)();
            SET_AT(inward, k, x < 0.0f ? -1.0f : 1.0f);
        }
    }
    Vec away = FN(vec_sub)(local, nearest);
    float distance = sqrtf(FN(vec_dot)(away, away));
    Vec n = inward;
    if (!inside && distance > 0.0f)
    {
        n = FNI(vec_divide)(away, distance);
    }
    distance = inside ? -depth : distance;
    n = FN(rot_apply)(solid->pose.q, n);
    distance -= solid->radius;
    const SolidPlane r = {FNI(vec_add_scaled)(point, n, -distance), n, distance};
    *out = r;
    return distance <= reach;
}

const SolidKind FNI(solid_kinds)[IMP_SOLID_KIND_COUNT] = {
    {no_solid_fault, no_solid_bounds, no_solid_planes, NULL},
    {half_space_fault, NULL, half_space_planes, NULL},
    {rounded_box_fault, rounded_box_bounds, rounded_box_planes, NULL},
    {FNI(solid_compound_fault), FNI(solid_compound_bounds), FNI(solid_compound_planes), DIMI(SOLID_COMPOUND_CAST)},
};

// Tracing

// Without steps to spare, along a surface, it goes as far as is sure to be free, and that is told as a hit.
bool FNI(solid_trace)(const Solid* solid, Vec from, Vec motion, float radius, float* time, SolidPlane* out)
{
    const SolidKind* kind = &FNI(solid_kinds)[solid->kind];
    bool met;
    if (kind->cast && kind->cast(solid, from, motion, radius, time, out, &met))
    {
        return met;
    }
    float length = sqrtf(FN(vec_dot)(motion, motion)), t = 0.0f, near = TRACE_NEAR * (length + radius);
    SolidPlane found[IMPI_PLANES_MOST];
    for (int step = 0; step < TRACE_STEPS && t <= 1.0f; ++step)
    {
        if (!kind->planes(solid, FNI(vec_add_scaled)(from, motion, t), INFINITY, found))
        {
            return false;
        }
        if (!FNI(vec_bits)(found[0].normal))
        {
            found[0].normal = FN(vec_scale)(motion, -1.0f / length);  // on it: against the motion
        }
        *time = t;
        *out = found[0];
        float gap = found[0].distance - radius;
        bool leaves = !(FN(vec_dot)(found[0].normal, motion) < 0.0f);
        if (gap <= near && (!leaves || gap < -near))
        {
            return !leaves;
        }
        t += (gap > near ? gap : near) / length;
    }
    return t <= 1.0f;
}

// Solids of a step

static int32_t solid_fault(const Solid* solid)
{
    if (solid->kind < 0 || solid->kind >= IMP_SOLID_KIND_COUNT || solid->id == 0)
    {
        return IMP_ERR_RANGE;
    }
    const Pose pose = {solid->pose.p, FNI(rot_or_none)(solid->pose.q)};
    int32_t fault = FNI(pose_fault)(&pose);
    Solid here = *solid;
    here.pose = pose;
    fault = fault ? fault : FNI(solid_kinds)[solid->kind].fault(&here);
    fault = fault ? fault : FNI(vec_fault_large)(solid->velocity);
    fault = fault ? fault : FNI(vec_fault_large)(solid->acceleration);
    fault = fault ? fault : FNI(spin_fault_large)(solid->angular_velocity);
    fault = fault ? fault : FNI(spin_fault_large)(solid->angular_acceleration);
    fault = fault ? fault : FNI(vec_fault_large)(solid->center);
    fault = fault ? fault : impi_number_fault_negative(solid->inverse_mass);
    fault = fault ? fault : impi_number_fault_negative(solid->inverse_inertia);
    return fault ? fault : impi_material_fault(&solid->material);
}

imp_status FNI(solids_status)(const Solid* solids, int32_t count)
{
    for (int32_t i = 0; i < count; ++i)
    {
        int32_t fault = solid_fault(&solids[i]);
        if (fault)
        {
            return impi_error(fault, 2);
        }
    }
    return IMP_OK;
}

void FNI(solids_place)(Particles* p, const Solid* solids, int32_t count)
{
    for (int32_t i = 0; i < count; ++i)
    {
        PlacedSolid* s = &p->solids.data[i];
        s->solid = solids[i];
        s->first = i > 0 && solids[i - 1].id == solids[i].id ? s[-1].first : i;
        s->solid.pose.q = FNI(rot_or_none)(solids[i].pose.q);
        s->turned = s->solid.pose.q;
        s->center = FN(pose_apply)(s->solid.pose, s->solid.center);
        s->at_start = s->solid.velocity;
        s->spin_at_start = s->solid.angular_velocity;
        s->moves = FNI(vec_bits)(s->at_start) || FNI(spin_bits)(s->spin_at_start);
        s->surface = impi_surface_by_rule(&p->def.material, &s->solid.material);
        if (s->solid.kind == IMP_SOLID_HALF_SPACE)
        {
            Vec n = FN(rot_apply)(s->turned, s->solid.half);
            s->solid.half = FNI(vec_divide)(n, sqrtf(FN(vec_dot)(n, n)));
        }
        s->unbounded = !FNI(solid_kinds)[s->solid.kind].bounds;
        if (!s->unbounded && FNI(solid_kinds)[s->solid.kind].bounds(&s->solid, &s->box))
        {
            s->unbounded = true;  // too far out for a box: looked at for every particle
        }
    }
    p->solids.count = count;
}

int32_t FNI(solid_find)(const Particles* p, uint64_t id)
{
    for (int32_t i = 0; i < p->solids.count; ++i)
    {
        if (p->solids.data[i].solid.id == id)
        {
            return i;
        }
    }
    return -1;
}
