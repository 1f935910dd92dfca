// SPDX-License-Identifier: MIT
//
// Pair tests of space: the door, the common frame, the gap.
//
// The frame of a pair is the axes of the world with A's position as the origin: being far from the world's origin costs
// nothing until a result is put back there, and both shapes are placed by their stored matrices, which need not be
// exactly orthogonal. All of it is in doubles; what is done in floats for speed says so and how far it is off.
//
//   pair -> gap: GJK where the cores are apart, separating axes where they overlap -> its sign exact -> distance
//                                                          |
//                             features that face along the normal -> clipped -> reduced to four -> manifold

#ifndef IMP3I_PAIR_H
#define IMP3I_PAIR_H

#include "../math/tolerance.h"
#include "../shape/shape3.h"
#include "impinge/narrow3.h"

#include <math.h>
#include <string.h>

typedef struct imp3i_pair
{
    const imp3_shape *a, *b;
    const imp3_pose *pose_a, *pose_b;
    imp3i_drot qa, qb;
    imp3i_dvec shift;  // from A's position to B's
    double radii;      // the sum of both
    double scale;      // that errors are measured by: reaches, radii and the distance of the poses
} imp3i_pair;

/// How two shapes lie.
typedef struct imp3i_gap
{
    double distance;        // of the surfaces, radii included; negative by the depth
    imp3i_dvec normal;      // unit, from A to B; in the frame of the pair
    imp3i_dvec on_a, on_b;  // points of the cores: on_b = on_a + (distance + radii) normal, to rounding
    int relation;           // -1 apart, 0 touching, 1 deeper; before imp3i_gap_decide 0 where it is not known for sure
} imp3i_gap;

static inline imp3i_pair imp3i_pair_of(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b,
                                       const imp3_pose* pose_b)
{
    imp3i_dvec pa = imp3i_dvec_of(pose_a->p), pb = imp3i_dvec_of(pose_b->p);
    imp3i_pair r = {a,   b,  pose_a, pose_b, imp3i_drot_of(pose_a->q), imp3i_drot_of(pose_b->q), imp3i_dsub(pb, pa),
                    0.0, 0.0};
    r.radii = (double)a->radius + b->radius;
    r.scale = (double)a->reach + b->reach + r.radii + imp3i_dnorm1(r.shift);
    return r;
}

/// A point of A's frame in that of the pair, and one of B's.
static inline imp3i_dvec imp3i_place_a(const imp3i_pair* p, imp3i_dvec v)
{
    return imp3i_drot_apply(p->qa, v);
}

static inline imp3i_dvec imp3i_place_b(const imp3i_pair* p, imp3i_dvec v)
{
    return imp3i_dadd(imp3i_drot_apply(p->qb, v), p->shift);
}

/// The farthest points of the placed cores in a direction of the pair's frame.
static inline imp3i_dvec imp3i_support_a(const imp3i_pair* p, imp3i_dvec d, int32_t* vertex)
{
    return imp3i_place_a(p, imp3i_support(p->a, imp3i_drot_apply_inverse(p->qa, d), vertex));
}

static inline imp3i_dvec imp3i_support_b(const imp3i_pair* p, imp3i_dvec d, int32_t* vertex)
{
    return imp3i_place_b(p, imp3i_support(p->b, imp3i_drot_apply_inverse(p->qb, d), vertex));
}

/// A point of the pair's frame in the world.
static inline imp3_vec imp3i_in_world(const imp3i_pair* p, imp3i_dvec v)
{
    return imp3i_vec_tidy(imp3i_dadd(v, imp3i_dvec_of(p->pose_a->p)));
}

/// The door: statuses of two placed shapes that are the first four arguments.
static inline imp_status imp3i_pair_status(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b,
                                           const imp3_pose* pose_b)
{
    const int32_t faults[4] = {imp3i_shape_fault(a), imp3i_pose_fault(pose_a), imp3i_shape_fault(b),
                               imp3i_pose_fault(pose_b)};
    for (int k = 0; k < 4; ++k)
    {
        if (faults[k])
        {
            return impi_error(faults[k], k + 1);
        }
    }
    return IMP_OK;
}

/// The gap as doubles see it. Its relation is told where that is beyond doubt. Shapes farther apart than far only get a lower bound of their
/// distance, with the normal along which it holds. cache may be null.
void imp3i_gap_estimate(const imp3i_pair* p, double far, imp3_cache* cache, imp3i_gap* out);

/// Settles the relation of an estimated gap, exactly where it is in doubt and can be, and brings the distance to its
/// side.
void imp3i_gap_decide(const imp3i_pair* p, imp3i_gap* gap);

