# SPDX-License-Identifier: MIT
"""The operations that the rectangle tests say they make are those that they make: study_rectangle_ways.h is compiled once
more, with
a number type that counts, and run on many pairs. And the header's figures are the fewest and the most."""

import re

from common import ROOT, expect, have, read, run, scratch, skip, write

PROGRAM = r"""
#include <math.h>
#include <stdint.h>
#include <stdio.h>

static int counted;

struct number
{
    double v;
    number() : v(0) {}
    number(double x) : v(x) {}
};

static number operator-(number a) { return number(-a.v); }
#define OPERATION(symbol, result) \
    static result operator symbol(number a, number b) { ++counted; return result(a.v symbol b.v); }
OPERATION(+, number) OPERATION(-, number) OPERATION(*, number) OPERATION(/, number)
OPERATION(<, bool) OPERATION(>, bool) OPERATION(<=, bool) OPERATION(>=, bool) OPERATION(==, bool) OPERATION(!=, bool)
static number fabsf(number a) { return number(a.v < 0 ? -a.v : a.v); }

#define float number
#include "HEADER"
#undef float

static unsigned state = 1;
static double draw(double lo, double hi)
{
    state = state * 1664525u + 1013904223u;
    return lo + (hi - lo) * (state >> 8) / 16777216.0;
}

static study_rectangle make(int sort)
{
    double angle = sort & 1 ? 0 : draw(-3, 3), x = draw(0.2, 1), y = sort & 2 ? 0.05 * x : draw(0.2, 1);
    study_rectangle r = {{draw(-1.5, 1.5), draw(-1.5, 1.5)}, {sort & 4 ? 5 * x : x, y}, {cos(angle), sin(angle)}, 3};
    return r;
}

static void measure(const char* name, bool (*way)(const study_rectangle*, const study_rectangle*, int32_t*))
{
    int fewest = 1 << 20, most = 0, wrong = 0;
    for (int i = 0; i < 200000; i++)
    {
        study_rectangle a = make(i >> 3 & 7), b = make(i & 7);
        if (i == 0)
        {
            // The worst case of the feet: all corners of A miss at the second edge, and B touches with the first.
            a = study_rectangle{{0, 0}, {1, 2}, {0, 1}, 3};
            b = study_rectangle{{0, 0}, {1, 1}, {0, 1}, 3};
        }
        int32_t made = 0;
        counted = 0;
        way(&a, &b, &made);
        wrong += made != counted;
        if (!(i & 1) && !(i >> 3 & 1))
        {
            fewest = made < fewest ? made : fewest;
            most = made > most ? made : most;
        }
    }
    printf("%s %d %d %d\n", name, wrong, fewest, most);
}

int main(void)
{
CALLS    return 0;
}
"""

HEADER = "tools/impinge/study_rectangle_ways.h"
WAYS = ["circles", "corners_published", "corners", "feet_published", "feet", "outcodes_published", "outcodes", "axes"]


def measured(folder, text):
    """name -> (pairs with a wrong count, fewest, most)"""
    write(folder + "/ways.h", text)
    calls = "".join('    measure("%s", study_by_%s);\n' % (way, way) for way in WAYS)
    write(folder + "/count.cpp", PROGRAM.replace("HEADER", folder + "/ways.h").replace("CALLS", calls))
    run(["g++", "-std=c++17", "-O1", "-w", "-I" + ROOT + "/include", "-I" + ROOT + "/tools/impinge", folder + "/count.cpp", "-o", folder + "/count"])
    lines = [line.split() for line in run([folder + "/count"]).splitlines()]
    return {name: tuple(int(figure) for figure in figures) for name, *figures in lines}


def stated(text, way):
    doc = re.search(r"((?:^///[^\n]*\n)+)^imp_status study_rectangle_%s\(" % way, text, re.M).group(1)
    figures = re.search(r"/// cost +(\d+)(?: to (\d+))? operations", doc).groups()
    return int(figures[0]), int(figures[1] or figures[0])


def complaints(found, public):
    return (["%s: %d counts are wrong" % (way, found[way][0]) for way in WAYS if found[way][0]]
            + ["%s: %d to %d, stated %d to %d" % ((way,) + found[way][1:] + stated(public, way)) for way in WAYS
               if found[way][1:] != stated(public, way)])


if not have("g++"):
    skip("no g++")
ways, public = read(ROOT + "/" + HEADER), read(ROOT + "/tools/impinge/study_rectangle.h")
with scratch() as folder:
    planted = ways.replace("*made += 8;", "*made += 7;", 1)
    expect("planted count", [line for line in complaints(measured(folder, planted), public) if "outcodes:" in line],
           ["wrong", "stated"])
    expect("operations", complaints(measured(folder, ways), public))
