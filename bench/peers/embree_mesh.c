// SPDX-License-Identifier: MIT
//
// Embree's scenes of one mesh behind the interface of the scene mesh, by one thread: its fastest builder, which sorts Morton
// codes, and that by surface area.

#include "../mesh3.h"

#include <embree3/rtcore.h>

#include <string.h>

static RTCDevice device(void)
{
    static RTCDevice one;
    one = one ? one : rtcNewDevice("threads=1");
    return one;
}

static bool has(int way)
{
    return way == IMP3_BVH_BINS || way == IMP3_BVH_MORTON;
}

static void* build_scene(const mesh3* mesh, enum RTCBuildQuality quality, enum RTCSceneFlags flags)
{
    RTCScene scene = rtcNewScene(device());
    RTCGeometry geometry = rtcNewGeometry(device(), RTC_GEOMETRY_TYPE_TRIANGLE);
    void* points = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, sizeof *mesh->points,
                                           (size_t)mesh->point_count);
    void* corners = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                            3 * sizeof *mesh->corners, (size_t)mesh->count);
    memcpy(points, mesh->points, (size_t)mesh->point_count * sizeof *mesh->points);
    memcpy(corners, mesh->corners, 3 * (size_t)mesh->count * sizeof *mesh->corners);
    rtcSetSceneFlags(scene, flags);
    rtcSetSceneBuildQuality(scene, quality);
    rtcSetGeometryBuildQuality(geometry, quality);
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(scene, geometry);
    rtcReleaseGeometry(geometry);
    rtcCommitScene(scene);
    return scene;
}

static void* build(const mesh3* mesh, int way)
{
    bool fast = way == IMP3_BVH_MORTON;
    return build_scene(mesh, fast ? RTC_BUILD_QUALITY_LOW : RTC_BUILD_QUALITY_MEDIUM,
                       fast ? RTC_SCENE_FLAG_DYNAMIC : RTC_SCENE_FLAG_NONE);
}

static void discard(void* made)
{
    rtcReleaseScene(made);
}

const mesh3_builder MESH3_BUILD_EMBREE = {"embree", IMP_PEER_EMBREE, has, build, discard};

/// Watertight.
static void* prepare(const mesh3* mesh)
{
    return build_scene(mesh, RTC_BUILD_QUALITY_MEDIUM, RTC_SCENE_FLAG_ROBUST);
}

static bool hits(void* made, imp3_vec origin, imp3_vec motion)
{
    struct RTCIntersectContext context;
    struct RTCRayHit r;
    rtcInitIntersectContext(&context);
    memset(&r, 0, sizeof r);
    r.ray.org_x = origin.x;
    r.ray.org_y = origin.y;
    r.ray.org_z = origin.z;
    r.ray.dir_x = motion.x;
    r.ray.dir_y = motion.y;
    r.ray.dir_z = motion.z;
    r.ray.tfar = 1.0f;
    r.ray.mask = ~0u;
    r.hit.geomID = RTC_INVALID_GEOMETRY_ID;
    rtcIntersect1(made, &context, &r);
    return r.hit.geomID != RTC_INVALID_GEOMETRY_ID;
}

const mesh3_caster MESH3_CAST_EMBREE = {"embree", IMP_PEER_EMBREE, prepare, hits, discard};
