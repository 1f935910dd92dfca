// SPDX-License-Identifier: MIT
//
// The small languages of SVG's attributes: numbers, lengths, style, transform, viewBox.
//
// Lengths are in pixels of CSS, of which 96 make an inch. A font has 16 of them: em and ex are too rare in drawings to
// follow them through the fonts.

#include <math.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#include "io/svg.h"

static const char blanks[] = " \t\r\n\f";

const char* svg_name(const io_node* node)
{
    return strncmp(node->name, "svg:", 4) == 0 ? node->name + 4 : node->name;
}

const io_node* svg_attribute(const io_node* node, const char* name)
{
    // Attributes come first, and elements of the same name may follow: <g style=""><style/></g>.
    for (const io_node* child = node->child; child && child->kind == IO_TEXT; child = child->next)
    {
        if (strcmp(child->name, name) == 0)
        {
            return child;
        }
    }
    return NULL;
}

static svg_span trim(const char* at, size_t length)
{
    while (length > 0 && strchr(blanks, at[length - 1]))
    {
        length--;
    }
    size_t skip = strspn(at, blanks);
    skip = skip < length ? skip : length;
    return (svg_span){at + skip, length - skip};
}

bool svg_span_is(svg_span span, const char* text)
{
    return span.at && strlen(text) == span.length && memcmp(span.at, text, span.length) == 0;
}

const io_node* svg_data(const io_node* node, const char* name)
{
    char whole[48];
    snprintf(whole, sizeof whole, "data-%s", name);
    return svg_attribute(node, whole);
}

svg_span svg_property(const io_node* node, const char* name)
{
    const io_node* style = svg_attribute(node, "style");
    svg_span result = {NULL, 0};
    for (const char* text = style ? style->text : ""; *text;)
    {
        size_t length = strcspn(text, ";"), head = strcspn(text, ":");
        if (head < length && svg_span_is(trim(text, head), name))
        {
            const char* value = text + head + 1;
            size_t important = strcspn(value, "!;");
            result = trim(value, important);  // the last one counts
        }
        text += length + (text[length] == ';');
    }
    const io_node* attribute = result.at ? NULL : svg_attribute(node, name);
    return attribute ? trim(attribute->text, attribute->length) : result;
}

bool svg_number(const char** text, double* out)
{
    const char* start = *text;
    const char* at = start + (*start == '+' || *start == '-');
    size_t whole = strspn(at, "0123456789");
    at += whole;
    size_t fraction = *at == '.' ? strspn(at + 1, "0123456789") : 0;
    if (whole + fraction == 0)
    {
        return false;
    }
    at += *at == '.' ? 1 + fraction : 0;
    if (*at == 'e' || *at == 'E')
    {
        const char* power = at + 1 + (at[1] == '+' || at[1] == '-');
        size_t digits = strspn(power, "0123456789");
        at = digits > 0 ? power + digits : at;
    }
    char copy[128];
    size_t length = (size_t)(at - start);
    if (length >= sizeof copy)
    {
        return false;
    }
    memcpy(copy, start, length);
    copy[length] = 0;
    double value = strtod(copy, NULL);
    if (!isfinite(value))
    {
        return false;
    }
    *text = at;
    *out = value;
    return true;
}

void svg_separator(const char** text)
{
    *text += strspn(*text, blanks);
    if (**text == ',')
    {
        ++*text;
        *text += strspn(*text, blanks);
    }
}

bool svg_is_measured(const io_node* node, const char* name)
{
    static const char* const units[] = {"mm", "cm", "in", "pt", "pc", "q", "Q"};
    const io_node* attribute = svg_attribute(node, name);
    const char* text = attribute ? attribute->text + strspn(attribute->text, blanks) : "";
    double value;
    bool measured = false;
    if (svg_number(&text, &value))
    {
        for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        {
            measured = measured || svg_span_is(trim(text, strlen(text)), units[i]);
        }
    }
    return measured;
}

bool svg_length(const io_node* node, const char* name, double whole, double otherwise, double* out)
{
    static const struct
    {
        const char* name;
        double pixels;
    } units[] = {{"", 1},    {"px", 1},        {"mm", 96 / 25.4}, {"cm", 960 / 25.4}, {"in", 96}, {"pt", 96 / 72.0},
                 {"pc", 16}, {"q", 24 / 25.4}, {"em", 16},        {"rem", 16},        {"ex", 8}};
    const io_node* attribute = svg_attribute(node, name);
    *out = otherwise;
    if (!attribute)
    {
        return true;
    }
    const char* text = attribute->text + strspn(attribute->text, blanks);
    double value;
    if (!svg_number(&text, &value))
    {
        return false;
    }
    svg_span unit = trim(text, strlen(text));
    char lower[4] = "";
    for (size_t i = 0; i < unit.length && unit.length < sizeof lower; i++)
    {
        lower[i] = (char)(unit.at[i] >= 'A' && unit.at[i] <= 'Z' ? unit.at[i] | 0x20 : unit.at[i]);
    }
    if (svg_span_is(unit, "%"))
    {
        *out = value / 100 * whole;
        return true;
    }
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
    {
        if (unit.length < sizeof lower && strcmp(lower, units[i].name) == 0)
        {
            *out = value * units[i].pixels;
            return isfinite(*out);
        }
    }
    return false;
}

