# SPDX-License-Identifier: MIT
"""The tour in docs/architecture.md: each stop `path:function` is a file that defines that function."""

import os
import re

from common import ROOT, expect, read, scratch, skip, write


def defines(text, function):
    """Whether a function of this name has a body in the text."""
    for match in re.finditer(r"^[A-Za-z_].*?\b(?:FNI?\()?%s\)?\s*\(" % re.escape(function), text, re.M):
        rest = re.search(r"[;{]", text[match.end():])
        if rest and rest.group() == "{":
            return True
    return False


def complaints(root, page):
    stops = re.findall(r"`([\w./-]+\.(?:c|h|inl)):(\w+)`", page)
    found = [] if stops else ["no stops"]
    for path, function in stops:
        file = os.path.join(root, path)
        if not os.path.exists(file):
            found.append("%s: no such file" % path)
        elif not defines(read(file), function):
            found.append("%s: does not define %s" % (path, function))
    return found


with scratch() as tree:
    write(tree + "/src/a.c", "int one(int x)\n{\n    return two(x);\n}\nint two(int x);\nstatic void FN(three)(\n    int x)\n{\n}\n")
    page = "1. `src/a.c:one` 2. `src/a.c:three` 3. `src/a.c:two` 4. `src/b.c:one` 5. `src/a.c:return`"
    expect("planted tour", complaints(tree, page), ["define two", "src/b.c: no such file", "define return"])
    expect("planted tour", complaints(tree, "no tour"), ["no stops"])

if not os.path.exists(ROOT + "/docs/architecture.md"):
    skip("no docs/architecture.md")
expect("tour", complaints(ROOT, read(ROOT + "/docs/architecture.md")))
