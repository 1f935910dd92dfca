// SPDX-License-Identifier: MIT
//
// Closed forms of rigid bodies in space: what spins, rolls, slips, bounces and stands. Further ones are in contact3_test.c
// (free rotation, sliding, spinning boxes, rolling resistance); the rows are those of the table of proofs, in its order.

#include "kit3.h"

static const float TURN = 6.2831853f;

static imp_body add_shape(imp3_world* w, imp3_pose pose, const imp3_shape* shape, float density,
                          const imp_material* material)
{
    imp_body body;
    imp_collider collider;
    imp3_body_def def = imp3_body_default();
    imp3_collider_def wears = imp3_collider_default();
    def.kind = IMP_BODY_DYNAMIC;
    def.pose = pose;
    def.no_sleep = true;
    wears.density = density;
    wears.material = *material;
    assert_int_equal(imp3_world_add_body(w, &def, &body), IMP_OK);
    assert_int_equal(imp3_world_add_collider(w, body, shape, &wears, &collider), IMP_OK);
    return body;
}

static imp_material material_of(float friction, float restitution)
{
    const imp_material m = {friction, restitution, 0.0f, 0.0f, 0};
    return m;
}

static imp3_pose pose_of(imp3_vec at, imp3_vec axis, float angle)
{
    imp3_pose pose = {at, imp3_pose_identity().q};
    assert_int_equal(imp3_rot_make(axis, angle, &pose.q), IMP_OK);
    return pose;
}

static imp3_shape box_of(imp3_vec half)
{
    imp3_shape box;
    const imp3_box corners = {{-half.x, -half.y, -half.z}, half};
    assert_int_equal(imp3_box_make(corners, &box), IMP_OK);
    return box;
}

static imp3_shape cylinder_of(float half, float radius)
{
    imp3_shape cylinder;
    assert_int_equal(imp3_cylinder_make(vec(0.0f, -half, 0.0f), vec(0.0f, half, 0.0f), radius, 0.0f, &cylinder),
                     IMP_OK);
    return cylinder;
}

// Energy of a body, with that of height.
static double energy_of(const imp3_world* w, imp_body body)
{
    imp3_body_state s = state_of(w, body);
    imp3_vec own = imp3_rot_apply_inverse(s.pose.q, s.angular_velocity);
    double x = own.x, y = own.y, z = own.z, m = s.mass;
    double xx = s.inertia.xx, yy = s.inertia.yy, zz = s.inertia.zz;
    double turning = xx * x * x + yy * y * y + zz * z * z +
                     2.0 * ((double)s.inertia.xy * x * y + (double)s.inertia.yz * y * z + (double)s.inertia.zx * z * x);
    return 0.5 * turning + 0.5 * m * (double)imp3_vec_dot(s.velocity, s.velocity) + m * (double)G * (double)s.center.y;
}

// Row 2: the heavy symmetric top

// A cone on its tip, and what its motion depends on.
typedef struct top
{
    imp3_world* world;
    imp_body body, ground;
    double pull, along, across;  // m g l; inertias about the axis, and across it at the tip
} top;

static top new_top(float lean, imp3_vec gravity)
{
    top t;
    imp3_shape cone;
    const imp_material rough = material_of(5.0f, 0.0f);
    t.world = new_world(gravity, NULL);
    t.ground = add_ground(t.world, vec(0.0f, 1.0f, 0.0f), 5.0f, 0.0f);
    assert_int_equal(imp3_cone_make(vec(0.0f, 0.0f, 0.0f), vec(0.0f, 0.2f, 0.0f), 0.0f, 0.3f, 0.0f, &cone), IMP_OK);
    t.body = add_shape(t.world, pose_of(vec(0.0f, 0.0f, 0.0f), vec(0.0f, 0.0f, 1.0f), -lean), &cone, 1000.0f, &rough);
    imp3_body_state s = state_of(t.world, t.body);
    double l = (double)length_of(s.center);
    t.pull = (double)s.mass * (double)G * l;
    t.along = (double)s.inertia.yy;
    t.across = (double)s.inertia.xx + (double)s.mass * l * l;
    return t;
}

// Spins the top about its axis, which goes round the vertical; its tip stays.
static void spin_top(const top* t, float about_axis, float round)
{
    imp3_body_state s = state_of(t->world, t->body);
    imp3_vec axis = s.pose.q.y, up = vec(0.0f, 1.0f, 0.0f);
    float own = about_axis - round * axis.y;
    imp3_vec spin = imp3_vec_add(imp3_vec_scale(up, round), imp3_vec_scale(axis, own));
    assert_int_equal(imp3_world_set_velocity(t->world, t->body, imp3_vec_cross(spin, s.center), spin), IMP_OK);
}

