// SPDX-License-Identifier: MIT
//
// Box2D behind the interface of particles.h: a body with a circle for each grain, boxes for the floor and the walls;
// everything as its definitions come, but for sleep, which is off.

#include "../particles.h"

#include <box2d/box2d.h>

#include <math.h>
#include <stdlib.h>

#define THICK 10.0f  // of floor and walls, half of it [m]
#define LONG 100.0f

typedef struct bed
{
    const particles_work* work;
    b2WorldId world;
    b2BodyId* bodies;
} bed;

static void add_wall(b2WorldId world, const b2ShapeDef* def, float x, float y, float half_x, float half_y)
{
    b2BodyDef body = b2DefaultBodyDef();
    body.position = (b2Vec2){x, y};
    b2Polygon box = b2MakeBox(half_x, half_y);
    b2CreatePolygonShape(b2CreateBody(world, &body), def, &box);
}

static void add_grain(bed* b, const b2ShapeDef* def, int32_t i)
{
    const float *p = b->work->positions + 2 * i, *v = b->work->velocities + 2 * i;
    b2BodyDef body = b2DefaultBodyDef();
    body.type = b2_dynamicBody;
    body.position = (b2Vec2){p[0], p[1]};
    body.linearVelocity = (b2Vec2){v[0], v[1]};
    b2Circle circle = {{0.0f, 0.0f}, b->work->radius};
    b->bodies[i] = b2CreateBody(b->world, &body);
    b2CreateCircleShape(b->bodies[i], def, &circle);
}

static void* make(const particles_work* work)
{
    bed* b = bench_alloc(1, sizeof *b);
    b->work = work;
    b->bodies = bench_alloc((uint64_t)work->count, sizeof *b->bodies);
    // It is the same for all worlds that there are, until this one is gone.
    b2SetLengthUnitsPerMeter(2.0f * work->radius);
    b2WorldDef world = b2DefaultWorldDef();
    world.gravity = (b2Vec2){0.0f, (float)-PARTICLES_GRAVITY};
    world.enableSleep = false;
    b->world = b2CreateWorld(&world);
    b2ShapeDef def = b2DefaultShapeDef();
    def.material.friction = work->friction;
    def.material.restitution = work->restitution;
    float out = work->half_width + THICK;
    add_wall(b->world, &def, 0.0f, -THICK, LONG, THICK);
    add_wall(b->world, &def, -out, LONG, THICK, LONG);
    add_wall(b->world, &def, out, LONG, THICK, LONG);
    for (int32_t i = 0; i < work->count; ++i)
    {
        add_grain(b, &def, i);
    }
    return b;
}

static void end(void* side)
{
    bed* b = side;
    b2DestroyWorld(b->world);
    b2SetLengthUnitsPerMeter(1.0f);
    free(b->bodies);
    free(b);
}

static void push(void* side, double acceleration)
{
    b2World_SetGravity(((bed*)side)->world, (b2Vec2){(float)acceleration, (float)-PARTICLES_GRAVITY});
}

static void step(void* side)
{
    bed* b = side;
    b2World_Step(b->world, (float)PARTICLES_STEP, b->work->sub_steps);
}

static void state(void* side, float* positions, float* velocities, float* spins)
{
    bed* b = side;
    for (int32_t i = 0; i < b->work->count; ++i)
    {
        b2Vec2 p = b2Body_GetPosition(b->bodies[i]), v = b2Body_GetLinearVelocity(b->bodies[i]);
        positions[2 * i] = p.x;
        positions[2 * i + 1] = p.y;
        velocities[2 * i] = v.x;
        velocities[2 * i + 1] = v.y;
        spins[i] = fabsf(b2Body_GetAngularVelocity(b->bodies[i]));
    }
}

const particles_side PARTICLES_BOX2D = {"box2d", IMP_PEER_BOX2D, 2, make, end, NULL, push, step, NULL, state};
