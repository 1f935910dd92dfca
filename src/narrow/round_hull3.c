// SPDX-License-Identifier: MIT
//
// Contacts of a hull with a sphere or a capsule.
//
// The planes of all faces, four at a time in floats, tell how far the segment's lower end is above each. The highest is
// the axis of least depth of a point, and a lower bound of the distance: most pairs that are apart end here. Edges come in
// for a segment only: those whose faces lean to different sides of it (Gregorius 2013).
//
// Apart, the nearest point is guessed and then proven: on the face, if the lower end stands above it, on the edge that
// gave the axis, or on an edge of the face. A guess is right when no vertex of the hull lies beyond it along the way; else
// the general way answers. This keeps the search out of here, which a hull of many small faces would need.
//
// Floats are enough: the planes of a hull are given in floats and with a slack.

#include "round3.h"

/// Faces of a hull whose planes fit on the stack; larger ones go the general way with a capsule.
#define QUICK_FACES 256

typedef struct placed_hull
{
    const imp3i_hull* hull;
    imp3i_dvec from, to;  // the ends of B's line in the frame of the hull
    double doubt;
} placed_hull;

/// The highest plane under the lower end of the line.
typedef struct hull_axis
{
    int32_t face, edge;  // edge is -1 for a face
    double separation;
    imp3i_dvec normal;  // unit, in the frame of the pair
} hull_axis;

/// The plane above which the line's lower end is highest. leans, if not null, takes the part of each normal along the
/// line.
static int32_t find_highest_plane(const placed_hull* p, float* leans)
{
    const imp3i_hull* h = p->hull;
    impi_lanes fx = impi_lanes_splat((float)p->from.x), fy = impi_lanes_splat((float)p->from.y);
    impi_lanes fz = impi_lanes_splat((float)p->from.z), dx = impi_lanes_splat((float)(p->to.x - p->from.x));
    impi_lanes dy = impi_lanes_splat((float)(p->to.y - p->from.y)), dz = impi_lanes_splat((float)(p->to.z - p->from.z));
    impi_lanes zero = impi_lanes_splat(0.0f);
    float highest = -INFINITY;
    int32_t best = 0;
    for (int32_t k = 0; k < h->face_count; k += 4)
    {
        impi_lanes x = impi_lanes_load(h->normal_x + k), y = impi_lanes_load(h->normal_y + k);
        impi_lanes z = impi_lanes_load(h->normal_z + k), plane = impi_lanes_load(h->plane + k);
        impi_lanes at =
            impi_lanes_add(impi_lanes_add(impi_lanes_mul(x, fx), impi_lanes_mul(y, fy)), impi_lanes_mul(z, fz));
        impi_lanes lean =
            impi_lanes_add(impi_lanes_add(impi_lanes_mul(x, dx), impi_lanes_mul(y, dy)), impi_lanes_mul(z, dz));
        impi_lanes lower = impi_lanes_add(impi_lanes_sub(at, plane), impi_lanes_min(lean, zero));
        float value;
        int32_t lane = impi_lanes_greatest(lower, &value);
        best = value > highest ? k + lane : best;
        highest = value > highest ? value : highest;
        if (leans)
        {
            impi_lanes_store(leans + k, lean);
        }
    }
    return best;
}

static imp3i_dvec hull_vertex(const placed_hull* p, int32_t i)
{
    imp3i_dvec v = {p->hull->x[i], p->hull->y[i], p->hull->z[i]};
    return v;
}

static imp3i_dvec unit_in_pair(const imp3i_round* r, imp3i_dvec normal)
{
    imp3i_dvec n = imp3i_drot_normal(r->qa, normal);
    return imp3i_dscale(n, 1.0 / sqrt(imp3i_ddot(n, n)));
}

static imp3i_dvec normal_of_face(const imp3i_hull* h, int32_t face)
{
    imp3i_dvec n = {h->normal_x[face], h->normal_y[face], h->normal_z[face]};
    return n;
}

/// How far both ends of the line are above a face, in the pair's frame.
static void find_heights(const imp3i_round* r, const placed_hull* p, int32_t face, imp3i_dvec unit, double heights[2])
{
    const imp3i_hull* h = p->hull;
    imp3i_dvec corner = imp3i_drot_apply(r->qa, hull_vertex(p, h->corners[h->starts[face]]));
    heights[0] = imp3i_ddot(unit, imp3i_dsub(r->line.from, corner));
    heights[1] = heights[0] + imp3i_ddot(unit, r->line.along);
}

