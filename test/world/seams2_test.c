// SPDX-License-Identifier: MIT
//
// Floors of many things: boxes, balls, capsules and rounded polygons slide over tiles that are bodies or colliders of
// their own as over one long floor, and real corners stay what they are.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "scenes2.h"

#define G 10.0f
#define TILE 1.0f
#define FLUSH 0.00125f
#define PI 3.14159265358979

// How a floor along x is made, whose upper side is at 0 in a frame that is turned by the slope.
enum
{
    BODIES,    // tiles, each a static body
    WORN,      // tiles, all of one static body
    CARRIED,   // tiles, each a kinematic body at rest
    CHAINS,    // pieces of a polyline
    HALVES,    // the same, felt from above only
    CUT,       // oblique pieces of a cut bar, drawn in the world's frame
    REGIONS,   // regions with a hole below, side by side
    JUNCTION,  // small tiles beside slabs of other heights, a row of tiles below them
    LAYOUTS,
    LONG = LAYOUTS  // one box
};

typedef struct floor_def
{
    int layout;
    int tiles;  // from x = -2 on
    float slope, friction;
    float uneven;  // gaps and steps, up to this
    uint64_t seed;
} floor_def;

static imp2_pose pose_on(const floor_def* f, float x, float y)
{
    float c = (float)cos(f->slope), s = (float)sin(f->slope);
    return (imp2_pose){{c * x - s * y, s * x + c * y}, {c, s}};
}

static imp2_vec along_floor(const floor_def* f, imp2_vec v)
{
    float c = (float)cos(f->slope), s = (float)sin(f->slope);
    return (imp2_vec){c * v.x + s * v.y, c * v.y - s * v.x};
}

static imp_body lay(imp2_world* world, const floor_def* f, int32_t kind, imp2_pose pose, const imp2_compound* compound)
{
    imp2_body_def def = {.kind = kind, .pose = pose};
    imp2_collider_def collider = {.material = {.friction = f->friction}};
    imp_body body;
    assert_int_equal(imp2_world_add_body(world, &def, &body), IMP_OK);
    assert_int_equal(imp2_world_add_compound(world, body, compound, &collider, NULL), IMP_OK);
    return body;
}

static void lay_box(imp2_world* world, const floor_def* f, int32_t kind, float x0, float x1, float y0, float y1)
{
    imp2_shape box = scene_box(0.5f * (x1 - x0), 0.5f * (y1 - y0));
    imp2_compound compound;
    assert_int_equal(imp2_compound_of_shape(&box, &compound), IMP_OK);
    lay(world, f, kind, pose_on(f, 0.5f * (x0 + x1), 0.5f * (y0 + y1)), &compound);
}

static void lay_worn(imp2_world* world, const floor_def* f)
{
    imp2_body_def def = {.pose = pose_on(f, 0.0f, 0.0f)};
    imp2_collider_def collider = {.material = {.friction = f->friction}};
    imp_body body;
    assert_int_equal(imp2_world_add_body(world, &def, &body), IMP_OK);
    for (int i = 0; i < f->tiles; ++i)
    {
        imp2_shape box;
        float x = -2.0f + (float)i * TILE;
        assert_int_equal(imp2_box_make((imp2_box){{x, -TILE}, {x + TILE, 0.0f}}, &box), IMP_OK);
        assert_int_equal(imp2_world_add_collider(world, body, &box, &collider, NULL), IMP_OK);
    }
}

static void lay_chains(imp2_world* world, const floor_def* f, bool one_sided)
{
    for (int i = 0; i < f->tiles; i += 2)
    {
        const imp2_vec points[] = {{2.0f * TILE, 0.0f}, {0.9f * TILE, 0.0f}, {0.0f, 0.0f}};
        const imp2_polyline line = {.points = points, .count = 3, .one_sided = one_sided};
        imp2_compound chain;
        assert_int_equal(imp2_chain_make(&line, NULL, &chain, NULL), IMP_OK);
        lay(world, f, IMP_BODY_STATIC, pose_on(f, -2.0f + (float)i * TILE, 0.0f), &chain);
        imp2_compound_free(&chain);
    }
}

static void lay_cut(imp2_world* world, const floor_def* f)
{
    test_rng rng = {f->seed + 7};
    float upper = -2.0f, lower = -2.0f;
    for (int i = 0; i < f->tiles; ++i)
    {
        float next_upper = upper + test_rng_range(&rng, 0.6f, 1.4f) * TILE, next_lower = lower;
        while (next_lower < next_upper - 0.5f || next_lower <= lower + 0.1f)
        {
            next_lower += 0.3f;
        }
        imp2_vec corners[4] = {{lower, -1.0f}, {next_lower, -1.0f}, {next_upper, 0.0f}, {upper, 0.0f}};
        for (int k = 0; k < 4; ++k)
        {
            corners[k] = pose_on(f, corners[k].x, corners[k].y).p;
        }
        imp2_shape piece;
        imp2_compound compound;
        assert_int_equal(imp2_polygon_make(corners, 4, 0.0f, NULL, &piece, NULL), IMP_OK);
        assert_int_equal(imp2_compound_of_shape(&piece, &compound), IMP_OK);
        lay(world, f, IMP_BODY_STATIC, imp2_pose_identity(), &compound);
        imp2_shape_free(&piece);
        upper = next_upper;
        lower = next_lower;
    }
}

static void lay_regions(imp2_world* world, const floor_def* f)
{
    const imp2_vec points[] = {{0.0f, -2.0f},    {3.0f, -2.0f},    {3.0f, 0.0f},     {0.0f, 0.0f},
                               {0.75f, -1.125f}, {0.75f, -0.625f}, {1.75f, -0.625f}, {1.75f, -1.125f}};
    const int32_t counts[] = {4, 4};
    const imp2_outlines outlines = {points, counts, 2, IMP_FILL_EVEN_ODD};
    imp2_compound region;
    assert_int_equal(imp2_region_make(&outlines, NULL, &region, NULL), IMP_OK);
    for (int i = 0; i < f->tiles; i += 3)
    {
        lay(world, f, IMP_BODY_STATIC, pose_on(f, -2.0f + (float)i * TILE, 0.0f), &region);
    }
    imp2_compound_free(&region);
}

