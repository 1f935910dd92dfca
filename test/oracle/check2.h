// SPDX-License-Identifier: MIT
//
// Judges of the library's answers: each takes what went in and what came out and says what is wrong, or null. They hold
// the bounds that the public headers state, measure against the oracle, and remember the worst that they have met.
// Tests hand them the library's answers; fault2_test.c hands them spoilt ones and wants every one of them caught.

#ifndef IMP_TEST_CHECK2_H
#define IMP_TEST_CHECK2_H

#include "impinge/motion2.h"
#include "pairs2.h"

/// What is measured. Most are in ulps of the scale; bounds are in judge2.c.
enum
{
    CHECK2_UNIT = 0,
    CHECK2_DEPTH,
    CHECK2_PUSH,
    CHECK2_CONTACT_POINT,
    CHECK2_CONTACT_DEPTH,
    CHECK2_DISTANCE,
    CHECK2_DISTANCE_NORMAL,
    CHECK2_DISTANCE_POINT,
    CHECK2_DISTANCE_ENDS,
    CHECK2_SWEEP_TIME,
    CHECK2_SWEEP_GRAZING,
    CHECK2_SWEEP_NORMAL,
    CHECK2_SWEEP_POINT,
    CHECK2_IMPACT_GAP,
    CHECK2_IMPACT_DEEP,
    CHECK2_IMPACT_LATE,
    CHECK2_IMPACT_NORMAL,
    CHECK2_CROSSING_POINT,
    CHECK2_SUPPORT,
    CHECK2_BOUNDS,
    CHECK2_CLOSEST,
    CHECK2_CLOSEST_DISTANCE,
    CHECK2_AREA,
    CHECK2_INERTIA,
    CHECK2_CENTROID,
    CHECK2_MOMENTUM,
    CHECK2_ENERGY,
    CHECK2_COUNT
};

/// Prints the worst of everything that was measured at all.
void check2_print_worst(void);

/// Fails the test if something was never measured, or was off by more than so many of its units: what a public header
/// promises, said once more beside the test.
void check2_hold(int which, double bound);

/// Counts a fault; true for the first two of its sort, which are worth printing.
bool check2_first(const char* wrong);
/// Prints how often each fault was counted since the last call.
void check2_print_faults(void);

const char* check2_overlap(const pair2* pair, bool answer);
const char* check2_collide(const pair2* pair, float margin, const imp2_manifold* answer);
const char* check2_distance(const pair2* pair, const imp2_nearest* answer);
const char* check2_sweep(const pair2* pair, imp2_vec motion_a, imp2_vec motion_b, const imp2_hit* answer);
const char* check2_ray(const imp2_shape* target, const imp2_pose* pose, imp2_vec origin, imp2_vec motion,
                       const imp2_hit* answer);
const char* check2_impact(const imp2_mover* a, const imp2_mover* b, const imp2_hit* answer);
const char* check2_crossing(const imp2_vec a[2], const imp2_vec b[2], const imp2_crossing* answer);

const char* check2_support(const imp2_shape* shape, const imp2_pose* pose, imp2_vec direction, imp2_vec point,
                           int32_t index);
const char* check2_bounds(const imp2_shape* shape, const imp2_pose* pose, imp2_box answer);
const char* check2_contains(const imp2_shape* shape, const imp2_pose* pose, imp2_vec point, bool answer);
const char* check2_closest(const imp2_shape* shape, const imp2_pose* pose, imp2_vec point, imp2_vec closest,
                           float distance);
const char* check2_mass(const imp2_shape* shape, float density, const imp2_mass* answer);

/// Momentum, energy, signs and cones of an impulse answer. before and after are A and B.
const char* check2_respond(const imp2_manifold* manifold, const imp_surface* surface, float static_friction,
                           const imp2_dynamics before[2], const imp2_dynamics after[2], const imp2_impulse* impulse);

#endif
