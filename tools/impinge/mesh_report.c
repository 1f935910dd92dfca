// SPDX-License-Identifier: MIT
//
// Tells what was found among meshes: as text for people, as JSON for programs.

#include "mesh_check.h"

#include <math.h>
#include <string.h>

#include "check.h"

enum
{
    FINDINGS_SHOWN = 24,
    REGIONS_SHOWN = 6  // of each
};

static const char* plural(int64_t count)
{
    return count == 1 ? "" : "s";
}

// Files by their names; bodies of one file more than once by their numbers, too.
static void write_name(FILE* out, const bodies* all, int32_t number)
{
    const char* file = all->items[number].file;
    int32_t same = 0;
    for (int32_t i = 0; i < all->count; i++)
    {
        same += strcmp(all->items[i].file, file) == 0;
    }
    fputs(file, out);
    if (same > 1)
    {
        fprintf(out, " (%d)", (int)number);
    }
}

static void write_names(FILE* out, const bodies* all, const mesh_finding* f)
{
    write_name(out, all, f->a);
    fprintf(out, "  and  ");
    write_name(out, all, f->b);
}

static void write_place(FILE* out, imp3_vec v)
{
    fprintf(out, "(%.4g, %.4g, %.4g)", (double)v.x, (double)v.y, (double)v.z);
}

// Components within a ten thousandth.
static void write_direction(FILE* out, imp3_vec v)
{
    double xyz[3] = {(double)v.x, (double)v.y, (double)v.z};
    for (int k = 0; k < 3; k++)
    {
        xyz[k] = round(xyz[k] * 1e4) * 1e-4 + 0.0;  // and no -0
    }
    fprintf(out, "(%.4g, %.4g, %.4g)", xyz[0], xyz[1], xyz[2]);
}

static void write_regions(FILE* out, const mesh_result* result, const mesh_finding* f)
{
    for (int32_t i = 0; i < f->region_count && i < REGIONS_SHOWN; i++)
    {
        const mesh_region* r = &result->regions[f->first_region + i];
        imp3_vec size = imp3_vec_sub(r->box.upper, r->box.lower);
        fprintf(out, "    region %d: %d pair%s of triangles around ", (int)i + 1, (int)r->count, plural(r->count));
        write_place(out, r->middle);
        fprintf(out, ", %.3g x %.3g x %.3g m, a line of %.3g m\n", (double)size.x, (double)size.y, (double)size.z,
                r->length);
    }
    if (f->region_count > REGIONS_SHOWN)
    {
        fprintf(out, "    and %d more; --json and --html have all\n", (int)(f->region_count - REGIONS_SHOWN));
    }
}

static void write_touching(FILE* out, const bodies* all, const mesh_result* result, const mesh_finding* f)
{
    fprintf(out, "  ");
    write_names(out, all, f);
    if (f->inside)
    {
        fprintf(out, ": the %s lies in the %s", f->inside == MESH_INSIDE_A ? "first" : "second",
                f->inside == MESH_INSIDE_A ? "second" : "first");
    }
    else
    {
        fprintf(out, ": %d pair%s of triangles in %d region%s", (int)f->crossing_count, plural(f->crossing_count),
                (int)f->region_count, plural(f->region_count));
    }
    if (f->has_depth)
    {
        fprintf(out, ", %.4g m deep; the second comes free along ", (double)f->depth);
        write_direction(out, f->normal);
    }
    fprintf(out, "\n");
    write_regions(out, result, f);
}

static void write_near(FILE* out, const bodies* all, const mesh_finding* f)
{
    const imp3_nearest* n = &f->nearest.nearest;
    fprintf(out, "  %.4g m  ", (double)n->distance);
    write_names(out, all, f);
    fprintf(out, ", from ");
    write_place(out, n->point_a);
    fprintf(out, " to ");
    write_place(out, n->point_b);
    fprintf(out, "\n");
}

void mesh_report(FILE* out, const bodies* all, const mesh_result* result)
{
    double read = 0, build = 0;
    for (int32_t i = 0; i < all->count; i++)
    {
        read += all->items[i].read_ms;
        build += all->items[i].build_ms;
    }
    int32_t near = (int32_t)result->finding_count - result->touching;
    fprintf(out, "\n%d bod%s, %d pair%s touch%s\n", (int)all->count, all->count == 1 ? "y" : "ies",
            (int)result->touching, plural(result->touching), result->touching == 1 ? "es" : "");
    for (int32_t i = 0; i < result->touching && i < FINDINGS_SHOWN; i++)
    {
        write_touching(out, all, result, &result->findings[i]);
    }
    if (result->touching > FINDINGS_SHOWN)
    {
        fprintf(out, "  and %d more; --json and --html have all\n", (int)result->touching - FINDINGS_SHOWN);
    }
    if (result->clearance > 0)
    {
        fprintf(out, "%d more pair%s nearer than %g m\n", (int)near, near == 1 ? " is" : "s are",
                (double)result->clearance);
    }
    for (int32_t i = 0; i < near && i < FINDINGS_SHOWN; i++)
    {
        write_near(out, all, &result->findings[result->touching + i]);
    }
    if (near > FINDINGS_SHOWN)
    {
        fprintf(out, "  and %d more; --json and --html have all\n", (int)near - FINDINGS_SHOWN);
    }
    fprintf(out, "\nread in %.1f ms, made ready in %.1f ms, checked in %.1f ms\n", read, build, result->check_ms);
}

// JSON

static void write_vec(FILE* out, const char* name, imp3_vec v)
{
    fprintf(out, "\"%s\": [%.9g, %.9g, %.9g]", name, (double)v.x, (double)v.y, (double)v.z);
}

