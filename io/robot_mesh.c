// SPDX-License-Identifier: MIT
//
// Meshes that robots refer to: each file is read once, when somebody needs it. A name is a path beside the robot; of
// "package://arm/meshes/hand.stl" it is looked for as meshes/hand.stl and arm/meshes/hand.stl, beside the robot and in
// the folders above, as packages lie.

#include <stdio.h>
#include <string.h>

#include "io/robot.h"

enum
{
    NONE = -1,
    ABOVE = 4,  // folders
    PATH = 500
};

int32_t io_robot_mesh_of(io_robot* robot, const io_node* node, const char* file)
{
    const imp_allocator* allocator = robot->reader->allocator;
    for (size_t i = 0; i < robot->mesh_count && file; i++)
    {
        if (robot->meshes[i].file && strcmp(robot->meshes[i].file, file) == 0)
        {
            return (int32_t)i;
        }
    }
    io_robot_mesh* grown = io_grow(allocator, robot->meshes, &robot->mesh_room, robot->mesh_count + 1, sizeof *grown);
    robot->meshes = grown ? grown : robot->meshes;
    const char* kept = file ? io_print(robot->reader, "%s", file) : NULL;
    if (!grown || (file && !kept))
    {
        return NONE;
    }
    grown[robot->mesh_count] = (io_robot_mesh){.node = node, .file = kept};
    return (int32_t)robot->mesh_count++;
}

static io_status fail_mesh(io_robot* robot, const io_robot_mesh* mesh, io_status status, const char* text)
{
    return io_fail(robot->reader, status, mesh->node, "mesh '%.100s': %.120s", mesh->file, text);
}

static bool ends_in(const char* path, const char* word)
{
    size_t length = strlen(path), count = strlen(word);
    if (length < count)
    {
        return false;
    }
    for (size_t i = 0; i < count; i++)
    {
        if ((path[length - count + i] | 32) != (word[i] | 32))
        {
            return false;
        }
    }
    return true;
}

// Collada comes with y up, and robots have z up.
static void stand_up(io_mesh* mesh)
{
    for (size_t i = 0; i < mesh->point_count; i++)
    {
        imp3_vec v = mesh->points[i];
        mesh->points[i] = (imp3_vec){v.x, -v.z, v.y};
    }
}

// The bytes of a file that may be there.
static io_status read_bytes(io_robot* robot, io_robot_mesh* mesh, const char* path, io_error* error)
{
    const io_reader* reader = robot->reader;
    const io_files standard = {io_file_read, NULL};
    const io_options* options = reader->options;
    const io_files* files = options->files ? options->files : &standard;
    char* bytes = NULL;
    size_t size = 0, capacity = 0;
    int32_t kind = io_mesh_kind_of(path);
    io_status status = files->read(files->user, path, reader->allocator, &bytes, &size, &capacity, error);
    if (!status && kind == IO_MESH_NONE && (!options->read_mesh || options->files))
    {
        status = io_error_set(error, IO_ERR_MEANING, 0, "only OBJ, STL and PLY can be read here");
    }
    else if (!status && kind == IO_MESH_NONE)
    {
        status = options->read_mesh(path, 1, reader->allocator, &mesh->mesh, error);
    }
    else if (!status)
    {
        status = io_mesh_read_bytes(kind, bytes, size, reader->allocator, &mesh->mesh, error);
    }
    io_release(reader->allocator, bytes, capacity, 1);
    if (!status)
    {
        mesh->is_loaded = true;
        if (ends_in(path, ".dae"))
        {
            stand_up(&mesh->mesh);
        }
    }
    return status;
}

io_status io_robot_mesh_load(io_robot* robot, io_robot_mesh* mesh)
{
    if (mesh->is_loaded)
    {
        return IO_OK;
    }
    const char *name = mesh->file, *scheme = strstr(name, "://"), *inner = NULL;
    if (++robot->reader->externals > IO_EXTERNAL_MAX)
    {
        return io_fail(robot->reader, IO_ERR_LIMIT, mesh->node, "more than %d other files", IO_EXTERNAL_MAX);
    }
    if (scheme)
    {
        bool known = strncmp(name, "package://", 10) == 0 || strncmp(name, "model://", 8) == 0;
        name = scheme + 3;
        inner = strchr(name, '/');
        if (!known || !inner)
        {
            return fail_mesh(robot, mesh, IO_ERR_MEANING, "it must be a path beside the robot, or package://");
        }
    }
    // Never absolute: a robot should not be able to point anywhere on a machine.
    if (!name[0] || name[0] == '/' || name[0] == '\\' || name[1] == ':')
    {
        return fail_mesh(robot, mesh, IO_ERR_MEANING, "it must be a path relative to this file");
    }
    const char* slash = strrchr(robot->reader->file, '/');
    int folder = slash ? (int)(slash + 1 - robot->reader->file) : 0;
    io_error error = {.status = IO_OK}, first = error;
    io_status status = IO_ERR_FILE;
    for (int i = 0; i < (inner ? 2 * ABOVE : 1) && status == IO_ERR_FILE; i++)
    {
        static const char up[] = "../../../";
        const char* tried = inner && i % 2 == 0 ? inner + 1 : name;
        char path[PATH];
        int length = snprintf(path, sizeof path, "%.*s%.*s%s%s", folder, robot->reader->file, 3 * (i / 2), up,
                              inner ? "" : robot->mesh_folder, tried);
        if (length < 0 || length >= PATH)
        {
            return fail_mesh(robot, mesh, IO_ERR_LIMIT, "its path is too long");
        }
        for (char* c = path + folder; *c; c++)
        {
            *c = *c == '\\' ? '/' : *c;
        }
        io_path_shorten(path);
        status = read_bytes(robot, mesh, path, &error);
        first = i == 0 ? error : first;
    }
    return status ? fail_mesh(robot, mesh, status, status == IO_ERR_FILE ? first.text : error.text) : IO_OK;
}
