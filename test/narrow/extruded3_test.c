// SPDX-License-Identifier: MIT
//
// Pairs of the plane as prisms: polygons as hulls of both ends, boxes as boxes, circles as cylinders or as capsules,
// rounded shapes as rounded flat hulls. All are longer than the pair is wide, so nothing is nearer along their axis, and
// what the plane says is true of them: yes and no exactly, distance, depth, normal, contacts, rays and sweeps to
// rounding. The plane is any of the three that axes span.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "oracle/oracle2.h"
#include "oracle/oracle3.h"
#include "oracle/pairs2.h"
#include "oracle/pairs3.h"
#include "support.h"

typedef struct prisms
{
    pair2 flat;
    imp3_shape a, b;
    imp3_pose pose_a, pose_b;
    int axis;     // along which they are long
    float half;   // how long
    double room;  // how far both answers may be off together
} prisms;

static uint64_t failures;

static void note(const char* wrong, double plane, double space, const prisms* p)
{
    if (failures++ < 6)
    {
        printf("%s: in the plane %.9g, in space %.9g, room %g, axis %d, half %g\n", wrong, plane, space, p->room,
               p->axis, (double)p->half);
        pair2_print(&p->flat);
    }
}

/// A vector of the plane in space.
static imp3_vec lift(const prisms* p, imp2_vec v, float along)
{
    const float c[3] = {v.x, v.y, along};
    float out[3];
    for (int k = 0; k < 3; k++)
    {
        // x and y are the two axes after the long one.
        out[(p->axis + 1 + k) % 3] = c[k];
    }
    imp3_vec r = {out[0], out[1], out[2]};
    return r;
}

/// And back; along is what is left.
static imp2_vec drop(const prisms* p, imp3_vec v, float* along)
{
    const float c[3] = {v.x, v.y, v.z};
    imp2_vec r = {c[(p->axis + 1) % 3], c[(p->axis + 2) % 3]};
    *along = c[p->axis];
    return r;
}

static imp3_pose lift_pose(const prisms* p, imp2_pose pose)
{
    const imp2_vec x = {pose.q.c, pose.q.s}, y = {-pose.q.s, pose.q.c}, none = {0, 0};
    imp3_vec columns[3] = {lift(p, x, 0.0f), lift(p, y, 0.0f), lift(p, none, 1.0f)};
    imp3_pose r;
    r.p = lift(p, pose.p, 0.0f);
    // Shapes are lifted too: their long axis is the same.
    imp3_vec* q[3] = {&r.q.x, &r.q.y, &r.q.z};
    for (int k = 0; k < 3; k++)
    {
        *q[(p->axis + 1 + k) % 3] = columns[k];
    }
    return r;
}

/// What does not turn may be a cylinder. A turn that is off by rounding stretches its disc, but not the radius of a
/// circle.
static bool may_be_cylinder(const imp2_shape* s)
{
    imp2_vec v = oracle2_vertex(s, 0);
    return s->count == 1 && s->radius > 0.0f && v.x == 0.0f && v.y == 0.0f;
}

/// False when the hull builder has left something out, as it may.
static bool extrude(const prisms* p, const imp2_shape* s, bool cylinder, imp3_shape* out)
{
    const imp2_vec first = oracle2_vertex(s, 0);
    if (s->count == 1)
    {
        imp3_vec low = lift(p, first, -p->half), high = lift(p, first, p->half);
        imp_status status = cylinder ? imp3_cylinder_make(low, high, s->radius, 0.0f, out)
                                     : imp3_capsule_make(low, high, s->radius, out);
        assert_int_equal(status, IMP_OK);
        return true;
    }
    if (s->kind == IMP2_SHAPE_BOX && s->count == 4)
    {
        imp2_vec low = first, high = first;
        for (int i = 1; i < 4; i++)
        {
            imp2_vec v = oracle2_vertex(s, i);
            low.x = fminf(low.x, v.x);
            low.y = fminf(low.y, v.y);
            high.x = fmaxf(high.x, v.x);
            high.y = fmaxf(high.y, v.y);
        }
        const imp3_box box = {lift(p, low, -p->half), lift(p, high, p->half)};
        assert_int_equal(imp3_box_make(box, out), IMP_OK);
        return true;
    }
    imp3_vec points[128];
    for (int i = 0; i < s->count; i++)
    {
        imp2_vec v = oracle2_vertex(s, i);
        points[2 * i] = lift(p, v, -p->half);
        points[2 * i + 1] = lift(p, v, p->half);
    }
    assert_int_equal(imp3_hull_make(points, 2 * s->count, s->radius, NULL, out, NULL), IMP_OK);
    return out->count == 2 * s->count;
}

