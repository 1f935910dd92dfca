// SPDX-License-Identifier: MIT
//
// Lanes outlast contacts: in worlds where contacts begin and end all the time, while bodies come and go, each row keeps
// its lane, and new ones get theirs by the rule of colours.h. The arbiter is that rule once more, written in the
// simplest way. Worlds that are loaded, or lack memory, have the same lanes; made-up ones are refused.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scenes2.h"
#include "world_probe2.h"

#include "base/bits.h"

#define DT (1.0f / 60.0f)

enum
{
    BODIES_MOST = 400,
    ROWS_MOST = 4096,
    BLOCKS_MOST = 1024,
    PLACES_MOST = 1024,
    ROOM = 1 << 20,
    LIVES = 4,
    PLAIN = 0,
    HOOKED = 1,
    CALM = 2,  // nothing stirs the heap, so most rows stand
    STAR = 3,  // one body touches so many that there are more rounds than one
    COLOURS_MOST = IMPI_KEPT_ROUNDS * IMPI_ROUND_COLOURS
};

// A living world

typedef struct living
{
    imp2_world* world;
    test_rng rng;
    int what;
    imp_body bar;  // static, and not always there
    imp_body bodies[BODIES_MOST];
    imp_collider worn[BODIES_MOST];
    int32_t count;
} living;

static bool refuse_some(void* user, const imp2_world_contact* c, imp_surface* surface)
{
    (void)user;
    (void)surface;
    return (uint32_t)(c->manifold.points[0].point.x * 64.0f + 8192.0f) % 5 != 0;
}

static const imp2_hooks REFUSING = {.pre_solve = refuse_some};

static void add_one(living* l, float x, float y)
{
    const imp2_shape shapes[3] = {scene_box(0.2f, 0.15f), scene_ball(0.18f), scene_box(0.1f, 0.3f)};
    const imp2_collider_def def = {.density = 1.0f, .material = {.friction = 0.3f, .restitution = 0.3f}};
    imp2_body_def body = {.kind = IMP_BODY_DYNAMIC};
    body.pose = scene_pose(x, y, test_rng_range(&l->rng, -3.0f, 3.0f));
    body.angular_velocity = test_rng_range(&l->rng, -4.0f, 4.0f);
    assert_int_equal(imp2_world_add_body(l->world, &body, &l->bodies[l->count]), IMP_OK);
    assert_int_equal(imp2_world_add_collider(l->world, l->bodies[l->count], &shapes[test_rng_int(&l->rng, 0, 2)], &def,
                                             &l->worn[l->count]),
                     IMP_OK);
    l->count += 1;
}

