// SPDX-License-Identifier: MIT
//
// A ray against one triangle: on which sides of the ray's line its edges pass, by signs of volumes. They are those of the
// exact numbers: doubles decide where they are beyond doubt, exact arithmetic the rest. So triangles that share an edge
// agree about it, whatever else they have, and no ray passes between them (watertight; Woop, Benthin and Wald 2013 get
// there by rounding all alike, which leaves hits at the rim of a mesh to chance).
//
// A time is a quotient of two volumes, in the triangle's plane of two areas, and is compared as one where doubles are in
// doubt. Longest are products of two such quotients: 43 limbs of those that an exact number has.

#include "ray_triangle3.h"

#include "../math/exact.h"

/// A volume or an area of differences in doubles is off by less than this part of the product of their sizes.
#define VOLUME_DOUBT 0x1p-48

/// Where the volume by which a time is divided is this many times as large as it can be off, the time is good.
#define GOOD_VOLUME 0x1p24

// Exact numbers

typedef struct exact_vec_of_mesh
{
    impi_exact c[3];
} exact_vec_of_mesh;

static void exact_vec_between(exact_vec_of_mesh* r, imp3i_dvec to, imp3i_dvec from)
{
    const double a[3] = {to.x, to.y, to.z}, b[3] = {from.x, from.y, from.z};
    for (int k = 0; k < 3; ++k)
    {
        impi_exact minus;
        impi_exact_set(&r->c[k], a[k]);
        impi_exact_set(&minus, b[k]);
        impi_exact_sub(&r->c[k], &r->c[k], &minus);
    }
}

/// A component of a x b.
static void exact_area(const exact_vec_of_mesh* a, const exact_vec_of_mesh* b, int axis, impi_exact* out)
{
    int i = axis < 2 ? axis + 1 : 0, j = axis > 0 ? axis - 1 : 2;
    impi_exact minus;
    impi_exact_mul(out, &a->c[i], &b->c[j]);
    impi_exact_mul(&minus, &a->c[j], &b->c[i]);
    impi_exact_sub(out, out, &minus);
}

/// a . (b x c).
static void exact_triple(const exact_vec_of_mesh* a, const exact_vec_of_mesh* b, const exact_vec_of_mesh* c, impi_exact* out)
{
    impi_exact sum, part;
    impi_exact_set(&sum, 0.0);
    for (int axis = 0; axis < 3; ++axis)
    {
        exact_area(b, c, axis, &part);
        impi_exact_mul(&part, &part, &a->c[axis]);
        impi_exact_add(&sum, &sum, &part);
    }
    *out = sum;
}

/// The ray's motion and the corners as seen from its start.
typedef struct exact_view
{
    exact_vec_of_mesh motion, corner[3];
} exact_view;

static void see_exactly(const imp3i_bvh_ray* ray, const imp3_vec corners[3], exact_view* out)
{
    exact_vec_between(&out->motion, ray->motion, imp3i_dvec_none());
    for (int k = 0; k < 3; ++k)
    {
        exact_vec_between(&out->corner[k], imp3i_dvec_of(corners[k]), ray->origin);
    }
}

static void exact_edge(const imp3_vec corners[3], int from, exact_vec_of_mesh* out)
{
    int to = from < 2 ? from + 1 : 0;
    exact_vec_between(out, imp3i_dvec_of(corners[to]), imp3i_dvec_of(corners[from]));
}

/// An axis across which the triangle has an area, or -1.
static int find_open_axis(const imp3_vec corners[3])
{
    exact_vec_of_mesh e, f;
    exact_edge(corners, 0, &e);
    exact_edge(corners, 1, &f);
    int best = -1;
    double most = 0.0;
    for (int axis = 0; axis < 3; ++axis)
    {
        impi_exact area;
        exact_area(&e, &f, axis, &area);
        double size = fabs(impi_exact_get(&area));
        best = size > most ? axis : best;
        most = size > most ? size : most;
    }
    return best;
}