/// The i-th pair as prisms; false when it is none that can be compared.
static bool make_prisms(test_rng* rng, uint64_t i, prisms* p)
{
    memset(p, 0, sizeof *p);
    pair2_series(rng, i, &p->flat);
    const imp2_shape *a = &p->flat.a, *b = &p->flat.b;
    double size = (double)a->reach + (double)a->radius + (double)b->reach + (double)b->radius;
    p->axis = (int)(i % 3);
    if (!(size > 0x1p-40 && size < 0x1p40))
    {
        return false;
    }
    p->half = (float)exp2(ceil(log2(size)) + 1.0);
    bool is_cylinder[2] = {may_be_cylinder(a) && i & 1, may_be_cylinder(b) && i & 2};
    bool first = extrude(p, a, is_cylinder[0], &p->a), second = extrude(p, b, is_cylinder[1], &p->b);
    p->flat.pose_a.q = is_cylinder[0] ? imp2_pose_identity().q : p->flat.pose_a.q;
    p->flat.pose_b.q = is_cylinder[1] ? imp2_pose_identity().q : p->flat.pose_b.q;
    p->pose_a = lift_pose(p, p->flat.pose_a);
    p->pose_b = lift_pose(p, p->flat.pose_b);
    p->room =
        8.0 * (oracle2_ulp(a, &p->flat.pose_a, b, &p->flat.pose_b) + oracle3_ulp(&p->a, &p->pose_a, &p->b, &p->pose_b));
    return first && second;
}

static void end_prisms(prisms* p)
{
    imp3_shape_free(&p->a);
    imp3_shape_free(&p->b);
    pair2_free(&p->flat);
}

static bool has_cylinder(const prisms* p)
{
    return p->a.kind == IMP3_SHAPE_CYLINDER || p->b.kind == IMP3_SHAPE_CYLINDER;
}

static double world_room(const prisms* p, imp2_vec v)
{
    return p->room + 0x1p-22 * fmax(fabs((double)v.x), fabs((double)v.y));
}

static void overlap_distance_and_depth(void** state)
{
    (void)state;
    failures = 0;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(6000), asked = 0, same_normal = 0, unlike = 0;
    for (uint64_t i = 0; i < count; i++)
    {
        prisms p;
        if (make_prisms(&rng, i, &p))
        {
            const pair2* f = &p.flat;
            bool plane, space;
            imp2_nearest d2;
            imp3_nearest d3;
            imp2_manifold m2;
            imp3_manifold m3;
            asked++;
            assert_int_equal(imp2_overlap(&f->a, &f->pose_a, &f->b, &f->pose_b, &plane), IMP_OK);
            assert_int_equal(imp3_overlap(&p.a, &p.pose_a, &p.b, &p.pose_b, &space), IMP_OK);
            assert_int_equal(imp2_distance(&f->a, &f->pose_a, &f->b, &f->pose_b, &d2), IMP_OK);
            assert_int_equal(imp3_distance(&p.a, &p.pose_a, &p.b, &p.pose_b, &d3), IMP_OK);
            assert_int_equal(imp2_collide(&f->a, &f->pose_a, &f->b, &f->pose_b, 0.0f, &m2), IMP_OK);
            assert_int_equal(imp3_collide(&p.a, &p.pose_a, &p.b, &p.pose_b, 0.0f, &m3), IMP_OK);
            // A turn that is off by rounding moves the sides of cylinders.
            bool near = has_cylinder(&p) && fabs((double)d2.distance) < 2.0 * p.room;
            unlike += plane != space && near;
            if (plane != space && !near)
            {
                note("overlap", plane, space, &p);
            }
            double room = p.room + (has_cylinder(&p) && plane ? 4.0 * p.room : 0.0);
            if (fabs((double)d2.distance - (double)d3.distance) > room)
            {
                note("distance", (double)d2.distance, (double)d3.distance, &p);
            }
            if (fabs((double)m2.depth - (double)m3.depth) > room)
            {
                note("depth", (double)m2.depth, (double)m3.depth, &p);
            }
            float along;
            imp2_vec n = drop(&p, d3.normal, &along);
            if (fabsf(along) > 1e-6f)
            {
                note("normal out of the plane", 0.0, (double)along, &p);
            }
            same_normal += n.x * d2.normal.x + n.y * d2.normal.y > 1.0f - 1e-4f;
            if (!plane && (double)d2.distance > 1e5 * p.room && n.x * d2.normal.x + n.y * d2.normal.y < 1.0f - 1e-4f)
            {
                note("normal of a gap", 1.0, (double)(n.x * d2.normal.x + n.y * d2.normal.y), &p);
            }
            n = drop(&p, m3.normal, &along);
            if (fabsf(along) > 1e-6f)
            {
                note("normal of contacts out of the plane", 0.0, (double)along, &p);
            }
        }
        end_prisms(&p);
    }
    printf("%d of %d, the same normal %d, cylinders that nearly touch told otherwise %d\n", (int)asked, (int)count,
           (int)same_normal, (int)unlike);
    test_report("extruded3: distance", asked);
    assert_int_equal(failures, 0);
    assert_number((double)asked, >, 0.7 * (double)count);
    assert_number((double)same_normal, >, 0.9 * (double)asked);
}

