// SPDX-License-Identifier: MIT
//
// Path of a character: on the ground, in the air, or free of both.
//
//     on the ground    along it, with the ground: velocity = heading along it + carry           searches ground below
//     in the air       a parabola up to the first hit                                      lands on walkable ground
//     free             along the wanted velocity
//
// All three share one loop (`travel`): the path for the rest of the time, as a straight line; its first hit; the motion
// up to that, with all that moves; then the response to the hit, and the loop begins again. Each hit becomes a plane
// that constrains the velocity, relative to the obstacle's; planes are dropped once the character has moved on. On the
// ground, planes are turned into the ground's tangent, so that walls stop and do not lift.
//
// The sweep uses the soft shape, half a skin larger; the character stops another half before a hit. So along a wall or
// a floor it has half a skin to spare, and hits nothing that stands out by less: joints of tiles. The gap to the ground
// is restored straight up, and ground is searched straight down: a character at rest stays in place, to the bit.
//
// A wall is a step if up, forward and down lead onto ground. Round feet touch the edge of a step with a steep normal;
// that is ground for a grounded character, if the surface behind the edge is walkable (`is_edge`): so they roll over
// edges, up and down.
//
// If planes leave no velocity, pushable obstacles (a crate) pass through the character until the pass ends. If the
// other planes leave none either, there is no room: moving obstacles pass through it, too, and that is reported, so
// that nothing pushes it into static ones.
//
// Rejected: planes from all near obstacles, with the gap to each (so that no sweep is needed): the corner of the next
// tile then blocks a character that slides towards it, long before it is there.

#ifndef AXES
#include "character_walk2.h"
#include "../math/check.h"
#include "along2.h"
#include <math.h>

#include "../math/dim2.h"
#endif

/// Steepest normal of an edge: 80 degrees.
#define EDGE_COSINE 0.17364817766693035

enum
{
    HITS_MAX = 16  // hits in one pass; then the rest of its path is lost
};

// Height of free fall above the ground: beyond `snap` the character leaves the ground.
static double thrown_height(double speed, double fall)
{
    return fall > 0.0 ? speed * speed / (2.0 * fall) : INFINITY;
}

static bool is_walkable(const CharacterWalk* w, DVec normal)
{
    return FNI(ddot)(normal, w->up) >= w->steepest;
}

// Whether a hit is ground: walkable, and not deep in the character.
static bool is_ground(const CharacterWalk* w, const Bump* b)
{
    return is_walkable(w, b->normal) && b->depth <= w->skin;
}

static DVec scaled(DVec v, double k)
{
    return FNI(dadd_scaled)(FNI(dvec_none)(), v, k);
}

static double length_of(DVec v)
{
    return sqrt(FNI(ddot)(v, v));
}

// Motion without obstacles

// e^-x for x of 0 or more, and (1 - e^-x) / x: by a series for a part of x, doubled as often as that was halved.
static double decay(double x, double* mean)
{
    double term = 1.0, sum = 1.0, part = x < 64.0 ? x : 64.0;
    int halved = 0;
    for (; part > 0.125; ++halved)
    {
        part *= 0.5;
    }
    for (int k = 2; k < 14; ++k)
    {
        term *= -part / k;
        sum += term;
    }
    double left = 1.0 - part * sum;
    for (; halved > 0; --halved)
    {
        sum *= 0.5 * (1.0 + left);
        left *= left;
    }
    *mean = x < 64.0 ? sum : 1.0 / x;
    return left;
}

// Speed under an acceleration and a linear drag; and its path.
static double fall(double speed, double acceleration, double drag, double time, double* path)
{
    if (drag * time < 0x1p-40)
    {
        *path = (speed + 0.5 * acceleration * time) * time;
        return speed + acceleration * time;
    }
    double mean, left = decay(drag * time, &mean), last = acceleration / drag;
    *path = last * time + (speed - last) * time * mean;
    return last + (speed - last) * left;
}

