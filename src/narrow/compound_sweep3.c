// SPDX-License-Identifier: MIT
//
// Time of impact of two compounds in space: the earliest of all pairs of parts that counts.
//
// Pairs are asked in the order of a lower bound of their times, by boxes (branch and bound). A pair alone may hit with a
// normal that is not one of both wholes: at an internal edge. What slides along flush parts hits the next one so, and
// does not hit the whole. Then the normals of faces at that point are asked that are normals of the whole: when the
// motion comes onto one of them, that is the normal of the hit; when it comes onto none of them, there is no hit. Where
// no face there has one, as in a concave corner, the hit is as the pair has it.

#include "compound_pair3.h"
#include "compound_sweep.h"
#include "sweep3.h"

#include <math.h>
#include <string.h>

/// A point so near to the plane of a face lies on it, as a part of the scale.
#define ON_FACE 0x1p-13

/// A part that is farther from a face at the start, as a part of the scale, has not touched it.
#define TOUCHING 0x1p-18

/// A motion that has touched a face goes against its normal by at least this part of it.
#define AGAINST 0x1p-12

/// One minus the cosine of the angle between normals of which one is taken for the other.
#define NEARLY_EQUAL 0x1p-17

/// A turning thing meets another within this part of its size: more than what a time of impact may be off.
#define PATH_SLOP 0x1p-14

/// How what is in boxes of one of the two moves as it turns about its origin.
typedef struct box_turn
{
    bool straight;      // paths are nearly straight; else they are within a chord of where they begin
    imp3i_dvec origin;  // in the frame of the boxes
    imp3i_dvec spin;
    double bend;  // of a path from the straight line
    double chord;
} box_turn;

/// The motion of both in the frame of one.
typedef struct box_motion
{
    imp3i_dvec along;  // of B's origin against A's
    double slop;       // by which paths may be off
    box_turn a, b;
} box_motion;

/// Motions that turn farther [rad] are swept in spans, each of which turns no farther than the other.
#define LONG_TURN 0.5
#define SPAN_TURN 0.25

/// Work for all spans: pairs of parts whose boxes meet count one, and times of impact more. What is near to much in
/// each of many spans may need any amount; when it runs out, the hit is at the time that was reached, early, never late.
enum
{
    WORK_OF_IMPACT = 8,
    WORK_MOST = 1 << 18
};

typedef struct imp3i_sweep_job
{
    int by;
    imp3i_compound_pair pair;
    imp3_vec motion_a, motion_b;
    imp3_vec turn_a, turn_b;
    imp3i_dvec motion;  // of B against A, in the world
    bool turns;
    bool later;   // after the start of the whole motion
    int32_t work;  // done for all spans so far
    double bend;  // by which the gap of paths may be off that of straight ones
    box_motion in_a, in_b;  // in the frames of both
} imp3i_sweep_job;

static void pair_hit3(const imp3i_sweep_job* job, const imp3_shape* a, const imp3_shape* b, imp3_hit* out)
{
    const imp3i_compound_pair* c = &job->pair;
    const imp3_mover m = {a, c->pose_a, job->motion_a, job->turn_a}, n = {b, c->pose_b, job->motion_b, job->turn_b};
    memset(out, 0, sizeof *out);
    switch (job->by)
    {
    case IMPI_BY_SWEEP: (void)imp3_sweep(&m, &n, out); break;
    case IMPI_BY_IMPACT: (void)imp3_time_of_impact(&m, &n, out); break;
    case IMPI_BY_CAST: (void)imp3_cast(a, &c->pose_a, b, &c->pose_b, job->motion_b, out); break;
    default: (void)imp3_ray(a, &c->pose_a, c->pose_b.p, job->motion_b, out); break;
    }
}

/// The time at which one interval reaches another, and leaves it, cut from first and last.
static void cut_times(double low_a, double up_a, double low_b, double up_b, double speed, double* first, double* last)
{
    if (speed == 0.0)
    {
        *last = low_b > up_a || up_b < low_a ? -1.0 : *last;
        return;
    }
    double reach = (speed > 0.0 ? low_a - up_b : up_a - low_b) / speed;
    double leave = (speed > 0.0 ? up_a - low_b : low_a - up_b) / speed;
    *first = reach > *first ? reach : *first;
    *last = leave < *last ? leave : *last;
}

