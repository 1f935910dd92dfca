// SPDX-License-Identifier: MIT
//
// Contacts of boxes and balls in a world of space, and free rotation, compared with closed forms.

#include "../../src/base/cpu.h"
#include "../../src/world/world3.h"
#include "kit3.h"

enum
{
    DIRECTIONS = 32,
    STACK = 20
};

// The passes over rows load bodies and manifolds by fours of floats.
static void bodies_lie_as_passes_load_them(void** state)
{
    (void)state;
    assert_int_equal(offsetof(imp3i_body_sim, middle), 12 * sizeof(float));
    assert_int_equal(offsetof(imp3i_body_sim, velocity), 15 * sizeof(float));
    assert_int_equal(offsetof(imp3i_body_sim, spin), 18 * sizeof(float));
    assert_int_equal(offsetof(imp3i_body_sim, inverse_mass), 21 * sizeof(float));
    assert_int_equal(offsetof(imp3i_body_sim, inverse_inertia), 22 * sizeof(float));
    assert_int_equal(offsetof(imp3i_body_sim, pull), 28 * sizeof(float));
    assert_int_equal(offsetof(imp3i_body_sim, extent), 31 * sizeof(float));
    assert_int_equal(sizeof(imp3i_row_poses), 21 * sizeof(float));
    assert_int_equal(sizeof(imp3i_solver_body), 16 * sizeof(float));
    assert_int_equal(offsetof(imp3i_free_turn, inertia), 12 * sizeof(float));
}

static imp_body add_block(imp3_world* w, imp3_pose pose, imp3_vec half, float friction)
{
    imp3_shape box;
    const imp3_box corners = {{-half.x, -half.y, -half.z}, half};
    imp_body body = add_body(w, IMP_BODY_DYNAMIC, pose.p, vec(0.0f, 0.0f, 0.0f));
    assert_int_equal(imp3_world_set_pose(w, body, &pose), IMP_OK);
    assert_int_equal(imp3_box_make(corners, &box), IMP_OK);
    (void)wear(w, body, &box, friction, 0.0f);
    return body;
}

static imp3_pose pose_at(imp3_vec at, imp3_vec axis, float angle)
{
    imp3_pose pose = {at, imp3_pose_identity().q};
    assert_int_equal(imp3_rot_make(axis, angle, &pose.q), IMP_OK);
    return pose;
}

// A box slides on a level for v^2 / (2 mu g), straight, in whatever direction of the world and of the box.
static void slides_alike_in_all_directions(void** state)
{
    (void)state;
    const float mu = 0.3f, speed = 3.0f, wanted = 0.5f * speed * speed / (mu * G);
    float most_off = 0.0f, most_aside = 0.0f;
    for (int32_t k = 0; k < DIRECTIONS; ++k)
    {
        float angle = 6.2831853f * (float)k / DIRECTIONS;
        const imp3_vec along = vec(cosf(angle), 0.0f, sinf(angle)), aside = vec(-along.z, 0.0f, along.x);
        imp3_world* w = new_world(vec(0.0f, -G, 0.0f), NULL);
        add_ground(w, vec(0.0f, 1.0f, 0.0f), mu, 0.0f);
        const imp3_pose pose = pose_at(vec(0.0f, 0.25f, 0.0f), vec(0.0f, 1.0f, 0.0f), 1.7f * (float)k);
        imp_body box = add_block(w, pose, vec(0.5f, 0.25f, 0.4f), mu);
        run(w, 10);
        assert_int_equal(imp3_world_set_velocity(w, box, imp3_vec_scale(along, speed), vec(0.0f, 0.0f, 0.0f)), IMP_OK);
        run(w, 90);
        const imp3_vec at = state_of(w, box).center;
        float off = fabsf(imp3_vec_dot(at, along) / wanted - 1.0f), left = fabsf(imp3_vec_dot(at, aside)) / wanted;
        most_off = off > most_off ? off : most_off;
        most_aside = left > most_aside ? left : most_aside;
        imp3_world_free(w);
    }
    near_to(most_off, 0.0f, 0.01f);
    near_to(most_aside, 0.0f, 0.00873f);  // half a degree
}

