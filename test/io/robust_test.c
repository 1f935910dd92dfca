// SPDX-License-Identifier: MIT
//
// Files of each format as hostile as can be (io_hostile.h), and a parser of JSON that has no memory.

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "io/io_hostile.h"

static const memory_file neighbours[] = {
    {"maps/a.tsx",
     "<tileset tilewidth='8' tileheight='8'><tile id='0' type='t'><objectgroup>"
     "<object id='1' x='0' y='0'><polygon points='0,0 8,0 8,8'/></object>"
     "<object id='2' x='0' y='0'><polygon points='0,0 8,0 1,1 0,8'/></object></objectgroup></tile></tileset>"},
    {"maps/b.tsj", "{\"tilewidth\":8,\"tileheight\":8,\"tiles\":[{\"id\":0,\"objectgroup\":{\"objects\":["
                   "{\"id\":1,\"x\":0,\"y\":0,\"width\":8,\"height\":4}]}}]}"},
    {"maps/t.tx", "<template><tileset firstgid='1' source='a.tsx'/><object gid='1' width='8' height='8'/></template>"},
    {"maps/l.ldtkl", "{\"layerInstances\":[{\"__identifier\":\"W\",\"__cWid\":2,\"__cHei\":1,\"__gridSize\":8,"
                     "\"intGridCsv\":[1,1],\"entityInstances\":[{\"__identifier\":\"E\",\"px\":[1,2],\"__pivot\":[0,0],"
                     "\"width\":3,\"height\":4}]}]}"},
    {NULL, NULL},
};

