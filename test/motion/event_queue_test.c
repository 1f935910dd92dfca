// SPDX-License-Identifier: MIT
//
// Events in the order of time, against a list that is searched linearly for the earliest: which one is next, what is
// void, what is stale. And a run from event to event: points on a line that change their velocities, against all
// pairs searched again after each event.

#include "motion/event_queue.h"
#include "support.h"

#include <math.h>
#include <string.h>

enum
{
    BODIES = 12,
    LIMIT = 5
};

// The next event of each body.
typedef struct listed
{
    double time;
    int32_t other;
    bool live, stale;
} listed;

static int32_t lower_of(const listed* all, int32_t owner)
{
    return owner < all[owner].other ? owner : all[owner].other;
}

static bool comes_before(const listed* all, int32_t m, int32_t n)
{
    int32_t sum_m = m + all[m].other, sum_n = n + all[n].other;
    if (all[m].time < all[n].time || all[n].time < all[m].time)
    {
        return all[m].time < all[n].time;
    }
    int32_t lower_m = lower_of(all, m), lower_n = lower_of(all, n);
    return lower_m != lower_n ? lower_m < lower_n : sum_m != sum_n ? sum_m < sum_n : m < n;
}

static int32_t earliest(const listed* all)
{
    int32_t r = -1;
    for (int32_t i = 0; i < BODIES; ++i)
    {
        r = all[i].live && (r < 0 || comes_before(all, i, r)) ? i : r;
    }
    return r;
}

static void take_one(impi_event_queue* t, listed* all)
{
    impi_toi_event event;
    int32_t first = earliest(all);
    assert_int_equal(impi_event_queue_pop(t, &event), first >= 0);
    if (first >= 0)
    {
        const listed* owned = &all[event.owner];
        assert_true(owned->live);
        assert_true(event.owner == first);
        assert_number(event.time, ==, owned->time);
        assert_number(event.a + event.b, ==, event.owner + owned->other);
        assert_int_equal(impi_event_queue_is_stale(t, &event), owned->stale);
        all[event.owner].live = false;
    }
}

static imp_status turn_both(void* context, const impi_toi_event* event, int32_t both[2], bool turned[2])
{
    (void)context;
    (void)event;
    (void)both;
    turned[0] = turned[1] = true;
    return IMP_OK;
}

static imp_status find_nothing(void* context, int32_t body, double now, int32_t but)
{
    (void)context;
    (void)body;
    (void)now;
    (void)but;
    return IMP_OK;
}

static void agrees_with_a_list(void** unused)
{
    (void)unused;
    test_rng rng = {test_seed()};
    uint64_t scenes = test_n(100);
    impi_event_queue t = {0};
    test_allocator memory = {.fail_at = -1};
    imp_allocator allocator = test_allocator_get(&memory);
    assert_int_equal(impi_event_queue_reserve(&t, BODIES, BODIES, &allocator), IMP_OK);
    int64_t calls = memory.calls;
    for (uint64_t scene = 0; scene < scenes; ++scene)
    {
        listed all[BODIES];
        memset(all, 0, sizeof all);
        impi_event_queue_begin(&t, BODIES, LIMIT);
        for (int k = 0; k < 1500; ++k)
        {
            int32_t body = test_rng_int(&rng, 0, BODIES - 1), other = test_rng_int(&rng, 0, BODIES - 2);
            other += other >= body;
            int dice = test_rng_int(&rng, 0, 9);
            if (dice < 6 && !all[body].live)
            {
                const listed fresh = {0.125 * test_rng_int(&rng, 0, 20), other, true, false};  // many at the same time
                impi_event_queue_push(&t, fresh.time, body, other);
                all[body] = fresh;
            }
            else if (dice < 8)
            {
                t.bodies.data[body].stamp += 1;
                all[body].live = false;
                for (int32_t i = 0; i < BODIES; ++i)
                {
                    all[i].stale = all[i].stale || all[i].other == body;
                }
            }
            else
            {
                take_one(&t, all);
            }
        }
        while (earliest(all) >= 0)
        {
            take_one(&t, all);
        }
        take_one(&t, all);
    }
    assert_int_equal(memory.calls, calls);  // as much as was made room for
    impi_event_queue_free(&t, &allocator);
    assert_int_equal(memory.live_blocks, 0);
    test_report("queue", scenes);
}

