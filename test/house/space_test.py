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
    return re.sub(r"\b(float|double|imp3_vec|imp3i_dvec) (\*?)x, (\*?)y, (\*?)z\b", r"\1 \2x_, \3y_, \4z_", text)


# Headers of space that have not all that their sisters in the plane have.
PARTLY = ("include/impinge/motion2.h",)
DECLARED = re.compile(r"^(?:#include \"(\w+\.h)\"|typedef struct (\w+)\n\{.*?^\} \w+;|typedef struct (\w+) \w+;|IMP_API [^(]*?(\w+)\(.*?;)\n", re.M | re.S)


def missing(plane, space):
    """What a header of the plane declares and that of space does not, by the names that it has there."""
    return "".join(found[0] for found in DECLARED.finditer(header_to_space(plane))
                   if not re.search(r"\b%s\b" % next(filter(None, found.groups())), space))


def declare_space(tree):
    """Headers for space beside those of the plane."""
    for path in files_of(tree, TOPS, "3.h"):
        write(os.path.join(tree, path), hide_components(read(os.path.join(tree, path))))
    for path in files_of(tree, TOPS, "2.h"):
        space, plane = os.path.join(tree, space_of(path)), read(os.path.join(tree, path))
        if not os.path.exists(space):
            write(space, header_to_space(plane))
        elif path in PARTLY:
            ours = read(space)
            write(space, ours.replace("#ifdef __cplusplus\n}", missing(plane, ours) + "\n#ifdef __cplusplus\n}"))


def complaints(tree):
    declare_space(tree)
    found = []
    for path in files_of(tree, ["src/" + room for room in ROOMS], "2.c"):
        text = read(os.path.join(tree, path))
        if not is_wrapper(path, text):
            continue
        space = os.path.join(tree, space_of(path))
        write(space, read(space) if os.path.exists(space) else to_space(text))
        result = subprocess.run([CC, "-std=c17", "-fsyntax-only", "-Wmissing-field-initializers",
                                 "-Wimplicit-function-declaration", "-Werror", "-I" + tree + "/include", "-I" + tree + "/src",
                                 space], capture_output=True, text=True)
        found += [line[len(tree) + 1:] for line in result.stderr.splitlines() if " error: " in line]
    return found


def unknown_alone(root):
    """An .inl that is opened alone, as an editor does, knows its words and types."""
    found = []
    for path in files_of(root, ["src/" + room for room in ROOMS], ".inl"):
        # A list for whoever includes it; passes by width; a dimension's own functions follow it.
        if os.path.basename(path) in ("calls.inl", "row_lanes.inl", "rows2.inl", "rows3.inl", "impulse_response.inl"):
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
    expect("alone", unknown_alone(ROOT))
    with scratch() as tree:
        for top in ("include", "src"):
            shutil.copytree(os.path.join(ROOT, top), os.path.join(tree, top))
        expect("words of space", complaints(tree))
