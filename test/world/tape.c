// SPDX-License-Identifier: MIT
#include "world/tape.h"

#include <stdlib.h>
#include <string.h>

#include "support.h"

static bool write_tape(void* user, const uint8_t* bytes, int32_t count)
{
    test_tape* t = user;
    if (t->limited && count > t->limit - t->count)
    {
        return false;
    }
    if (count > t->room - t->count)
    {
        t->room = 2 * (t->count + count);
        t->bytes = realloc(t->bytes, (size_t)t->room);
        assert_non_null(t->bytes);
    }
    memcpy(t->bytes + t->count, bytes, (size_t)count);
    t->count += count;
    return true;
}

imp_sink test_tape_sink(test_tape* t)
{
    return (imp_sink){write_tape, t};
}

void test_tape_free(test_tape* t)
{
    free(t->bytes);
    *t = (test_tape){.limited = t->limited, .limit = t->limit};
}

#include "math/dim2.h"

#include "tape.inl"

#include "math/dim_end.h"

#include "math/dim3.h"

#include "tape.inl"

#include "math/dim_end.h"
