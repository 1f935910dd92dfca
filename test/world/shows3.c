// SPDX-License-Identifier: MIT
//
// Twelve scenes of space that go on; shows.inl says how. z is up.

#include <string.h>

#include "world/world3.h"  // before the words, which it takes away

#include "shows3.h"

#include "things3.h"

// Contacts are sound: one to four points, a normal of length 1, impulses that do not pull.
static void hold(const imp3_world* world)
{
    static imp3_world_contact contacts[SHOW_LIST];
    int32_t count;
    assert_int_equal(imp3_world_contacts(world, contacts, SHOW_LIST, &count), IMP_OK);
    for (int32_t i = 0; i < count; ++i)
    {
        const imp3_manifold* m = &contacts[i].manifold;
        const float length = imp3_vec_dot(m->normal, m->normal);
        assert_true(m->count >= 1 && m->count <= IMP3_POINT_MAX && length > 0.999f && length < 1.001f);
        for (int32_t k = 0; k < m->count; ++k)
        {
            assert_true(contacts[i].normal_impulse[k] >= 0.0f);
        }
    }
}

#define HOLD hold

#include "shows.inl"

// Makers

static imp3_shape box_shape(float x, float y, float z)
{
    imp3_shape r;
    assert_int_equal(imp3_box_make((imp3_box){{-x, -y, -z}, {x, y, z}}, &r), IMP_OK);
    return r;
}

static imp3_shape ball_shape(float radius)
{
    imp3_shape r;
    assert_int_equal(imp3_sphere_make(vec(0.0f, 0.0f, 0.0f), radius, &r), IMP_OK);
    return r;
}

static imp3_shape rod_shape(float half, float radius)
{
    imp3_shape r;
    assert_int_equal(imp3_capsule_make(vec(-half, 0.0f, 0.0f), vec(half, 0.0f, 0.0f), radius, &r), IMP_OK);
    return r;
}

static imp3_body_def body_at(int32_t kind, float x, float y, float z)
{
    imp3_body_def def = {.kind = kind, .pose.p = {x, y, z}};
    return def;
}

static imp3_rot turned(float x, float y, float z, float angle)
{
    imp3_rot q;
    assert_int_equal(imp3_rot_make(vec(x, y, z), angle, &q), IMP_OK);
    return q;
}

static int32_t add_wood(show* s, float x, float y, float z, const imp3_shape* shape)
{
    return add_shown(s, body_at(IMP_BODY_DYNAMIC, x, y, z), shape, WOOD);
}

static int32_t add_fixed(show* s, float x, float y, float z, const imp3_shape* shape, imp3_collider_def collider)
{
    return add_shown(s, body_at(IMP_BODY_STATIC, x, y, z), shape, collider);
}

static void add_floor(show* s)
{
    imp3_shape floor = box_shape(30.0f, 30.0f, 1.0f);
    add_fixed(s, 0.0f, 0.0f, -1.0f, &floor, WOOD);
}

// A body that wears a thing, or a ground.
static int32_t add_thing(show* s, imp3_body_def def, const thing3* t)
{
    assert_true(s->count < SHOW_BODIES);
    DO(s, imp3_world_add_body(s->world, &def, &s->bodies[s->count]));
    DO(s, thing3_wear(s->world, s->bodies[s->count], t, &WOOD, &s->colliders[s->count]));
    return s->count++;
}

static void add_things(show* s, int32_t count, float spread, float z)
{
    for (int32_t i = 0; i < count; ++i)
    {
        thing3 t = thing3_make(i % THING_COUNT, NULL);
        imp3_body_def def = body_at(IMP_BODY_DYNAMIC, spread * ((float)(i % 3) - 1.0f),
                                    spread * ((float)(i / 3 % 3) - 1.0f), z + 0.9f * (float)(i / 9));
        def.pose.q = turned(1.0f, 0.5f, 0.25f, 0.3f * (float)i);
        add_thing(s, def, &t);
        thing3_free(&t);
    }
}

