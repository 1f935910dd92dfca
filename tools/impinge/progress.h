// SPDX-License-Identifier: MIT
//
// A bar for what takes long, on a terminal: after a second, ten times a second. Work that has stages gives each its share of
// the bar.

#ifndef IMPINGE_TOOLS_PROGRESS_H
#define IMPINGE_TOOLS_PROGRESS_H

#include <stdbool.h>

typedef struct progress
{
    bool shows;
    double begun, shown;
    double from, share;  // of the stage that is under way
} progress;

void progress_begin(progress* bar, bool shows);

/// The stage that follows is this share of all, behind `from` of it; both in 0..1.
void progress_stage(progress* bar, double from, double share);

/// How far the stage is.
void progress_show(progress* bar, double part, const char* what, const char* file);

/// The same at once: for work that takes long and cannot tell how far it is.
void progress_wait(progress* bar, double part, const char* what, const char* file);

/// Takes the bar away; the next call of progress_show brings it back.
void progress_hide(progress* bar);

/// The same for a mesh that is taken apart (io_options), with the bar as `user`. From the first call on Ctrl-C does not end
/// the program, but has this return false; a second one does. progress_release gives Ctrl-C back.
bool progress_of_parts(void* user, const char* name, double done);
void progress_release(void);

#endif
