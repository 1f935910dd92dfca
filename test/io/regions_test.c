// SPDX-License-Identifier: MIT
//
// Every region of real maps and drawings, from ../shared/data when it is there, judged by rational arithmetic.

#include <stdio.h>

#include "io/io_support.h"
#include "oracle/region2.h"

#define DATA IMP_SOURCE_DIR "/../shared/data/maps/"

static const char* const files[] = {
    DATA "sticker-knight.tmx",           DATA "outside.tmx", DATA "platformer.ldtk", DATA "track.svg",
    IMP_SOURCE_DIR "/examples/demo.tmx",
};

static void regions_of_maps(void** state)
{
    (void)state;
    uint64_t regions = 0, vertices = 0, parts = 0;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
    {
        FILE* file = fopen(files[i], "rb");
        if (!file)
        {
            print_message("skip: no %s\n", files[i]);
            continue;
        }
        fclose(file);
        io_scene scene;
        io_error error = {0};
        io_scene_init(&scene, NULL);
        assert_int_equal(io_scene_load(&scene, files[i], NULL, &error), IO_OK);
        for (size_t k = 0; k < scene.object_count; k++)
        {
            const imp2_compound* c = &scene.objects[k].compound;
            if (c->kind != IMP2_COMPOUND_REGION)
            {
                continue;
            }
            const char* fault = region2_cut_fault(c);
            if (fault)
            {
                fail_msg("%s, object %d: %s", files[i], (int)k, fault);
            }
            regions++;
            vertices += (uint64_t)c->ring_starts[c->ring_count];
            parts += (uint64_t)c->part_count;
        }
        io_scene_free(&scene);
    }
    printf("%d regions, %d vertices, %d parts\n", (int)regions, (int)vertices, (int)parts);
    test_report("regions of maps", regions);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(regions_of_maps)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
