// SPDX-License-Identifier: MIT
//
// A clock: a weight on a rope turns a drum, gears turn hands and an escape wheel, and the pallets of a pendulum let it
// go on by half a tooth with each swing. Each tooth that slides off a pallet pushes the pendulum, which therefore never
// stops. Gears and ropes are couplings, teeth and pallets are contacts. That the hour hand goes a twelfth as far as the
// minute hand is printed, and how long a swing takes, beside what it takes a pendulum alone.

#include <impinge/impinge2.h>

#include <math.h>
#include <stdio.h>

enum
{
    TEETH = 15,
    SPAN = 3,  // whole teeth between the pallets, and a half
    SECONDS = 150,
    TIES = 7  // joints
};

enum
{
    ESCAPE,
    SECOND,
    MINUTE,
    HOUR,
    DRUM,
    WEIGHT,
    COUNTER
};

static const float turn = 6.2831853f, rim = 0.3f, drop = 0.04f;  // radius of the teeth; rad of free way after each push
static const float push = 0.07f, lock = 0.012f;  // how far the pendulum is pushed, and half of what is locked
static const float half_span = 0.5f * 6.2831853f * (SPAN + 0.5f) / TEETH;
static const float drum_radius = 0.06f, swing = 0.13f, pulley_y = 0.2f;

typedef struct clock_work
{
    imp2_world* world;
    imp_body pendulum, wheels[TIES];
    imp_joint joints[TIES];
    imp_coupling couplings[6];
    imp2_vec pivot;
} clock_work;

static imp2_vec polar(float radius, float angle)
{
    float s, c;
    (void)imp_sincos(angle, &s, &c);
    return (imp2_vec){radius * c, radius * s};
}

static imp2_vec turned(imp2_vec v, float angle)
{
    imp2_rot q;
    (void)imp2_rot_make(angle, &q);
    return (imp2_vec){q.c * v.x - q.s * v.y, q.s * v.x + q.c * v.y};
}

static imp_status add_body(imp2_world* world, imp2_vec at, float angle, imp_body* out)
{
    imp2_body_def def = imp2_body_default();
    def.kind = IMP_BODY_DYNAMIC;
    def.pose.p = at;
    def.no_sleep = true;
    (void)imp2_rot_make(angle, &def.pose.q);
    return imp2_world_add_body(world, &def, out);
}

/// Only teeth and pallets meet.
static imp_status wear(imp2_world* world, imp_body body, imp2_shape* shape, float mass, bool meets)
{
    imp2_collider_def def = imp2_collider_default();
    imp2_mass weight;
    def.filter = (imp_filter){.category = 1, .mask = meets ? 1u : 0u};
    def.material.friction = 0.05f;
    imp_status status = imp2_shape_mass(shape, 1.0f, &weight);
    def.density = mass / weight.mass;
    status = status ? status : imp2_world_add_collider(world, body, shape, &def, NULL);
    imp2_shape_free(shape);
    return status;
}

static imp_status wear_circle(imp2_world* world, imp_body body, imp2_vec at, float radius, float mass)
{
    imp2_shape shape;
    imp_status status = imp2_circle_make(at, radius, &shape);
    return status ? status : wear(world, body, &shape, mass, false);
}

/// A tooth leans forward, to the right at the top: only its tip meets pallets.
static imp_status add_tooth(clock_work* c, int i)
{
    const float at =
        turn * (0.25f + (float)i / (float)TEETH) + half_span + 0.02f;  // one is just before the left pallet
    const imp2_vec corners[3] = {polar(rim, at), polar(0.72f * rim, at + 0.2f), polar(0.72f * rim, at + 0.05f)};
    imp2_shape tooth;
    imp_status status = imp2_polygon_make(corners, 3, 0.0f, NULL, &tooth, NULL);
    return status ? status : wear(c->world, c->wheels[ESCAPE], &tooth, 0.0002f, true);
}

