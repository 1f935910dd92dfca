// SPDX-License-Identifier: MIT
//
// Calls about joints, couplings, wheels and articulations among all others of a world (world_fuzz.inl): a model knows
// which joints and couplings there are. They end when they are removed, with their bodies or joints, or break, and then
// that is told.
//
// Before it is included: all that world_fuzz.inl needs. The wrapper adds JOINT_AXES_USED, some_extras (of a definition)
// and add_wheels.

#define MORE_CALLS JOINT_CALLS

#include "world_fuzz.inl"

enum
{
    JOINTS_MAX = 32
};

typedef struct model_joint
{
    imp_joint handle;
    imp_body a, b;  // A may be none
    bool alive;
} model_joint;

typedef struct model_coupling
{
    imp_coupling handle;
    imp_joint a, b;
    bool alive;
} model_coupling;

static struct
{
    model_joint joints[JOINTS_MAX];
    model_coupling couplings[JOINTS_MAX];
    int32_t joint_count, coupling_count;
} tied;

static bool is_there(imp_body body)
{
    BodyState s;
    return FN(world_get_body)(now.world, body, &s) == IMP_OK;
}

static bool is_joint(imp_joint joint)
{
    JointState s;
    return FN(world_get_joint)(now.world, joint, &s) == IMP_OK;
}

// The model is of this life of the world; what has gone with bodies and joints is gone. Then all is as the world says.
static void follow_ties(void)
{
    if (!now.followed)
    {
        memset(&tied, 0, sizeof tied);
        now.followed = true;
    }
    for (int32_t i = 0; i < tied.joint_count; ++i)
    {
        model_joint* j = &tied.joints[i];
        JointState s = {.user = 0};
        JointDef def;
        j->alive = j->alive && is_there(j->b) && (j->a.id == 0 || is_there(j->a));
        MUST(is_joint(j->handle) == j->alive);
        if (j->alive)
        {
            MUST(FN(world_get_joint)(now.world, j->handle, &s) == IMP_OK && s.a.id == j->a.id && s.b.id == j->b.id);
            MUST(all_finite(s.values, sizeof s.values) && all_finite(&s.force, sizeof s.force));
            MUST(FN(world_get_joint_def)(now.world, j->handle, &def) == IMP_OK);
        }
    }
    for (int32_t i = 0; i < tied.coupling_count; ++i)
    {
        model_coupling* c = &tied.couplings[i];
        imp_coupling_state s;
        c->alive = c->alive && is_joint(c->a) && is_joint(c->b);
        MUST((FN(world_get_coupling)(now.world, c->handle, &s) == IMP_OK) == c->alive);
        MUST(!c->alive || (impi_finite(s.value) && impi_finite(s.force)));
    }
}

// Takes away what has broken in a step.
static void after_step(void)
{
    imp_joint joints[JOINTS_MAX];
    imp_coupling couplings[JOINTS_MAX];
    int32_t count;
    if (!now.followed)
    {
        return;
    }
    MUST(FN(world_broken_joints)(now.world, joints, JOINTS_MAX, &count) == IMP_OK);
    for (int32_t i = 0; i < count * tied.joint_count; ++i)
    {
        model_joint* j = &tied.joints[i % tied.joint_count];
        j->alive = j->alive && j->handle.id != joints[i / tied.joint_count].id;
    }
    MUST(FN(world_broken_couplings)(now.world, couplings, JOINTS_MAX, &count) == IMP_OK);
    for (int32_t i = 0; i < count * tied.coupling_count; ++i)
    {
        model_coupling* c = &tied.couplings[i % tied.coupling_count];
        c->alive = c->alive && c->handle.id != couplings[i / tied.coupling_count].id;
    }
    follow_ties();
}

static model_joint* some_joint(bytes* in)
{
    return &tied.joints[next_byte(in) % (tied.joint_count > 0 ? tied.joint_count : 1)];
}

static model_coupling* some_coupling(bytes* in)
{
    return &tied.couplings[next_byte(in) % (tied.coupling_count > 0 ? tied.coupling_count : 1)];
}

static void keep_joint(imp_joint handle, imp_body a, imp_body b)
{
    const model_joint joint = {handle, a, b, true};
    for (int32_t i = 0; i < tied.joint_count; ++i)
    {
        MUST(tied.joints[i].handle.id != handle.id);
    }
    tied.joints[tied.joint_count++] = joint;
}

