// SPDX-License-Identifier: MIT
//
// Errors of the file readers: filled in by whatever finds one, and told in a line.

#include <stdarg.h>
#include <stdio.h>

#include "io/tree.h"

io_status io_error_set(io_error* error, io_status status, int32_t line, const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    error->status = status;
    error->line = line;
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return status;
}

void io_error_print(const io_error* error, char* out, size_t size)
{
    char line[16] = "";
    if (error->line > 0)
    {
        snprintf(line, sizeof line, ":%d", (int)error->line);
    }
    snprintf(out, size, "%s%s: %s%s%s", error->file, line, error->path, error->path[0] ? ": " : "", error->text);
}
