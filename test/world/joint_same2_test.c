// SPDX-License-Identifier: MIT
//
// joint_same.inl, for the plane.

#include "world/world2.h"

#include "hinge_kit2.h"
#include "world_probe2.h"

// Hinges in turn as they are, welded, sprung, limited, with a motor.
static void joint_at_will(imp2_joint_def* def, int32_t which)
{
    imp_axis* turn = &def->axes[TURN];
    turn->kind = which % 5 == 1 ? IMP_AXIS_LOCKED : which % 5 == 3 ? IMP_AXIS_LIMITED : IMP_AXIS_FREE;
    turn->hertz = which % 5 == 2 ? 3.0f : 0.0f;
    turn->lower = -0.1f;
    turn->upper = 0.2f;
    turn->motor = which % 5 == 4;
    turn->speed = 1.0f;
    turn->most = 5.0f;
}

static imp_status add_wheels(imp2_world* world, imp_body chassis, const imp_wheel* wheels, int32_t count,
                             imp_joint* joints)
{
    return imp2_world_add_wheels(world, chassis, at(0.0f, 1.0f, 0.0f), wheels, count, joints);
}

static imp2_compound compound_of(const imp2_shape* shape)
{
    imp2_compound r;
    assert_int_equal(imp2_compound_of_shape(shape, &r), IMP_OK);
    return r;
}

// Spans are all places, one after the other, and no tie leaves one.
static int32_t check_spans(imp2_world* world)
{
    const impi_colours* c = probe_colours(world);
    int32_t next = 0;
    for (int32_t i = 0; i < c->spans.count; ++i)
    {
        assert_int_equal(c->spans.data[i].first, next);
        next += c->spans.data[i].count;
    }
    assert_true(c->whole || c->ties.count > 0);
    for (int32_t i = 0; i < c->ties.count && !c->whole; ++i)
    {
        int32_t within = 0;
        for (int32_t k = 0; k < c->spans.count; ++k)
        {
            const impi_span* s = &c->spans.data[k];
            within += c->ties.data[i].low >= s->first && c->ties.data[i].high < s->first + s->count ? 1 : 0;
        }
        assert_int_equal(within, 1);
    }
    return c->spans.count;
}

#include "math/dim2.h"

#include "joint_same.inl"

#include "math/dim_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {SAME_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
