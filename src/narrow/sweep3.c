// SPDX-License-Identifier: MIT
//
// Straight motion. A stands, B moves: they meet when the origin's ray enters the set of differences B - A.
//
// The distance of two convex sets of which one moves straight is a convex function of time. So a plane that parts them
// now, by the distance d, parts them until the motion has closed d along its normal; the moment after which no such
// plane is left is the impact (van den Bergen 2004, ray casting with GJK). Far away any plane will do, and GJK stops
// at the first one; near, and if that takes too many steps, it goes on to the nearest points, and this is Newton's
// method, which comes to the root from before. Polytopes have straight faces: the last step is exact.
//
// A pair that touches at the start is asked which planes hold it apart (touch3.c).

#include "gjk3.h"
#include "sweep3.h"
#include "touch3.h"

/// How near Newton's method comes before its last step: a part of the sizes. Normals of nearest points are as good as
/// doubles are to that.
#define SWEEP_NEAR 0x1p-23

/// Steps with any plane, and in all. Grazing, the distance falls to a quarter in each of the later ones.
#define ROUGH_STEPS 12
#define SWEEP_STEPS 64

void imp3i_hit_of_gap(const imp3i_pair* p, const imp3i_gap* gap, int32_t kind, imp3_hit* out)
{
    double deep = kind == IMP_SWEEP_OVERLAP ? gap->distance : 0.0, back = p->a->radius + 0.5 * deep;
    out->kind = kind;
    out->time = 0.0f;
    out->normal = imp3i_vec_tidy(gap->normal);
    out->depth = impi_tidy((float)(0.0 - deep));
    out->point = imp3i_in_world(p, imp3i_dadd_scaled(gap->on_a, gap->normal, back));
}

/// Whether all normals close.
typedef struct sweep_approach
{
    imp3i_dvec motion;
    double slide;  // a rate that counts as none
    bool any, closing;
} sweep_approach;

static void take_closing(void* context, imp3i_dvec normal)
{
    sweep_approach* it = (sweep_approach*)context;
    it->any = true;
    it->closing = it->closing && imp3i_ddot(normal, it->motion) < -it->slide;
}

/// Whether shapes that touch move into each other.
static bool moves_into(const imp3i_pair* p, const imp3i_gap* gap, imp3i_dvec motion)
{
    bool flat = p->radii == 0.0 && !imp3i_is_curved(p->a) && !imp3i_is_curved(p->b);
    double slide = (flat ? IMPI_DOUBLE_SLIDE : IMPI_FLOAT_SLIDE) * sqrt(imp3i_ddot(motion, motion));
    sweep_approach it = {motion, slide, false, true};
    imp3i_visit_sides(p, gap, IMPI_DOUBLE_SLIDE * p->scale, take_closing, &it);
    return it.any && it.closing;
}

/// The nearest points of the cores, or when they are farther apart than far, a plane between them. False where they meet,
/// to rounding; then only the points are new.
static bool measure_gap(const imp3i_pair* p, double far, imp3_cache* cache, imp3i_gap* gap)
{
    if (p->a->kind == IMP3_SHAPE_HALF_SPACE || p->b->kind == IMP3_SHAPE_HALF_SPACE)
    {
        imp3i_gap_estimate(p, far, cache, gap);
        return gap->distance > 0.0;
    }
    imp3i_closest c;
    int found = imp3i_gjk(p, far + p->radii, cache, &c);
    if (found != IMP3I_CORES_MEET)
    {
        gap->on_a = c.on_a;
        gap->on_b = imp3i_dadd(c.on_a, c.between);
    }
    bool apart = found == IMP3I_CORES_FAR || found == IMP3I_CORES_APART;
    if (apart)
    {
        gap->distance = c.distance - p->radii;
        gap->normal = imp3i_ddivide(c.between, sqrt(imp3i_ddot(c.between, c.between)));
    }
    return apart;
}

