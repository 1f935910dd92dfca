// SPDX-License-Identifier: MIT
//
// The call that moves a character: checks arguments, gathers near obstacles, moves, and reports.
//
//     checks -> hook -> gather -> back to its ground, out of penetrations -> crouch, drop, jump -> passes -> state
//                                                                                            (character_walk2.c)
//
// Nothing is written before all is done. Positions are relative to the character, so that it moves as well far from the
// world's origin as near it; the rest of its position in doubles, beyond floats, is kept beside that.
//
// A penetration at the start (the character was put there, or was squeezed) is left along the shortest path, obstacle
// after obstacle, the deepest first; that path ends where other obstacles begin. So no exit leads through a wall.

#ifndef AXES
#include "character_walk2.h"
#include "../base/alloc.h"
#include "../math/check.h"
#include "../math/trig.h"
#include "along2.h"
#include "../shape/extent2.h"
#include "../shape/shape2.h"
#include <math.h>
#include <stddef.h>

#include "../math/dim2.h"
#endif

enum
{
    CHARACTER_PASSES = 8,   // in a call, at most
    CHARACTER_WAYS_OUT = 8  // exits from penetrations
};

/// A path longer than this many heights in one call is refused: sweeps would lose the skin to rounding.
#define CHARACTER_FAR 0x1p14

/// Least passes per second, unless there would be too many.
#define CHARACTER_HERTZ 120.0

/// 50 degrees.
#define CHARACTER_SLOPE 0.8726646259971648

// Checks of arguments

static int32_t character_fault(const Character* c)
{
    if (!c)
    {
        return IMP_ERR_NULL;
    }
    int32_t fault = FNI(vec_fault)(c->position);
    fault = fault ? fault : FNI(vec_fault_large)(c->fraction);
    fault = fault ? fault : FNI(vec_fault_large)(c->velocity);
    fault = fault ? fault : FNI(vec_fault_large)(c->ground_normal);
    fault = fault ? fault : FNI(vec_fault_large)(c->ground_velocity);
    fault = fault ? fault : FNI(vec_fault_large)(c->ground_point);
    fault = fault ? fault : FNI(vec_fault_large)(c->ground_offset);
    fault = fault ? fault : impi_number_fault_large(c->inside);
    fault = fault ? fault : impi_number_fault_large(c->air_time);
    return fault ? fault : c->air_time < 0.0f ? IMP_ERR_NEGATIVE : 0;
}

static int32_t character_def_fault(const CharacterDef* d)
{
    if (!d)
    {
        return IMP_ERR_NULL;
    }
    const float numbers[] = {d->gravity,      d->max_slope,        d->step_height, d->snap,      d->skin,
                             d->acceleration, d->air_acceleration, d->mass,        d->push_force};
    int32_t fault = FNI(shape_fault)(d->shape);
    fault = fault || !d->crouched ? fault : FNI(shape_fault)(d->crouched);
    fault = fault ? fault : FNI(vec_fault)(d->up);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers && !fault; ++i)
    {
        fault = impi_number_fault_negative(numbers[i]);
    }
    fault = fault ? fault : d->max_slope > 1.5707964f ? IMP_ERR_RANGE : 0;
    return fault ? fault : impi_alloc_valid(d->allocator) ? 0 : IMP_ERR_NULL;
}

static int32_t input_fault(const CharacterInput* i)
{
    int32_t fault = FNI(vec_fault_large)(i->velocity);
    fault = fault ? fault : impi_number_fault_negative(i->jump);
    fault = fault ? fault : impi_number_fault_large(i->buoyancy);
    return fault ? fault : impi_number_fault_negative(i->drag);
}

static int32_t report_fault(const CharacterReport* r)
{
    return !r || (r->capacity == 0) ? 0 : r->capacity < 0 ? IMP_ERR_COUNT : r->contacts ? 0 : IMP_ERR_NULL;
}

// Definition

static double or_default(float told, double otherwise)
{
    return told > 0.0f ? (double)told : otherwise;
}

