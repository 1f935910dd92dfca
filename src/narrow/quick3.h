// SPDX-License-Identifier: MIT
//
// Shortcuts of imp3_collide for spheres and capsules, against all but cylinders and cones. Each answers what it can
// decide with certainty in doubles: yes or no by a distance that is farther from the limit than it can be off, features
// that agree with it. Everything else it hands back, and the general way answers: they give what that would give, but for
// rounding.

#ifndef IMP3I_QUICK_H
#define IMP3I_QUICK_H

#include "pair3.h"

/// A box with volume, as the path of their own takes two.
static inline bool imp3i_is_solid_box(const imp3_shape* s)
{
    return s->kind == IMP3_SHAPE_BOX && s->a.x < s->b.x && s->a.y < s->b.y && s->a.z < s->b.z;
}

/// A shape of one point or of two, with a radius or without.
static inline bool imp3i_is_round(const imp3_shape* s)
{
    return (uint32_t)s->kind - IMP3_SHAPE_SPHERE <= IMP3_SHAPE_CAPSULE - IMP3_SHAPE_SPHERE;
}

/// How far z is off the cross product of x and y, component by component; the fourth lane means nothing.
static inline impi_lanes imp3i_lanes_off_turn(impi_lanes x, impi_lanes y, impi_lanes z)
{
    impi_lanes x1 = impi_lanes_mix(x, 1, 2, x, 0, 3), y1 = impi_lanes_mix(y, 1, 2, y, 0, 3);
    impi_lanes z2 = impi_lanes_mix(z, 2, 0, z, 1, 3);
    return impi_lanes_sub(impi_lanes_sub(impi_lanes_mul(x, y1), impi_lanes_mul(x1, y)), z2);
}

/// The most by which a column of a matrix is off the cross product of the two others. Where that is small, the columns
/// are orthonormal and right-handed.
static inline impi_lanes imp3i_lanes_off_rotation(const imp3_pose* pose)
{
    impi_lanes x = impi_lanes_load(&pose->q.x.x), y = impi_lanes_load(&pose->q.y.x), z = impi_lanes_load(&pose->q.y.z);
    x = impi_lanes_mix(x, 0, 1, x, 2, 2);
    y = impi_lanes_mix(y, 0, 1, y, 2, 2);
    z = impi_lanes_mix(z, 1, 2, z, 3, 3);
    impi_lanes off_x = impi_lanes_abs(imp3i_lanes_off_turn(y, z, x)),
               off_y = impi_lanes_abs(imp3i_lanes_off_turn(z, x, y));
    impi_lanes off_z = impi_lanes_abs(imp3i_lanes_off_turn(x, y, z));
    return impi_lanes_max(impi_lanes_max(off_x, off_y), off_z);
}

/// Whether both poses pass the door. False may be a fault of any kind, or none: rotations must be as near to one as all
/// are that were rounded or normalised. Cross products off by 0x1.cp-23 and as much as their floats are off make squares
/// and dot products off by less than 2^-20.
static inline bool imp3i_quick_door(const imp3_pose* pose_a, const imp3_pose* pose_b)
{
    const float *a = (const float*)(const void*)pose_a, *b = (const float*)(const void*)pose_b;
    impi_lanes off = impi_lanes_max(imp3i_lanes_off_rotation(pose_a), imp3i_lanes_off_rotation(pose_b));
    bool ok = impi_eight_ok(impi_lanes_load(a), impi_lanes_load(a + 4));
    ok &= impi_eight_ok(impi_lanes_load(a + 8), impi_lanes_load(b));
    ok &= impi_eight_ok(impi_lanes_load(b + 4), impi_lanes_load(b + 8));
    // Columns of nothing are each other's cross products, too.
    ok &= imp3_vec_dot(pose_a->q.x, pose_a->q.x) > 0.5f;
    ok &= imp3_vec_dot(pose_b->q.x, pose_b->q.x) > 0.5f;
    return ok & ((impi_lanes_less(off, impi_lanes_splat(0x1.cp-23f)) & 7) == 7);
}

