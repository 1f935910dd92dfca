// SPDX-License-Identifier: MIT
//
// Golden rows of motion.

#include "golden.h"

static imp_surface a_surface(trial* t, float* still)
{
    uint64_t bits = test_rng_next(&t->rng);
    imp_surface s = {.friction = (float)(bits >> 8 & 15) * 0.125f, .restitution = (float)(bits & 7) / 7.0f};
    *still = (float)(bits >> 16 & 15) * 0.125f;
    return s;
}

static imp2_dynamics some_dynamics(trial* t)
{
    imp2_dynamics d;
    d.center = a_vec(t);
    d.velocity = a_vec(t);
    d.angular_velocity = an_angle(t);
    d.inverse_mass = a_size(t);
    d.inverse_inertia = a_size(t);
    return d;
}

static void run_imp2_respond(trial* t)
{
    couple c = a_couple(t);
    float still;
    imp_surface surface = a_surface(t, &still);
    imp2_dynamics a = some_dynamics(t);
    imp2_dynamics b = some_dynamics(t);
    imp2_manifold manifold;
    imp2_impulse impulse;
    if (add_status(t, imp2_collide(c.a, &c.pose_a, c.b, &c.pose_b, 0.0f, &manifold)) &&
        add_status(t, imp2_respond(&manifold, &surface, &a, &b, still, &impulse)))
    {
        add_vec(t, a.velocity);
        add_vec(t, b.velocity);
        add_vec(t, (imp2_vec){a.angular_velocity, b.angular_velocity});
        for (int i = 0; i < 2; ++i)
        {
            add_vec(t, (imp2_vec){impulse.normal[i], impulse.tangent[i]});
        }
    }
}

static void run_imp2_respond_arcade(trial* t)
{
    imp2_vec velocity = a_vec(t);
    imp2_rot q = a_rot(t);
    float still;
    imp_surface surface = a_surface(t, &still);
    imp2_vec out;
    ADD(t, imp2_respond_arcade(velocity, (imp2_vec){q.c, q.s}, &surface, a_vec(t), still, &out), out);
}

static void run_imp2_sweep_many(trial* t)
{
    enum
    {
        THINGS = 6
    };
    imp2_compound compounds[THINGS];
    imp2_swept things[THINGS];
    imp2_sweeps* sweeps = NULL;
    imp2_sweep_result result;
    for (int i = 0; i < THINGS; ++i)
    {
        uint64_t bits = test_rng_next(&t->rng);
        const imp2_swept fresh = {.compound = &compounds[i], .response = (int32_t)(bits & 0xff) % IMP_RESPONSE_COUNT};
        things[i] = fresh;
        if (bits & 0x100)
        {
            compounds[i] = *a_compound(t);
        }
        else
        {
            (void)imp2_compound_of_shape(a_shape(t), &compounds[i]);
        }
        things[i].pose = a_pose(t);
        things[i].motion = a_vec(t);
        things[i].turn = bits & 0xc00 ? 0.0f : an_angle(t);
        things[i].restitution = (float)(bits >> 12 & 3) / 3.0f;
        things[i].inverse_mass = (float)(bits >> 14 & 3);
        things[i].inverse_inertia = bits & 0x30000 ? 0.0f : 1.0f;
    }
    if (add_status(t, imp2_sweeps_make(NULL, &sweeps)) &&
        add_status(t, imp2_sweep_many(sweeps, things, THINGS, 8, &result)))
    {
        add_word(t, (uint32_t)result.event_count);
        add_words(t, result.events, (size_t)result.event_count * sizeof *result.events);
        add_words(t, result.ends, (size_t)result.end_count * sizeof *result.ends);
    }
    imp2_sweeps_free(sweeps);
}

enum
{
    OBSTACLES = 5
};

/// Some things that move, shapes and chains, above a floor.
static void draw_obstacles(trial* t, imp2_shape* floor, imp2_compound* compounds, imp2_obstacle* obstacles)
{
    const imp2_box box = {{-64.0f * t->scale, -16.0f * t->scale}, {64.0f * t->scale, -3.0f * t->scale}};
    (void)imp2_box_make(box, floor);
    for (int i = 0; i < OBSTACLES; ++i)
    {
        uint64_t bits = test_rng_next(&t->rng);
        const imp2_obstacle fresh = {.compound = &compounds[i], .pose = {{0.0f, 0.0f}, {1.0f, 0.0f}}};
        imp2_obstacle* o = &obstacles[i];
        *o = fresh;
        o->id = (uint64_t)i + 1;
        if (i == 0)
        {
            (void)imp2_compound_of_shape(floor, &compounds[i]);
            continue;
        }
        (void)imp2_compound_of_shape(a_shape(t), &compounds[i]);
        if ((bits & 3) == 0)
        {
            imp2_vec points[4];
            for (int k = 0; k < 4; ++k)
            {
                points[k] = a_vec(t);
            }
            const imp2_polyline line = {points, 4, false, (bits & 4) != 0};
            (void)imp2_chain_make(&line, NULL, &compounds[i], NULL);
        }
        o->pose = a_pose(t);
        o->velocity = a_vec(t);
        o->angular_velocity = bits & 0x10 ? an_angle(t) : 0.0f;
        o->inverse_mass = (float)(bits >> 5 & 3);
        o->one_way.y = bits & 0x180 ? 0.0f : 1.0f;
        o->tolerance = bits & 0x200 ? a_size(t) : 0.0f;
        o->tangent_speed = bits & 0x400 ? a_number(t) : 0.0f;
    }
}

