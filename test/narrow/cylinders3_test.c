// SPDX-License-Identifier: MIT
//
// True cylinders and cones through imp3_collide: contacts of caps, side lines and rims in closed form, names that stay,
// depths against dense sampling of directions.

#include <string.h>

#include "narrow/brute3.h"

/// Everything is turned and moved by this in the second of two rounds, so that no axis is special.
static imp3_pose stage;

static imp3_pose on_stage(imp3_pose pose)
{
    imp3i_drot q = imp3i_drot_of(stage.q), own = imp3i_drot_of(pose.q);
    imp3i_drot both = {imp3i_drot_apply(q, own.x), imp3i_drot_apply(q, own.y), imp3i_drot_apply(q, own.z)};
    imp3_pose r = {imp3i_vec_tidy(imp3i_dadd(imp3i_drot_apply(q, imp3i_dvec_of(pose.p)), imp3i_dvec_of(stage.p))),
                   imp3i_rot_of(imp3i_drot_unit(both))};
    return r;
}

static imp3_pose place_at(float x, float y, float z)
{
    imp3_pose r = imp3_pose_identity();
    r.p.x = x;
    r.p.y = y;
    r.p.z = z;
    return r;
}

static imp3_pose place_turned(float x, float y, float z, imp3_vec axis, float angle)
{
    imp3_pose r;
    imp3_vec p = {x, y, z};
    assert_int_equal(imp3_pose_make(p, axis, angle, &r), IMP_OK);
    return r;
}

/// The manifold in the directions of the scene as it was written down.
static imp3_manifold touch(const imp3_shape* a, imp3_pose pose_a, const imp3_shape* b, imp3_pose pose_b, float margin)
{
    imp3_pose pa = on_stage(pose_a), pb = on_stage(pose_b);
    imp3_manifold m;
    memset(&m, 0x5a, sizeof m);
    assert_int_equal(imp3_collide(a, &pa, b, &pb, margin, &m), IMP_OK);
    m.normal = imp3_rot_apply_inverse(stage.q, m.normal);
    for (int k = 0; k < m.count; ++k)
    {
        m.points[k].point = imp3_rot_apply_inverse(stage.q, imp3_vec_sub(m.points[k].point, stage.p));
    }
    return m;
}

static void print_manifold(const imp3_manifold* m)
{
    printf("  got %d, depth %.9g, normal %.9g %.9g %.9g\n", m->count, (double)m->depth, (double)m->normal.x,
           (double)m->normal.y, (double)m->normal.z);
    for (int k = 0; k < m->count; ++k)
    {
        const imp3_contact* c = &m->points[k];
        printf("    %.9g %.9g %.9g depth %.9g id %llx\n", (double)c->point.x, (double)c->point.y, (double)c->point.z,
               (double)c->depth, (unsigned long long)c->id);
    }
}

#define NEAR 4e-6f

/// So many points, this normal, and this depth of all of them.
static void expect_all(const imp3_manifold* m, int count, imp3_vec normal, float depth)
{
    bool right = m->count == count && fabsf(m->depth - depth) < NEAR;
    imp3_vec off = imp3_vec_sub(m->normal, normal);
    right = right && imp3_vec_dot(off, off) < 1e-10f;
    for (int k = 0; k < m->count; ++k)
    {
        right = right && fabsf(m->points[k].depth - depth) < NEAR;
    }
    if (!right)
    {
        print_manifold(m);
        fail_msg("%d points of depth %g along %g %g %g expected", count, (double)depth, (double)normal.x,
                 (double)normal.y, (double)normal.z);
    }
}

static void expect_point(const imp3_manifold* m, float x, float y, float z)
{
    bool found = false;
    imp3_vec at = {x, y, z};
    for (int k = 0; k < m->count; ++k)
    {
        imp3_vec off = imp3_vec_sub(m->points[k].point, at);
        found = found || imp3_vec_dot(off, off) < 25.0f * NEAR * NEAR;
    }
    if (!found)
    {
        print_manifold(m);
        fail_msg("a point at %g %g %g expected", (double)x, (double)y, (double)z);
    }
}

