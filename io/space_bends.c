// SPDX-License-Identifier: MIT
//
// Meshes that bend in the JSON of our own: morph targets with weights over time, by the words of glTF, and waves that
// travel.

#include <math.h>
#include <string.h>

#include "io/reader.h"
#include "io/space_mesh.h"

enum
{
    IO_TARGET_MAX = 1 << 16  // of a node of a foreign file
};

static const char* const between_words[IO_BETWEEN_COUNT] = {"linear", "step", "cubic spline"};

// Reading

static bool is_coordinate(double value)
{
    return fabs(value) <= (double)IMP_MAGNITUDE_MAX;
}

// A vector of which each coordinate is one that the library takes, or so small that it is 0.
static bool vec_of(const io_node* list, imp3_vec* out)
{
    const double* n = list && list->count == 3 ? list->numbers : NULL;
    if (!n || !is_coordinate(n[0]) || !is_coordinate(n[1]) || !is_coordinate(n[2]))
    {
        return false;
    }
    *out = (imp3_vec){(float)n[0], (float)n[1], (float)n[2]};
    return true;
}

static io_status read_target(io_reader* reader, const io_node* list, int32_t index, int32_t points, imp3_vec* out)
{
    bool good = list->kind == IO_LIST && !list->numbers && list->count == points;
    for (const io_node* item = good ? list->child : NULL; item && good; item = item->next)
    {
        good = vec_of(item, out++);
    }
    return good ? IO_OK
                : io_fail(reader, IO_ERR_MEANING, list, "targets[%d] must be %d times [x, y, z], one for each point",
                          (int)index, (int)points);
}

static io_status read_targets(io_reader* reader, const io_node* node, const io_mesh* mesh, io_morph* out)
{
    const io_node* list = io_node_get(node, "targets");
    if (!list || list->numbers || list->count < 1)
    {
        return io_fail(reader, IO_ERR_MEANING, node, "'targets' must be a list of displacements of all points");
    }
    const size_t points = mesh->point_count;
    imp3_vec* targets = points <= SIZE_MAX / sizeof *targets / (size_t)list->count
                            ? io_arena_take(&reader->scene->arena, (size_t)list->count * points * sizeof *targets)
                            : NULL;
    if (!targets)
    {
        return io_fail_memory(reader);
    }
    io_status status = IO_OK;
    for (const io_node* item = list->child; item && !status; item = item->next)
    {
        status =
            read_target(reader, item, out->target_count, (int32_t)points, targets + (size_t)out->target_count * points);
        out->target_count++;
    }
    out->targets = targets;
    return status;
}

static const double* copy_numbers(io_reader* reader, const io_node* list)
{
    double* own = io_arena_take(&reader->scene->arena, (size_t)list->count * sizeof *own);
    if (own)
    {
        memcpy(own, list->numbers, (size_t)list->count * sizeof *own);
    }
    return own;
}

static bool are_times(const io_node* list)
{
    bool good = list && list->numbers && list->count > 0;
    for (int32_t i = 0; good && i < list->count; i++)
    {
        good = list->numbers[i] >= 0 && is_coordinate(list->numbers[i]) &&
               (i == 0 || list->numbers[i] > list->numbers[i - 1]);
    }
    return good;
}

static bool are_weights(const io_node* list, int64_t count)
{
    bool good = list && list->numbers && list->count == count;
    for (int32_t i = 0; good && i < list->count; i++)
    {
        good = is_coordinate(list->numbers[i]);
    }
    return good;
}

static io_status read_times(io_reader* reader, const io_node* node, io_morph* out)
{
    const io_node* list = io_node_get(node, "times");
    if (!are_times(list))
    {
        return io_fail(reader, IO_ERR_MEANING, node, "'times' must be a list of rising numbers of 0 or more");
    }
    out->key_count = list->count;
    out->times = copy_numbers(reader, list);
    return out->times ? IO_OK : io_fail_memory(reader);
}