// A basin that is a chain, a lump that is a region and falls into it, a paddle, and a heap that it stirs.
static living living_make(int what, const imp_allocator* allocator)
{
    static const imp2_vec basin[] = {{-5.0f, 9.0f}, {-4.5f, 0.5f}, {-3.0f, 0.0f},
                                     {3.0f, 0.0f},  {4.5f, 0.5f},  {5.0f, 9.0f}};
    static const imp2_vec lump[] = {{-1.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 0.6f},
                                    {0.6f, 0.6f},  {0.6f, 0.2f}, {-1.0f, 0.2f}};
    static const int32_t lump_count = 6;
    const imp2_world_def def = {.gravity = {0.0f, -10.0f}, .allocator = allocator, .no_sleep = what != STAR};
    const imp2_polyline line = {.points = basin, .count = 6};
    const imp2_outlines outline = {.points = lump, .counts = &lump_count, .ring_count = 1};
    const imp2_collider_def collider = {.density = 1.0f, .material = {.friction = 0.4f}};
    const imp2_shape blade = scene_box(2.0f, 0.1f), plank = scene_box(4.0f, 0.1f), bar = scene_box(1.0f, 0.1f);
    imp2_compound chain, region;
    living l = {.what = what};
    l.rng.state = 7 + (uint64_t)what;
    assert_int_equal(imp2_world_make(&def, &l.world), IMP_OK);
    assert_int_equal(imp2_chain_make(&line, NULL, &chain, NULL), IMP_OK);
    assert_int_equal(imp2_region_make(&outline, NULL, &region, NULL), IMP_OK);
    imp_body ground = scene_place(l.world, IMP_BODY_STATIC, 0.0f, 0.0f);
    assert_int_equal(imp2_world_add_compound(l.world, ground, &chain, &collider, NULL), IMP_OK);
    for (int i = 0; i < 4; ++i)
    {
        imp_body body = scene_place(l.world, IMP_BODY_DYNAMIC, -2.0f + 1.2f * (float)i, 5.0f + (float)i);
        assert_int_equal(imp2_world_add_compound(l.world, body, &region, &collider, NULL), IMP_OK);
    }
    imp_body paddle = scene_body(l.world, IMP_BODY_KINEMATIC, scene_pose(0.0f, 2.5f, 0.0f), &blade, scene_wood);
    assert_int_equal(imp2_world_set_velocity(l.world, paddle, (imp2_vec){0.0f, 0.0f}, what == CALM ? 0.0f : 2.0f),
                     IMP_OK);
    l.bar = scene_body(l.world, IMP_BODY_STATIC, scene_pose(-2.6f, 1.3f, 0.0f), &bar, scene_wood);
    if (what == STAR)
    {
        const imp2_shape pea = scene_ball(0.07f);
        (void)scene_body(l.world, IMP_BODY_DYNAMIC, scene_pose(0.0f, 7.0f, 0.0f), &plank, scene_wood);
        for (int i = 0; i < 50; ++i)
        {
            (void)scene_body(l.world, IMP_BODY_DYNAMIC, scene_pose(-3.7f + 0.15f * (float)i, 7.17f, 0.0f), &pea,
                             scene_wood);
        }
    }
    for (int i = 0; i < 220; ++i)
    {
        add_one(&l, -3.8f + 0.4f * (float)(i % 20), 7.6f + 0.4f * (float)(i / 20));
    }
    assert_int_equal(imp2_world_set_hooks(l.world, what == HOOKED ? &REFUSING : NULL), IMP_OK);
    imp2_compound_free(&chain);
    imp2_compound_free(&region);
    return l;
}

// Now and then the bar is or is not there, one comes, one goes, or one loses or changes its collider.
static void meddle_some(living* l, int step)
{
    int32_t which = test_rng_int(&l->rng, 20, l->count - 1);
    const imp_material ice = {.friction = 0.05f};
    if (step % 41 == 20 || step % 41 == 40)
    {
        assert_int_equal(imp2_world_set_enabled(l->world, l->bar, step % 41 == 40), IMP_OK);
    }
    if (step % 23 == 11)
    {
        add_one(l, test_rng_range(&l->rng, -3.0f, 3.0f), 8.0f);
    }
    if (step % 29 == 17)
    {
        assert_int_equal(imp2_world_remove_body(l->world, l->bodies[which]), IMP_OK);
        l->bodies[which] = l->bodies[l->count - 1];
        l->worn[which] = l->worn[l->count - 1];
        l->count -= 1;
    }
    if (step % 31 == 5)
    {
        assert_int_equal(imp2_world_set_material(l->world, l->worn[which], &ice), IMP_OK);
    }
    if (step % 37 == 36)
    {
        imp2_shape ball = scene_ball(0.2f);
        assert_int_equal(imp2_world_remove_collider(l->world, l->worn[which]), IMP_OK);
        l->worn[which] = scene_wear(l->world, l->bodies[which], &ball, (imp2_collider_def){.density = 2.0f});
    }
}

// The rule, once more

typedef struct known_row
{
    uint64_t a, b;
    int32_t part_a, part_b, lane;
    impi_row_bodies bodies;
} known_row;

typedef struct known_lanes
{
    int32_t count, blocks, added, rounds;
    bool stand;
    known_row rows[ROWS_MOST];
    int32_t colours[BLOCKS_MOST];
    int32_t bodies, places[PLACES_MOST];
} known_lanes;

