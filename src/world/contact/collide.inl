// SPDX-License-Identifier: MIT
//
// Touches of a world: manifolds of contacts, which last.
//
// A manifold is made where one of its bodies is awake, in A's frame of origin, so that it is as exact far from the
// world's origin as near it. Points keep their impulses by their names. Impulses that nothing keeps are gone: what
// begins to touch begins without.
//
// It is made anew when a point of the bodies may have moved by a little (impi_row_step.keep) against the other since it
// was made. Until then its normal and its points stay, and only depths follow the motion: they are off by the square of
// it. So a pile that lies costs little, and what is kept does not drift, as it is always measured from where it was made.
// Contacts of which the rows stand (solve2.c) are measured there, and come here when they are to be made. Where there
// was none, it is looked for again when what was found between the two may have been used up.
//
// Convex shapes are answered in parallel, as nothing is shared, and in lanes, as many at once as a job has. Compounds
// (collide_parts2.c) come after, and what slides over many things (manifold_merge2.c): it takes impulses over from one to the next.

#ifndef AXES
#include "contact2.h"
#include "../../math/dim2.h"
#endif

enum
{
    WORDS_OF_JOB = 4,
    CONTACTS_OF_JOB = WORDS_OF_JOB * IMPI_WORD,  // not more than IMPI_GATHERED
    PARTS_OF_JOB = 16
};

// How far two shapes that do not touch may move before they do; not more than 0 where that is not known.
static float separation_between(const World* w, const Shape* shape_a, const Pose* a, const Shape* shape_b,
                                const Pose* b)
{
    Gap gap;
    FNI(gap_estimate)(shape_a, FNI(pose_a)(a), shape_b, FNI(pose_b)(a, b), 0.0f, &gap);
    return gap.distance - IMPI_SURELY * FNI(world_near)(w);
}

// What follows from the manifold of two convex shapes.
static void set_manifold(World* w, Contact* c, const Manifold* manifold)
{
    const Shape* shape_a = &w->colliders.data[c->collider_a].shape;
    const Shape* shape_b = &w->colliders.data[c->collider_b].shape;
    c->corrected = false;
    c->manifold_count = manifold->count > 0;
    c->separation = 0.0f;
    if (c->manifold_count == 0)
    {
        Pose a, b;
        FNI(relative_poses)(c, &a, &b);
        c->separation = separation_between(w, shape_a, &a, shape_b, &b);
        FNI(end_passing)(c);
    }
    FNI(keep_impulses)(w, &c->cache, manifold, &c->cache.impulses);
    c->cache.manifold = *manifold;
    c->cache.refused = false;
    FNI(measure_cache)(c, &c->cache, shape_a->radius, shape_b->radius);
}

// Seams. Returns whether the manifold is another one.
static bool correct_convex(World* w, const Contact* c, Manifold* m)
{
    bool has_neighbours =
        w->colliders.data[c->collider_a].has_neighbours || w->colliders.data[c->collider_b].has_neighbours;
    return has_neighbours && FNI(edges_correct_contact)(w, c, 0, 0, m);
}

// The same where there may be seams, and of what bounces by being swept.
static void set_corrected(World* w, Contact* c, const Manifold* manifold, bool corrected, bool on_way)
{
    set_manifold(w, c, manifold);
    c->corrected = corrected;
    if (on_way)
    {
        FNI(collide_again)(w, c);
    }
}

// What becomes of the manifold of two convex shapes. Returns whether there was a seam.
static bool look_at_convex(World* w, const Contact* c, Manifold* manifold, bool* on_way)
{
    *on_way = FNI(is_on_its_way)(w, c, manifold) || FNI(misses)(w, c, &w->colliders.data[c->collider_a].shape,
                                                                &w->colliders.data[c->collider_b].shape, manifold);
    manifold->count = *on_way ? 0 : manifold->count;
    return !*on_way && correct_convex(w, c, manifold);
}

static Manifold collide_singly(const World* w, const Contact* c)
{
    Pose a, b;
    Manifold manifold = {.count = 0};
    FNI(relative_poses)(c, &a, &b);
    // Only what is far out of range is refused; that touches nothing.
    (void)FN(collide)(&w->colliders.data[c->collider_a].shape, &a, &w->colliders.data[c->collider_b].shape, &b,
                      FNI(world_near)(w), &manifold);
    return manifold;
}

static void find_convex(World* w, const Contact* c, PartsFound* out)
{
    out->count = 0;
    out->few[0].manifold = collide_singly(w, c);
    out->corrected = look_at_convex(w, c, &out->few[0].manifold, &out->on_way);
}

// Contacts of convex shapes that are collided together, by group.
typedef struct convex_some
{
    int32_t count[DIMI(GROUP_COUNT)];
    Contact* contacts[DIMI(GROUP_COUNT)][CONTACTS_OF_JOB];
} convex_some;

