// SPDX-License-Identifier: MIT
//
// A scene through time. Only the steps themselves are timed; what is looked at between them is not.

#include "run.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "recording.h"

#define FN(name) imp2_##name
#define VEC imp2_vec
#define MADE(result) (result)->world
#define MADE_TYPE io_world
#define DEPTH_PLACE(result) (result)->depth_place
#define CENTERS(result) (result)->frames.centers
#define DISTANCE IMP2_AXIS_DISTANCE
#define ADD_FRAME run_frames_add

#include "run_ties.inl"

#include "run_steps.inl"

void run_show_progress(const run_options* options, const run_result* result, int64_t step, double* shown)
{
    enum
    {
        WIDTH = 40
    };
    double now = clock_ms();
    if (!options->show_progress || now - *shown < 100)
    {
        return;
    }
    *shown = now;
    char bar[WIDTH + 1];
    int64_t full = step * WIDTH / result->steps;
    memset(bar, ' ', WIDTH);
    memset(bar, '#', (size_t)full);
    bar[WIDTH] = 0;
    fprintf(stderr, "\r[%s] %3d %%  %.2f s of %.2f s\033[K", bar, (int)(100 * step / result->steps),
            (double)step / result->hz, (double)result->steps / result->hz);
    fflush(stderr);
}

void run_hide_progress(double shown)
{
    if (shown > 0)
    {
        fprintf(stderr, "\r\033[K");
        fflush(stderr);
    }
}

static double product(imp2_vec a, imp2_vec b)
{
    return (double)a.x * (double)b.x + (double)a.y * (double)b.y;
}

// There are no meshes in the plane.
static imp_status bend_meshes(runner* run, float time)
{
    (void)run;
    (void)time;
    return IMP_OK;
}

// A filled circle has half of its mass times the square of its radius.
static double spin_square(const imp2_particle* p)
{
    return 0.5 * (double)p->angular_velocity * (double)p->angular_velocity;
}

static void add_energy(const runner* run, run_figures* figures)
{
    const io_world* world = &run->out->world;
    imp2_vec gravity = run->scene->world.gravity;
    for (int32_t i = 0; i < world->body_count; i++)
    {
        imp2_body_state s;
        if (world->bodies[i].kind != IMP_BODY_DYNAMIC ||
            imp2_world_get_body(world->world, world->bodies[i].handle, &s) != IMP_OK)
        {
            continue;
        }
        double speed = (double)s.velocity.x * (double)s.velocity.x + (double)s.velocity.y * (double)s.velocity.y;
        double height = (double)gravity.x * (double)s.center.x + (double)gravity.y * (double)s.center.y;
        figures->kinetic += 0.5 * ((double)s.mass * speed +
                                   (double)s.inertia * (double)s.angular_velocity * (double)s.angular_velocity);
        figures->potential -= (double)s.mass * (double)world->bodies[i].gravity * height;
    }
}

static void widen(imp2_box* all, imp2_box box)
{
    all->lower = (imp2_vec){fminf(all->lower.x, box.lower.x), fminf(all->lower.y, box.lower.y)};
    all->upper = (imp2_vec){fmaxf(all->upper.x, box.upper.x), fmaxf(all->upper.y, box.upper.y)};
}

// Where everything is in the beginning.
static imp2_box box_of_scene(const io_scene* scene)
{
    imp2_box all = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    for (size_t i = 0; i < scene->object_count; i++)
    {
        imp2_compound shape = io_object_compound(&scene->objects[i]);
        imp2_box box;
        if (imp2_compound_bounds(&shape, &scene->objects[i].pose, &box) == IMP_OK)
        {
            widen(&all, box);
        }
    }
    for (size_t i = 0; i < scene->particles.item_count; i++)
    {
        const io_particle* item = &scene->particles.items[i];
        bool fills = item->spacing > 0;
        imp3_vec lower = fills ? item->box.lower : item->particle.position;
        imp3_vec upper = fills ? item->box.upper : item->particle.position;
        imp2_box box = {{lower.x, lower.y}, {upper.x, upper.y}};
        widen(&all, box);
    }
    return all;
}

