// SPDX-License-Identifier: MIT
//
// Robots that are none: as hostile as can be (io_hostile.h), with any number changed, and faults one by one.

#include <stdio.h>
#include <string.h>

#include "io/io_hostile.h"

static const memory_file neighbours[] = {
    {"robots/t.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n"},
    {"robots/broken.obj", "v 0 0\n"},
    {"robots/more.xml", "<mujocoinclude><body name='m'><joint name='mj'/><geom size='0.1'/></body></mujocoinclude>"},
    {"robots/loop.xml", "<mujocoinclude><include file='loop.xml'/></mujocoinclude>"},
    {"robots/back.xml", "<mujocoinclude><include file='level'/></mujocoinclude>"},
    {NULL, NULL},
};

static const char* const texts[] = {
    "<?xml version='1.0'?>\n<robot name='r'><material name='m'/><link name='a'><inertial><origin xyz='0 0 1' rpy='1 2 3'/>"
    "<mass value='2'/><inertia ixx='1' iyy='2' izz='2' ixy='0' ixz='.1' iyz='0'/></inertial><visual/></link>"
    "<link name='b'><collision name='c'><origin xyz='1 0 0'/><geometry><mesh filename='package://p/t.obj' "
    "scale='1 -1 1'/></geometry></collision><collision><geometry><cylinder radius='.1' length='1'/></geometry></collision>"
    "</link><link name='c'/><link name='d'><collision><geometry><capsule radius='.1' length='1'/></geometry></collision></link>"
    "<joint name='i' type='revolute'><parent link='a'/><child link='b'/><axis xyz='0 1 1'/><limit lower='.1' upper='1' "
    "effort='2' velocity='3'/><dynamics damping='1' friction='2'/></joint><joint name='j' type='prismatic'><parent link='b'/>"
    "<child link='c'/><limit upper='1'/><mimic joint='i' multiplier='.5' offset='.1'/></joint><joint name='k' type='planar'>"
    "<parent link='c'/><child link='d'/></joint></robot>",

    "<mujoco model='m'><compiler angle='degree' meshdir='.' eulerseq='xyZ' settotalmass='9'/><option timestep='.01'>"
    "<flag gravity='disable'/></option><default><geom rgba='1 1 1 1' size='.1'/><default class='c'><joint range='-10 20' "
    "armature='1'/></default></default><asset><mesh name='t' file='t.obj'/><mesh name='v' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/>"
    "</asset><worldbody><geom type='plane' size='1 1 1'/><include file='more.xml'/><frame euler='1 2 3'><body name='a' "
    "childclass='c'><freejoint/><geom type='mesh' mesh='t' contype='2'/><geom type='ellipsoid' size='.1 .2 .3'/><body name='b' pos='1 "
    "0 0'><joint name='x'/><joint name='y' axis='0 1 0' pos='0 0 1'/><joint type='ball' name='z' range='0 9'/><geom type='mesh' mesh='v'/>"
    "<geom fromto='0 0 0 1 1 1' type='capsule'/><site/><replicate count='2' offset='1 0 0'><geom/></replicate></body></body></frame></worldbody><contact><exclude body1='a' body2='m'/>"
    "</contact><equality><weld body1='a'/><connect body1='a' body2='b' anchor='0 0 1'/><joint joint1='x' joint2='y' polycoef='.1 2'/><joint joint1='mj'/>"
    "<tendon tendon1='u'/></equality><tendon><fixed name='t' range='-1 2' stiffness='3' springlength='.5'><joint joint='x'/>"
    "<joint joint='mj' coef='-2'/></fixed><fixed name='u'><joint joint='y'/><joint joint='mj'/></fixed><spatial name='s'/></tendon>"
    "<actuator><position joint='x' kp='2'/><general joint='y' biastype='affine' biasprm='0 -1 -2' ctrlrange='1 2'/>"
    "<motor joint='mj'/><position tendon='t' kp='3'/><position tendon='s'/></actuator><sensor><gyro/></sensor></mujoco>",
};

enum
{
    TEXT_COUNT = sizeof texts / sizeof *texts
};

