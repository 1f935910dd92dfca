# SPDX-License-Identifier: MIT
"""What tools/setup says on a machine without the packages, when it may not install them."""

import os
import shutil
import subprocess

from common import ROOT, expect, scratch


def setup(task, commands):
    """Status and output with only these commands to be found, and no headers but those of this machine."""
    with scratch() as folder:
        for name in commands:
            os.symlink(shutil.which(name) or "/bin/false", folder + "/" + name)
        result = subprocess.run(["/bin/sh", ROOT + "/tools/setup", task], stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, universal_newlines=True,
                                env={"PATH": folder, "IMP_NO_SETUP": "1"})
        return result.returncode, result.stdout


BASICS = ["id", "ls"]
status, text = setup("build", BASICS)
expect("nothing there", [] if status == 1 and "apt-get install gcc libc6-dev cmake make" in text else [text])
status, text = setup("docs", BASICS + ["cc", "cmake", "make", "python3"])
expect("no doxygen", [] if status == 1 and "apt-get install doxygen" in text else [text])
status, text = setup("bench", BASICS + ["cc", "cmake", "make"])
expect("no g++", [] if status == 0 and "goes on without" in text and "g++" in text else [text])
status, text = setup("nonsense", BASICS)
expect("no such task", [] if status == 1 and "no such task" in text else [text])
