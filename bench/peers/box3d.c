// SPDX-License-Identifier: MIT
//
// Box3D behind the interface of pairs3, by its public functions.
//
// They want B in the frame of A, so that is computed here for every pair, as its users must. Its answers stay in that
// frame, though ours are in the world: the turn back is given to it for free. So are the point sets of distance, casts
// and impact times, which are filled in before the clock runs.

#include "../bench.h"
#include "../work3.h"

#include <box3d/box3d.h>
#include <box3d/collision.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    POINTS = 32,
    CLOUD_MAX = 42  // with more vertices its hulls have more edges than it takes
};

typedef struct shape
{
    b3HullData* hull;
    b3Sphere sphere;
    b3Capsule capsule;
    b3Vec3 points[WORK3_CORNERS];
    b3ShapeProxy proxy;
} shape;

typedef struct shapes
{
    shape a[WORK3_SHAPES], b[WORK3_SHAPES];
    b3SATCache* sat;
    b3SimplexCache* simplex;
    b3LocalManifoldPoint points[POINTS];
} shapes;

static b3Vec3 to_vec(imp3_vec v)
{
    return (b3Vec3){v.x, v.y, v.z};
}

static b3Quat to_quat(imp3_rot q)
{
    imp3_quat r;
    (void)imp3_rot_to_quat(q, &r);
    return (b3Quat){{r.x, r.y, r.z}, r.w};
}

/// Poses with rotations as Box3D has them, made once.
typedef struct posed
{
    b3Transform a, b;
} posed;

static posed* all_poses;

static b3Transform b_in_a(int32_t i)
{
    return b3InvMulTransforms(all_poses[i].a, all_poses[i].b);
}

static void make_shape(const work3_shape* from, shape* out)
{
    for (int i = 0; i < from->count; ++i)
    {
        out->points[i] = to_vec(from->corners[i]);
    }
    out->proxy = (b3ShapeProxy){out->points, from->count, from->radius};
    switch (from->kind)
    {
    case WORK3_BOX:
    {
        b3BoxHull box = b3MakeBoxHull(from->half.x, from->half.y, from->half.z);
        out->hull = b3CloneHull(&box.base);
        break;
    }
    case WORK3_HULL: out->hull = b3CreateHull(out->points, from->count, from->count); break;
    case WORK3_SPHERE: out->sphere = (b3Sphere){out->points[0], from->radius}; break;
    case WORK3_CAPSULE: out->capsule = (b3Capsule){out->points[0], out->points[1], from->radius}; break;
    }
}

static void* prepare(const work3* work)
{
    shapes* s = bench_alloc(1, sizeof *s);
    for (int i = 0; i < WORK3_SHAPES; ++i)
    {
        make_shape(&work->a[i], &s->a[i]);
        make_shape(&work->b[i], &s->b[i]);
    }
    s->sat = bench_alloc((uint64_t)work->count, sizeof *s->sat);
    s->simplex = bench_alloc((uint64_t)work->count, sizeof *s->simplex);
    all_poses = bench_alloc((uint64_t)work->count, sizeof *all_poses);
    for (int32_t i = 0; i < work->count; ++i)
    {
        const work3_pair* p = &work->pairs[i];
        all_poses[i].a = (b3Transform){to_vec(p->pose_a.p), to_quat(p->pose_a.q)};
        all_poses[i].b = (b3Transform){to_vec(p->pose_b.p), to_quat(p->pose_b.q)};
    }
    return s;
}

static void discard(void* prepared)
{
    shapes* s = prepared;
    for (int i = 0; i < WORK3_SHAPES; ++i)
    {
        if (s->a[i].hull)
        {
            b3DestroyHull(s->a[i].hull);
        }
        if (s->b[i].hull)
        {
            b3DestroyHull(s->b[i].hull);
        }
    }
    free(s->sat);
    free(s->simplex);
    free(all_poses);
    free(s);
}

static answer3 from_manifold(const b3LocalManifold* m)
{
    answer3 r = {m->pointCount, 0.0f};
    for (int k = 0; k < m->pointCount; ++k)
    {
        r.value = k == 0 || -m->points[k].separation > r.value ? -m->points[k].separation : r.value;
    }
    return r;
}

