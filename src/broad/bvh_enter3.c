// SPDX-License-Identifier: MIT
//
// Finds where a ray enters the children of a group: of a wide tree in lanes (bvh_enter.inl), of a narrow one volume by
// volume, in doubles. No child that the ray meets is left out, and none is entered late; so a hit is lost in no tree.
//
// A component of the motion that is less than LEAST is none: over all of its time the ray is then within as little of
// its start, by which boxes are grown.

#include "bvh_kernels3.h"

#include "../math/round.h"

#define LEAST 0x1p-100f

/// Times are early by this part of them, far more than doubles are off, and no more than lanes are.
#define EARLY 0x1p-21

/// Squares of lengths are off by less than this part of the squares that they are differences of.
#define SQUARE_DOUBT 0x1p-44

/// Turns are orthonormal to this: an oriented box may hold its triangles by what it places or by what projects into it.
#define TURN_DOUBT 0x1p-20

static double max_of(double a, double b)
{
    return a > b ? a : b;
}

/// Slabs along one axis, as floats: wider by more than the origin is rounded, and by LEAST.
static inline void set_slab(imp3i_bvh_ray* r, int k, float origin, float motion)
{
    float spread = fabsf(origin) * 0x1p-23f + LEAST, back = motion < 0.0f ? -spread : spread;
    r->near_from[k] = origin + back;
    r->far_from[k] = origin - back;
    float least = motion < 0.0f ? -0x1p-126f : 0x1p-126f;
    r->inverse[k] = 1.0f / (fabsf(motion) < LEAST ? least : motion);
    r->near_side[k] = motion < 0.0f ? 3 + k : k;
    r->far_side[k] = motion < 0.0f ? k : 3 + k;
}

void imp3i_bvh_ray_start(imp3i_dvec origin, imp3i_dvec motion, float reach, imp3i_bvh_ray* out)
{
    imp3_vec from = imp3i_vec_of(origin), way = imp3i_vec_of(motion);
    out->origin = origin;
    out->motion = motion;
    set_slab(out, 0, from.x, way.x);
    set_slab(out, 1, from.y, way.y);
    set_slab(out, 2, from.z, way.z);
    // Scaled by a power of two, so that its greatest component is from 1 to 2; one that has lost its digits tells
    // nothing.
    float most = fabsf(way.x) > fabsf(way.y) ? fabsf(way.x) : fabsf(way.y);
    most = fabsf(way.z) > most ? fabsf(way.z) : most;
    out->from = from;
    out->way = imp3_vec_scale(way, impi_float_of_bits(0x7f000000u - (impi_float_bits(most) & 0x7f800000u)));
    // No component of what leads from the start to a corner is greater than their sum, and the start is off by 2^-24.
    float far = reach + (fabsf(from.x) + fabsf(from.y) + fabsf(from.z));
    out->doubt = most < LEAST ? INFINITY : 0x1p-18f * far;
}

// Volumes of narrow trees: when the ray enters, or INFINITY

/// Cuts off the time in which the ray is not between -half and half, where it starts at `at`.
static void cut_slab(double at, double speed, double half, double* first, double* last)
{
    if (fabs(speed) < (double)LEAST)
    {
        *last = fabs(at) > half + (double)LEAST ? -1.0 : *last;
        return;
    }
    double near = (-half - at) / speed, far = (half - at) / speed;
    *first = max_of(*first, speed > 0.0 ? near : far);
    far = speed > 0.0 ? far : near;
    *last = far < *last ? far : *last;
}

static double entry_of_slabs(imp3i_dvec at, imp3i_dvec way, imp3i_dvec half)
{
    double first = 0.0, last = INFINITY;
    cut_slab(at.x, way.x, half.x, &first, &last);
    cut_slab(at.y, way.y, half.y, &first, &last);
    cut_slab(at.z, way.z, half.z, &first, &last);
    return first * (1.0 - EARLY) <= last * (1.0 + EARLY) ? first : INFINITY;
}

