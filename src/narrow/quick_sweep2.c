// SPDX-License-Identifier: MIT
//
// Shortcuts of the sweeps: rays at small sharp polygons, and small sharp polygons at each other. Each takes what it can
// decide with certainty in floats and leaves the rest to the walk in doubles: grazing, sliding along a side, touching,
// thin things.
//
// What moves is clipped against the lines of all sides, four at once. Each line is crossed at a time that is known up to
// some slack, so there are four times that count: earliest and latest way in, earliest and latest way out. A miss is
// told by the first and the last, before it is known which side is which; a hit by the middle two.

#include "../math/lanes.h"
#include "../math/tolerance.h"
#include "sides2.h"
#include "sweep2.h"

#include <math.h>

#define CLIP_GROUPS (2 * IMP2_SMALL_COUNT / 4)

typedef struct quick_clip
{
    impi_lanes doubt;                    // of a separation, the motion's rounding included
    impi_lanes in_early, in_late;        // the greatest of this lane's sides
    impi_lanes out_early, out_late;      // the least, negated, so that all four are greatest ones
    int32_t close;                       // lanes with a side too close to call
    int32_t front, miss;                 // lanes with one that is beyond its side, with such a one that is not closing
    impi_lanes times[CLIP_GROUPS];       // of the way in, -INFINITY for a way out
} quick_clip;

static inline void clip_start(quick_clip* c, float doubt)
{
    c->doubt = impi_lanes_splat(doubt);
    c->in_early = c->in_late = impi_lanes_splat(-INFINITY);
    c->out_early = c->out_late = impi_lanes_splat(-1.0f);
    c->close = c->front = c->miss = 0;
}

/// Four sides: their separations, and the rates at which these change. The new operand of each maximum stands first: if
/// it is no number, because a side is slid along exactly, the old one stays.
static inline void clip_four(quick_clip* c, int32_t group, impi_lanes separation, impi_lanes rate)
{
    const impi_lanes zero = impi_lanes_splat(0.0f), never = impi_lanes_splat(-INFINITY);
    rate = impi_lanes_add(rate, zero);  // no -0, which would turn the sign of what follows
    c->close |= impi_lanes_less(impi_lanes_abs(separation), c->doubt);
    int32_t front = impi_lanes_less(c->doubt, separation);
    c->front |= front;
    c->miss |= front & ~impi_lanes_less(rate, zero);
    impi_lanes per_rate = impi_lanes_div(impi_lanes_splat(1.0f), rate);
    impi_lanes back = impi_lanes_mul(separation, per_rate), time = impi_lanes_sub(zero, back);
    impi_lanes slack = impi_lanes_abs(impi_lanes_mul(impi_lanes_add(c->doubt, c->doubt), per_rate));
    impi_lanes early = impi_lanes_sub(time, slack), late = impi_lanes_add(time, slack);
    c->in_early = impi_lanes_max(impi_lanes_if_negative(rate, early, never), c->in_early);
    c->in_late = impi_lanes_max(impi_lanes_if_negative(rate, late, never), c->in_late);
    c->out_early = impi_lanes_max(impi_lanes_if_negative(rate, never, impi_lanes_add(back, slack)), c->out_early);
    c->out_late = impi_lanes_max(impi_lanes_if_negative(rate, never, impi_lanes_sub(back, slack)), c->out_late);
    c->times[group] = impi_lanes_if_negative(rate, time, never);
}

/// The greatest of x plus the greatest of y.
static inline float sum_of_greatest(impi_lanes x, impi_lanes y)
{
    impi_lanes m = impi_lanes_max(impi_lanes_mix(x, 0, 1, y, 0, 1), impi_lanes_mix(x, 2, 3, y, 2, 3));
    float four[4];
    impi_lanes_store(four, impi_lanes_max(m, impi_lanes_swap(m)));
    return four[0] + four[2];
}

enum
{
    CLIP_MISS = 0,
    CLIP_HIT = 1,
    CLIP_UNSURE = -1
};

