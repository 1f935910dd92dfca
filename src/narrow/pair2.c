// SPDX-License-Identifier: MIT
//
// The gap between two placed shapes.
//
// Two points: a square root. A point and a polygon: the point query of the shape room. Two polygons: the axis of
// greatest separation by the separating axis test; when the cores are apart, the nearest points lie on the side of that
// axis and on the side facing it. That holds because the separation along a direction, -support of the difference
// polygon, is concave over directions: between the normals of two neighbouring sides it has its greatest value in the
// normal cone of the vertex between them, so the best of all sides is next to the nearest feature.
//
// Small polygons are tested four sides at once against every vertex of the other; a merge of the two outlines needs
// fewer operations but its branches cost more. Large ones walk with rotating calipers.

#include "pair2.h"

#include "../math/tolerance.h"
#include "sides2.h"

#include <math.h>

void imp2i_axis_small(const imp2_shape* a, const imp2_shape* b, const imp2i_relative* rel, imp2i_sides* f,
                      imp2i_axis* out)
{
    if (a->count <= 4 && b->count <= 4)
    {
        imp2i_separate_groups(a, b, rel, f, 1);
    }
    else
    {
        imp2i_separate_groups(a, b, rel, f, 2);
    }
    imp2i_best_axis(a, b, f, f->groups, out);
}

void imp2i_support_small(const imp2_shape* a, const imp2_shape* b, const imp2i_sides* f, imp2i_axis* axis)
{
    int32_t i = axis->side, count = imp2i_side_count(axis->on_b ? a : b), best = 0;
    const float *x = axis->on_b ? a->x : f->bx, *y = axis->on_b ? a->y : f->by;
    float nx = axis->on_b ? f->bnx[i] : a->normal_x[i], ny = axis->on_b ? f->bny[i] : a->normal_y[i];
    float value = nx * x[0] + ny * y[0];
    for (int32_t k = 1; k < count; ++k)
    {
        float v = nx * x[k] + ny * y[k];
        best = v < value ? k : best;
        value = v < value ? v : value;
    }
    axis->support = best;
}

/// Direction of side i in its own frame; its normal is to the right. A segment's four sides run along it, across its
/// end, back, and across its start.
static imp2i_dvec side_direction(const imp2i_outline* o, int32_t count, int32_t i)
{
    int32_t from = count == 2 ? 0 : i, to = count == 2 ? 1 : i + 1 < count ? i + 1 : 0;
    imp2i_dvec e = {(double)o->x[to] - o->x[from], (double)o->y[to] - o->y[from]};
    imp2i_dvec left = {-e.y, e.x}, back = {-e.x, -e.y}, right = {e.y, -e.x};
    return count != 2 || i == 0 ? e : i == 1 ? left : i == 2 ? back : right;
}

/// Whether the vertex behind a side of direction d lies beyond the other shape's edge e. Both walks ask for the same
/// cross product, and of two parallel sides A's keeps the first vertex and B's takes the last: so the sides of the
/// difference join end to end, also where they are parallel. A segment has such an edge in both directions: the one
/// against d counts.
static bool advances(const imp2i_relative* rel, bool on_b, imp2i_dvec d, imp2i_dvec e)
{
    imp2i_dvec in_a = on_b ? e : d, in_b = imp2i_direction_in_a(rel, on_b ? d : e);
    double turn = imp2i_dcross(in_a, in_b), along = imp2i_ddot(in_a, in_b);
    turn = on_b ? -turn : turn;
    along = on_b ? -along : along;
    return turn > 0.0 || (turn >= 0.0 && along > 0.0);
}

static imp2i_dvec edge_from(const imp2i_outline* o, int32_t count, int32_t i)
{
    int32_t k = i + 1 < count ? i + 1 : 0;
    imp2i_dvec r = {(double)o->x[k] - o->x[i], (double)o->y[k] - o->y[i]};
    return r;
}

/// The vertex behind the first side.
static int32_t first_support(const imp2i_outline* o, int32_t count, const imp2i_relative* rel, bool on_b, imp2i_dvec d)
{
    imp2i_dvec right = {d.y, -d.x}, n = on_b ? imp2i_direction_in_a(rel, right) : imp2i_direction_in_b(rel, right);
    int32_t best = 0;
    double least = INFINITY;
    for (int32_t j = 0; j < count; ++j)
    {
        double value = n.x * o->x[j] + n.y * o->y[j];
        best = value < least ? j : best;
        least = value < least ? value : least;
    }
    for (int32_t step = 0; step < count; ++step)
    {
        int32_t before = best > 0 ? best - 1 : count - 1;
        if (advances(rel, on_b, d, edge_from(o, count, before)))
        {
            break;
        }
        best = before;
    }
    return best;
}

