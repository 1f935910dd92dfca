// SPDX-License-Identifier: MIT
//
// Drawings. Two readers read XML; which one it is for, the first element says.

#include "io_fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    if (size > 0 && data[0] == '<')
    {
        fuzz_load(data, size);
    }
    return 0;
}
