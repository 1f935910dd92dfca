// SPDX-License-Identifier: MIT
//
// Chains, bridges, pendulums and trees, ours beside the peer's: how far joints are apart in any step, from poses alone,
// and what a joint costs in a sub-step. The product of both says who has a smaller error for its time. In the words of world_words2.h; the including file has hang_at (a joint that turns about
// z), add_block (a box of a mass; none meets another), and what a joint may cost: TREE_MOST, EIGHT_MOST.

enum
{
    CHAIN_LINKS = 30,
    ROPE_LINKS = 200,
    PLANKS = 100,
    BONES = 15,
    DOLLS = 8
};

typedef struct joint_row
{
    const char* name;
    void (*build)(W(scene) * scene);
    int steps;
    double limit;  // of the time of ours [us]; 0 for none
} joint_row;

// Links of so many metres from a nail at an angle, and a block at the end, so many times as heavy; 0 for none.
static void build_chain(W(scene) * s, int links, double length, double angle, double heavier)
{
    const double x = sin(angle), y = -cos(angle), end = length * links;
    s->gravity.y = -9.81f;
    s->sleepless = true;
    add_block(s, IMP_BODY_STATIC, 0.0, 0.0, 0.0, 0.01, 0.01, 1.0);
    for (int i = 0; i < links; ++i)
    {
        const double at = length * (i + 0.5);
        add_block(s, IMP_BODY_DYNAMIC, at * x, at * y, angle, 0.02, 0.5 * length, 1.0);
        hang_at(s, i, i + 1, length * i * x, length * i * y);
    }
    if (heavier > 0.0)
    {
        add_block(s, IMP_BODY_DYNAMIC, (end + 0.3) * x, (end + 0.3) * y, angle, 0.3, 0.3, heavier);
        hang_at(s, links, links + 1, end * x, end * y);
    }
}

static void build_pendulum(W(scene) * s)
{
    build_chain(s, 1, 1.0, 1.0, 0.0);
}

static void build_double(W(scene) * s)
{
    build_chain(s, 2, 1.0, 2.0, 0.0);
}

static void build_thousand(W(scene) * s)
{
    build_chain(s, CHAIN_LINKS, 0.5, 1.0, 1e3);
}

static void build_ten_thousand(W(scene) * s)
{
    build_chain(s, CHAIN_LINKS, 0.5, 1.0, 1e4);
}

static void build_rope(W(scene) * s)
{
    build_chain(s, ROPE_LINKS, 0.05, 1.0, 0.0);
}

// Planks that sag between two nails, and a block of ten times the mass of all in the middle.
static void build_bridge(W(scene) * s)
{
    double x = 0.0, y = 0.0;
    s->gravity.y = -9.81f;
    s->sleepless = true;
    add_block(s, IMP_BODY_STATIC, 0.0, 0.0, 0.0, 0.01, 0.01, 1.0);
    for (int i = 0; i < PLANKS; ++i)
    {
        const double angle = 0.4 * (2.0 * (i + 0.5) / PLANKS - 1.0), c = cos(angle), n = sin(angle);
        add_block(s, IMP_BODY_DYNAMIC, x + 0.5 * c, y + 0.5 * n, angle, 0.5, 0.1, 1.0);
        hang_at(s, i, i + 1, x, y);
        x += c;
        y += n;
    }
    hang_at(s, 0, PLANKS, x, y);
    y = (double)s->bodies[PLANKS / 2].pose.p.y;
    add_block(s, IMP_BODY_DYNAMIC, 0.5 * x, y - 1.0, 0.0, 0.5, 0.5, 10.0 * PLANKS);
    hang_at(s, PLANKS / 2, PLANKS + 1, 0.5 * x, y);
}

// Trees of fifteen bones, each hung at a nail: two children at each end.
static void build_dolls(W(scene) * s, int count)
{
    s->gravity.y = -9.81f;
    s->sleepless = true;
    add_block(s, IMP_BODY_STATIC, 0.0, 0.0, 0.0, 0.01, 0.01, 1.0);
    for (int k = 0; k < count; ++k)
    {
        double x[BONES], y[BONES];
        for (int i = 0; i < BONES; ++i)
        {
            const int parent = (i - 1) / 2;
            const double side = i == 0 ? 0.0 : i % 2 ? -0.5 : 0.5, from_x = i ? x[parent] : 10.0 * k,
                         from_y = i ? y[parent] : 0.0;
            x[i] = from_x + 0.5 * sin(side);
            y[i] = from_y - 0.5 * cos(side);
            add_block(s, IMP_BODY_DYNAMIC, 0.5 * (from_x + x[i]), 0.5 * (from_y + y[i]), side, 0.05, 0.25, 1.0);
            hang_at(s, i ? 1 + k * BONES + parent : 0, 1 + k * BONES + i, from_x, from_y);
        }
    }
}

