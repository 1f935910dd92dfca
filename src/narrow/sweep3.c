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
// What touches at the start is asked which planes hold it apart (touch3.c).

#include "sweep3.h"
#include "touch3.h"

/// How near Newton's method comes before its last step: a part of the sizes. Normals of nearest points are as good as
/// doubles are to that.
#define SWEEP_NEAR 0x1p-23

/// The last step is no longer than so much of that.
#define LAST_STEP 16.0

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
typedef struct approach
{
    imp3i_dvec motion;
    double slide;  // a rate that counts as none
    bool any, closing;
} approach;

static void take_closing(void* context, imp3i_dvec normal)
{
    approach* it = (approach*)context;
    it->any = true;
    it->closing = it->closing && imp3i_ddot(normal, it->motion) < -it->slide;
}

/// Whether shapes that touch move into each other.
static bool approaching(const imp3i_pair* p, const imp3i_gap* gap, imp3i_dvec motion)
{
    bool flat = p->radii == 0.0 && !imp3i_is_curved(p->a) && !imp3i_is_curved(p->b);
    double slide = (flat ? IMPI_DOUBLE_SLIDE : IMPI_FLOAT_SLIDE) * sqrt(imp3i_ddot(motion, motion));
    approach it = {motion, slide, false, true};
    imp3i_visit_sides(p, gap, IMPI_DOUBLE_SLIDE * p->scale, take_closing, &it);
    return it.any && it.closing;
}

/// From shapes that are apart to their impact: its time, and the gap just before. False for never.
static bool advance(imp3i_pair* p, imp3i_dvec motion, imp3_cache* cache, imp3i_gap* gap, double* time)
{
    imp3i_dvec start = p->shift;
    double sizes = (double)p->a->reach + p->b->reach + p->radii, speed = sqrt(imp3i_ddot(motion, motion));
    double fine = IMPI_DOUBLE_DOUBT * (p->scale + speed), near = SWEEP_NEAR * sizes;
    near = near > 2.0 * fine ? near : 2.0 * fine;
    *time = 0.0;
    for (int k = 0; k < SWEEP_STEPS; ++k)
    {
        double rate = imp3i_ddot(gap->normal, motion), step = gap->distance > 0.0 ? gap->distance / -rate : 0.0;
        if (!(rate < -IMPI_DOUBLE_SLIDE * speed) || (1.0 - *time) * -rate < gap->distance - fine)
        {
            return false;
        }
        *time += step;
        // After a long way along the surface it may be another one.
        if (gap->distance <= near && step * speed <= LAST_STEP * near)
        {
            break;
        }
        p->shift = imp3i_dadd_scaled(start, motion, *time);
        imp3i_gap_estimate(p, k < ROUGH_STEPS ? near : INFINITY, cache, gap);
    }
    return true;
}

void imp3i_sweep(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b, const imp3_pose* pose_b,
                 imp3i_dvec motion, imp3_hit* out)
{
    const imp3_hit none = {.kind = IMP_SWEEP_NEVER};
    *out = none;
    imp3i_pair p = imp3i_pair_of(a, pose_a, b, pose_b);
    imp3_cache cache = {0};
    imp3i_gap gap;
    double doubt = (double)IMPI_FLOAT_DOUBT * p.scale, time;
    imp3i_gap_estimate(&p, doubt, &cache, &gap);
    gap.relation = -1;
    if (gap.distance <= doubt)
    {
        imp3i_gap_decide(&p, &gap);
    }
    if (gap.relation > 0)
    {
        imp3i_hit_of_gap(&p, &gap, IMP_SWEEP_OVERLAP, out);
    }
    else if (gap.relation == 0)
    {
        out->kind = IMP_SWEEP_REST;
        if (approaching(&p, &gap, motion))
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
