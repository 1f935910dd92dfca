// SPDX-License-Identifier: MIT
//
// Nothing passes through anything in space: a table of bullets against thin walls, at all speeds and spins, traced by the
// side of the wall on which the centre of the bullet is.

#include <stdlib.h>
#include <string.h>

#include "kit3.h"

enum
{
    SHEET = 6,  // cells of a mesh, a field and of tiles along a side
    HULL_POINTS = 14
};

#define CELL 2.0f  // size of a cell [m]
#define HALF (0.5f * CELL * SHEET)
#define THIN 0.004f  // half the thickness of a solid wall [m]

enum
{
    SPHERE,
    BOX,
    ROD,
    HULL,
    CAPSULE,
    CYLINDER,
    PLATE,
    SET,
    BULLETS
};

enum
{
    MESH,
    FIELD,
    BOARD,
    TRIANGLE,
    TILES,
    TURNING,
    LOOSE,
    WALLS
};

static const char* const names[2][8] = {{"sphere", "box", "rod", "hull", "capsule", "cylinder", "plate", "set"},
                                        {"mesh", "field", "board", "triangle", "tiles", "turning", "loose", ""}};

static imp3_vec direction(test_rng* rng)
{
    imp3_vec v;
    float square;
    do
    {
        v.x = test_rng_range(rng, -1.0f, 1.0f);
        v.y = test_rng_range(rng, -1.0f, 1.0f);
        v.z = test_rng_range(rng, -1.0f, 1.0f);
        square = imp3_vec_dot(v, v);
    } while (square > 1.0f || square < 0.01f);
    return imp3_vec_scale(v, 1.0f / sqrtf(square));
}

// From least to most, in equal parts of its logarithm.
static float in_decades(test_rng* rng, float least, int decades)
{
    return least * (float)pow(10.0, (double)decades * test_rng_unit(rng));
}

static imp3_box box_around(float x, float y, float z)
{
    const imp3_box r = {vec(-x, -y, -z), vec(x, y, z)};
    return r;
}

typedef struct bullet
{
    imp3_shape shape;
    imp3_compound set;
    bool is_set;
} bullet;

static bullet make_bullet(int kind, test_rng* rng)
{
    bullet b;
    memset(&b, 0, sizeof b);
    imp3_vec points[HULL_POINTS], up = vec(0.0f, 0.04f, 0.0f), down = vec(0.0f, -0.04f, 0.0f);
    for (int i = 0; i < HULL_POINTS; ++i)
    {
        points[i] = imp3_vec_scale(direction(rng), 0.05f);
    }
    imp3_shape parts[2];
    const imp3_box left = {vec(-0.1f, -0.02f, -0.02f), vec(0.0f, 0.02f, 0.02f)};
    const imp3_box right = {vec(0.0f, -0.02f, -0.02f), vec(0.03f, 0.08f, 0.02f)};
    imp_status status = IMP_OK;
    switch (kind)
    {
    case SPHERE: status = imp3_sphere_make(vec(0.0f, 0.0f, 0.0f), 0.03f, &b.shape); break;
    case BOX: status = imp3_box_make(box_around(0.03f, 0.05f, 0.02f), &b.shape); break;
    case ROD: status = imp3_box_make(box_around(0.5f, 0.005f, 0.005f), &b.shape); break;
    case HULL: status = imp3_hull_make(points, HULL_POINTS, 0.0f, NULL, &b.shape, NULL); break;
    case CAPSULE: status = imp3_capsule_make(up, down, 0.02f, &b.shape); break;
    case CYLINDER: status = imp3_cylinder_make(up, down, 0.02f, 0.0f, &b.shape); break;
    case PLATE: status = imp3_box_make(box_around(0.1f, 0.001f, 0.1f), &b.shape); break;
    default:
        b.is_set = true;
        assert_int_equal(imp3_box_make(left, &parts[0]), IMP_OK);
        assert_int_equal(imp3_box_make(right, &parts[1]), IMP_OK);
        status = imp3_compound_make(parts, 2, NULL, &b.set);
        break;
    }
    assert_int_equal(status, IMP_OK);
    return b;
}

