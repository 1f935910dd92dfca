// SPDX-License-Identifier: MIT
#include "pairs3.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "oracle3.h"

const char* const sort3_names[SORT3_COUNT] = {
    "sphere",         "point",     "segment",    "capsule",      "triangle",  "flat triangle",
    "round triangle", "box",       "flat box",   "oriented box", "round box", "hull",
    "round hull",     "flat hull", "large hull", "half-space",   "cylinder",  "cone"};

const char* const style3_names[STYLE3_COUNT] = {"random",     "grid",     "boundary", "sizes",         "far",
                                                "nested",     "parallel", "sliver",   "near parallel", "corner",
                                                "worst turn", "extreme",  "hair",     "one pose"};

// What the library takes: nothing between 0 and 2^-60.
static float tidy(double value)
{
    return fabs(value) < 0x1p-59 ? 0.0f : (float)value;
}

static imp3_vec vec(double x, double y, double z)
{
    imp3_vec v = {tidy(x), tidy(y), tidy(z)};
    return v;
}

static double spread(test_rng* rng, double size)
{
    return size * (2.0 * test_rng_unit(rng) - 1.0);
}

static double eighths(test_rng* rng)
{
    return test_rng_int(rng, -8, 8) * 0.125;
}

// While set, points of the grid have coordinates of this sign along that axis, often 0.
static int one_side_axis, one_side_sign;

static imp3_vec somewhere(test_rng* rng, double size, bool grid)
{
    double v[3];
    for (int i = 0; i < 3; i++)
    {
        v[i] = grid ? eighths(rng) : spread(rng, size);
    }
    if (grid && one_side_sign)
    {
        v[one_side_axis] = test_rng_int(rng, 0, 2) ? one_side_sign * fabs(v[one_side_axis]) : 0.0;
    }
    return vec(v[0], v[1], v[2]);
}

static float some_radius(test_rng* rng, double size, bool grid)
{
    return grid ? (float)test_rng_int(rng, 1, 8) * 0.125f : tidy(size * (0.05 + test_rng_unit(rng)));
}

static imp3_rot rot_product(imp3_rot a, imp3_rot b)
{
    imp3_rot r;
    const imp3_vec* from[3] = {&b.x, &b.y, &b.z};
    imp3_vec* to[3] = {&r.x, &r.y, &r.z};
    for (int k = 0; k < 3; k++)
    {
        double x = (double)from[k]->x, y = (double)from[k]->y, z = (double)from[k]->z;
        *to[k] = vec((double)a.x.x * x + (double)a.y.x * y + (double)a.z.x * z,
                     (double)a.x.y * x + (double)a.y.y * y + (double)a.z.y * z,
                     (double)a.x.z * x + (double)a.y.z * y + (double)a.z.z * z);
    }
    return r;
}

imp3_rot pair3_turn(test_rng* rng, bool grid)
{
    imp3_rot q;
    if (!grid)
    {
        imp3_quat quat = {(float)spread(rng, 1.0), (float)spread(rng, 1.0), (float)spread(rng, 1.0), 0.5f};
        assert_int_equal(imp3_rot_of_quat(quat, &q), IMP_OK);
        return q;
    }
    static const imp3_rot one = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, cycle = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}},
                          quarter = {{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}},
                          pythagoras = {{0.6f, 0.8f, 0}, {-0.8f, 0.6f, 0}, {0, 0, 1}};
    q = one;
    for (int k = test_rng_int(rng, 0, 2); k > 0; k--)
    {
        q = rot_product(cycle, q);
    }
    for (int k = test_rng_int(rng, 0, 3); k > 0; k--)
    {
        q = rot_product(quarter, q);
    }
    if (test_rng_int(rng, 0, 3) == 0)
    {
        q = rot_product(pythagoras, q);
    }
    return q;
}

