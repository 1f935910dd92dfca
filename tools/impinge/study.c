// SPDX-License-Identifier: MIT
//
// Random pairs for the study, what each way says to them, and how long it takes.
//
// Times: ways and sets of pairs take turns, and of all rounds the fastest counts, in processor time. So the load of the
// machine drops out, and what is left is the call, its checks of the arguments included. The batch writes manifolds,
// the others a yes or no.

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "impinge/impinge2.h"
#include "study.h"

enum
{
    TIMED_PAIRS = 3072,  // of each set; they stay in the cache, and no branch predictor learns them by heart
    ROUNDS = 20,
    ROUNDS_QUICK = 4,
    RUNS = 4,  // between two looks at the clock
    DRAWS_MAX = 1 << 24
};

const char* const study_families[STUDY_FAMILIES] = {"turned", "one upright", "thin bars", "one much larger",
                                                    "barely touching"};
const char* const study_sets[STUDY_SETS] = {"far", "near", "touching", "mixed"};

// Random pairs

double study_draw(uint64_t* state, double low, double high)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return low + (high - low) * ((double)((z ^ z >> 31) >> 11) * 0x1p-53);
}

static imp_status draw_rectangle(uint64_t* state, bool turned, double size, double thinness, study_rectangle* out)
{
    imp2_vec half;
    half.x = (float)(size * study_draw(state, 0.25, 1.0));
    half.y = (float)(size * study_draw(state, 0.25, 1.0) * thinness);
    float angle = (float)study_draw(state, -3.14, 3.14);
    imp2_rot q = {1, 0};
    imp_status status = turned ? imp2_rot_make(angle, &q) : IMP_OK;
    imp2_vec center = {0, 0};
    return status ? status : study_rectangle_make(center, half, q, out);
}

// Near enough that a good part of them touches.
static imp_status draw_pair(uint64_t* state, int32_t family, double spread, study_pair* out)
{
    study_rectangle a, b;
    double thinness = family == 2 ? 0.06 : 1.0;
    bool a_turned = family != 1, swap = study_draw(state, 0, 1) < 0.5;
    imp_status status = draw_rectangle(state, a_turned, family == 3 ? 4.0 : 1.0, thinness, &a);
    status = status ? status : draw_rectangle(state, true, 1.0, thinness, &b);
    if (status)
    {
        return status;
    }
    double reach = spread * ((double)a.radius + (double)b.radius);
    b.center.x = (float)study_draw(state, -reach, reach);
    b.center.y = (float)study_draw(state, -reach, reach);
    return swap ? study_pair_make(b, a, out) : study_pair_make(a, b, out);
}

// B moved until it touches, to rounding.
static imp_status push_together(uint64_t* state, study_pair* pair)
{
    imp2_pose pose_a = {pair->a.center, pair->a.q}, pose_b = {pair->b.center, pair->b.q};
    imp2_nearest nearest;
    imp_status status = imp2_distance(&pair->shape_a, &pose_a, &pair->shape_b, &pose_b, &nearest);
    if (status)
    {
        return status;
    }
    float way = nearest.distance + (float)study_draw(state, -0x1p-22, 0x1p-22);
    study_rectangle b = pair->b;
    b.center = imp2_vec_sub(b.center, imp2_vec_scale(nearest.normal, way));
    return study_pair_make(pair->a, b, pair);
}

imp_status study_pair_make(study_rectangle a, study_rectangle b, study_pair* out)
{
    study_pair pair = {.a = a, .b = b};
    imp2_box box_a = {imp2_vec_negate(a.half), a.half}, box_b = {imp2_vec_negate(b.half), b.half};
    imp2_pose pose_a = {a.center, a.q}, pose_b = {b.center, b.q};
    imp_status status = imp2_box_make(box_a, &pair.shape_a);
    status = status ? status : imp2_box_make(box_b, &pair.shape_b);
    status = status ? status : imp2_overlap(&pair.shape_a, &pose_a, &pair.shape_b, &pose_b, &pair.touch);
    *out = pair;
    return status;
}

// The batch: pairs as arrays of numbers

enum
{
    NUMBERS = 6  // x, y, c, s and the half sizes
};

typedef struct batch_work
{
    int32_t count;
    float* in;  // NUMBERS arrays for A, then for B
    float* out;
    int32_t* counts;
    uint32_t* ids;
} batch_work;

static void batch_work_free(batch_work* work)
{
    free(work->in);
    free(work->out);
    free(work->counts);
    free(work->ids);
}

