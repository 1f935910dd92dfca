// SPDX-License-Identifier: MIT
//
// Contacts of two compounds in space: one manifold for each touching pair of parts, and the penetration of the whole.
//
// A pair's contact is told by compound_part3.c. Where it is along a face and deeper than the whole, or the pair lies
// inside of the whole, its contact is along the exit of the whole (compound_exit3.c).
//
// Manifolds of the public call wait in a small array until all are known, because a call that fails writes nothing; when
// there are more, they are computed again.

#include "compound_pair3.h"
#include "field3.h"

#include <string.h>

enum
{
    WAITING_MANIFOLDS = 64
};

/// The contact of a pair inside of the whole: along the exit.
static void closed_manifold(const imp3i_compound_pair* c, int32_t i, int32_t j, const imp3i_whole* whole,
                            imp3_manifold* out)
{
    imp3i_placed_parts p;
    imp3i_gap gap;
    imp3i_place_parts(c, i, j, &p);
    imp3i_gap_estimate(&p.pair, 0.0, NULL, &gap);
    imp3i_dvec middle = imp3i_dscale(imp3i_dadd(gap.on_a, gap.on_b), 0.5);
    memset(out, 0, sizeof *out);
    out->normal = imp3i_vec_tidy(whole->normal);
    out->depth = (float)whole->depth;
    out->count = 1;
    out->points[0].point = imp3i_in_world(&p.pair, middle);
    out->points[0].depth = out->depth;
}

/// Visits all manifolds in order: counts them, and writes as many as there is room for.
static int32_t write_manifolds(const imp3i_compound_pair* c, float margin, imp3i_part_answers* answers,
                               imp3i_whole* whole, bool* known, imp3_part_manifold* out, int32_t room)
{
    int32_t count = imp3i_fields_collide(c, margin, whole, known, out, room);
    if (count != 0)
    {
        return count > 0 ? count : 0;
    }
    for (imp3i_near near = imp3i_start_near(c, &answers->seen, (double)margin); imp3i_near_next(c, &near);)
    {
        imp3_manifold m;
        int kind = imp3i_part_manifold_of(c, near.i, near.j, margin, answers, &m);
        if (kind >= IMP3I_PAIR_FACE && !*known)
        {
            imp3i_find_whole(c, c, answers, whole);
            *known = true;
        }
        if (kind == IMP3I_PAIR_CLOSED ||
            (kind == IMP3I_PAIR_FACE && (double)m.depth > whole->depth + imp3i_parts_tiny(c, near.i, near.j)))
        {
            closed_manifold(c, near.i, near.j, whole, &m);
        }
        if (m.count == 0)
        {
            continue;
        }
        if (count < room)
        {
            out[count].part_a = near.i;
            out[count].part_b = near.j;
            out[count].manifold = m;
        }
        ++count;
    }
    return count;
}

imp_status imp3i_compound_manifolds(const imp3_compound* a, const imp3_pose* pose_a, const imp3_compound* b,
                                    const imp3_pose* pose_b, float margin, int slider, imp3_part_manifold* out,
                                    int32_t room, int32_t* count)
{
    imp_status status = imp3i_compound_pair_status(a, pose_a, b, pose_b);
    *count = 0;
    if (!status)
    {
        imp3i_compound_pair c = imp3i_compound_pair_of(a, pose_a, b, pose_b);
        imp3i_part_answers answers;
        imp3i_whole whole;
        bool known = false;
        c.slider = slider;
        imp3i_part_answers_start(&c, &answers);
        *count = write_manifolds(&c, margin, &answers, &whole, &known, out, room);
    }
    return status;
}

static imp_status collide_status(const imp3_compound* a, const imp3_pose* pose_a, const imp3_compound* b,
                                 const imp3_pose* pose_b, float margin, const imp3_compound_contacts* out)
{
    imp_status status = imp3i_compound_pair_status(a, pose_a, b, pose_b);
    if (status)
    {
        return status;
    }
    int32_t fault = impi_number_fault_negative(margin);
    if (fault)
    {
        return impi_error(fault, 5);
    }
    if (!out || (out->capacity > 0 && !out->manifolds))
    {
        return impi_error(IMP_ERR_NULL, 6);
    }
    return out->capacity < 0 ? impi_error(IMP_ERR_COUNT, 6) : IMP_OK;
}

imp_status imp3_compound_collide(const imp3_compound* a, const imp3_pose* pose_a, const imp3_compound* b,
                                 const imp3_pose* pose_b, float margin, imp3_compound_contacts* out)
{
    imp_status status = collide_status(a, pose_a, b, pose_b, margin, out);
    if (status)
    {
        return status;
    }
    imp3i_compound_pair c = imp3i_compound_pair_of(a, pose_a, b, pose_b);
    imp3_part_manifold waiting[WAITING_MANIFOLDS];
    imp3i_part_answers answers;
    imp3i_whole whole;
    imp3i_part_answers_start(&c, &answers);
    bool known = false;
    int32_t room = out->capacity < WAITING_MANIFOLDS ? out->capacity : WAITING_MANIFOLDS;
    int32_t count = write_manifolds(&c, margin, &answers, &whole, &known, waiting, room);
    if (count > out->capacity && out->capacity > 0)
    {
        out->count = count;
        return impi_error(IMP_ERR_SPACE, 6);
    }
    if (!known)
    {
        imp3i_find_whole(&c, &c, &answers, &whole);
    }
    if (count > WAITING_MANIFOLDS && out->capacity > 0)
    {
        known = true;
        (void)write_manifolds(&c, margin, &answers, &whole, &known, out->manifolds, out->capacity);
    }
    else if (out->capacity > 0 && count > 0)
    {
        memcpy(out->manifolds, waiting, (size_t)count * sizeof *waiting);
    }
    out->count = count;
    bool touching = whole.relation >= 0;
    out->normal = touching ? imp3i_vec_tidy(whole.normal) : imp3i_vec_none();
    out->depth = touching ? impi_tidy((float)whole.depth) : 0.0f;
    if (!touching && count > 0)
    {
        // Nearer than the margin: the nearest pair tells.
        imp3_compound_nearest nearest;
        (void)imp3_compound_distance(a, pose_a, b, pose_b, &nearest);
        out->normal = nearest.nearest.normal;
        out->depth = -nearest.nearest.distance;
    }
    return IMP_OK;
}
