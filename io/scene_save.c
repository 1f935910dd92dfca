// SPDX-License-Identifier: MIT
//
// The JSON of our own, written. Nine digits say a float exactly. An oriented box is written as the polygon of its
// corners: that is what it is, and half sizes and an angle would not give the same corners to the last bit. A region is
// written with its cut, so that it need not be cut again and cannot come out differently.

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "io/io.h"

static void write_text(FILE* file, const char* text)
{
    fputc('"', file);
    for (const unsigned char* c = (const unsigned char*)text; *c; c++)
    {
        if (*c == '"' || *c == '\\')
        {
            fprintf(file, "\\%c", *c);
        }
        else if (*c < 0x20)
        {
            fprintf(file, "\\u%04x", *c);
        }
        else
        {
            fputc(*c, file);
        }
    }
    fputc('"', file);
}

static void write_vec(FILE* file, const char* name, imp2_vec v)
{
    fprintf(file, ", \"%s\": [%.9g, %.9g]", name, (double)v.x, (double)v.y);
}

static imp2_vec vertex(const imp2_shape* shape, int32_t index)
{
    imp2_vec v = {0};
    (void)imp2_shape_vertex(shape, index, &v);
    return v;
}

static void write_shape(FILE* file, const imp2_shape* shape)
{
    int32_t last = shape->count - 1;
    switch (shape->kind)
    {
    case IMP2_SHAPE_CIRCLE:
        fprintf(file, "{\"kind\": \"circle\"");
        write_vec(file, "center", vertex(shape, 0));
        break;
    case IMP2_SHAPE_SEGMENT:
    case IMP2_SHAPE_CAPSULE:
        fprintf(file, "{\"kind\": \"%s\"", shape->kind == IMP2_SHAPE_SEGMENT ? "segment" : "capsule");
        write_vec(file, "a", vertex(shape, 0));
        write_vec(file, "b", vertex(shape, last));
        break;
    case IMP2_SHAPE_BOX:
        fprintf(file, "{\"kind\": \"box\"");
        write_vec(file, "lower", vertex(shape, 0));
        write_vec(file, "upper", vertex(shape, last > 1 ? 2 : last));
        break;
    default:
        fprintf(file, "{\"kind\": \"polygon\", \"points\": [");
        for (int32_t i = 0; i <= last; i++)
        {
            imp2_vec v = vertex(shape, i);
            fprintf(file, "%s[%.9g, %.9g]", i ? ", " : "", (double)v.x, (double)v.y);
        }
        fputc(']', file);
        break;
    }
    if (shape->kind == IMP2_SHAPE_CIRCLE || shape->kind == IMP2_SHAPE_CAPSULE || shape->radius != 0)
    {
        fprintf(file, ", \"radius\": %.9g", (double)shape->radius);
    }
    fputc('}', file);
}

static void write_points(FILE* file, const imp2_vec* points, int32_t count)
{
    fputc('[', file);
    for (int32_t i = 0; i < count; i++)
    {
        fprintf(file, "%s[%.9g, %.9g]", i ? ", " : "", (double)points[i].x, (double)points[i].y);
    }
    fputc(']', file);
}

static void write_compound(FILE* file, const imp2_compound* c)
{
    if (c->kind == IMP2_COMPOUND_CHAIN)
    {
        fprintf(file, "{\"kind\": \"chain\"%s%s, \"points\": ", c->closed ? ", \"closed\": true" : "",
                c->one_sided ? ", \"one_sided\": true" : "");
        write_points(file, c->vertices, c->ring_starts[1]);
        fputc('}', file);
        return;
    }
    fprintf(file, "{\"kind\": \"region\", \"rings\": [");
    for (int32_t r = 0; r < c->ring_count; r++)
    {
        fputs(r ? ",\n      " : "\n      ", file);
        write_points(file, c->vertices + c->ring_starts[r], c->ring_starts[r + 1] - c->ring_starts[r]);
    }
    fprintf(file, "],\n      \"parts\": [");
    for (int32_t p = 0; p < c->part_count; p++)
    {
        for (int32_t k = c->loop_starts[p]; k < c->loop_starts[p + 1]; k++)
        {
            fprintf(file, "%s%d", k > c->loop_starts[p] ? ", " : p ? "], [" : "[", (int)c->loop[k]);
        }
    }
    fprintf(file, "]]}");
}

static void write_object(FILE* file, const io_object* object)
{
    fprintf(file, "    {\"name\": ");
    write_text(file, object->name);
    if (object->layer[0])
    {
        fprintf(file, ", \"layer\": ");
        write_text(file, object->layer);
    }
    fprintf(file, "%s%s", object->is_static ? ", \"static\": true" : "", object->is_solid ? "" : ", \"solid\": false");
    if (object->structure)
    {
        fprintf(file, ", \"structure\": %d", (int)object->structure);
    }
    imp2_pose pose = object->pose;
    if (pose.p.x != 0 || pose.p.y != 0 || pose.q.c != 1 || pose.q.s != 0)
    {
        fprintf(file, ", \"pose\": {\"p\": [%.9g, %.9g], \"q\": [%.9g, %.9g]}", (double)pose.p.x, (double)pose.p.y,
                (double)pose.q.c, (double)pose.q.s);
    }
    fprintf(file, ",\n     \"shape\": ");
    if (object->compound.kind == IMP2_COMPOUND_NONE)
    {
        write_shape(file, &object->shape);
    }
    else
    {
        write_compound(file, &object->compound);
    }
    fputc('}', file);
}

io_status io_scene_save(const io_scene* scene, const char* path, io_error* error)
{
    FILE* file = fopen(path, "wb");
    if (file)
    {
        fprintf(file, "{\n  \"impinge\": \"scene\",\n  \"version\": 1,\n  \"objects\": [");
        for (size_t i = 0; i < scene->object_count; i++)
        {
            fprintf(file, i ? ",\n" : "\n");
            write_object(file, &scene->objects[i]);
        }
        fprintf(file, "%s]\n}\n", scene->object_count ? "\n  " : "");
    }
    bool failed = !file || ferror(file);
    failed = (file && fclose(file) != 0) || failed;
    if (failed)
    {
        snprintf(error->file, sizeof error->file, "%s", path);
        error->path[0] = 0;
        return io_error_set(error, IO_ERR_FILE, 0, "cannot be written: %s", strerror(errno));
    }
    return IO_OK;
}
