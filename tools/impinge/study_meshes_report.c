// SPDX-License-Identifier: MIT
//
// What the study found about trees over meshes: a table, JSON, the page, and the command.

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "check.h"
#include "study_meshes.h"

static void write_mesh(FILE* out, const char* title, const body* it)
{
    fprintf(out, "%s  %s: %d triangles, %s\n", title, it->file, (int)it->compound.part_count,
            it->closed ? "closed" : "open");
}

static void write_cost(FILE* out, const study_cost* cost)
{
    fprintf(out, " %8.0f %8.0f %9.1f", cost->nodes, cost->triangles, cost->us);
}

static void write_heads(FILE* out)
{
    fprintf(out, "\n%-21s %8s %6s %5s %7s   %-26s %-26s\n", "", "build", "bytes", "", "", "all pairs", "distance");
    fprintf(out, "%-21s %8s %6s %5s %7s", "tree", "ms", "a tri.", "depth", "area");
    for (int i = 0; i < 2; i++)
    {
        fprintf(out, " %8s %8s %9s", "volumes", "pairs", "us");
    }
    fprintf(out, "\n");
}

void study_meshes_report(FILE* out, const study_meshes* result)
{
    bool same = true;
    write_mesh(out, "A", result->a);
    write_mesh(out, "B", result->b);
    fprintf(
        out,
        "%d poses in which they touch, with %.0f pairs of triangles in the mean, and as many in which they are apart.\n",
        (int)result->poses, result->pairs);
    write_heads(out);
    for (int32_t i = 0; i < STUDY_TREES; i++)
    {
        const study_tree* t = &result->trees[i];
        double triangles = (double)(result->a->mesh.corner_count / 3);
        fprintf(out, "%-8s %-12s %8.2f %6.0f %5d %7.1f", study_kinds[i / STUDY_FORMS], study_forms[i % STUDY_FORMS],
                t->build_ms, (double)t->stats.bytes / triangles, (int)t->stats.depth, (double)t->stats.area);
        write_cost(out, &t->all);
        write_cost(out, &t->distance);
        fprintf(out, "\n");
        same = same && t->same;
    }
    fprintf(out, "\n%-21s   first contact, us and volumes tested\n%-21s", "", "tree");
    for (int32_t k = 0; k < STUDY_ORDERS; k++)
    {
        fprintf(out, " %18s", study_orders[k]);
    }
    fprintf(out, " %10s %12s %10s\n", "a ray, us", "nearest, us", "sphere, us");
    for (int32_t i = 0; i < STUDY_TREES; i++)
    {
        const study_tree* t = &result->trees[i];
        fprintf(out, "%-8s %-12s", study_kinds[i / STUDY_FORMS], study_forms[i % STUDY_FORMS]);
        for (int32_t k = 0; k < STUDY_ORDERS; k++)
        {
            fprintf(out, " %9.1f %8.0f", t->first[k].us, t->first[k].nodes);
        }
        fprintf(out, " %10.2f %12.2f %10.2f\n", t->ray.us, t->point.us, t->sphere.us);
    }
    fprintf(out, "\n%s\n",
            same ? "All trees find the same pairs." : "Some trees find other pairs: that is a fault of the library.");
}

static void write_json_cost(FILE* out, const char* name, const study_cost* cost)
{
    fprintf(out, ", \"%s\": {\"volumes\": %.9g, \"triangles\": %.9g, \"us\": %.4g}", name, cost->nodes, cost->triangles,
            cost->us);
}

static void write_json_tree(FILE* out, const study_tree* t, int32_t number)
{
    static const char* const keys[STUDY_ORDERS] = {"first_depth", "first_breadth", "first_best"};
    fprintf(out, "    {\"kind\": \"%s\", \"form\": \"%s\", \"build_ms\": %.4g, \"bytes\": %lld, \"nodes\": %d, ",
            study_kinds[number / STUDY_FORMS], study_forms[number % STUDY_FORMS], t->build_ms,
            (long long)t->stats.bytes, (int)t->stats.nodes);
    fprintf(out, "\"leaves\": %d, \"depth\": %d, \"area\": %.6g, \"same\": %s", (int)t->stats.leaves,
            (int)t->stats.depth, (double)t->stats.area, t->same ? "true" : "false");
    write_json_cost(out, "all", &t->all);
    for (int32_t k = 0; k < STUDY_ORDERS; k++)
    {
        write_json_cost(out, keys[k], &t->first[k]);
    }
    write_json_cost(out, "distance", &t->distance);
    write_json_cost(out, "ray", &t->ray);
    write_json_cost(out, "nearest", &t->point);
    write_json_cost(out, "sphere", &t->sphere);
    fprintf(out, "}");
}

static void write_json_mesh(FILE* out, const char* name, const body* it)
{
    fprintf(out, "   \"%s\": {\"file\": ", name);
    write_json_text(out, it->file);
    fprintf(out, ", \"triangles\": %zu, \"closed\": %s},\n", it->mesh.corner_count / 3, it->closed ? "true" : "false");
}

void study_meshes_json(FILE* out, const study_meshes* result)
{
    fprintf(out, "{\"impinge\": \"study\", \"version\": \"%s\",\n  \"meshes\": {\n", imp_version_text());
    write_json_mesh(out, "a", result->a);
    write_json_mesh(out, "b", result->b);
    fprintf(out, "   \"poses\": %d, \"pairs\": %.9g,\n   \"trees\": [\n", (int)result->poses, result->pairs);
    for (int32_t i = 0; i < STUDY_TREES; i++)
    {
        fputs(i ? ",\n" : "", out);
        write_json_tree(out, &result->trees[i], i);
    }
    fprintf(out, "]}}\n");
}

static int fail(const io_error* error)
{
    char line[1200];
    io_error_print(error, line, sizeof line);
    fprintf(stderr, "%s\n", line);
    return 2;
}

static int tell(const study_meshes* result, const char* html, bool json)
{
    io_error error = {0};
    if (html && study_meshes_page(html, result, &error))
    {
        return fail(&error);
    }
    (json ? study_meshes_json : study_meshes_report)(stdout, result);
    if (!json && html)
    {
        printf("wrote the page %s\n", html);
    }
    return 0;
}

/// Share of reading in the bar; twenty trees are the rest.
#define SHARE_LOADED 0.05

int study_meshes_command(char** files, int32_t count, const char* html, bool json, bool quick)
{
    progress bar;
    const bodies_options options = {.scale = 1, .bar = &bar};
    bodies all;
    io_error error;
    progress_begin(&bar, isatty(STDERR_FILENO) == 1);
    progress_stage(&bar, 0, SHARE_LOADED);
    if (bodies_load(files, count, &options, &all, &error))
    {
        return fail(&error);
    }
    study_meshes* result = malloc(sizeof *result);
    progress_stage(&bar, SHARE_LOADED, 1 - SHARE_LOADED);
    imp_status status = result ? study_meshes_run(&all, quick, &bar, result) : IMP_ERR_MEMORY;
    int code = 2;
    if (status)
    {
        fprintf(stderr, "impinge: %s\n", imp_status_text(status));
    }
    else
    {
        code = tell(result, html, json);
    }
    free(result);
    bodies_free(&all);
    return code;
}
