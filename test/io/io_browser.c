// SPDX-License-Identifier: MIT
//
// One browser for all pages of a test program, since it takes longer to start than a page to be read. It is told what to
// do by its DevTools protocol through two pipes: messages in JSON, each with a zero behind it.
#define _DEFAULT_SOURCE  // fork, poll
#include "io/io_browser.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "io/io_command.h"
#include "support.h"

enum
{
    SCRIPT_ROOM = 10000,
    PATIENCE = 60000,  // for an answer [ms]
    TELL = 3,          // where the browser reads, by its convention, and where it writes
    HEAR = 4
};

static char page[8 << 20];
static char document[16 << 20];  // the page's elements after its script has run

static struct
{
    pid_t process;
    int tell, hear;
    int last;           // number of the last message
    char session[100];  // of the page
    char target[100];
    char* bytes;  // of messages that have come
    size_t count, used, room;
    io_tree answer;
} chrome;

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

// In the child. The pipes may have the numbers that others of them are to get, so they go high first.
static void become_browser(const char* name, int hear, int tell)
{
    char profile[300], path[300];
    snprintf(profile, sizeof profile, "--user-data-dir=%s/profile", test_folder);
    snprintf(path, sizeof path, "%s/log", test_folder);
    int log = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    int from = fcntl(hear, F_DUPFD, 20), to = fcntl(tell, F_DUPFD, 20);
    bool done = log >= 0 && dup2(log, 1) >= 0 && dup2(log, 2) >= 0 && dup2(from, TELL) >= 0 && dup2(to, HEAR) >= 0 &&
                setenv("HOME", test_folder, 1) == 0;
    for (int i = HEAR + 1; i < 64; i++)
    {
        close(i);
    }
    if (done)
    {
        execlp(name, name, "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
               "--hide-scrollbars", "--no-first-run", "--remote-debugging-pipe", profile, "about:blank", (char*)NULL);
    }
    _exit(127);
}

static void close_browser(void)
{
    if (chrome.process > 0)
    {
        static const char words[] = "{\"id\":0,\"method\":\"Browser.close\"}";
        bool told = write(chrome.tell, words, sizeof words) == (ssize_t)sizeof words;
        int waited = 0;
        while (waitpid(chrome.process, NULL, WNOHANG) == 0 && waited++ < 500)
        {
            if (!told || waited == 400)
            {
                kill(chrome.process, SIGKILL);
            }
            usleep(10000);
        }
        close(chrome.tell);
        close(chrome.hear);
        io_tree_free(&chrome.answer);
        free(chrome.bytes);
        memset(&chrome, 0, sizeof chrome);
    }
}

static void fail_browser(const char* what)
{
    read_file("log", document, sizeof document);
    fail_msg("the browser %s: %s", what, document);
}

static void start_browser(void)
{
    int there[2], back[2];
    assert_int_equal(pipe(there), 0);
    assert_int_equal(pipe(back), 0);
    signal(SIGPIPE, SIG_IGN);
    fflush(NULL);
    const char* name = browser();
    chrome.process = fork();
    if (chrome.process == 0)
    {
        become_browser(name, there[0], back[1]);
    }
    close(there[0]);
    close(back[1]);
    chrome.tell = there[1];
    chrome.hear = back[0];
    before_folder_goes = close_browser;
    assert_true(chrome.process > 0);
}

// The next message, as chrome.answer.
static void hear(void)
{
    const char* end = NULL;
    if (chrome.used > 0)
    {
        memmove(chrome.bytes, chrome.bytes + chrome.used, chrome.count - chrome.used);
        chrome.count -= chrome.used;
        chrome.used = 0;
    }
    for (size_t looked = 0; !end;)
    {
        end = chrome.count > looked ? memchr(chrome.bytes + looked, 0, chrome.count - looked) : NULL;
        looked = chrome.count;
        if (end)
        {
            break;
        }
        if (chrome.room - chrome.count < 1 << 16)
        {
            chrome.room = 2 * chrome.room + (1 << 17);
            chrome.bytes = realloc(chrome.bytes, chrome.room);
            assert_non_null(chrome.bytes);
        }
        struct pollfd wait = {.fd = chrome.hear, .events = POLLIN};
        ssize_t got = poll(&wait, 1, PATIENCE) > 0
                          ? read(chrome.hear, chrome.bytes + chrome.count, chrome.room - chrome.count)
                          : 0;
        if (got <= 0)
        {
            fail_browser("does not answer");
        }
        chrome.count += (size_t)got;
    }
    io_error error;
    io_tree_free(&chrome.answer);
    chrome.used = (size_t)(end - chrome.bytes) + 1;
    if (io_tree_parse_json(chrome.bytes, chrome.used - 1, NULL, &chrome.answer, &error) != IO_OK)
    {
        fail_msg("the browser said: %s", error.text);
    }
}

