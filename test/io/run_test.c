// SPDX-License-Identifier: MIT
//
// Scenes that move: bodies in our own JSON, properties of maps, and `impinge run` as a user calls it.

#define _POSIX_C_SOURCE 200809L  // fork, kill

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "io/io_command.h"
#include "io/io_support.h"
#include "io/reader.h"

#define SCENE(rest) "{\"impinge\":\"scene\",\"version\":1," rest "}"
#define BODY(members) SCENE("\"bodies\":[{" members "}]")
#define COLLIDER(members) BODY("\"colliders\":[{" members "\"shape\":{\"kind\":\"circle\",\"radius\":1}}]")

static void test_bodies(void** state)
{
    (void)state;
    io_scene scene;
    load_text(
        &scene,
        SCENE(
            "\"world\":{\"gravity\":[1,-2],\"length_unit\":0.5,\"sub_steps\":8,\"sleepless\":true,\"discrete\":true,\"hits\":9},"
            "\"bodies\":[{\"name\":\"floor\",\"kind\":\"static\",\"colliders\":[{\"shape\":{\"kind\":\"segment\","
            "\"a\":[-9,0],\"b\":[9,0]},\"friction\":0.25,\"belt\":-2}]},"
            "{\"name\":\"cart\",\"layer\":\"l\",\"pose\":{\"p\":[1,2]},\"velocity\":[3,4],\"spin\":-5,"
            "\"damping\":0.5,\"spin_damping\":0.75,\"gravity_scale\":2,\"lock_turn\":true,\"lock_x\":true,\"sleepless\":true,"
            "\"bullet\":true,\"colliders\":[{\"name\":\"wheel\",\"density\":7,\"restitution\":1,\"rolling\":0.1,"
            "\"category\":4294967295,\"mask\":6,\"shape\":{\"kind\":\"circle\",\"radius\":2}},"
            "{\"shape\":{\"kind\":\"box\",\"lower\":[0,0],\"upper\":[1,2]}}]},"
            "{\"kind\":\"kinematic\",\"lock_y\":false}]"),
        NULL, NULL);
    assert_vec(scene.world.gravity, 1, -2);
    assert_number(scene.world.length_unit, ==, 0.5f);
    assert_number(scene.world.sub_steps, ==, 8);
    assert_true(scene.world.no_sleep);
    assert_true(scene.world.no_continuous);
    assert_number(scene.world.continuous_steps, ==, 9);
    assert_int_equal(scene.body_count, 3);
    assert_int_equal(scene.object_count, 3);
    const io_body* cart = &scene.bodies[1];
    assert_string_equal(cart->name, "cart");
    assert_int_equal(cart->def.kind, IMP_BODY_DYNAMIC);
    assert_vec(cart->def.pose.p, 1, 2);
    assert_vec(cart->def.velocity, 3, 4);
    assert_number(cart->def.angular_velocity, ==, -5);
    assert_number(cart->def.linear_damping, ==, 0.5f);
    assert_number(cart->def.angular_damping, ==, 0.75f);
    assert_number(cart->gravity, ==, 2);
    assert_true(cart->def.no_sleep);
    assert_true(cart->def.bullet);
    assert_false(cart->def.asleep);
    assert_int_equal(cart->def.locks, IMP2_LOCK_X | IMP2_LOCK_ROTATION);
    const io_object* wheel = &scene.objects[1];
    assert_string_equal(wheel->name, "wheel");
    assert_number(wheel->body, ==, 1);
    assert_false(wheel->is_static);
    assert_number(wheel->structure, ==, scene.objects[2].structure);
    assert_number(wheel->collider.density, ==, 7);
    assert_number(wheel->collider.material.restitution, ==, 1);
    assert_number(wheel->collider.filter.category, ==, UINT32_MAX);
    assert_number(wheel->collider.filter.mask, ==, 6);
    assert_string_equal(scene.objects[2].name, "cart");
    assert_number(scene.objects[2].collider.density, ==, 1);
    assert_number(scene.objects[2].collider.material.friction, ==, 0.6f);
    assert_true(scene.objects[0].is_static);
    assert_number(scene.objects[0].collider.material.tangent_speed, ==, -2);
    assert_int_equal(scene.bodies[2].def.kind, IMP_BODY_KINEMATIC);
    io_scene_free(&scene);
}