// 0, or a fault of the definition.
static int32_t describe(CharacterWalk* w, const CharacterDef* d, const CharacterInput* input, double time)
{
    double sine;
    w->up = FNI(vec_bits)(d->up) ? FNI(dunit_of)(d->up) : FNI(dvec_of)(FN(character_default)().up);
    w->right = FNI(tangent_of)(w->up);
    w->height = FNI(extent_along)(d->shape, w->up);
    if (!(w->height > 0.0 && w->height < INFINITY))
    {
        return IMP_ERR_RANGE;
    }
    impi_sincos_d(or_default(d->max_slope, CHARACTER_SLOPE), &sine, &w->steepest);
    w->steepest -= 0x1p-20;
    w->skin = or_default(d->skin, w->height / 128.0);
    w->step = or_default(d->step_height, 0.25 * w->height);
    w->snap = or_default(d->snap, w->step);
    w->acceleration = d->acceleration;
    w->air_acceleration = d->air_acceleration;
    w->rise = (double)input->buoyancy - d->gravity;
    w->drag = input->drag;
    w->mass = d->mass;
    w->push = d->push_force;
    w->wanted = FNI(dvec_of)(input->velocity);
    w->climbs = input->climb;
    w->time = time;
    w->ground = -1;
    return 0;
}

// Surroundings

static double speed_of(Vec v)
{
    return FNI(dnorm1)(FNI(dvec_of)(v));
}

// Bound of its path in the call, with a margin for all queries.
static double farthest_way(const CharacterWalk* w, const Character* c, const CharacterInput* input)
{
    double speed = speed_of(c->velocity) + speed_of(c->ground_velocity) + speed_of(input->velocity) + input->jump;
    return (speed + 0.5 * fabs(w->rise) * w->time) * w->time;
}

static Box box_around(const CharacterWalk* w, const Character* c, double path)
{
    double reach = path + w->step + w->snap + w->height + 4.0 * w->skin + speed_of(c->fraction);
    reach += 0x1p-21 * (speed_of(c->position) + reach);
    Box r;
    for (int k = 0; k < AXES; ++k)
    {
        double at = (double)AT(c->position, k);
        SET_AT(r.lower, k, (float)(at + (double)AT(w->body.bounds.lower, k) - reach));
        SET_AT(r.upper, k, (float)(at + (double)AT(w->body.bounds.upper, k) + reach));
    }
    return r;
}

imp_status FNI(character_walk_add)(CharacterWalk* w, const CharacterWalkSource* source, const Obstacle* told)
{
    if (!FNI(spin_fault_large)(told->angular_velocity) &&
        FNI(dspin_length)(FNI(dspin_of)(told->angular_velocity)) * w->time > 512.0)
    {
        return IMP_ERR_RANGE;
    }
    return FNI(obstacles_add)(&w->obstacles, source->allocator, source->hooks, told, w->origin, &w->around);
}

// Before the passes

static int32_t find_obstacle(const CharacterWalk* w, uint64_t id)
{
    for (int32_t i = 0; i < w->obstacles.count && id; ++i)
    {
        if (w->obstacles.data[i].told.id == id)
        {
            return i;
        }
    }
    return -1;
}

// A vector as the next call accepts it.
static Vec kept(DVec v)
{
    const double most = IMP_MAGNITUDE_MAX;
    for (int k = 0; k < AXES; ++k)
    {
        double x = DAT(v, k);
        SET_DAT(v, k, x > most ? most : x < -most ? -most : x);
    }
    return FNI(vec_tidy)(v);
}

static Vec to_frame(const WalkObstacle* o, DVec point)
{
    DVec v = FNI(dsub)(point, FNI(dvec_of)(o->told.pose.p));
    return kept(FNI(drot_apply_inverse)(FNI(drot_of)(o->told.pose.q), v));
}