static void write_body(FILE* out, const body* it)
{
    const io_mesh* m = &it->mesh;
    const imp3_triangles_report* s = &it->surface;
    imp3_quat q = {0, 0, 0, 1};
    (void)imp3_rot_to_quat(it->pose.q, &q);
    fprintf(out, "    {\"file\": ");
    write_json_text(out, it->file);
    fprintf(out, ", \"format\": ");
    write_json_text(out, m->format);
    fprintf(out, ", \"unit\": %.9g, \"points\": %zu, \"triangles\": %d, \"closed\": %s, \"volume\": %.9g,\n     ",
            m->unit, m->point_count, (int)it->compound.part_count, it->closed ? "true" : "false", (double)it->volume);
    write_vec(out, "position", it->pose.p);
    fprintf(out, ", \"quaternion\": [%.9g, %.9g, %.9g, %.9g], ", (double)q.x, (double)q.y, (double)q.z, (double)q.w);
    write_vec(out, "lower", it->box.lower);
    fprintf(out, ", ");
    write_vec(out, "upper", it->box.upper);
    fprintf(out, ",\n     \"border_edges\": %d, \"non_manifold_edges\": %d, \"reversed_edges\": %d, \"welded\": %d, ",
            (int)s->border, (int)s->non_manifold, (int)s->reversed, (int)s->welded);
    fprintf(out, "\"flat\": %d, \"doubled\": %d, \"polygons\": %lld, \"crossed\": %lld, \"thin\": %lld, ", (int)s->flat,
            (int)s->doubled, (long long)m->polygons, (long long)m->crossed, (long long)m->thin);
    fprintf(out, "\"tiny\": %lld, \"curves\": %lld, \"unknown_lines\": %lld, \"trailing_bytes\": %lld}",
            (long long)m->tiny, (long long)m->curves, (long long)m->unknown, (long long)m->trailing);
}

static void write_region(FILE* out, const bodies* all, const mesh_result* result, const mesh_finding* f,
                         const mesh_region* r)
{
    fprintf(out, "{\"pairs\": %d, ", (int)r->count);
    write_vec(out, "middle", r->middle);
    fprintf(out, ", ");
    write_vec(out, "lower", r->box.lower);
    fprintf(out, ", ");
    write_vec(out, "upper", r->box.upper);
    fprintf(out, ", \"length\": %.9g, \"triangles\": [", r->length);
    for (int32_t i = 0; i < r->count; i++)
    {
        const imp3_mesh_pair* p = &result->crossings[r->first + i];
        int32_t a = 0, b = 0;
        (void)imp3_compound_source(&all->items[f->a].compound, p->part_a, &a);
        (void)imp3_compound_source(&all->items[f->b].compound, p->part_b, &b);
        fprintf(out, "%s[%d, %d]", i ? ", " : "", (int)a, (int)b);
    }
    fprintf(out, "]}");
}

static void write_finding(FILE* out, const bodies* all, const mesh_result* result, const mesh_finding* f)
{
    static const char* const inside[] = {"null", "\"a\"", "\"b\""};
    fprintf(out, "    {\"a\": %d, \"b\": %d, ", (int)f->a, (int)f->b);
    if (!f->touch)
    {
        const imp3_nearest* n = &f->nearest.nearest;
        fprintf(out, "\"distance\": %.9g, ", (double)n->distance);
        write_vec(out, "point_a", n->point_a);
        fprintf(out, ", ");
        write_vec(out, "point_b", n->point_b);
        fprintf(out, "}");
        return;
    }
    fprintf(out, "\"inside\": %s, \"pairs\": %d, ", inside[f->inside], (int)f->crossing_count);
    if (f->has_depth)
    {
        fprintf(out, "\"depth\": %.9g, ", (double)f->depth);
        write_vec(out, "normal", f->normal);
        fprintf(out, ", ");
    }
    fprintf(out, "\"regions\": [");
    for (int32_t i = 0; i < f->region_count; i++)
    {
        fprintf(out, "%s\n      ", i ? "," : "");
        write_region(out, all, result, f, &result->regions[f->first_region + i]);
    }
    fprintf(out, "]}");
}

void mesh_json(FILE* out, const bodies* all, const mesh_result* result)
{
    double read = 0, build = 0;
    int32_t count = (int32_t)result->finding_count, touching = result->touching;
    fprintf(out,
            "{\n  \"impinge\": \"check\",\n  \"version\": \"%s\",\n  \"counts\": {\"bodies\": %d, \"touching\": %d, ",
            imp_version_text(), (int)all->count, (int)touching);
    fprintf(out, "\"near\": %d},\n  \"clearance\": %.9g,\n  \"bodies\": [", (int)(count - touching),
            (double)result->clearance);
    for (int32_t i = 0; i < all->count; i++)
    {
        fprintf(out, "%s\n", i ? "," : "");
        write_body(out, &all->items[i]);
        read += all->items[i].read_ms;
        build += all->items[i].build_ms;
    }
    fprintf(out, "\n  ],\n  \"touching\": [");
    for (int32_t i = 0; i < count; i++)
    {
        fprintf(out, i == touching ? "],\n  \"near\": [\n" : i ? ",\n" : "\n");
        write_finding(out, all, result, &result->findings[i]);
    }
    fprintf(out, count == touching ? "],\n  \"near\": [" : "");
    fprintf(out, "],\n  \"time\": {\"read_ms\": %.3f, \"build_ms\": %.3f, \"check_ms\": %.3f}\n}\n", read, build,
            result->check_ms);
}
