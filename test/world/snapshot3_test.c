// SPDX-License-Identifier: MIT
//
// Snapshots and recordings of a world of space with every shape and kind of compound: the same bits, what is shared is
// shared, forged bytes are refused or make a world that steps, and a lack of memory leaves nothing behind.

#include <stdlib.h>
#include <string.h>

#include "../../src/base/bytes.h"
#include "../../src/shape/compound3.h"
#include "../../src/world/world3.h"
#include "impinge/world_record3.h"
#include "tape.h"
#include "things3.h"

enum
{
    BYTES_MOST = 1 << 20,
    SCENE_BODIES = THING_COUNT + 2
};

static imp3_world* frail_world(test_allocator* memory)
{
    imp_allocator allocator = test_allocator_get(memory);
    imp3_world_def def = imp3_world_default();
    imp3_world* w;
    def.gravity = vec(0.0f, 0.0f, -G);
    def.allocator = &allocator;
    assert_int_equal(imp3_world_make(&def, &w), IMP_OK);
    return w;
}

// All things fall on tiles of all grounds; two static bodies share a mesh, and two dynamic ones a set.
static void add_scene(imp3_world* w, int32_t kind)
{
    (void)kind;
    for (int32_t k = 0; k < GROUND_COUNT; ++k)
    {
        thing3 ground = ground3_make(k, NULL);
        imp_body body = add_body(w, k == GROUND_MESH ? IMP_BODY_KINEMATIC : IMP_BODY_STATIC,
                                 vec(-10.0f + 3.0f * (float)k, -10.0f, -0.05f * (float)k), vec(0.0f, 0.0f, 0.0f));
        assert_int_equal(thing3_wear(w, body, &ground, NULL, NULL), IMP_OK);
        if (k == GROUND_MESH)
        {
            imp_body other = add_body(w, IMP_BODY_STATIC, vec(12.0f, 0.0f, -0.2f), vec(0.0f, 0.0f, 0.0f));
            assert_int_equal(thing3_wear(w, other, &ground, NULL, NULL), IMP_OK);
        }
        thing3_free(&ground);
    }
    thing3 set = thing3_make(THING_SET, NULL);
    for (int32_t k = 0; k < SCENE_BODIES; ++k)
    {
        thing3 t = thing3_make(k % THING_COUNT, NULL);
        imp_body body =
            add_body(w, IMP_BODY_DYNAMIC,
                     vec(0.9f * (float)(k % 4) - 2.0f, 0.8f * (float)(k / 4 % 3), 0.6f + 0.5f * (float)(k / 3)),
                     vec(0.0f, 0.2f, -1.0f));
        assert_int_equal(thing3_wear(w, body, k % THING_COUNT == THING_SET ? &set : &t, NULL, NULL), IMP_OK);
        if (k % 5 == 2)
        {
            imp3_shape knob;
            assert_int_equal(imp3_sphere_make(vec(0.3f, 0.3f, 0.3f), 0.2f, &knob), IMP_OK);
            (void)wear(w, body, &knob, 0.4f, 0.1f);
        }
        thing3_free(&t);
    }
    imp_body twin = add_body(w, IMP_BODY_DYNAMIC, vec(1.0f, 3.0f, 2.0f), vec(0.0f, 0.0f, 0.0f));
    assert_int_equal(thing3_wear(w, twin, &set, NULL, NULL), IMP_OK);
    thing3_free(&set);
}

static int32_t save(const imp3_world* w, uint8_t* bytes)
{
    int32_t count;
    assert_int_equal(imp3_world_save(w, bytes, BYTES_MOST, &count), IMP_OK);
    return count;
}

// 1

