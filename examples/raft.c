// SPDX-License-Identifier: MIT
//
// A raft: a body of the world that buoyancy carries at both ends of its bottom. It is let go above the water and comes
// to lie as deep as Archimedes says; then a load is put on it, off the middle, and it tilts. Round logs of wood float
// beside it, by themselves: a particle displaces its circle.

#include <impinge/impinge2.h>

#include <math.h>
#include <stdio.h>

enum
{
    LOGS = 6,
    STEPS = 1200  // until it lies still
};

static const float step_time = 1.0f / 60.0f, gravity = 9.81f, water = 1000.0f;
static const float half_length = 3.0f, half_height = 0.3f, density = 400.0f;
static const float load_density = 300.0f, load_half = 0.5f, load_at = 0.8f;
static const float log_radius = 0.2f, log_density = 600.0f;

static imp_body add_box(imp2_world* world, imp2_vec at, imp2_vec half, float weight)
{
    imp2_body_def body = imp2_body_default();
    imp2_collider_def collider = imp2_collider_default();
    imp2_shape shape;
    imp_body made = {0};
    body.kind = IMP_BODY_DYNAMIC;
    body.pose.p = at;
    collider.density = weight;
    (void)imp2_box_make((imp2_box){{-half.x, -half.y}, half}, &shape);
    (void)imp2_world_add_body(world, &body, &made);
    (void)imp2_world_add_collider(world, made, &shape, &collider, NULL);
    return made;
}

/// One half of the raft's volume is displaced at each end of its bottom. What moves through water is slowed by it.
static imp_status float_at(imp2_particles* particles, imp_body raft, float x)
{
    imp2_force force = {.kind = IMP_FORCE_BUOYANCY, .strength = water, .vector = {0.0f, 1.0f}};
    force.a = (imp2_end){.kind = IMP_END_SOLID, .solid = raft.id, .point = {x, -half_height}};
    force.volume = 2.0f * half_length * half_height;
    force.length = 2.0f * half_height;
    force.linear = 1000.0f;
    return imp2_particles_add_force(particles, &force, NULL);
}

static imp_status add_logs(imp2_particles* particles)
{
    imp2_force force = {.kind = IMP_FORCE_BUOYANCY, .groups = 1, .strength = water, .vector = {0.0f, 1.0f}};
    force.linear = 200.0f;
    imp_status status = imp2_particles_add_force(particles, &force, NULL);
    for (int i = 0; i < LOGS && !status; i++)
    {
        imp2_particle wood = imp2_particle_default();
        wood.position = (imp2_vec){half_length + 1.0f + 0.8f * (float)i, 0.5f + 0.1f * (float)i};
        wood.radius = log_radius;
        wood.mass = log_density * 3.14159265f * log_radius * log_radius;
        status = imp2_particles_add(particles, &wood, 1, NULL);
    }
    return status;
}

static imp_status wait(imp2_world* world, imp2_particles* particles)
{
    imp_status status = IMP_OK;
    for (int step = 0; step < STEPS && !status; step++)
    {
        status = imp2_world_step_particles(world, particles, step_time);
        status = status ? status : imp2_world_step(world, step_time);
    }
    return status;
}

/// How deep the bottom is under the surface, at an end.
static float draught(const imp2_world* world, imp_body raft, float x)
{
    imp2_body_state state = {.mass = 0.0f};
    (void)imp2_world_get_body(world, raft, &state);
    return -imp2_pose_apply(state.pose, (imp2_vec){x, -half_height}).y;
}

static bool tell(const char* what, float found, float wanted)
{
    printf("%-22s %.3f m deep; Archimedes: %.3f m\n", what, (double)found, (double)wanted);
    return fabsf(found - wanted) < 0.005f;
}

/// The part of a circle's area that is under water when its centre is at a height.
static float part_under(float height)
{
    float u = fminf(1.0f, fmaxf(-1.0f, -height / log_radius));
    return 0.5f + (asinf(u) + u * sqrtf(1.0f - u * u)) / 3.14159265f;
}

int main(void)
{
    imp2_world_def world_def = imp2_world_default();
    imp2_particles_def def = imp2_particles_default();
    world_def.gravity.y = def.gravity.y = -gravity;
    imp2_world* world = NULL;
    imp2_particles* particles = NULL;
    imp_status status = imp2_world_make(&world_def, &world);
    status = status ? status : imp2_particles_make(&def, &particles);
    if (status)
    {
        printf("nothing floats: %s\n", imp_status_text(status));
        imp2_world_free(world);
        return 1;
    }
    imp_body raft = add_box(world, (imp2_vec){0.0f, 1.0f}, (imp2_vec){half_length, half_height}, density);
    status = float_at(particles, raft, -half_length);
    status = status ? status : float_at(particles, raft, half_length);
    status = status ? status : add_logs(particles);
    status = status ? status : wait(world, particles);
    // An end is as deep as what it carries: per metre of depth half of the raft's length.
    float mass = 4.0f * half_length * half_height * density, per_depth = water * half_length;
    bool right = tell("the raft", draught(world, raft, 0.0f), mass / 2.0f / per_depth);

    add_box(world, (imp2_vec){load_at, 2.0f}, (imp2_vec){load_half, load_half}, load_density);
    status = status ? status : wait(world, particles);
    imp2_body_state state = {.mass = 0.0f};
    (void)imp2_world_get_body(world, raft, &state);
    // Turning about the middle of what it displaces would be small beside this.
    float load = 4.0f * load_half * load_half * load_density, lever = load_at / half_length;
    right = tell("with a load, left", draught(world, raft, -half_length),
                 (mass + load * (1.0f - lever)) / 2.0f / per_depth) &&
            right;
    right = tell("with a load, right", draught(world, raft, half_length),
                 (mass + load * (1.0f + lever)) / 2.0f / per_depth) &&
            right;

    float most = 0.0f;
    for (int32_t i = 0; i < LOGS; i++)
    {
        imp2_particle wood = {.mass = 0.0f};
        (void)imp2_particles_get(particles, i, &wood);
        most = fmaxf(most, fabsf(part_under(wood.position.y) - log_density / water));
    }
    printf("logs are %.0f %% under, at most %.2f %% off: %s\n", 100.0 * (double)(log_density / water),
           100.0 * (double)most, imp_status_text(status));
    imp2_particles_free(particles);
    imp2_world_free(world);
    return status || !right || !(most < 0.005f);
}
