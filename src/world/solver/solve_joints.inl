// SPDX-License-Identifier: MIT
//
// Joints of a step: the groups of a span are solved whole in each sub-step, in turn with the contacts.
//
//     begin      poses -> rows of each joint (joint_rows.inl) -> tree: masses, Jacobians -> factor
//                                                loops: their rows, by the tree's answer to each
//     solve      velocities -> biases -> answer of the tree, and of its loops -> velocities
//                one-sided and capped rows that have gone too far: at their bounds, what has changed is factored anew;
//                rows at their bounds that would leave them are freed
//
// A factor is of the poses that a sub-step has moved bodies to: it serves the passes that relax, and those that push in
// the next sub-step. Relaxing at the old poses would lose energy as a body turns. So an answer costs little; and a pass
// in which contacts have changed nothing costs a comparison. Rows at a bound are not in the matrix.
//
// The unknowns are changes of velocities, so what is carried from sub-step to sub-step stays and what does not move
// needs no case of its own. A row that is held has a bias of a part of its value in the pass with bias, and none in the
// one without; springs and motors pull in both.
//
// Forces of joints turn with the bodies: at large tension that is stiff, and would be explicit. So the inertia of a
// body for turning gets h^2 times what its joints pull at its arms (geometric stiffness), where that is more than its
// own inertia takes without harm.
//
// Source: Baraff 1996; softness Catto 2011; geometric stiffness Tournier et al. 2015.

#ifndef AXES
#include "solver2.h"
#include <math.h>
#include <string.h>

#include "../../math/dim2.h"
#endif

enum
{
    DEGREES = DIMI(FREEDOMS),
    TURNINGS = DEGREES - AXES,
    ROW_NUMBERS = DIMI(TREE_ROW_NUMBERS),
    ENDS = 2 * DEGREES,  // numbers of both Jacobians of a row
    ROUNDS = 3,          // of rows at their bounds
    LOOP_ROWS = 24       // that are solved with their tree; a group with more is a net
};

// The tree of a group, and scratch beside it.
typedef struct group_solver
{
    World* w;
    JointGroup* g;
    JointTree tree;
    JointRow *rows, *loop_rows;  // of node i from its `row` on; of its loops, one after the other
    const JointLoop** loop_of;
    float* speed;      // of the nodes, as a pass begins
    float* left;       // the same, as the last pass has left them
    float* pull;       // of its joints at a node, outwards
    float* loop_ends;  // Jacobians of loop rows
    float* dense;      // what loop rows answer to each other,
    float* inverse;    // the Cholesky factor of that,
    float* wanted;     // and their impulses
    bool push;
} group_solver;

// Floats of scratch that a group needs.
static int64_t numbers_of_group(const JointGroup* g)
{
    int64_t loop_rows = g->loop_rows;
    return (int64_t)g->count * (2 * DEGREES * DEGREES + 4 * DEGREES + 1) + (int64_t)g->tree_rows * ROW_NUMBERS +
           loop_rows * (2 * loop_rows + 1 + ENDS);
}

static group_solver open_group(World* w, JointGroup* g)
{
    group_solver s = {.w = w, .g = g, .rows = w->joints.rows.data + g->first_row};
    int64_t loop_rows = g->loop_rows;
    s.loop_rows = s.rows + g->tree_rows;
    s.loop_of = w->joints.loop_of.data + g->first_row;
    s.tree.bodies = w->joints.tree.data + g->first;
    s.tree.count = g->count;
    s.tree.lanes = 1;
    s.tree.mass = w->joints.numbers.data + g->numbers;
    s.tree.factor = s.tree.mass + g->count * DEGREES * DEGREES;
    s.tree.momentum = s.tree.factor + g->count * DEGREES * DEGREES;
    s.tree.velocity = s.tree.momentum + g->count * DEGREES;
    s.speed = s.tree.velocity + g->count * DEGREES;
    s.left = s.speed + g->count * DEGREES;
    s.pull = s.left + g->count * DEGREES;
    s.tree.rows = s.pull + g->count;
    s.loop_ends = s.tree.rows + (int64_t)g->tree_rows * ROW_NUMBERS;
    s.dense = s.loop_ends + loop_rows * ENDS;
    s.inverse = s.dense + loop_rows * loop_rows;
    s.wanted = s.inverse + loop_rows * loop_rows;
    return s;
}

