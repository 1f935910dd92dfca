// SPDX-License-Identifier: MIT
//
// Who sleeps in a world: what falls does not, whatever gravity and the length unit are, and what lies does. Every call
// that changes what a sleeping body depends on wakes it, and no other one. The wrapper adds start_belt.

#include "kit.inl"

static World* world_of(float gravity, float unit)
{
    WorldDef def = {.gravity = at(0.0f, -gravity, 0.0f), .length_unit = unit};
    World* world;
    assert_int_equal(FN(world_make)(&def, &world), IMP_OK);
    return world;
}

static float log_range(test_rng* rng, float low, float high)
{
    return expf(test_rng_range(rng, logf(low), logf(high)));
}

// Falling

// A body alone, thrown up or dropped, or two that touch: awake in every step, and where free fall has it.
static void what_falls_is_awake(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(300);
    for (uint64_t i = 0; i < count; ++i)
    {
        float pull = log_range(&rng, 1e-4f, 10.0f), scale = i % 3 ? 1.0f : log_range(&rng, 1e-3f, 10.0f);
        float unit = i % 4 == 0 ? 1000.0f : i % 4 == 1 ? log_range(&rng, 1e-2f, 1e3f) : 1.0f;
        float up = i % 2 ? 0.0f : 1.5f * pull;
        World* world = world_of(pull / scale, unit);
        Shape box = box_of(0.5f, 0.5f, 0.5f);
        imp_body bodies[2];
        int bodies_count = i % 5 == 0 ? 2 : 1;
        for (int k = 0; k < bodies_count; ++k)
        {
            bodies[k] = add_with(world, IMP_BODY_DYNAMIC, pose_of(at(0.0f, (float)k, 0.0f), 0.0f), &box, NULL, NULL);
            assert_int_equal(FN(world_set_gravity_scale)(world, bodies[k], scale), IMP_OK);
            assert_int_equal(FN(world_set_velocity)(world, bodies[k], at(0.0f, up, 0.0f), spin_about(0.0f)), IMP_OK);
        }
        for (int step = 1; step <= 240; ++step)
        {
            run_judged(world, 1);
            double h = (double)DT / 4.0, n = 4.0 * step;
            double y = (double)up * n * h - 0.5 * (double)pull * h * h * n * (n + 1.0);
            for (int k = 0; k < bodies_count; ++k)
            {
                BodyState s = state_of(world, bodies[k]);
                assert_true(s.awake);
                assert_true(fabs((double)s.pose.p.y - k - y) < 1e-3 * fabs(y) + 2e-4 + 1e-6 * unit);
            }
        }
        FN(world_free)(world);
    }
    test_report("sleep what_falls_is_awake", count);
}

// Through honey it falls at pull / damping, however slow that is.
static void what_sinks_is_awake(void** state)
{
    (void)state;
    for (int i = 0; i < 12; ++i)
    {
        float damping = ldexpf(1.0f, i), pull = i % 2 ? 10.0f : 0.1f;
        World* world = world_of(pull, 1.0f);
        Shape box = box_of(0.5f, 0.5f, 0.5f);
        BodyDef def = {.kind = IMP_BODY_DYNAMIC, .linear_damping = damping};
        imp_body body;
        assert_int_equal(FN(world_add_body)(world, &def, &body), IMP_OK);
        (void)wear(world, body, &box, NULL);
        for (int step = 0; step < 600; ++step)
        {
            run_judged(world, 1);
            assert_true(state_of(world, body).awake);
        }
        float sunk = pull / damping * (10.0f - 1.0f / damping * (1.0f - expf(-10.0f * damping)));
        assert_true(fabsf(state_of(world, body).pose.p.y + sunk) < 0.03f * sunk);
        FN(world_free)(world);
    }
}

