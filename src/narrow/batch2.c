// SPDX-License-Identifier: MIT
//
// Batches: the door, the way to the lanes and back.
//
//     look through all input, in lanes          a fault: find the first pair that has one, and name it
//     for each run of pairs:
//         answer it in lanes                    the widest that there are; what is left over, one by one
//         answer again what was doubtful        by the single call, from shapes that are made here
//
// Nothing is written before everything was looked through, and nothing is kept from call to call.

#include "../base/cpu.h"
#include "batch_kernels2.h"

#include <string.h>

enum
{
    LOOK_RUN = 1024  // pairs that are looked at together: a page of memory of each column
};

imp2i_kernels imp2i_kernels_of(int level)
{
    imp2i_kernels r;
    switch (level)
    {
#ifdef IMPI_WIDE
    case IMPI_LEVEL_AVX512: imp2i_kernels_avx512(&r); break;
    case IMPI_LEVEL_AVX2: imp2i_kernels_avx2(&r); break;
#endif
#ifdef IMPI_FOUR
    case IMPI_LEVEL_FOUR: imp2i_kernels_four(&r); break;
#endif
    default: imp2i_kernels_scalar(&r); break;
    }
    return r;
}

// Sets

/// A set that is not there stays one without arrays: the door finds that they are null.
static imp2i_set no_set(int32_t kind)
{
    imp2i_set r;
    memset(&r, 0, sizeof r);
    r.kind = kind;
    return r;
}

/// What all kinds have, but for rays, which are not turned.
static void set_poses(imp2i_set* set, int32_t count, const int32_t* index, const float* x, const float* y,
                      const float* c, const float* s)
{
    set->count = count;
    set->index = index;
    set->column[IMP2I_COLUMN_X] = x;
    set->column[IMP2I_COLUMN_Y] = y;
    set->column[IMP2I_COLUMN_C] = c;
    set->column[IMP2I_COLUMN_S] = s;
}

static imp2i_set set_of_boxes(const imp2_boxes* s)
{
    imp2i_set r = no_set(IMP2I_BOXES);
    if (s)
    {
        set_poses(&r, s->count, s->index, s->x, s->y, s->c, s->s);
        r.column[IMP2I_COLUMN_LOWER_X] = s->lower_x;
        r.column[IMP2I_COLUMN_LOWER_Y] = s->lower_y;
        r.column[IMP2I_COLUMN_UPPER_X] = s->upper_x;
        r.column[IMP2I_COLUMN_UPPER_Y] = s->upper_y;
    }
    return r;
}

static imp2i_set set_of_circles(const imp2_circles* s)
{
    imp2i_set r = no_set(IMP2I_CIRCLES);
    if (s)
    {
        set_poses(&r, s->count, s->index, s->x, s->y, s->c, s->s);
        r.column[IMP2I_COLUMN_CENTER_X] = s->center_x;
        r.column[IMP2I_COLUMN_CENTER_Y] = s->center_y;
        r.column[IMP2I_COLUMN_RADIUS] = s->radius;
    }
    return r;
}

static imp2i_set set_of_shapes(const imp2_shapes* s)
{
    imp2i_set r = no_set(IMP2I_SHAPES);
    if (s)
    {
        set_poses(&r, s->count, s->index, s->x, s->y, s->c, s->s);
        r.shape_count = s->shape_count;
        r.shapes = s->shapes;
        r.shape = s->shape;
    }
    return r;
}

static imp2i_set set_of_rays(const imp2_rays* s)
{
    imp2i_set r = no_set(IMP2I_RAYS);
    if (s)
    {
        set_poses(&r, s->count, s->index, s->x, s->y, NULL, NULL);
        r.column[IMP2I_COLUMN_MOTION_X] = s->motion_x;
        r.column[IMP2I_COLUMN_MOTION_Y] = s->motion_y;
    }
    return r;
}