void imp2i_walk(const imp2_shape* a, const imp2_shape* b, const imp2i_relative* rel, bool on_b,
                void (*visit)(void* context, const imp2i_walk_side* side), void* context)
{
    const bool never = false;
    imp2i_walk_until(a, b, rel, on_b, &never, visit, context);
}

void imp2i_walk_until(const imp2_shape* a, const imp2_shape* b, const imp2i_relative* rel, bool on_b, const bool* stop,
                      void (*visit)(void* context, const imp2i_walk_side* side), void* context)
{
    const imp2_shape *owner = on_b ? b : a, *other = on_b ? a : b;
    imp2i_outline own = imp2i_outline_of(owner), opp = imp2i_outline_of(other);
    int32_t support = -1;
    for (int32_t i = 0; i < own.sides && !*stop; ++i)
    {
        int32_t next = i + 1 < own.sides ? i + 1 : 0;
        imp2i_dvec d = side_direction(&own, owner->count, i);
        support = support < 0 ? first_support(&opp, other->count, rel, on_b, d) : support;
        for (int32_t step = 0; step < other->count && other->count > 1; ++step)
        {
            if (!advances(rel, on_b, d, edge_from(&opp, other->count, support)))
            {
                break;
            }
            support = support + 1 < other->count ? support + 1 : 0;
        }
        double length = sqrt(d.x * d.x + d.y * d.y);
        imp2i_dvec n = {d.y / length, -d.x / length};
        imp2i_dvec from = {own.x[i], own.y[i]}, to = {own.x[next], own.y[next]}, tip = {opp.x[support], opp.y[support]};
        imp2i_walk_side side = {.side = i, .support = support, .on_b = on_b};
        if (on_b)
        {
            n = imp2i_direction_in_a(rel, n);
            from = imp2i_place_b(rel, own.x[i], own.y[i]);
            to = imp2i_place_b(rel, own.x[next], own.y[next]);
            side.normal.x = -n.x;
            side.normal.y = -n.y;
            side.from.x = from.x - tip.x;
            side.from.y = from.y - tip.y;
            side.to.x = to.x - tip.x;
            side.to.y = to.y - tip.y;
        }
        else
        {
            tip = imp2i_place_b(rel, opp.x[support], opp.y[support]);
            side.normal = n;
            side.from.x = tip.x - from.x;
            side.from.y = tip.y - from.y;
            side.to.x = tip.x - to.x;
            side.to.y = tip.y - to.y;
        }
        side.separation = side.normal.x * side.from.x + side.normal.y * side.from.y;
        visit(context, &side);
    }
}

typedef struct best_axis
{
    double separation, bias;
    imp2i_axis* axis;
    bool any;
} best_axis;

static void take_better(void* context, const imp2i_walk_side* side)
{
    best_axis* best = (best_axis*)context;
    if (!best->any || side->separation > best->separation + best->bias)
    {
        best->any = true;
        best->separation = side->separation;
        best->axis->separation = (float)side->separation;
        best->axis->side = side->side;
        best->axis->support = side->support;
        best->axis->on_b = side->on_b;
    }
}

void imp2i_axis_large(const imp2_shape* a, const imp2_shape* b, const imp2i_relative* rel, imp2i_axis* out)
{
    best_axis best = {.axis = out};
    imp2i_walk(a, b, rel, false, take_better, &best);
    best.bias = (double)IMPI_REFERENCE_BIAS * ((double)a->reach + b->reach);
    imp2i_walk(a, b, rel, true, take_better, &best);
}

/// The side of a shape that faces a direction most squarely away: next to the vertex that is farthest back.
static int32_t incident_side(const imp2_shape* shape, const imp2i_outline* o, int32_t support, imp2i_dvec direction)
{
    int32_t first = support > 0 ? support - 1 : o->sides - 1, count = 2;
    if (shape->count == 2)
    {
        first = 0;
        count = 4;
    }
    int32_t best = first;
    double least = INFINITY;
    for (int32_t k = 0; k < count; ++k)
    {
        int32_t i = first + k < o->sides ? first + k : first + k - o->sides;
        double value = o->normal_x[i] * direction.x + o->normal_y[i] * direction.y;
        best = value < least ? i : best;
        least = value < least ? value : least;
    }
    return best;
}

