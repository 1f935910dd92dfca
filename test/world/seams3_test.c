// SPDX-License-Identifier: MIT
//
// Floors of many things in space: what slides or rolls over boxes, triangles and fields side by side moves as on one
// long floor, whatever they belong to.

#include "impinge/world_query3.h"
#include "kit3.h"

#include <stdlib.h>

#define TILE 1.0f
#define FLUSH 0.00125f
#define HALF 0.25f  // of the height of what slides [m]

// How a floor is made.
enum
{
    WHOLE,   // one box
    TWO,     // two of them, side by side across x
    BODIES,  // tiles, each a static body
    WORN,    // tiles, all of one static body
    BRICKS,  // rows of tiles, shifted by half a tile
    UNEVEN,  // tiles with gaps and steps that are flush yet
    HALVES,  // tiles of two triangles, cut along one diagonal or the other
    SET,     // tiles, all of one compound
    MESH,    // one mesh, its cells cut along one diagonal or the other
    MESHES,  // chunks of it, side by side
    FIELD,   // one height field
    FIELDS,  // chunks of it
    LAYOUTS
};

// What slides.
enum
{
    BOX,
    BALL,
    CAPSULE,
    CYLINDER,
    HULL,
    SLIDERS
};

static const char* const FLOOR_NAMES[] = {"whole",  "two", "bodies", "worn",   "bricks", "uneven",
                                          "halves", "set", "mesh",   "meshes", "field",  "fields"};
static const char* const SLIDER_NAMES[] = {"box", "ball", "capsule", "cylinder", "hull"};

static imp3_shape box_shape(imp3_vec lower, imp3_vec upper)
{
    imp3_shape box;
    const imp3_box corners = {lower, upper};
    assert_int_equal(imp3_box_make(corners, &box), IMP_OK);
    return box;
}

static imp_body fixed_body(imp3_world* w)
{
    return add_body(w, IMP_BODY_STATIC, vec(0.0f, 0.0f, 0.0f), vec(0.0f, 0.0f, 0.0f));
}

static void lay_box(imp3_world* w, imp_body body, float x0, float x1, float z0, float z1, float friction)
{
    imp3_shape box = box_shape(vec(x0, -TILE, z0), vec(x1, 0.0f, z1));
    (void)wear(w, body, &box, friction, 0.0f);
}

// A square of two triangles.
static void lay_halves(imp3_world* w, imp_body body, float x, float z, bool other_way, float friction)
{
    const imp3_vec at[4] = {{x, 0.0f, z}, {x, 0.0f, z + TILE}, {x + TILE, 0.0f, z + TILE}, {x + TILE, 0.0f, z}};
    for (int k = 0; k < 2; ++k)
    {
        int first = other_way ? 1 : 0;
        imp3_shape half;
        assert_int_equal(imp3_triangle_make(at[first], at[(first + 1 + k) % 4], at[(first + 2 + k) % 4], 0.0f, &half),
                         IMP_OK);
        (void)wear(w, body, &half, friction, 0.0f);
    }
}

static void lay_tiles(imp3_world* w, int layout, int tiles, float friction)
{
    imp_body worn = fixed_body(w);
    for (int i = -tiles; i < tiles; ++i)
    {
        for (int k = -tiles; k < tiles; ++k)
        {
            float shift = layout == BRICKS && k & 1 ? 0.5f * TILE : 0.0f, x = (float)i * TILE + shift;
            imp_body body = layout == WORN ? worn : fixed_body(w);
            if (layout == HALVES)
            {
                lay_halves(w, body, x, (float)k * TILE, (i * 7 + k * 5) % 3 == 0, friction);
                continue;
            }
            float lower = layout == UNEVEN && (i + 2 * k) % 3 == 0 ? 0.9f * FLUSH : 0.0f;
            imp3_shape box =
                box_shape(vec(x + lower, -TILE, (float)k * TILE + lower), vec(x + TILE, -lower, (float)(k + 1) * TILE));
            (void)wear(w, body, &box, friction, 0.0f);
        }
    }
}

enum
{
    CELLS = 12  // along a side of the largest chunk
};

static void wear_compound(imp3_world* w, imp_body body, imp3_compound* compound, float friction)
{
    imp_collider collider;
    imp3_collider_def def = imp3_collider_default();
    def.material.friction = friction;
    assert_int_equal(imp3_world_add_compound(w, body, compound, &def, &collider), IMP_OK);
    imp3_compound_free(compound);
}

