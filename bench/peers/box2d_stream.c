// SPDX-License-Identifier: MIT
//
// box_stream.inl, for Box2D.

#include "../streams.h"

#include <box2d/box2d.h>
#include <box2d/collision.h>

#include <stdlib.h>
#include <string.h>

#define AXES 2
#define BX(name) b2##name
#define BITS 1

#include "box_stream.inl"

const stream_side STREAMS_BOX2D = {"box2d", IMP_PEER_BOX2D, AXES, make, end, reset, step};
