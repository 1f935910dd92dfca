// SPDX-License-Identifier: MIT
//
// Seams are never felt: what is cut into flush parts answers like the same thing in one piece. Floors of flush boxes,
// turned any way, with boxes and balls that lie on them, slide over them and fall on them; walls and inner corners,
// which are felt; chains that are felt from one side.

#include <math.h>
#include <stdio.h>

#include "oracle/compounds2.h"
#include "shape/compound2.h"
#include "support.h"

enum
{
    PARTS = 12,
    ROOM = 64
};

static imp2_part_manifold manifolds[ROOM];

// A row of flush boxes from x0 on, between two heights.
static imp2_compound row(const float* x, int32_t parts, float low, float high)
{
    imp2_vec points[2 * PARTS + 2];
    int32_t ring_starts[2] = {0, 2 * parts + 2}, loop_starts[PARTS + 1], loop[4 * PARTS], beyond[4 * PARTS];
    for (int32_t i = 0; i <= parts; i++)
    {
        points[i] = (imp2_vec){x[i], low};
        points[2 * parts + 1 - i] = (imp2_vec){x[i], high};
    }
    for (int32_t k = 0; k < 4 * parts; k++)
    {
        int32_t i = k / 4, side = k % 4;
        loop_starts[i] = 4 * i;
        loop[k] = side < 2 ? i + side : 2 * parts + side - 2 - i;
        beyond[k] = side == 1 && i + 1 < parts ? i + 1 : side == 3 ? i - 1 : -1;
    }
    loop_starts[parts] = 4 * parts;
    imp2i_cut cut = {.kind = IMP2_COMPOUND_REGION, .vertices = points, .ring_starts = ring_starts, .ring_count = 1};
    cut.loop_starts = loop_starts;
    cut.loop = loop;
    cut.beyond = beyond;
    cut.part_count = parts;
    imp2_compound c;
    assert_int_equal(imp2i_compound_build(&cut, NULL, &c), IMP_OK);
    return c;
}

// A convex outline cut into a fan of triangles from its first corner.
static imp2_compound fan(const imp2_vec* points, int32_t count)
{
    int32_t ring_starts[2] = {0, count}, loop_starts[PARTS + 1], loop[3 * PARTS], beyond[3 * PARTS];
    for (int32_t i = 0; i < count - 2; i++)
    {
        loop_starts[i] = 3 * i;
        const int32_t corners[3] = {0, i + 1, i + 2}, others[3] = {i - 1, -1, i + 3 < count ? i + 1 : -1};
        for (int k = 0; k < 3; k++)
        {
            loop[3 * i + k] = corners[k];
            beyond[3 * i + k] = others[k];
        }
    }
    loop_starts[count - 2] = 3 * (count - 2);
    imp2i_cut cut = {.kind = IMP2_COMPOUND_REGION, .vertices = points, .ring_starts = ring_starts, .ring_count = 1};
    cut.loop_starts = loop_starts;
    cut.loop = loop;
    cut.beyond = beyond;
    cut.part_count = count - 2;
    imp2_compound c;
    assert_int_equal(imp2i_compound_build(&cut, NULL, &c), IMP_OK);
    return c;
}

static imp2_compound whole(const imp2_shape* shape)
{
    imp2_compound c;
    assert_int_equal(imp2_compound_of_shape(shape, &c), IMP_OK);
    return c;
}

static imp2_compound_contacts collide(const imp2_compound* a, const imp2_pose* pa, const imp2_compound* b,
                                      const imp2_pose* pb, float margin)
{
    imp2_compound_contacts c = {manifolds, ROOM, 0, {0, 0}, 0};
    assert_int_equal(imp2_compound_collide(a, pa, b, pb, margin, &c), IMP_OK);
    return c;
}

static imp2_pose turned(double angle)
{
    imp2_pose pose;
    imp2_vec p = {0, 0};
    assert_int_equal(imp2_pose_make(p, (float)angle, &pose), IMP_OK);
    return pose;
}

