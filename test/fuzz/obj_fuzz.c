// SPDX-License-Identifier: MIT
//
// Meshes in OBJ.

#include "mesh_fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    fuzz_mesh(IO_MESH_OBJ, data, size);
    return 0;
}
