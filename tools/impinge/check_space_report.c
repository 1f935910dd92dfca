// SPDX-License-Identifier: MIT
//
// What `impinge check` says of a scene in space, for people and as JSON.

#include "check_space.h"

#include "report.h"

enum
{
    SHOWN = 16  // pairs of the report
};

static const space_pair* deepest_of(const space_result* result)
{
    const space_pair* deepest = NULL;
    for (size_t i = 0; i < result->count; i++)
    {
        deepest = !deepest || result->pairs[i].depth > deepest->depth ? &result->pairs[i] : deepest;
    }
    return deepest;
}

static void report_pair(FILE* out, const io_scene* scene, const space_pair* pair)
{
    fprintf(out, "  ");
    report_object(out, scene, pair->a);
    fprintf(out, " and ");
    report_object(out, scene, pair->b);
    fprintf(out, ": %.4g m deep, at %.4g, %.4g, %.4g\n", (double)pair->depth, (double)pair->point.x,
            (double)pair->point.y, (double)pair->point.z);
}

static void report_hits(FILE* out, const io_scene* scene, const space_result* result)
{
    imp3_vec m = result->move;
    fprintf(out, "\nmoved by %.4g, %.4g, %.4g: %zu of %zu collider%s that can move hit something\n", (double)m.x,
            (double)m.y, (double)m.z, result->hit_count, result->moved, result->moved == 1 ? "" : "s");
    for (size_t i = 0; i < result->hit_count && i < SHOWN; i++)
    {
        const space_hit* hit = &result->hits[i];
        fprintf(out, "  t = %.4f  ", (double)hit->hit.time);
        report_object(out, scene, hit->mover);
        fprintf(out, " hits ");
        report_object(out, scene, hit->target);
        fputc('\n', out);
    }
    if (result->hit_count > SHOWN)
    {
        fprintf(out, "  and %zu more (--json lists them)\n", result->hit_count - SHOWN);
    }
}

void space_report(FILE* out, const io_scene* scene, const space_result* result)
{
    const space_pair* deepest = deepest_of(result);
    report_scene(out, scene);
    fprintf(out, "\n%zu pair%s touch\n", result->count, result->count == 1 ? "" : "s");
    for (size_t i = 0; i < result->count && i < SHOWN; i++)
    {
        report_pair(out, scene, &result->pairs[i]);
    }
    if (result->count > SHOWN)
    {
        fprintf(out, "  and %zu more (--json lists them); the deepest:\n", result->count - SHOWN);
        report_pair(out, scene, deepest);
    }
    if (result->has_move)
    {
        report_hits(out, scene, result);
    }
    fprintf(out, "\nread in %.1f ms, checked in %.1f ms\n", result->read_ms, result->check_ms);
}

static void write_vec(FILE* out, const char* name, imp3_vec v)
{
    fprintf(out, "\"%s\": [%.9g, %.9g, %.9g]", name, (double)v.x, (double)v.y, (double)v.z);
}

static void json_hits(FILE* out, const io_scene* scene, const space_result* result)
{
    static const char* const kinds[] = {"never", "hit", "touch", "overlap", "rest"};
    fprintf(out, "  ");
    write_vec(out, "move", result->move);
    fprintf(out, ",\n  \"moved\": %zu,\n  \"hits\": [", result->moved);
    for (size_t i = 0; i < result->hit_count; i++)
    {
        const space_hit* hit = &result->hits[i];
        fprintf(out, "%s\n    {", i ? "," : "");
        report_json_object(out, scene, "mover", hit->mover);
        fprintf(out, ", ");
        report_json_object(out, scene, "target", hit->target);
        fprintf(out, ",\n     \"kind\": \"%s\", \"time\": %.9g, ", kinds[hit->hit.kind], (double)hit->hit.time);
        write_vec(out, "normal", hit->hit.normal);
        fprintf(out, ", ");
        write_vec(out, "point", hit->hit.point);
        fprintf(out, ", \"depth\": %.9g}", (double)hit->hit.depth);
    }
    fprintf(out, "%s],\n", result->hit_count ? "\n  " : "");
}

void space_json(FILE* out, const io_scene* scene, const space_result* result)
{
    report_json_head(out, scene, "check");
    fprintf(out, "  \"counts\": {\"bodies\": %zu, \"colliders\": %zu, \"touching\": %zu},\n  \"touching\": [",
            scene->space.body_count, scene->space.collider_count, result->count);
    for (size_t i = 0; i < result->count; i++)
    {
        const space_pair* pair = &result->pairs[i];
        fprintf(out, "%s\n    {", i ? "," : "");
        report_json_object(out, scene, "a", pair->a);
        fprintf(out, ", ");
        report_json_object(out, scene, "b", pair->b);
        fprintf(out, ",\n     \"parts\": %d, \"depth\": %.9g, ", (int)pair->parts, (double)pair->depth);
        write_vec(out, "normal", pair->normal);
        fprintf(out, ", ");
        write_vec(out, "point", pair->point);
        fprintf(out, "}");
    }
    fprintf(out, "%s],\n", result->count ? "\n  " : "");
    if (result->has_move)
    {
        json_hits(out, scene, result);
    }
    report_json_notes(out, scene);
    fprintf(out, "  \"time\": {\"read_ms\": %.3f, \"check_ms\": %.3f}\n}\n", result->read_ms, result->check_ms);
}