static void lay_set(imp3_world* w, int tiles, float friction)
{
    static imp3_shape boxes[CELLS * CELLS];
    imp3_compound set;
    int32_t count = 0;
    for (int i = -tiles; i < tiles; ++i)
    {
        for (int k = -tiles; k < tiles; ++k)
        {
            boxes[count++] = box_shape(vec((float)i, -TILE, (float)k), vec((float)i + TILE, 0.0f, (float)k + TILE));
        }
    }
    assert_int_equal(imp3_compound_make(boxes, count, NULL, &set), IMP_OK);
    wear_compound(w, fixed_body(w), &set, friction);
}

// A square of so many cells, as a mesh whose cells are cut irregularly.
static void lay_mesh(imp3_world* w, float x, float z, int cells, float friction)
{
    static imp3_vec points[(CELLS + 1) * (CELLS + 1)];
    static int32_t corners[6 * CELLS * CELLS];
    imp3_compound mesh;
    int32_t count = 0, side = cells + 1;
    for (int i = 0; i <= cells; ++i)
    {
        for (int k = 0; k <= cells; ++k)
        {
            bool border = i == 0 || k == 0 || i == cells || k == cells;
            float off = border ? 0.0f : 0.11f * (float)((i * 5 + k * 3) % 4 - 2) * TILE;
            points[i * side + k] = vec(x + (float)i * TILE + off, 0.0f, z + (float)k * TILE - 0.5f * off);
        }
    }
    for (int i = 0; i < cells; ++i)
    {
        for (int k = 0; k < cells; ++k)
        {
            const int32_t at[4] = {i * side + k, i * side + k + 1, (i + 1) * side + k + 1, (i + 1) * side + k};
            int first = (i * 7 + k * 5) % 3 == 0;
            for (int half = 0; half < 2; ++half)
            {
                corners[count++] = at[first];
                corners[count++] = at[(first + 1 + half) % 4];
                corners[count++] = at[(first + 2 + half) % 4];
            }
        }
    }
    imp3_triangles def = {0};
    def.points = points;
    def.point_count = side * side;
    def.corners = corners;
    def.count = count / 3;
    assert_int_equal(imp3_triangles_make(&def, NULL, &mesh, NULL), IMP_OK);
    wear_compound(w, fixed_body(w), &mesh, friction);
}

// The same as a height field, whose heights are along z, turned up.
static void lay_field(imp3_world* w, float x, float z, int cells, float friction)
{
    static float heights[(CELLS + 1) * (CELLS + 1)];
    imp3_compound field;
    imp3_heights def = {0};
    def.heights = heights;
    def.columns = def.rows = cells + 1;
    def.step_x = def.step_y = TILE;
    assert_int_equal(imp3_height_field_make(&def, NULL, &field), IMP_OK);
    const imp3_pose up = {vec(x, 0.0f, z + (float)cells * TILE),
                          {{1.0f, 0.0f, 0.0f}, {0.0f, 0.0f, -1.0f}, {0.0f, 1.0f, 0.0f}}};
    imp_body body = fixed_body(w);
    assert_int_equal(imp3_world_set_pose(w, body, &up), IMP_OK);
    wear_compound(w, body, &field, friction);
}

static void lay_chunks(imp3_world* w, int layout, int tiles, float friction)
{
    int cells = layout == MESHES || layout == FIELDS ? 3 : 2 * tiles;
    for (int i = -tiles; i < tiles; i += cells)
    {
        for (int k = -tiles; k < tiles; k += cells)
        {
            (layout == MESH || layout == MESHES ? lay_mesh : lay_field)(w, (float)i, (float)k, cells, friction);
        }
    }
}

static void lay_floor(imp3_world* w, int layout, int tiles, float friction)
{
    float far = (float)tiles * TILE;
    if (layout >= SET)
    {
        if (layout == SET)
        {
            lay_set(w, tiles, friction);
        }
        else
        {
            lay_chunks(w, layout, tiles, friction);
        }
        return;
    }
    if (layout == WHOLE)
    {
        lay_box(w, fixed_body(w), -far, far, -far, far, friction);
    }
    else if (layout == TWO)
    {
        lay_box(w, fixed_body(w), -far, 0.0f, -far, far, friction);
        lay_box(w, fixed_body(w), 0.0f, far, -far, far, friction);
    }
    else
    {
        lay_tiles(w, layout, tiles, friction);
    }
}

