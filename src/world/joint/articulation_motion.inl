// SPDX-License-Identifier: MIT
//
// Motion of trees of joints in generalized coordinates: read, and set by the calls that put and move bodies, which are
// also what is recorded; and the targets of their drives.

#ifndef AXES
#include "articulation2.h"

#include "../../math/dim2.h"
#endif

// The value of an axis that is no freedom.
static double fixed_value(const imp_axis* a)
{
    return a->kind == IMP_AXIS_LIMITED ? (double)a->lower : 0.0;
}

// Opens a tree for a list of numbers of its freedoms.
static imp_status open_for_list(const World* w, const imp_articulation* articulation, const void* list,
                                int32_t capacity, int32_t* count, Tree* out)
{
    Tree tree;
    imp_status status = FNI(list_status)(w, list, capacity, count, 3);
    status = status ? status : FNI(tree_open)(w, articulation, &tree);
    if (status)
    {
        return status;
    }
    int32_t fault = FNI(tree_stand)(w, &tree);
    if (fault)
    {
        FNI(tree_close)(w, &tree);
        return impi_error(fault, 2);
    }
    *count = tree.freedoms;
    if (tree.freedoms > capacity)
    {
        FNI(tree_close)(w, &tree);
        return impi_error(IMP_ERR_SPACE, 4);
    }
    *out = tree;
    return IMP_OK;
}

imp_status FN(world_freedoms)(const World* w, const imp_articulation* articulation, imp_freedom* freedoms,
                              int32_t capacity, int32_t* count)
{
    Tree tree;
    imp_status status = open_for_list(w, articulation, freedoms, capacity, count, &tree);
    if (status)
    {
        return status;
    }
    const int32_t rooted = articulation->root.id != 0 ? 1 : 0;
    for (int32_t i = 0; i < tree.count; ++i)
    {
        for (int32_t k = 0; k < tree.links[i].count; ++k)
        {
            freedoms[tree.links[i].first + k].joint = i - rooted;
            freedoms[tree.links[i].first + k].axis = tree.links[i].axes[k];
        }
    }
    FNI(tree_close)(w, &tree);
    return IMP_OK;
}

imp_status FN(world_get_positions)(const World* w, const imp_articulation* articulation, double* positions,
                                   int32_t capacity, int32_t* count)
{
    Tree tree;
    imp_status status = open_for_list(w, articulation, positions, capacity, count, &tree);
    if (status)
    {
        return status;
    }
    for (int32_t i = 0; i < tree.count; ++i)
    {
        for (int32_t k = 0; k < tree.links[i].count; ++k)
        {
            positions[tree.links[i].first + k] = tree.links[i].values[k];
        }
    }
    FNI(tree_close)(w, &tree);
    return IMP_OK;
}

imp_status FN(world_get_velocities)(const World* w, const imp_articulation* articulation, double* velocities,
                                    int32_t capacity, int32_t* count)
{
    Tree tree;
    imp_status status = open_for_list(w, articulation, velocities, capacity, count, &tree);
    if (status)
    {
        return status;
    }
    FNI(tree_rates)(w, &tree, velocities);
    FNI(tree_close)(w, &tree);
    return IMP_OK;
}

// Opens a tree for a call that changes it by numbers of its freedoms, the third argument of four.
static imp_status open_for_change(const World* w, const imp_articulation* articulation, const double* numbers,
                                  int32_t count, int32_t at, Tree* out)
{
    int32_t fault = FNI(world_fault)(w);
    if (fault || (!numbers && count > 0))
    {
        return impi_error(fault ? fault : IMP_ERR_NULL, fault ? 1 : 3);
    }
    imp_status status = FNI(tree_open_counted)(w, articulation, count, at, out);
    fault = status ? 0 : FNI(tree_numbers_fault)(numbers, count);
    if (fault)
    {
        FNI(tree_close)(w, out);
        status = impi_error(fault, 3);
    }
    return status;
}

// Places a link by the positions of its freedoms. Returns whether they have a place.
static bool place_link(const World* w, const Tree* tree, TreeLink* link, const double* positions)
{
    double values[DIMI(FREEDOMS)] = {0.0};
    const JointDef* def = link->joint >= 0 ? &w->joints.all.data[link->joint].def : NULL;
    for (int32_t i = 0; i < DIMI(FREEDOMS) && def; ++i)
    {
        values[i] = fixed_value(&def->axes[i]);
    }
    for (int32_t k = 0; k < link->count; ++k)
    {
        values[link->axes[k]] = positions[link->first + k];
    }
    if (def)
    {
        const LinkPlace parent = FNI(place_of_parent)(w, tree, link);
        link->place = FNI(place_by_joint)(def, &parent, link->reversed, values);
        return FNI(turn_is_unique)(values + AXES);
    }
    DSpin turn = FNI(dspin_none)();
    for (int32_t k = 0; k < AXES; ++k)
    {
        SET_DAT(link->place.p, k, values[k] - DAT(tree->origin, k));
    }
    for (int32_t k = 0; k < DIMI(TURN_AXES); ++k)
    {
        FNI(dspin_numbers)(&turn)[k] = values[AXES + k];
    }
    link->place.q = FNI(drot_of_spin)(turn, 1.0);
    return true;
}

