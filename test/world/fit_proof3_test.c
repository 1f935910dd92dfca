// SPDX-License-Identifier: MIT
//
// Proof of meshes with distance fields, by numbers: a peg goes into a hole with a gap of 0.05 mm, a box as a field is the
// box that it is, rings that hang in each other come to rest, and a chain of 30 holds a load.

#include "kit3.h"
#include "oracle/things3.h"

enum
{
    CONTACTS_MOST = 256,
    LINKS = 30
};

static imp3_world* world_of(imp3_vec gravity, float unit, int32_t sub_steps, bool no_sleep)
{
    imp3_world_def def = imp3_world_default();
    imp3_world* w;
    def.gravity = gravity;
    def.length_unit = unit;
    def.sub_steps = sub_steps;
    def.no_sleep = no_sleep;
    assert_int_equal(imp3_world_make(&def, &w), IMP_OK);
    return w;
}

static imp_body put(imp3_world* w, const imp3_compound* c, int32_t kind, imp3_pose pose, float density, float friction)
{
    imp3_body_def def = imp3_body_default();
    imp3_collider_def worn = imp3_collider_default();
    imp_body body;
    def.kind = kind;
    def.pose = pose;
    worn.density = density;
    worn.material.friction = friction;
    assert_int_equal(imp3_world_add_body(w, &def, &body), IMP_OK);
    assert_int_equal(imp3_world_add_compound(w, body, c, &worn, NULL), IMP_OK);
    return body;
}

static imp3_pose pose_of(imp3_vec p, imp3_vec axis, double angle)
{
    imp3_pose r = imp3_pose_identity();
    assert_int_equal(imp3_rot_make(axis, (float)angle, &r.q), IMP_OK);
    r.p = p;
    return r;
}

static double energy_of_motion(const imp3_body_state* s)
{
    const imp3_vec o = imp3_rot_apply_inverse(s->pose.q, s->angular_velocity);
    const imp3_inertia* i = &s->inertia;
    const imp3_vec l = vec(i->xx * o.x + i->xy * o.y + i->zx * o.z, i->xy * o.x + i->yy * o.y + i->yz * o.z,
                           i->zx * o.x + i->yz * o.y + i->zz * o.z);
    return 0.5 * (double)s->mass * (double)imp3_vec_dot(s->velocity, s->velocity) + 0.5 * (double)imp3_vec_dot(o, l);
}

// A peg in a hole

#define PEG_WIDE 0.005    // half of it [m]
#define PEG_LONG 0.0075   // half of it [m]
#define PEG_GAP 0.00005   // on each side [m]
#define HOLE_DEEP 0.010   // [m]
#define HOLE_BLOCK 0.008  // half of its width [m]
#define PEG_CELL 0.0001f  // [m]: half of it is as wide as the gap
#define PEG_TILT (0.5 / 360.0 * TEST_TURN)

enum
{
    PEG_AROUND = 64,
    PEG_RINGS = 4
};

/// From below up outside, and down again to the bottom of the hole, whose upper end is at height 0.
static test_outline hole_outline(const void* context, double angle, int32_t ring, int32_t rings)
{
    static const double heights[PEG_RINGS] = {-1.5 * HOLE_DEEP, 0.0, 0.0, -HOLE_DEEP};
    const double wide = ring < 2 ? HOLE_BLOCK : *(const double*)context;
    const test_outline r = {wide, heights[ring]};
    (void)angle;
    (void)rings;
    return r;
}

static test_outline peg_outline(const void* context, double angle, int32_t ring, int32_t rings)
{
    const test_outline r = {*(const double*)context, PEG_LONG * (2.0 * ring / (rings - 1) - 1.0)};
    (void)angle;
    return r;
}

/// A peg and its hole: round or square.
typedef struct peg_pair
{
    imp3_compound peg, hole;
} peg_pair;

