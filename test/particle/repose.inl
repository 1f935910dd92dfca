// SPDX-License-Identifier: MIT
//
// What the tests of angles of repose share. Lengths are in diameters of a grain, and gravity is 1; axis 0 leads down the
// slope, and axis 1 away from its ground.

#define DEGREE (3.14159265358979323846 / 180.0)
#define TICK 0.1f
#define STILL 1e-5  // kinetic energy over mass, as a part of g d

/// Gravity, seen from a ground that is tilted by so much [degrees].
static FN(force) pull_of(double tilt)
{
    FN(force) pull = no_force(IMP_FORCE_GRAVITY);
    pull.groups = 1;
    pull.vector = flat((float)sin(tilt * DEGREE), (float)-cos(tilt * DEGREE));
    return pull;
}

static void tilt_to(FN(particles) * p, double tilt)
{
    FN(force) pull = pull_of(tilt);
    assert_int_equal(FN(particles_set_force)(p, 0, &pull), IMP_OK);
}

static FN(particles) * grains_of(float friction)
{
    FN(particles_def) def = FN(particles_default)();
    def.collide = true;
    def.turn = true;
    def.material.friction = friction;
    FN(particles)* p = make_some(&def);
    FN(force) pull = pull_of(0.0);
    add_a_force(p, &pull);
    return p;
}

static int32_t add_grain(FN(particles) * p, Vec position, float mass, float radius)
{
    return add_ball(p, position, flat(0.0f, 0.0f), mass, radius);
}

static FN(solid) wall_of(uint64_t id, Vec at, Vec normal, float friction)
{
    FN(solid) wall = ground();
    wall.id = id;
    wall.pose.p = at;
    wall.half = normal;
    wall.material.friction = friction;
    return wall;
}

/// Kinetic energy over mass, of those that move.
static double bustle_of(const FN(particles) * p)
{
    int32_t limit;
    assert_int_equal(FN(particles_count)(p, NULL, &limit), IMP_OK);
    double energy = 0.0, mass = 0.0;
    for (int32_t i = 0; i < limit; ++i)
    {
        FN(particle) grain;
        if (!FN(particles_get)(p, i, &grain))
        {
            energy += 0.5 * (double)grain.mass * dot_of(grain.velocity, grain.velocity);
            mass += (double)grain.mass;
        }
    }
    return mass > 0.0 ? energy / mass : 0.0;
}

typedef struct surface
{
    double depth;  // above the ground, in the middle
    double angle;  // by which it falls along axis 0, against the ground [degrees]
} surface;

/// The free surface between two places on axis 0: a line through the depths of slices, each twice its centre of mass.
static surface surface_of(const FN(particles) * p, double from, double to)
{
    enum
    {
        SLICES = 16
    };
    double mass[SLICES] = {0}, moment[SLICES] = {0};
    int32_t limit;
    assert_int_equal(FN(particles_count)(p, NULL, &limit), IMP_OK);
    for (int32_t i = 0; i < limit; ++i)
    {
        FN(particle) grain;
        int slice = -1;
        if (!FN(particles_get)(p, i, &grain))
        {
            slice = (int)floor(((double)AT(grain.position, 0) - from) / (to - from) * SLICES);
        }
        if (slice >= 0 && slice < SLICES)
        {
            mass[slice] += (double)grain.mass;
            moment[slice] += (double)grain.mass * (double)AT(grain.position, 1);
        }
    }
    surface s = {0.0, 0.0};
    double rise = 0.0, square = 0.0;
    for (int i = 0; i < SLICES; ++i)
    {
        double x = (to - from) * ((i + 0.5) / SLICES - 0.5), depth = mass[i] > 0.0 ? 2.0 * moment[i] / mass[i] : 0.0;
        s.depth += depth / SLICES;
        rise += x * depth;
        square += x * x;
    }
    s.angle = -atan(rise / square) / DEGREE;
    return s;
}

/// Steps until hardly anything moves.
static void settle(FN(particles) * p, const FN(solid) * solids, int32_t count)
{
    int steps = 0;
    do
    {
        step_many(p, solids, count, TICK, 20);
        steps += 20;
        assert_number(steps, <, 4000);
    } while (bustle_of(p) > STILL);
}