static void test_faults(void** state)
{
    (void)state;
    static const struct
    {
        const char* text;
        const char* line;
    } cases[] = {
        {SCENE("\"bodies\":7"), "maps/level.tmx: 'bodies' must be a list in [...]"},
        {SCENE("\"bodies\":[7]"), "maps/level.tmx: 'bodies' must be a list of bodies"},
        {SCENE("\"bodies\":[null]"), "maps/level.tmx: bodies[0]: a body must be {...}"},
        {SCENE("\"bodys\":[]"), "maps/level.tmx: unknown member 'bodys'"},
        {SCENE("\"bodies\":[],\"world\":{\"gravity\":-10}"), "maps/level.tmx: world: 'gravity' must be [x, y]"},
        {SCENE("\"bodies\":[],\"world\":{\"sub_steps\":65}"),
         "maps/level.tmx: world: 'sub_steps' must be a whole number from 0 to 64"},
        {SCENE("\"bodies\":[],\"world\":{\"sub_steps\":1.5}"),
         "maps/level.tmx: world: 'sub_steps' must be a whole number from 0 to 64"},
        {SCENE("\"bodies\":[],\"world\":{\"wind\":1}"), "maps/level.tmx: world: unknown member 'wind'"},
        {BODY("\"colour\":1"), "maps/level.tmx: bodies[0]: unknown member 'colour'"},
        {BODY("\"name\":1"), "maps/level.tmx: bodies[0]: 'name' must be text"},
        {BODY("\"kind\":\"solid\""), "maps/level.tmx: bodies[0]: 'kind' must be static, kinematic or dynamic"},
        {BODY("\"damping\":-1"), "maps/level.tmx: bodies[0]: 'damping' must be a number of 0 or more"},
        {BODY("\"spin\":1e30"), "maps/level.tmx: bodies[0]: 'spin' must be a number"},
        {BODY("\"spin\":\"1\""), "maps/level.tmx: bodies[0]: 'spin' must be a number"},
        {BODY("\"velocity\":[1,1e999]"), "maps/level.tmx: bodies[0]: 'velocity' must be [x, y]"},
        {BODY("\"lock_x\":1"), "maps/level.tmx: bodies[0]: 'lock_x' must be true or false"},
        {BODY("\"pose\":{\"angel\":1}"), "maps/level.tmx: bodies[0]: unknown member 'angel'"},
        {BODY("\"colliders\":{}"), "maps/level.tmx: bodies[0]: 'colliders' must be a list in [...]"},
        {BODY("\"colliders\":[[]]"), "maps/level.tmx: bodies[0].colliders[0]: a collider must be {...}"},
        {BODY("\"colliders\":[{}]"), "maps/level.tmx: bodies[0].colliders[0]: 'shape' is missing"},
        {COLLIDER("\"frction\":1,"), "maps/level.tmx: bodies[0].colliders[0]: unknown member 'frction'"},
        {COLLIDER("\"restitution\":1.5,"),
         "maps/level.tmx: bodies[0].colliders[0]: 'restitution' must be a number from 0 to 1"},
        {COLLIDER("\"mask\":4294967296,"),
         "maps/level.tmx: bodies[0].colliders[0]: 'mask' must be a whole number from 0 to 4294967295"},
        {BODY("\"colliders\":[{\"shape\":{\"kind\":\"circle\",\"radius\":1,\"a\":[0,0]}}]"),
         "maps/level.tmx: bodies[0].colliders[0]: unknown member 'a'"},
        {SCENE("\"objects\":[{\"shape\":{\"kind\":\"circle\",\"radius\":1},\"friction\":1}]"),
         "maps/level.tmx: objects[0]: unknown member 'friction'"},
    };
    char line[1200];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        refuse_text(cases[i].text, NULL, NULL, IO_ERR_MEANING, line, sizeof line);
        assert_string_equal(line, cases[i].line);
    }
}

// A float of the range of a key.
static float any_of(test_rng* rng, const io_key* key)
{
    static const float scales[] = {1e-6f, 0.3f, 1, 77, 1e5f};
    float v = test_rng_range(rng, 0, 1);
    float scale = scales[test_rng_int(rng, 0, 4)];
    v = key->upper <= 1 ? v : v * scale;
    v = v < key->lower ? key->lower : v > key->upper ? key->upper : v;
    int sign = test_rng_int(rng, 0, 1);
    return sign && key->lower < 0 ? -v : v;
}

