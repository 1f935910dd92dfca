// SPDX-License-Identifier: MIT
//
// Which triangles of a surface have nothing to do with a convex core near them: told before any contact is looked for.
//
// A contact along a normal of the whole surface joins a point p of the triangle and a point q of the core, q - p = g m.
// How far m leans from the normal n of the face, to the front or to the back, is bounded (imp3i_surface_lean), and q is
// among the lowest points of the core along m. So as seen along n, q is hardly higher than the lowest vertex, by no more
// than the lean over the way to it, and hardly beside p. Where all that is so low is beside the triangle, there is no
// contact. That is asked along one direction from the triangle to the lowest vertex: what is too high is left out by
// adding a multiple of how much too high it is, so that nobody has to list what is not (Lagrange). The same sums tell
// whether both are apart.
//
// In floats from a point of the core, with room for their rounding and for poses that are not quite rotations.

#include "../math/lanes.h"
#include "compound_pair3.h"
#include "triangle_distance3.h"

#include <math.h>

/// Lengths near the core are off by less than this part of them; those between frames by less than this part of the scale.
#define SIGHT_SLACK 0x1p-17
#define SIGHT_FRAME 0x1p-40

/// Points beside a triangle by less than this part of its longest side may count as points of it.
#define SIGHT_TIE 0x1p-13

/// By which multiples of its height what is higher counts as farther away.
#define SIGHT_SLOPES 4
static const double SIGHT_SLOPE[SIGHT_SLOPES] = {0.0, 1.0, 2.0, 4.0};
static const double SIGHT_NORM[SIGHT_SLOPES] = {1.0, 1.4142135623730951, 2.23606797749979, 4.1231056256176606};

/// The square of the greatest distance of two vertices.
static float longest_square(const imp3i_seen_core* core)
{
    impi_lanes most = impi_lanes_splat(0.0f);
    float square;
    for (int32_t k = 0; k < core->count; ++k)
    {
        const impi_lanes x = impi_lanes_splat(core->x[k]), y = impi_lanes_splat(core->y[k]);
        const impi_lanes z = impi_lanes_splat(core->z[k]);
        for (int32_t i = 0; i <= k; i += 4)
        {
            const impi_lanes to_x = impi_lanes_sub(impi_lanes_load(core->x + i), x);
            const impi_lanes to_y = impi_lanes_sub(impi_lanes_load(core->y + i), y);
            const impi_lanes to_z = impi_lanes_sub(impi_lanes_load(core->z + i), z);
            const impi_lanes sum = impi_lanes_mul_add(to_y, to_y, impi_lanes_mul(to_x, to_x));
            most = impi_lanes_max(most, impi_lanes_mul_add(to_z, to_z, sum));
        }
    }
    (void)impi_lanes_greatest(most, &square);
    return square;
}

/// The least of a linear function of the vertices.
static double least_along(const imp3i_seen_core* core, imp3i_dvec along)
{
    impi_lanes x = impi_lanes_splat((float)along.x), y = impi_lanes_splat((float)along.y);
    impi_lanes z = impi_lanes_splat((float)along.z), least = impi_lanes_splat(INFINITY);
    for (int32_t k = 0; k < core->count; k += 4)
    {
        impi_lanes sum = impi_lanes_mul(x, impi_lanes_load(core->x + k));
        sum = impi_lanes_mul_add(y, impi_lanes_load(core->y + k), sum);
        least = impi_lanes_min(least, impi_lanes_mul_add(z, impi_lanes_load(core->z + k), sum));
    }
    float four[4];
    impi_lanes_store(four, least);
    float one = four[0] < four[1] ? four[0] : four[1], two = four[2] < four[3] ? four[2] : four[3];
    return (double)(one < two ? one : two);
}

