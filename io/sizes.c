// SPDX-License-Identifier: MIT
//
// What follows from how large the things of a scene are: the scale of a drawing, the length unit of the world, and the
// floor under what would fall for ever.
//
// Engines are at home with things of 0.1 to 10 m: what rests may sink in by millimetres, and what falls takes its time.
// A unit of a drawing says nothing about that, so its scale is such that half of its things are up to 1 m large. Where
// the scale is given, the length unit of the world follows the things instead.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/reader.h"

#define THING_MOST 1.0    // median of a drawing [m]
#define WHOLE_MOST 100.0  // all of a drawing
#define COMMON_LEAST 0.1  // things for which a length unit of 1 m is right
#define COMMON_MOST 10.0
#define UNIT_LEAST 0x1p-20  // as worlds have it
#define UNIT_MOST 0x1p20
#define POWER_MOST 60  // of ten, of a scale
#define FLOOR_PART 32  // how thick a floor is, of the larger side of what is above

static int by_size(const void* left, const void* right)
{
    double a = *(const double*)left, b = *(const double*)right;
    return (a > b) - (a < b);
}

double io_median(double* sizes, size_t count)
{
    qsort(sizes, count, sizeof *sizes, by_size);
    return sizes[(count - 1) / 2];
}

double io_scale_for(double* sizes, size_t count, double whole)
{
    static const double steps[] = {5, 2, 1};
    double median = count > 0 ? io_median(sizes, count) : 0;
    if (!(whole > 0))
    {
        return 1;
    }
    // Powers of ten are told by their digits, so that scales are the numbers that are read.
    for (int power = POWER_MOST; power >= -POWER_MOST; power--)
    {
        for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        {
            char text[32];
            snprintf(text, sizeof text, "%.0fe%d", steps[i], power);
            double scale = strtod(text, NULL);
            if (scale * median <= THING_MOST && scale * whole <= WHOLE_MOST)
            {
                return scale;
            }
        }
    }
    return 1;
}

// Where an object is, and its larger side; false for what has no place.
static bool measure(const io_object* object, imp2_box* box, double* size)
{
    imp2_compound compound = io_object_compound(object);
    if (imp2_compound_bounds(&compound, &object->pose, box) != IMP_OK)
    {
        return false;
    }
    double wide = (double)box->upper.x - (double)box->lower.x, high = (double)box->upper.y - (double)box->lower.y;
    *size = wide > high ? wide : high;
    return true;
}

static int32_t kind_of(const io_scene* scene, const io_object* object)
{
    return object->body >= 0          ? scene->bodies[object->body].def.kind
           : io_object_stands(object) ? IMP_BODY_STATIC
                                      : IMP_BODY_DYNAMIC;
}

// Sizes of the solid things that move, or of all; returns how many.
static size_t list_sizes(const io_scene* scene, bool all, double* sizes)
{
    size_t count = 0;
    for (size_t i = 0; i < scene->object_count; i++)
    {
        const io_object* object = &scene->objects[i];
        imp2_box box;
        double size;
        if (object->is_solid && (all || kind_of(scene, object) != IMP_BODY_STATIC) && measure(object, &box, &size) &&
            size > 0)
        {
            sizes[count++] = size;
        }
    }
    return count;
}

bool io_length_unit_for(double median, float* out)
{
    double unit = 1;
    bool common = median >= COMMON_LEAST && median <= COMMON_MOST;
    while (!common && unit > median && unit > UNIT_LEAST)
    {
        unit /= 2;
    }
    while (!common && 2 * unit <= median && unit < UNIT_MOST)
    {
        unit *= 2;
    }
    *out = (float)unit;
    return common;
}

io_status io_length_unit_choose(io_reader* reader)
{
    io_scene* scene = reader->scene;
    size_t capacity = 0;
    if (scene->has_length_unit || scene->object_count == 0)
    {
        return IO_OK;
    }
    double* sizes = io_grow(reader->allocator, NULL, &capacity, scene->object_count, sizeof *sizes);
    if (!sizes)
    {
        return io_fail_memory(reader);
    }
    size_t count = list_sizes(scene, false, sizes);
    count = count ? count : list_sizes(scene, true, sizes);
    double median = count ? io_median(sizes, count) : 1;
    io_release(reader->allocator, sizes, capacity, sizeof *sizes);
    bool common = io_length_unit_for(median, &scene->world.length_unit);
    return common ? IO_OK
                  : io_note_add(reader, IO_NOTE_TAKEN, "length unit %g m: half of its things are up to %.3g m large",
                                (double)scene->world.length_unit, median);
}

static void widen(imp2_box* all, imp2_box box)
{
    all->lower.x = fminf(all->lower.x, box.lower.x);
    all->lower.y = fminf(all->lower.y, box.lower.y);
    all->upper.x = fmaxf(all->upper.x, box.upper.x);
    all->upper.y = fmaxf(all->upper.y, box.upper.y);
}

// Whether something falls and nothing is there to fall on; and the box of it all.
static bool lacks_floor(const io_scene* scene, imp2_box* all)
{
    bool falls = false;
    *all = (imp2_box){{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    for (size_t i = 0; i < scene->object_count; i++)
    {
        const io_object* object = &scene->objects[i];
        imp2_box box;
        double size;
        if (!object->is_solid || !measure(object, &box, &size))
        {
            continue;
        }
        if (kind_of(scene, object) != IMP_BODY_DYNAMIC)
        {
            return false;
        }
        falls = true;
        widen(all, box);
    }
    for (size_t i = 0; i < scene->file_count; i++)
    {
        if (scene->files[i].is_scene)
        {
            return false;
        }
        if (scene->files[i].paper.upper.x > scene->files[i].paper.lower.x)
        {
            widen(all, scene->files[i].paper);
        }
    }
    return falls && scene->world.gravity.y < 0;
}

io_status io_scene_add_floor(io_scene* scene, bool* added, io_error* error)
{
    imp2_box all;
    *added = lacks_floor(scene, &all);
    if (!*added)
    {
        return IO_OK;
    }
    const io_options standard = {.scale = 0};
    io_reader reader = {.scene = scene,
                        .options = &standard,
                        .allocator = &scene->arena.allocator,
                        .error = error,
                        .file = scene->files[0].name,
                        .path = "floor"};
    float side = fmaxf(all.upper.x - all.lower.x, all.upper.y - all.lower.y);
    imp2_box box = {{all.lower.x - side, all.lower.y - side / FLOOR_PART}, {all.upper.x + side, all.lower.y}};
    const io_label label = {.name = "floor", .layer = "", .is_static = true, .is_solid = true};
    imp2_shape shape;
    io_status status = io_shape_add(&reader, &label, imp2_box_make(box, &shape), &shape);
    return status ? status
                  : io_note_add(&reader, IO_NOTE_TAKEN,
                                "put under it, since nothing in it stands (data-kind='static' does; --no-floor)");
}