static imp_axis some_axis(bytes* in)
{
    imp_axis a = {.kind = next_byte(in) % 16};
    now.bad |= a.kind == 15;
    a.kind = a.kind == 15 ? IMP_AXIS_KIND_COUNT : a.kind % IMP_AXIS_KIND_COUNT;
    uint8_t flags = next_byte(in);
    const float x = wild_number(in), y = wild_number(in);
    a.lower = x < y ? x : y;
    a.upper = x < y ? y : x;
    if (flags & 1)
    {
        a.stiffness = flags & 2 ? wild_size(in) : 0.0f;
        a.hertz = flags & 4 ? wild_size(in) : 0.0f;
        a.damping = flags & 8 ? wild_size(in) : 0.0f;
        a.damping_ratio = flags & 16 ? 0.7f : 0.0f;
        a.target = wild_number(in);
    }
    a.motor = (flags & 96) == 32;
    a.speed = a.motor ? wild_number(in) : 0.0f;
    a.most = flags & 128 ? wild_size(in) : 0.0f;
    return a;
}

static void add_joint(bytes* in)
{
    const imp_body none = {0};
    JointDef def = FN(joint_default)();
    uint8_t flags = next_byte(in);
    const model_body *a = some_body(in), *b = some_body(in);
    def.a = flags & 3 ? a->handle : none;
    def.b = b->handle;
    def.frame_a = next_place(in);
    def.frame_b = next_place(in);
    for (int32_t i = 0; i < JOINT_AXES_USED; ++i)
    {
        if (flags >> (i % 6) & 1)
        {
            def.axes[i] = some_axis(in);
        }
    }
    def.collide = flags & 64;
    def.break_force = flags & 128 ? wild_size(in) : 0.0f;
    some_extras(in, &def);
    if (tied.joint_count == JOINTS_MAX)
    {
        return;
    }
    const bool alive = b->alive && (def.a.id == 0 || a->alive) && def.a.id != def.b.id;
    imp_joint made;
    const figures before = stats_now();
    const imp_status status = FN(world_add_joint)(now.world, &def, &made);
    check_call(status, alive, &before);
    if (!status)
    {
        keep_joint(made, def.a, def.b);
    }
}

static void change_joint(bytes* in, int how)
{
    model_joint* j = some_joint(in);
    const int32_t which = next_byte(in) % (DIM(AXIS_COUNT) + 1);
    const imp_axis axis = some_axis(in);
    const Pose frame = next_place(in);
    const figures before = stats_now();
    bool bad = now.bad;
    switch (how)
    {
    case 0:
        now.bad = false;
        check_call(FN(world_remove_joint)(now.world, j->handle), j->alive, &before);
        j->alive = false;
        break;
    case 1:
        now.bad = bad || which == DIM(AXIS_COUNT);
        check_call(FN(world_set_axis)(now.world, j->handle, which, &axis), j->alive, &before);
        break;
    case 2:
        now.bad = false;
        check_call(FN(world_set_joint_frames)(now.world, j->handle, which & 1 ? &frame : NULL, which & 2 ? &frame : NULL),
                   j->alive, &before);
        break;
    default:
        now.bad = false;
        const float speed = wild_number(in), torque = wild_size(in);
        check_call(FN(world_drive_wheel)(now.world, j->handle, speed, torque), j->alive, &before);
        break;
    }
}

static void add_coupling(bytes* in)
{
    imp_coupling_def def = imp_coupling_default();
    const model_joint *a = some_joint(in), *b = some_joint(in);
    def.a = a->handle;
    def.b = b->handle;
    def.axis_a = next_byte(in) % (DIM(AXIS_COUNT) + 1);
    def.axis_b = next_byte(in) % DIM(AXIS_COUNT);
    def.ratio_a = 1.0f + wild_size(in);
    def.ratio_b = -1.0f - wild_size(in);
    def.axis = some_axis(in);
    def.break_force = def.axis_a & 1 ? wild_size(in) : 0.0f;
    now.bad |= def.axis_a == DIM(AXIS_COUNT) || (def.a.id == def.b.id && def.axis_a == def.axis_b);
    if (tied.coupling_count == JOINTS_MAX)
    {
        return;
    }
    imp_coupling made;
    const figures before = stats_now();
    const imp_status status = FN(world_add_coupling)(now.world, &def, &made);
    check_call(status, a->alive && b->alive, &before);
    if (!status)
    {
        const model_coupling coupling = {made, def.a, def.b, true};
        tied.couplings[tied.coupling_count++] = coupling;
    }
}

