// SPDX-License-Identifier: MIT
//
// Ends of forces and links, and links by number.

#ifndef AXES
#include "particle3.h"

#include "../math/check.h"

#include "../math/dim3.h"
#endif

int32_t FNI(end_fault)(const Particles* p, const End* end)
{
    int32_t fault = end->kind < 0 || end->kind >= IMP_END_KIND_COUNT ? IMP_ERR_RANGE : 0;
    fault =
        !fault && end->kind == IMP_END_PARTICLE && !FNI(particle_is_used)(p, end->particle) ? IMP_ERR_HANDLE : fault;
    fault = !fault && end->kind == IMP_END_SOLID && end->solid == 0 ? IMP_ERR_RANGE : fault;
    return fault ? fault : end->kind != IMP_END_PARTICLE ? FNI(vec_fault_large)(end->point) : 0;
}

FNI(end_state) FNI(end_now)(const Particles* p, const End* end)
{
    FNI(end_state) r = {-1, false, end->point, FNI(vec_none)()};
    if (end->kind == IMP_END_PARTICLE)
    {
        r.body = end->particle;
        r.position = p->positions.data[end->particle];
    }
    int32_t place = end->kind == IMP_END_SOLID ? FNI(solid_find)(p, end->solid) : -1;
    if (place >= 0)
    {
        const PlacedSolid* s = &p->solids.data[place];
        r.body = p->limit + place;
        r.arm = FN(rot_apply)(s->turned, FN(vec_sub)(end->point, s->solid.center));
        r.position = FN(vec_add)(s->center, r.arm);
    }
    r.gone = end->kind == IMP_END_SOLID && place < 0;
    return r;
}

// Links

int32_t FNI(link_fault)(const Particles* p, const Link* link)
{
    int32_t fault = link->kind <= IMP_LINK_NONE || link->kind >= IMP_LINK_KIND_COUNT ? IMP_ERR_RANGE : 0;
    fault = fault ? fault : FNI(end_fault)(p, &link->a);
    fault = fault ? fault : FNI(end_fault)(p, &link->b);
    fault = fault ? fault : impi_number_fault_negative(link->length);
    fault = fault ? fault : impi_number_fault_negative(link->restitution);
    fault = fault ? fault : impi_number_fault_negative(link->stiffness);
    fault = fault ? fault : impi_number_fault_negative(link->damping);
    return fault ? fault : link->restitution > 1.0f ? IMP_ERR_RANGE : 0;
}

imp_status FN(particles_add_link)(Particles* particles, const Link* link, int32_t* number)
{
    Particles* p = particles;
    if (!p || !link)
    {
        return impi_error(IMP_ERR_NULL, p ? 2 : 1);
    }
    int32_t fault = p->busy ? 0 : FNI(link_fault)(p, link), at = p->links.count;
    if (p->busy || fault)
    {
        return p->busy ? impi_error(IMP_ERR_BUSY, 1) : impi_error(fault, 2);
    }
    if (impi_array_reserve(&p->links, &p->allocator, (int64_t)p->links.count + 1) ||
        impi_array_reserve(&p->tensions, &p->allocator, (int64_t)p->links.count + 1))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    for (int32_t i = 0; i < p->links.count && p->link_holes > 0 && at == p->links.count; ++i)
    {
        at = p->links.data[i].kind == IMP_LINK_NONE ? i : at;
    }
    p->link_holes -= at < p->links.count;
    p->links.count += at == p->links.count;
    p->links.data[at] = *link;
    p->tensions.data[at] = 0.0f;
    if (number)
    {
        *number = at;
    }
    return IMP_OK;
}

static bool is_link(const Particles* p, int32_t number)
{
    return number >= 0 && number < p->links.count && p->links.data[number].kind != IMP_LINK_NONE;
}

imp_status FN(particles_get_link)(const Particles* particles, int32_t number, Link* out, float* tension)
{
    if (!particles || !out)
    {
        return impi_error(IMP_ERR_NULL, particles ? 3 : 1);
    }
    if (!is_link(particles, number))
    {
        return impi_error(IMP_ERR_HANDLE, 2);
    }
    *out = particles->links.data[number];
    if (tension)
    {
        *tension = particles->tensions.data[number];
    }
    return IMP_OK;
}

imp_status FN(particles_remove_link)(Particles* particles, int32_t number)
{
    if (!particles || particles->busy)
    {
        return impi_error(particles ? IMP_ERR_BUSY : IMP_ERR_NULL, 1);
    }
    if (!is_link(particles, number))
    {
        return impi_error(IMP_ERR_HANDLE, 2);
    }
    particles->links.data[number].kind = IMP_LINK_NONE;
    ++particles->link_holes;
    return IMP_OK;
}
