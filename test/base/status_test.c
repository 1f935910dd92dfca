// SPDX-License-Identifier: MIT
//
// Status values, their texts, and the version.

#include "support.h"

#include "base/status.h"

#include <stdio.h>
#include <string.h>

static void every_code_has_its_own_text(void** state)
{
    (void)state;
    for (int32_t code = 0; code < IMP_STATUS_COUNT; ++code)
    {
        assert_string_not_equal(imp_status_text(code), imp_status_text(IMP_STATUS_COUNT));
        for (int32_t other = 0; other < code; ++other)
        {
            assert_string_not_equal(imp_status_text(code), imp_status_text(other));
        }
    }
}

static void any_number_has_a_text(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(10000);
    for (uint64_t i = 0; i < count; ++i)
    {
        imp_status status = (imp_status)(uint32_t)test_rng_next(&rng);
        assert_non_null(imp_status_text(status));
        assert_number(imp_status_argument(status), >=, 0);
        assert_number(imp_status_argument(status), <, 16);
        assert_number(imp_status_fault(status), >=, 0);
        assert_number(imp_status_fault(status), <, 256);
    }
    test_report("status_texts", count);
}

static void fault_and_argument_come_back(void** state)
{
    (void)state;
    for (int32_t fault = 1; fault < IMP_STATUS_COUNT; ++fault)
    {
        for (int argument = 0; argument < 16; ++argument)
        {
            imp_status status = impi_error(fault, argument);
            assert_int_not_equal(status, IMP_OK);
            assert_int_equal(imp_status_fault(status), fault);
            assert_int_equal(imp_status_argument(status), argument);
            assert_string_equal(imp_status_text(status), imp_status_text(fault));
        }
    }
}

static void version_number_and_text_agree(void** state)
{
    (void)state;
    char text[32];
    uint32_t version = imp_version();
    snprintf(text, sizeof text, "%u.%u.%u", (unsigned)(version >> 16), (unsigned)(version >> 8 & 0xff),
             (unsigned)(version & 0xff));
    assert_string_equal(text, imp_version_text());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_code_has_its_own_text),
        cmocka_unit_test(any_number_has_a_text),
        cmocka_unit_test(fault_and_argument_come_back),
        cmocka_unit_test(version_number_and_text_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