static void free_bullet(bullet* b)
{
    imp3_compound_free(&b->set);
    imp3_shape_free(&b->shape);
}

static void wear_bullet(imp3_world* w, imp_body body, const bullet* b, float restitution)
{
    imp3_collider_def def = imp3_collider_default();
    imp_collider collider;
    def.material.friction = 0.3f;
    def.material.restitution = restitution;
    assert_int_equal(b->is_set ? imp3_world_add_compound(w, body, &b->set, &def, &collider)
                               : imp3_world_add_collider(w, body, &b->shape, &def, &collider),
                     IMP_OK);
}

static imp3_compound make_sheet(int kind)
{
    enum
    {
        SIDE = SHEET + 1
    };
    static imp3_vec points[SIDE * SIDE];
    static float heights[SIDE * SIDE];
    static int32_t corners[6 * SHEET * SHEET];
    int32_t count = 0;
    imp3_compound sheet;
    for (int32_t k = 0; k < SIDE * SIDE; ++k)
    {
        heights[k] = 0.0f;
        points[k] = vec(CELL * (float)(k % SIDE), CELL * (float)(k / SIDE), 0.0f);
    }
    for (int32_t k = 0; k < SHEET * SHEET; ++k)
    {
        const int32_t at = k / SHEET * SIDE + k % SHEET;
        const int32_t six[6] = {at, at + 1, at + SIDE, at + 1, at + SIDE + 1, at + SIDE};
        memcpy(corners + count, six, sizeof six);
        count += 6;
    }
    const imp3_triangles triangles = {
        .points = points, .point_count = SIDE * SIDE, .corners = corners, .count = count / 3};
    const imp3_heights field = {
        .heights = heights, .columns = SIDE, .rows = SIDE, .step_x = CELL, .step_y = CELL, .two_sided = true};
    assert_int_equal(kind == MESH ? imp3_triangles_make(&triangles, NULL, &sheet, NULL)
                                  : imp3_height_field_make(&field, NULL, &sheet),
                     IMP_OK);
    return sheet;
}

static void wear_board(imp3_world* w, imp_body body, float half, imp3_vec at)
{
    imp3_shape board;
    const imp3_box box = {vec(at.x - half, at.y - half, -THIN), vec(at.x + half, at.y + half, THIN)};
    assert_int_equal(imp3_box_make(box, &board), IMP_OK);
    (void)wear(w, body, &board, 0.3f, 0.0f);
}

// A wall in the plane z = 0 of its pose, whose middle is at the origin of that. The pose turns as a body of it does.
static imp_body make_wall(imp3_world* w, int kind, const imp3_compound* sheets, const imp3_pose* pose, test_rng* rng)
{
    imp3_body_def def = imp3_body_default();
    imp_body body;
    def.kind = kind == TURNING ? IMP_BODY_KINEMATIC : kind == LOOSE ? IMP_BODY_DYNAMIC : IMP_BODY_STATIC;
    def.pose = *pose;
    if (kind == TURNING)
    {
        def.velocity = imp3_vec_scale(direction(rng), test_rng_range(rng, 0.0f, 20.0f));
        def.angular_velocity = imp3_vec_scale(direction(rng), test_rng_range(rng, 0.0f, 20.0f));
    }
    if (kind == MESH || kind == FIELD)
    {
        imp3_collider_def collider = imp3_collider_default();
        imp_collider out;
        collider.material.friction = 0.3f;
        def.pose.p = imp3_pose_apply(*pose, vec(-HALF, -HALF, 0.0f));
        assert_int_equal(imp3_world_add_body(w, &def, &body), IMP_OK);
        assert_int_equal(imp3_world_add_compound(w, body, &sheets[kind], &collider, &out), IMP_OK);
        return body;
    }
    if (kind != TILES)
    {
        assert_int_equal(imp3_world_add_body(w, &def, &body), IMP_OK);
    }
    if (kind == TRIANGLE)
    {
        imp3_shape triangle;
        assert_int_equal(imp3_triangle_make(vec(-3.0f * HALF, -HALF, 0.0f), vec(3.0f * HALF, -HALF, 0.0f),
                                            vec(0.0f, 3.0f * HALF, 0.0f), 0.0f, &triangle),
                         IMP_OK);
        (void)wear(w, body, &triangle, 0.3f, 0.0f);
    }
    else if (kind != TILES)
    {
        wear_board(w, body, HALF, vec(0.0f, 0.0f, 0.0f));
    }
    for (int k = 0; k < SHEET * SHEET && kind == TILES; ++k)
    {
        assert_int_equal(imp3_world_add_body(w, &def, &body), IMP_OK);
        wear_board(w, body, 0.5f * CELL,
                   vec(CELL * ((float)(k % SHEET) + 0.5f) - HALF, CELL * ((float)(k / SHEET) + 0.5f) - HALF, 0.0f));
    }
    return body;
}

