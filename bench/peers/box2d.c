// SPDX-License-Identifier: MIT
//
// Box2D behind the interface of pairs2, by its public functions.
//
// They want B in the frame of A, so that is computed here for every pair, as its users must. Its answers stay in that
// frame, though ours are in the world: the turn back is given to it for free. So are the point sets of distance, casts
// and impact times, which are filled in before the clock runs and only copied.

#include "../bench.h"
#include "../work2.h"

#include <box2d/box2d.h>
#include <box2d/collision.h>

typedef struct shape
{
    b2Polygon polygon;
    b2Circle circle;
    b2Capsule capsule;
    b2ShapeProxy proxy;
} shape;

typedef struct shapes
{
    shape a[WORK2_SHAPES], b[WORK2_SHAPES];
} shapes;

static b2Vec2 to_vec(imp2_vec v)
{
    return (b2Vec2){v.x, v.y};
}

static b2Rot to_rot(imp2_rot q)
{
    return (b2Rot){q.c, q.s};
}

static b2Transform to_transform(imp2_pose pose)
{
    return (b2Transform){to_vec(pose.p), to_rot(pose.q)};
}

static b2Transform b_in_a(const work2_pair* p)
{
    return b2InvMulTransforms(to_transform(p->pose_a), to_transform(p->pose_b));
}

static void make_shape(const work2_shape* from, shape* out)
{
    b2Vec2 points[WORK2_CORNERS];
    for (int i = 0; i < from->count; ++i)
    {
        points[i] = to_vec(from->corners[i]);
    }
    out->proxy = b2MakeProxy(points, from->count, from->radius);
    switch (from->kind)
    {
    case WORK2_BOX: out->polygon = b2MakeBox(from->half.x, from->half.y); break;
    case WORK2_POLYGON:
    {
        b2Hull hull = b2ComputeHull(points, from->count);
        out->polygon = b2MakePolygon(&hull, from->radius);
        break;
    }
    case WORK2_CIRCLE: out->circle = (b2Circle){points[0], from->radius}; break;
    case WORK2_CAPSULE: out->capsule = (b2Capsule){points[0], points[1], from->radius}; break;
    }
}

static void* prepare(const work2* work)
{
    shapes* s = bench_alloc(1, sizeof *s);
    for (int i = 0; i < WORK2_SHAPES; ++i)
    {
        make_shape(&work->a[i], &s->a[i]);
        make_shape(&work->b[i], &s->b[i]);
    }
    return s;
}

static answer2 from_manifold(b2LocalManifold m)
{
    answer2 r = {m.pointCount, 0.0f};
    if (m.pointCount)
    {
        r.value = -m.points[0].separation;
        if (m.pointCount == 2 && -m.points[1].separation > r.value)
        {
            r.value = -m.points[1].separation;
        }
    }
    return r;
}

static answer2 polygons(const work2* work, const shapes* s, int32_t i)
{
    const work2_pair* p = &work->pairs[i];
    return from_manifold(b2CollidePolygons(&s->a[p->a].polygon, &s->b[p->b].polygon, b_in_a(p)));
}

static answer2 polygon_circle(const work2* work, const shapes* s, int32_t i)
{
    const work2_pair* p = &work->pairs[i];
    return from_manifold(b2CollidePolygonAndCircle(&s->a[p->a].polygon, &s->b[p->b].circle, b_in_a(p)));
}

static answer2 polygon_capsule(const work2* work, const shapes* s, int32_t i)
{
    const work2_pair* p = &work->pairs[i];
    return from_manifold(b2CollidePolygonAndCapsule(&s->a[p->a].polygon, &s->b[p->b].capsule, b_in_a(p)));
}

static answer2 circles(const work2* work, const shapes* s, int32_t i)
{
    const work2_pair* p = &work->pairs[i];
    return from_manifold(b2CollideCircles(&s->a[p->a].circle, &s->b[p->b].circle, b_in_a(p)));
}

static answer2 capsules(const work2* work, const shapes* s, int32_t i)
{
    const work2_pair* p = &work->pairs[i];
    return from_manifold(b2CollideCapsules(&s->a[p->a].capsule, &s->b[p->b].capsule, b_in_a(p)));
}

static answer2 distance(const work2* work, const shapes* s, int32_t i)
{
    const work2_pair* p = &work->pairs[i];
    b2DistanceInput input;
    input.proxyA = s->a[p->a].proxy;
    input.proxyB = s->b[p->b].proxy;
    input.transform = b_in_a(p);
    input.useRadii = true;
    b2SimplexCache cache = {0};
    b2DistanceOutput out = b2ShapeDistance(&input, &cache, NULL, 0);
    return (answer2){out.distance <= 0.0f, out.distance};
}

