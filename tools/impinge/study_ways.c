// SPDX-License-Identifier: MIT
//
// The ways that the study compares, in words and as functions, and the pairs of rectangles that have names.

#include <math.h>
#include <stdlib.h>

#include "impinge/impinge2.h"
#include "study.h"

#define ASK(way)                                                                                                       \
    static imp_status ask_##way(const study_pair* pair, bool* out, int32_t* operations)                                \
    {                                                                                                                  \
        return study_rectangle_##way(&pair->a, &pair->b, out, operations);                                             \
    }

ASK(circles)
ASK(corners_published)
ASK(corners)
ASK(feet_published)
ASK(feet)
ASK(outcodes_published)
ASK(outcodes)
ASK(axes)

static imp_status ask_circles_axes(const study_pair* pair, bool* out, int32_t* operations)
{
    int32_t first = 0;
    imp_status status = study_rectangle_circles(&pair->a, &pair->b, out, &first);
    if (status || !*out)
    {
        *operations = first;
        return status;
    }
    status = study_rectangle_axes(&pair->a, &pair->b, out, operations);
    *operations += first;
    return status;
}

static imp_status ask_overlap(const study_pair* pair, bool* out, int32_t* operations)
{
    imp2_pose pose_a = {pair->a.center, pair->a.q}, pose_b = {pair->b.center, pair->b.q};
    *operations = 0;
    return imp2_overlap(&pair->shape_a, &pose_a, &pair->shape_b, &pose_b, out);
}

const study_way study_ways[STUDY_WAYS] = {
    {"circles", "1", "circles",
     "Each thing has a circle around it. The two may touch only if the squared distance of the centres is at most the "
     "squared sum of the radii; no root is needed.",
     "As the first look, before a test that is right. It never misses, and most pairs of a map end here.", "folklore",
     false, true, ask_circles},
    {"corners_published", "2", "corners, published",
     "Turn both until B stands upright: then a corner of A is inside B when its coordinates are. Four corners of A; if "
     "none is inside, one corner of B against A turned upright, in case B is nested. What stands upright already is not "
     "turned.",
     "Not at all: one corner of B is enough only when B is nested. Take the corrected form.", "folklore", true, true,
     ask_corners_published},
    {"corners", "2", "corners, corrected",
     "The four corners of A in B as before. Instead of one corner of B, its two diagonals against A: if neither meets A, "
     "what the two rectangles share lies between the diagonals at one edge of B, and there A must have a corner.",
     "To see what the published form lacks. Separating axes are right, too, and take half the time.", "our own", false,
     true, ask_corners},
    {"feet_published", "3", "feet, published",
     "Drop perpendiculars from a corner to the lines of the four edges. The corner is inside when every foot lies on "
     "its edge. Four corners of A, then one of B.",
     "Not at all: it misses what the first form misses, costs more, and a rectangle without height divides 0 by 0.",
     "folklore", true, true, ask_feet_published},
    {"feet", "3", "feet, corrected",
     "Opposite edges say the same, so two feet do; the rotation has the edges' directions, so nothing is divided. What "
     "is left is the first form in other words: a foot's place on an edge is a coordinate in the upright frame. Then "
     "the diagonals of B.",
     "To see that the two forms are one. The first form says it more simply.", "our own", false, true, ask_feet},
    {"outcodes_published", "4", "lines, published",
     "A stands upright. Each corner of B gets four bits: left, right, below, above. A corner without bits is inside; an "
     "edge whose ends share a bit misses; one with opposite bits is taken for a crossing; for the rest the intersection "
     "is computed. At last A's centre in B, for the nested case.",
     "Where a yes that is wrong does no harm. An edge from the left to above the right passes a corner of A on either "
     "side, and the bits cannot tell on which.",
     "outcodes after Cohen and Sutherland", true, true, ask_outcodes_published},
    {"outcodes", "4", "lines, corrected",
     "Opposite bits are a crossing only if the ends have no others. Every edge left open is compared with A's corners: "
     "do they lie on both sides of its line?",
     "When it matters which edge crosses, for damage to a side: this way meets it on the way. For yes and no, separating "
     "axes are cheaper.",
     "outcodes after Cohen and Sutherland", false, true, ask_outcodes},
    {"axes", "5", "separating axes",
     "Two rectangles are apart exactly when their shadows are apart along one of their four directions. Two directions "
     "of A, and if these do not part them, two of B.",
     "Always, when one answer for one pair is wanted: right, short, and with hardly a branch.",
     "Gottschalk, Lin and Manocha 1996", false, true, ask_axes},
    {"circles_axes", "1 + 5", "circles, then axes", "The circles first; if they meet, the separating axes.",
     "When most pairs are apart. After an index that hands out near pairs only, the axes alone are as good.", "", false,
     true, ask_circles_axes},
    {"batch", "6", "axes in batches",
     "The same axes for several pairs at once, one pair in each lane of the processor, from arrays of numbers "
     "(imp2_batch_boxes). It gives the points of contact, too, and is exact.",
     "When there are many pairs in a step, and where they touch is wanted as well.", "", false, false, NULL},
    {"overlap", "exact", "imp2_overlap", "Separating axes in floats; what floats cannot decide, exact integers do.",
     "For any shapes, and where a wrong answer within rounding of touching would matter. It is the judge here.", "",
     false, false, ask_overlap},
};

