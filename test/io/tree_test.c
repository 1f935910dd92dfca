// SPDX-License-Identifier: MIT
//
// XML and JSON as trees: what is kept, and what is refused.

#include <stdio.h>
#include <string.h>

#include "io/inflate.h"
#include "io/io_support.h"

static io_tree parse(const char* text)
{
    io_tree tree = {.root = NULL};
    io_error error = {0};
    if (io_tree_parse(text, strlen(text), NULL, &tree, &error) != IO_OK)
    {
        fail_msg("line %d: %s", (int)error.line, error.text);
    }
    return tree;
}

static void test_xml(void** state)
{
    (void)state;
    io_tree tree = parse(
        "\xef\xbb\xbf<?xml version='1.0'?>\n<!-- x --><a one='1' two='&lt;&#228;'>\n <b/>text<c k='v'>x<![CDATA[<y>]]>z"
        "</c>\n</a>");
    const io_node* a = tree.root;
    assert_string_equal(a->name, "a");
    assert_int_equal(a->kind, IO_MAP);
    assert_int_equal(a->line, 2);
    assert_int_equal(a->count, 4);
    assert_string_equal(io_node_text(a, "two", ""), "<\xc3\xa4");
    assert_int_equal(io_node_get(a, "b")->line, 3);
    assert_string_equal(io_node_get(a, "c")->text, "x<y>z");
    assert_int_equal(io_node_get(a, "c")->length, 5);
    assert_string_equal(a->text, "");  // mixed content is not kept
    assert_null(io_node_get(a, "d"));
    assert_null(io_node_get(NULL, "d"));
    io_tree_free(&tree);
    io_tree_free(&tree);  // twice does no harm

    tree = parse("<?xml version='1.0' encoding='ISO-8859-1'?><a b='\xe4'/>");
    assert_string_equal(io_node_text(tree.root, "b", ""), "\xc3\xa4");
    io_tree_free(&tree);

    static const char utf16[] = "\xff\xfe<\0a\0/\0>\0";
    io_error error;
    assert_int_equal(io_tree_parse(utf16, sizeof utf16 - 1, NULL, &tree, &error), IO_OK);
    assert_string_equal(tree.root->name, "a");
    io_tree_free(&tree);
}

static void test_json(void** state)
{
    (void)state;
    io_tree tree = parse(
        " {\"a\": [1, 2.5, -3e2], \"b\": [1, \"x\"], \"c\": {\"d\": null, \"e\": true}, \"f\": [], \"g\": \"\\u00e4\"}\n");
    const io_node* root = tree.root;
    assert_int_equal(root->kind, IO_MAP);
    assert_int_equal(root->count, 5);
    const io_node* a = io_node_get(root, "a");
    assert_int_equal(a->kind, IO_LIST);
    assert_int_equal(a->count, 3);
    assert_null(a->child);
    assert_number(a->numbers[0], ==, 1);
    assert_number(a->numbers[1], ==, 2.5);
    assert_number(a->numbers[2], ==, -300);
    const io_node* b = io_node_get(root, "b");
    assert_null(b->numbers);
    assert_int_equal(b->count, 2);
    assert_int_equal(b->child->kind, IO_NUMBER);
    assert_string_equal(b->child->next->text, "x");
    const io_node* c = io_node_get(root, "c");
    assert_int_equal(io_node_get(c, "d")->kind, IO_NULL);
    assert_int_equal(io_node_get(c, "e")->kind, IO_BOOL);
    assert_true(io_node_get(c, "e")->number == 1);
    assert_int_equal(io_node_get(root, "f")->count, 0);
    assert_string_equal(io_node_text(root, "g", ""), "\xc3\xa4");
    io_tree_free(&tree);
}