/// All at a height, on a circle around the origin, as a square.
static void expect_square(const imp3_manifold* m, float radius, float z)
{
    for (int k = 0; k < m->count; ++k)
    {
        imp3_vec p = m->points[k].point, q = m->points[(k + 1) % m->count].point;
        float across = sqrtf(p.x * p.x + p.y * p.y), dot = p.x * q.x + p.y * q.y;
        if (fabsf(across - radius) > NEAR || fabsf(p.z - z) > NEAR ||
            (fabsf(dot) > NEAR && fabsf(dot + radius * radius) > NEAR))
        {
            print_manifold(m);
            fail_msg("a square on a circle of %g at %g expected", (double)radius, (double)z);
        }
    }
}

static const imp3_vec up = {0, 0, 1}, down = {0, 0, -1}, x_axis = {1, 0, 0}, y_axis = {0, 1, 0};

static imp3_shape half_space(void)
{
    imp3_shape s;
    assert_int_equal(imp3_half_space_make(up, 0.0f, &s), IMP_OK);
    return s;
}

static imp3_shape box_of(float x, float y, float z)
{
    imp3_shape s;
    imp3_box box = {{-x, -y, -z}, {x, y, z}};
    assert_int_equal(imp3_box_make(box, &s), IMP_OK);
    return s;
}

/// Along z, from -half to half.
static imp3_shape cylinder_of(float half, float disc, float radius)
{
    imp3_shape s;
    imp3_vec a = {0, 0, -half}, b = {0, 0, half};
    assert_int_equal(imp3_cylinder_make(a, b, disc, radius, &s), IMP_OK);
    return s;
}

static imp3_shape cone_of(float half, float disc_a, float disc_b)
{
    imp3_shape s;
    imp3_vec a = {0, 0, -half}, b = {0, 0, half};
    assert_int_equal(imp3_cone_make(a, b, disc_a, disc_b, 0.0f, &s), IMP_OK);
    return s;
}

static void rest_on_a_plane(void)
{
    imp3_shape plane = half_space(), ground = box_of(3.0f, 3.0f, 0.5f), rod = cylinder_of(1.0f, 0.5f, 0.0f);
    imp3_shape round_rod = cylinder_of(1.0f, 0.5f, 0.1f);
    const imp3_shape* floors[2] = {&plane, &ground};
    for (int i = 0; i < 2; ++i)
    {
        imp3_pose floor = place_at(0.0f, 0.0f, i == 0 ? 0.0f : -0.5f);
        // On its cap, as B and as A; with round edges; hovering.
        imp3_manifold m = touch(floors[i], floor, &rod, place_at(0, 0, 0.99f), 0.0f);
        expect_all(&m, 4, up, 0.01f);
        expect_square(&m, 0.5f, -0.005f);
        m = touch(&rod, place_at(0, 0, 0.99f), floors[i], floor, 0.0f);
        expect_all(&m, 4, down, 0.01f);
        expect_square(&m, 0.5f, -0.005f);
        m = touch(floors[i], floor, &round_rod, place_at(0, 0, 1.09f), 0.0f);
        expect_all(&m, 4, up, 0.01f);
        expect_square(&m, 0.5f, -0.005f);
        m = touch(floors[i], floor, &rod, place_at(0, 0, 1.005f), 0.01f);
        expect_all(&m, 4, up, -0.005f);
        // On its side.
        m = touch(floors[i], floor, &rod, place_turned(0, 0, 0.49f, y_axis, 1.57079633f), 0.0f);
        expect_all(&m, 2, up, 0.01f);
        expect_point(&m, 1.0f, 0.0f, -0.005f);
        expect_point(&m, -1.0f, 0.0f, -0.005f);
        m = touch(floors[i], floor, &rod, place_turned(0, 0, 0.49f, y_axis, 1.57079633f + 1e-5f), 0.0f);
        assert_int_equal(m.count, 2);
        // Tilted: one point of the rim.
        float c = cosf(0.5f), s = sinf(0.5f), low = c + 0.5f * s;
        m = touch(floors[i], floor, &rod, place_turned(0, 0, low - 0.01f, y_axis, 0.5f), 0.0f);
        expect_all(&m, 1, up, 0.01f);
        expect_point(&m, 0.5f * c - s, 0.0f, -0.005f);
    }
}

