// SPDX-License-Identifier: MIT
//
// What the particles of the scene particles begin as, and the ruler: sorted along the first axis and swept; it need not
// be fast.

#include "particles.h"

#include <math.h>
#include <stdlib.h>

#define FLIGHT_RADIUS 0.01f
#define FLIGHT_HEIGHT 5.0
#define FLIGHT_WIDTH 100.0
#define FLIGHT_SPEED 5.0  // at most, along each axis
#define ON_FLOOR 50.0     // one of so many begins there, and slides
#define GRAIN_RADIUS 0.05f
#define SPACING 2.1     // of grains, in radii
#define SHIFT 0.04      // from their places, at most: no two overlap
#define HUSTLE 0.5      // their speed along each axis, at most [m/s]
#define TOUCHING 0.01f  // in radii

static void allocate(particles_work* work, int axes, int32_t count)
{
    uint64_t numbers = (uint64_t)count * (uint64_t)axes;
    *work = (particles_work){.axes = axes, .count = count, .sub_steps = 1};
    work->positions = bench_alloc(numbers, sizeof *work->positions);
    work->velocities = bench_alloc(numbers, sizeof *work->velocities);
}

void particles_work_free(particles_work* work)
{
    free(work->positions);
    free(work->velocities);
}

void particles_flight(particles_work* work, int axes, int32_t count)
{
    bench_rng rng = {1};
    allocate(work, axes, count);
    work->radius = FLIGHT_RADIUS;
    work->linear = 0.1f;
    work->quadratic = 0.02f;
    work->restitution = 0.5f;
    work->friction = 0.5f;
    for (int32_t i = 0; i < count; ++i)
    {
        float *p = work->positions + (size_t)i * (size_t)axes, *v = work->velocities + (size_t)i * (size_t)axes;
        for (int axis = 0; axis < axes; ++axis)
        {
            p[axis] = (float)bench_rng_range(&rng, -0.5 * FLIGHT_WIDTH, 0.5 * FLIGHT_WIDTH);
            v[axis] = (float)bench_rng_range(&rng, -FLIGHT_SPEED, FLIGHT_SPEED);
        }
        bool flies = bench_rng_range(&rng, 0.0, ON_FLOOR) > 1.0;
        p[1] = FLIGHT_RADIUS + (flies ? (float)bench_rng_range(&rng, 0.0, FLIGHT_HEIGHT) : 0.0f);
        v[1] = flies ? v[1] : 0.0f;
    }
}

void particles_grains(particles_work* work, int axes, int32_t across, int32_t rows)
{
    bench_rng rng = {1};
    double radius = (double)GRAIN_RADIUS;
    allocate(work, axes, across * rows * (axes == 3 ? across : 1));
    work->radius = GRAIN_RADIUS;
    work->half_width = (float)(0.5 * SPACING * radius * across);
    work->friction = 0.5f;
    work->collide = true;
    work->sub_steps = 4;
    for (int32_t i = 0; i < work->count; ++i)
    {
        const int32_t cell[3] = {i % across, i / across % rows, i / across / rows};
        for (int axis = 0; axis < axes; ++axis)
        {
            double middle = axis == 1 ? 0.0 : 0.5 * across;
            double shift = bench_rng_range(&rng, -SHIFT, SHIFT);
            work->positions[i * axes + axis] = (float)((SPACING * (cell[axis] + 0.5 - middle) + shift) * radius);
            work->velocities[i * axes + axis] = (float)bench_rng_range(&rng, -HUSTLE, HUSTLE);
        }
    }
}

static int by_first(const void* a, const void* b)
{
    float x = *(const float*)a, y = *(const float*)b;
    return (x > y) - (x < y);
}

static void measure_pairs(const particles_work* work, float* positions, particles_measures* m)
{
    int axes = work->axes;
    float reach = (2.0f + TOUCHING) * work->radius;
    qsort(positions, (size_t)work->count, (size_t)axes * sizeof *positions, by_first);
    for (int32_t i = 0; i < work->count; ++i)
    {
        const float* a = positions + (size_t)i * (size_t)axes;
        const float* b = a + axes;
        for (int32_t k = i + 1; k < work->count && b[0] <= a[0] + reach; ++k, b += axes)
        {
            double squared = 0.0;
            for (int axis = 0; axis < axes; ++axis)
            {
                double d = (double)b[axis] - (double)a[axis];
                squared += d * d;
            }
            if (squared < (double)reach * (double)reach)
            {
                m->touching += 1.0;
                m->deepest = fmax(m->deepest, 2.0 - sqrt(squared) / (double)work->radius);
            }
        }
    }
}

static bool is_out(const particles_work* work, const float* position)
{
    bool in = position[1] >= 0.0f;
    for (int axis = 0; axis < work->axes && work->half_width > 0.0f; ++axis)
    {
        in = in && (axis == 1 || fabsf(position[axis]) <= work->half_width);
    }
    return !in;
}

particles_measures particles_measure(const particles_side* side, void* state, const particles_work* work)
{
    particles_measures m = {0};
    size_t numbers = (size_t)work->count * (size_t)work->axes;
    float* positions = bench_alloc(numbers, sizeof *positions);
    float* velocities = bench_alloc(numbers, sizeof *velocities);
    float* spins = bench_alloc((uint64_t)work->count, sizeof *spins);
    side->state(state, positions, velocities, spins);
    double radius = (double)work->radius, inertia = (work->axes == 2 ? 0.5 : 0.4) * radius * radius;
    for (int32_t i = 0; i < work->count; ++i)
    {
        double squared = inertia * (double)spins[i] * (double)spins[i];
        for (int axis = 0; axis < work->axes; ++axis)
        {
            double v = (double)velocities[i * work->axes + axis];
            squared += v * v;
        }
        m.energy += 0.5 * squared / (PARTICLES_GRAVITY * radius) / work->count;
        m.out += is_out(work, positions + (size_t)i * (size_t)work->axes) ? 1.0 : 0.0;
    }
    if (work->collide)
    {
        measure_pairs(work, positions, &m);
    }
    free(positions);
    free(velocities);
    free(spins);
    return m;
}