/// Edges across the line whose faces lean to different sides of it: the one that parts the most, if it is better than
/// the best face by more than bias.
static void find_best_edge(const imp3i_round* r, const placed_hull* p, const float* leans, double bias, hull_axis* best)
{
    const imp3i_hull* h = p->hull;
    imp3i_dvec d = imp3i_dsub(p->to, p->from);
    double square = imp3i_ddot(d, d);
    imp3i_dvec normal = imp3i_dvec_none();
    best->edge = -1;
    for (int32_t k = 0; k < h->edge_count; ++k)
    {
        const imp3i_edge* e = &h->edges[k];
        float left = leans[e->left], right = leans[e->right];
        if ((left < 0.0f) == (right < 0.0f))
        {
            continue;
        }
        imp3i_dvec from = hull_vertex(p, e->from), along = imp3i_dsub(hull_vertex(p, e->to), from);
        imp3i_dvec n = imp3i_dcross(along, d);
        double length = imp3i_ddot(n, n);
        if (!(length > 0x1p-30 * square * imp3i_ddot(along, along)))
        {
            continue;
        }
        // Out of the hull: the normal of the face on the left leans to the left, which is out crossed with the edge.
        n = left < right ? imp3i_dnegate(n) : n;
        double height = imp3i_ddot(n, imp3i_dsub(p->from, from)) / sqrt(length);
        if (height > best->separation + bias)
        {
            best->separation = height;
            best->edge = k;
            normal = n;
        }
    }
    if (best->edge >= 0)
    {
        best->normal = unit_in_pair(r, normal);
    }
}

static imp3i_line hull_line(const imp3i_round* r, const placed_hull* p, int32_t edge)
{
    const imp3i_edge* e = &p->hull->edges[edge];
    imp3i_dvec from = imp3i_drot_apply(r->qa, hull_vertex(p, e->from));
    const imp3i_line line = {from,
                             imp3i_dsub(imp3i_drot_apply(r->qa, hull_vertex(p, e->to)), from),
                             IMP3I_NAME_EDGE | (uint32_t)edge,
                             {(uint32_t)e->from, (uint32_t)e->to}};
    return line;
}

static inline int32_t edge_of_side(const imp3i_hull* h, int32_t corner)
{
    return h->sides[corner] < 0 ? -1 - h->sides[corner] : h->sides[corner];
}

/// The tie of contacts on a face.
static double tie_of_face(const imp3i_hull* h, int32_t face)
{
    int32_t first = h->corners[h->starts[face]];
    float size = 0.0f;
    for (int32_t k = h->starts[face] + 1; k < h->starts[face + 1]; ++k)
    {
        int32_t i = h->corners[k];
        float far = fabsf(h->x[i] - h->x[first]) + fabsf(h->y[i] - h->y[first]) + fabsf(h->z[i] - h->z[first]);
        size = far > size ? far : size;
    }
    return (double)(IMPI_CONTACT_TIE * size);
}

/// The part of the line that is above a face or beside it by at most slack, seen along a direction of the hull's frame.
/// False when there is none.
static bool cut_by_sides(const placed_hull* p, int32_t face, imp3i_dvec n, double slack, imp3i_stretch* s)
{
    const imp3i_hull* h = p->hull;
    imp3i_dvec d = imp3i_dsub(p->to, p->from);
    *s = imp3i_whole_stretch();
    for (int32_t k = h->starts[face]; k < h->starts[face + 1]; ++k)
    {
        const imp3i_edge* e = &h->edges[edge_of_side(h, k)];
        imp3i_dvec from = hull_vertex(p, e->from);
        imp3i_dvec along = imp3i_dsub(hull_vertex(p, e->to), from), inward = imp3i_dcross(n, along);
        inward = h->sides[k] < 0 ? imp3i_dnegate(inward) : inward;
        double at = imp3i_ddot(inward, imp3i_dsub(p->from, from));
        imp3i_cut_stretch(s, at, at + imp3i_ddot(inward, d), slack * imp3i_dnorm1(along), k);
    }
    return s->low <= s->high;
}

