// SPDX-License-Identifier: MIT
//
// Trees of joints, read from the world for one call: their links and freedoms, where they are, how they move.
//
// All vectors are in the axes of the world, from the place of the first body: nothing is turned from link to link, and
// trees far from the world's origin are as exact as near ones. Which end of a joint is the parent does not matter: its
// rates are those of frame B against frame A, and what moves A against B is minus that.

#ifndef AXES
#include "articulation2.h"

#include "../../base/alloc.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "../../math/dim2.h"
#endif

// Whether an axis has one value only: then it is no freedom.
static bool is_fixed_axis(const imp_axis* a)
{
    return a->kind == IMP_AXIS_LOCKED || (a->kind == IMP_AXIS_LIMITED && a->lower >= a->upper);
}

// The place among known of a body, or the empty one where it belongs.
static int32_t* find_known(const Tree* tree, int32_t body)
{
    uint32_t at = (uint32_t)body * 2654435761u & tree->mask;
    while (tree->known[at] > 0 && tree->links[tree->known[at] - 1].body != body)
    {
        at = (at + 1) & tree->mask;
    }
    return &tree->known[at];
}

// The link of a body, or -1.
static int32_t link_of_body(const Tree* tree, int32_t body)
{
    return body < 0 ? -1 : *find_known(tree, body) - 1;
}

static bool is_dynamic_body(const World* w, int32_t body)
{
    return body >= 0 && w->bodies.data[body].kind == IMP_BODY_DYNAMIC;
}

static void add_link(Tree* tree, const TreeLink* link)
{
    int32_t* known = find_known(tree, link->body);
    tree->links[tree->count++] = *link;
    *known = tree->count;
    tree->freedoms += link->count;
}

// Adds a link by the joint that it hangs on. Returns 0, or IMP_ERR_RANGE where that does not go on with the tree.
static int32_t add_link_by(const World* w, Tree* tree, int32_t joint)
{
    const Joint* j = &w->joints.all.data[joint];
    const int32_t link_a = link_of_body(tree, j->body_a), link_b = link_of_body(tree, j->body_b);
    const bool new_a = is_dynamic_body(w, j->body_a) && link_a < 0, new_b = is_dynamic_body(w, j->body_b) && link_b < 0;
    TreeLink link = {.joint = joint, .reversed = new_a, .first = tree->freedoms};
    link.body = new_a ? j->body_a : j->body_b;
    link.parent = new_a ? link_b : link_a;
    link.base = link.parent >= 0 ? -1 : new_a ? j->body_b : j->body_a;
    if (new_a == new_b || j->def.axes[DIM(AXIS_DISTANCE)].kind != IMP_AXIS_FREE || w->bodies.data[link.body].locks)
    {
        return IMP_ERR_RANGE;
    }
    for (int32_t i = 0; i < DIM(AXIS_DISTANCE); ++i)
    {
        if (!is_fixed_axis(&j->def.axes[i]))
        {
            link.axes[link.count++] = i;
        }
    }
    add_link(tree, &link);
    return 0;
}

static int32_t add_root(const World* w, Tree* tree, imp_body root)
{
    const int32_t body = FNI(find_body)(w, root);
    TreeLink link = {.body = body, .joint = -1, .parent = -1, .base = -1, .count = DIMI(FREEDOMS)};
    if (body < 0 || !is_dynamic_body(w, body) || w->bodies.data[body].locks)
    {
        return body < 0 ? IMP_ERR_HANDLE : IMP_ERR_RANGE;
    }
    for (int32_t i = 0; i < DIMI(FREEDOMS); ++i)
    {
        link.axes[i] = i;
    }
    add_link(tree, &link);
    return 0;
}

static bool reserve_links(const World* w, Tree* tree, int32_t joints)
{
    uint32_t slots = 4;
    while (slots < 2 * ((uint32_t)joints + 1))
    {
        slots *= 2;
    }
    for (int32_t pass = 0; pass < 2; ++pass)
    {
        impi_layout l = {(char*)tree->block, 0};
        tree->links = (TreeLink*)impi_take(&l, (size_t)joints + 1, sizeof *tree->links);
        tree->known = (int32_t*)impi_take(&l, slots, sizeof *tree->known);
        tree->size = l.size;
        tree->block = tree->block ? tree->block : impi_alloc_resize(&w->allocator, NULL, 0, l.size, 1);
        if (!tree->block)
        {
            return false;
        }
    }
    memset(tree->known, 0, slots * sizeof *tree->known);
    tree->mask = slots - 1;
    return true;
}

