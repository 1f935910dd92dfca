// SPDX-License-Identifier: MIT
//
// What the fuzzers of meshes share: any bytes into a mesh. One that
// comes out names only points that it has, and the library makes a compound of it or says why not.

#ifndef IMP_TEST_FUZZ_MESH_H
#define IMP_TEST_FUZZ_MESH_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "impinge/impinge3.h"
#include "io/mesh.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

static inline void fuzz_require(bool holds, const char* what)
{
    if (!holds)
    {
        printf("does not hold: %s\n", what);
        abort();
    }
}

static inline void fuzz_mesh(int32_t kind, const uint8_t* data, size_t size)
{
    io_mesh mesh = {.points = NULL};
    io_error error;
    io_status status = io_mesh_read_bytes(kind, (const char*)data, size, NULL, &mesh, &error);
    fuzz_require(error.status == status && (!status || error.text[0]), "an error says what it is");
    if (status)
    {
        fuzz_require(!mesh.points && !mesh.corners, "a failed call has written nothing");
        return;
    }
    fuzz_require(mesh.corner_count > 0 && mesh.corner_count % 3 == 0, "a mesh has triangles");
    for (size_t i = 0; i < mesh.corner_count; i++)
    {
        fuzz_require(mesh.corners[i] >= 0 && (size_t)mesh.corners[i] < mesh.point_count, "corners are points");
    }
    imp3_triangles triangles = {.points = mesh.points,
                                .point_count = (int32_t)mesh.point_count,
                                .corners = mesh.corners,
                                .count = (int32_t)(mesh.corner_count / 3)};
    imp3_compound compound = {.kind = 0};
    int32_t made = imp_status_fault(imp3_triangles_make(&triangles, NULL, &compound, NULL));
    fuzz_require(made == IMP_OK || made == IMP_ERR_EMPTY, "only emptiness is refused");
    imp3_compound_free(&compound);
    io_mesh_free(&mesh);
}

#endif
