// SPDX-License-Identifier: MIT
//
// Box3D behind the interface of world3, with everything as its definitions come: continuous collision, recycled
// contacts, and with two workers its own threads.

#include "../world3.h"

#include <box3d/box3d.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FASTEST 1e5f  // [m/s]; its own limit is 400

typedef struct theirs
{
    b3WorldId world;
    const world3_scene* scene;
    b3BodyId* bodies;
    int32_t made, shapes, joints;  // of the scene, so far
    int32_t steps;
    b3HullData** hulls;  // one for each list of points, or null
    b3MeshData** meshes;
    int list_count;
    int64_t bytes_before;
    float time;  // of a step
    int sub_steps;
} theirs;

static b3Vec3 to_vec(imp3_vec v)
{
    return (b3Vec3){v.x, v.y, v.z};
}

static imp3_vec from_vec(b3Vec3 v)
{
    return (imp3_vec){v.x, v.y, v.z};
}

static b3Quat to_quat(imp3_rot q)
{
    imp3_quat quat = {0.0f, 0.0f, 0.0f, 1.0f};
    imp3_rot_to_quat(q, &quat);  // refuses a rotation of zeros, which is none
    return (b3Quat){{quat.x, quat.y, quat.z}, quat.w};
}

static b3BodyId add_body(theirs* w, const world3_body* from)
{
    b3BodyDef def = b3DefaultBodyDef();
    def.type = from->kind == IMP_BODY_DYNAMIC     ? b3_dynamicBody
               : from->kind == IMP_BODY_KINEMATIC ? b3_kinematicBody
                                                  : b3_staticBody;
    def.position = to_vec(from->pose.p);
    def.rotation = to_quat(from->pose.q);
    def.linearVelocity = to_vec(from->velocity);
    def.angularVelocity = to_vec(from->spin);
    def.enableSleep = !from->sleepless;
    def.isAwake = !from->asleep;
    def.isBullet = from->bullet;
    return b3CreateBody(w->world, &def);
}

static b3HullData* hull_of(theirs* w, const world3_scene* scene, int32_t list)
{
    const world3_points* p = &scene->lists[list];
    if (!w->hulls[list])
    {
        w->hulls[list] = b3CreateHull((const b3Vec3*)(const void*)p->points, p->count, p->count);
    }
    return w->hulls[list];
}

static b3MeshData* mesh_of(theirs* w, const world3_scene* scene, int32_t list)
{
    const world3_points* p = &scene->lists[list];
    if (!w->meshes[list])
    {
        b3MeshDef def;
        memset(&def, 0, sizeof def);
        def.vertices = (b3Vec3*)(void*)p->points;
        def.vertexCount = p->count;
        def.indices = p->corners;
        def.triangleCount = p->triangles;
        def.identifyEdges = true;
        def.useMedianSplit = true;
        w->meshes[list] = b3CreateMesh(&def, NULL, 0);
    }
    return w->meshes[list];
}

static void add_shape(theirs* w, const world3_scene* scene, const world3_shape* from)
{
    b3ShapeDef def = b3DefaultShapeDef();
    def.density = from->density;
    def.baseMaterial.friction = from->friction;
    def.baseMaterial.restitution = from->restitution;
    def.filter.groupIndex = -from->group;
    b3BodyId body = w->bodies[from->body];
    if (from->kind == WORLD3_BALL)
    {
        b3Sphere sphere = {to_vec(from->center), from->half.x};
        b3CreateSphereShape(body, &def, &sphere);
    }
    else if (from->kind == WORLD3_BOX)
    {
        b3BoxHull box = b3MakeOffsetBoxHull(from->half.x, from->half.y, from->half.z, to_vec(from->center));
        b3CreateHullShape(body, &def, &box.base);
    }
    else if (from->kind == WORLD3_CAPSULE)
    {
        b3Capsule capsule = {to_vec(from->center), to_vec(from->half), from->radius};
        b3CreateCapsuleShape(body, &def, &capsule);
    }
    else if (from->kind == WORLD3_HULL)
    {
        b3CreateHullShape(body, &def, hull_of(w, scene, from->points));
    }
    else
    {
        b3CreateMeshShape(body, &def, mesh_of(w, scene, from->points), b3Vec3_one);
    }
}

static void set_ends(theirs* w, const world3_joint* from, b3JointDef* base)
{
    base->bodyIdA = w->bodies[from->a];
    base->bodyIdB = w->bodies[from->b];
    base->localFrameA.p = b3Body_GetLocalPoint(base->bodyIdA, to_vec(from->at));
    base->localFrameB.p = b3Body_GetLocalPoint(base->bodyIdB, to_vec(from->at));
    if (imp3_vec_dot(from->axis, from->axis) > 0.0f)
    {
        // Its axis is z.
        const imp3_rot q = world3_frame_of(from).q, turned = {q.y, q.z, q.x};
        base->localFrameA.q = b3InvMulQuat(b3Body_GetRotation(base->bodyIdA), to_quat(turned));
        base->localFrameB.q = b3InvMulQuat(b3Body_GetRotation(base->bodyIdB), to_quat(turned));
    }
}

