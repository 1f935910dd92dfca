// SPDX-License-Identifier: MIT
//
// How far a hull goes out of a solid: a search over the cells of an octree, by bounds that are proved.
//
// A distance changes by no more than the way that is gone. So no point of a cell is farther from the solid than the cell's
// middle and half the cell's diagonal together; cells that stay below what is asked for are done, those with no point of the
// hull too, and of the others the eight halves are looked at. What cannot be told apart is taken to be out: the bound holds.
// Distances are kept, as all hulls ask the same cells; they do not depend on who asked first. All points of the hull are
// held, not only its surface: a hollow counts.
//
// Distances alone would take cells as small as the tolerance where a hull's faces lie along the surface. There the
// hull's part of a cell is moved inwards: it is convex, so when no triangle reaches it, and one point of it is in the
// solid, all of it is, and what was moved is no farther from the solid than it moved.

#include "decompose3.h"

#include "mesh_near3.h"

#include <math.h>
#include <string.h>

enum
{
    DEPTHS_DEPTH = IMP3I_LATTICE_BITS + 1,
    DEPTHS_STACK = 8 * DEPTHS_DEPTH,
    DEPTHS_PLANES = 24,  // most planes of a hull that cross a cell which is moved
    DEPTHS_PULLS = 12,   // that look for a point of a hull in a cell

    DEPTHS_LAYERS = 3,  // most triangles below a point in a share, where surfaces lie in each other
    DEPTHS_CORNERS = 3 + DEPTHS_PLANES + 6,

    // Knowledge of a cell
    DEPTHS_NONE = 0,
    DEPTHS_DISTANCE,  // of its middle to the surface, inside or outside
    DEPTHS_SIGNED,

    // Whether all of a cell is in the solid
    DEPTHS_NOT_ASKED = 0,
    DEPTHS_WHOLE_IN,
    DEPTHS_NOT_WHOLE  // or not known to be
};

#define ROOT_3 1.7320508075688774

/// A hull's planes are off by less than that, in steps.
#define PLANE_DOUBT 1.0

/// Bounds of cells are off by less, in steps.
#define CELL_DOUBT 0.25

typedef struct depths_task
{
    int32_t cell;
    double half;  // half a side
    imp3i_dvec middle;
    double above;          // the depth of the cell above it
    bool has_sign;         // which has the same sign
    int32_t first, count;  // planes of the hull that cross the cell above it, in the field's list
} depths_task;

imp_status imp3i_depths_start(imp3i_depths* f, const imp3_compound* mesh, imp3i_dvec origin, double step,
                              const imp_allocator* allocator)
{
    f->mesh = mesh;
    f->origin = origin;
    f->step = step;
    f->allocator = allocator;
    f->layered = false;
    f->cells.data = NULL;
    f->cells.count = f->cells.capacity = 0;
    const imp3_pose here = imp3_pose_identity();
    imp3_box box;
    memset(&box, 0, sizeof box);
    (void)imp3_compound_bounds(mesh, &here, &box);
    f->end = (double)box.upper.x;
    f->crossing.data = NULL;
    f->crossing.count = f->crossing.capacity = 0;
    f->witness_count = f->oldest_witness = 0;
    if (impi_array_reserve(&f->cells, allocator, 1))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    const imp3i_depths_cell root = {0.0f, 0, 0, 0};
    f->cells.data[f->cells.count++] = root;
    return IMP_OK;
}

void imp3i_depths_end(imp3i_depths* f)
{
    impi_array_free(&f->cells, f->allocator);
    impi_array_free(&f->crossing, f->allocator);
}

/// The distance of a cell's middle from the surface.
static double find_distance(const imp3i_depths* f, const depths_task* task)
{
    const imp3_pose here = imp3_pose_identity();
    imp3_mesh_near near;
    near.distance = 0.0f;
    (void)imp3i_mesh_nearest(f->mesh, &here, imp3i_dadd_scaled(f->origin, task->middle, f->step), INFINITY, 1, &near);
    return (double)near.distance / f->step;
}

double imp3i_depths_out(const imp3i_depths* f, imp3i_dvec at, double limit)
{
    const imp3_pose here = imp3_pose_identity();
    imp3i_dvec point = imp3i_dadd_scaled(f->origin, at, f->step);
    imp3_mesh_near near;
    near.distance = 0.0f;
    (void)imp3i_mesh_nearest(f->mesh, &here, point, INFINITY, 1, &near);
    double distance = (double)near.distance / f->step;
    return distance > limit && imp3i_depths_turns(f, at) <= 0 ? distance : 0.0;
}