static double entry_of_box(const imp3_box* box, const imp3i_bvh_ray* ray)
{
    imp3i_dvec low = imp3i_dvec_of(box->lower), high = imp3i_dvec_of(box->upper);
    imp3i_dvec half = imp3i_dscale(imp3i_dsub(high, low), 0.5), middle = imp3i_dscale(imp3i_dadd(low, high), 0.5);
    double more = 0x1p-50 * (imp3i_dnorm1(middle) + imp3i_dnorm1(half) + imp3i_dnorm1(ray->origin));
    return entry_of_slabs(imp3i_dsub(ray->origin, middle), ray->motion, imp3i_dadd(half, imp3i_dvec_all(more)));
}

static double entry_of_obb(const imp3i_obb* obb, const imp3i_bvh_ray* ray)
{
    imp3i_drot turn = imp3i_drot_of(obb->turn);
    imp3i_dvec way = imp3i_dsub(ray->origin, imp3i_dvec_of(obb->center)), half = imp3i_dvec_of(obb->half);
    double more = TURN_DOUBT * imp3i_dnorm1(half) + 0x1p-49 * (imp3i_dnorm1(way) + imp3i_dnorm1(ray->origin));
    return entry_of_slabs(imp3i_drot_apply_inverse(turn, way), imp3i_drot_apply_inverse(turn, ray->motion),
                          imp3i_dadd(half, imp3i_dvec_all(more)));
}

static double entry_of_ball(const imp3i_ball* ball, const imp3i_bvh_ray* ray)
{
    imp3i_dvec way = imp3i_dsub(ray->origin, imp3i_dvec_of(ball->center));
    double radius = ball->radius, far = imp3i_ddot(way, way), grown = radius * radius * (1.0 + SQUARE_DOUBT);
    grown += SQUARE_DOUBT * (far + imp3i_ddot(ray->origin, ray->origin));
    double outside = far - grown, closing = imp3i_ddot(way, ray->motion);
    if (outside <= 0.0)
    {
        return 0.0;
    }
    double root = closing * closing - imp3i_ddot(ray->motion, ray->motion) * outside;
    // The smaller root, in the form that does not cancel.
    return closing < 0.0 && root >= 0.0 ? outside / (sqrt(root) - closing) : INFINITY;
}

static double entry_of_slot(const imp3i_bvh* tree, int32_t slot, const imp3i_bvh_ray* ray)
{
    int32_t kind = tree->kind ? tree->kind[slot] : tree->def.volume, place = tree->place ? tree->place[slot] : slot;
    switch (kind)
    {
    case IMP3_VOLUME_SPHERE: return entry_of_ball(&tree->balls[place], ray);
    case IMP3_VOLUME_ORIENTED: return entry_of_obb(&tree->obbs[place], ray);
    default: return entry_of_box(&tree->boxes[place], ray);
    }
}

uint32_t imp3i_bvh_enter(const imp3i_bvh* tree, int32_t group, const imp3i_bvh_ray* ray, float until,
                         float out[IMP3I_BVH_CHILDREN])
{
    if (tree->blocks)
    {
        return imp3i_bvh_kernels_now()->enter(&tree->blocks[group], ray, until, out);
    }
    uint32_t entered = 0;
    int32_t first = tree->first[group], count = tree->first[group + 1] - first;
    for (int32_t i = 0; i < count; ++i)
    {
        double time = entry_of_slot(tree, first + i, ray) * (1.0 - EARLY);
        out[i] = impi_round_down(time);
        entered |= (uint32_t)(out[i] <= until) << i;
    }
    return entered;
}

uint32_t imp3i_bvh_pierced(const imp3i_bvh_triangles* triangles, int32_t link, const imp3i_bvh_ray* ray)
{
    return imp3i_bvh_kernels_now()->pierced(triangles, imp3i_bvh_leaf_first(link), imp3i_bvh_leaf_count(link), ray);
}
