// SPDX-License-Identifier: MIT
//
// `impinge decompose`: takes a closed mesh apart into convex parts, and saves them as an OBJ of one object each. Colours
// stand behind the points, as most that read OBJ take them.

#include "decompose.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bodies.h"
#include "clock.h"

enum
{
    EXIT_BAD = 2
};

/// Share of reading and making ready in the bar.
#define SHARE_READY 0.2

#define TOLERANCE_SHARE 0.02

typedef struct telling
{
    progress* bar;
    const char* file;
} telling;

static bool show_parting(void* user, float done)
{
    telling* it = user;
    return progress_of_parts(it->bar, it->file, (double)done);
}

static int fail_with(const char* file, const char* text)
{
    fprintf(stderr, "impinge: %s: %s\n", file, text);
    return EXIT_BAD;
}

/// Colours that differ from one part to the next: hues by the golden ratio.
static void color_of(int32_t part, double out[3])
{
    static const double turns[3] = {0, 4, 2};  // red, green, blue
    double hue = 6 * fmod(0.61803398875 * part, 1.0);
    for (int k = 0; k < 3; k++)
    {
        double much = fabs(fmod(hue + turns[k], 6.0) - 3) - 1;
        out[k] = 0.25 + 0.7 * fmin(fmax(much, 0), 1);
    }
}

static io_status write_part(FILE* file, const imp3_shape* part, int32_t number, int32_t first)
{
    double color[3];
    color_of(number, color);
    fprintf(file, "o part%d\n", (int)number);
    for (int32_t k = 0; k < part->count; k++)
    {
        imp3_vec v = {0, 0, 0};
        (void)imp3_shape_vertex(part, k, &v);
        fprintf(file, "v %.9g %.9g %.9g %.3g %.3g %.3g\n", (double)v.x, (double)v.y, (double)v.z, color[0], color[1],
                color[2]);
    }
    int32_t faces = 0;
    (void)imp3_shape_face_count(part, &faces);
    int32_t* corners = malloc((size_t)part->count * sizeof *corners);
    for (int32_t f = 0; corners && f < faces; f++)
    {
        imp3_face face = {.vertices = corners, .capacity = part->count};
        (void)imp3_shape_face(part, f, &face);
        fputs("f", file);
        for (int32_t k = 0; k < face.count; k++)
        {
            fprintf(file, " %d", (int)(first + corners[k]));
        }
        fputc('\n', file);
    }
    free(corners);
    return corners ? IO_OK : IO_ERR_MEMORY;
}

static int save_parts(const char* path, const imp3_compound* set)
{
    FILE* file = fopen(path, "w");
    if (!file)
    {
        return fail_with(path, strerror(errno));
    }
    io_status status = IO_OK;
    int32_t first = 1;
    fputs("# Convex parts, a colour each\n", file);
    for (int32_t i = 0; i < set->part_count && !status; i++)
    {
        status = write_part(file, &set->parts[i], i, first);
        first += set->parts[i].count;
    }
    bool bad = ferror(file) != 0;
    bad = fclose(file) != 0 || bad;
    return status ? fail_with(path, "out of memory") : bad ? fail_with(path, "could not be written") : 0;
}

static double longest_side(const imp3_compound* mesh)
{
    const imp3_pose here = imp3_pose_identity();
    imp3_box box = {{0, 0, 0}, {0, 0, 0}};
    (void)imp3_compound_bounds(mesh, &here, &box);
    double most = (double)box.upper.x - (double)box.lower.x;
    most = fmax(most, (double)box.upper.y - (double)box.lower.y);
    return fmax(most, (double)box.upper.z - (double)box.lower.z);
}

static int32_t count_corners(const imp3_compound* set)
{
    int32_t count = 0;
    for (int32_t i = 0; i < set->part_count; i++)
    {
        count += set->parts[i].count;
    }
    return count;
}

static void tell_parts(const imp3_compound* set, const imp3_decompose_report* r, double tolerance, double ms, bool json)
{
    const char* text = json ? "{\"parts\": %d, \"corners\": %d, \"tolerance\": %.9g, \"outwards\": %.9g, "
                              "\"inwards\": %.9g, \"volume\": %.9g, \"solid_volume\": %.9g, \"ms\": %.3f}\n"
                            : "  parts     %d, of %d corners\n"
                              "  tolerance %.4g m; they go out of the solid by %.4g m, and leave out %.4g m of it\n"
                              "  volume    %.6g m^3, the solid has %.6g m^3; taken apart in %.0f ms\n";
    printf(text, (int)r->parts, (int)count_corners(set), tolerance, (double)r->outwards, (double)r->inwards,
           (double)r->volume, (double)r->solid_volume, ms);
}

/// Why a body has no parts.
static int fail_parts(const body* it, imp_status status)
{
    switch (imp_status_fault(status))
    {
    case IMP_ERR_EMPTY:
        return fail_with(it->file, it->surface.border > 0 ? "the mesh is open: only what encloses a volume has parts"
                                                          : "the mesh encloses no volume");
    case IMP_ERR_STOPPED: return fail_with(it->file, "stopped while it was taken apart");
    case IMP_ERR_RANGE: return fail_with(it->file, "the tolerance is too small for the size of the mesh");
    default: return fail_with(it->file, imp_status_text(status));
    }
}

static int take_apart(const body* it, const decompose_options* options, progress* bar)
{
    imp3_compound set;
    imp3_decompose_report report;
    telling told = {bar, it->file};
    const imp_progress watching = {show_parting, &told};
    double side = longest_side(&it->compound);
    const imp3_decompose_choice def = {
        .tolerance = (float)(options->tolerance > 0 ? options->tolerance : TOLERANCE_SHARE * side)};
    double start = clock_ms();
    imp_status status = imp3_mesh_decompose(&it->compound, &def, &watching, NULL, &set, &report);
    double ms = clock_ms() - start;
    progress_hide(bar);
    progress_release();
    if (status)
    {
        return fail_parts(it, status);
    }
    tell_parts(&set, &report, (double)def.tolerance, ms, options->json);
    int code = options->save ? save_parts(options->save, &set) : 0;
    if (!code && options->save && !options->json)
    {
        printf("saved the parts as %s\n", options->save);
    }
    imp3_compound_free(&set);
    return code;
}

int decompose_command(char* file, const decompose_options* options)
{
    progress bar;
    bodies all;
    io_error error;
    bodies_options how = {.scale = options->scale, .bar = &bar, .report = options->json ? NULL : stdout};
    progress_begin(&bar, isatty(STDERR_FILENO) == 1);
    progress_stage(&bar, 0, SHARE_READY);
    int code = EXIT_BAD;
    if (bodies_load(&file, 1, &how, &all, &error))
    {
        char line[1200];
        io_error_print(&error, line, sizeof line);
        fprintf(stderr, "%s\n", line);
    }
    else
    {
        progress_stage(&bar, SHARE_READY, 1 - SHARE_READY);
        code = take_apart(&all.items[0], options, &bar);
        bodies_free(&all);
    }
    return code;
}
