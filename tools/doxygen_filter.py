#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Shows doxygen our comments in its own words: tools/doxygen_filter.py HEADER

A line of a `///` block that starts with names of the following function's parameters becomes @param, one that starts
with returns, exact, cost or source a section of that name. The number of lines stays the same.
"""

import re
import sys

SECTIONS = {"returns", "exact", "cost", "source"}  # commands of these names stand in docs/Doxyfile


def parameters(lines, start):
    """Names of the parameters of the function declared from this line on."""
    text = " ".join(lines[start:start + 8])
    match = re.match(r"[^;{}()]*\(([^()]*)\)", text)
    return set(re.findall(r"(\w+)\s*(?:,|$)", match.group(1))) if match else set()


def filtered(text):
    lines = text.split("\n")
    result = list(lines)
    start = 0
    while start < len(lines) and lines[start].startswith("//"):
        result[start] = "/" + lines[start] if start else "/// @file"
        start += 1
    while start < len(lines):
        if not lines[start].startswith("///"):
            start += 1
            continue
        end = start
        while end < len(lines) and lines[end].startswith("///"):
            end += 1
        names = parameters(lines, end)
        for i in range(start + 1, end):
            match = re.match(r"/// (\w+(?:, \w+)*)\s+(.*)$", lines[i])
            if not match:
                continue
            keys, rest = match.group(1).split(", "), match.group(2)
            if set(keys) <= names:
                result[i] = "/// @param " + ",".join(keys) + " " + rest
            elif match.group(1) in SECTIONS:
                result[i] = "/// @" + match.group(1) + " " + rest
        start = end
    return "\n".join(result)


if __name__ == "__main__":
    sys.stdout.write(filtered(open(sys.argv[1], encoding="utf-8").read()))
