// SPDX-License-Identifier: MIT
//
// Snapshots of worlds: the saved state, word by word (bytes.h), for writing and reading alike.
//
//     seal | geometry: shapes of colliders | definition, slots, bodies, colliders, joints, numbers of the index, contacts, ...
//
// State that a step depends on, or that can be asked for, is saved. All that follows from it bit by bit is made again:
// masses, normals and cuts of shapes, the order of the index, manifolds, which depend only on where they were made. All
// that is near to something that follows (boxes with their margins, surfaces, poses of manifolds) is saved as the
// difference from it. Slots of contacts and the order of free ones mean nothing and are not saved: so the same state
// gives the same bytes, however it came to be. Lanes of rows do mean something (contact/lanes.inl), and are saved.
//
// Between a step that lacked memory to end and the one that ends it there is no snapshot.
//
// A field that is added to a struct is added here, once. A snapshot is read into a world of its own, until all of it
// has been found to be good (snapshot_load.inl).

#ifndef AXES
#include "snapshot2.h"
#include "../../broad/index2.h"

#include "../../math/dim2.h"
#endif

// Least words of a record, so that a few bytes cannot ask for much memory.
enum
{
    BODY_WORDS = 32,
    COLLIDER_WORDS = 16,
    NUMBER_WORDS = 2,
    CONTACT_WORDS = 5 + 4,  // and a byte, as no two have the same numbers
    TOUCH_WORDS = 4,
    IMPACT_WORDS = 10,
    MIXTURE_WORDS = 5
};

static void visit_vec_near(impi_bytes* b, Vec* v, Vec expected, int32_t (*fault)(float))
{
    for (int k = 0; k < AXES; ++k)
    {
        impi_visit_float_near(b, &FNI(vec_numbers)(v)[k], AT(expected, k), fault);
    }
}

static void visit_rot(impi_bytes* b, Rot* q)
{
    FNI(visit_rot)(b, q);
    b->bad |= b->reading && FNI(rot_fault)(*q);
}

static void visit_numbers_of_rot_near(impi_bytes* b, Rot* q, Rot expected, int32_t (*fault)(float))
{
    for (int k = 0; k < DIMI(ROT_FIELDS); ++k)
    {
        impi_visit_float_near(b, &FNI(rot_numbers)(q)[k], FNI(rot_numbers)(&expected)[k], fault);
    }
}

static void visit_rot_near(impi_bytes* b, Rot* q, Rot expected)
{
    visit_numbers_of_rot_near(b, q, expected, NULL);
    b->bad |= b->reading && FNI(rot_fault)(*q);
}

static int32_t fault_of_finite(float x)
{
    return impi_finite(x) ? 0 : IMP_ERR_NAN;
}

static void visit_surface_near(impi_bytes* b, imp_surface* s, const imp_surface* expected)
{
    impi_visit_float_near(b, &s->friction, expected->friction, fault_of_finite);
    impi_visit_float_near(b, &s->restitution, expected->restitution, fault_of_finite);
    impi_visit_float_near(b, &s->rolling_resistance, expected->rolling_resistance, fault_of_finite);
    impi_visit_float_near(b, &s->tangent_speed, expected->tangent_speed, fault_of_finite);
}

static bool body_used(const World* w, int32_t slot)
{
    return w->body_pool.data[slot].next == IMPI_SLOT_USED;
}

static bool collider_used(const World* w, int32_t slot)
{
    return w->collider_pool.data[slot].next == IMPI_SLOT_USED;
}

void FNI(visit_def)(impi_bytes* b, WorldDef* def)
{
    FNI(visit_vec)(b, &def->gravity, impi_number_fault_large);
    impi_visit_float(b, &def->length_unit, impi_number_fault_negative);
    impi_visit_int(b, &def->sub_steps, 0, IMPI_SUB_STEPS_MAX);
    impi_visit_bool(b, &def->no_sleep);
    impi_visit_float(b, &def->impact_speed, impi_number_fault_negative);
    impi_visit_bool(b, &def->no_continuous);
    impi_visit_int(b, &def->continuous_steps, 0, IMPI_HITS_MAX);
}

