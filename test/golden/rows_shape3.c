// SPDX-License-Identifier: MIT
//
// Golden rows of shape, in space: one thing made, and asked about itself.

#include "golden.h"

enum
{
    HULL = 4,       // one case in so many: hulls take longer
    COMPOUND = 32,  // and compounds
    FACE_MAX = 64
};

static void run_imp3_sphere_make(trial* t)
{
    imp3_vec center = a_vec3(t);
    imp3_shape shape;
    add_shape3(t, imp3_sphere_make(center, a_number(t), &shape), &shape);
}

static void run_imp3_capsule_make(trial* t)
{
    imp3_vec a = a_vec3(t);
    imp3_vec b = a_vec3(t);
    imp3_shape shape;
    add_shape3(t, imp3_capsule_make(a, b, a_number(t), &shape), &shape);
}

static void run_imp3_triangle_make(trial* t)
{
    imp3_vec a = a_vec3(t);
    imp3_vec b = a_vec3(t);
    imp3_vec c = a_vec3(t);
    imp3_shape shape;
    add_shape3(t, imp3_triangle_make(a, b, c, a_number(t), &shape), &shape);
}

static void run_imp3_box_make(trial* t)
{
    imp3_shape shape;
    add_shape3(t, imp3_box_make(a_box3(t), &shape), &shape);
}

static void run_imp3_oriented_box_make(trial* t)
{
    imp3_vec center = a_vec3(t);
    imp3_vec half = a_half3(t);
    imp3_rot q = a_rot3(t);
    imp3_shape shape;
    add_shape3(t, imp3_oriented_box_make(center, half, q, a_number(t), &shape), &shape);
}

static void run_imp3_cylinder_make(trial* t)
{
    imp3_vec a = a_vec3(t);
    imp3_vec b = a_vec3(t);
    float disc = a_size(t);
    imp3_shape shape;
    add_shape3(t, imp3_cylinder_make(a, b, disc, a_number(t), &shape), &shape);
}

static void run_imp3_cone_make(trial* t)
{
    imp3_vec a = a_vec3(t);
    imp3_vec b = a_vec3(t);
    float disc_a = a_size(t);
    float disc_b = a_size(t);
    imp3_shape shape;
    add_shape3(t, imp3_cone_make(a, b, disc_a, disc_b, a_number(t), &shape), &shape);
}

static void run_imp3_half_space_make(trial* t)
{
    imp3_vec normal = a_vec3(t);
    imp3_shape shape;
    add_shape3(t, imp3_half_space_make(normal, a_number(t), &shape), &shape);
}

static void run_imp3_hull_make(trial* t)
{
    imp3_vec points[64];
    int32_t count = some_points3(t, points);
    imp3_shape shape;
    imp3_hull_report report;
    imp_status status = imp3_hull_make(points, count, a_number(t), NULL, &shape, &report);
    add_shape3(t, status, &shape);
    add_words(t, &report, status ? 0 : sizeof report);
}

static void run_imp3_shape_vertex(trial* t)
{
    const imp3_shape* shape = a_shape3(t);
    imp3_vec v;
    ADD(t, imp3_shape_vertex(shape, test_rng_int(&t->rng, -1, shape->count), &v), v);
}

static void run_imp3_shape_face_count(trial* t)
{
    int32_t count;
    ADD(t, imp3_shape_face_count(a_shape3(t), &count), count);
}

static void run_imp3_shape_face(trial* t)
{
    const imp3_shape* shape = a_shape3(t);
    int32_t vertices[FACE_MAX], count = 0;
    imp3_face face = {{0.0f, 0.0f, 0.0f}, 0.0f, 0, vertices, FACE_MAX};
    (void)imp3_shape_face_count(shape, &count);
    if (add_status(t, imp3_shape_face(shape, test_rng_int(&t->rng, -1, count), &face)))
    {
        add_vec3(t, face.normal);
        add_float(t, face.offset);
        add_words(t, vertices, (size_t)face.count * sizeof *vertices);
    }
}

static void run_imp3_shape_bounds(trial* t)
{
    const imp3_shape* shape = a_shape3(t);
    imp3_pose pose = a_pose3(t);
    imp3_box box;
    ADD(t, imp3_shape_bounds(shape, &pose, &box), box);
}

static void run_imp3_shape_mass(trial* t)
{
    const imp3_shape* shape = a_shape3(t);
    imp3_mass mass;
    ADD(t, imp3_shape_mass(shape, a_size(t), &mass), mass);
}

static void run_imp3_shape_support(trial* t)
{
    const imp3_shape* shape = a_shape3(t);
    imp3_pose pose = a_pose3(t);
    struct
    {
        imp3_vec point;
        int32_t index;
    } out;
    ADD(t, imp3_shape_support(shape, &pose, a_vec3(t), &out.point, &out.index), out);
}

static void run_imp3_shape_contains(trial* t)
{
    const imp3_shape* shape = a_shape3(t);
    imp3_pose pose = a_pose3(t);
    bool contains;
    add_bool(t, imp3_shape_contains(shape, &pose, a_vec3(t), &contains), &contains);
}

static void run_imp3_shape_closest(trial* t)
{
    const imp3_shape* shape = a_shape3(t);
    imp3_pose pose = a_pose3(t);
    struct
    {
        imp3_vec closest;
        float distance;
    } out;
    ADD(t, imp3_shape_closest(shape, &pose, a_vec3(t), &out.closest, &out.distance), out);
}

// Compounds

