// SPDX-License-Identifier: MIT
//
// Snapshots of particles: one function visits all fields, to write them and to read them.
//
// Rows are saved with their impulses, from which the next step starts; all else of them is found anew. What is read
// goes into particles of its own, and takes their place only when all of it is good.

#ifndef AXES
#include "particle3.h"

#include "../base/alloc.h"
#include "../math/check.h"
#include "../math/visit3.h"

#include <math.h>
#include <string.h>

#include "../math/dim3.h"
#endif

enum
{
    DIMI(PARTICLES_KIND) = 0x30545049 + (AXES << 24),  // "IPT2", "IPT3"
    IMPI_PARTICLES_VERSION = 1
};

static void visit_definition(impi_bytes* b, ParticlesDef* def)
{
    impi_visit_record(b);
    FNI(visit_vec)(b, &def->gravity, impi_number_fault_large);
    impi_visit_int(b, &def->sub_steps, 1, INT32_MAX);
    impi_visit_float(b, &def->material.friction, NULL);
    impi_visit_float(b, &def->material.restitution, NULL);
    impi_visit_float(b, &def->material.rolling_resistance, NULL);
    impi_visit_float(b, &def->material.tangent_speed, NULL);
    impi_visit_int(b, &def->material.kind, 0, INT32_MAX);
    impi_visit_bool(b, &def->collide);
    impi_visit_bool(b, &def->turn);
    impi_visit_int(b, &def->rest, 0, IMP_REST_COUNT - 1);
    impi_visit_float(b, &def->rest_speed, NULL);
    impi_visit_float(b, &def->length_unit, NULL);
    b->bad |= b->reading && (FNI(particles_def_fault)(def) || !(def->rest_speed > 0.0f) || !(def->length_unit > 0.0f));
}

// Particles

static void visit_particle(impi_bytes* b, Particles* p, int32_t i)
{
    ParticleBody* body = &p->bodies.data[i];
    ParticleTraits* traits = &p->traits.data[i];
    bool used = body->flags & IMPI_PARTICLE_USED;
    impi_visit_record(b);
    impi_visit_bool(b, &used);
    FNI(visit_vec)(b, &p->positions.data[i], impi_number_fault_large);
    FNI(visit_vec)(b, &body->velocity, impi_number_fault_large);
    FNI(visit_spin)(b, &body->spin, impi_number_fault_large);
    FNI(visit_vec)(b, &p->applied.data[i], impi_number_fault_large);
    impi_visit_float(b, &traits->mass, impi_number_fault_negative);
    impi_visit_float(b, &traits->radius, impi_number_fault_negative);
    impi_visit_float(b, &traits->damping, impi_number_fault_negative);
    impi_visit_word(b, &traits->groups);
    if (b->reading)
    {
        const Particle item = {p->positions.data[i], body->velocity,  body->spin,    traits->mass,
                               traits->radius,       traits->damping, traits->groups};
        Vec applied = p->applied.data[i];
        FNI(particle_write)(p, i, &item);
        p->applied.data[i] = applied;
        body->flags = used ? IMPI_PARTICLE_USED : 0;
        body->inverse_mass = used ? body->inverse_mass : 0.0f;
        body->inverse_inertia = used ? body->inverse_inertia : 0.0f;
        p->used += used;
        p->forced = p->forced || FNI(vec_bits)(applied);
    }
}

// Numbers that are free, in the order in which they will be used: each once.
static void visit_free(impi_bytes* b, Particles* p)
{
    impi_visit_sort(b);
    int32_t count = p->limit - p->used;
    for (int32_t i = 0; i < count && !b->bad; ++i)
    {
        impi_visit_record(b);
        impi_visit_int(b, &p->free.data[i], 0, p->limit - 1);
        if (b->reading && !b->bad)
        {
            // Taken for used until all are known.
            b->bad |= p->bodies.data[p->free.data[i]].flags != 0;
            p->bodies.data[p->free.data[i]].flags |= IMPI_PARTICLE_HELD;
        }
    }
    p->free.count = b->bad ? 0 : count;
    for (int32_t i = 0; i < p->free.count && b->reading; ++i)
    {
        p->bodies.data[p->free.data[i]].flags = 0;
    }
}

static void visit_particles(impi_bytes* b, Particles* p)
{
    impi_visit_sort(b);
    int32_t limit = p->limit;
    impi_visit_count(b, &limit, 8);
    if (b->reading)
    {
        impi_visit_memory(b, FNI(particles_reserve)(p, limit));
        p->limit = b->bad ? 0 : limit;
    }
    for (int32_t i = 0; i < p->limit && !b->bad; ++i)
    {
        visit_particle(b, p, i);
    }
    visit_free(b, p);
}

// Forces and links