// Random values for half of the keys.
static void fill_keys(test_rng* rng, const io_key* keys, void* out)
{
    for (; keys->name; keys++)
    {
        char* at = (char*)out + keys->offset;
        float x = any_of(rng, keys), y = any_of(rng, keys);
        imp2_vec v = {x, y};
        int whole = test_rng_int(rng, 0, 64);
        bool yes = test_rng_int(rng, 0, 1) == 1;
        if (test_rng_int(rng, 0, 1))
        {
            continue;
        }
        switch (keys->kind)
        {
        case IO_KEY_VEC: memcpy(at, &v, sizeof v); break;
        case IO_KEY_FLAG: memcpy(at, &yes, sizeof yes); break;
        case IO_KEY_WHOLE: memcpy(at, &whole, sizeof whole); break;
        case IO_KEY_BIT: memcpy(at, &(uint32_t){yes ? IMP2_LOCK_X : IMP2_LOCK_Y | IMP2_LOCK_ROTATION}, 4); break;
        default: memcpy(at, &x, sizeof x); break;
        }
    }
}

static void expect_same_keys(const io_key* keys, const void* a, const void* b)
{
    for (; keys->name; keys++)
    {
        size_t size = keys->kind == IO_KEY_FLAG ? sizeof(bool) : keys->kind == IO_KEY_VEC ? sizeof(imp2_vec) : 4;
        if (memcmp((const char*)a + keys->offset, (const char*)b + keys->offset, size) != 0)
        {
            fail_msg("'%s' is not the same", keys->name);
        }
    }
}

// What is written is read to the same bits, and writing that gives the same file.
static void test_round_trip(void** state)
{
    (void)state;
    static char first[1 << 20], second[1 << 20];
    test_rng rng = {test_seed()};
    uint64_t cases = test_n(20);
    for (uint64_t i = 0; i < cases; i++)
    {
        io_scene scene, again;
        io_error error = {.line = 0};
        io_options options = {.scale = 0};
        io_scene_init(&scene, NULL);
        fill_keys(&rng, io_world_keys, &scene.world);
        io_reader reader = {
            .scene = &scene, .options = &options, .allocator = &scene.arena.allocator, .error = &error, .file = ""};
        for (int k = 0; k < 40; k++)
        {
            imp2_shape shape;
            imp2_pose pose;
            float radius = test_rng_range(&rng, 0.1f, 3), x = test_rng_range(&rng, -9, 9);
            assert_int_equal(imp2_circle_make((imp2_vec){x, radius}, radius, &shape), IMP_OK);
            float angle = test_rng_range(&rng, -3, 3);
            assert_int_equal(imp2_pose_make((imp2_vec){radius, x}, angle, &pose), IMP_OK);
            io_motion motion = io_motion_default();
            motion.body.def.kind = test_rng_int(&rng, 0, 2);
            fill_keys(&rng, io_body_keys, &motion.body);
            fill_keys(&rng, io_collider_keys, &motion.collider);
            bool moves = test_rng_int(&rng, 0, 3) > 0;
            io_label label = {
                .name = "b\"1\"", .layer = k % 2 ? "" : "layer", .is_solid = true, .motion = moves ? &motion : NULL};
            assert_int_equal(io_object_add(&reader, &label, &shape, &pose), IO_OK);
        }
        char path[100];
        snprintf(path, sizeof path, "%s/first.json", test_folder);
        assert_int_equal(io_scene_save(&scene, path, &error), IO_OK);
        io_scene_init(&again, NULL);
        if (io_scene_load(&again, path, NULL, &error) != IO_OK)
        {
            fail_msg("%s: %s", error.path, error.text);
        }
        assert_int_equal(again.body_count, scene.body_count);
        expect_same_keys(io_world_keys, &scene.world, &again.world);
        for (size_t k = 0; k < scene.body_count; k++)
        {
            const io_body *a = &scene.bodies[k], *b = &again.bodies[k];
            assert_int_equal(a->def.kind, b->def.kind);
            assert_memory_equal(&a->def.pose, &b->def.pose, sizeof a->def.pose);
            expect_same_keys(io_body_keys, a, b);
        }
        snprintf(path, sizeof path, "%s/second.json", test_folder);
        assert_int_equal(io_scene_save(&again, path, &error), IO_OK);
        read_file("first.json", first, sizeof first);
        read_file("second.json", second, sizeof second);
        assert_string_equal(first, second);
        io_scene_free(&scene);
        io_scene_free(&again);
    }
    test_report("io_bodies_round_trip", cases);
}

