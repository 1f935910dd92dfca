// SPDX-License-Identifier: MIT
//
// The unit of a 3MF, which Assimp does not tell: an attribute of the element model of the part 3D/3dmodel.model in a zip.
// Nothing else is read of it: the end of the archive, its directory, and the first bytes of that part.

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "io/mesh_foreign.h"

enum
{
    END_SIZE = 22,                 // of the record at the end of a zip
    ENTRY_SIZE = 46,               // of one in its directory, without names
    LOCAL_SIZE = 30,               // of the head of a part
    TAIL_MAX = END_SIZE + 0xffff,  // a comment may follow the record
    DIRECTORY_MAX = 1 << 24,
    HEAD_MAX = 4096  // bytes of the model that are looked at
};

static uint32_t number_at(const unsigned char* bytes, int count)
{
    uint32_t number = 0;
    for (int i = 0; i < count; i++)
    {
        number |= (uint32_t)bytes[i] << 8 * i;
    }
    return number;
}

static bool read_at(FILE* file, uint32_t offset, unsigned char* out, size_t size)
{
    return offset <= INT32_MAX && fseek(file, (long)offset, SEEK_SET) == 0 && fread(out, 1, size, file) == size;
}

// The directory of all parts, and its size; null when there is none.
static unsigned char* read_directory(FILE* file, size_t* size)
{
    long length = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    size_t tail = length < TAIL_MAX ? (size_t)(length < 0 ? 0 : length) : TAIL_MAX;
    unsigned char *bytes = malloc(TAIL_MAX), *directory = NULL;
    if (bytes && tail >= END_SIZE && length <= INT32_MAX &&
        read_at(file, (uint32_t)length - (uint32_t)tail, bytes, tail))
    {
        size_t at = tail - END_SIZE;
        while (at > 0 && memcmp(bytes + at, "PK\5\6", 4) != 0)
        {
            at--;
        }
        *size = number_at(bytes + at + 12, 4);
        bool is = memcmp(bytes + at, "PK\5\6", 4) == 0 && *size <= DIRECTORY_MAX;
        directory = is ? malloc(*size + 1) : NULL;
        if (directory && !read_at(file, number_at(bytes + at + 16, 4), directory, *size))
        {
            free(directory);
            directory = NULL;
        }
    }
    free(bytes);
    return directory;
}

// Finds the directory's entry of the model; null when there is none.
static const unsigned char* find_model(const unsigned char* directory, size_t size)
{
    static const char name[] = "3D/3dmodel.model";
    const size_t length = sizeof name - 1;
    for (size_t at = 0; at + ENTRY_SIZE + length <= size && memcmp(directory + at, "PK\1\2", 4) == 0;)
    {
        const unsigned char* entry = directory + at;
        if (number_at(entry + 28, 2) == length && memcmp(entry + ENTRY_SIZE, name, length) == 0)
        {
            return entry;
        }
        at += ENTRY_SIZE + number_at(entry + 28, 2) + number_at(entry + 30, 2) + number_at(entry + 32, 2);
    }
    return NULL;
}

static size_t unpack_head(unsigned char* packed, size_t count, char* out)
{
    z_stream stream = {.next_in = packed, .avail_in = (uInt)count, .next_out = (Bytef*)out, .avail_out = HEAD_MAX};
    if (inflateInit2(&stream, -15) != Z_OK)  // deflated, without a header
    {
        return 0;
    }
    (void)inflate(&stream, Z_SYNC_FLUSH);
    inflateEnd(&stream);
    return HEAD_MAX - stream.avail_out;
}

// The first bytes of the model as text.
static void read_model(FILE* file, const unsigned char* entry, char* out)
{
    unsigned char local[LOCAL_SIZE], packed[HEAD_MAX];
    uint32_t at = number_at(entry + 42, 4);
    size_t count = number_at(entry + 20, 4), length = 0;
    count = count < HEAD_MAX ? count : HEAD_MAX;
    if (read_at(file, at, local, LOCAL_SIZE) && memcmp(local, "PK\3\4", 4) == 0 &&
        read_at(file, at + LOCAL_SIZE + number_at(local + 26, 2) + number_at(local + 28, 2), packed, count))
    {
        bool stored = number_at(entry + 10, 2) == 0;
        memcpy(out, packed, stored ? count : 0);
        length = stored ? count : unpack_head(packed, count, out);
    }
    out[length] = 0;
}

static double find_unit(const char* model)
{
    static const struct
    {
        const char* name;
        double metres;
    } units[] = {{"micron", 1e-6}, {"millimeter", 1e-3}, {"centimeter", 1e-2},
                 {"inch", 0.0254}, {"foot", 0.3048},     {"meter", 1}};
    const char* start = strstr(model, "<model");
    const char* end = start ? strchr(start, '>') : NULL;
    const char* unit = start ? strstr(start, " unit=") : NULL;
    for (size_t i = 0; unit && end && unit < end && i < sizeof units / sizeof *units; i++)
    {
        const char* value = unit + sizeof " unit=";  // behind the quotation mark
        size_t length = strlen(units[i].name);
        if (strncmp(value, units[i].name, length) == 0 && value[length] == value[-1])
        {
            return units[i].metres;
        }
    }
    return 1e-3;
}

double io_mesh_3mf_unit(const char* path)
{
    char model[HEAD_MAX + 1] = "";
    size_t size = 0;
    FILE* file = fopen(path, "rb");
    unsigned char* directory = file ? read_directory(file, &size) : NULL;
    const unsigned char* entry = directory ? find_model(directory, size) : NULL;
    if (entry)
    {
        read_model(file, entry, model);
    }
    free(directory);
    if (file)
    {
        fclose(file);
    }
    return find_unit(model);
}