static float* numbers_of_row(const group_solver* s, const JointRow* row)
{
    return s->tree.rows + (int64_t)row->place * ROW_NUMBERS;
}

static float* ends_of_loop(const group_solver* s, int32_t row)
{
    int32_t coupling = s->loop_of[row]->coupling;
    return coupling >= 0 ? s->w->joints.couplings.data[coupling].ends : s->loop_ends + (int64_t)row * ENDS;
}

// The rate of a row by the velocities of two nodes, which may be none.
static float rate_between(const float* ends, const float* velocities, int32_t node, int32_t other)
{
    static const float NONE[DEGREES] = {0.0f};
    const float* v = node >= 0 ? velocities + node * DEGREES : NONE;
    const float* u = other >= 0 ? velocities + other * DEGREES : NONE;
    float rate = 0.0f, of_other = 0.0f;
    for (int32_t k = 0; k < DEGREES; ++k)
    {
        rate += ends[k] * v[k];
        of_other += ends[DEGREES + k] * u[k];
    }
    return rate + of_other;
}

// Adds an impulse of a row to the momenta of two nodes.
static void add_impulse(const group_solver* s, const float* ends, float impulse, int32_t node, int32_t other)
{
    for (int32_t k = 0; k < DEGREES && node >= 0; ++k)
    {
        s->tree.momentum[node * DEGREES + k] += ends[k] * impulse;
    }
    for (int32_t k = 0; k < DEGREES && other >= 0; ++k)
    {
        s->tree.momentum[other * DEGREES + k] += ends[DEGREES + k] * impulse;
    }
}

// The same of a row that closes a loop, or of a coupling.
static float rate_of_loop(const group_solver* s, int32_t row, const float* velocities)
{
    const JointLoop* l = s->loop_of[row];
    const float* ends = ends_of_loop(s, row);
    float rate = rate_between(ends, velocities, l->node_a, l->node_b);
    return l->coupling < 0 ? rate : rate + rate_between(ends + ENDS, velocities, l->node_c, l->node_d);
}

static void add_loop_impulse(const group_solver* s, int32_t row, float impulse)
{
    const JointLoop* l = s->loop_of[row];
    const float* ends = ends_of_loop(s, row);
    add_impulse(s, ends, impulse, l->node_a, l->node_b);
    if (l->coupling >= 0)
    {
        add_impulse(s, ends + ENDS, impulse, l->node_c, l->node_d);
    }
}

// The sum of a row's rate, with the velocities that a pass began with, and of its bias.
static float residual_of(const group_solver* s, const JointRow* row, float rate)
{
    return rate + row->drift + (s->push ? row->push : row->relax) + row->softness * row->total;
}

// New poses

static void find_pose(const World* w, JointNode* n)
{
    const Body* b = &w->bodies.data[n->body];
    const SolverBody* m = &w->solver.bodies.data[n->mover];
    n->q = FNI(rot_turned)(b->pose.q, FNI(solver_turned)(m));
    n->center = FN(vec_add)(b->center, FNI(solver_moved)(m));
}

