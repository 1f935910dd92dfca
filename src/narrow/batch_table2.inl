// SPDX-License-Identifier: MIT
//
// The table of one width of lanes. One pair at a time the single calls are faster at shapes, half as fast again.

void FN(imp2i_kernels)(imp2i_kernels* out)
{
    const imp2i_kernels kernels = {
        WIDTH,
        FN(check_set),
        {FN(collide_boxes), FN(collide_circles)},
        {FN(ray_boxes), FN(ray_circles)},
        WIDTH > 1 ? FN(collide_polygons) : NULL,
        WIDTH > 1 ? FN(collide_polygon_circles) : NULL,
        WIDTH > 1 ? FN(collide_box_circles) : NULL,
        WIDTH > 1 ? FN(collide_capsules) : NULL,
        WIDTH > 1 ? FN(ray_sides) : NULL,
    };
    *out = kernels;
}
