// SPDX-License-Identifier: MIT
//
// Bodies of several colliders in space pass through nothing with any of them: staffs of blocks that are large and slow
// at one end, small and fast at the other, at all speeds and spins, traced by the side of the wall on which the middle
// of each block is.

#include <stdlib.h>
#include <string.h>

#include "kit3.h"

enum
{
    BLOCKS = 6,
    SIDE = 7,  // points of the sheet along a side
    TILES_ALONG = 12,
    MOST_STEPS = 30
};

#define CELL 4.0f
#define HALF (0.5f * CELL * (SIDE - 1))
#define THIN 0.004f  // half the thickness of a solid wall [m]

enum
{
    MESH,
    BOARD,
    TURNING,
    TILES,
    WALLS
};

#define TILE (2.0f * HALF / TILES_ALONG)

static imp3_vec direction(test_rng* rng)
{
    imp3_vec v;
    do
    {
        v.x = test_rng_range(rng, -1.0f, 1.0f);
        v.y = test_rng_range(rng, -1.0f, 1.0f);
        v.z = test_rng_range(rng, -1.0f, 1.0f);
    } while (!(length_of(v) > 0.1f && length_of(v) <= 1.0f));
    return imp3_vec_scale(v, 1.0f / length_of(v));
}

static imp3_compound make_sheet(void)
{
    static imp3_vec points[SIDE * SIDE];
    static int32_t corners[6 * (SIDE - 1) * (SIDE - 1)];
    int32_t count = 0;
    imp3_compound sheet;
    for (int32_t k = 0; k < SIDE * SIDE; ++k)
    {
        const int32_t at[6] = {k, k + 1, k + SIDE, k + 1, k + SIDE + 1, k + SIDE};
        points[k] = vec(CELL * (float)(k % SIDE) - HALF, CELL * (float)(k / SIDE) - HALF, 0.0f);
        if (k % SIDE < SIDE - 1 && k / SIDE < SIDE - 1)
        {
            memcpy(corners + count, at, sizeof at);
            count += 6;
        }
    }
    const imp3_triangles triangles = {
        .points = points, .point_count = SIDE * SIDE, .corners = corners, .count = count / 3};
    assert_int_equal(imp3_triangles_make(&triangles, NULL, &sheet, NULL), IMP_OK);
    return sheet;
}

// A wall in the plane z = 0 of its body.
static imp_body make_wall(imp3_world* w, int kind, const imp3_compound* sheet, test_rng* rng)
{
    imp3_body_def def = imp3_body_default();
    imp_body body;
    imp_collider collider;
    def.kind = kind == TURNING ? IMP_BODY_KINEMATIC : IMP_BODY_STATIC;
    if (kind == TURNING)
    {
        const imp3_vec way = direction(rng), axis = direction(rng);
        def.velocity = imp3_vec_scale(way, test_rng_range(rng, 0.0f, 10.0f));
        def.angular_velocity = imp3_vec_scale(axis, test_rng_range(rng, 0.0f, 5.0f));
    }
    assert_int_equal(imp3_world_add_body(w, &def, &body), IMP_OK);
    if (kind == MESH)
    {
        const imp3_collider_def as = imp3_collider_default();
        assert_int_equal(imp3_world_add_compound(w, body, sheet, &as, &collider), IMP_OK);
        return body;
    }
    const int32_t along = kind == TILES ? TILES_ALONG : 1;
    const float size = kind == TILES ? TILE : 2.0f * HALF;
    for (int32_t k = 0; k < along * along; ++k)
    {
        imp3_shape board;
        const float x = size * (float)(k % along) - HALF, y = size * (float)(k / along) - HALF;
        const imp3_box box = {vec(x, y, -THIN), vec(x + size, y + size, THIN)};
        assert_int_equal(imp3_box_make(box, &board), IMP_OK);
        (void)wear(w, body, &board, 0.3f, 0.0f);
    }
    return body;
}