// What is above a floor, nearer than contacts need to be prepared, has not come to it yet; there it falls asleep.
static void falls_onto_a_floor_and_sleeps(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(60);
    for (uint64_t i = 0; i < count; ++i)
    {
        float unit = i % 3 == 0 ? log_range(&rng, 1.0f, 1000.0f) : 1.0f;
        float size = unit * test_rng_range(&rng, 0.2f, 0.5f), gap = unit * log_range(&rng, 1e-3f, 0.019f);
        float gravity = unit * log_range(&rng, 0.003f, 10.0f);
        World* world = world_of(gravity, unit);
        Shape floor = box_of(100.0f * unit, unit, 100.0f * unit), box = box_of(size, size, size);
        add_with(world, IMP_BODY_STATIC, pose_of(at(0.0f, -unit, 0.0f), 0.0f), &floor, NULL, NULL);
        imp_body body = add_with(world, IMP_BODY_DYNAMIC, pose_of(at(0.0f, size + gap, 0.0f), 0.0f), &box, NULL, NULL);
        float last = sqrtf(2.0f * gap / gravity), time = 0.0f;
        for (; time < last + 60.0f && state_of(world, body).awake; time += DT)
        {
            run_judged(world, 1);
        }
        assert_number(time, >, last);
        assert_number(time, <, last + 3.0f + 10.0f * sqrtf(unit / gravity));
        assert_true(fabsf(state_of(world, body).pose.p.y - size) < 2e-3f * unit);
        FN(world_free)(world);
    }
    test_report("sleep falls_onto_a_floor_and_sleeps", count);
}

// On a slope without friction nothing rests, and on one with enough of it everything.
static void slopes_hold_or_do_not(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(60);
    for (uint64_t i = 0; i < count; ++i)
    {
        bool slips = i % 2;
        float angle = test_rng_range(&rng, 0.1f, 0.5f), gravity = log_range(&rng, 0.003f, 10.0f);
        const ColliderDef matter = matter_of(1.0f, slips ? 0.0f : 1.0f, 0.0f, 0.0f);
        World* world = world_of(gravity, 1.0f);
        Shape slope = box_of(200.0f, 1.0f, 200.0f), box = box_of(0.5f, 0.5f, 0.5f);
        add_with(world, IMP_BODY_STATIC, pose_of(at(sinf(angle), -cosf(angle), 0.0f), angle), &slope, &matter, NULL);
        imp_body body =
            add_with(world, IMP_BODY_DYNAMIC, pose_of(at(-0.5f * sinf(angle), 0.5f * cosf(angle), 0.0f), angle), &box,
                     &matter, NULL);
        int steps = slips ? 300 : 180 + (int)(60.0f * 20.0f / sqrtf(gravity));
        for (int step = 0; step < steps && (slips || state_of(world, body).awake); ++step)
        {
            run_judged(world, 1);
            assert_true(!slips || state_of(world, body).awake);
        }
        assert_int_equal(state_of(world, body).awake, slips);
        FN(world_free)(world);
    }
    test_report("sleep slopes_hold_or_do_not", count);
}

// Piles under weak gravity come to rest, too.
static void weak_piles_sleep(void** state)
{
    (void)state;
    for (int i = 0; i < 3; ++i)
    {
        float gravity = i == 0 ? 1.6f : i == 1 ? 0.1f : 0.01f, slower = sqrtf(10.0f / gravity);
        World* world = world_of(gravity, 1.0f);
        add_floor(world);
        Shape box = box_of(0.5f, 0.5f, 0.5f), ball = ball_of(0.5f);
        for (int k = 0; k < 15; ++k)
        {
            const ColliderDef matter = matter_of(1.0f, 0.5f, 0.0f, 0.02f);
            add_with(
                world, IMP_BODY_DYNAMIC,
                pose_of(at(1.05f * (float)(k % 5) + 0.2f * (float)(k / 5), 0.5f + 1.05f * (float)(k / 5), 0.0f), 0.0f),
                k % 4 == 3 ? &ball : &box, &matter, NULL);
        }
        run_judged(world, (int)(60.0f * 12.0f * slower));
        assert_int_equal(stats_of(world).awake, 0);
        FN(world_free)(world);
    }
}

