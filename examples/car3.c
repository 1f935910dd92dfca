// SPDX-License-Identifier: MIT
//
// A car in space: four wheels that are sprung, driven and steered, and bars against rolling. It goes once around a course
// over hills, by what a driver knows: where the next gate is. Then it goes in a circle on level ground, without bars and
// with them, and leans less.

#include <impinge/impinge3.h>

#include <math.h>
#include <stdio.h>

enum
{
    SIDE = 97,   // heights each way
    WHEELS = 4,  // left and right in front, left and right behind
    GATES = 12,
    STEPS = 60 * 60
};

static const float cell = 1.25f, course = 40.0f, base = 2.6f, track = 1.6f, wheel_radius = 0.4f, gate_radius = 5.0f,
                   speed = 9.0f;

typedef struct car
{
    imp_body chassis, bodies[WHEELS];
    imp_joint wheels[WHEELS];
} car;

/// Bumps as long as the car, on hills; z is up.
static float height_at(float x, float y)
{
    float sin_x, cos_x, sin_y, cos_y, sin_b, cos_b;
    (void)imp_sincos(0.11f * x, &sin_x, &cos_x);
    (void)imp_sincos(0.13f * y, &sin_y, &cos_y);
    (void)imp_sincos(0.9f * x + 0.7f * y, &sin_b, &cos_b);
    return 1.6f * sin_x * cos_y + 0.12f * sin_b;
}

static imp_body add_body(imp3_world* world, imp3_vec at, const imp3_shape* shape, float mass, float friction)
{
    imp3_body_def body = imp3_body_default();
    imp3_collider_def collider = imp3_collider_default();
    imp3_mass weight;
    imp_body made = {0};
    body.kind = mass > 0.0f ? IMP_BODY_DYNAMIC : IMP_BODY_STATIC;
    body.pose.p = at;
    (void)imp3_shape_mass(shape, 1.0f, &weight);
    collider.density = mass / weight.mass;
    collider.group = mass > 0.0f ? 1 : 0;  // wheels do not meet the chassis
    collider.material.friction = friction;
    (void)imp3_world_add_body(world, &body, &made);
    (void)imp3_world_add_collider(world, made, shape, &collider, NULL);
    return made;
}

static imp_status add_hills(imp3_world* world)
{
    static float heights[SIDE * SIDE];
    const float middle = 0.5f * cell * (float)(SIDE - 1);
    for (int i = 0; i < SIDE * SIDE; i++)
    {
        heights[i] = height_at(cell * (float)(i % SIDE) - middle, cell * (float)(i / SIDE) - middle);
    }
    imp3_body_def body = imp3_body_default();
    imp3_collider_def collider = imp3_collider_default();
    const imp3_heights field = {.heights = heights, .columns = SIDE, .rows = SIDE, .step_x = cell, .step_y = cell};
    imp3_compound hills;
    imp_body ground;
    body.kind = IMP_BODY_STATIC;
    body.pose.p = (imp3_vec){-middle, -middle, 0.0f};
    collider.material.friction = 1.0f;
    imp_status status = imp3_height_field_make(&field, NULL, &hills);
    status = status ? status : imp3_world_add_body(world, &body, &ground);
    status = status ? status : imp3_world_add_compound(world, ground, &hills, &collider, NULL);
    imp3_compound_free(&hills);
    return status;
}

/// A car that looks along x, and stands on what is that high.
static imp_status add_car(imp3_world* world, imp3_vec under, float bar, car* c)
{
    const imp3_rot heading = imp3_pose_identity().q;
    const imp3_vec axle = {0.0f, 0.1f, 0.0f};
    imp3_shape box, round;
    imp_wheel wheels[WHEELS];
    (void)imp3_box_make((imp3_box){{-1.9f, -0.7f, -0.3f}, {1.9f, 0.7f, 0.4f}}, &box);
    (void)imp3_cylinder_make(axle, imp3_vec_scale(axle, -1.0f), wheel_radius, 0.0f, &round);
    c->chassis = add_body(world, imp3_vec_add(under, (imp3_vec){0.0f, 0.0f, 0.9f}), &box, 1200.0f, 0.3f);
    for (int i = 0; i < WHEELS; i++)
    {
        const imp3_vec hub = {i < 2 ? 0.5f * base : -0.5f * base, i % 2 ? -0.5f * track : 0.5f * track, 0.45f};
        c->bodies[i] = add_body(world, imp3_vec_add(under, hub), &round, 25.0f, 1.2f);
        wheels[i] = imp_wheel_default();
        wheels[i].body = c->bodies[i];
        wheels[i].hertz = 1.5f;
        wheels[i].travel_up = 0.25f;
        wheels[i].travel_down = 0.1f;
    }
    imp_status status = imp3_world_add_wheels(world, c->chassis, heading, wheels, WHEELS, c->wheels);
    for (int i = 0; i < WHEELS && bar > 0.0f && !status; i += 2)
    {
        imp_coupling_def def;
        imp_coupling made;
        status = imp3_world_coupling_roll_bar(world, c->wheels[i], c->wheels[i + 1], bar, &def);
        status = status ? status : imp3_world_add_coupling(world, &def, &made);
    }
    return status;
}

/// Drives all wheels; those in front look to where the middle of a circle says that they must.
static imp_status drive(imp3_world* world, const car* c, float pace, float curve)
{
    imp_status status = IMP_OK;
    for (int i = 0; i < WHEELS && !status; i++)
    {
        const float aside = i % 2 ? -0.5f * track : 0.5f * track;
        const float angle = i < 2 ? atanf(base * curve / (1.0f - aside * curve)) : 0.0f;
        status = imp3_world_drive_wheel(world, c->wheels[i], pace / wheel_radius, 500.0f);
        status = status || i > 1 ? status : imp3_world_steer_wheel(world, c->wheels[i], angle);
    }
    return status;
}

