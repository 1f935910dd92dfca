// SPDX-License-Identifier: MIT
//
// What a drawing is drawn on, and how large it is meant. A rectangle that covers a page, but for a margin, is its
// background; in a drawing without pages it is the first thing, when that is a rectangle with all others on it. Where
// nothing else is drawn, or attributes say that it is a body, it is one.

#include <math.h>
#include <string.h>

#include "io/svg.h"

#define MARGIN 0.05      // that paper may leave free on each side of a page, as a part of that side
#define NEAR 1e-9        // of a size: rounding
#define THING_LEAST 0.1  // a drawing that says its size in millimetres keeps it, when its things are so large [m]
#define THING_MOST 10.0

static const svg_rect nothing = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};

static void widen(svg_rect* rect, io_point p)
{
    rect->lower.x = fmin(rect->lower.x, p.x);
    rect->lower.y = fmin(rect->lower.y, p.y);
    rect->upper.x = fmax(rect->upper.x, p.x);
    rect->upper.y = fmax(rect->upper.y, p.y);
}

static double size_of(const svg_rect* rect)
{
    return fmax(rect->upper.x - rect->lower.x, rect->upper.y - rect->lower.y);
}

static bool covers(const svg_rect* rect, const svg_rect* page, double margin)
{
    double x = margin * (page->upper.x - page->lower.x), y = margin * (page->upper.y - page->lower.y);
    return rect->lower.x <= page->lower.x + x && rect->lower.y <= page->lower.y + y &&
           rect->upper.x >= page->upper.x - x && rect->upper.y >= page->upper.y - y;
}

static svg_rect place_box(double x, double y, double width, double height, const io_affine* m)
{
    svg_rect rect = nothing;
    for (int i = 0; i < 4; i++)
    {
        widen(&rect, io_affine_apply(m, (io_point){x + (i & 1 ? width : 0), y + (i & 2 ? height : 0)}));
    }
    return rect;
}

// What an element draws: the box around it, and whether it is that box.
static svg_rect box_of(const svg_drawing* d, const io_outline* outline, bool* is_box)
{
    svg_rect rect = nothing;
    const io_affine* m = &d->m;
    if (outline->kind >= 0)
    {
        io_point a = outline->points[0], b = outline->points[1];
        *is_box = outline->kind == IO_OUTLINE_BOX && ((m->xy == 0 && m->yx == 0) || (m->xx == 0 && m->yy == 0));
        return place_box(a.x, a.y, b.x - a.x, b.y - a.y, m);
    }
    for (size_t i = 0; i < d->pen.count; i++)
    {
        widen(&rect, d->pen.points[i]);
    }
    *is_box = d->ring_count == 1 && d->rings[0].count >= 4 && d->rings[0].count <= 5;
    double near = NEAR * size_of(&rect);
    for (size_t i = 0; i < d->pen.count && *is_box; i++)
    {
        io_point p = d->pen.points[i], q = d->pen.points[(i + 1) % d->pen.count];
        bool left = p.x <= rect.lower.x + near, right = p.x >= rect.upper.x - near;
        bool top = p.y <= rect.lower.y + near, bottom = p.y >= rect.upper.y - near;
        bool along = fabs(p.x - q.x) <= near || fabs(p.y - q.y) <= near;
        *is_box = (left || right) && (top || bottom) && along;
    }
    return rect;
}

static void add_paper(svg* s, svg_rect rect)
{
    if (s->paper_count < SVG_PAPERS_MAX && rect.upper.x > rect.lower.x && rect.upper.y > rect.lower.y)
    {
        s->papers[s->paper_count++] = rect;
    }
}

static bool is_named(const io_node* node, const char* name)
{
    return node->kind == IO_MAP && strcmp(svg_name(node), name) == 0;
}

void svg_find_papers(svg* s, const io_node* root, const io_affine* m, bool sized)
{
    double box[4] = {0, 0, 0, 0};
    if (sized &&
        (svg_box(root, box) || (svg_length(root, "width", 0, 0, &box[2]) && svg_length(root, "height", 0, 0, &box[3]))))
    {
        add_paper(s, place_box(box[0], box[1], box[2], box[3], m));
    }
    for (const io_node* view = root->child; view; view = view->next)
    {
        for (const io_node* page = is_named(view, "sodipodi:namedview") ? view->child : NULL; page; page = page->next)
        {
            if (is_named(page, "inkscape:page") && svg_length(page, "x", 0, 0, &box[0]) &&
                svg_length(page, "y", 0, 0, &box[1]) && svg_length(page, "width", 0, 0, &box[2]) &&
                svg_length(page, "height", 0, 0, &box[3]))
            {
                add_paper(s, place_box(box[0], box[1], box[2], box[3], m));
            }
        }
    }
}

