# SPDX-License-Identifier: MIT
"""Turning: the plane and space have the same functions, in the same order, of the same types."""

import re

from common import ROOT, expect, read


def signatures(text, dimension):
    """Functions of a header, as if there were no dimension; parameters that are not used have names, too."""
    text = re.sub(r"//[^\n]*", "", text)
    found = re.findall(r"^(?:static inline )?([a-z]\w*\*? \*?imp%si_\w+\([^)]*\))" % dimension, text, re.M)
    return [re.sub(r"\bimp%s(i?)_" % dimension, r"impN\1_", " ".join(one.split()).replace("( ", "(")) for one in found]


def complaints(plane, space):
    plane, space = signatures(plane, "2"), signatures(space, "3")
    found = ["'%s' and '%s'" % pair for pair in zip(plane, space) if pair[0] != pair[1]]
    return found + ([] if len(plane) == len(space) else ["%d and %d functions" % (len(plane), len(space))])


TWO = "static inline imp2i_spin imp2i_a(imp2_rot q)\n{\n    return b(q);\n}\nstatic inline float imp2i_c(\n    float x)\n{\n}\n"
expect("planted turning", complaints(TWO, "imp3i_spin imp3i_a(imp3_rot q);\nstatic inline float imp3i_c(float x)\n{\n}\n"))
expect("planted turning", complaints(TWO, "imp3i_spin imp3i_a(imp3_rot q);\nfloat imp3i_c(double x);\n"), ["'float impNi_c"])
expect("planted turning", complaints(TWO, "imp3i_spin imp3i_a(imp3_rot q);\n"), ["2 and 1 functions"])

headers = [read("%s/src/math/spin%d.h" % (ROOT, dimension)) for dimension in (2, 3)]
expect("turning", complaints(*headers) + ([] if len(signatures(headers[0], "2")) > 50 else ["few functions"]))
