// SPDX-License-Identifier: MIT
//
// ours_broad.inl, for the plane.

#include "broad.h"

#include "impinge/broad2.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/broad/index2.h"

#include "../src/math/dim2.h"

#include "ours_broad.inl"

const broad_side BROAD_OURS2 = {"impinge",  "",          AXES,      FNI(make),  FNI(end), FNI(all),  FNI(fill),
                                FNI(frame), FNI(insert), FNI(move), FNI(query), FNI(ray), FNI(bytes)};
