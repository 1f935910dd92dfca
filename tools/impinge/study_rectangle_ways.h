// SPDX-License-Identifier: MIT
//
// The ways of study_rectangle_..., without the checks of their arguments. Each answers whether A and B touch and adds
// the operations that it made to *made; what a piece costs stands beside the piece (test/house/operations_test.py
// counts).
//
// A is looked at from B's middle or B from A's, turned so that the one that looks stands upright; nothing is far from
// the origin then, and nothing but the difference of the two centres is lost to it.
//
//        3 ____ 2                                1001 | 1000 | 1010
//        |      |   corners, in the              -----+------+-----    outcodes: 1 left, 2 right,
//        |      |   rectangle's frame            0001 | 0000 | 0010    4 below, 8 above
//        0 ---- 1                                -----+------+-----
//                                                0101 | 0100 | 0110
//
// Conditions of one test are joined by & and not by &&: they are cheaper than a branch that nobody can foresee.

#ifndef IMPINGE_TOOLS_STUDY_RECTANGLE_WAYS_H
#define IMPINGE_TOOLS_STUDY_RECTANGLE_WAYS_H

#include <math.h>

#include "study_rectangle.h"

enum
{
    STUDY_LEFT = 1,
    STUDY_RIGHT = 2,
    STUDY_BELOW = 4,
    STUDY_ABOVE = 8
};

/// All four corners, from the rectangle's centre. 1 and 2 are its half diagonals, too.
typedef struct study_corners
{
    imp2_vec at[4];
} study_corners;

static inline study_corners study_corners_of(const study_rectangle* r, int32_t* made)
{
    *made += 8;
    imp2_vec x = {r->q.c * r->half.x, r->q.s * r->half.x}, y = {-r->q.s * r->half.y, r->q.c * r->half.y};
    imp2_vec up = imp2_vec_add(x, y), down = imp2_vec_sub(x, y);
    study_corners corners = {{imp2_vec_negate(up), down, up, imp2_vec_negate(down)}};
    return corners;
}

/// b's centre from a's.
static inline imp2_vec study_apart(const study_rectangle* a, const study_rectangle* b, int32_t* made)
{
    *made += 2;
    return imp2_vec_sub(b->center, a->center);
}

/// Moves points and turns them so that r, whose middle is the origin then, stands upright.
static inline void study_turn_upright(const study_rectangle* r, imp2_vec move, imp2_vec* points, int32_t count,
                                      int32_t* made)
{
    *made += 2 + 2 * count;
    bool turned = (r->q.c != 1.0f) | (r->q.s != 0.0f);
    for (int32_t i = 0; i < count; ++i)
    {
        points[i] = imp2_vec_add(points[i], move);
    }
    if (turned)
    {
        *made += 6 * count;
        for (int32_t i = 0; i < count; ++i)
        {
            points[i] = imp2_rot_apply_inverse(r->q, points[i]);
        }
    }
}

/// Whether a point is in the upright rectangle.
static inline bool study_within(imp2_vec half, imp2_vec v, int32_t* made)
{
    *made += 2;
    return (fabsf(v.x) <= half.x) & (fabsf(v.y) <= half.y);
}

/// Whether the line through v along d meets the upright rectangle: d is turned left for the line's normal, and the
/// rectangle reaches as far along it as one of its corners.
static inline bool study_line_meets(imp2_vec half, imp2_vec v, imp2_vec d, int32_t* made)
{
    *made += 7;
    return fabsf(imp2_vec_cross(v, d)) <= half.x * fabsf(d.y) + half.y * fabsf(d.x);
}

/// Whether a diagonal of B meets A, in which case they touch; if none does, and no corner of A is in B, they do not.
/// apart is B's centre from A's.
static inline bool study_diagonals_meet(const study_rectangle* a, const study_corners* b, imp2_vec apart, int32_t* made)
{
    imp2_vec seen[3] = {{0.0f, 0.0f}, b->at[1], b->at[2]};
    study_turn_upright(a, apart, seen, 3, made);
    bool meets = false;
    for (int32_t i = 1; i < 3; ++i)
    {
        *made += 6;
        imp2_vec d = imp2_vec_sub(seen[i], seen[0]);
        bool near = (fabsf(seen[0].x) <= a->half.x + fabsf(d.x)) & (fabsf(seen[0].y) <= a->half.y + fabsf(d.y));
        meets |= near & study_line_meets(a->half, seen[0], d, made);
    }
    return meets;
}

