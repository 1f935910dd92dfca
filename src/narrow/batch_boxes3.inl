// SPDX-License-Identifier: MIT
//
// Contacts of two boxes, one pair per lane: the arithmetic of boxes3.c, operation by operation, so that the bits are the
// same. There the lanes are the axes of one pair, or its points; here the best axis is followed by picking. It goes as
// far as the points that may be contacts of two faces, and which pairs of edges may be better than these: what of it
// stays is found one by one, by what does so for single calls. Names are as in boxes3.c.

/// The faces, as the reference sees them.
typedef struct FN(lane_faces)
{
    LANES half_u, half_v, u, v, w, first_u, first_v, first_w, second_u, second_v, second_w;
} FN(lane_faces);

/// One of three, by which is wanted: the second, the third, or else the first.
typedef struct FN(lane_choice)
{
    MASK second, third;
} FN(lane_choice);

TARGET static inline LANES FN(choose)(FN(lane_choice) c, LANES first, LANES second, LANES third)
{
    return PICK(c.third, third, PICK(c.second, second, first));
}

/// The one with the greatest value; the first of equals.
TARGET static inline FN(lane_choice) FN(choose_greatest)(const LANES of[3], LANES* value)
{
    FN(lane_choice) r;
    r.second = LESS(of[0], of[1]);
    *value = PICK(r.second, of[1], of[0]);
    r.third = LESS(*value, of[2]);
    *value = ADD(PICK(r.third, of[2], *value), SPLAT(0.0f));
    return r;
}

TARGET static inline INTS FN(number_chosen)(FN(lane_choice) c, int32_t shift)
{
    INTS two = SPLAT_INT(2u << shift), one = SPLAT_INT(1u << shift);
    return PICK_INT(c.third, two, WHERE_INT(c.second, one));
}

/// Which pairs of edges may be apart by more than best; and *apart when some are surely by more than limit.
TARGET static inline INTS FN(judge_box_edges)(const FN(lane_core) * a, const FN(lane_core) * b, LANES turn[3][3],
                                              const LANES along_a[3], LANES best, LANES limit, LANES doubt, MASK* apart)
{
    INTS open = SPLAT_INT(0);
    for (int i = 0; i < 3; ++i)
    {
        int n = (i + 1) % 3, l = (i + 2) % 3;
        for (int j = 0; j < 3; ++j)
        {
            int next = (j + 1) % 3, last = (j + 2) % 3;
            LANES along = SUB(MUL(along_a[l], turn[n][j]), MUL(along_a[n], turn[l][j]));
            LANES extent = ADD(MUL(a->half[n], ABS(turn[l][j])), MUL(a->half[l], ABS(turn[n][j])));
            extent = ADD(MUL(b->half[next], ABS(turn[i][last])), extent);
            extent = ADD(MUL(b->half[last], ABS(turn[i][next])), extent);
            LANES square = ADD(MUL(turn[n][j], turn[n][j]), MUL(turn[l][j], turn[l][j])), length = ROOT(square);
            LANES gap = SUB(ABS(along), extent);
            MASK better = AND(LESS(SPLAT(0x1p-42f), square), LESS(MUL(best, length), ADD(gap, doubt)));
            open = ADD_INT_WHERE(better, open, SPLAT_INT(1u << (4 * i + j)));
            *apart = OR(*apart, LESS(MUL(limit, length), SUB(gap, doubt)));
        }
    }
    return open;
}

/// A point that may be a contact.
TARGET static inline void FN(put_point)(imp3i_box_lanes* out, int32_t place, LANES u, LANES v, LANES w)
{
    STORE(out->u[place], u);
    STORE(out->v[place], v);
    STORE(out->w[place], w);
}

TARGET static inline MASK FN(is_within)(LANES a, LANES b)
{
    return NOT(LESS(b, ABS(a)));
}