/// How a box moves in the whole time: straight on, as its middle begins to. *off is how far paths of its points may be
/// from that: to the first order they turn about the middle, and the second is less than half of the square.
static imp3i_dvec path_of_box(const box_turn* t, imp3i_dbox box, imp3i_dvec* off)
{
    if (!t->straight)
    {
        *off = imp3i_dvec_all(t->chord);
        return imp3i_dvec_none();
    }
    imp3i_dvec half = imp3i_dscale(imp3i_dsub(box.upper, box.lower), 0.5);
    imp3i_dvec middle = imp3i_dsub(imp3i_dadd(box.lower, half), t->origin);
    const imp3i_dvec fast = {fabs(t->spin.x), fabs(t->spin.y), fabs(t->spin.z)};
    off->x = fast.y * half.z + fast.z * half.y + t->bend;
    off->y = fast.z * half.x + fast.x * half.z + t->bend;
    off->z = fast.x * half.y + fast.y * half.x + t->bend;
    return imp3i_dcross(t->spin, middle);
}

/// A lower bound of the time at which what is in one box meets what is in the other; INFINITY for never.
static double time_of_moving_boxes(const box_motion* m, bool turns, imp3i_dbox a, imp3i_dbox b)
{
    imp3i_dvec v = m->along, s = imp3i_dvec_all(m->slop), off;
    if (turns)
    {
        v = imp3i_dsub(v, path_of_box(&m->a, a, &off));
        s = imp3i_dadd(s, off);
        v = imp3i_dadd(v, path_of_box(&m->b, b, &off));
        s = imp3i_dadd(s, off);
    }
    double first = 0.0, last = 1.0;
    cut_times(a.lower.x - s.x, a.upper.x + s.x, b.lower.x, b.upper.x, v.x, &first, &last);
    cut_times(a.lower.y - s.y, a.upper.y + s.y, b.lower.y, b.upper.y, v.y, &first, &last);
    cut_times(a.lower.z - s.z, a.upper.z + s.z, b.lower.z, b.upper.z, v.z, &first, &last);
    return first <= last * (1.0 + 0x1p-40) ? first * (1.0 - 0x1p-20) : INFINITY;
}

static double time_of_boxes(const void* context, imp3i_dbox a, imp3i_dbox b)
{
    const imp3i_sweep_job* job = (const imp3i_sweep_job*)context;
    return time_of_moving_boxes(&job->in_a, job->turns, a, b);
}

static bool is_endless(const imp3_compound* c)
{
    return imp3i_is_single(c) && c->parts->kind == IMP3_SHAPE_HALF_SPACE;
}

/// Whether two parts that boxes along A's axes do not tell apart are not told apart along B's either.
static bool may_meet_in_b(const imp3i_sweep_job* job, int32_t i, int32_t j, double limit)
{
    const imp3i_compound_pair* c = &job->pair;
    if (is_endless(c->a) || is_endless(c->b))
    {
        return true;
    }
    imp3_box box = imp3i_is_single(c->a) ? c->box_a : imp3i_part_box(c->a, i);
    imp3i_dbox a = imp3i_box_of_a(c, box, 0.0);
    imp3i_dbox b = imp3i_box_grown(imp3i_is_single(c->b) ? c->box_b : imp3i_part_box(c->b, j), 0.0);
    return time_of_moving_boxes(&job->in_b, job->turns, a, b) <= limit;
}

/// How far a core goes along a direction, from its origin, in the axes of the world: of a half-space along its normal.
static double top_along(const imp3_shape* s, imp3i_drot q, imp3i_dvec n)
{
    int32_t vertex;
    if (s->kind == IMP3_SHAPE_HALF_SPACE)
    {
        return (double)s->offset;
    }
    imp3i_dvec own = imp3i_drot_apply_inverse(q, n);
    return imp3i_ddot(own, imp3i_support(s, own, &vertex));
}

/// Whether B surely stays ahead of A along a unit direction. Points go along it as they begin to, but for the second
/// order of their turns, so that the two are nearest at the start or at the end.
static bool stay_apart_along(const imp3i_sweep_job* job, const imp3_shape* a, const imp3_shape* b, imp3i_dvec up)
{
    const imp3i_compound_pair* c = &job->pair;
    imp3i_dvec down = imp3i_dnegate(up);
    double near = (double)a->radius + (double)b->radius + job->bend;
    double apart = imp3i_ddot(up, c->shift);
    if (!(apart - top_along(a, c->qa, up) - top_along(b, c->qb, down) > near))
    {
        return false;
    }
    imp3i_dvec path_a = imp3i_dadd(up, imp3i_dcross(up, imp3i_dspin_of(job->turn_a)));
    imp3i_dvec path_b = imp3i_dadd(down, imp3i_dcross(down, imp3i_dspin_of(job->turn_b)));
    return apart + imp3i_ddot(up, job->motion) - top_along(a, c->qa, path_a) - top_along(b, c->qb, path_b) > near;
}

