// SPDX-License-Identifier: MIT
//
// Robots of URDF and MJCF: masses, centres and inertias, the places of links, joints, ranges, drives and filters against
// closed forms and against the same computed here, apart from the reader.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "io/io_command.h"
#include "io/io_support.h"

#define PI 3.14159265358979323846

static const memory_file no_files[] = {{NULL, NULL}};

static void load(io_scene* scene, const char* text, const memory_file* neighbours, io_options options)
{
    io_error error = {0};
    io_files files = memory_files(neighbours ? neighbours : no_files);
    char line[600];
    options.files = &files;
    io_scene_init(scene, NULL);
    io_status status = io_scene_load_bytes(scene, "robots/robot.urdf", text, strlen(text), &options, &error);
    io_error_print(&error, line, sizeof line);
    if (status)
    {
        print_message("%s\n", line);
    }
    assert_int_equal(status, IO_OK);
}

static const io_body3* body_of(const io_scene* scene, const char* name)
{
    const io_body3* found = NULL;
    for (size_t i = 0; i < scene->space.body_count; i++)
    {
        found = strcmp(scene->space.bodies[i].name, name) == 0 ? &scene->space.bodies[i] : found;
    }
    assert_non_null(found);
    return found;
}

// The only joint whose second end is a body.
static const io_joint* joint_of(const io_scene* scene, const char* name)
{
    const io_joint* found = NULL;
    int64_t index = body_of(scene, name) - scene->space.bodies;
    for (size_t i = 0; i < scene->joint_count; i++)
    {
        if (io_end_is_body(scene->joints[i].b) == index)
        {
            assert_null(found);
            found = &scene->joints[i];
        }
    }
    assert_non_null(found);
    return found;
}

static void expect_near(double value, double wanted, double tolerance)
{
    if (!(fabs(value - wanted) <= tolerance))
    {
        print_message("%.12g is not %.12g\n", value, wanted);
    }
    assert_true(fabs(value - wanted) <= tolerance);
}

static void expect_vec(imp3_vec v, double x, double y, double z, double tolerance)
{
    expect_near((double)v.x, x, tolerance);
    expect_near((double)v.y, y, tolerance);
    expect_near((double)v.z, z, tolerance);
}

// Matrices of this test: turned, then moved.
typedef struct frame
{
    double q[3][3], p[3];
} frame;

static frame compose(frame a, frame b)
{
    frame r;
    for (int i = 0; i < 3; i++)
    {
        r.p[i] = a.p[i];
        for (int k = 0; k < 3; k++)
        {
            r.p[i] += a.q[i][k] * b.p[k];
            r.q[i][k] = a.q[i][0] * b.q[0][k] + a.q[i][1] * b.q[1][k] + a.q[i][2] * b.q[2][k];
        }
    }
    return r;
}

static frame turned(int axis, double angle)
{
    double c = cos(angle), s = sin(angle);
    int y = (axis + 1) % 3, z = (axis + 2) % 3;
    frame r = {.p = {0}};
    r.q[axis][axis] = 1;
    r.q[y][y] = r.q[z][z] = c;
    r.q[y][z] = -s;
    r.q[z][y] = s;
    return r;
}

static frame moved(double x, double y, double z)
{
    const frame r = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {x, y, z}};
    return r;
}

static void expect_pose(const io_body3* body, frame wanted)
{
    const imp3_pose* pose = &body->def.pose;
    expect_vec(pose->p, wanted.p[0], wanted.p[1], wanted.p[2], 1e-6);
    expect_vec(pose->q.x, wanted.q[0][0], wanted.q[1][0], wanted.q[2][0], 1e-6);
    expect_vec(pose->q.y, wanted.q[0][1], wanted.q[1][1], wanted.q[2][1], 1e-6);
    expect_vec(pose->q.z, wanted.q[0][2], wanted.q[1][2], wanted.q[2][2], 1e-6);
}

// An inertia as seen from a frame that it is turned in.
static void expect_inertia(imp3_inertia m, const double local[3][3], frame f, double tolerance)
{
    double w[3][3];
    for (int i = 0; i < 3; i++)
    {
        for (int k = 0; k < 3; k++)
        {
            w[i][k] = 0;
            for (int n = 0; n < 9; n++)
            {
                w[i][k] += f.q[i][n / 3] * local[n / 3][n % 3] * f.q[k][n % 3];
            }
        }
    }
    expect_near((double)m.xx, w[0][0], tolerance);
    expect_near((double)m.yy, w[1][1], tolerance);
    expect_near((double)m.zz, w[2][2], tolerance);
    expect_near((double)m.xy, w[0][1], tolerance);
    expect_near((double)m.yz, w[1][2], tolerance);
    expect_near((double)m.zx, w[2][0], tolerance);
}

