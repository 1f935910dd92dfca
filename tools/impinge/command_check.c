// SPDX-License-Identifier: MIT
//
// `impinge check`: of scenes in the plane and in space, and of meshes.

#include <stdio.h>
#include <unistd.h>

#include "arguments.h"
#include "bodies.h"
#include "check_space.h"
#include "clock.h"
#include "page.h"
#include "progress.h"
#include "report.h"

static int tell(const arguments* asked, const io_scene* scene, const check_result* result)
{
    io_error error = {0};
    if (asked->save && io_scene_save(scene, asked->save, &error))
    {
        return tell_error(&error);
    }
    if (asked->html && write_page(asked->html, scene, result, &error))
    {
        return tell_error(&error);
    }
    (asked->json ? write_json : write_report)(stdout, scene, result);
    if (!asked->json && asked->save)
    {
        printf("saved the scene as %s\n", asked->save);
    }
    if (!asked->json && asked->html)
    {
        printf("wrote the page %s\n", asked->html);
    }
    if (end_output(EXIT_CLEAR))
    {
        return EXIT_BAD;
    }
    if (result->pair_count || result->hit_count)
    {
        return EXIT_CONTACT;
    }
    if (result->cut)
    {
        fprintf(stderr, "impinge: too many shapes lie over each other to look at all pairs\n");
        return EXIT_BAD;
    }
    return EXIT_CLEAR;
}

static int check_meshes(const arguments* asked, char** files, int count)
{
    mesh_options how = asked->meshes;
    for (int i = 0; i < count; i++)
    {
        if (!is_mesh_file(files[i]))
        {
            return bad_usage("either all files are meshes or none is; none is ", files[i]);
        }
    }
    how.html = asked->html;
    how.z_up = asked->z_up;
    how.json = asked->json;
    how.bodies.scale = asked->reading.scale > 0 ? asked->reading.scale : 1;
    progress bar;
    progress_begin(&bar, isatty(STDERR_FILENO) == 1);
    how.bodies.bar = &bar;
    how.bodies.report = asked->json ? NULL : stdout;
    int refused = refuse_options(asked, OF_SCENES, "meshes");
    return refused ? refused : mesh_command(files, count, &how);
}

static int check_in_space(const arguments* asked, const io_scene* scene, double read_ms)
{
    space_result result;
    io_error error = {0};
    if (refuse_options(asked, BIT(SEAMS), "scenes of space, where nothing is put together of tiles"))
    {
        return EXIT_BAD;
    }
    imp_status checked = check_space(scene, asked->checking.has_move ? &asked->move : NULL, &result);
    if (checked)
    {
        fprintf(stderr, "impinge: %s\n", imp_status_text(checked));
        return EXIT_BAD;
    }
    result.read_ms = read_ms;
    int code = result.count || result.hit_count ? EXIT_CONTACT : EXIT_CLEAR;
    code = asked->save && io_scene_save(scene, asked->save, &error) ? tell_error(&error) : code;
    code =
        code != EXIT_BAD && asked->html && space_page(asked->html, scene, &result, &error) ? tell_error(&error) : code;
    if (code != EXIT_BAD)
    {
        (asked->json ? space_json : space_report)(stdout, scene, &result);
        if (!asked->json && asked->html)
        {
            printf("wrote the page %s\n", asked->html);
        }
        code = end_output(code);
    }
    space_result_free(&result);
    return code;
}

int command_check(const arguments* asked, char** files, int count)
{
    for (int i = 0; i < count; i++)
    {
        if (is_mesh_file(files[i]))
        {
            return check_meshes(asked, files, count);
        }
    }
    if (refuse_options(asked, OF_MESHES, "scenes of the plane"))
    {
        return EXIT_BAD;
    }
    io_scene scene;
    double start = clock_ms();
    io_scene_init(&scene, NULL);
    int status = load_files(asked, &scene, files, count, true);
    double read = clock_ms();
    if (!status && scene.dimension == 3)
    {
        status = check_in_space(asked, &scene, read - start);
    }
    else if (!status && asked->move.z != 0)
    {
        status = bad_usage("--move wants two numbers such as 0.5,-2 in the plane", "");
    }
    else if (!status)
    {
        check_result result;
        check_options how = asked->checking;
        how.show_progress = isatty(STDERR_FILENO) == 1;
        imp_status checked = check_scene(&scene, &how, &result);
        if (checked)
        {
            fprintf(stderr, "impinge: %s\n", imp_status_text(checked));
            status = EXIT_BAD;
        }
        else
        {
            result.read_ms = read - start;
            result.check_ms = clock_ms() - read;
            status = tell(asked, &scene, &result);
            check_result_free(&result);
        }
    }
    io_scene_free(&scene);
    return status;
}
