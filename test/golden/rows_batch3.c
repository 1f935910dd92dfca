#include "golden.h"
static const golden_row rows[] = {{"x", NULL, 1, NULL}};
const golden_rows golden_batch3 = {rows, 0};