static void add_convex(const World* w, convex_some* some, Contact* c)
{
    // Poses are sound, but the way from one to the other may be too far.
    bool near = FNI(vec_within)(c->poses.between, IMP_MAGNITUDE_MAX);
    int32_t group = near ? (int32_t)c->group : (int32_t)DIMI(GROUP_SINGLE);
    some->contacts[group][some->count[group]++] = c;
    for (int32_t line = 0; line < 3; ++line)
    {
        impi_prefetch((const char*)&c->cache + 64 * line);
    }
    for (int32_t line = 0; line < 2; ++line)
    {
        impi_prefetch((const char*)&w->colliders.data[c->collider_a].shape + 64 * line);
        impi_prefetch((const char*)&w->colliders.data[c->collider_b].shape + 64 * line);
    }
}

static void gather(const World* w, Contact* const* contacts, int32_t count, Gathered* out)
{
    out->count = count;
    for (int32_t i = 0; i < count; ++i)
    {
        const Contact* c = contacts[i];
        Pose a, b;
        FNI(relative_poses)(c, &a, &b);
        FNI(gather)(out, i, &w->colliders.data[c->collider_a].shape, a.q, &w->colliders.data[c->collider_b].shape, b);
    }
}

static void collide_together(World* w, const convex_some* some)
{
    const Kernels wide = FNI(kernels_of)(impi_cpu_level());
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
        gather(w, contacts, count, &pairs);
        FNI(answer_gathered)(&wide, group, &pairs, FNI(world_near)(w), &answers, &found);
        for (int32_t i = 0; i < count; ++i)
        {
            if (i + IMPI_AHEAD < count)
            {
                FNI(row_soon)(w, &contacts[i + IMPI_AHEAD]->cache);
            }
            Manifold manifold = FN(manifolds_get)(&found, i);
            bool on_way, corrected = look_at_convex(w, contacts[i], &manifold, &on_way);
            set_corrected(w, contacts[i], &manifold, corrected, on_way);
            // What begins to touch has its first manifold with those of its siblings.
            contacts[i]->made = contacts[i]->manifold_count == 0 || !FNI(has_siblings)(w, contacts[i]);
        }
    }
}

// Whether what a contact has become is more than that its manifolds have moved a little.
static bool is_unsettled(const World* w, const Contact* c)
{
    if (!c->made || !c->solved || c->manifold_count != c->row_count || c->wants || c->one_way || w->hooks.pre_solve)
    {
        return true;
    }
    return c->manifold_count > 0 ? w->sims.data[c->body_a].asleep || w->sims.data[c->body_b].asleep : c->touching;
}

// Whether what a contact has become is another one's concern, too: then it is gone through with the others, in order.
static bool is_stirred(const World* w, const Contact* c)
{
    return !c->made || c->one_way || w->sims.data[c->body_a].asleep || w->sims.data[c->body_b].asleep;
}

// Contacts that are collided now.
typedef struct colliding
{
    World* w;
    const impi_contact_list* list;
} colliding;

// Manifolds of a contact, if it is not of compounds that need memory, nor of convex shapes: those wait for each other.
static void collide_contact(World* w, Contact* c, convex_some* waiting, float* separation)
{
    if (c->sensor)
    {
        c->inside = FNI(parts_overlap)(w, c);
        c->made = true;
        return;
    }
    if (c->one_way && w->built < IMPI_BUILT_ROWS)
    {
        FNI(rows_leave)(w, c);  // their depths are followed
    }
    c->made = FNI(keep_manifolds)(w, c, separation);
    if (c->made && w->built < IMPI_BUILT_ROWS)
    {
        FNI(rows_leave)(w, c);  // those that are made anew look for what they keep themselves
    }
    if (!c->made && c->convex && (c->manifold_count == 0 || !FNI(has_siblings)(w, c)))
    {
        add_convex(w, waiting, c);
        c->made = true;
    }
    c->made = c->made || (!c->convex && FNI(parts_clear)(w, c));
}

