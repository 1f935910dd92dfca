// SPDX-License-Identifier: MIT
//
// Questions to worlds of the plane: against every collider asked one by one, in scenes of all shapes that come, go and
// are put elsewhere; far from the origin; from many threads; with and without room.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scenes2.h"
#include "world_probe2.h"

#include "impinge/jobs.h"

enum
{
    WORN_MAX = 512
};

// What the test knows of a world: each collider and what it looks like.
typedef struct worn
{
    imp_collider collider;
    imp_body body;
    imp2_shape shape;
    imp2_compound compound;  // of the shape where there is no other
    imp_filter filter;
    bool convex, sensor, disabled;
} worn;

typedef struct model
{
    imp2_world* world;
    worn all[WORN_MAX];
    int count;
    imp_body bodies[WORN_MAX];
    int body_count;
    float grid;  // coordinates are multiples of it; 0 for any
} model;

static float some_number(test_rng* rng, const model* m, float most)
{
    float x = test_rng_range(rng, -most, most);
    return m->grid > 0.0f ? m->grid * floorf(x / m->grid) : x;
}

static imp2_vec some_place(test_rng* rng, const model* m, float most)
{
    imp2_vec r;
    r.x = some_number(rng, m, most);
    r.y = some_number(rng, m, most);
    return r;
}

static imp2_pose some_pose(test_rng* rng, const model* m, float most)
{
    imp2_vec p = some_place(rng, m, most);
    bool turned = test_rng_int(rng, 0, 2) > 0;
    return scene_pose(p.x, p.y, turned ? test_rng_range(rng, -3.0f, 3.0f) : 0.0f);
}

static imp_filter some_filter(test_rng* rng)
{
    imp_filter r = {0, 0};
    if (test_rng_int(rng, 0, 2) == 0)
    {
        r.category = 1u << test_rng_int(rng, 0, 3);
        r.mask = (uint32_t)test_rng_int(rng, 1, 15);
    }
    return r;
}

static void polygon_of(test_rng* rng, int corners, float radius, imp2_shape* out)
{
    imp2_vec points[16];
    float size = test_rng_range(rng, 0.3f, 1.5f);
    for (int k = 0; k < corners; ++k)
    {
        float angle = 6.2831853f * (float)k / (float)corners;
        points[k] = (imp2_vec){size * cosf(angle), 0.5f * size * sinf(angle)};
    }
    assert_int_equal(imp2_polygon_make(points, corners, radius, NULL, out, NULL), IMP_OK);
}

// One of every kind: convex, or a region or a chain.
static void some_worn(test_rng* rng, const model* m, worn* out)
{
    memset(out, 0, sizeof *out);
    out->convex = true;
    imp2_vec a = some_place(rng, m, 1.0f), b = some_place(rng, m, 2.0f);
    float size = test_rng_range(rng, 0.1f, 1.0f);
    imp2_box box = {{-size, -0.5f}, {size, 0.5f}};
    switch (test_rng_int(rng, 0, 9))
    {
    case 0: assert_int_equal(imp2_circle_make(a, size, &out->shape), IMP_OK); break;
    case 1: assert_int_equal(imp2_segment_make(a, b, &out->shape), IMP_OK); break;
    case 2: assert_int_equal(imp2_capsule_make(a, b, size, &out->shape), IMP_OK); break;
    case 3: assert_int_equal(imp2_box_make(box, &out->shape), IMP_OK); break;
    case 4:
        assert_int_equal(imp2_oriented_box_make(a, (imp2_vec){1.0f, size}, scene_pose(0, 0, size).q, &out->shape),
                         IMP_OK);
        break;
    case 5: polygon_of(rng, test_rng_int(rng, 3, 8), 0.0f, &out->shape); break;
    case 6: polygon_of(rng, test_rng_int(rng, 3, 8), 0.25f, &out->shape); break;
    case 7: polygon_of(rng, 16, 0.0f, &out->shape); break;
    case 8:
    {
        static const imp2_vec ring[] = {{-2, -2}, {2, -2}, {2, 2},   {0, 2},  {0, 1},
                                        {-2, 1},  {1, -1}, {-1, -1}, {-1, 0}, {1, 0}};
        static const int32_t counts[] = {6, 4};
        imp2_outlines outlines = {ring, counts, 2, IMP_FILL_EVEN_ODD};
        out->convex = false;
        assert_int_equal(imp2_region_make(&outlines, NULL, &out->compound, NULL), IMP_OK);
        break;
    }
    default:
    {
        static const imp2_vec points[] = {{-2, 0}, {-1, 0.5f}, {0, 0}, {1, 0}, {2, 1.5f}};
        imp2_polyline line = {points, 5, false, size > 0.5f};
        out->convex = false;
        assert_int_equal(imp2_chain_make(&line, NULL, &out->compound, NULL), IMP_OK);
        break;
    }
    }
}

