// SPDX-License-Identifier: MIT
//
// Snapshots of worlds of the plane: a run that is taken up again is the run that was never left, whatever comes and
// goes meanwhile; what is damaged, cut short or made up is refused or harmless; every allocation failed; how large they
// are.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scenes2.h"
#include "world_probe2.h"

#include "base/hash.h"

#define G 10.0f
#define DT (1.0f / 60.0f)

typedef struct saved
{
    uint8_t* bytes;
    int32_t count;
} saved;

static saved save(const imp2_world* world)
{
    saved s = {NULL, 0};
    assert_int_equal(imp_status_fault(imp2_world_save(world, NULL, 0, &s.count)), IMP_ERR_SPACE);
    s.bytes = (uint8_t*)malloc((size_t)s.count);
    assert_non_null(s.bytes);
    assert_int_equal(imp2_world_save(world, s.bytes, s.count, &s.count), IMP_OK);
    return s;
}

static bool same(saved a, saved b)
{
    return a.count == b.count && memcmp(a.bytes, b.bytes, (size_t)a.count) == 0;
}

// Whether a world is still the one that was saved.
static bool is_still(const imp2_world* world, saved was)
{
    saved now = save(world);
    bool r = same(now, was);
    free(now.bytes);
    return r;
}

static imp2_world* empty_world(const imp_allocator* allocator)
{
    imp2_world_def def = {.gravity = {0.0f, -G}, .allocator = allocator};
    imp2_world* world;
    assert_int_equal(imp2_world_make(&def, &world), IMP_OK);
    return world;
}

// All that can be asked of a world.
static uint64_t digest(const imp2_world* world, const imp_body* bodies, int32_t count)
{
    imp_world_stats stats = scene_stats(world);
    uint64_t hash = impi_hash_u64(scene_hash(world), (uint64_t)stats.awake);
    hash = impi_hash_i64(impi_hash_i64(hash, stats.contacts), stats.rows);
    hash = impi_hash_i64(impi_hash_i64(hash, stats.colours), stats.colliders);
    for (int32_t i = 0; i < count; ++i)
    {
        imp2_body_state s = scene_state(world, bodies[i]);
        hash = impi_hash_float(impi_hash_float(hash, s.center.x), s.center.y);
        hash = impi_hash_float(impi_hash_float(hash, s.mass), s.inertia);
        hash = impi_hash_u64(impi_hash_u64(hash, s.user), (uint64_t)s.kind + 4 * (uint64_t)s.awake);
    }
    imp_touch_events touches;
    assert_int_equal(imp2_world_touch_events(world, &touches), IMP_OK);
    for (int32_t i = 0; i < touches.begun_count; ++i)
    {
        hash = impi_hash_u64(impi_hash_u64(hash, touches.begun[i].a.id), touches.begun[i].b.id);
    }
    for (int32_t i = 0; i < touches.ended_count; ++i)
    {
        hash = impi_hash_u64(impi_hash_u64(hash, touches.ended[i].a.id), ~touches.ended[i].b.id);
    }
    for (int32_t i = 0; i < touches.entered_count; ++i)
    {
        hash = impi_hash_u64(impi_hash_u64(hash, ~touches.entered[i].a.id), touches.entered[i].b.id);
    }
    for (int32_t i = 0; i < touches.left_count; ++i)
    {
        hash = impi_hash_u64(impi_hash_u64(hash, ~touches.left[i].a.id), ~touches.left[i].b.id);
    }
    imp2_impact_event impacts[256];
    int32_t impact_count, move_count;
    assert_int_equal(imp2_world_impact_events(world, impacts, 256, &impact_count), IMP_OK);
    for (int32_t i = 0; i < impact_count; ++i)
    {
        hash = impi_hash_u64(impi_hash_u64(hash, impacts[i].a.id), impacts[i].b.id);
        hash = impi_hash_float(impi_hash_float(hash, impacts[i].speed), impacts[i].impulse);
        hash = impi_hash_float(impi_hash_float(hash, impacts[i].point.x), impacts[i].normal.y);
    }
    imp2_move_event moves[256];
    assert_int_equal(imp2_world_move_events(world, moves, 256, &move_count), IMP_OK);
    for (int32_t i = 0; i < move_count; ++i)
    {
        hash = impi_hash_u64(impi_hash_u64(hash, moves[i].body.id), moves[i].flags);
    }
    int32_t contact_count = 0;
    (void)imp2_world_contacts(world, NULL, 0, &contact_count);
    imp2_world_contact* contacts = (imp2_world_contact*)calloc((size_t)contact_count + 1, sizeof *contacts);
    assert_int_equal(imp2_world_contacts(world, contacts, contact_count, &contact_count), IMP_OK);
    for (int32_t i = 0; i < contact_count; ++i)
    {
        const imp2_world_contact* c = &contacts[i];
        uint64_t user;
        assert_int_equal(imp2_world_get_collider(world, c->b, NULL, &user), IMP_OK);
        hash = impi_hash_u64(impi_hash_u64(impi_hash_u64(hash, c->a.id), c->b.id), user);
        hash = impi_hash_float(impi_hash_float(hash, c->manifold.normal.x), c->manifold.normal.y);
        for (int32_t k = 0; k < c->manifold.count; ++k)
        {
            const imp2_contact* p = &c->manifold.points[k];
            hash = impi_hash_float(impi_hash_float(hash, p->point.x), p->point.y);
            hash = impi_hash_u64(impi_hash_float(hash, p->depth), p->id);
            hash = impi_hash_float(impi_hash_float(hash, c->normal_impulse[k]), c->tangent_impulse[k]);
        }
    }
    free(contacts);
    return hash;
}

