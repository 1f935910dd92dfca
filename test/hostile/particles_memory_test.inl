// SPDX-License-Identifier: MIT
//
// Every allocation of each call that changes particles fails: each one alone, and each one with all after it. The call says
// so, all that can be asked is as it was, and the same call does what it would have done.

enum
{
    GRAINS = 24,
    LIST = 128,
    BYTES = 1 << 16
};

// Calls that ask for memory.
enum
{
    ADD,
    ADD_FORCE,
    ADD_LINK,
    LOAD,
    STEP,        // among more solids than ever
    STEP_AGAIN,  // as before
    CALLS
};

// All that is told of particles. Their snapshot has all that is saved.
typedef struct told
{
    uint8_t bytes[BYTES];
    FN(particle_contact) contacts[LIST];
    FN(solid_push) pushes[LIST];
    imp_particle_stats stats;
    float tension;
    int32_t byte_count, contact_count, push_count;
    uint64_t hash;
} told;

static void tell(const FN(particles) * p, told* out)
{
    FN(link) link;
    FN(particle_contact) contacts[LIST];
    FN(solid_push) pushes[LIST];
    memset(out, 0, sizeof *out);
    assert_int_equal(FN(particles_save)(p, out->bytes, BYTES, &out->byte_count), IMP_OK);
    assert_int_equal(FN(particles_contacts)(p, contacts, LIST, &out->contact_count), IMP_OK);
    assert_int_equal(FN(particles_pushes)(p, pushes, LIST, &out->push_count), IMP_OK);
    // Without what lies between fields.
    for (int32_t i = 0; i < out->contact_count; ++i)
    {
        out->contacts[i].a = contacts[i].a;
        out->contacts[i].b = contacts[i].b;
        out->contacts[i].solid = contacts[i].solid;
        out->contacts[i].point = contacts[i].point;
        out->contacts[i].normal = contacts[i].normal;
        out->contacts[i].impulse = contacts[i].impulse;
    }
    for (int32_t i = 0; i < out->push_count; ++i)
    {
        out->pushes[i].id = pushes[i].id;
        out->pushes[i].impulse = pushes[i].impulse;
        out->pushes[i].angular_impulse = pushes[i].angular_impulse;
    }
    assert_int_equal(FN(particles_stats)(p, &out->stats), IMP_OK);
    assert_int_equal(FN(particles_get_link)(p, 0, &link, &out->tension), IMP_OK);
    assert_int_equal(FN(particles_hash)(p, &out->hash), IMP_OK);
}

static void add_rain(FN(particles) * p, float height)
{
    for (int32_t i = 0; i < GRAINS; ++i)
    {
        (void)add_ball(p, flat(0.3f * (float)(i % 8), height + 0.3f * (float)(i / 8)), flat(0.0f, -1.0f), 1.0f, 0.2f);
    }
}

static FN(solid) some_raft(void)
{
    FN(solid) raft = {.kind = IMP_SOLID_BOX, .half = deep(4.0f, 0.5f, 4.0f), .inverse_mass = 0.01f, .id = GROUND};
    raft.pose.p = flat(0.0f, -0.5f);
    return raft;
}

static FN(link) some_rope(void)
{
    FN(link) rope = {.kind = IMP_LINK_CABLE, .length = 0.25f, .a = {.kind = IMP_END_PARTICLE, .particle = 3}};
    return rope;
}

// How many links there are: of a call that adds one some numbers fill their array.
static int32_t links = 1;

// Particles that have stepped: so that there is something to change. One of them is gone.
static FN(particles) * make_rain(const imp_allocator* allocator)
{
    const int32_t gone = 7;
    FN(particles_def) def = falling();
    FN(solid) raft = some_raft();
    FN(link) rope = some_rope();
    def.collide = def.turn = true;
    def.allocator = allocator;
    FN(particles)* p = make_some(&def);
    add_rain(p, 0.2f);
    for (int32_t i = 0; i < links; ++i)
    {
        assert_int_equal(FN(particles_add_link)(p, &rope, NULL), IMP_OK);
    }
    assert_int_equal(FN(particles_remove)(p, &gone, 1), IMP_OK);
    for (int i = 0; i < 5; ++i)
    {
        assert_int_equal(FN(particles_step)(p, &raft, 1, 0.01f), IMP_OK);
    }
    return p;
}

