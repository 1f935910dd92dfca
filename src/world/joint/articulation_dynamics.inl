// SPDX-License-Identifier: MIT
//
// Dynamics of trees of joints: forces of accelerations (recursive Newton-Euler), accelerations of forces (articulated
// bodies), the mass matrix times a vector. Source: Featherstone 2008, chapters 5 and 7.
//
// The book has spatial vectors in the links' frames. Here they are in the axes of the world, of each link at its centre
// of mass, with plain accelerations: from link to link a vector is shifted and not turned, the inertia of a link is
// block diagonal, and its velocity-dependent acceleration is what link_move gives when the parent does not accelerate.

#ifndef AXES
#include "articulation2.h"

#include "../../base/alloc.h"

#include <math.h>
#include <string.h>

#include "../../math/dim2.h"
#endif

#define SIZE DIMI(FREEDOMS)
#define LEAST_PIVOT 0x1p-44  // of what it was before others were eliminated: below, a freedom has no mass of its own

static void twist_of(DVec along, DSpin about, double* out)
{
    for (int32_t k = 0; k < AXES; ++k)
    {
        out[k] = DAT(along, k);
    }
    for (int32_t k = AXES; k < SIZE; ++k)
    {
        out[k] = FNI(dspin_numbers)(&about)[k - AXES];
    }
}

static double dot_of(const double* a, const double* b)
{
    double sum = 0.0;
    for (int32_t k = 0; k < SIZE; ++k)
    {
        sum += a[k] * b[k];
    }
    return sum;
}

// The twist at an arm from a place. Of a unit twist: a column of the shift.
static void shift_twist(const double* twist, DVec arm, double* out)
{
    DVec along = FNI(dvec_none)();
    DSpin about = FNI(dspin_none)();
    for (int32_t k = 0; k < AXES; ++k)
    {
        SET_DAT(along, k, twist[k]);
    }
    for (int32_t k = AXES; k < SIZE; ++k)
    {
        FNI(dspin_numbers)(&about)[k - AXES] = twist[k];
    }
    twist_of(FNI(dadd)(along, FNI(dspin_velocity)(about, arm)), about, out);
}

// The columns of a shift by an arm.
static void shift_columns(DVec arm, double columns[SIZE][SIZE])
{
    for (int32_t k = 0; k < SIZE; ++k)
    {
        double unit[SIZE] = {0.0};
        unit[k] = 1.0;
        shift_twist(unit, arm, columns[k]);
    }
}

// Twists of freedoms, and what a link needs of forces: to move as it does, less those that act on it anyway.
static void find_force(const World* w, TreeLink* link, bool loaded)
{
    const Body* b = &w->bodies.data[link->body];
    const LinkMotion* m = &link->motion;
    const DVec arm = FNI(dsub)(link->center, link->anchor);
    const DInertia inertia = FNI(dinertia_in_world)(link->place.q, FNI(dinertia_of)(b->inertia));
    DVec force = FNI(dscale)(m->acceleration, (double)b->mass);
    DSpin torque = FNI(dspin_add)(FNI(dinertia_apply)(inertia, m->spin_change),
                                  FNI(dspin_cross)(m->spin, FNI(dinertia_apply)(inertia, m->spin)));
    for (int32_t k = 0; k < link->count; ++k)
    {
        const DVec along = FNI(dadd)(link->along[k], FNI(dspin_velocity)(link->about[k], arm));
        twist_of(along, link->about[k], link->twist[k]);
    }
    if (loaded)
    {
        const DVec gravity = FNI(dscale)(FNI(dvec_of)(w->gravity), (double)b->mass * (double)b->gravity);
        force = FNI(dsub)(FNI(dsub)(force, gravity), FNI(dvec_of)(b->force));
        torque = FNI(dspin_sub)(torque, FNI(dspin_of)(b->torque));
    }
    twist_of(force, torque, link->force);
}

// Hands what a link needs on to its parent.
static void carry_force(TreeLink* parent, const TreeLink* link, const double* force)
{
    double columns[SIZE][SIZE];
    shift_columns(FNI(dsub)(link->center, parent->center), columns);
    for (int32_t k = 0; k < SIZE; ++k)
    {
        parent->force[k] += dot_of(columns[k], force);
    }
}

