// SPDX-License-Identifier: MIT
//
// Drawings of worlds of space: lines and triangles lie on the shapes, to the part of a pixel that is promised; triangles
// enclose their volume, all from outside; contacts, sleep and the side that is felt are to be seen; a view leaves out
// what is outside and nothing else.

#include "impinge/world_draw3.h"
#include "kit3.h"

enum
{
    MOST = 1 << 17,
    KINDS = 11
};

static imp3_draw_vertex lines[MOST], others[MOST], seen[MOST];

static int32_t drawn_lines(const imp3_world* world, const imp3_draw_def* def, imp3_draw_vertex* out)
{
    int32_t count;
    assert_int_equal(imp3_world_draw_lines(world, def, out, MOST, &count), IMP_OK);
    return count;
}

static int32_t drawn_fills(const imp3_world* world, const imp3_draw_def* def, imp3_draw_vertex* out)
{
    int32_t count;
    assert_int_equal(imp3_world_draw_fills(world, def, out, MOST, &count), IMP_OK);
    return count;
}

static int some_shape(int kind, imp3_shape* shape)
{
    static const imp3_vec points[9] = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1}, {0, 0, 1.5f},
                                       {0.5f, 0, 1}, {-2, 0, 0},  {0, 2, 0},  {0, 0, -1}};
    const imp3_box box = {{-1, -0.5f, -2}, {1, 0.25f, 0.5f}};
    imp3_rot turn = imp3_pose_identity().q;
    switch (kind)
    {
    case 0: return imp3_sphere_make(vec(0.5f, 0, 1), 1.25f, shape);
    case 1: return imp3_capsule_make(vec(-3, 0, 0), vec(1, 0.5f, 2), 0.75f, shape);
    case 2: return imp3_box_make(box, shape);
    case 3: return imp3_oriented_box_make(vec(1, 0, 0), vec(1, 0.5f, 2), turn, 0.25f, shape);
    case 4: return imp3_cylinder_make(vec(0, -1, 0), vec(0, 2, 0), 1.5f, 0, shape);
    case 5: return imp3_cylinder_make(vec(0, -1, 1), vec(2, 2, 0), 1, 0.25f, shape);
    case 6: return imp3_cone_make(vec(0, 0, 0), vec(0, 0, 2), 1.5f, 0.5f, 0, shape);
    case 7: return imp3_cone_make(vec(0, 0, 0), vec(1, 0, 2), 1, 0, 0.5f, shape);
    case 8: return imp3_hull_make(points, 9, 0, NULL, shape, NULL);
    case 9: return imp3_hull_make(points, 9, 0.5f, NULL, shape, NULL);
    default: return imp3_triangle_make(points[0], points[1], points[4], 0.5f, shape);
    }
}

static imp3_pose some_pose(void)
{
    imp3_pose pose;
    assert_int_equal(imp3_pose_make(vec(3, -2, 1), vec(1, 2, 3), 0.7f, &pose), IMP_OK);
    return pose;
}

static imp3_world* world_of(const imp3_shape* shape, const imp3_pose* pose)
{
    imp3_world* world = new_world(vec(0, 0, 0), NULL);
    imp3_body_def def = imp3_body_default();
    imp_body body;
    def.kind = IMP_BODY_STATIC;
    def.pose = *pose;
    assert_int_equal(imp3_world_add_body(world, &def, &body), IMP_OK);
    (void)wear(world, body, shape, 0.5f, 0.0f);
    return world;
}

static float distance_to(const imp3_shape* shape, const imp3_pose* pose, imp3_vec point)
{
    imp3_vec closest;
    float distance;
    assert_int_equal(imp3_shape_closest(shape, pose, point, &closest, &distance), IMP_OK);
    return fabsf(distance);
}

// The volume that triangles enclose, seen from a point.
static double volume_of(const imp3_draw_vertex* v, int32_t count, imp3_vec from, double* area)
{
    double volume = 0.0;
    *area = 0.0;
    for (int32_t i = 0; i < count; i += 3)
    {
        imp3_vec a = imp3_vec_sub(v[i].point, from), b = imp3_vec_sub(v[i + 1].point, from);
        imp3_vec c = imp3_vec_sub(v[i + 2].point, from);
        imp3_vec across = imp3_vec_cross(imp3_vec_sub(b, a), imp3_vec_sub(c, a));
        volume += (double)imp3_vec_dot(a, across) / 6.0;
        *area += 0.5 * (double)length_of(across);
    }
    return volume;
}