static inline int clip_verdict(const quick_clip* c)
{
    if (c->close || !c->front)
    {
        return CLIP_UNSURE;
    }
    if (c->miss || sum_of_greatest(c->in_early, c->out_late) > 0.0f)
    {
        return CLIP_MISS;
    }
    return sum_of_greatest(c->in_late, c->out_early) < 0.0f ? CLIP_HIT : CLIP_UNSURE;
}

/// After a hit: the first side with the latest time, the one that is entered through.
static inline int32_t entered_side(const quick_clip* c, int32_t groups, float* time)
{
    static const uint8_t first[16] = {0, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0};
    impi_lanes m = c->times[0];
    for (int32_t g = 1; g < groups; ++g)
    {
        m = impi_lanes_max(m, c->times[g]);
    }
    m = impi_lanes_max(m, impi_lanes_swap(m));
    m = impi_lanes_max(m, impi_lanes_mix(m, 2, 3, m, 0, 1));
    float four[4];
    impi_lanes_store(four, m);
    *time = four[0];
    int32_t side = 0;
    for (int32_t g = groups - 1; g >= 0; --g)
    {
        int32_t equal = impi_lanes_equal(c->times[g], m);
        side = equal ? 4 * g + first[equal] : side;
    }
    return side;
}

static inline float no_less_than_tiny(float time)
{
    return time < IMP_MAGNITUDE_MIN ? IMP_MAGNITUDE_MIN : time;
}

static inline bool ray_groups(const imp2_shape* target, const imp2_pose* pose, imp2_vec origin, imp2_vec motion,
                              int32_t groups, imp2_hit* out)
{
    // Origin and motion from the shape's position, and turned back. 1 / |q|^2 is 2 - |q|^2 to 2^-40.
    double c = pose->q.c, s = pose->q.s, square = c * c + s * s;
    float fc = pose->q.c * (float)(2.0 - square), fs = pose->q.s * (float)(2.0 - square);
    float dx = origin.x - pose->p.x, dy = origin.y - pose->p.y;
    float x = fc * dx + fs * dy, y = fc * dy - fs * dx;
    float mx = fc * motion.x + fs * motion.y, my = fc * motion.y - fs * motion.x;
    float size = target->reach + fabsf(x) + fabsf(y) + fabsf(mx) + fabsf(my);
    quick_clip clip;
    clip_start(&clip, 2.0f * IMPI_FLOAT_DOUBT * size);  // twice: all of it is in floats here
    impi_lanes lx = impi_lanes_splat(x), ly = impi_lanes_splat(y);
    impi_lanes lmx = impi_lanes_splat(mx), lmy = impi_lanes_splat(my);
    for (int32_t g = 0; g < groups; ++g)
    {
        impi_lanes nx = impi_lanes_load(target->normal_x + 4 * g), ny = impi_lanes_load(target->normal_y + 4 * g);
        impi_lanes to_x = impi_lanes_sub(lx, impi_lanes_load(target->x + 4 * g));
        impi_lanes to_y = impi_lanes_sub(ly, impi_lanes_load(target->y + 4 * g));
        impi_lanes separation = impi_lanes_add(impi_lanes_mul(nx, to_x), impi_lanes_mul(ny, to_y));
        clip_four(&clip, g, separation, impi_lanes_add(impi_lanes_mul(nx, lmx), impi_lanes_mul(ny, lmy)));
    }
    int verdict = clip_verdict(&clip);
    if (verdict != CLIP_HIT)
    {
        const imp2_hit none = {.kind = IMP_SWEEP_NEVER};
        *out = none;
        return verdict == CLIP_MISS;
    }
    // The time once more in doubles, with the normal turned to the world instead of everything else turned back.
    float estimate;
    int32_t side = entered_side(&clip, groups, &estimate);
    double nx = target->normal_x[side], ny = target->normal_y[side], vx = target->x[side], vy = target->y[side];
    double wx = c * nx - s * ny, wy = s * nx + c * ny;
    double ox = (double)origin.x - (double)pose->p.x, oy = (double)origin.y - (double)pose->p.y;
    double t = ((nx * vx + ny * vy) * square - (wx * ox + wy * oy)) / (wx * motion.x + wy * motion.y);
    double unit = 1.5 - 0.5 * square;
    out->kind = IMP_SWEEP_HIT;
    out->time = no_less_than_tiny((float)t);
    out->normal.x = (float)(wx * unit);
    out->normal.y = (float)(wy * unit);
    out->point.x = (float)(origin.x + motion.x * t);
    out->point.y = (float)(origin.y + motion.y * t);
    out->depth = 0.0f;
    return true;
}