void imp2i_face(const imp2_shape* a, const imp2_shape* b, const imp2i_relative* rel, imp2i_gap* gap)
{
    bool on_b = gap->axis.on_b;
    const imp2_shape *ref = on_b ? b : a, *inc = on_b ? a : b;
    imp2i_outline ro = imp2i_outline_of(ref), io = imp2i_outline_of(inc);
    int32_t i = gap->axis.side;
    imp2i_dvec n = {ro.normal_x[i], ro.normal_y[i]};
    int32_t j =
        incident_side(inc, &io, gap->axis.support, on_b ? imp2i_direction_in_a(rel, n) : imp2i_direction_in_b(rel, n));
    int32_t ri = i, ij = j;
    for (int k = 0; k < 2; ++k)
    {
        imp2i_dvec p = {ro.x[ri], ro.y[ri]}, q = {io.x[ij], io.y[ij]};
        gap->reference_ends[k] = on_b ? imp2i_place_b(rel, ro.x[ri], ro.y[ri]) : p;
        gap->incident_ends[k] = on_b ? q : imp2i_place_b(rel, io.x[ij], io.y[ij]);
        ri = i + 1 < ro.sides ? i + 1 : 0;
        ij = j + 1 < io.sides ? j + 1 : 0;
    }
    gap->incident = j;
    gap->reference_normal = on_b ? imp2i_direction_in_a(rel, n) : n;
    gap->unit_a = rel->unit_a;
}

/// One end of a possible shortest connection: vertex p against the edge from e0 to e1.
typedef struct candidate
{
    double square;
    imp2i_dvec p, on_edge;
    double t;
    bool beyond;  // p is beside the edge, not in front of it; exactly in front of its end is in front
} candidate;

static candidate try_vertex(imp2i_dvec p, imp2i_dvec e0, imp2i_dvec e1)
{
    double ex = e1.x - e0.x, ey = e1.y - e0.y, length = ex * ex + ey * ey;
    double t = (p.x - e0.x) * ex + (p.y - e0.y) * ey;
    bool beyond = t < -0x1p-46 * length || t > (1.0 + 0x1p-46) * length || length <= 0.0;
    t = t <= 0.0 || length <= 0.0 ? 0.0 : t >= length ? 1.0 : t / length;
    candidate c = {0.0, p, e1, t, beyond};
    if (t < 1.0)
    {
        c.on_edge.x = e0.x + t * ex;
        c.on_edge.y = e0.y + t * ey;
    }
    double x = c.p.x - c.on_edge.x, y = c.p.y - c.on_edge.y;
    c.square = x * x + y * y;
    return c;
}

/// The shortest connection between the two facing sides, in A's frame.
static float nearest_on_sides(const imp2_shape* a, const imp2_shape* b, imp2i_gap* out)
{
    const imp2i_dvec *r = out->reference_ends, *s = out->incident_ends;
    bool on_b = out->axis.on_b;
    int32_t i = out->axis.side, j = out->incident;
    const int32_t place_r[2] = {i, i + 1 < imp2i_side_count(on_b ? b : a) ? i + 1 : 0};
    const int32_t place_s[2] = {j, j + 1 < imp2i_side_count(on_b ? a : b) ? j + 1 : 0};
    candidate best = try_vertex(s[0], r[0], r[1]);
    int from = 0;  // 0, 1: that end of the incident side; 2, 3: that end of the reference side
    for (int k = 1; k < 4; ++k)
    {
        candidate c = k < 2 ? try_vertex(s[k], r[0], r[1]) : try_vertex(r[k - 2], s[0], s[1]);
        from = c.square < best.square ? k : from;
        best = c.square < best.square ? c : best;
    }
    bool vertex_of_s = from < 2;
    out->corners = best.beyond;
    // p is a vertex of the incident shape when vertex_of_s, else of the reference; the reference is A unless on_b.
    bool p_on_b = vertex_of_s != on_b;
    out->on_b = p_on_b ? best.p : best.on_edge;
    out->on_a = p_on_b ? best.on_edge : best.p;
    int32_t vertex = vertex_of_s ? place_s[from] : place_r[from - 2];
    const int32_t* edge = vertex_of_s ? place_r : place_s;
    int32_t other = out->corners ? edge[best.t > 0.0] : edge[0];
    out->place_a = p_on_b ? other : vertex;
    out->place_b = p_on_b ? vertex : other;
    out->side_a = p_on_b && !out->corners;
    out->side_b = !p_on_b && !out->corners;
    double x = out->on_b.x - out->on_a.x, y = out->on_b.y - out->on_a.y;
    double d = sqrt(best.square);
    out->normal.x = x / d;
    out->normal.y = y / d;
    return (float)d;
}

