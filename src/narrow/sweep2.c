// SPDX-License-Identifier: MIT
//
// Straight motion in closed form. A moves not at all, B by the motion: they meet when the origin enters the set of
// differences B - A + t motion, a convex polygon with rounded corners.
//
// Sharp: Cyrus and Beck's clipping of the motion against the lines of all sides; the separations that the axis test has
// found are what is clipped, so a sweep costs little more than an overlap test.
// Round: the first of the straight parts, moved out by the radii, and of the circles around the corners (quadratics).
//
// Small sharp pairs mostly take the shortcut of quick_sweep2.c, and rays those of quick_ray2.c. Here
// is what these leave: walks in doubles, for what is close (grazing, sliding along a side, thin things), large or
// round. Sliding exactly along a side is no hit.

#include "../math/tolerance.h"
#include "sweep2.h"

#include <math.h>

/// The moment of contact, before it is turned to the world.
typedef struct entry
{
    double time;
    imp2i_dvec normal;  // unit, A to B, in A's frame
    imp2i_dvec on_a;    // on A's core, in A's frame
} entry;

/// Where a placed shape lies on the line that bounds it towards n: the extent, across n, of its vertices within little
/// of that line. Returns the line's height.
static double find_extent(const imp2_shape* s, const imp2i_relative* rel, imp2i_dvec n, double little, double extent[2])
{
    imp2i_outline o = imp2i_outline_of(s);
    double top = -INFINITY;
    for (int32_t i = 0; i < s->count; ++i)
    {
        double height = imp2i_ddot(n, imp2i_place_b(rel, o.x[i], o.y[i]));
        top = height > top ? height : top;
    }
    extent[0] = INFINITY;
    extent[1] = -INFINITY;
    for (int32_t i = 0; i < s->count; ++i)
    {
        imp2i_dvec v = imp2i_place_b(rel, o.x[i], o.y[i]);
        double at = imp2i_dcross(n, v);
        bool on_line = imp2i_ddot(n, v) >= top - little;
        extent[0] = on_line && at < extent[0] ? at : extent[0];
        extent[1] = on_line && at > extent[1] ? at : extent[1];
    }
    return top;
}

/// The middle of the stretch that two sharp shapes have in common when they meet along n, at A's height. Asks for no
/// sides: of a sliver many face alike, and the one that faces best need not be where they meet.
static imp2i_dvec common_point(const imp2_shape* a, const imp2_shape* b, const imp2i_relative* rel, imp2i_dvec n,
                               double little)
{
    const imp2i_relative still = {.c = 1.0};
    double of_a[2], of_b[2];
    double height = find_extent(a, &still, n, little, of_a);
    find_extent(b, rel, imp2i_dnegate(n), little, of_b);
    // B is looked at from the other side.
    double low = of_a[0] > -of_b[1] ? of_a[0] : -of_b[1], high = of_a[1] < -of_b[0] ? of_a[1] : -of_b[0];
    double along = 0.5 * (low + high);
    imp2i_dvec r = {n.x * height - n.y * along, n.y * height + n.x * along};
    return r;
}

/// What the walk around B - A has found so far.
typedef struct clip
{
    imp2i_dvec motion;
    double radius;       // of both together, in A's frame
    double tiny, slide;  // a separation that counts as none, a rate that counts as none
    double enter, leave;
    double surely_leave;   // not given the benefit of tiny
    imp2i_walk_side side;  // the one entered through
    double along;          // where on it: 0 at from, 1 at to
    bool corner;           // through the circle at the corner
    bool never, any;
} clip;

/// Sharp: one half plane.
static void clip_line(void* context, const imp2i_walk_side* side)
{
    clip* c = (clip*)context;
    double rate = imp2i_ddot(side->normal, c->motion), s = side->separation;
    if (rate < c->slide && rate > -c->slide)
    {
        c->never = c->never || s >= -c->tiny;
    }
    else if (rate < 0.0)
    {
        // They are apart, so what is entered lies ahead; a side that was passed before the start tells nothing.
        double t = s / -rate;
        if (s >= -c->tiny && (!c->any || t > c->enter))
        {
            c->any = true;
            c->enter = t;
            c->side = *side;
        }
    }
    else
    {
        // Things without thickness are entered and left in the same moment; do not miss them by rounding.
        double t = (c->tiny - s) / rate;
        c->leave = t < c->leave ? t : c->leave;
        t = (-c->tiny - s) / rate;
        c->surely_leave = t < c->surely_leave ? t : c->surely_leave;
    }
}

