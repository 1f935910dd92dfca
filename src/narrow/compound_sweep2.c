// SPDX-License-Identifier: MIT
//
// Time of impact of two compounds: the earliest hit of their parts, by branch and bound over the boxes.
//
// An overlap at the start is one of the whole, with the exit of the whole. Among hits at the same time an open one
// (compound_edges2.c) wins, so a box that lands across an internal edge lands on the floor. A resting compound may
// slide and hit something else; then a hit that hardly closes is the next flush part and no hit.
//
// Time of impact stops a little early, within a target distance, where it also stops for parts that only pass. There a
// corner may be nearer than the floor on which it slides. So a hit is refined from its time on, closer, until it is
// gone, or open, or certain. And an open hit wins over a closed one when its parts are as near at that time.

#include "compound_pair2.h"
#include "compound_sweep.h"
#include "sweep2.h"
#include "impinge/narrow2.h"

#include <math.h>
#include <string.h>

/// Closing part of the motion below which a hit grazes.
#define GRAZE 0x1p-20

/// Most refinements of a hit that is not open.
#define CLOSER_MAX 24

/// Arguments of a call.
typedef struct imp2i_sweep_job
{
    int by;
    imp2i_compound_pair pair;
    imp2_vec motion_a, motion_b;
    float turn_a, turn_b;
    imp2i_dvec motion;   // of B against A, in A's frame
    double speed, slop;  // its length; error of boxes
    double same_time;    // greatest difference between equal times of hits
} imp2i_sweep_job;

static imp2_mover mover_of(const imp2_shape* part, const imp2_pose* pose, imp2_vec motion, float turn)
{
    const imp2_mover m = {part, *pose, motion, turn};
    return m;
}

static void pair_hit(const imp2i_sweep_job* job, int32_t i, int32_t j, imp2_hit* out)
{
    const imp2i_compound_pair* c = &job->pair;
    imp2_mover a = mover_of(&c->a->parts[i], &c->pose_a, job->motion_a, job->turn_a);
    imp2_mover b = mover_of(&c->b->parts[j], &c->pose_b, job->motion_b, job->turn_b);
    switch (job->by)
    {
    case IMPI_BY_SWEEP: (void)imp2_sweep(&a, &b, out); break;
    case IMPI_BY_IMPACT: (void)imp2_time_of_impact(&a, &b, out); break;
    case IMPI_BY_CAST: (void)imp2_cast(a.shape, &a.pose, b.shape, &b.pose, job->motion_b, out); break;
    default: (void)imp2_ray(a.shape, &a.pose, c->pose_b.p, job->motion_b, out); break;
    }
}

/// An imp2i_pair_bound: time of impact of boxes on straight paths.
static double bound_straight(const void* context, imp2i_dbox a, imp2i_dbox b)
{
    const imp2i_sweep_job* job = (const imp2i_sweep_job*)context;
    const double low[2] = {a.x0 - b.x1 - job->slop, a.y0 - b.y1 - job->slop};
    const double high[2] = {a.x1 - b.x0 + job->slop, a.y1 - b.y0 + job->slop};
    const double motion[2] = {job->motion.x, job->motion.y};
    double enter = 0.0, leave = 1.0;
    for (int k = 0; k < 2; ++k)
    {
        double m = motion[k];
        if (m > 0.0 || m < 0.0)
        {
            double t0 = low[k] / m, t1 = high[k] / m, first = t0 < t1 ? t0 : t1, last = t0 < t1 ? t1 : t0;
            enter = first > enter ? first : enter;
            leave = last < leave ? last : leave;
        }
        else if (low[k] > 0.0 || high[k] < 0.0)
        {
            return INFINITY;
        }
    }
    return enter > leave ? INFINITY : enter;
}