/// Whether no vertices come nearer to each other along the gap's normal than the distance, give or take a little. They
/// do when sides are so nearly parallel that floats have named the wrong ones.
static bool is_nearest(const imp2_shape* a, const imp2_shape* b, const imp2i_relative* rel, const imp2i_gap* gap,
                       double distance, double little)
{
    imp2i_outline oa = imp2i_outline_of(a), ob = imp2i_outline_of(b);
    imp2i_dvec n = gap->normal;
    double nx = n.x * rel->c + n.y * rel->s, ny = n.y * rel->c - n.x * rel->s;  // in B's frame, and its size
    double most = -INFINITY, least = INFINITY;
    for (int32_t i = 0; i < a->count; ++i)
    {
        double value = n.x * oa.x[i] + n.y * oa.y[i];
        most = value > most ? value : most;
    }
    for (int32_t i = 0; i < b->count; ++i)
    {
        double value = nx * ob.x[i] + ny * ob.y[i];
        least = value < least ? value : least;
    }
    return least + n.x * rel->tx + n.y * rel->ty - most >= distance - little;
}

/// What walks in doubles find: the best axis, and the nearest point of the difference to the origin.
typedef struct survey
{
    double separation, bias, square, along;
    imp2i_walk_side axis, nearest;
} survey;

static void survey_side(void* context, const imp2i_walk_side* side)
{
    survey* s = (survey*)context;
    double bias = side->on_b && !s->axis.on_b ? s->bias : 0.0;
    if (side->separation > s->separation + bias)
    {
        s->separation = side->separation;
        s->axis = *side;
    }
    const imp2i_dvec origin = {0.0, 0.0};
    candidate c = try_vertex(origin, side->from, side->to);
    // Sides that turn their back are as near when nothing is between them and the front.
    if (side->separation > 0.0 && c.square < s->square)
    {
        s->square = c.square;
        s->along = c.t;
        s->nearest = *side;
    }
}

/// The nearest points that the survey has found, the cores being apart.
static float nearest_of_survey(const imp2_shape* a, const imp2_shape* b, const imp2i_relative* rel, const survey* s,
                               imp2i_gap* out)
{
    const imp2i_walk_side* side = &s->nearest;
    bool on_b = side->on_b;
    imp2i_outline own = imp2i_outline_of(on_b ? b : a), opp = imp2i_outline_of(on_b ? a : b);
    int32_t i = side->side, k = i + 1 < own.sides ? i + 1 : 0;
    imp2i_dvec tip = {opp.x[side->support], opp.y[side->support]};
    imp2i_dvec from = {own.x[i], own.y[i]}, to = {own.x[k], own.y[k]};
    tip = on_b ? tip : imp2i_place_b(rel, opp.x[side->support], opp.y[side->support]);
    from = on_b ? imp2i_place_b(rel, own.x[i], own.y[i]) : from;
    to = on_b ? imp2i_place_b(rel, own.x[k], own.y[k]) : to;
    imp2i_dvec foot = {from.x + s->along * (to.x - from.x), from.y + s->along * (to.y - from.y)};
    out->corners = s->along <= 0.0 || s->along >= 1.0;
    out->on_a = on_b ? tip : foot;
    out->on_b = on_b ? foot : tip;
    int32_t place = out->corners && s->along > 0.0 ? k : i;
    out->place_a = on_b ? side->support : place;
    out->place_b = on_b ? place : side->support;
    out->side_a = !on_b && !out->corners;
    out->side_b = on_b && !out->corners;
    // Not from on_a to on_b: far out, these have lost what is between them.
    imp2i_dvec w = s->along > 0.0 ? side->to : side->from;
    double d = sqrt(s->square);
    out->normal.x = out->corners ? w.x / d : side->normal.x;
    out->normal.y = out->corners ? w.y / d : side->normal.y;
    return (float)d;
}

