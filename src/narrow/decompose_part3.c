// SPDX-License-Identifier: MIT
//
// Parting a piece of a solid into what hangs together: shells, each with its hollows.

#include "decompose3.h"

#include "../base/alloc.h"

#include <string.h>

typedef struct shell
{
    double volume;  // six times
    int32_t lower[3], upper[3];
    int32_t home;  // the piece that it goes to, as a shell
    int32_t piece;
    int32_t points, corners;
} shell;

typedef struct part_work
{
    int32_t* leader;  // of points: a point of the same shell, the last one itself; then the shell
    int32_t* names;
    shell* shells;
    int32_t shell_count;
} part_work;

static void lay_out_part(part_work* w, impi_layout* l, int32_t points)
{
    w->leader = (int32_t*)impi_take(l, (size_t)points, sizeof *w->leader);
    w->names = (int32_t*)impi_take(l, (size_t)points, sizeof *w->names);
    w->shells = (shell*)impi_take(l, (size_t)points, sizeof *w->shells);
}

static int32_t shell_leader(int32_t* leader, int32_t i)
{
    while (leader[i] != i)
    {
        leader[i] = leader[leader[i]];
        i = leader[i];
    }
    return i;
}

static double triangle_volume(const imp3i_piece* p, int32_t i, imp3i_dvec from)
{
    imp3i_dvec a = imp3i_dsub(imp3i_lattice_dvec(p->points.data[p->corners.data[i]]), from);
    imp3i_dvec b = imp3i_dsub(imp3i_lattice_dvec(p->points.data[p->corners.data[i + 1]]), from);
    imp3i_dvec c = imp3i_dsub(imp3i_lattice_dvec(p->points.data[p->corners.data[i + 2]]), from);
    return imp3i_ddot(a, imp3i_dcross(b, c));
}

double imp3i_piece_volume(const imp3i_piece* p)
{
    double sum = 0.0;
    for (int32_t i = 0; i < p->corners.count; i += 3)
    {
        sum += triangle_volume(p, i, imp3i_lattice_dvec(p->points.data[0]));
    }
    return sum / 6.0;
}

/// Finds shells and measures them. Every point has a triangle.
static void find_shells(part_work* w, const imp3i_piece* p)
{
    for (int32_t i = 0; i < p->points.count; ++i)
    {
        w->leader[i] = i;
    }
    for (int32_t i = 0; i < p->corners.count; ++i)
    {
        int32_t a = shell_leader(w->leader, p->corners.data[i - i % 3]),
                b = shell_leader(w->leader, p->corners.data[i]);
        w->leader[a > b ? a : b] = a < b ? a : b;
    }
    w->shell_count = 0;
    for (int32_t i = 0; i < p->points.count; ++i)  // the leader is the lowest, so its shell is known
    {
        int32_t lead = shell_leader(w->leader, i), own = lead == i ? w->shell_count++ : w->names[lead];
        shell* s = &w->shells[own];
        if (lead == i)
        {
            memset(s, 0, sizeof *s);
            memcpy(s->lower, p->points.data[i].at, sizeof s->lower);
            memcpy(s->upper, p->points.data[i].at, sizeof s->upper);
        }
        for (int k = 0; k < 3; ++k)
        {
            int32_t at = p->points.data[i].at[k];
            s->lower[k] = at < s->lower[k] ? at : s->lower[k];
            s->upper[k] = at > s->upper[k] ? at : s->upper[k];
        }
        w->names[i] = own;
        s->points += 1;
    }
    imp3i_dvec from = imp3i_lattice_dvec(p->points.data[0]);
    for (int32_t i = 0; i < p->corners.count; i += 3)
    {
        shell* s = &w->shells[w->names[p->corners.data[i]]];
        s->volume += triangle_volume(p, i, from);
        s->corners += 3;
    }
}

