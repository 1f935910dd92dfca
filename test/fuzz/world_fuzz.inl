// SPDX-License-Identifier: MIT
//
// Calls of a world in any order, with any numbers, next to a model that knows who is there and who touches. A call that
// must fail fails and changes nothing; all others succeed; touches begin and end in turn; nothing becomes not finite;
// what is static stays. Then all is done again with lanes of another width and from snapshot to snapshot, and must end in
// the same bits.
//
// Before it is included: LOCKS (all of them), POINTS (of a manifold) and MORE_CALLS, how many kinds of calls do_more knows
// beside those of all. After it: world_fuzz2.inl or world_fuzz3.inl, do_more, and after_step, which is called after each.

enum
{
    BODIES_MAX = 24,
    COLLIDERS_MAX = 48,
    PAIRS_MAX = 1024,
    STEPS_MAX = 80,
    CALLS = 24,  // kinds of them; more than once in the list are those that happen more often
    LIST_MAX = 2048,
    SNAPSHOT_MAX = 1 << 22
};

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

typedef struct model_body
{
    imp_body handle;
    bool alive;
    int32_t kind;
    Pose pose;  // of a static one
} model_body;

typedef struct model_collider
{
    imp_collider handle;
    bool alive;
    int32_t body;
} model_collider;

typedef struct pair_set
{
    imp_touch pairs[PAIRS_MAX];
    int32_t count;
} pair_set;

static struct
{
    World* world;
    model_body bodies[BODIES_MAX];
    model_collider colliders[COLLIDERS_MAX];
    int32_t body_count, collider_count, steps;
    pair_set touching, inside;
    int call;      // the last one
    bool bad;      // one of its numbers is not accepted
    bool reloads;  // goes from snapshot to snapshot
    bool followed; // what do_more knows is of this life
} now;

