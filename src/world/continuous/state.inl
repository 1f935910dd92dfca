// SPDX-License-Identifier: MIT
//
// What continuous collision keeps of fast bodies, and its memory.

#ifndef AXES
#include "../parts2.h"

#include "../../math/dim2.h"
#endif

/// How a body goes through a step, or bounds of how many do (path_tree2.c).
typedef struct PathBound
{
    Box box;        // as the step begins
    Box motion;     // of the centre
    float turning;  // no point moves farther against the centre
    float inner;    // the least, or below 0 for what is swept however slow: IMPI_INNER_...
} PathBound;

/// A collider of a kinematic body that is fast: a box around its path, and one in the frame of the body.
typedef struct FastFixed
{
    Box box, own;
    int32_t body, collider;
} FastFixed;

/// How bodies of a job go through a step.
typedef struct Pace
{
    Box around;                     // centres of those that are in the tree of path bounds
    int32_t leaves;                 // how many are; then, behind how many others they stand
    float slow, slow_fixed;         // so far what is slow comes at most: what is dynamic, and what is not
    int32_t fast, far, fast_fixed;  // how many are
} Pace;

/// Path bounds of dynamic bodies that move: levels of blocks of eight, from the leaves up.
typedef struct PathTree
{
    int32_t most, levels;  // leaves that there is room for
    int32_t start[IMPI_PATH_TREE_LEVELS], used[IMPI_PATH_TREE_LEVELS];
    bool stands;  // it was built in this step
    struct
    {
        IMPI_ARRAY(PathBound)
    } nodes;
    struct
    {
        IMPI_ARRAY(int32_t)
    } places, leaf_of, path_of;  // of leaves, and the other way round; which path a mover has
    struct
    {
        IMPI_ARRAY(uint64_t)
    } keys;
    struct
    {
        IMPI_ARRAY(uint8_t)
    } looks;  // IMPI_LOOKS_..., by place
    struct
    {
        IMPI_ARRAY(Pace)
    } paces;  // of jobs
} PathTree;

/// Two colliders that have hit each other within a step, the one with the lower number in the index first.
typedef struct EventPair
{
    imp_pair numbers;
    int32_t collider_a, collider_b;
    bool parted;
} EventPair;

/// A body on its path. Velocities are motions of a whole step.
typedef struct Path
{
    SweptThing thing;  // the centre of mass; its compound is that of no collider, until it is swept
    DVec start;        // the centre as the step began
    DVec end;          // velocity of the centre at the end of the step, if nothing more happens
    DVec fall;         // what is added to it meanwhile, by gravity
    DSpin end_spin;
    DVec inverse_masses;  // along the axes; of a locked one 0
    float inner;
    int32_t body;
    bool swept;  // no bullet, but swept like one
    bool turned, exhausted;
    bool carried;  // what has exhausted it is kinematic, and it goes on with that
    // What it was pushed by last, if that gave no way: normal away from it, and how fast it goes along that.
    bool supported;
    DVec support_normal;
    double support_rate;
    DVec lift;  // out of all that it touches and that gives no way, once that has been found (first_hit2.c)
    bool lifted;
    bool crowded;  // there was not the room to look at all that is near
    // What it hits next, of what it looks for itself.
    int32_t collider, other;  // or -1
    Toi met;
    DVec met_lift;  // beside where it is by so much
} Path;

/// Of a step: paths of fast bodies, and their events.
typedef struct ContinuousMemory
{
    int32_t events_most, crossings_most;  // of all bodies in this step: events, and sensors that are crossed
    float slow_motion, slow_fixed;  // no point of what is slow moves farther in this step: of what is dynamic, or not
    int32_t lookouts;               // how many looked for what they may hit in the last step
    struct
    {
        IMPI_ARRAY(Path)
    } paths;  // of fast bodies
    int32_t paths_most;
    PathTree path_tree;
    struct
    {
        IMPI_ARRAY(FastFixed)
    } fast_fixed;
    bool swept;  // springy bodies are swept in this step
    impi_event_queue queue;
    struct
    {
        IMPI_ARRAY(EventPair)
    } event_pairs, event_sensors;
    struct
    {
        IMPI_ARRAY(impi_keyed)
    } event_keys;  // twice as many: scratch
} ContinuousMemory;