// A run: bodies that fall, and others that come, go, are moved and pushed, by random numbers of its own.
typedef struct run
{
    test_rng rng;
    imp_body bodies[128];
    int32_t count;
    uint64_t handles;         // of all handles that were given out
    const imp2_hooks* hooks;  // or null
} run;

static void come(run* r, imp2_world* world)
{
    imp2_body_def def = {.kind = test_rng_int(&r->rng, 0, 9) ? IMP_BODY_DYNAMIC : IMP_BODY_STATIC};
    float x = test_rng_range(&r->rng, -6.0f, 6.0f);
    float y = test_rng_range(&r->rng, 1.0f, 6.0f);
    def.pose = scene_pose(x, y, test_rng_range(&r->rng, -3.0f, 3.0f));
    def.angular_damping = 0.25f * (float)test_rng_int(&r->rng, 0, 1);
    def.linear_damping = 0.125f * (float)test_rng_int(&r->rng, 0, 1);
    def.locks = (uint32_t)test_rng_int(&r->rng, 0, 20);
    def.locks = def.locks < 8 ? def.locks : 0;
    def.no_sleep = test_rng_int(&r->rng, 0, 7) == 0;
    def.asleep = test_rng_int(&r->rng, 0, 7) == 0;
    def.bullet = test_rng_int(&r->rng, 0, 7) == 0;
    def.user = test_rng_next(&r->rng);
    imp_body body;
    assert_int_equal(imp2_world_add_body(world, &def, &body), IMP_OK);
    for (int i = test_rng_int(&r->rng, 0, 2); i >= 0; --i)
    {
        imp_collider made;
        imp2_collider_def collider = {.density = test_rng_range(&r->rng, 0.0f, 2.0f), .user = (uint64_t)i << 40};
        collider.material.friction = test_rng_range(&r->rng, 0.0f, 1.0f);
        collider.material.tangent_speed = (float)test_rng_int(&r->rng, 0, 1);
        collider.material.rolling_resistance = 0.01f * (float)test_rng_int(&r->rng, 0, 1);
        collider.material.restitution = 0.5f * (float)test_rng_int(&r->rng, 0, 1);
        collider.material.kind = test_rng_int(&r->rng, 0, 2);
        collider.sensor = test_rng_int(&r->rng, 0, 9) == 0;
        collider.touches_non_dynamic = test_rng_int(&r->rng, 0, 3) == 0;
        collider.group = (uint32_t)test_rng_int(&r->rng, 0, 3);
        collider.filter.category = test_rng_int(&r->rng, 0, 3) ? 1u : 3u;
        collider.filter.mask = test_rng_int(&r->rng, 0, 3) ? ~0u : 1u;
        imp2_shape shape = scene_ball(test_rng_range(&r->rng, 0.1f, 0.4f));
        if (i > 0)
        {
            shape = scene_box(0.3f, test_rng_range(&r->rng, 0.1f, 0.4f));
        }
        assert_int_equal(imp2_world_add_collider(world, body, &shape, &collider, &made), IMP_OK);
        r->handles = impi_hash_u64(r->handles, made.id);
        if (test_rng_int(&r->rng, 0, 9) == 0)
        {
            assert_int_equal(imp2_world_remove_collider(world, made), IMP_OK);
        }
    }
    r->handles = impi_hash_u64(r->handles, body.id);
    r->bodies[r->count++] = body;
}

