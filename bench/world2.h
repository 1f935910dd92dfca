// SPDX-License-Identifier: MIT
//
// What the scenes of world2 are made of, and what an engine must do to take part.
//
// A scene is plain data: bodies, the shapes that they wear, and what drives it from outside. An engine builds a world
// from it and lets it go. What came out is measured from the poses alone, by one ruler for all (world2_measure), so that
// nobody is judged by what it says about itself.

#ifndef IMP_BENCH_WORLD2_H
#define IMP_BENCH_WORLD2_H

#include "bench.h"

#include "impinge/impinge2.h"

#include <stddef.h>

enum
{
    WORLD2_CORNERS = 8,
    WORLD2_HERTZ = 60,
    WORLD2_SUB_STEPS = 4
};

typedef struct world2_body
{
    int32_t kind;  // IMP_BODY_...
    imp2_pose pose;
    imp2_vec velocity;
    float spin;
    int32_t born;        // before this step; bodies are in the order of these
    bool sleepless;  // does not fall asleep
    bool asleep;     // lies there asleep from the beginning
    bool bullet;     // does not pass through dynamic bodies either
} world2_body;

typedef struct world2_shape
{
    int32_t body;
    int32_t count;  // corners, counter-clockwise: 1 for a circle, 2 for a segment or a capsule
    float radius;
    imp2_vec corners[WORLD2_CORNERS];
    float density, friction, restitution;
    int32_t group;  // those of one do not meet; 0 for none
} world2_shape;

/// A region or a chain.
typedef struct world2_outline
{
    int32_t body;
    imp2_vec* points;
    int32_t count;
    int32_t hole;    // how many of the points, the last ones, are a hole in a region
    bool region;     // or a chain
    bool closed;     // is a chain
    bool one_sided;  // is a chain that is felt from its right
    float density, friction, restitution;
} world2_outline;

/// Two bodies turn about a point.
typedef struct world2_joint
{
    int32_t a, b;
    imp2_vec at;          // in the world, where the bodies are made
    float lower, upper;   // of the angle; equal for no limits [rad]
    float speed, torque;  // of a motor: 0 for none [rad/s], 0 for what it takes [N m]
    float hertz, damping_ratio;
} world2_joint;

struct world2_engine;

typedef struct world2_scene
{
    imp2_vec gravity;
    float length_unit;  // about the size of things [m]; 0 for 1
    int32_t hits;       // of ours: how often what is fast may be hit in a step; 0 for what is usual
    int32_t hertz;      // steps in a second; 0 for WORLD2_HERTZ
    bool sleepless;
    world2_body* bodies;
    int32_t body_count, body_capacity;
    world2_shape* shapes;
    int32_t shape_count, shape_capacity;
    world2_outline* outlines;
    int32_t outline_count, outline_capacity;
    world2_joint* joints;
    int32_t joint_count, joint_capacity;
    /// Done before each step; or null.
    void (*drive)(const struct world2_engine* engine, void* world, int step);
} world2_scene;

/// A body as it is.
typedef struct world2_state
{
    imp2_pose pose;
    imp2_vec center, velocity;
    float spin, mass, inertia;
    bool awake;
} world2_state;

/// The state of a body that has not been made yet: far from all others.
world2_state world2_unborn(const struct world2_scene* scene, int32_t body);

typedef struct world2_engine
{
    const char* name;
    const char* commit;
    void* (*make)(const world2_scene* scene, int threads, bool counted);  // counted: whose memory will be asked for
    void (*free)(void* world);
    void (*step)(void* world);  // 1 / hertz in WORLD2_SUB_STEPS, or more where they would be longer than 1/240 s
    void (*set_velocity)(void* world, int32_t body, imp2_vec velocity, float spin);
    world2_state (*state)(void* world, int32_t body);
    int64_t (*bytes)(void* world);  // that it holds now
    bool jointless;                // joints of a scene are left out
} world2_engine;

typedef float world2_spin;

extern const world2_engine WORLD2_OURS, WORLD2_BOX2D;

#ifdef IMP_PEER_BOX2D
static const world2_engine* const WORLD2_PEER = &WORLD2_BOX2D;
#else
static const world2_engine* const WORLD2_PEER = NULL;
#endif

/// A body, and a shape or an outline of the last one. All return what is to be filled in further, good until the next
/// call.
world2_body* world2_add_body(world2_scene* scene, int32_t kind, double x, double y);
world2_shape* world2_add_shape(world2_scene* scene, const imp2_vec* corners, int32_t count, float radius);
world2_outline* world2_add_outline(world2_scene* scene, const imp2_vec* points, int32_t count);  // a closed chain
world2_body* world2_add_turned(world2_scene* scene, int32_t kind, double x, double y, double angle);
world2_joint* world2_add_joint(world2_scene* scene, int32_t a, int32_t b, double x, double y);
world2_shape* world2_add_box(world2_scene* scene, double x, double y, double half_x, double half_y);

/// A static box whose top is y = 0, 200 sizes wide.
world2_shape* world2_add_ground(world2_scene* scene, double size);

/// What an outline encloses, or its segments; to be freed.
imp_status world2_compound(const world2_outline* outline, imp2_compound* out);

/// Steps in a second, and sub-steps in a step.
int world2_hertz(const world2_scene* scene);
int world2_sub_steps(const world2_scene* scene);

void world2_scene_free(world2_scene* scene);

/// Rows of boxes, each one shorter than the one below, the lowest with its left lower corner at x, y.
void world2_add_pyramid(world2_scene* scene, int base, double half, double x, double y);

/// Floors one above the other with pyramids of 55 boxes on each; nothing falls asleep.
void world2_add_floors(world2_scene* scene, int floors, int pyramids);

/// Bodies that joints tie together: a net of 100 by 100, and a thousand ragdolls that fall on five floors.
void world2_build_joint_grid(world2_scene* scene);
void world2_build_rain(world2_scene* scene);

typedef struct world2_named
{
    const char* name;
    void (*build)(world2_scene* scene);
    int steps;
    double faster;  // how many times as fast as the peer it is to be
} world2_named;

enum
{
    WORLD2_NAMED = 10
};
extern const world2_named WORLD2_SCENES[WORLD2_NAMED];

/// Lengths in metres. Pairs of shapes count that are nearer than 5 mm and have a dynamic body at least.
typedef struct world2_measures
{
    double deepest, mean;  // overlap; the mean over all pairs that count
    double energy;         // kinetic [J]
    int32_t awake;         // dynamic bodies
    int32_t lost;          // of those, that lie a metre below everything that is not dynamic, or nowhere
    int32_t pairs;
} world2_measures;

/// Whether the way from one place to another leads through a wall that stands at x = 0, so long to both sides. What is
/// no number any more has got through.
bool world2_crosses(double from_x, double from_y, double to_x, double to_y, double half);

world2_measures world2_measure(const world2_engine* engine, void* world, const world2_scene* scene);

/// How far the ends of a joint are from each other that were at one place when it was made [m].
double world2_joint_gap(const world2_engine* engine, void* world, const world2_scene* scene, int32_t joint);

/// A figure of both; without the peer the second does not count.
void world2_report(bench* b, const char* scene, const char* row, const char* figure, double ours, double peer,
                   const char* unit, double bar);

void bench_world2_quality(bench* b);  // rows of world2 about how well it stands, slides and bounces
void bench_world2_heap(bench* b);     // rows of world2 about heaps that were made overlapping

#endif