// A flat square of triangles, 20 m wide.
static thing3 make_tile(void)
{
    enum
    {
        CELLS = 4,
        SIDE = CELLS + 1
    };
    thing3 tile = {.convex = false};
    imp3_vec points[SIDE * SIDE];
    int32_t corners[CELLS * CELLS * 6], count = 0;
    for (int32_t k = 0; k < SIDE * SIDE; ++k)
    {
        points[k] = vec(5.0f * (float)(k % SIDE) - 10.0f, 5.0f * (float)(k / SIDE) - 10.0f, 0.0f);
    }
    for (int32_t k = 0; k < CELLS * CELLS; ++k)
    {
        const int32_t at = k / CELLS * SIDE + k % CELLS;
        const int32_t cell[6] = {at, at + 1, at + SIDE + 1, at, at + SIDE + 1, at + SIDE};
        memcpy(corners + count, cell, sizeof cell);
        count += 6;
    }
    const imp3_triangles def = {.points = points, .point_count = SIDE * SIDE, .corners = corners, .count = count / 3};
    assert_int_equal(imp3_triangles_make(&def, NULL, &tile.compound, NULL), IMP_OK);
    return tile;
}

// Scenes

// A pyramid that falls asleep, and wakes when a bullet hits it.
static void make_pyramid(show* s)
{
    imp3_shape box = box_shape(0.5f, 0.5f, 0.5f);
    add_floor(s);
    for (int row = 0; row < 3; ++row)
    {
        for (int k = 0; k < (3 - row) * (3 - row); ++k)
        {
            float first = 0.5f * (float)row;
            add_wood(s, first + (float)(k % (3 - row)), first + (float)(k / (3 - row)), 0.5f + (float)row, &box);
        }
    }
}

static void act_pyramid(show* s, int step)
{
    if (step == 40)
    {
        imp3_shape ball = ball_shape(0.3f);
        imp3_body_def def = body_at(IMP_BODY_DYNAMIC, -20.0f, 0.6f, 1.5f);
        def.velocity = vec(200.0f, 4.0f, 5.0f);
        def.bullet = true;
        add_shown(s, def, &ball, (imp3_collider_def){.density = 8.0f, .material = {.friction = 0.6f}});
    }
}

// All shapes in a basin.
static void make_heap(show* s)
{
    imp3_shape wall = box_shape(0.2f, 2.2f, 1.0f);
    imp3_shape floor;
    DO(s, imp3_half_space_make(vec(0.0f, 0.0f, 1.0f), 0.0f, &floor));
    add_fixed(s, 0.0f, 0.0f, 0.0f, &floor, WOOD);
    for (int i = 0; i < 4; ++i)
    {
        imp3_body_def def = body_at(IMP_BODY_STATIC, i % 2 ? 0.0f : 2.0f - 2.0f * (float)i,
                                    i % 2 ? 4.0f - 2.0f * (float)i : 0.0f, 1.0f);
        def.pose.q = turned(0.0f, 0.0f, 1.0f, i % 2 ? 1.57079633f : 0.0f);
        add_shown(s, def, &wall, WOOD);
    }
    add_things(s, THING_COUNT + 6, 1.0f, 0.7f);
}

static void act_heap(show* s, int step)
{
    if (step % 10 == 9)
    {
        push_some(s, step + 4);
    }
}

// A box that turns, full of things; and a plate that is told where to be.
static void make_tumbler(show* s)
{
    imp3_body_def def = body_at(IMP_BODY_KINEMATIC, 0.0f, 0.0f, 0.0f);
    imp3_shape ball = ball_shape(0.2f), box = box_shape(0.3f, 0.2f, 0.15f), rod = rod_shape(0.25f, 0.12f);
    imp3_shape plate = box_shape(0.5f, 0.5f, 0.05f);
    DO(s, imp3_world_add_body(s->world, &def, &s->bodies[s->count++]));
    for (int k = 0; k < 6; ++k)
    {
        imp3_vec middle = {0.0f, 0.0f, 0.0f}, half = {1.4f, 1.4f, 1.4f};
        SET_AT(middle, k / 2, k % 2 ? 1.5f : -1.5f);
        SET_AT(half, k / 2, 0.2f);
        imp3_shape wall;
        DO(s, imp3_box_make((imp3_box){imp3_vec_sub(middle, half), imp3_vec_add(middle, half)}, &wall));
        DO(s, imp3_world_add_collider(s->world, s->bodies[0], &wall, &WOOD, NULL));
    }
    DO(s, imp3_world_set_velocity(s->world, s->bodies[0], vec(0.0f, 0.0f, 0.0f), vec(0.3f, 2.0f, 0.0f)));
    add_shown(s, body_at(IMP_BODY_KINEMATIC, 0.0f, 0.0f, 0.6f), &plate, WOOD);
    for (int i = 0; i < 18; ++i)
    {
        add_wood(s, 0.65f * (float)(i % 3 - 1), 0.65f * (float)(i / 3 % 3 - 1), -0.9f + 0.5f * (float)(i / 9),
                 i % 3 == 0   ? &ball
                 : i % 3 == 1 ? &box
                              : &rod);
    }
}

