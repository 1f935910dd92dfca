// SPDX-License-Identifier: MIT
//
// The command `impinge`. Exit status of check: 0 nothing touches, 1 something does, 2 bad input or usage; of the others
// 0 or 2.

#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "check_space.h"
#include "clock.h"
#include "decompose.h"
#include "io/mesh_foreign.h"
#include "mesh_check.h"
#include "page.h"
#include "recording.h"
#include "run.h"
#include "study.h"
#include "study_meshes.h"

enum
{
    EXIT_CLEAR = 0,
    EXIT_CONTACT = 1,
    EXIT_BAD = 2,
    LAYERS_MAX = 64,
    DROP_MAX = 100000,
    COPIES_MAX = 100000
};

#define MOST 1e6  // seconds, and steps in each

static const char usage[] = "impinge run FILE... [options]      what happens in a level when time passes?\n"
                            "impinge check FILE... [options]    which things in a level, or which meshes, touch?\n"
                            "impinge decompose MESH [options]   which convex parts make a closed mesh?\n"
                            "impinge replay FILE [--json] [--threads N] [--verify]  is a recording the same here?\n"
                            "impinge study [--html OUT] [--json] [--quick]\n"
                            "       which tests of two rectangles are right, and how are pairs found\n"
                            "       among many things? --quick: up to a thousand things only\n"
                            "impinge study meshes A [B] [--html OUT] [--json] [--quick]\n"
                            "       which tree over the triangles of these meshes is the best for what?\n"
                            "\n"
                            "Reads Tiled maps (.tmx, .tmj), LDtk projects (.ldtk), drawings (.svg, .svgz), GeoJSON\n"
                            "robots (.urdf, .xml of MuJoCo), and scenes of its own (docs/scene-json.md).\n"
                            "Several files make one scene.\n"
                            "run and check also read meshes: OBJ, STL, PLY, and glTF, 3MF, FBX, Collada and\n"
                            "others if it was built with Assimp.\n"
                            "\n"
                            "  --html OUT       a page with a picture, of run one to replay; needs no server\n"
                            "                   and no network\n"
                            "  --json           the result as JSON instead of text\n"
                            "  --layer NAME     only this layer or group; may be repeated. A tile layer that\n"
                            "                   says nothing about what is solid in it counts as solid then\n"
                            "  --scale S        metres per unit (pixel) of the file; else one tile is 1 m, and\n"
                            "                   GeoJSON is in metres. A drawing is for check as large as it says,\n"
                            "                   for run so large that its things are 0.1 to 10 m (docs/run.md)\n"
                            "  --tolerance T    curves become points at most T metres from them; else a quarter\n"
                            "                   of a pixel, or 1/4096 of a drawing's larger side\n"
                            "  --help, --version\n"
                            "\n"
                            "run:\n"
                            "  --seconds S      of the world; 10 if not said\n"
                            "  --hz F           steps in a second; 60 if not said\n"
                            "  --gravity X,Y    instead of the file's, or 0,-10 [m/s^2, y up]; X,Y,Z in space\n"
                            "  --threads N      that work at once, 0 for all processors; the result is the same\n"
                            "  --record OUT     all that was called and what came of it, for replay\n"
                            "  --no-floor       nothing is put under a drawing or map in which nothing stands\n"
                            "  --tiles          each whole tile is a body by itself; else those that hang\n"
                            "                   together are one outline\n"
                            "run of meshes: all stands but nodes whose name ends in -rigid (docs/run.md)\n"
                            "  --dynamic NAME   what is called so moves, too; NAME* is all that begins so. May be\n"
                            "                   repeated. A file without nodes is called as it is\n"
                            "  --copies N       N of each that moves fall in a heap; all moves when nothing says so\n"
                            "  --as WORD        what moves is of convex parts (parts, if not said), its hull, the mesh\n"
                            "                   with its triangles, or a field, for threads, sockets and chains\n"
                            "  --tolerance T    parts go at most T metres out of the mesh; else a fiftieth of its side.\n"
                            "                   Of a field the length of a cell; else a hundredth\n"
                            "  --drop N         N balls and boxes fall on it from above\n"
                            "  --scale S        metres per unit of the files; 1 if not said\n"
                            "run of robots (docs/robots.md)\n"
                            "  --fixed-root     what is free stands fast; --free-root: what stands fast is free\n"
                            "  --hold           joints of a URDF hold where they begin, by up to their effort\n"
                            "  --self-collide   links of a URDF collide with each other\n"
                            "  --as WORD        meshes are not their hulls but as above\n"
                            "decompose:\n"
                            "  --tolerance T    parts go at most T metres out of the mesh; else a fiftieth of its side\n"
                            "  --save OUT       the parts with a colour each as .obj or .glb; as .json a scene of our own,\n"
                            "                   which run loads without taking apart again\n"
                            "  --html OUT, --json, --scale S, --up AXIS\n"
                            "replay:\n"
                            "  --verify         exit status 1 when it is not the same to the last bit\n"
                            "check:\n"
                            "  --save OUT.json  all shapes as a scene of our own\n"
                            "  --move DX,DY     push every object by DX, DY [m, y up] and tell what it hits\n"
                            "                   first, and when (0 to 1 of the way); what is static stands.\n"
                            "                   DX,DY,DZ in space\n"
                            "  --seams          list the pairs within one tile layer or outline, too; not in space\n"
                            "run and check of meshes:\n"
                            "  --up AXIS        y or z, which points up in the files; y if not said\n"
                            "check of meshes:\n"
                            "  --clearance D    also what is nearer than D metres\n"
                            "  --pose POSES     where the bodies are, a JSON (docs/check.md)\n"
                            "  --scale S        metres per unit of the files; 1 if not said\n"
                            "\n"
                            "Tiles are solid if they have collision shapes, or if they or their layer have a\n"
                            "property solid, collides, collidable or collision, or if the layer's name says\n"
                            "so. Hidden layers count, parallax layers do not. How things move, properties say\n"
                            "(docs/run.md); else tiles and lines stand, and objects fall.\n"
                            "\n"
                            "Exit status of check: 0 nothing touches (or hits), 1 something does, 2 bad input;\n"
                            "of run and replay: 0, or 2 for bad input.\n";

