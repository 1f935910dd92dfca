// SPDX-License-Identifier: MIT
//
// Golden rows of convex decomposition: cubes of a grid in any order, with their corners moved, so that the mesh bends in and out
// everywhere, touches itself, and crosses itself.

#include "golden.h"

#include <string.h>

#include "impinge/mesh3.h"

enum
{
    PARTS = 4096,  // one case in so many: they take long
    CUBES = 3,     // along each side
    CORNERS = CUBES + 1,
    CUBE_POINTS = CORNERS * CORNERS * CORNERS,
    CUBE_TRIANGLES = 12 * CUBES * CUBES * CUBES
};

typedef struct cubes3
{
    imp3_vec points[CUBE_POINTS];
    int32_t corners[3 * CUBE_TRIANGLES];
    imp3_triangles triangles;  // of these
} cubes3;

static int32_t corner_at(const int at[3])
{
    return (at[2] * CORNERS + at[1]) * CORNERS + at[0];
}

static bool is_filled(uint64_t filled, const int at[3])
{
    bool in = true;
    for (int k = 0; k < 3; ++k)
    {
        in = in && at[k] >= 0 && at[k] < CUBES;
    }
    return in && (filled >> ((at[2] * CUBES + at[1]) * CUBES + at[0]) & 1) != 0;
}

/// The side of a cube across an axis, seen from outside.
static void put_side(cubes3* c, const int cube[3], int axis, int up)
{
    int32_t side[4];
    for (int k = 0; k < 4; ++k)
    {
        int at[3] = {cube[0], cube[1], cube[2]};
        at[axis] += up;
        at[(axis + 1) % 3] += k == 1 || k == 2;
        at[(axis + 2) % 3] += k > 1;
        side[up ? k : 3 - k] = corner_at(at);
    }
    int32_t* corners = &c->corners[3 * c->triangles.count];
    const int32_t both[6] = {side[0], side[1], side[2], side[0], side[2], side[3]};
    memcpy(corners, both, sizeof both);
    c->triangles.count += 2;
}

static void draw_cubes3(trial* t, cubes3* c)
{
    uint64_t filled = test_rng_next(&t->rng) >> 20;
    memset(&c->triangles, 0, sizeof c->triangles);
    for (int i = 0; i < CUBE_POINTS; ++i)
    {
        imp3_vec at = {(float)(i % CORNERS) * t->scale, (float)(i / CORNERS % CORNERS) * t->scale,
                       (float)(i / (CORNERS * CORNERS)) * t->scale};
        c->points[i] = imp3_vec_add(at, imp3_vec_scale(a_vec3(t), 0.0625f));
    }
    for (int i = 0; i < CUBES * CUBES * CUBES; ++i)
    {
        const int cube[3] = {i % CUBES, i / CUBES % CUBES, i / (CUBES * CUBES)};
        for (int side = 0; side < 6 && is_filled(filled, cube); ++side)
        {
            int beside[3] = {cube[0], cube[1], cube[2]};
            beside[side >> 1] += side & 1 ? 1 : -1;
            if (!is_filled(filled, beside))
            {
                put_side(c, cube, side >> 1, side & 1);
            }
        }
    }
    c->triangles.points = c->points;
    c->triangles.point_count = CUBE_POINTS;
    c->triangles.corners = c->corners;
}

static void run_imp3_mesh_decompose(trial* t)
{
    cubes3 c;
    imp3_compound mesh, set;
    imp3_decompose_report fit;
    imp3_decompose_choice choice;
    draw_cubes3(t, &c);
    memset(&choice, 0, sizeof choice);
    uint64_t bits = test_rng_next(&t->rng);
    choice.tolerance = t->scale * (0.125f + (float)(bits >> 58) * 0x1p-7f);
    choice.most_parts = (bits & 7) == 0 ? 5 : 0;
    if (!add_status(t, imp3_triangles_make(&c.triangles, NULL, &mesh, NULL)))
    {
        return;
    }
    imp_status status = imp3_mesh_decompose(&mesh, &choice, NULL, NULL, &set, &fit);
    if (!status)
    {
        add_word(t, (uint32_t)fit.parts);
        add_float(t, fit.outwards);
        add_float(t, fit.inwards);
        add_float(t, fit.volume);
    }
    add_compound3(t, status, &set);
    imp3_compound_free(&mesh);
}

static const golden_row rows[] = {GOLDEN_ROW_EVERY(imp3_mesh_decompose, PARTS, NULL)};

GOLDEN_ROWS(golden_decompose3, rows);
