// SPDX-License-Identifier: MIT
//
// Takes the words of dim2.h or dim3.h away, so that the other may follow in the same file.

#undef FN
#undef FNI
#undef AXES
#undef Vec
#undef Box
#undef AT
#undef SET_AT
