// SPDX-License-Identifier: MIT
//
// Convex parts in worlds: seams between them are not felt, and a set of them is a body that moves.

#include <math.h>
#include <string.h>

#include "world/kit3.h"

#include "check_parts3.h"
#include "closed_solids3.h"

/// The U, its board on top: its parts lie flush beside each other there.
static void lay_board(imp3_world* w, imp3_compound* set)
{
    imp3_compound mesh;
    imp_collider collider;
    closed_u();
    for (int32_t k = 0; k < closed_made.point_count; ++k)
    {
        imp3_vec v = closed_made.points[k];
        closed_made.points[k] = vec(v.x - 1.5f, -v.y, 0.5f - v.z);
    }
    closed_mesh(&mesh);
    const imp3_decompose_choice def = choice_of_parts(0.1f);
    assert_int_equal(imp3_mesh_decompose(&mesh, &def, NULL, NULL, set, NULL), IMP_OK);
    assert_int_equal(set->part_count, 3);
    imp3_compound_free(&mesh);
    imp3_collider_def worn = imp3_collider_default();
    worn.material.friction = 0.0f;
    imp_body body = add_body(w, IMP_BODY_STATIC, vec(0.0f, 0.0f, 0.0f), vec(0.0f, 0.0f, 0.0f));
    assert_int_equal(imp3_world_add_compound(w, body, set, &worn, &collider), IMP_OK);
}

// What slides over a board of parts moves as on one.
static void test_seams(void** state)
{
    (void)state;
    for (int kind = 0; kind < 2; ++kind)
    {
        imp3_world* w = new_world(vec(0.0f, -G, 0.0f), NULL);
        imp3_compound set;
        imp3_shape shape;
        const imp3_box box = {{-0.2f, -0.2f, -0.2f}, {0.2f, 0.2f, 0.2f}};
        lay_board(w, &set);
        assert_int_equal(kind == 0 ? imp3_box_make(box, &shape) : imp3_sphere_make(vec(0.0f, 0.0f, 0.0f), 0.2f, &shape),
                         IMP_OK);
        imp_body body = add_body(w, IMP_BODY_DYNAMIC, vec(-1.2f, 0.2f, 0.0f), vec(2.0f, 0.0f, 0.0f));
        (void)wear(w, body, &shape, 0.0f, 0.0f);
        for (int step = 0; step < 66; ++step)
        {
            imp3_body_state now;
            run(w, 1);
            assert_int_equal(imp3_world_get_body(w, body, &now), IMP_OK);
            assert_number(fabs((double)now.velocity.x - 2.0), <=, 1e-4);
            assert_number(fabs((double)now.velocity.y), <=, 0.2);
            assert_number(fabs((double)now.pose.p.y - 0.2), <=, 0.01);
            assert_number(fabs((double)now.angular_velocity.z), <=, 1e-3);
        }
        imp3_world_free(w);
        imp3_compound_free(&set);
    }
}

// A set of parts is a body that moves: it falls, stands, and falls asleep, higher than the mesh by no more than the tolerance.
static void test_dynamic(void** state)
{
    (void)state;
    imp3_world* w = new_world(vec(0.0f, 0.0f, -G), NULL);
    imp3_shape floor;
    imp3_compound mesh, set;
    imp_collider collider;
    assert_int_equal(imp3_half_space_make(vec(0.0f, 0.0f, 1.0f), 0.0f, &floor), IMP_OK);
    (void)wear(w, add_body(w, IMP_BODY_STATIC, vec(0.0f, 0.0f, 0.0f), vec(0.0f, 0.0f, 0.0f)), &floor, 0.6f, 0.0f);
    closed_torus(12, 8);
    closed_mesh(&mesh);
    const imp3_decompose_choice def = choice_of_parts(0.15f);
    assert_int_equal(imp3_mesh_decompose(&mesh, &def, NULL, NULL, &set, NULL), IMP_OK);
    imp_body body = add_body(w, IMP_BODY_DYNAMIC, vec(0.0f, 0.0f, 0.6f), vec(0.0f, 0.0f, 0.0f));
    assert_int_equal(imp3_world_add_compound(w, body, &set, NULL, &collider), IMP_OK);
    run(w, 120);
    imp3_body_state now;
    assert_int_equal(imp3_world_get_body(w, body, &now), IMP_OK);
    assert_number(length_of(now.velocity), <=, 1e-3f);
    assert_number((double)now.pose.p.z - 0.35, >=, -0.01);
    assert_number((double)now.pose.p.z - 0.35, <=, 0.15);
    imp3_world_free(w);
    imp3_compound_free(&set);
    imp3_compound_free(&mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_seams),
        cmocka_unit_test(test_dynamic),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
