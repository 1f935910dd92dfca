// SPDX-License-Identifier: MIT
//
// box_stream.inl, for Box3D.

#include "../streams.h"

#include <box3d/box3d.h>
#include <box3d/collision.h>

#include <stdlib.h>
#include <string.h>

#define AXES 3
#define BX(name) b3##name
#define BITS 1, false

#include "box_stream.inl"

const stream_side STREAMS_BOX3D = {"box3d", IMP_PEER_BOX3D, AXES, make, end, reset, step};