static io_status read_weights(io_reader* reader, const io_node* node, io_morph* out)
{
    const io_node* list = io_node_get(node, "weights");
    const int64_t wanted = (int64_t)out->key_count * out->target_count * (out->between == IO_BETWEEN_SPLINE ? 3 : 1);
    if (!are_weights(list, wanted))
    {
        return io_fail(reader, IO_ERR_MEANING, node, "'weights' must be %lld numbers: %d for each of %d times",
                       (long long)wanted, (int)(wanted / out->key_count), (int)out->key_count);
    }
    out->weights = copy_numbers(reader, list);
    return out->weights ? IO_OK : io_fail_memory(reader);
}

io_status io_space_read_weights(io_reader* reader, const io_node* node, io_morph* out)
{
    const io_node *times = io_node_get(node, "times"), *weights = io_node_get(node, "weights");
    double targets = 0;
    const io_node* count = io_node_get(node, "targets");
    if (!count || !io_node_number(count, &targets) || !(targets >= 1 && targets <= (double)IO_TARGET_MAX) ||
        !are_times(times) || !are_weights(weights, (int64_t)targets * times->count))
    {
        return IO_OK;
    }
    out->target_count = (int32_t)targets;
    out->key_count = times->count;
    out->times = copy_numbers(reader, times);
    out->weights = copy_numbers(reader, weights);
    return out->times && out->weights ? IO_OK : io_fail_memory(reader);
}

static io_status read_morph(io_reader* reader, const io_node* node, const io_mesh* mesh, io_morph* out)
{
    io_status status = io_scene_members(reader, node, "tkind ltargets atimes aweights tinterpolation bloop");
    const char* word = io_node_text(node, "interpolation", between_words[IO_BETWEEN_LINEAR]);
    const io_node* loop = io_node_get(node, "loop");
    while (out->between < IO_BETWEEN_COUNT && strcmp(word, between_words[out->between]) != 0)
    {
        out->between++;
    }
    if (!status && out->between == IO_BETWEEN_COUNT)
    {
        status = io_fail(reader, IO_ERR_MEANING, node, "'interpolation' must be linear, step or cubic spline");
    }
    out->loops = !loop || loop->number != 0;
    status = status ? status : read_targets(reader, node, mesh, out);
    status = status ? status : read_times(reader, node, out);
    return status ? status : read_weights(reader, node, out);
}

static io_status read_positive(io_reader* reader, const io_node* node, const char* name, float* out)
{
    double value = 0;
    io_status status = io_number(reader, node, name, &value);
    if (!status && !(value >= (double)IMP_MAGNITUDE_MIN && is_coordinate(value)))
    {
        status = io_fail(reader, IO_ERR_MEANING, node, "'%s' must be a number above 0", name);
    }
    *out = status ? 0.0f : (float)value;
    return status;
}

static io_status read_wave(io_reader* reader, const io_node* node, const io_mesh* mesh, io_morph* out)
{
    io_status status = io_scene_members(reader, node, "tkind aamplitude aalong nlength nperiod");
    if (!status && !vec_of(io_node_get(node, "amplitude"), &out->amplitude))
    {
        status = io_fail(reader, IO_ERR_MEANING, node, "'amplitude' must be [x, y, z]");
    }
    const bool has_way = vec_of(io_node_get(node, "along"), &out->along);
    const double x = (double)out->along.x, y = (double)out->along.y, z = (double)out->along.z;
    if (!status && !(has_way && x * x + y * y + z * z > 0))
    {
        status = io_fail(reader, IO_ERR_MEANING, node, "'along' must be [x, y, z], and not all 0");
    }
    status = status ? status : read_positive(reader, node, "length", &out->length);
    status = status ? status : read_positive(reader, node, "period", &out->period);
    if (status)
    {
        return status;
    }
    return io_morph_make_wave(&reader->scene->arena, mesh->points, (int32_t)mesh->point_count, out)
               ? IO_OK
               : io_fail_memory(reader);
}

static io_status read_bend(io_reader* reader, const io_node* node, const io_mesh* mesh, io_morph* out)
{
    const char* kind = io_node_text(node, "kind", "");
    if (node->kind == IO_MAP && strcmp(kind, "morph") == 0)
    {
        return read_morph(reader, node, mesh, out);
    }
    return node->kind == IO_MAP && strcmp(kind, "wave") == 0
               ? read_wave(reader, node, mesh, out)
               : io_fail(reader, IO_ERR_MEANING, node, "'kind' must be morph or wave");
}