static Pose pose_of_place(const LinkPlace* place, DVec origin)
{
    Pose r;
    r.p = FNI(vec_tidy)(FNI(dadd)(place->p, origin));
    r.q = FNI(rot_of)(FNI(drot_unit)(place->q));
    return r;
}

imp_status FN(world_set_positions)(World* w, const imp_articulation* articulation, const double* positions,
                                   int32_t count)
{
    Tree tree;
    imp_status status = open_for_change(w, articulation, positions, count, 4, &tree);
    if (status)
    {
        return status;
    }
    bool good = true;
    for (int32_t i = 0; i < tree.count && good; ++i)
    {
        good = place_link(w, &tree, &tree.links[i], positions);
        const Pose pose = pose_of_place(&tree.links[i].place, tree.origin);
        good = good && !FN(pose_check)(&pose);
    }
    for (int32_t i = 0; i < tree.count && good; ++i)
    {
        const Pose pose = pose_of_place(&tree.links[i].place, tree.origin);
        const imp_body body = {impi_pool_id(&w->body_pool, tree.links[i].body)};
        (void)FN(world_set_pose)(w, body, &pose);
    }
    // Joints that turn count their turns from the new poses.
    for (int32_t i = 0; i < tree.count && good; ++i)
    {
        const TreeLink* link = &tree.links[i];
        if (link->joint >= 0 && link->count > 0 && link->axes[link->count - 1] >= AXES)
        {
            const imp_joint joint = {impi_pool_id(&w->joints.pool, link->joint)};
            (void)FN(world_set_joint_frames)(w, joint, NULL, NULL);
        }
    }
    FNI(tree_close)(w, &tree);
    return good ? IMP_OK : impi_error(IMP_ERR_RANGE, 3);
}

imp_status FN(world_set_velocities)(World* w, const imp_articulation* articulation, const double* velocities,
                                    int32_t count)
{
    Tree tree;
    imp_status status = open_for_change(w, articulation, velocities, count, 4, &tree);
    if (status)
    {
        return status;
    }
    int32_t fault = FNI(tree_stand)(w, &tree);
    status = fault ? impi_error(fault, 2) : IMP_OK;
    if (!status)
    {
        FNI(tree_move)(w, &tree, velocities, NULL, false);
    }
    for (int32_t i = 0; i < tree.count && !status; ++i)
    {
        const LinkMotion* m = &tree.links[i].motion;
        bool large = FNI(vec_fault_large)(FNI(vec_of)(m->velocity)) || !FNI(dspin_fits)(m->spin) ||
                     FNI(spin_fault_large)(FNI(spin_of)(m->spin));
        status = large ? impi_error(IMP_ERR_RANGE, 3) : IMP_OK;
    }
    for (int32_t i = 0; i < tree.count && !status; ++i)
    {
        const LinkMotion* m = &tree.links[i].motion;
        const imp_body body = {impi_pool_id(&w->body_pool, tree.links[i].body)};
        (void)FN(world_set_velocity)(w, body, FNI(vec_of)(m->velocity), FNI(spin_of)(m->spin));
    }
    FNI(tree_close)(w, &tree);
    return status;
}

imp_status FN(world_set_targets)(World* w, const imp_articulation* articulation, const double* positions,
                                 const double* velocities, int32_t count)
{
    Tree tree;
    imp_status status = open_for_change(w, articulation, positions, count, 5, &tree);
    int32_t fault = status ? 0 : FNI(tree_numbers_fault)(velocities, count);
    if (fault)
    {
        FNI(tree_close)(w, &tree);
        status = impi_error(fault, 4);
    }
    if (status)
    {
        return status;
    }
    for (int32_t i = 0; i < tree.count; ++i)
    {
        const TreeLink* link = &tree.links[i];
        for (int32_t k = 0; k < link->count && link->joint >= 0; ++k)
        {
            const imp_joint joint = {impi_pool_id(&w->joints.pool, link->joint)};
            imp_axis axis = w->joints.all.data[link->joint].def.axes[link->axes[k]];
            const float target = (float)positions[link->first + k];
            const float speed = velocities ? (float)velocities[link->first + k] : axis.speed;
            bool driven = axis.motor || axis.stiffness > 0.0f || axis.damping > 0.0f || axis.hertz > 0.0f;
            // A target that stays the same wakes nothing.
            bool same = !(axis.target < target || axis.target > target || axis.speed < speed || axis.speed > speed);
            axis.target = target;
            axis.speed = speed;
            if (driven && !same)
            {
                (void)FN(world_set_axis)(w, joint, link->axes[k], &axis);
            }
        }
    }
    FNI(tree_close)(w, &tree);
    return IMP_OK;
}
