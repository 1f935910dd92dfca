// SPDX-License-Identifier: MIT
//
// This library behind the interface of world2 and world3, in the words of world_words2.h or
// world_words3.h. What includes it has add_parts, which makes the colliders of a scene.

typedef struct ours
{
    World* world;
    imp_pool* pool;
    const W(scene) * scene;
    imp_body* bodies;
    int32_t made, shapes, outlines, joints;  // of the scene, so far
    int32_t steps;
    int64_t bytes;
    float time;  // of a step
} ours;

/// A refusal is a fault of the benchmark, or of the library: figures would say nothing.
static void must(imp_status status, const char* what)
{
    if (status)
    {
        fprintf(stderr, "impinge-bench: %s: %s\n", what, imp_status_text(status));
        exit(1);
    }
}

static void add_body(ours* w, const W(body) * from, int32_t i)
{
    const BodyDef def = {.kind = from->kind,
                         .pose = from->pose,
                         .velocity = from->velocity,
                         .angular_velocity = from->spin,
                         .asleep = from->asleep,
                         .no_sleep = from->sleepless,
                         .bullet = from->bullet};
    must(FN(world_add_body)(w->world, &def, &w->bodies[i]), "body");
}

/// The colliders and joints of bodies that have been made since: the including file has it.
static void add_parts(ours* w, const W(scene) * scene);

static void add_born(ours* w)
{
    int32_t before = w->made;
    for (; w->made < w->scene->body_count && w->scene->bodies[w->made].born <= w->steps; ++w->made)
    {
        add_body(w, &w->scene->bodies[w->made], w->made);
    }
    if (w->made > before)
    {
        add_parts(w, w->scene);
    }
}

static void* resize_counted(void* user, void* block, size_t old_size, size_t new_size)
{
    void* to = NULL;
    if (new_size == 0)
    {
        free(block);
    }
    else
    {
        to = realloc(block, new_size);
    }
    *(int64_t*)user += to || new_size == 0 ? (int64_t)new_size - (int64_t)old_size : 0;
    return to;
}

static void* make(const W(scene) * scene, int threads, bool counted)
{
    ours* w = bench_alloc(1, sizeof *w);
    w->bodies = bench_alloc((uint64_t)scene->body_count, sizeof *w->bodies);
    imp_jobs jobs;
    WorldDef def = {.gravity = scene->gravity,
                    .length_unit = scene->length_unit,
                    .sub_steps = W(sub_steps)(scene),
                    .no_sleep = scene->sleepless,
                    .continuous_steps = scene->hits};
    w->time = 1.0f / (float)W(hertz)(scene);
    if (threads > 1)
    {
        must(imp_pool_make(threads, NULL, &w->pool), "pool");
        must(imp_pool_jobs(w->pool, &jobs), "pool");
        def.jobs = &jobs;
    }
    const imp_allocator allocator = {resize_counted, &w->bytes};
    def.allocator = counted ? &allocator : NULL;
    must(FN(world_make)(&def, &w->world), "world");
    w->scene = scene;
    add_born(w);
    return w;
}

static void end(void* world)
{
    ours* w = world;
    FN(world_free)(w->world);
    imp_pool_free(w->pool);
    free(w->bodies);
    free(w);
}

static void step(void* world)
{
    ours* w = world;
    add_born(w);
    must(FN(world_step)(w->world, w->time), "step");
    w->steps += 1;
}

static void set_velocity(void* world, int32_t body, Vec velocity, W(spin) spin)
{
    ours* w = world;
    must(FN(world_set_velocity)(w->world, w->bodies[body], velocity, spin), "velocity");
}

static W(state) state(void* world, int32_t body)
{
    ours* w = world;
    BodyState s;
    if (body >= w->made)
    {
        return W(unborn)(w->scene, body);
    }
    must(FN(world_get_body)(w->world, w->bodies[body], &s), "state");
    const W(state) r = {s.pose, s.center, s.velocity, s.angular_velocity, s.mass, s.inertia, s.awake};
    return r;
}

static int64_t bytes(void* world)
{
    return ((ours*)world)->bytes;
}

const W(engine) OURS = {"ours", "", make, end, step, set_velocity, state, bytes, false};