// Forces along all freedoms of links that move.
static void find_forces(const World* w, Tree* tree, bool loaded, double* out)
{
    for (int32_t i = 0; i < tree->count; ++i)
    {
        find_force(w, &tree->links[i], loaded);
    }
    for (int32_t i = tree->count - 1; i >= 0; --i)
    {
        const TreeLink* link = &tree->links[i];
        for (int32_t k = 0; k < link->count; ++k)
        {
            out[link->first + k] = dot_of(link->twist[k], link->force);
        }
        if (link->parent >= 0)
        {
            carry_force(&tree->links[link->parent], link, link->force);
        }
    }
}

// Cholesky of a small matrix in place, its lower half. False: not all of it has mass.
static bool factor_small(double m[SIZE][SIZE], int32_t count)
{
    for (int32_t i = 0; i < count; ++i)
    {
        const double least = m[i][i] * LEAST_PIVOT;
        for (int32_t j = 0; j <= i; ++j)
        {
            double sum = m[i][j];
            for (int32_t k = 0; k < j; ++k)
            {
                sum -= m[i][k] * m[j][k];
            }
            if (i == j && !(sum > least && sum > 0.0))
            {
                return false;
            }
            m[i][j] = i == j ? sqrt(sum) : sum / m[j][j];
        }
    }
    return true;
}

static void solve_small(double m[SIZE][SIZE], int32_t count, double* x)
{
    for (int32_t i = 0; i < count; ++i)
    {
        for (int32_t k = 0; k < i; ++k)
        {
            x[i] -= m[i][k] * x[k];
        }
        x[i] /= m[i][i];
    }
    for (int32_t i = count - 1; i >= 0; --i)
    {
        for (int32_t k = i + 1; k < count; ++k)
        {
            x[i] -= m[k][i] * x[k];
        }
        x[i] /= m[i][i];
    }
}

// The inertia of a link by itself, and what it needs where its parent does not accelerate.
static void begin_link(const World* w, TreeLink* link)
{
    const Body* b = &w->bodies.data[link->body];
    const DInertia inertia = FNI(dinertia_in_world)(link->place.q, FNI(dinertia_of)(b->inertia));
    find_force(w, link, true);
    for (int32_t k = 0; k < SIZE; ++k)
    {
        double unit[SIZE] = {0.0};
        DSpin about = FNI(dspin_none)();
        unit[k] = k < AXES ? (double)b->mass : 0.0;
        if (k >= AXES)
        {
            FNI(dspin_numbers)(&about)[k - AXES] = 1.0;
            twist_of(FNI(dvec_none)(), FNI(dinertia_apply)(inertia, about), unit);
        }
        memcpy(link->inertia[k], unit, sizeof unit);
    }
}

static void acceleration_of(const LinkMotion* m, double* out)
{
    twist_of(m->acceleration, m->spin_change, out);
}

// Hands the inertia of a link on to its parent, less what its freedoms give way; and the force that is left, for the
// acceleration that the parent has by its own motion.
static void carry_inertia(TreeLink* parent, const TreeLink* link)
{
    double columns[SIZE][SIZE], own[SIZE], carried[SIZE], force[SIZE];
    const DVec arm = FNI(dsub)(link->center, parent->center);
    shift_columns(arm, columns);
    acceleration_of(&parent->motion, own);
    shift_twist(own, arm, carried);
    for (int32_t k = 0; k < SIZE; ++k)
    {
        force[k] = link->force[k] + dot_of(link->inertia[k], carried);
    }
    for (int32_t i = 0; i < SIZE; ++i)
    {
        double answer[SIZE];
        for (int32_t k = 0; k < SIZE; ++k)
        {
            answer[k] = dot_of(link->inertia[k], columns[i]);
        }
        for (int32_t k = 0; k <= i; ++k)
        {
            const double sum = parent->inertia[i][k] + dot_of(columns[k], answer);
            parent->inertia[i][k] = sum;
            parent->inertia[k][i] = sum;
        }
    }
    carry_force(parent, link, force);
}