static void write_mass(const group_solver* s, int32_t node)
{
    const World* w = s->w;
    const JointNode* n = &w->joints.nodes.data[s->g->first + node];
    const Body* b = &w->bodies.data[n->body];
    float* mass = s->tree.mass + (int64_t)node * DEGREES * DEGREES;
    memset(mass, 0, (size_t)DEGREES * DEGREES * sizeof *mass);
    const bool turned = FNI(solver_has_turned)(&w->solver.bodies.data[n->mover]);
    const Inertia inertia = FNI(inertia_turned)(b->inertia, turned ? n->q : b->pose.q);
    float stiff = w->solver.row_step.h * s->pull[node] - 0.5f * FNI(inertia_mean)(inertia);
    bool turns = FNI(inertia_some)(b->inverse_inertia);
    for (int32_t k = 0; k < AXES; ++k)
    {
        mass[k * DEGREES + k] = b->locks >> k & 1u ? -INFINITY : b->mass;
    }
    for (int32_t k = 0; k < TURNINGS; ++k)
    {
        Spin unit = FNI(spin_none)();
        FNI(spin_numbers)(&unit)[k] = 1.0f;
        Spin column = FNI(inertia_apply)(inertia, unit);
        for (int32_t i = 0; i < TURNINGS; ++i)
        {
            mass[(AXES + i) * DEGREES + AXES + k] = FNI(spin_numbers)(&column)[i];
        }
        float* own = &mass[(AXES + k) * DEGREES + AXES + k];
        *own = turns && !(b->locks >> (AXES + k) & 1u) ? *own + (stiff > 0.0f ? stiff : 0.0f) : -INFINITY;
    }
    s->tree.bodies[node].stale = true;
}

// Carries the impulses of a row in this sub-step over to the row at new poses. A spring pulls on as it did.
static void carry_row(const JointRow* before, JointRow* row)
{
    row->total = before->total;
    row->relax = row->driven ? before->push : row->relax;
    row->pinned = row->driven ? before->pinned : row->speculative && !(row->total < 0.0f || row->total > 0.0f);
}

// In a new step rows have no impulses, and what is not reached yet is left out.
static void begin_rows(const JointRow* before, JointRow* rows, int32_t count, bool first)
{
    for (int32_t k = 0; k < count; ++k)
    {
        rows[k].given = rows[k].total = 0.0f;
        rows[k].pinned = rows[k].speculative;
        if (!first)
        {
            carry_row(&before[k], &rows[k]);
        }
    }
}

static int32_t make_rows(const group_solver* s, Joint* j, int32_t node_a, int32_t node_b, bool first, JointRow* rows)
{
    JointRow before[DIMI(JOINT_ROWS)];
    memcpy(before, rows, (size_t)FNI(joint_row_count)(&j->def) * sizeof *before);
    int32_t count = FNI(joint_rows)(s->w, j, first, rows);
    Vec impulse = FN(vec_scale)(j->force, s->w->solver.row_step.h);
    begin_rows(before, rows, count, first);
    if (node_a >= 0)
    {
        s->pull[node_a] -= FN(vec_dot)(impulse, j->arm_a);
    }
    if (node_b >= 0)
    {
        s->pull[node_b] += FN(vec_dot)(impulse, j->arm_b);
    }
    return count;
}

static int32_t make_coupling_rows(const group_solver* s, const JointLoop* l, bool first, JointRow* rows)
{
    Coupling* c = &s->w->joints.couplings.data[l->coupling];
    const int32_t nodes[4] = {l->node_a, l->node_b, l->node_c, l->node_d};
    JointRow before[2];
    memcpy(before, rows, (size_t)FNI(axis_row_count)(&c->def.axis) * sizeof *before);
    int32_t count = FNI(coupling_rows)(s->w, c, rows);
    begin_rows(before, rows, count, first);
    for (int32_t i = 0; i < 4; ++i)
    {
        if (nodes[i] >= 0)
        {
            s->pull[nodes[i]] += FNI(coupling_pull)(s->w, c, i / 2, i % 2 == 0);
        }
    }
    return count;
}

// Writes the numbers of a node's rows: first those that are in the matrix.
static void place_rows(const group_solver* s, int32_t node)
{
    TreeBody* b = &s->tree.bodies[node];
    const JointNode* n = &s->w->joints.nodes.data[s->g->first + node];
    const bool child_is_a = n->joint >= 0 && s->w->joints.all.data[n->joint].body_a == n->body;
    JointRow* rows = s->rows + b->row;
    b->rows = 0;
    for (int32_t pinned = 0, at = 0; pinned < 2; ++pinned)
    {
        for (int32_t k = 0; k < n->rows; ++k)
        {
            if (rows[k].pinned == (pinned > 0))
            {
                rows[k].place = b->row + at++;
                b->rows += pinned == 0 ? 1 : 0;
                float* out = numbers_of_row(s, &rows[k]);
                FNI(joint_jacobian)(&rows[k], child_is_a, out + DIMI(TREE_ROW_CHILD));
                FNI(joint_jacobian)(&rows[k], !child_is_a, out + DIMI(TREE_ROW_PARENT));
                out[DIMI(TREE_ROW_SOFTNESS)] = rows[k].softness;
            }
        }
    }
}