// A world is saved before each step and loaded into another one. After the step both have the same bytes, though the
// first was never loaded.
static void goes_on_the_same(void (*add)(imp3_world* w, int32_t kind), int32_t kind, int32_t steps,
                             const imp_jobs* jobs)
{
    uint8_t *bytes = (uint8_t*)malloc(BYTES_MOST), *again = (uint8_t*)malloc(BYTES_MOST);
    assert_non_null(bytes);
    assert_non_null(again);
    imp3_world *w = new_world(vec(0.0f, 0.0f, -G), NULL), *other = new_world(vec(0.0f, 0.0f, -G), jobs);
    add(w, kind);
    int32_t count = save(w, bytes);
    for (int32_t k = 0; k < steps; ++k)
    {
        assert_int_equal(imp3_world_load(other, bytes, count), IMP_OK);
        assert_int_equal(save(other, again), count);
        assert_memory_equal(bytes, again, (size_t)count);
        run(w, 1);
        run(other, 1);
        assert_int_equal(hash_of(w), hash_of(other));
        count = save(w, bytes);
        assert_int_equal(save(other, again), count);
        assert_memory_equal(bytes, again, (size_t)count);
    }
    printf("    %d bytes\n", count);
    imp3_world_free(w);
    imp3_world_free(other);
    free(bytes);
    free(again);
}

static void saved_in_each_step(void** state)
{
    (void)state;
    goes_on_the_same(add_scene, 0, 120, NULL);
}

static imp3_rot any_rot(test_rng* rng, float most)
{
    imp3_rot q;
    const float x = test_rng_range(rng, -1.0f, 1.0f), y = test_rng_range(rng, -1.0f, 1.0f);
    const float angle = test_rng_range(rng, -most, most);
    assert_int_equal(imp3_rot_make(vec(x, y, 0.1f), angle, &q), IMP_OK);
    return q;
}

static imp_body add_turned(imp3_world* w, int32_t kind, imp3_vec at, imp3_rot q, uint32_t locks)
{
    imp_body body;
    imp3_body_def def = imp3_body_default();
    def.kind = kind;
    def.pose.p = at;
    def.pose.q = q;
    def.locks = locks;
    def.angular_velocity = kind == IMP_BODY_DYNAMIC ? vec(1.0f, 0.7f, -2.0f) : vec(0.0f, 0.0f, 0.0f);
    assert_int_equal(imp3_world_add_body(w, &def, &body), IMP_OK);
    return body;
}

// All things lie, slide, roll and spin on a slope along no axis, a few on each other. Surfaces are of all kinds, and
// some things turn about two axes alone.
static void add_slope(imp3_world* w, int32_t ground)
{
    test_rng rng = {(uint64_t)ground + 1};
    thing3 slope = ground3_make(ground, NULL);
    const imp3_rot q = any_rot(&rng, 0.5f);
    const float corner = ground == GROUND_HEIGHTS ? -10.0f : 0.0f;
    const imp3_vec origin = imp3_rot_apply(q, vec(corner, corner, 0.0f));
    const imp_body under = add_turned(w, IMP_BODY_STATIC, origin, q, 0);
    assert_int_equal(thing3_wear(w, under, &slope, NULL, NULL), IMP_OK);
    thing3_free(&slope);
    for (int32_t k = 0; k < 3 * THING_COUNT; ++k)
    {
        thing3 t = thing3_make(k % THING_COUNT, NULL);
        const int32_t place = k % (2 * THING_COUNT);
        const float height = t.height + 0.02f + (k < 2 * THING_COUNT ? 0.0f : 1.0f);
        const imp3_vec at = vec(1.7f * (float)(place % 5) - 4.0f, 1.7f * (float)(place / 5) - 4.0f, height);
        const imp3_rot turned = any_rot(&rng, 3.0f);
        const imp_body body = add_turned(w, IMP_BODY_DYNAMIC, imp3_rot_apply(q, at), k % 3 ? q : turned,
                                         k % 8 == 3 ? IMP3_LOCK_TURN_X : 0);
        imp3_collider_def def = imp3_collider_default();
        def.density = 1000.0f;
        def.material.friction = 0.2f * (float)(k % 5);
        def.material.restitution = k % 4 == 1 ? 0.5f : 0.0f;
        def.material.rolling_resistance = k % 3 == 1 ? 0.05f : 0.0f;
        def.material.tangent_speed = k % 7 == 1 ? 1.0f : 0.0f;
        assert_int_equal(thing3_wear(w, body, &t, &def, NULL), IMP_OK);
        thing3_free(&t);
    }
}

static void saved_on_slopes(void** state)
{
    (void)state;
    for (int32_t ground = 0; ground < GROUND_COUNT; ++ground)
    {
        goes_on_the_same(add_slope, ground, 30, NULL);
    }
}