static bool batch_work_make(const study_pair* pairs, int32_t count, batch_work* out)
{
    size_t n = (size_t)count;
    *out = (batch_work){count, malloc(2 * NUMBERS * n * sizeof(float)), malloc(9 * n * sizeof(float)),
                        malloc(n * sizeof(int32_t)), malloc(2 * n * sizeof(uint32_t))};
    if (!out->in || !out->out || !out->counts || !out->ids)
    {
        batch_work_free(out);
        *out = (batch_work){.count = 0};
        return false;
    }
    for (int32_t i = 0; i < count; i++)
    {
        const study_rectangle* both[2] = {&pairs[i].a, &pairs[i].b};
        for (int side = 0; side < 2; side++)
        {
            const study_rectangle* r = both[side];
            const float numbers[NUMBERS] = {r->center.x, r->center.y, r->q.c, r->q.s, r->half.x, r->half.y};
            for (int k = 0; k < NUMBERS; k++)
            {
                out->in[(size_t)(side * NUMBERS + k) * n + (size_t)i] = numbers[k];
            }
        }
    }
    return true;
}

static imp_status batch_run(const batch_work* work)
{
    size_t n = (size_t)work->count;
    imp2_boxes sides[2];
    for (size_t side = 0; side < 2; side++)
    {
        const float* in = work->in + side * NUMBERS * n;
        sides[side] = (imp2_boxes){.count = work->count,
                                   .x = in,
                                   .y = in + n,
                                   .c = in + 2 * n,
                                   .s = in + 3 * n,
                                   .upper_x = in + 4 * n,
                                   .upper_y = in + 5 * n};
    }
    float* out = work->out;
    imp2_manifolds manifolds = {
        out,
        out + n,
        out + 2 * n,
        work->counts,
        {{out + 3 * n, out + 4 * n, out + 5 * n, work->ids}, {out + 6 * n, out + 7 * n, out + 8 * n, work->ids + n}}};
    return imp2_batch_boxes(&sides[0], &sides[1], work->count, 0.0f, &manifolds, NULL);
}

static imp_status ask_batch(const study_pair* pairs, int32_t count, bool* answers, int32_t* operations)
{
    batch_work work;
    if (!batch_work_make(pairs, count, &work))
    {
        return IMP_ERR_MEMORY;
    }
    imp_status status = batch_run(&work);
    for (int32_t i = 0; i < count && !status; i++)
    {
        answers[i] = work.counts[i] > 0;
        operations[i] = 0;
    }
    batch_work_free(&work);
    return status;
}

imp_status study_ask(int32_t way, const study_pair* pairs, int32_t count, bool* answers, int32_t* operations)
{
    imp_status status = IMP_OK;
    if (!study_ways[way].ask)
    {
        return ask_batch(pairs, count, answers, operations);
    }
    for (int32_t i = 0; i < count && !status; i++)
    {
        status = study_ways[way].ask(&pairs[i], &answers[i], &operations[i]);
    }
    return status;
}

// Right and wrong

static void count_answers(study_result* out, int32_t way, int32_t family, const study_pair* pairs, const bool* answers,
                          const int32_t* operations)
{
    study_count* counts = &out->counts[way][family];
    double sum = 0;
    int32_t from_here = 0;
    for (int32_t i = 0; i < STUDY_FAMILY_PAIRS; i++)
    {
        bool wrong = answers[i] != pairs[i].touch;
        *(!wrong ? &counts->right : answers[i] ? &counts->false_yes : &counts->false_no) += 1;
        if (wrong && from_here == 0 && family != STUDY_BARELY && out->shown_count[way] < STUDY_SHOWN_MAX)
        {
            out->shown[way][out->shown_count[way]++] = pairs[i];
            from_here = 1;
        }
        sum += operations[i];
        out->fewest[way] = operations[i] < out->fewest[way] ? operations[i] : out->fewest[way];
        out->most[way] = operations[i] > out->most[way] ? operations[i] : out->most[way];
    }
    out->operations[way] += family == STUDY_BARELY ? 0 : sum / (STUDY_BARELY * STUDY_FAMILY_PAIRS);
}