// The least distance that is found on the way.
static double nearest_on_the_way(const imp2_compound_mover* a, const imp2_compound_mover* b, float from)
{
    double least = INFINITY;
    for (int k = 0; k <= 200; k++)
    {
        float t = from + (1.0f - from) * (float)k / 200.0f, angle;
        imp2_pose pose;
        assert_int_equal(imp2_rot_angle(b->pose.q, &angle), IMP_OK);
        imp2_vec p = imp2_vec_add(b->pose.p, imp2_vec_scale(b->motion, t));
        assert_int_equal(imp2_pose_make(p, angle + b->turn * t, &pose), IMP_OK);
        imp2_compound_nearest n;
        assert_int_equal(imp2_compound_distance(a->compound, &a->pose, b->compound, &pose, &n), IMP_OK);
        least = (double)n.nearest.distance < least ? n.nearest.distance : least;
    }
    return least;
}

static void cut_and_uncut_are_the_same(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(8000), hits = 0;
    for (uint64_t i = 0; i < count; i++)
    {
        imp2_vec points[PARTS];
        int32_t n = test_rng_int(&rng, 4, 8);
        for (int32_t k = 0; k < n; k++)
        {
            double angle = 6.283185307179586 * (k + 0.4 * test_rng_unit(&rng)) / n;
            points[k] = (imp2_vec){(float)cos(angle), (float)sin(angle)};
        }
        imp2_shape one, other;
        assert_int_equal(imp2_polygon_make(points, n, 0.0f, NULL, &one, NULL), IMP_OK);
        imp2_compound cut = fan(points, n), uncut = whole(&one), b;
        compounds2_make(&rng, test_rng_int(&rng, 0, 3) ? COMPOUND2_SINGLE : COMPOUND2_CELLS, false, &other, &b);
        imp2_pose pa = turned(test_rng_unit(&rng) * 6.0), pb = turned(test_rng_unit(&rng) * 6.0);
        pb.p.x = test_rng_range(&rng, -1.5f, 1.5f);
        pb.p.y = test_rng_range(&rng, -1.5f, 1.5f);
        compounds2 pair = {.a = cut, .b = b, .pose_a = pa, .pose_b = pb};
        double ulp = compounds2_ulp(&pair);

        imp2_compound_contacts c = collide(&cut, &pa, &b, &pb, 0.0f), d = collide(&uncut, &pa, &b, &pb, 0.0f);
        if ((c.count > 0) != (d.count > 0) || fabs((double)c.depth - d.depth) > 16.0 * ulp)
        {
            compounds2_print(&pair);
            fail_msg("depth: cut %.9g, uncut %.9g", (double)c.depth, (double)d.depth);
        }
        imp2_compound_mover from = {&cut, pa, {0, 0}, 0.0f}, same = {&uncut, pa, {0, 0}, 0.0f};
        imp2_vec motion = {test_rng_range(&rng, -3.0f, 3.0f), test_rng_range(&rng, -3.0f, 3.0f)};
        imp2_compound_mover to = {&b, pb, motion, i % 2 ? 0.0f : test_rng_range(&rng, -2.0f, 2.0f)};
        imp2_compound_hit h, g;
        assert_int_equal(imp2_compound_time_of_impact(&from, &to, &h), IMP_OK);
        assert_int_equal(imp2_compound_time_of_impact(&same, &to, &g), IMP_OK);
        double lean = (double)h.hit.normal.x * g.hit.normal.x + (double)h.hit.normal.y * g.hit.normal.y;
        double late = fabs((double)h.hit.time - g.hit.time);
        bool turns = to.turn != 0.0f;
        // Where it grazes a corner, or two sides at once, either answer may be given.
        if (turns && h.hit.kind == IMP_SWEEP_NEVER && g.hit.kind == IMP_SWEEP_HIT)
        {
            // Time of impact may stop for what only passes; a compound looks closer.
            assert_true(nearest_on_the_way(&same, &to, g.hit.time) > -16.0 * ulp);
        }
        else if (h.hit.kind != g.hit.kind || late > (turns ? 1e-2 : 1e-5) || (!turns && lean < 0.999 && g.hit.kind))
        {
            compounds2_print(&pair);
            fail_msg("hit: cut %d at %.9g (%g %g), uncut %d at %.9g (%g %g), motion %a %a turn %a", h.hit.kind,
                     (double)h.hit.time, (double)h.hit.normal.x, (double)h.hit.normal.y, g.hit.kind, (double)g.hit.time,
                     (double)g.hit.normal.x, (double)g.hit.normal.y, (double)motion.x, (double)motion.y,
                     (double)to.turn);
        }
        hits += h.hit.kind == IMP_SWEEP_HIT;
        imp2_compound_free(&cut);
        imp2_compound_free(&b);
    }
    assert_true(hits > count / 8);
    test_report("compound seams2: cut and uncut", count);
}