// A slider of half a height of HALF.
static imp3_shape slider_shape(int kind)
{
    imp3_shape s;
    const imp3_vec wedge[6] = {{-0.4f, -HALF, -0.3f}, {0.4f, -HALF, -0.3f}, {0.4f, -HALF, 0.3f},
                               {-0.4f, -HALF, 0.3f},  {-0.2f, HALF, 0.0f},  {0.2f, HALF, 0.0f}};
    imp_status status = IMP_OK;
    if (kind == BOX)
    {
        s = box_shape(vec(-0.4f, -HALF, -0.3f), vec(0.4f, HALF, 0.3f));
    }
    else if (kind == BALL)
    {
        status = imp3_sphere_make(vec(0.0f, 0.0f, 0.0f), HALF, &s);
    }
    else if (kind == CAPSULE)
    {
        status = imp3_capsule_make(vec(-0.3f, 0.0f, 0.0f), vec(0.3f, 0.0f, 0.0f), HALF, &s);
    }
    else if (kind == CYLINDER)
    {
        status = imp3_cylinder_make(vec(0.0f, -HALF, 0.0f), vec(0.0f, HALF, 0.0f), 0.35f, 0.0f, &s);
    }
    else
    {
        status = imp3_hull_make(wedge, 6, 0.0f, NULL, &s, NULL);
    }
    assert_int_equal(status, IMP_OK);
    return s;
}

typedef struct slide
{
    imp3_world* world;
    imp3_shape shape;
    imp_body body;
    imp3_vec along;
    float rest;  // height
} slide;

static slide slide_make(int layout, int kind, float angle, float turn, float speed, float friction)
{
    slide s = {
        new_world(vec(0.0f, -G, 0.0f), NULL), slider_shape(kind), {0}, vec(cosf(angle), 0.0f, sinf(angle)), 0.0f};
    lay_floor(s.world, layout, 6, friction);
    imp3_pose pose = {vec(-2.03f * s.along.x + 0.11f, HALF, -2.03f * s.along.z + 0.07f), imp3_pose_identity().q};
    assert_int_equal(imp3_rot_make(vec(0.0f, 1.0f, 0.0f), turn, &pose.q), IMP_OK);
    s.body = add_body(s.world, IMP_BODY_DYNAMIC, pose.p, vec(0.0f, 0.0f, 0.0f));
    assert_int_equal(imp3_world_set_pose(s.world, s.body, &pose), IMP_OK);
    (void)wear(s.world, s.body, &s.shape, friction, 0.0f);
    run(s.world, 30);
    s.rest = state_of(s.world, s.body).center.y;
    assert_int_equal(imp3_world_set_velocity(s.world, s.body, imp3_vec_scale(s.along, speed), vec(0.0f, 0.0f, 0.0f)),
                     IMP_OK);
    return s;
}

static void slide_free(slide* s)
{
    imp3_world_free(s->world);
    imp3_shape_free(&s->shape);
}

// The worst differences from one floor.
typedef struct course
{
    float speed, hop, spin, aside;
} course;

static float larger(float a, float b)
{
    return a > b ? a : b;
}

static course compare(int layout, int kind, float angle, float turn, float speed, float friction, float distance)
{
    slide tiles = slide_make(layout, kind, angle, turn, speed, friction);
    slide one = slide_make(WHOLE, kind, angle, turn, speed, friction);
    course c = {0};
    int32_t steps = (int32_t)(distance / (speed * DT));
    for (int32_t i = 0; i < (steps < 120 ? steps : 120); ++i)
    {
        run(tiles.world, 1);
        run(one.world, 1);
        imp3_body_state a = state_of(tiles.world, tiles.body), b = state_of(one.world, one.body);
        imp3_vec v = imp3_vec_sub(a.velocity, b.velocity), at = imp3_vec_sub(a.center, b.center);
        c.speed = larger(c.speed, fabsf(imp3_vec_dot(v, tiles.along)) / speed);
        c.hop = larger(c.hop, fabsf(at.y));
        c.spin = larger(c.spin, length_of(imp3_vec_sub(a.angular_velocity, b.angular_velocity)));
        c.aside = larger(c.aside, fabsf(at.x * tiles.along.z - at.z * tiles.along.x));
    }
    slide_free(&tiles);
    slide_free(&one);
    return c;
}

