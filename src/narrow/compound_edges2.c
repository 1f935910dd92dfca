// SPDX-License-Identifier: MIT
//
// Internal edges of compounds: whether a normal of two parts is one of the whole.
//
// A pair of parts ignores their neighbours. A box that stands on two flush parts of a floor, and covers little of one
// of them, has its least penetration of that one sideways, which would push it into the neighbour: a ghost collision.
// So a normal n counts only if it is open: where the two parts overlap along n, no other part of A continues beyond
// part i along n, and no other part of B beyond part j against it. That holds for sides and corners, for depths, gaps
// and hits.
//
//      B |      |                          B's corner on the joint p: to the left it would run into A0
//     ---+--p---+---        A0 | A1
//       A0  | A1
//
// If the two overlap along a stretch, one open point of it is enough. If they overlap at a point, a neighbour that
// continues from it may not block: a wall does not, beside a corner that slides down along it. That is the loose sense.
// In the strict sense the point is closed: other normals are better, and of two that are apart, it is not the nearest
// point of the whole.
//
// Rejected: internal edges known from the decomposition. They do not help at corners, which belong to no edge, nor at
// the joints of a chain.

#include "compound_pair2.h"
#include "quick2.h"

#include <math.h>

/// Largest turn between collinear edges, by rounding to floats.
#define STRAIGHT 0x1p-20

/// Largest sine of the angle between a normal and that of its side.
#define LEVEL 0x1p-12

/// Steps of the search for an open point of a side near a contact.
#define FACE_STEPS 8

static imp2i_dvec left_of(imp2i_dvec n)
{
    imp2i_dvec r = {-n.y, n.x};
    return r;
}

static imp2i_dvec vertex_in_a(const imp2i_compound_pair* c, bool of_b, const imp2i_outline* o, int32_t k)
{
    imp2i_dvec v = {o->x[k], o->y[k]};
    return of_b ? imp2i_place_b(&c->rel, o->x[k], o->y[k]) : v;
}

/// Position of a vertex along n, and across n, to the left.
static imp2i_dvec place_along(const imp2i_compound_pair* c, bool of_b, const imp2i_outline* o, int32_t k, imp2i_dvec n)
{
    imp2i_dvec v = vertex_in_a(c, of_b, o, k);
    imp2i_dvec r = {imp2i_ddot(n, v), imp2i_ddot(left_of(n), v)};
    return r;
}

/// Support of a shape along n, and the extent across n, to the left, of its face there. A tilt below STRAIGHT is none.
static double find_top(const imp2i_compound_pair* c, bool of_b, const imp2_shape* s, imp2i_dvec n, double extent[2])
{
    imp2i_outline o = imp2i_outline_of(s);
    double top = -INFINITY, least = INFINITY, most = -INFINITY;
    for (int32_t k = 0; k < s->count; ++k)
    {
        imp2i_dvec p = place_along(c, of_b, &o, k, n);
        top = p.x > top ? p.x : top;
        least = p.y < least ? p.y : least;
        most = p.y > most ? p.y : most;
    }
    double little = STRAIGHT * (most - least) + IMPI_SEAM * c->scale;
    extent[0] = INFINITY;
    extent[1] = -INFINITY;
    for (int32_t k = 0; k < s->count; ++k)
    {
        imp2i_dvec p = place_along(c, of_b, &o, k, n);
        if (p.x >= top - little)
        {
            extent[0] = p.y < extent[0] ? p.y : extent[0];
            extent[1] = p.y > extent[1] ? p.y : extent[1];
        }
    }
    return top;
}

