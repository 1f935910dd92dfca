// SPDX-License-Identifier: MIT
//
// A world that works on the threads of somebody else: a small job system, as a game may have one, lends them by three
// functions. What comes out is the same to the last bit as with one thread.

#include <impinge/impinge2.h>

#include <pthread.h>
#include <stdio.h>

enum
{
    THREADS = 3,  // beside the one that waits
    TASKS = 8,    // that are under way at once
    STEPS = 120
};

// A job to be done count times.
typedef struct task
{
    void (*job)(void* context, int32_t i);
    void* context;
    int32_t count, begun, done;
    bool in_use;
} task;

typedef struct job_system
{
    pthread_mutex_t lock;
    pthread_cond_t work, done;
    pthread_t threads[THREADS];
    int started;
    task tasks[TASKS];
    bool ends;
    long jobs;  // that have been done
} job_system;

// Does one job of a task. The lock is held before and afterwards, but not meanwhile.
static void do_one(job_system* s, task* t)
{
    int32_t i = t->begun++;
    pthread_mutex_unlock(&s->lock);
    t->job(t->context, i);
    pthread_mutex_lock(&s->lock);
    s->jobs++;
    if (++t->done == t->count)
    {
        pthread_cond_broadcast(&s->done);
    }
}

static task* find_work(job_system* s)
{
    for (int i = 0; i < TASKS; i++)
    {
        if (s->tasks[i].in_use && s->tasks[i].begun < s->tasks[i].count)
        {
            return &s->tasks[i];
        }
    }
    return NULL;
}

static void* work(void* system)
{
    job_system* s = system;
    pthread_mutex_lock(&s->lock);
    while (!s->ends)
    {
        task* t = find_work(s);
        if (t)
        {
            do_one(s, t);
        }
        else
        {
            pthread_cond_wait(&s->work, &s->lock);
        }
    }
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

// The three functions.

static int32_t count_workers(void* user)
{
    const job_system* s = user;
    return s->started + 1;  // who waits works, too
}

static void* start_task(void* user, void (*job)(void* context, int32_t i), void* context, int32_t count)
{
    job_system* s = user;
    task* t = NULL;
    pthread_mutex_lock(&s->lock);
    for (int i = 0; i < TASKS && !t; i++)
    {
        t = s->tasks[i].in_use ? NULL : &s->tasks[i];
    }
    if (t)
    {
        *t = (task){job, context, count, 0, 0, true};
        pthread_cond_broadcast(&s->work);
    }
    pthread_mutex_unlock(&s->lock);
    for (int32_t i = 0; i < count && !t; i++)
    {
        job(context, i);  // there is no room: at once, then
    }
    return t;
}

static void wait_for_task(void* user, void* what)
{
    job_system* s = user;
    task* t = what;
    if (!t)
    {
        return;
    }
    pthread_mutex_lock(&s->lock);
    while (t->done < t->count)
    {
        if (t->begun < t->count)
        {
            do_one(s, t);
        }
        else
        {
            pthread_cond_wait(&s->done, &s->lock);
        }
    }
    t->in_use = false;
    pthread_mutex_unlock(&s->lock);
}

static void begin_system(job_system* s)
{
    *s = (job_system){.started = 0};
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->work, NULL);
    pthread_cond_init(&s->done, NULL);
    while (s->started < THREADS && pthread_create(&s->threads[s->started], NULL, work, s) == 0)
    {
        s->started++;
    }
}

static void end_system(job_system* s)
{
    pthread_mutex_lock(&s->lock);
    s->ends = true;
    pthread_cond_broadcast(&s->work);
    pthread_mutex_unlock(&s->lock);
    for (int i = 0; i < s->started; i++)
    {
        pthread_join(s->threads[i], NULL);
    }
    pthread_cond_destroy(&s->work);
    pthread_cond_destroy(&s->done);
    pthread_mutex_destroy(&s->lock);
}

// A floor, and towers of boxes that lean on each other; the hash of where they are in the end.
static imp_status run_world(const imp_jobs* jobs, uint64_t* hash)
{
    imp2_world_def def = imp2_world_default();
    def.gravity.y = -10.0f;
    def.jobs = jobs;
    imp2_collider_def collider = imp2_collider_default();
    collider.material.friction = 0.5f;
    imp2_world* world = NULL;
    imp2_shape floor, box;
    imp_body body;
    imp_status status = imp2_world_make(&def, &world);
    status = status ? status : imp2_box_make((imp2_box){{-100.0f, -1.0f}, {100.0f, 0.0f}}, &floor);
    status = status ? status : imp2_box_make((imp2_box){{-0.4f, -0.4f}, {0.4f, 0.4f}}, &box);
    status = status ? status : imp2_world_add_body(world, NULL, &body);
    status = status ? status : imp2_world_add_collider(world, body, &floor, &collider, NULL);
    for (int i = 0; i < 1000 && !status; i++)
    {
        float x = (float)(i % 50) * 0.9f - 22.0f, y = 0.4f + (float)(i / 50) * 0.82f;
        imp2_body_def at = imp2_body_default();
        at.kind = IMP_BODY_DYNAMIC;
        at.pose.p = (imp2_vec){x + 0.2f * (float)(i / 50 % 2), y};
        status = imp2_world_add_body(world, &at, &body);
        status = status ? status : imp2_world_add_collider(world, body, &box, &collider, NULL);
    }
    for (int step = 0; step < STEPS && !status; step++)
    {
        status = imp2_world_step(world, 1.0f / 60.0f);
    }
    status = status ? status : imp2_world_hash(world, hash);
    imp2_world_free(world);
    return status;
}

int main(void)
{
    job_system system;
    begin_system(&system);
    const imp_jobs jobs = {count_workers, start_task, wait_for_task, &system};
    uint64_t alone = 0, together = 0;
    imp_status status = run_world(NULL, &alone);
    status = status ? status : run_world(&jobs, &together);
    end_system(&system);
    if (status)
    {
        printf("%s\n", imp_status_text(status));
        return 1;
    }
    printf("%d steps of a thousand boxes: state %016llx on one thread, %016llx on %d, in %ld jobs\n", STEPS,
           (unsigned long long)alone, (unsigned long long)together, system.started + 1, system.jobs);
    return alone != together || (system.started > 0 && system.jobs == 0);
}
