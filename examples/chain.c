// SPDX-License-Identifier: MIT
//
// A ball and chain: twenty links of 1 kg carry a ball of 10,000 kg, and swing. Engines that solve one joint after the
// other see such a chain stretch by metres.

#include <impinge/impinge2.h>

#include <math.h>
#include <stdio.h>

enum
{
    LINKS = 20,
    STEPS = 600
};

static const float half = 0.25f, ball_radius = 1.0f;

static imp_body add_body(imp2_world* world, imp2_vec at, float angle, const imp2_shape* shape, float mass)
{
    imp2_body_def body = imp2_body_default();
    imp2_collider_def collider = imp2_collider_default();
    imp2_mass weight;
    imp_body made = {0};
    body.kind = IMP_BODY_DYNAMIC;
    body.pose.p = at;
    (void)imp2_rot_make(angle, &body.pose.q);
    collider.group = 1;  // links do not meet
    (void)imp2_shape_mass(shape, 1.0f, &weight);
    collider.density = mass / weight.mass;
    (void)imp2_world_add_body(world, &body, &made);
    (void)imp2_world_add_collider(world, made, shape, &collider, NULL);
    return made;
}

int main(void)
{
    imp2_world_def def = imp2_world_default();
    imp2_world* world = NULL;
    def.gravity.y = -9.81f;
    imp_status status = imp2_world_make(&def, &world);
    imp2_shape link, ball;
    (void)imp2_box_make((imp2_box){{-0.05f, -half}, {0.05f, half}}, &link);
    (void)imp2_circle_make((imp2_vec){0.0f, 0.0f}, ball_radius, &ball);
    const imp2_vec down = {sinf(1.0f), -cosf(1.0f)};  // let go at 1 rad
    imp_joint joints[LINKS + 1];
    imp_body before = {0};
    float along = 0.0f;
    for (int i = 0; i <= LINKS && !status; i++)
    {
        float reach = i < LINKS ? half : ball_radius;
        const imp2_vec top = imp2_vec_scale(down, along), middle = imp2_vec_scale(down, along + reach);
        imp_body body = add_body(world, middle, 1.0f, i < LINKS ? &link : &ball, i < LINKS ? 1.0f : 10000.0f);
        imp2_joint_def joint;
        status = imp2_world_joint_revolute(world, before, body, top, &joint);
        status = status ? status : imp2_world_add_joint(world, &joint, &joints[i]);
        before = body;
        along += 2.0f * reach;
    }
    float worst = 0.0f, most = 0.0f, lowest = 0.0f;
    for (int step = 1; step <= STEPS && !status; step++)
    {
        status = imp2_world_step(world, 1.0f / 60.0f);
        for (int i = 0; i <= LINKS && !status; i++)
        {
            imp2_joint_state s;
            status = imp2_world_get_joint(world, joints[i], &s);
            worst = fmaxf(worst, s.values[IMP2_AXIS_DISTANCE]);
            most = fmaxf(most, sqrtf(imp2_vec_dot(s.force, s.force)));
        }
        imp2_body_state ball_now = {.mass = 0.0f};
        (void)imp2_world_get_body(world, before, &ball_now);
        lowest = fminf(lowest, ball_now.center.y);
        if (step % 60 == 0)
        {
            printf("%4.1f s: ball at %6.2f, %6.2f m\n", step / 60.0, (double)ball_now.center.x,
                   (double)ball_now.center.y);
        }
    }
    float length = 2.0f * half * LINKS + ball_radius;
    printf("1 : 10,000: joints at most %.4f mm apart, %.0f kN, lowest %.3f of %.3f m: %s\n", 1e3 * (double)worst,
           1e-3 * (double)most, (double)-lowest, (double)length, imp_status_text(status));
    imp2_world_free(world);
    return status || worst > 1e-3f || fabsf(lowest + length) > 0.01f || most < 1.5f * 98100.0f;
}