// The arm of the examples, link by link. Its elbow begins at 0.5, the nearest to 0 in its range.
static void test_arm(void** state)
{
    (void)state;
    io_scene scene;
    io_error error;
    io_scene_init(&scene, NULL);
    assert_int_equal(io_scene_load(&scene, IMP_SOURCE_DIR "/examples/arm.urdf", NULL, &error), IO_OK);
    assert_int_equal(scene.dimension, 3);
    assert_int_equal(scene.space.body_count, 7);
    assert_int_equal(scene.joint_count, 6);
    expect_vec(scene.space.world.gravity, 0, 0, -9.81, 1e-6);
    const frame turret = moved(0, 0, 0.1), upper = compose(compose(turret, moved(0, 0.1, 0.1)), turned(1, -0.9)),
                fore = compose(compose(upper, moved(0.4, -0.1, 0)), turned(1, 0.5)),
                palm = compose(fore, moved(0.31, 0, 0)), left = compose(palm, moved(0.055, 0.02, 0)),
                right = compose(palm, moved(0.055, -0.02, 0));
    expect_pose(body_of(&scene, "world"), moved(0, 0, 0));
    expect_pose(body_of(&scene, "turret"), turret);
    expect_pose(body_of(&scene, "upper"), upper);
    expect_pose(body_of(&scene, "fore"), fore);
    expect_pose(body_of(&scene, "palm"), palm);
    expect_pose(body_of(&scene, "left_finger"), left);
    expect_pose(body_of(&scene, "right_finger"), right);
    assert_int_equal(body_of(&scene, "world")->def.kind, IMP_BODY_STATIC);
    // Masses stand as they are told; the inertia of the turret is in a frame that is turned by 0.4.
    const double told[3][3] = {{0.012, 0.001, 0}, {0.001, 0.01, -0.0005}, {0, -0.0005, 0.008}};
    const double rod[3][3] = {{0.036, 0, 0}, {0, 0.036, 0}, {0, 0, 0.003}};
    expect_near((double)body_of(&scene, "turret")->mass.mass, 3, 0);
    expect_vec(body_of(&scene, "turret")->mass.centroid, 0, 0, 0.06, 1e-7);
    expect_inertia(body_of(&scene, "turret")->mass.inertia, told, turned(2, 0.4), 1e-8);
    expect_inertia(body_of(&scene, "upper")->mass.inertia, rod, turned(1, PI / 2), 1e-8);
    // Joints: their axes in the world, and ranges that are counted from where they begin.
    const io_joint *elbow = joint_of(&scene, "fore"), *slide = joint_of(&scene, "right_finger");
    assert_int_equal(elbow->kind, IO_JOINT_HINGE);
    expect_vec(elbow->axis, 0, 1, 0, 1e-6);
    expect_vec(elbow->at, fore.p[0], fore.p[1], fore.p[2], 1e-6);
    expect_near((double)elbow->axes[IMP3_AXIS_TWIST].lower, 0, 1e-6);
    expect_near((double)elbow->axes[IMP3_AXIS_TWIST].upper, 2.1, 1e-6);
    expect_near((double)elbow->axes[IMP3_AXIS_TWIST].damping, 0.5, 1e-6);
    assert_int_equal(slide->kind, IO_JOINT_SLIDER);
    expect_vec(slide->axis, -right.q[0][1], -right.q[1][1], -right.q[2][1], 1e-6);
    expect_near((double)slide->axes[IMP3_AXIS_X].upper, 0.035, 1e-6);
    assert_int_equal(joint_of(&scene, "turret")->axes[IMP3_AXIS_TWIST].kind, IMP_AXIS_FREE);
    // The same in a world.
    io_world3 world;
    assert_int_equal(io_world3_make(&scene, NULL, &world, &error), IO_OK);
    for (int32_t i = 0; i < world.body_count; i++)
    {
        imp3_body_state s;
        assert_int_equal(imp3_world_get_body(world.world, world.bodies[i].handle, &s), IMP_OK);
        if (strcmp(world.bodies[i].name, "upper") == 0)
        {
            const frame middle = compose(upper, moved(0.2, 0, 0));
            expect_near((double)s.mass, 2.5, 0);
            expect_vec(s.center, middle.p[0], middle.p[1], middle.p[2], 1e-6);
            expect_inertia(s.inertia, rod, turned(1, PI / 2), 1e-8);
        }
    }
    io_world3_free(&world);
    io_scene_free(&scene);
}