static peg_pair round_pair(void)
{
    // Sides of polygons are as far apart as the gap says; they may turn against each other by less than that takes.
    const double inner = (PEG_WIDE + PEG_GAP) / cos(0.5 * TEST_TURN / PEG_AROUND), wide = PEG_WIDE;
    peg_pair r;
    r.hole = test_solid_mesh(test_solid_turned(hole_outline, &inner, PEG_AROUND, PEG_RINGS, false), PEG_CELL);
    r.peg = test_solid_mesh(test_solid_turned(peg_outline, &wide, PEG_AROUND, 2, false), PEG_CELL);
    return r;
}

/// By parts the hole is five boxes.
static peg_pair square_pair(bool fitted)
{
    const float in = (float)(PEG_WIDE + PEG_GAP), out = (float)HOLE_BLOCK, deep = (float)HOLE_DEEP;
    const double turned = sqrt(2.0);
    const double inner = (PEG_WIDE + PEG_GAP) * turned, wide = PEG_WIDE * turned;
    peg_pair r;
    if (fitted)
    {
        // With four sides, the corners on the axes.
        r.hole = test_solid_mesh(test_solid_turned(hole_outline, &inner, 4, PEG_RINGS, false), PEG_CELL);
        r.peg = test_solid_mesh(test_solid_turned(peg_outline, &wide, 4, 2, false), PEG_CELL);
        return r;
    }
    const imp3_box boxes[5] = {{{-out, -out, -deep}, {-in, out, 0.0f}},
                               {{in, -out, -deep}, {out, out, 0.0f}},
                               {{-in, -out, -deep}, {in, -in, 0.0f}},
                               {{-in, in, -deep}, {in, out, 0.0f}},
                               {{-out, -out, -1.5f * deep}, {out, out, -deep}}};
    const float half = (float)PEG_WIDE, tall = (float)PEG_LONG;
    const imp3_box whole = {{-half, -half, -tall}, {half, half, tall}};
    imp3_shape parts[5];
    for (int k = 0; k < 5; ++k)
    {
        assert_int_equal(imp3_box_make(boxes[k], &parts[k]), IMP_OK);
    }
    assert_int_equal(imp3_compound_make(parts, 5, NULL, &r.hole), IMP_OK);
    assert_int_equal(imp3_box_make(whole, &parts[0]), IMP_OK);
    assert_int_equal(imp3_compound_make(parts, 1, NULL, &r.peg), IMP_OK);
    return r;
}

/// How deep the two are in each other, as a world is told, at its poses of now.
static double overlap_of(const peg_pair* pair, const imp3_pose* at)
{
    const imp3_pose here = imp3_pose_identity();
    imp3_compound_contacts found = {0};
    assert_int_equal(imp3_compound_collide(&pair->hole, &here, &pair->peg, at, 0.0f, &found), IMP_OK);
    return (double)found.depth;
}

