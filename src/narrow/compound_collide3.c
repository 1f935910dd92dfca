// SPDX-License-Identifier: MIT
//
// Contacts of two compounds in space: one manifold for each touching pair of parts, and the penetration of the whole.
//
// What a pair has is told by compound_part3.c. Where that is along a face and deeper than the whole, or the pair lies
// inside of the whole, its contact is along the exit of the whole.
//
// The exit is one that is sure to part the whole: along the normal of each touching pair B is moved on, out of one part
// after the other, until nothing touches; so it is along the normals of those that come to touch on the way. The shortest
// of these ways counts. Of one touching pair, and of convex wholes that are cut into parts, it is the minimum
// translation; in general a shorter one may lead along another direction.
//
// Manifolds of the public call wait in a small array until all are known, because a call that fails writes nothing; when
// there are more, they are computed again.

#include "compound_pair3.h"

#include <math.h>
#include <string.h>

enum
{
    WAITING_MANIFOLDS = 64,
    DIRECTIONS_MAX = 24,  // that exits are tried along
    MOVES_MAX = 64        // out of one part after the other
};

// The exit of the whole

/// State of the search for an exit: the touching pairs so far.
typedef struct exit_search
{
    int relation;
    int32_t count;
    imp3i_dvec directions[DIRECTIONS_MAX];
    double depth;  // of the deepest pair of those with a normal of both wholes, or of all where there is none
    bool open;
    imp3i_dvec normal, on_a;
    int32_t i, j, pairs;
} exit_search;

static void add_direction(exit_search* s, imp3i_dvec n)
{
    for (int32_t k = 0; k < s->count; ++k)
    {
        if (imp3i_ddot(s->directions[k], n) > 1.0 - 0x1p-16)
        {
            return;
        }
    }
    if (s->count < DIRECTIONS_MAX)
    {
        s->directions[s->count++] = n;
    }
}

static void look_at_pair(const imp3i_compound_pair* c, int32_t i, int32_t j, exit_search* s)
{
    imp3i_placed_parts p;
    imp3i_gap gap;
    imp3i_place_parts(c, i, j, &p);
    imp3i_gap_estimate(&p.pair, 0.0, NULL, &gap);
    imp3i_gap_decide(&p.pair, &gap);
    if (gap.relation < 0 || !imp3i_parts_may_collide(c, i, j))
    {
        return;
    }
    imp3_manifold m;
    int kind = imp3i_part_manifold_of(c, i, j, 0.0f, &m);
    bool open = m.count > 0;
    imp3i_dvec n = open ? imp3i_dunit_of(m.normal) : gap.normal;
    double depth = open ? (double)m.depth : -gap.distance;
    s->relation = gap.relation > s->relation ? gap.relation : s->relation;
    s->pairs += 1;
    if (kind != IMP3I_PAIR_NONE)
    {
        add_direction(s, n);
    }
    if ((open && !s->open) || (open == s->open && depth > s->depth))
    {
        s->open = open;
        s->depth = depth;
        s->normal = n;
        s->on_a = imp3i_dadd_scaled(gap.on_a, n, (double)p.a.radius);
        s->i = i;
        s->j = j;
    }
}

/// The pair with B moved along the axes of the world.
static imp3i_compound_pair moved_pair(const imp3i_compound_pair* c, imp3i_dvec by)
{
    imp3_pose pose = c->pose_b;
    pose.p = imp3i_vec_tidy(imp3i_dadd(imp3i_dvec_of(pose.p), by));
    return imp3i_compound_pair_of(c->a, &c->pose_a, c->b, &pose);
}

/// How far part j of B has to go on along n until it has left part i of A; 0 when it has. *on_a is where; their own way
/// out is another direction to be tried.
static double way_out_of_part(const imp3i_compound_pair* c, int32_t i, int32_t j, imp3i_dvec n, exit_search* s,
                              imp3i_dvec* on_a)
{
    imp3i_placed_parts p;
    imp3i_gap gap, along;
    *on_a = imp3i_dvec_none();
    imp3i_place_parts(c, i, j, &p);
    imp3i_gap_estimate(&p.pair, 0.0, NULL, &gap);
    imp3i_gap_decide(&p.pair, &gap);
    if (gap.relation <= 0 || !imp3i_parts_may_collide(c, i, j))
    {
        return 0.0;
    }
    add_direction(s, gap.normal);
    imp3i_gap_along(&p.pair, n, &along);
    double far = -along.distance, slope = imp3i_ddot(gap.normal, n);
    far = slope > 0.0 && -gap.distance < far * slope ? -gap.distance / slope : far;
    *on_a = imp3i_dadd_scaled(along.on_a, n, (double)p.a.radius);
    // Where it is met coming back.
    imp3_pose pose = c->pose_b;
    imp3i_dvec out = imp3i_dscale(n, far * (1.0 + 0x1p-10) + 0x1p-18 * p.pair.scale);
    pose.p = imp3i_vec_tidy(imp3i_dadd(imp3i_dvec_of(pose.p), out));
    imp3_hit hit;
    imp_status status = imp3_cast(&p.a, &c->pose_a, &p.b, &pose, imp3i_vec_of(imp3i_dnegate(out)), &hit);
    if (!status && hit.kind == IMP_SWEEP_HIT)
    {
        *on_a = imp3i_dsub(imp3i_dvec_of(hit.point), imp3i_dvec_of(c->pose_a.p));
        double way = sqrt(imp3i_ddot(out, out)) * (1.0 - (double)hit.time);
        return way < far ? way : far;
    }
    return far;
}