static void await_event(const char* name)
{
    do
    {
        hear();
    } while (strcmp(io_node_text(chrome.answer.root, "method", ""), name) != 0);
}

// Has a method called, and waits for what comes of it.
static const io_node* tell(const char* method, const char* parameters)
{
    char message[2000];
    double id = 0;
    int length = snprintf(message, sizeof message, "{\"id\":%d,\"method\":\"%s\",%s%s%s\"params\":{%s}}", ++chrome.last,
                          method, chrome.session[0] ? "\"sessionId\":\"" : "", chrome.session,
                          chrome.session[0] ? "\"," : "", parameters);
    assert_true(length > 0 && length < (int)sizeof message);
    if (write(chrome.tell, message, (size_t)length + 1) != length + 1)
    {
        fail_browser("does not listen");
    }
    const io_node* number;
    do
    {
        hear();
        number = io_node_get(chrome.answer.root, "id");
    } while (!number || !io_node_number(number, &id) || (int)id != chrome.last);
    const io_node* result = io_node_get(chrome.answer.root, "result");
    if (!result)
    {
        fail_msg("%s: %s", method, io_node_text(io_node_get(chrome.answer.root, "error"), "message", "no result"));
    }
    return result;
}

static void go_to_page(const char* hash)
{
    char parameters[1000];
    chrome.session[0] = 0;
    const io_node* made = tell("Target.createTarget", "\"url\":\"about:blank\"");
    snprintf(chrome.target, sizeof chrome.target, "%s", io_node_text(made, "targetId", ""));
    snprintf(parameters, sizeof parameters, "\"flatten\":true,\"targetId\":\"%s\"", chrome.target);
    const io_node* attached = tell("Target.attachToTarget", parameters);
    char session[100];
    snprintf(session, sizeof session, "%s", io_node_text(attached, "sessionId", ""));
    memcpy(chrome.session, session, sizeof session);
    (void)tell("Page.enable", "");
    (void)tell("Emulation.setDeviceMetricsOverride",
               "\"width\":1100,\"height\":600,\"deviceScaleFactor\":1,\"mobile\":false");
    snprintf(parameters, sizeof parameters, "\"url\":\"file://%s/page.html#%s\"", test_folder, hash);
    (void)tell("Page.navigate", parameters);
    await_event("Page.loadEventFired");
    (void)tell(
        "Emulation.setVirtualTimePolicy",
        "\"policy\":\"pauseIfNetworkFetchesPending\",\"budget\":1000,\"maxVirtualTimeTaskStarvationCount\":9999");
    await_event("Emulation.virtualTimeBudgetExpired");
}

static void leave_page(void)
{
    char parameters[200];
    chrome.session[0] = 0;
    snprintf(parameters, sizeof parameters, "\"targetId\":\"%s\"", chrome.target);
    (void)tell("Target.closeTarget", parameters);
    chrome.target[0] = 0;
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
    if (chrome.process == 0)
    {
        start_browser();
    }
    else if (chrome.target[0])
    {
        leave_page();
    }
    go_to_page(hash);
    const io_node* told = tell("Runtime.evaluate", "\"expression\":\"document.documentElement.outerHTML\"");
    const io_node* value = io_node_get(told, "result");
    snprintf(document, sizeof document, "%s", io_node_text(value, "value", ""));
}

static int value_of_digit(char digit)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char* at = digit ? strchr(digits, digit) : NULL;
    return at ? (int)(at - digits) : -1;
}

size_t photograph_page(unsigned char* out, size_t room)
{
    const char* text = io_node_text(tell("Page.captureScreenshot", "\"format\":\"png\""), "data", "");
    size_t count = 0;
    uint32_t bits = 0;
    int held = 0;
    for (; value_of_digit(*text) >= 0 && count < room; text++)
    {
        bits = bits << 6 | (uint32_t)value_of_digit(*text);
        held += 6;
        if (held >= 8)
        {
            held -= 8;
            out[count++] = (unsigned char)(bits >> held & 255);
        }
    }
    return count;
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
