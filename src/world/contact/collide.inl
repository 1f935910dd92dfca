// SPDX-License-Identifier: MIT
//
// Narrow phase of a world: manifolds of its contacts.
//
//     contacts -> cached manifold holds? ----------------------> depths follow
//                 expired -> convex: in lanes, by group -------> internal edges -> warm start -> caches
//                         -> compounds, sliders over many -----> one thread, in the order of the list
//                            any thread
//
// Cached manifolds are in manifold_cache.inl. Convex shapes are collided in parallel, as nothing is shared, and in SIMD
// lanes, as many at once as a job has. Compounds (collide_parts.inl) come after, and sliders over many colliders
// (manifold_merge.inl), which take impulses over from one contact to the next.

#ifndef AXES
#include "contact2.h"
#include "../../motion/pair_gap2.h"
#include "../../narrow/batch_kernels2.h"
#include <math.h>
#include <string.h>

#include "../../math/dim2.h"
#endif

enum
{
    WORDS_OF_JOB = 4,
    CONTACTS_OF_JOB = WORDS_OF_JOB * IMPI_WORD,  // not more than IMPI_GATHERED
    PARTS_OF_JOB = 16
};

// A lower bound of the motion of two shapes until there may be a manifold; unknown if not above 0.
static float separation_of(const World* w, const Contact* c, const Shape* shape_a, const Shape* shape_b,
                           const Manifold* none)
{
    float apart = FNI(gap_told)(none, FNI(world_near)(w));
    if (!(apart > 0.0f))
    {
        Pose a, b;
        FNI(relative_poses)(c, &a, &b);
        apart = FNI(gap_rough)(shape_a, &a, shape_b, &b);
    }
    return apart - IMPI_SURELY * FNI(world_near)(w);
}

// Stores the manifold of two convex shapes, and what follows from it.
static void set_manifold(World* w, Contact* c, const Manifold* manifold)
{
    const Shape* shape_a = &w->colliders.data[c->collider_a].shape;
    const Shape* shape_b = &w->colliders.data[c->collider_b].shape;
    c->corrected = false;
    c->manifold_count = manifold->count > 0;
    c->separation = 0.0f;
    if (c->manifold_count == 0)
    {
        c->separation = separation_of(w, c, shape_a, shape_b, manifold);
        FNI(reset_one_way)(c);
    }
    FNI(keep_impulses)(w, &c->cache, manifold, &c->cache.impulses);
    c->cache.manifold = *manifold;
    c->cache.refused = false;
    FNI(measure_cache)(c, &c->cache, shape_a, shape_b);
}

// Corrects a manifold at internal edges. Returns whether it has changed.
static bool correct_convex(World* w, const Contact* c, Manifold* m)
{
    bool has_neighbours =
        w->colliders.data[c->collider_a].has_neighbours || w->colliders.data[c->collider_b].has_neighbours;
    return has_neighbours && FNI(edges_correct_contact)(w, c, 0, 0, m);
}

// The same after correct_or_sweep.
static void set_corrected(World* w, Contact* c, const Manifold* manifold, bool corrected, bool on_way)
{
    set_manifold(w, c, manifold);
    c->corrected = corrected;
    if (on_way)
    {
        FNI(collide_again)(w, c);
    }
}

// Drops a manifold that is left to the sweep, or corrects it at internal edges. Returns whether it was corrected.
static bool correct_or_sweep(World* w, const Contact* c, Manifold* manifold, bool* on_way)
{
    const Shape *a = &w->colliders.data[c->collider_a].shape, *b = &w->colliders.data[c->collider_b].shape;
    *on_way = FNI(is_left_to_sweep)(w, c, manifold) ||
              (!FNI(is_near)(w, c, manifold->depth) && FNI(misses)(w, c, a, b, manifold));
    manifold->count = *on_way ? 0 : manifold->count;
    return !*on_way && correct_convex(w, c, manifold);
}