static const float joints[PARTS + 1] = {-6, -5, -4.5f, -4, -2, -1, -0.75f, -0.5f, 0, 1.25f, 2, 4, 6};

// A floor, turned; something on it, turned with it, so that in the floor's frame it stands upright.
static void a_floor_pushes_up_everywhere(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 1};
    uint64_t count = test_n(8000);
    imp2_compound ground_row = row(joints, PARTS, -1.0f, 0.0f), line;
    imp2_vec points[PARTS + 1];
    for (int k = 0; k <= PARTS; k++)
    {
        points[k] = (imp2_vec){joints[k], 0.0f};
    }
    imp2_polyline polyline = {points, PARTS + 1, false, false};
    assert_int_equal(imp2_chain_make(&polyline, NULL, &line, NULL), IMP_OK);
    imp2_shape box, ball, capsule;
    assert_int_equal(imp2_box_make((imp2_box){{-0.5f, 0.0f}, {0.5f, 1.0f}}, &box), IMP_OK);
    assert_int_equal(imp2_circle_make((imp2_vec){0.0f, 0.5f}, 0.5f, &ball), IMP_OK);
    assert_int_equal(imp2_capsule_make((imp2_vec){-0.5f, 0.5f}, (imp2_vec){0.5f, 0.5f}, 0.5f, &capsule), IMP_OK);
    const imp2_shape* things[3] = {&box, &ball, &capsule};
    for (uint64_t i = 0; i < count; i++)
    {
        bool upright = i % 2, gap = i % 3 == 0;
        imp2_compound thing = whole(things[i / 2 % 3]), ground = i / 6 % 2 ? ground_row : line;
        imp2_pose at = turned(upright ? 0.0 : 6.3 * test_rng_unit(&rng)), pose = at;
        double x = upright ? test_rng_int(&rng, -36, 36) * 0.125 : test_rng_range(&rng, -4.5f, 4.5f);
        double deep = upright && i % 4 == 1 ? 0.0 : pow(10.0, -1.0 - 4.0 * test_rng_unit(&rng));
        imp2_vec there = {(float)x, (float)(gap ? deep : -deep)};
        pose.p = imp2_pose_apply(at, there);
        imp2_vec up = imp2_rot_apply(at.q, (imp2_vec){0.0f, 1.0f});
        imp2_compound_contacts c = collide(&ground, &at, &thing, &pose, 0.2f);
        compounds2 pair = {.a = ground, .b = thing, .pose_a = at, .pose_b = pose};
        bool good = c.count > 0 && fabs((double)c.depth - (gap ? -deep : deep)) < 1e-5;
        good = good && imp2_vec_dot(c.normal, up) > 0.99999f;
        for (int32_t k = 0; k < c.count; k++)
        {
            good = good && imp2_vec_dot(manifolds[k].manifold.normal, up) > 0.99999f;
            good = good && manifolds[k].manifold.depth < c.depth + 1e-5f;
        }
        if (!good)
        {
            compounds2_print(&pair);
            printf("x %g, up %g %g: depth %g of %g, normal %g %g\n", x, (double)up.x, (double)up.y, (double)c.depth,
                   deep, (double)c.normal.x, (double)c.normal.y);
            for (int32_t k = 0; k < c.count; k++)
            {
                imp2_manifold* m = &manifolds[k].manifold;
                printf("%d %d: normal %g %g depth %g\n", manifolds[k].part_a, manifolds[k].part_b, (double)m->normal.x,
                       (double)m->normal.y, (double)m->depth);
            }
            fail_msg("not up");
        }
    }
    imp2_compound_free(&ground_row);
    imp2_compound_free(&line);
    test_report("compound seams2: floors", count);
}

