// SPDX-License-Identifier: MIT
//
// Distances by a field: between samples by their trilinear interpolation, whose gradient is the direction.
//
// A cell all of whose samples are within the band is interpolated. Where one is at the band or there are none, the
// distance is that between the corners of the brick, which is coarse; its sign is that of the samples, which is known,
// and its size at least what the samples say.
//
// Interpolation rounds off edges, by up to a third of a cell, and leans normals there. So where it matters the distance is
// that to the triangles that are nearest to the eight samples around, of which most are the same. The side is that of the
// triangle that is seen most from above (Baerentzen and Aanaes 2005, without their normals).

#include "field3.h"

#include <math.h>

enum
{
    WALK_STEPS = 8
};

/// Half the diagonal of a cube, and the diagonal less than the band: what distances change by within a cell [sides].
#define HALF_DIAGONAL 0.8660254037844387
#define LEAST_BEYOND ((double)IMP3I_FIELD_BAND - 2.0 * HALF_DIAGONAL)

/// A point in the grid.
typedef struct field_place
{
    int32_t brick[3], grid;  // which, and its number in the grid
    double local[3];         // cells from its first sample
    imp3i_dvec inside;       // the point of the grid that is nearest
    double beyond;           // how far that is [m]
} field_place;

static field_place place_in_field(const imp3i_field* f, imp3i_dvec point)
{
    const double p[3] = {point.x, point.y, point.z};
    const double low[3] = {(double)f->low.x, (double)f->low.y, (double)f->low.z};
    const double cell = (double)f->cell;
    double inside[3], square = 0.0;
    field_place r;
    for (int k = 0; k < 3; ++k)
    {
        double t = (p[k] - low[k]) / cell, most = (double)(f->bricks[k] * IMP3I_BRICK_CELLS);
        double in = t > 0.0 ? (t < most ? t : most) : 0.0, off = (t - in) * cell;
        int32_t brick = (int32_t)(in / (double)IMP3I_BRICK_CELLS);
        r.brick[k] = brick < f->bricks[k] ? brick : f->bricks[k] - 1;
        r.local[k] = in - (double)(r.brick[k] * IMP3I_BRICK_CELLS);
        r.local[k] = r.local[k] > 0.0 ? r.local[k] : 0.0;
        inside[k] = low[k] + in * cell;
        square += off * off;
    }
    r.grid = (r.brick[2] * f->bricks[1] + r.brick[1]) * f->bricks[0] + r.brick[0];
    r.inside.x = inside[0];
    r.inside.y = inside[1];
    r.inside.z = inside[2];
    r.beyond = sqrt(square);
    return r;
}

/// Interpolates between the corners of a cube, x first, of a side of 1. The gradient is not of unit length.
static double interpolate(const double v[8], const double t[3], imp3i_dvec* gradient)
{
    double x00 = v[0] + (v[1] - v[0]) * t[0], x10 = v[2] + (v[3] - v[2]) * t[0];
    double x01 = v[4] + (v[5] - v[4]) * t[0], x11 = v[6] + (v[7] - v[6]) * t[0];
    double y0 = x00 + (x10 - x00) * t[1], y1 = x01 + (x11 - x01) * t[1];
    double dx0 = (v[1] - v[0]) + ((v[3] - v[2]) - (v[1] - v[0])) * t[1];
    double dx1 = (v[5] - v[4]) + ((v[7] - v[6]) - (v[5] - v[4])) * t[1];
    gradient->x = dx0 + (dx1 - dx0) * t[2];
    gradient->y = (x10 - x00) + ((x11 - x01) - (x10 - x00)) * t[2];
    gradient->z = y1 - y0;
    return y0 + (y1 - y0) * t[2];
}

