// SPDX-License-Identifier: MIT
//
// Sets of hulls that are sunk in a half-space: it overlaps without end along all but its own normal, so that is the way out,
// and as deep as the lowest corner.

#include <math.h>

#include "impinge/impinge3.h"
#include "support.h"

enum
{
    HULLS = 3,
    CORNERS = 12,
    POSES = 400
};

static float random_part(uint64_t* state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (float)((double)(*state >> 40) * 0x1p-23 - 1.0);
}

static imp3_vec random_vec(uint64_t* state, float size)
{
    const float x = random_part(state), y = random_part(state), z = random_part(state);
    return (imp3_vec){size * x, size * y, size * z};
}

static void sets_leave_half_spaces_along_their_normal(void** state)
{
    (void)state;
    uint64_t seed = 7;
    int32_t sunk = 0;
    for (int round = 0; round < POSES; round++)
    {
        imp3_shape hulls[HULLS], plane;
        imp3_compound set, ground;
        for (int k = 0; k < HULLS; k++)
        {
            imp3_vec points[CORNERS], middle = {0.8f * (float)k, 0, 0};
            for (int i = 0; i < CORNERS; i++)
            {
                points[i] = imp3_vec_add(middle, random_vec(&seed, 0.5f));
            }
            assert_int_equal(imp3_hull_make(points, CORNERS, 0, NULL, &hulls[k], NULL), IMP_OK);
        }
        assert_int_equal(imp3_half_space_make((imp3_vec){0, 1, 0}, 0, &plane), IMP_OK);
        assert_int_equal(imp3_compound_make(hulls, HULLS, NULL, &set), IMP_OK);
        assert_int_equal(imp3_compound_of_shape(&plane, &ground), IMP_OK);
        const imp3_pose here = imp3_pose_identity();
        imp3_pose pose;
        assert_int_equal(imp3_pose_make(random_vec(&seed, 0.6f), random_vec(&seed, 1), 3, &pose), IMP_OK);
        imp3_compound_contacts found = {0};
        assert_int_equal(imp3_compound_collide(&set, &pose, &ground, &here, 0, &found), IMP_OK);
        float lowest = INFINITY;
        for (int k = 0; k < HULLS; k++)
        {
            imp3_vec low;
            assert_int_equal(imp3_shape_support(&hulls[k], &pose, (imp3_vec){0, -1, 0}, &low, NULL), IMP_OK);
            lowest = fminf(lowest, low.y);
            imp3_shape_free(&hulls[k]);
        }
        if (lowest < -0.01f)
        {
            sunk++;
            assert_true(fabsf(found.depth + lowest) < 1e-5f);
            assert_true(found.normal.y < -0.99999f);
        }
        imp3_compound_free(&set);
    }
    assert_true(sunk > POSES / 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sets_leave_half_spaces_along_their_normal)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