// Where a point is, seen from the wall.
static imp3_vec seen_from(const imp3_world* w, imp_body wall, int kind, imp3_vec at)
{
    imp3_pose pose = state_of(w, wall).pose;
    imp3_vec r = imp3_rot_apply_inverse(pose.q, imp3_vec_sub(at, pose.p));
    return kind == MESH || kind == FIELD ? imp3_vec_sub(r, vec(HALF, HALF, 0.0f)) : r;
}

static bool is_beside(imp3_vec at)
{
    return !(fabsf(at.x) < HALF && fabsf(at.y) < HALF);
}

// Whether a path from a place to another goes through the wall. A wall that turns may be left over its rim within a step,
// and then be crossed.
static bool goes_through(imp3_vec from, imp3_vec to, bool wall_turns, bool was_hit)
{
    bool crosses = (from.z > 0.0f) != (to.z > 0.0f);
    float part = crosses ? from.z / (from.z - to.z) : 0.0f;
    imp3_vec at = imp3_vec_add(from, imp3_vec_scale(imp3_vec_sub(to, from), part));
    return crosses && !is_beside(at) && !(wall_turns && was_hit && is_beside(to));
}

typedef struct tally
{
    int32_t thrown, hits, passed;
} tally;

static void throw_at_wall(test_rng* rng, int kind, int wall_kind, const imp3_compound* sheets, tally* t)
{
    imp3_world* w = new_world(vec(0.0f, 0.0f, 0.0f), NULL);
    imp3_pose pose = imp3_pose_identity();
    imp3_vec axis = direction(rng), aim = vec(0.0f, 0.0f, 0.0f), way = direction(rng);
    float angle = test_rng_range(rng, -3.0f, 3.0f), speed = in_decades(rng, 10.0f, 3), spin = in_decades(rng, 1.0f, 3);
    float far = test_rng_range(rng, 0.7f, 3.0f), restitution = test_rng_int(rng, 0, 1) ? 0.6f : 0.0f;
    bool is_bullet = test_rng_int(rng, 0, 1);
    assert_int_equal(imp3_rot_make(axis, angle, &pose.q), IMP_OK);
    pose.p = imp3_vec_scale(direction(rng), 5.0f);
    aim.x = test_rng_range(rng, -0.7f * HALF, 0.7f * HALF);
    aim.y = test_rng_range(rng, -0.7f * HALF, 0.7f * HALF);
    // From one side at no flat angle, so that it does not fly past.
    way.z += way.z > 0.0f ? 0.6f : -0.6f;
    way = imp3_vec_scale(way, 1.0f / length_of(way));
    imp_body wall = make_wall(w, wall_kind, sheets, &pose, rng);
    bullet b = make_bullet(kind, rng);
    imp3_body_def def = imp3_body_default();
    imp_body body;
    def.kind = IMP_BODY_DYNAMIC;
    def.bullet = is_bullet;
    def.pose.p = imp3_pose_apply(pose, imp3_vec_sub(aim, imp3_vec_scale(way, far)));
    assert_int_equal(imp3_rot_make(direction(rng), angle, &def.pose.q), IMP_OK);
    def.velocity = imp3_vec_scale(imp3_rot_apply(pose.q, way), speed);
    def.angular_velocity = imp3_vec_scale(direction(rng), spin);
    assert_int_equal(imp3_world_add_body(w, &def, &body), IMP_OK);
    wear_bullet(w, body, &b, restitution);
    imp3_vec seen = seen_from(w, wall, wall_kind, state_of(w, body).center);
    int32_t steps = 3 + (int32_t)(far / (speed * DT)), most = steps < 40 ? steps : 40;
    bool passed = false;
    for (int32_t i = 0; i < most && !passed; ++i)
    {
        run(w, 1);
        imp3_vec now = seen_from(w, wall, wall_kind, state_of(w, body).center);
        bool was_hit = length_of(imp3_vec_sub(state_of(w, body).velocity, def.velocity)) > 1e-3f * speed;
        passed = goes_through(seen, now, wall_kind == TURNING || wall_kind == LOOSE, was_hit);
        if (passed)
        {
            printf(
                "    %s through %s: %.9g m/s, %.9g rad/s, step %d, seen %g %g %g then %g %g %g, bullet %d bounce %g\n",
                names[0][kind], names[1][wall_kind], (double)speed, (double)spin, (int)i, (double)seen.x,
                (double)seen.y, (double)seen.z, (double)now.x, (double)now.y, (double)now.z, is_bullet,
                (double)restitution);
        }
        seen = now;
    }
    imp3_vec left = imp3_vec_sub(state_of(w, body).velocity, def.velocity);
    t->thrown += 1;
    t->hits += length_of(left) > 0.01f * speed;
    t->passed += passed;
    free_bullet(&b);
    imp3_world_free(w);
}