// What a caller does between two steps.
static void meddle(run* r, imp2_world* world)
{
    int32_t which = r->count > 0 ? test_rng_int(&r->rng, 0, r->count - 1) : -1;
    float x = test_rng_range(&r->rng, -5.0f, 5.0f);
    float y = test_rng_range(&r->rng, 0.5f, 3.0f);
    int what = test_rng_int(&r->rng, 0, 18);
    if (which < 0 || what > 15)
    {
        return;
    }
    imp_body body = r->bodies[which];
    imp2_pose pose = scene_pose(x, y, x);
    imp_surface surface = {0.25f, 0.5f, 0.0f, 0.125f};
    imp_material material = {.friction = 0.5f, .kind = which % 3};
    imp_filter filter = {3u, 3u};
    imp2_explosion explosion = {.center = pose.p, .radius = 1.0f, .falloff = 2.0f, .impulse_per_length = 1.0f};
    imp_touch_events touches;
    assert_int_equal(imp2_world_touch_events(world, &touches), IMP_OK);
    imp_collider collider = {touches.begun_count > 0 ? touches.begun[0].b.id : 0};
    switch (what)
    {
    case 0:
    case 1:
        assert_int_equal(imp2_world_remove_body(world, body), IMP_OK);
        r->bodies[which] = r->bodies[--r->count];
        break;
    case 2:
    case 3: come(r, world); break;
    case 4: assert_int_equal(imp2_world_set_pose(world, body, &pose), IMP_OK); break;
    case 5:
        assert_int_equal(imp2_world_apply_impulse(world, body, pose.p, scene_state(world, body).center), IMP_OK);
        break;
    case 6: assert_int_equal(imp2_world_apply_force_and_torque(world, body, pose.p, x), IMP_OK); break;
    case 7: assert_int_equal(imp2_world_set_enabled(world, body, !scene_state(world, body).enabled), IMP_OK); break;
    case 8: assert_int_equal(imp2_world_set_awake(world, body, !scene_state(world, body).awake), IMP_OK); break;
    case 9:
        assert_int_equal(imp2_world_combine_materials(world, which % 3, 1, which % 2 ? &surface : NULL), IMP_OK);
        break;
    case 10: (void)imp2_world_set_filter(world, collider, &filter, (uint32_t)which % 2); break;
    case 11: (void)imp2_world_set_material(world, collider, &material); break;
    case 12: assert_int_equal(imp2_world_explode(world, &explosion), IMP_OK); break;
    case 13: assert_int_equal(imp2_world_shift_origin(world, (imp2_vec){0.1f * x, 0.0f}), IMP_OK); break;
    case 14: (void)imp2_world_set_target_pose(world, body, &pose, DT); break;
    default: assert_int_equal(imp2_world_set_gravity_scale(world, body, 0.25f * (float)(which % 4)), IMP_OK); break;
    }
}

