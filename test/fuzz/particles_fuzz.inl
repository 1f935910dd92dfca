// SPDX-License-Identifier: MIT
//
// Calls of particles in any order, with any numbers, next to a model that knows who is there. A call that must fail fails
// and changes nothing; all others succeed; nothing becomes not finite or leaves the range of numbers; what has no finite mass
// keeps its velocity. Then all is done again, from snapshot to snapshot where no function is in them, and must end in the
// same bits.
//
// Before it is included: next_turn (a rotation), SPINS (numbers of an angular velocity), SOLIDS (kinds of solids), dress (what
// only some of them have), and do_more (calls of this dimension alone).

enum
{
    LIMIT = 24,
    FORCES = 12,
    LINKS = 12,
    SOLIDS_MAX = 4,
    STEPS_MAX = 60,
    LIST_MAX = 4096
};

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

static struct
{
    FN(particles) * particles;
    bool alive[LIMIT];
    bool forces[FORCES], own[FORCES], links[LINKS];  // forces that are functions
    int32_t count, limit, steps;
    int call;  // the last one
    imp_status status;
    bool bad;           // one of its numbers is not accepted
    bool reloads;       // goes from snapshot to snapshot
    bool asked;         // a function was
    bool has_function;  // a force is one, or was
} now;

static void explain(void)
{
    printf("  %d axes, call %d, status %#x, %d particles, %d steps%s\n", AXES, now.call, (unsigned)now.status,
           now.count, now.steps, now.reloads ? ", from snapshots" : "");
}

// A number that is accepted, or, now and then, one that never is.
static float wild_number(bytes* in)
{
    static const uint32_t BAD[] = {0x7fc00000u, 0x7f800000u, 0xff800000u, 0x7149f2cau, 0xffffffffu};
    uint8_t how = next_byte(in);
    if (how < 250)
    {
        return next_number(in);
    }
    float x;
    memcpy(&x, &BAD[how - 250 < 5 ? how - 250 : 0], sizeof x);
    now.bad = true;
    return x;
}

static float wild_size(bytes* in)
{
    float x = wild_number(in);
    return x < 0.0f ? -x : x;
}

static Vec wild_vec(bytes* in)
{
    Vec v;
    for (int k = 0; k < AXES; ++k)
    {
        SET_AT(v, k, wild_number(in));
    }
    return v;
}

static Vec next_point(bytes* in)
{
    Vec v;
    for (int k = 0; k < AXES; ++k)
    {
        SET_AT(v, k, next_number(in));
    }
    return v;
}

// One of the axes, up or down.
static Vec next_unit(bytes* in)
{
    Vec v;
    uint8_t how = next_byte(in);
    memset(&v, 0, sizeof v);
    SET_AT(v, how % AXES, how & 64 ? -1.0f : 1.0f);
    if (how & 128)
    {
        memset(&v, 0, sizeof v);
        SET_AT(v, 0, 0.6f);
        SET_AT(v, 1, 0.8f);
    }
    return v;
}

static imp_material next_material(bytes* in)
{
    imp_material m = {0};
    m.friction = next_size(in);
    m.restitution = (float)(next_byte(in) % 9) / 8.0f;
    m.rolling_resistance = next_byte(in) & 1 ? next_size(in) : 0.0f;
    m.tangent_speed = next_byte(in) & 1 ? next_number(in) : 0.0f;
    return m;
}

// What is told

static void all_finite(const void* numbers, size_t count, bool in_range)
{
    const float* x = (const float*)numbers;
    for (size_t k = 0; k < count; ++k)
    {
        MUST(isfinite(x[k]));
        MUST(!in_range || !impi_number_fault_large(x[k]));
    }
}

static uint64_t hash_now(void)
{
    uint64_t hash;
    MUST(FN(particles_hash)(now.particles, &hash) == IMP_OK);
    return hash;
}