// As far along one way of being wrong as is accepted, found by halving.
imp3_rot pair3_worst_turn(test_rng* rng)
{
    imp3_rot q = pair3_turn(rng, test_rng_int(rng, 0, 1));
    double wrong[9];
    for (int k = 0; k < 9; k++)
    {
        wrong[k] = test_rng_int(rng, 0, 1) ? spread(rng, 0x1p-19) : 0.0;
    }
    imp3_pose good = {{0, 0, 0}, q};
    for (double share = 1.0; share > 0x1p-6; share *= 0.5)
    {
        imp3_pose tried = good;
        float* numbers = &tried.q.x.x;
        for (int k = 0; k < 9; k++)
        {
            numbers[k] = tidy((double)numbers[k] + share * wrong[k]);
        }
        good = imp3_pose_check(&tried) == IMP_OK ? tried : good;
    }
    return good.q;
}

// On an ellipsoid, in a cube, or on the grid.
static void make_hull(test_rng* rng, int lo, int hi, float radius, double size, bool grid, imp3_shape* out)
{
    imp3_vec points[32];
    int count = test_rng_int(rng, lo, hi);
    imp3_vec center = somewhere(rng, size * 0.5, grid);
    double z = size * (0.3 + test_rng_unit(rng)), y = size * (0.3 + test_rng_unit(rng)),
           x = size * (0.3 + test_rng_unit(rng));
    imp3_vec extent = vec(x, y, z);
    bool ball = !grid && (hi > 10 || test_rng_int(rng, 0, 1));
    for (int i = 0; i < count; i++)
    {
        imp3_vec v = somewhere(rng, 1.0, grid);
        double length =
            ball ? sqrt((double)v.x * (double)v.x + (double)v.y * (double)v.y + (double)v.z * (double)v.z) : 1.0;
        points[i] = grid ? v
                         : vec((double)center.x + (double)extent.x * (double)v.x / length,
                               (double)center.y + (double)extent.y * (double)v.y / length,
                               (double)center.z + (double)extent.z * (double)v.z / length);
    }
    assert_int_equal(imp3_hull_make(points, count, radius, NULL, out, NULL), IMP_OK);
}

// All points in one plane: exactly with whole numbers of two edges, or to rounding.
static void make_flat_hull(test_rng* rng, double size, bool grid, imp3_shape* out)
{
    imp3_vec points[8], u = somewhere(rng, size, grid), v = somewhere(rng, size, grid), o = somewhere(rng, size, grid);
    int count = test_rng_int(rng, 3, 8);
    for (int i = 0; i < count; i++)
    {
        double s = grid ? test_rng_int(rng, -2, 2) : spread(rng, 1.0),
               t = grid ? test_rng_int(rng, -2, 2) : spread(rng, 1.0);
        points[i] =
            vec((double)o.x + s * (double)u.x + t * (double)v.x, (double)o.y + s * (double)u.y + t * (double)v.y,
                (double)o.z + s * (double)u.z + t * (double)v.z);
    }
    assert_int_equal(imp3_hull_make(points, count, 0.0f, NULL, out, NULL), IMP_OK);
}

static imp_status make_triangle(test_rng* rng, int sort, double size, bool grid, imp3_shape* out)
{
    imp3_vec a = somewhere(rng, size, grid), b = somewhere(rng, size, grid), c = somewhere(rng, size, grid);
    if (sort == SORT3_FLAT_TRIANGLE)
    {
        double k = test_rng_int(rng, -2, 3) * 0.5;
        b = test_rng_int(rng, 0, 3) ? b : a;
        c = vec((double)a.x + k * ((double)b.x - (double)a.x), (double)a.y + k * ((double)b.y - (double)a.y),
                (double)a.z + k * ((double)b.z - (double)a.z));
    }
    return imp3_triangle_make(a, b, c, sort == SORT3_ROUND_TRIANGLE ? some_radius(rng, 0.5 * size, grid) : 0.0f, out);
}