static void draws_shapes(void** state)
{
    (void)state;
    static const float pixels[2] = {0.05f, 0.005f};
    for (int i = 0; i < 2 * KINDS; ++i)
    {
        imp3_shape shape;
        imp3_mass mass;
        const imp3_pose pose = some_pose();
        float pixel = pixels[i / KINDS];
        assert_int_equal(some_shape(i % KINDS, &shape), IMP_OK);
        assert_int_equal(imp3_shape_mass(&shape, 1.0f, &mass), IMP_OK);
        imp3_world* world = world_of(&shape, &pose);
        imp3_draw_def def = {.lines = IMP_DRAW_OUTLINES, .pixel = pixel};
        int32_t count = drawn_lines(world, &def, lines);
        assert_number(count, >=, 2 * 3);
        for (int32_t k = 0; k < count; k += 2)
        {
            for (int32_t at = 0; at <= 4; ++at)
            {
                imp3_vec way = imp3_vec_sub(lines[k + 1].point, lines[k].point);
                imp3_vec point = imp3_vec_add(lines[k].point, imp3_vec_scale(way, 0.25f * (float)at));
                assert_number(distance_to(&shape, &pose, point), <=, 0.25f * pixel + 1e-5f);
            }
        }
        int32_t fills = drawn_fills(world, &def, others);
        for (int32_t k = 0; k < fills; k += 3)
        {
            imp3_vec sum = imp3_vec_add(imp3_vec_add(others[k].point, others[k + 1].point), others[k + 2].point);
            imp3_vec middle = imp3_vec_scale(sum, 1.0f / 3.0f);
            assert_number(distance_to(&shape, &pose, others[k].point), <=, 1e-5f);
            assert_number(distance_to(&shape, &pose, middle), <=, 0.5f * pixel + 1e-5f);
        }
        // All around, all from outside, and nothing twice.
        double area, volume = volume_of(others, fills, imp3_pose_apply(pose, mass.centroid), &area);
        assert_number(volume, <=, (double)mass.volume * (1.0 + 1e-4));
        assert_number(volume, >=, (double)mass.volume * (1.0 - 1e-4) - 0.5 * (double)pixel * area);
        imp3_world_free(world);
        imp3_shape_free(&shape);
    }
}

// Each edge of a sharp box once, and two triangles for each face.
static void draws_edges_once(void** state)
{
    (void)state;
    imp3_shape box;
    const imp3_pose pose = imp3_pose_identity();
    assert_int_equal(some_shape(2, &box), IMP_OK);
    imp3_world* world = world_of(&box, &pose);
    const imp3_draw_def def = {.lines = IMP_DRAW_OUTLINES}, boxes = {.lines = IMP_DRAW_BOXES};
    assert_int_equal(drawn_lines(world, &def, lines), 2 * 12);
    assert_int_equal(drawn_lines(world, &boxes, lines), 2 * 12);
    assert_int_equal(drawn_fills(world, &def, others), 3 * 12);
    imp3_world_free(world);
}

// A ball on a plane: its weight is the impulse of a step, and asleep it is drawn paler.
static void tells_contacts_and_sleep(void** state)
{
    (void)state;
    imp3_world* world = new_world(vec(0, 0, -G), NULL);
    imp3_draw_def def = {.impulse = 2.0f}, contacts = {.lines = IMP_DRAW_CONTACTS}, centers = {.velocity = 1.0f};
    const imp3_draw_def outlines = {.lines = IMP_DRAW_OUTLINES};
    add_ground(world, vec(0, 0, 1), 0.5f, 0.0f);
    imp_body ball = add_ball(world, vec(0, 0, 0.5f), vec(0, 0, 0), 0.5f, 0.5f, 0.0f);
    run(world, 10);
    float weight = state_of(world, ball).mass * G;
    assert_int_equal(drawn_lines(world, &def, lines), 2);
    near_to(lines[1].point.z - lines[0].point.z, 2.0f * weight * DT, 0.02f * weight * DT);
    assert_int_equal(drawn_lines(world, &contacts, lines), 2 * 4);
    near_to(lines[7].point.z - lines[6].point.z, 8.0f / 64.0f, 1e-6f);  // the normal, out of the plane
    assert_int_equal(drawn_lines(world, &centers, lines), 2);
    int32_t count = drawn_lines(world, &outlines, lines);
    uint32_t awake = lines[count - 1].colour, fixed = lines[0].colour;
    run(world, 200);
    assert_int_equal(drawn_lines(world, &outlines, lines), count);
    assert_number(lines[0].colour, ==, fixed);
    assert_number(lines[count - 1].colour, !=, awake);
    assert_true((lines[count - 1].colour & 0xffffff) == (awake & 0xffffff));
    imp3_world_free(world);
}