// A floor, a pile of boxes, a ball that is thrown at them.
static void write_pile(void)
{
    char text[6000];
    size_t length = (size_t)snprintf(
        text, sizeof text,
        "{\"impinge\":\"scene\",\"version\":1,\"world\":{\"gravity\":[0,-10]},\"bodies\":["
        "{\"name\":\"floor\",\"kind\":\"static\",\"colliders\":[{\"friction\":0.5,\"shape\":{\"kind\":\"box\","
        "\"lower\":[-20,-1],\"upper\":[20,0]}}]},"
        "{\"name\":\"ball\",\"pose\":{\"p\":[-6,1]},\"velocity\":[9,2],\"colliders\":[{\"density\":2,\"friction\":0.5,"
        "\"restitution\":0.25,\"shape\":{\"kind\":\"circle\",\"radius\":0.5}}]}");
    for (int i = 0; i < 6; i++)
    {
        length += (size_t)snprintf(text + length, sizeof text - length,
                                   ",{\"pose\":{\"p\":[0,%d.5]},\"colliders\":[{\"friction\":0.5,\"shape\":{\"kind\":"
                                   "\"box\",\"lower\":[-0.5,-0.5],\"upper\":[0.5,0.5]}}]}",
                                   i);
    }
    snprintf(text + length, sizeof text - length, "]}");
    write_file("pile.json", text);
}

static uint64_t hash_of_pile_by_calls(int steps)
{
    imp2_world_def def = {.gravity = {0, -10}};
    imp2_world* world;
    imp2_shape shapes[3];
    assert_int_equal(imp2_world_make(&def, &world), IMP_OK);
    assert_int_equal(imp2_box_make((imp2_box){{-20, -1}, {20, 0}}, &shapes[0]), IMP_OK);
    assert_int_equal(imp2_circle_make((imp2_vec){0, 0}, 0.5f, &shapes[1]), IMP_OK);
    assert_int_equal(imp2_box_make((imp2_box){{-0.5f, -0.5f}, {0.5f, 0.5f}}, &shapes[2]), IMP_OK);
    for (int i = 0; i < 8; i++)
    {
        imp2_body_def body = {.kind = i ? IMP_BODY_DYNAMIC : IMP_BODY_STATIC, .pose = {.q = {1, 0}}};
        imp2_collider_def collider = {.density = 1, .material = {.friction = 0.5f}};
        if (i == 1)
        {
            body.pose.p = (imp2_vec){-6, 1};
            body.velocity = (imp2_vec){9, 2};
            collider.density = 2;
            collider.material.restitution = 0.25f;
        }
        body.pose.p.y = i > 1 ? (float)i - 1.5f : body.pose.p.y;
        imp_body made;
        assert_int_equal(imp2_world_add_body(world, &body, &made), IMP_OK);
        assert_int_equal(imp2_world_add_collider(world, made, &shapes[i > 2 ? 2 : i], &collider, NULL), IMP_OK);
    }
    for (int i = 0; i < steps; i++)
    {
        assert_int_equal(imp2_world_step(world, (float)(1 / 60.0)), IMP_OK);
    }
    uint64_t hash;
    assert_int_equal(imp2_world_hash(world, &hash), IMP_OK);
    imp2_world_free(world);
    return hash;
}

// Whichever allocation fails as a world is made, it is said, nothing is lost, and the next attempt succeeds.
static void test_world_memory(void** state)
{
    (void)state;
    write_pile();
    char path[100];
    snprintf(path, sizeof path, "%s/pile.json", test_folder);
    test_allocator memory = {.fail_at = -1};
    imp_allocator allocator = test_allocator_get(&memory);
    io_scene scene;
    io_error error;
    io_scene_init(&scene, &allocator);
    assert_int_equal(io_scene_load(&scene, path, NULL, &error), IO_OK);
    int64_t held = memory.live_bytes, failed = 0;
    for (bool made = false; !made; failed += !made)
    {
        io_world world;
        memory.fail_at = memory.calls + failed;
        io_status status = io_world_make(&scene, NULL, &world, &error);
        made = status == IO_OK;
        assert_true(made || (status == IO_ERR_MEMORY && strcmp(error.text, "out of memory") == 0));
        assert_true(made || world.world == NULL);
        memory.fail_at = -1;
        if (made)
        {
            io_world_free(&world);
        }
        assert_int_equal(memory.live_bytes, held);
    }
    assert_true(failed > 10);
    io_scene_free(&scene);
    assert_int_equal(memory.live_bytes, 0);
}