/// The normal of a triangle in the axes of the world; none of one that is flat.
static imp3i_dvec normal_of_triangle(const imp3_shape* s, imp3i_drot q)
{
    imp3i_dvec p = imp3i_drot_apply(q, imp3i_dvec_of(s->a));
    imp3i_dvec u = imp3i_dsub(imp3i_drot_apply(q, imp3i_dvec_of(s->b)), p);
    imp3i_dvec v = imp3i_dsub(imp3i_drot_apply(q, imp3i_dvec_of(s->c)), p), n = imp3i_dcross(u, v);
    double length = sqrt(imp3i_ddot(n, n));
    bool flat = !(length > 0x1p-20 * (imp3i_ddot(u, u) + imp3i_ddot(v, v)));
    return flat ? imp3i_dvec_none() : imp3i_ddivide(n, length);
}

static imp3i_dvec middle_of_part(const imp3_compound* c, imp3_box single, imp3i_drot q, int32_t i)
{
    const imp3_box box = imp3i_is_single(c) ? single : imp3i_part_box(c, i);
    return imp3i_drot_apply(q, imp3i_dscale(imp3i_dadd(imp3i_dvec_of(box.lower), imp3i_dvec_of(box.upper)), 0.5));
}

/// From the middle of one part to that of the other, where they are nearest on straight paths.
static imp3i_dvec way_between(const imp3i_sweep_job* job, int32_t i, int32_t j)
{
    const imp3i_compound_pair* c = &job->pair;
    imp3i_dvec a = middle_of_part(c->a, c->box_a, c->qa, i), b = middle_of_part(c->b, c->box_b, c->qb, j);
    imp3i_dvec apart = imp3i_dadd(c->shift, imp3i_dsub(b, a));
    imp3i_dvec turning = imp3i_dsub(imp3i_dcross(imp3i_dspin_of(job->turn_b), b),
                                    imp3i_dcross(imp3i_dspin_of(job->turn_a), a));
    imp3i_dvec v = imp3i_dadd(job->motion, turning);
    double time = -imp3i_ddot(apart, v), square = imp3i_ddot(v, v);
    time = !(time > 0.0) ? 0.0 : time < square ? time / square : 1.0;
    imp3i_dvec way = imp3i_dadd_scaled(apart, v, time);
    double length = sqrt(imp3i_ddot(way, way));
    return length > 0x1p-20 * c->scale ? imp3i_ddivide(way, length) : imp3i_dvec_none();
}

/// Whether two parts surely stay apart along a direction that is likely to tell: a normal of what is flat, or the way
/// between their middles. It costs a part of what a time of impact does, and most pairs never meet.
static bool stay_apart(const imp3i_sweep_job* job, int32_t i, int32_t j, const imp3_shape* a, const imp3_shape* b)
{
    const imp3i_compound_pair* c = &job->pair;
    const bool plane_a = a->kind == IMP3_SHAPE_HALF_SPACE, plane_b = b->kind == IMP3_SHAPE_HALF_SPACE;
    const bool flat_a = a->kind == IMP3_SHAPE_TRIANGLE, flat_b = b->kind == IMP3_SHAPE_TRIANGLE;
    if (job->by == IMPI_BY_RAY || (plane_a && plane_b) || (imp3i_is_single(c->a) && imp3i_is_single(c->b)))
    {
        return false;
    }
    if (plane_a || plane_b)
    {
        // All of it would turn.
        imp3i_dvec n = imp3i_drot_normal(plane_a ? c->qa : c->qb, imp3i_dvec_of(plane_a ? a->normal : b->normal));
        double length = sqrt(imp3i_ddot(n, n));
        return !imp3i_spin_bits(plane_a ? job->turn_a : job->turn_b) &&
               stay_apart_along(job, a, b, imp3i_ddivide(n, plane_a ? length : -length));
    }
    if (flat_a || flat_b)
    {
        imp3i_dvec n = normal_of_triangle(flat_a ? a : b, flat_a ? c->qa : c->qb);
        if (imp3i_ddot(n, n) > 0.0 &&
            (stay_apart_along(job, a, b, n) || stay_apart_along(job, a, b, imp3i_dnegate(n))))
        {
            return true;
        }
    }
    imp3i_dvec way = way_between(job, i, j);
    return imp3i_ddot(way, way) > 0.0 && stay_apart_along(job, a, b, way);
}

