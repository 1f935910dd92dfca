# SPDX-License-Identifier: MIT
"""The library as one header and one source: compiles alone and without a warning, as C17 and as C++17."""

import re

from common import LIBRARY_FLAGS, ROOT, WARNINGS, expect, have, read, run, scratch, write

import amalgamate

USER = r"""
#include "impinge.h"

#include <stdio.h>

int main(void)
{
    imp2_rot turn = {0.0f, 0.0f};
    return imp2_rot_make(0.5f, &turn) == IMP_OK && puts(imp_version_text()) >= 0 ? 0 : 1;
}
"""

# The check for clashes, and what the script has to know about C: one tree with every case.
with scratch() as tree:
    write(tree + "/include/impinge/base.h", "#ifndef A_H\n#define A_H\n#define IMP_VERSION_MAJOR 9\nint f(void);\n#endif\n")
    write(tree + "/include/impinge/impinge.h", '#ifndef B_H\n#define B_H\n#include "base.h"\n#endif\n')
    write(tree + "/src/base/guarded.h", '#ifndef C_H\n#define C_H\n#include "impinge/base.h"\nenum { GUARDED = 1 };\n#endif\n')
    write(tree + "/src/base/each.inl", "static int NAME(void) { return GUARDED; }\n#undef NAME\n")
    write(tree + "/src/base/a.c", '#include "base/guarded.h"\n#define K 1\n#define NAME one\n#include "each.inl"\n'
                                  "int f(void) { return one() + K; }\nstatic const int same[] = {1};\n")
    write(tree + "/src/math/b.c", '#include "../base/guarded.h"\n#define K 2\n#define NAME two\n#include "base/each.inl"\n'
                                  "int g(void);\nint g(void) { return two() + K; }\n")
    expect("no clash", amalgamate.clashes(tree))
    amalgamate.amalgamate(tree, tree + "/out")
    run(["cc", "-Wall", "-Wno-unused", "-Werror", "-c", tree + "/out/impinge.c", "-o", tree + "/out/impinge.o"])
    write(tree + "/src/math/c.c", "static float same = 2;\nstatic int fresh(int x)\n{\n    return x;\n}\n")
    expect("planted clash", amalgamate.clashes(tree), ["c.c: same is also in src/base/a.c"])

expect("static names", amalgamate.clashes(ROOT))
with scratch() as out:
    amalgamate.amalgamate(ROOT, out)
    expect("includes", re.findall(r'#\s*include "(?!impinge\.h").*', read(out + "/impinge.c") + read(out + "/impinge.h")))
    write(out + "/user.c", USER)
    write(out + "/user.cpp", USER)
    for c, cpp in (("gcc", "g++"), ("clang", "clang++")):
        if not have(c) or not have(cpp):
            print("skip: no %s or %s" % (c, cpp))
            continue
        run([c, "-std=c17", "-O0"] + WARNINGS + LIBRARY_FLAGS + ["-c", out + "/impinge.c", "-o", out + "/c.o"])
        run([cpp, "-x", "c++", "-std=c++17", "-O0"] + WARNINGS + LIBRARY_FLAGS
            + ["-c", out + "/impinge.c", "-o", out + "/cpp.o"])
        for name in ("c.o", "cpp.o"):
            for compiler, user, standard in ((c, "user.c", "c17"), (cpp, "user.cpp", "c++17")):
                run([compiler, "-std=" + standard] + WARNINGS + [out + "/" + user, out + "/" + name, "-o", out + "/user", "-lm"])
                run([out + "/user"])
