// SPDX-License-Identifier: MIT
//
// Snapshots of worlds of the plane as bytes: what made-up ones may cost, and how few there can be.

#include <stdio.h>
#include <string.h>

#include "scenes2.h"

#include "world/snapshot2.h"

#define DT (1.0f / 60.0f)

static uint8_t bytes[1 << 20];

static imp2_world* make_world(const imp_allocator* allocator)
{
    imp2_world_def def = {.allocator = allocator};
    imp2_world* world;
    assert_int_equal(imp2_world_make(&def, &world), IMP_OK);
    return world;
}

// What a made-up snapshot claims to have many of.
enum
{
    PLACES_USED,
    PLACES_FREE,
    PLACES_RETIRED,
    NUMBERS,
    CONTACTS,
    CLAIMS
};

static void fill_pool(impi_pool* pool, impi_slot* slots, int32_t count, int what)
{
    pool->data = slots;
    pool->count = count;
    pool->used = what == PLACES_USED ? count : 0;
    pool->first_free = what == PLACES_FREE ? 0 : -1;
    for (int32_t i = 0; i < count; ++i)
    {
        slots[i].generation = what != PLACES_RETIRED;
        slots[i].next = what == PLACES_USED ? IMPI_SLOT_USED : what == PLACES_FREE && i + 1 < count ? i + 1 : -1;
    }
}

// What comes before a claim is that of a world, with other pools if these are claimed; after it are so many zeros.
// Returns how many bytes that is.
static int32_t claim(const imp2_world* world, int what, bool colliders, int32_t count, int32_t zeros)
{
    static impi_slot slots[1 << 16];
    imp2_world w = *world;
    imp2_world_def def = {.length_unit = 1.0f};
    int32_t numbers = what == NUMBERS ? count : 1;
    memset(bytes, 0, sizeof bytes);
    impi_bytes b = impi_bytes_to(bytes, sizeof bytes);
    b.at = IMPI_SEAL_BYTES;
    imp2i_visit_geometry(&b, &w);
    uint32_t geometry = (uint32_t)(b.at - IMPI_SEAL_BYTES);
    impi_visit_end(&b);
    imp2i_visit_def(&b, &def);
    if (what <= PLACES_RETIRED)
    {
        fill_pool(colliders ? &w.collider_pool : &w.body_pool, slots, count, what);
    }
    imp2i_visit_places(&b, &w, &numbers);
    if (what > PLACES_RETIRED)
    {
        imp2i_visit_bodies(&b, &w, numbers);
    }
    if (what == CONTACTS)
    {
        imp2i_visit_numbers(&b, &w, numbers);
        impi_visit_sort(&b);
        impi_visit_int(&b, &count, 0, count);
    }
    int32_t size = (int32_t)b.at + zeros;
    assert_true(size <= (int32_t)sizeof bytes);
    impi_seal(bytes, size, IMP2I_SNAPSHOT_KIND, IMP2I_SNAPSHOT_VERSION, geometry);
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
    for (int i = 0; i < 8 * CLAIMS; ++i)
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(claims_cost_little),
        cmocka_unit_test(least_is_enough),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
