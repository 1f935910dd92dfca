// SPDX-License-Identifier: MIT
//
// The built-in pool. A step of a world is a hundred handings out of a few microseconds each, so nothing on the way takes
// a lock, and who finds no work looks again for a while before it sleeps. The one that waits works along.
//
// Each thread has a share of the calls that follow each other, and takes from the others' when its own is done: so from
// one task to the next of as many calls, memory stays with the processor that has it. Taken from one counter instead,
// rows of contacts wander between caches: a pyramid of 5050 boxes gained a fifth by a second thread, and not a half.
//
// Who has taken a call may read what the task is: that is not written until all calls have ended. Who goes to sleep says
// so and then looks once more; who hands out, or ends the last call, does it and then looks who sleeps: one of both sees
// the other.
//
// Without POSIX threads there is only the pool of one thread: that of the caller.

#include "impinge/jobs.h"

#include "alloc.h"
#include "status.h"

#include <string.h>

#if (defined(__unix__) || defined(__APPLE__)) && defined(__GNUC__)
#define IMPI_THREADS 1
#include <pthread.h>
#include <sched.h>
#include <unistd.h>
#endif

enum
{
    POOL_THREADS_MAX = 64,
    LOOKS = 20000,       // before one sleeps: tenths of a millisecond, as long as one thread works alone in a step
    LOOKS_OF_TURN = 256  // before it lets others have the processor, if there are more threads than those
};

#ifdef IMPI_THREADS
// Calls that nobody has begun; in a line of the cache of its own.
typedef struct pool_share
{
    int32_t left;
    char alone[60];
} pool_share;
#endif

struct imp_pool
{
    imp_allocator allocator;
    int32_t threads;

    void (*job)(void* context, int32_t i);
    void* context;
    int32_t count;

#ifdef IMPI_THREADS
    pool_share shares[POOL_THREADS_MAX];
    int32_t tasks;              // that have been handed out
    int32_t done;               // calls that have ended
    int32_t sleepers, waiting;  // threads without work; whether the one that waits sleeps
    int32_t awake, stop;        // threads that have begun; whether they are to end
    pthread_mutex_t lock;
    pthread_cond_t work, finished;
    pthread_t handles[POOL_THREADS_MAX];
    int32_t started;
#endif
};

#ifdef IMPI_THREADS

static int32_t now_at(const int32_t* at)
{
    return __atomic_load_n(at, __ATOMIC_SEQ_CST);
}

static void pause_briefly(int32_t look)
{
    if (look % LOOKS_OF_TURN == LOOKS_OF_TURN - 1)
    {
        sched_yield();
    }
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

static int32_t end_of_share(const imp_pool* pool, int32_t k)
{
    return (int32_t)((int64_t)pool->count * (k + 1) / pool->threads);
}

// Takes a call: of the share of a thread, if there is one left.
static bool take_of(imp_pool* pool, int32_t k, int32_t* call)
{
    int32_t* at = &pool->shares[k].left;
    int32_t left = now_at(at);
    bool taken = false;
    while (!taken && left > 0)
    {
        taken = __atomic_compare_exchange_n(at, &left, left - 1, true, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    }
    *call = taken ? end_of_share(pool, k) - left : 0;
    return taken;
}

static bool take_call(imp_pool* pool, int32_t thread, int32_t* call)
{
    bool taken = false;
    for (int32_t k = 0; k < pool->threads && !taken; ++k)
    {
        taken = take_of(pool, (thread + k) % pool->threads, call);
    }
    return taken;
}

// Works as long as there is something to begin. Calls are counted when there are no more: until then the task is not
// done, so they are all of one.
static void work_along(imp_pool* pool, int32_t thread)
{
    int32_t made = 0, count = 0;
    for (int32_t call; take_call(pool, thread, &call); ++made)
    {
        count = pool->count;
        pool->job(pool->context, call);
    }
    if (made > 0 && __atomic_add_fetch(&pool->done, made, __ATOMIC_SEQ_CST) == count && now_at(&pool->waiting))
    {
        pthread_mutex_lock(&pool->lock);
        pthread_cond_signal(&pool->finished);
        pthread_mutex_unlock(&pool->lock);
    }
}

static bool is_idle(const imp_pool* pool, int32_t seen)
{
    return now_at(&pool->tasks) == seen && !now_at(&pool->stop);
}

static void* pool_thread(void* argument)
{
    imp_pool* pool = (imp_pool*)argument;
    int32_t thread = __atomic_add_fetch(&pool->awake, 1, __ATOMIC_SEQ_CST), seen = 0;
    while (!now_at(&pool->stop))
    {
        for (int32_t i = 0; i < LOOKS && is_idle(pool, seen); ++i)
        {
            pause_briefly(i);
        }
        if (is_idle(pool, seen))
        {
            pthread_mutex_lock(&pool->lock);
            __atomic_add_fetch(&pool->sleepers, 1, __ATOMIC_SEQ_CST);
            while (is_idle(pool, seen))
            {
                pthread_cond_wait(&pool->work, &pool->lock);
            }
            __atomic_sub_fetch(&pool->sleepers, 1, __ATOMIC_SEQ_CST);
            pthread_mutex_unlock(&pool->lock);
        }
        seen = now_at(&pool->tasks);
        work_along(pool, thread);
    }
    return NULL;
}

static void pool_wait(void* user, void* task)
{
    imp_pool* pool = (imp_pool*)user;
    (void)task;
    work_along(pool, 0);
    for (int32_t i = 0; i < LOOKS && now_at(&pool->done) < pool->count; ++i)
    {
        pause_briefly(i);
    }
    if (now_at(&pool->done) < pool->count)
    {
        pthread_mutex_lock(&pool->lock);
        __atomic_store_n(&pool->waiting, 1, __ATOMIC_SEQ_CST);
        while (now_at(&pool->done) < pool->count)
        {
            pthread_cond_wait(&pool->finished, &pool->lock);
        }
        __atomic_store_n(&pool->waiting, 0, __ATOMIC_SEQ_CST);
        pthread_mutex_unlock(&pool->lock);
    }
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
    __atomic_store_n(&pool->stop, 1, __ATOMIC_SEQ_CST);
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

static void hand_out(imp_pool* pool)
{
    __atomic_store_n(&pool->done, 0, __ATOMIC_RELEASE);
    for (int32_t k = 0; k < pool->threads; ++k)
    {
        int32_t first = k > 0 ? end_of_share(pool, k - 1) : 0;
        __atomic_store_n(&pool->shares[k].left, end_of_share(pool, k) - first, __ATOMIC_RELEASE);
    }
    __atomic_store_n(&pool->tasks, (int32_t)(((uint32_t)pool->tasks + 1u) & INT32_MAX), __ATOMIC_SEQ_CST);
    if (now_at(&pool->sleepers) > 0)
    {
        pthread_mutex_lock(&pool->lock);
        pthread_cond_broadcast(&pool->work);
        pthread_mutex_unlock(&pool->lock);
    }
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

static void hand_out(imp_pool* pool)
{
    (void)pool;
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
    pool->job = job;
    pool->context = context;
    pool->count = count;
    hand_out(pool);
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
