# SPDX-License-Identifier: MIT
"""Options that take IEEE 754 away are refused, with why, by every unit of the library and by the packed file."""

import functools
import os
import re
import subprocess

from common import CC, LIBRARY_FLAGS, ROOT, expect, read, scratch, skip, works

import amalgamate

REFUSED = ["-ffast-math", "-Ofast", "-ffinite-math-only"]
WHY = re.compile(r"impinge does not work with -f(fast-math|finite-math-only): it compares with NaN and infinity")
HEADER = "src/base/arithmetic.h"


@functools.lru_cache(maxsize=None)
def included(path):
    return [amalgamate.resolve(ROOT, name, path)
            for name in re.findall(r'^\s*#\s*include\s+"([^"]+)"', read(path), re.M)]


def reached(path, seen):
    """All files that one includes, itself too."""
    if path not in seen:
        seen.add(path)
        for other in included(path):
            reached(other, seen)
    return seen


def blind(files, header):
    return ["%s does not see %s" % (os.path.relpath(path, ROOT), header) for path in files
            if os.path.join(ROOT, header) not in reached(path, set())]


def told(source, flag):
    """What a compiler says of a file with an option more."""
    command = [CC, "-std=c17", *LIBRARY_FLAGS, flag, "-E", "-I" + os.path.join(ROOT, "include"),
               "-I" + os.path.join(ROOT, "src"), source, "-o", os.devnull]
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
    return result.returncode, result.stdout


units = amalgamate.source_files(ROOT)
expect("units", blind(units, HEADER))
expect("planted", blind(units[:2], "src/world/world2.h"), ["does not see", "does not see"])

if not works([CC, "-ffast-math", "-E", "-x", "c", os.devnull, "-o", os.devnull]):
    skip("no compiler with -ffast-math")
with scratch() as out:
    amalgamate.amalgamate(ROOT, out)
    for source in (units[0], os.path.join(out, "impinge.c")):
        status, text = told(source, "-O2")
        expect(source, [text] if status else [])
        for flag in REFUSED:
            status, text = told(source, flag)
            expect("%s with %s: %s" % (source, flag, text), [] if status and WHY.search(text) else ["not refused"])
print("%d units and the packed file refuse %s" % (len(units), ", ".join(REFUSED)))