/// The vertices of the other face.
TARGET static inline void FN(find_other_vertices)(const FN(lane_faces) * f, LANES limit, LANES tie, LANES doubt,
                                                  INTS* real, INTS* sure, imp3i_box_lanes* out)
{
    for (int32_t k = 0; k < 4; ++k)
    {
        LANES u = k & 1 ? ADD(f->first_u, f->u) : SUB(f->u, f->first_u);
        LANES v = k & 1 ? ADD(f->first_v, f->v) : SUB(f->v, f->first_v);
        LANES w = k & 1 ? ADD(f->first_w, f->w) : SUB(f->w, f->first_w);
        u = k & 2 ? ADD(f->second_u, u) : SUB(u, f->second_u);
        v = k & 2 ? ADD(f->second_v, v) : SUB(v, f->second_v);
        w = k & 2 ? ADD(f->second_w, w) : SUB(w, f->second_w);
        MASK near = NOT(LESS(limit, w)),
             in = AND(FN(is_within)(u, ADD(f->half_u, tie)), FN(is_within)(v, ADD(f->half_v, tie)));
        MASK sure_in = AND(FN(is_within)(u, ADD(f->half_u, doubt)), FN(is_within)(v, ADD(f->half_v, doubt)));
        *real = ADD_INT_WHERE(AND(in, near), *real, SPLAT_INT(1u << (4 + k)));
        *sure = ADD_INT_WHERE(AND(sure_in, near), *sure, SPLAT_INT(1u << (4 + k)));
        FN(put_point)(out, 4 + k, u, v, w);
    }
}

/// The vertices of the reference.
TARGET static inline void FN(find_own_vertices)(const FN(lane_faces) * f, LANES limit, LANES tie, LANES doubt,
                                                INTS* real, INTS* sure, imp3i_box_lanes* out)
{
    LANES area = SUB(MUL(f->first_u, f->second_v), MUL(f->first_v, f->second_u)), size = ABS(area);
    LANES wide_first = ADD(ABS(f->second_u), ABS(f->second_v)), wide_second = ADD(ABS(f->first_u), ABS(f->first_v));
    LANES zero = SPLAT(0.0f);
    for (int32_t k = 0; k < 4; ++k)
    {
        LANES u = k & 1 ? f->half_u : SUB(zero, f->half_u), v = k & 2 ? f->half_v : SUB(zero, f->half_v);
        LANES to_u = SUB(u, f->u), to_v = SUB(v, f->v);
        LANES along_first = SUB(MUL(to_u, f->second_v), MUL(to_v, f->second_u));
        LANES along_second = SUB(MUL(f->first_u, to_v), MUL(f->first_v, to_u));
        LANES w = ADD(MUL(along_first, f->first_w), MUL(along_second, f->second_w));
        w = ADD(f->w, DIV(w, area));
        MASK near = NOT(LESS(limit, w));
        MASK in = AND(FN(is_within)(along_first, ADD(MUL(tie, wide_first), size)),
                      FN(is_within)(along_second, ADD(MUL(tie, wide_second), size)));
        MASK sure_in = AND(FN(is_within)(along_first, ADD(MUL(doubt, wide_first), size)),
                           FN(is_within)(along_second, ADD(MUL(doubt, wide_second), size)));
        *real = ADD_INT_WHERE(AND(in, near), *real, SPLAT_INT(1u << k));
        *sure = ADD_INT_WHERE(AND(sure_in, near), *sure, SPLAT_INT(1u << k));
        FN(put_point)(out, k, u, v, w);
    }
}

/// Edges of the other face: from its middle aside, and along; both across the reference's edges, along them, and up.
typedef struct FN(lane_lines)
{
    LANES at, half;  // of the reference: where its edges are, and how far they reach
    LANES middle[3], aside[3], edge[3];
} FN(lane_lines);

TARGET static inline void FN(cross_edges)(const FN(lane_lines) * k, bool across_is_u, int32_t place, LANES limit,
                                          LANES tie, INTS* real, INTS* sure, imp3i_box_lanes* out)
{
    LANES run = ABS(k->edge[0]), wide = ADD(run, ABS(k->edge[1]));
    LANES most_off = SUB(run, tie), most_along = SUB(MUL(k->half, run), MUL(tie, wide));
    for (int32_t i = 0; i < 4; ++i)
    {
        int32_t where = 8 + place + (i & 1) + (i & 2) * 2;
        LANES at = i & 2 ? k->at : SUB(SPLAT(0.0f), k->at);
        LANES from = i & 1 ? ADD(k->aside[0], k->middle[0]) : SUB(k->middle[0], k->aside[0]);
        LANES across = i & 1 ? ADD(k->aside[1], k->middle[1]) : SUB(k->middle[1], k->aside[1]);
        LANES w = i & 1 ? ADD(k->aside[2], k->middle[2]) : SUB(k->middle[2], k->aside[2]);
        LANES s = DIV(SUB(at, from), k->edge[0]);
        across = ADD(MUL(s, k->edge[1]), across);
        w = ADD(MUL(s, k->edge[2]), w);
        LANES off = ABS(SUB(at, from)), along = ABS(across);
        MASK crosses = AND(AND(LESS(off, run), LESS(along, k->half)), NOT(LESS(limit, w)));
        MASK off_ends = AND(LESS(off, most_off), LESS(MUL(along, run), most_along));
        *sure = ADD_INT_WHERE(crosses, *sure, SPLAT_INT(1u << where));
        *real = ADD_INT_WHERE(AND(crosses, off_ends), *real, SPLAT_INT(1u << where));
        FN(put_point)(out, where, across_is_u ? across : at, across_is_u ? at : across, w);
    }
}