imp2i_face_overlap imp2i_overlap_faces(const imp2i_compound_pair* c, int32_t i, int32_t j, imp2i_dvec n)
{
    double of_a[2], of_b[2];
    imp2i_face_overlap m;
    m.height_a = find_top(c, false, &c->a->parts[i], n, of_a);
    m.height_b = -find_top(c, true, &c->b->parts[j], imp2i_dnegate(n), of_b);
    // B is seen from the other side.
    double low_b = -of_b[1], high_b = -of_b[0];
    m.low = m.low_b = of_a[0] > low_b ? of_a[0] : low_b;
    m.high = m.high_b = of_a[1] < high_b ? of_a[1] : high_b;
    if (m.low > m.high)
    {
        // Beside each other: the nearest ends.
        bool b_left = of_a[1] < low_b;
        m.low = m.high = b_left ? of_a[1] : of_a[0];
        m.low_b = m.high_b = b_left ? low_b : high_b;
    }
    return m;
}

/// View of one of the two compounds: a line on its part's boundary, in its own frame.
typedef struct edge_view
{
    const imp2_compound* compound;
    int32_t part;
    imp2i_dvec at, along, beyond;  // the line, and the normal out of the part
    double tiny;                   // rounding of a point
    const imp2i_nearby* nearby;    // of its compound, or null
} edge_view;

static edge_view view_of(const imp2i_compound_pair* c, bool of_b, int32_t part, imp2i_dvec n, double height, double at)
{
    imp2i_dvec left = left_of(n), p = {n.x * height + left.x * at, n.y * height + left.y * at};
    edge_view v = {of_b ? c->b : c->a, part, p, left, n, IMPI_SEAM * c->scale, NULL};
    v.nearby = c->nearby && c->nearby->of_b == of_b ? c->nearby : NULL;
    if (of_b)
    {
        const imp2i_relative* r = &c->rel;
        double size = 1.0 / (r->c * r->c + r->s * r->s), x = p.x - r->tx, y = p.y - r->ty;
        v.at.x = (r->c * x + r->s * y) * size;
        v.at.y = (r->c * y - r->s * x) * size;
        v.along = imp2i_direction_in_b(r, left);
        v.beyond = imp2i_dnegate(imp2i_direction_in_b(r, n));
    }
    return v;
}

/// The next part, except the view's own, near the line between two places.
static int32_t next_neighbour(const edge_view* v, double from, double to, int32_t k)
{
    imp2i_dvec p = imp2i_dadd_scaled(v->at, v->along, from), q = imp2i_dadd_scaled(v->at, v->along, to);
    double t = v->tiny;
    imp2i_dbox box = {(p.x < q.x ? p.x : q.x) - t, (p.y < q.y ? p.y : q.y) - t, (p.x > q.x ? p.x : q.x) + t,
                      (p.y > q.y ? p.y : q.y) + t};
    k = imp2i_nearby_next(v->nearby, v->compound, &box, k);
    return k == v->part ? imp2i_nearby_next(v->nearby, v->compound, &box, k + 1) : k;
}

/// Clips an interval of the line to where h + rate s is at most near.
static void cut(double h, double rate, double near, double interval[2])
{
    if (fabs(rate) < STRAIGHT)
    {
        interval[1] = h > near ? -INFINITY : interval[1];
        return;
    }
    double s = (near - h) / rate;
    interval[0] = rate < 0.0 && s > interval[0] ? s : interval[0];
    interval[1] = rate > 0.0 && s < interval[1] ? s : interval[1];
}

/// The interval of the line in a part.
static void line_in_part(const edge_view* v, const imp2_shape* part, double interval[2])
{
    imp2i_outline o = imp2i_outline_of(part);
    double length = 0.0;
    interval[0] = -INFINITY;
    interval[1] = INFINITY;
    for (int32_t k = 0; k < o.sides; ++k)
    {
        int32_t next = k + 1 < o.sides ? k + 1 : 0;
        imp2i_dvec p = {o.x[k], o.y[k]}, e = {(double)o.x[next] - o.x[k], (double)o.y[next] - o.y[k]};
        if (part->count == 2 && (k & 1))
        {
            // Across an end of a segment.
            int32_t other = k == 1 ? 0 : 1;
            e.x = (double)o.y[other] - p.y;
            e.y = p.x - (double)o.x[other];
        }
        length = k == 0 || part->count > 2 ? sqrt(imp2i_ddot(e, e)) : length;
        imp2i_dvec out = {e.y / length, -e.x / length};
        cut(imp2i_ddot(out, imp2i_dsub(v->at, p)), imp2i_ddot(out, v->along), v->tiny, interval);
    }
}