static void overhang(void)
{
    // A cap that is greater than the face below it: the face's corners.
    imp3_shape post = box_of(0.2f, 0.3f, 1.0f), rod = cylinder_of(0.5f, 1.0f, 0.0f);
    imp3_manifold m = touch(&post, place_at(0, 0, -1.0f), &rod, place_at(0, 0, 0.49f), 0.0f);
    expect_all(&m, 4, up, 0.01f);
    for (int k = 0; k < 4; ++k)
    {
        expect_point(&m, k & 1 ? 0.2f : -0.2f, k & 2 ? 0.3f : -0.3f, -0.005f);
    }
    // A rod across a narrow beam: where its line crosses the beam's edges.
    imp3_shape beam = box_of(0.25f, 2.0f, 0.5f);
    m = touch(&beam, place_at(0, 0, -0.5f), &rod, place_turned(0, 0, 0.99f, y_axis, 1.57079633f), 0.0f);
    expect_all(&m, 2, up, 0.01f);
    expect_point(&m, 0.25f, 0.0f, -0.005f);
    expect_point(&m, -0.25f, 0.0f, -0.005f);
    // Half over an edge.
    imp3_shape ground = box_of(3.0f, 3.0f, 0.5f);
    m = touch(&ground, place_at(-3.0f, 0, -0.5f), &rod, place_at(0, 0, 0.49f), 0.0f);
    expect_all(&m, 4, up, 0.01f);
    for (int k = 0; k < m.count; ++k)
    {
        imp3_vec p = m.points[k].point;
        assert_number(p.x, <, NEAR);
        assert_number(p.x * p.x + p.y * p.y, <, 1.0f + NEAR);
    }
}

static void rod_on_rod(void)
{
    imp3_shape rod = cylinder_of(1.0f, 0.5f, 0.0f), wide = cylinder_of(0.5f, 1.0f, 0.0f);
    imp3_pose lying = place_turned(0, 0, 0, y_axis, 1.57079633f);
    imp3_pose across = place_turned(0, 0, 0.99f, x_axis, 1.57079633f),
              along = place_turned(0.5f, 0, 0.99f, y_axis, 1.57079633f);
    imp3_manifold m = touch(&rod, lying, &rod, across, 0.0f);
    expect_all(&m, 1, up, 0.01f);
    expect_point(&m, 0.0f, 0.0f, 0.495f);
    m = touch(&rod, lying, &rod, along, 0.0f);
    expect_all(&m, 2, up, 0.01f);
    expect_point(&m, 1.0f, 0.0f, 0.495f);
    expect_point(&m, -0.5f, 0.0f, 0.495f);
    m = touch(&wide, place_at(0, 0, -0.5f), &rod, place_at(0.2f, 0.1f, 0.99f), 0.0f);
    expect_all(&m, 4, up, 0.01f);
    for (int k = 0; k < 4; ++k)
    {
        imp3_vec p = m.points[k].point;
        float x = p.x - 0.2f, y = p.y - 0.1f;
        assert_number(fabsf(sqrtf(x * x + y * y) - 0.5f), <, NEAR);
    }
    // Caps that overlap like coins: points within both.
    m = touch(&wide, place_at(0, 0, -0.5f), &wide, place_at(1.2f, 0.0f, 0.49f), 0.0f);
    expect_all(&m, 4, up, 0.01f);
    for (int k = 0; k < m.count; ++k)
    {
        imp3_vec p = m.points[k].point;
        assert_number(p.x * p.x + p.y * p.y, <, 1.0f + NEAR);
        assert_number((p.x - 1.2f) * (p.x - 1.2f) + p.y * p.y, <, 1.0f + NEAR);
    }
}

