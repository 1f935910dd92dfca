// SPDX-License-Identifier: MIT
//
// Questions about one shape: how untidy points become one, what is under the mouse, what a ray hits, and what a mistake
// is called.

#include <impinge/impinge.h>

#include <math.h>
#include <stdio.h>

int main(void)
{
    // Clockwise, one corner twice, one point in the middle of an edge: mended, and told.
    imp2_vec outline[] = {{0.0f, 0.0f}, {0.0f, 2.0f}, {1.0f, 3.0f}, {2.0f, 2.0f},
                          {2.0f, 2.0f}, {2.0f, 0.0f}, {1.0f, 0.0f}};
    imp2_shape house;
    imp2_repair repair;
    if (imp2_polygon_make(outline, 7, 0.0f, NULL, &house, &repair))
    {
        return 1;
    }
    printf("house: %d corners; left out: %d repeated, %d on an edge; turned round: %s\n", (int)house.count,
           (int)repair.welded, (int)repair.collinear, repair.reordered ? "yes" : "no");

    imp2_pose here = imp2_pose_identity();
    imp2_mass mass;
    imp2_box box;
    if (imp2_shape_mass(&house, 1.0f, &mass) || imp2_shape_bounds(&house, &here, &box))
    {
        return 1;
    }
    printf("       area %g m^2, box (%g, %g) to (%g, %g)\n", mass.area, box.lower.x, box.lower.y, box.upper.x,
           box.upper.y);

    imp2_vec mouse = {3.0f, 1.0f}, closest;
    bool inside;
    float distance;
    if (imp2_shape_contains(&house, &here, mouse, &inside) ||
        imp2_shape_closest(&house, &here, mouse, &closest, &distance))
    {
        return 1;
    }
    printf("mouse: %s, %g m from (%g, %g)\n", inside ? "inside" : "outside", distance, closest.x, closest.y);

    imp2_vec eye = {1.0f, 5.0f}, look = {0.0f, -4.0f};
    imp2_hit hit;
    if (imp2_ray(&house, &here, eye, look, &hit))
    {
        return 1;
    }
    printf("ray:   hits (%g, %g) after %g of its way\n", hit.point.x, hit.point.y, hit.time);

    imp2_vec nowhere = {NAN, 0.0f};
    imp_status status = imp2_shape_contains(&house, &here, nowhere, &inside);
    printf("wrong: argument %d: %s\n", (int)imp_status_argument(status), imp_status_text(status));
    imp2_shape_free(&house);  // needed for polygons of more than 8 corners, allowed for all

    bool ok = repair.welded == 1 && repair.collinear == 1 && repair.reordered == 1 && mass.area == 5.0f && !inside;
    ok = ok && distance == 1.0f && closest.x == 2.0f && hit.kind == IMP_SWEEP_HIT && hit.time == 0.5f;
    return ok && imp_status_fault(status) == IMP_ERR_NAN && imp_status_argument(status) == 3 ? 0 : 1;
}