// A fast top goes round the vertical with m g l / (I3 w3), and slightly faster: steadily where
// I1 cos(lean) W^2 - I3 w3 W + m g l = 0.
static void a_top_precesses(void** state)
{
    (void)state;
    const float lean = 0.3f;
    top t = new_top(lean, vec(0.0f, -G, 0.0f));
    double w3 = 120.0, simple = t.pull / (t.along * w3), steady = simple;
    for (int32_t i = 0; i < 20; ++i)
    {
        steady = (t.pull + t.across * cos((double)lean) * steady * steady) / (t.along * w3);
    }
    shows(steady / simple, <, 1.01);
    spin_top(&t, (float)w3, (float)steady);
    double turned = 0.0, least = 1.0, most = -1.0;
    imp3_vec before = state_of(t.world, t.body).pose.q.y;
    int32_t steps = 0;
    for (; turned < 10.0 * (double)TURN && steps < 6000; ++steps)
    {
        run(t.world, 1);
        imp3_vec now = state_of(t.world, t.body).pose.q.y;
        // About y, from z to x.
        turned += atan2((double)(before.z * now.x - before.x * now.z), (double)(before.x * now.x + before.z * now.z));
        least = (double)now.y < least ? (double)now.y : least;
        most = (double)now.y > most ? (double)now.y : most;
        before = now;
    }
    near_to(turned / ((double)steps * (double)DT) / simple, 1.0, 0.01);
    near_to(acos(most), (double)lean, 0.01);
    near_to(acos(least), (double)lean, 0.1);
    imp3_world_free(t.world);
}

// The most that a top leans in some seconds, which starts with a spin of so many times the critical one.
static float lean_of_top(float lean, float part, bool on_peg, int32_t seconds)
{
    const imp_material rough = material_of(5.0f, 0.0f);
    top t = new_top(lean, vec(0.0f, -G, 0.0f));
    if (on_peg)
    {
        const imp3_shape peg = cylinder_of(0.5f, 0.02f);
        imp_body body = add_body(t.world, IMP_BODY_STATIC, vec(0.0f, -0.5f, 0.0f), vec(0.0f, 0.0f, 0.0f));
        (void)wear(t.world, body, &peg, rough.friction, 0.0f);
        assert_int_equal(imp3_world_remove_body(t.world, t.ground), IMP_OK);
    }
    double critical = sqrt(4.0 * t.across * t.pull) / t.along;
    spin_top(&t, (float)(critical * (double)part), (float)(0.5 * t.along * critical / t.across));
    float least = 1.0f;
    for (int32_t i = 0; i < 60 * seconds; ++i)
    {
        run(t.world, 1);
        float upright = state_of(t.world, t.body).pose.q.y.y;
        least = upright < least ? upright : least;
    }
    imp3_world_free(t.world);
    return acosf(least);
}

// A top that stands falls if w3^2 < 4 I1 m g l / I3^2, and else stays as it is.
static void a_top_falls_below_the_critical_spin(void** state)
{
    (void)state;
    for (int32_t on_peg = 0; on_peg < 2; ++on_peg)
    {
        shows(lean_of_top(0.01f, 0.95f, on_peg, 4), >, 0.3f);
        shows(lean_of_top(0.01f, 1.05f, on_peg, 20), <, 0.011f);
        shows(lean_of_top(0.05f, 1.05f, on_peg, 20), <, 0.053f);
        shows(lean_of_top(0.01f, 2.0f, on_peg, 20), <, 0.011f);
    }
}

