// SPDX-License-Identifier: MIT
//
// Snapshots of worlds of the plane as bytes: what made-up ones may cost, how few there can be, and that their layout
// does not change without another version.

#include <stdio.h>
#include <string.h>

#include "scenes2.h"
#include "world_probe2.h"

#include "base/hash.h"

#define DT (1.0f / 60.0f)

static uint8_t bytes[1 << 20];

static imp2_world* make_world(const imp_allocator* allocator)
{
    imp2_world_def def = {.allocator = allocator};
    imp2_world* world;
    assert_int_equal(imp2_world_make(&def, &world), IMP_OK);
    return world;
}

// What comes before a claim is that of a world, after it are so many zeros. Returns how many bytes that is.
static int32_t claim(const imp2_world* world, int what, bool colliders, int32_t count, int32_t zeros)
{
    uint32_t geometry;
    memset(bytes, 0, sizeof bytes);
    int32_t size = probe_claim(world, what, colliders, count, bytes, sizeof bytes, &geometry) + zeros;
    assert_in_range(size, 0, sizeof bytes);
    probe_seal(bytes, size, geometry);
    return size;
}

// What is refused has cost no more memory than a world needs that is saved in so many bytes.
static void claims_cost_little(void** state)
{
    (void)state;
    imp2_world* world = make_world(NULL);
    imp2_shape box = scene_box(0.5f, 0.5f);
    scene_body(world, IMP_BODY_STATIC, scene_pose(0.0f, 0.0f, 0.0f), &box, (scene_matter){0});
    double most = 0.0;
    for (int i = 0; i < 8 * PROBE_CLAIMS; ++i)
    {
        int what = i / 8, few = i / 4 % 2, zeros = i / 2 % 2;
        int32_t count = few ? 500 : 50000;
        test_allocator memory = {.fail_at = -1};
        imp_allocator allocator = test_allocator_get(&memory);
        imp2_world* target = make_world(&allocator);
        int32_t size = claim(world, what, i % 2, count, zeros ? count : 0);
        assert_int_equal(imp_status_fault(imp2_world_load(target, bytes, size)), IMP_ERR_FORMAT);
        double each = ((double)memory.most_bytes - 16384.0) / (double)size;
        most = each > most ? each : most;
        imp2_world_free(target);
    }
    printf("claims cost %.0f bytes for each that is made up, at most\n", most);
    assert_true(most < 256.0);
    imp2_world_free(world);
}

// Worlds of which nothing is other than expected take as few bytes as there can be, and are let in.
static void least_is_enough(void** state)
{
    (void)state;
    for (int sensors = 0; sensors < 2; ++sensors)
    {
        imp2_world* world = make_world(NULL);
        imp2_shape box = scene_box(0.5f, 0.5f);
        for (int i = 0; i < 1000; ++i)
        {
            imp_body body = scene_place(world, sensors ? IMP_BODY_STATIC : IMP_BODY_DYNAMIC, 0.0f, 0.0f);
            if (sensors)
            {
                scene_wear(world, body, &box, (imp2_collider_def){.sensor = i == 0});
            }
        }
        scene_run(world, 2, DT);
        assert_int_equal(scene_stats(world).contacts, sensors ? 999 : 0);
        int32_t count;
        assert_int_equal(imp2_world_save(world, bytes, sizeof bytes, &count), IMP_OK);
        assert_int_equal(imp2_world_load(world, bytes, count), IMP_OK);
        imp2_world_free(world);
    }
}

// A golden world: all sorts of records that there are. Nothing in it has come out of a solver, whose arithmetic may
// change: what lies there lies still, and numbers are put in.

static void wear_compounds(imp2_world* world, imp_body floor, imp_body line)
{
    static const imp2_vec corners[] = {{-8.0f, -2.0f}, {8.0f, -2.0f}, {8.0f, 0.0f}, {2.0f, 0.0f},
                                       {0.0f, -1.0f},  {-2.0f, 0.0f}, {-8.0f, 0.0f}};
    static const int32_t count = 7;
    imp2_outlines outlines = {.points = corners, .counts = &count, .ring_count = 1};
    imp2_polyline points = {.points = corners, .count = 4, .one_sided = true};
    imp2_compound made;
    assert_int_equal(imp2_region_make(&outlines, NULL, &made, NULL), IMP_OK);
    assert_int_equal(imp2_world_add_compound(world, floor, &made, NULL, NULL), IMP_OK);
    imp2_compound_free(&made);
    assert_int_equal(imp2_chain_make(&points, NULL, &made, NULL), IMP_OK);
    assert_int_equal(imp2_world_add_compound(world, line, &made, NULL, NULL), IMP_OK);
    imp2_compound_free(&made);
}

