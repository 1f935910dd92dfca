// SPDX-License-Identifier: MIT
//
// Questions to worlds: against every collider asked one by one, in scenes of all shapes that come, go and are put
// elsewhere; far from the origin; from many threads; with and without room. The wrapper adds its SPREAD, any_shape (one
// of every kind, convex or not, of places and sizes from some_place), number_of (of a collider in the index),
// forget_company, and its COUNTS.

#include "kit.inl"

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
    Shape shape;
    Compound compound;  // of the shape where there is no other
    imp_filter filter;
    bool convex, sensor, disabled;
} worn;

typedef struct model
{
    World* world;
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

static Vec some_place(test_rng* rng, const model* m, float most)
{
    Vec r;
    for (int k = 0; k < AXES; ++k)
    {
        SET_AT(r, k, some_number(rng, m, most));
    }
    return r;
}

static Pose some_pose(test_rng* rng, const model* m, float most)
{
    Pose r = {some_place(rng, m, most), turn_about(0.0f)};
    if (test_rng_int(rng, 0, 2) > 0)
    {
        r.q = any_turn(rng, 3.0f);
    }
    return r;
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

static void worn_free(worn* w)
{
    FN(shape_free)(&w->shape);
    FN(compound_free)(&w->compound);
}

static void some_worn(test_rng* rng, const model* m, worn* out)
{
    memset(out, 0, sizeof *out);
    any_shape(rng, some_place(rng, m, 1.0f), some_place(rng, m, 2.0f), &out->shape, &out->compound);
    out->convex = out->compound.part_count == 0;
}

static Compound compound_of(const worn* w)
{
    Compound r = w->compound;
    if (w->convex)
    {
        assert_int_equal(FN(compound_of_shape)(&w->shape, &r), IMP_OK);
    }
    return r;
}

static void model_add(test_rng* rng, model* m, float spread)
{
    BodyDef def = {.kind = test_rng_int(rng, 0, IMP_BODY_KIND_COUNT - 1)};
    def.pose = some_pose(rng, m, spread);
    imp_body body;
    assert_int_equal(FN(world_add_body)(m->world, &def, &body), IMP_OK);
    m->bodies[m->body_count++] = body;
    int colliders = test_rng_int(rng, 1, 2);
    for (int k = 0; k < colliders; ++k)
    {
        worn* w = &m->all[m->count++];
        some_worn(rng, m, w);
        w->body = body;
        w->filter = some_filter(rng);
        w->sensor = test_rng_int(rng, 0, 5) == 0;
        ColliderDef collider = {.density = 1.0f, .filter = w->filter, .sensor = w->sensor};
        Compound compound = compound_of(w);
        assert_int_equal(FN(world_add_compound)(m->world, body, &compound, &collider, &w->collider), IMP_OK);
    }
}

static void forget(model* m, int i)
{
    worn_free(&m->all[i]);
    m->all[i] = m->all[--m->count];
}

static void model_make(test_rng* rng, model* m, int bodies, float spread)
{
    float grid = m->grid;
    memset(m, 0, sizeof *m);
    m->grid = grid;
    m->world = new_world(10.0f);
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
        Pose pose = some_pose(rng, m, spread);
        int change = test_rng_int(rng, 0, 3);
        if (change < 2)
        {
            assert_int_equal(FN(world_set_pose)(m->world, body, &pose), IMP_OK);
            continue;
        }
        if (change == 2)
        {
            bool enabled = !state_of(m->world, body).enabled;
            assert_int_equal(FN(world_set_enabled)(m->world, body, enabled), IMP_OK);
            for (int k = 0; k < m->count; ++k)
            {
                m->all[k].disabled = m->all[k].body.id == body.id ? !enabled : m->all[k].disabled;
            }
            continue;
        }
        assert_int_equal(FN(world_remove_body)(m->world, body), IMP_OK);
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
        assert_int_equal(FN(world_remove_collider)(m->world, m->all[gone].collider), IMP_OK);
        forget(m, gone);
    }
    if (test_rng_int(rng, 0, 1))
    {
        run(m->world, 2);
    }
}

static void model_free(model* m)
{
    while (m->count > 0)
    {
        forget(m, 0);
    }
    FN(world_free)(m->world);
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
    return number_of(m->world, c);
}

static const model* sorted_in;

static int by_time(const void* a, const void* b)
{
    const WorldHit *h = a, *k = b;
    int32_t i = number_in(sorted_in, h->collider), j = number_in(sorted_in, k->collider);
    return h->hit.time != k->hit.time ? (h->hit.time > k->hit.time) - (h->hit.time < k->hit.time) : (i > j) - (i < j);
}

static int by_distance(const void* a, const void* b)
{
    const WorldNear *h = a, *k = b;
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

static int all_hits(const model* m, const CompoundMover* thrown, bool ray, bool turns, const imp_world_query* q,
                    WorldHit* out)
{
    int count = 0;
    for (int i = 0; i < m->count; ++i)
    {
        const worn* w = &m->all[i];
        Pose pose = state_of(m->world, w->body).pose;
        Compound target = compound_of(w);
        CompoundMover stands = {.compound = &target, .pose = pose};
        CompoundHit hit;
        if (!asked_about(w, q))
        {
            continue;
        }
        imp_status status = ray     ? FN(compound_ray)(&target, &pose, thrown->pose.p, thrown->motion, &hit)
                            : turns ? FN(compound_time_of_impact)(&stands, thrown, &hit)
                                    : FN(compound_sweep)(&stands, thrown, &hit);
        assert_int_equal(status, IMP_OK);
        if (hit.hit.kind != IMP_SWEEP_NEVER && hit.hit.kind != IMP_SWEEP_REST)
        {
            WorldHit r = {w->collider, w->body, hit.part_a, hit.part_b, hit.hit};
            out[count++] = r;
        }
    }
    sorted_in = m;
    qsort(out, (size_t)count, sizeof *out, by_time);
    return count;
}

static int all_near(const model* m, const Compound* own, Pose here, float reach, const imp_world_query* q,
                    WorldNear* out)
{
    int count = 0;
    for (int i = 0; i < m->count; ++i)
    {
        const worn* w = &m->all[i];
        Pose pose = state_of(m->world, w->body).pose;
        Compound target = compound_of(w);
        CompoundNearest near;
        assert_int_equal(FN(compound_distance)(&target, &pose, own, &here, &near), IMP_OK);
        if (asked_about(w, q) && (reach == 0.0f || near.nearest.distance <= reach))
        {
            WorldNear r = {w->collider, w->body, near.part_a, near.part_b, near.nearest};
            out[count++] = r;
        }
    }
    sorted_in = m;
    qsort(out, (size_t)count, sizeof *out, by_distance);
    return count;
}

static int all_overlaps(const model* m, const Compound* own, Pose here, const imp_world_query* q, imp_collider* out)
{
    int count = 0;
    for (int i = 0; i < m->count; ++i)
    {
        const worn* w = &m->all[i];
        Pose pose = state_of(m->world, w->body).pose;
        Compound target = compound_of(w);
        bool yes;
        if (own)
        {
            assert_int_equal(FN(compound_overlap)(&target, &pose, own, &here, &yes), IMP_OK);
        }
        else
        {
            assert_int_equal(FN(compound_contains)(&target, &pose, here.p, &yes, NULL), IMP_OK);
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
static bool same_hit(const WorldHit* a, const WorldHit* b)
{
    return memcmp(a, b, offsetof(WorldHit, hit) + sizeof(Hit)) == 0;
}

static bool same_near(const WorldNear* a, const WorldNear* b)
{
    return memcmp(a, b, offsetof(WorldNear, nearest) + sizeof(Nearest)) == 0;
}

// One of each question

static void asks_rays_and_casts(test_rng* rng, const model* m, const imp_world_query* q, uint64_t* found)
{
    static WorldHit want[WORN_MAX], got[WORN_MAX + 1];
    worn own;
    forget_company(m->world);  // seams have a test of their own
    some_worn(rng, m, &own);
    Compound compound = compound_of(&own);
    CompoundMover thrown = {.compound = &compound, .pose = some_pose(rng, m, SPREAD)};
    thrown.motion = some_place(rng, m, 20.0f);
    thrown.motion = test_rng_int(rng, 0, 9) ? thrown.motion : at(0.0f, 0.0f, 0.0f);
    for (int way = 0; way < 3; ++way)
    {
        thrown.turn = spin_about(way == 2 ? test_rng_range(rng, -4.0f, 4.0f) : 0.0f);
        int there = all_hits(m, &thrown, way == 0, way == 2, q, want);
        int32_t capacity = test_rng_int(rng, 0, 1) ? test_rng_int(rng, 1, 4) : WORN_MAX, count = -1;
        memset(got, 7, sizeof got);
        imp_status status =
            way == 0 ? FN(world_cast_ray)(m->world, &(RayDef){thrown.pose.p, thrown.motion}, q, got, capacity, &count)
                     : FN(world_cast_compound)(m->world, &thrown, q, got, capacity, &count);
        assert_int_equal(status, IMP_OK);
        if (q->any)
        {
            // Some of all, sorted, as many as there is room for.
            assert_int_equal(count, there < capacity ? there : capacity);
            for (int32_t i = 0, k = 0; i < count; ++i, ++k)
            {
                while (k < there && !same_hit(&want[k], &got[i]))
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
                assert_true(same_hit(&want[i], &got[i]));
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
    Compound compound = compound_of(&own);
    Pose here = some_pose(rng, m, SPREAD);
    const Vec more = some_place(rng, m, 4.0f);
    Box box = {here.p, here.p};
    for (int k = 0; k < AXES; ++k)
    {
        SET_AT(box.upper, k, AT(here.p, k) + fabsf(AT(more, k)));
    }
    for (int way = 0; way < 3; ++way)
    {
        Shape shape;
        Compound around;
        assert_int_equal(FN(box_make)(box, &shape), IMP_OK);
        assert_int_equal(FN(compound_of_shape)(&shape, &around), IMP_OK);
        int there = all_overlaps(m,
                                 way == 0   ? &compound
                                 : way == 1 ? &around
                                            : NULL,
                                 way == 1 ? pose_of(at(0.0f, 0.0f, 0.0f), 0.0f) : here, q, want);
        int32_t capacity = test_rng_int(rng, 0, 1) ? test_rng_int(rng, 0, 2) : WORN_MAX, count = -1;
        memset(got, 7, sizeof got);
        imp_status status = way == 0 ? FN(world_overlap)(m->world, &(Placed){&compound, here}, q, got, capacity, &count)
                            : way == 1 ? FN(world_overlap_box)(m->world, &box, q, got, capacity, &count)
                                       : FN(world_overlap_point)(m->world, here.p, q, got, capacity, &count);
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
    static WorldNear want[WORN_MAX], got[WORN_MAX];
    const Shape dot = ball_of(0.0f);
    Compound point;
    assert_int_equal(FN(compound_of_shape)(&dot, &point), IMP_OK);
    imp_world_query first = *q;
    first.any = false;
    worn own;
    some_worn(rng, m, &own);
    Compound compound = compound_of(&own);
    for (int way = 0; way < 2; ++way)
    {
        Pose here = some_pose(rng, m, 1.5f * SPREAD);
        here.q = way ? turn_about(0.0f) : here.q;
        float reach = test_rng_int(rng, 0, 1) ? test_rng_range(rng, 0.0f, 10.0f) : 0.0f;
        first.max_distance = reach;
        int there = all_near(m, way ? &point : &compound, here, reach, &first, want);
        int32_t capacity = test_rng_int(rng, 0, 1) ? test_rng_int(rng, 1, 4) : WORN_MAX, count = -1;
        imp_status status =
            way ? FN(world_nearest_point)(m->world, here.p, &first, got, capacity, &count)
                : FN(world_nearest)(m->world, &(Placed){&compound, here}, &first, got, capacity, &count);
        assert_int_equal(status, IMP_OK);
        assert_int_equal(count, there < capacity ? there : capacity);
        for (int32_t i = 0; i < count; ++i)
        {
            assert_true(same_near(&want[i], &got[i]));
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
    uint64_t count = test_n(COUNT_MODELS), found[3] = {0, 0, 0}, asked = 0;
    for (uint64_t i = 0; i < count; ++i)
    {
        m.grid = i % 2 ? 0.0f : 0.25f;  // where much touches exactly
        model_make(&rng, &m, test_rng_int(&rng, 0, 90), SPREAD);
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
            model_change(&rng, &m, SPREAD);
        }
        model_free(&m);
    }
    printf("%.1f hits, %.1f overlaps, %.1f neighbours a question\n", (double)found[0] / (double)asked / 3.0,
           (double)found[1] / (double)asked / 3.0, (double)found[2] / (double)asked / 2.0);
    assert_number(found[0], >, asked);
    assert_number(found[1], >, asked / 4);
    assert_number(found[2], >, asked);
    test_report("query answers as every collider does", asked);
}

// A scene and the same one 2^20 m away give the same times, distances and normals.
static void answers_far_from_the_origin_as_near_it(void** state)
{
    (void)state;
    static model near, far;
    uint64_t count = test_n(COUNT_FAR), found = 0;
    test_rng rng = {test_seed()};
    double worst = 0.0;
    const Vec away = at(0x1p20f, -0x1p20f, 0x1p20f);
    for (uint64_t i = 0; i < count; ++i)
    {
        near.grid = far.grid = 0.25f;
        test_rng copy = rng;
        model_make(&rng, &near, 30, 10.0f);
        model_make(&copy, &far, 30, 10.0f);
        for (int k = 0; k < far.body_count; ++k)
        {
            Pose pose = state_of(far.world, far.bodies[k]).pose;
            pose.p = FN(vec_add)(pose.p, away);
            assert_int_equal(FN(world_set_pose)(far.world, far.bodies[k], &pose), IMP_OK);
        }
        for (int k = 0; k < 10; ++k)
        {
            Vec from = some_place(&rng, &near, SPREAD), motion = some_place(&rng, &near, 20.0f);
            Vec there = FN(vec_add)(from, away);
            WorldHit a[WORN_MAX], b[WORN_MAX];
            int32_t count_a, count_b;
            assert_int_equal(FN(world_cast_ray)(near.world, &(RayDef){from, motion}, NULL, a, WORN_MAX, &count_a),
                             IMP_OK);
            assert_int_equal(FN(world_cast_ray)(far.world, &(RayDef){there, motion}, NULL, b, WORN_MAX, &count_b),
                             IMP_OK);
            assert_int_equal(count_a, count_b);
            WorldNear n, f;
            int32_t one;
            assert_int_equal(FN(world_nearest_point)(near.world, from, NULL, &n, 1, &one), IMP_OK);
            assert_int_equal(FN(world_nearest_point)(far.world, there, NULL, &f, 1, &one), IMP_OK);
            worst = fmax(worst, fabs((double)n.nearest.distance - (double)f.nearest.distance));
            for (int32_t h = 0; h < count_a; ++h, ++found)
            {
                assert_int_equal(a[h].hit.kind, b[h].hit.kind);
                Vec turned = FN(vec_sub)(a[h].hit.normal, b[h].hit.normal);
                worst = fmax(worst, fabs((double)a[h].hit.time - (double)b[h].hit.time));
                worst = fmax(worst, (double)length_of(turned));
            }
        }
        model_free(&near);
        model_free(&far);
    }
    printf("%d hits a thousand kilometres away: off by %.1e\n", (int)found, worst);
    assert_number(found, >, count / 2);
    assert_number(worst, <, 1e-5);
    test_report("query far", count);
}

// How deep a point is in what is not convex does not depend on where both are.
static void depths_are_the_same_far_from_the_origin(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    const model m = {.grid = 0.25f};
    const Vec away = at(0x1p20f, -0x1p20f, 0x1p20f);
    const Shape dot = ball_of(0.0f);
    Compound point;
    uint64_t count = test_n(400), inside = 0;
    assert_int_equal(FN(compound_of_shape)(&dot, &point), IMP_OK);
    for (uint64_t i = 0; i < count; ++i)
    {
        worn w;
        some_worn(&rng, &m, &w);
        const Compound whole = compound_of(&w);
        Pose stands = some_pose(&rng, &m, 0.5f), here = pose_of(some_place(&rng, &m, 1.0f), 0.0f);
        CompoundNearest near, far;
        assert_int_equal(FN(compound_distance)(&whole, &stands, &point, &here, &near), IMP_OK);
        stands.p = FN(vec_add)(stands.p, away);
        here.p = FN(vec_add)(here.p, away);
        assert_int_equal(FN(compound_distance)(&whole, &stands, &point, &here, &far), IMP_OK);
        assert_number(fabsf(near.nearest.distance - far.nearest.distance), <, 1e-6f);
        inside += !w.convex && near.nearest.distance < 0.0f;
        worn_free(&w);
    }
    assert_number(inside, >, count / 100);
    test_report("depths are the same far from the origin", count);
}

// What a player asks: what is in front of me, what is between us, what is under the mouse.
static void answers_what_is_known_by_heart(void** state)
{
    (void)state;
    World* world;
    assert_int_equal(FN(world_make)(NULL, &world), IMP_OK);
    Shape ball = ball_of(1.0f), box = box_of(1.0f, 1.0f, 1.0f);
    WorldHit hit[2];
    WorldNear near;
    imp_collider here[2];
    int32_t count;
    assert_int_equal(FN(world_cast_ray)(world, &(RayDef){at(0, 0, 0), at(1, 0, 0)}, NULL, hit, 1, &count), IMP_OK);
    assert_int_equal(count, 0);
    imp_body left = add(world, IMP_BODY_STATIC, at(-5, 0, 0.0f), &ball);
    imp_body right = add(world, IMP_BODY_DYNAMIC, at(5, 0, 0.0f), &box);

    assert_int_equal(FN(world_cast_ray)(world, &(RayDef){at(-10, 0, 0), at(20, 0, 0)}, NULL, hit, 2, &count), IMP_OK);
    assert_int_equal(count, 2);
    assert_number(hit[0].body.id, ==, left.id);
    assert_number(hit[1].body.id, ==, right.id);
    assert_number(hit[0].hit.time, ==, 0.2f);
    assert_number(hit[1].hit.time, ==, 0.7f);
    assert_number(hit[0].hit.normal.x, ==, -1.0f);
    assert_number(hit[0].hit.point.x, ==, -6.0f);
    assert_number(hit[1].hit.point.x, ==, 4.0f);

    // From inside, there is the way out; without it, what follows.
    assert_int_equal(FN(world_cast_ray)(world, &(RayDef){at(-5, 0.5f, 0), at(20, 0, 0)}, NULL, hit, 1, &count), IMP_OK);
    assert_int_equal(count, 1);
    assert_int_equal(hit[0].hit.kind, IMP_SWEEP_OVERLAP);
    assert_number(hit[0].body.id, ==, left.id);
    imp_world_query others = {.exclude_body = left};
    assert_int_equal(FN(world_cast_ray)(world, &(RayDef){at(-5, 0.5f, 0), at(20, 0, 0)}, &others, hit, 2, &count),
                     IMP_OK);
    assert_int_equal(count, 1);
    assert_number(hit[0].body.id, ==, right.id);

    assert_int_equal(FN(world_overlap_point)(world, at(6, 1, 0.0f), NULL, here, 2, &count), IMP_OK);
    assert_int_equal(count, 1);
    assert_int_equal(FN(world_overlap_point)(world, at(6, 1.001f, 0.0f), NULL, here, 2, &count), IMP_OK);
    assert_int_equal(count, 0);
    assert_int_equal(FN(world_nearest_point)(world, at(0.5f, 0, 0.0f), NULL, &near, 1, &count), IMP_OK);
    assert_number(near.body.id, ==, right.id);
    assert_number(near.nearest.distance, ==, 3.5f);
    assert_number(near.nearest.point_a.x, ==, 4.0f);

    // What has been put elsewhere is there at once.
    Pose up = pose_of(at(0, 50, 0.0f), 0);
    assert_int_equal(FN(world_set_pose)(world, right, &up), IMP_OK);
    const Box around = {at(-1, 49, -1), at(1, 51, 1)};
    assert_int_equal(FN(world_overlap_box)(world, &around, NULL, here, 2, &count), IMP_OK);
    assert_int_equal(count, 1);

    // A body that is gone is not to be left out.
    assert_int_equal(FN(world_remove_body)(world, left), IMP_OK);
    imp_status status = FN(world_cast_ray)(world, &(RayDef){at(0, 0, 0), at(1, 0, 0)}, &others, hit, 1, &count);
    assert_int_equal(imp_status_fault(status), IMP_ERR_HANDLE);
    assert_int_equal(imp_status_argument(status), 3);
    FN(world_free)(world);
}

// More than there is room for on the stack.
static void lists_a_thousand(void** state)
{
    (void)state;
    World* world;
    static imp_collider here[1000];
    assert_int_equal(FN(world_make)(NULL, &world), IMP_OK);
    Shape ball = ball_of(0.5f);
    for (int i = 0; i < 1000; ++i)
    {
        (void)add(world, IMP_BODY_STATIC, at(0.001f * (float)i, 0.0f, 0.0f), &ball);
    }
    int32_t count;
    const Box all = {at(-1.0f, -1.0f, -1.0f), at(2.0f, 1.0f, 1.0f)};
    imp_status status = FN(world_overlap_box)(world, &all, NULL, here, 999, &count);
    assert_int_equal(imp_status_fault(status), IMP_ERR_SPACE);
    assert_int_equal(count, 1000);
    assert_number(here[0].id, ==, 0);
    assert_int_equal(FN(world_overlap_box)(world, &all, NULL, here, 1000, &count), IMP_OK);
    for (int i = 0; i < 1000; ++i)
    {
        assert_int_equal(here[i].id & UINT32_MAX, i);
    }
    imp_world_query any = {.any = true};
    assert_int_equal(FN(world_overlap_box)(world, &all, &any, here, 7, &count), IMP_OK);
    assert_int_equal(count, 7);
    FN(world_free)(world);
}

typedef struct many_rays
{
    const World* world;
    WorldHit hits[256];
    int32_t counts[256];
} many_rays;

static void cast_some(void* context, int32_t job)
{
    many_rays* r = context;
    float angle = 0.1f * (float)job;
    const Vec motion = at(30.0f * cosf(angle), 30.0f * sinf(angle), 0.0f);
    assert_int_equal(
        FN(world_cast_ray)(r->world, &(RayDef){at(0.0f, 6.0f, 0.0f), motion}, NULL, &r->hits[job], 1, &r->counts[job]),
        IMP_OK);
}

static void answers_many_threads_at_once(void** state)
{
    (void)state;
    static many_rays together, alone;
    static model m;
    test_rng rng = {11};
    imp_pool* pool;
    imp_jobs jobs;
    assert_int_equal(imp_pool_make(4, NULL, &pool), IMP_OK);
    assert_int_equal(imp_pool_jobs(pool, &jobs), IMP_OK);
    m.grid = 0.0f;
    model_make(&rng, &m, 60, SPREAD);
    const World* world = m.world;
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
        assert_true(alone.counts[i] == 0 || same_hit(&together.hits[i], &alone.hits[i]));
    }
    model_free(&m);
    imp_pool_free(pool);
}

#define QUERY_TESTS                                                                                                    \
    cmocka_unit_test(answers_what_is_known_by_heart), cmocka_unit_test(answers_as_every_collider_does),                \
        cmocka_unit_test(answers_far_from_the_origin_as_near_it),                                                      \
        cmocka_unit_test(depths_are_the_same_far_from_the_origin), cmocka_unit_test(lists_a_thousand),                 \
        cmocka_unit_test(answers_many_threads_at_once)