static void nothing_passes(void** state)
{
    (void)state;
    imp3_compound sheets[2] = {make_sheet(MESH), make_sheet(FIELD)};
    int32_t each = (int32_t)test_n(12);
    tally all = {0, 0, 0};
    for (int wall = 0; wall < WALLS; ++wall)
    {
        for (int kind = 0; kind < BULLETS; ++kind)
        {
            tally t = {0, 0, 0};
            for (int32_t i = 0; i < each; ++i)
            {
                test_rng rng = {test_seed() + (uint64_t)((i * WALLS + wall) * BULLETS + kind)};
                throw_at_wall(&rng, kind, wall, sheets, &t);
            }
            all.thrown += t.thrown;
            all.hits += t.hits;
            all.passed += t.passed;
        }
    }
    imp3_compound_free(&sheets[MESH]);
    imp3_compound_free(&sheets[FIELD]);
    printf("    %d thrown, %d hit, %d passed\n", (int)all.thrown, (int)all.hits, (int)all.passed);
    assert_int_equal(all.passed, 0);
    assert_number(10 * all.hits, >, 9 * all.thrown);
}

// What hits flat does not start to turn

static void lands_flat(void** state)
{
    (void)state;
    test_rng rng = {5};
    for (int i = 0; i < 24; ++i)
    {
        imp3_world* w = new_world(vec(0.0f, 0.0f, 0.0f), NULL);
        imp3_body_def def = imp3_body_default();
        imp3_shape floor_shape, plate;
        imp3_rot q;
        imp3_vec axis = direction(&rng);
        float angle = test_rng_range(&rng, -3.0f, 3.0f), speed = in_decades(&rng, 30.0f, 2);
        float x = test_rng_range(&rng, 0.1f, 0.5f), z = test_rng_range(&rng, 0.1f, 0.5f);
        float restitution = i % 2 ? 0.5f : 0.0f;
        assert_int_equal(imp3_rot_make(axis, angle, &q), IMP_OK);
        assert_int_equal(imp3_box_make(box_around(3.0f, 0.5f, 3.0f), &floor_shape), IMP_OK);
        assert_int_equal(imp3_box_make(box_around(x, 0.02f, z), &plate), IMP_OK);
        imp_body below, body;
        def.pose.q = q;
        assert_int_equal(imp3_world_add_body(w, &def, &below), IMP_OK);
        (void)wear(w, below, &floor_shape, 0.5f, 0.0f);
        def.kind = IMP_BODY_DYNAMIC;
        def.bullet = i % 3 == 0;
        def.pose.p = imp3_rot_apply(q, vec(0.1f, 0.9f, 0.2f));
        def.velocity = imp3_rot_apply(q, vec(0.0f, -speed, 0.0f));
        assert_int_equal(imp3_world_add_body(w, &def, &body), IMP_OK);
        (void)wear(w, body, &plate, 0.5f, restitution);
        run(w, 1);
        imp3_body_state s = state_of(w, body);
        imp3_vec velocity = imp3_rot_apply_inverse(q, s.velocity);
        assert_number(length_of(s.angular_velocity) * 0.5f, <, 1e-4f * speed);
        assert_number(fabsf(velocity.y - restitution * speed), <, 1e-3f * speed);
        assert_number(fabsf(velocity.x) + fabsf(velocity.z), <, 1e-3f * speed);
        imp3_world_free(w);
    }
}

