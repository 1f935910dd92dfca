// SPDX-License-Identifier: MIT
//
// `impinge run` with scenes of space, as a user calls it: report, JSON, recording and replay, and the page in a browser.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "impinge/impinge3.h"
#include "io/io_browser.h"
#include "io/io_command.h"
#include "support.h"

// A ball that comes to rest on the ground, one that nobody holds, and a kinematic one.
static const char balls[] =
    "{\"impinge\":\"scene\",\"version\":1,\"dimension\":3,\"world\":{\"gravity\":[0,0,-10]},\"bodies\":["
    "{\"name\":\"ground\",\"kind\":\"static\",\"colliders\":[{\"shape\":{\"kind\":\"half-space\",\"normal\":[0,0,1]}}]},"
    "{\"name\":\"ball\",\"pose\":{\"p\":[0,0,1]},\"colliders\":[{\"shape\":{\"kind\":\"sphere\",\"radius\":0.5}}]},"
    "{\"name\":\"gone\",\"pose\":{\"p\":[0,5,1]},\"velocity\":[0,30,0],\"gravity_scale\":0,"
    "\"colliders\":[{\"shape\":{\"kind\":\"sphere\",\"radius\":0.5}}]},"
    "{\"name\":\"driven\",\"kind\":\"kinematic\",\"pose\":{\"p\":[-4,0,1]},\"spin\":[0,0,1],"
    "\"colliders\":[{\"shape\":{\"kind\":\"sphere\",\"radius\":0.5}}]}]}";

// The same world by hand.
static uint64_t hash_by_calls(int steps)
{
    imp3_world* world;
    imp3_world_def def = imp3_world_default();
    uint64_t hash = 0;
    def.gravity.z = -10.0f;
    assert_int_equal(imp3_world_make(&def, &world), IMP_OK);
    for (int i = 0; i < 4; i++)
    {
        static const imp3_vec places[4] = {{0, 0, 0}, {0, 0, 1}, {0, 5, 1}, {-4, 0, 1}};
        static const int32_t kinds[4] = {IMP_BODY_STATIC, IMP_BODY_DYNAMIC, IMP_BODY_DYNAMIC, IMP_BODY_KINEMATIC};
        imp3_body_def body = imp3_body_default();
        imp3_collider_def collider = imp3_collider_default();
        imp3_shape shape;
        imp_body handle;
        body.kind = kinds[i];
        body.pose.p = places[i];
        body.velocity.y = i == 2 ? 30.0f : 0.0f;
        body.angular_velocity.z = i == 3 ? 1.0f : 0.0f;
        collider.density = 1.0f;
        collider.material.friction = 0.6f;
        const imp3_vec up = {0, 0, 1}, middle = {0, 0, 0};
        assert_int_equal(i ? imp3_sphere_make(middle, 0.5f, &shape) : imp3_half_space_make(up, 0.0f, &shape), IMP_OK);
        assert_int_equal(imp3_world_add_body(world, &body, &handle), IMP_OK);
        assert_int_equal(imp3_world_set_gravity_scale(world, handle, i == 2 ? 0.0f : 1.0f), IMP_OK);
        assert_int_equal(imp3_world_add_collider(world, handle, &shape, &collider, NULL), IMP_OK);
    }
    for (int i = 0; i < steps; i++)
    {
        assert_int_equal(imp3_world_step(world, 1.0f / 60.0f), IMP_OK);
    }
    assert_int_equal(imp3_world_hash(world, &hash), IMP_OK);
    imp3_world_free(world);
    return hash;
}

static void tells_what_came_of_it(void** state)
{
    (void)state;
    char hash[40];
    snprintf(hash, sizeof hash, "state hash   %016" PRIx64, hash_by_calls(180));
    write_file("balls.json", balls);
    assert_int_equal(run("run balls.json --seconds 3"), 0);
    expect_words("balls.json: Impinge scene in space");
    expect_words("4: 3 spheres, 1 half-space");
    expect_words("4 bodies: 2 dynamic, 1 kinematic, 1 static; 4 colliders; gravity 0, 0, -10 m/s^2");
    expect_words("1 pairs touch in 1 points");
    expect_words("1 body fell out of the scene");
    expect_words(hash);
    assert_int_equal(run("run balls.json --seconds 3 --threads 2"), 0);
    expect_words(hash);
    assert_int_equal(run("run balls.json --seconds 1 --json --gravity 1,0,-2.5"), 0);
    expect_words("\"gravity\": [1, 0, -2.5]");
    assert_int_equal(run("check balls.json"), 0);
    expect_words("0 pairs touch");
    assert_int_equal(run("check balls.json --seams"), 2);
    expect_words("--seams is not for scenes of space");
}

