// SPDX-License-Identifier: MIT
//
// Ragdolls on stairs: eleven parts each, elbows and knees are hinges with limits, hips, shoulders, waist and neck balls
// with cones of a kind. They fall down a flight of stairs, come to rest, and no limb has left its socket.

#include <impinge/impinge3.h>

#include <math.h>
#include <stdio.h>

enum
{
    DOLLS = 4,
    PARTS = 11,
    STAIRS = 12,
    STEPS = 480
};

/// A part is a capsule from `a` to `b`, in a doll that stands; its joint to an earlier one is at `a`.
typedef struct part
{
    int parent;
    bool hinge;
    imp3_vec a, b;
    float radius, lower, upper;
} part;

static const part parts[PARTS] = {
    {-1, false, {0.0f, 1.0f, 0.0f}, {0.0f, 1.1f, 0.0f}, 0.14f, 0.0f, 0.0f},    // pelvis
    {0, false, {0.0f, 1.2f, 0.0f}, {0.0f, 1.45f, 0.0f}, 0.15f, -0.4f, 0.4f},   // chest
    {1, false, {0.0f, 1.62f, 0.0f}, {0.0f, 1.74f, 0.0f}, 0.1f, -0.5f, 0.5f},   // head
    {0, false, {0.0f, 0.95f, 0.1f}, {0.0f, 0.55f, 0.1f}, 0.08f, -0.8f, 0.8f},  // thighs
    {0, false, {0.0f, 0.95f, -0.1f}, {0.0f, 0.55f, -0.1f}, 0.08f, -0.8f, 0.8f},
    {3, true, {0.0f, 0.5f, 0.1f}, {0.0f, 0.1f, 0.1f}, 0.06f, -2.2f, 0.0f},  // shanks
    {4, true, {0.0f, 0.5f, -0.1f}, {0.0f, 0.1f, -0.1f}, 0.06f, -2.2f, 0.0f},
    {1, false, {0.0f, 1.48f, 0.22f}, {0.0f, 1.22f, 0.26f}, 0.05f, -1.2f, 1.2f},  // upper arms
    {1, false, {0.0f, 1.48f, -0.22f}, {0.0f, 1.22f, -0.26f}, 0.05f, -1.2f, 1.2f},
    {7, true, {0.0f, 1.18f, 0.27f}, {0.0f, 0.95f, 0.3f}, 0.045f, 0.0f, 2.2f},  // forearms
    {8, true, {0.0f, 1.18f, -0.27f}, {0.0f, 0.95f, -0.3f}, 0.045f, 0.0f, 2.2f},
};

static imp_status add_doll(imp3_world* world, imp3_vec at, uint32_t group, imp_joint* joints)
{
    imp_body bodies[PARTS];
    imp_status status = IMP_OK;
    for (int i = 0; i < PARTS && !status; i++)
    {
        const part* p = &parts[i];
        imp3_body_def def = imp3_body_default();
        imp3_collider_def collider = imp3_collider_default();
        imp3_shape shape;
        const imp3_vec middle = imp3_vec_scale(imp3_vec_add(p->a, p->b), 0.5f);
        def.pose.p = imp3_vec_add(at, middle);
        def.kind = IMP_BODY_DYNAMIC;
        def.velocity = (imp3_vec){1.5f, 0.0f, 0.0f};
        collider.density = 1000.0f;
        collider.group = group;
        status = imp3_capsule_make(imp3_vec_sub(p->a, middle), imp3_vec_sub(p->b, middle), p->radius, &shape);
        status = status ? status : imp3_world_add_body(world, &def, &bodies[i]);
        status = status ? status : imp3_world_add_collider(world, bodies[i], &shape, &collider, NULL);
        if (status || p->parent < 0)
        {
            continue;
        }
        imp3_joint_def joint;
        const imp3_vec anchor = imp3_vec_add(at, p->a), across = {0.0f, 0.0f, 1.0f};
        imp_body parent = bodies[p->parent];
        status = p->hinge ? imp3_world_joint_hinge(world, parent, bodies[i], anchor, across, &joint)
                          : imp3_world_joint_ball(world, parent, bodies[i], anchor, &joint);
        for (int axis = IMP3_AXIS_TWIST; axis <= (p->hinge ? IMP3_AXIS_TWIST : IMP3_AXIS_SWING_Z) && !status; axis++)
        {
            // What bends is stiff a little, as joints of people are.
            joint.axes[axis] = (imp_axis){
                .kind = IMP_AXIS_LIMITED, .lower = p->lower, .upper = p->upper, .damping = 0.5f, .most = 5.0f};
        }
        status = status ? status : imp3_world_add_joint(world, &joint, &joints[i]);
    }
    return status;
}

