// SPDX-License-Identifier: MIT
//
// A bridge of planks in space, each hinged to the next, from rock to rock: a loop through the ground, which is solved
// whole. A heavy ball rolls across, and hinges tell what they bear.

#include <impinge/impinge3.h>

#include <math.h>
#include <stdio.h>

enum
{
    PLANKS = 24,
    STEPS = 900
};

static const float span = 18.0f, wide = 1.2f, ball_radius = 0.6f;

typedef struct bridge
{
    imp3_world* world;
    imp_body planks[PLANKS + 2];  // with both rocks
    imp_joint hinges[PLANKS + 1];
} bridge;

/// Where planks meet; the bridge hangs, as it must: what is straight would have to bear without end.
static imp3_vec joint_at(int i)
{
    float x = 2.0f * (float)i / (float)PLANKS - 1.0f;
    return (imp3_vec){0.5f * span * x, -1.0f * (1.0f - x * x), 0.0f};
}

static imp_body add_body(imp3_world* world, int32_t kind, imp3_pose pose, const imp3_shape* shape, float density)
{
    imp3_body_def body = imp3_body_default();
    imp3_collider_def collider = imp3_collider_default();
    imp_body made = {0};
    body.kind = kind;
    body.pose = pose;
    collider.density = density;
    collider.material.friction = 0.8f;
    (void)imp3_world_add_body(world, &body, &made);
    (void)imp3_world_add_collider(world, made, shape, &collider, NULL);
    return made;
}

static imp_status add_planks(bridge* b)
{
    imp_status status = IMP_OK;
    for (int i = 0; i < PLANKS && !status; i++)
    {
        const imp3_vec from = joint_at(i), to = joint_at(i + 1), way = imp3_vec_sub(to, from);
        const float half = 0.5f * sqrtf(imp3_vec_dot(way, way));
        imp3_pose pose = {.p = imp3_vec_scale(imp3_vec_add(from, to), 0.5f)};
        imp3_shape plank;
        status = imp3_rot_make((imp3_vec){0.0f, 0.0f, 1.0f}, atan2f(way.y, way.x), &pose.q);
        status = status ? status : imp3_box_make((imp3_box){{-half, -0.06f, -wide}, {half, 0.06f, wide}}, &plank);
        b->planks[i + 1] = add_body(b->world, IMP_BODY_DYNAMIC, pose, &plank, 500.0f);
    }
    for (int i = 0; i <= PLANKS && !status; i++)
    {
        const imp3_vec across = {0.0f, 0.0f, 1.0f};
        imp3_joint_def joint;
        status = imp3_world_joint_hinge(b->world, b->planks[i], b->planks[i + 1], joint_at(i), across, &joint);
        status = status ? status : imp3_world_add_joint(b->world, &joint, &b->hinges[i]);
    }
    return status;
}

int main(void)
{
    imp3_world_def def = imp3_world_default();
    imp3_pose left = imp3_pose_identity(), right = left, start = left;
    imp3_shape rock, round;
    bridge b = {.world = NULL};
    def.gravity.y = -9.81f;
    imp_status status = imp3_world_make(&def, &b.world);
    (void)imp3_box_make((imp3_box){{-4.0f, -4.0f, -3.0f}, {4.0f, 0.06f, 3.0f}}, &rock);
    (void)imp3_sphere_make((imp3_vec){0.0f, 0.0f, 0.0f}, ball_radius, &round);
    const float edge = 0.5f * span;
    left.p.x = -edge - 4.0f;
    right.p.x = edge + 4.0f;
    start.p = (imp3_vec){-edge - 3.0f, ball_radius + 0.06f, 0.3f};
    b.planks[0] = add_body(b.world, IMP_BODY_STATIC, left, &rock, 0.0f);
    b.planks[PLANKS + 1] = add_body(b.world, IMP_BODY_STATIC, right, &rock, 0.0f);
    status = status ? status : add_planks(&b);
    const imp_body ball = add_body(b.world, IMP_BODY_DYNAMIC, start, &round, 1000.0f);
    status = status ? status
                    : imp3_world_set_velocity(b.world, ball, (imp3_vec){6.0f, 0.0f, 0.0f},
                                              (imp3_vec){0.0f, 0.0f, -6.0f / ball_radius});
    float worst = 0.0f, most = 0.0f, lowest = 0.0f, first = 0.0f;
    imp3_body_state s = {.mass = 0.0f};
    status = status ? status : imp3_world_get_body(b.world, b.planks[1], &s);
    const float plank = s.mass;
    for (int step = 1; step <= STEPS && !status && s.center.x < edge + 2.0f; step++)
    {
        status = imp3_world_step(b.world, 1.0f / 60.0f);
        float pull = 0.0f;
        for (int i = 0; i <= PLANKS && !status; i++)
        {
            imp3_joint_state j;
            status = imp3_world_get_joint(b.world, b.hinges[i], &j);
            worst = fmaxf(worst, j.values[IMP3_AXIS_DISTANCE]);
            pull = fmaxf(pull, sqrtf(imp3_vec_dot(j.force, j.force)));
        }
        first = step == 20 ? pull : first;
        most = fmaxf(most, pull);
        status = status ? status : imp3_world_get_body(b.world, ball, &s);
        lowest = fminf(lowest, s.center.y - ball_radius);
        if (step % 60 == 0)
        {
            printf("%4.1f s: ball at %6.2f, %5.2f, %5.2f m; hinges bear up to %6.0f N\n", step / 60.0,
                   (double)s.center.x, (double)s.center.y, (double)s.center.z, (double)pull);
        }
    }
    printf(
        "a ball of %.0f kg on planks of %.0f kg: down to %.2f m, hinges bear %.0f N alone and %.0f N at most, at most "
        "%.2f mm apart: %s\n",
        (double)s.mass, (double)plank, (double)lowest, (double)first, (double)most, 1e3 * (double)worst,
        imp_status_text(status));
    imp3_world_free(b.world);
    return status || s.center.x < edge + 2.0f || worst > 0.001f || lowest < -1.5f;
}