// Points on a line that swap their velocities where they meet.
typedef struct line
{
    impi_event_queue* queue;
    double x[BODIES], v[BODIES], since[BODIES];
    int32_t events;
    double last;
} line;

static double time_of(const line* l, int32_t i, int32_t k, double now)
{
    double gap = l->x[k] + l->v[k] * (now - l->since[k]) - l->x[i] - l->v[i] * (now - l->since[i]);
    double closing = l->v[i] - l->v[k], time = gap / closing;
    return (gap > 0.0) == (closing > 0.0) && fabs(closing) > 1e-9 && fabs(gap) > 1e-9 ? now + time : INFINITY;
}

static imp_status find_along(void* context, int32_t body, double now, int32_t but)
{
    line* l = (line*)context;
    int32_t other = -1;
    double first = 1.0;
    for (int32_t k = 0; k < BODIES; ++k)
    {
        double time = k == body || k == but ? INFINITY : time_of(l, body, k, now);
        other = time < first ? k : other;
        first = time < first ? time : first;
    }
    if (other >= 0)
    {
        impi_event_queue_push(l->queue, first, body, other);
    }
    return IMP_OK;
}

static imp_status swap(void* context, const impi_toi_event* event, int32_t both[2], bool turned[2])
{
    line* l = (line*)context;
    double v[2] = {l->v[both[0]], l->v[both[1]]};
    assert_number(event->time, >=, l->last);
    assert_number(both[0], ==, event->owner);
    l->last = event->time;
    for (int k = 0; k < 2; ++k)
    {
        l->x[both[k]] += v[k] * (event->time - l->since[both[k]]);
        l->since[both[k]] = event->time;
        l->v[both[k]] = v[1 - k];
        turned[k] = true;
    }
    l->events += 1;
    return IMP_OK;
}

// Points that swap velocities move as if they went through each other: as many events as pairs change places.
static void runs_from_event_to_event(void** unused)
{
    (void)unused;
    test_rng rng = {test_seed()};
    impi_event_queue t = {0};
    const imp_allocator* allocator = NULL;
    assert_int_equal(impi_event_queue_reserve(&t, BODIES, BODIES, allocator), IMP_OK);
    uint64_t scenes = test_n(300), events = 0;
    for (uint64_t scene = 0; scene < scenes; ++scene)
    {
        line l = {.queue = &t};
        double ends[BODIES];
        int32_t swaps = 0;
        impi_event_queue_begin(&t, BODIES, 1 << 16);
        for (int32_t i = 0; i < BODIES; ++i)
        {
            l.x[i] = i + 0.4 * test_rng_unit(&rng);
            l.v[i] = 8.0 * test_rng_unit(&rng) - 4.0;
            ends[i] = l.x[i] + l.v[i];
            for (int32_t k = 0; k < i; ++k)
            {
                swaps += ends[k] > ends[i];
            }
        }
        for (int32_t i = 0; i < BODIES; ++i)
        {
            assert_int_equal(find_along(&l, i, 0.0, -1), IMP_OK);
        }
        const impi_stepper stepper = {&l, find_along, swap};
        assert_int_equal(impi_event_queue_run(&t, &stepper), IMP_OK);
        assert_int_equal(l.events, swaps);
        for (int32_t i = 1; i < BODIES; ++i)
        {
            assert_true(l.x[i] + l.v[i] * (1.0 - l.since[i]) > l.x[i - 1] + l.v[i - 1] * (1.0 - l.since[i - 1]) - 1e-9);
        }
        events += (uint64_t)swaps;
    }
    impi_event_queue_free(&t, allocator);
    test_report("queue events", events);
    assert_true(events > scenes);
}

