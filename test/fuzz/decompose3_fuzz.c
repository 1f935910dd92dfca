// SPDX-License-Identifier: MIT
//
// Any closed surface, taken apart into convex parts and given a distance field: solids of a few corners each, one in the
// other or across each other, also turned inside out, flat, or with a triangle amiss. Both end with a status; what comes out
// keeps the tolerance and loses nothing of the mesh, and the same comes out again.

#include <math.h>

#include "bytes.h"
#include "impinge/mesh3.h"

enum
{
    SOLIDS_MAX = 4,
    POINTS_MAX = 8 * SOLIDS_MAX,
    TRIANGLES_MAX = 12 * SOLIDS_MAX + 4,
    PATIENCE = 50,  // calls of progress after which a decomposition is stopped
    FEW_CALLS = 25  // what takes no more is done twice
};

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

static imp3_vec points[POINTS_MAX];
static int32_t corners[3 * TRIANGLES_MAX];
static int32_t point_count, triangle_count;

static void explain(void)
{
    for (int32_t i = 0; i < point_count; ++i)
    {
        printf("  {%a, %a, %a},\n", (double)points[i].x, (double)points[i].y, (double)points[i].z);
    }
    for (int32_t i = 0; i < triangle_count; ++i)
    {
        printf("  %d %d %d\n", (int)corners[3 * i], (int)corners[3 * i + 1], (int)corners[3 * i + 2]);
    }
}

static void put_triangle(int32_t a, int32_t b, int32_t c)
{
    int32_t* at = &corners[3 * triangle_count++];
    at[0] = a;
    at[1] = b;
    at[2] = c;
}

/// A box whose corners are moved anywhere, or a tetrahedron.
static void put_solid(bytes* in, uint8_t how)
{
    static const uint8_t box[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                      {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    static const uint8_t four[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    int32_t first = point_count, count = how & 1 ? 4 : 8;
    float half = next_size(in);
    imp3_vec at;
    at.x = next_number(in);
    at.y = next_number(in);
    at.z = next_number(in);
    for (int k = 0; k < count; ++k)
    {
        imp3_vec* v = &points[point_count++];
        bool moved = (how & 2) != 0;
        v->x = at.x + (k & 1 ? half : -half) + (moved ? next_number(in) : 0.0f);
        v->y = at.y + (k & 2 ? half : -half) + (moved ? next_number(in) : 0.0f);
        v->z = at.z + (k & 4 ? half : -half) + (moved ? next_number(in) : 0.0f);
    }
    bool turned = (how & 4) != 0;
    for (int k = 0; k < (how & 1 ? 4 : 6); ++k)
    {
        int32_t a = first + (how & 1 ? four[k][0] : box[k][0]), b = first + (how & 1 ? four[k][1] : box[k][1]);
        int32_t c = first + (how & 1 ? four[k][2] : box[k][2]);
        put_triangle(a, turned ? c : b, turned ? b : c);
        if (!(how & 1))
        {
            int32_t d = first + box[k][3];
            put_triangle(a, turned ? d : c, turned ? c : d);
        }
    }
}

static float size_of_mesh(void)
{
    float size = 0.0f;
    for (int32_t k = 0; k < point_count; ++k)
    {
        const float off[3] = {points[k].x - points[0].x, points[k].y - points[0].y, points[k].z - points[0].z};
        for (int axis = 0; axis < 3; ++axis)
        {
            float most = off[axis] < 0.0f ? -off[axis] : off[axis];
            size = most > size ? most : size;
        }
    }
    return size;
}

static bool stop_late(void* user, float done)
{
    int* left = (int*)user;
    MUST(done >= 0.0f && done <= 1.0f);
    return --*left > 0;
}

static void check_parts(const imp3_compound* mesh, float tolerance, int32_t most)
{
    imp3_compound set, again;
    imp3_decompose_report report;
    imp3_decompose_choice choice;
    memset(&choice, 0, sizeof choice);
    choice.tolerance = tolerance;
    choice.most_parts = most;
    int left = PATIENCE, left_again = PATIENCE;
    const imp_progress watching = {stop_late, &left}, watching_again = {stop_late, &left_again};
    imp_status status = imp3_mesh_decompose(mesh, &choice, &watching, NULL, &set, &report);
    bool twice = PATIENCE - left <= FEW_CALLS;
    if (twice)
    {
        MUST(imp3_mesh_decompose(mesh, &choice, &watching_again, NULL, &again, NULL) == status && left == left_again);
    }
    if (status)
    {
        int32_t fault = imp_status_fault(status);
        MUST(fault == IMP_ERR_EMPTY || fault == IMP_ERR_RANGE || fault == IMP_ERR_STOPPED);
        return;
    }
    MUST(report.parts == set.part_count && set.part_count > 0);
    MUST(isfinite(report.outwards) && isfinite(report.inwards) && isfinite(report.volume) && report.volume > 0.0f);
    MUST(most > 0 ? report.parts <= most : report.outwards <= tolerance * 1.0001f);
    MUST(!twice || set.part_count == again.part_count);
    for (int32_t i = 0; i < set.part_count && twice; ++i)
    {
        MUST(set.parts[i].count == again.parts[i].count);
        for (int32_t k = 0; k < set.parts[i].count; ++k)
        {
            imp3_vec a, b;
            MUST(!imp3_shape_vertex(&set.parts[i], k, &a) && !imp3_shape_vertex(&again.parts[i], k, &b));
            MUST(memcmp(&a, &b, sizeof a) == 0);
        }
    }
    imp3_compound_free(&set);
    if (twice)
    {
        imp3_compound_free(&again);
    }
}

static void check_field(imp3_compound* mesh, float cell)
{
    const imp3_pose here = imp3_pose_identity();
    imp_status status = imp3_mesh_add_field(mesh, cell);
    if (status)
    {
        int32_t fault = imp_status_fault(status);
        MUST(fault == IMP_ERR_EMPTY || fault == IMP_ERR_RANGE || fault == IMP_ERR_COUNT);
        return;
    }
    for (int32_t k = 0; k < point_count; ++k)
    {
        float distance;
        imp3_vec gradient;
        MUST(!imp3_mesh_field_distance(mesh, &here, points[k], &distance, &gradient));
        MUST(isfinite(distance) && isfinite(gradient.x) && isfinite(gradient.y) && isfinite(gradient.z));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    bytes in = {data, data + size};
    uint8_t how = next_byte(&in), spoil = next_byte(&in);
    point_count = triangle_count = 0;
    for (int k = 0; k <= (how & 3); ++k)
    {
        put_solid(&in, next_byte(&in));
    }
    if (spoil & 1)
    {
        triangle_count -= 1;
    }
    if (spoil & 2)
    {
        int32_t at = 3 * (spoil >> 3) % (3 * triangle_count);
        put_triangle(corners[at], corners[at + 2], corners[at + 1]);
    }
    if (spoil & 4)
    {
        points[(spoil >> 3) % point_count] = points[0];
    }
    imp3_triangles from;
    memset(&from, 0, sizeof from);
    from.points = points;
    from.point_count = point_count;
    from.corners = corners;
    from.count = triangle_count;
    imp3_compound mesh;
    if (imp3_triangles_make(&from, NULL, &mesh, NULL))
    {
        return 0;
    }
    float extent = size_of_mesh();
    check_parts(&mesh, extent / (float)(4 + (how >> 2 & 15)), how & 64 ? 2 : 0);
    check_field(&mesh, extent / 24.0f);
    imp3_compound_free(&mesh);
    return 0;
}
