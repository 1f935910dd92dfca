// SPDX-License-Identifier: MIT
//
// Particles of scenes: read, refused, filled into rectangles, saved, and made among bodies.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "io/io_command.h"
#include "io/io_support.h"
#include "io/reader.h"

#define SCENE(rest) "{\"impinge\":\"scene\",\"version\":1," rest "}"
#define PARTICLES(members) SCENE("\"particles\":{" members "}")
#define SPACE(members) SCENE("\"dimension\":3,\"bodies\":[],\"particles\":{" members "}")
#define ITEM(members) PARTICLES("\"items\":[{" members "}]")
#define FORCE(members) PARTICLES("\"items\":[{\"position\":[0,0]}],\"forces\":[{" members "}]")
#define LINK(members) PARTICLES("\"items\":[{\"position\":[0,0]}],\"links\":[{" members "}]")

static char first_text[1 << 20], second_text[1 << 20];

static void test_items(void** state)
{
    (void)state;
    io_scene scene;
    load_text(
        &scene,
        PARTICLES("\"gravity\":[1,-2],\"sub_steps\":8,\"friction\":0.25,\"restitution\":0.5,\"rolling\":0.125,"
                  "\"collide\":true,\"turn\":true,\"rest\":\"classic\",\"rest_speed\":2,\"items\":["
                  "{\"position\":[3,4]},{\"name\":\"b\",\"position\":[1,2],\"velocity\":[5,6],\"spin\":7,\"mass\":8,"
                  "\"radius\":0.5,\"damping\":0.75,\"groups\":4294967295}]"),
        NULL, NULL);
    const io_particles* all = &scene.particles;
    assert_true(all->is_there && all->has_gravity && all->def.collide && all->def.turn);
    assert_vec(all->def.gravity, 1, -2);
    assert_int_equal(all->def.sub_steps, 8);
    assert_number(all->def.material.friction, ==, 0.25f);
    assert_number(all->def.material.restitution, ==, 0.5f);
    assert_number(all->def.material.rolling_resistance, ==, 0.125f);
    assert_int_equal(all->def.rest, IMP_REST_CLASSIC);
    assert_number(all->def.rest_speed, ==, 2);
    assert_int_equal(all->item_count, 2);
    assert_int_equal(all->count, 2);
    const imp3_particle *a = &all->items[0].particle, *b = &all->items[1].particle;
    assert_vec(a->position, 3, 4);
    assert_number(a->mass, ==, 1);
    assert_number(a->groups, ==, 1);
    assert_number(a->radius, ==, 0);
    assert_string_equal(all->items[0].name, "");
    assert_string_equal(all->items[1].name, "b");
    assert_string_equal(all->items[1].path, "particles.items[1]");
    assert_int_equal(all->items[1].first, 1);
    assert_vec(b->position, 1, 2);
    assert_vec(b->velocity, 5, 6);
    assert_number(b->angular_velocity.z, ==, 7);
    assert_number(b->mass, ==, 8);
    assert_number(b->radius, ==, 0.5f);
    assert_number(b->damping, ==, 0.75f);
    assert_number(b->groups, ==, UINT32_MAX);
    io_scene_free(&scene);

    load_text(&scene, PARTICLES(""), NULL, NULL);
    assert_true(all->is_there && !all->has_gravity && !all->def.collide && !all->def.turn);
    assert_number(all->def.material.friction, ==, 0.6f);
    assert_int_equal(all->def.rest, IMP_REST_IMPACT);
    assert_int_equal(all->count, 0);
    io_scene_free(&scene);
    load_text(&scene, SCENE("\"objects\":[]"), NULL, NULL);
    assert_false(all->is_there);
    io_scene_free(&scene);
}

