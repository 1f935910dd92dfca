// SPDX-License-Identifier: MIT
//
// `impinge check` where files are meshes.

#include <stdio.h>

#include "mesh_check.h"

enum
{
    EXIT_CLEAR = 0,
    EXIT_CONTACT = 1,
    EXIT_BAD = 2
};

/// Share of reading and making ready in the bar.
#define SHARE_READY 0.7

static int fail(const io_error* error)
{
    char line[1200];
    io_error_print(error, line, sizeof line);
    fprintf(stderr, "%s\n", line);
    return EXIT_BAD;
}

static int tell(const bodies* all, const mesh_result* result, const mesh_options* options)
{
    io_error error = {0};
    if (options->html && mesh_page(options->html, all, result, options->z_up, &error))
    {
        return fail(&error);
    }
    (options->json ? mesh_json : mesh_report)(stdout, all, result);
    if (!options->json && options->html)
    {
        printf("wrote the page %s\n", options->html);
    }
    if (fflush(stdout) != 0 || ferror(stdout))
    {
        fprintf(stderr, "impinge: the result could not be written\n");
        return EXIT_BAD;
    }
    return result->finding_count > 0 ? EXIT_CONTACT : EXIT_CLEAR;
}

int mesh_command(char** files, int32_t count, const mesh_options* options)
{
    bodies all;
    io_error error;
    progress_stage(options->bodies.bar, 0, SHARE_READY);
    if (bodies_load(files, count, &options->bodies, &all, &error))
    {
        return fail(&error);
    }
    mesh_result result;
    progress_stage(options->bodies.bar, SHARE_READY, 1 - SHARE_READY);
    imp_status status = mesh_check(&all, options, &result);
    int code = EXIT_BAD;
    if (status)
    {
        fprintf(stderr, "impinge: %s\n", imp_status_text(status));
    }
    else
    {
        code = tell(&all, &result, options);
        mesh_result_free(&result);
    }
    bodies_free(&all);
    return code;
}
