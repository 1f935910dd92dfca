// SPDX-License-Identifier: MIT
//
// box_broad.inl, for Box2D.

#include "../broad.h"

#include <box2d/box2d.h>
#include <box2d/collision.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define AXES 2
#define BX(name) b2##name
#define BITS 1

#include "box_broad.inl"

const broad_side BROAD_BOX2D = {"box2d", IMP_PEER_BOX2D, 2,    make,  end, all,  fill,
                                frame,   insert,         move, query, ray, bytes};