/// A place on the round course, and how sharply one must turn to get there: a circle that touches where one looks.
static imp3_vec gate(int i)
{
    float s, c;
    (void)imp_sincos(6.2831853f * (float)i / (float)GATES, &s, &c);
    const float out = course * (i % 2 ? 0.9f : 1.0f);
    return (imp3_vec){out * s, -out * c, 0.0f};
}

static float curve_to(const imp3_body_state* s, imp3_vec to)
{
    const imp3_vec way = imp3_vec_sub(to, s->pose.p);
    const float ahead = imp3_vec_dot(way, s->pose.q.x), left = imp3_vec_dot(way, s->pose.q.y);
    const float curve = 2.0f * left / (ahead * ahead + left * left);
    const float most = 5.0f / (speed * speed);  // or it would roll over
    return fminf(fmaxf(curve, -most), most);
}

/// Around the course; tells how long it takes.
static imp_status go_around(float* seconds, float* travel, float* aside)
{
    imp3_world_def def = imp3_world_default();
    imp3_world* world = NULL;
    car c;
    def.gravity.z = -9.81f;
    imp_status status = imp3_world_make(&def, &world);
    status = status ? status : add_hills(world);
    const imp3_vec start = gate(0);
    status =
        status ? status : add_car(world, (imp3_vec){start.x, start.y, height_at(start.x, start.y) + 0.3f}, 2e4f, &c);
    int next = 1, step = 0;
    for (; step < STEPS && next <= GATES && !status; step++)
    {
        imp3_body_state s;
        status = imp3_world_get_body(world, c.chassis, &s);
        const imp3_vec to = imp3_vec_sub(gate(next % GATES), s.pose.p);
        next += to.x * to.x + to.y * to.y < gate_radius * gate_radius;
        status = status ? status : drive(world, &c, speed, curve_to(&s, gate(next % GATES)));
        status = status ? status : imp3_world_step(world, 1.0f / 60.0f);
        for (int i = 0; i < WHEELS && !status; i++)
        {
            imp3_joint_state j;
            status = imp3_world_get_joint(world, c.wheels[i], &j);
            travel[0] = fminf(travel[0], j.values[IMP3_AXIS_Z]);
            travel[1] = fmaxf(travel[1], j.values[IMP3_AXIS_Z]);
            *aside = fmaxf(*aside, fmaxf(fabsf(j.values[IMP3_AXIS_X]), fabsf(j.values[IMP3_AXIS_Y])));
        }
        if (step % 300 == 299)
        {
            printf("%4.1f s: %d gates, at %6.2f, %6.2f, %5.2f m, %5.2f m/s\n", (step + 1) / 60.0, next - 1,
                   (double)s.pose.p.x, (double)s.pose.p.y, (double)s.pose.p.z,
                   (double)sqrtf(imp3_vec_dot(s.velocity, s.velocity)));
        }
    }
    *seconds = next > GATES ? (float)step / 60.0f : INFINITY;
    imp3_world_free(world);
    return status;
}

/// How far the car leans in a circle on level ground [rad], and how large that circle is.
static imp_status lean_by(float bar, float* lean, float* radius)
{
    imp3_world_def def = imp3_world_default();
    imp3_world* world = NULL;
    imp3_shape ground;
    imp3_body_state s = {.mass = 0.0f};
    car c;
    def.gravity.z = -9.81f;
    imp_status status = imp3_world_make(&def, &world);
    (void)imp3_box_make((imp3_box){{-99.0f, -99.0f, -1.0f}, {99.0f, 99.0f, 0.0f}}, &ground);
    (void)add_body(world, (imp3_vec){0.0f, 0.0f, 0.0f}, &ground, 0.0f, 1.0f);
    status = status ? status : add_car(world, (imp3_vec){0.0f, 0.0f, 0.0f}, bar, &c);
    for (int step = 0; step < 480 && !status; step++)
    {
        status = drive(world, &c, 8.0f, 1.0f / 15.0f);
        status = status ? status : imp3_world_step(world, 1.0f / 60.0f);
    }
    status = status ? status : imp3_world_get_body(world, c.chassis, &s);
    *lean = asinf(fabsf(s.pose.q.y.z));
    *radius = sqrtf(imp3_vec_dot(s.velocity, s.velocity)) / fabsf(s.angular_velocity.z);
    imp3_world_free(world);
    return status;
}

int main(void)
{
    float seconds = 0.0f, travel[2] = {0.0f, 0.0f}, aside = 0.0f, lean[2] = {0.0f, 0.0f}, radius[2] = {0.0f, 0.0f};
    imp_status status = go_around(&seconds, travel, &aside);
    for (int i = 0; i < 2 && !status; i++)
    {
        status = lean_by(i == 0 ? 0.0f : 4e4f, &lean[i], &radius[i]);
    }
    const double degrees = 57.29577951;
    printf("%d gates in %.1f s; springs move from %.3f to %.3f m, hubs at most %.2f mm aside\n", (int)GATES,
           (double)seconds, (double)travel[0], (double)travel[1], 1e3 * (double)aside);
    printf("in a circle of %.2f m it leans %.2f degrees, with bars %.2f: %s\n", (double)radius[0],
           degrees * (double)lean[0], degrees * (double)lean[1], imp_status_text(status));
    bool good = seconds < 60.0f && travel[1] - travel[0] > 0.1f && aside < 0.003f;
    return status || !good || !(lean[1] < 0.7f * lean[0]) || fabsf(radius[0] - 15.0f) > 1.0f;
}
