// SPDX-License-Identifier: MIT
//
// Unpacking of compressed layer data, kept apart because a browser has a decompressor of its own.

#ifndef IMPINGE_IO_INFLATE_H
#define IMPINGE_IO_INFLATE_H

#include "io/tree.h"

/// Unpacks zlib or gzip data that must fill exactly `out_size` bytes.
///
/// returns   IO_OK, IO_ERR_MEMORY, IO_ERR_MEANING when the data is broken, cut short, or of another size
io_status io_inflate(const uint8_t* bytes, size_t size, const imp_allocator* allocator, uint8_t* out, size_t out_size);

#endif
