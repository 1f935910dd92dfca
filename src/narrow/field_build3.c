// SPDX-License-Identifier: MIT
//
// Building the distance field of a mesh.
//
//     grid -> bricks that a triangle is near to -> room -> distances, triangle by triangle -> signs, row by row
//                                                       -> distances at corners of bricks -> features, and their tree
//
// Each triangle goes through the bricks that it is near to, and there through the samples within the band around it; what
// is farther from it than another triangle is seldom measured. Distances are computed in doubles and rounded once, to 16
// bits; of equally near triangles the first counts, and no order of work is seen in the result. Triangles are shared out
// to nobody: 70,000 take less than a second.

#include "field3.h"

#include "../base/sort.h"
#include "../math/round.h"

#include <math.h>
#include <string.h>

/// From the middle of a brick to its corners [cells].
#define BRICK_RADIUS (0.8660254037844387 * (double)IMP3I_BRICK_CELLS)

/// A cell is no less than this part of how far the mesh is from the origin of its frame.
#define LEAST_CELL 0x1p-16f

typedef struct field_build
{
    const imp3_compound* mesh;
    const imp3i_compound_block* block;
    float cell;
    double band;  // [m]
    imp3_vec low;
    int32_t bricks[3], brick_count;
    int32_t* brick_of;  // of the grid
    float* squares;     // of each sample
    int32_t* nearest;   // of each sample within the band: its triangle; else -1
    int32_t part_count;
    imp3i_field* field;
    int32_t feature_count;
    imp3i_mesh_feature* features;  // in their order
    imp_allocator allocator;
} field_build;

static imp3i_dtriangle built_triangle(const field_build* w, int32_t part)
{
    imp3i_dtriangle t;
    for (int k = 0; k < 3; ++k)
    {
        t.corners[k] = imp3i_dvec_of(w->block->points[w->block->corners[3 * (size_t)part + (size_t)k]]);
    }
    return t;
}

/// The grid, with the band around the mesh. False where it is too large.
static bool lay_grid(field_build* w)
{
    const imp3_box box = w->block->bvh.bounds;
    const double lower[3] = {(double)box.lower.x, (double)box.lower.y, (double)box.lower.z};
    const double upper[3] = {(double)box.upper.x, (double)box.upper.y, (double)box.upper.z};
    double brick = (double)IMP3I_BRICK_CELLS * (double)w->cell;
    float low[3];
    w->band = (double)IMP3I_FIELD_BAND * (double)w->cell;
    for (int k = 0; k < 3; ++k)
    {
        double count = imp3i_field_ceil((upper[k] - lower[k] + 2.0 * w->band) / brick * (1.0 + 0x1p-20));
        if (!(count <= (double)IMP3I_FIELD_BRICKS_MOST))
        {
            return false;
        }
        w->bricks[k] = (int32_t)count;
        low[k] = (float)(0.5 * (lower[k] + upper[k] - count * brick));
    }
    w->low.x = low[0];
    w->low.y = low[1];
    w->low.z = low[2];
    return (int64_t)w->bricks[0] * w->bricks[1] * w->bricks[2] <= IMP3I_FIELD_GRID_MOST;
}

// Bricks and samples near a triangle

/// Whole numbers from first to last.
typedef struct number_range
{
    int32_t first, last;
} number_range;

/// Which of `count` steps along an axis, from low on, are within the band around what lies between two places.
static number_range steps_near(double low, double step, int32_t count, double from, double to)
{
    double first = imp3i_field_ceil((from - low) / step - 0x1p-16),
           last = imp3i_field_floor((to - low) / step + 0x1p-16);
    number_range r;
    r.first = (int32_t)(first > 0.0 ? (first < count ? first : count) : 0.0);
    r.last = (int32_t)(last < count - 1.0 ? (last > -1.0 ? last : -1.0) : count - 1.0);
    return r;
}

/// A triangle as its bricks see it.
typedef struct banded_triangle
{
    imp3i_dtriangle t;
    int32_t part;
    imp3i_dvec normal;  // unit, or none
    imp3i_dvec middle;
    double radius;              // around the middle
    double lower[3], upper[3];  // with the band
} banded_triangle;

