// SPDX-License-Identifier: MIT
//
// Ground holds: what falls into notches of chains, regions, segments and polygons stays on its side of them, and what
// turning drums carry stays in them. Depths are those of the public pair tests.

#include "manifolds2.h"

#include <math.h>

#define DT (1.0f / 60.0f)
#define PI 3.14159265f

enum
{
    LINE_MOST = 24,
    THINGS = 6
};

// A thing: a convex shape, or a region of its own.
typedef struct thing
{
    imp_body body;
    imp2_compound compound;
    imp2_shape shape;
    bool is_region;
} thing;

static void make_triangle(const imp2_vec corners[3], imp2_shape* out)
{
    assert_int_equal(imp2_polygon_make(corners, 3, 0.0f, NULL, out, NULL), IMP_OK);
}

static void make_region(const imp2_vec* points, int32_t count, imp2_compound* out)
{
    imp2_outlines outlines = {.points = points, .counts = &count, .ring_count = 1};
    assert_int_equal(imp2_region_make(&outlines, NULL, out, NULL), IMP_OK);
}

enum
{
    THING_NEEDLE = 7  // the last kind
};

// One of each kind: triangles, boxes, circles, capsules, round boxes, hooks, triangles that are regions, and needles.
static void make_thing(test_rng* rng, int kind, thing* out)
{
    float size = test_rng_range(rng, 0.25f, 0.6f);
    const imp2_vec triangle[3] = {{-size, -0.8f * size}, {size, -0.8f * size}, {0.0f, 1.2f * size}};
    const imp2_vec square[4] = {{-size, -size}, {size, -size}, {size, size}, {-size, size}};
    const imp2_vec needle[3] = {{-1.5f * size, -0.06f}, {1.5f * size, 0.0f}, {-1.5f * size, 0.06f}};
    const imp2_vec hook[8] = {{-size, -size},
                              {size, -size},
                              {size, size},
                              {0.4f * size, size},
                              {0.4f * size, -0.5f * size},
                              {-0.6f * size, -0.5f * size},
                              {-0.6f * size, 0.0f},
                              {-size, 0.0f}};
    const imp2_vec zero = {0.0f, 0.0f}, left = {-size, 0.0f}, right = {size, 0.0f};
    out->is_region = kind == 5 || kind == 6;
    imp_status status = kind == 1   ? imp2_polygon_make(square, 4, 0.0f, NULL, &out->shape, NULL)
                        : kind == 2 ? imp2_circle_make(zero, size, &out->shape)
                        : kind == 3 ? imp2_capsule_make(left, right, 0.4f * size, &out->shape)
                        : kind == 4 ? imp2_polygon_make(square, 4, 0.3f * size, NULL, &out->shape, NULL)
                                    : IMP_OK;
    assert_int_equal(status, IMP_OK);
    if (kind == 0 || kind == THING_NEEDLE)
    {
        make_triangle(kind == 0 ? triangle : needle, &out->shape);
    }
    if (out->is_region)
    {
        make_region(kind == 5 ? hook : triangle, kind == 5 ? 8 : 3, &out->compound);
    }
    else
    {
        assert_int_equal(imp2_compound_of_shape(&out->shape, &out->compound), IMP_OK);
    }
}

static void add_thing(imp2_world* world, imp2_pose pose, float friction, float spin, thing* t)
{
    imp2_body_def def = {.kind = IMP_BODY_DYNAMIC, .pose = pose, .angular_velocity = spin};
    imp2_collider_def collider = {.density = 1.0f, .material = {.friction = friction}};
    assert_int_equal(imp2_world_add_body(world, &def, &t->body), IMP_OK);
    assert_int_equal(t->is_region ? imp2_world_add_compound(world, t->body, &t->compound, &collider, NULL)
                                  : imp2_world_add_collider(world, t->body, &t->shape, &collider, NULL),
                     IMP_OK);
}

static void free_thing(thing* t)
{
    if (t->is_region)
    {
        imp2_compound_free(&t->compound);
    }
}

// A ground: a line from the upper left to the upper right, and colliders of some kind along it.
enum
{
    GROUND_CHAIN = 0,
    GROUND_ONE_SIDED,
    GROUND_REGION,
    GROUND_SEGMENTS,
    GROUND_POLYGONS,
    GROUND_KINDS
};