static void check_particles(void)
{
    int32_t count, limit, room;
    Vec points[LIMIT];
    imp_particle_stats stats;
    MUST(FN(particles_count)(now.particles, &count, &limit) == IMP_OK);
    MUST(count == now.count && limit == now.limit);
    MUST(FN(particles_positions)(now.particles, points, LIMIT, &room) == IMP_OK && room == limit);
    for (int32_t i = 0; i < LIMIT; ++i)
    {
        FN(particle) particle;
        imp_status status = FN(particles_get)(now.particles, i, &particle);
        MUST(now.alive[i] ? status == IMP_OK : imp_status_fault(status) == IMP_ERR_HANDLE);
        if (now.alive[i])
        {
            all_finite(&particle, (size_t)(2 * AXES + SPINS + 3), true);
            MUST(memcmp(&particle.position, &points[i], sizeof points[i]) == 0);
            MUST(particle.mass >= 0.0f && particle.radius >= 0.0f && particle.damping >= 0.0f);
        }
    }
    MUST(FN(particles_stats)(now.particles, &stats) == IMP_OK && stats.particles == count);
}

static void check_lists(void)
{
    static FN(particle_contact) contacts[LIST_MAX];
    FN(solid_push) pushes[SOLIDS_MAX];
    int32_t count;
    MUST(FN(particles_contacts)(now.particles, contacts, LIST_MAX, &count) == IMP_OK);
    for (int32_t i = 0; i < count; ++i)
    {
        MUST(contacts[i].a >= 0 && contacts[i].a < LIMIT && now.alive[contacts[i].a]);
        MUST(contacts[i].b < LIMIT && (contacts[i].b >= 0 ? now.alive[contacts[i].b] : contacts[i].solid != 0));
        all_finite(&contacts[i].point, (size_t)(3 * AXES), false);
    }
    MUST(FN(particles_pushes)(now.particles, pushes, SOLIDS_MAX, &count) == IMP_OK);
    for (int32_t i = 0; i < count; ++i)
    {
        all_finite(&pushes[i].impulse, (size_t)(AXES + SPINS), false);
    }
    for (int32_t i = 0; i < LINKS; ++i)
    {
        FN(link) link;
        float tension = 0.0f;
        imp_status status = FN(particles_get_link)(now.particles, i, &link, &tension);
        MUST(now.links[i] ? status == IMP_OK && isfinite(tension) : imp_status_fault(status) == IMP_ERR_HANDLE);
    }
}

// What must come of a call: nothing that is bad, nor for what is not there, and then nothing has changed.
static void check_call(imp_status status, bool good, uint64_t before)
{
    now.status = status;
    if (status)
    {
        MUST(hash_now() == before);
        check_particles();
    }
    int32_t fault = imp_status_fault(status);
    MUST(fault < IMP_STATUS_COUNT && fault != IMP_ERR_BUSY && fault != IMP_ERR_MEMORY);
    MUST(good && !now.bad ? status == IMP_OK : status != IMP_OK);
}

// Calls

static FN(particle) some_particle(bytes* in)
{
    FN(particle) r;
    float spin[SPINS];
    uint8_t flags = next_byte(in);
    memset(&r, 0, sizeof r);
    r.position = wild_vec(in);
    r.velocity = flags & 1 ? wild_vec(in) : r.velocity;
    for (int k = 0; k < SPINS; ++k)
    {
        spin[k] = flags & 2 ? wild_number(in) : 0.0f;
    }
    memcpy(&r.angular_velocity, spin, sizeof spin);
    r.mass = flags & 4 ? wild_size(in) : 1.0f;
    r.radius = flags & 8 ? wild_size(in) : 0.5f;
    r.damping = flags & 16 ? wild_size(in) : 0.0f;
    r.groups = flags >> 5;
    return r;
}

static void add_some(bytes* in)
{
    FN(particle) items[4];
    int32_t numbers[4], count = next_byte(in) % 5;
    if (now.count + count > LIMIT || now.limit + count > LIMIT)
    {
        return;
    }
    for (int32_t i = 0; i < count; ++i)
    {
        items[i] = some_particle(in);
    }
    uint64_t before = hash_now();
    imp_status status = FN(particles_add)(now.particles, items, count, numbers);
    check_call(status, true, before);
    for (int32_t i = 0; i < count && !status; ++i)
    {
        // The number of a removed one, if there is any, and else the next.
        MUST(numbers[i] >= 0 && numbers[i] <= now.limit && !now.alive[numbers[i]]);
        MUST(numbers[i] < now.limit || now.count == now.limit);
        now.limit += numbers[i] == now.limit;
        now.alive[numbers[i]] = true;
        ++now.count;
    }
}