static void test_hash(void** state)
{
    (void)state;
    write_pile();
    char hash[40];
    snprintf(hash, sizeof hash, "%016" PRIx64, hash_of_pile_by_calls(300));
    static const char* const ways[] = {"", " --threads 2", " --threads 4 --html page.html"};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
    {
        char line[200];
        snprintf(line, sizeof line, "run pile.json --json --seconds 5%s", ways[i]);
        assert_int_equal(run(line), 0);
        io_tree tree;
        io_error error;
        assert_int_equal(io_tree_parse_json(output, strlen(output), NULL, &tree, &error), IO_OK);
        const io_node* root = tree.root;
        assert_string_equal(io_node_text(root, "hash", ""), hash);
        const io_node* bodies = io_node_get(root, "bodies");
        assert_number(value(bodies, "all"), ==, 8);
        assert_number(value(bodies, "dynamic"), ==, 7);
        assert_number(value(bodies, "static"), ==, 1);
        assert_number(value(bodies, "kinematic"), ==, 0);
        assert_number(value(bodies, "awake"), <=, 7);
        assert_number(value(bodies, "lost"), ==, 0);
        assert_number(value(root, "colliders"), ==, 8);
        assert_number(value(root, "steps"), ==, 300);
        assert_number(value(root, "hz"), ==, 60);
        const io_node* contacts = io_node_get(root, "contacts");
        // By then all lies, so each touches something.
        assert_number(value(contacts, "touching"), >=, 7);
        assert_number(value(contacts, "points"), >=, value(contacts, "touching"));
        assert_true(value(contacts, "most_touching") >= value(contacts, "touching"));
        const io_node* depth = io_node_get(root, "penetration");
        assert_number(value(depth, "most"), >=, value(depth, "last"));
        assert_number(value(depth, "most"), <, 0.5);
        assert_non_null(io_node_get(depth, "a"));
        const io_node* time = io_node_get(root, "time");
        assert_number(value(time, "run_ms"), >, 0);
        assert_number(value(time, "slowest_ms"), >=, value(time, "step_ms"));
        io_tree_free(&tree);
    }
    assert_int_equal(run("run pile.json --seconds 5"), 0);
    assert_non_null(strstr(output, hash));
    assert_non_null(strstr(output, "8 bodies: 7 dynamic, 0 kinematic, 1 static; 8 colliders; gravity 0, -10 m/s^2"));
    assert_non_null(strstr(output, "300 steps, 5 s at 60 Hz, 1 thread"));
}

// A run that is recorded is replayed to the same hash; a recording in which a number was changed is found out, as are a
// cut one and what never was one.
static void test_recording(void** state)
{
    (void)state;
    write_pile();
    char hash[40], path[200];
    snprintf(hash, sizeof hash, "state hash %016" PRIx64, hash_of_pile_by_calls(120));
    assert_int_equal(run("run pile.json --seconds 2 --record pile.rec"), 0);
    assert_non_null(strstr(output, "wrote the recording pile.rec"));
    assert_int_equal(run("replay pile.rec --verify --threads 2"), 0);
    assert_non_null(strstr(output, "120 steps"));
    assert_non_null(strstr(output, hash));
    assert_non_null(strstr(output, "the same to the last bit"));
    assert_int_equal(run("replay pile.rec --verify --json"), 0);
    assert_non_null(strstr(output, "\"same\": true"));
    // The last bytes are of the last step: of its hash and of where all bodies are.
    static char bytes[1 << 20];
    snprintf(path, sizeof path, "%s/pile.rec", test_folder);
    FILE* file = fopen(path, "rb");
    assert_non_null(file);
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    assert_number(size, >, 1000);
    assert_number(size, <, sizeof bytes);
    bytes[size - 1] = (char)(bytes[size - 1] ^ 1);
    for (int cut = 0; cut < 2; ++cut)
    {
        file = fopen(path, "wb");
        assert_non_null(file);
        assert_int_equal(fwrite(bytes, 1, size - 3 * (size_t)cut, file), size - 3 * (size_t)cut);
        assert_int_equal(fclose(file), 0);
        int status = run("replay pile.rec --verify");
        assert_true(cut ? status == 2 : status == 1 || status == 2);
        assert_non_null(strstr(output, cut ? "damaged" : status == 1 ? "differs in step 120" : "damaged"));
    }
    assert_int_equal(run("replay pile.json"), 2);
    assert_non_null(strstr(output, "pile.json: not a recording"));
    assert_int_equal(run("replay nothing.rec"), 2);
    assert_int_equal(run("run pile.json --record nowhere/pile.rec"), 2);
    assert_non_null(strstr(output, "nowhere/pile.rec: the recording cannot be written"));
}

