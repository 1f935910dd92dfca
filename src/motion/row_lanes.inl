// SPDX-License-Identifier: MIT
//
// Operations of passes over rows on lanes in the plane and in space, in the words of lanes_scalar.h. The file that
// includes this one gives the names: LN, and PASSES of a width.

#if WIDTH == 16
#define NARROWER PASSES(avx2)
#elif WIDTH == 8
#define NARROWER PASSES(four)
#else
#define NARROWER PASSES(scalar)  // not narrow enough to be worth it
#endif

TARGET static inline LANES LN(inverse_or_zero)(LANES x)
{
    return WHERE(LESS(SPLAT(0.0f), x), DIV(SPLAT(1.0f), x));
}

TARGET static inline LANES LN(within)(LANES x, LANES bound)
{
    return MAX(SUB(SPLAT(0.0f), bound), MIN(x, bound));
}

// Rebound speed: `restitution` of the speed at the impact. Bodies move in sub-steps of h, by symplectic Euler: such a
// fall conserves v^2 / 2 + g y - g h v / 2.
TARGET static inline LANES LN(rebound_of)(LANES approach, LANES depth, LANES pull, LANES restitution, float h)
{
    const LANES zero = SPLAT(0.0f), steps = SPLAT(h);
    LANES met = ADD(MUL(approach, approach), MUL(pull, ADD(MUL(SPLAT(2.0f), depth), MUL(approach, steps))));
    LANES climb = MUL(MUL(SPLAT(-2.0f), pull), MAX(depth, zero)), lost = MUL(MUL(SPLAT(-0.5f), pull), steps);
    LANES back = ADD(ADD(MUL(MUL(restitution, restitution), MAX(met, zero)), climb), MUL(lost, lost));
    MASK bounces = AND(LESS(approach, zero), LESS(zero, back));
    return WHERE(bounces, ADD(lost, ROOT(back)));
}

// Bits of a mask, as lanes of its block.
TARGET static inline uint32_t LN(bits_at)(MASK mask, int32_t lane)
{
    return BITS(mask) << lane;
}

// Stores the lanes that are set; others keep their values.
TARGET static inline void LN(set_where)(float* numbers, int32_t lane, MASK set, LANES x)
{
    STORE(numbers + lane, PICK(set, x, LOAD(numbers + lane)));
}

// Which lanes of a width are among some bits.
TARGET static inline MASK LN(lanes_of)(uint32_t bits, int32_t lane)
{
    float set[WIDTH];
    for (int32_t k = 0; k < WIDTH; ++k)
    {
        set[k] = (bits >> (lane + k) & 1u) != 0 ? 1.0f : 0.0f;
    }
    return LESS(SPLAT(0.0f), LOAD(set));
}

// The numbers of a width of lanes, and their bodies.
typedef struct LN(kept)
{
    float numbers[sizeof(ROWS) / sizeof(float[IMPI_ROW_LANES])][WIDTH];
    int32_t a[WIDTH], b[WIDTH];
} LN(kept);

// Leaves some lanes of a width out of a pass: they have nobody's bodies in it, and their numbers are kept.
TARGET static inline void LN(leave_out)(ROWS* block, int32_t lane, uint32_t out, LN(kept) * kept)
{
    const float* numbers = (const float*)(const void*)block + lane;
    memcpy(kept->a, block->a + lane, sizeof kept->a);
    memcpy(kept->b, block->b + lane, sizeof kept->b);
    for (size_t k = 0; k < sizeof kept->numbers / sizeof kept->numbers[0]; ++k)
    {
        STORE(kept->numbers[k], LOAD(numbers + k * IMPI_ROW_LANES));
    }
    for (uint32_t bits = out; bits != 0; bits &= bits - 1)
    {
        block->a[impi_lowest_bit(bits)] = block->b[impi_lowest_bit(bits)] = ~0;
    }
}

TARGET static inline void LN(take_back)(ROWS* block, int32_t lane, uint32_t out, const LN(kept) * kept)
{
    const MASK left = LN(lanes_of)(out, lane);
    float* numbers = (float*)(void*)block + lane;
    for (size_t k = 0; k < sizeof kept->numbers / sizeof kept->numbers[0]; ++k)
    {
        LN(set_where)(numbers + k * IMPI_ROW_LANES, 0, left, LOAD(kept->numbers[k]));
    }
    memcpy(block->a + lane, kept->a, sizeof kept->a);
    memcpy(block->b + lane, kept->b, sizeof kept->b);
}

// A pass over lanes, a width at a time: those that are tied (row_touch.inl) and those that are not by turns, so lanes do
// not know of each other. From 1 on: those alone that are. A narrower width takes what is left at the end and it holds.
#define TIED_PASS(take, from, name)                                                                                    \
    for (int32_t i = first; i < end; i += WIDTH)                                                                       \
    {                                                                                                                  \
        ROWS* block = blocks + i / IMPI_ROW_LANES;                                                                     \
        const int32_t lane = i % IMPI_ROW_LANES;                                                                       \
        if (WIDTH > 4 && 2 * (end - i) <= WIDTH)                                                                       \
        {                                                                                                              \
            NARROWER.name(blocks, i, end, motions, step);                                                              \
            return;                                                                                                    \
        }                                                                                                              \
        const uint32_t used = block->used & ((1u << WIDTH) - 1u) << lane;                                              \
        const uint32_t lanes[2] = {used & ~block->tied, used & block->tied};                                           \
        if (lanes[0] == 0 || lanes[1] == 0)                                                                            \
        {                                                                                                              \
            if (lanes[1] != 0 || (used != 0 && from == 0))                                                             \
            {                                                                                                          \
                take(block, lane, lanes[1] != 0, motions, step);                                                       \
            }                                                                                                          \
            continue;                                                                                                  \
        }                                                                                                              \
        for (int32_t tied = from; tied < 2; ++tied)                                                                    \
        {                                                                                                              \
            LN(kept) kept;                                                                                             \
            LN(leave_out)(block, lane, lanes[1 - tied], &kept);                                                        \
            take(block, lane, tied != 0, motions, step);                                                               \
            LN(take_back)(block, lane, lanes[1 - tied], &kept);                                                        \
        }                                                                                                              \
    }