TARGET static inline void FN(cross_faces)(const FN(lane_faces) * f, LANES limit, LANES tie, INTS* real, INTS* sure,
                                          imp3i_box_lanes* out)
{
    const FN(lane_lines) along_u[2] = {{f->half_v,
                                        f->half_u,
                                        {f->v, f->u, f->w},
                                        {f->second_v, f->second_u, f->second_w},
                                        {f->first_v, f->first_u, f->first_w}},
                                       {f->half_v,
                                        f->half_u,
                                        {f->v, f->u, f->w},
                                        {f->first_v, f->first_u, f->first_w},
                                        {f->second_v, f->second_u, f->second_w}}};
    const FN(lane_lines) along_v[2] = {{f->half_u,
                                        f->half_v,
                                        {f->u, f->v, f->w},
                                        {f->second_u, f->second_v, f->second_w},
                                        {f->first_u, f->first_v, f->first_w}},
                                       {f->half_u,
                                        f->half_v,
                                        {f->u, f->v, f->w},
                                        {f->first_u, f->first_v, f->first_w},
                                        {f->second_u, f->second_v, f->second_w}}};
    for (int32_t k = 0; k < 2; ++k)
    {
        FN(cross_edges)(&along_u[k], true, 2 * k, limit, tie, real, sure, out);
        FN(cross_edges)(&along_v[k], false, 8 + 2 * k, limit, tie, real, sure, out);
    }
}

TARGET static inline FN(lane_vec) FN(pick_vec)(MASK mask, FN(lane_vec) yes, FN(lane_vec) no)
{
    FN(lane_vec) r = {PICK(mask, yes.x, no.x), PICK(mask, yes.y, no.y), PICK(mask, yes.z, no.z)};
    return r;
}

TARGET static inline FN(lane_vec) FN(choose_vec)(FN(lane_choice) c, const FN(lane_vec) of[3])
{
    return FN(pick_vec)(c.third, of[2], FN(pick_vec)(c.second, of[1], of[0]));
}

TARGET static inline void FN(put_vec)(float out[3][IMP3I_LANES_MAX], FN(lane_vec) v)
{
    STORE(out[0], v.x);
    STORE(out[1], v.y);
    STORE(out[2], v.z);
}