typedef struct ground
{
    int kind;
    imp2_vec line[LINE_MOST];
    int32_t count;
    imp2_compound pieces[LINE_MOST];
    imp2_shape shapes[LINE_MOST];
    int32_t piece_count;
} ground;

static void draw_line(test_rng* rng, ground* g)
{
    // A V, or a row of notches and spikes between walls.
    float side = test_rng_range(rng, 2.5f, 4.5f), low = test_rng_range(rng, -0.2f, 0.2f);
    g->count = test_rng_int(rng, 0, 2) ? test_rng_int(rng, 5, 14) : 5;
    for (int32_t k = 0; k < g->count; ++k)
    {
        float at = (float)(k - 1) / (float)(g->count - 3);
        g->line[k].x = -side + 2.0f * side * at;
        g->line[k].y =
            g->count == 5 ? (k == 2 ? low : test_rng_range(rng, 1.0f, 4.0f)) : test_rng_range(rng, -1.0f, 1.5f);
    }
    g->line[0] = (imp2_vec){-side, 12.0f};
    g->line[g->count - 1] = (imp2_vec){side, 12.0f};
    g->line[1].x = -side;
    g->line[g->count - 2].x = side;
}

static void take_piece(ground* g, imp2_world* world, imp_body body)
{
    imp2_collider_def collider = {.material = {.friction = 0.4f}};
    assert_int_equal(imp2_world_add_compound(world, body, &g->pieces[g->piece_count], &collider, NULL), IMP_OK);
    ++g->piece_count;
}

static void take_shape(ground* g, imp2_world* world, imp_body body)
{
    int32_t k = g->piece_count++;
    imp2_collider_def collider = {.material = {.friction = 0.4f}};
    assert_int_equal(imp2_world_add_collider(world, body, &g->shapes[k], &collider, NULL), IMP_OK);
    assert_int_equal(imp2_compound_of_shape(&g->shapes[k], &g->pieces[k]), IMP_OK);
}

static void add_line(ground* g, imp2_world* world, imp_body body)
{
    imp2_vec points[LINE_MOST];
    bool one_sided = g->kind == GROUND_ONE_SIDED;
    for (int32_t k = 0; k < g->count; ++k)
    {
        // Felt from the right of its direction: from above, when it goes to the left.
        points[k] = g->line[one_sided ? g->count - 1 - k : k];
    }
    imp2_polyline line = {.points = points, .count = g->count, .one_sided = one_sided};
    assert_int_equal(imp2_chain_make(&line, NULL, &g->pieces[0], NULL), IMP_OK);
    take_piece(g, world, body);
}

static void add_region(ground* g, imp2_world* world, imp_body body)
{
    imp2_vec points[LINE_MOST + 4];
    int32_t count = 0;
    for (int32_t k = g->count - 1; k >= 0; --k)
    {
        points[count++] = g->line[k];
    }
    float side = g->line[g->count - 1].x + 1.0f;
    points[count++] = (imp2_vec){-side, 12.0f};
    points[count++] = (imp2_vec){-side, -4.0f};
    points[count++] = (imp2_vec){side, -4.0f};
    points[count++] = (imp2_vec){side, 12.0f};
    make_region(points, count, &g->pieces[0]);
    take_piece(g, world, body);
}

// One collider for each edge of the line: a segment, or all that is beneath it.
static void add_edges(ground* g, imp2_world* world, imp_body body)
{
    for (int32_t k = 0; k + 1 < g->count; ++k)
    {
        imp2_vec a = g->line[k], b = g->line[k + 1];
        bool wall = k == 0 || k + 2 == g->count;
        float out = k == 0 ? -1.0f : 1.0f;
        const imp2_vec under[4] = {{a.x, wall ? a.y : -4.0f}, {b.x, wall ? b.y : -4.0f}, b, a};
        const imp2_vec beside[4] = {a, b, {b.x + out, b.y}, {a.x + out, a.y}};
        imp_status status = g->kind == GROUND_SEGMENTS
                                ? imp2_segment_make(a, b, &g->shapes[k])
                                : imp2_polygon_make(wall ? beside : under, 4, 0.0f, NULL, &g->shapes[k], NULL);
        assert_int_equal(status, IMP_OK);
        take_shape(g, world, body);
    }
}

static void add_ground(test_rng* rng, int kind, imp2_world* world, ground* g)
{
    imp_body body = scene_place(world, IMP_BODY_STATIC, 0.0f, 0.0f);
    *g = (ground){.kind = kind};
    draw_line(rng, g);
    (kind <= GROUND_ONE_SIDED ? add_line : kind == GROUND_REGION ? add_region : add_edges)(g, world, body);
}

