// SPDX-License-Identifier: MIT
//
// Worlds: made and freed.

#ifndef AXES
#include "../body/body2.h"
#include "../continuous/continuous2.h"
#include "../solver/solver2.h"
#include "../../base/alloc.h"
#include <string.h>

#include "../../math/dim2.h"
#endif

#define UNIT_MIN 0x1p-20f
#define UNIT_MAX 0x1p20f

static int32_t def_fault(const WorldDef* def)
{
    int32_t fault = FNI(vec_fault_large)(def->gravity);
    fault = fault ? fault : impi_number_fault_negative(def->length_unit);
    fault = fault ? fault : impi_number_fault_negative(def->impact_speed);
    bool odd_unit = def->length_unit != 0.0f && (def->length_unit < UNIT_MIN || def->length_unit > UNIT_MAX);
    fault = fault ? fault : odd_unit ? IMP_ERR_RANGE : 0;
    fault = fault ? fault : def->continuous_steps < 0 || def->continuous_steps > IMPI_HITS_MAX ? IMP_ERR_COUNT : 0;
    fault = fault ? fault : def->sub_steps < 0 || def->sub_steps > IMPI_SUB_STEPS_MAX ? IMP_ERR_COUNT : 0;
    bool no_jobs = def->jobs && (!def->jobs->workers || !def->jobs->start || !def->jobs->wait);
    return fault ? fault : !impi_alloc_valid(def->allocator) || no_jobs ? IMP_ERR_NULL : 0;
}

WorldDef FN(world_default)(void)
{
    const WorldDef def = {.length_unit = 1.0f, .continuous_steps = IMPI_HITS};
    return def;
}

