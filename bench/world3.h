// SPDX-License-Identifier: MIT
//
// What the scenes of world3 are made of, and what an engine must do to take part: world2.h, for space.

#ifndef IMP_BENCH_WORLD3_H
#define IMP_BENCH_WORLD3_H

#include "bench.h"

#include "impinge/impinge3.h"

#include <stddef.h>

enum
{
    WORLD3_HERTZ = 60,
    WORLD3_SUB_STEPS = 4
};

typedef imp3_vec world3_spin;

typedef struct world3_body
{
    int32_t kind;  // IMP_BODY_...
    imp3_pose pose;
    imp3_vec velocity, spin;
    int32_t born;        // before this step; bodies are in the order of these
    bool sleepless;  // does not fall asleep
    bool asleep;     // lies there asleep from the beginning
    bool bullet;
} world3_body;

enum
{
    WORLD3_BALL,
    WORLD3_BOX,
    WORLD3_CAPSULE,
    WORLD3_HULL,
    WORLD3_MESH
};

typedef struct world3_shape
{
    int32_t body;
    int32_t kind;           // WORLD3_...
    imp3_vec center, half;  // of a ball, whose radius is half.x, or of an upright box; both ends of a capsule
    float radius;           // of a capsule
    int32_t points;         // of a hull or a mesh: which of the scene's lists
    float density, friction, restitution;
    int32_t group;  // those of one do not meet; 0 for none
} world3_shape;

/// Points of hulls and meshes: many shapes may have the same.
typedef struct world3_points
{
    imp3_vec* points;
    int32_t count;
    int32_t* corners;  // of a mesh: three for each triangle
    int32_t triangles;
} world3_points;

/// Two bodies turn about a point: freely, about an axis, or within a cone about it.
typedef struct world3_joint
{
    int32_t a, b;
    imp3_vec at;         // in the world, where the bodies are made
    imp3_vec axis;       // the same, of length 1; 0 for what turns freely
    float cone;          // 0 for what turns about the axis only [rad]
    float lower, upper;  // of the turn about the axis; equal for no limits [rad]
    float hertz, damping_ratio;
} world3_joint;

struct world3_engine;

typedef struct world3_scene
{
    imp3_vec gravity;
    float length_unit;  // about the size of things [m]; 0 for 1
    int32_t hits;       // of ours: how often what is fast may be hit in a step; 0 for what is usual
    int32_t hertz;      // steps in a second; 0 for WORLD3_HERTZ
    bool sleepless;
    world3_body* bodies;
    int32_t body_count, body_capacity;
    world3_shape* shapes;
    int32_t shape_count, shape_capacity;
    world3_points* lists;
    int32_t list_count, list_capacity;
    world3_joint* joints;
    int32_t joint_count, joint_capacity;
    /// Done before each step; or null.
    void (*drive)(const struct world3_engine* engine, void* world, int step);
} world3_scene;

/// A body as it is.
typedef struct world3_state
{
    imp3_pose pose;
    imp3_vec center, velocity, spin;
    float mass;
    imp3_inertia inertia;  // in the axes of the body
    bool awake;
} world3_state;

/// The state of a body that has not been made yet: far from all others.
world3_state world3_unborn(const struct world3_scene* scene, int32_t body);

typedef struct world3_engine
{
    const char* name;
    const char* commit;
    void* (*make)(const world3_scene* scene, int threads, bool counted);  // counted: whose memory will be asked for
    void (*free)(void* world);
    void (*step)(void* world);  // 1 / hertz in WORLD3_SUB_STEPS, or more where they would be longer than 1/240 s
    void (*set_velocity)(void* world, int32_t body, imp3_vec velocity, imp3_vec spin);
    world3_state (*state)(void* world, int32_t body);
    int64_t (*bytes)(void* world);  // that it holds now; or null
    bool jointless;                // joints of a scene are left out
} world3_engine;

extern const world3_engine WORLD3_OURS, WORLD3_BOX3D, WORLD3_JOLT;

/// Whose figures stand beside ours now; or null.
extern const world3_engine* world3_peer;

/// A body, and a shape of the last one. All return what is to be filled in further, good until the next call.
world3_body* world3_add_body(world3_scene* scene, int32_t kind, double x, double y, double z);
world3_body* world3_add_turned(world3_scene* scene, int32_t kind, imp3_vec at, imp3_vec axis, double angle);
world3_shape* world3_add_box(world3_scene* scene, imp3_vec center, imp3_vec half);
world3_shape* world3_add_cube(world3_scene* scene, double half);
world3_joint* world3_add_joint(world3_scene* scene, int32_t a, int32_t b, double x, double y, double z);
world3_shape* world3_add_ball(world3_scene* scene, double radius);
world3_shape* world3_add_capsule(world3_scene* scene, imp3_vec a, imp3_vec b, double radius);

/// A frame at a joint whose x is its axis.
imp3_pose world3_frame_of(const world3_joint* joint);

/// A list of points, which are copied, and a shape that has it: a mesh if it has triangles.
int32_t world3_add_points(world3_scene* scene, const imp3_vec* points, int32_t count);
world3_shape* world3_add_hull(world3_scene* scene, int32_t points);

/// A static box whose top is y = 0.
world3_shape* world3_add_ground(world3_scene* scene, double half_x, double half_z);

/// The shape of what is no mesh; the triangles of one. Both to be freed.
imp_status world3_make_shape(const world3_scene* scene, const world3_shape* from, imp3_shape* out);
imp_status world3_make_mesh(const world3_scene* scene, const world3_shape* from, imp3_compound* out);

/// Steps in a second, and sub-steps in a step.
int world3_hertz(const world3_scene* scene);
int world3_sub_steps(const world3_scene* scene);

void world3_scene_free(world3_scene* scene);

/// A wall of boxes, each row one shorter than the one below, with its middle at x, z.
void world3_add_pyramid(world3_scene* scene, int base, double half, double density, double x, double z);

/// Ragdolls that fall on meshes.
void world3_build_rain(world3_scene* scene);

typedef struct world3_named
{
    const char* name;
    void (*build)(world3_scene* scene);
    int steps;
    double faster;  // how many times as fast as the peer it is to be
} world3_named;

enum
{
    WORLD3_NAMED = 10
};
extern const world3_named WORLD3_SCENES[WORLD3_NAMED];

/// Lengths in metres. Pairs of shapes count that are nearer than 5 mm and have a dynamic body at least.
typedef struct world3_measures
{
    double deepest, mean;  // overlap; the mean over all pairs that count
    double energy;         // kinetic [J]
    int32_t awake;         // dynamic bodies
    int32_t lost;          // of those, that lie a metre below everything that is not dynamic, or nowhere
    int32_t pairs;
} world3_measures;

world3_measures world3_measure(const world3_engine* engine, void* world, const world3_scene* scene);

/// How far the ends of a joint are from each other that were at one place when it was made [m].
double world3_joint_gap(const world3_engine* engine, void* world, const world3_scene* scene, int32_t joint);

/// A figure of both; without the peer the second does not count.
void world3_report(bench* b, const char* scene, const char* row, const char* figure, double ours, double peer,
                   const char* unit, double bar);

void bench_world3_quality(bench* b);  // rows of world3 about how well it stands, slides and bounces

#endif