// Rectangles: how many, where the last is, and that none comes nearer to another or out of it than it should.
static void test_filling(void** state)
{
    (void)state;
    static const struct
    {
        const char* members;
        int32_t count;
        float x, y;  // of the last
    } cases[] = {
        {"\"lower\":[0,0],\"upper\":[4,3],\"spacing\":1", 12, 3.5f, 2.5f},
        {"\"lower\":[0,0],\"upper\":[1,1],\"spacing\":0.1", 100, 0.95f, 0.95f},
        {"\"lower\":[-1,-1],\"upper\":[0.25,0.1],\"spacing\":0.5", 4, -0.25f, -0.25f},
        {"\"lower\":[0,0],\"upper\":[4,3],\"spacing\":1,\"staggered\":true", 4 + 3 + 4, 3.5f, 0.5f + 1.7320508f},
        {"\"lower\":[0,0],\"upper\":[4.5,2],\"spacing\":1,\"staggered\":true", 8, 4, 0.5f + 0.8660254f},
        {"\"lower\":[0,0],\"upper\":[1,3],\"spacing\":1,\"staggered\":true", 2, 0.5f, 0.5f + 1.7320508f},
        {"\"lower\":[7,7],\"upper\":[8,8],\"spacing\":1", 1, 7.5f, 7.5f},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        char text[400];
        snprintf(text, sizeof text, PARTICLES("\"items\":[{\"position\":[9,9]},{\"mass\":2,%s},{\"position\":[8,9]}]"),
                 cases[i].members);
        io_scene scene;
        load_text(&scene, text, NULL, NULL);
        const io_particle* item = &scene.particles.items[1];
        assert_int_equal(item->count, cases[i].count);
        assert_int_equal(scene.particles.count, cases[i].count + 2);
        assert_int_equal(scene.particles.items[2].first, cases[i].count + 1);
        imp3_vec last = io_particle_place(item, cases[i].count);
        assert_true(fabsf(last.x - cases[i].x) < 1e-5f && fabsf(last.y - cases[i].y) < 1e-5f);
        float half = 0.4999f * item->spacing;
        for (int32_t a = 1; a <= item->count; a++)
        {
            imp3_vec p = io_particle_place(item, a);
            assert_true(p.x > item->box.lower.x + half && p.x < item->box.upper.x - half);
            assert_true(p.y > item->box.lower.y + half && p.y < item->box.upper.y - half);
            for (int32_t b = 1; b < a; b++)
            {
                imp3_vec q = io_particle_place(item, b);
                assert_true(hypotf(p.x - q.x, p.y - q.y) > 2 * half);
            }
        }
        io_scene_free(&scene);
    }
    // In space a box is filled, layer by layer.
    io_scene scene;
    load_text(
        &scene,
        SPACE("\"items\":[{\"lower\":[0,0,-1],\"upper\":[2,1,1],\"spacing\":0.5,\"radius\":0.25},{\"position\":[7,8,9],"
              "\"spin\":[1,2,3]}]"),
        NULL, NULL);
    const io_particle* items = scene.particles.items;
    assert_int_equal(items[0].count, 4 * 2 * 4);
    for (int32_t i = 0; i < 32; i++)
    {
        imp3_vec p = io_particle_place(&items[0], i);
        assert_true(p.x == 0.25f + 0.5f * (float)(i % 4) && p.y == 0.25f + 0.5f * (float)(i / 4 % 2) &&
                    p.z == -0.75f + 0.5f * (float)(i / 8));
    }
    assert_number(items[1].particle.position.z, ==, 9);
    assert_number(items[1].particle.angular_velocity.z, ==, 3);
    io_scene_free(&scene);
}

static void test_forces(void** state)
{
    (void)state;
    io_scene scene;
    load_text(
        &scene,
        SCENE(
            "\"bodies\":[{\"name\":\"box\",\"pose\":{\"p\":[10,0],\"q\":[0,1]}}],"
            "\"objects\":[{\"name\":\"ball\",\"pose\":{\"p\":[0,3]},\"shape\":{\"kind\":\"circle\",\"radius\":1}}],"
            "\"particles\":{\"items\":[{\"position\":[0,0]},{\"name\":\"end\",\"position\":[3,4]}],\"forces\":["
            "{\"kind\":\"gravity\",\"acceleration\":[1,2],\"groups\":6},"
            "{\"kind\":\"drag\",\"wind\":[3,4],\"linear\":5,\"quadratic\":6,\"gusts\":7,\"gust_size\":8},"
            "{\"kind\":\"spring\",\"a\":{\"particle\":0},\"b\":{\"particle\":\"end\"},\"stiffness\":9,\"damping\":10},"
            "{\"kind\":\"bungee\",\"a\":{\"body\":\"box\",\"point\":[2,0]},\"b\":{\"point\":[10,8]},\"length\":0},"
            "{\"kind\":\"buoyancy\",\"surface\":[0,-1],\"density\":11,\"linear\":12,\"quadratic\":13,\"volume\":14,"
            "\"depth\":15,\"on\":{\"body\":\"ball\"}},"
            "{\"kind\":\"attractor\",\"center\":[5,6],\"strength\":-16,\"softening\":17},"
            "{\"kind\":\"explosion\",\"center\":[7,8],\"impulse\":18,\"reach\":19,\"on\":{\"particle\":1}}],"
            "\"links\":[{\"kind\":\"rod\",\"a\":{\"particle\":1},\"b\":{\"body\":0,\"point\":[0,-3]}},"
            "{\"kind\":\"cable\",\"a\":{\"body\":1,\"point\":[0,1]},\"b\":{\"point\":[0,9]},\"restitution\":0.5,"
            "\"stiffness\":20,\"damping\":21}]}"),
        NULL, NULL);
    const io_particles* all = &scene.particles;
    assert_int_equal(all->force_count, 7);
    assert_int_equal(all->link_count, 2);
    const imp3_force* f = &all->forces[0].force;
    assert_int_equal(f->kind, IMP_FORCE_GRAVITY);
    assert_number(f->groups, ==, 6);
    assert_vec(f->vector, 1, 2);
    f = &all->forces[1].force;
    assert_int_equal(f->kind, IMP_FORCE_DRAG);
    assert_number(f->groups, ==, UINT32_MAX);
    assert_vec(f->vector, 3, 4);
    assert_true(f->linear == 5 && f->quadratic == 6 && f->strength == 7 && f->length == 8);
    f = &all->forces[2].force;
    assert_int_equal(f->kind, IMP_FORCE_SPRING);
    assert_number(f->groups, ==, 0);
    assert_true(f->strength == 9 && f->damping == 10);
    assert_number(f->length, ==, 5);  // as they stand
    assert_int_equal(f->a.particle, 0);
    assert_int_equal(f->b.kind, IMP_END_PARTICLE);
    assert_int_equal(f->b.particle, 1);
    f = &all->forces[3].force;
    assert_int_equal(f->kind, IMP_FORCE_BUNGEE);
    assert_number(f->length, ==, 0);
    assert_int_equal(f->a.kind, IMP_END_SOLID);
    assert_int_equal(io_end_is_body(f->a.solid), 0);
    assert_int_equal(io_end_is_object(f->a.solid), -1);
    assert_vec(f->a.point, 2, 0);
    assert_int_equal(f->b.kind, IMP_END_POINT);
    f = &all->forces[4].force;
    assert_int_equal(f->kind, IMP_FORCE_BUOYANCY);
    assert_vec(f->center, 0, -1);
    assert_vec(f->vector, 0, 1);
    assert_true(f->strength == 11 && f->linear == 12 && f->quadratic == 13 && f->volume == 14 && f->length == 15);
    assert_number(f->groups, ==, 0);
    assert_int_equal(io_end_is_object(f->a.solid), 0);
    assert_int_equal(io_end_is_body(f->a.solid), -1);
    f = &all->forces[5].force;
    assert_int_equal(f->kind, IMP_FORCE_ATTRACTOR);
    assert_vec(f->center, 5, 6);
    assert_true(f->strength == -16 && f->length == 17);
    f = &all->forces[6].force;
    assert_int_equal(f->kind, IMP_FORCE_EXPLOSION);
    assert_true(f->strength == 18 && f->length == 19);
    assert_int_equal(f->a.particle, 1);
    // The box is turned by a quarter: its point 0, -3 is at 13, 0.
    const imp3_link* l = &all->links[0].link;
    assert_int_equal(l->kind, IMP_LINK_ROD);
    assert_number(l->length, ==, hypotf(10, 4));
    assert_int_equal(io_end_is_body(l->b.solid), 0);
    l = &all->links[1].link;
    assert_int_equal(l->kind, IMP_LINK_CABLE);
    assert_number(l->length, ==, 5);
    assert_true(l->restitution == 0.5f && l->stiffness == 20 && l->damping == 21);
    assert_int_equal(io_end_is_object(l->a.solid), 0);
    io_scene_free(&scene);
}

