// SPDX-License-Identifier: MIT
//
// The work of the scene pairs3, and the plain interface behind which everybody does it: this library and each peer.
//
// A work is a stream of placed pairs that are drawn from 64 + 64 shapes of one kind each. A side makes its own shapes of
// the plain descriptions once, before the clock runs, and then answers pair after pair, one call each.

#ifndef IMP_BENCH_WORK3_H
#define IMP_BENCH_WORK3_H

#include "impinge/impinge3.h"

enum
{
    WORK3_SHAPES = 64,
    WORK3_CORNERS = 32
};

enum
{
    WORK3_BOX,
    WORK3_HULL,  // of 32 points on an ellipsoid: 60 triangles
    WORK3_SPHERE,
    WORK3_CAPSULE,
    WORK3_TRIANGLE
};

typedef struct work3_shape
{
    int32_t kind, count;
    float radius;
    imp3_vec half;                    // boxes
    imp3_vec corners[WORK3_CORNERS];  // the vertices of the core
} work3_shape;

typedef struct work3_pair
{
    imp3_pose pose_a, pose_b;
    uint16_t a, b;  // which of the shapes
} work3_pair;

typedef struct work3_motion
{
    imp3_vec motion;  // of B against A
    imp3_vec turn;    // of B
} work3_motion;

typedef struct work3
{
    int32_t kind_a, kind_b;
    work3_shape a[WORK3_SHAPES], b[WORK3_SHAPES];
    float margin;  // of contacts: what is nearer is reported too
    int32_t count;
    work3_pair* pairs;
    work3_motion* motions;  // rays start at pose_b.p
} work3;

// What is asked about each pair.
enum
{
    CALL3_CONTACTS,
    CALL3_CONTACTS_WARM,  // with what the last call for the same pair has found
    CALL3_DISTANCE,
    CALL3_CAST,    // B moves, without turning
    CALL3_IMPACT,  // B moves and turns
    CALL3_RAY
};

/// The gist of an answer, for comparison.
///
/// contacts   count of points; depth of the deepest, negative for a gap
/// distance   value, 0 when they overlap
/// others     count 1 for a hit, 2 for overlapping at the start, 0 for none; value is the time
typedef struct answer3
{
    int32_t count;
    float value;
} answer3;

/// Answers the pairs from first to before end; into answers unless null. The sum is only there to be kept.
typedef double run3(const work3* work, void* prepared, int32_t first, int32_t end, answer3* answers);

typedef struct side3
{
    const char* name;
    const char* commit;
    void* (*prepare)(const work3* work);
    void (*discard)(void* prepared);
    run3* (*find)(int call, int kind_a, int kind_b);                           // null when it has no such function
    double (*hull)(const imp3_vec* points, int32_t count, int32_t* vertices);  // builds one and discards it; or null
} side3;

extern const side3 SIDE3_OURS;
extern const side3 SIDE3_BATCH;
extern const side3 SIDE3_BOX3D;

/// One of the shapes, as ours.
void ours3_make_shape(const work3_shape* from, imp3_shape* out);

/// Wraps `answer3 answer(const work3*, shapes*, int32_t i)` into a run3.
#define RUN3(answer)                                                                                                   \
    static double run_##answer(const work3* work, void* prepared, int32_t first, int32_t end, answer3* answers)        \
    {                                                                                                                  \
        double sum = 0.0;                                                                                              \
        for (int32_t i = first; i < end; ++i)                                                                          \
        {                                                                                                              \
            answer3 r = answer(work, prepared, i);                                                                     \
            sum += (double)r.value + (double)r.count;                                                                  \
            if (answers)                                                                                               \
            {                                                                                                          \
                answers[i] = r;                                                                                        \
            }                                                                                                          \
        }                                                                                                              \
        return sum;                                                                                                    \
    }

enum
{
    PLACE3_NEAR,    // their bounding spheres overlap; about half of them touch
    PLACE3_APART,   // the same without those that touch
    PLACE3_RESTING  // boxes that lie on each other, all touching
};

work3* work3_make(int kind_a, int kind_b, int place, int32_t count, uint64_t seed);

/// Rays at shapes A, about half of which hit.
work3* work3_make_rays(int kind, int32_t count, uint64_t seed);

void work3_free(work3* work);

/// Signed distance of a pair after a part of its motion, in doubles: the arbiter. The largest separation along any
/// direction in which two features can be nearest.
double work3_gap(const work3* work, int call, int32_t i, double time);

#endif
