// SPDX-License-Identifier: MIT
//
// Turning in lanes, for joint_net.inl in the plane: a solver body is (x, y, spin), (moved x, moved y, c, s).

#define FOURS 2           // of a solver body
#define VELOCITY_FOURS 1  // the first of them
#define FREEDOM(body, k) (body)[0][k]
#define MOVED(body, k) (body)[1][k]

// An arm as its body has turned.
TARGET static inline void KN(turn_arm)(LANES body[][4], const LANES arm[2], LANES out[2])
{
    out[0] = SUB(MUL(body[1][2], arm[0]), MUL(body[1][3], arm[1]));
    out[1] = ADD(MUL(body[1][3], arm[0]), MUL(body[1][2], arm[1]));
}

// The moments of the axes of the world at an arm.
TARGET static inline void KN(levers_of)(const LANES arm[2], LANES out[2][1])
{
    out[0][0] = SUB(SPLAT(0.0f), arm[1]);
    out[1][0] = arm[0];
}

TARGET static inline void KN(turn_by)(const LANES inertia[1], const LANES moment[1], LANES out[1])
{
    out[0] = MUL(inertia[0], moment[0]);
}
