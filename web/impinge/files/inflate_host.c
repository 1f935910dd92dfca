// SPDX-License-Identifier: MIT
//
// Unpacking is JavaScript's: the one function that this module imports.

#include "io/inflate.h"

/// Fills out, exactly; 0 when the data is broken, cut short, or of another size.
__attribute__((import_module("impinge"), import_name("inflate"))) int32_t host_inflate(const uint8_t* bytes,
                                                                                       size_t size, uint8_t* out,
                                                                                       size_t out_size);

io_status io_inflate(const uint8_t* bytes, size_t size, const imp_allocator* allocator, uint8_t* out, size_t out_size)
{
    (void)allocator;
    return host_inflate(bytes, size, out, out_size) ? IO_OK : IO_ERR_MEANING;
}