/// Between the corners of a brick.
static double interpolate_corners(const imp3i_field* f, const field_place* at, imp3i_dvec* gradient)
{
    const int32_t nx = f->bricks[0] + 1, ny = f->bricks[1] + 1;
    const float* c = f->corners + ((int64_t)at->brick[2] * ny + at->brick[1]) * nx + at->brick[0];
    const float* up = c + (int64_t)nx * ny;
    const double v[8] = {(double)c[0],  (double)c[1],  (double)c[nx],  (double)c[nx + 1],
                         (double)up[0], (double)up[1], (double)up[nx], (double)up[nx + 1]};
    const double t[3] = {at->local[0] / (double)IMP3I_BRICK_CELLS, at->local[1] / (double)IMP3I_BRICK_CELLS,
                         at->local[2] / (double)IMP3I_BRICK_CELLS};
    return interpolate(v, t, gradient);
}

/// The first of the samples around a point, and where it is between them.
static int64_t first_sample(const field_place* at, int32_t brick, double t[3])
{
    int32_t first[3];
    for (int k = 0; k < 3; ++k)
    {
        int32_t i = (int32_t)at->local[k];
        first[k] = i < IMP3I_BRICK_CELLS ? i : IMP3I_BRICK_CELLS - 1;
        t[k] = at->local[k] - (double)first[k];
    }
    return (int64_t)brick * IMP3I_BRICK_SAMPLES + ((first[2] * IMP3I_BRICK + first[1]) * IMP3I_BRICK + first[0]);
}

/// Of eight samples around a point the k-th, from the first.
static int32_t sample_beside(int k)
{
    return ((k >> 2) * IMP3I_BRICK + (k >> 1 & 1)) * IMP3I_BRICK + (k & 1);
}

/// The samples around a point, and where it is between them. Tells the sign of one at the band, or 0.
static int samples_around(const imp3i_field* f, const field_place* at, int32_t brick, double v[8], double t[3])
{
    const int16_t* s = f->samples + first_sample(at, brick, t);
    int beyond = 0;
    for (int k = 0; k < 8; ++k)
    {
        int32_t sample = s[sample_beside(k)];
        v[k] = (double)sample;
        beyond = sample == IMP3I_SAMPLE_MOST ? 1 : sample == -IMP3I_SAMPLE_MOST ? -1 : beyond;
    }
    return beyond;
}

/// Of unit length; without any, upward.
static imp3i_dvec unit_gradient(imp3i_dvec g)
{
    const imp3i_dvec up = {0.0, 0.0, 1.0};
    double length = sqrt(imp3i_ddot(g, g));
    return length > 0.0 ? imp3i_ddivide(g, length) : up;
}

void imp3i_field_ask(const imp3i_field* f, imp3i_dvec point, imp3i_field_value* out)
{
    const double cell = (double)f->cell, unit = (double)IMP3I_FIELD_BAND * cell / (double)IMP3I_SAMPLE_MOST;
    const field_place at = place_in_field(f, point);
    int32_t brick = f->brick_of[at.grid];
    double v[8], t[3];
    int beyond = brick >= 0 ? samples_around(f, &at, brick, v, t) : 0;
    out->part = brick >= 0 ? f->parts[f->first[brick]] : -1;
    out->slope = 0.0;
    if (brick >= 0 && beyond == 0)
    {
        out->distance = unit * interpolate(v, t, &out->gradient);
        out->slope = unit / cell * sqrt(imp3i_ddot(out->gradient, out->gradient));
        out->gradient = unit_gradient(out->gradient);
    }
    else
    {
        double coarse = interpolate_corners(f, &at, &out->gradient);
        double sign = beyond != 0 ? (double)beyond : coarse < 0.0 ? -1.0 : 1.0;
        double size = sign * coarse, least = (beyond != 0 ? LEAST_BEYOND : (double)IMP3I_FIELD_BAND) * cell;
        out->distance = sign * (size > least ? size : least);
        out->gradient = unit_gradient(out->gradient);
    }
    if (at.beyond > 0.0)
    {
        // From the foot of the nearest point of the grid.
        imp3i_dvec foot = imp3i_dadd_scaled(at.inside, out->gradient, -out->distance), way = imp3i_dsub(point, foot);
        out->distance = sqrt(imp3i_ddot(way, way));
        out->gradient = unit_gradient(way);
    }
}

