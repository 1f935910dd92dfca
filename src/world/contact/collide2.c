// SPDX-License-Identifier: MIT
//
// Touches of a world of the plane: manifolds of contacts, which last.
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

#include "contact2.h"

#include "../../narrow/batch_kernels2.h"
#include "../../narrow/quick2.h"

#include <math.h>
#include <string.h>

enum
{
    WORDS_OF_JOB = 4,
    CONTACTS_OF_JOB = WORDS_OF_JOB * IMP2I_WORD,  // not more than IMP2I_GATHERED
    PARTS_OF_JOB = 16
};

// How far two shapes that do not touch may move before they do; not more than 0 where that is not known.
static float room_between(const imp2_world* w, const imp2_shape* shape_a, const imp2_pose* a, const imp2_shape* shape_b,
                          const imp2_pose* b)
{
    imp2i_gap gap;
    imp2i_gap_estimate(shape_a, imp2i_pose_a(a), shape_b, imp2i_pose_b(a, b), 0.0f, &gap);
    return gap.distance - IMP2I_SURELY * imp2i_world_near(w);
}

// What follows from the manifold of two convex shapes.
static void set_manifold(imp2_world* w, imp2i_contact* c, const imp2_manifold* manifold)
{
    const imp2_shape* shape_a = &w->colliders.data[c->collider_a].shape;
    const imp2_shape* shape_b = &w->colliders.data[c->collider_b].shape;
    c->mended = false;
    c->touch_count = manifold->count > 0;
    c->room = 0.0f;
    if (c->touch_count == 0)
    {
        imp2_pose a, b;
        imp2i_relative_poses(c, &a, &b);
        c->room = room_between(w, shape_a, &a, shape_b, &b);
        imp2i_end_passing(c);
    }
    imp2i_keep_impulses(w, &c->touch, manifold, &c->touch.impulses);
    c->touch.manifold = *manifold;
    c->touch.refused = false;
    imp2i_measure_touch(c, &c->touch, shape_a->radius, shape_b->radius);
}

// Seams. Returns whether the manifold is another one.
static bool mend_convex(imp2_world* w, const imp2i_contact* c, imp2_manifold* m)
{
    bool company = w->colliders.data[c->collider_a].company || w->colliders.data[c->collider_b].company;
    return company && imp2i_seam_of_contact(w, c, 0, 0, m);
}

// The same where there may be seams, and of what bounces by being swept.
static void set_mended(imp2_world* w, imp2i_contact* c, const imp2_manifold* manifold, bool mended, bool on_way)
{
    set_manifold(w, c, manifold);
    c->mended = mended;
    if (on_way)
    {
        imp2i_collide_again(w, c);
    }
}

// What becomes of the manifold of two convex shapes. Returns whether there was a seam.
static bool look_at_convex(imp2_world* w, const imp2i_contact* c, imp2_manifold* manifold, bool* on_way)
{
    *on_way = imp2i_is_on_its_way(w, c, manifold) || imp2i_misses(w, c, &w->colliders.data[c->collider_a].shape,
                                                                  &w->colliders.data[c->collider_b].shape, manifold);
    manifold->count = *on_way ? 0 : manifold->count;
    return !*on_way && mend_convex(w, c, manifold);
}

static imp2_manifold collide_singly(const imp2_world* w, const imp2i_contact* c)
{
    imp2_pose a, b;
    imp2_manifold manifold = {.count = 0};
    imp2i_relative_poses(c, &a, &b);
    // Only what is far out of range is refused; that touches nothing.
    (void)imp2_collide(&w->colliders.data[c->collider_a].shape, &a, &w->colliders.data[c->collider_b].shape, &b,
                       imp2i_world_near(w), &manifold);
    return manifold;
}

static void find_convex(imp2_world* w, const imp2i_contact* c, imp2i_parts_found* out)
{
    out->count = 0;
    out->few[0].manifold = collide_singly(w, c);
    out->mended = look_at_convex(w, c, &out->few[0].manifold, &out->on_way);
}

// Contacts of convex shapes that are collided together, by group.
typedef struct convex_some
{
    int32_t count[IMP2I_GROUP_COUNT];
    imp2i_contact* contacts[IMP2I_GROUP_COUNT][CONTACTS_OF_JOB];
} convex_some;