static void lay_floor(imp2_world* world, const floor_def* f)
{
    test_rng rng = {f->seed};
    float end = -2.0f + (float)f->tiles * TILE;
    switch (f->layout)
    {
    case WORN: lay_worn(world, f); return;
    case CHAINS:
    case HALVES: lay_chains(world, f, f->layout == HALVES); return;
    case CUT: lay_cut(world, f); return;
    case REGIONS: lay_regions(world, f); return;
    case LONG: lay_box(world, f, IMP_BODY_STATIC, -2.0f, end, -TILE, 0.0f); return;
    case JUNCTION:
        for (int i = 0; i < f->tiles; i += 4)
        {
            float x = -2.0f + (float)i * TILE;
            lay_box(world, f, IMP_BODY_STATIC, x, x + 2.75f, -0.25f, 0.0f);
            lay_box(world, f, IMP_BODY_STATIC, x + 2.75f, x + 4.0f, -0.5f, 0.0f);
            lay_box(world, f, IMP_BODY_STATIC, x - 0.5f, x + 3.5f, -1.25f, -0.25f);
        }
        return;
    default:
        for (int i = 0; i < f->tiles; ++i)
        {
            float x = -2.0f + (float)i * TILE, gap = test_rng_range(&rng, 0.0f, f->uneven);
            float top = test_rng_range(&rng, -0.5f, 0.5f) * f->uneven;
            int32_t kind = f->layout == CARRIED ? IMP_BODY_KINEMATIC : IMP_BODY_STATIC;
            lay_box(world, f, kind, x + gap, x + TILE, top - TILE, top);
        }
    }
}

enum
{
    BOX,
    BALL,
    CAPSULE,
    ROUNDED,
    WEDGE,
    SHAPES
};

// Shapes of half a height of 0.3.
static imp2_shape slider_shape(int kind)
{
    const imp2_vec five[5] = {{-0.3f, -0.2f}, {0.3f, -0.2f}, {0.4f, 0.1f}, {0.0f, 0.3f}, {-0.4f, 0.1f}};
    const imp2_vec sharp[5] = {{-0.3f, -0.3f}, {0.3f, -0.3f}, {0.4f, 0.1f}, {0.0f, 0.3f}, {-0.4f, 0.1f}};
    const imp2_vec left = {-0.3f, 0.0f}, right = {0.3f, 0.0f}, middle = {0.0f, 0.0f};
    imp2_shape s;
    imp_status status = kind == BOX       ? imp2_box_make((imp2_box){{-0.4f, -0.3f}, {0.4f, 0.3f}}, &s)
                        : kind == BALL    ? imp2_circle_make(middle, 0.3f, &s)
                        : kind == CAPSULE ? imp2_capsule_make(left, right, 0.3f, &s)
                        : kind == ROUNDED ? imp2_polygon_make(five, 5, 0.1f, NULL, &s, NULL)
                                          : imp2_polygon_make(sharp, 5, 0.0f, NULL, &s, NULL);
    assert_int_equal(status, IMP_OK);
    return s;
}

typedef struct slide
{
    imp2_world* world;
    imp_body body;
    float rest;  // height at which it lies
} slide;

static imp2_world* sloped_world(const floor_def* f, const imp_jobs* jobs)
{
    imp2_world_def def = {.gravity = {G * (float)sin(f->slope), -G * (float)cos(f->slope)}, .jobs = jobs};
    imp2_world* world;
    assert_int_equal(imp2_world_make(&def, &world), IMP_OK);
    return world;
}

// Something that lies on a floor and then slides.
static slide slide_make(const floor_def* f, int shape, float speed, float hertz)
{
    slide s = {.world = sloped_world(f, NULL)};
    lay_floor(s.world, f);
    imp2_shape own = slider_shape(shape);
    s.body = scene_body(s.world, IMP_BODY_DYNAMIC, pose_on(f, -0.37f, 0.3f), &own,
                        (scene_matter){.density = 1.0f, .friction = f->friction});
    scene_run(s.world, (int)(0.5f * hertz), 1.0f / hertz);
    s.rest = along_floor(f, scene_state(s.world, s.body).pose.p).y;
    imp2_vec velocity = {speed * (float)cos(f->slope), speed * (float)sin(f->slope)};
    assert_int_equal(imp2_world_set_velocity(s.world, s.body, velocity, 0.0f), IMP_OK);
    return s;
}

// The worst of a slide over a distance or a time.
typedef struct course
{
    float hop, sink, loss, gain, x, time;
    float late;  // the part of the way that it is not where it should be
} course;

static course follow(const slide* s, const floor_def* f, float speed, float hertz, float distance, float seconds)
{
    course c = {0};
    for (; c.time < seconds && c.x < distance; c.time += 1.0f / hertz)
    {
        scene_run(s->world, 1, 1.0f / hertz);
        imp2_body_state state = scene_state(s->world, s->body);
        imp2_vec at = along_floor(f, state.pose.p), v = along_floor(f, state.velocity);
        c.x = at.x;
        c.hop = fmaxf(c.hop, at.y - s->rest);
        c.sink = fmaxf(c.sink, s->rest - at.y);
        c.loss = fmaxf(c.loss, 1.0f - v.x / speed);
        c.gain = fmaxf(c.gain, v.x / speed - 1.0f);
    }
    c.late = fabsf(c.x + 0.37f - speed * c.time) / (speed * c.time);
    return c;
}