static course worst_of(int layout, int kind, float friction)
{
    static const float ANGLES[] = {0.0f, 0.7853982f, 1.5707964f, 2.3f}, SPEEDS[] = {1.0f, 4.0f, 9.0f};
    course worst = {0};
    bool all = friction < 0.1f && (layout == BODIES || layout == FIELDS);
    int32_t every = all ? 1 : 5;
    for (int32_t k = 0; k < 12; k += every)
    {
        float turn = k % 3 == 0 ? 0.0f : 0.37f * (float)k;
        course c = compare(layout, kind, ANGLES[k % 4], turn, SPEEDS[k / 4], friction, 3.0f);
        worst.speed = larger(worst.speed, c.speed);
        worst.hop = larger(worst.hop, c.hop);
        worst.spin = larger(worst.spin, c.spin);
        worst.aside = larger(worst.aside, c.aside);
    }
    printf("    %s %s over %s: speed %.3g, hop %.3g, spin %.3g, aside %.3g\n", friction > 0.0f ? "rough" : "smooth",
           SLIDER_NAMES[kind], FLOOR_NAMES[layout], (double)worst.speed, (double)worst.hop, (double)worst.spin,
           (double)worst.aside);
    return worst;
}

// Without friction, in four directions, at three speeds: nothing is lost, nothing hops or turns.
static void edges_are_not_felt(void** state)
{
    (void)state;
    for (int layout = TWO; layout < LAYOUTS; ++layout)
    {
        for (int kind = 0; kind < SLIDERS; ++kind)
        {
            course worst = worst_of(layout, kind, 0.0f);
            bool uneven = layout == UNEVEN;
            assert_number(worst.speed, <, uneven ? 5e-3f : 1e-3f);
            assert_number(worst.hop, <, uneven ? 4.0f * FLUSH : 0.1f * SLOP);
            assert_number(worst.spin, <, uneven ? 0.5f : kind == CYLINDER ? 0.2f : 0.05f);
            assert_number(worst.aside, <, 5e-3f);
        }
    }
}

// With friction they are braked as on one floor: one row of contact has all points.
static void friction_is_that_of_one_floor(void** state)
{
    (void)state;
    for (int layout = TWO; layout < LAYOUTS; ++layout)
    {
        for (int kind = 0; kind < SLIDERS; ++kind)
        {
            course worst = worst_of(layout, kind, 0.3f);
            bool uneven = layout == UNEVEN;
            assert_number(worst.speed, <, kind == CYLINDER ? 0.15f : uneven ? 0.1f : 1e-3f);
            assert_number(worst.hop, <, kind == CYLINDER ? SLOP : uneven ? 2.0f * FLUSH : 0.1f * SLOP);
        }
    }
}

static imp_body add_slider(imp3_world* w, const imp3_shape* shape, imp3_vec at, imp3_vec velocity, float friction)
{
    imp_body body = add_body(w, IMP_BODY_DYNAMIC, at, velocity);
    (void)wear(w, body, shape, friction, 0.0f);
    return body;
}

// Where a wall of tiles stands on a floor of tiles, a thing that is pressed into the corner slides along it, and the
// wall holds it.
static void corners_are_felt(void** state)
{
    (void)state;
    for (int kind = 0; kind < SLIDERS; ++kind)
    {
        imp3_world* w = new_world(vec(0.0f, -G, 0.5f * G), NULL);
        imp3_shape s = slider_shape(kind);
        lay_floor(w, BODIES, 6, 0.0f);
        for (int i = -6; i < 6; ++i)
        {
            for (int k = 0; k < 2; ++k)
            {
                imp3_shape box = box_shape(vec((float)i, (float)k, 2.0f), vec((float)i + 1.0f, (float)k + 1.0f, 3.0f));
                (void)wear(w, fixed_body(w), &box, 0.0f, 0.0f);
            }
        }
        float half = kind == CYLINDER ? 0.35f : kind == BALL || kind == CAPSULE ? HALF : 0.3f;
        imp_body body = add_slider(w, &s, vec(-3.1f, HALF, 2.0f - half), vec(0.0f, 0.0f, 0.0f), 0.0f);
        run(w, 30);
        imp3_body_state before = state_of(w, body);
        assert_int_equal(imp3_world_set_velocity(w, body, vec(3.0f, 0.0f, 0.0f), vec(0.0f, 0.0f, 0.0f)), IMP_OK);
        float slow = 0.0f, hop = 0.0f, in = 0.0f, spin = 0.0f;
        for (int32_t i = 0; i < 100; ++i)
        {
            run(w, 1);
            imp3_body_state now = state_of(w, body);
            slow = larger(slow, fabsf(now.velocity.x / 3.0f - 1.0f));
            hop = larger(hop, fabsf(now.center.y - before.center.y));
            in = larger(in, fabsf(now.center.z - before.center.z));
            spin = larger(spin, length_of(now.angular_velocity));
        }
        printf("    %s along a wall: speed %.3g, hop %.3g, in %.3g, spin %.3g\n", SLIDER_NAMES[kind], (double)slow,
               (double)hop, (double)in, (double)spin);
        assert_number(slow, <, 1e-3f);
        assert_number(hop, <, SLOP);
        assert_number(in, <, SLOP);
        imp3_world_free(w);
        imp3_shape_free(&s);
    }
}