enum
{
    CALM = 0,  // nobody meddles, and all falls asleep in the end
    BUSY,
    ODD,  // of another kind of world, where a ball bounces in a ring
    SCENES
};

// Refuses some contacts in some steps, and makes others slippery.
static bool ask(void* user, const imp2_world_contact* contact, imp_surface* surface)
{
    (void)user;
    surface->friction = contact->manifold.depth > 0.001f ? 0.0f : surface->friction;
    return contact->manifold.depth < 0.01f || (contact->a.id + contact->b.id) % 5 > 0;
}

static const imp2_hooks PICKY = {.pre_solve = ask};

// A ball in a ring that runs clockwise, so it is felt from within alone: there it bounces for ever.
static void add_ring(imp2_world* world)
{
    static const imp2_vec points[] = {{20.0f, 0.0f}, {20.0f, 8.0f}, {28.0f, 8.0f}, {28.0f, 0.0f}};
    imp2_polyline line = {.points = points, .count = 4, .closed = true, .one_sided = true};
    imp2_compound ring;
    imp2_collider_def collider = {.material = {.restitution = 1.0f}};
    imp_body body;
    imp2_shape ball = scene_ball(0.5f);
    assert_int_equal(imp2_chain_make(&line, NULL, &ring, NULL), IMP_OK);
    assert_int_equal(imp2_world_add_body(world, NULL, &body), IMP_OK);
    assert_int_equal(imp2_world_add_compound(world, body, &ring, &collider, NULL), IMP_OK);
    imp2_compound_free(&ring);
    body = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(24.0f, 4.0f, 0.0f), &ball,
                      (scene_matter){1.0f, 0.0f, 1.0f, 0.0f});
    assert_int_equal(imp2_world_set_velocity(world, body, (imp2_vec){9.0f, 7.0f}, 0.0f), IMP_OK);
}

static imp2_world* begin_run(run* r, int scene, uint64_t seed)
{
    scene_crowd crowd;
    imp2_world_def def = {.gravity = {0.0f, -G}, .impact_speed = 1.0f};
    if (scene == ODD)
    {
        def.length_unit = 0.5f;
        def.sub_steps = 3;
        def.no_sleep = true;
    }
    imp2_world* world;
    assert_int_equal(imp2_world_make(&def, &world), IMP_OK);
    memset(r, 0, sizeof *r);
    r->rng.state = seed;
    if (scene == ODD)
    {
        add_ring(world);
        r->hooks = &PICKY;
        assert_int_equal(imp2_world_set_hooks(world, r->hooks), IMP_OK);
    }
    else
    {
        // It lies beside the basin for ever, awake.
        imp2_body_def lies = {.kind = IMP_BODY_DYNAMIC, .pose = scene_pose(20.0f, 0.5f, 0.0f), .no_sleep = true};
        imp_body body;
        imp2_shape box = scene_box(0.5f, 0.5f);
        assert_int_equal(imp2_world_add_body(world, &lies, &body), IMP_OK);
        assert_int_equal(imp2_world_add_collider(world, body, &box, NULL, NULL), IMP_OK);
        scene_body(world, IMP_BODY_STATIC, scene_pose(20.0f, -0.5f, 0.0f), &box, (scene_matter){0});
    }
    assert_int_equal(scene_crowd_make(&crowd, world, scene == BUSY ? 32 : 12, seed), IMP_OK);
    r->count = crowd.count;
    memcpy(r->bodies, crowd.bodies, (size_t)crowd.count * sizeof *crowd.bodies);
    scene_crowd_free(&crowd);
    return world;
}

static void step_run(run* r, imp2_world* world, int scene)
{
    if (scene == BUSY)
    {
        meddle(r, world);
    }
    scene_run(world, 1, DT);
}