// Finds its ground again. If that is not where it was expected, the character goes along.
static void stand_again(CharacterWalk* w, const Character* c)
{
    w->velocity = FNI(dvec_of)(c->velocity);
    w->grounded = c->grounded;
    w->sliding = c->sliding && !c->grounded;
    w->normal = FNI(dvec_of)(c->ground_normal);
    double length = sqrt(FNI(ddot)(w->normal, w->normal));
    bool odd = fabs(length - 1.0) > 0x1p-10 || (c->grounded && FNI(ddot)(w->normal, w->up) <= 0.0);
    if (odd)
    {
        w->normal = w->up;
        w->sliding = false;
    }
    w->carry = FNI(dvec_of)(c->ground_velocity);
    w->ground = c->grounded ? find_obstacle(w, c->ground) : -1;
    if (w->ground < 0)
    {
        return;
    }
    w->contact = FNI(pose_place)(w->obstacles.data[w->ground].told.pose, c->ground_point);
    DVec off = FNI(dsub)(FNI(dsub)(w->contact, w->body.at), FNI(dvec_of)(c->ground_offset));
    double far = sqrt(FNI(ddot)(off, off));
    if (far > w->skin / 64.0 && far < w->height)
    {
        (void)FNI(character_walk_shift)(w, off);
    }
}

// Leaves obstacles that are in it, or nearer than half a skin.
static void come_out(CharacterWalk* w)
{
    Bump b;
    double left = w->height;
    for (int i = 0; i < CHARACTER_WAYS_OUT && left > 0.0; ++i)
    {
        if (!FNI(bump_nearest)(&w->obstacles, &w->body, w->velocity, 0.46875 * w->skin, &b))
        {
            return;
        }
        double path = w->skin + b.depth < left ? w->skin + b.depth : left;
        double part = FNI(character_walk_shift)(w, FNI(dscale)(b.normal, path));
        FNI(character_walk_tell)(w, &b, FNI(dvec_none)(), 0.0);
        left -= path;
        if (part <= 0.0)
        {
            return;
        }
    }
}

static bool has_room(const CharacterWalk* w, const Shape* shape)
{
    Walker tall = w->body;
    Bump b;
    FNI(walker_wear)(&tall, shape, w->skin);
    return !FNI(bump_nearest)(&w->obstacles, &tall, w->velocity, 0.25 * w->skin, &b);
}

static void crouch_or_rise(CharacterWalk* w, Character* c, const CharacterDef* d, bool wanted)
{
    bool crouched = c->crouched && d->crouched;
    if (d->crouched && wanted != crouched)
    {
        const Shape* shape = wanted ? d->crouched : d->shape;
        if (has_room(w, shape))
        {
            crouched = wanted;
            FNI(walker_wear)(&w->body, shape, w->skin);
        }
    }
    c->crouched = crouched;
}

// Forgets the one-way obstacles that it has dropped through, and adds those that input makes it drop through.
static void drop(CharacterWalk* w, bool wanted)
{
    int kept = 0;
    for (int i = 0; i < 4; ++i)
    {
        uint64_t id = w->body.dropped[i];
        int32_t k = find_obstacle(w, id);
        w->body.dropped[i] = 0;
        if (k >= 0 && FNI(obstacle_near)(&w->obstacles.data[k], &w->body, 2.0 * w->skin))
        {
            w->body.dropped[kept++] = id;
        }
    }
    for (; wanted && w->grounded && kept < 4; ++kept)
    {
        uint64_t id = 0;
        for (int32_t i = 0; i < w->obstacles.count; ++i)
        {
            const WalkObstacle* o = &w->obstacles.data[i];
            bool one_way = FNI(vec_bits)(o->told.one_way) != 0, known = false;
            for (int k = 0; k < kept; ++k)
            {
                known = known || w->body.dropped[k] == o->told.id;
            }
            bool next = one_way && !known && (id == 0 || o->told.id < id);
            id = next && FNI(obstacle_near)(o, &w->body, 1.5 * w->skin) ? o->told.id : id;
        }
        if (!id)
        {
            return;
        }
        w->body.dropped[kept] = id;
    }
}

static void jump(CharacterWalk* w, float speed)
{
    if (speed > 0.0f && (w->grounded || w->climbs))
    {
        Heading across = FNI(heading_across)(w->velocity, w->up, w->right);
        double along = (w->climbs ? 0.0 : FNI(ddot)(w->carry, w->up)) + speed;
        w->velocity = FNI(dadd_scaled)(FNI(heading_level)(across, w->right), w->up, along);
        w->grounded = false;
        w->climbs = false;
        w->ground = -1;
        w->news |= DIM(CHARACTER_JUMPED);
    }
    w->grounded = w->grounded && !w->climbs;
}

// After the passes