// Below the angle of friction a box stays, above it slides.
static void slides_from_the_angle_of_friction(void** state)
{
    (void)state;
    for (int32_t k = 0; k < 16; ++k)
    {
        bool stays = k % 2 == 0;
        float angle = 0.7f + 6.2831853f * (float)k / 16.0f, slope = atanf(stays ? 0.495f : 0.505f);
        imp3_vec normal = vec(cosf(angle) * sinf(slope), cosf(slope), sinf(angle) * sinf(slope));
        imp3_world* w = new_world(vec(0.0f, -G, 0.0f), NULL);
        add_ground(w, normal, 0.5f, 0.0f);
        imp3_pose pose = pose_at(imp3_vec_scale(normal, 0.25f), imp3_vec_cross(vec(0.0f, 1.0f, 0.0f), normal), slope);
        imp_body box = add_block(w, pose, vec(0.5f, 0.25f, 0.4f), 0.5f);
        run(w, 30);
        imp3_vec from = state_of(w, box).center;
        run(w, 120);
        float moved = length_of(imp3_vec_sub(state_of(w, box).center, from));
        if (stays)
        {
            shows(moved, <, 1e-4f);
        }
        else
        {
            shows(moved, >, 0.05f);
        }
        imp3_world_free(w);
    }
}

// A box that spins on its face is braked by mu m g times the mean distance of its face from the middle: of a square
// 0.7652 of half its side.
static void a_spinning_box_is_braked(void** state)
{
    (void)state;
    const float half = 0.5f, mu = 0.4f;
    imp3_world* w = new_world(vec(0.0f, -G, 0.0f), NULL);
    add_ground(w, vec(0.0f, 1.0f, 0.0f), mu, 0.0f);
    imp_body box = add_block(w, pose_at(vec(0.0f, 0.2f, 0.0f), vec(0.0f, 1.0f, 0.0f), 0.3f), vec(half, 0.2f, half), mu);
    run(w, 30);
    assert_int_equal(imp3_world_set_velocity(w, box, vec(0.0f, 0.0f, 0.0f), vec(0.0f, 8.0f, 0.0f)), IMP_OK);
    run(w, 30);
    // I = m (2 h)^2 / 6
    float braked = (8.0f - state_of(w, box).angular_velocity.y) / 0.5f;
    float wanted = mu * G * 0.7652f * half / (4.0f * half * half / 6.0f);
    near_to(braked / wanted, 1.0f, 0.05f);
    near_to(length_of(vec(state_of(w, box).center.x, 0.0f, state_of(w, box).center.z)), 0.0f, 1e-3f);
    imp3_world_free(w);
}

// A ball with rolling resistance of lever c stops after 0.7 v^2 r / (c g).
static void a_rolling_ball_stops(void** state)
{
    (void)state;
    const float radius = 0.5f, lever = 0.02f, speed = 1.5f;
    imp3_world* w = new_world(vec(0.0f, -G, 0.0f), NULL);
    add_ground(w, vec(0.0f, 1.0f, 0.0f), 0.8f, 0.0f);
    imp_body ball = add_body(w, IMP_BODY_DYNAMIC, vec(0.0f, radius, 0.0f), vec(0.0f, 0.0f, 0.0f));
    imp3_shape sphere;
    imp_collider collider;
    imp3_collider_def def = imp3_collider_default();
    def.material.friction = 0.8f;
    def.material.rolling_resistance = lever;
    assert_int_equal(imp3_sphere_make(vec(0.0f, 0.0f, 0.0f), radius, &sphere), IMP_OK);
    assert_int_equal(imp3_world_add_collider(w, ball, &sphere, &def, &collider), IMP_OK);
    run(w, 10);
    const imp3_vec along = vec(0.6f, 0.0f, 0.8f), spin = imp3_vec_scale(vec(0.8f, 0.0f, -0.6f), speed / radius);
    assert_int_equal(imp3_world_set_velocity(w, ball, imp3_vec_scale(along, speed), spin), IMP_OK);
    run(w, 600);
    imp3_vec at = state_of(w, ball).center;
    float wanted = 0.7f * speed * speed * radius / (lever * G);
    near_to(imp3_vec_dot(at, along) / wanted, 1.0f, 0.03f);
    near_to(length_of(imp3_vec_cross(at, along)) - radius, 0.0f, 0.01f);
    imp3_world_free(w);
}

