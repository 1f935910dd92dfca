// SPDX-License-Identifier: MIT
//
// Drawings (SVG): every shape that is visible, in the units of the drawing.
//
//   filled             a convex shape, or a region by its fill rule; the width of a stroke around it does not count
//   stroke alone       a chain along the middle of the stroke
//   <g>, <svg>, <use>  followed with their transforms and viewports; <defs> and <symbol> only show where they are used
//   layers             groups with an inkscape:label, and outermost groups with an id
//
// A drawing is walked twice: once to learn how large its things are, and then to make them. One unit is as long as width,
// height and viewBox say, a pixel being 1/96 inch; but unless that is asked for, or said in millimetres or the like and
// of common size, it is such that half of the things are up to 1 m large. A rectangle that covers the page is paper.
// The origin is that of the drawing's own coordinates, so that numbers in the file can be found again in the scene.
//
// The tree is walked with a stack of open elements. <use> opens the element that it refers to, which is why depth and
// work are counted here and not only where the file is parsed.

#include "io/svg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    VISIT_COST = 256  // of one element, in svg.work
};

#define METRES_PER_PIXEL (0.0254 / 96)

// How exactly curves are followed: a part of the larger side of the drawing, or pixels when it has no size.
#define TOLERANCE_PARTS 4096
#define TOLERANCE_PIXELS 0.25

// An element whose children are being visited.
typedef struct level
{
    const io_node* node;
    const io_node* next;
    int32_t index;  // of next among the elements
    bool only;      // opened by <use>: next has no siblings
    size_t path_length;
    double width, height;  // that <use> gives to a symbol; negative when it does not
    svg_style style;
} level;

bool io_is_svg(const io_node* root)
{
    return root->kind == IO_MAP && strcmp(svg_name(root), "svg") == 0;
}

static const io_node* next_element(const io_node* node)
{
    while (node && node->kind != IO_MAP)
    {
        node = node->next;
    }
    return node;
}

static int by_id(const void* left, const void* right)
{
    const svg_id *a = left, *b = right;
    int order = strcmp(a->id, b->id);
    return order ? order : (a->order > b->order) - (a->order < b->order);
}

// All ids of the file, walking the tree without a stack of its own: elements remember nothing about their parents.
static io_status find_ids(svg* s, const io_node* root)
{
    const io_node* stack[IO_DEPTH_MAX + 1] = {root};
    for (int32_t depth = 0; depth >= 0;)
    {
        const io_node* node = stack[depth];
        stack[depth] = next_element(node->next);
        const io_node* id = svg_attribute(node, "id");
        if (id)
        {
            svg_id* ids = io_grow(s->reader->allocator, s->ids, &s->id_capacity, s->id_count + 1, sizeof *ids);
            if (!ids)
            {
                return io_fail_memory(s->reader);
            }
            s->ids = ids;
            ids[s->id_count] = (svg_id){id->text, node, s->id_count};
            s->id_count++;
        }
        stack[++depth] = next_element(node->child);
        while (depth >= 0 && !stack[depth])
        {
            depth--;
        }
    }
    if (s->id_count > 1)
    {
        qsort(s->ids, s->id_count, sizeof *s->ids, by_id);
    }
    return IO_OK;
}

// The first element of that id.
static const io_node* find_id(const svg* s, const char* id)
{
    size_t low = 0, high = s->id_count;
    while (low < high)
    {
        size_t middle = low + (high - low) / 2;
        if (strcmp(s->ids[middle].id, id) < 0)
        {
            low = middle + 1;
        }
        else
        {
            high = middle;
        }
    }
    return low < s->id_count && strcmp(s->ids[low].id, id) == 0 ? s->ids[low].node : NULL;
}

static bool paints(svg_span paint, bool otherwise)
{
    return !paint.at || svg_span_is(paint, "inherit")
               ? otherwise
               : !svg_span_is(paint, "none") && !svg_span_is(paint, "transparent");
}

