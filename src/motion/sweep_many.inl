// SPDX-License-Identifier: MIT
//
// Sweep of many things through a step, event by event.
//
//     things -> swept boxes -> pairs (the index) -> time of impact (toi_pair2.c) -> event queue -> earliest event
//                    ^                                                                                |
//                    +---- new paths of those two alone <---- collision response (sweep_response2.c) <+
//
// Each thing searches its first time of impact among the things whose boxes overlap its swept box. It searches again
// after its response, and so does, when its event is popped, a thing that owned an event with it (event_queue.h). All
// others are left alone; their boxes may be larger than the rest of their paths, but never smaller. Firm things search
// nothing, so a map of thousands costs what is near those that move.
//
// A thing that has had all its events stops at the next one, and is firm from then on. A stopped thing between two firm
// things that close stays in place, and they pass through it: so a step always ends.
//
// The caller's memory is written only when all is known, but for the lists of the last call.

#ifndef AXES
#include "sweep_many2.h"
#include "../base/alloc.h"
#include "../broad/index.h"
#include "event_queue.h"
#include "impinge/broad2.h"
#include <math.h>
#include <string.h>

#include "../math/dim2.h"
#endif

enum
{
    LIMIT = 32,
    LIMIT_MAX = 1 << 16
};

/// The earlier events of the two things of an event, or -1.
typedef struct event_links
{
    int32_t of_a, of_b;
} event_links;

struct Sweeps
{
    imp_allocator allocator;
    Index* index;
    int32_t indexed;  // things 0 to indexed - 1 are in it
    impi_event_queue queue;
    struct
    {
        IMPI_ARRAY(SweptThing)
    } things;
    struct
    {
        IMPI_ARRAY(Thing)
    } boxes;
    struct
    {
        IMPI_ARRAY(Box)
    } moved;
    struct
    {
        IMPI_ARRAY(int32_t)
    } found;
    struct
    {
        IMPI_ARRAY(Toi)  // the next event of each thing
    } foreseen;
    struct
    {
        IMPI_ARRAY(SweepEvent)
    } events;
    struct
    {
        IMPI_ARRAY(event_links)
    } links;
    struct
    {
        IMPI_ARRAY(SweptEnd)
    } ends;
};

