// SPDX-License-Identifier: MIT
//
// What the .inl files of world2 and world3 are written in: src/math/dim2.h, and these words. world_words3.h has the
// same ones.

#include "../src/math/dim2.h"

#define W(name) world2_##name
#define NAME "world2"
#define HERTZ WORLD2_HERTZ
#define OURS WORLD2_OURS
#define PEER WORLD2_PEER
