// SPDX-License-Identifier: MIT
//
// A rope bridge between two rocks: planks are particles that rods hold together, and cables hang them on two ropes. A
// heavy ball, a body of the world, rolls over it and pushes it down; what the bridge feels, the ball feels, too.

#include <impinge/impinge2.h>

#include <math.h>
#include <stdio.h>

enum
{
    PLANKS = 41,  // and as many knots of the rope over them
    STEPS = 900
};

static const float step_time = 1.0f / 60.0f, span = 12.0f, ball_radius = 0.7f;

/// The numbers of planks and knots, of the first and the last plank fixed to rocks.
typedef struct bridge
{
    int32_t planks[PLANKS], knots[PLANKS], rods[PLANKS - 1];
} bridge;

static imp2_end end_of(int32_t particle)
{
    const imp2_end end = {.kind = IMP_END_PARTICLE, .particle = particle};
    return end;
}

/// Ropes and planks give a little.
static imp_status tie(imp2_particles* particles, int32_t kind, int32_t a, int32_t b, float length, int32_t* number)
{
    const imp2_link link = {
        .kind = kind, .a = end_of(a), .b = end_of(b), .length = length, .stiffness = 1e6f, .damping = 2000.0f};
    return imp2_particles_add_link(particles, &link, number);
}

static float distance_of(const imp2_particles* particles, int32_t a, int32_t b)
{
    imp2_particle p = {.mass = 0.0f}, q = p;
    (void)imp2_particles_get(particles, a, &p);
    (void)imp2_particles_get(particles, b, &q);
    return hypotf(q.position.x - p.position.x, q.position.y - p.position.y);
}

/// The deck sags a little, the rope above it more, from posts on the rocks.
static imp_status build(imp2_particles* particles, bridge* b)
{
    imp_status status = IMP_OK;
    for (int i = 0; i < PLANKS && !status; i++)
    {
        float t = (float)i / (float)(PLANKS - 1), sag = 4.0f * t * (1.0f - t);
        bool fixed = i == 0 || i == PLANKS - 1;
        imp2_particle plank = imp2_particle_default(), knot = plank;
        plank.position = (imp2_vec){span * (t - 0.5f), -0.15f - 0.4f * sag};
        plank.radius = 0.15f;
        plank.mass = fixed ? 0.0f : 8.0f;
        plank.damping = 0.3f;
        knot.position = (imp2_vec){plank.position.x, 2.6f - 1.4f * sag};
        knot.mass = fixed ? 0.0f : 1.0f;
        knot.damping = 0.3f;
        status = imp2_particles_add(particles, &plank, 1, &b->planks[i]);
        status = status ? status : imp2_particles_add(particles, &knot, 1, &b->knots[i]);
    }
    for (int i = 0; i < PLANKS && !status; i++)
    {
        const int32_t plank = b->planks[i], knot = b->knots[i];
        status = tie(particles, IMP_LINK_CABLE, plank, knot, distance_of(particles, plank, knot), NULL);
        if (i > 0 && !status)
        {
            float length = distance_of(particles, b->planks[i - 1], plank);
            status = tie(particles, IMP_LINK_ROD, b->planks[i - 1], plank, length, &b->rods[i - 1]);
            float rope = distance_of(particles, b->knots[i - 1], knot);
            status = status ? status : tie(particles, IMP_LINK_CABLE, b->knots[i - 1], knot, rope, NULL);
        }
    }
    return status;
}

static imp_body add_body(imp2_world* world, int32_t kind, imp2_vec at, const imp2_shape* shape, float density)
{
    imp2_body_def body = imp2_body_default();
    imp2_collider_def collider = imp2_collider_default();
    body.kind = kind;
    body.pose.p = at;
    body.velocity.x = kind == IMP_BODY_DYNAMIC ? 6.0f : 0.0f;
    collider.density = density;
    imp_body made = {0};
    (void)imp2_world_add_body(world, &body, &made);
    (void)imp2_world_add_collider(world, made, shape, &collider, NULL);
    return made;
}

