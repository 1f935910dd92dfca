// SPDX-License-Identifier: MIT
//
// `impinge study`: of rectangles and many things, and of meshes.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "bodies.h"
#include "page.h"
#include "study.h"
#include "study_meshes.h"

static int study(const arguments* asked)
{
    io_error error = {0};
    if (asked->html && page_try(asked->html, &error))
    {
        return tell_error(&error);
    }
    study_result* result = malloc(sizeof *result);
    imp_status status = result ? study_run(asked->quick, result) : IMP_ERR_MEMORY;
    int code = status ? EXIT_BAD : EXIT_CLEAR;
    if (status)
    {
        fprintf(stderr, "impinge: %s\n", imp_status_text(status));
    }
    else if (asked->html && study_page(asked->html, result, &error))
    {
        code = tell_error(&error);
    }
    else
    {
        (asked->json ? study_json : study_report)(stdout, result);
        if (!asked->json && asked->html)
        {
            printf("wrote the page %s\n", asked->html);
        }
        code = end_output(code);
    }
    free(result);
    return code;
}

int command_study(const arguments* asked, char** words, int count)
{
    if (count == 0)
    {
        return study(asked);
    }
    if (strcmp(words[0], "meshes") != 0)
    {
        return bad_usage("study takes no file, or the word meshes and one or two of these, not ", words[0]);
    }
    if (count < 2 || count > 3 || !is_mesh_file(words[1]) || !is_mesh_file(words[count - 1]))
    {
        return bad_usage("study meshes wants one or two files of meshes", "");
    }
    return end_output(study_meshes_command(words + 1, count - 1, asked->html, asked->json, asked->quick));
}
