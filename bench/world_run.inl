// SPDX-License-Identifier: MIT
//
// Worlds step by step, ours beside the peer's: what world2 and world3 share, in the words of world_words2.h.
//
// A round builds the world anew and takes the first step, which is not timed; the others are timed in blocks. The same
// world goes the same way every time, so of each block the fastest round counts.

enum
{
    QUICK_PART = 4  // of the steps, when it is to be quick
};

typedef struct running
{
    const W(engine) * engine;
    const W(scene) * scene;
    void* world;
    int threads, steps, done;
    bool counted;
} running;

static void run_until(running* r, int step)
{
    for (; r->done < step; ++r->done)
    {
        if (r->scene->drive)
        {
            r->scene->drive(r->engine, r->world, r->done);
        }
        r->engine->step(r->world);
    }
}

static void end_run(running* r)
{
    if (r->world)
    {
        r->engine->free(r->world);
    }
    r->world = NULL;
}

static void begin_run(void* context)
{
    running* r = context;
    end_run(r);
    r->world = r->engine->make(r->scene, r->threads, r->counted);
    r->done = 0;
    run_until(r, 1);
}

static void run_block(void* context, int block)
{
    running* r = context;
    run_until(r, 1 + (r->steps - 1) * (block + 1) / BENCH_BLOCKS);
}

void W(report)(bench* b, const char* scene, const char* row, const char* figure, double ours, double peer,
               const char* unit, double bar)
{
    bench_entry e = bench_entry_make(scene, row, figure, ours, unit);
    e.peer = PEER ? PEER->name : NULL;
    e.peer_commit = PEER ? PEER->commit : NULL;
    e.peer_value = peer;
    e.bar = bar;
    bench_report(b, &e);
}

static void report_measures(bench* b, const char* row, running* runs)
{
    W(measures) m[2] = {{.pairs = 0}, {.pairs = 0}};
    for (int i = 0; i < (PEER ? 2 : 1); ++i)
    {
        run_until(&runs[i], runs[i].steps);
        m[i] = W(measure)(runs[i].engine, runs[i].world, runs[i].scene);
    }
    W(report)(b, NAME, row, "deepest", 1e3 * m[0].deepest, 1e3 * m[1].deepest, "mm", NAN);
    W(report)(b, NAME, row, "mean", 1e3 * m[0].mean, 1e3 * m[1].mean, "mm", NAN);
    W(report)(b, NAME, row, "energy", m[0].energy, m[1].energy, "J", NAN);
    W(report)(b, NAME, row, "awake", m[0].awake, m[1].awake, "bodies", NAN);
    W(report)(b, NAME, row, "lost", m[0].lost, m[1].lost, "bodies", NAN);
    W(report)(b, NAME, row, "pairs", m[0].pairs, m[1].pairs, "pairs", NAN);
}

static void report_bytes(bench* b, const char* row, const W(scene) * scene, int steps)
{
    double bytes[2] = {NAN, NAN};
    for (int i = 0; i < (PEER ? 2 : 1); ++i)
    {
        running r = {i ? PEER : &OURS, scene, NULL, 1, steps, 0, true};
        begin_run(&r);
        run_until(&r, steps);
        bytes[i] = (double)r.engine->bytes(r.world);
        end_run(&r);
    }
    W(report)(b, NAME, row, "bytes", 1e-6 * bytes[0], 1e-6 * bytes[1], "MB", 1.0);
}

/// Runs a scene, ours and the peer's, as often as it takes. What is left are both at the end of their last run.
static void time_steps(running runs[2], const W(scene) * scene, int threads, int steps, double milliseconds[2])
{
    bench_side sides[2] = {{.run = run_block}, {.run = run_block}};
    for (int i = 0; i < 2; ++i)
    {
        const running fresh = {i ? PEER : &OURS, scene, NULL, threads, steps, 0, false};
        runs[i] = fresh;
        sides[i].context = &runs[i];
        sides[i].before = begin_run;
        sides[i].elapsed = threads > 1;
    }
    bench_interleave(sides, PEER ? 2 : 1, BENCH_ROUNDS_MIN);
    for (int i = 0; i < 2; ++i)
    {
        milliseconds[i] = 1e3 * sides[i].seconds / (steps - 1);
    }
}

/// Bars of scenes are those of builds that have all lanes.
static bool is_wide(void)
{
    return impi_cpu_level() > IMPI_LEVEL_FOUR;
}

/// Milliseconds a step of each scene, ours and the peer's, with one thread and with more; 0 where it was not run.
static double step_times[2][SCENE_COUNT][2];

/// One scene; its times are multiplied into those of the others, of which there are *count. A peer without joints leaves
/// out scenes with them.
static bool report_scene(bench* b, const char* group, int scene_number, int threads, double* ours, double* peer,
                         int* count)
{
    const W(named)* named = &SCENES[scene_number];
    char row[64];
    snprintf(row, sizeof row, "%s%s", group, named->name);
    if (!bench_wanted(b, row))
    {
        return false;
    }
    W(scene) scene = {.body_count = 0};
    named->build(&scene);
    if (PEER && PEER->jointless && scene.joint_count > 0)
    {
        W(scene_free)(&scene);
        return true;
    }
    int steps = b->quick ? named->steps / QUICK_PART : named->steps;
    running runs[2];
    double times[2];
    time_steps(runs, &scene, threads, steps, times);
    memcpy(step_times[threads > 1][scene_number], times, sizeof times);
    W(report)(b, NAME, row, "step", times[0], times[1], "ms", threads > 1 || !is_wide() ? NAN : 1.0 / named->faster);
    if (threads == 1)
    {
        report_measures(b, row, runs);
    }
    end_run(&runs[0]);
    end_run(&runs[1]);
    if (threads == 1 && !b->quick && (!PEER || PEER->bytes))
    {
        report_bytes(b, row, &scene, steps);
    }
    W(scene_free)(&scene);
    *ours *= times[0];
    *peer *= times[1];
    ++*count;
    return true;
}

/// Geometric means of all scenes, ours and the peer's, if all were wanted. Their rows begin with the name of the group.
static bool report_scenes(bench* b, const char* group, int threads, double means[2])
{
    double ours = 1.0, peer = 1.0, faster = threads > 1 ? 1.7 : is_wide() ? MEAN_FASTER : MEAN_FASTER_FOUR;
    int count = 0;
    bool all = true;
    for (int i = 0; i < SCENE_COUNT; ++i)
    {
        all = report_scene(b, group, i, threads, &ours, &peer, &count) && all;
    }
    means[0] = pow(ours, 1.0 / (count > 0 ? count : 1));
    means[1] = pow(peer, 1.0 / (count > 0 ? count : 1));
    if (all)
    {
        char row[64];
        snprintf(row, sizeof row, "%smean", group);
        W(report)(b, NAME, row, "step", means[0], means[1], "ms", 1.0 / faster);
    }
    return all;
}

/// The time of two threads as a part of that of one, for each scene that was run with both.
static void report_shares(bench* b)
{
    for (int i = 0; i < SCENE_COUNT; ++i)
    {
        const double *one = step_times[0][i], *two = step_times[1][i];
        if (one[0] > 0.0 && two[0] > 0.0)
        {
            char row[64];
            snprintf(row, sizeof row, "threads2.%s", SCENES[i].name);
            W(report)(b, NAME, row, "share", two[0] / one[0], two[1] / one[1], "of one's", 1.0);
        }
    }
}