static void add_convex(const imp2_world* w, convex_some* some, imp2i_contact* c)
{
    // Poses are sound, but the way from one to the other may be too far.
    bool near = fabsf(c->poses.between.x) <= IMP_MAGNITUDE_MAX && fabsf(c->poses.between.y) <= IMP_MAGNITUDE_MAX;
    int32_t group = near ? (int32_t)c->group : (int32_t)IMP2I_GROUP_SINGLE;
    some->contacts[group][some->count[group]++] = c;
    for (int32_t line = 0; line < 3; ++line)
    {
        impi_prefetch((const char*)&c->touch + 64 * line);
    }
    for (int32_t line = 0; line < 2; ++line)
    {
        impi_prefetch((const char*)&w->colliders.data[c->collider_a].shape + 64 * line);
        impi_prefetch((const char*)&w->colliders.data[c->collider_b].shape + 64 * line);
    }
}

static void gather(const imp2_world* w, imp2i_contact* const* contacts, int32_t count, imp2i_gathered* out)
{
    float(*of_a)[IMP2I_GATHERED] = out->number[0], (*of_b)[IMP2I_GATHERED] = out->number[1];
    out->count = count;
    for (int32_t i = 0; i < count; ++i)
    {
        const imp2i_contact* c = contacts[i];
        imp2_pose a, b;
        imp2i_relative_poses(c, &a, &b);
        out->each[0][i] = &w->colliders.data[c->collider_a].shape;
        out->each[1][i] = &w->colliders.data[c->collider_b].shape;
        of_a[IMP2I_COLUMN_C][i] = a.q.c;
        of_a[IMP2I_COLUMN_S][i] = a.q.s;
        of_b[IMP2I_COLUMN_X][i] = b.p.x;
        of_b[IMP2I_COLUMN_Y][i] = b.p.y;
        of_b[IMP2I_COLUMN_C][i] = b.q.c;
        of_b[IMP2I_COLUMN_S][i] = b.q.s;
    }
}

static void collide_together(imp2_world* w, const convex_some* some)
{
    const imp2i_kernels wide = imp2i_kernels_of(impi_cpu_level());
    imp2i_gathered pairs;
    imp2i_gathered_room answers;
    imp2_manifolds found;
    for (int32_t group = 0; group < IMP2I_GROUP_COUNT; ++group)
    {
        imp2i_contact* const* contacts = some->contacts[group];
        int32_t count = some->count[group];
        if (count == 0)
        {
            continue;
        }
        gather(w, contacts, count, &pairs);
        imp2i_answer_gathered(&wide, group, &pairs, imp2i_world_near(w), &answers, &found);
        for (int32_t i = 0; i < count; ++i)
        {
            if (i + IMP2I_AHEAD < count)
            {
                imp2i_row_soon(w, &contacts[i + IMP2I_AHEAD]->touch);
            }
            imp2_manifold manifold = imp2_manifolds_get(&found, i);
            bool on_way, mended = look_at_convex(w, contacts[i], &manifold, &on_way);
            set_mended(w, contacts[i], &manifold, mended, on_way);
            // What begins to touch has its first manifold with those of its siblings.
            contacts[i]->made = contacts[i]->touch_count == 0 || !imp2i_has_siblings(w, contacts[i]);
        }
    }
}

// Whether what a contact has become is more than that its manifolds have moved a little.
static bool is_unsettled(const imp2_world* w, const imp2i_contact* c)
{
    if (!c->made || !c->solved || c->touch_count != c->row_count || c->wants || c->one_way || w->hooks.pre_solve)
    {
        return true;
    }
    return c->touch_count > 0 ? w->stances.data[c->body_a].asleep || w->stances.data[c->body_b].asleep : c->touching;
}

// Whether what a contact has become is another one's concern, too: then it is gone through with the others, in order.
static bool is_stirred(const imp2_world* w, const imp2i_contact* c)
{
    return !c->made || c->one_way || w->stances.data[c->body_a].asleep || w->stances.data[c->body_b].asleep;
}

// Contacts that are collided now.
typedef struct colliding
{
    imp2_world* w;
    const impi_contact_list* list;
} colliding;