// The same of bullets, which are swept over the joints.
static void bullets_slide(void** state)
{
    (void)state;
    static const int FLOORS[] = {BODIES, BRICKS, SET, MESHES, FIELDS};
    for (int k = 0; k < 5 * SLIDERS; ++k)
    {
        const float angle = 0.3f * (float)k, speed = 40.0f;
        slide s = slide_make(FLOORS[k / SLIDERS], k % SLIDERS, angle, 0.7f * (float)k, speed, 0.0f);
        assert_int_equal(imp3_world_set_bullet(s.world, s.body, true), IMP_OK);
        for (int32_t i = 0; i < 9; ++i)
        {
            run(s.world, 1);
            imp3_body_state now = state_of(s.world, s.body);
            float lost = fabsf(imp3_vec_dot(now.velocity, s.along) / speed - 1.0f), hop = fabsf(now.center.y - s.rest);
            if (!(lost < 1e-3f && hop < 0.2f * SLOP && length_of(now.angular_velocity) < 0.3f))
            {
                fail_msg("%s over %s at %d: speed %g, hop %g, spin %g", SLIDER_NAMES[k % SLIDERS],
                         FLOOR_NAMES[FLOORS[k / SLIDERS]], i, (double)lost, (double)hop,
                         (double)length_of(now.angular_velocity));
            }
        }
        slide_free(&s);
    }
}

// A prism whose upper side is from one height at x0 to another at x1.
static void lay_prism(imp3_world* w, float x0, float y0, float x1, float y1, float z0, float z1)
{
    imp3_shape prism;
    const imp3_vec corners[8] = {{x0, y0, z0},        {x1, y1, z0},        {x0, y0, z1},        {x1, y1, z1},
                                 {x0, y0 - TILE, z0}, {x1, y1 - TILE, z0}, {x0, y0 - TILE, z1}, {x1, y1 - TILE, z1}};
    assert_int_equal(imp3_hull_make(corners, 8, 0.0f, NULL, &prism, NULL), IMP_OK);
    (void)wear(w, fixed_body(w), &prism, 0.0f, 0.0f);
    imp3_shape_free(&prism);
}

// A level of tiles, and from x = 0 on a ramp of tiles.
static void lay_ramp(imp3_world* w, float slope)
{
    for (int i = -6; i < 6; ++i)
    {
        for (int k = -2; k < 2; ++k)
        {
            float x0 = (float)i, x1 = x0 + 1.0f, y0 = i < 0 ? 0.0f : slope * x0, y1 = i < 0 ? 0.0f : slope * x1;
            lay_prism(w, x0, y0, x1, y1, (float)k, (float)k + 1.0f);
        }
    }
}