// Row 4: a disc that spins on its face is braked by 2/3 mu m g R.
static void a_spinning_disc_is_braked(void** state)
{
    (void)state;
    const float radius = 0.5f, mu = 0.4f, wanted = mu * G * (2.0f / 3.0f) / (0.5f * radius);
    for (int32_t on = 0; on < 2; ++on)
    {
        const imp3_shape disc = cylinder_of(0.1f, radius), floor = box_of(vec(5.0f, 1.0f, 5.0f));
        const imp_material rough = material_of(mu, 0.0f);
        imp3_world* w = new_world(vec(0.0f, -G, 0.0f), NULL);
        if (on == 0)
        {
            add_ground(w, vec(0.0f, 1.0f, 0.0f), mu, 0.0f);
        }
        else
        {
            (void)wear(w, add_body(w, IMP_BODY_STATIC, vec(0.0f, -1.0f, 0.0f), vec(0.0f, 0.0f, 0.0f)), &floor, mu,
                       0.0f);
        }
        imp_body body =
            add_shape(w, pose_of(vec(0.0f, 0.1f, 0.0f), vec(0.0f, 1.0f, 0.0f), 0.3f), &disc, 1000.0f, &rough);
        run(w, 30);
        assert_int_equal(imp3_world_set_velocity(w, body, vec(0.0f, 0.0f, 0.0f), vec(0.0f, 16.0f, 0.0f)), IMP_OK);
        run(w, 30);
        float braked = (16.0f - state_of(w, body).angular_velocity.y) / 0.5f;
        near_to(braked / wanted, 1.0f, 0.05f);
        near_to(length_of(vec(state_of(w, body).center.x, 0.0f, state_of(w, body).center.z)), 0.0f, 1e-3f);
        imp3_world_free(w);
    }
}

// Row 5: balls and cylinders on slopes

// Acceleration of what rolls down a slope, or slides, and the speed of its lowest point.
typedef struct rolled
{
    float acceleration, slip;
} rolled;

static rolled roll_down(bool cylinder, float tangent, float mu, float heading)
{
    const float radius = 0.5f, slope = atanf(tangent);
    const imp3_vec normal = vec(cosf(heading) * sinf(slope), cosf(slope), sinf(heading) * sinf(slope));
    const imp3_vec down = imp3_vec_sub(imp3_vec_scale(normal, cosf(slope)), vec(0.0f, 1.0f, 0.0f));
    const imp_material rough = material_of(mu, 0.0f);
    imp3_shape shape;
    imp3_world* w = new_world(vec(0.0f, -G, 0.0f), NULL);
    add_ground(w, normal, mu, 0.0f);
    imp3_vec level = imp3_vec_cross(down, normal), unit = imp3_vec_scale(level, 1.0f / length_of(level));
    if (cylinder)
    {
        imp3_vec end = imp3_vec_scale(unit, 0.6f);
        assert_int_equal(imp3_cylinder_make(imp3_vec_scale(end, -1.0f), end, radius, 0.0f, &shape), IMP_OK);
    }
    else
    {
        assert_int_equal(imp3_sphere_make(vec(0.0f, 0.0f, 0.0f), radius, &shape), IMP_OK);
    }
    imp3_pose pose = pose_of(imp3_vec_scale(normal, radius), vec(0.0f, 1.0f, 0.0f), 0.0f);
    imp_body body = add_shape(w, pose, &shape, 1000.0f, &rough);
    run(w, 15);
    imp3_vec first = state_of(w, body).velocity;
    run(w, 60);
    imp3_body_state s = state_of(w, body);
    imp3_vec low = imp3_vec_add(s.velocity, imp3_vec_cross(s.angular_velocity, imp3_vec_scale(normal, -radius)));
    const rolled r = {length_of(imp3_vec_sub(s.velocity, first)), length_of(low)};
    imp3_world_free(w);
    return r;
}

static void balls_and_cylinders_roll_down(void** state)
{
    (void)state;
    for (int32_t k = 0; k < 8; ++k)
    {
        bool cylinder = k % 2 == 1;
        float tangent = k < 4 ? 0.2f : 0.7f, heading = 0.3f + 1.1f * (float)k, pull = G * sinf(atanf(tangent));
        rolled r = roll_down(cylinder, tangent, 0.6f, heading);
        near_to(r.acceleration / pull, cylinder ? 2.0f / 3.0f : 5.0f / 7.0f,
                0.01f * (cylinder ? 2.0f / 3.0f : 5.0f / 7.0f));
    }
}

// A ball slips from tan = 3.5 mu on, a cylinder from 3 mu.
static void balls_and_cylinders_slip(void** state)
{
    (void)state;
    for (int32_t k = 0; k < 4; ++k)
    {
        bool cylinder = k % 2 == 1, slips = k / 2 == 1;
        float mu = 0.2f, limit = (cylinder ? 3.0f : 3.5f) * mu;
        rolled r = roll_down(cylinder, limit * (slips ? 1.02f : 0.98f), mu, 0.9f);
        if (slips)
        {
            shows(r.slip, >, 0.05f);
        }
        else
        {
            shows(r.slip, <, 0.01f);
        }
    }
}

