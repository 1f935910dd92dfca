// SPDX-License-Identifier: MIT
//
// How scenes go on: what repeats calls, makes bodies, and hashes. The scenes themselves follow it (shows2.c, shows3.c),
// as SHOWS, and how manifolds of a world are judged, as HOLD before it.
//
// Numbers are exact or come from the library (sines, random draws one to a statement), so that they are the same
// everywhere.

#include "base/hash.h"

#define SHOW_TIME (1.0f / 60.0f)

// A call that is repeated while there is no memory. Everything else must succeed.
#define DO(s, call)                                                                                                    \
    do                                                                                                                 \
    {                                                                                                                  \
        imp_status done_ = (call);                                                                                     \
        for (int tries_ = 0; done_ && tries_ < 100; ++tries_)                                                          \
        {                                                                                                              \
            assert_int_equal(done_, IMP_ERR_MEMORY);                                                                   \
            ++(s)->retries;                                                                                            \
            done_ = (call);                                                                                            \
        }                                                                                                              \
        assert_int_equal(done_, IMP_OK);                                                                               \
    } while (0)

typedef struct show_scene
{
    const char* name;
    void (*make)(show* s);
    void (*act)(show* s, int step);  // before each step; or null
} show_scene;

static const ColliderDef WOOD = {.density = 1.0f, .material = {.friction = 0.6f}};
static const show_scene SHOWS[SHOW_COUNT];

static int32_t add_shown(show* s, BodyDef def, const Shape* shape, ColliderDef collider)
{
    assert_true(s->count < SHOW_BODIES);
    DO(s, FN(world_add_body)(s->world, &def, &s->bodies[s->count]));
    DO(s, FN(world_add_collider)(s->world, s->bodies[s->count], shape, &collider, &s->colliders[s->count]));
    return s->count++;
}

static float draw(show* s, float low, float high)
{
    return test_rng_range(&s->rng, low, high);
}

// To any side, and upwards.
static void push_some(show* s, int step)
{
    imp_body body = s->bodies[1 + step % (s->count - 1)];
    BodyState state;
    Vec impulse;
    DO(s, FN(world_get_body)(s->world, body, &state));
    for (int k = 0; k < AXES; ++k)
    {
        SET_AT(impulse, k, draw(s, k == AXES - 1 ? 0.0f : -2.0f, 2.0f));
    }
    DO(s, FN(world_apply_impulse)(s->world, body, FN(vec_scale)(impulse, state.mass), state.pose.p));
}

const char* show_name(int which)
{
    return SHOWS[which].name;
}

void show_open(show* s, int which, const imp_jobs* jobs, const imp_allocator* allocator)
{
    memset(s, 0, sizeof *s);
    s->which = which;
    s->rng.state = (uint64_t)which + 1;
    WorldDef def = {.impact_speed = 2.0f, .jobs = jobs, .allocator = allocator};
    SET_AT(def.gravity, AXES - 1, -10.0f);
    DO(s, FN(world_make)(&def, &s->world));
    SHOWS[which].make(s);
}

void show_step(show* s, int step)
{
    if (SHOWS[s->which].act)
    {
        SHOWS[s->which].act(s, step);
    }
    // Now and then a step is of another length.
    float time = step % 16 == 15 ? 2.0f * SHOW_TIME : SHOW_TIME;
    if (s->particles)
    {
        DO(s, FN(world_step_particles)(s->world, s->particles, time));
    }
    DO(s, FN(world_step)(s->world, time));
    if (step % 8 == 7)
    {
        HOLD(s->world);
    }
}

static uint64_t hash_floats(uint64_t hash, const void* floats, size_t size)
{
    for (size_t i = 0; i < size / sizeof(float); ++i)
    {
        hash = impi_hash_float(hash, ((const float*)floats)[i]);
    }
    return hash;
}

static uint64_t hash_touches(uint64_t hash, const imp_touch* list, int32_t count)
{
    hash = impi_hash_u64(hash, (uint64_t)count);
    for (int32_t i = 0; i < count; ++i)
    {
        hash = impi_hash_u64(impi_hash_u64(hash, list[i].a.id), list[i].b.id);
    }
    return hash;
}

static uint64_t hash_contacts(uint64_t hash, const World* world)
{
    static WorldContact contacts[SHOW_LIST];
    int32_t count;
    assert_int_equal(FN(world_contacts)(world, contacts, SHOW_LIST, &count), IMP_OK);
    for (int32_t i = 0; i < count; ++i)
    {
        const WorldContact* c = &contacts[i];
        hash = impi_hash_u64(impi_hash_u64(hash, c->a.id), c->b.id);
        for (int k = 0; k < c->manifold.count; ++k)
        {
            hash = impi_hash_float(hash, c->normal_impulse[k]);
            hash = hash_floats(hash, &c->tangent_impulse[k], sizeof c->tangent_impulse[k]);
        }
    }
    return hash;
}

uint64_t show_hash(const show* s)
{
    static Impact impacts[SHOW_LIST];
    static Move moves[SHOW_LIST];
    imp_touch_events touches;
    int32_t count;
    uint64_t hash, of_particles;
    assert_int_equal(FN(world_hash)(s->world, &hash), IMP_OK);
    assert_int_equal(FN(world_touch_events)(s->world, &touches), IMP_OK);
    hash = hash_touches(hash, touches.begun, touches.begun_count);
    hash = hash_touches(hash, touches.ended, touches.ended_count);
    hash = hash_touches(hash, touches.entered, touches.entered_count);
    hash = hash_touches(hash, touches.left, touches.left_count);
    hash = hash_contacts(hash, s->world);
    assert_int_equal(FN(world_impact_events)(s->world, impacts, SHOW_LIST, &count), IMP_OK);
    for (int32_t i = 0; i < count; ++i)
    {
        hash = impi_hash_float(impi_hash_float(hash, impacts[i].speed), impacts[i].impulse);
    }
    assert_int_equal(FN(world_move_events)(s->world, moves, SHOW_LIST, &count), IMP_OK);
    for (int32_t i = 0; i < count; ++i)
    {
        hash = impi_hash_u64(impi_hash_u64(hash, moves[i].body.id), moves[i].flags);
    }
    if (s->particles)
    {
        assert_int_equal(FN(particles_hash)(s->particles, &of_particles), IMP_OK);
        hash = impi_hash_u64(hash, of_particles);
    }
    hash = s->walks ? hash_floats(hash, &s->character.position, sizeof s->character.position) : hash;
    return s->walks ? hash_floats(hash, &s->character.velocity, sizeof s->character.velocity) : hash;
}

void show_set_level(show* s, int level)
{
    FNI(world_set_level)(s->world, level);
}

void show_close(show* s)
{
    FN(particles_free)(s->particles);
    FN(world_free)(s->world);
    s->world = NULL;
}
