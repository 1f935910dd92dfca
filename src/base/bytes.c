// SPDX-License-Identifier: MIT
//
// Bytes that are written and read by the same code; bytes.h has the format.

#include "bytes.h"

#include "hash.h"

static const int32_t LENGTHS[4] = {0, 1, 2, 4};

impi_bytes impi_bytes_to(uint8_t* to, int64_t end)
{
    impi_bytes b;
    memset(&b, 0, sizeof b);
    b.to = to;
    b.end = end;
    return b;
}

impi_bytes impi_bytes_from(const uint8_t* from, int64_t end)
{
    impi_bytes b;
    memset(&b, 0, sizeof b);
    b.from = from;
    b.end = end;
    b.reading = true;
    return b;
}

void impi_visit_sort(impi_bytes* b)
{
    memset(b->before, 0, sizeof b->before);
    b->word = 0;
}

// Lengths cannot be predicted, so there is no branch on them: whole words are moved wherever there is room for one.
static void write_difference(impi_bytes* b, uint32_t difference)
{
    // -1, 1, -2, 2 become 1, 2, 3, 4.
    uint32_t folded = difference << 1 ^ (0u - (difference >> 31));
    uint32_t code = (uint32_t)(folded > 0) + (uint32_t)(folded > 0xffu) + (uint32_t)(folded > 0xffffu);
    int64_t at = b->at;
    b->at += LENGTHS[code];
    b->codes |= code << 2 * b->of_four;
    if (!b->to || b->at > b->end)
    {
        return;
    }
    b->to[b->code_at] = (uint8_t)b->codes;
    if (at + 4 <= b->end)
    {
        impi_put_word(b->to + at, folded);
        return;
    }
    for (int32_t i = 0; i < LENGTHS[code]; ++i)
    {
        b->to[at + i] = (uint8_t)(folded >> 8 * i);
    }
}

static uint32_t read_difference(impi_bytes* b)
{
    static const uint32_t masks[4] = {0, 0xffu, 0xffffu, 0xffffffffu};
    uint32_t code = b->codes >> 2 * b->of_four & 3u, folded = 0;
    b->bad |= b->at + LENGTHS[code] > b->end;
    if (b->bad)
    {
        return 0;
    }
    if (b->at + 4 <= b->end)
    {
        folded = impi_get_word(b->from + b->at) & masks[code];
    }
    else
    {
        for (int32_t i = 0; i < LENGTHS[code]; ++i)
        {
            folded |= (uint32_t)b->from[b->at + i] << 8 * i;
        }
    }
    b->at += LENGTHS[code];
    return folded >> 1 ^ (0u - (folded & 1u));
}

void impi_visit_near(impi_bytes* b, uint32_t* word, uint32_t expected)
{
    if (b->of_four == 0)
    {
        b->code_at = b->at;
        b->bad |= b->reading && b->at >= b->end;
        b->codes = b->reading && !b->bad ? b->from[b->at] : 0;
        b->at += !b->bad;
    }
    if (b->reading)
    {
        *word = expected + read_difference(b);
    }
    else
    {
        write_difference(b, *word - expected);
    }
    b->of_four = (b->of_four + 1) & 3;
}

void impi_visit_word(impi_bytes* b, uint32_t* word)
{
    uint32_t* before = &b->before[b->word++ & (IMPI_RECORD_WORDS - 1)];
    impi_visit_near(b, word, *before);
    *before = *word;
}

void impi_visit_long(impi_bytes* b, uint64_t* number)
{
    uint32_t low = (uint32_t)*number, high = (uint32_t)(*number >> 32);
    impi_visit_word(b, &low);
    impi_visit_word(b, &high);
    if (b->reading)
    {
        *number = (uint64_t)high << 32 | low;
    }
}

void impi_visit_bool(impi_bytes* b, bool* value)
{
    int32_t number = *value;
    impi_visit_int(b, &number, 0, 1);
    if (b->reading)
    {
        *value = number != 0;
    }
}

void impi_visit_int(impi_bytes* b, int32_t* number, int32_t least, int32_t most)
{
    uint32_t word = (uint32_t)*number;
    impi_visit_word(b, &word);
    if (b->reading)
    {
        *number = (int32_t)word;
        b->bad |= *number < least || *number > most;
        *number = b->bad ? least : *number;
    }
}

void impi_visit_room(impi_bytes* b, int64_t words)
{
    b->bad |= b->reading && words > 4 * (b->end - b->at + 1);
}

void impi_visit_count(impi_bytes* b, int32_t* count, int32_t words)
{
    impi_visit_int(b, count, 0, INT32_MAX);
    impi_visit_room(b, (int64_t)*count * words);
    *count = b->bad ? 0 : *count;
}