static void free_ground(ground* g)
{
    if (g->kind <= GROUND_REGION)
    {
        imp2_compound_free(&g->pieces[0]);
    }
}

// How deep a thing is in the ground.
static float depth_in(const ground* g, const imp2_world* world, const thing* t)
{
    imp2_pose own = scene_pose(0.0f, 0.0f, 0.0f), pose = scene_state(world, t->body).pose;
    float deepest = 0.0f;
    for (int32_t k = 0; k < g->piece_count; ++k)
    {
        imp2_compound_contacts contacts = {.capacity = 0};
        assert_int_equal(imp2_compound_collide(&g->pieces[k], &own, &t->compound, &pose, 0.0f, &contacts), IMP_OK);
        deepest = contacts.depth > deepest ? contacts.depth : deepest;
    }
    return deepest;
}

// Whether a thing is beyond the line: its lowest vertex is higher than the line nowhere.
static bool is_through(const ground* g, const imp2_world* world, const thing* t)
{
    imp2_pose own = scene_pose(0.0f, 0.0f, 0.0f), pose = scene_state(world, t->body).pose;
    bool above = false;
    for (int32_t k = 0; k + 1 < g->count && !above; ++k)
    {
        imp2_vec a = g->line[k], b = g->line[k + 1];
        const imp2_vec room[4] = {a, b, {b.x, 40.0f}, {a.x, 40.0f}};
        imp2_shape over;
        imp2_compound part;
        if (b.x - a.x < 0x1p-10f)
        {
            continue;
        }
        assert_int_equal(imp2_polygon_make(room, 4, 0.0f, NULL, &over, NULL), IMP_OK);
        assert_int_equal(imp2_compound_of_shape(&over, &part), IMP_OK);
        assert_int_equal(imp2_compound_overlap(&part, &own, &t->compound, &pose, &above), IMP_OK);
    }
    return !above;
}

// What has happened to things that fell.
typedef struct tally
{
    uint64_t things, through, deep;
    float deepest;
} tally;

static void judge(const ground* g, const imp2_world* world, const thing* t, int kind, tally* sum)
{
    float depth = depth_in(g, world, t);
    bool through = is_through(g, world, t);
    ++sum->things;
    sum->through += through;
    sum->deep += !through && depth > 0.05f;
    sum->deepest = depth > sum->deepest ? depth : sum->deepest;
    if (through || depth > 0.05f)
    {
        imp2_body_state s = scene_state(world, t->body);
        print_message("ground %d, thing %d: %s, %g deep at (%g, %g), %g m/s\n", g->kind, kind,
                      through ? "through" : "inside", (double)depth, (double)s.pose.p.x, (double)s.pose.p.y,
                      (double)sqrtf(s.velocity.x * s.velocity.x + s.velocity.y * s.velocity.y));
    }
}

// Things of all kinds fall into a ground, one after the other or all at once.
static void drop_some(test_rng* rng, int kind, bool needles, tally* sum)
{
    imp2_world* world = scene_world(10.0f, 0.0f);
    ground g;
    thing things[THINGS];
    int kinds[THINGS];
    add_ground(rng, kind, world, &g);
    float wide = g.line[g.count - 1].x - 1.2f;
    for (int k = 0; k < THINGS; ++k)
    {
        float x = test_rng_range(rng, -wide, wide), angle = test_rng_range(rng, 0.0f, 2.0f * PI);
        float friction = test_rng_range(rng, 0.0f, 0.8f), spin = test_rng_range(rng, -3.0f, 3.0f);
        kinds[k] = needles ? THING_NEEDLE : test_rng_int(rng, 0, THING_NEEDLE - 1);
        make_thing(rng, kinds[k], &things[k]);
        add_thing(world, scene_pose(x, 3.5f + 1.3f * (float)k, angle), friction, spin, &things[k]);
    }
    for (int step = 0; step < 240; step += 20)
    {
        scene_run(world, 20, DT);
    }
    for (int k = 0; k < THINGS; ++k)
    {
        judge(&g, world, &things[k], kinds[k], sum);
        free_thing(&things[k]);
    }
    free_ground(&g);
    imp2_world_free(world);
}

