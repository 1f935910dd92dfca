// SPDX-License-Identifier: MIT
//
// box_broad.inl, for Box3D.

#include "../broad.h"

#include <box3d/box3d.h>
#include <box3d/collision.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define AXES 3
#define BX(name) b3##name
#define BITS 1, false

#include "box_broad.inl"

const broad_side BROAD_BOX3D = {"box3d", IMP_PEER_BOX3D, 3,    make,  end, all,  fill,
                                frame,   insert,         move, query, ray, bytes};
