// SPDX-License-Identifier: MIT
//
// Mass of compounds in space: the sum over the parts of a set, or over the tetrahedra between the triangles of a closed
// surface and a point. Both are told twice, the second time from the centroid that the first has found, so that being far
// from the origin costs no digits.

#include "compound3.h"
#include "moments3.h"

#include <math.h>

/// Adds the tetrahedron of a triangle and the origin, negative when its normal leads to it.
static void add_tetrahedron_below(imp3i_moments* sum, const imp3_shape* s, imp3i_dvec origin)
{
    const imp3i_dvec v[3] = {imp3i_dsub(imp3i_dvec_of(s->a), origin), imp3i_dsub(imp3i_dvec_of(s->b), origin),
                             imp3i_dsub(imp3i_dvec_of(s->c), origin)};
    double volume = imp3i_ddot(v[0], imp3i_dcross(v[1], v[2])) / 6.0;
    imp3i_dvec all = imp3i_dadd(imp3i_dadd(v[0], v[1]), v[2]);
    sum->volume += volume;
    sum->first = imp3i_dadd_scaled(sum->first, all, 0.25 * volume);
    imp3i_add_square(&sum->second, all, volume / 20.0);
    for (int k = 0; k < 3; ++k)
    {
        imp3i_add_square(&sum->second, v[k], volume / 20.0);
    }
}

static imp3i_moments moments_of_compound(const imp3_compound* c, imp3i_dvec origin)
{
    imp3i_moments m = {0.0, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0, 0.0, 0.0, 0.0}};
    const imp3i_compound_block* b = imp3i_compound_block_of(c);
    for (int32_t i = 0; i < c->part_count; ++i)
    {
        imp3_shape room;
        if (c->parts)
        {
            imp3i_moments_add(&m, &c->parts[i], origin);
        }
        else if (b->closed && imp3i_part_at(c, i, &room))
        {
            add_tetrahedron_below(&m, &room, origin);
        }
    }
    return m;
}

/// Turns a surface inside out that encloses a negative volume.
static imp3i_moments right_side_out(imp3i_moments m)
{
    if (m.volume < 0.0)
    {
        const imp3i_tensor t = m.second, back = {-t.xx, -t.yy, -t.zz, -t.xy, -t.yz, -t.zx};
        m.volume = -m.volume;
        m.first = imp3i_dnegate(m.first);
        m.second = back;
    }
    return m;
}

/// The middle of what has no volume: by the areas of triangles, or where those are 0, or there are none, by number.
static imp3i_dvec middle_of_parts(const imp3_compound* c)
{
    imp3i_dvec sum = imp3i_dvec_none(), plain = sum;
    double areas = 0.0, count = 0.0;
    for (int32_t i = 0; i < c->part_count; ++i)
    {
        imp3_shape s;
        imp3_mass mass;
        if (imp3i_part_at(c, i, &s) && !imp3_shape_mass(&s, 0.0f, &mass))
        {
            imp3i_dvec a = imp3i_dvec_of(s.a), middle = imp3i_dvec_of(mass.centroid);
            double area = s.kind == IMP3_SHAPE_TRIANGLE ? imp3i_dcross_length(imp3i_dsub(imp3i_dvec_of(s.b), a),
                                                                              imp3i_dsub(imp3i_dvec_of(s.c), a))
                                                        : 0.0;
            sum = imp3i_dadd_scaled(sum, middle, area);
            plain = imp3i_dadd(plain, middle);
            areas += area;
            count += 1.0;
        }
    }
    return areas > 0.0 ? imp3i_ddivide(sum, areas) : imp3i_ddivide(plain, count);
}

/// Told from the centroid, which it finds; of what has no volume from the origin.
static imp3i_moments centred_moments(const imp3_compound* c, imp3i_dvec* centroid)
{
    const imp3i_compound_block* b = imp3i_compound_block_of(c);
    if (b->weighed)
    {
        *centroid = b->centroid;
        return b->solid;
    }
    *centroid = imp3i_dvec_none();
    imp3i_moments m = right_side_out(moments_of_compound(c, *centroid));
    if (m.volume > 0.0)
    {
        *centroid = imp3i_ddivide(m.first, m.volume);
        m = right_side_out(moments_of_compound(c, *centroid));
    }
    return m;
}

double imp3i_compound_volume(const imp3_compound* c)
{
    imp3i_dvec centroid;
    return centred_moments(c, &centroid).volume;
}

void imp3i_set_weigh(imp3_compound* set, const imp3_compound* mesh)
{
    imp3i_compound_block* b = (imp3i_compound_block*)set->block;
    b->solid = centred_moments(mesh, &b->centroid);
    b->weighed = b->solid.volume > 0.0;
}

imp_status imp3_compound_mass(const imp3_compound* compound, float density, imp3_mass* out)
{
    int32_t fault = imp3i_compound_fault(compound);
    if (fault)
    {
        return impi_error(fault, 1);
    }
    fault = impi_number_fault_negative(density);
    if (fault || !out)
    {
        return fault ? impi_error(fault, 2) : impi_error(IMP_ERR_NULL, 3);
    }
    if (compound->kind == IMP3_COMPOUND_SHAPE)
    {
        return imp3_shape_mass(compound->parts, density, out);
    }
    imp3i_dvec centroid;
    imp3i_moments m = centred_moments(compound, &centroid);
    imp3i_dvec middle = m.volume > 0.0 ? centroid : middle_of_parts(compound);
    return imp3i_mass_of_moments(&m, centroid, middle, (double)density, out);
}