static void look(imp2_world* w, known_lanes* k)
{
    const probe_figures figures = probe_figures_of(w);
    const impi_colours* c = probe_colours(w);
    probe_contact contact;
    probe_manifold m;
    k->count = 0;
    k->stand = figures.lanes_last;
    k->blocks = c->blocks.count;
    k->added = c->added;
    k->rounds = c->rounds;
    k->bodies = figures.bodies;
    assert_number(k->blocks, <=, BLOCKS_MOST);
    assert_number(k->bodies, <=, PLACES_MOST);
    for (int32_t i = 0; i < k->blocks; ++i)
    {
        k->colours[i] = c->blocks.data[i].colour;
    }
    for (int32_t i = 0; i < k->bodies; ++i)
    {
        k->places[i] = probe_mover_of(w, i);
    }
    for (int32_t i = 0; probe_contact_at(w, i, &contact) && !contact.asleep; ++i)
    {
        for (int32_t n = 0; probe_manifold_at(w, &contact, n, &m); ++n)
        {
            if (m.is_row)
            {
                const known_row row = {contact.a.id, contact.b.id, m.part_a, m.part_b, m.lane, m.bodies};
                assert_true(k->count < ROWS_MOST);
                k->rows[k->count++] = row;
            }
        }
    }
}

static bool shares(impi_row_bodies p, impi_row_bodies q)
{
    return (p.a >= 0 && (p.a == q.a || p.a == q.b)) || (p.b >= 0 && (p.b == q.a || p.b == q.b));
}

// The colour of row i among those that have a lane; or -1.
static int32_t colour_by_rule(const known_lanes* k, int32_t i, int32_t rounds)
{
    bool have[COLOURS_MOST] = {false};
    const known_row* row = &k->rows[i];
    for (int32_t n = 0; n < k->count; ++n)
    {
        if (k->rows[n].lane > 0 && shares(k->rows[n].bodies, row->bodies))
        {
            have[k->colours[(k->rows[n].lane - 1) / IMPI_ROW_LANES]] = true;
        }
    }
    bool both = row->bodies.a >= 0 && row->bodies.b >= 0;
    for (int32_t n = 0; n < rounds * 32; ++n)
    {
        int32_t colour = n / 32 * 32 + (both ? n % 32 : 31 - n % 32);
        if (!have[colour])
        {
            return colour;
        }
    }
    return -1;
}

// All rows without a lane get one: first colours, of so many rounds, then blocks by rising colour, then lanes. False if
// one has no colour.
static bool lanes_by_rule(known_lanes* k, int32_t rounds)
{
    static int32_t colours[ROWS_MOST];
    static bool taken[BLOCKS_MOST * IMPI_ROW_LANES];
    int32_t room[COLOURS_MOST] = {0}, before = k->blocks;
    memset(taken, 0, sizeof taken);
    for (int32_t i = 0; i < k->blocks; ++i)
    {
        room[k->colours[i]] += IMPI_ROW_LANES;
    }
    for (int32_t i = 0; i < k->count; ++i)
    {
        if (k->rows[i].lane > 0)
        {
            taken[k->rows[i].lane - 1] = true;
            room[k->colours[(k->rows[i].lane - 1) / IMPI_ROW_LANES]] -= 1;
        }
    }
    // Each colour that is found is put down as a lane of a block that is not there.
    for (int32_t i = 0; i < COLOURS_MOST; ++i)
    {
        k->colours[BLOCKS_MOST - COLOURS_MOST + i] = i;
    }
    for (int32_t i = 0; i < k->count; ++i)
    {
        colours[i] = k->rows[i].lane > 0 ? -1 : colour_by_rule(k, i, rounds);
        if (k->rows[i].lane == 0)
        {
            if (colours[i] < 0)
            {
                return false;
            }
            k->rows[i].lane = (BLOCKS_MOST - COLOURS_MOST + colours[i]) * IMPI_ROW_LANES + 1;
            room[colours[i]] -= 1;
        }
    }
    for (int32_t n = 0; n < COLOURS_MOST; ++n)
    {
        for (; room[n] < 0; room[n] += IMPI_ROW_LANES)
        {
            k->colours[k->blocks++] = n;
        }
    }
    assert_number(k->blocks, >=, before);
    assert_number(k->blocks, <=, BLOCKS_MOST - COLOURS_MOST);
    for (int32_t i = 0; i < k->count; ++i)
    {
        for (int32_t lane = 0; colours[i] >= 0 && lane < k->blocks * IMPI_ROW_LANES; ++lane)
        {
            if (k->colours[lane / IMPI_ROW_LANES] == colours[i] && !taken[lane])
            {
                taken[lane] = true;
                k->rows[i].lane = lane + 1;
                break;
            }
        }
    }
    return true;
}

