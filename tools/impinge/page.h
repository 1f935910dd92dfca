// SPDX-License-Identifier: MIT
//
// Pages that are one file: a template, which the build turns into bytes, with data written into it.

#ifndef IMPINGE_TOOLS_PAGE_H
#define IMPINGE_TOOLS_PAGE_H

#include <stdio.h>

#include "io/io.h"

typedef void page_data_writer(FILE* file, const void* data);

/// Writes the template, and in place of its mark what write_data_to writes.
io_status page_write(const char* path, const unsigned char* page, size_t size, page_data_writer* write_data_to,
                     const void* data, io_error* error);

/// Whether a page can be written there, before what it shows takes minutes; the file is there then.
io_status page_try(const char* path, io_error* error);

#endif