static void check_course(const floor_def* f, int shape, float speed, float hertz, course c)
{
    float off = 1e-3f * TILE + f->uneven;
    if (!(c.hop <= off && c.sink <= off && c.loss <= 1e-3f && c.gain <= 1e-3f && c.late <= 2e-3f))
    {
        print_error("layout %d, shape %d, slope %.0f, %g m/s, %g Hz: hop %g, sink %g, loss %g, gain %g, late %g\n",
                    f->layout, shape, (double)f->slope * 180.0 / PI, (double)speed, (double)hertz, (double)c.hop,
                    (double)c.sink, (double)c.loss, (double)c.gain, (double)c.late);
        fail();
    }
}

static void check_slide(const floor_def* f, int shape, float speed, float hertz)
{
    slide s = slide_make(f, shape, speed, hertz);
    float distance = (float)(f->tiles - 4) * TILE;
    course c = follow(&s, f, speed, hertz, distance - fmaxf(1.0f, speed / hertz), 1.0f);
    check_course(f, shape, speed, hertz, c);
    imp2_world_free(s.world);
}

// Every layout, at every five degrees of slope; shapes, speeds and step rates take turns.
static void seams_are_not_felt(void** state)
{
    (void)state;
    static const float SPEEDS[] = {0.1f, 1.0f, 5.0f, 20.0f, 120.0f}, HERTZ[] = {30.0f, 60.0f, 240.0f};
    uint64_t count = 0;
    for (int layout = 0; layout < LAYOUTS; ++layout)
    {
        for (int slope = 0; slope < 90; slope += 5)
        {
            floor_def f = {.layout = layout, .tiles = 24, .slope = (float)(slope * PI / 180.0), .seed = count};
            for (int k = 0; k < 2; ++k, ++count)
            {
                int shape = k == 0 ? BOX : 1 + (int)(count / 2 % (SHAPES - 1));
                check_slide(&f, shape, SPEEDS[(count / 2) % 5], HERTZ[(count / 3) % 3]);
            }
        }
    }
    test_report("seams2 slides", count);
}

// Small tiles, up to sixteen in a step: what comes to them at full speed, without ever having lain, keeps its height to
// a thousandth of a tile.
static void small_tiles_at_speed(void** state)
{
    (void)state;
    static const float SPEEDS[] = {20.0f, 60.0f, 120.0f}, HERTZ[] = {30.0f, 60.0f, 144.0f};
    const float tile = 0.25f;
    for (int k = 0; k < 54; ++k)
    {
        int shape = k % 3;  // box, ball, capsule
        float speed = SPEEDS[k / 3 % 3], hertz = HERTZ[k / 9 % 3], x = 0.0f;
        imp2_world* world = scene_world(G, 0.0f);
        imp_body worn = scene_place(world, IMP_BODY_STATIC, 0.0f, 0.0f);
        for (int i = 0; i < 800; ++i)
        {
            imp2_shape box;
            float from = (float)i * tile - 2.0f;
            bool apart = k >= 27;
            assert_int_equal(imp2_box_make((imp2_box){{from, -tile}, {from + tile, 0.0f}}, &box), IMP_OK);
            scene_wear(world, apart ? scene_place(world, IMP_BODY_STATIC, 0.0f, 0.0f) : worn, &box,
                       (imp2_collider_def){.density = 0.0f});
        }
        imp2_shape own = slider_shape(shape);
        imp_body body =
            scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.0f, 0.3f, 0.0f), &own, (scene_matter){.density = 1.0f});
        assert_int_equal(imp2_world_set_velocity(world, body, (imp2_vec){speed, 0.0f}, 0.0f), IMP_OK);
        while (x < 196.0f - speed / hertz)
        {
            scene_run(world, 1, 1.0f / hertz);
            imp2_body_state s = scene_state(world, body);
            x = s.pose.p.x;
            assert_true(fabsf(s.pose.p.y - 0.3f) < 1e-3f * tile);
            assert_true(fabsf(s.velocity.x / speed - 1.0f) < 1e-3f);
        }
        imp2_world_free(world);
    }
}

// Gaps and steps up to a quarter of the slop are none: what slides goes up and down by them, and loses nothing.
static void uneven_is_flush(void** state)
{
    (void)state;
    for (int shape = 0; shape < SHAPES; ++shape)
    {
        for (int k = 0; k < 6; ++k)
        {
            floor_def f = {.layout = BODIES, .tiles = 40, .uneven = 0.9f * FLUSH, .seed = (uint64_t)k};
            check_slide(&f, shape, k & 1 ? 5.0f : 60.0f, k & 2 ? 60.0f : 240.0f);
        }
    }
}

// From 28 m/s until it nearly stands, over every layout: what is lost is what one floor takes, to a thousandth of it.
// That is friction alone, mu g t.
static void friction_is_that_of_one_floor(void** state)
{
    (void)state;
    const float speed = 28.0f, mu = 0.3f;
    for (int k = 0; k < LAYOUTS * SHAPES; ++k)
    {
        int shape = k % SHAPES;
        if (shape == BALL)
        {
            continue;  // it rolls
        }
        floor_def f = {.layout = k / SHAPES, .tiles = 160, .friction = mu}, whole = f;
        whole.layout = LONG;
        slide tiles = slide_make(&f, shape, speed, 60.0f), one = slide_make(&whole, shape, speed, 60.0f);
        for (int i = 1; i <= 520; ++i)
        {
            scene_run(tiles.world, 1, 1.0f / 60.0f);
            scene_run(one.world, 1, 1.0f / 60.0f);
            imp2_body_state a = scene_state(tiles.world, tiles.body), b = scene_state(one.world, one.body);
            float lost = speed - a.velocity.x, due = speed - b.velocity.x, sure = mu * G * (float)i / 60.0f;
            assert_true(fabsf(a.pose.p.y - b.pose.p.y) < 1e-4f * TILE);
            assert_true(fabsf(lost - due) <= 1e-3f * due + 5e-4f * speed * (i < 60));
            assert_true(fabsf(due - sure) < 2e-3f * speed && fabsf(lost - sure) < 2e-3f * speed);
        }
        imp2_world_free(tiles.world);
        imp2_world_free(one.world);
    }
}