// Depth of a penetration that it cannot leave.
static float depth_of_intruder(const CharacterWalk* w)
{
    Bump b;
    bool found = FNI(bump_nearest)(&w->obstacles, &w->body, FNI(dvec_none)(), 0.0, &b) && b.depth > w->skin / 64.0;
    return found ? impi_tidy((float)b.depth) : 0.0f;
}

// Applies its weight to its ground.
static void press(CharacterWalk* w)
{
    if (!w->grounded || w->ground < 0)
    {
        return;
    }
    const WalkObstacle* o = &w->obstacles.data[w->ground];
    double j = o->told.inverse_mass > 0.0f && w->rise < 0.0 ? w->mass * w->rise * w->time : 0.0;
    const Bump b = {.normal = w->normal, .point = w->contact, .obstacle = w->ground, .id = o->told.id};
    FNI(character_walk_tell)(w, &b, FNI(dscale)(w->up, j), 0.0);
}

static void finish(const CharacterWalk* w, bool stood, Character* c)
{
    const DVec origin = FNI(dvec_of)(w->origin);
    const Vec zero = FNI(vec_none)();
    c->position = FNI(vec_tidy)(FNI(dadd)(origin, w->body.at));
    c->fraction = FNI(vec_tidy)(FNI(dadd)(FNI(dsub)(origin, FNI(dvec_of)(c->position)), w->body.at));
    c->velocity = kept(w->velocity);
    c->grounded = w->grounded;
    c->sliding = w->sliding && !w->grounded;
    c->ground_normal = c->grounded || c->sliding ? FNI(vec_tidy)(w->normal) : zero;
    c->ground_velocity = c->ground_point = c->ground_offset = zero;
    c->ground = 0;
    if (w->grounded && w->ground >= 0)
    {
        const WalkObstacle* o = &w->obstacles.data[w->ground];
        c->ground = o->told.id;
        c->ground_velocity = kept(w->carry);
        c->ground_point = to_frame(o, w->contact);
        c->ground_offset = kept(FNI(dsub)(FNI(pose_place)(o->told.pose, c->ground_point), w->body.at));
    }
    for (int i = 0; i < 4; ++i)
    {
        c->dropped[i] = w->body.dropped[i];
    }
    c->air_time = c->grounded ? 0.0f : impi_tidy((float)((double)c->air_time + w->time));
    c->inside = depth_of_intruder(w);
    c->flags = w->news | (c->inside > 0.0f ? DIM(CHARACTER_SQUEEZED) : 0) |
               (c->grounded && !stood ? DIM(CHARACTER_LANDED) : 0) | (stood && !c->grounded ? DIM(CHARACTER_LEFT) : 0);
}

static int passes_of(double time)
{
    double wanted = time * CHARACTER_HERTZ - 0x1p-6;
    int r = 1;
    while (r < CHARACTER_PASSES && r < wanted)
    {
        ++r;
    }
    return r;
}

// All between checks and state; gathered obstacles stay in w.
static imp_status move(CharacterWalk* w, Character* c, const CharacterDef* d, const CharacterInput* input,
                       const CharacterWalkSource* source)
{
    double path = farthest_way(w, c, input);
    if (path > CHARACTER_FAR * w->height || speed_of(c->position) + path > IMP_MAGNITUDE_MAX)
    {
        return impi_error(IMP_ERR_RANGE, 0);
    }
    w->around = box_around(w, c, path);
    imp_status status = source->gather(source->context, &w->around, w);
    if (status)
    {
        return status;
    }
    w->report->count = 0;
    stand_again(w, c);
    bool stood = w->grounded;
    come_out(w);
    crouch_or_rise(w, c, d, input->crouch);
    drop(w, input->drop);
    jump(w, input->jump);
    int passes = passes_of(w->time);
    for (int i = 0; i < passes; ++i)
    {
        FNI(character_walk_pass)(w, w->time / passes);
    }
    press(w);
    finish(w, stood, c);
    return IMP_OK;
}

