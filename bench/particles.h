// SPDX-License-Identifier: MIT
//
// The work of the scene particles, and the interface behind which it is done: by this library, and by a peer that has
// circles.
//
// A work is plain data. What came out is judged from positions and velocities alone, by one ruler for all. Up is the
// second axis; the floor is at 0.

#ifndef IMP_BENCH_PARTICLES_H
#define IMP_BENCH_PARTICLES_H

#include "bench.h"

#define PARTICLES_GRAVITY 10.0  // [m/s^2]
#define PARTICLES_STEP (1.0 / 60.0)

typedef struct particles_work
{
    int axes;
    int32_t count;
    float* positions;   // count times axes [m]
    float* velocities;  // the same [m/s]
    float radius;
    float half_width;         // of the box that they lie in, along all axes but the second; 0 for a floor alone [m]
    float linear, quadratic;  // drag; both 0 for none
    float friction, restitution;
    bool collide;  // with each other, and they turn
    int sub_steps;
} particles_work;

typedef struct particles_side
{
    const char* name;
    const char* commit;
    int axes;
    void* (*make)(const particles_work* work);
    void (*free)(void* side);

    /// Puts all particles where they began; null where nobody asks.
    void (*reset)(void* side);

    /// From here on all are pushed along the first axis [m/s^2]; 0 for not any more.
    void (*push)(void* side, double acceleration);
    void (*step)(void* side);

    /// Of the last step; null for a peer, who counts other things.
    void (*counts)(void* side, int64_t* contacts, int64_t* impacts);

    /// All positions and velocities, and how fast each turns [rad/s].
    void (*state)(void* side, float* positions, float* velocities, float* spins);
} particles_side;

extern const particles_side PARTICLES_OURS2, PARTICLES_OURS3;
extern const particles_side PARTICLES_BOX2D;  // where it was found

/// Particles that fly over a floor, all heights alike. To be freed.
void particles_flight(particles_work* work, int axes, int32_t count);

/// Grains above the floor of a box that is so many grains wide, and so many high at first. To be freed.
void particles_grains(particles_work* work, int axes, int32_t across, int32_t rows);

void particles_work_free(particles_work* work);

typedef struct particles_measures
{
    double deepest;   // greatest overlap of two grains, in radii
    double energy;    // kinetic, of a grain in the mean, as a part of what lifts it by its radius
    double touching;  // pairs that are nearer than a hundredth of a radius
    double out;       // whose centre is below the floor, or behind a wall
} particles_measures;

particles_measures particles_measure(const particles_side* side, void* state, const particles_work* work);

#endif