/// face_boxes, where no edges tilt them; and where the reference is in the world.
TARGET static inline FN(lane_faces)
    FN(face_each_other)(const FN(lane_core) * a, const FN(lane_core) * b, LANES turn[3][3], const LANES along_a[3],
                        const LANES along_b[3], MASK on_b, FN(lane_choice) axis, imp3i_box_lanes* out)
{
    const LANES zero = SPLAT(0.0f), one = SPLAT(1.0f);
    LANES half[3], other[3], to[3], t[3][3];
    FN(lane_vec) axes[3];
    for (int i = 0; i < 3; ++i)
    {
        half[i] = PICK(on_b, b->half[i], a->half[i]);
        other[i] = PICK(on_b, a->half[i], b->half[i]);
        to[i] = PICK(on_b, SUB(zero, along_b[i]), along_a[i]);
        axes[i] = FN(pick_vec)(on_b, b->axis[i], a->axis[i]);
        for (int j = 0; j < 3; ++j)
        {
            t[i][j] = PICK(on_b, turn[j][i], turn[i][j]);
        }
    }
    MASK not_first = OR(axis.second, axis.third);
    LANES row[3], turn_u[3], turn_v[3], size[3], most;
    for (int j = 0; j < 3; ++j)
    {
        row[j] = FN(choose)(axis, t[0][j], t[1][j], t[2][j]);
        turn_u[j] = PICK(not_first, t[0][j], t[1][j]);
        turn_v[j] = PICK(axis.third, t[1][j], t[2][j]);
        size[j] = ABS(row[j]);
    }
    size[0] = MUL(size[0], SPLAT(IMP3I_FACING_FIRST));
    size[1] = MUL(size[1], SPLAT(IMP3I_FACING_SECOND));
    FN(lane_choice) facing = FN(choose_greatest)(size, &most);
    MASK facing_other = OR(facing.second, facing.third);
    LANES to_axis = FN(choose)(axis, to[0], to[1], to[2]), half_axis = FN(choose)(axis, half[0], half[1], half[2]);
    MASK lower = LESS(to_axis, zero);
    LANES up = PICK(lower, SUB(zero, one), one), row_facing = FN(choose)(facing, row[0], row[1], row[2]);
    MASK facing_upper = LESS(MUL(up, row_facing), zero);
    LANES reach = FN(choose)(facing, other[0], other[1], other[2]);
    reach = PICK(facing_upper, reach, SUB(zero, reach));
    LANES first = PICK(facing_other, other[0], other[1]), second = PICK(facing.third, other[1], other[2]);
    FN(lane_faces) f;
    f.half_u = PICK(not_first, half[0], half[1]);
    f.half_v = PICK(axis.third, half[1], half[2]);
    f.u = ADD(PICK(not_first, to[0], to[1]), MUL(reach, FN(choose)(facing, turn_u[0], turn_u[1], turn_u[2])));
    f.v = ADD(PICK(axis.third, to[1], to[2]), MUL(reach, FN(choose)(facing, turn_v[0], turn_v[1], turn_v[2])));
    f.w = SUB(MUL(up, ADD(to_axis, MUL(reach, row_facing))), half_axis);
    f.first_u = MUL(first, PICK(facing_other, turn_u[0], turn_u[1]));
    f.first_v = MUL(first, PICK(facing_other, turn_v[0], turn_v[1]));
    f.first_w = MUL(MUL(up, first), PICK(facing_other, row[0], row[1]));
    f.second_u = MUL(second, PICK(facing.third, turn_u[1], turn_u[2]));
    f.second_v = MUL(second, PICK(facing.third, turn_v[1], turn_v[2]));
    f.second_w = MUL(MUL(up, second), PICK(facing.third, row[1], row[2]));

    FN(lane_vec) along = FN(choose_vec)(axis, axes), middle = FN(pick_vec)(on_b, b->from, a->from);
    FN(lane_vec) n = {MUL(up, along.x), MUL(up, along.y), MUL(up, along.z)};
    LANES high = PICK(lower, SUB(zero, half_axis), half_axis);
    middle.x = ADD(MUL(along.x, high), middle.x);
    middle.y = ADD(MUL(along.y, high), middle.y);
    middle.z = ADD(MUL(along.z, high), middle.z);
    FN(put_vec)(out->normal, n);
    FN(put_vec)(out->middle, middle);
    FN(put_vec)(out->along_u, FN(pick_vec)(not_first, axes[0], axes[1]));
    FN(put_vec)(out->along_v, FN(pick_vec)(axis.third, axes[1], axes[2]));
    INTS names = OR_INT(FN(number_chosen)(axis, 1), FN(number_chosen)(facing, 3));
    names = ADD_INT_WHERE(on_b, names, SPLAT_INT(1));
    names = ADD_INT_WHERE(NOT(lower), names, SPLAT_INT(32));
    names = ADD_INT_WHERE(facing_upper, names, SPLAT_INT(64));
    STORE_INT(out->names, names);
    return f;
}

