// SPDX-License-Identifier: MIT
//
// The passes over rows of space, one lane at a time. Order and formulas are those of rows2.inl.

#include "rows3.h"

#include <float.h>
#include <math.h>

const imp3i_body_sim imp3i_nobody = {.row = ~0};

// The lever about the normal n of an impulse along the directions u and v of a surface: n x u = v, and n x v = -u.
static imp3i_spin lever_of(const imp3i_rows* block, int32_t lane, float along_u, float along_v)
{
    return imp3_vec_sub(imp3_vec_scale(block->along[1][lane], along_u), imp3_vec_scale(block->along[0][lane], along_v));
}

imp3i_row_impulses imp3i_row_get(const imp3i_rows* block, int32_t lane)
{
    imp3i_row_impulses r = {.normal = {block->points[0].impulse[lane]}, .total = {block->points[0].total[lane]}};
    r.tangent = lever_of(block, lane, block->side_impulse[lane][0], block->side_impulse[lane][1]);
    r.side_total = lever_of(block, lane, block->side_total[lane][0], block->side_total[lane][1]);
    return r;
}

float imp3i_row_speed(const imp3i_rows* block, int32_t lane)
{
    return block->points[0].total[lane] > 0.0f && block->approach[lane] < 0.0f ? -block->approach[lane] : 0.0f;
}

// Setting

// Two directions across a normal. Source: Duff et al. 2017.
static void set_along(imp3i_rows* block, int32_t lane, imp3_vec n)
{
    float sign = n.z < 0.0f ? -1.0f : 1.0f, a = -1.0f / (sign + n.z), b = n.x * n.y * a;
    const imp3_vec u = {1.0f + sign * n.x * n.x * a, sign * b, -sign * n.x}, v = {b, sign + n.y * n.y * a, -n.y};
    block->along[0][lane] = u;
    block->along[1][lane] = v;
}

// Change of the point's velocity along one direction by a unit impulse along another, of rotation alone.
static float response(imp3i_inertia inverse, imp3_vec arm, imp3_vec along, imp3_vec other)
{
    return imp3_vec_dot(imp3i_spin_lever(arm, other), imp3i_inertia_apply(inverse, imp3i_spin_lever(arm, along)));
}

static float response_of_both(const imp3i_rows* block, int32_t lane, imp3_vec along, imp3_vec other)
{
    return response(block->inertia_a[lane], block->arm_a[lane], along, other) +
           response(block->inertia_b[lane], block->arm_b[lane], along, other);
}

static void set_masses(imp3i_rows* block, int32_t lane, bool there)
{
    imp3_vec n = block->normal[lane], u = block->along[0][lane], v = block->along[1][lane];
    float masses = block->mass_a[lane] + block->mass_b[lane];
    float resists = masses + response_of_both(block, lane, n, n);
    float uu = masses + response_of_both(block, lane, u, u), vv = masses + response_of_both(block, lane, v, v);
    float uv = response_of_both(block, lane, u, v), determinant = uu * vv - uv * uv;
    bool moves = there && determinant > 0.0f;
    block->mass[lane] = there && resists > 0.0f ? 1.0f / resists : 0.0f;
    block->side_mass[0][lane] = moves ? vv / determinant : 0.0f;
    block->side_mass[1][lane] = moves ? uu / determinant : 0.0f;
    block->side_mass[2][lane] = moves ? -uv / determinant : 0.0f;
}

static void set_row(imp3i_rows* block, int32_t lane, const imp3i_body_sim* a, const imp3i_body_sim* b,
                    const imp3i_row_poses* made, const imp3i_cache* t)
{
    imp3_vec n = t->manifold.normal, point = t->manifold.points[0].point;
    imp3_vec middle_a = imp3_rot_apply(made->turn_a, a->middle);
    imp3_vec middle_b = imp3_vec_add(made->between, imp3_rot_apply(made->turn_b, b->middle));
    bool there = t->manifold.count > 0;
    block->normal[lane] = n;
    set_along(block, lane, n);
    block->mass_a[lane] = a->inverse_mass;
    block->mass_b[lane] = b->inverse_mass;
    block->inertia_a[lane] = a->inverse_inertia;
    block->inertia_b[lane] = b->inverse_inertia;
    block->arm_a[lane] = imp3_vec_sub(point, middle_a);
    block->arm_b[lane] = imp3_vec_sub(point, middle_b);
    block->core_a[lane] = imp3_vec_sub(block->arm_a[lane], imp3_vec_scale(n, t->radius_a));
    block->core_b[lane] = imp3_vec_add(block->arm_b[lane], imp3_vec_scale(n, t->radius_b));
    set_masses(block, lane, there);
    block->points[0].impulse[lane] = there ? t->impulses.normal[0] : 0.0f;
    imp3_vec side = imp3_vec_cross(t->impulses.tangent, n);
    for (int k = 0; k < 2; ++k)
    {
        block->side_impulse[lane][k] = there ? imp3_vec_dot(side, block->along[k][lane]) : 0.0f;
    }
    block->friction[lane] = t->surface.friction;
    block->restitution[lane] = t->surface.restitution;
    block->depth[lane] = there ? t->depth[0] : 0.0f;
    block->between[lane] = imp3_vec_sub(middle_b, middle_a);
    block->turn_a[lane] = made->turn_a;
    block->turn_b[lane] = made->turn_b;
    block->extent_a[lane] = a->extent;
    block->extent_b[lane] = b->extent;
}

