// SPDX-License-Identifier: MIT
//
// Bodies over a sub-step: translation, and free rotation with their angular momentum.

#define TURNED 0x1p-12f  // of the inertia: if more has turned in a step, masses follow
#define FAR 0x1p-5f      // of a free rotation in a sub-step [rad]

// Bodies that move for a sub-step, with their free rotation; fours of imp3i_body_force.
typedef struct LN(turning_bodies)
{
    LANES momentum[3], inverse[6], q[4];
} LN(turning_bodies);

// A vector turned by a quaternion, or back: r + 2 w (q x r) + 2 q x (q x r).
TARGET static inline void LN(turn_by_quat)(const LANES q[4], bool back, const LANES vec[3], LANES out[3])
{
    LANES first[3], second[3], w = MUL(SPLAT(back ? -2.0f : 2.0f), q[3]);
    LN(cross3)(q, vec, first);
    LN(cross3)(q, first, second);
    for (int32_t k = 0; k < 3; ++k)
    {
        out[k] = ADD(vec[k], ADD(MUL(w, first[k]), MUL(SPLAT(2.0f), second[k])));
    }
}

// The spin of a momentum: by the inverse inertia at the start of the step, as seen by what has turned since then.
TARGET static inline void LN(spin_of)(const LN(turning_bodies) * m, const LANES momentum[3], LANES out[3])
{
    LANES own[3], spin[3];
    LN(turn_by_quat)(m->q, true, momentum, own);
    LN(apply_inertia)(m->inverse, own, spin);
    LN(turn_by_quat)(m->q, false, spin, out);
}

// The mean spin of a sub-step of h, right to the third order. Source: Buss 2000, with the second derivative of the spin,
// too (Magnus 1954): without it the energy drifts many times as far.
TARGET static inline void LN(find_mean_spin)(const LN(turning_bodies) * m, const LANES spin[3], float h, LANES out[3])
{
    LANES torque[3], a[3], bend[3], first[3], second[3], jerk[3], b[3];
    LN(cross3)(m->momentum, spin, torque);
    LN(spin_of)(m, torque, a);
    LN(cross3)(spin, a, bend);
    LN(cross3)(m->momentum, a, first);
    LN(cross3)(spin, torque, second);
    for (int32_t k = 0; k < 3; ++k)
    {
        jerk[k] = SUB(first[k], second[k]);
    }
    LN(spin_of)(m, jerk, b);
    for (int32_t k = 0; k < 3; ++k)
    {
        LANES twelfth = MUL(SPLAT(h * h / 12.0f), ADD(bend[k], MUL(SPLAT(2.0f), b[k])));
        out[k] = ADD(ADD(spin[k], MUL(SPLAT(0.5f * h), a[k])), twelfth);
    }
}

// Turns by a spin for h, at most by a half turn: half the angle is within a quarter, where few terms of sine and cosine
// do.
TARGET static inline void LN(turn_on)(const LANES spin[3], float h, LANES q[4])
{
    const LANES one = SPLAT(1.0f), most = SPLAT(1.57079633f);
    LANES x = MUL(SPLAT(0.5f * h), LN(length3)(spin));
    LANES part = MUL(SPLAT(0.5f * h), PICK(LESS(most, x), DIV(most, x), one));
    x = MIN(x, most);
    LANES z = MUL(x, x);
    LANES sine = ADD(SPLAT(-1.0f / 5040.0f), MUL(z, ADD(SPLAT(1.0f / 362880.0f), MUL(z, SPLAT(-1.0f / 39916800.0f)))));
    sine = ADD(one, MUL(z, ADD(SPLAT(-1.0f / 6.0f), MUL(z, ADD(SPLAT(1.0f / 120.0f), MUL(z, sine))))));
    LANES cosine = ADD(SPLAT(-1.0f / 720.0f), MUL(z, ADD(SPLAT(1.0f / 40320.0f), MUL(z, SPLAT(-1.0f / 3628800.0f)))));
    cosine = ADD(one, MUL(z, ADD(SPLAT(-0.5f), MUL(z, ADD(SPLAT(1.0f / 24.0f), MUL(z, cosine))))));
    LANES by[3], w = q[3], along[3], across[3];
    for (int32_t k = 0; k < 3; ++k)
    {
        by[k] = MUL(MUL(part, spin[k]), sine);
    }
    LN(cross3)(by, q, across);
    for (int32_t k = 0; k < 3; ++k)
    {
        along[k] = ADD(ADD(MUL(cosine, q[k]), MUL(w, by[k])), across[k]);
    }
    LANES left = SUB(MUL(cosine, w), LN(dot3)(by, q));
    LANES length = ROOT(ADD(LN(dot3)(along, along), MUL(left, left)));
    for (int32_t k = 0; k < 3; ++k)
    {
        q[k] = DIV(along[k], length);
    }
    q[3] = DIV(left, length);
}

