// SPDX-License-Identifier: MIT
//
// What was found: one screen for people, or JSON for machines.

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "report.h"

enum
{
    NOTES_SHOWN = 8,  // of each kind
    PAIRS_SHOWN = 12,
    HITS_SHOWN = 12
};

static const char* plural(size_t count)
{
    return count == 1 ? "" : "s";
}

void report_object(FILE* out, const io_scene* scene, int32_t id)
{
    bool is_space = scene->dimension == 3;
    int32_t file = is_space ? scene->space.colliders[id].file : scene->objects[id].file;
    fprintf(out, "%s (", is_space ? scene->space.colliders[id].name : scene->objects[id].name);
    if (scene->file_count > 1)
    {
        fprintf(out, "%s: ", scene->files[file].name);
    }
    fprintf(out, "%s)", is_space ? scene->space.colliders[id].path : scene->objects[id].path);
}

static void write_notes(FILE* out, const io_scene* scene, int32_t kind, const char* title)
{
    size_t count = 0;
    for (size_t i = 0; i < scene->note_count; i++)
    {
        const io_note* note = &scene->notes[i];
        if (note->kind != kind)
        {
            continue;
        }
        if (count++ < NOTES_SHOWN)
        {
            fprintf(out, "  %-9s %s%s%s\n", count == 1 ? title : "", note->path, note->path[0] ? ": " : "", note->text);
        }
    }
    if (count > NOTES_SHOWN)
    {
        fprintf(out, "  %-9s and %zu more; --json and --html have all\n", "", count - NOTES_SHOWN);
    }
}

static void write_kinds(FILE* out, const io_scene* scene)
{
    static const char* const kinds[] = {"circle",   "segment", "capsule",  "box",       "oriented box", "polygon",
                                        "region",   "chain",   "sphere",   "hull",      "mesh",         "height field",
                                        "cylinder", "cone",    "triangle", "set of parts", "half-space"};
    enum
    {
        KINDS = sizeof kinds / sizeof *kinds
    };
    size_t counts[KINDS] = {0};
    size_t count = scene->dimension == 3 ? scene->space.collider_count : scene->object_count;
    for (size_t i = 0; i < count; i++)
    {
        const char* kind =
            scene->dimension == 3 ? io_collider3_kind(&scene->space.colliders[i]) : io_object_kind(&scene->objects[i]);
        size_t k = 0;
        while (k + 1 < KINDS && strcmp(kind, kinds[k]) != 0)
        {
            k++;
        }
        counts[k]++;
    }
    fprintf(out, "  %-9s %zu", "shapes", count);
    const char* before = ": ";
    for (size_t k = 0; k < KINDS; k++)
    {
        if (counts[k])
        {
            bool box = kinds[k][strlen(kinds[k]) - 1] == 'x', many = counts[k] > 1;
            box = box || strcmp(kinds[k], "mesh") == 0;
            if (strcmp(kinds[k], "set of parts") == 0)
            {
                fprintf(out, "%s%zu set%s of parts", before, counts[k], many ? "s" : "");
            }
            else
            {
                fprintf(out, "%s%zu %s%s", before, counts[k], kinds[k], many ? box ? "es" : "s" : "");
            }
            before = ", ";
        }
    }
    fprintf(out, "\n");
}

static int deepest_first(const void* left, const void* right)
{
    const check_pair *a = *(const check_pair*const*)left, *b = *(const check_pair*const*)right;
    if (a->depth != b->depth)
    {
        return a->depth > b->depth ? -1 : 1;
    }
    return (a > b) - (a < b);  // both point into one array
}

static void write_pair_list(FILE* out, const io_scene* scene, const check_pair* pairs, size_t count)
{
    const check_pair** order = malloc((count + 1) * sizeof(check_pair*));
    for (size_t i = 0; order && i < count; i++)
    {
        order[i] = &pairs[i];
    }
    if (order)
    {
        qsort(order, count, sizeof *order, deepest_first);
    }
    for (size_t i = 0; i < count && i < PAIRS_SHOWN; i++)
    {
        const check_pair* pair = order ? order[i] : &pairs[i];
        bool small = pair->depth > 0 && pair->depth < 0.01f;
        fprintf(out, small ? "  %8.2g m  " : "  %8.4f m  ", (double)pair->depth);
        report_object(out, scene, pair->a);
        fprintf(out, "  and  ");
        report_object(out, scene, pair->b);
        fprintf(out, "\n");
    }
    if (count > PAIRS_SHOWN)
    {
        fprintf(out, "  and %zu more; --json and --html have all\n", count - PAIRS_SHOWN);
    }
    free(order);
}

