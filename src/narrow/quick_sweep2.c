// SPDX-License-Identifier: MIT
//
// The shortcut of the sweeps: two small sharp polygons that clearly overlap, meet or miss, in floats from the axis test
// to the point. The same steps as the careful way takes in doubles; what is not certain is left to that.

#include "clip2.h"
#include "sides2.h"
#include "sweep2.h"

#include <math.h>

/// The reference side and the one that faces it, in A's frame; the same as imp2i_face finds, in floats.
typedef struct facing
{
    float nx, ny;    // out of the reference shape
    float length;    // of the reference side
    float at[2];     // along the reference side, where the ends of the facing side are; end 1 comes first
    float above[2];  // and how far in front of it
    float x, y;      // where the reference side starts
} facing;

static inline facing find_facing(const imp2_shape* a, const imp2_shape* b, const imp2i_sides* f, int32_t groups,
                                 int on_b, int32_t i)
{
    // Chosen by index: a branch on whose side it is would go wrong half the time.
    const float *const xs[2] = {a->x, f->bx}, *const ys[2] = {a->y, f->by};
    const float *const nxs[2] = {a->normal_x, f->bnx}, *const nys[2] = {a->normal_y, f->bny};
    const int32_t counts[2] = {imp2i_side_count(a), imp2i_side_count(b)};
    const float *rx = xs[on_b], *ry = ys[on_b], *rnx = nxs[on_b], *rny = nys[on_b];
    const float *qx = xs[1 - on_b], *qy = ys[1 - on_b], *qnx = nxs[1 - on_b], *qny = nys[1 - on_b];
    int32_t count_r = counts[on_b], count_q = counts[1 - on_b];
    facing r = {.nx = rnx[i], .ny = rny[i], .x = rx[i], .y = ry[i]};
    float against[IMP2_SMALL_COUNT], most;
    for (int32_t g = 0; g < 4 * groups; g += 4)
    {
        impi_lanes x = impi_lanes_mul(impi_lanes_splat(-r.nx), impi_lanes_load(qnx + g));
        impi_lanes y = impi_lanes_mul(impi_lanes_splat(-r.ny), impi_lanes_load(qny + g));
        impi_lanes_store(against + g, impi_lanes_add(x, y));
    }
    int32_t j = imp2i_greatest(against, groups, &most);
    int32_t i1 = i + 1 < count_r ? i + 1 : 0, j1 = j + 1 < count_q ? j + 1 : 0;
    r.length = r.nx * (ry[i1] - r.y) - r.ny * (rx[i1] - r.x);
    for (int32_t k = 0; k < 2; ++k)
    {
        float x = qx[k ? j1 : j] - r.x, y = qy[k ? j1 : j] - r.y;
        r.at[k] = r.nx * y - r.ny * x;
        r.above[k] = r.nx * x + r.ny * y;
    }
    return r;
}

/// Whether the depth found at the facing sides is that of the axis; then also where it is.
static inline bool deepest_point(const facing* f, float separation, float little, float* along)
{
    int deeper = f->above[1] < f->above[0];
    float tip = f->at[deeper], place = tip < 0.0f ? 0.0f : tip;
    place = place > f->length ? f->length : place;
    float slope = (f->above[0] - f->above[1]) / (f->at[0] - f->at[1]);
    float above = f->above[deeper] + (place - tip) * slope;
    *along = place;
    return (place >= f->at[1]) & (place <= f->at[0]) & (fabsf(above - separation) <= little);
}

/// Whether the sides meet that face each other; then also where: as common_point of the walk. Of a sliver another side
/// can face as squarely, or those next to them can be the ones that meet.
static inline bool meeting_place(const facing* f, float shift_along, float separation, float doubt, float* along)
{
    float s0 = f->at[0] + shift_along, s1 = f->at[1] + shift_along;
    float low = s1 > 0.0f ? s1 : 0.0f, high = s0 < f->length ? s0 : f->length;
    bool first = f->above[0] < f->above[1];
    float tip = first ? s0 : s1, above = first ? f->above[0] : f->above[1];
    float s = tip < 0.0f ? 0.0f : tip > f->length ? f->length : tip;
    bool flat = fabsf(f->above[0] - f->above[1]) <= doubt && low <= high;
    *along = flat ? 0.5f * (low + high) : s;
    return fabsf(above - separation) <= doubt && (flat || fabsf(tip - s) <= doubt);
}