// Turns for a sub-step of h. What turns far is turned by steps at the midpoint, in doubles.
TARGET static inline void LN(turn_freely)(LN(turning_bodies) * m, const LANES spin[3], float h)
{
    LANES mean[3], own[3], about[3];
    LN(turn_by_quat)(m->q, true, m->momentum, own);
    LN(apply_inertia)(m->inverse, own, about);
    uint32_t far = LN(bits_at)(LESS(SPLAT(FAR), MUL(SPLAT(h), LN(length3)(about))), 0);
    float inverse[6][WIDTH], momentum[3][WIDTH], before[4][WIDTH], after[4][WIDTH];
    for (int32_t k = 0; k < 4 && far != 0; ++k)
    {
        STORE(before[k], m->q[k]);
    }
    LN(find_mean_spin)(m, spin, h, mean);
    LN(turn_on)(mean, h, m->q);
    if (far == 0)
    {
        return;
    }
    for (int32_t k = 0; k < 6; ++k)
    {
        STORE(inverse[k], m->inverse[k]);
    }
    for (int32_t k = 0; k < 3; ++k)
    {
        STORE(momentum[k], m->momentum[k]);
    }
    for (int32_t k = 0; k < 4; ++k)
    {
        STORE(after[k], m->q[k]);
    }
    for (int32_t i = 0; i < WIDTH; ++i)
    {
        if ((far >> i & 1u) != 0)
        {
            const imp3i_inertia of = {inverse[0][i], inverse[1][i], inverse[2][i],
                                      inverse[3][i], inverse[4][i], inverse[5][i]};
            const imp3_vec l = {momentum[0][i], momentum[1][i], momentum[2][i]};
            const imp3_quat q = {before[0][i], before[1][i], before[2][i], before[3][i]};
            imp3_quat turned = imp3i_turn_far(of, l, h, q);
            after[0][i] = turned.x;
            after[1][i] = turned.y;
            after[2][i] = turned.z;
            after[3][i] = turned.w;
        }
    }
    for (int32_t k = 0; k < 4; ++k)
    {
        m->q[k] = LOAD(after[k]);
    }
}

// Takes into the momentum what has changed the spin since it was kept. A spin that is the same to the bit has not
// changed: else the momentum would drift by rounding.
TARGET static inline void LN(follow_momentum)(const LANES inertia[6], const LANES spin[3], const LANES kept[3],
                                              LANES momentum[3])
{
    LANES change[3], by[3];
    for (int32_t k = 0; k < 3; ++k)
    {
        change[k] = SUB(spin[k], kept[k]);
    }
    LN(apply_inertia)(inertia, change, by);
    for (int32_t k = 0; k < 3; ++k)
    {
        momentum[k] = ADD(momentum[k], by[k]);
    }
}

// Whether a body's inertia in the world differs much from that at the start of the step. The traces of it and of
// its inverse say how far from round it is.
TARGET static inline MASK LN(has_turned)(const LANES inertia[6], const LN(turning_bodies) * m)
{
    LANES traces =
        MUL(ADD(ADD(inertia[0], inertia[1]), inertia[2]), ADD(ADD(m->inverse[0], m->inverse[1]), m->inverse[2]));
    return LESS(SPLAT(TURNED), MUL(SUB(traces, SPLAT(9.0f)), LN(dot3)(m->q, m->q)));
}

// Moves the bodies over a sub-step of h; free rotation keeps their angular momentum. The spin changes by the difference of
// two spins of that momentum: inertia times its inverse is not quite 1, so the spin itself would drift.
TARGET static void LN(move_motions)(imp3i_solver_body* motions, imp3i_body_force* forces, int32_t count, float h)
{
    imp3i_solver_body nobody = imp3i_solver_body_of(imp3i_vec_none(), imp3i_spin_none());
    imp3i_body_force no_force = {.added = {0.0f, 0.0f, 0.0f}};
    for (int32_t i = 0; i < count; i += WIDTH)
    {
        void *moved[WIDTH], *kept[WIDTH];
        LANES m[4][4], f[6][4], old[3], spin[3], next[3];
        LN(turning_bodies) body;
        for (int32_t k = 0; k < WIDTH; ++k)
        {
            moved[k] = i + k < count ? &motions[i + k] : &nobody;
            kept[k] = i + k < count ? &forces[i + k].turning : &no_force.turning;
        }
        LOAD_FOURS((const void* const*)moved, 0, 4, 16, m);
        LOAD_FOURS((const void* const*)kept, 0, 6, 16, f);
        LANES inertia[6];
        for (int32_t k = 0; k < 6; ++k)
        {
            inertia[k] = AT_FOUR(f, 12 + k);
            body.inverse[k] = AT_FOUR(f, 18 + k);
        }
        for (int32_t k = 0; k < 3; ++k)
        {
            spin[k] = m[1][k];
            old[k] = f[0][k];
            body.momentum[k] = f[1][k];
            m[2][k] = ADD(m[2][k], MUL(SPLAT(h), m[0][k]));
        }
        for (int32_t k = 0; k < 4; ++k)
        {
            body.q[k] = m[3][k];
        }
        LN(follow_momentum)(inertia, spin, old, body.momentum);
        // Where the inverse inertia is none the spin stays.
        LN(spin_of)(&body, body.momentum, old);
        LN(turn_freely)(&body, spin, h);
        LN(spin_of)(&body, body.momentum, next);
        for (int32_t k = 0; k < 3; ++k)
        {
            LANES bent = SUB(next[k], old[k]);
            f[2][k] = ADD(f[2][k], bent);
            f[0][k] = m[1][k] = ADD(spin[k], bent);
            f[1][k] = body.momentum[k];
        }
        for (int32_t k = 0; k < 4; ++k)
        {
            m[3][k] = body.q[k];
        }
        m[1][3] = WHERE(LN(has_turned)(inertia, &body), SPLAT(1.0f));
        STORE_FOURS(moved, 16, m[1]);
        STORE_FOURS(moved, 32, m[2]);
        STORE_FOURS(moved, 48, m[3]);
        STORE_FOURS(kept, 0, f[0]);
        STORE_FOURS(kept, 16, f[1]);
        STORE_FOURS(kept, 32, f[2]);
    }
}

#undef TURNED
#undef FAR
