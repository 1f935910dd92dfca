// SPDX-License-Identifier: MIT
//
// Pair tests of compounds in space: against loops over all pairs of parts, against the convex whole that parts were cut
// from, and floors of tiles, triangles and heights against one floor.

#include <math.h>
#include <string.h>

#include "impinge/narrow3.h"
#include "math/dvec3.h"
#include "support.h"

enum
{
    MANIFOLDS = 256
};

static imp3_vec vec(double x, double y, double z)
{
    imp3_vec v = {(float)x, (float)y, (float)z};
    return v;
}

static imp3_vec random_vec(test_rng* rng, double size)
{
    return vec(size * (2.0 * test_rng_unit(rng) - 1.0), size * (2.0 * test_rng_unit(rng) - 1.0),
               size * (2.0 * test_rng_unit(rng) - 1.0));
}

static imp3_pose random_pose(test_rng* rng, double size)
{
    imp3_pose pose;
    imp3_vec at = random_vec(rng, size), axis = random_vec(rng, 1.0);
    assert_int_equal(imp3_pose_make(at, axis, 3.0f * (float)test_rng_unit(rng), &pose), 0);
    return pose;
}

static imp3_pose pose_at(imp3_vec p)
{
    imp3_pose pose = imp3_pose_identity();
    pose.p = p;
    return pose;
}

static imp3_shape box_of(imp3_vec lower, imp3_vec upper)
{
    imp3_shape s;
    const imp3_box box = {lower, upper};
    assert_int_equal(imp3_box_make(box, &s), 0);
    return s;
}

/// A few boxes, spheres, capsules and cylinders, some of which overlap.
static imp3_compound random_set(test_rng* rng, int count)
{
    imp3_shape shapes[12];
    for (int i = 0; i < count; ++i)
    {
        imp3_vec at = random_vec(rng, 1.5), by = random_vec(rng, 0.4);
        switch (test_rng_int(rng, 0, 3))
        {
        case 0: assert_int_equal(imp3_sphere_make(at, 0.3f, &shapes[i]), 0); break;
        case 1: assert_int_equal(imp3_capsule_make(at, imp3_vec_add(at, by), 0.2f, &shapes[i]), 0); break;
        case 2:
            shapes[i] = box_of(at, imp3_vec_add(at, vec(fabs((double)by.x) + 0.1, fabs((double)by.y) + 0.1, 0.3)));
            break;
        default: assert_int_equal(imp3_cylinder_make(at, imp3_vec_add(at, by), 0.2f, 0.0f, &shapes[i]), 0);
        }
    }
    imp3_compound c;
    assert_int_equal(imp3_compound_make(shapes, count, NULL, &c), 0);
    return c;
}

static imp3_compound_contacts collide(const imp3_compound* a, const imp3_pose* pose_a, const imp3_compound* b,
                                      const imp3_pose* pose_b, float margin, imp3_part_manifold* room)
{
    imp3_compound_contacts out;
    memset(&out, 0, sizeof out);
    out.manifolds = room;
    out.capacity = MANIFOLDS;
    assert_int_equal(imp3_compound_collide(a, pose_a, b, pose_b, margin, &out), 0);
    return out;
}

// Loops over all pairs

static void overlap_and_distance(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    int touching = 0;
    for (uint64_t n = 0; n < test_n(150); ++n)
    {
        imp3_compound a = random_set(&rng, test_rng_int(&rng, 1, 12)), b = random_set(&rng, test_rng_int(&rng, 1, 12));
        imp3_pose pose_a = random_pose(&rng, 1.0), pose_b = random_pose(&rng, 2.0);
        bool any = false, yes;
        float least = INFINITY;
        for (int32_t i = 0; i < a.part_count; ++i)
        {
            for (int32_t j = 0; j < b.part_count; ++j)
            {
                bool overlap;
                imp3_nearest near;
                assert_int_equal(imp3_overlap(&a.parts[i], &pose_a, &b.parts[j], &pose_b, &overlap), 0);
                assert_int_equal(imp3_distance(&a.parts[i], &pose_a, &b.parts[j], &pose_b, &near), 0);
                any = any || overlap;
                least = near.distance < least ? near.distance : least;
            }
        }
        imp3_compound_nearest nearest;
        imp3_part_manifold room[MANIFOLDS];
        assert_int_equal(imp3_compound_overlap(&a, &pose_a, &b, &pose_b, &yes), 0);
        assert_int_equal(imp3_compound_distance(&a, &pose_a, &b, &pose_b, &nearest), 0);
        imp3_compound_contacts contacts = collide(&a, &pose_a, &b, &pose_b, 0.0f, room);
        assert_int_equal(yes, any);
        assert_int_equal(contacts.count > 0, any);
        assert_int_equal(nearest.nearest.distance <= 0.0f, any);
        if (!any)
        {
            assert_float_equal(nearest.nearest.distance, least, 0.0);
        }
        touching += any;
        imp3_compound_free(&a);
        imp3_compound_free(&b);
    }
    assert_true(touching > 10);
}

