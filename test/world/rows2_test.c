// SPDX-License-Identifier: MIT
//
// Rows and boxes outlast steps. Whatever happens between two steps, a world whose rows stand goes on like one that has
// been made from its snapshot, of which none do. Of the lanes of rows see lanes2_test.c.

#include <math.h>
#include <string.h>

#include "scenes2.h"

#define G 10.0f
#define DT (1.0f / 60.0f)

enum
{
    SIDE = 10,
    BOXES = SIDE * (SIDE + 1) / 2,
    MOST = 1 << 16
};

typedef struct pile
{
    imp2_world* world;
    imp_body boxes[BOXES];
    imp_collider colliders[BOXES], extra;
    int32_t count;
} pile;

// A pyramid on a floor that is tilted a little: so it hangs on its friction. Nothing sleeps.
static pile pile_make(const imp_allocator* allocator)
{
    const imp2_world_def def = {.gravity = {0.6f, -G}, .allocator = allocator, .no_sleep = true};
    const imp2_collider_def collider = {.density = 1.0f, .material = {.friction = 0.6f}};
    const imp2_shape box = scene_box(0.25f, 0.25f);
    pile p = {.world = NULL};
    assert_int_equal(imp2_world_make(&def, &p.world), IMP_OK);
    scene_floor(p.world);
    for (int row = 0; row < SIDE; ++row)
    {
        for (int i = row; i < SIDE; ++i)
        {
            float x = 0.52f * ((float)i - 0.5f * (float)row), y = 0.25f + 0.5f * (float)row;
            p.boxes[p.count] = scene_place(p.world, IMP_BODY_DYNAMIC, x, y);
            p.colliders[p.count] = scene_wear(p.world, p.boxes[p.count], &box, collider);
            ++p.count;
        }
    }
    p.extra = scene_wear(p.world, p.boxes[3], &box, collider);
    scene_run(p.world, 90, DT);
    return p;
}

static bool slippery(void* user, const imp2_world_contact* contact, imp_surface* surface)
{
    (void)user;
    surface->friction = contact->a.id % 3 == 0 ? 0.0f : surface->friction;
    return contact->b.id % 7 != 0;
}

static const imp2_hooks HOOKS = {.pre_solve = slippery};

static const imp2_hooks* change_surface(const pile* p, int what)
{
    const imp_material ice = {.friction = 0.01f}, sort = {.friction = 0.6f, .kind = 4};
    const imp_surface glued = {.friction = 2.0f};
    switch (what)
    {
    case 0: assert_int_equal(imp2_world_set_material(p->world, p->colliders[2], &ice), IMP_OK); break;
    case 1:
        assert_int_equal(imp2_world_set_material(p->world, p->colliders[4], &sort), IMP_OK);
        assert_int_equal(imp2_world_combine_materials(p->world, 0, 4, &glued), IMP_OK);
        break;
    case 2: assert_int_equal(imp2_world_set_hooks(p->world, &HOOKS), IMP_OK); return &HOOKS;
    default: break;
    }
    return NULL;
}

static void change_body(const pile* p, int what)
{
    const imp2_collider_def lead = {.density = 30.0f, .material = {.friction = 0.6f}};
    const imp2_shape box = scene_box(0.25f, 0.25f);
    const imp2_shape heart = scene_ball(0.05f);
    imp2_body_state s = scene_state(p->world, p->boxes[5]);
    switch (what)
    {
    case 3: scene_wear(p->world, p->boxes[SIDE], &box, lead); break;
    case 4: assert_int_equal(imp2_world_remove_collider(p->world, p->extra), IMP_OK); break;
    case 10: scene_wear(p->world, p->boxes[SIDE], &heart, lead); break;  // it touches nothing
    case 5: assert_int_equal(imp2_world_set_gravity_scale(p->world, p->boxes[7], 3.0f), IMP_OK); break;
    case 6: assert_int_equal(imp2_world_shift_origin(p->world, (imp2_vec){1.0f / 3.0f, -700.0f}), IMP_OK); break;
    case 7:
        s.pose.p.x += 1e-4f;
        assert_int_equal(imp2_world_set_pose(p->world, p->boxes[5], &s.pose), IMP_OK);
        break;
    case 8:
        assert_int_equal(imp2_world_apply_impulse(p->world, p->boxes[6], (imp2_vec){0.5f, 0.0f}, s.center), IMP_OK);
        break;
    case 9: assert_int_equal(imp2_world_remove_body(p->world, p->boxes[1]), IMP_OK); break;
    default: break;
    }
}

