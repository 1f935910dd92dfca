// SPDX-License-Identifier: MIT
//
// Every shape and compound of space as a collider: it falls, rests at its height and sleeps; its mass is that of its
// closed form; a world shares compounds and gives them out; what has no mass is for bodies that do not fall.

#include <string.h>

#include "../../src/shape/compound3.h"
#include "../../src/shape/extent3.h"
#include "../../src/shape/kept3.h"
#include "../../src/world/contact/contact3.h"
#include "impinge/mesh3.h"
#include "things3.h"

static imp3_vec none(void)
{
    return vec(0.0f, 0.0f, 0.0f);
}

static imp_body add_ground_of(imp3_world* w, int32_t kind)
{
    thing3 ground = ground3_make(kind, NULL);
    const imp3_vec at = kind == GROUND_HEIGHTS ? vec(-10.0f, -10.0f, 0.0f) : none();
    imp_body body = add_body(w, IMP_BODY_STATIC, at, none());
    assert_int_equal(thing3_wear(w, body, &ground, NULL, NULL), IMP_OK);
    thing3_free(&ground);
    return body;
}

// 1

static void falls_and_sleeps(void** state)
{
    (void)state;
    for (int32_t ground = 0; ground < GROUND_COUNT; ++ground)
    {
        imp3_world* w = new_world(vec(0.0f, 0.0f, -G), NULL);
        imp_body bodies[THING_COUNT];
        float heights[THING_COUNT];
        (void)add_ground_of(w, ground);
        for (int32_t k = 0; k < THING_COUNT; ++k)
        {
            thing3 t = thing3_make(k, NULL);
            heights[k] = t.height;
            bodies[k] =
                add_body(w, IMP_BODY_DYNAMIC,
                         vec(3.0f * (float)(k % 4) - 5.3f, 3.0f * (float)(k / 4) - 3.7f, t.height + 0.3f), none());
            assert_int_equal(thing3_wear(w, bodies[k], &t, NULL, NULL), IMP_OK);
            thing3_free(&t);
        }
        run(w, 240);
        for (int32_t k = 0; k < THING_COUNT; ++k)
        {
            imp3_body_state s = state_of(w, bodies[k]);
            printf("ground %d thing %d\n", ground, k);
            near_to(s.pose.p.z, heights[k], SLOP);
            near_to(s.pose.q.z.z, 1.0f, 1e-4f);
            shows(s.awake && k != THING_OPEN_MESH, ==, false);  // the rim of a shell goes on trembling on a field
        }
        imp3_world_free(w);
    }
}

// 2

static imp3_body_state weigh(const thing3* t, float density)
{
    imp3_world* w = new_world(none(), NULL);
    imp_body body = add_body(w, IMP_BODY_DYNAMIC, none(), none());
    imp3_collider_def def = imp3_collider_default();
    def.density = density;
    assert_int_equal(thing3_wear(w, body, t, &def, NULL), IMP_OK);
    imp3_body_state s = state_of(w, body);
    imp3_world_free(w);
    return s;
}

static void weighs_as_it_does_alone(void** state)
{
    (void)state;
    for (int32_t k = 0; k < THING_COUNT - 1; ++k)
    {
        thing3 t = thing3_make(k, NULL);
        imp3_mass m;
        assert_int_equal(t.convex ? imp3_shape_mass(&t.shape, 800.0f, &m) : imp3_compound_mass(&t.compound, 800.0f, &m),
                         IMP_OK);
        imp3_body_state s = weigh(&t, 800.0f);
        near_to(s.mass, m.mass, 1e-6f * m.mass);
        near_to(length_of(imp3_vec_sub(s.center, m.centroid)), 0.0f, 1e-6f);
        near_to(s.inertia.xx, m.inertia.xx, 1e-6f * m.inertia.xx);
        near_to(s.inertia.yy, m.inertia.yy, 1e-6f * m.inertia.yy);
        near_to(s.inertia.zz, m.inertia.zz, 1e-6f * m.inertia.zz);
        near_to(s.inertia.xy, m.inertia.xy, 1e-6f * m.inertia.xx);
        thing3_free(&t);
    }
}

