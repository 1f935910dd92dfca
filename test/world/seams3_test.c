// SPDX-License-Identifier: MIT
//
// Floors of many things in space: what slides or rolls over boxes, triangles and fields side by side moves as on one long
// floor, whatever they belong to.

#include "kit3.h"

#define TILE 1.0f
#define HALF 0.25f  // of the height of what slides [m]

// How a floor is made.
enum
{
    WHOLE,   // one box
    TWO,     // two of them, side by side across x
    BODIES,  // tiles, each a static body
    WORN,    // tiles, all of one static body
    BRICKS,  // rows of tiles, shifted by half a tile
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

static const char* const FLOOR_NAMES[] = {"whole", "two", "bodies", "worn", "bricks"};
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

static void lay_tiles(imp3_world* w, int layout, int tiles, float friction)
{
    imp_body worn = fixed_body(w);
    for (int i = -tiles; i < tiles; ++i)
    {
        for (int k = -tiles; k < tiles; ++k)
        {
            float shift = layout == BRICKS && k & 1 ? 0.5f * TILE : 0.0f, x = (float)i * TILE + shift;
            imp_body body = layout == WORN ? worn : fixed_body(w);
            lay_box(w, body, x, x + TILE, (float)k * TILE, (float)(k + 1) * TILE, friction);
        }
    }
}

static void lay_floor(imp3_world* w, int layout, int tiles, float friction)
{
    float far = (float)tiles * TILE;
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
    slide s = {new_world(vec(0.0f, -G, 0.0f), NULL), slider_shape(kind), {0}, vec(cosf(angle), 0.0f, sinf(angle)), 0.0f};
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

static void slide_all(const char* title, float friction)
{
    static const float ANGLES[] = {0.0f, 0.7853982f, 1.5707964f, 2.3f}, SPEEDS[] = {1.0f, 4.0f, 9.0f};
    for (int layout = TWO; layout < LAYOUTS; ++layout)
    {
        for (int kind = 0; kind < SLIDERS; ++kind)
        {
            course worst = {0};
            for (int k = 0; k < 12; ++k)
            {
                float turn = k % 3 == 0 ? 0.0f : 0.37f * (float)k;
                course c = compare(layout, kind, ANGLES[k % 4], turn, SPEEDS[k / 4], friction, 4.0f);
                worst.speed = larger(worst.speed, c.speed);
                worst.hop = larger(worst.hop, c.hop);
                worst.spin = larger(worst.spin, c.spin);
                worst.aside = larger(worst.aside, c.aside);
            }
            printf("    %s: %s over %s: speed %.3g, hop %.3g, spin %.3g, aside %.3g\n", title, SLIDER_NAMES[kind],
                   FLOOR_NAMES[layout], (double)worst.speed, (double)worst.hop, (double)worst.spin,
                   (double)worst.aside);
        }
    }
}

static void edges_are_not_felt(void** state)
{
    (void)state;
    slide_all("smooth", 0.0f);
    slide_all("rough", 0.3f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edges_are_not_felt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