// What an element changes about what it has from its parent, but for its place.
static void inherit(const io_node* node, svg_style* style)
{
    style->filled = paints(svg_property(node, "fill"), style->filled);
    style->stroked = paints(svg_property(node, "stroke"), style->stroked);
    svg_span rule = svg_property(node, "fill-rule"), visibility = svg_property(node, "visibility");
    style->fill_rule = svg_span_is(rule, "evenodd")   ? IMP_FILL_EVEN_ODD
                       : svg_span_is(rule, "nonzero") ? IMP_FILL_NON_ZERO
                                                      : style->fill_rule;
    if (visibility.at && !svg_span_is(visibility, "inherit"))
    {
        style->visible = svg_span_is(visibility, "visible");
    }
}

static io_status enter_layer(svg* s, const io_node* node, bool outermost, svg_style* style)
{
    io_reader* reader = s->reader;
    const io_node* label = svg_attribute(node, "inkscape:label");
    label = label || !outermost ? label : svg_attribute(node, "id");
    if (!label || !label->text[0])
    {
        return IO_OK;
    }
    style->layer = io_print(reader, "%s%s%s", style->layer, style->layer[0] ? "/" : "", label->text);
    if (!style->layer)
    {
        return io_fail_memory(reader);
    }
    style->wanted = io_layer_wanted(reader, label->text, style->layer);
    return IO_OK;
}

// The place of a nested <svg> or a <symbol> in the viewport around it. False when it shows nothing.
static bool enter_viewport(const io_node* node, const level* by, svg_style* style)
{
    double x = 0, y = 0, width, height;
    bool symbol = strcmp(svg_name(node), "symbol") == 0;
    if (!symbol && (!svg_length(node, "x", style->width, 0, &x) || !svg_length(node, "y", style->height, 0, &y)))
    {
        return false;
    }
    if (!svg_length(node, "width", style->width, style->width, &width) ||
        !svg_length(node, "height", style->height, style->height, &height))
    {
        return false;
    }
    width = by->only && by->width >= 0 ? by->width : width;
    height = by->only && by->height >= 0 ? by->height : height;
    if (!(width > 0 && height > 0))
    {
        return false;
    }
    io_affine move = io_affine_move(x, y);
    style->width = width;
    style->height = height;
    io_affine view = svg_view(node, &style->width, &style->height);
    view = io_affine_then(&view, &move);
    style->m = io_affine_then(&view, &style->m);
    return true;
}

static io_status open_element(svg* s, level* stack, int32_t* depth, const level* next)
{
    if (*depth + 1 == IO_DEPTH_MAX)
    {
        return io_fail(s->reader, IO_ERR_LIMIT, next->node, "elements and <use> are nested too deeply");
    }
    stack[++*depth] = *next;
    return IO_OK;
}

static io_status open_use(svg* s, const io_node* node, level* stack, int32_t* depth, level* self)
{
    io_reader* reader = s->reader;
    const io_node* href = svg_attribute(node, "href");
    href = href ? href : svg_attribute(node, "xlink:href");
    const char* target = href ? href->text : "";
    const io_node* found = target[0] == '#' ? find_id(s, target + 1) : NULL;
    if (!found)
    {
        return io_note_add(reader, IO_NOTE_SKIP, "'%s' is no element of this file", target);
    }
    bool again = found == node;
    for (int32_t i = 0; i <= *depth; i++)
    {
        again = again || stack[i].node == found;
    }
    double x, y;
    svg_style* style = &self->style;
    if (again || !svg_length(node, "x", style->width, 0, &x) || !svg_length(node, "y", style->height, 0, &y) ||
        !svg_length(node, "width", style->width, -1, &self->width) ||
        !svg_length(node, "height", style->height, -1, &self->height))
    {
        return io_note_add(reader, IO_NOTE_SKIP, "%s",
                           again ? "it refers to what it is in" : "its place or size is no length");
    }
    io_affine move = io_affine_move(x, y);
    style->m = io_affine_then(&move, &style->m);
    self->next = found;
    self->only = true;
    io_path_push(reader, "%s", target);
    return open_element(s, stack, depth, self);
}

static bool is_element(const io_node* node, const char* name)
{
    return strcmp(svg_name(node), name) == 0;
}