static void set_rows(imp3i_rows* block, const imp3i_row_sources* sources)
{
    for (int32_t lane = 0; lane < IMPI_ROW_LANES; ++lane)
    {
        if (sources->set[lane] > 0.0f)
        {
            set_row(block, lane, (const imp3i_body_sim*)sources->a[lane], (const imp3i_body_sim*)sources->b[lane],
                    (const imp3i_row_poses*)sources->poses[lane], (const imp3i_cache*)sources->cache[lane]);
            uint32_t bit = 1u << lane;
            block->springy = (block->springy & ~bit) | (block->restitution[lane] > 0.0f ? bit : 0u);
        }
    }
}

// Following

// The speed of a rebound (rows2.inl): with v^2 / 2 + g y, a fall in sub-steps of h keeps - g h v / 2.
static float rebound_of(float approach, float depth, float pull, float restitution, float h)
{
    float met = approach * approach + pull * (2.0f * depth + approach * h), lost = -0.5f * pull * h;
    float climb = -2.0f * pull * (depth > 0.0f ? depth : 0.0f);
    float back = restitution * restitution * (met > 0.0f ? met : 0.0f) + climb + lost * lost;
    return approach < 0.0f && back > 0.0f ? lost + sqrtf(back) : 0.0f;
}

static void measure_approach(imp3i_rows* block, int32_t lane, const imp3i_body_sim* a, const imp3i_body_sim* b,
                             const impi_row_step* step)
{
    imp3_vec n = block->normal[lane];
    float turning = imp3i_spin_along(b->spin, block->arm_b[lane], n) - imp3i_spin_along(a->spin, block->arm_a[lane], n);
    float approach = imp3_vec_dot(imp3_vec_sub(b->velocity, a->velocity), n) + turning;
    float pull = imp3_vec_dot(imp3_vec_sub(b->pull, a->pull), n), restitution = block->restitution[lane];
    block->approach[lane] = approach;
    block->rebound[lane] =
        restitution > 0.0f ? rebound_of(approach, -block->points[0].gap[lane], pull, restitution, step->h) : 0.0f;
}

// Measures the gap. Returns whether the manifold holds: by the same operations as for contacts without a row
// (manifold_cache.inl).
static bool follow_row(imp3i_rows* block, int32_t lane, const imp3i_body_sim* a, const imp3i_body_sim* b,
                       const impi_row_step* step)
{
    imp3_vec n = block->normal[lane], before = block->between[lane];
    imp3_vec now_a = imp3_rot_apply(a->pose.q, a->middle), now_b = imp3_rot_apply(b->pose.q, b->middle);
    imp3_vec now = imp3_vec_sub(imp3_vec_add(imp3_vec_sub(b->pose.p, a->pose.p), now_b), now_a);
    imp3_vec moved = imp3_vec_sub(now, before);
    imp3i_spin turn_a = imp3i_turn_near(block->turn_a[lane], a->pose.q);
    imp3i_spin turn_b = imp3i_turn_near(block->turn_b[lane], b->pose.q);
    imp3_vec seen = imp3i_turn_seen(moved, turn_a, before);
    float lesser = block->extent_a[lane] < block->extent_b[lane] ? block->extent_a[lane] : block->extent_b[lane];
    float aside = imp3i_spin_length(imp3i_spin_lever(n, seen)), away = fabsf(imp3_vec_dot(seen, n));
    float path = aside + (block->parting[lane] > step->keep_part ? block->parting[lane] : step->keep_part) * away +
                 imp3i_spin_length(imp3i_spin_sub(turn_b, turn_a)) * lesser;
    float part = step->keep_part * lesser, most = step->keep < part ? step->keep : part;
    float size_a = imp3i_spin_length(turn_a), size_b = imp3i_spin_length(turn_b);
    float core_a = imp3_vec_dot(block->core_a[lane], n), core_b = imp3_vec_dot(block->core_b[lane], n);
    float bend = imp3i_turn_bend(turn_a, n) * core_a - imp3i_turn_bend(turn_b, n) * core_b;
    float turning = imp3i_spin_along(turn_b, block->arm_b[lane], n) - imp3i_spin_along(turn_a, block->arm_a[lane], n);
    block->points[0].gap[lane] = imp3_vec_dot(moved, n) + bend + turning - block->depth[lane];
    return path < most && (size_a > size_b ? size_a : size_b) < step->keep_turn;
}

