// SPDX-License-Identifier: MIT
//
// Twelve scenes of the plane that go on; shows.inl says how.

#include <string.h>

#include "world/world2.h"  // before the words, which it takes away

#include "shows2.h"

#include "manifolds2.h"

#define HOLD manifolds_hold

#include "shows.inl"

#define TURN 6.28318531f

static int32_t add_wood(show* s, float x, float y, float angle, const imp2_shape* shape)
{
    imp2_body_def def = {.kind = IMP_BODY_DYNAMIC, .pose = scene_pose(x, y, angle)};
    return add_shown(s, def, shape, WOOD);
}

static int32_t add_fixed(show* s, float x, float y, float angle, const imp2_shape* shape, imp2_collider_def collider)
{
    imp2_body_def def = {.pose = scene_pose(x, y, angle)};
    return add_shown(s, def, shape, collider);
}

static int32_t add_floor(show* s)
{
    imp2_shape floor = scene_box(60.0f, 1.0f);
    return add_fixed(s, 0.0f, -1.0f, 0.0f, &floor, WOOD);
}

// A pyramid that a bullet hits.
static void make_pyramid(show* s)
{
    imp2_shape box = scene_box(0.5f, 0.5f);
    add_floor(s);
    for (int row = 0; row < 9; ++row)
    {
        for (int k = 0; k < 9 - row; ++k)
        {
            add_wood(s, (float)k + 0.5f * (float)row, 0.5f + (float)row, 0.0f, &box);
        }
    }
}

static void act_pyramid(show* s, int step)
{
    imp2_shape ball = scene_ball(0.3f);
    if (step == 60)
    {
        imp2_body_def def = {.kind = IMP_BODY_DYNAMIC,
                             .pose = scene_pose(-30.0f, 2.0f, 0.0f),
                             .velocity = {200.0f, 10.0f},
                             .bullet = true};
        add_shown(s, def, &ball, (imp2_collider_def){.density = 8.0f, .material = {.friction = 0.6f}});
    }
}

// An arch of wedges, pushed a little.
static void make_arch(show* s)
{
    add_floor(s);
    for (int i = 0; i < 13; ++i)
    {
        imp2_vec corners[4];
        for (int k = 0; k < 4; ++k)
        {
            float sine, cosine, radius = k == 1 || k == 2 ? 5.0f : 4.0f;
            DO(s, imp_sincos(0.5f * TURN * (float)(i + k / 2) / 13.0f, &sine, &cosine));
            corners[k].x = radius * cosine;
            corners[k].y = radius * sine;
        }
        imp2_shape wedge;
        DO(s, imp2_polygon_make(corners, 4, 0.0f, NULL, &wedge, NULL));
        add_wood(s, 0.0f, 0.0f, 0.0f, &wedge);
    }
}

static void act_arch(show* s, int step)
{
    if (step > 40 && step % 8 == 0)
    {
        push_some(s, step);
    }
}

// Cards that lean against each other.
static void make_cards(show* s)
{
    imp2_shape card = scene_box(0.02f, 0.5f), flat = scene_box(0.5f, 0.02f);
    add_floor(s);
    for (int row = 0; row < 3; ++row)
    {
        for (int k = 0; k < 3 - row; ++k)
        {
            float x = (float)k + 0.5f * (float)row, y = 0.48f + 1.0f * (float)row;
            add_wood(s, x - 0.2f, y, -0.3f, &card);
            add_wood(s, x + 0.2f, y, 0.3f, &card);
            if (k + 1 < 3 - row)
            {
                add_wood(s, x + 0.5f, y + 0.5f, 0.0f, &flat);
            }
        }
    }
}

// Dominoes, with the first one pushed.
static void make_dominoes(show* s)
{
    imp2_shape domino = scene_box(0.1f, 0.6f);
    add_floor(s);
    for (int i = 0; i < 30; ++i)
    {
        add_wood(s, 0.6f * (float)i, 0.6f, 0.0f, &domino);
    }
    DO(s, imp2_world_apply_impulse(s->world, s->bodies[1], (imp2_vec){0.3f, 0.0f}, (imp2_vec){0.0f, 1.2f}));
}