static void sliding_feels_nothing(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 2};
    uint64_t count = test_n(6000), rests = 0;
    imp2_compound ground_row = row(joints, PARTS, -1.0f, 0.0f);
    imp2_shape box, ball, polygon;
    imp2_vec corners[5] = {{-0.25f, 0}, {0.25f, 0}, {0.5f, 0.25f}, {0, 0.75f}, {-0.5f, 0.25f}};
    assert_int_equal(imp2_box_make((imp2_box){{-0.5f, 0.0f}, {0.5f, 1.0f}}, &box), IMP_OK);
    assert_int_equal(imp2_circle_make((imp2_vec){0.0f, 0.5f}, 0.5f, &ball), IMP_OK);
    assert_int_equal(imp2_polygon_make(corners, 5, 0.0f, NULL, &polygon, NULL), IMP_OK);
    const imp2_shape* things[3] = {&box, &ball, &polygon};
    for (uint64_t i = 0; i < count; i++)
    {
        bool upright = i % 2, down = i / 4 % 2;
        imp2_compound thing = whole(things[i / 8 % 3]);
        imp2_pose at = turned(upright ? 0.0 : 6.3 * test_rng_unit(&rng)), pose = at;
        double x = upright ? test_rng_int(&rng, -36, 36) * 0.125 : test_rng_range(&rng, -4.5f, 4.5f);
        double gap = upright && i / 2 % 2 ? 0.0 : pow(10.0, -1.0 - 3.0 * test_rng_unit(&rng));
        imp2_vec there = {(float)x, (float)gap};
        double far = test_rng_range(&rng, -1.0f, 1.0f);
        far = upright ? floor(far * 8.0) * 0.125 : far;
        imp2_vec way = {(float)far, down ? (float)(-2.0 * gap - 1e-3) : 0.0f};
        pose.p = imp2_pose_apply(at, there);
        imp2_vec up = imp2_rot_apply(at.q, (imp2_vec){0.0f, 1.0f});
        imp2_compound_mover ground = {&ground_row, at, {0, 0}, 0},
                            mover = {&thing, pose, imp2_rot_apply(at.q, way), 0.0f};
        for (int by = 0; by < 2; by++)
        {
            imp2_compound_hit h;
            mover.turn = by ? 1e-7f : 0.0f;
            mover.turn = by && things[i / 8 % 3] == &ball ? 0.0f : mover.turn;
            assert_int_equal(by ? imp2_compound_time_of_impact(&ground, &mover, &h)
                                : imp2_compound_sweep(&ground, &mover, &h),
                             IMP_OK);
            bool hit = h.hit.kind == IMP_SWEEP_HIT || h.hit.kind == IMP_SWEEP_TOUCH;
            // What lies there and turns, presses on it.
            bool presses = by && gap == 0.0;
            bool good = (hit == down || presses) && h.hit.kind != IMP_SWEEP_OVERLAP;
            good = good && (!hit || imp2_vec_dot(h.hit.normal, up) > 0.9999f);
            rests += h.hit.kind == IMP_SWEEP_REST;
            if (!good)
            {
                compounds2 pair = {.a = ground_row, .b = thing, .pose_a = at, .pose_b = pose};
                compounds2_print(&pair);
                fail_msg("by %d: kind %d at %.9g, normal %g %g, up %g %g, way %g %g, x %g gap %g", by, h.hit.kind,
                         (double)h.hit.time, (double)h.hit.normal.x, (double)h.hit.normal.y, (double)up.x, (double)up.y,
                         (double)way.x, (double)way.y, x, gap);
            }
        }
    }
    assert_true(rests > count / 16);
    imp2_compound_free(&ground_row);
    test_report("compound seams2: sliding", count);
}

