// SPDX-License-Identifier: MIT
//
// imp2_rectangle_...: checks the arguments and hands them to the ways in rectangle2.h. All go through the same door, so
// that times can be compared.

#include "rectangle2.h"

#include "../shape/shape2.h"
#include "../math/tolerance.h"

// The seven floats of a rectangle: the first four, and the last four.
static inline bool rectangle_ok(const imp2_rectangle* r)
{
    const float* numbers = (const float*)(const void*)r;
    return impi_eight_ok(impi_lanes_load(numbers), impi_lanes_load(numbers + 3)) &&
           (r->half.x >= 0.0f) & (r->half.y >= 0.0f) & (r->radius >= 0.0f) && imp2i_rot_near_unit(r->q);
}

static int32_t rectangle_fault(const imp2_rectangle* r)
{
    if (!r)
    {
        return IMP_ERR_NULL;
    }
    int32_t fault = imp2i_vec_fault(r->center);
    fault = fault ? fault : impi_number_fault_negative(r->half.x);
    fault = fault ? fault : impi_number_fault_negative(r->half.y);
    fault = fault ? fault : imp2i_rot_fault(r->q);
    return fault ? fault : impi_number_fault_negative(r->radius);
}

static imp_status fault_of_pair(const imp2_rectangle* a, const imp2_rectangle* b)
{
    int32_t fault = rectangle_fault(a);
    if (fault)
    {
        return impi_error(fault, 1);
    }
    fault = rectangle_fault(b);
    return fault ? impi_error(fault, 2) : impi_error(IMP_ERR_NULL, 3);
}

imp_status imp2_rectangle_make(imp2_vec center, imp2_vec half, imp2_rot turn, imp2_rectangle* out)
{
    imp_status status = imp2i_rectangle_status(center, half, turn);
    if (status)
    {
        return status;
    }
    // Longer than the half diagonal: once for a rotation that makes the rectangle larger, once for the rounding of
    // imp2_rectangle_circles.
    double diagonal = sqrt((double)half.x * half.x + (double)half.y * half.y);
    float radius = (float)(diagonal * (1.0 + 2.0 * IMPI_FLOAT_DOUBT));
    if (!imp2i_number_ok(radius))
    {
        return impi_error(IMP_ERR_MAGNITUDE, 2);
    }
    if (out)
    {
        const imp2_rectangle made = {center, half, turn, radius};
        *out = made;
    }
    return IMP_OK;
}

typedef bool rectangle_way(const imp2_rectangle* a, const imp2_rectangle* b, int32_t* made);

static inline imp_status ask_rectangles(rectangle_way* way, const imp2_rectangle* a, const imp2_rectangle* b, bool* out,
                                        int32_t* operations)
{
    if (!a || !b || !out || !rectangle_ok(a) || !rectangle_ok(b))
    {
        return fault_of_pair(a, b);
    }
    int32_t made = 0;
    *out = way(a, b, &made);
    if (operations)
    {
        *operations = made;
    }
    return IMP_OK;
}

imp_status imp2_rectangle_circles(const imp2_rectangle* a, const imp2_rectangle* b, bool* out, int32_t* operations)
{
    return ask_rectangles(imp2i_by_circles, a, b, out, operations);
}

imp_status imp2_rectangle_corners_published(const imp2_rectangle* a, const imp2_rectangle* b, bool* out,
                                            int32_t* operations)
{
    return ask_rectangles(imp2i_by_corners_published, a, b, out, operations);
}

imp_status imp2_rectangle_corners(const imp2_rectangle* a, const imp2_rectangle* b, bool* out, int32_t* operations)
{
    return ask_rectangles(imp2i_by_corners, a, b, out, operations);
}

imp_status imp2_rectangle_feet_published(const imp2_rectangle* a, const imp2_rectangle* b, bool* out,
                                         int32_t* operations)
{
    return ask_rectangles(imp2i_by_feet_published, a, b, out, operations);
}

imp_status imp2_rectangle_feet(const imp2_rectangle* a, const imp2_rectangle* b, bool* out, int32_t* operations)
{
    return ask_rectangles(imp2i_by_feet, a, b, out, operations);
}

imp_status imp2_rectangle_outcodes_published(const imp2_rectangle* a, const imp2_rectangle* b, bool* out,
                                             int32_t* operations)
{
    return ask_rectangles(imp2i_by_outcodes_published, a, b, out, operations);
}

imp_status imp2_rectangle_outcodes(const imp2_rectangle* a, const imp2_rectangle* b, bool* out, int32_t* operations)
{
    return ask_rectangles(imp2i_by_outcodes, a, b, out, operations);
}

imp_status imp2_rectangle_axes(const imp2_rectangle* a, const imp2_rectangle* b, bool* out, int32_t* operations)
{
    return ask_rectangles(imp2i_by_axes, a, b, out, operations);
}
