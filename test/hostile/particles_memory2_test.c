// SPDX-License-Identifier: MIT
//
// particles_memory_test.inl, for the plane, and in a world.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support.h"

#include "impinge/world_particles2.h"

#include "math/dim2.h"

#include "particle/kit.inl"

#include "hostile/particles_memory_test.inl"

// A world with a block, upon which grains lie, and the memory of both.
typedef struct yard
{
    test_allocator memory;
    imp2_world* world;
    imp2_particles* particles;
    imp_body block;
} yard;

static void make_yard(yard* out)
{
    imp_allocator allocator = test_allocator_get(&out->memory);
    const imp2_world_def def = {.gravity = {0.0f, -EARTH}, .allocator = &allocator};
    const imp2_body_def body = {.kind = IMP_BODY_DYNAMIC, .pose = {{0.0f, -0.5f}, {1.0f, 0.0f}}};
    imp2_shape shape;
    assert_int_equal(imp2_world_make(&def, &out->world), IMP_OK);
    assert_int_equal(imp2_box_make((imp2_box){{-4.0f, -0.5f}, {4.0f, 0.5f}}, &shape), IMP_OK);
    assert_int_equal(imp2_world_add_body(out->world, &body, &out->block), IMP_OK);
    assert_int_equal(imp2_world_add_collider(out->world, out->block, &shape, NULL, NULL), IMP_OK);
    out->particles = make_rain(&allocator);
}

// What a world tells that a push changes: its snapshot.
static int32_t save_world(const yard* y, uint8_t* bytes)
{
    int32_t count;
    memset(bytes, 0, BYTES);
    assert_int_equal(imp2_world_save(y->world, bytes, BYTES, &count), IMP_OK);
    return count;
}

static void a_step_in_a_world_fails(void** unused)
{
    (void)unused;
    static told before, after;
    static uint8_t bytes[BYTES], now[BYTES];
    uint64_t wanted = 0, hash, failures = 0;
    for (int64_t fail_at = -1;; ++fail_at)
    {
        yard y = {.memory = {.fail_at = -1}};
        make_yard(&y);
        tell(y.particles, &before);
        int32_t count = save_world(&y, bytes);
        y.memory.calls = 0;
        y.memory.fail_at = fail_at;
        imp_status status = imp2_world_step_particles(y.world, y.particles, 0.01f);
        bool failed = fail_at >= 0 && y.memory.calls > fail_at;
        assert_int_equal(imp_status_fault(status), failed ? IMP_ERR_MEMORY : 0);
        if (failed)
        {
            tell(y.particles, &after);
            assert_memory_equal(&after, &before, sizeof after);
            assert_int_equal(save_world(&y, now), count);
            assert_memory_equal(now, bytes, sizeof now);
            ++failures;
        }
        y.memory.fail_at = -1;
        assert_true(!failed || imp2_world_step_particles(y.world, y.particles, 0.01f) == IMP_OK);
        assert_int_equal(imp2_world_step(y.world, 0.01f), IMP_OK);
        assert_int_equal(imp2_world_hash(y.world, &hash), IMP_OK);
        tell(y.particles, &after);
        wanted = fail_at < 0 ? hash + after.hash : wanted;
        assert_true(hash + after.hash == wanted);
        imp2_particles_free(y.particles);
        imp2_world_free(y.world);
        assert_int_equal(y.memory.live_blocks, 0);
        if (fail_at >= 0 && !failed)
        {
            break;
        }
    }
    assert_number((double)failures, >, 3.0);
    test_report("particles_memory steps in a world failed", failures);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_has_changed),
        cmocka_unit_test(making_fails),
        cmocka_unit_test(a_step_in_a_world_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