static const hostile_files files = {
    "robot",
    "robots/level",
    "{\"impinge\":\"scene\",\"version\":1,\"dimension\":3,\"bodies\":[{\"name\":\"first\",\"colliders\":[{\"shape\":"
    "{\"kind\":\"sphere\",\"radius\":1}}]}],\"joints\":[{\"kind\":\"ball\",\"b\":\"first\"}]}",
    neighbours,
    texts,
    TEXT_COUNT};

static void test_every_prefix(void** state)
{
    (void)state;
    hostile_prefixes(&files, IO_ERR_SYNTAX);
}

static void test_changed_bytes(void** state)
{
    (void)state;
    hostile_bytes(&files, test_n(2000), 3);
}

// One number of a file becomes another, as hostile as can be.
static void test_changed_numbers(void** state)
{
    (void)state;
    static const char* const numbers[] = {"0", "-1",   "1e30", "-1e-30", "nan", "inf", "1e18", "99999999999999999999",
                                          "",  "1 2 3"};
    enum
    {
        COUNT = sizeof numbers / sizeof *numbers
    };
    uint64_t cases = 0;
    char copy[4096];
    for (size_t i = 0; i < TEXT_COUNT; i++)
    {
        const char* text = texts[i];
        for (const char* at = text; *at; at++)
        {
            size_t length = strspn(at, "0123456789.");
            if (length == 0 || (at > text && strchr("0123456789.", at[-1])))
            {
                continue;
            }
            for (int k = 0; k < COUNT; k++, cases++)
            {
                int size = snprintf(copy, sizeof copy, "%.*s%s%s", (int)(at - text), text, numbers[k], at + length);
                test_allocator memory = {.fail_at = -1};
                (void)hostile_load(&files, copy, (size_t)size, &memory, NULL, 0);
            }
        }
    }
    test_report("robot_changed_numbers", cases);
}

static void test_every_allocation_fails(void** state)
{
    (void)state;
    hostile_memory(&files);
}

#define LINK(name) "<link name='" name "'/>"
#define JOINT(type, a, b, more)                                                                                        \
    "<joint name='" a b "' type='" type "'><parent link='" a "'/><child link='" b "'/>" more "</joint>"
#define MODEL(inner) "<mujoco><worldbody>" inner "</worldbody></mujoco>"