#define COLLIDE(name, call)                                                                                            \
    static answer3 name(const work3* work, shapes* s, int32_t i)                                                       \
    {                                                                                                                  \
        const work3_pair* p = &work->pairs[i];                                                                         \
        const shape *a = &s->a[p->a], *b = &s->b[p->b];                                                                \
        b3LocalManifold m = {0};                                                                                       \
        m.points = s->points;                                                                                          \
        b3Transform t = b_in_a(i);                                                                                     \
        (void)a;                                                                                                       \
        (void)b;                                                                                                       \
        call;                                                                                                          \
        return from_manifold(&m);                                                                                      \
    }                                                                                                                  \
    RUN3(name)

#define COLD_SAT memset(&s->sat[i], 0, sizeof s->sat[i])
#define COLD_SIMPLEX memset(&s->simplex[i], 0, sizeof s->simplex[i])

COLLIDE(hulls, (COLD_SAT, b3CollideHulls(&m, POINTS, a->hull, b->hull, t, &s->sat[i])))
COLLIDE(hulls_warm, b3CollideHulls(&m, POINTS, a->hull, b->hull, t, &s->sat[i]))
COLLIDE(spheres, b3CollideSpheres(&m, POINTS, &a->sphere, &b->sphere, t))
COLLIDE(capsules, b3CollideCapsules(&m, POINTS, &a->capsule, &b->capsule, t))
COLLIDE(capsule_sphere, b3CollideCapsuleAndSphere(&m, POINTS, &a->capsule, &b->sphere, t))
COLLIDE(hull_sphere, (COLD_SIMPLEX, b3CollideHullAndSphere(&m, POINTS, a->hull, &b->sphere, t, &s->simplex[i])))
COLLIDE(hull_capsule, (COLD_SIMPLEX, b3CollideHullAndCapsule(&m, POINTS, a->hull, &b->capsule, t, &s->simplex[i])))

// A triangle is taken into the frame of B, which costs what taking B into its frame would.
static void triangle_in_b(const shape* a, b3Transform b_in_a, b3Vec3 out[3])
{
    for (int k = 0; k < 3; ++k)
    {
        out[k] = b3InvTransformPoint(b_in_a, a->points[k]);
    }
}

COLLIDE(triangle_sphere, b3Vec3 v[3]; triangle_in_b(a, t, v); b3CollideTriangleAndSphere(&m, POINTS, v, &b->sphere))
COLLIDE(triangle_capsule, b3Vec3 v[3]; triangle_in_b(a, t, v); COLD_SIMPLEX;
        b3CollideTriangleAndCapsule(&m, POINTS, v, &b->capsule, &s->simplex[i]))
COLLIDE(triangle_hull, b3Vec3 v[3]; triangle_in_b(a, t, v); COLD_SAT;
        b3CollideTriangleAndHull(&m, POINTS, v[0], v[1], v[2], 0, b->hull, &s->sat[i], true))

static answer3 distance(const work3* work, shapes* s, int32_t i)
{
    const work3_pair* p = &work->pairs[i];
    b3DistanceInput input = {s->a[p->a].proxy, s->b[p->b].proxy, b_in_a(i), true};
    b3SimplexCache cache = {0};
    b3DistanceOutput out = b3ShapeDistance(&input, &cache, NULL, 0);
    return (answer3){out.distance <= 0.0f, out.distance};
}

static answer3 from_cast(b3CastOutput out)
{
    bool inside = out.normal.x == 0.0f && out.normal.y == 0.0f && out.normal.z == 0.0f;
    return (answer3){!out.hit ? 0 : inside ? 2 : 1, out.fraction};
}

static answer3 cast(const work3* work, shapes* s, int32_t i)
{
    const work3_pair* p = &work->pairs[i];
    b3ShapeCastPairInput input = {0};
    input.proxyA = s->a[p->a].proxy;
    input.proxyB = s->b[p->b].proxy;
    input.transform = b_in_a(i);
    input.translationB = b3InvRotateVector(all_poses[i].a.q, to_vec(work->motions[i].motion));
    input.maxFraction = 1.0f;
    input.canEncroach = false;
    return from_cast(b3ShapeCast(&input));
}