static imp_status make_box(test_rng* rng, int sort, double size, bool grid, imp3_shape* out)
{
    imp3_vec a = somewhere(rng, size, grid), b = somewhere(rng, size, grid);
    imp3_box box = {{fminf(a.x, b.x), fminf(a.y, b.y), fminf(a.z, b.z)},
                    {fmaxf(a.x, b.x), fmaxf(a.y, b.y), fmaxf(a.z, b.z)}};
    if (sort == SORT3_FLAT_BOX)
    {
        int flat = test_rng_int(rng, 1, 7);
        box.upper.x = flat & 1 ? box.lower.x : box.upper.x;
        box.upper.y = flat & 2 ? box.lower.y : box.upper.y;
        box.upper.z = flat & 4 ? box.lower.z : box.upper.z;
    }
    if (sort == SORT3_BOX || (sort == SORT3_FLAT_BOX && test_rng_int(rng, 0, 1)))
    {
        return imp3_box_make(box, out);
    }
    imp3_vec half = {0.5f * (box.upper.x - box.lower.x), 0.5f * (box.upper.y - box.lower.y),
                     0.5f * (box.upper.z - box.lower.z)};
    half = vec((double)half.x, (double)half.y, (double)half.z);
    imp3_rot turn = test_rng_int(rng, 0, 7) ? pair3_turn(rng, grid) : pair3_worst_turn(rng);
    return imp3_oriented_box_make(a, half, turn, sort == SORT3_ROUND_BOX ? some_radius(rng, 0.5 * size, grid) : 0.0f,
                                  out);
}

void pair3_shape(test_rng* rng, int sort, float size, bool grid, imp3_shape* out)
{
    double s = (double)size;
    imp3_vec center = test_rng_int(rng, 0, 1) ? vec(0.0, 0.0, 0.0) : somewhere(rng, s * 0.5, grid);
    imp3_vec a = somewhere(rng, s, grid), b = somewhere(rng, s, grid);
    imp_status status = IMP_OK;
    switch (sort)
    {
    case SORT3_SPHERE: status = imp3_sphere_make(center, some_radius(rng, s, grid), out); break;
    case SORT3_POINT: status = imp3_sphere_make(center, 0.0f, out); break;
    case SORT3_SEGMENT: status = imp3_capsule_make(a, b, 0.0f, out); break;
    case SORT3_CAPSULE: status = imp3_capsule_make(a, b, some_radius(rng, s, grid), out); break;
    case SORT3_TRIANGLE:
    case SORT3_FLAT_TRIANGLE:
    case SORT3_ROUND_TRIANGLE: status = make_triangle(rng, sort, s, grid, out); break;
    case SORT3_BOX:
    case SORT3_FLAT_BOX:
    case SORT3_ORIENTED_BOX:
    case SORT3_ROUND_BOX: status = make_box(rng, sort, s, grid, out); break;
    case SORT3_HULL: make_hull(rng, 4, 10, 0.0f, s, grid, out); break;
    case SORT3_ROUND_HULL: make_hull(rng, 4, 8, some_radius(rng, 0.5 * s, grid), s, grid, out); break;
    case SORT3_FLAT_HULL: make_flat_hull(rng, s, grid, out); break;
    case SORT3_LARGE_HULL: make_hull(rng, 11, 18, 0.0f, s, grid, out); break;
    case SORT3_HALF_SPACE:
    {
        imp3_vec up = vec(0.0, 0.0, 1.0);
        bool skew = (a.x != 0.0f || a.y != 0.0f || a.z != 0.0f) && test_rng_int(rng, 0, 2);
        status = imp3_half_space_make(skew ? a : up, center.x, out);
        break;
    }
    case SORT3_CYLINDER:
    {
        float radius = test_rng_int(rng, 0, 1) ? some_radius(rng, 0.25 * s, grid) : 0.0f;
        float disc = some_radius(rng, s, grid);
        status = imp3_cylinder_make(a, b, disc, radius, out);
        break;
    }
    default:
    {
        float radius = test_rng_int(rng, 0, 1) ? some_radius(rng, 0.25 * s, grid) : 0.0f;
        float disc_b = test_rng_int(rng, 0, 1) ? some_radius(rng, s, grid) : 0.0f;
        float disc_a = some_radius(rng, s, grid);
        status = imp3_cone_make(a, b, disc_a, disc_b, radius, out);
        break;
    }
    }
    assert_int_equal(status, IMP_OK);
}