/// The nearest of some triangles to a point.
typedef struct nearest_of_few
{
    double square, above;  // above: how far it is above the triangle's plane, of length 1 at the nearest point
    imp3i_dvec spot, normal;
    int32_t part;
} nearest_of_few;

/// Of two triangles that are equally near, at an edge or a corner, the one that is seen more from above counts.
static void measure_one(const imp3i_compound_block* b, int32_t part, imp3i_dvec point, double tie, nearest_of_few* best)
{
    imp3i_dtriangle t;
    nearest_of_few r;
    for (int k = 0; k < 3; ++k)
    {
        t.corners[k] = imp3i_dvec_of(b->points[b->corners[3 * (size_t)part + (size_t)k]]);
    }
    r.spot = point;
    r.square = imp3i_triangle_nearest(&t, point, &r.spot);
    if (r.square > best->square + tie)
    {
        return;
    }
    imp3i_dvec a = t.corners[0];
    r.normal = unit_gradient(imp3i_dcross(imp3i_dsub(t.corners[1], a), imp3i_dsub(t.corners[2], a)));
    r.above = imp3i_ddot(r.normal, imp3i_dsub(point, r.spot));
    r.part = part;
    if (r.square < best->square - tie || fabs(r.above) > fabs(best->above))
    {
        *best = r;
    }
}

/// From a triangle whose rim is nearest on to those around its corner that is nearest there, as long as they are nearer: of
/// triangles smaller than a cell the samples around do not know all.
static void walk_nearer(const imp3i_compound_block* b, imp3i_dvec point, double tie, nearest_of_few* best)
{
    for (int step = 0; step < WALK_STEPS && best->above * best->above < 0.999 * best->square; ++step)
    {
        const int32_t* v = b->corners + 3 * (size_t)best->part;
        double square = best->square, least = INFINITY;
        int32_t corner = v[0];
        for (int k = 0; k < 3; ++k)
        {
            imp3i_dvec arm = imp3i_dsub(imp3i_dvec_of(b->points[v[k]]), best->spot);
            corner = imp3i_ddot(arm, arm) < least ? v[k] : corner;
            least = imp3i_ddot(arm, arm) < least ? imp3i_ddot(arm, arm) : least;
        }
        for (int32_t i = b->first[corner]; i < b->first[corner + 1]; ++i)
        {
            measure_one(b, b->around[i], point, tie, best);
        }
        if (!(best->square < square - tie))
        {
            return;
        }
    }
}

void imp3i_field_ask_near(const imp3i_compound_block* b, imp3i_dvec point, imp3i_field_value* out)
{
    const imp3i_field* f = b->field;
    const field_place at = place_in_field(f, point);
    const int32_t brick = f->brick_of[at.grid];
    imp3i_field_ask(f, point, out);
    if (brick < 0 || at.beyond > 0.0 || fabs(out->distance) > (IMP3I_FIELD_BAND - 1) * (double)f->cell)
    {
        return;
    }
    double t[3], cell = (double)f->cell;
    const int64_t sample = first_sample(&at, brick, t);
    imp3i_dvec own = imp3i_dsub(point, imp3i_dvec_of(b->field_shift));
    nearest_of_few best = {INFINITY, 0.0, own, out->gradient, -1};
    int32_t last = -1, before = -1;
    for (int k = 0; k < 8; ++k)
    {
        int32_t near = f->near[sample + sample_beside(k)];
        if (near != UINT16_MAX && near != last && near != before)
        {
            measure_one(b, f->parts[f->first[brick] + near], own, 0x1p-30 * cell * cell, &best);
            before = last;
            last = near;
        }
    }
    if (best.part < 0)
    {
        return;
    }
    walk_nearer(b, own, 0x1p-30 * cell * cell, &best);
    double distance = sqrt(best.square);
    bool inside = fabs(out->distance) < 0.5 * cell ? best.above < 0.0 : out->distance < 0.0;
    imp3i_dvec way = inside ? imp3i_dsub(best.spot, own) : imp3i_dsub(own, best.spot);
    out->gradient = distance > 0x1p-10 * cell ? unit_gradient(way) : best.normal;
    out->distance = inside ? -distance : distance;
    out->slope = 1.0;
    out->part = best.part;
}

