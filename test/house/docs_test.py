# SPDX-License-Identifier: MIT
"""The reference: every public function has a comment, doxygen has nothing to complain about, and our comments reach it
as parameters and sections."""

import os
import re
import subprocess

from common import ROOT, expect, have, read, scratch, skip

import doxygen_filter


def complaints(name, text):
    found = []
    for match in re.finditer(r"^(.*)\nIMP_API [^;(]*?(\w+)\(", text, re.M):
        if not match.group(1).startswith("///"):
            found.append("%s: no comment on %s" % (name, match.group(2)))
    return found


PLANTED = "// Head.\n\n/// One.\n///\n/// a, b      two numbers\n///           of any size\n/// c not a parameter\n" \
          "/// cost      O(1)\nIMP_API int one(int a, float* b);\n\nIMP_API int two(void);\n"
expect("planted comments", complaints("x.h", PLANTED), ["no comment on two"])
wanted = ["/// @param a,b two numbers", "/// @cost O(1)"]
expect("filter", [line for line in doxygen_filter.filtered(PLANTED).splitlines() if "@" in line and "@file" not in line],
       wanted)

for header in sorted(os.listdir(ROOT + "/include/impinge")):
    expect(header, complaints(header, read(ROOT + "/include/impinge/" + header)))

if not have("doxygen"):
    skip("no doxygen")
with scratch() as out:
    result = subprocess.run(["doxygen", "-"], cwd=ROOT, universal_newlines=True, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT,
                            input=read(ROOT + "/docs/Doxyfile") + "OUTPUT_DIRECTORY=" + out + "\n")
    expect("doxygen", result.stdout.splitlines() + ([] if result.returncode == 0 else ["failed"]))
    expect("doxygen", [] if os.path.exists(out + "/html/index.html") else ["no page"])
