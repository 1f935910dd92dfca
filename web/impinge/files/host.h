// SPDX-License-Identifier: MIT
//
// The readers of files inside a WebAssembly module: what JavaScript calls, and in what form it hands over a file.
//
// JavaScript has parsers for XML and JSON, so what comes in is not a file but its tree, written one node after the
// other. The first byte is '<' when it comes from XML, '{' from JSON. Then a node, all numbers little-endian:
//
//     u8 kind (IO_...), u32 length and bytes of the name, and
//     IO_NUMBER, IO_BOOL: f64            IO_TEXT: u32 length and bytes
//     IO_LIST, IO_MAP: u32 length and bytes of its own text, u32 count, then
//         u8 1 and count times f64 when it is a list of numbers, else u8 0 and count nodes

#ifndef IMPINGE_WEB_HOST_H
#define IMPINGE_WEB_HOST_H

#include "io/io.h"

#define HOST_API __attribute__((visibility("default")))

/// The files that are at hand, and the scene that was read from them.
typedef struct host_files host_files;

HOST_API host_files* host_files_make(void);
HOST_API void host_files_free(host_files* files);

/// A file: its path, and its tree in a block from malloc, which is taken over. False when there is no memory.
HOST_API bool host_files_put(host_files* files, const char* path, char* tree, uint32_t size);

/// Reads a file and those that it refers to, in place of whatever was read before. Scale and tolerance as in
/// io_options. To be run, a drawing is scaled to things of some metres, and gets a floor where nothing stands.
HOST_API int32_t host_files_read(host_files* files, const char* path, double scale, double tolerance, bool to_run);

/// What was wrong with the last reading, in one line; and the path that was asked for and not there, or "".
HOST_API const char* host_files_fault(host_files* files);
HOST_API const char* host_files_missing(const host_files* files);

/// Objects, notes and files of the scene, each as words: pointers, integers, floats. False when there is no such one.
typedef struct host_object
{
    const char *name, *layer, *path;
    int32_t file, structure, is_static, is_solid;
    const imp2_shape* shape;  // this or the compound, the other is null
    const imp2_compound* compound;
    imp2_pose pose;
} host_object;

typedef struct host_note
{
    int32_t kind, file;
    const char *path, *text;
} host_note;

typedef struct host_file
{
    const char *name, *format, *scale_from;
    float scale;
    int32_t objects, is_turned;
} host_file;

HOST_API bool host_files_object(const host_files* files, uint32_t i, host_object* out);
HOST_API bool host_files_note(const host_files* files, uint32_t i, host_note* out);
HOST_API bool host_files_file(const host_files* files, uint32_t i, host_file* out);

/// Makes a world of the scene, as io_world_make. The world, and the particles where there are any, belong to the caller
/// from then on and need the files no more; of the bodies the files can tell until the next world. Returns a status of
/// io; then host_files_fault says what was wrong.
typedef struct host_world
{
    imp2_world* world;
    imp2_particles* particles;  // null when no file has any
} host_world;

HOST_API int32_t host_files_world(host_files* files, host_world* out);

/// Bodies of the last world. False when there is no such one.
typedef struct host_body
{
    imp_body handle;
    const char* name;
    int32_t kind;
} host_body;

HOST_API bool host_files_body(const host_files* files, uint32_t i, host_body* out);

/// Joints of the last world, and couplings, as the scene has them. False when there is no such one.
typedef struct host_joint
{
    imp_joint handle;
    const char* name;  // "" when there is none
} host_joint;

HOST_API bool host_files_joint(const host_files* files, uint32_t i, host_joint* out);
HOST_API bool host_files_coupling(const host_files* files, uint32_t i, imp_coupling* out);

/// The body of an object in that world, or -1.
HOST_API int32_t host_files_wearer(const host_files* files, uint32_t object);

#endif
