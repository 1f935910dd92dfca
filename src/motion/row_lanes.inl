// SPDX-License-Identifier: MIT
//
// What passes over rows do with lanes in the plane and in space, in the words of lanes_scalar.h. The file that includes
// this one gives the names: LN, and PASSES of a width.

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

// Which lanes of a width are tied, of those that are in use (row_touch.inl).
typedef enum LN(tied_part)
{
    LN(NONE_TIED),
    LN(SOME_TIED),
    LN(ALL_TIED)
} LN(tied_part);

static inline LN(tied_part) LN(tied_of)(uint32_t tied, uint32_t used, int32_t lane)
{
    uint32_t range = used >> lane & (WIDTH < 32 ? (1u << WIDTH % 32) - 1u : ~0u), set = tied >> lane & range;
    return set == 0 ? LN(NONE_TIED) : set == range ? LN(ALL_TIED) : LN(SOME_TIED);
}

// A pass over lanes, a width at a time; what is left at the end goes to a narrower width that holds it. Where only some
// lanes of a width are tied each is taken by itself, so lanes do not know of each other.
#define TIED_PASS(take, name)                                                                                          \
    for (int32_t i = first; i < end; i += WIDTH)                                                                       \
    {                                                                                                                  \
        ROWS* block = blocks + i / IMPI_ROW_LANES;                                                                     \
        int32_t lane = i % IMPI_ROW_LANES;                                                                             \
        if (WIDTH > 4 && 2 * (end - i) <= WIDTH)                                                                       \
        {                                                                                                              \
            NARROWER.name(blocks, i, end, motions, step);                                                              \
            return;                                                                                                    \
        }                                                                                                              \
        const LN(tied_part) part = LN(tied_of)(block->tied, block->used, lane);                                        \
        if (part == LN(NONE_TIED))                                                                                     \
        {                                                                                                              \
            take(block, lane, false, motions, step);                                                                   \
        }                                                                                                              \
        else if (part == LN(ALL_TIED))                                                                                 \
        {                                                                                                              \
            take(block, lane, true, motions, step);                                                                    \
        }                                                                                                              \
        for (int32_t k = 0; k < (part == LN(SOME_TIED) ? WIDTH : 0); ++k)                                              \
        {                                                                                                              \
            PASSES(scalar).name(block, lane + k, lane + k + 1, motions, step);                                         \
        }                                                                                                              \
    }