static Manifold collide_singly(const World* w, const Contact* c)
{
    Pose a, b;
    Manifold manifold = {.count = 0};
    FNI(relative_poses)(c, &a, &b);
    // Only shapes far out of range are refused, without a manifold.
    (void)FN(collide)(&w->colliders.data[c->collider_a].shape, &a, &w->colliders.data[c->collider_b].shape, &b,
                      FNI(world_near)(w), &manifold);
    return manifold;
}

static void find_convex(World* w, const Contact* c, PartsFound* out)
{
    out->count = 0;
    out->done = true;
    out->few[0].manifold = collide_singly(w, c);
    out->corrected = correct_or_sweep(w, c, &out->few[0].manifold, &out->on_way);
}

// Contacts of convex shapes that are collided together, by group of shapes.
typedef struct convex_batch
{
    int32_t count[DIMI(GROUP_COUNT)];
    Contact* contacts[DIMI(GROUP_COUNT)][CONTACTS_OF_JOB];
} convex_batch;

static void add_to_batch(const World* w, convex_batch* some, Contact* c)
{
    // Poses are valid, but the vector between them may be too long.
    bool near = FNI(vec_within)(c->poses.between, IMP_MAGNITUDE_MAX);
    int32_t group = near ? (int32_t)c->group : (int32_t)DIMI(GROUP_SINGLE);
    some->contacts[group][some->count[group]++] = c;
    for (int32_t line = 0; line < 3; ++line)
    {
        impi_prefetch((const char*)&c->cache + 64 * line);
    }
    if (FNI(is_deep_convex)(c))
    {
        impi_prefetch(&w->colliders.data[c->collider_a].inner);
        impi_prefetch(&w->colliders.data[c->collider_b].inner);
    }
    for (int32_t line = 0; line < 2; ++line)
    {
        impi_prefetch((const char*)&w->colliders.data[c->collider_a].shape + 64 * line);
        impi_prefetch((const char*)&w->colliders.data[c->collider_b].shape + 64 * line);
    }
}

static void gather_shapes(const World* w, Contact* const* contacts, int32_t count, Gathered* out)
{
    out->count = count;
    for (int32_t i = 0; i < count; ++i)
    {
        Contact* c = contacts[i];
        Pose a, b;
        FNI(relative_poses)(c, &a, &b);
        FNI(gather)
        (out, i, &w->colliders.data[c->collider_a].shape, a.q, &w->colliders.data[c->collider_b].shape, b, &c->axis);
    }
}

// Takes over the manifold of two convex shapes, without the part of its depth that they were made overlapping by.
static void take_collided(World* w, Contact* c, Manifold* manifold)
{
    bool on_way = false, corrected = false;
    c->deep = FNI(depth_made)(w, c, manifold);
    c->pushed = 0.0f;
    if (c->deep > 0.0f)
    {
        FNI(take_depth)(manifold, c->deep);
    }
    else
    {
        corrected = correct_or_sweep(w, c, manifold, &on_way);
    }
    set_corrected(w, c, manifold, corrected, on_way);
}

static void collide_together(World* w, const convex_batch* some)
{
    const Kernels wide = FNI(kernels_of)(w->level);
    Gathered pairs;
    GatheredRoom answers;
    Manifolds found;
    for (int32_t group = 0; group < DIMI(GROUP_COUNT); ++group)
    {
        Contact* const* contacts = some->contacts[group];
        int32_t count = some->count[group];
        if (count == 0)
        {
            continue;
        }
        gather_shapes(w, contacts, count, &pairs);
        FNI(answer_gathered)(&wide, group, &pairs, FNI(world_near)(w), &answers, &found);
        for (int32_t i = 0; i < count; ++i)
        {
            if (i + IMPI_AHEAD < count)
            {
                FNI(row_prefetch)(w, &contacts[i + IMPI_AHEAD]->cache);
            }
            Manifold manifold = FN(manifolds_get)(&found, i);
            take_collided(w, contacts[i], &manifold);
            // A first manifold is made again, together with the ones of its siblings.
            contacts[i]->made = contacts[i]->manifold_count == 0 || !FNI(has_siblings)(w, contacts[i]);
        }
    }
}