imp_status FNI(tree_open)(const World* w, const imp_articulation* articulation, Tree* out)
{
    Tree tree = {.count = 0};
    if (!w || !articulation || (articulation->joint_count > 0 && !articulation->joints))
    {
        return impi_error(IMP_ERR_NULL, w ? 2 : 1);
    }
    if (articulation->joint_count < 0 || articulation->joint_count > w->joints.pool.used)
    {
        return impi_error(articulation->joint_count < 0 ? IMP_ERR_COUNT : IMP_ERR_HANDLE, 2);
    }
    if (!reserve_links(w, &tree, articulation->joint_count))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    int32_t fault = articulation->root.id != 0 ? add_root(w, &tree, articulation->root) : 0;
    for (int32_t i = 0; i < articulation->joint_count && !fault; ++i)
    {
        const int32_t joint = impi_pool_find(&w->joints.pool, articulation->joints[i].id);
        fault = joint < 0 ? IMP_ERR_HANDLE : add_link_by(w, &tree, joint);
    }
    if (fault)
    {
        FNI(tree_close)(w, &tree);
        return impi_error(fault, 2);
    }
    tree.origin = tree.count > 0 ? FNI(dvec_of)(w->bodies.data[tree.links[0].body].pose.p) : FNI(dvec_none)();
    *out = tree;
    return IMP_OK;
}

void FNI(tree_close)(const World* w, Tree* tree)
{
    impi_alloc_free(&w->allocator, tree->block, tree->size, 1);
}

imp_status FNI(tree_open_counted)(const World* w, const imp_articulation* articulation, int32_t count, int32_t at,
                                  Tree* out)
{
    imp_status status = FNI(tree_open)(w, articulation, out);
    if (!status && count != out->freedoms)
    {
        FNI(tree_close)(w, out);
        status = impi_error(IMP_ERR_COUNT, at);
    }
    return status;
}

int32_t FNI(tree_numbers_fault)(const double* numbers, int32_t count)
{
    const double most = (double)IMP_MAGNITUDE_MAX;
    for (int32_t i = 0; i < count && numbers; ++i)
    {
        if (!(fabs(numbers[i]) <= most))
        {
            return fabs(numbers[i]) <= DBL_MAX ? IMP_ERR_MAGNITUDE : IMP_ERR_NAN;
        }
    }
    return 0;
}

// Places

LinkPlace FNI(place_of_body)(const World* w, int32_t body, DVec origin)
{
    const Pose pose = body >= 0 ? w->bodies.data[body].pose : FN(pose_identity)();
    const LinkPlace r = {FNI(dsub)(FNI(dvec_of)(pose.p), origin), FNI(drot_unit)(FNI(drot_of)(pose.q))};
    return r;
}

// A frame of a body, in the axes that the body is given in.
static LinkPlace frame_of(const LinkPlace* body, const Pose* frame)
{
    const LinkPlace r = {FNI(dadd)(body->p, FNI(drot_apply)(body->q, FNI(dvec_of)(frame->p))),
                         FNI(drot_within)(body->q, FNI(drot_unit)(FNI(drot_of)(frame->q)))};
    return r;
}

// The body of a frame.
static LinkPlace body_of_frame(const LinkPlace* at, const Pose* frame)
{
    LinkPlace r;
    r.q = FNI(drot_within)(at->q, FNI(drot_back)(FNI(drot_unit)(FNI(drot_of)(frame->q))));
    r.p = FNI(dsub)(at->p, FNI(drot_apply)(r.q, FNI(dvec_of)(frame->p)));
    return r;
}

LinkPlace FNI(place_by_joint)(const JointDef* def, const LinkPlace* from, bool reversed, const double* values)
{
    LinkPlace a = frame_of(from, reversed ? &def->frame_b : &def->frame_a), b = a;
    const DRot turn = FNI(turn_rot)(values + AXES);
    DVec apart = FNI(dvec_none)();
    for (int32_t k = 0; k < AXES; ++k)
    {
        SET_DAT(apart, k, values[k]);
    }
    if (reversed)
    {
        a.q = FNI(drot_within)(b.q, FNI(drot_back)(turn));
        a.p = FNI(dsub)(b.p, FNI(drot_apply)(a.q, apart));
        return body_of_frame(&a, &def->frame_a);
    }
    b.q = FNI(drot_within)(a.q, turn);
    b.p = FNI(dadd)(a.p, FNI(drot_apply)(a.q, apart));
    return body_of_frame(&b, &def->frame_b);
}