// A body between two walls that close has more impacts than it may: it stays between them.
static void walls_that_close(void** state)
{
    (void)state;
    for (int kind = 0; kind < SET; ++kind)
    {
        test_rng rng = {(uint64_t)kind};
        bullet b = make_bullet(kind, &rng);
        imp3_world* w = new_world(vec(0.0f, 0.0f, 0.0f), NULL);
        imp_body walls[2];
        for (int k = 0; k < 2; ++k)
        {
            float side = k ? 1.0f : -1.0f;
            walls[k] = add_body(w, IMP_BODY_KINEMATIC, vec(0.0f, 0.0f, 0.65f * side), vec(0.0f, 0.0f, -1.5f * side));
            wear_board(w, walls[k], 500.0f, vec(0.0f, 0.0f, 0.0f));
        }
        imp_body body = add_body(w, IMP_BODY_DYNAMIC, vec(0.0f, 0.0f, 0.0f), vec(0.0f, 10.0f, 900.0f));
        wear_bullet(w, body, &b, 1.0f);
        assert_int_equal(imp3_world_set_velocity(w, body, vec(0.0f, 10.0f, 900.0f), vec(1.0f, 3.0f, 2.0f)), IMP_OK);
        for (int i = 0; i < 20; ++i)
        {
            run(w, 1);
            float at = state_of(w, body).center.z;
            if (!(at < state_of(w, walls[1]).pose.p.z && at > state_of(w, walls[0]).pose.p.z))
            {
                fail_msg("%s left between closing walls in step %d: %g", names[0][kind], i, (double)at);
            }
        }
        free_bullet(&b);
        imp3_world_free(w);
    }
}

// Two bullets at each other: they do not change sides.
static void bullets_at_bullets(void** state)
{
    (void)state;
    test_rng rng = {3};
    int32_t met = 0;
    for (int i = 0; i < 200; ++i)
    {
        int kinds[2];
        imp_body bodies[2];
        bullet b[2];
        imp3_world* w = new_world(vec(0.0f, 0.0f, 0.0f), NULL);
        float speed = in_decades(&rng, 10.0f, 3);
        for (int k = 0; k < 2; ++k)
        {
            imp3_body_def def = imp3_body_default();
            kinds[k] = test_rng_int(&rng, SPHERE, BOX);
            b[k] = make_bullet(kinds[k], &rng);
            def.kind = IMP_BODY_DYNAMIC;
            def.bullet = true;
            def.pose.p = vec(k ? 0.4f : -0.4f, 0.0f, 0.0f);
            def.velocity = vec(k ? -speed : speed, 0.0f, 0.0f);
            def.angular_velocity = imp3_vec_scale(direction(&rng), in_decades(&rng, 1.0f, 3));
            assert_int_equal(imp3_world_add_body(w, &def, &bodies[k]), IMP_OK);
            wear_bullet(w, bodies[k], &b[k], 0.5f);
        }
        for (int k = 0; k < 3 + (int)(0.5f / (speed * DT)); ++k)
        {
            run(w, 1);
            // What turns fast throws the other aside: it may overtake beside it.
            imp3_vec a = state_of(w, bodies[0]).center, between = imp3_vec_sub(state_of(w, bodies[1]).center, a);
            assert_true(between.x > 0.0f || length_of(between) > 0.15f);
        }
        met += state_of(w, bodies[0]).velocity.x < 0.9f * speed;
        free_bullet(&b[0]);
        free_bullet(&b[1]);
        imp3_world_free(w);
    }
    assert_int_equal(met, 200);
}