// What geoms weigh: against what the library says of the shapes that are made of them, and of ellipsoids and meshes
// against closed forms.
static void test_weights(void** state)
{
    (void)state;
    static const char* const geoms[] = {
        "type='sphere' size='0.3'",
        "type='capsule' size='0.2 0.5'",
        "type='capsule' size='0.1' fromto='0.1 0.2 -0.3 0.5 -0.4 0.6'",
        "type='cylinder' size='0.2 0.5' euler='20 30 40'",
        "type='box' size='0.1 0.2 0.3' pos='1 2 3' quat='1 2 3 4'",
    };
    char text[800];
    io_error error;
    for (size_t i = 0; i < sizeof geoms / sizeof *geoms; i++)
    {
        io_scene scene;
        io_world3 world;
        imp3_body_state s;
        imp3_mass mass;
        snprintf(text, sizeof text,
                 "<mujoco><worldbody><body name='b' pos='4 5 6'><freejoint/><geom density='700' %s/></body></worldbody>"
                 "</mujoco>",
                 geoms[i]);
        load(&scene, text, NULL, (io_options){.scale = 0});
        assert_int_equal(scene.space.collider_count, 1);
        assert_int_equal(imp3_shape_mass(&scene.space.colliders[0].shape, 700, &mass), IMP_OK);
        assert_int_equal(io_world3_make(&scene, NULL, &world, &error), IO_OK);
        assert_int_equal(imp3_world_get_body(world.world, world.bodies[0].handle, &s), IMP_OK);
        const double size = 1e-5 * (double)mass.mass;
        expect_near((double)s.mass, (double)mass.mass, size);
        expect_vec(s.center, 4 + (double)mass.centroid.x, 5 + (double)mass.centroid.y, 6 + (double)mass.centroid.z,
                   1e-5);
        const float *a = &s.inertia.xx, *b = &mass.inertia.xx;
        for (int k = 0; k < 6; k++)
        {
            expect_near((double)a[k], (double)b[k], size);
        }
        io_world3_free(&world);
        io_scene_free(&scene);
    }
    io_scene scene;
    load(
        &scene,
        "<mujoco><asset><mesh name='brick' vertex='0 0 0 2 0 0 2 4 0 0 4 0 0 0 6 2 0 6 2 4 6 0 4 6' scale='0.1 0.1 0.1' "
        "face='0 2 1 0 3 2 4 5 6 4 6 7 0 1 5 0 5 4 2 3 7 2 7 6 1 2 6 1 6 5 0 4 7 0 7 3'/></asset><worldbody>"
        "<body name='egg'><freejoint/><geom type='ellipsoid' size='0.1 0.2 0.3' mass='5'/></body>"
        "<body name='brick'><freejoint/><geom type='mesh' mesh='brick' pos='1 0 0' density='500'/></body>"
        "<body name='told'><freejoint/><inertial pos='0.1 0.2 0.3' mass='2' fullinertia='1 2 2.5 0.1 0.2 0.3'/>"
        "<geom size='0.1'/></body></worldbody></mujoco>",
        NULL, (io_options){.scale = 0});
    const imp3_mass *egg = &body_of(&scene, "egg")->mass, *brick = &body_of(&scene, "brick")->mass,
                    *told = &body_of(&scene, "told")->mass;
    expect_near((double)egg->inertia.xx, 0.2 * 5 * (0.04 + 0.09), 1e-6);
    expect_near((double)egg->inertia.zz, 0.2 * 5 * (0.01 + 0.04), 1e-6);
    expect_near((double)brick->mass, 500 * 0.2 * 0.4 * 0.6, 1e-4);
    expect_vec(brick->centroid, 1.1, 0.2, 0.3, 1e-6);
    expect_near((double)brick->inertia.xx, 24 * (0.16 + 0.36) / 12, 1e-5);
    expect_near((double)brick->inertia.yy, 24 * (0.04 + 0.36) / 12, 1e-5);
    expect_near((double)brick->inertia.xy, 0, 1e-6);
    expect_vec(told->centroid, 0.1, 0.2, 0.3, 1e-7);
    expect_near((double)told->inertia.xy, 0.1, 1e-7);
    expect_near((double)told->inertia.yz, 0.3, 1e-7);
    expect_near((double)told->inertia.zx, 0.2, 1e-7);
    io_scene_free(&scene);
}

// Links that nothing moves against each other weigh what one of both would.
static void test_fixed(void** state)
{
    (void)state;
    io_scene scene;
    load(&scene,
         "<robot name='r'><link name='a'><collision><geometry><box size='1 1 1'/></geometry></collision></link>"
         "<link name='b'><collision><origin xyz='0 0 0.5'/><geometry><box size='1 1 1'/></geometry></collision></link>"
         "<link name='frame'/><joint name='j' type='fixed'><parent link='a'/><child link='b'/>"
         "<origin xyz='0.5 0 0' rpy='0 1.5707963267948966 0'/></joint>"
         "<joint name='k' type='fixed'><parent link='b'/><child link='frame'/></joint></robot>",
         NULL, (io_options){.scale = 0});
    assert_int_equal(scene.space.body_count, 1);
    assert_int_equal(scene.space.collider_count, 2);
    assert_string_equal(scene.space.colliders[1].name, "b");
    const imp3_mass* mass = &scene.space.bodies[0].mass;
    expect_near((double)mass->mass, 2000, 1e-3);
    expect_vec(mass->centroid, 0.5, 0, 0, 1e-6);
    expect_near((double)mass->inertia.xx, 2000.0 / 6, 1e-3);
    expect_near((double)mass->inertia.yy, 2000.0 * (1 + 4) / 12, 1e-3);
    assert_int_equal(count_notes(&scene, IO_NOTE_TAKEN, "2 links that no joint moves"), 1);
    io_scene_free(&scene);
}