static imp_status make_element(const imp2i_set* s, int32_t e, imp2_shape* out)
{
    if (s->kind == IMP2I_CIRCLES)
    {
        imp2_vec center = {imp2i_number_of_element(s, IMP2I_COLUMN_CENTER_X, e, 0.0f),
                           imp2i_number_of_element(s, IMP2I_COLUMN_CENTER_Y, e, 0.0f)};
        return imp2_circle_make(center, s->column[IMP2I_COLUMN_RADIUS][e], out);
    }
    imp2_box box;
    box.upper.x = s->column[IMP2I_COLUMN_UPPER_X][e];
    box.upper.y = s->column[IMP2I_COLUMN_UPPER_Y][e];
    box.lower.x = imp2i_number_of_element(s, IMP2I_COLUMN_LOWER_X, e, -box.upper.x);
    box.lower.y = imp2i_number_of_element(s, IMP2I_COLUMN_LOWER_Y, e, -box.upper.y);
    return imp2_box_make(box, out);
}

/// The shape of an element: in its array, or made in *made. Null only when it cannot be made.
static const imp2_shape* shape_of_element(const imp2i_set* s, int32_t e, imp2_shape* made)
{
    if (s->kind == IMP2I_SHAPES)
    {
        return imp2i_shape_of_element(s, e);
    }
    return make_element(s, e, made) ? NULL : made;
}

static int32_t count_fault(const imp2i_set* s, int32_t count)
{
    return s->count < 0 || (!s->index && s->count < count) ? IMP_ERR_COUNT : 0;
}

/// What is wrong with a set before one looks at its elements.
static int32_t set_fault(const imp2i_set* s, int32_t count)
{
    // Columns that may be left out are left out in twos.
    const float* const* p = s->column;
    bool whole = p[IMP2I_COLUMN_X] && p[IMP2I_COLUMN_Y] && !p[IMP2I_COLUMN_C] == !p[IMP2I_COLUMN_S];
    if (s->kind == IMP2I_BOXES)
    {
        whole = whole && p[IMP2I_COLUMN_UPPER_X] && p[IMP2I_COLUMN_UPPER_Y];
        whole = whole && !p[IMP2I_COLUMN_LOWER_X] == !p[IMP2I_COLUMN_LOWER_Y];
    }
    else if (s->kind == IMP2I_SHAPES)
    {
        bool enough = s->shape || s->shape_count >= s->count;
        return !whole || !s->shapes            ? IMP_ERR_NULL
               : s->shape_count < 0 || !enough ? IMP_ERR_COUNT
                                               : count_fault(s, count);
    }
    else if (s->kind == IMP2I_RAYS)
    {
        whole = whole && p[IMP2I_COLUMN_MOTION_X] && p[IMP2I_COLUMN_MOTION_Y];
    }
    else if (s->kind == IMP2I_CIRCLES)
    {
        whole = whole && p[IMP2I_COLUMN_RADIUS] && !p[IMP2I_COLUMN_CENTER_X] == !p[IMP2I_COLUMN_CENTER_Y];
    }
    return whole ? count_fault(s, count) : IMP_ERR_NULL;
}

static int32_t shape_fault(const imp2i_set* s, int32_t e)
{
    int32_t k = s->shape ? s->shape[e] : e;
    return k < 0 || k >= s->shape_count ? IMP_ERR_RANGE : imp2i_shape_fault(&s->shapes[k]);
}

static int32_t element_fault(const imp2i_set* s, int32_t pair)
{
    int32_t e = imp2i_element_of_pair(s, pair);
    if (e < 0 || e >= s->count)
    {
        return IMP_ERR_RANGE;
    }
    imp2_pose pose = imp2i_pose_of_element(s, e);
    int32_t fault = imp2i_pose_fault(&pose);
    if (s->kind == IMP2I_RAYS)
    {
        return fault ? fault : imp2i_vec_fault_large(imp2i_motion_of_element(s, e));
    }
    return fault ? fault : s->kind == IMP2I_SHAPES ? shape_fault(s, e) : imp_status_fault(make_element(s, e, NULL));
}