/// Whether it is in the solid. That is asked only where it matters.
static bool is_in_solid(imp3i_depths* f, const depths_task* task)
{
    if (task->has_sign)
    {
        return task->above < 0.0;
    }
    int32_t turns = imp3i_depths_turns(f, task->middle);
    f->layered = f->layered || turns > 1;
    return turns > 0;
}

/// The share of a cell that a hull has: planes of the hull that cross the cell.
typedef struct depths_share
{
    imp3i_dvec middle;
    double half;
    bool inside;          // the middle is below all planes
    int32_t plane_count;  // of those that cross: more than DEPTHS_PLANES are not kept
    imp3i_dvec normals[DEPTHS_PLANES];
    double planes[DEPTHS_PLANES];
} depths_share;

/// False when a plane of a hull has all of a cell outside. The planes that cross it are put on the field's list, for what is
/// in the cell: no others do.
static bool find_share(imp3i_depths* f, const imp3i_hull* hull, const depths_task* task, depths_share* out)
{
    imp3i_dvec middle = task->middle;
    const int32_t* crossing = f->crossing.data + task->first;
    int32_t* kept = f->crossing.data + task->first + task->count;
    out->middle = middle;
    out->half = task->half;
    out->inside = true;
    out->plane_count = 0;
    for (int32_t i = 0; i < task->count; ++i)
    {
        int32_t k = crossing[i];
        double nx = (double)hull->normal_x[k], ny = (double)hull->normal_y[k], nz = (double)hull->normal_z[k];
        double above = nx * middle.x + ny * middle.y + nz * middle.z - (double)hull->plane[k];
        double across = task->half * (fabs(nx) + fabs(ny) + fabs(nz)) + PLANE_DOUBT;
        if (above > across)
        {
            return false;
        }
        out->inside = out->inside && above <= 0.0;
        if (above > -across)
        {
            int32_t at = out->plane_count++;
            kept[at] = k;
            if (at < DEPTHS_PLANES)
            {
                const imp3i_dvec normal = {nx, ny, nz};
                out->normals[at] = normal;
                out->planes[at] = (double)hull->plane[k] + PLANE_DOUBT;
            }
        }
    }
    return true;
}

static double height_over(const depths_share* s, int32_t k, imp3i_dvec at)
{
    return imp3i_ddot(s->normals[k], at) - s->planes[k];
}

static double hold_between(double x, double middle, double half)
{
    return x < middle - half ? middle - half : x > middle + half ? middle + half : x;
}

/// A point of a share: the middle of the cell, pulled below one plane after the other. False when that does not end.
static bool find_point_of_share(const depths_share* s, imp3i_dvec* at)
{
    *at = s->middle;
    for (int pull = 0; pull < DEPTHS_PULLS; ++pull)
    {
        bool below = true;
        for (int32_t k = 0; k < s->plane_count; ++k)
        {
            double above = height_over(s, k, *at);
            if (above > 0.0)
            {
                *at = imp3i_dadd_scaled(*at, s->normals[k], -above);
                below = false;
            }
        }
        at->x = hold_between(at->x, s->middle.x, s->half);
        at->y = hold_between(at->y, s->middle.y, s->half);
        at->z = hold_between(at->z, s->middle.z, s->half);
        if (below)
        {
            return true;
        }
    }
    return false;
}

/// Cuts off what a polygon has above a plane. Returns how many corners are left.
static int32_t clip_polygon(imp3i_dvec* polygon, int32_t count, imp3i_dvec normal, double plane)
{
    imp3i_dvec kept[DEPTHS_CORNERS];
    int32_t left = 0;
    for (int32_t k = 0; k < count; ++k)
    {
        imp3i_dvec a = polygon[k], b = polygon[k + 1 < count ? k + 1 : 0];
        double from = imp3i_ddot(normal, a) - plane, to = imp3i_ddot(normal, b) - plane;
        if (from <= 0.0)
        {
            kept[left++] = a;
        }
        if ((from < 0.0 && to > 0.0) || (from > 0.0 && to < 0.0))
        {
            kept[left++] = imp3i_dadd_scaled(a, imp3i_dsub(b, a), from / (from - to));
        }
    }
    memcpy(polygon, kept, (size_t)left * sizeof *kept);
    return left;
}