void FNI(visit_places)(impi_bytes* b, World* w, int32_t* numbers)
{
    impi_visit_pool(b, &w->body_pool, &w->allocator);
    impi_visit_pool(b, &w->collider_pool, &w->allocator);
    impi_visit_count(b, numbers, NUMBER_WORDS);
    impi_visit_room(b, (int64_t)w->body_pool.used * BODY_WORDS + (int64_t)w->collider_pool.used * COLLIDER_WORDS +
                           (int64_t)*numbers * NUMBER_WORDS);
    if (b->reading && !b->bad)
    {
        impi_visit_memory(b, FNI(reserve_bodies)(w, w->body_pool.count));
        impi_visit_memory(b, FNI(reserve_colliders)(w, w->collider_pool.count));
        impi_visit_memory(b, impi_array_reserve(&w->collider_of, &w->allocator, *numbers));
    }
    if (b->reading && !b->bad)
    {
        w->bodies.count = w->body_pool.count;
        w->colliders.count = w->collider_pool.count;
        // An empty array may be null.
        for (int32_t i = 0; i < w->bodies.count; ++i)
        {
            memset(&w->bodies.data[i], 0, sizeof *w->bodies.data);
        }
        for (int32_t i = 0; i < w->colliders.count; ++i)
        {
            memset(&w->colliders.data[i], 0, sizeof *w->colliders.data);
        }
    }
}

static void visit_body(impi_bytes* b, const World* w, Body* body)
{
    impi_visit_record(b);
    FNI(visit_vec)(b, &body->pose.p, impi_number_fault);
    visit_vec_near(b, &w->sims.data[body - w->bodies.data].pose.p, body->pose.p, impi_number_fault);
    visit_rot(b, &body->pose.q);
    visit_rot_near(b, &w->sims.data[body - w->bodies.data].pose.q, body->pose.q);
    FNI(visit_vec)(b, &body->velocity, impi_number_fault_large);
    FNI(visit_spin)(b, &body->spin, impi_number_fault_large);
    FNI(visit_vec)(b, &body->force, impi_number_fault_large);
    FNI(visit_spin)(b, &body->torque, impi_number_fault_large);
    impi_visit_float(b, &body->damping, impi_number_fault_negative);
    impi_visit_float(b, &body->spin_damping, impi_number_fault_negative);
    impi_visit_float(b, &body->gravity, impi_number_fault_large);
    visit_vec_near(b, &body->rest.p, body->pose.p, impi_number_fault_large);
    visit_numbers_of_rot_near(b, &body->rest.q, body->pose.q, impi_number_fault_large);
    b->bad |= b->reading && FN(pose_check)(&body->rest) != 0;
    impi_visit_float(b, &body->sleep_time, impi_number_fault_negative);
    impi_visit_int(b, &body->kind, 0, IMP_BODY_KIND_COUNT - 1);
    impi_visit_int(b, &body->island_next, -1, w->bodies.count - 1);
    impi_visit_int(b, &body->first, -1, w->colliders.count - 1);
    int32_t moved = body->mover > 0;
    impi_visit_int(b, &moved, 0, 1);
    if (b->reading)
    {
        body->mover = moved;
    }
    impi_visit_word(b, &body->locks);
    impi_visit_word(b, &body->move_flags);
    impi_visit_bool(b, &body->sleepless);
    impi_visit_bool(b, &body->bullet);
    impi_visit_bool(b, &body->disabled);
    impi_visit_bool(b, &body->slept);
    impi_visit_bool(b, &body->weighted);
    if (body->weighted)
    {
        FNI(visit_mass)(b, &body->own);
        b->bad |= b->reading && FNI(mass_fault)(&body->own);
    }
    impi_visit_long(b, &body->user);
}

static void visit_collider(impi_bytes* b, const World* w, Collider* c, int32_t numbers)
{
    impi_visit_record(b);
    impi_visit_int(b, &c->body, 0, w->bodies.count - 1);
    impi_visit_int(b, &c->next, -1, w->colliders.count - 1);
    impi_visit_int(b, &c->number, -1, numbers - 1);
    impi_visit_bool(b, &c->sensor);
    impi_visit_bool(b, &c->touches_non_dynamic);
    impi_visit_bool(b, &c->has_neighbours);
    impi_visit_float(b, &c->density, impi_number_fault_negative);
    FNI(visit_material)(b, &c->material);
    impi_visit_word(b, &c->filter.category);
    impi_visit_word(b, &c->filter.mask);
    impi_visit_word(b, &c->group);
    FNI(visit_vec)(b, &c->one_way, impi_number_fault);
    impi_visit_float(b, &c->tolerance, impi_number_fault_negative);
    FNI(visit_belt)(b, &c->belt);
    impi_visit_long(b, &c->user);
}

