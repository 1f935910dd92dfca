// SPDX-License-Identifier: MIT
//
// The scene shaken: a pile in a box that goes to and fro at the speed of bullets, and how many times as long its steps
// take as without the stage that keeps what is fast from passing through anything.
//
// Without that stage in all steps most of the pile would soon be elsewhere, and nothing left to do. So it is compared
// within each step, by the library's own clock.

#define _POSIX_C_SOURCE 200809L

#include "bench.h"

#include "impinge/impinge2.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum
{
    KINDS = 3,
    RUN_OF = 4,  // steps from one turn of the box to the next
    ROUNDS = 3,
    SHORT = 60,
    LONG = 240,
    FEW = 400  // fewer bodies are shaken for longer
};

#define HERTZ 60.0f
#define DOWN -0.3f  // of the speed: the box goes askew
#define MOST 3.0    // times as long

static const int32_t COUNTS[] = {16, 100, 400, 1000, 4000};
static const float SPEEDS[] = {30.0f, 60.0f, 100.0f, 150.0f}, BOUNCES[] = {0.0f, 0.5f};
static const char* const KIND_NAMES[KINDS] = {"circles", "boxes", "mixed"};

#define COUNT_OF(list) ((int)(sizeof(list) / sizeof *(list)))

typedef struct pile
{
    int32_t count;
    int kind;
    float bounce, speed;
} pile;

/// A refusal is a fault of the benchmark, or of the library: figures would say nothing.
static void must(imp_status status)
{
    if (status)
    {
        fprintf(stderr, "impinge-bench: shaken: %s\n", imp_status_text(status));
        exit(1);
    }
}

static double seconds_of_thread(void* user)
{
    struct timespec now;
    (void)user;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void wear(imp2_world* w, imp_body body, const imp2_shape* shape, const pile* p)
{
    const imp2_collider_def def = {.density = 1.0f, .material = {.friction = 0.4f, .restitution = p->bounce}};
    must(imp2_world_add_collider(w, body, shape, &def, NULL));
}

static imp_body add_body(imp2_world* w, int32_t kind, float x, float y)
{
    const imp2_body_def def = {.kind = kind, .pose = {{x, y}, {1.0f, 0.0f}}};
    imp_body body;
    must(imp2_world_add_body(w, &def, &body));
    return body;
}

static imp_body add_box_around(imp2_world* w, const pile* p, float half)
{
    const float far = half + 2.0f;
    const imp2_box walls[4] = {{{half, -far}, {far, far}},
                               {{-far, -far}, {-half, far}},
                               {{-far, half}, {far, far}},
                               {{-far, -far}, {far, -half}}};
    imp_body box = add_body(w, IMP_BODY_KINEMATIC, 0.0f, 0.0f);
    for (int i = 0; i < 4; ++i)
    {
        imp2_shape wall;
        must(imp2_box_make(walls[i], &wall));
        wear(w, box, &wall, p);
    }
    return box;
}

static imp_body build_pile(imp2_world* w, const pile* p)
{
    int32_t across = (int32_t)ceil(sqrt((double)p->count));
    float half = 0.65f * (float)across + 0.1f;
    const imp2_box square = {{-0.5f, -0.5f}, {0.5f, 0.5f}};
    imp2_shape shapes[2];
    must(imp2_circle_make((imp2_vec){0.0f, 0.0f}, 0.5f, &shapes[0]));
    must(imp2_box_make(square, &shapes[1]));
    imp_body box = add_box_around(w, p, half);
    for (int32_t i = 0; i < p->count; ++i)
    {
        float x = 1.05f * ((float)(i % across) - 0.5f * (float)(across - 1));
        float y = 1.02f * (float)(i / across) + 0.52f - half;
        wear(w, add_body(w, IMP_BODY_DYNAMIC, x, y), &shapes[p->kind == 2 ? i % 2 : p->kind], p);
    }
    return box;
}

/// How many times as long the steps take as they would without the stage.
static double times_as_long(const pile* p)
{
    const imp2_world_def def = {.gravity = {0.0f, -10.0f}};
    const imp2_hooks hooks = {.clock = seconds_of_thread};
    imp2_world* w;
    must(imp2_world_make(&def, &w));
    must(imp2_world_set_hooks(w, &hooks));
    imp_body box = build_pile(w, p);
    double all = 0.0, stop = 0.0;
    for (int step = 0; step < (p->count < FEW ? LONG : SHORT); ++step)
    {
        float speed = step / RUN_OF % 2 ? -p->speed : p->speed;
        imp_world_stats stats;
        must(imp2_world_set_velocity(w, box, (imp2_vec){speed, DOWN * speed}, 0.0f));
        must(imp2_world_step(w, 1.0f / HERTZ));
        must(imp2_world_stats(w, &stats));
        for (int i = 0; i < IMP_STAGE_COUNT; ++i)
        {
            all += (double)stats.times[i];
        }
        stop += (double)stats.times[IMP_STAGE_CONTINUOUS];
    }
    imp2_world_free(w);
    return all / (all - stop);
}

static void report_pile(bench* b, const pile* p)
{
    char row[64];
    snprintf(row, sizeof row, "%s.%d%s.%g", KIND_NAMES[p->kind], p->count, p->bounce > 0.0f ? ".bouncing" : "",
             (double)p->speed);
    if (!bench_wanted(b, row))
    {
        return;
    }
    double least = INFINITY;
    for (int round = 0; round < (b->quick ? 1 : ROUNDS); ++round)
    {
        least = fmin(least, times_as_long(p));
    }
    bench_report_limit(b, bench_entry_make("shaken", row, "", least, "times"), "three times", MOST);
}

void bench_shaken(bench* b)
{
    for (int i = 0; i < COUNT_OF(COUNTS) * KINDS * COUNT_OF(BOUNCES) * COUNT_OF(SPEEDS); ++i)
    {
        const pile p = {COUNTS[i / COUNT_OF(SPEEDS) / COUNT_OF(BOUNCES) / KINDS],
                        i / COUNT_OF(SPEEDS) / COUNT_OF(BOUNCES) % KINDS,
                        BOUNCES[i / COUNT_OF(SPEEDS) % COUNT_OF(BOUNCES)], SPEEDS[i % COUNT_OF(SPEEDS)]};
        report_pile(b, &p);
    }
}