// Things with flat sides, stacked, each turned a little.
static void add_stacks(imp3_world* w, int32_t kind)
{
    test_rng rng = {(uint64_t)kind + 1};
    thing3 ground = ground3_make(kind, NULL);
    const float corner = kind == GROUND_HEIGHTS ? -10.0f : 0.0f;
    const imp_body under = add_body(w, IMP_BODY_STATIC, vec(corner, corner, 0.0f), vec(0.0f, 0.0f, 0.0f));
    assert_int_equal(thing3_wear(w, under, &ground, NULL, NULL), IMP_OK);
    thing3_free(&ground);
    for (int32_t k = 0; k < 40; ++k)
    {
        imp3_rot q;
        const float angle = test_rng_range(&rng, -0.3f, 0.3f);
        thing3 t = thing3_make(THING_TRIANGLE + k % 8, NULL);
        assert_int_equal(imp3_rot_make(vec(0.0f, 0.0f, 1.0f), angle, &q), IMP_OK);
        const float height = t.height + 1.1f * (float)(k / 8);
        const imp_body body =
            add_turned(w, IMP_BODY_DYNAMIC, vec(2.0f * (float)(k % 3) - 3.0f, 1.2f * (float)(k / 3 % 3), height), q, 0);
        assert_int_equal(thing3_wear(w, body, &t, NULL, NULL), IMP_OK);
        thing3_free(&t);
    }
}

static void saved_stacks(void** state)
{
    (void)state;
    for (int32_t ground = 0; ground < GROUND_COUNT; ++ground)
    {
        goes_on_the_same(add_stacks, ground, 50, NULL);
    }
}

// The world that is loaded has threads, the other one has not.
static void saved_with_threads(void** state)
{
    (void)state;
    imp_pool* pool;
    imp_jobs jobs;
    assert_int_equal(imp_pool_make(3, NULL, &pool), IMP_OK);
    assert_int_equal(imp_pool_jobs(pool, &jobs), IMP_OK);
    goes_on_the_same(add_slope, GROUND_MESH, 30, &jobs);
    goes_on_the_same(add_stacks, GROUND_HEIGHTS, 30, &jobs);
    imp_pool_free(pool);
}

// 2

// Shapes come back to the bit, with the same features, and what was shared is stored once, and shared.
static void shapes_are_the_same(void** state)
{
    (void)state;
    uint8_t* bytes = (uint8_t*)malloc(BYTES_MOST);
    assert_non_null(bytes);
    imp3_world *w = new_world(vec(0.0f, 0.0f, 0.0f), NULL), *other = new_world(vec(0.0f, 0.0f, 0.0f), NULL);
    add_scene(w, 0);
    const int32_t count = save(w, bytes);
    assert_int_equal(imp3_world_load(other, bytes, count), IMP_OK);
    int32_t shared = 0, hulls = 0;
    for (int32_t k = 0; k < w->colliders.count; ++k)
    {
        const imp3i_collider *a = &w->colliders.data[k], *b = &other->colliders.data[k];
        assert_int_equal(a->convex, b->convex);
        imp3_shape one = {0}, two = {0};
        if (a->convex)
        {
            one = a->shape;
            two = b->shape;
        }
        const bool hull = one.block != NULL;
        one.block = two.block = NULL;
        assert_memory_equal(&one, &two, sizeof one);
        if (hull)
        {
            const imp3i_hull *from = imp3i_hull_of(&a->shape), *to = imp3i_hull_of(&b->shape);
            ++hulls;
            assert_int_equal(from->size, to->size);
            assert_memory_equal(from->x, to->x, (size_t)from->vertex_count * sizeof *from->x);
            assert_memory_equal(from->plane, to->plane, (size_t)from->face_count * sizeof *from->plane);
            assert_memory_equal(from->normal_x, to->normal_x, (size_t)from->face_count * sizeof *from->normal_x);
            assert_memory_equal(from->edges, to->edges, (size_t)from->edge_count * sizeof *from->edges);
            assert_memory_equal(from->corners, to->corners, 2 * (size_t)from->edge_count * sizeof *from->corners);
            assert_memory_equal(from->sides, to->sides, 2 * (size_t)from->edge_count * sizeof *from->sides);
            assert_memory_equal(from->neighbours, to->neighbours,
                                2 * (size_t)from->edge_count * sizeof *from->neighbours);
            assert_memory_equal(&from->center, &to->center, sizeof from->center);
            assert_number(from->inner, ==, to->inner);
            assert_number(from->bend, ==, to->bend);
            assert_number(from->slack, ==, to->slack);
        }
        for (int32_t i = 0; i < k && !a->convex; ++i)
        {
            const bool same = a->compound.block == w->colliders.data[i].compound.block;
            assert_int_equal(same, b->compound.block == other->colliders.data[i].compound.block);
            shared += same;
        }
        for (int32_t i = 0; !a->convex && i < a->compound.part_count; ++i)
        {
            imp3_shape from, to;
            const imp_status status = imp3_compound_part(&a->compound, i, &from);
            assert_int_equal(imp3_compound_part(&b->compound, i, &to), status);
            if (!status)
            {
                int32_t source_a, source_b;
                from.block = to.block = NULL;
                assert_memory_equal(&from, &to, sizeof from);
                assert_int_equal(imp3_compound_source(&a->compound, i, &source_a), IMP_OK);
                assert_int_equal(imp3_compound_source(&b->compound, i, &source_b), IMP_OK);
                assert_int_equal(source_a, source_b);
            }
        }
    }
    shows(shared, ==, 2);
    shows(hulls, ==, 2);
    imp3_world_free(w);
    imp3_world_free(other);
    free(bytes);
}