static double farthest(imp2i_dbox b, double x, double y)
{
    double far_x = fabs(b.x0 - x) > fabs(b.x1 - x) ? fabs(b.x0 - x) : fabs(b.x1 - x);
    double far_y = fabs(b.y0 - y) > fabs(b.y1 - y) ? fabs(b.y0 - y) : fabs(b.y1 - y);
    return sqrt(far_x * far_x + far_y * far_y);
}

/// An imp2i_pair_bound: lower bound of the time of impact of boxes whose corners move on arcs.
static double bound_turning(const void* context, imp2i_dbox a, imp2i_dbox b)
{
    const imp2i_sweep_job* job = (const imp2i_sweep_job*)context;
    const imp2i_relative* rel = &job->pair.rel;
    double distance = imp2i_box_distance(NULL, a, b) - job->slop;
    double travel = job->speed + fabs((double)job->turn_a) * farthest(a, 0.0, 0.0) +
                    fabs((double)job->turn_b) * farthest(b, rel->tx, rel->ty);
    travel *= 1.0 + 0x1p-17;
    return distance <= 0.0 ? 0.0 : distance > travel ? INFINITY : distance / travel;
}

static imp2_pose pose_after(imp2_pose pose, imp2_vec motion, float turn, float time)
{
    float s = 0.0f, c = 1.0f;
    (void)imp_sincos(turn * time, &s, &c);
    imp2_rot by = {c, s};
    imp2_pose r;
    r.p = imp2_vec_add(pose.p, imp2_vec_scale(motion, time));
    // Products below the accepted magnitude count as zero; one Newton step normalises the rotation.
    imp2_vec q = {by.c * pose.q.c - by.s * pose.q.s, by.s * pose.q.c + by.c * pose.q.s};
    float k = 1.5f - 0.5f * imp2_vec_dot(q, q);
    r.q.c = fabsf(q.x) < 0x1p-50f ? 0.0f : q.x * k;
    r.q.s = fabsf(q.y) < 0x1p-50f ? 0.0f : q.y * k;
    r.p.x = fabsf(r.p.x) < IMP_MAGNITUDE_MIN ? 0.0f : r.p.x;
    r.p.y = fabsf(r.p.y) < IMP_MAGNITUDE_MIN ? 0.0f : r.p.y;
    return r;
}

/// The pair at a later time; in doubles where nothing turns.
static imp2i_compound_pair pair_after(const imp2i_sweep_job* job, float time)
{
    const imp2i_compound_pair* c = &job->pair;
    if (job->turn_a == 0.0f && job->turn_b == 0.0f)
    {
        const imp2i_dvec by = {job->motion.x * time, job->motion.y * time};
        return imp2i_compound_pair_moved(c, by);
    }
    imp2_pose a = pose_after(c->pose_a, job->motion_a, job->turn_a, time);
    imp2_pose b = pose_after(c->pose_b, job->motion_b, job->turn_b, time);
    return imp2i_compound_pair_of(c->a, &a, c->b, &b);
}

static bool is_open_hit(const imp2i_sweep_job* job, int32_t i, int32_t j, const imp2_hit* hit, bool strict)
{
    imp2i_compound_pair then = pair_after(job, hit->time);
    imp2i_dvec n = {hit->normal.x, hit->normal.y};
    return imp2i_is_open(&then, i, j, imp2i_normal_in(&then, n), strict);
}

/// Whether one-sided chains accept a hit.
static bool may_hit(const imp2i_sweep_job* job, int32_t i, int32_t j, const imp2_hit* hit)
{
    imp2i_compound_pair then = pair_after(job, hit->time);
    imp2i_dvec n = {hit->normal.x, hit->normal.y};
    return imp2i_may_push(&then, i, j, imp2i_normal_in(&then, n));
}