// A thin sensor tells of all that flies through it.
static void sensors_are_crossed(void** state)
{
    (void)state;
    for (int kind = 0; kind < BULLETS; ++kind)
    {
        test_rng rng = {(uint64_t)kind};
        bullet b = make_bullet(kind, &rng);
        for (float speed = 30.0f; speed < 20000.0f; speed *= 4.0f)
        {
            imp3_world* w = new_world(vec(0.0f, 0.0f, 0.0f), NULL);
            imp3_collider_def def = imp3_collider_default();
            imp3_shape board;
            imp_collider sensor;
            imp_body fixed = add_body(w, IMP_BODY_STATIC, vec(0.0f, 0.0f, 0.0f), vec(0.0f, 0.0f, 0.0f));
            def.sensor = true;
            assert_int_equal(imp3_box_make(box_around(HALF, HALF, THIN), &board), IMP_OK);
            assert_int_equal(imp3_world_add_collider(w, fixed, &board, &def, &sensor), IMP_OK);
            imp_body body = add_body(w, IMP_BODY_DYNAMIC, vec(0.0f, 0.0f, -1.0f), vec(0.0f, 0.0f, 0.0f));
            wear_bullet(w, body, &b, 0.0f);
            imp3_vec spin = imp3_vec_scale(direction(&rng), in_decades(&rng, 1.0f, 3));
            assert_int_equal(imp3_world_set_velocity(w, body, vec(0.0f, 0.0f, speed), spin), IMP_OK);
            int32_t entered = 0, left = 0;
            for (int i = 0; i < 4 + (int)(2.0f / (speed * DT)); ++i)
            {
                imp_touch_events touches;
                run(w, 1);
                assert_int_equal(imp3_world_touch_events(w, &touches), IMP_OK);
                entered += touches.entered_count;
                left += touches.left_count;
            }
            // Rods may leave it and enter again while they turn.
            assert_number(entered, >=, 1);
            assert_int_equal(entered, left);
            assert_true(kind == ROD || kind == PLATE || kind == SET || entered == 1);
            imp3_world_free(w);
        }
        free_bullet(&b);
    }
}

// Many fast bodies in a closed room

enum
{
    CROWD = 120,
    CROWD_STEPS = 40
};

static double motion_energy(const imp3_world* w, const imp_body* bodies)
{
    double energy = 0.0;
    for (int32_t i = 0; i < CROWD; ++i)
    {
        imp3_body_state s = state_of(w, bodies[i]);
        imp3_vec spin = imp3_rot_apply_inverse(s.pose.q, s.angular_velocity);
        energy += 0.5 * (double)(s.mass * imp3_vec_dot(s.velocity, s.velocity)) +
                  0.5 * (double)imp3_vec_dot(
                            spin, vec(s.inertia.xx * spin.x + s.inertia.xy * spin.y + s.inertia.zx * spin.z,
                                      s.inertia.xy * spin.x + s.inertia.yy * spin.y + s.inertia.yz * spin.z,
                                      s.inertia.zx * spin.x + s.inertia.yz * spin.y + s.inertia.zz * spin.z));
    }
    return energy;
}

