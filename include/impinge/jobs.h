// SPDX-License-Identifier: MIT
//
// Threads, for whoever wants them: an interface of three functions, which a program with threads of its own fills in,
// and a pool that does so for the others. Nothing here changes a result: work is cut into the same pieces whatever the
// number of threads, and the pieces are put together in order.

#ifndef IMPINGE_JOBS_H
#define IMPINGE_JOBS_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Workers that work can be handed to.
///
/// workers   how many threads may work at once, the caller's included. At 1 nothing is handed over.
/// start     has job(context, i) called once for each i from 0 to count - 1, in any order, on any threads, and may
///           return before that is done. What it returns is given to wait.
/// wait      returns when all calls of that start are done; the calling thread may help
/// user      passed on unread
typedef struct imp_jobs
{
    int32_t (*workers)(void* user);
    void* (*start)(void* user, void (*job)(void* context, int32_t i), void* context, int32_t count);
    void (*wait)(void* user, void* task);
    void* user;
} imp_jobs;

/// Threads that wait for work. There may be any number of pools.
typedef struct imp_pool imp_pool;

/// A pool.
///
/// threads   that work at once, the one that waits included: 1 to 64; 0 for as many as the machine has processors
/// allocator null for malloc
/// out       the pool, to be freed; untouched on error
/// returns   IMP_OK, IMP_ERR_RANGE, IMP_ERR_NULL, IMP_ERR_MEMORY, also when a thread could not be started, as on
///           systems without POSIX threads for any number above 1
/// cost      a thread without work looks for some for tenths of a millisecond before it sleeps
IMP_API imp_status imp_pool_make(int32_t threads, const imp_allocator* allocator, imp_pool** out);

/// Ends the threads and gives the memory back. Nothing of the pool may be in use. Null is allowed.
IMP_API void imp_pool_free(imp_pool* pool);

/// The pool as a place to hand work to; good for as long as the pool lives. One call at a time may use it.
///
/// returns   IMP_OK, IMP_ERR_NULL
IMP_API imp_status imp_pool_jobs(imp_pool* pool, imp_jobs* out);

#ifdef __cplusplus
}
#endif

#endif