/// Whether the start of the line is in a part. Most neighbours of a segment end there.
static bool is_place_in_part(const edge_view* v, const imp2_shape* part)
{
    for (int32_t k = 0; k < 2 && part->count == 2; ++k)
    {
        if (fabs(part->x[k] - v->at.x) + fabs(part->y[k] - v->at.y) <= 0.5 * v->tiny)
        {
            return true;
        }
    }
    double interval[2];
    line_in_part(v, part, interval);
    return !(interval[0] > v->tiny || interval[1] < -v->tiny);
}

/// Whether a part at the line reaches beyond it.
static bool reaches_beyond(const edge_view* v, const imp2_shape* part)
{
    imp2i_outline o = imp2i_outline_of(part);
    for (int32_t k = 0; k < part->count; ++k)
    {
        imp2i_dvec w = {o.x[k] - v->at.x, o.y[k] - v->at.y};
        double height = imp2i_ddot(v->beyond, w);
        if (height > v->tiny && height > STRAIGHT * fabs(imp2i_ddot(v->along, w)))
        {
            return true;
        }
    }
    return false;
}

/// How far neighbours continue beyond the line without a break, from a place of it on; the place itself for none.
static double closed_until(const edge_view* v, double from, double to)
{
    double until = from;
    for (int32_t k = 0; (k = next_neighbour(v, from, to, k)) < v->compound->part_count; ++k)
    {
        const imp2_shape* part = &v->compound->parts[k];
        double interval[2];
        line_in_part(v, part, interval);
        if (interval[0] <= from + v->tiny && interval[1] > until && reaches_beyond(v, part))
        {
            until = interval[1];
        }
    }
    return until;
}

/// Cone of a part at a point of its boundary, from right to left.
typedef struct cone
{
    imp2i_dvec right, left;
    bool none;
} cone;

static double quasi_angle(imp2i_dvec d, imp2i_dvec middle)
{
    double along = imp2i_ddot(middle, d), across = imp2i_dcross(middle, d),
           size = sqrt(along * along + across * across);
    return across < 0.0 ? along / size - 1.0 : 1.0 - along / size;
}

static cone cone_of(const imp2_shape* part, imp2i_dvec at, double tiny)
{
    imp2i_outline o = imp2i_outline_of(part);
    imp2i_dvec middle = {0.0, 0.0};
    for (int32_t k = 0; k < part->count; ++k)
    {
        middle.x += o.x[k] - at.x;
        middle.y += o.y[k] - at.y;
    }
    cone r = {middle, middle, true};
    if (part->count == 2)
    {
        // At an end one direction, in the middle two that are opposite.
        for (int32_t k = 0; k < 2; ++k)
        {
            imp2i_dvec d = {o.x[k] - at.x, o.y[k] - at.y};
            if (fabs(d.x) + fabs(d.y) > 4.0 * tiny)
            {
                r.left = d;
                r.right = r.none ? d : r.right;
                r.none = false;
            }
        }
        return r;
    }
    double least = INFINITY, most = -INFINITY;
    for (int32_t k = 0; k < part->count; ++k)
    {
        imp2i_dvec d = {o.x[k] - at.x, o.y[k] - at.y};
        if (fabs(d.x) + fabs(d.y) <= 4.0 * tiny)
        {
            continue;
        }
        double angle = quasi_angle(d, middle);
        r.right = angle < least ? d : r.right;
        least = angle < least ? angle : least;
        r.left = angle > most ? d : r.left;
        most = angle > most ? angle : most;
        r.none = false;
    }
    return r;
}