// Points of contact that are pushed at, in the world.
static int points_of(const imp2_world* world, imp2_vec* points)
{
    imp2_world_contact contacts[16];
    int32_t count = 0;
    int all = 0;
    assert_int_equal(imp2_world_contacts(world, contacts, 16, &count), IMP_OK);
    for (int32_t i = 0; i < count; ++i)
    {
        const imp2_manifold* m = &contacts[i].manifold;
        for (int32_t k = 0; k < m->count; ++k)
        {
            points[all] = m->points[k].point;
            all += m->points[k].id >> 30 != 0;
        }
    }
    return all;
}

// Whether each point of some is among others, but for those near a joint, where that is allowed.
static bool are_among(const imp2_vec* some, int count, const imp2_vec* others, int other_count, bool but_joints)
{
    for (int i = 0; i < count; ++i)
    {
        float joint = fabsf(some[i].x - rintf(some[i].x));
        bool found = but_joints && joint < 1e-4f;
        for (int k = 0; k < other_count; ++k)
        {
            found |= fabsf(some[i].x - others[k].x) + fabsf(some[i].y - others[k].y) < 2e-4f;
        }
        if (!found)
        {
            return false;
        }
    }
    return true;
}

// Of what stands over tiles, tilted or not, the same points are pushed at as of one floor: none at joints but while a
// corner is within two centimetres of one, and the other end though it is not what comes nearest to its tile.
static void points_are_those_of_one_floor(void** state)
{
    (void)state;
    static const int KINDS[] = {BODIES, CHAINS, CUT, REGIONS};
    test_rng rng = {test_seed()};
    uint64_t count = test_n(400), near = 0, two = 0;
    for (uint64_t i = 0; i < count; ++i)
    {
        floor_def f = {.layout = KINDS[i % 4], .tiles = 12, .seed = 3}, whole = f;
        whole.layout = LONG;
        int shape = i / 4 % 2 ? BOX : WEDGE;
        float half = shape == BOX ? 0.4f : 0.3f, tilt = test_rng_range(&rng, -0.02f, 0.02f);
        float x = test_rng_range(&rng, 0.5f, 4.5f), y = test_rng_range(&rng, -4e-3f, 9e-3f) + 0.3f + half * fabsf(tilt);
        imp2_vec points[2][64];
        int found[2];
        bool clear = true;
        for (int side = -1; side <= 1; side += 2)
        {
            float corner = x + (float)side * half;
            clear = clear && fabsf(corner - rintf(corner)) > 0.02f;
        }
        for (int k = 0; k < 2; ++k)
        {
            imp2_world* world = sloped_world(&f, NULL);
            lay_floor(world, k ? &whole : &f);
            imp2_shape own = slider_shape(shape);
            scene_body(world, IMP_BODY_DYNAMIC, scene_pose(x, y, tilt), &own, scene_wood);
            scene_run(world, 1, 1e-4f);
            found[k] = points_of(world, points[k]);
            imp2_world_free(world);
        }
        bool bare = f.layout != CUT && f.layout != REGIONS;  // the joints of those are elsewhere, too
        if (!are_among(points[1], found[1], points[0], found[0], false) ||
            (bare && !are_among(points[0], found[0], points[1], found[1], !clear)))
        {
            fail_msg("layout %d at %g, %g, turned by %g: %d points instead of %d", f.layout, (double)x, (double)y,
                     (double)tilt, found[0], found[1]);
        }
        near += clear;
        two += found[1] == 2;
    }
    assert_true(near > count / 2 && two > count / 4);
    test_report("seams2 points", count);
}

// What lies over several tiles touches all of them: those in the middle are told, too.
static void all_tiles_are_told(void** state)
{
    (void)state;
    imp2_world* world = scene_world(G, 0.0f);
    floor_def f = {.layout = BODIES, .tiles = 9};
    lay_floor(world, &f);
    imp2_shape plank = scene_box(2.2f, 0.1f);
    imp_body body = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(2.5f, 0.11f, 0.0f), &plank, scene_wood);
    int begun = 0, ended = 0;
    for (int i = 0; i < 90; ++i)
    {
        scene_run(world, 1, 1.0f / 60.0f);
        imp_touches touches = scene_touches(world);
        begun += touches.begun_count;
        ended += touches.ended_count;
    }
    imp2_world_contact contacts[8];
    int32_t count = 0;
    float held = 0.0f;
    assert_int_equal(imp2_world_contacts(world, contacts, 8, &count), IMP_OK);
    for (int32_t i = 0; i < count; ++i)
    {
        held += contacts[i].impulse[0] + contacts[i].impulse[1];
    }
    assert_true(begun == 5 && ended == 0 && count == 5);  // from 0.3 to 4.7
    assert_true(fabsf(held - scene_state(world, body).mass * G / 60.0f) < 1e-3f * held);
    assert_false(scene_state(world, body).awake);
    imp2_world_free(world);
}

// For ten seconds, over tiles and over one floor, bodies are in the same places.
static void paths_are_those_of_one_floor(void** state)
{
    (void)state;
    static const int KINDS[] = {BODIES, CHAINS, CUT, REGIONS, JUNCTION};
    for (int k = 0; k < 10; ++k)
    {
        int shape = k < 5 ? BOX : 1 + k % (SHAPES - 1);
        floor_def f = {.layout = KINDS[k % 5], .tiles = 28, .seed = 3}, whole = f;
        whole.layout = LONG;
        slide tiles = slide_make(&f, shape, 2.0f, 60.0f), one = slide_make(&whole, shape, 2.0f, 60.0f);
        for (int i = 0; i < 600; ++i)
        {
            scene_run(tiles.world, 1, 1.0f / 60.0f);
            scene_run(one.world, 1, 1.0f / 60.0f);
            imp2_pose a = scene_state(tiles.world, tiles.body).pose, b = scene_state(one.world, one.body).pose;
            assert_true(fabsf(a.p.x - b.p.x) < 1e-3f * TILE && fabsf(a.p.y - b.p.y) < 1e-3f * TILE);
        }
        imp2_world_free(tiles.world);
        imp2_world_free(one.world);
    }
}