static void act_tumbler(show* s, int step)
{
    imp3_pose target = {{0.0f, 0.0f, 0.6f}, turned(0.2f, 0.1f, 1.0f, 0.05f * (float)step)};
    target.p.x = 0.01f * (float)(step % 20);
    DO(s, imp3_world_set_target_pose(s->world, s->bodies[1], &target, SHOW_TIME));
}

// What spins: free bodies about all axes, a nut that flips, tops on the floor, axes that are locked.
static void make_tops(show* s)
{
    imp3_shape nut = box_shape(0.5f, 0.3f, 0.1f), rod = rod_shape(0.6f, 0.05f), top, bar;
    DO(s, imp3_cone_make(vec(0.0f, 0.0f, 0.4f), vec(0.0f, 0.0f, 0.0f), 0.3f, 0.0f, 0.02f, &top));
    DO(s, imp3_box_make((imp3_box){{-0.05f, -0.05f, 0.0f}, {0.9f, 0.05f, 0.1f}}, &bar));
    add_floor(s);
    for (int i = 0; i < 16; ++i)
    {
        const imp3_shape* shape = i % 4 == 0 ? &nut : i % 4 == 1 ? &rod : i % 4 == 2 ? &top : &bar;
        imp3_body_def def = body_at(IMP_BODY_DYNAMIC, 2.0f * (float)(i % 4), 2.0f * (float)(i / 4), 0.05f);
        def.angular_velocity = i % 4 == 2 ? vec(0.0f, 1.0f, 60.0f) : vec(0.01f, 3.0f * (float)(i + 1), 0.02f);
        def.angular_damping = i / 4 == 3 ? 0.5f : 0.0f;
        def.locks = i / 4 == 2 ? (uint32_t)(IMP3_LOCK_TURN_X << i % 3) : 0u;
        def.pose.p.z += i % 4 == 2 ? 0.0f : 3.0f;
        int32_t at = add_shown(s, def, shape, WOOD);
        DO(s, imp3_world_set_gravity_scale(s->world, s->bodies[at], i % 4 == 2 || i / 4 == 1 ? 1.0f : 0.0f));
    }
}

static void act_tops(show* s, int step)
{
    DO(s, imp3_world_apply_angular_impulse(s->world, s->bodies[1 + step % 16], vec(0.001f, 0.0f, 0.002f)));
}

// Fast things: bullets of all shapes at walls and a mesh as thin as paper, and at each other; a rod that spins.
static void make_shots(show* s)
{
    imp3_shape paper = box_shape(0.005f, 3.0f, 3.0f), rod = rod_shape(1.5f, 0.03f);
    thing3 ground = make_tile();
    add_thing(s, body_at(IMP_BODY_STATIC, 0.0f, 0.0f, -3.0f), &ground);
    add_thing(s, body_at(IMP_BODY_STATIC, 0.0f, 0.0f, 4.0f), &ground);
    thing3_free(&ground);
    for (int i = 0; i < 3; ++i)
    {
        add_fixed(s, 5.0f * (float)(i - 1), 0.0f, 0.0f, &paper, WOOD);
    }
    imp3_body_def def = body_at(IMP_BODY_DYNAMIC, -2.5f, 0.0f, 0.0f);
    def.angular_velocity = vec(3.0f, 100.0f, 20.0f);
    add_shown(s, def, &rod, WOOD);
}

