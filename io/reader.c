// SPDX-License-Identifier: MIT
//
// Readers share: element paths, errors, notes, numbers, other files.

#include "io/reader.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

size_t io_path_push(io_reader* reader, const char* format, ...)
{
    size_t length = strlen(reader->path);
    size_t room = sizeof reader->path - length;
    va_list arguments;
    va_start(arguments, format);
    int written = vsnprintf(reader->path + length, room, format, arguments);
    va_end(arguments);
    if (written < 0 || (size_t)written >= room)
    {
        memcpy(reader->path + sizeof reader->path - 4, "...", 4);
    }
    return length;
}

void io_path_pop(io_reader* reader, size_t length)
{
    reader->path[length] = 0;
}

io_status io_fail(io_reader* reader, io_status status, const io_node* node, const char* format, ...)
{
    io_error* error = reader->error;
    error->status = status;
    error->line = node ? node->line : 0;
    snprintf(error->file, sizeof error->file, "%s", reader->file);
    snprintf(error->path, sizeof error->path, "%s", reader->path);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return status;
}

io_status io_fail_memory(io_reader* reader)
{
    return io_fail(reader, IO_ERR_MEMORY, NULL, "out of memory");
}

static const char* print_to_arena(io_reader* reader, const char* format, va_list arguments)
{
    char text[512];
    vsnprintf(text, sizeof text, format, arguments);
    return io_arena_copy(&reader->scene->arena, text, strlen(text));
}

const char* io_print(io_reader* reader, const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char* result = print_to_arena(reader, format, arguments);
    va_end(arguments);
    return result;
}

io_status io_note_add(io_reader* reader, int32_t kind, const char* format, ...)
{
    io_scene* scene = reader->scene;
    if (reader->silent)
    {
        return IO_OK;
    }
    if (scene->note_count >= IO_NOTE_MAX)
    {
        return io_fail(reader, IO_ERR_LIMIT, NULL, "more than %d things to note", IO_NOTE_MAX);
    }
    io_note* notes =
        io_grow(reader->allocator, scene->notes, &scene->note_capacity, scene->note_count + 1, sizeof *notes);
    if (!notes)
    {
        return io_fail_memory(reader);
    }
    scene->notes = notes;
    va_list arguments;
    va_start(arguments, format);
    const char* text = print_to_arena(reader, format, arguments);
    va_end(arguments);
    const char* path = io_arena_copy(&scene->arena, reader->path, strlen(reader->path));
    if (!text || !path)
    {
        return io_fail_memory(reader);
    }
    notes[scene->note_count++] = (io_note){kind, reader->file_index, path, text};
    return IO_OK;
}

void io_scale_set(io_reader* reader, double scale, const char* scale_from, double tolerance)
{
    const io_options* asked = reader->options;
    io_file* file = &reader->scene->files[reader->file_index];
    file->scale = reader->scale = asked->scale != 0 ? asked->scale : scale;
    file->scale_from = asked->scale != 0 ? "as asked for" : scale_from;
    reader->tolerance = asked->tolerance != 0 ? asked->tolerance / reader->scale : tolerance;
}

int32_t io_structure_new(io_reader* reader)
{
    return ++reader->scene->structure_count;
}

bool io_layer_wanted(io_reader* reader, const char* name, const char* full_name)
{
    for (int32_t i = 0; i < reader->options->layer_count; i++)
    {
        const char* wanted = reader->options->layers[i];
        size_t length = strlen(wanted);
        bool inside = strncmp(wanted, full_name, length) == 0 && full_name[length] == '/';
        if (inside || strcmp(wanted, name) == 0 || strcmp(wanted, full_name) == 0)
        {
            reader->layer_found = true;
            return true;
        }
    }
    return reader->options->layer_count == 0;
}