/// Whether the plane of a triangle reaches the cell of a share. One without area has none, and reaches all.
static bool plane_reaches_cell(const depths_share* s, const imp3i_dvec corners[3])
{
    imp3i_dvec normal = imp3i_dcross(imp3i_dsub(corners[1], corners[0]), imp3i_dsub(corners[2], corners[0]));
    double across = fabs(normal.x) + fabs(normal.y) + fabs(normal.z);
    return fabs(imp3i_ddot(normal, imp3i_dsub(s->middle, corners[0]))) <= (s->half + 2.0 * CELL_DOUBT) * across;
}

/// Whether a triangle reaches a share.
static bool reaches_share(const depths_share* s, const imp3i_dvec corners[3])
{
    if (!plane_reaches_cell(s, corners))
    {
        return false;
    }
    imp3i_dvec polygon[DEPTHS_CORNERS];
    int32_t count = 3;
    memcpy(polygon, corners, 3 * sizeof *corners);
    for (int32_t k = 0; k < s->plane_count && count > 0; ++k)
    {
        count = clip_polygon(polygon, count, s->normals[k], s->planes[k]);
    }
    const double middle[3] = {s->middle.x, s->middle.y, s->middle.z};
    for (int k = 0; k < 6 && count > 0; ++k)
    {
        double sign = k & 1 ? -1.0 : 1.0;
        const imp3i_dvec normal = {k >> 1 == 0 ? sign : 0.0, k >> 1 == 1 ? sign : 0.0, k >> 1 == 2 ? sign : 0.0};
        count = clip_polygon(polygon, count, normal, sign * middle[k >> 1] + s->half + CELL_DOUBT);
    }
    return count > 0;
}

/// Whether a way from a point through a triangle to its other side would leave the solid there.
static bool is_way_out_through(const imp3i_dvec corners[3], imp3i_dvec at)
{
    imp3i_dvec normal = imp3i_dcross(imp3i_dsub(corners[1], corners[0]), imp3i_dsub(corners[2], corners[0]));
    return imp3i_ddot(normal, imp3i_dsub(at, corners[0])) <= CELL_DOUBT * sqrt(imp3i_ddot(normal, normal));
}

/// Whether all that a share has is in the solid, of which one point is `at`. A straight way within it goes through each
/// triangle once at most. So where surfaces lie in each other, no point of it has a lower winding number than one of them,
/// less the triangles that has below them.
static bool is_share_in(const imp3i_depths* f, const depths_share* s, imp3i_dvec at)
{
    int32_t leaving = 0, most_leaving = f->layered ? DEPTHS_LAYERS : 0;
    imp3i_dvec corner = imp3i_dvec_all(s->half + 2.0 * CELL_DOUBT);
    const imp3i_dbox box = imp3i_dbox_of(imp3i_dadd_scaled(f->origin, imp3i_dsub(s->middle, corner), f->step),
                                         imp3i_dadd_scaled(f->origin, imp3i_dadd(s->middle, corner), f->step));
    const imp3i_compound_block* b = imp3i_compound_block_of(f->mesh);
    imp3i_part_walk walk;
    imp3i_part_walk_start(&walk, f->mesh, &box);
    for (int32_t i; (i = imp3i_part_walk_next(&walk)) < f->mesh->part_count;)
    {
        imp3i_dvec corners[3];
        for (int k = 0; k < 3; ++k)
        {
            imp3i_dvec v = imp3i_dvec_of(b->points[b->corners[3 * (size_t)i + (size_t)k]]);
            corners[k] = imp3i_ddivide(imp3i_dsub(v, f->origin), f->step);
        }
        if (reaches_share(s, corners))
        {
            leaving += is_way_out_through(corners, at);
            if (leaving > most_leaving || !f->layered)
            {
                return false;
            }
        }
    }
    return imp3i_depths_turns(f, at) > leaving;
}