// Eliminates the freedoms of a link: their rates by forces and by what the parent does. False: one has no mass.
static bool eliminate_link(TreeLink* link, const double* forces)
{
    const int32_t count = link->count;
    double momenta[SIZE][SIZE], small[SIZE][SIZE], column[SIZE];
    for (int32_t k = 0; k < count; ++k)
    {
        for (int32_t i = 0; i < SIZE; ++i)
        {
            momenta[k][i] = dot_of(link->inertia[i], link->twist[k]);
        }
    }
    for (int32_t k = 0; k < count; ++k)
    {
        for (int32_t i = 0; i < count; ++i)
        {
            small[k][i] = dot_of(link->twist[k], momenta[i]);
        }
        link->push[k] = (forces ? forces[link->first + k] : 0.0) - dot_of(link->twist[k], link->force);
    }
    if (!factor_small(small, count))
    {
        return false;
    }
    solve_small(small, count, link->push);
    for (int32_t i = 0; i < SIZE; ++i)
    {
        for (int32_t k = 0; k < count; ++k)
        {
            column[k] = momenta[k][i];
        }
        solve_small(small, count, column);
        for (int32_t k = 0; k < count; ++k)
        {
            link->answer[k][i] = column[k];
        }
    }
    // The articulated inertia and force without what the freedoms take.
    for (int32_t k = 0; k < count; ++k)
    {
        for (int32_t i = 0; i < SIZE; ++i)
        {
            for (int32_t j = 0; j < SIZE; ++j)
            {
                link->inertia[i][j] -= momenta[k][i] * link->answer[k][j];
            }
            link->force[i] += momenta[k][i] * link->push[k];
        }
    }
    return true;
}

// Accelerations of all freedoms by forces along them; links move by their rates, each as if its parent did not
// accelerate.
static bool find_accelerations(const World* w, Tree* tree, const double* forces, double* out)
{
    for (int32_t i = 0; i < tree->count; ++i)
    {
        begin_link(w, &tree->links[i]);
    }
    for (int32_t i = tree->count - 1; i >= 0; --i)
    {
        TreeLink* link = &tree->links[i];
        if (!eliminate_link(link, forces))
        {
            return false;
        }
        if (link->parent >= 0)
        {
            carry_inertia(&tree->links[link->parent], link);
        }
    }
    // From here on `force` is the acceleration of a link.
    for (int32_t i = 0; i < tree->count; ++i)
    {
        TreeLink* link = &tree->links[i];
        double carried[SIZE] = {0.0}, own[SIZE];
        if (link->parent >= 0)
        {
            const TreeLink* parent = &tree->links[link->parent];
            shift_twist(parent->force, FNI(dsub)(link->center, parent->center), carried);
        }
        acceleration_of(&link->motion, own);
        for (int32_t k = 0; k < SIZE; ++k)
        {
            link->force[k] = carried[k] + own[k];
        }
        for (int32_t k = 0; k < link->count; ++k)
        {
            const double change = link->push[k] - dot_of(link->answer[k], carried);
            out[link->first + k] = change;
            for (int32_t j = 0; j < SIZE; ++j)
            {
                link->force[j] += link->twist[k][j] * change;
            }
        }
    }
    return true;
}

// Moves links by rates, each as if what it hangs on did not accelerate.
static void move_unaccelerated(const World* w, Tree* tree, const double* rates)
{
    for (int32_t i = 0; i < tree->count; ++i)
    {
        TreeLink* link = &tree->links[i];
        DVec center;
        LinkMotion from = FNI(base_motion)(w, tree, link, &center);
        if (link->parent >= 0)
        {
            from = tree->links[link->parent].motion;
            from.acceleration = FNI(dvec_none)();
            from.spin_change = FNI(dspin_none)();
            center = tree->links[link->parent].center;
        }
        FNI(link_move)(link, &from, center, rates, NULL);
    }
}

static bool are_numbers(const double* numbers, int32_t count)
{
    return FNI(tree_numbers_fault)(numbers, count) == 0;
}