// What a map says of how things move; y points down in it.
static const char map[] =
    "<map tilewidth='16' tileheight='16' width='4' height='2'>"
    "<properties><property name='gravity' type='float' value='5'/></properties>"
    "<tileset firstgid='1' tilewidth='16' tileheight='16'/>"
    "<layer name='solid' width='4' height='2'><properties><property name='friction' value='0.25'/></properties>"
    "<data encoding='csv'>0,0,0,0,1,1,1,1</data></layer>"
    "<objectgroup name='things'><properties><property name='density' value='3'/></properties>"
    "<object id='1' name='crate' x='4' y='0' width='8' height='8'><properties><property name='restitution' value='0.5'/>"
    "<property name='velocity_x' value='-2'/><property name='lock_turn' type='bool' value='true'/>"
    "<property name='friction' value='high'/></properties></object>"
    "<object id='2' name='lift' x='32' y='-16' width='16' height='4'><properties>"
    "<property name='kind' value='kinematic'/><property name='velocity_y' value='1'/>"
    "<property name='one_way' type='bool' value='true'/><property name='tolerance' value='0.125'/></properties></object>"
    "<object id='3' name='door' x='48' y='0' width='4' height='16'><properties>"
    "<property name='kind' value='static'/><property name='one_way_x' value='-1'/></properties></object>"
    "<object id='4' name='rope' x='0' y='-32'><polyline points='0,0 16,4'/></object></objectgroup></map>";

static void test_map(void** state)
{
    (void)state;
    write_file("map.tmx", map);
    char path[100];
    snprintf(path, sizeof path, "%s/map.tmx", test_folder);
    io_scene scene;
    io_error error;
    io_scene_init(&scene, NULL);
    assert_int_equal(io_scene_load(&scene, path, NULL, &error), IO_OK);
    assert_vec(scene.world.gravity, 0, -5);
    assert_int_equal(scene.body_count, 5);
    assert_int_equal(scene.bodies[0].def.kind, IMP_BODY_STATIC);
    assert_true(scene.objects[0].collider.material.friction == 0.25f);
    assert_vec(scene.objects[0].collider.one_way, 0, 0);
    const imp2_collider_def* lift = &scene.objects[2].collider;
    assert_vec(lift->one_way, 0, 1);
    assert_number(lift->tolerance, ==, 0.125f);
    const imp2_collider_def* door = &scene.objects[3].collider;
    assert_vec(door->one_way, -1, 0);
    assert_number(door->tolerance, ==, 0);
    const io_body* crate = &scene.bodies[1];
    assert_int_equal(crate->def.kind, IMP_BODY_DYNAMIC);
    assert_number(crate->def.velocity.x, ==, -2);
    assert_int_equal(crate->def.locks, IMP2_LOCK_ROTATION);
    assert_number(scene.objects[1].collider.density, ==, 3);
    assert_number(scene.objects[1].collider.material.restitution, ==, 0.5f);
    assert_int_equal(count_notes(&scene, IO_NOTE_SKIP, "its property 'friction' is not a number of 0 or more"), 1);
    assert_int_equal(scene.bodies[2].def.kind, IMP_BODY_KINEMATIC);
    assert_number(scene.bodies[2].def.velocity.y, ==, 1);
    assert_int_equal(scene.bodies[3].def.kind, IMP_BODY_STATIC);
    assert_true(scene.objects[3].is_static);
    io_scene_free(&scene);

    // The crate lies half a metre above the ground, half a metre high, and comes to lie on it.
    assert_int_equal(run("run map.tmx --json --seconds 4"), 0);
    io_tree tree;
    assert_int_equal(io_tree_parse_json(output, strlen(output), NULL, &tree, &error), IO_OK);
    const io_node* bodies = io_node_get(tree.root, "bodies");
    assert_number(value(bodies, "static"), ==, 2);
    assert_number(value(bodies, "kinematic"), ==, 1);
    assert_number(value(bodies, "dynamic"), ==, 2);
    assert_true(io_node_get(tree.root, "gravity")->numbers[1] == -5);
    io_tree_free(&tree);
    assert_int_equal(run("run map.tmx --gravity 1,-2"), 0);
    assert_non_null(strstr(output, "gravity 1, -2 m/s^2"));

    // The four tiles of the ground, each a body.
    assert_int_equal(run("run map.tmx --json --seconds 4 --tiles"), 0);
    assert_int_equal(io_tree_parse_json(output, strlen(output), NULL, &tree, &error), IO_OK);
    bodies = io_node_get(tree.root, "bodies");
    assert_number(value(bodies, "static"), ==, 5);
    assert_number(value(bodies, "kinematic"), ==, 1);
    assert_number(value(bodies, "dynamic"), ==, 2);
    assert_int_equal((int)value(tree.root, "colliders"), 8);
    io_tree_free(&tree);
    assert_int_equal(run("check map.tmx --tiles"), 2);
    assert_non_null(strstr(output, "check does not take --tiles"));
}

