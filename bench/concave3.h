// SPDX-License-Identifier: MIT
//
// The files of the scene concave share this.

#ifndef IMP_BENCH_CONCAVE3_H
#define IMP_BENCH_CONCAVE3_H

#include "mesh3.h"

#include "impinge/mesh3.h"

/// Ends the program when a status is none that is good.
void concave_must(imp_status status, const char* what);

/// Processor time of the calling thread.
double concave_seconds(void);

imp3_vec concave_size(const imp3_compound* c);
float concave_longest_side(const imp3_compound* c);

void concave_report(bench* b, const char* row, const char* figure, double value, const char* unit);

/// Rows about the convex parts of all closed meshes in the folder that the environment has as MESHES.
void bench_concave_folder(bench* b);

#endif