typedef struct contact_count
{
    uint64_t asked, kept, others;
} contact_count;

/// Whether each point of the plane is there at both ends, as deep; and how many others there are.
static bool has_both_ends(const prisms* p, const imp2_manifold* m2, const imp3_manifold* m3, int* others)
{
    int ends[2][2] = {{0, 0}, {0, 0}};
    *others = 0;
    for (int k = 0; k < m3->count; k++)
    {
        float along;
        imp2_vec at = drop(p, m3->points[k].point, &along);
        int best = -1;
        double least = INFINITY;
        for (int j = 0; j < m2->count; j++)
        {
            // Names are kept, not points, where a vertex is beside a face by up to 2^-14 of it.
            double room = 8.0 * world_room(p, m2->points[j].point) + 0x1p-13 * (double)p->half;
            double x = (double)at.x - (double)m2->points[j].point.x, y = (double)at.y - (double)m2->points[j].point.y;
            double off = fabs((double)m3->points[k].depth - (double)m2->points[j].depth),
                   far = sqrt(x * x + y * y) + off;
            if (far <= 2.0 * room && far < least)
            {
                least = far;
                best = j;
            }
        }
        bool found = best >= 0;
        if (fabs(fabs((double)along) - (double)p->half) < 1e-5 * (double)p->half)
        {
            ends[found ? best : 0][along > 0.0f] += found;
        }
        *others += !found;
    }
    bool all = true;
    for (int j = 0; j < m2->count; j++)
    {
        all = all && ends[j][0] > 0 && ends[j][1] > 0;
    }
    return all;
}