static tally drop_all(uint64_t tries, bool needles, const char* name)
{
    test_rng rng = {test_seed() + needles};
    tally all = {.things = 0};
    for (int kind = 0; kind < GROUND_KINDS; ++kind)
    {
        tally sum = {.things = 0};
        for (uint64_t i = 0; i < tries; ++i)
        {
            drop_some(&rng, kind, needles, &sum);
        }
        print_message("%s, ground %d: %d things, %d through, %d deep, deepest %g\n", name, kind, (int)sum.things,
                      (int)sum.through, (int)sum.deep, (double)sum.deepest);
        all.things += sum.things;
        all.through += sum.through;
        all.deep += sum.deep;
    }
    test_report(name, all.things);
    return all;
}

static void test_what_falls_lies_on_the_ground(void** state)
{
    (void)state;
    tally all = drop_all(test_n(10), false, "grounds2: things");
    assert_int_equal(all.through, 0);
    assert_int_equal(all.deep, 0);
}

// What touches as a step begins is not swept whole: a needle that slides down one side of a notch may get its tip through
// the other.
static void test_most_needles_lie_on_the_ground(void** state)
{
    (void)state;
    tally all = drop_all(test_n(3), true, "grounds2: needles");
    assert_true(all.through + all.deep <= 1 + all.things / 50);
}

// A drum: a closed chain or a ring of a region, with spikes inwards, and a lid that is none.
static void make_drum(test_rng* rng, bool region, imp2_compound* out)
{
    imp2_vec points[4 * LINE_MOST];
    int32_t sides = test_rng_int(rng, 5, 20), counts[2] = {sides, sides};
    for (int32_t k = 0; k < sides; ++k)
    {
        imp2_rot q;
        assert_int_equal(imp2_rot_make(2.0f * PI * (float)k / (float)sides, &q), IMP_OK);
        float inner = k % 2 ? test_rng_range(rng, 2.2f, 3.5f) : 4.0f;
        points[k] = imp2_rot_apply(q, (imp2_vec){region ? 5.0f : inner, 0.0f});
        points[sides + (sides - 1 - k)] = imp2_rot_apply(q, (imp2_vec){inner, 0.0f});
    }
    if (region)
    {
        imp2_outlines outlines = {.points = points, .counts = counts, .ring_count = 2};
        assert_int_equal(imp2_region_make(&outlines, NULL, out, NULL), IMP_OK);
        return;
    }
    imp2_polyline line = {.points = points, .count = sides, .closed = true};
    assert_int_equal(imp2_chain_make(&line, NULL, out, NULL), IMP_OK);
}

static void turn_drum(test_rng* rng, bool region, int steps, uint64_t* out_of_it)
{
    imp2_world* world = scene_world(10.0f, 0.0f);
    float spin = test_rng_range(rng, 1.0f, 3.0f);
    imp2_body_def def = {.kind = IMP_BODY_KINEMATIC, .angular_velocity = test_rng_int(rng, 0, 1) ? spin : -spin};
    // So little friction locks nothing in a notch.
    imp2_collider_def collider = {.material = {.friction = 0.1f}};
    imp_body body;
    imp2_compound drum;
    thing things[THINGS];
    int kinds[THINGS];
    make_drum(rng, region, &drum);
    assert_int_equal(imp2_world_add_body(world, &def, &body), IMP_OK);
    assert_int_equal(imp2_world_add_compound(world, body, &drum, &collider, NULL), IMP_OK);
    for (int k = 0; k < THINGS; ++k)
    {
        float angle = test_rng_range(rng, 0.0f, 2.0f * PI);
        kinds[k] = test_rng_int(rng, 0, THING_NEEDLE - 1);
        make_thing(rng, kinds[k], &things[k]);
        add_thing(world, scene_pose(0.9f * (float)(k % 3 - 1), 0.9f * (float)(k / 3) - 0.4f, angle), 0.4f, 0.0f,
                  &things[k]);
    }
    for (int step = 0; step < steps; step += 60)
    {
        scene_run(world, 60, DT);
    }
    for (int k = 0; k < THINGS; ++k)
    {
        imp2_vec p = scene_state(world, things[k].body).pose.p;
        bool kept = p.x * p.x + p.y * p.y < 16.0f;
        *out_of_it += !kept;
        if (!kept)
        {
            print_message("out of a drum of %d parts, %g rad/s: thing %d at (%g, %g)\n", drum.part_count,
                          (double)def.angular_velocity, kinds[k], (double)p.x, (double)p.y);
        }
        free_thing(&things[k]);
    }
    imp2_compound_free(&drum);
    imp2_world_free(world);
}

