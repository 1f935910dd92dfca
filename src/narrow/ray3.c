// SPDX-License-Identifier: MIT
//
// Rays. A ray is a cast of a point, and the cast of a sphere is a ray at the target moved out by its radius; here are
// their closed forms, in doubles. Each decides what starts clearly outside and is clearly met or missed; what it cannot it
// leaves to the sweep: starts on the surface or inside, passes along a face, and the round edges of polytopes.
//
// Sharp polytopes are met in the frame in which their numbers are exact: the ray is taken there by the inverse of the
// stored matrix, which keeps times as they are. Round ones are met where their faces are, moved out by the radius. The
// round solids have no such form with a radius, their rims are tori: the distance from a point that moves straight to a
// convex core is a convex function of time, and Newton's method comes to its root from before, never past it.

#include "../math/lanes.h"
#include "quick3.h"
#include "sweep3.h"

/// How close Newton's method comes: a part of the scale.
#define NEWTON_NEAR 0x1p-32
#define NEWTON_STEPS 64

/// A ray from A's position, in the axes of the world, or in those of a shape.
typedef struct ray_line
{
    imp3i_dvec from, way;
    double scale;  // of all numbers in it
} ray_line;

/// A sphere entered from outside, w from its centre; INFINITY where it is not. Outside is |w|^2 - radius^2.
static double time_to_sphere(imp3i_dvec w, imp3i_dvec way, double outside)
{
    double closing = imp3i_ddot(w, way), root = closing * closing - imp3i_ddot(way, way) * outside;
    // The smaller root, in the form that does not cancel.
    return closing < 0.0 && root >= 0.0 ? outside / (sqrt(root) - closing) : INFINITY;
}

static imp3i_verdict meet_sphere(const imp3_shape* s, double r, imp3i_drot q, const ray_line* ray, imp3i_entry* out)
{
    imp3i_dvec w = imp3i_dsub(ray->from, imp3i_drot_apply(q, imp3i_dvec_of(s->a)));
    double far = sqrt(imp3i_ddot(w, w));
    if (!(far - r > IMPI_DOUBLE_DOUBT * ray->scale))
    {
        return IMP3I_RAY_UNSURE;
    }
    out->time = time_to_sphere(w, ray->way, (far - r) * (far + r));
    out->normal = imp3i_dadd_scaled(w, ray->way, out->time);
    // A point without a radius is left to where the ray came from.
    out->normal = r > 0.0 ? out->normal : imp3i_dnegate(ray->way);
    return out->time <= 1.0 ? IMP3I_RAY_HIT : IMP3I_RAY_MISS;
}