static void build_doll(W(scene) * s)
{
    build_dolls(s, 1);
}

static void build_eight_dolls(W(scene) * s)
{
    build_dolls(s, DOLLS);
}

static const joint_row JOINT_ROWS[] = {
    {"pendulum", build_pendulum, 600, 0.0},     {"double_pendulum", build_double, 600, 0.0},
    {"chain_1000", build_thousand, 300, 0.0},   {"chain_10000", build_ten_thousand, 300, 0.0},
    {"rope_200", build_rope, 300, 0.0},         {"bridge_100", build_bridge, 300, 0.0},
    {"tree_of_15", build_doll, 300, TREE_MOST}, {"eight_trees", build_eight_dolls, 300, EIGHT_MOST},
};

// A world as it goes on.
typedef struct joint_run
{
    const W(engine) * engine;
    const W(scene) * scene;
    void* world;
    int steps;
} joint_run;

static void end_joints(joint_run* r)
{
    if (r->world)
    {
        r->engine->free(r->world);
    }
    r->world = NULL;
}

static void begin_joints(void* context)
{
    joint_run* r = context;
    end_joints(r);
    r->world = r->engine->make(r->scene, 1, false);
    r->engine->step(r->world);
}

static void run_joints(void* context, int block)
{
    joint_run* r = context;
    for (int i = r->steps * block / BENCH_BLOCKS; i < r->steps * (block + 1) / BENCH_BLOCKS; ++i)
    {
        r->engine->step(r->world);
    }
}

// The widest of all joints in any step.
static double find_widest(joint_run* r)
{
    double widest = 0.0;
    begin_joints(r);
    for (int i = 0; i < r->steps; ++i)
    {
        r->engine->step(r->world);
        for (int32_t k = 0; k < r->scene->joint_count; ++k)
        {
            const double apart = W(joint_gap)(r->engine, r->world, r->scene, k);
            widest = apart > widest ? apart : widest;
        }
    }
    return widest;
}

// The share of joints in the time of a row: without what the same bodies take that fall without them.
static void report_share(bench* b, const char* name, const joint_row* row, double each)
{
    W(scene) scene = {.body_count = 0};
    row->build(&scene);
    const double solved = (double)row->steps * scene.joint_count * W(sub_steps)(&scene);
    const int32_t joints = scene.joint_count;
    joint_run run = {&OURS, &scene, NULL, row->steps};
    bench_side side = {.run = run_joints, .before = begin_joints, .context = &run};
    scene.joint_count = 0;
    bench_interleave(&side, 1, BENCH_ROUNDS_MIN);
    end_joints(&run);
    scene.joint_count = joints;
    W(scene_free)(&scene);
    W(report)(b, "joints", name, "of_joints", each - 1e6 * side.seconds / solved, NAN, "us", NAN);
}

static void report_joints(bench* b, const joint_row* row)
{
    char name[48];
    snprintf(name, sizeof name, "%s.%s", AXES == 2 ? "plane" : "space", row->name);
    if (!bench_wanted(b, name))
    {
        return;
    }
    W(scene) scene = {.body_count = 0};
    row->build(&scene);
    joint_run runs[2] = {{&OURS, &scene, NULL, b->quick ? row->steps / 4 : row->steps},
                         {PEER, &scene, NULL, b->quick ? row->steps / 4 : row->steps}};
    bench_side sides[2] = {{.run = run_joints}, {.run = run_joints}};
    double widest[2] = {NAN, NAN}, each[2] = {NAN, NAN};
    const int count = PEER ? 2 : 1;
    for (int i = 0; i < count; ++i)
    {
        widest[i] = 1e3 * find_widest(&runs[i]);
        sides[i].context = &runs[i];
        sides[i].before = begin_joints;
    }
    bench_interleave(sides, count, BENCH_ROUNDS_MIN);
    for (int i = 0; i < count; ++i)
    {
        const double solved = (double)runs[i].steps * scene.joint_count * W(sub_steps)(&scene);
        each[i] = 1e6 * sides[i].seconds / solved;
        end_joints(&runs[i]);
    }
    W(report)(b, "joints", name, "apart", widest[0], widest[1], "mm", NAN);
    W(report)(b, "joints", name, "time", each[0], each[1], "us", NAN);
    W(report)(b, "joints", name, "apart_time", widest[0] * each[0], widest[1] * each[1], "mm us", NAN);
    if (row->limit > 0.0)
    {
        report_share(b, name, row, each[0]);
        bench_report_limit(b, bench_entry_make("joints", name, "limit", each[0], "us"), "must", row->limit);
    }
    W(scene_free)(&scene);
}

static void report_all_joints(bench* b)
{
    for (size_t i = 0; i < sizeof JOINT_ROWS / sizeof *JOINT_ROWS; ++i)
    {
        report_joints(b, &JOINT_ROWS[i]);
    }
}