/// From shapes that are apart to their impact: its time, and the gap there. False for never.
static bool advance(imp3i_pair* p, imp3i_dvec motion, imp3_cache* cache, imp3i_gap* gap, double* time)
{
    imp3i_dvec start = p->shift;
    double sizes = (double)p->a->reach + p->b->reach + p->radii, speed = sqrt(imp3i_ddot(motion, motion));
    double fine = IMPI_DOUBLE_DOUBT * (p->scale + speed), near = SWEEP_NEAR * sizes;
    near = near > 2.0 * fine ? near : 2.0 * fine;
    *time = 0.0;
    for (int k = 0; k < SWEEP_STEPS; ++k)
    {
        double rate = imp3i_ddot(gap->normal, motion);
        if (!(rate < -IMPI_DOUBLE_SLIDE * speed) || (1.0 - *time) * -rate < gap->distance - fine)
        {
            return false;
        }
        *time += gap->distance > 0.0 ? gap->distance / -rate : 0.0;
        p->shift = imp3i_dadd_scaled(start, motion, *time);
        // The plane now touches both. Where they meet in it, its normal is that of the contact; that of the nearest
        // points is none where cores touch.
        imp3i_dvec normal = gap->normal;
        bool apart = measure_gap(p, k < ROUGH_STEPS ? near : INFINITY, cache, gap);
        if (!apart || gap->distance <= near)
        {
            gap->normal = apart && p->radii > near ? gap->normal : normal;
            if (!apart)
            {
                // A little apart they have nearest points.
                p->shift = imp3i_dadd_scaled(p->shift, normal, 2.0 * near);
                (void)measure_gap(p, INFINITY, cache, gap);
                gap->normal = normal;
            }
            break;
        }
    }
    return true;
}

/// The closed forms where one of the two is a sphere or a point. False when they cannot tell.
static bool sweep_sphere(const imp3i_pair* p, imp3i_dvec motion, imp3_hit* out)
{
    bool sphere_b = p->b->kind == IMP3_SHAPE_SPHERE;
    if (!sphere_b && p->a->kind != IMP3_SHAPE_SPHERE)
    {
        return false;
    }
    // Seen from the other one: its place, and where the sphere's centre starts.
    imp3i_dvec center = sphere_b ? imp3i_place_b(p, imp3i_dvec_of(p->b->a)) : imp3i_place_a(p, imp3i_dvec_of(p->a->a));
    imp3i_entry first = {0.0, {0.0, 0.0, 0.0}};
    imp3i_verdict verdict =
        sphere_b ? imp3i_meet_point(p->a, p->radii, p->qa, center, motion, &first)
                 : imp3i_meet_point(p->b, p->radii, p->qb, imp3i_dsub(center, p->shift), imp3i_dnegate(motion), &first);
    if (verdict != IMP3I_RAY_HIT)
    {
        return verdict == IMP3I_RAY_MISS;
    }
    double size = sqrt(imp3i_ddot(first.normal, first.normal));
    imp3i_dvec n = imp3i_dscale(first.normal, (sphere_b ? 1.0 : -1.0) / size), at = center;
    if (sphere_b)
    {
        at = imp3i_dadd_scaled(center, motion, first.time);
        at = imp3i_dadd_scaled(at, n, -(double)p->b->radius);
    }
    else
    {
        at = imp3i_dadd_scaled(center, n, p->a->radius);
    }
    out->kind = IMP_SWEEP_HIT;
    out->time = imp3i_hit_time(first.time);
    out->normal = imp3i_vec_tidy(n);
    out->point = imp3i_in_world(p, at);
    return true;
}

void imp3i_sweep(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b, const imp3_pose* pose_b,
                 imp3i_dvec motion, imp3_hit* out)
{
    const imp3_hit none = {.kind = IMP_SWEEP_NEVER};
    *out = none;
    imp3i_pair p = imp3i_pair_of(a, pose_a, b, pose_b);
    if (sweep_sphere(&p, motion, out))
    {
        return;
    }
    imp3_cache cache = {0};
    imp3i_gap gap;
    double doubt = (double)IMPI_FLOAT_DOUBT * p.scale, time;
    imp3i_gap_estimate(&p, doubt, &cache, &gap);
    imp3i_gap_decide(&p, &gap);
    if (gap.relation > 0)
    {
        imp3i_hit_of_gap(&p, &gap, IMP_SWEEP_OVERLAP, out);
    }
    else if (gap.relation == 0)
    {
        out->kind = IMP_SWEEP_REST;
        if (moves_into(&p, &gap, motion))
        {
            imp3i_hit_of_gap(&p, &gap, IMP_SWEEP_TOUCH, out);
        }
    }
    else if (advance(&p, motion, &cache, &gap, &time))
    {
        imp3i_hit_of_gap(&p, &gap, IMP_SWEEP_HIT, out);
        out->time = imp3i_hit_time(time);
    }
}
