// SPDX-License-Identifier: MIT
//
// The outline of a region as a tree: short runs of sides, in the order of the rings, four to a box.
//
// A run lies in one part. Parts may be long slices whose boxes overlap everywhere; boxes around runs are tight, as what
// is near on a ring is near in the plane.
//
// On the boundary of the union of differences (compound_union2.c) lie a side of one compound and a corner of the other
// only where the side's normal is in the corner's cone: between the normals of the outline before and after it. So each
// box also says in which directions its runs face, corners included. Sets of directions are bits for sectors, as two
// intervals apart cannot be told from one that has both: the outline of a cave faces four ways.

#include "../math/trig.h"
#include "compound2.h"

#include <math.h>

/// Sides of a run.
#define RUN_LONGEST 8

/// Of a region of few parts, each is one run: more boxes would cost what they spare.
#define FEW_PARTS 16

/// Sectors are a little wider than they are, in radians: more than corners lean (compound_union2.c).
#define SECTOR_DOUBT 1e-4

/// A corner that bends the other way by this sine has no cone.
#define BENT 0x1p-16

/// The edge with which the first run of a loop begins: behind a seam.
static int32_t first_behind_seam(const int32_t* beyond, int32_t count)
{
    for (int32_t k = 0; k < count; ++k)
    {
        if (beyond[k > 0 ? k - 1 : count - 1] >= 0 && beyond[k] < 0)
        {
            return k;
        }
    }
    return 0;
}

/// Edge n behind the first: whether a run begins with it. length is that of the run so far, 0 behind a seam.
static bool begins_run(const int32_t* beyond, int32_t k, int32_t* length)
{
    *length = beyond[k] >= 0 ? 0 : *length == RUN_LONGEST ? 1 : *length + 1;
    return *length == 1;
}

static bool is_inner_part(const int32_t* beyond, int32_t count)
{
    for (int32_t k = 0; k < count; ++k)
    {
        if (beyond[k] < 0)
        {
            return false;
        }
    }
    return true;
}

int32_t imp2i_count_border_runs(const imp2i_cut* cut)
{
    int32_t runs = 0;
    for (int32_t i = 0; i < cut->part_count; ++i)
    {
        const int32_t* beyond = cut->beyond + cut->loop_starts[i];
        int32_t count = cut->loop_starts[i + 1] - cut->loop_starts[i], length = 0;
        int32_t first = first_behind_seam(beyond, count);
        if (cut->part_count <= FEW_PARTS)
        {
            runs += !is_inner_part(beyond, count);
            continue;
        }
        for (int32_t n = 0; n < count; ++n)
        {
            runs += begins_run(beyond, (first + n) % count, &length);
        }
    }
    return runs;
}

void imp2i_lay_out_border(imp2i_border* border, int32_t runs, impi_layout* l)
{
    border->tree.levels = 0;
    imp2i_lay_out_part_tree(&border->tree, runs, l);
    border->runs = (imp2i_border_run*)impi_take(l, (size_t)runs, sizeof *border->runs);
    int32_t n = runs;
    for (int32_t level = 0; level < border->tree.levels; ++level)
    {
        border->outward[level] = (uint64_t*)impi_take(l, (size_t)n, sizeof *border->outward[0]);
        n = (n + 3) / 4;
    }
}

/// Sectors of the directions between two, from one to the other by the shorter way.
static uint64_t sectors_between(imp2i_dvec e, imp2i_dvec f)
{
    double from = impi_atan2_d(e.y, e.x), turn = impi_atan2_d(imp2i_dcross(e, f), imp2i_ddot(e, f));
    if (fabs(turn) > 3.0)
    {
        return UINT64_MAX;  // there and back: by which side?
    }
    double to = from + turn, low = (from < to ? from : to) - SECTOR_DOUBT,
           high = (from < to ? to : from) + SECTOR_DOUBT;
    double per_radian = IMP2I_SECTORS / (2.0 * IMP2I_HALF_TURN);
    int32_t first = (int32_t)((low + 4.0 * IMP2I_HALF_TURN) * per_radian);
    int32_t last = (int32_t)((high + 4.0 * IMP2I_HALF_TURN) * per_radian);
    uint64_t sectors = 0;
    for (int32_t k = first; k <= last; ++k)
    {
        sectors |= (uint64_t)1 << (k % IMP2I_SECTORS);
    }
    return sectors;
}

static bool is_bent(imp2i_dvec e, imp2i_dvec f)
{
    return imp2i_dcross(e, f) < -BENT * (fabs(e.x) + fabs(e.y)) * (fabs(f.x) + fabs(f.y));
}

/// A box around the sides of a run that are on the outline, and the directions in which they and their first corners
/// face: a quarter of a turn to the right of those along them.
static void describe_run(const imp2_compound* c, const imp2i_border_run* run, imp2_box* box, uint64_t* outward)
{
    imp2i_outline o = imp2i_outline_of(&c->parts[run->part]);
    const imp2_box none = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    uint64_t along = 0;
    *box = none;
    for (int32_t n = 0, i = run->sides.first; n < run->sides.count; ++n)
    {
        int32_t next = i + 1 < o.sides ? i + 1 : 0, k = imp2i_find_in_loop(c, run->part, i);
        if (imp2i_is_outer_side(c, run->part, i))
        {
            const imp2_box start = {{o.x[i], o.y[i]}, {o.x[i], o.y[i]}};
            const imp2_box end = {{o.x[next], o.y[next]}, {o.x[next], o.y[next]}};
            imp2i_widen_box(box, start);
            imp2i_widen_box(box, end);
            const imp2i_dvec d = {(double)end.lower.x - start.lower.x, (double)end.lower.y - start.lower.y};
            imp2_vec from = c->beyond[k] < 0 ? imp2i_comes_from(c, run->part, k) : start.lower;
            const imp2i_dvec e = {(double)start.lower.x - from.x, (double)start.lower.y - from.y};
            along |= sectors_between(c->beyond[k] < 0 && !is_bent(e, d) ? e : d, d);
        }
        i = next;
    }
    *outward = along >> (IMP2I_SECTORS / 4) | along << (3 * IMP2I_SECTORS / 4);
}