/// imp2i_relative_of in floats: B's cosine and sine, and the way to it, all turned back by A's rotation at once.
static inline imp2i_relative quick_relative(const imp2_pose* pose_a, const imp2_pose* pose_b)
{
    const impi_lanes plus_minus = impi_lanes_set(0.0f, -0.0f, 0.0f, -0.0f);
    impi_lanes place_a = imp2i_pose_lanes(pose_a), place_b = imp2i_pose_lanes(pose_b);
    impi_lanes c = impi_lanes_mix(place_a, 2, 2, place_a, 2, 2), s = impi_lanes_mix(place_a, 3, 3, place_a, 3, 3);
    impi_lanes v = impi_lanes_mix(place_b, 2, 3, impi_lanes_sub(place_b, place_a), 0, 1);
    impi_lanes across = impi_lanes_flip(impi_lanes_mul(s, impi_lanes_swap(v)), plus_minus);
    float four[4];
    impi_lanes_store(four, impi_lanes_add(impi_lanes_mul(c, v), across));
    float off_a = pose_a->q.c * pose_a->q.c + pose_a->q.s * pose_a->q.s - 1.0f;
    float off_b = pose_b->q.c * pose_b->q.c + pose_b->q.s * pose_b->q.s - 1.0f;
    float inverse = 1.0f - off_a, unit = 1.0f - 0.5f * (off_a + off_b);
    const imp2i_relative r = {four[0] * inverse, four[1] * inverse, four[2] * inverse,  four[3] * inverse,
                              four[0] * unit,    four[1] * unit,    1.0f + 0.5f * off_a};
    return r;
}

/// The axis test, and whether it is clear.
static inline int start_groups(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b,
                               const imp2_pose* pose_b, int32_t groups, imp2i_quick_pair* q)
{
    q->rel = quick_relative(pose_a, pose_b);
    imp2i_separate_groups(a, b, &q->rel, &q->sides, groups);
    float away = fabsf(pose_b->p.x - pose_a->p.x) + fabsf(pose_b->p.y - pose_a->p.y);
    q->doubt = 2.0f * IMPI_FLOAT_DOUBT * (a->reach + b->reach + away);  // all of it is in floats
    impi_lanes most = impi_lanes_max(impi_lanes_load(q->sides.separation_a), impi_lanes_load(q->sides.separation_b));
    if (groups == 2)
    {
        most = impi_lanes_max(most, impi_lanes_load(q->sides.separation_a + 4));
        most = impi_lanes_max(most, impi_lanes_load(q->sides.separation_b + 4));
    }
    bool overlap = impi_lanes_less(impi_lanes_splat(-q->doubt), most) == 0;
    bool apart = impi_lanes_less(impi_lanes_splat(q->doubt), most) != 0;
    return overlap ? IMP2I_QUICK_OVERLAP : apart ? IMP2I_QUICK_APART : IMP2I_QUICK_UNSURE;
}

/// The hit at a place along the reference side, at a time (0 for an overlap of some depth). (mx, my) is the motion in
/// A's frame.
static inline void write_hit(const imp2_pose* pose_a, const imp2i_quick_pair* q, const facing* f, bool on_b,
                             float along, float time, float mx, float my, float depth, imp2_hit* out)
{
    float c = pose_a->q.c, s = pose_a->q.s;
    // On the reference side; where that is B's it has moved, and in an overlap A's core is deeper by the whole depth.
    float x = f->x - f->ny * along, y = f->y + f->nx * along;
    float moved = on_b ? time : 0.0f;
    float half = on_b ? -0.5f * depth : 0.5f * depth;
    x += moved * mx;
    y += moved * my;
    float unit = 2.0f - (float)q->rel.unit_a, sign = on_b ? -unit : unit;
    float nx = (c * f->nx - s * f->ny) * sign, ny = (s * f->nx + c * f->ny) * sign;
    float px = c * x - s * y - nx * half, py = s * x + c * y - ny * half;
    out->kind = depth > 0.0f ? IMP_SWEEP_OVERLAP : IMP_SWEEP_HIT;
    out->time = depth > 0.0f ? 0.0f : imp2i_some_time(time);
    out->normal.x = nx;
    out->normal.y = ny;
    out->point.x = pose_a->p.x + px;
    out->point.y = pose_a->p.y + py;
    out->depth = depth;
}

static inline bool overlap_groups(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b, int32_t groups,
                                  const imp2i_quick_pair* q, imp2_hit* out)
{
    imp2i_axis axis;
    float along;
    imp2i_best_axis(a, b, &q->sides, groups, &axis);
    facing f = find_facing(a, b, &q->sides, groups, axis.on_b, axis.side);
    if (!deepest_point(&f, axis.separation, 0.25f * q->doubt, &along))
    {
        return false;
    }
    write_hit(pose_a, q, &f, axis.on_b, along, 0.0f, 0.0f, 0.0f, -axis.separation * (float)q->rel.unit_a, out);
    return true;
}