/// How near the boundary of B - A comes to a point.
typedef struct nearness
{
    imp2i_dvec point;
    double square;
} nearness;

static void take_nearest(void* context, const imp2i_walk_side* side)
{
    nearness* near = (nearness*)context;
    imp2i_dvec e = imp2i_dsub(side->to, side->from), v = imp2i_dsub(near->point, side->from);
    double length = imp2i_ddot(e, e), along = imp2i_ddot(v, e);
    v = along <= 0.0 || length <= 0.0 ? v
        : along >= length             ? imp2i_dsub(near->point, side->to)
                                      : imp2i_dadd_scaled(v, e, -along / length);
    double square = imp2i_ddot(v, v);
    near->square = square < near->square ? square : near->square;
}

/// Whether what just grazes is met at all: next to a very sharp corner lines are near where the shape is not.
static bool is_met(const imp2_shape* a, const imp2_shape* b, const imp2i_relative* rel, const clip* c, double doubt)
{
    double time = c->enter > 0.0 ? c->enter : 0.0;
    nearness near = {{-time * c->motion.x, -time * c->motion.y}, INFINITY};
    imp2i_walk(a, b, rel, false, take_nearest, &near);
    imp2i_walk(a, b, rel, true, take_nearest, &near);
    return near.square <= doubt * doubt;
}

static void take_earlier(clip* c, const imp2i_walk_side* side, double time, double along, bool corner)
{
    if (time <= 1.0 && (!c->any || time < c->enter))
    {
        c->any = true;
        c->enter = time < 0.0 ? 0.0 : time;
        c->side = *side;
        c->along = along;
        c->corner = corner;
    }
}

/// The circle around a corner, w from the origin.
static void clip_corner(clip* c, const imp2i_walk_side* side, imp2i_dvec w, double along)
{
    double closing = imp2i_ddot(w, c->motion), speed = imp2i_ddot(c->motion, c->motion);
    double outside = imp2i_ddot(w, w) - c->radius * c->radius;
    double discriminant = closing * closing - speed * outside;
    if (closing < 0.0 && discriminant >= 0.0)
    {
        // The smaller root, in the form that does not cancel.
        take_earlier(c, side, outside / (sqrt(discriminant) - closing), along, true);
    }
}

/// Round: one straight part and the circles at its ends.
static void clip_round(void* context, const imp2i_walk_side* side)
{
    clip* c = (clip*)context;
    double rate = imp2i_ddot(side->normal, c->motion), s = side->separation - c->radius;
    if (rate < -c->slide && s >= -c->tiny)
    {
        double t = s > 0.0 ? s / -rate : 0.0;
        imp2i_dvec e = imp2i_dadd_scaled(side->to, side->from, -1.0), at = imp2i_dadd_scaled(side->from, c->motion, t);
        double length = imp2i_ddot(e, e), along = -imp2i_ddot(at, e);
        if (length > 0.0 && along >= 0.0 && along <= length)
        {
            take_earlier(c, side, t, along / length, false);
        }
    }
    clip_corner(c, side, side->from, 0.0);
    clip_corner(c, side, side->to, 1.0);
}

static imp2i_dvec vertex(const imp2_shape* s, int32_t place)
{
    imp2i_outline o = imp2i_outline_of(s);
    imp2i_dvec r = {o.x[place], o.y[place]};
    return r;
}

/// The point of A's core at which the walk's result touches.
static imp2i_dvec contact_of_walk(const imp2_shape* a, const clip* c)
{
    if (c->side.on_b)
    {
        return vertex(a, c->side.support);
    }
    imp2i_outline o = imp2i_outline_of(a);
    imp2i_dvec from = vertex(a, c->side.side);
    imp2i_dvec to = vertex(a, c->side.side + 1 < o.sides ? c->side.side + 1 : 0);
    return imp2i_dadd_scaled(from, imp2i_dadd_scaled(to, from, -1.0), c->along);
}

