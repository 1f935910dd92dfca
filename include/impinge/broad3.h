// SPDX-License-Identifier: MIT
//
// Spatial indexes of space: many upright boxes, and the questions who touches whom, what is here, what is hit
// first, what is nearest. An index knows boxes only, so it answers who might touch; pair tests answer who does.
//
// A thing gets the lowest free number, from 0 on. The number of a removed thing is free after the next
// imp3_index_pairs_changed, which still names it, or at once if no such call has ever seen the thing.
//
// Boxes are accepted with finite coordinates up to 2^62 in magnitude, however small, so that the box around everything
// that is accepted elsewhere is; with lower > upper they are refused with IMP_ERR_ORDER. They are compared as they are:
// pairs and box queries are exact, touching counts, nothing is missed however far from the origin. Lists are sorted by
// number; no answer depends on the kind of index, on threads or on the processor.
//
// A grid cuts space into cells. A thing belongs to every cell that it touches, and is kept in one of them, that
// of its lower corner; whoever looks for something begins one cell earlier. That finds the same, with fewer entries
// and nothing twice. Things that are longer than a cell, and all where hardly any two share one, are in cells four
// times as long, or sixteen times, and so on.
//
// A call takes all of an array or, when it fails, nothing. Calls with a const index may run at the same time.

#ifndef IMPINGE_BROAD3_H
#define IMPINGE_BROAD3_H

#include "broad.h"
#include "math3.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct imp3_index imp3_index;

/// Definition of an index; imp3_index_default, or all zero, which is the same, is a good choice.
typedef struct imp3_index_def
{
    int32_t kind;                    ///< IMP_INDEX_...
    float margin;                    ///< boxes are kept larger by this on all sides and stay until left [m]; 0 or more
    const imp_allocator* allocator;  ///< null for malloc
    const imp_jobs* jobs;            ///< null for the calling thread alone
    imp3_box bounds;                 ///< of a grid: where most things are; all zero when that is not known
    float cell_size;                 ///< of a grid: how long its smallest cells are [m]; 0 to choose from the sizes
} imp3_index_def;

/// The defaults of a null definition and of a zeroed one.
IMP_API imp3_index_def imp3_index_default(void);

/// A thing of an index.
typedef struct imp3_thing
{
    imp3_box box;
    uint64_t user;  ///< passed on unread
    imp_filter filter;
} imp3_thing;

/// A ray: from origin to origin + motion, in time 0 to 1.
typedef struct imp3_index_ray
{
    imp3_vec origin, motion;
    imp_filter filter;
} imp3_index_ray;

/// A box that moves, from where it is to there plus motion, in time 0 to 1.
typedef struct imp3_index_sweep
{
    imp3_box box;
    imp3_vec motion;
    imp_filter filter;
} imp3_index_sweep;

/// Around which point to look.
typedef struct imp3_index_spot
{
    imp3_vec point;
    float max_distance;  ///< how far [m]; 0 for any distance
    imp_filter filter;
} imp3_index_spot;

/// An empty index.
///
/// def       null for a zeroed one
/// out       the index, to be freed; untouched on error
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_RANGE (kind), IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE,
///           IMP_ERR_ORDER (bounds), IMP_ERR_MEMORY
IMP_API imp_status imp3_index_make(const imp3_index_def* def, imp3_index** out);

/// Gives back all memory. Null is allowed.
IMP_API void imp3_index_free(imp3_index* index);

/// Puts things in.
///
/// count     0 or more
/// numbers   room for count numbers, by which the things are known from now on; null when they are not wanted
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_COUNT, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_ORDER, IMP_ERR_MEMORY
/// cost      O(log n) a thing
IMP_API imp_status imp3_index_add(imp3_index* index, const imp3_thing* things, int32_t count, int32_t* numbers);

/// Gives things other boxes.
///
/// numbers   of the things; null for the things 0 to count - 1, which is faster. Of a number that comes twice, the last
///           box counts.
/// boxes     count of them
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_COUNT, IMP_ERR_HANDLE (a number of no thing), IMP_ERR_NAN,
///           IMP_ERR_MAGNITUDE, IMP_ERR_ORDER
/// cost      O(log n) a thing, O(1) where many move
IMP_API imp_status imp3_index_move(imp3_index* index, const int32_t* numbers, const imp3_box* boxes, int32_t count);

/// Takes things out.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_COUNT, IMP_ERR_HANDLE (a number of no thing, or one that comes twice)
/// cost      O(log n) a thing
IMP_API imp_status imp3_index_remove(imp3_index* index, const int32_t* numbers, int32_t count);

/// Puts all things in order anew, by their boxes as they are now. An index mends its order by itself where it has got
/// worse; this is for the moment before many questions, after most things have gone elsewhere. No answer changes, nor
/// what imp3_index_pairs_changed is to tell.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_MEMORY
/// cost      that of adding all things at once: O(n log n), of a grid O(n); of brute force, which has no order, O(1)
IMP_API imp_status imp3_index_rebuild(imp3_index* index);

