// SPDX-License-Identifier: MIT
//
// Vehicles, couplings and cones of scenes that are none: refused with their place and the member. And what breaks in a run.

#include <stdio.h>
#include <string.h>

#include "io/io_command.h"
#include "io/io_support.h"

// A rope and a coupling that break: told how many, and drawn until then.
static void test_breaking(void** state)
{
    (void)state;
    static char page[1 << 20];
    write_file(
        "break.json",
        "{\"impinge\":\"scene\",\"version\":1,\"bodies\":[{\"name\":\"a\",\"mass\":5,\"inertia\":1},{\"name\":\"b\","
        "\"pose\":{\"p\":[3,0]},\"mass\":1,\"inertia\":1},{\"pose\":{\"p\":[6,0]},\"mass\":5,\"inertia\":1}],\"joints\":["
        "{\"kind\":\"prismatic\",\"name\":\"a\",\"b\":0,\"axis\":[0,1]},{\"kind\":\"prismatic\",\"name\":\"b\",\"b\":1,"
        "\"axis\":[0,1],\"axes\":{\"x\":{\"kind\":\"locked\"}}},{\"kind\":\"weld\",\"b\":2,\"break_force\":40}],"
        "\"couplings\":[{\"kind\":\"sum\",\"a\":\"a\",\"b\":\"b\",\"axis_a\":\"x\",\"axis_b\":\"x\",\"break_force\":20},"
        "{\"kind\":\"sum\",\"a\":\"b\",\"b\":2,\"axis_a\":\"x\",\"axis_b\":\"x\"}]}");
    assert_int_equal(run("run break.json --seconds 1 --html page.html"), 0);
    expect_words("joints       3, of which 1 broke; 2 couplings, of which 1 broke");
    (void)read_file("page.html", page, sizeof page);
    assert_non_null(strstr(page, "\"joints\":[[[0,0],[0,0,0]],[[3,0],[1,0,0]],[[6,0],[2,0,0],1]],"));
    assert_non_null(strstr(page, "\"couplings\":[[0,1,0,1],[1,2,0,1]],"));
}

