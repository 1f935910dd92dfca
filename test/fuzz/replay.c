// SPDX-License-Identifier: MIT
//
// Feeds every file of a folder to a fuzz target, once as it is and once for each shorter prefix on a coarse grid.
// This is how the ordinary tests run the kept inputs, with any compiler.

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

static uint8_t* read_file(const char* path, size_t* size)
{
    FILE* file = fopen(path, "rb");
    if (!file)
    {
        return NULL;
    }
    fseek(file, 0, SEEK_END);
    long length = ftell(file);
    rewind(file);
    uint8_t* data = length >= 0 ? malloc((size_t)length + 1) : NULL;
    *size = data ? fread(data, 1, (size_t)length, file) : 0;
    fclose(file);
    return data;
}

// A copy of exactly this size, so that a sanitizer sees one byte too many.
static void run(const uint8_t* data, size_t size)
{
    uint8_t* copy = malloc(size ? size : 1);
    if (!copy)
    {
        abort();
    }
    memcpy(copy, data, size);
    LLVMFuzzerTestOneInput(copy, size);
    free(copy);
}

int main(int argc, char** argv)
{
    unsigned long files = 0;
    unsigned long runs = 0;
    for (int i = 1; i < argc; ++i)
    {
        DIR* folder = opendir(argv[i]);
        if (!folder)
        {
            printf("skip: no folder %s\n", argv[i]);
            continue;
        }
        for (struct dirent* entry = readdir(folder); entry; entry = readdir(folder))
        {
            char path[4096];
            if (entry->d_name[0] == '.' ||
                snprintf(path, sizeof path, "%s/%s", argv[i], entry->d_name) >= (int)sizeof path)
            {
                continue;
            }
            size_t size = 0;
            uint8_t* data = read_file(path, &size);
            if (!data)
            {
                printf("cannot read %s\n", path);
                return 1;
            }
            run(data, size);
            for (size_t part = 0; part < 16; ++part, ++runs)
            {
                run(data, size * part / 16);
            }
            free(data);
            ++files;
            ++runs;
        }
        closedir(folder);
    }
    printf("cases: fuzz_files %lu\ncases: fuzz_runs %lu\n", files, runs);
    return 0;
}
