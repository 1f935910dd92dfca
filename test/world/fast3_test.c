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

// Whether a path from a place to another goes through the wall.
static bool goes_through(imp3_vec from, imp3_vec to)
{
    bool crosses = (from.z > 0.0f) != (to.z > 0.0f);
    float part = crosses ? from.z / (from.z - to.z) : 0.0f;
    float x = from.x + part * (to.x - from.x), y = from.y + part * (to.y - from.y);
    return crosses && fabsf(x) < HALF && fabsf(y) < HALF;
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
        passed = goes_through(seen, now);
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
    test_rng rng = {test_seed()};
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

int main(void)
{
    setvbuf(stdout, NULL, _IOLBF, 1 << 12);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_passes),
    };
    return cmocka_run_group_tests_name("fast3", tests, NULL, NULL);
}