/// Whether all of a cell is in the solid though surfaces are in it that lie in the solid. That is kept.
static bool is_cell_in(imp3i_depths* f, const depths_task* task)
{
    imp3i_depths_cell* cell = &f->cells.data[task->cell];
    if (cell->whole == DEPTHS_NOT_ASKED && f->layered)
    {
        depths_share all;
        all.middle = task->middle;
        all.half = task->half;
        all.plane_count = 0;
        cell->whole = is_share_in(f, &all, task->middle) ? DEPTHS_WHOLE_IN : DEPTHS_NOT_WHOLE;
    }
    return cell->whole == DEPTHS_WHOLE_IN;
}

/// Whether all that a share has is known to be no farther than that from the solid: when moved, all of it is in the solid.
static bool is_share_near(const imp3i_depths* f, depths_share* s, double far)
{
    imp3i_dvec out = imp3i_dvec_none(), at;
    for (int32_t k = 0; k < s->plane_count && k < DEPTHS_PLANES; ++k)
    {
        out = imp3i_dadd(out, s->normals[k]);
    }
    double length = sqrt(imp3i_ddot(out, out));
    if (s->plane_count > DEPTHS_PLANES || !(length > 0.01) || !find_point_of_share(s, &at))
    {
        return false;
    }
    imp3i_dvec move = imp3i_dscale(out, -(far - CELL_DOUBT) / length);
    s->middle = imp3i_dadd(s->middle, move);
    for (int32_t k = 0; k < s->plane_count; ++k)
    {
        s->planes[k] += imp3i_ddot(s->normals[k], move);
    }
    return is_share_in(f, s, imp3i_dadd(at, move));
}

/// Puts the eight halves of a cell on the stack, and makes them where they are not there yet.
static imp_status put_halves(imp3i_depths* f, const depths_task* task, int32_t crossing, depths_task* stack,
                             int32_t* count)
{
    if (f->cells.data[task->cell].children == 0)
    {
        if (impi_array_reserve(&f->cells, f->allocator, (int64_t)f->cells.count + 8))
        {
            return impi_error(IMP_ERR_MEMORY, 0);
        }
        const imp3i_depths_cell none = {0.0f, 0, 0, 0};
        f->cells.data[task->cell].children = f->cells.count;
        for (int k = 0; k < 8; ++k)
        {
            f->cells.data[f->cells.count++] = none;
        }
    }
    double half = 0.5 * task->half, depth = (double)f->cells.data[task->cell].depth;
    for (int k = 0; k < 8; ++k)
    {
        depths_task* t = &stack[(*count)++];
        t->cell = f->cells.data[task->cell].children + k;
        t->half = half;
        t->middle.x = task->middle.x + (k & 1 ? half : -half);
        t->middle.y = task->middle.y + (k & 2 ? half : -half);
        t->middle.z = task->middle.z + (k & 4 ? half : -half);
        t->above = depth;
        t->has_sign = fabs(depth) > half * ROOT_3 * 1.001 + 1.0;
        t->first = task->first + task->count;
        t->count = crossing;
    }
    return IMP_OK;
}

/// Raises what is known to be the least depth to that of a point of a hull in a cell whose middle has a depth.
static void raise_least(const depths_share* s, double depth, imp3i_bulge* out)
{
    imp3i_dvec at = s->middle;
    bool found = s->inside || (s->plane_count <= DEPTHS_PLANES && find_point_of_share(s, &at));
    imp3i_dvec way = imp3i_dsub(at, s->middle);
    depth -= s->inside ? 0.0 : sqrt(imp3i_ddot(way, way)) + 2.0 * PLANE_DOUBT;
    if (found && depth > out->least)
    {
        out->least = depth;
        out->at = at;
    }
}

/// Lists all planes of a hull, with room for those that cross the cells down to the smallest one.
static imp_status list_planes(imp3i_depths* f, const imp3i_hull* hull)
{
    if (impi_array_reserve(&f->crossing, f->allocator, (int64_t)hull->face_count * (DEPTHS_DEPTH + 1)))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    for (int32_t k = 0; k < hull->face_count; ++k)
    {
        f->crossing.data[k] = k;
    }
    return IMP_OK;
}

/// Whether a point is in a hull whatever its planes are off.
static bool is_surely_in(const imp3i_hull* hull, imp3i_dvec at)
{
    for (int32_t k = 0; k < hull->face_count; ++k)
    {
        double height = (double)hull->normal_x[k] * at.x + (double)hull->normal_y[k] * at.y +
                        (double)hull->normal_z[k] * at.z - (double)hull->plane[k];
        if (height > -PLANE_DOUBT)
        {
            return false;
        }
    }
    return true;
}

