// SPDX-License-Identifier: MIT
//
// Rays. A ray is a cast of a point; here are its closed forms, in doubles. Each decides what starts clearly outside and
// is clearly met or missed; what it cannot it leaves to the sweep: starts on the surface or inside, passes along a face,
// and the round edges of polytopes.
//
// Sharp polytopes are met in the frame in which their numbers are exact: the ray is taken there by the inverse of the
// stored matrix, which keeps times as they are. Round ones are met where their faces are, moved out by the radius. The
// round solids have no such form with a radius, their rims are tori: the distance from a point that moves straight to a
// convex core is a convex function of time, and Newton's method comes to its root from before, never past it.

#include "sweep3.h"

/// How close Newton's method comes before its last step: a part of the scale.
#define NEWTON_NEAR 0x1p-32
#define NEWTON_STEPS 64

/// A ray from A's position, in the axes of the world, or in those of a shape.
typedef struct ray_line
{
    imp3i_dvec from, way;
    double scale;  // of all numbers in it
} ray_line;

/// Where a ray enters.
typedef struct ray_entry
{
    double time;
    imp3i_dvec normal;  // in the world, outward, of any length
} ray_entry;

typedef enum ray_verdict
{
    RAY_MISS,
    RAY_HIT,
    RAY_UNSURE
} ray_verdict;

/// A sphere entered from outside, w from its centre; INFINITY where it is not. Outside is |w|^2 - radius^2.
static double time_to_sphere(imp3i_dvec w, imp3i_dvec way, double outside)
{
    double closing = imp3i_ddot(w, way), root = closing * closing - imp3i_ddot(way, way) * outside;
    // The smaller root, in the form that does not cancel.
    return closing < 0.0 && root >= 0.0 ? outside / (sqrt(root) - closing) : INFINITY;
}

static ray_verdict meet_sphere(const imp3_shape* s, imp3i_drot q, const ray_line* ray, ray_entry* out)
{
    imp3i_dvec w = imp3i_dsub(ray->from, imp3i_drot_apply(q, imp3i_dvec_of(s->a)));
    double r = s->radius, far = sqrt(imp3i_ddot(w, w));
    if (!(far - r > IMPI_DOUBLE_DOUBT * ray->scale))
    {
        return RAY_UNSURE;
    }
    out->time = time_to_sphere(w, ray->way, (far - r) * (far + r));
    out->normal = imp3i_dadd_scaled(w, ray->way, out->time);
    // Of a point without a radius: from where it came.
    out->normal = r > 0.0 ? out->normal : imp3i_dnegate(ray->way);
    return out->time <= 1.0 ? RAY_HIT : RAY_MISS;
}

static ray_verdict meet_capsule(const imp3_shape* s, imp3i_drot q, const ray_line* ray, ray_entry* out)
{
    imp3i_dvec axis = imp3i_drot_apply(q, imp3i_dsub(imp3i_dvec_of(s->b), imp3i_dvec_of(s->a)));
    imp3i_dvec w = imp3i_dsub(ray->from, imp3i_drot_apply(q, imp3i_dvec_of(s->a)));
    double length = imp3i_ddot(axis, axis), r = s->radius;
    if (!(r > 0.0 && length > 0.0))
    {
        return RAY_UNSURE;  // a segment is met by grazing alone
    }
    imp3i_dvec end = imp3i_dsub(w, axis);
    double along = imp3i_ddot(w, axis) / length, rate = imp3i_ddot(ray->way, axis) / length;
    imp3i_dvec across = imp3i_dadd_scaled(w, axis, -along), slide = imp3i_dadd_scaled(ray->way, axis, -rate);
    imp3i_dvec to_core = along <= 0.0 ? w : along >= 1.0 ? end : across;
    if (!(sqrt(imp3i_ddot(to_core, to_core)) - r > IMPI_DOUBLE_DOUBT * ray->scale))
    {
        return RAY_UNSURE;
    }
    // The wall, and the two balls: what is entered first.
    out->time = INFINITY;
    double outside = imp3i_ddot(across, across) - r * r;
    double t = outside > 0.0 ? time_to_sphere(across, slide, outside) : INFINITY, at = along + rate * t;
    if (at >= 0.0 && at <= 1.0)
    {
        out->time = t;
        out->normal = imp3i_dadd_scaled(across, slide, t);
    }
    for (int k = 0; k < 2; ++k)
    {
        imp3i_dvec from = k ? end : w;
        t = time_to_sphere(from, ray->way, imp3i_ddot(from, from) - r * r);
        if (t < out->time)
        {
            out->time = t;
            out->normal = imp3i_dadd_scaled(from, ray->way, t);
        }
    }
    return out->time <= 1.0 ? RAY_HIT : RAY_MISS;
}