static imp3_body_state weigh_shape(const imp3_shape* shape)
{
    const thing3 t = {.convex = true, .shape = *shape};
    return weigh(&t, 5.0f);
}

static void thin_things_are_shells(void** state)
{
    (void)state;
    imp3_shape s;
    // A square lamina of side 2 across x: I_xx = m a^2 / 6, the others half of that.
    const imp3_box square = {{0.5f, 1.0f, 2.0f}, {0.5f, 3.0f, 4.0f}};
    assert_int_equal(imp3_box_make(square, &s), IMP_OK);
    imp3_body_state b = weigh_shape(&s);
    near_to(b.mass, 1.0, 0.0);
    near_to(length_of(imp3_vec_sub(b.center, vec(0.5f, 2.0f, 3.0f))), 0.0, 1e-6);
    near_to(b.inertia.xx, 4.0 / 6.0, 1e-6);
    near_to(b.inertia.yy, 4.0 / 12.0, 1e-6);
    near_to(b.inertia.yz, 0.0, 1e-6);
    // A triangle: a right one with legs 3 and 6: I_xx = m b^2 / 18 with the leg along y, I_xy = m a b / 36.
    assert_int_equal(imp3_triangle_make(none(), vec(3.0f, 0.0f, 0.0f), vec(0.0f, 6.0f, 0.0f), 0.0f, &s), IMP_OK);
    b = weigh_shape(&s);
    near_to(length_of(imp3_vec_sub(b.center, vec(1.0f, 2.0f, 0.0f))), 0.0, 1e-6);
    near_to(b.inertia.xx, 36.0 / 18.0, 1e-6);
    near_to(b.inertia.yy, 9.0 / 18.0, 1e-6);
    near_to(b.inertia.zz, 45.0 / 18.0, 1e-6);
    near_to(b.inertia.xy, 18.0 / 36.0, 1e-6);
    // A disc: m r^2 / 2 about its axis.
    assert_int_equal(imp3_cylinder_make(vec(1.0f, 2.0f, 3.0f), vec(1.0f, 2.0f, 3.0f), 2.0f, 0.0f, &s), IMP_OK);
    b = weigh_shape(&s);
    near_to(b.inertia.xx, 2.0, 1e-6);
    near_to(b.inertia.yy, 1.0, 1e-6);
    near_to(b.inertia.zz, 1.0, 1e-6);
    // A line of length 5: m l^2 / 12 across it, 0 about it.
    assert_int_equal(imp3_capsule_make(none(), vec(0.0f, 3.0f, 4.0f), 0.0f, &s), IMP_OK);
    b = weigh_shape(&s);
    near_to(b.mass, 1.0, 0.0);
    near_to(b.inertia.xx, 25.0 / 12.0, 1e-6);
    near_to(b.inertia.yy, 16.0 / 12.0, 1e-6);
    near_to(b.inertia.yz, -12.0 / 12.0, 1e-6);
    // A shell: a box of triangles without top and bottom.
    thing3 open = thing3_make(THING_OPEN_MESH, NULL);
    b = weigh(&open, 7.0f);
    const double wide = 1.0, deep = 0.8, high = 0.6, front = wide * high, side = deep * high,
                 all = 2.0 * (front + side);
    const double zz = (2.0 * front * (wide * wide / 12.0 + deep * deep / 4.0) +
                       2.0 * side * (deep * deep / 12.0 + wide * wide / 4.0)) /
                      all;
    near_to(b.mass, 1.0, 0.0);
    near_to(b.inertia.zz, zz, 1e-6);
    thing3_free(&open);
}

// 3