// The period of a bob that begins at 1 rad: 2 pi sqrt(l / g) by the arithmetic-geometric mean of 1 and cos(1/2).
static void test_pendulum(void** state)
{
    (void)state;
    io_scene scene;
    io_world3 world;
    io_error error;
    load(&scene,
         "<robot name='p'><link name='world'/><link name='bob'><inertial><origin xyz='0 0 -1'/><mass value='2'/>"
         "<inertia ixx='0.02' iyy='0.02' izz='0.02' ixy='0' ixz='0' iyz='0'/></inertial></link>"
         "<joint name='j' type='continuous'><parent link='world'/><child link='bob'/><origin rpy='1 0 0'/>"
         "<axis xyz='1 0 0'/></joint></robot>",
         NULL, (io_options){.scale = 0});
    assert_int_equal(scene.space.body_count, 1);
    assert_true(scene.joints[0].is_of_world);
    assert_int_equal(io_world3_make(&scene, NULL, &world, &error), IO_OK);
    double a = 1, b = cos(0.5), length = (0.02 + 2) / 2;
    for (int i = 0; i < 6; i++)
    {
        double next = (a + b) / 2;
        b = sqrt(a * b);
        a = next;
    }
    const double period = 2 * PI * sqrt(length / 9.81) / a, h = 1 / 240.0;
    double first = 0, last = 0, before = 0;
    int crossings = 0;
    for (int i = 1; crossings < 9; i++)
    {
        imp3_body_state s;
        assert_int_equal(imp3_world_step(world.world, (float)h), IMP_OK);
        assert_int_equal(imp3_world_get_body(world.world, world.bodies[0].handle, &s), IMP_OK);
        double y = (double)s.center.y;
        if (i > 1 && (before < 0) != (y < 0))
        {
            last = h * (i - y / (y - before));
            first = crossings++ == 0 ? last : first;
        }
        before = y;
    }
    expect_near((last - first) / 4, period, 1e-3 * period);
    io_world3_free(&world);
    io_scene_free(&scene);
}

// Classes inherit, bodies hand theirs on, and units are as told.
static void test_classes(void** state)
{
    (void)state;
    static const memory_file files[] = {
        {"robots/more.xml", "<mujocoinclude><body name='more' pos='0 0 9'><joint name='m' type='slide' axis='0 2 0' "
                            "range='-1 2' ref='0.5'/><geom size='0.1'/></body></mujocoinclude>"},
        {NULL, NULL}};
    io_scene scene;
    load(
        &scene,
        "<mujoco><compiler angle='radian' eulerseq='XYZ'/><default><geom friction='0.5' density='100'/>"
        "<joint damping='3' axis='1 0 0'/><default class='c'><geom type='box' size='0.1 0.2 0.3'/>"
        "<default class='d'><geom friction='0.7'/><joint axis='0 1 0' range='-0.5 1'/></default></default></default>"
        "<worldbody><include file='more.xml'/><body name='a' childclass='c' pos='1 0 0' euler='0.1 0.2 0.3'>"
        "<joint name='j' class='d'/><geom/><geom class='d'/><body name='b' pos='0 1 0'><joint name='k'/><geom class='main' size='0.2'/>"
        "</body></body></worldbody></mujoco>",
        files, (io_options){.scale = 0});
    assert_int_equal(scene.space.body_count, 3);
    const io_joint *j = joint_of(&scene, "a"), *k = joint_of(&scene, "b"), *m = joint_of(&scene, "more");
    const frame a = compose(moved(1, 0, 0), compose(turned(2, 0.3), compose(turned(1, 0.2), turned(0, 0.1))));
    expect_pose(body_of(&scene, "a"), a);
    expect_pose(body_of(&scene, "b"), compose(a, moved(0, 1, 0)));
    expect_vec(j->axis, a.q[0][1], a.q[1][1], a.q[2][1], 1e-6);
    expect_vec(k->axis, a.q[0][0], a.q[1][0], a.q[2][0], 1e-6);
    expect_near((double)j->axes[IMP3_AXIS_TWIST].damping, 3, 0);
    expect_near((double)j->axes[IMP3_AXIS_TWIST].lower, -0.5, 1e-6);
    assert_int_equal(k->axes[IMP3_AXIS_TWIST].kind, IMP_AXIS_FREE);
    // A slide that stands at 0.5 of its range.
    expect_near((double)m->axes[IMP3_AXIS_X].lower, -1.5, 1e-6);
    expect_near((double)m->axes[IMP3_AXIS_X].upper, 1.5, 1e-6);
    expect_vec(m->axis, 0, 1, 0, 0);
    int boxes = 0;
    for (size_t i = 0; i < scene.space.collider_count; i++)
    {
        const io_collider3* c = &scene.space.colliders[i];
        if (c->shape.kind == IMP3_SHAPE_BOX)
        {
            expect_near((double)c->def.material.friction, boxes++ == 0 ? 0.5 : 0.7, 1e-6);
        }
    }
    assert_int_equal(boxes, 2);
    io_scene_free(&scene);
}

