// SPDX-License-Identifier: MIT
//
// The scene concave: meshes that move as convex parts, or with distance fields.

#define _POSIX_C_SOURCE 200809L

#include "concave3.h"

#include "oracle/solids3.h"

#include "impinge/impinge3.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum
{
    HEAP_SIDE = 4,
    HEAP_COUNT = HEAP_SIDE * HEAP_SIDE * HEAP_SIDE,
    HEAP_FALLING = 120,  // steps
    HEAP_SETTLING = 360,
    HEAP_RESTING = 60,
    NUT_STEPS = 120
};

#define HEAP_PATIENCE 40.0  // [s]
#define TOLERANCE_SHARE 0.02f
#define NUT_CELL 0.00025f
#define STEP (1.0f / 60.0f)

static const imp3_bvh_choice TREE = {IMP3_BVH_BINS, IMP3_VOLUME_BOX, 0, false};

double concave_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void concave_must(imp_status status, const char* what)
{
    if (status)
    {
        fprintf(stderr, "impinge-bench: concave: %s: %s\n", what, imp_status_text(status));
        exit(1);
    }
}

imp3_vec concave_size(const imp3_compound* c)
{
    const imp3_pose here = imp3_pose_identity();
    imp3_box box;
    concave_must(imp3_compound_bounds(c, &here, &box), "bounds");
    return imp3_vec_sub(box.upper, box.lower);
}

float concave_longest_side(const imp3_compound* c)
{
    imp3_vec wide = concave_size(c);
    return fmaxf(wide.x, fmaxf(wide.y, wide.z));
}

void concave_report(bench* b, const char* row, const char* figure, double value, const char* unit)
{
    bench_entry e = bench_entry_make("concave", row, figure, value, unit);
    bench_report(b, &e);
}

static imp_body add_body(imp3_world* w, int32_t kind, imp3_pose pose)
{
    imp3_body_def def = imp3_body_default();
    imp_body made;
    def.kind = kind;
    def.pose = pose;
    concave_must(imp3_world_add_body(w, &def, &made), "body");
    return made;
}

// Heaps

static imp3_world* heap_world(const imp3_compound* set)
{
    imp3_world_def def = imp3_world_default();
    imp3_world* w;
    imp3_shape plane;
    const imp3_vec up = {0.0f, 1.0f, 0.0f};
    imp3_vec wide = concave_size(set);
    float cell = 1.05f * sqrtf(imp3_vec_dot(wide, wide));
    bench_rng rng = {64};
    def.gravity.y = -10.0f;
    concave_must(imp3_world_make(&def, &w), "world");
    concave_must(imp3_half_space_make(up, 0.0f, &plane), "plane");
    imp_body ground = add_body(w, IMP_BODY_STATIC, imp3_pose_identity());
    concave_must(imp3_world_add_collider(w, ground, &plane, NULL, NULL), "plane");
    for (int k = 0; k < HEAP_COUNT; ++k)
    {
        imp3_pose pose = imp3_pose_identity();
        float q[4];
        for (int i = 0; i < 4; ++i)
        {
            q[i] = (float)bench_rng_range(&rng, -1.0, 1.0);
        }
        const imp3_quat turn = {q[0], q[1], q[2], q[3]};
        concave_must(imp3_rot_of_quat(turn, &pose.q), "turn");
        pose.p.x = cell * (float)(k % HEAP_SIDE);
        pose.p.z = cell * (float)(k / HEAP_SIDE % HEAP_SIDE);
        pose.p.y = cell * (0.5f + (float)(k / HEAP_SIDE / HEAP_SIDE));
        concave_must(imp3_world_add_compound(w, add_body(w, IMP_BODY_DYNAMIC, pose), set, NULL, NULL), "parts");
    }
    return w;
}

/// Takes steps until patience is over; how many, and their time.
static int take_steps(imp3_world* w, int steps, double patience, double* seconds)
{
    double start = concave_seconds();
    int done = 0;
    *seconds = 0.0;
    for (; done < steps && *seconds < patience; ++done)
    {
        concave_must(imp3_world_step(w, STEP), "step");
        *seconds = concave_seconds() - start;
    }
    return done;
}

static double deepest_of(const imp3_world* w)
{
    int32_t count = 0;
    (void)imp3_world_contacts(w, NULL, 0, &count);
    imp3_world_contact* contacts = bench_alloc((uint64_t)count + 1, sizeof *contacts);
    double most = 0.0;
    concave_must(imp3_world_contacts(w, contacts, count, &count), "contacts");
    for (int32_t i = 0; i < count; ++i)
    {
        most = fmax(most, (double)contacts[i].manifold.depth);
    }
    free(contacts);
    return most;
}