static void find_rows(group_solver* s, bool first)
{
    World* w = s->w;
    int32_t at = 0;
    memset(s->pull, 0, (size_t)s->g->count * sizeof *s->pull);
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        TreeBody* b = &s->tree.bodies[i];
        JointNode* n = &w->joints.nodes.data[s->g->first + i];
        b->row = at;
        n->rows = 0;
        if (n->joint >= 0)
        {
            Joint* j = &w->joints.all.data[n->joint];
            bool is_a = j->body_a == n->body;
            n->rows = make_rows(s, j, is_a ? i : b->parent, is_a ? b->parent : i, first, s->rows + at);
        }
        at += n->rows;
    }
    for (int32_t i = 0, next = 0; i < s->g->loops; ++i)
    {
        const JointLoop* l = &w->joints.loops.data[s->g->first_loop + i];
        JointRow* rows = s->loop_rows + next;
        int32_t count = l->coupling >= 0
                            ? make_coupling_rows(s, l, first, rows)
                            : make_rows(s, &w->joints.all.data[l->joint], l->node_a, l->node_b, first, rows);
        for (int32_t k = 0; k < count; ++k, ++next)
        {
            rows[k].place = next;
            s->loop_of[next] = l;
            if (l->coupling < 0)
            {
                FNI(joint_jacobian)(&rows[k], true, ends_of_loop(s, next));
                FNI(joint_jacobian)(&rows[k], false, ends_of_loop(s, next) + DEGREES);
            }
        }
    }
}

// The answers of loop rows to each other, through the tree.
static void find_loop_answers(const group_solver* s)
{
    int32_t n = s->g->loop_rows;
    size_t bytes = (size_t)s->g->count * DEGREES * sizeof(float);
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        for (int32_t k = 0; k < s->tree.bodies[i].rows; ++k)
        {
            s->tree.rows[(int64_t)(s->tree.bodies[i].row + k) * ROW_NUMBERS + DIMI(TREE_ROW_BIAS)] = 0.0f;
        }
    }
    for (int32_t q = 0; q < n; ++q)
    {
        memset(s->tree.momentum, 0, bytes);
        add_loop_impulse(s, q, 1.0f);
        FNI(tree_passes_scalar).answer(&s->tree);
        for (int32_t i = q; i < n; ++i)
        {
            float answer = rate_of_loop(s, i, s->tree.velocity);
            s->dense[i * n + q] = i == q ? answer + s->loop_rows[q].softness : answer;
        }
    }
}

// The Cholesky factor of what loops answer, its diagonal inverted. Rows at a bound have no answer.
static void factor_loops(const group_solver* s)
{
    int32_t n = s->g->loop_rows;
    for (int32_t i = 0; i < n; ++i)
    {
        for (int32_t k = 0; k <= i; ++k)
        {
            bool part = !s->loop_rows[i].pinned && !s->loop_rows[k].pinned;
            float sum = part ? s->dense[i * n + k] : i == k ? 1.0f : 0.0f;
            for (int32_t m = 0; m < k; ++m)
            {
                sum -= s->inverse[i * n + m] * s->inverse[k * n + m];
            }
            s->inverse[i * n + k] = i > k ? sum * s->inverse[k * n + k] : sum > 0.0f ? 1.0f / sqrtf(sum) : 0.0f;
        }
    }
}

static void factor_group(const group_solver* s)
{
    FNI(tree_passes_scalar).factor(&s->tree);
    if (s->g->loop_rows > 0)
    {
        find_loop_answers(s);
        factor_loops(s);
    }
}

