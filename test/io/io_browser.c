// SPDX-License-Identifier: MIT
#include "io/io_browser.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/io_command.h"
#include "support.h"

enum
{
    SCRIPT_ROOM = 10000
};

static char page[8 << 20];
static char document[16 << 20];  // the page's elements after its script has run

const char* browser(void)
{
    static const char* const names[] = {"chromium", "chromium-browser", "google-chrome"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    {
        char line[100];
        snprintf(line, sizeof line, "command -v %s > /dev/null", names[i]);
        if (system(line) == 0)
        {
            return names[i];
        }
    }
    return NULL;
}

void open_page(const char* command, int wanted_status, const char* script, const char* hash)
{
    char line[2000];
    snprintf(line, sizeof line, "%s --html page.html", command);
    assert_int_equal(run(line), wanted_status);
    size_t size = read_file("page.html", page, sizeof page - SCRIPT_ROOM);
    assert_null(strstr(page, "://"));  // nothing from elsewhere
    snprintf(page + size, SCRIPT_ROOM, "<script>%s</script>", script);
    write_file("page.html", page);
    snprintf(line, sizeof line,
             "cd %s && HOME=%s timeout 60 %s --headless --no-sandbox --disable-gpu --disable-background-networking "
             "--hide-scrollbars --user-data-dir=%s/profile --virtual-time-budget=1000 --window-size=1100,750 "
             "--screenshot=%s/shot.png --dump-dom 'file://%s/page.html#%s' > dom 2> log",
             test_folder, test_folder, browser(), test_folder, test_folder, test_folder, hash);
    if (system(line) != 0)
    {
        read_file("log", document, sizeof document);
        fail_msg("the browser failed: %s", document);
    }
    read_file("dom", document, sizeof document);
}

long attribute(const char* name)
{
    char start[64];
    snprintf(start, sizeof start, "data-%s=\"", name);
    const char* body = strstr(document, "<body");
    const char* at = body ? strstr(body, start) : NULL;
    if (!at)
    {
        fail_msg("the page does not tell '%s'", name);
        return -1;
    }
    return strtol(at + strlen(start), NULL, 10);
}

const char* page_document(void)
{
    return document;
}