static void several_colliders(void** state)
{
    (void)state;
    imp3_world* w = new_world(none(), NULL);
    imp_body body = add_body(w, IMP_BODY_DYNAMIC, none(), none());
    thing3 mesh = thing3_make(THING_MESH, NULL);
    imp3_shape ball;
    imp_collider one, two;
    imp3_collider_def def = imp3_collider_default();
    def.density = 100.0f;
    assert_int_equal(imp3_sphere_make(vec(2.0f, 0.0f, 0.0f), 0.5f, &ball), IMP_OK);
    assert_int_equal(thing3_wear(w, body, &mesh, &def, &one), IMP_OK);
    assert_int_equal(imp3_world_add_collider(w, body, &ball, &def, &two), IMP_OK);
    const double box = 100.0 * 0.48, round = 100.0 * 4.0 / 3.0 * 3.14159265358979 * 0.125, total = box + round;
    imp3_body_state s = state_of(w, body);
    near_to(s.mass, total, 1e-5 * total);
    near_to(s.center.x, 2.0 * round / total, 1e-6);
    const double wanted = box * (0.64 + 0.36) / 12.0 + round * 0.1, apart = box * round / total * 4.0;
    near_to(s.inertia.xx, wanted, 1e-5 * wanted);
    near_to(s.inertia.yy, box * (1.0 + 0.36) / 12.0 + round * 0.1 + apart, 1e-5 * apart);
    // A compound told from there holds the same: contacts of a body that is not at its own centre of mass.
    const imp3i_compound_block* before = imp3i_compound_block_of(&mesh.compound);
    assert_int_equal(before->references, 2);
    assert_int_equal(imp3_world_remove_collider(w, two), IMP_OK);
    near_to(length_of(state_of(w, body).center), 0.0, 1e-7);
    assert_int_equal(imp3_world_remove_collider(w, one), IMP_OK);
    assert_int_equal(before->references, 1);
    near_to(state_of(w, body).mass, 1.0, 0.0);
    thing3_free(&mesh);
    imp3_world_free(w);
}

// 4

static void massless_things_do_not_fall(void** state)
{
    (void)state;
    const int32_t kinds[2] = {GROUND_HALF_SPACE, GROUND_HEIGHTS};
    for (int k = 0; k < 2; ++k)
    {
        thing3 ground = ground3_make(kinds[k], NULL);
        imp3_world* w = new_world(vec(0.0f, 0.0f, -G), NULL);
        imp_body ball = add_ball(w, vec(0.0f, 0.0f, 5.0f), none(), 0.5f, 0.5f, 0.0f);
        imp_body empty = add_body(w, IMP_BODY_DYNAMIC, none(), none());
        imp_body fixed = add_body(w, IMP_BODY_STATIC, none(), none());
        imp3_body_state before = state_of(w, ball);
        imp_collider none_yet = {7};
        assert_int_equal(imp_status_fault(thing3_wear(w, ball, &ground, NULL, &none_yet)), IMP_ERR_RANGE);
        assert_int_equal(imp_status_fault(thing3_wear(w, empty, &ground, NULL, &none_yet)), IMP_ERR_RANGE);
        imp3_collider_def sensor = imp3_collider_default();
        sensor.sensor = true;
        sensor.density = 0.0f;
        assert_int_equal(imp_status_fault(thing3_wear(w, empty, &ground, &sensor, &none_yet)), IMP_ERR_RANGE);
        assert_int_equal(none_yet.id, 7);
        imp3_body_state after = state_of(w, ball);
        assert_true(weighs_the_same(&before, &after));
        assert_int_equal(thing3_wear(w, fixed, &ground, NULL, NULL), IMP_OK);
        assert_int_equal(imp_status_fault(imp3_world_set_kind(w, fixed, IMP_BODY_DYNAMIC)), IMP_ERR_RANGE);
        assert_int_equal(state_of(w, fixed).kind, IMP_BODY_STATIC);
        assert_int_equal(imp3_world_set_kind(w, fixed, IMP_BODY_KINEMATIC), IMP_OK);
        run(w, 10);
        imp3_world_free(w);
        thing3_free(&ground);
    }
}

// 5