void FNI(visit_bodies)(impi_bytes* b, World* w, int32_t numbers)
{
    impi_visit_sort(b);
    for (int32_t i = 0; i < w->bodies.count && !b->bad; ++i)
    {
        if (body_used(w, i))
        {
            visit_body(b, w, &w->bodies.data[i]);
        }
        else if (b->reading)
        {
            w->bodies.data[i].island_next = -1;
            w->bodies.data[i].first = -1;
        }
        w->bodies.data[i].first_joint = b->reading ? -1 : w->bodies.data[i].first_joint;
    }
    impi_visit_sort(b);
    for (int32_t i = 0; i < w->colliders.count && !b->bad; ++i)
    {
        if (collider_used(w, i))
        {
            visit_collider(b, w, &w->colliders.data[i], numbers);
        }
    }
}

static void visit_box_near(impi_bytes* b, Box* box, const Box* expected)
{
    visit_vec_near(b, &box->lower, expected->lower, fault_of_finite);
    visit_vec_near(b, &box->upper, expected->upper, fault_of_finite);
    for (int k = 0; k < AXES; ++k)
    {
        b->bad |= b->reading && AT(box->lower, k) > AT(box->upper, k);
    }
}

// The box of a collider in the index if it was put there at its body's rest pose.
static Box box_of_collider(const World* w, const Collider* c)
{
    Box box = FNI(box_around)(FNI(vec_none)(), 0.0f);
    (void)FNI(collider_box)(c, &w->bodies.data[c->body].rest, &box);
    box = FNI(world_box)(w, box);
    return FNI(grow_box)(box, FNI(world_near)(w));
}

static bool is_box(const Box* box)
{
    return AT(box->lower, 0) <= AT(box->upper, 0);
}

// The number of a removed collider is held until its end event.
static void visit_number(impi_bytes* b, World* w, int32_t number, bool alive)
{
    const Box none = FNI(empty_box)();
    Thing now = {.box = none};
    Box then = none;
    bool taken = !b->reading && FNI(index_look)(w->index, number, &now, &then);
    bool had_box = is_box(&then);
    impi_visit_record(b);
    impi_visit_bool(b, &taken);
    impi_visit_bool(b, &had_box);
    if (!taken)
    {
        b->bad |= alive;
        return;
    }
    impi_visit_word(b, &now.filter.category);
    impi_visit_word(b, &now.filter.mask);
    Box expected = FNI(box_around)(FNI(vec_none)(), 0.0f);
    if (alive)
    {
        expected = box_of_collider(w, &w->colliders.data[w->collider_of.data[number]]);
        visit_box_near(b, &now.box, &expected);
        expected = now.box;
    }
    if (had_box)
    {
        visit_box_near(b, &then, &expected);
    }
    b->bad |= !alive && !had_box;
    if (b->reading && !b->bad)
    {
        FNI(index_put_back)(w->index, number, &now, then);
    }
}

void FNI(visit_numbers)(impi_bytes* b, World* w, int32_t numbers)
{
    impi_visit_sort(b);
    if (b->reading && !b->bad)
    {
        impi_visit_memory(b, FNI(index_make_room)(w->index, numbers));
    }
    for (int32_t i = 0; i < numbers && !b->bad; ++i)
    {
        int32_t at = i < w->collider_of.count ? w->collider_of.data[i] : -1;
        visit_number(b, w, i, at >= 0 && at < w->colliders.count && FNI(number_used)(w, at, i));
    }
    if (b->reading && !b->bad)
    {
        impi_visit_memory(b, FN(index_rebuild)(w->index));
    }
}