// An end that does not count may be anything, and is saved as none.
static void visit_end(impi_bytes* b, End* counts, bool used)
{
    End none = {.kind = IMP_END_POINT}, *end = used || b->reading ? counts : &none;
    impi_visit_int(b, &end->kind, 0, IMP_END_KIND_COUNT - 1);
    impi_visit_int(b, &end->particle, INT32_MIN, INT32_MAX);
    impi_visit_long(b, &end->solid);
    FNI(visit_vec)(b, &end->point, NULL);
}

static void visit_force(impi_bytes* b, Particles* p, Generator* f)
{
    // A function cannot be saved.
    int32_t kind = f->kind == IMP_FORCE_USER ? IMP_FORCE_NONE : f->kind;
    float* const numbers[] = {&f->strength, &f->damping, &f->length, &f->linear, &f->quadratic, &f->volume};
    impi_visit_record(b);
    impi_visit_int(b, &kind, IMP_FORCE_NONE, IMP_FORCE_EXPLOSION);
    impi_visit_word(b, &f->groups);
    bool spring = impi_force_is_spring(kind), none = kind == IMP_FORCE_NONE;
    visit_end(b, &f->a, !none && (spring || f->groups == 0));
    visit_end(b, &f->b, spring);
    FNI(visit_vec)(b, &f->vector, NULL);
    FNI(visit_vec)(b, &f->center, NULL);
    for (int k = 0; k < 6; ++k)
    {
        impi_visit_float(b, numbers[k], NULL);
    }
    if (b->reading)
    {
        f->kind = kind;
        f->function = NULL;
        f->user = NULL;
        p->force_holes += kind == IMP_FORCE_NONE;
        b->bad |= kind != IMP_FORCE_NONE && FNI(force_fault)(p, f);
    }
}

static void visit_link(impi_bytes* b, Particles* p, int32_t i)
{
    Link* link = &p->links.data[i];
    impi_visit_record(b);
    impi_visit_int(b, &link->kind, IMP_LINK_NONE, IMP_LINK_KIND_COUNT - 1);
    visit_end(b, &link->a, link->kind != IMP_LINK_NONE);
    visit_end(b, &link->b, link->kind != IMP_LINK_NONE);
    impi_visit_float(b, &link->length, NULL);
    impi_visit_float(b, &link->restitution, NULL);
    impi_visit_float(b, &link->stiffness, NULL);
    impi_visit_float(b, &link->damping, NULL);
    impi_visit_float(b, &p->tensions.data[i], impi_number_fault_large);
    if (b->reading)
    {
        p->link_holes += link->kind == IMP_LINK_NONE;
        b->bad |= link->kind != IMP_LINK_NONE && FNI(link_fault)(p, link);
    }
}

static void visit_forces_and_links(impi_bytes* b, Particles* p)
{
    int32_t forces = p->forces.count, links = p->links.count;
    impi_visit_sort(b);
    impi_visit_count(b, &forces, 18);
    impi_visit_memory(b, b->reading ? impi_array_reserve(&p->forces, &p->allocator, forces) : IMP_OK);
    p->forces.count = b->bad ? 0 : forces;
    for (int32_t i = 0; i < p->forces.count && !b->bad; ++i)
    {
        visit_force(b, p, &p->forces.data[i]);
    }
    impi_visit_sort(b);
    impi_visit_count(b, &links, 15);
    impi_visit_memory(b, b->reading ? impi_array_reserve(&p->links, &p->allocator, links) : IMP_OK);
    impi_visit_memory(b, b->reading ? impi_array_reserve(&p->tensions, &p->allocator, links) : IMP_OK);
    p->links.count = b->bad ? 0 : links;
    for (int32_t i = 0; i < p->links.count && !b->bad; ++i)
    {
        visit_link(b, p, i);
    }
}

// Rows

static void visit_row(impi_bytes* b, ParticleRow* row)
{
    impi_visit_record(b);
    impi_visit_int(b, &row->a, INT32_MIN, INT32_MAX);
    impi_visit_int(b, &row->b, INT32_MIN, INT32_MAX);
    impi_visit_int(b, &row->kind, 0, IMPI_ROW_ROD);
    impi_visit_int(b, &row->link, INT32_MIN, INT32_MAX);
    impi_visit_long(b, &row->solid);
    FNI(visit_vec)(b, &row->normal, impi_number_fault_large);
    impi_visit_float(b, &row->normal_impulse, impi_number_fault_large);
    FNI(visit_vec)(b, &row->tangent_impulse, impi_number_fault_large);
    FNI(visit_spin)(b, &row->roll_impulse, impi_number_fault_large);
}

static void visit_rows(impi_bytes* b, Particles* p)
{
    int32_t count = p->rows.count;
    impi_visit_sort(b);
    impi_visit_count(b, &count, 9);
    impi_visit_int(b, &p->pair_rows, 0, count);
    impi_visit_int(b, &p->solid_rows, 0, count - (b->bad ? 0 : p->pair_rows));
    impi_visit_memory(b, b->reading ? impi_array_reserve(&p->rows, &p->allocator, count) : IMP_OK);
    p->rows.count = b->bad ? 0 : count;
    for (int32_t i = 0; i < p->rows.count && !b->bad; ++i)
    {
        if (b->reading)
        {
            memset(&p->rows.data[i], 0, sizeof p->rows.data[i]);
        }
        visit_row(b, &p->rows.data[i]);
    }
}