/// After the push nothing overlaps by more than rounding.
static void push_parts_the_whole(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    int deep = 0;
    for (uint64_t n = 0; n < test_n(60); ++n)
    {
        imp3_compound a = random_set(&rng, test_rng_int(&rng, 2, 9)), b = random_set(&rng, test_rng_int(&rng, 2, 9));
        imp3_pose pose_a = random_pose(&rng, 0.5), pose_b = random_pose(&rng, 1.0);
        imp3_part_manifold room[MANIFOLDS];
        imp3_compound_contacts c = collide(&a, &pose_a, &b, &pose_b, 0.0f, room);
        if (c.count > 0)
        {
            pose_b.p = imp3_vec_add(pose_b.p, imp3_vec_scale(c.normal, c.depth));
            for (int32_t i = 0; i < a.part_count; ++i)
            {
                for (int32_t j = 0; j < b.part_count; ++j)
                {
                    imp3_nearest near;
                    assert_int_equal(imp3_distance(&a.parts[i], &pose_a, &b.parts[j], &pose_b, &near), 0);
                    assert_number(near.distance, >, -1e-4f);
                }
            }
            ++deep;
        }
        imp3_compound_free(&a);
        imp3_compound_free(&b);
    }
    assert_true(deep > 10);
}

/// A box that was cut into 27 is pushed as the box.
static void cut_box_is_a_box(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    imp3_shape pieces[27], whole = box_of(vec(-0.9, -0.6, -0.75), vec(0.9, 0.6, 0.75));
    const double x[4] = {-0.9, -0.2, 0.4, 0.9}, y[4] = {-0.6, -0.3, 0.3, 0.6}, z[4] = {-0.75, 0.0, 0.25, 0.75};
    for (int k = 0; k < 27; ++k)
    {
        int i = k % 3, j = k / 3 % 3, l = k / 9;
        pieces[k] = box_of(vec(x[i], y[j], z[l]), vec(x[i + 1], y[j + 1], z[l + 1]));
    }
    imp3_compound cut, ball, brick;
    imp3_shape round, square = box_of(vec(-0.3, -0.2, -0.4), vec(0.3, 0.2, 0.4));
    assert_int_equal(imp3_sphere_make(vec(0.0, 0.0, 0.0), 0.3f, &round), 0);
    assert_int_equal(imp3_compound_make(pieces, 27, NULL, &cut), 0);
    assert_int_equal(imp3_compound_of_shape(&round, &ball), 0);
    assert_int_equal(imp3_compound_of_shape(&square, &brick), 0);
    for (uint64_t n = 0; n < test_n(200); ++n)
    {
        imp3_pose pose_a = random_pose(&rng, 1.0), pose_b = random_pose(&rng, 0.9);
        pose_b.p = imp3_vec_add(pose_b.p, pose_a.p);
        const imp3_compound* other = n % 2 ? &ball : &brick;
        imp3_manifold m;
        imp3_part_manifold room[MANIFOLDS];
        assert_int_equal(imp3_collide(&whole, &pose_a, other->parts, &pose_b, 0.0f, &m), 0);
        imp3_compound_contacts c = collide(&cut, &pose_a, other, &pose_b, 0.0f, room);
        assert_int_equal(c.count > 0, m.count > 0);
        // Along the edges of parts there are axes that the whole has not, so it may be a little longer.
        assert_number(c.depth, >=, m.depth - 1e-5f);
        if (m.count > 0 && m.depth < 0.2f)
        {
            assert_number(c.depth, <=, m.depth + 1e-4f);
            for (int32_t k = 0; k < c.count; ++k)
            {
                // No manifold leads into a neighbour.
                assert_number(imp3_vec_dot(c.manifolds[k].manifold.normal, m.normal), >, 0.0f);
            }
        }
    }
    imp3_compound_free(&cut);
}