typedef struct arguments
{
    const char* html;
    const char* save;
    bool json;
    bool quick;
    const char* layers[LAYERS_MAX];
    io_options reading;
    check_options checking;
    mesh_options meshes;
    run_options running;
    imp3_vec gravity, move;
    bool z_up;
    const char* moving[LAYERS_MAX];
    int32_t drop;
    uint32_t given;  // bits of the options that were there
} arguments;

static int bad_usage(const char* text, const char* what)
{
    fprintf(stderr, "impinge: %s%s (impinge --help)\n", text, what);
    return EXIT_BAD;
}

// Two numbers or three.
static bool read_vector(const char* text, imp3_vec* out)
{
    double x, y, z = 0;
    bool good = io_text_number(&text, &x) && *text++ == ',' && io_text_number(&text, &y);
    good = good && (!*text || (*text++ == ',' && io_text_number(&text, &z) && !*text));
    *out = good ? (imp3_vec){(float)x, (float)y, (float)z} : *out;
    return good && fabs(x) <= 1e15 && fabs(y) <= 1e15 && fabs(z) <= 1e15;
}

static bool read_positive(const char* text, double* out)
{
    return io_text_number(&text, out) && !*text && *out > 0;
}

// Options; each has a bit of its own.
enum
{
    HTML = 256,
    JSON,
    QUICK,
    SAVE,
    MOVE,
    LAYER,
    SCALE,
    TOLERANCE,
    SEAMS,
    SECONDS,
    HZ,
    GRAVITY,
    THREADS,
    RECORD,
    VERIFY,
    TILES,
    NO_FLOOR,
    CLEARANCE,
    POSE,
    DYNAMIC,
    DROP,
    COPIES,
    AS,
    UP,
    FIXED_ROOT,
    FREE_ROOT,
    HOLD,
    SELF_COLLIDE,
    HELP,
    VERSION
};