/// The way through walks around both, in doubles. False: never.
static bool walk_entry(const imp2_shape* a, const imp2_shape* b, const imp2i_relative* rel, imp2i_dvec motion,
                       double scale, entry* out)
{
    clip c = {.motion = motion, .radius = ((double)a->radius + b->radius) * (2.0 - rel->unit_a)};
    c.leave = c.surely_leave = 1.0;
    c.tiny = IMPI_DOUBLE_DOUBT * scale;
    c.slide = IMPI_DOUBLE_SLIDE * sqrt(imp2i_ddot(motion, motion));
    bool round = c.radius > 0.0;
    if (imp2i_is_point(a) && imp2i_is_point(b))
    {
        imp2i_dvec tip = imp2i_place_b(rel, b->x[0], b->y[0]);
        imp2i_walk_side none = {.on_b = true};
        clip_corner(&c, &none, imp2i_dadd_scaled(tip, vertex(a, 0), -1.0), 0.0);
        round = true;
    }
    else
    {
        imp2i_walk(a, b, rel, false, round ? clip_round : clip_line, &c);
        imp2i_walk(a, b, rel, true, round ? clip_round : clip_line, &c);
    }
    if (!c.any || c.never || c.enter > c.leave || c.leave < 0.0)
    {
        return false;
    }
    if (!round && c.enter > c.surely_leave && !is_met(a, b, rel, &c, (double)IMPI_FLOAT_DOUBT * scale))
    {
        return false;
    }
    out->time = c.enter > 0.0 ? c.enter : 0.0;
    out->normal = c.side.normal;
    if (!round)
    {
        imp2i_relative met = *rel;
        met.tx += motion.x * out->time;
        met.ty += motion.y * out->time;
        out->on_a = common_point(a, b, &met, out->normal, 0.25 * (double)IMPI_FLOAT_DOUBT * scale);
        return true;
    }
    if (c.corner)
    {
        imp2i_dvec w = c.along > 0.0 ? c.side.to : c.side.from;
        if (imp2i_is_point(a) && imp2i_is_point(b))
        {
            w = imp2i_dadd_scaled(imp2i_place_b(rel, b->x[0], b->y[0]), vertex(a, 0), -1.0);
        }
        w = imp2i_dadd_scaled(w, motion, out->time);
        double length = sqrt(imp2i_ddot(w, w));
        w = length > 0.0 ? w : imp2i_dadd_scaled(w, motion, -1.0);  // two points: from where it came
        length = sqrt(imp2i_ddot(w, w));
        out->normal.x = w.x / length;
        out->normal.y = w.y / length;
    }
    out->on_a = contact_of_walk(a, &c);
    return true;
}

static void take_active(void* context, const imp2i_walk_side* side)
{
    imp2i_active* active = (imp2i_active*)context;
    if (side->separation >= -active->tiny && active->count < IMP2I_ACTIVE_MAX)
    {
        const imp2i_axis axis = {(float)side->separation, side->side, side->support, side->on_b};
        active->normals[active->count] = side->normal;
        active->axes[active->count++] = axis;
    }
}

void imp2i_active_sides(const imp2_shape* a, const imp2_shape* b, const imp2i_relative* rel, double tiny,
                        imp2i_active* out)
{
    out->count = 0;
    out->tiny = tiny;
    imp2i_walk(a, b, rel, false, take_active, out);
    imp2i_walk(a, b, rel, true, take_active, out);
}

/// Whether shapes that touch move into each other: every side that holds them apart closes.
static bool approaching(const imp2_shape* a, const imp2_shape* b, const imp2i_relative* rel, imp2i_dvec motion,
                        imp2i_dvec normal_a, double scale)
{
    bool sharp = a->radius == 0.0f && b->radius == 0.0f;
    double slide = (sharp ? IMPI_DOUBLE_SLIDE : IMPI_FLOAT_SLIDE) * sqrt(imp2i_ddot(motion, motion));
    imp2i_active active;
    active.count = 1;
    active.normals[0] = normal_a;
    if (sharp)
    {
        imp2i_active_sides(a, b, rel, IMPI_DOUBLE_SLIDE * scale, &active);
    }
    bool closing = active.count > 0;  // two points that coincide hold nothing apart
    for (int32_t i = 0; i < active.count; ++i)
    {
        closing = closing && imp2i_ddot(active.normals[i], motion) < -slide;
    }
    return closing;
}