/// The highest tension of the rods, and the lowest plank.
static void look(const imp2_particles* particles, const bridge* b, float* tension, float* lowest, float* stretch)
{
    *tension = *stretch = 0.0f;
    *lowest = 0.0f;
    for (int i = 0; i < PLANKS; i++)
    {
        imp2_particle plank = {.mass = 0.0f};
        (void)imp2_particles_get(particles, b->planks[i], &plank);
        *lowest = fminf(*lowest, plank.position.y);
        if (i > 0)
        {
            imp2_link rod;
            float pull = 0.0f, length = distance_of(particles, b->planks[i - 1], b->planks[i]);
            (void)imp2_particles_get_link(particles, b->rods[i - 1], &rod, &pull);
            *tension = fmaxf(*tension, fabsf(pull));
            *stretch = fmaxf(*stretch, fabsf(length - rod.length) / rod.length);
        }
    }
}

int main(void)
{
    imp2_world_def world_def = imp2_world_default();
    imp2_particles_def def = imp2_particles_default();
    world_def.gravity.y = def.gravity.y = -9.81f;
    def.material.friction = 0.8f;
    def.sub_steps = 8;
    imp2_world* world = NULL;
    imp2_particles* particles = NULL;
    bridge b = {.planks = {0}};
    imp_status status = imp2_world_make(&world_def, &world);
    status = status ? status : imp2_particles_make(&def, &particles);
    status = status ? status : build(particles, &b);
    imp2_shape rock, round;
    (void)imp2_box_make((imp2_box){{-6.0f, -4.0f}, {6.0f, 0.0f}}, &rock);
    (void)imp2_circle_make((imp2_vec){0.0f, 0.0f}, ball_radius, &round);
    float edge = span / 2.0f;
    imp_body ball = {0};
    if (!status)
    {
        (void)add_body(world, IMP_BODY_STATIC, (imp2_vec){-edge - 6.0f, 0.0f}, &rock, 0.0f);
        (void)add_body(world, IMP_BODY_STATIC, (imp2_vec){edge + 6.0f, 0.0f}, &rock, 0.0f);
        ball = add_body(world, IMP_BODY_DYNAMIC, (imp2_vec){-edge - 4.0f, ball_radius}, &round, 100.0f);
    }
    float tension = 0.0f, most = 0.0f, lowest = 0.0f, deepest = 0.0f, stretch = 0.0f, worst = 0.0f;
    imp2_body_state state = {.mass = 0.0f};
    for (int step = 1; step <= STEPS && !status && state.center.x < edge + 3.0f; step++)
    {
        status = imp2_world_step_particles(world, particles, step_time);
        status = status ? status : imp2_world_step(world, step_time);
        (void)imp2_world_get_body(world, ball, &state);
        look(particles, &b, &tension, &lowest, &stretch);
        most = fmaxf(most, tension);
        worst = fmaxf(worst, stretch);
        deepest = fminf(deepest, lowest);
        if (step % 60 == 0)
        {
            printf("%4.1f s: ball at %5.2f, %5.2f m; lowest plank %5.2f m, tension %4.0f N\n",
                   (double)step * (double)step_time, (double)state.center.x, (double)state.center.y, (double)lowest,
                   (double)tension);
        }
    }
    printf("a ball of %.0f kg on planks of 8 kg: down to %.2f m, at most %.0f N, rods %.2f %% off their length: %s\n",
           (double)state.mass, (double)deepest, (double)most, 100.0 * (double)worst, imp_status_text(status));
    imp2_particles_free(particles);
    imp2_world_free(world);
    bool across = state.center.x >= edge + 3.0f && state.center.y > ball_radius - 0.1f;
    return status || !across || !(deepest < -0.6f) || !(most > 0.25f * state.mass) || !(worst < 0.02f);
}