/// The time of a crossing as a quotient, whose lower part is above 0.
static void exact_time(const imp3i_bvh_ray* ray, const imp3_vec corners[3], int32_t side, impi_exact* upper,
                       impi_exact* lower)
{
    exact_view v;
    exact_vec_of_mesh e, f;
    if (side == IMP3I_RAY_STARTS)
    {
        impi_exact_set(upper, 0.0);
        impi_exact_set(lower, 1.0);
        return;
    }
    see_exactly(ray, corners, &v);
    if (side == IMP3I_RAY_THROUGH)
    {
        exact_edge(corners, 0, &e);
        exact_edge(corners, 1, &f);
        exact_triple(&v.corner[0], &e, &f, upper);
        exact_triple(&v.motion, &e, &f, lower);
    }
    else
    {
        int axis = find_open_axis(corners);
        exact_edge(corners, side, &e);
        exact_area(&v.corner[side], &e, axis, upper);
        exact_area(&v.motion, &e, axis, lower);
    }
    upper->sign *= lower->sign;
    lower->sign *= lower->sign;
}

static bool is_time_of_ray(const impi_exact* upper, const impi_exact* lower)
{
    return upper->sign >= 0 && impi_exact_compare(upper, lower) <= 0;
}

int imp3i_ray_compare(const imp3i_bvh_ray* ray, const imp3_vec corners_a[3], const imp3i_ray_crossing* a,
                      const imp3_vec corners_b[3], const imp3i_ray_crossing* b)
{
    double between = a->time - b->time, doubt = a->doubt + b->doubt;
    if (fabs(between) > doubt)
    {
        return between < 0.0 ? -1 : 1;
    }
    impi_exact upper_a, lower_a, upper_b, lower_b;
    exact_time(ray, corners_a, a->side, &upper_a, &lower_a);
    exact_time(ray, corners_b, b->side, &upper_b, &lower_b);
    impi_exact_mul(&upper_a, &upper_a, &lower_b);
    impi_exact_mul(&upper_b, &upper_b, &lower_a);
    return impi_exact_compare(&upper_a, &upper_b);
}

/// Puts down the exact time of a crossing, if it is one of the ray's.
static bool set_exact_time(const imp3i_bvh_ray* ray, const imp3_vec corners[3], imp3i_ray_crossing* out)
{
    impi_exact upper, lower;
    exact_time(ray, corners, out->side, &upper, &lower);
    if (!is_time_of_ray(&upper, &lower))
    {
        return false;
    }
    out->time = impi_exact_get(&upper) / impi_exact_get(&lower);
    out->doubt = 0x1p-50 * out->time;
    return true;
}

// Rays in the plane of a triangle

/// The start is in the triangle: all three areas that it spans with the sides run the same way.
static bool starts_in(const exact_view* v, int axis, imp3i_ray_crossing* out)
{
    bool left = true, right = true;
    for (int k = 0; k < 3; ++k)
    {
        impi_exact area;
        exact_area(&v->corner[k < 2 ? k + 1 : 0], &v->corner[k > 0 ? k - 1 : 2], axis, &area);
        left = left && area.sign >= 0;
        right = right && area.sign <= 0;
        out->weight[k] = fabs(impi_exact_get(&area));
    }
    out->side = IMP3I_RAY_STARTS;
    out->time = out->doubt = 0.0;
    return left || right;
}