/// Whether parts at the target distance penetrate each other afterwards.
static bool gets_in(const imp2i_sweep_job* job, int32_t i, int32_t j, float time)
{
    float rest = 1.0f - time;
    for (int k = 0; k < CLOSER_MAX; ++k, rest *= 0.5f)
    {
        imp2i_compound_pair then = pair_after(job, time + rest);
        imp2_nearest n;
        (void)imp2_distance(&then.a->parts[i], &then.pose_a, &then.b->parts[j], &then.pose_b, &n);
        if ((double)n.distance < -2.0 * (double)IMPI_FLOAT_DOUBT * then.scale)
        {
            return true;
        }
    }
    return false;
}

/// Refines a hit of turning parts from its time on; a false one becomes IMP_SWEEP_NEVER. True when it is open, or
/// becomes so.
static bool look_closer(const imp2i_sweep_job* job, int32_t i, int32_t j, imp2_hit* hit)
{
    const imp2i_compound_pair* c = &job->pair;
    imp2_hit at = *hit;
    bool open = is_open_hit(job, i, j, hit, true), sure = gets_in(job, i, j, hit->time);
    for (int k = 0; k < CLOSER_MAX && !(open && sure); ++k)
    {
        float rest = 1.0f - at.time;
        imp2i_compound_pair then = pair_after(job, at.time);
        imp2_mover a = mover_of(&c->a->parts[i], &then.pose_a, imp2_vec_scale(job->motion_a, rest), job->turn_a * rest);
        imp2_mover b = mover_of(&c->b->parts[j], &then.pose_b, imp2_vec_scale(job->motion_b, rest), job->turn_b * rest);
        imp2_hit next;
        if (imp2_time_of_impact(&a, &b, &next) != IMP_OK || next.kind == IMP_SWEEP_OVERLAP)
        {
            break;
        }
        if (next.kind == IMP_SWEEP_NEVER || next.kind == IMP_SWEEP_REST)
        {
            hit->kind = IMP_SWEEP_NEVER;
            return false;
        }
        next.time = at.time + next.time * rest;
        next.time = next.time > 1.0f ? 1.0f : next.time;
        next.kind = IMP_SWEEP_HIT;
        bool stuck = !(next.time > at.time);
        at = next;
        if (!open && is_open_hit(job, i, j, &at, true))
        {
            open = true;
            *hit = at;
        }
        if (stuck)
        {
            break;
        }
    }
    hit->kind = open || sure ? hit->kind : IMP_SWEEP_NEVER;
    return open;
}

/// Interval of a straight path in a Minkowski difference.
typedef struct passage
{
    imp2i_dvec motion;
    double enter, leave;
} passage;

static void pass_side(void* context, const imp2i_walk_side* side)
{
    passage* p = (passage*)context;
    double rate = imp2i_ddot(side->normal, p->motion), t = -(double)side->separation / rate;
    p->enter = rate < 0.0 && t > p->enter ? t : p->enter;
    p->leave = rate > 0.0 && t < p->leave ? t : p->leave;
}

/// Whether a hit of parts that do not turn only passes: the path runs along a side, or by a corner.
static bool only_passes(const imp2i_sweep_job* job, int32_t i, int32_t j, imp2i_dvec n)
{
    const imp2i_compound_pair* c = &job->pair;
    if (-imp2i_ddot(n, job->motion) <= GRAZE * job->speed)
    {
        return true;
    }
    if (c->radius > 0.0)
    {
        return false;
    }
    passage p = {job->motion, 0.0, INFINITY};
    imp2i_walk(&c->a->parts[i], &c->b->parts[j], &c->rel, false, pass_side, &p);
    imp2i_walk(&c->a->parts[i], &c->b->parts[j], &c->rel, true, pass_side, &p);
    return p.leave <= p.enter + job->same_time;
}

/// Earliest hit of a class.
typedef struct first_hit
{
    double time;
    imp2_compound_hit found;
} first_hit;

