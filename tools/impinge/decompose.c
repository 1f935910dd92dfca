// SPDX-License-Identifier: MIT
//
// `impinge decompose`: takes a closed mesh apart into convex parts, tells what they are like, saves and shows them.

#include "decompose.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "bodies.h"
#include "clock.h"
#include "decompose_save.h"

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

// Tells what was written, or why it was not.
static int write_out(io_status status, const io_error* error, const decompose_options* options, const char* what,
                     const char* path)
{
    char line[1200];
    if (status)
    {
        io_error_print(error, line, sizeof line);
        fprintf(stderr, "%s\n", line);
        return EXIT_BAD;
    }
    if (!options->json)
    {
        printf("%s %s\n", what, path);
    }
    return 0;
}

static int take_apart(const body* it, const decompose_options* options, progress* bar)
{
    imp3_compound set;
    imp3_decompose_report report;
    io_error error = {.line = 0};
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
    const taken_apart found = {it, &set, &report, (double)def.tolerance, options->scale};
    int code = options->save ? write_out(decompose_save(options->save, &found, &error), &error, options,
                                         "saved the parts as", options->save)
                             : 0;
    code = !code && options->html ? write_out(decompose_page(options->html, &found, options->z_up, &error), &error,
                                              options, "wrote the page", options->html)
                                  : code;
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