static imp2_world* golden_world(void)
{
    imp2_world_def def = {.length_unit = 0.5f, .sub_steps = 3, .impact_speed = 2.0f};
    imp2_world* world;
    assert_int_equal(imp2_world_make(&def, &world), IMP_OK);
    imp2_shape box = scene_box(0.5f, 0.5f), ball = scene_ball(0.5f);
    imp2_body_def body = {.locks = IMP2_LOCK_X, .user = 1};
    imp2_collider_def collider = {1.0f, {0.5f, 0.25f, 0.125f, 0.0625f, 1}, {3, 5}, 7, false, true, {0.0f, 0.0f}, 0.0f,
                                  9};
    imp_body made[8];
    for (int i = 0; i < 8; ++i)
    {
        // A floor and a line, three boxes on the floor, one on the last of them, and what looks at the first.
        body.kind = i < 2 ? IMP_BODY_STATIC : i < 6 ? IMP_BODY_DYNAMIC : IMP_BODY_KINEMATIC;
        body.pose.p.x = i < 2 ? 0.0f : i == 5 ? 7.0f : i == 6 ? 3.0f : (float)(2 * i - 1);
        body.pose.p.y = i < 1 ? 0.0f : i == 1 ? -9.0f : i == 5 ? 1.5f : 0.5f;
        body.no_sleep = i == 2;
        body.bullet = i == 3;
        body.user += (uint64_t)i << 32;
        assert_int_equal(imp2_world_add_body(world, &body, &made[i]), IMP_OK);
        collider.sensor = i == 6;
        collider.user = (uint64_t)i;
        collider.group = (uint32_t)i + 1;
        if (i > 1)
        {
            scene_wear(world, made[i], i < 6 ? &box : &ball, collider);
        }
    }
    wear_compounds(world, made[0], made[1]);
    assert_int_equal(imp2_world_set_enabled(world, made[7], false), IMP_OK);
    imp_surface surface = {0.75f, 0.5f, 0.25f, 0.125f};
    assert_int_equal(imp2_world_combine_materials(world, 1, 2, &surface), IMP_OK);
    scene_run(world, 1, DT);
    assert_int_equal(imp2_world_set_awake(world, made[4], false), IMP_OK);
    assert_int_equal(imp2_world_set_awake(world, made[5], false), IMP_OK);
    scene_run(world, 1, DT);
    assert_int_equal(imp2_world_remove_body(world, made[3]), IMP_OK);
    probe_put_numbers(world);
    return world;
}

// One in which rows have lanes: a box on a floor, and one beside it on two lower ones.
static imp2_world* laned_world(void)
{
    imp2_world* world = scene_world(0.0f, 2.0f);
    imp2_shape box = scene_box(0.5f, 0.5f);
    (void)scene_floor(world);
    for (int i = 0; i < 4; ++i)
    {
        float x = i == 3 ? 0.5f : (float)i + (i == 2 ? 3.0f : 0.0f);
        (void)scene_body(world, IMP_BODY_DYNAMIC, scene_pose(x, i == 3 ? 1.5f : 0.5f, 0.0f), &box, scene_wood);
    }
    scene_run(world, 1, DT);
    probe_put_numbers(world);
    return world;
}

static uint64_t hash_layout(imp2_world* world, uint64_t hash)
{
    int32_t count, again;
    assert_int_equal(imp2_world_save(world, bytes, sizeof bytes, &count), IMP_OK);
    for (int32_t i = PROBE_SEAL_BYTES; i < count; ++i)
    {
        hash = impi_hash_u64(hash, bytes[i]);
    }
    // It is a sound one.
    assert_int_equal(imp2_world_load(world, bytes, count), IMP_OK);
    assert_int_equal(imp2_world_save(world, bytes, sizeof bytes, &again), IMP_OK);
    assert_int_equal(again, count);
    imp2_world_free(world);
    return hash;
}

// A snapshot of another layout is another version's: whoever changes what is visited raises IMP2I_SNAPSHOT_VERSION, and
// writes down here what the golden worlds are in it.
static void layouts_have_versions(void** state)
{
    (void)state;
    static const struct
    {
        int32_t version;
        uint64_t hash;
    } layout = {17, 0xd6bd007db86eddc7u};
    uint64_t hash = hash_layout(laned_world(), hash_layout(golden_world(), IMPI_HASH_START));
    if (hash != layout.hash || layout.version != probe_snapshot_version())
    {
        print_error("the layout of snapshots is {%d, 0x%016llxu} now: raise IMP2I_SNAPSHOT_VERSION, if not yet done\n",
                    (int)probe_snapshot_version(), (unsigned long long)hash);
        fail();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(claims_cost_little),
        cmocka_unit_test(least_is_enough),
        cmocka_unit_test(layouts_have_versions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