static bool touch_hull_face(const imp3i_round* r, const placed_hull* p, int32_t face, imp3i_dvec unit, imp3i_dvec n,
                            double distance, imp3i_stretch s, imp3_manifold* out)
{
    imp3i_ground ground = {unit, {0.0, 0.0}, IMP3I_NAME_FACE | (uint32_t)face, 0, 0};
    find_heights(r, p, face, unit, ground.heights);
    const int32_t sides[2] = {s.side_low, s.side_high};
    uint32_t names[2] = {0, 0};
    for (int k = 0; k < 2; ++k)
    {
        names[k] = sides[k] < 0 ? 0 : IMP3I_NAME_EDGE | (uint32_t)edge_of_side(p->hull, sides[k]);
    }
    ground.side_low = names[0];
    ground.side_high = names[1];
    return imp3i_touch_face(r, n, distance, &ground, &s, out);
}

/// Whether no vertex of the hull is farther along a direction than that, to within the doubt.
static bool is_farthest(const imp3i_round* r, const placed_hull* p, imp3i_dvec n, imp3i_dvec on_hull)
{
    const imp3i_hull* h = p->hull;
    imp3i_dvec d = imp3i_drot_apply_inverse(r->qa, n);
    impi_lanes x = impi_lanes_splat((float)d.x), y = impi_lanes_splat((float)d.y), z = impi_lanes_splat((float)d.z);
    impi_lanes most = impi_lanes_splat(-INFINITY);
    for (int32_t k = 0; k < h->vertex_count; k += 4)
    {
        impi_lanes v = impi_lanes_mul(impi_lanes_load(h->x + k), x);
        v = impi_lanes_add(v, impi_lanes_mul(impi_lanes_load(h->y + k), y));
        v = impi_lanes_add(v, impi_lanes_mul(impi_lanes_load(h->z + k), z));
        most = impi_lanes_max(v, most);
    }
    float value;
    (void)impi_lanes_greatest(most, &value);
    return (double)value <= imp3i_ddot(n, on_hull) + p->doubt;
}

/// How much of the line's length lies along a side: the square, in the unit of the line.
static double length_beside(const imp3i_line* side, const imp3i_line* line)
{
    double along = imp3i_ddot(side->along, line->along);
    return along * along / imp3i_ddot(side->along, side->along);
}

/// Of a line above the best face, as seen along a direction that is nearly the face's normal: the contacts with it.
/// False when there is no such.
static bool touch_along(const imp3i_round* r, const placed_hull* p, int32_t face, imp3i_dvec n, double distance,
                        imp3_manifold* out)
{
    imp3i_dvec unit = unit_in_pair(r, normal_of_face(p->hull, face));
    double turned_to = imp3i_ddot(unit, n);
    imp3i_stretch s;
    return r->b->count == 2 && turned_to > 0.0 && turned_to * turned_to > IMP3I_ALIGNED_SQUARE &&
           cut_by_sides(p, face, imp3i_drot_apply_inverse(r->qa, n), tie_of_face(p->hull, face), &s) &&
           touch_hull_face(r, p, face, unit, n, distance, s, out);
}

/// The line is apart from the hull, and not straight above the face: its nearest way to a side of the face, if that is
/// the nearest of all.
static bool collide_sides(const imp3i_round* r, const placed_hull* p, const hull_axis* best, imp3_manifold* out)
{
    const imp3i_hull* h = p->hull;
    imp3i_way w = {0.0, 0.0, -1, -1, {0.0, 0.0, 0.0}, INFINITY};
    imp3i_line line = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, 0, {0, 0}};
    if (best->edge >= 0)
    {
        line = hull_line(r, p, best->edge);
        imp3i_nearest_lines(&line, &r->line, &w);
    }
    else
    {
        for (int32_t k = h->starts[best->face]; k < h->starts[best->face + 1]; ++k)
        {
            imp3i_line side = hull_line(r, p, edge_of_side(h, k));
            imp3i_way try_way;
            imp3i_nearest_lines(&side, &r->line, &try_way);
            // Sides that meet in the nearest point are as near: the one that runs along the line tells how far they touch.
            double tie = IMP3I_SQUARE_DOUBT * r->scale * r->scale;
            bool beside =
                try_way.square < w.square + tie && length_beside(&side, &r->line) > length_beside(&line, &r->line);
            if (try_way.square < w.square - tie || beside)
            {
                w = try_way;
                line = side;
            }
        }
    }
    double core = sqrt(w.square), distance = core - r->radii;
    if (!(core > 0x1p-12 * r->scale) || !(fabs(distance) > p->doubt))
    {
        return false;
    }
    imp3i_dvec n = imp3i_dscale(w.way, 1.0 / core);
    if (!is_farthest(r, p, n, imp3i_line_at(&line, w.s)))
    {
        return false;
    }
    if (distance > r->margin)
    {
        return imp3i_write_apart(out);
    }
    if (touch_along(r, p, best->face, n, distance, out))
    {
        return true;
    }
    imp3i_stretch s;
    if (r->b->count == 1 && cut_by_sides(p, best->face, normal_of_face(h, best->face), tie_of_face(h, best->face), &s))
    {
        line.name = line.ends[0] = line.ends[1] = IMP3I_NAME_FACE | (uint32_t)best->face;
    }
    return imp3i_touch_line(r, &line, &w, out);
}

