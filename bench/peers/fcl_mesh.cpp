// SPDX-License-Identifier: MIT
//
// FCL's trees of oriented boxes, in doubles, mesh against mesh: pairs of triangles without contact points; and with
// rounded rectangles, their distance. And its trees of upright boxes that follow moved points, bottom up; floats are no
// faster.

#include <fcl/math/bv/utility.h>

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/math/bv/AABB.h>
#include <fcl/math/bv/OBB.h>
#include <fcl/math/bv/OBBRSS.h>
#include <fcl/narrowphase/detail/traversal/collision/mesh_collision_traversal_node.h>
#include <fcl/narrowphase/detail/traversal/collision_node.h>
#include <fcl/narrowphase/detail/traversal/distance/mesh_distance_traversal_node.h>

#include <vector>

extern "C" {
#include "../mesh3.h"
}

namespace
{
typedef fcl::BVHModel<fcl::OBB<double>> model;
typedef fcl::BVHModel<fcl::OBBRSS<double>> rounded_model;

template <typename Model> struct couple_of
{
    Model a, b;
};

typedef couple_of<model> couple;
typedef couple_of<rounded_model> rounded_couple;

template <typename S> std::vector<fcl::Vector3<S>> points_of(const imp3_vec* points, int32_t count)
{
    std::vector<fcl::Vector3<S>> r;
    for (int32_t k = 0; k < count; ++k)
    {
        r.push_back(fcl::Vector3<S>(points[k].x, points[k].y, points[k].z));
    }
    return r;
}

template <typename Model> void fill(Model& m, const mesh3* mesh)
{
    typedef typename Model::S S;
    const std::vector<fcl::Vector3<S>> points = points_of<S>(mesh->points, mesh->point_count);
    std::vector<fcl::Triangle> triangles;
    for (int32_t k = 0; k < mesh->count; ++k)
    {
        const int32_t* c = mesh->corners + 3 * (size_t)k;
        triangles.push_back(fcl::Triangle((size_t)c[0], (size_t)c[1], (size_t)c[2]));
    }
    m.beginModel();
    m.addSubModel(points, triangles);
    m.endModel();
}

void* prepare(const mesh3* first, const mesh3* second)
{
    couple* c = new couple;
    fill(c->a, first);
    fill(c->b, second);
    return c;
}

int64_t meet(void* made, const imp3_pose* pose, int32_t most)
{
    const couple* c = static_cast<couple*>(made);
    const imp3_rot& q = pose->q;
    fcl::Transform3d place = fcl::Transform3d::Identity();
    place.linear() << q.x.x, q.y.x, q.z.x, q.x.y, q.y.y, q.z.y, q.x.z, q.y.z, q.z.z;
    place.translation() << pose->p.x, pose->p.y, pose->p.z;
    fcl::CollisionRequest<double> request(most ? (size_t)most : SIZE_MAX, false);
    fcl::CollisionResult<double> result;
    fcl::detail::MeshCollisionTraversalNodeOBB<double> node;
    fcl::detail::initialize(node, c->a, fcl::Transform3d::Identity(), c->b, place, request, result);
    fcl::detail::collide(&node);
    return (int64_t)result.numContacts();
}

void discard(void* made)
{
    delete static_cast<couple*>(made);
}

void* prepare_rounded(const mesh3* first, const mesh3* second)
{
    rounded_couple* c = new rounded_couple;
    fill(c->a, first);
    fill(c->b, second);
    return c;
}

double measure(void* made, const imp3_pose* pose)
{
    const rounded_couple* c = static_cast<rounded_couple*>(made);
    const imp3_rot& q = pose->q;
    fcl::Transform3d place = fcl::Transform3d::Identity();
    place.linear() << q.x.x, q.y.x, q.z.x, q.x.y, q.y.y, q.z.y, q.x.z, q.y.z, q.z.z;
    place.translation() << pose->p.x, pose->p.y, pose->p.z;
    fcl::DistanceRequest<double> request;
    fcl::DistanceResult<double> result;
    fcl::detail::MeshDistanceTraversalNodeOBBRSS<double> node;
    fcl::detail::initialize(node, c->a, fcl::Transform3d::Identity(), c->b, place, request, result);
    fcl::detail::distance(&node);
    return result.min_distance;
}

void discard_rounded(void* made)
{
    delete static_cast<rounded_couple*>(made);
}
struct following
{
    fcl::BVHModel<fcl::AABB<double>> mesh;
    std::vector<fcl::Vector3<double>> points[2];
};

void* prepare_following(const mesh3* mesh, imp3_vec* const points[2])
{
    following* f = new following;
    fill(f->mesh, mesh);
    for (int k = 0; k < 2; ++k)
    {
        f->points[k] = points_of<double>(points[k], mesh->point_count);
    }
    return f;
}

void refit(void* made, int step)
{
    following* f = static_cast<following*>(made);
    f->mesh.beginReplaceModel();
    f->mesh.replaceSubModel(f->points[step]);
    f->mesh.endReplaceModel(true, true);
}

void discard_following(void* made)
{
    delete static_cast<following*>(made);
}
}  // namespace

extern "C" const mesh3_refitter MESH3_REFIT_FCL = {"fcl", IMP_PEER_FCL, prepare_following, refit, discard_following};
extern "C" const mesh3_meeter MESH3_MEET_FCL = {"fcl", IMP_PEER_FCL, prepare, meet, discard};
extern "C" const mesh3_measurer MESH3_DISTANCE_FCL = {"fcl", IMP_PEER_FCL, prepare_rounded, measure, discard_rounded};
