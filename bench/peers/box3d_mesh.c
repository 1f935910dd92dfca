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
