// SPDX-License-Identifier: MIT
//
// What passes over rows do with lanes in the plane and in space, in the words of lanes_scalar.h. The file that includes
// this one gives the names: LN.

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