// pre_solve is asked again about a manifold before it is solved again.
static void visit_cache(impi_bytes* b, const World* w, Cache* t)
{
    Cache now = FNI(cache_now)(w, t);
    RowImpulses* p = &now.impulses;
    for (int32_t k = 0; k < now.manifold.count; ++k)
    {
        impi_visit_float_near(b, &now.manifold.points[k].depth, now.depth[k], NULL);
        impi_visit_float_near(b, &p->normal[k], 0.0f, NULL);
        impi_visit_float_near(b, &p->total[k], 0.0f, NULL);
    }
    for (int k = 0; k < DIMI(SPIN_FIELDS); ++k)
    {
        impi_visit_float_near(b, &FNI(spin_numbers)(&p->tangent)[k], 0.0f, NULL);
        impi_visit_float_near(b, &FNI(spin_numbers)(&p->side_total)[k], 0.0f, NULL);
        impi_visit_float_near(b, &FNI(spin_numbers)(&p->rolling)[k], 0.0f, NULL);
    }
    if (b->reading)
    {
        *t = now;
    }
}

// The one-way state of a manifold, which follows from the past.
static void visit_side(impi_bytes* b, Cache* t)
{
    int32_t side = t->side;
    impi_visit_int(b, &side, 0, IMPI_SIDE_COUNT - 1);
    if (b->reading)
    {
        t->side = (uint8_t)side;
    }
}

static void visit_passing(impi_bytes* b, Contact* c)
{
    const int sides = IMPI_ONE_WAY_A | IMPI_ONE_WAY_B;
    int32_t passing = c->one_way & ~sides;
    impi_visit_int(b, &passing, 0, IMPI_ONE_WAY_DROPPED | IMPI_ONE_WAY_PASSING | IMPI_ONE_WAY_HOLDING);
    if (b->reading)
    {
        c->one_way = (uint8_t)((c->one_way & sides) | (passing & ~sides));
    }
}

// The depth of a contact and the distance that its bodies have been pushed apart, which follow from the past.
static void visit_deep(impi_bytes* b, World* w, Contact* c)
{
    float deep = c->deep, pushed = c->pushed;
    impi_visit_float(b, &deep, impi_number_fault_negative);
    impi_visit_float(b, &pushed, impi_number_fault_large);
    if (b->reading && !b->bad)
    {
        FNI(contact_set_deep)(w, c, deep);
        c->pushed = pushed;
    }
}

// Manifolds, or the separation, are found again at their poses, and must be as many as they were. A count below 0 is of
// manifolds made at an internal edge: not found, but saved. Two convex shapes have one manifold at most; a second one
// says that they lie deep in each other, and of sets of shapes in space a number that none has.
static void visit_manifolds(impi_bytes* b, World* w, Contact* c)
{
    const Pose *pose_a = &w->bodies.data[c->body_a].pose, *pose_b = &w->bodies.data[c->body_b].pose;
    visit_vec_near(b, &c->poses.between, FN(vec_sub)(pose_b->p, pose_a->p), NULL);
    visit_rot_near(b, &c->poses.turn_a, pose_a->q);
    visit_rot_near(b, &c->poses.turn_b, pose_b->q);
    bool deep = FNI(is_deep_convex)(c);
    int32_t number = c->corrected ? -1 - c->manifold_count : c->manifold_count + deep;
    number = FNI(is_deep_set)(c) ? INT32_MAX : number;
    impi_visit_int(b, &number, INT32_MIN, INT32_MAX);
    bool deep_set = !c->convex && number == INT32_MAX;
    deep = deep_set || (c->convex && number > 1);
    int32_t count = deep_set ? 1 : number < 0 ? -1 - number : number - deep;
    impi_visit_int(b, &c->row_count, 0, count);
    if (deep && !b->bad)
    {
        visit_deep(b, w, c);
    }
    if (number < 0 && !b->bad)
    {
        FNI(visit_corrected)(b, w, c, count);
        impi_visit_int(b, &c->merged, -1, w->colliders.count - 1);
    }
    if (b->reading && !b->bad && number >= 0)
    {
        c->deep = c->convex || deep_set ? c->deep : -1.0f;  // they were not, and are not asked
        impi_visit_memory(b, FNI(contact_collide_alone)(w, c));
        c->deep = c->deep < 0.0f ? 0.0f : c->deep;
        b->bad |= c->manifold_count != count || FNI(is_deep_set)(c) != deep_set;
    }
    if (c->one_way)
    {
        visit_passing(b, c);
    }
    for (Cache* t = count > 0 ? &c->cache : NULL; t && !b->bad; t = FNI(next_cache)(w, c, t))
    {
        visit_cache(b, w, t);
        if (c->one_way)
        {
            visit_side(b, t);
        }
    }
}

