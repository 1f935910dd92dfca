// SPDX-License-Identifier: MIT
//
// How far a hull goes out of a solid: a search over the cells of an octree, by bounds that are proved.
//
// A distance changes by no more than the way that is gone. So no point of a cell is farther from the solid than the cell's
// middle and half the cell's diagonal together; cells that stay below what is asked for are done, those with no point of the
// hull too, and of the others the eight halves are looked at. What cannot be told apart is taken to be out: the bound holds.
// Distances are kept, as all hulls ask the same cells; they do not depend on who asked first. All points of the hull are
// held, not only its surface: a hollow counts.

#include "decompose3.h"

#include "mesh_near3.h"

#include <math.h>

enum
{
    DEPTHS_DEPTH = IMP3I_LATTICE_BITS + 1,
    DEPTHS_STACK = 8 * DEPTHS_DEPTH,

    // What is known of a cell
    DEPTHS_NONE = 0,
    DEPTHS_DISTANCE,  // of its middle to the surface, inside or outside
    DEPTHS_SIGNED
};

#define ROOT_3 1.7320508075688774

/// A hull's planes are off by less than that, in steps.
#define PLANE_DOUBT 1.0

typedef struct depths_task
{
    int32_t cell;
    double half;  // half a side
    imp3i_dvec middle;
    double above;   // the depth of the cell above it
    bool has_sign;  // which has the same sign
} depths_task;

imp_status imp3i_depths_start(imp3i_depths* f, const imp3_compound* mesh, imp3i_dvec origin, double step,
                              const imp_allocator* allocator)
{
    f->mesh = mesh;
    f->origin = origin;
    f->step = step;
    f->allocator = allocator;
    f->cells.data = NULL;
    f->cells.count = f->cells.capacity = 0;
    if (impi_array_reserve(&f->cells, allocator, 1))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    const imp3i_depths_cell root = {0.0f, 0, 0};
    f->cells.data[f->cells.count++] = root;
    return IMP_OK;
}

void imp3i_depths_end(imp3i_depths* f)
{
    impi_array_free(&f->cells, f->allocator);
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

/// Whether it is in the solid. That takes as long, and is asked only where it matters.
static bool is_in_solid(const imp3i_depths* f, const depths_task* task)
{
    return task->has_sign ? task->above < 0.0
                          : imp3i_mesh_winding(f->mesh, imp3i_dadd_scaled(f->origin, task->middle, f->step)) > 0.5;
}

/// False when a plane of a hull has all of a cell outside. Tells whether its middle is inside of all.
static bool may_have_points(const imp3i_hull* hull, imp3i_dvec middle, double half, bool* inside)
{
    *inside = true;
    for (int32_t k = 0; k < hull->face_count; ++k)
    {
        double nx = (double)hull->normal_x[k], ny = (double)hull->normal_y[k], nz = (double)hull->normal_z[k];
        double above = nx * middle.x + ny * middle.y + nz * middle.z - (double)hull->plane[k];
        if (above > half * (fabs(nx) + fabs(ny) + fabs(nz)) + PLANE_DOUBT)
        {
            return false;
        }
        *inside = *inside && above <= 0.0;
    }
    return true;
}

/// Puts the eight halves of a cell on the stack, and makes them where they are not there yet.
static imp_status put_halves(imp3i_depths* f, const depths_task* task, double depth, depths_task* stack, int32_t* count)
{
    if (f->cells.data[task->cell].children == 0)
    {
        if (impi_array_reserve(&f->cells, f->allocator, (int64_t)f->cells.count + 8))
        {
            return impi_error(IMP_ERR_MEMORY, 0);
        }
        const imp3i_depths_cell none = {0.0f, 0, 0};
        f->cells.data[task->cell].children = f->cells.count;
        for (int k = 0; k < 8; ++k)
        {
            f->cells.data[f->cells.count++] = none;
        }
    }
    double half = 0.5 * task->half;
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
    }
    return IMP_OK;
}

imp_status imp3i_depths_measure(imp3i_depths* f, const imp3i_hull* hull, double within, double idle, double enough,
                                imp3i_bulge* out)
{
    depths_task stack[DEPTHS_STACK];
    int32_t count = 1;
    double half = (double)(1 << (IMP3I_LATTICE_BITS - 1));
    out->least = out->most = 0.0;
    out->at = imp3i_dvec_none();
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
        double done = out->least + within > idle ? out->least + within : idle;
        if (cell->known && (double)cell->depth + around <= done)
        {
            double bound = (double)cell->depth + around;
            out->most = bound > out->most ? bound : out->most;
            continue;
        }
        bool inside;
        if (!may_have_points(hull, task.middle, task.half, &inside))
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
        if (inside && cell->known == DEPTHS_SIGNED && depth > out->least)
        {
            out->least = depth;
            out->at = task.middle;
        }
        if (bound <= done || around <= 0.5 * within)
        {
            out->most = bound > out->most ? bound : out->most;
            continue;
        }
        if (put_halves(f, &task, depth, stack, &count))
        {
            return impi_error(IMP_ERR_MEMORY, 0);
        }
    }
    out->most = out->least > out->most ? out->least : out->most;
    return IMP_OK;
}
