// SPDX-License-Identifier: MIT
//
// Which children of a group meet a probe, and how a volume of one frame becomes a probe in another.
//
// Nothing that meets is ever left out. A placed volume is the image of the stored one under a matrix that is orthonormal
// to 2^-18 only (two poses, each to 2^-20, one of them solved for), and its axes are rounded to floats; a probe covers
// that by a little of its size, and by a little of its distance from the origin what rounding does to the centre.
//
// Wide groups are tested in lanes (bvh_meet.inl), along the axes of both boxes. Narrow ones, one child after the other,
// by the test that fits: a ball by the nearest point of a box, boxes along all fifteen axes (Gottschalk, Lin and Manocha
// 1996).

#include "bvh_kernels3.h"

#include "../math/round.h"

#include <math.h>

/// Error of the axes of a probe, of its size.
#define TURN_DOUBT 0x1p-17

/// Rounding of a place in floats, of its coordinates.
#define PLACE_ROUNDING 0x1p-21

imp3i_frame imp3i_frame_between(const imp3_pose* a, const imp3_pose* b)
{
    imp3i_drot q = imp3i_drot_of(a->q), r = imp3i_drot_of(b->q);
    imp3i_dvec way = imp3i_dsub(imp3i_dvec_of(b->p), imp3i_dvec_of(a->p));
    imp3i_dvec x = imp3i_dcross(q.y, q.z), y = imp3i_dcross(q.z, q.x), z = imp3i_dcross(q.x, q.y);
    double volume = imp3i_ddot(q.x, x);
    const imp3i_dvec from[4] = {r.x, r.y, r.z, way};
    imp3i_dvec to[4];
    for (int k = 0; k < 4; ++k)
    {
        imp3i_dvec v = {imp3i_ddot(x, from[k]), imp3i_ddot(y, from[k]), imp3i_ddot(z, from[k])};
        to[k] = imp3i_ddivide(v, volume);
    }
    imp3i_frame out = {{to[0], to[1], to[2]}, to[3]};
    return out;
}

void imp3i_probe_of(const imp3_volume* volume, const imp3i_frame* frame, float more, imp3i_probe* out)
{
    imp3i_drot turn = frame->turn, own = imp3i_drot_of(volume->turn);
    if (volume->kind == IMP3_VOLUME_ORIENTED)
    {
        imp3i_drot both = {imp3i_drot_apply(turn, own.x), imp3i_drot_apply(turn, own.y), imp3i_drot_apply(turn, own.z)};
        turn = both;
    }
    imp3i_dvec center = imp3i_dadd(imp3i_drot_apply(frame->turn, imp3i_dvec_of(volume->center)), frame->shift);
    imp3i_dvec half = imp3i_dvec_of(volume->half);
    bool ball = volume->kind == IMP3_VOLUME_SPHERE;
    double radius = ball ? half.x * (1.0 + TURN_DOUBT) + (double)more : (double)more;
    half = ball ? imp3i_dvec_none() : half;
    double rounding = PLACE_ROUNDING * imp3i_dnorm1(center), doubt = TURN_DOUBT * imp3i_dsum(half) + rounding;
    out->center = imp3i_vec_of(center);
    out->turn.x = imp3i_vec_of(turn.x);
    out->turn.y = imp3i_vec_of(turn.y);
    out->turn.z = imp3i_vec_of(turn.z);
    double along = radius * (1.0 + TURN_DOUBT) + doubt;
    // The doubt makes the halves of a box longer; a ball stays one.
    out->radius = impi_round_up(ball ? along : radius * (1.0 + TURN_DOUBT));
    out->half = imp3i_vec_none();
    if (!ball)
    {
        out->half.x = impi_round_up(half.x + doubt);
        out->half.y = impi_round_up(half.y + doubt);
        out->half.z = impi_round_up(half.z + doubt);
    }
    out->extent.x =
        impi_round_up(fabs(turn.x.x) * half.x + fabs(turn.y.x) * half.y + fabs(turn.z.x) * half.z + along + doubt);
    out->extent.y =
        impi_round_up(fabs(turn.x.y) * half.x + fabs(turn.y.y) * half.y + fabs(turn.z.y) * half.z + along + doubt);
    out->extent.z =
        impi_round_up(fabs(turn.x.z) * half.x + fabs(turn.y.z) * half.y + fabs(turn.z.z) * half.z + along + doubt);
}

/// No coordinate is beyond that, whatever boxes are.
#define FARTHEST 0x1p61

static double within_farthest(double x)
{
    return x < -FARTHEST ? -FARTHEST : x > FARTHEST ? FARTHEST : x;
}

/// The middle of an interval as a float, and half of it rounded up.
static float halve_span(double lower, double upper, float* half)
{
    lower = within_farthest(lower);
    upper = within_farthest(upper);
    float middle = (float)(0.5 * lower + 0.5 * upper);
    double below = (double)middle - lower, above = upper - (double)middle;
    *half = impi_round_up(below > above ? below : above);
    return middle;
}

