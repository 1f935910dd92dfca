// SPDX-License-Identifier: MIT
//
// GeoJSON. Which reader a JSON is for, its members say.

#include "io_fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    if (size > 0 && data[0] == '{')
    {
        fuzz_load(data, size);
    }
    return 0;
}