/// A thing as it is: its box with the margin, and what was given with it.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE
/// cost      O(1)
IMP_API imp_status imp3_index_get(const imp3_index* index, int32_t number, imp3_thing* out);

/// All pairs that overlap and whose filters agree.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_MEMORY
/// exact     yes
/// cost      O(n + pairs) in practice
/// source    the tree against itself: descended in pairs of blocks of sixteen boxes; sweep and prune (Baraff 1992)
///           along strips of such blocks
IMP_API imp_status imp3_index_pairs(imp3_index* index, imp_pair_list* out);

/// The pairs that imp3_index_pairs has begun and ceased to list since the last call of this function. Things that were
/// removed end their pairs. At the first call all pairs begin.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_MEMORY
/// exact     yes
/// cost      O(what moved) in practice
/// source    every box is compared as it is and as it was at the last call, so no table of pairs is needed
IMP_API imp_status imp3_index_pairs_changed(imp3_index* index, imp_pair_list* begun, imp_pair_list* ended);

/// All pairs of a thing a in an index and a thing b in another that overlap and whose filters agree. The list is in the
/// memory of the first index.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_MEMORY
/// exact     yes
/// cost      O(n + pairs) in practice
IMP_API imp_status imp3_index_pairs_between(imp3_index* index, const imp3_index* other, imp_pair_list* out);

/// The things whose boxes a box overlaps.
///
/// filter    null for all bits
/// numbers   room for capacity of them; null when capacity is 0
/// count     how many there are
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_ORDER, IMP_ERR_COUNT (capacity below 0),
///           IMP_ERR_SPACE when there are more than capacity: then only count is written
/// exact     yes
/// cost      O(log n + found) in practice
IMP_API imp_status imp3_index_query_box(const imp3_index* index, const imp3_box* box, const imp_filter* filter,
                                        int32_t* numbers, int32_t capacity, int32_t* count);

/// The first boxes that a ray enters, by time, then by number. One that it starts in is entered at 0.
///
/// hits      room for capacity of them: how many are wanted at most. With few the search ends early.
/// count     how many were found
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_COUNT (capacity below 1)
/// exact     what is hit is never missed, and the time never late: it is early by at most 2^-20 of itself. A box that
///           is missed by less than 2^-20 of the way to it may be listed.
/// cost      O(log n) in practice
/// source    slabs (Kay and Kajiya 1986), the nearest block first
IMP_API imp_status imp3_index_cast_ray(const imp3_index* index, const imp3_index_ray* ray, imp_index_hit* hits,
                                       int32_t capacity, int32_t* count);

/// The first boxes that a moving box touches, by time, then by number; otherwise as imp3_index_cast_ray.
///
/// returns   those of imp3_index_cast_ray, IMP_ERR_ORDER
IMP_API imp_status imp3_index_cast_box(const imp3_index* index, const imp3_index_sweep* sweep, imp_index_hit* hits,
                                       int32_t capacity, int32_t* count);

/// The boxes nearest to a point, by distance, then by number. The distance to a box that the point is in is 0.
///
/// hits      room for capacity of them: how many are wanted at most
/// count     how many were found
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE (max_distance), IMP_ERR_COUNT
///           (capacity below 1)
/// exact     distances to 2^-21 of themselves; those below 2^-63 may count as 0
/// cost      O(log n + capacity) in practice
IMP_API imp_status imp3_index_nearest(const imp3_index* index, const imp3_index_spot* spot, imp_index_hit* hits,
                                      int32_t capacity, int32_t* count);

/// Figures.
///
/// returns   IMP_OK, IMP_ERR_NULL
/// cost      O(1)
IMP_API imp_status imp3_index_stats(const imp3_index* index, imp_index_stats* out);

/// Who is near whom among points that may all be elsewhere at every call: particles. It keeps memory, and nothing else.
typedef struct imp3_points imp3_points;

/// An empty one.
///
/// allocator null for malloc
/// out       it, to be freed; untouched on error
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_MEMORY
IMP_API imp_status imp3_points_make(const imp_allocator* allocator, imp3_points** out);

/// Gives back all memory. Null is allowed.
IMP_API void imp3_points_free(imp3_points* points);

/// All pairs of points that are no farther apart than a distance, as an index lists pairs.
///
/// positions count of them
/// distance  0 or more [m]
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_COUNT (below 0), IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE
///           (distance), IMP_ERR_MEMORY
/// exact     yes
/// cost      O(n + pairs) where most points are within 10 000 distances of each other; beyond, cells are longer
/// source    points sorted by cells as long as the distance (Green 2008)
IMP_API imp_status imp3_points_pairs(imp3_points* points, const imp3_vec* positions, int32_t count, float distance,
                                     imp_pair_list* out);

/// The same by point: for each the others that are near, sorted by number.
///
/// returns   those of imp3_points_pairs
/// exact     yes
/// cost      that of imp3_points_pairs
IMP_API imp_status imp3_points_neighbours(imp3_points* points, const imp3_vec* positions, int32_t count, float distance,
                                          imp_neighbours* out);

#ifdef __cplusplus
}
#endif

#endif
