// SPDX-License-Identifier: MIT
//
// Scenes as JSON of our own.

#include "io_fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    if (size > 0 && data[0] != '<')
    {
        fuzz_load(data, size);
    }
    return 0;
}
