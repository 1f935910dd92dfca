// SPDX-License-Identifier: MIT
//
// What bodies and colliders are.

#ifndef AXES
#include "../../math/dim2.h"
#endif

typedef struct Body
{
    Pose pose;
    Vec center;    // of mass, in the world
    Vec middle;    // the same in the body's frame
    Vec velocity;  // of the centre
    Spin spin;
    Vec force;  // for the next step
    Spin torque;
    float mass, inverse_mass;
    Inertia inertia, inverse_inertia;
    float damping, spin_damping, gravity;
    float extent;      // no point of a collider is farther from the centre
    float inner;       // half the thickness of the thinnest collider, about
    Pose rest;         // where it was when it became slow, or had crept too far since: its boxes are of there
    float sleep_time;  // how long it has been slow [s]
    int32_t kind;
    int32_t place;        // among the motions of a step; 0 for what does not move or sleeps
    int32_t island_next;  // asleep: the next body of the island that fell asleep with it; else -1
    int32_t first;        // of its colliders, or -1
    uint32_t locks;
    uint32_t move_flags;  // of the last step that moved it: IMP_MOVE_...; and IMPI_...
    bool sleepless, bullet, disabled;
    bool weighted;  // it weighs what own says
    Mass own;
    bool slept;  // when it last moved, or was made, it lay down to sleep
    uint64_t user;
} Body;

typedef struct Collider
{
    int32_t body, next;  // the next collider of the body, or -1
    int32_t number;      // in the index, or -1 while its body is disabled
    int32_t fixed;       // of what is not dynamic: in the index of those, as number
    bool convex, sensor, meets_fixed;
    bool
        has_neighbours;  // others of its body may lie beside it, or what is not dynamic may be near: there may be seams
    union
    {
        Shape shape;        // when convex; the world's own
        Compound compound;  // else; the same
    };
    // Of a dynamic body: the same, told from its centre of mass, for sweeps; used where that is not the origin.
    union
    {
        Shape shape;
        Compound compound;
    } centered;
    bool is_centered;
    Vec middle;   // of a convex shape, in the body's frame
    float inner;  // half its thickness, about
    float density;
    imp_material material;
    imp_filter filter;
    uint32_t group;
    int32_t borne;  // the last of what it bore, its place + 1; 0 between steps
    Vec one_way;
    float tolerance;
    uint64_t user;
} Collider;

/// What surfaces of two kinds are to each other.
typedef struct Combination
{
    uint32_t kinds;  // the lesser << 16 | the greater
    imp_surface surface;
} Combination;

/// Places of colliders by their numbers in an index.
typedef struct Owners
{
    IMPI_ARRAY(int32_t)
} Owners;
