# SPDX-License-Identifier: MIT
"""Files of one room that call each other in a circle can only be understood together: there are none of more than two
files, but for those named here, and these do not grow."""

import os
import re

from common import BUILD, LIBRARY, ROOT, SANITIZED, expect, have, run, skip

IN_LANES = "one file picks the lane width, and those of each width call what it shares with them"
# Circles that there are, and why.
KNOWN = [
    ({"grid%d.c", "index%d.c", "kernels%d_avx2.c", "kernels%d_avx512.c", "kernels%d_four.c", "kernels%d_scalar.c",
      "points%d.c", "strips%d.c", "tree%d.c"},
     "one index: its tree, its grid and its strips ask each other; and " + IN_LANES),
    ({"rows%d.c", "rows%d_avx2.c", "rows%d_avx512.c", "rows%d_four.c", "rows%d_scalar.c"}, IN_LANES),
    ({"batch%d.c", "batch%d_avx2.c", "batch%d_avx512.c", "batch%d_four.c", "batch_shapes%d.c"}, IN_LANES),
]


def rooms(top):
    return {os.path.join(folder, name) for folder, _, names in os.walk(top) for name in names if name.endswith(".c")}


def calls(listing, files):
    """{file: files of its room whose functions it uses}, from what nm prints of an archive, which has names alone: what
    is called the same in two rooms is left out."""
    room_of = {}
    for path in files:
        room_of.setdefault(os.path.basename(path), set()).add(os.path.dirname(path))
    home, needs, member = {}, {}, None
    for line in listing.splitlines():
        begins = re.match(r"(\S+\.c)\.o(?:bj)?:$", line)
        symbol = re.match(r"\s*(?:[0-9a-f]+ +)?([A-Za-z]) (\S+)$", line)
        if begins:
            member = begins.group(1)
        elif symbol and symbol.group(1) == "U":
            needs.setdefault(member, set()).add(symbol.group(2))
        elif symbol and symbol.group(1).isupper():
            home[symbol.group(2)] = member
    return {file: {home[s] for s in used if s in home and room_of.get(home[s]) == room_of.get(file)} - {file}
            for file, used in needs.items()}


def circles(graph):
    """Strongly connected components of more than two files (Tarjan 1972)."""
    order, low, stack, found = {}, {}, [], []

    def visit(file):
        order[file] = low[file] = len(order)
        stack.append(file)
        for other in sorted(graph.get(file, ())):
            if other not in order:
                visit(other)
            low[file] = min(low[file], low[other]) if other in stack else low[file]
        if low[file] == order[file]:
            circle = set(stack[stack.index(file):])
            del stack[stack.index(file):]
            found.extend([circle] if len(circle) > 2 else [])

    for file in sorted(graph):
        if file not in order:
            visit(file)
    return found


def is_known(circle):
    return any(circle <= {name.replace("%d", axes) for name in names} for names, _ in KNOWN for axes in "23")


def complaints(listing, files):
    return ["%d files in a circle: %s" % (len(circle), " ".join(sorted(circle)))
            for circle in circles(calls(listing, files)) if not is_known(circle)]


PLANTED = """
a.c.o:
0000000000000000 T a
                 U b
b.c.o:
0000000000000000 T b
                 U c
                 U other
c.c.o:
0000000000000000 T c
                 U a
d.c.o:
0000000000000010 T other
                 U b
"""
expect("planted circle", complaints(PLANTED, {"src/x/a.c", "src/x/b.c", "src/x/c.c", "src/y/d.c"}),
       ["3 files in a circle: a.c b.c c.c"])
expect("planted rooms", complaints(PLANTED, {"src/x/a.c", "src/x/b.c", "src/y/c.c", "src/y/d.c"}))

if SANITIZED:
    skip("the library is built with sanitizers")
if not have("nm"):
    skip("no nm")
for library, top in ((LIBRARY, "src"), (os.path.join(BUILD, "libimpinge_io.a"), "io")):
    if os.path.exists(library):
        expect(top, complaints(run(["nm", library]), rooms(os.path.join(ROOT, top))))