static void act_shots(show* s, int step)
{
    if (step % 3 == 0)
    {
        thing3 t = thing3_make(step / 3 % THING_COUNT, NULL);
        imp3_body_def def = body_at(IMP_BODY_DYNAMIC, 0.0f, 0.0f, 0.0f);
        for (int k = 0; k < AXES; ++k)
        {
            SET_AT(def.pose.p, k, draw(s, k == 0 ? 1.0f : -1.0f, k == 0 ? 4.0f : 1.0f));
            SET_AT(def.velocity, k, draw(s, -300.0f, 300.0f));
            SET_AT(def.angular_velocity, k, draw(s, -40.0f, 40.0f));
        }
        def.pose.p.x *= step % 2 ? 1.0f : -1.0f;
        def.bullet = step % 4 == 0;
        add_thing(s, def, &t);
        thing3_free(&t);
    }
}

// Tiles of a mesh, flush with each other, one of them a lift; things slide and roll over the joints.
static void make_terrain(show* s)
{
    thing3 tile = make_tile();
    add_thing(s, body_at(IMP_BODY_STATIC, 0.0f, 0.0f, 0.0f), &tile);
    add_thing(s, body_at(IMP_BODY_STATIC, 20.0f, 0.0f, 0.0f), &tile);
    imp3_body_def lift = body_at(IMP_BODY_KINEMATIC, 0.0f, 20.0f, 0.0f);
    lift.velocity.z = 0.25f;
    add_thing(s, lift, &tile);
    thing3_free(&tile);
    for (int i = 0; i < THING_COUNT; ++i)
    {
        thing3 t = thing3_make(i, NULL);
        float along = 1.5f * (float)(i - 6);
        imp3_body_def def = body_at(IMP_BODY_DYNAMIC, i % 2 ? 9.2f : along, i % 2 ? along : 9.3f, t.height);
        def.velocity = i % 2 ? vec(4.0f, 0.3f, 0.0f) : vec(0.3f, 5.0f, 0.5f);
        add_thing(s, def, &t);
        thing3_free(&t);
    }
}

// Chunks of a height field: bumps that go on from one to the next, and a hole.
static imp3_compound make_chunk(int which)
{
    enum
    {
        SIDE = 7
    };
    float heights[SIDE * SIDE];
    uint8_t holes[(SIDE - 1) * (SIDE - 1)] = {0};
    imp3_compound chunk;
    for (int k = 0; k < SIDE * SIDE; ++k)
    {
        int column = k % SIDE + which % 2 * (SIDE - 1), row = k / SIDE + which / 2 * (SIDE - 1);
        heights[k] = 0.125f * (float)((column * 5 + row * 3) % 4);
    }
    holes[7] = which == 3;
    const imp3_heights def = {
        .heights = heights, .holes = holes, .columns = SIDE, .rows = SIDE, .step_x = 1.0f, .step_y = 1.0f};
    assert_int_equal(imp3_height_field_make(&def, NULL, &chunk), IMP_OK);
    return chunk;
}

static void make_field(show* s)
{
    for (int k = 0; k < 4; ++k)
    {
        imp3_compound chunk = make_chunk(k);
        imp3_body_def def = body_at(IMP_BODY_STATIC, k % 2 ? 0.0f : -6.0f, k / 2 ? 0.0f : -6.0f, 0.0f);
        DO(s, imp3_world_add_body(s->world, &def, &s->bodies[s->count]));
        DO(s, imp3_world_add_compound(s->world, s->bodies[s->count], &chunk, &WOOD, &s->colliders[s->count]));
        ++s->count;
        imp3_compound_free(&chunk);
    }
    add_things(s, THING_COUNT + 2, 1.2f, 1.2f);
}

static void act_field(show* s, int step)
{
    if (step % 6 == 5)
    {
        push_some(s, step + 5);
    }
}

// Sensors, lifts that meet each other, groups, locks, a table of mixtures, hooks, and a plank that is felt from above.
static bool filter_some(void* user, imp_collider a, imp_collider b)
{
    (void)user;
    return (a.id * 31 + b.id) % 11 != 0;
}

static imp_surface mix_slippery(void* user, const imp_material* a, const imp_material* b)
{
    (void)user;
    imp_surface r = {0.5f * a->friction * b->friction, 0.0f, 0.0f, 0.0f};
    return r;
}

static bool refuse_some(void* user, const imp3_world_contact* contact, imp_surface* surface)
{
    const show* s = user;
    surface->friction = contact->manifold.count > 2 ? surface->friction : 1.0f;
    return contact->a.id != s->colliders[8].id && contact->b.id != s->colliders[8].id;
}