/// How far B has to go along n until it touches nothing, at most as far as `most`. The parts it leaves last are told.
static double way_out_along(const imp3i_compound_pair* c, imp3i_dvec n, double most, exit_search* s, imp3i_whole* out)
{
    double way = 0.0, least = 0x1p-26 * c->scale;
    for (int32_t moves = 0; moves < MOVES_MAX && way < most; ++moves)
    {
        imp3i_compound_pair here = moved_pair(c, imp3i_dscale(n, way));
        double farther = 0.0;
        for (imp3i_near near = imp3i_near_start(&here, 0.0); imp3i_near_next(&here, &near);)
        {
            imp3i_dvec on_a;
            double out_of = way_out_of_part(&here, near.i, near.j, n, s, &on_a);
            if (out_of > farther)
            {
                farther = out_of;
                out->on_a = on_a;
                out->i = near.i;
                out->j = near.j;
            }
        }
        way += farther;
        if (farther <= least)
        {
            return way;
        }
    }
    return INFINITY;
}

/// Whether nothing is inside of anything with B moved, but for what one pair touches then.
static bool is_free_after(const imp3i_compound_pair* c, imp3i_dvec by)
{
    imp3i_compound_pair there = moved_pair(c, by);
    int32_t touching = 0;
    for (imp3i_near near = imp3i_near_start(&there, 0.0); touching < 2 && imp3i_near_next(&there, &near);)
    {
        imp3i_placed_parts p;
        imp3i_gap gap;
        imp3i_place_parts(&there, near.i, near.j, &p);
        imp3i_gap_estimate(&p.pair, 0.0, NULL, &gap);
        bool inside = gap.distance < 0x1p-20 * there.scale && imp3i_parts_may_collide(&there, near.i, near.j);
        touching += inside ? (gap.distance < -0x1p-17 * there.scale ? 2 : 1) : 0;
    }
    return touching < 2;
}

void imp3i_whole_of(const imp3i_compound_pair* c, imp3i_whole* out)
{
    exit_search s;
    memset(&s, 0, sizeof s);
    s.relation = -1;
    s.depth = -1.0;
    for (imp3i_near near = imp3i_near_start(c, 0.0); imp3i_near_next(c, &near);)
    {
        look_at_pair(c, near.i, near.j, &s);
    }
    memset(out, 0, sizeof *out);
    out->relation = s.relation;
    out->normal = s.normal;
    out->on_a = s.on_a;
    out->i = s.i;
    out->j = s.j;
    out->depth = s.relation > 0 ? s.depth : 0.0;
    if (s.relation <= 0 || (s.pairs == 1 && s.open && is_free_after(c, imp3i_dscale(s.normal, s.depth))))
    {
        return;
    }
    double best = INFINITY;
    for (int32_t k = 0; k < s.count; ++k)
    {
        imp3i_whole along = *out;
        double way = way_out_along(c, s.directions[k], best, &s, &along);
        if (way < best)
        {
            best = way;
            along.normal = s.directions[k];
            along.depth = way;
            *out = along;
        }
    }
}

// Public

/// The contact of a pair inside of the whole: along the exit.
static void closed_manifold(const imp3i_compound_pair* c, int32_t i, int32_t j, const imp3i_whole* whole,
                            imp3_manifold* out)
{
    imp3i_placed_parts p;
    imp3i_gap gap;
    imp3i_place_parts(c, i, j, &p);
    imp3i_gap_estimate(&p.pair, 0.0, NULL, &gap);
    imp3i_dvec middle = imp3i_dscale(imp3i_dadd(gap.on_a, gap.on_b), 0.5);
    memset(out, 0, sizeof *out);
    out->normal = imp3i_vec_tidy(whole->normal);
    out->depth = (float)whole->depth;
    out->count = 1;
    out->points[0].point = imp3i_in_world(&p.pair, middle);
    out->points[0].depth = out->depth;
}

