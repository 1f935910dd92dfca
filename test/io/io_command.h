// SPDX-License-Identifier: MIT
//
// What tests of the command share: a folder of their own, in which it runs.

#ifndef IMP_TEST_IO_COMMAND_H
#define IMP_TEST_IO_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "io/tree.h"

/// The folder's path, between set-up and tear-down of a group of tests.
extern char test_folder[];

/// What is to end before the folder is removed, or null.
extern void (*before_folder_goes)(void);

int make_folder(void** state);
int remove_folder(void** state);

/// Whole files in the folder; a file that is read must fit, with an end of text. Returns how long it is.
void write_file(const char* name, const char* text);
size_t read_file(const char* name, char* out, size_t room);

bool is_command_built(void);

/// Runs `impinge <arguments>` in the folder. Returns the exit status.
int run(const char* arguments);

/// What the last run said, both streams.
extern char output[1 << 20];

/// Fails the test unless the last run said this.
void expect_words(const char* words);

/// What a JSON that the last run said has by this name; fails the test where it has none.
const io_node* member(const io_node* node, const char* name);
double value(const io_node* node, const char* name);

/// Writes bytes as a file in the folder.
void write_bytes(const char* name, const void* bytes, size_t size);

#endif