static banded_triangle banded_triangle_of(const field_build* w, int32_t part)
{
    banded_triangle r;
    r.t = built_triangle(w, part);
    r.part = part;
    const imp3i_dvec* v = r.t.corners;
    imp3i_dvec n = imp3i_dcross(imp3i_dsub(v[1], v[0]), imp3i_dsub(v[2], v[0]));
    double length = sqrt(imp3i_ddot(n, n)), square = 0.0;
    r.normal = length > 0.0 ? imp3i_ddivide(n, length) : imp3i_dvec_none();
    r.middle = imp3i_ddivide(imp3i_dadd(imp3i_dadd(v[0], v[1]), v[2]), 3.0);
    for (int k = 0; k < 3; ++k)
    {
        const double at[3] = {v[k].x, v[k].y, v[k].z};
        imp3i_dvec arm = imp3i_dsub(v[k], r.middle);
        square = imp3i_ddot(arm, arm) > square ? imp3i_ddot(arm, arm) : square;
        for (int axis = 0; axis < 3; ++axis)
        {
            r.lower[axis] = k == 0 || at[axis] < r.lower[axis] ? at[axis] : r.lower[axis];
            r.upper[axis] = k == 0 || at[axis] > r.upper[axis] ? at[axis] : r.upper[axis];
        }
    }
    r.radius = sqrt(square) * (1.0 + 0x1p-40);
    for (int axis = 0; axis < 3; ++axis)
    {
        r.lower[axis] -= w->band;
        r.upper[axis] += w->band;
    }
    return r;
}

static imp3i_dvec middle_of_brick(const field_build* w, int32_t x, int32_t y, int32_t z)
{
    double brick = (double)IMP3I_BRICK_CELLS * (double)w->cell;
    const imp3i_dvec r = {(double)w->low.x + (x + 0.5) * brick, (double)w->low.y + (y + 0.5) * brick,
                          (double)w->low.z + (z + 0.5) * brick};
    return r;
}

static double place_of_sample(const field_build* w, int axis, int32_t sample)
{
    const float low[3] = {w->low.x, w->low.y, w->low.z};
    return (double)imp3i_field_place(low[axis], w->cell, sample);
}

/// Measures the samples of a brick within the band around a triangle.
static void measure_samples(const field_build* w, const banded_triangle* n, const int32_t brick[3], size_t first)
{
    number_range s[3];
    double places[3][IMP3I_BRICK];
    for (int k = 0; k < 3; ++k)
    {
        for (int32_t i = 0; i < IMP3I_BRICK; ++i)
        {
            places[k][i] = place_of_sample(w, k, brick[k] * IMP3I_BRICK_CELLS + i);
        }
        s[k] = steps_near(places[k][0], (double)w->cell, IMP3I_BRICK, n->lower[k], n->upper[k]);
    }
    for (int32_t z = s[2].first; z <= s[2].last; ++z)
    {
        for (int32_t y = s[1].first; y <= s[1].last; ++y)
        {
            for (int32_t x = s[0].first; x <= s[0].last; ++x)
            {
                const size_t at = first + (size_t)((z * IMP3I_BRICK + y) * IMP3I_BRICK + x);
                float* square = &w->squares[at];
                imp3i_dvec p = {places[0][x], places[1][y], places[2][z]}, spot;
                imp3i_dvec arm = imp3i_dsub(p, n->middle);
                double most = (double)*square, height = imp3i_ddot(arm, n->normal), far = imp3i_ddot(arm, arm);
                double reach = sqrt(most) + n->radius;
                if (height * height * (1.0 - 0x1p-30) >= most || far * (1.0 - 0x1p-30) >= reach * reach)
                {
                    continue;
                }
                float found = (float)imp3i_triangle_nearest(&n->t, p, &spot);
                w->nearest[at] = found < *square ? n->part : w->nearest[at];
                *square = found < *square ? found : *square;
            }
        }
    }
}

