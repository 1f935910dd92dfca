# SPDX-License-Identifier: MIT
"""The order of the rooms, and of the sub-rooms of world, by their include lines: a file sees its own room and those before
it, nothing else."""

import os
import re

from common import ROOT, expect, read, scratch, write

ROOMS = ["base", "math", "broad", "shape", "narrow", "motion", "particle", "world"]
# In the order of a step. What lies in world itself declares what a world is: it sees what each of them keeps in one.
SUB_ROOMS = {"world": ["body", "joint", "contact", "solver", "continuous", "step", "query", "keep"]}
KEPT = re.compile(r"/(state\.inl|contact_list\.h)$")
SYSTEM = {"stddef.h", "stdint.h", "stdbool.h", "string.h", "float.h", "limits.h",
          "math.h"}  # for square roots and bits of floats; house/symbols sees to it that nothing else is called
# Who may ask for more of the system, and for what.
MORE = {
    "src/base/alloc.c": {"stdlib.h", "sys/mman.h"},
    "src/base/assert.h": {"assert.h"},
    "src/base/pool_posix.c": {"pthread.h", "sched.h", "unistd.h"},
    "src/math/lanes_avx2.h": {"immintrin.h"},
    "src/math/lanes_avx512.h": {"immintrin.h"},
    "src/math/four_sse2.h": {"emmintrin.h"},
    "src/math/four_neon.h": {"arm_neon.h"},
    "src/math/four_wasm.h": {"wasm_simd128.h"},
}


# Public headers that are not named after their room.
TOPICS = {"jobs": "base", "bvh": "broad", "compound": "shape", "mesh": "narrow", "batch": "narrow", "surface": "motion", "character": "motion",
          "particles": "particle", "articulation": "world", "joint": "world", "world_character": "world",
          "world_query": "world", "world_draw": "world", "world_record": "world", "world_particles": "world"}


def room_of_public(name):
    topic = re.sub(r"\d*\.h$", "", name)
    return TOPICS.get(topic, topic)


def complaints(root):
    found = []
    for top in ("include/impinge", "src"):
        for folder, _, names in sorted(os.walk(os.path.join(root, top))):
            for name in sorted(names):
                path = os.path.relpath(os.path.join(folder, name), root).replace(os.sep, "/")
                if not path.endswith((".c", ".h", ".inl")):
                    found.append(path + ": what is this file?")
                    continue
                for kind, include in re.findall(r'^\s*#\s*include\s+(["<])([^">]+)[">]', read(os.path.join(root, path)), re.M):
                    problem = check(root, path, kind, include)
                    if problem:
                        found.append("%s includes %s: %s" % (path, include, problem))
    return found


def sub_room(path):
    """The place of a file's sub-room: 0 for what lies in the room itself; None for a sub-room that is none."""
    parts = path.split("/")
    if len(parts) == 3:
        return 0
    order = SUB_ROOMS.get(parts[1], [])
    return order.index(parts[2]) + 1 if parts[2] in order else None


def check(root, path, kind, include):
    public = path.startswith("include/")
    if kind == "<":
        return None if include in SYSTEM | MORE.get(path, set()) else "not on the list of system headers"
    if public:
        target = os.path.join(root, os.path.dirname(path), include)
        return None if "/" not in include and os.path.exists(target) else "not a public header"

    room = path.split("/")[1]
    if room not in ROOMS:
        return "src/%s is not a room" % room
    if sub_room(path) is None:
        return "not a sub-room of src/" + room
    if include.startswith("impinge/"):
        target = room_of_public(include[len("impinge/"):])
    else:
        near = os.path.normpath(os.path.join(os.path.dirname(path), include))
        file = near if os.path.exists(os.path.join(root, near)) else "src/" + include
        if not os.path.exists(os.path.join(root, file)):
            return "no such file in src"
        target = file.split("/")[1] if file.startswith("src/") else ""
        if target == room and room in SUB_ROOMS and sub_room(file) > sub_room(path) and (
                sub_room(path) > 0 or not KEPT.search("/" + file)):
            return "%s is below %s" % (file.split("/")[2], path.split("/")[2])
    if target not in ROOMS:
        return "outside the rooms"
    return None if ROOMS.index(target) <= ROOMS.index(room) else "room %s is above %s" % (room, target)


expect("layers", complaints(ROOT))

# The check itself: one tree with every mistake.
with scratch() as tree:
    write(tree + "/include/impinge/base.h", '#include <stdint.h>\n#include <stdio.h>\n#include "../../src/base/a.h"\n')
    write(tree + "/include/impinge/shape2.h", '#include "base.h"\n')
    write(tree + "/src/base/a.h", '#include "impinge/base.h"\n')
    write(tree + "/src/math/b.c", '#include "base/a.h"\n#include "../shape/c.h"\n#include "impinge/shape2.h"\n')
    write(tree + "/src/shape/c.h", '#include "../../io/d.h"\n#  include <time.h>\n#include "impinge/shape2.h"\n')
    write(tree + "/io/d.h", "\n")
    write(tree + "/src/base/notes.txt", "\n")
    write(tree + "/src/world/body/e.c", '#include "../contact/f.h"\n#include "../contact/state.inl"\n#include "../world2.h"\n')
    write(tree + "/src/world/contact/f.h", '#include "../body/g.h"\n')
    write(tree + "/src/world/contact/state.inl", "\n")
    write(tree + "/src/world/body/g.h", "\n")
    write(tree + "/src/world/world2.h", '#include "contact/state.inl"\n#include "contact/f.h"\n')
    write(tree + "/src/world/cellar/h.c", '#include "../world2.h"\n')
    expect("planted layers", complaints(tree), [
        "base.h includes stdio.h", "base.h includes ../../src/base/a.h", "notes.txt",
        "b.c includes ../shape/c.h", "b.c includes impinge/shape2.h", "c.h includes ../../io/d.h", "c.h includes time.h",
        "world2.h includes contact/f.h", "e.c includes ../contact/f.h", "e.c includes ../contact/state.inl", "h.c includes ../world2.h: not a sub-room"])