static const struct option options[] = {
    {"html", required_argument, NULL, HTML},
    {"json", no_argument, NULL, JSON},
    {"quick", no_argument, NULL, QUICK},
    {"save", required_argument, NULL, SAVE},
    {"move", required_argument, NULL, MOVE},
    {"layer", required_argument, NULL, LAYER},
    {"scale", required_argument, NULL, SCALE},
    {"tolerance", required_argument, NULL, TOLERANCE},
    {"seams", no_argument, NULL, SEAMS},
    {"seconds", required_argument, NULL, SECONDS},
    {"hz", required_argument, NULL, HZ},
    {"gravity", required_argument, NULL, GRAVITY},
    {"threads", required_argument, NULL, THREADS},
    {"record", required_argument, NULL, RECORD},
    {"verify", no_argument, NULL, VERIFY},
    {"tiles", no_argument, NULL, TILES},
    {"no-floor", no_argument, NULL, NO_FLOOR},
    {"clearance", required_argument, NULL, CLEARANCE},
    {"pose", required_argument, NULL, POSE},
    {"dynamic", required_argument, NULL, DYNAMIC},
    {"drop", required_argument, NULL, DROP},
    {"copies", required_argument, NULL, COPIES},
    {"as", required_argument, NULL, AS},
    {"up", required_argument, NULL, UP},
    {"fixed-root", no_argument, NULL, FIXED_ROOT},
    {"free-root", no_argument, NULL, FREE_ROOT},
    {"hold", no_argument, NULL, HOLD},
    {"self-collide", no_argument, NULL, SELF_COLLIDE},
    {"help", no_argument, NULL, HELP},
    {"version", no_argument, NULL, VERSION},
    {NULL, 0, NULL, 0},
};

#define BIT(option) (UINT32_C(1) << ((option)-HTML))
#define READING (BIT(HTML) | BIT(JSON) | BIT(LAYER) | BIT(SCALE) | BIT(TOLERANCE))
#define OF_MESHES (BIT(CLEARANCE) | BIT(POSE) | BIT(UP))
#define OF_MESHES_THAT_RUN (BIT(DYNAMIC) | BIT(DROP) | BIT(COPIES) | BIT(AS) | BIT(UP))
#define OF_ROBOTS (BIT(FIXED_ROOT) | BIT(FREE_ROOT) | BIT(HOLD) | BIT(SELF_COLLIDE))
#define OF_SCENES (BIT(LAYER) | BIT(TOLERANCE) | BIT(SAVE) | BIT(MOVE) | BIT(SEAMS))

static bool read_number(int option, const char* text, arguments* out)
{
    double number = 0, clearance = 0;
    switch (option)
    {
    case CLEARANCE:
        if (!read_positive(text, &clearance) || clearance < 1e-15 || clearance > 1e15)
        {
            return false;
        }
        out->meshes.clearance = (float)clearance;
        return true;
    case SCALE: return read_positive(text, &out->reading.scale);
    case TOLERANCE: return read_positive(text, &out->reading.tolerance);
    case SECONDS: return read_positive(text, &out->running.seconds) && out->running.seconds <= MOST;
    case DROP:
        if (!read_positive(text, &number) || number > DROP_MAX || number != floor(number))
        {
            return false;
        }
        out->drop = (int32_t)number;
        return true;
    case COPIES:
        if (!read_positive(text, &number) || number > COPIES_MAX || number != floor(number))
        {
            return false;
        }
        out->reading.copies = (int32_t)number;
        return true;
    case HZ: return read_positive(text, &out->running.hz) && out->running.hz >= 1 / MOST && out->running.hz <= MOST;
    default:
        if (strcmp(text, "0") != 0 && !read_positive(text, &number))
        {
            return false;
        }
        out->running.threads = number <= (double)RUN_THREADS_MAX ? (int32_t)number : -1;
        return (double)out->running.threads == number;
    }
}

static const char* wants_number(int option)
{
    switch (option)
    {
    case SCALE: return "--scale wants a positive number, not ";
    case CLEARANCE: return "--clearance wants a positive number of metres, not ";
    case DROP: return "--drop wants a whole number from 1 to 100000, not ";
    case COPIES: return "--copies wants a whole number from 1 to 100000, not ";
    case TOLERANCE: return "--tolerance wants a positive number, not ";
    case SECONDS: return "--seconds wants a number above 0, up to 1e6, not ";
    case HZ: return "--hz wants a number from 1e-6 to 1e6, not ";
    default: return "--threads wants 0 to 64, not ";
    }
}