// Floors

enum
{
    FLOOR_TILES,
    FLOOR_TRIANGLES,
    FLOOR_HEIGHTS,
    FLOORS
};

/// A level floor from -4 to 4, at height 0, of one of three sorts.
static imp3_compound make_floor(int sort)
{
    imp3_compound c;
    if (sort == FLOOR_TILES)
    {
        imp3_shape tiles[64];
        for (int k = 0; k < 64; ++k)
        {
            tiles[k] = box_of(vec(k % 8 - 4, k / 8 - 4, -1.0), vec(k % 8 - 3, k / 8 - 3, 0.0));
        }
        assert_int_equal(imp3_compound_make(tiles, 64, NULL, &c), 0);
        return c;
    }
    static float heights[81];
    static imp3_vec points[81];
    static int32_t corners[6 * 64];
    for (int k = 0; k < 81; ++k)
    {
        points[k] = vec(k % 9 - 4, k / 9 - 4, 0.0);
    }
    for (int k = 0; k < 64; ++k)
    {
        int32_t a = k / 8 * 9 + k % 8;
        const int32_t six[6] = {a, a + 1, a + 10, a, a + 10, a + 9};
        memcpy(corners + 6 * k, six, sizeof six);
    }
    imp3_triangles t = {points, 81, corners, 128, 0.0f, true, false, {0, 0, 0, false}};
    imp3_heights h = {heights, NULL, 9, 9, 1.0f, 1.0f, false};
    if (sort == FLOOR_TRIANGLES)
    {
        assert_int_equal(imp3_triangles_make(&t, NULL, &c, NULL), 0);
    }
    else
    {
        assert_int_equal(imp3_height_field_make(&h, NULL, &c), 0);
    }
    return c;
}

/// Where the floor's middle is.
static imp3_pose floor_pose(int sort)
{
    return pose_at(sort == FLOOR_HEIGHTS ? vec(-4.0, -4.0, 0.0) : vec(0.0, 0.0, 0.0));
}

static void make_sliders(imp3_shape sliders[5])
{
    const imp3_vec peak[5] = {
        {0.3f, 0.3f, 0.5f}, {-0.4f, 0.3f, 0.0f}, {-0.3f, -0.4f, 0.0f}, {0.4f, -0.3f, 0.0f}, {0.5f, 0.4f, 0.0f}};
    sliders[0] = box_of(vec(-0.4, -0.3, 0.0), vec(0.4, 0.3, 0.5));
    assert_int_equal(imp3_sphere_make(vec(0.0, 0.0, 0.3), 0.3f, &sliders[1]), 0);
    assert_int_equal(imp3_capsule_make(vec(-0.5, 0.0, 0.2), vec(0.5, 0.1, 0.2), 0.2f, &sliders[2]), 0);
    assert_int_equal(imp3_cylinder_make(vec(0.0, 0.0, 0.0), vec(0.0, 0.0, 0.6), 0.4f, 0.0f, &sliders[3]), 0);
    assert_int_equal(imp3_hull_make(peak, 5, 0.0f, NULL, &sliders[4], NULL), 0);
}

