// SPDX-License-Identifier: MIT
//
// The door of batches: whether anything in a set may be wrong. What is wrong, and where, batch2.c finds out afterwards.
//
// Only the extremes are kept: of all magnitudes, of how far rotations are off unit length, of the boxes' sizes. This is
// the first look at the input, and waits for memory anyway: less when it is told early what comes next. Column by
// column, because a page of memory has a thousand of one and then ends.

enum
{
    FN(AHEAD) = 512,     // floats of a column that is looked at
    FN(FOLLOW) = 16384,  // pairs of the next call; more would push out of the cache what this call is still to read
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
    int32_t at;  // the next to be asked for
} FN(stream);

/// For a walk through the pairs from first on.
TARGET static FN(stream) FN(find_stream)(const imp2i_batch* batch, int32_t first)
{
    const imp2i_set* const sets[2] = {&batch->a, &batch->b};
    FN(stream) r;
    r.columns = 0;
    r.at = first - (batch->count > FN(FOLLOW) ? (batch->count - FN(FOLLOW)) / 16 * 16 : 0);
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

/// With each step through the last pairs of this call, asks for as many from where the next call will begin: meanwhile
/// there is arithmetic to do. It counts its steps itself because GCC 12 leaves out calls of a function that does nothing
/// but ask.
TARGET static inline void FN(fetch_ahead)(FN(stream) * stream)
{
    // A line of memory has sixteen floats.
    if (stream->at % 16 == 0 && stream->at >= 0 && stream->at < stream->count)
    {
        for (int32_t k = 0; k < stream->columns; ++k)
        {
            PREFETCH(stream->column[k] + stream->at);
        }
    }
    stream->at += WIDTH;
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

/// Adds the magnitudes in one column to the extremes. The least is less one, so that zero, which is allowed, is out of
/// the way. One loop for both kinds of sets would ask at every step which it is.
TARGET static inline void FN(look_at_column)(const imp2i_set* set, int32_t column, int32_t first, int32_t end,
                                             INTS* greatest, INTS* least)
{
    const INTS one = SPLAT_INT(1);
    const float* p = set->column[column];
    const int32_t* index = set->index;
    int32_t streamed = set->count - FN(AHEAD);
    INTS high = *greatest, low = *least;
    for (int32_t i = first; index && i < end; i += WIDTH)
    {
        INTS magnitude = MAGNITUDE_INT(GATHER(p, index + i));
        high = MAX_INT(high, magnitude);
        low = MIN_INT(low, SUB_INT(magnitude, one));
    }
    for (int32_t i = first; !index && i < end; i += WIDTH)
    {
        if (i < streamed)
        {
            PREFETCH(p + i + FN(AHEAD));
        }
        INTS magnitude = MAGNITUDE_INT(LOAD(p + i));
        high = MAX_INT(high, magnitude);
        low = MIN_INT(low, SUB_INT(magnitude, one));
    }
    *greatest = high;
    *least = low;
}

TARGET static int FN(check_set)(const imp2i_set* set, int32_t first, int32_t end)
{
    const LANES zero = SPLAT(0.0f), one = SPLAT(1.0f);
    const INTS too_small = SPLAT_INT(IMPI_BITS_MIN - 1);
    if (set->index && !FN(indices_fit)(set, first, end))
    {
        return IMP2I_BAD;
    }
    INTS greatest = SPLAT_INT(0), least[2] = {SPLAT_INT(0xffffffffu), SPLAT_INT(0xffffffffu)};  // [1]: of motions
    for (int32_t k = 0; k < IMP2I_COLUMN_COUNT; ++k)
    {
        if (set->column[k])
        {
            FN(look_at_column)(set, k, first, end, &greatest, &least[k >= IMP2I_COLUMN_MOTION_X]);
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
    MASK bad = OR(LESS_INT(SPLAT_INT(IMPI_BITS_MAX), greatest), LESS_INT(least[0], too_small));
    bad = OR(bad, OR(LESS(SPLAT(0x1p-21f), off), LESS(MIN(size, radius), zero)));
    MASK plain = AND(LESS(off, SPLAT(0x1p-22f)), LESS(zero, size));
    MASK odd = OR(LESS_INT(least[1], too_small), NOT(plain));
    return BITS(bad) != 0 ? IMP2I_BAD : BITS(odd) != 0 ? IMP2I_ACCEPTED : IMP2I_PLAIN;
}