static void compounds_are_shared(void** state)
{
    (void)state;
    imp3_world* w[2] = {new_world(none(), NULL), new_world(none(), NULL)};
    thing3 mesh = ground3_make(GROUND_MESH, NULL);
    const imp3i_compound_block* block = imp3i_compound_block_of(&mesh.compound);
    imp_collider colliders[2][3];
    for (int k = 0; k < 2; ++k)
    {
        for (int i = 0; i < 3; ++i)
        {
            imp_body body = add_body(w[k], i ? IMP_BODY_STATIC : IMP_BODY_KINEMATIC, vec(0.0f, 0.0f, (float)i), none());
            assert_int_equal(thing3_wear(w[k], body, &mesh, NULL, &colliders[k][i]), IMP_OK);
        }
    }
    assert_int_equal(block->references, 7);
    // It may not bend while others hold it.
    imp3_vec points[121];
    memset(points, 0, sizeof points);
    imp3_vec before = block->points[5];
    assert_int_equal(imp_status_fault(imp3_mesh_move(&mesh.compound, points, 121, NULL)), IMP_ERR_BUSY);
    assert_memory_equal(&before, &block->points[5], sizeof before);
    imp3_compound got;
    assert_int_equal(imp3_world_get_compound(w[1], colliders[1][2], &got), IMP_OK);
    assert_ptr_equal(got.block, mesh.compound.block);
    thing3_free(&mesh);
    imp3_world_free(w[0]);
    imp3_world_free(w[1]);
    assert_int_equal(block->references, 1);
    // And it outlives all worlds.
    imp3_shape part;
    assert_int_equal(imp3_compound_part(&got, 7, &part), IMP_OK);
    // Bent, it is made anew for a world, and stays as it is here.
    for (int32_t k = 0; k < 121; ++k)
    {
        points[k] = vec((float)(k % 11), (float)(k / 11), (float)(k * k % 7));
    }
    assert_int_equal(imp3_mesh_move(&got, points, 121, NULL), IMP_OK);
    imp3_world* last = new_world(none(), NULL);
    imp_body body = add_body(last, IMP_BODY_STATIC, none(), none());
    imp_collider collider;
    imp3_compound fresh;
    assert_int_equal(imp3_world_add_compound(last, body, &got, NULL, &collider), IMP_OK);
    assert_int_equal(block->references, 1);
    assert_int_equal(imp3_world_get_compound(last, collider, &fresh), IMP_OK);
    assert_true(fresh.block != got.block);
    assert_int_equal(fresh.part_count, got.part_count);
    for (int32_t k = 0; k < fresh.part_count; ++k)
    {
        // The same triangles, by where they came from.
        int32_t source, other = -1, at = -1;
        assert_int_equal(imp3_compound_source(&fresh, k, &source), IMP_OK);
        for (int32_t i = 0; i < got.part_count && other != source; ++i)
        {
            assert_int_equal(imp3_compound_source(&got, i, &other), IMP_OK);
            at = i;
        }
        imp3_shape a, b;
        assert_int_equal(imp3_compound_part(&fresh, k, &a), IMP_OK);
        assert_int_equal(imp3_compound_part(&got, at, &b), IMP_OK);
        assert_memory_equal(&a, &b, sizeof a);
    }
    imp3_compound_free(&fresh);
    imp3_compound_free(&got);
    imp3_world_free(last);
}

// 6

static void gives_out_what_it_got(void** state)
{
    (void)state;
    imp3_world* w = new_world(none(), NULL);
    for (int32_t k = 0; k < THING_COUNT; ++k)
    {
        thing3 t = thing3_make(k, NULL);
        imp_body body = add_body(w, IMP_BODY_DYNAMIC, vec((float)k, 0.0f, 0.0f), none());
        imp_collider collider;
        imp3_collider_def def = imp3_collider_default(), got;
        def.density = 3.0f + (float)k;
        def.user = (uint64_t)k;
        assert_int_equal(thing3_wear(w, body, &t, &def, &collider), IMP_OK);
        assert_int_equal(imp3_world_get_collider_def(w, collider, &got), IMP_OK);
        assert_number(got.density, ==, def.density);
        assert_int_equal(got.user, k);
        imp3_shape shape = {0};
        imp3_compound compound = {0};
        const imp_status as_shape = imp3_world_get_shape(w, collider, &shape),
                         as_compound = imp3_world_get_compound(w, collider, &compound);
        assert_int_equal(imp_status_fault(as_shape), t.convex ? IMP_OK : IMP_ERR_SHAPE);
        assert_int_equal(imp_status_fault(as_compound), t.convex ? IMP_ERR_COMPOUND : IMP_OK);
        const void* own = shape.block;
        shape.block = t.shape.block;
        assert_memory_equal(&shape, &t.shape, sizeof shape);
        assert_true(!own || own != t.shape.block);
        assert_ptr_equal(compound.block, t.compound.block);
        shape.block = own;
        imp3_shape_free(&shape);
        imp3_compound_free(&compound);
        thing3_free(&t);
    }
    imp3_world_free(w);
}

