// SPDX-License-Identifier: MIT
//
// An arcade game without a world: everything moves by displacements, several things happen in one step, and they happen
// in the order of time. A room with a ball that bounces, a crate on a lift, a hero who slides and a laser that counts.

#include <impinge/impinge.h>

#include <stdio.h>

enum
{
    ROOM,
    LIFT,
    CRATE,
    HERO,
    BALL,
    LASER,
    THINGS
};

static const char* const names[THINGS] = {"room", "lift", "crate", "hero", "ball", "laser"};

/// The room is hollow, 12 m by 8 m: one outline with a hole, so that one thing is enough for it.
static imp_status make_room(imp2_compound* out)
{
    const imp2_vec points[8] = {{-1, -1}, {13, -1}, {13, 9}, {-1, 9}, {0, 0}, {12, 0}, {12, 8}, {0, 8}};
    const int32_t counts[2] = {4, 4};
    imp2_outlines outlines = {points, counts, 2, IMP_FILL_EVEN_ODD};
    return imp2_region_make(&outlines, NULL, out, NULL);
}

static void put(imp2_swept* t, const imp2_compound* compound, float x, float y, float motion_x, float motion_y,
                int32_t answer)
{
    const imp2_swept fresh = {.compound = compound, .pose = imp2_pose_identity(), .response = answer};
    *t = fresh;
    t->pose.p.x = x;
    t->pose.p.y = y;
    t->motion.x = motion_x;
    t->motion.y = motion_y;
}

static void print(const imp2_sweep_result* result)
{
    for (int32_t i = 0; i < result->event_count; i++)
    {
        const imp2_sweep_event* e = &result->events[i];
        printf("%.4f  %-5s meets %-5s at (%.2f, %.2f), normal (%g, %g)\n", e->hit.time, names[e->b], names[e->a],
               e->hit.point.x, e->hit.point.y, e->hit.normal.x, e->hit.normal.y);
    }
    for (int32_t i = 0; i < result->end_count; i++)
    {
        const imp2_swept_end* end = &result->ends[i];
        printf("%-5s is at (%.3f, %.3f), moves by (%.3f, %.3f), has answered %d\n", names[i], end->pose.p.x,
               end->pose.p.y, end->motion.x, end->motion.y, end->events);
    }
}

int main(void)
{
    imp2_shape box, man, disc, beam;
    imp2_compound room, crate, hero, ball, laser;
    imp2_swept things[THINGS];
    imp2_box unit = {{-0.5f, -0.5f}, {0.5f, 0.5f}};
    imp2_vec zero = {0.0f, 0.0f}, feet = {0.0f, -0.5f}, head = {0.0f, 0.5f}, far = {0.01f, 0.0f};
    if (make_room(&room) || imp2_box_make(unit, &box) || imp2_capsule_make(feet, head, 0.3f, &man) ||
        imp2_circle_make(zero, 0.25f, &disc) || imp2_segment_make(zero, far, &beam) ||
        imp2_compound_of_shape(&box, &crate) || imp2_compound_of_shape(&man, &hero) ||
        imp2_compound_of_shape(&disc, &ball) || imp2_compound_of_shape(&beam, &laser))
    {
        return 1;
    }
    put(&things[ROOM], &room, 0.0f, 0.0f, 0.0f, 0.0f, IMP_RESPONSE_FIRM);
    put(&things[LIFT], &crate, 2.0f, 0.75f, 0.0f, 2.0f, IMP_RESPONSE_FIRM);
    put(&things[CRATE], &crate, 2.0f, 3.0f, 0.0f, -1.0f, IMP_RESPONSE_STOP);
    put(&things[HERO], &hero, 7.0f, 1.0f, 9.0f, -2.0f, IMP_RESPONSE_SLIDE);
    put(&things[BALL], &ball, 4.5f, 4.0f, 3.0f, 60.0f, IMP_RESPONSE_BOUNCE);
    things[BALL].restitution = 1.0f;
    put(&things[LASER], &laser, 0.5f, 1.0f, 11.0f, 0.0f, IMP_RESPONSE_PASS);

    imp2_sweeps* sweeps;
    imp2_sweep_result result;
    if (imp2_sweeps_make(NULL, &sweeps))
    {
        return 1;
    }
    imp_status status = imp2_sweep_many(sweeps, things, THINGS, 0, &result);
    bool fine = false;
    if (!status)
    {
        print(&result);
        // The next step begins where this one has ended.
        const imp2_swept_end* ends = result.ends;
        fine = ends[BALL].events == 8 && ends[BALL].pose.p.y > 3.9f && ends[BALL].pose.p.y < 4.1f &&
               ends[CRATE].pose.p.y > 3.74f && ends[CRATE].pose.p.y < 3.76f && ends[HERO].pose.p.x > 11.69f &&
               ends[HERO].pose.p.x < 11.71f && ends[LASER].events == 0;
    }
    imp2_sweeps_free(sweeps);
    imp2_compound_free(&room);
    printf("%s\n", imp_status_text(status));
    return fine ? 0 : 1;
}
