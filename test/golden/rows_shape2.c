// SPDX-License-Identifier: MIT
//
// Golden rows of shape: one thing made, and asked about itself.

#include "golden.h"

#include <string.h>

enum
{
    COMPOUND = 16,  // one case in so many: compounds take longer
    LOOP_MAX = 400
};

static void run_imp2_circle_make(trial* t)
{
    imp2_vec center = a_vec(t);
    imp2_shape shape;
    add_shape(t, imp2_circle_make(center, a_number(t), &shape), &shape);
}

static void run_imp2_segment_make(trial* t)
{
    imp2_vec a = a_vec(t);
    imp2_vec b = a_vec(t);
    imp2_shape shape;
    add_shape(t, imp2_segment_make(a, b, &shape), &shape);
}

static void run_imp2_capsule_make(trial* t)
{
    imp2_vec a = a_vec(t);
    imp2_vec b = a_vec(t);
    imp2_shape shape;
    add_shape(t, imp2_capsule_make(a, b, a_number(t), &shape), &shape);
}

static void run_imp2_box_make(trial* t)
{
    imp2_shape shape;
    add_shape(t, imp2_box_make(a_box(t), &shape), &shape);
}

static void run_imp2_oriented_box_make(trial* t)
{
    imp2_vec center = a_vec(t);
    imp2_vec half = a_half(t);
    imp2_shape shape;
    add_shape(t, imp2_oriented_box_make(center, half, a_rot(t), &shape), &shape);
}

static void run_imp2_polygon_make(trial* t)
{
    imp2_vec points[64];
    int32_t count = some_points(t, points);
    float radius = a_size(t);
    imp2_shape shape;
    imp2_repair repair;
    if (test_rng_next(&t->rng) & 1)
    {
        points[count / 3] = a_vec(t);  // often concave then
    }
    imp_status status = imp2_polygon_make(points, count, radius, NULL, &shape, &repair);
    add_shape(t, status, &shape);
    add_words(t, &repair, status ? 0 : sizeof repair);
}

static void run_imp2_shape_vertex(trial* t)
{
    const imp2_shape* shape = a_shape(t);
    imp2_vec v;
    ADD(t, imp2_shape_vertex(shape, test_rng_int(&t->rng, -1, shape->count), &v), v);
}

static void run_imp2_shape_bounds(trial* t)
{
    const imp2_shape* shape = a_shape(t);
    imp2_pose pose = a_pose(t);
    imp2_box box;
    ADD(t, imp2_shape_bounds(shape, &pose, &box), box);
}

static void run_imp2_shape_mass(trial* t)
{
    const imp2_shape* shape = a_shape(t);
    imp2_mass mass;
    ADD(t, imp2_shape_mass(shape, a_size(t), &mass), mass);
}

static void run_imp2_shape_support(trial* t)
{
    const imp2_shape* shape = a_shape(t);
    imp2_pose pose = a_pose(t);
    struct
    {
        imp2_vec point;
        int32_t index;
    } out;
    ADD(t, imp2_shape_support(shape, &pose, a_vec(t), &out.point, &out.index), out);
}

static void run_imp2_shape_contains(trial* t)
{
    const imp2_shape* shape = a_shape(t);
    imp2_pose pose = a_pose(t);
    bool contains;
    add_bool(t, imp2_shape_contains(shape, &pose, a_vec(t), &contains), &contains);
}

static void run_imp2_shape_closest(trial* t)
{
    const imp2_shape* shape = a_shape(t);
    imp2_pose pose = a_pose(t);
    struct
    {
        imp2_vec closest;
        float distance;
    } out;
    ADD(t, imp2_shape_closest(shape, &pose, a_vec(t), &out.closest, &out.distance), out);
}

// Compounds

/// Stars that have got a corner elsewhere often cross themselves; cells touch, and come twice at times.
static void draw_outlines(trial* t, drawing* d)
{
    uint64_t bits = test_rng_next(&t->rng);
    if (bits & 1)
    {
        draw_star(t, d);
        d->points[bits >> 1 & 7] = bits & 16 ? d->points[bits >> 5 & 7] : a_vec(t);
    }
    else
    {
        draw_cells(t, d);
        int32_t rings = d->outlines.ring_count;
        if (bits & 2 && rings > 0 && rings < 9)
        {
            memcpy(d->points + 4 * rings, d->points, 4 * sizeof *d->points);
            d->counts[rings] = 4;
            d->outlines.ring_count += 1;
        }
        d->outlines.fill = bits & 4 ? IMP_FILL_EVEN_ODD : IMP_FILL_NON_ZERO;
    }
}