/// The triangle, moved towards the ray's start by the radius.
static ray_verdict meet_triangle(const imp3_shape* s, imp3i_drot q, const ray_line* ray, ray_entry* out)
{
    imp3i_dvec v[3];
    for (int k = 0; k < 3; ++k)
    {
        v[k] = imp3i_dsub(imp3i_drot_apply(q, imp3i_vertex(s, k)), ray->from);
    }
    imp3i_dvec e = imp3i_dsub(v[1], v[0]), f = imp3i_dsub(v[2], v[0]), n = imp3i_dcross(e, f);
    n = imp3i_ddot(n, v[0]) > 0.0 ? imp3i_dnegate(n) : n;
    double size = sqrt(imp3i_ddot(n, n)), r = s->radius;
    double doubt = IMPI_DOUBLE_DOUBT * ray->scale * (size + imp3i_dnorm1(e) * imp3i_dnorm1(f));
    double start = -imp3i_ddot(n, v[0]) - r * size, rate = imp3i_ddot(n, ray->way);
    if (start > doubt && start + rate > doubt)
    {
        return RAY_MISS;
    }
    if (!(start > doubt && start + rate < -doubt))
    {
        return RAY_UNSURE;
    }
    // On which side of the ray's line its three sides pass.
    bool left = true, right = true, clear = true;
    double little = IMPI_DOUBLE_DOUBT * ray->scale * ray->scale * imp3i_dnorm1(ray->way);
    for (int k = 0; k < 3; ++k)
    {
        v[k] = imp3i_dadd_scaled(v[k], n, r / size);
    }
    for (int k = 0; k < 3; ++k)
    {
        double side = imp3i_ddot(ray->way, imp3i_dcross(v[k], v[k < 2 ? k + 1 : 0]));
        left = left && side > little;
        right = right && side < -little;
        clear = clear && fabs(side) > little;
    }
    out->time = start / -rate;
    out->normal = n;
    return left || right ? RAY_HIT : clear && !(r > 0.0) ? RAY_MISS : RAY_UNSURE;
}

