// SPDX-License-Identifier: MIT
//
// Blocks, words and numbers of the files that hold meshes. No line and no file is ever in memory as a whole.

#include "io/mesh_reader.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

io_status io_mesh_fail(io_mesh_reader* reader, io_status status, const char* format, ...)
{
    io_error* error = reader->error;
    if (error->status)  // the file could not be read on: whatever is missing is missing for that
    {
        return error->status;
    }
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    error->status = status;
    error->line = reader->line;
    error->path[0] = 0;
    return status;
}

bool io_mesh_fetch(io_mesh_reader* reader)
{
    const io_stream* stream = reader->stream;
    size_t count = 0;
    reader->at = reader->end = 0;
    if (reader->error->status)
    {
        return false;
    }
    if (stream->progress && !stream->progress(stream->watcher, reader->done, stream->size))
    {
        io_mesh_fail(reader, IO_ERR_FILE, "stopped");
        return false;
    }
    if (!stream->read(stream->user, reader->block, IO_BLOCK_SIZE, &count) || count > IO_BLOCK_SIZE)
    {
        io_mesh_fail(reader, IO_ERR_FILE, "cannot be read");
        return false;
    }
    reader->done += count;
    reader->end = count;
    return count > 0;
}

bool io_mesh_take(io_mesh_reader* reader, size_t count, unsigned char* out)
{
    for (size_t have = 0; have < count;)
    {
        if (io_mesh_peek(reader) < 0)
        {
            return false;
        }
        size_t left = reader->end - reader->at, some = count - have < left ? count - have : left;
        memcpy(out + have, reader->block + reader->at, some);
        reader->at += some;
        have += some;
    }
    return true;
}

int io_mesh_character(io_mesh_reader* reader)
{
    int c = io_mesh_peek(reader);
    if (c < 0)
    {
        return c;
    }
    reader->at++;
    if (c == '\r')
    {
        reader->at += io_mesh_peek(reader) == '\n';
        c = '\n';
    }
    reader->line += c == '\n' && reader->line < INT32_MAX;
    return c;
}

static bool is_blank(int c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == 0;
}

static bool ends_line(int c)
{
    return c < 0 || c == '\n' || c == '\r';
}

bool io_mesh_word(io_mesh_reader* reader)
{
    size_t length = 0;
    for (int c = io_mesh_peek(reader); !ends_line(c); c = io_mesh_peek(reader))
    {
        if (is_blank(c) && length > 0)
        {
            break;
        }
        reader->at++;
        if (c == '\\' && ends_line(io_mesh_peek(reader)))
        {
            io_mesh_character(reader);
        }
        else if (!is_blank(c))
        {
            reader->word[length] = (char)c;
            length += length < IO_WORD_MAX - 1;
        }
    }
    reader->word[length] = 0;
    return length > 0;
}

bool io_mesh_next_word(io_mesh_reader* reader)
{
    while (!io_mesh_word(reader))
    {
        if (io_mesh_character(reader) < 0)
        {
            return false;
        }
    }
    return true;
}

bool io_mesh_skip_line(io_mesh_reader* reader)
{
    int c;
    do
    {
        c = io_mesh_character(reader);
    } while (c >= 0 && c != '\n');
    return c >= 0;
}

bool io_mesh_word_is(const io_mesh_reader* reader, const char* word)
{
    size_t i = 0;
    for (; word[i]; i++)
    {
        char c = reader->word[i];
        c = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
        if (c != word[i])
        {
            return false;
        }
    }
    return reader->word[i] == 0;
}

// Numbers

enum
{
    DIGITS_MAX = 19,  // that fit into 64 bits
    EXPONENT_MAX = 400
};

// Powers of ten to 10^22 are doubles, and 2^53 is above fifteen digits: one rounding where that is enough.
static double scale_by_ten(double value, int32_t exponent)
{
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    bool up = exponent > 0;
    for (int32_t left = up ? exponent : -exponent; left > 0;)
    {
        int32_t some = left < 22 ? left : 22;
        value = up ? value * powers[some] : value / powers[some];
        left -= some;
    }
    return value;
}

static const char* read_exponent(const char* text, int32_t* exponent)
{
    const char* at = text;
    if (*at != 'e' && *at != 'E')
    {
        return text;
    }
    at++;
    bool negative = *at == '-';
    at += *at == '-' || *at == '+';
    if (*at < '0' || *at > '9')
    {
        return text;
    }
    int32_t value = 0;
    for (; *at >= '0' && *at <= '9'; at++)
    {
        value = value < EXPONENT_MAX ? value * 10 + (*at - '0') : value;
    }
    *exponent += negative ? -value : value;
    return at;
}

const char* io_mesh_number(const char* text, double* out)
{
    const char* at = text;
    bool negative = *at == '-', any = false, behind = false;
    at += *at == '-' || *at == '+';
    uint64_t digits = 0;
    int32_t count = 0, exponent = 0;
    for (; (*at >= '0' && *at <= '9') || (*at == '.' && !behind); at++)
    {
        if (*at == '.')
        {
            behind = true;
            continue;
        }
        any = true;
        if (count < DIGITS_MAX)
        {
            digits = digits * 10 + (uint64_t)(*at - '0');
            count += digits > 0;
            exponent -= behind;
        }
        else
        {
            exponent += !behind;
        }
    }
    if (!any)
    {
        return NULL;
    }
    at = read_exponent(at, &exponent);
    double value = digits ? scale_by_ten((double)digits, exponent) : 0.0;
    *out = negative ? -value : value;
    return isfinite(value) ? at : NULL;
}

bool io_mesh_word_number(const io_mesh_reader* reader, double* out)
{
    const char* end = io_mesh_number(reader->word, out);
    return end && *end == 0;
}