static imp2_character_input an_input(trial* t)
{
    uint64_t bits = test_rng_next(&t->rng);
    imp2_character_input input = {.crouch = bits & 1, .drop = (bits & 6) == 6, .climb = (bits & 24) == 24};
    input.velocity = a_vec(t);
    input.jump = bits & 0x60 ? 0.0f : a_size(t);
    input.buoyancy = bits & 0x180 ? 0.0f : a_number(t);
    input.drag = (float)(bits >> 9 & 3);
    return input;
}

static void add_character(trial* t, const imp2_character* c, const imp2_character_report* report)
{
    const imp2_vec vectors[] = {c->position,        c->fraction,     c->velocity,     c->ground_normal,
                                c->ground_velocity, c->ground_point, c->ground_offset};
    add_words(t, vectors, sizeof vectors);
    add_word(t, (uint32_t)c->ground);
    add_float(t, c->air_time);
    add_float(t, c->inside);
    add_word(t, c->flags);
    add_word(t, (uint32_t)c->grounded | (uint32_t)c->crouched << 1 | (uint32_t)c->sliding << 2);
    for (int i = 0; i < 4; ++i)
    {
        add_word(t, (uint32_t)c->dropped[i]);
    }
    for (int32_t i = 0; i < report->count && i < report->capacity; ++i)
    {
        const imp2_character_contact* k = &report->contacts[i];
        add_word(t, (uint32_t)k->id);
        add_vec(t, k->point);
        add_vec(t, k->normal);
        add_vec(t, k->impulse);
        add_float(t, k->speed);
    }
}

/// A few calls, of a character that is not always wanted to do the same.
static void move_through(trial* t, const imp2_obstacle* obstacles)
{
    imp2_character_contact contacts[OBSTACLES];
    uint64_t bits = test_rng_next(&t->rng);
    const imp2_vec feet = {0.0f, 0.25f * t->scale}, head = {0.0f, (1.0f + (float)(bits >> 8 & 3)) * 0.5f * t->scale};
    imp2_shape hero, small;
    (void)imp2_capsule_make(feet, head, feet.y, &hero);
    (void)imp2_circle_make(feet, feet.y, &small);
    imp2_character_def def = {.shape = &hero, .gravity = 8.0f * t->scale};
    def.crouched = bits & 1 ? &small : NULL;
    def.max_slope = (float)(bits >> 1 & 3) * 0.25f;
    def.acceleration = bits & 8 ? 0.0f : a_size(t);
    def.air_acceleration = bits & 16 ? 0.0f : a_size(t);
    def.mass = a_size(t);
    def.push_force = a_size(t);
    imp2_character character = {.grounded = false};
    character.position = a_vec(t);
    character.velocity = a_vec(t);
    const imp2_surroundings around = {obstacles, OBSTACLES, NULL, NULL};
    imp2_character_report report = {contacts, OBSTACLES, 0};
    for (int i = 0; i < 4; ++i)
    {
        imp2_character_input input = an_input(t);
        if (!add_status(
                t, imp2_character_move(&character, &def, &input, &around, bits & 32 ? 0.125f : 1.0f / 60.0f, &report)))
        {
            return;
        }
        add_character(t, &character, &report);
    }
}

static void run_imp2_character_move(trial* t)
{
    imp2_shape floor;
    imp2_compound compounds[OBSTACLES];
    imp2_obstacle obstacles[OBSTACLES];
    draw_obstacles(t, &floor, compounds, obstacles);
    move_through(t, obstacles);
    for (int i = 0; i < OBSTACLES; ++i)
    {
        imp2_compound_free(&compounds[i]);
    }
}

static const golden_row rows[] = {
    GOLDEN_ROW(imp2_respond),
    GOLDEN_ROW(imp2_respond_arcade),
    GOLDEN_ROW_EVERY(imp2_sweep_many, 200, NULL),
    GOLDEN_ROW_EVERY(imp2_character_move, 200, NULL),
};

GOLDEN_ROWS(golden_motion2, rows);