static void cones(void)
{
    imp3_shape plane = half_space(), ground = box_of(3.0f, 3.0f, 0.5f), cone = cone_of(0.5f, 0.5f, 0.0f);
    const imp3_shape* floors[2] = {&plane, &ground};
    for (int i = 0; i < 2; ++i)
    {
        imp3_pose floor = place_at(0.0f, 0.0f, i == 0 ? 0.0f : -0.5f);
        imp3_manifold m = touch(floors[i], floor, &cone, place_at(0, 0, 0.49f), 0.0f);
        expect_all(&m, 4, up, 0.01f);
        expect_square(&m, 0.5f, -0.005f);
        // Tip down.
        m = touch(floors[i], floor, &cone, place_turned(0, 0, 0.49f, y_axis, 3.14159265f), 0.0f);
        expect_all(&m, 1, up, 0.01f);
        expect_point(&m, 0.0f, 0.0f, -0.005f);
        // On its side: the tip and a point of the rim are equally low when the axis leans by half the angle of the cone.
        float half_angle = atanf(0.5f), lean = 1.57079633f + half_angle;
        m = touch(floors[i], floor, &cone, place_turned(0, 0, 0.5f * sinf(half_angle) - 0.01f, y_axis, lean), 0.0f);
        expect_all(&m, 2, up, 0.01f);
        expect_point(&m, 0.5f * cosf(half_angle), 0.0f, -0.005f);
    }
}

/// Names of the points that are there, in order.
static bool same_names(const imp3_manifold* m, const imp3_manifold* n)
{
    bool same = m->count == n->count;
    for (int k = 0; k < m->count && same; ++k)
    {
        same = m->points[k].id == n->points[k].id;
    }
    return same;
}

static void names_stay(void)
{
    imp3_shape ground = box_of(3.0f, 3.0f, 0.5f), plane = half_space(), rod = cylinder_of(1.0f, 0.5f, 0.0f);
    imp3_shape post = box_of(0.2f, 0.3f, 1.0f), wide = cylinder_of(0.5f, 1.0f, 0.0f), cone = cone_of(0.5f, 0.5f, 0.0f);
    imp3_pose base = place_at(0, 0, -0.5f), zero = place_at(0, 0, 0), deep = place_at(0, 0, -1.0f);
    float half_angle = atanf(0.5f);
    const struct
    {
        const imp3_shape* a;
        imp3_pose pose_a;
        const imp3_shape* b;
        imp3_pose pose_b;
        int count;
    } scenes[] = {
        {&ground, base, &rod, place_at(0.1f, 0.2f, 0.99f), 4},
        {&plane, zero, &rod, place_at(0, 0, 0.99f), 4},
        {&post, deep, &wide, place_at(0, 0, 0.49f), 4},
        {&ground, base, &rod, place_turned(0, 0, 0.49f, y_axis, 1.57079633f), 2},
        {&plane, zero, &rod, place_turned(0, 0, 0.49f, y_axis, 1.57079633f), 2},
        {&ground, base, &cone, place_at(0, 0, 0.49f), 4},
        {&plane, zero, &cone, place_turned(0, 0, 0.5f * sinf(half_angle) - 0.01f, y_axis, 1.57079633f + half_angle), 2},
        {&wide, base, &wide, place_at(0.7f, 0.0f, 0.49f), 4},
        {&rod, place_turned(0, 0, -0.5f, y_axis, 1.57079633f), &rod, place_turned(0.5f, 0, 0.49f, y_axis, 1.57079633f),
         2}};
    test_rng rng = {test_seed()};
    for (size_t i = 0; i < sizeof scenes / sizeof scenes[0]; ++i)
    {
        imp3_manifold first = touch(scenes[i].a, scenes[i].pose_a, scenes[i].b, scenes[i].pose_b, 1e-3f);
        if (first.count != scenes[i].count)
        {
            print_manifold(&first);
            fail_msg("scene %d: %d points expected", (int)i, scenes[i].count);
        }
        for (int step = 0; step < 600; ++step)
        {
            imp3_pose pose = scenes[i].pose_b;
            pose.p = imp3_vec_add(pose.p, brute_within(&rng, 1e-6f));
            pose.q = imp3i_drot_since(imp3i_drot_of(imp3_pose_identity().q), imp3i_drot_of(pose.q));
            imp3_pose shake;
            assert_int_equal(imp3_pose_make(pose.p, brute_direction(&rng), test_rng_range(&rng, -1e-6f, 1e-6f), &shake),
                             IMP_OK);
            imp3i_drot q = imp3i_drot_of(shake.q), own = imp3i_drot_of(scenes[i].pose_b.q);
            imp3i_drot both = {imp3i_drot_apply(q, own.x), imp3i_drot_apply(q, own.y), imp3i_drot_apply(q, own.z)};
            pose.q = imp3i_rot_of(imp3i_drot_unit(both));
            imp3_manifold m = touch(scenes[i].a, scenes[i].pose_a, scenes[i].b, pose, 1e-3f);
            if (!same_names(&first, &m))
            {
                print_manifold(&first);
                print_manifold(&m);
                fail_msg("scene %d, step %d: other names", (int)i, step);
            }
        }
    }
    // A rod that rolls.
    imp3_manifold first = {0};
    for (int step = 0; step < 600; ++step)
    {
        float angle = 0.01f * (float)step;
        imp3_pose roll = place_turned(0.5f * angle - 1.0f, 0, 0.49f, y_axis, angle),
                  lie = place_turned(0, 0, 0, x_axis, 1.57079633f);
        imp3i_drot q = imp3i_drot_of(roll.q), own = imp3i_drot_of(lie.q);
        imp3i_drot both = {imp3i_drot_apply(q, own.x), imp3i_drot_apply(q, own.y), imp3i_drot_apply(q, own.z)};
        roll.q = imp3i_rot_of(imp3i_drot_unit(both));
        imp3_manifold m = touch(&ground, base, &rod, roll, 1e-3f);
        assert_int_equal(m.count, 2);
        first = step == 0 ? m : first;
        assert_true(same_names(&first, &m));
    }
}