static void worn_free(worn* w)
{
    imp2_shape_free(&w->shape);
    imp2_compound_free(&w->compound);
}

static imp2_compound compound_of(const worn* w)
{
    imp2_compound r = w->compound;
    if (w->convex)
    {
        assert_int_equal(imp2_compound_of_shape(&w->shape, &r), IMP_OK);
    }
    return r;
}

static void model_add(test_rng* rng, model* m, float spread)
{
    imp2_body_def def = {.kind = test_rng_int(rng, 0, IMP_BODY_KIND_COUNT - 1)};
    def.pose = some_pose(rng, m, spread);
    imp_body body;
    assert_int_equal(imp2_world_add_body(m->world, &def, &body), IMP_OK);
    m->bodies[m->body_count++] = body;
    int colliders = test_rng_int(rng, 1, 2);
    for (int k = 0; k < colliders; ++k)
    {
        worn* w = &m->all[m->count++];
        some_worn(rng, m, w);
        w->body = body;
        w->filter = some_filter(rng);
        w->sensor = test_rng_int(rng, 0, 5) == 0;
        imp2_collider_def collider = {.density = 1.0f, .filter = w->filter, .sensor = w->sensor};
        imp2_compound compound = compound_of(w);
        assert_int_equal(imp2_world_add_compound(m->world, body, &compound, &collider, &w->collider), IMP_OK);
    }
}

static void forget(model* m, int i)
{
    worn_free(&m->all[i]);
    m->all[i] = m->all[--m->count];
}

static void model_make(test_rng* rng, model* m, int bodies, float spread)
{
    imp2_world_def def = {.gravity = {0.0f, -10.0f}};
    float grid = m->grid;
    memset(m, 0, sizeof *m);
    m->grid = grid;
    assert_int_equal(imp2_world_make(&def, &m->world), IMP_OK);
    for (int i = 0; i < bodies; ++i)
    {
        model_add(rng, m, spread);
    }
}

// Some go, some come, some are put elsewhere, and time may pass.
static void model_change(test_rng* rng, model* m, float spread)
{
    for (int i = m->body_count / 4; i > 0; --i)
    {
        int at = test_rng_int(rng, 0, m->body_count - 1);
        imp_body body = m->bodies[at];
        imp2_pose pose = some_pose(rng, m, spread);
        int change = test_rng_int(rng, 0, 3);
        if (change < 2)
        {
            assert_int_equal(imp2_world_set_pose(m->world, body, &pose), IMP_OK);
            continue;
        }
        if (change == 2)
        {
            bool enabled = !scene_state(m->world, body).enabled;
            assert_int_equal(imp2_world_set_enabled(m->world, body, enabled), IMP_OK);
            for (int k = 0; k < m->count; ++k)
            {
                m->all[k].disabled = m->all[k].body.id == body.id ? !enabled : m->all[k].disabled;
            }
            continue;
        }
        assert_int_equal(imp2_world_remove_body(m->world, body), IMP_OK);
        m->bodies[at] = m->bodies[--m->body_count];
        for (int k = m->count - 1; k >= 0; --k)
        {
            if (m->all[k].body.id == body.id)
            {
                forget(m, k);
            }
        }
        model_add(rng, m, spread);
    }
    if (m->count > 1)
    {
        int gone = test_rng_int(rng, 0, m->count - 1);
        assert_int_equal(imp2_world_remove_collider(m->world, m->all[gone].collider), IMP_OK);
        forget(m, gone);
    }
    if (test_rng_int(rng, 0, 1))
    {
        scene_run(m->world, 2, 1.0f / 60.0f);
    }
}