/// Whether a margin passes the door.
static inline bool imp3i_quick_margin(float margin)
{
    return margin >= 0x1p-60f ? margin <= 0x1p60f : margin == 0.0f;
}

/// Two shapes of which one is a sphere or a capsule, and the other anything but a cylinder or a cone. Shapes, poses and
/// the margin have passed the door. False when the general way has to answer; *out may then hold anything.
bool imp3i_collide_round(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b, const imp3_pose* pose_b,
                         float margin, imp3_manifold* out);

/// Two boxes that have volume. Shapes, poses and the margin have passed the door. False when the general way has to
/// answer; *out may then hold anything.
bool imp3i_collide_boxes(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b, const imp3_pose* pose_b,
                         float margin, imp3_manifold* out);

/// imp3_collide where shapes, poses and the margin have passed the quick door; and without the shortcuts.
void imp3i_collide_generally(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b, const imp3_pose* pose_b,
                             float margin, imp3_manifold* out);
void imp3i_collide_plain(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b, const imp3_pose* pose_b,
                         float margin, imp3_manifold* out);

/// imp3i_collide_plain, starting from the axis that the last call for the same two shapes has found, which it replaces;
/// 0 at first. The answer does not depend on it, but the time does.
void imp3i_collide_known(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b, const imp3_pose* pose_b,
                         float margin, uint32_t* axis, imp3_manifold* out);

/// Of faces that look along a direction as squarely, to the tie of contacts, the one of the first axis is meant: what the
/// cosines of the first and second axis are multiplied by.
#define IMP3I_FACING_FIRST (1.0f + 2.0f * IMPI_CONTACT_TIE)
#define IMP3I_FACING_SECOND (1.0f + IMPI_CONTACT_TIE)

/// Sizes of boxes for the shortcut are less than this, and more than its inverse: products of three are floats.
#define IMP3I_LARGE_BOX 0x1p40f

enum
{
    IMP3I_LANES_MAX = 16,
    IMP3I_FACE_POINTS = 24  // vertices of the reference, of the other, crossings by edge of the reference and other
};

/// Pairs of boxes as far as lanes bring them, one in each lane. apart and known have a bit for each: those that are
/// farther apart than the margin, and those of which the rest tells what is needed; all others go the way of single
/// calls.
typedef struct imp3i_box_lanes
{
    uint32_t apart, known;
    uint32_t open[IMP3I_LANES_MAX];  // pairs of edges that may be apart by more than surpass: 4 times A's axis plus B's
    float surpass[IMP3I_LANES_MAX], best[IMP3I_LANES_MAX];  // best: of the faces
    float limit[IMP3I_LANES_MAX], doubt[IMP3I_LANES_MAX], size[IMP3I_LANES_MAX];
    float u[IMP3I_FACE_POINTS][IMP3I_LANES_MAX], v[IMP3I_FACE_POINTS][IMP3I_LANES_MAX];
    float w[IMP3I_FACE_POINTS][IMP3I_LANES_MAX];
    uint32_t real[IMP3I_LANES_MAX], sure[IMP3I_LANES_MAX];         // which of the points may be contacts
    float normal[3][IMP3I_LANES_MAX], middle[3][IMP3I_LANES_MAX];  // of the reference's face
    float along_u[3][IMP3I_LANES_MAX], along_v[3][IMP3I_LANES_MAX];
    uint32_t
        names[IMP3I_LANES_MAX];  // bit 0: the reference is B; two bits of its axis, two of the other's, upper, upper
} imp3i_box_lanes;

/// imp3i_collide_boxes of a pair that is known.
bool imp3i_collide_box_lane(const imp3i_box_lanes* lanes, int32_t lane, const imp3_shape* a, const imp3_pose* pose_a,
                            const imp3_shape* b, const imp3_pose* pose_b, float margin, imp3_manifold* out);

#endif