static void collide_some(void* context, int32_t job)
{
    const colliding* now = (const colliding*)context;
    World* w = now->w;
    convex_some waiting;
    int32_t first = job * WORDS_OF_JOB, last = (now->list->count - 1) / IMPI_WORD, count = 0;
    int32_t words = last - first < WORDS_OF_JOB ? last - first + 1 : WORDS_OF_JOB;
    int32_t number[CONTACTS_OF_JOB], end[WORDS_OF_JOB];  // in the list; where the next word begins
    Contact* contacts[CONTACTS_OF_JOB];
    float separation[CONTACTS_OF_JOB] = {0.0f};
    memset(waiting.count, 0, sizeof waiting.count);
    for (int32_t word = 0; word < words; ++word)
    {
        for (uint32_t bits = w->collide.unsettled.data[first + word]; bits != 0; bits &= bits - 1)
        {
            number[count] = (first + word) * IMPI_WORD + impi_lowest_bit(bits);
            contacts[count] = &w->contacts.data[now->list->data[number[count]].place];
            count += 1;
        }
        end[word] = count;
    }
    for (int32_t i = 0; i < count; ++i)
    {
        FNI(contact_soon)(w, now->list, number[i]);
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
            unsettled |= is_unsettled(w, c) ? bit : 0;
            stirred |= is_stirred(w, c) ? bit : 0;
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

imp_status FNI(contact_make)(World* w, Contact* c)
{
    if (c->convex)
    {
        const Manifold manifold = collide_singly(w, c);
        set_manifold(w, c, &manifold);
        return IMP_OK;
    }
    return FNI(parts_clear)(w, c) ? IMP_OK : FNI(parts_collide)(w, c);
}

// Whatever moves wakes what it touches. What has come to a sleeper wakes it if it touches anew, or no more.
static bool is_waking(const World* w, const Contact* c)
{
    bool touches = FNI(contact_holds)(w, c) && !FNI(is_carried)(c, &c->cache);
    return c->solved && (FNI(contact_moves)(w, c) ? touches : touches != (c->row_count > 0));
}

static void wake_sleeper(World* w, int32_t body)
{
    if (w->bodies.data[body].island_next >= 0)
    {
        FNI(body_wake)(w, body);
    }
}

static void find_some_parts(void* context, int32_t job)
{
    const colliding* now = (const colliding*)context;
    World* w = now->w;
    int32_t end = impi_end_of_job(job, PARTS_OF_JOB, w->collide.parts_found.count);
    for (int32_t i = job * PARTS_OF_JOB; i < end; ++i)
    {
        PartsFound* found = &w->collide.parts_found.data[i];
        const Contact* c = &w->contacts.data[now->list->data[found->at].place];
        (c->convex ? find_convex : FNI(parts_find))(w, c, found);
    }
}

// Of contacts that are made anew one by one: compounds, and what slides over many. All memory that they want is made room
// for before the first is changed. Returns IMP_OK or IMP_ERR_MEMORY.
static imp_status find_parts(colliding* now)
{
    World* w = now->w;
    int32_t count = 0;
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
            w->collide.parts_found.data[count++].at = word * IMPI_WORD + impi_lowest_bit(bits);
        }
    }
    w->collide.parts_found.count = count;
    impi_spread(&w->jobs, find_some_parts, now, (count + PARTS_OF_JOB - 1) / PARTS_OF_JOB);
    int64_t touches = w->caches.count, most = 0;
    for (int32_t i = 0; i < count; ++i)
    {
        int32_t found = w->collide.parts_found.data[i].count;
        touches += found;
        most = found > most ? found : most;
    }
    bool short_of = impi_array_reserve(&w->caches, &w->allocator, touches) ||
                    (most > IMPI_FEW_PARTS && impi_array_reserve(&w->collide.manifolds, &w->allocator, most));
    return short_of ? impi_error(IMP_ERR_MEMORY, 0) : IMP_OK;
}

// A contact that was collided one by one. There is memory.
static void take_found(World* w, impi_contact_key* key, const PartsFound* found)
{
    Contact* c = &w->contacts.data[key->place];
    if (c->convex)
    {
        set_corrected(w, c, &found->few[0].manifold, found->corrected, found->on_way);
        w->collide.separation.data[found->at] = c->manifold_count == 0 ? c->separation : 0.0f;
    }
    else
    {
        (void)FNI(parts_take)(w, c, found);
    }
    // Until its rows have lanes it is looked at, as the step may be repeated.
    key->has_rows = false;
    c->wants = true;
    c->made = true;
}

// What contacts have become that were collided one by one, and what follows for all that are stirred, in their order.
static void take_some(const colliding* now)
{
    World* w = now->w;
    const PartsFound* found = w->collide.parts_found.data;
    for (int32_t first = 0; first < now->list->count; first += IMPI_WORD)
    {
        for (uint32_t news = w->collide.stirred.data[first / IMPI_WORD]; news != 0; news &= news - 1)
        {
            impi_contact_key* key = &now->list->data[first + impi_lowest_bit(news)];
            Contact* c = &w->contacts.data[key->place];
            if (!c->made)
            {
                take_found(w, key, found++);
            }
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
    colliding now = {w, list};
    for (int32_t first = 0; first < list->count && !chosen; first += IMPI_WORD)
    {
        w->collide.unsettled.data[first / IMPI_WORD] = FNI(all_of_word)(list, first);
    }
    for (int32_t i = 0; i < list->count; ++i)
    {
        w->collide.separation.data[i] = 0.0f;
    }
    w->collide.separation.count = list == &w->awake ? list->count : 0;
    impi_spread(&w->jobs, collide_some, &now, (list->count + CONTACTS_OF_JOB - 1) / CONTACTS_OF_JOB);
    if (FNI(merge_begin)(w, list) || find_parts(&now))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    take_some(&now);
    FNI(merge_end)(w, list);
    return IMP_OK;
}