/// Normal k of the faces of a hull or a box.
static imp3i_dvec face_of_core(const imp3_shape* s, int32_t k)
{
    if (s->kind == IMP3_SHAPE_HULL)
    {
        const imp3i_hull* h = imp3i_hull_of(s);
        const imp3i_dvec r = {h->normal_x[k], h->normal_y[k], h->normal_z[k]};
        return r;
    }
    imp3i_dvec axis = imp3i_dvec_of(k / 2 == 0 ? s->turn.x : k / 2 == 1 ? s->turn.y : s->turn.z);
    return k % 2 ? imp3i_dnegate(axis) : axis;
}

/// The planes of a core's faces, if it has any, and few.
static void see_planes(const imp3_shape* s, const imp3i_frame* frame, imp3i_seen_core* out)
{
    const bool solid = s->kind == IMP3_SHAPE_HULL && imp3i_hull_of(s)->dimension == 3;
    const int32_t count = solid ? imp3i_hull_of(s)->face_count : s->kind == IMP3_SHAPE_BOX ? 6 : 0;
    out->planes = count > IMP3I_SEEN_PLANES ? 0 : (count + 3) / 4 * 4;
    for (int32_t k = 0; k < out->planes; ++k)
    {
        imp3i_dvec n = imp3i_drot_apply(frame->turn, face_of_core(s, k < count ? k : count - 1));
        out->plane_x[k] = (float)n.x;
        out->plane_y[k] = (float)n.y;
        out->plane_z[k] = (float)n.z;
        out->plane[k] = (float)-least_along(out, imp3i_dnegate(n));
    }
}

void imp3i_see_core(const imp3i_compound_pair* c, imp3i_seen_core* out)
{
    bool of_a = imp3i_is_surface(c->b) && imp3i_is_single(c->a), of_b = imp3i_is_surface(c->a) && imp3i_is_single(c->b);
    const imp3_shape* s = of_a ? c->a->parts : c->b->parts;
    out->surface = NULL;
    if (!(of_a || of_b) || !imp3i_is_polytope(s) || s->count > IMP3I_SEEN_MOST)
    {
        return;
    }
    const imp3i_frame* frame = of_a ? &c->a_in_b : &c->b_in_a;
    out->surface = of_a ? c->b : c->a;
    out->radii = (double)s->radius + (double)imp3i_compound_block_of(out->surface)->radius;
    imp3i_dvec first = imp3i_drot_apply(frame->turn, imp3i_vertex(s, 0));
    out->first = first;
    out->origin = imp3i_dadd(first, frame->shift);
    out->count = (s->count + 3) / 4 * 4;
    for (int32_t k = 0; k < out->count; ++k)
    {
        int32_t vertex = k < s->count ? k : s->count - 1;
        imp3i_dvec v = imp3i_dsub(imp3i_drot_apply(frame->turn, imp3i_vertex(s, vertex)), first);
        out->x[k] = (float)v.x;
        out->y[k] = (float)v.y;
        out->z[k] = (float)v.z;
    }
    out->size = sqrt((double)longest_square(out)) * (1.0 + SIGHT_SLACK);
    see_planes(s, frame, out);
}

void imp3i_see_moved_core(const imp3i_compound_pair* c, imp3i_seen_core* core)
{
    if (core->surface)
    {
        core->origin = imp3i_dadd(core->first, core->surface == c->b ? c->a_in_b.shift : c->b_in_a.shift);
    }
}

/// A triangle as the core sees it: from the core's origin.
typedef struct sight
{
    const imp3i_seen_core* core;
    imp3i_dtriangle triangle;
    imp3i_dvec normal;
    double lean, low, high;  // of the core above the plane
    double extent;           // no vertex of the core is farther from the first corner
    double slack, tie;
    double beyond;            // the core goes on so far below a point of contact
    int32_t lowest, highest;  // vertices
    bool apart, far;          // for sure: not touching, farther apart than asked for
} sight;

