// SPDX-License-Identifier: MIT
//
// The exit of a whole compound out of another in space: a translation that parts them.
//
// Each pair of parts that overlap fills a convex piece of the places to which B may not go, and the exit is the shortest
// way from the origin to where no piece is. One along a direction is sure to part the whole: B is moved on, out of one part
// after the other, until nothing touches. It is tried along the normals of all touching pairs, and of those that come to
// touch on the way; of one touching pair, and of convex wholes that are cut into parts, that is the minimum translation.
//
// None is shorter than the deepest pair is deep: where the shortest of these is longer, compound_union3.c looks for a
// shorter one in other directions.

#include "compound_pair3.h"
#include "field3.h"

#include <math.h>
#include <string.h>

enum
{
    DIRECTIONS_MAX = 24,  // that exits are tried along
    DEEPER_KEPT = 64,     // pairs that are inside of each other
    MOVES_MAX = 64,       // out of one part after the other
    TOUCHING_MOST = 1024  // pairs, after an exit
};

/// Along a direction in which parts are farther apart than this part of the scale, they are sure to be apart.
#define SURELY_APART 0x1p-17

/// An exit that is longer than the depth of the deepest pair by no more than this part of it is the shortest.
#define SHORTEST 0x1p-10

/// Two parts that are inside of each other where the search starts.
typedef struct deeper_pair
{
    int32_t i, j;
    imp3i_dvec normal;
    double depth;
} deeper_pair;

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
    imp3i_part_answers* answers;
    deeper_pair deeper[DEEPER_KEPT];
    int32_t deeper_count;  // all of them, also those for which there is no room
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

/// Near pairs: all whose boxes are, where what is apart is seen at once.
imp3i_near imp3i_start_near(const imp3i_compound_pair* c, const imp3i_seen_core* seen, double distance)
{
    imp3i_near near = imp3i_near_start(c, distance);
    near.by_boxes = seen->surface != NULL;
    return near;
}

static bool is_apart(const imp3i_compound_pair* c, const imp3i_seen_core* seen, int32_t i, int32_t j)
{
    return imp3i_are_seen_apart(c, seen, seen->surface == c->a ? i : j);
}

