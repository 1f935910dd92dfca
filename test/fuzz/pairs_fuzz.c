// SPDX-License-Identifier: MIT
//
// Any two shapes, placed and moving in any way, through all pair functions, and whether the answers agree with each
// other: overlap with distance and with contacts, A and B with B and A, sweeps with where they say things are. Exact
// truth is the business of the oracle; here the inputs are what nobody would think of.

#include <math.h>

#include "bytes.h"

#include "math/trig.h"

enum
{
    POINTS_MAX = 16,
    SAMPLES = 12
};

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

static imp2_shape shape_a, shape_b;
static imp2_mover a, b;
static double ulp;     // of the scale
static double ulp_at;  // and of the coordinates
static imp2_hit last;  // of the sweeps so far, and how far apart things were then
static double last_apart;

static void explain_mover(const char* name, const imp2_mover* m)
{
    explain_shape(name, m->shape);
    explain_pose("at", &m->pose);
    explain_vec("motion", m->motion);
    printf("  turn %a\n", (double)m->turn);
}

static void explain(void)
{
    imp2_nearest there, back;
    imp2_manifold m;
    explain_mover("a", &a);
    explain_mover("b", &b);
    if (imp2_distance(a.shape, &a.pose, b.shape, &b.pose, &there) == IMP_OK &&
        imp2_distance(b.shape, &b.pose, a.shape, &a.pose, &back) == IMP_OK &&
        imp2_collide(a.shape, &a.pose, b.shape, &b.pose, 0.0f, &m) == IMP_OK)
    {
        printf("  distance %a, back %a, depth %a, ulp %a, of coordinates %a\n", (double)there.distance,
               (double)back.distance, (double)m.depth, ulp, ulp_at);
        explain_vec("normal of distance", there.normal);
        explain_vec("normal of contact", m.normal);
    }
    printf("  last hit: kind %d, time %a, depth %a, apart %g\n", (int)last.kind, (double)last.time, (double)last.depth,
           last_apart);
    explain_vec("normal", last.normal);
}

static bool finite_vec(imp2_vec v)
{
    return impi_finite(v.x) && impi_finite(v.y);
}

static bool unit(imp2_vec v)
{
    return fabs(hypot((double)v.x, (double)v.y) - 1.0) < 1e-5;
}

static bool zero(imp2_vec v)
{
    return v.x == 0.0f && v.y == 0.0f;
}

static imp_status next_shape(bytes* in, imp2_shape* out)
{
    uint8_t kind = next_byte(in);
    imp2_vec points[POINTS_MAX];
    imp2_vec p = next_vec(in);
    imp2_rot q;
    int32_t count = 0;
    switch (kind % 8)
    {
    case 0: return imp2_circle_make(p, next_size(in), out);
    case 1: return imp2_segment_make(p, next_vec(in), out);
    case 2: points[0] = next_vec(in); return imp2_capsule_make(p, points[0], next_size(in), out);
    case 3:
        points[0].x = p.x + next_size(in);
        points[0].y = p.y + next_size(in);
        return imp2_box_make((imp2_box){p, points[0]}, out);
    case 4:
        points[0].x = next_size(in);
        points[0].y = next_size(in);
        return imp2_oriented_box_make(p, points[0], next_rot(in), out);
    case 5:
    case 6:
        // Any points; seldom convex when there are many.
        count = 3 + kind / 8 % 3;
        for (int32_t i = 0; i < count; ++i)
        {
            points[i] = next_vec(in);
        }
        return imp2_polygon_make(points, count, kind >= 128 ? next_size(in) : 0.0f, NULL, out, NULL);
    default:
        // Points on a circle.
        count = 3 + kind / 8 % (POINTS_MAX - 2);
        for (int32_t i = 0; i < count; ++i)
        {
            imp2_rot_make(6.2831855f * (float)i / (float)count, &q);
            points[i] = imp2_vec_add(p, imp2_vec_scale((imp2_vec){q.c, q.s}, 2.0f));
        }
        return imp2_polygon_make(points, count, kind >= 128 ? next_size(in) : 0.0f, NULL, out, NULL);
    }
}

