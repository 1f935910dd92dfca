# SPDX-License-Identifier: MIT
"""From the plane to space: sources and headers of the plane by the names that they have in space. house/space looks at
what compiles, test/space builds a world of it."""

import os
import re

RENAME = [("imp2", "imp3"), ("IMP2", "IMP3"), ("dim2.h", "dim3.h")]
INLINE = re.compile(r"^static inline ([^;{]*?)\n\{\n.*?^\}\n", re.M | re.S)
# What is a number in the plane and has axes in space; and what there is of axes.
TURNING = [
    (r"(angular_impulse\(.*)float impulse", r"\1imp3_vec impulse"),
    (r"\bfloat (spin|angular_velocity|torque|turn|tangent_impulse)\b", r"imp3_vec \1"),
    (r"\b(points|normal_impulse|tangent_impulse)\[2\]", r"\1[4]"),
    (r"\b(IMP3I_POINTS) = 2\b", r"\1 = 4"),
    (r"\bfloat (inertia|inverse_inertia)\b", r"imp3i_inertia \1"),
    (r"(?s)(IMP3_LOCK_Y = 2,).*?IMP3_LOCK_ROTATION = 4 ",
     r"\1 IMP3_LOCK_Z = 4, IMP3_LOCK_TURN_X = 8, IMP3_LOCK_TURN_Y = 16, IMP3_LOCK_TURN_Z = 32, "
     r"IMP3_LOCK_ROTATION = 56 "),
    (r"IMP3_LOCK_X \| IMP3_LOCK_Y \|", "IMP3_LOCK_X | IMP3_LOCK_Y | IMP3_LOCK_Z |"),
    (r"(?s)IMP3_FIELD_X = 0,.*?IMP3_FIELD_COUNT",
     "IMP3_FIELD_X = 0, IMP3_FIELD_ROTATION = 3, IMP3_FIELD_VELOCITY_X = 12, IMP3_FIELD_ANGULAR_VELOCITY_X = 15, "
     "IMP3_FIELD_COUNT = 18"),
]


def to_space(text):
    for plane, space in RENAME:
        text = text.replace(plane, space)
    return re.sub(r'(#include "[\w./]*?)2\.h"', r'\g<1>3.h"', text)


def header_to_space(text):
    """Of functions that are not in words, the declarations."""
    text = INLINE.sub(r"\1;\n", to_space(text))
    for plane, turning in TURNING:
        text = re.sub(plane, turning, text)
    return '#include "math/spin3.h"\n' + text if "imp3i_inertia" in text else text


def files_of(tree, tops, ending):
    """Paths below some folders of a tree, relative to it."""
    return sorted(os.path.relpath(os.path.join(folder, name), tree) for top in tops
                  for folder, _, names in os.walk(os.path.join(tree, top)) for name in names if name.endswith(ending))


def space_of(path):
    """The path of a file of the plane in space."""
    stem, ending = os.path.splitext(path)
    return stem[:-1] + "3" + ending


def is_wrapper(name, text):
    return name.endswith("2.c") and "dim2.h" in text