static void take_first(first_hit* f, const imp2_hit* hit, int32_t i, int32_t j)
{
    bool lower = i < f->found.part_a || (i == f->found.part_a && j < f->found.part_b);
    if ((double)hit->time < f->time || (!((double)hit->time > f->time) && lower))
    {
        f->time = hit->time;
        f->found.hit = *hit;
        f->found.part_a = i;
        f->found.part_b = j;
    }
}

/// Result of all pairs.
typedef struct sweep_scan
{
    first_hit open, closed, grazing;
    first_hit loose;  // among the closed ones
    bool overlaps, rests, touches;
} sweep_scan;

static void scan_hit(const imp2i_sweep_job* job, int32_t i, int32_t j, sweep_scan* s)
{
    imp2_hit hit;
    pair_hit(job, i, j, &hit);
    if (hit.kind == IMP_SWEEP_NEVER || !imp2i_parts_may_collide(&job->pair, i, j))
    {
        return;
    }
    s->overlaps = s->overlaps || hit.kind == IMP_SWEEP_OVERLAP;
    s->rests = s->rests || hit.kind == IMP_SWEEP_REST;
    s->touches = s->touches || hit.kind == IMP_SWEEP_REST || hit.kind == IMP_SWEEP_TOUCH;
    if ((hit.kind != IMP_SWEEP_HIT && hit.kind != IMP_SWEEP_TOUCH) || !may_hit(job, i, j, &hit))
    {
        return;
    }
    bool turns = job->turn_a != 0.0f || job->turn_b != 0.0f, closer = turns && hit.kind == IMP_SWEEP_HIT;
    bool open = closer ? look_closer(job, i, j, &hit) : is_open_hit(job, i, j, &hit, true);
    if (hit.kind == IMP_SWEEP_NEVER || !may_hit(job, i, j, &hit))
    {
        return;
    }
    imp2i_dvec n = {hit.normal.x, hit.normal.y};
    bool grazes = !turns && hit.kind == IMP_SWEEP_HIT && only_passes(job, i, j, imp2i_normal_in(&job->pair, n));
    take_first(grazes ? &s->grazing : open ? &s->open : &s->closed, &hit, i, j);
    if (!grazes && !open && is_open_hit(job, i, j, &hit, false))
    {
        take_first(&s->loose, &hit, i, j);
    }
}

/// Greatest distance of parts at their time of impact: their sizes are at most four times the greater reach.
static double impact_gap(const imp2i_sweep_job* job, const imp2_compound_hit* found)
{
    const imp2_shape *a = &job->pair.a->parts[found->part_a], *b = &job->pair.b->parts[found->part_b];
    float reach_a = a->reach + a->radius, reach_b = b->reach + b->radius;
    return 8.0 * (double)IMPI_IMPACT_TARGET * (double)(reach_a > reach_b ? reach_a : reach_b);
}

/// Greatest time to cross that distance.
static double impact_time(const imp2i_sweep_job* job, const sweep_scan* s)
{
    double most = 0.125, gap = s->closed.time <= 1.0 ? impact_gap(job, &s->closed.found) : 0.0;
    return gap < most * job->speed ? gap / job->speed : most;
}

// Later than all times, and earlier than never: skips parts that never collide, even before the first hit.
#define SOME_TIME 0x1p1000

/// Whether a disc on a straight path, in a part's frame, stays beyond a side of the part.
static bool beyond_a_side(const imp2_shape* part, imp2i_dvec from, imp2i_dvec to, double radius)
{
    imp2i_outline o = imp2i_outline_of(part);
    bool beyond = false;
    for (int32_t k = 0; k < o.sides && !beyond; ++k)
    {
        double x = o.normal_x[k], y = o.normal_y[k], level = x * o.x[k] + y * o.y[k] + radius;
        beyond = x * from.x + y * from.y > level && x * to.x + y * to.y > level;
    }
    return beyond;
}

