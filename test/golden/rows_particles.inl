// SPDX-License-Identifier: MIT
//
// Golden rows of particles. A case is a scene of a few that all forces, contacts and links act on; what is hashed is
// its state after some steps.

enum
{
    EVERY = 64,  // one case in so many is a scene
    FEW = 12,
    STEPS = 6
};

static Vec a_spot(trial* t)
{
    Vec v;
    for (int k = 0; k < AXES; ++k)
    {
        SET_AT(v, k, a_number(t));
    }
    return v;
}

static Vec upwards(float size)
{
    Vec v = FNI(vec_none)();
    SET_AT(v, 1, size);
    return v;
}

static FN(particles) * some_particles(trial* t)
{
    uint64_t bits = test_rng_next(&t->rng);
    FN(particles_def) def = FN(particles_default)();
    FN(particles) * p;
    def.gravity = upwards(-8.0f * t->scale);
    def.length_unit = t->scale;
    def.sub_steps = 1 + (int32_t)(bits & 3);
    def.collide = bits & 4;
    def.turn = bits & 8;
    def.rest = (int32_t)(bits >> 4 & 3) % IMP_REST_COUNT;
    def.material.friction = bits & 64 ? 0.5f : 0.0f;
    def.material.restitution = bits & 128 ? 0.75f : 0.0f;
    assert_int_equal(FN(particles_make)(&def, &p), IMP_OK);
    for (int i = 0; i < FEW; ++i)
    {
        FN(particle) one = FN(particle_default)();
        one.position = a_spot(t);
        one.velocity = a_spot(t);
        one.radius = 0.25f * a_size(t);
        one.mass = (float)(1 + i % 3);
        one.groups = 1u << (i & 3);
        one.damping = i & 4 ? 0.25f : 0.0f;
        (void)FN(particles_add)(p, &one, 1, NULL);
    }
    return p;
}

static void add_forces(trial* t, FN(particles) * p)
{
    uint64_t bits = test_rng_next(&t->rng);
    for (int32_t kind = IMP_FORCE_GRAVITY; kind < IMP_FORCE_USER; ++kind)
    {
        FN(force) f = {.kind = kind, .groups = (uint32_t)(bits >> kind & 15)};
        f.vector = upwards(1.0f);
        f.center = a_spot(t);
        f.strength = 2.0f;
        f.length = a_size(t);
        f.damping = f.linear = f.quadratic = 0.5f;
        f.a.kind = f.b.kind = IMP_END_PARTICLE;
        f.b.particle = 1 + kind;
        (void)FN(particles_add_force)(p, &f, NULL);
    }
    for (int i = 0; i < 4; ++i)
    {
        FN(link) link = {.kind = i & 1 ? IMP_LINK_ROD : IMP_LINK_CABLE, .length = a_size(t), .restitution = 0.5f};
        link.stiffness = i & 2 ? 100.0f : 0.0f;
        link.a.kind = IMP_END_PARTICLE;
        link.a.particle = i;
        link.b.kind = i == 3 ? IMP_END_SOLID : IMP_END_POINT;
        link.b.solid = 2;
        link.b.point = a_spot(t);
        (void)FN(particles_add_link)(p, &link, NULL);
    }
}

static void run_particles_step(trial* t)
{
    FN(particles)* p = some_particles(t);
    FN(solid)
    solids[2] = {{.kind = IMP_SOLID_HALF_SPACE, .half = upwards(1.0f), .id = 1}, {.kind = IMP_SOLID_BOX, .id = 2}};
    for (int k = 0; k < AXES; ++k)
    {
        SET_AT(solids[1].half, k, a_size(t));
    }
    solids[0].pose.p = upwards(-4.0f * t->scale);
    solids[1].pose.p = a_spot(t);
    solids[1].radius = 0.25f * t->scale;
    solids[1].inverse_mass = solids[1].inverse_inertia = 0.125f;
    add_forces(t, p);
    for (int i = 0; i < STEPS; ++i)
    {
        uint64_t hash = 0;
        add_status(t, FN(particles_step)(p, solids, 2, i & 1 ? 1.0f / 64.0f : 1.0f / 24.0f));
        (void)FN(particles_hash)(p, &hash);
        add_words(t, &hash, sizeof hash);
    }
    FN(particles_free)(p);
}

#define TEXT_OF(name) #name
#define TEXT(name) TEXT_OF(name)

static const golden_row rows[] = {
    {TEXT(FN(particles_step)), run_particles_step, EVERY, NULL},
};

GOLDEN_ROWS(GOLDEN_PARTICLES, rows);