static void go_free(const CharacterWalk* w, double time, DVec* path, DVec* velocity)
{
    DVec change = FNI(dsub)(w->wanted, w->velocity);
    double length = length_of(change), part;
    DVec unit = length > 0.0 ? scaled(change, 1.0 / length) : w->up;
    double done = impi_approach(0.0, length, w->acceleration, time, &part);
    *path = FNI(dadd_scaled)(scaled(w->velocity, time), unit, part);
    *velocity = FNI(dadd_scaled)(w->velocity, unit, done);
}

static void go_air(const CharacterWalk* w, double time, DVec* path, DVec* velocity)
{
    Heading across = FNI(heading_across)(w->velocity, w->up, w->right), x;
    Heading wanted = FNI(heading_across)(w->wanted, w->up, w->right);
    double along = FNI(ddot)(w->velocity, w->up), y;
    wanted = w->sliding ? FNI(heading_off)(across, wanted, w->normal, w->up, w->right) : wanted;
    across = FNI(heading_approach)(across, wanted, w->air_acceleration, time, &x);
    along = fall(along, w->rise, w->drag, time, &y);
    *path = FNI(dadd_scaled)(FNI(heading_level)(x, w->right), w->up, y);
    *velocity = FNI(dadd_scaled)(FNI(heading_level)(across, w->right), w->up, along);
}

// The heading of a walk: along the ground, relative to that.
static Heading heading_of(const CharacterWalk* w)
{
    return FNI(heading_along)(FNI(dsub)(w->velocity, w->carry), w->normal, w->up);
}

static void go_ground(const CharacterWalk* w, double time, DVec* path, DVec* velocity)
{
    Heading heading = heading_of(w), wanted = FNI(heading_across)(w->wanted, w->up, w->right), x;
    heading = FNI(heading_approach)(heading, wanted, w->acceleration, time, &x);
    *path = FNI(dadd)(scaled(w->carry, time), FNI(heading_on)(x, w->normal, w->up));
    *velocity = FNI(dadd)(w->carry, FNI(heading_on)(heading, w->normal, w->up));
}

static void go(const CharacterWalk* w, double time, DVec* path, DVec* velocity)
{
    (w->climbs ? go_free : w->grounded ? go_ground : go_air)(w, time, path, velocity);
}

// Planes

static bool is_barred(const CharacterWalk* w, DVec v)
{
    double tiny = 0x1p-40 * (1.0 + length_of(v));
    for (int32_t i = 0; i < w->plane_count; ++i)
    {
        const CharacterPlane* p = &w->planes[i];
        if (FNI(ddot)(p->normal, v) < p->speed - tiny - 0x1p-40 * fabs(p->speed))
        {
            return true;
        }
    }
    return false;
}

static void take_nearer(const CharacterWalk* w, DVec wanted, DVec v, double* best, DVec* out)
{
    DVec off = FNI(dsub)(v, wanted);
    double square = FNI(ddot)(off, off);
    if (square < *best && !is_barred(w, v))
    {
        *best = square;
        *out = v;
    }
}

// The same for where a plane crosses two others.
static void take_apexes(const CharacterWalk* w, DVec wanted, int32_t i, int32_t j, double* best, DVec* out)
{
    for (int32_t k = 0; k < j; ++k)
    {
        const CharacterPlane *p = &w->planes[i], *q = &w->planes[j], *r = &w->planes[k];
        const DVec normals[3] = {p->normal, q->normal, r->normal};
        const double speeds[3] = {p->speed, q->speed, r->speed};
        DVec at;
        if (FNI(apex_of)(normals, speeds, &at))
        {
            take_nearer(w, wanted, at, best, out);
        }
    }
}