// A contact with a removed collider: for its end event, and the bodies it wakes.
static void visit_remains(impi_bytes* b, const World* w, Contact* c)
{
    bool touched = FNI(contact_holds)(w, c);
    impi_visit_int(b, &c->body_a, 0, w->bodies.count - 1);
    impi_visit_int(b, &c->body_b, 0, w->bodies.count - 1);
    impi_visit_bool(b, &touched);
    impi_visit_bool(b, &c->touching);
    impi_visit_bool(b, &c->sensor);
    impi_visit_bool(b, &c->sensor_is_b);
    impi_visit_bool(b, &c->solved);
    if (b->reading)
    {
        c->manifold_count = touched;
        c->more = -1;
    }
}

static void visit_whole_contact(impi_bytes* b, World* w, Contact* c)
{
    const Collider *a = &w->colliders.data[c->collider_a], *other = &w->colliders.data[c->collider_b];
    bool made = c->made, shaped = c->manifold_count > 0;
    impi_visit_bool(b, &c->touching);
    impi_visit_bool(b, &made);
    impi_visit_bool(b, &shaped);
    if (c->solved)
    {
        imp_surface expected = impi_surface_by_rule(&a->material, &other->material);
        visit_surface_near(b, &c->surface, &expected);
    }
    if (!c->sensor && (made || shaped))
    {
        visit_manifolds(b, w, c);
    }
    if (b->reading)
    {
        c->made = made;
    }
}

// The colliders of a contact follow from its numbers, as long as these are theirs; otherwise it waits for its end.
static void visit_contact(impi_bytes* b, World* w, Contact* c, uint64_t* key)
{
    int32_t last = w->collider_of.count - 1, number_a = (int32_t)(*key >> 32), number_b = (int32_t)(*key & 0xffffffffu);
    impi_visit_record(b);
    impi_visit_int(b, &number_a, 0, last);
    impi_visit_int(b, &number_b, 0, last);
    if (b->bad)
    {
        return;
    }
    int32_t slot_a = w->collider_of.data[number_a], slot_b = w->collider_of.data[number_b];
    imp_collider handle_a = c->handle_a, handle_b = c->handle_b;
    if (!FNI(number_used)(w, slot_a, number_a) || !FNI(number_used)(w, slot_b, number_b))
    {
        impi_visit_long(b, &handle_a.id);
        impi_visit_long(b, &handle_b.id);
        slot_a = impi_pool_find(&w->collider_pool, handle_a.id);
        slot_b = impi_pool_find(&w->collider_pool, handle_b.id);
    }
    bool there = slot_a >= 0 && slot_b >= 0;
    if (b->reading)
    {
        *key = (uint64_t)(uint32_t)number_a << 32 | (uint32_t)number_b;
        c->handle_a = handle_a;
        c->handle_b = handle_b;
    }
    if (b->reading && there)
    {
        FNI(contact_fill)(w, c, slot_a, slot_b);
    }
    if (there)
    {
        visit_whole_contact(b, w, c);
    }
    else
    {
        visit_remains(b, w, c);
    }
    w->sensor_contacts += b->reading && c->sensor;
}

static void visit_list(impi_bytes* b, World* w, impi_contact_list* list)
{
    impi_visit_sort(b);
    int32_t count = list->count;
    impi_visit_count(b, &count, CONTACT_WORDS);
    if (b->reading)
    {
        int64_t most = (int64_t)w->contacts.count + count;
        impi_visit_memory(b, impi_array_reserve(&w->contacts, &w->allocator, most));
        impi_visit_memory(b, impi_array_reserve(list, &w->allocator, count));
    }
    for (int32_t i = 0; i < count && !b->bad; ++i)
    {
        if (b->reading)
        {
            const impi_contact_key key = {0, w->contacts.count, false};
            memset(&w->contacts.data[w->contacts.count++], 0, sizeof *w->contacts.data);
            list->data[list->count++] = key;
        }
        impi_contact_key* key = &list->data[i];
        visit_contact(b, w, &w->contacts.data[key->slot], &key->key);
    }
}