static void make_watchers(show* s)
{
    imp3_shape plank = box_shape(3.0f, 3.0f, 0.1f), wide = box_shape(1.5f, 1.5f, 1.5f),
               box = box_shape(0.4f, 0.3f, 0.2f);
    imp3_collider_def sensor = {.sensor = true}, gate = WOOD, meets = WOOD;
    s->hooks = (imp3_hooks){.user = s, .filter = filter_some, .combine = mix_slippery, .pre_solve = refuse_some};
    DO(s, imp3_world_set_hooks(s->world, &s->hooks));
    add_floor(s);
    gate.one_way.z = 1.0f;
    meets.touches_non_dynamic = true;
    add_fixed(s, 0.0f, 0.0f, 1.5f, &plank, gate);
    add_fixed(s, 2.0f, 0.0f, 1.0f, &wide, sensor);
    for (int i = 0; i < 3; ++i)
    {
        imp3_body_def lift = body_at(IMP_BODY_KINEMATIC, 3.0f * (float)(i - 1), 0.0f, 4.0f);
        lift.velocity = vec((float)(1 - i), 0.0f, -1.0f);
        lift.angular_velocity = vec(0.0f, 0.5f, (float)(i - 1));
        int32_t at = add_shown(s, lift, &box, meets);
        DO(s, imp3_world_add_collider(s->world, s->bodies[at], &wide, &sensor, NULL));
    }
    for (int i = 0; i < 24; ++i)
    {
        imp3_collider_def def = WOOD;
        def.group = i % 7 == 0 ? 3 : 0;
        def.material.kind = i % 3;
        def.sensor = i == 20;
        imp3_body_def body =
            body_at(IMP_BODY_DYNAMIC, (float)(i % 4) - 2.0f, (float)(i / 4 % 2), 0.3f + (float)(i / 8));
        body.locks = (uint32_t)(i % 8 * (i % 3 == 0 ? 8 : 1));
        body.velocity.z = i % 4 == 0 ? 7.0f : 0.0f;
        add_shown(s, body, &box, def);
    }
}

static void act_watchers(show* s, int step)
{
    if (step % 15 == 10)
    {
        imp_surface ice = {0.01f, 0.0f, 0.0f, 0.0f};
        DO(s, imp3_world_combine_materials(s->world, 0, step / 15 % 3, step % 2 ? &ice : NULL));
        imp3_pose pose = {{draw(s, -2.0f, 2.0f), 0.0f, 1.0f}, turned(0.0f, 0.0f, 1.0f, 0.0f)};
        DO(s, imp3_world_set_pose(s->world, s->bodies[2], &pose));
        DO(s, imp3_world_drop_through(s->world, s->bodies[6 + step % 24]));
    }
}

// Restitution, friction and rolling resistance of all kinds.
static void make_bounces(show* s)
{
    imp3_shape shapes[3] = {ball_shape(0.3f), box_shape(0.3f, 0.3f, 0.3f), rod_shape(0.3f, 0.2f)};
    add_floor(s);
    for (int i = 0; i < 33; ++i)
    {
        imp3_collider_def def = {.density = 1.0f};
        def.material.restitution = 0.1f * (float)(i % 11);
        def.material.friction = 0.1f * (float)(i % 5);
        def.material.rolling_resistance = i % 4 == 1 ? 0.05f : 0.0f;
        imp3_body_def body = body_at(IMP_BODY_DYNAMIC, 1.1f * (float)(i % 11), 1.1f * (float)(i / 11), 0.8f);
        body.velocity = vec(1.0f, 0.5f, -3.0f);
        body.linear_damping = 0.05f * (float)(i % 3);
        body.pose.q = turned(1.0f, 2.0f, 0.5f, i < 22 ? 0.2f * (float)i : 0.0f);
        add_shown(s, body, &shapes[i / 11], def);
    }
}