// A call for the dynamics of a tree: rates, those given or those of its bodies, and room for results, in one block.
typedef struct DynamicsCall
{
    Tree tree;
    double *rates, *results;
} DynamicsCall;

static void close_dynamics(const World* w, DynamicsCall* a)
{
    impi_alloc_free(&w->allocator, a->rates, (size_t)a->tree.freedoms * 2 + 1, sizeof *a->rates);
    FNI(tree_close)(w, &a->tree);
}

// Opens it. Both arrays may be null; they are arguments 3 and 4, out is the one before the last.
static imp_status open_dynamics(const World* w, const imp_articulation* articulation, const double* velocities,
                                const double* numbers, const double* out, int32_t count, int32_t last,
                                DynamicsCall* call)
{
    DynamicsCall a = {.rates = NULL};
    if (!w || !articulation || (!out && count > 0))
    {
        return impi_error(IMP_ERR_NULL, !w ? 1 : !articulation ? 2 : last - 1);
    }
    imp_status status = FNI(tree_open_counted)(w, articulation, count, last, &a.tree);
    if (status)
    {
        return status;
    }
    int32_t fault = FNI(tree_numbers_fault)(velocities, count);
    status = fault ? impi_error(fault, 3) : IMP_OK;
    fault = status ? 0 : FNI(tree_numbers_fault)(numbers, count);
    status = fault ? impi_error(fault, last - 2) : status;
    fault = status ? 0 : FNI(tree_stand)(w, &a.tree);
    status = fault ? impi_error(fault, 2) : status;
    a.rates =
        status ? NULL : (double*)impi_alloc_resize(&w->allocator, NULL, 0, (size_t)count * 2 + 1, sizeof *a.rates);
    if (!a.rates)
    {
        FNI(tree_close)(w, &a.tree);
        return status ? status : impi_error(IMP_ERR_MEMORY, 0);
    }
    a.results = a.rates + count;
    FNI(tree_rates)(w, &a.tree, a.rates);
    if (velocities)
    {
        memcpy(a.rates, velocities, (size_t)count * sizeof *velocities);
    }
    *call = a;
    return IMP_OK;
}

// Ends such a call: results are written if all are numbers.
static imp_status end_dynamics(const World* w, DynamicsCall* a, bool good, double* out, int32_t count)
{
    good = good && are_numbers(a->results, count);
    if (good && count > 0)
    {
        memcpy(out, a->results, (size_t)count * sizeof *out);
    }
    close_dynamics(w, a);
    return good ? IMP_OK : impi_error(IMP_ERR_RANGE, 0);
}

imp_status FN(world_inverse_dynamics)(const World* w, const imp_articulation* articulation, const double* velocities,
                                      const double* accelerations, double* forces, int32_t count)
{
    DynamicsCall a;
    imp_status status = open_dynamics(w, articulation, velocities, accelerations, forces, count, 6, &a);
    if (status)
    {
        return status;
    }
    FNI(tree_move)(w, &a.tree, a.rates, accelerations, false);
    find_forces(w, &a.tree, true, a.results);
    return end_dynamics(w, &a, true, forces, count);
}

imp_status FN(world_forward_dynamics)(const World* w, const imp_articulation* articulation, const double* velocities,
                                      const double* forces, double* accelerations, int32_t count)
{
    DynamicsCall a;
    imp_status status = open_dynamics(w, articulation, velocities, forces, accelerations, count, 6, &a);
    if (status)
    {
        return status;
    }
    move_unaccelerated(w, &a.tree, a.rates);
    bool good = find_accelerations(w, &a.tree, forces, a.results);
    return end_dynamics(w, &a, good, accelerations, count);
}

imp_status FN(world_mass_times)(const World* w, const imp_articulation* articulation, const double* vector, double* out,
                                int32_t count)
{
    DynamicsCall a;
    if (!vector && count > 0)
    {
        return impi_error(IMP_ERR_NULL, !w ? 1 : !articulation ? 2 : 3);
    }
    imp_status status = open_dynamics(w, articulation, NULL, vector, out, count, 5, &a);
    if (status)
    {
        return status;
    }
    FNI(tree_move)(w, &a.tree, NULL, vector, true);
    find_forces(w, &a.tree, false, a.results);
    return end_dynamics(w, &a, true, out, count);
}