// Events are handles: their colliders may be gone.
static void visit_touch_list(impi_bytes* b, const imp_allocator* allocator, impi_touch_list* list)
{
    impi_visit_sort(b);
    int32_t count = list->count;
    impi_visit_count(b, &count, TOUCH_WORDS);
    if (b->reading)
    {
        impi_visit_memory(b, impi_array_reserve(list, allocator, count));
        list->count = b->bad ? 0 : count;
    }
    for (int32_t i = 0; i < list->count && !b->bad; ++i)
    {
        impi_visit_record(b);
        impi_visit_long(b, &list->data[i].a.id);
        impi_visit_long(b, &list->data[i].b.id);
    }
}

static void visit_impacts(impi_bytes* b, World* w)
{
    impi_visit_sort(b);
    int32_t count = w->events.impacts.count;
    impi_visit_count(b, &count, IMPACT_WORDS);
    if (b->reading)
    {
        impi_visit_memory(b, impi_array_reserve(&w->events.impacts, &w->allocator, count));
        w->events.impacts.count = b->bad ? 0 : count;
    }
    for (int32_t i = 0; i < w->events.impacts.count && !b->bad; ++i)
    {
        Impact* impact = &w->events.impacts.data[i];
        impi_visit_record(b);
        impi_visit_long(b, &impact->a.id);
        impi_visit_long(b, &impact->b.id);
        FNI(visit_vec)(b, &impact->point, NULL);
        FNI(visit_vec)(b, &impact->normal, NULL);
        impi_visit_float(b, &impact->speed, NULL);
        impi_visit_float(b, &impact->impulse, NULL);
    }
}

// By rising kinds, without duplicates.
static void visit_combinations(impi_bytes* b, World* w)
{
    impi_visit_sort(b);
    int32_t count = w->combinations.count;
    impi_visit_count(b, &count, MIXTURE_WORDS);
    if (b->reading)
    {
        impi_visit_memory(b, impi_array_reserve(&w->combinations, &w->allocator, count));
        w->combinations.count = b->bad ? 0 : count;
    }
    for (int32_t i = 0; i < w->combinations.count && !b->bad; ++i)
    {
        Combination* m = &w->combinations.data[i];
        const imp_surface none = {0.0f, 0.0f, 0.0f, 0.0f};
        impi_visit_record(b);
        impi_visit_word(b, &m->kinds);
        visit_surface_near(b, &m->surface, &none);
        b->bad |= impi_surface_fault(&m->surface) || (m->kinds >> 16) > (m->kinds & 0xffffu);
        b->bad |= i > 0 && m[-1].kinds >= m->kinds;
    }
}

// The lanes of rows: they do not follow from other state, and decide what is solved (contact/lanes.inl). Returns how
// many rows have one.
static int32_t visit_lanes_of_rows(impi_bytes* b, World* w)
{
    int32_t rows = 0;
    impi_visit_sort(b);
    for (int32_t i = 0; i < w->awake.count && !b->bad; ++i)
    {
        Contact* c = &w->contacts.data[w->awake.data[i].slot];
        for (Cache* t = c->row_count > 0 ? &c->cache : NULL; t; t = FNI(next_cache)(w, c, t))
        {
            int32_t lane = t->lane;
            impi_visit_record(b);
            impi_visit_int(b, &lane, 0, INT32_MAX);
            if (b->reading)
            {
                t->lane = lane;
            }
            rows += lane > 0;
        }
    }
    return rows;
}

static void visit_lanes(impi_bytes* b, World* w)
{
    bool last = FNI(lanes_persist)(w);
    impi_visit_sort(b);
    impi_visit_bool(b, &last);
    if (!last || b->bad)
    {
        return;
    }
    int32_t count = w->solver.colours.blocks.count;
    impi_visit_int(b, &count, 0, INT32_MAX);
    int32_t rows = visit_lanes_of_rows(b, w), rounds = 1;
    b->bad |= impi_colours_hollow(count, rows, IMPI_KEPT_ROUNDS);
    impi_visit_int(b, &w->solver.colours.added, 0, INT32_MAX / 2);
    if (b->reading && !b->bad)
    {
        impi_visit_memory(b, FNI(lanes_reserve)(w, count));
        w->solver.colours.blocks.count = b->bad ? 0 : count;
        w->built = IMPI_BUILT_LANES;
    }
    impi_visit_sort(b);
    for (int32_t i = 0; i < w->solver.colours.blocks.count && !b->bad; ++i)
    {
        impi_lane_block* block = &w->solver.colours.blocks.data[i];
        impi_visit_record(b);
        impi_visit_int(b, &block->colour, 0, IMPI_KEPT_ROUNDS * IMPI_ROUND_COLOURS - 1);
        rounds = block->colour >= rounds * IMPI_ROUND_COLOURS ? block->colour / IMPI_ROUND_COLOURS + 1 : rounds;
    }
    b->bad |= impi_colours_hollow(count, rows, rounds);
}

