// SPDX-License-Identifier: MIT
//
// Rows of quality that world2 and world3 share, in the words of world_words2.h: what stands is left alone for twenty
// seconds. `sway` is how far the centre of a body comes from where it was at any time of the first five, `moved` how
// far it is then, `drift` how far from there after the other fifteen, `deepest` the overlap in the end. `sleep` is when
// the last of them falls asleep, in a world that allows it; `-` when none has within thirty seconds.

enum
{
    SETTLE = 5 * HERTZ,
    WATCH = 20 * HERTZ,
    SLEEP_MOST = 30 * HERTZ
};

static void advance(const W(engine) * engine, void* world, int steps)
{
    for (int i = 0; i < steps; ++i)
    {
        engine->step(world);
    }
}

// What stands

typedef struct settled
{
    double sway, moved, drift, deepest, sleep;
} settled;

/// How far the centre of a body has come from where it was noted, at most; notes where they are now.
static double note_centers(const W(engine) * engine, void* world, Vec* centers, int32_t count)
{
    double most = 0.0;
    for (int32_t i = 0; i < count; ++i)
    {
        Vec now = engine->state(world, i).center;
        Vec way = FN(vec_sub)(now, centers[i]);
        most = fmax(most, sqrt((double)FN(vec_dot)(way, way)));
        centers[i] = now;
    }
    return most;
}

static double time_to_sleep(const W(engine) * engine, const W(scene) * scene)
{
    void* world = engine->make(scene, 1, false);
    int step = 0;
    bool awake = true;
    for (; step < SLEEP_MOST && awake; ++step)
    {
        engine->step(world);
        awake = false;
        for (int32_t i = 0; i < scene->body_count && !awake; ++i)
        {
            awake = scene->bodies[i].kind == IMP_BODY_DYNAMIC && engine->state(world, i).awake;
        }
    }
    engine->free(world);
    return awake ? NAN : (double)step / (double)HERTZ;
}

/// Lets time pass, and how far the centre of a body comes meanwhile from where it was noted, at most.
static double watch(const W(engine) * engine, void* world, const Vec* centers, int32_t count, int steps)
{
    double most = 0.0;
    for (int step = 0; step < steps; ++step)
    {
        engine->step(world);
        for (int32_t i = 0; i < count; ++i)
        {
            Vec way = FN(vec_sub)(engine->state(world, i).center, centers[i]);
            most = fmax(most, sqrt((double)FN(vec_dot)(way, way)));
        }
    }
    return most;
}

static settled settle(const W(engine) * engine, W(scene) * scene)
{
    settled r;
    Vec* centers = bench_alloc((uint64_t)scene->body_count, sizeof *centers);
    scene->sleepless = true;
    void* world = engine->make(scene, 1, false);
    note_centers(engine, world, centers, scene->body_count);
    r.sway = watch(engine, world, centers, scene->body_count, SETTLE);
    r.moved = note_centers(engine, world, centers, scene->body_count);
    advance(engine, world, WATCH - SETTLE);
    r.drift = note_centers(engine, world, centers, scene->body_count);
    r.deepest = W(measure)(engine, world, scene).deepest;
    engine->free(world);
    free(centers);
    scene->sleepless = false;
    r.sleep = time_to_sleep(engine, scene);
    return r;
}

static void report_settled(bench* b, const char* name, void (*build)(W(scene) *))
{
    char row[64];
    snprintf(row, sizeof row, "quality.%s", name);
    if (!bench_wanted(b, row))
    {
        return;
    }
    W(scene) scene = {.body_count = 0};
    build(&scene);
    settled ours = settle(&OURS, &scene), peer = {NAN, NAN, NAN, NAN, NAN};
    if (PEER)
    {
        peer = settle(PEER, &scene);
    }
    W(scene_free)(&scene);
    W(report)(b, NAME, row, "sway", 1e3 * ours.sway, 1e3 * peer.sway, "mm", NAN);
    W(report)(b, NAME, row, "moved", 1e3 * ours.moved, 1e3 * peer.moved, "mm", NAN);
    W(report)(b, NAME, row, "drift", 1e3 * ours.drift, 1e3 * peer.drift, "mm", NAN);
    W(report)(b, NAME, row, "deepest", 1e3 * ours.deepest, 1e3 * peer.deepest, "mm", NAN);
    W(report)(b, NAME, row, "sleep", ours.sleep, peer.sleep, "s", NAN);
}

/// A figure of both, and ours against what it may be at most; NAN for no such thing.
static void report_form(bench* b, const char* name, const char* figure, const char* unit,
                        double (*measure)(const W(engine) *), const char* limit_name, double limit)
{
    char row[64];
    snprintf(row, sizeof row, "quality.%s", name);
    if (!bench_wanted(b, row))
    {
        return;
    }
    double ours = measure(&OURS);
    W(report)(b, NAME, row, figure, ours, PEER ? measure(PEER) : NAN, unit, NAN);
    if (limit_name)
    {
        bench_report_limit(b, bench_entry_make(NAME, row, "within", ours, unit), limit_name, limit);
    }
}