// Puts a world into itself, or into a fresh one of another kind that then takes its place. What is saved again is the
// same, and so is what can be asked.
static imp2_world* take_up(imp2_world* world, const run* r, bool fresh, const imp_jobs* jobs)
{
    saved s = save(world);
    uint64_t want = digest(world, r->bodies, r->count);
    imp2_world* target = world;
    if (fresh)
    {
        imp2_world_def def = {.sub_steps = 9, .length_unit = 4.0f, .jobs = jobs};
        assert_int_equal(imp2_world_make(&def, &target), IMP_OK);
        assert_int_equal(imp2_world_set_hooks(target, r->hooks), IMP_OK);
        imp2_world_free(world);
    }
    assert_int_equal(imp2_world_load(target, s.bytes, s.count), IMP_OK);
    assert_true(is_still(target, s));
    assert_true(digest(target, r->bodies, r->count) == want);
    free(s.bytes);
    return target;
}

// A run that goes on by itself, and others that are left and taken up again at every step, before and after the caller
// has meddled: they agree at every step, in all that can be asked and in all that is saved.
static void goes_on(void** state)
{
    (void)state;
    imp_pool* pool;
    imp_jobs jobs;
    assert_int_equal(imp_pool_make(3, NULL, &pool), IMP_OK);
    assert_int_equal(imp_pool_jobs(pool, &jobs), IMP_OK);
    uint64_t steps = test_n(240), compared = 0, slept = 0;
    for (int scene = 0; scene < SCENES; ++scene)
    {
        run runs[3];
        imp2_world* worlds[3];
        for (int k = 0; k < 3; ++k)
        {
            worlds[k] = begin_run(&runs[k], scene, test_seed() + 1);
        }
        for (uint64_t step = 0; step < steps; ++step)
        {
            for (int k = 0; k < 3; ++k)
            {
                worlds[k] = k > 0 ? take_up(worlds[k], &runs[k], k == 2, &jobs) : worlds[k];
                if (scene == BUSY)
                {
                    meddle(&runs[k], worlds[k]);
                }
                worlds[k] = k > 0 ? take_up(worlds[k], &runs[k], k == 2, &jobs) : worlds[k];
                scene_run(worlds[k], 1, DT);
            }
            uint64_t want = digest(worlds[0], runs[0].bodies, runs[0].count);
            saved all = save(worlds[0]);
            for (int k = 1; k < 3; ++k, ++compared)
            {
                assert_true(digest(worlds[k], runs[k].bodies, runs[k].count) == want);
                assert_true(runs[k].handles == runs[0].handles);
                assert_true(is_still(worlds[k], all));
            }
            free(all.bytes);
        }
        slept += (uint64_t)(scene_stats(worlds[0]).bodies - scene_stats(worlds[0]).awake);
        for (int k = 0; k < 3; ++k)
        {
            imp2_world_free(worlds[k]);
        }
    }
    imp_pool_free(pool);
    printf("%d bodies asleep or static in the end\n", (int)slept);
    test_report("snapshot2 steps taken up", compared);
}

// From a snapshot in the middle, all that follows.
static void comes_back(void** state)
{
    (void)state;
    uint64_t tries = test_n(12);
    for (uint64_t i = 0; i < tries; ++i)
    {
        run r;
        imp2_world* world = begin_run(&r, BUSY, test_seed() + 7 * i);
        for (uint64_t step = 0; step < 10 + 7 * (i % 12); ++step)
        {
            step_run(&r, world, BUSY);
        }
        saved s = save(world);
        uint64_t want[60];
        run again = r;
        for (int pass = 0; pass < 2; ++pass)
        {
            run now = again;
            for (int step = 0; step < 60; ++step)
            {
                step_run(&now, world, BUSY);
                uint64_t hash = digest(world, now.bodies, now.count);
                assert_true(pass == 0 || want[step] == hash);
                want[step] = hash;
            }
            assert_int_equal(imp2_world_load(world, s.bytes, s.count), IMP_OK);
        }
        free(s.bytes);
        imp2_world_free(world);
    }
    test_report("snapshot2 runs rolled back", tries);
}