// A shape flattened to a millionth along z.
static void flatten(test_rng* rng, int sort, float size, imp3_shape* out)
{
    imp3_shape plump;
    pair3_shape(rng, sort, size, false, &plump);
    imp3_vec v[32];
    for (int i = 0; i < plump.count; i++)
    {
        v[i] = oracle3_vertex(&plump, i);
        v[i] = vec((double)v[i].x, (double)v[i].y, (double)v[i].z * 1e-6);
    }
    float radius = plump.radius > 0.0f ? tidy((double)plump.radius * 1e-6) : 0.0f;
    imp_status status = IMP_OK;
    switch (plump.kind)
    {
    case IMP3_SHAPE_CAPSULE: status = imp3_capsule_make(v[0], v[plump.count - 1], radius, out); break;
    case IMP3_SHAPE_TRIANGLE: status = imp3_triangle_make(v[0], v[1], v[2], radius, out); break;
    case IMP3_SHAPE_BOX:
    {
        imp3_vec half = vec(0.5 * ((double)v[7].x - (double)v[0].x), 0.5 * ((double)v[7].y - (double)v[0].y),
                            0.5 * ((double)v[7].z - (double)v[0].z));
        status = imp3_oriented_box_make(v[0], half, plump.turn, radius, out);
        break;
    }
    case IMP3_SHAPE_HULL: status = imp3_hull_make(v, plump.count, radius, NULL, out, NULL); break;
    default: *out = plump; return;
    }
    assert_int_equal(status, IMP_OK);
    imp3_shape_free(&plump);
}

static void place_vertex(const imp3_shape* shape, imp3_rot turn, int index, double out[3])
{
    imp3_vec v = oracle3_vertex(shape, index);
    const imp3_vec rows[3] = {
        {turn.x.x, turn.y.x, turn.z.x}, {turn.x.y, turn.y.y, turn.z.y}, {turn.x.z, turn.y.z, turn.z.z}};
    for (int i = 0; i < 3; i++)
    {
        out[i] = (double)rows[i].x * (double)v.x + (double)rows[i].y * (double)v.y + (double)rows[i].z * (double)v.z;
    }
}

static imp3_rot turn_of(const imp3_shape* shape, imp3_rot q)
{
    return shape->kind == IMP3_SHAPE_BOX ? rot_product(q, shape->turn) : q;
}

// A vertex, the middle of two or of four, turned to rounding.
static void some_feature(test_rng* rng, const imp3_shape* shape, imp3_rot q, double out[3])
{
    int parts = 1 << test_rng_int(rng, 0, 2);
    out[0] = out[1] = out[2] = 0.0;
    for (int k = 0; k < parts && shape->count > 0; k++)
    {
        double v[3];
        place_vertex(shape, turn_of(shape, q), test_rng_int(rng, 0, shape->count - 1), v);
        for (int i = 0; i < 3; i++)
        {
            out[i] += v[i] / parts;
        }
    }
}

// The vertex that is farthest along an axis, or against it.
static void farthest_along(const imp3_shape* shape, imp3_rot q, int axis, double sign, double out[3])
{
    out[0] = out[1] = out[2] = 0.0;
    for (int k = 0; k < shape->count; k++)
    {
        double v[3];
        place_vertex(shape, turn_of(shape, q), k, v);
        if (k == 0 || sign * (v[axis] - out[axis]) > 0.0)
        {
            for (int i = 0; i < 3; i++)
            {
                out[i] = v[i];
            }
        }
    }
}

static float nudge(test_rng* rng, float value, int most)
{
    int steps = test_rng_int(rng, -most, most);
    for (int i = 0; i < abs(steps); i++)
    {
        value = nextafterf(value, steps > 0 ? FLT_MAX : -FLT_MAX);
    }
    return tidy((double)value);
}

static void nudge_vec(test_rng* rng, imp3_vec* v, int most)
{
    v->x = nudge(rng, v->x, most);
    v->y = nudge(rng, v->y, most);
    v->z = nudge(rng, v->z, most);
}

// Moves B along the true normal until they touch, to rounding; or until the cores do, under the radii. only_axes leaves
// alone what would have to move askew.
static void bring_to_touching(test_rng* rng, bool only_axes, pair3* pair)
{
    if (pair->sort_a >= SORT3_EXACT || pair->sort_b >= SORT3_EXACT)
    {
        return;
    }
    oracle3_body a = oracle3_shape(&pair->a, &pair->pose_a), b = oracle3_shape(&pair->b, &pair->pose_b);
    oracle3_answer answer;
    oracle3_relate(&a, &b, &answer);
    const double* n = answer.normal;
    bool along_axis = (n[0] != 0.0) + (n[1] != 0.0) + (n[2] != 0.0) == 1;
    if (!isfinite(answer.separation) || (only_axes && !along_axis))
    {
        return;
    }
    double way = test_rng_int(rng, 0, 7) ? answer.separation : answer.core_separation;
    imp3_vec* p = &pair->pose_b.p;
    *p = vec((double)p->x - way * n[0], (double)p->y - way * n[1], (double)p->z - way * n[2]);
}