static void model_free(model* m)
{
    while (m->count > 0)
    {
        forget(m, 0);
    }
    imp2_world_free(m->world);
}

// The arbiter: each collider asked by itself

static bool agree(imp_filter a, imp_filter b)
{
    static const imp_filter all = {UINT32_MAX, UINT32_MAX};
    a = a.category || a.mask ? a : all;
    b = b.category || b.mask ? b : all;
    return (a.category & b.mask) && (b.category & a.mask);
}

static bool asked_about(const worn* w, const imp_world_query* q)
{
    return agree(w->filter, q->filter) && w->body.id != q->exclude_body.id && (q->sensors || !w->sensor) &&
           !w->disabled;
}

static int32_t number_in(const model* m, imp_collider c)
{
    return probe_collider_at(m->world, probe_collider_place(m->world, c)).number;
}

static const model* sorted_in;

static int by_time(const void* a, const void* b)
{
    const imp2_world_hit *h = a, *k = b;
    int32_t i = number_in(sorted_in, h->collider), j = number_in(sorted_in, k->collider);
    return h->hit.time != k->hit.time ? (h->hit.time > k->hit.time) - (h->hit.time < k->hit.time) : (i > j) - (i < j);
}

static int by_distance(const void* a, const void* b)
{
    const imp2_world_near *h = a, *k = b;
    float x = h->nearest.distance, y = k->nearest.distance;
    int32_t i = number_in(sorted_in, h->collider), j = number_in(sorted_in, k->collider);
    return x != y ? (x > y) - (x < y) : (i > j) - (i < j);
}

static int by_number(const void* a, const void* b)
{
    const imp_collider *h = a, *k = b;
    int32_t i = number_in(sorted_in, *h), j = number_in(sorted_in, *k);
    return (i > j) - (i < j);
}

static int all_hits(const model* m, const imp2_compound_mover* thrown, bool ray, const imp_world_query* q,
                    imp2_world_hit* out)
{
    int count = 0;
    for (int i = 0; i < m->count; ++i)
    {
        const worn* w = &m->all[i];
        imp2_pose pose = scene_state(m->world, w->body).pose;
        imp2_compound target = compound_of(w);
        imp2_compound_mover stands = {&target, pose, {0.0f, 0.0f}, 0.0f};
        imp2_compound_hit hit;
        if (!asked_about(w, q))
        {
            continue;
        }
        imp_status status = ray ? imp2_compound_ray(&target, &pose, thrown->pose.p, thrown->motion, &hit)
                            : thrown->turn != 0.0f ? imp2_compound_time_of_impact(&stands, thrown, &hit)
                                                   : imp2_compound_sweep(&stands, thrown, &hit);
        assert_int_equal(status, IMP_OK);
        if (hit.hit.kind != IMP_SWEEP_NEVER && hit.hit.kind != IMP_SWEEP_REST)
        {
            imp2_world_hit r = {w->collider, w->body, hit.part_a, hit.part_b, hit.hit};
            out[count++] = r;
        }
    }
    sorted_in = m;
    qsort(out, (size_t)count, sizeof *out, by_time);
    return count;
}