static void test_faults(void** state)
{
    (void)state;
    static const char body[] =
        "\"bodies\":[{\"name\":\"b\"},{\"name\":\"b\"}],\"objects\":[{\"name\":\"mark\",\"solid\":false,"
        "\"shape\":{\"kind\":\"circle\",\"radius\":1}}],";
    static const struct
    {
        const char* text;
        const char* line;
    } cases[] = {
        {SCENE("\"particles\":[]"), ": 'particles' must be members in {...}"},
        {PARTICLES("\"wind\":1"), ": particles: unknown member 'wind'"},
        {PARTICLES("\"sub_steps\":65"), ": particles: 'sub_steps' must be a whole number from 0 to 64"},
        {PARTICLES("\"restitution\":1.5"), ": particles: 'restitution' must be a number from 0 to 1"},
        {PARTICLES("\"rest\":\"none\""), ": particles: 'rest' must be impact, classic or off"},
        {PARTICLES("\"rest\":1"), ": particles: 'rest' must be text"},
        {PARTICLES("\"items\":{}"), ": particles: 'items' must be a list in [...]"},
        {PARTICLES("\"items\":[1]"), ": particles: 'items' must be a list of {...}"},
        {PARTICLES("\"items\":[[]]"), ": particles.items[0]: a particle must be {...}"},
        {PARTICLES("\"forces\":[null]"), ": particles.forces[0]: a force must be {...}"},
        {PARTICLES("\"links\":[\"rod\"]"), ": particles.links[0]: a link must be {...}"},
        {ITEM(""), ": particles.items[0]: 'position' is missing"},
        {ITEM("\"position\":[1]"), ": particles.items[0]: 'position' must be [x, y]"},
        {ITEM("\"position\":[1,2],\"mass\":-1"), ": particles.items[0]: 'mass' must be a number of 0 or more"},
        {ITEM("\"position\":[1,2],\"colour\":1"), ": particles.items[0]: unknown member 'colour'"},
        {ITEM("\"position\":[1,2],\"groups\":0.5"),
         ": particles.items[0]: 'groups' must be a whole number from 0 to 4294967295"},
        {ITEM("\"position\":[1,2],\"spacing\":1"), ": particles.items[0]: 'position' and 'spacing' exclude each other"},
        {ITEM("\"position\":[1,2],\"staggered\":false"),
         ": particles.items[0]: 'position' and 'staggered' exclude each other"},
        {ITEM("\"lower\":[1,2],\"spacing\":1"), ": particles.items[0]: 'upper' is missing"},
        {ITEM("\"staggered\":true"), ": particles.items[0]: 'lower' is missing"},
        {ITEM("\"lower\":[0,0],\"upper\":[1,1],\"spacing\":0"),
         ": particles.items[0]: 'spacing' must be a number from 9.53674316e-07 to 1048576"},
        {ITEM("\"lower\":[0,0],\"upper\":[1,1],\"spacing\":2"),
         ": particles.items[0]: nothing fits between 'lower' and 'upper' at this 'spacing'"},
        {ITEM("\"lower\":[0,0],\"upper\":[-1,1],\"spacing\":0.1"),
         ": particles.items[0]: nothing fits between 'lower' and 'upper' at this 'spacing'"},
        {FORCE(""),
         ": particles.forces[0]: 'kind' must be gravity, drag, spring, bungee, buoyancy, attractor or explosion"},
        {FORCE("\"kind\":\"user\""),
         ": particles.forces[0]: 'kind' must be gravity, drag, spring, bungee, buoyancy, attractor or explosion"},
        {FORCE("\"kind\":\"drag\",\"acceleration\":[1,2]"), ": particles.forces[0]: unknown member 'acceleration'"},
        {FORCE("\"kind\":\"drag\",\"groups\":0"),
         ": particles.forces[0]: 'groups' must be a whole number from 1 to 4294967295"},
        {FORCE("\"kind\":\"drag\",\"groups\":1,\"on\":{\"particle\":0}"),
         ": particles.forces[0]: 'groups' and 'on' exclude each other"},
        {FORCE("\"kind\":\"drag\",\"on\":{\"point\":[0,0]}"),
         ": particles.forces[0]: 'on' must be a particle or a body"},
        {FORCE("\"kind\":\"spring\",\"a\":{\"particle\":0}"), ": particles.forces[0]: 'b' is missing"},
        {FORCE("\"kind\":\"spring\",\"groups\":1"), ": particles.forces[0]: unknown member 'groups'"},
        {FORCE("\"kind\":\"buoyancy\",\"normal\":[1,1]"), ": particles.forces[0]: 'normal' must have the length 1"},
        {LINK("\"kind\":\"rope\""), ": particles.links[0]: 'kind' must be rod or cable"},
        {LINK("\"kind\":\"rod\""), ": particles.links[0]: 'a' is missing"},
        {LINK("\"kind\":\"rod\",\"a\":1"), ": particles.links[0]: 'a' must be members in {...}"},
        {LINK("\"kind\":\"rod\",\"a\":{}"), ": particles.links[0].a: 'particle', 'body' or 'point' is missing"},
        {LINK("\"kind\":\"rod\",\"a\":{\"place\":1}"), ": particles.links[0].a: unknown member 'place'"},
        {LINK("\"kind\":\"rod\",\"a\":{\"particle\":0,\"point\":[0,0]}"),
         ": particles.links[0].a: 'particle' and 'point' exclude each other"},
        {LINK("\"kind\":\"rod\",\"a\":{\"particle\":0,\"body\":\"b\"}"),
         ": particles.links[0].a: 'particle' and 'body' exclude each other"},
        {LINK("\"kind\":\"rod\",\"a\":{\"particle\":1}"), ": particles.links[0].a: there is no particle 1"},
        {LINK("\"kind\":\"rod\",\"a\":{\"particle\":0.5}"),
         ": particles.links[0].a: 'particle' must be a name or a number of 0 or more"},
        {LINK("\"kind\":\"rod\",\"a\":{\"particle\":\"x\"}"), ": particles.links[0].a: no particle is called 'x'"},
        {LINK("\"kind\":\"rod\",\"a\":{\"body\":\"x\"}"), ": particles.links[0].a: no body is called 'x'"},
        {LINK("\"kind\":\"rod\",\"a\":{\"body\":0}"), ": particles.links[0].a: there is no body 0"},
        {LINK("\"kind\":\"rod\",\"a\":{\"body\":-1}"),
         ": particles.links[0].a: 'body' must be a name or a number of 0 or more"},
        {PARTICLES(
             "\"items\":[{\"name\":\"x\",\"position\":[0,0]},{\"name\":\"x\",\"position\":[0,0]}],\"links\":[{\"kind\":"
             "\"rod\",\"a\":{\"particle\":\"x\"}}]"),
         ": particles.links[0].a: several particles are called 'x'"},
        {PARTICLES("\"items\":[{\"name\":\"x\",\"lower\":[0,0],\"upper\":[2,2],\"spacing\":1}],\"links\":[{\"kind\":"
                   "\"rod\",\"a\":{\"particle\":\"x\"}}]"),
         ": particles.links[0].a: several particles are called 'x'"},
    };
    char line[1200];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        refuse_text(cases[i].text, NULL, NULL, IO_ERR_MEANING, line, sizeof line);
        if (strncmp(line, "maps/level.tmx", 14) != 0 || strncmp(line + 14, cases[i].line, strlen(cases[i].line)) != 0)
        {
            fail_msg("%s\nnot said: %s", line, cases[i].line);
        }
    }
    static const char* const ends[][2] = {{"\"b\"", "several bodies are called 'b'"},
                                          {"\"mark\"", "'mark' is not solid"},
                                          {"2", "'mark' is not solid"},
                                          {"3", "there is no body 3"}};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    {
        char text[600];
        snprintf(text, sizeof text, SCENE("%s\"particles\":{\"links\":[{\"kind\":\"rod\",\"a\":{\"body\":%s}}]}"), body,
                 ends[i][0]);
        refuse_text(text, NULL, NULL, IO_ERR_MEANING, line, sizeof line);
        assert_non_null(strstr(line, ends[i][1]));
    }
    refuse_text(ITEM("\"lower\":[0,0],\"upper\":[2000,2000],\"spacing\":1"), NULL, NULL, IO_ERR_LIMIT, line,
                sizeof line);
    assert_non_null(strstr(line, "particles.items[0]: more than 1048576 particles"));
    refuse_text(PARTICLES("\"items\":[{\"lower\":[0,0],\"upper\":[1024,1024],\"spacing\":1},{\"position\":[0,0]}]"),
                NULL, NULL, IO_ERR_LIMIT, line, sizeof line);
    assert_non_null(strstr(line, "particles.items[1]: more than 1048576 particles"));
}