static imp_status add_block(imp3_world* world, imp3_box box)
{
    imp3_body_def def = imp3_body_default();
    imp3_shape shape;
    imp_body body;
    def.kind = IMP_BODY_STATIC;
    imp_status status = imp3_box_make(box, &shape);
    status = status ? status : imp3_world_add_body(world, &def, &body);
    return status ? status : imp3_world_add_collider(world, body, &shape, NULL, NULL);
}

int main(void)
{
    imp3_world_def def = imp3_world_default();
    imp3_world* world = NULL;
    static imp_joint joints[DOLLS][PARTS];
    def.gravity.y = -9.81f;
    imp_status status = imp3_world_make(&def, &world);
    for (int i = 0; i <= STAIRS && !status; i++)
    {
        float x = i < STAIRS ? 0.35f * (float)i : 0.35f * STAIRS, y = 0.2f * (float)(STAIRS - i);
        const imp3_box step = {{i > 0 ? x : -4.0f, -1.0f, -4.0f}, {i < STAIRS ? x + 0.35f : 30.0f, y, 4.0f}};
        status = add_block(world, step);
    }
    for (int i = 0; i < DOLLS && !status; i++)
    {
        const imp3_vec at = {-0.8f * (float)(i / 2), 0.2f * STAIRS + 0.05f, 1.2f * ((float)(i % 2) - 0.5f)};
        status = add_doll(world, at, (uint32_t)(i + 1), joints[i]);
    }
    float worst = 0.0f, past = 0.0f, fastest = 0.0f;
    for (int step = 1; step <= STEPS && !status; step++)
    {
        status = imp3_world_step(world, 1.0f / 60.0f);
        for (int i = 0; i < DOLLS * (PARTS - 1) && !status; i++)
        {
            imp3_joint_state s;
            const part* p = &parts[1 + i % (PARTS - 1)];
            status = imp3_world_get_joint(world, joints[i / (PARTS - 1)][1 + i % (PARTS - 1)], &s);
            worst = fmaxf(worst, s.values[IMP3_AXIS_DISTANCE]);
            past = p->hinge
                       ? fmaxf(past, fmaxf(p->lower - s.values[IMP3_AXIS_TWIST], s.values[IMP3_AXIS_TWIST] - p->upper))
                       : past;
        }
    }
    imp_body bodies[DOLLS * PARTS + STAIRS + 1];
    int32_t count = 0;
    float below = 0.0f;
    status = status ? status : imp3_world_bodies(world, bodies, DOLLS * PARTS + STAIRS + 1, &count);
    for (int i = 0; i < count && !status; i++)
    {
        imp3_body_state s;
        status = imp3_world_get_body(world, bodies[i], &s);
        fastest = fmaxf(fastest, sqrtf(imp3_vec_dot(s.velocity, s.velocity)));
        below = s.kind == IMP_BODY_DYNAMIC ? fminf(below, s.center.y) : below;
    }
    printf(
        "%d ragdolls down the stairs: joints at most %.2f mm apart, limits passed by %.3f rad, %.3f m/s after %d s: %s\n",
        (int)DOLLS, 1e3 * (double)worst, (double)past, (double)fastest, STEPS / 60, imp_status_text(status));
    imp3_world_free(world);
    return status || worst > 0.002f || past > 0.05f || fastest > 0.1f || below < 0.0f;
}