/// Some cells of a grid as boxes, or any shapes; half-spaces are refused.
static void run_imp3_compound_make(trial* t)
{
    imp3_shape parts[6];
    imp3_compound compound;
    uint64_t bits = test_rng_next(&t->rng);
    int32_t count = 1 + (int32_t)(bits % 6);
    for (int32_t i = 0; i < count; ++i)
    {
        imp3_vec cell = a_vec3(t);
        const imp3_box box = {cell, imp3_vec_add(cell, a_half3(t))};
        if (bits & 64 || imp3_box_make(box, &parts[i]))
        {
            parts[i] = *a_shape3(t);
        }
    }
    add_compound3(t, imp3_compound_make(parts, count, NULL, &compound), &compound);
}

/// Now and then a corner is another one.
static void run_imp3_triangles_make(trial* t)
{
    ground g;
    imp3_compound compound;
    imp3_triangles_report report = {0};
    draw_ground(t, &g);
    uint64_t bits = test_rng_next(&t->rng);
    if (bits & 1 && g.triangles.count > 0)
    {
        g.corners[(bits >> 8) % (uint64_t)(3 * g.triangles.count)] = (int32_t)(bits >> 32 & 15);
    }
    if (bits & 2)
    {
        g.points[bits >> 40 & 15] = g.points[bits >> 44 & 15];
    }
    add_compound3(t, imp3_triangles_make(&g.triangles, NULL, &compound, &report), &compound);
    add_words(t, &report, sizeof report);
}

static void run_imp3_height_field_make(trial* t)
{
    ground g;
    imp3_compound compound;
    draw_ground(t, &g);
    g.heights.step_x = a_number(t);
    add_compound3(t, imp3_height_field_make(&g.heights, NULL, &compound), &compound);
}

static void run_imp3_compound_of_shape(trial* t)
{
    imp3_compound compound;
    add_compound3(t, imp3_compound_of_shape(a_shape3(t), &compound), &compound);
}

static void run_imp3_compound_part(trial* t)
{
    const imp3_compound* compound = a_compound3(t);
    imp3_shape part;
    if (add_status(t, imp3_compound_part(compound, test_rng_int(&t->rng, -1, compound->part_count), &part)))
    {
        add_word(t, (uint32_t)part.kind);
        add_vec3(t, part.a);
    }
}

static void run_imp3_compound_source(trial* t)
{
    const imp3_compound* compound = a_compound3(t);
    int32_t source;
    ADD(t, imp3_compound_source(compound, test_rng_int(&t->rng, -1, compound->part_count), &source), source);
}

static void run_imp3_compound_bounds(trial* t)
{
    const imp3_compound* compound = a_compound3(t);
    imp3_pose pose = a_pose3(t);
    imp3_box box;
    ADD(t, imp3_compound_bounds(compound, &pose, &box), box);
}

static void run_imp3_compound_mass(trial* t)
{
    const imp3_compound* compound = a_compound3(t);
    imp3_mass mass;
    ADD(t, imp3_compound_mass(compound, a_size(t), &mass), mass);
}

static void run_imp3_compound_contains(trial* t)
{
    t->scale = 1.0f;
    const imp3_compound* compound = a_compound3(t);
    imp3_pose pose = a_pose3(t);
    bool contains;
    int32_t part = 0;
    add_bool(t, imp3_compound_contains(compound, &pose, a_vec3(t), &contains, &part), &contains);
    add_word(t, (uint32_t)part);
}

static void run_imp3_compound_closest(trial* t)
{
    t->scale = 1.0f;
    const imp3_compound* compound = a_compound3(t);
    imp3_pose pose = a_pose3(t);
    struct
    {
        imp3_vec closest;
        float distance;
        int32_t part;
    } out;
    ADD(t, imp3_compound_closest(compound, &pose, a_vec3(t), &out.closest, &out.distance, &out.part), out);
}

static const golden_row rows[] = {
    GOLDEN_ROW(imp3_sphere_make),
    GOLDEN_ROW(imp3_capsule_make),
    GOLDEN_ROW(imp3_triangle_make),
    GOLDEN_ROW(imp3_box_make),
    GOLDEN_ROW(imp3_oriented_box_make),
    GOLDEN_ROW(imp3_cylinder_make),
    GOLDEN_ROW(imp3_cone_make),
    GOLDEN_ROW(imp3_half_space_make),
    GOLDEN_ROW_EVERY(imp3_hull_make, HULL, NULL),
    GOLDEN_ROW(imp3_shape_vertex),
    GOLDEN_ROW(imp3_shape_face_count),
    GOLDEN_ROW(imp3_shape_face),
    GOLDEN_ROW(imp3_shape_bounds),
    GOLDEN_ROW(imp3_shape_mass),
    GOLDEN_ROW(imp3_shape_support),
    GOLDEN_ROW(imp3_shape_contains),
    GOLDEN_ROW(imp3_shape_closest),
    GOLDEN_ROW_EVERY(imp3_compound_make, COMPOUND, NULL),
    GOLDEN_ROW_EVERY(imp3_triangles_make, COMPOUND, NULL),
    GOLDEN_ROW_EVERY(imp3_height_field_make, COMPOUND, NULL),
    GOLDEN_ROW(imp3_compound_of_shape),
    GOLDEN_ROW(imp3_compound_part),
    GOLDEN_ROW(imp3_compound_source),
    GOLDEN_ROW_EVERY(imp3_compound_bounds, COMPOUND, NULL),
    GOLDEN_ROW_EVERY(imp3_compound_mass, COMPOUND, NULL),
    GOLDEN_ROW(imp3_compound_contains),
    GOLDEN_ROW_EVERY(imp3_compound_closest, 8, NULL),
};

GOLDEN_ROWS(golden_shape3, rows);