// Round trips

static size_t put_number(test_rng* rng, char* out, const char* name, float least, float most)
{
    float v = test_rng_range(rng, least, most);
    return test_rng_int(rng, 0, 2) ? (size_t)sprintf(out, ",\"%s\":%.9g", name, (double)v) : 0;
}

static const char* third;  // of the numbers of a vector: of the plane nothing

static size_t put_vec(test_rng* rng, char* out, const char* name, bool always)
{
    float x = test_rng_range(rng, -9, 9), y = test_rng_range(rng, -9, 9);
    bool wanted = always || test_rng_int(rng, 0, 1);
    return wanted ? (size_t)sprintf(out, ",\"%s\":[%.9g,%.9g%s]", name, (double)x, (double)y, third) : 0;
}

static size_t put_end(test_rng* rng, char* out, const char* name, bool held, int count)
{
    int kind = test_rng_int(rng, 0, held ? 3 : 4), number = test_rng_int(rng, 0, count - 1);
    float x = test_rng_range(rng, -9, 9);
    size_t length = (size_t)sprintf(out, ",\"%s\":{", name);
    switch (kind)
    {
    case 0: length += (size_t)sprintf(out + length, "\"particle\":%d", number); break;
    case 1: length += (size_t)sprintf(out + length, "\"particle\":\"one\""); break;
    case 2: length += (size_t)sprintf(out + length, "\"body\":%d", number % 4); break;
    case 3:
        length += (size_t)sprintf(out + length, "\"body\":\"%s\",\"point\":[%.9g,1%s]", number & 1 ? "a" : "o",
                                  (double)x, third);
        break;
    default: length += (size_t)sprintf(out + length, "\"point\":[1,%.9g%s]", (double)x, third); break;
    }
    return length + (size_t)sprintf(out + length, "}");
}