// Named pairs: middle, half sizes, angle in degrees, for A and for B.
static const struct
{
    const char* name;
    const char* what;
    float numbers[10];
} named[] = {
    {"apart", "nothing near", {-1.2f, 0, 0.8f, 0.5f, 20, 1.3f, 0.3f, 0.7f, 0.4f, -30}},
    {"corner inside",
     "a corner of A is in B, as most often",
     {-0.6f, -0.2f, 0.9f, 0.6f, 15, 0.7f, 0.4f, 0.8f, 0.6f, 50}},
    {"crossed", "two bars cross; no corner is inside", {0, 0, 1.6f, 0.3f, 10, 0, 0, 1.6f, 0.3f, 80}},
    {"crossed off the middle",
     "they cross far from both middles",
     {-0.2f, 0, 1.5f, 0.2f, 0, 0.9f, 0.6f, 0.2f, 1.3f, 5}},
    {"star", "two squares over each other, one turned by 45 degrees", {0, 0, 0.9f, 0.9f, 0, 0, 0, 0.9f, 0.9f, 45}},
    {"B nested in A", "all of B inside", {0, 0, 1.5f, 1.0f, 10, 0.3f, 0.2f, 0.5f, 0.3f, 40}},
    {"A nested in B", "all of A inside", {0.3f, 0.2f, 0.5f, 0.3f, 40, 0, 0, 1.5f, 1.0f, 10}},
    {"poking",
     "a corner of B goes through an edge of A; it is not the one that is tried",
     {0, -0.6f, 1.5f, 0.5f, 0, 0.2f, 0.9f, 0.8f, 0.8f, 135}},
    {"poking by the right corner",
     "the same with B turned half around: it is the one that is tried",
     {0, -0.6f, 1.5f, 0.5f, 0, 0.2f, 0.9f, 0.8f, 0.8f, 45}},
    {"through an edge",
     "the end of B is inside A, two corners of it",
     {0, -0.6f, 1.5f, 0.5f, 0, 0.1f, 0.4f, 0.3f, 0.8f, 8}},
    {"past a corner",
     "an edge of B passes a corner of A; its ends have opposite bits",
     {0, -0.4f, 0.9f, 0.5f, 0, 0.3f, 0.823f, 1.5f, 0.2f, -30}},
    {"over a corner",
     "the same, near enough to cut the corner off",
     {0, -0.4f, 0.9f, 0.5f, 0, 0.2f, 0.65f, 1.5f, 0.2f, -30}},
    {"touching by edges",
     "upright, side by side, nothing in between",
     {-0.75f, 0, 0.75f, 0.5f, 0, 0.5f, 0.25f, 0.5f, 0.5f, 0}},
    {"touching by corners", "upright, one point in common", {-0.75f, -0.5f, 0.75f, 0.5f, 0, 0.5f, 0.5f, 0.5f, 0.5f, 0}},
    {"equal", "one rectangle twice", {0, 0, 1.0f, 0.6f, 25, 0, 0, 1.0f, 0.6f, 25}},
    {"one upright", "A stands upright, B leans on it", {0, -0.5f, 1.2f, 0.4f, 0, 0.9f, 0.35f, 0.8f, 0.4f, 30}},
    {"thin", "two thin bars cross near their ends", {-0.5f, 0, 1.4f, 0.02f, 12, 0.6f, 0.9f, 0.02f, 1.1f, 20}},
    {"thin, beside", "two thin bars pass each other", {0, -0.15f, 1.5f, 0.03f, 20, 0, 0.15f, 1.5f, 0.03f, 22}},
    {"without width",
     "B is a line along an edge of A; the corners of A lie on it",
     {-0.6f, 0, 0.6f, 0.5f, 0, 0, 0, 0, 0.9f, 0}},
};

static imp_status named_rectangle(const float* n, study_rectangle* out)
{
    // Multiples of 90 degrees are exact turns.
    static const imp2_rot quarters[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    imp2_rot q = quarters[(int)(n[4] / 90.0f) & 3];
    imp_status status = fmodf(n[4], 90.0f) == 0.0f ? IMP_OK : imp2_rot_make(n[4] * (IMP_PI / 180.0f), &q);
    imp2_vec center = {n[0], n[1]}, half = {n[2], n[3]};
    return status ? status : study_rectangle_make(center, half, q, out);
}

imp_status study_cases_make(study_result* out)
{
    out->case_count = (int32_t)(sizeof named / sizeof *named);
    for (int32_t i = 0; i < out->case_count; i++)
    {
        study_case* c = &out->cases[i];
        study_rectangle a, b;
        imp_status status = named_rectangle(named[i].numbers, &a);
        status = status ? status : named_rectangle(named[i].numbers + 5, &b);
        if (status)
        {
            return status;
        }
        c->name = named[i].name;
        c->what = named[i].what;
        status = study_pair_make(a, b, &c->pair);
        for (int32_t way = 0; way < STUDY_WAYS && !status; way++)
        {
            int32_t operations;
            status = study_ask(way, &c->pair, 1, &c->answers[way], &operations);
        }
        if (status)
        {
            return status;
        }
    }
    return IMP_OK;
}
