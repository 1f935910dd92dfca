// SPDX-License-Identifier: MIT
#include "support.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

uint64_t test_n(uint64_t normal)
{
    const char* text = getenv("N");
    uint64_t factor = text ? strtoull(text, NULL, 10) : 1;
    return normal * (factor ? factor : 1);
}

uint64_t test_seed(void)
{
    const char* text = getenv("SHARD");
    uint64_t shard = text ? strtoull(text, NULL, 10) : 0;
    test_rng rng = {0x696d70696e6765u + shard};
    return test_rng_next(&rng);
}

uint64_t test_rng_next(test_rng* rng)
{
    uint64_t z = rng->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

double test_rng_unit(test_rng* rng)
{
    return (double)(test_rng_next(rng) >> 11) * 0x1p-53;
}

float test_rng_range(test_rng* rng, float lo, float hi)
{
    return (float)((double)lo + ((double)hi - (double)lo) * test_rng_unit(rng));
}

int test_rng_int(test_rng* rng, int lo, int hi)
{
    return lo + (int)(test_rng_next(rng) % ((uint64_t)((int64_t)hi - lo) + 1));
}

static void* test_resize(void* user, void* block, size_t old_size, size_t new_size)
{
    test_allocator* state = user;
    if (new_size == 0)
    {
        if (block)
        {
            state->live_blocks -= 1;
            state->live_bytes -= (int64_t)old_size;
        }
        free(block);
        return NULL;
    }
    int64_t call = state->calls++;
    if (call == state->fail_at || (state->fail_ever && state->fail_at >= 0 && call > state->fail_at))
    {
        return NULL;
    }
    void* result = realloc(block, new_size);
    if (result)
    {
        state->live_blocks += block ? 0 : 1;
        state->live_bytes += (int64_t)new_size - (block ? (int64_t)old_size : 0);
    }
    return result;
}

imp_allocator test_allocator_get(test_allocator* state)
{
    imp_allocator allocator = {test_resize, state};
    return allocator;
}

void test_report(const char* name, uint64_t count)
{
    printf("cases: %s %" PRIu64 "\n", name, count);
}