static imp2_mover next_mover(bytes* in, const imp2_shape* shape)
{
    imp2_mover m;
    m.shape = shape;
    m.pose = next_pose(in);
    m.motion = next_vec(in);
    m.turn = 0.0f;
    uint8_t how = next_byte(in);
    if (how & 1)
    {
        m.turn = next_number(in);
        m.turn = fabsf(m.turn) > 1024.0f ? 1.0f : m.turn;
    }
    return m;
}

static double largest(double x, double y)
{
    return x > y ? x : y;
}

static void measure(void)
{
    double apart = hypot((double)a.pose.p.x - b.pose.p.x, (double)a.pose.p.y - b.pose.p.y);
    double scale = largest(largest(shape_a.reach, shape_b.reach), largest(shape_a.radius, shape_b.radius));
    scale = largest(scale, apart);
    ulp = scale * 0x1p-23;
    double at = largest(hypot((double)a.pose.p.x, (double)a.pose.p.y), hypot((double)b.pose.p.x, (double)b.pose.p.y));
    double moved = hypot((double)a.motion.x, (double)a.motion.y) + hypot((double)b.motion.x, (double)b.motion.y);
    ulp_at = (at + moved + scale) * 0x1p-23;
}

static bool overlap_of(const imp2_mover* x, const imp2_mover* y)
{
    bool first, second;
    MUST(imp2_overlap(x->shape, &x->pose, y->shape, &y->pose, &first) == IMP_OK);
    MUST(imp2_overlap(y->shape, &y->pose, x->shape, &x->pose, &second) == IMP_OK);
    MUST(first == second);
    return first;
}

static imp2_nearest distance_of(const imp2_mover* x, const imp2_mover* y)
{
    imp2_nearest n;
    MUST(imp2_distance(x->shape, &x->pose, y->shape, &y->pose, &n) == IMP_OK);
    MUST(impi_finite(n.distance) && unit(n.normal) && finite_vec(n.point_a) && finite_vec(n.point_b));
    return n;
}

static void check_standing(void)
{
    bool overlap = overlap_of(&a, &b);
    imp2_nearest n = distance_of(&a, &b);
    imp2_nearest back = distance_of(&b, &a);
    MUST((n.distance <= 0.0f) == overlap);
    MUST((back.distance <= 0.0f) == overlap);
    MUST(fabs((double)n.distance - back.distance) <= 20.0 * ulp);

    imp2_manifold m, wide;
    float margin = (float)(ulp * 1e6);
    margin = imp2i_number_ok(margin) ? margin : 0.0f;
    MUST(imp2_collide(a.shape, &a.pose, b.shape, &b.pose, 0.0f, &m) == IMP_OK);
    MUST(imp2_collide(a.shape, &a.pose, b.shape, &b.pose, margin, &wide) == IMP_OK);
    MUST((m.count > 0) == overlap && m.count >= 0 && m.count <= 2 && wide.count >= 0 && wide.count <= 2);
    MUST(!overlap || wide.count > 0);
    MUST(n.distance > margin + 32.0 * ulp ? wide.count == 0 : true);
    MUST(n.distance < margin - 32.0 * ulp ? wide.count > 0 : true);
    for (int32_t i = 0; i < 2; ++i)
    {
        MUST(finite_vec(m.points[i].point) && impi_finite(m.points[i].depth));
        MUST(i < m.count || (zero(m.points[i].point) && m.points[i].depth == 0.0f && m.points[i].id == 0));
    }
    if (m.count == 0)
    {
        MUST(zero(m.normal) && m.depth == 0.0f);
        return;
    }
    MUST(unit(m.normal) && m.depth >= 0.0f && impi_finite(m.depth));
    MUST(fabs((double)m.depth + n.distance) <= 20.0 * ulp);

    // The push parts them.
    imp2_vec move_a, move_b;
    MUST(imp2_manifold_push(&m, 0.0f, 1.0f, &move_a, &move_b) == IMP_OK);
    MUST(zero(move_a) && finite_vec(move_b));
    imp2_mover pushed = b;
    pushed.pose.p = imp2_vec_add(b.pose.p, move_b);
    if (imp2_pose_check(&pushed.pose) == IMP_OK)
    {
        MUST(fabs((double)distance_of(&a, &pushed).distance) <= 32.0 * ulp + 4.0 * ulp_at);
    }
}