/// Pushes a peg, which is 2 mm in the hole and tilted, by a force on the middle of its end: at 2 cm/s, by up to five
/// times its weight.
static void push_peg(const peg_pair* pair, double turn, float friction, double most_deep)
{
    enum
    {
        STEPS = 60
    };
    imp3_world* w = world_of(vec(0.0f, 0.0f, -G), 0.01f, 16, true);
    const imp3_vec axis = vec(test_solid_number(cos(turn)), test_solid_number(sin(turn)), 0.0f);
    imp3_pose at = pose_of(vec(0.0f, 0.0f, 0.0f), axis, PEG_TILT);
    // The middle of what is inside is on the axis.
    at.p = imp3_vec_add(vec(0.0f, 0.0f, -0.001f), imp3_vec_scale(at.q.z, (float)(PEG_LONG - 0.001)));
    (void)put(w, &pair->hole, IMP_BODY_STATIC, imp3_pose_identity(), 7800.0f, friction);
    const imp_body peg = put(w, &pair->peg, IMP_BODY_DYNAMIC, at, 7800.0f, friction);
    imp3_body_state s = state_of(w, peg);
    const float most = 5.0f * s.mass * G;
    shows(overlap_of(pair, &s.pose), <=, 1e-6);
    double work = 0.0, deepest = 0.0, gained = 0.0;
    int in_after = STEPS;
    for (int i = 0; i < STEPS; ++i)
    {
        const imp3_vec end = imp3_pose_apply(s.pose, vec(0.0f, 0.0f, (float)PEG_LONG));
        const float force = fminf(fmaxf(s.mass * ((0.02f + s.velocity.z) / DT - G), -most), most);
        assert_int_equal(imp3_world_apply_force(w, peg, vec(0.0f, 0.0f, -force), end), IMP_OK);
        run(w, 1);
        const imp3_body_state now = state_of(w, peg);
        const imp3_vec there = imp3_pose_apply(now.pose, vec(0.0f, 0.0f, (float)PEG_LONG));
        work += (double)force * ((double)end.z - (double)there.z) +
                (double)s.mass * (double)G * ((double)s.center.z - (double)now.center.z);
        s = now;
        // It comes down on the bottom within a step.
        const bool is_down = (double)s.pose.p.z < PEG_LONG - HOLE_DEEP + 0.00005;
        deepest = is_down ? deepest : fmax(deepest, overlap_of(pair, &s.pose));
        gained = fmax(gained, energy_of_motion(&s) - work);
        in_after = in_after == STEPS && is_down ? i : in_after;
    }
    shows(in_after, <, STEPS);
    // On the bottom, upright but for the gap, at rest.
    near_to(s.pose.p.z, PEG_LONG - HOLE_DEEP, 0.00005);
    shows(hypot((double)s.pose.q.x.z, (double)s.pose.q.y.z), <, 2.0 * PEG_GAP / HOLE_DEEP);
    shows(length_of(s.velocity), <, 0.001f);
    shows(deepest, <=, most_deep);
    shows(overlap_of(pair, &s.pose), <=, 0.5 * PEG_GAP);
    shows(gained, <=, 0.02 * (double)s.mass * (double)G * PEG_LONG);
    imp3_world_free(w);
}

static void pegs_go_into_holes(void** state)
{
    (void)state;
    for (int kind = 0; kind < 3; ++kind)
    {
        peg_pair pair = kind == 0 ? round_pair() : square_pair(kind == 1);
        const int count = test_n(1) > 1 ? 12 : 2;
        for (int k = 0; k < count; ++k)
        {
            // Against a side, and between sides.
            const double turn = TEST_TURN * k / (double)count + (kind == 1 ? 0.125 * TEST_TURN : 0.0);
            // With fields contacts are found late: half a cell is wanted.
            push_peg(&pair, turn, 0.1f, kind < 2 ? (double)PEG_CELL : PEG_GAP);
        }
        imp3_compound_free(&pair.peg);
        imp3_compound_free(&pair.hole);
    }
}

// A box as a field and as a box

#define TALL 1.0f  // half the height of the box; half its width is 0.5 [m]

/// A box on a plate; both are fields, or both boxes.
typedef struct box_scene
{
    imp3_world* w;
    imp_body box;
} box_scene;

static void wear_box(imp3_world* w, imp_body body, imp3_vec half, float friction, bool fitted)
{
    if (fitted)
    {
        imp3_compound mesh = test_solid_mesh(test_solid_box(half.x, half.y, half.z), 0.05f);
        imp3_collider_def worn = imp3_collider_default();
        worn.density = 1000.0f;
        worn.material.friction = friction;
        assert_int_equal(imp3_world_add_compound(w, body, &mesh, &worn, NULL), IMP_OK);
        imp3_compound_free(&mesh);
        return;
    }
    const imp3_box box = {{-half.x, -half.y, -half.z}, {half.x, half.y, half.z}};
    imp3_shape shape;
    assert_int_equal(imp3_box_make(box, &shape), IMP_OK);
    (void)wear(w, body, &shape, friction, 0.0f);
}