static int all_near(const model* m, const imp2_compound* own, imp2_pose at, float reach, const imp_world_query* q,
                    imp2_world_near* out)
{
    int count = 0;
    for (int i = 0; i < m->count; ++i)
    {
        const worn* w = &m->all[i];
        imp2_pose pose = scene_state(m->world, w->body).pose;
        imp2_compound target = compound_of(w);
        imp2_compound_nearest near;
        assert_int_equal(imp2_compound_distance(&target, &pose, own, &at, &near), IMP_OK);
        if (asked_about(w, q) && (reach == 0.0f || near.nearest.distance <= reach))
        {
            imp2_world_near r = {w->collider, w->body, near.part_a, near.part_b, near.nearest};
            out[count++] = r;
        }
    }
    sorted_in = m;
    qsort(out, (size_t)count, sizeof *out, by_distance);
    return count;
}

static int all_overlaps(const model* m, const imp2_compound* own, imp2_pose at, const imp_world_query* q,
                        imp_collider* out)
{
    int count = 0;
    for (int i = 0; i < m->count; ++i)
    {
        const worn* w = &m->all[i];
        imp2_pose pose = scene_state(m->world, w->body).pose;
        imp2_compound target = compound_of(w);
        bool yes;
        if (own)
        {
            assert_int_equal(imp2_compound_overlap(&target, &pose, own, &at, &yes), IMP_OK);
        }
        else
        {
            assert_int_equal(imp2_compound_contains(&target, &pose, at.p, &yes, NULL), IMP_OK);
        }
        if (yes && asked_about(w, q))
        {
            out[count++] = w->collider;
        }
    }
    sorted_in = m;
    qsort(out, (size_t)count, sizeof *out, by_number);
    return count;
}

// Whether two results are the same, but for what is unused at the end of both structs.
static bool same_result(const void* a, const void* b)
{
    const size_t used = offsetof(imp2_world_hit, hit) + sizeof(imp2_hit);
    assert_int_equal(used, offsetof(imp2_world_near, nearest) + sizeof(imp2_nearest));
    return memcmp(a, b, used) == 0;
}

// One of each question

static void asks_rays_and_casts(test_rng* rng, const model* m, const imp_world_query* q, uint64_t* found)
{
    static imp2_world_hit want[WORN_MAX], got[WORN_MAX + 1];
    worn own;
    probe_forget_company(m->world);  // seams have a test of their own
    some_worn(rng, m, &own);
    imp2_compound compound = compound_of(&own);
    imp2_compound_mover thrown = {&compound, some_pose(rng, m, 12.0f), some_place(rng, m, 20.0f), 0.0f};
    thrown.motion = test_rng_int(rng, 0, 9) ? thrown.motion : (imp2_vec){0.0f, 0.0f};
    for (int way = 0; way < 3; ++way)
    {
        thrown.turn = way == 2 ? test_rng_range(rng, -4.0f, 4.0f) : 0.0f;
        int there = all_hits(m, &thrown, way == 0, q, want);
        int32_t capacity = test_rng_int(rng, 0, 1) ? test_rng_int(rng, 1, 4) : WORN_MAX, count = -1;
        memset(got, 7, sizeof got);
        imp_status status = way == 0 ? imp2_world_cast_ray(m->world, &(imp2_ray_def){thrown.pose.p, thrown.motion}, q,
                                                           got, capacity, &count)
                                     : imp2_world_cast_compound(m->world, &thrown, q, got, capacity, &count);
        assert_int_equal(status, IMP_OK);
        if (q->any)
        {
            // Some of all, sorted, as many as there is room for.
            assert_int_equal(count, there < capacity ? there : capacity);
            for (int32_t i = 0, k = 0; i < count; ++i, ++k)
            {
                while (k < there && !same_result(&want[k], &got[i]))
                {
                    ++k;
                }
                assert_true(k < there);
            }
        }
        else
        {
            assert_int_equal(count, there < capacity ? there : capacity);
            for (int32_t i = 0; i < count; ++i)
            {
                assert_true(same_result(&want[i], &got[i]));
            }
        }
        assert_int_equal(((const unsigned char*)&got[capacity])[0], 7);
        *found += (uint64_t)count;
    }
    worn_free(&own);
}

