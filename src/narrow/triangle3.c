// SPDX-License-Identifier: MIT
//
// Contacts of a triangle with a sphere or a capsule.
//
// A sphere in the classic order: above the face, then beyond an edge, then at a corner; the first that fits is nearest,
// because the regions of a triangle do not overlap, and its direction is that of the region. Both sides are solid.
// A capsule is nearest at one of its ends, as a sphere, or where its segment passes an edge. If it passes through the
// face, the least way out is along the face's normal, or across an edge and the segment: these are the sides of the prism
// of all differences.

#include "round3.h"

/// Triangles thinner than this have no face in doubles: the square of the sine of their angle.
#define THIN_FACE 0x1p-40

typedef struct placed_triangle
{
    imp3i_dvec corners[3], sides[3];  // side k from corner k to the next
    imp3i_dvec normal;                // unit
} placed_triangle;

/// False when it is too thin.
static bool place_triangle(const imp3i_round* r, placed_triangle* t)
{
    t->corners[0] = imp3i_drot_apply(r->qa, imp3i_dvec_of(r->a->a));
    t->corners[1] = imp3i_drot_apply(r->qa, imp3i_dvec_of(r->a->b));
    t->corners[2] = imp3i_drot_apply(r->qa, imp3i_dvec_of(r->a->c));
    t->sides[0] = imp3i_dsub(t->corners[1], t->corners[0]);
    t->sides[1] = imp3i_dsub(t->corners[2], t->corners[1]);
    t->sides[2] = imp3i_dsub(t->corners[0], t->corners[2]);
    t->normal = imp3i_dcross(t->sides[0], t->sides[1]);
    double square = imp3i_ddot(t->normal, t->normal);
    bool thick = square > THIN_FACE * (imp3i_ddot(t->sides[0], t->sides[0]) * imp3i_ddot(t->sides[1], t->sides[1]));
    t->normal = imp3i_dscale(t->normal, 1.0 / sqrt(thick ? square : 1.0));
    return thick;
}

/// The nearest point of a triangle to a point.
typedef struct triangle_spot
{
    uint32_t name;
    bool on_face;    // above the face, or beside it by at most the tie of contacts
    imp3i_dvec way;  // from it to the point
    double square;
} triangle_spot;

static void find_spot(const placed_triangle* t, imp3i_dvec point, triangle_spot* out)
{
    imp3i_dvec from[3];
    double beyond[3];
    for (int k = 0; k < 3; ++k)
    {
        from[k] = imp3i_dsub(point, t->corners[k]);
        beyond[k] = imp3i_ddot(imp3i_dcross(t->sides[k], t->normal), from[k]);
    }
    double height = imp3i_ddot(t->normal, from[0]);
    out->on_face = true;
    for (int k = 0; k < 3; ++k)
    {
        out->on_face &= beyond[k] <= (double)IMPI_CONTACT_TIE * imp3i_ddot(t->sides[k], t->sides[k]);
    }
    if (beyond[0] <= 0.0 && beyond[1] <= 0.0 && beyond[2] <= 0.0)
    {
        out->name = IMP3I_NAME_FACE | (height < 0.0);
        out->way = imp3i_dscale(t->normal, height);
        out->square = height * height;
        return;
    }
    for (uint32_t k = 0; k < 3; ++k)
    {
        double along = imp3i_ddot(t->sides[k], from[k]), length = imp3i_ddot(t->sides[k], t->sides[k]);
        if (beyond[k] > 0.0 && along > 0.0 && along < length)
        {
            out->name = IMP3I_NAME_EDGE | k;
            out->way = imp3i_dadd_scaled(from[k], t->sides[k], -along / length);
            out->square = imp3i_ddot(out->way, out->way);
            return;
        }
    }
    out->square = INFINITY;
    for (uint32_t k = 0; k < 3; ++k)
    {
        double square = imp3i_ddot(from[k], from[k]);
        if (square < out->square)
        {
            out->name = k;
            out->way = from[k];
            out->square = square;
        }
    }
}

static inline bool is_face_name(uint32_t name)
{
    return name >= IMP3I_NAME_FACE;
}