static size_t put_force(test_rng* rng, char* out, int count)
{
    int kind = test_rng_int(rng, 1, IMP_FORCE_USER - 1);
    bool is_spring = kind == IMP_FORCE_SPRING || kind == IMP_FORCE_BUNGEE, is_held = test_rng_int(rng, 0, 1) == 1;
    size_t n = (size_t)sprintf(out, "{\"kind\":\"%s\"", io_force_kinds[kind]);
    n += is_spring ? put_end(rng, out + n, "a", false, count) : 0;
    n += is_spring ? put_end(rng, out + n, "b", false, count) : 0;
    n += !is_spring && is_held ? put_end(rng, out + n, "on", true, count) : 0;
    n += !is_spring && !is_held && kind & 1 ? (size_t)sprintf(out + n, ",\"groups\":%d", test_rng_int(rng, 1, 9)) : 0;
    for (const io_key* key = io_force_keys[kind]; key->name; key++)
    {
        if (key->kind == IO_KEY_PLACE && strcmp(key->name, "normal") != 0)
        {
            n += put_vec(rng, out + n, key->name, false);
        }
        else if (key->kind == IO_KEY_NUMBER)
        {
            n += put_number(rng, out + n, key->name, key->lower < 0 ? -9.0f : 0.0f, 9);
        }
    }
    return n + (size_t)sprintf(out + n, "}");
}