// Where a mover is at a time.
static imp2_mover moved(const imp2_mover* m, double time)
{
    imp2_mover r = *m;
    double s, c;
    impi_sincos_d((double)m->turn * time, &s, &c);
    r.pose.p.x = (float)((double)m->pose.p.x + time * m->motion.x);
    r.pose.p.y = (float)((double)m->pose.p.y + time * m->motion.y);
    r.pose.q.c = (float)((double)m->pose.q.c * c - (double)m->pose.q.s * s);
    r.pose.q.s = (float)((double)m->pose.q.s * c + (double)m->pose.q.c * s);
    return r;
}

// Separation at a time; huge when one of them is where nothing may be.
static double apart_at(double time)
{
    imp2_mover at_a = moved(&a, time);
    imp2_mover at_b = moved(&b, time);
    if (imp2_pose_check(&at_a.pose) || imp2_pose_check(&at_b.pose))
    {
        return INFINITY;
    }
    imp2_nearest n;
    MUST(imp2_distance(at_a.shape, &at_a.pose, at_b.shape, &at_b.pose, &n) == IMP_OK);
    return n.distance;
}

// What every hit must be, and that nothing is met before its time by more than is said to be possible.
static void check_hit(const imp2_hit* hit, double before, double after)
{
    bool overlap = overlap_of(&a, &b);
    last = *hit;
    if (hit->kind == IMP_SWEEP_HIT && (a.turn != 0.0f || b.turn != 0.0f) && distance_of(&a, &b).distance == 0.0f)
    {
        overlap = false;  // touching, parting, and meeting again
    }
    MUST(hit->kind >= IMP_SWEEP_NEVER && hit->kind <= IMP_SWEEP_REST);
    MUST(overlap == (hit->kind != IMP_SWEEP_NEVER && hit->kind != IMP_SWEEP_HIT));
    MUST(hit->time >= 0.0f && hit->time <= 1.0f && (hit->kind == IMP_SWEEP_HIT) == (hit->time > 0.0f));
    MUST(finite_vec(hit->point) && impi_finite(hit->depth));
    MUST(hit->kind == IMP_SWEEP_OVERLAP ? hit->depth >= 0.0f : hit->depth == 0.0f);
    if (hit->kind == IMP_SWEEP_NEVER || hit->kind == IMP_SWEEP_REST)
    {
        MUST(hit->time == 0.0f && zero(hit->normal) && zero(hit->point));
    }
    else
    {
        MUST(unit(hit->normal));
    }
    if (hit->kind == IMP_SWEEP_HIT)
    {
        last_apart = apart_at(hit->time);
        MUST(last_apart >= -before);
        MUST(last_apart <= after || isinf(last_apart));
    }
    double end = hit->kind == IMP_SWEEP_HIT ? (double)hit->time : 1.0;
    for (int i = 1; i <= SAMPLES && (hit->kind == IMP_SWEEP_HIT || hit->kind == IMP_SWEEP_NEVER); ++i)
    {
        MUST(apart_at(end * i / SAMPLES) >= -before);
    }
}

static void check_moving(void)
{
    imp2_hit hit, cast;
    MUST(imp2_time_of_impact(&a, &b, &hit) == IMP_OK);
    double scale = largest((double)shape_a.reach + shape_a.radius, (double)shape_b.reach + shape_b.radius);
    check_hit(&hit, 16.0 * ulp + 16.0 * ulp_at, scale * 0x1p-12 + 16.0 * ulp + 16.0 * ulp_at);

    float turn_a = a.turn;
    float turn_b = b.turn;
    a.turn = b.turn = 0.0f;
    imp_status status = imp2_sweep(&a, &b, &hit);
    MUST(status == IMP_OK);
    check_hit(&hit, 32.0 * ulp + 16.0 * ulp_at, 32.0 * ulp + 16.0 * ulp_at);

    imp2_vec motion = a.motion;
    a.motion = (imp2_vec){0.0f, 0.0f};
    MUST(imp2_sweep(&a, &b, &hit) == IMP_OK);
    MUST(imp2_cast(a.shape, &a.pose, b.shape, &b.pose, b.motion, &cast) == IMP_OK);
    MUST(hit.kind == cast.kind && hit.time == cast.time);
    a.motion = motion;
    a.turn = turn_a;
    b.turn = turn_b;
}

