// SPDX-License-Identifier: MIT
//
// imp2_collide: who works it out. Common pairs take their shortcuts when nothing is wrong with the call; everything
// else, and what those hand on, goes the general way, which names faults too.

#include "pair2.h"
#include "quick2.h"

imp_status imp2_collide(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b, const imp2_pose* pose_b,
                        float margin, imp2_manifold* out)
{
    if (a && b && pose_a && pose_b && out && imp2i_quick_margin(margin))
    {
        if (imp2i_is_plain_box(a) && imp2i_is_plain_box(b) && imp2i_quick_door(pose_a, pose_b))
        {
            return imp2i_collide_boxes(a, pose_a, b, pose_b, margin, out);
        }
        if (imp2i_is_circle(b))
        {
            if (imp2i_is_plain_box(a))
            {
                return imp2i_collide_box_circle(a, pose_a, b, pose_b, margin, out);
            }
            if (imp2i_is_small_polygon(a))
            {
                return imp2i_collide_polygon_circle(a, pose_a, b, pose_b, margin, out);
            }
            if (imp2i_is_circle(a))
            {
                return imp2i_collide_circles(a, pose_a, b, pose_b, margin, out);
            }
        }
        if (imp2i_is_circle(a) && imp2i_is_small_polygon(b))
        {
            return imp2i_collide_circle_polygon(a, pose_a, b, pose_b, margin, out);
        }
        if (imp2i_is_flat(a) && imp2i_is_flat(b))
        {
            return imp2i_collide_capsules(a, pose_a, b, pose_b, margin, out);
        }
        if (imp2i_has_sides(a) && imp2i_has_sides(b) && imp2i_quick_door(pose_a, pose_b))
        {
            return imp2i_collide_polygons(a, pose_a, b, pose_b, margin, out);
        }
    }
    return imp2i_collide_any(a, pose_a, b, pose_b, margin, out);
}