/// It stands, and is turned about z; gravity leans towards +x, as on a slope.
static box_scene box_on_plate(bool fitted, float tall, float friction, double slope, double turn)
{
    box_scene s;
    imp3_body_def def = imp3_body_default();
    s.w = world_of(vec(G * (float)sin(slope), 0.0f, -G * (float)cos(slope)), 0.0f, 0, true);
    const imp_body plate = add_body(s.w, IMP_BODY_STATIC, vec(2.0f, 0.0f, -0.5f), vec(0.0f, 0.0f, 0.0f));
    def.kind = IMP_BODY_DYNAMIC;
    def.pose = pose_of(vec(0.0f, 0.0f, tall), vec(0.0f, 0.0f, 1.0f), turn);
    assert_int_equal(imp3_world_add_body(s.w, &def, &s.box), IMP_OK);
    wear_box(s.w, plate, vec(4.0f, 2.0f, 0.5f), friction, fitted);
    wear_box(s.w, s.box, vec(0.5f, 0.5f, tall), friction, fitted);
    return s;
}

/// The impulse of contacts on the box in a step: along z and x, and the first moments of z, over that.
typedef struct box_load
{
    double up, side, x, y;
} box_load;

static box_load load_of(const box_scene* s)
{
    static imp3_world_contact contacts[CONTACTS_MOST];
    int32_t count;
    box_load r = {0.0, 0.0, 0.0, 0.0};
    assert_int_equal(imp3_world_contacts(s->w, contacts, CONTACTS_MOST, &count), IMP_OK);
    for (int32_t i = 0; i < count; ++i)
    {
        const imp3_manifold* m = &contacts[i].manifold;
        const double way = m->normal.z > 0.0f ? 1.0 : -1.0;  // from the plate to the box
        for (int32_t k = 0; k < m->count; ++k)
        {
            const double up = (double)contacts[i].normal_impulse[k] * fabs((double)m->normal.z);
            r.up += up;
            r.x += up * (double)m->points[k].point.x;
            r.y += up * (double)m->points[k].point.y;
            r.side += way * ((double)contacts[i].tangent_impulse[k].x +
                             (double)contacts[i].normal_impulse[k] * (double)m->normal.x);
        }
    }
    r.x /= r.up;
    r.y /= r.up;
    return r;
}

// A torque pulls it to one side as well: forces, and where they attack, are those of statics, and the same for both.
static void boxes_press_alike(void** state)
{
    (void)state;
    for (int fitted = 0; fitted < 2; ++fitted)
    {
        const double slope = 0.2;
        box_scene s = box_on_plate(fitted, 0.5f, 0.6f, slope, 0.3);
        const double weight = (double)state_of(s.w, s.box).mass * (double)G;
        box_load sum = {0.0, 0.0, 0.0, 0.0};
        enum
        {
            SETTLING = 60,
            STEPS = 60
        };
        for (int i = 0; i < SETTLING + STEPS; ++i)
        {
            assert_int_equal(imp3_world_apply_torque(s.w, s.box, vec((float)(0.1 * weight), 0.0f, 0.0f)), IMP_OK);
            run(s.w, 1);
            const box_load l = load_of(&s);
            const double part = i < SETTLING ? 0.0 : 1.0 / STEPS;
            sum.up += part * l.up;
            sum.side += part * l.side;
            sum.x += part * l.x;
            sum.y += part * l.y;
        }
        near_to(sum.up / (double)DT, weight * cos(slope), 0.005 * weight);
        near_to(sum.side / (double)DT, -weight * sin(slope), 0.005 * weight);
        near_to(sum.x, 0.5 * tan(slope), 0.005);
        near_to(sum.y, -0.1 / cos(slope), 0.005);
        imp3_world_free(s.w);
    }
}