// Manifolds of a contact, if it is not of compounds that need memory, nor of convex shapes: those wait for each other.
static void collide_contact(imp2_world* w, imp2i_contact* c, convex_some* waiting, float* slack)
{
    if (c->sensor)
    {
        c->inside = imp2i_parts_overlap(w, c);
        c->made = true;
        return;
    }
    if (c->one_way && !w->rows_stand)
    {
        imp2i_rows_leave(w, c);  // their depths are followed
    }
    c->made = imp2i_keep_manifolds(w, c, slack);
    if (c->made && !w->rows_stand)
    {
        imp2i_rows_leave(w, c);  // those that are made anew look for what they keep themselves
    }
    if (!c->made && c->convex && (c->touch_count == 0 || !imp2i_has_siblings(w, c)))
    {
        add_convex(w, waiting, c);
        c->made = true;
    }
    c->made = c->made || (!c->convex && imp2i_parts_clear(w, c));
}

static void collide_some(void* context, int32_t job)
{
    const colliding* now = (const colliding*)context;
    imp2_world* w = now->w;
    convex_some waiting;
    int32_t first = job * WORDS_OF_JOB, last = (now->list->count - 1) / IMP2I_WORD, count = 0;
    int32_t words = last - first < WORDS_OF_JOB ? last - first + 1 : WORDS_OF_JOB;
    int32_t number[CONTACTS_OF_JOB], end[WORDS_OF_JOB];  // in the list; where the next word begins
    imp2i_contact* contacts[CONTACTS_OF_JOB];
    float slack[CONTACTS_OF_JOB] = {0.0f};
    memset(waiting.count, 0, sizeof waiting.count);
    for (int32_t word = 0; word < words; ++word)
    {
        for (uint32_t bits = w->collide.unsettled.data[first + word]; bits != 0; bits &= bits - 1)
        {
            number[count] = (first + word) * IMP2I_WORD + impi_lowest_bit(bits);
            contacts[count] = &w->contacts.data[now->list->data[number[count]].place];
            count += 1;
        }
        end[word] = count;
    }
    for (int32_t i = 0; i < count; ++i)
    {
        imp2i_contact_soon(w, now->list, number[i]);
        collide_contact(w, contacts[i], &waiting, &slack[i]);
    }
    collide_together(w, &waiting);
    for (int32_t word = 0, i = 0; word < words; ++word)
    {
        uint32_t unsettled = 0, stirred = 0, parted = 0;
        for (; i < end[word]; ++i)
        {
            const imp2i_contact* c = contacts[i];
            uint32_t bit = 1u << number[i] % IMP2I_WORD;
            unsettled |= is_unsettled(w, c) ? bit : 0;
            stirred |= is_stirred(w, c) ? bit : 0;
            parted |= c->made ? 0 : bit;
            w->collide.slack.data[number[i]] = slack[i] > 0.0f                  ? slack[i]
                                               : c->made && c->touch_count == 0 ? c->room
                                                                                : 0.0f;
        }
        w->collide.unsettled.data[first + word] = unsettled;
        w->collide.stirred.data[first + word] = unsettled & stirred;
        w->collide.parted.data[first + word] = parted;
    }
}

imp_status imp2i_contact_make(imp2_world* w, imp2i_contact* c)
{
    if (c->convex)
    {
        const imp2_manifold manifold = collide_singly(w, c);
        set_manifold(w, c, &manifold);
        return IMP_OK;
    }
    return imp2i_parts_clear(w, c) ? IMP_OK : imp2i_parts_collide(w, c);
}

// Whatever moves wakes what it touches. What has come to a sleeper wakes it if it touches anew, or no more.
static bool is_waking(const imp2_world* w, const imp2i_contact* c)
{
    bool touches = imp2i_contact_holds(w, c) && !imp2i_is_carried(c, &c->touch);
    return c->solved && (imp2i_contact_moves(w, c) ? touches : touches != (c->row_count > 0));
}

static void wake_sleeper(imp2_world* w, int32_t body)
{
    if (w->bodies.data[body].ring >= 0)
    {
        imp2i_body_wake(w, body);
    }
}

static void find_some_parts(void* context, int32_t job)
{
    const colliding* now = (const colliding*)context;
    imp2_world* w = now->w;
    int32_t end = imp2i_end_of_job(job, PARTS_OF_JOB, w->collide.parts_found.count);
    for (int32_t i = job * PARTS_OF_JOB; i < end; ++i)
    {
        imp2i_parts_found* found = &w->collide.parts_found.data[i];
        const imp2i_contact* c = &w->contacts.data[now->list->data[found->at].place];
        (c->convex ? find_convex : imp2i_parts_find)(w, c, found);
    }
}

