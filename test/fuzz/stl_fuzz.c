// SPDX-License-Identifier: MIT
//
// Meshes in STL.

#include "mesh_fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    fuzz_mesh(IO_MESH_STL, data, size);
    return 0;
}
