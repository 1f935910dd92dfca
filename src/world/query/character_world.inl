// SPDX-License-Identifier: MIT
//
// A character among the colliders of a world: they become obstacles, and impulses on them go to their bodies.
//
// Colliders of kinematic and dynamic bodies move as their bodies do now: a kinematic one ends at its pose after a step
// of the same time; forces and contacts of a dynamic one are not foreseen.

#ifndef AXES
#include "../../broad/index2.h"
#include "../../motion/character_walk2.h"
#include "impinge/world_character2.h"
#include "../contact/contact2.h"
#include <math.h>
#include <stddef.h>

#include "../../math/dim2.h"
#endif

enum
{
    WALK_COLLIDERS = 64  // colliders of one query
};

typedef struct world_source
{
    CharacterWalkSource source;
    World* w;
    imp_world_query query;
    int32_t except;  // slot of the body, or -1
} world_source;

// The mean velocity of a body's frame over a time.
static Vec velocity_of_frame(const Body* b, double time)
{
    WalkObstacle turning = {
        .told = {.pose = FN(pose_identity)(), .velocity = b->velocity, .angular_velocity = b->spin}};
    turning.told.pose.p = b->center;
    return FNI(vec_tidy)(FNI(obstacle_velocity)(&turning, FNI(dvec_of)(b->pose.p), time));
}

static imp_status add_world_obstacle(world_source* s, int32_t slot, CharacterWalk* w)
{
    const Collider* c = &s->w->colliders.data[slot];
    const Body* b = &s->w->bodies.data[c->body];
    Compound compound = FNI(collider_compound)(c);
    Obstacle told = {.compound = &compound, .pose = b->pose};
    FNI(surface_tell)(&told, &c->material, c->belt);
    told.id = impi_pool_id(&s->w->collider_pool, slot);
    if (b->kind != IMP_BODY_STATIC && b->island_next < 0)
    {
        told.velocity = velocity_of_frame(b, w->time);
        told.angular_velocity = b->spin;
    }
    told.one_way = c->one_way;
    told.tolerance = c->tolerance;
    told.inverse_mass = b->kind == IMP_BODY_DYNAMIC ? b->inverse_mass : 0.0f;
    return FNI(character_walk_add)(w, &s->source, &told);
}

static imp_status gather_world_obstacles(void* context, const Box* box, CharacterWalk* w)
{
    world_source* s = (world_source*)context;
    imp_index_hit near[WALK_COLLIDERS];
    FNI(box_search) search = FNI(search_of_sweep)(*box, FNI(vec_none)());
    imp_status status = IMP_OK;
    search.limit = 0.0f;
    for (int32_t count = WALK_COLLIDERS; count == WALK_COLLIDERS && !status;)
    {
        count = FNI(search_all)(s->w->index, &search, s->query.filter, near, WALK_COLLIDERS);
        for (int32_t i = 0; i < count && !status; ++i)
        {
            int32_t slot = s->w->collider_of.data[near[i].thing];
            const Collider* c = &s->w->colliders.data[slot];
            if (c->body != s->except && (s->query.sensors || !c->sensor))
            {
                status = add_world_obstacle(s, slot, w);
            }
            search.after = near[i];
        }
    }
    return FNI(character_walk_blame)(status, 1);
}

// Applies the impulses of the character to bodies.
static void push_bodies(void* context, const CharacterWalk* walk)
{
    world_source* s = (world_source*)context;
    s->w->hooked = false;
    for (int32_t i = 0; i < walk->obstacles.count; ++i)
    {
        const WalkObstacle* o = &walk->obstacles.data[i];
        const int32_t slot = impi_pool_find(&s->w->collider_pool, o->told.id);
        if (slot < 0 || !(FNI(ddot)(o->given, o->given) > 0.0))
        {
            continue;
        }
        const imp_body body = {impi_pool_id(&s->w->body_pool, s->w->colliders.data[slot].body)};
        DVec point = FNI(dadd_scaled)(o->given_at, FNI(dvec_of)(walk->origin), 1.0);
        // A body that would become too fast is not pushed.
        (void)FN(world_apply_impulse)(s->w, body, FNI(vec_tidy)(o->given), FNI(vec_tidy)(point));
    }
}

imp_status FN(world_move_character)(World* world, Character* character, const CharacterDef* def, const WorldWalk* walk,
                                    float time, CharacterReport* report)
{
    const WorldWalk standing = {.hooks = NULL};
    walk = walk ? walk : &standing;
    int32_t fault = FNI(world_fault)(world);
    if (fault)
    {
        return impi_error(fault, 1);
    }
    world_source s = {.w = world, .query = walk->query};
    s.except = s.query.exclude_body.id ? FNI(find_body)(world, s.query.exclude_body) : -1;
    s.source.gather = gather_world_obstacles;
    s.source.context = &s;
    s.source.allocator = def ? def->allocator : NULL;
    s.source.hooks = walk->hooks;
    s.source.fault = impi_number_fault_negative(s.query.max_distance);
    s.source.fault = !s.source.fault && s.query.exclude_body.id && s.except < 0 ? IMP_ERR_HANDLE : s.source.fault;
    s.source.first = 2;
    s.source.position = 4;
    s.source.last = 6;
    world->hooked = true;
    imp_status status = FNI(character_move)(character, def, &walk->input, &s.source, time, report, push_bodies);
    world->hooked = false;
    return status;
}
