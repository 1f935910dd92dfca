// SPDX-License-Identifier: MIT
//
// Things that move about on a plane, and the time that it takes to tell, frame after frame, which of them might touch.
//
// The scene is that of a strategy game: things of half a metre to one and a half, four square metres for each, spread
// evenly, or in crowds of a hundred. In each frame all move by up to a tenth of a metre, all boxes are given to the
// index, and it lists the pairs. The frames run forth and back, so that no frame is a jump.
//
// The rule for the size b of a block, for things of mean size s, d of them per square metre where they are. A block
// holds m = d b^2 things. To look at a block and its neighbours costs v, which its things share; each of them is held
// against a number of others that grows with m, at t for each thing in a block. The sum v / m + t m is least where
//
//     m = sqrt(v / t), so b = sqrt(m / d); but at least 2 s, so that nearly all things fit in
//
// d s^2 is half the number of pairs that a thing is in, so it need not be guessed. v and t are what the machine and the
// program are like: they are fitted to the times of one row, ten thousand things spread evenly; all others are
// foretold.
//
// Times: processor time; all frames again and again, in passes, and of all rounds the fastest counts.

#include "study_blocks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "study.h"

enum
{
    FRAMES_MAX = 5,
    MANY = 30000,             // things: of so many, fewer frames are looked at
    CROWD = 100,              // things
    CALIBRATION_MAX = 10000,  // things of the row that the rule is fitted to
    PASSES = 2,               // so far apart that what disturbs one is over when the other comes
    ROUNDS_MAX = 5,
    MOVES_MIN = 10000,  // of things in a round
    RULE_FIRST = 2,     // in smaller blocks of the ladder than this, many things do not fit
    SHARED_MIN = 2,     // things in a block: with fewer, the index takes longer ones
    HOPELESS = 20,      // times the fewest tests: larger blocks are not looked at
    FILL_GUESS = 8      // things in a block, where times are too rough to tell
};

#define ROUND_BUDGET 0.05  // no more rounds when this is spent [s]
#define THING_AREA 4.0     // for each thing, where they are spread evenly [m^2]

static const int32_t counts[BLOCKS_COUNTS] = {100, 300, 1000, 3000, 10000, 30000, 100000};

const char* const blocks_spreads[BLOCKS_SPREADS] = {"even", "crowds"};

const blocks_way blocks_ways[BLOCKS_WAYS] = {
    {"brute", "brute force", IMP_INDEX_BRUTE,
     "Each box is held against all that come after it, sixteen at once. Nothing is sorted, nothing is kept up to date; "
     "but twice as many things are four times the tests.",
     "For some dozens of things; and as the judge of all others.", "folklore"},
    {"sweep", "sweep and prune", IMP_INDEX_SWEEP,
     "The boxes are sorted by where they begin along one axis. What has begun and not ended is active, and only against "
     "that a new box is held. What moves little stays nearly sorted, so to sort again is quick. Of many things on a plane, "
     "though, ever more lie beside each other along one axis; so here the plane is cut into strips, and those of one strip "
     "are sorted in groups of sixteen.",
     "For pairs alone, when things move a little in each frame, or when boxes are looked at only once.",
     "Baraff 1992; Cohen, Lin, Manocha and Ponamgi 1995"},
    {"tree", "tree", IMP_INDEX_TREE,
     "Sixteen neighbours share a box, sixteen of these boxes the next, up to one around everything. Where two boxes are "
     "apart, so is all that is in them. When things move, the boxes around them are made to fit again; the order is mended "
     "where it has become bad.",
     "When in doubt: nothing needs to be chosen, sizes may differ, things may crowd, and rays and neighbours are quick, too.",
     "bounding volumes: Clark 1976; fitted again: van den Bergen 1997"},
    {"grid", "blocks", IMP_INDEX_GRID,
     "The plane is cut into square blocks. A thing is entered in the block of its lower corner, and held against what is "
     "there and in the blocks around. What is too long for that goes into blocks four times as long, and so on; all does "
     "where hardly two things would share a block. Textbooks "
     "enter a thing in every block that it touches instead: more entries, and a pair is met several times.",
     "For things of like size that come, go and leap; if the size of the blocks is right, which the rule tells.",
     "folklore; hashed: Teschner, Heidelberger, Mueller, Pomeranets and Gross 2003"},
};

double blocks_size(int32_t step)
{
    return 0.5 * (double)(1 << step);
}

// Things that move

typedef struct moving_scene
{
    int32_t count, frame_count;
    imp2_box* frames[FRAMES_MAX];  // all in one block
    imp2_thing* things;            // those of the first frame
} moving_scene;

static void moving_scene_free(moving_scene* scene)
{
    free(scene->frames[0]);
    free(scene->things);
}

static imp2_box box_of(double x, double y, double width, double height)
{
    imp2_box box = {{(float)(x - width / 2), (float)(y - height / 2)},
                    {(float)(x + width / 2), (float)(y + height / 2)}};
    return box;
}

// A place in a crowd: densest in the middle, nobody farther than 8 m from it along either axis.
static double stray(uint64_t* state)
{
    return study_draw(state, -4, 4) + study_draw(state, -4, 4);
}