/// Goes through the bricks that a triangle is near to: marks them, or measures their samples.
static void visit_bricks(field_build* w, const banded_triangle* n, bool measure)
{
    number_range s[3];
    const double low[3] = {(double)w->low.x, (double)w->low.y, (double)w->low.z};
    double brick = (double)IMP3I_BRICK_CELLS * (double)w->cell, near = w->band + BRICK_RADIUS * (double)w->cell;
    for (int k = 0; k < 3; ++k)
    {
        s[k] = steps_near(low[k], brick, w->bricks[k], n->lower[k] - brick, n->upper[k]);
    }
    for (int32_t z = s[2].first; z <= s[2].last; ++z)
    {
        for (int32_t y = s[1].first; y <= s[1].last; ++y)
        {
            for (int32_t x = s[0].first; x <= s[0].last; ++x)
            {
                imp3i_dvec spot, middle = middle_of_brick(w, x, y, z), arm = imp3i_dsub(middle, n->middle);
                const int32_t at = (z * w->bricks[1] + y) * w->bricks[0] + x, place[3] = {x, y, z};
                double most = near * near * (1.0 + 0x1p-20), all = near + n->radius;
                if ((!measure && w->brick_of[at] == 0) || imp3i_ddot(arm, arm) > all * all * (1.0 + 0x1p-20) ||
                    imp3i_triangle_nearest(&n->t, middle, &spot) > most)
                {
                    continue;
                }
                if (measure)
                {
                    measure_samples(w, n, place, (size_t)w->brick_of[at] * IMP3I_BRICK_SAMPLES);
                }
                else
                {
                    w->brick_of[at] = 0;
                }
            }
        }
    }
}

static void visit_triangles3(field_build* w, bool measure)
{
    for (int32_t i = 0; i < w->block->leaves; ++i)
    {
        const banded_triangle n = banded_triangle_of(w, i);
        visit_bricks(w, &n, measure);
    }
}

// Samples

/// Numbers the bricks that are marked.
static void number_bricks(field_build* w)
{
    int32_t all = imp3i_field_grid(w->bricks);
    w->brick_count = 0;
    for (int32_t i = 0; i < all; ++i)
    {
        w->brick_of[i] = w->brick_of[i] < 0 ? -1 : w->brick_count++;
    }
}

static void measure_bricks(field_build* w)
{
    // What is beyond the band is at it, and stays so when it is rounded.
    float beyond = impi_round_up(w->band * w->band);
    for (size_t i = 0; i < (size_t)w->brick_count * IMP3I_BRICK_SAMPLES; ++i)
    {
        w->squares[i] = beyond;
        w->nearest[i] = -1;
    }
    visit_triangles3(w, true);
}

/// Lists the triangles that are nearest to samples of a brick, and names them by their places in the list. Returns how many
/// there are.
static int32_t list_parts(const int32_t* nearest, uint16_t near[IMP3I_BRICK_SAMPLES],
                          int32_t parts[IMP3I_BRICK_SAMPLES])
{
    int32_t count = 0, last = 0;
    for (int32_t i = 0; i < IMP3I_BRICK_SAMPLES; ++i)
    {
        near[i] = UINT16_MAX;
        if (nearest[i] < 0)
        {
            continue;
        }
        if (count == 0 || parts[last] != nearest[i])
        {
            for (last = count - 1; last >= 0 && parts[last] != nearest[i];)
            {
                --last;
            }
            if (last < 0)
            {
                last = count++;
                parts[last] = nearest[i];
            }
        }
        near[i] = (uint16_t)last;
    }
    // A brick that only comes near has none; it is named after nobody in particular.
    parts[0] = count > 0 ? parts[0] : 0;
    return count > 0 ? count : 1;
}

static void count_parts(field_build* w)
{
    uint16_t near[IMP3I_BRICK_SAMPLES];
    int32_t parts[IMP3I_BRICK_SAMPLES];
    w->part_count = 0;
    for (int32_t i = 0; i < w->brick_count; ++i)
    {
        w->part_count += list_parts(w->nearest + (size_t)i * IMP3I_BRICK_SAMPLES, near, parts);
    }
}

static void fill_brick_parts(const field_build* w)
{
    int32_t parts[IMP3I_BRICK_SAMPLES], first = 0;
    for (int32_t i = 0; i < w->brick_count; ++i)
    {
        const size_t at = (size_t)i * IMP3I_BRICK_SAMPLES;
        int32_t count = list_parts(w->nearest + at, w->field->near + at, parts);
        memcpy(w->field->parts + first, parts, (size_t)count * sizeof *parts);
        w->field->first[i] = first;
        first += count;
    }
}