static void asks_what_is_here(test_rng* rng, const model* m, const imp_world_query* q, uint64_t* found)
{
    static imp_collider want[WORN_MAX], got[WORN_MAX];
    worn own;
    some_worn(rng, m, &own);
    imp2_compound compound = compound_of(&own);
    imp2_pose at = some_pose(rng, m, 12.0f);
    imp2_vec more = some_place(rng, m, 4.0f);
    imp2_box box = {at.p, {at.p.x + fabsf(more.x), at.p.y + fabsf(more.y)}};
    for (int way = 0; way < 3; ++way)
    {
        imp2_shape shape;
        imp2_compound around;
        assert_int_equal(imp2_box_make(box, &shape), IMP_OK);
        assert_int_equal(imp2_compound_of_shape(&shape, &around), IMP_OK);
        int there = all_overlaps(m,
                                 way == 0   ? &compound
                                 : way == 1 ? &around
                                            : NULL,
                                 way == 1 ? imp2_pose_identity() : at, q, want);
        int32_t capacity = test_rng_int(rng, 0, 1) ? test_rng_int(rng, 0, 2) : WORN_MAX, count = -1;
        memset(got, 7, sizeof got);
        imp_status status = way == 0
                                ? imp2_world_overlap(m->world, &(imp2_placed){&compound, at}, q, got, capacity, &count)
                            : way == 1 ? imp2_world_overlap_box(m->world, &box, q, got, capacity, &count)
                                       : imp2_world_overlap_point(m->world, at.p, q, got, capacity, &count);
        bool fits = q->any || there <= capacity;
        assert_int_equal(imp_status_fault(status), fits ? IMP_OK : IMP_ERR_SPACE);
        int32_t kept = fits ? (there < capacity ? there : capacity) : 0;
        assert_int_equal(count, fits ? kept : there);
        assert_memory_equal(got, want, (size_t)kept * sizeof *got);
        assert_int_equal(((const unsigned char*)&got[kept])[0], 7);
        *found += (uint64_t)there;
    }
    worn_free(&own);
}

static void asks_what_is_near(test_rng* rng, const model* m, const imp_world_query* q, uint64_t* found)
{
    static imp2_world_near want[WORN_MAX], got[WORN_MAX];
    const imp2_shape dot = {.kind = IMP2_SHAPE_CIRCLE, .count = 1};
    imp2_compound point;
    assert_int_equal(imp2_compound_of_shape(&dot, &point), IMP_OK);
    imp_world_query first = *q;
    first.any = false;
    worn own;
    some_worn(rng, m, &own);
    imp2_compound compound = compound_of(&own);
    for (int way = 0; way < 2; ++way)
    {
        imp2_pose at = some_pose(rng, m, 20.0f);
        at.q = way ? imp2_pose_identity().q : at.q;
        float reach = test_rng_int(rng, 0, 1) ? test_rng_range(rng, 0.0f, 10.0f) : 0.0f;
        first.max_distance = reach;
        int there = all_near(m, way ? &point : &compound, at, reach, &first, want);
        int32_t capacity = test_rng_int(rng, 0, 1) ? test_rng_int(rng, 1, 4) : WORN_MAX, count = -1;
        imp_status status =
            way ? imp2_world_nearest_point(m->world, at.p, &first, got, capacity, &count)
                : imp2_world_nearest(m->world, &(imp2_placed){&compound, at}, &first, got, capacity, &count);
        assert_int_equal(status, IMP_OK);
        assert_int_equal(count, there < capacity ? there : capacity);
        for (int32_t i = 0; i < count; ++i)
        {
            assert_true(same_result(&want[i], &got[i]));
        }
        *found += (uint64_t)count;
    }
    worn_free(&own);
}

