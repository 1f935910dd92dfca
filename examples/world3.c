// SPDX-License-Identifier: MIT
//
// A world in space: a tower of boxes on the ground, and a ball that knocks it down. What happens is printed; what is
// left lies still.

#include <impinge/impinge3.h>

#include <stdio.h>

static imp_body add_body(imp3_world* world, int32_t kind, imp3_vec at, const imp3_shape* shape, imp3_vec velocity)
{
    imp3_body_def body = imp3_body_default();
    imp3_collider_def collider = imp3_collider_default();
    body.kind = kind;
    body.pose.p = at;
    body.velocity = velocity;
    body.angular_damping = 0.5f;  // a ball that spins about the normal of its contact is slowed by nothing else
    collider.material.rolling_resistance = 0.02f;
    imp_body made = {0};
    // Both say what is wrong, if anything is; with these numbers nothing is.
    (void)imp3_world_add_body(world, &body, &made);
    (void)imp3_world_add_collider(world, made, shape, &collider, NULL);
    return made;
}

int main(void)
{
    imp3_world_def def = imp3_world_default();
    def.gravity.y = -10.0f;
    imp3_world* world;
    imp_status status = imp3_world_make(&def, &world);
    if (status)
    {
        printf("no world: %s\n", imp_status_text(status));
        return 1;
    }
    imp3_shape ground, box, ball;
    (void)imp3_half_space_make((imp3_vec){0.0f, 1.0f, 0.0f}, 0.0f, &ground);
    (void)imp3_box_make((imp3_box){{-0.5f, -0.5f, -0.5f}, {0.5f, 0.5f, 0.5f}}, &box);
    (void)imp3_sphere_make((imp3_vec){0.0f, 0.0f, 0.0f}, 0.5f, &ball);
    const imp3_vec still = {0.0f, 0.0f, 0.0f};
    add_body(world, IMP_BODY_STATIC, still, &ground, still);
    imp_body top = {0};
    for (int i = 0; i < 8; ++i)
    {
        top = add_body(world, IMP_BODY_DYNAMIC, (imp3_vec){0.0f, 0.5f + (float)i, 0.0f}, &box, still);
    }
    add_body(world, IMP_BODY_DYNAMIC, (imp3_vec){-20.0f, 4.0f, 0.1f}, &ball, (imp3_vec){25.0f, 6.0f, 0.0f});

    imp_world_stats stats = {0};
    for (int step = 1; step <= 1200 && !status; ++step)
    {
        status = imp3_world_step(world, 1.0f / 60.0f);
        (void)imp3_world_stats(world, &stats);
        if (step % 120 == 0)
        {
            imp3_body_state state;
            (void)imp3_world_get_body(world, top, &state);
            printf("%4.1f s: top at %6.2f %5.2f %5.2f, %d of %d awake\n", (double)step / 60.0, (double)state.pose.p.x,
                   (double)state.pose.p.y, (double)state.pose.p.z, stats.awake, stats.bodies);
        }
    }
    imp3_body_state state;
    (void)imp3_world_get_body(world, top, &state);
    bool fallen = state.pose.p.y < 7.0f, rests = stats.awake == 0;
    imp3_world_free(world);
    return status || !fallen || !rests;
}