// Whether a filled rectangle covers a page.
static bool covers_page(const svg* s, const svg_rect* rect)
{
    bool any = false;
    for (int32_t i = 0; i < s->paper_count && !any; i++)
    {
        any = covers(rect, &s->papers[i], MARGIN);
    }
    return any;
}

bool svg_is_paper(const svg* s, const svg_drawing* d, const io_outline* outline, bool filled, bool plain)
{
    bool is_box;
    svg_rect rect = box_of(d, outline, &is_box);
    return filled && plain && is_box && (covers_page(s, &rect) || (s->first_is_paper && s->shapes == 1));
}

io_status svg_survey_add(svg* s, const svg_drawing* d, const io_outline* outline, bool filled, bool plain)
{
    svg_survey* survey = &s->survey;
    bool is_box;
    svg_rect rect = box_of(d, outline, &is_box);
    if (!(rect.upper.x >= rect.lower.x) || (filled && plain && is_box && covers_page(s, &rect)))
    {
        return IO_OK;
    }
    double** sizes = filled ? &survey->filled : &survey->lines;
    size_t* count = filled ? &survey->filled_count : &survey->line_count;
    double* grown = io_grow(s->reader->allocator, *sizes, filled ? &survey->filled_capacity : &survey->line_capacity,
                            *count + 1, sizeof *grown);
    if (!grown)
    {
        return io_fail_memory(s->reader);
    }
    *sizes = grown;
    grown[(*count)++] = size_of(&rect);
    if (survey->count++ == 0)
    {
        survey->first = rect;
        survey->others = nothing;
        survey->first_is_plain = filled && plain && is_box && s->shapes == 1;
        return IO_OK;
    }
    widen(&survey->others, rect.lower);
    widen(&survey->others, rect.upper);
    return IO_OK;
}

// All pages, in the world.
static void tell_paper(svg* s, double scale)
{
    svg_rect all = nothing;
    for (int32_t i = 0; i < s->paper_count; i++)
    {
        widen(&all, s->papers[i].lower);
        widen(&all, s->papers[i].upper);
    }
    double most = (double)IMP_MAGNITUDE_MAX / 4 / scale;
    if (all.lower.x > -most && all.lower.y > -most && all.upper.x < most && all.upper.y < most)
    {
        imp2_box* paper = &s->reader->scene->files[s->reader->file_index].paper;
        paper->lower = (imp2_vec){(float)(all.lower.x * scale), (float)(-all.upper.y * scale)};
        paper->upper = (imp2_vec){(float)(all.upper.x * scale), (float)(-all.lower.y * scale)};
    }
}

const char* svg_survey_end(svg* s, double own, const char* own_from, bool measured, double* out)
{
    svg_survey* survey = &s->survey;
    const io_options* asked = s->reader->options;
    s->first_is_paper = s->paper_count == 0 && survey->first_is_plain && survey->count > 1 &&
                        covers(&survey->first, &survey->others, 0);
    svg_rect all = survey->others;
    if (!s->first_is_paper && survey->count > 0)
    {
        widen(&all, survey->first.lower);
        widen(&all, survey->first.upper);
    }
    size_t skip = s->first_is_paper;  // it is the first that is filled
    double* sizes = survey->filled_count > skip ? survey->filled + skip : survey->lines;
    size_t count = survey->filled_count > skip ? survey->filled_count - skip : survey->line_count;
    double median = count ? io_median(sizes, count) : 0;
    bool common = measured && own * median >= THING_LEAST && own * median <= THING_MOST;
    bool keep = asked->true_size || asked->scale != 0 || !(median > 0) || common;
    *out = keep ? own : io_scale_for(sizes, count, size_of(&all));
    tell_paper(s, asked->scale != 0 ? asked->scale : *out);
    if (survey->count == 0)
    {
        s->paper_count = 0;  // then it is all there is
    }
    return keep ? own_from : io_print(s->reader, "so that half of its things, of %.3g units, are up to 1 m", median);
}