/// The first of the vertices that is as low as the lowest, along a direction; *least is how low.
static int32_t find_lowest(const imp3i_seen_core* core, const impi_lanes* heights, float sign, float* least)
{
    impi_lanes most = impi_lanes_splat(-INFINITY), by = impi_lanes_splat(-sign);
    float value;
    for (int32_t k = 0; k < core->count / 4; ++k)
    {
        most = impi_lanes_max(most, impi_lanes_mul(by, heights[k]));
    }
    (void)impi_lanes_greatest(most, &value);
    int32_t k = 0, less = 15;
    while (k < core->count / 4 &&
           (less = impi_lanes_less(impi_lanes_mul(by, heights[k]), impi_lanes_splat(value))) == 15)
    {
        ++k;
    }
    *least = -value;
    return k < core->count / 4 ? 4 * k + impi_lowest_bit(~(uint32_t)less) : 0;
}

/// Finds the lowest and the highest vertex above the plane.
static void find_core_heights(sight* s)
{
    const imp3i_seen_core* core = s->core;
    const imp3_vec n = imp3i_vec_of(s->normal);
    impi_lanes heights[IMP3I_SEEN_MOST / 4], x = impi_lanes_splat(n.x), y = impi_lanes_splat(n.y);
    impi_lanes z = impi_lanes_splat(n.z);
    float low, high;
    for (int32_t k = 0; k < core->count; k += 4)
    {
        impi_lanes sum = impi_lanes_mul(x, impi_lanes_load(core->x + k));
        sum = impi_lanes_mul_add(y, impi_lanes_load(core->y + k), sum);
        heights[k / 4] = impi_lanes_mul_add(z, impi_lanes_load(core->z + k), sum);
    }
    s->lowest = find_lowest(core, heights, 1.0f, &low);
    s->highest = find_lowest(core, heights, -1.0f, &high);
    double plane = imp3i_ddot(s->normal, s->triangle.corners[0]);
    s->low = (double)low - plane;
    s->high = -(double)high - plane;
}

/// Looks at part i. False where nothing can be told of it.
static bool look_at_triangle(const imp3i_compound_pair* c, const imp3i_seen_core* core, int32_t i, double margin,
                             sight* out)
{
    const imp3i_compound_block* b = imp3i_compound_block_of(core->surface);
    int32_t points[3];
    out->core = core;
    out->apart = out->far = false;
    out->lean = imp3i_surface_lean(b, i);
    if (!imp3i_surface_corners(b, i, points))
    {
        return false;
    }
    imp3i_dvec* v = out->triangle.corners;
    for (int k = 0; k < 3; ++k)
    {
        v[k] = imp3i_dsub(imp3i_dvec_of(imp3i_surface_point(b, points[k])), core->origin);
    }
    imp3i_dvec one = imp3i_dsub(v[1], v[0]), two = imp3i_dsub(v[2], v[0]), n = imp3i_dcross(one, two);
    double area = sqrt(imp3i_ddot(n, n)), side = imp3i_dnorm1(one) + imp3i_dnorm1(two);
    if (!(area > 0.0))
    {
        return false;
    }
    out->normal = imp3i_ddivide(n, area);
    out->extent = sqrt(imp3i_ddot(v[0], v[0])) + core->size;
    out->slack = SIGHT_SLACK * (out->extent + side + core->radii + margin) + SIGHT_FRAME * c->scale;
    out->tie = SIGHT_TIE * side;
    out->beyond = IMP3I_FACES_LEAN * side;
    find_core_heights(out);
    out->apart = out->low > core->radii + out->slack || -out->high > core->radii + out->slack;
    return true;
}

static double farthest_corner_from(const sight* s, imp3i_dvec point)
{
    double most = 0.0;
    for (int k = 0; k < 3; ++k)
    {
        imp3i_dvec way = imp3i_dsub(s->triangle.corners[k], point);
        double square = imp3i_ddot(way, way);
        most = square > most ? square : most;
    }
    return sqrt(most);
}

/// How high a point may be above another along a direction that leans, which is so much above it along the upright one,
/// and so far beside it.
static double highest_of_point(double above, double beside, double lean)
{
    return above > 0.0 && lean * above > beside ? sqrt(above * above + beside * beside)
                                                : (above + lean * beside) / sqrt(1.0 + lean * lean);
}