// Velocity nearest to a wanted one that all planes allow: itself, on one plane, or where they cross. False for none.
static bool constrain(const CharacterWalk* w, DVec wanted, DVec* out)
{
    double best = INFINITY;
    take_nearer(w, wanted, wanted, &best, out);
    for (int32_t i = 0; i < w->plane_count && best > 0.0; ++i)
    {
        const CharacterPlane* p = &w->planes[i];
        // Normals are floats, and not quite of length 1.
        double short_of = (p->speed - FNI(ddot)(p->normal, wanted)) / FNI(ddot)(p->normal, p->normal);
        take_nearer(w, wanted, FNI(dadd_scaled)(wanted, p->normal, short_of), &best, out);
        for (int32_t j = 0; j < i; ++j)
        {
            const CharacterPlane* q = &w->planes[j];
            DVec at;
            if (FNI(crossing_of)(wanted, p->normal, p->speed, q->normal, q->speed, &at))
            {
                take_nearer(w, wanted, at, &best, out);
            }
            take_apexes(w, wanted, i, j, &best, out);
        }
    }
    return best < INFINITY;
}

// Whether contacts of a world move an obstacle: it is pushed aside, and never leaves the character without room.
static bool may_be_pushed(const CharacterWalk* w, int32_t obstacle)
{
    return w->obstacles.data[obstacle].told.inverse_mass > 0.0f;
}

// Removes planes of pushable obstacles, or of those that move against the character: they pass through it until the
// pass ends.
static void let_through(CharacterWalk* w, bool giving_way)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < w->plane_count; ++i)
    {
        const CharacterPlane* p = &w->planes[i];
        if (giving_way ? may_be_pushed(w, p->obstacle) : p->speed > 0.0)
        {
            w->obstacles.data[p->obstacle].through = true;
        }
        else
        {
            w->planes[kept++] = *p;
        }
    }
    w->plane_count = kept;
}

static DVec constrained(CharacterWalk* w, DVec wanted)
{
    DVec r = FNI(dvec_none)();
    if (constrain(w, wanted, &r))
    {
        return r;
    }
    let_through(w, true);
    if (!constrain(w, wanted, &r))
    {
        w->news |= DIM(CHARACTER_SQUEEZED);
        let_through(w, false);
        (void)constrain(w, wanted, &r);
    }
    return r;
}

static void add_plane(CharacterWalk* w, DVec normal, double speed, int32_t obstacle)
{
    const CharacterPlane p = {normal, speed, obstacle};
    if (w->plane_count < DIMI(CHARACTER_PLANES))
    {
        w->planes[w->plane_count++] = p;
    }
}

// Response to hits

double FNI(character_walk_shift)(CharacterWalk* w, DVec motion)
{
    Bump b;
    double part = FNI(bump_first)(&w->obstacles, &w->body, motion, 0.0, &b) ? b.time : 1.0;
    w->body.at = FNI(dadd_scaled)(w->body.at, motion, part);
    return part;
}

void FNI(character_walk_tell)(CharacterWalk* w, const Bump* b, DVec impulse, double speed)
{
    CharacterReport* r = w->report;
    WalkObstacle* o = &w->obstacles.data[b->obstacle];
    if (FNI(ddot)(impulse, impulse) > 0.0)
    {
        o->given = FNI(dadd_scaled)(o->given, impulse, 1.0);
        o->given_at = b->point;
    }
    DVec world = FNI(dadd_scaled)(b->point, FNI(dvec_of)(w->origin), 1.0);
    CharacterContact* c = NULL;
    Vec normal = FNI(vec_tidy)(b->normal);
    int32_t known = r->count < r->capacity ? r->count : r->capacity;
    for (int32_t i = 0; i < known && !c; ++i)
    {
        CharacterContact* k = &r->contacts[i];
        c = k->id == b->id && FN(vec_dot)(k->normal, normal) > 0.99f ? k : NULL;
    }
    if (!c)
    {
        c = r->count < r->capacity ? &r->contacts[r->count] : NULL;
        r->count += r->count < INT32_MAX;
        if (c)
        {
            const CharacterContact fresh = {.id = b->id, .normal = normal};
            *c = fresh;
        }
    }
    if (c)
    {
        c->point = FNI(vec_tidy)(world);
        c->impulse = FNI(vec_tidy)(FNI(dadd_scaled)(FNI(dvec_of)(c->impulse), impulse, 1.0));
        c->speed = (float)speed > c->speed ? (float)speed : c->speed;
    }
}

