#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs all tests through ctest and says what a reader of `make check` wants to know.

The ten slowest tests, what was skipped and why, what failed with its output, and how many cases were tried. Tests print
"cases: NAME COUNT"; "skip: WHY" or cmocka's "[  SKIPPED ] NAME" for what they left out.

With --shard i/n the tests run the i-th of n parts (N in the environment makes them longer), and the counts are written
to BUILD/cases-i-of-n.txt; tools/cases.py adds such files up.
"""

import argparse
import collections
import os
import re
import subprocess
import sys
import time
import xml.etree.ElementTree


def run_ctest(build, jobs, timeout, extra):
    report = os.path.join(os.path.abspath(build), "ctest.xml")
    if os.path.exists(report):
        os.remove(report)
    command = ["ctest", "--test-dir", build, "-j", str(jobs), "--timeout", str(timeout), "--output-junit", report,
               "--quiet", "--test-output-size-passed", "1000000", "--test-output-size-failed", "1000000"] + extra
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if not os.path.exists(report):
        sys.exit("check: ctest wrote no report in " + build)
    return xml.etree.ElementTree.parse(report).getroot()


def main():
    parser = argparse.ArgumentParser(epilog="Arguments after -- are passed to ctest.")
    parser.add_argument("build")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--limit", type=float, help="fail when all tests take longer [s]")
    parser.add_argument("--shard", help="i/n")
    arguments, more = sys.argv[1:], []
    if "--" in arguments:
        cut = arguments.index("--")
        arguments, more = arguments[:cut], arguments[cut + 1:]
    options = parser.parse_args(arguments)
    if options.shard:
        if not re.fullmatch(r"[1-9]\d*/[1-9]\d*", options.shard):
            sys.exit("check: --shard wants i/n")
        os.environ["SHARD"] = options.shard

    start = time.monotonic()
    root = run_ctest(options.build, options.jobs, options.limit or 2 * 3600, more)
    elapsed = time.monotonic() - start

    passed, failed, skipped, times = 0, [], [], []
    cases = collections.Counter()
    for case in root.iter("testcase"):
        name, status = case.get("name"), case.get("status")
        output = case.findtext("system-out") or ""
        skip = case.find("skipped")
        times.append((float(case.get("time")), name))
        for counted, count in re.findall(r"^cases: (\S+) (\d+)\s*$", output, re.M):
            cases[name + ":" + counted] += int(count)
        reasons = re.findall(r"^skip: (.*)$", output, re.M)
        parts = sorted(set(re.findall(r"^\[  SKIPPED \] (?!\d+ test)(\S+?):? *$", output, re.M)))
        if status == "run":
            passed += 1
            skipped += [name + ": " + text for text in parts + reasons]
        elif status == "disabled" or (skip is not None and "SKIP" in skip.get("message")):
            skipped.append(name + ": " + ("; ".join(reasons) or "all of it"))
        else:
            failed.append((name, output))

    for name, output in failed:
        print("---- %s failed\n%s" % (name, output.rstrip()[-6000:]))
    print("Ten slowest:")
    for seconds, name in sorted(times, reverse=True)[:10]:
        print("  %7.2f s  %s" % (seconds, name))
    print("Skipped:" if skipped else "Skipped: nothing")
    for text in skipped:
        print("  " + text)

    if options.shard:
        path = os.path.join(options.build, "cases-%s.txt" % options.shard.replace("/", "-of-"))
        with open(path, "w") as file:
            for name in sorted(cases):
                file.write("%s %d\n" % (name, cases[name]))
        print("Counts: " + path)

    slow = options.limit is not None and elapsed > options.limit
    if slow:
        print("Too slow: more than %g s" % options.limit)
    if failed:
        print("Failed: " + " ".join(name for name, _ in failed))
    print("%d tests passed, %d failed, %d cases counted, %.1f s" % (passed, len(failed), sum(cases.values()), elapsed))
    sys.exit(1 if failed or slow or not passed else 0)


main()
