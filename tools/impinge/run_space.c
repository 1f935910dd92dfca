// SPDX-License-Identifier: MIT
//
// A scene of space through time, as run.c takes one of the plane.

#include <math.h>
#include <string.h>

#include "clock.h"
#include "recording.h"
#include "run.h"

#define FN(name) imp3_##name
#define VEC imp3_vec
#define MADE(result) (result)->space
#define MADE_TYPE io_world3
#define DEPTH_PLACE(result) (result)->depth_place3
#define CENTERS(result) (result)->frames.centers3
#define DISTANCE IMP3_AXIS_DISTANCE
#define ADD_FRAME run_frames3_add

#include "run_ties.inl"

#include "run_steps.inl"

static double product(imp3_vec a, imp3_vec b)
{
    return (double)a.x * (double)b.x + (double)a.y * (double)b.y + (double)a.z * (double)b.z;
}

static imp_status bend_meshes(runner* run, float time)
{
    return io_world3_bend(run->scene, &run->out->space, time, &run->where);
}

// A filled sphere has two fifths of its mass times the square of its radius.
static double spin_square(const imp3_particle* p)
{
    return 0.4 * product(p->angular_velocity, p->angular_velocity);
}

static void add_energy(const runner* run, run_figures* figures)
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
        figures->kinetic += 0.5 * ((double)s.mass * product(s.velocity, s.velocity) + product(spin, turning));
        figures->potential -=
            (double)s.mass * (double)world->bodies[i].gravity * product(run->scene->space.world.gravity, s.center);
    }
}

static void widen(imp3_box* all, imp3_box b)
{
    all->lower =
        (imp3_vec){fminf(all->lower.x, b.lower.x), fminf(all->lower.y, b.lower.y), fminf(all->lower.z, b.lower.z)};
    all->upper =
        (imp3_vec){fmaxf(all->upper.x, b.upper.x), fmaxf(all->upper.y, b.upper.y), fmaxf(all->upper.z, b.upper.z)};
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
            widen(&all, b);
        }
    }
    for (size_t i = 0; i < scene->particles.item_count; i++)
    {
        const io_particle* item = &scene->particles.items[i];
        const imp3_box alone = {item->particle.position, item->particle.position};
        widen(&all, item->spacing > 0 ? item->box : alone);
    }
    return all;
}

// What moves is lost when it is far outside of where everything was, and gets farther away.
static bool is_lost(const imp3_box* all, imp3_vec position, imp3_vec velocity)
{
    imp3_vec wide = imp3_vec_sub(all->upper, all->lower);
    imp3_vec d = imp3_vec_sub(position, imp3_vec_scale(imp3_vec_add(all->lower, all->upper), 0.5f));
    float reach = 0.5f * (wide.x + wide.y + wide.z);
    return imp3_vec_dot(d, velocity) > 0 && (fabsf(d.x) > reach || fabsf(d.y) > reach || fabsf(d.z) > reach);
}

static int32_t body_of_end(const io_world3* made, uint64_t solid)
{
    (void)made;
    return (int32_t)io_end_is_body(solid);
}

#include "run_lost.inl"

static void count_lost(const io_scene* scene, run_result* out)
{
    const imp3_box all = box_of_scene(scene);
    out->lost = count_lost_bodies(scene, &out->space, &all, scene->space.world.gravity);
    for (int32_t i = 0; i < scene->particles.count; i++)
    {
        imp3_particle p;
        out->particles.lost += imp3_particles_get(out->space.particles, i, &p) == IMP_OK && p.mass > 0 &&
                               is_lost(&all, p.position, p.velocity);
    }
}

io_status run_space(const io_scene* scene, const run_options* options, const imp_jobs* jobs, run_result* out,
                    io_error* error)
{
    runner run = {.scene = scene, .options = options, .out = out, .error = error};
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
        status = run_frames3_begin(out, scene) || !begin_ties(scene, out) ? fail(&run, IMP_ERR_MEMORY) : IO_OK;
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
    end_particles(out);
    count_lost(scene, out);
    imp_allocator allocator = io_allocator(NULL);
    io_release(&allocator, run.contacts, run.contact_capacity, sizeof *run.contacts);
    return status;
}
