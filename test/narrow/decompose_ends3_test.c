// SPDX-License-Identifier: MIT
//
// What ends a decomposition: a stop and a failed allocation at any time. Nothing is changed then, and nothing is held.

#include <string.h>

#include "check_parts3.h"
#include "closed_solids3.h"

typedef struct watcher
{
    int32_t calls, stop_at;
    float done;
} watcher;

static bool watch(void* user, float done)
{
    watcher* w = (watcher*)user;
    assert_true(done >= w->done && done <= 1.0f);
    w->done = done;
    return w->calls++ != w->stop_at;
}

/// What was closed_made is stopped at every call.
static void stop_everywhere(float tolerance)
{
    imp3_compound mesh;
    closed_mesh(&mesh);
    const imp3_decompose_choice def = choice_of_parts(tolerance);
    for (int32_t stop_at = 0;; ++stop_at)
    {
        test_allocator memory = {0};
        memory.fail_at = -1;
        imp_allocator allocator = test_allocator_get(&memory);
        watcher w = {0, stop_at, 0.0f};
        const imp_progress progress = {watch, &w};
        imp3_compound set, untouched;
        memset(&set, 0xa5, sizeof set);
        untouched = set;
        imp_status status = imp3_mesh_decompose(&mesh, &def, &progress, &allocator, &set, NULL);
        if (!status)
        {
            assert_true(stop_at > 2 && w.calls <= stop_at);
            imp3_compound_free(&set);
            assert_int_equal(memory.live_blocks, 0);
            break;
        }
        assert_int_equal(status, IMP_ERR_STOPPED | 3 << 8);
        assert_memory_equal(&set, &untouched, sizeof set);
        assert_int_equal(memory.live_blocks, 0);
    }
    imp3_compound_free(&mesh);
}

static void test_stopped(void** state)
{
    (void)state;
    closed_u();
    stop_everywhere(0.1f);
    closed_egg(4, 8);
    stop_everywhere(0.2f);
}

/// What was closed_made is taken apart with allocations that fail.
static void fail_everywhere(float tolerance)
{
    imp3_compound mesh;
    closed_mesh(&mesh);
    const imp3_decompose_choice def = choice_of_parts(tolerance);
    // Most of them are alike: hulls of candidates. A step that grows finds all kinds.
    for (int64_t fail_at = 0;; fail_at += 1 + fail_at / (int64_t)(20 * test_n(1)))
    {
        test_allocator memory = {0};
        memory.fail_at = fail_at;
        imp_allocator allocator = test_allocator_get(&memory);
        imp3_compound set, untouched;
        memset(&set, 0xa5, sizeof set);
        untouched = set;
        imp_status status = imp3_mesh_decompose(&mesh, &def, NULL, &allocator, &set, NULL);
        if (memory.calls <= fail_at)
        {
            assert_int_equal(status, IMP_OK);
            imp3_compound_free(&set);
            assert_int_equal(memory.live_blocks, 0);
            break;
        }
        assert_int_equal(status, IMP_ERR_MEMORY | 4 << 8);
        assert_memory_equal(&set, &untouched, sizeof set);
        assert_int_equal(memory.live_blocks, 0);
    }
    imp3_compound_free(&mesh);
}

static void test_memory(void** state)
{
    (void)state;
    closed_l();
    fail_everywhere(0.1f);
    closed_egg(4, 8);
    fail_everywhere(0.2f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stopped),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