// Puts an element into its place; the reason when it is not drawn.
static const char* place(const io_node* node, const level* by, svg_style* style)
{
    io_affine m;
    if (svg_span_is(svg_property(node, "display"), "none"))
    {
        return "display: none";
    }
    if (!svg_transform(node, &m))
    {
        return "its transform cannot be read";
    }
    style->m = io_affine_then(&m, &style->m);
    bool viewport = is_element(node, "svg") || is_element(node, "symbol");
    return viewport && !enter_viewport(node, by, style) ? "its place or size is no length, or it has no size" : NULL;
}

// An element that is in its place: a shape is taken, a group or what <use> refers to is opened.
static io_status take(svg* s, level* stack, int32_t* depth, level* self)
{
    static const char* const groups[] = {"g", "a", "switch", "svg", "symbol"};
    const io_node* node = self->node;
    svg_style* style = &self->style;
    bool cut = paints(svg_property(node, "clip-path"), false) || paints(svg_property(node, "mask"), false);
    io_status status = cut && style->wanted
                           ? io_note_add(s->reader, IO_NOTE_REPAIR, "taken whole: clip-path and mask are not applied")
                           : IO_OK;
    for (size_t i = 0; i < sizeof groups / sizeof *groups && !status; i++)
    {
        if (is_element(node, groups[i]))
        {
            status = enter_layer(s, node, *depth == 0, style);
            return status ? status : open_element(s, stack, depth, self);
        }
    }
    if (status || is_element(node, "use"))
    {
        return status ? status : open_use(s, node, stack, depth, self);
    }
    return style->wanted ? svg_shape(s, node, style) : IO_OK;
}

// The next child of the top of the stack.
static io_status visit(svg* s, level* stack, int32_t* depth, const io_node* node)
{
    io_reader* reader = s->reader;
    level* top = &stack[*depth];
    size_t length = strlen(reader->path);
    if (!top->only)
    {
        io_path_push(reader, "%s%s[%d]", *depth ? "." : "", svg_name(node), (int)top->index);
    }
    level self = {.node = node, .next = next_element(node->child), .path_length = length, .style = top->style};
    self.style.copied = top->style.copied || top->only;
    inherit(node, &self.style);
    io_status status = svg_work(s, node, self.style.copied ? VISIT_COST : 0);
    int32_t before = *depth;
    if (!status && (top->only || !is_element(node, "symbol")))
    {
        const char* why = place(node, top, &self.style);
        status = !why                ? take(s, stack, depth, &self)
                 : self.style.wanted ? io_note_add(reader, IO_NOTE_SKIP, "%s", why)
                                     : IO_OK;
    }
    if (!status && *depth == before)
    {
        io_path_pop(reader, length);
    }
    return status;
}

static io_status walk(svg* s, const level* root)
{
    level stack[IO_DEPTH_MAX];
    int32_t depth = 0;
    stack[0] = *root;
    io_status status = IO_OK;
    while (depth >= 0 && !status)
    {
        level* top = &stack[depth];
        const io_node* node = top->next;
        if (!node)
        {
            io_path_pop(s->reader, top->path_length);
            depth--;
            continue;
        }
        top->next = top->only ? NULL : next_element(node->next);
        status = visit(s, stack, &depth, node);
        top->index++;
    }
    return status;
}

// What the root says.
typedef struct drawing_head
{
    level top;
    double scale, tolerance;  // metres per unit as the drawing says; of curves, in units
    const char* own_from;     // why the scale is that
    bool is_measured;         // it says so in millimetres or the like
} drawing_head;

