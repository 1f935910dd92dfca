// SPDX-License-Identifier: MIT
//
// study_rectangle_...: checks the arguments and hands them to the ways in study_rectangle_ways.h. All go through the same
// door, so that times can be compared.

#include "study_rectangle_ways.h"

#define DOUBT 0x1p-20f  // a length computed in floats is wrong by less than this part of it
#define NEAR_UNIT 1e-6f

static inline int number_ok(float x)
{
    float size = fabsf(x);
    return (size <= IMP_MAGNITUDE_MAX) & ((size >= IMP_MAGNITUDE_MIN) | (size == 0.0f));
}

// What is refused here may still be fine: rectangle_fault decides.
static inline bool rectangle_ok(const study_rectangle* r)
{
    int numbers = number_ok(r->center.x) & number_ok(r->center.y) & number_ok(r->half.x) & number_ok(r->half.y) &
                  number_ok(r->q.c) & number_ok(r->q.s) & number_ok(r->radius);
    int signs = (r->half.x >= 0.0f) & (r->half.y >= 0.0f) & (r->radius >= 0.0f);
    return numbers & signs & (fabsf(r->q.c * r->q.c + r->q.s * r->q.s - 1.0f) <= NEAR_UNIT);
}

// Fault and argument of study_rectangle_make.
static imp_status make_fault(imp2_vec center, imp2_vec half, imp2_rot turn)
{
    const imp2_pose placed = {center, {1.0f, 0.0f}}, turned = {{0.0f, 0.0f}, turn};
    const imp2_pose sized = {half, {1.0f, 0.0f}};
    int32_t fault = imp_status_fault(imp2_pose_check(&placed));
    if (fault)
    {
        return fault | 1 << 8;
    }
    fault = imp_status_fault(imp2_pose_check(&sized));
    fault = fault ? fault : half.x < 0.0f || half.y < 0.0f ? IMP_ERR_NEGATIVE : 0;
    if (fault)
    {
        return fault | 2 << 8;
    }
    fault = imp_status_fault(imp2_pose_check(&turned));
    return fault ? fault | 3 << 8 : IMP_OK;
}

static int32_t rectangle_fault(const study_rectangle* r)
{
    if (!r)
    {
        return IMP_ERR_NULL;
    }
    int32_t fault = imp_status_fault(make_fault(r->center, r->half, r->q));
    const imp2_vec radius = {r->radius, 0.0f};
    const imp2_rot upright = {1.0f, 0.0f};
    return fault ? fault : imp_status_fault(make_fault(radius, radius, upright));
}

static imp_status fault_of_pair(const study_rectangle* a, const study_rectangle* b, const bool* out)
{
    int32_t fault = rectangle_fault(a), fault_b = rectangle_fault(b);
    return fault ? fault | 1 << 8 : fault_b ? fault_b | 2 << 8 : out ? IMP_OK : IMP_ERR_NULL | 3 << 8;
}

imp_status study_rectangle_make(imp2_vec center, imp2_vec half, imp2_rot turn, study_rectangle* out)
{
    imp_status status = make_fault(center, half, turn);
    if (status)
    {
        return status;
    }
    // Longer than the half diagonal: once for a rotation that makes the rectangle larger, once for the rounding of
    // study_rectangle_circles.
    double diagonal = sqrt((double)half.x * half.x + (double)half.y * half.y);
    float radius = (float)(diagonal * (1.0 + 2.0 * DOUBT));
    if (!number_ok(radius))
    {
        return IMP_ERR_MAGNITUDE | 2 << 8;
    }
    if (out)
    {
        const study_rectangle made = {center, half, turn, radius};
        *out = made;
    }
    return IMP_OK;
}

typedef bool rectangle_way(const study_rectangle* a, const study_rectangle* b, int32_t* made);

static inline imp_status ask_rectangles(rectangle_way* way, const study_rectangle* a, const study_rectangle* b,
                                        bool* out, int32_t* operations)
{
    if (!a || !b || !out || !rectangle_ok(a) || !rectangle_ok(b))
    {
        imp_status status = fault_of_pair(a, b, out);
        if (status)
        {
            return status;
        }
    }
    int32_t made = 0;
    *out = way(a, b, &made);
    if (operations)
    {
        *operations = made;
    }
    return IMP_OK;
}

imp_status study_rectangle_circles(const study_rectangle* a, const study_rectangle* b, bool* out, int32_t* operations)
{
    return ask_rectangles(study_by_circles, a, b, out, operations);
}

imp_status study_rectangle_corners_published(const study_rectangle* a, const study_rectangle* b, bool* out,
                                             int32_t* operations)
{
    return ask_rectangles(study_by_corners_published, a, b, out, operations);
}

imp_status study_rectangle_corners(const study_rectangle* a, const study_rectangle* b, bool* out, int32_t* operations)
{
    return ask_rectangles(study_by_corners, a, b, out, operations);
}

imp_status study_rectangle_feet_published(const study_rectangle* a, const study_rectangle* b, bool* out,
                                          int32_t* operations)
{
    return ask_rectangles(study_by_feet_published, a, b, out, operations);
}

imp_status study_rectangle_feet(const study_rectangle* a, const study_rectangle* b, bool* out, int32_t* operations)
{
    return ask_rectangles(study_by_feet, a, b, out, operations);
}

imp_status study_rectangle_outcodes_published(const study_rectangle* a, const study_rectangle* b, bool* out,
                                              int32_t* operations)
{
    return ask_rectangles(study_by_outcodes_published, a, b, out, operations);
}

imp_status study_rectangle_outcodes(const study_rectangle* a, const study_rectangle* b, bool* out, int32_t* operations)
{
    return ask_rectangles(study_by_outcodes, a, b, out, operations);
}

imp_status study_rectangle_axes(const study_rectangle* a, const study_rectangle* b, bool* out, int32_t* operations)
{
    return ask_rectangles(study_by_axes, a, b, out, operations);
}