/// The way from a triangle to the vertex that is lowest above its front or its back, as seen along the normal.
typedef struct way_beside
{
    imp3i_dvec up, away;        // unit
    double low, length, reach;  // of the vertex: its height, and how far it is beside the triangle and its corners
    double from, plane;         // of the triangle along away, and along up
} way_beside;

static void find_way_beside(const sight* s, bool back, way_beside* out)
{
    const imp3i_seen_core* core = s->core;
    int32_t k = back ? s->highest : s->lowest;
    imp3i_dvec lowest = {core->x[k], core->y[k], core->z[k]}, nearest;
    out->low = back ? -s->high : s->low;
    out->up = back ? imp3i_dnegate(s->normal) : s->normal;
    imp3i_dvec foot = imp3i_dadd_scaled(lowest, out->up, -out->low);
    (void)imp3i_triangle_nearest(&s->triangle, foot, &nearest);
    imp3i_dvec away = imp3i_dsub(foot, nearest);
    out->length = sqrt(imp3i_ddot(away, away));
    out->away = out->length > 0.0 ? imp3i_ddivide(away, out->length) : away;
    out->reach = farthest_corner_from(s, foot);
    out->from = imp3i_ddot(out->away, nearest);
    out->plane = imp3i_ddot(out->up, nearest);
}

/// How far the core is from the triangle along the way, where what is higher counts as so many times farther.
static double least_beside(const sight* s, const way_beside* w, double slope)
{
    return least_along(s->core, imp3i_dadd_scaled(w->away, w->up, slope)) - w->from - slope * w->plane;
}

/// Whether there may be a contact along a normal that leans from that of the front, or of the back: of cores that are no
/// farther apart than that, and no deeper. Along the front it is told, too, whether they are apart.
static bool may_touch_side(sight* s, bool back, double far, double deepest)
{
    const imp3i_seen_core* core = s->core;
    double low = back ? -s->high : s->low, lean = s->lean;
    // Above that no point of the core is farther beside the triangle.
    bool shallow = low > 0.0 || !(core->radii - (low + lean * s->extent) > deepest + s->slack);
    if (low > far + s->slack || (back && !shallow))
    {
        return false;
    }
    way_beside w;
    find_way_beside(s, back, &w);
    bool may = !(core->radii - highest_of_point(low, w.length, lean) > deepest + s->slack);
    if (!(w.length > s->slack))
    {
        return may;
    }
    double beside = lean * (fabs(low) > far + s->slack ? fabs(low) : far + s->slack) + s->tie;
    double reach = w.reach + beside < core->size ? w.reach + beside : core->size;
    double most = low + lean * reach + s->beyond * (1.0 + lean) + s->slack;
    most = most < far + s->slack ? most : far + s->slack;
    for (int m = 0; m < SIGHT_SLOPES && (may || !(s->far || s->apart)); ++m)
    {
        double slope = SIGHT_SLOPE[m], least = least_beside(s, &w, slope);
        s->apart |= least > (core->radii + s->slack) * SIGHT_NORM[m];
        s->far |= least > (far + s->slack) * SIGHT_NORM[m];
        may &= !(least - slope * most > beside + s->slack * (1.0 + slope));
    }
    return may && !s->far;
}

/// How far the triangle is beyond the plane of a face of the core, at most; below all values where no face is seen.
static double beyond_planes(const sight* s)
{
    const imp3i_seen_core* core = s->core;
    impi_lanes most = impi_lanes_splat(-INFINITY), corner[3][3];
    float farthest = -INFINITY;
    for (int k = 0; k < 3; ++k)
    {
        corner[k][0] = impi_lanes_splat((float)s->triangle.corners[k].x);
        corner[k][1] = impi_lanes_splat((float)s->triangle.corners[k].y);
        corner[k][2] = impi_lanes_splat((float)s->triangle.corners[k].z);
    }
    for (int32_t i = 0; i < core->planes; i += 4)
    {
        const impi_lanes x = impi_lanes_load(core->plane_x + i), y = impi_lanes_load(core->plane_y + i);
        const impi_lanes z = impi_lanes_load(core->plane_z + i);
        impi_lanes least = impi_lanes_splat(INFINITY);
        for (int k = 0; k < 3; ++k)
        {
            const impi_lanes sum = impi_lanes_mul_add(y, corner[k][1], impi_lanes_mul(x, corner[k][0]));
            least = impi_lanes_min(impi_lanes_mul_add(z, corner[k][2], sum), least);
        }
        most = impi_lanes_max(impi_lanes_sub(least, impi_lanes_load(core->plane + i)), most);
    }
    (void)impi_lanes_greatest(most, &farthest);
    return (double)farthest;
}