// Two bodies of one name, so that one of them has to be told by its place; an object of the name of a body, and another.
static void write_any(test_rng* rng, char* out, bool in_space)
{
    int count = test_rng_int(rng, 1, 9), forces = test_rng_int(rng, 0, 9), links = test_rng_int(rng, 0, 9);
    static const char circle[] = "\"shape\":{\"kind\":\"circle\",\"radius\":1}";
    static const char bodies3[] =
        "{\"impinge\":\"scene\",\"version\":1,\"dimension\":3,\"bodies\":[{\"name\":\"a\"},{\"name\":\"b\"},{\"name\":"
        "\"b\"},{\"name\":\"o\"}],\"particles\":{\"collide\":true";
    third = in_space ? ",0.5" : "";
    size_t n =
        in_space
            ? (size_t)sprintf(out, "%s", bodies3)
            : (size_t)sprintf(
                  out,
                  "{\"impinge\":\"scene\",\"version\":1,\"objects\":[{\"name\":\"a\",%s},{\"name\":\"o\",\"pose\":{\"p\":[5,1]},%s}],"
                  "\"bodies\":[{\"name\":\"a\",\"colliders\":[{%s}]},{\"name\":\"b\",\"pose\":{\"p\":[1,2],\"angle\":1}}],\"particles\":{"
                  "\"collide\":%s",
                  circle, circle, circle, count & 1 ? "true" : "false");
    n += put_number(rng, out + n, "friction", 0, 1);
    n += put_number(rng, out + n, "restitution", 0, 1);
    n += put_number(rng, out + n, "rest_speed", 0, 1);
    n += put_vec(rng, out + n, "gravity", false);
    n += (size_t)sprintf(out + n, ",\"rest\":\"%s\",\"items\":[", io_rest_kinds[test_rng_int(rng, 0, 2)]);
    for (int i = 0; i < count; i++)
    {
        bool fills = i > 0 && test_rng_int(rng, 0, 2) == 0;
        n += (size_t)sprintf(out + n, "%s{\"name\":\"%s\"", i ? "," : "", i ? i & 1 ? "" : "\\\"two\\\"" : "one");
        n += fills ? (size_t)sprintf(out + n,
                                     ",\"lower\":[-10,-10%s],\"upper\":[%d,%d%s],\"spacing\":1.1,\"staggered\":%s",
                                     third, -i % 8, -i % 7, in_space ? ",4" : "", i & 1 ? "true" : "false")
                   : put_vec(rng, out + n, "position", true);
        n += put_vec(rng, out + n, "velocity", false);
        n += in_space ? put_vec(rng, out + n, "spin", false) : put_number(rng, out + n, "spin", -1, 1);
        n += put_number(rng, out + n, "mass", 0, 9);
        n += put_number(rng, out + n, "radius", 0, 1);
        n += put_number(rng, out + n, "damping", 0, 1);
        n += (size_t)sprintf(out + n, ",\"groups\":%d}", test_rng_int(rng, 0, 9));
    }
    n += (size_t)sprintf(out + n, "],\"forces\":[");
    for (int i = 0; i < forces; i++)
    {
        n += (size_t)sprintf(out + n, i ? "," : "");
        n += put_force(rng, out + n, count);
    }
    n += (size_t)sprintf(out + n, "],\"links\":[");
    for (int i = 0; i < links; i++)
    {
        n += (size_t)sprintf(out + n, "%s{\"kind\":\"%s\"", i ? "," : "", i & 1 ? "rod" : "cable");
        n += put_end(rng, out + n, "a", false, count);
        n += put_end(rng, out + n, "b", false, count);
        n += put_number(rng, out + n, "length", 0, 9);
        n += put_number(rng, out + n, "restitution", 0, 1);
        n += put_number(rng, out + n, "stiffness", 0, 9);
        n += put_number(rng, out + n, "damping", 0, 9) + 0;
        n += (size_t)sprintf(out + n, "}");
    }
    sprintf(out + n, "]}}");
}

static void expect_same_end(const imp3_end* a, const imp3_end* b)
{
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->particle, b->particle);
    assert_true(a->solid == b->solid);
    assert_memory_equal(&a->point, &b->point, sizeof a->point);
}

static void expect_same(const io_scene* first, const io_scene* second)
{
    const io_particles *p = &first->particles, *q = &second->particles;
    assert_int_equal(p->item_count, q->item_count);
    assert_int_equal(p->force_count, q->force_count);
    assert_int_equal(p->link_count, q->link_count);
    assert_int_equal(p->count, q->count);
    assert_int_equal(p->has_gravity, q->has_gravity);
    assert_memory_equal(&p->def.gravity, &q->def.gravity, sizeof p->def.gravity);
    assert_memory_equal(&p->def.material, &q->def.material, sizeof p->def.material);
    assert_true(p->def.collide == q->def.collide && p->def.turn == q->def.turn && p->def.rest == q->def.rest &&
                p->def.sub_steps == q->def.sub_steps);
    for (size_t i = 0; i < p->item_count; i++)
    {
        const io_particle *a = &p->items[i], *b = &q->items[i];
        assert_string_equal(a->name, b->name);
        assert_memory_equal(&a->particle, &b->particle, sizeof a->particle);
        assert_memory_equal(&a->box, &b->box, sizeof a->box);
        assert_true(a->spacing == b->spacing && a->staggered == b->staggered && a->first == b->first &&
                    a->count == b->count);
    }
    for (size_t i = 0; i < p->force_count; i++)
    {
        const imp3_force *a = &p->forces[i].force, *b = &q->forces[i].force;
        assert_true(a->kind == b->kind && a->groups == b->groups && a->strength == b->strength &&
                    a->damping == b->damping && a->length == b->length && a->linear == b->linear &&
                    a->quadratic == b->quadratic && a->volume == b->volume);
        assert_memory_equal(&a->vector, &b->vector, sizeof a->vector);
        assert_memory_equal(&a->center, &b->center, sizeof a->center);
        expect_same_end(&a->a, &b->a);
        expect_same_end(&a->b, &b->b);
    }
    for (size_t i = 0; i < p->link_count; i++)
    {
        const imp3_link *a = &p->links[i].link, *b = &q->links[i].link;
        assert_true(a->kind == b->kind && a->length == b->length && a->restitution == b->restitution &&
                    a->stiffness == b->stiffness && a->damping == b->damping);
        expect_same_end(&a->a, &b->a);
        expect_same_end(&a->b, &b->b);
    }
}

