// SPDX-License-Identifier: MIT
//
// Pools of handles; see id.h for the picture. Free places form a list through the slots themselves, so that giving back
// never needs memory. Which place is used next depends on the calls alone.

#include "base/id.h"

#include "base/assert.h"

void impi_pool_init(impi_pool* pool, uint32_t tag)
{
    IMP_ASSERT(tag >= 1 && tag <= IMPI_GENERATION_MAX);
    pool->data = NULL;
    pool->count = 0;
    pool->capacity = 0;
    pool->first_free = -1;
    pool->used = 0;
    pool->tag = tag;
}

void impi_pool_free(impi_pool* pool, const imp_allocator* allocator)
{
    impi_array_free(pool, allocator);
    pool->first_free = -1;
    pool->used = 0;
}

imp_status impi_pool_reserve(impi_pool* pool, const imp_allocator* allocator, int32_t count)
{
    // Retired places are counted as if they could be used: a little more than needed, never less.
    return impi_array_reserve(pool, allocator, (int64_t)pool->count + count);
}

imp_status impi_pool_take(impi_pool* pool, const imp_allocator* allocator, impi_id* id)
{
    int32_t index = pool->first_free;
    if (index < 0)
    {
        imp_status status = impi_array_reserve(pool, allocator, (int64_t)pool->count + 1);
        if (status)
        {
            return status;
        }
        index = pool->count++;
        pool->data[index].generation = pool->tag;
    }
    else
    {
        pool->first_free = pool->data[index].next;
    }
    pool->data[index].next = IMPI_SLOT_USED;
    pool->used += 1;
    *id = impi_pool_id(pool, index);
    return IMP_OK;
}

int32_t impi_pool_find(const impi_pool* pool, impi_id id)
{
    uint32_t index = (uint32_t)(id & 0xffffffffu);
    if (index >= (uint32_t)pool->count)
    {
        return -1;
    }
    const impi_slot* slot = &pool->data[index];
    return slot->next == IMPI_SLOT_USED && slot->generation == id >> 32 ? (int32_t)index : -1;
}

void impi_pool_untake(impi_pool* pool, impi_id id)
{
    int32_t index = impi_pool_find(pool, id);
    IMP_ASSERT(index >= 0);
    pool->data[index].next = pool->first_free;
    pool->first_free = index;
    pool->used -= 1;
}

bool impi_pool_give_back(impi_pool* pool, impi_id id)
{
    int32_t index = impi_pool_find(pool, id);
    if (index < 0)
    {
        return false;
    }
    impi_slot* slot = &pool->data[index];
    uint32_t next = slot->generation == IMPI_GENERATION_MAX ? 1 : slot->generation + 1;
    if (next == pool->tag)
    {
        slot->generation = 0;
        slot->next = -1;
    }
    else
    {
        slot->generation = next;
        slot->next = pool->first_free;
        pool->first_free = index;
    }
    pool->used -= 1;
    return true;
}
