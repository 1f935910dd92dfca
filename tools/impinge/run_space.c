// SPDX-License-Identifier: MIT
//
// A scene of space through time, as run.c takes one of the plane.

#include <math.h>

#include "clock.h"
#include "recording.h"
#include "run.h"

typedef struct runner3
{
    const io_scene* scene;
    const run_options* options;
    run_result* out;
    io_error* error;
    imp3_world_contact* contacts;
    int32_t contact_count;
    size_t contact_capacity;
    run_figures figures;  // since the last frame
    double shown;         // when progress was [ms]
} runner3;

static io_status fail(runner3* run, imp_status status)
{
    snprintf(run->error->file, sizeof run->error->file, "%s", run->scene->file_count ? run->scene->files[0].name : "");
    run->error->path[0] = 0;
    return io_error_set(run->error, status == IMP_ERR_MEMORY ? IO_ERR_MEMORY : IO_ERR_MEANING, 0, "%s",
                        imp_status_text(status));
}

static imp_status read_contacts(runner3* run)
{
    imp3_world* world = run->out->space.world;
    imp_status status = imp3_world_contacts(world, run->contacts, (int32_t)run->contact_capacity, &run->contact_count);
    if (imp_status_fault(status) == IMP_ERR_SPACE)
    {
        imp_allocator allocator = io_allocator(NULL);
        imp3_world_contact* grown =
            io_grow(&allocator, run->contacts, &run->contact_capacity, (size_t)run->contact_count, sizeof *grown);
        if (!grown)
        {
            return IMP_ERR_MEMORY;
        }
        run->contacts = grown;
        status = imp3_world_contacts(world, grown, (int32_t)run->contact_capacity, &run->contact_count);
    }
    return status;
}

static void tell_depth(runner3* run, const imp3_world_contact* contact, int32_t point, int64_t step)
{
    run_result* out = run->out;
    float depth = contact->manifold.points[point].depth;
    out->depth = depth > out->depth ? depth : out->depth;
    if (depth > out->depth_most)
    {
        uint64_t a = 0, b = 0;
        (void)imp3_world_get_collider(out->space.world, contact->a, NULL, &a);
        (void)imp3_world_get_collider(out->space.world, contact->b, NULL, &b);
        out->depth_most = depth;
        out->depth_step = step;
        out->depth_place3 = contact->manifold.points[point].point;
        out->depth_objects[0] = (int32_t)a;
        out->depth_objects[1] = (int32_t)b;
    }
}

