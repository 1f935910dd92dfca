// SPDX-License-Identifier: MIT
//
// Bodies and colliders, as a world keeps them.

#ifndef AXES
#include "../parts2.h"

#include "../../math/dim2.h"
#endif

typedef struct Body
{
    Pose pose;
    Vec center;    // of mass, in the world
    Vec middle;    // the same in the body's frame
    Vec velocity;  // of the centre of mass
    Spin spin;
    Vec force;  // for the next step
    Spin torque;
    float mass, inverse_mass;
    Inertia inertia, inverse_inertia;
    float damping, spin_damping, gravity;
    float extent;      // upper bound of the distance of any collider's points from the centre
    float inner;       // half the thickness of the thinnest collider, about
    Pose rest;         // the pose when it became slow, or had crept too far since: its boxes are for this pose
    float sleep_time;  // how long it has been slow [s]
    int32_t kind;
    int32_t mover;        // solver body: index among the movers of a step, + 1; 0 if it does not move or sleeps
    int32_t island_next;  // asleep: the next body of the island that fell asleep with it; else -1
    int32_t first;        // collider, or -1
    int32_t first_joint;  // or -1
    uint32_t locks;
    uint32_t move_flags;  // of the last step that moved it: IMP_MOVE_..., and IMPI_...
    bool sleepless, bullet, disabled;
    bool weighted;  // its mass is own, and not that of its colliders
    bool several;   // it has more than one collider
    Mass own;
    bool slept;  // it fell asleep when it last moved, or was made asleep
    int32_t bends;  // how many of its colliders bend (bend3.h)
    uint64_t user;
} Body;

typedef struct Collider
{
    int32_t body, next;  // the next collider of the body, or -1
    int32_t number;      // in the index, or -1 while its body is disabled
    int32_t fixed;       // the same in the index of non-dynamic colliders, if it is one
    bool convex, sensor, touches_non_dynamic;
    bool has_neighbours;  // others may lie flush beside it, of its body or non-dynamic: there may be internal edges
    union
    {
        Shape shape;        // if convex; owned by the world
        Compound compound;  // else; likewise
    };
    Bulk* bulk;  // of a region of many parts, owned by the world; else null
    // The same relative to the centre of mass, for sweeps of a dynamic body; used if that is not the origin.
    union
    {
        Shape shape;
        Compound compound;
    } centered;
    bool is_centered;
    bool shares_centered;  // its hull is that of others, too, and is not written again
    Vec middle;            // in the body's frame: the centroid of a convex shape, else the origin
    float extent;          // upper bound of the distance of its points from there
    float inner;           // half its thickness, about
    float density;
    imp_material material;
    imp_filter filter;
    uint32_t group;
    int32_t last_impulse;  // its last vertex impulse: index + 1; 0 between steps
    Vec one_way;
    float tolerance;
    Vec belt;  // surface velocity, in the body's frame; none in the plane, where materials have a tangent speed
    Bend* bend;  // of a mesh that bends, or did, owned by the world; else null
    uint64_t user;
} Collider;

/// The combined surface of two kinds of material, set by the caller.
typedef struct Combination
{
    uint32_t kinds;  // the lesser << 16 | the greater
    imp_surface surface;
} Combination;

/// Colliders by their numbers in an index.
typedef struct Owners
{
    IMPI_ARRAY(int32_t)
} Owners;
