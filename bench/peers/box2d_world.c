// SPDX-License-Identifier: MIT
//
// Box2D behind the interface of world2, with everything as its definitions come: continuous collision, recycled
// contacts, and with two workers its own threads.

#include "../world2.h"

#include <box2d/box2d.h>

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FASTEST 1e5f  // [m/s]; its own limit is 400

typedef struct theirs
{
    b2WorldId world;
    b2BodyId* bodies;
    int64_t bytes_before;
    float time;  // of a step
    int sub_steps;
} theirs;

static b2Vec2 to_vec(imp2_vec v)
{
    return (b2Vec2){v.x, v.y};
}

static imp2_vec from_vec(b2Vec2 v)
{
    return (imp2_vec){v.x, v.y};
}

static b2BodyId add_body(theirs* w, const world2_body* from)
{
    b2BodyDef def = b2DefaultBodyDef();
    def.type = from->kind == IMP_BODY_DYNAMIC     ? b2_dynamicBody
               : from->kind == IMP_BODY_KINEMATIC ? b2_kinematicBody
                                                  : b2_staticBody;
    def.position = to_vec(from->pose.p);
    def.rotation = (b2Rot){from->pose.q.c, from->pose.q.s};
    def.linearVelocity = to_vec(from->velocity);
    def.angularVelocity = from->spin;
    def.enableSleep = !from->sleepless;
    def.isAwake = !from->asleep;
    def.isBullet = from->bullet;
    return b2CreateBody(w->world, &def);
}

/// What its users make with a call of its own: a hull from points welds corners nearer than 5 mm, and cards are thin.
static bool is_box(const world2_shape* s)
{
    const imp2_vec* v = s->corners;
    return s->count == 4 && v[0].y == v[1].y && v[1].x == v[2].x && v[2].y == v[3].y && v[3].x == v[0].x;
}

static b2Polygon box_of(const world2_shape* s)
{
    const imp2_vec *low = &s->corners[0], *high = &s->corners[2];
    b2Vec2 center = {0.5f * (low->x + high->x), 0.5f * (low->y + high->y)};
    return b2MakeOffsetRoundedBox(0.5f * (high->x - low->x), 0.5f * (high->y - low->y), center, b2Rot_identity,
                                  s->radius);
}

static b2Polygon polygon_of(const world2_shape* s)
{
    b2Vec2 corners[WORLD2_CORNERS];
    for (int i = 0; i < s->count; ++i)
    {
        corners[i] = to_vec(s->corners[i]);
    }
    b2Hull hull = b2ComputeHull(corners, s->count);
    if (hull.count != s->count)
    {
        // It welds corners nearer than 5 mm; what is thinner may have its own.
        memcpy(hull.points, corners, (size_t)s->count * sizeof *corners);
        hull.count = s->count;
    }
    return b2MakePolygon(&hull, s->radius);
}

static void add_shape(theirs* w, const world2_shape* from)
{
    b2ShapeDef def = b2DefaultShapeDef();
    def.density = from->density;
    def.material.friction = from->friction;
    def.material.restitution = from->restitution;
    def.filter.groupIndex = -from->group;
    b2BodyId body = w->bodies[from->body];
    b2Vec2 first = to_vec(from->corners[0]), second = to_vec(from->corners[1]);
    if (from->count == 1)
    {
        b2Circle circle = {first, from->radius};
        b2CreateCircleShape(body, &def, &circle);
    }
    else if (from->count == 2 && from->radius > 0.0f)
    {
        b2Capsule capsule = {first, second, from->radius};
        b2CreateCapsuleShape(body, &def, &capsule);
    }
    else if (from->count == 2)
    {
        b2Segment segment = {first, second};
        b2CreateSegmentShape(body, &def, &segment);
    }
    else
    {
        b2Polygon polygon = is_box(from) ? box_of(from) : polygon_of(from);
        b2CreatePolygonShape(body, &def, &polygon);
    }
}

/// Its open chains do not feel their first and last segment, so those are added.
static void add_chain(b2BodyId body, const world2_outline* from)
{
    b2SurfaceMaterial material = b2DefaultSurfaceMaterial();
    material.friction = from->friction;
    material.restitution = from->restitution;
    int n = from->count, more = from->closed ? 0 : 1;
    b2Vec2* points = bench_alloc((uint64_t)n + 2, sizeof *points);
    for (int i = 0; i < n; ++i)
    {
        points[i + more] = to_vec(from->points[i]);
    }
    if (!from->closed)
    {
        points[0] = b2Sub(b2MulSV(2.0f, points[1]), points[2]);
        points[n + 1] = b2Sub(b2MulSV(2.0f, points[n]), points[n - 1]);
    }
    b2ChainDef def = b2DefaultChainDef();
    def.points = points;
    def.count = n + 2 * more;
    def.isLoop = from->closed;
    def.materials = &material;
    def.materialCount = 1;
    b2CreateChain(body, &def);
    free(points);
}