// Two hinges that meet at right angles turn as the product of both, whatever their angles; three are one joint, too; what
// does not meet has a link between that weighs a thousandth.
static void test_rows(void** state)
{
    (void)state;
    static const char start[] = "<mujoco><option gravity='0 0 0'/><worldbody><body name='b' pos='0 0 1'>",
                      end[] =
                          "<geom type='box' size='0.3 0.2 0.1' pos='0.1 0 0' mass='1000'/></body></worldbody></mujoco>";
    char text[900];
    io_scene scene;
    io_world3 world;
    io_error error;
    // The outer one is driven to 0.7, the inner one to -0.9.
    snprintf(text, sizeof text,
             "%s<joint name='outer' axis='0 0 1' damping='2000' stiffness='20000' springref='40' limited='false'/>"
             "<joint name='inner' axis='0 -1 0' damping='2000' stiffness='20000' springref='-50'/>%s",
             start, end);
    load(&scene, text, NULL, (io_options){.scale = 0});
    assert_int_equal(scene.joint_count, 1);
    assert_int_equal(scene.space.body_count, 1);
    assert_int_equal(io_world3_make(&scene, NULL, &world, &error), IO_OK);
    imp3_body_state s;
    for (int i = 0; i < 600; i++)
    {
        assert_int_equal(imp3_world_step(world.world, 1 / 60.0f), IMP_OK);
    }
    assert_int_equal(imp3_world_get_body(world.world, world.bodies[0].handle, &s), IMP_OK);
    const frame wanted = compose(turned(2, 40 * PI / 180), turned(1, 50 * PI / 180));
    expect_vec(s.pose.q.x, wanted.q[0][0], wanted.q[1][0], wanted.q[2][0], 1e-3);
    expect_vec(s.pose.q.y, wanted.q[0][1], wanted.q[1][1], wanted.q[2][1], 1e-3);
    io_world3_free(&world);
    io_scene_free(&scene);
    // Two slides and three hinges, the middle one against the frame.
    snprintf(
        text, sizeof text,
        "%s<joint type='slide' axis='1 0 0' range='-1 2'/><joint type='slide' axis='0 1 0'/><joint axis='1 0 0' range='-10 20'/>"
        "<joint axis='0 1 0' range='-30 40'/><joint axis='0 0 1' range='-50 60'/>%s",
        start, end);
    load(&scene, text, NULL, (io_options){.scale = 0});
    assert_int_equal(scene.joint_count, 1);
    const io_joint* all = &scene.joints[0];
    const float degree = (float)(PI / 180);
    assert_int_equal(all->kind, IO_JOINT_WELD);
    expect_vec(all->axis, 0, 0, 1, 1e-6);
    expect_vec(all->up, 0, 1, 0, 1e-6);
    expect_near((double)all->axes[IMP3_AXIS_TWIST].lower, (double)(-50 * degree), 1e-6);
    expect_near((double)all->axes[IMP3_AXIS_SWING_Y].upper, (double)(20 * degree), 1e-6);
    expect_near((double)all->axes[IMP3_AXIS_SWING_Z].upper, (double)(40 * degree), 1e-6);
    expect_near((double)all->axes[IMP3_AXIS_Y].upper, 2, 1e-6);
    assert_int_equal(all->told, 1u << IMP3_AXIS_TWIST | 1u << IMP3_AXIS_SWING_Y | 1u << IMP3_AXIS_SWING_Z |
                                    1u << IMP3_AXIS_Y | 1u << IMP3_AXIS_Z);
    io_scene_free(&scene);
    // Hinges that do not meet.
    snprintf(text, sizeof text, "%s<joint axis='1 0 0'/><joint axis='0 1 0' pos='0 0 0.1'/>%s", start, end);
    load(&scene, text, NULL, (io_options){.scale = 0});
    assert_int_equal(scene.joint_count, 2);
    assert_int_equal(scene.space.body_count, 2);
    expect_near((double)body_of(&scene, "b before 1")->mass.mass, 1, 1e-5);
    expect_vec(body_of(&scene, "b before 1")->def.pose.p, 0, 0, 1.1, 1e-6);
    io_scene_free(&scene);
}

// A position actuator holds an arm where its torque is that of the weight.
static void test_actuator(void** state)
{
    (void)state;
    io_scene scene;
    io_world3 world;
    io_error error;
    load(
        &scene,
        "<mujoco><compiler angle='radian'/><default><general gainprm='99'/><default class='p'><position kp='30' kv='9'/></default></default>"
        "<worldbody><body name='b'><joint name='j' axis='0 1 0'/><geom type='box' size='0.5 0.1 0.1' pos='0.5 0 0' mass='2'/>"
        "</body></worldbody><actuator><position joint='j' class='p' gear='2' ctrlrange='-3 -1'/>"
        "<motor joint='j' gear='5'/></actuator></mujoco>",
        NULL, (io_options){.scale = 0});
    assert_int_equal(count_notes(&scene, IO_NOTE_SKIP, "1 <motor>, which nothing controls"), 1);
    // 120 N m per radian towards -0.5, against 2 kg at half a metre: found by bisection.
    double low = -2, high = 2;
    for (int i = 0; i < 60; i++)
    {
        double q = (low + high) / 2, torque = 120 * (-0.5 - q) + 2 * 9.81 * 0.5 * cos(q);
        *(torque > 0 ? &low : &high) = q;
    }
    assert_int_equal(io_world3_make(&scene, NULL, &world, &error), IO_OK);
    imp3_joint_state s = {.values = {0}};
    for (int i = 0; i < 400; i++)
    {
        assert_int_equal(imp3_world_step(world.world, 1 / 60.0f), IMP_OK);
    }
    assert_int_equal(imp3_world_get_joint(world.world, world.joints[0], &s), IMP_OK);
    expect_near((double)s.values[IMP3_AXIS_TWIST], low, 1e-3);
    io_world3_free(&world);
    io_scene_free(&scene);
}

static bool do_meet(imp_filter a, imp_filter b)
{
    return (a.category & b.mask) != 0 && (b.category & a.mask) != 0;
}

