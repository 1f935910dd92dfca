// SPDX-License-Identifier: MIT
//
// Turning in lanes, for joint_net.inl in space: a solver body is velocity, spin, translation, and quaternion.

#define FOURS 4           // of a solver body
#define VELOCITY_FOURS 2  // the first of them
#define FREEDOM(body, k) (body)[(k) / 3][(k) % 3]
#define MOVED(body, k) (body)[2][k]

// An arm as its body has turned: arm + 2 w q x arm + 2 q x (q x arm).
TARGET static inline void KN(turn_arm)(LANES body[][4], const LANES arm[3], LANES out[3])
{
    const LANES* q = body[3];
    LANES twice[3];
    for (int32_t k = 0; k < 3; ++k)
    {
        int32_t i = (k + 1) % 3, j = (k + 2) % 3;
        LANES cross = SUB(MUL(q[i], arm[j]), MUL(q[j], arm[i]));
        twice[k] = ADD(cross, cross);
    }
    for (int32_t k = 0; k < 3; ++k)
    {
        int32_t i = (k + 1) % 3, j = (k + 2) % 3;
        LANES cross = SUB(MUL(q[i], twice[j]), MUL(q[j], twice[i]));
        out[k] = ADD(arm[k], ADD(MUL(q[3], twice[k]), cross));
    }
}

// The moments of the axes of the world at an arm.
TARGET static inline void KN(levers_of)(const LANES arm[3], LANES out[3][3])
{
    for (int32_t k = 0; k < 3; ++k)
    {
        int32_t i = (k + 1) % 3, j = (k + 2) % 3;
        out[k][k] = SPLAT(0.0f);
        out[k][i] = arm[j];
        out[k][j] = SUB(SPLAT(0.0f), arm[i]);
    }
}

// By a symmetric matrix: xx, yy, zz, xy, yz, zx.
TARGET static inline void KN(turn_by)(const LANES m[6], const LANES moment[3], LANES out[3])
{
    out[0] = ADD(ADD(MUL(m[0], moment[0]), MUL(m[3], moment[1])), MUL(m[5], moment[2]));
    out[1] = ADD(ADD(MUL(m[3], moment[0]), MUL(m[1], moment[1])), MUL(m[4], moment[2]));
    out[2] = ADD(ADD(MUL(m[5], moment[0]), MUL(m[4], moment[1])), MUL(m[2], moment[2]));
}