/// Of a region it has the convex parts, of a chain with two sides the segments, as its users would make them.
static void add_parts(b2BodyId body, const world2_outline* from)
{
    imp2_compound compound;
    if (world2_compound(from, &compound))
    {
        fprintf(stderr, "impinge-bench: outline\n");
        exit(1);
    }
    b2ShapeDef def = b2DefaultShapeDef();
    def.density = from->density;
    def.material.friction = from->friction;
    def.material.restitution = from->restitution;
    for (int i = 0; i < compound.part_count; ++i)
    {
        const imp2_shape* part = &compound.parts[i];
        b2Vec2 corners[IMP2_SMALL_COUNT];
        for (int k = 0; k < IMP2_SMALL_COUNT; ++k)
        {
            corners[k] = (b2Vec2){part->x[k], part->y[k]};
        }
        if (from->region)
        {
            b2Hull hull = b2ComputeHull(corners, part->count);
            b2Polygon polygon = b2MakePolygon(&hull, 0.0f);
            b2CreatePolygonShape(body, &def, &polygon);
        }
        else
        {
            b2Segment segment = {corners[0], corners[1]};
            b2CreateSegmentShape(body, &def, &segment);
        }
    }
    imp2_compound_free(&compound);
}

static void add_joint(theirs* w, const world2_joint* from)
{
    b2RevoluteJointDef def = b2DefaultRevoluteJointDef();
    def.base.bodyIdA = w->bodies[from->a];
    def.base.bodyIdB = w->bodies[from->b];
    def.base.localFrameA.p = b2Body_GetLocalPoint(def.base.bodyIdA, to_vec(from->at));
    def.base.localFrameB.p = b2Body_GetLocalPoint(def.base.bodyIdB, to_vec(from->at));
    def.enableLimit = from->lower < from->upper;
    def.lowerAngle = from->lower;
    def.upperAngle = from->upper;
    def.enableMotor = from->speed > 0.0f;
    def.motorSpeed = from->speed;
    def.maxMotorTorque = from->torque > 0.0f ? from->torque : FLT_MAX;
    def.enableSpring = from->hertz > 0.0f;
    def.hertz = from->hertz;
    def.dampingRatio = from->damping_ratio;
    b2CreateRevoluteJoint(w->world, &def);
}

static void* make(const world2_scene* scene, int threads, bool counted)
{
    (void)counted;
    theirs* w = bench_alloc(1, sizeof *w);
    w->bytes_before = b2GetByteCount();
    w->bodies = bench_alloc((uint64_t)scene->body_count, sizeof *w->bodies);
    // Definitions made from here on scale with it; it is the same for all worlds that there are.
    b2SetLengthUnitsPerMeter(scene->length_unit > 0.0f ? scene->length_unit : 1.0f);
    w->time = 1.0f / world2_hertz(scene);
    w->sub_steps = world2_sub_steps(scene);
    b2WorldDef def = b2DefaultWorldDef();
    def.gravity = to_vec(scene->gravity);
    def.enableSleep = !scene->sleepless;
    def.workerCount = threads;
    def.maximumLinearSpeed = FASTEST;
    w->world = b2CreateWorld(&def);
    // A body and its shapes together: that is what its users do, and faster.
    int32_t shape = 0, outline = 0;
    for (int32_t i = 0; i < scene->body_count; ++i)
    {
        w->bodies[i] = add_body(w, &scene->bodies[i]);
        for (; shape < scene->shape_count && scene->shapes[shape].body == i; ++shape)
        {
            add_shape(w, &scene->shapes[shape]);
        }
        for (; outline < scene->outline_count && scene->outlines[outline].body == i; ++outline)
        {
            const world2_outline* o = &scene->outlines[outline];
            (o->region || !o->one_sided ? add_parts : add_chain)(w->bodies[i], o);
        }
    }
    for (int32_t i = 0; i < scene->joint_count; ++i)
    {
        add_joint(w, &scene->joints[i]);
    }
    return w;
}

static void end(void* world)
{
    theirs* w = world;
    b2DestroyWorld(w->world);
    free(w->bodies);
    free(w);
}

static void step(void* world)
{
    theirs* w = world;
    b2World_Step(w->world, w->time, w->sub_steps);
}

static void set_velocity(void* world, int32_t body, imp2_vec velocity, float spin)
{
    theirs* w = world;
    b2Body_SetLinearVelocity(w->bodies[body], to_vec(velocity));
    b2Body_SetAngularVelocity(w->bodies[body], spin);
}

static world2_state state(void* world, int32_t body)
{
    b2BodyId id = ((theirs*)world)->bodies[body];
    b2Rot q = b2Body_GetRotation(id);
    return (world2_state){{from_vec(b2Body_GetPosition(id)), {q.c, q.s}},
                          from_vec(b2Body_GetWorldCenter(id)),
                          from_vec(b2Body_GetLinearVelocity(id)),
                          b2Body_GetAngularVelocity(id),
                          b2Body_GetMass(id),
                          b2Body_GetRotationalInertia(id),
                          b2Body_IsAwake(id)};
}

static int64_t bytes(void* world)
{
    return b2GetByteCount() - ((theirs*)world)->bytes_before;
}

const world2_engine WORLD2_BOX2D = {"box2d", IMP_PEER_BOX2D, make, end, step, set_velocity, state, bytes, false};