static void contacts_at_both_ends(void** state)
{
    (void)state;
    failures = 0;
    test_rng rng = {test_seed() + 1};
    uint64_t count = test_n(6000);
    contact_count counts[3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    for (uint64_t i = 0; i < count; i++)
    {
        prisms p;
        if (make_prisms(&rng, i, &p))
        {
            const pair2* f = &p.flat;
            imp2_manifold m2;
            imp3_manifold m3;
            float margin = i % 2 ? p.half * 0x1p-6f : 0.0f, along;
            assert_int_equal(imp2_collide(&f->a, &f->pose_a, &f->b, &f->pose_b, margin, &m2), IMP_OK);
            assert_int_equal(imp3_collide(&p.a, &p.pose_a, &p.b, &p.pose_b, margin, &m3), IMP_OK);
            imp2_vec n = drop(&p, m3.normal, &along);
            // Of several axes that are as good each may have chosen its own.
            double wide = hypot((double)m2.points[0].point.x - (double)m2.points[1].point.x,
                                (double)m2.points[0].point.y - (double)m2.points[1].point.y);
            // Two points that are hardly apart for the length of the prisms count as one; far away so do all.
            bool clear = m2.count == 1 || wide > 0x1p-6 * (double)p.half + 64.0 * world_room(&p, m2.points[0].point);
            if (clear && m2.count > 0 && m3.count > 0 && n.x * m2.normal.x + n.y * m2.normal.y > 1.0f - 1e-6f)
            {
                bool round = f->a.count == 1 || f->b.count == 1, flat = f->a.count == 2 || f->b.count == 2;
                contact_count* c = &counts[has_cylinder(&p) ? 1 : flat && !round ? 2 : 0];
                int others;
                bool kept = has_both_ends(&p, &m2, &m3, &others);
                c->asked++;
                c->kept += kept;
                c->others += others > 0;
            }
        }
        end_prisms(&p);
    }
    static const char* const names[3] = {"solid", "cylinders", "flat"};
    for (int k = 0; k < 3; k++)
    {
        printf("%s: %d asked, the same at both ends %d, with other points %d\n", names[k], (int)counts[k].asked,
               (int)counts[k].kept, (int)counts[k].others);
    }
    test_report("extruded3: contacts", count);
    // What is left are slivers of the hull builder's tolerance, and flat things, whose ends have no face to rest on.
    static const double least[3] = {0.99, 0.97, 0.98};
    for (int k = 0; k < 3; k++)
    {
        assert_number((double)counts[k].kept, >, least[k] * (double)counts[k].asked);
    }
    assert_number((double)counts[0].others, <, 0.01 * (double)counts[0].asked);
}

static void rays_and_sweeps(void** state)
{
    (void)state;
    failures = 0;
    test_rng rng = {test_seed() + 2};
    uint64_t count = test_n(5000), asked = 0, hits = 0, grazing = 0;
    for (uint64_t i = 0; i < count; i++)
    {
        prisms p;
        if (make_prisms(&rng, i, &p))
        {
            const pair2* f = &p.flat;
            imp2_nearest d;
            assert_int_equal(imp2_distance(&f->a, &f->pose_a, &f->b, &f->pose_b, &d), IMP_OK);
            float toward = -2.0f * test_rng_range(&rng, 0.0f, 1.0f) * p.half;
            imp2_vec way = {test_rng_range(&rng, -0.5f, 0.5f) * p.half + toward * d.normal.x,
                            test_rng_range(&rng, -0.5f, 0.5f) * p.half + toward * d.normal.y};
            imp2_mover a2 = {&f->a, f->pose_a, {0, 0}, 0.0f}, b2 = {&f->b, f->pose_b, way, 0.0f};
            if (i % 4)
            {
                b2.pose.p.x -= way.x * 0.5f;
                b2.pose.p.y -= way.y * 0.5f;
            }
            imp3_mover a3 = {&p.a, p.pose_a, {0, 0, 0}, {0, 0, 0}},
                       b3 = {&p.b, lift_pose(&p, b2.pose), lift(&p, way, 0.0f), {0, 0, 0}};
            imp2_hit h2[2];
            imp3_hit h3[2];
            if (imp2_pose_check(&b2.pose) == IMP_OK)
            {
                asked++;
                assert_int_equal(imp2_sweep(&a2, &b2, &h2[0]), IMP_OK);
                assert_int_equal(imp3_sweep(&a3, &b3, &h3[0]), IMP_OK);
                assert_int_equal(imp2_ray(&f->a, &f->pose_a, b2.pose.p, way, &h2[1]), IMP_OK);
                assert_int_equal(imp3_ray(&p.a, &p.pose_a, b3.pose.p, b3.motion, &h3[1]), IMP_OK);
                double scale =
                    fmax(sqrt((double)way.x * (double)way.x + (double)way.y * (double)way.y), p.room * 0x1p19);
                for (int k = 0; k < 2; k++)
                {
                    bool start2 = h2[k].kind >= IMP_SWEEP_TOUCH, start3 = h3[k].kind >= IMP_SWEEP_TOUCH;
                    if ((start2 || start3) && h2[k].kind != h3[k].kind)
                    {
                        grazing += has_cylinder(&p);
                        if (!has_cylinder(&p))
                        {
                            note(k ? "start of a ray" : "start of a sweep", h2[k].kind, h3[k].kind, &p);
                        }
                        continue;
                    }
                    grazing += h2[k].kind != h3[k].kind;
                    if (h2[k].kind == IMP_SWEEP_HIT && h3[k].kind == IMP_SWEEP_HIT)
                    {
                        float along;
                        imp2_vec n = drop(&p, h3[k].normal, &along);
                        double first = -(double)way.x * (double)h2[k].normal.x - (double)way.y * (double)h2[k].normal.y;
                        double second = -(double)way.x * (double)n.x - (double)way.y * (double)n.y;
                        double off = fabs((double)h2[k].time - (double)h3[k].time) * fmin(first, second);
                        hits++;
                        if (off > 16.0 * 0x1p-23 * scale)
                        {
                            note(k ? "time of a ray" : "time of a sweep", (double)h2[k].time, (double)h3[k].time, &p);
                        }
                        if (fabsf(along) > 1e-5f)
                        {
                            note(k ? "normal of a ray" : "normal of a sweep", 0.0, (double)along, &p);
                        }
                    }
                }
            }
        }
        end_prisms(&p);
    }
    printf("%d asked, %d hits, %d grazing\n", (int)asked, (int)hits, (int)grazing);
    test_report("extruded3: rays and sweeps", asked);
    assert_int_equal(failures, 0);
    assert_number((double)hits, >, 0.3 * (double)asked);
    assert_number((double)grazing, <, 0.04 * (double)asked);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(overlap_distance_and_depth),
        cmocka_unit_test(contacts_at_both_ends),
        cmocka_unit_test(rays_and_sweeps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