// A hollow box that turns, full of things.
static void make_tumbler(show* s)
{
    static const imp2_vec SIDES[4] = {{3.0f, 0.0f}, {0.0f, 3.0f}, {-3.0f, 0.0f}, {0.0f, -3.0f}};
    imp2_body_def def = {.kind = IMP_BODY_KINEMATIC, .angular_velocity = 1.0f};
    imp2_shape side = scene_box(0.2f, 3.2f), ball = scene_ball(0.2f), box = scene_box(0.25f, 0.15f);
    add_shown(s, def, &side, WOOD);
    for (int k = 0; k < 4; ++k)
    {
        imp2_vec corner = {k % 2 ? 3.2f : 0.2f, k % 2 ? 0.2f : 3.2f};
        imp2_box wall = {imp2_vec_sub(SIDES[k], corner), imp2_vec_add(SIDES[k], corner)};
        imp2_shape shape;
        DO(s, imp2_box_make(wall, &shape));
        DO(s, imp2_world_add_collider(s->world, s->bodies[0], &shape, &WOOD, NULL));
    }
    for (int i = 0; i < 50; ++i)
    {
        float x = -2.0f + 0.55f * (float)(i % 5) + (i % 5 > 1 ? 1.4f : 0.0f);
        add_wood(s, x, -2.0f + 0.4f * (float)(i / 5), 0.1f * (float)i, i % 3 ? &box : &ball);
    }
}

// Everything bounces, at all restitutions, under steps that change.
static void make_bounces(show* s)
{
    imp2_shape shapes[3] = {scene_ball(0.3f), scene_box(0.3f, 0.3f), scene_box(0.5f, 0.1f)};
    add_floor(s);
    for (int i = 0; i < 33; ++i)
    {
        imp2_collider_def def = {.density = 1.0f};
        def.material.restitution = 0.1f * (float)(i % 11);
        def.material.friction = 0.1f * (float)(i % 5);
        imp2_body_def body = {.kind = IMP_BODY_DYNAMIC,
                              .pose = scene_pose(1.3f * (float)i - 20.0f, 2.0f + 0.1f * (float)i, 0.2f * (float)i),
                              .linear_damping = 0.05f * (float)(i % 3)};
        add_shown(s, body, &shapes[i / 11], def);
    }
}

// Slopes, belts, what rolls and what resists rolling.
static void make_slopes(show* s)
{
    imp2_shape slope = scene_box(6.0f, 0.2f), box = scene_box(0.3f, 0.3f), ball = scene_ball(0.3f);
    for (int i = 0; i < 8; ++i)
    {
        imp2_collider_def def = {.material = {.friction = 0.2f * (float)i, .tangent_speed = i % 4 == 3 ? 2.0f : 0.0f}};
        float x = 14.0f * (float)(i % 4), y = 8.0f * (float)(i / 4);
        add_fixed(s, x, y, 0.1f * (float)(i % 4), &slope, def);
        for (int k = 0; k < 6; ++k)
        {
            imp2_collider_def matter = {.density = 1.0f};
            matter.material.friction = 0.5f;
            matter.material.rolling_resistance = k > 3 ? 0.05f : 0.0f;
            imp2_body_def body = {.kind = IMP_BODY_DYNAMIC, .pose = scene_pose(x + (float)k - 2.0f, y + 1.5f, 0.1f)};
            add_shown(s, body, k % 2 ? &ball : &box, matter);
        }
    }
}

// From tall to tiny.
static void make_sizes(show* s)
{
    add_floor(s);
    float y = 0.0f, half = 4.0f;
    for (int i = 0; i < 9; ++i)
    {
        imp2_shape box = scene_box(half, half);
        add_wood(s, 0.0f, y + half, 0.0f, &box);
        add_wood(s, 12.0f + (float)i, 3.0f * half, 0.5f, &box);
        y += 2.0f * half;
        half *= 0.5f;
    }
}

// All shapes in a basin, compounds as well.
static void make_crowd(show* s)
{
    scene_crowd crowd;
    assert_int_equal(scene_crowd_make(&crowd, s->world, 60, 12), IMP_OK);
    s->count = crowd.count;
    memcpy(s->bodies, crowd.bodies, (size_t)crowd.count * sizeof *s->bodies);
    scene_crowd_free(&crowd);
}

static void act_crowd(show* s, int step)
{
    if (step % 10 == 9)
    {
        push_some(s, step);
    }
}