imp_status FN(sweeps_make)(const imp_allocator* allocator, Sweeps** out)
{
    if (!impi_alloc_valid(allocator) || !out)
    {
        return impi_error(IMP_ERR_NULL, out ? 1 : 2);
    }
    Sweeps* s = (Sweeps*)impi_alloc_resize(allocator, NULL, 0, 1, sizeof *s);
    if (!s)
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    memset(s, 0, sizeof *s);
    s->allocator = impi_alloc_or_default(allocator);
    const IndexDef def = {.allocator = &s->allocator};
    if (FN(index_make)(&def, &s->index))
    {
        impi_alloc_free(allocator, s, 1, sizeof *s);
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    *out = s;
    return IMP_OK;
}

void FN(sweeps_free)(Sweeps* s)
{
    if (s)
    {
        imp_allocator allocator = s->allocator;
        FN(index_free)(s->index);
        impi_event_queue_free(&s->queue, &allocator);
        impi_array_free(&s->things, &allocator);
        impi_array_free(&s->boxes, &allocator);
        impi_array_free(&s->moved, &allocator);
        impi_array_free(&s->found, &allocator);
        impi_array_free(&s->foreseen, &allocator);
        impi_array_free(&s->events, &allocator);
        impi_array_free(&s->links, &allocator);
        impi_array_free(&s->ends, &allocator);
        impi_alloc_free(&allocator, s, 1, sizeof *s);
    }
}

// Checks of arguments

static int32_t fault_of(const Swept* t)
{
    int32_t fault = FNI(compound_fault)(t->compound);
    fault = fault ? fault : FNI(pose_fault)(&t->pose);
    fault = fault ? fault : FNI(vec_fault_large)(t->motion);
    fault = fault ? fault : FNI(spin_fault_large)(t->turn);
    fault = fault ? fault : (double)FNI(spin_length)(t->turn) > IMPI_SPIN_MAX ? IMP_ERR_RANGE : 0;
    fault = fault ? fault : t->response < 0 || t->response >= IMP_RESPONSE_COUNT ? IMP_ERR_RANGE : 0;
    fault = fault ? fault : impi_number_fault_negative(t->restitution);
    fault = fault ? fault : t->restitution > 1.0f ? IMP_ERR_RANGE : 0;
    fault = fault ? fault : impi_number_fault_negative(t->inverse_mass);
    return fault ? fault : FNI(inertia_fault)(t->inverse_inertia);
}

static imp_status check_call(const Sweeps* s, const Swept* things, int32_t count, int32_t limit, const SweepResult* out)
{
    if (!s)
    {
        return impi_error(IMP_ERR_NULL, 1);
    }
    if (count < 0)
    {
        return impi_error(IMP_ERR_COUNT, 3);
    }
    if (!things && count > 0)
    {
        return impi_error(IMP_ERR_NULL, 2);
    }
    for (int32_t i = 0; i < count; ++i)
    {
        int32_t fault = fault_of(&things[i]);
        if (fault)
        {
            return impi_error(fault, 2);
        }
    }
    return limit < 0 || limit > LIMIT_MAX ? impi_error(IMP_ERR_COUNT, 4) : out ? IMP_OK : impi_error(IMP_ERR_NULL, 5);
}

// Boxes

static DBox dbox_of(Box box)
{
    DBox r;
    for (int k = 0; k < AXES; ++k)
    {
        SET_DAT(r, k, (double)AT(box.lower, k));
        SET_DAT(r, AXES + k, (double)AT(box.upper, k));
    }
    return r;
}

/// A box around the origin that reaches so far along each axis.
static DBox box_of_reach(double far)
{
    DBox r;
    for (int k = 0; k < AXES; ++k)
    {
        SET_DAT(r, k, -far);
        SET_DAT(r, AXES + k, far);
    }
    return r;
}

static SweptThing thing_of(const Swept* t)
{
    SweptThing m = {.compound = t->compound, .until = 1.0, .answer = t->response, .last_event = -1};
    m.at = FNI(dvec_of)(t->pose.p);
    m.velocity = FNI(dvec_of)(t->motion);
    m.spin = FNI(dspin_of)(t->turn);
    m.q = FNI(drot_of)(t->pose.q);
    m.inverse_mass = t->inverse_mass;
    // A body on a pivot that is hit near it would need an infinite angular velocity.
    m.inverse_inertia = t->inverse_mass > 0.0f ? FNI(dinertia_of)(t->inverse_inertia) : FNI(dinertia_none)();
    m.restitution = t->restitution;
    m.filter = impi_filter_of(t->filter);
    m.size = (double)t->compound->reach + (double)FNI(compound_radius)(t->compound);
    if (FNI(dspin_some)(m.spin) || FNI(dinertia_some)(m.inverse_inertia))
    {
        // Unit length, so that a rotation never drifts.
        m.q = FNI(drot_unit)(m.q);
        m.around = box_of_reach(m.size * (1.0 + 0x1p-20));
        return m;
    }
    // Bounds at the origin, so that the position does not round them.
    Box box;
    const Pose pose = {FNI(vec_none)(), t->pose.q};
    (void)FN(compound_bounds)(t->compound, &pose, &box);
    m.around = dbox_of(box);
    return m;
}

/// Swept box of the path from a time on, with a margin for rounding. False where it is too far out.
static bool box_of_way(const SweptThing* m, double now, Box* out)
{
    DVec from = FNI(thing_at)(m, now), to = FNI(thing_at)(m, 1.0);
    double lower[AXES], upper[AXES], far = 0.0;
    for (int k = 0; k < AXES; ++k)
    {
        double a = DAT(from, k), b = DAT(to, k);
        lower[k] = (a < b ? a : b) + DAT(m->around, k);
        upper[k] = (a > b ? a : b) + DAT(m->around, AXES + k);
        far += fabs(lower[k]) > fabs(upper[k]) ? fabs(lower[k]) : fabs(upper[k]);
    }
    double more = 0x1p-22 * far + 0x1p-17 * (m->size + FNI(dnorm1)(FNI(dsub)(to, from)));
    if (!(far < 0x1p61))
    {
        return false;
    }
    for (int k = 0; k < AXES; ++k)
    {
        SET_AT(out->lower, k, (float)(lower[k] - more));
        SET_AT(out->upper, k, (float)(upper[k] + more));
    }
    return true;
}

/// Puts the swept boxes of all things into the index, which holds those of the last call.
static imp_status index_all(Sweeps* s)
{
    int32_t count = s->things.count, kept = count < s->indexed ? count : s->indexed;
    for (int32_t i = 0; i < count; ++i)
    {
        Thing fresh = {.user = 0};
        if (!box_of_way(&s->things.data[i], 0.0, &fresh.box))
        {
            return impi_error(IMP_ERR_RANGE, 2);
        }
        s->boxes.data[i] = fresh;
        s->moved.data[i] = fresh.box;
    }
    if (kept < s->indexed)
    {
        for (int32_t i = kept; i < s->indexed; ++i)
        {
            s->found.data[i - kept] = i;
        }
        (void)FN(index_remove)(s->index, s->found.data, s->indexed - kept);
        s->indexed = kept;
    }
    (void)FN(index_move)(s->index, NULL, s->moved.data, kept);
    if (kept < count && FN(index_add)(s->index, s->boxes.data + kept, count - kept, NULL))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    s->indexed = count;
    return IMP_OK;
}

// Times of impact

/// Whether a pair has been reported. Searches the events of the thing that does not pass, which has fewer.
static bool was_told(const Sweeps* s, int32_t i, int32_t j)
{
    int32_t of = s->things.data[i].answer == IMP_RESPONSE_PASS ? j : i, event = s->things.data[of].last_event;
    while (event >= 0)
    {
        const SweepEvent* e = &s->events.data[event];
        if (e->a + e->b == i + j && (e->a == i || e->b == i))
        {
            return true;
        }
        event = e->a == of ? s->links.data[event].of_a : s->links.data[event].of_b;
    }
    return false;
}

static bool may_meet(const Sweeps* s, int32_t i, int32_t j)
{
    const SweptThing *a = &s->things.data[i], *b = &s->things.data[j];
    bool passes = a->answer == IMP_RESPONSE_PASS || b->answer == IMP_RESPONSE_PASS;
    return impi_filters_agree(a->filter, b->filter) && (passes || FNI(thing_answers)(a) || FNI(thing_answers)(b)) &&
           !(passes && was_told(s, i, j));
}

/// Pushes the first event of a thing from a time on, among the things that its swept box overlaps. Skips `but`, and
/// things below `from` that search themselves.
static imp_status find_first_event(Sweeps* s, int32_t i, double now, int32_t from, int32_t but)
{
    const SweptThing* things = s->things.data;
    Toi* first = &s->foreseen.data[i];
    int32_t count = 0, other = -1;
    Box box;
    if (!box_of_way(&things[i], now, &box))
    {
        return impi_error(IMP_ERR_RANGE, 2);
    }
    (void)FN(index_move)(s->index, &i, &box, 1);
    (void)FN(index_query_box)(s->index, &box, NULL, s->found.data, s->found.capacity, &count);
    for (int32_t k = 0; k < count; ++k)
    {
        int32_t j = s->found.data[k];
        Toi met;
        if (j == i || j == but || (j < from && things[j].answer != IMP_RESPONSE_FIRM) || !may_meet(s, i, j))
        {
            continue;
        }
        if (!FNI(toi_pair)(&things[i < j ? i : j], &things[i < j ? j : i], now, &met))
        {
            return impi_error(IMP_ERR_RANGE, 2);
        }
        if (met.kind != IMP_SWEEP_NEVER && (other < 0 || met.time < first->time))
        {
            *first = met;
            other = j;
        }
    }
    if (other >= 0)
    {
        impi_event_queue_push(&s->queue, first->time, i, other);
    }
    return IMP_OK;
}

static imp_status find_next_event(void* context, int32_t thing, double now, int32_t but)
{
    Sweeps* s = (Sweeps*)context;
    const SweptThing* t = &s->things.data[thing];
    return t->answer == IMP_RESPONSE_FIRM && !t->stands ? IMP_OK : find_first_event(s, thing, now, 0, but);
}

// Events

/// Starts a new path at a time.
static void turn_at(Sweeps* s, int32_t i, double time)
{
    SweptThing* m = &s->things.data[i];
    m->q = FNI(thing_turned)(m, time);
    m->at = FNI(thing_at)(m, time);
    m->inverse_inertia = FNI(dinertia_turned)(m->inverse_inertia, m->spin, time - m->since);
    m->since = time;
}

/// Stops a thing that has had all its events.
static void make_stand(SweptThing* m, double time)
{
    m->last_velocity = m->velocity;
    m->last_spin = m->spin;
    m->velocity = FNI(dvec_none)();
    m->spin = FNI(dspin_none)();
    m->stands = true;
    m->until = time;
    m->answer = IMP_RESPONSE_FIRM;
}

/// Reports an event; there is room.
static void tell(Sweeps* s, const impi_toi_event* m, const Toi* met)
{
    SweptThing *a = &s->things.data[m->a], *b = &s->things.data[m->b];
    DVec point = FNI(dadd)(FNI(thing_at)(a, m->time), met->arm_a);
    double closing = FNI(closing)(a, b, met->normal, met->arm_a, met->arm_b);
    // After the start, a slight overlap is a touch that lasts.
    bool deep = met->kind == IMP_SWEEP_OVERLAP && met->gap < -FNI(deep_of)(a, b), start = !(m->time > 0.0);
    SweepEvent e = {.a = m->a, .b = m->b, .part_a = met->part_a, .part_b = met->part_b};
    e.hit.kind = start || deep ? met->kind : IMP_SWEEP_HIT;
    e.hit.time = (float)m->time;
    e.hit.normal = FNI(vec_of)(met->normal);
    e.hit.point = FNI(vec_of)(point);
    e.hit.depth = e.hit.kind == IMP_SWEEP_OVERLAP ? (float)-met->gap : 0.0f;
    e.speed = closing > 0.0 ? (float)closing : 0.0f;
    const event_links links = {a->last_event, b->last_event};
    a->last_event = b->last_event = s->events.count;
    s->links.data[s->links.count++] = links;
    s->events.data[s->events.count++] = e;
}

static imp_status respond_to_event(void* context, const impi_toi_event* m, int32_t both[2], bool turned[2])
{
    Sweeps* s = (Sweeps*)context;
    SweptThing *a = &s->things.data[m->a], *b = &s->things.data[m->b];
    const Toi met = s->foreseen.data[m->owner];
    bool passes = a->answer == IMP_RESPONSE_PASS || b->answer == IMP_RESPONSE_PASS, exhausted[2], any = false;
    if (passes && was_told(s, m->a, m->b))
    {
        return IMP_OK;
    }
    imp_status status = impi_array_reserve(&s->events, &s->allocator, (int64_t)s->events.count + 1);
    status = status ? status : impi_array_reserve(&s->links, &s->allocator, (int64_t)s->links.count + 1);
    if (status || passes)
    {
        if (!status)
        {
            tell(s, m, &met);
        }
        return status;
    }
    for (int k = 0; k < 2; ++k)
    {
        turned[k] = FNI(thing_answers)(&s->things.data[both[k]]);
        exhausted[k] = turned[k] && impi_event_queue_is_spent(&s->queue, both[k]);
        any = any || exhausted[k];
    }
    if (!any)
    {
        tell(s, m, &met);
    }
    for (int k = 0; k < 2; ++k)
    {
        turned[k] = any ? exhausted[k] : turned[k];
        if (turned[k])
        {
            turn_at(s, both[k], m->time);
        }
        if (exhausted[k])
        {
            make_stand(&s->things.data[both[k]], m->time);
        }
        s->things.data[both[k]].events += turned[k] && !any;
    }
    if (!any)
    {
        FNI(answer_both)(a, b, &met);
    }
    return IMP_OK;
}

// The end

static bool is_told(DVec v)
{
    bool r = true;
    for (int k = 0; k < AXES; ++k)
    {
        r = r && DAT(v, k) <= 0x1p60 && DAT(v, k) >= -0x1p60;
    }
    return r;
}

/// Writes the ends of the paths. False when numbers are too large for floats.
static bool tell_ends(Sweeps* s)
{
    bool fit = true;
    for (int32_t i = 0; i < s->things.count; ++i)
    {
        const SweptThing* m = &s->things.data[i];
        DVec at = FNI(thing_at)(m, 1.0), v = m->stands ? m->last_velocity : m->velocity;
        DSpin spin = m->stands ? m->last_spin : m->spin;
        fit = fit && is_told(at) && is_told(v);
        if (fit)
        {
            const SweptEnd end = {FNI(thing_pose)(m, 1.0, at), FNI(vec_of)(v), FNI(spin_of)(spin), (float)m->until,
                                  m->events};
            s->ends.data[i] = end;
        }
    }
    return fit;
}

static imp_status make_room(Sweeps* s, int32_t count)
{
    const imp_allocator* allocator = &s->allocator;
    int64_t most = count > s->indexed ? count : s->indexed;
    imp_status status = impi_array_reserve(&s->things, allocator, count);
    status = status ? status : impi_array_reserve(&s->boxes, allocator, count);
    status = status ? status : impi_array_reserve(&s->moved, allocator, count);
    status = status ? status : impi_array_reserve(&s->found, allocator, most);
    status = status ? status : impi_array_reserve(&s->foreseen, allocator, count);
    status = status ? status : impi_event_queue_reserve(&s->queue, count, count, allocator);
    return status ? status : impi_array_reserve(&s->ends, allocator, count);
}

imp_status FN(sweep_many)(Sweeps* s, const Swept* things, int32_t count, int32_t limit, SweepResult* out)
{
    imp_status status = check_call(s, things, count, limit, out);
    status = status ? status : make_room(s, count);
    if (status)
    {
        return status;
    }
    impi_event_queue_begin(&s->queue, count, limit > 0 ? limit : LIMIT);
    s->events.count = s->links.count = 0;
    s->things.count = count;
    for (int32_t i = 0; i < count; ++i)
    {
        s->things.data[i] = thing_of(&things[i]);
    }
    status = index_all(s);
    for (int32_t i = 0; i < count && !status; ++i)
    {
        status = things[i].response == IMP_RESPONSE_FIRM ? IMP_OK : find_first_event(s, i, 0.0, i, -1);
    }
    const impi_stepper stepper = {s, find_next_event, respond_to_event};
    status = status ? status : impi_event_queue_run(&s->queue, &stepper);
    if (status)
    {
        return status;
    }
    if (!tell_ends(s))
    {
        return impi_error(IMP_ERR_RANGE, 2);
    }
    const SweepResult result = {s->events.data, s->events.count, s->ends.data, count};
    *out = result;
    return IMP_OK;
}
