// SPDX-License-Identifier: MIT
//
// Contacts of a box with a sphere or a capsule.
//
// Along a segment the square of the distance to a box is a convex function made of pieces of parabolas, one piece between
// two planes of the box: its slope rises, is straight between the six places where the segment crosses a plane, and is
// zero at the nearest point. So the piece is found by looking at the slope at those places, and the point by a quotient.
// The nearest point tells the feature by where it lies: beyond the box along one axis a face, along two an edge, along
// three a corner. Beyond none of them the segment is inside, and the least way out is an axis of a face or of an edge
// across the segment.
//
// The box's frame is found by the true inverse of its axes, which are a little off orthonormal. The place of the nearest
// point is then off by that little part of the distance, and the distance by the square of it.

#include "round3.h"

/// Of the distance, or the place, by which numbers are off where the axes are 2^-18 off orthonormal.
#define SKEW_DOUBT 0x1p-34

/// A placed box: x = origin + axes t, with lower <= t <= upper.
typedef struct placed_box
{
    imp3i_dvec axes[3], inverse[3];  // t = inverse . (x - origin)
    double lower[3], upper[3];
    double from[3], along[3];  // the line of B in the frame of the box
} placed_box;

static void place_box(const imp3i_round* r, placed_box* box)
{
    imp3i_drot turn = imp3i_drot_of(r->a->turn);
    imp3i_dvec lower = imp3i_dvec_of(r->a->a), upper = imp3i_dvec_of(r->a->b);
    box->axes[0] = imp3i_drot_apply(r->qa, turn.x);
    box->axes[1] = imp3i_drot_apply(r->qa, turn.y);
    box->axes[2] = imp3i_drot_apply(r->qa, turn.z);
    imp3i_dvec x = imp3i_dcross(box->axes[1], box->axes[2]);
    double per_volume = 1.0 / imp3i_ddot(box->axes[0], x);
    box->inverse[0] = imp3i_dscale(x, per_volume);
    box->inverse[1] = imp3i_dscale(imp3i_dcross(box->axes[2], box->axes[0]), per_volume);
    box->inverse[2] = imp3i_dscale(imp3i_dcross(box->axes[0], box->axes[1]), per_volume);
    box->lower[0] = lower.x;
    box->lower[1] = lower.y;
    box->lower[2] = lower.z;
    box->upper[0] = upper.x;
    box->upper[1] = upper.y;
    box->upper[2] = upper.z;
    for (int k = 0; k < 3; ++k)
    {
        box->from[k] = imp3i_ddot(box->inverse[k], r->line.from);
        box->along[k] = imp3i_ddot(box->inverse[k], r->line.along);
    }
}

/// How far beyond the box, up or down.
static inline double find_excess(const placed_box* box, int k, double t)
{
    return t > box->upper[k] ? t - box->upper[k] : t < box->lower[k] ? t - box->lower[k] : 0.0;
}

/// Half the slope of the square of the distance at a place of the segment.
static inline double find_slope(const placed_box* box, double at)
{
    double slope = 0.0;
    for (int k = 0; k < 3; ++k)
    {
        slope += find_excess(box, k, box->from[k] + at * box->along[k]) * box->along[k];
    }
    return slope;
}

/// Where the segment is nearest to the box.
static double find_nearest_place(const placed_box* box)
{
    double low = 0.0, high = 1.0, below = find_slope(box, 0.0), above = find_slope(box, 1.0);
    if (below >= 0.0 || above <= 0.0)
    {
        return below >= 0.0 ? 0.0 : 1.0;
    }
    for (int k = 0; k < 3; ++k)
    {
        double per_step = 1.0 / box->along[k];
        const double places[2] = {(box->lower[k] - box->from[k]) * per_step, (box->upper[k] - box->from[k]) * per_step};
        for (int side = 0; side < 2; ++side)
        {
            if (places[side] > low && places[side] < high)
            {
                double slope = find_slope(box, places[side]);
                low = slope < 0.0 ? places[side] : low;
                below = slope < 0.0 ? slope : below;
                high = slope < 0.0 ? high : places[side];
                above = slope < 0.0 ? above : slope;
            }
        }
    }
    return low + (high - low) * (below / (below - above));
}

static inline uint32_t name_face(int axis, bool upper)
{
    return IMP3I_NAME_FACE | (uint32_t)(2 * axis + (int)upper);
}