// 3

// Hulls and meshes of random points, with all that makers leave out, and trees of all kinds.
static void random_shapes_are_the_same(void** state)
{
    (void)state;
    uint8_t *bytes = (uint8_t*)malloc(BYTES_MOST), *again = (uint8_t*)malloc(BYTES_MOST);
    assert_non_null(bytes);
    assert_non_null(again);
    test_rng rng = {3};
    for (int32_t n = 0; n < 200; ++n)
    {
        imp3_world *w = new_world(vec(0.0f, 0.0f, 0.0f), NULL), *other = new_world(vec(0.0f, 0.0f, 0.0f), NULL);
        imp_body body = add_body(w, IMP_BODY_STATIC, vec(0.0f, 0.0f, 0.0f), vec(0.0f, 0.0f, 0.0f));
        imp3_vec points[60];
        for (int k = 0; k < 60; ++k)
        {
            // On a coarse grid, so that many are the same, in line or in a plane.
            const float steps = n % 2 ? 3.0f : 1e4f;
            const float x = test_rng_range(&rng, -1.0f, 1.0f), y = test_rng_range(&rng, -1.0f, 1.0f),
                        z = test_rng_range(&rng, -1.0f, 1.0f);
            points[k] =
                vec(floorf(x * steps) / steps, floorf(y * steps) / steps, n % 7 ? floorf(z * steps) / steps : 1.0f);
        }
        imp3_shape hull;
        assert_int_equal(imp3_hull_make(points, 60, 0.1f * (float)(n % 3), NULL, &hull, NULL), IMP_OK);
        (void)wear(w, body, &hull, 0.5f, 0.0f);
        imp3_shape_free(&hull);
        int32_t corners[180];
        for (int k = 0; k < 180; ++k)
        {
            corners[k] = test_rng_int(&rng, 0, 59);
        }
        imp3_triangles def = {0};
        def.points = points;
        def.point_count = 60;
        def.corners = corners;
        def.count = 60;
        def.soup = n % 3 == 0;
        def.one_sided = n % 5 == 0;
        def.tree.kind = n % 4;
        def.tree.volume = n / 4 % 4;
        def.tree.leaf_size = n % 6;
        def.tree.narrow = n % 2 == 0;
        imp3_compound mesh;
        assert_int_equal(imp3_triangles_make(&def, NULL, &mesh, NULL), IMP_OK);
        assert_int_equal(imp3_world_add_compound(w, body, &mesh, NULL, NULL), IMP_OK);
        imp3_compound_free(&mesh);
        const int32_t count = save(w, bytes);
        assert_int_equal(imp3_world_load(other, bytes, count), IMP_OK);
        assert_int_equal(save(other, again), count);
        assert_memory_equal(bytes, again, (size_t)count);
        const imp3_compound *a = &w->colliders.data[1].compound, *b = &other->colliders.data[1].compound;
        const imp3i_compound_block *from = imp3i_compound_block_of(a), *to = imp3i_compound_block_of(b);
        assert_int_equal(from->bvh.groups, to->bvh.groups);
        assert_memory_equal(from->bvh.link, to->bvh.link, (size_t)from->bvh.slots * sizeof *from->bvh.link);
        assert_memory_equal(from->bvh.built, to->bvh.built, (size_t)from->bvh.groups * sizeof *from->bvh.built);
        assert_int_equal(from->closed, to->closed);
        imp3_world_free(w);
        imp3_world_free(other);
    }
    free(bytes);
    free(again);
}

