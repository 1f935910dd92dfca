// SPDX-License-Identifier: MIT
//
// All of Impinge for the plane.

#ifndef IMPINGE_IMPINGE2_H
#define IMPINGE_IMPINGE2_H

#include "articulation2.h"
#include "batch2.h"
#include "broad2.h"
#include "character2.h"
#include "compound2.h"
#include "motion2.h"
#include "particles2.h"
#include "joint2.h"
#include "world2.h"
#include "world_character2.h"
#include "world_draw2.h"
#include "world_particles2.h"
#include "world_query2.h"
#include "world_record2.h"

#endif
