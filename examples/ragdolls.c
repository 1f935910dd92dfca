// SPDX-License-Identifier: MIT
//
// Ragdolls on stairs, in the plane: ten parts each, joints with limits. They fall down a flight of stairs on top of each
// other and come to rest, and no limb has left its socket.

#include <impinge/impinge2.h>

#include <math.h>
#include <stdio.h>

enum
{
    DOLLS = 6,
    PARTS = 10,
    STAIRS = 14,
    STEPS = 600
};

/// A part is a capsule from `a` to `b`, of a doll that stands and looks to the right; its joint to an earlier one is at
/// `a`. Limits are of its turn against that one, from how it stands.
typedef struct part
{
    int parent;
    imp2_vec a, b;
    float radius, lower, upper;
} part;

static const part parts[PARTS] = {
    {-1, {0.0f, 1.0f}, {0.0f, 1.45f}, 0.13f, 0.0f, 0.0f},   // trunk
    {0, {0.0f, 1.6f}, {0.0f, 1.74f}, 0.1f, -0.6f, 0.6f},    // head
    {0, {0.0f, 0.95f}, {0.0f, 0.55f}, 0.08f, -0.4f, 1.9f},  // thighs
    {0, {0.0f, 0.95f}, {0.0f, 0.55f}, 0.08f, -0.4f, 1.9f},
    {2, {0.0f, 0.5f}, {0.0f, 0.1f}, 0.06f, -2.2f, 0.0f},  // shanks
    {3, {0.0f, 0.5f}, {0.0f, 0.1f}, 0.06f, -2.2f, 0.0f},
    {0, {0.0f, 1.48f}, {0.0f, 1.22f}, 0.05f, -1.0f, 2.6f},  // upper arms
    {0, {0.0f, 1.48f}, {0.0f, 1.22f}, 0.05f, -1.0f, 2.6f},
    {6, {0.0f, 1.18f}, {0.0f, 0.94f}, 0.045f, 0.0f, 2.3f},  // forearms
    {7, {0.0f, 1.18f}, {0.0f, 0.94f}, 0.045f, 0.0f, 2.3f},
};

/// Parts of one doll do not meet.
static imp_status add_doll(imp2_world* world, imp2_vec at, uint32_t group, imp_joint* joints)
{
    imp_body bodies[PARTS];
    imp_status status = IMP_OK;
    for (int i = 0; i < PARTS && !status; i++)
    {
        const part* p = &parts[i];
        const imp2_vec middle = imp2_vec_scale(imp2_vec_add(p->a, p->b), 0.5f), anchor = imp2_vec_add(at, p->a);
        imp2_body_def def = imp2_body_default();
        imp2_collider_def collider = imp2_collider_default();
        imp2_joint_def joint;
        imp2_shape shape;
        def.kind = IMP_BODY_DYNAMIC;
        def.pose.p = imp2_vec_add(at, middle);
        def.velocity = (imp2_vec){3.5f, 0.0f};
        collider.density = 300.0f;
        collider.group = group;
        status = imp2_capsule_make(imp2_vec_sub(p->a, middle), imp2_vec_sub(p->b, middle), p->radius, &shape);
        status = status ? status : imp2_world_add_body(world, &def, &bodies[i]);
        status = status ? status : imp2_world_add_collider(world, bodies[i], &shape, &collider, NULL);
        if (status || p->parent < 0)
        {
            continue;
        }
        status = imp2_world_joint_revolute(world, bodies[p->parent], bodies[i], anchor, &joint);
        // Joints that bend are a little stiff, as joints of people are.
        joint.axes[IMP2_AXIS_TURN] =
            (imp_axis){.kind = IMP_AXIS_LIMITED, .lower = p->lower, .upper = p->upper, .damping = 0.5f, .most = 5.0f};
        status = status ? status : imp2_world_add_joint(world, &joint, &joints[i]);
    }
    return status;
}

static imp_status add_block(imp2_world* world, imp2_box box)
{
    imp2_body_def def = imp2_body_default();
    imp2_shape shape;
    imp_body body;
    def.kind = IMP_BODY_STATIC;
    imp_status status = imp2_box_make(box, &shape);
    status = status ? status : imp2_world_add_body(world, &def, &body);
    return status ? status : imp2_world_add_collider(world, body, &shape, NULL, NULL);
}

int main(void)
{
    imp2_world_def def = imp2_world_default();
    imp2_world* world = NULL;
    static imp_joint joints[DOLLS][PARTS];
    def.gravity.y = -9.81f;
    imp_status status = imp2_world_make(&def, &world);
    for (int i = 0; i <= STAIRS && !status; i++)
    {
        float x = 0.35f * (float)i, y = 0.2f * (float)(STAIRS - i);
        status = add_block(world, (imp2_box){{i > 0 ? x : -12.0f, -1.0f}, {i < STAIRS ? x + 0.35f : 40.0f, y}});
    }
    for (int i = 0; i < DOLLS && !status; i++)
    {
        status = add_doll(world, (imp2_vec){-1.1f * (float)i, 0.2f * STAIRS + 0.05f}, (uint32_t)(i + 1), joints[i]);
    }
    float worst = 0.0f, past = 0.0f, fastest = 0.0f, lowest = INFINITY, farthest = 0.0f;
    for (int step = 1; step <= STEPS && !status; step++)
    {
        status = imp2_world_step(world, 1.0f / 60.0f);
        for (int i = 0; i < DOLLS * (PARTS - 1) && !status; i++)
        {
            imp2_joint_state s;
            const int k = 1 + i % (PARTS - 1);
            status = imp2_world_get_joint(world, joints[i / (PARTS - 1)][k], &s);
            const float turn = s.values[IMP2_AXIS_TURN];
            worst = fmaxf(worst, s.values[IMP2_AXIS_DISTANCE]);
            past = fmaxf(past, fmaxf(parts[k].lower - turn, turn - parts[k].upper));
        }
    }
    imp_body bodies[DOLLS * PARTS + STAIRS + 1];
    int32_t count = 0;
    status = status ? status : imp2_world_bodies(world, bodies, DOLLS * PARTS + STAIRS + 1, &count);
    for (int i = 0; i < count && !status; i++)
    {
        imp2_body_state s;
        status = imp2_world_get_body(world, bodies[i], &s);
        if (s.kind == IMP_BODY_DYNAMIC)
        {
            fastest = fmaxf(fastest, sqrtf(imp2_vec_dot(s.velocity, s.velocity)));
            lowest = fminf(lowest, s.center.y);
            farthest = fmaxf(farthest, s.center.x);
        }
    }
    printf(
        "%d ragdolls down the stairs, the farthest by %.1f m: joints at most %.2f mm apart, limits passed by %.3f rad, "
        "%.3f m/s after %d s: %s\n",
        (int)DOLLS, (double)farthest, 1e3 * (double)worst, (double)past, (double)fastest, STEPS / 60,
        imp_status_text(status));
    imp2_world_free(world);
    return status || worst > 0.002f || past > 0.05f || fastest > 0.1f || !(lowest > 0.0f) || farthest < 3.0f;
}