// Which forces and links are there still.
static void look_at_forces(void)
{
    for (int32_t i = 0; i < FORCES; ++i)
    {
        FN(force) force;
        imp_status status = FN(particles_get_force)(now.particles, i, &force);
        MUST(!status || imp_status_fault(status) == IMP_ERR_HANDLE);
        MUST(status || now.forces[i]);
        now.forces[i] = !status;
    }
    for (int32_t i = 0; i < LINKS; ++i)
    {
        FN(link) link;
        imp_status status = FN(particles_get_link)(now.particles, i, &link, NULL);
        MUST(!status || imp_status_fault(status) == IMP_ERR_HANDLE);
        MUST(status || now.links[i]);
        now.links[i] = !status;
    }
}

static void remove_some(bytes* in)
{
    int32_t numbers[3], count = next_byte(in) % 4;
    bool good = true;
    for (int32_t i = 0; i < count; ++i)
    {
        numbers[i] = next_byte(in) % (LIMIT + 1);
        good = good && numbers[i] < LIMIT && now.alive[numbers[i]];
        for (int32_t k = 0; k < i; ++k)
        {
            good = good && numbers[k] != numbers[i];
        }
    }
    uint64_t before = hash_now();
    imp_status status = FN(particles_remove)(now.particles, numbers, count);
    check_call(status, good, before);
    for (int32_t i = 0; i < count && !status; ++i)
    {
        now.alive[numbers[i]] = false;
        --now.count;
    }
    look_at_forces();
}

static void change_one(bytes* in, int how)
{
    int32_t number = next_byte(in) % LIMIT;
    uint64_t before = hash_now();
    imp_status status;
    if (how == 0)
    {
        FN(particle) particle = some_particle(in);
        status = FN(particles_set)(now.particles, number, &particle);
    }
    else
    {
        // Together with what there is it may be too much.
        Vec v = wild_vec(in);
        status = how == 1 ? FN(particles_apply_force)(now.particles, number, v)
                          : FN(particles_apply_impulse)(now.particles, number, v);
        now.bad = now.bad || imp_status_fault(status) == IMP_ERR_MAGNITUDE;
    }
    check_call(status, now.alive[number], before);
}

static FN(end) some_end(bytes* in, bool* good)
{
    FN(end) end;
    uint8_t how = next_byte(in);
    memset(&end, 0, sizeof end);
    end.kind = how % 16 == 15 ? IMP_END_KIND_COUNT : how % IMP_END_KIND_COUNT;
    end.particle = (how >> 4) + (how & 8);
    end.solid = (how & 8 ? (uint64_t)1 << 32 : 0) | (uint64_t)(how >> 5);  // of a solid, or of a body of a world
    end.point = next_point(in);
    *good = *good && end.kind < IMP_END_KIND_COUNT &&
            (end.kind != IMP_END_PARTICLE || (end.particle < LIMIT && now.alive[end.particle])) &&
            (end.kind != IMP_END_SOLID || end.solid != 0);
    return end;
}

// A force function: it is told numbers, and may change nothing.
static void own_force(void* user, const FN(force_input) * input, Vec* force)
{
    const FN(particle) none = FN(particle_default)();
    all_finite(&input->position, (size_t)(2 * AXES + 2), false);
    MUST(user == &now && input->mass >= 0.0f && input->time >= 0.0f);
    MUST(input->particle >= 0 ? input->particle < LIMIT && now.alive[input->particle] : input->solid != 0);
    MUST(imp_status_fault(FN(particles_add)(now.particles, &none, 1, NULL)) == IMP_ERR_BUSY);
    MUST(imp_status_fault(FN(particles_step)(now.particles, NULL, 0, 1.0f)) == IMP_ERR_BUSY);
    SET_AT(*force, 0, input->mass);
    SET_AT(*force, 1, input->particle == 3 ? NAN : -AT(input->velocity, 1));
    now.asked = true;
}