// Two pairs of four touch: spheres through their centres, a box and a plane whose overlap is 0.25 m deep.
static void checks_what_touches(void** state)
{
    (void)state;
    write_file(
        "touch.json",
        "{\"impinge\":\"scene\",\"version\":1,\"dimension\":3,\"bodies\":["
        "{\"name\":\"box\",\"pose\":{\"p\":[0,0.25,0]},\"colliders\":[{\"shape\":{\"kind\":\"box\","
        "\"lower\":[-1,-0.5,-1],\"upper\":[1,0.5,1]}}]},"
        "{\"name\":\"ground\",\"kind\":\"static\",\"colliders\":[{\"shape\":{\"kind\":\"half-space\",\"normal\":[0,1,0]}}]},"
        "{\"name\":\"wall\",\"kind\":\"static\",\"colliders\":[{\"shape\":{\"kind\":\"box\","
        "\"lower\":[3,-5,-9],\"upper\":[4,5,9]}}]},"
        "{\"name\":\"p\",\"pose\":{\"p\":[0,9,0]},\"colliders\":[{\"shape\":{\"kind\":\"sphere\",\"radius\":1}}]},"
        "{\"name\":\"q\",\"pose\":{\"p\":[1.5,9,0]},\"colliders\":[{\"shape\":{\"kind\":\"sphere\",\"radius\":1}}]},"
        "{\"name\":\"gap\",\"pose\":{\"p\":[0,12,0]},\"colliders\":[{\"shape\":{\"kind\":\"sphere\",\"radius\":1}}]}]}");
    assert_int_equal(run("check touch.json --save saved.json"), 1);
    expect_words("2 pairs touch");
    expect_words("box (bodies[0].colliders[0]) and ground (bodies[1].colliders[0]): 0.25 m deep");
    expect_words("p (bodies[3].colliders[0]) and q (bodies[4].colliders[0]): 0.5 m deep, at 0.75, 9, 0");
    assert_int_equal(run("check saved.json --json"), 1);
    expect_words("\"touching\": 2");
    expect_words("\"normal\": [1, 0, 0]");
    // The page has what touches, and where: the plane has no end, and is not marked.
    static char page[1 << 18];
    assert_int_equal(run("check saved.json --html page.html"), 1);
    expect_words("wrote the page page.html");
    read_file("page.html", page, sizeof page);
    const char *ground = strstr(page, "{\"file\":\"ground\""), *wall = strstr(page, "{\"file\":\"wall\""),
               *p = strstr(page, "{\"file\":\"p\""), *hit = strstr(page, "\"hit\":true");
    assert_true(ground && wall && p && hit && hit < ground && strstr(ground, "\"hit\":true") > p);
    assert_non_null(strstr(ground, "\"endless\":true"));
    assert_non_null(strstr(page, "\"up\":\"y\",\"scene\":\"saved.json\""));
}

// A ball 2 m before a wall hits it after half of 4 m, one beside it does not; what hangs above a plane hits that.
static void moves_what_does_not_stand(void** state)
{
    (void)state;
    write_file("move.json",
               "{\"impinge\":\"scene\",\"version\":1,\"dimension\":3,\"bodies\":["
               "{\"name\":\"wall\",\"kind\":\"static\",\"colliders\":[{\"shape\":{\"kind\":\"box\","
               "\"lower\":[3,-1,-1],\"upper\":[4,1,1]}}]},"
               "{\"name\":\"hits\",\"colliders\":[{\"shape\":{\"kind\":\"sphere\",\"radius\":1}},"
               "{\"shape\":{\"kind\":\"sphere\",\"center\":[-2,0,0],\"radius\":1}}]},"
               "{\"name\":\"ground\",\"kind\":\"static\",\"colliders\":[{\"shape\":{\"kind\":\"half-space\","
               "\"normal\":[0,1,0],\"offset\":-9}}]}]}");
    assert_int_equal(run("check move.json"), 0);
    assert_int_equal(run("check move.json --move 4,0"), 1);
    expect_words("moved by 4, 0, 0: 2 of 2 colliders that can move hit something");
    expect_words("t = 0.5000  hits (bodies[1].colliders[0]) hits wall (bodies[0].colliders[0])");
    expect_words("t = 1.0000  hits (bodies[1].colliders[1]) hits wall");
    assert_int_equal(run("check move.json --move 0,0,9"), 0);
    expect_words("0 of 2 colliders");
    assert_int_equal(run("check move.json --move 0,-16,1 --json --html move.html"), 1);
    expect_words("\"move\": [0, -16, 1],\n  \"moved\": 2");
    expect_words("\"kind\": \"hit\", \"time\": 0.5, \"normal\": [0, 1, 0]");
}