static inline bool study_by_circles(const study_rectangle* a, const study_rectangle* b, int32_t* made)
{
    *made += 6;
    imp2_vec apart = study_apart(a, b, made);
    float radii = a->radius + b->radius;
    return imp2_vec_dot(apart, apart) <= radii * radii;
}

/// A corner of A in B; apart is B's centre from A's.
static inline bool study_corners_inside(study_corners a, const study_rectangle* b, imp2_vec apart, int32_t* made)
{
    study_turn_upright(b, imp2_vec_negate(apart), a.at, 4, made);
    bool inside = false;
    for (int32_t i = 0; i < 4; ++i)
    {
        inside |= study_within(b->half, a.at[i], made);
    }
    return inside;
}

static inline bool study_by_corners_published(const study_rectangle* a, const study_rectangle* b, int32_t* made)
{
    imp2_vec apart = study_apart(a, b, made);
    if (study_corners_inside(study_corners_of(a, made), b, apart, made))
    {
        return true;
    }
    imp2_vec corner = study_corners_of(b, made).at[0];
    study_turn_upright(a, apart, &corner, 1, made);
    return study_within(a->half, corner, made);
}

static inline bool study_by_corners(const study_rectangle* a, const study_rectangle* b, int32_t* made)
{
    imp2_vec apart = study_apart(a, b, made);
    if (study_corners_inside(study_corners_of(a, made), b, apart, made))
    {
        return true;
    }
    study_corners corners = study_corners_of(b, made);
    return study_diagonals_meet(a, &corners, apart, made);
}

/// All feet of v on the edges between corners; 0 / 0 on an edge without length is no foot on it.
static inline bool study_feet_on_edges(const study_corners* corners, imp2_vec v, int32_t* made)
{
    for (int32_t i = 0; i < 4; ++i)
    {
        *made += 13;
        imp2_vec edge = imp2_vec_sub(corners->at[(i + 1) & 3], corners->at[i]);
        imp2_vec way = imp2_vec_sub(v, corners->at[i]);
        float foot = imp2_vec_dot(way, edge) / imp2_vec_dot(edge, edge);
        if (!((foot >= 0.0f) & (foot <= 1.0f)))
        {
            return false;
        }
    }
    return true;
}

static inline bool study_by_feet_published(const study_rectangle* a, const study_rectangle* b, int32_t* made)
{
    imp2_vec apart = study_apart(a, b, made);
    study_corners corners_a = study_corners_of(a, made), corners_b = study_corners_of(b, made);
    for (int32_t i = 0; i < 4; ++i)
    {
        *made += 2;
        if (study_feet_on_edges(&corners_b, imp2_vec_sub(corners_a.at[i], apart), made))
        {
            return true;
        }
    }
    *made += 2;
    return study_feet_on_edges(&corners_a, imp2_vec_add(corners_b.at[0], apart), made);
}

static inline bool study_by_feet(const study_rectangle* a, const study_rectangle* b, int32_t* made)
{
    *made += 4;
    imp2_vec apart = study_apart(a, b, made);
    study_corners corners_a = study_corners_of(a, made), corners_b = study_corners_of(b, made);
    imp2_vec start = imp2_vec_add(apart, corners_b.at[0]), whole = imp2_vec_add(b->half, b->half);
    for (int32_t i = 0; i < 4; ++i)
    {
        *made += 12;
        imp2_vec foot = imp2_rot_apply_inverse(b->q, imp2_vec_sub(corners_a.at[i], start));
        if ((foot.x >= 0.0f) & (foot.x <= whole.x) & (foot.y >= 0.0f) & (foot.y <= whole.y))
        {
            return true;
        }
    }
    return study_diagonals_meet(a, &corners_b, apart, made);
}

static inline uint32_t study_outcode(imp2_vec half, imp2_vec v, int32_t* made)
{
    *made += 4;
    return (uint32_t)(v.x < -half.x) * STUDY_LEFT | (uint32_t)(v.x > half.x) * STUDY_RIGHT |
           (uint32_t)(v.y < -half.y) * STUDY_BELOW | (uint32_t)(v.y > half.y) * STUDY_ABOVE;
}

