// SPDX-License-Identifier: MIT
#include "narrow/batch_answers2.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    PATTERN = 0xa5
};

const char* const batch_level_names[IMPI_LEVEL_COUNT] = {"scalar", "four", "AVX2", "AVX-512"};

void* batch_room(int32_t count, size_t size)
{
    void* p = malloc(count > 0 ? (size_t)count * size : 1);
    assert_non_null(p);
    return p;
}

imp2_manifolds batch_manifolds(uint32_t* const out[BATCH_WORDS])
{
    imp2_manifolds m = {
        (float*)(void*)out[0], (float*)(void*)out[1], (float*)(void*)out[2], (int32_t*)(void*)out[3], {{0}}};
    for (int k = 0; k < 2; ++k)
    {
        uint32_t* const* p = &out[4 + 4 * k];
        const imp2_contacts c = {(float*)(void*)p[0], (float*)(void*)p[1], (float*)(void*)p[2], p[3]};
        m.points[k] = c;
    }
    return m;
}

imp2_hits batch_hits(uint32_t* const out[BATCH_HIT_WORDS])
{
    const imp2_hits h = {(int32_t*)(void*)out[0], (float*)(void*)out[1], (float*)(void*)out[2], (float*)(void*)out[3],
                         (float*)(void*)out[4],   (float*)(void*)out[5], (float*)(void*)out[6]};
    return h;
}

void batch_clear(uint32_t* const* out, int words, int32_t count)
{
    for (int k = 0; k < words; ++k)
    {
        memset(out[k], PATTERN, (size_t)count * sizeof *out[k]);
    }
}

bool batch_is_untouched(uint32_t* const* out, int words, int32_t count)
{
    for (int k = 0; k < words; ++k)
    {
        for (int32_t i = 0; i < count; ++i)
        {
            if (out[k][i] != PATTERN * 0x01010101u)
            {
                return false;
            }
        }
    }
    return true;
}

void batch_wear_out(test_rng* rng, imp2_pose* pose)
{
    float k = 1.0f + (float)test_rng_int(rng, -3, 3) * 0x1p-23f;
    const imp2_pose worn = {pose->p, {pose->q.c * k, pose->q.s * k}};
    *pose = imp2_pose_check(&worn) ? *pose : worn;
}

imp2_vec batch_motion(test_rng* rng, imp2_vec from, imp2_vec to)
{
    static const float lengths[] = {1.0f, 2.0f, 0.5f, 8.0f, 0.0f, 0x1p-100f, 0x1p20f};
    float length = lengths[test_rng_int(rng, 0, 6)], turn = (float)test_rng_int(rng, -4, 4) * 0.125f;
    float x = to.x - from.x, y = to.y - from.y;
    const imp2_vec r = {fmaxf(fminf(length * (x - turn * y), 0x1p60f), -0x1p60f),
                        fmaxf(fminf(length * (y + turn * x), 0x1p60f), -0x1p60f)};
    return r;
}