static void answers_as_every_collider_does(void** state)
{
    (void)state;
    static model m;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(24), found[3] = {0, 0, 0}, asked = 0;
    for (uint64_t i = 0; i < count; ++i)
    {
        m.grid = i % 2 ? 0.0f : 0.25f;  // where much touches exactly
        model_make(&rng, &m, test_rng_int(&rng, 0, 90), 12.0f);
        for (int round = 0; round < 3; ++round)
        {
            for (int k = 0; k < 12; ++k, ++asked)
            {
                imp_world_query q = {.filter = some_filter(&rng)};
                q.any = test_rng_int(&rng, 0, 3) == 0;
                q.sensors = test_rng_int(&rng, 0, 1);
                if (m.body_count > 0 && test_rng_int(&rng, 0, 2) == 0)
                {
                    q.exclude_body = m.bodies[test_rng_int(&rng, 0, m.body_count - 1)];
                }
                asks_rays_and_casts(&rng, &m, &q, &found[0]);
                asks_what_is_here(&rng, &m, &q, &found[1]);
                asks_what_is_near(&rng, &m, &q, &found[2]);
            }
            model_change(&rng, &m, 12.0f);
        }
        model_free(&m);
    }
    printf("%.1f hits, %.1f overlaps, %.1f neighbours a question\n", (double)found[0] / (double)asked / 3.0,
           (double)found[1] / (double)asked / 3.0, (double)found[2] / (double)asked / 2.0);
    assert_number(found[0], >, asked);
    assert_number(found[1], >, asked / 4);
    assert_number(found[2], >, asked);
    test_report("query2 answers as every collider does", asked);
}

// A scene and the same one 2^20 m away give the same times, distances and normals.
static void answers_far_from_the_origin_as_near_it(void** state)
{
    (void)state;
    static model near, far;
    uint64_t count = test_n(40), found = 0;
    test_rng rng = {test_seed()};
    double worst = 0.0;
    const imp2_vec away = {0x1p20f, -0x1p20f};
    for (uint64_t i = 0; i < count; ++i)
    {
        near.grid = far.grid = 0.25f;
        test_rng copy = rng;
        model_make(&rng, &near, 30, 10.0f);
        model_make(&copy, &far, 30, 10.0f);
        for (int k = 0; k < far.body_count; ++k)
        {
            imp2_pose pose = scene_state(far.world, far.bodies[k]).pose;
            pose.p = imp2_vec_add(pose.p, away);
            assert_int_equal(imp2_world_set_pose(far.world, far.bodies[k], &pose), IMP_OK);
        }
        for (int k = 0; k < 10; ++k)
        {
            imp2_vec from = some_place(&rng, &near, 12.0f), motion = some_place(&rng, &near, 20.0f);
            imp2_vec there = imp2_vec_add(from, away);
            imp2_world_hit a[WORN_MAX], b[WORN_MAX];
            int32_t count_a, count_b;
            assert_int_equal(
                imp2_world_cast_ray(near.world, &(imp2_ray_def){from, motion}, NULL, a, WORN_MAX, &count_a), IMP_OK);
            assert_int_equal(
                imp2_world_cast_ray(far.world, &(imp2_ray_def){there, motion}, NULL, b, WORN_MAX, &count_b), IMP_OK);
            assert_int_equal(count_a, count_b);
            imp2_world_near n, f;
            int32_t one;
            assert_int_equal(imp2_world_nearest_point(near.world, from, NULL, &n, 1, &one), IMP_OK);
            assert_int_equal(imp2_world_nearest_point(far.world, there, NULL, &f, 1, &one), IMP_OK);
            worst = fmax(worst, fabs((double)n.nearest.distance - (double)f.nearest.distance));
            for (int32_t h = 0; h < count_a; ++h, ++found)
            {
                assert_int_equal(a[h].hit.kind, b[h].hit.kind);
                imp2_vec turned = imp2_vec_sub(a[h].hit.normal, b[h].hit.normal);
                worst = fmax(worst, fabs((double)a[h].hit.time - (double)b[h].hit.time));
                worst = fmax(worst, fabs((double)turned.x) + fabs((double)turned.y));
            }
        }
        model_free(&near);
        model_free(&far);
    }
    printf("%d hits a thousand kilometres away: off by %.1e\n", (int)found, worst);
    assert_number(found, >, count);
    assert_number(worst, <, 1e-5);
    test_report("query2 far", count);
}

