// SPDX-License-Identifier: MIT
//
// Internal edges in casts and sweeps, after internal_edges.inl: a hit whose normal is not own of the part that stands
// becomes one with an own face that ends there, or else the first own hit of any two parts behind it.

#ifndef AXES
#include "internal_edges.inl"
#endif

// Whether what moves has gone through a neighbour of a hit already, and does not lie on it: then that does not stop it.
static bool has_passed_neighbour(const edge_question* q, const CompoundMover* moves, const CompoundHit* hit);

static Pose mover_pose_at(const CompoundMover* m, float time)
{
    Pose r = m->pose;
    r.p = FNI(vec_tidied)(FNI(vec_add_scaled)(m->pose.p, m->motion, time));
    if (FNI(spin_bits)(m->turn) != 0)
    {
        DRot q = FNI(drot_spun)(FNI(drot_of)(m->pose.q), FNI(dspin_of)(m->turn), (double)time);
        r.q = FNI(rot_of)(FNI(drot_unit)(q));
    }
    return r;
}

static bool is_hit(const Hit* hit)
{
    return hit->kind == IMP_SWEEP_HIT || hit->kind == IMP_SWEEP_TOUCH;
}

// Whether a hit of two parts is own of the one that stands.
static bool is_own_hit(edge_question* q, const CompoundMover* stands, const CompoundHit* hit)
{
    edge_side* side = &q->sides[0];
    side_points point;
    point.count = 1;
    point.at[0] = FNI(dvec_of)(hit->hit.point);
    point.depth[0] = 0.0f;
    side->part = hit->part_a;
    side->at = mover_pose_at(stands, hit->hit.time);
    return !may_have_edges(side) || is_own_of_side(q, side, FNI(dunit_of)(hit->hit.normal), point);
}

static Vec mover_velocity_at(const CompoundMover* m, const Pose* pose, Vec point)
{
    return FN(vec_add)(m->motion, FNI(spin_velocity)(m->turn, FN(vec_sub)(point, pose->p)));
}

// A hit where an own face ends becomes a hit with that face, if the motion comes to it. What would go into it by less
// than flush means is left to contacts.
static bool hits_own_face(edge_question* q, const CompoundMover* stands, const CompoundMover* moves, CompoundHit* hit)
{
    const Pose pose = mover_pose_at(stands, hit->hit.time), other = mover_pose_at(moves, hit->hit.time);
    Shape room;
    const Shape* s = FNI(part_ref)(stands->compound, hit->part_a, &room);
    Vec closing =
        FN(vec_sub)(mover_velocity_at(moves, &other, hit->hit.point), mover_velocity_at(stands, &pose, hit->hit.point));
    const edge_side at = side_of(NULL, stands->compound, hit->part_a, &pose, NULL);
    DVec point = in_body(&at, FNI(dvec_of)(hit->hit.point));
    int32_t count = face_count_of(s);
    for (int32_t k = 0; k < count; ++k)
    {
        DVec n;
        CompoundHit as = *hit;
        if (!face_normal_at(s, k, &n) || fabs(FNI(ddot)(FNI(dsub)(support_of(s, n), point), n)) > q->flush)
        {
            continue;
        }
        DVec normal = FNI(drot_apply)(FNI(drot_of)(pose.q), n);
        as.hit.normal = FNI(vec_tidy)(normal);
        double into = -(double)FN(vec_dot)(closing, as.hit.normal) * (1.0 - (double)hit->hit.time);
        if (into > q->flush && may_push_along(&at, normal, FNI(dvec_of)(hit->hit.point)) && is_own_hit(q, stands, &as))
        {
            *hit = as;
            return true;
        }
    }
    return false;
}

// The box of all that a mover may meet on its way, in the frame of what stands.
static DBox box_of_casting(const CompoundMover* stands, const CompoundMover* moves)
{
    DVec motion = FNI(dsub)(FNI(dvec_of)(moves->motion), FNI(dvec_of)(stands->motion));
    DVec from = FNI(dsub)(FNI(dvec_of)(moves->pose.p), FNI(dvec_of)(stands->pose.p));
    DVec middle = FNI(dadd_scaled)(from, motion, 0.5);
    bool turns = FNI(spin_bits)(stands->turn) != 0;
    float radius = 0.0f;
    for (int32_t k = 0; k < moves->compound->part_count && moves->compound->parts; ++k)
    {
        radius = moves->compound->parts[k].radius > radius ? moves->compound->parts[k].radius : radius;
    }
    double reach = (double)moves->compound->reach + (double)radius + 0.5 * FNI(dnorm1)(motion);
    reach += turns ? 2.0 * FNI(dnorm1)(middle) : 0.0;
    DVec at = FNI(drot_apply_inverse)(FNI(drot_of)(stands->pose.q), middle), all = FNI(dvec_all)(reach);
    return FNI(dbox_of)(FNI(dsub)(at, all), FNI(dadd)(at, all));
}