// A corner comes down just beside a joint, and the corner of the part behind it is as near as the floor: impacts are
// told a little early, of either.
static void a_corner_beside_a_joint(void** state)
{
    (void)state;
    imp2_compound ground_row = row(joints, PARTS, -1.0f, 0.0f);
    imp2_shape polygon;
    imp2_vec corners[5] = {{-0.25f, 0}, {0.25f, 0}, {0.5f, 0.25f}, {0, 0.75f}, {-0.5f, 0.25f}};
    assert_int_equal(imp2_polygon_make(corners, 5, 0.0f, NULL, &polygon, NULL), IMP_OK);
    imp2_compound thing = whole(&polygon);
    imp2_pose at = {{0, 0}, {-0x1.86cf18p-2f, -0x1.d93ecap-1f}};
    imp2_pose pose = {{0x1.7a6d18p-1f, 0x1.a38bc8p+0f}, at.q};
    imp2_compound_mover ground = {&ground_row, at, {0, 0}, 0};
    imp2_compound_mover mover = {&thing, pose, imp2_rot_apply(at.q, (imp2_vec){0.0968005f, -0.116403f}), 1e-7f};
    imp2_compound_hit h;
    assert_int_equal(imp2_compound_time_of_impact(&ground, &mover, &h), IMP_OK);
    imp2_vec up = imp2_rot_apply(at.q, (imp2_vec){0.0f, 1.0f});
    assert_int_equal(h.hit.kind, IMP_SWEEP_HIT);
    assert_true(imp2_vec_dot(h.hit.normal, up) > 0.9999f);
    assert_number(h.hit.time, <=, 0.4957049f);
    assert_number(h.hit.time, >, 0.48f);
    imp2_compound_free(&ground_row);
}

// A corner comes down exactly on a joint: the side of the next part is met at the same moment as the floor, or sooner
// by rounding.
static void landing_on_a_joint_is_landing(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 3};
    uint64_t count = test_n(4000);
    imp2_compound ground_row = row(joints, PARTS, -1.0f, 0.0f);
    imp2_shape box;
    assert_int_equal(imp2_box_make((imp2_box){{-0.5f, 0.0f}, {0.5f, 1.0f}}, &box), IMP_OK);
    imp2_compound thing = whole(&box);
    for (uint64_t i = 0; i < count; i++)
    {
        imp2_pose at = turned(i % 4 ? 6.3 * test_rng_unit(&rng) : 0.0), pose = at;
        float d = test_rng_range(&rng, 0.01f, 1.0f), side = i / 4 % 2 ? 0.5f : -0.5f, way = i / 4 % 2 ? d : -d;
        imp2_vec there = {joints[test_rng_int(&rng, 2, PARTS - 2)] - side - way, d}, motion = {2.0f * way, -2.0f * d};
        pose.p = imp2_pose_apply(at, there);
        imp2_vec up = imp2_rot_apply(at.q, (imp2_vec){0.0f, 1.0f});
        imp2_compound_mover floor_mover = {&ground_row, at, {0, 0}, 0};
        imp2_compound_mover mover = {&thing, pose, imp2_rot_apply(at.q, motion), 0.0f};
        imp2_compound_hit h;
        assert_int_equal(imp2_compound_sweep(&floor_mover, &mover, &h), IMP_OK);
        assert_int_equal(h.hit.kind, IMP_SWEEP_HIT);
        assert_number(fabs((double)h.hit.time - 0.5), <, 1e-3);
        assert_number(imp2_vec_dot(h.hit.normal, up), >, 0.9999f);
    }
    imp2_compound_free(&ground_row);
    test_report("compound seams2: landing", count);
}

