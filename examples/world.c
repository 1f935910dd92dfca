// SPDX-License-Identifier: MIT
//
// A world: a tower of boxes on the ground, and a ball that knocks it down. What happens is printed; what is left lies
// still.

#include <impinge/impinge2.h>

#include <stdio.h>

static imp_body add_body(imp2_world* world, int32_t kind, imp2_vec at, const imp2_shape* shape, imp2_vec velocity)
{
    imp2_body_def body = imp2_body_default();
    imp2_collider_def collider = imp2_collider_default();
    body.kind = kind;
    body.pose.p = at;
    body.velocity = velocity;
    collider.material.rolling_resistance = 0.02f;
    imp_body made = {0};
    // Both say what is wrong, if anything is; with these numbers nothing is.
    (void)imp2_world_add_body(world, &body, &made);
    (void)imp2_world_add_collider(world, made, shape, &collider, NULL);
    return made;
}

int main(void)
{
    imp2_world_def def = imp2_world_default();
    def.gravity.y = -10.0f;
    imp2_world* world;
    imp_status status = imp2_world_make(&def, &world);
    if (status)
    {
        printf("no world: %s\n", imp_status_text(status));
        return 1;
    }
    imp2_shape ground, box, ball;
    (void)imp2_box_make((imp2_box){{-50.0f, -1.0f}, {50.0f, 0.0f}}, &ground);
    (void)imp2_box_make((imp2_box){{-0.5f, -0.5f}, {0.5f, 0.5f}}, &box);
    (void)imp2_circle_make((imp2_vec){0.0f, 0.0f}, 0.5f, &ball);
    const imp2_vec still = {0.0f, 0.0f};
    add_body(world, IMP_BODY_STATIC, still, &ground, still);
    imp_body top = {0};
    for (int i = 0; i < 8; ++i)
    {
        top = add_body(world, IMP_BODY_DYNAMIC, (imp2_vec){0.0f, 0.5f + (float)i}, &box, still);
    }
    add_body(world, IMP_BODY_DYNAMIC, (imp2_vec){-20.0f, 4.0f}, &ball, (imp2_vec){25.0f, 6.0f});

    imp_world_stats stats = {0};
    for (int step = 1; step <= 1200 && !status; ++step)
    {
        status = imp2_world_step(world, 1.0f / 60.0f);
        (void)imp2_world_stats(world, &stats);
        if (step % 120 == 0)
        {
            imp2_body_state state;
            (void)imp2_world_get_body(world, top, &state);
            printf("%4.1f s: top at %6.2f %5.2f, %d of %d awake\n", (double)step / 60.0, (double)state.pose.p.x,
                   (double)state.pose.p.y, stats.awake, stats.bodies);
        }
    }
    imp2_body_state state;
    (void)imp2_world_get_body(world, top, &state);
    bool fallen = state.pose.p.y < 7.0f, rests = stats.awake == 0;
    imp2_world_free(world);
    return status || !fallen || !rests;
}
