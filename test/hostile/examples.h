// SPDX-License-Identifier: MIT
//
// Hostile calls: valid examples by type, some_<type>(variant), from which the table takes what it then spoils. Part of
// calls_test.c.

#ifndef IMP_TEST_HOSTILE_EXAMPLES_H
#define IMP_TEST_HOSTILE_EXAMPLES_H

#include "support.h"

#include "impinge/impinge.h"

// How long arrays are.
#define POINTS 12
#define PAIRS 5
#define SNAPSHOT 2048
#define VERTICES 64
#define MANIFOLDS (POINTS * POINTS)
#define FORCES 4
#define LINKS 2

enum
{
    SHAPES = 9,
    SOLIDS = 8,     // shapes of space that have an end
    COMPOUNDS = 3,  // of either dimension
    VARIANTS = 48
};

static imp2_shape shapes[SHAPES];  // the last one owns memory
static imp2_compound compounds[COMPOUNDS];
static imp3_shape shapes3[SOLIDS + 1];  // the last solid owns memory; after it a half-space
static imp3_compound compounds3[COMPOUNDS];
static imp3_compound meshes3[2];  // an open one and a closed one, of the same four points
static imp3_compound fitted3;     // a closed one with a distance field
static imp3_compound parts3;      // what it is as convex parts
static test_allocator memory = {.fail_at = -1};

// A small number from the variant and the position of an argument; different for different arguments.
static int pick(int v, int position)
{
    uint32_t mixed = ((uint32_t)v * 16u + (uint32_t)position) * 2654435769u;
    return (int)(mixed >> 24);
}

static imp2_vec corner(int i)
{
    static const imp2_vec corners[POINTS] = {{5, 0},  {4, 3},   {3, 4},   {0, 5},  {-3, 4}, {-4, 3},
                                             {-5, 0}, {-4, -3}, {-3, -4}, {0, -5}, {3, -4}, {4, -3}};
    return corners[i];
}

static imp2_vec some_imp2_vec(int v)
{
    static const imp2_vec vectors[] = {{1, 2}, {-0.5f, 0.25f}, {3, -1}, {0, 1}, {-2, 0}, {0.125f, -7}, {-4, -4}};
    return vectors[v % 7];
}

static imp2_rot some_imp2_rot(int v)
{
    static const imp2_rot rotations[] = {{1, 0}, {0.6f, 0.8f}, {0, -1}, {-0.8f, 0.6f}, {0.70710677f, 0.70710677f}};
    return rotations[v % 5];
}

static imp2_pose some_imp2_pose(int v)
{
    return (imp2_pose){some_imp2_vec(v), some_imp2_rot(v / 2)};
}

static imp2_box some_imp2_box(int v)
{
    return (imp2_box){{-1, -2}, {(float)(v % 3), 0.5f}};
}

static imp2_shape some_small_shape(int v)
{
    return shapes[v % (SHAPES - 1)];
}

static imp2_shape some_imp2_shape(int v)
{
    return shapes[v % SHAPES];
}

static imp2_compound some_small_compound(int v)
{
    imp2_compound c;
    assert_int_equal(imp2_compound_of_shape(&shapes[v % SHAPES], &c), IMP_OK);
    return c;
}

static imp2_compound some_imp2_compound(int v)
{
    return v % 2 ? some_small_compound(v) : compounds[v / 2 % COMPOUNDS];
}

static imp2_polyline some_imp2_polyline(int v)
{
    return (imp2_polyline){NULL, POINTS, v % 2, v % 3 == 0};
}

static imp2_outlines some_imp2_outlines(int v)
{
    return (imp2_outlines){NULL, NULL, 1, v % 2};
}

static imp2_region_cut some_imp2_region_cut(int v)
{
    (void)v;
    return (imp2_region_cut){NULL, NULL, NULL, NULL, 1, 1};
}

static imp2_mover some_imp2_mover(int v)
{
    return (imp2_mover){NULL, some_imp2_pose(v), some_imp2_vec(v / 3), 0.25f};
}

static imp2_compound_mover some_imp2_compound_mover(int v)
{
    return (imp2_compound_mover){NULL, some_imp2_pose(v), some_imp2_vec(v / 3), 0.25f};
}