// The door

/// Looks at the pairs from first to end - 1 with all kernels. Returns the worst.
static int look_through(const imp2i_set* s, const imp2i_kernels* wide, int32_t first, int32_t end)
{
    imp2i_kernels single = imp2i_kernels_of(IMPI_LEVEL_SCALAR);
    int32_t rest = end - (end - first) % wide->width;
    int r = wide->check(s, first, rest), last = single.check(s, rest, end);
    r = r < last ? r : last;
    for (int32_t i = first; s->kind == IMP2I_SHAPES && r != IMP2I_BAD && i < end; ++i)
    {
        r = shape_fault(s, imp2i_element_of_pair(s, i)) ? IMP2I_BAD : r;
    }
    return r;
}

/// Checks every pair. Sets plain.
static imp_status pairs_status(imp2i_batch* batch, const imp2i_kernels* wide, int32_t count, int32_t* bad)
{
    int worst = IMP2I_PLAIN;
    for (int32_t first = 0; first < count; first += LOOK_RUN)
    {
        int32_t end = count - first < LOOK_RUN ? count : first + LOOK_RUN;
        int of_a = look_through(&batch->a, wide, first, end), of_b = look_through(&batch->b, wide, first, end);
        int verdict = of_a < of_b ? of_a : of_b;
        worst = verdict < worst ? verdict : worst;
        for (int32_t i = first; verdict == IMP2I_BAD && i < end; ++i)
        {
            int32_t fault_a = element_fault(&batch->a, i), fault_b = fault_a ? 0 : element_fault(&batch->b, i);
            if (fault_a || fault_b)
            {
                *bad = i;
                return fault_a ? impi_error(fault_a, 1) : impi_error(fault_b, 2);
            }
        }
    }
    batch->plain = worst == IMP2I_PLAIN;
    return IMP_OK;
}

static bool has_all_arrays(const imp2_manifolds* m)
{
    bool own = m->normal_x && m->normal_y && m->depth && m->count;
    for (int k = 0; k < 2; ++k)
    {
        const imp2_contacts* p = &m->points[k];
        own = own && p->x && p->y && p->depth && p->id;
    }
    return own;
}

static imp_status sets_status(const imp2i_batch* batch, int32_t count)
{
    int32_t fault = set_fault(&batch->a, count);
    if (fault)
    {
        return impi_error(fault, 1);
    }
    fault = set_fault(&batch->b, count);
    if (fault)
    {
        return impi_error(fault, 2);
    }
    return count < 0 ? impi_error(IMP_ERR_COUNT, 3) : IMP_OK;
}

static imp_status contacts_status(imp2i_batch* batch, const imp2i_kernels* wide, int32_t count, int32_t* bad)
{
    imp_status status = sets_status(batch, count);
    int32_t fault = impi_number_fault_negative(batch->margin);
    if (status || fault)
    {
        return status ? status : impi_error(fault, 4);
    }
    return has_all_arrays(&batch->out) ? pairs_status(batch, wide, count, bad) : impi_error(IMP_ERR_NULL, 5);
}

static imp_status rays_status(imp2i_batch* batch, const imp2i_kernels* wide, int32_t count, int32_t* bad)
{
    const imp2_hits* h = &batch->hits;
    imp_status status = sets_status(batch, count);
    bool whole = h->kind && h->time && h->normal_x && h->normal_y && h->point_x && h->point_y && h->depth;
    return status ? status : whole ? pairs_status(batch, wide, count, bad) : impi_error(IMP_ERR_NULL, 4);
}

// Answers

