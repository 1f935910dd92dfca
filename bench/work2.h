// SPDX-License-Identifier: MIT
//
// The work of the scene pairs2, and the plain interface behind which everybody does it: this library and each peer.
//
// A work is a stream of placed pairs that are drawn from 64 + 64 shapes of one kind each. A side makes its own shapes
// of the plain descriptions once, before the clock runs, and then answers pair after pair, one call each.

#ifndef IMP_BENCH_WORK2_H
#define IMP_BENCH_WORK2_H

#include "impinge/impinge2.h"

enum
{
    WORK2_SHAPES = 64,
    WORK2_CORNERS = 8
};

enum
{
    WORK2_BOX,
    WORK2_POLYGON,
    WORK2_CIRCLE,
    WORK2_CAPSULE
};

typedef struct work2_shape
{
    int32_t kind, count;
    float radius;
    imp2_vec half;                    // boxes
    imp2_vec corners[WORK2_CORNERS];  // counter-clockwise; circles: the centre, capsules: both ends
} work2_shape;

typedef struct work2_pair
{
    imp2_pose pose_a, pose_b;
    uint16_t a, b;  // which of the shapes
} work2_pair;

typedef struct work2_motion
{
    imp2_vec motion_a, motion_b;
    float turn_a, turn_b;
    imp2_rot end_a, end_b;  // the rotations at the end, for those who want them instead of the turns
} work2_motion;

typedef struct work2
{
    int32_t kind_a, kind_b;
    work2_shape a[WORK2_SHAPES], b[WORK2_SHAPES];
    float margin;  // of contacts: what is nearer is reported too
    int32_t count;
    work2_pair* pairs;
    work2_motion* motions;  // null where nothing moves. Rays start at pose_b.p and go along motion_b.
} work2;

// What is asked about each pair.
enum
{
    CALL2_CONTACTS,
    CALL2_OVERLAP,
    CALL2_DISTANCE,
    CALL2_SWEEP,   // both move, without turning
    CALL2_CAST,    // B moves, without turning
    CALL2_IMPACT,  // both move and turn
    CALL2_RAY
};

/// The gist of an answer, for comparison.
///
/// contacts        count of points; depth of the deepest, negative for a gap
/// overlap         count 1 or 0
/// distance        value; count is not used
/// sweep and all below: count 1 for a hit, 2 for overlapping at the start, 0 for none; value is the time
typedef struct answer2
{
    int32_t count;
    float value;
} answer2;

/// Answers the pairs from first to before end; into answers unless null. The sum is only there to be kept.
typedef double run2(const work2* work, const void* prepared, int32_t first, int32_t end, answer2* answers);

typedef struct side2
{
    const char* name;
    const char* commit;
    void* (*prepare)(const work2* work);              // its shapes; free() gives them back
    run2* (*find)(int call, int kind_a, int kind_b);  // null when it has no such function
} side2;

extern const side2 SIDE2_BATCH[];  // by level: see base/cpu.h
extern const side2 SIDE2_OURS;
extern const side2 SIDE2_BOX2D;
extern const side2 SIDE2_CUTE_C2;

/// One of the shapes, as ours.
void ours2_make_shape(const work2_shape* from, imp2_shape* out);

/// Wraps `answer2 answer(const work2*, const shapes*, int32_t i)` into a run2.
#define RUN2(answer)                                                                                                   \
    static double run_##answer(const work2* work, const void* prepared, int32_t first, int32_t end, answer2* answers)  \
    {                                                                                                                  \
        double sum = 0.0;                                                                                              \
        for (int32_t i = first; i < end; ++i)                                                                          \
        {                                                                                                              \
            answer2 r = answer(work, prepared, i);                                                                     \
            sum += (double)r.value + (double)r.count;                                                                  \
            if (answers)                                                                                               \
            {                                                                                                          \
                answers[i] = r;                                                                                        \
            }                                                                                                          \
        }                                                                                                              \
        return sum;                                                                                                    \
    }

// Making work: bench/work2.c

enum
{
    PLACE2_NEAR,   // the upright boxes around them overlap; half of the pairs touch
    PLACE2_APART,  // the upright boxes around them overlap; no pair touches
    PLACE2_STACK,  // boxes that rest on each other, all touching
    PLACE2_TOUCH   // upright boxes that touch exactly
};

/// Pairs without motion.
work2* work2_make(int kind_a, int kind_b, int place, int32_t count, uint64_t seed);

/// Gives every pair a motion of at most `reach` of B against A and turns of at most half a radian; towards: B comes
/// roughly at A, otherwise anywhere.
void work2_move(work2* work, double reach, bool towards, uint64_t seed);

/// Rays at shapes A, half of which hit, none from inside.
work2* work2_make_rays(int kind, int32_t count, uint64_t seed);

void work2_free(work2* work);

/// Signed distance of a pair after a part of the motion that the call is about, in double: the arbiter. Overlapping
/// cores have the largest separation on any of their normals.
double work2_gap(const work2* work, int call, int32_t i, double time);

#endif
