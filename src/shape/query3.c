// SPDX-License-Identifier: MIT
//
// A point and a placed shape: inside or not, and the nearest point of the boundary.
//
// A placed core is M core + p, with M the pose's matrix, of a box times its turn: a rotation only to 2^-20. In the
// core's own frame the nearest point is simple (a box clamps, a cone is a polygon around an axis), but lengths are
// slightly wrong there. So the nearest point w of the frame is found again from w + M^T (x - M w): a step of a
// projected descent, whose error shrinks by the distance of M^T M from the identity each time. For an ordinary rotation
// the second step has no error left.
//
// A point inside has no such search: the nearest face tells, by the placed normal of its plane, which is that of the
// cofactors. Whether it is inside is settled exactly where doubles are in doubt; for cylinders and cones doubles
// decide.

#include "query3.h"

#include "../math/tolerance.h"

#include <math.h>

/// A distance along which no direction is left but rounding, as a part of the scale.
#define NO_DIRECTION IMPI_DOUBLE_SLIDE

/// Projections until the nearest point stands; the last ones change nothing for ordinary rotations.
#define PROJECTIONS 4

/// The point of a core nearest to one of its frame.
typedef struct near_core
{
    imp3i_dvec point;   // of its boundary when inside
    imp3i_dvec normal;  // out of the core there: a normal of a plane of the frame
    bool inside;        // deeper than what rounding can feign
} near_core;

/// Any vector across another one, of the lowest axis that is far from it.
static imp3i_dvec any_across(imp3i_dvec v)
{
    imp3i_dvec e = {0.0, 0.0, 1.0};
    if (fabs(v.x) <= fabs(v.y) && fabs(v.x) <= fabs(v.z))
    {
        e.x = 1.0;
        e.z = 0.0;
    }
    else if (fabs(v.y) <= fabs(v.z))
    {
        e.y = 1.0;
        e.z = 0.0;
    }
    return imp3i_dcross(imp3i_dcross(v, e), v);
}

static near_core near_segment(imp3i_dvec a, imp3i_dvec b, imp3i_dvec x)
{
    imp3i_dvec along = imp3i_dsub(b, a);
    double square = imp3i_ddot(along, along), t = imp3i_ddot(imp3i_dsub(x, a), along);
    near_core r = {a, any_across(along), false};
    if (square <= 0.0)
    {
        const imp3i_dvec up = {0.0, 0.0, 1.0};
        r.normal = up;
    }
    else if (t >= square)
    {
        r.point = b;
    }
    else if (t > 0.0)
    {
        r.point = imp3i_dadd_scaled(a, along, t / square);
    }
    return r;
}

static double square_to(imp3i_dvec a, imp3i_dvec b)
{
    imp3i_dvec d = imp3i_dsub(a, b);
    return imp3i_ddot(d, d);
}

/// The nearest of three sides.
static near_core near_sides(const imp3i_dvec v[3], imp3i_dvec x)
{
    near_core best = near_segment(v[0], v[1], x);
    double least = square_to(best.point, x);
    for (int k = 1; k < 3; ++k)
    {
        near_core next = near_segment(v[k], v[(k + 1) % 3], x);
        double distance = square_to(next.point, x);
        best = distance < least ? next : best;
        least = distance < least ? distance : least;
    }
    return best;
}