// Waking

enum
{
    KIND_FLOOR = 3,
    KIND_BOX = 7,
    KIND_OTHER = 9
};

// Two piles, a ball on a box, each on a floor of its own that goes along when it is told to. All sleep, one by one or as
// what they are. Only what is done to the first floor, and to what lies on it, concerns the first pile.
typedef struct piles
{
    World* world;
    imp_body floors[2], low[2], high[2];
    imp_collider floor_colliders[2], low_colliders[2];
    Hooks hooks;
} piles;

static const ColliderDef BOX_DEF = {.density = 1.0f, .material = {.friction = 0.5f, .kind = KIND_BOX}};

static void piles_make(piles* p, bool kinematic, bool one_by_one)
{
    Shape floor = box_of(5.0f, 0.5f, 5.0f), box = box_of(0.5f, 0.5f, 0.5f), ball = ball_of(0.5f);
    memset(p, 0, sizeof *p);
    p->world = new_world(10.0f);
    for (int i = 0; i < 2; ++i)
    {
        ColliderDef floor_def = {.material = {.friction = 0.5f, .kind = KIND_FLOOR}, .one_way = at(0.0f, 1.0f, 0.0f)};
        ColliderDef box_def = BOX_DEF;
        box_def.material.kind = i == 0 ? KIND_BOX : KIND_OTHER;
        float x = 20.0f * (float)i;
        p->floors[i] = add_bare(p->world, kinematic ? IMP_BODY_KINEMATIC : IMP_BODY_STATIC, at(x, -0.5f, 0.0f));
        p->floor_colliders[i] = wear(p->world, p->floors[i], &floor, &floor_def);
        p->low[i] = add_bare(p->world, IMP_BODY_DYNAMIC, at(x, 0.5f, 0.0f));
        p->low_colliders[i] = wear(p->world, p->low[i], &box, &box_def);
        p->high[i] = add_bare(p->world, IMP_BODY_DYNAMIC, at(x, 1.5f, 0.0f));
        (void)wear(p->world, p->high[i], &ball, &box_def);
    }
    run_judged(p->world, one_by_one ? 20 : 240);
    for (int i = 0; i < 2 && one_by_one; ++i)
    {
        assert_int_equal(FN(world_set_awake)(p->world, p->low[i], false), IMP_OK);
        assert_int_equal(FN(world_set_awake)(p->world, p->high[i], false), IMP_OK);
    }
    run_judged(p->world, 2);
    for (int i = 0; i < 2; ++i)
    {
        assert_false(state_of(p->world, p->low[i]).awake || state_of(p->world, p->high[i]).awake);
    }
}

static imp_surface ice_hook(void* user, const imp_material* a, const imp_material* b)
{
    (void)user;
    bool boxes = a->kind == KIND_BOX || b->kind == KIND_BOX;
    return (imp_surface){boxes ? 0.0f : sqrtf(a->friction * b->friction), 0.0f, 0.0f, 0.0f};
}

static imp_surface rule_hook(void* user, const imp_material* a, const imp_material* b)
{
    (void)user;
    return (imp_surface){sqrtf(a->friction * b->friction), fmaxf(a->restitution, b->restitution),
                         fmaxf(a->rolling_resistance, b->rolling_resistance), a->tangent_speed + b->tangent_speed};
}

static bool any_pair(void* user, imp_collider a, imp_collider b)
{
    (void)user;
    (void)a;
    (void)b;
    return true;
}

static double no_time(void* user)
{
    (void)user;
    return 0.0;
}

// What is done, and whom it concerns.
enum
{
    NOBODY = 0,
    LOW = 1,
    HIGH = 2,
    BOTH = LOW | HIGH
};

