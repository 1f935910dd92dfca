#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the library as one header and one source: tools/amalgamate.py OUT

OUT/impinge.h holds the public headers, OUT/impinge.c the files of src/ in the order of the rooms. A header with an
include guard is put in once, one without (a dictionary, an .inl) every time. Macros that a source file defines end with
it. Static names share one scope there, so they must differ from file to file; clashes are reported. Those of an .inl end
in the dimension that it is compiled for.
"""

import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROOMS = ["base", "math", "broad", "shape", "narrow", "motion", "particle", "world"]

QUOTED = re.compile(r'^\s*#\s*include\s+"([^"]+)"')
BRANCH = re.compile(r"^\s*#\s*(if|ifdef|ifndef|endif)\b")
SPDX = re.compile(r"^(//|/\*) SPDX-License-Identifier: [^\n]*\n")

# The same bits with any flags but -ffast-math: no a * b + c in one rounding, which GCC's straight-line vectoriser would
# still make; and where it sees a double become a float and a double again, GCC 12 leaves the rounding out
# (imp3i_inertia_turned). So it is off.
# One file has all helpers of all headers, and C++ has doubts about brace lists that C has not, and about GCC's own
# intrinsics.
PRAGMAS = """
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=off", "no-tree-slp-vectorize")
#endif
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wunused-function"
#if defined(__cplusplus)
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#if defined(__clang__)
#pragma GCC diagnostic ignored "-Wc99-designator"
#pragma GCC diagnostic ignored "-Wc++20-designator"
#else
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#endif
#endif
""".strip().splitlines() + [""]


def source_files(root):
    files = []
    for room in ROOMS:
        for folder, _, names in sorted(os.walk(os.path.join(root, "src", room))):
            files += [os.path.join(folder, name) for name in sorted(names) if name.endswith(".c")]
    return files


def resolve(root, name, including):
    """The file that an include line means, or None where it is a public header."""
    for folder in (os.path.dirname(including), os.path.join(root, "src"), os.path.join(root, "include")):
        path = os.path.normpath(os.path.join(folder, name))
        if os.path.exists(path):
            return path
    sys.exit("%s: no such file: %s" % (including, name))


def is_public(root, path):
    return path.startswith(os.path.join(root, "include") + os.sep)


def guard_of(text):
    match = re.search(r"^#ifndef (\w+)\n#define \1\n", text, re.M)
    return match and match.group(1)


class Writer:
    def __init__(self, root, inline_public):
        self.root = root
        self.inline_public = inline_public
        self.done = set()
        self.lines = []

    def add(self, path, in_branch=False):
        """The text of a file, with what it includes in place of the include lines."""
        text = open(path, encoding="utf-8").read()
        depth = -1 if guard_of(text) else 0
        self.lines.append("// " + "-" * 20 + " " + os.path.relpath(path, self.root).replace(os.sep, "/"))
        for line in SPDX.sub("", text).splitlines():
            branch = BRANCH.match(line)
            if branch:
                depth += -1 if branch.group(1) == "endif" else 1
            quoted = QUOTED.match(line)
            if quoted:
                self.include(resolve(self.root, quoted.group(1), path), in_branch or depth > 0)
            else:
                self.lines.append(line)

    def include(self, path, in_branch):
        if path in self.done or (is_public(self.root, path) and not self.inline_public):
            return
        text = open(path, encoding="utf-8").read()
        # In a branch that may not be compiled, the guard decides and not we.
        if guard_of(text) and not in_branch:
            self.done.add(path)
        self.add(path, in_branch)

    def add_source(self, path):
        dimension, parts = parts_of(self.root, path)
        names = sorted(set().union(*[static_names(text) for text in parts[1:]]))
        first = len(self.lines)
        self.add(path)
        if names:
            # Members are called as they are everywhere.
            static = re.compile(r"(?<![\w.>])(?<!FN\()(?<!FNI\()(%s)\b" % "|".join(names))
            self.lines[first:] = [static.sub(r"\1_" + dimension, line) for line in self.lines[first:]]
        own = [name for text in parts for name in re.findall(r"^\s*#\s*define (\w+)", text, re.M)]
        self.lines += ["#undef " + name for name in dict.fromkeys(own)]
        self.lines.append("")


def parts_of(root, path):
    """The dimension of a source file, or none; its text, and those of the .inl that it includes in words."""
    text = open(path, encoding="utf-8").read()
    dimension = re.search(r'#include "[\w./]*math/dim(\d)\.h"', text)
    inls = re.findall(r'^#include "([\w./]+\.inl)"', text, re.M) if dimension else []
    inls = [open(resolve(root, name, path), encoding="utf-8").read() for name in inls]
    return dimension.group(1) if dimension else "", [text] + inls


def static_names(text):
    """Names that a source file gives at file scope for itself."""
    names = set()
    for match in re.finditer(r"^static\s[^;{=(]*?(\w+)\s*(?:\(|=|;|\[)", text, re.M):
        names.add(match.group(1))
    for match in re.finditer(r"^typedef\s+(?:struct|union|enum)\s+(\w+)", text, re.M):
        names.add(match.group(1))
    for match in re.finditer(r"^(?:struct|union|enum)\s+(\w+)\s*\n?\{", text, re.M):
        names.add(match.group(1))
    for match in re.finditer(r"^enum(?:\s+\w+)?\s*\{([^}]*)\}", text, re.M):
        names.update(re.findall(r"^\s*(\w+)\s*(?:=|,|$|//)", match.group(1), re.M))
    return {name for name in names if name not in ("FN", "FNI", "KN")}


def clashes(root):
    seen, found = {}, []
    for path in source_files(root):
        name_in = os.path.relpath(path, root)
        dimension, parts = parts_of(root, path)
        shared = set().union(*[static_names(text) for text in parts[1:]])
        for name in sorted(shared | static_names(parts[0])):
            key = dimension if name in shared else "", name
            if key in seen:
                found.append("%s: %s is also in %s" % (name_in, name, seen[key]))
            seen.setdefault(key, name_in)
    return found


def amalgamate(root, out):
    os.makedirs(out, exist_ok=True)
    version = open(os.path.join(root, "include/impinge/base.h")).read()
    version = ".".join(re.findall(r"#define IMP_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", version))
    head = ["// SPDX-License-Identifier: MIT", "//", None, "// Made from many files by tools/amalgamate.py; edit those.",
            ""]

    header = Writer(root, inline_public=True)
    header.add(os.path.join(root, "include/impinge/impinge.h"))
    head[2] = "// Impinge %s in one header and one source." % version
    with open(os.path.join(out, "impinge.h"), "w", encoding="utf-8") as file:
        file.write("\n".join(head + header.lines) + "\n")

    source = Writer(root, inline_public=False)
    for path in source_files(root):
        source.add_source(path)
    head[2] = ("// Impinge %s. -ffast-math is refused. For the same bits everywhere a * b + c is not contracted: GCC and\n"
               "// Clang are told below, others need an option. -fno-math-errno makes square roots one instruction." % version)
    text = "\n".join(head + PRAGMAS + ['#define IMP_BUILDING', '#include "impinge.h"', ""] + source.lines) + "\n"
    with open(os.path.join(out, "impinge.c"), "w", encoding="utf-8") as file:
        file.write(re.sub(r"\n{3,}", "\n\n", text))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    problems = clashes(ROOT)
    for problem in problems:
        print("amalgamate: " + problem, file=sys.stderr)
    amalgamate(ROOT, sys.argv[1])
    print("%s/impinge.h and impinge.c" % sys.argv[1])
    sys.exit(1 if problems else 0)