static void follow_group(World* w, JointGroup* g, bool first)
{
    group_solver s = open_group(w, g);
    find_rows(&s, first);
    for (int32_t i = 0; i < g->count; ++i)
    {
        write_mass(&s, i);
        place_rows(&s, i);
    }
    factor_group(&s);
    g->solved = 0;
}

// Passes

static void read_speeds(const group_solver* s, float* out)
{
    for (int32_t i = 0; i < s->g->count; ++i, out += DEGREES)
    {
        const SolverBody* m = &s->w->solver.bodies.data[s->w->joints.nodes.data[s->g->first + i].mover];
        const Vec velocity = FNI(solver_velocity)(m);
        Spin spin = FNI(solver_spin)(m);
        for (int32_t k = 0; k < AXES; ++k)
        {
            out[k] = AT(velocity, k);
        }
        for (int32_t k = 0; k < TURNINGS; ++k)
        {
            out[AXES + k] = FNI(spin_numbers)(&spin)[k];
        }
    }
}

static void bend_rows(const group_solver* s)
{
    const World* w = s->w;
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        const JointNode* n = &w->joints.nodes.data[s->g->first + i];
        if (n->joint >= 0)
        {
            FNI(joint_bend)(w, &w->joints.all.data[n->joint], s->rows + s->tree.bodies[i].row, n->rows);
        }
    }
    for (int32_t i = 0; i < s->g->loop_rows; ++i)
    {
        const JointLoop* l = s->loop_of[i];
        if (l->coupling >= 0)
        {
            FNI(coupling_bend)(w, &w->joints.couplings.data[l->coupling], &s->loop_rows[i], 1);
        }
        else
        {
            FNI(joint_bend)(w, &w->joints.all.data[l->joint], &s->loop_rows[i], 1);
        }
    }
}

// Fills in what the tree is asked: biases, and impulses of rows at their bounds.
static void ask_tree(const group_solver* s)
{
    memset(s->tree.momentum, 0, (size_t)s->g->count * DEGREES * sizeof *s->tree.momentum);
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        const TreeBody* b = &s->tree.bodies[i];
        int32_t count = s->w->joints.nodes.data[s->g->first + i].rows;
        for (int32_t k = 0; k < count; ++k)
        {
            const JointRow* row = s->rows + b->row + k;
            float* numbers = numbers_of_row(s, row);
            if (!row->pinned)
            {
                numbers[DIMI(TREE_ROW_BIAS)] = residual_of(s, row, rate_between(numbers, s->speed, i, b->parent));
            }
            else if (row->given < 0.0f || row->given > 0.0f)
            {
                add_impulse(s, numbers, row->given, i, b->parent);
            }
        }
    }
    for (int32_t i = 0; i < s->g->loop_rows; ++i)
    {
        const JointRow* row = &s->loop_rows[i];
        if (row->pinned && (row->given < 0.0f || row->given > 0.0f))
        {
            add_loop_impulse(s, i, row->given);
        }
    }
}

// Solves the rows that close loops, from the tree's answer without them, and the tree with their impulses.
static void solve_loops(const group_solver* s)
{
    int32_t n = s->g->loop_rows;
    for (int32_t i = 0; i < n; ++i)
    {
        const JointRow* row = &s->loop_rows[i];
        float sum = -residual_of(s, row, rate_of_loop(s, i, s->speed)) - rate_of_loop(s, i, s->tree.velocity);
        s->wanted[i] = row->pinned ? 0.0f : sum;
        for (int32_t k = 0; k < i; ++k)
        {
            s->wanted[i] -= s->inverse[i * n + k] * s->wanted[k];
        }
        s->wanted[i] *= s->inverse[i * n + i];
    }
    for (int32_t i = n - 1; i >= 0; --i)
    {
        for (int32_t k = i + 1; k < n; ++k)
        {
            s->wanted[i] -= s->inverse[k * n + i] * s->wanted[k];
        }
        s->wanted[i] *= s->inverse[i * n + i];
        add_loop_impulse(s, i, s->wanted[i]);
    }
    FNI(tree_passes_scalar).answer(&s->tree);
}