void imp3i_probe_of_box(const imp3i_dbox* box, float radius, imp3i_probe* out)
{
    const imp3_rot upright = {{1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}, {0.0f, 0.0f, 1.0f}};
    out->center.x = halve_span(box->lower.x, box->upper.x, &out->half.x);
    out->center.y = halve_span(box->lower.y, box->upper.y, &out->half.y);
    out->center.z = halve_span(box->lower.z, box->upper.z, &out->half.z);
    out->turn = upright;
    out->extent.x = impi_round_up((double)out->half.x + (double)radius);
    out->extent.y = impi_round_up((double)out->half.y + (double)radius);
    out->extent.z = impi_round_up((double)out->half.z + (double)radius);
    out->radius = radius;
}

imp3i_bvh_turn imp3i_bvh_turn_of(const imp3i_bvh* tree, const imp3i_frame* frame)
{
    const imp3_vec low = tree->bounds.lower, up = tree->bounds.upper;
    const float ends[3][2] = {{low.x, up.x}, {low.y, up.y}, {low.z, up.z}};
    const double axes[3][3] = {{frame->turn.x.x, frame->turn.x.y, frame->turn.x.z},
                               {frame->turn.y.x, frame->turn.y.y, frame->turn.y.z},
                               {frame->turn.z.x, frame->turn.z.y, frame->turn.z.z}};
    const double shift[3] = {frame->shift.x, frame->shift.y, frame->shift.z};
    imp3i_bvh_turn r;
    double far = 0.0;
    for (int i = 0; i < 3; ++i)
    {
        double reach = fabs(shift[i]);
        for (int j = 0; j < 3; ++j)
        {
            double most = fabs((double)ends[j][0]) > fabs((double)ends[j][1]) ? ends[j][0] : ends[j][1];
            reach += fabs(axes[j][i] * most);
            r.turn[i][j] = (float)axes[j][i];
            r.reach[i][j] = (float)(fabs(axes[j][i]) * (1.0 + PLACE_ROUNDING));
        }
        r.shift[i] = (float)shift[i];
        far = reach > far ? reach : far;
    }
    r.point_doubt = (float)(0x1p-22 * 1.01 * far);
    r.box_doubt = 2.0f * r.point_doubt;
    return r;
}

// Narrow groups

/// A box to be tested against a probe: seen from its own axes.
typedef struct seen_probe
{
    float way[3];      // from the box's centre to the probe's
    float half[3];     // of the box
    float turn[3][3];  // turn[i][j]: component i of the probe's axis j
    float abs[3][3];   // the same without signs, and a little more
    float rounding;    // of ways
} seen_probe;

static float along_axis(imp3_vec axis, imp3_vec v)
{
    return axis.x * v.x + axis.y * v.y + axis.z * v.z;
}

/// A probe as an oriented box sees it; turn is null for an upright one.
static void see_probe(imp3_vec center, imp3_vec half, const imp3_rot* turn, const imp3i_probe* p, seen_probe* out)
{
    imp3_vec way = imp3_vec_sub(p->center, center);
    const imp3_vec axes[3] = {p->turn.x, p->turn.y, p->turn.z};
    out->half[0] = half.x;
    out->half[1] = half.y;
    out->half[2] = half.z;
    for (int j = 0; j < 4; ++j)
    {
        imp3_vec v = j < 3 ? axes[j] : way;
        imp3_vec seen = v;
        if (turn)
        {
            seen.x = along_axis(turn->x, v);
            seen.y = along_axis(turn->y, v);
            seen.z = along_axis(turn->z, v);
        }
        const float s[3] = {seen.x, seen.y, seen.z};
        for (int i = 0; i < 3; ++i)
        {
            if (j == 3)
            {
                out->way[i] = s[i];
                continue;
            }
            out->turn[i][j] = s[i];
            out->abs[i][j] = fabsf(s[i]) + (float)TURN_DOUBT;
        }
    }
    out->rounding = (float)PLACE_ROUNDING * (fabsf(p->center.x) + fabsf(p->center.y) + fabsf(p->center.z) +
                                             fabsf(center.x) + fabsf(center.y) + fabsf(center.z));
}

