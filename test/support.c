// SPDX-License-Identifier: MIT
#include "support.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// SHARD=i/n, i from 1 to n; 0/1 when there is none.
static void read_shard(uint64_t* i, uint64_t* n)
{
    const char* text = getenv("SHARD");
    char* end = NULL;
    *i = 0;
    *n = 1;
    if (text && *text)
    {
        *i = strtoull(text, &end, 10);
        *n = *end == '/' ? strtoull(end + 1, &end, 10) : 0;
        if (*end || *i < 1 || *i > *n)
        {
            printf("SHARD=%s: must be i/n with i from 1 to n\n", text);
            exit(1);
        }
    }
}

uint64_t test_n(uint64_t normal)
{
    const char* text = getenv("N");
    uint64_t factor = text ? strtoull(text, NULL, 10) : 1;
    uint64_t total = normal * (factor ? factor : 1);
    uint64_t i, n;
    read_shard(&i, &n);
    uint64_t share = total / n + (i >= 1 && i <= total % n);
    return share ? share : 1;
}

uint64_t test_seed(void)
{
    uint64_t i, n;
    read_shard(&i, &n);
    test_rng rng = {0x696d70696e6765u + i};
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

// In front of every block, so that a wrong old_size is noticed. 16 bytes keep the alignment.
typedef struct block_head
{
    uint64_t size;
    uint64_t mark;
} block_head;

#define BLOCK_MARK 0x6b636f6c62646f67u

static block_head* checked_head(void* block, size_t old_size)
{
    block_head* head = (block_head*)((char*)block - sizeof(block_head));
    if (head->mark != BLOCK_MARK || head->size != old_size)
    {
        printf("allocator: block %p is given back with size %zu\n", block, old_size);
        abort();
    }
    return head;
}

// Every resize moves the block and spoils the old one: whoever kept a pointer is found out.
static void* test_resize(void* user, void* block, size_t old_size, size_t new_size)
{
    test_allocator* state = user;
    if (!block && old_size != 0)
    {
        printf("allocator: no block, but %zu bytes\n", old_size);
        abort();
    }
    block_head* old = block ? checked_head(block, old_size) : NULL;
    block_head* result = NULL;
    if (new_size != 0)
    {
        int64_t call = state->calls++;
        if (call == state->fail_at || (state->fail_ever && state->fail_at >= 0 && call > state->fail_at))
        {
            return NULL;
        }
        result = malloc(sizeof(block_head) + new_size);
        if (!result)
        {
            return NULL;
        }
        result->size = new_size;
        result->mark = BLOCK_MARK;
        memset(result + 1, 0xa5, new_size);
        state->live_blocks += 1;
        state->live_bytes += (int64_t)new_size;
        state->most_bytes = state->live_bytes > state->most_bytes ? state->live_bytes : state->most_bytes;
    }
    if (old)
    {
        if (result)
        {
            memcpy(result + 1, block, old_size < new_size ? old_size : new_size);
        }
        memset(old, 0xdd, sizeof(block_head) + old_size);
        free(old);
        state->live_blocks -= 1;
        state->live_bytes -= (int64_t)old_size;
    }
    return result ? result + 1 : NULL;
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