/// The face when the point is above it, else the nearest of the sides. Told along the longest side and across it: of a
/// thin triangle the way across is known badly, but then it is short.
static near_core near_triangle(imp3i_dvec a, imp3i_dvec b, imp3i_dvec c, imp3i_dvec x)
{
    double ab = square_to(a, b), bc = square_to(b, c), ca = square_to(c, a);
    int first = ab >= bc && ab >= ca ? 0 : bc >= ca ? 1 : 2;
    const imp3i_dvec corners[5] = {a, b, c, a, b}, *v = corners + first;
    imp3i_dvec along = imp3i_dsub(v[1], v[0]), side = imp3i_dsub(v[2], v[0]), arm = imp3i_dsub(x, v[0]);
    double square = imp3i_ddot(along, along), tip = square > 0.0 ? imp3i_ddot(side, along) / square : 0.0;
    imp3i_dvec across = imp3i_dadd_scaled(side, along, -tip), normal = imp3i_dcross(along, across);
    double width = imp3i_ddot(across, across);
    if (width <= 0.0 || imp3i_ddot(normal, normal) <= 0.0)
    {
        return near_sides(v, x);
    }
    double t = imp3i_ddot(arm, along) / square;
    double s = imp3i_ddot(imp3i_dadd_scaled(arm, along, -t), across) / width;
    if (s >= 0.0 && t - s * tip >= 0.0 && t - s * tip <= 1.0 - s)
    {
        near_core r = {imp3i_dadd_scaled(imp3i_dadd_scaled(v[0], along, t), across, s), normal, false};
        return r;
    }
    near_core r = near_sides(v, x);
    r.normal = normal;
    return r;
}

static near_core near_box(const imp3_shape* s, imp3i_dvec x)
{
    const double at[3] = {x.x, x.y, x.z}, low[3] = {s->a.x, s->a.y, s->a.z}, high[3] = {s->b.x, s->b.y, s->b.z};
    double to[3], normal[3] = {0.0, 0.0, 0.0}, most = -INFINITY;
    int best = 0;
    for (int k = 0; k < 3; ++k)
    {
        bool lower = low[k] - at[k] > at[k] - high[k];
        double above = lower ? low[k] - at[k] : at[k] - high[k];
        best = above > most ? k : best;
        most = above > most ? above : most;
        to[k] = at[k] < low[k] ? low[k] : at[k] > high[k] ? high[k] : at[k];
    }
    bool lower = low[best] - at[best] > at[best] - high[best];
    normal[best] = lower ? -1.0 : 1.0;
    to[best] = most < 0.0 ? (lower ? low[best] : high[best]) : to[best];
    near_core r = {{to[0], to[1], to[2]}, {normal[0], normal[1], normal[2]}, most < 0.0};
    return r;
}

/// The outline of a half of a cone in the plane of its axis: along it, and out from it.
typedef struct outline_point
{
    double along, out;
} outline_point;

/// The part of the way from one point to another that is nearest to a third.
static double nearest_part(outline_point from, outline_point to, outline_point x)
{
    double along = to.along - from.along, out = to.out - from.out, square = along * along + out * out;
    double t = (x.along - from.along) * along + (x.out - from.out) * out;
    return t <= 0.0 || square <= 0.0 ? 0.0 : t >= square ? 1.0 : t / square;
}

static near_core near_discs(const imp3_shape* s, imp3i_dvec x)
{
    imp3i_dvec axis = imp3i_axis_of(s), a = imp3i_dvec_of(s->a), b = imp3i_dvec_of(s->b), arm = imp3i_dsub(x, a);
    imp3i_dvec length = imp3i_dsub(b, a), n = imp3i_ddivide(axis, sqrt(imp3i_ddot(axis, axis)));
    imp3i_dvec across = imp3i_dcross(imp3i_dcross(n, arm), n);
    double height = sqrt(imp3i_ddot(length, length)), out = sqrt(imp3i_ddot(across, across));
    across = out > 0.0 ? across : any_across(n);
    across = imp3i_ddivide(across, sqrt(imp3i_ddot(across, across)));
    const outline_point at = {imp3i_ddot(n, arm), out};
    const outline_point v[4] = {{0.0, 0.0}, {0.0, s->disc_a}, {height, s->disc_b}, {height, 0.0}};
    // Out of the three lines: back, to the side, ahead.
    double fall = (double)s->disc_a - (double)s->disc_b, side = sqrt(height * height + fall * fall);
    const outline_point normals[3] = {
        {-1.0, 0.0}, {side > 0.0 ? fall / side : 0.0, side > 0.0 ? height / side : 1.0}, {1.0, 0.0}};
    double least = INFINITY;
    bool inside = true;
    int best = 0;
    outline_point to = at;
    for (int k = 0; k < 3; ++k)
    {
        double t = nearest_part(v[k], v[k + 1], at);
        outline_point p = {v[k].along + t * (v[k + 1].along - v[k].along), v[k].out + t * (v[k + 1].out - v[k].out)};
        double x_off = at.along - p.along, y_off = at.out - p.out, square = x_off * x_off + y_off * y_off;
        inside = inside && normals[k].along * (at.along - v[k].along) + normals[k].out * (at.out - v[k].out) < 0.0;
        best = square < least ? k : best;
        to = square < least ? p : to;
        least = square < least ? square : least;
    }
    near_core r = {imp3i_dadd_scaled(imp3i_dadd_scaled(a, n, to.along), across, to.out),
                   imp3i_dadd_scaled(imp3i_dscale(n, normals[best].along), across, normals[best].out), inside};
    return r;
}