// Twice as tall as wide it tips at 26.57 degrees; over a corner, at 35.26.
static void boxes_tip_alike(void** state)
{
    (void)state;
    const double degree = TEST_TURN / 360.0;
    for (int k = 0; k < 8; ++k)
    {
        const bool fitted = k & 1, over_corner = k & 2, falls = k & 4;
        const double wide = over_corner ? sqrt(0.5) : 0.5;
        const double slope = atan(wide / (double)TALL) + (falls ? 0.5 : -0.5) * degree;
        box_scene s = box_on_plate(fitted, TALL, 2.0f, slope, over_corner ? 0.125 * TEST_TURN : 0.0);
        run(s.w, 300);
        const float upright = state_of(s.w, s.box).pose.q.z.z;
        if (falls)
        {
            shows(upright, <, 0.9f);
        }
        else
        {
            shows(upright, >, 0.9999f);
        }
        imp3_world_free(s.w);
    }
}

// Pushed, it slides v^2 / (2 mu g); straight on, and does not turn.
static void boxes_slide_alike(void** state)
{
    (void)state;
    const float speed = 4.0f, friction = 0.4f;
    double ways[2];
    for (int fitted = 0; fitted < 2; ++fitted)
    {
        box_scene s = box_on_plate(fitted, 0.5f, friction, 0.0, 0.1);
        run(s.w, 20);
        const imp3_body_state before = state_of(s.w, s.box);
        assert_int_equal(imp3_world_set_velocity(s.w, s.box, vec(speed, 0.0f, 0.0f), vec(0.0f, 0.0f, 0.0f)), IMP_OK);
        run(s.w, 90);
        const imp3_body_state now = state_of(s.w, s.box);
        ways[fitted] = (double)now.pose.p.x - (double)before.pose.p.x;
        near_to(ways[fitted], (double)(speed * speed / (2.0f * friction * G)), 0.02);
        shows(fabs((double)now.pose.p.y - (double)before.pose.p.y), <, 0.02);
        shows(length_of(now.velocity), <, 0.001f);
        imp3_world_free(s.w);
    }
    near_to(ways[1], ways[0], 0.01 * ways[0]);
}

// Chains

#define RING 0.1              // to the middle of the rod [m]
#define ROD 0.02              // radius [m]
#define PITCH (2.0 * (RING - ROD))
#define LOAD_MASS 50.0        // [kg]

static imp3_compound ring_mesh(void)
{
    return test_solid_mesh(test_solid_torus(RING, ROD, 24, 12), 0.008f);
}

/// Energy of motion and of height of all links.
static double energy_of_chain(const imp3_world* w, const imp_body* links, int32_t count)
{
    double energy = 0.0;
    for (int32_t k = 0; k < count; ++k)
    {
        const imp3_body_state s = state_of(w, links[k]);
        energy += energy_of_motion(&s) + (double)s.mass * (double)G * (double)s.center.z;
    }
    return energy;
}

/// A ring hangs in another, tilted, by parts or with a field. Energy for each kilogram above that of rest, after a time.
static double left_of_swing(bool fitted, float friction, int32_t steps)
{
    imp3_compound mesh = ring_mesh(), set = mesh;
    const imp3_decompose_choice choice = {0.003f, 0};
    if (!fitted)
    {
        assert_int_equal(imp3_mesh_decompose(&mesh, &choice, NULL, NULL, &set, NULL), IMP_OK);
    }
    imp3_world* w = world_of(vec(0.0f, 0.0f, -G), 0.1f, 0, true);
    const imp3_pose upper = pose_of(vec(0.0f, 0.0f, 0.0f), vec(0.0f, 1.0f, 0.0f), 0.25 * TEST_TURN);
    imp3_pose at = pose_of(vec(0.0f, 0.0f, 0.0f), vec(1.0f, 0.0f, 0.0f), 0.25 * TEST_TURN);
    const imp3_pose tilt = pose_of(vec(0.0f, 0.0f, (float)(-0.5 * PITCH)), vec(1.0f, 0.5f, 0.0f), 0.3);
    at.p = imp3_pose_apply(tilt, vec(0.0f, 0.0f, (float)(-0.5 * PITCH)));
    at.q.x = imp3_rot_apply(tilt.q, at.q.x);
    at.q.y = imp3_rot_apply(tilt.q, at.q.y);
    at.q.z = imp3_rot_apply(tilt.q, at.q.z);
    (void)put(w, &set, IMP_BODY_STATIC, upper, 7800.0f, friction);
    const imp_body ring = put(w, &set, IMP_BODY_DYNAMIC, at, 7800.0f, friction);
    run(w, steps);
    const imp3_body_state s = state_of(w, ring);
    const double energy = energy_of_motion(&s) / (double)s.mass + (double)G * ((double)s.center.z + PITCH);
    imp3_world_free(w);
    if (!fitted)
    {
        imp3_compound_free(&set);
    }
    imp3_compound_free(&mesh);
    return energy;
}