// Runs a crowd of spheres, or of all bullets. Returns the hash; nothing may leave the room.
static uint64_t run_crowd(const imp_jobs* jobs, bool all, float restitution, float speed, int32_t steps, double* change)
{
    test_rng rng = {11};
    imp3_world* w = new_world(vec(0.0f, 0.0f, 0.0f), jobs);
    imp_body bodies[CROWD];
    bullet b[BULLETS];
    for (int kind = 0; kind < BULLETS; ++kind)
    {
        b[kind] = make_bullet(kind, &rng);
    }
    for (int wall = 0; wall < 6; ++wall)
    {
        imp_body fixed = add_body(w, IMP_BODY_STATIC, vec(0.0f, 0.0f, 0.0f), vec(0.0f, 0.0f, 0.0f));
        imp3_box box = box_around(4.0f, 4.0f, 4.0f);
        imp3_shape shape;
        ((float*)(void*)&box.lower)[wall / 2] = wall % 2 ? 3.0f : -3.0f - THIN;
        ((float*)(void*)&box.upper)[wall / 2] = wall % 2 ? 3.0f + THIN : -3.0f;
        assert_int_equal(imp3_box_make(box, &shape), IMP_OK);
        (void)wear(w, fixed, &shape, 0.0f, restitution);
    }
    for (int32_t i = 0; i < CROWD; ++i)
    {
        imp3_vec at =
            vec(1.1f * (float)(i % 5) - 2.2f, 1.1f * (float)(i / 5 % 5) - 2.2f, 1.0f * (float)(i / 25) - 2.0f);
        float fast = test_rng_range(&rng, 0.2f, 1.0f) * speed;
        bodies[i] = add_body(w, IMP_BODY_DYNAMIC, at, imp3_vec_scale(direction(&rng), fast));
        if (all)
        {
            wear_bullet(w, bodies[i], &b[i % BULLETS], restitution);
        }
        else
        {
            wear_sphere(w, bodies[i], vec(0.0f, 0.0f, 0.0f), 0.1f, 0.0f, restitution);
        }
    }
    double before = motion_energy(w, bodies);
    int32_t out = 0;
    for (int32_t i = 0; i < steps; ++i)
    {
        run(w, 1);
        for (int32_t k = 0; k < CROWD; ++k)
        {
            imp3_vec at = state_of(w, bodies[k]).center;
            out += fabsf(at.x) > 3.0f || fabsf(at.y) > 3.0f || fabsf(at.z) > 3.0f;
        }
    }
    *change = motion_energy(w, bodies) / before - 1.0;
    assert_int_equal(out, 0);
    uint64_t hash = hash_of(w);
    for (int kind = 0; kind < BULLETS; ++kind)
    {
        free_bullet(&b[kind]);
    }
    imp3_world_free(w);
    return hash;
}

static void crowds_stay_in_the_room(void** state)
{
    (void)state;
    double change;
    (void)run_crowd(NULL, true, 0.5f, 300.0f, CROWD_STEPS, &change);
    assert_number(change, <, 0.0);
    for (float speed = 2.0f; speed < 400.0f; speed *= 5.0f)
    {
        (void)run_crowd(NULL, true, 1.0f, speed, CROWD_STEPS, &change);
        shows(change, <, 1e-3);
    }
}

// Nothing is lost, and nothing gained, by spheres that bounce off each other for ten seconds.
static void elastic_spheres_keep_energy(void** state)
{
    (void)state;
    double change;
    (void)run_crowd(NULL, false, 1.0f, 20.0f, 600, &change);
    near_to(change, 0.0, 1e-4);
}

static void same_bits_on_threads(void** state)
{
    (void)state;
    double change;
    uint64_t alone = run_crowd(NULL, true, 0.5f, 300.0f, CROWD_STEPS, &change);
    for (int threads = 2; threads <= 4; threads += 2)
    {
        imp_pool* pool;
        imp_jobs jobs;
        assert_int_equal(imp_pool_make(threads, NULL, &pool), IMP_OK);
        assert_int_equal(imp_pool_jobs(pool, &jobs), IMP_OK);
        assert_true(run_crowd(&jobs, true, 0.5f, 300.0f, CROWD_STEPS, &change) == alone);
        imp_pool_free(pool);
    }
}

int main(void)
{
    setvbuf(stdout, NULL, _IOLBF, 1 << 12);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_passes),
        cmocka_unit_test(lands_flat),
        cmocka_unit_test(walls_that_close),
        cmocka_unit_test(bullets_at_bullets),
        cmocka_unit_test(sensors_are_crossed),
        cmocka_unit_test(crowds_stay_in_the_room),
        cmocka_unit_test(elastic_spheres_keep_energy),
        cmocka_unit_test(same_bits_on_threads),
    };
    return cmocka_run_group_tests_name("fast3", tests, NULL, NULL);
}