// Pins a row that is beyond its bounds, and frees one that would leave its bound; in the last round none is freed. Its
// rates are by the velocities before this pass, and by what changes them.
// Returns whether it has changed.
static bool settle_row(const group_solver* s, JointRow* row, float change, float rate, float more, bool last)
{
    float total = row->total + change;
    if (row->pinned)
    {
        bool least = total - row->least <= row->most - total;
        float passes = last ? 0.0f : residual_of(s, row, rate) + row->softness * row->given + more;
        row->pinned = least ? passes >= 0.0f : passes <= 0.0f;
        row->given = row->pinned ? row->given : 0.0f;
        return !row->pinned;
    }
    float within = total < row->least ? row->least : total;
    within = within > row->most ? row->most : within;
    row->pinned = within < total || within > total;
    row->given = row->pinned ? within - row->total : 0.0f;
    return row->pinned;
}

static float change_of_row(const group_solver* s, const JointRow* row)
{
    return row->pinned ? row->given : numbers_of_row(s, row)[DIMI(TREE_ROW_IMPULSE)];
}

static float change_of_loop(const group_solver* s, const JointRow* row)
{
    return row->pinned ? row->given : s->wanted[row->place];
}

// Settles all rows, and factors what has changed. Returns whether anything has.
static bool settle_rows(const group_solver* s, bool last)
{
    bool any = false;
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        TreeBody* b = &s->tree.bodies[i];
        int32_t count = s->w->joints.nodes.data[s->g->first + i].rows;
        bool changed = false;
        for (int32_t k = 0; k < count; ++k)
        {
            JointRow* row = s->rows + b->row + k;
            const float* ends = numbers_of_row(s, row);
            changed |=
                row->bounded && settle_row(s, row, change_of_row(s, row), rate_between(ends, s->speed, i, b->parent),
                                           rate_between(ends, s->tree.velocity, i, b->parent), last);
        }
        if (changed)
        {
            place_rows(s, i);
            b->stale = any = true;
        }
    }
    for (int32_t i = 0; i < s->g->loop_rows; ++i)
    {
        JointRow* row = &s->loop_rows[i];
        any |= row->bounded && settle_row(s, row, change_of_loop(s, row), rate_of_loop(s, i, s->speed),
                                          rate_of_loop(s, i, s->tree.velocity), last);
    }
    if (any)
    {
        factor_group(s);
    }
    return any;
}

// Keeps the impulses of rows, and after a pass without bias the force of their joint.
static void keep_row(JointRow* row, float change)
{
    float total = row->total + change;
    total = total < row->least ? row->least : total;
    row->total = total > row->most ? row->most : total;
    row->given = 0.0f;
}

static void tell_joint(const group_solver* s, Joint* j, const JointRow* rows, int32_t count)
{
    if (s->push)
    {
        return;
    }
    j->force = FNI(vec_none)();
    j->torque = FNI(spin_none)();
    for (int32_t k = 0; k < count; ++k)
    {
        float force = rows[k].total * s->w->solver.row_step.rate;
        Spin turn = FNI(vec_bits)(rows[k].along) ? FNI(spin_none)() : rows[k].turn_b;
        j->force = FNI(vec_add_scaled)(j->force, rows[k].along, force);
        j->torque = FNI(spin_add)(j->torque, FNI(spin_scale)(turn, force));
    }
    FNI(joint_keep_most)(j);
}

static void tell_coupling(const group_solver* s, Coupling* c, const JointRow* rows, int32_t count)
{
    float sum = 0.0f;
    for (int32_t k = 0; k < count; ++k)
    {
        sum += rows[k].total;
    }
    sum *= s->w->solver.row_step.rate;
    c->force = s->push ? c->force : impi_number_fault_large(sum) ? 0.0f : sum;
}