/// The tip of a tooth, seen from the pivot, while the pendulum is turned by an angle: in its frame.
static imp2_vec tip_seen(const clock_work* c, float at, float pendulum)
{
    return turned(imp2_vec_sub(polar(rim, at), c->pivot), -pendulum);
}

/// Places where a tooth comes to a pallet and leaves it are the ends of the face that is pushed. The pallet on the left
/// (side -1) stops teeth with its outer face while the pendulum is to the right, the other one with its inner face
/// while it is to the left; these faces go around the pivot, as nearly as they can.
static imp_status add_pallet(clock_work* c, float side)
{
    const float come = 0.25f * turn - side * half_span, way = 0.5f * turn / TEETH - drop;
    const imp2_vec first = tip_seen(c, come, -side * (0.5f * push - lock));
    const imp2_vec last = tip_seen(c, come - way, side * (0.5f * push + lock));
    const imp2_vec chord = imp2_vec_sub(turned(first, side * 0.12f), first);
    const imp2_vec corners[4] = {first, imp2_vec_add(first, imp2_vec_scale(chord, 2.0f)), turned(last, side * 0.24f),
                                 last};
    imp2_shape pallet;
    imp_status status = imp2_polygon_make(corners, 4, 0.0f, NULL, &pallet, NULL);
    return status ? status : wear(c->world, c->pendulum, &pallet, 0.02f, true);
}

static imp_status add_pendulum(clock_work* c)
{
    const imp2_vec pivot = {0.0f, rim / cosf(half_span)};
    imp2_joint_def hang;
    imp2_shape rod;
    imp_joint joint;
    c->pivot = pivot;
    imp_status status = add_body(c->world, pivot, 0.0f, &c->pendulum);
    status = status ? status : imp2_capsule_make((imp2_vec){0.0f, 0.0f}, (imp2_vec){0.0f, -0.9f}, 0.01f, &rod);
    status = status ? status : wear(c->world, c->pendulum, &rod, 0.05f, false);
    status = status ? status : wear_circle(c->world, c->pendulum, (imp2_vec){0.0f, -1.0f}, 0.1f, 2.0f);
    status = status ? status : add_pallet(c, -1.0f);
    status = status ? status : add_pallet(c, 1.0f);
    status = status ? status : imp2_world_joint_revolute(c->world, (imp_body){0}, c->pendulum, pivot, &hang);
    hang.axes[IMP2_AXIS_TURN].damping = 0.004f;  // of air
    status = status ? status : imp2_world_add_joint(c->world, &hang, &joint);
    const imp2_pose aside = {.p = pivot, .q = {.c = cosf(swing), .s = sinf(swing)}};
    return status ? status : imp2_world_set_pose(c->world, c->pendulum, &aside);
}

/// A wheel or a hand, about an axle of the world.
static imp_status add_axle(clock_work* c, int which, imp2_vec at, float radius, float mass, float hand)
{
    imp2_joint_def axle;
    imp2_shape shape;
    imp_status status = add_body(c->world, at, 0.0f, &c->wheels[which]);
    status = status ? status : wear_circle(c->world, c->wheels[which], (imp2_vec){0.0f, 0.0f}, radius, mass);
    if (hand > 0.0f && !status)
    {
        status = imp2_capsule_make((imp2_vec){0.0f, 0.0f}, (imp2_vec){0.0f, hand}, 0.005f, &shape);
        status = status ? status : wear(c->world, c->wheels[which], &shape, 0.001f, false);
    }
    status = status ? status : imp2_world_joint_revolute(c->world, (imp_body){0}, c->wheels[which], at, &axle);
    return status ? status : imp2_world_add_joint(c->world, &axle, &c->joints[which]);
}