static answer2 from_cast(b2CastOutput out)
{
    int count = !out.hit ? 0 : out.normal.x == 0.0f && out.normal.y == 0.0f ? 2 : 1;
    return (answer2){count, out.fraction};
}

static answer2 cast(const work2* work, const shapes* s, int32_t i)
{
    const work2_pair* p = &work->pairs[i];
    b2ShapeCastPairInput input;
    input.proxyA = s->a[p->a].proxy;
    input.proxyB = s->b[p->b].proxy;
    input.transform = b_in_a(p);
    input.translationB = b2InvRotateVector(to_rot(p->pose_a.q), to_vec(work->motions[i].motion_b));
    input.maxFraction = 1.0f;
    input.canEncroach = false;
    return from_cast(b2ShapeCast(&input));
}

static b2Sweep to_sweep(imp2_pose pose, imp2_vec motion, imp2_rot end)
{
    b2Sweep sweep;
    sweep.localCenter = b2Vec2_zero;
    sweep.c1 = to_vec(pose.p);
    sweep.c2 = b2Add(to_vec(pose.p), to_vec(motion));
    sweep.q1 = to_rot(pose.q);
    sweep.q2 = to_rot(end);
    return sweep;
}

static answer2 impact(const work2* work, const shapes* s, int32_t i)
{
    const work2_pair* p = &work->pairs[i];
    const work2_motion* m = &work->motions[i];
    b2TOIInput input;
    input.proxyA = s->a[p->a].proxy;
    input.proxyB = s->b[p->b].proxy;
    input.sweepA = to_sweep(p->pose_a, m->motion_a, m->end_a);
    input.sweepB = to_sweep(p->pose_b, m->motion_b, m->end_b);
    input.maxFraction = 1.0f;
    b2TOIOutput out = b2TimeOfImpact(&input);
    int count = out.state == b2_toiStateHit ? 1 : out.state == b2_toiStateOverlapped ? 2 : 0;
    return (answer2){count, count == 1 ? out.fraction : 0.0f};
}

static b2RayCastInput ray_input(const work2* work, int32_t i)
{
    const work2_pair* p = &work->pairs[i];
    b2RayCastInput input;
    input.origin = b2InvTransformPoint(to_transform(p->pose_a), to_vec(p->pose_b.p));
    input.translation = b2InvRotateVector(to_rot(p->pose_a.q), to_vec(work->motions[i].motion_b));
    input.maxFraction = 1.0f;
    return input;
}

static answer2 ray_polygon(const work2* work, const shapes* s, int32_t i)
{
    b2RayCastInput input = ray_input(work, i);
    return from_cast(b2RayCastPolygon(&s->a[work->pairs[i].a].polygon, &input));
}

static answer2 ray_circle(const work2* work, const shapes* s, int32_t i)
{
    b2RayCastInput input = ray_input(work, i);
    return from_cast(b2RayCastCircle(&s->a[work->pairs[i].a].circle, &input));
}

static answer2 ray_capsule(const work2* work, const shapes* s, int32_t i)
{
    b2RayCastInput input = ray_input(work, i);
    return from_cast(b2RayCastCapsule(&s->a[work->pairs[i].a].capsule, &input));
}

RUN2(polygons)
RUN2(polygon_circle)
RUN2(polygon_capsule)
RUN2(circles)
RUN2(capsules)
RUN2(distance)
RUN2(cast)
RUN2(impact)
RUN2(ray_polygon)
RUN2(ray_circle)
RUN2(ray_capsule)

static run2* find(int call, int kind_a, int kind_b)
{
    bool polygon_a = kind_a == WORK2_BOX || kind_a == WORK2_POLYGON;
    bool polygon_b = kind_b == WORK2_BOX || kind_b == WORK2_POLYGON;
    switch (call)
    {
    case CALL2_CONTACTS:
        if (polygon_a)
        {
            return polygon_b ? run_polygons : kind_b == WORK2_CIRCLE ? run_polygon_circle : run_polygon_capsule;
        }
        return kind_a == WORK2_CIRCLE && kind_b == WORK2_CIRCLE     ? run_circles
               : kind_a == WORK2_CAPSULE && kind_b == WORK2_CAPSULE ? run_capsules
                                                                    : NULL;
    case CALL2_DISTANCE: return run_distance;
    case CALL2_CAST: return run_cast;
    case CALL2_IMPACT: return run_impact;
    case CALL2_RAY: return polygon_a ? run_ray_polygon : kind_a == WORK2_CIRCLE ? run_ray_circle : run_ray_capsule;
    default: return NULL;
    }
}

const side2 SIDE2_BOX2D = {"box2d", IMP_PEER_BOX2D, prepare, find};
