// SPDX-License-Identifier: MIT
//
// Building the distance field of a mesh.
//
//     grid -> bricks that a triangle is near to -> room -> distances, triangle by triangle -> signs, row by row
//                                                       -> distances at corners of bricks -> features, and their tree
//
// Samples are measured in field_measure3.c, their signs found in field_signs3.c; they are rounded once, to 16 bits.

#include "field_build3.h"

#include "../base/sort.h"

#include <math.h>
#include <string.h>

/// A cell is no less than this part of how far the mesh is from the origin of its frame.
#define LEAST_CELL 0x1p-16f

/// Cells so near to a convex edge are marked.
#define EDGE_CELLS 1.5

/// The grid, with the band around the mesh. False where it is too large.
static bool lay_grid(imp3i_field_build* w)
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

static void count_parts(imp3i_field_build* w)
{
    uint16_t near[IMP3I_BRICK_SAMPLES];
    int32_t parts[IMP3I_BRICK_SAMPLES];
    w->part_count = 0;
    for (int32_t i = 0; i < w->brick_count; ++i)
    {
        w->part_count += list_parts(w->nearest + (size_t)i * IMP3I_BRICK_SAMPLES, near, parts);
    }
}

static void fill_brick_parts(const imp3i_field_build* w)
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

static void fill_brick(const imp3i_field_build* w, const imp3i_field_crossings* c, const int32_t brick[3],
                       int32_t number)
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
            // Even within the band: the lowest bit is for what mark_edges() knows.
            sample = sample < IMP3I_SAMPLE_MOST ? sample & ~1 : sample;
            w->field->samples[first + (size_t)i] = (int16_t)(around[i] > 0 ? -sample : sample);
        }
    }
}

static void fill_field_triangles(const imp3i_field_build* w)
{
    for (int32_t i = 0; i < w->block->leaves; ++i)
    {
        const int32_t* v = w->block->corners + 3 * (size_t)i;
        for (int k = 0; k < 3; ++k)
        {
            w->field->triangles[i].corners[k] = w->block->points[v[k]];
            w->field->triangles[i].across[k] = imp3i_field_across(w->block, v[k], v[(k + 1) % 3]);
        }
    }
}

static void fill_corners(const imp3i_field_build* w, const imp3i_field_crossings* c)
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
                const imp3i_dvec p = {imp3i_built_place(w, 0, i), imp3i_built_place(w, 1, j),
                                      imp3i_built_place(w, 2, k)};
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

static void fill_bricks(const imp3i_field_build* w, const imp3i_field_crossings* c)
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

/// Marks the cells around a point of a convex edge.
static void mark_cells(imp3i_field* f, imp3i_dvec at)
{
    const double low[3] = {(double)f->low.x, (double)f->low.y, (double)f->low.z}, p[3] = {at.x, at.y, at.z};
    int32_t from[3], to[3];
    for (int k = 0; k < 3; ++k)
    {
        const double t = (p[k] - low[k]) * f->per_cell, first = imp3i_field_floor(t - EDGE_CELLS),
                     last = imp3i_field_floor(t + EDGE_CELLS), most = f->cells[k] - 1.0;
        from[k] = (int32_t)(first > 0.0 ? first : 0.0);
        to[k] = (int32_t)(last < most ? last : most);
    }
    for (int32_t z = from[2]; z <= to[2]; ++z)
    {
        for (int32_t y = from[1]; y <= to[1]; ++y)
        {
            for (int32_t x = from[0]; x <= to[0]; ++x)
            {
                const int32_t side = IMP3I_BRICK_CELLS;
                const int32_t brick = f->brick_of[(z / side * f->bricks[1] + y / side) * f->bricks[0] + x / side];
                if (brick >= 0)
                {
                    const int32_t first = (z % side * IMP3I_BRICK + y % side) * IMP3I_BRICK + x % side;
                    f->samples[(size_t)brick * IMP3I_BRICK_SAMPLES + (size_t)first] |= 1;
                }
            }
        }
    }
}