static void test_drums_keep_what_is_in_them(void** state)
{
    (void)state;
    uint64_t tries = test_n(4), out_of_it[2] = {0, 0};
    test_rng rng = {test_seed() + 1};
    for (uint64_t i = 0; i < tries; ++i)
    {
        turn_drum(&rng, i % 2 == 1, 3600, &out_of_it[i % 2]);
    }
    test_report("grounds2: drums", tries);
    print_message("out of chains %d, of regions %d\n", (int)out_of_it[0], (int)out_of_it[1]);
    assert_int_equal(out_of_it[0], 0);
    assert_int_equal(out_of_it[1], 0);
}

static imp_body add_triangle(imp2_world* world, const imp2_vec corners[3], imp2_pose pose)
{
    imp2_shape shape;
    make_triangle(corners, &shape);
    return scene_body(world, IMP_BODY_DYNAMIC, pose, &shape, (scene_matter){1.0f, 0.4f, 0.0f, 0.0f});
}

static void add_chain(imp2_world* world, const imp2_vec* points, int32_t count)
{
    imp2_polyline line = {.points = points, .count = count};
    imp2_collider_def collider = {.material = {.friction = 0.4f}};
    imp2_compound chain;
    assert_int_equal(imp2_chain_make(&line, NULL, &chain, NULL), IMP_OK);
    imp_body body = scene_place(world, IMP_BODY_STATIC, 0.0f, 0.0f);
    assert_int_equal(imp2_world_add_compound(world, body, &chain, &collider, NULL), IMP_OK);
    imp2_compound_free(&chain);
}

// Neither of the two segments alone knows which way is out.
static void test_a_triangle_lies_in_a_notch(void** state)
{
    (void)state;
    static const imp2_vec line[3] = {{-4.0f, 4.0f}, {0.0f, 0.0f}, {4.0f, 4.0f}};
    static const imp2_vec corners[3] = {{-0.5f, -0.4f}, {0.5f, -0.4f}, {0.0f, 0.6f}};
    imp2_world* world = scene_world(10.0f, 0.0f);
    add_chain(world, line, 3);
    imp_body body = add_triangle(world, corners, (imp2_pose){{0.0f, 2.5f}, {0.87758256f, 0.47942554f}});
    scene_run(world, 80, DT);
    imp2_pose before = scene_state(world, body).pose;
    scene_run(world, 520, DT);
    imp2_pose after = scene_state(world, body).pose;
    assert_number(fabsf(after.p.x - before.p.x), <, 0.02f);
    assert_number(fabsf(after.p.y - before.p.y), <, 0.02f);
    assert_int_equal(scene_stats(world).awake, 0);
    imp2_world_free(world);
}

static void test_a_triangle_in_a_bowl_is_pushed_inwards(void** state)
{
    (void)state;
    static const imp2_vec line[4] = {{1.087f, -4.057f}, {2.1f, -3.637f}, {2.97f, -2.97f}, {3.637f, -2.1f}};
    static const imp2_vec corners[3] = {{-0.35f, -0.3f}, {0.35f, -0.3f}, {0.0f, 0.4f}};
    imp2_world* world = scene_world(0.0f, 0.0f);
    add_chain(world, line, 4);
    const imp2_pose pose = {{1.73679781f, -3.502011278f}, {-0.369125545f, -0.929379582f}};
    imp_body body = add_triangle(world, corners, pose);
    scene_run(world, 1, DT);
    imp2_body_state s = scene_state(world, body);
    // The way out is (-0.56, 0.83), 15 mm.
    assert_true(-0.56f * s.velocity.x + 0.83f * s.velocity.y > 0.0f);
    scene_run(world, 60, DT);
    s = scene_state(world, body);
    assert_true(-0.56f * (s.pose.p.x - pose.p.x) + 0.83f * (s.pose.p.y - pose.p.y) > 0.0f);
    imp2_world_free(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_triangle_lies_in_a_notch),
        cmocka_unit_test(test_a_triangle_in_a_bowl_is_pushed_inwards),
        cmocka_unit_test(test_what_falls_lies_on_the_ground),
        cmocka_unit_test(test_most_needles_lie_on_the_ground),
        cmocka_unit_test(test_drums_keep_what_is_in_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
