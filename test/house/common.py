# SPDX-License-Identifier: MIT
"""What the tests of the project itself share."""

import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.environ.get("IMP_BUILD_DIR", os.path.join(ROOT, "build"))
LIBRARY = os.path.join(BUILD, "libimpinge.a")
CC = os.environ.get("IMP_CC", "cc")
SANITIZED = os.environ.get("IMP_SANITIZE", "OFF") == "ON"
WARNINGS = ["-Wall", "-Wextra", "-Wshadow", "-Wconversion", "-Werror"]
LIBRARY_FLAGS = ["-ffp-contract=off", "-fno-math-errno"]

sys.path.insert(0, os.path.join(ROOT, "tools"))


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def have(program):
    return shutil.which(program) is not None


def skip(why):
    print("skip: " + why)
    sys.exit(77)


def run(command, **more):
    """The output of a command; ends the test when it fails."""
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True, **more)
    if result.returncode:
        print(" ".join(command))
        print(result.stdout)
        sys.exit("failed with status %d" % result.returncode)
    return result.stdout


def works(command):
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def scratch():
    return tempfile.TemporaryDirectory(prefix="impinge-")


def expect(name, found, wanted=()):
    """Ends the test when the complaints differ from those wanted (none, or a list of parts of them in order)."""
    if len(found) != len(wanted) or any(part not in line for part, line in zip(wanted, found)):
        print("%s: wanted %s, found:" % (name, list(wanted) or "nothing"))
        for line in found:
            print("    " + line)
        sys.exit(1)
