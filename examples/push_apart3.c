// SPDX-License-Identifier: MIT
//
// A barrel has been put down into a crate. Where do they touch, how deep, and how do they come free?

#include <impinge/impinge.h>

#include <stdio.h>

int main(void)
{
    imp3_shape crate, barrel;
    imp3_box one_metre = {{-0.5f, -0.5f, -0.5f}, {0.5f, 0.5f, 0.5f}};
    imp3_vec bottom = {0.0f, 0.0f, -0.6f}, top = {0.0f, 0.0f, 0.6f};
    if (imp3_box_make(one_metre, &crate) || imp3_cylinder_make(bottom, top, 0.4f, 0.0f, &barrel))
    {
        return 1;
    }

    // One shape may be in many places: where it is, is said by a pose. The crate is turned about the vertical.
    imp3_pose a, b;
    imp3_vec at_a = {0.0f, 0.0f, 0.5f}, at_b = {0.25f, 0.125f, 1.55f}, up = {0.0f, 0.0f, 1.0f};
    if (imp3_pose_make(at_a, up, 0.5f, &a) || imp3_pose_make(at_b, up, 0.0f, &b))
    {
        return 1;
    }

    imp3_manifold m;
    imp_status status = imp3_collide(&crate, &a, &barrel, &b, 0.0f, &m);
    if (status)
    {
        printf("argument %d: %s\n", (int)imp_status_argument(status), imp_status_text(status));
        return 1;
    }
    printf("%d points, %.4f m deep, the way out for the barrel is (%.3f, %.3f, %.3f)\n", (int)m.count, m.depth,
           m.normal.x, m.normal.y, m.normal.z);
    for (int i = 0; i < m.count; ++i)
    {
        imp3_vec at = m.points[i].point;
        printf("  at (%.3f, %.3f, %.3f), %.4f m deep\n", at.x, at.y, at.z, m.points[i].depth);
    }

    // The barrel is three times as heavy, so it makes a quarter of the way.
    imp3_vec move_a, move_b;
    if (imp3_manifold_push(&m, 1.0f, 1.0f / 3.0f, &move_a, &move_b))
    {
        return 1;
    }
    a.p = imp3_vec_add(a.p, move_a);
    b.p = imp3_vec_add(b.p, move_b);

    imp3_nearest after;
    if (imp3_distance(&crate, &a, &barrel, &b, &after))
    {
        return 1;
    }
    printf("after the push they are %g m apart\n", after.distance);
    return m.count > 0 && m.depth > 0.0f && after.distance > -1e-5f && after.distance < 1e-5f ? 0 : 1;
}