// Cubes in a row, each half as large as the one before: the least of them are fast by their arms, and not by their own
// turning.
static void wear_blocks(imp3_world* w, imp_body body, imp3_vec middles[BLOCKS])
{
    float half = 0.15f;
    for (int k = 0; k < BLOCKS; ++k)
    {
        const float at = 0.25f * (float)k;
        imp3_shape block;
        const imp3_box box = {vec(at - half, -half, -half), vec(at + half, half, half)};
        assert_int_equal(imp3_box_make(box, &block), IMP_OK);
        (void)wear(w, body, &block, 0.3f, 0.0f);
        middles[k] = vec(at, 0.0f, 0.0f);
        half *= 0.5f;
    }
}

static imp3_vec seen_from(const imp3_world* w, imp_body wall, imp_body body, imp3_vec middle)
{
    const imp3_pose pose = state_of(w, wall).pose;
    const imp3_vec at = imp3_pose_apply(state_of(w, body).pose, middle);
    return imp3_rot_apply_inverse(pose.q, imp3_vec_sub(at, pose.p));
}

// Whether a block is behind the wall, seen from the side where it has been. It may sink in for a while.
static bool comes_out_behind(imp3_vec now, float* side)
{
    bool behind = now.z * *side < -THIN;
    *side = behind ? -*side : *side;
    return behind;
}

static bool is_beside(imp3_vec at)
{
    return !(fabsf(at.x) < HALF - 4.0f && fabsf(at.y) < HALF - 4.0f);
}

// Returns whether any block has passed.
static bool throw_staff(test_rng* rng, int kind, const imp3_compound* sheet)
{
    imp3_world* w = new_world(vec(0.0f, 0.0f, 0.0f), NULL);
    imp3_vec middles[BLOCKS], seen[BLOCKS];
    float sides[BLOCKS];
    imp_body wall = make_wall(w, kind, sheet, rng), body;
    imp3_body_def def = imp3_body_default();
    const float speed = 0.3f * (float)pow(10.0, 3.0 * test_rng_unit(rng));
    const float spin = 0.3f * (float)pow(10.0, 2.5 * test_rng_unit(rng)), angle = test_rng_range(rng, -3.0f, 3.0f);
    const float side = test_rng_int(rng, 0, 1) ? 1.0f : -1.0f, along = test_rng_range(rng, -0.5f, 0.5f);
    const imp3_vec axis = direction(rng), about = direction(rng);
    def.kind = IMP_BODY_DYNAMIC;
    def.pose.p = vec(0.0f, 0.0f, side * 1.6f);
    assert_int_equal(imp3_rot_make(axis, angle, &def.pose.q), IMP_OK);
    def.velocity = vec(along * speed, 0.0f, -side * speed);
    def.angular_velocity = imp3_vec_scale(about, spin);
    assert_int_equal(imp3_world_add_body(w, &def, &body), IMP_OK);
    wear_blocks(w, body, middles);
    for (int k = 0; k < BLOCKS; ++k)
    {
        seen[k] = seen_from(w, wall, body, middles[k]);
        sides[k] = seen[k].z > 0.0f ? 1.0f : -1.0f;
    }
    bool passed = false;
    const float time = 3.2f / speed;
    const int32_t steps = time < MOST_STEPS * DT ? 3 + (int32_t)(time / DT) : MOST_STEPS;
    for (int32_t i = 0; i < steps && !passed; ++i)
    {
        run(w, 1);
        for (int k = 0; k < BLOCKS; ++k)
        {
            const imp3_vec now = seen_from(w, wall, body, middles[k]);
            const bool beside = is_beside(seen[k]) || is_beside(now);
            passed |= comes_out_behind(now, &sides[k]) && !beside;
            seen[k] = now;
        }
    }
    if (passed)
    {
        printf("    wall %d, %.9g m/s, %.9g rad/s\n", kind, (double)speed, (double)spin);
    }
    imp3_world_free(w);
    return passed;
}

static void no_block_passes(void** state)
{
    (void)state;
    imp3_compound sheet = make_sheet();
    const int32_t each = (int32_t)test_n(120);
    int32_t passed = 0;
    for (int32_t i = 0; i < each * WALLS; ++i)
    {
        test_rng rng = {test_seed() + (uint64_t)i};
        passed += throw_staff(&rng, i % WALLS, &sheet);
    }
    imp3_compound_free(&sheet);
    assert_int_equal(passed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_block_passes),
    };
    return cmocka_run_group_tests_name("staffs3", tests, NULL, NULL);
}
