// SPDX-License-Identifier: MIT
//
// Articulations of a description: made by the calls that make bodies, colliders and joints, all or none.
//
// Joints are checked and have their memory before anything is made, so they cannot fail. Bodies and colliders are made
// without a recorder: where one fails, those before it are taken back, with the handles that they had, and nothing has
// seen them. Then all are recorded as the calls that they were.

#ifndef AXES
#include "articulation2.h"

#include "../../base/alloc.h"

#include <string.h>

#include "../../math/dim2.h"
#endif

// An articulation that is being made.
typedef struct Making
{
    const ArticulationDef* def;
    int32_t base;  // slot, or -1
    LinkPlace* places;
    BodyDef* defs;
    imp_body* bodies;
    imp_collider* colliders;
    int32_t body_count, collider_count;  // that have been made
    void* block;
    size_t size;
    int32_t link;  // to blame, or -1
} Making;

ArticulationLink FN(articulation_link_default)(void)
{
    ArticulationLink link;
    memset(&link, 0, sizeof link);
    link.parent = IMP_LINK_FREE;
    link.body = FN(body_default)();
    link.joint = FN(joint_default)();
    return link;
}

static bool reserve_making(const World* w, Making* m)
{
    const size_t links = (size_t)m->def->link_count, colliders = (size_t)m->def->collider_count;
    for (int32_t pass = 0; pass < 2; ++pass)
    {
        impi_layout l = {(char*)m->block, 0};
        m->places = (LinkPlace*)impi_take(&l, links, sizeof *m->places);
        m->defs = (BodyDef*)impi_take(&l, links, sizeof *m->defs);
        m->bodies = (imp_body*)impi_take(&l, links, sizeof *m->bodies);
        m->colliders = (imp_collider*)impi_take(&l, colliders + 1, sizeof *m->colliders);
        m->size = l.size;
        m->block = m->block ? m->block : impi_alloc_resize(&w->allocator, NULL, 0, l.size, 1);
        if (!m->block)
        {
            return false;
        }
    }
    return true;
}

static bool has_own_mass(const ArticulationLink* link)
{
    return link->mass.mass > 0.0f;
}

// The joint of a link; frames may be zeroed, which are not turned.
static JointDef joint_of_link(const ArticulationLink* link)
{
    JointDef joint = link->joint;
    joint.frame_a.q = FNI(rot_or_none)(joint.frame_a.q);
    joint.frame_b.q = FNI(rot_or_none)(joint.frame_b.q);
    return joint;
}

// The fault of a link by itself, also in members that are not read; or 0.
static int32_t link_fault(const ArticulationLink* link, int32_t i)
{
    const Pose pose = {link->body.pose.p, FNI(rot_or_none)(link->body.pose.q)};
    const JointDef joint = joint_of_link(link);
    int32_t fault = link->parent < IMP_LINK_BASE || link->parent >= i ? IMP_ERR_RANGE : 0;
    fault = fault ? fault : imp_status_fault(FN(pose_check)(&pose));
    fault = fault ? fault : FNI(joint_def_fault)(&joint);
    for (int32_t k = 0; k < DIMI(JOINT_AXES) && !fault; ++k)
    {
        fault = impi_number_fault_large(link->values[k]);
    }
    const int32_t of_mass = FNI(mass_fault)(&link->mass);
    bool none = of_mass == IMP_ERR_RANGE && !has_own_mass(link);  // 0, which is no mass of its own
    return fault || none ? fault : of_mass;
}

// The pose of a link. Returns 0, or IMP_ERR_RANGE where it is none.
static int32_t place_made(const World* w, Making* m, int32_t i)
{
    const ArticulationLink* link = &m->def->links[i];
    double values[DIMI(FREEDOMS)];
    m->defs[i] = link->body;
    m->defs[i].kind = IMP_BODY_DYNAMIC;
    m->defs[i].pose.q = FNI(rot_or_none)(link->body.pose.q);
    if (link->parent == IMP_LINK_FREE)
    {
        m->places[i].p = FNI(dvec_of)(m->defs[i].pose.p);
        m->places[i].q = FNI(drot_unit)(FNI(drot_of)(m->defs[i].pose.q));
        return 0;
    }
    for (int32_t k = 0; k < DIMI(FREEDOMS); ++k)
    {
        values[k] = (double)link->values[k];
    }
    const LinkPlace from =
        link->parent >= 0 ? m->places[link->parent] : FNI(place_of_body)(w, m->base, FNI(dvec_none)());
    const JointDef joint = joint_of_link(link);
    m->places[i] = FNI(place_by_joint)(&joint, &from, false, values);
    m->defs[i].pose.p = FNI(vec_tidy)(m->places[i].p);
    m->defs[i].pose.q = FNI(rot_of)(FNI(drot_unit)(m->places[i].q));
    return FN(pose_check)(&m->defs[i].pose) ? IMP_ERR_RANGE : 0;
}

// The fault of a description, or 0; and where its links stand.
static int32_t check_making(const World* w, Making* m)
{
    int32_t fault = 0;
    for (int32_t i = 0; i < m->def->link_count && !fault; ++i)
    {
        fault = link_fault(&m->def->links[i], i);
        fault = fault ? fault : place_made(w, m, i);
        m->link = fault ? i : -1;
    }
    for (int32_t i = 0; i < m->def->collider_count && !fault; ++i)
    {
        const int32_t link = m->def->colliders[i].link;
        fault = link < 0 || link >= m->def->link_count ? IMP_ERR_RANGE : 0;
    }
    return fault;
}