double imp3i_field_bound(const imp3i_field* f, imp3i_dvec point)
{
    const double cell = (double)f->cell, unit = (double)IMP3I_FIELD_BAND * cell / (double)IMP3I_SAMPLE_MOST;
    const field_place at = place_in_field(f, point);
    if (at.beyond > 0.0)
    {
        return at.beyond + (double)IMP3I_FIELD_BAND * cell;
    }
    imp3i_dvec gradient;
    int32_t brick = f->brick_of[at.grid];
    double v[8], t[3];
    int beyond = brick >= 0 ? samples_around(f, &at, brick, v, t) : 0;
    double coarse = interpolate_corners(f, &at, &gradient) - HALF_DIAGONAL * (double)IMP3I_BRICK_CELLS * cell,
           fine = coarse;
    if (brick >= 0)
    {
        fine = unit * interpolate(v, t, &gradient) - HALF_DIAGONAL * cell;
        return beyond != 0 && coarse > fine ? coarse : fine;
    }
    double band = (double)IMP3I_FIELD_BAND * cell;
    return coarse > -HALF_DIAGONAL * (double)IMP3I_BRICK_CELLS * cell && coarse < band ? band : coarse;
}

static imp_status field_status(const imp3_compound* mesh, const imp3_pose* pose)
{
    imp_status status = imp3i_placed_mesh_status(mesh, pose);
    return status || imp3i_compound_block_of(mesh)->field ? status : impi_error(IMP_ERR_EMPTY, 1);
}

imp_status imp3_mesh_field_distance(const imp3_compound* mesh, const imp3_pose* pose, imp3_vec point, float* distance,
                                    imp3_vec* gradient)
{
    imp_status status = field_status(mesh, pose);
    if (status)
    {
        return status;
    }
    int32_t fault = imp3i_vec_fault(point);
    if (fault || !distance)
    {
        return fault ? impi_error(fault, 3) : impi_error(IMP_ERR_NULL, 4);
    }
    const imp3i_compound_block* b = imp3i_compound_block_of(mesh);
    imp3i_drot turn = imp3i_drot_of(pose->q);
    imp3i_dvec from = imp3i_dsub(imp3i_dvec_of(point), imp3i_dvec_of(pose->p));
    imp3i_dvec own = imp3i_dadd(imp3i_drot_solve(turn, from), imp3i_dvec_of(b->field_shift));
    imp3i_field_value value;
    imp3i_field_ask_near(b, own, &value);
    *distance = impi_tidy((float)value.distance);
    if (gradient)
    {
        *gradient = imp3i_vec_tidy(unit_gradient(imp3i_drot_apply(turn, value.gradient)));
    }
    return IMP_OK;
}

imp_status imp3_mesh_field_stats(const imp3_compound* mesh, imp3_field_stats* out)
{
    const imp3_pose here = imp3_pose_identity();
    imp_status status = field_status(mesh, &here);
    if (status || !out)
    {
        return status ? status : impi_error(IMP_ERR_NULL, 2);
    }
    const imp3i_field* f = imp3i_compound_block_of(mesh)->field;
    out->cell = f->cell;
    out->bricks = f->brick_count;
    out->features = f->feature_count;
    out->bytes = (int64_t)f->size;
    return IMP_OK;
}
