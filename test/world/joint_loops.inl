// SPDX-License-Identifier: MIT
//
// Loops of joints that stay closed, in both dimensions: linkages that are driven round and round, and lifts of scissors.

#include "joint_kit.inl"

#define CLOSE 1e-4  // [m]

// Rods of a linkage do not meet each other.
static imp_body add_rod(World* world, Vec from, Vec to, float thick)
{
    const Vec along = FN(vec_sub)(to, from);
    const Shape rod = box_of(0.5f * length_of(along), thick, thick);
    ColliderDef worn = FN(collider_default)();
    worn.group = 1;
    worn.density = AXES == 2 ? 20.0f : 400.0f;
    const Pose pose = pose_of(FN(vec_scale)(FN(vec_add)(from, to), 0.5f), atan2f(AT(along, 1), AT(along, 0)));
    return add_with(world, IMP_BODY_DYNAMIC, pose, &rod, &worn, NULL);
}

// A hinge about z of two bodies, where they are now.
static JointDef hinge_here(World* world, imp_body a, imp_body b, Vec place)
{
    const Pose here = {place, hinge().frame_a.q};
    JointDef def;
    assert_int_equal(FN(world_joint_at)(world, a, b, &here, &def), IMP_OK);
    def.axes[TURN].kind = IMP_AXIS_FREE;
    return def;
}

// A crank of 0.5 m turns a rocker by a coupler: Grashof's, so it goes round for a minute.
static void four_bar_linkage_goes_round(void** state)
{
    (void)state;
    World* world = new_world(G);
    const Vec corners[4] = {at(0.0f, 0.0f, 0.0f), at(0.0f, 0.5f, 0.0f), at(1.6f, 1.2f, 0.0f), at(2.0f, 0.0f, 0.0f)};
    imp_body rods[3];
    imp_joint joints[4];
    for (int32_t i = 0; i < 3; ++i)
    {
        rods[i] = add_rod(world, corners[i], corners[i + 1], 0.03f);
    }
    for (int32_t i = 0; i < 4; ++i)
    {
        JointDef def = i < 3 ? hinge_here(world, i > 0 ? rods[i - 1] : NO_BODY, rods[i], corners[i])
                             : hinge_here(world, NO_BODY, rods[2], corners[3]);
        def.axes[TURN].motor = i == 0;
        def.axes[TURN].speed = 6.0f;
        joints[i] = join(world, &def);
    }
    const int32_t steps = (int32_t)fmin(3600.0, (double)test_n(400));
    double worst = 0.0;
    for (int32_t step = 0; step < steps; ++step)
    {
        run(world, 1);
        worst = fmax(worst, widest_of(world, joints, 4));
    }
    const double turned = (double)joint_of(world, joints[0]).values[TURN];
    printf("crank turned %.2f times, joints %.4f mm apart\n", turned / 6.283185, worst * 1e3);
    assert_number(worst, <, CLOSE);
    assert_number(fabs(turned - 6.0 * steps * (double)DT), <, 1e-3 * turned);
    FN(world_free)(world);
}

// Scissors

enum
{
    STAGES = 10
};

typedef struct lift
{
    World* world;
    imp_body rods[2 * STAGES];
    imp_joint joints[3 * STAGES + 1];
    int32_t count;
    imp_joint slide;
} lift;

// Stages of two rods of 1 m that cross at angles to the floor; each hangs on the ends of the one below. One foot is nailed,
// the other slides along x. In space all hinges hold it in its plane: 55 rows of loops, of which most repeat others.
static void open_lift(lift* l, float angle)
{
    const float x = 0.5f * cosf(angle), y = 0.5f * sinf(angle);
    l->world = new_world(G);
    l->count = 0;
    for (int32_t i = 0; i < STAGES; ++i)
    {
        const float low = 2.0f * y * (float)i, high = low + 2.0f * y;
        for (int32_t k = 0; k < 2; ++k)
        {
            const float side = k == 0 ? x : -x;
            l->rods[2 * i + k] = add_rod(l->world, at(-side, low, 0.0f), at(side, high, 0.0f), 0.02f);
        }
        JointDef def = hinge_here(l->world, l->rods[2 * i], l->rods[2 * i + 1], at(0.0f, low + y, 0.0f));
        l->joints[l->count++] = join(l->world, &def);
        for (int32_t k = 0; k < 2; ++k)
        {
            // A rod's lower end is at the upper end of the other one below.
            const imp_body below = i > 0 ? l->rods[2 * i - 1 - k] : NO_BODY;
            const Vec corner = at(k == 0 ? -x : x, low, 0.0f);
            def = hinge_here(l->world, below, l->rods[2 * i + k], corner);
            if (i == 0 && k == 1)
            {
                // The slide is along x of the world.
                def = hinge_here(l->world, NO_BODY, l->rods[1], corner);
                def.axes[SLIDE].kind = IMP_AXIS_FREE;
                l->slide = join(l->world, &def);
                continue;
            }
            l->joints[l->count++] = join(l->world, &def);
        }
    }
}

// A drive at its sliding foot takes a lift up and down; its joints hold, and its top is where its angle says.
static void lift_of_scissors_goes_up_and_down(void** state)
{
    (void)state;
    lift l;
    open_lift(&l, 0.5f);
    const double start = cos(0.5);
    const int32_t steps = (int32_t)fmin(3600.0, (double)test_n(400));
    double worst = 0.0, off = 0.0, least = 10.0, most = 0.0;
    for (int32_t step = 0; step < steps; ++step)
    {
        const double angle = 0.5 + 0.3 * (1.0 - cos(0.02 * step));
        const imp_axis drive = {.stiffness = 1e7f, .damping = 1e5f, .target = (float)(cos(angle) - start)};
        assert_int_equal(FN(world_set_axis)(l.world, l.slide, SLIDE, &drive), IMP_OK);
        run(l.world, 1);
        worst = fmax(worst, widest_of(l.world, l.joints, l.count));
        // The foot gives way to the weight; what is compared is the height with where the foot is.
        const double foot = start + (double)joint_of(l.world, l.slide).values[SLIDE], lean = acos(fmin(foot, 1.0));
        const Vec end = at(0.5f, 0.0f, 0.0f), top = FN(pose_apply)(state_of(l.world, l.rods[2 * STAGES - 2]).pose, end);
        off = fmax(off, fabs((double)AT(top, 1) - STAGES * sin(lean)));
        least = fmin(least, (double)AT(top, 1));
        most = fmax(most, (double)AT(top, 1));
    }
    printf("%d joints of a lift: from %.3f to %.3f m, %.4f mm apart, top %.3f mm off\n", l.count, least, most,
           worst * 1e3, off * 1e3);
    assert_number(worst, <, CLOSE);
    assert_number(off, <, 20.0 * CLOSE);
    assert_number(most - least, >, 2.0);
    FN(world_free)(l.world);
}

#define LOOP_TESTS cmocka_unit_test(four_bar_linkage_goes_round), cmocka_unit_test(lift_of_scissors_goes_up_and_down)