// What one unit is in metres, and how exactly curves are followed.
static io_status read_head(svg* s, const io_node* root, drawing_head* out)
{
    io_reader* reader = s->reader;
    io_file* file = &reader->scene->files[reader->file_index];
    file->is_turned = true;
    // A drawing that says nothing gets 300 x 150 pixels from a browser.
    double box[4], width, height;
    bool boxed = svg_box(root, box);
    double inner_width = boxed ? box[2] : 300, inner_height = boxed ? box[3] : 150;
    bool has_width = svg_length(root, "width", inner_width, inner_width, &width) && width > 0;
    bool has_height = svg_length(root, "height", inner_height, inner_height, &height) && height > 0;
    width = has_width ? width : inner_width;
    height = has_height ? height : inner_height;
    // One side alone leaves the other in proportion.
    bool says_width = has_width && svg_attribute(root, "width");
    bool says_height = has_height && svg_attribute(root, "height");
    if (boxed && says_width != says_height)
    {
        width = says_width ? width : height * inner_width / inner_height;
        height = says_height ? height : width * inner_height / inner_width;
    }
    bool sized = boxed || (says_width && says_height);
    const io_node* unit = svg_attribute(root, "width");
    level self = {.node = root, .next = next_element(root->child)};
    self.style.width = width;
    self.style.height = height;
    io_affine view = svg_view(root, &self.style.width, &self.style.height);
    double pixels = view.yy > view.xx ? view.yy : view.xx;
    if (!(pixels >= 0x1p-40 && pixels <= 0x1p40))
    {
        return io_fail(reader, IO_ERR_MEANING, root, "width, height and viewBox do not give a size");
    }
    // The position inside the viewport is left out; only a stretch of one side stays.
    self.style.m = io_affine_scale(view.xx / pixels, view.yy / pixels);
    io_affine own;
    if (!svg_transform(root, &own))
    {
        return io_fail(reader, IO_ERR_MEANING, root, "its transform cannot be read");
    }
    self.style.m = io_affine_then(&own, &self.style.m);
    self.style.layer = "";
    self.style.wanted = reader->options->layer_count == 0;
    self.style.visible = self.style.filled = true;
    self.style.fill_rule = IMP_FILL_NON_ZERO;
    inherit(root, &self.style);
    double side = self.style.width > self.style.height ? self.style.width : self.style.height;
    out->own_from = says_width ? io_print(reader, "the drawing is %.32s wide", unit->text) : "1 px is 1/96 inch";
    file->format =
        sized ? io_print(reader, "SVG drawing of %g x %g units", self.style.width, self.style.height) : "SVG drawing";
    if (!out->own_from || !file->format)
    {
        return io_fail_memory(reader);
    }
    out->scale = pixels * METRES_PER_PIXEL;
    out->is_measured = svg_is_measured(root, "width") || svg_is_measured(root, "height");
    out->tolerance = sized ? side / TOLERANCE_PARTS : TOLERANCE_PIXELS;
    out->top = self;
    io_scale_set(reader, out->scale, out->own_from, out->tolerance);
    svg_find_papers(s, root, &self.style.m, sized);
    return IO_OK;
}

// Walks the drawing without making anything of it: what the scale is, and what is paper, all of it tells.
static io_status survey(svg* s, drawing_head* head)
{
    io_reader* reader = s->reader;
    size_t length = strlen(reader->path);
    s->surveying = reader->silent = true;
    io_status status = walk(s, &head->top);
    s->surveying = reader->silent = false;
    if (status)
    {
        return status;
    }
    io_path_pop(reader, length);
    s->work = s->shapes = 0;
    double scale;
    const char* from = svg_survey_end(s, head->scale, head->own_from, head->is_measured, &scale);
    if (!from)
    {
        return io_fail_memory(reader);
    }
    io_scale_set(reader, scale, from, head->tolerance);
    return io_note_add(reader, IO_NOTE_TAKEN, "curves are followed to within %.3g m",
                       reader->tolerance * reader->scale);
}

io_status io_read_svg(io_reader* reader, const io_node* root)
{
    svg s = {.reader = reader};
    drawing_head head;
    io_status status = read_head(&s, root, &head);
    status = status ? status : io_world_read(reader, root, svg_data);
    status = status ? status : find_ids(&s, root);
    status = status ? status : survey(&s, &head);
    status = status ? status : walk(&s, &head.top);
    io_release(reader->allocator, s.ids, s.id_capacity, sizeof *s.ids);
    io_release(reader->allocator, s.survey.filled, s.survey.filled_capacity, sizeof *s.survey.filled);
    io_release(reader->allocator, s.survey.lines, s.survey.line_capacity, sizeof *s.survey.lines);
    return status;
}
