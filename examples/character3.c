// SPDX-License-Identifier: MIT
//
// A character in space: over hills of a height field, up stairs that stand aside, onto a table that turns, which carries
// it round. Up is +z.

#include <impinge/impinge3.h>

#include <math.h>
#include <stdio.h>

enum
{
    SIDE = 41,  // samples of a side of the hills, half a metre apart
    STEPS = 8
};

typedef struct scene
{
    imp3_world* world;
    imp_body table;
} scene;

static imp_status add_hills(scene* s)
{
    static float heights[SIDE * SIDE];
    for (int k = 0; k < SIDE * SIDE; k++)
    {
        float x = 0.5f * (float)(k % SIDE), y = 0.5f * (float)(k / SIDE);
        float height = x < 16.0f ? 0.3f : x < 18.0f ? 0.15f * (18.0f - x) : 0.0f;  // level before the stairs
        heights[k] = height * sinf(0.9f * x) * cosf(0.8f * y);
    }
    const imp3_heights grid = {.heights = heights, .columns = SIDE, .rows = SIDE, .step_x = 0.5f, .step_y = 0.5f};
    imp3_compound hills;
    imp3_body_def def = imp3_body_default();
    imp_body body;
    def.kind = IMP_BODY_STATIC;
    def.pose.p.y = -10.0f;
    imp_status status = imp3_height_field_make(&grid, NULL, &hills);
    if (status)
    {
        return status;
    }
    status = imp3_world_add_body(s->world, &def, &body);
    status = status ? status : imp3_world_add_compound(s->world, body, &hills, NULL, NULL);
    imp3_compound_free(&hills);
    return status;
}

static imp_status add_box(scene* s, int32_t kind, imp3_vec middle, imp3_vec half, imp_body* body)
{
    imp3_body_def def = imp3_body_default();
    imp3_shape shape;
    imp_body unused;
    def.kind = kind;
    def.pose.p = middle;
    imp_status status = imp3_box_make((imp3_box){imp3_vec_scale(half, -1.0f), half}, &shape);
    status = status ? status : imp3_world_add_body(s->world, &def, body ? body : &unused);
    return status ? status : imp3_world_add_collider(s->world, body ? *body : unused, &shape, NULL, NULL);
}

// Stairs from x = 20 on, and a table of 3 m radius beyond them that turns about its middle.
static imp_status make_scene(scene* s)
{
    imp3_world_def def = imp3_world_default();
    def.gravity = (imp3_vec){0.0f, 0.0f, -10.0f};
    imp_status status = imp3_world_make(&def, &s->world);
    status = status ? status : add_hills(s);
    for (int i = 0; i < STEPS && !status; i++)
    {
        float height = 0.25f * (float)(i + 1), front = 20.0f + 0.35f * (float)i;
        const imp3_vec middle = {0.5f * (front + 24.0f), 0.0f, 0.5f * height};
        const imp3_vec half = {0.5f * (24.0f - front), 10.0f, 0.5f * height};
        status = add_box(s, IMP_BODY_STATIC, middle, half, NULL);
    }
    const imp3_vec at = {27.0f, 0.0f, 1.75f}, half = {3.0f, 3.0f, 0.25f};
    status = status ? status : add_box(s, IMP_BODY_KINEMATIC, at, half, &s->table);
    const imp3_vec still = {0.0f, 0.0f, 0.0f}, spin = {0.0f, 0.0f, 1.0f};
    return status ? status : imp3_world_set_velocity(s->world, s->table, still, spin);
}

int main(void)
{
    scene s = {.world = NULL};
    imp3_shape shape;
    imp_status status = make_scene(&s);
    status = status ? status : imp3_capsule_make((imp3_vec){0, 0, 0.3f}, (imp3_vec){0, 0, 1.5f}, 0.3f, &shape);
    imp3_character_def def = imp3_character_default();
    def.shape = &shape;
    def.up = (imp3_vec){0.0f, 0.0f, 1.0f};
    def.gravity = 10.0f;
    const float time = 1.0f / 60.0f;
    imp3_character hero = {.position = {1.0f, -4.0f, 0.5f}};
    bool stood = true, squeezed = false, arrived = false;
    double turned = 0.0, before = 0.0;
    for (int step = 0; step < 1200 && !status; step++)
    {
        // To the middle of the table at an angle, and 2 m before that it stands.
        const float x = 27.0f - hero.position.x, y = -hero.position.y, far = sqrtf(x * x + y * y);
        arrived = arrived || far < 2.0f;
        const float speed = arrived ? 0.0f : 4.0f / far;
        const imp3_world_walk walk = {.input = {.velocity = {speed * x, speed * y, 0.0f}}};
        status = imp3_world_move_character(s.world, &hero, &def, &walk, time, NULL);
        status = status ? status : imp3_world_step(s.world, time);
        stood = stood && (hero.grounded || step < 60);
        squeezed = squeezed || hero.flags & IMP3_CHARACTER_SQUEEZED;
        double angle = atan2((double)hero.position.y, (double)hero.position.x - 27.0);
        turned += arrived ? remainder(angle - before, 6.283185307179586) : 0.0;
        before = angle;
        if (step % 60 == 0)
        {
            printf("%2d s: at %5.2f %5.2f %5.2f%s\n", step / 60, (double)hero.position.x, (double)hero.position.y,
                   (double)hero.position.z, arrived ? ", on the table" : "");
        }
    }
    printf("carried round by %.2f rad\n", turned);
    imp3_world_free(s.world);
    if (status)
    {
        printf("%s\n", imp_status_text(status));
    }
    return status || !arrived || !stood || squeezed || turned < 6.3 || hero.position.z < 1.9f;
}