static answer3 impact(const work3* work, shapes* s, int32_t i)
{
    const work3_pair* p = &work->pairs[i];
    const work3_motion* m = &work->motions[i];
    b3Vec3 turn = to_vec(m->turn);
    float angle = sqrtf(turn.x * turn.x + turn.y * turn.y + turn.z * turn.z);
    b3Vec3 axis = {turn.x / angle, turn.y / angle, turn.z / angle};
    b3TOIInput input = {0};
    input.proxyA = s->a[p->a].proxy;
    input.proxyB = s->b[p->b].proxy;
    input.sweepA.c1 = input.sweepA.c2 = all_poses[i].a.p;
    input.sweepA.q1 = input.sweepA.q2 = all_poses[i].a.q;
    input.sweepB.c1 = all_poses[i].b.p;
    input.sweepB.c2 = b3Add(all_poses[i].b.p, to_vec(m->motion));
    input.sweepB.q1 = all_poses[i].b.q;
    input.sweepB.q2 = b3MulQuat(b3MakeQuatFromAxisAngle(axis, angle), all_poses[i].b.q);
    input.maxFraction = 1.0f;
    b3TOIOutput out = b3TimeOfImpact(&input);
    int count = out.state == b3_toiStateHit ? 1 : out.state == b3_toiStateOverlapped ? 2 : 0;
    return (answer3){count, out.fraction};
}

static b3RayCastInput ray_of(const work3* work, int32_t i)
{
    b3RayCastInput input;
    input.origin = b3InvTransformPoint(all_poses[i].a, to_vec(work->pairs[i].pose_b.p));
    input.translation = b3InvRotateVector(all_poses[i].a.q, to_vec(work->motions[i].motion));
    input.maxFraction = 1.0f;
    return input;
}

static answer3 ray_sphere(const work3* work, shapes* s, int32_t i)
{
    b3RayCastInput input = ray_of(work, i);
    return from_cast(b3RayCastSphere(&s->a[work->pairs[i].a].sphere, &input));
}

static answer3 ray_capsule(const work3* work, shapes* s, int32_t i)
{
    b3RayCastInput input = ray_of(work, i);
    return from_cast(b3RayCastCapsule(&s->a[work->pairs[i].a].capsule, &input));
}

static answer3 ray_hull(const work3* work, shapes* s, int32_t i)
{
    b3RayCastInput input = ray_of(work, i);
    return from_cast(b3RayCastHull(s->a[work->pairs[i].a].hull, &input));
}

RUN3(distance)
RUN3(cast)
RUN3(impact)
RUN3(ray_sphere)
RUN3(ray_capsule)
RUN3(ray_hull)

static run3* find_contacts(int call, int a, int b)
{
    bool hull_a = a == WORK3_BOX || a == WORK3_HULL, hull_b = b == WORK3_BOX || b == WORK3_HULL;
    if (hull_a && hull_b)
    {
        return call == CALL3_CONTACTS_WARM ? run_hulls_warm : run_hulls;
    }
    if (hull_a)
    {
        return b == WORK3_SPHERE ? run_hull_sphere : run_hull_capsule;
    }
    if (a == WORK3_TRIANGLE)
    {
        return b == WORK3_SPHERE ? run_triangle_sphere : b == WORK3_CAPSULE ? run_triangle_capsule : run_triangle_hull;
    }
    return a == WORK3_SPHERE ? run_spheres : b == WORK3_SPHERE ? run_capsule_sphere : run_capsules;
}

static run3* find(int call, int a, int b)
{
    switch (call)
    {
    case CALL3_DISTANCE: return run_distance;
    case CALL3_CAST: return run_cast;
    case CALL3_IMPACT: return run_impact;
    case CALL3_RAY: return a == WORK3_SPHERE ? run_ray_sphere : a == WORK3_CAPSULE ? run_ray_capsule : run_ray_hull;
    default: return find_contacts(call, a, b);
    }
}

static double build_hull(const imp3_vec* points, int32_t count, int32_t* vertices)
{
    b3HullData* hull = b3CreateHull((const b3Vec3*)points, count, CLOUD_MAX);
    if (!hull)
    {
        return -1.0;
    }
    *vertices = hull->vertexCount;
    double sum = (double)hull->center.x;
    b3DestroyHull(hull);
    return sum;
}

const side3 SIDE3_BOX3D = {"box3d", IMP_PEER_BOX3D, prepare, discard, find, build_hull};