static void add_force(bytes* in, bool anew)
{
    FN(force) f;
    bool good_a = true, good_b = true;
    uint8_t how = next_byte(in);
    memset(&f, 0, sizeof f);
    f.kind = how % (IMP_FORCE_KIND_COUNT + 1);
    f.groups = how & 128 ? next_byte(in) : 0;
    f.a = some_end(in, &good_a);
    f.b = some_end(in, &good_b);
    f.vector = f.kind == IMP_FORCE_BUOYANCY ? next_unit(in) : next_point(in);
    f.center = next_point(in);
    f.strength = f.kind == IMP_FORCE_ATTRACTOR || f.kind == IMP_FORCE_EXPLOSION ? next_number(in) : next_size(in);
    f.damping = next_size(in);
    f.length = next_size(in);
    f.linear = next_size(in);
    f.quadratic = next_size(in);
    f.volume = next_size(in);
    f.function = own_force;
    f.user = &now;
    bool spring = f.kind == IMP_FORCE_SPRING || f.kind == IMP_FORCE_BUNGEE;
    bool good = f.kind > IMP_FORCE_NONE && f.kind < IMP_FORCE_KIND_COUNT && ((!spring && f.groups) || good_a) &&
                (!spring || good_b);
    int32_t number = next_byte(in) % FORCES, lowest = 0;
    uint64_t before = hash_now();
    while (lowest < FORCES && now.forces[lowest])
    {
        ++lowest;
    }
    if (anew && lowest == FORCES)
    {
        return;
    }
    imp_status status;
    if (anew)
    {
        status = FN(particles_add_force)(now.particles, &f, &number);
        MUST(status || number == lowest);
    }
    else
    {
        good = good && now.forces[number];
        status = FN(particles_set_force)(now.particles, number, &f);
    }
    check_call(status, good, before);
    if (!status)
    {
        now.forces[number] = true;
        now.has_function |= f.kind == IMP_FORCE_USER;
    }
}

static void add_link(bytes* in)
{
    FN(link) link;
    bool good = true;
    uint8_t how = next_byte(in);
    memset(&link, 0, sizeof link);
    link.kind = how % (IMP_LINK_KIND_COUNT + 1);
    link.a = some_end(in, &good);
    link.b = some_end(in, &good);
    link.length = next_size(in);
    link.restitution = (float)(how >> 4) / 15.0f;
    link.stiffness = how & 8 ? next_size(in) : 0.0f;
    link.damping = how & 8 ? next_size(in) : 0.0f;
    int32_t number = -1, lowest = 0;
    while (lowest < LINKS && now.links[lowest])
    {
        ++lowest;
    }
    if (lowest < LINKS)
    {
        uint64_t before = hash_now();
        imp_status status = FN(particles_add_link)(now.particles, &link, &number);
        check_call(status, good && link.kind > IMP_LINK_NONE && link.kind < IMP_LINK_KIND_COUNT, before);
        MUST(status || number == lowest);
        now.links[lowest] = !status;
    }
}

static void remove_one(bytes* in, bool force)
{
    int32_t number = next_byte(in) % (force ? FORCES : LINKS);
    bool* there = force ? &now.forces[number] : &now.links[number];
    uint64_t before = hash_now();
    check_call(force ? FN(particles_remove_force)(now.particles, number)
                     : FN(particles_remove_link)(now.particles, number),
               *there, before);
    *there = false;
}

