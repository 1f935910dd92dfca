// SPDX-License-Identifier: MIT
//
// ours_stream.inl, for the plane.

#include "streams.h"

#include "impinge/broad2.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/broad/index2.h"

#include "../src/math/dim2.h"

#include "ours_stream.inl"

const stream_side STREAMS_OURS2 = {"impinge", "", AXES, FNI(make), FNI(end), FNI(reset), FNI(step)};