static imp3_pose pose_at_time(const imp3_pose* pose, imp3_vec motion, imp3_vec turn, double time)
{
    imp3_pose r = *pose;
    r.p = imp3i_vec_tidy(imp3i_dadd_scaled(imp3i_dvec_of(pose->p), imp3i_dvec_of(motion), time));
    if (imp3i_vec_bits(turn))
    {
        r.q = imp3i_rot_of(imp3i_drot_spun(imp3i_drot_of(pose->q), imp3i_dspin_of(turn), time));
    }
    return r;
}

/// The faces at the point of a hit whose normals are those of both wholes.
typedef struct face_search
{
    const imp3i_sweep_job* job;
    const imp3i_compound_pair* c;  // at that time
    const imp3i_pair* start;       // the two parts at the start
    const imp3i_pair* met;         // and at that time
    int32_t i, j;
    imp3i_dvec at;     // of the hit, in the frame of the pair
    imp3i_dvec speed;  // of B against A there
    imp3i_dvec hit;    // the normal that the pair has
    bool some, near;   // there is one; one that is nearly the normal of the hit
    bool turns;        // one of the two
    double against;  // most that the motion goes against one of those that count; 0 for none, or below where they turn
    imp3i_dvec normal;
} face_search;

/// Whether what moves comes onto a face, and does not slide along it: it has been above, or goes against it clearly. What
/// turns may do so later.
static bool comes_onto(const face_search* f, imp3i_dvec n, double against)
{
    if (f->turns)
    {
        return true;
    }
    int32_t vertex;
    imp3i_dvec on_a = imp3i_support_a(f->start, n, &vertex),
               on_b = imp3i_support_b(f->start, imp3i_dnegate(n), &vertex);
    double above = imp3i_ddot(imp3i_dsub(on_b, on_a), n) - f->start->radii;
    double speed = sqrt(imp3i_ddot(f->speed, f->speed));
    return against > 0.0 && (above > TOUCHING * f->start->scale || against > AGAINST * speed);
}

/// Whether a normal of a face at the hit is one of both parts: along it, neither goes on into the other. It is asked before
/// the wholes are, which take for granted that it is.
static bool is_normal_of_parts(const face_search* f, imp3i_dvec n)
{
    imp3i_gap along;
    imp3i_gap_along(f->met, n, &along);
    return along.distance >= -ON_FACE * f->c->scale;
}

static void find_faces_of_hit(face_search* f, const imp3_shape* s, bool of_b)
{
    const imp3i_compound_pair* c = f->c;
    int32_t count = 0;
    (void)imp3_shape_face_count(s, &count);
    imp3i_drot q = of_b ? c->qb : c->qa;
    imp3i_dvec at = imp3i_drot_solve(q, of_b ? imp3i_dsub(f->at, c->shift) : f->at);
    for (int32_t k = 0; k < count; ++k)
    {
        imp3_face face;
        memset(&face, 0, sizeof face);
        (void)imp3_shape_face(s, k, &face);
        double height = imp3i_ddot(imp3i_dvec_of(face.normal), at) - (double)face.offset - (double)s->radius;
        if (fabs(height) > ON_FACE * c->scale)
        {
            continue;
        }
        imp3i_dvec n = imp3i_drot_normal(q, imp3i_dvec_of(face.normal));
        n = imp3i_dscale(n, (of_b ? -1.0 : 1.0) / sqrt(imp3i_ddot(n, n)));
        if (!is_normal_of_parts(f, n) || !imp3i_is_normal_of_both(c, f->i, f->j, f->at, f->at, n))
        {
            continue;
        }
        bool near = imp3i_ddot(n, f->hit) > 1.0 - NEARLY_EQUAL;
        double against = -imp3i_ddot(n, f->speed);
        f->some = true;
        f->near = f->near || near;
        if (against > f->against && comes_onto(f, n, against))
        {
            f->against = against;
            f->normal = n;
        }
    }
}

