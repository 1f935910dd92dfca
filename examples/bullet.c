// SPDX-License-Identifier: MIT
//
// Things that are too fast for a test at the end of each step. A bullet is on one side of a wall in one step and on the
// other side in the next, and touches it in neither; a turning blade sweeps over what it covers at neither end.

#include <impinge/impinge.h>

#include <stdio.h>

int main(void)
{
    imp2_shape wall, bullet, blade, post;
    imp2_box wall_box = {{10.0f, 0.0f}, {10.1f, 3.0f}}, blade_box = {{0.0f, -0.05f}, {2.0f, 0.05f}};
    imp2_vec zero = {0.0f, 0.0f};
    if (imp2_box_make(wall_box, &wall) || imp2_circle_make(zero, 0.01f, &bullet) || imp2_box_make(blade_box, &blade) ||
        imp2_circle_make(zero, 0.1f, &post))
    {
        return 1;
    }
    imp2_pose origin = imp2_pose_identity(), start = origin, end = origin;
    imp2_vec motion = {15.0f, 0.5f};
    start.p.y = 1.0f;
    end.p = imp2_vec_add(start.p, motion);

    bool before, after;
    imp2_hit hit;
    if (imp2_overlap(&wall, &origin, &bullet, &start, &before) || imp2_overlap(&wall, &origin, &bullet, &end, &after) ||
        imp2_cast(&wall, &origin, &bullet, &start, motion, &hit))
    {
        return 1;
    }
    printf("bullet: touches at the start: %s, at the end: %s\n", before ? "yes" : "no", after ? "yes" : "no");
    printf("        cast: hit after %.1f %% of the way at (%.3f, %.3f), normal (%g, %g)\n", 100.0 * hit.time,
           hit.point.x, hit.point.y, hit.normal.x, hit.normal.y);
    bool bullet_ok = !before && !after && hit.kind == IMP_SWEEP_HIT && hit.point.x > 9.999f && hit.point.x < 10.001f;

    // With a turn it is the time of impact: the blade makes half a turn about its end, the post rises.
    imp2_mover a = {&blade, origin, zero, IMP_PI}, b = {&post, origin, {0.0f, 0.5f}, 0.0f};
    b.pose.p.y = 1.0f;
    if (imp2_time_of_impact(&a, &b, &hit))
    {
        return 1;
    }
    printf("blade:  meets the post after %.1f %% of the step at (%.3f, %.3f)\n", 100.0 * hit.time, hit.point.x,
           hit.point.y);
    return bullet_ok && hit.kind == IMP_SWEEP_HIT && hit.time > 0.4f && hit.time < 0.5f ? 0 : 1;
}