bool imp3i_are_seen_apart(const imp3i_compound_pair* c, const imp3i_seen_core* seen, int32_t i)
{
    sight s;
    if (!seen->surface || !look_at_triangle(c, seen, i, 0.0, &s))
    {
        return false;
    }
    way_beside w;
    s.apart |= seen->planes > 0 && beyond_planes(&s) > seen->radii + s.slack;
    if (!s.apart)
    {
        find_way_beside(&s, false, &w);
        for (int m = 0; m < SIGHT_SLOPES && !s.apart && w.length > s.slack; ++m)
        {
            s.apart = least_beside(&s, &w, SIGHT_SLOPE[m]) > (seen->radii + s.slack) * SIGHT_NORM[m];
        }
    }
    return s.apart;
}

/// A core that is a point: how far it is from the triangle, and whether that is along a normal that leans so little.
static bool is_point_across(const sight* s, double* square)
{
    const imp3i_seen_core* core = s->core;
    imp3i_dvec point = {core->x[0], core->y[0], core->z[0]}, nearest;
    *square = imp3i_triangle_nearest(&s->triangle, point, &nearest);
    double beside = s->lean * fabs(s->low) + s->tie + s->slack, over = *square - s->low * s->low;
    return !(over > beside * beside + s->slack * s->slack);
}

static int look_at_point(const sight* s, double far)
{
    double square, touching = s->core->radii + s->slack;
    bool may = is_point_across(s, &square);
    return square > (far + s->slack) * (far + s->slack) ? IMP3I_SIGHT_FAR
           : !(square > touching * touching)            ? IMP3I_SIGHT_NEAR
           : may                                        ? IMP3I_SIGHT_APART
                                                        : IMP3I_SIGHT_NONE;
}

int imp3i_look_at_parts(const imp3i_compound_pair* c, const imp3i_seen_core* seen, int32_t i, double margin)
{
    sight s;
    if (!seen->surface || !look_at_triangle(c, seen, i, margin, &s))
    {
        return IMP3I_SIGHT_NEAR;
    }
    double far = margin + seen->radii;
    if (s.low > far + s.slack || -s.high > far + s.slack)
    {
        return IMP3I_SIGHT_FAR;
    }
    if (!(seen->size > 0.0))
    {
        return look_at_point(&s, far);
    }
    const double beyond = seen->planes > 0 ? beyond_planes(&s) : -INFINITY;
    if (beyond > far + s.slack)
    {
        return IMP3I_SIGHT_FAR;
    }
    bool may = may_touch_side(&s, false, far, 0.0) || may_touch_side(&s, true, far, 0.0);
    const bool apart = s.apart || (!may && beyond > seen->radii + s.slack);
    return s.far ? IMP3I_SIGHT_FAR : !apart ? IMP3I_SIGHT_NEAR : may ? IMP3I_SIGHT_APART : IMP3I_SIGHT_NONE;
}

bool imp3i_may_have_contact(const imp3i_compound_pair* c, const imp3i_seen_core* seen, int32_t i, double deepest)
{
    sight s;
    if (!seen->surface || !look_at_triangle(c, seen, i, 0.0, &s))
    {
        return true;
    }
    double square;
    return !(seen->size > 0.0)
               ? is_point_across(&s, &square)
               : may_touch_side(&s, false, seen->radii, deepest) || may_touch_side(&s, true, seen->radii, deepest);
}
