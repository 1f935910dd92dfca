// SPDX-License-Identifier: MIT
//
// Contacts of a shape on a mesh by Box3D: its query, and its manifold of each triangle, as its worlds go about it in a
// first step; later ones start from what the last one knew.

#include "../mesh3.h"

#include <box3d/box3d.h>
#include <box3d/collision.h>

#include <stdlib.h>
#include <string.h>

enum
{
    POINTS = 32,
    VERTICES = 64
};

typedef struct contact_shape
{
    b3MeshData* mesh;
    int32_t kind;
    b3Sphere sphere;
    b3Capsule capsule;
    b3HullData* hull;
    b3Transform at;
    int32_t count;
} contact_shape;

static b3Vec3 vec_of(imp3_vec v)
{
    const b3Vec3 r = {v.x, v.y, v.z};
    return r;
}

static void* prepare(const mesh3* mesh, const imp3_shape* shape)
{
    b3MeshDef def;
    contact_shape* c = calloc(1, sizeof *c);
    memset(&def, 0, sizeof def);
    def.vertices = (b3Vec3*)mesh->points;
    def.vertexCount = mesh->point_count;
    def.indices = mesh->corners;
    def.triangleCount = mesh->count;
    def.identifyEdges = true;
    c->mesh = b3CreateMesh(&def, NULL, 0);
    c->kind = shape->kind;
    c->sphere.center = vec_of(shape->a);
    c->sphere.radius = shape->radius;
    c->capsule.center1 = vec_of(shape->a);
    c->capsule.center2 = vec_of(shape->b);
    c->capsule.radius = shape->radius;
    if (shape->kind == IMP3_SHAPE_BOX || shape->kind == IMP3_SHAPE_HULL)
    {
        b3Vec3 vertices[VERTICES];
        for (int32_t i = 0; i < shape->count; ++i)
        {
            imp3_vec v;
            (void)imp3_shape_vertex(shape, i, &v);
            vertices[i] = vec_of(v);
        }
        c->hull = b3CreateHull(vertices, shape->count, VERTICES);
    }
    return c;
}

static void discard(void* made)
{
    contact_shape* c = made;
    b3DestroyMesh(c->mesh);
    if (c->hull)
    {
        b3DestroyHull(c->hull);
    }
    free(c);
}

static bool collide_triangle(b3Vec3 v0, b3Vec3 v1, b3Vec3 v2, int index, void* context)
{
    contact_shape* c = context;
    const b3Vec3 v[3] = {b3InvTransformPoint(c->at, v0), b3InvTransformPoint(c->at, v1),
                         b3InvTransformPoint(c->at, v2)};
    b3LocalManifoldPoint points[POINTS];
    b3LocalManifold manifold;
    b3SimplexCache simplex;
    b3SATCache axes;
    memset(&manifold, 0, sizeof manifold);
    memset(&simplex, 0, sizeof simplex);
    memset(&axes, 0, sizeof axes);
    manifold.points = points;
    switch (c->kind)
    {
    case IMP3_SHAPE_SPHERE: b3CollideTriangleAndSphere(&manifold, POINTS, v, &c->sphere); break;
    case IMP3_SHAPE_CAPSULE: b3CollideTriangleAndCapsule(&manifold, POINTS, v, &c->capsule, &simplex); break;
    default: b3CollideTriangleAndHull(&manifold, POINTS, v[0], v[1], v[2], 0, c->hull, &axes, true); break;
    }
    c->count += manifold.pointCount > 0;
    return true;
}

static int32_t collide(void* made, const imp3_pose* pose)
{
    contact_shape* c = made;
    const b3Mesh mesh = {c->mesh, {1.0f, 1.0f, 1.0f}};
    const b3Matrix3 turn = {vec_of(pose->q.x), vec_of(pose->q.y), vec_of(pose->q.z)};
    const float margin = 0.02f;
    c->at.p = vec_of(pose->p);
    c->at.q = b3MakeQuatFromMatrix(&turn);
    b3AABB box = c->kind == IMP3_SHAPE_SPHERE    ? b3ComputeSphereAABB(&c->sphere, c->at)
                 : c->kind == IMP3_SHAPE_CAPSULE ? b3ComputeCapsuleAABB(&c->capsule, c->at)
                                                 : b3ComputeHullAABB(c->hull, c->at);
    const b3Vec3 more = {margin, margin, margin};
    box.lowerBound = b3Sub(box.lowerBound, more);
    box.upperBound = b3Add(box.upperBound, more);
    c->count = 0;
    b3QueryMesh(&mesh, box, collide_triangle, c);
    return c->count;
}

const mesh3_contacter MESH3_COLLIDE_BOX3D = {"box3d", IMP_PEER_BOX3D, prepare, collide, discard};