// 0, or the exit status of a usage fault; -1 when help was all that was wanted.
static int read_arguments(int count, char** values, arguments* out)
{
    for (int option; (option = getopt_long(count, values, "h", options, NULL)) != -1;)
    {
        const char* text = optarg;
        out->given |= option >= HTML ? BIT(option) : 0;
        switch (option)
        {
        case HTML: out->html = text; break;
        case JSON: out->json = true; break;
        case QUICK: out->quick = true; break;
        case SAVE: out->save = text; break;
        case SEAMS: out->checking.list_seams = true; break;
        case RECORD: out->running.record = text; break;
        case VERIFY:
        case NO_FLOOR: break;
        case TILES: out->reading.tiles = true; break;
        case FIXED_ROOT: out->reading.root = IO_ROOT_FIXED; break;
        case FREE_ROOT: out->reading.root = IO_ROOT_FREE; break;
        case HOLD: out->reading.hold = true; break;
        case SELF_COLLIDE: out->reading.meets_itself = true; break;
        case POSE: out->meshes.bodies.poses = text; break;
        case MOVE:
            out->checking.has_move = read_vector(text, &out->move);
            out->checking.move = (imp2_vec){out->move.x, out->move.y};
            if (!out->checking.has_move)
            {
                return bad_usage("--move wants two numbers such as 0.5,-2, or three in space, not ", text);
            }
            break;
        case GRAVITY:
            if (!read_vector(text, &out->gravity))
            {
                return bad_usage("--gravity wants two numbers such as 0,-9.81, not ", text);
            }
            break;
        case UP:
            if (strcmp(text, "y") != 0 && strcmp(text, "z") != 0)
            {
                return bad_usage("--up wants y or z, not ", text);
            }
            out->z_up = text[0] == 'z';
            break;
        case LAYER:
            if (out->reading.layer_count == LAYERS_MAX)
            {
                return bad_usage("too many --layer", "");
            }
            out->layers[out->reading.layer_count++] = text;
            break;
        case DYNAMIC:
            if (out->reading.moving_count == LAYERS_MAX)
            {
                return bad_usage("too many --dynamic", "");
            }
            out->moving[out->reading.moving_count++] = text;
            break;
        case AS:
            out->reading.wears = io_wear_of(text);
            out->reading.wears_told = true;
            if (out->reading.wears < 0)
            {
                return bad_usage("--as wants parts, hull, mesh or field, not ", text);
            }
            break;
        case SCALE:
        case TOLERANCE:
        case SECONDS:
        case HZ:
        case THREADS:
        case CLEARANCE:
        case DROP:
        case COPIES:
            if (!read_number(option, text, out))
            {
                return bad_usage(wants_number(option), text);
            }
            break;
        case 'h':
        case HELP: fputs(usage, stdout); return -1;
        case VERSION: printf("impinge %s\n", imp_version_text()); return -1;
        default: return EXIT_BAD;
        }
    }
    out->reading.layers = out->layers;
    out->reading.moving = out->moving;
    return 0;
}

static int fail(const io_error* error)
{
    char line[1200];
    io_error_print(error, line, sizeof line);
    fprintf(stderr, "%s\n", line);
    return EXIT_BAD;
}

// The exit status, when all that was printed has arrived.
static int end_output(int code)
{
    if (fflush(stdout) != 0 || ferror(stdout))
    {
        fprintf(stderr, "impinge: the result could not be written\n");
        return EXIT_BAD;
    }
    return code;
}

static int tell(const arguments* asked, const io_scene* scene, const check_result* result)
{
    io_error error = {0};
    if (asked->save && io_scene_save(scene, asked->save, &error))
    {
        return fail(&error);
    }
    if (asked->html && write_page(asked->html, scene, result, &error))
    {
        return fail(&error);
    }
    (asked->json ? write_json : write_report)(stdout, scene, result);
    if (!asked->json && asked->save)
    {
        printf("saved the scene as %s\n", asked->save);
    }
    if (!asked->json && asked->html)
    {
        printf("wrote the page %s\n", asked->html);
    }
    if (end_output(EXIT_CLEAR))
    {
        return EXIT_BAD;
    }
    if (result->pair_count || result->hit_count)
    {
        return EXIT_CONTACT;
    }
    if (result->cut)
    {
        fprintf(stderr, "impinge: too many shapes lie over each other to look at all pairs\n");
        return EXIT_BAD;
    }
    return EXIT_CLEAR;
}