// Who has looked, when, and what it left out.
typedef struct looks
{
    int32_t count, answered, body[8], but[8];
    double time[8];
} looks;

static imp_status note_find(void* context, int32_t body, double now, int32_t but)
{
    looks* l = (looks*)context;
    l->body[l->count] = body;
    l->but[l->count] = but;
    l->time[l->count++] = now;
    return IMP_OK;
}

static imp_status turn_second(void* context, const impi_toi_event* event, int32_t both[2], bool turned[2])
{
    looks* l = (looks*)context;
    turned[0] = event->time < 0.3;
    turned[1] = both[1] != 3;
    l->answered += 1;
    return IMP_OK;
}

// Both are searched again after an event, the second one not against the first; so are an owner whose event is stale, and one
// that did not turn.
static void searches_again(void** unused)
{
    (void)unused;
    static const int32_t body[] = {1, 2, 0, 4}, but[] = {-1, 1, -1, -1};
    static const double time[] = {0.25, 0.25, 0.5, 0.75};
    impi_event_queue t = {0};
    looks l = {0};
    const impi_stepper stepper = {&l, note_find, turn_second};
    assert_int_equal(impi_event_queue_reserve(&t, 5, 5, NULL), IMP_OK);
    impi_event_queue_begin(&t, 5, 8);
    impi_event_queue_push(&t, 0.5, 0, 1);
    impi_event_queue_push(&t, 0.75, 4, 3);
    impi_event_queue_push(&t, 0.25, 1, 2);
    assert_int_equal(impi_event_queue_run(&t, &stepper), IMP_OK);
    assert_int_equal(l.answered, 2);
    assert_int_equal(l.count, 4);
    for (int i = 0; i < 4; ++i)
    {
        assert_int_equal(l.body[i], body[i]);
        assert_int_equal(l.but[i], but[i]);
        assert_true(l.time[i] == time[i]);
    }
    impi_event_queue_free(&t, NULL);
}

static void a_body_has_so_many(void** unused)
{
    (void)unused;
    impi_event_queue t = {0};
    const impi_stepper stepper = {NULL, find_nothing, turn_both};
    assert_int_equal(impi_event_queue_reserve(&t, 2, 2, NULL), IMP_OK);
    impi_event_queue_begin(&t, 2, 2);
    for (int i = 0; i < 2; ++i)
    {
        assert_false(impi_event_queue_is_spent(&t, 1));
        impi_event_queue_push(&t, 0.5, 0, 1);
        assert_int_equal(impi_event_queue_run(&t, &stepper), IMP_OK);
    }
    assert_true(impi_event_queue_is_spent(&t, 1));
    assert_true(impi_event_queue_is_spent(&t, 0));
    impi_event_queue_begin(&t, 2, 2);
    assert_false(impi_event_queue_is_spent(&t, 1));
    impi_event_queue_free(&t, NULL);
}

static void memory_runs_out(void** unused)
{
    (void)unused;
    for (int64_t fail = 0; fail < 3; ++fail)
    {
        impi_event_queue t = {0};
        test_allocator memory = {.fail_at = fail};
        imp_allocator allocator = test_allocator_get(&memory);
        imp_status status = impi_event_queue_reserve(&t, BODIES, BODIES, &allocator);
        assert_int_equal(imp_status_fault(status), fail < 2 ? IMP_ERR_MEMORY : IMP_OK);
        impi_event_queue_free(&t, &allocator);
        assert_int_equal(memory.live_blocks, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_a_list), cmocka_unit_test(runs_from_event_to_event),
        cmocka_unit_test(searches_again),     cmocka_unit_test(a_body_has_so_many),
        cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
