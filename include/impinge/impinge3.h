// SPDX-License-Identifier: MIT
//
// All of Impinge for space.

#ifndef IMPINGE_IMPINGE3_H
#define IMPINGE_IMPINGE3_H

#include "articulation3.h"
#include "batch3.h"
#include "broad3.h"
#include "character3.h"
#include "mesh3.h"
#include "motion3.h"
#include "particles3.h"
#include "joint3.h"
#include "world3.h"
#include "world_character3.h"
#include "world_draw3.h"
#include "world_particles3.h"
#include "world_query3.h"
#include "world_record3.h"

#endif