static void judge_float(impi_bytes* b, uint32_t word, float* x, int32_t (*fault)(float))
{
    if (b->reading)
    {
        *x = impi_float_of_bits(word);
        b->bad |= fault && fault(*x);
    }
}

void impi_visit_float(impi_bytes* b, float* x, int32_t (*fault)(float))
{
    uint32_t word = impi_float_bits(*x);
    impi_visit_word(b, &word);
    judge_float(b, word, x, fault);
}

void impi_visit_float_near(impi_bytes* b, float* x, float expected, int32_t (*fault)(float))
{
    uint32_t word = impi_float_bits(*x);
    impi_visit_near(b, &word, impi_float_bits(expected));
    judge_float(b, word, x, fault);
}

static bool is_free(const impi_slot* slot)
{
    return slot->next != IMPI_SLOT_USED && slot->generation > 0;
}

// All free slots are in the free list, each once: a walk of as many steps that comes to an end has visited none twice.
static bool pool_sound(const impi_pool* pool)
{
    int32_t free_count = 0, at = pool->first_free;
    for (int32_t i = 0; i < pool->count; ++i)
    {
        const impi_slot* slot = &pool->data[i];
        bool retired = slot->generation == 0 && slot->next == -1;
        if (slot->generation > IMPI_GENERATION_MAX || (slot->generation == 0 && !retired))
        {
            return false;
        }
        free_count += is_free(slot);
    }
    for (; free_count > 0 && at >= 0 && is_free(&pool->data[at]); --free_count)
    {
        at = pool->data[at].next;
    }
    return free_count == 0 && at == -1;
}

void impi_visit_pool(impi_bytes* b, impi_pool* pool, const imp_allocator* allocator)
{
    impi_visit_sort(b);
    int32_t count = pool->count;
    impi_visit_count(b, &count, 2);
    impi_visit_int(b, &pool->first_free, -1, count - 1);
    if (b->reading)
    {
        impi_visit_memory(b, impi_array_reserve(pool, allocator, count));
        pool->count = b->bad ? 0 : count;
        pool->used = 0;
    }
    uint32_t expected = 1;
    for (int32_t i = 0; i < pool->count && !b->bad; ++i)
    {
        impi_visit_record(b);
        impi_visit_near(b, &pool->data[i].generation, expected);
        expected = pool->data[i].generation > 0 ? pool->data[i].generation : expected;
        impi_visit_int(b, &pool->data[i].next, IMPI_SLOT_USED, count - 1);
        if (b->reading)
        {
            pool->used += pool->data[i].next == IMPI_SLOT_USED;
        }
    }
    b->bad |= b->reading && !b->bad && !pool_sound(pool);
}

// The hash of all but the hash itself.
static uint64_t hash_of_bytes(const uint8_t* bytes, int32_t count)
{
    uint64_t hash = impi_hash_i64(IMPI_HASH_START, count);
    for (int32_t i = 0; i < count; i += 8)
    {
        uint8_t rest[8] = {0};
        memcpy(rest, bytes + i, (size_t)(count - i < 8 ? count - i : 8));
        hash = i == 16 ? hash : impi_hash_u64(hash, (uint64_t)impi_get_word(rest + 4) << 32 | impi_get_word(rest));
    }
    return hash;
}

void impi_seal(uint8_t* bytes, int32_t count, uint32_t kind, uint32_t version, uint32_t part)
{
    impi_put_word(bytes, kind);
    impi_put_word(bytes + 4, version);
    impi_put_word(bytes + 8, part);
    impi_put_word(bytes + 12, 0);
    uint64_t hash = hash_of_bytes(bytes, count);
    impi_put_word(bytes + 16, (uint32_t)hash);
    impi_put_word(bytes + 20, (uint32_t)(hash >> 32));
}

int32_t impi_seal_fault(const uint8_t* bytes, int32_t count, uint32_t kind, uint32_t version, uint32_t* part)
{
    if (count < IMPI_SEAL_BYTES || impi_get_word(bytes) != kind)
    {
        return IMP_ERR_FORMAT;
    }
    if (impi_get_word(bytes + 4) != version)
    {
        return IMP_ERR_VERSION;
    }
    uint64_t hash = (uint64_t)impi_get_word(bytes + 20) << 32 | impi_get_word(bytes + 16);
    *part = impi_get_word(bytes + 8);
    bool whole = hash == hash_of_bytes(bytes, count) && *part <= (uint32_t)(count - IMPI_SEAL_BYTES);
    return whole ? 0 : IMP_ERR_FORMAT;
}