static imp2_compound_contacts some_imp2_compound_contacts(int v)
{
    (void)v;
    return (imp2_compound_contacts){NULL, MANIFOLDS, 0, {0, 0}, 0};
}

static imp2_manifold some_imp2_manifold(int v)
{
    return (imp2_manifold){{0.6f, 0.8f}, 0.25f, v % 3, {{{1, 2}, 0.25f, 7}, {{2, 1}, -0.125f, 8}}};
}

static imp2_dynamics some_imp2_dynamics(int v)
{
    return (imp2_dynamics){some_imp2_vec(v), some_imp2_vec(v + 3), 0.5f, (float)(v % 3), (float)(v % 2)};
}

// Their arrays are filled in by the table.
static imp2_boxes some_imp2_boxes(int v)
{
    (void)v;
    return (imp2_boxes){0};
}

static imp2_circles some_imp2_circles(int v)
{
    (void)v;
    return (imp2_circles){0};
}

static imp2_shapes some_imp2_shapes(int v)
{
    (void)v;
    return (imp2_shapes){0};
}

static imp2_rays some_imp2_rays(int v)
{
    (void)v;
    return (imp2_rays){0};
}

static imp2_hits some_imp2_hits(int v)
{
    (void)v;
    return (imp2_hits){0};
}

static imp2_manifolds some_imp2_manifolds(int v)
{
    (void)v;
    return (imp2_manifolds){0};
}

static imp_allocator some_imp_allocator(int v)
{
    (void)v;
    return test_allocator_get(&memory);
}

static imp3_vec some_imp3_vec(int v)
{
    imp2_vec a = some_imp2_vec(v);
    return (imp3_vec){a.x, a.y, (float)(v % 3)};
}

static imp3_quat some_imp3_quat(int v)
{
    imp3_vec a = some_imp3_vec(v);
    return (imp3_quat){a.x, a.y, a.z, (float)(v % 2)};
}

static imp3_rot some_imp3_rot(int v)
{
    static const imp3_rot rotations[] = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                                         {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}},
                                         {{0.6f, 0.8f, 0}, {-0.8f, 0.6f, 0}, {0, 0, 1}},
                                         {{-1, 0, 0}, {0, -0.6f, 0.8f}, {0, 0.8f, 0.6f}}};
    return rotations[v % 4];
}

static imp3_pose some_imp3_pose(int v)
{
    return (imp3_pose){some_imp3_vec(v), some_imp3_rot(v / 2)};
}

static imp3_box some_imp3_box(int v)
{
    imp2_box a = some_imp2_box(v);
    return (imp3_box){{a.lower.x, a.lower.y, -0.5f}, {a.upper.x, a.upper.y, 2.0f}};
}

static imp3_vec corner3(int i)
{
    imp2_vec a = corner(i);
    return (imp3_vec){a.x, a.y, (float)(i % 3 - 1)};
}

static imp3_shape some_imp3_shape(int v)
{
    return shapes3[v % (SOLIDS + 1)];
}

static imp3_shape some_solid_shape3(int v)
{
    return shapes3[v % SOLIDS];
}

static imp3_shape some_small_shape3(int v)
{
    return shapes3[v % (SOLIDS - 1)];
}

static imp3_shape some_faced_shape3(int v)
{
    static const int faced[] = {2, 3, 4, 7};
    return shapes3[faced[v % 4]];
}

static imp3_compound some_small_compound3(int v)
{
    imp3_compound c;
    assert_int_equal(imp3_compound_of_shape(&shapes3[v % SOLIDS], &c), IMP_OK);
    return c;
}

static imp3_compound some_imp3_compound(int v)
{
    return v % 2 ? some_small_compound3(v) : compounds3[v / 2 % COMPOUNDS];
}

static imp3_compound some_mesh3(int v)
{
    return meshes3[v % 2];
}

static imp3_compound some_closed_mesh3(int v)
{
    (void)v;
    return meshes3[1];
}

static imp3_decompose_choice some_imp3_decompose_choice(int v)
{
    return (imp3_decompose_choice){.tolerance = 0.25f, .most_parts = v % 3};
}

static bool go_on_always(void* user, float done)
{
    (void)user;
    return done <= 1.0f;
}

