// SPDX-License-Identifier: MIT
//
// The quick pair tests of spheres and capsules share this. B is the round one: a segment, which is a point when it is a
// sphere, and a radius. Everything is in the frame of the pair (the axes of the world, A's position as the origin), in
// doubles.

#ifndef IMP3I_ROUND_H
#define IMP3I_ROUND_H

#include "quick3.h"

/// Squares of distances in this file's doubles are off by less than this part of the square of the scale.
#define IMP3I_SQUARE_DOUBT 0x1p-44

/// Cores nearer than this part of the scale have lost their direction.
#define IMP3I_LEAST_CORE 0x1p-22

/// The square of the cosine between directions that are as good as one: off by IMPI_ALIGNED as a sine.
#define IMP3I_ALIGNED_SQUARE (1.0 - (double)IMPI_ALIGNED * (double)IMPI_ALIGNED)

/// A segment with the names of its parts.
typedef struct imp3i_line
{
    imp3i_dvec from, along;
    uint32_t name, ends[2];
} imp3i_line;

/// One call: A stands still at the origin, B is the line with a radius.
typedef struct imp3i_round
{
    const imp3_shape *a, *b;
    const imp3_pose* pose_a;
    imp3i_drot qa;
    imp3i_line line;
    double radii, radius_b, margin, scale;
    bool flip;  // the caller's A is B here
} imp3i_round;

/// A contact point: a point of B's core, how far the surfaces are apart there, the features.
typedef struct imp3i_touch
{
    imp3i_dvec on_b;
    double distance;
    uint32_t name_a, name_b;
} imp3i_touch;

/// The nearest points of two lines: how far along them, which of their ends they are (-1 for none), and the way from the
/// first to the second.
typedef struct imp3i_way
{
    double s, t;
    int32_t end_a, end_b;
    imp3i_dvec way;
    double square;
} imp3i_way;

static inline double imp3i_unit_clamp(double t)
{
    return t > 0.0 ? (t < 1.0 ? t : 1.0) : 0.0;
}

static inline imp3i_dvec imp3i_line_at(const imp3i_line* line, double t)
{
    return imp3i_dadd_scaled(line->from, line->along, t);
}

/// Which end a place is, to the tie of contacts, or -1.
static inline int32_t imp3i_line_end(double t)
{
    return t <= (double)IMPI_CONTACT_TIE ? 0 : t >= 1.0 - (double)IMPI_CONTACT_TIE ? 1 : -1;
}

static inline uint32_t imp3i_line_name(const imp3i_line* line, int32_t end)
{
    return end < 0 ? line->name : line->ends[end];
}

static inline bool imp3i_is_point_line(const imp3i_line* line)
{
    return line->ends[0] == line->ends[1];
}

/// The nearest points of two segments, of any length. Source: Ericson 2005, 5.1.9.
static inline void imp3i_nearest_lines(const imp3i_line* a, const imp3i_line* b, imp3i_way* out)
{
    imp3i_dvec r = imp3i_dsub(a->from, b->from);
    double aa = imp3i_ddot(a->along, a->along), bb = imp3i_ddot(b->along, b->along);
    double ab = imp3i_ddot(a->along, b->along), ar = imp3i_ddot(a->along, r), br = imp3i_ddot(b->along, r);
    double across = aa * bb - ab * ab, s = 0.0, t = 0.0;
    // Any point will do where lines are parallel to rounding.
    s = across > 0x1p-48 * (aa * bb) ? imp3i_unit_clamp((ab * br - ar * bb) / across) : 0.0;
    double over = ab * s + br;
    if (over > 0.0 && over < bb)
    {
        t = over / bb;
    }
    else
    {
        t = over > 0.0 ? 1.0 : 0.0;
        t = bb > 0.0 ? t : 0.0;
        s = aa > 0.0 ? imp3i_unit_clamp((ab * t - ar) / aa) : 0.0;
    }
    out->s = s;
    out->t = t;
    out->end_a = imp3i_line_end(s);
    out->end_b = imp3i_line_end(t);
    out->way = imp3i_dsub(imp3i_line_at(b, t), imp3i_line_at(a, s));
    out->square = imp3i_ddot(out->way, out->way);
}

