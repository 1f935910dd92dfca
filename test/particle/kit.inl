// SPDX-License-Identifier: MIT
//
// What the tests of particles share: short ways to make, place, step and measure them. Axis 1 is up.

#define EARTH 9.81f
#define GROUND 77u  // id of the ground

static inline Vec flat(float x, float y)
{
    Vec v;
    memset(&v, 0, sizeof v);
    SET_AT(v, 0, x);
    SET_AT(v, 1, y);
    return v;
}

/// With a third component where there is one.
static inline Vec deep(float x, float y, float z)
{
    Vec v = flat(x, y);
    for (int k = 2; k < AXES; ++k)
    {
        SET_AT(v, k, z);
    }
    return v;
}

static inline double dot_of(Vec a, Vec b)
{
    double sum = 0.0;
    for (int k = 0; k < AXES; ++k)
    {
        sum += (double)AT(a, k) * (double)AT(b, k);
    }
    return sum;
}

static inline double length_of(Vec v)
{
    return sqrt(dot_of(v, v));
}

static inline double distance_of(Vec a, Vec b)
{
    return length_of(FN(vec_sub)(a, b));
}

static inline Vec random_vec(test_rng* rng, float size)
{
    Vec v;
    for (int k = 0; k < AXES; ++k)
    {
        SET_AT(v, k, test_rng_range(rng, -size, size));
    }
    return v;
}

static inline Vec random_unit(test_rng* rng)
{
    for (;;)
    {
        Vec v = random_vec(rng, 1.0f);
        double length = length_of(v);
        if (length > 0.1 && length < 1.0)
        {
            return FN(vec_scale)(v, (float)(1.0 / length));
        }
    }
}

/// The area of a circle or the volume of a sphere.
static inline double ball_volume(double radius)
{
    const double pi = 3.14159265358979323846;
    return AXES == 2 ? pi * radius * radius : pi * radius * radius * radius * (4.0 / 3.0);
}

/// Inertia over m r^2 of a filled circle or sphere.
static inline double ball_inertia(void)
{
    return AXES == 2 ? 0.5 : 0.4;
}

static inline FN(particles_def) falling(void)
{
    FN(particles_def) def = FN(particles_default)();
    def.gravity = flat(0.0f, -EARTH);
    return def;
}

static inline FN(particles) * make_some(const FN(particles_def) * def)
{
    FN(particles)* p = NULL;
    assert_int_equal(FN(particles_make)(def, &p), IMP_OK);
    return p;
}

static inline int32_t add_one(FN(particles) * p, const FN(particle) * particle)
{
    int32_t number = -1;
    assert_int_equal(FN(particles_add)(p, particle, 1, &number), IMP_OK);
    return number;
}

static inline int32_t add_ball(FN(particles) * p, Vec position, Vec velocity, float mass, float radius)
{
    FN(particle) particle = FN(particle_default)();
    particle.position = position;
    particle.velocity = velocity;
    particle.mass = mass;
    particle.radius = radius;
    return add_one(p, &particle);
}

static inline FN(particle) get_one(const FN(particles) * p, int32_t number)
{
    FN(particle) particle;
    assert_int_equal(FN(particles_get)(p, number, &particle), IMP_OK);
    return particle;
}

static inline double position_along(const FN(particles) * p, int32_t number, int axis)
{
    FN(particle) particle = get_one(p, number);
    return (double)AT(particle.position, axis);
}

static inline double velocity_along(const FN(particles) * p, int32_t number, int axis)
{
    FN(particle) particle = get_one(p, number);
    return (double)AT(particle.velocity, axis);
}

static inline void set_one(FN(particles) * p, int32_t number, const FN(particle) * particle)
{
    assert_int_equal(FN(particles_set)(p, number, particle), IMP_OK);
}

static inline int32_t add_a_force(FN(particles) * p, const FN(force) * force)
{
    int32_t number = -1;
    assert_int_equal(FN(particles_add_force)(p, force, &number), IMP_OK);
    return number;
}

static inline int32_t add_a_link(FN(particles) * p, const FN(link) * link)
{
    int32_t number = -1;
    assert_int_equal(FN(particles_add_link)(p, link, &number), IMP_OK);
    return number;
}

static inline FN(end) end_point(Vec point)
{
    FN(end) end;
    memset(&end, 0, sizeof end);
    end.point = point;
    return end;
}

static inline FN(end) end_particle(int32_t number)
{
    FN(end) end;
    memset(&end, 0, sizeof end);
    end.kind = IMP_END_PARTICLE;
    end.particle = number;
    return end;
}

static inline FN(end) end_solid(uint64_t id, Vec point)
{
    FN(end) end = end_point(point);
    end.kind = IMP_END_SOLID;
    end.solid = id;
    return end;
}