static void look_at_pair(const imp3i_compound_pair* exact, const imp3i_compound_pair* c, int32_t i, int32_t j,
                         exit_search* s)
{
    imp3i_placed_parts p;
    imp3i_gap gap;
    if (is_apart(c, &s->answers->seen, i, j))
    {
        return;
    }
    imp3i_place_parts(exact, i, j, &p);
    imp3i_gap_estimate(&p.pair, 0.0, NULL, &gap);
    imp3i_gap_decide(&p.pair, &gap);
    if (gap.relation < 0 || !imp3i_parts_may_collide(c, i, j))
    {
        return;
    }
    if (gap.relation > 0 && s->deeper_count++ < DEEPER_KEPT)
    {
        const deeper_pair deeper = {i, j, gap.normal, -gap.distance};
        s->deeper[s->deeper_count - 1] = deeper;
    }
    imp3_manifold m;
    int kind = imp3i_part_manifold_of(c, i, j, 0.0f, s->answers, &m);
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

/// B moved along the axes of the world, seen from A's position: far from the origin floats would not know of the way.
static imp3_pose moved_pose(const imp3i_compound_pair* c, imp3i_dvec by)
{
    const imp3_pose r = {imp3i_vec_tidy(imp3i_dadd(c->shift, by)), c->pose_b.q};
    return r;
}

/// A, seen from its own position.
static imp3_pose standing_pose(const imp3i_compound_pair* c)
{
    const imp3_pose r = {imp3i_vec_none(), c->pose_a.q};
    return r;
}

/// The pair with B moved.
static imp3i_compound_pair moved_pair(const imp3i_compound_pair* c, imp3i_dvec by)
{
    const imp3_pose stands = standing_pose(c), moved = moved_pose(c, by);
    return imp3i_compound_pair_of(c->a, &stands, c->b, &moved);
}

/// A way out of one part after the other, along a direction: how far so far, and the parts that are left last.
typedef struct exit_way
{
    imp3i_dvec n;
    double farther;  // than that B has to go on, as far as is known
    imp3i_dvec on_a;
    int32_t i, j;
} exit_way;

/// How far part j of B, which is so deep inside of part i of A along a normal, has to go on along n until it has left it,
/// if that is farther than what is known. *on_a is where.
static void leave_part(const imp3i_compound_pair* c, const imp3i_placed_parts* p, const deeper_pair* deeper,
                       exit_way* way)
{
    imp3i_gap along;
    imp3i_gap_along(&p->pair, way->n, &along);
    double far = -along.distance, slope = imp3i_ddot(deeper->normal, way->n);
    far = slope > 0.0 && deeper->depth < far * slope ? deeper->depth / slope : far;
    if (far <= way->farther)
    {
        return;
    }
    imp3i_dvec on_a = imp3i_dadd_scaled(along.on_a, way->n, (double)p->a.radius);
    // The place where it is met coming back.
    const imp3i_dvec out = imp3i_dscale(way->n, far * (1.0 + 0x1p-10) + 0x1p-18 * p->pair.scale);
    const imp3_pose stands = standing_pose(c), moved = moved_pose(c, out);
    imp3_hit hit;
    imp_status status = imp3_cast(&p->a, &stands, &p->b, &moved, imp3i_vec_of(imp3i_dnegate(out)), &hit);
    if (!status && hit.kind == IMP_SWEEP_HIT)
    {
        on_a = imp3i_dvec_of(hit.point);
        double back = sqrt(imp3i_ddot(out, out)) * (1.0 - (double)hit.time);
        far = back < far ? back : far;
    }
    if (far > way->farther)
    {
        way->farther = far;
        way->on_a = on_a;
        way->i = deeper->i;
        way->j = deeper->j;
    }
}

/// The same of two parts of which nothing is known. Their own way out is another direction to be tried; when there are
/// enough of them, it is only of interest where it leads farther.
static void leave_near_part(const imp3i_compound_pair* c, int32_t i, int32_t j, exit_search* s, exit_way* way)
{
    imp3i_placed_parts p;
    imp3i_gap gap;
    imp3i_place_parts(c, i, j, &p);
    imp3i_gap_along(&p.pair, way->n, &gap);
    bool full = s->count == DIRECTIONS_MAX;
    if (gap.distance > SURELY_APART * c->scale || (full && -gap.distance <= way->farther))
    {
        return;
    }
    imp3i_gap_estimate(&p.pair, 0.0, NULL, &gap);
    imp3i_gap_decide(&p.pair, &gap);
    if (gap.relation > 0 && imp3i_parts_may_collide(c, i, j))
    {
        const deeper_pair deeper = {i, j, gap.normal, -gap.distance};
        add_direction(s, gap.normal);
        leave_part(c, &p, &deeper, way);
    }
}

/// Out of the parts that B is inside of where it starts.
static void leave_start(const imp3i_compound_pair* c, exit_search* s, exit_way* way)
{
    for (int32_t k = 0; k < s->deeper_count; ++k)
    {
        imp3i_placed_parts p;
        add_direction(s, s->deeper[k].normal);
        imp3i_place_parts(c, s->deeper[k].i, s->deeper[k].j, &p);
        leave_part(c, &p, &s->deeper[k], way);
    }
}

/// How far B has to go along n until it touches nothing, at most as far as `most`. The parts it leaves last are told.
static double way_out_along(const imp3i_compound_pair* c, imp3i_dvec n, double most, exit_search* s, imp3i_whole* out)
{
    double gone = 0.0, least = 0x1p-26 * c->scale;
    for (int32_t moves = 0; moves < MOVES_MAX && gone < most; ++moves)
    {
        exit_way way = {n, 0.0, out->on_a, out->i, out->j};
        if (moves == 0 && s->deeper_count <= DEEPER_KEPT)
        {
            leave_start(c, s, &way);
        }
        else
        {
            imp3i_compound_pair here = moved_pair(c, imp3i_dscale(n, gone));
            imp3i_seen_core seen = s->answers->seen;
            imp3i_see_moved_core(&here, &seen);
            for (imp3i_near near = imp3i_start_near(&here, &seen, 0.0); imp3i_near_next(&here, &near);)
            {
                if (is_apart(&here, &seen, near.i, near.j))
                {
                    continue;
                }
                leave_near_part(&here, near.i, near.j, s, &way);
                if (s->count == DIRECTIONS_MAX && way.farther > least && gone + way.farther >= most)
                {
                    return INFINITY;
                }
            }
        }
        out->on_a = way.on_a;
        out->i = way.i;
        out->j = way.j;
        gone += way.farther;
        if (way.farther <= least)
        {
            return gone;
        }
    }
    return INFINITY;
}

/// Whether nothing is inside of anything with B moved, and no more than so many pairs touch then.
static bool is_free_after(const imp3i_compound_pair* c, const imp3i_seen_core* core, imp3i_dvec by, int32_t most)
{
    imp3i_compound_pair there = moved_pair(c, by);
    imp3i_seen_core seen = *core;
    imp3i_see_moved_core(&there, &seen);
    int32_t touching = 0;
    for (imp3i_near near = imp3i_start_near(&there, &seen, 0.0); touching <= most && imp3i_near_next(&there, &near);)
    {
        imp3i_placed_parts p;
        imp3i_gap gap;
        if (is_apart(&there, &seen, near.i, near.j))
        {
            continue;
        }
        imp3i_place_parts(&there, near.i, near.j, &p);
        imp3i_gap_estimate(&p.pair, 0.0, NULL, &gap);
        bool inside = gap.distance < 0x1p-20 * there.scale && imp3i_parts_may_collide(&there, near.i, near.j);
        touching += inside ? (gap.distance < -0x1p-17 * there.scale ? most + 1 : 1) : 0;
    }
    return touching <= most;
}

/// The depth of the deepest pair: no way out of the whole is shorter.
static double least_exit(const exit_search* s)
{
    double r = 0.0;
    for (int32_t k = 0; k < s->deeper_count && k < DEEPER_KEPT; ++k)
    {
        r = s->deeper[k].depth > r ? s->deeper[k].depth : r;
    }
    return r;
}

/// Looks for an exit that is shorter than the best along directions of pairs.
static void shorten(const imp3i_compound_pair* c, const imp3i_seen_core* seen, double shortest, imp3i_whole* out)
{
    imp3i_exit to;
    if (!imp3i_find_shorter_exit(c, seen, shortest, &to) || !is_free_after(c, seen, to.by, TOUCHING_MOST))
    {
        return;
    }
    const imp3i_compound_pair there = moved_pair(c, to.by);
    imp3i_placed_parts p;
    imp3i_gap gap;
    imp3i_place_parts(&there, to.i, to.j, &p);
    imp3i_gap_estimate(&p.pair, 0.0, NULL, &gap);
    out->depth = sqrt(imp3i_ddot(to.by, to.by));
    out->normal = imp3i_ddivide(to.by, out->depth);
    out->on_a = imp3i_dadd_scaled(gap.on_a, gap.normal, (double)p.a.radius);
    out->i = to.i;
    out->j = to.j;
}

/// Relations are those of the exact pair; ways out may be of it, or of the same pair seen from A's position.
void imp3i_find_whole(const imp3i_compound_pair* exact, const imp3i_compound_pair* c, imp3i_part_answers* answers,
                      imp3i_whole* out)
{
    exit_search s;
    memset(&s, 0, sizeof s);
    s.answers = answers;
    s.relation = -1;
    s.depth = -1.0;
    for (imp3i_near near = imp3i_start_near(c, &answers->seen, 0.0); imp3i_near_next(c, &near);)
    {
        look_at_pair(exact, c, near.i, near.j, &s);
    }
    memset(out, 0, sizeof *out);
    out->relation = s.relation;
    out->normal = s.normal;
    out->on_a = s.on_a;
    out->i = s.i;
    out->j = s.j;
    out->depth = s.relation > 0 ? s.depth : 0.0;
    if (s.relation <= 0 ||
        (s.pairs == 1 && s.open && is_free_after(c, &answers->seen, imp3i_dscale(s.normal, s.depth), 1)))
    {
        return;
    }
    double shortest = INFINITY;
    for (int32_t k = 0; k < s.count; ++k)
    {
        imp3i_whole along = *out;
        double way = way_out_along(c, s.directions[k], shortest, &s, &along);
        if (way < shortest)
        {
            shortest = way;
            along.normal = s.directions[k];
            along.depth = way;
            *out = along;
        }
    }
    if (!imp3i_is_surface(c->a) && !imp3i_is_surface(c->b) && shortest > least_exit(&s) * (1.0 + SHORTEST))
    {
        shorten(c, &answers->seen, shortest, out);
    }
}

void imp3i_whole_of(const imp3i_compound_pair* c, imp3i_whole* out)
{
    imp3i_part_answers answers;
    bool known = false;
    if (imp3i_fields_collide(c, 0.0f, out, &known, NULL, 0) != 0)
    {
        return;
    }
    // Points of manifolds are floats of the world: far from the origin they would not know which normals are open.
    const imp3i_compound_pair here = moved_pair(c, imp3i_dvec_none());
    imp3i_part_answers_start(&here, &answers);
    imp3i_find_whole(c, &here, &answers, out);
}
