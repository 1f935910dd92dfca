// SPDX-License-Identifier: MIT
//
// cute_c2 behind the interface of pairs2. A header alone, it is compiled into this file, open to inlining.

#include "../bench.h"
#include "../work2.h"

#include <string.h>

#define CUTE_C2_IMPLEMENTATION
#include <cute_c2.h>

typedef struct shapes
{
    c2Poly a[WORK2_SHAPES], b[WORK2_SHAPES];
} shapes;

static c2Poly make_shape(const work2_shape* from)
{
    c2Poly poly;
    memset(&poly, 0, sizeof poly);
    poly.count = from->count;
    for (int i = 0; i < from->count; ++i)
    {
        poly.verts[i].x = from->corners[i].x;
        poly.verts[i].y = from->corners[i].y;
    }
    c2MakePoly(&poly);
    return poly;
}

static void* prepare(const work2* work)
{
    shapes* s = bench_alloc(1, sizeof *s);
    for (int i = 0; i < WORK2_SHAPES; ++i)
    {
        s->a[i] = make_shape(&work->a[i]);
        s->b[i] = make_shape(&work->b[i]);
    }
    return s;
}

static c2v to_vec(imp2_vec v)
{
    return (c2v){v.x, v.y};
}

static c2x to_pose(imp2_pose pose)
{
    return (c2x){{pose.p.x, pose.p.y}, {pose.q.c, pose.q.s}};
}

static answer2 contacts(const work2* work, const shapes* s, int32_t i)
{
    const work2_pair* p = &work->pairs[i];
    c2x a = to_pose(p->pose_a), b = to_pose(p->pose_b);
    c2Manifold m;
    c2PolytoPolyManifold(&s->a[p->a], &a, &s->b[p->b], &b, &m);
    answer2 r = {m.count, 0.0f};
    if (m.count)
    {
        r.value = m.count == 2 && m.depths[1] > m.depths[0] ? m.depths[1] : m.depths[0];
    }
    return r;
}

static answer2 overlap(const work2* work, const shapes* s, int32_t i)
{
    const work2_pair* p = &work->pairs[i];
    c2x a = to_pose(p->pose_a), b = to_pose(p->pose_b);
    return (answer2){c2PolytoPoly(&s->a[p->a], &a, &s->b[p->b], &b), 0.0f};
}

static answer2 sweep(const work2* work, const shapes* s, int32_t i)
{
    const work2_pair* p = &work->pairs[i];
    const work2_motion* m = &work->motions[i];
    c2x a = to_pose(p->pose_a), b = to_pose(p->pose_b);
    c2TOIResult out = c2TOI(&s->a[p->a], C2_TYPE_POLY, &a, to_vec(m->motion_a), &s->b[p->b], C2_TYPE_POLY, &b,
                            to_vec(m->motion_b), 1);
    return (answer2){!out.hit ? 0 : out.toi > 0.0f ? 1 : 2, out.hit ? out.toi : 0.0f};
}

RUN2(contacts)
RUN2(overlap)
RUN2(sweep)

static run2* find(int call, int kind_a, int kind_b)
{
    bool polygon_a = kind_a == WORK2_BOX || kind_a == WORK2_POLYGON;
    bool polygon_b = kind_b == WORK2_BOX || kind_b == WORK2_POLYGON;
    bool polygons = polygon_a && polygon_b;
    switch (call)
    {
    case CALL2_CONTACTS: return polygons ? run_contacts : NULL;
    case CALL2_OVERLAP: return polygons ? run_overlap : NULL;
    case CALL2_SWEEP: return polygons ? run_sweep : NULL;
    default: return NULL;
    }
}

const side2 SIDE2_CUTE_C2 = {"cute_c2", IMP_PEER_CUTE_C2, prepare, find};