static int load(const arguments* asked, io_scene* scene, char** files, int count, bool true_size)
{
    io_error error = {0};
    io_options how = asked->reading;
    progress bar;
    progress_begin(&bar, isatty(STDERR_FILENO) == 1);
    how.true_size = true_size;
    how.read_mesh = io_mesh_load_foreign;
    how.watching = progress_of_parts;
    how.watcher = &bar;
    int status = 0;
    for (int i = 0; i < count && !status; i++)
    {
        io_status loaded = is_mesh_file(files[i]) ? io_scene_load_meshes(scene, files[i], &how, &error)
                                                  : io_scene_load(scene, files[i], &how, &error);
        progress_hide(&bar);
        status = loaded ? fail(&error) : 0;
    }
    progress_release();
    return status;
}

// Options that do not belong to such files; 0, or the exit status of a usage fault.
static int refuse_options(const arguments* asked, uint32_t refused, const char* where)
{
    for (const struct option* o = options; o->name; o++)
    {
        if (asked->given & BIT(o->val) & refused)
        {
            fprintf(stderr, "impinge: --%s is not for %s (impinge --help)\n", o->name, where);
            return EXIT_BAD;
        }
    }
    return 0;
}

static int check_meshes(const arguments* asked, char** files, int count)
{
    mesh_options how = asked->meshes;
    for (int i = 0; i < count; i++)
    {
        if (!is_mesh_file(files[i]))
        {
            return bad_usage("either all files are meshes or none is; none is ", files[i]);
        }
    }
    how.html = asked->html;
    how.z_up = asked->z_up;
    how.json = asked->json;
    how.bodies.scale = asked->reading.scale > 0 ? asked->reading.scale : 1;
    progress bar;
    progress_begin(&bar, isatty(STDERR_FILENO) == 1);
    how.bodies.bar = &bar;
    how.bodies.report = asked->json ? NULL : stdout;
    int refused = refuse_options(asked, OF_SCENES, "meshes");
    return refused ? refused : mesh_command(files, count, &how);
}

static int check_in_space(const arguments* asked, const io_scene* scene, double read_ms)
{
    space_result result;
    io_error error = {0};
    if (refuse_options(asked, BIT(SEAMS), "scenes of space, where nothing is put together of tiles"))
    {
        return EXIT_BAD;
    }
    imp_status checked = check_space(scene, asked->checking.has_move ? &asked->move : NULL, &result);
    if (checked)
    {
        fprintf(stderr, "impinge: %s\n", imp_status_text(checked));
        return EXIT_BAD;
    }
    result.read_ms = read_ms;
    int code = result.count || result.hit_count ? EXIT_CONTACT : EXIT_CLEAR;
    code = asked->save && io_scene_save(scene, asked->save, &error) ? fail(&error) : code;
    code = code != EXIT_BAD && asked->html && space_page(asked->html, scene, &result, &error) ? fail(&error) : code;
    if (code != EXIT_BAD)
    {
        (asked->json ? space_json : space_report)(stdout, scene, &result);
        if (!asked->json && asked->html)
        {
            printf("wrote the page %s\n", asked->html);
        }
        code = end_output(code);
    }
    space_result_free(&result);
    return code;
}

static int check(const arguments* asked, char** files, int count)
{
    for (int i = 0; i < count; i++)
    {
        if (is_mesh_file(files[i]))
        {
            return check_meshes(asked, files, count);
        }
    }
    if (refuse_options(asked, OF_MESHES, "scenes of the plane"))
    {
        return EXIT_BAD;
    }
    io_scene scene;
    double start = clock_ms();
    io_scene_init(&scene, NULL);
    int status = load(asked, &scene, files, count, true);
    double read = clock_ms();
    if (!status && scene.dimension == 3)
    {
        status = check_in_space(asked, &scene, read - start);
    }
    else if (!status && asked->move.z != 0)
    {
        status = bad_usage("--move wants two numbers such as 0.5,-2 in the plane", "");
    }
    else if (!status)
    {
        check_result result;
        check_options how = asked->checking;
        how.show_progress = isatty(STDERR_FILENO) == 1;
        imp_status checked = check_scene(&scene, &how, &result);
        if (checked)
        {
            fprintf(stderr, "impinge: %s\n", imp_status_text(checked));
            status = EXIT_BAD;
        }
        else
        {
            result.read_ms = read - start;
            result.check_ms = clock_ms() - read;
            status = tell(asked, &scene, &result);
            check_result_free(&result);
        }
    }
    io_scene_free(&scene);
    return status;
}