// Saves what the last step did to solids, from which a world tells what holds them up.
static void visit_before(impi_bytes* b, Particles* p)
{
    int32_t count = p->before.count;
    impi_visit_sort(b);
    impi_visit_count(b, &count, 6);
    impi_visit_memory(b, b->reading ? impi_array_reserve(&p->before, &p->allocator, count) : IMP_OK);
    p->before.count = b->bad ? 0 : count;
    for (int32_t i = 0; i < p->before.count && !b->bad; ++i)
    {
        SolidBefore* s = &p->before.data[i];
        impi_visit_record(b);
        impi_visit_long(b, &s->id);
        FNI(visit_vec)(b, &s->velocity, impi_number_fault_large);
        FNI(visit_spin)(b, &s->spin, impi_number_fault_large);
        FNI(visit_vec)(b, &s->impulse, impi_number_fault_large);
        FNI(visit_spin)(b, &s->angular_impulse, impi_number_fault_large);
    }
}

static void visit_all(impi_bytes* b, Particles* p)
{
    uint64_t bits;
    visit_definition(b, &p->def);
    visit_particles(b, p);
    visit_forces_and_links(b, p);
    visit_rows(b, p);
    visit_before(b, p);
    impi_visit_sort(b);
    impi_visit_float(b, &p->last_step, impi_number_fault_negative);
    impi_visit_float(b, &p->last_time, impi_number_fault_negative);
    memcpy(&bits, &p->time, sizeof bits);
    impi_visit_long(b, &bits);
    memcpy(&p->time, &bits, sizeof bits);
    b->bad |= b->reading && !(p->time >= 0.0 && p->time <= 0x1p1000);
    impi_visit_end(b);
}

static int64_t write_all(Particles* p, uint8_t* bytes, int64_t capacity)
{
    impi_bytes b = impi_bytes_to(bytes, capacity);
    b.at = IMPI_SEAL_BYTES;
    visit_all(&b, p);
    return b.at;
}

imp_status FN(particles_save)(const Particles* particles, uint8_t* bytes, int32_t capacity, int32_t* count)
{
    if (!particles || !count || (capacity > 0 && !bytes))
    {
        return impi_error(IMP_ERR_NULL, !particles ? 1 : !count ? 4 : 2);
    }
    if (capacity < 0 || particles->busy)
    {
        return capacity < 0 ? impi_error(IMP_ERR_COUNT, 3) : impi_error(IMP_ERR_BUSY, 1);
    }
    // Visits that write change nothing.
    Particles* p = (Particles*)(uintptr_t)particles;
    int64_t size = write_all(p, NULL, 0);
    if (size > INT32_MAX)
    {
        return impi_error(IMP_ERR_COUNT, 1);
    }
    *count = (int32_t)size;
    if (size > capacity)
    {
        return impi_error(IMP_ERR_SPACE, 3);
    }
    (void)write_all(p, bytes, size);
    impi_seal(bytes, (int32_t)size, DIMI(PARTICLES_KIND), IMPI_PARTICLES_VERSION, 0);
    return IMP_OK;
}

// Puts what was read in the place of what was there; its memory stays the caller's.
static void replace(Particles* p, Particles* read)
{
    Particles was = *p;
    *p = *read;
    p->allocator = was.allocator;
    p->def.allocator = was.def.allocator;
    *read = was;
}

imp_status FN(particles_load)(Particles* particles, const uint8_t* bytes, int32_t count)
{
    if (!particles || !bytes)
    {
        return impi_error(IMP_ERR_NULL, particles ? 2 : 1);
    }
    if (particles->busy || count < IMPI_SEAL_BYTES)
    {
        return particles->busy ? impi_error(IMP_ERR_BUSY, 1) : impi_error(IMP_ERR_COUNT, 3);
    }
    uint32_t part;
    int32_t fault = impi_seal_fault(bytes, count, DIMI(PARTICLES_KIND), IMPI_PARTICLES_VERSION, &part);
    if (fault)
    {
        return impi_error(fault, 2);
    }
    Particles* read;
    const ParticlesDef def = {.allocator = &particles->allocator};
    imp_status status = FN(particles_make)(&def, &read);
    if (status)
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    impi_bytes b = impi_bytes_from(bytes, count);
    b.at = IMPI_SEAL_BYTES;
    visit_all(&b, read);
    bool good = !b.bad && b.at == count;
    status = b.no_memory ? impi_error(IMP_ERR_MEMORY, 0) : good ? IMP_OK : impi_error(IMP_ERR_FORMAT, 2);
    if (!status)
    {
        replace(particles, read);
    }
    FN(particles_free)(read);
    return status;
}