/// Slabs, in the frame of the box's own axes.
static ray_verdict meet_box(const imp3_shape* s, imp3i_drot q, const ray_line* ray, ray_entry* out)
{
    imp3i_drot turn = imp3i_drot_of(s->turn);
    imp3i_dvec x = imp3i_drot_apply(q, turn.x), y = imp3i_drot_apply(q, turn.y), z = imp3i_drot_apply(q, turn.z);
    const imp3i_dvec normals[3] = {imp3i_dcross(y, z), imp3i_dcross(z, x), imp3i_dcross(x, y)};
    const double low[3] = {s->a.x, s->a.y, s->a.z}, high[3] = {s->b.x, s->b.y, s->b.z};
    double volume = imp3i_ddot(x, normals[0]), r = s->radius, doubt = IMPI_DOUBLE_DOUBT * ray->scale;
    double from[3], way[3], enter = -INFINITY;
    int through = -1;
    for (int k = 0; k < 3; ++k)
    {
        from[k] = imp3i_ddot(normals[k], ray->from) / volume;
        way[k] = imp3i_ddot(normals[k], ray->way) / volume;
        double round = r > 0.0 ? r * sqrt(imp3i_ddot(normals[k], normals[k])) / volume : 0.0;
        double below = low[k] - round - from[k], above = from[k] - high[k] - round;
        if ((below > doubt && below - way[k] > doubt) || (above > doubt && above + way[k] > doubt))
        {
            return RAY_MISS;
        }
        double front = below > above ? below : above, speed = fabs(way[k]);
        if (front > doubt && front > enter * speed)
        {
            enter = front / speed;
            through = k;
        }
    }
    if (through < 0)
    {
        return RAY_UNSURE;
    }
    out->time = enter;
    out->normal = way[through] > 0.0 ? imp3i_dnegate(normals[through]) : normals[through];
    ray_verdict verdict = enter <= 1.0 ? RAY_HIT : RAY_MISS;
    for (int k = 0; k < 3 && verdict == RAY_HIT; ++k)
    {
        double at = from[k] + way[k] * enter, little = doubt * (1.0 + fabs(way[k] / way[through]));
        double over = at - high[k] > low[k] - at ? at - high[k] : low[k] - at;
        // Between the two sides that it is entered through it is by itself.
        verdict = k == through || over < -little ? verdict : over > little && !(r > 0.0) ? RAY_MISS : RAY_UNSURE;
    }
    return verdict;
}

/// Whether a point is clearly over a face of a hull.
static bool is_over_face(const imp3i_hull* h, int32_t face, imp3i_dvec normal, imp3i_dvec at, double doubt)
{
    bool over = true;
    for (int32_t k = h->starts[face]; k < h->starts[face + 1] && over; ++k)
    {
        int32_t i = h->corners[k], j = h->corners[k + 1 < h->starts[face + 1] ? k + 1 : h->starts[face]];
        imp3i_dvec from = {h->x[i], h->y[i], h->z[i]}, to = {h->x[j], h->y[j], h->z[j]};
        imp3i_dvec inward = imp3i_dcross(normal, imp3i_dsub(to, from));
        over = imp3i_ddot(inward, imp3i_dsub(at, from)) > doubt * imp3i_dnorm1(inward);
    }
    return over;
}

/// Cyrus and Beck's clipping by the planes of the faces, in the frame of the hull.
static ray_verdict meet_hull(const imp3_shape* s, imp3i_drot q, const ray_line* ray, ray_entry* out)
{
    const imp3i_hull* h = imp3i_hull_of(s);
    if (h->dimension < 3)
    {
        return RAY_UNSURE;
    }
    const imp3i_dvec normals[3] = {imp3i_dcross(q.y, q.z), imp3i_dcross(q.z, q.x), imp3i_dcross(q.x, q.y)};
    double volume = imp3i_ddot(q.x, normals[0]), r = s->radius;
    imp3i_dvec from = {imp3i_ddot(normals[0], ray->from) / volume, imp3i_ddot(normals[1], ray->from) / volume,
                       imp3i_ddot(normals[2], ray->from) / volume};
    imp3i_dvec way = {imp3i_ddot(normals[0], ray->way) / volume, imp3i_ddot(normals[1], ray->way) / volume,
                      imp3i_ddot(normals[2], ray->way) / volume};
    // Planes are stored in floats.
    double doubt = (double)IMPI_FLOAT_DOUBT * ray->scale + h->slack;
    double enter = -INFINITY, enter_doubt = 0.0, leave = 1.0;
    int32_t through = -1;
    bool sure = true;
    for (int32_t f = 0; f < h->face_count; ++f)
    {
        double start = h->normal_x[f] * from.x + h->normal_y[f] * from.y + h->normal_z[f] * from.z - h->plane[f] - r;
        double rate = h->normal_x[f] * way.x + h->normal_y[f] * way.y + h->normal_z[f] * way.z, end = start + rate;
        if (start > doubt)
        {
            if (end > doubt)
            {
                return RAY_MISS;
            }
            sure = sure && end < -doubt;
            if (start > enter * -rate)
            {
                enter = start / -rate;
                enter_doubt = doubt / -rate;
                through = f;
            }
        }
        else if (start < -doubt)
        {
            double t = end > 0.0 ? (-start - doubt) / rate : 1.0;
            leave = t < leave ? t : leave;
        }
        else
        {
            sure = false;
        }
    }
    if (!sure || through < 0 || enter + enter_doubt > leave)
    {
        return RAY_UNSURE;
    }
    imp3i_dvec n = {h->normal_x[through], h->normal_y[through], h->normal_z[through]};
    out->time = enter;
    out->normal = imp3i_drot_normal(q, n);
    bool met = !(r > 0.0) || is_over_face(h, through, n, imp3i_dadd_scaled(from, way, enter), doubt);
    return met ? RAY_HIT : RAY_UNSURE;
}