imp_status FNI(character_move)(Character* character, const CharacterDef* def, const CharacterInput* input,
                               const CharacterWalkSource* source, float time, CharacterReport* report,
                               void (*done)(void* context, const CharacterWalk* w))
{
    CharacterInput wanted = {.jump = 0.0f};
    wanted = input ? *input : wanted;
    int32_t faults[] = {character_fault(character), character_def_fault(def), input_fault(&wanted)};
    for (int i = 0; i < 3; ++i)
    {
        if (faults[i])
        {
            return impi_error(faults[i], source->first + i);
        }
    }
    int32_t fault = impi_number_fault_negative(time);
    if (source->fault)
    {
        return impi_error(source->fault, source->position);
    }
    if (fault || report_fault(report))
    {
        return fault ? impi_error(fault, source->last - 1) : impi_error(report_fault(report), source->last);
    }
    Character c = *character;
    CharacterReport unread = {.count = 0}, *told = report ? report : &unread;
    CharacterWalk w = {.origin = c.position, .report = told};
    if (source->hooks && source->hooks->enter)
    {
        source->hooks->enter(source->hooks->user, &c, &wanted);
        fault = input_fault(&wanted);
        if (fault)
        {
            return impi_error(fault, source->first + 2);
        }
    }
    fault = describe(&w, def, &wanted, time);
    if (fault)
    {
        return impi_error(fault, source->first + 1);
    }
    w.body.at = FNI(dvec_of)(c.fraction);
    for (int i = 0; i < 4; ++i)
    {
        w.body.dropped[i] = c.dropped[i];
    }
    FNI(walker_wear)(&w.body, c.crouched && def->crouched ? def->crouched : def->shape, w.skin);
    imp_status status = move(&w, &c, def, &wanted, source);
    if (!status)
    {
        *character = c;
        if (done)
        {
            done(source->context, &w);
        }
    }
    impi_array_free(&w.obstacles, source->allocator);
    return status;
}

// Obstacles of the caller

typedef struct told_source
{
    CharacterWalkSource source;
    const Surroundings* told;
    imp_filter filter;
} told_source;

static imp_status add_told(told_source* t, int32_t number, CharacterWalk* w)
{
    if (number < 0 || number >= t->told->obstacle_count)
    {
        return IMP_ERR_HANDLE;
    }
    return FNI(character_walk_add)(w, &t->source, &t->told->obstacles[number]);
}

static imp_status gather_told(void* context, const Box* box, CharacterWalk* w)
{
    told_source* t = (told_source*)context;
    struct
    {
        IMPI_ARRAY(int32_t)
    } near = {.count = 0};
    int32_t count = t->told->obstacle_count;
    imp_status status = IMP_OK;
    if (t->told->index)
    {
        status = FN(index_query_box)(t->told->index, box, &t->filter, NULL, 0, &count);
        status = imp_status_fault(status) == IMP_ERR_SPACE ? IMP_OK : status;
        status = status || !count ? status : impi_array_reserve(&near, t->source.allocator, count);
        if (!status && count)
        {
            status = FN(index_query_box)(t->told->index, box, &t->filter, near.data, count, &count);
        }
    }
    for (int32_t i = 0; i < count && !status; ++i)
    {
        status = add_told(t, t->told->index ? near.data[i] : i, w);
    }
    impi_array_free(&near, t->source.allocator);
    return FNI(character_walk_blame)(status, t->source.position);
}

CharacterDef FN(character_default)(void)
{
    CharacterDef def = {.gravity = 0.0f};
    SET_AT(def.up, 1, 1.0f);
    return def;
}

imp_status FN(character_move)(Character* character, const CharacterDef* def, const CharacterInput* input,
                              const Surroundings* surroundings, float time, CharacterReport* report)
{
    told_source t = {.told = surroundings};
    const int32_t fault = !surroundings                                                  ? IMP_ERR_NULL
                          : surroundings->obstacle_count < 0                             ? IMP_ERR_COUNT
                          : surroundings->obstacle_count > 0 && !surroundings->obstacles ? IMP_ERR_NULL
                                                                                         : 0;
    t.source.gather = gather_told;
    t.source.context = &t;
    t.source.first = 1;
    t.source.position = 4;
    t.source.last = 6;
    t.source.fault = fault;
    if (!fault && def)
    {
        t.source.hooks = surroundings->hooks;
        t.source.allocator = def->allocator;
        t.filter = def->filter;
    }
    return FNI(character_move)(character, def, input, &t.source, time, report, NULL);
}