// Faults of vehicles, couplings and cones, with the place and the member.
static void test_machines_refused(void** state)
{
    (void)state;
#define TWO                                                                                                            \
    "\"joints\":[{\"kind\":\"revolute\",\"b\":0,\"name\":\"j\"},{\"kind\":\"revolute\",\"b\":1,\"name\":\"k\"}],"
#define BALLS "\"joints\":[{\"kind\":\"ball\",\"b\":0},{\"kind\":\"hinge\",\"b\":1,\"axis\":[1,0,0]}],"
    static const struct
    {
        int dimension;
        const char *more, *text;
    } cases[] = {
        {2, TWO "\"couplings\":[{\"kind\":\"chain\"}]", "couplings[0]: unknown kind of coupling 'chain'"},
        {2, TWO "\"couplings\":[{\"kind\":\"roll bar\"}]", "unknown kind of coupling 'roll bar'"},
        {2, TWO "\"couplings\":7", "'couplings' must be a list"},
        {2, TWO "\"couplings\":[[]]", "couplings[0]: a coupling must be {...}"},
        {2, TWO "\"couplings\":[{\"kind\":\"gear\",\"a\":0,\"ratio\":1}]", "couplings[0]: 'b' is missing"},
        {2, TWO "\"couplings\":[{\"kind\":\"gear\",\"a\":0,\"b\":1}]", "couplings[0]: 'ratio' is missing"},
        {2, TWO "\"couplings\":[{\"kind\":\"gear\",\"a\":0,\"b\":2,\"ratio\":1}]", "couplings[0]: there is no joint 2"},
        {2, TWO "\"couplings\":[{\"kind\":\"gear\",\"a\":\"x\",\"b\":1,\"ratio\":1}]", "no joint is called 'x'"},
        {2, TWO "\"couplings\":[{\"kind\":\"gear\",\"a\":0.5,\"b\":1,\"ratio\":1}]", "'a' must be a name or a number"},
        {2, TWO "\"couplings\":[{\"kind\":\"gear\",\"a\":0,\"b\":0,\"ratio\":1}]", "coupling of an axis with itself"},
        {2, TWO "\"couplings\":[{\"kind\":\"gear\",\"a\":0,\"b\":1,\"ratio\":0}]", "'ratio' must not be 0"},
        {2, TWO "\"couplings\":[{\"kind\":\"rack\",\"a\":0,\"b\":1,\"radius\":0}]", "'radius' must not be 0"},
        {2, TWO "\"couplings\":[{\"kind\":\"pulley\",\"a\":0,\"b\":1,\"ratio\":-1}]",
         "'ratio' must be a number of 0 or more"},
        {2, TWO "\"couplings\":[{\"kind\":\"pulley\",\"a\":0,\"b\":1,\"radius\":1}]", "unknown member 'radius'"},
        {2, TWO "\"couplings\":[{\"kind\":\"sum\",\"a\":0,\"b\":1,\"axis_a\":\"x\",\"axis_b\":\"twist\"}]",
         "unknown axis 'twist'"},
        {2, TWO "\"couplings\":[{\"kind\":\"sum\",\"a\":0,\"b\":0,\"axis_a\":\"x\",\"axis_b\":\"x\"}]",
         "an axis with itself"},
        {2,
         TWO
         "\"couplings\":[{\"kind\":\"sum\",\"a\":0,\"b\":1,\"axis_a\":\"x\",\"axis_b\":\"x\",\"axis\":{\"most\":-1}}]",
         "couplings[0].axis: 'most' must be a number of 0 or more"},
        {2,
         TWO "\"couplings\":[{\"kind\":\"sum\",\"a\":0,\"b\":1,\"axis_a\":\"x\",\"axis_b\":\"x\",\"break_force\":-1}]",
         "'break_force' must be"},
        {2,
         "\"joints\":[{\"kind\":\"revolute\",\"b\":0,\"name\":\"j\"},{\"kind\":\"revolute\",\"b\":1,\"name\":\"j\"}],"
         "\"couplings\":[{\"kind\":\"gear\",\"a\":\"j\",\"b\":1,\"ratio\":1}]",
         "several joints are called 'j'"},
        {2, "\"joints\":[{\"kind\":\"revolute\",\"b\":0,\"name\":7}]", "joints[0]: 'name' must be text"},
        {2, "\"joints\":[{\"kind\":\"weld\",\"b\":0,\"cone_y\":1}]", "unknown member 'cone_y'"},
        {2, "\"joints\":[{\"kind\":\"weld\",\"b\":0,\"cardan\":true}]", "unknown member 'cardan'"},
        {2, "\"vehicles\":[{\"chassis\":0,\"up\":[0,1]}]", "vehicles[0]: 'wheels' is missing"},
        {2, "\"vehicles\":[{\"chassis\":0,\"up\":[0,1],\"wheels\":[]}]",
         "'wheels' must be a list of wheels, one or more"},
        {2, "\"vehicles\":[{\"chassis\":0,\"up\":[0,0],\"wheels\":[{\"body\":1}]}]", "'up' has no direction"},
        {2, "\"vehicles\":[{\"chassis\":0,\"up\":[0,1],\"forward\":[1,0],\"wheels\":[{\"body\":1}]}]",
         "unknown member 'forward'"},
        {2, "\"vehicles\":[{\"chassis\":0,\"up\":[0,1],\"wheels\":[{\"body\":0}]}]",
         "vehicles[0].wheels[0]: a chassis is no wheel"},
        {2, "\"vehicles\":[{\"chassis\":0,\"up\":[0,1],\"wheels\":[{\"body\":1},{\"body\":9}]}]",
         "wheels[1]: there is no body 9"},
        {2, "\"vehicles\":[{\"chassis\":0,\"up\":[0,1],\"wheels\":[{\"body\":1,\"steer\":1}]}]",
         "unknown member 'steer'"},
        {2, "\"vehicles\":[{\"chassis\":0,\"up\":[0,1],\"wheels\":[{\"body\":1,\"travel_up\":-1}]}]",
         "'travel_up' must be"},
        {2, "\"vehicles\":[{\"chassis\":0,\"up\":[0,1],\"wheels\":[{}]}]", "wheels[0]: 'body' is missing"},
        {3, BALLS "\"couplings\":[{\"kind\":\"roll bar\",\"a\":0,\"b\":1}]", "'stiffness' is missing"},
        {3, "\"joints\":[{\"kind\":\"ball\",\"b\":0,\"cone_y\":1}]",
         "joints[0]: 'cone_z' must be above 0, as 'cone_y' is"},
        {3, "\"joints\":[{\"kind\":\"cone\",\"b\":0,\"axis\":[1,0,0],\"cone_y\":0}]", "'cone_y' must be above 0"},
        {3, "\"joints\":[{\"kind\":\"ball\",\"b\":0,\"cone_y\":4,\"cone_z\":1}]",
         "'cone_y' must be a number from 0 to 3.14159274"},
        {3, "\"joints\":[{\"kind\":\"hinge\",\"b\":0,\"axis\":[1,0,0],\"cardan\":true}]", "unknown member 'cardan'"},
        {3, "\"joints\":[{\"kind\":\"universal\",\"b\":0,\"axis\":[1,0,0],\"cardan\":1}]",
         "'cardan' must be true or false"},
        {3, "\"joints\":[{\"kind\":\"cone\",\"b\":0}]", "'axis' is missing"},
        {3, "\"vehicles\":[{\"chassis\":0,\"up\":[0,0,1],\"wheels\":[{\"body\":1}]}]", "'forward' is missing"},
        {3, "\"vehicles\":[{\"chassis\":0,\"up\":[0,0,1],\"forward\":[0,0,2],\"wheels\":[{\"body\":1}]}]",
         "is along 'up'"},
        {3, "\"vehicles\":[{\"chassis\":0,\"up\":[0,0,1],\"forward\":[1,0,0],\"wheels\":[{\"body\":1,\"steer\":2}]}]",
         "'steer' must be a number from -1.5"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        char text[900], line[1200];
        snprintf(text, sizeof text,
                 "{\"impinge\":\"scene\",\"version\":1,\"dimension\":%d,\"bodies\":[{},{\"name\":\"n\"}],%s}",
                 cases[i].dimension, cases[i].more);
        io_scene scene;
        io_error error;
        io_scene_init(&scene, NULL);
        io_status status = io_scene_load_bytes(&scene, "s", text, strlen(text), NULL, &error);
        snprintf(line, sizeof line, "%s: %s", error.path, error.text);
        if (status != IO_ERR_MEANING || !strstr(line, cases[i].text))
        {
            fail_msg("%s\n%d %s", text, (int)status, line);
        }
        assert_int_equal(scene.joint_count + scene.vehicle_count + scene.coupling_count, 0);
        io_scene_free(&scene);
    }
    // What only the world tells, with the place: a chassis that stands, a wheel that does.
    write_file(
        "still.json",
        "{\"impinge\":\"scene\",\"version\":1,\"bodies\":[{\"kind\":\"static\"},{}],\"vehicles\":[{\"chassis\":0,"
        "\"up\":[0,1],\"wheels\":[{\"body\":1}]}]}");
    assert_int_equal(run("run still.json --seconds 1"), 2);
    expect_words("still.json: vehicles[0]");
}

int main(void)
{
    if (!is_command_built())
    {
        printf("skip: the command is not built\n");
        return 0;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_breaking), cmocka_unit_test(test_machines_refused)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