// Whether a group has an answer: numbers that leave their range would spoil what it touches.
static bool is_sound(const group_solver* s)
{
    bool sound = true;
    for (int32_t i = 0; i < s->g->count * DEGREES; ++i)
    {
        sound &= !impi_number_fault_large(s->tree.velocity[i]);
    }
    return sound;
}

static void move_nodes(const group_solver* s)
{
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        int32_t mover = s->w->joints.nodes.data[s->g->first + i].mover;
        Vec velocity = FNI(vec_none)();
        Spin spin = FNI(spin_none)();
        for (int32_t k = 0; k < AXES; ++k)
        {
            SET_AT(velocity, k, s->tree.velocity[i * DEGREES + k]);
        }
        for (int32_t k = 0; k < TURNINGS; ++k)
        {
            FNI(spin_numbers)(&spin)[k] = s->tree.velocity[i * DEGREES + AXES + k];
        }
        FNI(body_force_kick)(&s->w->solver.forces.data[mover], &s->w->solver.bodies.data[mover], velocity, spin);
    }
}

static void finish_group(const group_solver* s)
{
    World* w = s->w;
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        const JointNode* n = &w->joints.nodes.data[s->g->first + i];
        JointRow* rows = s->rows + s->tree.bodies[i].row;
        for (int32_t k = 0; k < n->rows; ++k)
        {
            keep_row(&rows[k], change_of_row(s, &rows[k]));
        }
        if (n->joint >= 0)
        {
            tell_joint(s, &w->joints.all.data[n->joint], rows, n->rows);
        }
    }
    for (int32_t i = 0, next; i < s->g->loop_rows; i = next)
    {
        for (next = i; next < s->g->loop_rows && s->loop_of[next] == s->loop_of[i]; ++next)
        {
            keep_row(&s->loop_rows[next], change_of_loop(s, &s->loop_rows[next]));
        }
        const JointLoop* l = s->loop_of[i];
        if (l->coupling >= 0)
        {
            tell_coupling(s, &w->joints.couplings.data[l->coupling], s->loop_rows + i, next - i);
        }
        else
        {
            tell_joint(s, &w->joints.all.data[l->joint], s->loop_rows + i, next - i);
        }
    }
}

// A sub-step begins without impulses, but for those at their caps; limits that have been passed are in the matrix.
// Returns whether that has changed.
static bool begin_row(JointRow* row)
{
    bool freed = row->pinned && !row->driven && !row->speculative;
    row->pinned = row->pinned && !freed;
    row->given = row->pinned ? row->total : 0.0f;
    row->total = 0.0f;
    return freed;
}

static void begin_pushing(const group_solver* s)
{
    bool any = false;
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        int32_t count = s->w->joints.nodes.data[s->g->first + i].rows;
        bool freed = false;
        for (int32_t k = 0; k < count; ++k)
        {
            freed |= begin_row(&s->rows[s->tree.bodies[i].row + k]);
        }
        if (freed)
        {
            place_rows(s, i);
            s->tree.bodies[i].stale = any = true;
        }
    }
    for (int32_t i = 0; i < s->g->loop_rows; ++i)
    {
        any |= begin_row(&s->loop_rows[i]);
    }
    if (any)
    {
        factor_group(s);
    }
}

static void solve_group(World* w, JointGroup* g, bool push)
{
    group_solver s = open_group(w, g);
    size_t bytes = (size_t)g->count * DEGREES * sizeof *s.speed;
    int32_t pass = push ? 1 : 2;
    s.push = push;
    read_speeds(&s, s.speed);
    if (push && g->solved == 2)
    {
        begin_pushing(&s);
    }
    if (g->solved == pass && memcmp(s.speed, s.left, bytes) == 0)
    {
        return;
    }
    if (push)
    {
        bend_rows(&s);
    }
    bool changed = true;
    for (int32_t round = 0; round <= ROUNDS && changed; ++round)
    {
        ask_tree(&s);
        FNI(tree_passes_scalar).answer(&s.tree);
        if (g->loop_rows > 0)
        {
            solve_loops(&s);
        }
        changed = round < ROUNDS && settle_rows(&s, round == ROUNDS - 1);
    }
    if (is_sound(&s))
    {
        move_nodes(&s);
        finish_group(&s);
    }
    read_speeds(&s, s.left);
    g->solved = pass;
}