// Whether a contact has changed by more than a small motion of its manifolds.
static bool has_changed(const World* w, const Contact* c)
{
    if (!c->made || FNI(is_deep)(c) != c->counted || !c->solved || c->manifold_count != c->row_count || c->wants ||
        c->one_way || w->hooks.pre_solve)
    {
        return true;
    }
    return c->manifold_count > 0 ? w->sims.data[c->body_a].asleep || w->sims.data[c->body_b].asleep : c->touching;
}

// Whether a change concerns other contacts, too: then it is handled with the others, in order.
static bool concerns_others(const World* w, const Contact* c)
{
    return !c->made || FNI(is_deep)(c) != c->counted || c->one_way || w->sims.data[c->body_a].asleep ||
           w->sims.data[c->body_b].asleep;
}

// The list of contacts that is collided now.
typedef struct collide_context
{
    World* w;
    const impi_contact_list* list;
} collide_context;

// Collides a sensor, keeps a manifold, or adds convex shapes to the batch. Compounds that need memory and sliders are
// left to find_parts, with made false.
static void collide_contact(World* w, Contact* c, convex_batch* waiting, float* separation)
{
    if (c->sensor)
    {
        c->inside = FNI(parts_overlap)(w, c);
        c->made = true;
        return;
    }
    if (c->one_way && w->built < IMPI_BUILT_ROWS)
    {
        FNI(contact_write_back)(w, c);  // keep_manifolds updates their depths
    }
    c->made = FNI(keep_manifolds)(w, c, separation);
    if (c->made && w->built < IMPI_BUILT_ROWS)
    {
        FNI(contact_write_back)(w, c);  // contacts that expire read their rows themselves
    }
    bool alone = c->manifold_count == 0 || !FNI(has_siblings)(w, c);
    if (!c->made && c->convex && alone)
    {
        add_to_batch(w, waiting, c);
        c->made = true;
    }
    c->made = c->made || (!c->convex && FNI(parts_clear)(w, c));
}

// Prefetches the contact after the next ones, and of the one before that the bodies: their motion tells whether it is to
// be collided.
static inline void prefetch_next(const World* w, Contact* const* contacts, int32_t i, int32_t count)
{
    if (i + 2 * IMPI_AHEAD < count)
    {
        FNI(contact_ask)(contacts[i + 2 * IMPI_AHEAD]);
    }
    if (i + IMPI_AHEAD < count)
    {
        const Contact* c = contacts[i + IMPI_AHEAD];
        for (size_t at = 0; at < sizeof(BodySim); at += 64)
        {
            impi_prefetch((const char*)&w->sims.data[c->body_a] + at);
            impi_prefetch((const char*)&w->sims.data[c->body_b] + at);
        }
    }
}

static void collide_job(void* context, int32_t job)
{
    const collide_context* now = (const collide_context*)context;
    World* w = now->w;
    convex_batch waiting;
    int32_t first = job * WORDS_OF_JOB, last = (now->list->count - 1) / IMPI_WORD, count = 0;
    int32_t words = last - first < WORDS_OF_JOB ? last - first + 1 : WORDS_OF_JOB;
    int32_t number[CONTACTS_OF_JOB], end[WORDS_OF_JOB];  // index in the list; the first of the next word
    Contact* contacts[CONTACTS_OF_JOB];
    float separation[CONTACTS_OF_JOB] = {0.0f};
    memset(waiting.count, 0, sizeof waiting.count);
    for (int32_t word = 0; word < words; ++word)
    {
        for (uint32_t bits = w->collide.unsettled.data[first + word]; bits != 0; bits &= bits - 1)
        {
            number[count] = (first + word) * IMPI_WORD + impi_lowest_bit(bits);
            contacts[count] = &w->contacts.data[now->list->data[number[count]].slot];
            count += 1;
        }
        end[word] = count;
    }
    for (int32_t i = 0; i < count; ++i)
    {
        prefetch_next(w, contacts, i, count);
        collide_contact(w, contacts[i], &waiting, &separation[i]);
    }
    collide_together(w, &waiting);
    for (int32_t word = 0, i = 0; word < words; ++word)
    {
        uint32_t unsettled = 0, stirred = 0, parted = 0;
        for (; i < end[word]; ++i)
        {
            const Contact* c = contacts[i];
            uint32_t bit = 1u << number[i] % IMPI_WORD;
            unsettled |= has_changed(w, c) ? bit : 0;
            stirred |= concerns_others(w, c) ? bit : 0;
            parted |= c->made ? 0 : bit;
            w->collide.separation.data[number[i]] = separation[i] > 0.0f                ? separation[i]
                                                    : c->made && c->manifold_count == 0 ? c->separation
                                                                                        : 0.0f;
        }
        w->collide.unsettled.data[first + word] = unsettled;
        w->collide.stirred.data[first + word] = unsettled & stirred;
        w->collide.parted.data[first + word] = parted;
    }
}