static uint32_t follow_rows(imp3i_rows* block, const imp3i_body_sim* sims, const impi_row_step* step)
{
    uint32_t kept = 0;
    for (int32_t lane = 0; lane < IMPI_ROW_LANES; ++lane)
    {
        if (!(block->used >> lane & 1u))
        {
            continue;
        }
        const imp3i_body_sim* a = block->body_a[lane] < 0 ? &imp3i_nobody : &sims[block->body_a[lane]];
        const imp3i_body_sim* b = block->body_b[lane] < 0 ? &imp3i_nobody : &sims[block->body_b[lane]];
        kept |= (uint32_t)follow_row(block, lane, a, b, step) << lane;
        if (block->springy || step->watched)
        {
            measure_approach(block, lane, a, b, step);
        }
    }
    return block->used & ~kept;
}

static uint32_t pushed_rows(const imp3i_rows* block, const impi_row_step* step, bool* laden)
{
    uint32_t pushed = 0;
    *laden = false;
    for (int32_t lane = 0; lane < IMPI_ROW_LANES; ++lane)
    {
        if (block->used >> lane & 1u)
        {
            float load = block->points[0].total[lane];
            float to_a = load * block->mass_a[lane], to_b = load * block->mass_b[lane];
            float lesser = to_a < to_b ? to_a : to_b, greater = to_a < to_b ? to_b : to_a;
            *laden |= step->borne < lesser && step->uneven * lesser < greater;
            pushed |= (uint32_t)(load > 0.0f || block->points[0].gap[lane] <= 0.0f) << lane;
        }
    }
    return pushed;
}

// Passes

// A row and its bodies. A body that rows do not move is only read.
typedef struct row
{
    imp3i_rows* block;
    int32_t lane;
    imp3i_solver_body *a, *b;
    bool moves_a, moves_b;
} row;

// Returns false for a lane without a row.
static bool fetch_row(row* r, imp3i_rows* blocks, int32_t i, imp3i_solver_body* motions)
{
    r->block = blocks + i / IMPI_ROW_LANES;
    r->lane = i % IMPI_ROW_LANES;
    int32_t a = r->block->a[r->lane], b = r->block->b[r->lane];
    r->a = motions + (a < 0 ? ~a : a);
    r->b = motions + (b < 0 ? ~b : b);
    r->moves_a = a >= 0;
    r->moves_b = b >= 0;
    return r->block->used >> r->lane & 1u;
}

static void push_one(imp3i_solver_body* m, float mass, imp3i_inertia inertia, imp3_vec arm, imp3_vec impulse)
{
    m->velocity = imp3_vec_add(m->velocity, imp3_vec_scale(impulse, mass));
    m->spin = imp3i_spin_add(m->spin, imp3i_inertia_apply(inertia, imp3i_spin_lever(arm, impulse)));
}

static void push_row(const row* r, imp3_vec impulse)
{
    const imp3i_rows* block = r->block;
    int32_t i = r->lane;
    if (r->moves_a)
    {
        push_one(r->a, block->mass_a[i], block->inertia_a[i], block->arm_a[i], imp3_vec_negate(impulse));
    }
    if (r->moves_b)
    {
        push_one(r->b, block->mass_b[i], block->inertia_b[i], block->arm_b[i], impulse);
    }
}

static imp3_vec along_surface(const row* r, float first, float second)
{
    return imp3_vec_add(imp3_vec_scale(r->block->along[0][r->lane], first),
                        imp3_vec_scale(r->block->along[1][r->lane], second));
}

static imp3_vec velocity_between(const row* r)
{
    imp3_vec a = imp3_vec_add(r->a->velocity, imp3i_spin_velocity(r->a->spin, r->block->arm_a[r->lane]));
    imp3_vec b = imp3_vec_add(r->b->velocity, imp3i_spin_velocity(r->b->spin, r->block->arm_b[r->lane]));
    return imp3_vec_sub(b, a);
}

static float normal_velocity(const row* r)
{
    return imp3_vec_dot(velocity_between(r), r->block->normal[r->lane]);
}