/// Visits all manifolds in order: counts them, and writes as many as there is room for.
static int32_t write_manifolds(const imp3i_compound_pair* c, float margin, imp3i_whole* whole, bool* known,
                               imp3_part_manifold* out, int32_t room)
{
    int32_t count = 0;
    for (imp3i_near near = imp3i_near_start(c, (double)margin); imp3i_near_next(c, &near);)
    {
        imp3_manifold m;
        int kind = imp3i_part_manifold_of(c, near.i, near.j, margin, &m);
        if (kind >= IMP3I_PAIR_FACE && !*known)
        {
            imp3i_whole_of(c, whole);
            *known = true;
        }
        if (kind == IMP3I_PAIR_CLOSED ||
            (kind == IMP3I_PAIR_FACE && (double)m.depth > whole->depth + imp3i_parts_tiny(c, near.i, near.j)))
        {
            closed_manifold(c, near.i, near.j, whole, &m);
        }
        if (m.count == 0)
        {
            continue;
        }
        if (count < room)
        {
            out[count].part_a = near.i;
            out[count].part_b = near.j;
            out[count].manifold = m;
        }
        ++count;
    }
    return count;
}

imp_status imp3i_compound_manifolds(const imp3_compound* a, const imp3_pose* pose_a, const imp3_compound* b,
                                    const imp3_pose* pose_b, float margin, imp3_part_manifold* out, int32_t room,
                                    int32_t* count)
{
    imp_status status = imp3i_compound_pair_status(a, pose_a, b, pose_b);
    *count = 0;
    if (!status)
    {
        imp3i_compound_pair c = imp3i_compound_pair_of(a, pose_a, b, pose_b);
        imp3i_whole whole;
        bool known = false;
        *count = write_manifolds(&c, margin, &whole, &known, out, room);
    }
    return status;
}

static imp_status collide_status(const imp3_compound* a, const imp3_pose* pose_a, const imp3_compound* b,
                                 const imp3_pose* pose_b, float margin, const imp3_compound_contacts* out)
{
    imp_status status = imp3i_compound_pair_status(a, pose_a, b, pose_b);
    if (status)
    {
        return status;
    }
    int32_t fault = impi_number_fault_negative(margin);
    if (fault)
    {
        return impi_error(fault, 5);
    }
    if (!out || (out->capacity > 0 && !out->manifolds))
    {
        return impi_error(IMP_ERR_NULL, 6);
    }
    return out->capacity < 0 ? impi_error(IMP_ERR_COUNT, 6) : IMP_OK;
}

imp_status imp3_compound_collide(const imp3_compound* a, const imp3_pose* pose_a, const imp3_compound* b,
                                 const imp3_pose* pose_b, float margin, imp3_compound_contacts* out)
{
    imp_status status = collide_status(a, pose_a, b, pose_b, margin, out);
    if (status)
    {
        return status;
    }
    imp3i_compound_pair c = imp3i_compound_pair_of(a, pose_a, b, pose_b);
    imp3_part_manifold waiting[WAITING_MANIFOLDS];
    imp3i_whole whole;
    bool known = false;
    int32_t room = out->capacity < WAITING_MANIFOLDS ? out->capacity : WAITING_MANIFOLDS;
    int32_t count = write_manifolds(&c, margin, &whole, &known, waiting, room);
    if (count > out->capacity && out->capacity > 0)
    {
        out->count = count;
        return impi_error(IMP_ERR_SPACE, 6);
    }
    if (!known)
    {
        imp3i_whole_of(&c, &whole);
    }
    if (count > WAITING_MANIFOLDS && out->capacity > 0)
    {
        known = true;
        (void)write_manifolds(&c, margin, &whole, &known, out->manifolds, out->capacity);
    }
    else if (out->capacity > 0 && count > 0)
    {
        memcpy(out->manifolds, waiting, (size_t)count * sizeof *waiting);
    }
    out->count = count;
    bool touching = whole.relation >= 0;
    out->normal = touching ? imp3i_vec_tidy(whole.normal) : imp3i_vec_none();
    out->depth = touching ? impi_tidy((float)whole.depth) : 0.0f;
    if (!touching && count > 0)
    {
        // Nearer than the margin: the nearest pair tells.
        imp3_compound_nearest nearest;
        (void)imp3_compound_distance(a, pose_a, b, pose_b, &nearest);
        out->normal = nearest.nearest.normal;
        out->depth = -nearest.nearest.distance;
    }
    return IMP_OK;
}
