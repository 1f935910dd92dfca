// SPDX-License-Identifier: MIT
//
// FCL's dynamic tree behind the interface of broad.h, in floats. Its objects are made beforehand.

#include "../broad.h"

#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>

#include <memory>
#include <vector>

namespace
{

// A shape of which nothing is known but its box.
struct only_a_box : fcl::CollisionGeometryf
{
    explicit only_a_box(const float* b)
    {
        aabb_local = fcl::AABBf(fcl::Vector3f(b[0], b[1], b[2]), fcl::Vector3f(b[3], b[4], b[5]));
    }

    void computeLocalAABB() override
    {
        aabb_center = aabb_local.center();
        aabb_radius = (aabb_local.min_ - aabb_center).norm();
    }
};

struct side
{
    std::vector<std::unique_ptr<fcl::CollisionObjectf>> objects;
    std::vector<fcl::CollisionObjectf*> pointers;
};

void* make(const broad_work* work, int, int)
{
    side* s = new side;
    for (int32_t i = 0; i < work->count; ++i)
    {
        auto shape = std::make_shared<only_a_box>(work->boxes + static_cast<size_t>(i) * 6);
        s->objects.emplace_back(new fcl::CollisionObjectf(shape));
        s->pointers.push_back(s->objects.back().get());
    }
    return s;
}

void end(void* context)
{
    delete static_cast<side*>(context);
}

bool count(fcl::CollisionObjectf*, fcl::CollisionObjectf*, void* found)
{
    ++*static_cast<int64_t*>(found);
    return false;
}

int64_t all(void* context)
{
    fcl::DynamicAABBTreeCollisionManagerf manager;
    manager.registerObjects(static_cast<side*>(context)->pointers);
    manager.setup();
    int64_t found = 0;
    manager.collide(&found, count);
    return found;
}

}  // namespace

extern "C" const broad_side BROAD_FCL = {"fcl", IMP_PEER_FCL, 3, make, end, all};
