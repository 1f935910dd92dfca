// SPDX-License-Identifier: MIT
//
// A character in motion: between the door of a call (character2.c) and the way it goes (character_walk2.c).

#ifndef IMP2I_CHARACTER_WALK_H
#define IMP2I_CHARACTER_WALK_H

#include "obstacles2.h"

enum
{
    IMP2I_CHARACTER_WALK_PLANES = 8
};

/// What holds the way: along the normal, not slower than speed.
typedef struct imp2i_character_plane
{
    imp2i_dvec normal;
    double speed;
    int32_t obstacle;
} imp2i_character_plane;

/// One call.
typedef struct imp2i_character_walk
{
    // What it is, and what it is to do.
    imp2i_dvec up, right;                       // unit
    double height, skin, step, snap, steepest;  // steepest is the cosine of the slope
    double acceleration, air_acceleration;
    double rise;  // acceleration along up: lift less gravity
    double drag, mass, push;
    imp2i_dvec wanted;
    bool climbs;
    double time;  // of the whole call

    // Where it is, and how it moves.
    imp2i_obstacles obstacles;
    imp2i_walker body;
    imp2i_dvec velocity;
    uint32_t news;
    bool grounded, sliding;
    bool slides;         // has met what it slides along in this pass
    imp2i_dvec normal;   // of the ground, or of what it slides along
    imp2i_dvec contact;  // on the ground
    int32_t ground;      // obstacle, or -1
    imp2i_dvec carry;    // velocity of the ground there
    imp2i_character_plane planes[IMP2I_CHARACTER_WALK_PLANES];
    int32_t plane_count;

    imp2_vec origin;
    imp2_box around;  // in the world: what counts
    imp2_character_report* report;
} imp2i_character_walk;

/// Lets part of the time of a call pass.
void imp2i_character_walk_pass(imp2i_character_walk* w, double time);

/// Goes a straight way at once, until something is met. Returns what part of it.
double imp2i_character_walk_shift(imp2i_character_walk* w, imp2i_dvec motion);

/// Notes that something has been met.
void imp2i_character_walk_tell(imp2i_character_walk* w, const imp2i_bump* b, imp2i_dvec impulse, double speed);

/// Where obstacles come from: all whose boxes touch a box, in the world, to imp2i_character_walk_add.
typedef struct imp2i_character_walk_source
{
    imp_status (*gather)(void* context, const imp2_box* box, imp2i_character_walk* w);
    void* context;
    const imp_allocator* allocator;
    const imp2_character_hooks* hooks;  // or null
    int32_t fault;                      // of what is around, or 0
    int32_t first, position, last;      // places of arguments: the character, what is around, the report
} imp2i_character_walk_source;

imp_status imp2i_character_walk_add(imp2i_character_walk* w, const imp2i_character_walk_source* source,
                                    const imp2_obstacle* told);

/// What a gatherer answers: faults are its argument's, but that time and motion together are too much is nobody's.
static inline imp_status imp2i_character_walk_blame(imp_status status, int32_t position)
{
    int32_t fault = imp_status_fault(status);
    return fault == IMP_ERR_RANGE || !fault ? fault : fault | position << 8;
}

/// imp2_character_move with any source; after all has gone well, done is asked to take the impulses, or null.
imp_status imp2i_character_move(imp2_character* character, const imp2_character_def* def,
                                const imp2_character_input* input, const imp2i_character_walk_source* source,
                                float time, imp2_character_report* report,
                                void (*done)(void* context, const imp2i_character_walk* w));

#endif