// It begins with 0.0357 J/kg. Arms of the start of a step would give it back more height than it has lost of speed.
static void rings_that_hang_gain_no_energy(void** state)
{
    (void)state;
    shows(left_of_swing(false, 1.0f, 480), <, 0.04);
    shows(left_of_swing(false, 0.0f, 480), <, 0.01);
    shows(left_of_swing(true, 0.3f, 480), <, 0.004);
    shows(left_of_swing(true, 1.0f, 480), <, 0.015);
}

static void hang_load(imp3_world* w, imp_body link)
{
    const double radius = 0.08;
    const imp3_vec below =
        imp3_rot_apply_inverse(state_of(w, link).pose.q, vec(0.0f, 0.0f, (float)-(RING + ROD + radius)));
    imp3_shape ball;
    imp3_collider_def worn = imp3_collider_default();
    worn.density = (float)(LOAD_MASS / (2.0 / 3.0 * TEST_TURN * radius * radius * radius));
    assert_int_equal(imp3_sphere_make(below, (float)radius, &ball), IMP_OK);
    assert_int_equal(imp3_world_add_collider(w, link, &ball, &worn, NULL), IMP_OK);
}

// Hung for ten seconds, then with the load: no ring is lost, it hardly swings, and energy does not drift.
static void a_chain_of_30_bears_50_kg(void** state)
{
    (void)state;
    imp3_compound ring = ring_mesh();
    imp3_world* w = world_of(vec(0.0f, 0.0f, -G), 0.1f, 16, false);
    imp_body links[LINKS];
    for (int k = 0; k < LINKS; ++k)
    {
        const imp3_vec p = vec(0.0f, 0.0f, (float)(-(PITCH - 0.00001) * k));
        const imp3_pose pose = pose_of(p, k % 2 ? vec(1.0f, 0.0f, 0.0f) : vec(0.0f, 1.0f, 0.0f), 0.25 * TEST_TURN);
        links[k] = put(w, &ring, k == 0 ? IMP_BODY_STATIC : IMP_BODY_DYNAMIC, pose, 7800.0f, 0.3f);
    }
    imp3_compound_free(&ring);
    const int64_t steps = (int64_t)test_n(40), loaded = steps < 1200 ? steps / 2 : 600;
    double farthest = 0.0, stretch = 0.0, bare = 0.0, least = 0.0, most = 0.0, fastest = 0.0;
    for (int64_t i = 0; i < steps; ++i)
    {
        if (i == loaded)
        {
            hang_load(w, links[LINKS - 1]);
        }
        run(w, 1);
        const double energy = energy_of_chain(w, links, LINKS);
        bare = i < loaded ? energy : bare;
        least = i <= loaded ? energy : fmin(least, energy);
        most = i <= loaded ? energy : fmax(most, energy);
        fastest = 0.0;
        imp3_vec upper = state_of(w, links[0]).pose.p;
        for (int k = 1; k < LINKS; ++k)
        {
            const imp3_body_state s = state_of(w, links[k]);
            stretch = fmax(stretch, (double)length_of(imp3_vec_sub(upper, s.pose.p)) - PITCH);
            farthest = fmax(farthest, hypot((double)s.pose.p.x, (double)s.pose.p.y));
            fastest = fmax(fastest, (double)length_of(s.velocity));
            upper = s.pose.p;
        }
        // A ring slips through another when they are two rods farther apart.
        assert_number(stretch, <, 0.1 * ROD);
        assert_number(farthest, <, 0.1 * PITCH);
    }
    shows(stretch, <, 0.1 * ROD);
    shows(farthest, <, 0.1 * PITCH);
    shows(fastest, <, 0.2);
    shows(most - least, <, 0.002 * fabs(bare));
    if (steps >= 100000)
    {
        shows(fastest, <, 1e-6);
    }
    imp3_world_free(w);
}

