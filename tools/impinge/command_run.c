// SPDX-License-Identifier: MIT
//
// `impinge run`.

#include <stdio.h>
#include <unistd.h>

#include "arguments.h"
#include "bodies.h"
#include "clock.h"

static int tell_run(const arguments* asked, const io_scene* scene, const run_result* result)
{
    io_error error = {0};
    if (asked->html && run_page(asked->html, scene, result, &error))
    {
        return tell_error(&error);
    }
    (asked->json ? run_json : run_report)(stdout, scene, result);
    if (!asked->json && asked->html)
    {
        printf("wrote the page %s\n", asked->html);
    }
    if (!asked->json && asked->running.record)
    {
        printf("wrote the recording %s\n", asked->running.record);
    }
    return end_output(EXIT_CLEAR);
}

// Which way is up is asked of meshes alone: a scene says its gravity.
static int find_up(const arguments* asked, char** files, int count)
{
    for (int i = 0; i < count; i++)
    {
        if (!is_mesh_file(files[i]) && refuse_options(asked, BIT(UP), "scenes, which say their gravity"))
        {
            return EXIT_BAD;
        }
    }
    return 0;
}

// Options of robots alone, where there are none.
static int find_robot(const arguments* asked, const io_scene* scene)
{
    bool found = false;
    for (size_t i = 0; i < scene->file_count; i++)
    {
        found = found || scene->files[i].is_robot;
    }
    return found ? 0 : refuse_options(asked, OF_ROBOTS, "scenes without a robot");
}

int command_run(const arguments* asked, char** files, int count)
{
    io_scene scene;
    io_error error = {0};
    double start = clock_ms();
    io_scene_init(&scene, NULL);
    int status = find_up(asked, files, count);
    status = status ? status : load_files(asked, &scene, files, count, false);
    status = status ? status : find_robot(asked, &scene);
    double read = clock_ms();
    if (!status)
    {
        run_options how = asked->running;
        how.keep_frames = asked->html != NULL;
        how.show_progress = isatty(STDERR_FILENO) == 1;
        how.head = asked->json ? NULL : stdout;
        if (asked->z_up)
        {
            scene.space.world.gravity = (imp3_vec){0, 0, scene.space.world.gravity.y};
        }
        if (asked->given & BIT(GRAVITY))
        {
            scene.world.gravity = (imp2_vec){asked->gravity.x, asked->gravity.y};
            scene.space.world.gravity = asked->gravity;
        }
        bool added, floor = !(asked->given & BIT(NO_FLOOR));
        run_result result;
        if (how.seconds * how.hz > 1e9)
        {
            status = bad_usage("more than a billion steps", "");
        }
        else if ((asked->given & OF_MESHES_THAT_RUN) && scene.dimension != 3)
        {
            status = refuse_options(asked, OF_MESHES_THAT_RUN, "scenes of the plane");
        }
        else if ((floor && io_scene_add_floor(&scene, &added, &error)) ||
                 io_scene_end_space(&scene, &asked->reading, asked->drop, floor, &error) ||
                 run_scene(&scene, &how, &result, &error))
        {
            status = tell_error(&error);
        }
        else
        {
            result.read_ms = read - start;
            status = tell_run(asked, &scene, &result);
            run_result_free(&result);
        }
    }
    io_scene_free(&scene);
    return status;
}