enum
{
    MIX,
    MIX_THE_SAME,
    MIX_OTHERS,
    MIX_HOOK,
    RULE_HOOK,
    CLOCK,
    FILTER_HOOK,
    FLOOR_MATERIAL,
    FLOOR_MATERIAL_THE_SAME,
    FLOOR_KIND_MATERIAL,  // of a kind that the table of mixtures does not know
    BOX_MATERIAL,
    FLOOR_BELT,
    FLOOR_FILTER,
    BOX_FILTER,
    FLOOR_TWO_WAY,
    DROP,
    SCALE,
    PUSH,
    PULL,
    TURN,
    EXPLODE,
    FLOOR_DOWN,
    FLOOR_DOWN_A_LITTLE,
    LOW_DOWN_A_LITTLE,
    LOW_ASIDE,  // so that boxes still overlap
    LOW_AWAY,
    FLOOR_MOVES,
    FLOOR_IS_SENT,
    FLOOR_OUT,
    LOW_OUT,
    FLOOR_GONE,
    LOW_GONE,
    FLOOR_BARE,
    LOW_BARE,
    LOW_HEAVIER,
    SHIFT,
    FLOOR_KIND,
    LOW_KIND,
    LOCKS,
    MASS,
    DENSITY,
    SLEEPLESS,
    SPIN,
    FORCE,
    TORQUE,
    DAMPING,
    BULLET,
    DEEDS
};

static imp_status move_by(World* world, imp_body body, float x, float y)
{
    Pose pose = state_of(world, body).pose;
    pose.p.x += x;
    pose.p.y += y;
    return FN(world_set_pose)(world, body, &pose);
}

static imp_status do_to_surfaces(piles* p, int deed)
{
    const imp_surface ice = {0.0f, 0.0f, 0.0f, 0.0f}, wood = {0.5f, 0.0f, 0.0f, 0.0f};
    World* w = p->world;
    imp_material m = {.friction = 0.5f, .kind = KIND_FLOOR};
    switch (deed)
    {
    case MIX: return FN(world_combine_materials)(w, KIND_FLOOR, KIND_BOX, &ice);
    case MIX_THE_SAME: return FN(world_combine_materials)(w, KIND_FLOOR, KIND_BOX, &wood);
    case MIX_OTHERS: return FN(world_combine_materials)(w, KIND_FLOOR, KIND_FLOOR, &ice);
    case MIX_HOOK: p->hooks.combine = ice_hook; return FN(world_set_hooks)(w, &p->hooks);
    case RULE_HOOK: p->hooks.combine = rule_hook; return FN(world_set_hooks)(w, &p->hooks);
    case CLOCK: p->hooks.clock = no_time; return FN(world_set_hooks)(w, &p->hooks);
    case FILTER_HOOK: p->hooks.filter = any_pair; return FN(world_set_hooks)(w, &p->hooks);
    case FLOOR_MATERIAL: m.friction = 0.1f; break;
    case FLOOR_KIND_MATERIAL: m.kind = 2; break;
    case FLOOR_BELT: return start_belt(w, p->floor_colliders[0], m);
    case BOX_MATERIAL: m.friction = 0.0f; return FN(world_set_material)(w, p->low_colliders[0], &m);
    default: break;
    }
    return FN(world_set_material)(w, p->floor_colliders[0], &m);
}