static inline FN(force) no_force(int32_t kind)
{
    FN(force) force;
    memset(&force, 0, sizeof force);
    force.kind = kind;
    return force;
}

static inline FN(link) link_of(int32_t kind, FN(end) a, FN(end) b, float length)
{
    FN(link) link;
    memset(&link, 0, sizeof link);
    link.kind = kind;
    link.a = a;
    link.b = b;
    link.length = length;
    return link;
}

/// What lies below y = 0, made of nothing but a surface: no friction, no bounce.
static inline FN(solid) ground(void)
{
    FN(solid) solid;
    memset(&solid, 0, sizeof solid);
    solid.kind = IMP_SOLID_HALF_SPACE;
    solid.half = flat(0.0f, 1.0f);
    solid.id = GROUND;
    return solid;
}

static inline FN(solid) box_solid(Vec position, Vec half)
{
    FN(solid) solid = ground();
    solid.kind = IMP_SOLID_BOX;
    solid.pose.p = position;
    solid.half = half;
    return solid;
}

/// A rotation in the plane of axes 0 and 1, counter-clockwise.
static inline FN(rot) turned(float angle)
{
    FN(rot) q;
#if AXES == 2
    assert_int_equal(imp2_rot_make(angle, &q), IMP_OK);
#else
    assert_int_equal(imp3_rot_make(deep(0.0f, 0.0f, 1.0f), angle, &q), IMP_OK);
#endif
    return q;
}

static inline void step_once(FN(particles) * p, const FN(solid) * solids, int32_t count, float time)
{
    assert_int_equal(FN(particles_step)(p, solids, count, time), IMP_OK);
}

static inline void step_many(FN(particles) * p, const FN(solid) * solids, int32_t count, float time, int steps)
{
    for (int i = 0; i < steps; ++i)
    {
        step_once(p, solids, count, time);
    }
}

static inline uint64_t hash_of(const FN(particles) * p)
{
    uint64_t hash = 0;
    assert_int_equal(FN(particles_hash)(p, &hash), IMP_OK);
    return hash;
}

static inline imp_particle_stats stats_of(const FN(particles) * p)
{
    imp_particle_stats stats;
    assert_int_equal(FN(particles_stats)(p, &stats), IMP_OK);
    return stats;
}

/// The sum of m v, along an axis.
static inline double momentum_along(const FN(particles) * p, int32_t count, int axis)
{
    double sum = 0.0;
    for (int32_t i = 0; i < count; ++i)
    {
        FN(particle) one = get_one(p, i);
        sum += (double)one.mass * (double)AT(one.velocity, axis);
    }
    return sum;
}

/// The sum of m |v|, a scale of momentum.
static inline double momentum_scale(const FN(particles) * p, int32_t count)
{
    double sum = 0.0;
    for (int32_t i = 0; i < count; ++i)
    {
        FN(particle) one = get_one(p, i);
        sum += (double)one.mass * length_of(one.velocity);
    }
    return sum;
}

static inline double spin_squared(const FN(particle) * one)
{
    double length = FNI(dspin_length)(FNI(dspin_of)(one->angular_velocity));
    return length * length;
}

static inline double kinetic_energy(const FN(particles) * p, int32_t count)
{
    double sum = 0.0;
    for (int32_t i = 0; i < count; ++i)
    {
        FN(particle) one = get_one(p, i);
        double lever = (double)one.radius * (double)one.radius * ball_inertia();
        sum += 0.5 * (double)one.mass * (dot_of(one.velocity, one.velocity) + lever * spin_squared(&one));
    }
    return sum;
}

/// Angular momentum of all about a point.
static inline FNI(dspin) angular_momentum(const FN(particles) * p, int32_t count, Vec about)
{
    FNI(dspin) sum = FNI(dspin_none)();
    for (int32_t i = 0; i < count; ++i)
    {
        FN(particle) one = get_one(p, i);
        FNI(dvec) arm, velocity;
        memset(&arm, 0, sizeof arm);
        memset(&velocity, 0, sizeof velocity);
        for (int k = 0; k < AXES; ++k)
        {
            SET_DAT(arm, k, (double)AT(one.position, k) - (double)AT(about, k));
            SET_DAT(velocity, k, (double)AT(one.velocity, k) * (double)one.mass);
        }
        double inertia = (double)one.mass * (double)one.radius * (double)one.radius * ball_inertia();
        sum = FNI(dspin_add)(sum, FNI(dspin_lever)(arm, velocity));
        sum = FNI(dspin_add)(sum, FNI(dspin_scale)(FNI(dspin_of)(one.angular_velocity), inertia));
    }
    return sum;
}