/// A weight on a rope from a pulley; the coupling says how long the rope is.
static imp_status add_weight(clock_work* c, int which, imp2_vec at, float mass)
{
    imp2_joint_def rope;
    imp_status status = add_body(c->world, at, 0.0f, &c->wheels[which]);
    status = status ? status : wear_circle(c->world, c->wheels[which], (imp2_vec){0.0f, 0.0f}, 0.04f, mass);
    const imp2_vec pulley = {at.x, pulley_y};
    status = status ? status : imp2_world_joint_rope(c->world, (imp_body){0}, c->wheels[which], pulley, at, &rope);
    rope.axes[IMP2_AXIS_DISTANCE].kind = IMP_AXIS_FREE;
    return status ? status : imp2_world_add_joint(c->world, &rope, &c->joints[which]);
}

/// The first goes as fast as the second by a ratio, and the same way: there is a wheel between them, or a chain.
static imp_status gear(clock_work* c, int which, int a, int b, float ratio)
{
    imp_coupling_def def;
    imp_status status = imp2_world_coupling_gear(c->world, c->joints[a], c->joints[b], -ratio, &def);
    return status ? status : imp2_world_add_coupling(c->world, &def, &c->couplings[which]);
}

static imp_status add_works(clock_work* c)
{
    const imp2_vec middle = {0.0f, 0.0f};
    imp_status status = add_axle(c, ESCAPE, middle, 0.7f * rim, 0.002f, 0.0f);
    for (int i = 0; i < TEETH && !status; i++)
    {
        status = add_tooth(c, i);
    }
    status = status ? status : add_axle(c, SECOND, middle, 0.02f, 0.001f, 0.2f);
    status = status ? status : add_axle(c, MINUTE, middle, 0.02f, 0.002f, 0.24f);
    status = status ? status : add_axle(c, HOUR, middle, 0.02f, 0.002f, 0.16f);
    status = status ? status : add_axle(c, DRUM, (imp2_vec){0.5f, 0.3f}, drum_radius, 0.1f, 0.0f);
    status = status ? status : add_weight(c, WEIGHT, (imp2_vec){0.5f, -0.2f}, 1.8f);
    status = status ? status : add_weight(c, COUNTER, (imp2_vec){0.7f, -0.6f}, 0.2f);
    // Once around in 30, 60, 3600, 43200 and 600 seconds.
    status = status ? status : gear(c, 0, SECOND, ESCAPE, 1.0f / 2.0f);
    status = status ? status : gear(c, 1, MINUTE, SECOND, 1.0f / 60.0f);
    status = status ? status : gear(c, 2, HOUR, MINUTE, 1.0f / 12.0f);
    status = status ? status : gear(c, 3, MINUTE, DRUM, 1.0f / 6.0f);
    // The weight hangs on two strands: it sinks by half of what the drum pays out. A small weight on a strand of its
    // own goes up by twice as much.
    imp_coupling_def rope = imp_coupling_default();
    rope.a = c->joints[DRUM];
    rope.axis_a = IMP2_AXIS_TURN;
    rope.ratio_a = drum_radius;
    rope.b = c->joints[WEIGHT];
    rope.axis_b = IMP2_AXIS_DISTANCE;
    rope.ratio_b = 2.0f;
    imp_coupling_def pulley;
    imp2_joint_state s;
    status = status ? status : imp2_world_get_joint(c->world, c->joints[WEIGHT], &s);
    rope.axis = (imp_axis){.kind = IMP_AXIS_LIMITED};
    rope.axis.lower = rope.axis.upper = 2.0f * s.values[IMP2_AXIS_DISTANCE];
    status = status ? status : imp2_world_add_coupling(c->world, &rope, &c->couplings[4]);
    status = status ? status
                    : imp2_world_coupling_pulley(c->world, c->joints[COUNTER], c->joints[WEIGHT], 2.0f, false, &pulley);
    return status ? status : imp2_world_add_coupling(c->world, &pulley, &c->couplings[5]);
}

