// SPDX-License-Identifier: MIT
//
// How a recording of a world of the plane begins: its head, a snapshot as the first call, which hooks there are as the
// second.

#include "record2.h"

#include "../../base/alloc.h"

#include <string.h>

// The head, and the world as it is as the first call; which hooks there are as the second.
static imp_status write_beginning(imp2_world* w, uint8_t* bytes, int32_t capacity)
{
    uint8_t head[IMP2I_RECORD_HEAD];
    imp2i_call call = {.kind = IMP2I_CALL_LOAD, .bytes = bytes};
    imp_status status = imp2_world_save(w, bytes, capacity, &call.byte_count);
    impi_put_word(head, IMP2I_RECORD_KIND);
    impi_put_word(head + 4, IMP2I_RECORD_VERSION);
    if (!status && !imp2i_record_send(w, head, IMP2I_RECORD_HEAD))
    {
        status = impi_error(IMP_ERR_SPACE, 2);
    }
    status = status ? status : imp2i_record_write(w, &call);
    // They have been there: what surfaces are is as it was saved.
    imp2i_call hooks = {.kind = IMP2I_CALL_HOOKS, .flag = true, .numbers = {imp2i_hook_bits(w), 0}};
    return status ? status : imp2i_record_write(w, &hooks);
}

imp_status imp2_world_record(imp2_world* w, const imp_sink* sink, int32_t states)
{
    int32_t fault = imp2i_world_fault(w), count = 0;
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
    imp_status status = imp2_world_save(w, NULL, 0, &count);
    if (imp_status_fault(status) != IMP_ERR_SPACE)
    {
        return status;
    }
    imp2i_writer* r = (imp2i_writer*)impi_alloc_resize(&w->allocator, NULL, 0, 1, sizeof *r);
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
    *r = imp2i_writer_of_sink(sink, states);
    w->recorder = &r->recorder;
    status = write_beginning(w, bytes, count);
    impi_alloc_free(&w->allocator, bytes, (size_t)count, 1);
    if (status)
    {
        (void)w->recorder->end(w);
    }
    return status;
}