static void test_numbers(void** state)
{
    (void)state;
    static const struct
    {
        const char* text;
        bool good;
        double value;
    } cases[] = {
        {"1", true, 1},
        {" -2.5 ", true, -2.5},
        {"1e3", true, 1000},
        {"+7", true, 7},
        {".5", true, 0.5},
        {"1e999", false, 0},
        {"nan", false, 0},
        {"inf", false, 0},
        {"0x10", false, 0},
        {"", false, 0},
        {"1 2", false, 0},
        {"1,5", false, 0},
        {"-", false, 0},
        {"e5", false, 0},
        {"0000000000000000000000000000000000000000000000000000000000000000000001", false, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        io_node node = {.kind = IO_TEXT, .text = cases[i].text};
        double value = 0;
        if (io_node_number(&node, &value) != cases[i].good || value != cases[i].value)
        {
            fail_msg("'%s' gives %g", cases[i].text, value);
        }
    }
}

static void test_refused(void** state)
{
    (void)state;
    static const struct
    {
        const char* text;
        io_status status;
        int line;
    } cases[] = {
        {"<a>\n<b>", IO_ERR_SYNTAX, 2},
        {"<a/>\n<b/>", IO_ERR_SYNTAX, 2},
        {"<a b='1' b='2'/>", IO_ERR_SYNTAX, 1},
        {"<?xml version='1.0' encoding='nonsense'?><a/>", IO_ERR_SYNTAX, 1},
        {"<!DOCTYPE a [\n<!ENTITY x 'lol'><!ENTITY y '&x;&x;'>]><a>&y;</a>", IO_ERR_LIMIT, 2},
        {"<!DOCTYPE a [<!ENTITY % p SYSTEM 'file:///etc/passwd'>]><a/>", IO_ERR_LIMIT, 1},
        {"{", IO_ERR_SYNTAX, 1},
        {"{\"a\"\n:\n}", IO_ERR_SYNTAX, 3},
        {"[1,]", IO_ERR_SYNTAX, 1},
        {"nul", IO_ERR_SYNTAX, 1},
        {"1 1", IO_ERR_SYNTAX, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        io_tree tree = {.root = NULL};
        io_error error = {0};
        io_status status = io_tree_parse(cases[i].text, strlen(cases[i].text), NULL, &tree, &error);
        if (status != cases[i].status || error.line != cases[i].line || tree.root)
        {
            fail_msg("%s\nstatus %d, line %d: %s", cases[i].text, (int)status, (int)error.line, error.text);
        }
    }
}

static void test_inflate(void** state)
{
    (void)state;
    static const uint8_t packed[] = {0x78, 0xda, 0x4b, 0x4c, 0x4a, 0x06, 0x00, 0x02, 0x4d, 0x01, 0x27};  // "abc"
    uint8_t out[8] = {0};
    assert_int_equal(io_inflate(packed, sizeof packed, NULL, out, 3), IO_OK);
    assert_memory_equal(out, "abc", 4);
    assert_int_equal(io_inflate(packed, sizeof packed, NULL, out, 2), IO_ERR_MEANING);
    assert_int_equal(io_inflate(packed, sizeof packed, NULL, out, 4), IO_ERR_MEANING);
    for (size_t size = 0; size < sizeof packed; size++)
    {
        assert_int_equal(io_inflate(packed, size, NULL, out, 3), IO_ERR_MEANING);
    }
    test_allocator memory = {.fail_at = 0};
    imp_allocator allocator = test_allocator_get(&memory);
    assert_int_equal(io_inflate(packed, sizeof packed, &allocator, out, 3), IO_ERR_MEMORY);
    memory.fail_at = -1;
    assert_int_equal(io_inflate(packed, sizeof packed, &allocator, out, 3), IO_OK);
    assert_number(memory.live_blocks, ==, 0);
    assert_number(memory.live_bytes, ==, 0);
    assert_number(memory.calls, >, 1);
}

// Packs a text as gzip does, without making it shorter: one stored block (RFC 1951, 1952).
static size_t pack(const char* text, char* out)
{
    static const unsigned char head[] = {0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255, 1};
    size_t size = strlen(text), at = sizeof head;
    uint32_t crc = UINT32_MAX;
    for (size_t i = 0; i < size; i++)
    {
        crc ^= (unsigned char)text[i];
        for (int bit = 0; bit < 8; bit++)
        {
            crc = crc >> 1 ^ (crc & 1 ? UINT32_C(0xedb88320) : 0);
        }
    }
    memcpy(out, head, sizeof head);
    const uint32_t words[] = {(uint32_t)size | ~(uint32_t)size << 16, ~crc, (uint32_t)size};
    for (int w = 0; w < 3; w++)
    {
        for (int byte = 0; byte < 4; byte++)
        {
            out[at++] = (char)(words[w] >> (8 * byte) & 255);
        }
        if (w == 0)
        {
            memcpy(out + at, text, size);
            at += size;
        }
    }
    return at;
}

// .svgz and its like: a packed file is what is in it; one that is broken is refused, whatever its end says.
static void test_packed(void** state)
{
    (void)state;
    static const char* const texts[] = {"<svg viewBox='0 0 9 9'><circle r='1'/></svg>", "{\"a\": [1, 2]}"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    {
        char packed[200];
        size_t size = pack(texts[i], packed);
        io_tree tree;
        io_error error = {0};
        assert_int_equal(io_tree_parse(packed, size, NULL, &tree, &error), IO_OK);
        assert_int_equal(tree.root->kind, IO_MAP);
        io_tree_free(&tree);
        for (size_t cut = 1; cut < size; cut++)
        {
            assert_int_not_equal(io_tree_parse(packed, size - cut, NULL, &tree, &error), IO_OK);
        }
        for (size_t k = 2; k < size; k++)
        {
            // But for the time and system in its head, and the rest of the byte that starts the block, the sums tell.
            char keep = packed[k];
            packed[k] = (char)(keep ^ 0x10);
            bool taken = io_tree_parse(packed, size, NULL, &tree, &error) == IO_OK;
            assert_true(!taken || (k >= 3 && k < 11));
            if (taken)
            {
                io_tree_free(&tree);
            }
            packed[k] = keep;
        }
        packed[size - 1] = 127;
        assert_int_equal(io_tree_parse(packed, size, NULL, &tree, &error), IO_ERR_LIMIT);
        packed[size - 1] = 0;
        for (int64_t at = 0, failed = 1; failed; at++)
        {
            test_allocator memory = {.fail_at = at};
            imp_allocator allocator = test_allocator_get(&memory);
            io_status status = io_tree_parse(packed, size, &allocator, &tree, &error);
            failed = status != IO_OK;
            assert_true(!failed || status == IO_ERR_MEMORY);
            if (!failed)
            {
                io_tree_free(&tree);
            }
            assert_number(memory.live_blocks, ==, 0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_xml),     cmocka_unit_test(test_json),    cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_refused), cmocka_unit_test(test_inflate), cmocka_unit_test(test_packed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