static float value_of(const clock_work* c, int which, int axis)
{
    imp2_joint_state s = {.values = {0.0f}};
    (void)imp2_world_get_joint(c->world, c->joints[which], &s);
    return s.values[axis];
}

/// How long half a swing takes a pendulum alone, of that amplitude.
static double beat_of(const clock_work* c, const imp2_body_state* p, double amplitude)
{
    const imp2_vec arm = imp2_vec_sub(p->center, c->pivot);
    const double square = (double)imp2_vec_dot(arm, arm), mass = (double)p->mass;
    const double period = sqrt(((double)p->inertia + mass * square) / (mass * 9.81 * sqrt(square)));
    return 3.14159265 * period * (1.0 + amplitude * amplitude / 16.0);
}

int main(void)
{
    imp2_world_def def = imp2_world_default();
    clock_work c = {.world = NULL};
    def.gravity.y = -9.81f;
    def.length_unit = 0.1f;
    imp_status status = imp2_world_make(&def, &c.world);
    status = status ? status : add_works(&c);
    status = status ? status : add_pendulum(&c);
    imp2_body_state p = {.mass = 0.0f};
    float before = 1.0f, reach = 0.0f;
    double first = 0.0, last = 0.0;
    const double hung = (double)value_of(&c, WEIGHT, IMP2_AXIS_DISTANCE);
    int beats = 0;
    for (int step = 1; step <= 60 * SECONDS && !status; step++)
    {
        status = imp2_world_step(c.world, 1.0f / 60.0f);
        status = status ? status : imp2_world_get_body(c.world, c.pendulum, &p);
        const float now = p.pose.q.s;
        reach = step > 60 * (SECONDS - 20) ? fmaxf(reach, fabsf(now)) : 0.0f;
        if (now * before < 0.0f)
        {
            beats++;
            last = ((double)step - (double)(now / (now - before))) / 60.0;
            first = beats == 1 ? last : first;
        }
        before = now;
        if (step % 1800 == 0)
        {
            printf("%3d s: %3d beats, hands %8.5f, %8.5f, %8.5f turns; the weight has sunk by %.2f cm\n", step / 60,
                   beats, (double)(value_of(&c, SECOND, IMP2_AXIS_TURN) / turn),
                   (double)(value_of(&c, MINUTE, IMP2_AXIS_TURN) / turn),
                   (double)(value_of(&c, HOUR, IMP2_AXIS_TURN) / turn),
                   100.0 * ((double)value_of(&c, WEIGHT, IMP2_AXIS_DISTANCE) - hung));
        }
    }
    const double beat = (last - first) / (beats - 1), alone = beat_of(&c, &p, (double)asinf(reach));
    const double minute = (double)value_of(&c, MINUTE, IMP2_AXIS_TURN),
                 hour = (double)value_of(&c, HOUR, IMP2_AXIS_TURN);
    const double escape = (double)value_of(&c, ESCAPE, IMP2_AXIS_TURN),
                 drum = (double)value_of(&c, DRUM, IMP2_AXIS_TURN);
    const double teeth = -escape / (double)turn * TEETH, off = fabs(minute - 12.0 * hour);
    const double rope =
        fabs((double)value_of(&c, WEIGHT, IMP2_AXIS_DISTANCE) - hung + 0.5 * (double)drum_radius * drum);
    printf("%.1f teeth in %d beats; minute hand off 12 times the hour hand by %.1e rad, rope by %.1e mm\n", teeth,
           beats, off, 1e3 * rope);
    printf("a beat takes %.4f s, %.4f s of the pendulum alone, which swings by %.1f degrees: %s\n", beat, alone,
           57.29577951 * (double)asinf(reach), imp_status_text(status));
    imp2_world_free(c.world);
    bool goes = fabs(teeth - 0.5 * beats) < 1.0 && fabs(beat / alone - 1.0) < 0.01 && reach > 0.08f;
    return status || !goes || off > 1e-5 || rope > 1e-4;
}