static void a_stack_stands(void** state)
{
    (void)state;
    imp_body boxes[STACK];
    imp3_world* w = new_world(vec(0.0f, -G, 0.0f), NULL);
    add_ground(w, vec(0.0f, 1.0f, 0.0f), 0.6f, 0.0f);
    for (int32_t i = 0; i < STACK; ++i)
    {
        imp3_pose pose = {vec(0.0f, 0.5f + (float)i, 0.0f), imp3_pose_identity().q};
        boxes[i] = add_block(w, pose, vec(0.5f, 0.5f, 0.5f), 0.6f);
    }
    float most_aside = 0.0f;
    for (int32_t i = 0; i < 600; ++i)
    {
        run(w, 1);
        imp3_vec at = state_of(w, boxes[STACK - 1]).center;
        most_aside = fmaxf(most_aside, length_of(vec(at.x, 0.0f, at.z)));
    }
    near_to(most_aside, 0.0f, 0.025f);
    imp3_body_state top = state_of(w, boxes[STACK - 1]);
    near_to(top.center.y, (float)STACK - 0.5f, 0.12f);
    near_to(length_of(top.velocity), 0.0f, 0.05f);
    imp3_world_free(w);
}

// The energy, and the length and direction of the angular momentum of what turns freely for a minute.
static void turns_for_a_minute(imp3_vec sides, imp3_vec spin, int32_t flips, float first_flip)
{
    imp3_world* w = new_world(vec(0.0f, 0.0f, 0.0f), NULL);
    imp3_pose pose = {vec(0.0f, 0.0f, 0.0f), imp3_pose_identity().q};
    imp_body box = add_block(w, pose, imp3_vec_scale(sides, 0.5f), 0.0f);
    assert_int_equal(imp3_world_set_velocity(w, box, vec(0.0f, 0.0f, 0.0f), spin), IMP_OK);
    double energy = 0.0, most_off = 0.0;
    imp3i_dvec first = {0.0, 0.0, 0.0}, l = first;
    int32_t turned = 0;
    float own_before = spin.y, when = 0.0f;
    for (int32_t i = 0; i <= 3600; ++i)
    {
        imp3_body_state s = state_of(w, box);
        imp3i_dinertia inertia = imp3i_dinertia_of(imp3i_inertia_turned(s.inertia, s.pose.q));
        imp3i_dvec about = imp3i_dvec_of(s.angular_velocity);
        double now = imp3i_dinertia_energy(inertia, about);
        l = imp3i_dinertia_apply(inertia, about);
        first = i == 0 ? l : first;
        energy = i == 0 ? now : energy;
        most_off = fabs(now / energy - 1.0) > most_off ? fabs(now / energy - 1.0) : most_off;
        // About the middle axis of the body.
        float own = imp3_vec_dot(s.angular_velocity, s.pose.q.y);
        when = own * own_before < 0.0f && turned == 0 ? (float)i * DT : when;
        turned += own * own_before < 0.0f;
        own_before = own;
        run(w, 1);
    }
    double length = sqrt(imp3i_ddot(first, first)), now = sqrt(imp3i_ddot(l, l));
    near_to(most_off, 0.0, 5e-3);
    near_to(now / length - 1.0, 0.0, 1e-5);
    near_to(imp3i_dcross_length(first, l) / (length * now), 0.0, 1.75e-3);  // a tenth of a degree
    if (flips > 0)
    {
        near_to(when, first_flip, 0.02f * first_flip);
        near_to(turned, flips, 3);
    }
    imp3_world_free(w);
}

// The inertias are those of table 1 of the closed forms: 1 : 2 : 3 about the middle axis, a rod, a top.
static void turns_freely_for_a_minute(void** state)
{
    (void)state;
    // Sides from principal inertias: a^2 = 6 (Iyy + Izz - Ixx) / m.
    turns_for_a_minute(vec(2.0f, 1.41421356f, 1e-3f), vec(0.5f, 10.0f, 0.5f), 43, 0.82f);
    turns_for_a_minute(vec(0.316227766f, 0.316227766f, 1.37840488f), vec(0.3f, 0.2f, 30.0f), 0, 0.0f);
    turns_for_a_minute(vec(0.632455532f, 0.0316227766f, 1.41421356f), vec(1.0f, 60.0f, 2.0f), 0, 0.0f);
}