static imp_status do_to_bodies(piles* p, int deed)
{
    World* w = p->world;
    Pose there = state_of(w, p->floors[0]).pose;
    there.p.y -= 0.01f;
    Shape box = box_of(0.5f, 0.5f, 0.5f);
    const Vec up = at(0.0f, 1.0f, 0.0f), down = at(0.0f, -1.0f, 0.0f), none = at(0.0f, 0.0f, 0.0f);
    Explosion bang = {.center = at(-2.0f, 0.5f, 0.0f), .radius = 2.0f};
    *strength_of(&bang) = 1.0f;
    switch (deed)
    {
    case FLOOR_FILTER: return FN(world_set_filter)(w, p->floor_colliders[0], &(imp_filter){1, 1}, 0);
    case BOX_FILTER: return FN(world_set_filter)(w, p->low_colliders[0], &(imp_filter){1, 1}, 0);
    case FLOOR_TWO_WAY: return FN(world_set_one_way)(w, p->floor_colliders[0], none, 0.0f);
    case DROP: return FN(world_drop_through)(w, p->low[0]);
    case SCALE: return FN(world_set_gravity_scale)(w, p->low[0], 0.5f);
    case PUSH: return FN(world_apply_impulse)(w, p->low[0], up, none);
    case PULL: return FN(world_apply_force_and_torque)(w, p->low[0], up, spin_about(0.0f));
    case TURN: return FN(world_set_velocity)(w, p->low[0], none, spin_about(0.5f));
    case EXPLODE: return FN(world_explode)(w, &bang);
    case FLOOR_DOWN: return move_by(w, p->floors[0], 0.0f, -1.0f);
    case FLOOR_DOWN_A_LITTLE: return move_by(w, p->floors[0], 0.0f, -0.015f);
    case LOW_DOWN_A_LITTLE: return move_by(w, p->low[0], 0.0f, -0.015f);
    case LOW_ASIDE: return move_by(w, p->low[0], 0.9f, 0.0f);
    case LOW_AWAY: return move_by(w, p->low[0], -3.0f, 0.0f);
    case FLOOR_MOVES: return FN(world_set_velocity)(w, p->floors[0], down, spin_about(0.0f));
    case FLOOR_IS_SENT: return FN(world_set_target_pose)(w, p->floors[0], &there, DT);
    case FLOOR_OUT: return FN(world_set_enabled)(w, p->floors[0], false);
    case LOW_OUT: return FN(world_set_enabled)(w, p->low[0], false);
    case FLOOR_GONE: return FN(world_remove_body)(w, p->floors[0]);
    case LOW_GONE: return FN(world_remove_body)(w, p->low[0]);
    case FLOOR_BARE: return FN(world_remove_collider)(w, p->floor_colliders[0]);
    case LOW_BARE: return FN(world_remove_collider)(w, p->low_colliders[0]);
    case LOW_HEAVIER: return FN(world_add_collider)(w, p->low[0], &box, &BOX_DEF, NULL);
    default: return FN(world_shift_origin)(w, at(3.0f, 1.0f, 0.0f));
    }
}

static imp_status do_to_what_they_are(const piles* p, int deed)
{
    World* w = p->world;
    imp_body low = p->low[0];
    const Vec up = at(0.0f, 1.0f, 0.0f), none = at(0.0f, 0.0f, 0.0f);
    int32_t kind = state_of(w, p->floors[0]).kind;
    const Shape box = box_of(0.5f, 0.5f, 0.5f);
    Mass mass;
    assert_int_equal(FN(shape_mass)(&box, 2.0f, &mass), IMP_OK);
    switch (deed)
    {
    case FLOOR_KIND: return FN(world_set_kind)(w, p->floors[0], IMP_BODY_STATIC + IMP_BODY_KINEMATIC - kind);
    case LOW_KIND: return FN(world_set_kind)(w, low, IMP_BODY_KINEMATIC);
    case LOCKS: return FN(world_set_locks)(w, low, DIM(LOCK_Y));
    case MASS: return FN(world_set_mass)(w, low, &mass);
    case DENSITY: return FN(world_set_density)(w, p->low_colliders[0], 3.0f);
    case SLEEPLESS: return FN(world_set_no_sleep)(w, low, true);
    case SPIN: return FN(world_apply_angular_impulse)(w, low, spin_about(0.1f));
    case FORCE: return FN(world_apply_force)(w, low, up, none);
    case TORQUE: return FN(world_apply_torque)(w, low, spin_about(1.0f));
    case DAMPING: return FN(world_set_damping)(w, low, 1.0f, 1.0f);
    default: return FN(world_set_bullet)(w, low, true);
    }
}