// At a concave crease a ball loses the part of its velocity that leads into the ramp, and no more; over a convex one it
// keeps its energy.
static void creases_are_felt(void** state)
{
    (void)state;
    static const float SLOPES[] = {-0.6f, -0.1f, 0.1f, 0.3f, 0.6f};
    for (int k = 0; k < 5; ++k)
    {
        float slope = SLOPES[k], speed = slope < 0.0f ? 0.5f : 5.0f, along = 1.0f / sqrtf(1.0f + slope * slope);
        imp3_world* w = new_world(vec(0.0f, -G, 0.0f), NULL);
        lay_ramp(w, slope);
        imp_body ball = add_ball(w, vec(-1.0f, HALF, 0.13f), vec(speed, 0.0f, 0.0f), HALF, 0.0f, 0.0f);
        for (int32_t i = 0; i < 400 && state_of(w, ball).center.x < 1.0f; ++i)
        {
            run(w, 1);
        }
        imp3_body_state now = state_of(w, ball);
        float kept = slope > 0.0f ? along * speed : speed, fallen = HALF - now.center.y;
        float wanted = sqrtf(kept * kept + 2.0f * G * fallen);
        near_to(length_of(now.velocity) / wanted, 1.0f, 0.02f);
        near_to(now.center.y, slope * now.center.x + HALF / along, SLOP);
        near_to(now.center.z, 0.13f, 1e-3f);
        imp3_world_free(w);
    }
}

// A side that is bare is felt: where a tile was removed, is disabled, or is not met by what comes. One that came back
// is flush again.
static void bare_sides_are_felt(void** state)
{
    (void)state;
    for (int kind = 0; kind < 5; ++kind)
    {
        imp3_world* w = new_world(vec(0.0f, -G, 0.0f), NULL);
        imp_body tiles[3];
        imp_collider worn[3];
        for (int i = 0; i < 3; ++i)
        {
            float x = (float)i * 2.0f;
            imp3_shape box = box_shape(vec(x, -1.0f, -2.0f), vec(x + 2.0f, 0.0f, 2.0f));
            tiles[i] = fixed_body(w);
            worn[i] = wear(w, tiles[i], &box, 0.0f, 0.0f);
        }
        imp_body ball = add_ball(w, vec(0.6f, HALF, 0.2f), vec(0.0f, 0.0f, 0.0f), HALF, 0.0f, 0.0f);
        run(w, 30);
        assert_int_equal(imp3_world_set_velocity(w, ball, vec(4.0f, 0.0f, 0.0f), vec(0.0f, 0.0f, 0.0f)), IMP_OK);
        if (kind == 1)
        {
            assert_int_equal(imp3_world_remove_body(w, tiles[1]), IMP_OK);
        }
        else if (kind == 2)
        {
            assert_int_equal(imp3_world_set_enabled(w, tiles[1], false), IMP_OK);
        }
        else if (kind == 3)
        {
            const imp_filter none = {1, 0};
            assert_int_equal(imp3_world_set_filter(w, worn[1], &none, false), IMP_OK);
        }
        else if (kind == 4)
        {
            const imp3_pose away = {vec(0.0f, -9.0f, 0.0f), imp3_pose_identity().q}, back = imp3_pose_identity();
            assert_int_equal(imp3_world_set_pose(w, tiles[1], &away), IMP_OK);
            run(w, 2);
            assert_int_equal(imp3_world_set_pose(w, tiles[1], &back), IMP_OK);
        }
        run(w, 60);
        imp3_body_state now = state_of(w, ball);
        if (kind == 0 || kind == 4)
        {
            near_to(now.center.y, HALF, 1e-4f);
            near_to(now.velocity.x, 4.0f, 1e-3f);
        }
        else
        {
            // It falls off the first and comes to the side of the third.
            shows(now.center.y, <, -0.3f);
            shows(now.center.x, <, 4.0f - HALF + SLOP);
        }
        imp3_world_free(w);
    }
}

// A run that is saved while one row of contact is shared goes on to the bit.
static void shared_rows_are_saved(void** state)
{
    (void)state;
    slide s = slide_make(BODIES, BOX, 0.7853982f, 0.4f, 3.0f, 0.2f);
    for (int32_t i = 0; i < 40; ++i)
    {
        imp3_world* again = new_world(vec(0.0f, 0.0f, 0.0f), NULL);
        int32_t count = 0;
        run(s.world, 1);
        (void)imp3_world_save(s.world, NULL, 0, &count);
        uint8_t* bytes = (uint8_t*)malloc((size_t)count);
        assert_non_null(bytes);
        assert_int_equal(imp3_world_save(s.world, bytes, count, &count), IMP_OK);
        assert_int_equal(imp3_world_load(again, bytes, count), IMP_OK);
        run(s.world, 1);
        run(again, 1);
        assert_true(hash_of(s.world) == hash_of(again));
        imp3_world_free(again);
        free(bytes);
    }
    slide_free(&s);
}