// The first own hit of any two parts; none of two single ones, whose first one is not.
static void find_own_hit(edge_question* q, const CompoundMover* stands, const CompoundMover* moves, CompoundHit* first)
{
    CompoundHit none;
    memset(&none, 0, sizeof none);
    none.hit.kind = IMP_SWEEP_NEVER;
    none.part_a = none.part_b = -1;
    const DBox way = box_of_casting(stands, moves);
    const CompoundHit skipped = *first;
    PartWalk walk;
    *first = none;
    bool single = stands->compound->part_count == 1 && moves->compound->part_count == 1;
    FNI(part_walk_start)(&walk, stands->compound, &way);
    for (int32_t i; !single && (i = FNI(part_walk_next)(&walk)) < stands->compound->part_count;)
    {
        for (int32_t j = 0; j < moves->compound->part_count; ++j)
        {
            Shape room_a, room_b;
            const Mover a = {FNI(part_ref)(stands->compound, i, &room_a), stands->pose, stands->motion, stands->turn};
            const Mover b = {FNI(part_ref)(moves->compound, j, &room_b), moves->pose, moves->motion, moves->turn};
            CompoundHit hit = none;
            hit.part_a = i;
            hit.part_b = j;
            bool turns = FNI(spin_bits)(a.turn) != 0 || FNI(spin_bits)(b.turn) != 0;
            if ((i == skipped.part_a && j == skipped.part_b) ||
                (turns ? FN(time_of_impact)(&a, &b, &hit.hit) : FN(sweep)(&a, &b, &hit.hit)) || !is_hit(&hit.hit) ||
                (is_hit(&first->hit) && !(hit.hit.time < first->hit.time)))
            {
                continue;
            }
            edge_side at = side_of(NULL, stands->compound, i, &stands->pose, NULL);
            at.at = mover_pose_at(stands, hit.hit.time);
            if (may_push_along(&at, FNI(dunit_of)(hit.hit.normal), FNI(dvec_of)(hit.hit.point)) &&
                is_own_hit(q, stands, &hit))
            {
                *first = hit;
            }
        }
    }
}

// Makes a hit that is not own the first one that is, or none.
static void skip_internal_edges(edge_question* q, const CompoundMover* stands, const CompoundMover* moves,
                                CompoundHit* hit)
{
    if (!q->sides[0].collider->has_neighbours || !is_hit(&hit->hit) || is_own_hit(q, stands, hit) ||
        has_passed_neighbour(q, moves, hit) || hits_own_face(q, stands, moves, hit))
    {
        return;
    }
    find_own_hit(q, stands, moves, hit);
}

void FNI(edges_correct_cast)(const World* w, const Collider* c, const CompoundMover* stands, const CompoundMover* moves,
                             const EdgeNeighbours* has_neighbours, CompoundHit* hit)
{
    int32_t slots[IMPI_BESIDE_MOST];
    edge_question q = {w,
                       *has_neighbours,
                       {side_of(c, stands->compound, 0, &w->bodies.data[c->body].pose, slots),
                        side_of(NULL, moves->compound, 0, &moves->pose, NULL)},
                       (double)(IMPI_FLUSH * w->unit)};
    skip_internal_edges(&q, stands, moves, hit);
}

// A neighbour counts for a swept collider if the two may have a contact.
typedef struct fast_question
{
    World* w;
    const Collider* fast;
} fast_question;

static bool counts_for_fast(void* context, const Collider* neighbour)
{
    const fast_question* q = (const fast_question*)context;
    return FNI(may_meet)(q->w, q->fast, neighbour);
}

void FNI(edges_correct_sweep)(World* w, const Collider* c, const CompoundMover* stands, const Collider* fast,
                              const CompoundMover* moves, CompoundHit* hit)
{
    fast_question context = {w, fast};
    const EdgeNeighbours neighbours = {fast->filter, counts_for_fast, &context};
    FNI(edges_correct_cast)(w, c, stands, moves, &neighbours, hit);
}
