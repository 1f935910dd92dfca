// SPDX-License-Identifier: MIT
//
// worlds.inl, for the plane.

#include "world/shows2.h"

#define WORLDS(name) golden_worlds2_##name
#define FILE_NAME "worlds2.txt"

#include "worlds.inl"