// The impulses of all contacts of what lies over four tiles are its weight, and one of them has the points of one
// floor.
static void the_patch_is_one(void** state)
{
    (void)state;
    slide s = slide_make(BODIES, BOX, 0.0f, 0.0f, 1e-3f, 0.5f);
    const imp3_pose over = {vec(0.02f, HALF, 0.01f), imp3_pose_identity().q};
    imp3_world_contact contacts[16];
    int32_t count = 0, rows = 0;
    float load = 0.0f, weight = state_of(s.world, s.body).mass * G * DT;
    assert_int_equal(imp3_world_set_pose(s.world, s.body, &over), IMP_OK);
    run(s.world, 10);
    assert_int_equal(imp3_world_contacts(s.world, contacts, 16, &count), IMP_OK);
    for (int32_t i = 0; i < count; ++i)
    {
        float own = 0.0f;
        for (int32_t k = 0; k < contacts[i].manifold.count; ++k)
        {
            own += contacts[i].normal_impulse[k];
        }
        rows += own > 0.0f;
        load += own;
        if (own > 0.0f)
        {
            assert_int_equal(contacts[i].manifold.count, 4);
            for (int32_t k = 0; k < 4; ++k)
            {
                const imp3_vec at = contacts[i].manifold.points[k].point;
                near_to(fabsf(at.x - 0.02f), 0.4f, 1e-3f);
                near_to(fabsf(at.z - 0.01f), 0.3f, 1e-3f);
            }
        }
    }
    assert_int_equal(count, 4);
    assert_int_equal(rows, 1);
    near_to(load, weight, 1e-3f * weight);
    slide_free(&s);
}

// A cast along tiles hits what stands on them, and no joint; a cast onto them hits them.
static void casts_pass_joints(void** state)
{
    (void)state;
    imp3_world* w = new_world(vec(0.0f, 0.0f, 0.0f), NULL);
    lay_tiles(w, BODIES, 4, 0.0f);
    imp3_shape post = box_shape(vec(2.4f, 0.0f, -1.0f), vec(2.6f, 1.0f, 1.0f));
    (void)wear(w, fixed_body(w), &post, 0.0f, 0.0f);
    for (int kind = 0; kind < SLIDERS; ++kind)
    {
        imp3_shape s = slider_shape(kind);
        imp3_world_hit hit;
        int32_t count = 0;
        const float half = kind == BALL ? HALF : kind == CYLINDER ? 0.35f : kind == CAPSULE ? 0.3f + HALF : 0.4f;
        for (int32_t k = 0; k < 2; ++k)
        {
            const imp3_mover along = {&s,
                                      {vec(-2.3f, HALF + 5e-4f * (float)k, 0.17f), imp3_pose_identity().q},
                                      vec(6.0f, 0.0f, 0.0f),
                                      vec(0.0f, 0.0f, 0.0f)};
            assert_int_equal(imp3_world_cast_shape(w, &along, NULL, &hit, 1, &count), IMP_OK);
            assert_int_equal(count, 1);
            near_to(hit.hit.time, (4.7f - half) / 6.0f, 1e-5f);
            near_to(hit.hit.normal.x, -1.0f, 1e-5f);
        }
        const imp3_mover down = {
            &s, {vec(1.02f, 1.0f, 1.01f), imp3_pose_identity().q}, vec(0.3f, -2.0f, 0.0f), vec(0.0f, 0.0f, 0.0f)};
        assert_int_equal(imp3_world_cast_shape(w, &down, NULL, &hit, 1, &count), IMP_OK);
        assert_int_equal(count, 1);
        near_to(hit.hit.time, 0.5f * (1.0f - HALF), 1e-5f);
        near_to(hit.hit.normal.y, 1.0f, 1e-5f);
        imp3_shape_free(&s);
    }
    imp3_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edges_are_not_felt),    cmocka_unit_test(friction_is_that_of_one_floor),
        cmocka_unit_test(bullets_slide),         cmocka_unit_test(corners_are_felt),
        cmocka_unit_test(creases_are_felt),      cmocka_unit_test(bare_sides_are_felt),
        cmocka_unit_test(shared_rows_are_saved), cmocka_unit_test(the_patch_is_one),
        cmocka_unit_test(casts_pass_joints),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