bool imp2i_quick_ray(const imp2_shape* target, const imp2_pose* pose, imp2_vec origin, imp2_vec motion, imp2_hit* out)
{
    return target->count <= 4 ? ray_groups(target, pose, origin, motion, 1, out)
                              : ray_groups(target, pose, origin, motion, 2, out);
}

/// The reference side and the one that faces it, in A's frame; the same as imp2i_face finds, in floats.
typedef struct facing
{
    float nx, ny;      // out of the reference shape
    float length;      // of the reference side
    float at[2];       // along the reference side, where the ends of the facing side are; end 1 comes first
    float above[2];    // and how far in front of it
    float x, y;        // where the reference side starts
} facing;

static inline facing face(const imp2_shape* a, const imp2_shape* b, const imp2i_sides* f, int32_t groups, bool on_b,
                          int32_t i)
{
    const float *rx = on_b ? f->bx : a->x, *ry = on_b ? f->by : a->y;
    const float *rnx = on_b ? f->bnx : a->normal_x, *rny = on_b ? f->bny : a->normal_y;
    const float *qx = on_b ? a->x : f->bx, *qy = on_b ? a->y : f->by;
    const float *qnx = on_b ? a->normal_x : f->bnx, *qny = on_b ? a->normal_y : f->bny;
    int32_t count_r = imp2i_side_count(on_b ? b : a), count_q = imp2i_side_count(on_b ? a : b);
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
    float tip = f->at[deeper], place = tip < 0.0f ? 0.0f : tip > f->length ? f->length : tip;
    float span = f->at[0] - f->at[1], rise = f->above[0] - f->above[1];
    float above = f->above[deeper];
    if (place < tip || place > tip)
    {
        if (!(place >= f->at[1] && place <= f->at[0] && span > 0.0f))
        {
            return false;
        }
        above = f->above[1] + rise * ((place - f->at[1]) / span);
    }
    *along = place;
    return fabsf(above - separation) <= little;
}

/// Where sides that meet have a point in common: as common_point of the walk.
static inline float common_place(const facing* f, float shift_along, float doubt)
{
    float s0 = f->at[0] + shift_along, s1 = f->at[1] + shift_along;
    float low = s1 > 0.0f ? s1 : 0.0f, high = s0 < f->length ? s0 : f->length;
    float s = f->above[0] < f->above[1] ? s0 : s1;
    s = s < 0.0f ? 0.0f : s > f->length ? f->length : s;
    return fabsf(f->above[0] - f->above[1]) > doubt || low > high ? s : 0.5f * (low + high);
}