/// How far a point is above a face of a hull, by its stored plane: off by 2^-22 of how far both reach, and the slack.
static double height_above(const imp3i_hull* h, int32_t face, imp3i_dvec x)
{
    return (double)h->normal_x[face] * x.x + (double)h->normal_y[face] * x.y + (double)h->normal_z[face] * x.z -
           (double)h->plane[face];
}

static int32_t highest_face(const imp3i_hull* h, imp3i_dvec x, double* most)
{
    int32_t best = 0;
    double value = -INFINITY;
    for (int32_t face = 0; face < h->face_count; ++face)
    {
        double height = height_above(h, face, x);
        best = height > value ? face : best;
        value = height > value ? height : value;
    }
    *most = value;
    return best;
}

/// The nearest point of a face, as triangles from its first corner.
static near_core near_face(const imp3_shape* s, int32_t face, imp3i_dvec x)
{
    const imp3i_hull* h = imp3i_hull_of(s);
    const int32_t* corners = h->corners + h->starts[face];
    int32_t count = h->starts[face + 1] - h->starts[face];
    imp3i_dvec first = imp3i_vertex(s, corners[0]), before = imp3i_vertex(s, corners[1]);
    near_core best = {first, first, false};
    double least = INFINITY;
    for (int32_t k = 2; k < count; ++k)
    {
        imp3i_dvec here = imp3i_vertex(s, corners[k]);
        near_core next = near_triangle(first, before, here, x);
        double distance = square_to(next.point, x);
        best = distance < least ? next : best;
        least = distance < least ? distance : least;
        before = here;
    }
    return best;
}

/// A point that is above some plane by more than rounding is outside, and one below all of them inside. Near to a plane
/// it is outside when it is farther than that from all faces that it may be above: there are tips so sharp that a point
/// before them is hardly above any plane.
static near_core near_hull(const imp3_shape* s, imp3i_dvec x)
{
    const imp3i_hull* h = imp3i_hull_of(s);
    double most, doubt = 0x1p-22 * ((double)s->reach + imp3i_dnorm1(x)) + (double)h->slack;
    int32_t highest = highest_face(h, x, &most);
    const imp3i_dvec normal = {h->normal_x[highest], h->normal_y[highest], h->normal_z[highest]};
    near_core best = {imp3i_dadd_scaled(x, normal, -most), normal, most < 0.0};
    if (most < -doubt)
    {
        return best;
    }
    near_core outside = near_face(s, highest, x);
    double least = square_to(outside.point, x);
    for (int32_t face = 0; face < h->face_count; ++face)
    {
        double height = height_above(h, face, x), lower = height - doubt;
        if (face != highest && height > -doubt && (lower <= 0.0 || lower * lower < least))
        {
            near_core next = near_face(s, face, x);
            double distance = square_to(next.point, x);
            outside = distance < least ? next : outside;
            least = distance < least ? distance : least;
        }
    }
    outside.normal = normal;
    return most < 0.0 && least <= 4.0 * doubt * doubt ? best : outside;
}

/// The point of a core that is nearest to x. Told in the frame of imp3i_frame_of.
static near_core near_point_of_core(const imp3_shape* s, imp3i_dvec x)
{
    switch (s->kind)
    {
    case IMP3_SHAPE_TRIANGLE: return near_triangle(imp3i_vertex(s, 0), imp3i_vertex(s, 1), imp3i_vertex(s, 2), x);
    case IMP3_SHAPE_BOX: return near_box(s, x);
    case IMP3_SHAPE_HULL: return near_hull(s, x);
    case IMP3_SHAPE_CYLINDER:
    case IMP3_SHAPE_CONE: return near_discs(s, x);
    default: return near_segment(imp3i_vertex(s, 0), imp3i_vertex(s, s->count - 1), x);
    }
}