/// Whatever slides over a level floor, a little deep or a little above, is pushed up and nowhere else.
static void floors_push_up(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    imp3_shape sliders[5];
    make_sliders(sliders);
    const imp3_vec up = {0.0f, 0.0f, 1.0f};
    for (int sort = 0; sort < FLOORS; ++sort)
    {
        imp3_compound ground = make_floor(sort);
        imp3_pose pose_a = floor_pose(sort);
        for (uint64_t n = 0; n < test_n(300); ++n)
        {
            imp3_compound slider;
            assert_int_equal(imp3_compound_of_shape(&sliders[n % 5], &slider), 0);
            imp3_pose pose_b;
            double depth = 0.02 * (2.0 * test_rng_unit(&rng) - 1.0);
            imp3_vec at = random_vec(&rng, 2.5);
            // On the grid too, where sides run along joints.
            at = n % 3 ? at : vec(floor((double)at.x * 2.0) * 0.5, floor((double)at.y * 2.0) * 0.5, 0.0);
            at.z = (float)-depth;
            assert_int_equal(imp3_pose_make(at, up, n % 4 ? 3.0f * (float)test_rng_unit(&rng) : 0.0f, &pose_b), 0);
            imp3_part_manifold room[MANIFOLDS];
            imp3_compound_contacts c = collide(&ground, &pose_a, &slider, &pose_b, 0.03f, room);
            assert_true(c.count > 0);
            float deepest = -1.0f;
            for (int32_t k = 0; k < c.count; ++k)
            {
                const imp3_manifold* m = &c.manifolds[k].manifold;
                assert_number(m->normal.z, >, 0.99999f);
                deepest = m->depth > deepest ? m->depth : deepest;
            }
            assert_number(fabs((double)deepest - depth), <, 1e-4);
            assert_number(fabs((double)c.depth - depth), <, 1e-4);
            assert_number(c.normal.z, >, 0.99999f);
        }
        imp3_compound_free(&ground);
    }
    imp3_shape_free(&sliders[4]);
}

/// What lies on a floor slides over it without a hit, whatever its direction; what falls hits it at its time.
static void floors_are_slid_over(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    imp3_shape sliders[5];
    make_sliders(sliders);
    for (int sort = 0; sort < FLOORS; ++sort)
    {
        imp3_compound ground = make_floor(sort);
        imp3_pose pose_a = floor_pose(sort);
        for (uint64_t n = 0; n < test_n(200); ++n)
        {
            imp3_compound slider;
            imp3_compound_hit hit;
            assert_int_equal(imp3_compound_of_shape(&sliders[n % 5], &slider), 0);
            imp3_vec at = random_vec(&rng, 1.2), way = random_vec(&rng, 2.0);
            double height = n % 2 ? 0.0 : 0.001;
            at.z = (float)height;
            way.z = 0.0f;
            imp3_pose pose_b = pose_at(at);
            assert_int_equal(imp3_compound_cast(&ground, &pose_a, &slider, &pose_b, way, &hit), 0);
            assert_true(hit.hit.kind == IMP_SWEEP_NEVER || hit.hit.kind == IMP_SWEEP_REST);
            pose_b.p.z = 0.5f;
            way.z = -1.0f;
            assert_int_equal(imp3_compound_cast(&ground, &pose_a, &slider, &pose_b, way, &hit), 0);
            assert_int_equal(hit.hit.kind, IMP_SWEEP_HIT);
            assert_number(fabs((double)hit.hit.time - 0.5), <, 1e-4);
            assert_number(hit.hit.normal.z, >, 0.99999f);
            const imp3_compound_mover a = {&ground, pose_a, {0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}};
            const imp3_compound_mover b = {&slider, pose_b, way, {0.0f, 0.0f, 0.3f}};
            assert_int_equal(imp3_compound_time_of_impact(&a, &b, &hit), 0);
            assert_int_equal(hit.hit.kind, IMP_SWEEP_HIT);
            assert_number(fabs((double)hit.hit.time - 0.5), <, 1e-3);
            assert_number(hit.hit.normal.z, >, 0.999f);
        }
        imp3_compound_free(&ground);
    }
    imp3_shape_free(&sliders[4]);
}