static void replays_what_was_recorded(void** state)
{
    (void)state;
    char hash[40];
    snprintf(hash, sizeof hash, "state hash %016" PRIx64, hash_by_calls(120));
    write_file("balls.json", balls);
    assert_int_equal(run("run balls.json --seconds 2 --record balls.rec"), 0);
    expect_words("wrote the recording balls.rec");
    assert_int_equal(run("replay balls.rec --verify --threads 2"), 0);
    expect_words("120 steps");
    expect_words(hash);
    expect_words("the same to the last bit");
    // The last bytes are of the last step: of where all bodies are.
    static char bytes[1 << 20];
    size_t size = read_file("balls.rec", bytes, sizeof bytes);
    bytes[size - 1] = (char)(bytes[size - 1] ^ 1);
    write_bytes("balls.rec", bytes, size);
    int status = run("replay balls.rec --verify");
    assert_true(status == 1 || status == 2);
}

// What the page shows is what the world did; it can be scrubbed, turned and asked.
static void shows_it_on_a_page(void** state)
{
    (void)state;
    if (!browser())
    {
        skip();
    }
    write_file("balls.json", balls);
    open_page(
        "run balls.json --seconds 3", 0,
        "ready.then(() => {"
        "const told = document.body.dataset, ball = bodies[1], gone = bodies[2];"
        "told.frames = data.frames; told.bodies = bodies.length; told.movers = moving.length;"
        "told.height = Math.round(1000 * poseOf(ball, lastFrame).at[2]);"
        "told.far = Math.round(poseOf(gone, lastFrame).at[1]);"
        "told.awake = isAwake(ball, 0) ? 1 : 0; told.asleep = isAwake(ball, lastFrame) ? 0 : 1;"
        "told.turned = Math.round(2000 * Math.acos(Math.abs(poseOf(bodies[3], lastFrame).q[3])));"
        "told.triangles = shapes[1].points.length / 9 > 100 ? 1 : 0; told.alike = shapes[2].faces === shapes[1].faces ? 1 : 0;"
        "const touching = contactsOf(lastFrame); told.contacts = touching.length;"
        "told.up = Math.round(100 * Math.abs(touching[0].normal[2]));"
        "told.plots = document.querySelectorAll('#plots figure').length;"
        "seek(30); frame(performance.now()); told.time = $('time').textContent.startsWith('0.50') ? 1 : 0;"
        "const yaw = eye.yaw; drag(50, 0, {buttons: 1}); told.orbits = eye.yaw !== yaw ? 1 : 0;"
        "const before = eye.distance; zoom(2); told.zooms = Math.abs(eye.distance * 2 - before) < 1e-6 ? 1 : 0;"
        "eye.target = poseOf(ball, now).at; eye.distance = 5;"
        "told.hit = bodyAt(width / 2, height / 2) === ball ? 1 : 0;"
        "choose(ball); frame(performance.now()); told.detail = $('detail').textContent.startsWith('ball, sphere') ? 1 : 0;"
        "})",
        "frame=0&contacts=1&velocities=1");
    assert_int_equal(attribute("frames"), 181);
    assert_int_equal(attribute("bodies"), 4);
    assert_int_equal(attribute("movers"), 3);
    assert_true(labs(attribute("height") - 500) <= 6);
    assert_int_equal(attribute("far"), 95);
    assert_int_equal(attribute("awake"), 1);
    assert_int_equal(attribute("asleep"), 1);
    assert_true(labs(attribute("turned") - 3000) <= 10);  // [mrad], after 3 s
    assert_int_equal(attribute("contacts"), 1);
    assert_int_equal(attribute("up"), 100);
    assert_int_equal(attribute("plots"), 4);
    static const char* const holds[] = {"ready", "triangles", "alike", "time", "orbits", "zooms", "hit", "detail"};
    for (size_t i = 0; i < sizeof holds / sizeof *holds; i++)
    {
        assert_int_equal(attribute(holds[i]), 1);
    }
}

