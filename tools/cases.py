#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Adds up the case counts of several shards: tools/cases.py build/cases-*.txt"""

import collections
import sys

total = collections.Counter()
for path in sys.argv[1:]:
    for line in open(path):
        name, count = line.rsplit(" ", 1)
        total[name] += int(count)
for name in sorted(total):
    print("%s %d" % (name, total[name]))