LinkPlace FNI(place_of_parent)(const World* w, const Tree* tree, const TreeLink* link)
{
    return link->parent >= 0 ? tree->links[link->parent].place : FNI(place_of_body)(w, link->base, tree->origin);
}

// The frames of a root: the world's, and its own origin.
static void stand_root(const World* w, const Tree* tree, TreeLink* root)
{
    const Pose* pose = &w->bodies.data[root->body].pose;
    DSpin turned = FNI(dturn_between)(FN(pose_identity)().q, pose->q);
    root->frame = FNI(drot_of)(FN(pose_identity)().q);
    root->anchor = root->place.p;
    for (int32_t k = 0; k < AXES; ++k)
    {
        root->values[k] = DAT(root->place.p, k) + DAT(tree->origin, k);
    }
    for (int32_t k = 0; k < DIMI(TURN_AXES); ++k)
    {
        root->values[AXES + k] = FNI(dspin_numbers)(&turned)[k];
        root->turn_values[k] = 0.0;
    }
    FNI(turn_axes)(root->turn_values, root->turns);
}

static int32_t stand_joint(const World* w, const Tree* tree, TreeLink* link)
{
    const Joint* j = &w->joints.all.data[link->joint];
    const LinkPlace parent = FNI(place_of_parent)(w, tree, link);
    const LinkPlace a = frame_of(link->reversed ? &link->place : &parent, &j->def.frame_a),
                    b = frame_of(link->reversed ? &parent : &link->place, &j->def.frame_b);
    const DVec apart = FNI(dsub)(b.p, a.p);
    bool unique = true;
    link->frame = a.q;
    link->anchor = b.p;
    FNI(turn_values)(a.q, b.q, (double)j->turn, link->turn_values);
    FNI(turn_axes)(link->turn_values, link->turns);
    for (int32_t k = 0; k < link->count; ++k)
    {
        const int32_t axis = link->axes[k];
        link->values[k] = axis < AXES ? FNI(ddot)(FNI(drot_axis)(a.q, axis), apart) : link->turn_values[axis - AXES];
        unique &= axis < AXES || FNI(turn_is_unique)(link->turn_values);
    }
    return unique ? 0 : IMP_ERR_RANGE;
}

int32_t FNI(tree_stand)(const World* w, Tree* tree)
{
    for (int32_t i = 0; i < tree->count; ++i)
    {
        TreeLink* link = &tree->links[i];
        const Body* body = &w->bodies.data[link->body];
        link->place = FNI(place_of_body)(w, link->body, tree->origin);
        link->center = FNI(dadd)(link->place.p, FNI(drot_apply)(link->place.q, FNI(dvec_of)(body->middle)));
        if (link->joint < 0)
        {
            stand_root(w, tree, link);
        }
        else if (stand_joint(w, tree, link))
        {
            return IMP_ERR_RANGE;
        }
        const double way = link->reversed ? -1.0 : 1.0;
        for (int32_t k = 0; k < link->count; ++k)
        {
            const int32_t axis = link->axes[k];
            const DVec along = axis < AXES ? FNI(drot_axis)(link->frame, axis) : FNI(dvec_none)();
            const DSpin about =
                axis < AXES ? FNI(dspin_none)() : FNI(dspin_in_world)(link->frame, link->turns[axis - AXES]);
            link->along[k] = FNI(dscale)(along, way);
            link->about[k] = FNI(dspin_scale)(about, way);
        }
    }
    return 0;
}

// Motion

static LinkMotion motion_of_body(const World* w, int32_t body)
{
    LinkMotion r = {.velocity = FNI(dvec_none)(), .spin = FNI(dspin_none)()};
    r.acceleration = FNI(dvec_none)();
    r.spin_change = FNI(dspin_none)();
    if (body >= 0)
    {
        r.velocity = FNI(dvec_of)(w->bodies.data[body].velocity);
        r.spin = FNI(dspin_of)(w->bodies.data[body].spin);
    }
    return r;
}

LinkMotion FNI(base_motion)(const World* w, const Tree* tree, const TreeLink* link, DVec* center)
{
    *center = FNI(dvec_none)();
    if (link->base >= 0)
    {
        *center = FNI(dsub)(FNI(dvec_of)(w->bodies.data[link->base].center), tree->origin);
    }
    return motion_of_body(w, link->base);
}

