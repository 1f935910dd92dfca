// SPDX-License-Identifier: MIT
//
// The words of world_words2.h, for space.

#include "../src/math/dim3.h"

#define W(name) world3_##name
#define NAME "world3"
#define HERTZ WORLD3_HERTZ
#define OURS WORLD3_OURS
#define PEER world3_peer