// Steps a world and one made from its snapshot: they stay the same to the bit, in all that can be saved.
static void go_on_alike(imp2_world* world, const imp2_hooks* hooks)
{
    static uint8_t bytes[MOST], others[MOST];
    const imp2_world_def def = {.gravity = {0.0f, 0.0f}};
    imp2_world* twin;
    int32_t count, other;
    assert_int_equal(imp2_world_make(&def, &twin), IMP_OK);
    assert_int_equal(imp2_world_save(world, bytes, MOST, &count), IMP_OK);
    assert_int_equal(imp2_world_load(twin, bytes, count), IMP_OK);
    assert_int_equal(imp2_world_set_hooks(twin, hooks), IMP_OK);
    for (int i = 0; i < 20; ++i)
    {
        scene_run(world, 1, DT);
        scene_run(twin, 1, DT);
        assert_int_equal(imp2_world_save(world, bytes, MOST, &count), IMP_OK);
        assert_int_equal(imp2_world_save(twin, others, MOST, &other), IMP_OK);
        assert_int_equal(count, other);
        assert_memory_equal(bytes, others, (size_t)count);
    }
    imp2_world_free(twin);
}

static void changes_reach_rows(void** state)
{
    (void)state;
    for (int what = 0; what < 11; ++what)
    {
        pile p = pile_make(NULL);
        const imp2_hooks* hooks = change_surface(&p, what);
        change_body(&p, what);
        go_on_alike(p.world, hooks);
        imp2_world_free(p.world);
    }
}

static const imp2_vec bridge[8] = {{-2.0f, 0.0f}, {-1.0f, 0.0f}, {-1.0f, 0.5f}, {1.0f, 0.5f},
                                   {1.0f, 0.0f},  {2.0f, 0.0f},  {2.0f, 1.0f},  {-2.0f, 1.0f}};
static const imp2_vec trough[8] = {{-4.0f, 0.0f}, {4.0f, 0.0f},  {4.0f, 6.0f},  {3.0f, 6.0f},
                                   {3.0f, 1.0f},  {-3.0f, 1.0f}, {-3.0f, 6.0f}, {-4.0f, 6.0f}};

static void wear_region(imp2_world* world, imp_body body, const imp2_vec corners[8])
{
    const int32_t count = 8;
    const imp2_outlines outline = {.points = corners, .counts = &count, .ring_count = 1};
    imp2_compound region;
    assert_int_equal(imp2_region_make(&outline, NULL, &region, NULL), IMP_OK);
    assert_int_equal(imp2_world_add_compound(world, body, &region, NULL, NULL), IMP_OK);
    imp2_compound_free(&region);
}

// A step that lacks memory has made a manifold anew, and then its body is put back where it was: its row is of one
// that is no more. Returns the hash of what follows.
static uint64_t fail_and_go_on(int64_t fail_at, bool rows_fall, int* failed)
{
    test_allocator memory = {.fail_at = -1};
    imp_allocator allocator = test_allocator_get(&memory);
    pile p = pile_make(&allocator);
    imp2_body_state s = scene_state(p.world, p.boxes[5]);
    imp2_pose away = s.pose;
    away.p.x += 0.002f;
    wear_region(p.world, scene_place(p.world, IMP_BODY_STATIC, 20.0f, 0.0f), trough);
    imp_body lands = scene_place(p.world, IMP_BODY_DYNAMIC, 20.0f, 2.0f);
    wear_region(p.world, lands, bridge);
    scene_run(p.world, 5, DT);
    const imp2_pose landed = scene_pose(20.0f, 1.0f, 0.0f);
    assert_int_equal(imp2_world_set_pose(p.world, lands, &landed), IMP_OK);
    assert_int_equal(imp2_world_set_pose(p.world, p.boxes[5], &away), IMP_OK);
    memory.calls = 0;
    memory.fail_at = fail_at;
    *failed += imp2_world_step(p.world, DT) != IMP_OK;
    memory.fail_at = -1;
    assert_int_equal(imp2_world_set_pose(p.world, p.boxes[5], &s.pose), IMP_OK);
    if (rows_fall)
    {
        assert_int_equal(imp2_world_combine_materials(p.world, 8, 9, NULL), IMP_OK);  // changes nothing
    }
    uint64_t hash = 0;
    for (int i = 0; i < 20; ++i)
    {
        scene_run(p.world, 1, DT);
        hash = hash * 31 + scene_hash(p.world);
    }
    imp2_world_free(p.world);
    assert_int_equal(memory.live_blocks, 0);
    return hash;
}