// Fast things: bullets at walls, a thin bar that spins, things that fall at hundreds of metres a second on a chain.
static void make_shots(show* s)
{
    static const imp2_vec GROUND[] = {{-40.0f, 2.0f}, {-20.0f, 0.0f}, {0.0f, 0.5f}, {20.0f, 0.0f}, {40.0f, 3.0f}};
    imp2_polyline line = {.points = GROUND, .count = 5};
    imp2_compound chain;
    imp2_shape wall = scene_box(0.01f, 3.0f), bar = scene_box(2.0f, 0.02f);
    imp2_body_def def = {0};
    DO(s, imp2_chain_make(&line, NULL, &chain, NULL));
    DO(s, imp2_world_add_body(s->world, &def, &s->bodies[s->count]));
    DO(s, imp2_world_add_compound(s->world, s->bodies[s->count], &chain, &WOOD, &s->colliders[s->count]));
    ++s->count;
    imp2_compound_free(&chain);
    for (int i = 0; i < 5; ++i)
    {
        add_fixed(s, 5.0f * (float)i, 4.0f, 0.0f, &wall, WOOD);
    }
    def = (imp2_body_def){.kind = IMP_BODY_DYNAMIC, .pose = scene_pose(-15.0f, 3.0f, 0.0f), .angular_velocity = 100.0f};
    add_shown(s, def, &bar, WOOD);
}

static void act_shots(show* s, int step)
{
    if (step % 4 == 0)
    {
        float size = draw(s, 0.05f, 0.2f);
        imp2_shape shape = step % 8 ? scene_box(size, size) : scene_ball(size);
        imp2_body_def def = {.kind = IMP_BODY_DYNAMIC, .bullet = step % 3 == 0};
        float x = draw(s, -10.0f, 22.0f);
        def.pose = scene_pose(x, draw(s, 3.0f, 8.0f), 0.3f);
        def.velocity.x = draw(s, -300.0f, 300.0f);
        def.velocity.y = draw(s, -300.0f, 50.0f);
        def.angular_velocity = draw(s, -50.0f, 50.0f);
        add_shown(s, def, &shape, WOOD);
    }
}

// Sensors of all kinds of bodies, lifts that meet each other, groups, locks, a table of mixtures, and hooks: a plank
// that lets through what comes from below.
static bool filter_some(void* user, imp_collider a, imp_collider b)
{
    (void)user;
    return (a.id * 31 + b.id) % 11 != 0;
}

static imp_surface mix_slippery(void* user, const imp_material* a, const imp_material* b)
{
    (void)user;
    imp_surface r = {0.5f * a->friction * b->friction, 0.0f, 0.0f, a->tangent_speed + b->tangent_speed};
    return r;
}

static bool one_way(void* user, const imp2_world_contact* contact, imp_surface* surface)
{
    const show* s = user;
    surface->friction = contact->manifold.count == 2 ? surface->friction : 1.0f;
    bool plank_a = contact->a.id == s->colliders[1].id, plank_b = contact->b.id == s->colliders[1].id;
    return !(plank_a || plank_b) || (plank_a ? contact->manifold.normal.y : -contact->manifold.normal.y) > 0.0f;
}

static void make_watchers(show* s)
{
    imp2_shape plank = scene_box(4.0f, 0.1f), wide = scene_box(2.0f, 2.0f), box = scene_box(0.4f, 0.3f);
    s->hooks = (imp2_hooks){.user = s, .filter = filter_some, .combine = mix_slippery, .pre_solve = one_way};
    DO(s, imp2_world_set_hooks(s->world, &s->hooks));
    add_floor(s);
    add_fixed(s, 0.0f, 3.0f, 0.0f, &plank, WOOD);
    imp2_collider_def sensor = {.sensor = true}, meets = WOOD;
    add_fixed(s, 3.0f, 2.0f, 0.0f, &wide, sensor);
    meets.touches_non_dynamic = true;
    for (int i = 0; i < 3; ++i)
    {
        imp2_body_def lift = {.kind = IMP_BODY_KINEMATIC,
                              .pose = scene_pose(6.0f * (float)i - 6.0f, 6.0f, 0.0f),
                              .velocity = {(float)(1 - i), -1.0f},
                              .angular_velocity = (float)(i - 1)};
        int32_t at = add_shown(s, lift, &box, meets);
        DO(s, imp2_world_add_collider(s->world, s->bodies[at], &wide, &sensor, NULL));
    }
    for (int i = 0; i < 24; ++i)
    {
        imp2_collider_def def = WOOD;
        def.group = i % 7 == 0 ? 3 : 0;
        def.material.kind = i % 3;
        def.sensor = i == 20;
        imp2_body_def body = {.kind = IMP_BODY_DYNAMIC, .locks = (uint32_t)(i % 8)};
        body.pose = scene_pose((float)(i % 8) - 4.0f, 0.5f + 1.5f * (float)(i / 8), 0.1f * (float)i);
        body.velocity.y = i % 4 == 0 ? 8.0f : 0.0f;
        add_shown(s, body, &box, def);
    }
}