static void fill_brick(const field_build* w, const imp3i_field_crossings* c, const int32_t brick[3], int32_t number)
{
    double units = (double)IMP3I_SAMPLE_MOST / w->band;
    for (int32_t row = 0; row < IMP3I_BRICK * IMP3I_BRICK; ++row)
    {
        const size_t first = (size_t)number * IMP3I_BRICK_SAMPLES + (size_t)row * IMP3I_BRICK;
        int32_t around[IMP3I_BRICK];
        int32_t j = brick[1] * IMP3I_BRICK_CELLS + row % IMP3I_BRICK,
                k = brick[2] * IMP3I_BRICK_CELLS + row / IMP3I_BRICK;
        imp3i_field_winding(c, imp3i_field_row(w->bricks, j, k), brick[0] * IMP3I_BRICK_CELLS, IMP3I_BRICK, around);
        for (int32_t i = 0; i < IMP3I_BRICK; ++i)
        {
            double distance = imp3i_field_floor(sqrt((double)w->squares[first + (size_t)i]) * units + 0.5);
            int32_t sample = (int32_t)(distance < (double)IMP3I_SAMPLE_MOST ? distance : (double)IMP3I_SAMPLE_MOST);
            w->field->samples[first + (size_t)i] = (int16_t)(around[i] > 0 ? -sample : sample);
        }
    }
}

static void fill_corners(const field_build* w, const imp3i_field_crossings* c)
{
    const imp3_pose here = imp3_pose_identity();
    float* out = w->field->corners;
    for (int32_t z = 0; z <= w->bricks[2]; ++z)
    {
        for (int32_t y = 0; y <= w->bricks[1]; ++y)
        {
            float far = INFINITY;
            for (int32_t x = 0; x <= w->bricks[0]; ++x)
            {
                int32_t around;
                const int32_t i = x * IMP3I_BRICK_CELLS, j = y * IMP3I_BRICK_CELLS, k = z * IMP3I_BRICK_CELLS;
                const imp3i_dvec p = {place_of_sample(w, 0, i), place_of_sample(w, 1, j), place_of_sample(w, 2, k)};
                imp3_mesh_near near;
                memset(&near, 0, sizeof near);
                (void)imp3i_mesh_nearest(w->mesh, &here, p, far, 1, &near);
                imp3i_field_winding(c, imp3i_field_row(w->bricks, j, k), i, 1, &around);
                *out++ = around > 0 ? -near.distance : near.distance;
                far = (near.distance + (IMP3I_BRICK_CELLS + 1) * w->cell) * (1.0f + 0x1p-16f);
            }
        }
    }
}

static void fill_bricks(const field_build* w, const imp3i_field_crossings* c)
{
    for (int32_t at = 0, all = imp3i_field_grid(w->bricks); at < all; ++at)
    {
        int32_t number = w->brick_of[at];
        w->field->brick_of[at] = number;
        if (number >= 0)
        {
            const int32_t brick[3] = {at % w->bricks[0], at / w->bricks[0] % w->bricks[1],
                                      at / w->bricks[0] / w->bricks[1]};
            fill_brick(w, c, brick, number);
        }
    }
}

// Features

/// Room for so many things, which fill_features needs beside each other.
typedef struct feature_room
{
    imp3i_mesh_feature *listed, *features;
    imp3_box* boxes;
    impi_keyed* order;
} feature_room;

static void lay_out_features(feature_room* r, impi_layout* l, size_t most)
{
    r->listed = (imp3i_mesh_feature*)impi_take(l, most, sizeof *r->listed);
    r->features = (imp3i_mesh_feature*)impi_take(l, most, sizeof *r->features);
    r->boxes = (imp3_box*)impi_take(l, most, sizeof *r->boxes);
    r->order = (impi_keyed*)impi_take(l, 2 * most, sizeof *r->order);
}

/// The features, in their order.
static void order_features(field_build* w, const feature_room* r, int64_t most)
{
    w->feature_count = (int32_t)imp3i_field_features(w->block, w->cell, most, r->listed, r->order);
    for (int32_t i = 0; i < w->feature_count; ++i)
    {
        const imp3_vec ends[3] = {r->listed[i].a, r->listed[i].b, r->listed[i].b};
        r->boxes[i] = imp3i_box_of_corners(ends, 0.0f);
    }
    imp3i_order_boxes(r->boxes, w->feature_count, r->order, r->order + most);
    w->features = r->features;
    for (int32_t i = 0; i < w->feature_count; ++i)
    {
        w->features[i] = r->listed[r->order[i].value];
    }
}