// Row 7: contacts do not flicker

// Lets a body rest, and compares names of its contacts from step to step.
static void names_stay(imp3_world* w, imp_body body, int32_t contacts)
{
    imp3_world_contact first[4], now[4];
    int32_t count, steps;
    float deepest = 0.0f;
    run(w, 60);
    assert_int_equal(imp3_world_body_contacts(w, body, first, 4, &count), IMP_OK);
    assert_int_equal(count, contacts);
    bool same = true;
    for (steps = 0; steps < 600 && same; ++steps)
    {
        run(w, 1);
        assert_int_equal(imp3_world_body_contacts(w, body, now, 4, &count), IMP_OK);
        same = count == contacts;
        for (int32_t i = 0; i < count && same; ++i)
        {
            same = now[i].manifold.count == first[i].manifold.count;
            for (int32_t k = 0; k < now[i].manifold.count && same; ++k)
            {
                same = now[i].manifold.points[k].id == first[i].manifold.points[k].id;
                float depth = now[i].manifold.points[k].depth;
                deepest = depth > deepest ? depth : deepest;
            }
        }
    }
    near_to(steps, 600, 0);
    shows(deepest, <=, SLOP);
}

// An octagonal prism along z, with an edge or a face down.
static imp_body add_prism(imp3_world* w, float height, bool on_edge, imp3_rot turn)
{
    imp3_vec corners[16];
    imp3_shape prism;
    for (int32_t k = 0; k < 16; ++k)
    {
        float angle = TURN * ((float)(k / 2) + (on_edge ? 0.0f : 0.5f)) / 8.0f;
        corners[k] = vec(0.5f * cosf(angle), 0.5f * sinf(angle), k % 2 ? 0.4f : -0.4f);
    }
    assert_int_equal(imp3_hull_make(corners, 16, 0.0f, NULL, &prism, NULL), IMP_OK);
    const imp_material rough = material_of(0.6f, 0.0f);
    const imp3_pose pose = {vec(0.0f, height, 0.0f), turn};
    imp_body body = add_shape(w, pose, &prism, 1000.0f, &rough);
    imp3_shape_free(&prism);
    return body;
}

// On its octagon, on a side, and on an edge, about which it may not turn.
static void a_prism_does_not_flicker(void** state)
{
    (void)state;
    for (int32_t k = 0; k < 4; ++k)
    {
        const imp3_shape slab = box_of(vec(3.0f, 1.0f, 2.0f));
        imp3_world* w = new_world(vec(0.0f, -G, 0.0f), NULL);
        imp3_rot turn = imp3_pose_identity().q;
        if (k == 3)
        {
            add_ground(w, vec(0.0f, 1.0f, 0.0f), 0.6f, 0.0f);
        }
        else
        {
            imp_body floor = add_body(w, IMP_BODY_STATIC, vec(0.0f, -1.0f, 0.0f), vec(0.0f, 0.0f, 0.0f));
            (void)wear(w, floor, &slab, 0.6f, 0.0f);
        }
        if (k == 0 || k == 3)
        {
            assert_int_equal(imp3_rot_make(vec(1.0f, 0.0f, 0.0f), 0.25f * TURN, &turn), IMP_OK);
        }
        imp_body prism = add_prism(w, k == 1 ? 0.5f * cosf(TURN / 16.0f) : k == 2 ? 0.5f : 0.4f, k == 2, turn);
        if (k == 2)
        {
            assert_int_equal(imp3_world_set_locks(w, prism, IMP3_LOCK_TURN_Z), IMP_OK);
        }
        names_stay(w, prism, 1);
        imp3_world_free(w);
    }
}

static void a_box_on_pegs_does_not_flicker(void** state)
{
    (void)state;
    for (int32_t k = 0; k < 2; ++k)
    {
        const imp3_shape peg = k ? cylinder_of(0.5f, 0.05f) : box_of(vec(0.05f, 0.5f, 0.05f)),
                         box = box_of(vec(0.6f, 0.3f, 0.5f));
        const imp_material rough = material_of(0.6f, 0.0f);
        imp3_world* w = new_world(vec(0.0f, -G, 0.0f), NULL);
        for (int32_t i = 0; i < 3; ++i)
        {
            float angle = TURN * ((float)i + 0.2f) / 3.0f;
            imp3_vec at = vec(0.4f * cosf(angle), -0.5f, 0.4f * sinf(angle));
            (void)wear(w, add_body(w, IMP_BODY_STATIC, at, vec(0.0f, 0.0f, 0.0f)), &peg, 0.6f, 0.0f);
        }
        imp3_pose pose = pose_of(vec(0.0f, 0.3f, 0.0f), vec(0.0f, 1.0f, 0.0f), 0.4f);
        names_stay(w, add_shape(w, pose, &box, 1000.0f, &rough), 3);
        imp3_world_free(w);
    }
}