static void act_watchers(show* s, int step)
{
    if (step % 30 == 15)
    {
        imp_surface ice = {0.01f, 0.0f, 0.0f, 0.0f};
        DO(s, imp2_world_combine_materials(s->world, 0, step / 30, step % 60 == 15 ? &ice : NULL));
        imp2_pose pose = scene_pose(draw(s, -4.0f, 4.0f), 2.0f, 0.0f);
        DO(s, imp2_world_set_pose(s->world, s->bodies[2], &pose));
    }
}

// Bodies and colliders come and go, sleep and wake, are put elsewhere, change what they are.
static void make_changes(show* s)
{
    imp2_shape box = scene_box(0.5f, 0.5f);
    add_floor(s);
    for (int i = 0; i < 30; ++i)
    {
        imp2_body_def def = {.kind = IMP_BODY_DYNAMIC,
                             .asleep = i % 2 == 0,
                             .pose = scene_pose(1.5f * (float)(i % 6), 0.5f + (float)(i / 6), 0.0f)};
        add_shown(s, def, &box, WOOD);
    }
}

static void act_changes(show* s, int step)
{
    imp2_shape ball = scene_ball(0.4f), box = scene_box(0.5f, 0.4f);
    int32_t i = 1 + (step * 7) % 30;
    imp_body body = s->bodies[i];
    imp2_body_def def = {.kind = step % 24 == 5 ? IMP_BODY_KINEMATIC : IMP_BODY_DYNAMIC};
    imp2_pose pose = scene_pose(draw(s, 0.0f, 8.0f), 7.0f, 0.5f);
    imp_material rubber = {.friction = 1.0f, .restitution = 0.8f, .kind = 1};
    switch (step % 12)
    {
    case 0: DO(s, imp2_world_set_enabled(s->world, body, step % 24 != 0)); break;
    case 1: DO(s, imp2_world_set_awake(s->world, body, step % 24 == 1)); break;
    case 2: DO(s, imp2_world_set_pose(s->world, body, &pose)); break;
    case 3: DO(s, imp2_world_set_material(s->world, s->colliders[i], &rubber)); break;
    case 4: DO(s, imp2_world_set_filter(s->world, s->colliders[i], NULL, (uint32_t)step)); break;
    case 5:
        def.pose = pose;
        DO(s, imp2_world_remove_body(s->world, body));
        DO(s, imp2_world_add_body(s->world, &def, &s->bodies[i]));
        DO(s, imp2_world_add_collider(s->world, s->bodies[i], &ball, &WOOD, &s->colliders[i]));
        break;
    case 6:
        DO(s, imp2_world_remove_collider(s->world, s->colliders[i]));
        DO(s, imp2_world_add_collider(s->world, body, &box, &WOOD, &s->colliders[i]));
        break;
    case 7: DO(s, imp2_world_set_gravity_scale(s->world, body, 0.5f)); break;
    case 8: DO(s, imp2_world_apply_force_and_torque(s->world, body, (imp2_vec){50.0f, 90.0f}, 3.0f)); break;
    case 9: DO(s, imp2_world_set_velocity(s->world, body, (imp2_vec){-3.0f, 4.0f}, 1.0f)); break;
    default: push_some(s, step); break;
    }
}

static const show_scene SHOWS[SHOW_COUNT] = {
    {"pyramid", make_pyramid, act_pyramid},
    {"arch", make_arch, act_arch},
    {"cards", make_cards, NULL},
    {"dominoes", make_dominoes, NULL},
    {"tumbler", make_tumbler, NULL},
    {"bounces", make_bounces, NULL},
    {"slopes", make_slopes, NULL},
    {"sizes", make_sizes, NULL},
    {"crowd", make_crowd, act_crowd},
    {"shots", make_shots, act_shots},
    {"watchers", make_watchers, act_watchers},
    {"changes", make_changes, act_changes},
};