// Both end at one plane across an axis, from two sides; there B lies with a vertex on one of A's, or beside it.
static void put_end_to_end(test_rng* rng, pair3* pair)
{
    int axis = test_rng_int(rng, 0, 2);
    double u[3], v[3];
    farthest_along(&pair->a, pair->pose_a.q, axis, 1.0, u);
    farthest_along(&pair->b, pair->pose_b.q, axis, -1.0, v);
    imp3_vec beside = somewhere(rng, 1.0, true);
    double share = 0.25 * test_rng_int(rng, 0, 2);
    const double aside[3] = {(double)beside.x * share, (double)beside.y * share, (double)beside.z * share};
    for (int i = 0; i < 3; i++)
    {
        u[i] += i == axis ? (double)pair->a.radius + (double)pair->b.radius : aside[i];
    }
    imp3_vec p = pair->pose_a.p;
    pair->pose_b.p = vec((double)p.x + u[0] - v[0], (double)p.y + u[1] - v[1], (double)p.z + u[2] - v[2]);
}

// As near to touching as floats allow, and a nudge.
static void push_to_boundary(test_rng* rng, pair3* pair)
{
    bring_to_touching(rng, false, pair);
    bring_to_touching(rng, false, pair);
    nudge_vec(rng, &pair->pose_b.p, 3);
}

// Shapes of the grid that end at one plane across an axis when turned, from two sides; u and v are vertices there.
static void share_a_plane(test_rng* rng, pair3* pair, int axis, double u[3], double v[3])
{
    bool shared = false;
    for (int tries = 0; tries < 20 && !shared; tries++)
    {
        pair3_free(pair);
        one_side_axis = axis;
        one_side_sign = -1;
        pair3_shape(rng, pair->sort_a, 1.0f, true, &pair->a);
        one_side_sign = 1;
        pair3_shape(rng, pair->sort_b, 1.0f, true, &pair->b);
        one_side_sign = 0;
        farthest_along(&pair->a, pair->pose_a.q, axis, 1.0, u);
        farthest_along(&pair->b, pair->pose_b.q, axis, -1.0, v);
        shared = u[axis] == v[axis];
    }
}

// Turned with the frame, planes of the grid are askew and still the same.
static void put_in_one_pose(test_rng* rng, pair3* pair)
{
    double u[3], v[3];
    imp3_pose pose = imp3_pose_identity();
    pair->pose_a = pair->pose_b = pose;
    share_a_plane(rng, pair, test_rng_int(rng, 0, 2), u, v);
    pose.q = test_rng_int(rng, 0, 1) ? pair3_turn(rng, false) : pair3_worst_turn(rng);
    pose.p = somewhere(rng, 3.0, false);
    pair->pose_a = pair->pose_b = pose;
    if (test_rng_int(rng, 0, 3) == 0 && pair->b.kind != IMP3_SHAPE_HALF_SPACE)
    {
        pair->b.radius += (float)exp2(-test_rng_int(rng, 40, 59));
    }
}

// Both end at one plane through the origin, where places have bits for a hair: a gap, an overlap, or a radius.
static void part_by_a_hair(test_rng* rng, pair3* pair)
{
    int axis = test_rng_int(rng, 0, 2);
    double u[3], v[3];
    pair->pose_a = pair->pose_b = imp3_pose_identity();
    share_a_plane(rng, pair, axis, u, v);
    float hair = (float)exp2(-test_rng_int(rng, 40, 59));
    bool radius = test_rng_int(rng, 0, 3) == 0 && pair->b.kind != IMP3_SHAPE_HALF_SPACE;
    bool whole = test_rng_int(rng, 0, 1);
    float p[3];
    for (int i = 0; i < 3; i++)
    {
        p[i] = i == axis || whole ? tidy(u[i] - v[i]) : (float)(0.125 * test_rng_int(rng, -2, 2));
    }
    p[axis] += pair->a.radius + pair->b.radius;
    if (radius)
    {
        pair->b.radius = hair;
    }
    else if (p[axis] == 0.0f)
    {
        p[axis] = hair * (float)test_rng_int(rng, -1, 1);
    }
    imp3_vec there = {p[0], p[1], p[2]};
    pair->pose_b.p = there;
}