// 7

static imp3_rot any_turn(test_rng* rng)
{
    imp3_rot turn;
    const float x = test_rng_range(rng, -1.0f, 1.0f), y = test_rng_range(rng, -1.0f, 1.0f);
    const float angle = test_rng_range(rng, -3.0f, 3.0f);
    assert_int_equal(imp3_rot_make(vec(x, y, 1.0f), angle, &turn), IMP_OK);
    return turn;
}

// Boxes that are found soon have the exact ones in them, and are hardly larger.
static void quick_boxes(void** state)
{
    (void)state;
    test_rng rng = {77};
    for (int32_t n = 0; n < 3000; ++n)
    {
        thing3 t = thing3_make(n % THING_SET, NULL);
        imp3_pose pose = {none(), any_turn(&rng)};
        const float far = n % 3 ? 10.0f : 1e4f;
        pose.p.x = test_rng_range(&rng, -far, far);
        pose.p.z = test_rng_range(&rng, -far, far);
        imp3_box quick, exact;
        assert_int_equal(imp3i_shape_box(&t.shape, &pose, &quick), IMP_OK);
        assert_int_equal(imp3_shape_bounds(&t.shape, &pose, &exact), IMP_OK);
        const float more = 1e-5f + 1e-6f * far;
        for (int k = 0; k < 3; ++k)
        {
            assert_number(((float*)(void*)&quick.lower)[k], <=, ((float*)(void*)&exact.lower)[k]);
            assert_number(((float*)(void*)&quick.upper)[k], >=, ((float*)(void*)&exact.upper)[k]);
            assert_number(((float*)(void*)&quick.lower)[k], >=, ((float*)(void*)&exact.lower)[k] - more);
            assert_number(((float*)(void*)&quick.upper)[k], <=, ((float*)(void*)&exact.upper)[k] + more);
        }
        thing3_free(&t);
    }
}

// A copy told from elsewhere, put back there, is where it was; and hulls hold what they promise.
static void told_from_elsewhere(void** state)
{
    (void)state;
    test_rng rng = {5};
    for (int32_t n = 0; n < 600; ++n)
    {
        thing3 t = thing3_make(n % THING_COUNT, NULL);
        const float x = test_rng_range(&rng, -3.0f, 3.0f), y = test_rng_range(&rng, -3.0f, 3.0f);
        const imp3_vec origin = vec(x, y, 0.7f);
        imp3_pose pose = {none(), any_turn(&rng)}, back = pose;
        back.p = imp3_rot_apply(pose.q, origin);
        imp3_compound copy = {0};
        imp3_shape shape = {0};
        imp3_box told, exact;
        if (t.convex)
        {
            assert_int_equal(imp3i_shape_copy(&t.shape, NULL, &shape), IMP_OK);
            imp3i_shape_tell_from(&shape, &t.shape, origin);
            assert_int_equal(imp3_shape_bounds(&shape, &back, &told), IMP_OK);
            assert_int_equal(imp3_shape_bounds(&t.shape, &pose, &exact), IMP_OK);
        }
        else
        {
            assert_int_equal(imp3i_compound_copy(&t.compound, NULL, &copy), IMP_OK);
            imp3i_compound_tell_from(&copy, &t.compound, origin);
            assert_int_equal(imp3_compound_bounds(&copy, &back, &told), IMP_OK);
            assert_int_equal(imp3_compound_bounds(&t.compound, &pose, &exact), IMP_OK);
            assert_int_equal(copy.part_count, t.compound.part_count);
        }
        for (int k = 0; k < 3; ++k)
        {
            assert_number(fabsf(((float*)(void*)&told.lower)[k] - ((float*)(void*)&exact.lower)[k]), <=, 3e-6f);
            assert_number(fabsf(((float*)(void*)&told.upper)[k] - ((float*)(void*)&exact.upper)[k]), <=, 3e-6f);
        }
        if (shape.kind == IMP3_SHAPE_HULL)
        {
            const imp3i_hull *h = imp3i_hull_of(&shape), *from = imp3i_hull_of(&t.shape);
            assert_memory_equal(h->corners, from->corners, 2 * (size_t)h->edge_count * sizeof *h->corners);
            for (int32_t f = 0; f < h->face_count; ++f)
            {
                for (int32_t v = 0; v < h->vertex_count; ++v)
                {
                    const double height = (double)h->normal_x[f] * h->x[v] + (double)h->normal_y[f] * h->y[v] +
                                          (double)h->normal_z[f] * h->z[v];
                    assert_number(height - (double)h->plane[f], <=, (double)h->slack);
                }
            }
            assert_number(fabsf(h->inner - from->inner), <=, 2e-5f);
        }
        imp3_shape_free(&shape);
        imp3_compound_free(&copy);
        thing3_free(&t);
    }
}

