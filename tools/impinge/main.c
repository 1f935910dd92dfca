// SPDX-License-Identifier: MIT
//
// The command `impinge`. Exit status of check: 0 nothing touches, 1 something does, 2 bad input or usage; of the others
// 0 or 2, and 1 where --verify finds a difference.

#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "arguments.h"

static const struct command
{
    const char* name;
    uint32_t options;
    bool wants_file;
    int (*go)(const arguments* asked, char** words, int count);
} commands[] = {
    {"check", READING | OF_SCENES | OF_MESHES, true, command_check},
    {"run",
     READING | BIT(SECONDS) | BIT(HZ) | BIT(GRAVITY) | BIT(THREADS) | BIT(RECORD) | BIT(TILES) | BIT(NO_FLOOR) |
         OF_MESHES_THAT_RUN | OF_ROBOTS,
     true, command_run},
    {"decompose", BIT(TOLERANCE) | BIT(SAVE) | BIT(HTML) | BIT(UP) | BIT(SCALE) | BIT(JSON), true, command_decompose},
    {"replay", BIT(JSON) | BIT(THREADS) | BIT(VERIFY), true, command_replay},
    {"study", BIT(HTML) | BIT(JSON) | BIT(QUICK), false, command_study},
};

// The command of that name, when it takes all options that were given.
static const struct command* find_command(const char* name, uint32_t given)
{
    const struct command* found = NULL;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
    {
        found = strcmp(name, commands[i].name) == 0 ? &commands[i] : found;
    }
    const char* other = found ? find_option(given & ~found->options) : NULL;
    if (other)
    {
        fprintf(stderr, "impinge: %s does not take --%s (impinge --help)\n", name, other);
        return NULL;
    }
    if (!found)
    {
        (void)bad_usage("unknown command ", name);
    }
    return found;
}

int main(int count, char** values)
{
    arguments asked = {.running = {.seconds = 10, .hz = 60, .threads = 1}};
    int status = read_arguments(count, values, &asked);
    if (status)
    {
        return status < 0 ? 0 : status;
    }
    char** words = values + optind;  // getopt_long has moved the options before them
    int word_count = count - optind;
    if (word_count == 0)
    {
        fputs(usage, stderr);
        return EXIT_BAD;
    }
    const struct command* command = find_command(words[0], asked.given);
    if (!command)
    {
        return EXIT_BAD;
    }
    return command->wants_file && word_count == 1 ? bad_usage("no file to ", words[0])
                                                  : command->go(&asked, words + 1, word_count - 1);
}
