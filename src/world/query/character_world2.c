// SPDX-License-Identifier: MIT
//
// A character among the colliders of a world: they are told as obstacles, and what it gives them goes to their bodies.
//
// Colliders of kinematic and of dynamic bodies move as their bodies do now: a kinematic one ends where it will be after
// a step of the same time; what forces and contacts will do to a dynamic one is not foreseen.

#include "../../broad/index2.h"
#include "../../motion/character_walk2.h"
#include "impinge/world_character2.h"
#include "../contact/contact2.h"

#include <math.h>
#include <stddef.h>

enum
{
    WALK_COLLIDERS = 64  // asked for at once
};

typedef struct world_source
{
    imp2i_character_walk_source source;
    imp2_world* w;
    imp_world_query query;
    int32_t except;  // the place of a body, or -1
} world_source;

// The mean velocity of a body's frame over a time.
static imp2_vec velocity_of_frame(const imp2i_body* b, double time)
{
    imp2i_obstacle turning = {.told = {.pose = {b->center, {1.0f, 0.0f}}, .velocity = b->velocity, .spin = b->spin}};
    return imp2i_vec_tidy(imp2i_obstacle_velocity(&turning, imp2i_dvec_of(b->pose.p), time));
}

static imp_status tell_collider(world_source* s, int32_t place, imp2i_character_walk* w)
{
    const imp2i_collider* c = &s->w->colliders.data[place];
    const imp2i_body* b = &s->w->bodies.data[c->body];
    imp2_compound compound = imp2i_collider_compound(c);
    imp2_obstacle told = {.compound = &compound, .pose = b->pose, .belt = c->material.belt};
    told.id = impi_pool_id(&s->w->collider_pool, place);
    if (b->kind != IMP_BODY_STATIC && b->ring < 0)
    {
        told.velocity = velocity_of_frame(b, w->time);
        told.spin = b->spin;
    }
    told.one_way = c->one_way;
    told.tolerance = c->tolerance;
    told.inverse_mass = b->kind == IMP_BODY_DYNAMIC ? b->inverse_mass : 0.0f;
    return imp2i_character_walk_add(w, &s->source, &told);
}

static imp_status gather_world(void* context, const imp2_box* box, imp2i_character_walk* w)
{
    world_source* s = (world_source*)context;
    const imp2_vec still = {0.0f, 0.0f};
    imp_index_hit near[WALK_COLLIDERS];
    imp2i_box_search search = imp2i_search_of_sweep(*box, still);
    imp_status status = IMP_OK;
    search.limit = 0.0f;
    for (int32_t count = WALK_COLLIDERS; count == WALK_COLLIDERS && !status;)
    {
        count = imp2i_search_all(s->w->index, &search, s->query.filter, near, WALK_COLLIDERS);
        for (int32_t i = 0; i < count && !status; ++i)
        {
            int32_t place = s->w->collider_of.data[near[i].thing];
            const imp2i_collider* c = &s->w->colliders.data[place];
            if (c->body != s->except && (s->query.sensors || !c->sensor))
            {
                status = tell_collider(s, place, w);
            }
            search.after = near[i];
        }
    }
    return imp2i_character_walk_blame(status, 1);
}

// Gives bodies what the character has told that it gives them.
static void push_bodies(void* context, const imp2i_character_walk* walk)
{
    world_source* s = (world_source*)context;
    s->w->hooked = false;
    for (int32_t i = 0; i < walk->obstacles.count; ++i)
    {
        const imp2i_obstacle* o = &walk->obstacles.data[i];
        const int32_t place = impi_pool_find(&s->w->collider_pool, o->told.id);
        if (place < 0 || !(o->given.x * o->given.x + o->given.y * o->given.y > 0.0))
        {
            continue;
        }
        const imp_body body = {impi_pool_id(&s->w->body_pool, s->w->colliders.data[place].body)};
        imp2i_dvec point = imp2i_dadd_scaled(o->given_at, imp2i_dvec_of(walk->origin), 1.0);
        // What would become too fast is not pushed.
        (void)imp2_world_push(s->w, body, imp2i_vec_tidy(o->given), imp2i_vec_tidy(point));
    }
}

imp_status imp2_world_move_character(imp2_world* world, imp2_character* character, const imp2_character_def* def,
                                     const imp2_world_walk* walk, float time, imp2_character_report* report)
{
    const imp2_world_walk standing = {.hooks = NULL};
    walk = walk ? walk : &standing;
    int32_t fault = imp2i_world_fault(world);
    if (fault)
    {
        return impi_error(fault, 1);
    }
    world_source s = {.w = world, .query = walk->query};
    s.except = s.query.except.id ? imp2i_find_body(world, s.query.except) : -1;
    s.source.gather = gather_world;
    s.source.context = &s;
    s.source.allocator = def ? def->allocator : NULL;
    s.source.hooks = walk->hooks;
    s.source.fault = impi_number_fault_negative(s.query.reach);
    s.source.fault = !s.source.fault && s.query.except.id && s.except < 0 ? IMP_ERR_HANDLE : s.source.fault;
    s.source.first = 2;
    s.source.position = 4;
    s.source.last = 6;
    world->hooked = true;
    imp_status status = imp2i_character_move(character, def, &walk->input, &s.source, time, report, push_bodies);
    world->hooked = false;
    return status;
}