static int concerned_by(int deed)
{
    switch (deed)
    {
    case MIX_THE_SAME:
    case MIX_OTHERS:
    case RULE_HOOK:
    case CLOCK:
    case FILTER_HOOK:
    case FLOOR_MATERIAL_THE_SAME:
    case FLOOR_KIND_MATERIAL:
    case DAMPING:
    case BULLET:
    case SHIFT: return NOBODY;
    case LOW_GONE: return HIGH;
    default: return BOTH;
    }
}

// Who lies on what is touched by what a call does, wakes at the latest with the next step; the other pile does not.
static void calls_wake_whom_they_concern(void** state)
{
    (void)state;
    for (int deed = 0; deed < DEEDS; ++deed)
    {
        for (int form = 0; form < 4; ++form)
        {
            piles p;
            bool kinematic = form & 1, one_by_one = form & 2;
            bool moves = deed == FLOOR_MOVES || deed == FLOOR_IS_SENT;
            if (moves && !kinematic)
            {
                continue;
            }
            piles_make(&p, kinematic, one_by_one);
            assert_int_equal(deed <= FLOOR_BELT ? do_to_surfaces(&p, deed)
                             : deed <= SHIFT    ? do_to_bodies(&p, deed)
                                                : do_to_what_they_are(&p, deed),
                             IMP_OK);
            run_judged(p.world, 1);
            int woken = 0, expected = concerned_by(deed);
            BodyState low, high;
            woken |= !FN(world_get_body)(p.world, p.low[0], &low) && low.awake ? LOW : 0;
            woken |= !FN(world_get_body)(p.world, p.high[0], &high) && high.awake ? HIGH : 0;
            if (woken != expected)
            {
                print_error("deed %d, form %d: woken %d\n", deed, form, woken);
            }
            assert_int_equal(woken, expected);
            assert_false(state_of(p.world, p.low[1]).awake || state_of(p.world, p.high[1]).awake);
            FN(world_free)(p.world);
        }
    }
}

// Another gravity concerns all that feel it.
static void gravity_wakes_who_feels_it(void** state)
{
    (void)state;
    for (int form = 0; form < 4; ++form)
    {
        piles p;
        piles_make(&p, form & 1, form & 2);
        imp_body floating = add_bare(p.world, IMP_BODY_DYNAMIC, at(0.0f, 50.0f, 0.0f));
        assert_int_equal(FN(world_set_gravity_scale)(p.world, floating, 0.0f), IMP_OK);
        assert_int_equal(FN(world_set_awake)(p.world, floating, false), IMP_OK);
        for (int other = 0; other < 2; ++other)
        {
            assert_int_equal(FN(world_set_gravity)(p.world, at(other ? 1.0f : 0.0f, -10.0f, 0.0f)), IMP_OK);
            run_judged(p.world, 1);
            for (int i = 0; i < 2; ++i)
            {
                assert_int_equal(state_of(p.world, p.low[i]).awake, other);
                assert_int_equal(state_of(p.world, p.high[i]).awake, other);
            }
            assert_false(state_of(p.world, floating).awake);
        }
        FN(world_free)(p.world);
    }
}

