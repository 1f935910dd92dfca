// SPDX-License-Identifier: MIT
//
// Jolt behind the interface of world3, as its settings come: one collision step of ten velocity and two position
// iterations, contacts of pairs that hardly move kept, bullets swept. The gyroscopic force, which is off by default, is on;
// damping, which we and Box3D have none of, is off.

#include <Jolt/Jolt.h>

#include <Jolt/Core/Factory.h>
#include <Jolt/Core/JobSystemSingleThreaded.h>
#include <Jolt/Core/JobSystemThreadPool.h>
#include <Jolt/Core/TempAllocator.h>
#include <Jolt/Physics/Body/BodyCreationSettings.h>
#include <Jolt/Physics/Collision/Shape/BoxShape.h>
#include <Jolt/Physics/Collision/Shape/ConvexHullShape.h>
#include <Jolt/Physics/Collision/Shape/MeshShape.h>
#include <Jolt/Physics/Collision/Shape/RotatedTranslatedShape.h>
#include <Jolt/Physics/Collision/Shape/SphereShape.h>
#include <Jolt/Physics/Collision/Shape/StaticCompoundShape.h>
#include <Jolt/Physics/PhysicsSystem.h>
#include <Jolt/RegisterTypes.h>

extern "C"
{
#include "../world3.h"
}

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