// A call that has to ask for memory.
static imp_status run_call(FN(particles) * p, int call, const told* later)
{
    static FN(particle) grains[4 * GRAINS];
    FN(solid) rafts[LIST];
    FN(force) force = {.kind = IMP_FORCE_GRAVITY, .groups = 1};
    FN(link) rope = some_rope();
    switch (call)
    {
    case ADD: return FN(particles_add)(p, grains, 4 * GRAINS, NULL);
    case ADD_FORCE: return FN(particles_add_force)(p, &force, NULL);
    case LOAD: return FN(particles_load)(p, later->bytes, later->byte_count);
    case ADD_LINK: return FN(particles_add_link)(p, &rope, NULL);
    default:
        for (int32_t i = 0; i < LIST; ++i)
        {
            rafts[i] = some_raft();
            rafts[i].id += (uint64_t)i;
            rafts[i].pose.p = flat(0.0f, -0.5f - (float)(i * (call == STEP)));
        }
        return FN(particles_step)(p, rafts, call == STEP ? LIST : 3, 0.01f);
    }
}

// A snapshot of more than there is at first.
static void tell_later(told* out)
{
    FN(particles)* p = make_rain(NULL);
    FN(force) force = {.kind = IMP_FORCE_DRAG, .groups = 1, .linear = 0.5f};
    add_rain(p, 5.0f);
    assert_int_equal(FN(particles_add_force)(p, &force, NULL), IMP_OK);
    tell(p, out);
    FN(particles_free)(p);
}

// A call with every failure there is; how many there were.
static int64_t fail_call(int call, bool ever, const told* later)
{
    static told before, after, wanted;
    FN(particles)* p = make_rain(NULL);
    assert_int_equal(run_call(p, call, later), IMP_OK);
    tell(p, &wanted);
    FN(particles_free)(p);
    for (int64_t fail_at = 0;; ++fail_at)
    {
        test_allocator memory = {.fail_at = -1};
        imp_allocator allocator = test_allocator_get(&memory);
        p = make_rain(&allocator);
        tell(p, &before);
        memory.calls = 0;
        memory.fail_at = fail_at;
        memory.fail_ever = ever;
        imp_status status = run_call(p, call, later);
        bool failed = memory.calls > fail_at;
        assert_int_equal(imp_status_fault(status), failed ? IMP_ERR_MEMORY : 0);
        tell(p, &after);
        assert_memory_equal(&after, failed ? &before : &wanted, sizeof after);
        memory.fail_at = -1;
        memory.fail_ever = false;
        assert_true(!failed || run_call(p, call, later) == IMP_OK);
        tell(p, &after);
        assert_memory_equal(&after, &wanted, sizeof after);
        FN(particles_free)(p);
        assert_int_equal(memory.live_blocks, 0);
        assert_int_equal(memory.live_bytes, 0);
        if (!failed)
        {
            return fail_at;
        }
        assert_true(fail_at < 200);
    }
}

static void nothing_has_changed(void** unused)
{
    (void)unused;
    static told later;
    int64_t failures[CALLS] = {0}, all = 0;
    tell_later(&later);
    for (int call = 0; call < CALLS; ++call)
    {
        for (links = 1; links < (call == ADD_LINK ? 32 : 2); links *= 2)
        {
            int64_t alone = fail_call(call, false, &later), with_all = fail_call(call, true, &later);
            assert_number((double)with_all, ==, (double)alone);
            failures[call] += alone + with_all;
        }
        assert_true(failures[call] > 0 || call == STEP_AGAIN);
        all += failures[call];
    }
    links = 1;
    test_report("particles_memory allocations failed", (uint64_t)all);
}

static void making_fails(void** unused)
{
    (void)unused;
    for (int64_t fail_at = 0;; ++fail_at)
    {
        test_allocator memory = {.fail_at = fail_at};
        imp_allocator allocator = test_allocator_get(&memory);
        FN(particles_def) def = falling();
        FN(particles)*const untouched = (FN(particles)*)(uintptr_t)GROUND, *p = untouched;
        def.allocator = &allocator;
        imp_status status = FN(particles_make)(&def, &p);
        if (memory.calls <= fail_at)
        {
            assert_int_equal(status, IMP_OK);
            FN(particles_free)(p);
            assert_int_equal(memory.live_blocks, 0);
            assert_true(fail_at > 0);
            return;
        }
        assert_int_equal(imp_status_fault(status), IMP_ERR_MEMORY);
        assert_ptr_equal(p, untouched);
        assert_int_equal(memory.live_blocks, 0);
    }
}
