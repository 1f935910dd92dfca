// SPDX-License-Identifier: MIT
//
// The beginning of a recording: its head, a snapshot as the first call, the hooks that are set as the second.

#ifndef AXES
#include "record2.h"
#include "../../base/alloc.h"
#include <string.h>

#include "../../math/dim2.h"
#endif

// Writes the head, the world as the first call, and the hooks that are set as the second.
static imp_status write_beginning(World* w, uint8_t* bytes, int32_t capacity)
{
    uint8_t head[IMPI_RECORD_HEAD];
    Call call = {.kind = IMPI_CALL_LOAD, .bytes = bytes};
    imp_status status = FN(world_save)(w, bytes, capacity, &call.byte_count);
    impi_put_word(head, DIMI(RECORD_KIND));
    impi_put_word(head + 4, IMPI_RECORD_VERSION);
    if (!status && !FNI(record_send)(w, head, IMPI_RECORD_HEAD))
    {
        status = impi_error(IMP_ERR_SPACE, 2);
    }
    status = status ? status : FNI(record_write)(w, &call);
    // Hooks were there before: surfaces are as they were saved.
    Call hooks = {.kind = IMPI_CALL_HOOKS, .flag = true, .numbers = {FNI(hook_bits)(w), 0}};
    return status ? status : FNI(record_write)(w, &hooks);
}

imp_status FN(world_record)(World* w, const imp_sink* sink, int32_t states)
{
    int32_t fault = FNI(world_fault)(w), count = 0;
    if (fault || states < 0)
    {
        return fault ? impi_error(fault, 1) : impi_error(IMP_ERR_COUNT, 3);
    }
    if (sink && !sink->write)
    {
        return impi_error(IMP_ERR_NULL, 2);
    }
    if (!sink)
    {
        return w->recorder ? w->recorder->end(w) : IMP_OK;
    }
    imp_status status = FN(world_save)(w, NULL, 0, &count);
    if (imp_status_fault(status) != IMP_ERR_SPACE)
    {
        return status;
    }
    Writer* r = (Writer*)impi_alloc_resize(&w->allocator, NULL, 0, 1, sizeof *r);
    uint8_t* bytes = (uint8_t*)impi_alloc_resize(&w->allocator, NULL, 0, (size_t)count, 1);
    if (!r || !bytes)
    {
        impi_alloc_free(&w->allocator, r, 1, sizeof *r);
        impi_alloc_free(&w->allocator, bytes, (size_t)count, 1);
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    if (w->recorder)
    {
        (void)w->recorder->end(w);
    }
    *r = FNI(writer_of_sink)(sink, states);
    w->recorder = &r->recorder;
    status = write_beginning(w, bytes, count);
    impi_alloc_free(&w->allocator, bytes, (size_t)count, 1);
    if (status)
    {
        (void)w->recorder->end(w);
    }
    return status;
}