// One of matrix, translate, scale, rotate, skewX, skewY with its numbers.
static bool make_transform(svg_span name, const double* v, int count, io_affine* out)
{
    if (svg_span_is(name, "matrix") && count == 6)
    {
        *out = (io_affine){v[0], v[2], v[4], v[1], v[3], v[5]};
        return true;
    }
    if (svg_span_is(name, "translate") && (count == 1 || count == 2))
    {
        *out = io_affine_move(v[0], count == 2 ? v[1] : 0);
        return true;
    }
    if (svg_span_is(name, "scale") && (count == 1 || count == 2))
    {
        *out = io_affine_scale(v[0], count == 2 ? v[1] : v[0]);
        return true;
    }
    if (!(fabs(v[0]) <= 1e9))
    {
        return false;
    }
    io_affine turn = io_affine_turn(v[0]);
    if (svg_span_is(name, "rotate") && (count == 1 || count == 3))
    {
        io_affine there = io_affine_move(count == 3 ? -v[1] : 0, count == 3 ? -v[2] : 0);
        io_affine back = io_affine_move(count == 3 ? v[1] : 0, count == 3 ? v[2] : 0);
        *out = io_affine_then(&there, &turn);
        *out = io_affine_then(out, &back);
        return true;
    }
    bool skew_x = svg_span_is(name, "skewX"), skew_y = svg_span_is(name, "skewY");
    *out = (io_affine){1, skew_x ? turn.yx / turn.xx : 0, 0, skew_y ? turn.yx / turn.xx : 0, 1, 0};
    return (skew_x || skew_y) && count == 1 && turn.xx != 0;
}

bool svg_transform(const io_node* node, io_affine* out)
{
    const io_node* attribute = svg_attribute(node, "transform");
    const char* text = attribute ? attribute->text : "";
    *out = io_affine_move(0, 0);
    for (svg_separator(&text); *text; svg_separator(&text))
    {
        svg_span name = {text, strspn(text, "abcdefghijklmnopqrstuvwxyzXY")};
        text += name.length;
        text += strspn(text, blanks);
        if (*text++ != '(')
        {
            return false;
        }
        double values[6] = {0};
        int count = 0;
        text += strspn(text, blanks);
        while (*text != ')')
        {
            if (count == 6 || !svg_number(&text, &values[count++]))
            {
                return false;
            }
            svg_separator(&text);
        }
        text++;
        io_affine one;
        if (count == 0 || !make_transform(name, values, count, &one))
        {
            return false;
        }
        *out = io_affine_then(&one, out);  // the last one is applied first
    }
    return true;
}

bool svg_box(const io_node* node, double* out)
{
    const io_node* box = svg_attribute(node, "viewBox");
    const char* text = box ? box->text : "";
    for (int i = 0; i < 4; i++)
    {
        svg_separator(&text);
        if (!svg_number(&text, &out[i]))
        {
            return false;
        }
    }
    return out[2] > 0 && out[3] > 0;
}

io_affine svg_view(const io_node* node, double* width, double* height)
{
    io_affine m = io_affine_move(0, 0);
    double v[4];
    if (!svg_box(node, v))
    {
        return m;
    }
    const io_node* attribute = svg_attribute(node, "preserveAspectRatio");
    const char* ratio = attribute ? attribute->text : "";
    m.xx = *width / v[2];
    m.yy = *height / v[3];
    *width = v[2];
    *height = v[3];
    if (!strstr(ratio, "none"))
    {
        bool x_is_less = m.xx < m.yy, slice = strstr(ratio, "slice") != NULL;
        double k = x_is_less != slice ? m.xx : m.yy;
        double rest_x = (m.xx - k) * v[2], rest_y = (m.yy - k) * v[3];
        m.xx = m.yy = k;
        m.x0 = strstr(ratio, "xMin") ? 0 : strstr(ratio, "xMax") ? rest_x : rest_x / 2;
        m.y0 = strstr(ratio, "YMin") ? 0 : strstr(ratio, "YMax") ? rest_y : rest_y / 2;
    }
    m.x0 -= v[0] * m.xx;
    m.y0 -= v[1] * m.yy;
    return m;
}