/// What the four corners' codes say of all edges at once: a corner inside is a yes, a side that all corners are beyond
/// a no; otherwise nothing is said.
static inline bool study_codes_decide(const uint32_t codes[4], bool* yes)
{
    *yes = !codes[0] | !codes[1] | !codes[2] | !codes[3];
    return *yes | ((codes[0] & codes[1] & codes[2] & codes[3]) != 0);
}

/// Where the edge from v to w, whose one end is beside and the other above or below the rectangle, crosses the side.
static inline bool study_crosses_side(imp2_vec half, imp2_vec v, imp2_vec w, uint32_t codes, int32_t* made)
{
    *made += 7;
    float side = codes & STUDY_LEFT ? -half.x : half.x;
    return fabsf(v.y + (side - v.x) / (w.x - v.x) * (w.y - v.y)) <= half.y;
}

/// A's centre in B: whether A is nested, when no edge of B meets it.
static inline bool study_center_inside(const study_rectangle* b, imp2_vec apart, int32_t* made)
{
    imp2_vec center = {0.0f, 0.0f};
    study_turn_upright(b, imp2_vec_negate(apart), &center, 1, made);
    return study_within(b->half, center, made);
}

/// Both forms of the outcodes: which edges are sure to cross, and how the open ones are decided, differs.
static inline bool study_by_lines(const study_rectangle* a, const study_rectangle* b, bool published, int32_t* made)
{
    imp2_vec apart = study_apart(a, b, made);
    study_corners corners = study_corners_of(b, made);
    study_turn_upright(a, apart, corners.at, 4, made);
    uint32_t codes[4];
    for (int32_t i = 0; i < 4; ++i)
    {
        codes[i] = study_outcode(a->half, corners.at[i], made);
    }
    bool yes;
    if (study_codes_decide(codes, &yes))
    {
        return yes;
    }
    const uint32_t across = STUDY_LEFT | STUDY_RIGHT, upright = STUDY_BELOW | STUDY_ABOVE;
    for (int32_t i = 0; i < 4; ++i)
    {
        int32_t next = (i + 1) & 3;
        imp2_vec v = corners.at[i], w = corners.at[next];
        uint32_t both = codes[i] | codes[next];
        if (codes[i] & codes[next])
        {
            continue;
        }
        bool opposite = (both & across) == across || (both & upright) == upright;
        bool sure = published ? opposite : both == across || both == upright;
        if (!sure && !published)
        {
            *made += 2;
        }
        if (sure || (published ? study_crosses_side(a->half, v, w, both, made)
                               : study_line_meets(a->half, v, imp2_vec_sub(w, v), made)))
        {
            return true;
        }
    }
    return study_center_inside(b, apart, made);
}

static inline bool study_by_outcodes_published(const study_rectangle* a, const study_rectangle* b, int32_t* made)
{
    return study_by_lines(a, b, true, made);
}

static inline bool study_by_outcodes(const study_rectangle* a, const study_rectangle* b, int32_t* made)
{
    return study_by_lines(a, b, false, made);
}

static inline bool study_by_axes(const study_rectangle* a, const study_rectangle* b, int32_t* made)
{
    *made += 22;
    imp2_vec apart = study_apart(a, b, made);
    imp2_vec x_of_a = {a->q.c, a->q.s}, x_of_b = {b->q.c, b->q.s};
    float c = fabsf(imp2_vec_dot(x_of_a, x_of_b)), s = fabsf(imp2_vec_cross(x_of_a, x_of_b));
    imp2_vec from_a = imp2_rot_apply_inverse(a->q, apart);
    if ((fabsf(from_a.x) > a->half.x + (c * b->half.x + s * b->half.y)) |
        (fabsf(from_a.y) > a->half.y + (s * b->half.x + c * b->half.y)))
    {
        return false;
    }
    *made += 16;
    imp2_vec from_b = imp2_rot_apply_inverse(b->q, apart);
    return (fabsf(from_b.x) <= b->half.x + (c * a->half.x + s * a->half.y)) &
           (fabsf(from_b.y) <= b->half.y + (s * a->half.x + c * a->half.y));
}

#endif