// Pushes an obstacle, within the push force, up to the speed that the character wants; and reports.
static void push_obstacle(CharacterWalk* w, const Bump* b)
{
    WalkObstacle* o = &w->obstacles.data[b->obstacle];
    DVec u = FNI(obstacle_velocity)(o, b->point, 0.0), impulse = FNI(dvec_none)();
    double speed = FNI(ddot)(FNI(dsub)(u, w->velocity), b->normal);
    double most = w->push * w->time - o->pushed;
    if (o->told.inverse_mass > 0.0f && speed > 0.0 && most > 0.0)
    {
        double inverse = (double)o->told.inverse_mass + (w->mass > 0.0 ? 1.0 / w->mass : 0.0);
        double j = speed / inverse < most ? speed / inverse : most;
        DVec v = FNI(dadd_scaled)(FNI(dvec_of)(o->told.velocity), b->normal, -j * o->told.inverse_mass);
        impulse = scaled(b->normal, -j);
        o->pushed += j;
        o->told.velocity = FNI(vec_of)(v);
        o->moves = true;
    }
    FNI(character_walk_tell)(w, b, impulse, speed > 0.0 ? speed : 0.0);
}

// Backs off a hit by the other half of the skin, along a path near its normal.
static void stand_off(CharacterWalk* w, const Bump* b, DVec path)
{
    double along = FNI(ddot)(b->normal, path),
           far = (0.5 * w->skin + (b->depth < w->skin ? b->depth : w->skin)) / (fabs(along) > 0.5 ? along : 1.0);
    (void)FNI(character_walk_shift)(w, scaled(path, far));
}

// Makes a hit below the ground of the character, and restores the gap of a skin, straight up. As far as it came down
// nothing is in the way; in space, where sweeps are dear, it is not asked again.
static void stand_on(CharacterWalk* w, const Bump* b, DVec normal, double down)
{
    double upward = FNI(ddot)(b->normal, w->up);
    w->grounded = true;
    w->sliding = false;
    w->ground = b->obstacle;
    w->normal = normal;
    w->contact = b->point;
    DVec rise = scaled(w->up, (0.5 * w->skin + b->depth) / (upward > 0.5 ? upward : 0.5));
    if (AXES > 2 && FNI(ddot)(rise, w->up) <= down + w->skin / 64.0)
    {
        w->body.at = FNI(dadd_scaled)(w->body.at, rise, 1.0);
        return;
    }
    (void)FNI(character_walk_shift)(w, rise);
}

static void leave_ground(CharacterWalk* w)
{
    w->grounded = false;
    w->ground = -1;
}

static DVec carry_of(const CharacterWalk* w, double time)
{
    if (w->ground < 0)
    {
        return FNI(dvec_none)();
    }
    const WalkObstacle* o = &w->obstacles.data[w->ground];
    return FNI(surface_carry)(o, FNI(obstacle_velocity)(o, w->contact, time), w->normal);
}

// Moves with the ground, and along it.
static void ride(CharacterWalk* w, double time, Heading heading)
{
    w->carry = carry_of(w, time);
    w->velocity = FNI(dadd)(w->carry, FNI(heading_on)(heading, w->normal, w->up));
}

// Whether a hit below with a steep normal is the edge of ground, which holds a grounded character.
static bool is_edge(const CharacterWalk* w, const Bump* b, DVec* normal)
{
    const WalkObstacle* o = &w->obstacles.data[b->obstacle];
    double upward = FNI(ddot)(b->normal, w->up);
    DVec toward = FNI(level_against)(b->normal, w->up, w->right);
    if (upward < EDGE_COSINE || b->depth > w->skin)
    {
        return false;
    }
    DVec from = FNI(dadd_scaled)(FNI(dadd_scaled)(b->point, toward, 0.25 * w->skin), w->up, w->skin);
    DVec path = scaled(w->up, -2.0 * w->skin);
    CompoundHit hit;
    if (FN(compound_ray)(&o->compound, &o->told.pose, FNI(vec_tidy)(from), FNI(vec_tidy)(path), &hit) ||
        hit.hit.kind != IMP_SWEEP_HIT)
    {
        return false;
    }
    *normal = FNI(dvec_of)(hit.hit.normal);
    return is_walkable(w, *normal);
}