static void add_joint(theirs* w, const world3_joint* from)
{
    if (imp3_vec_dot(from->axis, from->axis) > 0.0f && !(from->cone > 0.0f))
    {
        b3RevoluteJointDef def = b3DefaultRevoluteJointDef();
        set_ends(w, from, &def.base);
        def.enableLimit = from->lower < from->upper;
        def.lowerAngle = from->lower;
        def.upperAngle = from->upper;
        def.enableSpring = from->hertz > 0.0f;
        def.hertz = from->hertz;
        def.dampingRatio = from->damping_ratio;
        b3CreateRevoluteJoint(w->world, &def);
        return;
    }
    b3SphericalJointDef def = b3DefaultSphericalJointDef();
    set_ends(w, from, &def.base);
    def.enableConeLimit = from->cone > 0.0f;
    def.coneAngle = from->cone;
    def.enableTwistLimit = from->cone > 0.0f;
    def.lowerTwistAngle = from->lower;
    def.upperTwistAngle = from->upper;
    def.enableSpring = from->hertz > 0.0f;
    def.hertz = from->hertz;
    def.dampingRatio = from->damping_ratio;
    b3CreateSphericalJoint(w->world, &def);
}

// A body and its shapes together: that is what its users do, and faster.
static void add_born(theirs* w)
{
    const world3_scene* scene = w->scene;
    for (; w->made < scene->body_count && scene->bodies[w->made].born <= w->steps; ++w->made)
    {
        w->bodies[w->made] = add_body(w, &scene->bodies[w->made]);
        for (; w->shapes < scene->shape_count && scene->shapes[w->shapes].body == w->made; ++w->shapes)
        {
            add_shape(w, scene, &scene->shapes[w->shapes]);
        }
    }
    for (; w->joints < scene->joint_count && scene->joints[w->joints].a < w->made &&
           scene->joints[w->joints].b < w->made;
         ++w->joints)
    {
        add_joint(w, &scene->joints[w->joints]);
    }
}

static void* make(const world3_scene* scene, int threads, bool counted)
{
    (void)counted;
    theirs* w = bench_alloc(1, sizeof *w);
    w->bytes_before = b3GetByteCount();
    w->bodies = bench_alloc((uint64_t)scene->body_count, sizeof *w->bodies);
    w->list_count = scene->list_count;
    w->hulls = bench_alloc((uint64_t)scene->list_count + 1, sizeof *w->hulls);
    w->meshes = bench_alloc((uint64_t)scene->list_count + 1, sizeof *w->meshes);
    // Definitions made from here on scale with it; it is the same for all worlds that there are.
    b3SetLengthUnitsPerMeter(scene->length_unit > 0.0f ? scene->length_unit : 1.0f);
    w->time = 1.0f / world3_hertz(scene);
    w->sub_steps = world3_sub_steps(scene);
    b3WorldDef def = b3DefaultWorldDef();
    def.gravity = to_vec(scene->gravity);
    def.enableSleep = !scene->sleepless;
    def.workerCount = threads;
    def.maximumLinearSpeed = FASTEST;
    w->world = b3CreateWorld(&def);
    w->scene = scene;
    add_born(w);
    return w;
}

static void end(void* world)
{
    theirs* w = world;
    b3DestroyWorld(w->world);
    for (int i = 0; i < w->list_count; ++i)
    {
        if (w->hulls[i])
        {
            b3DestroyHull(w->hulls[i]);
        }
        if (w->meshes[i])
        {
            b3DestroyMesh(w->meshes[i]);
        }
    }
    free(w->hulls);
    free(w->meshes);
    free(w->bodies);
    free(w);
}

static void step(void* world)
{
    theirs* w = world;
    add_born(w);
    b3World_Step(w->world, w->time, w->sub_steps);
    w->steps += 1;
}

static void set_velocity(void* world, int32_t body, imp3_vec velocity, imp3_vec spin)
{
    theirs* w = world;
    b3Body_SetLinearVelocity(w->bodies[body], to_vec(velocity));
    b3Body_SetAngularVelocity(w->bodies[body], to_vec(spin));
}

static world3_state state(void* world, int32_t body)
{
    const theirs* w = world;
    if (body >= w->made)
    {
        return world3_unborn(w->scene, body);
    }
    b3BodyId id = w->bodies[body];
    b3Quat q = b3Body_GetRotation(id);
    b3Matrix3 j = b3Body_GetLocalRotationalInertia(id);
    imp3_pose pose = {from_vec(b3Body_GetPosition(id)), {{0.0f, 0.0f, 0.0f}}};
    imp3_quat quat = {q.v.x, q.v.y, q.v.z, q.s};
    imp3_rot_of_quat(quat, &pose.q);
    return (world3_state){pose,
                          from_vec(b3Body_GetWorldCenter(id)),
                          from_vec(b3Body_GetLinearVelocity(id)),
                          from_vec(b3Body_GetAngularVelocity(id)),
                          b3Body_GetMass(id),
                          {j.cx.x, j.cy.y, j.cz.z, j.cy.x, j.cz.y, j.cz.x},
                          b3Body_IsAwake(id)};
}

static int64_t bytes(void* world)
{
    return b3GetByteCount() - ((theirs*)world)->bytes_before;
}

const world3_engine WORLD3_BOX3D = {"box3d", IMP_PEER_BOX3D, make, end, step, set_velocity, state, bytes, false};
