// SPDX-License-Identifier: MIT
//
// Dolls for tests of both dimensions. The wrapper includes hinge_kit2.h or hinge_kit3.h.

#include "kit.inl"

enum
{
    BONES = 7,
    MOST_DOLLS = 50
};

// A doll seen from its side, so that in the plane two that stand beside each other do not overlap: trunk, head, an arm
// and a leg of two parts, and one arm more. Each bone hangs at its parent.
typedef struct bone
{
    int parent;
    float x, y;              // of its middle
    float half_x, half_y;    // of its box
    float joint_x, joint_y;  // of its joint
    float limit;
} bone;

static const bone skeleton[BONES] = {
    {-1, 0.0f, 1.1f, 0.12f, 0.28f, 0.0f, 0.0f, 0.0f}, {0, 0.0f, 1.5f, 0.09f, 0.11f, 0.0f, 1.4f, 0.5f},
    {0, 0.0f, 1.15f, 0.04f, 0.15f, 0.0f, 1.3f, 1.2f}, {2, 0.0f, 0.87f, 0.03f, 0.14f, 0.0f, 1.0f, 1.5f},
    {0, 0.0f, 0.6f, 0.06f, 0.2f, 0.0f, 0.81f, 0.8f},  {4, 0.0f, 0.19f, 0.05f, 0.19f, 0.0f, 0.39f, 1.2f},
    {0, 0.0f, 1.15f, 0.04f, 0.15f, 0.0f, 1.3f, 1.2f}};

typedef struct crowd
{
    World* world;
    int32_t dolls;
    imp_body bodies[MOST_DOLLS * BONES];
    imp_joint joints[MOST_DOLLS * BONES];  // that of a trunk is none
} crowd;

// Bones are hinges in every second joint, and balls in the others: limited about all axes, and sprung, as what hangs at
// a joint without friction swings for ever.
static inline void add_doll(crowd* c, Vec place, Vec velocity)
{
    const int32_t first = c->dolls++ * BONES;
    for (int32_t i = 0; i < BONES; ++i)
    {
        const bone* b = &skeleton[i];
        const Shape box = box_of(b->half_x, b->half_y, b->half_x < b->half_y ? b->half_x : b->half_y);
        BodyDef def = FN(body_default)();
        ColliderDef worn = FN(collider_default)();
        def.kind = IMP_BODY_DYNAMIC;
        def.pose.p = FN(vec_add)(place, at(b->x, b->y, 0.0f));
        def.velocity = velocity;
        worn.group = (uint32_t)c->dolls;
        c->bodies[first + i] = add_of(c->world, &def, &box, &worn);
        if (b->parent >= 0)
        {
            const bone* p = &skeleton[b->parent];
            JointDef joint = hinge();
            joint.a = c->bodies[first + b->parent];
            joint.b = c->bodies[first + i];
            joint.frame_a.p = at(b->joint_x - p->x, b->joint_y - p->y, 0.0f);
            joint.frame_b.p = at(b->joint_x - b->x, b->joint_y - b->y, 0.0f);
            for (int32_t k = AXES; k < DIM(AXIS_DISTANCE); ++k)
            {
                bool turns = k == TURN || i % 2 == 0;
                joint.axes[k].kind = turns ? IMP_AXIS_LIMITED : IMP_AXIS_LOCKED;
                joint.axes[k].lower = turns ? -b->limit : 0.0f;
                joint.axes[k].upper = turns ? b->limit : 0.0f;
                joint.axes[k].hertz = turns ? 5.0f : 0.0f;
                joint.axes[k].damping_ratio = 0.5f;
            }
            assert_int_equal(FN(world_add_joint)(c->world, &joint, &c->joints[first + i]), IMP_OK);
        }
    }
}

static inline double apart_of(const World* world, imp_joint joint)
{
    JointState s;
    assert_int_equal(FN(world_get_joint)(world, joint, &s), IMP_OK);
    return (double)s.values[DIM(AXIS_DISTANCE)];
}

static inline double widest_of_dolls(const crowd* c)
{
    double widest = 0.0;
    for (int32_t i = 0; i < c->dolls * BONES; ++i)
    {
        widest = i % BONES > 0 ? fmax(widest, apart_of(c->world, c->joints[i])) : widest;
    }
    return widest;
}