void imp2i_answer_singly(const imp2i_batch* batch, const imp2_shape* a, int32_t e, const imp2_shape* b, int32_t f,
                         int32_t pair)
{
    imp2_pose pose_a = imp2i_pose_of_element(&batch->a, e), pose_b = imp2i_pose_of_element(&batch->b, f);
    imp2_manifold m;
    imp2_hit h;
    if (batch->b.kind == IMP2I_RAYS)
    {
        if (!imp2_ray(a, &pose_a, pose_b.p, imp2i_motion_of_element(&batch->b, f), &h))
        {
            imp2i_put_hit(&batch->hits, pair, &h);
        }
    }
    else if (!(batch->exchanged ? imp2_collide(b, &pose_b, a, &pose_a, batch->margin, &m)
                                : imp2_collide(a, &pose_a, b, &pose_b, batch->margin, &m)))
    {
        imp2i_put_manifold(&batch->out, pair, &m);
    }
}

static void answer_pair(const imp2i_batch* batch, int32_t pair)
{
    int32_t e = imp2i_element_of_pair(&batch->a, pair), f = imp2i_element_of_pair(&batch->b, pair);
    imp2_shape made_a, made_b;
    const imp2_shape* a = shape_of_element(&batch->a, e, &made_a);
    const imp2_shape* b = batch->b.kind == IMP2I_RAYS ? NULL : shape_of_element(&batch->b, f, &made_b);
    imp2i_answer_singly(batch, a, e, b, f, pair);
}

/// Pairs from first to end - 1 of sets in columns: in lanes, and what is left over of the last vector one by one.
static int32_t answer_flat(const imp2i_batch* batch, const imp2i_kernels* wide, int32_t first, int32_t end,
                           int32_t* doubtful)
{
    imp2i_kernels single = imp2i_kernels_of(IMPI_LEVEL_SCALAR);
    bool rays = batch->b.kind == IMP2I_RAYS;
    int32_t kind = batch->a.kind, rest = end - (end - first) % wide->width;
    int32_t n = (rays ? wide->ray : wide->collide)[kind](batch, first, rest, doubtful);
    return n + (rays ? single.ray : single.collide)[kind](batch, rest, end, doubtful + n);
}

static void answer_all(const imp2i_batch* batch, const imp2i_kernels* wide, int32_t count)
{
    int32_t doubtful[IMP2I_RUN];
    for (int32_t first = 0; first < count; first += IMP2I_RUN)
    {
        int32_t end = count - first < IMP2I_RUN ? count : first + IMP2I_RUN;
        int32_t n =
            (batch->a.kind == IMP2I_SHAPES ? imp2i_answer_shapes : answer_flat)(batch, wide, first, end, doubtful);
        for (int32_t k = 0; k < n; ++k)
        {
            answer_pair(batch, doubtful[k]);
        }
    }
}

typedef imp_status (*batch_door)(imp2i_batch* batch, const imp2i_kernels* wide, int32_t count, int32_t* bad);

static imp_status answer_batch(int level, imp2i_batch* batch, batch_door door, int32_t* bad)
{
    imp2i_kernels wide = imp2i_kernels_of(level);
    int32_t first_bad = -1;
    imp_status status = door(batch, &wide, batch->count, &first_bad);
    if (!status)
    {
        answer_all(batch, &wide, batch->count);
    }
    else if (bad)
    {
        *bad = first_bad;
    }
    return status;
}

static imp2i_batch batch_of(imp2i_set a, imp2i_set b, int32_t count)
{
    imp2i_batch batch;
    memset(&batch, 0, sizeof batch);
    batch.a = a;
    batch.b = b;
    batch.count = count;
    return batch;
}

// An output that is not there is one without arrays, too.

static imp_status collide_sets(int level, imp2i_set a, imp2i_set b, int32_t count, float margin,
                               const imp2_manifolds* out, int32_t* bad)
{
    imp2i_batch batch = batch_of(a, b, count);
    batch.margin = margin;
    if (out)
    {
        batch.out = *out;
    }
    return answer_batch(level, &batch, contacts_status, bad);
}

