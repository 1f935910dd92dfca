// SPDX-License-Identifier: MIT
//
// Joints and couplings of snapshots and recordings. Lists of joints follow from their bodies, of couplings from their
// joints; trees are found in each step.

#ifndef AXES
#include "../joint/joint2.h"
#include "snapshot2.h"
#include <string.h>

#include "../../math/dim2.h"
#endif

enum
{
    JOINT_WORDS = 16,  // at least
    COUPLING_WORDS = 8
};

static void visit_axis(impi_bytes* b, imp_axis* a)
{
    impi_visit_word(b, (uint32_t*)&a->kind);
    impi_visit_float(b, &a->lower, NULL);
    impi_visit_float(b, &a->upper, NULL);
    impi_visit_float(b, &a->stiffness, NULL);
    impi_visit_float(b, &a->damping, NULL);
    impi_visit_float(b, &a->hertz, NULL);
    impi_visit_float(b, &a->damping_ratio, NULL);
    impi_visit_float(b, &a->target, NULL);
    impi_visit_float(b, &a->speed, NULL);
    impi_visit_bool(b, &a->motor);
    impi_visit_float(b, &a->most, NULL);
}

void FNI(visit_joint_def)(impi_bytes* b, JointDef* def)
{
    impi_visit_long(b, &def->a.id);
    impi_visit_long(b, &def->b.id);
    FNI(visit_vec)(b, &def->frame_a.p, NULL);
    FNI(visit_rot)(b, &def->frame_a.q);
    FNI(visit_vec)(b, &def->frame_b.p, NULL);
    FNI(visit_rot)(b, &def->frame_b.q);
    for (int32_t i = 0; i < DIMI(JOINT_AXES); ++i)
    {
        visit_axis(b, &def->axes[i]);
    }
    FNI(visit_joint_own)(b, def);
    impi_visit_float(b, &def->break_force, NULL);
    impi_visit_float(b, &def->break_torque, NULL);
    impi_visit_bool(b, &def->collide);
    impi_visit_long(b, &def->user);
}

// Links a joint that has been read, if it could have been made.
static bool link_read(World* w, int32_t joint)
{
    const JointDef* def = &w->joints.all.data[joint].def;
    int32_t body_a = FNI(find_body)(w, def->a), body_b = FNI(find_body)(w, def->b);
    if (body_b < 0 || body_a == body_b || (body_a < 0 && def->a.id != 0) || FNI(joint_def_fault)(def))
    {
        return false;
    }
    FNI(joint_link)(w, joint, body_a, body_b);
    return true;
}

static void visit_broken(impi_bytes* b, World* w)
{
    int32_t count = w->joints.broken.count;
    impi_visit_count(b, &count, 2);
    if (b->reading)
    {
        impi_visit_memory(b, impi_array_reserve(&w->joints.broken, &w->allocator, count));
        w->joints.broken.count = b->bad ? 0 : count;
    }
    for (int32_t i = 0; i < w->joints.broken.count && !b->bad; ++i)
    {
        impi_visit_long(b, &w->joints.broken.data[i].id);
    }
}

void FNI(visit_coupling_def)(impi_bytes* b, imp_coupling_def* def)
{
    impi_visit_long(b, &def->a.id);
    impi_visit_long(b, &def->b.id);
    impi_visit_word(b, (uint32_t*)&def->axis_a);
    impi_visit_word(b, (uint32_t*)&def->axis_b);
    impi_visit_float(b, &def->ratio_a, NULL);
    impi_visit_float(b, &def->ratio_b, NULL);
    visit_axis(b, &def->axis);
    impi_visit_float(b, &def->break_force, NULL);
    impi_visit_long(b, &def->user);
}