// What moves is lost when it is far outside of where everything was, and gets farther away.
static bool is_lost(const imp2_box* all, imp2_vec position, imp2_vec velocity)
{
    imp2_vec middle = {(all->lower.x + all->upper.x) / 2, (all->lower.y + all->upper.y) / 2};
    imp2_vec half = {(all->upper.x - all->lower.x) / 2, (all->upper.y - all->lower.y) / 2};
    imp2_vec d = {position.x - middle.x, position.y - middle.y};
    return d.x * velocity.x + d.y * velocity.y > 0 && (fabsf(d.x) > half.x + half.y || fabsf(d.y) > half.x + half.y);
}

static int32_t body_of_end(const io_world* made, uint64_t solid)
{
    int64_t object = io_end_is_object(solid);
    return object >= 0 ? made->wearers[object] : (int32_t)io_end_is_body(solid);
}

#include "run_lost.inl"

static void count_lost(const io_scene* scene, run_result* out)
{
    const imp2_box all = box_of_scene(scene);
    out->lost = count_lost_bodies(scene, &out->world, &all, scene->world.gravity);
    for (int32_t i = 0; i < scene->particles.count; i++)
    {
        imp2_particle p;
        out->particles.lost += imp2_particles_get(out->world.particles, i, &p) == IMP_OK && p.mass > 0 &&
                               is_lost(&all, p.position, p.velocity);
    }
}

static io_status run_world(runner* run, const imp_jobs* jobs)
{
    run_result* out = run->out;
    double before = clock_ms();
    io_status status = io_world_make(run->scene, jobs, &out->world, run->error);
    if (status)
    {
        return status;
    }
    out->make_ms = clock_ms() - before;
    for (int32_t i = 0; i < out->world.body_count; i++)
    {
        out->kinds[out->world.bodies[i].kind]++;
    }
    if (run->options->keep_frames)
    {
        status = run_frames_begin(out, run->scene) || !begin_ties(run->scene, out) ? fail(run, IMP_ERR_MEMORY) : IO_OK;
    }
    const char* record = run->options->record;
    FILE* recording = record && !status ? recording_begin(out->world.world, record, run->error) : NULL;
    status = record && !status && !recording ? IO_ERR_FILE : status;
    if (run->options->head && !status)
    {
        (void)imp2_world_stats(out->world.world, &out->stats);
        run_report_head(run->options->head, run->scene, out);
        fflush(run->options->head);
    }
    status = status ? status : take_steps(run);
    if (recording)
    {
        io_status written = recording_end(out->world.world, recording, record, run->error);
        status = status ? status : written;
    }
    (void)imp2_world_stats(out->world.world, &out->stats);
    (void)imp2_world_hash(out->world.world, &out->hash);
    end_particles(out);
    count_lost(run->scene, out);
    return status;
}

io_status run_scene(const io_scene* scene, const run_options* options, run_result* out, io_error* error)
{
    *out = (run_result){.hz = options->hz, .threads = options->threads, .depth_objects = {-1, -1}};
    out->steps = (int64_t)ceil(options->seconds * options->hz - 1e-9);
    runner run = {.scene = scene, .options = options, .out = out, .error = error};
    imp_pool* pool = NULL;
    imp_jobs jobs = {.workers = NULL};
    imp_status made = options->threads != 1 ? imp_pool_make(options->threads, NULL, &pool) : IMP_OK;
    made = made || !pool ? made : imp_pool_jobs(pool, &jobs);
    out->threads = pool && !made ? jobs.workers(jobs.user) : 1;
    const imp_jobs* workers = pool ? &jobs : NULL;
    io_status status = made                    ? fail(&run, made)
                       : scene->dimension == 3 ? run_space(scene, options, workers, out, error)
                                               : run_world(&run, workers);
    imp_allocator allocator = io_allocator(NULL);
    io_release(&allocator, run.contacts, run.contact_capacity, sizeof *run.contacts);
    if (status)
    {
        run_result_free(out);
    }
    // The world has no use for the pool any more: it takes no further step.
    imp_pool_free(pool);
    return status;
}

void run_result_free(run_result* result)
{
    io_world_free(&result->world);
    io_world3_free(&result->space);
    run_frames_free(&result->frames);
    run_ties_free(&result->ties);
}