/// Energy of motion for each kilogram.
static double energy_of(imp3_world* w)
{
    imp_body bodies[HEAP_COUNT + 1];
    int32_t count = 0;
    double energy = 0.0, mass = 0.0;
    concave_must(imp3_world_bodies(w, bodies, HEAP_COUNT + 1, &count), "bodies");
    for (int32_t i = 0; i < count; ++i)
    {
        imp3_body_state s;
        concave_must(imp3_world_get_body(w, bodies[i], &s), "body");
        energy += 0.5 * (double)s.mass * (double)imp3_vec_dot(s.velocity, s.velocity);
        mass += (double)s.mass;
    }
    return mass > 0.0 ? energy / mass : 0.0;
}

static void report_heap(bench* b, const char* row, const imp3_compound* set)
{
    if (!bench_wanted(b, row))
    {
        return;
    }
    imp3_world* w = heap_world(set);
    double seconds, settling, left = b->quick ? 0.1 * HEAP_PATIENCE : HEAP_PATIENCE;
    int done = take_steps(w, HEAP_FALLING, left, &seconds);
    bench_report_limit(b, bench_entry_make("concave", row, "falling", 1e3 * seconds / done, "ms"), "must", 6.0);
    int settled = take_steps(w, HEAP_SETTLING, left - seconds, &settling);
    if (settled == HEAP_SETTLING)
    {
        done = take_steps(w, HEAP_RESTING, left, &seconds);
        bench_report_limit(b, bench_entry_make("concave", row, "rest", 1e3 * seconds / done, "ms"), "must", 6.0);
        imp_world_stats stats;
        concave_must(imp3_world_stats(w, &stats), "stats");
        concave_report(b, row, "awake", stats.awake, "");
        concave_report(b, row, "overlap", deepest_of(w) / (double)concave_longest_side(set), "sides");
        concave_report(b, row, "energy", energy_of(w), "J/kg");
    }
    imp3_world_free(w);
}

static double corners_of(const imp3_compound* set)
{
    double sum = 0.0;
    for (int32_t i = 0; i < set->part_count; ++i)
    {
        sum += set->parts[i].count;
    }
    return sum;
}

static void report_parts(bench* b, const mesh3* mesh)
{
    char row[64], heap[64];
    snprintf(row, sizeof row, "decompose.%s", mesh->name);
    snprintf(heap, sizeof heap, "heap.%s", mesh->name);
    if (!bench_wanted(b, row) && !bench_wanted(b, heap))
    {
        return;
    }
    imp3_compound whole = mesh3_compound(mesh, TREE, false), set;
    imp3_decompose_report fit;
    const imp3_decompose_choice choice = {TOLERANCE_SHARE * concave_longest_side(&whole), 0};
    double start = concave_seconds();
    concave_must(imp3_mesh_decompose(&whole, &choice, NULL, NULL, &set, &fit), mesh->name);
    double seconds = concave_seconds() - start;
    if (bench_wanted(b, row))
    {
        bench_report_limit(b, bench_entry_make("concave", row, "", seconds, "s"), "must", 5.0);
        concave_report(b, row, "parts", fit.parts, "");
        concave_report(b, row, "corners", corners_of(&set), "");
        concave_report(b, row, "out", (double)(fit.outwards / choice.tolerance), "");
    }
    report_heap(b, heap, &set);
    imp3_compound_free(&set);
    imp3_compound_free(&whole);
}

// Fields

static void report_field(bench* b, const mesh3* mesh)
{
    char row[64];
    snprintf(row, sizeof row, "field.%s", mesh->name);
    if (bench_wanted(b, row))
    {
        imp3_compound whole = mesh3_compound(mesh, TREE, false);
        double start = concave_seconds();
        concave_must(imp3_mesh_add_field(&whole, concave_longest_side(&whole) / 128.0f), mesh->name);
        bench_entry e = bench_entry_make("concave", row, "", concave_seconds() - start, "s");
        bench_report_limit(b, e, "must", 2.0);
        concave_report(b, row, "triangles", mesh->count, "");
        imp3_compound_free(&whole);
    }
}

/// A nut on a bolt M20 x 2.5 with a gap of 0.1 mm.
typedef struct nut_scene
{
    imp3_compound bolt, nut;
    imp3_world* w;
    imp_body moving;
} nut_scene;

static nut_scene make_nut(void)
{
    const test_thread bolt = {0.010, 0.0025, 0.0, 0.0, 8, 96}, nut = {0.010, 0.0025, 0.0001, 0.015, 4, 84};
    nut_scene s = {.bolt = test_solid_mesh(test_solid_bolt(&bolt), NUT_CELL),
                   .nut = test_solid_mesh(test_solid_nut(&nut), NUT_CELL)};
    imp3_world_def def = imp3_world_default();
    imp3_collider_def collider = imp3_collider_default();
    imp3_pose pose = imp3_pose_identity();
    def.gravity.z = -10.0f;
    def.length_unit = 0.01f;
    def.sub_steps = 8;
    def.no_sleep = true;
    collider.density = 7800.0f;
    collider.material.friction = 0.05f;
    concave_must(imp3_world_make(&def, &s.w), "world");
    imp_body ground = add_body(s.w, IMP_BODY_STATIC, pose);
    pose.p.z = -0.00009f;
    s.moving = add_body(s.w, IMP_BODY_DYNAMIC, pose);
    concave_must(imp3_world_add_compound(s.w, ground, &s.bolt, &collider, NULL), "bolt");
    concave_must(imp3_world_add_compound(s.w, s.moving, &s.nut, &collider, NULL), "nut");
    return s;
}

