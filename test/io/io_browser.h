// SPDX-License-Identifier: MIT
//
// Pages in a browser without a screen.

#ifndef IMP_TEST_IO_BROWSER_H
#define IMP_TEST_IO_BROWSER_H

#include <stdbool.h>
#include <stddef.h>

/// The command that starts one; null when there is none.
const char* browser(void);

/// Makes the page page.html by `impinge <command> --html page.html`, adds a script of the test to it, and opens it. Fails
/// the test when something goes wrong. hash is what follows # in the address. The browser is one for all pages.
void open_page(const char* command, int wanted_status, const char* script, const char* hash);

/// A number that the page tells as data-<name> of its body, as it was after the script.
long attribute(const char* name);

/// The elements of the page then.
const char* page_document(void);

/// What the page looks like, 1100 by 600, as a PNG; returns how long it is.
size_t photograph_page(unsigned char* out, size_t room);

#endif