// Row 8: what is heavy on what is light

// A hundred times as heavy as each of five boxes below, and a ball a thousand times as heavy as its box: they stand.
static void heavy_things_stand_on_light_ones(void** state)
{
    (void)state;
    for (int32_t k = 0; k < 2; ++k)
    {
        const imp3_shape cube = box_of(vec(0.5f, 0.5f, 0.5f));
        const imp_material rough = material_of(0.6f, 0.0f);
        int32_t light = k ? 1 : 5;
        imp3_world* w = new_world(vec(0.0f, -G, 0.0f), NULL);
        imp3_shape ball;
        add_ground(w, vec(0.0f, 1.0f, 0.0f), 0.6f, 0.0f);
        assert_int_equal(imp3_sphere_make(vec(0.0f, 0.0f, 0.0f), 0.5f, &ball), IMP_OK);
        imp3_pose pose = imp3_pose_identity();
        for (int32_t i = 0; i < light; ++i)
        {
            pose.p.y = 0.5f + (float)i;
            (void)add_shape(w, pose, &cube, 1.0f, &rough);
        }
        pose.p.y = 0.5f + (float)light;
        imp_body heavy = add_shape(w, pose, k ? &ball : &cube, k ? 1909.859f : 100.0f, &rough);
        run(w, 300);
        imp3_body_state s = state_of(w, heavy);
        near_to(length_of(vec(s.center.x, 0.0f, s.center.z)), 0.0f, k ? 0.03f : 0.01f);
        near_to(s.center.y, pose.p.y, k ? 0.4f : 0.1f);
        near_to(length_of(s.velocity), 0.0f, 0.02f);
        imp3_world_free(w);
    }
}

// Row 9: restitution

// Five balls on a line between two walls, as in Newton's cradle, without friction or loss.
static void a_cradle_keeps_its_energy(void** state)
{
    (void)state;
    enum
    {
        BALLS = 5
    };
    for (int32_t k = 0; k < 2; ++k)
    {
        const float gap = k ? 0.01f : 0.0f;
        imp_body balls[BALLS];
        imp3_world* w = new_world(vec(0.0f, 0.0f, 0.0f), NULL);
        add_wall(w, vec(-2.0f, 0.0f, 0.0f), vec(1.0f, 0.0f, 0.0f), 0.0f, 1.0f);
        add_wall(w, vec(2.0f, 0.0f, 0.0f), vec(-1.0f, 0.0f, 0.0f), 0.0f, 1.0f);
        for (int32_t i = 0; i < BALLS; ++i)
        {
            float x = i == 0 ? -1.0f : (0.2f + gap) * (float)(i - 2);
            imp3_vec velocity = vec(i == 0 ? 3.0f : 0.0f, 0.0f, 0.0f);
            balls[i] = add_ball(w, vec(x, 0.0f, 0.0f), velocity, 0.1f, 0.0f, 1.0f);
        }
        double first = energy_of(w, balls[0]), most_off = 0.0;
        for (int32_t step = 0; step < 600; ++step)
        {
            run(w, 1);
            double now = 0.0;
            for (int32_t i = 0; i < BALLS; ++i)
            {
                now += energy_of(w, balls[i]);
            }
            most_off = fabs(now / first - 1.0) > most_off ? fabs(now / first - 1.0) : most_off;
        }
        near_to(most_off, 0.0, 1e-3);
        imp3_world_free(w);
    }
}

// A ball of restitution 0.8 that falls from 5 m comes back to 0.5 + 0.64 x 4.5 m.
static void a_ball_bounces_back(void** state)
{
    (void)state;
    imp3_world* w = new_world(vec(0.0f, -G, 0.0f), NULL);
    add_ground(w, vec(0.0f, 1.0f, 0.0f), 0.6f, 0.8f);
    imp_body ball = add_ball(w, vec(0.0f, 5.0f, 0.0f), vec(0.0f, 0.0f, 0.0f), 0.5f, 0.6f, 0.8f);
    float highest = 0.0f;
    bool up = false;
    for (int32_t i = 0; i < 180; ++i)
    {
        run(w, 1);
        imp3_body_state s = state_of(w, ball);
        up = up || s.velocity.y > 0.0f;
        highest = up && s.center.y > highest ? s.center.y : highest;
    }
    near_to(highest, 3.38f, 0.03f);
    imp3_world_free(w);
}