static imp3_body_state state_of_nut(const nut_scene* s)
{
    imp3_body_state r;
    concave_must(imp3_world_get_body(s->w, s->moving, &r), "nut");
    return r;
}

/// Turns the nut, at a speed that is set before each step, or lets it rest. A limit of 0 is none.
static void report_nut_at(bench* b, const char* row, float speed, double limit)
{
    if (!bench_wanted(b, row))
    {
        return;
    }
    nut_scene s = make_nut();
    double seconds, all = 0.0;
    (void)take_steps(s.w, 10, HEAP_PATIENCE, &seconds);
    const imp3_body_state before = state_of_nut(&s);
    const int steps = b->quick ? NUT_STEPS / 4 : NUT_STEPS;
    for (int i = 0; i < steps; ++i)
    {
        const imp3_vec spin = {0.0f, 0.0f, speed};
        const imp3_body_state now = state_of_nut(&s);
        if (speed > 0.0f)
        {
            concave_must(imp3_world_set_velocity(s.w, s.moving, now.velocity, spin), "spin");
        }
        (void)take_steps(s.w, 1, HEAP_PATIENCE, &seconds);
        all += seconds;
    }
    const imp3_body_state after = state_of_nut(&s);
    const imp3_pose here = imp3_pose_identity();
    imp3_compound_contacts found = {0};
    concave_must(imp3_compound_collide(&s.bolt, &here, &s.nut, &after.pose, 0.0f, &found), "overlap");
    double overlap = (double)(found.depth / (0.5f * NUT_CELL));
    if (limit > 0.0)
    {
        bench_report_limit(b, bench_entry_make("concave", row, "step", 1e3 * all / steps, "ms"), "must", limit);
    }
    else
    {
        concave_report(b, row, "step", 1e3 * all / steps, "ms");
    }
    bench_report_limit(b, bench_entry_make("concave", row, "overlap", overlap, ""), "half cell", 1.0);
    concave_report(b, row, "slid", 60e6 * fabs((double)(after.pose.p.z - before.pose.p.z)) / steps, "um/s");
    imp3_world_free(s.w);
    imp3_compound_free(&s.bolt);
    imp3_compound_free(&s.nut);
}

/// The slowest step of a nut that comes down on the end of a bolt and spins: it is swept, and not in contact.
static void report_nut_off(bench* b, const char* row, float spin, double limit)
{
    if (!bench_wanted(b, row))
    {
        return;
    }
    nut_scene s = make_nut();
    imp3_pose above = imp3_pose_identity();
    above.p.z = 0.0225f;
    const imp3_vec still = {0.0f, 0.0f, 0.0f}, turning = {0.0f, 0.0f, spin};
    concave_must(imp3_world_set_pose(s.w, s.moving, &above), "pose");
    concave_must(imp3_world_set_velocity(s.w, s.moving, still, turning), "spin");
    double seconds, slowest = 0.0;
    for (int i = 0; i < NUT_STEPS / 2; ++i)
    {
        (void)take_steps(s.w, 1, HEAP_PATIENCE, &seconds);
        slowest = fmax(slowest, seconds);
    }
    bench_report_limit(b, bench_entry_make("concave", row, "slowest", 1e3 * slowest, "ms"), "must", limit);
    imp3_world_free(s.w);
    imp3_compound_free(&s.bolt);
    imp3_compound_free(&s.nut);
}

static void report_nut(bench* b)
{
    report_nut_at(b, "nut.m20", 0.0f, 0.5);
    report_nut_at(b, "nut.turning", 3.0f, 0.5);
    report_nut_at(b, "nut.fast", 20.0f, 0.0);
    report_nut_off(b, "nut.off", 400.0f, 100.0);
}

void bench_concave(bench* b)
{
    mesh3 mesh;
    if (mesh3_find("bunny25k", &mesh))
    {
        report_parts(b, &mesh);
        mesh3_free(&mesh);
    }
    mesh3_make_torus(48, 24, &mesh);
    report_parts(b, &mesh);
    mesh3_free(&mesh);
    mesh3_make_torus(350, 100, &mesh);
    report_field(b, &mesh);
    mesh3_free(&mesh);
    report_nut(b);
    bench_concave_folder(b);
}