static imp_progress some_imp_progress(int v)
{
    (void)v;
    return (imp_progress){go_on_always, NULL};
}

static imp3_compound some_fitted_mesh3(int v)
{
    (void)v;
    return fitted3;
}

static imp3_compound some_parts3(int v)
{
    (void)v;
    return parts3;
}

static imp3_mesh_work some_imp3_mesh_work(int v)
{
    return (imp3_mesh_work){v, 0};
}

static imp3_mesh_walk some_imp3_mesh_walk(int v)
{
    return (imp3_mesh_walk){.order = v % 3, .stop_after = v % 4};
}

static imp3_mesh_pairs some_imp3_mesh_pairs(int v)
{
    (void)v;
    return (imp3_mesh_pairs){.capacity = MANIFOLDS};
}

static imp3_mesh_parts some_imp3_mesh_parts(int v)
{
    (void)v;
    return (imp3_mesh_parts){.capacity = MANIFOLDS};
}

static imp3_compound_nearest some_imp3_compound_nearest(int v)
{
    return (imp3_compound_nearest){.part_a = v % 4 - 1, .part_b = v % 3};
}

static imp3_triangles some_imp3_triangles(int v)
{
    return (imp3_triangles){.radius = 0.125f * (float)(v % 2), .one_sided = v % 3 == 0};
}

static imp3_heights some_imp3_heights(int v)
{
    return (imp3_heights){.step_x = 0.5f, .step_y = 1.0f + (float)(v % 2), .two_sided = v % 3 == 0};
}

static imp3_face some_imp3_face(int v)
{
    (void)v;
    return (imp3_face){.capacity = POINTS};
}

static imp3_mover some_imp3_mover(int v)
{
    return (imp3_mover){NULL, some_imp3_pose(v), some_imp3_vec(v / 3), {0.25f, 0.0f, -0.125f}};
}

static imp3_compound_mover some_imp3_compound_mover(int v)
{
    return (imp3_compound_mover){NULL, some_imp3_pose(v), some_imp3_vec(v / 3), {0.25f, 0.0f, -0.125f}};
}

static imp3_shape_pair some_imp3_shape_pair(int v)
{
    return (imp3_shape_pair){NULL, some_imp3_pose(v), NULL, some_imp3_pose(v / 5)};
}

// What a pair remembers may be anything.
static imp3_cache some_imp3_cache(int v)
{
    return (imp3_cache){(uint32_t)v * 2654435769u, v % 5, {v, 1, 2, 3}, {3, v, 1, 0}, some_imp3_vec(v)};
}

static imp3_compound_contacts some_imp3_compound_contacts(int v)
{
    (void)v;
    return (imp3_compound_contacts){.capacity = MANIFOLDS};
}

static imp3_manifold some_imp3_manifold(int v)
{
    return (imp3_manifold){{0.6f, 0.0f, 0.8f},
                           0.25f,
                           v % (IMP3_POINT_MAX + 1),
                           {{{1, 2, 0}, 0.25f, 7}, {{2, 1, 0}, -0.125f, 8}, {{2, 2, 0}, 0, 9}, {{1, 1, 0}, 0, 10}}};
}

static imp3_dynamics some_imp3_dynamics(int v)
{
    return (imp3_dynamics){some_imp3_vec(v),
                           some_imp3_vec(v + 3),
                           {0.5f, 0.0f, -0.25f},
                           (float)(v % 3),
                           {2.0f, 1.0f, 4.0f, 0.5f, 0.0f, -0.25f * (float)(v % 2)}};
}

static imp3_corners some_imp3_corners(int v)
{
    return (imp3_corners){some_imp3_vec(v), some_imp3_vec(v + 2), some_imp3_vec(v + 3)};
}

// Their arrays are filled in by the table.
static imp3_shapes some_imp3_shapes(int v)
{
    (void)v;
    return (imp3_shapes){0};
}

static imp3_rays some_imp3_rays(int v)
{
    (void)v;
    return (imp3_rays){0};
}

static imp_filter some_imp_filter(int v)
{
    return (imp_filter){(uint32_t)v % 4, (uint32_t)v % 3};
}

