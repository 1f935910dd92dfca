// SPDX-License-Identifier: MIT
//
// A ball against sixteen upright boxes, and against the triangles of a leaf, for one width of lanes.
//
// Triangles: the nearest point of the three sides, and where the middle is over the inside, that of the plane (Ericson
// 2005, 5.1.5, but all cases at once). Whatever is off, a point of a side is one of the triangle, and the plane is never
// farther than it; so the sides tell who touches, and the plane tells who does not. Corners are seen from the ball's
// middle, in units that keep products of four lengths within floats. S is the sum of all their coordinates: distances to
// sides are off by less than 2^-19 S. The plane's normal is off by 2^-21 |e| |f| / |n| of itself, of which k, one more than
// the square of |e| |f| / |n|, is more than twice; so its distance is off by less than 2^-20 k S, and what tells on which
// side of an edge the middle is by less than 2^-18 k |n| S^2. What is within that is in doubt.

#ifndef KN
#include "bvh_enter.inl"
#define KN(name) name##_scalar
#endif

#include <float.h>

TARGET static uint32_t KN(near_block)(const imp3i_box_block* block, const imp3i_bvh_ball* ball)
{
    const float center[3] = {ball->center.x, ball->center.y, ball->center.z};
    uint32_t found = 0;
    for (int i = 0; i < IMPI_LANES_OF_BLOCK; i += WIDTH)
    {
        LANES square = SPLAT(0.0f);
        for (int k = 0; k < 3; ++k)
        {
            LANES below = SUB(LOAD(block->lower[k] + i), SPLAT(center[k]));
            LANES above = SUB(SPLAT(center[k]), LOAD(block->upper[k] + i));
            LANES way = MAX(MAX(below, above), SPLAT(0.0f));
            square = ADD(square, MUL(way, way));
        }
        found |= BITS(AT_MOST(square, SPLAT(ball->reach * ball->reach))) << i;
    }
    return found;
}

TARGET static inline LANES KN(dot3)(const LANES a[3], const LANES b[3])
{
    return ADD(ADD(MUL(a[0], b[0]), MUL(a[1], b[1])), MUL(a[2], b[2]));
}

TARGET static inline void KN(cross3)(const LANES a[3], const LANES b[3], LANES out[3])
{
    out[0] = SUB(MUL(a[1], b[2]), MUL(a[2], b[1]));
    out[1] = SUB(MUL(a[2], b[0]), MUL(a[0], b[2]));
    out[2] = SUB(MUL(a[0], b[1]), MUL(a[1], b[0]));
}

// Corners as seen from the ball's middle, and sides.
typedef struct KN(seen)
{
    LANES corner[3][3], side[3][3], size;  // size: of all coordinates of corners
} KN(seen);

TARGET static inline void KN(see_corners)(const KN(corners) * c, const imp3i_bvh_ball* ball, KN(seen) * out)
{
    LANES unit = SPLAT(ball->unit);
    const LANES middle[3] = {SPLAT(ball->center.x), SPLAT(ball->center.y), SPLAT(ball->center.z)};
    out->size = SPLAT(0.0f);
    for (int k = 0; k < 3; ++k)
    {
        int j = k < 2 ? k + 1 : 0;
        const LANES at[3] = {c->x[k], c->y[k], c->z[k]}, next[3] = {c->x[j], c->y[j], c->z[j]};
        for (int axis = 0; axis < 3; ++axis)
        {
            out->corner[k][axis] = MUL(SUB(at[axis], middle[axis]), unit);
            out->side[k][axis] = MUL(SUB(next[axis], at[axis]), unit);
            out->size = ADD(out->size, ABS(out->corner[k][axis]));
        }
    }
}

// The least square of the distance to the sides.
TARGET static inline LANES KN(square_to_sides)(const KN(seen) * s, const LANES squares[3])
{
    LANES least = SPLAT(FLT_MAX);
    for (int k = 0; k < 3; ++k)
    {
        LANES along = SUB(SPLAT(0.0f), KN(dot3)(s->corner[k], s->side[k])), way[3];
        along = MIN(MAX(DIV(along, MAX(squares[k], SPLAT(FLT_MIN))), SPLAT(0.0f)), SPLAT(1.0f));
        for (int axis = 0; axis < 3; ++axis)
        {
            way[axis] = ADD(s->corner[k][axis], MUL(s->side[k][axis], along));
        }
        least = MIN(KN(dot3)(way, way), least);
    }
    return least;
}

// Below bit 16 those that the ball touches, above those about which floats cannot say.
TARGET static uint32_t KN(touch_triangles)(const imp3i_bvh_triangles* t, const int32_t* parts, int32_t count,
                                           const imp3i_bvh_ball* ball)
{
    LANES radius = SPLAT(ball->radius);
    uint32_t touched = 0, apart = 0;
    for (int32_t i = 0; i < count; i += WIDTH)
    {
        KN(corners) c;
        KN(seen) s;
        KN(load_corners)(t, parts + i, &c);
        KN(see_corners)(&c, ball, &s);
        const LANES squares[3] = {KN(dot3)(s.side[0], s.side[0]), KN(dot3)(s.side[1], s.side[1]),
                                  KN(dot3)(s.side[2], s.side[2])};
        LANES sides = KN(square_to_sides)(&s, squares), n[3], a[3];
        KN(cross3)(s.side[0], s.side[1], n);
        LANES nn = MAX(KN(dot3)(n, n), SPLAT(FLT_MIN));
        LANES k = ADD(DIV(MUL(squares[0], squares[1]), nn), SPLAT(1.0f));
        LANES little =
            MUL(MUL(MUL(k, SPLAT(0x1p-18f)), ADD(ADD(ABS(n[0]), ABS(n[1])), ABS(n[2]))), MUL(s.size, s.size));
        MASK inside = AT_MOST(s.size, s.size), outside = NOT(inside);
        for (int e = 0; e < 3; ++e)
        {
            KN(cross3)(s.corner[e], s.side[e], a);
            LANES over = KN(dot3)(n, a);
            inside = AND(inside, LESS(little, over));
            outside = OR(outside, LESS(over, SUB(SPLAT(0.0f), little)));
        }
        LANES height = KN(dot3)(n, s.corner[0]), plane = DIV(MUL(height, height), nn);
        LANES off = ADD(MUL(s.size, SPLAT(0x1p-19f)), SPLAT(ball->off)),
              off_plane = ADD(MUL(MUL(s.size, k), SPLAT(0x1p-20f)), off);
        LANES near = SUB(radius, off), far = ADD(radius, off);
        LANES near_plane = SUB(radius, off_plane), far_plane = ADD(radius, off_plane);
        MASK yes = OR(LESS(sides, MUL(near, ABS(near))), AND(inside, LESS(plane, MUL(near_plane, ABS(near_plane)))));
        MASK no = OR(AND(outside, LESS(MUL(far, far), sides)), LESS(MUL(far_plane, far_plane), plane));
        touched |= BITS(yes) << i;
        apart |= BITS(no) << i;
    }
    uint32_t all = (1u << count) - 1u;
    return (touched & all) | (all & ~(touched | apart)) << 16;
}