static void on_the_axes(void** state)
{
    (void)state;
    stage = imp3_pose_identity();
    rest_on_a_plane();
    overhang();
    rod_on_rod();
    cones();
    names_stay();
}

static void turned_and_moved(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    for (int i = 0; i < 4; ++i)
    {
        stage = brute_pose(&rng, 2.0f);
        rest_on_a_plane();
        overhang();
        rod_on_rod();
        cones();
        names_stay();
    }
    stage = imp3_pose_identity();
}

/// The farthest of a placed shape along a direction, by its definition.
static double extent_of(const imp3_shape* s, const imp3_pose* pose, imp3i_dvec n)
{
    imp3i_drot q = imp3i_drot_of(pose->q);
    imp3i_dvec d = imp3i_drot_apply_inverse(q, n);
    double far = -INFINITY;
    if (s->count > 0)
    {
        for (int i = 0; i < s->count; ++i)
        {
            far = fmax(far, imp3i_ddot(imp3i_vertex(s, i), d));
        }
    }
    else
    {
        imp3i_dvec axis = imp3i_dsub(imp3i_dvec_of(s->b), imp3i_dvec_of(s->a));
        double along = imp3i_ddot(axis, d) / brute_length(axis),
               across = sqrt(fmax(0.0, imp3i_ddot(d, d) - along * along));
        far = fmax(imp3i_ddot(imp3i_dvec_of(s->a), d) + (double)s->disc_a * across,
                   imp3i_ddot(imp3i_dvec_of(s->b), d) + (double)s->disc_b * across);
    }
    return far + imp3i_ddot(imp3i_dvec_of(pose->p), n) + (double)s->radius;
}

typedef struct depth_call
{
    const imp3_shape *a, *b;
    const imp3_pose *pose_a, *pose_b;
} depth_call;

/// How far B would have to go along n.
static double depth_along(const depth_call* c, imp3i_dvec n)
{
    return extent_of(c->a, c->pose_a, n) + extent_of(c->b, c->pose_b, imp3i_dnegate(n));
}

