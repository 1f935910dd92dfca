// SPDX-License-Identifier: MIT
//
// worlds.inl, for space.

#include "world/shows3.h"

#define WORLDS(name) golden_worlds3_##name
#define FILE_NAME "worlds3.txt"

#include "worlds.inl"