static int tell_run(const arguments* asked, const io_scene* scene, const run_result* result)
{
    io_error error = {0};
    if (asked->html && run_page(asked->html, scene, result, &error))
    {
        return fail(&error);
    }
    (asked->json ? run_json : run_report)(stdout, scene, result);
    if (!asked->json && asked->html)
    {
        printf("wrote the page %s\n", asked->html);
    }
    if (!asked->json && asked->running.record)
    {
        printf("wrote the recording %s\n", asked->running.record);
    }
    return end_output(EXIT_CLEAR);
}

// Which way is up is asked of meshes alone: a scene says its gravity.
static int find_up(const arguments* asked, char** files, int count)
{
    for (int i = 0; i < count; i++)
    {
        if (!is_mesh_file(files[i]) && refuse_options(asked, BIT(UP), "scenes, which say their gravity"))
        {
            return EXIT_BAD;
        }
    }
    return 0;
}

// What is asked of robots alone, where there are none.
static int find_robot(const arguments* asked, const io_scene* scene)
{
    bool found = false;
    for (size_t i = 0; i < scene->file_count; i++)
    {
        found = found || scene->files[i].is_robot;
    }
    return found ? 0 : refuse_options(asked, OF_ROBOTS, "scenes without a robot");
}

static int run(const arguments* asked, char** files, int count)
{
    io_scene scene;
    io_error error = {0};
    double start = clock_ms();
    io_scene_init(&scene, NULL);
    int status = find_up(asked, files, count);
    status = status ? status : load(asked, &scene, files, count, false);
    status = status ? status : find_robot(asked, &scene);
    double read = clock_ms();
    if (!status)
    {
        run_options how = asked->running;
        how.keep_frames = asked->html != NULL;
        how.show_progress = isatty(STDERR_FILENO) == 1;
        how.head = asked->json ? NULL : stdout;
        if (asked->z_up)
        {
            scene.space.world.gravity = (imp3_vec){0, 0, scene.space.world.gravity.y};
        }
        if (asked->given & BIT(GRAVITY))
        {
            scene.world.gravity = (imp2_vec){asked->gravity.x, asked->gravity.y};
            scene.space.world.gravity = asked->gravity;
        }
        bool added, floor = !(asked->given & BIT(NO_FLOOR));
        run_result result;
        if (how.seconds * how.hz > 1e9)
        {
            status = bad_usage("more than a billion steps", "");
        }
        else if ((asked->given & OF_MESHES_THAT_RUN) && scene.dimension != 3)
        {
            status = refuse_options(asked, OF_MESHES_THAT_RUN, "scenes of the plane");
        }
        else if ((floor && io_scene_add_floor(&scene, &added, &error)) ||
                 io_scene_end_space(&scene, &asked->reading, asked->drop, floor, &error) ||
                 run_scene(&scene, &how, &result, &error))
        {
            status = fail(&error);
        }
        else
        {
            result.read_ms = read - start;
            status = tell_run(asked, &scene, &result);
            run_result_free(&result);
        }
    }
    io_scene_free(&scene);
    return status;
}

static int replay(const arguments* asked, char** files, int count)
{
    replay_result result;
    io_error error = {0};
    if (count > 1)
    {
        return bad_usage("replay takes one file, not also ", files[1]);
    }
    if (replay_file(files[0], asked->running.threads, &result, &error))
    {
        return fail(&error);
    }
    if (asked->json)
    {
        replay_json(stdout, &result);
    }
    else
    {
        replay_report(stdout, files[0], &result);
    }
    bool differs = result.report.difference != IMP_REPLAY_SAME && asked->given & BIT(VERIFY);
    return end_output(differs ? EXIT_CONTACT : EXIT_CLEAR);
}