// A body of five boxes side by side slides over a post, a ball, a capsule: what it wears has no seams either.
static void worn_side_by_side(void** state)
{
    (void)state;
    for (int shape = 0; shape < SHAPES; ++shape)
    {
        imp2_world* world = scene_world(G, 0.0f);
        imp2_shape post = slider_shape(shape);
        scene_body(world, IMP_BODY_STATIC, scene_pose(0.0f, -0.3f, 0.0f), &post, (scene_matter){0});
        imp2_body_def def = {.kind = IMP_BODY_DYNAMIC, .locks = IMP2_LOCK_TURN, .pose = scene_pose(-2.0f, 0.3f, 0.0f)};
        imp_body body;
        assert_int_equal(imp2_world_add_body(world, &def, &body), IMP_OK);
        for (int i = 0; i < 5; ++i)
        {
            imp2_shape box;
            float x = (float)i - 2.5f;
            assert_int_equal(imp2_box_make((imp2_box){{x, -0.3f}, {x + 1.0f, 0.3f}}, &box), IMP_OK);
            scene_wear(world, body, &box, (imp2_collider_def){.density = 1.0f});
        }
        scene_run(world, 60, 1.0f / 60.0f);
        float high = scene_state(world, body).pose.p.y;
        assert_int_equal(imp2_world_set_velocity(world, body, (imp2_vec){2.0f, 0.0f}, 0.0f), IMP_OK);
        for (int i = 0; i < 120; ++i)
        {
            scene_run(world, 1, 1.0f / 60.0f);
            imp2_body_state at = scene_state(world, body);
            assert_true(fabsf(at.pose.p.y - high) < 1e-3f && fabsf(at.velocity.x - 2.0f) < 2e-3f);
        }
        imp2_world_free(world);
    }
}

// Who lay beside a collider is gone, and what overlaps it was never its neighbour: a world that is loaded, and knows
// nothing of the one that is gone, goes on as the one that was saved.
static void who_lay_beside_is_gone(void** state)
{
    (void)state;
    for (int shape = 0; shape < SHAPES; ++shape)
    {
        imp2_world* world = scene_world(G, 0.0f);
        imp2_shape post = slider_shape(shape), box;
        for (int i = 0; i < 6; ++i)
        {
            scene_body(world, IMP_BODY_STATIC, scene_pose(0.7f * (float)i, -0.3f, 0.0f), &post, (scene_matter){0});
        }
        imp_body body = scene_place(world, IMP_BODY_DYNAMIC, 1.0f, 0.8f);
        imp_collider worn[3];
        const imp2_box boxes[3] = {{{-1.0f, -0.3f}, {0.0f, 0.3f}}, {{0.0f, -0.3f}, {1.0f, 0.3f}},
                                   {{-0.6f, -0.3f}, {0.6f, 0.28f}}};
        for (int i = 0; i < 3; ++i)
        {
            assert_int_equal(imp2_box_make(boxes[i], &box), IMP_OK);
            worn[i] = scene_wear(world, body, &box, (imp2_collider_def){.density = 1.0f});
        }
        assert_int_equal(imp2_world_remove_collider(world, worn[1]), IMP_OK);
        uint8_t bytes[1 << 16];
        int32_t count;
        assert_int_equal(imp2_world_save(world, bytes, sizeof bytes, &count), IMP_OK);
        assert_int_equal(imp2_world_set_velocity(world, body, (imp2_vec){2.0f, 0.0f}, 1.0f), IMP_OK);
        scene_run(world, 120, 1.0f / 60.0f);
        uint64_t hash = scene_stats(world).hash;
        assert_int_equal(imp2_world_load(world, bytes, count), IMP_OK);
        assert_int_equal(imp2_world_set_velocity(world, body, (imp2_vec){2.0f, 0.0f}, 1.0f), IMP_OK);
        scene_run(world, 120, 1.0f / 60.0f);
        assert_true(scene_stats(world).hash == hash);
        imp2_world_free(world);
    }
}

// Characters walk over tiles as over one floor.
static void characters_walk(void** state)
{
    (void)state;
    imp2_shape bodies[2];
    assert_int_equal(imp2_capsule_make((imp2_vec){0.0f, 0.3f}, (imp2_vec){0.0f, 1.5f}, 0.3f, &bodies[0]), IMP_OK);
    assert_int_equal(imp2_box_make((imp2_box){{-0.3f, 0.0f}, {0.3f, 1.8f}}, &bodies[1]), IMP_OK);
    for (int k = 0; k < 2 * LAYOUTS; ++k)
    {
        floor_def f = {.layout = k / 2, .tiles = 20, .slope = (float)((k % 3 - 1) * PI / 9.0)};
        imp2_world_def def = {.gravity = {0.0f, -G}};
        imp2_world* world;
        assert_int_equal(imp2_world_make(&def, &world), IMP_OK);
        lay_floor(world, &f);
        imp2_character_def hero_def = {.shape = &bodies[k % 2], .gravity = G, .mass = 70.0f, .push = 400.0f};
        imp2_character hero = {.position = {0.0f, 0.02f}};
        float high = 0.0f;
        imp2_vec before = {0.0f, 0.0f};
        for (int i = 0; i < 180; ++i)
        {
            imp2_character_input input = {.velocity = {i < 20 ? 0.0f : 5.0f, 0.0f}};
            assert_int_equal(imp2_world_move_character(world, &hero, &hero_def, &input, NULL, NULL, 1.0f / 60.0f, NULL),
                             IMP_OK);
            imp2_vec at = along_floor(&f, hero.position);
            if (i > 60)
            {
                assert_true(hero.grounded && fabsf(at.y - high) < 1e-3f * TILE);
                assert_true(fabsf((at.x - before.x) * 60.0f - 5.0f) < 5e-3f);
            }
            high = i == 60 ? at.y : high;
            before = at;
        }
        imp2_world_free(world);
    }
}

