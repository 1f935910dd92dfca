// SPDX-License-Identifier: MIT
//
// How the fuzzers of the core read their bytes, and how they complain. A byte says in what way a number is written, so
// that small changes of the bytes find both exact touching (numbers on a grid, the same plus a few ulp) and the far
// ends of the range.

#ifndef IMP_FUZZ_BYTES_H
#define IMP_FUZZ_BYTES_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "impinge/impinge.h"
#include "math/check.h"

typedef struct bytes
{
    const uint8_t* at;
    const uint8_t* end;
} bytes;

/// The next byte; 0 when there are no more.
static inline uint8_t next_byte(bytes* in)
{
    return in->at < in->end ? *in->at++ : 0;
}

/// A number that is accepted.
static inline float next_number(bytes* in)
{
    uint8_t how = next_byte(in);
    float whole = (float)((int)next_byte(in) - 128) * 0.125f;
    uint32_t bits;
    switch (how & 7)
    {
    case 0:
    case 1:
    case 2:
    case 3: return whole;
    case 4:
    case 5:
        // A few ulp beside it.
        memcpy(&bits, &whole, sizeof bits);
        bits += (uint32_t)(how >> 3) - 16u;
        break;
    case 6: return whole * (float)((how >> 3) + 1) / 33.0f;
    default:
        memcpy(&bits, &whole, sizeof bits);
        bits = (bits & 0x80ff0000u) | (uint32_t)next_byte(in) << 23;
        bits |= (uint32_t)next_byte(in) << 8 | next_byte(in);
        break;
    }
    float x;
    memcpy(&x, &bits, sizeof x);
    return imp2i_number_ok(x) ? x : 0.0f;
}

static inline float next_size(bytes* in)
{
    float x = next_number(in);
    return x < 0.0f ? -x : x;
}

static inline imp2_vec next_vec(bytes* in)
{
    imp2_vec v;
    v.x = next_number(in);
    v.y = next_number(in);
    return v;
}

static inline imp2_rot next_rot(bytes* in)
{
    static const imp2_rot some[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {0.6f, 0.8f}, {0.70710677f, 0.70710677f}};
    uint8_t how = next_byte(in);
    imp2_rot q = some[how % 6];
    if (how >= 192)
    {
        imp2_rot_make(next_number(in) * 0.01f, &q);
    }
    return q;
}

static inline imp2_pose next_pose(bytes* in)
{
    imp2_pose pose;
    pose.p = next_vec(in);
    pose.q = next_rot(in);
    return pose;
}

/// Stops the program in the way that fuzzers notice.
#define MUST(condition)                                                                                                \
    do                                                                                                                 \
    {                                                                                                                  \
        if (!(condition))                                                                                              \
        {                                                                                                              \
            printf("%s:%d: %s\n", __FILE__, __LINE__, #condition);                                                     \
            explain();                                                                                                 \
            fflush(stdout);                                                                                            \
            abort();                                                                                                   \
        }                                                                                                              \
    } while (0)

/// Prints the case at hand; every fuzzer has its own.
static void explain(void);

static inline void explain_vec(const char* name, imp2_vec v)
{
    printf("  %s {%a, %a}\n", name, (double)v.x, (double)v.y);
}

static inline void explain_shape(const char* name, const imp2_shape* s)
{
    printf("  %s kind %d, radius %a, %d vertices:", name, (int)s->kind, (double)s->radius, (int)s->count);
    for (int32_t i = 0; i < s->count; ++i)
    {
        imp2_vec v = {0, 0};
        imp2_shape_vertex(s, i, &v);
        printf(" {%a, %a}", (double)v.x, (double)v.y);
    }
    printf("\n");
}

static inline void explain_pose(const char* name, const imp2_pose* pose)
{
    printf("  %s p {%a, %a} q {%a, %a}\n", name, (double)pose->p.x, (double)pose->p.y, (double)pose->q.c,
           (double)pose->q.s);
}

#endif
