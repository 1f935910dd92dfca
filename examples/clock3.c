// SPDX-License-Identifier: MIT
//
// A clock of a tower: a weight on a rope turns a drum, bevel gears a shaft that goes up, and bevel gears the hands of two
// dials that look to two sides. A fly whose wings beat the air keeps its speed; a small weight that hangs on half as
// many strands goes up as the large one sinks. Gears and ropes are couplings of hinges whose axes cross. The speed is
// printed beside that at which air takes what the weights give, and how far hands and ropes are from their ratios.

#include <impinge/impinge3.h>

#include <math.h>
#include <stdio.h>

enum
{
    DRUM,
    SHAFT,
    FLY,
    MINUTE,
    HOUR,
    MINUTE_ASIDE,
    HOUR_ASIDE,
    WEIGHT,
    COUNTER,
    PARTS,
    GEARS = 6,
    SECONDS = 120
};

static const float turn = 6.2831853f, drum_radius = 0.2f, air = 0.006f;
static const float drum_minutes = 20.0f, fly_ratio = 240.0f;  // for a turn of the drum; turns of the fly for one of it
static const double gravity = 9.81;

/// An arbor: where it is, along which axis, how long and thick, and what it weighs.
typedef struct arbor
{
    imp3_vec at, axis;
    float reach, radius, mass;
} arbor;

static const arbor arbors[WEIGHT] = {
    {{0.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}, 0.4f, 0.2f, 60.0f},
    {{0.0f, 2.0f, 0.0f}, {0.0f, 1.0f, 0.0f}, 1.8f, 0.03f, 30.0f},
    {{-0.6f, 0.5f, 0.0f}, {0.0f, 1.0f, 0.0f}, 0.1f, 0.3f, 1.0f},
    {{0.0f, 4.0f, 1.0f}, {0.0f, 0.0f, 1.0f}, 0.02f, 0.8f, 8.0f},
    {{0.0f, 4.0f, 0.9f}, {0.0f, 0.0f, 1.0f}, 0.02f, 0.5f, 6.0f},
    {{1.0f, 4.0f, 0.0f}, {1.0f, 0.0f, 0.0f}, 0.02f, 0.8f, 8.0f},
    {{0.9f, 4.0f, 0.0f}, {1.0f, 0.0f, 0.0f}, 0.02f, 0.5f, 6.0f},
};

typedef struct tower_clock
{
    imp3_world* world;
    imp_body bodies[PARTS];
    imp_joint joints[PARTS];
    imp_coupling gears[GEARS], ropes[2];
} tower_clock;

/// A body that meets nothing.
static imp_status add_body(tower_clock* c, int which, imp3_vec at, imp3_shape* shape, float mass)
{
    imp3_body_def body = imp3_body_default();
    imp3_collider_def collider = imp3_collider_default();
    imp3_mass weight;
    body.kind = IMP_BODY_DYNAMIC;
    body.no_sleep = true;
    body.pose.p = at;
    collider.filter.category = 1;  // with a mask of 0
    imp_status status = imp3_shape_mass(shape, 1.0f, &weight);
    collider.density = mass / weight.mass;
    status = status ? status : imp3_world_add_body(c->world, &body, &c->bodies[which]);
    status = status ? status : imp3_world_add_collider(c->world, c->bodies[which], shape, &collider, NULL);
    imp3_shape_free(shape);
    return status;
}

static imp_status add_arbor(tower_clock* c, int which)
{
    const arbor* a = &arbors[which];
    const imp3_vec end = imp3_vec_scale(a->axis, a->reach);
    imp3_joint_def hinge;
    imp3_shape shape;
    imp_status status = imp3_cylinder_make(imp3_vec_scale(end, -1.0f), end, a->radius, 0.0f, &shape);
    status = status ? status : add_body(c, which, a->at, &shape, a->mass);
    status =
        status ? status : imp3_world_joint_hinge(c->world, (imp_body){0}, c->bodies[which], a->at, a->axis, &hinge);
    hinge.axes[IMP3_AXIS_TWIST].damping = which == FLY ? air : 0.0f;
    return status ? status : imp3_world_add_joint(c->world, &hinge, &c->joints[which]);
}

/// A weight below a sheave; couplings say how long its rope is.
static imp_status add_weight(tower_clock* c, int which, float x, float y, float mass)
{
    const imp3_vec at = {x, y, 0.3f}, sheave = {x, 0.5f, 0.3f};
    imp3_joint_def rope;
    imp3_shape ball;
    imp_status status = imp3_sphere_make((imp3_vec){0.0f, 0.0f, 0.0f}, 0.15f, &ball);
    status = status ? status : add_body(c, which, at, &ball, mass);
    status = status ? status : imp3_world_joint_rope(c->world, (imp_body){0}, c->bodies[which], sheave, at, &rope);
    rope.axes[IMP3_AXIS_DISTANCE].kind = IMP_AXIS_FREE;
    return status ? status : imp3_world_add_joint(c->world, &rope, &c->joints[which]);
}

/// Joint a goes as many times around as b by the ratio.
static imp_status gear(tower_clock* c, int which, int a, int b, float ratio)
{
    imp_coupling_def def;
    imp_status status = imp3_world_coupling_gear(c->world, c->joints[a], c->joints[b], -ratio, &def);
    return status ? status : imp3_world_add_coupling(c->world, &def, &c->gears[which]);
}