// What belongs to an index, for both dimensions. A call may change its indexes, and may have two: the last two that
// were asked for live.
#define INDEX_EXAMPLES(d)                                                                                              \
    static imp##d##_index* indexes##d[2];                                                                              \
    static imp##d##_thing some_imp##d##_thing(int v)                                                                   \
    {                                                                                                                  \
        return (imp##d##_thing){some_imp##d##_box(v), 7, some_imp_filter(v)};                                          \
    }                                                                                                                  \
    static imp##d##_index* some_imp##d##_index(int v)                                                                  \
    {                                                                                                                  \
        imp##d##_index_def def = {.kind = v % IMP_INDEX_KIND_COUNT};                                                   \
        imp##d##_index* made = NULL;                                                                                   \
        imp##d##_index_free(indexes##d[1]);                                                                            \
        indexes##d[1] = indexes##d[0];                                                                                 \
        indexes##d[0] = NULL;                                                                                          \
        assert_int_equal(imp##d##_index_make(&def, &made), IMP_OK);                                                    \
        for (int i = 0; i < PAIRS; ++i)                                                                                \
        {                                                                                                              \
            imp##d##_thing thing = some_imp##d##_thing(v + i);                                                         \
            thing.filter = (imp_filter){0, 0};                                                                         \
            assert_int_equal(imp##d##_index_add(made, &thing, 1, NULL), IMP_OK);                                       \
        }                                                                                                              \
        indexes##d[0] = made;                                                                                          \
        return made;                                                                                                   \
    }                                                                                                                  \
    static imp##d##_points* points_of##d;                                                                              \
    static imp##d##_points* some_imp##d##_points(int v)                                                                \
    {                                                                                                                  \
        (void)v;                                                                                                       \
        assert_true(points_of##d || imp##d##_points_make(NULL, &points_of##d) == IMP_OK);                              \
        return points_of##d;                                                                                           \
    }                                                                                                                  \
    static imp##d##_index_def some_imp##d##_index_def(int v)                                                           \
    {                                                                                                                  \
        return (imp##d##_index_def){.kind = v % IMP_INDEX_KIND_COUNT, .margin = (float)(v % 2)};                       \
    }                                                                                                                  \
    static imp##d##_index_ray some_imp##d##_index_ray(int v)                                                           \
    {                                                                                                                  \
        return (imp##d##_index_ray){some_imp##d##_vec(v), some_imp##d##_vec(v / 2), some_imp_filter(v)};               \
    }                                                                                                                  \
    static imp##d##_index_sweep some_imp##d##_index_sweep(int v)                                                       \
    {                                                                                                                  \
        return (imp##d##_index_sweep){some_imp##d##_box(v), some_imp##d##_vec(v / 2), some_imp_filter(v)};             \
    }                                                                                                                  \
    static imp##d##_index_spot some_imp##d##_index_spot(int v)                                                         \
    {                                                                                                                  \
        return (imp##d##_index_spot){some_imp##d##_vec(v), (float)(v % 3), some_imp_filter(v)};                        \
    }

INDEX_EXAMPLES(2)
INDEX_EXAMPLES(3)

static imp_pool* pool;

static imp_pool* some_imp_pool(int v)
{
    (void)v;
    assert_true(pool || imp_pool_make(1, NULL, &pool) == IMP_OK);
    return pool;
}

static imp_jobs some_imp_jobs(int v)
{
    imp_jobs jobs;
    assert_int_equal(imp_pool_jobs(some_imp_pool(v), &jobs), IMP_OK);
    return jobs;
}

// Particles that have touched each other and a solid, with forces and links. A call may change them: they are made anew for
// each.
#define PARTICLES_EXAMPLES(d)                                                                                          \
    static imp##d##_particles* particles##d;                                                                           \
    static imp##d##_vec some_up##d(void)                                                                               \
    {                                                                                                                  \
        imp##d##_vec up = {0};                                                                                         \
        up.x = 0.6f;                                                                                                   \
        up.y = 0.8f;                                                                                                   \
        return up;                                                                                                     \
    }                                                                                                                  \
    static void one_force##d(void* user, const imp##d##_force_input* input, imp##d##_vec* force)                       \
    {                                                                                                                  \
        (void)user;                                                                                                    \
        force->x = input->mass;                                                                                        \
    }                                                                                                                  \
    static imp##d##_particles_def some_imp##d##_particles_def(int v)                                                   \
    {                                                                                                                  \
        return (imp##d##_particles_def){.gravity = some_imp##d##_vec(v),                                               \
                                        .sub_steps = 1 + v % 2,                                                        \
                                        .material = {0.5f, 0.5f, 0.25f, 0.0f, v % 4},                                  \
                                        .collide = v % 3,                                                              \
                                        .turn = v % 2,                                                                 \
                                        .rest = v % IMP_REST_COUNT};                                                   \
    }                                                                                                                  \
    static imp##d##_particle some_imp##d##_particle(int v)                                                             \
    {                                                                                                                  \
        return (imp##d##_particle){.position = some_imp##d##_vec(v),                                                   \
                                   .velocity = some_imp##d##_vec(v / 2),                                               \
                                   .mass = (float)(v % 4),                                                             \
                                   .radius = 0.5f * (float)(v % 3),                                                    \
                                   .damping = 0.25f * (float)(v % 2),                                                  \
                                   .groups = 1u + (uint32_t)v % 3};                                                    \
    }                                                                                                                  \
    static imp##d##_end some_imp##d##_end(int v)                                                                       \
    {                                                                                                                  \
        return (imp##d##_end){                                                                                         \
            .kind = v % IMP_END_KIND_COUNT, .particle = v % PAIRS, .solid = 1, .point = some_imp##d##_vec(v)};         \
    }                                                                                                                  \
    static imp##d##_force some_imp##d##_force(int v)                                                                   \
    {                                                                                                                  \
        return (imp##d##_force){.kind = 1 + v % (IMP_FORCE_KIND_COUNT - 1),                                            \
                                .groups = (uint32_t)v % 2,                                                             \
                                .a = some_imp##d##_end(v / 2),                                                         \
                                .b = some_imp##d##_end(v / 3),                                                         \
                                .vector = some_up##d(),                                                                \
                                .center = some_imp##d##_vec(v),                                                        \
                                .strength = (float)(v % 5),                                                            \
                                .damping = 0.5f,                                                                       \
                                .length = (float)(v % 3),                                                              \
                                .linear = 0.25f,                                                                       \
                                .quadratic = 0.125f,                                                                   \
                                .volume = 1.0f,                                                                        \
                                .function = one_force##d};                                                             \
    }                                                                                                                  \
    static imp##d##_link some_imp##d##_link(int v)                                                                     \
    {                                                                                                                  \
        return (imp##d##_link){.kind = IMP_LINK_ROD + v % 2,                                                           \
                               .a = some_imp##d##_end(v / 2),                                                          \
                               .b = some_imp##d##_end(v / 3),                                                          \
                               .length = (float)(v % 3),                                                               \
                               .restitution = 0.5f,                                                                    \
                               .stiffness = 4.0f * (float)(v % 2)};                                                    \
    }                                                                                                                  \
    static imp##d##_solid some_imp##d##_solid(int v)                                                                   \
    {                                                                                                                  \
        return (imp##d##_solid){.kind = v % SOLIDS##d,                                                                 \
                                .pose = some_imp##d##_pose(v),                                                         \
                                .half = some_up##d(),                                                                  \
                                .radius = 0.25f * (float)(v % 2),                                                      \
                                .velocity = some_imp##d##_vec(v / 3),                                                  \
                                .inverse_mass = (float)(v % 2),                                                        \
                                .inverse_inertia = (float)(v % 3),                                                     \
                                .material = {0.5f, 0.5f, 0.0f, 0.25f, 1},                                              \
                                .id = 1 + (uint64_t)v % 3};                                                            \
    }                                                                                                                  \
    static imp##d##_particles* new_imp##d##_particles(int v)                                                           \
    {                                                                                                                  \
        imp##d##_particles_def def = some_imp##d##_particles_def(v);                                                   \
        imp##d##_particles* made;                                                                                      \
        imp##d##_solid floor = some_imp##d##_solid(IMP_SOLID_BOX);                                                     \
        floor.inverse_mass = 1.0f;                                                                                     \
        assert_int_equal(imp##d##_particles_make(&def, &made), IMP_OK);                                                \
        for (int i = 0; i < PAIRS; ++i)                                                                                \
        {                                                                                                              \
            imp##d##_particle particle = some_imp##d##_particle(v + i);                                                \
            assert_int_equal(imp##d##_particles_add(made, &particle, 1, NULL), IMP_OK);                                \
        }                                                                                                              \
        for (int i = 0; i < FORCES; ++i)                                                                               \
        {                                                                                                              \
            imp##d##_force force = some_imp##d##_force(v + 3 * i);                                                     \
            force.kind = force.kind == IMP_FORCE_EXPLOSION ? IMP_FORCE_GRAVITY : force.kind; /* else it is gone */     \
            assert_int_equal(imp##d##_particles_add_force(made, &force, NULL), IMP_OK);                                \
        }                                                                                                              \
        for (int i = 0; i < LINKS; ++i)                                                                                \
        {                                                                                                              \
            imp##d##_link link = some_imp##d##_link(v + i);                                                            \
            assert_int_equal(imp##d##_particles_add_link(made, &link, NULL), IMP_OK);                                  \
        }                                                                                                              \
        assert_int_equal(imp##d##_particles_step(made, &floor, 1, 0.01f), IMP_OK);                                     \
        return made;                                                                                                   \
    }                                                                                                                  \
    static imp##d##_particles* some_imp##d##_particles(int v)                                                          \
    {                                                                                                                  \
        imp##d##_particles_free(particles##d);                                                                         \
        particles##d = new_imp##d##_particles(v);                                                                      \
        return particles##d;                                                                                           \
    }                                                                                                                  \
    static uint8_t particles_snapshot##d[SNAPSHOT];                                                                    \
    static int32_t particles_count##d;                                                                                 \
    static uint8_t particles_byte##d(int32_t i)                                                                        \
    {                                                                                                                  \
        if (particles_count##d == 0)                                                                                   \
        {                                                                                                              \
            imp##d##_particles* made = new_imp##d##_particles(1);                                                      \
            assert_int_equal(imp##d##_particles_save(made, particles_snapshot##d, SNAPSHOT, &particles_count##d),      \
                             IMP_OK);                                                                                  \
            imp##d##_particles_free(made);                                                                             \
        }                                                                                                              \
        return particles_snapshot##d[i];                                                                               \
    }

#define SOLIDS2 IMP_SOLID_KIND_COUNT
#define SOLIDS3 IMP_SOLID_COMPOUND

PARTICLES_EXAMPLES(2)
PARTICLES_EXAMPLES(3)

// Handles depend on the calls alone, so those of one world are good for all, in both dimensions.
static imp_body body_of_worlds, chassis_of_worlds, wheel_of_worlds;
static imp_collider collider_of_worlds, sensor_of_worlds, bent_of_worlds;
static imp_joint joint_of_worlds, second_joint_of_worlds, tree_of_worlds[2];
static imp_coupling coupling_of_worlds;

static imp_body some_imp_body(int v)
{
    (void)v;
    return body_of_worlds;
}

static imp_collider some_imp_collider(int v)
{
    (void)v;
    return collider_of_worlds;
}

static imp_joint some_imp_joint(int v)
{
    (void)v;
    return joint_of_worlds;
}

static imp_axis some_imp_axis(int v)
{
    return (imp_axis){.kind = v % IMP_AXIS_KIND_COUNT,
                      .lower = -(float)(v % 2),
                      .upper = 0.5f,
                      .hertz = (float)(v % 3),
                      .damping_ratio = 1.0f,
                      .motor = v % 4 == 0,
                      .most = (float)(v % 5)};
}

static imp_wheel some_imp_wheel(int v)
{
    return (imp_wheel){.body = wheel_of_worlds,
                       .hertz = (float)(v % 3),
                       .damping_ratio = 0.5f,
                       .travel_up = (float)(v % 2),
                       .travel_down = 0.25f};
}

static imp_coupling some_imp_coupling(int v)
{
    (void)v;
    return coupling_of_worlds;
}

static imp_coupling_def some_imp_coupling_def(int v)
{
    return (imp_coupling_def){.a = joint_of_worlds,
                              .b = v % 2 ? joint_of_worlds : second_joint_of_worlds,
                              .axis_a = v % 3,
                              .axis_b = (v + 1) % 3,
                              .ratio_a = 1.0f,
                              .ratio_b = v % 2 ? -0.5f : 3.0f,
                              .axis = some_imp_axis(v)};
}

// Its joints are filled in by the table.
static imp_articulation some_imp_articulation(int v)
{
    (void)v;
    return (imp_articulation){0};
}

static bool no_bytes(void* user, const uint8_t* bytes, int32_t count)
{
    (void)user;
    return bytes && count < 0;
}

static imp_sink some_imp_sink(int v)
{
    (void)v;
    return (imp_sink){no_bytes, NULL};
}

static imp_material some_imp_material(int v)
{
    return (imp_material){0.5f, (float)(v % 2), 0.25f, (float)(v % 3), v % 4};
}

static bool yes_filter(void* user, imp_collider a, imp_collider b)
{
    (void)user;
    return a.id != b.id;
}

static imp_surface one_mix(void* user, const imp_material* a, const imp_material* b)
{
    (void)user;
    return (imp_surface){a->friction + b->friction, 0.0f, 0.0f, 0.0f};
}

static double no_time(void* user)
{
    (void)user;
    return 0.0;
}

static imp_surface some_imp_surface(int v)
{
    return (imp_surface){0.5f, 0.25f * (float)(v % 4), 0.0f, (float)(v % 3)};
}

static imp_world_query some_imp_world_query(int v)
{
    return (imp_world_query){.filter = some_imp_filter(v), .sensors = v % 2, .any = v % 3 == 0};
}

static imp2_mass some_imp2_mass(int v)
{
    return (imp2_mass){1.0f, 1.0f + (float)(v % 2), (float)(v % 3), some_imp2_vec(v)};
}

static imp3_mass some_imp3_mass(int v)
{
    const float i = (float)(v % 3);
    return (imp3_mass){
        .mass = 1.0f + (float)(v % 2), .centroid = some_imp3_vec(v), .inertia = {i, i, i, 0.0f, 0.0f, 0.0f}};
}

#include "../../src/math/dim2.h"
#define EXAMPLE(name) some_imp2_##name
#define SMALL_SHAPE some_small_shape
#define VEC_EXAMPLE(x, y) ((imp2_vec){x, y})
#define TURN_EXAMPLE(turn) (turn)
#define INERTIA_EXAMPLE(inertia) (inertia)
#define COMPOUND_EXAMPLES compounds
#include "world_examples.inl"
#undef COMPOUND_EXAMPLES
#undef SMALL_SHAPE
#undef VEC_EXAMPLE
#undef TURN_EXAMPLE
#undef INERTIA_EXAMPLE
#undef EXAMPLE
#include "../../src/math/dim_end.h"

#include "../../src/math/dim3.h"
#define EXAMPLE(name) some_imp3_##name
#define SMALL_SHAPE some_solid_shape3
#define VEC_EXAMPLE(x, y) ((imp3_vec){x, y, 0.0f})
#define TURN_EXAMPLE(turn) ((imp3_vec){0.0f, turn, 0.0f})
#define INERTIA_EXAMPLE(inertia) ((imp3_inertia){inertia, inertia, inertia, 0.0f, 0.0f, 0.0f})
#define COMPOUND_EXAMPLES compounds3
#include "world_examples.inl"
#undef COMPOUND_EXAMPLES
#undef SMALL_SHAPE
#undef VEC_EXAMPLE
#undef TURN_EXAMPLE
#undef INERTIA_EXAMPLE
#undef EXAMPLE
#include "../../src/math/dim_end.h"

// A world with a mesh of a kinematic body, which may bend.
static imp3_world* some_imp3_bent_world(int v)
{
    imp3_world* world = some_imp3_world(v);
    const imp3_body_def def = {.kind = IMP_BODY_KINEMATIC, .pose = imp3_pose_identity()};
    imp_body body;
    assert_int_equal(imp3_world_add_body(world, &def, &body), IMP_OK);
    assert_int_equal(imp3_world_add_compound(world, body, &meshes3[1], NULL, &bent_of_worlds), IMP_OK);
    assert_int_equal(imp3_world_step(world, 0.01f), IMP_OK);
    return world;
}

#endif