static void set_sizes(test_rng* rng, int style, bool grid, float* a, float* b)
{
    *a = *b = 1.0f;
    if (style == STYLE3_SIZES || style == STYLE3_EXTREME)
    {
        double most = style == STYLE3_SIZES ? 20.0 : 50.0;
        *a = (float)exp2(spread(rng, most));
        *b = test_rng_int(rng, 0, 1) ? *a : (float)exp2(spread(rng, most));
    }
    else if (!grid)
    {
        *a = (float)exp2(spread(rng, 3.0));
        *b = style == STYLE3_NESTED ? *a * 0.1f : (float)exp2(spread(rng, 3.0));
    }
}

static void arrange(test_rng* rng, bool grid, pair3* out)
{
    imp3_vec p = out->pose_a.p;
    switch (out->style)
    {
    case STYLE3_GRID:
    case STYLE3_PARALLEL:
        out->pose_b.p = somewhere(rng, 1.0, true);
        out->pose_b.q = out->style == STYLE3_GRID ? out->pose_b.q : out->pose_a.q;
        if (test_rng_int(rng, 0, 1))
        {
            put_end_to_end(rng, out);
        }
        else
        {
            bring_to_touching(rng, true, out);
        }
        break;
    case STYLE3_HAIR: part_by_a_hair(rng, out); break;
    case STYLE3_ONE_POSE: put_in_one_pose(rng, out); break;
    case STYLE3_NEAR_PARALLEL:
    {
        imp3_pose nudged = out->pose_a;
        nudge_vec(rng, &nudged.q.x, 4);
        nudge_vec(rng, &nudged.q.y, 4);
        nudge_vec(rng, &nudged.q.z, 4);
        out->pose_b.q = imp3_pose_check(&nudged) == IMP_OK ? nudged.q : out->pose_a.q;
        push_to_boundary(rng, out);
        break;
    }
    case STYLE3_CORNER:
    {
        double u[3], v[3];
        some_feature(rng, &out->a, out->pose_a.q, u);
        some_feature(rng, &out->b, out->pose_b.q, v);
        out->pose_b.p = vec((double)p.x + u[0] - v[0], (double)p.y + u[1] - v[1], (double)p.z + u[2] - v[2]);
        if (!grid)
        {
            nudge_vec(rng, &out->pose_b.p, 1);
        }
        break;
    }
    case STYLE3_BOUNDARY:
    case STYLE3_WORST_TURN: push_to_boundary(rng, out); break;
    case STYLE3_SIZES:
    case STYLE3_FAR:
    case STYLE3_SLIVER:
    case STYLE3_EXTREME:
        out->pose_b.q = out->style == STYLE3_SLIVER && test_rng_int(rng, 0, 1) ? out->pose_a.q : out->pose_b.q;
        if (test_rng_int(rng, 0, 1))
        {
            push_to_boundary(rng, out);
        }
        break;
    default: break;
    }
}