imp_status FNI(contact_collide_alone)(World* w, Contact* c)
{
    if (c->convex)
    {
        Manifold manifold = collide_singly(w, c);
        if (c->deep > 0.0f)
        {
            FNI(take_depth)(&manifold, c->deep);
        }
        set_manifold(w, c, &manifold);
        return IMP_OK;
    }
    return FNI(parts_clear)(w, c) ? IMP_OK : FNI(parts_collide)(w, c);
}

// Whether a contact wakes its sleepers: a moving body wakes the ones in contact with it; a body that was put beside a
// sleeper wakes it if contact begins or ends.
static bool is_waking(const World* w, const Contact* c)
{
    bool holds = FNI(contact_holds)(w, c) && !FNI(is_carried)(c, &c->cache);
    return c->solved && (FNI(contact_moves)(w, c) ? holds : holds != (c->row_count > 0));
}

static void wake_sleeper(World* w, int32_t body)
{
    if (w->bodies.data[body].island_next >= 0)
    {
        FNI(body_wake)(w, body);
    }
}

static void find_parts_job(void* context, int32_t job)
{
    const collide_context* now = (const collide_context*)context;
    World* w = now->w;
    int32_t end = impi_end_of_job(job, PARTS_OF_JOB, w->collide.parts_found.count);
    for (int32_t i = job * PARTS_OF_JOB; i < end; ++i)
    {
        PartsFound* found = &w->collide.parts_found.data[i];
        const Contact* c = &w->contacts.data[now->list->data[found->at].slot];
        if (!found->done)
        {
            (c->convex ? find_convex : FNI(parts_find))(w, c, found);
        }
    }
}
// Gives each contact that is not done room for as many manifolds as it had last, or has, and finds them. Returns IMP_OK
// or IMP_ERR_MEMORY.
static imp_status find_rest(collide_context* now, bool counted, int64_t* first)
{
    World* w = now->w;
    int32_t left = 0;
    for (int32_t i = 0; i < w->collide.parts_found.count; ++i)
    {
        PartsFound* found = &w->collide.parts_found.data[i];
        if (found->done)
        {
            continue;
        }
        const Contact* c = &w->contacts.data[now->list->data[found->at].slot];
        int32_t expected = counted ? found->count : c->convex ? 0 : c->manifold_count + c->manifold_count / 4;
        found->room = expected > IMPI_FEW_PARTS ? expected : IMPI_FEW_PARTS;
        found->first = (int32_t)*first;
        *first += expected > IMPI_FEW_PARTS ? expected : 0;
        ++left;
    }
    if (left == 0)
    {
        return IMP_OK;
    }
    if (*first > INT32_MAX || impi_array_reserve(&w->collide.manifolds, &w->allocator, *first))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    impi_spread(&w->jobs, find_parts_job, now, (w->collide.parts_found.count + PARTS_OF_JOB - 1) / PARTS_OF_JOB);
    return IMP_OK;
}

