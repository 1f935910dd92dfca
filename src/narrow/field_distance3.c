// SPDX-License-Identifier: MIT
//
// Distances by a field: between samples by their trilinear interpolation, whose gradient is the direction.
//
// A cell that has a sample within the band is interpolated. Where all are at the band or there are none, the distance is
// that between the corners of the brick, which is coarse; its sign is that of the samples, which is known, and its size at
// least what the samples say.
//
// Interpolation rounds off edges, by up to a third of a cell, and leans normals there. So where it matters the distance is
// that to the triangles that are nearest to the eight samples around, of which most are the same. The side is that of the
// triangle that is seen most from above (Baerentzen and Aanaes 2005, without their normals).

#include "field3.h"

#include <math.h>

enum
{
    WALK_STEPS = 8,
    MEASURED_MOST = 16  // triangles that are known to be measured
};

/// Half the diagonal of a cube: what distances change by within half a cell [sides].
#define HALF_DIAGONAL 0.8660254037844387

/// A point in the grid.
typedef struct field_place
{
    int32_t brick[3], grid;  // which, and its number in the grid
    double local[3];         // cells from its first sample, as a brick has them
    imp3i_dvec inside;       // the point of the grid that is nearest
    double beyond;           // how far that is [m]
} field_place;

static field_place place_in_field(const imp3i_field* f, imp3i_dvec point)
{
    const double p[3] = {point.x, point.y, point.z};
    const double low[3] = {(double)f->low.x, (double)f->low.y, (double)f->low.z};
    const double cell = (double)f->cell, side = IMP3I_BRICK_CELLS;
    double inside[3], square = 0.0;
    field_place r;
    for (int k = 0; k < 3; ++k)
    {
        double t = (p[k] - low[k]) * f->per_cell, most = (double)(f->bricks[k] * IMP3I_BRICK_CELLS);
        double in = t > 0.0 ? (t < most ? t : most) : 0.0, off = (t - in) * cell;
        int32_t brick = (int32_t)(in * (1.0 / (double)IMP3I_BRICK_CELLS));
        r.brick[k] = brick < f->bricks[k] ? brick : f->bricks[k] - 1;
        r.local[k] = in - (double)(r.brick[k] * IMP3I_BRICK_CELLS);
        r.local[k] = r.local[k] > 0.0 ? (r.local[k] < side ? r.local[k] : side) : 0.0;
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
static inline double interpolate(const double v[8], const double t[3], imp3i_dvec* gradient)
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
    const double part = 1.0 / (double)IMP3I_BRICK_CELLS;
    const double t[3] = {part * at->local[0], part * at->local[1], part * at->local[2]};
    return interpolate(v, t, gradient);
}

/// The cell of samples around a point.
typedef struct field_cell
{
    int32_t brick;
    int64_t first;  // sample
    double t[3];    // where the point is between them
} field_cell;

/// Kinds of places around a point.
enum
{
    FIELD_BEYOND,   // it is not in the grid
    FIELD_OUTSIDE,  // no samples, as the surface is farther than the band
    FIELD_INSIDE,
    FIELD_SAMPLES
};

/// Finds the samples around a point, or on which side it is.
static inline int find_samples(const imp3i_field* f, imp3i_dvec point, field_cell* out)
{
    const double x = (point.x - (double)f->low.x) * f->per_cell, y = (point.y - (double)f->low.y) * f->per_cell,
                 z = (point.z - (double)f->low.z) * f->per_cell;
    if (!(x >= 0.0 && y >= 0.0 && z >= 0.0 && x < f->cells[0] && y < f->cells[1] && z < f->cells[2]))
    {
        return FIELD_BEYOND;
    }
    const uint32_t i = (uint32_t)x, j = (uint32_t)y, k = (uint32_t)z, side = IMP3I_BRICK_CELLS;
    const int32_t bx = (int32_t)(i / side), by = (int32_t)(j / side), bz = (int32_t)(k / side);
    out->brick = f->brick_of[(bz * f->bricks[1] + by) * f->bricks[0] + bx];
    if (out->brick < 0)
    {
        const int64_t row = (int64_t)bz * (f->bricks[1] + 1) + by;
        return f->corners[row * (f->bricks[0] + 1) + bx] > 0.0f ? FIELD_OUTSIDE : FIELD_INSIDE;
    }
    out->first = (int64_t)out->brick * IMP3I_BRICK_SAMPLES +
                 (int64_t)((k % side * IMP3I_BRICK + j % side) * IMP3I_BRICK + i % side);
    out->t[0] = x - (double)i;
    out->t[1] = y - (double)j;
    out->t[2] = z - (double)k;
    return FIELD_SAMPLES;
}

/// Between the samples of a cell, in their units.
static inline double interpolate_cell(const imp3i_field* f, const field_cell* at, double v[8], imp3i_dvec* gradient)
{
    const int16_t* s = f->samples + at->first;
    for (int k = 0; k < 8; ++k)
    {
        v[k] = (double)s[imp3i_sample_beside(k)];
    }
    return interpolate(v, at->t, gradient);
}

/// Whether all samples of a cell are at the band: then none of them knows anything.
static bool is_beyond(const double v[8])
{
    bool all = true;
    for (int k = 0; k < 8; ++k)
    {
        all &= fabs(v[k]) >= (double)IMP3I_SAMPLE_MOST;
    }
    return all;
}

/// How much the gradients of a cell bend.
static float bend_of_cell(const double v[8])
{
    const double part = 0.25 * (double)IMP3I_FIELD_BAND / (double)IMP3I_SAMPLE_MOST;
    const double x = part * (((v[1] - v[0]) + (v[3] - v[2])) + ((v[5] - v[4]) + (v[7] - v[6])));
    const double y = part * (((v[2] - v[0]) + (v[3] - v[1])) + ((v[6] - v[4]) + (v[7] - v[5])));
    const double z = part * (((v[4] - v[0]) + (v[5] - v[1])) + ((v[6] - v[2]) + (v[7] - v[3])));
    return (float)(1.0 - ((x * x + y * y) + z * z));
}

/// Of unit length; without any, upward.
static inline imp3i_dvec unit_gradient(imp3i_dvec g)
{
    const imp3i_dvec up = {0.0, 0.0, 1.0};
    double length = sqrt(imp3i_ddot(g, g));
    return length > 0.0 ? imp3i_dscale(g, 1.0 / length) : up;
}

/// A point where samples know nothing, or there are none: the sign is theirs, where there are.
static void ask_coarsely(const imp3i_field* f, imp3i_dvec point, int sign, imp3i_field_value* out)
{
    const field_place at = place_in_field(f, point);
    double coarse = interpolate_corners(f, &at, &out->gradient);
    double side = sign != 0 ? (double)sign : coarse < 0.0 ? -1.0 : 1.0, size = side * coarse;
    double least = (sign != 0 ? IMP3I_LEAST_BEYOND : (double)IMP3I_FIELD_BAND) * (double)f->cell;
    out->distance = side * (size > least ? size : least);
    out->gradient = unit_gradient(out->gradient);
    if (at.beyond > 0.0)
    {
        // From the foot of the nearest point of the grid.
        imp3i_dvec foot = imp3i_dadd_scaled(at.inside, out->gradient, -out->distance), way = imp3i_dsub(point, foot);
        out->distance = sqrt(imp3i_ddot(way, way));
        out->gradient = unit_gradient(way);
    }
}

bool imp3i_field_ask_near(const imp3i_field* f, imp3i_dvec point, imp3i_field_value* out)
{
    const double unit = (double)IMP3I_FIELD_BAND * (double)f->cell / (double)IMP3I_SAMPLE_MOST;
    field_cell at;
    double v[8];
    const int around = find_samples(f, point, &at);
    out->part = out->sample = -1;
    out->doubt = IMP3I_DOUBT_MOST;
    if (around == FIELD_SAMPLES)
    {
        out->part = f->parts[f->first[at.brick]];
        out->sample = (int32_t)at.first;
        out->distance = unit * interpolate_cell(f, &at, v, &out->gradient);
        if (fabs(out->distance) < IMP3I_LEAST_BEYOND * (double)f->cell || !is_beyond(v))
        {
            out->gradient = unit_gradient(out->gradient);
            out->doubt = imp3i_field_doubt(f, out->sample, out->distance, bend_of_cell(v));
            return true;
        }
    }
    if (around == FIELD_SAMPLES ? v[0] > 0.0 : around != FIELD_INSIDE)
    {
        return false;
    }
    ask_coarsely(f, point, around == FIELD_SAMPLES ? -1 : 0, out);
    return true;
}

void imp3i_field_ask(const imp3i_field* f, imp3i_dvec point, imp3i_field_value* out)
{
    field_cell at;
    if (!imp3i_field_ask_near(f, point, out))
    {
        ask_coarsely(f, point, find_samples(f, point, &at) == FIELD_SAMPLES ? 1 : 0, out);
    }
}

/// The nearest of some triangles to a point.
typedef struct nearest_of_few
{
    double square, above;  // above: how far it is above the triangle's plane, of length 1 at the nearest point
    imp3i_dvec spot, normal;
    int32_t part, count;
    int32_t measured[MEASURED_MOST];  // `count` of them, and once more the last
} nearest_of_few;

static inline imp3i_dtriangle field_triangle(const imp3i_field* f, int32_t part)
{
    const imp3_vec* v = f->triangles[part].corners;
    const imp3i_dtriangle t = {{imp3i_dvec_of(v[0]), imp3i_dvec_of(v[1]), imp3i_dvec_of(v[2])}};
    return t;
}

/// Ties of triangles at an edge or a corner go to the one that is seen more from above. Returns the
/// side that is nearest, or -1: inside of it, or as its plane is farther than what is known, or it was measured before.
static int measure_one(const imp3i_field* f, int32_t part, imp3i_dvec point, double tie, nearest_of_few* best)
{
    imp3i_triangle_seen seen;
    for (int32_t k = 0; k < best->count; ++k)
    {
        if (best->measured[k] == part)
        {
            return -1;
        }
    }
    best->measured[best->count] = part;
    best->count += best->count < MEASURED_MOST - 1;
    const imp3i_dtriangle t = field_triangle(f, part);
    if (!imp3i_triangle_see(&t, point, best->square + tie, &seen))
    {
        return -1;
    }
    if (seen.square > best->square + tie)
    {
        return seen.side;
    }
    double above = seen.normal_square > 0.0 ? seen.height / sqrt(seen.normal_square) : 0.0;
    if (seen.square < best->square - tie || fabs(above) > fabs(best->above))
    {
        best->square = seen.square;
        best->above = above;
        best->spot = seen.spot;
        best->normal = seen.normal;
        best->part = part;
    }
    return seen.side;
}

/// A triangle, and where that is nearest at a side, the one across: a triangle may be between samples, and nearest to none.
static void measure_with_next(const imp3i_field* f, int32_t part, imp3i_dvec point, double tie, nearest_of_few* best)
{
    const int side = measure_one(f, part, point, tie, best);
    const int32_t next = side < 0 ? -1 : f->triangles[part].across[side];
    if (next >= 0)
    {
        (void)measure_one(f, next, point, tie, best);
    }
}

/// From a triangle whose rim is nearest on to those around its corner that is nearest there, as long as they are nearer: of
/// triangles smaller than a cell the samples around do not know all.
static void walk_nearer(const imp3i_compound_block* b, imp3i_dvec point, double tie, nearest_of_few* best)
{
    for (int step = 0; step < WALK_STEPS && best->above * best->above < 0.999 * best->square; ++step)
    {
        const imp3i_dtriangle t = field_triangle(b->field, best->part);
        double square = best->square, least = INFINITY;
        int nearest = 0;
        for (int k = 0; k < 3; ++k)
        {
            imp3i_dvec arm = imp3i_dsub(t.corners[k], best->spot);
            nearest = imp3i_ddot(arm, arm) < least ? k : nearest;
            least = imp3i_ddot(arm, arm) < least ? imp3i_ddot(arm, arm) : least;
        }
        const int32_t corner = b->corners[3 * (size_t)best->part + (size_t)nearest];
        for (int32_t i = b->first[corner]; i < b->first[corner + 1]; ++i)
        {
            (void)measure_one(b->field, b->around[i], point, tie, best);
        }
        if (!(best->square < square - tie))
        {
            return;
        }
    }
}

void imp3i_field_sharpen(const imp3i_compound_block* b, imp3i_dvec point, imp3i_field_value* value)
{
    const imp3i_field* f = b->field;
    const double cell = (double)f->cell, tie = 0x1p-30 * cell * cell;
    field_cell at;
    if (fabs(value->distance) > (IMP3I_FIELD_BAND - 1) * cell || find_samples(f, point, &at) != FIELD_SAMPLES)
    {
        return;
    }
    nearest_of_few best;
    best.square = IMP_MAGNITUDE_MAX;
    best.above = 0.0;
    best.spot = point;
    best.normal = value->gradient;
    best.part = -1;
    best.count = 0;
    const uint16_t* samples = f->near + at.first;
    const int32_t* parts = f->parts + f->first[at.brick];
    int32_t last = UINT16_MAX, before = UINT16_MAX;
    // The nearest sample first: what is farther is told sooner.
    const int nearest = (at.t[0] > 0.5) | (at.t[1] > 0.5) << 1 | (at.t[2] > 0.5) << 2;
    for (int k = 0; k < 8; ++k)
    {
        int32_t near = samples[imp3i_sample_beside(k ^ nearest)];
        if (near != UINT16_MAX && near != last && near != before)
        {
            measure_with_next(f, parts[near], point, tie, &best);
            before = last;
            last = near;
        }
    }
    if (best.part < 0)
    {
        return;
    }
    walk_nearer(b, point, tie, &best);
    double distance = sqrt(best.square);
    bool inside = fabs(value->distance) < 0.5 * cell ? best.above < 0.0 : value->distance < 0.0;
    imp3i_dvec way = inside ? imp3i_dsub(best.spot, point) : imp3i_dsub(point, best.spot);
    value->gradient = unit_gradient(distance > 0x1p-10 * cell ? way : best.normal);
    value->distance = inside ? -distance : distance;
    value->part = best.part;
}

bool imp3i_field_is_far(const imp3i_field* f, imp3i_dvec point, double far)
{
    const double cell = (double)f->cell, band = (double)IMP3I_FIELD_BAND * cell, side = IMP3I_BRICK_CELLS;
    const field_place at = place_in_field(f, point);
    if (at.beyond > 0.0)
    {
        return at.beyond + band > far;
    }
    // A mean of distances is off by no more than the mean of the ways to where they are, and that is no more than the
    // root of the mean square.
    imp3i_dvec gradient;
    double spread = 0.0;
    for (int k = 0; k < 3; ++k)
    {
        spread += at.local[k] * (side - at.local[k]);
    }
    const double coarse = interpolate_corners(f, &at, &gradient);
    if (coarse - sqrt(spread) * cell > far)
    {
        return true;
    }
    field_cell in;
    const int around = find_samples(f, point, &in);
    if (around != FIELD_SAMPLES)
    {
        return coarse > 0.0 && band > far;
    }
    double v[8];
    const double unit = band / (double)IMP3I_SAMPLE_MOST, most = band - HALF_DIAGONAL * cell;
    return most > far && unit * interpolate_cell(f, &in, v, &gradient) - HALF_DIAGONAL * cell > far;
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
    imp3i_field_ask(b->field, own, &value);
    imp3i_field_sharpen(b, own, &value);
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
