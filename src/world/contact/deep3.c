// SPDX-License-Identifier: MIT
//
// Sets of shapes that were made deep in each other, or put so.
//
// Their pairs of parts would give them the speeds of all their depths, which add up along a row of such things and stay with
// them. As convex shapes do, they have one contact instead, which only stops them from going deeper, and are taken apart as
// poses (solver/part_deep.inl), until they hardly overlap. Its way is that of the deepest pair of parts, which is another
// one when that has parted: it is shorter than the way out of the whole, which takes long to find.
//
// Only what the caller has moved was made so: depth from motion or load is that of rows. Triangles are surfaces, and are
// left alone.

#include "contact3.h"

#define DEEP_WHEN_PUT 0x1p-5f  // [half the thickness of the lesser, about]: a lesser depth is left to rows
#define DEEP_STILL 0x1p-8f     // [the same]: a lesser depth has parted

enum
{
    MOST_PAIRS = 64  // of parts: with more, which takes long, they are left to rows
};

static bool has_inside(const imp3_compound* c)
{
    return c->kind == IMP3_COMPOUND_SET || c->kind == IMP3_COMPOUND_SHAPE;
}

static bool is_put(const imp3_world* w, const imp3i_contact* c)
{
    uint32_t flags = w->bodies.data[c->body_a].move_flags | w->bodies.data[c->body_b].move_flags;
    return c->manifold_count == 0 && flags & (IMPI_NEW | IMPI_ARRIVED);
}

bool imp3i_find_deep(const imp3_world* w, const imp3i_contact* c, imp3_part_manifold* out, float* depth)
{
    const imp3i_collider *first = &w->colliders.data[c->collider_a], *second = &w->colliders.data[c->collider_b];
    bool known = imp3i_is_deep(c);
    *depth = 0.0f;
    if (c->deep < 0.0f || !c->solved || c->one_way || !(known || is_put(w, c)))
    {
        return false;
    }
    imp3_compound a = imp3i_collider_compound(first), b = imp3i_collider_compound(second);
    if (!has_inside(&a) || !has_inside(&b))
    {
        return false;
    }
    imp3_pose pose_a, pose_b;
    imp3_part_manifold pairs[MOST_PAIRS];
    imp3_compound_contacts found = {.manifolds = pairs, .capacity = MOST_PAIRS};
    imp3i_relative_poses(c, &pose_a, &pose_b);
    if (imp3_compound_collide(&a, &pose_a, &b, &pose_b, 0.0f, &found))
    {
        return false;
    }
    const imp3_part_manifold* deepest = NULL;
    for (int32_t i = 0; i < found.count; ++i)
    {
        deepest = !deepest || pairs[i].manifold.depth > deepest->manifold.depth ? &pairs[i] : deepest;
    }
    float lesser = first->inner < second->inner ? first->inner : second->inner;
    float least = (known ? DEEP_STILL : DEEP_WHEN_PUT) * lesser;
    if (!deepest || !(deepest->manifold.depth > least) || !(known || deepest->manifold.depth > imp3i_world_near(w)))
    {
        return false;
    }
    *out = *deepest;
    *depth = out->manifold.depth;
    imp3i_take_depth(&out->manifold, *depth);
    return true;
}

#undef DEEP_WHEN_PUT
#undef DEEP_STILL