// What a player asks: what is in front of me, what is between us, what is under the mouse.
static void answers_what_is_known_by_heart(void** state)
{
    (void)state;
    imp2_world* world;
    assert_int_equal(imp2_world_make(NULL, &world), IMP_OK);
    imp2_shape ball = scene_ball(1.0f), box = scene_box(1.0f, 1.0f);
    scene_matter matter = {1.0f, 0.0f, 0.0f, 0.0f};
    imp2_world_hit hit[2];
    imp2_world_near near;
    imp_collider here[2];
    int32_t count;
    assert_int_equal(imp2_world_cast_ray(world, &(imp2_ray_def){{0, 0}, {1, 0}}, NULL, hit, 1, &count), IMP_OK);
    assert_int_equal(count, 0);
    imp_body left = scene_body(world, IMP_BODY_STATIC, scene_pose(-5, 0, 0), &ball, matter);
    imp_body right = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(5, 0, 0), &box, matter);

    assert_int_equal(imp2_world_cast_ray(world, &(imp2_ray_def){{-10, 0}, {20, 0}}, NULL, hit, 2, &count), IMP_OK);
    assert_int_equal(count, 2);
    assert_number(hit[0].body.id, ==, left.id);
    assert_number(hit[1].body.id, ==, right.id);
    assert_number(hit[0].hit.time, ==, 0.2f);
    assert_number(hit[1].hit.time, ==, 0.7f);
    assert_number(hit[0].hit.normal.x, ==, -1.0f);
    assert_number(hit[0].hit.point.x, ==, -6.0f);
    assert_number(hit[1].hit.point.x, ==, 4.0f);

    // From inside, there is the way out; without it, what follows.
    assert_int_equal(imp2_world_cast_ray(world, &(imp2_ray_def){{-5, 0.5f}, {20, 0}}, NULL, hit, 1, &count), IMP_OK);
    assert_int_equal(count, 1);
    assert_int_equal(hit[0].hit.kind, IMP_SWEEP_OVERLAP);
    assert_number(hit[0].body.id, ==, left.id);
    imp_world_query others = {.exclude_body = left};
    assert_int_equal(imp2_world_cast_ray(world, &(imp2_ray_def){{-5, 0.5f}, {20, 0}}, &others, hit, 2, &count), IMP_OK);
    assert_int_equal(count, 1);
    assert_number(hit[0].body.id, ==, right.id);

    assert_int_equal(imp2_world_overlap_point(world, (imp2_vec){6, 1}, NULL, here, 2, &count), IMP_OK);
    assert_int_equal(count, 1);
    assert_int_equal(imp2_world_overlap_point(world, (imp2_vec){6, 1.001f}, NULL, here, 2, &count), IMP_OK);
    assert_int_equal(count, 0);
    assert_int_equal(imp2_world_nearest_point(world, (imp2_vec){0.5f, 0}, NULL, &near, 1, &count), IMP_OK);
    assert_number(near.body.id, ==, right.id);
    assert_number(near.nearest.distance, ==, 3.5f);
    assert_number(near.nearest.point_a.x, ==, 4.0f);

    // What has been put elsewhere is there at once.
    imp2_pose up = scene_pose(0, 50, 0);
    assert_int_equal(imp2_world_set_pose(world, right, &up), IMP_OK);
    imp2_box around = {{-1, 49}, {1, 51}};
    assert_int_equal(imp2_world_overlap_box(world, &around, NULL, here, 2, &count), IMP_OK);
    assert_int_equal(count, 1);

    // A body that is gone is not to be left out.
    assert_int_equal(imp2_world_remove_body(world, left), IMP_OK);
    imp_status status = imp2_world_cast_ray(world, &(imp2_ray_def){{0, 0}, {1, 0}}, &others, hit, 1, &count);
    assert_int_equal(imp_status_fault(status), IMP_ERR_HANDLE);
    assert_int_equal(imp_status_argument(status), 3);
    imp2_world_free(world);
}