/// Marks the cells around all convex edges.
static void mark_edges(imp3i_field* f)
{
    for (int32_t i = 0; i < f->feature_count; ++i)
    {
        const imp3i_mesh_feature* n = &f->features[i];
        const imp3i_dvec a = imp3i_dvec_of(n->a), way = imp3i_dsub(imp3i_dvec_of(n->b), a);
        const int32_t steps = (int32_t)imp3i_field_ceil(sqrt(imp3i_ddot(way, way)) * f->per_cell);
        for (int32_t k = 0; k <= steps && !n->smooth; ++k)
        {
            mark_cells(f, imp3i_dadd_scaled(a, way, steps > 0 ? (double)k / steps : 0.0));
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
static void order_features(imp3i_field_build* w, const feature_room* r, int64_t most)
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
    w->end_fours = imp3i_field_list_ends(w->features, w->feature_count, NULL, NULL);
}

// All of it

static void lay_out_distance_field(const imp3i_field_build* w, imp3i_field* f, impi_layout* l)
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
    f->triangles = (imp3i_field_triangle*)impi_take(l, (size_t)w->block->leaves, sizeof *f->triangles);
    f->corners = (float*)impi_take(l, corners, sizeof *f->corners);
    f->features = (imp3i_mesh_feature*)impi_take(l, (size_t)w->feature_count, sizeof *f->features);
    f->ends = (imp3i_ends*)impi_take(l, (size_t)w->end_fours, sizeof *f->ends);
    f->first_end = (int32_t*)impi_take(l, (size_t)imp3i_field_nodes(f, 0) + 1, sizeof *f->first_end);
    f->levels = 0;
    for (int32_t count = f->feature_count; f->levels == 0 || count > 1; ++f->levels)
    {
        count = imp3i_field_nodes(f, f->levels);
        f->balls[f->levels] = (imp3i_ball*)impi_take(l, (size_t)count, sizeof(imp3i_ball));
    }
}

static imp_status make_distance_field(imp3i_field_build* w)
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
static imp_status fill_distance_field(imp3i_field_build* w, imp3_box* boxes)
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
        fill_field_triangles(w);
        fill_corners(w, &crossings);
        memcpy(w->field->features, w->features, (size_t)w->feature_count * sizeof *w->features);
        w->field->first_end[0] = 0;
        (void)imp3i_field_list_ends(w->field->features, w->feature_count, w->field->ends, w->field->first_end);
        mark_edges(w->field);
        imp3i_field_fill_balls(w->field, boxes);
    }
    impi_alloc_free(&w->allocator, crossings.memory, crossings.size, 1);
    return status;
}

/// The field of a grid whose bricks are numbered.
static imp_status build_bricks(imp3i_field_build* w, int64_t most)
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
    imp3i_field_measure_bricks(w);
    count_parts(w);
    order_features(w, &room, most);
    imp_status status = fill_distance_field(w, room.boxes);
    impi_alloc_free(&w->allocator, l.base, size, 1);
    return status;
}

/// The field of a grid, with at most so many features. Returns IMP_OK, IMP_ERR_MEMORY or IMP_ERR_RANGE.
static imp_status build_distance_field(imp3i_field_build* w, int64_t most)
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
    imp3i_field_mark_bricks(w);
    imp_status status = build_bricks(w, most);
    impi_alloc_free(&w->allocator, w->brick_of, grid, sizeof *w->brick_of);
    return status;
}

/// Six times the volume that a mesh encloses, positive where its triangles face outward.
static double volume_enclosed(const imp3i_field_build* w)
{
    double sum = 0.0;
    const imp3i_dvec from = imp3i_dvec_of(w->block->points[0]);
    for (int32_t i = 0; i < w->block->leaves; ++i)
    {
        const imp3i_dtriangle t = imp3i_built_triangle(w, i);
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
    imp3i_field_build w;
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
