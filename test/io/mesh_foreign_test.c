// SPDX-License-Identifier: MIT
//
// Meshes by a child process: whatever it does, it is a status here.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/io_command.h"
#include "io/mesh_foreign.h"
#include "support.h"

static bool work_well(const char* path, FILE* out)
{
    fprintf(out,
            "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
            "element face 1\nproperty list uchar int vertex_index\nend_header\n0 0 0 1 0 0 0 %d 0 3 0 1 2\n",
            path[0] == 'a');
    return true;
}

static bool work_wrongly(const char* path, FILE* out)
{
    (void)path;
    fprintf(out, "not\nthis");
    return false;
}

static bool write_nothing(const char* path, FILE* out)
{
    (void)path;
    (void)out;
    return true;
}

static bool write_half(const char* path, FILE* out)
{
    work_well(path, out);
    fprintf(out, "ply");
    return false;
}

static bool crash(const char* path, FILE* out)
{
    (void)path;
    fprintf(out, "ply\nformat ascii 1.0\n");
    fflush(out);
    abort();
}

static bool sleep_long(const char* path, FILE* out)
{
    (void)path;
    (void)out;
    sleep(100);
    return true;
}

static bool take_memory(const char* path, FILE* out)
{
    (void)path;
    void* volatile block = malloc((size_t)3 << 30); // volatile: else compilers leave the call out
    fprintf(out, block ? "there was some" : "no memory");
    free(block);
    return false;
}

static void test_foreign(void** state)
{
    (void)state;
    static const struct
    {
        io_mesh_worker* work;
        io_status status;
        const char* words;
    } cases[] = {{work_wrongly, IO_ERR_MEANING, "not this"},     {write_nothing, IO_ERR_MEANING, "cannot be read"},
                 {write_half, IO_ERR_MEANING, "cannot be read"}, {crash, IO_ERR_MEANING, "crashed"},
                 {sleep_long, IO_ERR_LIMIT, "more than 1 s"},    {take_memory, IO_ERR_MEANING, "memory"}};
    const io_mesh_limits limits = {1, (uint64_t)2 << 30};
    io_mesh mesh = {.points = NULL};
    io_error error;
    assert_int_equal(io_mesh_load_apart("a", 2, work_well, &limits, NULL, &mesh, &error), IO_OK);
    assert_true(mesh.points[2].y == 2.0f);
    io_mesh_free(&mesh);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
#if defined IO_MESH_UNLIMITED
        if (cases[i].work == take_memory)
        {
            continue;
        }
#endif
        io_status status = io_mesh_load_apart("a", 1, cases[i].work, &limits, NULL, &mesh, &error);
        if (status != cases[i].status || !strstr(error.text, cases[i].words))
        {
            fail_msg("case %zu: status %d, %s", i, (int)status, error.text);
        }
        assert_string_equal(error.file, "a");
        assert_null(mesh.points);
    }
    assert_true(io_mesh_is_foreign("a/b.GLB"));
    assert_false(io_mesh_is_foreign("a/b.obj"));
    assert_false(io_mesh_is_foreign("glb"));
    assert_int_equal(io_mesh_load_foreign("/nowhere/a.glb", 1, NULL, &mesh, &error), IO_ERR_FILE);
}

// A tetrahedron in the format of Geomview, if there is Assimp.
static void test_assimp(void** state)
{
    (void)state;
    char path[200];
    io_mesh mesh;
    io_error error;
    write_file("four.off", "OFF\n4 4 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 1 2 3\n3 0 3 2\n");
    write_file("none.off", "OFF\n4 4 nonsense");
    snprintf(path, sizeof path, "%s/four.off", test_folder);
    if (io_mesh_load_foreign(path, 1, NULL, &mesh, &error))
    {
        assert_non_null(strstr(error.text, "Assimp"));
        printf("skip: built without Assimp\n");
        return;
    }
    assert_int_equal(mesh.corner_count, 12);
    io_mesh_free(&mesh);
    snprintf(path, sizeof path, "%s/none.off", test_folder);
    assert_int_not_equal(io_mesh_load_foreign(path, 1, NULL, &mesh, &error), IO_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_foreign), cmocka_unit_test(test_assimp)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