// What is met on the way comes first; what is inside something from the start is among the pairs already.
static void write_hits(FILE* out, const io_scene* scene, const check_result* result)
{
    static const int32_t order[] = {IMP_SWEEP_HIT, IMP_SWEEP_TOUCH, IMP_SWEEP_OVERLAP};
    static const char* const how[] = {"meets", "touches and presses", "starts inside"};
    size_t counts[3] = {0};
    for (size_t i = 0; i < result->hit_count; i++)
    {
        int32_t kind = result->hits[i].hit.kind;
        counts[kind == order[0] ? 0 : kind == order[1] ? 1 : 2]++;
    }
    if (result->moved == 0)
    {
        fprintf(out, "\nNothing was moved: all objects are static\n");
        return;
    }
    fprintf(out, "\nMoved by (%g, %g) m, y up: %zu of %zu object%s meet something on the way,\n",
            (double)result->move.x, (double)result->move.y, counts[0], result->moved, plural(result->moved));
    fprintf(out, "%zu touch and press on from the start, %zu start inside something\n", counts[1], counts[2]);
    size_t shown = 0;
    for (size_t k = 0; k < 3; k++)
    {
        for (size_t i = 0; i < result->hit_count && shown < HITS_SHOWN; i++)
        {
            const check_hit* hit = &result->hits[i];
            if (hit->hit.kind == order[k])
            {
                shown++;
                fprintf(out, "  t = %.4f  ", (double)hit->hit.time);
                report_object(out, scene, hit->mover);
                fprintf(out, "  %s  ", how[k]);
                report_object(out, scene, hit->target);
                fprintf(out, "\n");
            }
        }
    }
    if (result->hit_count > shown)
    {
        fprintf(out, "  and %zu more; --json and --html have all\n", result->hit_count - shown);
    }
}

void report_scene(FILE* out, const io_scene* scene)
{
    for (size_t i = 0; i < scene->file_count; i++)
    {
        const io_file* file = &scene->files[i];
        fprintf(out, "%s: %s\n", file->name, file->format);
        fprintf(out, "  %-9s %g m per unit of the file (%s)%s\n", "scale", file->scale, file->scale_from,
                file->is_turned ? "; y turned to point up" : "");
    }
    float unit = scene->dimension == 3 ? scene->space.world.length_unit : scene->world.length_unit;
    if (unit != 1.0f)
    {
        fprintf(out, "  %-9s %g m\n", "unit", (double)unit);
    }
    write_kinds(out, scene);
    write_notes(out, scene, IO_NOTE_TAKEN, "taken");
    write_notes(out, scene, IO_NOTE_REPAIR, "repaired");
    write_notes(out, scene, IO_NOTE_SKIP, "left out");
}

void write_report(FILE* out, const io_scene* scene, const check_result* result)
{
    report_scene(out, scene);
    size_t deep = 0;
    for (size_t i = 0; i < result->pair_count; i++)
    {
        deep += result->pairs[i].depth > 0;
    }
    fprintf(out, "\n%zu pair%s touch%s", result->pair_count, plural(result->pair_count),
            result->pair_count == 1 ? "es" : "");
    if (result->pair_count)
    {
        fprintf(out, ": %zu overlap, %zu just touch", deep, result->pair_count - deep);
    }
    fprintf(out, "%s\n", result->cut ? " (stopped there: too many; there may be more)" : "");
    write_pair_list(out, scene, result->pairs, result->pair_count);
    if (result->seam_total && !result->seam_count)
    {
        fprintf(out, "  not counted: %zu pair%s within one tile layer or outline (--seams lists them)\n",
                result->seam_total, plural(result->seam_total));
    }
    if (result->seam_count)
    {
        fprintf(out, "\n%zu pair%s within one tile layer or outline\n", result->seam_count, plural(result->seam_count));
        write_pair_list(out, scene, result->seams, result->seam_count);
    }
    if (result->has_move)
    {
        write_hits(out, scene, result);
    }
    fprintf(out, "\nread in %.1f ms, checked in %.1f ms\n", result->read_ms, result->check_ms);
}

// JSON

void write_json_text(FILE* out, const char* text)
{
    fputc('"', out);
    for (const unsigned char* c = (const unsigned char*)text; *c; c++)
    {
        if (*c < 0x20 || *c == '"' || *c == '\\' || *c == '<' || *c == '>' || *c == '&')
        {
            fprintf(out, "\\u%04x", *c);
        }
        else
        {
            fputc(*c, out);
        }
    }
    fputc('"', out);
}

static void write_member(FILE* out, const char* name, const char* text)
{
    fprintf(out, "\"%s\": ", name);
    write_json_text(out, text);
}

static void write_vec(FILE* out, const char* name, imp2_vec v)
{
    fprintf(out, "\"%s\": [%.9g, %.9g]", name, (double)v.x, (double)v.y);
}

void report_json_object(FILE* out, const io_scene* scene, const char* name, int32_t id)
{
    bool is_space = scene->dimension == 3;
    fprintf(out, "\"%s\": {\"object\": %d, ", name, (int)id);
    write_member(out, "name", is_space ? scene->space.colliders[id].name : scene->objects[id].name);
    fprintf(out, ", ");
    write_member(out, "path", is_space ? scene->space.colliders[id].path : scene->objects[id].path);
    fprintf(out, "}");
}