static double energy_of(const imp3_world* w, imp_body body)
{
    imp3_body_state s = state_of(w, body);
    imp3i_dinertia inertia = imp3i_dinertia_of(imp3i_inertia_turned(s.inertia, s.pose.q));
    return imp3i_dinertia_energy(inertia, imp3i_dvec_of(s.angular_velocity)) +
           0.5 * (double)s.mass * (double)imp3_vec_dot(s.velocity, s.velocity);
}

// What turns by far more than a quarter in a sub-step keeps its energy for ten seconds, and what is thin, too.
static void fast_free_rotation_keeps_energy(void** state)
{
    (void)state;
    const imp3_vec sides[] = {{2.0f, 1.41421356f, 1e-3f}, {1.0f, 0.01f, 0.01f}, {1.0f, 0.02f, 0.01f}};
    for (int32_t i = 0; i < 3; ++i)
    {
        for (float speed = 10.0f; speed < 2000.0f; speed *= 4.0f)
        {
            imp3_world* w = new_world(vec(0.0f, 0.0f, 0.0f), NULL);
            imp3_pose pose = {vec(0.0f, 0.0f, 0.0f), imp3_pose_identity().q};
            imp_body box = add_block(w, pose, imp3_vec_scale(sides[i], 0.5f), 0.0f);
            imp3_vec spin = imp3_vec_scale(vec(0.05f, 1.0f, 0.07f), speed);
            assert_int_equal(imp3_world_set_velocity(w, box, vec(0.0f, 0.0f, 0.0f), spin), IMP_OK);
            double first = energy_of(w, box), most_off = 0.0;
            for (int32_t k = 0; k < 600; ++k)
            {
                run(w, 1);
                double off = fabs(energy_of(w, box) / first - 1.0);
                most_off = off > most_off ? off : most_off;
            }
            near_to(most_off, 0.0, 1e-2);
            imp3_world_free(w);
        }
    }
}

static imp3_world* new_room(float friction, float restitution)
{
    imp3_world* w = new_world(vec(0.0f, 0.0f, 0.0f), NULL);
    for (int32_t side = 0; side < 6; ++side)
    {
        imp3_vec center = vec(0.0f, 0.0f, 0.0f), half = vec(2.0f, 2.0f, 2.0f);
        ((float*)(void*)&center)[side / 2] = side % 2 ? 1.2f : -1.2f;
        ((float*)(void*)&half)[side / 2] = 0.5f;
        imp3_shape wall;
        const imp3_box corners = {{-half.x, -half.y, -half.z}, half};
        assert_int_equal(imp3_box_make(corners, &wall), IMP_OK);
        (void)wear(w, add_body(w, IMP_BODY_STATIC, center, vec(0.0f, 0.0f, 0.0f)), &wall, friction, restitution);
    }
    return w;
}

static imp_body add_rod(imp3_world* w, imp3_vec at, float friction, float restitution)
{
    imp3_shape rod;
    const imp3_box corners = {{-0.5f, -0.005f, -0.005f}, {0.5f, 0.005f, 0.005f}};
    imp_body body = add_body(w, IMP_BODY_DYNAMIC, at, vec(0.0f, 0.0f, 0.0f));
    assert_int_equal(imp3_box_make(corners, &rod), IMP_OK);
    (void)wear(w, body, &rod, friction, restitution);
    return body;
}

// A rod 100 : 1 that spins in a closed room, elastic and not.
static void a_rod_in_a_room_gains_no_energy(void** state)
{
    (void)state;
    for (int32_t i = 0; i < 12; ++i)
    {
        float restitution = i % 2 ? 1.0f : 0.3f, friction = i / 2 % 2 ? 0.5f : 0.0f,
              speed = i < 4   ? 10.0f
                      : i < 8 ? 75.0f
                              : 187.0f;
        imp3_world* w = new_room(friction, restitution);
        imp_body body = add_rod(w, vec(0.0f, 0.0f, 0.0f), friction, restitution);
        imp3_vec spin = imp3_vec_scale(vec(0.05f, 1.0f, 0.07f), speed);
        assert_int_equal(imp3_world_set_velocity(w, body, vec(3.0f, 1.0f, 2.0f), spin), IMP_OK);
        double first = energy_of(w, body), most = 0.0;
        for (int32_t k = 0; k < 300; ++k)
        {
            run(w, 1);
            double now = energy_of(w, body);
            most = now > most ? now : most;
        }
        shows(most / first, <, 1.01);
        imp3_world_free(w);
    }
}

