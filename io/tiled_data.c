// SPDX-License-Identifier: MIT
//
// Tiles of a Tiled layer: CSV, base64 (plain, zlib, gzip), elements or numbers.

#include <string.h>

#include "io/inflate.h"
#include "io/tiled.h"

static io_status fail(tiled* t, const io_node* data, const char* text)
{
    return io_fail(t->reader, IO_ERR_MEANING, data, "%s", text);
}

static io_status wrong_count(tiled* t, const io_node* data, size_t count)
{
    return io_fail(t->reader, IO_ERR_MEANING, data, "there must be exactly %zu tiles", count);
}

static bool to_gid(double value, uint32_t* out)
{
    if (!(value >= 0 && value <= 4294967295.0))
    {
        return false;
    }
    *out = (uint32_t)value;
    return (double)*out == value;
}

static io_status from_csv(tiled* t, const io_node* data, size_t count, uint32_t* out)
{
    const char* text = data->text;
    for (size_t i = 0; i < count; i++)
    {
        double value;
        if (!io_text_number(&text, &value))
        {
            return wrong_count(t, data, count);
        }
        if (!to_gid(value, &out[i]))
        {
            return fail(t, data, "a tile is not a whole number of 32 bits");
        }
        text += strspn(text, " \t\r\n");
        if (*text == ',')
        {
            text++;
        }
        else if (i + 1 < count)
        {
            return wrong_count(t, data, count);
        }
    }
    return text[strspn(text, " \t\r\n")] ? wrong_count(t, data, count) : IO_OK;
}

static io_status from_elements(tiled* t, const io_node* data, size_t count, uint32_t* out)
{
    size_t i = 0;
    for (const io_node* item = tiled_first(data, true, "tile", ""); item; item = tiled_next(item), i++)
    {
        double gid;
        io_status status = io_number_or(t->reader, item, "gid", 0, &gid);
        if (status)
        {
            return status;
        }
        if (i == count || !to_gid(gid, &out[i]))
        {
            return i == count ? wrong_count(t, data, count) : fail(t, item, "'gid' is not a whole number of 32 bits");
        }
    }
    return i == count ? IO_OK : wrong_count(t, data, count);
}

static io_status from_numbers(tiled* t, const io_node* data, size_t count, uint32_t* out)
{
    if (!data->numbers || (size_t)data->count != count)
    {
        return wrong_count(t, data, count);
    }
    for (size_t i = 0; i < count; i++)
    {
        if (!to_gid(data->numbers[i], &out[i]))
        {
            return fail(t, data, "a tile is not a whole number of 32 bits");
        }
    }
    return IO_OK;
}

static int32_t digit_of(char c)
{
    return c >= 'A' && c <= 'Z'   ? c - 'A'
           : c >= 'a' && c <= 'z' ? c - 'a' + 26
           : c >= '0' && c <= '9' ? c - '0' + 52
           : c == '+'             ? 62
           : c == '/'             ? 63
                                  : -1;
}

// Decodes base64, blanks between digits allowed. False when something else is in it.
static bool decode_base64(const char* text, size_t length, uint8_t* out, size_t* out_length)
{
    uint32_t bits = 0;
    int32_t count = 0, padding = 0;
    size_t written = 0;
    for (size_t i = 0; i < length; i++)
    {
        char c = text[i];
        if (c == ' ' || c == '\t' || c == '\r' || c == '\n')
        {
            continue;
        }
        int32_t digit = digit_of(c);
        if (c == '=')
        {
            padding++;
            continue;
        }
        if (digit < 0 || padding > 0)
        {
            return false;
        }
        bits = bits << 6 | (uint32_t)digit;
        if (++count == 4)
        {
            out[written++] = (uint8_t)(bits >> 16);
            out[written++] = (uint8_t)(bits >> 8);
            out[written++] = (uint8_t)bits;
            bits = 0;
            count = 0;
        }
    }
    if (count == 1 || padding > 2)
    {
        return false;
    }
    if (count >= 2)
    {
        bits <<= 6 * (4 - count);
        out[written++] = (uint8_t)(bits >> 16);
        if (count == 3)
        {
            out[written++] = (uint8_t)(bits >> 8);
        }
    }
    *out_length = written;
    return true;
}

static io_status from_base64(tiled* t, const io_node* data, const char* compression, size_t count, uint32_t* out)
{
    const imp_allocator* allocator = t->reader->allocator;
    bool packed = compression[0] != 0;
    if (packed && strcmp(compression, "zlib") != 0 && strcmp(compression, "gzip") != 0)
    {
        return io_fail(t->reader, IO_ERR_MEANING, data,
                       "compression '%s' cannot be read; zlib, gzip and none can (map properties in Tiled)",
                       compression);
    }
    size_t capacity = 0, length = 0;
    uint8_t* bytes = io_grow(allocator, NULL, &capacity, data->length / 4 * 3 + 3, 1);
    if (!bytes)
    {
        return io_fail_memory(t->reader);
    }
    io_status status = IO_OK;
    uint8_t* raw = (uint8_t*)out;
    if (!decode_base64(data->text, data->length, bytes, &length))
    {
        status = fail(t, data, "the tiles are not valid base64");
    }
    else if (packed)
    {
        status = io_inflate(bytes, length, allocator, raw, count * 4);
        status = status == IO_ERR_MEMORY ? io_fail_memory(t->reader)
                 : status                ? fail(t, data, "the packed tiles are broken or not as many as the layer has")
                                         : IO_OK;
    }
    else if (length != count * 4)
    {
        status = wrong_count(t, data, count);
    }
    else
    {
        memcpy(raw, bytes, length);
    }
    io_release(allocator, bytes, capacity, 1);
    for (size_t i = 0; i < count && !status; i++)
    {
        const uint8_t* b = raw + 4 * i;  // little-endian in the file, whatever the machine
        out[i] = (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
    }
    return status;
}

io_status tiled_data(tiled* t, const io_node* data, bool xml, const char* encoding, const char* compression,
                     size_t count, uint32_t* out)
{
    if (!data)
    {
        return io_fail(t->reader, IO_ERR_MEANING, NULL, "'data' is missing");
    }
    if (strcmp(encoding, "base64") == 0)
    {
        return from_base64(t, data, compression, count, out);
    }
    if (encoding[0] && strcmp(encoding, "csv") != 0)
    {
        return io_fail(t->reader, IO_ERR_MEANING, data, "unknown encoding '%s'", encoding);
    }
    if (!xml)
    {
        return from_numbers(t, data, count, out);
    }
    return encoding[0] ? from_csv(t, data, count, out) : from_elements(t, data, count, out);
}