// Filters are those of the format, for geoms of any contype and conaffinity.
static void test_filters(void** state)
{
    (void)state;
    enum
    {
        GEOMS = 12
    };
    test_rng rng = {test_seed()};
    uint64_t cases = test_n(20);
    for (uint64_t n = 0; n < cases; n++)
    {
        uint32_t type[GEOMS], affinity[GEOMS];
        char text[4000] = "<mujoco><worldbody>";
        io_scene scene;
        for (int i = 0; i < GEOMS; i++)
        {
            type[i] = (uint32_t)test_rng_int(&rng, 0, 7);
            affinity[i] = (uint32_t)test_rng_int(&rng, 0, 7);
            size_t used = strlen(text);
            snprintf(text + used, sizeof text - used,
                     "<body><freejoint/><geom size='0.1' contype='%u' conaffinity='%u'/></body>", type[i], affinity[i]);
        }
        strcat(text, "</worldbody></mujoco>");
        load(&scene, text, NULL, (io_options){.scale = 0});
        assert_int_equal(scene.space.collider_count, GEOMS);
        for (int a = 0; a < GEOMS; a++)
        {
            const imp_filter fa = scene.space.colliders[a].def.filter, other = {UINT32_MAX, UINT32_MAX};
            assert_int_equal(do_meet(fa, other), type[a] != 0 || affinity[a] != 0);
            for (int b = 0; b < a; b++)
            {
                bool wanted = (type[a] & affinity[b]) != 0 || (type[b] & affinity[a]) != 0;
                assert_int_equal(do_meet(fa, scene.space.colliders[b].def.filter), wanted);
            }
        }
        io_scene_free(&scene);
    }
    test_report("robot_filters", cases * GEOMS * (GEOMS - 1) / 2);
}

// Whether two overlapping balls that a joint or a tie is told of push each other away.
static bool push_apart(const char* ties)
{
    char text[900];
    io_scene scene;
    io_world3 world;
    io_error error;
    snprintf(text, sizeof text,
             "<mujoco><option gravity='0 0 0'/><worldbody><body name='a'><freejoint/><geom size='0.3'/></body>"
             "<body name='b' pos='0.4 0 0'><freejoint/><geom size='0.3'/></body></worldbody>%s</mujoco>",
             ties);
    load(&scene, text, NULL, (io_options){.scale = 0});
    assert_int_equal(io_world3_make(&scene, NULL, &world, &error), IO_OK);
    for (int i = 0; i < 30; i++)
    {
        assert_int_equal(imp3_world_step(world.world, 1 / 60.0f), IMP_OK);
    }
    imp3_body_state a, b;
    assert_int_equal(imp3_world_get_body(world.world, world.bodies[0].handle, &a), IMP_OK);
    assert_int_equal(imp3_world_get_body(world.world, world.bodies[1].handle, &b), IMP_OK);
    io_world3_free(&world);
    io_scene_free(&scene);
    return b.center.x - a.center.x > 0.45f;
}

static void test_ties(void** state)
{
    (void)state;
    assert_true(push_apart(""));
    assert_false(push_apart("<contact><exclude body1='a' body2='b'/></contact>"));
    assert_false(push_apart("<equality><weld body1='a' body2='b'/></equality>"));
    assert_true(push_apart("<equality><weld body1='a' body2='b' active='false'/></equality>"));
    io_scene scene;
    load(&scene,
         "<mujoco><worldbody><body name='a' pos='1 0 0'><freejoint/><geom size='0.1'/></body></worldbody>"
         "<equality><connect body1='a' anchor='0 0 0.5'/></equality></mujoco>",
         NULL, (io_options){.scale = 0});
    assert_int_equal(scene.joint_count, 1);
    assert_int_equal(scene.joints[0].kind, IO_JOINT_BALL);
    assert_true(scene.joints[0].is_of_world);
    expect_vec(scene.joints[0].at, 1, 0, 0.5, 1e-6);
    io_scene_free(&scene);
}

// Copies in copies: each a step and a turn farther.
static void test_copies(void** state)
{
    (void)state;
    io_scene scene;
    load(
        &scene,
        "<mujoco><worldbody><replicate count='3' euler='0 0 90' offset='1 0 0' sep='-'><body name='b' pos='0 0 2'><freejoint/>"
        "<replicate count='2' offset='0 0 1'><geom size='0.1' pos='0.5 0 0'/></replicate></body></replicate></worldbody></mujoco>",
        NULL, (io_options){.scale = 0});
    assert_int_equal(scene.space.body_count, 3);
    assert_int_equal(scene.space.collider_count, 6);
    frame at = moved(0, 0, 0);
    for (int i = 0; i < 3; i++)
    {
        char name[8];
        snprintf(name, sizeof name, "b-%d", i);
        expect_pose(body_of(&scene, name), compose(at, moved(0, 0, 2)));
        at = compose(at, compose(moved(1, 0, 0), turned(2, PI / 2)));
    }
    expect_vec(scene.space.colliders[1].shape.a, 0.5, 0, 1, 1e-6);
    io_scene_free(&scene);
}