// Links a coupling that has been read, if it could have been made.
static bool link_read_coupling(World* w, int32_t coupling)
{
    const imp_coupling_def* def = &w->joints.couplings.data[coupling].def;
    int32_t a = impi_pool_find(&w->joints.pool, def->a.id), b = impi_pool_find(&w->joints.pool, def->b.id);
    bool sound = a >= 0 && b >= 0 && !FNI(coupling_def_fault)(def);
    if (sound)
    {
        FNI(coupling_link)(w, coupling, a, b);
    }
    return sound;
}

static void visit_broken_couplings(impi_bytes* b, World* w)
{
    int32_t count = w->joints.broken_couplings.count;
    impi_visit_count(b, &count, 2);
    if (b->reading)
    {
        impi_visit_memory(b, impi_array_reserve(&w->joints.broken_couplings, &w->allocator, count));
        w->joints.broken_couplings.count = b->bad ? 0 : count;
    }
    for (int32_t i = 0; i < w->joints.broken_couplings.count && !b->bad; ++i)
    {
        impi_visit_long(b, &w->joints.broken_couplings.data[i].id);
    }
}

static void visit_couplings(impi_bytes* b, World* w)
{
    visit_broken_couplings(b, w);
    impi_visit_pool(b, &w->joints.coupling_pool, &w->allocator);
    impi_visit_room(b, (int64_t)w->joints.coupling_pool.used * COUPLING_WORDS);
    if (b->reading && !b->bad)
    {
        impi_visit_memory(b, impi_array_reserve(&w->joints.couplings, &w->allocator, w->joints.coupling_pool.count));
        impi_visit_memory(b, impi_array_reserve(&w->joints.broken_couplings, &w->allocator, w->joints.coupling_pool.count));
        w->joints.couplings.count = b->bad ? 0 : w->joints.coupling_pool.count;
    }
    impi_visit_sort(b);
    for (int32_t i = 0; i < w->joints.couplings.count && !b->bad; ++i)
    {
        Coupling* c = &w->joints.couplings.data[i];
        if (b->reading)
        {
            memset(c, 0, sizeof *c);
        }
        if (w->joints.coupling_pool.data[i].next == IMPI_SLOT_USED)
        {
            impi_visit_record(b);
            FNI(visit_coupling_def)(b, &c->def);
            impi_visit_float(b, &c->force, impi_number_fault_large);
            impi_visit_float(b, &c->impulses[0], impi_number_fault_large);
            impi_visit_float(b, &c->impulses[1], impi_number_fault_large);
            b->bad |= b->reading && !b->bad && !link_read_coupling(w, i);
        }
    }
}

void FNI(visit_joints)(impi_bytes* b, World* w)
{
    visit_broken(b, w);
    impi_visit_pool(b, &w->joints.pool, &w->allocator);
    impi_visit_room(b, (int64_t)w->joints.pool.used * JOINT_WORDS);
    if (b->reading && !b->bad)
    {
        impi_visit_memory(b, impi_array_reserve(&w->joints.all, &w->allocator, w->joints.pool.count));
        w->joints.all.count = b->bad ? 0 : w->joints.pool.count;
    }
    impi_visit_sort(b);
    for (int32_t i = 0; i < w->joints.all.count && !b->bad; ++i)
    {
        Joint* j = &w->joints.all.data[i];
        if (b->reading)
        {
            memset(j, 0, sizeof *j);
        }
        if (w->joints.pool.data[i].next == IMPI_SLOT_USED)
        {
            impi_visit_record(b);
            FNI(visit_joint_def)(b, &j->def);
            impi_visit_float(b, &j->turn, impi_number_fault_large);
            impi_visit_float(b, &j->turned, impi_number_fault_large);
            for (int32_t k = 0; k < DIMI(JOINT_ROWS); ++k)
            {
                impi_visit_float(b, &j->impulses[k], impi_number_fault_large);
            }
            FNI(visit_vec)(b, &j->force, impi_number_fault_large);
            FNI(visit_spin)(b, &j->torque, impi_number_fault_large);
            b->bad |= b->reading && !b->bad && !link_read(w, i);
        }
    }
    visit_couplings(b, w);
}