static bool touch_sphere(const imp3i_round* r, const placed_triangle* t, const triangle_spot* spot, imp3_manifold* out)
{
    double core = sqrt(spot->square), distance = core - r->radii;
    imp3i_dvec n;
    if (is_face_name(spot->name))
    {
        if (!(fabs(distance) > IMPI_DOUBLE_DOUBT * r->scale))
        {
            return false;
        }
        n = spot->name & 1 ? imp3i_dnegate(t->normal) : t->normal;
    }
    else
    {
        if (!imp3i_is_sure_square(r, spot->square))
        {
            return false;
        }
        n = imp3i_dscale(spot->way, 1.0 / core);
    }
    imp3i_touch touches[2];
    touches[0].on_b = r->line.from;
    touches[0].distance = distance;
    bool back = imp3i_ddot(n, t->normal) < 0.0;
    touches[0].name_a = spot->on_face ? IMP3I_NAME_FACE | (uint32_t)back : spot->name;
    touches[0].name_b = 0;
    return imp3i_write_touches(r, n, distance, touches, 1, out);
}

static imp3i_line triangle_line(const placed_triangle* t, uint32_t k)
{
    const imp3i_line line = {t->corners[k], t->sides[k], IMP3I_NAME_EDGE | k, {k, k == 2 ? 0 : k + 1}};
    return line;
}

/// B on a side of the face; the whole is at that distance along n. Names of the sides of the back are those of the front.
static bool touch_triangle_face(const imp3i_round* r, const placed_triangle* t, bool back, imp3i_dvec n,
                                double distance, imp3_manifold* out)
{
    imp3i_ground ground = {
        back ? imp3i_dnegate(t->normal) : t->normal, {0.0, 0.0}, IMP3I_NAME_FACE | (uint32_t)back, 0, 0};
    imp3i_stretch s = imp3i_whole_stretch();
    ground.heights[0] = imp3i_ddot(ground.normal, imp3i_dsub(r->line.from, t->corners[0]));
    ground.heights[1] = ground.heights[0] + imp3i_ddot(ground.normal, r->line.along);
    for (int32_t k = 0; k < 3; ++k)
    {
        imp3i_dvec inward = imp3i_dcross(n, t->sides[k]);
        inward = back ? imp3i_dnegate(inward) : inward;
        double from = imp3i_ddot(inward, imp3i_dsub(r->line.from, t->corners[k]));
        double tie = (double)IMPI_CONTACT_TIE * imp3i_ddot(t->sides[k], t->sides[k]);
        imp3i_cut_stretch(&s, from, from + imp3i_ddot(inward, r->line.along), tie, k);
    }
    if (s.high < s.low)
    {
        s = imp3i_whole_stretch();
        s.low = s.high = ground.heights[1] < ground.heights[0] ? 1.0 : 0.0;
    }
    ground.side_low = IMP3I_NAME_EDGE | (uint32_t)(s.side_low < 0 ? 0 : s.side_low);
    ground.side_high = IMP3I_NAME_EDGE | (uint32_t)(s.side_high < 0 ? 0 : s.side_high);
    return imp3i_touch_face(r, n, distance, &ground, &s, out);
}

/// The segment passes through the face: out of the prism of differences, whose sides face along the normal and across
/// the edges.
static bool collide_through(const imp3i_round* r, const placed_triangle* t, imp3_manifold* out)
{
    double heights[2], bias = (double)IMPI_REFERENCE_BIAS * r->scale;
    heights[0] = imp3i_ddot(t->normal, imp3i_dsub(r->line.from, t->corners[0]));
    heights[1] = heights[0] + imp3i_ddot(t->normal, r->line.along);
    double least = heights[0] < heights[1] ? heights[0] : heights[1];
    double most = heights[0] < heights[1] ? heights[1] : heights[0];
    bool back = -most > least + bias;
    double best = back ? -most : least;
    imp3i_dvec n = back ? imp3i_dnegate(t->normal) : t->normal;
    int32_t edge = -1;
    for (int32_t k = 0; k < 3; ++k)
    {
        imp3i_dvec across = imp3i_dcross(t->sides[k], r->line.along);
        double square = imp3i_ddot(across, across);
        if (!(square > 0x1p-30 * (imp3i_ddot(t->sides[k], t->sides[k]) * imp3i_ddot(r->line.along, r->line.along))))
        {
            continue;
        }
        across = imp3i_dscale(across, 1.0 / sqrt(square));
        // Out of the triangle: away from its third corner.
        double away = imp3i_ddot(across, t->sides[k == 2 ? 0 : k + 1]);
        across = away > 0.0 ? imp3i_dnegate(across) : across;
        double separation = imp3i_ddot(across, imp3i_dsub(r->line.from, t->corners[k]));
        if (separation > best + bias)
        {
            best = separation;
            n = across;
            edge = k;
        }
    }
    if (!(best < -0x1p-40 * r->scale))
    {
        return false;
    }
    double distance = best - r->radii;
    double across_face = imp3i_ddot(n, t->normal);
    if (edge < 0 || across_face * across_face > IMP3I_ALIGNED_SQUARE)
    {
        return touch_triangle_face(r, t, across_face < 0.0, n, distance, out);
    }
    imp3i_line line = triangle_line(t, (uint32_t)edge);
    imp3i_way w;
    imp3i_nearest_lines(&line, &r->line, &w);
    imp3i_touch touches[2];
    touches[0].on_b = imp3i_line_at(&r->line, w.t);
    touches[0].distance = distance;
    touches[0].name_a = line.name;
    touches[0].name_b = r->line.name;
    return imp3i_write_touches(r, n, distance, touches, 1, out);
}