io_status io_number(io_reader* reader, const io_node* node, const char* name, double* out)
{
    const io_node* child = io_node_get(node, name);
    if (!child)
    {
        return io_fail(reader, IO_ERR_MEANING, node, "'%s' is missing", name);
    }
    if (!io_node_number(child, out))
    {
        return io_fail(reader, IO_ERR_MEANING, child->line ? child : node, "'%s' is not a finite number", name);
    }
    return IO_OK;
}

io_status io_number_or(io_reader* reader, const io_node* node, const char* name, double otherwise, double* out)
{
    const io_node* child = io_node_get(node, name);
    if (!child || child->kind == IO_NULL)
    {
        *out = otherwise;
        return IO_OK;
    }
    return io_number(reader, node, name, out);
}

io_status io_integer_or(io_reader* reader, const io_node* node, const char* name, int64_t otherwise, int64_t* out)
{
    double value;
    io_status status = io_number_or(reader, node, name, (double)otherwise, &value);
    if (status)
    {
        return status;
    }
    if (!(fabs(value) <= 1e15) || value != floor(value))
    {
        return io_fail(reader, IO_ERR_MEANING, node, "'%s' is not a whole number", name);
    }
    *out = (int64_t)value;
    return IO_OK;
}

void io_path_shorten(char* path)
{
    char* start = path + (*path == '/');
    char* end = start;
    for (const char* next = start; *next;)
    {
        size_t length = strcspn(next, "/");
        length += next[length] == '/';
        char* last = end > start ? end - 1 : end;  // where the last part that was kept begins
        while (last > start && last[-1] != '/')
        {
            last--;
        }
        bool nothing = next[0] == '/' || strncmp(next, "./", 2) == 0;
        if (strncmp(next, "../", 3) == 0 && end > start && strncmp(last, "../", 3) != 0)
        {
            end = last;
        }
        else if (!nothing)
        {
            memmove(end, next, length);
            end += length;
        }
        next += length;
    }
    *end = 0;
}

io_status io_external(io_reader* reader, const io_node* node, const char* base, const char* source, io_tree* tree,
                      const char** resolved)
{
    // Relative to the file that names it, never absolute: a map should not be able to point anywhere on a machine
    // without its author seeing it.
    if (source[0] == 0 || source[0] == '/' || source[0] == '\\' || (source[0] && source[1] == ':'))
    {
        return io_fail(reader, IO_ERR_MEANING, node, "'%s' must be a path relative to this file", source);
    }
    if (++reader->externals > IO_EXTERNAL_MAX)
    {
        return io_fail(reader, IO_ERR_LIMIT, node, "more than %d other files", IO_EXTERNAL_MAX);
    }
    const char* slash = strrchr(base, '/');
    int folder = slash ? (int)(slash - base + 1) : 0;
    size_t length = strlen(source);
    if ((size_t)folder + length >= 500)
    {
        return io_fail(reader, IO_ERR_LIMIT, node, "the path of another file is too long");
    }
    char* path = (char*)(uintptr_t)io_print(reader, "%.*s%s", folder, base, source);
    if (!path)
    {
        return io_fail_memory(reader);
    }
    for (char* c = path + folder; *c; c++)
    {
        *c = *c == '\\' ? '/' : *c;
    }
    io_path_shorten(path);
    const io_files standard = {io_file_read, NULL};
    const io_files* files = reader->options->files ? reader->options->files : &standard;
    char* bytes = NULL;
    size_t size = 0, capacity = 0;
    io_status status = files->read(files->user, path, reader->allocator, &bytes, &size, &capacity, reader->error);
    if (status)
    {
        char text[160];
        snprintf(text, sizeof text, "%.159s", reader->error->text);
        return io_fail(reader, status, node, "'%.80s': %s", path, text);
    }
    status = io_tree_parse(bytes, size, reader->allocator, tree, reader->error);
    io_release(reader->allocator, bytes, capacity, 1);
    if (status)
    {
        snprintf(reader->error->file, sizeof reader->error->file, "%s", path);
        reader->error->path[0] = 0;
        return status;
    }
    *resolved = path;
    return IO_OK;
}