// Of contacts that are made anew one by one: compounds, and what slides over many. All memory that they want is made room
// for before the first is changed. Returns IMP_OK or IMP_ERR_MEMORY.
static imp_status find_parts(colliding* now)
{
    imp2_world* w = now->w;
    int32_t count = 0;
    w->collide.parts_found.count = 0;
    for (int32_t word = 0; word * IMP2I_WORD < now->list->count; ++word)
    {
        for (uint32_t bits = w->collide.parted.data[word]; bits != 0; bits &= bits - 1)
        {
            if (count == w->collide.parts_found.capacity &&
                impi_array_reserve(&w->collide.parts_found, &w->allocator, (int64_t)count + 1))
            {
                return impi_error(IMP_ERR_MEMORY, 0);
            }
            w->collide.parts_found.data[count++].at = word * IMP2I_WORD + impi_lowest_bit(bits);
        }
    }
    w->collide.parts_found.count = count;
    impi_spread(&w->jobs, find_some_parts, now, (count + PARTS_OF_JOB - 1) / PARTS_OF_JOB);
    int64_t touches = w->touches.count, most = 0;
    for (int32_t i = 0; i < count; ++i)
    {
        int32_t found = w->collide.parts_found.data[i].count;
        touches += found;
        most = found > most ? found : most;
    }
    bool short_of = impi_array_reserve(&w->touches, &w->allocator, touches) ||
                    (most > IMP2I_FEW_PARTS && impi_array_reserve(&w->collide.manifolds, &w->allocator, most));
    return short_of ? impi_error(IMP_ERR_MEMORY, 0) : IMP_OK;
}

// A contact that was collided one by one. There is memory.
static void take_found(imp2_world* w, impi_contact_key* key, const imp2i_parts_found* found)
{
    imp2i_contact* c = &w->contacts.data[key->place];
    if (c->convex)
    {
        set_mended(w, c, &found->few[0].manifold, found->mended, found->on_way);
        w->collide.slack.data[found->at] = c->touch_count == 0 ? c->room : 0.0f;
    }
    else
    {
        (void)imp2i_parts_take(w, c, found);
    }
    // Until its rows have lanes it is looked at, as the step may be repeated.
    key->has_rows = false;
    c->wants = true;
    c->made = true;
}

// What contacts have become that were collided one by one, and what follows for all that are stirred, in their order.
static void take_some(const colliding* now)
{
    imp2_world* w = now->w;
    const imp2i_parts_found* found = w->collide.parts_found.data;
    for (int32_t first = 0; first < now->list->count; first += IMP2I_WORD)
    {
        for (uint32_t news = w->collide.stirred.data[first / IMP2I_WORD]; news != 0; news &= news - 1)
        {
            impi_contact_key* key = &now->list->data[first + impi_lowest_bit(news)];
            imp2i_contact* c = &w->contacts.data[key->place];
            if (!c->made)
            {
                take_found(w, key, found++);
            }
            if (c->one_way)
            {
                imp2i_one_way_decide(w, c);
            }
            if (is_waking(w, c))
            {
                wake_sleeper(w, c->body_a);
                wake_sleeper(w, c->body_b);
            }
        }
    }
}

imp_status imp2i_contacts_collide(imp2_world* w, const impi_contact_list* list, bool chosen)
{
    colliding now = {w, list};
    for (int32_t first = 0; first < list->count && !chosen; first += IMP2I_WORD)
    {
        w->collide.unsettled.data[first / IMP2I_WORD] = imp2i_all_of_word(list, first);
    }
    for (int32_t i = 0; i < list->count; ++i)
    {
        w->collide.slack.data[i] = 0.0f;
    }
    w->collide.slack.count = list == &w->awake ? list->count : 0;
    impi_spread(&w->jobs, collide_some, &now, (list->count + CONTACTS_OF_JOB - 1) / CONTACTS_OF_JOB);
    if (imp2i_reduce_begin(w, list) || find_parts(&now))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    take_some(&now);
    imp2i_reduce_end(w, list);
    return IMP_OK;
}