// What sleeps on a ground that is taken away wakes with the next step, also when there is a snapshot in between;
// whichever of both was made first.
static void wakes_what_lay(void** state)
{
    (void)state;
    for (int order = 0; order < 2; ++order)
    {
        imp2_world* world = empty_world(NULL);
        imp2_shape box = scene_box(0.5f, 0.5f);
        imp_body made[2];
        scene_body(world, IMP_BODY_STATIC, scene_pose(50.0f, 0.0f, 0.0f), &box, (scene_matter){0});
        for (int k = 0; k < 2; ++k)
        {
            bool ground = k == order;
            made[k] =
                scene_body(world, ground ? IMP_BODY_STATIC : IMP_BODY_DYNAMIC,
                           scene_pose(0.0f, ground ? -0.5f : 0.5f, 0.0f), &box, (scene_matter){1.0f, 0.5f, 0.0f, 0.0f});
        }
        scene_run(world, 120, DT);
        assert_int_equal(scene_stats(world).awake, 0);
        run r = {.bodies = {made[1 - order]}, .count = 1};
        assert_int_equal(imp2_world_remove_body(world, made[order]), IMP_OK);
        world = take_up(world, &r, true, NULL);
        scene_run(world, 60, DT);
        assert_true(scene_state(world, r.bodies[0]).pose.p.y < 0.0f);
        imp2_world_free(world);
    }
}

// A small world with everything in it: two polygons, one with memory of its own, a region, a chain, contacts, sleepers,
// and what has just been taken away.
static imp2_world* small_world(const imp_allocator* allocator)
{
    imp2_world* world = empty_world(allocator);
    scene_crowd crowd;
    assert_int_equal(scene_crowd_make(&crowd, world, 8, 3), IMP_OK);
    imp2_vec points[40];
    for (int i = 0; i < 40; ++i)
    {
        points[i] = imp2_pose_apply(scene_pose(0.0f, 0.0f, 0.157f * (float)i), (imp2_vec){0.5f, 0.0f});
    }
    imp2_shape wheel;
    assert_int_equal(imp2_polygon_make(points, 40, 0.0f, NULL, &wheel, NULL), IMP_OK);
    scene_body(world, IMP_BODY_DYNAMIC, scene_pose(1.0f, 2.0f, 0.0f), &wheel, (scene_matter){1.0f, 0.5f, 0.0f, 0.0f});
    imp2_shape_free(&wheel);
    scene_run(world, 90, DT);
    assert_int_equal(imp2_world_remove_body(world, crowd.bodies[4]), IMP_OK);
    scene_crowd_free(&crowd);
    return world;
}

// Every byte changed, and every length that is too short or too long.
static void refuses_damage(void** state)
{
    (void)state;
    imp2_world *world = small_world(NULL), *target = small_world(NULL);
    scene_run(target, 10, DT);
    saved s = save(world), was = save(target);
    for (int32_t i = 0; i < s.count; ++i)
    {
        uint8_t byte = s.bytes[i];
        s.bytes[i] = (uint8_t)(byte ^ (1u + (uint32_t)i * 37u % 255u));
        int32_t fault = imp_status_fault(imp2_world_load(target, s.bytes, s.count));
        assert_true(fault == (i >= 4 && i < 8 ? IMP_ERR_VERSION : IMP_ERR_FORMAT));
        s.bytes[i] = byte;
        fault = imp_status_fault(imp2_world_load(target, s.bytes, i));
        assert_int_equal(fault, i < PROBE_SEAL_BYTES ? IMP_ERR_COUNT : IMP_ERR_FORMAT);
    }
    assert_true(is_still(target, was));
    assert_int_equal(imp2_world_load(target, s.bytes, s.count), IMP_OK);
    assert_true(is_still(target, s));
    test_report("snapshot2 damaged", 2 * (uint64_t)s.count);
    free(s.bytes);
    free(was.bytes);
    imp2_world_free(world);
    imp2_world_free(target);
}