TARGET static void FN(collide_turned_boxes)(const imp3i_run* run, int32_t at, float margin, imp3i_box_lanes* out)
{
    const LANES large = SPLAT(IMP3I_LARGE_BOX), small = SPLAT(1.0f / IMP3I_LARGE_BOX);
    FN(lane_core) a = FN(load_box)(run->shape[0] + at, run->pose[0] + at);
    FN(lane_core) b = FN(load_box)(run->shape[1] + at, run->pose[1] + at);
    FN(lane_vec) shift;
    LANES scale = FN(find_scale)(&a, &b, &shift), doubt = MUL(SPLAT(IMPI_FLOAT_DOUBT), scale);
    LANES radii = ADD(a.radius, b.radius), limit = ADD(MAX(SPLAT(margin), doubt), radii);
    LANES bias = MUL(SPLAT(IMPI_REFERENCE_BIAS), scale);
    FN(lane_vec) way = FN(find_way)(&a, &b, shift);
    LANES turn[3][3], along_a[3], along_b[3], apart_a[3], apart_b[3];
    MASK known = LESS(ADD(limit, scale), large);
    for (int i = 0; i < 3; ++i)
    {
        along_a[i] = FN(dot)(a.axis[i], way);
        along_b[i] = FN(dot)(b.axis[i], way);
        known = AND(known, NOT(LESS(MIN(a.half[i], b.half[i]), small)));
        for (int j = 0; j < 3; ++j)
        {
            turn[i][j] = FN(dot)(a.axis[i], b.axis[j]);
        }
    }
    for (int i = 0; i < 3; ++i)
    {
        LANES of_a = ADD(MUL(ABS(turn[0][i]), a.half[0]), MUL(ABS(turn[1][i]), a.half[1]));
        LANES of_b = ADD(MUL(ABS(turn[i][0]), b.half[0]), MUL(ABS(turn[i][1]), b.half[1]));
        of_a = ADD(of_a, MUL(ABS(turn[2][i]), a.half[2]));
        of_b = ADD(of_b, MUL(ABS(turn[i][2]), b.half[2]));
        apart_a[i] = SUB(ABS(along_a[i]), ADD(a.half[i], of_b));
        apart_b[i] = SUB(ABS(along_b[i]), ADD(b.half[i], of_a));
    }
    LANES best_a, best_b;
    FN(lane_choice) axis_a = FN(choose_greatest)(apart_a, &best_a), axis_b = FN(choose_greatest)(apart_b, &best_b);
    MASK on_b = LESS(ADD(best_a, bias), best_b), apart = LESS(limit, MAX(best_a, best_b));
    LANES best = PICK(on_b, best_b, best_a), surpass = ADD(best, bias);
    INTS open = FN(judge_box_edges)(&a, &b, turn, along_a, surpass, limit, MUL(SPLAT(0.5f), doubt), &apart);
    out->apart = BITS(AND(known, apart));
    out->known = BITS(known);
    if (BITS(AND(known, NOT(apart))) == 0)
    {
        return;
    }
    FN(lane_choice)
    axis = {OR(AND(on_b, axis_b.second), AND(NOT(on_b), axis_a.second)),
            OR(AND(on_b, axis_b.third), AND(NOT(on_b), axis_a.third))};
    FN(lane_faces) f = FN(face_each_other)(&a, &b, turn, along_a, along_b, on_b, axis, out);
    LANES size = ADD(f.half_u, f.half_v), far = ADD(SPLAT(margin), radii);
    LANES other = ADD(ADD(ABS(f.first_u), ABS(f.first_v)), ADD(ABS(f.second_u), ABS(f.second_v)));
    size = MUL(SPLAT(2.0f), MIN(other, size));
    LANES tie = MUL(SPLAT(IMPI_CONTACT_TIE), size);
    INTS real = SPLAT_INT(0), sure = real;
    FN(find_other_vertices)(&f, far, tie, doubt, &real, &sure, out);
    FN(find_own_vertices)(&f, far, tie, doubt, &real, &sure, out);
    FN(cross_faces)(&f, far, tie, &real, &sure, out);
    STORE_INT(out->real, real);
    STORE_INT(out->sure, sure);
    STORE_INT(out->open, open);
    STORE(out->best, best);
    STORE(out->surpass, surpass);
    STORE(out->limit, limit);
    STORE(out->doubt, doubt);
    STORE(out->size, size);
}

// One pair at a time the single calls are as fast, and at boxes four at a time too.
void FN(imp3i_kernels)(imp3i_kernels* out)
{
    const imp3i_kernels kernels = {
        WIDTH,
        FN(pass_door),
        WIDTH > 4 ? FN(collide_turned_boxes) : NULL,
        WIDTH > 1 ? FN(sift_box_rounds) : NULL,
    };
    *out = kernels;
}