// At another place of the same body.
static LinkMotion motion_at(const LinkMotion* m, DVec arm)
{
    LinkMotion r = *m;
    const DVec turning = FNI(dspin_velocity)(m->spin, arm);
    r.velocity = FNI(dadd)(m->velocity, turning);
    r.acceleration = FNI(dadd)(FNI(dadd)(m->acceleration, FNI(dspin_velocity)(m->spin_change, arm)),
                               FNI(dspin_velocity)(m->spin, turning));
    return r;
}

void FNI(link_move)(TreeLink* link, const LinkMotion* parent, DVec parent_center, const double* rates,
                    const double* changes)
{
    LinkMotion m = motion_at(parent, FNI(dsub)(link->anchor, parent_center));
    double turning[DIMI(TURN_AXES)] = {0.0};
    DVec slide = FNI(dvec_none)();
    DSpin spin = FNI(dspin_none)();
    for (int32_t k = 0; k < link->count; ++k)
    {
        const double rate = rates ? rates[link->first + k] : 0.0, change = changes ? changes[link->first + k] : 0.0;
        slide = FNI(dadd_scaled)(slide, link->along[k], rate);
        spin = FNI(dspin_add)(spin, FNI(dspin_scale)(link->about[k], rate));
        m.acceleration = FNI(dadd_scaled)(m.acceleration, link->along[k], change);
        m.spin_change = FNI(dspin_add)(m.spin_change, FNI(dspin_scale)(link->about[k], change));
        if (link->axes[k] >= AXES)
        {
            turning[link->axes[k] - AXES] = rate;
        }
    }
    // Rates are in frame A, which turns as A does.
    const DSpin before = m.spin, after = FNI(dspin_add)(before, spin), of_a = link->reversed ? after : before;
    if (link->joint >= 0)
    {
        const DSpin bias = FNI(dspin_in_world)(link->frame, FNI(turn_bias)(link->turn_values, turning));
        m.spin_change = FNI(dspin_add)(m.spin_change, FNI(dspin_cross)(of_a, spin));
        m.spin_change = FNI(dspin_add)(m.spin_change, FNI(dspin_scale)(bias, link->reversed ? -1.0 : 1.0));
    }
    m.velocity = FNI(dadd)(m.velocity, slide);
    m.acceleration = FNI(dadd_scaled)(m.acceleration, FNI(dspin_velocity)(of_a, slide), 2.0);
    m.spin = after;
    link->motion = motion_at(&m, FNI(dsub)(link->center, link->anchor));
}

void FNI(tree_move)(const World* w, Tree* tree, const double* rates, const double* changes, bool at_rest)
{
    for (int32_t i = 0; i < tree->count; ++i)
    {
        TreeLink* link = &tree->links[i];
        const TreeLink* parent = link->parent >= 0 ? &tree->links[link->parent] : NULL;
        DVec center;
        LinkMotion base = FNI(base_motion)(w, tree, link, &center);
        base = at_rest ? motion_of_body(w, -1) : base;
        FNI(link_move)(link, parent ? &parent->motion : &base, parent ? parent->center : center, rates, changes);
    }
}

void FNI(tree_rates)(const World* w, const Tree* tree, double* rates)
{
    for (int32_t i = 0; i < tree->count; ++i)
    {
        const TreeLink* link = &tree->links[i];
        const TreeLink* parent = link->parent >= 0 ? &tree->links[link->parent] : NULL;
        DVec center;
        const LinkMotion base = FNI(base_motion)(w, tree, link, &center),
                         on = parent ? motion_of_body(w, parent->body) : base, own = motion_of_body(w, link->body);
        const LinkMotion from = motion_at(&on, FNI(dsub)(link->anchor, parent ? parent->center : center)),
                         to = motion_at(&own, FNI(dsub)(link->anchor, link->center));
        const double way = link->reversed ? -1.0 : 1.0;
        const DVec slide = FNI(dscale)(FNI(dsub)(to.velocity, from.velocity), way);
        const DSpin spin = FNI(dspin_scale)(FNI(dspin_sub)(to.spin, from.spin), way);
        double turning[DIMI(TURN_AXES)];
        FNI(turn_rates)(link->turns, FNI(dspin_seen)(link->frame, spin), turning);
        for (int32_t k = 0; k < link->count; ++k)
        {
            const int32_t axis = link->axes[k];
            rates[link->first + k] =
                axis < AXES ? FNI(ddot)(FNI(drot_axis)(link->frame, axis), slide) : turning[axis - AXES];
        }
    }
}