static void write_json_pairs(FILE* out, const io_scene* scene, const char* name, const check_result* result,
                             const check_pair* pairs, size_t count)
{
    fprintf(out, "  \"%s\": [", name);
    for (size_t i = 0; i < count; i++)
    {
        const check_pair* pair = &pairs[i];
        fprintf(out, "%s\n    {", i ? "," : "");
        report_json_object(out, scene, "a", pair->a);
        fprintf(out, ", ");
        report_json_object(out, scene, "b", pair->b);
        fprintf(out, ",\n     ");
        write_vec(out, "normal", pair->normal);
        fprintf(out, ", \"depth\": %.9g, \"points\": [", (double)pair->depth);
        for (int32_t k = 0; k < pair->count; k++)
        {
            const check_point* point = &result->points[pair->first + k];
            fprintf(out, "%s{", k ? ", " : "");
            write_vec(out, "point", point->contact.point);
            fprintf(out, ", \"depth\": %.9g, \"id\": %u, \"parts\": [%d, %d]}", (double)point->contact.depth,
                    (unsigned)point->contact.id, (int)point->part_a, (int)point->part_b);
        }
        fprintf(out, "]}");
    }
    fprintf(out, "%s],\n", count ? "\n  " : "");
}

static void write_json_hits(FILE* out, const io_scene* scene, const check_result* result)
{
    static const char* const kinds[] = {"never", "hit", "touch", "overlap", "rest"};
    fprintf(out, "  ");
    write_vec(out, "move", result->move);
    fprintf(out, ",\n  \"moved\": %zu,\n  \"hits\": [", result->moved);
    for (size_t i = 0; i < result->hit_count; i++)
    {
        const check_hit* hit = &result->hits[i];
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

static void write_json_notes(FILE* out, const io_scene* scene, const char* name, int32_t kind)
{
    const char* before = "\n";
    fprintf(out, "  \"%s\": [", name);
    for (size_t i = 0; i < scene->note_count; i++)
    {
        if (scene->notes[i].kind == kind)
        {
            fprintf(out, "%s    {\"file\": %d, ", before, (int)scene->notes[i].file);
            write_member(out, "path", scene->notes[i].path);
            fprintf(out, ", ");
            write_member(out, "text", scene->notes[i].text);
            fprintf(out, "}");
            before = ",\n";
        }
    }
    fprintf(out, "%s],\n", before[0] == ',' ? "\n  " : "");
}

void report_json_head(FILE* out, const io_scene* scene, const char* command)
{
    fprintf(out, "{\n  \"impinge\": \"%s\",\n  \"version\": \"%s\",\n  \"files\": [", command, imp_version_text());
    for (size_t i = 0; i < scene->file_count; i++)
    {
        const io_file* file = &scene->files[i];
        fprintf(out, "%s\n    {", i ? "," : "");
        write_member(out, "file", file->name);
        fprintf(out, ", ");
        write_member(out, "format", file->format);
        fprintf(out, ", \"scale\": %.17g, ", file->scale);
        write_member(out, "scale_from", file->scale_from);
        fprintf(out, ", \"objects\": %d}", (int)file->objects);
    }
    fprintf(out, "\n  ],\n  \"length_unit\": %.9g,\n", (double)scene->world.length_unit);
}

void report_json_notes(FILE* out, const io_scene* scene)
{
    write_json_notes(out, scene, "taken", IO_NOTE_TAKEN);
    write_json_notes(out, scene, "repairs", IO_NOTE_REPAIR);
    write_json_notes(out, scene, "skips", IO_NOTE_SKIP);
}

void write_json(FILE* out, const io_scene* scene, const check_result* result)
{
    report_json_head(out, scene, "check");
    size_t deep = 0;
    for (size_t i = 0; i < result->pair_count; i++)
    {
        deep += result->pairs[i].depth > 0;
    }
    fprintf(out, "  \"counts\": {\"objects\": %zu, \"pairs\": %zu, \"overlapping\": %zu, \"touching\": %zu, ",
            scene->object_count, result->pair_count, deep, result->pair_count - deep);
    fprintf(out, "\"seams\": %zu, \"complete\": %s},\n", result->seam_total, result->cut ? "false" : "true");
    fprintf(out, "  \"objects\": [");
    for (size_t i = 0; i < scene->object_count; i++)
    {
        const io_object* object = &scene->objects[i];
        fprintf(out, "%s\n    {", i ? "," : "");
        write_member(out, "name", object->name);
        fprintf(out, ", ");
        write_member(out, "layer", object->layer);
        fprintf(out, ", ");
        write_member(out, "path", object->path);
        fprintf(out, ", \"file\": %d, \"kind\": \"%s\", \"static\": %s, \"solid\": %s, \"structure\": %d}",
                (int)object->file, io_object_kind(object), object->is_static ? "true" : "false",
                object->is_solid ? "true" : "false", (int)object->structure);
    }
    fprintf(out, "%s],\n", scene->object_count ? "\n  " : "");
    write_json_pairs(out, scene, "pairs", result, result->pairs, result->pair_count);
    if (result->seam_count)
    {
        write_json_pairs(out, scene, "seams", result, result->seams, result->seam_count);
    }
    if (result->has_move)
    {
        write_json_hits(out, scene, result);
    }
    report_json_notes(out, scene);
    fprintf(out, "  \"time\": {\"read_ms\": %.3f, \"check_ms\": %.3f}\n}\n", result->read_ms, result->check_ms);
}
