// SPDX-License-Identifier: MIT
//
// What tests of the command share: a folder of their own, in which it runs.

#ifndef IMP_TEST_IO_COMMAND_H
#define IMP_TEST_IO_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

/// The folder's path, between set-up and tear-down of a group of tests.
extern char test_folder[];

int make_folder(void** state);
int remove_folder(void** state);

/// Whole files in the folder; a file that is read must fit, with an end of text. Returns how long it is.
void write_file(const char* name, const char* text);
size_t read_file(const char* name, char* out, size_t room);

bool is_command_built(void);

/// Runs `impinge <arguments>` in the folder, with both streams into the file "output". Returns the exit status.
int run_command(const char* arguments);

#endif