// All of it

static void lay_out_distance_field(const field_build* w, imp3i_field* f, impi_layout* l)
{
    const size_t grid = (size_t)imp3i_field_grid(w->bricks), bricks = (size_t)w->brick_count;
    const size_t corners = (size_t)(w->bricks[0] + 1) * (size_t)(w->bricks[1] + 1) * (size_t)(w->bricks[2] + 1);
    f->feature_count = w->feature_count;
    f->part_count = w->part_count;
    f->brick_of = (int32_t*)impi_take(l, grid, sizeof *f->brick_of);
    f->samples = (int16_t*)impi_take(l, bricks * IMP3I_BRICK_SAMPLES, sizeof *f->samples);
    f->near = (uint16_t*)impi_take(l, bricks * IMP3I_BRICK_SAMPLES, sizeof *f->near);
    f->first = (int32_t*)impi_take(l, bricks, sizeof *f->first);
    f->parts = (int32_t*)impi_take(l, (size_t)w->part_count, sizeof *f->parts);
    f->corners = (float*)impi_take(l, corners, sizeof *f->corners);
    f->features = (imp3i_mesh_feature*)impi_take(l, (size_t)w->feature_count, sizeof *f->features);
    f->levels = 0;
    for (int32_t count = f->feature_count; f->levels == 0 || count > 1; ++f->levels)
    {
        count = imp3i_field_nodes(f, f->levels);
        f->balls[f->levels] = (imp3i_ball*)impi_take(l, (size_t)count, sizeof(imp3i_ball));
    }
}

static imp_status make_distance_field(field_build* w)
{
    imp3i_field measured;
    memset(&measured, 0, sizeof measured);
    impi_layout l = {NULL, 0};
    (void)impi_take(&l, 1, sizeof measured);
    lay_out_distance_field(w, &measured, &l);
    const size_t size = l.size;
    l.base = (char*)impi_alloc_resize(&w->allocator, NULL, 0, size, 1);
    if (!l.base)
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    l.size = 0;
    w->field = (imp3i_field*)impi_take(&l, 1, sizeof *w->field);
    memset(w->field, 0, sizeof *w->field);
    lay_out_distance_field(w, w->field, &l);
    w->field->allocator = w->allocator;
    w->field->size = size;
    w->field->references = 1;
    w->field->cell = w->cell;
    w->field->low = w->low;
    w->field->brick_count = w->brick_count;
    memcpy(w->field->bricks, w->bricks, sizeof w->bricks);
    w->field->per_cell = 1.0 / (double)w->cell;
    for (int k = 0; k < 3; ++k)
    {
        w->field->cells[k] = (double)(w->bricks[k] * IMP3I_BRICK_CELLS);
    }
    return IMP_OK;
}

/// What is known of samples and features becomes a field. Returns IMP_OK, IMP_ERR_MEMORY or IMP_ERR_RANGE.
static imp_status fill_distance_field(field_build* w, imp3_box* boxes)
{
    imp3i_field_crossings crossings;
    imp_status status = imp3i_field_cross(w->block, w->low, w->cell, w->bricks, &w->allocator, &crossings);
    if (status)
    {
        return status;
    }
    status = make_distance_field(w);
    if (!status)
    {
        fill_bricks(w, &crossings);
        fill_brick_parts(w);
        fill_corners(w, &crossings);
        memcpy(w->field->features, w->features, (size_t)w->feature_count * sizeof *w->features);
        imp3i_field_fill_balls(w->field, boxes);
    }
    impi_alloc_free(&w->allocator, crossings.memory, crossings.size, 1);
    return status;
}

