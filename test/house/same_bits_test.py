# SPDX-License-Identifier: MIT
"""The library in one file gives the same bits as the build, also with fused multiply-add at hand: -O3 -march=native."""

import os
import platform

from common import BUILD, ROOT, SANITIZED, have, run, scratch, skip

import amalgamate

HASH = os.path.join(BUILD, "test/golden/hash")
SUPPORT = os.path.join(BUILD, "test/libtest_support.a")

# SHARD makes it short: other counts than the golden ones, so that the hashes are printed.
ENVIRONMENT = dict(os.environ, N="1", SHARD="1/16")

if SANITIZED or platform.machine() != "x86_64" or not have("gcc"):
    skip("needs gcc on x86-64 and a build without sanitizers")
if not os.path.exists(HASH) or not os.path.exists(SUPPORT):
    skip("golden/hash is not built")


def hashes(program):
    return [line for line in run([program], env=ENVIRONMENT).splitlines() if line.startswith("imp")]


with scratch() as out:
    amalgamate.amalgamate(ROOT, out)
    wanted = hashes(HASH)
    if len(wanted) < 10:
        raise SystemExit("no hashes from " + HASH)
    program = out + "/hash"
    run(["gcc", "-std=c17", "-D_POSIX_C_SOURCE=200809L", '-DIMP_SOURCE_DIR="%s"' % ROOT, "-c"]
        + ["-I" + ROOT + folder for folder in ("/include", "/src", "/test")]
        + [ROOT + "/test/golden/hash_test.c", "-o", out + "/hash.o"])
    for compiler, flags in (("gcc", ["-O3", "-march=native"]), ("clang", ["-O1", "-march=native"])):
        if not have(compiler):
            print("skip: no " + compiler)
            continue
        # No -ffp-contract=off: the file itself says so.
        run([compiler] + flags + ["-c", out + "/impinge.c", "-o", out + "/impinge.o"])
        run([compiler, out + "/hash.o", out + "/impinge.o", SUPPORT, "-lcmocka", "-lm", "-o", program])
        found = hashes(program)
        different = [line for line in found if line not in wanted]
        if different or len(found) != len(wanted):
            raise SystemExit("%s %s: other bits:\n%s" % (compiler, " ".join(flags), "\n".join(different)))
        print("same bits: %s %s, %d functions" % (compiler, " ".join(flags), len(found)))