// A box that is turned lies across seams and does not move; it stays where it is when a tile below it goes, and falls
// when all have gone.
static void tiles_go(void** state)
{
    (void)state;
    floor_def f = {.layout = BODIES, .tiles = 0};
    imp2_world* world = sloped_world(&f, NULL);
    imp_body tiles[5];
    imp2_shape tile = scene_box(0.5f, 0.5f), box = scene_box(1.2f, 0.3f);
    for (int i = 0; i < 5; ++i)
    {
        tiles[i] = scene_body(world, IMP_BODY_STATIC, scene_pose((float)i - 2.0f, -0.5f, 0.0f), &tile, scene_wood);
    }
    imp_body body = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.0f, 0.3f, 0.0f), &box, scene_wood);
    scene_run(world, 60, 1.0f / 60.0f);
    assert_true(fabsf(scene_state(world, body).pose.p.y - 0.3f) < 1e-3f);
    assert_int_equal(imp2_world_remove_body(world, tiles[2]), IMP_OK);
    scene_run(world, 60, 1.0f / 60.0f);
    assert_true(fabsf(scene_state(world, body).pose.p.y - 0.3f) < 1e-3f);
    imp2_pose away = scene_pose(0.0f, -9.0f, 0.0f);
    assert_int_equal(imp2_world_set_pose(world, tiles[1], &away), IMP_OK);
    assert_int_equal(imp2_world_set_enabled(world, tiles[3], false), IMP_OK);
    scene_run(world, 30, 1.0f / 60.0f);
    assert_true(scene_state(world, body).pose.p.y < 0.0f);
    imp2_world_free(world);
}

// Real corners

static float slide_into(float step, float x, int shape, float speed, float seconds)
{
    floor_def f = {.layout = BODIES, .tiles = 12};
    slide s = slide_make(&f, shape, speed, 60.0f);
    lay_box(s.world, &f, IMP_BODY_STATIC, x, x + TILE, 0.0f, step);
    scene_run(s.world, (int)(seconds * 60.0f), 1.0f / 60.0f);
    float end = scene_state(s.world, s.body).pose.p.x;
    imp2_world_free(s.world);
    return end;
}

static void real_corners_stop(void** state)
{
    (void)state;
    // Where a tile begins and in the middle of one; slow ones and fast ones. Some bounce back a little.
    for (int k = 0; k < 3; ++k)
    {
        float x = 5.0f + 0.25f * (float)k;
        assert_true(slide_into(0.05f, x, BOX, 3.0f, 3.0f) > x - 2.0f);
        assert_true(slide_into(0.05f, x, BOX, 3.0f, 3.0f) < x - 0.39f);
        assert_true(slide_into(0.006f, x, BOX, 0.5f, 14.0f) < x - 0.39f);
        assert_true(slide_into(1.0f, x, BOX, 20.0f, 2.0f) < x - 0.39f);
        assert_true(slide_into(1.0f, x, BALL, 60.0f, 2.0f) < x - 0.29f);
        assert_true(slide_into(1.0f, x, CAPSULE, 5.0f, 2.0f) < x - 0.59f);
    }
}

// A wide ball meets a low step nearly from above: it is thrown up by it, as the normal says, and not carried over it.
static void low_steps_are_felt(void** state)
{
    (void)state;
    const float radius = 3.0f, step = 0.005f, speed = 240.0f;
    for (int k = 0; k < 8; ++k)
    {
        imp2_world* world = scene_world(G, 0.0f);
        const floor_def f = {.layout = BODIES, .tiles = 12};
        lay_floor(world, &f);
        lay_box(world, &f, IMP_BODY_STATIC, 10.0f, 30.0f, step - TILE, step);
        imp2_shape ball = scene_ball(radius);
        imp_body body = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.1f * (float)k, radius, 0.0f), &ball,
                                   (scene_matter){.density = 1.0f});
        assert_int_equal(imp2_world_set_velocity(world, body, (imp2_vec){speed, 0.0f}, 0.0f), IMP_OK);
        scene_run(world, 3, 1.0f / 60.0f);
        imp2_vec v = scene_state(world, body).velocity;
        float sine = sqrtf(2.0f * step / radius), up = speed * sine * (1.0f - 0.5f * sine * sine);
        // It has fallen since, a twentieth of a second less what it needed to get there.
        float flies = 0.05f - (10.0f - 0.1f * (float)k - radius * sine) / speed;
        assert_true(fabsf(v.y - (up - G * flies)) < 0.1f * up);
        imp2_world_free(world);
    }
}

// A tile that is higher than flush stops what slides, in a row of tiles and on a slope.
static void higher_tiles_stop(void** state)
{
    (void)state;
    floor_def f = {.layout = BODIES, .tiles = 7};
    slide s = slide_make(&f, BOX, 2.0f, 60.0f);
    lay_box(s.world, &f, IMP_BODY_STATIC, 5.0f, 6.0f, -0.95f, 0.05f);
    scene_run(s.world, 240, 1.0f / 60.0f);
    assert_true(scene_state(s.world, s.body).pose.p.x < 4.601f);
    imp2_world_free(s.world);
}

