// SPDX-License-Identifier: MIT
//
// What came of a run: one screen for people, or JSON for machines.

#include <inttypes.h>
#include <string.h>

#include "report.h"
#include "run.h"

static const char* plural(int64_t count)
{
    return count == 1 ? "y" : "ies";
}

static double share(double part, double whole)
{
    return whole > 0 ? part / whole : 0;
}

static void write_depth(FILE* out, const char* title, float depth)
{
    fprintf(out, "  %-12s %.4g m", title, (double)depth);
}

static void report_particles(FILE* out, const run_result* r)
{
    const run_particles* p = &r->particles;
    const imp_particle_stats* stats = &p->stats;
    fprintf(out, "  %-12s %d; %d force%s, %d link%s\n", "particles", (int)stats->particles, (int)stats->forces,
            stats->forces == 1 ? "" : "s", (int)stats->links, stats->links == 1 ? "" : "s");
    fprintf(out, "  %-12s %d contacts, %d at most; %" PRId64 " bounce%s\n", "", (int)stats->contacts,
            (int)p->most_contacts, p->impacts, p->impacts == 1 ? "" : "s");
    if (p->lost)
    {
        fprintf(out, "  %-12s %d fell out of the scene, with nothing below\n", "", (int)p->lost);
    }
    fprintf(out, "  %-12s %016" PRIx64 "\n", "their hash", p->hash);
}

// Two numbers or three.
static void print_gravity(const io_scene* scene, int digits, char* out, size_t size)
{
    imp3_vec g = {scene->world.gravity.x, scene->world.gravity.y, 0};
    g = scene->dimension == 3 ? scene->space.world.gravity : g;
    int used = snprintf(out, size, "%.*g, %.*g", digits, (double)g.x, digits, (double)g.y);
    if (scene->dimension == 3 && used > 0 && (size_t)used < size)
    {
        snprintf(out + used, size - (size_t)used, ", %.*g", digits, (double)g.z);
    }
}

void run_report_head(FILE* out, const io_scene* scene, const run_result* r)
{
    report_scene(out, scene);
    const imp_world_stats* stats = &r->stats;
    const int32_t* kinds = r->kinds;
    char gravity[64];
    print_gravity(scene, 6, gravity, sizeof gravity);
    double seconds = (double)r->steps / r->hz;
    fprintf(out, "\n%d bod%s: %d dynamic, %d kinematic, %d static; %d collider%s; gravity %s m/s^2\n",
            (int)stats->bodies, plural(stats->bodies), (int)kinds[IMP_BODY_DYNAMIC], (int)kinds[IMP_BODY_KINEMATIC],
            (int)kinds[IMP_BODY_STATIC], (int)stats->colliders, stats->colliders == 1 ? "" : "s", gravity);
    fprintf(out, "%" PRId64 " step%s, %g s at %g Hz, %d thread%s\n\n", r->steps, r->steps == 1 ? "" : "s", seconds,
            r->hz, (int)r->threads, r->threads == 1 ? "" : "s");
}

static const char* ending(size_t count)
{
    return count == 1 ? "" : "s";
}

static void report_joints(FILE* out, const io_scene* scene, const run_ties* ties)
{
    fprintf(out, "  %-12s %lu, of which %d broke; %lu coupling%s, of which %d broke\n", "joints",
            (unsigned long)scene->joint_count, (int)ties->broken_joints, (unsigned long)scene->coupling_count,
            ending(scene->coupling_count), (int)ties->broken_couplings);
}

