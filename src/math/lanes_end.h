// SPDX-License-Identifier: MIT
//
// Takes the words of lanes_scalar.h or one of its sisters away, so that another may follow in the same file.

#undef WIDTH
#undef TARGET
#undef LANES
#undef INTS
#undef MASK
#undef PREFETCH
#undef LOAD
#undef STORE
#undef GATHER
#undef SPLAT
#undef ADD
#undef SUB
#undef MUL
#undef DIV
#undef ROOT
#undef MIN
#undef MAX
#undef ABS
#undef FLIP
#undef LESS
#undef MINUS
#undef AND
#undef OR
#undef XOR
#undef NOT
#undef BITS
#undef PICK
#undef PICK_NEGATED
#undef WHERE
#undef LOAD_INT
#undef STORE_INT
#undef SPLAT_INT
#undef ADD_INT
#undef SUB_INT
#undef AND_INT
#undef OR_INT
#undef LEFT_INT
#undef LESS_INT
#undef MIN_INT
#undef MAX_INT
#undef PICK_INT
#undef WHERE_INT
#undef MAGNITUDE_INT