/// The runs of a part; each gets the vertex as key with which it begins on the rings. Returns how many there are with
/// those of the parts before.
static int32_t find_runs(const imp2_compound* c, int32_t part, int32_t found, imp2i_border_run* runs, impi_keyed* order)
{
    int32_t start = c->loop_starts[part], count = c->loop_starts[part + 1] - start;
    const int32_t *beyond = c->beyond + start, *loop = c->loop + start;
    imp2i_outline o = imp2i_outline_of(&c->parts[part]);
    int32_t first = first_behind_seam(beyond, count), place = 0, last = 0, length = 0;
    if (c->part_count <= FEW_PARTS)
    {
        if (is_inner_part(beyond, count))
        {
            return found;
        }
        const imp2i_border_run all = {part, {0, o.sides}};
        runs[found] = all;
        order[found].key = (uint64_t)part;
        order[found].value = found;
        return found + 1;
    }
    for (int32_t n = 0; n < first + count; ++n)
    {
        int32_t k = n % count, next = place + 1 < o.sides ? place + 1 : 0;
        imp2_vec v = c->vertices[loop[k]];
        // Between two corners of the part there may be some of 180 degrees.
        place = v.x == o.x[next] && v.y == o.y[next] ? next : place;
        if (n < first)
        {
            continue;
        }
        if (begins_run(beyond, k, &length))
        {
            const imp2i_border_run run = {part, {place, 1}};
            runs[found] = run;
            order[found].key = (uint64_t)loop[k];
            order[found].value = found;
            last = place;
            ++found;
        }
        if (length > 0 && place != last)
        {
            imp2i_stretch* sides = &runs[found - 1].sides;
            sides->count += sides->count < o.sides;
            last = place;
        }
    }
    return found;
}

void imp2i_fill_border(const imp2_compound* c, imp2i_border* border, imp2i_border_run* runs, impi_keyed* order,
                       impi_keyed* scratch)
{
    int32_t count = 0;
    for (int32_t i = 0; i < c->part_count; ++i)
    {
        count = find_runs(c, i, count, runs, order);
    }
    impi_sort(order, scratch, count);
    for (int32_t k = 0; k < count; ++k)
    {
        border->runs[k] = runs[order[k].value];
        describe_run(c, &border->runs[k], &border->tree.boxes[0][k], &border->outward[0][k]);
    }
    imp2i_fill_part_tree(&border->tree);
    for (int32_t level = 1; level < border->tree.levels; ++level)
    {
        int32_t below = imp2i_boxes_of_level(&border->tree, level - 1);
        for (int32_t k = 0; k < imp2i_boxes_of_level(&border->tree, level); ++k)
        {
            border->outward[level][k] = 0;
            for (int32_t n = 4 * k; n < 4 * k + 4 && n < below; ++n)
            {
                border->outward[level][k] |= border->outward[level - 1][n];
            }
        }
    }
}

imp2i_border_run imp2i_border_run_of(const imp2_compound* c, int32_t k)
{
    const imp2i_compound_block* block = (const imp2i_compound_block*)c->block;
    const imp2i_border_run all = {k, {0, imp2i_side_count(&c->parts[k])}};
    return block && block->border.runs ? block->border.runs[k] : all;
}

static bool is_at_place(imp2_vec v, const imp2i_outline* o, int32_t place)
{
    return v.x == o->x[place] && v.y == o->y[place];
}

int32_t imp2i_find_in_loop(const imp2_compound* c, int32_t part, int32_t place)
{
    imp2i_outline o = imp2i_outline_of(&c->parts[part]);
    int32_t start = c->loop_starts[part], end = c->loop_starts[part + 1], k = start + place;
    for (int32_t tries = start; tries < end && !is_at_place(c->vertices[c->loop[k]], &o, place); ++tries)
    {
        k = k + 1 < end ? k + 1 : start;
    }
    return k;
}

bool imp2i_is_outer_side(const imp2_compound* c, int32_t part, int32_t side)
{
    if (!c->loop_starts)
    {
        return true;
    }
    imp2i_outline o = imp2i_outline_of(&c->parts[part]);
    int32_t start = c->loop_starts[part], end = c->loop_starts[part + 1], k = imp2i_find_in_loop(c, part, side);
    int32_t next = side + 1 < o.sides ? side + 1 : 0;
    bool outer = false;
    do
    {
        outer = c->beyond[k] < 0;
        k = k + 1 < end ? k + 1 : start;
    } while (!outer && !is_at_place(c->vertices[c->loop[k]], &o, next));
    return outer;
}

imp2_vec imp2i_comes_from(const imp2_compound* c, int32_t part, int32_t k)
{
    const imp2_vec at = c->vertices[c->loop[k]];
    for (;;)
    {
        int32_t start = c->loop_starts[part], last = (k > start ? k : c->loop_starts[part + 1]) - 1;
        imp2_vec from = c->vertices[c->loop[last]];
        part = c->beyond[last];
        if (part < 0)
        {
            return from;
        }
        k = c->loop_starts[part];
        while (k + 1 < c->loop_starts[part + 1] &&
               !(c->vertices[c->loop[k]].x == at.x && c->vertices[c->loop[k]].y == at.y))
        {
            ++k;
        }
    }
}