// Uses a world that may be a strange one.
static void use(imp2_world* world, test_rng* rng)
{
    run r = {.rng = *rng};
    for (int step = 0; step < 4; ++step)
    {
        come(&r, world);
        assert_int_equal(imp2_world_step(world, DT), IMP_OK);
    }
    for (uint32_t i = 0; i < 12; ++i)
    {
        imp_body body = {(uint64_t)1 << 32 | i};
        (void)imp2_world_set_pose(world, body, &(imp2_pose){{0.0f, (float)i}, {1.0f, 0.0f}});
        if (i % 3 == 0)
        {
            (void)imp2_world_remove_body(world, body);
        }
    }
    assert_int_equal(imp2_world_step(world, DT), IMP_OK);
    saved s = save(world);
    free(s.bytes);
}

// What is made up, with its hash put right: refused, and nothing is changed; or a world that can be used.
static void survives_forgery(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    imp2_world* world = small_world(NULL);
    saved s = save(world);
    uint32_t part = 0;
    assert_int_equal(probe_seal_fault(s.bytes, s.count, &part), IMP_OK);
    uint8_t* forged = (uint8_t*)malloc((size_t)s.count);
    uint64_t tries = test_n(4000), taken = 0;
    for (uint64_t i = 0; i < tries; ++i)
    {
        memcpy(forged, s.bytes, (size_t)s.count);
        int32_t count = s.count;
        for (int k = test_rng_int(&rng, 0, 2); k >= 0; --k)
        {
            int32_t at = test_rng_int(&rng, PROBE_SEAL_BYTES, s.count - 1);
            int bit = test_rng_int(&rng, 0, 8);
            forged[at] = (uint8_t)(bit < 8 ? forged[at] ^ 1u << bit : (uint32_t)test_rng_int(&rng, 0, 255));
        }
        if (test_rng_int(&rng, 0, 20) == 0)
        {
            count = test_rng_int(&rng, PROBE_SEAL_BYTES, s.count);
        }
        uint32_t other = test_rng_int(&rng, 0, 20) ? part : (uint32_t)test_rng_int(&rng, 0, s.count);
        probe_seal(forged, count, other);
        imp2_world* target = empty_world(NULL);
        imp_status status = imp2_world_load(target, forged, count);
        assert_true(!status || imp_status_fault(status) == IMP_ERR_FORMAT);
        if (!status)
        {
            use(target, &rng);
            ++taken;
        }
        imp2_world_free(target);
    }
    printf("of %d made up, %d are worlds\n", (int)tries, (int)taken);
    test_report("snapshot2 made up", tries);
    free(forged);
    free(s.bytes);
    imp2_world_free(world);
}

static void survives_lack_of_memory(void** state)
{
    (void)state;
    imp2_world* world = small_world(NULL);
    saved s = save(world);
    test_allocator memory = {.fail_at = -1};
    imp_allocator allocator = test_allocator_get(&memory);
    imp2_world* target = small_world(&allocator);
    scene_run(target, 10, DT);
    saved was = save(target);
    uint64_t failed = 0;
    for (int64_t fail_at = 0;; ++fail_at, ++failed)
    {
        int64_t blocks = memory.live_blocks;
        memory.calls = 0;
        memory.fail_at = fail_at;
        imp_status status = imp2_world_load(target, s.bytes, s.count);
        memory.fail_at = -1;
        if (!status)
        {
            break;
        }
        assert_int_equal(status, IMP_ERR_MEMORY);
        assert_int_equal(memory.live_blocks, blocks);
        assert_true(is_still(target, was));
    }
    assert_true(is_still(target, s));
    imp2_world_free(target);
    assert_int_equal(memory.live_blocks, 0);
    test_report("snapshot2 allocations failed", failed);
    free(s.bytes);
    free(was.bytes);
    imp2_world_free(world);
}

