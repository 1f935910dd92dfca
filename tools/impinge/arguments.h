// SPDX-License-Identifier: MIT
//
// Arguments of the command: its options, and the commands that they are for. Each command is a file, command_*.c.

#ifndef IMPINGE_TOOLS_ARGUMENTS_H
#define IMPINGE_TOOLS_ARGUMENTS_H

#include "check.h"
#include "mesh_check.h"
#include "run.h"

enum
{
    EXIT_CLEAR = 0,
    EXIT_CONTACT = 1,
    EXIT_BAD = 2,
    LAYERS_MAX = 64
};

extern const char usage[];

/// Options; each has a bit of its own.
enum
{
    HTML = 256,
    JSON,
    QUICK,
    SAVE,
    MOVE,
    LAYER,
    SCALE,
    TOLERANCE,
    SEAMS,
    SECONDS,
    HZ,
    GRAVITY,
    THREADS,
    RECORD,
    VERIFY,
    TILES,
    NO_FLOOR,
    CLEARANCE,
    POSE,
    DYNAMIC,
    DROP,
    COPIES,
    AS,
    UP,
    FIXED_ROOT,
    FREE_ROOT,
    HOLD,
    SELF_COLLIDE,
    HELP,
    VERSION
};

#define BIT(option) (UINT32_C(1) << ((option)-HTML))
#define READING (BIT(HTML) | BIT(JSON) | BIT(LAYER) | BIT(SCALE) | BIT(TOLERANCE))
#define OF_MESHES (BIT(CLEARANCE) | BIT(POSE) | BIT(UP))
#define OF_MESHES_THAT_RUN (BIT(DYNAMIC) | BIT(DROP) | BIT(COPIES) | BIT(AS) | BIT(UP))
#define OF_ROBOTS (BIT(FIXED_ROOT) | BIT(FREE_ROOT) | BIT(HOLD) | BIT(SELF_COLLIDE))
#define OF_SCENES (BIT(LAYER) | BIT(TOLERANCE) | BIT(SAVE) | BIT(MOVE) | BIT(SEAMS))

typedef struct arguments
{
    const char* html;
    const char* save;
    bool json;
    bool quick;
    const char* layers[LAYERS_MAX];
    io_options reading;
    check_options checking;
    mesh_options meshes;
    run_options running;
    imp3_vec gravity, move;
    bool z_up;
    const char* moving[LAYERS_MAX];
    int32_t drop;
    uint32_t given;  // bits of the options that were there
} arguments;

/// 0, or the exit status of a usage fault; -1 when help was all that was wanted.
int read_arguments(int count, char** values, arguments* out);

/// The exit status of a usage fault, which is said.
int bad_usage(const char* text, const char* what);

/// Options that do not belong to such files; 0, or the exit status of a usage fault.
int refuse_options(const arguments* asked, uint32_t refused, const char* where);

/// The name of a given option of these bits; null when there is none.
const char* find_option(uint32_t given);

/// The exit status for an error, which is said.
int tell_error(const io_error* error);

/// The exit status, when all that was printed has arrived.
int end_output(int code);

/// Adds what is in files to a scene, of true size as a drawing says it. 0, or the exit status.
int load_files(const arguments* asked, io_scene* scene, char** files, int count, bool true_size);

// The commands. Each returns the exit status.

int command_check(const arguments* asked, char** files, int count);
int command_run(const arguments* asked, char** files, int count);
int command_replay(const arguments* asked, char** files, int count);
int command_decompose(const arguments* asked, char** files, int count);

/// The words are none, or "meshes" and files.
int command_study(const arguments* asked, char** words, int count);

#endif
