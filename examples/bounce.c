// SPDX-License-Identifier: MIT
//
// What happens after things have met, without a world. The arcade form, one thing against what stands still: a ball
// bounces and comes to rest, a hero stands on a slope or slides down. The full form: two pucks with mass and spin.

#include <impinge/impinge.h>

#include <stdio.h>

static const float dt = 1.0f / 60.0f;
static const float margin = 0.001f;  // nearer than this counts as standing on it [m]

typedef struct thing
{
    const imp2_shape* shape;
    imp2_pose pose;
    imp2_vec velocity;
    imp_surface surface;
} thing;

/// One step against the ground. The order matters: what holds the thing answers before it moves, so that standing is
/// standing still and not falling and being lifted; what it has run into pushes it out.
static imp_status step(thing* t, const imp2_shape* ground, const imp2_pose* ground_pose)
{
    imp2_manifold m;
    imp2_vec fall = {0.0f, -9.81f * dt};
    t->velocity = imp2_vec_add(t->velocity, fall);
    imp_status status = imp2_collide(ground, ground_pose, t->shape, &t->pose, margin, &m);
    if (!status && m.count > 0)
    {
        status = imp2_respond_arcade(t->velocity, m.normal, &t->surface, fall, 0.0f, &t->velocity);
    }
    t->pose.p = imp2_vec_add(t->pose.p, imp2_vec_scale(t->velocity, dt));
    status = status ? status : imp2_collide(ground, ground_pose, t->shape, &t->pose, 0.0f, &m);
    if (!status && m.count > 0)
    {
        t->pose.p = imp2_vec_add(t->pose.p, imp2_vec_scale(m.normal, m.depth));
    }
    return status;
}

/// Three seconds on ground that is tilted by an angle.
static imp_status play(thing* t, float angle)
{
    imp2_shape ground;
    imp2_pose pose;
    imp2_box box = {{-50.0f, -1.0f}, {50.0f, 0.0f}};
    imp2_vec zero = {0.0f, 0.0f};
    imp_status status = imp2_box_make(box, &ground);
    status = status ? status : imp2_pose_make(zero, angle, &pose);
    for (int i = 0; i < 180 && !status; ++i)
    {
        status = step(t, &ground, &pose);
    }
    return status;
}

int main(void)
{
    imp2_shape ball, hero;
    imp2_vec zero = {0.0f, 0.0f}, feet = {0.0f, -0.5f}, head = {0.0f, 0.5f};
    imp2_pose two_up = imp2_pose_identity();
    two_up.p.y = 2.0f;
    if (imp2_circle_make(zero, 0.5f, &ball) || imp2_capsule_make(feet, head, 0.3f, &hero))
    {
        return 1;
    }

    thing bouncing = {&ball, two_up, {0.0f, 0.0f}, {.friction = 0.2f, .restitution = 0.5f}};
    thing standing = {&hero, two_up, {0.0f, 0.0f}, {.friction = 0.6f}}, sliding = standing;
    if (play(&bouncing, 0.0f) || play(&standing, 0.4f) || play(&sliding, 0.8f))
    {
        return 1;
    }
    printf("ball:  rests at height %.3f m with speed %g m/s\n", bouncing.pose.p.y, bouncing.velocity.y);
    bool stands = standing.velocity.x == 0.0f && standing.velocity.y == 0.0f;
    printf("hero:  %s on a slope of 23 degrees, slides down one of 46 degrees with (%.2f, %.2f) m/s\n",
           stands ? "stands" : "does not stand", sliding.velocity.x, sliding.velocity.y);
    bool arcade_ok = bouncing.pose.p.y < 0.502f && bouncing.velocity.y == 0.0f && stands && sliding.velocity.x < -1.0f;

    // A puck hits another of half its mass, off centre and with friction: both end up spinning.
    imp2_pose at_a = imp2_pose_identity(), at_b = at_a;
    at_b.p.x = 0.9f;
    at_b.p.y = 0.4f;
    imp2_manifold m;
    imp_surface surface = {.friction = 0.1f, .restitution = 0.9f};
    imp2_mass mass;
    if (imp2_collide(&ball, &at_a, &ball, &at_b, 0.0f, &m) || imp2_shape_mass(&ball, 2.0f, &mass))
    {
        return 1;
    }
    imp2_dynamics a = {at_a.p, {3.0f, 0.0f}, 0.0f, 1.0f / mass.mass, 1.0f / mass.inertia};
    imp2_dynamics b = {at_b.p, {0.0f, 0.0f}, 0.0f, 2.0f / mass.mass, 2.0f / mass.inertia};
    float before = a.velocity.x * mass.mass;
    if (imp2_respond(&m, &surface, &a, &b, 0.0f, NULL))
    {
        return 1;
    }
    float after = a.velocity.x * mass.mass + b.velocity.x * mass.mass / 2.0f;
    printf("pucks: (%.2f, %.2f) m/s, %.2f rad/s; (%.2f, %.2f) m/s, %.2f rad/s; momentum %.4f before, %.4f after\n",
           a.velocity.x, a.velocity.y, a.angular_velocity, b.velocity.x, b.velocity.y, b.angular_velocity, before,
           after);
    return arcade_ok && m.count == 1 && after > before - 1e-4f && after < before + 1e-4f ? 0 : 1;
}