// Ground below a hit that is too steep: down along it, to a walkable surface, or to others that hold the character
// together with it. False for none.
static bool find_below(const CharacterWalk* w, const Bump* b, double reach, DVec* at, Bump* out, DVec* normal)
{
    DVec met[AXES], down = FNI(downhill_of)(b->normal, w->up, w->right);
    double far = reach + 4.0 * w->skin, left = reach;
    bool held = false, line = FNI(ddot)(b->normal, w->up) >= 0x1p-6;
    Walker body = w->body;
    met[0] = b->normal;
    for (int32_t count = 1; line && !held && count < AXES;)
    {
        DVec way = scaled(down, far);
        if (!FNI(bump_first)(&w->obstacles, &body, way, 0.0, out))
        {
            return false;
        }
        body.at = FNI(dadd_scaled)(body.at, way, out->time);
        left -= -FNI(ddot)(way, w->up) * out->time;
        *at = body.at;
        *normal = out->normal;
        if (is_ground(w, out))
        {
            return left >= 0.0;
        }
        if (!(far * out->time < 3.0 * w->skin))
        {
            return false;
        }
        *normal = w->up;
        met[count++] = out->normal;
        held = FNI(slopes_hold)(met, count, w->up, w->right, w->steepest, &line, &down);
    }
    return held;
}

// Searches ground below, and stands on it.
static bool find_ground(CharacterWalk* w, double reach)
{
    Bump b;
    DVec normal;
    if (!FNI(bump_first)(&w->obstacles, &w->body, scaled(w->up, -reach), 0.0, &b))
    {
        return false;
    }
    DVec at = w->body.at;
    normal = b.normal;
    w->body.at = FNI(dadd_scaled)(at, w->up, -reach * b.time);
    if (is_ground(w, &b) || (w->grounded && is_edge(w, &b, &normal)))
    {
        stand_on(w, &b, normal, reach * b.time);
        return true;
    }
    Bump below;
    DVec there;
    if (find_below(w, &b, reach * (1.0 - b.time), &there, &below, &normal))
    {
        w->body.at = there;
        stand_on(w, &below, normal, 0.0);
        return true;
    }
    w->body.at = at;
    return false;
}

// Steps up: up, forward and down. path is the rest of the path, more than 0; returns its part used, 0 for no step. One
// that walks nearly along the step goes on to it, too.
static double step_up(CharacterWalk* w, const Bump* wall, Heading heading, double path)
{
    DVec at = w->body.at, ahead = FNI(heading_unit)(heading, w->right), normal;
    DVec onto = FNI(level_against)(wall->normal, w->up, w->right);
    Bump b;
    double least = 2.0 * w->skin, far = path > least ? path : least, lacking = least - far * FNI(ddot)(ahead, onto);
    DVec forward = scaled(ahead, far);
    forward = lacking > 0x1p-10 * least ? FNI(dadd_scaled)(forward, onto, lacking) : forward;
    double rise = w->step * FNI(character_walk_shift)(w, scaled(w->up, w->step));
    double made = far * FNI(character_walk_shift)(w, forward), down = rise + w->skin;
    bool found =
        rise > 0.0 && made >= w->skin && FNI(bump_first)(&w->obstacles, &w->body, scaled(w->up, -down), 0.0, &b);
    if (found)
    {
        normal = b.normal;
        found = is_ground(w, &b) || is_edge(w, &b, &normal);
    }
    if (found)
    {
        CharacterWalk before = *w;
        w->body.at = FNI(dadd_scaled)(w->body.at, w->up, -down * b.time);
        stand_on(w, &b, normal, down * b.time);
        double risen = FNI(ddot)(FNI(dsub)(w->body.at, at), w->up);
        double higher = FNI(ddot)(FNI(dsub)(w->contact, before.contact), w->up);
        found = risen > 0.0 && higher <= w->step + w->skin / 64.0;
        if (!found)
        {
            *w = before;
        }
    }
    if (!found)
    {
        w->body.at = at;
        return 0.0;
    }
    w->news |= DIM(CHARACTER_STEPPED);
    return made < path ? made / path : 1.0;
}

