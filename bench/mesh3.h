// SPDX-License-Identifier: MIT
//
// Meshes for the scene mesh, and what a peer must do for each family of its rows.

#ifndef IMP_BENCH_MESH3_H
#define IMP_BENCH_MESH3_H

#include "bench.h"

#include "impinge/mesh3.h"

typedef struct mesh3
{
    char name[32];
    imp3_vec* points;
    int32_t point_count;
    int32_t* corners;
    int32_t count;
} mesh3;

/// Reads what an OBJ file has of points and faces, polygons as fans. False when there is no such file, or nothing in
/// it.
bool mesh3_load(const char* path, mesh3* out);

/// NAME.obj of the folder that the environment has as MESHES.
bool mesh3_find(const char* name, mesh3* out);

/// A torus of 2 columns rows triangles whose surface is in waves.
void mesh3_make_torus(int32_t columns, int32_t rows, mesh3* out);

void mesh3_free(mesh3* mesh);

/// The mesh as a compound, to be freed.
imp3_compound mesh3_compound(const mesh3* mesh, imp3_bvh_choice def, bool soup);

/// How a peer builds a tree. A way is an IMP3_BVH_...
typedef struct mesh3_builder
{
    const char *name, *commit;
    bool (*has)(int way);
    void* (*build)(const mesh3* mesh, int way);
    void (*discard)(void* made);
} mesh3_builder;

extern const mesh3_builder MESH3_BUILD_BOX3D, MESH3_BUILD_EMBREE;

/// How a peer's tree of upright boxes follows points that go from here to there, and back: to points[step].
typedef struct mesh3_refitter
{
    const char *name, *commit;
    void* (*prepare)(const mesh3* mesh, imp3_vec* const points[2]);
    void (*refit)(void* made, int step);
    void (*discard)(void* made);
} mesh3_refitter;

extern const mesh3_refitter MESH3_REFIT_FCL;

/// How a peer finds the pairs of triangles of two meshes that touch, the first as it is: all of them, or at most so
/// many.
typedef struct mesh3_meeter
{
    const char *name, *commit;
    void* (*prepare)(const mesh3* first, const mesh3* second);
    int64_t (*meet)(void* made, const imp3_pose* pose, int32_t most);
    void (*discard)(void* made);
} mesh3_meeter;

extern const mesh3_meeter MESH3_MEET_FCL;

void bench_mesh_build(bench* b, const mesh3* mesh);  // rows of the scene mesh about building and refitting

/// Rows about two meshes that meet; spread says how far apart, as a part of the first one's box.
void bench_mesh_meet(bench* b, const mesh3* first, const mesh3* second, float spread);

/// How a peer measures the distance of two meshes, the first as it is.
typedef struct mesh3_measurer
{
    const char *name, *commit;
    void* (*prepare)(const mesh3* first, const mesh3* second);
    double (*measure)(void* made, const imp3_pose* pose);
    void (*discard)(void* made);
} mesh3_measurer;

extern const mesh3_measurer MESH3_DISTANCE_FCL;

void bench_mesh_near(bench* b, const mesh3* mesh);  // rows about distances, nearest triangles, inside, depth

/// How a peer answers rays, and balls: whether some triangle touches one, or how many do.
typedef struct mesh3_caster
{
    const char *name, *commit;
    void* (*prepare)(const mesh3* mesh);
    bool (*hits)(void* made, imp3_vec origin, imp3_vec motion);
    void (*discard)(void* made);
} mesh3_caster;

typedef struct mesh3_toucher
{
    const char *name, *commit;
    void* (*prepare)(const mesh3* mesh);
    bool (*touches)(void* made, imp3_vec center, float radius);
    int32_t (*count)(void* made, imp3_vec center, float radius);
    void (*discard)(void* made);
} mesh3_toucher;

extern const mesh3_caster MESH3_CAST_EMBREE;
extern const mesh3_toucher MESH3_TOUCH_BOX3D;

void bench_mesh_rays(bench* b, const mesh3* mesh);  // rows about rays, and balls that touch

/// How a peer makes the manifolds of a shape on a mesh, at a pose. Returns how many triangles have one.
typedef struct mesh3_contacter
{
    const char *name, *commit;
    void* (*prepare)(const mesh3* mesh, const imp3_shape* shape);
    int32_t (*collide)(void* made, const imp3_pose* pose);
    void (*discard)(void* made);
} mesh3_contacter;

extern const mesh3_contacter MESH3_COLLIDE_BOX3D;

void bench_mesh_contacts(bench* b, const mesh3* mesh);  // rows about contacts of shapes on a mesh, in metres

#endif