// Finds manifolds of contacts that are collided one by one: compounds, and sliders over many. Reserves all memory
// before the first one is changed. Returns IMP_OK or IMP_ERR_MEMORY.
static imp_status find_parts(collide_context* now)
{
    World* w = now->w;
    int32_t count = 0;
    int64_t first = 0;
    w->collide.parts_found.count = 0;
    for (int32_t word = 0; word * IMPI_WORD < now->list->count; ++word)
    {
        for (uint32_t bits = w->collide.parted.data[word]; bits != 0; bits &= bits - 1)
        {
            if (count == w->collide.parts_found.capacity &&
                impi_array_reserve(&w->collide.parts_found, &w->allocator, (int64_t)count + 1))
            {
                return impi_error(IMP_ERR_MEMORY, 0);
            }
            w->collide.parts_found.data[count].done = false;
            w->collide.parts_found.data[count++].at = word * IMPI_WORD + impi_lowest_bit(bits);
        }
    }
    w->collide.parts_found.count = count;
    // The second time may tell of more: of a surface that bends others are chosen once there is room for all.
    if (find_rest(now, false, &first) || find_rest(now, true, &first) || find_rest(now, true, &first))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    int64_t caches = w->caches.count;
    for (int32_t i = 0; i < count; ++i)
    {
        caches += w->collide.parts_found.data[i].count;
    }
    return impi_array_reserve(&w->caches, &w->allocator, caches);
}

// Takes the result of a contact that was collided one by one. Memory is reserved.
static void take_found(World* w, impi_contact_key* key, PartsFound* found)
{
    Contact* c = &w->contacts.data[key->slot];
    if (c->convex)
    {
        set_corrected(w, c, &found->few[0].manifold, found->corrected, found->on_way);
        FNI(lane_renew)(w, &c->cache);
        w->collide.separation.data[found->at] = c->manifold_count == 0 ? c->separation : 0.0f;
    }
    else
    {
        (void)FNI(parts_store)(w, c, found);
    }
    // It stays unsettled until its rows have lanes, as the step may be repeated.
    key->has_rows = false;
    c->wants = true;
    c->made = true;
}

// Takes results of contacts that were collided one by one, decides one-way contacts, and wakes sleepers, in the order
// of the list.
static void take_results(const collide_context* now)
{
    World* w = now->w;
    PartsFound* found = w->collide.parts_found.data;
    for (int32_t first = 0; first < now->list->count; first += IMPI_WORD)
    {
        for (uint32_t bits = w->collide.stirred.data[first / IMPI_WORD]; bits != 0; bits &= bits - 1)
        {
            impi_contact_key* key = &now->list->data[first + impi_lowest_bit(bits)];
            Contact* c = &w->contacts.data[key->slot];
            if (!c->made)
            {
                take_found(w, key, found++);
            }
            FNI(contact_count_deep)(w, c);
            if (c->one_way)
            {
                FNI(one_way_decide)(w, c);
            }
            if (is_waking(w, c))
            {
                wake_sleeper(w, c->body_a);
                wake_sleeper(w, c->body_b);
            }
        }
    }
}

imp_status FNI(contacts_collide)(World* w, const impi_contact_list* list, bool chosen)
{
    collide_context now = {w, list};
    for (int32_t first = 0; first < list->count && !chosen; first += IMPI_WORD)
    {
        w->collide.unsettled.data[first / IMPI_WORD] = FNI(all_of_word)(list, first);
    }
    for (int32_t i = 0; i < list->count; ++i)
    {
        w->collide.separation.data[i] = 0.0f;
    }
    w->collide.separation.count = list == &w->awake ? list->count : 0;
    impi_spread(&w->jobs, collide_job, &now, (list->count + CONTACTS_OF_JOB - 1) / CONTACTS_OF_JOB);
    if (FNI(merge_begin)(w, list) || find_parts(&now))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    take_results(&now);
    FNI(merge_end)(w, list);
    return IMP_OK;
}