static const char* const texts[] = {
    "<?xml version='1.0'?>\n<map width='2' height='2' tilewidth='8' tileheight='8'><tileset firstgid='1' source='a.tsx'/>"
    "<tileset firstgid='10' source='b.tsj'/><layer name='solid' width='2' height='2'><data encoding='csv'>1,10,2,2147483649"
    "</data></layer><layer name='z' width='2' height='2'><data encoding='base64' compression='zlib'>"
    "eNpjZGBgYARiJigGAABEAAc=</data></layer><group name='g'><objectgroup name='o'><object id='1' name='n' x='1' y='2' "
    "width='3' height='4' rotation='10'><properties><property name='kind' value='kinematic'/><property name='friction' "
    "value='1'/><property name='spin' value='x'/></properties></object><object id='2' x='0' y='0' width='30' height='9'><ellipse/></object>"
    "<object id='3' template='t.tx' x='1' y='1'/><object id='4' template='gone.tx' x='0' y='0'/>"
    "<object id='5' x='0' y='0'><polyline points='0,0 1,1 2,0'/></object></objectgroup></group></map>",

    "<svg width='9cm' viewBox='0 0 90 90'><defs><path id='p' d='M0,0 9 0 9 9 2 2z'/><symbol id='s' viewBox='0 0 2 2'>"
    "<rect width='1' height='2' rx='.5'/></symbol></defs><g inkscape:label='L' transform='translate(1 2) rotate(10)'>"
    "<use href='#p' x='3'/><use xlink:href='#s' width='4' height='4'/><path d='M1 1C2 0 3 0 4 1S5 5 1 1zM2 2h.5v.5z' "
    "style='fill-rule:evenodd'/><path fill='none' stroke='red' d='m1-1a5 4 30 1 0 3 3q1 1 2 0t1.5.5'/></g>"
    "<circle r='3'/><ellipse rx='3' ry='2'/><polygon points='0,0 1,0 0 1'/><line x2='5' stroke='red'/></svg>",

    "{\"width\":2,\"height\":1,\"tilewidth\":8,\"tileheight\":8,\"tilesets\":[{\"firstgid\":1,\"source\":\"b.tsj\"}],"
    "\"layers\":[{\"type\":\"tilelayer\",\"name\":\"l\",\"width\":2,\"height\":1,\"data\":[1,1]},"
    "{\"type\":\"objectgroup\",\"name\":\"o\",\"objects\":[{\"id\":1,\"x\":1,\"y\":2,\"polygon\":[{\"x\":0,\"y\":0},"
    "{\"x\":9,\"y\":0},{\"x\":9,\"y\":9}]},{\"id\":2,\"x\":0,\"y\":0,\"ellipse\":true,\"width\":8,\"height\":20}]}]}",

    "{\"defaultGridSize\":8,\"defs\":{\"layers\":[{\"identifier\":\"W\",\"intGridValues\":[{\"value\":1,"
    "\"identifier\":\"dirt\"}]}]},\"levels\":[{\"identifier\":\"L\",\"worldX\":0,\"worldY\":0,\"layerInstances\":null,"
    "\"externalRelPath\":\"l.ldtkl\"}]}",

    "{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\",\"properties\":{\"name\":\"n\"},\"geometry\":{"
    "\"type\":\"MultiPolygon\",\"coordinates\":[[[[90,90],[99,90],[99,99],[90,90]],[[95,92],[97,92],[97,94]]]]}},"
    "{\"type\":\"GeometryCollection\",\"geometries\":[{\"type\":\"LineString\",\"coordinates\":[[90,90],[91,95],[92,9"
    "0]]},{\"type\":\"MultiPoint\",\"coordinates\":[[95,95],[96,96]]}]}]}",

    "{\"impinge\":\"scene\",\"version\":1,\"world\":{\"gravity\":[0,-1]},\"bodies\":[{\"name\":\"b\",\"spin\":1,"
    "\"lock_x\":true,\"colliders\":[{\"mask\":3,\"shape\":{\"kind\":\"circle\",\"radius\":1}},{\"density\":2,"
    "\"shape\":{\"kind\":\"chain\",\"points\":[[0,0],[1,1]]}}]},{\"kind\":\"static\"}],"
    "\"objects\":[{\"name\":\"r\",\"shape\":{\"kind\":\"region\",\"rings\":[[[0,0],"
    "[6,0],[6,6],[0,6]],[[2,2],[2,4],[4,4],[4,2]]]}},{\"shape\":{\"kind\":\"region\",\"rings\":[[[0,0],[4,0],[4,4],[0,4]]],"
    "\"parts\":[[0,1,2],[2,3,0]]}},{\"shape\":{\"kind\":\"chain\",\"closed\":true,\"one_sided\":true,"
    "\"points\":[[0,0],[1,1],[2,0]]}},{\"shape\":{\"kind\":\"polygon\",\"points\":[[0,0],[4,0],[1,1],[0,4]]}}]}",

    "{\"impinge\":\"scene\",\"version\":1,\"objects\":[{\"name\":\"a\",\"shape\":{\"kind\":\"polygon\",\"points\":[[0,0],"
    "[9,0],[12,3],[13,5],[13,9],[10,12],[8,13],[5,13],[2,11],[0,5]]}},{\"pose\":{\"p\":[1,2],\"angle\":1},"
    "\"shape\":{\"kind\":\"capsule\",\"a\":[0,0],\"b\":[1,1],\"radius\":0.5}}]}",

    "{\"impinge\":\"scene\",\"version\":1,\"bodies\":[{\"name\":\"car\",\"mass\":9,\"inertia\":1},{\"name\":\"w\",\"pose\":{"
    "\"p\":[1,-1]},\"mass\":1,\"inertia\":1},{\"name\":\"v\",\"pose\":{\"p\":[-1,-1]},\"mass\":1,\"inertia\":1},{\"name\":\"g\","
    "\"mass\":1,\"inertia\":1}],\"joints\":[{\"kind\":\"revolute\",\"name\":\"j\",\"b\":\"g\",\"axes\":{\"turn\":{\"lower\":-1}}},"
    "{\"kind\":\"rope\",\"a\":0,\"b\":3,\"at_a\":[0,1]}],\"vehicles\":[{\"chassis\":\"car\",\"up\":[0,1],\"wheels\":[{\"body\":"
    "\"w\",\"name\":\"k\",\"speed\":1,\"torque\":2},{\"body\":2,\"hertz\":3,\"travel_up\":1}]}],\"couplings\":[{\"kind\":"
    "\"gear\",\"a\":\"j\",\"b\":\"k\",\"ratio\":-2},{\"kind\":\"pulley\",\"a\":1,\"b\":\"k\",\"slack\":true,\"break_force\":5},"
    "{\"kind\":\"sum\",\"a\":2,\"b\":3,\"axis_a\":\"x\",\"axis_b\":\"turn\",\"ratio_b\":0.5,\"axis\":{\"hertz\":2}}]}",

    "{\"impinge\":\"scene\",\"version\":1,\"dimension\":3,\"bodies\":[{\"name\":\"car\",\"colliders\":[{\"shape\":{\"kind\":"
    "\"sphere\",\"radius\":1}}]},{\"name\":\"w\",\"pose\":{\"p\":[1,1,0]},\"colliders\":[{\"shape\":{\"kind\":\"sphere\","
    "\"radius\":1}}]},{\"name\":\"v\",\"colliders\":[{\"shape\":{\"kind\":\"sphere\",\"radius\":1}}]}],\"joints\":[{\"kind\":"
    "\"cone\",\"b\":\"v\",\"axis\":[1,0,0],\"cone_y\":0.5,\"cone_z\":1},{\"kind\":\"universal\",\"a\":0,\"b\":2,\"axis\":[0,1,0],"
    "\"cardan\":false}],\"vehicles\":[{\"chassis\":\"car\",\"up\":[0,0,1],\"forward\":[1,0,0],\"wheels\":[{\"body\":\"w\","
    "\"steer\":0.5},{\"body\":\"v\"}]}],\"couplings\":[{\"kind\":\"roll bar\",\"a\":2,\"b\":3,\"stiffness\":9},{\"kind\":\"rack\","
    "\"a\":0,\"b\":1,\"radius\":0.5}]}",
};
enum
{
    TEXT_COUNT = sizeof texts / sizeof *texts
};