/// B's core reaches into the hull, or an edge axis parts them.
static bool collide_along_edge(const imp3i_round* r, const placed_hull* p, const hull_axis* best, imp3_manifold* out)
{
    double distance = best->separation - r->radii;
    if (best->separation >= -p->doubt)
    {
        return best->separation > p->doubt && collide_sides(r, p, best, out);
    }
    if (touch_along(r, p, best->face, best->normal, distance, out))
    {
        return true;
    }
    imp3i_line line = hull_line(r, p, best->edge);
    imp3i_way w;
    imp3i_nearest_lines(&line, &r->line, &w);
    imp3i_touch touches[2];
    touches[0].on_b = imp3i_line_at(&r->line, w.t);
    touches[0].distance = distance;
    touches[0].name_a = line.name;
    touches[0].name_b = r->line.name;
    return imp3i_write_touches(r, best->normal, distance, touches, 1, out);
}

bool imp3i_collide_hull_round(const imp3i_round* r, imp3_manifold* out)
{
    placed_hull p;
    float leans[QUICK_FACES];
    bool capsule = r->b->count == 2;
    p.hull = imp3i_hull_of(r->a);
    p.from = imp3i_drot_solve(r->qa, r->line.from);
    p.to = capsule ? imp3i_drot_solve(r->qa, imp3i_line_at(&r->line, 1.0)) : p.from;
    p.doubt = (double)IMPI_FLOAT_DOUBT * r->scale + 2.0 * (double)p.hull->slack;
    if (capsule && p.hull->face_count > QUICK_FACES)
    {
        return false;
    }
    hull_axis best;
    double heights[2], far = r->radii + r->margin;
    best.edge = -1;
    best.face = find_highest_plane(&p, capsule ? leans : NULL);
    imp3i_dvec unit = unit_in_pair(r, normal_of_face(p.hull, best.face));
    find_heights(r, &p, best.face, unit, heights);
    best.normal = unit;
    best.separation = heights[1] < heights[0] ? heights[1] : heights[0];
    if (best.separation > far + p.doubt)
    {
        return imp3i_write_apart(out);
    }
    double face_separation = best.separation;
    imp3i_stretch s;
    imp3i_dvec own = normal_of_face(p.hull, best.face);
    bool above = cut_by_sides(&p, best.face, own, IMP3I_SIDE_SLACK * r->scale, &s);
    bool stands = above && (heights[1] < heights[0] ? s.high >= 1.0 : s.low <= 0.0);
    above = capsule ? cut_by_sides(&p, best.face, own, tie_of_face(p.hull, best.face), &s) : above;
    if (best.separation > 0.0 && stands)
    {
        // The lower end is straight above the face: nothing is nearer.
        double distance = best.separation - r->radii;
        if (!(fabs(distance) > p.doubt))
        {
            return false;
        }
        return distance > r->margin ? imp3i_write_apart(out)
                                    : touch_hull_face(r, &p, best.face, unit, unit, distance, s, out);
    }
    if (capsule)
    {
        find_best_edge(r, &p, leans, (double)IMPI_REFERENCE_BIAS * r->scale, &best);
    }
    if (best.edge >= 0)
    {
        if (best.separation > far + p.doubt)
        {
            return imp3i_write_apart(out);
        }
        return collide_along_edge(r, &p, &best, out);
    }
    if (face_separation > p.doubt)
    {
        return collide_sides(r, &p, &best, out);
    }
    if (face_separation >= -p.doubt)
    {
        return false;
    }
    if (!above)
    {
        s = imp3i_whole_stretch();
        s.low = s.high = heights[1] < heights[0] ? 1.0 : 0.0;
    }
    return touch_hull_face(r, &p, best.face, unit, unit, face_separation - r->radii, s, out);
}