imp_status FN(world_make)(const WorldDef* def, World** out)
{
    const WorldDef standard = FN(world_default)();
    def = def ? def : &standard;
    int32_t fault = def_fault(def);
    if (fault)
    {
        return impi_error(fault, 1);
    }
    if (!out)
    {
        return impi_error(IMP_ERR_NULL, 2);
    }
    World* w = (World*)impi_alloc_resize(def->allocator, NULL, 0, 1, sizeof *w);
    if (!w)
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    memset(w, 0, sizeof *w);
    w->allocator = impi_alloc_or_default(def->allocator);
    if (def->jobs)
    {
        w->jobs = *def->jobs;
    }
    w->gravity = def->gravity;
    w->unit = def->length_unit > 0.0f ? def->length_unit : 1.0f;
    w->sub_steps = def->sub_steps;
    w->sleepless = def->no_sleep;
    w->impact_speed = def->impact_speed;
    w->discrete = def->no_continuous;
    w->hits = def->continuous_steps > 0 ? def->continuous_steps : IMPI_HITS;
    w->free_contact = -1;
    w->free_cache = -1;
    impi_pool_init(&w->body_pool, 1);
    impi_pool_init(&w->joints.pool, IMPI_GENERATION_MAX / 4);
    impi_pool_init(&w->joints.coupling_pool, IMPI_GENERATION_MAX / 8);
    impi_pool_init(&w->collider_pool, IMPI_GENERATION_MAX / 2);  // so that handles of bodies and colliders differ
    IndexDef index = {0};
    index.margin = FNI(world_near)(w);
    index.allocator = &w->allocator;
    index.jobs = def->jobs;
    IndexDef fixed_index = index;
    fixed_index.margin = 0.0f;  // results of queries depend on where things are, and not on how they came there
    if (FN(index_make)(&index, &w->index) || FN(index_make)(&fixed_index, &w->fixed_index))
    {
        FN(world_free)(w);
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    FNI(world_set_level)(w, impi_cpu_level());
    *out = w;
    return IMP_OK;
}

void FNI(world_set_level)(World* w, int level)
{
    w->level = level;
    w->solver.passes = FNI(row_passes_at)(level);
    w->joints.trees_passes = FNI(tree_passes_at)(level);
    w->joints.lane_passes = FNI(lane_passes_at)(level);
    w->joints.passes = FNI(net_passes_at)(level);
    FNI(index_set_level)(w->index, level);
    FNI(index_set_level)(w->fixed_index, level);
}

void FN(world_free)(World* w)
{
    if (!w || w->hooked)
    {
        return;
    }
    imp_allocator allocator = w->allocator;
    if (w->recorder)
    {
        (void)w->recorder->end(w);
    }
    for (int32_t i = 0; i < w->colliders.count; ++i)
    {
        if (w->collider_pool.data[i].next == IMPI_SLOT_USED)
        {
            FNI(collider_free)(w, &w->colliders.data[i]);
        }
    }
    for (int32_t i = 0; i < DIMI(SHAPES_SEEN); ++i)
    {
        FN(shape_free)(&w->shapes_seen[i]);
        FN(shape_free)(&w->centered_seen[i]);
    }
    FNI(continuous_free)(w);
    FN(index_free)(w->index);
    FN(index_free)(w->fixed_index);
    impi_pool_free(&w->body_pool, &allocator);
    impi_pool_free(&w->collider_pool, &allocator);
    impi_pool_free(&w->joints.pool, &allocator);
    impi_array_free(&w->joints.all, &allocator);
    impi_pool_free(&w->joints.coupling_pool, &allocator);
    impi_array_free(&w->joints.couplings, &allocator);
    impi_array_free(&w->joints.broken_couplings, &allocator);
    impi_array_free(&w->joints.groups, &allocator);
    impi_array_free(&w->joints.batches, &allocator);
    impi_array_free(&w->joints.nodes, &allocator);
    impi_array_free(&w->joints.tree, &allocator);
    impi_array_free(&w->joints.loops, &allocator);
    impi_array_free(&w->joints.node_of, &allocator);
    impi_array_free(&w->joints.numbers, &allocator);
    impi_array_free(&w->joints.rows, &allocator);
    impi_array_free(&w->joints.queued, &allocator);
    impi_array_free(&w->joints.loop_rows, &allocator);
    impi_array_free(&w->joints.before, &allocator);
    impi_array_free(&w->joints.bars, &allocator);
    impi_array_free(&w->joints.broken, &allocator);
    impi_array_free(&w->joints.net, &allocator);
    impi_array_free(&w->joints.points, &allocator);
    impi_array_free(&w->joints.singles, &allocator);
    impi_colours_free(&w->joints.point_colours, &allocator);
    impi_colours_free(&w->joints.row_colours, &allocator);
    impi_array_free(&w->bodies, &allocator);
    impi_array_free(&w->colliders, &allocator);
    impi_array_free(&w->collider_of, &allocator);
    impi_array_free(&w->fixed_of, &allocator);
    impi_array_free(&w->contacts, &allocator);
    impi_array_free(&w->caches, &allocator);
    impi_array_free(&w->collide.manifolds, &allocator);
    impi_array_free(&w->collide.vertex_impulses, &allocator);
    impi_array_free(&w->awake, &allocator);
    impi_array_free(&w->asleep, &allocator);
    impi_array_free(&w->fresh, &allocator);
    impi_array_free(&w->movers, &allocator);
    impi_array_free(&w->solver.bodies, &allocator);
    impi_array_free(&w->sims, &allocator);
    impi_array_free(&w->previous_poses, &allocator);
    impi_array_free(&w->step.moved, &allocator);
    impi_array_free(&w->step.finished, &allocator);
    impi_array_free(&w->solver.forces, &allocator);
    impi_array_free(&w->collide.unsettled, &allocator);
    impi_array_free(&w->collide.stirred, &allocator);
    impi_array_free(&w->collide.parted, &allocator);
    impi_array_free(&w->collide.parts_found, &allocator);
    impi_array_free(&w->collide.separation, &allocator);
    impi_array_free(&w->solver.marked, &allocator);
    impi_array_free(&w->solver.new_lanes, &allocator);
    impi_array_free(&w->solver.lanes, &allocator);
    impi_array_free(&w->solver.touches, &allocator);
    impi_array_free(&w->solver.ties, &allocator);
    impi_array_free(&w->joints.answers, &allocator);
    impi_array_free(&w->joints.asked, &allocator);
    impi_array_free(&w->joints.touched, &allocator);
    impi_array_free(&w->solver.block_events, &allocator);
    impi_colours_free(&w->solver.colours, &allocator);
    impi_array_free(&w->solver.rows, &allocator);
    impi_array_free(&w->solver.pushes, &allocator);
    impi_array_free(&w->solver.push_rows, &allocator);
    impi_array_free(&w->solver.push_lists, &allocator);
    impi_array_free(&w->step.islands, &allocator);
    impi_array_free(&w->step.moved_numbers, &allocator);
    impi_array_free(&w->step.moved_boxes, &allocator);
    impi_array_free(&w->step.particles.keys, &allocator);
    impi_array_free(&w->step.particles.spare, &allocator);
    impi_array_free(&w->step.particles.solids, &allocator);
    impi_array_free(&w->step.particles.compounds, &allocator);
    impi_array_free(&w->combinations, &allocator);
    impi_array_free(&w->events.begun_touches, &allocator);
    impi_array_free(&w->events.ended_touches, &allocator);
    impi_array_free(&w->events.entered, &allocator);
    impi_array_free(&w->events.left, &allocator);
    impi_array_free(&w->events.impacts, &allocator);
    impi_alloc_free(&allocator, w, 1, sizeof *w);
}