// Between hooks: a catenary of rods, whose pulls have equal parts across and grow downwards by a weight for each ring.

enum
{
    SAG_LINKS = 21
};

#define SAG_SPAN (0.8 * (SAG_LINKS - 1) * PITCH)

/// How far a chain goes across where its pull is `across` weights of a ring. Writes where rings are, from (0, 0) on.
static double hang_catenary(double across, double out[SAG_LINKS][2])
{
    out[0][0] = out[0][1] = 0.0;
    for (int k = 1; k < SAG_LINKS; ++k)
    {
        const double down = 0.5 * SAG_LINKS - k, pull = hypot(across, down);
        out[k][0] = out[k - 1][0] + PITCH * across / pull;
        out[k][1] = out[k - 1][1] - PITCH * down / pull;
    }
    return out[SAG_LINKS - 1][0];
}

static void find_catenary(double out[SAG_LINKS][2])
{
    double low = 0.0, high = 100.0 * SAG_LINKS;
    for (int i = 0; i < 100; ++i)
    {
        const double middle = 0.5 * (low + high);
        const bool wide = hang_catenary(middle, out) > SAG_SPAN;
        low = wide ? low : middle;
        high = wide ? middle : high;
    }
}

// Without friction, from the catenary on: rings that feel other forces would leave it.
static void chains_sag_as_catenaries(void** state)
{
    (void)state;
    double at[SAG_LINKS][2], lowest = 0.0, highest = -1.0;
    imp3_compound ring = ring_mesh();
    imp3_world* w = world_of(vec(0.0f, 0.0f, -G), 0.1f, 16, true);
    imp_body links[SAG_LINKS];
    find_catenary(at);
    for (int k = 0; k < SAG_LINKS; ++k)
    {
        const int from = k > 0 ? k - 1 : k, to = k + 1 < SAG_LINKS ? k + 1 : k;
        const double x = at[to][0] - at[from][0], z = at[to][1] - at[from][1], length = hypot(x, z);
        const imp3_vec along = vec((float)(x / length), 0.0f, (float)(z / length)), side = vec(0.0f, 1.0f, 0.0f);
        const imp3_vec normal = k % 2 ? imp3_vec_cross(along, side) : side;
        const imp3_pose pose = {vec((float)at[k][0], 0.0f, (float)at[k][1]),
                                {along, imp3_vec_cross(normal, along), normal}};
        const bool ends = k == 0 || k == SAG_LINKS - 1;
        links[k] = put(w, &ring, ends ? IMP_BODY_STATIC : IMP_BODY_DYNAMIC, pose, 7800.0f, 0.0f);
    }
    imp3_compound_free(&ring);
    const double sag = at[SAG_LINKS / 2][1];
    for (int64_t i = 0; i < (int64_t)test_n(60); ++i)
    {
        run(w, 1);
        const double height = (double)state_of(w, links[SAG_LINKS / 2]).pose.p.z;
        lowest = fmin(lowest, height);
        highest = fmax(highest, height);
    }
    near_to(lowest, sag, 0.02 * fabs(sag));
    near_to(highest, sag, 0.02 * fabs(sag));
    imp3_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pegs_go_into_holes),        cmocka_unit_test(boxes_press_alike),
        cmocka_unit_test(boxes_tip_alike),           cmocka_unit_test(boxes_slide_alike),
        cmocka_unit_test(rings_that_hang_gain_no_energy), cmocka_unit_test(a_chain_of_30_bears_50_kg),
        cmocka_unit_test(chains_sag_as_catenaries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