/// The matrix that places the frame in which a core is told: that of a box has its turn in it.
static imp3i_drot frame_of_core(const imp3_shape* s, imp3i_drot q)
{
    if (s->kind != IMP3_SHAPE_BOX)
    {
        return q;
    }
    imp3i_drot turn = imp3i_drot_of(s->turn);
    imp3i_drot r = {imp3i_drot_apply(q, turn.x), imp3i_drot_apply(q, turn.y), imp3i_drot_apply(q, turn.z)};
    return r;
}

static imp3i_dvec unit_of(imp3i_dvec v)
{
    return imp3i_ddivide(v, sqrt(imp3i_ddot(v, v)));
}

/// The point x, told from the pose's position, is in the half-space or above it.
static void half_space_gap(const imp3_shape* s, imp3i_drot m, imp3i_dvec x, imp3i_point_gap* out)
{
    imp3i_dvec n = imp3i_drot_normal(m, imp3i_dvec_of(s->normal));
    double volume = imp3i_ddot(m.x, imp3i_dcross(m.y, m.z)), length = sqrt(imp3i_ddot(n, n));
    out->normal = imp3i_ddivide(n, length);
    out->separation = (imp3i_ddot(n, x) - (double)s->offset * volume) / length;
    out->on_core = imp3i_dadd_scaled(x, out->normal, -out->separation);
}

/// Inside, by the plane through what was found in the frame.
static void inside_gap(const near_core* found, imp3i_drot m, imp3i_dvec x, imp3i_point_gap* out)
{
    out->normal = unit_of(imp3i_drot_normal(m, found->normal));
    out->separation = imp3i_ddot(out->normal, imp3i_dsub(x, imp3i_drot_apply(m, found->point)));
    out->on_core = imp3i_dadd_scaled(x, out->normal, -out->separation);
}

void imp3i_point_query(const imp3_shape* s, imp3i_drot q, imp3i_dvec x, imp3i_point_gap* out)
{
    imp3i_drot m = frame_of_core(s, q);
    if (s->kind == IMP3_SHAPE_HALF_SPACE)
    {
        half_space_gap(s, m, x, out);
        return;
    }
    double scale = (double)s->reach + imp3i_dnorm1(x);
    imp3i_dvec local = imp3i_drot_solve(m, x);
    near_core found = near_point_of_core(s, local);
    if (found.inside)
    {
        inside_gap(&found, m, x, out);
        out->separation -= (double)s->radius;
        return;
    }
    imp3i_dvec rest = imp3i_dsub(x, imp3i_drot_apply(m, found.point));
    for (int k = 1; k < PROJECTIONS; ++k)
    {
        imp3i_dvec from = imp3i_dadd(found.point, imp3i_drot_apply_inverse(m, rest));
        near_core next = near_point_of_core(s, from);
        if (next.inside)
        {
            break;
        }
        double moved = imp3i_dnorm1(imp3i_dsub(next.point, found.point));
        found = next;
        rest = imp3i_dsub(x, imp3i_drot_apply(m, found.point));
        if (moved <= 0x1p-48 * scale)
        {
            break;
        }
    }
    double distance = sqrt(imp3i_ddot(rest, rest));
    bool apart = distance > NO_DIRECTION * scale;
    out->on_core = imp3i_drot_apply(m, found.point);
    out->normal = apart ? imp3i_ddivide(rest, distance) : unit_of(imp3i_drot_normal(m, found.normal));
    out->separation = distance - (double)s->radius;
}

static imp_status point_query_status(const imp3_shape* shape, const imp3_pose* pose, imp3_vec point, const void* out)
{
    imp_status status = imp3i_placed_status(shape, pose);
    if (status)
    {
        return status;
    }
    int32_t fault = imp3i_vec_fault(point);
    if (fault)
    {
        return impi_error(fault, 3);
    }
    return out ? IMP_OK : impi_error(IMP_ERR_NULL, 4);
}