static imp_status ray_sets(int level, imp2i_set targets, imp2i_set rays, int32_t count, const imp2_hits* out,
                           int32_t* bad)
{
    imp2i_batch batch = batch_of(targets, rays, count);
    if (out)
    {
        batch.hits = *out;
    }
    return answer_batch(level, &batch, rays_status, bad);
}

// The calls

imp_status imp2i_batch_boxes(int level, const imp2_boxes* a, const imp2_boxes* b, int32_t count, float margin,
                             const imp2_manifolds* out, int32_t* bad)
{
    return collide_sets(level, set_of_boxes(a), set_of_boxes(b), count, margin, out, bad);
}

imp_status imp2i_batch_circles(int level, const imp2_circles* a, const imp2_circles* b, int32_t count, float margin,
                               const imp2_manifolds* out, int32_t* bad)
{
    return collide_sets(level, set_of_circles(a), set_of_circles(b), count, margin, out, bad);
}

imp_status imp2i_batch_shapes(int level, const imp2_shapes* a, const imp2_shapes* b, int32_t count, float margin,
                              const imp2_manifolds* out, int32_t* bad)
{
    return collide_sets(level, set_of_shapes(a), set_of_shapes(b), count, margin, out, bad);
}

imp_status imp2i_batch_ray_shapes(int level, const imp2_shapes* targets, const imp2_rays* rays, int32_t count,
                                  const imp2_hits* out, int32_t* bad)
{
    return ray_sets(level, set_of_shapes(targets), set_of_rays(rays), count, out, bad);
}

imp_status imp2i_batch_ray_boxes(int level, const imp2_boxes* targets, const imp2_rays* rays, int32_t count,
                                 const imp2_hits* out, int32_t* bad)
{
    return ray_sets(level, set_of_boxes(targets), set_of_rays(rays), count, out, bad);
}

imp_status imp2i_batch_ray_circles(int level, const imp2_circles* targets, const imp2_rays* rays, int32_t count,
                                   const imp2_hits* out, int32_t* bad)
{
    return ray_sets(level, set_of_circles(targets), set_of_rays(rays), count, out, bad);
}

imp_status imp2_batch_boxes(const imp2_boxes* a, const imp2_boxes* b, int32_t count, float margin,
                            const imp2_manifolds* out, int32_t* bad)
{
    return imp2i_batch_boxes(impi_cpu_level(), a, b, count, margin, out, bad);
}

imp_status imp2_batch_circles(const imp2_circles* a, const imp2_circles* b, int32_t count, float margin,
                              const imp2_manifolds* out, int32_t* bad)
{
    return imp2i_batch_circles(impi_cpu_level(), a, b, count, margin, out, bad);
}

imp_status imp2_batch_shapes(const imp2_shapes* a, const imp2_shapes* b, int32_t count, float margin,
                             const imp2_manifolds* out, int32_t* bad)
{
    return imp2i_batch_shapes(impi_cpu_level(), a, b, count, margin, out, bad);
}

imp_status imp2_batch_ray_shapes(const imp2_shapes* targets, const imp2_rays* rays, int32_t count, const imp2_hits* out,
                                 int32_t* bad)
{
    return imp2i_batch_ray_shapes(impi_cpu_level(), targets, rays, count, out, bad);
}

imp_status imp2_batch_ray_boxes(const imp2_boxes* targets, const imp2_rays* rays, int32_t count, const imp2_hits* out,
                                int32_t* bad)
{
    return imp2i_batch_ray_boxes(impi_cpu_level(), targets, rays, count, out, bad);
}

imp_status imp2_batch_ray_circles(const imp2_circles* targets, const imp2_rays* rays, int32_t count,
                                  const imp2_hits* out, int32_t* bad)
{
    return imp2i_batch_ray_circles(impi_cpu_level(), targets, rays, count, out, bad);
}