// A box that sleeps on a slope slides down as its surface becomes ice, by whatever call.
static void slides_when_its_slope_freezes(void** state)
{
    (void)state;
    for (int way = 0; way < 3; ++way)
    {
        World* world = new_world(10.0f);
        Shape slope = box_of(50.0f, 1.0f, 50.0f), box = box_of(0.5f, 0.5f, 0.5f);
        const imp_surface ice = {0.0f, 0.0f, 0.0f, 0.0f};
        const imp_material frozen = {.friction = 0.0f, .kind = KIND_FLOOR};
        Hooks hooks = {.combine = ice_hook};
        BodyDef def = {.pose = pose_of(at(0.0f, 0.0f, 0.0f), 0.3f)};
        imp_body floor, body;
        assert_int_equal(FN(world_add_body)(world, &def, &floor), IMP_OK);
        imp_collider worn =
            wear(world, floor, &slope, &(ColliderDef){.material = {.friction = 1.0f, .kind = KIND_FLOOR}});
        def.kind = IMP_BODY_DYNAMIC;
        def.pose = pose_of(at(-1.5f * sinf(0.3f), 1.5f * cosf(0.3f), 0.0f), 0.3f);
        assert_int_equal(FN(world_add_body)(world, &def, &body), IMP_OK);
        (void)wear(world, body, &box, &BOX_DEF);
        run_judged(world, 180);
        assert_false(state_of(world, body).awake);
        Vec before = state_of(world, body).pose.p;
        assert_int_equal(way == 0   ? FN(world_combine_materials)(world, KIND_BOX, KIND_FLOOR, &ice)
                         : way == 1 ? FN(world_set_hooks)(world, &hooks)
                                    : FN(world_set_material)(world, worn, &frozen),
                         IMP_OK);
        run_judged(world, 60);
        Vec moved = FN(vec_sub)(state_of(world, body).pose.p, before);
        float slid = sqrtf(FN(vec_dot)(moved, moved));
        assert_true(fabsf(slid - 0.5f * 10.0f * sinf(0.3f)) < 0.05f);
        FN(world_free)(world);
    }
}

// Boxes that stand apart and are woken one after the other: each begins to sleep soon after half a second, and several
// do so at once, as others pay for it.
static void few_wait_for_others(void** state)
{
    enum
    {
        COUNT = 120,
        HALF = 30,  // steps of half a second
        WAIT = 9    // and those that few wait for others
    };
    (void)state;
    World* world = new_world(10.0f);
    const Shape floor = box_of(500.0f, 1.0f, 5.0f), box = box_of(0.5f, 0.5f, 0.5f);
    imp_body bodies[COUNT];
    int since[COUNT], begun = 0, all = 0;
    (void)add(world, IMP_BODY_STATIC, at(0.0f, -1.0f, 0.0f), &floor);
    for (int i = 0; i < COUNT; ++i)
    {
        bodies[i] = add(world, IMP_BODY_DYNAMIC, at(3.0f * (float)i, 0.5f, 0.0f), &box);
        since[i] = -1;
    }
    run_judged(world, 120);
    for (int step = 0; step < COUNT + HALF + WAIT; ++step)
    {
        int now = 0;
        for (int i = 0; i < COUNT && step == 0; ++i)
        {
            assert_false(state_of(world, bodies[i]).awake);
        }
        if (step < COUNT)
        {
            assert_int_equal(FN(world_set_awake)(world, bodies[step], true), IMP_OK);
            since[step] = step;
        }
        run_judged(world, 1);
        for (int i = 0; i < COUNT; ++i)
        {
            if (since[i] >= 0 && !state_of(world, bodies[i]).awake)
            {
                assert_in_range(step - since[i], HALF - 2, HALF + WAIT);
                since[i] = -1;
                ++now;
            }
        }
        all += now;
        begun += now > 0 ? 1 : 0;
    }
    assert_int_equal(all, COUNT);
    assert_in_range(begun, 1, COUNT / 2);
    FN(world_free)(world);
}

#define SLEEP_TESTS                                                                                                    \
    cmocka_unit_test(what_falls_is_awake), cmocka_unit_test(what_sinks_is_awake),                                      \
        cmocka_unit_test(falls_onto_a_floor_and_sleeps), cmocka_unit_test(slopes_hold_or_do_not),                      \
        cmocka_unit_test(weak_piles_sleep), cmocka_unit_test(calls_wake_whom_they_concern),                            \
        cmocka_unit_test(few_wait_for_others),                                                                         \
        cmocka_unit_test(gravity_wakes_who_feels_it), cmocka_unit_test(slides_when_its_slope_freezes)