/// By how much a separation may be off, as a part of the scale. Of a hull it may come from stored normals, and from
/// faces that are planes only nearly.
static double point_doubt(const imp3_shape* s, double scale)
{
    return s->kind == IMP3_SHAPE_HULL ? (double)IMPI_FLOAT_DOUBT * scale + (double)imp3i_hull_of(s)->slack
                                      : IMPI_DOUBLE_DOUBT * scale;
}

/// -1 outside, 0 on the boundary, 1 inside, for a separation that is so far off: exact but for cylinders and cones.
static int settle_point(const imp3_shape* s, const imp3_pose* pose, imp3_vec point, double separation, double doubt)
{
    if (fabs(separation) > doubt || imp3i_is_curved(s))
    {
        return separation < 0.0 ? 1 : separation > 0.0 ? -1 : 0;
    }
    imp3_shape dot = {0};
    dot.kind = IMP3_SHAPE_SPHERE;
    dot.count = 1;
    dot.turn = imp3_pose_identity().q;
    imp3_pose at = imp3_pose_identity();
    at.p = point;
    return imp3i_relation(s, pose, &dot, &at);
}

static imp3i_dvec seen_from(const imp3_pose* pose, imp3_vec point)
{
    return imp3i_dsub(imp3i_dvec_of(point), imp3i_dvec_of(pose->p));
}

static double scale_of_point(const imp3_shape* s, imp3i_dvec x)
{
    return (double)s->reach + (double)s->radius + imp3i_dnorm1(x);
}

/// Whether the planes of a hull alone tell that a point is inside, 1, or farther out than the radius, -1; else 0.
static int judge_by_planes(const imp3_shape* s, imp3i_drot q, imp3i_dvec x, double doubt)
{
    double most;
    highest_face(imp3i_hull_of(s), imp3i_drot_solve(q, x), &most);
    return most > (double)s->radius * (1.0 + 0x1p-18) + doubt ? -1 : most < -doubt ? 1 : 0;
}

imp_status imp3_shape_contains(const imp3_shape* shape, const imp3_pose* pose, imp3_vec point, bool* out)
{
    imp_status status = point_query_status(shape, pose, point, out);
    if (status)
    {
        return status;
    }
    imp3i_drot q = imp3i_drot_of(pose->q);
    imp3i_dvec x = seen_from(pose, point);
    double doubt = point_doubt(shape, scale_of_point(shape, x));
    int side = shape->kind == IMP3_SHAPE_HULL ? judge_by_planes(shape, q, x, doubt) : 0;
    if (side == 0)
    {
        imp3i_point_gap gap;
        imp3i_point_query(shape, q, x, &gap);
        *out = settle_point(shape, pose, point, gap.separation, doubt) >= 0;
        return IMP_OK;
    }
    *out = side > 0;
    return IMP_OK;
}

imp_status imp3_shape_closest(const imp3_shape* shape, const imp3_pose* pose, imp3_vec point, imp3_vec* closest,
                              float* distance)
{
    imp_status status = point_query_status(shape, pose, point, closest);
    if (status)
    {
        return status;
    }
    imp3i_dvec x = seen_from(pose, point);
    imp3i_point_gap gap;
    imp3i_point_query(shape, imp3i_drot_of(pose->q), x, &gap);
    double scale = scale_of_point(shape, x);
    int side = settle_point(shape, pose, point, gap.separation, point_doubt(shape, scale));
    imp3i_dvec at = imp3i_dadd_scaled(gap.on_core, gap.normal, (double)shape->radius);
    *closest = imp3i_vec_tidy(imp3i_dadd(at, imp3i_dvec_of(pose->p)));
    if (distance)
    {
        float tiny = (float)((double)IMPI_TINY * scale), d = (float)gap.separation;
        *distance = side < 0 ? (d > tiny ? d : tiny) : side == 0 ? 0.0f : (d < -tiny ? d : -tiny);
    }
    return IMP_OK;
}
