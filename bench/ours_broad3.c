// SPDX-License-Identifier: MIT
//
// ours_broad.inl, for space.

#include "broad.h"

#include "impinge/broad3.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/broad/index3.h"

#include "../src/math/dim3.h"

#include "ours_broad.inl"

const broad_side BROAD_OURS3 = {"impinge",  "",          AXES,      FNI(make),  FNI(end), FNI(all),  FNI(fill),
                                FNI(frame), FNI(insert), FNI(move), FNI(query), FNI(ray), FNI(bytes)};