// Adds the plane of a wall, turned into the ground's tangent.
static void wall_on_ground(CharacterWalk* w, const Bump* b)
{
    const WalkObstacle* o = &w->obstacles.data[b->obstacle];
    DVec u = FNI(obstacle_velocity)(o, b->point, 0.0), tangent = FNI(tangent_toward)(w->normal, b->normal);
    double along = FNI(ddot)(b->normal, tangent), speed = FNI(ddot)(b->normal, u);
    if (fabs(along) < 0x1p-6)
    {
        // A ceiling, or the ground moves into it.
        bool giving_way = may_be_pushed(w, b->obstacle), yields_here = giving_way || speed > 0.0 || w->ground < 0;
        int32_t yields = yields_here ? b->obstacle : w->ground;
        w->news |= DIM(CHARACTER_CEILING) | (giving_way ? 0 : DIM(CHARACTER_SQUEEZED));
        w->obstacles.data[yields].through = true;
        if (yields == w->ground)
        {
            leave_ground(w);
            w->velocity = FNI(dvec_none)();
        }
        return;
    }
    double other = speed - FNI(ddot)(b->normal, w->carry);
    DVec normal = scaled(tangent, along < 0.0 ? -1.0 : 1.0);
    // Least speed along the ground, relative to it.
    add_plane(w, normal, other / fabs(along) + FNI(ddot)(normal, w->carry), b->obstacle);
    w->news |= speed > 0.0 ? DIM(CHARACTER_PUSHED) : DIM(CHARACTER_BLOCKED);
    w->velocity = constrained(w, w->velocity);
}

// Responds to a hit on the ground. Returns the part of the rest of the time that it uses.
static double meet_on_ground(CharacterWalk* w, const Bump* b, double rest)
{
    Heading heading = heading_of(w);
    if (is_ground(w, b))
    {
        stand_on(w, b, b->normal, 0.0);
        ride(w, rest, heading);
        return 0.0;
    }
    bool against = FNI(ddot)(b->normal, FNI(heading_on)(heading, w->normal, w->up)) < 0.0;
    if (against && FNI(ddot)(b->normal, w->up) > -0.5)
    {
        double made = step_up(w, b, heading, FNI(heading_length)(heading) * rest);
        if (made > 0.0)
        {
            ride(w, rest, heading);
            return made;
        }
    }
    DVec tangent = FNI(tangent_toward)(w->normal, b->normal);
    push_obstacle(w, b);
    stand_off(w, b, fabs(FNI(ddot)(b->normal, tangent)) > 0.5 ? tangent : b->normal);
    wall_on_ground(w, b);
    return 0.0;
}

static void meet_in_air(CharacterWalk* w, const Bump* b, double rest)
{
    const WalkObstacle* o = &w->obstacles.data[b->obstacle];
    double upward = FNI(ddot)(b->normal, w->up);
    push_obstacle(w, b);
    if (!w->climbs && is_ground(w, b))
    {
        Heading across = FNI(heading_across)(w->velocity, w->up, w->right);
        stand_on(w, b, b->normal, 0.0);
        ride(w, rest, FNI(heading_sub)(across, FNI(heading_across)(carry_of(w, rest), w->up, w->right)));
        w->plane_count = 0;
        return;
    }
    stand_off(w, b, b->normal);
    double speed = FNI(ddot)(FNI(obstacle_velocity)(o, b->point, 0.0), b->normal);
    add_plane(w, b->normal, speed, b->obstacle);
    w->velocity = constrained(w, w->velocity);
    w->news |= speed > 0.0 ? DIM(CHARACTER_PUSHED) : DIM(CHARACTER_BLOCKED);
    w->news |= upward < -0.5 ? DIM(CHARACTER_CEILING) : 0;
    if (!w->climbs && upward > 0x1p-6)
    {
        w->slides = w->sliding = true;
        w->normal = b->normal;
    }
}