// A floor with a wall at its end, and a slot.
static void walls_are_felt(void** state)
{
    (void)state;
    imp2_vec points[8] = {{-4, -1}, {4, -1}, {4, 3}, {3, 3}, {3, 0}, {-3, 0}, {-3, 3}, {-4, 3}};
    int32_t eight = 8;
    imp2_outlines outlines = {points, &eight, 1, IMP_FILL_EVEN_ODD};
    imp2_compound cup;
    imp2_shape box, wide;
    assert_int_equal(imp2_region_make(&outlines, NULL, &cup, NULL), IMP_OK);
    assert_int_equal(imp2_box_make((imp2_box){{-0.5f, 0.0f}, {0.5f, 1.0f}}, &box), IMP_OK);
    assert_int_equal(imp2_box_make((imp2_box){{-3.0f, 0.0f}, {3.0f, 1.0f}}, &wide), IMP_OK);
    imp2_compound thing = whole(&box), plug = whole(&wide);
    imp2_pose at = imp2_pose_identity(), pose = at;

    // Sliding along the floor, into the wall.
    imp2_compound_mover ground = {&cup, at, {0, 0}, 0}, mover = {&thing, pose, {5.0f, 0.0f}, 0.0f};
    imp2_compound_hit h;
    assert_int_equal(imp2_compound_sweep(&ground, &mover, &h), IMP_OK);
    assert_int_equal(h.hit.kind, IMP_SWEEP_HIT);
    assert_number(h.hit.time, ==, 0.5f);
    assert_vec(h.hit.normal, -1.0f, 0.0f);
    assert_int_equal(imp2_compound_cast(&cup, &at, &thing, &pose, mover.motion, &h), IMP_OK);
    assert_true(h.hit.time == 0.5f);

    // In the corner: each part its own way, the whole in between.
    pose.p = (imp2_vec){2.5f + 0.0625f, -0.125f};
    imp2_compound_contacts c = collide(&cup, &at, &thing, &pose, 0.0f);
    bool up = false, left = false;
    for (int32_t k = 0; k < c.count; k++)
    {
        up = up || manifolds[k].manifold.normal.y > 0.999f;
        left = left || manifolds[k].manifold.normal.x < -0.999f;
    }
    assert_true(up);
    assert_true(left);
    assert_true(fabs((double)c.depth - sqrt(0.0625 * 0.0625 + 0.125 * 0.125)) < 1e-6);
    assert_true(fabs((double)c.normal.x + 0.0625 / (double)c.depth) < 1e-5);

    // A plug of the slot's own width has one way out.
    pose.p = (imp2_vec){0.0f, -0.125f};
    c = collide(&cup, &at, &plug, &pose, 0.0f);
    assert_number(c.count, >, 0);
    assert_number(fabs((double)c.depth - 0.125), <, 1e-6);
    assert_number(c.normal.y, >, 0.999f);
    pose.p.y = 0.5f;
    c = collide(&cup, &at, &plug, &pose, 0.0f);
    assert_number(c.count, >, 0);
    assert_number(c.depth, ==, 0.0f);

    // A ray from inside, on a seam or not, is inside.
    imp2_vec inside = {3.5f, 0.0f}, far = {1.0f, 0.0f};
    assert_int_equal(imp2_compound_ray(&cup, &at, inside, far, &h), IMP_OK);
    assert_int_equal(h.hit.kind, IMP_SWEEP_OVERLAP);
    assert_true(fabs((double)h.hit.depth - 0.5) < 1e-6);
    inside.x = 0.0f;
    inside.y = 2.0f;
    far.x = 8.0f;
    assert_int_equal(imp2_compound_ray(&cup, &at, inside, far, &h), IMP_OK);
    assert_int_equal(h.hit.kind, IMP_SWEEP_HIT);
    assert_number(h.hit.time, ==, 0.375f);
    assert_number(h.hit.normal.x, ==, -1.0f);
    imp2_compound_free(&cup);
}