// More than there is room for on the stack.
static void lists_a_thousand(void** state)
{
    (void)state;
    imp2_world* world;
    static imp_collider here[1000];
    assert_int_equal(imp2_world_make(NULL, &world), IMP_OK);
    imp2_shape ball = scene_ball(0.5f);
    for (int i = 0; i < 1000; ++i)
    {
        scene_body(world, IMP_BODY_STATIC, scene_pose(0.001f * (float)i, 0.0f, 0.0f), &ball, (scene_matter){0});
    }
    int32_t count;
    imp2_box all = {{-1.0f, -1.0f}, {2.0f, 1.0f}};
    imp_status status = imp2_world_overlap_box(world, &all, NULL, here, 999, &count);
    assert_int_equal(imp_status_fault(status), IMP_ERR_SPACE);
    assert_int_equal(count, 1000);
    assert_number(here[0].id, ==, 0);
    assert_int_equal(imp2_world_overlap_box(world, &all, NULL, here, 1000, &count), IMP_OK);
    for (int i = 0; i < 1000; ++i)
    {
        assert_int_equal(here[i].id & UINT32_MAX, i);
    }
    imp_world_query any = {.any = true};
    assert_int_equal(imp2_world_overlap_box(world, &all, &any, here, 7, &count), IMP_OK);
    assert_int_equal(count, 7);
    imp2_world_free(world);
}

typedef struct many_rays
{
    const imp2_world* world;
    imp2_world_hit hits[256];
    int32_t counts[256];
} many_rays;

static void cast_some(void* context, int32_t job)
{
    many_rays* r = context;
    float angle = 0.1f * (float)job;
    imp2_vec motion = {30.0f * cosf(angle), 30.0f * sinf(angle)};
    assert_int_equal(
        imp2_world_cast_ray(r->world, &(imp2_ray_def){{0.0f, 6.0f}, motion}, NULL, &r->hits[job], 1, &r->counts[job]),
        IMP_OK);
}

static void answers_many_threads_at_once(void** state)
{
    (void)state;
    static many_rays together, alone;
    scene_crowd crowd;
    imp2_world_def def = {.gravity = {0.0f, -10.0f}};
    imp_pool* pool;
    imp_jobs jobs;
    assert_int_equal(imp_pool_make(4, NULL, &pool), IMP_OK);
    assert_int_equal(imp_pool_jobs(pool, &jobs), IMP_OK);
    imp2_world* world;
    assert_int_equal(imp2_world_make(&def, &world), IMP_OK);
    assert_int_equal(scene_crowd_make(&crowd, world, 60, 11), IMP_OK);
    scene_run(world, 30, 1.0f / 60.0f);
    together.world = world;
    alone.world = world;
    void* batch = jobs.start(jobs.user, cast_some, &together, 256);
    jobs.wait(jobs.user, batch);
    for (int32_t i = 0; i < 256; ++i)
    {
        cast_some(&alone, i);
    }
    for (int i = 0; i < 256; ++i)
    {
        assert_int_equal(together.counts[i], alone.counts[i]);
        assert_true(alone.counts[i] == 0 || same_result(&together.hits[i], &alone.hits[i]));
    }
    scene_crowd_free(&crowd);
    imp2_world_free(world);
    imp_pool_free(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_what_is_known_by_heart), cmocka_unit_test(answers_as_every_collider_does),
        cmocka_unit_test(answers_far_from_the_origin_as_near_it), cmocka_unit_test(lists_a_thousand),
        cmocka_unit_test(answers_many_threads_at_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