/// Velocity of B against A at a point of the pair's frame.
static imp3i_dvec speed_at(const imp3i_sweep_job* job, const imp3i_compound_pair* c, imp3i_dvec at)
{
    imp3i_dvec a = imp3i_dcross(imp3i_dvec_of(job->turn_a), at);
    imp3i_dvec b = imp3i_dcross(imp3i_dvec_of(job->turn_b), imp3i_dsub(at, c->shift));
    return imp3i_dadd(job->motion, imp3i_dsub(b, a));
}

/// Whether a hit of two parts is one of the wholes; it may be given another normal.
static bool is_hit_of_wholes(const imp3i_sweep_job* job, int32_t i, int32_t j, const imp3_shape* a, const imp3_shape* b,
                             imp3_hit* hit)
{
    const imp3i_compound_pair* c = &job->pair;
    if (imp3i_is_single(c->a) && imp3i_is_single(c->b))
    {
        return true;
    }
    double time = (double)hit->time;
    imp3_pose pose_a = pose_at_time(&c->pose_a, job->motion_a, job->turn_a, time);
    imp3_pose pose_b = pose_at_time(&c->pose_b, job->motion_b, job->turn_b, time);
    imp3i_compound_pair then = imp3i_compound_pair_of(c->a, &pose_a, c->b, &pose_b);
    imp3i_pair start = imp3i_pair_of(a, &c->pose_a, b, &c->pose_b), met = imp3i_pair_of(a, &pose_a, b, &pose_b);
    face_search f;
    memset(&f, 0, sizeof f);
    f.job = job;
    f.c = &then;
    f.start = &start;
    f.met = &met;
    f.i = i;
    f.j = j;
    f.at = imp3i_dsub(imp3i_dvec_of(hit->point), imp3i_dvec_of(pose_a.p));
    f.speed = speed_at(job, &then, f.at);
    f.hit = imp3i_dunit_of(hit->normal);
    f.turns = imp3i_spin_bits(job->turn_a) || imp3i_spin_bits(job->turn_b);
    f.against = f.turns ? -INFINITY : 0.0;
    find_faces_of_hit(&f, a, false);
    find_faces_of_hit(&f, b, true);
    bool open = imp3i_is_normal_of_both(&then, i, j, f.at, f.at, f.hit);
    if (!f.some || (open && !f.near))
    {
        return true;
    }
    bool counts = f.turns || f.against > 0.0;
    if (counts)
    {
        hit->normal = imp3i_vec_tidy(f.normal);
    }
    return counts;
}

/// Whether a one-sided triangle is hit from its side, by what moves against it.
static bool is_hit_from_before(const imp3i_sweep_job* job, const imp3_shape* a, const imp3_shape* b,
                               const imp3_hit* hit)
{
    const imp3i_compound_pair* c = &job->pair;
    imp3i_dvec n = imp3i_dvec_of(hit->normal);
    bool before_a = !c->a->one_sided || imp3i_ddot(imp3i_drot_normal(c->qa, imp3i_dvec_of(a->normal)), n) > 0.0;
    return before_a && (!c->b->one_sided || imp3i_ddot(imp3i_drot_normal(c->qb, imp3i_dvec_of(b->normal)), n) < 0.0);
}

static void report_whole(const imp3i_compound_pair* c, const imp3i_whole* whole, int32_t kind, imp3_compound_hit* out)
{
    memset(out, 0, sizeof *out);
    out->part_a = whole->i;
    out->part_b = whole->j;
    out->hit.kind = kind;
    out->hit.normal = imp3i_vec_tidy(whole->normal);
    out->hit.point = imp3i_vec_tidy(imp3i_dadd(whole->on_a, imp3i_dvec_of(c->pose_a.p)));
    out->hit.depth = impi_tidy((float)whole->depth);
}

/// By how much paths of points of one of the two may be off straight ones.
static double bend_of_paths(const imp3_compound* c, double turned)
{
    double far = (double)c->reach + (double)imp3i_compound_radius(c);
    return turned > 0.0 ? (0.5 * turned * turned + PATH_SLOP) * far : 0.0;
}