// 8

// Outlines by closed forms; things that pass each other are as far apart as a search over directions finds.
static void outlines_and_passing(void** state)
{
    (void)state;
    imp3_shape s;
    imp3_compound c;
    const imp3_rot upright = imp3_pose_identity().q;
    const imp3_box box = {{-0.5f, -0.4f, -0.3f}, {0.5f, 0.4f, 0.3f}};
    assert_int_equal(imp3_box_make(box, &s), IMP_OK);
    assert_int_equal(imp3_compound_of_shape(&s, &c), IMP_OK);
    near_to(imp3i_compound_silhouette(&c, upright, vec(0.0f, 0.0f, 1.0f)), 0.8, 1e-6);
    near_to(imp3i_compound_silhouette(&c, upright, vec(0.6f, 0.0f, 0.8f)), 0.6 * 0.48 + 0.8 * 0.8, 1e-6);
    assert_int_equal(imp3_sphere_make(none(), 2.0f, &s), IMP_OK);
    near_to(imp3i_compound_silhouette(&c, upright, vec(0.0f, 1.0f, 0.0f)), 3.14159265 * 4.0, 3.14159265 * 4.0 / 500.0);
    assert_int_equal(imp3_cylinder_make(none(), vec(0.0f, 0.0f, 3.0f), 1.0f, 0.0f, &s), IMP_OK);
    near_to(imp3i_compound_silhouette(&c, upright, vec(1.0f, 0.0f, 0.0f)), 6.0, 1e-6);
    thing3 mesh = thing3_make(THING_MESH, NULL);
    near_to(imp3i_compound_silhouette(&mesh.compound, upright, vec(0.0f, 1.0f, 0.0f)), 0.6, 1e-6);
    thing3_free(&mesh);
    near_to(imp3i_extent_along(&s, imp3i_dvec_of(vec(0.6f, 0.0f, 0.8f))), 3.0 * 0.8 + 2.0 * 0.6, 1e-6);
    near_to(imp3i_shape_thickness(&s, vec(0.0f, 0.5f, 1.5f)), 0.5, 1e-6);

    test_rng rng = {9};
    int passed = 0;
    for (int32_t n = 0; n < 300; ++n)
    {
        thing3 a = thing3_make(n % THING_SET, NULL), b = thing3_make(n / 7 % THING_SET, NULL);
        imp3_pose pose_a = {none(), any_turn(&rng)}, pose_b = {none(), any_turn(&rng)};
        pose_b.p.x = test_rng_range(&rng, -1.5f, 1.5f);
        pose_b.p.y = test_rng_range(&rng, -1.5f, 1.5f);
        const float length = 4.0f;
        const float pass = imp3i_shapes_pass(&a.shape, &pose_a, &b.shape, &pose_b, vec(0.0f, 0.0f, length), length);
        double most = -1e30;
        for (int32_t k = 0; k < 720; ++k)
        {
            const float angle = 3.14159265f / 360.0f * (float)k;
            const imp3_vec d = vec(cosf(angle), sinf(angle), 0.0f);
            imp3_vec from, to;
            assert_int_equal(imp3_shape_support(&a.shape, &pose_a, d, &from, NULL), IMP_OK);
            assert_int_equal(imp3_shape_support(&b.shape, &pose_b, imp3_vec_negate(d), &to, NULL), IMP_OK);
            const double apart = imp3_vec_dot(d, imp3_vec_sub(to, from));
            most = apart > most ? apart : most;
        }
        // Never more than is true, to what is between two directions of the search; where they pass, nearly all of it.
        assert_number(pass, <=, ((most > 0.0 ? most : 0.0) + 0.006) * length);
        assert_number(most < 0.01 || pass > (most - 0.05) * length, ==, true);
        passed += most > 0.01;
        thing3_free(&a);
        thing3_free(&b);
    }
    shows(passed, >, 50);
}

