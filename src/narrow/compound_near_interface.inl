// SPDX-License-Identifier: MIT
//
// Near pairs of parts of two compounds (compound_near.inl).

#ifndef AXES
#include "../shape/compound3.h"

#include "../math/dim3.h"
#endif

/// Checks the first four arguments of functions of two placed compounds.
imp_status FNI(compound_pair_status)(const Compound* a, const Pose* pose_a, const Compound* b, const Pose* pose_b);

enum
{
    DIMI(NEARBY_MOST) = 8
};

/// The parts of a compound near a single shape, if they are few.
typedef struct Nearby
{
    bool of_b;    // parts of B
    DBox around;  // in their compound's frame: the list has all parts that overlap it
    int32_t count;
    int32_t parts[DIMI(NEARBY_MOST)];
} Nearby;

// Near pairs in the order of law 10

/// All pairs of parts whose boxes come nearer than a distance, by rising part of A, then of B:
///
///     for (Near n = FNI(near_start)(&pair, distance); FNI(near_next)(&pair, &n);)
typedef struct Near
{
    int32_t i, j;   // the pair
    bool by_boxes;  // the caller looks at what has boxes that are near
    double distance, apart;
    PartWalk walk_a, walk_b;  // near all of B, and near part i of A
} Near;

Near FNI(near_start)(const CompoundPair* c, double distance);
bool FNI(near_next)(const CompoundPair* c, Near* n);

/// Lists all near parts of a pair with a single shape. False when there are more than there is room for, or when
/// neither is single.
bool FNI(nearby_list)(const CompoundPair* c, double distance, Nearby* out);

/// FNI(part_near), by the list of nearby parts if that covers the box.
static inline int32_t FNI(nearby_next)(const Nearby* nearby, const Compound* c, const DBox* box, int32_t from)
{
    if (!nearby || !FNI(box_within)(box, &nearby->around))
    {
        return FNI(part_near)(c, box, from);
    }
    int32_t k = 0;
    while (k < nearby->count && (nearby->parts[k] < from || !FNI(part_overlaps)(c, nearby->parts[k], box)))
    {
        ++k;
    }
    return k < nearby->count ? nearby->parts[k] : c->part_count;
}

/// Lower bound of the distance of all parts, by their boxes; skips boxes far from the lesser compound. The search ends
/// where the bound is not above enough.
double FNI(boxes_apart)(const CompoundPair* c, double enough);

// Near pairs by a cost

/// A lower bound of the cost of two boxes in A's frame, A's and B's: their distance, or their time of impact. INFINITY
/// for never.
typedef double (*PairBound)(const void* context, DBox a, DBox b);

/// A node of A against one of B.
typedef struct NodePair
{
    double cost;
    int32_t node_a, node_b;
} NodePair;

/// Descends two trees at once, the cheaper boxes first (branch and bound). Each step replaces one pair by the children of
/// one of its nodes, so the stack is short.
typedef struct PairSearch
{
    const CompoundPair* pair;
    bool border;
    PairBound bound;
    const void* context;
    bool single_a, single_b;  // the box of a single one stays as it is
    DBox box_a, box_b;
    int32_t count;
    NodePair stack[2 * (DIMI(NODE_CHILDREN) - 1) * DIMI(NODE_DEPTH) + 1];
} PairSearch;

void FNI(search_start)(PairSearch* s, const CompoundPair* c, PairBound bound, const void* context);

/// The same for parts with sides on the outline, and the bounds of those.
void FNI(search_borders)(PairSearch* s, const CompoundPair* c, PairBound bound, const void* context);

/// The next pair of leaves whose boxes cost no more than most, which may fall from call to call. False at the end.
bool FNI(search_leaves)(PairSearch* s, double most, int32_t* i, int32_t* j);

/// Distance of two boxes.
double FNI(box_distance)(const void* context, DBox a, DBox b);