static inline int quick_start_groups(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b,
                                     const imp2_pose* pose_b, int32_t groups, imp2i_quick_pair* q, imp2_hit* out)
{
    int start = start_groups(a, pose_a, b, pose_b, groups, q);
    bool told = start != IMP2I_QUICK_OVERLAP || overlap_groups(a, pose_a, b, groups, q, out);
    return told ? start : IMP2I_QUICK_UNSURE;
}

int imp2i_quick_start(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b, const imp2_pose* pose_b,
                      imp2i_quick_pair* q, imp2_hit* out)
{
    return a->count <= 4 && b->count <= 4 ? quick_start_groups(a, pose_a, b, pose_b, 1, q, out)
                                          : quick_start_groups(a, pose_a, b, pose_b, 2, q, out);
}

static inline int sweep_groups(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b,
                               const imp2_pose* pose_b, imp2i_dvec motion, int32_t groups, imp2_hit* out)
{
    imp2i_quick_pair q;
    int start = quick_start_groups(a, pose_a, b, pose_b, groups, &q, out);
    if (start != IMP2I_QUICK_APART)
    {
        return start == IMP2I_QUICK_OVERLAP ? IMP2I_CLIP_HIT : IMP2I_CLIP_UNSURE;
    }
    const imp2i_sides* sides = &q.sides;
    float c = pose_a->q.c, s = pose_a->q.s, x_w = (float)motion.x, y_w = (float)motion.y;
    float inverse = 3.0f - 2.0f * (float)q.rel.unit_a;
    float mx = (c * x_w + s * y_w) * inverse, my = (c * y_w - s * x_w) * inverse;
    float doubt = q.doubt + 2.0f * IMPI_FLOAT_DOUBT * (fabsf(mx) + fabsf(my)), time;
    imp2i_clip clip;
    imp2i_clip_start(&clip, impi_lanes_splat(doubt));
    impi_lanes x = impi_lanes_splat(mx), y = impi_lanes_splat(my);
    impi_lanes back_x = impi_lanes_splat(-mx), back_y = impi_lanes_splat(-my);
    for (int32_t g = 0; g < groups; ++g)
    {
        impi_lanes nx = impi_lanes_load(a->normal_x + 4 * g), ny = impi_lanes_load(a->normal_y + 4 * g);
        imp2i_clip_four(&clip, g, impi_lanes_load(sides->separation_a + 4 * g),
                        impi_lanes_add(impi_lanes_mul(nx, x), impi_lanes_mul(ny, y)));
        nx = impi_lanes_load(sides->bnx + 4 * g);
        ny = impi_lanes_load(sides->bny + 4 * g);
        imp2i_clip_four(&clip, groups + g, impi_lanes_load(sides->separation_b + 4 * g),
                        impi_lanes_add(impi_lanes_mul(nx, back_x), impi_lanes_mul(ny, back_y)));
    }
    int verdict = imp2i_clip_verdict(&clip);
    if (verdict != IMP2I_CLIP_HIT)
    {
        const imp2_hit none = {.kind = IMP_SWEEP_NEVER};
        *out = none;
        return verdict;
    }
    int32_t place = imp2i_entered_side(&clip, 2 * groups);
    if (place < 0)
    {
        return IMP2I_CLIP_UNSURE;
    }
    float times[4 * IMP2I_CLIP_GROUPS];
    for (int32_t g = 0; g < 2 * groups; ++g)
    {
        impi_lanes_store(times + 4 * g, clip.times[g]);
    }
    time = times[place];
    bool on_b = place >= 4 * groups;
    int32_t side = on_b ? place - 4 * groups : place;
    facing f = find_facing(a, b, sides, groups, on_b, side);
    float across = (f.nx * my - f.ny * mx) * (on_b ? -time : time), along;
    if (!meeting_place(&f, across, (on_b ? sides->separation_b : sides->separation_a)[side], doubt, &along))
    {
        return IMP2I_CLIP_UNSURE;
    }
    write_hit(pose_a, &q, &f, on_b, along, time, mx, my, 0.0f, out);
    return IMP2I_CLIP_HIT;
}

bool imp2i_quick_sweep(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b, const imp2_pose* pose_b,
                       imp2i_dvec motion, imp2_hit* out)
{
    return (a->count <= 4 && b->count <= 4 ? sweep_groups(a, pose_a, b, pose_b, motion, 1, out)
                                           : sweep_groups(a, pose_a, b, pose_b, motion, 2, out)) != IMP2I_CLIP_UNSURE;
}