static bool same_lanes(const known_lanes* p, const known_lanes* q)
{
    bool same = p->count == q->count && p->blocks == q->blocks;
    for (int32_t i = 0; i < p->count && same; ++i)
    {
        same = p->rows[i].lane == q->rows[i].lane;
    }
    for (int32_t i = 0; i < p->blocks && same; ++i)
    {
        same = p->colours[i] == q->colours[i];
    }
    return same;
}

// What becomes of lanes in a step by the rule: whether they are kept, or all rows coloured anew.
static bool kept_by_rule(const known_lanes* before, const known_lanes* after, bool stood, known_lanes* rule)
{
    bool keep = stood && before->bodies == after->bodies &&
                memcmp(before->places, after->places, (size_t)after->bodies * sizeof *after->places) == 0;
    *rule = *after;
    rule->blocks = keep ? before->blocks : 0;
    memcpy(rule->colours, before->colours, sizeof rule->colours);
    int32_t fresh = 0;
    for (int32_t i = 0; i < rule->count; ++i)
    {
        known_row* row = &rule->rows[i];
        row->lane = 0;
        for (int32_t n = 0; n < before->count && keep; ++n)
        {
            const known_row* old = &before->rows[n];
            if (old->a == row->a && old->b == row->b && old->part_a == row->part_a && old->part_b == row->part_b)
            {
                row->lane = old->lane;
            }
        }
        fresh += row->lane == 0;
    }
    known_lanes* anew = (known_lanes*)malloc(sizeof *anew);
    assert_non_null(anew);
    *anew = *rule;
    const impi_colours counts = {.added = before->added + fresh};
    keep = keep && lanes_by_rule(rule, before->rounds) &&
           !impi_colours_hollow(rule->blocks, rule->count, before->rounds) && !impi_colours_mixed(&counts, rule->count);
    if (!keep)
    {
        *rule = *anew;
        rule->blocks = 0;
        for (int32_t i = 0; i < rule->count; ++i)
        {
            rule->rows[i].lane = 0;
        }
        assert_true(lanes_by_rule(rule, IMPI_KEPT_ROUNDS));
    }
    free(anew);
    return keep;
}

// Each row has one lane, each lane that is given one row, and no two rows of a colour have a moving body in common.
static void walk(imp2_world* w, const known_lanes* k)
{
    static uint32_t taken[IMPI_KEPT_ROUNDS][PLACES_MOST];
    const probe_figures figures = probe_figures_of(w);
    const impi_colours* c = probe_colours(w);
    probe_contact contact;
    probe_manifold m;
    int32_t given = 0, places = figures.movers + 1;
    memset(taken, 0, sizeof taken);
    assert_true(figures.lanes_stand);
    assert_number(places, <=, PLACES_MOST);
    for (int32_t i = 0; i < k->blocks; ++i)
    {
        given += impi_count_bits(c->blocks.data[i].given);
        assert_int_equal(probe_lanes_used(w, i), c->blocks.data[i].given);
    }
    assert_int_equal(given, k->count);
    assert_int_equal(scene_stats(w).rows, k->count);
    for (int32_t i = 0; i < k->count; ++i)
    {
        int32_t lane = k->rows[i].lane - 1;
        assert_number(lane, >=, 0);
        assert_number(lane, <, k->blocks * IMPI_ROW_LANES);
        assert_true(c->blocks.data[lane / IMPI_ROW_LANES].given >> lane % IMPI_ROW_LANES & 1u);
        impi_row_bodies own;
        const int32_t* kept = probe_lane(w, lane, &own);
        assert_non_null(kept);
        assert_int_equal(*kept, lane + 1);
        const int32_t bodies[2] = {k->rows[i].bodies.a, k->rows[i].bodies.b};
        for (int n = 0; n < 2 && k->stand; ++n)
        {
            int32_t colour = k->colours[lane / IMPI_ROW_LANES];
            uint32_t *round = taken[colour / 32], bit = 1u << colour % 32;
            assert_true(bodies[n] < 0 || !(round[bodies[n]] & bit));
            round[bodies[n] < 0 ? 0 : bodies[n]] |= bodies[n] < 0 ? 0u : bit;
        }
    }
    for (int32_t i = 0; i < k->rounds * places && k->stand; ++i)
    {
        assert_true(i % places == 0 || taken[i / places][i % places] == c->taken.data[i]);
    }
    for (int32_t i = 0; probe_contact_at(w, i, &contact); ++i)
    {
        for (int32_t n = 0; contact.asleep && probe_manifold_at(w, &contact, n, &m); ++n)
        {
            assert_int_equal(m.lane, 0);
        }
    }
}

