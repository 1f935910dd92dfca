// SPDX-License-Identifier: MIT
#include "progress.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "clock.h"

static volatile sig_atomic_t interrupted;
static bool catches;
static void (*before)(int);

static void interrupt(int number)
{
    interrupted = 1;
    (void)signal(number, SIG_DFL);
}

static void draw(progress* bar, double part, const char* what, const char* file)
{
    enum
    {
        WIDTH = 40
    };
    double whole = bar->from + bar->share * part;
    char line[WIDTH + 1];
    memset(line, ' ', WIDTH);
    memset(line, '#', (size_t)(whole * (double)WIDTH));
    line[WIDTH] = 0;
    fprintf(stderr, "\r[%s] %3d %%  %s %s\033[K", line, (int)(100 * whole), what, file);
    fflush(stderr);
    bar->shown = clock_ms();
}

void progress_begin(progress* bar, bool shows)
{
    *bar = (progress){shows, clock_ms(), 0, 0, 1};
}

void progress_stage(progress* bar, double from, double share)
{
    bar->from = from;
    bar->share = share;
}

void progress_show(progress* bar, double part, const char* what, const char* file)
{
    double now = clock_ms();
    if (bar->shows && now - bar->begun >= 1000 && now - bar->shown >= 100)
    {
        draw(bar, part, what, file);
    }
}

void progress_wait(progress* bar, double part, const char* what, const char* file)
{
    if (bar->shows)
    {
        draw(bar, part, what, file);
    }
}

void progress_hide(progress* bar)
{
    if (bar->shown > 0)
    {
        fprintf(stderr, "\r\033[K");
        fflush(stderr);
        bar->shown = 0;
    }
}

bool progress_of_parts(void* user, const char* name, double done)
{
    if (!catches)
    {
        interrupted = 0;
        before = signal(SIGINT, interrupt);
        catches = before != SIG_ERR;
    }
    progress_show(user, done, "taking apart", name);
    return !interrupted;
}

void progress_release(void)
{
    if (catches)
    {
        (void)signal(SIGINT, before);
        catches = false;
    }
}