static imp3i_verdict meet_capsule(const imp3_shape* s, double r, imp3i_drot q, const ray_line* ray, imp3i_entry* out)
{
    imp3i_dvec axis = imp3i_drot_apply(q, imp3i_dsub(imp3i_dvec_of(s->b), imp3i_dvec_of(s->a)));
    imp3i_dvec w = imp3i_dsub(ray->from, imp3i_drot_apply(q, imp3i_dvec_of(s->a)));
    double length = imp3i_ddot(axis, axis);
    if (!(r > 0.0 && length > 0.0))
    {
        return IMP3I_RAY_UNSURE;  // a segment is met by grazing alone
    }
    imp3i_dvec end = imp3i_dsub(w, axis);
    double along = imp3i_ddot(w, axis) / length, rate = imp3i_ddot(ray->way, axis) / length;
    imp3i_dvec across = imp3i_dadd_scaled(w, axis, -along), slide = imp3i_dadd_scaled(ray->way, axis, -rate);
    imp3i_dvec to_core = along <= 0.0 ? w : along >= 1.0 ? end : across;
    if (!(sqrt(imp3i_ddot(to_core, to_core)) - r > IMPI_DOUBLE_DOUBT * ray->scale))
    {
        return IMP3I_RAY_UNSURE;
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
    return out->time <= 1.0 ? IMP3I_RAY_HIT : IMP3I_RAY_MISS;
}

/// The triangle, moved towards the ray's start by the radius.
static imp3i_verdict meet_triangle(const imp3_shape* s, double r, imp3i_drot q, const ray_line* ray, imp3i_entry* out)
{
    imp3i_dvec v[3];
    for (int k = 0; k < 3; ++k)
    {
        v[k] = imp3i_dsub(imp3i_drot_apply(q, imp3i_vertex(s, k)), ray->from);
    }
    imp3i_dvec e = imp3i_dsub(v[1], v[0]), f = imp3i_dsub(v[2], v[0]), n = imp3i_dcross(e, f);
    n = imp3i_ddot(n, v[0]) > 0.0 ? imp3i_dnegate(n) : n;
    double size = sqrt(imp3i_ddot(n, n));
    double doubt = IMPI_DOUBLE_DOUBT * ray->scale * (size + imp3i_dnorm1(e) * imp3i_dnorm1(f));
    double start = -imp3i_ddot(n, v[0]) - r * size, rate = imp3i_ddot(n, ray->way);
    if (start > doubt && start + rate > doubt)
    {
        return IMP3I_RAY_MISS;
    }
    if (!(start > doubt && start + rate < -doubt))
    {
        return IMP3I_RAY_UNSURE;
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
    return left || right ? IMP3I_RAY_HIT : clear && !(r > 0.0) ? IMP3I_RAY_MISS : IMP3I_RAY_UNSURE;
}

/// Slabs, in the frame of the box's own axes.
static imp3i_verdict meet_box(const imp3_shape* s, double r, imp3i_drot q, const ray_line* ray, imp3i_entry* out)
{
    imp3i_drot turn = imp3i_drot_of(s->turn);
    imp3i_dvec x = imp3i_drot_apply(q, turn.x), y = imp3i_drot_apply(q, turn.y), z = imp3i_drot_apply(q, turn.z);
    const imp3i_dvec normals[3] = {imp3i_dcross(y, z), imp3i_dcross(z, x), imp3i_dcross(x, y)};
    const double low[3] = {s->a.x, s->a.y, s->a.z}, high[3] = {s->b.x, s->b.y, s->b.z};
    double volume = imp3i_ddot(x, normals[0]), doubt = IMPI_DOUBLE_DOUBT * ray->scale;
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
            return IMP3I_RAY_MISS;
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
        return IMP3I_RAY_UNSURE;
    }
    out->time = enter;
    out->normal = way[through] > 0.0 ? imp3i_dnegate(normals[through]) : normals[through];
    imp3i_verdict verdict = enter <= 1.0 ? IMP3I_RAY_HIT : IMP3I_RAY_MISS;
    for (int k = 0; k < 3 && verdict == IMP3I_RAY_HIT; ++k)
    {
        double at = from[k] + way[k] * enter, little = doubt * (1.0 + fabs(way[k] / way[through]));
        double over = at - high[k] > low[k] - at ? at - high[k] : low[k] - at;
        // Between the two sides that it is entered through it is by itself.
        verdict = k == through || over < -little ? verdict
                  : over > little && !(r > 0.0)  ? IMP3I_RAY_MISS
                                                 : IMP3I_RAY_UNSURE;
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

/// What the planes of a hull say about a ray.
typedef struct hull_clip
{
    bool miss, sure;              // missed; no plane is in doubt
    int32_t through;              // entered last through this face, or -1
    float left_early, left_late;  // when it is left, at the earliest and at the latest; 1 where that is after the end
} hull_clip;

/// Cyrus and Beck's clipping by the planes of the faces, in floats and four at a time. A height within doubt tells
/// nothing.
static hull_clip clip_by_planes(const imp3i_hull* h, float radius, imp3_vec from, imp3_vec way, float doubt)
{
    impi_lanes x = impi_lanes_splat(from.x), y = impi_lanes_splat(from.y), z = impi_lanes_splat(from.z);
    impi_lanes wx = impi_lanes_splat(way.x), wy = impi_lanes_splat(way.y), wz = impi_lanes_splat(way.z);
    impi_lanes much = impi_lanes_splat(doubt), less = impi_lanes_splat(-doubt), zero = impi_lanes_splat(0.0f);
    impi_lanes never = impi_lanes_splat(-INFINITY), end = impi_lanes_splat(1.0f), four = impi_lanes_splat(4.0f);
    impi_lanes enter = never, leave = end, late = end, place = impi_lanes_set(0.0f, 1.0f, 2.0f, 3.0f), face = place;
    impi_lanes round = impi_lanes_splat(radius);
    hull_clip out = {false, true, -1, 1.0f, 1.0f};
    for (int32_t f = 0; f < h->face_count; f += 4)
    {
        impi_lanes nx = impi_lanes_load(h->normal_x + f), ny = impi_lanes_load(h->normal_y + f),
                   nz = impi_lanes_load(h->normal_z + f);
        impi_lanes plane = impi_lanes_add(impi_lanes_load(h->plane + f), round);
        impi_lanes at_start = impi_lanes_add(impi_lanes_mul(nx, x), impi_lanes_mul(ny, y));
        at_start = impi_lanes_sub(impi_lanes_add(at_start, impi_lanes_mul(nz, z)), plane);
        impi_lanes rate = impi_lanes_add(impi_lanes_mul(nx, wx), impi_lanes_mul(ny, wy));
        rate = impi_lanes_add(rate, impi_lanes_mul(nz, wz));
        impi_lanes at_end = impi_lanes_add(at_start, rate);
        int32_t front = impi_lanes_less(much, at_start);
        if (front & impi_lanes_less(much, at_end))
        {
            out.miss = true;
            return out;
        }
        int32_t known = impi_lanes_less(at_start, less) | (front & impi_lanes_less(at_end, less));
        out.sure = out.sure && known == 15;
        impi_lanes time = impi_lanes_div(at_start, impi_lanes_sub(zero, rate));
        time = impi_lanes_if_negative(impi_lanes_sub(much, at_start), time, never);
        face = impi_lanes_if_negative(impi_lanes_sub(enter, time), place, face);
        enter = impi_lanes_max(enter, time);
        place = impi_lanes_add(place, four);
        // Left when it is behind, and no more so by doubt, or in front by doubt.
        impi_lanes leaves = impi_lanes_sub(at_start, less);
        time = impi_lanes_div(impi_lanes_sub(less, at_start), rate);
        time = impi_lanes_if_negative(impi_lanes_sub(zero, at_end), time, end);
        leave = impi_lanes_min(leave, impi_lanes_if_negative(leaves, time, end));
        time = impi_lanes_div(impi_lanes_sub(much, at_start), rate);
        time = impi_lanes_if_negative(impi_lanes_sub(much, at_end), time, end);
        late = impi_lanes_min(late, impi_lanes_if_negative(leaves, time, end));
    }
    float most, faces[4], early_times[4], late_times[4];
    int32_t lane = impi_lanes_greatest(enter, &most);
    impi_lanes_store(faces, face);
    impi_lanes_store(early_times, leave);
    impi_lanes_store(late_times, late);
    out.through = most > -INFINITY ? (int32_t)faces[lane] : -1;
    out.through = out.through < h->face_count ? out.through : h->face_count - 1;
    for (int k = 0; k < 4; ++k)
    {
        out.left_early = early_times[k] < out.left_early ? early_times[k] : out.left_early;
        out.left_late = late_times[k] < out.left_late ? late_times[k] : out.left_late;
    }
    return out;
}

/// Clipped by its planes, in the frame of the hull.
static imp3i_verdict meet_hull(const imp3_shape* s, double r, imp3i_drot q, const ray_line* ray, imp3i_entry* out)
{
    const imp3i_hull* h = imp3i_hull_of(s);
    if (h->dimension < 3)
    {
        return IMP3I_RAY_UNSURE;
    }
    const imp3i_dvec normals[3] = {imp3i_dcross(q.y, q.z), imp3i_dcross(q.z, q.x), imp3i_dcross(q.x, q.y)};
    double volume = imp3i_ddot(q.x, normals[0]);
    imp3i_dvec from = {imp3i_ddot(normals[0], ray->from) / volume, imp3i_ddot(normals[1], ray->from) / volume,
                       imp3i_ddot(normals[2], ray->from) / volume};
    imp3i_dvec way = {imp3i_ddot(normals[0], ray->way) / volume, imp3i_ddot(normals[1], ray->way) / volume,
                      imp3i_ddot(normals[2], ray->way) / volume};
    // Planes are stored in floats.
    double doubt = (double)IMPI_FLOAT_DOUBT * ray->scale + h->slack;
    hull_clip clip = clip_by_planes(h, (float)r, imp3i_vec_of(from), imp3i_vec_of(way), (float)doubt);
    if (clip.miss)
    {
        return IMP3I_RAY_MISS;
    }
    if (!clip.sure || clip.through < 0)
    {
        return IMP3I_RAY_UNSURE;
    }
    imp3i_dvec n = {h->normal_x[clip.through], h->normal_y[clip.through], h->normal_z[clip.through]};
    double rate = -imp3i_ddot(n, way);
    out->time = (imp3i_ddot(n, from) - h->plane[clip.through] - r) / rate;
    out->normal = imp3i_drot_normal(q, n);
    if (out->time - doubt / rate > (double)clip.left_late)
    {
        return IMP3I_RAY_MISS;
    }
    bool met = out->time + doubt / rate < (double)clip.left_early &&
               (!(r > 0.0) || is_over_face(h, clip.through, n, imp3i_dadd_scaled(from, way, out->time), doubt));
    return met ? IMP3I_RAY_HIT : IMP3I_RAY_UNSURE;
}

static imp3i_verdict meet_half_space(const imp3_shape* s, double r, imp3i_drot q, const ray_line* ray, imp3i_entry* out)
{
    imp3i_dvec n = imp3i_drot_normal(q, imp3i_dvec_of(s->normal));
    double volume = imp3i_ddot(q.x, imp3i_dcross(q.y, q.z));
    double start = imp3i_ddot(n, ray->from) - volume * (double)s->offset, rate = imp3i_ddot(n, ray->way);
    start -= r > 0.0 ? r * sqrt(imp3i_ddot(n, n)) : 0.0;
    if (!(start > IMPI_DOUBLE_DOUBT * ray->scale))
    {
        return IMP3I_RAY_UNSURE;
    }
    out->time = start / -rate;
    out->normal = n;
    return rate < 0.0 && out->time <= 1.0 ? IMP3I_RAY_HIT : IMP3I_RAY_MISS;
}

/// A point in the half-plane through the axis of a round solid: its distance from the core, and the direction of it
/// along the axis and away from it. Inside it is that of the nearest of its sides, negative.
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
        double cap = -z > z - length ? -z : z - length;
        bool inside = height <= 0.0 && cap <= 0.0;
        if (inside && cap > height)
        {
            toward[0] = -z > z - length ? -1.0 : 1.0;
            return cap;
        }
        if (inside || (along >= 0.0 && along <= slant))
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
static imp3i_verdict meet_round_solid(const imp3_shape* s, double r, imp3i_drot q, const ray_line* ray,
                                      imp3i_entry* out)
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
        double gap = distance_in_profile(s, length, z, off, toward) - r;
        if (k == 0 && gap <= near)
        {
            return IMP3I_RAY_UNSURE;
        }
        out->normal = imp3i_dscale(axis, toward[0]);
        out->normal = imp3i_dadd_scaled(out->normal, across, off > 0.0 ? toward[1] / off : 0.0);
        if (gap <= NEWTON_NEAR * ray->scale)
        {
            break;
        }
        double rate = imp3i_ddot(out->normal, ray->way);
        if (!(rate < 0.0 && out->time + gap / -rate <= 1.0))
        {
            return IMP3I_RAY_MISS;
        }
        out->time += gap / -rate;
    }
    return IMP3I_RAY_HIT;
}

imp3i_verdict imp3i_meet_point(const imp3_shape* s, double radius, imp3i_drot q, imp3i_dvec from, imp3i_dvec way,
                               imp3i_entry* out)
{
    ray_line ray = {from, way, imp3i_dnorm1(from) + imp3i_dnorm1(way) + s->reach + radius};
    switch (s->kind)
    {
    case IMP3_SHAPE_SPHERE: return meet_sphere(s, radius, q, &ray, out);
    case IMP3_SHAPE_CAPSULE: return meet_capsule(s, radius, q, &ray, out);
    case IMP3_SHAPE_TRIANGLE: return meet_triangle(s, radius, q, &ray, out);
    case IMP3_SHAPE_BOX: return meet_box(s, radius, q, &ray, out);
    case IMP3_SHAPE_HULL: return meet_hull(s, radius, q, &ray, out);
    case IMP3_SHAPE_HALF_SPACE: return meet_half_space(s, radius, q, &ray, out);
    default: return meet_round_solid(s, radius, q, &ray, out);
    }
}

static imp_status ray_status(const imp3_shape* target, const imp3_pose* pose, imp3_vec origin, imp3_vec motion,
                             const imp3_hit* out)
{
    const float line[8] = {origin.x, origin.y, origin.z, motion.x, motion.y, motion.z, 0.0f, 0.0f};
    bool fine = out && pose && !imp3i_shape_fault(target) && imp3i_quick_door(pose, pose);
    if (fine && impi_eight_ok(impi_lanes_load(line), impi_lanes_load(line + 4)))
    {
        return IMP_OK;
    }
    const int32_t faults[5] = {imp3i_shape_fault(target), imp3i_pose_fault(pose), imp3i_vec_fault(origin),
                               imp3i_vec_fault_large(motion), out ? 0 : IMP_ERR_NULL};
    for (int k = 0; k < 5; ++k)
    {
        if (faults[k])
        {
            return impi_error(faults[k], k + 1);
        }
    }
    return IMP_OK;
}

imp_status imp3_ray(const imp3_shape* target, const imp3_pose* pose_target, imp3_vec origin, imp3_vec motion,
                    imp3_hit* out)
{
    imp_status status = ray_status(target, pose_target, origin, motion, out);
    if (status)
    {
        return status;
    }
    imp3i_dvec start = imp3i_dvec_of(origin), way = imp3i_dvec_of(motion);
    imp3i_entry first = {0.0, {0.0, 0.0, 0.0}};
    imp3i_verdict verdict = imp3i_meet_point(target, target->radius, imp3i_drot_of(pose_target->q),
                                             imp3i_dsub(start, imp3i_dvec_of(pose_target->p)), way, &first);
    if (verdict != IMP3I_RAY_UNSURE)
    {
        const imp3_hit none = {.kind = IMP_SWEEP_NEVER};
        *out = none;
        if (verdict == IMP3I_RAY_HIT)
        {
            double size = sqrt(imp3i_ddot(first.normal, first.normal));
            out->kind = IMP_SWEEP_HIT;
            out->time = imp3i_hit_time(first.time);
            out->normal = imp3i_vec_tidy(imp3i_ddivide(first.normal, size));
            out->point = imp3i_vec_tidy(imp3i_dadd_scaled(start, way, first.time));
        }
        return IMP_OK;
    }
    const imp3_shape dot = {.kind = IMP3_SHAPE_SPHERE, .count = 1};
    imp3_pose at = imp3_pose_identity();
    at.p = origin;
    imp3i_sweep(target, pose_target, &dot, &at, way, out);
    return IMP_OK;
}
