// SPDX-License-Identifier: MIT
//
// A world through time, in both dimensions: contacts are counted after each step, and frames kept. Whoever includes it
// says what its dimension has: FN, VEC, MADE (the world in a result), DEPTH_PLACE and ADD_FRAME; and the energy of bodies,
// the dot product of a vector, what half of its particle turns with, and how meshes bend.

typedef struct runner
{
    const io_scene* scene;
    const run_options* options;
    run_result* out;
    io_error* error;
    FN(world_contact) * contacts;
    int32_t contact_count;
    size_t contact_capacity;
    run_figures figures;  // since the last frame
    double shown;         // when progress was [ms]
    const char* where;    // the element of the scene that failed; null for none
} runner;

static void add_energy(const runner* run, run_figures* figures);
static double product(VEC a, VEC b);
static double spin_square(const FN(particle) * p);
static imp_status bend_meshes(runner* run, float time);

static io_status fail(runner* run, imp_status status)
{
    snprintf(run->error->file, sizeof run->error->file, "%s", run->scene->file_count ? run->scene->files[0].name : "");
    snprintf(run->error->path, sizeof run->error->path, "%s", run->where ? run->where : "");
    return io_error_set(run->error, status == IMP_ERR_MEMORY ? IO_ERR_MEMORY : IO_ERR_MEANING, 0, "%s",
                        imp_status_text(status));
}

static imp_status read_contacts(runner* run)
{
    FN(world)* world = MADE(run->out).world;
    imp_status status = FN(world_contacts)(world, run->contacts, (int32_t)run->contact_capacity, &run->contact_count);
    if (imp_status_fault(status) == IMP_ERR_SPACE)
    {
        imp_allocator allocator = io_allocator(NULL);
        FN(world_contact)* grown =
            io_grow(&allocator, run->contacts, &run->contact_capacity, (size_t)run->contact_count, sizeof *grown);
        if (!grown)
        {
            return IMP_ERR_MEMORY;
        }
        run->contacts = grown;
        status = FN(world_contacts)(world, grown, (int32_t)run->contact_capacity, &run->contact_count);
    }
    return status;
}

static void tell_depth(runner* run, const FN(world_contact) * contact, int32_t point, int64_t step)
{
    run_result* out = run->out;
    float depth = contact->manifold.points[point].depth;
    out->depth = depth > out->depth ? depth : out->depth;
    if (depth > out->depth_most)
    {
        uint64_t a = 0, b = 0;
        (void)FN(world_get_collider)(MADE(out).world, contact->a, NULL, &a);
        (void)FN(world_get_collider)(MADE(out).world, contact->b, NULL, &b);
        out->depth_most = depth;
        out->depth_step = step;
        DEPTH_PLACE(out) = contact->manifold.points[point].point;
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
        const FN(world_contact)* c = &run->contacts[i];
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

// Particles

static imp_status take_step(MADE_TYPE* world, float time)
{
    imp_status status = world->particles ? FN(world_step_particles)(world->world, world->particles, time) : IMP_OK;
    return status ? status : FN(world_step)(world->world, time);
}

static void look_at_particles(runner* run)
{
    run_particles* p = &run->out->particles;
    if (MADE(run->out).particles)
    {
        (void)FN(particles_stats)(MADE(run->out).particles, &p->stats);
        p->impacts += p->stats.impacts;
        p->most_contacts = p->stats.contacts > p->most_contacts ? p->stats.contacts : p->most_contacts;
        run->figures.impacts += p->stats.impacts;
    }
}

static void add_energy_of_particles(const runner* run, run_figures* figures)
{
    const FN(particles)* particles = MADE(run->out).particles;
    FN(particles_def) def;
    int32_t limit = 0;
    if (!particles || FN(particles_get_def)(particles, &def) || FN(particles_count)(particles, NULL, &limit))
    {
        return;
    }
    for (int32_t i = 0; i < limit; i++)
    {
        FN(particle) p;
        if (FN(particles_get)(particles, i, &p) == IMP_OK)
        {
            double rim = (double)p.radius * (double)p.radius * spin_square(&p);
            figures->kinetic += 0.5 * (double)p.mass * (product(p.velocity, p.velocity) + rim);
            figures->potential -= (double)p.mass * product(def.gravity, p.position);
        }
    }
}

// After the last step: what is left of them.
static void end_particles(run_result* out)
{
    if (MADE(out).particles)
    {
        (void)FN(particles_stats)(MADE(out).particles, &out->particles.stats);
        (void)FN(particles_hash)(MADE(out).particles, &out->particles.hash);
    }
}

// Steps

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
    (void)FN(world_stats)(MADE(out).world, &stats);
    figures->ms /= step ? out->frames.stride : 1;
    figures->contacts = out->touching;
    figures->awake = stats.awake;
    figures->particle_contacts = out->particles.stats.contacts;
    add_energy(run, figures);
    add_energy_of_particles(run, figures);
    io_status status = ADD_FRAME(out, run->scene, run->contacts, run->contact_count, figures);
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
        imp_status stepped = bend_meshes(run, time);
        double before = clock_ms();
        stepped = stepped ? stepped : take_step(&MADE(out), time);
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
        look_at_ties(run->scene, out, step);
        status = stepped ? fail(run, stepped) : keep_frame(run, step);
        run_show_progress(run->options, out, step, &run->shown);
    }
    run_hide_progress(run->shown);
    return status;
}