// What is one-way has an arrow of eight pixels, from its middle.
static void draws_the_side_that_is_felt(void** state)
{
    (void)state;
    imp3_world* world = new_world(vec(0, 0, 0), NULL);
    imp3_shape sphere;
    imp3_collider_def def = imp3_collider_default();
    imp3_draw_def draw = {.lines = IMP_DRAW_OUTLINES, .pixel = 0.125f};
    imp_body body = add_body(world, IMP_BODY_STATIC, vec(1, 2, 3), vec(0, 0, 0));
    assert_int_equal(imp3_sphere_make(vec(0, 0, 0), 0.5f, &sphere), IMP_OK);
    def.one_way = vec(0, 3, 0);
    assert_int_equal(imp3_world_add_collider(world, body, &sphere, &def, NULL), IMP_OK);
    int32_t count = drawn_lines(world, &draw, lines);
    near_to(length_of(imp3_vec_sub(lines[count - 2].point, vec(1, 2, 3))), 0.0f, 1e-5f);
    near_to(length_of(imp3_vec_sub(lines[count - 1].point, vec(1, 3, 3))), 0.0f, 1e-5f);
    // A view that meets nothing but the arrow's head shows it.
    draw.view = (imp3_box){{0.9f, 2.8f, 2.9f}, {1.1f, 3.5f, 3.1f}};
    assert_int_equal(drawn_lines(world, &draw, lines), 2);
    imp3_world_free(world);
}

static imp3_world* new_heap(void)
{
    imp3_world* world = new_world(vec(0, 0, -G), NULL);
    test_rng rng = {test_seed()};
    add_ground(world, vec(0, 0, 1), 0.5f, 0.0f);
    for (int i = 0; i < 30; ++i)
    {
        float x = test_rng_range(&rng, -3.0f, 3.0f);
        float y = test_rng_range(&rng, -3.0f, 3.0f);
        float z = test_rng_range(&rng, 0.5f, 6.0f);
        (void)add_ball(world, vec(x, y, z), vec(0, 0, 0), 0.4f, 0.5f, 0.0f);
    }
    run(world, 60);
    return world;
}

static bool is_within(const imp3_draw_vertex* v, int32_t step, imp3_box view)
{
    imp3_box box = {v[0].point, v[0].point};
    for (int32_t k = 1; k < step; ++k)
    {
        box.lower.x = fminf(box.lower.x, v[k].point.x);
        box.lower.y = fminf(box.lower.y, v[k].point.y);
        box.lower.z = fminf(box.lower.z, v[k].point.z);
        box.upper.x = fmaxf(box.upper.x, v[k].point.x);
        box.upper.y = fmaxf(box.upper.y, v[k].point.y);
        box.upper.z = fmaxf(box.upper.z, v[k].point.z);
    }
    return imp3_box_overlap(box, view);
}

// All that lies in a view, as the whole has it; but for the plane, which is drawn around the view.
static int32_t within(const imp3_draw_vertex* all, int32_t from, int32_t count, int32_t step, imp3_box view)
{
    int32_t kept = 0;
    for (int32_t i = from; i < count; i += step)
    {
        kept += is_within(&all[i], step, view) ? step : 0;
    }
    return kept;
}