// 4

// Loads bytes under a new seal, and steps what comes of it.
static bool load_forged(imp3_world* w, uint8_t* bytes, int32_t count, uint32_t part)
{
    impi_seal(bytes, count, impi_get_word(bytes), impi_get_word(bytes + 4), part);
    const imp_status status = imp3_world_load(w, bytes, count);
    assert_true(!status || imp_status_fault(status) == IMP_ERR_FORMAT || imp_status_fault(status) == IMP_ERR_MEMORY);
    return !status && !imp3_world_step(w, DT);
}

static void forged_bytes(void** state)
{
    (void)state;
    uint8_t *bytes = (uint8_t*)malloc(BYTES_MOST), *forged = (uint8_t*)malloc(BYTES_MOST);
    assert_non_null(bytes);
    assert_non_null(forged);
    imp3_world *w = new_world(vec(0.0f, 0.0f, -G), NULL), *target = new_world(vec(0.0f, 0.0f, -G), NULL);
    add_scene(w, 0);
    run(w, 20);
    const int32_t count = save(w, bytes);
    uint32_t part = 0;
    assert_int_equal(impi_seal_fault(bytes, count, impi_get_word(bytes), impi_get_word(bytes + 4), &part), 0);
    test_rng rng = {11};
    int loaded = 0;
    // Many bytes of shapes, and some of the rest.
    for (int32_t at = IMPI_SEAL_BYTES; at < count; at += at < IMPI_SEAL_BYTES + (int32_t)part ? 7 : 61)
    {
        memcpy(forged, bytes, (size_t)count);
        const int bit = test_rng_int(&rng, 0, 7);
        forged[at] = (uint8_t)(forged[at] ^ 1 << bit);
        loaded += load_forged(target, forged, count, part);
    }
    for (int32_t k = 0; k < 200; ++k)
    {
        memcpy(forged, bytes, (size_t)count);
        const int32_t end = test_rng_int(&rng, IMPI_SEAL_BYTES, count - 1);
        const uint32_t shapes = (uint32_t)(end - IMPI_SEAL_BYTES) < part ? (uint32_t)(end - IMPI_SEAL_BYTES) : part;
        assert_false(load_forged(target, forged, end, shapes));
    }
    printf("    %d of forged worlds step\n", loaded);
    assert_int_equal(imp3_world_load(target, bytes, count), IMP_OK);
    imp3_world_free(w);
    imp3_world_free(target);
    free(bytes);
    free(forged);
}

// 5

static void recorded_and_played(void** state)
{
    (void)state;
    test_tape t = {.bytes = NULL};
    imp3_world *w = new_world(vec(0.0f, 0.0f, -G), NULL), *other = new_world(vec(0.0f, 0.0f, 0.0f), NULL);
    const imp_sink sink = test_tape_sink(&t);
    assert_int_equal(imp3_world_record(w, &sink, 10), IMP_OK);
    add_scene(w, 0);
    run(w, 30);
    imp_body bodies[4];
    int32_t many;
    (void)imp3_world_bodies(w, bodies, 0, &many);
    thing3 mesh = thing3_make(THING_MESH, NULL);
    imp_body late = add_body(w, IMP_BODY_DYNAMIC, vec(0.0f, 0.0f, 6.0f), vec(0.0f, 0.0f, -30.0f));
    assert_int_equal(thing3_wear(w, late, &mesh, NULL, NULL), IMP_OK);
    assert_int_equal(imp3_world_set_kind(w, late, IMP_BODY_KINEMATIC), IMP_OK);
    assert_int_equal(imp3_world_set_kind(w, late, IMP_BODY_DYNAMIC), IMP_OK);
    thing3_free(&mesh);
    imp3_explosion bang = {0};
    bang.radius = 3.0f;
    bang.falloff = 1.0f;
    bang.impulse_per_area = 500.0f;
    assert_int_equal(imp3_world_explode(w, &bang), IMP_OK);
    run(w, 30);
    assert_int_equal(imp3_world_record(w, NULL, 0), IMP_OK);
    assert_int_equal(imp3i_tape_same(&t, other, w).steps, 60);
    imp3_world_free(w);
    imp3_world_free(other);
}