static void look_at_contacts(runner3* run, int64_t step)
{
    run_result* out = run->out;
    out->depth = 0;
    out->touching = out->points = 0;
    for (int32_t i = 0; i < run->contact_count; i++)
    {
        const imp3_world_contact* c = &run->contacts[i];
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

static double dot3(imp3_vec a, imp3_vec b)
{
    return (double)a.x * (double)b.x + (double)a.y * (double)b.y + (double)a.z * (double)b.z;
}

static void add_energy(const runner3* run, run_figures* figures)
{
    const io_world3* world = &run->out->space;
    for (int32_t i = 0; i < world->body_count; i++)
    {
        imp3_body_state s;
        if (world->bodies[i].kind != IMP_BODY_DYNAMIC ||
            imp3_world_get_body(world->world, world->bodies[i].handle, &s) != IMP_OK)
        {
            continue;
        }
        imp3_vec spin = imp3_rot_apply_inverse(s.pose.q, s.angular_velocity);
        const imp3_inertia* m = &s.inertia;
        const imp3_vec turning = {m->xx * spin.x + m->xy * spin.y + m->zx * spin.z,
                                  m->xy * spin.x + m->yy * spin.y + m->yz * spin.z,
                                  m->zx * spin.x + m->yz * spin.y + m->zz * spin.z};
        figures->kinetic += 0.5 * ((double)s.mass * dot3(s.velocity, s.velocity) + dot3(spin, turning));
        figures->potential -=
            (double)s.mass * (double)world->bodies[i].gravity * dot3(run->scene->space.world.gravity, s.center);
    }
}

static io_status keep_frame(runner3* run, int64_t step)
{
    run_figures* figures = &run->figures;
    run_result* out = run->out;
    figures->depth = out->depth > figures->depth ? out->depth : figures->depth;
    if (!run->options->keep_frames || step % out->frames.stride != 0)
    {
        return IO_OK;
    }
    imp_world_stats stats = {0};
    (void)imp3_world_stats(out->space.world, &stats);
    figures->ms /= step ? out->frames.stride : 1;
    figures->contacts = out->touching;
    figures->awake = stats.awake;
    add_energy(run, figures);
    io_status status = run_frames3_add(out, run->contacts, run->contact_count, figures);
    *figures = (run_figures){.depth = 0};
    return status ? fail(run, IMP_ERR_MEMORY) : IO_OK;
}

static io_status take_steps(runner3* run)
{
    run_result* out = run->out;
    float time = (float)(1 / out->hz);
    io_status status = keep_frame(run, 0);
    run_show_progress(run->options, out, 0, &run->shown);
    for (int64_t step = 1; step <= out->steps && !status; step++)
    {
        double before = clock_ms();
        imp_status stepped = imp3_world_step(out->space.world, time);
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
        status = stepped ? fail(run, stepped) : keep_frame(run, step);
        run_show_progress(run->options, out, step, &run->shown);
    }
    run_hide_progress(run->shown);
    return status;
}

// Where everything is in the beginning; half-spaces are everywhere.
static imp3_box box_of_scene(const io_scene* scene)
{
    imp3_box all = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    for (size_t i = 0; i < scene->space.collider_count; i++)
    {
        const io_collider3* c = &scene->space.colliders[i];
        imp3_compound shape = io_collider3_compound(c);
        imp3_box b;
        if (c->shape.kind != IMP3_SHAPE_HALF_SPACE &&
            imp3_compound_bounds(&shape, &scene->space.bodies[c->body].def.pose, &b) == IMP_OK)
        {
            all.lower =
                (imp3_vec){fminf(all.lower.x, b.lower.x), fminf(all.lower.y, b.lower.y), fminf(all.lower.z, b.lower.z)};
            all.upper =
                (imp3_vec){fmaxf(all.upper.x, b.upper.x), fmaxf(all.upper.y, b.upper.y), fmaxf(all.upper.z, b.upper.z)};
        }
    }
    return all;
}

// What moves is lost when it is far outside of where everything was, and gets farther away.
static void count_lost(const io_scene* scene, run_result* out)
{
    imp3_box all = box_of_scene(scene);
    imp3_vec middle = imp3_vec_scale(imp3_vec_add(all.lower, all.upper), 0.5f);
    imp3_vec wide = imp3_vec_sub(all.upper, all.lower);
    float reach = 0.5f * (wide.x + wide.y + wide.z);
    for (int32_t i = 0; i < out->space.body_count; i++)
    {
        imp3_body_state s;
        if (out->space.bodies[i].kind == IMP_BODY_DYNAMIC &&
            imp3_world_get_body(out->space.world, out->space.bodies[i].handle, &s) == IMP_OK && s.awake)
        {
            imp3_vec d = imp3_vec_sub(s.center, middle);
            bool far = fabsf(d.x) > reach || fabsf(d.y) > reach || fabsf(d.z) > reach;
            out->lost += far && imp3_vec_dot(d, s.velocity) > 0;
        }
    }
}

io_status run_space(const io_scene* scene, const run_options* options, const imp_jobs* jobs, run_result* out,
                    io_error* error)
{
    runner3 run = {.scene = scene, .options = options, .out = out, .error = error};
    double before = clock_ms();
    io_status status = io_world3_make(scene, jobs, &out->space, error);
    if (status)
    {
        return status;
    }
    out->make_ms = clock_ms() - before;
    for (int32_t i = 0; i < out->space.body_count; i++)
    {
        out->kinds[out->space.bodies[i].kind]++;
    }
    if (options->keep_frames)
    {
        status = run_frames3_begin(out, scene) ? fail(&run, IMP_ERR_MEMORY) : IO_OK;
    }
    const char* record = options->record;
    FILE* recording = record && !status ? recording3_begin(out->space.world, record, error) : NULL;
    status = record && !status && !recording ? IO_ERR_FILE : status;
    if (options->head && !status)
    {
        (void)imp3_world_stats(out->space.world, &out->stats);
        run_report_head(options->head, scene, out);
        fflush(options->head);
    }
    status = status ? status : take_steps(&run);
    if (recording)
    {
        io_status written = recording3_end(out->space.world, recording, record, error);
        status = status ? status : written;
    }
    (void)imp3_world_stats(out->space.world, &out->stats);
    (void)imp3_world_hash(out->space.world, &out->hash);
    count_lost(scene, out);
    imp_allocator allocator = io_allocator(NULL);
    io_release(&allocator, run.contacts, run.contact_capacity, sizeof *run.contacts);
    return status;
}