static void lanes_are_by_the_rule(void** state)
{
    (void)state;
    static known_lanes before, after, rule;
    for (int what = PLAIN; what < LIVES; ++what)
    {
        living l = living_make(what, NULL);
        int kept = 0, anew = 0;
        for (int step = 0; step < (what == CALM ? 200 : 100); ++step)
        {
            meddle_some(&l, step);
            bool stood = probe_figures_of(l.world).lanes_last;
            look(l.world, &before);
            scene_run(l.world, 1, DT);
            look(l.world, &after);
            walk(l.world, &after);
            bool keep = kept_by_rule(&before, &after, stood, &rule);
            assert_true(same_lanes(&after, &rule));
            kept += keep && after.added > before.added;
            anew += !keep;
        }
        printf("%d rows in %d blocks: %d steps gave some lanes, %d all\n", after.count, after.blocks, kept, anew);
        assert_number(kept, >, 30);
        assert_number(anew, >, 3);
        imp2_world_free(l.world);
    }
}

// Going on alike

static uint8_t bytes[ROOM], others[ROOM];

static void assert_alike(const imp2_world* a, const imp2_world* b)
{
    int32_t count, other;
    assert_int_equal(imp2_world_save(a, bytes, ROOM, &count), IMP_OK);
    assert_int_equal(imp2_world_save(b, others, ROOM, &other), IMP_OK);
    assert_int_equal(count, other);
    assert_memory_equal(bytes, others, (size_t)count);
}

static void loaded_worlds_have_their_lanes(void** state)
{
    (void)state;
    for (int what = 0; what < LIVES; ++what)
    {
        living l = living_make(what, NULL), twin = living_make(what, NULL);
        int rounds = 0;
        for (int step = 0; step < 80; ++step)
        {
            meddle_some(&l, step);
            meddle_some(&twin, step);
            if (step % 3 != 1)
            {
                int32_t count;
                assert_int_equal(imp2_world_save(twin.world, bytes, ROOM, &count), IMP_OK);
                assert_int_equal(imp2_world_load(twin.world, bytes, count), IMP_OK);
            }
            scene_run(l.world, 1, DT);
            scene_run(twin.world, 1, DT);
            assert_alike(l.world, twin.world);
            int now = probe_colours(l.world)->rounds;
            rounds = now > rounds ? now : rounds;
        }
        assert_true(rounds > 1 || what != STAR);
        imp2_world_free(l.world);
        imp2_world_free(twin.world);
    }
}

// Memory that is there when it is asked for again.
typedef struct shy
{
    bool on, asked;
    int failed;
} shy;

static void* shy_resize(void* user, void* block, size_t old_size, size_t new_size)
{
    shy* s = (shy*)user;
    (void)old_size;
    if (new_size == 0)
    {
        free(block);
        return NULL;
    }
    s->asked = s->on && !s->asked;
    s->failed += s->asked;
    return s->asked ? NULL : realloc(block, new_size);
}

static void steps_that_fail_have_the_same_lanes(void** state)
{
    (void)state;
    for (int what = 0; what < LIVES; ++what)
    {
        shy memory = {.on = false};
        const imp_allocator allocator = {shy_resize, &memory};
        living l = living_make(what, NULL), twin = living_make(what, &allocator);
        for (int step = 0; step < 80; ++step)
        {
            meddle_some(&l, step);
            meddle_some(&twin, step);
            scene_run(l.world, 1, DT);
            // Arrays that have grown ask for nothing. Of two: in the midst of contacts of compounds, or at the first.
            probe_shrink(twin.world, step % 2);
            memory.on = true;
            int tries = 0;
            while (imp2_world_step(twin.world, DT) != IMP_OK)
            {
                assert_true(++tries < 100);
            }
            memory.on = false;
            assert_alike(l.world, twin.world);
        }
        printf("%d allocations failed\n", memory.failed);
        assert_true(memory.failed > 80);
        imp2_world_free(l.world);
        imp2_world_free(twin.world);
    }
}

// Made-up lanes

