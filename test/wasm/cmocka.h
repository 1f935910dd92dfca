// SPDX-License-Identifier: MIT
//
// As much of cmocka as the golden hashes take, for WebAssembly, where there is none: the first assertion that fails
// ends the program.

#ifndef IMP_TEST_CMOCKA_H
#define IMP_TEST_CMOCKA_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(truth, text)                                                                                             \
    ((truth) ? (void)0 : (printf("%s:%d: %s\n", __FILE__, __LINE__, text), fflush(stdout), exit(1)))
#define assert_true(a) CHECK(a, #a)
#define assert_false(a) CHECK(!(a), "not " #a)
#define assert_non_null(a) CHECK((a) != NULL, #a)
#define assert_int_equal(a, b) CHECK((a) == (b), #a " == " #b)
#define fail_msg(...) (printf(__VA_ARGS__), printf("\n"), CHECK(false, "failed"))

struct CMUnitTest
{
    const char* name;
    void (*run)(void** state);
};

#define cmocka_unit_test(function)                                                                                     \
    {                                                                                                                  \
#function, function                                                                                            \
    }
#define cmocka_run_group_tests(tests, setup, teardown) run_tests(tests, sizeof(tests) / sizeof *(tests))

static inline int run_tests(const struct CMUnitTest* tests, size_t count)
{
    for (size_t i = 0; i < count; ++i)
    {
        tests[i].run(NULL);
        printf("ok    %s\n", tests[i].name);
    }
    return 0;
}

#endif