static void save(const io_scene* scene, const char* name)
{
    char path[100];
    io_error error;
    snprintf(path, sizeof path, "%s/%s", test_folder, name);
    assert_int_equal(io_scene_save(scene, path, &error), IO_OK);
}

// What is written is read to the same bits, and writing that gives the same file.
static void test_round_trip(void** state)
{
    (void)state;
    static char text[1 << 16];
    test_rng rng = {test_seed()};
    uint64_t cases = test_n(200), kinds = 0;
    for (uint64_t i = 0; i < cases; i++)
    {
        io_scene scene, again;
        write_any(&rng, text, i % 2 == 1);
        load_text(&scene, text, NULL, NULL);
        for (size_t k = 0; k < scene.particles.force_count; k++)
        {
            kinds |= 1U << scene.particles.forces[k].force.kind;
        }
        save(&scene, "first.json");
        read_file("first.json", first_text, sizeof first_text);
        load_text(&again, first_text, NULL, NULL);
        // Bodies come in another order than they were in the file, but ends stay at theirs.
        expect_same(&scene, &again);
        save(&again, "second.json");
        read_file("second.json", second_text, sizeof second_text);
        assert_string_equal(first_text, second_text);
        io_scene_free(&scene);
        io_scene_free(&again);
    }
    assert_int_equal(kinds, (1U << IMP_FORCE_USER) - 2);
    test_report("io_particles_round_trip", cases);
}

// Two files in one scene: each means its own by a number or a name, and what is saved of both is one file.
static void test_several_files(void** state)
{
    (void)state;
    static const char* const texts[] = {
        SCENE(
            "\"bodies\":[{\"name\":\"b\",\"pose\":{\"p\":[1,0]}}],\"objects\":[{\"name\":\"o\",\"shape\":{\"kind\":\"circle\",\"radius\":1}}],"
            "\"particles\":{\"friction\":0.5,\"items\":[{\"name\":\"x\",\"position\":[0,0]}],\"links\":[{\"kind\":\"rod\","
            "\"a\":{\"particle\":0},\"b\":{\"body\":\"b\"}},{\"kind\":\"rod\",\"a\":{\"particle\":\"x\"},\"b\":{\"body\":\"o\"}}]}"),
        SCENE("\"particles\":{\"items\":[{\"position\":[0,0],\"mass\":-1}]}"),
        SCENE(
            "\"bodies\":[{\"name\":\"b\",\"pose\":{\"p\":[2,0]}}],\"objects\":[{\"name\":\"o\",\"shape\":{\"kind\":\"circle\",\"radius\":1}}],"
            "\"particles\":{\"gravity\":[0,0],\"items\":[{\"name\":\"x\",\"position\":[0,0]}],\"links\":[{\"kind\":\"rod\","
            "\"a\":{\"particle\":0},\"b\":{\"body\":\"b\"}},{\"kind\":\"rod\",\"a\":{\"particle\":\"x\"},\"b\":{\"body\":\"o\"}}]}"),
    };
    io_scene scene, again;
    io_error error;
    io_scene_init(&scene, NULL);
    for (int i = 0; i < 3; i++)
    {
        io_status status = io_scene_load_bytes(&scene, "file", texts[i], strlen(texts[i]), NULL, &error);
        assert_int_equal(status, i == 1 ? IO_ERR_MEANING : IO_OK);
        assert_int_equal(scene.particles.count, i < 2 ? 1 : 2);
        assert_int_equal(scene.particles.link_count, i < 2 ? 2 : 4);
    }
    const io_link* links = scene.particles.links;
    assert_number(links[0].link.length, ==, 1);
    assert_number(links[2].link.length, ==, 2);
    assert_int_equal(links[2].link.a.particle, 1);
    assert_int_equal(links[3].link.a.particle, 1);
    assert_int_equal(io_end_is_body(links[2].link.b.solid), 1);
    assert_number(scene.particles.def.material.friction, ==, 0.5f);
    assert_true(scene.particles.has_gravity);
    save(&scene, "both.json");
    read_file("both.json", first_text, sizeof first_text);
    load_text(&again, first_text, NULL, NULL);
    assert_int_equal(again.particles.link_count, 4);
    for (int i = 0; i < 4; i++)
    {
        const imp3_end *a = &links[i].link.b, *b = &again.particles.links[i].link.b;
        assert_int_equal(again.particles.links[i].link.a.particle, links[i].link.a.particle);
        assert_int_equal(io_end_is_body(a->solid), io_end_is_body(b->solid));
        assert_int_equal(io_end_is_object(a->solid) >= 0, io_end_is_object(b->solid) >= 0);
    }
    io_scene_free(&scene);
    io_scene_free(&again);
    // They are in no layer.
    static const char* const layers[] = {"l"};
    const io_options options = {.layers = layers, .layer_count = 1};
    load_text(&scene, SCENE("\"bodies\":[{\"layer\":\"l\"}],\"particles\":{}"), NULL, &options);
    assert_false(scene.particles.is_there);
    io_scene_free(&scene);
}

// Worlds