// What slides off the last tile falls, and turns about its corner; a ball drops into a notch, and is held up by it.
static void ends_and_notches(void** state)
{
    (void)state;
    floor_def f = {.layout = BODIES, .tiles = 6};
    slide s = slide_make(&f, BOX, 1.0f, 60.0f);
    scene_run(s.world, 360, 1.0f / 60.0f);
    imp2_body_state end = scene_state(s.world, s.body);
    assert_true(end.pose.p.x > 4.0f && end.pose.p.y < -1.0f && fabsf(end.spin) > 0.1f);
    imp2_world_free(s.world);
    floor_def none = {.layout = BODIES, .tiles = 0};
    imp2_world* world = sloped_world(&none, NULL);
    lay_box(world, &f, IMP_BODY_STATIC, -1.0f, -0.05f, -1.0f, 0.0f);
    lay_box(world, &f, IMP_BODY_STATIC, 0.05f, 1.0f, -1.0f, 0.0f);
    imp2_shape ball = scene_ball(0.1f);
    imp_body body = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.02f, 0.2f, 0.0f), &ball, scene_wood);
    scene_run(world, 240, 1.0f / 60.0f);
    assert_true(fabsf(scene_state(world, body).pose.p.x) < 1e-3f);
    assert_true(fabsf(scene_state(world, body).pose.p.y - sqrtf(0.01f - 0.0025f)) < 1e-3f);
    imp2_world_free(world);
}

// A ball falls onto the seam itself, and a box onto four tiles that meet in a point: they stay where they land.
static void landing_on_a_seam(void** state)
{
    (void)state;
    for (int k = 0; k < 2 * SHAPES; ++k)
    {
        floor_def f = {.layout = BODIES, .tiles = 4};
        imp2_world* world = sloped_world(&f, NULL);
        float gap = k < SHAPES ? 0.0f : 0.4f * FLUSH;
        for (int i = 0; i < 4; ++i)
        {
            float x = i & 1 ? gap : -1.0f - gap, y = i & 2 ? -1.0f : -2.0f;
            lay_box(world, &f, IMP_BODY_STATIC, x, x + 1.0f, y, y + 1.0f);
        }
        imp2_shape own = slider_shape(k % SHAPES);
        imp_body body =
            scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.0f, 1.3f, 0.0f), &own, (scene_matter){.density = 1.0f});
        scene_run(world, 120, 1.0f / 60.0f);
        imp2_body_state end = scene_state(world, body);
        assert_true(fabsf(end.pose.p.x) < 1e-3f && fabsf(end.pose.p.y - 0.3f) < 1e-3f && fabsf(end.pose.q.s) < 1e-3f);
        imp2_world_free(world);
    }
}

// A wall of tiles on a floor of tiles: what is pressed into the inner corner stays, and what slides down the wall is
// not caught by it.
static void walls_and_inner_corners(void** state)
{
    (void)state;
    for (int shape = 0; shape < SHAPES; ++shape)
    {
        floor_def f = {.layout = BODIES, .tiles = 6};
        imp2_world* world = sloped_world(&f, NULL);
        lay_floor(world, &f);
        for (int i = 0; i < 12; ++i)
        {
            lay_box(world, &f, IMP_BODY_STATIC, 2.0f, 3.0f, (float)i, (float)i + 1.0f);
        }
        imp2_shape own = slider_shape(shape);
        float half = shape == BALL ? 0.3f : shape == BOX || shape == WEDGE ? 0.4f : shape == CAPSULE ? 0.6f : 0.5f;
        imp2_body_def def = {.kind = IMP_BODY_DYNAMIC, .locks = IMP2_LOCK_TURN};
        def.pose = scene_pose(2.0f - half, 9.0f, 0.0f);
        imp_body body;
        assert_int_equal(imp2_world_add_body(world, &def, &body), IMP_OK);
        scene_wear(world, body, &own, (imp2_collider_def){.density = 1.0f});
        float time = 0.0f;
        for (; scene_state(world, body).pose.p.y > 0.31f && time < 3.0f; time += 1.0f / 60.0f)
        {
            assert_int_equal(imp2_world_pull(world, body, (imp2_vec){3.0f, 0.0f}, 0.0f), IMP_OK);
            scene_run(world, 1, 1.0f / 60.0f);
        }
        assert_true(fabsf(time - sqrtf(2.0f * 8.7f / G)) < 0.05f);
        for (int i = 0; i < 60; ++i)
        {
            assert_int_equal(imp2_world_pull(world, body, (imp2_vec){3.0f, 0.0f}, 0.0f), IMP_OK);
            scene_run(world, 1, 1.0f / 60.0f);
        }
        imp2_body_state end = scene_state(world, body);
        assert_true(fabsf(end.pose.p.x - (2.0f - half)) < 2e-3f && fabsf(end.pose.p.y - 0.3f) < 2e-3f);
        imp2_world_free(world);
    }
}

// Who is not met does not close a seam: below a step into nothing lies a tile that the box falls through.
static void company_must_be_met(void** state)
{
    (void)state;
    imp2_world* world = scene_world(G, 0.0f);
    imp2_shape tile = scene_box(0.5f, 0.5f), ball = scene_ball(0.2f);
    imp_body ghost = scene_place(world, IMP_BODY_STATIC, -0.5f, -0.5f),
             real = scene_place(world, IMP_BODY_STATIC, 0.5f, -0.5f);
    scene_wear(world, ghost, &tile, (imp2_collider_def){.filter = {2, 2}});
    scene_wear(world, real, &tile, (imp2_collider_def){.filter = {1, 1}});
    imp_body body = scene_place(world, IMP_BODY_DYNAMIC, -0.05f, 0.3f);
    scene_wear(world, body, &ball, (imp2_collider_def){.density = 1.0f, .filter = {1, 1}});
    scene_run(world, 120, 1.0f / 60.0f);
    // It rolls off the corner of the one that it meets.
    assert_true(scene_state(world, body).pose.p.x < -0.1f && scene_state(world, body).pose.p.y < -0.5f);
    imp2_world_free(world);
}

