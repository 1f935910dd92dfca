// SPDX-License-Identifier: MIT
//
// Trees of joints as calls about a whole articulation see them: read from the world by each call, and kept by none.

#ifndef AXES
#include "articulation_turn2.h"

#include "../../math/dim2.h"
#endif

/// Pose of a body, in doubles, from the origin of its tree.
typedef struct LinkPlace
{
    DVec p;
    DRot q;
} LinkPlace;

/// Motion of a body at its centre of mass.
typedef struct LinkMotion
{
    DVec velocity;
    DSpin spin;
    DVec acceleration;
    DSpin spin_change;
} LinkMotion;

/// A link of a tree. Its freedoms are how it moves against its parent; what is along and about is of rates of 1, there.
typedef struct TreeLink
{
    int32_t body;          // slot
    int32_t joint;         // slot; -1 of a free root
    int32_t parent;        // a link before it; or -1
    int32_t base;          // slot of a body that it hangs on then, or -1
    bool reversed;         // it is A of its joint
    int32_t first, count;  // of its freedoms
    int32_t axes[DIMI(FREEDOMS)];
    double values[DIMI(FREEDOMS)];
    LinkPlace place;
    DVec center;  // of mass
    DVec anchor;  // origin of frame B, of a free root its own
    DRot frame;   // A, of a free root the world's
    DVec along[DIMI(FREEDOMS)];
    DSpin about[DIMI(FREEDOMS)];
    DSpin turns[DIMI(TURN_AXES)];  // spins of all three rates of turning, free or not, in frame A
    double turn_values[DIMI(TURN_AXES)];
    LinkMotion motion;
    // For dynamics (articulation_dynamics.inl): twists are arrays, along, then about.
    double force[DIMI(FREEDOMS)];                    // at its centre
    double inertia[DIMI(FREEDOMS)][DIMI(FREEDOMS)];  // articulated
    double twist[DIMI(FREEDOMS)][DIMI(FREEDOMS)];    // of its centre, by freedom
    double answer[DIMI(FREEDOMS)][DIMI(FREEDOMS)];   // by freedom: rate that the parent's acceleration takes away
    double push[DIMI(FREEDOMS)];                     // by freedom: rate that forces give
} TreeLink;

/// A tree while a call looks at it.
typedef struct Tree
{
    TreeLink* links;
    int32_t count;
    int32_t freedoms;
    int32_t* known;  // scratch: links by their bodies, hashed
    uint32_t mask;   // of known
    void* block;
    size_t size;
    DVec origin;  // of all places, in the world
} Tree;

// articulation_tree.inl

/// Reads a tree, the second argument of all calls about one; to be closed, if IMP_OK is returned.
imp_status FNI(tree_open)(const World* w, const imp_articulation* articulation, Tree* out);

void FNI(tree_close)(const World* w, Tree* tree);

/// All that a call with arrays of numbers checks, of the tree and of how many there are, argument at.
imp_status FNI(tree_open_counted)(const World* w, const imp_articulation* articulation, int32_t count, int32_t at,
                                  Tree* out);

/// The fault of numbers that are given, or 0; null has none.
int32_t FNI(tree_numbers_fault)(const double* numbers, int32_t count);

/// Sets links up where their bodies are. Returns 0, or IMP_ERR_RANGE: one has swung too far.
int32_t FNI(tree_stand)(const World* w, Tree* tree);

/// The rates that the bodies of a tree have.
void FNI(tree_rates)(const World* w, const Tree* tree, double* rates);

/// Moves links by rates and their changes, which may be null; at rest, what they hang on is, too.
void FNI(tree_move)(const World* w, Tree* tree, const double* rates, const double* changes, bool at_rest);

/// Moves a link by what it hangs on.
void FNI(link_move)(TreeLink* link, const LinkMotion* parent, DVec parent_center, const double* rates,
                    const double* changes);

/// The motion of what a link hangs on that is no link, and its centre, from the origin of the tree.
LinkMotion FNI(base_motion)(const World* w, const Tree* tree, const TreeLink* link, DVec* center);

/// Pose of a body, from an origin; of -1 the world.
LinkPlace FNI(place_of_body)(const World* w, int32_t body, DVec origin);

/// The parent of a link.
LinkPlace FNI(place_of_parent)(const World* w, const Tree* tree, const TreeLink* link);

/// Places a link by the values of its joint but the distance, and by where it is that it hangs on.
LinkPlace FNI(place_by_joint)(const JointDef* def, const LinkPlace* from, bool reversed, const double* values);