/// One-sided floors let through what comes from below, and do not push what is already behind.
static void one_sided_floors(void** state)
{
    (void)state;
    imp3_shape ball;
    imp3_compound b;
    assert_int_equal(imp3_sphere_make(vec(0.0, 0.0, 0.0), 0.3f, &ball), 0);
    assert_int_equal(imp3_compound_of_shape(&ball, &b), 0);
    for (int sort = FLOOR_TRIANGLES; sort < FLOORS; ++sort)
    {
        imp3_compound ground = make_floor(sort);
        imp3_pose pose_a = floor_pose(sort), below = pose_at(vec(0.3, 0.4, -0.1)), far = pose_at(vec(0.3, 0.4, -2.0));
        imp3_part_manifold room[MANIFOLDS];
        imp3_compound_hit hit;
        bool yes;
        assert_int_equal(collide(&ground, &pose_a, &b, &below, 0.0f, room).count, 0);
        assert_int_equal(imp3_compound_overlap(&ground, &pose_a, &b, &below, &yes), 0);
        assert_false(yes);
        assert_int_equal(imp3_compound_cast(&ground, &pose_a, &b, &far, vec(0.0, 0.0, 4.0), &hit), 0);
        assert_int_equal(hit.hit.kind, IMP_SWEEP_NEVER);
        assert_int_equal(imp3_compound_ray(&ground, &pose_a, vec(0.3, 0.4, 2.0), vec(0.0, 0.0, -4.0), &hit), 0);
        assert_int_equal(hit.hit.kind, IMP_SWEEP_HIT);
        assert_float_equal(hit.hit.time, 0.5f, 1e-6);
        assert_int_equal(imp3_compound_ray(&ground, &pose_a, vec(0.3, 0.4, -2.0), vec(0.0, 0.0, 4.0), &hit), 0);
        assert_int_equal(hit.hit.kind, IMP_SWEEP_NEVER);
        imp3_compound_free(&ground);
    }
}

/// A wall at the end of a floor of tiles is hit with its own normal; a step is felt.
static void wall_after_floor(void** state)
{
    (void)state;
    imp3_shape tiles[9], box = box_of(vec(-0.3, -0.3, 0.0), vec(0.3, 0.3, 0.6));
    for (int k = 0; k < 8; ++k)
    {
        tiles[k] = box_of(vec(k, -1.0, -1.0), vec(k + 1, 1.0, 0.0));
    }
    tiles[8] = box_of(vec(8.0, -1.0, -1.0), vec(9.0, 1.0, 1.0));
    imp3_compound ground, slider;
    assert_int_equal(imp3_compound_make(tiles, 9, NULL, &ground), 0);
    assert_int_equal(imp3_compound_of_shape(&box, &slider), 0);
    imp3_pose here = imp3_pose_identity(), at = pose_at(vec(0.6, 0.0, 0.0));
    imp3_compound_hit hit;
    assert_int_equal(imp3_compound_cast(&ground, &here, &slider, &at, vec(10.0, 0.0, 0.0), &hit), 0);
    assert_int_equal(hit.hit.kind, IMP_SWEEP_HIT);
    assert_float_equal(hit.hit.time, 0.71f, 1e-5);
    assert_number(hit.hit.normal.x, <, -0.99999f);
    imp3_compound_free(&ground);
}

// Sweeps

/// Random sets that do not start in touch: never later than the first pair, and where they hit something is near.
static void sweeps_of_sets(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    int hits = 0;
    for (uint64_t n = 0; n < test_n(150); ++n)
    {
        imp3_compound a = random_set(&rng, test_rng_int(&rng, 1, 9)), b = random_set(&rng, test_rng_int(&rng, 1, 9));
        imp3_pose pose_a = random_pose(&rng, 1.0), pose_b = random_pose(&rng, 6.0);
        imp3_vec way = imp3_vec_scale(imp3_vec_sub(pose_a.p, pose_b.p), 1.2f);
        imp3_compound_hit hit;
        float first = INFINITY;
        bool starts = false;
        for (int32_t i = 0; i < a.part_count; ++i)
        {
            for (int32_t j = 0; j < b.part_count; ++j)
            {
                imp3_hit h;
                assert_int_equal(imp3_cast(&a.parts[i], &pose_a, &b.parts[j], &pose_b, way, &h), 0);
                first = h.kind == IMP_SWEEP_HIT && h.time < first ? h.time : first;
                starts = starts || (h.kind != IMP_SWEEP_HIT && h.kind != IMP_SWEEP_NEVER);
            }
        }
        assert_int_equal(imp3_compound_cast(&a, &pose_a, &b, &pose_b, way, &hit), 0);
        if (!starts)
        {
            assert_int_equal(hit.hit.kind, first < INFINITY ? IMP_SWEEP_HIT : IMP_SWEEP_NEVER);
            if (first < INFINITY)
            {
                assert_float_equal(hit.hit.time, first, 1e-6);
                ++hits;
            }
        }
        else
        {
            assert_true(hit.hit.kind != IMP_SWEEP_NEVER);
        }
        imp3_compound_free(&a);
        imp3_compound_free(&b);
    }
    assert_true(hits > 10);
}

