// SPDX-License-Identifier: MIT
#include "io/io_command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "support.h"

char test_folder[] = "/tmp/impinge-test-XXXXXX";

int make_folder(void** state)
{
    (void)state;
    return mkdtemp(test_folder) ? 0 : -1;
}

void (*before_folder_goes)(void);

int remove_folder(void** state)
{
    (void)state;
    char line[200];
    if (before_folder_goes)
    {
        before_folder_goes();
    }
    snprintf(line, sizeof line, "rm -r %s", test_folder);
    return system(line);
}

static FILE* open_file(const char* name, const char* mode)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", test_folder, name);
    FILE* file = fopen(path, mode);
    assert_non_null(file);
    return file;
}

void write_bytes(const char* name, const void* bytes, size_t size)
{
    FILE* file = open_file(name, "wb");
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

void write_file(const char* name, const char* text)
{
    write_bytes(name, text, strlen(text));
}

size_t read_file(const char* name, char* out, size_t room)
{
    FILE* file = open_file(name, "rb");
    size_t size = fread(out, 1, room - 1, file);
    fclose(file);
    out[size] = 0;
    assert_true(size < room - 1);
    return size;
}

bool is_command_built(void)
{
    FILE* command = fopen(IMP_BUILD_DIR "/impinge", "rb");
    if (command)
    {
        fclose(command);
    }
    return command != NULL;
}

char output[1 << 20];

int run(const char* arguments)
{
    char line[2000];
    snprintf(line, sizeof line, "cd %s && %s/impinge %s > output 2>&1", test_folder, IMP_BUILD_DIR, arguments);
    int status = system(line);
    assert_true(WIFEXITED(status));
    read_file("output", output, sizeof output);
    return WEXITSTATUS(status);
}

void expect_words(const char* words)
{
    if (!strstr(output, words))
    {
        fail_msg("not said: %s\n%s", words, output);
    }
}

const io_node* member(const io_node* node, const char* name)
{
    const io_node* child = io_node_get(node, name);
    if (!child)
    {
        fail_msg("no member '%s'\n%s", name, output);
    }
    return child;
}

double value(const io_node* node, const char* name)
{
    double v = 0;
    if (!io_node_number(member(node, name), &v))
    {
        fail_msg("no number '%s'\n%s", name, output);
    }
    return v;
}
