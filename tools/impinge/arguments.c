// SPDX-License-Identifier: MIT
//
// Options of the command line.

#include "arguments.h"

#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum
{
    DROP_MAX = 100000,
    COPIES_MAX = 100000
};

#define MOST 1e6  // seconds, and steps in each

int bad_usage(const char* text, const char* what)
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

int read_arguments(int count, char** values, arguments* out)
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

const char* find_option(uint32_t given)
{
    const struct option* o = options;
    while (o->name && !(given & BIT(o->val)))
    {
        o++;
    }
    return o->name;
}

int refuse_options(const arguments* asked, uint32_t refused, const char* where)
{
    const char* name = find_option(asked->given & refused);
    if (name)
    {
        fprintf(stderr, "impinge: --%s is not for %s (impinge --help)\n", name, where);
    }
    return name ? EXIT_BAD : 0;
}