static void place_things(moving_scene* scene, int32_t spread, uint64_t seed)
{
    uint64_t state = seed;
    double side = sqrt(THING_AREA * scene->count), crowd_x = 0, crowd_y = 0;
    for (int32_t i = 0; i < scene->count; i++)
    {
        if (i % CROWD == 0)
        {
            crowd_x = study_draw(&state, 0, side);
            crowd_y = study_draw(&state, 0, side);
        }
        double x = spread == BLOCKS_CROWDS ? crowd_x + stray(&state) : study_draw(&state, 0, side);
        double y = spread == BLOCKS_CROWDS ? crowd_y + stray(&state) : study_draw(&state, 0, side);
        double width = study_draw(&state, 0.5, 1.5), height = study_draw(&state, 0.5, 1.5);
        double way_x = study_draw(&state, -0.1, 0.1), way_y = study_draw(&state, -0.1, 0.1);
        for (int32_t f = 0; f < scene->frame_count; f++)
        {
            imp2_box box = box_of(x + f * way_x, y + f * way_y, width, height);
            scene->frames[f][i] = box;
        }
        scene->things[i] = (imp2_thing){.box = scene->frames[0][i]};
    }
}

static imp_status moving_scene_make(int32_t spread, int32_t count, moving_scene* out)
{
    *out = (moving_scene){.count = count, .frame_count = count < MANY ? FRAMES_MAX : 3};
    imp2_box* boxes = malloc((size_t)out->frame_count * (size_t)count * sizeof *boxes);
    out->things = malloc((size_t)count * sizeof *out->things);
    for (int32_t f = 0; f < out->frame_count; f++)
    {
        out->frames[f] = boxes ? boxes + (size_t)f * (size_t)count : NULL;
    }
    if (!boxes || !out->things)
    {
        moving_scene_free(out);
        return IMP_ERR_MEMORY;
    }
    place_things(out, spread, 1 + (uint64_t)count);
    return IMP_OK;
}

// One way over all frames

// Steps of one round, forth and back.
static int32_t cycle_of(const moving_scene* scene)
{
    return 2 * (scene->frame_count - 1);
}

// One round: all move, the pairs are listed.
static imp_status run_cycle(imp2_index* index, const moving_scene* scene, double* tests, double* pairs)
{
    imp_status status = IMP_OK;
    int32_t cycle = cycle_of(scene);
    for (int32_t k = 1; k <= cycle && !status; k++)
    {
        int32_t f = k < scene->frame_count ? k : cycle - k;
        imp_pair_list list = {NULL, 0};
        imp_index_stats stats = {0};
        status = imp2_index_move(index, NULL, scene->frames[f], scene->count);
        status = status ? status : imp2_index_pairs(index, &list);
        status = status ? status : imp2_index_stats(index, &stats);
        *tests += (double)stats.tests / cycle;
        *pairs += (double)list.count / cycle;
    }
    return status;
}

static imp_status time_cycles(imp2_index* index, const moving_scene* scene, double* ns)
{
    int32_t cycles = 1 + MOVES_MIN / (cycle_of(scene) * scene->count);
    imp_status status = IMP_OK;
    double spent = 0;
    for (int32_t round = 0; round < ROUNDS_MAX && spent < ROUND_BUDGET && !status; round++)
    {
        double tests = 0, pairs = 0;
        clock_t start = clock();
        for (int32_t k = 0; k < cycles && !status; k++)
        {
            status = run_cycle(index, scene, &tests, &pairs);
        }
        double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
        double each = seconds * 1e9 / (cycle_of(scene) * cycles);
        *ns = *ns > each || !(*ns > 0) ? each : *ns;
        spent += seconds;
    }
    return status;
}

static imp_status measure(const moving_scene* scene, const imp2_index_def* def, blocks_run* out, double* pairs)
{
    imp2_index* index = NULL;
    imp_status status = imp2_index_make(def, &index);
    status = status ? status : imp2_index_add(index, scene->things, scene->count, NULL);
    *pairs = out->tests = 0;
    status = status ? status : run_cycle(index, scene, &out->tests, pairs);
    status = status ? status : time_cycles(index, scene, &out->ns);
    imp2_index_free(index);
    return status;
}

// The rule

// Things on the area of one.
static double crowding(const blocks_row* row)
{
    return row->pairs / row->things / 2;
}

// Least squares of the relative errors of base + visit / m + test m, per thing, where all things fit into the blocks and
// share them.
static void fit_rule(const blocks_row* row, study_blocks* out)
{
    double a[3][4] = {{0}};
    for (int32_t k = RULE_FIRST; k < BLOCKS_LADDER; k++)
    {
        double ns = row->ladder[k].ns / row->things, m = crowding(row) * blocks_size(k) * blocks_size(k);
        const double terms[4] = {1 / ns, 1 / (m * ns), m / ns, 1};
        for (int32_t i = 0; i < 12 && ns > 0 && m >= (double)SHARED_MIN; i++)
        {
            a[i / 4][i % 4] += terms[i / 4] * terms[i % 4];
        }
    }
    for (int32_t i = 0; i < 3; i++)
    {
        for (int32_t r = 0; r < 3; r++)
        {
            double factor = r == i ? 0 : a[r][i] / a[i][i];
            for (int32_t j = i; j < 4; j++)
            {
                a[r][j] -= factor * a[i][j];
            }
        }
    }
    out->base = a[0][3] / a[0][0];
    out->visit = a[1][3] / a[1][1];
    out->test = a[2][3] / a[2][2];
    out->fill = out->visit > 0 && out->test > 0 ? sqrt(out->visit / out->test) : (double)FILL_GUESS;
}