/// The least depth of some thousand directions, and around the best of them.
static double sample_depth(const depth_call* c, test_rng* rng, imp3i_dvec* best)
{
    double least = INFINITY;
    for (int k = 0; k < 3000; ++k)
    {
        imp3i_dvec n = imp3i_dunit_of(brute_direction(rng));
        double depth = depth_along(c, n);
        *best = depth < least ? n : *best;
        least = depth < least ? depth : least;
    }
    for (double step = 0.1; step > 1e-7; step *= 0.93)
    {
        for (int k = 0; k < 12; ++k)
        {
            imp3i_dvec n = imp3i_dadd_scaled(*best, imp3i_dvec_of(brute_direction(rng)), step);
            n = imp3i_ddivide(n, brute_length(n));
            double depth = depth_along(c, n);
            *best = depth < least ? n : *best;
            least = depth < least ? depth : least;
        }
    }
    return least;
}

static void depth_by_sampling(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(240);
    int wrong = 0, deep = 0;
    double worst = 0.0, worst_along = 0.0;
    for (uint64_t i = 0; i < count; ++i)
    {
        imp3_shape s[2];
        for (int k = 0; k < 2; ++k)
        {
            float radius = test_rng_int(&rng, 0, 1) ? 0.0f : test_rng_range(&rng, 0.05f, 0.2f);
            int sort = k == 0 ? (int)(i % 5) : test_rng_int(&rng, 0, 1);
            float disc = test_rng_range(&rng, 0.1f, 1.0f);
            imp3_vec a = brute_within(&rng, 1.0f), b = brute_within(&rng, 1.0f), c = brute_within(&rng, 1.0f);
            switch (sort)
            {
            case 0: imp3_cylinder_make(a, b, disc, radius, &s[k]); break;
            case 1: imp3_cone_make(a, b, disc, i & 8 ? 0.0f : disc * 0.5f, radius, &s[k]); break;
            case 2: s[k] = box_of(disc, 0.5f, 0.7f); break;
            case 3: imp3_capsule_make(a, b, 0.3f, &s[k]); break;
            default: imp3_triangle_make(a, b, c, radius, &s[k]); break;
            }
        }
        imp3_pose pose_a = brute_pose(&rng, 0.5f), pose_b = brute_pose(&rng, 0.5f);
        depth_call call = {&s[0], &s[1], &pose_a, &pose_b};
        imp3_manifold m;
        assert_int_equal(imp3_collide(&s[0], &pose_a, &s[1], &pose_b, 0.0f, &m), IMP_OK);
        imp3i_dvec best = {1.0, 0.0, 0.0};
        double sampled = sample_depth(&call, &rng, &best), scale = 4.0;
        bool overlap = sampled > 0.0;
        if (fabs(sampled) < 1e-4)
        {
            continue;
        }
        double off = overlap && m.count > 0 ? (double)m.depth - sampled : 0.0;
        double along =
            overlap && m.count > 0 ? fabs(depth_along(&call, imp3i_dunit_of(m.normal)) - (double)m.depth) : 0.0;
        bool bad = overlap != (m.count > 0) || off > 0x1p-18 * scale || along > 0x1p-18 * scale;
        worst = fmax(worst, off);
        worst_along = fmax(worst_along, along);
        deep += overlap;
        if (bad && wrong++ < 4)
        {
            printf("case %d, kinds %d and %d: depth %.9g sampled %.9g, along the normal %.9g (best %g %g %g)\n", (int)i,
                   s[0].kind, s[1].kind, (double)m.depth, sampled, depth_along(&call, imp3i_dunit_of(m.normal)), best.x,
                   best.y, best.z);
            print_manifold(&m);
        }
    }
    printf("deep: %d; depth above the sampled one by at most %g, off along its normal %g\n", deep, worst, worst_along);
    test_report("cylinders3: depth by sampling", count);
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(on_the_axes), cmocka_unit_test(turned_and_moved),
                                       cmocka_unit_test(depth_by_sampling)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
