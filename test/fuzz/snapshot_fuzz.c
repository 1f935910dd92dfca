// SPDX-License-Identifier: MIT
//
// Snapshots of worlds of the plane whose hash is right, whatever is in them: refused, or a world that can be used, and
// whose own snapshot is taken up again.

#include <stdlib.h>
#include <string.h>

#include "world/world_probe2.h"

static void check(bool good)
{
    if (!good)
    {
        abort();
    }
}

static void use(imp2_world* world)
{
    imp2_shape ball;
    imp2_body_def def = {.kind = IMP_BODY_DYNAMIC, .pose = {{0.5f, 2.0f}, {1.0f, 0.0f}}, .velocity = {0.0f, -9.0f}};
    imp_body body;
    check(!imp2_circle_make((imp2_vec){0.0f, 0.0f}, 0.5f, &ball));
    check(!imp2_world_add_body(world, &def, &body));
    check(!imp2_world_add_collider(world, body, &ball, NULL, NULL));
    check(!imp2_world_step(world, 0.02f));
    for (uint32_t i = 0; i < 8; ++i)
    {
        imp_body other = {(uint64_t)1 << 32 | i};
        (void)imp2_world_set_pose(world, other, &def.pose);
        (void)imp2_world_set_enabled(world, other, i % 3 > 0);
        if (i % 4 == 1)
        {
            (void)imp2_world_remove_body(world, other);
        }
    }
    check(!imp2_world_step(world, 0.02f));
}

// The first two bytes say how large the first part is.
int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    if (size < 2 || size > 20000)
    {
        return 0;
    }
    int32_t count = (int32_t)size - 2 + PROBE_SEAL_BYTES;
    uint32_t part = (uint32_t)data[0] | (uint32_t)data[1] << 8;
    uint8_t* bytes = malloc((size_t)count);
    imp2_world* world = NULL;
    check(bytes && !imp2_world_make(NULL, &world));
    memcpy(bytes + PROBE_SEAL_BYTES, data + 2, size - 2);
    probe_seal(bytes, count, part);
    if (!imp2_world_load(world, bytes, count))
    {
        use(world);
        int32_t again = 0;
        (void)imp2_world_save(world, NULL, 0, &again);
        uint8_t* own = malloc((size_t)again);
        check(own && !imp2_world_save(world, own, again, &again));
        imp_status status = imp2_world_load(world, own, again);
        check(!status || imp_status_fault(status) == IMP_ERR_FORMAT);
        free(own);
    }
    imp2_world_free(world);
    free(bytes);
    return 0;
}