/// Rays at a rough field, against all its triangles.
static void rays_at_fields(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    static float heights[30 * 20];
    for (int k = 0; k < 600; ++k)
    {
        heights[k] = (float)test_rng_unit(&rng);
    }
    uint8_t holes[29 * 19] = {0};
    holes[100] = holes[200] = holes[333] = 1;
    imp3_heights h = {heights, holes, 30, 20, 0.5f, 0.25f, true};
    imp3_compound field;
    assert_int_equal(imp3_height_field_make(&h, NULL, &field), 0);
    int hits = 0;
    for (uint64_t n = 0; n < test_n(100); ++n)
    {
        imp3_pose pose = random_pose(&rng, 3.0);
        imp3_vec from = imp3_pose_apply(pose, vec(15.0 * test_rng_unit(&rng), 5.0 * test_rng_unit(&rng), 3.0));
        imp3_vec to = imp3_pose_apply(pose, vec(15.0 * test_rng_unit(&rng), 5.0 * test_rng_unit(&rng), -2.0));
        imp3_vec way = imp3_vec_sub(to, from);
        float first = INFINITY;
        for (int32_t i = 0; i < field.part_count; ++i)
        {
            imp3_shape s;
            imp3_hit hit;
            if (!imp3_compound_part(&field, i, &s))
            {
                assert_int_equal(imp3_ray(&s, &pose, from, way, &hit), 0);
                first = hit.kind == IMP_SWEEP_HIT && hit.time < first ? hit.time : first;
            }
        }
        imp3_compound_hit hit;
        assert_int_equal(imp3_compound_ray(&field, &pose, from, way, &hit), 0);
        assert_int_equal(hit.hit.kind == IMP_SWEEP_HIT, first < INFINITY);
        if (first < INFINITY)
        {
            assert_float_equal(hit.hit.time, first, 0.0);
            ++hits;
        }
    }
    assert_true(hits > 50);
    imp3_compound_free(&field);
}

static void too_little_room_is_told(void** state)
{
    (void)state;
    imp3_compound ground = make_floor(FLOOR_TILES), slider;
    imp3_shape box = box_of(vec(-1.5, -1.5, -0.1), vec(1.5, 1.5, 1.0));
    imp3_pose here = imp3_pose_identity();
    imp3_part_manifold room[2];
    imp3_compound_contacts out;
    assert_int_equal(imp3_compound_of_shape(&box, &slider), 0);
    memset(&out, 0, sizeof out);
    out.manifolds = room;
    out.capacity = 2;
    assert_int_equal(imp_status_fault(imp3_compound_collide(&ground, &here, &slider, &here, 0.0f, &out)),
                     IMP_ERR_SPACE);
    assert_int_equal(out.count, 16);
    out.capacity = 0;
    assert_int_equal(imp3_compound_collide(&ground, &here, &slider, &here, 0.0f, &out), 0);
    assert_int_equal(out.count, 16);
    assert_float_equal(out.depth, 0.1f, 1e-6);
    imp3_compound_free(&ground);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(overlap_and_distance), cmocka_unit_test(push_parts_the_whole),
        cmocka_unit_test(cut_box_is_a_box),     cmocka_unit_test(floors_push_up),
        cmocka_unit_test(floors_are_slid_over), cmocka_unit_test(one_sided_floors),
        cmocka_unit_test(wall_after_floor),     cmocka_unit_test(sweeps_of_sets),
        cmocka_unit_test(rays_at_fields),       cmocka_unit_test(too_little_room_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
