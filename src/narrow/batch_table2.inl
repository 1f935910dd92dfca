// SPDX-License-Identifier: MIT
//
// What one width has to offer.

void FN(imp2i_kernels)(imp2i_kernels* out)
{
    const imp2i_kernels kernels = {
        WIDTH,
        FN(check_set),
        {FN(collide_boxes), FN(collide_circles)},
        {FN(ray_boxes), FN(ray_circles)},
        FN(collide_polygons),
        FN(collide_polygon_circles),
        FN(collide_box_circles),
        FN(ray_sides),
    };
    *out = kernels;
}
