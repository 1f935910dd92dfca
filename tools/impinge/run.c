// SPDX-License-Identifier: MIT
//
// A scene through time. Only the steps themselves are timed; what is looked at between them is not.

#include "run.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "recording.h"

typedef struct runner
{
    const io_scene* scene;
    const run_options* options;
    run_result* out;
    io_error* error;
    imp2_world_contact* contacts;
    int32_t contact_count;
    size_t contact_capacity;
    run_figures figures;  // since the last frame
    double shown;         // when progress was [ms]
} runner;

static io_status fail(runner* run, imp_status status)
{
    snprintf(run->error->file, sizeof run->error->file, "%s", run->scene->file_count ? run->scene->files[0].name : "");
    run->error->path[0] = 0;
    return io_error_set(run->error, status == IMP_ERR_MEMORY ? IO_ERR_MEMORY : IO_ERR_MEANING, 0, "%s",
                        imp_status_text(status));
}

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

static imp_status take_step(const io_world* world, float time)
{
    imp_status status = world->particles ? imp2_world_step_particles(world->world, world->particles, time) : IMP_OK;
    return status ? status : imp2_world_step(world->world, time);
}

static imp_status read_contacts(runner* run)
{
    imp2_world* world = run->out->world.world;
    imp_status status = imp2_world_contacts(world, run->contacts, (int32_t)run->contact_capacity, &run->contact_count);
    if (imp_status_fault(status) == IMP_ERR_SPACE)
    {
        imp_allocator allocator = io_allocator(NULL);
        imp2_world_contact* grown =
            io_grow(&allocator, run->contacts, &run->contact_capacity, (size_t)run->contact_count, sizeof *grown);
        if (!grown)
        {
            return IMP_ERR_MEMORY;
        }
        run->contacts = grown;
        status = imp2_world_contacts(world, grown, (int32_t)run->contact_capacity, &run->contact_count);
    }
    return status;
}

static void tell_depth(runner* run, const imp2_world_contact* contact, int32_t point, int64_t step)
{
    run_result* out = run->out;
    float depth = contact->manifold.points[point].depth;
    out->depth = depth > out->depth ? depth : out->depth;
    if (depth > out->depth_most)
    {
        uint64_t a = 0, b = 0;
        (void)imp2_world_get_collider(out->world.world, contact->a, NULL, &a);
        (void)imp2_world_get_collider(out->world.world, contact->b, NULL, &b);
        out->depth_most = depth;
        out->depth_step = step;
        out->depth_place = contact->manifold.points[point].point;
        out->depth_objects[0] = (int32_t)a;
        out->depth_objects[1] = (int32_t)b;
    }
}

// Counts what touches; a manifold may be there before anything does.
static void look_at_contacts(runner* run, int64_t step)
{
    run_result* out = run->out;
    out->depth = 0;
    out->touching = out->points = 0;
    for (int32_t i = 0; i < run->contact_count; i++)
    {
        const imp2_world_contact* c = &run->contacts[i];
        int32_t points = 0;
        for (int32_t k = 0; k < c->manifold.count; k++)
        {
            points += c->normal_impulse[k] > 0 || c->manifold.points[k].depth >= 0;
            tell_depth(run, c, k, step);
        }
        out->points += points;
        out->touching += points > 0 && (i == 0 || c->a.id != c[-1].a.id || c->b.id != c[-1].b.id);
    }
    out->most_touching = out->touching > out->most_touching ? out->touching : out->most_touching;
}

static void look_at_particles(runner* run)
{
    run_particles* p = &run->out->particles;
    if (run->out->world.particles)
    {
        (void)imp2_particles_stats(run->out->world.particles, &p->stats);
        p->impacts += p->stats.impacts;
        p->most_contacts = p->stats.contacts > p->most_contacts ? p->stats.contacts : p->most_contacts;
        run->figures.impacts += p->stats.impacts;
    }
}

static void add_energy_of_particles(const runner* run, run_figures* figures)
{
    const imp2_particles* particles = run->out->world.particles;
    imp2_particles_def def;
    int32_t limit = 0;
    if (!particles || imp2_particles_get_def(particles, &def) || imp2_particles_count(particles, NULL, &limit))
    {
        return;
    }
    for (int32_t i = 0; i < limit; i++)
    {
        imp2_particle p;
        if (imp2_particles_get(particles, i, &p) == IMP_OK)
        {
            double vx = (double)p.velocity.x, vy = (double)p.velocity.y;
            double rim = (double)p.radius * (double)p.angular_velocity;  // of a filled circle
            double height = (double)def.gravity.x * (double)p.position.x + (double)def.gravity.y * (double)p.position.y;
            figures->kinetic += 0.5 * (double)p.mass * (vx * vx + vy * vy + 0.5 * rim * rim);
            figures->potential -= (double)p.mass * height;
        }
    }
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

static io_status keep_frame(runner* run, int64_t step)
{
    run_figures* figures = &run->figures;
    run_result* out = run->out;
    figures->depth = out->depth > figures->depth ? out->depth : figures->depth;
    if (!run->options->keep_frames || step % out->frames.stride != 0)
    {
        return IO_OK;
    }
    imp_world_stats stats = {0};
    (void)imp2_world_stats(out->world.world, &stats);
    figures->ms /= step ? out->frames.stride : 1;
    figures->contacts = out->touching;
    figures->awake = stats.awake;
    figures->particle_contacts = out->particles.stats.contacts;
    add_energy(run, figures);
    add_energy_of_particles(run, figures);
    io_status status = run_frames_add(out, run->contacts, run->contact_count, figures);
    *figures = (run_figures){.depth = 0};
    return status ? fail(run, IMP_ERR_MEMORY) : IO_OK;
}

static io_status take_steps(runner* run)
{
    run_result* out = run->out;
    float time = (float)(1 / out->hz);
    io_status status = keep_frame(run, 0);
    run_show_progress(run->options, out, 0, &run->shown);
    for (int64_t step = 1; step <= out->steps && !status; step++)
    {
        double before = clock_ms();
        imp_status stepped = take_step(&out->world, time);
        double ms = clock_ms() - before;
        out->step_ms += ms;
        run->figures.ms += ms;
        if (ms > out->slowest_ms)
        {
            out->slowest_ms = ms;
            out->slowest_step = step;
        }
        stepped = stepped ? stepped : read_contacts(run);
        look_at_contacts(run, step);
        look_at_particles(run);
        status = stepped ? fail(run, stepped) : keep_frame(run, step);
        run_show_progress(run->options, out, step, &run->shown);
    }
    run_hide_progress(run->shown);
    return status;
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
        imp2_vec at = item->particle.position;
        imp2_box box = {at, at};
        widen(&all, item->spacing > 0 ? item->box : box);
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

static void count_lost(const io_scene* scene, run_result* out)
{
    imp2_box all = box_of_scene(scene);
    for (int32_t i = 0; i < out->world.body_count; i++)
    {
        imp2_body_state s;
        out->lost += out->world.bodies[i].kind == IMP_BODY_DYNAMIC &&
                     imp2_world_get_body(out->world.world, out->world.bodies[i].handle, &s) == IMP_OK && s.awake &&
                     is_lost(&all, s.center, s.velocity);
    }
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
        status = run_frames_begin(out, run->scene) ? fail(run, IMP_ERR_MEMORY) : IO_OK;
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
    if (out->world.particles)
    {
        (void)imp2_particles_stats(out->world.particles, &out->particles.stats);
        (void)imp2_particles_hash(out->world.particles, &out->particles.hash);
    }
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
}