static void run_imp2_region_make(trial* t)
{
    drawing d;
    imp2_compound region;
    imp2_outline_report report = {0};
    draw_outlines(t, &d);
    add_compound(t, imp2_region_make(&d.outlines, NULL, &region, &report), &region);
    add_words(t, &report, offsetof(imp2_outline_report, crossings));  // none is asked to be resolved
}

/// What was made, loaded; now and then with a number in a loop that does not belong there.
static void run_imp2_region_load(trial* t)
{
    drawing d;
    imp2_compound region, loaded;
    draw_outlines(t, &d);
    uint64_t bits = test_rng_next(&t->rng);
    if (!add_status(t, imp2_region_make(&d.outlines, NULL, &region, NULL)))
    {
        return;
    }
    int32_t loop[LOOP_MAX], length = region.loop_starts[region.part_count];
    assert_true(length <= LOOP_MAX);
    memcpy(loop, region.loop, (size_t)length * sizeof *loop);
    if (bits & 1)
    {
        loop[(bits >> 8) % (uint64_t)length] = loop[(bits >> 32) % (uint64_t)length];
    }
    const imp2_region_cut cut = {region.vertices,   region.ring_starts, region.loop_starts, loop,
                                 region.ring_count, region.part_count};
    add_compound(t, imp2_region_load(&cut, NULL, &loaded), &loaded);
    imp2_compound_free(&region);
}

static void run_imp2_chain_make(trial* t)
{
    imp2_vec points[64];
    imp2_compound chain;
    imp2_outline_report report = {0};
    imp2_polyline line = {points, some_points(t, points), false, false};
    uint64_t bits = test_rng_next(&t->rng);
    line.closed = bits & 1;
    line.one_sided = bits & 2;
    add_compound(t, imp2_chain_make(&line, NULL, &chain, &report), &chain);
    add_words(t, &report, offsetof(imp2_outline_report, crossings));  // none is asked to be resolved
}

static void run_imp2_compound_of_shape(trial* t)
{
    imp2_compound compound;
    add_compound(t, imp2_compound_of_shape(a_shape(t), &compound), &compound);
}

static void run_imp2_compound_bounds(trial* t)
{
    const imp2_compound* compound = a_compound(t);
    imp2_pose pose = a_pose(t);
    imp2_box box;
    ADD(t, imp2_compound_bounds(compound, &pose, &box), box);
}

static void run_imp2_compound_mass(trial* t)
{
    const imp2_compound* compound = a_compound(t);
    imp2_mass mass;
    ADD(t, imp2_compound_mass(compound, a_size(t), &mass), mass);
}

static void run_imp2_compound_contains(trial* t)
{
    t->scale = 1.0f;
    const imp2_compound* compound = a_compound(t);
    imp2_pose pose = a_pose(t);
    bool contains;
    int32_t part = 0;
    add_bool(t, imp2_compound_contains(compound, &pose, a_vec(t), &contains, &part), &contains);
    add_word(t, (uint32_t)part);
}

static void run_imp2_compound_closest(trial* t)
{
    t->scale = 1.0f;
    const imp2_compound* compound = a_compound(t);
    imp2_pose pose = a_pose(t);
    struct
    {
        imp2_vec closest;
        float distance;
    } out;
    ADD(t, imp2_compound_closest(compound, &pose, a_vec(t), &out.closest, &out.distance), out);
}

static const golden_row rows[] = {
    GOLDEN_ROW(imp2_circle_make),
    GOLDEN_ROW(imp2_segment_make),
    GOLDEN_ROW(imp2_capsule_make),
    GOLDEN_ROW(imp2_box_make),
    GOLDEN_ROW(imp2_oriented_box_make),
    GOLDEN_ROW(imp2_polygon_make),
    GOLDEN_ROW(imp2_shape_vertex),
    GOLDEN_ROW(imp2_shape_bounds),
    GOLDEN_ROW(imp2_shape_mass),
    GOLDEN_ROW(imp2_shape_support),
    GOLDEN_ROW(imp2_shape_contains),
    GOLDEN_ROW(imp2_shape_closest),
    GOLDEN_ROW_EVERY(imp2_region_make, COMPOUND, NULL),
    GOLDEN_ROW_EVERY(imp2_region_load, COMPOUND, NULL),
    GOLDEN_ROW_EVERY(imp2_chain_make, COMPOUND, NULL),
    GOLDEN_ROW(imp2_compound_of_shape),
    GOLDEN_ROW_EVERY(imp2_compound_bounds, COMPOUND, NULL),
    GOLDEN_ROW_EVERY(imp2_compound_mass, COMPOUND, NULL),
    GOLDEN_ROW(imp2_compound_contains),
    GOLDEN_ROW(imp2_compound_closest),
};

GOLDEN_ROWS(golden_shape2, rows);
