// SPDX-License-Identifier: MIT
//
// A world of the plane from the inside.

#include "world_probe2.h"

#include "world/keep/snapshot2.h"

_Static_assert((int)PROBE_SEAL_BYTES == (int)IMPI_SEAL_BYTES, "the head of a snapshot");

// Bodies and colliders

probe_figures probe_figures_of(const imp2_world* w)
{
    const probe_figures figures = {.bodies = w->bodies.count,
                                   .colliders = w->colliders.count,
                                   .movers = w->movers.count,
                                   .ways = w->continuous.paths.count,
                                   .ways_most = w->continuous.paths_most,
                                   .paced = w->continuous.slow_motion > 0.0f || w->continuous.path_tree.stands,
                                   .lanes_stand = w->built >= IMPI_BUILT_LANES,
                                   .lanes_last = imp2i_lanes_persist(w),
                                   .near = imp2i_world_near(w)};
    return figures;
}

int32_t probe_mover_of(const imp2_world* w, int32_t body)
{
    return w->body_pool.data[body].next == IMPI_SLOT_USED ? w->bodies.data[body].mover : 0;
}

float* probe_number(imp2_world* w, imp_body body, int32_t field)
{
    int32_t place = imp2i_find_body(w, body);
    imp2i_body* b = place < 0 ? NULL : &w->bodies.data[place];
    switch (b ? field : IMP2_FIELD_COUNT)
    {
    case IMP2_FIELD_X: return &b->pose.p.x;
    case IMP2_FIELD_Y: return &b->pose.p.y;
    case IMP2_FIELD_COSINE: return &b->pose.q.c;
    case IMP2_FIELD_SINE: return &b->pose.q.s;
    case IMP2_FIELD_VELOCITY_X: return &b->velocity.x;
    case IMP2_FIELD_VELOCITY_Y: return &b->velocity.y;
    case IMP2_FIELD_ANGULAR_VELOCITY: return &b->spin;
    default: return NULL;
    }
}

int32_t probe_collider_place(const imp2_world* w, imp_collider collider)
{
    return impi_pool_find(&w->collider_pool, collider.id);
}

probe_collider probe_collider_at(const imp2_world* w, int32_t place)
{
    const imp2i_collider* c = &w->colliders.data[place];
    const probe_collider seen = {c->number, imp2i_collider_compound(c), w->bodies.data[c->body].pose};
    return seen;
}

const imp2_index* probe_index(const imp2_world* w)
{
    return w->index;
}

void probe_forget_company(imp2_world* w)
{
    for (int32_t i = 0; i < w->colliders.count; ++i)
    {
        w->colliders.data[i].has_neighbours = false;
    }
}

// Contacts and rows

bool probe_contact_at(const imp2_world* w, int32_t i, probe_contact* out)
{
    bool asleep = i >= w->awake.count;
    const impi_contact_list* list = asleep ? &w->asleep : &w->awake;
    int32_t at = asleep ? i - w->awake.count : i;
    if (at >= list->count)
    {
        return false;
    }
    const impi_contact_key* key = &list->data[at];
    const imp2i_contact* c = &w->contacts.data[key->slot];
    const probe_contact seen = {.place = key->slot,
                                .collider_a = c->collider_a,
                                .collider_b = c->collider_b,
                                .a = c->handle_a,
                                .b = c->handle_b,
                                .numbers = {(int32_t)(key->key >> 32), (int32_t)(key->key & UINT32_MAX)},
                                .pose_a = {{0.0f, 0.0f}, c->poses.turn_a},
                                .pose_b = {c->poses.between, c->poses.turn_b},
                                .made = c->made,
                                .sensor = c->sensor,
                                .asleep = asleep,
                                .mended = c->corrected || c->merged >= 0,
                                .deep = c->deep,
                                .count = c->manifold_count};
    *out = seen;
    return true;
}

bool probe_manifold_at(const imp2_world* w, const probe_contact* contact, int32_t k, probe_manifold* out)
{
    const imp2i_contact* c = &w->contacts.data[contact->place];
    const imp2i_cache* t = contact->count > 0 ? &c->cache : NULL;
    for (; t && k > 0; --k)
    {
        t = imp2i_next_cache(w, c, t);
    }
    if (!t)
    {
        return false;
    }
    probe_manifold seen = {.manifold = t->manifold, .part_a = t->part_a, .part_b = t->part_b, .lane = t->lane};
    seen.is_row = imp2i_is_row(c, t);
    seen.bodies.a = imp2i_row_of_body(&w->bodies.data[c->body_a]);
    seen.bodies.b = imp2i_row_of_body(&w->bodies.data[c->body_b]);
    *out = seen;
    return true;
}

impi_colours* probe_colours(imp2_world* w)
{
    return &w->solver.colours;
}

int32_t* probe_lane(imp2_world* w, int32_t lane, impi_row_bodies* bodies)
{
    const imp2i_lane* of = &w->solver.lanes.data[lane];
    *bodies = of->bodies;
    return of->contact < 0 ? NULL : &imp2i_cache_of_lane(w, of)->lane;
}

uint32_t probe_lanes_used(const imp2_world* w, int32_t block)
{
    return w->solver.rows.data[block].used;
}

void probe_set_width(imp2_world* w, int level)
{
    imp2i_world_set_level(w, level);
}