// A point that is about to bounce is not pushed out, too: its gap counts as 0.
static bool is_bouncing(const row* r, const impi_row_step* step)
{
    const imp3i_rows* block = r->block;
    return block->restitution[r->lane] > 0.0f && block->approach[r->lane] < -step->bounce_speed &&
           block->points[0].gap[r->lane] < 0.0f;
}

static imp3_vec came_by_turning(imp3_rot turned, imp3_vec core)
{
    return imp3_vec_sub(imp3_rot_apply(turned, core), core);
}

// The gap of a sub-step. Rotation does not move a round surface.
static float gap_of_row(const row* r, const impi_row_step* step)
{
    const imp3i_rows* block = r->block;
    float gap = is_bouncing(r, step) ? 0.0f : block->points[0].gap[r->lane];
    imp3_vec of_a = imp3_vec_add(r->a->moved, came_by_turning(r->a->turned, block->core_a[r->lane]));
    imp3_vec of_b = imp3_vec_add(r->b->moved, came_by_turning(r->b->turned, block->core_b[r->lane]));
    return gap + imp3_vec_dot(imp3_vec_sub(of_b, of_a), block->normal[r->lane]);
}

// Changes the normal impulse, which stays 0 or more.
static void add_normal(const row* r, float wanted)
{
    float* impulse = &r->block->points[0].impulse[r->lane];
    float sum = *impulse + wanted > 0.0f ? *impulse + wanted : 0.0f, change = sum - *impulse;
    *impulse = sum;
    push_row(r, imp3_vec_scale(r->block->normal[r->lane], change));
}

// Applies the friction that stops the sliding, limited by the cone. Returns whether it was within the cone.
static bool rub(const row* r, float side[2], float most)
{
    const imp3i_rows* block = r->block;
    int32_t i = r->lane;
    imp3_vec sliding = velocity_between(r);
    float u = imp3_vec_dot(sliding, block->along[0][i]), v = imp3_vec_dot(sliding, block->along[1][i]);
    float first = side[0] - (block->side_mass[0][i] * u + block->side_mass[2][i] * v);
    float second = side[1] - (block->side_mass[2][i] * u + block->side_mass[1][i] * v);
    float length = sqrtf(first * first + second * second), part = length > most ? most / length : 1.0f;
    first *= part;
    second *= part;
    push_row(r, along_surface(r, first - side[0], second - side[1]));
    side[0] = first;
    side[1] = second;
    return length <= most;
}

// Limits friction to a cone that has become narrower.
static void narrow(const row* r, float side[2], float most)
{
    float length = sqrtf(side[0] * side[0] + side[1] * side[1]), part = length > most ? most / length : 1.0f;
    push_row(r, along_surface(r, side[0] * part - side[0], side[1] * part - side[1]));
    side[0] *= part;
    side[1] *= part;
}

static void warm_rows(imp3i_rows* blocks, int32_t count, imp3i_solver_body* motions, const impi_row_step* step)
{
    row r;
    for (int32_t i = 0; i < count; ++i)
    {
        if (fetch_row(&r, blocks, i, motions))
        {
            float *impulse = &r.block->points[0].impulse[r.lane], *first = &r.block->side_impulse[r.lane][0],
                  *second = &r.block->side_impulse[r.lane][1];
            *impulse *= step->longer;
            *first *= step->longer;
            *second *= step->longer;
            r.block->points[0].total[r.lane] = 0.0f;
            r.block->side_total[r.lane][0] = r.block->side_total[r.lane][1] = 0.0f;
            push_row(&r, imp3_vec_add(imp3_vec_scale(r.block->normal[r.lane], *impulse),
                                      along_surface(&r, *first, *second)));
        }
    }
}

// Normal impulses with springs: overlap is pushed apart, a gap may close and no more.
static void push_rows(imp3i_rows* blocks, int32_t count, imp3i_solver_body* motions, const impi_row_step* step)
{
    row r;
    for (int32_t i = 0; i < count; ++i)
    {
        if (fetch_row(&r, blocks, i, motions))
        {
            const impi_softness* soft = r.moves_a && r.moves_b ? &step->soft : &step->harder;
            float gap = gap_of_row(&r, step), mass = r.block->mass[r.lane];
            bool apart = gap > 0.0f;
            float gain = mass * (apart ? 1.0f : soft->part), fastest = gain * step->push_speed;
            float relief = apart ? 0.0f : -soft->relief * r.block->points[0].impulse[r.lane];
            float spring = relief - gain * (apart ? step->rate : soft->rate) * gap;
            add_normal(&r, (spring < fastest ? spring : fastest) - gain * normal_velocity(&r));
        }
    }
}