// A character that climbs a step, pushes crates and jumps on bumps, in a rain of grains.
static void make_walker(show* s)
{
    imp3_shape step = box_shape(1.0f, 2.0f, 0.15f), crate = box_shape(0.3f, 0.3f, 0.3f);
    imp3_compound chunk = make_chunk(0);
    imp3_body_def def = body_at(IMP_BODY_STATIC, 3.0f, -3.0f, -0.2f);
    imp3_particles_def grains = {.gravity = {0.0f, 0.0f, -10.0f}, .collide = true, .turn = true};
    add_floor(s);
    add_fixed(s, 1.5f, 0.0f, 0.0f, &step, WOOD);
    DO(s, imp3_world_add_body(s->world, &def, &s->bodies[s->count]));
    DO(s, imp3_world_add_compound(s->world, s->bodies[s->count], &chunk, &WOOD, &s->colliders[s->count]));
    ++s->count;
    imp3_compound_free(&chunk);
    for (int i = 0; i < 6; ++i)
    {
        add_wood(s, 0.9f + 0.7f * (float)i, 0.4f * (float)(i % 3 - 1), 0.5f + 0.3f * (float)(i % 2), &crate);
    }
    grains.material.friction = 0.5f;
    DO(s, imp3_particles_make(&grains, &s->particles));
    for (int i = 0; i < 24; ++i)
    {
        imp3_particle grain = imp3_particle_default();
        grain.position = vec(0.2f * (float)(i % 8), 0.15f * (float)(i / 8), 1.6f + 0.1f * (float)(i % 5));
        grain.radius = 0.06f;
        DO(s, imp3_particles_add(s->particles, &grain, 1, NULL));
    }
    s->walks = true;
    s->character.position = vec(-0.8f, 0.1f, 0.02f);
}

static void act_walker(show* s, int step)
{
    imp3_shape hero;
    imp3_character_def def = imp3_character_default();
    imp3_world_walk walk = {.input.velocity = {4.0f, step % 20 < 10 ? 0.5f : -0.5f, 0.0f}};
    walk.input.jump = step % 25 == 20 ? 4.0f : 0.0f;
    DO(s, imp3_capsule_make(vec(0.0f, 0.0f, 0.3f), vec(0.0f, 0.0f, 1.5f), 0.3f, &hero));
    def.shape = &hero;
    def.up = vec(0.0f, 0.0f, 1.0f);
    def.gravity = 10.0f;
    def.mass = 70.0f;
    def.push_force = 400.0f;
    DO(s, imp3_world_move_character(s->world, &s->character, &def, &walk,
                                    step % 16 == 15 ? 2.0f * SHOW_TIME : SHOW_TIME, NULL));
}

// Compounds that share their geometry, some of them made in each other, and one of many colliders.
static void make_compounds(show* s)
{
    thing3 set = thing3_make(THING_SET, NULL), mesh = thing3_make(THING_MESH, NULL);
    imp3_shape knob;
    add_floor(s);
    DO(s, imp3_sphere_make(vec(0.4f, 0.3f, 0.4f), 0.2f, &knob));
    for (int i = 0; i < 8; ++i)
    {
        imp3_body_def def =
            body_at(IMP_BODY_DYNAMIC, 0.8f * (float)(i % 2), 0.9f * (float)(i / 4), 0.3f + 0.5f * (float)(i / 2 % 2));
        def.pose.q = turned(0.0f, 0.0f, 1.0f, 0.4f * (float)i);
        int32_t at = add_thing(s, def, i % 4 == 1 ? &mesh : &set);
        if (i % 5 == 0)
        {
            DO(s, imp3_world_add_collider(s->world, s->bodies[at], &knob, &WOOD, NULL));
        }
    }
    thing3_free(&set);
    thing3_free(&mesh);
}

// Bodies and colliders come and go, sleep and wake, are put elsewhere, change what they are.
static void make_changes(show* s)
{
    imp3_shape box = box_shape(0.5f, 0.5f, 0.5f);
    add_floor(s);
    for (int i = 0; i < 24; ++i)
    {
        imp3_body_def def =
            body_at(IMP_BODY_DYNAMIC, 1.3f * (float)(i % 4), 1.3f * (float)(i / 4 % 2), 0.5f + (float)(i / 8));
        def.asleep = i % 2 == 0;
        add_shown(s, def, &box, WOOD);
    }
}

static void replace_body(show* s, int32_t i, int32_t kind, const imp3_pose* pose)
{
    imp3_shape ball = ball_shape(0.4f);
    imp3_body_def def = {.kind = kind, .pose = *pose};
    DO(s, imp3_world_remove_body(s->world, s->bodies[i]));
    DO(s, imp3_world_add_body(s->world, &def, &s->bodies[i]));
    DO(s, imp3_world_add_collider(s->world, s->bodies[i], &ball, &WOOD, &s->colliders[i]));
}