// 9

// How often the contact of a creeping box is collided in a second: whenever the poses of its manifold change.
static int32_t count_collisions(int32_t ground)
{
    imp3_world* w = new_world(vec(0.0f, 0.0f, -G), NULL);
    thing3 box = thing3_make(THING_BOX, NULL);
    imp_body floor = add_ground_of(w, ground), body;
    imp_collider top;
    int32_t count, collided = 0;
    assert_int_equal(imp3_world_body_colliders(w, floor, &top, 1, &count), IMP_OK);
    const imp_material smooth = {0};
    assert_int_equal(imp3_world_set_material(w, top, &smooth), IMP_OK);
    imp3_body_def def = imp3_body_default();
    def.kind = IMP_BODY_DYNAMIC;
    def.no_sleep = true;
    def.pose.p = vec(0.0f, 0.0f, 0.3f);
    def.velocity = vec(0.05f, 0.0f, 0.0f);
    assert_int_equal(imp3_world_add_body(w, &def, &body), IMP_OK);
    assert_int_equal(thing3_wear(w, body, &box, NULL, NULL), IMP_OK);
    run(w, 30);
    imp3_vec before = none();
    for (int32_t k = 0; k < 60; ++k)
    {
        run(w, 1);
        const imp3_vec made = w->contacts.data[w->awake.data[0].slot].poses.between;
        collided += memcmp(&made, &before, sizeof made) != 0;
        before = made;
    }
    thing3_free(&box);
    imp3_world_free(w);
    return collided;
}

// A half-space does not turn: contacts with it are kept like those with a box.
static void contacts_with_half_spaces_are_kept(void** state)
{
    (void)state;
    const int32_t with_half_space = count_collisions(GROUND_HALF_SPACE), with_box = count_collisions(GROUND_BOX);
    shows(with_half_space, <=, with_box);
    shows(with_half_space, <, 15);
}

// Fast things do not pass a half-space whose body stands far away, or that comes up to them.
static void half_spaces_have_no_end(void** state)
{
    (void)state;
    for (int k = 0; k < 2; ++k)
    {
        imp3_world* w = new_world(none(), NULL);
        thing3 ground = ground3_make(GROUND_HALF_SPACE, NULL);
        imp_body wall = add_body(w, k ? IMP_BODY_KINEMATIC : IMP_BODY_STATIC, vec(700.0f, -300.0f, 0.0f),
                                 vec(0.0f, 0.0f, k ? 2.0f : 0.0f));
        assert_int_equal(thing3_wear(w, wall, &ground, NULL, NULL), IMP_OK);
        imp_body ball = add_ball(w, vec(0.0f, 0.0f, 20.0f), vec(0.0f, 0.0f, -900.0f), 0.1f, 0.5f, 0.0f);
        run(w, 30);
        const float floor = state_of(w, wall).pose.p.z;
        shows(state_of(w, ball).center.z, >, floor + 0.1f - SLOP);
        thing3_free(&ground);
        imp3_world_free(w);
    }
}

// The hull of a body as it is told from its centre.
static const imp3i_hull* centered_hull(const imp3_world* w, int32_t collider)
{
    return imp3i_hull_of(&w->colliders.data[collider].centered.shape);
}

static bool same_corners(const imp3i_hull* a, const imp3i_hull* b)
{
    const size_t size = (size_t)a->vertex_count * sizeof(float);
    return memcmp(a->x, b->x, size) == 0 && memcmp(a->y, b->y, size) == 0 && memcmp(a->z, b->z, size) == 0;
}