/// Whether the disc certainly touches no part: it stays beyond a side of each near one.
static bool disc_passes(const imp2_compound* c, imp2i_dvec from, imp2i_dvec to, double radius)
{
    imp2i_dbox box = {(from.x < to.x ? from.x : to.x) - radius, (from.y < to.y ? from.y : to.y) - radius,
                      (from.x > to.x ? from.x : to.x) + radius, (from.y > to.y ? from.y : to.y) + radius};
    int32_t i = 0;
    while ((i = imp2i_part_near(c, &box, i)) < c->part_count && beyond_a_side(&c->parts[i], from, to, radius))
    {
        ++i;
    }
    return i == c->part_count;
}

/// Whether a single shape certainly passes all parts of the other compound, which does not turn: by a disc around it.
/// Most fast shapes run along a wall, and need no search.
static bool passes_by(const imp2i_sweep_job* job)
{
    const imp2i_compound_pair* c = &job->pair;
    const imp2i_relative* r = &c->rel;
    bool of_b = imp2i_is_single(c->a);
    const imp2_compound *in = of_b ? c->b : c->a, *single = of_b ? c->a : c->b;
    float turn = of_b ? job->turn_b : job->turn_a;
    if (job->by == IMPI_BY_RAY || turn != 0.0f || !imp2i_is_single(single))
    {
        return false;
    }
    double radius = (double)single->reach + c->radius + 0x1p-16 * (c->scale + job->speed);  // normals are floats
    imp2i_dvec from = {r->tx, r->ty}, motion = job->motion;
    if (of_b)
    {
        from = imp2i_dnegate(imp2i_direction_in_b(r, from));
        motion = imp2i_dnegate(imp2i_direction_in_b(r, motion));
    }
    return disc_passes(in, from, imp2i_dadd_scaled(from, motion, 1.0), radius);
}

static void scan_all(const imp2i_sweep_job* job, sweep_scan* s)
{
    const first_hit none = {INFINITY, {{.kind = IMP_SWEEP_NEVER}, INT32_MAX, INT32_MAX}};
    const sweep_scan start = {none, none, none, none, false, false, false};
    bool turns = job->turn_a != 0.0f || job->turn_b != 0.0f;
    imp2i_pair_search search;
    int32_t i, j;
    double most = SOME_TIME;
    *s = start;
    imp2i_search_start(&search, &job->pair, turns ? bound_turning : bound_straight, job);
    while (!s->overlaps && imp2i_part_search_next(&search, most, &i, &j))
    {
        scan_hit(job, i, j, s);
        most = s->open.time < s->closed.time ? s->open.time : s->closed.time + (turns ? impact_time(job, s) : 0.0);
        most = most < SOME_TIME ? most + job->same_time : SOME_TIME;
    }
}

/// Whether the parts of the first open hit, too, are within the target distance at an earlier time.
static bool has_met(const imp2i_sweep_job* job, const first_hit* open, float time)
{
    imp2i_compound_pair then = pair_after(job, time);
    imp2_nearest n;
    return open->time <= 1.0 &&
           imp2_distance(&then.a->parts[open->found.part_a], &then.pose_a, &then.b->parts[open->found.part_b],
                         &then.pose_b, &n) == IMP_OK &&
           (double)n.distance <= impact_gap(job, &open->found);
}

static void report_overlap(const imp2i_compound_pair* c, const imp2i_whole* whole, imp2_compound_hit* out)
{
    double back = (double)c->a->parts->radius - 0.5 * (double)whole->depth;
    imp2i_dvec n = imp2i_normal_out(c, whole->exit.normal);
    imp2i_dvec p = imp2i_turn_out(c->frame, 1.0, whole->exit.on_a);
    const imp2_compound_hit none = {.hit = {.kind = IMP_SWEEP_OVERLAP}};
    *out = none;
    out->hit.normal.x = (float)n.x;
    out->hit.normal.y = (float)n.y;
    out->hit.depth = whole->depth;
    out->hit.point.x = (float)(c->pose_a.p.x + p.x + n.x * back);
    out->hit.point.y = (float)(c->pose_a.p.y + p.y + n.y * back);
    out->part_a = whole->exit.i;
    out->part_b = whole->exit.j;
}