static int study(const arguments* asked)
{
    io_error error = {0};
    if (asked->html && page_try(asked->html, &error))
    {
        return fail(&error);
    }
    study_result* result = malloc(sizeof *result);
    imp_status status = result ? study_run(asked->quick, result) : IMP_ERR_MEMORY;
    int code = status ? EXIT_BAD : EXIT_CLEAR;
    if (status)
    {
        fprintf(stderr, "impinge: %s\n", imp_status_text(status));
    }
    else if (asked->html && study_page(asked->html, result, &error))
    {
        code = fail(&error);
    }
    else
    {
        (asked->json ? study_json : study_report)(stdout, result);
        if (!asked->json && asked->html)
        {
            printf("wrote the page %s\n", asked->html);
        }
        code = end_output(code);
    }
    free(result);
    return code;
}

static int study_of(const arguments* asked, char** words, int count)
{
    if (count == 0)
    {
        return study(asked);
    }
    if (strcmp(words[0], "meshes") != 0)
    {
        return bad_usage("study takes no file, or the word meshes and one or two of these, not ", words[0]);
    }
    if (count < 2 || count > 3 || !is_mesh_file(words[1]) || !is_mesh_file(words[count - 1]))
    {
        return bad_usage("study meshes wants one or two files of meshes", "");
    }
    return end_output(study_meshes_command(words + 1, count - 1, asked->html, asked->json, asked->quick));
}

static int decompose(const arguments* asked, char** files, int count)
{
    if (count > 1 || !is_mesh_file(files[0]))
    {
        return bad_usage("decompose takes one mesh, not ", files[count - 1]);
    }
    const decompose_options how = {.tolerance = asked->reading.tolerance,
                                   .scale = asked->reading.scale > 0 ? asked->reading.scale : 1,
                                   .save = asked->save,
                                   .html = asked->html,
                                   .z_up = asked->z_up,
                                   .json = asked->json};
    return end_output(decompose_command(files[0], &how));
}

static const struct command
{
    const char* name;
    uint32_t options;
} commands[] = {
    {"check", READING | OF_SCENES | OF_MESHES},
    {"run", READING | BIT(SECONDS) | BIT(HZ) | BIT(GRAVITY) | BIT(THREADS) | BIT(RECORD) | BIT(TILES) | BIT(NO_FLOOR) |
                OF_MESHES_THAT_RUN | OF_ROBOTS},
    {"decompose", BIT(TOLERANCE) | BIT(SAVE) | BIT(HTML) | BIT(UP) | BIT(SCALE) | BIT(JSON)},
    {"replay", BIT(JSON) | BIT(THREADS) | BIT(VERIFY)},
    {"study", BIT(HTML) | BIT(JSON) | BIT(QUICK)},
};

// The command of that name, when it takes all options that were given.
static const struct command* find_command(const char* name, uint32_t given)
{
    const struct command* found = NULL;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
    {
        found = strcmp(name, commands[i].name) == 0 ? &commands[i] : found;
    }
    for (const struct option* o = options; found && o->name; o++)
    {
        if (given & BIT(o->val) & ~found->options)
        {
            fprintf(stderr, "impinge: %s does not take --%s (impinge --help)\n", name, o->name);
            return NULL;
        }
    }
    if (!found)
    {
        (void)bad_usage("unknown command ", name);
    }
    return found;
}

int main(int count, char** values)
{
    arguments asked = {.running = {.seconds = 10, .hz = 60, .threads = 1}};
    int status = read_arguments(count, values, &asked);
    if (status)
    {
        return status < 0 ? 0 : status;
    }
    char** words = values + optind;  // getopt_long has moved the options before them
    int word_count = count - optind;
    if (word_count == 0)
    {
        fputs(usage, stderr);
        return EXIT_BAD;
    }
    const struct command* command = find_command(words[0], asked.given);
    if (!command)
    {
        return EXIT_BAD;
    }
    if (command->name[0] == 's')
    {
        return study_of(&asked, words + 1, word_count - 1);
    }
    if (word_count == 1)
    {
        return bad_usage("no file to ", words[0]);
    }
    int (*go)(const arguments*, char**, int) = command->name[0] == 'c'   ? check
                                               : command->name[0] == 'd' ? decompose
                                               : command->name[1] == 'u' ? run
                                                                         : replay;
    return go(&asked, words + 1, word_count - 1);
}