// 6

// Each allocation fails once. Returns whether there was one to fail.
static bool add_without_memory(int32_t kind, bool ground, int64_t fail_at)
{
    test_allocator memory = {.fail_at = -1};
    imp3_world* w = frail_world(&memory);
    thing3 t = ground ? ground3_make(kind, NULL) : thing3_make(kind, NULL);
    imp_body body =
        add_body(w, ground ? IMP_BODY_STATIC : IMP_BODY_DYNAMIC, vec(0.0f, 0.0f, 1.0f), vec(0.0f, 0.0f, 0.0f));
    const imp3_body_state before = state_of(w, body);
    imp_collider out = {5};
    memory.fail_at = memory.calls + fail_at;
    const imp_status status = thing3_wear(w, body, &t, NULL, &out);
    const bool failed = status != IMP_OK;
    memory.fail_at = -1;
    if (failed)
    {
        const imp3_body_state after = state_of(w, body);
        assert_int_equal(status, IMP_ERR_MEMORY);
        assert_int_equal(out.id, 5);
        assert_true(weighs_the_same(&before, &after));
        assert_true(t.convex || imp3i_compound_block_of(&t.compound)->references == 1);
        assert_int_equal(thing3_wear(w, body, &t, NULL, &out), IMP_OK);
    }
    run(w, 2);
    imp3_world_free(w);
    assert_int_equal(memory.live_blocks, 0);
    assert_true(t.convex || imp3i_compound_block_of(&t.compound)->references == 1);
    thing3_free(&t);
    return failed;
}

static void added_without_memory(void** state)
{
    (void)state;
    int failures = 0;
    for (int32_t kind = 0; kind < THING_COUNT + GROUND_COUNT; ++kind)
    {
        const bool ground = kind >= THING_COUNT;
        for (int64_t at = 0; add_without_memory(ground ? kind - THING_COUNT : kind, ground, at); ++at)
        {
            ++failures;
        }
    }
    shows(failures, >, 50);
}

static void loaded_without_memory(void** state)
{
    (void)state;
    uint8_t* bytes = (uint8_t*)malloc(BYTES_MOST);
    assert_non_null(bytes);
    imp3_world* w = new_world(vec(0.0f, 0.0f, -G), NULL);
    add_scene(w, 0);
    run(w, 10);
    const int32_t count = save(w, bytes);
    int failures = 0;
    for (bool failed = true; failed; ++failures)
    {
        test_allocator memory = {.fail_at = -1};
        imp3_world* target = frail_world(&memory);
        const int64_t blocks = memory.live_blocks;
        memory.fail_at = memory.calls + failures;
        const imp_status status = imp3_world_load(target, bytes, count);
        failed = status != IMP_OK;
        memory.fail_at = -1;
        if (failed)
        {
            assert_int_equal(status, IMP_ERR_MEMORY);
            assert_int_equal(memory.live_blocks, blocks);
            assert_int_equal(imp3_world_load(target, bytes, count), IMP_OK);
        }
        assert_int_equal(hash_of(target), hash_of(w));
        imp3_world_free(target);
        assert_int_equal(memory.live_blocks, 0);
    }
    shows(failures, >, 60);
    imp3_world_free(w);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(saved_in_each_step),   cmocka_unit_test(saved_on_slopes),
        cmocka_unit_test(saved_stacks),         cmocka_unit_test(saved_with_threads),
        cmocka_unit_test(shapes_are_the_same),  cmocka_unit_test(random_shapes_are_the_same),
        cmocka_unit_test(forged_bytes),         cmocka_unit_test(recorded_and_played),
        cmocka_unit_test(added_without_memory), cmocka_unit_test(loaded_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