/// The field of a grid whose bricks are numbered.
static imp_status build_bricks(field_build* w, int64_t most)
{
    const size_t samples = (size_t)w->brick_count * IMP3I_BRICK_SAMPLES;
    impi_layout l = {NULL, 0};
    feature_room room;
    size_t size = 0;
    for (int pass = 0; pass < 2; ++pass)
    {
        w->squares = (float*)impi_take(&l, samples, sizeof *w->squares);
        w->nearest = (int32_t*)impi_take(&l, samples, sizeof *w->nearest);
        lay_out_features(&room, &l, (size_t)most);
        if (pass == 0)
        {
            size = l.size;
            l.base = (char*)impi_alloc_resize(&w->allocator, NULL, 0, size, 1);
            if (!l.base)
            {
                return impi_error(IMP_ERR_MEMORY, 0);
            }
            l.size = 0;
        }
    }
    measure_bricks(w);
    count_parts(w);
    order_features(w, &room, most);
    imp_status status = fill_distance_field(w, room.boxes);
    impi_alloc_free(&w->allocator, l.base, size, 1);
    return status;
}

/// The field of a grid, with at most so many features. Returns IMP_OK, IMP_ERR_MEMORY or IMP_ERR_RANGE.
static imp_status build_distance_field(field_build* w, int64_t most)
{
    const size_t grid = (size_t)imp3i_field_grid(w->bricks);
    w->brick_of = (int32_t*)impi_alloc_resize(&w->allocator, NULL, 0, grid, sizeof *w->brick_of);
    if (!w->brick_of)
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    for (size_t i = 0; i < grid; ++i)
    {
        w->brick_of[i] = -1;
    }
    visit_triangles3(w, false);
    number_bricks(w);
    imp_status status = build_bricks(w, most);
    impi_alloc_free(&w->allocator, w->brick_of, grid, sizeof *w->brick_of);
    return status;
}

/// Six times the volume that a mesh encloses, positive where its triangles face outward.
static double volume_enclosed(const field_build* w)
{
    double sum = 0.0;
    const imp3i_dvec from = imp3i_dvec_of(w->block->points[0]);
    for (int32_t i = 0; i < w->block->leaves; ++i)
    {
        const imp3i_dtriangle t = built_triangle(w, i);
        imp3i_dvec a = imp3i_dsub(t.corners[0], from), b = imp3i_dsub(t.corners[1], from);
        sum += imp3i_ddot(imp3i_dcross(a, b), imp3i_dsub(t.corners[2], from));
    }
    return sum;
}

static imp_status add_field_status(const imp3_compound* mesh, float cell)
{
    int32_t fault = imp3i_mesh_fault(mesh);
    if (fault)
    {
        return impi_error(fault, 1);
    }
    const imp3i_compound_block* b = imp3i_compound_block_of(mesh);
    if (!b->closed)
    {
        return impi_error(IMP_ERR_EMPTY, 1);
    }
    if (b->radius > 0.0f || b->bent)
    {
        return impi_error(IMP_ERR_RANGE, 1);
    }
    fault = impi_number_fault_negative(cell);
    if (fault)
    {
        return impi_error(fault, 2);
    }
    return cell > 0.0f ? IMP_OK : impi_error(IMP_ERR_RANGE, 2);
}

imp_status imp3_mesh_add_field(imp3_compound* mesh, float cell)
{
    imp_status status = add_field_status(mesh, cell);
    if (status)
    {
        return status;
    }
    imp3i_compound_block* b = (imp3i_compound_block*)mesh->block;
    if (impi_references(&b->references) > 1)
    {
        return impi_error(IMP_ERR_BUSY, 1);
    }
    field_build w;
    memset(&w, 0, sizeof w);
    w.mesh = mesh;
    w.block = b;
    w.cell = cell;
    w.allocator = b->allocator;
    if (!(volume_enclosed(&w) > 0.0))
    {
        return impi_error(IMP_ERR_EMPTY, 1);
    }
    bool fits = cell >= LEAST_CELL * mesh->reach && lay_grid(&w);
    int64_t most = fits ? imp3i_field_features_most(b, cell) : 0;
    if (!fits || most > IMP3I_FEATURES_MOST)
    {
        return impi_error(IMP_ERR_COUNT, 2);
    }
    status = imp3i_field_is_thin(mesh, cell) ? impi_error(IMP_ERR_RANGE, 2) : build_distance_field(&w, most);
    if (!status)
    {
        imp3i_field_release(b->field);
        b->field = w.field;
        b->field_shift = imp3i_vec_none();
    }
    return status;
}