/// Normal of a hit for which no pair is open, of two corners: that of the exit of the whole, a little further on. An
/// exit straight back leads to the corner of a notch: then one side of it is as good as the other.
static void ask_whole(const imp2i_sweep_job* job, imp2_hit* hit)
{
    imp2i_compound_pair then = pair_after(job, hit->time);
    double little = 0x1p-24 * then.scale;
    const imp2i_dvec by = {job->motion.x / job->speed * little, job->motion.y / job->speed * little};
    imp2i_compound_pair further = imp2i_compound_pair_moved(&then, by);
    imp2i_exit exit;
    imp2i_find_exit(&further, &exit);
    if (job->speed > 0.0 && exit.depth <= 4.0 * little &&
        fabs(imp2i_dcross(exit.normal, job->motion)) > 0x1p-10 * job->speed)
    {
        imp2i_dvec n = imp2i_normal_out(&then, exit.normal);
        hit->normal.x = (float)n.x;
        hit->normal.y = (float)n.y;
    }
}

static void imp2i_earliest_hit(imp2i_sweep_job* job, imp2_compound_hit* out)
{
    const imp2i_compound_pair* c = &job->pair;
    const imp2_compound_hit never = {{.kind = IMP_SWEEP_NEVER}, -1, -1};
    if (imp2i_is_single(c->a) && imp2i_is_single(c->b))
    {
        *out = never;
        pair_hit(job, 0, 0, &out->hit);
        bool any = out->hit.kind != IMP_SWEEP_NEVER && out->hit.kind != IMP_SWEEP_REST;
        out->part_a = out->part_b = any ? 0 : -1;
        return;
    }
    imp2i_dvec motion = {(double)job->motion_b.x - job->motion_a.x, (double)job->motion_b.y - job->motion_a.y};
    job->motion = imp2i_turn_in(c, motion);
    job->speed = sqrt(imp2i_ddot(job->motion, job->motion));
    job->slop = 0x1p-40 * (c->scale + job->speed);
    job->same_time = 4.0 * (double)IMPI_FLOAT_DOUBT * (1.0 + c->scale / job->speed);
    job->same_time = job->same_time < 0x1p-10 ? job->same_time : 0x1p-10;
    if (passes_by(job))
    {
        *out = never;
        return;
    }
    sweep_scan s;
    scan_all(job, &s);
    imp2i_whole whole = {.relation = -1};
    if (s.overlaps || s.touches)
    {
        imp2i_whole_of(c, &whole);
    }
    if (whole.relation > 0)
    {
        report_overlap(c, &whole, out);
        return;
    }
    const first_hit* first = s.closed.time < s.open.time ? &s.closed : &s.open;
    first = !s.rests && s.grazing.time < first->time ? &s.grazing : first;
    bool turns = job->turn_a != 0.0f || job->turn_b != 0.0f;
    if (turns && first == &s.closed && has_met(job, &s.open, (float)first->time))
    {
        s.open.found.hit.time = (float)first->time;
        first = &s.open;
    }
    first = first == &s.closed && s.loose.time <= first->time + job->same_time ? &s.loose : first;
    first = s.open.time <= first->time + job->same_time ? &s.open : first;
    *out = first->time <= 1.0 ? first->found : never;
    if (first == &s.closed && first->time <= 1.0 && out->hit.kind == IMP_SWEEP_HIT)
    {
        ask_whole(job, &out->hit);
    }
    out->hit.kind = first->time <= 1.0 ? out->hit.kind : s.touches ? IMP_SWEEP_REST : IMP_SWEEP_NEVER;
}

#include "../math/dim2.h"

#include "compound_movers.inl"

#include "../math/dim_end.h"
