// SPDX-License-Identifier: MIT
//
// Ways that are covered, by the acre.
//
// Of two large regions deep in each other, nearly all pairs of runs are nearer than the way out, and all of them give
// ways that are covered. But the ways themselves are only a plane, and many pairs say the same of the same ways. So
// there is a map of it: squares, each asked once whether one piece covers all of it. Where the differences of two boxes
// lie in such squares, all that is in the boxes is left out at once.
//
// To ask a square costs about what it costs to try a pair of runs. So each pair that is tried earns a square, but for
// the first ones: what is shallow or small never asks, and in the worst case all takes twice as long.

#include "compound_union2.h"

#include <math.h>
#include <string.h>

/// So many pairs are tried before squares are asked.
#define FREE_PAIRS 512

/// Pieces that are asked about a square; among those whose boxes reach farthest around it, one that covers it comes
/// soon.
#define PIECES_ASKED 24

/// Squares that are earned by leaving something out.
#define SQUARES_EARNED 2

void imp2i_map_start(imp2i_covered_map* map, const imp2i_couple* c, imp2i_exit* best)
{
    map->couple = c;
    map->best = best;
    map->credit = -1;
    map->last.i = -1;
}

/// The map begins, and begins anew where a way out turns out to be so short that its squares may be half as large.
void imp2i_map_earn(imp2i_covered_map* map)
{
    imp2i_exit* best = map->best;
    if (++best->tried < FREE_PAIRS)
    {
        return;
    }
    best->cover_room = IMP2I_COVERS;
    double most = best->depth < map->couple->scale ? best->depth : map->couple->scale;
    double cell = 2.0 * (1.0 + 0x1p-16) * most / IMP2I_MAP_SIZE;
    if (best->tried == FREE_PAIRS || cell < 0.5 * map->cell)
    {
        map->cell = cell;
        memset(map->known, 0, sizeof map->known);
        memset(map->covered, 0, sizeof map->covered);
    }
    ++map->credit;
}

/// An imp2i_bound: where the differences of two boxes contain the spot *context, the less the farther around it.
static double bound_around(const void* context, imp2i_dbox a, imp2i_dbox b)
{
    const imp2i_spot* s = (const imp2i_spot*)context;
    double x0 = a.x1 - b.x0 + s->at.x, x1 = b.x1 - a.x0 - s->at.x, y0 = a.y1 - b.y0 + s->at.y,
           y1 = b.y1 - a.y0 - s->at.y;
    double x = x0 < x1 ? x0 : x1, y = y0 < y1 ? y0 : y1, inside = x < y ? x : y;
    return inside < s->half ? INFINITY : -inside;
}

static bool is_square_covered(imp2i_covered_map* map, int32_t x, int32_t y)
{
    const imp2i_couple* c = map->couple;
    double cell = map->cell, middle = 0.5 * IMP2I_MAP_SIZE - 0.5;
    const imp2i_spot spot = {{(x - middle) * cell, (y - middle) * cell}, (0.5 + 0x1p-16) * cell};
    imp2i_piece piece = map->last;
    if (piece.i >= 0 && imp2i_piece_covers(c, piece.i, piece.j, &spot))
    {
        return true;
    }
    imp2i_search s;
    imp2i_search_start(&s, c, bound_around, &spot);
    for (int32_t k = 0; k < PIECES_ASKED && imp2i_search_next(&s, 0x1p1000, &piece.i, &piece.j); ++k)
    {
        if (imp2i_piece_covers(c, piece.i, piece.j, &spot))
        {
            map->last = piece;
            return true;
        }
    }
    return false;
}

/// Whether squares first to last of a row are covered.
static bool is_row_covered(imp2i_covered_map* map, int32_t y, int32_t first, int32_t last)
{
    for (int32_t x = first; x <= last; ++x)
    {
        uint64_t bit = (uint64_t)1 << (x & 63), *known = &map->known[y][x >> 6], *covered = &map->covered[y][x >> 6];
        if (*covered == UINT64_MAX)
        {
            x |= 63;
            continue;
        }
        if (!(*known & bit))
        {
            if (map->credit <= 0)
            {
                return false;
            }
            --map->credit;
            *known |= bit;
            *covered |= is_square_covered(map, x, y) ? bit : 0;
        }
        if (!(*covered & bit))
        {
            return false;
        }
    }
    return true;
}

/// The square in which a coordinate of the plane lies; beyond the map where it is beyond.
static int32_t square_at(const imp2i_covered_map* map, double at)
{
    double k = at / map->cell + 0.5 * IMP2I_MAP_SIZE;
    return k < 0.0 ? -1 : k < IMP2I_MAP_SIZE ? (int32_t)k : IMP2I_MAP_SIZE;
}

double imp2i_bound_uncovered(const void* context, imp2i_dbox a, imp2i_dbox b)
{
    imp2i_covered_map* map = *(imp2i_covered_map* const*)context;
    double cost = imp2i_box_distance(NULL, a, b), most = map->best->depth;
    if (map->credit < 0 || cost > most)
    {
        return cost;
    }
    double more = 0x1p-32 * map->couple->scale;
    double low_x = b.x0 - a.x1 - more, high_x = b.x1 - a.x0 + more, low_y = b.y0 - a.y1 - more,
           high_y = b.y1 - a.y0 + more;
    low_x = low_x > -most ? low_x : -most;
    high_x = high_x < most ? high_x : most;
    low_y = low_y > -most ? low_y : -most;
    high_y = high_y < most ? high_y : most;
    int32_t x0 = square_at(map, low_x), x1 = square_at(map, high_x), y0 = square_at(map, low_y),
            y1 = square_at(map, high_y);
    if (x0 < 0 || y0 < 0 || x1 == IMP2I_MAP_SIZE || y1 == IMP2I_MAP_SIZE)
    {
        return cost;
    }
    for (int32_t y = y0; y <= y1; ++y)
    {
        if (!is_row_covered(map, y, x0, x1))
        {
            return cost;
        }
    }
    map->credit += SQUARES_EARNED;
    return INFINITY;
}