/// Cores that overlap, or touch: the axis gives the direction, the deepest point of the common stretch of the facing
/// sides the place. False when they have no stretch in common, or are not as deep as the axis: then floats have named
/// the wrong sides.
static bool deepest_on_sides(imp2i_gap* out, double little)
{
    const imp2i_dvec *r = out->reference_ends, *s = out->incident_ends;
    imp2i_dvec n = out->reference_normal, along = {-n.y, n.x};
    double length = along.x * (r[1].x - r[0].x) + along.y * (r[1].y - r[0].y);
    double at[2], depth[2];
    for (int k = 0; k < 2; ++k)
    {
        double x = s[k].x - r[0].x, y = s[k].y - r[0].y;
        at[k] = along.x * x + along.y * y;
        depth[k] = n.x * x + n.y * y;
    }
    // The incident side runs against the reference: end 1 comes first. Clamp its deeper end to the reference side.
    int deeper = depth[1] < depth[0];
    double place = at[deeper] < 0.0 ? 0.0 : at[deeper] > length ? length : at[deeper];
    bool moved = place < at[deeper] || place > at[deeper];
    double span = at[0] - at[1];
    double t = moved && span > 0.0 ? (place - at[1]) / span : deeper ? 0.0 : 1.0;
    bool common = t >= -0x1p-20 && t <= 1.0 + 0x1p-20;
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    imp2i_dvec q = {s[1].x + t * (s[0].x - s[1].x), s[1].y + t * (s[0].y - s[1].y)};
    double separation = n.x * (q.x - r[0].x) + n.y * (q.y - r[0].y);
    imp2i_dvec foot = {q.x - n.x * separation, q.y - n.y * separation};
    bool on_b = out->axis.on_b;
    out->corners = false;
    out->on_a = on_b ? q : foot;
    out->on_b = on_b ? foot : q;
    out->place_a = on_b ? out->axis.support : out->axis.side;
    out->place_b = on_b ? out->axis.side : out->axis.support;
    out->side_a = !on_b;
    out->side_b = on_b;
    out->normal.x = on_b ? -n.x : n.x;
    out->normal.y = on_b ? -n.y : n.y;
    return common && fabs(separation - (double)out->axis.separation) <= little;
}

/// The slow and sure way, for what floats cannot tell. Returns the distance of the cores, or their separation.
static float nearest_by_survey(const imp2_shape* a, const imp2_shape* b, const imp2i_relative* rel, double scale,
                               imp2i_gap* out)
{
    survey s = {.separation = -INFINITY, .bias = IMPI_DOUBLE_DOUBT * scale, .square = INFINITY};
    imp2i_walk(a, b, rel, false, survey_side, &s);
    imp2i_walk(a, b, rel, true, survey_side, &s);
    const imp2i_axis axis = {(float)s.separation, s.axis.side, s.axis.support, s.axis.on_b};
    out->axis = axis;
    imp2i_face(a, b, rel, out);
    if (s.separation > IMPI_DOUBLE_DOUBT * scale)
    {
        return nearest_of_survey(a, b, rel, &s, out);
    }
    deepest_on_sides(out, 0.0);
    return (float)s.separation;
}

/// From A's frame to the world; separation is that of the cores.
static void put_gap_out(const imp2_shape* a, imp2i_dpose pose_a, const imp2_shape* b, const imp2i_relative* rel,
                        float separation, imp2i_gap* out)
{
    out->distance = separation * (float)rel->unit_a - (a->radius + b->radius);
    double inverse_length = 2.0 - rel->unit_a;
    out->normal = imp2i_turn_out(pose_a, inverse_length, out->normal);
    out->on_a = imp2i_turn_out(pose_a, 1.0, out->on_a);
    out->on_b = imp2i_turn_out(pose_a, 1.0, out->on_b);
    out->on_a.x += pose_a.x;
    out->on_a.y += pose_a.y;
    out->on_b.x += pose_a.x;
    out->on_b.y += pose_a.y;
}

