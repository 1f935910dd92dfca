# SPDX-License-Identifier: MIT
"""The first program of README.md compiles without a warning and runs, and the files that README names are there."""

import os
import re

from common import CC, LIBRARY, LIBRARY_FLAGS, ROOT, SANITIZED, WARNINGS, expect, read, run, scratch, skip, write

if not os.path.exists(ROOT + "/README.md"):
    skip("no README.md")
if SANITIZED:
    skip("the library is built with sanitizers")

readme = read(ROOT + "/README.md")
programs = re.findall(r"^```c\n(.*?)^```", readme, re.M | re.S)
expect("README.md", [] if programs else ["no program"])
with scratch() as folder:
    write(folder + "/readme.c", programs[0])
    run([CC, "-std=c17"] + WARNINGS + LIBRARY_FLAGS + ["-I", ROOT + "/include", folder + "/readme.c", LIBRARY,
        "-o", folder + "/readme", "-lm"])
    print(run([folder + "/readme"]))

links = re.findall(r"\]\(([^)#:]+)\)|src=\"([^\":]+)\"", readme)
expect("README.md", ["no such file: " + (a or b) for a, b in links if not os.path.exists(os.path.join(ROOT, a or b))])