void probe_shrink(imp2_world* w, bool touches)
{
    w->solver.new_lanes.capacity = w->solver.new_lanes.capacity > 0 ? 1 : 0;
    w->collide.manifolds.capacity = w->collide.manifolds.capacity > 0 ? 1 : 0;
    w->caches.capacity = touches ? w->caches.count : w->caches.capacity;
    w->solver.colours.order.capacity = w->solver.colours.order.count;
    w->solver.colours.blocks.capacity = w->solver.colours.blocks.count;
    w->solver.block_events.capacity =
        w->solver.rows.count < w->solver.block_events.capacity ? w->solver.rows.count : w->solver.block_events.capacity;
}

// Snapshots

int32_t probe_snapshot_version(void)
{
    return IMPI_SNAPSHOT_VERSION;
}

void probe_seal(uint8_t* bytes, int32_t count, uint32_t geometry)
{
    impi_seal(bytes, count, IMP2I_SNAPSHOT_KIND, IMPI_SNAPSHOT_VERSION, geometry);
}

int32_t probe_seal_fault(const uint8_t* bytes, int32_t count, uint32_t* geometry)
{
    return impi_seal_fault(bytes, count, IMP2I_SNAPSHOT_KIND, IMPI_SNAPSHOT_VERSION, geometry);
}

static void fill_pool(impi_pool* pool, impi_slot* slots, int32_t count, int what)
{
    pool->data = slots;
    pool->count = count;
    pool->used = what == PROBE_PLACES_USED ? count : 0;
    pool->first_free = what == PROBE_PLACES_FREE ? 0 : -1;
    for (int32_t i = 0; i < count; ++i)
    {
        slots[i].generation = what != PROBE_PLACES_RETIRED;
        slots[i].next = what == PROBE_PLACES_USED                    ? IMPI_SLOT_USED
                        : what == PROBE_PLACES_FREE && i + 1 < count ? i + 1
                                                                     : -1;
    }
}

int32_t probe_claim(const imp2_world* world, int what, bool colliders, int32_t count, uint8_t* bytes, int32_t room,
                    uint32_t* geometry)
{
    static impi_slot slots[1 << 16];
    imp2_world w = *world;
    imp2_world_def def = {.length_unit = 1.0f};
    int32_t numbers = what == PROBE_NUMBERS ? count : 1;
    impi_bytes b = impi_bytes_to(bytes, room);
    b.at = IMPI_SEAL_BYTES;
    imp2i_visit_geometry(&b, &w);
    *geometry = (uint32_t)(b.at - IMPI_SEAL_BYTES);
    impi_visit_end(&b);
    imp2i_visit_def(&b, &def);
    if (what <= PROBE_PLACES_RETIRED)
    {
        fill_pool(colliders ? &w.collider_pool : &w.body_pool, slots, count, what);
    }
    imp2i_visit_places(&b, &w, &numbers);
    if (what > PROBE_PLACES_RETIRED)
    {
        imp2i_visit_bodies(&b, &w, numbers);
    }
    if (what == PROBE_CONTACTS)
    {
        imp2i_visit_numbers(&b, &w, numbers);
        impi_visit_sort(&b);
        impi_visit_int(&b, &count, 0, count);
    }
    return (int32_t)b.at;
}

static float put_body(imp2i_body* b, float n)
{
    float* numbers[] = {&b->velocity.x, &b->velocity.y,   &b->spin,    &b->force.x,  &b->force.y,  &b->torque,
                        &b->damping,    &b->spin_damping, &b->gravity, &b->rest.p.x, &b->rest.p.y, &b->sleep_time};
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; ++k)
    {
        *numbers[k] = n += 1.0f;
    }
    b->rest.q.c = 0.6f;
    b->rest.q.s = 0.8f;
    return n;
}

static float put_impulses(const imp2_world* w, const impi_contact_list* list, float n)
{
    for (int32_t i = 0; i < list->count; ++i)
    {
        imp2i_contact* c = &w->contacts.data[list->data[i].slot];
        for (imp2i_cache* t = c->manifold_count > 0 ? &c->cache : NULL; t; t = imp2i_next_cache(w, c, t))
        {
            const imp2i_row_impulses impulses = {.normal = {n, n + 1.0f},
                                                 .tangent = n + 2.0f,
                                                 .total = {n + 5.0f, n + 6.0f},
                                                 .side_total = n + 7.0f,
                                                 .rolling = n + 4.0f};
            t->impulses = impulses;
            t->row = 0;
            n += 8.0f;
        }
    }
    return n;
}

void probe_put_numbers(imp2_world* w)
{
    float n = 1.0f;
    for (int32_t i = 0; i < w->bodies.count; ++i)
    {
        n = put_body(&w->bodies.data[i], n);
    }
    n = put_impulses(w, &w->awake, n);
    (void)put_impulses(w, &w->asleep, n);
    const imp2_impact_event impact = {{1}, {2}, {3.0f, 4.0f}, {5.0f, 6.0f}, 7.0f, 8.0f};
    w->events.impacts.data[w->events.impacts.count++] = impact;
    w->events.ended_touches.data[w->events.ended_touches.count++] = (imp_touch){{9}, {10}};
    w->events.left.data[w->events.left.count++] = (imp_touch){{11}, {12}};
    w->solver.row_count = 13;
    w->solver.colour_count = 14;
    w->shifted = true;
}