// Casts

static void casts_slide_too(void** state)
{
    (void)state;
    for (int layout = 0; layout < LAYOUTS; ++layout)
    {
        for (int slope = 0; slope < 90; slope += 15)
        {
            floor_def f = {.layout = layout, .tiles = 16, .slope = (float)(slope * PI / 180.0)};
            imp2_world* world = sloped_world(&f, NULL);
            lay_floor(world, &f);
            lay_box(world, &f, IMP_BODY_STATIC, 10.0f, 11.0f, 0.0f, 1.0f);
            for (int shape = 0; shape < SHAPES; ++shape)
            {
                imp2_shape own = slider_shape(shape);
                imp2_compound thrown;
                assert_int_equal(imp2_compound_of_shape(&own, &thrown), IMP_OK);
                float high = shape % 2 ? 2e-4f : -2e-4f;  // it rests as bodies do, or nearly
                imp2_compound_mover mover = {&thrown, pose_on(&f, 0.0f, 0.3f + high), {0.0f, 0.0f}, 0.0f};
                mover.motion = (imp2_vec){12.0f * mover.pose.q.c, 12.0f * mover.pose.q.s};
                imp2_world_hit hits[32];
                int32_t count = 0, ahead = 0;
                float first = 1.0f;
                assert_int_equal(imp2_world_cast(world, &mover, NULL, hits, 32, &count), IMP_OK);
                for (int32_t i = 0; i < count; ++i)
                {
                    if (hits[i].hit.kind == IMP_SWEEP_HIT || hits[i].hit.kind == IMP_SWEEP_TOUCH)
                    {
                        ++ahead;
                        first = fminf(first, hits[i].hit.time);
                    }
                }
                float half = shape == BALL                    ? 0.3f
                             : shape == BOX || shape == WEDGE ? 0.4f
                             : shape == CAPSULE               ? 0.6f
                                                              : 0.5f;
                assert_true(ahead >= 1);
                assert_true(fabsf(first * 12.0f - (10.0f - half)) < 1e-3f);
            }
            imp2_world_free(world);
        }
    }
}

// Saved in the middle of a slide, a world goes on as if it had not been; on any number of threads it is the same.
static uint64_t hash_slide(int layout, int32_t threads, int save_at)
{
    imp_pool* pool = NULL;
    imp_jobs jobs;
    if (threads > 1)
    {
        assert_int_equal(imp_pool_make(threads, NULL, &pool), IMP_OK);
        assert_int_equal(imp_pool_jobs(pool, &jobs), IMP_OK);
    }
    floor_def f = {.layout = layout, .tiles = 40, .friction = 0.1f, .uneven = 0.5f * FLUSH};
    imp2_world* world = sloped_world(&f, pool ? &jobs : NULL);
    lay_floor(world, &f);
    for (int i = 0; i < 40; ++i)
    {
        imp2_shape own = slider_shape(i % SHAPES);
        imp_body body = scene_body(world, IMP_BODY_DYNAMIC, pose_on(&f, (float)i, 0.4f + (float)(i % 3)), &own,
                                   (scene_matter){.density = 1.0f, .friction = 0.1f});
        assert_int_equal(imp2_world_set_velocity(world, body, (imp2_vec){(float)(i % 7) - 3.0f, 0.0f}, 0.0f), IMP_OK);
    }
    int32_t count = 0;
    uint8_t* bytes = NULL;
    for (int i = 0; i < 90; ++i)
    {
        scene_run(world, 1, 1.0f / 60.0f);
        if (i == save_at || i == 89)
        {
            assert_int_equal(imp2_world_save(world, NULL, 0, &count) & 0xff, IMP_ERR_SPACE & 0xff);
            bytes = realloc(bytes, (size_t)count);
            assert_non_null(bytes);
            assert_int_equal(imp2_world_save(world, bytes, count, &count), IMP_OK);
            assert_int_equal(imp2_world_load(world, bytes, count), IMP_OK);
        }
    }
    uint64_t hash = 1469598103934665603u;
    for (int32_t i = 0; i < count; ++i)
    {
        hash = (hash ^ bytes[i]) * 1099511628211u;
    }
    free(bytes);
    imp2_world_free(world);
    imp_pool_free(pool);
    return hash;
}

static void saved_and_on_threads(void** state)
{
    (void)state;
    static const int KINDS[] = {BODIES, WORN, CHAINS, REGIONS};
    for (int k = 0; k < 4; ++k)
    {
        uint64_t plain = hash_slide(KINDS[k], 1, -1);
        for (int at = 3; at < 89; at += 17)
        {
            assert_true(hash_slide(KINDS[k], 1, at) == plain);
        }
        assert_true(hash_slide(KINDS[k], 4, 20) == plain);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seams_are_not_felt),
        cmocka_unit_test(small_tiles_at_speed),
        cmocka_unit_test(uneven_is_flush),
        cmocka_unit_test(paths_are_those_of_one_floor),
        cmocka_unit_test(worn_side_by_side),
        cmocka_unit_test(who_lay_beside_is_gone),
        cmocka_unit_test(characters_walk),
        cmocka_unit_test(friction_is_that_of_one_floor),
        cmocka_unit_test(all_tiles_are_told),
        cmocka_unit_test(points_are_those_of_one_floor),
        cmocka_unit_test(tiles_go),
        cmocka_unit_test(real_corners_stop),
        cmocka_unit_test(low_steps_are_felt),
        cmocka_unit_test(higher_tiles_stop),
        cmocka_unit_test(ends_and_notches),
        cmocka_unit_test(landing_on_a_seam),
        cmocka_unit_test(walls_and_inner_corners),
        cmocka_unit_test(company_must_be_met),
        cmocka_unit_test(casts_slide_too),
        cmocka_unit_test(saved_and_on_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