void imp3i_depths_find_witnesses(const imp3i_depths* f, const imp3i_hull* hull, double enough, imp3i_witnesses* out)
{
    out->count = 0;
    for (int32_t k = 0; k < f->witness_count; ++k)
    {
        const imp3i_bulge* w = &f->witnesses[k];
        if (w->least > enough && is_surely_in(hull, w->at))
        {
            out->at[out->count++] = w->at;
        }
    }
}

/// Finds a point of the hull among those that were more than enough before.
static bool ask_witnesses(const imp3i_depths* f, const imp3i_hull* hull, double enough, imp3i_bulge* out)
{
    for (int32_t k = 0; k < f->witness_count; ++k)
    {
        const imp3i_bulge* w = &f->witnesses[k];
        if (w->least > enough && is_surely_in(hull, w->at))
        {
            *out = *w;
            return true;
        }
    }
    return false;
}

static void add_witness(imp3i_depths* f, const imp3i_bulge* found)
{
    bool full = f->witness_count == IMP3I_DEPTHS_WITNESSES;
    int32_t at = full ? f->oldest_witness : f->witness_count++;
    f->oldest_witness = full ? (at + 1) % IMP3I_DEPTHS_WITNESSES : 0;
    f->witnesses[at] = *found;
    f->witnesses[at].most = found->least;
}

imp_status imp3i_depths_measure(imp3i_depths* f, const imp3i_hull* hull, double within, double idle, double enough,
                                imp3i_bulge* out)
{
    depths_task stack[DEPTHS_STACK];
    int32_t count = 1;
    double half = (double)(1 << (IMP3I_LATTICE_BITS - 1));
    out->least = out->most = 0.0;
    out->at = imp3i_dvec_none();
    if (ask_witnesses(f, hull, enough, out))
    {
        return IMP_OK;
    }
    if (list_planes(f, hull))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    stack[0].first = 0;
    stack[0].count = hull->face_count;
    stack[0].cell = 0;
    stack[0].half = half;
    stack[0].middle = imp3i_dvec_all(half);
    stack[0].above = 0.0;
    stack[0].has_sign = false;
    while (count > 0 && out->least <= enough)
    {
        depths_task task = stack[--count];
        imp3i_depths_cell* cell = &f->cells.data[task.cell];
        double around = task.half * ROOT_3;
        double slack = out->least > idle && 0.25 * out->least > within ? 0.25 * out->least : within;
        double done = out->least + slack > idle ? out->least + slack : idle;
        done = out->most > done ? out->most : done;
        if (cell->whole == DEPTHS_WHOLE_IN)
        {
            continue;
        }
        if (cell->known && (double)cell->depth + around <= done)
        {
            double bound = (double)cell->depth + around;
            out->most = bound > out->most ? bound : out->most;
            continue;
        }
        depths_share share;
        if (!find_share(f, hull, &task, &share))
        {
            continue;
        }
        if (cell->known == DEPTHS_NONE)
        {
            cell->depth = (float)find_distance(f, &task);
            cell->known = DEPTHS_DISTANCE;
        }
        if (cell->known == DEPTHS_DISTANCE && (double)cell->depth + around > done)
        {
            cell->depth = is_in_solid(f, &task) ? -cell->depth : cell->depth;
            cell->known = DEPTHS_SIGNED;
        }
        double depth = (double)cell->depth, bound = depth + around;
        if (cell->known == DEPTHS_SIGNED && depth > out->least)
        {
            raise_least(&share, depth, out);
        }
        if (bound <= done || around <= 0.5 * within)
        {
            out->most = bound > out->most ? bound : out->most;
            continue;
        }
        if (is_cell_in(f, &task))
        {
            continue;
        }
        if (is_share_near(f, &share, done))
        {
            out->most = done > out->most ? done : out->most;
            continue;
        }
        if (put_halves(f, &task, share.plane_count, stack, &count))
        {
            return impi_error(IMP_ERR_MEMORY, 0);
        }
    }
    out->most = out->least > out->most ? out->least : out->most;
    if (out->least > enough)
    {
        add_witness(f, out);
    }
    return IMP_OK;
}