static ray_verdict meet_half_space(const imp3_shape* s, imp3i_drot q, const ray_line* ray, ray_entry* out)
{
    imp3i_dvec n = imp3i_drot_normal(q, imp3i_dvec_of(s->normal));
    double volume = imp3i_ddot(q.x, imp3i_dcross(q.y, q.z));
    double start = imp3i_ddot(n, ray->from) - volume * (double)s->offset, rate = imp3i_ddot(n, ray->way);
    if (!(start > IMPI_DOUBLE_DOUBT * ray->scale))
    {
        return RAY_UNSURE;
    }
    out->time = start / -rate;
    out->normal = n;
    return rate < 0.0 && out->time <= 1.0 ? RAY_HIT : RAY_MISS;
}

/// A point in the half-plane through the axis of a round solid: its distance from the core, and the direction of it
/// along the axis and away from it. 0 inside.
static double distance_in_profile(const imp3_shape* s, double length, double z, double out, double toward[2])
{
    double disc_a = s->disc_a, disc_b = s->disc_b, narrows = disc_a - disc_b;
    double slant = sqrt(length * length + narrows * narrows);
    toward[0] = z < 0.0 ? -1.0 : 1.0;
    toward[1] = 0.0;
    if ((z <= 0.0 && out <= disc_a) || (z >= length && out <= disc_b))
    {
        return z < 0.0 ? -z : z - length;
    }
    if (slant > 0.0)
    {
        double along = (z * length - (out - disc_a) * narrows) / slant;
        double height = (z * narrows + (out - disc_a) * length) / slant;
        if (height <= 0.0 && z >= 0.0 && z <= length)
        {
            return 0.0;
        }
        if (along >= 0.0 && along <= slant)
        {
            toward[0] = narrows / slant;
            toward[1] = length / slant;
            return height;
        }
    }
    // The nearer rim.
    double a = z * z + (out - disc_a) * (out - disc_a);
    double b = (z - length) * (z - length) + (out - disc_b) * (out - disc_b), far = sqrt(a < b ? a : b);
    toward[0] = (a < b ? z : z - length) / far;
    toward[1] = (out - (a < b ? disc_a : disc_b)) / far;
    return far;
}