/// A shell that encloses less than nothing is a hollow of the smallest one around it. Where one has none around it, as of
/// meshes that cross themselves, all are one piece: only together they are what the solid is. That is so of one shell alone,
/// too: it may enclose some of the solid, and more of less than nothing.
static void home_shells(part_work* w)
{
    bool lost = false;
    for (int32_t i = 0; i < w->shell_count; ++i)
    {
        shell* s = &w->shells[i];
        s->home = s->volume >= 0.0 ? i : -1;
        for (int32_t k = 0; k < w->shell_count && s->volume < 0.0; ++k)
        {
            const shell* o = &w->shells[k];
            bool around = o->volume > 0.0;
            for (int a = 0; a < 3; ++a)
            {
                around = around && o->lower[a] <= s->lower[a] && o->upper[a] >= s->upper[a];
            }
            s->home = around && (s->home < 0 || o->volume < w->shells[s->home].volume) ? k : s->home;
        }
        lost = lost || (s->volume < 0.0 && s->home < 0);
    }
    for (int32_t i = 0; i < w->shell_count && lost; ++i)
    {
        w->shells[i].home = 0;
    }
}

static imp_status fill_pieces(part_work* w, const imp3i_piece* p, const imp_allocator* allocator, imp3i_pieces* out)
{
    int32_t first = out->count;
    for (int32_t i = 0; i < w->shell_count; ++i)
    {
        shell* s = &w->shells[i];
        int32_t points = 0, corners = 0;
        for (int32_t k = 0; k < w->shell_count && s->home == i; ++k)
        {
            points += w->shells[k].home == i ? w->shells[k].points : 0;
            corners += w->shells[k].home == i ? w->shells[k].corners : 0;
        }
        if (points == 0)
        {
            continue;
        }
        s->piece = out->count;
        imp3i_piece* piece = &out->data[out->count++];
        memset(piece, 0, sizeof *piece);
        piece->idle = p->idle;
        piece->bulk = p->bulk;
        piece->convex = p->convex;
        if (impi_array_reserve(&piece->points, allocator, points) ||
            impi_array_reserve(&piece->corners, allocator, corners))
        {
            while (out->count > first)
            {
                imp3i_piece_free(&out->data[--out->count], allocator);
            }
            return impi_error(IMP_ERR_MEMORY, 0);
        }
    }
    for (int32_t i = 0; i < p->points.count; ++i)
    {
        int32_t home = w->shells[w->names[i]].home;
        w->leader[i] = home < 0 ? -1 : w->shells[home].piece;
        if (home >= 0)
        {
            imp3i_piece* piece = &out->data[w->leader[i]];
            w->names[i] = piece->points.count;
            piece->points.data[piece->points.count++] = p->points.data[i];
        }
    }
    imp3i_dvec from = imp3i_lattice_dvec(p->points.data[0]);
    for (int32_t i = 0; i < p->corners.count; i += 3)
    {
        int32_t home = w->leader[p->corners.data[i]];
        for (int k = 0; k < 3 && home >= 0; ++k)
        {
            imp3i_indices* corners = &out->data[home].corners;
            corners->data[corners->count++] = w->names[p->corners.data[i + k]];
        }
        if (home >= 0)
        {
            out->data[home].volume += triangle_volume(p, i, from) / 6.0;
        }
    }
    return IMP_OK;
}

imp_status imp3i_piece_part(imp3i_piece* p, const imp_allocator* allocator, imp3i_pieces* out)
{
    if (p->points.count == 0)
    {
        imp3i_piece_free(p, allocator);
        return IMP_OK;
    }
    impi_layout l = {NULL, 0};
    part_work w;
    memset(&w, 0, sizeof w);
    lay_out_part(&w, &l, p->points.count);
    size_t size = l.size;
    l.base = (char*)impi_alloc_resize(allocator, NULL, 0, size, 1);
    imp_status status = l.base ? IMP_OK : impi_error(IMP_ERR_MEMORY, 0);
    if (!status)
    {
        l.size = 0;
        lay_out_part(&w, &l, p->points.count);
        find_shells(&w, p);
        home_shells(&w);
        status = impi_array_reserve(out, allocator, (int64_t)out->count + w.shell_count);
        status = status ? status : fill_pieces(&w, p, allocator, out);
    }
    impi_alloc_free(allocator, l.base, size, 1);
    if (!status)
    {
        imp3i_piece_free(p, allocator);
    }
    return status;
}