static imp_status judge_families(study_pair* pairs, bool* answers, int32_t* operations, study_result* out)
{
    uint64_t state = 1;
    for (int32_t way = 0; way < STUDY_WAYS; way++)
    {
        out->fewest[way] = INT32_MAX;
    }
    for (int32_t family = 0; family < STUDY_FAMILIES; family++)
    {
        for (int32_t i = 0; i < STUDY_FAMILY_PAIRS; i++)
        {
            imp_status status = draw_pair(&state, family % STUDY_BARELY, 0.75, &pairs[i]);
            status = family == STUDY_BARELY && !status ? push_together(&state, &pairs[i]) : status;
            if (status)
            {
                return status;
            }
            out->touching[family] += pairs[i].touch;
        }
        for (int32_t way = 0; way < STUDY_WAYS; way++)
        {
            imp_status status = study_ask(way, pairs, STUDY_FAMILY_PAIRS, answers, operations);
            if (status)
            {
                return status;
            }
            count_answers(out, way, family, pairs, answers, operations);
        }
    }
    return IMP_OK;
}

// Times

static imp_status draw_of_set(uint64_t* state, int32_t set, int32_t i, study_pair* out)
{
    int32_t wanted = set == STUDY_MIXED ? (int32_t)study_draw(state, 0, STUDY_MIXED) : set;
    for (int32_t k = 0; k < DRAWS_MAX; k++)
    {
        bool meet;
        imp_status status = draw_pair(state, i % STUDY_BARELY, wanted == STUDY_FAR ? 3.0 : 0.75, out);
        status = status ? status : study_rectangle_circles(&out->a, &out->b, &meet, NULL);
        if (status || (out->touch ? STUDY_TOUCHING : meet ? STUDY_NEAR : STUDY_FAR) == wanted)
        {
            return status;
        }
    }
    return IMP_ERR_RANGE;
}

typedef struct timed_set
{
    study_pair pairs[TIMED_PAIRS];
    batch_work work;
    bool answers[TIMED_PAIRS];
    int32_t operations[TIMED_PAIRS];
} timed_set;

static imp_status run_once(int32_t way, timed_set* set)
{
    return study_ways[way].ask ? study_ask(way, set->pairs, TIMED_PAIRS, set->answers, set->operations)
                               : batch_run(&set->work);
}

static imp_status time_run(int32_t way, timed_set* set, double* ns)
{
    imp_status status = run_once(way, set);  // brings everything near
    clock_t start = clock();
    for (int k = 0; k < RUNS && !status; k++)
    {
        status = run_once(way, set);
    }
    *ns = (double)(clock() - start) * (1e9 / CLOCKS_PER_SEC) / ((double)TIMED_PAIRS * (double)RUNS);
    return status;
}

static imp_status timed_set_make(int32_t which, timed_set* out)
{
    uint64_t state = 1000 + (uint64_t)which;
    imp_status status = IMP_OK;
    for (int32_t i = 0; i < TIMED_PAIRS && !status; i++)
    {
        status = draw_of_set(&state, which, i, &out->pairs[i]);
    }
    return status || batch_work_make(out->pairs, TIMED_PAIRS, &out->work) ? status : IMP_ERR_MEMORY;
}

static imp_status time_ways(int32_t rounds, timed_set* sets, study_result* out)
{
    imp_status status = IMP_OK;
    for (int32_t set = 0; set < STUDY_SETS && !status; set++)
    {
        status = timed_set_make(set, &sets[set]);
    }
    for (int32_t k = 0; k < rounds * STUDY_SETS * STUDY_WAYS && !status; k++)
    {
        int32_t way = k % STUDY_WAYS, set = k / STUDY_WAYS % STUDY_SETS, round = k / STUDY_WAYS / STUDY_SETS;
        double ns;
        status = time_run(way, &sets[set], &ns);
        out->times[way][set] = round == 0 || ns < out->times[way][set] ? ns : out->times[way][set];
    }
    for (int32_t set = 0; set < STUDY_SETS; set++)
    {
        batch_work_free(&sets[set].work);
    }
    return status;
}

imp_status study_run(bool quick, study_result* out)
{
    memset(out, 0, sizeof *out);
    study_pair* pairs = malloc(STUDY_FAMILY_PAIRS * sizeof *pairs);
    bool* answers = malloc(STUDY_FAMILY_PAIRS * sizeof *answers);
    int32_t* operations = malloc(STUDY_FAMILY_PAIRS * sizeof *operations);
    timed_set* sets = calloc(STUDY_SETS, sizeof *sets);
    imp_status status = pairs && answers && operations && sets ? study_cases_make(out) : IMP_ERR_MEMORY;
    status = status ? status : judge_families(pairs, answers, operations, out);
    status = status ? status : time_ways(quick ? ROUNDS_QUICK : ROUNDS, sets, out);
    free(pairs);
    free(answers);
    free(operations);
    free(sets);
    return status ? status : study_blocks_run(quick, &out->blocks);
}
