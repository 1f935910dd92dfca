// SPDX-License-Identifier: MIT
//
// The page of `impinge study --html`: study.html with the JSON of a study in it.

#include "page.h"
#include "study.h"
#include "study_meshes.h"
#include "study_html.h"  // static const unsigned char study_html[], made from study.html by page.cmake

static void write_study(FILE* file, const void* result)
{
    study_json(file, result);
}

io_status study_page(const char* path, const study_result* result, io_error* error)
{
    return page_write(path, study_html, sizeof study_html, write_study, result, error);
}

static void write_meshes(FILE* file, const void* result)
{
    study_meshes_json(file, result);
}

io_status study_meshes_page(const char* path, const study_meshes* result, io_error* error)
{
    return page_write(path, study_html, sizeof study_html, write_meshes, result, error);
}
