// SPDX-License-Identifier: MIT
//
// Serialization: bytes that are written and read by the same code, for snapshots and recordings.
//
// State is visited word by word, of 32 bits, by functions that say `visit`: they write a value, or read it, so that the
// fields of a thing are listed once. Numbers that are read are checked on the way; a bad one, or an end that comes too
// early, is remembered, and from then on all words are as expected. A reader looks at `bad` before anything is used.
//
// A word is written as its difference from the one that is expected: that of the same field in the record before, or
// what the caller can tell. Four words begin with a byte that says how long each is: 0, 1, 2 or 4 bytes, signs folded
// in. So a word as expected costs a quarter of a byte, and a reader need not be told what has been left out.
//
//     code  w0  w1  w2  w3   code  w4 ...       2 bits of code for each word, the first in the lowest
//
// Bytes are little-endian on every machine. The same values give the same bytes.

#ifndef IMPI_BYTES_H
#define IMPI_BYTES_H

#include "bits.h"
#include "id.h"

enum
{
    IMPI_RECORD_WORDS = 64,  // in longer records, expectations repeat
    IMPI_SEAL_BYTES = 24
};

typedef struct impi_bytes
{
    uint8_t* to;          // writing: the destination; null to count
    const uint8_t* from;  // reading; else null
    int64_t at, end;
    int64_t code_at;
    uint32_t codes;   // of the present four words
    int32_t of_four;  // how many of them are done
    bool reading, bad;
    bool no_memory;  // bad for lack of it
    int32_t word;    // in the record
    uint32_t before[IMPI_RECORD_WORDS];
} impi_bytes;

/// A word, little-endian, as four bytes.
static inline void impi_put_word(uint8_t* bytes, uint32_t word)
{
    bytes[0] = (uint8_t)word;
    bytes[1] = (uint8_t)(word >> 8);
    bytes[2] = (uint8_t)(word >> 16);
    bytes[3] = (uint8_t)(word >> 24);
}

static inline uint32_t impi_get_word(const uint8_t* bytes)
{
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

impi_bytes impi_bytes_to(uint8_t* to, int64_t end);
impi_bytes impi_bytes_from(const uint8_t* from, int64_t end);

/// Begins records of another kind: nothing is expected.
void impi_visit_sort(impi_bytes* b);

/// Begins a record.
static inline void impi_visit_record(impi_bytes* b)
{
    b->word = 0;
}

/// Ends a part: the next one can be read without it.
static inline void impi_visit_end(impi_bytes* b)
{
    b->of_four = 0;
    impi_visit_sort(b);
}

/// A word near one that the caller can tell.
void impi_visit_near(impi_bytes* b, uint32_t* word, uint32_t expected);

/// A word that is expected to be as in the record before.
void impi_visit_word(impi_bytes* b, uint32_t* word);

void impi_visit_long(impi_bytes* b, uint64_t* number);
void impi_visit_bool(impi_bytes* b, bool* value);

/// A number from least to most; least if the bytes are bad.
void impi_visit_int(impi_bytes* b, int32_t* number, int32_t least, int32_t most);

/// At least this many words follow: there must be bytes left for them, before memory is reserved for what they make. A
/// word takes a quarter of a byte, and a byte more if it is known not to be as expected.
void impi_visit_room(impi_bytes* b, int64_t words);

/// The number of records that follow, each of this many words at least.
void impi_visit_count(impi_bytes* b, int32_t* count, int32_t words);

/// fault: 0 for a good float, as those of math/check.h; null when all are good.
void impi_visit_float(impi_bytes* b, float* x, int32_t (*fault)(float));
void impi_visit_float_near(impi_bytes* b, float* x, float expected, int32_t (*fault)(float));

/// The used slots of a pool, and the next free one; for reading, an empty pool. A free slot takes a byte more: no two
/// are followed by the same one, and a retired one is never expected.
void impi_visit_pool(impi_bytes* b, impi_pool* pool, const imp_allocator* allocator);

/// Remembers that memory was out, if it was.
static inline void impi_visit_memory(impi_bytes* b, imp_status status)
{
    b->no_memory |= status != IMP_OK;
    b->bad |= status != IMP_OK;
}

/// Writes the head of complete bytes: their kind, version, a hash over all, and the size of the first part.
void impi_seal(uint8_t* bytes, int32_t count, uint32_t kind, uint32_t version, uint32_t part);

/// Returns 0, IMP_ERR_FORMAT or IMP_ERR_VERSION.
int32_t impi_seal_fault(const uint8_t* bytes, int32_t count, uint32_t kind, uint32_t version, uint32_t* part);

#endif