// Masses of bodies that a scene tells, in both dimensions: as told, or of colliders made heavier.
static void test_told_masses(void** state)
{
    (void)state;
    io_scene scene;
    io_world flat;
    io_world3 world;
    io_error error;
    imp2_body_state s;
    imp3_body_state t;
    load(
        &scene,
        "{\"impinge\":\"scene\",\"version\":1,\"bodies\":[{\"pose\":{\"p\":[3,4],\"angle\":1},\"mass\":6,\"colliders\":["
        "{\"shape\":{\"kind\":\"box\",\"lower\":[0,0],\"upper\":[2,1]}}]},{\"mass\":5,\"inertia\":7,\"center\":[0.5,1]}]}",
        NULL, (io_options){.scale = 0});
    assert_int_equal(io_world_make(&scene, NULL, &flat, &error), IO_OK);
    assert_int_equal(imp2_world_get_body(flat.world, flat.bodies[0].handle, &s), IMP_OK);
    expect_near((double)s.mass, 6, 1e-6);
    expect_near((double)s.inertia, 6 * (4 + 1) / 12.0, 1e-5);
    expect_near((double)s.center.x, 3 + cos(1) - 0.5 * sin(1), 1e-5);
    expect_near((double)s.center.y, 4 + sin(1) + 0.5 * cos(1), 1e-5);
    assert_int_equal(imp2_world_get_body(flat.world, flat.bodies[1].handle, &s), IMP_OK);
    expect_near((double)s.inertia, 7, 0);
    expect_near((double)s.center.y, 1, 0);
    io_world_free(&flat);
    io_scene_free(&scene);
    load(&scene,
         "{\"impinge\":\"scene\",\"version\":1,\"dimension\":3,\"bodies\":[{\"pose\":{\"p\":[3,4,5],\"axis\":[0,0,1],"
         "\"angle\":1},\"mass\":6,\"colliders\":[{\"shape\":{\"kind\":\"box\",\"lower\":[0,0,0],\"upper\":[2,1,1]}}]},"
         "{\"mass\":5,\"inertia\":[7,8,9],\"products\":[0.1,0.2,0.3],\"center\":[0,0,1]}]}",
         NULL, (io_options){.scale = 0});
    assert_int_equal(io_world3_make(&scene, NULL, &world, &error), IO_OK);
    assert_int_equal(imp3_world_get_body(world.world, world.bodies[0].handle, &t), IMP_OK);
    expect_near((double)t.mass, 6, 1e-6);
    expect_near((double)t.inertia.xx, 6 * (1 + 1) / 12.0, 1e-5);
    expect_near((double)t.inertia.zz, 6 * (4 + 1) / 12.0, 1e-5);
    expect_vec(t.center, 3 + cos(1) - 0.5 * sin(1), 4 + sin(1) + 0.5 * cos(1), 5.5, 1e-5);
    assert_int_equal(imp3_world_get_body(world.world, world.bodies[1].handle, &t), IMP_OK);
    expect_near((double)t.inertia.yz, 0.2, 1e-7);
    expect_vec(t.center, 0, 0, 1, 0);
    io_world3_free(&world);
    io_scene_free(&scene);
}

// What weighs nothing passes its joint on: two hinges at a point are one joint.
static void test_massless(void** state)
{
    (void)state;
    static const char text[] =
        "<robot name='r'><link name='a'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/></inertial></link>"
        "<link name='cross'/><link name='b'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/></inertial></link>"
        "<link name='cap'/><joint name='i' type='revolute'><parent link='a'/><child link='cross'/><origin xyz='0 0 1'/>"
        "<axis xyz='0 1 0'/><limit lower='-1' upper='2'/></joint><joint name='j' type='continuous'><parent link='cross'/>"
        "<child link='b'/></joint><joint name='k' type='continuous'><parent link='b'/><child link='cap'/></joint></robot>";
    io_scene scene;
    load(&scene, text, NULL, (io_options){.root = IO_ROOT_FIXED});
    assert_int_equal(scene.space.body_count, 1);
    assert_int_equal(scene.joint_count, 1);
    expect_vec(scene.joints[0].axis, 1, 0, 0, 1e-6);
    expect_near((double)scene.joints[0].axes[IMP3_AXIS_SWING_Y].upper, 2, 1e-6);
    assert_int_equal(count_notes(&scene, IO_NOTE_SKIP, "1 links that weigh nothing and carry nothing"), 1);
    io_scene_free(&scene);
    load(&scene, text, NULL, (io_options){.root = IO_ROOT_FREE});
    assert_int_equal(scene.space.body_count, 2);
    io_scene_free(&scene);
}

