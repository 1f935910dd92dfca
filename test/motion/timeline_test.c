// SPDX-License-Identifier: MIT
//
// Meetings in the order of time, against a list in which the earliest is looked for one by one: who comes next, what is
// void, which places are given, how many a body may have; and memory that runs out.

#include "motion/timeline.h"
#include "support.h"

#include <string.h>

enum
{
    BODIES = 12,
    LIST = 4000
};

typedef struct listed
{
    double time;
    int32_t a, b, place;
    bool live;  // was not taken out, and its bodies have not turned
    bool held;  // is still in the timeline, as far as its place goes
} listed;

typedef struct model
{
    listed all[LIST];
    int32_t count;
} model;

static bool comes_before(const listed* m, const listed* n)
{
    if (m->time < n->time || n->time < m->time)
    {
        return m->time < n->time;
    }
    return m->a != n->a ? m->a < n->a : m->b < n->b;
}

static bool has_live(const model* m, int32_t a, int32_t b)
{
    for (int32_t i = 0; i < m->count; ++i)
    {
        if (m->all[i].live && m->all[i].a == a && m->all[i].b == b)
        {
            return true;
        }
    }
    return false;
}

static listed* earliest(model* m)
{
    listed* r = NULL;
    for (int32_t i = 0; i < m->count; ++i)
    {
        r = m->all[i].live && (!r || comes_before(&m->all[i], r)) ? &m->all[i] : r;
    }
    return r;
}

static void put_one(impi_timeline* t, model* m, test_rng* rng, const imp_allocator* allocator)
{
    int32_t a = test_rng_int(rng, 0, BODIES - 1), b = test_rng_int(rng, 0, BODIES - 2);
    b += b >= a;
    int32_t low = a < b ? a : b, high = a < b ? b : a, place;
    double time = 0.125 * test_rng_int(rng, 0, 20);  // many at the same time
    if (m->count == LIST || has_live(m, low, high))
    {
        return;
    }
    assert_int_equal(impi_timeline_put(t, time, a, b, allocator, &place), IMP_OK);
    assert_true(place >= 0 && place < t->place_count && t->place_count <= t->places.capacity);
    for (int32_t i = 0; i < m->count; ++i)
    {
        assert_true(!m->all[i].live || m->all[i].place != place);
    }
    m->all[m->count++] = (listed){time, low, high, place, true, true};
}

static void turn_one(impi_timeline* t, model* m, test_rng* rng)
{
    int32_t body = test_rng_int(rng, 0, BODIES - 1);
    impi_timeline_turn(t, body);
    for (int32_t i = 0; i < m->count; ++i)
    {
        m->all[i].live = m->all[i].live && m->all[i].a != body && m->all[i].b != body;
    }
}

static void take_one(impi_timeline* t, model* m)
{
    impi_meeting meeting;
    listed* first = earliest(m);
    assert_int_equal(impi_timeline_next(t, &meeting), first != NULL);
    if (first)
    {
        assert_true(meeting.time == first->time);
        assert_int_equal(meeting.a, first->a);
        assert_int_equal(meeting.b, first->b);
        assert_int_equal(meeting.place, first->place);
        first->live = false;
    }
}

static void agrees_with_a_list(void** unused)
{
    (void)unused;
    static model m;
    test_rng rng = {test_seed()};
    uint64_t scenes = test_n(60);
    impi_timeline t = {0};
    test_allocator memory = {.fail_at = -1};
    imp_allocator allocator = test_allocator_get(&memory);
    for (uint64_t scene = 0; scene < scenes; ++scene)
    {
        memset(&m, 0, sizeof m);
        assert_int_equal(impi_timeline_begin(&t, BODIES, 3, &allocator), IMP_OK);
        for (int k = 0; k < 1500; ++k)
        {
            int dice = test_rng_int(&rng, 0, 9);
            if (dice < 6)
            {
                put_one(&t, &m, &rng, &allocator);
            }
            else if (dice < 8)
            {
                turn_one(&t, &m, &rng);
            }
            else
            {
                take_one(&t, &m);
            }
        }
        // What is foreseen of twelve bodies are at most 66 pairs; the rest was thrown out and not kept.
        assert_true(t.heap.capacity < 400);
        while (earliest(&m))
        {
            take_one(&t, &m);
        }
        take_one(&t, &m);
    }
    impi_timeline_free(&t, &allocator);
    assert_int_equal(memory.live_blocks, 0);
    test_report("timeline", scenes);
}

static void a_body_has_so_many(void** unused)
{
    (void)unused;
    impi_timeline t = {0};
    assert_int_equal(impi_timeline_begin(&t, 2, 2, NULL), IMP_OK);
    for (int i = 0; i < 2; ++i)
    {
        assert_false(impi_timeline_spent(&t, 1));
        impi_timeline_count(&t, 1);
    }
    assert_true(impi_timeline_spent(&t, 1));
    assert_false(impi_timeline_spent(&t, 0));
    assert_int_equal(impi_timeline_begin(&t, 2, 2, NULL), IMP_OK);
    assert_false(impi_timeline_spent(&t, 1));
    impi_timeline_free(&t, NULL);
}

static void memory_runs_out(void** unused)
{
    (void)unused;
    for (int64_t fail = 0; fail < 8; ++fail)
    {
        impi_timeline t = {0};
        test_allocator memory = {.fail_at = fail};
        imp_allocator allocator = test_allocator_get(&memory);
        int32_t put = 0, taken = 0, place;
        imp_status status = impi_timeline_begin(&t, BODIES, 3, &allocator);
        assert_int_equal(imp_status_fault(status), fail == 0 ? IMP_ERR_MEMORY : IMP_OK);
        // One call fails; those after it go on with what there is.
        for (int32_t i = 0; !status && i < 35; ++i)
        {
            put += impi_timeline_put(&t, 60.0 - i, i % 5, 5 + i % 7, &allocator, &place) == IMP_OK;
        }
        assert_true(status || put >= 34);
        impi_meeting meeting;
        double last = -1.0;
        while (impi_timeline_next(&t, &meeting))
        {
            assert_true(meeting.time > last);
            last = meeting.time;
            taken += 1;
        }
        assert_int_equal(taken, put);
        impi_timeline_free(&t, &allocator);
        assert_int_equal(memory.live_blocks, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_a_list),
        cmocka_unit_test(a_body_has_so_many),
        cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