/// Newton's method on the distance from the core. Discs that a matrix has made oval are taken as round.
static ray_verdict meet_round_solid(const imp3_shape* s, imp3i_drot q, const ray_line* ray, ray_entry* out)
{
    imp3i_dvec base = imp3i_drot_apply(q, imp3i_dvec_of(s->a)), axis = imp3i_dunit_of(s->normal);
    imp3i_dvec ends = imp3i_dsub(imp3i_drot_apply(q, imp3i_dvec_of(s->b)), base), tilted = imp3i_drot_apply(q, axis);
    double length = sqrt(imp3i_ddot(ends, ends)), near = (double)IMPI_FLOAT_DOUBT * ray->scale;
    axis = imp3i_ddivide(tilted, sqrt(imp3i_ddot(tilted, tilted)));
    imp3i_dvec w = imp3i_dsub(ray->from, base);
    out->time = 0.0;
    for (int k = 0; k < NEWTON_STEPS; ++k)
    {
        imp3i_dvec at = imp3i_dadd_scaled(w, ray->way, out->time);
        double z = imp3i_ddot(at, axis), toward[2];
        imp3i_dvec across = imp3i_dadd_scaled(at, axis, -z);
        double off = sqrt(imp3i_ddot(across, across));
        double gap = distance_in_profile(s, length, z, off, toward) - s->radius;
        if (k == 0 && gap <= near)
        {
            return RAY_UNSURE;
        }
        out->normal = imp3i_dscale(axis, toward[0]);
        out->normal = imp3i_dadd_scaled(out->normal, across, off > 0.0 ? toward[1] / off : 0.0);
        double rate = imp3i_ddot(out->normal, ray->way);
        if (!(rate < 0.0))
        {
            return RAY_MISS;
        }
        out->time += gap > 0.0 ? gap / -rate : 0.0;
        if (out->time > 1.0)
        {
            return RAY_MISS;
        }
        if (gap <= NEWTON_NEAR * ray->scale)
        {
            break;
        }
    }
    return RAY_HIT;
}

static ray_verdict meet_shape(const imp3_shape* s, imp3i_drot q, const ray_line* ray, ray_entry* out)
{
    switch (s->kind)
    {
    case IMP3_SHAPE_SPHERE: return meet_sphere(s, q, ray, out);
    case IMP3_SHAPE_CAPSULE: return meet_capsule(s, q, ray, out);
    case IMP3_SHAPE_TRIANGLE: return meet_triangle(s, q, ray, out);
    case IMP3_SHAPE_BOX: return meet_box(s, q, ray, out);
    case IMP3_SHAPE_HULL: return meet_hull(s, q, ray, out);
    case IMP3_SHAPE_HALF_SPACE: return meet_half_space(s, q, ray, out);
    default: return meet_round_solid(s, q, ray, out);
    }
}

imp_status imp3_ray(const imp3_shape* target, const imp3_pose* pose_target, imp3_vec origin, imp3_vec motion,
                    imp3_hit* out)
{
    const int32_t faults[5] = {imp3i_shape_fault(target), imp3i_pose_fault(pose_target), imp3i_vec_fault(origin),
                               imp3i_vec_fault_large(motion), out ? 0 : IMP_ERR_NULL};
    for (int k = 0; k < 5; ++k)
    {
        if (faults[k])
        {
            return impi_error(faults[k], k + 1);
        }
    }
    imp3i_dvec start = imp3i_dvec_of(origin);
    ray_line ray = {imp3i_dsub(start, imp3i_dvec_of(pose_target->p)), imp3i_dvec_of(motion), 0.0};
    ray.scale = imp3i_dnorm1(ray.from) + imp3i_dnorm1(ray.way) + target->reach + target->radius;
    ray_entry entry = {0.0, {0.0, 0.0, 0.0}};
    ray_verdict verdict = meet_shape(target, imp3i_drot_of(pose_target->q), &ray, &entry);
    if (verdict == RAY_UNSURE)
    {
        const imp3_shape dot = {.kind = IMP3_SHAPE_SPHERE, .count = 1};
        imp3_pose at = imp3_pose_identity();
        at.p = origin;
        imp3i_sweep(target, pose_target, &dot, &at, ray.way, out);
        return IMP_OK;
    }
    const imp3_hit none = {.kind = IMP_SWEEP_NEVER};
    *out = none;
    if (verdict == RAY_HIT)
    {
        double size = sqrt(imp3i_ddot(entry.normal, entry.normal));
        out->kind = IMP_SWEEP_HIT;
        out->time = imp3i_hit_time(entry.time);
        out->normal = imp3i_vec_tidy(imp3i_ddivide(entry.normal, size));
        out->point = imp3i_vec_tidy(imp3i_dadd_scaled(start, ray.way, entry.time));
    }
    return IMP_OK;
}