/// Whether a core distance, by its square, is one that all agree on: which side of touching, and in which direction.
static inline bool imp3i_is_sure_square(const imp3i_round* r, double square)
{
    double whole = r->scale * r->scale, off = square - r->radii * r->radii;
    return (fabs(off) > IMP3I_SQUARE_DOUBT * whole) & (square > IMP3I_LEAST_CORE * IMP3I_LEAST_CORE * whole);
}

/// Nothing within the margin.
static inline bool imp3i_write_apart(imp3_manifold* out)
{
    imp3i_clear_manifold(out);
    return true;
}

/// Up to three contacts, of which the first of the deepest is as deep as the whole, in the order of their names. n points
/// from A to B.
bool imp3i_write_touches(const imp3i_round* r, imp3i_dvec n, double distance, const imp3i_touch* touches, int32_t count,
                         imp3_manifold* out);

/// The contacts of B with a line of A, when the way between them is the shortest between the cores.
bool imp3i_touch_line(const imp3i_round* r, const imp3i_line* a, const imp3i_way* w, imp3_manifold* out);

/// Part of B's line: where it begins and ends, and which side of a polygon ends it (-1 for none).
typedef struct imp3i_stretch
{
    double low, high;
    int32_t side_low, side_high;
} imp3i_stretch;

static inline imp3i_stretch imp3i_whole_stretch(void)
{
    imp3i_stretch r = {0.0, 1.0, -1, -1};
    return r;
}

/// Whether B is above a face is decided by sides that are moved outward by this part of the scale, against rounding.
#define IMP3I_SIDE_SLACK 0x1p-40

/// Cuts off what is outside of a side, above which the line's ends are so high. What is outside by at most slack is not:
/// with the tie of contacts, an end on a side is on the face, and of sides that meet in a corner the first one cuts.
static inline void imp3i_cut_stretch(imp3i_stretch* s, double from, double to, double slack, int32_t side)
{
    double run = from - to, low = from - s->low * run, high = from - s->high * run;
    if (s->high < s->low || (low >= -slack && high >= -slack))
    {
        return;
    }
    if (low < -slack && high < -slack)
    {
        s->high = -1.0;
        return;
    }
    double at = from / run;
    if (low < -slack)
    {
        s->low = at < s->high ? at : s->high;
        s->side_low = side;
    }
    else
    {
        s->high = at > s->low ? at : s->low;
        s->side_high = side;
    }
}

/// A face of A that B lies on: its unit normal, how far B's ends are above its plane, its name and those of its sides.
typedef struct imp3i_ground
{
    imp3i_dvec normal;
    double heights[2];
    uint32_t name, side_low, side_high;
} imp3i_ground;

/// The contacts of B with a face of A, over which it runs along a stretch: where it begins and where it ends, if both are
/// within the margin and it rises by less than half a right angle; its lower end alone where the stretch is a point.
/// The whole is at that distance along n.
bool imp3i_touch_face(const imp3i_round* r, imp3i_dvec n, double distance, const imp3i_ground* ground,
                      const imp3i_stretch* s, imp3_manifold* out);

/// Sphere B in floats, with A a sphere or a capsule, or a triangle. False where doubles have to look.
bool imp3i_collide_round_sphere(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b,
                                const imp3_pose* pose_b, float margin, bool flip, imp3_manifold* out);
bool imp3i_collide_triangle_sphere(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b,
                                   const imp3_pose* pose_b, float margin, bool flip, imp3_manifold* out);

/// A triangle, a box, a hull as A.
bool imp3i_collide_triangle_round(const imp3i_round* r, imp3_manifold* out);
bool imp3i_collide_box_round(const imp3i_round* r, imp3_manifold* out);
bool imp3i_collide_hull_round(const imp3i_round* r, imp3_manifold* out);

#endif