namespace
{

enum : JPH::ObjectLayer
{
    FIXED,
    MOVING,
    LAYERS
};

struct layers final : JPH::BroadPhaseLayerInterface
{
    unsigned GetNumBroadPhaseLayers() const override
    {
        return LAYERS;
    }
    JPH::BroadPhaseLayer GetBroadPhaseLayer(JPH::ObjectLayer layer) const override
    {
        return JPH::BroadPhaseLayer(JPH::uint8(layer));
    }
};

struct against_tree final : JPH::ObjectVsBroadPhaseLayerFilter
{
    bool ShouldCollide(JPH::ObjectLayer a, JPH::BroadPhaseLayer b) const override
    {
        return a == MOVING || b == JPH::BroadPhaseLayer(MOVING);
    }
};

struct against_body final : JPH::ObjectLayerPairFilter
{
    bool ShouldCollide(JPH::ObjectLayer a, JPH::ObjectLayer b) const override
    {
        return a == MOVING || b == MOVING;
    }
};

[[noreturn]] void fail(const char* why)
{
    fprintf(stderr, "jolt: %s\n", why);
    exit(1);
}

JPH::Vec3 to_vec(imp3_vec v)
{
    return JPH::Vec3(v.x, v.y, v.z);
}

imp3_vec from_vec(JPH::Vec3 v)
{
    return {v.GetX(), v.GetY(), v.GetZ()};
}

JPH::Quat to_quat(imp3_rot q)
{
    imp3_quat quat = {0.0f, 0.0f, 0.0f, 1.0f};
    imp3_rot_to_quat(q, &quat);
    return JPH::Quat(quat.x, quat.y, quat.z, quat.w);
}

struct theirs
{
    layers trees;
    against_tree meets_tree;
    against_body meets_body;
    JPH::PhysicsSystem system;
    std::unique_ptr<JPH::TempAllocator> room;
    std::unique_ptr<JPH::JobSystem> jobs;
    std::vector<JPH::BodyID> bodies;
    std::vector<JPH::ShapeRefC> lists;  // hulls and meshes that were made
    float time;
};

JPH::ShapeRefC made(const JPH::ShapeSettings& settings)
{
    JPH::ShapeSettings::ShapeResult result = settings.Create();
    if (result.HasError())
    {
        fail(result.GetError().c_str());
    }
    return result.Get();
}

JPH::ShapeRefC listed(theirs& w, const world3_scene* scene, const world3_shape* from)
{
    JPH::ShapeRefC& shape = w.lists[(size_t)from->points];
    const world3_points& p = scene->lists[from->points];
    if (!shape && from->kind == WORLD3_HULL)
    {
        JPH::Array<JPH::Vec3> points;
        for (int32_t i = 0; i < p.count; ++i)
        {
            points.push_back(to_vec(p.points[i]));
        }
        JPH::ConvexHullShapeSettings settings(points);
        settings.SetDensity(from->density);
        shape = made(settings);
    }
    else if (!shape)
    {
        JPH::VertexList points;
        JPH::IndexedTriangleList triangles;
        for (int32_t i = 0; i < p.count; ++i)
        {
            points.push_back(JPH::Float3(p.points[i].x, p.points[i].y, p.points[i].z));
        }
        for (int32_t i = 0; i < p.triangles; ++i)
        {
            const int32_t* c = &p.corners[3 * i];
            triangles.push_back(JPH::IndexedTriangle((JPH::uint32)c[0], (JPH::uint32)c[1], (JPH::uint32)c[2], 0));
        }
        shape = made(JPH::MeshShapeSettings(std::move(points), std::move(triangles)));
    }
    return shape;
}

/// A shape, and where its middle is put.
JPH::ShapeRefC shape_of(theirs& w, const world3_scene* scene, const world3_shape* from, JPH::Vec3* at)
{
    *at = to_vec(from->center);
    if (from->kind == WORLD3_BALL)
    {
        JPH::SphereShapeSettings settings(from->half.x);
        settings.SetDensity(from->density);
        return made(settings);
    }
    if (from->kind == WORLD3_BOX)
    {
        JPH::BoxShapeSettings settings(to_vec(from->half));
        settings.SetDensity(from->density);
        return made(settings);
    }
    *at = JPH::Vec3::sZero();
    return listed(w, scene, from);
}

/// All shapes of a body as one.
JPH::ShapeRefC joined(theirs& w, const world3_scene* scene, const world3_shape* from, int32_t count)
{
    JPH::Vec3 at;
    JPH::ShapeRefC first = shape_of(w, scene, from, &at);
    if (count == 1)
    {
        return at == JPH::Vec3::sZero() ? first
                                        : made(JPH::RotatedTranslatedShapeSettings(at, JPH::Quat::sIdentity(), first));
    }
    JPH::StaticCompoundShapeSettings all;
    for (int32_t i = 0; i < count; ++i)
    {
        JPH::ShapeRefC part = shape_of(w, scene, &from[i], &at);
        all.AddShape(at, JPH::Quat::sIdentity(), part);
    }
    return made(all);
}

void add_body(theirs& w, const world3_scene* scene, const world3_body& from, const world3_shape* shapes, int32_t count)
{
    if (count == 0)
    {
        fail("a body without a shape");
    }
    const bool fixed = from.kind == IMP_BODY_STATIC;
    JPH::BodyCreationSettings def(joined(w, scene, shapes, count), to_vec(from.pose.p), to_quat(from.pose.q),
                                  fixed                             ? JPH::EMotionType::Static
                                  : from.kind == IMP_BODY_KINEMATIC ? JPH::EMotionType::Kinematic
                                                                    : JPH::EMotionType::Dynamic,
                                  fixed ? FIXED : MOVING);
    def.mLinearVelocity = to_vec(from.velocity);
    def.mAngularVelocity = to_vec(from.spin);
    def.mFriction = shapes->friction;
    def.mRestitution = shapes->restitution;
    def.mLinearDamping = def.mAngularDamping = 0.0f;
    def.mApplyGyroscopicForce = true;
    def.mAllowSleeping = !from.sleepless && !scene->sleepless;
    def.mMotionQuality = from.bullet ? JPH::EMotionQuality::LinearCast : JPH::EMotionQuality::Discrete;
    w.bodies.push_back(w.system.GetBodyInterfaceNoLock().CreateAndAddBody(
        def, fixed || from.asleep ? JPH::EActivation::DontActivate : JPH::EActivation::Activate));
}

void* make(const world3_scene* scene, int threads, bool counted)
{
    (void)counted;
    static bool registered = false;
    if (!registered)
    {
        JPH::RegisterDefaultAllocator();
        JPH::Factory::sInstance = new JPH::Factory;
        JPH::RegisterTypes();
        registered = true;
    }
    theirs* w = new theirs;
    w->time = 1.0f / (float)world3_hertz(scene);
    w->lists.resize((size_t)scene->list_count);
    w->room = std::make_unique<JPH::TempAllocatorMalloc>();
    if (threads > 1)
    {
        w->jobs =
            std::make_unique<JPH::JobSystemThreadPool>(JPH::cMaxPhysicsJobs, JPH::cMaxPhysicsBarriers, threads - 1);
    }
    else
    {
        w->jobs = std::make_unique<JPH::JobSystemSingleThreaded>(JPH::cMaxPhysicsJobs);
    }
    const unsigned bodies = (unsigned)scene->body_count;
    w->system.Init(bodies, 0, 32 * bodies + 65536, 16 * bodies + 65536, w->trees, w->meets_tree, w->meets_body);
    w->system.SetGravity(to_vec(scene->gravity));
    int32_t shape = 0;
    for (int32_t i = 0; i < scene->body_count; ++i)
    {
        int32_t first = shape;
        while (shape < scene->shape_count && scene->shapes[shape].body == i)
        {
            ++shape;
        }
        add_body(*w, scene, scene->bodies[i], &scene->shapes[first], shape - first);
    }
    w->system.OptimizeBroadPhase();
    return w;
}

void end(void* world)
{
    delete static_cast<theirs*>(world);
}

void step(void* world)
{
    theirs* w = static_cast<theirs*>(world);
    if (w->system.Update(w->time, 1, w->room.get(), w->jobs.get()) != JPH::EPhysicsUpdateError::None)
    {
        fail("too many pairs or contacts");
    }
}

void set_velocity(void* world, int32_t body, imp3_vec velocity, imp3_vec spin)
{
    theirs* w = static_cast<theirs*>(world);
    w->system.GetBodyInterfaceNoLock().SetLinearAndAngularVelocity(w->bodies[(size_t)body], to_vec(velocity),
                                                                   to_vec(spin));
}

world3_state state(void* world, int32_t body)
{
    theirs* w = static_cast<theirs*>(world);
    const JPH::Body& b = *w->system.GetBodyLockInterfaceNoLock().TryGetBody(w->bodies[(size_t)body]);
    world3_state s = {};
    s.pose.p = from_vec(b.GetPosition());
    JPH::Quat q = b.GetRotation();
    const imp3_quat quat = {q.GetX(), q.GetY(), q.GetZ(), q.GetW()};
    imp3_rot_of_quat(quat, &s.pose.q);
    s.center = from_vec(b.GetCenterOfMassPosition());
    s.velocity = from_vec(b.GetLinearVelocity());
    s.spin = from_vec(b.GetAngularVelocity());
    s.awake = b.IsActive();
    if (b.IsDynamic())
    {
        const JPH::MotionProperties& m = *b.GetMotionProperties();
        JPH::Mat44 j = m.GetLocalSpaceInverseInertia().Inversed3x3();
        s.mass = 1.0f / m.GetInverseMass();
        s.inertia = {j(0, 0), j(1, 1), j(2, 2), j(0, 1), j(1, 2), j(0, 2)};
    }
    return s;
}

}  // namespace

const world3_engine WORLD3_JOLT = {"jolt", IMP_PEER_JOLT, make, end, step, set_velocity, state, nullptr, true};
