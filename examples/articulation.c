// SPDX-License-Identifier: MIT
//
// A robot arm of six hinges in space draws a figure of eight in its joints: by drives alone, which lag behind, and with
// the forces that inverse dynamics asks for on top, which leave the drives next to nothing to do. And a quadruped in
// the plane trots by target poses of its eight hinges.

#include <impinge/impinge2.h>
#include <impinge/impinge3.h>

#include <math.h>
#include <stdio.h>

enum
{
    JOINTS = 6,
    LEGS = 4,
    TROTTER = 1 + 2 * LEGS
};

#define DT (1.0f / 120.0f)

/// A link of the arm: a box from its joint upwards, and the axis of that joint.
typedef struct segment
{
    float length, width;
    bool upright;           // turns about its own length
    float stiffness, most;  // of its drive [N m/rad, N m]
} segment;

static const segment segments[JOINTS] = {
    {0.25f, 0.12f, true, 2000.0f, 400.0f}, {0.6f, 0.1f, false, 2000.0f, 400.0f}, {0.5f, 0.09f, false, 1000.0f, 200.0f},
    {0.2f, 0.08f, true, 200.0f, 80.0f},    {0.2f, 0.07f, false, 200.0f, 80.0f},  {0.12f, 0.06f, true, 50.0f, 40.0f},
};

/// Adds the arm at the origin of the world, standing upright along z.
static imp_status add_arm(imp3_world* world, imp_body* bodies, imp_joint* joints)
{
    imp3_articulation_link links[JOINTS];
    imp3_articulation_collider colliders[JOINTS];
    imp3_shape shapes[JOINTS];
    imp3_compound compounds[JOINTS];
    // A hinge turns about x of its frames: here about z, or about y.
    const imp3_rot about_z = {{0.0f, 0.0f, 1.0f}, {1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}},
                   about_y = {{0.0f, 1.0f, 0.0f}, {0.0f, 0.0f, 1.0f}, {1.0f, 0.0f, 0.0f}};
    imp_status status = IMP_OK;
    for (int i = 0; i < JOINTS && !status; i++)
    {
        const segment* s = &segments[i];
        const float half = 0.5f * s->width;
        const imp3_box box = {{-half, -half, 0.0f}, {half, half, s->length}};
        imp3_articulation_link* link = &links[i];
        *link = imp3_articulation_link_default();
        link->parent = i > 0 ? i - 1 : IMP_LINK_BASE;
        link->joint.frame_a.p.z = i > 0 ? segments[i - 1].length : 0.0f;
        link->joint.frame_a.q = link->joint.frame_b.q = s->upright ? about_z : about_y;
        link->joint.axes[IMP3_AXIS_TWIST] = (imp_axis){.kind = IMP_AXIS_LIMITED,
                                                       .lower = -2.9f,
                                                       .upper = 2.9f,
                                                       .stiffness = s->stiffness,
                                                       .damping = 0.1f * s->stiffness,
                                                       .most = s->most};
        status = imp3_box_make(box, &shapes[i]);
        status = status ? status : imp3_compound_of_shape(&shapes[i], &compounds[i]);
        colliders[i] = (imp3_articulation_collider){i, &compounds[i], imp3_collider_default()};
        colliders[i].def.density = 1500.0f;
        colliders[i].def.group = 1;
    }
    const imp3_articulation_def def = {
        .links = links, .link_count = JOINTS, .colliders = colliders, .collider_count = JOINTS};
    return status ? status : imp3_world_add_articulation(world, &def, bodies, joints, NULL);
}

/// Where the joints are to be, and how fast, and with which acceleration.
static void wanted_at(double time, double* q, double* v, double* a)
{
    for (int i = 0; i < JOINTS; i++)
    {
        const double w = i % 2 ? 3.0 : 1.5, size = i == 1 ? 0.5 : 0.7, phase = 0.4 * i;
        const double grown = time < 1.0 ? time * time * (3.0 - 2.0 * time) : 1.0;
        q[i] = grown * size * sin(w * time + phase);
        v[i] = size * w * cos(w * time + phase);
        a[i] = -size * w * w * sin(w * time + phase);
    }
}

/// The greatest error of a joint while the arm is on its way [rad].
static imp_status follow(bool ahead, double* worst)
{
    imp3_world_def def = imp3_world_default();
    imp3_world* world = NULL;
    imp_body bodies[JOINTS];
    imp_joint joints[JOINTS];
    const imp_articulation arm = {.joints = joints, .joint_count = JOINTS};
    def.gravity.z = -9.81f;
    imp_status status = imp3_world_make(&def, &world);
    status = status ? status : add_arm(world, bodies, joints);
    *worst = 0.0;
    for (int step = 0; step < 480 && !status; step++)
    {
        double q[JOINTS], v[JOINTS], a[JOINTS], is[JOINTS], forces[JOINTS];
        const double time = (double)DT * step;
        int32_t count;
        wanted_at(time, q, v, a);
        if (ahead && time > 1.0)
        {
            status = imp3_world_inverse_dynamics(world, &arm, NULL, a, forces, JOINTS);
            status = status ? status : imp3_world_apply_forces(world, &arm, forces, JOINTS);
        }
        wanted_at(time + (double)DT, q, v, a);
        status = status ? status : imp3_world_set_targets(world, &arm, q, time > 1.0 ? v : NULL, JOINTS);
        status = status ? status : imp3_world_step(world, DT);
        status = status ? status : imp3_world_get_positions(world, &arm, is, JOINTS, &count);
        for (int i = 0; i < JOINTS && time > 2.0 && !status; i++)
        {
            *worst = fmax(*worst, fabs(is[i] - q[i]));
        }
    }
    imp3_world_free(world);
    return status;
}