static float value_of(const tower_clock* c, int which, int axis)
{
    imp3_joint_state s = {.values = {0.0f}};
    (void)imp3_world_get_joint(c->world, c->joints[which], &s);
    return s.values[axis];
}

/// The weight hangs on two strands of the drum's rope, the counterweight on one of its own.
static imp_status add_ropes(tower_clock* c)
{
    imp_coupling_def rope = imp_coupling_default(), pulley;
    rope.a = c->joints[DRUM];
    rope.axis_a = IMP3_AXIS_TWIST;
    rope.ratio_a = -drum_radius;
    rope.b = c->joints[WEIGHT];
    rope.axis_b = IMP3_AXIS_DISTANCE;
    rope.ratio_b = 2.0f;
    rope.axis = (imp_axis){.kind = IMP_AXIS_LIMITED};
    rope.axis.lower = rope.axis.upper = 2.0f * value_of(c, WEIGHT, IMP3_AXIS_DISTANCE);
    imp_status status = imp3_world_add_coupling(c->world, &rope, &c->ropes[0]);
    status = status ? status
                    : imp3_world_coupling_pulley(c->world, c->joints[COUNTER], c->joints[WEIGHT], 2.0f, false, &pulley);
    return status ? status : imp3_world_add_coupling(c->world, &pulley, &c->ropes[1]);
}

static imp_status add_works(tower_clock* c)
{
    imp_status status = IMP_OK;
    for (int i = 0; i < WEIGHT && !status; i++)
    {
        status = add_arbor(c, i);
    }
    status = status ? status : add_weight(c, WEIGHT, 0.2f, 0.0f, 50.0f);
    status = status ? status : add_weight(c, COUNTER, -0.3f, -4.0f, 2.0f);
    status = status ? status : gear(c, 0, SHAFT, DRUM, drum_minutes);
    status = status ? status : gear(c, 1, FLY, DRUM, fly_ratio);
    status = status ? status : gear(c, 2, MINUTE, SHAFT, 1.0f / 60.0f);
    status = status ? status : gear(c, 3, HOUR, MINUTE, 1.0f / 12.0f);
    status = status ? status : gear(c, 4, MINUTE_ASIDE, SHAFT, 1.0f / 60.0f);
    status = status ? status : gear(c, 5, HOUR_ASIDE, MINUTE_ASIDE, 1.0f / 12.0f);
    return status ? status : add_ropes(c);
}

static double twist_of(const tower_clock* c, int which)
{
    return (double)value_of(c, which, IMP3_AXIS_TWIST);
}

int main(void)
{
    imp3_world_def def = imp3_world_default();
    tower_clock c = {.world = NULL};
    def.gravity.y = (float)-gravity;
    imp_status status = imp3_world_make(&def, &c.world);
    status = status ? status : add_works(&c);
    const double hung = (double)value_of(&c, WEIGHT, IMP3_AXIS_DISTANCE);
    const double counted = (double)value_of(&c, COUNTER, IMP3_AXIS_DISTANCE);
    double before = 0.0;
    for (int step = 1; step <= 60 * SECONDS && !status; step++)
    {
        status = imp3_world_step(c.world, 1.0f / 60.0f);
        if (step % 1800 == 0)
        {
            printf("%3d s: shaft %8.4f turns, minute hands %8.5f, %8.5f; the weight has sunk by %5.1f cm\n", step / 60,
                   twist_of(&c, SHAFT) / (double)turn, twist_of(&c, MINUTE) / (double)turn,
                   twist_of(&c, MINUTE_ASIDE) / (double)turn,
                   100.0 * ((double)value_of(&c, WEIGHT, IMP3_AXIS_DISTANCE) - hung));
        }
        before = step == 30 * SECONDS ? twist_of(&c, DRUM) : before;
    }
    // Air takes what weights give: air * (fly_ratio * speed)^2 = pull * drum_radius * speed.
    const double pull = 0.5 * (50.0 - 2.0 * 2.0) * gravity, drum = twist_of(&c, DRUM);
    const double expected = pull * (double)drum_radius / ((double)air * (double)fly_ratio * (double)fly_ratio);
    const double speed = (drum - before) / (0.5 * SECONDS);
    const double sunk = (double)value_of(&c, WEIGHT, IMP3_AXIS_DISTANCE) - hung;
    const double risen = counted - (double)value_of(&c, COUNTER, IMP3_AXIS_DISTANCE);
    const double off = fabs(twist_of(&c, MINUTE) - 12.0 * twist_of(&c, HOUR)) +
                       fabs(twist_of(&c, MINUTE_ASIDE) - twist_of(&c, MINUTE)) +
                       fabs(twist_of(&c, FLY) - (double)fly_ratio * drum);
    const double rope = fabs(2.0 * sunk - (double)drum_radius * drum) + fabs(risen - 2.0 * sunk);
    printf("drum turns by %.6f rad/s, %.6f by the closed form; hands and fly off by %.1e rad, ropes by %.1e mm: %s\n",
           speed, expected, off, 1e3 * rope, imp_status_text(status));
    imp3_world_free(c.world);
    return status || fabs(speed / expected - 1.0) > 1e-3 || off > 1e-3 || rope > 1e-4;
}