// Moves along the free part: to the end of the curved path, if that is near enough to that of its chord.
static void go_part(CharacterWalk* w, DVec chord, DVec path, double time)
{
    path = time > 0.0 ? scaled(constrained(w, scaled(path, 1.0 / time)), time) : chord;
    bool near = length_of(FNI(dsub)(path, chord)) < 0.125 * w->skin;
    w->body.at = FNI(dadd_scaled)(w->body.at, near ? path : chord, 1.0);
}

// Moves through a time, hit by hit.
static void travel(CharacterWalk* w, double rest)
{
    w->plane_count = 0;
    for (int i = 0; i < HITS_MAX && rest > 0.0; ++i)
    {
        DVec path, velocity;
        Bump b;
        go(w, rest, &path, &velocity);
        path = scaled(constrained(w, scaled(path, 1.0 / rest)), rest);
        if (!FNI(bump_first)(&w->obstacles, &w->body, path, rest, &b))
        {
            w->body.at = FNI(dadd_scaled)(w->body.at, path, 1.0);
            w->velocity = constrained(w, velocity);
            FNI(obstacles_advance)(&w->obstacles, rest);
            return;
        }
        double time = b.time * rest;
        DVec part;
        go(w, time, &part, &velocity);
        go_part(w, scaled(path, b.time), part, time);
        w->velocity = constrained(w, velocity);
        FNI(obstacles_advance)(&w->obstacles, time);
        rest -= time;
        if (length_of(path) * b.time > 0.25 * w->skin)
        {
            w->plane_count = 0;
        }
        if (w->grounded)
        {
            double made = rest * meet_on_ground(w, &b, rest);
            FNI(obstacles_advance)(&w->obstacles, made);
            rest -= made;
        }
        else
        {
            meet_in_air(w, &b, rest);
        }
    }
    FNI(obstacles_advance)(&w->obstacles, rest > 0.0 ? rest : 0.0);
}

// Whether the ground falls away faster than the character would.
static bool is_thrown(const CharacterWalk* w, DVec carry)
{
    double speed = FNI(ddot)(FNI(dsub)(w->carry, carry), w->up);
    return speed > 0.0 && thrown_height(speed, -w->rise) > w->snap;
}

void FNI(character_walk_pass)(CharacterWalk* w, double time)
{
    if (w->grounded && !w->climbs)
    {
        DVec carry = carry_of(w, time);
        if (is_thrown(w, carry))
        {
            leave_ground(w);
        }
        else
        {
            ride(w, time, heading_of(w));
        }
    }
    Bump b;
    w->slides = false;
    travel(w, time);
    // Between two hits it falls, within the skin.
    w->slides =
        w->slides || (w->sliding && FNI(bump_first)(&w->obstacles, &w->body, scaled(w->normal, -w->skin), 0.0, &b));
    w->sliding = w->slides && !w->grounded;
    if (w->grounded)
    {
        Heading heading = heading_of(w);
        if (find_ground(w, w->snap + w->skin))
        {
            ride(w, time, heading);
        }
        else
        {
            leave_ground(w);
        }
    }
    else if (!w->climbs && w->plane_count >= 2 && FNI(ddot)(w->velocity, w->up) <= 0.0 && find_ground(w, w->skin))
    {
        ride(w, time, FNI(heading_none)());
    }
    for (int32_t i = 0; i < w->obstacles.count; ++i)
    {
        w->obstacles.data[i].through = false;
    }
}