static void test_faults(void** state)
{
    (void)state;
    static const struct
    {
        const char* text;
        const char* part;  // of the message
        io_status status;
    } faults[] = {
        {"<robot/>", "there is no link", IO_ERR_MEANING},
        {"<robot>" LINK("a") LINK("b") "</robot>", "two links have no parent: 'a' and 'b'", IO_ERR_MEANING},
        {"<robot>" LINK("a") LINK("b") JOINT("fixed", "a", "b", "") JOINT("fixed", "b", "a", "") "</robot>",
         "in a circle", IO_ERR_MEANING},
        {"<robot>" LINK("w") LINK("a") LINK("b") JOINT("fixed", "a", "b", "") JOINT("fixed", "b", "a", "") "</robot>",
         "in a circle", IO_ERR_MEANING},
        {"<robot>" LINK("a") LINK("b") JOINT("fixed", "a", "b", "") JOINT("fixed", "a", "b", "") "</robot>",
         "link 'b' has two parents", IO_ERR_MEANING},
        {"<robot>" LINK("a") JOINT("fixed", "a", "b", "") "</robot>", "there is no link child 'b'", IO_ERR_MEANING},
        {"<robot>" LINK("a") LINK("a") LINK("b") JOINT("fixed", "a", "b", "") "</robot>", "several links are called",
         IO_ERR_MEANING},
        {"<robot>" LINK("a") LINK("b") JOINT("magic", "a", "b", "") "</robot>", "unknown type of joint 'magic'",
         IO_ERR_MEANING},
        {"<robot>" LINK("a") LINK("b") JOINT("continuous", "a", "b", "<axis xyz='0 0 0'/>") "</robot>",
         "the axis is zero", IO_ERR_MEANING},
        {"<robot>" LINK("a") LINK("b") JOINT("revolute", "a", "b", "<limit lower='1' upper='0'/>") "</robot>",
         "lower is above upper", IO_ERR_MEANING},
        {"<robot>" LINK("a") LINK("b") JOINT("continuous", "a", "b", "<mimic joint='ab'/>") "</robot>",
         "mimic each other in a circle", IO_ERR_MEANING},
        {"<robot>" LINK("a") LINK("b") JOINT("continuous", "a", "b", "<mimic joint='x'/>") "</robot>",
         "there is no joint 'x' that moves", IO_ERR_MEANING},
        {"<robot><link name='a'><inertial><mass value='nan'/></inertial></link></robot>",
         "'value' of <mass> must be 1 number", IO_ERR_MEANING},
        {"<robot><link name='a'><inertial><mass value='-1'/></inertial></link></robot>", "a mass is below 0",
         IO_ERR_MEANING},
        {"<robot><link name='a'><collision><geometry><sphere radius='0'/></geometry></collision></link></robot>",
         "a size must be above 0", IO_ERR_MEANING},
        {"<robot><link name='a'><collision><geometry><mesh filename='gone.stl'/></geometry></collision></link></robot>",
         "robots/level:1: mesh 'gone.stl': cannot be opened", IO_ERR_FILE},
        {"<robot><link name='a'><collision><geometry><mesh filename='broken.obj'/></geometry></collision></link></robot>",
         "mesh 'broken.obj'", IO_ERR_SYNTAX},
        {"<robot><link name='a'><collision><geometry><mesh filename='/etc/passwd'/></geometry></collision></link></robot>",
         "a path relative to this file", IO_ERR_MEANING},
        {"<robot><link name='a'><collision><geometry><mesh filename='file:///etc/x.obj'/></geometry></collision></link></robot>",
         "a path beside the robot, or package://", IO_ERR_MEANING},
        {"<robot><xacro:macro xmlns:xacro='x' name='m'/></robot>", "must be expanded first", IO_ERR_MEANING},
        {MODEL("<geom class='x' size='1'/>"), "there is no class 'x'", IO_ERR_MEANING},
        {MODEL("<body childclass='x'/>"), "there is no class 'x'", IO_ERR_MEANING},
        {MODEL("<geom/>"), "a size is missing", IO_ERR_MEANING},
        {MODEL("<geom type='box' size='1 1'/>"), "a size is missing", IO_ERR_MEANING},
        {MODEL("<geom type='mesh' mesh='x'/>"), "there is no mesh 'x'", IO_ERR_MEANING},
        {MODEL("<geom size='1e30'/>"), "'size' of <geom> must be", IO_ERR_MEANING},
        {MODEL("<body><joint type='x'/></body>"), "its type is unknown", IO_ERR_MEANING},
        {MODEL("<body><joint axis='0 0 0'/></body>"), "its axis is zero", IO_ERR_MEANING},
        {MODEL("<body><joint range='1 0'/></body>"), "its range runs backwards", IO_ERR_MEANING},
        {MODEL("<body><joint/><freejoint/></body>"), "a free joint must be the only one", IO_ERR_MEANING},
        {MODEL("<body><body><freejoint/></body></body>"), "a free joint must be the only one", IO_ERR_MEANING},
        {MODEL("<body euler='1 2'/>"), "'euler' of <body> must be 3 numbers", IO_ERR_MEANING},
        {MODEL("<include file='loop.xml'/>"), "is included twice", IO_ERR_MEANING},
        {MODEL("<include file='back.xml'/>"), "robots/level", IO_ERR_FILE},
        {MODEL("<include file='gone.xml'/>"), "gone.xml", IO_ERR_FILE},
        {"<mujoco><compiler eulerseq='abc'/><worldbody><body euler='1 2 3'/></worldbody></mujoco>",
         "an axis has no direction", IO_ERR_MEANING},
        {"<mujoco><compiler coordinate='global'/></mujoco>", "only coordinate='local'", IO_ERR_MEANING},
        {"<mujoco><compiler meshdir='/etc'/></mujoco>", "a path relative to this file", IO_ERR_MEANING},
        {"<mujoco><actuator><motor joint='x'/></actuator></mujoco>", "there is no joint 'x'", IO_ERR_MEANING},
        {"<mujoco><actuator><position tendon='x'/></actuator></mujoco>", "there is no tendon 'x'", IO_ERR_MEANING},
        {"<mujoco><equality><joint joint1='x'/></equality></mujoco>", "there is no joint 'x'", IO_ERR_MEANING},
        {"<mujoco><equality><tendon tendon1='x'/></equality></mujoco>", "there is no tendon 'x'", IO_ERR_MEANING},
        {"<mujoco><tendon><fixed><joint joint='x'/></fixed></tendon></mujoco>", "there is no joint 'x'", IO_ERR_MEANING},
        {"<mujoco><worldbody><body><geom size='1'/><joint name='a'/><joint name='b' axis='1 0 0'/></body></worldbody><tendon>"
         "<fixed range='1 0'><joint joint='a'/><joint joint='b'/></fixed></tendon></mujoco>",
         "robots/level:1: <fixed>: its range runs backwards", IO_ERR_MEANING},
        {"<mujoco><contact><exclude body1='x' body2='y'/></contact></mujoco>", "there is no body 'x'", IO_ERR_MEANING},
        {"<mujoco><asset><mesh name='m' vertex='0 0 0' face='0 0 7'/></asset></mujoco>",
         "a face has a corner that is no vertex", IO_ERR_MEANING},
        {"<!DOCTYPE r [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;&a;&a;'>]><robot name='&b;'/>",
         "entity declarations are not read", IO_ERR_LIMIT},
        {MODEL("<replicate><geom size='1'/></replicate>"), "its count is missing", IO_ERR_MEANING},
        {MODEL("<replicate count='1e9'><geom size='1'/></replicate>"), "its count is out of range", IO_ERR_MEANING},
        {MODEL("<replicate count='9999'><replicate count='9999'/></replicate>"), "elements by <replicate>",
         IO_ERR_LIMIT},
        {"<map/><robot/>", "junk after document element", IO_ERR_SYNTAX},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
    {
        char line[1200];
        test_allocator memory = {.fail_at = -1};
        io_status status = hostile_load(&files, faults[i].text, strlen(faults[i].text), &memory, line, sizeof line);
        if (status != faults[i].status || !strstr(line, faults[i].part))
        {
            print_message("%s\n%d: %s\n", faults[i].text, (int)status, line);
        }
        assert_int_equal(status, faults[i].status);
        assert_non_null(strstr(line, faults[i].part));
    }
}

// Bodies in bodies, joints in a row, links that weigh nothing in a row: as many as there is room for, then a status.
static void test_depth(void** state)
{
    (void)state;
    enum
    {
        DEEP = 200
    };
    static char text[DEEP * 200];
    char line[1200];
    size_t used = (size_t)snprintf(text, sizeof text, "<mujoco><worldbody>");
    for (int i = 0; i < DEEP; i++)
    {
        used += (size_t)snprintf(text + used, sizeof text - used, "<body>");
    }
    test_allocator memory = {.fail_at = -1};
    assert_int_equal(hostile_load(&files, text, used, &memory, line, sizeof line), IO_ERR_LIMIT);
    assert_non_null(strstr(line, "nested too deeply"));
    used = (size_t)snprintf(text, sizeof text, "<mujoco><worldbody><body><geom size='1'/>");
    for (int i = 0; i < DEEP; i++)
    {
        used += (size_t)snprintf(text + used, sizeof text - used, "<joint/>");
    }
    used += (size_t)snprintf(text + used, sizeof text - used, "</body></worldbody></mujoco>");
    assert_int_equal(hostile_load(&files, text, used, &memory, line, sizeof line), IO_ERR_LIMIT);
    assert_non_null(strstr(line, "joints in a row"));
    used = (size_t)snprintf(text, sizeof text, "<robot><link name='l0'><inertial><mass value='1'/></inertial></link>");
    for (int i = 0; i < DEEP; i++)
    {
        used += (size_t)snprintf(
            text + used, sizeof text - used,
            "<link name='l%d'>%s</link><joint type='continuous'><parent link='l%d'/><child link='l%d'/></joint>", i + 1,
            i + 1 == DEEP ? "<inertial><mass value='1'/></inertial>" : "", i, i + 1);
    }
    used += (size_t)snprintf(text + used, sizeof text - used, "</robot>");
    assert_int_equal(hostile_load(&files, text, used, &memory, line, sizeof line), IO_ERR_LIMIT);
    assert_non_null(strstr(line, "links in a row that weigh nothing"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_prefix),    cmocka_unit_test(test_changed_bytes),
        cmocka_unit_test(test_changed_numbers), cmocka_unit_test(test_every_allocation_fails),
        cmocka_unit_test(test_faults),          cmocka_unit_test(test_depth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