static const char before[] = "{\"impinge\":\"scene\",\"version\":1,\"objects\":[{\"shape\":{\"kind\":\"circle\","
                             "\"radius\":1}}]}";

// Of the plane, and of space, which must not be in one scene.
static const hostile_files files = {"io", "maps/level", before, neighbours, texts, TEXT_COUNT - 1};
static const hostile_files in_space = {
    "io_space",
    "maps/level",
    "{\"impinge\":\"scene\",\"version\":1,\"dimension\":3,\"bodies\":[{}],\"joints\":[{\"kind\":\"ball\",\"b\":0}]}",
    neighbours,
    texts + TEXT_COUNT - 1,
    1};

static void test_every_prefix(void** state)
{
    (void)state;
    hostile_prefixes(&files, IO_ERR_MEANING);
    hostile_prefixes(&in_space, IO_ERR_MEANING);
}

static void test_changed_bytes(void** state)
{
    (void)state;
    hostile_bytes(&files, test_n(3000), 4);
    hostile_bytes(&in_space, test_n(500), 4);
}

static void test_every_allocation_fails(void** state)
{
    (void)state;
    hostile_memory(&files);
    hostile_memory(&in_space);
}

static int64_t json_calls, json_fail_at, json_live;

static void* json_malloc(size_t size)
{
    if (json_calls++ == json_fail_at)
    {
        errno = ENOMEM;
        return NULL;
    }
    json_live++;
    return malloc(size);
}

static void json_free(void* block)
{
    json_live -= block != NULL;
    free(block);
}

static void test_json_parser_fails(void** state)
{
    (void)state;
    cJSON_Hooks hooks = {json_malloc, json_free};
    cJSON_InitHooks(&hooks);
    uint64_t cases = 0;
    for (size_t i = 2; i < files.count; i++)  // the first two are XML
    {
        json_fail_at = -1;
        json_calls = 0;
        test_allocator memory = {.fail_at = -1};
        assert_int_equal(hostile_load(&files, texts[i], strlen(texts[i]), &memory, NULL, 0), IO_OK);
        int64_t calls = json_calls;
        // The first calls belong to the scene that is there before.
        for (int64_t at = 30; at < calls; at++, cases++)
        {
            json_fail_at = at;
            json_calls = 0;
            memory = (test_allocator){.fail_at = -1};
            assert_int_equal(hostile_load(&files, texts[i], strlen(texts[i]), &memory, NULL, 0), IO_ERR_MEMORY);
            assert_int_equal(json_live, 0);
        }
    }
    cJSON_InitHooks(NULL);
    test_report("io_failed_json_allocations", cases);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_prefix),
        cmocka_unit_test(test_changed_bytes),
        cmocka_unit_test(test_every_allocation_fails),
        cmocka_unit_test(test_json_parser_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
