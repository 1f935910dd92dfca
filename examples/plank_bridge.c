// SPDX-License-Identifier: MIT
//
// A bridge of planks on hinges between two rocks, and crates that are dropped on it, each heavier than the one before.
// Hinges tell what they bear, and one that bears too much breaks: the world says which.

#include <impinge/impinge2.h>

#include <math.h>
#include <stdio.h>

enum
{
    PLANKS = 16,
    CRATES = 8
};

static const float span = 16.0f, strength = 1e5f;

/// The bridge hangs, as it must: what is straight would have to bear without end.
static imp2_vec end_of_plank(int i)
{
    float x = 2.0f * (float)i / (float)PLANKS - 1.0f;
    return (imp2_vec){0.5f * span * x, -1.2f * (1.0f - x * x)};
}

static imp_body add_body(imp2_world* world, int32_t kind, imp2_vec at, const imp2_shape* shape, float density)
{
    imp2_body_def body = imp2_body_default();
    imp2_collider_def collider = imp2_collider_default();
    imp_body made = {0};
    body.kind = kind;
    body.pose.p = at;
    collider.density = density;
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
    imp2_shape rock, crate;
    (void)imp2_box_make((imp2_box){{-4.0f, -4.0f}, {4.0f, 0.1f}}, &rock);
    (void)imp2_box_make((imp2_box){{-0.4f, -0.4f}, {0.4f, 0.4f}}, &crate);
    float edge = 0.5f * span;
    imp_joint hinges[PLANKS + 1] = {{0}}, broken[PLANKS + 1];
    imp_body left = add_body(world, IMP_BODY_STATIC, (imp2_vec){-edge - 4.0f, 0.0f}, &rock, 1.0f);
    imp_body right = add_body(world, IMP_BODY_STATIC, (imp2_vec){edge + 4.0f, 0.0f}, &rock, 1.0f), before = left;
    for (int i = 0; i <= PLANKS && !status; i++)
    {
        const imp2_vec from = end_of_plank(i), to = end_of_plank(i + 1);
        const imp2_vec middle = imp2_vec_scale(imp2_vec_add(from, to), 0.5f);
        imp2_shape plank;
        status = imp2_capsule_make(imp2_vec_sub(from, middle), imp2_vec_sub(to, middle), 0.1f, &plank);
        imp_body next = i < PLANKS ? add_body(world, IMP_BODY_DYNAMIC, middle, &plank, 50.0f) : right;
        imp2_joint_def hinge;
        status = status ? status : imp2_world_joint_revolute(world, before, next, from, &hinge);
        hinge.break_force = strength;
        status = status ? status : imp2_world_add_joint(world, &hinge, &hinges[i]);
        before = next;
    }
    int32_t fell = 0, count = 0;
    float worst = 0.0f, load = 0.0f;
    for (int step = 0; step < 120 * CRATES && !status && count == 0; step++)
    {
        if (step % 120 == 0)
        {
            float mass = 25.0f * (float)(1 << fell++);
            const imp2_vec over = {1.5f * (float)(fell % 5 - 2), 0.5f};
            (void)add_body(world, IMP_BODY_DYNAMIC, over, &crate, mass / 0.64f);
            load += mass;
        }
        status = imp2_world_step(world, 1.0f / 60.0f);
        status = status ? status : imp2_world_broken_joints(world, broken, PLANKS + 1, &count);
        float most = 0.0f;
        for (int i = 0; i <= PLANKS && !status && count == 0; i++)
        {
            imp2_joint_state s;
            status = imp2_world_get_joint(world, hinges[i], &s);
            most = fmaxf(most, sqrtf(imp2_vec_dot(s.force, s.force)));
            worst = fmaxf(worst, s.values[IMP2_AXIS_DISTANCE]);
        }
        if (step % 120 == 119)
        {
            printf("%d crates, %5.0f kg: hinges bear %6.0f N\n", (int)fell, (double)load, (double)most);
        }
    }
    printf("%d hinges break under crate %d, after %.3f mm at most: %s\n", (int)count, (int)fell, 1e3 * (double)worst,
           imp_status_text(status));
    imp2_world_free(world);
    return status || count == 0 || fell < 3 || worst > 0.002f;
}