void FNI(visit_contacts)(impi_bytes* b, World* w)
{
    visit_list(b, w, &w->awake);
    visit_list(b, w, &w->asleep);
    visit_touch_list(b, &w->allocator, &w->events.begun_touches);
    visit_touch_list(b, &w->allocator, &w->events.ended_touches);
    visit_touch_list(b, &w->allocator, &w->events.entered);
    visit_touch_list(b, &w->allocator, &w->events.left);
    visit_impacts(b, w);
    visit_combinations(b, w);
    impi_visit_sort(b);
    impi_visit_bool(b, &w->movers_changed);
    impi_visit_int(b, &w->continuous.lookouts, 0, INT32_MAX);
    impi_visit_bool(b, &w->shifted);
    impi_visit_bool(b, &w->solver.laden);
    impi_visit_float(b, &w->solver.sub_step_before, impi_number_fault_negative);
    impi_visit_int(b, &w->solver.row_count, 0, INT32_MAX);
    impi_visit_int(b, &w->solver.colour_count, 0, INT32_MAX);
    visit_lanes(b, w);
}

// Writes everything, into room for so many bytes. Returns how many there are; geometry is how many of them are shapes.
static int64_t write_world(World* w, uint8_t* bytes, int64_t capacity, int64_t* geometry)
{
    int32_t numbers = FNI(index_numbers)(w->index);
    WorldDef def = {.gravity = w->gravity, .length_unit = w->unit};
    def.sub_steps = w->sub_steps;
    def.no_sleep = w->sleepless;
    def.impact_speed = w->impact_speed;
    def.no_continuous = w->discrete;
    def.continuous_steps = w->hits;
    impi_bytes b = impi_bytes_to(bytes, capacity);
    b.at = IMPI_SEAL_BYTES;
    FNI(visit_geometry)(&b, w);
    *geometry = b.at - IMPI_SEAL_BYTES;
    impi_visit_end(&b);
    FNI(visit_def)(&b, &def);
    FNI(visit_places)(&b, w, &numbers);
    FNI(visit_bodies)(&b, w, numbers);
    FNI(visit_joints)(&b, w);
    FNI(visit_numbers)(&b, w, numbers);
    FNI(visit_contacts)(&b, w);
    return b.at;
}

imp_status FN(world_save)(const World* world, uint8_t* bytes, int32_t capacity, int32_t* count)
{
    if (!world || !count)
    {
        return impi_error(IMP_ERR_NULL, world ? 4 : 1);
    }
    if (capacity < 0 || (capacity > 0 && !bytes))
    {
        return capacity < 0 ? impi_error(IMP_ERR_COUNT, 3) : impi_error(IMP_ERR_NULL, 2);
    }
    if (world->hooked || world->step.stepping)
    {
        return impi_error(world->hooked ? IMP_ERR_BUSY : IMP_ERR_MEMORY, 1);
    }
    // Visits that write change nothing.
    World* w = (World*)(uintptr_t)world;
    int64_t geometry, size = write_world(w, NULL, 0, &geometry);
    if (size > INT32_MAX)
    {
        return impi_error(IMP_ERR_COUNT, 1);
    }
    *count = (int32_t)size;
    if (size > capacity)
    {
        return impi_error(IMP_ERR_SPACE, 3);
    }
    (void)write_world(w, bytes, size, &geometry);
    impi_seal(bytes, (int32_t)size, DIMI(SNAPSHOT_KIND), IMPI_SNAPSHOT_VERSION, (uint32_t)geometry);
    return IMP_OK;
}