// Adds forces along the freedoms of a link to it and to its parent, each at its centre.
static void push_link(Tree* tree, TreeLink* link, const double* forces)
{
    const double way = link->reversed ? -1.0 : 1.0;
    DVec force = FNI(dvec_none)();
    DSpin torque = FNI(dspin_none)(), levers[DIMI(TURN_AXES)];
    double push[SIZE];
    FNI(turn_levers)(link->turns, levers);
    for (int32_t k = 0; k < link->count; ++k)
    {
        const double of = forces[link->first + k];
        force = FNI(dadd_scaled)(force, link->along[k], of);
        if (link->axes[k] >= AXES)
        {
            const DSpin lever = FNI(dspin_in_world)(link->frame, levers[link->axes[k] - AXES]);
            torque = FNI(dspin_add)(torque, FNI(dspin_scale)(lever, of * way));
        }
    }
    torque = FNI(dspin_add)(torque, FNI(dspin_lever)(FNI(dsub)(link->anchor, link->center), force));
    twist_of(force, torque, push);
    for (int32_t k = 0; k < SIZE; ++k)
    {
        link->force[k] += push[k];
        push[k] = -push[k];
    }
    if (link->parent >= 0)
    {
        carry_force(&tree->links[link->parent], link, push);
    }
}

// A force and a torque of a twist's kind, as bodies take them.
static void push_of(const double* push, Vec* force, Spin* torque)
{
    for (int32_t k = 0; k < AXES; ++k)
    {
        SET_AT(*force, k, (float)push[k]);
    }
    for (int32_t k = AXES; k < SIZE; ++k)
    {
        FNI(spin_numbers)(torque)[k - AXES] = (float)push[k];
    }
}

static bool may_push(const Body* b, const double* push)
{
    Vec force;
    Spin torque;
    push_of(push, &force, &torque);
    return !FNI(vec_fault_large)(force) && !FNI(spin_fault_large)(torque) &&
           !FNI(vec_fault_large)(FN(vec_add)(b->force, force)) &&
           !FNI(spin_fault_large)(FNI(spin_add)(b->torque, torque));
}

imp_status FN(world_apply_forces)(World* w, const imp_articulation* articulation, const double* forces, int32_t count)
{
    Tree tree;
    int32_t fault = FNI(world_fault)(w);
    if (fault || (!forces && count > 0))
    {
        return impi_error(fault ? fault : IMP_ERR_NULL, fault ? 1 : 3);
    }
    imp_status status = FNI(tree_open_counted)(w, articulation, count, 4, &tree);
    if (status)
    {
        return status;
    }
    fault = FNI(tree_stand)(w, &tree);
    status = fault ? impi_error(fault, 2) : IMP_OK;
    fault = status ? 0 : FNI(tree_numbers_fault)(forces, count);
    status = fault ? impi_error(fault, 3) : status;
    for (int32_t i = 0; i < tree.count && !status; ++i)
    {
        memset(tree.links[i].force, 0, sizeof tree.links[i].force);
        push_link(&tree, &tree.links[i], forces);
    }
    for (int32_t i = 0; i < tree.count && !status; ++i)
    {
        bool may = may_push(&w->bodies.data[tree.links[i].body], tree.links[i].force);
        status = may ? IMP_OK : impi_error(IMP_ERR_RANGE, 3);
    }
    for (int32_t i = 0; i < tree.count && !status; ++i)
    {
        const imp_body body = {impi_pool_id(&w->body_pool, tree.links[i].body)};
        Vec force;
        Spin torque;
        push_of(tree.links[i].force, &force, &torque);
        (void)FN(world_apply_force_and_torque)(w, body, force, torque);
    }
    FNI(tree_close)(w, &tree);
    return status;
}

#undef SIZE
#undef LEAST_PIVOT
