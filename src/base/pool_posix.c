// SPDX-License-Identifier: MIT
//
// The built-in pool: threads that sleep until there is work, and take the next index under a lock each. Jobs are few
// and long (64 a search), so a lock is cheap enough, and there is nothing to get wrong. The one that waits works along.
//
// Without POSIX threads there is only the pool of one thread: that of the caller.

#include "impinge/jobs.h"

#include "alloc.h"
#include "status.h"

#include <string.h>

#if defined(__unix__) || defined(__APPLE__)
#define IMPI_THREADS 1
#include <pthread.h>
#include <unistd.h>
#endif

enum
{
    POOL_THREADS_MAX = 64
};

struct imp_pool
{
    imp_allocator allocator;
    int32_t threads;

    // The work: count calls, of which `next` have begun and `done` have ended.
    void (*job)(void* context, int32_t i);
    void* context;
    int32_t count, next, done;

#ifdef IMPI_THREADS
    bool stop;
    pthread_mutex_t lock;
    pthread_cond_t work, finished;
    pthread_t handles[POOL_THREADS_MAX];
    int32_t started;
#endif
};

#ifdef IMPI_THREADS

// Works as long as there is something to begin. The lock is held when this begins and when it ends.
static void work_along(imp_pool* pool)
{
    while (pool->next < pool->count)
    {
        int32_t i = pool->next++;
        pthread_mutex_unlock(&pool->lock);
        pool->job(pool->context, i);
        pthread_mutex_lock(&pool->lock);
        pool->done += 1;
        if (pool->done == pool->count)
        {
            pthread_cond_broadcast(&pool->finished);
        }
    }
}

static void* pool_thread(void* argument)
{
    imp_pool* pool = (imp_pool*)argument;
    pthread_mutex_lock(&pool->lock);
    while (!pool->stop)
    {
        work_along(pool);
        if (!pool->stop)
        {
            pthread_cond_wait(&pool->work, &pool->lock);
        }
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

static void pool_wait(void* user, void* task)
{
    imp_pool* pool = (imp_pool*)user;
    (void)task;
    pthread_mutex_lock(&pool->lock);
    work_along(pool);
    while (pool->done < pool->count)
    {
        pthread_cond_wait(&pool->finished, &pool->lock);
    }
    pthread_mutex_unlock(&pool->lock);
}

static bool start_threads(imp_pool* pool)
{
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->work, NULL);
    pthread_cond_init(&pool->finished, NULL);
    bool started = true;
    while (started && pool->started < pool->threads - 1)
    {
        started = pthread_create(&pool->handles[pool->started], NULL, pool_thread, pool) == 0;
        pool->started += started;
    }
    return started;
}

static void stop_threads(imp_pool* pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->stop = true;
    pthread_cond_broadcast(&pool->work);
    pthread_mutex_unlock(&pool->lock);
    for (int32_t i = 0; i < pool->started; ++i)
    {
        pthread_join(pool->handles[i], NULL);
    }
    pthread_cond_destroy(&pool->finished);
    pthread_cond_destroy(&pool->work);
    pthread_mutex_destroy(&pool->lock);
}

static void hand_out(imp_pool* pool, int32_t count)
{
    pthread_mutex_lock(&pool->lock);
    pool->count = count;
    pool->next = 0;
    pool->done = 0;
    pthread_cond_broadcast(&pool->work);
    pthread_mutex_unlock(&pool->lock);
}

static int32_t processors(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > POOL_THREADS_MAX ? POOL_THREADS_MAX : (int32_t)count;
}

#else

static void pool_wait(void* user, void* task)
{
    imp_pool* pool = (imp_pool*)user;
    (void)task;
    for (int32_t i = 0; i < pool->count; ++i)
    {
        pool->job(pool->context, i);
    }
}

static bool start_threads(imp_pool* pool)
{
    return pool->threads == 1;
}

static void stop_threads(imp_pool* pool)
{
    (void)pool;
}

static void hand_out(imp_pool* pool, int32_t count)
{
    pool->count = count;
}

static int32_t processors(void)
{
    return 1;
}

#endif

static int32_t pool_workers(void* user)
{
    return ((imp_pool*)user)->threads;
}

static void* pool_start(void* user, void (*job)(void* context, int32_t i), void* context, int32_t count)
{
    imp_pool* pool = (imp_pool*)user;
    // Nobody reads these two while there is nothing to begin.
    pool->job = job;
    pool->context = context;
    hand_out(pool, count);
    return pool;
}

imp_status imp_pool_make(int32_t threads, const imp_allocator* allocator, imp_pool** out)
{
    if (threads < 0 || threads > POOL_THREADS_MAX)
    {
        return impi_error(IMP_ERR_RANGE, 1);
    }
    if (!impi_alloc_valid(allocator) || !out)
    {
        return impi_error(IMP_ERR_NULL, out ? 2 : 3);
    }
    imp_pool* pool = (imp_pool*)impi_alloc_resize(allocator, NULL, 0, 1, sizeof *pool);
    if (!pool)
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    memset(pool, 0, sizeof *pool);
    pool->allocator = impi_alloc_or_default(allocator);
    pool->threads = threads ? threads : processors();
    if (!start_threads(pool))
    {
        imp_pool_free(pool);
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    *out = pool;
    return IMP_OK;
}

void imp_pool_free(imp_pool* pool)
{
    if (pool)
    {
        stop_threads(pool);
        imp_allocator allocator = pool->allocator;
        impi_alloc_free(&allocator, pool, 1, sizeof *pool);
    }
}

imp_status imp_pool_jobs(imp_pool* pool, imp_jobs* out)
{
    if (!pool || !out)
    {
        return impi_error(IMP_ERR_NULL, pool ? 2 : 1);
    }
    imp_jobs jobs = {pool_workers, pool_start, pool_wait, pool};
    *out = jobs;
    return IMP_OK;
}
