// SPDX-License-Identifier: MIT
//
// The command `impinge`. Exit status of check: 0 nothing touches, 1 something does, 2 bad input or usage.

#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "check.h"
#include "study.h"

enum
{
    EXIT_CLEAR = 0,
    EXIT_CONTACT = 1,
    EXIT_BAD = 2,
    LAYERS_MAX = 64
};

static const char usage[] = "impinge check FILE... [options]    which things in a level touch?\n"
                            "impinge study [--html OUT] [--json] [--quick]\n"
                            "       which tests of two rectangles are right, and how are pairs found\n"
                            "       among many things? --quick: up to a thousand things only\n"
                            "\n"
                            "Reads Tiled maps (.tmx, .tmj), LDtk projects (.ldtk), drawings (.svg), GeoJSON\n"
                            "and scenes of its own (docs/scene-json.md). Several files make one scene.\n"
                            "\n"
                            "  --html OUT       a page with a picture; needs no server and no network\n"
                            "  --json           the result as JSON instead of text\n"
                            "  --save OUT.json  all shapes as a scene of our own\n"
                            "  --move DX,DY     push every object by DX, DY [m, y up] and tell what it hits\n"
                            "                   first, and when (0 to 1 of the way); what is static stands\n"
                            "  --layer NAME     only this layer or group; may be repeated. A tile layer that\n"
                            "                   says nothing about what is solid in it counts as solid then\n"
                            "  --scale S        metres per unit (pixel) of the file; else one tile is 1 m, a\n"
                            "                   drawing has the size it says, and GeoJSON is in metres\n"
                            "  --tolerance T    curves become points at most T metres from them; else a quarter\n"
                            "                   of a pixel, or 1/4096 of a drawing's larger side\n"
                            "  --seams          list the pairs within one tile layer or outline, too\n"
                            "  --help, --version\n"
                            "\n"
                            "Tiles are solid if they have collision shapes, or if they or their layer have a\n"
                            "property solid, collides, collidable or collision, or if the layer's name says\n"
                            "so. Hidden layers count, parallax layers do not.\n"
                            "\n"
                            "Exit status: 0 nothing touches (or hits), 1 something does, 2 bad input.\n";

typedef struct arguments
{
    const char* html;
    const char* save;
    bool json;
    bool quick;
    const char* layers[LAYERS_MAX];
    io_options reading;
    check_options checking;
} arguments;

static int bad_usage(const char* text, const char* what)
{
    fprintf(stderr, "impinge: %s%s (impinge --help)\n", text, what);
    return EXIT_BAD;
}

static bool read_move(const char* text, imp2_vec* out)
{
    double x, y;
    if (!io_text_number(&text, &x) || *text++ != ',' || !io_text_number(&text, &y) || *text || fabs(x) > 1e15 ||
        fabs(y) > 1e15)
    {
        return false;
    }
    *out = (imp2_vec){(float)x, (float)y};
    return true;
}

static bool read_positive(const char* text, double* out)
{
    return io_text_number(&text, out) && !*text && *out > 0;
}

static double now_ms(void)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

// 0, or the exit status of a usage fault; -1 when help was all that was wanted.
static int read_arguments(int count, char** values, arguments* out)
{
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
        HELP,
        VERSION
    };
    static const struct option options[] = {
        {"html", required_argument, NULL, HTML},   {"json", no_argument, NULL, JSON},
        {"quick", no_argument, NULL, QUICK},       {"save", required_argument, NULL, SAVE},
        {"move", required_argument, NULL, MOVE},   {"layer", required_argument, NULL, LAYER},
        {"scale", required_argument, NULL, SCALE}, {"tolerance", required_argument, NULL, TOLERANCE},
        {"seams", no_argument, NULL, SEAMS},       {"help", no_argument, NULL, HELP},
        {"version", no_argument, NULL, VERSION},   {NULL, 0, NULL, 0},
    };
    for (int option; (option = getopt_long(count, values, "h", options, NULL)) != -1;)
    {
        const char* text = optarg;
        switch (option)
        {
        case HTML: out->html = text; break;
        case JSON: out->json = true; break;
        case QUICK: out->quick = true; break;
        case SAVE: out->save = text; break;
        case SEAMS: out->checking.list_seams = true; break;
        case MOVE:
            out->checking.has_move = read_move(text, &out->checking.move);
            if (!out->checking.has_move)
            {
                return bad_usage("--move wants two numbers such as 0.5,-2, not ", text);
            }
            break;
        case LAYER:
            if (out->reading.layer_count == LAYERS_MAX)
            {
                return bad_usage("too many --layer", "");
            }
            out->layers[out->reading.layer_count++] = text;
            break;
        case SCALE:
            if (!read_positive(text, &out->reading.scale))
            {
                return bad_usage("--scale wants a positive number, not ", text);
            }
            break;
        case TOLERANCE:
            if (!read_positive(text, &out->reading.tolerance))
            {
                return bad_usage("--tolerance wants a positive number, not ", text);
            }
            break;
        case 'h':
        case HELP: fputs(usage, stdout); return -1;
        case VERSION: printf("impinge %s\n", imp_version_text()); return -1;
        default: return EXIT_BAD;
        }
    }
    out->reading.layers = out->layers;
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

static int check(const arguments* asked, char** files, int count)
{
    io_scene scene;
    io_error error = {0};
    int status = 0;
    double start = now_ms();
    io_scene_init(&scene, NULL);
    for (int i = 0; i < count && !status; i++)
    {
        status = io_scene_load(&scene, files[i], &asked->reading, &error) ? fail(&error) : 0;
    }
    double read = now_ms();
    if (!status)
    {
        check_result result;
        imp_status checked = check_scene(&scene, &asked->checking, &result);
        if (checked)
        {
            fprintf(stderr, "impinge: %s\n", imp_status_text(checked));
            status = EXIT_BAD;
        }
        else
        {
            result.read_ms = read - start;
            result.check_ms = now_ms() - read;
            status = tell(asked, &scene, &result);
            check_result_free(&result);
        }
    }
    io_scene_free(&scene);
    return status;
}

static int study(const arguments* asked)
{
    study_result* result = malloc(sizeof *result);
    imp_status status = result ? study_run(asked->quick, result) : IMP_ERR_MEMORY;
    int code = status ? EXIT_BAD : EXIT_CLEAR;
    io_error error = {0};
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

int main(int count, char** values)
{
    arguments asked = {.html = NULL};
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
    if (strcmp(words[0], "study") == 0)
    {
        bool more = asked.save || asked.checking.has_move || asked.checking.list_seams || asked.reading.layer_count ||
                    asked.reading.scale > 0 || asked.reading.tolerance > 0 || word_count > 1;
        return more ? bad_usage("study takes --html, --json and --quick only", "") : study(&asked);
    }
    if (strcmp(words[0], "check") != 0)
    {
        return bad_usage("unknown command ", words[0]);
    }
    if (word_count == 1)
    {
        return bad_usage("no file to check", "");
    }
    if (asked.quick)
    {
        return bad_usage("--quick is for study", "");
    }
    return check(&asked, words + 1, word_count - 1);
}
