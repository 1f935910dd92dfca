// SPDX-License-Identifier: MIT
//
// The point of a shape that is farthest in a direction.
//
// All vertices of a hull are looked at, in floats and four at a time; those that floats cannot tell from the best are
// compared in doubles, so that the choice does not depend on how floats are rounded. A block of vertices is looked at
// once: what is too low for the best so far is too low for the best of all.

#include "shape3.h"

#include <math.h>

/// Vertices that are looked at together.
#define SUPPORT_BLOCK 64

/// Most by which the heights of two vertices in floats are off together, as a part of the reach and of the direction's
/// largest component: both round the direction, three products and two sums, and |d . v| <= sqrt(3) |v|.
#define SUPPORT_DOUBT 0x1p-20f

/// The greatest height of vertices from first to before end, all heights into heights; in floats.
static float measure_heights(const imp3i_hull* h, int32_t first, int32_t end, imp3_vec d, float* heights)
{
    impi_lanes dx = impi_lanes_splat(d.x), dy = impi_lanes_splat(d.y), dz = impi_lanes_splat(d.z);
    impi_lanes most = impi_lanes_splat(-INFINITY);
    for (int32_t i = first; i < end; i += 4)
    {
        impi_lanes height = impi_lanes_mul(dx, impi_lanes_load(h->x + i));
        height = impi_lanes_add(height, impi_lanes_mul(dy, impi_lanes_load(h->y + i)));
        height = impi_lanes_add(height, impi_lanes_mul(dz, impi_lanes_load(h->z + i)));
        impi_lanes_store(heights + (i - first), height);
        most = impi_lanes_max(most, height);
    }
    float value;
    impi_lanes_greatest(most, &value);
    return value;
}

/// Which of four heights are not below the least, a bit for each.
static uint32_t high_ones(const float* heights, impi_lanes least)
{
    return 15u & ~(uint32_t)impi_lanes_less(impi_lanes_load(heights), least);
}

static int32_t farthest_of_hull(const imp3_shape* s, imp3i_dvec d)
{
    const imp3i_hull* h = imp3i_hull_of(s);
    double size = fabs(d.x) > fabs(d.y) ? fabs(d.x) : fabs(d.y);
    size = fabs(d.z) > size ? fabs(d.z) : size;
    const imp3_vec rough = {(float)(d.x / size), (float)(d.y / size), (float)(d.z / size)};
    float heights[SUPPORT_BLOCK], most = -INFINITY, doubt = SUPPORT_DOUBT * s->reach;
    double best_height = -INFINITY;
    int32_t best = 0;
    for (int32_t first = 0; first < h->vertex_count; first += SUPPORT_BLOCK)
    {
        int32_t end = first + SUPPORT_BLOCK < h->vertex_count ? first + SUPPORT_BLOCK : h->vertex_count;
        float highest = measure_heights(h, first, end, rough, heights);
        if (highest < most - doubt)
        {
            continue;
        }
        most = highest > most ? highest : most;
        impi_lanes least = impi_lanes_splat(most - doubt);
        for (int32_t i = first; i < end; i += 4)
        {
            // Places behind the last vertex repeat it, and are not higher.
            for (uint32_t left = high_ones(heights + (i - first), least); left; left &= left - 1)
            {
                int32_t k = i + impi_lowest_bit(left);
                double height = d.x * (double)h->x[k] + d.y * (double)h->y[k] + d.z * (double)h->z[k];
                best = height > best_height ? k : best;
                best_height = height > best_height ? height : best_height;
            }
        }
    }
    return best;
}

static int32_t farthest_of_box(const imp3_shape* s, imp3i_dvec d)
{
    imp3i_dvec own = imp3i_drot_apply_inverse(imp3i_drot_of(s->turn), d);
    int32_t x = own.x > 0.0 && s->b.x > s->a.x, y = own.y > 0.0 && s->b.y > s->a.y, z = own.z > 0.0 && s->b.z > s->a.z;
    return x | y << 1 | z << 2;
}

static int32_t farthest_of_few(const imp3_shape* s, imp3i_dvec d)
{
    int32_t best = 0;
    double best_height = imp3i_ddot(d, imp3i_dvec_of(s->a));
    for (int32_t i = 1; i < s->count; ++i)
    {
        double height = imp3i_ddot(d, imp3i_dvec_of(i == 1 ? s->b : s->c));
        best = height > best_height ? i : best;
        best_height = height > best_height ? height : best_height;
    }
    return best;
}

/// On the rim of the disc that reaches farther; its centre when the direction is that of the axis. Two cross products
/// and not a difference: what is left of the direction has to lie in the disc, however small it is.
static imp3i_dvec farthest_of_discs(const imp3_shape* s, imp3i_dvec d)
{
    imp3i_dvec a = imp3i_dvec_of(s->a), b = imp3i_dvec_of(s->b), axis = imp3i_axis_of(s);
    imp3i_dvec turning = imp3i_dcross(axis, d), across = imp3i_dcross(turning, axis);
    double length = sqrt(imp3i_ddot(axis, axis)), outward = sqrt(imp3i_ddot(turning, turning)) / length;
    double rise = imp3i_ddot(d, imp3i_dsub(b, a)) + ((double)s->disc_b - (double)s->disc_a) * outward;
    imp3i_dvec center = rise > 0.0 ? b : a;
    double disc = rise > 0.0 ? s->disc_b : s->disc_a;
    double rim = sqrt(imp3i_ddot(across, across));
    return rim > 0.0 ? imp3i_dadd_scaled(center, across, disc / rim) : center;
}

imp3i_dvec imp3i_support(const imp3_shape* s, imp3i_dvec direction, int32_t* vertex)
{
    if (!imp3i_is_polytope(s))
    {
        *vertex = -1;
        return farthest_of_discs(s, direction);
    }
    *vertex = s->kind == IMP3_SHAPE_HULL  ? farthest_of_hull(s, direction)
              : s->kind == IMP3_SHAPE_BOX ? farthest_of_box(s, direction)
                                          : farthest_of_few(s, direction);
    return imp3i_vertex(s, *vertex);
}

imp_status imp3_shape_support(const imp3_shape* shape, const imp3_pose* pose, imp3_vec direction, imp3_vec* point,
                              int32_t* index)
{
    imp_status status = imp3i_placed_status(shape, pose);
    if (status)
    {
        return status;
    }
    int32_t fault = imp3i_vec_fault(direction);
    if (fault || !imp3i_vec_bits(direction) || shape->kind == IMP3_SHAPE_HALF_SPACE)
    {
        return fault || !imp3i_vec_bits(direction) ? impi_error(fault ? fault : IMP_ERR_RANGE, 3)
                                                   : impi_error(IMP_ERR_RANGE, 1);
    }
    if (!point)
    {
        return impi_error(IMP_ERR_NULL, 4);
    }
    imp3i_dvec d = imp3i_dunit_of(direction);
    imp3i_drot q = imp3i_drot_of(pose->q);
    int32_t vertex;
    imp3i_dvec v = imp3i_drot_apply(q, imp3i_support(shape, imp3i_drot_apply_inverse(q, d), &vertex));
    v = imp3i_dadd_scaled(imp3i_dadd(v, imp3i_dvec_of(pose->p)), d, shape->radius);
    *point = imp3i_vec_tidy(v);
    if (index)
    {
        *index = vertex;
    }
    return IMP_OK;
}
