// SPDX-License-Identifier: MIT
//
// small.inl, for space.

#include "kit_space.h"

enum
{
    COUNT = 10
};

#define SUNK 0.01f

#include "math/dim3.h"

#include "small.inl"

#include "math/dim_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {SMALL_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