/// The edge along an axis on the sides that two bits of `upper` tell, by their axes.
static inline uint32_t name_edge(int axis, uint32_t upper)
{
    int low = axis == 0 ? 1 : 0, high = axis == 2 ? 1 : 2;
    return IMP3I_NAME_EDGE | (uint32_t)(4 * axis) | (upper >> low & 1) | (upper >> high & 1) << 1;
}

static inline double tie_of_box(const placed_box* box)
{
    double size = box->upper[0] - box->lower[0] + box->upper[1] - box->lower[1] + box->upper[2] - box->lower[2];
    return (double)IMPI_CONTACT_TIE * size;
}

/// The feature that a point outside is nearest to, where one that is beyond a side by less than the tie counts as within.
static uint32_t name_nearest_feature(const placed_box* box, const double excess[3])
{
    double tie = tie_of_box(box);
    int most = fabs(excess[1]) > fabs(excess[0]) ? 1 : 0, beyond = 0, inside = 0;
    uint32_t upper = 0;
    most = fabs(excess[2]) > fabs(excess[most]) ? 2 : most;
    for (int k = 0; k < 3; ++k)
    {
        bool is_beyond = k == most || fabs(excess[k]) > tie;
        beyond += is_beyond;
        inside = is_beyond ? inside : k;
        upper |= is_beyond && excess[k] > 0.0 ? 1u << k : 0u;
    }
    return beyond == 1   ? name_face(most, upper != 0)
           : beyond == 2 ? name_edge(inside, upper)
                         : IMP3I_NAME_VERTEX | upper;
}

static inline double height_of(const placed_box* box, int axis, bool upper, double t)
{
    double length = sqrt(imp3i_ddot(box->inverse[axis], box->inverse[axis]));
    return (upper ? t - box->upper[axis] : box->lower[axis] - t) / length;
}

/// B on a face of the box; the whole is at that distance along n.
static bool touch_box_face(const imp3i_round* r, const placed_box* box, int axis, bool upper, imp3i_dvec n,
                           double distance, imp3_manifold* out)
{
    imp3i_dvec normal = imp3i_dscale(box->inverse[axis], upper ? 1.0 : -1.0);
    imp3i_ground ground = {
        imp3i_dscale(normal, 1.0 / sqrt(imp3i_ddot(normal, normal))), {0.0, 0.0}, name_face(axis, upper), 0, 0};
    imp3i_stretch s = imp3i_whole_stretch();
    ground.heights[0] = height_of(box, axis, upper, box->from[axis]);
    ground.heights[1] = height_of(box, axis, upper, box->from[axis] + box->along[axis]);
    if (r->b->count == 1)
    {
        s.high = 0.0;
        return imp3i_touch_face(r, n, distance, &ground, &s, out);
    }
    // Seen along n: what leans moves to the side by so much for each step away from the face.
    double up = imp3i_ddot(box->inverse[axis], n), tie = tie_of_box(box);
    double above = box->from[axis] - (upper ? box->upper[axis] : box->lower[axis]);
    for (int step = 1; step < 3; ++step)
    {
        int k = axis + step < 3 ? axis + step : axis + step - 3;
        double lean = imp3i_ddot(box->inverse[k], n) / up, from = box->from[k] - lean * above;
        double to = from + box->along[k] - lean * box->along[axis];
        imp3i_cut_stretch(&s, from - box->lower[k], to - box->lower[k], tie, 2 * k);
        imp3i_cut_stretch(&s, box->upper[k] - from, box->upper[k] - to, tie, 2 * k + 1);
    }
    if (s.high < s.low)
    {
        // Beside the face, by rounding or deep inside: the end that is farthest in.
        s = imp3i_whole_stretch();
        s.low = s.high = ground.heights[1] < ground.heights[0] ? 1.0 : 0.0;
    }
    const int32_t sides[2] = {s.side_low, s.side_high};
    uint32_t names[2] = {0, 0};
    for (int k = 0; k < 2; ++k)
    {
        if (sides[k] >= 0)
        {
            uint32_t bits = (uint32_t)upper << axis | (uint32_t)(sides[k] & 1) << (sides[k] >> 1);
            names[k] = name_edge(3 - axis - (sides[k] >> 1), bits);
        }
    }
    ground.side_low = names[0];
    ground.side_high = names[1];
    return imp3i_touch_face(r, n, distance, &ground, &s, out);
}