static inline int sweep_groups(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b,
                               const imp2_pose* pose_b, imp2i_dvec motion, int32_t groups, imp2_hit* out)
{
    imp2i_dpose da = imp2i_pose_a(pose_a), db = imp2i_pose_b(pose_a, pose_b);
    imp2i_relative rel = imp2i_relative_of(da, db);
    imp2i_sides sides;
    imp2i_separate_groups(a, b, &rel, &sides, groups);
    float doubt = IMPI_FLOAT_DOUBT * imp2i_scale(a, da, b, db);

    impi_lanes most = impi_lanes_max(impi_lanes_load(sides.separation_a), impi_lanes_load(sides.separation_b));
    if (groups == 2)
    {
        most = impi_lanes_max(most, impi_lanes_load(sides.separation_a + 4));
        most = impi_lanes_max(most, impi_lanes_load(sides.separation_b + 4));
    }
    bool overlap = impi_lanes_less(impi_lanes_splat(-doubt), most) == 0;
    if (!overlap && impi_lanes_less(impi_lanes_splat(doubt), most) == 0)
    {
        return CLIP_UNSURE;
    }
    double inverse = 2.0 - (da.c * da.c + da.s * da.s);
    float mx = (float)((da.c * motion.x + da.s * motion.y) * inverse);
    float my = (float)((da.c * motion.y - da.s * motion.x) * inverse);
    float time = 0.0f, along, depth = 0.0f;
    imp2i_axis axis;
    facing f;
    if (overlap)
    {
        imp2i_best_axis(a, b, &sides, groups, &axis);
        f = face(a, b, &sides, groups, axis.on_b, axis.side);
        if (!deepest_point(&f, axis.separation, 0.5f * doubt, &along))
        {
            return CLIP_UNSURE;
        }
        depth = -axis.separation * (float)rel.unit_a;
    }
    else
    {
        quick_clip clip;
        doubt += IMPI_FLOAT_DOUBT * (fabsf(mx) + fabsf(my));
        clip_start(&clip, doubt);
        impi_lanes x = impi_lanes_splat(mx), y = impi_lanes_splat(my);
        impi_lanes back_x = impi_lanes_splat(-mx), back_y = impi_lanes_splat(-my);
        for (int32_t g = 0; g < groups; ++g)
        {
            impi_lanes nx = impi_lanes_load(a->normal_x + 4 * g), ny = impi_lanes_load(a->normal_y + 4 * g);
            clip_four(&clip, g, impi_lanes_load(sides.separation_a + 4 * g),
                      impi_lanes_add(impi_lanes_mul(nx, x), impi_lanes_mul(ny, y)));
            nx = impi_lanes_load(sides.bnx + 4 * g);
            ny = impi_lanes_load(sides.bny + 4 * g);
            clip_four(&clip, groups + g, impi_lanes_load(sides.separation_b + 4 * g),
                      impi_lanes_add(impi_lanes_mul(nx, back_x), impi_lanes_mul(ny, back_y)));
        }
        int verdict = clip_verdict(&clip);
        if (verdict != CLIP_HIT)
        {
            const imp2_hit none = {.kind = IMP_SWEEP_NEVER};
            *out = none;
            return verdict;
        }
        int32_t place = entered_side(&clip, 2 * groups, &time);
        axis.on_b = place >= 4 * groups;
        axis.side = axis.on_b ? place - 4 * groups : place;
        f = face(a, b, &sides, groups, axis.on_b, axis.side);
        float across = f.nx * my - f.ny * mx;
        along = common_place(&f, (axis.on_b ? -across : across) * time, doubt);
    }
    // On the reference side; where that is B's it has moved, and in an overlap A's core is deeper by the whole depth.
    float x = f.x - f.ny * along, y = f.y + f.nx * along;
    float moved = axis.on_b ? time : 0.0f;
    float half = axis.on_b ? -0.5f * depth : 0.5f * depth;
    x += moved * mx;
    y += moved * my;
    double unit = 2.0 - rel.unit_a, sign = axis.on_b ? -unit : unit;
    double nx = (da.c * f.nx - da.s * f.ny) * sign, ny = (da.s * f.nx + da.c * f.ny) * sign;
    double px = da.c * x - da.s * y - nx * half, py = da.s * x + da.c * y - ny * half;
    out->kind = overlap ? IMP_SWEEP_OVERLAP : IMP_SWEEP_HIT;
    out->time = overlap ? 0.0f : no_less_than_tiny(time);
    out->normal.x = (float)nx;
    out->normal.y = (float)ny;
    out->point.x = (float)(pose_a->p.x + px);
    out->point.y = (float)(pose_a->p.y + py);
    out->depth = depth;
    return CLIP_HIT;
}

bool imp2i_quick_sweep(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b, const imp2_pose* pose_b,
                       imp2i_dvec motion, imp2_hit* out)
{
    return (a->count <= 4 && b->count <= 4 ? sweep_groups(a, pose_a, b, pose_b, motion, 1, out)
                                           : sweep_groups(a, pose_a, b, pose_b, motion, 2, out)) != CLIP_UNSURE;
}
