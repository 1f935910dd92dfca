# SPDX-License-Identifier: MIT
"""What `make check` says: failures, slowness and skips come out, on a made-up set of tests."""

import os
import re
import subprocess
import sys

from common import ROOT, expect, read, run, scratch, write

TESTS = {
    "good": "echo 'cases: tried 40'; echo 'cases: tried 2'",
    "part": "echo '[  SKIPPED ] maps_load'; echo 'skip: no maps'",
    "bad": "echo 'what went wrong'; exit 1",
    "gone": "exit 77",
    "crash": "kill -SEGV $$",
    "slow": "sleep 1",
}


def check(folder, names, *options):
    """Exit status and output of tools/check.py over some of the tests."""
    lines = []
    for name in names:
        lines.append('add_test(t/%s sh -c "%s")\nset_tests_properties(t/%s PROPERTIES SKIP_RETURN_CODE 77)'
                     % (name, TESTS[name].replace('"', '\\"').replace("$", "\\$"), name))
    if "--missing" in options:
        lines.append("add_test(t/missing /nowhere/program)")
    if "--off" in options:
        lines.append("add_test(t/off sh)\nset_tests_properties(t/off PROPERTIES DISABLED ON)")
    options = [option for option in options if option not in ("--missing", "--off")]
    write(folder + "/CTestTestfile.cmake", "\n".join(lines) + "\n")
    environment = {key: value for key, value in os.environ.items() if key not in ("N", "SHARD")}
    result = subprocess.run([sys.executable, "-B", ROOT + "/tools/check.py", folder] + options, env=environment,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
    return result.returncode, result.stdout


def wants(name, result, status, *patterns):
    found = [] if result[0] == status else ["status %d" % result[0]]
    found += ["no " + pattern for pattern in patterns if not re.search(pattern, result[1], re.M)]
    expect(name, found + (result[1].splitlines() if found else []))


with scratch() as folder:
    wants("good", check(folder, ["good", "part"]), 0, r"t/part: maps_load$", r"t/part: no maps$",
          r"^2 tests passed, 0 failed, 42 cases counted", r" s  t/good$")
    wants("bad", check(folder, ["good", "bad"]), 1, "^what went wrong$", "^Failed: t/bad$", "^1 tests passed, 1 failed")
    wants("gone", check(folder, ["good", "gone"]), 0, r"t/gone: all of it$")
    wants("missing", check(folder, ["good"], "--missing"), 1, "^Failed: t/missing$")
    wants("off", check(folder, ["good"], "--off"), 0, "t/off: all of it$")
    wants("crash", check(folder, ["good", "crash"]), 1, "^Failed: t/crash$")
    wants("slow", check(folder, ["good", "slow"], "--limit", "0.5"), 1, "^Too slow|^Failed: t/slow")
    wants("none", check(folder, []), 1, "")
    wants("all skipped", check(folder, ["gone"]), 1, "")
    wants("bad shard", check(folder, ["good"], "--shard", "x"), 1, "i/n")
    for shard in ("1/2", "2/2"):
        wants("shard", check(folder, ["good"], "--shard", shard), 0, "cases-%s.txt" % shard.replace("/", "-of-"))
    total = run([sys.executable, "-B", ROOT + "/tools/cases.py", folder + "/cases-1-of-2.txt",
                 folder + "/cases-2-of-2.txt"])
    expect("sum", [] if total == "t/good:tried 84\n" else [total])