static void assert_refused(const imp2_world* forged, const char* how)
{
    test_allocator memory = {.fail_at = -1};
    const imp_allocator allocator = test_allocator_get(&memory);
    const imp2_world_def def = {.allocator = &allocator};
    imp2_world* target;
    int32_t count, was, is;
    assert_int_equal(imp2_world_make(&def, &target), IMP_OK);
    (void)scene_floor(target);
    assert_int_equal(imp2_world_save(target, others, ROOM, &was), IMP_OK);
    assert_int_equal(imp2_world_save(forged, bytes, ROOM, &count), IMP_OK);
    imp_status status = imp2_world_load(target, bytes, count);
    if (imp_status_fault(status) != IMP_ERR_FORMAT)
    {
        printf("%s: let in\n", how);
    }
    assert_int_equal(imp_status_fault(status), IMP_ERR_FORMAT);
    assert_int_equal(imp2_world_save(target, bytes, ROOM, &is), IMP_OK);
    assert_int_equal(was, is);
    assert_memory_equal(bytes, others, (size_t)is);
    assert_true(memory.most_bytes < 200 * (int64_t)count + 65536);
    imp2_world_free(target);
}

// Which lanes two rows of one moving body have, of other colours, and the first of all.
static void find_neighbours(imp2_world* w, int32_t* found[2])
{
    impi_row_bodies p, q;
    for (int32_t i = 0; i < probe_colours(w)->blocks.count * IMPI_ROW_LANES; ++i)
    {
        for (int32_t k = 0; k < i; ++k)
        {
            found[0] = probe_lane(w, i, &p);
            found[1] = probe_lane(w, k, &q);
            if (found[0] && found[1] && shares(p, q))
            {
                return;
            }
        }
    }
    fail_msg("no two rows of one moving body");
}

static void made_up_lanes_are_refused(void** state)
{
    (void)state;
    static impi_lane_block many[100000];
    living l = living_make(PLAIN, NULL);
    scene_run(l.world, 110, DT);
    imp2_world* w = l.world;
    impi_colours* c = probe_colours(w);
    int32_t* rows[2] = {NULL, NULL};
    find_neighbours(w, rows);
    const int32_t lane = *rows[0], other = *rows[1], last = c->blocks.count * IMPI_ROW_LANES;
    int32_t* colour = &c->blocks.data[(lane - 1) / IMPI_ROW_LANES].colour;
    const int32_t colour_was = *colour, lanes[] = {0, last + 1, INT32_MAX, other};
    const char* const how[] = {"a row without a lane", "a lane beyond the last", "a lane far beyond",
                               "one lane for two"};
    for (int i = 0; i < 4; ++i)
    {
        *rows[0] = lanes[i];
        assert_refused(w, how[i]);
    }
    *rows[0] = lane;
    impi_row_bodies bodies;
    int32_t* first = probe_lane(w, 0, &bodies);
    assert_non_null(first);
    assert_int_equal(c->blocks.data[0].given & 3u, 3);
    *first = 2;
    assert_refused(w, "one lane for two of a block");
    *first = 1;
    *colour = c->blocks.data[(other - 1) / IMPI_ROW_LANES].colour;
    assert_refused(w, "a colour twice at a body");
    *colour = COLOURS_MOST;
    assert_refused(w, "a colour that is none");
    *colour = colour_was;
    impi_lane_block* own = c->blocks.data;
    const int32_t own_count = c->blocks.count;
    c->blocks.data = many;
    for (int i = 0; i < 100000; ++i)
    {
        many[i] = i < own_count ? own[i] : many[0];
    }
    for (c->blocks.count = 100000; c->blocks.count > 2 * own_count + 64; c->blocks.count /= 2)
    {
        assert_refused(w, "too many blocks");
    }
    c->blocks.count = own_count - 1;
    while (many[c->blocks.count].given == 0)
    {
        --c->blocks.count;  // a hole
    }
    assert_refused(w, "too few blocks");
    c->blocks.data = own;
    c->blocks.count = own_count;
    int32_t count;
    assert_int_equal(imp2_world_save(w, bytes, ROOM, &count), IMP_OK);
    assert_int_equal(imp2_world_load(w, bytes, count), IMP_OK);
    imp2_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lanes_are_by_the_rule),
        cmocka_unit_test(loaded_worlds_have_their_lanes),
        cmocka_unit_test(steps_that_fail_have_the_same_lanes),
        cmocka_unit_test(made_up_lanes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