static const char lamp[] = SCENE(
    "\"world\":{\"gravity\":[0,-5],\"length_unit\":0.5},"
    "\"bodies\":[{\"name\":\"floor\",\"kind\":\"static\",\"colliders\":[{\"shape\":{\"kind\":\"box\",\"lower\":[-9,-1],"
    "\"upper\":[9,0]}}]},{\"name\":\"lamp\",\"pose\":{\"p\":[0,4]},\"colliders\":[{\"shape\":{\"kind\":\"circle\","
    "\"radius\":0.5}}]}],\"objects\":[{\"name\":\"bell\",\"pose\":{\"p\":[4,4]},\"shape\":{\"kind\":\"circle\",\"radius\":"
    "0.5}}],\"particles\":{\"collide\":true,\"items\":[{\"name\":\"hook\",\"position\":[0,6],\"mass\":0},"
    "{\"lower\":[-3,0],\"upper\":[-1,1],\"spacing\":0.25,\"radius\":0.125}],\"forces\":[{\"kind\":\"drag\",\"linear\":0.1}],"
    "\"links\":[{\"kind\":\"rod\",\"a\":{\"particle\":\"hook\"},\"b\":{\"body\":\"lamp\",\"point\":[0,0.5]}},"
    "{\"kind\":\"cable\",\"a\":{\"point\":[4,6]},\"b\":{\"body\":\"bell\",\"point\":[0,0.5]}}]}");

static void test_world(void** state)
{
    (void)state;
    io_scene scene;
    io_world world;
    io_error error;
    load_text(&scene, lamp, NULL, NULL);
    assert_int_equal(io_world_make(&scene, NULL, &world, &error), IO_OK);
    imp2_particles_def def;
    imp2_link link;
    int32_t count = 0;
    float tension = 0;
    assert_int_equal(imp2_particles_get_def(world.particles, &def), IMP_OK);
    assert_vec(def.gravity, 0, -5);
    assert_number(def.length_unit, ==, 0.5f);
    assert_int_equal(imp2_particles_count(world.particles, &count, NULL), IMP_OK);
    assert_int_equal(count, 33);
    imp2_particle last;
    assert_int_equal(imp2_particles_get(world.particles, 32, &last), IMP_OK);
    assert_vec(last.position, -1.125f, 0.875f);
    assert_int_equal(imp2_particles_get_link(world.particles, 0, &link, NULL), IMP_OK);
    assert_true(link.b.solid == world.bodies[1].handle.id);
    assert_int_equal(imp2_particles_get_link(world.particles, 1, &link, NULL), IMP_OK);
    assert_true(link.b.solid == world.bodies[2].handle.id);
    for (int i = 0; i < 300; i++)
    {
        assert_int_equal(imp2_world_step_particles(world.world, world.particles, 1 / 64.0f), IMP_OK);
        assert_int_equal(imp2_world_step(world.world, 1 / 64.0f), IMP_OK);
    }
    // Both hang where they were, and pull with their weights.
    for (int i = 1; i < 3; i++)
    {
        imp2_body_state body;
        assert_int_equal(imp2_world_get_body(world.world, world.bodies[i].handle, &body), IMP_OK);
        assert_true(fabsf(body.center.y - 4) < 0.02f);
        assert_int_equal(imp2_particles_get_link(world.particles, i - 1, &link, &tension), IMP_OK);
        assert_true(fabsf(tension - 5 * body.mass) < 0.1f * body.mass);
    }
    io_world_free(&world);
    assert_null(world.particles);
    io_scene_free(&scene);

    load_text(&scene, SCENE("\"bodies\":[]"), NULL, NULL);
    assert_int_equal(io_world_make(&scene, NULL, &world, &error), IO_OK);
    assert_null(world.particles);
    io_world_free(&world);
    io_scene_free(&scene);
}

// Whichever allocation fails, it is said, nothing is lost, and the next attempt succeeds.
static void test_memory(void** state)
{
    (void)state;
    test_allocator memory = {.fail_at = -1};
    imp_allocator allocator = test_allocator_get(&memory);
    io_scene scene;
    io_error error;
    int64_t failed = 0;
    io_scene_init(&scene, &allocator);
    for (bool made = false; !made; failed += !made)
    {
        memory.fail_at = memory.calls + failed;
        io_status status = io_scene_load_bytes(&scene, "lamp", lamp, strlen(lamp), NULL, &error);
        made = status == IO_OK;
        assert_true(made || status == IO_ERR_MEMORY);
        assert_int_equal(scene.particles.count, made ? 33 : 0);
        assert_int_equal(scene.particles.is_there, made);
    }
    assert_true(failed > 5);
    memory.fail_at = -1;
    int64_t held = memory.live_bytes;
    failed = 0;
    for (bool made = false; !made; failed += !made)
    {
        io_world world;
        memory.fail_at = memory.calls + failed;
        io_status status = io_world_make(&scene, NULL, &world, &error);
        made = status == IO_OK;
        assert_true(made || (status == IO_ERR_MEMORY && strcmp(error.text, "out of memory") == 0));
        assert_true(made || (world.world == NULL && world.particles == NULL));
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_items),  cmocka_unit_test(test_filling),    cmocka_unit_test(test_forces),
        cmocka_unit_test(test_faults), cmocka_unit_test(test_round_trip), cmocka_unit_test(test_several_files),
        cmocka_unit_test(test_world),  cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
