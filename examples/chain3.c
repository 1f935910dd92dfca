// SPDX-License-Identifier: MIT
//
// Balls and chains in space: three chains of thirty links of 1 kg, with balls 100, 1000 and 10,000 times as heavy, each
// of which swings through a wall of boxes. Whatever hangs on them, joints of the chain stay together.

#include <impinge/impinge3.h>

#include <math.h>
#include <stdio.h>

enum
{
    CHAINS = 3,
    LINKS = 30,
    ROWS = 10,
    COLUMNS = 5,
    BRICKS = ROWS * COLUMNS,
    STEPS = 480
};

static const float ratios[CHAINS] = {100.0f, 1000.0f, 10000.0f};
static const float half = 0.2f, ball_radius = 1.0f, brick = 0.35f, apart = 8.0f, wall_x = 3.0f, lean = 1.0f;

/// Figures of a chain: how far its joints are apart while it swings, and once it has met the wall.
typedef struct chain
{
    imp_joint joints[LINKS + 1];
    imp_body ball, bricks[BRICKS];
    float free, worst;
    bool met;
} chain;

static imp_body add_body(imp3_world* world, imp3_vec at, imp3_rot turn, const imp3_shape* shape, float mass,
                         uint32_t group)
{
    imp3_body_def body = imp3_body_default();
    imp3_collider_def collider = imp3_collider_default();
    imp3_mass weight;
    imp_body made = {0};
    body.kind = mass > 0.0f ? IMP_BODY_DYNAMIC : IMP_BODY_STATIC;
    body.pose.p = at;
    body.pose.q = turn;
    collider.group = group;
    collider.material.friction = 0.6f;
    (void)imp3_shape_mass(shape, 1.0f, &weight);
    collider.density = mass / weight.mass;
    (void)imp3_world_add_body(world, &body, &made);
    (void)imp3_world_add_collider(world, made, shape, &collider, NULL);
    return made;
}

/// From a nail at (0, 0, z), leaning to the left; links do not meet.
static imp_status add_chain(imp3_world* world, float z, float ratio, uint32_t group, chain* c)
{
    imp3_shape link, round;
    imp3_rot turn;
    imp_body before = {0};
    const imp3_vec nail = {0.0f, 0.0f, z}, up = {0.0f, half - 0.05f, 0.0f};
    imp_status status = imp3_rot_make((imp3_vec){0.0f, 0.0f, 1.0f}, -lean, &turn);
    const imp3_vec down = imp3_vec_scale(turn.y, -1.0f);
    status = status ? status : imp3_capsule_make(up, imp3_vec_scale(up, -1.0f), 0.06f, &link);
    status = status ? status : imp3_sphere_make((imp3_vec){0.0f, 0.0f, 0.0f}, ball_radius, &round);
    for (int i = 0; i <= LINKS && !status; i++)
    {
        bool last = i == LINKS;
        const imp3_vec top = imp3_vec_add(nail, imp3_vec_scale(down, 2.0f * half * (float)i));
        const imp3_vec middle = imp3_vec_add(top, imp3_vec_scale(down, last ? ball_radius : half));
        imp_body next = add_body(world, middle, turn, last ? &round : &link, last ? ratio : 1.0f, group);
        imp3_joint_def joint;
        status = imp3_world_joint_ball(world, before, next, top, &joint);
        status = status ? status : imp3_world_add_joint(world, &joint, &c->joints[i]);
        before = next;
    }
    c->ball = before;
    return status;
}

static imp3_vec place_of_brick(int i, float floor_y, float z)
{
    const float across = (float)(i % COLUMNS) - 0.5f * (float)(COLUMNS - 1), high = (float)(i / COLUMNS) + 0.5f;
    return (imp3_vec){wall_x, floor_y + 2.0f * brick * high, z + 2.0f * brick * across};
}

static imp_status look(const imp3_world* world, chain* c)
{
    imp3_body_state ball;
    imp_status status = imp3_world_get_body(world, c->ball, &ball);
    for (int i = 0; i <= LINKS && !status; i++)
    {
        imp3_joint_state joint;
        status = imp3_world_get_joint(world, c->joints[i], &joint);
        c->worst = fmaxf(c->worst, joint.values[IMP3_AXIS_DISTANCE]);
    }
    c->met = c->met || ball.center.x > wall_x - brick - ball_radius - 0.25f;
    c->free = c->met ? c->free : c->worst;
    return status;
}

int main(void)
{
    imp3_world_def def = imp3_world_default();
    imp3_world* world = NULL;
    static chain chains[CHAINS];
    const imp3_rot straight = imp3_pose_identity().q;
    def.gravity.y = -9.81f;
    imp_status status = imp3_world_make(&def, &world);
    const float length = 2.0f * half * LINKS + ball_radius, floor_y = -length - 2.5f;
    imp3_shape ground, box;
    (void)imp3_box_make((imp3_box){{-60.0f, -1.0f, -30.0f}, {60.0f, 0.0f, 30.0f}}, &ground);
    (void)imp3_box_make((imp3_box){{-brick, -brick, -brick}, {brick, brick, brick}}, &box);
    (void)add_body(world, (imp3_vec){0.0f, floor_y, 0.0f}, straight, &ground, 0.0f, 0);
    for (int k = 0; k < CHAINS && !status; k++)
    {
        const float z = apart * (float)(k - CHAINS / 2);
        status = add_chain(world, z, ratios[k], (uint32_t)(k + 1), &chains[k]);
        for (int i = 0; i < BRICKS && !status; i++)
        {
            const imp3_vec at = place_of_brick(i, floor_y, z);
            chains[k].bricks[i] = add_body(world, at, straight, &box, 0.1f * ratios[k], 0);
        }
    }
    for (int step = 0; step < STEPS && !status; step++)
    {
        status = imp3_world_step(world, 1.0f / 60.0f);
        for (int k = 0; k < CHAINS && !status; k++)
        {
            status = look(world, &chains[k]);
        }
    }
    bool good = !status;
    for (int k = 0; k < CHAINS && !status; k++)
    {
        int fallen = 0;
        for (int i = 0; i < BRICKS && !status; i++)
        {
            imp3_body_state s;
            const imp3_vec was = place_of_brick(i, floor_y, apart * (float)(k - CHAINS / 2));
            status = imp3_world_get_body(world, chains[k].bricks[i], &s);
            fallen += s.center.y < was.y - brick || fabsf(s.center.x - was.x) > 2.0f * brick;
        }
        printf("1 : %5.0f  joints at most %.3f mm apart, %.3f mm through the wall, of which %d of %d boxes fell\n",
               (double)ratios[k], 1e3 * (double)chains[k].free, 1e3 * (double)chains[k].worst, fallen, (int)BRICKS);
        good = good && chains[k].free < 2e-4f && chains[k].worst < 5e-3f && fallen >= BRICKS / 4;
    }
    printf("%d links and a ball, %.1f m: %s\n", (int)LINKS, (double)length, imp_status_text(status));
    imp3_world_free(world);
    return status || !good;
}
