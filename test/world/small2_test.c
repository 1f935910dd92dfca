// SPDX-License-Identifier: MIT
//
// small.inl, for the plane.

#include "kit_plane.h"

enum
{
    COUNT = 5
};

#define SUNK 0.01f

#include "math/dim2.h"

#include "small.inl"

#include "math/dim_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {SMALL_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