/// A trunk with four legs of two links; the legs of one pair of diagonals go together.
static imp_status add_trotter(imp2_world* world, imp_body* bodies, imp_joint* joints)
{
    imp2_articulation_link links[TROTTER];
    imp2_articulation_collider colliders[TROTTER];
    imp2_shape trunk, limb;
    imp2_compound trunk_compound, limb_compound;
    imp_status status = imp2_box_make((imp2_box){{-0.5f, -0.1f}, {0.5f, 0.1f}}, &trunk);
    status = status ? status : imp2_capsule_make((imp2_vec){0.0f, 0.0f}, (imp2_vec){0.0f, -0.3f}, 0.04f, &limb);
    status = status ? status : imp2_compound_of_shape(&trunk, &trunk_compound);
    status = status ? status : imp2_compound_of_shape(&limb, &limb_compound);
    for (int i = 0; i < TROTTER; i++)
    {
        const bool thigh = i % 2 == 1;
        const float hip = (i - 1) / 2 < LEGS / 2 ? 0.4f : -0.4f;
        imp2_articulation_link* link = &links[i];
        *link = imp2_articulation_link_default();
        colliders[i] =
            (imp2_articulation_collider){i, i > 0 ? &limb_compound : &trunk_compound, imp2_collider_default()};
        colliders[i].def.density = 300.0f;
        colliders[i].def.group = 1;
        colliders[i].def.material.friction = 0.9f;
        if (i > 0)
        {
            link->parent = thigh ? 0 : i - 1;
            link->joint.frame_a.p = thigh ? (imp2_vec){hip, -0.1f} : (imp2_vec){0.0f, -0.3f};
            link->joint.axes[IMP2_AXIS_TURN] = (imp_axis){.stiffness = 1000.0f, .damping = 40.0f, .most = 200.0f};
        }
    }
    links[0].body.pose.p.y = 0.75f;
    const imp2_articulation_def def = {
        .links = links, .link_count = TROTTER, .colliders = colliders, .collider_count = TROTTER};
    return status ? status : imp2_world_add_articulation(world, &def, bodies, joints, NULL);
}

/// How far the quadruped gets in six seconds, and how far its trunk leans.
static imp_status trot(float* far, float* lean)
{
    imp2_world_def def = imp2_world_default();
    imp2_world* world = NULL;
    imp_body bodies[TROTTER], floor;
    imp_joint joints[TROTTER];
    imp2_shape ground;
    imp2_body_state state = {.pose = imp2_pose_identity()};
    const imp_articulation trotter = {.joints = joints + 1, .joint_count = 2 * LEGS};
    def.gravity.y = -9.81f;
    imp_status status = imp2_world_make(&def, &world);
    status = status ? status : imp2_world_add_body(world, NULL, &floor);
    status = status ? status : imp2_box_make((imp2_box){{-50.0f, -1.0f}, {50.0f, 0.0f}}, &ground);
    status = status ? status : imp2_world_add_collider(world, floor, &ground, NULL, NULL);
    status = status ? status : add_trotter(world, bodies, joints);
    *lean = 0.0f;
    for (int step = 0; step < 720 && !status; step++)
    {
        double pose[3 + 2 * LEGS] = {0.0};
        const double phase = 2.0 * 3.14159265 * 1.6 * (double)DT * step, grown = step < 120 ? step / 120.0 : 1.0;
        imp_articulation whole = trotter;
        whole.root = bodies[0];
        for (int leg = 0; leg < LEGS; leg++)
        {
            // Diagonals: front left with hind right. A leg swings forward bent, and back straight.
            const double own = phase + (leg == 0 || leg == 3 ? 0.0 : 3.14159265);
            pose[3 + 2 * leg] = 0.25 + 0.28 * grown * sin(own);
            pose[4 + 2 * leg] = -0.5 - 0.45 * grown * fmax(cos(own), 0.0);
        }
        status = imp2_world_set_targets(world, &whole, pose, NULL, 3 + 2 * LEGS);
        status = status ? status : imp2_world_step(world, DT);
        status = status ? status : imp2_world_get_body(world, bodies[0], &state);
        *lean = fmaxf(*lean, fabsf(state.pose.q.s));
    }
    *far = state.pose.p.x;
    imp2_world_free(world);
    return status;
}

int main(void)
{
    double alone = 0.0, ahead = 0.0;
    float far = 0.0f, lean = 0.0f;
    imp_status status = follow(false, &alone);
    status = status ? status : follow(true, &ahead);
    status = status ? status : trot(&far, &lean);
    printf("an arm is at most %.4f rad off by its drives alone, %.4f rad with inverse dynamics; "
           "a quadruped trots %.2f m in 6 s and leans by %.2f: %s\n",
           alone, ahead, (double)far, (double)lean, imp_status_text(status));
    return status || ahead > 0.25 * alone || ahead > 0.01 || far < 1.0f || lean > 0.3f;
}