// Makes bodies, colliders, masses: a fault, or 0.
static int32_t make_links(World* w, Making* m)
{
    int32_t fault = 0;
    for (int32_t i = 0; i < m->def->link_count && !fault; ++i)
    {
        fault = imp_status_fault(FN(world_add_body)(w, &m->defs[i], &m->bodies[i]));
        m->link = fault ? i : -1;
        m->body_count += fault ? 0 : 1;
    }
    for (int32_t i = 0; i < m->def->collider_count && !fault; ++i)
    {
        const ArticulationCollider* c = &m->def->colliders[i];
        fault = imp_status_fault(FN(world_add_compound)(w, m->bodies[c->link], c->compound, &c->def, &m->colliders[i]));
        m->link = fault ? c->link : -1;
        m->collider_count += fault ? 0 : 1;
    }
    for (int32_t i = 0; i < m->def->link_count && !fault; ++i)
    {
        const ArticulationLink* link = &m->def->links[i];
        fault = has_own_mass(link) ? imp_status_fault(FN(world_set_mass)(w, m->bodies[i], &link->mass)) : 0;
        m->link = fault ? i : -1;
    }
    return fault;
}

// Takes back what was made, the last first: the same handles are given again.
static void unmake_links(World* w, const Making* m)
{
    const Vec none = FNI(vec_none)();
    for (int32_t i = m->collider_count - 1; i >= 0; --i)
    {
        const int32_t at = impi_pool_find(&w->collider_pool, m->colliders[i].id);
        Collider* c = &w->colliders.data[at];
        FNI(one_way_count)(w, c->one_way, none);
        w->sensor_count -= c->sensor;
        w->springy_count -= impi_is_springy(c->material.restitution);
        FNI(collider_leave)(w, at);
        FNI(collider_free)(w, c);
        impi_pool_untake(&w->collider_pool, m->colliders[i].id);
    }
    for (int32_t i = m->body_count - 1; i >= 0; --i)
    {
        const int32_t slot = FNI(find_body)(w, m->bodies[i]);
        w->bodies.data[slot].first = -1;
        FNI(body_wake)(w, slot);
        impi_pool_untake(&w->body_pool, m->bodies[i].id);
    }
}

static void record_links(World* w, const Making* m)
{
    for (int32_t i = 0; i < m->body_count; ++i)
    {
        IMPI_RECORD(w, ADD_BODY, .result = m->bodies[i].id, .body = m->defs[i]);
    }
    for (int32_t i = 0; i < m->collider_count; ++i)
    {
        const int32_t at = impi_pool_find(&w->collider_pool, m->colliders[i].id);
        FNI(collider_record)(w, at, &m->def->colliders[i].def);
    }
    for (int32_t i = 0; i < m->body_count; ++i)
    {
        if (has_own_mass(&m->def->links[i]))
        {
            const Body* b = &w->bodies.data[FNI(find_body)(w, m->bodies[i])];
            IMPI_RECORD(w, SET_MASS, .handle = m->bodies[i].id, .flag = true, .mass = b->own);
        }
    }
}

// Joints, which have been checked and have their memory.
static void join_links(World* w, const Making* m, imp_joint* joints)
{
    const imp_joint none = {0};
    for (int32_t i = 0; i < m->def->link_count; ++i)
    {
        const ArticulationLink* link = &m->def->links[i];
        JointDef joint = joint_of_link(link);
        joint.a = link->parent >= 0 ? m->bodies[link->parent] : m->def->base;
        joint.b = m->bodies[i];
        joints[i] = none;
        if (link->parent != IMP_LINK_FREE)
        {
            (void)FN(world_add_joint)(w, &joint, &joints[i]);
        }
    }
}

static int32_t make_articulation(World* w, Making* m)
{
    int32_t fault = check_making(w, m);
    if (!fault &&
        (impi_array_reserve(&w->joints.all, &w->allocator, (int64_t)w->joints.all.count + m->def->link_count) ||
         impi_pool_reserve(&w->joints.pool, &w->allocator, m->def->link_count)))
    {
        fault = IMP_ERR_MEMORY;
    }
    if (fault)
    {
        return fault;
    }
    Recorder* recorder = w->recorder;
    w->recorder = NULL;
    fault = make_links(w, m);
    if (fault)
    {
        unmake_links(w, m);
    }
    w->recorder = recorder;
    return fault;
}

imp_status FN(world_add_articulation)(World* w, const ArticulationDef* def, imp_body* bodies, imp_joint* joints,
                                      int32_t* link)
{
    Making m = {.def = def, .base = -1, .link = -1};
    int32_t fault = FNI(world_fault)(w), argument = 1;
    if (!fault && (!def || !bodies || !joints))
    {
        fault = IMP_ERR_NULL;
        argument = !def ? 2 : !bodies ? 3 : 4;
    }
    else if (!fault)
    {
        argument = 2;
        m.base = FNI(find_body)(w, def->base);
        fault = def->link_count < 0 || def->collider_count < 0                                         ? IMP_ERR_COUNT
                : (def->link_count > 0 && !def->links) || (def->collider_count > 0 && !def->colliders) ? IMP_ERR_NULL
                : m.base < 0 && def->base.id != 0                                                      ? IMP_ERR_HANDLE
                                                                                                       : 0;
    }
    if (!fault && !reserve_making(w, &m))
    {
        fault = IMP_ERR_MEMORY;
    }
    fault = fault ? fault : make_articulation(w, &m);
    if (fault)
    {
        if (m.block)
        {
            impi_alloc_free(&w->allocator, m.block, m.size, 1);
        }
        if (link)
        {
            *link = m.link;
        }
        return impi_error(fault, fault == IMP_ERR_MEMORY ? 0 : argument);
    }
    record_links(w, &m);
    join_links(w, &m, joints);
    for (int32_t i = 0; i < def->link_count; ++i)
    {
        bodies[i] = m.bodies[i];
    }
    impi_alloc_free(&w->allocator, m.block, m.size, 1);
    return IMP_OK;
}