void imp2i_gap_from_axis(const imp2_shape* a, imp2i_dpose pose_a, const imp2_shape* b, const imp2i_relative* rel,
                         const imp2i_sides* sides, float doubt, imp2i_gap* out)
{
    if (imp2i_both_small(a, b))
    {
        imp2i_support_small(a, b, sides, &out->axis);
    }
    imp2i_face(a, b, rel, out);
    float separation = out->axis.separation;
    double little = 0.25 * (double)doubt;
    bool settled = separation < -doubt && deepest_on_sides(out, little);
    if (separation > doubt)
    {
        separation = nearest_on_sides(a, b, out);
        settled = is_nearest(a, b, rel, out, separation, little);
    }
    if (!settled)
    {
        separation = nearest_by_survey(a, b, rel, (double)doubt / (double)IMPI_FLOAT_DOUBT, out);
    }
    put_gap_out(a, pose_a, b, rel, separation, out);
}

/// The same for a point core and a side of the other.
static void point_along(const imp2_shape* a, const imp2_shape* b, const imp2i_relative* rel, imp2i_gap* out)
{
    bool on_b = out->axis.on_b;
    imp2i_outline o = imp2i_outline_of(on_b ? b : a);
    int32_t i = out->axis.side;
    imp2i_dvec own = {o.normal_x[i], o.normal_y[i]}, n = on_b ? imp2i_direction_in_a(rel, own) : own,
               on_side = {o.x[i], o.y[i]};
    imp2i_dvec tip = {a->x[0], a->y[0]};
    on_side = on_b ? imp2i_place_b(rel, o.x[i], o.y[i]) : on_side;
    tip = on_b ? tip : imp2i_place_b(rel, b->x[0], b->y[0]);
    imp2i_dvec foot = imp2i_dadd_scaled(tip, n, -imp2i_ddot(n, imp2i_dsub(tip, on_side)));
    out->normal = on_b ? imp2i_dnegate(n) : n;
    out->on_a = on_b ? tip : foot;
    out->on_b = on_b ? foot : tip;
    out->place_a = on_b ? 0 : i;
    out->place_b = on_b ? i : 0;
    out->side_a = !on_b;
    out->side_b = on_b;
    out->corners = false;
}

void imp2i_gap_along(const imp2_shape* a, imp2i_dpose pose_a, const imp2_shape* b, const imp2i_relative* rel,
                     imp2i_gap* out)
{
    if (imp2i_is_point(a) || imp2i_is_point(b))
    {
        point_along(a, b, rel, out);
    }
    else
    {
        imp2i_face(a, b, rel, out);
        deepest_on_sides(out, 0.0);
    }
    put_gap_out(a, pose_a, b, rel, out->axis.separation, out);
}

float imp2i_axis_of(const imp2_shape* a, const imp2_shape* b, const imp2i_relative* rel, imp2i_sides* sides,
                    imp2i_axis* out)
{
    if (imp2i_both_small(a, b))
    {
        imp2i_axis_small(a, b, rel, sides, out);
    }
    else
    {
        imp2i_axis_large(a, b, rel, out);
    }
    return out->separation * (float)rel->unit_a - (a->radius + b->radius);
}

float imp2i_axis_between(const imp2_shape* a, imp2i_dpose pose_a, const imp2_shape* b, imp2i_dpose pose_b,
                         imp2i_relative* rel, imp2i_sides* sides, imp2i_axis* out)
{
    *rel = imp2i_relative_of(pose_a, pose_b);
    return imp2i_axis_of(a, b, rel, sides, out);
}