static double rule_of(double fill, const blocks_row* row)
{
    double size = sqrt(fill / crowding(row));
    return size > blocks_size(RULE_FIRST) ? size : blocks_size(RULE_FIRST);
}

// All of it

// Some things to be drawn.
static void take_sample(study_blocks* out)
{
    uint64_t state = 7;
    for (int32_t i = 0; i < BLOCKS_SAMPLE; i++)
    {
        double x = study_draw(&state, 0, 16), y = study_draw(&state, 0, 9);
        double width = study_draw(&state, 0.5, 1.5), height = study_draw(&state, 0.5, 1.5);
        out->sample[i] = box_of(x, y, width, height);
    }
}

static imp_status run_grid(const moving_scene* scene, double block, blocks_run* out, study_blocks* all, double wanted)
{
    imp2_index_def def = {.kind = IMP_INDEX_GRID, .cell_size = (float)block};
    double pairs;
    imp_status status = measure(scene, &def, out, &pairs);
    all->agree = all->agree && pairs == wanted;
    return status;
}

static imp_status run_ways(const moving_scene* scene, blocks_row* out, study_blocks* all)
{
    imp_status status = IMP_OK;
    for (int32_t way = 0; way < BLOCKS_WAYS && !status; way++)
    {
        if (blocks_ways[way].kind == IMP_INDEX_BRUTE && scene->count > BLOCKS_BRUTE_MAX)
        {
            out->ways[way].tests = 0.5 * scene->count * (scene->count - 1.0);
            continue;
        }
        imp2_index_def def = {.kind = blocks_ways[way].kind};
        double pairs;
        status = measure(scene, &def, &out->ways[way], &pairs);
        all->agree = all->agree && (out->pairs == 0 || pairs == out->pairs);
        out->pairs = pairs;
    }
    return status;
}

static imp_status run_ladder(const moving_scene* scene, blocks_row* out, study_blocks* all)
{
    imp_status status = IMP_OK;
    const blocks_run* ladder = out->ladder;
    for (int32_t k = 0; k < BLOCKS_LADDER && !status; k++)
    {
        if (k > 0 && ladder[k - 1].tests > (double)HOPELESS * ladder[out->fewest].tests)
        {
            break;
        }
        status = run_grid(scene, blocks_size(k), &out->ladder[k], all, out->pairs);
        out->fewest = ladder[k].tests < ladder[out->fewest].tests ? k : out->fewest;
        out->fastest = ladder[k].ns < ladder[out->fastest].ns ? k : out->fastest;
    }
    return status;
}

typedef imp_status row_runner(const moving_scene* scene, blocks_row* out, study_blocks* all);

static imp_status run_rule(const moving_scene* scene, blocks_row* out, study_blocks* all)
{
    out->rule = rule_of(all->fill, out);
    return run_grid(scene, out->rule, &out->ruled, all, out->pairs);
}

static imp_status run_rows(row_runner* run, study_blocks* all)
{
    imp_status status = IMP_OK;
    for (int32_t i = 0; i < all->row_count && !status; i++)
    {
        moving_scene scene;
        status = moving_scene_make(all->rows[i].spread, all->rows[i].things, &scene);
        if (!status)
        {
            status = run(&scene, &all->rows[i], all);
            moving_scene_free(&scene);
        }
    }
    return status;
}

imp_status study_blocks_run(bool quick, study_blocks* out)
{
    const blocks_row* fitted = &out->rows[0];
    int32_t passes = quick ? 1 : PASSES;
    out->agree = true;
    take_sample(out);
    for (int32_t spread = 0; spread < BLOCKS_SPREADS; spread++)
    {
        for (int32_t i = 0; i < (quick ? BLOCKS_QUICK : BLOCKS_COUNTS); i++)
        {
            blocks_row* row = &out->rows[out->row_count++];
            *row = (blocks_row){.spread = spread, .things = counts[i]};
            fitted = spread == BLOCKS_EVEN && counts[i] <= CALIBRATION_MAX ? row : fitted;
        }
    }
    imp_status status = IMP_OK;
    for (int32_t pass = 0; pass < passes && !status; pass++)
    {
        status = run_rows(run_ways, out);
        status = status ? status : run_rows(run_ladder, out);
    }
    if (!status)
    {
        fit_rule(fitted, out);
    }
    for (int32_t pass = 0; pass < passes && !status; pass++)
    {
        status = run_rows(run_rule, out);
    }
    return status;
}
