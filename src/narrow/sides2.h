// SPDX-License-Identifier: MIT
//
// The separating axis test of small polygons, four sides at once. Inline, so that the number of groups of four is a
// constant where it is called with one, and nothing loops.

#ifndef IMP2I_SIDES_H
#define IMP2I_SIDES_H

#include "../math/lanes.h"
#include "../math/tolerance.h"
#include "pair2.h"

/// Four places of v turned by (c, s) and moved by (tx, ty).
static inline void imp2i_turn_four(const float* x, const float* y, float c, float s, float tx, float ty, float* out_x,
                                   float* out_y)
{
    impi_lanes lc = impi_lanes_splat(c), ls = impi_lanes_splat(s);
    impi_lanes vx = impi_lanes_load(x), vy = impi_lanes_load(y);
    impi_lanes rx = impi_lanes_sub(impi_lanes_mul(lc, vx), impi_lanes_mul(ls, vy));
    impi_lanes ry = impi_lanes_add(impi_lanes_mul(ls, vx), impi_lanes_mul(lc, vy));
    impi_lanes_store(out_x, impi_lanes_add(rx, impi_lanes_splat(tx)));
    impi_lanes_store(out_y, impi_lanes_add(ry, impi_lanes_splat(ty)));
}

/// For each of four sides: how far the vertex of the other shape that is farthest back is beyond it.
static inline impi_lanes imp2i_four_sides(const float* nx, const float* ny, const float* x, const float* y,
                                          const float* other_x, const float* other_y, int32_t places)
{
    impi_lanes lx = impi_lanes_load(nx), ly = impi_lanes_load(ny);
    impi_lanes offset = impi_lanes_add(impi_lanes_mul(lx, impi_lanes_load(x)), impi_lanes_mul(ly, impi_lanes_load(y)));
    impi_lanes least = impi_lanes_add(impi_lanes_mul(lx, impi_lanes_splat(other_x[0])),
                                      impi_lanes_mul(ly, impi_lanes_splat(other_y[0])));
    for (int32_t j = 1; j < places; ++j)
    {
        impi_lanes value = impi_lanes_add(impi_lanes_mul(lx, impi_lanes_splat(other_x[j])),
                                          impi_lanes_mul(ly, impi_lanes_splat(other_y[j])));
        least = impi_lanes_min(value, least);
    }
    return impi_lanes_sub(least, offset);
}

/// The first place with the greatest value; groups is 1 or 2.
static inline int32_t imp2i_greatest(const float* values, int32_t groups, float* value)
{
    impi_lanes first = impi_lanes_load(values);
    return groups == 2 ? impi_lanes_greatest_of_two(first, impi_lanes_load(values + 4), value)
                       : impi_lanes_greatest(first, value);
}

/// Unused places repeat the last, so groups can be whole and their number a constant.
static inline void imp2i_separate_groups(const imp2_shape* a, const imp2_shape* b, const imp2i_relative* rel,
                                         imp2i_sides* f, int32_t groups)
{
    float c = (float)rel->c, s = (float)rel->s, tx = (float)rel->tx, ty = (float)rel->ty;
    float unit_c = (float)rel->unit_c, unit_s = (float)rel->unit_s;
    for (int32_t g = 0; g < 4 * groups; g += 4)
    {
        imp2i_turn_four(b->x + g, b->y + g, c, s, tx, ty, f->bx + g, f->by + g);
        imp2i_turn_four(b->normal_x + g, b->normal_y + g, unit_c, unit_s, 0.0f, 0.0f, f->bnx + g, f->bny + g);
    }
    int32_t places = 4 * groups;
    for (int32_t g = 0; g < places; g += 4)
    {
        const float *nx = a->normal_x + g, *ny = a->normal_y + g;
        impi_lanes_store(f->separation_a + g, imp2i_four_sides(nx, ny, a->x + g, a->y + g, f->bx, f->by, places));
        nx = f->bnx + g;
        ny = f->bny + g;
        impi_lanes_store(f->separation_b + g, imp2i_four_sides(nx, ny, f->bx + g, f->by + g, a->x, a->y, places));
    }
    f->groups = groups;
}

/// The axis of greatest separation, without its support.
static inline void imp2i_best_axis(const imp2_shape* a, const imp2_shape* b, const imp2i_sides* f, int32_t groups,
                                   imp2i_axis* out)
{
    float value_a, value_b;
    int32_t best_a = imp2i_greatest(f->separation_a, groups, &value_a);
    int32_t best_b = imp2i_greatest(f->separation_b, groups, &value_b);
    float bias = IMPI_REFERENCE_BIAS * (a->reach + b->reach);
    out->on_b = value_b > value_a + bias;
    out->side = out->on_b ? best_b : best_a;
    out->separation = out->on_b ? value_b : value_a;
}

#endif
