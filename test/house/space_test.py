# SPDX-License-Identifier: MIT
"""The plane and space from one source: most lines of motion, particle and world know no dimension, what a dimension has of its own
is not the other's over again, and every .inl of these rooms is compiled with the words of space, too, so that no line of
the plane creeps back.

What the other rooms have not for space yet is declared as the plane has it, by another name; nothing is linked. The
components of space have other names here, so that whoever takes one by name is found, as is a vector of two numbers."""

import os
import re
import shutil
import subprocess

from common import CC, ROOT, expect, read, scratch, write
from space_words import files_of, header_to_space, is_wrapper, space_of, to_space

ROOMS = ("motion", "particle", "world")
TOPS = ("include", "src")

def hide_components(text):
    text = re.sub(r"(\.|->)([xyz])\b", r"\1\2_", text)
    return re.sub(r"\b(float|double|imp3_vec|imp3i_dvec) x, y, z\b", r"\1 x_, y_, z_", text)


def declare_space(tree):
    """Headers for space beside those of the plane."""
    for path in files_of(tree, TOPS, "3.h"):
        write(os.path.join(tree, path), hide_components(read(os.path.join(tree, path))))
    for path in files_of(tree, TOPS, "2.h"):
        space = os.path.join(tree, space_of(path))
        if not os.path.exists(space):
            write(space, header_to_space(read(os.path.join(tree, path))))


def complaints(tree):
    declare_space(tree)
    found = []
    for path in files_of(tree, ["src/" + room for room in ROOMS], "2.c"):
        text = read(os.path.join(tree, path))
        if not is_wrapper(path, text):
            continue
        space = os.path.join(tree, space_of(path))
        write(space, to_space(text))
        result = subprocess.run([CC, "-std=c17", "-fsyntax-only", "-Wmissing-field-initializers",
                                 "-Wimplicit-function-declaration", "-Werror", "-I" + tree + "/include", "-I" + tree + "/src",
                                 space], capture_output=True, text=True)
        found += [line[len(tree) + 1:] for line in result.stderr.splitlines() if " error: " in line]
    return found


def unknown_alone(root):
    """An .inl that is opened alone, as an editor does, knows its words and types."""
    found = []
    for path in files_of(root, ["src/" + room for room in ROOMS], ".inl"):
        if os.path.basename(path) in ("calls.inl", "rows2.inl"):  # a list for whoever includes it; passes by width
            continue
        result = subprocess.run([CC, "-std=c17", "-fsyntax-only", "-Wimplicit-function-declaration", "-Werror", "-x", "c",
                                 "-I" + root + "/include", "-I" + root + "/src", os.path.join(root, path)], capture_output=True, text=True)
        found += [path + ": " + line for line in result.stderr.splitlines() if " error: " in line][:1]
    return found


def lines_of(folder, wanted):
    return sum(len(read(os.path.join(path, name)).splitlines())
               for path, _, names in os.walk(folder) for name in names if wanted(name, os.path.join(path, name)))


def share(root):
    """The part of the lines of these rooms that are in words, or without a dimension."""
    free = every = 0
    for room in ROOMS:
        folder = os.path.join(root, "src", room)
        every += lines_of(folder, lambda name, path: True)
        free += lines_of(folder, lambda name, path: not re.search(r"[23](_\w+)?\.\w+$", name))
    return free / every


def doubled(root):
    """Sources of space of which more than half of the lines are those of its sister in the plane; wrappers aside. Those of
    the world of space that is built for the tests lie in test/space."""
    found = []
    for top in ("src", "test/space"):
        for path in files_of(root, [top], "3.c"):
            plane = os.path.join(root, "src", os.path.relpath(path, top)[:-3] + "2.c")
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
        write(tree + "/test/space/world/d3.c", "imp3_vec one;\n")
        expect("planted doubles", doubled(tree), ["a3.c: 66 %", "d3.c: 100 %"])
    expect("doubled", doubled(ROOT))
    expect("alone", unknown_alone(ROOT))
    with scratch() as tree:
        for top in ("include", "src"):
            shutil.copytree(os.path.join(ROOT, top), os.path.join(tree, top))
        expect("words of space", complaints(tree))