static void failed_steps_reach_rows(void** state)
{
    (void)state;
    int failed = 0;
    for (int64_t fail_at = 0; fail_at < 20; ++fail_at)
    {
        assert_true(fail_and_go_on(fail_at, true, &failed) == fail_and_go_on(fail_at, false, &failed));
    }
    assert_true(failed > 1);
}

// What creeps keeps its box for a while, and is found where it is all the same.
static void creepers_are_found(void** state)
{
    (void)state;
    imp2_world* world = scene_world(0.0f, 0.0f);
    const imp2_shape box = scene_box(0.5f, 0.5f);
    imp_body body = scene_body(world, IMP_BODY_KINEMATIC, scene_pose(0.0f, 0.0f, 0.0f), &box, scene_wood);
    assert_int_equal(imp2_world_set_velocity(world, body, (imp2_vec){0.03f, -0.02f}, 0.01f), IMP_OK);
    for (int i = 0; i < 600; ++i)
    {
        scene_run(world, 1, DT);
        imp2_pose pose = scene_state(world, body).pose;
        for (int k = 0; k < 4; ++k)
        {
            const imp2_vec corner = {k % 2 ? 0.499f : -0.499f, k / 2 ? 0.499f : -0.499f};
            imp_collider found;
            int32_t count;
            assert_int_equal(imp2_world_overlap_point(world, imp2_pose_apply(pose, corner), NULL, &found, 1, &count),
                             IMP_OK);
            assert_int_equal(count, 1);
        }
    }
    imp2_world_free(world);
}

// A box on a slope: both points together hold it, each by its share of the load.
static void friction_is_shared(void** state)
{
    (void)state;
    const imp2_world_def def = {.gravity = {2.0f, -10.0f}, .no_sleep = true};
    const imp2_shape box = scene_box(0.5f, 0.5f);
    imp2_world* world;
    assert_int_equal(imp2_world_make(&def, &world), IMP_OK);
    scene_floor(world);
    imp_body body = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.0f, 0.5f, 0.0f), &box, scene_wood);
    scene_run(world, 120, DT);
    imp2_world_contact c;
    int32_t count;
    assert_int_equal(imp2_world_contacts(world, &c, 1, &count), IMP_OK);
    assert_int_equal(c.manifold.count, 2);
    float mass = scene_state(world, body).mass, load = c.normal_impulse[0] + c.normal_impulse[1],
          held = c.tangent_impulse[0] + c.tangent_impulse[1];
    assert_true(fabsf(load / (mass * 10.0f * DT) - 1.0f) < 1e-3f);
    assert_true(fabsf(fabsf(held) / (mass * 2.0f * DT) - 1.0f) < 1e-3f);
    // The load is not the same at both, as the box would tip.
    assert_true(fabsf(c.normal_impulse[0] - c.normal_impulse[1]) > 0.1f * load);
    assert_true(fabsf(c.tangent_impulse[0] * c.normal_impulse[1] - c.tangent_impulse[1] * c.normal_impulse[0]) <
                1e-4f * load * load);
    imp2_world_free(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(creepers_are_found),
        cmocka_unit_test(friction_is_shared),
        cmocka_unit_test(changes_reach_rows),
        cmocka_unit_test(failed_steps_reach_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