// What touches, step by step and the deepest at once; and grains, links and a liquid of a run.
static void shows_contacts_and_grains(void** state)
{
    (void)state;
    if (!browser())
    {
        skip();
    }
    write_file(
        "grains.json",
        "{\"impinge\":\"scene\",\"version\":1,\"dimension\":3,\"bodies\":["
        "{\"name\":\"p\",\"colliders\":[{\"shape\":{\"kind\":\"sphere\",\"radius\":1}}]},"
        "{\"name\":\"q\",\"pose\":{\"p\":[1.5,0,0]},\"colliders\":[{\"shape\":{\"kind\":\"sphere\",\"radius\":1}}]},"
        "{\"name\":\"r\",\"pose\":{\"p\":[2.5,0,0]},\"colliders\":[{\"shape\":{\"kind\":\"sphere\",\"radius\":1}}]}],"
        "\"particles\":{\"items\":[{\"name\":\"a\",\"position\":[0,4,0.5],\"radius\":0.5},"
        "{\"lower\":[4,0,0],\"upper\":[5,1,1],\"spacing\":0.5}],\"links\":[{\"kind\":\"cable\",\"a\":{\"particle\":"
        "\"a\"},\"b\":{\"body\":\"p\",\"point\":[0,1,0]}}],\"forces\":[{\"kind\":\"buoyancy\",\"density\":1}]}}");
    open_page("check grains.json", 1,
              "const told = document.body.dataset; dispatchEvent(new KeyboardEvent('keydown', {key: 'n'}));"
              "told.first = spots.indexOf(chosen); dispatchEvent(new KeyboardEvent('keydown', {key: 'd'}));"
              "told.chosen = spots.indexOf(chosen); told.detail = $('detail').textContent; draw();",
              "theme=light");
    assert_int_equal(attribute("bodies"), 3);
    assert_int_equal(attribute("touching"), 2);
    assert_int_equal(attribute("first"), 0);
    assert_int_equal(attribute("chosen"), 1);
    assert_non_null(
        strstr(page_document(), "data-detail=\"q touches r1 contact point, the deepest at (2, 0, 0)1 m deep"));
    open_page(
        "run grains.json --seconds 0.5", 0,
        "ready.then(() => {"
        "const told = document.body.dataset; told.grains = grains; told.links = cloud.links.length;"
        "told.solids = grainSolids(0).length; told.height = Math.round(1000 * placeOf(0, 0)[1]);"
        "told.across = Math.round(1000 * placeOf(0, 0)[2]); told.end = Math.round(1000 * endOf(cloud.links[0][2], 0)[1]);"
        "told.net = liquidLines()[0].ends.length; told.rope = linkLines(0).length; told.fell = placeOf(0, lastFrame)[1] < 4 ? 1 : 0;"
        "})",
        "frame=0");
    assert_int_equal(attribute("grains"), 9);
    assert_int_equal(attribute("solids"), 9);
    assert_int_equal(attribute("links"), 1);
    assert_int_equal(attribute("height"), 4000);
    assert_int_equal(attribute("across"), 500);
    assert_int_equal(attribute("end"), 1000);
    assert_int_equal(attribute("rope"), 1);
    assert_int_equal(attribute("net"), 2 * 13 * 6);
    assert_int_equal(attribute("fell"), 1);
}

int main(void)
{
    if (!is_command_built())
    {
        return 77;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tells_what_came_of_it),     cmocka_unit_test(checks_what_touches),
        cmocka_unit_test(moves_what_does_not_stand), cmocka_unit_test(replays_what_was_recorded),
        cmocka_unit_test(shows_it_on_a_page),        cmocka_unit_test(shows_contacts_and_grains)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
