// SPDX-License-Identifier: MIT
//
// This library behind the interface of particles.h, in the words of src/math/dim2.h or dim3.h.

enum
{
    DIMI(WALLS_MAX) = 1 + 2 * (AXES - 1)
};

typedef struct FNI(bed)
{
    const particles_work* work;
    FN(particles) * particles;
    FN(solid) solids[DIMI(WALLS_MAX)];  // the floor first
    int32_t solid_count;
    int32_t push;  // the number of a force; below 0 for none
} FNI(bed);

static void FNI(check)(imp_status status)
{
    if (status)
    {
        fprintf(stderr, "impinge-bench: particles: %s\n", imp_status_text(status));
        exit(1);
    }
}

static FN(particle) FNI(particle_of)(const particles_work* work, int32_t number)
{
    FN(particle) p = FN(particle_default)();
    memcpy(&p.position, work->positions + (size_t)number * AXES, sizeof p.position);
    memcpy(&p.velocity, work->velocities + (size_t)number * AXES, sizeof p.velocity);
    p.radius = work->radius;
    return p;
}

static void FNI(add_wall)(FNI(bed) * b, int axis, float at, float normal)
{
    FN(solid) wall = {.kind = IMP_SOLID_HALF_SPACE};
    SET_AT(wall.pose.p, axis, at);
    SET_AT(wall.half, axis, normal);
    wall.material.friction = b->work->friction;
    wall.material.restitution = b->work->restitution;
    wall.id = (uint64_t)b->solid_count + 1;
    b->solids[b->solid_count++] = wall;
}

static void FNI(add_drag)(FNI(bed) * b)
{
    FN(force) drag = {.kind = IMP_FORCE_DRAG, .groups = 1};
    drag.linear = b->work->linear;
    drag.quadratic = b->work->quadratic;
    FNI(check)(FN(particles_add_force)(b->particles, &drag, NULL));
}

static void* FNI(make)(const particles_work* work)
{
    FNI(bed)* b = bench_alloc(1, sizeof *b);
    b->work = work;
    b->push = -1;
    FN(particles_def) def = {.sub_steps = work->sub_steps, .collide = work->collide, .turn = work->collide};
    SET_AT(def.gravity, 1, (float)-PARTICLES_GRAVITY);
    def.material.friction = work->friction;
    def.material.restitution = work->restitution;
    def.length_unit = 2.0f * work->radius;
    FNI(check)(FN(particles_make)(&def, &b->particles));
    FN(particle)* items = bench_alloc((uint64_t)work->count, sizeof *items);
    for (int32_t i = 0; i < work->count; ++i)
    {
        items[i] = FNI(particle_of)(work, i);
    }
    FNI(check)(FN(particles_add)(b->particles, items, work->count, NULL));
    free(items);
    FNI(add_wall)(b, 1, 0.0f, 1.0f);
    for (int axis = 0; axis < AXES && work->half_width > 0.0f; axis += 2)
    {
        FNI(add_wall)(b, axis, -work->half_width, 1.0f);
        FNI(add_wall)(b, axis, work->half_width, -1.0f);
    }
    if (work->linear > 0.0f || work->quadratic > 0.0f)
    {
        FNI(add_drag)(b);
    }
    return b;
}

static void FNI(end)(void* side)
{
    FNI(bed)* b = side;
    FN(particles_free)(b->particles);
    free(b);
}

static void FNI(reset)(void* side)
{
    FNI(bed)* b = side;
    for (int32_t i = 0; i < b->work->count; ++i)
    {
        FN(particle) p = FNI(particle_of)(b->work, i);
        FNI(check)(FN(particles_set)(b->particles, i, &p));
    }
}

static void FNI(push)(void* side, double acceleration)
{
    FNI(bed)* b = side;
    FN(force) force = {.kind = IMP_FORCE_GRAVITY, .groups = 1};
    SET_AT(force.vector, 0, (float)acceleration);
    if (acceleration == 0.0 && b->push >= 0)
    {
        FNI(check)(FN(particles_remove_force)(b->particles, b->push));
        b->push = -1;
    }
    else if (acceleration != 0.0 && b->push >= 0)
    {
        FNI(check)(FN(particles_set_force)(b->particles, b->push, &force));
    }
    else if (acceleration != 0.0)
    {
        FNI(check)(FN(particles_add_force)(b->particles, &force, &b->push));
    }
}

static void FNI(step)(void* side)
{
    FNI(bed)* b = side;
    FNI(check)(FN(particles_step)(b->particles, b->solids, b->solid_count, (float)PARTICLES_STEP));
}

static void FNI(counts)(void* side, int64_t* contacts, int64_t* impacts)
{
    imp_particle_stats stats;
    FNI(check)(FN(particles_stats)(((FNI(bed)*)side)->particles, &stats));
    *contacts = stats.contacts;
    *impacts = stats.impacts;
}

static void FNI(state)(void* side, float* positions, float* velocities, float* spins)
{
    FNI(bed)* b = side;
    for (int32_t i = 0; i < b->work->count; ++i)
    {
        FN(particle) p;
        FNI(check)(FN(particles_get)(b->particles, i, &p));
        memcpy(positions + (size_t)i * AXES, &p.position, sizeof p.position);
        memcpy(velocities + (size_t)i * AXES, &p.velocity, sizeof p.velocity);
        float turn[sizeof p.angular_velocity / sizeof(float)], squared = 0.0f;
        memcpy(turn, &p.angular_velocity, sizeof turn);
        for (size_t k = 0; k < sizeof turn / sizeof *turn; ++k)
        {
            squared += turn[k] * turn[k];
        }
        spins[i] = sqrtf(squared);
    }
}