/// The line of an edge, or of a corner.
static imp3i_line box_line(const placed_box* box, int axis, uint32_t upper)
{
    imp3i_line line = {imp3i_dvec_none(),
                       imp3i_dscale(box->axes[axis], box->upper[axis] - box->lower[axis]),
                       name_edge(axis, upper),
                       {upper & ~(1u << axis), upper | 1u << axis}};
    for (int k = 0; k < 3; ++k)
    {
        double t = k != axis && upper >> k & 1 ? box->upper[k] : box->lower[k];
        line.from = imp3i_dadd_scaled(line.from, box->axes[k], t);
    }
    return line;
}

/// The axis of least depth: of a face (0 to 2), or of an edge (3 to 5) across the segment.
typedef struct box_axis
{
    int axis;
    bool upper;
    double separation;
    double greatest;  // of all axes: what is chosen of those that are equal to rounding may be a little less
    imp3i_dvec normal;
} box_axis;

static void find_face_axis(const imp3i_round* r, const placed_box* box, box_axis* best)
{
    best->separation = best->greatest = -INFINITY;
    best->axis = 0;
    best->upper = false;
    for (int k = 0; k < 3; ++k)
    {
        double to = box->from[k] + box->along[k];
        double least = to < box->from[k] ? to : box->from[k], most = to < box->from[k] ? box->from[k] : to;
        const double heights[2] = {height_of(box, k, false, most), height_of(box, k, true, least)};
        for (int side = 0; side < 2; ++side)
        {
            best->greatest = heights[side] > best->greatest ? heights[side] : best->greatest;
            // A box has few axes and many that are equal: the first of equals, to rounding.
            if (heights[side] > best->separation + (double)IMPI_REFERENCE_BIAS * r->scale)
            {
                best->separation = heights[side];
                best->axis = k;
                best->upper = side == 1;
            }
        }
    }
    imp3i_dvec n = imp3i_dscale(box->inverse[best->axis], best->upper ? 1.0 : -1.0);
    best->normal = imp3i_dscale(n, 1.0 / sqrt(imp3i_ddot(n, n)));
}

static void find_edge_axis(const imp3i_round* r, const placed_box* box, box_axis* best)
{
    imp3i_dvec to_middle = imp3i_dvec_none(), d = r->line.along;
    double square = imp3i_ddot(d, d);
    for (int k = 0; k < 3; ++k)
    {
        to_middle = imp3i_dadd_scaled(to_middle, box->axes[k], 0.5 * (box->lower[k] + box->upper[k]));
    }
    to_middle = imp3i_dsub(r->line.from, to_middle);
    for (int k = 0; k < 3; ++k)
    {
        imp3i_dvec n = imp3i_dcross(box->axes[k], d);
        double length = imp3i_ddot(n, n);
        if (!(length > 0x1p-30 * square))
        {
            continue;
        }
        n = imp3i_dscale(n, 1.0 / sqrt(length));
        double apart = imp3i_ddot(n, to_middle), extent = 0.0;
        for (int j = 0; j < 3; ++j)
        {
            extent += j == k ? 0.0 : 0.5 * (box->upper[j] - box->lower[j]) * fabs(imp3i_ddot(n, box->axes[j]));
        }
        double separation = fabs(apart) - extent;
        best->greatest = separation > best->greatest ? separation : best->greatest;
        if (separation > best->separation + (double)IMPI_REFERENCE_BIAS * r->scale)
        {
            best->separation = separation;
            best->axis = 3 + k;
            best->normal = apart < 0.0 ? imp3i_dnegate(n) : n;
        }
    }
}

/// The axis of the face that lies along a direction, or -1.
static int find_face_along_way(const placed_box* box, imp3i_dvec n)
{
    for (int k = 0; k < 3; ++k)
    {
        double length = imp3i_ddot(box->inverse[k], box->inverse[k]), across = imp3i_ddot(n, box->inverse[k]);
        if (across * across > IMP3I_ALIGNED_SQUARE * length)
        {
            return k;
        }
    }
    return -1;
}