/// How one of the two turns. Of a half-space, whose box is all there is, and of what turns far, a chord is the bound.
static box_turn turn_of_boxes(const imp3_compound* c, imp3i_dvec origin, imp3i_dvec spin)
{
    double turned = imp3i_dspin_length(spin);
    const box_turn r = {turned > 0.0 && turned < 1.0 && !is_endless(c), origin, spin, bend_of_paths(c, turned),
                        (turned < 2.0 ? turned : 2.0) * (double)c->reach};
    return r;
}

/// The motion of boxes along the axes of one of the two, whose position the frame has.
static box_motion motion_of_boxes(const imp3i_sweep_job* job, imp3i_drot q, imp3i_dvec at_a, imp3i_dvec at_b)
{
    const imp3i_compound_pair* c = &job->pair;
    const box_motion r = {
        imp3i_drot_solve(q, job->motion), 0x1p-18 * (c->scale + imp3i_dnorm1(job->motion)),
        turn_of_boxes(c->a, at_a, imp3i_drot_apply_inverse(q, imp3i_dspin_of(job->turn_a))),
        turn_of_boxes(c->b, at_b, imp3i_drot_apply_inverse(q, imp3i_dspin_of(job->turn_b)))};
    return r;
}

/// The earliest hit, where boxes tell when parts are near: of a motion that does not turn far.
static void earliest_in_span(imp3i_sweep_job* job, imp3_compound_hit* out)
{
    const imp3i_compound_pair* c = &job->pair;
    imp3_compound_hit best;
    memset(&best, 0, sizeof best);
    best.part_a = best.part_b = -1;
    job->motion = imp3i_dsub(imp3i_dvec_of(job->motion_b), imp3i_dvec_of(job->motion_a));
    job->turns = imp3i_spin_bits(job->turn_a) || imp3i_spin_bits(job->turn_b);
    job->bend = bend_of_paths(c->a, imp3i_dspin_length(imp3i_dspin_of(job->turn_a))) +
                bend_of_paths(c->b, imp3i_dspin_length(imp3i_dspin_of(job->turn_b))) +
                0x1p-16 * (c->scale + imp3i_dnorm1(job->motion));
    job->in_a = motion_of_boxes(job, c->qa, imp3i_dvec_none(), c->t);
    job->in_b = motion_of_boxes(job, c->qb, c->a_in_b.shift, imp3i_dvec_none());
    bool overlaps = false, rests = false;
    double limit = 1.0;
    imp3i_part_search s;
    int32_t i, j;
    imp3i_part_search_start(&s, c, time_of_boxes, job);
    while (!overlaps && imp3i_part_search_next(&s, limit, &i, &j))
    {
        imp3_shape room_a, room_b;
        const imp3_shape *a = imp3i_part_ref(c->a, i, &room_a), *b = imp3i_part_ref(c->b, j, &room_b);
        imp3_hit hit;
        job->work += job->work < WORK_MOST;
        if (!may_meet_in_b(job, i, j, limit) || stay_apart(job, i, j, a, b))
        {
            continue;
        }
        pair_hit3(job, a, b, &hit);
        job->work += job->work < WORK_MOST ? WORK_OF_IMPACT : 0;
        if (job->later && hit.kind != IMP_SWEEP_NEVER)
        {
            // Poses in floats let what is a hair apart be in each other; what rests has come to touch before.
            hit.kind = hit.kind == IMP_SWEEP_REST ? IMP_SWEEP_NEVER : IMP_SWEEP_HIT;
            hit.depth = 0.0f;
        }
        bool starts = hit.kind == IMP_SWEEP_OVERLAP || hit.kind == IMP_SWEEP_REST;
        if (hit.kind == IMP_SWEEP_NEVER || (starts && !imp3i_parts_may_collide(c, i, j)))
        {
            continue;
        }
        overlaps = hit.kind == IMP_SWEEP_OVERLAP;
        rests = rests || hit.kind == IMP_SWEEP_REST;
        bool first = best.part_a < 0 || hit.time < best.hit.time ||
                     (hit.time == best.hit.time && (i < best.part_a || (i == best.part_a && j < best.part_b)));
        if (!starts && first && is_hit_from_before(job, a, b, &hit) && is_hit_of_wholes(job, i, j, a, b, &hit))
        {
            best.hit = hit;
            best.part_a = i;
            best.part_b = j;
            limit = (double)hit.time;
        }
    }
    if (overlaps)
    {
        imp3i_whole whole;
        imp3i_whole_of(c, &whole);
        report_whole(c, &whole, IMP_SWEEP_OVERLAP, out);
        return;
    }
    *out = best;
    out->hit.kind = best.part_a >= 0 ? best.hit.kind : rests ? IMP_SWEEP_REST : IMP_SWEEP_NEVER;
}

