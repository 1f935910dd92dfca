// SPDX-License-Identifier: MIT
//
// ours_stream.inl, for space.

#include "streams.h"

#include "impinge/broad3.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/broad/index3.h"

#include "../src/math/dim3.h"

#include "ours_stream.inl"

const stream_side STREAMS_OURS3 = {"impinge", "", AXES, FNI(make), FNI(end), FNI(reset), FNI(step)};
