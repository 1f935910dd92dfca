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

static void* build(const mesh3* mesh, int way)
{
    RTCScene scene = rtcNewScene(device());
    RTCGeometry geometry = rtcNewGeometry(device(), RTC_GEOMETRY_TYPE_TRIANGLE);
    const enum RTCBuildQuality quality = way == IMP3_BVH_MORTON ? RTC_BUILD_QUALITY_LOW : RTC_BUILD_QUALITY_MEDIUM;
    void* points = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, sizeof *mesh->points,
                                           (size_t)mesh->point_count);
    void* corners = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                            3 * sizeof *mesh->corners, (size_t)mesh->count);
    memcpy(points, mesh->points, (size_t)mesh->point_count * sizeof *mesh->points);
    memcpy(corners, mesh->corners, 3 * (size_t)mesh->count * sizeof *mesh->corners);
    rtcSetSceneFlags(scene, way == IMP3_BVH_MORTON ? RTC_SCENE_FLAG_DYNAMIC : RTC_SCENE_FLAG_NONE);
    rtcSetSceneBuildQuality(scene, quality);
    rtcSetGeometryBuildQuality(geometry, quality);
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(scene, geometry);
    rtcReleaseGeometry(geometry);
    rtcCommitScene(scene);
    return scene;
}

static void discard(void* made)
{
    rtcReleaseScene(made);
}

const mesh3_builder MESH3_BUILD_EMBREE = {"embree", IMP_PEER_EMBREE, has, build, discard};