static void explain(void)
{
    printf("  %d axes, call %d, %d bodies, %d colliders, %d steps%s\n", AXES, now.call, now.body_count,
           now.collider_count, now.steps, now.reloads ? ", from snapshots" : "");
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

static bool all_finite(const void* floats, size_t size)
{
    bool finite = true;
    for (size_t i = 0; i < size / sizeof(float); ++i)
    {
        finite = finite && impi_finite(((const float*)floats)[i]);
    }
    return finite;
}

static Spin turn_from(bytes* in, float x);
static Pose next_place(bytes* in);
static bool some_shape(bytes* in, Shape* shape);
static void do_more(bytes* in, int call);
static void after_step(void);

// How many bodies and colliders there are, and how they move.
typedef struct figures
{
    int32_t bodies, colliders;
    uint64_t hash;
} figures;

static figures stats_now(void)
{
    imp_world_stats s;
    uint64_t hash;
    MUST(FN(world_stats)(now.world, &s) == IMP_OK && FN(world_hash)(now.world, &hash) == IMP_OK);
    return (figures){s.bodies, s.colliders, hash};
}

// What must come of a call: nothing that is bad, nor for what is gone, and then nothing has changed.
static void check_call(imp_status status, bool alive, const figures* before)
{
    figures after = stats_now();
    if (status)
    {
        MUST(after.hash == before->hash && after.bodies == before->bodies && after.colliders == before->colliders);
    }
    // Masses and velocities may add up to too much.
    bool too_much = imp_status_fault(status) == IMP_ERR_RANGE;
    MUST(!alive ? imp_status_fault(status) == IMP_ERR_HANDLE : now.bad ? status != IMP_OK : !status || too_much);
}

static model_body* some_body(bytes* in)
{
    return &now.bodies[next_byte(in) % (now.body_count > 0 ? now.body_count : 1)];
}

static model_collider* some_collider(bytes* in)
{
    return &now.colliders[next_byte(in) % (now.collider_count > 0 ? now.collider_count : 1)];
}

// Calls

static void add_one(bytes* in)
{
    BodyDef def = {.kind = next_byte(in) % (IMP_BODY_KIND_COUNT + 1)};
    uint8_t flags = next_byte(in);
    def.pose = next_place(in);
    def.velocity = wild_vec(in);
    def.angular_velocity = turn_from(in, wild_number(in));
    def.linear_damping = wild_size(in);
    def.locks = (flags & 15u) == 15u ? LOCKS & (flags >> 4) * (LOCKS / 7u) : 0u;
    def.asleep = (flags & 7) == 3;
    def.no_sleep = (flags & 31) == 5;
    def.bullet = (flags & 3) == 2;
    now.bad |= def.kind == IMP_BODY_KIND_COUNT;
    imp_body made;
    figures before = stats_now();
    imp_status status = FN(world_add_body)(now.world, &def, &made);
    check_call(status, true, &before);
    if (!status)
    {
        model_body body = {made, true, def.kind, def.pose};
        // A place is used again, but never a handle.
        for (int32_t i = 0; i < now.body_count; ++i)
        {
            MUST(now.bodies[i].handle.id != made.id);
        }
        int32_t at = now.body_count < BODIES_MAX ? now.body_count++ : next_byte(in) % BODIES_MAX;
        for (int32_t i = 0; i < now.collider_count && now.bodies[at].alive; ++i)
        {
            now.colliders[i].alive = now.colliders[i].alive && now.colliders[i].body != at;
        }
        MUST(!now.bodies[at].alive || FN(world_remove_body)(now.world, now.bodies[at].handle) == IMP_OK);
        now.bodies[at] = body;
    }
}

static void remove_one(bytes* in)
{
    model_body* b = some_body(in);
    figures before = stats_now();
    check_call(FN(world_remove_body)(now.world, b->handle), b->alive, &before);
    b->alive = false;
    for (int32_t i = 0; i < now.collider_count; ++i)
    {
        now.colliders[i].alive = now.colliders[i].alive && &now.bodies[now.colliders[i].body] != b;
    }
}

static void keep_collider(imp_status status, const model_body* body, imp_collider made)
{
    if (!status)
    {
        model_collider collider = {made, true, (int32_t)(body - now.bodies)};
        now.colliders[now.collider_count++] = collider;
    }
}

static void add_shape(bytes* in)
{
    model_body* b = some_body(in);
    ColliderDef def = {.density = wild_size(in)};
    uint8_t flags = next_byte(in);
    def.material.friction = wild_size(in);
    def.material.restitution = (float)(next_byte(in) % 8) / 7.0f;
    def.material.tangent_speed = wild_number(in);
    def.material.kind = flags >> 5;
    def.sensor = (flags & 7) == 1;
    def.touches_non_dynamic = (flags & 15) == 2;
    def.group = (flags & 31) == 9;
    SET_AT(def.one_way, AXES - 1, (flags & 7) == 3 ? 1.0f : 0.0f);
    Shape shape;
    if (!some_shape(in, &shape))
    {
        return;
    }
    if (now.collider_count < COLLIDERS_MAX)
    {
        imp_collider made;
        figures before = stats_now();
        imp_status status = FN(world_add_collider)(now.world, b->handle, &shape, &def, &made);
        check_call(status, b->alive, &before);
        keep_collider(status, b, made);
    }
    FN(shape_free)(&shape);
}

static void remove_shape(bytes* in)
{
    model_collider* c = some_collider(in);
    figures before = stats_now();
    imp_status status = FN(world_remove_collider)(now.world, c->handle);
    check_call(status, c->alive, &before);
    c->alive = c->alive && status;  // the mass that is left may be refused
}

static void change_body(bytes* in, int how)
{
    model_body* b = some_body(in);
    figures before = stats_now();
    Vec v = wild_vec(in);
    bool bad_v = now.bad;
    now.bad = false;
    float x = wild_number(in);
    bool bad_x = now.bad;
    Spin turn = turn_from(in, x);
    bool bad_turn = now.bad, yes = next_byte(in) & 1;
    Pose pose = next_place(in);
    imp_status status = IMP_OK;
    switch (how)
    {
    case 0: status = FN(world_set_velocity)(now.world, b->handle, v, turn); break;
    case 1: status = FN(world_apply_impulse)(now.world, b->handle, v, pose.p); break;
    case 2: status = FN(world_apply_force_and_torque)(now.world, b->handle, v, turn); break;
    case 3: status = FN(world_set_gravity_scale)(now.world, b->handle, x); break;
    case 4: status = FN(world_set_awake)(now.world, b->handle, yes); break;
    case 5: status = FN(world_set_enabled)(now.world, b->handle, yes); break;
    case 7: status = FN(world_drop_through)(now.world, b->handle); break;
    default:
        status = FN(world_set_pose)(now.world, b->handle, &pose);
        b->pose = status ? b->pose : pose;
        break;
    }
    now.bad = (how < 3 && bad_v) || ((how == 0 || how == 2) && bad_turn) || (how == 3 && bad_x);
    check_call(status, b->alive, &before);
}

static void change_shape(bytes* in, int how)
{
    model_collider* c = some_collider(in);
    figures before = stats_now();
    imp_material material = {.friction = wild_size(in), .kind = next_byte(in) % 4};
    imp_filter filter = {next_byte(in), next_byte(in)};
    imp_surface surface = {0.25f, 0.5f, 0.0f, 0.0f};
    bool bad = now.bad;
    Vec side = FNI(vec_none)();
    SET_AT(side, AXES - 1, (float)(material.kind - 1));
    now.bad = (how == 0 || how == 3) && bad;
    switch (how)
    {
    case 0: check_call(FN(world_set_material)(now.world, c->handle, &material), c->alive, &before); break;
    case 1: check_call(FN(world_set_filter)(now.world, c->handle, &filter, filter.mask & 1u), c->alive, &before); break;
    case 3: check_call(FN(world_set_one_way)(now.world, c->handle, side, material.friction), c->alive, &before); break;
    default:
        MUST(!FN(world_combine_materials)(now.world, material.kind, next_byte(in) % 4,
                                          next_byte(in) & 1 ? &surface : NULL));
        break;
    }
}

// What a step tells

static int32_t find_touch(const imp_touch* list, int32_t count, imp_touch touch)
{
    int32_t at = 0;
    while (at < count && (list[at].a.id != touch.a.id || list[at].b.id != touch.b.id))
    {
        ++at;
    }
    return at;
}

static int32_t times_of(const imp_touch* list, int32_t count, imp_touch touch)
{
    int32_t times = 0;
    for (int32_t i = 0; i < count; ++i)
    {
        times += list[i].a.id == touch.a.id && list[i].b.id == touch.b.id;
    }
    return times;
}

// A touch may end, and another of the same two begin and end, in one step: so both are counted. After it two touch once, or
// not at all.
static void follow_touches(pair_set* set, const imp_touch* begun, int32_t begun_count, const imp_touch* ended,
                           int32_t ended_count)
{
    const pair_set before = *set;
    set->count = 0;
    for (int32_t i = 0; i < ended_count; ++i)
    {
        MUST(find_touch(before.pairs, before.count, ended[i]) < before.count ||
             find_touch(begun, begun_count, ended[i]) < begun_count);
    }
    for (int32_t i = 0; i < before.count + begun_count; ++i)
    {
        imp_touch touch = i < before.count ? before.pairs[i] : begun[i - before.count];
        int32_t touched = times_of(before.pairs, before.count, touch);
        bool is_first = i < before.count || (!touched && find_touch(begun, begun_count, touch) == i - before.count);
        int32_t touches = touched + times_of(begun, begun_count, touch) - times_of(ended, ended_count, touch);
        MUST(touches == 0 || touches == 1);
        if (is_first && touches)
        {
            MUST(set->count < PAIRS_MAX);
            set->pairs[set->count++] = touch;
        }
    }
}

static void check_bodies(void)
{
    int32_t bodies = 0, colliders = 0;
    for (int32_t i = 0; i < now.body_count; ++i)
    {
        BodyState s;
        imp_status status = FN(world_get_body)(now.world, now.bodies[i].handle, &s);
        MUST((status == IMP_OK) == now.bodies[i].alive);
        if (now.bodies[i].alive)
        {
            ++bodies;
            MUST(FN(pose_check)(&s.pose) == IMP_OK && all_finite(&s.velocity, sizeof s.velocity));
            MUST(all_finite(&s.angular_velocity, sizeof s.angular_velocity));
            MUST(impi_finite(s.mass) && s.kind == now.bodies[i].kind);
            MUST(s.kind != IMP_BODY_STATIC || memcmp(&s.pose.p, &now.bodies[i].pose.p, sizeof s.pose.p) == 0);
        }
    }
    for (int32_t i = 0; i < now.collider_count; ++i)
    {
        imp_body body;
        imp_status status = FN(world_get_collider)(now.world, now.colliders[i].handle, &body, NULL);
        MUST((status == IMP_OK) == now.colliders[i].alive);
        MUST(!now.colliders[i].alive || body.id == now.bodies[now.colliders[i].body].handle.id);
        colliders += now.colliders[i].alive;
    }
    figures stats = stats_now();
    MUST(stats.bodies == bodies && stats.colliders == colliders);
}

static void check_lists(void)
{
    static WorldContact contacts[LIST_MAX];
    static Move moves[LIST_MAX];
    BodyState s;
    imp_body a, b;
    int32_t count;
    MUST(FN(world_contacts)(now.world, contacts, LIST_MAX, &count) == IMP_OK);
    for (int32_t i = 0; i < count; ++i)
    {
        const Manifold* m = &contacts[i].manifold;
        MUST(FN(world_get_collider)(now.world, contacts[i].a, &a, NULL) == IMP_OK);
        MUST(FN(world_get_collider)(now.world, contacts[i].b, &b, NULL) == IMP_OK);
        MUST(a.id != b.id && m->count >= 1 && m->count <= POINTS);
        MUST(all_finite(&m->normal, sizeof m->normal) && contacts[i].normal_impulse[0] >= 0.0f);
    }
    MUST(FN(world_move_events)(now.world, moves, LIST_MAX, &count) == IMP_OK);
    for (int32_t i = 0; i < count; ++i)
    {
        MUST(FN(world_get_body)(now.world, moves[i].body, &s) == IMP_OK);
        MUST(memcmp(&s.pose, &moves[i].pose, sizeof s.pose) == 0);
    }
}

// The world goes on as one that has loaded its snapshot, with what its last step has told.
static void reload(void)
{
    static uint8_t snapshot[SNAPSHOT_MAX];
    int32_t count;
    MUST(FN(world_save)(now.world, snapshot, SNAPSHOT_MAX, &count) == IMP_OK);
    MUST(FN(world_load)(now.world, snapshot, count) == IMP_OK);
}

static void step_once(bytes* in)
{
    static const float TIMES[] = {1.0f / 60.0f, 1.0f / 30.0f, 1.0f / 240.0f, 0.25f};
    if (now.steps == STEPS_MAX)
    {
        return;
    }
    ++now.steps;
    if (now.reloads)
    {
        reload();
    }
    MUST(FN(world_step)(now.world, TIMES[next_byte(in) % 4]) == IMP_OK);
    imp_touch_events t;
    MUST(FN(world_touch_events)(now.world, &t) == IMP_OK);
    follow_touches(&now.touching, t.begun, t.begun_count, t.ended, t.ended_count);
    follow_touches(&now.inside, t.entered, t.entered_count, t.left, t.left_count);
    check_bodies();
    check_lists();
    after_step();
}

static void do_call(bytes* in)
{
    now.call = next_byte(in) % (CALLS + MORE_CALLS);
    now.bad = false;
    if (now.body_count == 0 || now.call < 3)
    {
        add_one(in);
        return;
    }
    switch (now.call)
    {
    case 3: remove_one(in); break;
    case 4:
    case 5:
    case 6: add_shape(in); break;
    case 7:
        if (now.collider_count > 0)
        {
            remove_shape(in);
        }
        break;
    case 8:
    case 9:
    case 10:
    case 11:
    case 12:
    case 13:
    case 14: change_body(in, now.call - 8); break;
    case 15:
    case 16:
    case 17:
    case 18:
        if (now.collider_count > 0)
        {
            change_shape(in, now.call - 15);
        }
        break;
    case 19: change_body(in, 7); break;
    default: now.call < CALLS ? step_once(in) : do_more(in, now.call - CALLS); break;
    }
}

static uint64_t live(const uint8_t* data, size_t size, int level, bool reloads)
{
    bytes in = {data, data + size};
    memset(&now, 0, sizeof now);
    now.reloads = reloads;
    WorldDef def = {.impact_speed = 1.0f};
    SET_AT(def.gravity, AXES - 1, -10.0f);
    MUST(FN(world_make)(&def, &now.world) == IMP_OK);
    FNI(world_set_level)(now.world, level);
    while (in.at < in.end)
    {
        do_call(&in);
    }
    step_once(&in);
    uint64_t hash = stats_now().hash;
    FN(world_free)(now.world);
    return hash;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    uint64_t widest = live(data, size, impi_cpu_level(), false);
    MUST(live(data, size, 0, true) == widest);
    return 0;
}