static void change_coupling(bytes* in, bool removes)
{
    model_coupling* c = some_coupling(in);
    const imp_axis axis = some_axis(in);
    const figures before = stats_now();
    now.bad = now.bad && !removes;
    check_call(removes ? FN(world_remove_coupling)(now.world, c->handle)
                       : FN(world_set_coupling)(now.world, c->handle, &axis),
               c->alive, &before);
    c->alive = c->alive && !removes;
}

static void add_some_wheels(bytes* in)
{
    const model_body *chassis = some_body(in), *other[2] = {some_body(in), some_body(in)};
    imp_wheel wheels[2];
    imp_joint made[2];
    bool alive = chassis->alive;
    for (int32_t i = 0; i < 2; ++i)
    {
        wheels[i] = imp_wheel_default();
        wheels[i].body = other[i]->handle;
        wheels[i].hertz = wild_size(in);
        wheels[i].travel_up = wild_size(in);
        alive = alive && other[i]->alive && other[i] != chassis;
    }
    if (tied.joint_count + 2 > JOINTS_MAX)
    {
        return;
    }
    const figures before = stats_now();
    const imp_status status = add_wheels(now.world, chassis->handle, wheels, 2, made);
    // More than one thing may be wrong: a chassis without mass is told before wheels that are gone, and a spring may be
    // too stiff for a number.
    MUST(status || (alive && !now.bad));
    now.bad |= status != IMP_OK;
    check_call(status, true, &before);
    for (int32_t i = 0; i < 2 && !status; ++i)
    {
        keep_joint(made[i], chassis->handle, other[i]->handle);
    }
}

// Two links at a body or at the world.
static void add_tree(bytes* in)
{
    const imp_body none = {0};
    const model_body* base = some_body(in);
    ArticulationLink links[2] = {FN(articulation_link_default)(), FN(articulation_link_default)()};
    Shape shape;
    Compound part;
    imp_body bodies[2];
    imp_joint joints[2];
    int32_t link;
    links[0].parent = IMP_LINK_BASE;
    links[1].parent = 0;
    for (int32_t i = 0; i < 2; ++i)
    {
        links[i].joint.frame_a = next_place(in);
        links[i].joint.frame_b = next_place(in);
        links[i].joint.axes[AXES] = some_axis(in);
        links[i].values[AXES] = links[i].joint.axes[AXES].kind == IMP_AXIS_FREE ? wild_number(in) : 0.0f;
    }
    if (!some_shape(in, &shape))
    {
        return;
    }
    bool room = tied.joint_count + 2 <= JOINTS_MAX && now.body_count + 2 <= BODIES_MAX &&
                now.collider_count + 2 <= COLLIDERS_MAX && FN(compound_of_shape)(&shape, &part) == IMP_OK;
    if (room)
    {
        const ArticulationCollider colliders[2] = {{0, &part, FN(collider_default)()}, {1, &part, FN(collider_default)()}};
        const bool based = next_byte(in) & 1;
        const ArticulationDef def = {.base = based ? base->handle : none,
                                     .links = links,
                                     .link_count = 2,
                                     .colliders = colliders,
                                     .collider_count = 2};
        const figures before = stats_now();
        const imp_status status = FN(world_add_articulation)(now.world, &def, bodies, joints, &link);
        const figures after = stats_now();
        MUST(status ? after.hash == before.hash && after.bodies == before.bodies
                    : after.bodies == before.bodies + 2 && !now.bad && (!based || base->alive));
        for (int32_t i = 0; i < 2 && !status; ++i)
        {
            const model_body body = {bodies[i], true, IMP_BODY_DYNAMIC, FN(pose_identity)()};
            model_collider worn = {{0}, true, now.body_count};
            int32_t count;
            MUST(FN(world_body_colliders)(now.world, bodies[i], &worn.handle, 1, &count) == IMP_OK && count == 1);
            keep_joint(joints[i], i > 0 ? bodies[0] : def.base, bodies[i]);
            now.colliders[now.collider_count++] = worn;
            now.bodies[now.body_count++] = body;
        }
    }
    FN(shape_free)(&shape);
}

static void do_more(bytes* in, int call)
{
    follow_ties();
    switch (call)
    {
    case 0:
    case 1:
    case 2:
    case 3:
    case 4: add_joint(in); break;
    case 5:
    case 6:
    case 7:
    case 8: change_joint(in, call - 5); break;
    case 9:
    case 10: add_coupling(in); break;
    case 11: change_coupling(in, false); break;
    case 12: change_coupling(in, true); break;
    case 13: add_some_wheels(in); break;
    default: add_tree(in); break;
    }
    follow_ties();
}