/// A polygon and a point core; polygon_is_a says which of the two the polygon is.
static void point_gap(const imp2_shape* polygon, imp2i_dpose pose, const imp2_shape* dot, imp2i_dpose dot_pose,
                      bool polygon_is_a, imp2i_gap* out)
{
    double off = pose.c * pose.c + pose.s * pose.s - 1.0;
    double inverse = 1.0 - off + off * off, unit = 1.0 + 0.5 * off;
    double cx = dot->x[0], cy = dot->y[0];
    double wx = dot_pose.c * cx - dot_pose.s * cy + (dot_pose.x - pose.x);
    double wy = dot_pose.s * cx + dot_pose.c * cy + (dot_pose.y - pose.y);
    imp2i_dvec local = {(pose.c * wx + pose.s * wy) * inverse, (pose.c * wy - pose.s * wx) * inverse};
    imp2i_point_gap query;
    imp2i_point_query(polygon, local, &query);
    // The query has taken the radius off in the polygon's frame; put the lengths right first.
    double core = (query.separation + polygon->radius) * unit;
    out->distance = (float)(core - polygon->radius - dot->radius);
    imp2i_dvec n = imp2i_turn_out(pose, 2.0 - unit, query.normal), on_core = imp2i_turn_out(pose, 1.0, query.on_core);
    on_core.x += pose.x;
    on_core.y += pose.y;
    imp2i_dvec center = {wx + pose.x, wy + pose.y};
    imp2i_dvec flipped = {-n.x, -n.y};
    out->normal = polygon_is_a ? n : flipped;
    out->on_a = polygon_is_a ? on_core : center;
    out->on_b = polygon_is_a ? center : on_core;
    out->place_a = polygon_is_a ? query.place : 0;
    out->place_b = polygon_is_a ? 0 : query.place;
    out->corners = query.at_vertex;
    out->side_a = polygon_is_a && !query.at_vertex;
    out->side_b = !polygon_is_a && !query.at_vertex;
}

/// Two point cores.
static void points_gap(const imp2_shape* a, imp2i_dpose pose_a, const imp2_shape* b, imp2i_dpose pose_b, imp2i_gap* out)
{
    double ax = a->x[0], ay = a->y[0], bx = b->x[0], by = b->y[0];
    out->on_a.x = pose_a.c * ax - pose_a.s * ay + pose_a.x;
    out->on_a.y = pose_a.s * ax + pose_a.c * ay + pose_a.y;
    out->on_b.x = pose_b.c * bx - pose_b.s * by + pose_b.x;
    out->on_b.y = pose_b.s * bx + pose_b.c * by + pose_b.y;
    double x = out->on_b.x - out->on_a.x, y = out->on_b.y - out->on_a.y;
    double d = sqrt(x * x + y * y);
    out->distance = (float)(d - ((double)a->radius + b->radius));
    out->normal.x = d > 0.0 ? x / d : 0.0;
    out->normal.y = d > 0.0 ? y / d : 1.0;
    out->place_a = 0;
    out->place_b = 0;
    out->side_a = false;
    out->side_b = false;
    out->corners = true;
}

void imp2i_gap_estimate(const imp2_shape* a, imp2i_dpose pose_a, const imp2_shape* b, imp2i_dpose pose_b, float far,
                        imp2i_gap* out)
{
    if (!imp2i_is_point(a) && !imp2i_is_point(b))
    {
        float doubt = IMPI_FLOAT_DOUBT * imp2i_scale(a, pose_a, b, pose_b);
        imp2i_relative rel;
        imp2i_sides sides;
        out->distance = imp2i_axis_between(a, pose_a, b, pose_b, &rel, &sides, &out->axis);
        if (!(out->distance > far + doubt))  // a shape that was tampered with may have no distance: filled in, too
        {
            imp2i_gap_from_axis(a, pose_a, b, &rel, &sides, doubt, out);
        }
    }
    else if (!imp2i_is_point(a))
    {
        point_gap(a, pose_a, b, pose_b, true, out);
    }
    else if (!imp2i_is_point(b))
    {
        point_gap(b, pose_b, a, pose_a, false, out);
    }
    else
    {
        points_gap(a, pose_a, b, pose_b, out);
    }
}

void imp2i_gap_decide(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b, const imp2_pose* pose_b,
                      float scale, imp2i_gap* gap)
{
    float d = gap->distance, doubt = IMPI_FLOAT_DOUBT * scale, tiny = IMPI_TINY * scale;
    gap->relation = d > 0.0f ? -1 : 1;
    if (d <= doubt && d >= -doubt)
    {
        gap->relation = imp2i_relation(a, pose_a, b, pose_b);
        gap->distance = gap->relation < 0 ? (d > tiny ? d : tiny) : gap->relation == 0 ? 0.0f : (d < -tiny ? d : -tiny);
    }
}

void imp2i_gap_of(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b, const imp2_pose* pose_b, float far,
                  imp2i_gap* out)
{
    imp2i_dpose da = imp2i_pose_a(pose_a), db = imp2i_pose_b(pose_a, pose_b);
    imp2i_gap_estimate(a, da, b, db, far, out);
    imp2i_gap_decide(a, pose_a, b, pose_b, imp2i_scale(a, da, b, db), out);
}