/// Depth of two polytopes whose cores overlap or nearly: the axis of least penetration over faces and edges. Where they
/// turn out to be apart by more than far along an axis, that axis. cache may be null.
void imp3i_penetration(const imp3i_pair* p, double far, imp3_cache* cache, imp3i_gap* out);

/// The same of two solid polytopes of which an axis may be known, that of the last call, which it replaces; 0 for none.
/// The axis saves time and changes no answer. Along it they may be farther apart than far: then nothing but how far is
/// told. False where they are, by it, too little inside each other for axes to tell the depth: then nothing is told.
bool imp3i_penetration_known(const imp3i_pair* p, double far, uint32_t* axis, imp3i_gap* out);

/// Whether an axis of a search counts, a unit normal from A to B.
typedef bool (*imp3i_axis_counts)(void* context, imp3i_dvec n);

/// Asks of axes that are less deep than `deepest`, and than all that counted, whether they count; so the last that does is
/// the one of least penetration of those that do. Of two polytopes.
void imp3i_penetration_among(const imp3i_pair* p, double deepest, imp3i_axis_counts counts, void* context);

/// The depth where one is a cylinder, a cone or a half-space.
void imp3i_penetration_curved(const imp3i_pair* p, imp3i_gap* out);

/// Most corners of a feature; of longer faces those that are farthest in so many directions.
#define IMP3I_FEATURE_MAX 16

/// Feature of a core along a direction: a point, an edge, or a face, counter-clockwise against the direction, in the
/// frame of the pair. Names are those of the shape's features in an id: a vertex, an edge or a face.
typedef struct imp3i_feature
{
    int32_t count;
    uint32_t name;  // of the face or the edge
    imp3i_dvec points[IMP3I_FEATURE_MAX];
    uint32_t vertices[IMP3I_FEATURE_MAX];  // names of the points
    uint32_t sides[IMP3I_FEATURE_MAX];     // of the side from point k to the next
} imp3i_feature;

/// The names of features: two bits of what it is, then its number.
enum
{
    IMP3I_RIM_POINTS = 16,  // of an end of a cylinder or a cone; those of end b are counted on
    IMP3I_NAME_VERTEX = 0,
    IMP3I_NAME_EDGE = 1 << 24,
    IMP3I_NAME_FACE = 2 << 24
};

/// The id of a contact: A's feature and B's.
static inline uint64_t imp3i_contact_id(uint32_t name_a, uint32_t name_b)
{
    return (uint64_t)name_a << 26 | name_b;
}

static inline imp3i_dvec imp3i_placed_vertex(const imp3i_pair* p, bool on_b, int32_t vertex)
{
    return on_b ? imp3i_place_b(p, imp3i_vertex(p->b, vertex)) : imp3i_place_a(p, imp3i_vertex(p->a, vertex));
}

/// The features of both along a unit normal from A to B.
void imp3i_find_features(const imp3i_pair* p, imp3i_dvec n, imp3i_feature features[2]);

/// The corners of a hull that an edge joins to the one farthest along a direction, where the edge is off by no more than a
/// face may be that touches: those that come down next as it rolls. Without sides.
void imp3i_find_beside(const imp3i_pair* p, bool on_b, imp3i_dvec direction, imp3i_feature* out);

/// The name of what of a polytope a point is nearest to, which lies along a direction from it. A point that is beyond a
/// side of a face by less than the tie of contacts is above that face.
uint32_t imp3i_name_nearest(const imp3i_pair* p, bool on_b, imp3i_dvec direction, imp3i_dvec point);

/// The feature of a cylinder, a cone or a half-space along a unit direction of the pair's frame: a rim point, a line, a
/// cap (as so many points of its rim), or the plane below the other shape. on_b tells whose core it is.
void imp3i_feature_curved(const imp3i_pair* p, bool on_b, imp3i_dvec direction, imp3i_feature* out);

/// Nothing but zeros, padding included. In pieces, because compilers make a slow loop of a memset of this size.
static inline void imp3i_clear_manifold(imp3_manifold* out)
{
    static const char zeros[24] = {0};
    for (size_t k = 0; k < sizeof *out / sizeof zeros; ++k)
    {
        memcpy((char*)out + k * sizeof zeros, zeros, sizeof zeros);
    }
    memset((char*)out + sizeof *out / sizeof zeros * sizeof zeros, 0, sizeof *out % sizeof zeros);
}

/// From a gap within the margin to the contact points.
void imp3i_manifold_of_gap(const imp3i_pair* p, double margin, const imp3i_gap* gap, imp3_manifold* out);

/// The same for a normal that is not that of least penetration: as deep as the features along it are where one lies over
/// the other. None where they lie beside each other.
void imp3i_manifold_of_faces(const imp3i_pair* p, double margin, const imp3i_gap* gap, imp3_manifold* out);

#endif