void pair3_make(test_rng* rng, int sort_a, int sort_b, int style, pair3* out)
{
    out->sort_a = sort_a;
    out->sort_b = sort_b;
    out->style = style;
    bool grid = style == STYLE3_GRID || style == STYLE3_PARALLEL || style >= STYLE3_HAIR ||
                (style == STYLE3_CORNER && test_rng_int(rng, 0, 1));
    float size_a, size_b;
    set_sizes(rng, style, grid, &size_a, &size_b);
    if (style == STYLE3_SLIVER)
    {
        flatten(rng, sort_a, size_a, &out->a);
        flatten(rng, sort_b, size_b, &out->b);
    }
    else
    {
        pair3_shape(rng, sort_a, size_a, grid, &out->a);
        pair3_shape(rng, sort_b, size_b, grid, &out->b);
    }
    double far_away = style == STYLE3_FAR ? exp2(10.0 + 14.0 * test_rng_unit(rng)) : (double)size_a;
    far_away = style == STYLE3_EXTREME && test_rng_int(rng, 0, 1) ? exp2(spread(rng, 50.0)) : far_away;
    out->pose_a.p = somewhere(rng, far_away, grid);
    out->pose_a.q = style == STYLE3_WORST_TURN ? pair3_worst_turn(rng) : pair3_turn(rng, grid);
    out->pose_b.q = style == STYLE3_WORST_TURN ? pair3_worst_turn(rng) : pair3_turn(rng, grid);
    double reach = (double)out->a.reach + (double)out->b.reach + (double)out->a.radius + (double)out->b.radius;
    double distance = reach * (style == STYLE3_NESTED ? 0.15 : 0.8) * test_rng_unit(rng);
    imp3_vec p = out->pose_a.p;
    double z = spread(rng, distance), y = spread(rng, distance), x = spread(rng, distance);
    out->pose_b.p = vec((double)p.x + x, (double)p.y + y, (double)p.z + z);
    arrange(rng, grid, out);
}

void pair3_free(pair3* pair)
{
    imp3_shape_free(&pair->a);
    imp3_shape_free(&pair->b);
}

void pair3_series(test_rng* rng, uint64_t i, pair3* out)
{
    int sort_a = (int)(i % SORT3_EXACT);
    int sort_b = (int)(i / SORT3_EXACT % SORT3_EXACT);
    // Not in step with the sorts, so that a short series meets all styles too.
    int style = (int)((i + i / SORT3_EXACT + i / (SORT3_EXACT * SORT3_EXACT)) % STYLE3_COUNT);
    pair3_make(rng, sort_a, sort_b, style, out);
}

static void print_vec(imp3_vec v)
{
    printf("{%a, %a, %a}", (double)v.x, (double)v.y, (double)v.z);
}

static void print_rot(imp3_rot q)
{
    print_vec(q.x);
    print_vec(q.y);
    print_vec(q.z);
}

static void print_shape(const char* name, const imp3_shape* shape, const imp3_pose* pose)
{
    printf("  %s: kind %d, radius %a, vertices", name, shape->kind, (double)shape->radius);
    for (int i = 0; i < shape->count; i++)
    {
        print_vec(oracle3_vertex(shape, i));
    }
    if (shape->kind == IMP3_SHAPE_BOX)
    {
        printf(" turn ");
        print_rot(shape->turn);
    }
    if (shape->kind == IMP3_SHAPE_HALF_SPACE)
    {
        printf(" normal ");
        print_vec(shape->normal);
        printf(" offset %a", (double)shape->offset);
    }
    if (shape->kind == IMP3_SHAPE_CYLINDER || shape->kind == IMP3_SHAPE_CONE)
    {
        print_vec(shape->a);
        print_vec(shape->b);
        printf(" discs %a, %a", (double)shape->disc_a, (double)shape->disc_b);
    }
    printf("\n    p ");
    print_vec(pose->p);
    printf(" q ");
    print_rot(pose->q);
    printf("\n");
}

void pair3_print(const pair3* pair)
{
    printf("  %s against %s, %s\n", sort3_names[pair->sort_a], sort3_names[pair->sort_b], style3_names[pair->style]);
    print_shape("a", &pair->a, &pair->pose_a);
    print_shape("b", &pair->b, &pair->pose_b);
    if (pair->sort_a >= SORT3_EXACT || pair->sort_b >= SORT3_EXACT)
    {
        return;
    }
    oracle3_body a = oracle3_shape(&pair->a, &pair->pose_a), b = oracle3_shape(&pair->b, &pair->pose_b);
    oracle3_answer truth;
    oracle3_relate(&a, &b, &truth);
    double ulp = oracle3_ulp(&pair->a, &pair->pose_a, &pair->b, &pair->pose_b);
    printf("  true relation %d, separation %.9g (%.3g ulp), normal {%.9g, %.9g, %.9g}, difference of dimension %d\n",
           truth.relation, truth.separation, truth.separation / ulp, truth.normal[0], truth.normal[1], truth.normal[2],
           truth.dimension);
}
