// SPDX-License-Identifier: MIT
//
// A ball and chain: thirty links of 1 kg carry a ball of 10,000 kg, which swings through a wall of boxes. Engines that
// solve one joint after the other see such a chain stretch by metres.

#include <impinge/impinge2.h>

#include <math.h>
#include <stdio.h>

enum
{
    LINKS = 30,
    ROWS = 8,
    COLUMNS = 3,
    STEPS = 600
};

static const float half = 0.25f, ball_radius = 1.0f, brick = 0.4f, wall_x = 3.0f;

static imp_body add_body(imp2_world* world, imp2_vec at, float angle, const imp2_shape* shape, float mass,
                         uint32_t group)
{
    imp2_body_def body = imp2_body_default();
    imp2_collider_def collider = imp2_collider_default();
    imp2_mass weight;
    imp_body made = {0};
    body.kind = mass > 0.0f ? IMP_BODY_DYNAMIC : IMP_BODY_STATIC;
    body.pose.p = at;
    (void)imp2_rot_make(angle, &body.pose.q);
    collider.group = group;
    collider.material.friction = 0.6f;
    (void)imp2_shape_mass(shape, 1.0f, &weight);
    collider.density = mass / weight.mass;
    (void)imp2_world_add_body(world, &body, &made);
    (void)imp2_world_add_collider(world, made, shape, &collider, NULL);
    return made;
}

/// From the nail at the origin, `lean` to the left; links do not meet.
static imp_status add_chain(imp2_world* world, float lean, imp_joint* joints, imp_body* ball)
{
    imp2_shape link, round;
    const imp2_vec down = {-sinf(lean), -cosf(lean)};
    imp_body before = {0};
    imp_status status = imp2_box_make((imp2_box){{-0.05f, -half}, {0.05f, half}}, &link);
    status = status ? status : imp2_circle_make((imp2_vec){0.0f, 0.0f}, ball_radius, &round);
    for (int i = 0; i <= LINKS && !status; i++)
    {
        bool last = i == LINKS;
        const imp2_vec top = imp2_vec_scale(down, 2.0f * half * (float)i);
        const imp2_vec middle = imp2_vec_add(top, imp2_vec_scale(down, last ? ball_radius : half));
        imp_body next = add_body(world, middle, -lean, last ? &round : &link, last ? 10000.0f : 1.0f, 1);
        imp2_joint_def joint;
        status = imp2_world_joint_revolute(world, before, next, top, &joint);
        status = status ? status : imp2_world_add_joint(world, &joint, &joints[i]);
        before = next;
    }
    *ball = before;
    return status;
}

static imp2_vec place_of_brick(int i, float floor_y)
{
    return (imp2_vec){wall_x + brick * (float)(2 * (i % COLUMNS)), floor_y + brick * (float)(2 * (i / COLUMNS) + 1)};
}

int main(void)
{
    imp2_world_def def = imp2_world_default();
    imp2_world* world = NULL;
    def.gravity.y = -9.81f;
    imp_status status = imp2_world_make(&def, &world);
    imp_joint joints[LINKS + 1];
    imp_body bricks[ROWS * COLUMNS], ball = {0};
    status = status ? status : add_chain(world, 1.0f, joints, &ball);
    // Below the ball there is room for boxes, as it would jam on them otherwise.
    const float length = 2.0f * half * LINKS + ball_radius, floor_y = -length - 3.0f;
    imp2_shape ground, box;
    (void)imp2_box_make((imp2_box){{-60.0f, -1.0f}, {60.0f, 0.0f}}, &ground);
    (void)imp2_box_make((imp2_box){{-brick, -brick}, {brick, brick}}, &box);
    (void)add_body(world, (imp2_vec){0.0f, floor_y}, 0.0f, &ground, 0.0f, 0);
    for (int i = 0; i < ROWS * COLUMNS && !status; i++)
    {
        bricks[i] = add_body(world, place_of_brick(i, floor_y), 0.0f, &box, 200.0f, 0);
    }
    imp2_body_state s = {.mass = 0.0f};
    float free = 0.0f, worst = 0.0f, most = 0.0f, lowest = 0.0f;
    bool met = false;
    for (int step = 1; step <= STEPS && !status; step++)
    {
        status = imp2_world_step(world, 1.0f / 60.0f);
        for (int i = 0; i <= LINKS && !status; i++)
        {
            imp2_joint_state joint;
            status = imp2_world_get_joint(world, joints[i], &joint);
            worst = fmaxf(worst, joint.values[IMP2_AXIS_DISTANCE]);
            most = fmaxf(most, sqrtf(imp2_vec_dot(joint.force, joint.force)));
        }
        status = status ? status : imp2_world_get_body(world, ball, &s);
        lowest = fminf(lowest, s.center.y);
        met = met || s.center.x > wall_x - brick - ball_radius - 0.25f;
        free = met ? free : worst;
        if (step % 60 == 0)
        {
            printf("%4.1f s: ball at %6.2f, %6.2f m; joints so far at most %.3f mm apart\n", step / 60.0,
                   (double)s.center.x, (double)s.center.y, 1e3 * (double)worst);
        }
    }
    int fallen = 0;
    for (int i = 0; i < ROWS * COLUMNS && !status; i++)
    {
        const imp2_vec was = place_of_brick(i, floor_y);
        status = imp2_world_get_body(world, bricks[i], &s);
        fallen += s.center.y < was.y - brick || fabsf(s.center.x - was.x) > 2.0f * brick;
    }
    printf("1 : 10,000: joints at most %.3f mm apart, %.3f mm through a wall of which %d of %d boxes fell; %.0f kN, "
           "lowest %.3f of %.3f m: %s\n",
           1e3 * (double)free, 1e3 * (double)worst, fallen, ROWS * COLUMNS, 1e-3 * (double)most, (double)-lowest,
           (double)length, imp_status_text(status));
    imp2_world_free(world);
    bool held = free < 2e-4f && worst < 3e-3f && fabsf(lowest + length) < 5e-3f;
    return status || !held || most < 1.5f * 98100.0f || fallen < 15;
}
