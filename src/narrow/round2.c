// SPDX-License-Identifier: MIT
//
// Contacts of two circles: the way between the centres is all there is. Yes or no needs no root: the square of the
// distance against that of the limit, so that what is apart leaves early.

#include "../math/tolerance.h"
#include "quick2.h"

#include <math.h>

imp_status imp2i_collide_circles(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b,
                                 const imp2_pose* pose_b, float margin, imp2_manifold* out)
{
    // The centres from the positions of their poses; from A's centre to B's.
    imp2_vec offset_a = {pose_a->q.c * a->x[0] - pose_a->q.s * a->y[0], pose_a->q.s * a->x[0] + pose_a->q.c * a->y[0]};
    imp2_vec offset_b = {pose_b->q.c * b->x[0] - pose_b->q.s * b->y[0], pose_b->q.s * b->x[0] + pose_b->q.c * b->y[0]};
    float px = pose_b->p.x - pose_a->p.x, py = pose_b->p.y - pose_a->p.y;
    float x = px + (offset_b.x - offset_a.x), y = py + (offset_b.y - offset_a.y);
    float square = x * x + y * y;

    float reach_a = fabsf(a->x[0]) + fabsf(a->y[0]), reach_b = fabsf(b->x[0]) + fabsf(b->y[0]);
    float radii = a->radius + b->radius, scale = ((reach_a + reach_b) + radii) + (fabsf(px) + fabsf(py));
    float doubt = IMPI_FLOAT_DOUBT * scale, far = (margin > doubt ? margin : doubt) + radii;
    if (!imp2i_quick_door(pose_a, pose_b))
    {
        return imp2i_collide_any(a, pose_a, b, pose_b, margin, out);
    }
    if (square > far * far)
    {
        memset(out, 0, sizeof *out);
        return IMP_OK;
    }
    // Too near to the same centre the direction is lost.
    float root = sqrtf(square), distance = root - radii, inverse = 1.0f / root, least = 0x1p-10f * scale;
    bool sure =
        (square > least * least + 0x1p-100f) & (fabsf(distance) > doubt) & ((distance < 0.0f) | (distance <= margin));
    if (!sure)
    {
        return imp2i_collide_any(a, pose_a, b, pose_b, margin, out);
    }
    const imp2_contact none = {{0.0f, 0.0f}, 0.0f, 0};
    imp2_vec n = {x * inverse, y * inverse};
    float back = b->radius + 0.5f * distance;  // from B's centre to midway between the surfaces
    out->normal = n;
    out->depth = 0.0f - distance;
    out->count = 1;
    out->points[0].point.x = pose_b->p.x + (offset_b.x - n.x * back);
    out->points[0].point.y = pose_b->p.y + (offset_b.y - n.y * back);
    out->points[0].depth = out->depth;
    out->points[0].id = imp2i_contact_id(IMP2I_TWO_VERTICES, 0, 0);
    out->points[1] = none;
    return IMP_OK;
}
