// SPDX-License-Identifier: MIT
//
// Box3D's meshes behind the interface of the scene mesh. It has trees by surface area and by the median.

#include "../mesh3.h"

#include <box3d/box3d.h>
#include <box3d/collision.h>

#include <string.h>

static bool has(int way)
{
    return way == IMP3_BVH_BINS || way == IMP3_BVH_MIDDLE;
}

static void* build(const mesh3* mesh, int way)
{
    b3MeshDef def;
    memset(&def, 0, sizeof def);
    def.vertices = (b3Vec3*)mesh->points;
    def.vertexCount = mesh->point_count;
    def.indices = mesh->corners;
    def.triangleCount = mesh->count;
    def.useMedianSplit = way == IMP3_BVH_MIDDLE;
    return b3CreateMesh(&def, NULL, 0);
}

static void discard(void* made)
{
    b3DestroyMesh(made);
}

const mesh3_builder MESH3_BUILD_BOX3D = {"box3d", IMP_PEER_BOX3D, has, build, discard};

static void* prepare(const mesh3* mesh)
{
    return build(mesh, IMP3_BVH_BINS);
}

static b3Mesh unscaled(void* made)
{
    const b3Mesh r = {made, {1.0f, 1.0f, 1.0f}};
    return r;
}

static bool touches(void* made, imp3_vec center, float radius)
{
    const b3Mesh mesh = unscaled(made);
    const b3Vec3 point = {center.x, center.y, center.z};
    const b3ShapeProxy proxy = {&point, 1, radius};
    return b3OverlapMesh(&mesh, b3Transform_identity, &proxy);
}

typedef struct touching
{
    b3Sphere sphere;
    int32_t count;
} touching;

static bool touch_triangle(b3Vec3 a, b3Vec3 b, b3Vec3 c, int index, void* context)
{
    touching* t = context;
    const b3Vec3 corners[3] = {a, b, c};
    b3LocalManifoldPoint points[4];
    b3LocalManifold manifold;
    memset(&manifold, 0, sizeof manifold);
    manifold.points = points;
    b3CollideTriangleAndSphere(&manifold, 4, corners, &t->sphere);
    t->count += manifold.pointCount > 0;
    return true;
}

static int32_t count_touching(void* made, imp3_vec center, float radius)
{
    const b3Mesh mesh = unscaled(made);
    touching t = {{{center.x, center.y, center.z}, radius}, 0};
    const b3AABB box = {{center.x - radius, center.y - radius, center.z - radius},
                        {center.x + radius, center.y + radius, center.z + radius}};
    b3QueryMesh(&mesh, box, touch_triangle, &t);
    return t.count;
}

const mesh3_toucher MESH3_TOUCH_BOX3D = {"box3d", IMP_PEER_BOX3D, prepare, touches, count_touching, discard};
