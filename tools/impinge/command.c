// SPDX-License-Identifier: MIT
//
// Shared by commands: how files are loaded, and how a command ends.

#include <stdio.h>
#include <unistd.h>

#include "arguments.h"
#include "bodies.h"
#include "io/mesh_foreign.h"
#include "progress.h"

int tell_error(const io_error* error)
{
    char line[1200];
    io_error_print(error, line, sizeof line);
    fprintf(stderr, "%s\n", line);
    return EXIT_BAD;
}

int end_output(int code)
{
    if (fflush(stdout) != 0 || ferror(stdout))
    {
        fprintf(stderr, "impinge: the result could not be written\n");
        return EXIT_BAD;
    }
    return code;
}

int load_files(const arguments* asked, io_scene* scene, char** files, int count, bool true_size)
{
    io_error error = {0};
    io_options how = asked->reading;
    progress bar;
    progress_begin(&bar, isatty(STDERR_FILENO) == 1);
    how.true_size = true_size;
    how.read_mesh = io_mesh_load_foreign;
    how.watching = progress_of_parts;
    how.watcher = &bar;
    int status = 0;
    for (int i = 0; i < count && !status; i++)
    {
        io_status loaded = is_mesh_file(files[i]) ? io_scene_load_meshes(scene, files[i], &how, &error)
                                                  : io_scene_load(scene, files[i], &how, &error);
        progress_hide(&bar);
        status = loaded ? tell_error(&error) : 0;
    }
    progress_release();
    return status;
}