/// In how many spans of time the motion is swept, so that turns within each are short.
static int32_t spans_of(const imp3i_sweep_job* job)
{
    double a = imp3i_dspin_length(imp3i_dspin_of(job->turn_a)), b = imp3i_dspin_length(imp3i_dspin_of(job->turn_b));
    double most = (a > b ? a : b) / SPAN_TURN;
    bool parts = !imp3i_is_single(job->pair.a) || !imp3i_is_single(job->pair.b);
    return parts && job->by == IMPI_BY_IMPACT && most > LONG_TURN / SPAN_TURN ? (int32_t)most + 1 : 1;
}

static imp3_vec part_of_motion(imp3_vec motion, int32_t spans)
{
    return imp3i_vec_of(imp3i_ddivide(imp3i_dvec_of(motion), (double)spans));
}

/// The motion in one of the spans.
static imp3i_sweep_job job_in_span(const imp3i_sweep_job* job, int32_t k, int32_t spans)
{
    const imp3i_compound_pair* c = &job->pair;
    double time = (double)k / (double)spans;
    const imp3_pose pose_a = pose_at_time(&c->pose_a, job->motion_a, job->turn_a, time);
    const imp3_pose pose_b = pose_at_time(&c->pose_b, job->motion_b, job->turn_b, time);
    imp3i_sweep_job r = *job;
    r.later = k > 0;
    r.pair = imp3i_compound_pair_of(c->a, &pose_a, c->b, &pose_b);
    r.motion_a = part_of_motion(job->motion_a, spans);
    r.motion_b = part_of_motion(job->motion_b, spans);
    r.turn_a = part_of_motion(job->turn_a, spans);
    r.turn_b = part_of_motion(job->turn_b, spans);
    return r;
}

/// The hit when work runs out: where both are nearest as a span begins.
static void nearest_at_start(const imp3i_sweep_job* span, imp3_compound_hit* out)
{
    const imp3i_compound_pair* c = &span->pair;
    imp3_compound_nearest n;
    memset(&n, 0, sizeof n);
    memset(out, 0, sizeof *out);
    (void)imp3_compound_distance(c->a, &c->pose_a, c->b, &c->pose_b, &n);
    out->part_a = n.part_a;
    out->part_b = n.part_b;
    out->hit.kind = IMP_SWEEP_HIT;
    out->hit.normal = n.nearest.normal;
    out->hit.point = n.nearest.point_a;
}

static void earliest_in_span_of(imp3i_sweep_job* job, int32_t k, int32_t spans, imp3_compound_hit* out)
{
    imp3i_sweep_job span = spans > 1 ? job_in_span(job, k, spans) : *job;
    if (span.later && span.work >= WORK_MOST)
    {
        nearest_at_start(&span, out);
    }
    else
    {
        earliest_in_span(&span, out);
    }
    job->work = span.work;
    if (k > 0 && out->hit.kind == IMP_SWEEP_HIT)
    {
        double time = ((double)k + (double)out->hit.time) / (double)spans * (1.0 - 0x1p-22);
        out->hit.time = (float)time;
    }
    else if (spans > 1 && out->hit.kind == IMP_SWEEP_HIT)
    {
        double time = (double)out->hit.time / (double)spans;
        out->hit.time = time > (double)IMP_MAGNITUDE_MIN ? (float)time : IMP_MAGNITUDE_MIN;
    }
}

/// A set that turns far is swept span by span, up to the first that has a hit: in all of its turn it is near to much that it
/// never comes to.
static void imp3i_earliest_hit(imp3i_sweep_job* job, imp3_compound_hit* out)
{
    const int32_t spans = spans_of(job);
    imp3_compound_hit first;
    earliest_in_span_of(job, 0, spans, &first);
    imp3_compound_hit found = first;
    for (int32_t k = 1; k < spans && (found.hit.kind == IMP_SWEEP_NEVER || found.hit.kind == IMP_SWEEP_REST); ++k)
    {
        earliest_in_span_of(job, k, spans, &found);
    }
    *out = found.hit.kind == IMP_SWEEP_NEVER ? first : found;
}

#include "../math/dim3.h"

#include "compound_movers.inl"

#include "../math/dim_end.h"