// Row 10: a coin that rolls round on its rim (Euler's disc) comes to rest. Its energy never rises.
static void a_coin_comes_to_rest(void** state)
{
    (void)state;
    const float radius = 0.3f;
    for (int32_t k = 0; k < 4; ++k)
    {
        const float half = k % 2 ? 0.02f : 0.01f, lean = k < 2 ? 0.6f : 0.3f, spin = k < 2 ? 8.0f : 5.0f;
        const imp3_shape coin = cylinder_of(half, radius);
        const imp_material rough = material_of(0.5f, 0.0f);
        imp3_world* w = new_world(vec(0.0f, -G, 0.0f), NULL);
        add_ground(w, vec(0.0f, 1.0f, 0.0f), 0.5f, 0.0f);
        float height = radius * cosf(lean) + half * sinf(lean);
        imp3_pose pose = pose_of(vec(0.0f, height, 0.0f), vec(1.0f, 0.0f, 0.0f), 0.25f * TURN - lean);
        imp_body body = add_shape(w, pose, &coin, 1000.0f, &rough);
        assert_int_equal(imp3_world_set_velocity(w, body, vec(0.0f, 0.0f, 0.0f), vec(0.0f, spin, 0.0f)), IMP_OK);
        double first = energy_of(w, body), least = first, above = 0.0;
        for (int32_t i = 0; i < 300; ++i)
        {
            run(w, 1);
            double now = energy_of(w, body);
            least = now < least ? now : least;
            above = now - least > above ? now - least : above;
        }
        imp3_body_state s = state_of(w, body);
        near_to(length_of(s.velocity) + length_of(s.angular_velocity), 0.0f, 0.001f);
        near_to(s.center.y, half, SLOP);
        shows(above / first, <, 1e-4);
        imp3_world_free(w);
    }
}

// Boxes of a wall have nothing that pushes them out of it, so they stay in it: the points of a contact bear alike.
static void a_wall_does_not_rock_across(void** state)
{
    (void)state;
    enum
    {
        ROWS = 12,
        BOXES = ROWS * (ROWS + 1) / 2
    };
    imp3_world* w = new_world(vec(0.0f, -G, 0.0f), NULL);
    const imp3_shape box = box_of(vec(0.5f, 0.5f, 0.5f));
    const imp_material rough = material_of(0.6f, 0.0f);
    imp_body bodies[BOXES];
    int32_t count = 0;
    (void)add_ground(w, vec(0.0f, 1.0f, 0.0f), 0.6f, 0.0f);
    for (int32_t row = 0; row < ROWS; ++row)
    {
        for (int32_t i = 0; i < ROWS - row; ++i)
        {
            const imp3_vec at = vec((float)i + 0.5f * (float)row, 0.5f + (float)row, 0.0f);
            bodies[count++] = add_shape(w, pose_of(at, vec(0.0f, 1.0f, 0.0f), 0.0f), &box, 1000.0f, &rough);
        }
    }
    double across = 0.0;
    for (int32_t step = 0; step < 300; ++step)
    {
        run(w, 1);
        for (int32_t i = 0; i < count; ++i)
        {
            double z = fabs((double)state_of(w, bodies[i]).center.z);
            across = z > across ? z : across;
        }
    }
    shows(across, <, 1e-6);
    imp3_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_top_precesses),
        cmocka_unit_test(a_top_falls_below_the_critical_spin),
        cmocka_unit_test(a_spinning_disc_is_braked),
        cmocka_unit_test(balls_and_cylinders_roll_down),
        cmocka_unit_test(balls_and_cylinders_slip),
        cmocka_unit_test(a_prism_does_not_flicker),
        cmocka_unit_test(a_box_on_pegs_does_not_flicker),
        cmocka_unit_test(heavy_things_stand_on_light_ones),
        cmocka_unit_test(a_cradle_keeps_its_energy),
        cmocka_unit_test(a_ball_bounces_back),
        cmocka_unit_test(a_coin_comes_to_rest),
        cmocka_unit_test(a_wall_does_not_rock_across),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
