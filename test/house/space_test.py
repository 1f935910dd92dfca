# SPDX-License-Identifier: MIT
"""The plane and space from one source: most lines of motion, particle and world know no dimension, what a dimension has of
its own is not the other's over again, and what is in words takes no component of a vector by name."""

import os
import re

from common import ROOT, expect, read, scratch, write

ROOMS = ("motion", "particle", "world")
OWN = re.compile(r"[23](_\w+)?\.\w+$")  # what a dimension has of its own


def files_of(tree, tops, ending):
    """Paths below some folders of a tree, relative to it."""
    return sorted(os.path.relpath(os.path.join(folder, name), tree) for top in tops
                  for folder, _, names in os.walk(os.path.join(tree, top)) for name in names if name.endswith(ending))


COMPONENT = re.compile(r"(\.|->)[xyz]\b")


def components(root):
    """Lines of the words that take a component by name: the plane's are not all that space has."""
    return ["%s:%d: %s" % (path, number, line.strip()) for path in files_of(root, ["src/" + room for room in ROOMS], ".inl")
            if not OWN.search(path) for number, line in enumerate(read(os.path.join(root, path)).splitlines(), 1)
            if COMPONENT.search(line.split("//")[0])]


def to_space(text):
    for plane, space in (("imp2", "imp3"), ("IMP2", "IMP3"), ("dim2.h", "dim3.h")):
        text = text.replace(plane, space)
    return re.sub(r'(#include "[\w./]*?)2\.h"', r'\g<1>3.h"', text)


def lines_of(folder, wanted):
    return sum(len(read(os.path.join(path, name)).splitlines())
               for path, _, names in os.walk(folder) for name in names if wanted(name, os.path.join(path, name)))


def share(root):
    """The part of the lines of these rooms that are in words, or without a dimension."""
    free = every = 0
    for room in ROOMS:
        folder = os.path.join(root, "src", room)
        every += lines_of(folder, lambda name, path: True)
        free += lines_of(folder, lambda name, path: not OWN.search(name))
    return free / every


def doubled(root):
    """Sources of space of which more than half of the lines are those of its sister in the plane; wrappers aside."""
    found = []
    for path in files_of(root, ["src"], "3.c"):
        plane = os.path.join(root, path[:-3] + "2.c")
        if not os.path.exists(plane) or '.inl"' in read(plane):
            continue
        ours, theirs = ({line for line in text.splitlines() if line.strip(" {};")} for text in
                        (to_space(read(plane)), read(os.path.join(root, path))))
        same = len(ours & theirs) / len(theirs)
        found += ["%s: %d %% of the lines of its sister" % (path, 100 * same)] if same > 0.5 else []
    return found


if __name__ == "__main__":
    free = share(ROOT)
    print("lines of motion, particle and world without a dimension: %.1f %%" % (100 * free))
    expect("share", [] if free >= 2 / 3 else ["%.2f" % free])
    with scratch() as tree:
        write(tree + "/src/shape/a2.c", "imp2_vec one;\nint two;\nint three;\n")
        write(tree + "/src/shape/a3.c", "imp3_vec one;\nint two;\nint other;\n")
        write(tree + "/src/shape/b2.c", '#include "c.inl"\n')
        write(tree + "/src/shape/b3.c", '#include "c.inl"\n')
        write(tree + "/src/world/d2.c", "imp2_vec one;\n")
        write(tree + "/src/world/d3.c", "imp3_vec one;\n")
        expect("planted doubles", doubled(tree), ["a3.c: 66 %", "d3.c: 100 %"])
    expect("doubled", doubled(ROOT))
    with scratch() as tree:
        write(tree + "/src/world/e.inl", "// v.x\nfloat two = v->y;\n")
        write(tree + "/src/world/f3.inl", "float two = v->y;\n")
        expect("planted component", components(tree), ["e.inl:2: float two"])
    expect("components", components(ROOT))
