# SPDX-License-Identifier: MIT
"""The library as one header and one source: compiles alone and without a warning, as C17 and as C++17.

With IMP_OPTIMISE (such as -O3) it does for each compiler and on other machines, and gives the same bits as the build,
also with fused multiply-add at hand."""

import concurrent.futures
import os
import platform
import re

from common import BUILD, LIBRARY_FLAGS, ROOT, SANITIZED, WARNINGS, expect, have, read, run, scratch, write

import amalgamate

COMPILERS = {"gcc": "g++", "clang": "clang++"}
MACHINES = ("x86-64", "native")  # without fused multiply-add, and with it where it is at hand

HASH = os.path.join(BUILD, "test/golden/hash")
SUPPORT = os.path.join(BUILD, "test/libtest_support.a")
OPTIMISE = os.environ.get("IMP_OPTIMISE", "")
HASHED = (OPTIMISE and platform.machine() == "x86_64" and not SANITIZED
          and os.path.exists(HASH) and os.path.exists(SUPPORT))

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


def hashes(program):
    # SHARD makes it short: other counts than the golden ones, so that the hashes are printed.
    output = run([program], env=dict(os.environ, N="1", SHARD="1/16"))
    return [line for line in output.splitlines() if line.startswith("imp")]


def compile_both(out, c):
    """The one file in out as C17 and as C++17, and users in both that are linked to either. Without IMP_OPTIMISE it is only
    read, which takes a sixth of the time."""
    cpp, made = COMPILERS[c], out + "/" + c
    os.mkdir(made)
    flags = WARNINGS + LIBRARY_FLAGS + [out + "/impinge.c"]
    for compiler, standard, name in (([c], "c17", "c.o"), ([cpp, "-x", "c++"], "c++17", "cpp.o")):
        run(compiler + ["-std=" + standard, "-O0"] + flags + (["-c", "-o", made + "/" + name] if OPTIMISE else ["-fsyntax-only"]))
    for name in ("c.o", "cpp.o") if OPTIMISE else ():
        for compiler, user, standard in ((c, "user.c", "c17"), (cpp, "user.cpp", "c++17")):
            run([compiler, "-std=" + standard] + WARNINGS
                + [out + "/" + user, made + "/" + name, "-o", made + "/user", "-lm"])
            run([made + "/user"])


def check_branches(out):
    """What this machine's compilers skip: plain C, and other machines. A header is in the file once, where it comes
    first: not in a branch that others do not take."""
    for command in (["cc", "-DIMP_NO_SIMD"], ["aarch64-linux-gnu-gcc"]):
        if have(command[0]):
            run(command + ["-std=c17", "-fsyntax-only"] + WARNINGS + LIBRARY_FLAGS + [out + "/impinge.c"])


def compare_bits(out, c, machine, wanted):
    """No -ffp-contract=off and no -std=c17, which implies it for GCC: the file itself says so."""
    program, made = out + "/" + c + "/hash" + machine, out + "/" + c + "/hashed" + machine + ".o"
    run([c, OPTIMISE, "-march=" + machine, "-c", out + "/impinge.c", "-o", made])
    run([c, "-std=c17", "-D_POSIX_C_SOURCE=200809L", '-DIMP_SOURCE_DIR="%s"' % ROOT]
        + ["-I" + ROOT + folder for folder in ("/include", "/src", "/test")]
        + [ROOT + "/test/golden/hash_test.c", made, SUPPORT, "-lcmocka", "-lm", "-o", program])
    found = hashes(program)
    different = [line for line in found if line not in wanted]
    if different or len(found) != len(wanted):
        raise SystemExit("%s for %s: other bits:\n%s" % (c, machine, "\n".join(different)))
    print("same bits: %s for %s, %d functions" % (c, machine, len(found)))


expect("static names", amalgamate.clashes(ROOT))
with scratch() as out:
    amalgamate.amalgamate(ROOT, out)
    expect("includes", re.findall(r'#\s*include "(?!impinge\.h").*', read(out + "/impinge.c") + read(out + "/impinge.h")))
    write(out + "/user.c", USER)
    write(out + "/user.cpp", USER)
    there = [c for c, cpp in COMPILERS.items() if have(c) and have(cpp)][:None if OPTIMISE else 1]
    with concurrent.futures.ThreadPoolExecutor() as pool:
        list(pool.map(lambda c: compile_both(out, c), there))
    if OPTIMISE:
        check_branches(out)
    if HASHED:
        wanted = hashes(HASH)
        if len(wanted) < 10:
            raise SystemExit("no hashes from " + HASH)
        with concurrent.futures.ThreadPoolExecutor() as pool:
            list(pool.map(lambda on: compare_bits(out, *on, wanted), [(c, m) for c in there for m in MACHINES]))
if OPTIMISE and not HASHED:
    print("skip: the bits, which need golden/hash on x86-64 and a build without sanitizers")