// Between a step that had no memory and the one that ends it, there is no snapshot; loading is no matter.
static void waits_for_the_end(void** state)
{
    (void)state;
    test_allocator memory = {.fail_at = -1};
    imp_allocator allocator = test_allocator_get(&memory);
    imp2_world* world = small_world(&allocator);
    saved s = save(world);
    imp2_shape ball = scene_ball(0.5f);
    for (int i = 0; i < 200; ++i)
    {
        scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.01f * (float)i, 5.0f, 0.0f), &ball,
                   (scene_matter){1.0f, 0.5f, 0.0f, 0.0f});
    }
    memory.calls = 0;
    memory.fail_at = 0;
    memory.fail_ever = true;
    assert_int_equal(imp2_world_step(world, DT), IMP_ERR_MEMORY);
    memory.fail_at = -1;
    memory.fail_ever = false;
    int32_t count = 0;
    assert_int_equal(imp_status_fault(imp2_world_save(world, NULL, 0, &count)), IMP_ERR_MEMORY);
    assert_int_equal(imp2_world_load(world, s.bytes, s.count), IMP_OK);
    assert_true(is_still(world, s));
    free(s.bytes);
    imp2_world_free(world);
    assert_int_equal(memory.live_blocks, 0);
}

// A pile of 800 boxes: at most 256 KB, without what they look like.
static void is_small(void** state)
{
    (void)state;
    imp2_world* world = empty_world(NULL);
    imp2_shape ground = scene_box(100.0f, 1.0f), wall = scene_box(1.0f, 20.0f), box = scene_box(0.25f, 0.25f);
    scene_body(world, IMP_BODY_STATIC, scene_pose(0.0f, -1.0f, 0.0f), &ground, (scene_matter){0.0f, 0.6f, 0.0f, 0.0f});
    scene_body(world, IMP_BODY_STATIC, scene_pose(-6.0f, 20.0f, 0.0f), &wall, (scene_matter){0.0f, 0.6f, 0.0f, 0.0f});
    scene_body(world, IMP_BODY_STATIC, scene_pose(6.0f, 20.0f, 0.0f), &wall, (scene_matter){0.0f, 0.6f, 0.0f, 0.0f});
    test_rng rng = {5};
    for (int i = 0; i < 800; ++i)
    {
        float x = 0.6f * (float)(i % 16) - 4.5f + test_rng_range(&rng, -0.05f, 0.05f);
        scene_body(world, IMP_BODY_DYNAMIC, scene_pose(x, 0.5f + 0.55f * (float)(i / 16), 0.3f * (float)(i % 5)), &box,
                   (scene_matter){1.0f, 0.6f, 0.0f, 0.0f});
    }
    int32_t most = 0;
    for (int step = 0; step < 240; step += 30)
    {
        scene_run(world, 30, DT);
        saved s = save(world);
        uint32_t geometry = 0;
        assert_int_equal(probe_seal_fault(s.bytes, s.count, &geometry), IMP_OK);
        int32_t size = s.count - (int32_t)geometry;
        most = size > most ? size : most;
        printf("800 boxes, step %d: %d contacts, %d awake, %d bytes, and %d of geometry\n", step + 30,
               (int)scene_stats(world).contacts, (int)scene_stats(world).awake, (int)size, (int)geometry);
        free(s.bytes);
    }
    assert_true(most <= 256 * 1024);
    imp2_world_free(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(goes_on),           cmocka_unit_test(comes_back),
        cmocka_unit_test(wakes_what_lay),    cmocka_unit_test(refuses_damage),
        cmocka_unit_test(survives_forgery),  cmocka_unit_test(survives_lack_of_memory),
        cmocka_unit_test(waits_for_the_end), cmocka_unit_test(is_small),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