/// Whether a line through the apex separates two cones: one along an edge of them suffices.
static bool cones_apart(const cone* a, const cone* b)
{
    const imp2i_dvec edges[4] = {a->right, a->left, b->right, b->left};
    for (int k = 0; k < 8; ++k)
    {
        imp2i_dvec m = left_of(edges[k / 2]);
        m = k & 1 ? imp2i_dnegate(m) : m;
        double size = fabs(m.x) + fabs(m.y);
        bool apart = true;
        for (int e = 0; e < 4 && apart; ++e)
        {
            double height = imp2i_ddot(m, edges[e]), doubt = size * (STRAIGHT * (fabs(edges[e].x) + fabs(edges[e].y)));
            apart = e < 2 ? height <= doubt : height >= -doubt;
        }
        if (apart)
        {
            return true;
        }
    }
    return false;
}

/// Two parts that touch along a normal.
typedef struct touching_parts
{
    const imp2i_compound_pair* pair;
    int32_t i, j;
    imp2i_dvec normal;
    imp2i_face_overlap overlap;
} touching_parts;

static edge_view view_of_touching(const touching_parts* m, bool of_b)
{
    const imp2i_face_overlap* at = &m->overlap;
    return of_b ? view_of(m->pair, true, m->j, m->normal, at->height_b, at->low_b)
                : view_of(m->pair, false, m->i, m->normal, at->height_a, at->low);
}

/// Cone of A, or of B, at the contact, in the other one's frame.
static cone cone_across(const touching_parts* m, bool of_b)
{
    const imp2i_compound_pair* c = m->pair;
    edge_view v = view_of_touching(m, of_b);
    const imp2_shape* part = &v.compound->parts[v.part];
    cone r = cone_of(part, v.at, v.tiny);
    r.none = r.none || part->radius > 0.0f;  // a round corner covers its whole half-plane
    r.right = of_b ? imp2i_direction_in_a(&c->rel, r.right) : imp2i_direction_in_b(&c->rel, r.right);
    r.left = of_b ? imp2i_direction_in_a(&c->rel, r.left) : imp2i_direction_in_b(&c->rel, r.left);
    return r;
}

/// Openness at a contact point, by the neighbours of A, or of B.
static int point_openness(const touching_parts* m, bool of_b)
{
    edge_view v = view_of_touching(m, of_b);
    int open = IMP2I_OPEN;
    cone other = {.none = true};
    for (int32_t k = 0; (k = next_neighbour(&v, 0.0, 0.0, k)) < v.compound->part_count; ++k)
    {
        const imp2_shape* part = &v.compound->parts[k];
        if (!is_place_in_part(&v, part) || !reaches_beyond(&v, part))
        {
            continue;
        }
        cone own = cone_of(part, v.at, v.tiny);
        if (own.none)
        {
            continue;
        }
        other = open == IMP2I_OPEN ? cone_across(m, !of_b) : other;
        open = IMP2I_LOOSELY_OPEN;
        if (other.none || !cones_apart(&own, &other))
        {
            return IMP2I_CLOSED;
        }
    }
    return open;
}

/// Class of a direction for a part: 1 for the normal of a side on the outline, -1 for that of an internal edge, else 0.
static int side_along(const imp2_compound* c, int32_t part, imp2i_dvec n)
{
    imp2i_outline o = imp2i_outline_of(&c->parts[part]);
    int said = 0;
    for (int32_t k = 0; k < o.sides && said < 1; ++k)
    {
        imp2i_dvec m = {o.normal_x[k], o.normal_y[k]};
        if (fabs(imp2i_dcross(m, n)) <= STRAIGHT && imp2i_ddot(m, n) > 0.0)
        {
            said = imp2i_is_outer_side(c, part, k) ? 1 : -1;
        }
    }
    return said;
}

