// SPDX-License-Identifier: MIT
//
// Empty: WebAssembly has no long jumps, and what includes this takes none.
