// SPDX-License-Identifier: MIT
//
// Files that are none, of whatever format: cut short anywhere, with any byte changed, with memory that runs out anywhere.
// Always a status with a message, a scene that is as it was, and nothing lost; and a world of what was read takes a step.

#ifndef IMP_TEST_IO_HOSTILE_H
#define IMP_TEST_IO_HOSTILE_H

#include "io/io_support.h"

typedef struct hostile_files
{
    const char* name;               ///< in reports
    const char* path;               ///< of each text
    const char* before;             ///< what the scene has already
    const memory_file* neighbours;  ///< of the texts
    const char* const* texts;
    size_t count;
} hostile_files;

/// Loads a text with an allocator that counts, and checks what a failure must leave. The allocator's calls are those of the
/// loading alone. The message goes to a line, unless that is null.
io_status hostile_load(const hostile_files* files, const char* text, size_t size, test_allocator* memory, char* line,
                       size_t room);

/// All texts are read, and each of their beginnings is refused: by IO_ERR_SYNTAX, or else by a status that may be.
void hostile_prefixes(const hostile_files* files, io_status may_be);

/// Texts with one to `most` bytes changed.
void hostile_bytes(const hostile_files* files, uint64_t cases, int most);

/// Each allocation of each text fails, alone and with all that follow: it is the memory and nothing else, until none fails.
/// The same for the worlds that are made of what the texts say.
void hostile_memory(const hostile_files* files);

#endif
