// SPDX-License-Identifier: MIT
//
// Two crates have slid into each other. Where do they touch, how deep, and how do they come free?

#include <impinge/impinge.h>

#include <stdio.h>

int main(void)
{
    imp2_shape crate;
    imp2_box one_metre = {{-0.5f, -0.5f}, {0.5f, 0.5f}};
    if (imp2_box_make(one_metre, &crate))
    {
        return 1;
    }

    // One shape may be in many places: where it is, is said by a pose.
    imp2_pose a, b;
    imp2_vec at_a = {0.0f, 0.5f}, at_b = {0.9f, 0.6f};
    if (imp2_pose_make(at_a, 0.0f, &a) || imp2_pose_make(at_b, 0.1f, &b))
    {
        return 1;
    }

    imp2_manifold m;
    imp_status status = imp2_collide(&crate, &a, &crate, &b, 0.0f, &m);
    if (status)
    {
        printf("argument %d: %s\n", (int)imp_status_argument(status), imp_status_text(status));
        return 1;
    }
    printf("%d points, %.4f m deep, the way out for b is (%.3f, %.3f)\n", (int)m.count, m.depth, m.normal.x,
           m.normal.y);
    for (int i = 0; i < m.count; ++i)
    {
        printf("  at (%.3f, %.3f), %.4f m deep\n", m.points[i].point.x, m.points[i].point.y, m.points[i].depth);
    }

    // b is three times as heavy, so it makes a quarter of the way.
    imp2_vec move_a, move_b;
    if (imp2_manifold_push(&m, 1.0f, 1.0f / 3.0f, &move_a, &move_b))
    {
        return 1;
    }
    a.p = imp2_vec_add(a.p, move_a);
    b.p = imp2_vec_add(b.p, move_b);

    imp2_nearest after;
    if (imp2_distance(&crate, &a, &crate, &b, &after))
    {
        return 1;
    }
    printf("after the push they are %g m apart\n", after.distance);
    return m.count > 0 && m.depth > 0.0f && after.distance > -1e-5f && after.distance < 1e-5f ? 0 : 1;
}
