# SPDX-License-Identifier: MIT
"""The bindings of the npm package have every public function, and what their generator does not understand stops it."""

import os
import re
import shutil
import subprocess
import sys

from common import ROOT, expect, read, scratch, write

INCLUDE = ROOT + "/include/impinge"
PLAIN = "IMP_API imp_status imp2_planted(const imp2_vec* a, imp2_vec* out);\n"

# What is added to a header, and what is said of it.
PLANTED = [
    (PLAIN, ""),
    ("IMP_API imp_status imp2_planted(const void* a);\n", "no header has the type 'void' of a"),
    ("IMP_API imp_status imp2_planted(const char* a, imp2_vec* out);\n", "no header has the type 'char' of a"),
    ("IMP_API imp_status imp2_planted(imp2_index* a, imp2_vec* out);\n", "imp2_planted: a is a pointer that no table has"),
    ("IMP_API imp_status imp2_planted(const float* a);\n", "imp2_planted: a is a pointer that no table has"),
    ("IMP_API imp_status imp2_planted(imp2_vec** a);\n", "imp2_planted: a is a pointer that no table has"),
    ("IMP_API imp_status imp2_planted(size_t a, imp2_vec* out);\n", "no header has the type 'size_t' of a"),
    ("IMP_API imp_status imp2_planted(const imp2_vec* a, int32_t count);\n",
     "imp2_planted: no table has the array that goes with count"),
    ("IMP_API imp_status imp2_planted(imp2_vec* a, int32_t capacity);\n",
     "imp2_planted: no table has the array that goes with capacity"),
    ("typedef struct imp2_plant\n{\n    const float* a;\n} imp2_plant;\n"
     "IMP_API imp_status imp2_planted(const imp2_plant* a);\n", "imp2_plant.a is a pointer that no table has"),
    ("typedef struct imp2_plant\n{\n    float* a;\n} imp2_plant;\n"
     "IMP_API imp_status imp2_planted(imp2_plant* out);\n", "imp2_plant.a is a pointer that no table has"),
]


def generate(folder):
    """What the generator complains of, and the bindings when it does not."""
    headers = sorted(os.path.join(folder, name) for name in os.listdir(folder))
    result = subprocess.run([sys.executable, "-B", ROOT + "/web/impinge/generate.py", folder + "/../out"] + headers,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
    if result.returncode:
        return result.stdout.splitlines(), ""
    return [], read(folder + "/../out/bindings.ts")


with scratch() as folder:
    copy = folder + "/impinge"
    shutil.copytree(INCLUDE, copy)
    shapes = read(copy + "/shape2.h")
    for text, complaint in PLANTED:
        write(copy + "/shape2.h", shapes + text)
        complaints, bindings = generate(copy)
        expect(text, complaints, [complaint] if complaint else [])
        expect(text, [] if complaint or "c.exports.imp2_planted!(" in bindings else ["it has no binding"])

    write(copy + "/shape2.h", shapes.replace("imp2_polygon_make", "imp2_polygon_build"))
    expect("a rule for nothing", generate(copy)[0], ["there is no points of imp2_polygon_make any more"])

    write(copy + "/shape2.h", shapes)
    complaints, bindings = generate(copy)
    expect("the headers", complaints)
    # Pools, hooks and recordings are for C alone.
    declared = {name for header in os.listdir(copy) if header not in ("jobs.h", "world_record2.h", "world_record3.h")
                for name in re.findall(r"^IMP_API [^;(]*?\b(imp\w*)\(", read(copy + "/" + header), re.M)}
    declared -= {"imp2_world_set_hooks", "imp3_world_set_hooks"}
    called = set(re.findall(r"\bc\.exports\.(\w+)!", bindings))
    expect("functions", ["without a binding: " + name for name in sorted(declared - called)]
           + ["in no header: " + name for name in sorted(called - declared)])