static bool crosses_in_plane(const imp3i_bvh_ray* ray, const imp3_vec corners[3], imp3i_ray_crossing* out)
{
    int axis = find_open_axis(corners);
    if (axis < 0)
    {
        return false;
    }
    exact_view v;
    see_exactly(ray, corners, &v);
    if (starts_in(&v, axis, out))
    {
        return true;
    }
    impi_exact across[3];
    for (int k = 0; k < 3; ++k)
    {
        exact_area(&v.motion, &v.corner[k], axis, &across[k]);
    }
    bool met = false;
    for (int k = 0; k < 3; ++k)
    {
        int j = k < 2 ? k + 1 : 0;
        imp3i_ray_crossing c;
        c.side = k;
        // A side along the ray's line ends where the two others do.
        bool crossed = across[k].sign * across[j].sign <= 0 && (across[k].sign != 0 || across[j].sign != 0);
        if (crossed && set_exact_time(ray, corners, &c) &&
            (!met || imp3i_ray_compare(ray, corners, &c, corners, out) < 0))
        {
            c.weight[k] = fabs(impi_exact_get(&across[j]));
            c.weight[j] = fabs(impi_exact_get(&across[k]));
            c.weight[3 - k - j] = 0.0;
            c.sense = 0;
            c.part = out->part;
            *out = c;
            met = true;
        }
    }
    return met;
}

// Rays through it

/// The sign of the volume whose size is the weight of corner k, and that size.
static int find_weight(const imp3i_bvh_ray* ray, const imp3_vec corners[3], const imp3i_dvec seen[3], int k,
                       double* weight)
{
    int i = k < 2 ? k + 1 : 0, j = k > 0 ? k - 1 : 2;
    imp3i_dvec edge = imp3i_dsub(imp3i_dvec_of(corners[j]), imp3i_dvec_of(corners[i]));
    double volume = imp3i_ddot(ray->motion, imp3i_dcross(seen[i], edge));
    double doubt = VOLUME_DOUBT * imp3i_dnorm1(ray->motion) * imp3i_dnorm1(seen[i]) * imp3i_dnorm1(edge);
    *weight = fabs(volume);
    if (*weight > doubt)
    {
        return volume > 0.0 ? 1 : -1;
    }
    if (doubt == 0.0)
    {
        return 0;
    }
    exact_view v;
    impi_exact exact;
    see_exactly(ray, corners, &v);
    exact_triple(&v.motion, &v.corner[i], &v.corner[j], &exact);
    *weight = fabs(impi_exact_get(&exact));
    return exact.sign;
}

bool imp3i_ray_crosses(const imp3i_bvh_ray* ray, const imp3_vec corners[3], bool one_sided, imp3i_ray_crossing* out)
{
    imp3i_dvec seen[3];
    for (int k = 0; k < 3; ++k)
    {
        seen[k] = imp3i_dsub(imp3i_dvec_of(corners[k]), ray->origin);
    }
    int sense = 0;
    for (int k = 0; k < 3; ++k)
    {
        int sign = find_weight(ray, corners, seen, k, &out->weight[k]);
        if (sign * sense < 0)
        {
            return false;
        }
        sense = sign != 0 ? sign : sense;
    }
    if (one_sided && sense >= 0)
    {
        return false;
    }
    out->sense = sense;
    if (sense == 0)
    {
        return crosses_in_plane(ray, corners, out);
    }
    out->side = IMP3I_RAY_THROUGH;
    imp3i_dvec e = imp3i_dsub(imp3i_dvec_of(corners[1]), imp3i_dvec_of(corners[0]));
    imp3i_dvec f = imp3i_dsub(imp3i_dvec_of(corners[2]), imp3i_dvec_of(corners[1]));
    imp3i_dvec n = imp3i_dcross(e, f);
    double size = VOLUME_DOUBT * imp3i_dnorm1(e) * imp3i_dnorm1(f), way = size * imp3i_dnorm1(ray->motion);
    double rate = imp3i_ddot(n, ray->motion);
    if (!(fabs(rate) > GOOD_VOLUME * way))
    {
        return set_exact_time(ray, corners, out);
    }
    out->time = imp3i_ddot(n, seen[0]) / rate;
    out->doubt = 2.0 * (size * imp3i_dnorm1(seen[0]) + fabs(out->time) * way) / fabs(rate);
    if (out->time < -out->doubt || out->time > 1.0 + out->doubt)
    {
        return false;
    }
    return (out->time > out->doubt && out->time < 1.0 - out->doubt) || set_exact_time(ray, corners, out);
}
