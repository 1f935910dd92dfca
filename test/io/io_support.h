// SPDX-License-Identifier: MIT
//
// What the reader tests share: files that are only in memory, and short ways to say what a scene must hold.

#ifndef IMP_TEST_IO_SUPPORT_H
#define IMP_TEST_IO_SUPPORT_H

#include "io/io.h"
#include "support.h"

/// Files that a reader finds instead of those of the disk; the list ends with a null path.
typedef struct memory_file
{
    const char* path;
    const char* text;
} memory_file;

io_files memory_files(const memory_file* list);

/// Loads a text as the file "maps/level.tmx"; fails the test when that fails. Neighbours are null when there are none.
void load_text(io_scene* scene, const char* text, const memory_file* neighbours, const io_options* options);

/// Loads a text that must be refused, and gives the printed error.
void refuse_text(const char* text, const memory_file* neighbours, const io_options* options, io_status status,
                 char* line, size_t size);

/// The only object whose path is this.
const io_object* object_at(const io_scene* scene, const char* path);

/// The number of notes of a kind whose text holds this.
int count_notes(const io_scene* scene, int32_t kind, const char* part);

/// Checks kind, radius and vertices (x, y, x, y ...) to 1e-6.
void expect_shape(const io_object* object, int32_t kind, float radius, int32_t count, const float* xy);
void expect_box(const io_object* object, float x0, float y0, float x1, float y1);

/// The box of a single shape, where it stands.
imp2_box bounds_of(const io_object* object);

/// Checks a region or a chain, to 1e-6: rings like "0,0 1,0 1,1 | 3,3 4,3 3,4". Those of a region may come in any order
/// and start anywhere, but run with the inside on the left.
void expect_rings(const io_object* object, int32_t kind, const char* rings);

/// Checks that two scenes hold the same shapes in the same order, to the last bit.
void expect_same_shapes(const io_scene* a, const io_scene* b);

#define EXPECT_SHAPE(object, kind, radius, ...)                                                                        \
    do                                                                                                                 \
    {                                                                                                                  \
        const float xy_[] = {__VA_ARGS__};                                                                             \
        expect_shape(object, kind, radius, (int32_t)(sizeof xy_ / sizeof *xy_ / 2), xy_);                              \
    } while (0)

#endif