void imp2i_hit_of_gap(const imp2_shape* a, const imp2_pose* pose_a, const imp2i_gap* gap, int32_t kind, imp2_hit* out)
{
    double deep = kind == IMP_SWEEP_OVERLAP ? gap->distance : 0.0;
    double back = a->radius + 0.5 * deep;
    out->kind = kind;
    out->normal.x = (float)gap->normal.x;
    out->normal.y = (float)gap->normal.y;
    out->depth = (float)(0.0 - deep);
    out->point.x = (float)(pose_a->p.x + gap->on_a.x + gap->normal.x * back);
    out->point.y = (float)(pose_a->p.y + gap->on_a.y + gap->normal.y * back);
}

void imp2i_sweep(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b, const imp2_pose* pose_b,
                 imp2i_dvec motion, imp2_hit* out)
{
    bool sharp = a->radius == 0.0f && b->radius == 0.0f && a->count > 1 && b->count > 1;
    if (sharp && imp2i_both_small(a, b) && imp2i_quick_sweep(a, pose_a, b, pose_b, motion, out))
    {
        return;
    }
    const imp2_hit none = {.kind = IMP_SWEEP_NEVER};
    *out = none;
    imp2i_dpose da = imp2i_pose_a(pose_a), db = imp2i_pose_b(pose_a, pose_b);
    const imp2_shape* placed_b = b;
    imp2_shape dot;
    if (imp2i_is_point(b))
    {
        // However its place is spelled, in the shape or in the pose: a ray and a cast of a point take the same way.
        const imp2_shape at_origin = {.kind = b->kind, .count = 1, .radius = b->radius};
        dot = at_origin;
        double x = b->x[0], y = b->y[0];
        const imp2i_dpose moved = {1.0, 0.0, db.c * x - db.s * y + db.x, db.s * x + db.c * y + db.y};
        db = moved;
        b = &dot;
    }
    imp2i_relative rel = imp2i_relative_of(da, db);
    double off = da.c * da.c + da.s * da.s - 1.0, inverse = 1.0 - off + off * off;
    imp2i_dvec m = {(da.c * motion.x + da.s * motion.y) * inverse, (da.c * motion.y - da.s * motion.x) * inverse};
    float scale = imp2i_scale(a, da, b, db);
    imp2i_gap gap;
    imp2i_gap_estimate(a, da, b, db, 0.0f, &gap);
    imp2i_gap_decide(a, pose_a, placed_b, pose_b, scale, &gap);
    if (gap.relation > 0)
    {
        imp2i_hit_of_gap(a, pose_a, &gap, IMP_SWEEP_OVERLAP, out);
        return;
    }
    if (gap.relation == 0)
    {
        imp2i_dvec normal = {(da.c * gap.normal.x + da.s * gap.normal.y), (da.c * gap.normal.y - da.s * gap.normal.x)};
        out->kind = IMP_SWEEP_REST;
        if (approaching(a, b, &rel, m, normal, scale))
        {
            imp2i_hit_of_gap(a, pose_a, &gap, IMP_SWEEP_TOUCH, out);
        }
        return;
    }
    entry hit;
    if (!walk_entry(a, b, &rel, m, (double)scale + fabs(m.x) + fabs(m.y), &hit))
    {
        return;
    }
    imp2i_dvec n = imp2i_turn_out(da, 2.0 - rel.unit_a, hit.normal), p = imp2i_turn_out(da, 1.0, hit.on_a);
    out->kind = IMP_SWEEP_HIT;
    out->time = (float)hit.time;
    out->time = out->time < IMP_MAGNITUDE_MIN ? IMP_MAGNITUDE_MIN : out->time > 1.0f ? 1.0f : out->time;
    out->normal.x = (float)n.x;
    out->normal.y = (float)n.y;
    out->point.x = (float)(pose_a->p.x + p.x + n.x * a->radius);
    out->point.y = (float)(pose_a->p.y + p.y + n.y * a->radius);
}