// A body with a hull off its origin, weighed before it gets that (-1), after (1), or not.
static imp_body add_hull_body(imp3_world* w, const thing3* hull, int weighed, const imp3_mass* mass, imp_collider* out)
{
    imp3_collider_def def = imp3_collider_default();
    imp_body body = add_body(w, IMP_BODY_DYNAMIC, none(), none());
    assert_int_equal(weighed < 0 ? imp3_world_set_mass(w, body, mass) : IMP_OK, IMP_OK);
    assert_int_equal(thing3_wear(w, body, hull, &def, out), IMP_OK);
    assert_int_equal(weighed > 0 ? imp3_world_set_mass(w, body, mass) : IMP_OK, IMP_OK);
    return body;
}

// Bodies share an equal hull told from its centre, until the centre of one is another.
static void hulls_are_shared_about_their_centres(void** state)
{
    (void)state;
    test_allocator counter = {.fail_at = -1};
    const imp_allocator allocator = test_allocator_get(&counter);
    imp3_world_def def = imp3_world_default();
    def.allocator = &allocator;
    imp3_world* w;
    assert_int_equal(imp3_world_make(&def, &w), IMP_OK);
    thing3 hull = thing3_make(THING_HULL, NULL), ball = thing3_make(THING_SPHERE, NULL);
    const imp3_mass mass = {
        .mass = 2.0f, .inertia = {1.0f, 1.0f, 1.0f, 0.0f, 0.0f, 0.0f}, .centroid = {0.1f, 0.2f, 0.3f}};
    imp_collider colliders[6];
    imp_body bodies[6];
    for (int32_t i = 0; i < 6; ++i)
    {
        bodies[i] = add_hull_body(w, &hull, i == 4 ? -1 : i == 5, &mass, &colliders[i]);
    }
    const imp3i_hull* shared = centered_hull(w, 0);
    assert_ptr_equal(centered_hull(w, 1), shared);
    assert_ptr_not_equal(centered_hull(w, 4), shared);
    assert_ptr_not_equal(centered_hull(w, 5), shared);
    assert_true(same_corners(centered_hull(w, 4), centered_hull(w, 5)));
    assert_false(same_corners(centered_hull(w, 4), shared));
    assert_int_equal(imp3_world_set_mass(w, bodies[5], NULL), IMP_OK);
    assert_ptr_equal(centered_hull(w, 5), shared);
    assert_int_equal(imp3_world_set_density(w, colliders[1], 3.0f), IMP_OK);
    assert_ptr_equal(centered_hull(w, 1), shared);
    // The ball is the seventh collider; with it the centre is another.
    assert_int_equal(thing3_wear(w, bodies[2], &ball, NULL, NULL), IMP_OK);
    assert_ptr_not_equal(centered_hull(w, 2), shared);
    assert_ptr_equal(centered_hull(w, 3), shared);
    // Without memory for a hull of its own nothing changes.
    counter.fail_at = counter.calls;
    assert_int_equal(imp3_world_set_mass(w, bodies[3], &mass) & 255, IMP_ERR_MEMORY);
    counter.fail_at = -1;
    assert_ptr_equal(centered_hull(w, 3), shared);
    assert_int_equal(imp3_world_set_kind(w, bodies[3], IMP_BODY_STATIC), IMP_OK);
    assert_int_equal(imp3_world_set_kind(w, bodies[3], IMP_BODY_DYNAMIC), IMP_OK);
    assert_true(same_corners(centered_hull(w, 3), shared));
    thing3_free(&hull);
    thing3_free(&ball);
    imp3_world_free(w);
    assert_int_equal(counter.live_blocks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(falls_and_sleeps),
        cmocka_unit_test(weighs_as_it_does_alone),
        cmocka_unit_test(thin_things_are_shells),
        cmocka_unit_test(several_colliders),
        cmocka_unit_test(massless_things_do_not_fall),
        cmocka_unit_test(compounds_are_shared),
        cmocka_unit_test(gives_out_what_it_got),
        cmocka_unit_test(quick_boxes),
        cmocka_unit_test(told_from_elsewhere),
        cmocka_unit_test(outlines_and_passing),
        cmocka_unit_test(contacts_with_half_spaces_are_kept),
        cmocka_unit_test(half_spaces_have_no_end),
        cmocka_unit_test(hulls_are_shared_about_their_centres),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