// Each format has its own place for properties.
static void test_properties(void** state)
{
    (void)state;
    static const char* const texts[] = {
        "<svg width='9' data-gravity='3'><rect width='1' height='1' data-kind='kinematic' data-spin='2'/>"
        "<circle cx='5' r='1' data-friction='0.125' data-lock_turn='true'/><line x2='5' stroke='red'/></svg>",
        "{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\",\"properties\":{\"kind\":\"kinematic\",\"spin\":"
        "2},\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[1,0],[1,1],[0,0]]]}},{\"type\":\"Feature\","
        "\"properties\":{\"kind\":\"dynamic\",\"friction\":0.125,\"lock_turn\":true},\"geometry\":{\"type\":\"Polygon\","
        "\"coordinates\":[[[5,0],[6,0],[6,1],[5,0]]]}},{\"type\":\"Feature\",\"properties\":{\"kind\":\"road\"},\"geometry\":"
        "{\"type\":\"LineString\",\"coordinates\":[[0,0],[5,0]]}}]}",
        "{\"defaultGridSize\":1,\"defs\":{\"layers\":[{\"identifier\":\"E\",\"intGridValues\":[]}]},\"levels\":[{"
        "\"identifier\":\"L\",\"worldX\":0,\"worldY\":0,\"layerInstances\":[{\"__identifier\":\"E\",\"entityInstances\":["
        "{\"__identifier\":\"lift\",\"px\":[0,0],\"__pivot\":[0,0],\"width\":1,\"height\":1,\"fieldInstances\":[{"
        "\"__identifier\":\"kind\",\"__value\":\"kinematic\"},{\"__identifier\":\"spin\",\"__value\":2},{\"__identifier\":"
        "\"density\",\"__value\":null}]},{\"__identifier\":\"ball\",\"px\":[5,0],\"__pivot\":[0,0],\"width\":1,\"height\":1,"
        "\"fieldInstances\":[{\"__identifier\":\"friction\",\"__value\":0.125},{\"__identifier\":\"lock_turn\",\"__value\":true"
        "}]}]}]}]}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    {
        io_scene scene;
        load_text(&scene, texts[i], NULL, NULL);
        assert_int_equal(scene.body_count, 2);
        assert_int_equal(scene.bodies[0].def.kind, IMP_BODY_KINEMATIC);
        assert_number(scene.bodies[0].def.angular_velocity, ==, 2);
        assert_int_equal(scene.bodies[1].def.kind, IMP_BODY_DYNAMIC);
        assert_int_equal(scene.bodies[1].def.locks, IMP2_LOCK_ROTATION);
        assert_number(scene.objects[0].collider.density, ==, 1);
        assert_number(scene.objects[1].collider.material.friction, ==, 0.125f);
        assert_true(scene.world.gravity.y == (i == 0 ? -3.0f : -10.0f));
        io_world world;
        io_error error;
        assert_int_equal(io_world_make(&scene, NULL, &world, &error), IO_OK);
        assert_int_equal(world.body_count, i < 2 ? 3 : 2);
        assert_true(i == 2 || world.bodies[2].kind == IMP_BODY_STATIC);  // the line
        io_world_free(&world);
        io_scene_free(&scene);
    }
}

// The head is out before the first step is taken, also where nobody waits for it: of a run without end.
static void test_head_comes_first(void** state)
{
    (void)state;
    char path[300], said[4000] = "";
    int ends[2];
    size_t length = 0;
    write_pile();
    snprintf(path, sizeof path, "%s/pile.json", test_folder);
    assert_int_equal(pipe(ends), 0);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0)
    {
        static const char command[] = IMP_BUILD_DIR "/impinge";
        (void)dup2(ends[1], 1);
        close(ends[0]);
        execl(command, command, "run", path, "--seconds", "1000000", (char*)NULL);
        _exit(127);
    }
    close(ends[1]);
    for (ssize_t got = 1; got > 0 && !strstr(said, " Hz, ") && length < sizeof said - 1;)
    {
        got = read(ends[0], said + length, sizeof said - 1 - length);
        length += got > 0 ? (size_t)got : 0;
        said[length] = 0;
    }
    bool runs = waitpid(child, NULL, WNOHANG) == 0;
    if (runs)
    {
        kill(child, SIGKILL);
        (void)waitpid(child, NULL, 0);
    }
    close(ends[0]);
    assert_true(runs);
    assert_non_null(strstr(said, "gravity 0, -10"));
    assert_non_null(strstr(said, " Hz, "));
}

