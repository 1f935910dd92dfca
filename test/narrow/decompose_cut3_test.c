// SPDX-License-Identifier: MIT
//
// Cuts of decomposition: both sides are closed, and have the volume of what was cut.

#include <math.h>
#include <string.h>

#include "narrow/decompose3.h"

#include "closed_solids3.h"

/// Whether every edge is run as often there as back.
static bool is_closed(const imp3i_piece* p)
{
    static int8_t runs[512][512];
    memset(runs, 0, sizeof runs);
    assert_true(p->points.count <= 512);
    for (int32_t i = 0; i < p->corners.count; ++i)
    {
        int32_t a = p->corners.data[i], b = p->corners.data[i % 3 == 2 ? i - 2 : i + 1];
        runs[a][b] = (int8_t)(runs[a][b] + 1);
        runs[b][a] = (int8_t)(runs[b][a] - 1);
    }
    for (int32_t a = 0; a < 512; ++a)
    {
        for (int32_t b = 0; b < 512; ++b)
        {
            if (runs[a][b] != 0)
            {
                return false;
            }
        }
    }
    return true;
}

/// Six times the volume, exact in a double for what the test makes.
static double volume_of(const imp3i_piece* p)
{
    double sum = 0.0;
    for (int32_t i = 0; i < p->corners.count; i += 3)
    {
        imp3i_dvec a = imp3i_lattice_dvec(p->points.data[p->corners.data[i]]);
        imp3i_dvec b = imp3i_lattice_dvec(p->points.data[p->corners.data[i + 1]]);
        imp3i_dvec c = imp3i_lattice_dvec(p->points.data[p->corners.data[i + 2]]);
        sum += imp3i_ddot(a, imp3i_dcross(b, c));
    }
    return sum;
}

/// Cuts a piece again and again: both sides are closed, and have its volume together.
static void cut_closed(test_rng* rng, double scale)
{
    imp3i_piece piece;
    memset(&piece, 0, sizeof piece);
    assert_int_equal(impi_array_reserve(&piece.points, NULL, closed_made.point_count), IMP_OK);
    assert_int_equal(impi_array_reserve(&piece.corners, NULL, 3 * (int64_t)closed_made.count), IMP_OK);
    for (int32_t k = 0; k < closed_made.point_count; ++k)
    {
        imp3_vec v = closed_made.points[k];
        const imp3i_lattice_point at = {{(int32_t)(((double)v.x + 1.5) * scale), (int32_t)(((double)v.y + 1.5) * scale),
                                         (int32_t)(((double)v.z + 1.5) * scale)}};
        piece.points.data[piece.points.count++] = at;
    }
    memcpy(piece.corners.data, closed_made.corners, 3 * (size_t)closed_made.count * sizeof *closed_made.corners);
    piece.corners.count = 3 * closed_made.count;
    double whole = volume_of(&piece), size = scale * scale * scale;
    for (int cut = 0; cut < 4; ++cut)
    {
        imp3i_lattice_plane plane;
        imp3i_piece halves[2];
        double through = 0.0;
        for (int k = 0; k < 3; ++k)
        {
            plane.normal[k] = cut == 0 ? k == 0 : test_rng_int(rng, -(1 << 18), 1 << 18);
            int32_t at = piece.points.data[test_rng_int(rng, 0, piece.points.count - 1)].at[k];
            through += (double)plane.normal[k] * (double)at;
        }
        plane.offset = (int64_t)through;
        assert_int_equal(imp3i_piece_cut(&piece, &plane, NULL, halves), IMP_OK);
        assert_true(is_closed(&halves[0]));
        assert_true(is_closed(&halves[1]));
        double both = volume_of(&halves[0]) + volume_of(&halves[1]);
        assert_number(fabs(both - whole), <=, size * 300.0 / scale);
        int larger = halves[1].corners.count > halves[0].corners.count;
        imp3i_piece_free(&piece, NULL);
        piece = halves[larger];
        imp3i_piece_free(&halves[1 - larger], NULL);
        whole = volume_of(&piece);
    }
    imp3i_piece_free(&piece, NULL);
}

static void test_cuts(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    for (uint64_t k = 0; k < test_n(12); ++k)
    {
        switch (k % 3)
        {
        case 0: closed_torus(12, 6); break;
        case 1: closed_gear(10); break;
        default: closed_hollow();
        }
        cut_closed(&rng, k & 1 ? 300000.0 : 60.0);  // the second is so coarse that cuts cross themselves
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cuts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
