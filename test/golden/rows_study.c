// SPDX-License-Identifier: MIT
//
// Golden rows of the rectangle study, which is the same on every machine but for its times.

#include "golden.h"
#include "tools/impinge/study_rectangle.h"

static void run_study_rectangle_make(trial* t)
{
    imp2_vec center = a_vec(t);
    imp2_vec half = a_vec(t);
    study_rectangle r;
    if (add_status(t, study_rectangle_make(center, half, a_rot(t), &r)))
    {
        add_float(t, r.radius);
    }
}

typedef imp_status rectangle_test(const study_rectangle* a, const study_rectangle* b, bool* out, int32_t* operations);

static void ask_rectangles(trial* t, rectangle_test* test)
{
    study_rectangle pair[2];
    for (int i = 0; i < 2; ++i)
    {
        imp2_vec half = a_half(t);
        imp2_vec center = a_vec(t);
        if (!add_status(t, study_rectangle_make(center, half, a_rot(t), &pair[i])))
        {
            return;
        }
    }
    bool touches;
    int32_t operations;
    if (add_status(t, test(&pair[0], &pair[1], &touches, &operations)))
    {
        add_word(t, touches);
        add_word(t, (uint32_t)operations);
    }
}

#define RECTANGLE_TEST(name)                                                                                           \
    static void run_##name(trial* t)                                                                                   \
    {                                                                                                                  \
        ask_rectangles(t, name);                                                                                       \
    }

RECTANGLE_TEST(study_rectangle_circles)
RECTANGLE_TEST(study_rectangle_corners_published)
RECTANGLE_TEST(study_rectangle_corners)
RECTANGLE_TEST(study_rectangle_feet_published)
RECTANGLE_TEST(study_rectangle_feet)
RECTANGLE_TEST(study_rectangle_outcodes_published)
RECTANGLE_TEST(study_rectangle_outcodes)
RECTANGLE_TEST(study_rectangle_axes)

static const golden_row rows[] = {
    GOLDEN_ROW(study_rectangle_make),
    GOLDEN_ROW(study_rectangle_circles),
    GOLDEN_ROW(study_rectangle_corners_published),
    GOLDEN_ROW(study_rectangle_corners),
    GOLDEN_ROW(study_rectangle_feet_published),
    GOLDEN_ROW(study_rectangle_feet),
    GOLDEN_ROW(study_rectangle_outcodes_published),
    GOLDEN_ROW(study_rectangle_outcodes),
    GOLDEN_ROW(study_rectangle_axes),
};

GOLDEN_ROWS(golden_study, rows);
