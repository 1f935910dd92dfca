# SPDX-License-Identifier: MIT
"""docs/cheatsheet.md names every public function, status and sweep state, and nothing else; its recipes compile."""

import os
import re

from common import CC, ROOT, WARNINGS, expect, read, run, scratch, write

# What the recipes take as given.
GIVEN = """
#include <impinge/impinge.h>

void recipe(imp2_shape shape_a, imp2_shape shape_b, imp2_pose a, imp2_pose b, imp2_shape wall, imp2_pose wall_pose,
            imp2_shape bullet, imp2_vec motion, imp2_shape ground, imp2_pose ground_pose, imp2_shape hero, imp2_pose pose,
            imp2_vec velocity, imp_surface surface, float dt, imp3_shape crate, imp3_pose crate_pose, imp3_shape barrel,
            imp3_pose barrel_pose, const imp3_shape* things, const imp3_pose* places, int32_t count, imp3_vec eye,
            imp3_vec ray%s)
{
%s}
"""


def complaints(headers, page):
    wanted = set(re.findall(r"^(?:IMP_API|static inline) [^;(\n]*?\b(imp\w*)\(", headers, re.M))
    wanted |= set(re.findall(r"^ *(IMP_ERR_\w+|IMP_SWEEP_\w+)\b", headers, re.M))
    # The page tells of the plane; in space the same calls are named with a 3.
    wanted = {name for name in wanted if not name.startswith("imp3_") or "imp2_" + name[5:] not in wanted}
    used = set(re.findall(r"\b(?:imp[23]?_|IMP[23]?_)\w+", page))
    return (["not on the page: " + name for name in sorted(wanted - used)]
            + ["in no header: " + name for name in sorted(used) if not re.search(r"\b%s\b" % name, headers)])


PLANTED = "IMP_API imp_status imp2_one(int a,\n        int b);\nstatic inline int imp2_two(void)\n    IMP_ERR_X = 1,\n"
expect("planted page", complaints(PLANTED, "`imp2_one(a)` `imp2_three` `IMP_ERR_X`"), ["imp2_two", "imp2_three"])

page = read(ROOT + "/docs/cheatsheet.md")
headers = "".join(read(ROOT + "/include/impinge/" + name) for name in sorted(os.listdir(ROOT + "/include/impinge")))
expect("cheatsheet.md", complaints(headers, page))

recipes = re.findall(r"^```c\n(.*?)^```", page, re.M | re.S)
expect("cheatsheet.md", [] if recipes else ["no recipes"])
with scratch() as folder:
    for recipe in recipes:
        more = "" if "imp2_manifold m;" in recipe else ", imp2_manifold m"
        write(folder + "/recipe.c", GIVEN % (more, recipe))
        run([CC, "-std=c17", "-fsyntax-only", "-I", ROOT + "/include"] + WARNINGS
            + ["-Wno-unused-parameter", folder + "/recipe.c"])