void run_report(FILE* out, const io_scene* scene, const run_result* r)
{
    const imp_world_stats* stats = &r->stats;
    int32_t movers = r->kinds[IMP_BODY_KINEMATIC] + r->kinds[IMP_BODY_DYNAMIC];
    double seconds = (double)r->steps / r->hz;
    fprintf(out, "  %-12s %.0f steps per second: %.0f times as fast as time itself\n", "speed",
            share((double)r->steps * 1e3, r->step_ms), share(seconds * 1e3, r->step_ms));
    fprintf(out, "  %-12s %.4g ms on average, %.4g ms at most (step %" PRId64 ")\n", "a step",
            share(r->step_ms, (double)r->steps), r->slowest_ms, r->slowest_step);
    fprintf(out, "  %-12s %d pairs touch in %d points; at most %d pairs did\n", "contacts", (int)r->touching,
            (int)r->points, (int)r->most_touching);
    fprintf(out, "  %-12s %d of %d bodies that can move\n", "asleep", (int)(movers - stats->awake), (int)movers);
    write_depth(out, "penetration", r->depth);
    fprintf(out, " at the end, %.4g m at most", (double)r->depth_most);
    if (r->depth_objects[0] >= 0)
    {
        fprintf(out, " (%.2f s):\n  %-12s ", (double)r->depth_step / r->hz, "");
        report_object(out, scene, r->depth_objects[0]);
        fprintf(out, " and ");
        report_object(out, scene, r->depth_objects[1]);
    }
    fprintf(out, "\n");
    if (r->lost)
    {
        fprintf(out, "  %-12s %d bod%s fell out of the scene, with nothing below\n", "lost", (int)r->lost,
                plural(r->lost));
    }
    if (scene->joint_count)
    {
        report_joints(out, scene, &r->ties);
    }
    fprintf(out, "  %-12s %016" PRIx64 "\n", "state hash", r->hash);
    if (r->world.particles || r->space.particles)
    {
        report_particles(out, r);
    }
    fprintf(out, "\nread in %.1f ms, made in %.1f ms, run in %.1f ms\n", r->read_ms, r->make_ms, r->step_ms);
}

void run_json(FILE* out, const io_scene* scene, const run_result* r)
{
    const imp_world_stats* stats = &r->stats;
    char gravity[64];
    print_gravity(scene, 9, gravity, sizeof gravity);
    report_json_head(out, scene, "run");
    fprintf(out, "  \"bodies\": {\"all\": %d, \"static\": %d, \"kinematic\": %d, \"dynamic\": %d, ", (int)stats->bodies,
            (int)r->kinds[IMP_BODY_STATIC], (int)r->kinds[IMP_BODY_KINEMATIC], (int)r->kinds[IMP_BODY_DYNAMIC]);
    fprintf(out, "\"awake\": %d, \"lost\": %d},\n", (int)stats->awake, (int)r->lost);
    fprintf(out, "  \"colliders\": %d,\n  \"gravity\": [%s],\n", (int)stats->colliders, gravity);
    fprintf(out, "  \"steps\": %" PRId64 ",\n  \"hz\": %.17g,\n  \"threads\": %d,\n", r->steps, r->hz, (int)r->threads);
    fprintf(out, "  \"contacts\": {\"touching\": %d, \"points\": %d, \"most_touching\": %d},\n", (int)r->touching,
            (int)r->points, (int)r->most_touching);
    fprintf(out, "  \"penetration\": {\"last\": %.9g, \"most\": %.9g, \"step\": %" PRId64, (double)r->depth,
            (double)r->depth_most, r->depth_step);
    if (r->depth_objects[0] >= 0)
    {
        fprintf(out, ", ");
        report_json_object(out, scene, "a", r->depth_objects[0]);
        fprintf(out, ", ");
        report_json_object(out, scene, "b", r->depth_objects[1]);
    }
    fprintf(out, "},\n  \"hash\": \"%016" PRIx64 "\",\n", r->hash);
    if (scene->joint_count)
    {
        fprintf(out, "  \"joints\": {\"all\": %lu, \"broken\": %d},\n", (unsigned long)scene->joint_count,
                (int)r->ties.broken_joints);
        fprintf(out, "  \"couplings\": {\"all\": %lu, \"broken\": %d},\n", (unsigned long)scene->coupling_count,
                (int)r->ties.broken_couplings);
    }
    if (r->world.particles || r->space.particles)
    {
        const run_particles* p = &r->particles;
        fprintf(out, "  \"particles\": {\"all\": %d, \"forces\": %d, \"links\": %d, \"contacts\": %d, ",
                (int)p->stats.particles, (int)p->stats.forces, (int)p->stats.links, (int)p->stats.contacts);
        fprintf(out, "\"most_contacts\": %d, \"bounces\": %" PRId64 ", \"lost\": %d, \"hash\": \"%016" PRIx64 "\"},\n",
                (int)p->most_contacts, p->impacts, (int)p->lost, p->hash);
    }
    report_json_notes(out, scene);
    fprintf(out,
            "  \"time\": {\"read_ms\": %.3f, \"make_ms\": %.3f, \"run_ms\": %.3f, \"step_ms\": %.6f, "
            "\"slowest_ms\": %.6f, \"slowest_step\": %" PRId64 ", \"steps_per_second\": %.1f}\n}\n",
            r->read_ms, r->make_ms, r->step_ms, share(r->step_ms, (double)r->steps), r->slowest_ms, r->slowest_step,
            share((double)r->steps * 1e3, r->step_ms));
}
