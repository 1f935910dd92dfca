// SPDX-License-Identifier: MIT
//
// Snapshots of worlds of space: what colliders look like.

#include "snapshot3.h"

#include "../../shape/compound3.h"

void imp3i_visit_material(impi_bytes* b, imp_material* m)
{
    impi_visit_float(b, &m->friction, impi_number_fault_negative);
    impi_visit_float(b, &m->restitution, impi_number_fault_negative);
    impi_visit_float(b, &m->rolling_resistance, impi_number_fault_negative);
    impi_visit_float(b, &m->tangent_speed, impi_number_fault_large);
    impi_visit_int(b, &m->kind, 0, IMPI_KIND_MAX);
}

// The makers validate a shape that was read.
void imp3i_visit_shape(impi_bytes* b, imp3_shape* s, const imp_allocator* allocator)
{
    imp3_shape made = *s;
    (void)allocator;
    bool round = made.kind == IMP3_SHAPE_SPHERE;
    impi_visit_bool(b, &round);
    impi_visit_float(b, &made.radius, impi_number_fault_negative);
    impi_visit_float(b, &made.offset, impi_number_fault);
    imp3i_visit_vec(b, &made.a, impi_number_fault);
    imp3i_visit_vec(b, &made.normal, impi_number_fault);
    if (b->reading && !b->bad)
    {
        imp3_vec center = made.a, normal = made.normal;
        b->bad |=
            round ? imp3_sphere_make(center, made.radius, &made) : imp3_half_space_make(normal, made.offset, &made);
        b->bad |= !round && (imp3i_vec_bits(center) || !imp3i_vec_equal(made.normal, normal));
        *s = made;
    }
}

void imp3i_visit_compound(impi_bytes* b, imp3_compound* c, const imp_allocator* allocator)
{
    (void)c;
    (void)allocator;
    b->bad = true;
}

void imp3i_visit_geometry(impi_bytes* b, imp3_world* w)
{
    for (int32_t i = 0; i < w->colliders.count && !b->bad; ++i)
    {
        if (w->collider_pool.data[i].next == IMPI_SLOT_USED)
        {
            imp3i_collider* c = &w->colliders.data[i];
            impi_visit_record(b);
            impi_visit_bool(b, &c->convex);
            b->bad |= !c->convex;
            imp3i_visit_shape(b, &c->shape, &w->allocator);
        }
    }
}
