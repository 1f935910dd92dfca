// SPDX-License-Identifier: MIT
//
// State and memory of continuous collision.

#ifndef AXES
#include "../parts2.h"

#include "../../math/dim2.h"
#endif

/// Bounds of one body's path through a step, or of many (path_tree.inl).
typedef struct PathBound
{
    Box box;        // at the start of the step
    Box motion;     // of the centre
    float turning;  // upper bound of the motion of any point relative to the centre
    float inner;    // least thickness, or below 0 if swept however slow: IMPI_INNER_...
} PathBound;

/// Eight path bounds, which are compared with one at once: component by component, as lanes want them.
typedef struct PathBlock
{
    float lower[AXES][IMPI_PATH_FANOUT], upper[AXES][IMPI_PATH_FANOUT];  // of the box
    float motion_lower[AXES][IMPI_PATH_FANOUT], motion_upper[AXES][IMPI_PATH_FANOUT];
    float turning[IMPI_PATH_FANOUT], inner[IMPI_PATH_FANOUT];
} PathBlock;

/// A collider of a fast kinematic body: swept bounds, and bounds in the frame of the body.
typedef struct FastFixed
{
    Box box, own;
    int32_t body, collider;
} FastFixed;

/// Paces of the bodies of a job.
typedef struct Pace
{
    Box around;                     // centres of bodies in the tree of path bounds
    int32_t leaves;                 // how many there are; later, how many others come before them
    float slow, slow_fixed;         // upper bound of the motion of slow bodies: dynamic, and others
    int32_t fast, far, fast_fixed;  // counts
} Pace;

/// Tree of path bounds of dynamic movers: levels of blocks of eight, from the leaves up.
typedef struct PathTree
{
    int32_t most, levels;                                               // most: room for leaves
    int32_t start[IMPI_PATH_TREE_LEVELS], used[IMPI_PATH_TREE_LEVELS];  // start: the first block of a level
    bool stands;                                                        // built in this step
    struct
    {
        IMPI_ARRAY(PathBlock)
    } blocks;
    struct
    {
        IMPI_ARRAY(int32_t)
    } movers, leaf_of, path_of;  // mover of a leaf, leaf of a mover, path of a mover
    struct
    {
        IMPI_ARRAY(uint64_t)
    } keys;
    struct
    {
        IMPI_ARRAY(uint8_t)
    } looks;  // IMPI_LOOKS_..., by mover
    struct
    {
        IMPI_ARRAY(Pace)
    } paces;  // of jobs
} PathTree;

/// Two colliders that had an event in the step, the lower number in the index first.
typedef struct EventPair
{
    imp_pair numbers;
    int32_t collider_a, collider_b;
    bool parted;
} EventPair;

/// The path of a body. Velocities are motions of a whole step.
typedef struct Path
{
    SweptThing thing;  // the centre of mass; no compound until a collider is swept
    DVec start;        // the centre at the start of the step
    DVec end;          // velocity of the centre at the end of the step, without another event
    DVec fall;         // velocity that gravity adds in the step
    DSpin end_spin;
    DVec inverse_masses;  // along the axes; 0 on a locked one
    float inner;
    int32_t body;
    bool swept;  // swept like a bullet, but none
    bool turned, exhausted;
    bool carried;  // exhausted, and moves on with the kinematic body that exhausted it
    // Support (shock propagation): the immovable body that pushed it last; normal away from it, and its speed along it.
    bool supported;
    DVec support_normal;
    double support_rate;
    DVec lift;     // out of all static and kinematic colliders that it touches (first_hit.inl)
    bool lifted;   // lift has been found
    bool crowded;  // without room for all that is near
    bool still;    // from where the step ends on: nothing else moves any more
    // The event that it owns.
    int32_t collider, other;  // or -1
    Toi met;
    DVec met_lift;  // with its collider lifted by this
} Path;

/// Paths of fast bodies in a step, and their events.
typedef struct ContinuousMemory
{
    int32_t events_most, crossings_most;  // of all bodies in this step
    float slow_motion, slow_fixed;        // upper bound of the motion of any point of slow bodies: dynamic, and others
    int32_t lookouts;                     // how many bodies searched for times of impact in the last step
    int32_t first_woken;                  // mover; this and those behind it have been woken in this step
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
    bool swept;  // springy bodies are swept like bullets in this step
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