// Meshes: where packages are looked for, and scales that mirror.
static void test_meshes(void** state)
{
    (void)state;
    static const char tetrahedron[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
    static const memory_file places[4] = {{"robots/meshes/t.obj", tetrahedron},
                                          {"robots/arm/meshes/t.obj", tetrahedron},
                                          {"meshes/t.obj", tetrahedron},
                                          {"../arm/meshes/t.obj", tetrahedron}};
    static const char text[] =
        "<robot name='r'><link name='a'><collision><origin xyz='1 0 0'/><geometry><mesh "
        "filename='package://arm/meshes/t.obj' scale='-1 2 3'/></geometry></collision></link></robot>";
    for (int i = 0; i < 4; i++)
    {
        const memory_file files[] = {places[i], {NULL, NULL}};
        io_scene scene;
        load(&scene, text, files, (io_options){.scale = 0});
        const imp3_mass* mass = &scene.space.bodies[0].mass;
        assert_int_equal(scene.space.colliders[0].shape.kind, IMP3_SHAPE_HULL);
        expect_near((double)mass->mass, 1000, 1e-3);
        expect_vec(mass->centroid, 0.75, 0.5, 0.75, 1e-6);
        io_scene_free(&scene);
        load(&scene, text, files, (io_options){.wears_told = true, .wears = IO_WEAR_MESH});
        assert_true(scene.space.colliders[0].compound.kind == IMP3_COMPOUND_TRIANGLES ||
                    scene.space.colliders[0].shape.kind == IMP3_SHAPE_HULL);
        io_scene_free(&scene);
    }
}

// The command: the same scene when it is saved, options, and what it says.
static void test_command(void** state)
{
    (void)state;
    static const char* const robots[] = {"arm.urdf", "quadruped.urdf", "humanoid.xml"};
    char line[600], first[40];
    for (int i = 0; i < 3; i++)
    {
        snprintf(line, sizeof line, "run %s/examples/%s --no-floor --seconds 1", IMP_SOURCE_DIR, robots[i]);
        assert_int_equal(run(line), 0);
        snprintf(first, sizeof first, "%.29s", strstr(output, "state hash"));
        snprintf(line, sizeof line, "check %s/examples/%s --save robot.json", IMP_SOURCE_DIR, robots[i]);
        assert_number(run(line), <, 2);
        assert_int_equal(run("run robot.json --seconds 1 --record r.rec --html r.html"), 0);
        expect_words(first);
        assert_int_equal(run("replay r.rec --verify"), 0);
    }
    snprintf(line, sizeof line, "run %s/examples/quadruped.urdf --seconds 2", IMP_SOURCE_DIR);
    assert_int_equal(run(line), 0);
    expect_words("its root 'trunk' is free (--fixed-root)");
    expect_words("12 'velocity' of <limit> (lines ");
    expect_words("put under it, since nothing in it stands");
    strcat(line, " --fixed-root --hold --self-collide");
    assert_int_equal(run(line), 0);
    expect_words("12 dynamic, 0 kinematic, 1 static");
    // An arm that swings below what it is bolted to is not lost, and one that breaks off is.
    snprintf(line, sizeof line, "run %s/examples/arm.urdf --seconds 4", IMP_SOURCE_DIR);
    assert_int_equal(run(line), 0);
    assert_null(strstr(output, "fell out of the scene"));
    // Nor is a car that drives away over open ground.
    snprintf(line, sizeof line, "run %s/examples/machines3.json", IMP_SOURCE_DIR);
    assert_int_equal(run(line), 0);
    assert_null(strstr(output, "fell out of the scene"));
    write_file("arm.json",
               "{\"impinge\":\"scene\",\"version\":1,\"dimension\":3,\"bodies\":[{\"colliders\":[{\"shape\":{"
               "\"kind\":\"sphere\",\"radius\":0.1}}]}],\"joints\":[{\"kind\":\"ball\",\"b\":0,\"at\":[1,0,0],"
               "\"break_force\":0.001}]}");
    assert_int_equal(run("run arm.json --seconds 2"), 0);
    expect_words("1 body fell out of the scene");
    snprintf(line, sizeof line, "run %s/examples/humanoid.xml --seconds 1 --copies 3", IMP_SOURCE_DIR);
    assert_int_equal(run(line), 2);
    expect_words("no copies of what is joined");
    snprintf(line, sizeof line, "run %s/examples/space.json --hold", IMP_SOURCE_DIR);
    assert_int_equal(run(line), 2);
    expect_words("--hold is not for scenes without a robot");
}

// A dog whose joints hold stands, and one whose joints do not lies down.
static void test_stands(void** state)
{
    (void)state;
    for (int hold = 0; hold < 2; hold++)
    {
        io_scene scene;
        io_world3 world;
        io_error error;
        imp3_body_state s;
        const io_options options = {.hold = hold == 1};
        io_scene_init(&scene, NULL);
        assert_int_equal(io_scene_load(&scene, IMP_SOURCE_DIR "/examples/quadruped.urdf", &options, &error), IO_OK);
        assert_int_equal(io_scene_end_space(&scene, &options, 0, true, &error), IO_OK);
        assert_int_equal(io_world3_make(&scene, NULL, &world, &error), IO_OK);
        imp3_body_state before;
        assert_int_equal(imp3_world_get_body(world.world, world.bodies[0].handle, &before), IMP_OK);
        for (int i = 0; i < 120; i++)
        {
            assert_int_equal(imp3_world_step(world.world, 1 / 60.0f), IMP_OK);
        }
        assert_int_equal(imp3_world_get_body(world.world, world.bodies[0].handle, &s), IMP_OK);
        double sunk = (double)(before.center.z - s.center.z);
        assert_true(hold ? sunk < 0.03 : sunk > 0.1);
        io_world3_free(&world);
        io_scene_free(&scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arm),      cmocka_unit_test(test_weights), cmocka_unit_test(test_fixed),
        cmocka_unit_test(test_pendulum), cmocka_unit_test(test_classes), cmocka_unit_test(test_rows),
        cmocka_unit_test(test_actuator), cmocka_unit_test(test_filters), cmocka_unit_test(test_ties),
        cmocka_unit_test(test_massless), cmocka_unit_test(test_meshes),  cmocka_unit_test(test_command),
        cmocka_unit_test(test_stands),   cmocka_unit_test(test_copies),  cmocka_unit_test(test_told_masses),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