io_status io_space_read_bends(io_reader* reader, const io_node* node, const io_mesh* mesh, const io_bend** out)
{
    const io_node* list = io_node_get(node, "bends");
    const io_space* space = &reader->scene->space;
    if (!list || (!list->numbers && list->count == 0))
    {
        return IO_OK;
    }
    if (list->numbers || list->count > IO_MORPH_MAX)
    {
        return io_fail(reader, IO_ERR_MEANING, node, "'bends' must be a list of at most %d morphs and waves",
                       (int)IO_MORPH_MAX);
    }
    if (space->bodies[space->body_count - 1].def.kind != IMP_BODY_KINEMATIC)
    {
        return io_fail(reader, IO_ERR_MEANING, node, "'bends' is for meshes of kinematic bodies");
    }
    io_morph* morphs = io_arena_take(&reader->scene->arena, (size_t)list->count * sizeof *morphs);
    io_status status = morphs ? IO_OK : io_fail_memory(reader);
    int32_t count = 0;
    for (const io_node* item = list->child; item && !status; item = item->next)
    {
        const size_t length = io_path_push(reader, ".bends[%d]", (int)count);
        status = read_bend(reader, item, mesh, &morphs[count++]);
        io_path_pop(reader, length);
    }
    const imp3_triangles triangles = {.points = mesh->points,
                                      .point_count = (int32_t)mesh->point_count,
                                      .corners = mesh->corners,
                                      .count = (int32_t)(mesh->corner_count / 3)};
    return status ? status : io_bend_make(reader, &triangles, morphs, count, out);
}

// Writing

static void write_list(FILE* file, const char* name, const double* numbers, int32_t count)
{
    fprintf(file, ", \"%s\": ", name);
    for (int32_t i = 0; i < count; i++)
    {
        fprintf(file, i ? ", %.17g" : "[%.17g", numbers[i]);
    }
    fputc(']', file);
}

static void write_vecs(FILE* file, const imp3_vec* v, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
    {
        fprintf(file, "%s[%.9g, %.9g, %.9g]", i ? ", " : "[", (double)v[i].x, (double)v[i].y, (double)v[i].z);
    }
    fputc(']', file);
}

static void write_wave(FILE* file, const io_morph* m)
{
    fputs("{\"kind\": \"wave\", \"amplitude\": ", file);
    const imp3_vec a = m->amplitude, w = m->along;
    fprintf(file, "[%.9g, %.9g, %.9g], \"along\": [%.9g, %.9g, %.9g]", (double)a.x, (double)a.y, (double)a.z,
            (double)w.x, (double)w.y, (double)w.z);
    fprintf(file, ", \"length\": %.9g, \"period\": %.9g}", (double)m->length, (double)m->period);
}

static void write_morph(FILE* file, const io_morph* m, int32_t points)
{
    const int32_t row = m->target_count * (m->between == IO_BETWEEN_SPLINE ? 3 : 1);
    fprintf(file, "{\"kind\": \"morph\", \"interpolation\": \"%s\"%s", between_words[m->between],
            m->loops ? "" : ", \"loop\": false");
    write_list(file, "times", m->times, m->key_count);
    write_list(file, "weights", m->weights, m->key_count * row);
    for (int32_t t = 0; t < m->target_count; t++)
    {
        fputs(t ? ",\n        " : ", \"targets\": [\n        ", file);
        write_vecs(file, m->targets + (size_t)t * (size_t)points, points);
    }
    fputs("]}", file);
}

void io_write_bend(FILE* file, const io_bend* bend)
{
    fputs(", \"points\":\n       ", file);
    write_vecs(file, bend->points, bend->point_count);
    for (int32_t i = 0; i < bend->corner_count; i += 3)
    {
        const int32_t* c = bend->corners + i;
        fprintf(file, "%s[%d, %d, %d]", i ? ", " : ",\n       \"triangles\": [", (int)c[0], (int)c[1], (int)c[2]);
    }
    for (int32_t i = 0; i < bend->morph_count; i++)
    {
        const io_morph* m = &bend->morphs[i];
        fputs(i ? ",\n       " : "],\n       \"bends\": [", file);
        if (m->is_wave)
        {
            write_wave(file, m);
        }
        else
        {
            write_morph(file, m, bend->point_count);
        }
    }
    fputc(']', file);
}