static FN(solid) some_solid(bytes* in)
{
    FN(solid) s;
    float spin[SPINS];
    uint8_t how = next_byte(in), more = next_byte(in);
    memset(&s, 0, sizeof s);
    s.kind = how % SOLIDS;
    s.pose.p = next_point(in);
    s.pose.q = next_turn(in);
    if (s.kind == IMP_SOLID_HALF_SPACE)
    {
        s.half = next_unit(in);
    }
    else
    {
        for (int k = 0; k < AXES; ++k)
        {
            SET_AT(s.half, k, more >> k & 1 ? next_size(in) : 0.0f);
        }
    }
    s.radius = more & 8 ? next_size(in) : 0.0f;
    s.velocity = more & 16 ? next_point(in) : s.velocity;
    s.acceleration = more & 32 ? next_point(in) : s.acceleration;
    s.center = more & 64 ? next_point(in) : s.center;
    for (int k = 0; k < SPINS; ++k)
    {
        spin[k] = more & 128 ? next_number(in) : 0.0f;
    }
    memcpy(&s.angular_velocity, spin, sizeof spin);
    s.inverse_mass = how & 64 ? next_size(in) : 0.0f;
    s.inverse_inertia = how & 128 ? next_size(in) : 0.0f;
    s.material = next_material(in);
    s.id = 1 + (how >> 4 & 3);
    dress(in, &s);
    return s;
}

static float next_time(bytes* in)
{
    static const float TIMES[] = {1.0f / 60.0f, 1.0f / 30.0f, 0.25f, 1.0f};
    uint8_t how = next_byte(in);
    return how < 192 ? TIMES[how % 4] : wild_size(in);
}

// What no force moves keeps its velocity, or stops at the end of the range.
static void check_heavy(const FN(particle) * before)
{
    for (int32_t i = 0; i < LIMIT; ++i)
    {
        FN(particle) after;
        Vec none;
        memset(&none, 0, sizeof none);
        if (now.alive[i] && !(before[i].mass > 0.0f))
        {
            MUST(FN(particles_get)(now.particles, i, &after) == IMP_OK);
            for (int k = 0; k < AXES; ++k)
            {
                float x = AT(after.velocity, k), was = AT(before[i].velocity, k);
                MUST((x <= was && x >= was) || (x <= 0.0f && x >= 0.0f));
            }
        }
    }
}

// A step by this function, which answers with its status.
static void step_by(imp_status (*step)(const FN(solid) *, int32_t, float), const FN(solid) * solids, int32_t count,
                    float time)
{
    FN(particle) particles[LIMIT];
    if (now.steps == STEPS_MAX)
    {
        return;
    }
    ++now.steps;
    for (int32_t i = 0; i < LIMIT; ++i)
    {
        MUST(!now.alive[i] || FN(particles_get)(now.particles, i, &particles[i]) == IMP_OK);
    }
    uint64_t before = hash_now();
    imp_status status = step(solids, count, time);
    check_call(status, time > 0.0f, before);
    check_particles();
    if (!status)
    {
        look_at_forces();
        check_lists();
        check_heavy(particles);
    }
}

static imp_status plain_step(const FN(solid) * solids, int32_t count, float time)
{
    return FN(particles_step)(now.particles, solids, count, time);
}

static void step_once(bytes* in)
{
    FN(solid) solids[SOLIDS_MAX];
    int32_t count = next_byte(in) % (SOLIDS_MAX + 1);
    for (int32_t i = 0; i < count; ++i)
    {
        solids[i] = some_solid(in);
    }
    float time = next_time(in);
    step_by(plain_step, solids, count, time);
}

// Snapshots

static uint8_t* save_now(int32_t* count)
{
    MUST(imp_status_fault(FN(particles_save)(now.particles, NULL, 0, count)) == IMP_ERR_SPACE);
    uint8_t* saved = (uint8_t*)malloc((size_t)*count);
    MUST(saved && FN(particles_save)(now.particles, saved, *count, count) == IMP_OK);
    return saved;
}

// Into others, which go on instead; what is saved of them is the same.
static void go_on_from_snapshot(void)
{
    int32_t count, again;
    uint8_t* saved = save_now(&count);
    uint64_t hash = hash_now();
    FN(particles)* others = NULL;
    MUST(FN(particles_make)(NULL, &others) == IMP_OK);
    MUST(FN(particles_load)(others, saved, count) == IMP_OK);
    FN(particles_free)(now.particles);
    now.particles = others;
    MUST(hash_now() == hash);
    uint8_t* second = save_now(&again);
    MUST(again == count && memcmp(saved, second, (size_t)count) == 0);
    free(saved);
    free(second);
}