/// Separating axes: of the box, of the probe, and across an edge of each.
static bool meet_probe_boxes(const seen_probe* s, const imp3i_probe* p)
{
    const float half[3] = {p->half.x, p->half.y, p->half.z};
    float more = p->radius + s->rounding;
    for (int i = 0; i < 3; ++i)
    {
        float reach = s->abs[i][0] * half[0] + s->abs[i][1] * half[1] + s->abs[i][2] * half[2];
        if (fabsf(s->way[i]) > reach + s->half[i] + more)
        {
            return false;
        }
    }
    for (int j = 0; j < 3; ++j)
    {
        float reach = s->abs[0][j] * s->half[0] + s->abs[1][j] * s->half[1] + s->abs[2][j] * s->half[2];
        float way = s->turn[0][j] * s->way[0] + s->turn[1][j] * s->way[1] + s->turn[2][j] * s->way[2];
        if (fabsf(way) > reach + half[j] + more + 2.0f * s->rounding)
        {
            return false;
        }
    }
    for (int i = 0; i < 3; ++i)
    {
        int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        for (int j = 0; j < 3; ++j)
        {
            int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            float reach = s->half[i1] * s->abs[i2][j] + s->half[i2] * s->abs[i1][j] + half[j1] * s->abs[i][j2] +
                          half[j2] * s->abs[i][j1];
            float way = s->turn[i1][j] * s->way[i2] - s->turn[i2][j] * s->way[i1];
            float doubt = (float)TURN_DOUBT * (fabsf(s->way[i1]) + fabsf(s->way[i2]));
            if (fabsf(way) > reach + more + s->rounding + doubt)
            {
                return false;
            }
        }
    }
    return true;
}

/// The nearest point of the box to the probe's centre, for a probe that is a ball.
static bool meet_ball_in_box(const seen_probe* s, const imp3i_probe* p)
{
    float square = 0.0f, reach = (p->radius + s->rounding) * (1.0f + (float)TURN_DOUBT);
    for (int i = 0; i < 3; ++i)
    {
        float beyond = fabsf(s->way[i]) - s->half[i];
        beyond = beyond > 0.0f ? beyond : 0.0f;
        square += beyond * beyond;
    }
    return square <= reach * reach;
}

static bool meet_probe_box(imp3_vec center, imp3_vec half, const imp3_rot* turn, const imp3i_probe* p)
{
    seen_probe s;
    see_probe(center, half, turn, p, &s);
    bool ball = !(p->half.x > 0.0f || p->half.y > 0.0f || p->half.z > 0.0f);
    return ball ? meet_ball_in_box(&s, p) : meet_probe_boxes(&s, p);
}

/// A child that is a ball: the nearest point of the probe's box to its centre.
static bool meet_probe_ball(const imp3i_ball* ball, const imp3i_probe* p)
{
    const float half[3] = {p->half.x, p->half.y, p->half.z};
    const imp3_vec axes[3] = {p->turn.x, p->turn.y, p->turn.z};
    imp3_vec way = imp3_vec_sub(ball->center, p->center);
    float rounding = (float)PLACE_ROUNDING * (fabsf(p->center.x) + fabsf(p->center.y) + fabsf(p->center.z) +
                                              fabsf(ball->center.x) + fabsf(ball->center.y) + fabsf(ball->center.z));
    float reach = (ball->radius + p->radius + 2.0f * rounding) * (1.0f + (float)TURN_DOUBT), square = 0.0f;
    if (half[0] > 0.0f || half[1] > 0.0f || half[2] > 0.0f)
    {
        for (int j = 0; j < 3; ++j)
        {
            float beyond = fabsf(along_axis(axes[j], way)) - half[j];
            beyond = beyond > 0.0f ? beyond : 0.0f;
            square += beyond * beyond;
        }
        // The axes are a little off a rotation.
        return square * (1.0f - 4.0f * (float)TURN_DOUBT) <= reach * reach;
    }
    return along_axis(way, way) * (1.0f - (float)TURN_DOUBT) <= reach * reach;
}

static bool meet_probe_slot(const imp3i_bvh* tree, int32_t slot, const imp3i_probe* probe)
{
    int32_t kind = tree->kind ? tree->kind[slot] : tree->def.volume, place = tree->kind ? tree->place[slot] : slot;
    if (kind == IMP3_VOLUME_SPHERE)
    {
        return meet_probe_ball(&tree->balls[place], probe);
    }
    if (kind == IMP3_VOLUME_ORIENTED)
    {
        const imp3i_obb* b = &tree->obbs[place];
        return meet_probe_box(b->center, b->half, &b->turn, probe);
    }
    imp3_vec low = tree->boxes[place].lower, up = tree->boxes[place].upper;
    imp3_vec half = {0.5f * up.x - 0.5f * low.x, 0.5f * up.y - 0.5f * low.y, 0.5f * up.z - 0.5f * low.z};
    return meet_probe_box(imp3_vec_add(imp3_vec_scale(low, 0.5f), imp3_vec_scale(up, 0.5f)), half, NULL, probe);
}

uint32_t imp3i_bvh_meet(const imp3i_bvh* tree, int32_t group, const imp3i_probe* probe)
{
    if (tree->blocks)
    {
        return imp3i_bvh_kernels_now()->meet(&tree->blocks[group], probe);
    }
    uint32_t found = 0;
    for (int32_t slot = tree->first[group]; slot < tree->first[group + 1]; ++slot)
    {
        found |= (uint32_t)meet_probe_slot(tree, slot, probe) << (slot - tree->first[group]);
    }
    return found;
}