static void replace_collider(show* s, int32_t i)
{
    thing3 set = thing3_make(THING_SET, NULL);
    DO(s, imp3_world_remove_collider(s->world, s->colliders[i]));
    DO(s, imp3_world_add_compound(s->world, s->bodies[i], &set.compound, &WOOD, &s->colliders[i]));
    thing3_free(&set);
}

static void act_on_body(show* s, int step, imp_body body)
{
    const imp3_mass mass = {
        .mass = 2.0f, .centroid = {0.1f, 0.0f, 0.0f}, .inertia = {0.3f, 0.4f, 0.5f, 0.0f, 0.0f, 0.0f}};
    const imp3_explosion explosion = {
        .center = {2.0f, 1.0f, 0.2f}, .radius = 1.0f, .falloff = 2.0f, .impulse_per_area = 2.0f};
    const imp3_vec velocity = {-3.0f, 1.0f, 4.0f}, spin = {1.0f, 2.0f, 3.0f};
    switch (step % 10)
    {
    case 0: DO(s, imp3_world_set_enabled(s->world, body, step % 20 != 0)); break;
    case 1: DO(s, imp3_world_set_awake(s->world, body, step % 20 == 1)); break;
    case 2: DO(s, imp3_world_set_gravity_scale(s->world, body, 0.5f)); break;
    case 3: DO(s, imp3_world_apply_force_and_torque(s->world, body, velocity, spin)); break;
    case 4: DO(s, imp3_world_set_velocity(s->world, body, velocity, spin)); break;
    case 5: DO(s, imp3_world_set_locks(s->world, body, (uint32_t)step % 64u)); break;
    case 6: DO(s, imp3_world_set_mass(s->world, body, step % 20 == 6 ? &mass : NULL)); break;
    case 7: DO(s, imp3_world_set_bullet(s->world, body, true)); break;
    case 8: DO(s, imp3_world_set_damping(s->world, body, 0.2f, 0.3f)); break;
    default: DO(s, imp3_world_explode(s->world, &explosion)); break;
    }
}

static void act_changes(show* s, int step)
{
    const imp_material rubber = {.friction = 1.0f, .restitution = 0.8f, .kind = 1};
    const imp3_vec offset = {0.5f, -0.25f, 0.0f};
    int32_t i = 1 + step * 7 % 24;
    imp3_pose pose = {{0.0f, 1.0f, 5.0f}, turned(1.0f, 1.0f, 0.0f, 0.5f)};
    pose.p.x = draw(s, 0.0f, 4.0f);
    act_on_body(s, step, s->bodies[i]);
    i = 1 + (step * 5 + 3) % 24;
    switch (step % 9)
    {
    case 0: DO(s, imp3_world_set_pose(s->world, s->bodies[i], &pose)); break;
    case 1: DO(s, imp3_world_set_material(s->world, s->colliders[i], &rubber)); break;
    case 2: DO(s, imp3_world_set_filter(s->world, s->colliders[i], NULL, (uint32_t)step)); break;
    case 3: replace_body(s, i, step % 2 ? IMP_BODY_KINEMATIC : IMP_BODY_DYNAMIC, &pose); break;
    case 4: replace_collider(s, i); break;
    case 5: DO(s, imp3_world_shift_origin(s->world, offset)); break;
    case 6: DO(s, imp3_world_set_kind(s->world, s->bodies[i], step % 2 ? IMP_BODY_STATIC : IMP_BODY_DYNAMIC)); break;
    case 7: DO(s, imp3_world_set_density(s->world, s->colliders[i], 3.0f)); break;
    default: push_some(s, step); break;
    }
}

static const show_scene SHOWS[SHOW_COUNT] = {
    {"pyramid", make_pyramid, act_pyramid}, {"heap", make_heap, act_heap},
    {"tumbler", make_tumbler, act_tumbler}, {"tops", make_tops, act_tops},
    {"shots", make_shots, act_shots},       {"terrain", make_terrain, NULL},
    {"field", make_field, act_field},       {"watchers", make_watchers, act_watchers},
    {"bounces", make_bounces, NULL},        {"walker", make_walker, act_walker},
    {"compounds", make_compounds, NULL},    {"changes", make_changes, act_changes},
};
