// SPDX-License-Identifier: MIT
//
// The door of batches: whether anything in a set may be wrong. What is wrong, and where, batch2.c finds out afterwards.
//
// Only the extremes are kept: of all magnitudes, of how far rotations are off unit length, of the boxes' sizes. This is
// the first look at the input, and waits for memory anyway: less when it is told early what comes next. Column by
// column, because a page of memory has a thousand of one and then ends.

enum
{
    FN(AHEAD) = 512  // floats
};

/// What a column has for the pairs from i on; for all of them the same where there is no column.
TARGET static inline LANES FN(fetch)(const imp2i_set* set, int32_t column, int32_t i, float otherwise)
{
    const float* p = set->column[column];
    return !p ? SPLAT(otherwise) : set->index ? GATHER(p, set->index + i) : LOAD(p + i);
}

/// What follows the elements of this call: all columns of sets without index, and how many elements they have there.
typedef struct FN(stream)
{
    const float* column[2 * IMP2I_COLUMN_COUNT];
    int32_t columns, count;
} FN(stream);

TARGET static FN(stream) FN(find_stream)(const imp2i_batch* batch)
{
    const imp2i_set* const sets[2] = {&batch->a, &batch->b};
    FN(stream) r;
    r.columns = 0;
    r.count = INT32_MAX;
    for (int32_t side = 0; side < 2; ++side)
    {
        int32_t follow = sets[side]->count - batch->count;
        for (int32_t k = 0; !sets[side]->index && follow > 0 && k < IMP2I_COLUMN_COUNT; ++k)
        {
            if (sets[side]->column[k])
            {
                r.column[r.columns++] = sets[side]->column[k] + batch->count;
                r.count = r.count < follow ? r.count : follow;
            }
        }
    }
    return r;
}

/// Asks for what lies as far behind the pairs of this call as i is behind the first: the next call will begin there,
/// and meanwhile there is arithmetic to do.
TARGET static inline void FN(fetch_ahead)(const FN(stream) * stream, int32_t i)
{
    // A line of memory has sixteen floats.
    if (i % 16 == 0 && i < stream->count)
    {
        for (int32_t k = 0; k < stream->columns; ++k)
        {
            PREFETCH(stream->column[k] + i);
        }
    }
}

TARGET static inline LANES FN(off_unit)(LANES c, LANES s)
{
    return ABS(SUB(ADD(MUL(c, c), MUL(s, s)), SPLAT(1.0f)));
}

/// imp2i_quick_door of one.
TARGET static inline MASK FN(is_near_unit)(LANES c, LANES s)
{
    return LESS(FN(off_unit)(c, s), SPLAT(0x1p-22f));
}

/// Writes down the numbers of pairs of which there is a bit for each lane; i is the first. Returns how many.
TARGET static inline int32_t FN(list_lanes)(uint32_t lanes, int32_t i, int32_t* list)
{
    int32_t count = 0;
    for (; lanes != 0; ++i, lanes >>= 1)
    {
        list[count] = i;
        count += (int32_t)(lanes & 1u);
    }
    return count;
}

/// Whether all indices are within the set.
TARGET static bool FN(indices_fit)(const imp2i_set* set, int32_t first, int32_t end)
{
    const INTS last = SPLAT_INT(set->count - 1);
    INTS greatest = SPLAT_INT(0);
    for (int32_t i = first; i < end; i += WIDTH)
    {
        greatest = MAX_INT(greatest, LOAD_INT(set->index + i));
    }
    return set->count > 0 && BITS(LESS_INT(last, greatest)) == 0;
}

/// Looks at the magnitudes of one column. Adds where one is too large, and where one is too small.
TARGET static inline void FN(look_at_column)(const imp2i_set* set, int32_t column, int32_t first, int32_t end,
                                             MASK* large, MASK* small)
{
    const INTS one = SPLAT_INT(1);
    const float* p = set->column[column];
    int32_t streamed = set->index ? 0 : set->count - FN(AHEAD);
    // Less one, so that zero, which is allowed, is out of the way.
    INTS greatest = SPLAT_INT(0), least = SPLAT_INT(0xffffffffu);
    for (int32_t i = first; i < end; i += WIDTH)
    {
        if (i < streamed)
        {
            PREFETCH(p + i + FN(AHEAD));
        }
        INTS magnitude = MAGNITUDE_INT(FN(fetch)(set, column, i, 0.0f));
        greatest = MAX_INT(greatest, magnitude);
        least = MIN_INT(least, SUB_INT(magnitude, one));
    }
    *large = OR(*large, LESS_INT(SPLAT_INT(IMPI_BITS_MAX), greatest));
    *small = OR(*small, LESS_INT(least, SPLAT_INT(IMPI_BITS_MIN - 1)));
}

TARGET static int FN(check_set)(const imp2i_set* set, int32_t first, int32_t end)
{
    const LANES zero = SPLAT(0.0f), one = SPLAT(1.0f);
    if (set->index && !FN(indices_fit)(set, first, end))
    {
        return IMP2I_BAD;
    }
    MASK bad = LESS(one, zero), odd = bad;
    for (int32_t k = 0; k < IMP2I_COLUMN_COUNT; ++k)
    {
        if (set->column[k])
        {
            FN(look_at_column)(set, k, first, end, &bad, k < IMP2I_COLUMN_MOTION_X ? &bad : &odd);
        }
    }
    LANES off = zero, size = one, radius = zero;
    for (int32_t i = first; set->column[IMP2I_COLUMN_C] && i < end; i += WIDTH)
    {
        LANES c = FN(fetch)(set, IMP2I_COLUMN_C, i, 1.0f), s = FN(fetch)(set, IMP2I_COLUMN_S, i, 0.0f);
        off = MAX(off, FN(off_unit)(c, s));
    }
    for (int32_t i = first; set->column[IMP2I_COLUMN_UPPER_X] && i < end; i += WIDTH)
    {
        LANES width = FN(fetch)(set, IMP2I_COLUMN_UPPER_X, i, 1.0f);
        LANES height = FN(fetch)(set, IMP2I_COLUMN_UPPER_Y, i, 1.0f);
        width = SUB(width, FN(fetch)(set, IMP2I_COLUMN_LOWER_X, i, 0.0f));
        height = SUB(height, FN(fetch)(set, IMP2I_COLUMN_LOWER_Y, i, 0.0f));
        size = MIN(size, MIN(width, height));
    }
    for (int32_t i = first; set->column[IMP2I_COLUMN_RADIUS] && i < end; i += WIDTH)
    {
        radius = MIN(radius, FN(fetch)(set, IMP2I_COLUMN_RADIUS, i, 0.0f));
    }
    bad = OR(bad, OR(LESS(SPLAT(0x1p-21f), off), LESS(MIN(size, radius), zero)));
    MASK plain = AND(LESS(off, SPLAT(0x1p-22f)), LESS(zero, size));
    return BITS(bad) != 0 ? IMP2I_BAD : BITS(OR(odd, NOT(plain))) != 0 ? IMP2I_ACCEPTED : IMP2I_PLAIN;
}