static void leaves_out_what_is_not_seen(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    imp3_world* world = new_heap();
    imp3_draw_def def = {.lines = 31, .velocity = 0.1f, .impulse = 0.1f};
    uint32_t fixed = 0;
    int32_t all = drawn_lines(world, &def, lines), fills = drawn_fills(world, &def, others), plane_lines = 0;
    fixed = others[0].colour;
    while (lines[plane_lines].colour == fixed)
    {
        ++plane_lines;
    }
    plane_lines += 2 * 12;  // and its box
    for (int i = 0; i < 10; ++i)
    {
        imp3_draw_def part = def;
        float x = test_rng_range(&rng, -4.0f, 4.0f);
        float y = test_rng_range(&rng, -4.0f, 4.0f);
        float width = test_rng_range(&rng, 0.0f, 3.0f);
        part.view = (imp3_box){{x, y, 0.25f}, {x + width, y + 2.0f, 2.0f}};  // above the plane
        int32_t wanted = within(lines, plane_lines, all, 2, part.view);
        assert_int_equal(within(seen, 0, drawn_lines(world, &part, seen), 2, part.view), wanted);
        wanted = within(others, 6, fills, 3, part.view);
        assert_int_equal(within(seen, 0, drawn_fills(world, &part, seen), 3, part.view), wanted);
    }
    int32_t told;
    seen[0].colour = 7;
    assert_int_equal(imp_status_fault(imp3_world_draw_lines(world, &def, seen, all - 1, &told)), IMP_ERR_SPACE);
    assert_number(told, ==, all);
    assert_number(seen[0].colour, ==, 7);
    imp3_world_free(world);
}

// Far from the world's origin, what is told relative to another one is what it is near it.
static void draws_far_from_the_origin(void** state)
{
    (void)state;
    imp3_world* world = new_world(vec(0, 0, 0), NULL);
    imp_body body = add_body(world, IMP_BODY_KINEMATIC, vec(0.5f, 0.25f, 0.125f), vec(0, 0, 0));
    wear_sphere(world, body, vec(0, 0, 0), 0.75f, 0.5f, 0.0f);
    imp3_draw_def def = {.lines = IMP_DRAW_OUTLINES | IMP_DRAW_CENTERS};
    int32_t count = drawn_lines(world, &def, lines);
    imp3_pose pose = state_of(world, body).pose;
    def.origin = vec(0x1p20f, -0x1p20f, 0x1p20f);
    pose.p = imp3_vec_add(pose.p, def.origin);
    assert_int_equal(imp3_world_set_pose(world, body, &pose), IMP_OK);
    assert_int_equal(drawn_lines(world, &def, others), count);
    assert_memory_equal(lines, others, (size_t)count * sizeof *lines);
    imp3_world_free(world);
}

static void refuses_what_it_cannot_draw(void** state)
{
    (void)state;
    imp3_world* world = new_world(vec(0, 0, 0), NULL);
    int32_t count = 7;
    const imp3_draw_def turned = {.view = {{0, 0, 1}, {1, 1, 0}}}, unknown = {.lines = 64}, short_pixel = {.pixel = -1};
    assert_int_equal(imp_status_fault(imp3_world_draw_lines(NULL, NULL, NULL, 0, &count)), IMP_ERR_NULL);
    assert_int_equal(imp_status_fault(imp3_world_draw_lines(world, NULL, NULL, 1, &count)), IMP_ERR_NULL);
    assert_int_equal(imp_status_fault(imp3_world_draw_lines(world, NULL, NULL, -1, &count)), IMP_ERR_COUNT);
    assert_int_equal(imp_status_fault(imp3_world_draw_lines(world, &turned, NULL, 0, &count)), IMP_ERR_ORDER);
    assert_int_equal(imp_status_fault(imp3_world_draw_fills(world, &unknown, NULL, 0, &count)), IMP_ERR_RANGE);
    assert_int_equal(imp_status_fault(imp3_world_draw_fills(world, &short_pixel, NULL, 0, &count)), IMP_ERR_NEGATIVE);
    assert_int_equal(count, 7);
    imp3_world_free(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(draws_shapes),
                                       cmocka_unit_test(draws_edges_once),
                                       cmocka_unit_test(tells_contacts_and_sleep),
                                       cmocka_unit_test(draws_the_side_that_is_felt),
                                       cmocka_unit_test(leaves_out_what_is_not_seen),
                                       cmocka_unit_test(draws_far_from_the_origin),
                                       cmocka_unit_test(refuses_what_it_cannot_draw)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
