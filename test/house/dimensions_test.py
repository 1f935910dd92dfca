# SPDX-License-Identifier: MIT
"""What is the same in the plane and in space differs in names alone: headers, dictionaries, wrappers."""

import re

from common import ROOT, expect, read

TWINS = [
    "include/impinge/broad%s.h",
    "src/math/dim%s.h",
    "src/broad/index%s.h",
    "src/shape/part_tree%s.h",
    "src/shape/part_tree%s.c",
    "src/broad/index%s.c",
    "src/broad/tree%s.c",
    "src/broad/strips%s.c",
    "src/broad/grid%s.c",
    "src/broad/points%s.c",
    "src/broad/kernels%s_scalar.c",
    "src/broad/kernels%s_four.c",
    "src/broad/kernels%s_avx2.c",
    "src/broad/kernels%s_avx512.c",
    "test/broad/index%s_test.c",
    "test/broad/frames%s_test.c",
    "test/broad/large%s_test.c",
    "test/broad/strips%s_test.c",
    "test/broad/grid%s_test.c",
    "test/broad/points%s_test.c",
    "bench/ours_broad%s.c",
    "bench/ours_stream%s.c",
    "src/particle/store%s.c",
    "src/particle/ends%s.c",
    "src/particle/forces%s.c",
    "src/particle/solids%s.c",
    "src/particle/contacts%s.c",
    "src/particle/rows%s.c",
    "src/particle/impacts%s.c",
    "src/particle/step%s.c",
    "src/particle/save%s.c",
    "bench/ours_particles%s.c",
    "test/golden/rows_particles%s.c",
    "test/particle/flight%s_test.c",
    "test/particle/forces%s_test.c",
    "test/particle/contact%s_test.c",
    "test/particle/impacts%s_test.c",
    "test/particle/rest%s_test.c",
    "test/particle/rolls%s_test.c",
    "test/particle/links%s_test.c",
    "test/particle/book%s_test.c",
    "test/particle/refused%s_test.c",
]

WORDS = [("the plane", "space"), ("imp2", "imp3"), ("IMP2", "IMP3"), ("AXES 2", "AXES 3"), ("BROAD2", "BROAD3"),
         ("OURS2", "OURS3"), ("broad2", "broad3"), ("math2.h", "math3.h"), ("index2.h", "index3.h"), ("dim2.h", "dim3.h"),
         ("spin2.h", "spin3.h"), ("vec2.h", "vec3.h"), ("part_tree2.h", "part_tree3.h"), ("particle2.h", "particle3.h"), ("visit2.h", "visit3.h"),
         ("particles2", "particles3")]


def complaints(plane, space):
    for i, (two, three) in enumerate(WORDS):
        plane = plane.replace(two, "WORD%d" % i).replace(three, "WORD%d" % i)
        space = space.replace(three, "WORD%d" % i).replace(two, "WORD%d" % i)
    plane, space = plane.split("\n"), space.split("\n")
    found = ["'%s' and '%s'" % lines for lines in zip(plane, space) if lines[0] != lines[1]]
    return found + ([] if len(plane) == len(space) else ["different lengths"])


expect("planted twins", complaints("int imp2_a(imp2_vec v);\nx\n", "int imp3_a(imp3_vec w);\n"),
       ["WORD", "'x' and ''", "lengths"])
for name in TWINS:
    expect(name % "2/3", complaints(read("%s/%s" % (ROOT, name % 2)), read("%s/%s" % (ROOT, name % 3))))


# Headers of particles have other types for spins, and compounds in the plane alone: the same words, wherever lines end.
SPACE_SAYS = [("the plane", "space"), ("imp2", "imp3"), ("PARTICLES2", "PARTICLES3"), ("math2.h", "math3.h"),
              ("float angular_", "imp3_vec angular_"), ("[kg/m^2]", "[kg/m^3]"), ("under [m^2]", "under [m^3]"),
              ("both c and s zero", "a rotation of zeros"), ("its circle", "its sphere"),
              ("about the centre [", "about the centre, the same for all axes ["), (", IMP_ERR_COMPOUND", ""),
              ("; world_particles2.h brings them into one.", ".")]


def particles_header(dimension):
    text = re.sub(r"(?m)^.*compound.*\n", "", read("%s/include/impinge/particles%d.h" % (ROOT, dimension)))
    for plane, space in SPACE_SAYS if dimension == 2 else []:
        text = text.replace(plane, space)
    return re.sub(r"///?<?|\s+", " ", text).split()


expect("particles2/3.h", [] if particles_header(2) == particles_header(3) else
       ["'%s' and '%s'" % pair for pair in zip(particles_header(2), particles_header(3)) if pair[0] != pair[1]][:3])
