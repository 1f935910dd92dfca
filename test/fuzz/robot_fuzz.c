// SPDX-License-Identifier: MIT
//
// Robots, URDF and MJCF; which one it is, the first element says.

#include "io_fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    if (size > 0 && data[0] == '<')
    {
        fuzz_load(data, size);
    }
    return 0;
}