static void test_usage(void** state)
{
    (void)state;
    static const char* const cases[][2] = {
        {"run", "no file to run"},
        {"run nothing.json", "nothing.json: cannot be opened"},
        {"run pile.json --seams", "run does not take --seams"},
        {"run pile.json --quick", "run does not take --quick"},
        {"check pile.json --hz 30", "check does not take --hz"},
        {"run pile.json --hz 0", "--hz wants a number from 1e-6 to 1e6, not 0"},
        {"run pile.json --hz 1e-300", "--hz wants a number from 1e-6 to 1e6, not 1e-300"},
        {"run pile.json --seconds -1", "--seconds wants a number above 0, up to 1e6, not -1"},
        {"run pile.json --threads 65", "--threads wants 0 to 64, not 65"},
        {"run pile.json --threads 1.5", "--threads wants 0 to 64, not 1.5"},
        {"run pile.json --gravity 10", "--gravity wants two numbers such as 0,-9.81, not 10"},
        {"run pile.json --seconds 1e6 --hz 1e6", "more than a billion steps"},
        {"run pile.json --seconds 0.1 --html nowhere/page.html", "nowhere/page.html: cannot be written"},
    };
    write_pile();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        assert_int_equal(run(cases[i][0]), 2);
        if (!strstr(output, cases[i][1]))
        {
            fail_msg("%s: not said: %s\n%s", cases[i][0], cases[i][1], output);
        }
    }
    // What the library refuses names the place.
    write_file("heavy.json", COLLIDER("\"density\":1e18,"));
    assert_int_equal(run("run heavy.json"), 2);
    assert_non_null(strstr(output, "heavy.json: bodies[0].colliders[0]: "));
    write_file("empty.json", SCENE("\"bodies\":[]"));
    assert_int_equal(run("run empty.json --html page.html"), 0);
    assert_non_null(strstr(output, "0 bodies"));
}

// A drawing that says nothing about motion: its paper is left out, things of pixels become things of metres, and they fall
// onto a floor. One of them crosses itself.
static void test_drawing(void** state)
{
    (void)state;
    write_file("drawing.svg", "<svg width='800' height='600'><rect width='800' height='600' fill='white'/>"
                              "<rect x='100' y='100' width='50' height='40'/><circle cx='130' cy='50' r='20'/>"
                              "<path d='M300 90L360 130H290L350 90L325 150z'/></svg>");
    assert_int_equal(run("run drawing.svg --seconds 8"), 0);
    static const char* const said[] = {
        "scale     0.02 m per unit of the file (so that half of its things, of 50 units, are up to 1 m)",
        "floor: put under it, since nothing in it stands",
        "rect[0]: it covers the page like paper",
        "corners added where it crosses itself",
        "4 bodies: 3 dynamic, 0 kinematic, 1 static",
    };
    for (size_t i = 0; i < sizeof said / sizeof *said; i++)
    {
        if (!strstr(output, said[i]))
        {
            fail_msg("not said: %s\n%s", said[i], output);
        }
    }
    assert_null(strstr(output, "fell out of the scene"));
    assert_int_equal(run("run drawing.svg --no-floor"), 0);
    assert_non_null(strstr(output, "3 bodies fell out of the scene"));
    assert_int_equal(run("run drawing.svg --scale 1"), 0);
    assert_non_null(strstr(output, "unit      32 m"));
    assert_int_equal(run("check drawing.svg --no-floor"), 2);
    assert_int_equal(run("check drawing.svg"), 0);
    assert_non_null(strstr(output, "the drawing is 800 wide"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_bodies),           cmocka_unit_test(test_faults),
                                       cmocka_unit_test(test_round_trip),       cmocka_unit_test(test_hash),
                                       cmocka_unit_test(test_world_memory),     cmocka_unit_test(test_recording),
                                       cmocka_unit_test(test_head_comes_first), cmocka_unit_test(test_map),
                                       cmocka_unit_test(test_properties),       cmocka_unit_test(test_usage),
                                       cmocka_unit_test(test_drawing)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