// A body that may turn about one axis alone has no spin about the others after any step, whatever it falls on, and has
// not turned about them: heights of its points stay.
static void locked_turns_stay(void** state)
{
    (void)state;
    imp3_world* w = new_world(vec(0.0f, -G, 0.0f), NULL);
    add_ground(w, vec(0.3f, 1.0f, 0.2f), 0.6f, 0.3f);
    imp3_body_def def = imp3_body_default();
    imp3_shape box;
    const imp3_box extent = {{-0.5f, -0.2f, -0.3f}, {0.5f, 0.2f, 0.3f}};
    imp_body body;
    def.kind = IMP_BODY_DYNAMIC;
    def.locks = IMP3_LOCK_TURN_X | IMP3_LOCK_TURN_Z;
    def.pose.p = vec(0.0f, 2.0f, 0.0f);
    assert_int_equal(imp3_rot_make(vec(1.0f, 2.0f, 3.0f), 0.7f, &def.pose.q), IMP_OK);
    assert_int_equal(imp3_world_add_body(w, &def, &body), IMP_OK);
    assert_int_equal(imp3_box_make(extent, &box), IMP_OK);
    (void)wear(w, body, &box, 0.6f, 0.3f);
    const imp3_rot q = def.pose.q;
    float turned = 0.0f;
    for (int32_t i = 0; i < 240; ++i)
    {
        run(w, 1);
        imp3_rot now = state_of(w, body).pose.q;
        imp3_vec spin = state_of(w, body).angular_velocity;
        assert_number(fabsf(spin.x) + fabsf(spin.z), <=, 0.0f);
        assert_number(fabsf(now.x.y - q.x.y) + fabsf(now.y.y - q.y.y) + fabsf(now.z.y - q.z.y), <, 1e-5f);
        turned = fabsf(spin.y) > turned ? fabsf(spin.y) : turned;
    }
    shows(turned, >, 0.1f);
    imp3_world_free(w);
}

// Rods that spin and meet: masses follow them, and some turn far in a sub-step, in lanes of all widths.
static void rods_have_the_same_bits_at_all_widths(void** state)
{
    (void)state;
    uint64_t wanted = 0;
    for (int level = 0; level <= impi_cpu_level(); ++level)
    {
        imp3_world* w = new_room(0.3f, 0.8f);
        imp3i_world_set_level(w, level);
        for (int32_t i = 0; i < 30; ++i)
        {
            imp_body rod = add_rod(w, vec(0.0f, -0.6f + 0.04f * (float)i, 0.1f * (float)(i % 3)), 0.3f, 0.8f);
            imp3_vec spin = vec(0.1f * (float)i, 2.0f + 5.0f * (float)(i % 7), (float)(i % 4));
            assert_int_equal(imp3_world_set_velocity(w, rod, vec(1.0f, (float)(i % 5) - 2.0f, 0.5f), spin), IMP_OK);
        }
        run(w, 60);
        wanted = level == 0 ? hash_of(w) : wanted;
        assert_true(hash_of(w) == wanted);
        imp3_world_free(w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_lie_as_passes_load_them),
        cmocka_unit_test(slides_alike_in_all_directions),
        cmocka_unit_test(slides_from_the_angle_of_friction),
        cmocka_unit_test(a_spinning_box_is_braked),
        cmocka_unit_test(a_rolling_ball_stops),
        cmocka_unit_test(a_stack_stands),
        cmocka_unit_test(turns_freely_for_a_minute),
        cmocka_unit_test(fast_free_rotation_keeps_energy),
        cmocka_unit_test(locked_turns_stay),
        cmocka_unit_test(a_rod_in_a_room_gains_no_energy),
        cmocka_unit_test(rods_have_the_same_bits_at_all_widths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
