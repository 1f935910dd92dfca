# SPDX-License-Identifier: MIT
"""Every .inl of motion and world is compiled with the words of space, too: no line of the plane creeps back.

What the other rooms have not for space yet is declared as the plane has it, by another name; nothing is linked. The
components of space have other names here, so that whoever takes one by name is found, as is a vector of two numbers."""

import os
import re
import shutil
import subprocess

from common import CC, ROOT, expect, read, scratch, write

ROOMS = ("motion", "world")
RENAME = [("imp2", "imp3"), ("IMP2", "IMP3"), ("dim2.h", "dim3.h")]
INLINE = re.compile(r"^static inline ([^;{]*?)\n\{\n.*?^\}\n", re.M | re.S)
# What is a number in the plane and has axes in space.
TURNING = [(r"\bfloat (spin|torque)\b", r"imp3_vec \1"), (r"\bfloat (inertia|inverse_inertia)\b", r"imp3i_inertia \1")]


def to_space(text):
    for plane, space in RENAME:
        text = text.replace(plane, space)
    return re.sub(r'(#include "[\w./]*?)2\.h"', r'\g<1>3.h"', text)


def hide_components(text):
    text = re.sub(r"(\.|->)([xyz])\b", r"\1\2_", text)
    return re.sub(r"\b(float|double|imp3_vec|imp3i_dvec) x, y, z\b", r"\1 x_, y_, z_", text)


def declare_space(tree):
    """Headers for space beside those of the plane: of functions that are not in words, the declarations."""
    for top in ("include", "src"):
        for folder, _, names in os.walk(os.path.join(tree, top)):
            for name in names:
                if name.endswith("3.h"):
                    write(os.path.join(folder, name), hide_components(read(os.path.join(folder, name))))
    for top in ("include", "src"):
        for folder, _, names in os.walk(os.path.join(tree, top)):
            for name in names:
                space = os.path.join(folder, name[:-3] + "3.h")
                if not name.endswith("2.h") or os.path.exists(space):
                    continue
                text = INLINE.sub(r"\1;\n", to_space(read(os.path.join(folder, name))))
                for plane, turning in TURNING:
                    text = re.sub(plane, turning, text)
                write(space, '#include "math/spin3.h"\n' + text if "imp3i_inertia" in text else text)


def complaints(tree):
    declare_space(tree)
    found = []
    for room in ROOMS:
        for folder, _, names in sorted(os.walk(os.path.join(tree, "src", room))):
            for name in sorted(names):
                text = read(os.path.join(folder, name))
                if not name.endswith("2.c") or "dim2.h" not in text:
                    continue
                space = os.path.join(folder, name[:-3] + "3.c")
                write(space, to_space(text))
                result = subprocess.run([CC, "-std=c17", "-fsyntax-only", "-w", "-Wmissing-field-initializers",
                                         "-Wimplicit-function-declaration", "-Werror", "-I" + tree + "/include", "-I" + tree + "/src",
                                         space], capture_output=True, text=True)
                found += [line[len(tree) + 1:] for line in result.stderr.splitlines() if " error: " in line]
    return found


if __name__ == "__main__":
    with scratch() as tree:
        for top in ("include", "src"):
            shutil.copytree(os.path.join(ROOT, top), os.path.join(tree, top))
        expect("words of space", complaints(tree))
