// SPDX-License-Identifier: MIT
//
// A thing that is not convex: a well in a piece of ground, with a chamber inside it that nothing reaches. The outline
// is cut into convex parts once; the cut can be kept, so that loading it again cuts nothing. A ball falls into the
// well.

#include <impinge/impinge.h>

#include <stdio.h>

/// The outline of the ground, then that of the chamber: which way they run does not matter.
static const imp2_vec points[] = {{-4, -4}, {4, -4},  {4, 0},  {1, 0},
                                  {1, -2},  {-1, -2}, {-1, 0}, {-4, 0},   // the ground
                                  {2, -3},  {3, -3},  {3, -1}, {2, -1}};  // the hole
static const int32_t counts[] = {8, 4};

/// Where a ball that falls from a height meets the ground.
static imp_status drop_ball(const imp2_compound* ground, imp2_vec from, imp2_compound_hit* hit)
{
    imp2_shape ball;
    imp2_compound thrown;
    imp2_vec zero = {0.0f, 0.0f}, fall = {0.0f, -10.0f};
    imp2_pose origin = imp2_pose_identity(), start = origin;
    start.p = from;
    imp_status status = imp2_circle_make(zero, 0.5f, &ball);
    if (status == IMP_OK)
    {
        status = imp2_compound_of_shape(&ball, &thrown);  // a shape is a compound of one part
    }
    return status ? status : imp2_compound_cast(ground, &origin, &thrown, &start, fall, hit);
}

int main(void)
{
    imp2_outlines outlines = {points, counts, 2, IMP_FILL_EVEN_ODD};
    imp2_outline_report report;
    imp2_compound ground, again;
    imp_status status = imp2_region_make(&outlines, NULL, &ground, &report);
    if (status)
    {
        printf("%s\n", imp_status_text(status));  // of outlines that cross, report says where
        return 1;
    }
    imp2_mass mass;
    imp2_pose origin = imp2_pose_identity();
    imp2_vec in_chamber = {2.5f, -2.0f};
    bool solid = true;
    imp2_compound_hit hit, other;
    imp2_region_cut cut = {ground.vertices, ground.ring_starts, ground.loop_starts,
                           ground.loop,     ground.ring_count,  ground.part_count};
    imp2_vec above = {0.25f, 5.0f};
    if (imp2_compound_mass(&ground, 1.0f, &mass) ||
        imp2_compound_contains(&ground, &origin, in_chamber, &solid, NULL) || drop_ball(&ground, above, &hit) ||
        imp2_region_load(&cut, NULL, &again))  // the arrays of the cut are what a file would hold
    {
        imp2_compound_free(&ground);
        return 1;
    }
    printf("%d rings, %d convex parts, %g m2; the chamber is %s\n", (int)ground.ring_count, (int)ground.part_count,
           mass.area, solid ? "solid" : "empty");
    printf("the ball falls %g m and lands on part %d at (%g, %g)\n", 10.0 * hit.hit.time, (int)hit.part_a,
           hit.hit.point.x, hit.hit.point.y);

    bool same = drop_ball(&again, above, &other) == IMP_OK && again.part_count == ground.part_count &&
                other.hit.time == hit.hit.time && other.part_a == hit.part_a;
    printf("from the cut that was kept: %d parts, %s\n", (int)again.part_count, same ? "the same hit" : "another hit");
    bool landed = hit.hit.kind == IMP_SWEEP_HIT && hit.hit.point.y > -2.001f && hit.hit.point.y < -1.999f;
    bool right = mass.area > 25.999f && mass.area < 26.001f && ground.ring_count == 2 && !solid;
    imp2_compound_free(&again);
    imp2_compound_free(&ground);
    return same && landed && right ? 0 : 1;
}