// What lies a little deep on the floor of an inner corner, tilted to either side, stands before the wall all the same.
static void a_wall_behind_a_sunk_corner(void** state)
{
    (void)state;
    const imp2_vec points[] = {{0, -1}, {5, -1}, {5, 3}, {4, 3}, {4, 0}, {0, 0}};
    const int32_t counts[] = {6};
    const imp2_outlines outlines = {points, counts, 1, IMP_FILL_EVEN_ODD};
    imp2_compound region;
    imp2_shape box;
    assert_int_equal(imp2_region_make(&outlines, NULL, &region, NULL), IMP_OK);
    assert_int_equal(imp2_box_make((imp2_box){{-0.4f, -0.3f}, {0.4f, 0.3f}}, &box), IMP_OK);
    imp2_compound thing = whole(&box);
    const imp2_pose here = imp2_pose_identity();
    test_rng rng = {test_seed()};
    uint64_t count = test_n(2000);
    for (uint64_t i = 0; i < count; ++i)
    {
        float depth = test_rng_range(&rng, 1e-5f, 2e-3f), gap = test_rng_range(&rng, 5e-4f, 0.018f);
        imp2_pose at = turned((double)test_rng_range(&rng, -1e-3f, 1e-3f));
        at.p = (imp2_vec){3.6f - gap, 0.3f - depth};
        imp2_compound_contacts c = collide(&region, &here, &thing, &at, 0.02f);
        bool wall = false;
        for (int32_t k = 0; k < c.count; ++k)
        {
            const imp2_manifold* m = &manifolds[k].manifold;
            wall |= m->normal.x < -0.999f && fabsf(m->depth + gap) < 5e-4f;
        }
        assert_true(wall);
    }
    imp2_compound_free(&region);
    test_report("compound seams sunk corners", count);
}

static void one_sided_chains(void** state)
{
    (void)state;
    // From right to left, so its right is up.
    imp2_vec points[4] = {{3, 0}, {1, 0}, {-1, 0}, {-3, 0}};
    imp2_polyline line = {points, 4, false, true};
    imp2_compound platform;
    imp2_shape box;
    assert_int_equal(imp2_chain_make(&line, NULL, &platform, NULL), IMP_OK);
    assert_int_equal(imp2_box_make((imp2_box){{-0.5f, -0.5f}, {0.5f, 0.5f}}, &box), IMP_OK);
    imp2_compound thing = whole(&box);
    imp2_pose at = imp2_pose_identity(), pose = at;
    imp2_compound_mover ground = {&platform, at, {0, 0}, 0}, mover = {&thing, pose, {0, 0}, 0};
    imp2_compound_hit h;
    for (int x = -24; x <= 24; x++)
    {
        bool overlap;
        mover.pose.p = (imp2_vec){(float)x * 0.125f, -2.0f};
        mover.motion = (imp2_vec){0.5f, 4.0f};
        assert_int_equal(imp2_compound_sweep(&ground, &mover, &h), IMP_OK);
        assert_int_equal(h.hit.kind, IMP_SWEEP_NEVER);
        mover.pose.p.y = 2.0f;
        mover.motion.y = -4.0f;
        assert_int_equal(imp2_compound_sweep(&ground, &mover, &h), IMP_OK);
        assert_int_equal(h.hit.kind, IMP_SWEEP_HIT);
        assert_number(h.hit.normal.y, ==, 1.0f);
        assert_number(h.hit.time, ==, 0.375f);
        // Half way through: above it is pushed up however deep, below it is let go.
        for (int y = -7; y <= 7; y++)
        {
            mover.pose.p.y = (float)y * 0.0625f;
            assert_int_equal(imp2_compound_overlap(&platform, &at, &thing, &mover.pose, &overlap), IMP_OK);
            assert_int_equal(overlap, y >= 0);
            imp2_compound_contacts c = collide(&platform, &at, &thing, &mover.pose, 0.0f);
            assert_int_equal(c.count > 0, y >= 0);
            for (int32_t k = 0; k < c.count; k++)
            {
                assert_true(manifolds[k].manifold.normal.y > 0.999f);
            }
            assert_true(y < 0 || (c.normal.y > 0.999f && fabs((double)c.depth - (0.5 - y * 0.0625)) < 1e-6));
            imp2_compound_nearest n;
            assert_int_equal(imp2_compound_distance(&platform, &at, &thing, &mover.pose, &n), IMP_OK);
            assert_int_equal(n.nearest.distance <= 0.0f, y >= 0);
        }
    }
    imp2_compound_free(&platform);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cut_and_uncut_are_the_same),    cmocka_unit_test(a_floor_pushes_up_everywhere),
        cmocka_unit_test(sliding_feels_nothing),         cmocka_unit_test(a_corner_beside_a_joint),
        cmocka_unit_test(landing_on_a_joint_is_landing), cmocka_unit_test(walls_are_felt),
        cmocka_unit_test(a_wall_behind_a_sunk_corner),   cmocka_unit_test(one_sided_chains),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