// What was spoiled, and has a right hash, is refused or good: then it can be used.
static void load_spoiled(bytes* in)
{
    int32_t count, limit;
    uint8_t* saved = save_now(&count);
    uint32_t kind, version;
    memcpy(&kind, saved, sizeof kind);
    memcpy(&version, saved + 4, sizeof version);
    uint64_t before = hash_now();
    for (int k = next_byte(in) % 8; k >= 0; --k)
    {
        int32_t at = IMPI_SEAL_BYTES + (next_byte(in) << 8 | next_byte(in)) % (count - IMPI_SEAL_BYTES);
        saved[at] = next_byte(in);
    }
    count -= next_byte(in) < 16 ? next_byte(in) % (count - IMPI_SEAL_BYTES) : 0;
    impi_seal(saved, count, kind, version, 0);
    FN(particles)* others = NULL;
    MUST(FN(particles_make)(NULL, &others) == IMP_OK);
    imp_status status = FN(particles_load)(others, saved, count);
    MUST(!status || imp_status_fault(status) == IMP_ERR_FORMAT);
    if (!status)
    {
        FN(solid) floor = some_solid(in);
        (void)FN(particles_step)(others, &floor, 1, 0.02f);
        (void)FN(particles_step)(others, &floor, 1, 0.25f);
        MUST(FN(particles_count)(others, NULL, &limit) == IMP_OK);
        for (int32_t i = 0; i < limit; ++i)
        {
            FN(particle) particle;
            if (FN(particles_get)(others, i, &particle) == IMP_OK)
            {
                all_finite(&particle, (size_t)(2 * AXES + SPINS + 3), true);
                if (i % 3 == 0)
                {
                    MUST(FN(particles_remove)(others, &i, 1) == IMP_OK);
                }
            }
        }
        (void)FN(particles_step)(others, &floor, 1, 0.02f);
    }
    FN(particles_free)(others);
    MUST(hash_now() == before);
    free(saved);
}

static void load_any(bytes* in)
{
    uint8_t any[64] = {0};
    size_t left = (size_t)(in->end - in->at), count = left < sizeof any ? left : sizeof any;
    memcpy(any, in->at, count);
    in->at += count;
    imp_status status = FN(particles_load)(now.particles, any, next_byte(in) % 65);
    int32_t fault = imp_status_fault(status);
    MUST(fault == IMP_ERR_FORMAT || fault == IMP_ERR_COUNT || fault == IMP_ERR_VERSION);
}

static void do_call(bytes* in)
{
    now.call = next_byte(in) % 24;
    now.bad = false;
    switch (now.call)
    {
    case 0:
    case 1:
    case 2: add_some(in); break;
    case 3: remove_some(in); break;
    case 4:
    case 5:
    case 6: change_one(in, now.call - 4); break;
    case 7:
    case 8: add_force(in, true); break;
    case 9: add_force(in, false); break;
    case 10:
    case 11: add_link(in); break;
    case 12: remove_one(in, true); break;
    case 13: remove_one(in, false); break;
    case 14: load_spoiled(in); break;
    case 15: load_any(in); break;
    case 16:
    case 17: do_more(in); break;
    default: step_once(in); break;
    }
    if (now.reloads)
    {
        go_on_from_snapshot();
    }
}

static uint64_t live(const uint8_t* data, size_t size, bool reloads)
{
    bytes in = {data, data + size};
    memset(&now, 0, sizeof now);
    now.reloads = reloads;
    FN(particles_def) def = FN(particles_default)();
    uint8_t how = next_byte(&in);
    def.gravity = how & 1 ? next_point(&in) : def.gravity;
    def.collide = how & 2;
    def.turn = how & 4;
    def.sub_steps = how >> 3 & 3;
    def.rest = (how >> 5) % IMP_REST_COUNT;
    def.material = next_material(&in);
    MUST(FN(particles_make)(&def, &now.particles) == IMP_OK);
    while (in.at < in.end)
    {
        do_call(&in);
    }
    now.bad = false;
    step_by(plain_step, NULL, 0, 0.02f);
    uint64_t hash = hash_now();
    FN(particles_free)(now.particles);
    return hash;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    uint64_t hash = live(data, size, false);
    MUST(live(data, size, !now.has_function) == hash);
    return 0;
}
