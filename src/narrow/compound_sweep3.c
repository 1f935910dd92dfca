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

typedef struct imp3i_sweep_job
{
    int by;
    imp3i_compound_pair pair;
    imp3_vec motion_a, motion_b;
    imp3_vec turn_a, turn_b;
    imp3i_dvec motion;  // of B against A, in the world
    imp3i_dvec along;   // the same in A's frame, with what turning moves the middles of single parts by
    double slop;        // by which paths of points may be off those of their boxes
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

/// A lower bound of the time at which what is in one box meets what is in the other; INFINITY for never.
static double time_of_boxes(const void* context, imp3i_dbox a, imp3i_dbox b)
{
    const imp3i_sweep_job* job = (const imp3i_sweep_job*)context;
    imp3i_dvec v = job->along;
    double first = 0.0, last = 1.0, s = job->slop;
    cut_times(a.lower.x - s, a.upper.x + s, b.lower.x, b.upper.x, v.x, &first, &last);
    cut_times(a.lower.y - s, a.upper.y + s, b.lower.y, b.upper.y, v.y, &first, &last);
    cut_times(a.lower.z - s, a.upper.z + s, b.lower.z, b.upper.z, v.z, &first, &last);
    return first <= last * (1.0 + 0x1p-40) ? first * (1.0 - 0x1p-20) : INFINITY;
}

/// The lowest point of a shape along a direction, from its origin, in the axes of the world.
static double lowest_along(const imp3_shape* s, imp3i_drot q, imp3i_dvec n)
{
    int32_t vertex;
    imp3i_dvec down = imp3i_drot_apply_inverse(q, imp3i_dnegate(n));
    return -imp3i_ddot(down, imp3i_support(s, down, &vertex));
}

/// Whether a single shape surely stays on one side of the plane of a triangle that does not turn. Points of the shape go
/// along the plane's normal as they begin to, but for the second order of its turn, so that they are nearest at the start
/// or at the end.
static bool stays_beside_plane(const imp3i_sweep_job* job, const imp3_shape* a, const imp3_shape* b)
{
    const imp3i_compound_pair* c = &job->pair;
    bool on_b = imp3i_is_single(c->a);
    const imp3_shape *triangle = on_b ? b : a, *s = on_b ? a : b;
    if (on_b == imp3i_is_single(c->b) || triangle->kind != IMP3_SHAPE_TRIANGLE || s->kind == IMP3_SHAPE_HALF_SPACE ||
        imp3i_spin_bits(on_b ? job->turn_b : job->turn_a) || job->by == IMPI_BY_RAY)
    {
        return false;
    }
    const imp3i_drot q = on_b ? c->qb : c->qa, turned = on_b ? c->qa : c->qb;
    imp3i_dvec p = imp3i_drot_apply(q, imp3i_dvec_of(triangle->a)),
               spin = imp3i_dspin_of(on_b ? job->turn_a : job->turn_b);
    imp3i_dvec u = imp3i_dsub(imp3i_drot_apply(q, imp3i_dvec_of(triangle->b)), p);
    imp3i_dvec v = imp3i_dsub(imp3i_drot_apply(q, imp3i_dvec_of(triangle->c)), p), n = imp3i_dcross(u, v);
    double length = sqrt(imp3i_ddot(n, n)), turn = imp3i_dspin_length(spin);
    if (!(length > 0x1p-20 * (imp3i_ddot(u, u) + imp3i_ddot(v, v))))
    {
        return false;
    }
    double far = (double)s->reach + (double)s->radius, radii = (double)s->radius + (double)triangle->radius;
    double near = radii + 0.5 * turn * turn * far + PATH_SLOP * far + 0x1p-18 * (c->scale + imp3i_dnorm1(job->motion));
    imp3i_dvec from = imp3i_dsub(on_b ? imp3i_dnegate(c->shift) : c->shift, p);
    imp3i_dvec motion = on_b ? imp3i_dnegate(job->motion) : job->motion;
    for (int side = -1; side <= 1; side += 2)
    {
        imp3i_dvec up = imp3i_ddivide(n, side * length), path = imp3i_dadd(up, imp3i_dcross(up, spin));
        double start = imp3i_ddot(up, from);
        if (start + lowest_along(s, turned, up) > near &&
            start + imp3i_ddot(up, motion) + lowest_along(s, turned, path) > near)
        {
            return true;
        }
    }
    return false;
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

/// How a box moves while its compound turns about its origin: straight on as its middle begins to, in the axes of the
/// world. Returns by how much paths of points may be off that. Of many parts nothing moves, and a chord is the bound.
static double turning_path(const imp3_compound* c, imp3i_drot q, imp3_vec turn, imp3i_dvec* velocity)
{
    imp3i_dvec spin = imp3i_dspin_of(turn);
    double turned = imp3i_dspin_length(spin), chord = (turned < 2.0 ? turned : 2.0) * (double)c->reach;
    *velocity = imp3i_dvec_none();
    if (!imp3i_is_single(c) || !(turned < 1.0) || c->parts->kind == IMP3_SHAPE_HALF_SPACE)
    {
        return chord;
    }
    imp3_box box = imp3i_part_box(c, 0);
    imp3i_dvec lower = imp3i_dvec_of(box.lower), upper = imp3i_dvec_of(box.upper);
    imp3i_dvec middle = imp3i_dscale(imp3i_dadd(lower, upper), 0.5), half = imp3i_dsub(upper, middle);
    double radius = sqrt(imp3i_ddot(half, half)) + (double)c->parts->radius;
    double far = sqrt(imp3i_ddot(middle, middle)) + radius;
    // To the first order, points turn about the middle; the second is less than half of the square.
    double off = turned * radius + 0.5 * turned * turned * far + PATH_SLOP * far;
    if (!(off < chord))
    {
        return chord;
    }
    *velocity = imp3i_dcross(spin, imp3i_drot_apply(q, middle));
    return off;
}

static void imp3i_earliest_hit(imp3i_sweep_job* job, imp3_compound_hit* out)
{
    const imp3i_compound_pair* c = &job->pair;
    imp3_compound_hit best;
    memset(&best, 0, sizeof best);
    best.part_a = best.part_b = -1;
    job->motion = imp3i_dsub(imp3i_dvec_of(job->motion_b), imp3i_dvec_of(job->motion_a));
    imp3i_dvec turning_a, turning_b;
    job->slop = turning_path(c->a, c->qa, job->turn_a, &turning_a) +
                turning_path(c->b, c->qb, job->turn_b, &turning_b) + 0x1p-18 * (c->scale + imp3i_dnorm1(job->motion));
    job->along = imp3i_drot_solve(c->qa, imp3i_dadd(job->motion, imp3i_dsub(turning_b, turning_a)));
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
        if (stays_beside_plane(job, a, b))
        {
            continue;
        }
        pair_hit3(job, a, b, &hit);
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

#include "../math/dim3.h"

#include "compound_movers.inl"

#include "../math/dim_end.h"