// A ray meets what the segment from its start to its end meets; so does a thrown point.
static void check_ray(void)
{
    imp2_shape point, path;
    imp2_pose origin = imp2_pose_identity();
    imp2_hit hit, cast;
    bool inside;
    imp2_vec start = b.pose.p;
    imp2_vec end = imp2_vec_add(start, b.motion);
    MUST(imp2_circle_make(start, 0.0f, &point) == IMP_OK);
    MUST(imp2_ray(a.shape, &a.pose, start, b.motion, &hit) == IMP_OK);
    MUST(imp2_cast(a.shape, &a.pose, &point, &origin, b.motion, &cast) == IMP_OK);
    MUST(impi_finite(hit.time) && finite_vec(hit.normal) && finite_vec(hit.point));
    MUST(imp2_shape_contains(a.shape, &a.pose, start, &inside) == IMP_OK);
    last = hit;
    bool apart = hit.kind == IMP_SWEEP_NEVER || hit.kind == IMP_SWEEP_HIT;
    MUST(inside == !apart);
    MUST(apart == (cast.kind == IMP_SWEEP_NEVER || cast.kind == IMP_SWEEP_HIT));
    if (apart && imp2_segment_make(start, end, &path) == IMP_OK)
    {
        imp2_nearest n;
        MUST(imp2_distance(a.shape, &a.pose, &path, &origin, &n) == IMP_OK);
        last_apart = n.distance;
        double unsure = 32.0 * (ulp + ulp_at);
        MUST(n.distance <= unsure || hit.kind == IMP_SWEEP_NEVER);
        MUST(n.distance <= unsure || cast.kind == IMP_SWEEP_NEVER);
        MUST(n.distance >= -unsure || hit.kind == IMP_SWEEP_HIT);
        MUST(n.distance >= -unsure || cast.kind == IMP_SWEEP_HIT);
    }
}

static void check_segments(void)
{
    imp2_shape first, second;
    imp2_pose origin = imp2_pose_identity();
    imp2_crossing crossing;
    bool overlap;
    MUST(imp2_segment_make(a.pose.p, a.motion, &first) == IMP_OK);
    MUST(imp2_segment_make(b.pose.p, b.motion, &second) == IMP_OK);
    MUST(imp2_overlap(&first, &origin, &second, &origin, &overlap) == IMP_OK);
    MUST(imp2_segments_cross(a.pose.p, a.motion, b.pose.p, b.motion, &crossing) == IMP_OK);
    MUST(crossing.crosses == overlap);
    MUST(crossing.time_a >= 0.0f && crossing.time_a <= 1.0f && crossing.time_b >= 0.0f && crossing.time_b <= 1.0f);
    MUST(finite_vec(crossing.point));
}

// Response to what was found; mostly that nothing is made out of nothing.
static void check_respond(bytes* in)
{
    imp2_manifold m;
    MUST(imp2_collide(a.shape, &a.pose, b.shape, &b.pose, 0.0f, &m) == IMP_OK);
    uint8_t how = next_byte(in);
    imp_surface surface = {.friction = (float)(how >> 2 & 7) * 0.25f, .restitution = (float)(how & 3) / 3.0f};
    float still = (float)(how >> 5) * 0.25f;
    imp2_dynamics x = {a.pose.p, a.motion, a.turn, next_size(in), next_size(in)};
    imp2_dynamics y = {b.pose.p, b.motion, b.turn, next_size(in), next_size(in)};
    imp2_impulse impulse;
    imp_status status = imp2_respond(&m, &surface, &x, &y, still, &impulse);
    MUST(status == IMP_OK || imp_status_fault(status) == IMP_ERR_RANGE);
    if (status == IMP_OK)
    {
        MUST(finite_vec(x.velocity) && finite_vec(y.velocity) && impi_finite(x.angular_velocity) &&
             impi_finite(y.angular_velocity));
        for (int i = 0; i < 2; ++i)
        {
            MUST(impulse.normal[i] >= 0.0f && impi_finite(impulse.normal[i]) && impi_finite(impulse.tangent[i]));
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    bytes in = {data, data + size};
    if (next_shape(&in, &shape_a))
    {
        return 0;
    }
    if (next_shape(&in, &shape_b) == IMP_OK)
    {
        a = next_mover(&in, &shape_a);
        b = next_mover(&in, &shape_b);
        measure();
        check_standing();
        check_moving();
        check_ray();
        check_segments();
        check_respond(&in);
        imp2_shape_free(&shape_b);
    }
    imp2_shape_free(&shape_a);
    return 0;
}