// Counts the rows of a group; with too many loops it is a net.
static void count_rows(const World* w, JointGroup* g)
{
    int64_t loop_rows = 0;
    g->tree_rows = 0;
    for (int32_t i = 0; i < g->count; ++i)
    {
        int32_t joint = w->joints.nodes.data[g->first + i].joint;
        g->tree_rows += joint >= 0 ? FNI(joint_row_count)(&w->joints.all.data[joint].def) : 0;
    }
    for (int32_t i = 0; i < g->loops; ++i)
    {
        const JointLoop* l = &w->joints.loops.data[g->first_loop + i];
        loop_rows += l->coupling >= 0 ? FNI(axis_row_count)(&w->joints.couplings.data[l->coupling].def.axis)
                                      : FNI(joint_row_count)(&w->joints.all.data[l->joint].def);
    }
    g->net = loop_rows > LOOP_ROWS;
    g->loop_rows = g->net ? 0 : (int32_t)loop_rows;
}

imp_status FNI(joints_reserve)(World* w)
{
    int64_t numbers = 0, rows = 0;
    if (!w->joints.found)
    {
        return IMP_OK;
    }
    w->joints.trees = 0;
    for (int32_t i = 0; i < w->joints.groups.count; ++i)
    {
        JointGroup* g = &w->joints.groups.data[i];
        count_rows(w, g);
        g->numbers = numbers;
        g->first_row = (int32_t)rows;
        numbers += g->net ? 0 : numbers_of_group(g);
        rows += g->net ? 0 : g->tree_rows + g->loop_rows;
        w->joints.trees += !g->net && g->count > 1 ? 1 : 0;
    }
    // One row more than there are: groups whose joints hold nothing have a place, too.
    bool short_of = numbers > INT32_MAX || impi_array_reserve(&w->joints.numbers, &w->allocator, numbers) ||
                    impi_array_reserve(&w->joints.rows, &w->allocator, rows + 1) ||
                    impi_array_reserve(&w->joints.loop_of, &w->allocator, rows + 1);
    imp_status status = short_of ? impi_error(IMP_ERR_MEMORY, 0) : FNI(nets_reserve)(w);
    w->joints.node_of.count = status ? 0 : w->joints.node_of.count;  // groups are found anew
    return status;
}

static bool is_in_span(const JointGroup* g, int32_t first, int32_t count)
{
    return g->low >= first && g->low < first + count;
}

void FNI(joints_follow)(World* w, int32_t first, int32_t count, bool first_of_step)
{
    for (int32_t i = 0; i < w->joints.groups.count; ++i)
    {
        JointGroup* g = &w->joints.groups.data[i];
        bool posed = !g->net || first_of_step || w->joints.row_colours.bodies.count > 0;
        for (int32_t k = 0; k < g->count && posed && is_in_span(g, first, count); ++k)
        {
            find_pose(w, &w->joints.nodes.data[g->first + k]);
        }
        if (!g->net && is_in_span(g, first, count))
        {
            follow_group(w, g, first_of_step);
        }
    }
    FNI(nets_follow)(w, first_of_step);
}

static void solve_trees(World* w, int32_t first, int32_t count, bool push)
{
    for (int32_t i = 0; i < w->joints.groups.count; ++i)
    {
        if (!w->joints.groups.data[i].net && is_in_span(&w->joints.groups.data[i], first, count))
        {
            solve_group(w, &w->joints.groups.data[i], push);
        }
    }
}

void FNI(joints_begin)(World* w, int32_t first, int32_t count, bool first_of_step)
{
    if (first_of_step)
    {
        FNI(nets_warm)(w);
    }
    solve_trees(w, first, count, true);
}

void FNI(solve_joints)(World* w, int32_t first, int32_t count, bool push)
{
    FNI(nets_solve)(w, push);
    solve_trees(w, first, count, push);
}