// Friction, then normal impulses without springs, then friction within the cone of the new normal impulses.
static void relax_rows(imp3i_rows* blocks, int32_t count, imp3i_solver_body* motions, const impi_row_step* step)
{
    row r;
    for (int32_t i = 0; i < count; ++i)
    {
        if (!fetch_row(&r, blocks, i, motions))
        {
            continue;
        }
        imp3i_rows* block = r.block;
        const float *load = &block->points[0].impulse[r.lane], friction = block->friction[r.lane];
        float side[2] = {block->side_impulse[r.lane][0], block->side_impulse[r.lane][1]};
        bool held = rub(&r, side, friction * *load);
        float gap = gap_of_row(&r, step), open = gap > 0.0f ? gap * step->rate : 0.0f;
        add_normal(&r, -block->mass[r.lane] * (normal_velocity(&r) + open));
        if (held)
        {
            narrow(&r, side, friction * *load);
        }
        else
        {
            (void)rub(&r, side, friction * *load);
        }
        for (int k = 0; k < 2; ++k)
        {
            block->side_impulse[r.lane][k] = side[k];
            block->side_total[r.lane][k] += side[k];
        }
        block->points[0].total[r.lane] += *load;
    }
}

// Restitution, and friction limited by the normal impulse of the whole step.
static void bounce_rows(imp3i_rows* blocks, int32_t count, imp3i_solver_body* motions, const impi_row_step* step)
{
    row r;
    for (int32_t i = 0; i < count; ++i)
    {
        float* total = &blocks[i / IMPI_ROW_LANES].points[0].total[i % IMPI_ROW_LANES];
        if (!fetch_row(&r, blocks, i, motions) || !(r.block->restitution[r.lane] > 0.0f) ||
            !(r.block->approach[r.lane] < -step->bounce_speed) || !(*total > 0.0f))
        {
            continue;
        }
        // The impulse of a bounce is no part of the next warm start.
        float wrong = normal_velocity(&r) - r.block->rebound[r.lane], sum = *total - r.block->mass[r.lane] * wrong;
        sum = sum > 0.0f ? sum : 0.0f;
        push_row(&r, imp3_vec_scale(r.block->normal[r.lane], sum - *total));
        *total = sum;
        float side[2] = {r.block->side_total[r.lane][0], r.block->side_total[r.lane][1]};
        (void)rub(&r, side, r.block->friction[r.lane] * sum);
        r.block->side_total[r.lane][0] = side[0];
        r.block->side_total[r.lane][1] = side[1];
    }
}

// The spin of a body's angular momentum at a rotation q.
static imp3i_spin spin_of_momentum(const imp3i_solver_body* m, imp3_rot q)
{
    imp3i_drot d = imp3i_drot_of(q);
    imp3i_dvec own = imp3i_drot_apply_inverse(d, imp3i_dvec_of(m->momentum.momentum));
    return imp3i_spin_of(imp3i_drot_apply(d, imp3i_dinertia_apply(imp3i_dinertia_of(m->inverse), own)));
}

// Moves bodies for a sub-step of h; rotation keeps the angular momentum. The spin changes by the difference of two
// spins of that momentum: inertia times its inverse is not quite 1, so the spin itself would drift.
static void move_motions(imp3i_solver_body* motions, int32_t count, float h)
{
    for (int32_t i = 0; i < count; ++i)
    {
        imp3i_solver_body* m = &motions[i];
        imp3_rot before = m->q;
        m->moved = imp3_vec_add(m->moved, imp3_vec_scale(m->velocity, h));
        imp3i_momentum_follow(&m->momentum, imp3i_inertia_turned(m->inertia, before), m->spin);
        imp3i_spin turning = imp3i_momentum_turn(&m->momentum, m->inverse, m->turn_locks, h, &m->q);
        if (imp3i_inertia_some(m->inverse) && m->turn_locks == 0)
        {
            imp3i_spin bent = imp3i_spin_sub(turning, spin_of_momentum(m, before));
            m->bent = imp3i_spin_add(m->bent, bent);
            m->spin = m->momentum.spin = imp3i_spin_add(m->spin, bent);
        }
        m->turned = imp3i_drot_since(imp3i_drot_of(m->was), imp3i_drot_of(m->q));
    }
}

static const imp3i_row_passes PASSES = {set_rows,   follow_rows, warm_rows,    push_rows,
                                        relax_rows, bounce_rows, move_motions, pushed_rows};

const imp3i_row_passes* imp3i_row_passes_at(int level)
{
    (void)level;
    return &PASSES;
}