/// Whether a direction is the normal of an internal edge only.
static bool is_seam_normal(const imp2i_compound_pair* c, int32_t i, int32_t j, imp2i_dvec n)
{
    if (!c->a->loop_starts && !c->b->loop_starts)
    {
        return false;  // only regions have internal edges
    }
    int of_a = side_along(c->a, i, n), of_b = side_along(c->b, j, imp2i_dnegate(imp2i_direction_in_b(&c->rel, n)));
    return of_a < 1 && of_b < 1 && (of_a < 0 || of_b < 0);
}

/// Whether some point of the shared stretch is open.
static bool is_stretch_open(const touching_parts* m)
{
    edge_view a = view_of_touching(m, false), b = view_of_touching(m, true);
    double length = m->overlap.high - m->overlap.low;
    // On B lengths are those of its own frame, which are the same to 2^-19.
    for (double s = 0.0; s < length - 8.0 * a.tiny;)
    {
        double until_a = closed_until(&a, s, length), until_b = closed_until(&b, s, length);
        double until = until_a > until_b ? until_a : until_b;
        if (until <= s + 8.0 * a.tiny)
        {
            return true;
        }
        s = until;
    }
    return false;
}

int imp2i_openness(const imp2i_compound_pair* c, int32_t i, int32_t j, imp2i_dvec n)
{
    if (imp2i_is_single(c->a) && imp2i_is_single(c->b))
    {
        return IMP2I_OPEN;
    }
    double unit = 1.0 / sqrt(imp2i_ddot(n, n));  // a normal of floats is not precise enough to find points again
    n.x *= unit;
    n.y *= unit;
    if (is_seam_normal(c, i, j, n))
    {
        return IMP2I_CLOSED;
    }
    const touching_parts m = {c, i, j, n, imp2i_overlap_faces(c, i, j, n)};
    if (m.overlap.high - m.overlap.low > 16.0 * IMPI_SEAM * c->scale)
    {
        return is_stretch_open(&m) ? IMP2I_OPEN : IMP2I_CLOSED;
    }
    // A single shape has no neighbours.
    int of_a = imp2i_is_single(c->a) ? IMP2I_OPEN : point_openness(&m, false);
    int of_b = imp2i_is_single(c->b) || of_a == IMP2I_CLOSED ? of_a : point_openness(&m, true);
    return of_b < of_a ? of_b : of_a;
}

bool imp2i_is_face(const imp2i_compound_pair* c, int32_t i, int32_t j, imp2i_dvec n, bool of_b, double reach)
{
    double unit = 1.0 / sqrt(imp2i_ddot(n, n));
    n.x *= unit;
    n.y *= unit;
    imp2i_face_overlap m = imp2i_overlap_faces(c, i, j, n);
    edge_view v = of_b ? view_of(c, true, j, n, m.height_b, m.low_b) : view_of(c, false, i, n, m.height_a, m.low);
    imp2i_outline o = imp2i_outline_of(&v.compound->parts[v.part]);
    for (int32_t k = 0; k < o.sides; ++k)
    {
        int32_t next = k + 1 < o.sides ? k + 1 : 0;
        imp2i_dvec p = {o.x[k] - v.at.x, o.y[k] - v.at.y}, q = {o.x[next] - v.at.x, o.y[next] - v.at.y};
        imp2i_dvec normal = {o.normal_x[k], o.normal_y[k]};
        if (imp2i_ddot(normal, v.beyond) <= 0.0 || fabs(imp2i_dcross(normal, v.beyond)) > LEVEL)
        {
            continue;
        }
        double low = imp2i_ddot(v.along, p), high = imp2i_ddot(v.along, q);
        low = low > -reach ? low : -reach;
        high = high < reach + m.high - m.low ? high : reach + m.high - m.low;
        for (int step = 0; step <= FACE_STEPS; ++step)
        {
            double at = low + (high - low) * step / FACE_STEPS;
            if (!(closed_until(&v, at, at) > at))
            {
                return true;
            }
        }
    }
    return false;
}