/// The core of B reaches into the box.
static bool collide_inside(const imp3i_round* r, const placed_box* box, imp3_manifold* out)
{
    box_axis best;
    find_face_axis(r, box, &best);
    if (r->b->count == 2)
    {
        find_edge_axis(r, box, &best);
    }
    double distance = best.separation - r->radii;
    if (!(best.greatest < -SKEW_DOUBT * r->scale))
    {
        return false;
    }
    if (best.axis < 3)
    {
        return touch_box_face(r, box, best.axis, best.upper, best.normal, distance, out);
    }
    int along = find_face_along_way(box, best.normal);
    if (along >= 0)
    {
        bool above = imp3i_ddot(best.normal, box->inverse[along]) > 0.0;
        return touch_box_face(r, box, along, above, best.normal, distance, out);
    }
    uint32_t upper = 0;
    int axis = best.axis - 3;
    for (int k = 0; k < 3; ++k)
    {
        upper |= k != axis && imp3i_ddot(best.normal, box->axes[k]) > 0.0 ? 1u << k : 0u;
    }
    imp3i_line edge = box_line(box, axis, upper);
    imp3i_way w;
    imp3i_nearest_lines(&edge, &r->line, &w);
    imp3i_touch touches[2];
    touches[0].on_b = imp3i_line_at(&r->line, w.t);
    touches[0].distance = distance;
    touches[0].name_a = edge.name;
    touches[0].name_b = r->line.name;
    return imp3i_write_touches(r, best.normal, distance, touches, 1, out);
}

bool imp3i_collide_box_round(const imp3i_round* r, imp3_manifold* out)
{
    placed_box box;
    place_box(r, &box);
    double at = r->b->count == 2 ? find_nearest_place(&box) : 0.0, excess[3];
    imp3i_dvec way = imp3i_dvec_none();
    int beyond = 0, last = 0, inside = 0;
    uint32_t upper = 0;
    for (int k = 0; k < 3; ++k)
    {
        excess[k] = find_excess(&box, k, box.from[k] + at * box.along[k]);
        bool is_beyond = excess[k] < 0.0 || excess[k] > 0.0;
        upper |= excess[k] > 0.0 ? 1u << k : 0u;
        beyond += is_beyond;
        last = is_beyond ? k : last;
        inside = is_beyond ? inside : k;
        way = imp3i_dadd_scaled(way, box.axes[k], excess[k]);
    }
    double square = imp3i_ddot(way, way), far = r->radii + r->margin, doubt = SKEW_DOUBT * r->scale;
    if (square > (far + doubt) * (far + doubt))
    {
        return imp3i_write_apart(out);
    }
    double core = sqrt(square), distance = core - r->radii;
    if (beyond == 1 && (r->b->count == 1 || core > IMP3I_LEAST_CORE * r->scale))
    {
        // Straight above a face.
        double height = height_of(&box, last, upper >> last & 1, box.from[last] + at * box.along[last]);
        imp3i_dvec n = imp3i_dscale(box.inverse[last], upper ? 1.0 : -1.0);
        distance = height - r->radii;
        if (!(fabs(distance) > doubt))
        {
            return false;
        }
        n = imp3i_dscale(n, 1.0 / sqrt(imp3i_ddot(n, n)));
        return distance > r->margin ? imp3i_write_apart(out)
                                    : touch_box_face(r, &box, last, upper >> last & 1, n, distance, out);
    }
    if (!(core > IMP3I_LEAST_CORE * r->scale))
    {
        return collide_inside(r, &box, out);
    }
    if (!(fabs(distance) > doubt))
    {
        return false;
    }
    if (distance > r->margin)
    {
        return imp3i_write_apart(out);
    }
    imp3i_dvec n = imp3i_dscale(way, 1.0 / core);
    int along = r->b->count == 2 ? find_face_along_way(&box, n) : -1;
    if (along >= 0)
    {
        return touch_box_face(r, &box, along, imp3i_ddot(n, box.inverse[along]) > 0.0, n, distance, out);
    }
    imp3i_line edge = box_line(&box, beyond == 2 ? inside : 0, upper);
    if (beyond == 3 || r->b->count == 1)
    {
        imp3i_touch touches[2];
        touches[0].on_b = imp3i_line_at(&r->line, at);
        touches[0].distance = distance;
        touches[0].name_a = name_nearest_feature(&box, excess);
        touches[0].name_b = imp3i_line_name(&r->line, imp3i_line_end(at));
        return imp3i_write_touches(r, n, distance, touches, 1, out);
    }
    imp3i_way w;
    imp3i_nearest_lines(&edge, &r->line, &w);
    return imp3i_touch_line(r, &edge, &w, out);
}