static bool collide_capsule(const imp3i_round* r, const placed_triangle* t, imp3_manifold* out)
{
    double from = imp3i_ddot(t->normal, imp3i_dsub(r->line.from, t->corners[0]));
    double to = from + imp3i_ddot(t->normal, r->line.along), far = r->radii + r->margin;
    double beyond = far + IMPI_DOUBLE_DOUBT * r->scale;
    if ((from > beyond && to > beyond) || (from < -beyond && to < -beyond))
    {
        return imp3i_write_apart(out);
    }
    triangle_spot ends[2];
    find_spot(t, r->line.from, &ends[0]);
    find_spot(t, imp3i_line_at(&r->line, 1.0), &ends[1]);
    bool both = is_face_name(ends[0].name) && is_face_name(ends[1].name);
    int32_t nearest = ends[1].square < ends[0].square;
    double square = ends[nearest].square;
    imp3i_line line = triangle_line(t, 0);
    imp3i_way w = {0.0, 0.0, -1, -1, {0.0, 0.0, 0.0}, INFINITY};
    bool by_edge = false;
    if (!(both && ends[0].name == ends[1].name))
    {
        for (uint32_t k = 0; k < 3; ++k)
        {
            imp3i_line side = triangle_line(t, k);
            imp3i_way try_way;
            imp3i_nearest_lines(&side, &r->line, &try_way);
            if (try_way.square < w.square)
            {
                w = try_way;
                line = side;
            }
        }
        // An end above the face is told by the face.
        by_edge = w.square < square || !is_face_name(ends[nearest].name);
        square = by_edge ? w.square : square;
        // Through the face: the ends on both sides of it, and the point where it is crossed inside of all edges.
        if ((from < 0.0) != (to < 0.0))
        {
            triangle_spot crossing;
            find_spot(t, imp3i_line_at(&r->line, from / (from - to)), &crossing);
            if (is_face_name(crossing.name))
            {
                return collide_through(r, t, out);
            }
        }
    }
    if (!imp3i_is_sure_square(r, square))
    {
        return false;
    }
    if (square > far * far)
    {
        return imp3i_write_apart(out);
    }
    double core = sqrt(square), distance = core - r->radii;
    imp3i_dvec n = imp3i_dscale(by_edge ? w.way : ends[nearest].way, 1.0 / core);
    double across = imp3i_ddot(n, t->normal);
    if (across * across > IMP3I_ALIGNED_SQUARE)
    {
        return touch_triangle_face(r, t, across < 0.0, n, distance, out);
    }
    return imp3i_touch_line(r, &line, &w, out);
}

bool imp3i_collide_triangle_round(const imp3i_round* r, imp3_manifold* out)
{
    placed_triangle t;
    if (!place_triangle(r, &t))
    {
        return false;
    }
    if (r->b->count == 2)
    {
        return collide_capsule(r, &t, out);
    }
    double far = r->radii + r->margin, doubt = IMPI_DOUBLE_DOUBT * r->scale;
    triangle_spot spot;
    find_spot(&t, r->line.from, &spot);
    if (spot.square > (far + doubt) * (far + doubt))
    {
        return imp3i_write_apart(out);
    }
    return touch_sphere(r, &t, &spot, out);
}
