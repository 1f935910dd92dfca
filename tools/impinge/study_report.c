// SPDX-License-Identifier: MIT
//
// What the study found, as text and as JSON.

#include "check.h"
#include "study.h"

study_count study_total(const study_result* result, int32_t way)
{
    study_count sum = {0, 0, 0};
    for (int32_t family = 0; family < STUDY_BARELY; family++)
    {
        const study_count* c = &result->counts[way][family];
        sum.right += c->right;
        sum.false_yes += c->false_yes;
        sum.false_no += c->false_no;
    }
    return sum;
}

static int32_t all_touching(const study_result* result)
{
    int32_t sum = 0;
    for (int32_t family = 0; family < STUDY_BARELY; family++)
    {
        sum += result->touching[family];
    }
    return sum;
}

static double percent(int32_t part, int32_t whole)
{
    return whole ? 100.0 * part / whole : 0.0;
}

void study_verdict(const study_result* result, int32_t way, char* out, size_t room)
{
    study_count c = study_total(result, way);
    int32_t touching = all_touching(result), apart = STUDY_BARELY * STUDY_FAMILY_PAIRS - touching;
    int length = 0;
    int32_t barely = STUDY_FAMILY_PAIRS - result->counts[way][STUDY_BARELY].right;
    if (!c.false_yes && !c.false_no && !barely)
    {
        length = snprintf(out, room, "Right, always.");
    }
    else if (!c.false_yes && !c.false_no)
    {
        length =
            snprintf(out, room, "Right, but for %.0f %% of the pairs that touch or miss each other within rounding.",
                     percent(barely, STUDY_FAMILY_PAIRS));
    }
    else if (!c.false_no)
    {
        length = snprintf(out, room, "Never misses, but says yes to %.1f %% of the pairs that are apart.",
                          percent(c.false_yes, apart));
    }
    else if (!c.false_yes)
    {
        length = snprintf(out, room, "A yes is right, but it misses %.1f %% of the pairs that touch.",
                          percent(c.false_no, touching));
    }
    else
    {
        length = snprintf(out, room, "Misses %.1f %% of the pairs that touch, and says yes to %.1f %% of the others.",
                          percent(c.false_no, touching), percent(c.false_yes, apart));
    }
    const char* between = " Wrong about: ";
    for (int32_t i = 0; i < result->case_count && length >= 0 && (size_t)length < room; i++)
    {
        if (result->cases[i].answers[way] != result->cases[i].pair.touch)
        {
            length += snprintf(out + length, room - (size_t)length, "%s%s", between, result->cases[i].name);
            between = "; ";
        }
    }
    if (between[0] == ';' && length >= 0 && (size_t)length < room)
    {
        snprintf(out + length, room - (size_t)length, ".");
    }
}

static void print_ways(FILE* out, const study_result* result)
{
    int32_t all = STUDY_BARELY * STUDY_FAMILY_PAIRS;
    fprintf(out, "%-7s%-21s%8s %9s %8s %7s %12s   ", "", "way", "right", "false yes", "false no", "barely",
            "operations");
    for (int32_t set = 0; set < STUDY_SETS; set++)
    {
        fprintf(out, "%9s", study_sets[set]);
    }
    fputc('\n', out);
    for (int32_t way = 0; way < STUDY_WAYS; way++)
    {
        study_count c = study_total(result, way);
        fprintf(out, "%-7s%-21s%6.1f %% %9d %8d %5.1f %% ", study_ways[way].form, study_ways[way].name,
                percent(c.right, all), (int)c.false_yes, (int)c.false_no,
                percent(result->counts[way][STUDY_BARELY].right, STUDY_FAMILY_PAIRS));
        if (study_ways[way].counts)
        {
            fprintf(out, "%5.0f %2d-%-3d   ", result->operations[way], (int)result->fewest[way],
                    (int)result->most[way]);
        }
        else
        {
            fprintf(out, "%12s   ", "-");
        }
        for (int32_t set = 0; set < STUDY_SETS; set++)
        {
            fprintf(out, "%9.1f", result->times[way][set]);
        }
        fputc('\n', out);
    }
}

static void print_cases(FILE* out, const study_result* result)
{
    fprintf(out, "%-27s%-7s", "pair", "truth");
    for (int32_t way = 0; way < STUDY_WAYS; way++)
    {
        fprintf(out, "%6s%s", study_ways[way].form, study_ways[way].published ? "'" : " ");
    }
    fputc('\n', out);
    for (int32_t i = 0; i < result->case_count; i++)
    {
        const study_case* c = &result->cases[i];
        fprintf(out, "%-27s%-7s", c->name, c->pair.touch ? "yes" : "no");
        for (int32_t way = 0; way < STUDY_WAYS; way++)
        {
            fprintf(out, "%6s ", c->answers[way] == c->pair.touch ? "." : c->answers[way] ? "YES" : "NO");
        }
        fputc('\n', out);
    }
}

void study_report(FILE* out, const study_result* result)
{
    int32_t all = STUDY_BARELY * STUDY_FAMILY_PAIRS;
    fprintf(out,
            "Do two turned rectangles touch? %d random pairs, of which %.0f %% do. The judge is imp2_overlap, which is "
            "exact.\n\n",
            (int)all, percent(all_touching(result), all));
    print_ways(out, result);
    fprintf(
        out,
        "\nBarely: right answers to pairs that are pushed together until they touch, to rounding; not in the totals.\nOperations: mean, fewest and most of additions, multiplications, divisions and comparisons. Times: ns per "
        "pair\non this machine, for pairs whose circles are apart (far), whose circles meet (near), that touch, and a "
        "third of each.\nThe batch gives the points of contact as well.\n\n");
    print_cases(out, result);
    fprintf(out, "\n. right, YES and NO wrong; ' as published\n\n");
    for (int32_t way = 0; way < STUDY_WAYS; way++)
    {
        char verdict[600];
        study_verdict(result, way, verdict, sizeof verdict);
        fprintf(out, "%s (%s)\n    %s\n    When to use it: %s\n", study_ways[way].name, study_ways[way].form, verdict,
                study_ways[way].use);
    }
    fputc('\n', out);
    study_blocks_report(out, &result->blocks);
}

// JSON

static void write_text_member(FILE* out, const char* name, const char* text)
{
    fprintf(out, "\"%s\":", name);
    write_json_text(out, text);
    fputc(',', out);
}

static void write_count(FILE* out, const study_count* c)
{
    fprintf(out, "{\"right\":%d,\"false_yes\":%d,\"false_no\":%d}", (int)c->right, (int)c->false_yes, (int)c->false_no);
}

// [x, y, half width, half height, cosine, sine, radius]
static void write_rectangle(FILE* out, const char* name, const study_rectangle* r)
{
    fprintf(out, "\"%s\":[%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g],", name, (double)r->center.x, (double)r->center.y,
            (double)r->half.x, (double)r->half.y, (double)r->q.c, (double)r->q.s, (double)r->radius);
}

static void write_pair(FILE* out, const study_pair* pair)
{
    write_rectangle(out, "a", &pair->a);
    write_rectangle(out, "b", &pair->b);
    fprintf(out, "\"touch\":%s", pair->touch ? "true" : "false");
}

static void write_way(FILE* out, const study_result* result, int32_t way)
{
    const study_way* w = &study_ways[way];
    char verdict[600];
    study_verdict(result, way, verdict, sizeof verdict);
    fputc('{', out);
    write_text_member(out, "key", w->key);
    write_text_member(out, "form", w->form);
    write_text_member(out, "name", w->name);
    write_text_member(out, "idea", w->idea);
    write_text_member(out, "verdict", verdict);
    write_text_member(out, "use", w->use);
    write_text_member(out, "source", w->source);
    fprintf(out, "\"published\":%s,\n \"operations\":", w->published ? "true" : "false");
    if (w->counts)
    {
        fprintf(out, "{\"mean\":%.2f,\"fewest\":%d,\"most\":%d}", result->operations[way], (int)result->fewest[way],
                (int)result->most[way]);
    }
    else
    {
        fprintf(out, "null");
    }
    study_count total = study_total(result, way);
    fprintf(out, ",\"total\":");
    write_count(out, &total);
    fprintf(out, ",\"families\":[");
    for (int32_t family = 0; family < STUDY_FAMILIES; family++)
    {
        fputs(family ? "," : "", out);
        write_count(out, &result->counts[way][family]);
    }
    fprintf(out, "],\n \"ns\":[");
    for (int32_t set = 0; set < STUDY_SETS; set++)
    {
        fprintf(out, "%s%.2f", set ? "," : "", result->times[way][set]);
    }
    fprintf(out, "],\"wrong\":[");
    for (int32_t i = 0; i < result->shown_count[way]; i++)
    {
        fputs(i ? ",{" : "{", out);
        write_pair(out, &result->shown[way][i]);
        fputc('}', out);
    }
    fprintf(out, "]}");
}

void study_json(FILE* out, const study_result* result)
{
    fprintf(out, "{\"impinge\":\"study\",\"version\":\"%s\",\"rectangles\":{\"sets\":[", imp_version_text());
    for (int32_t set = 0; set < STUDY_SETS; set++)
    {
        fprintf(out, "%s\"%s\"", set ? "," : "", study_sets[set]);
    }
    fprintf(out, "],\"families\":[");
    for (int32_t family = 0; family < STUDY_FAMILIES; family++)
    {
        fprintf(out, "%s{\"name\":\"%s\",\"pairs\":%d,\"touch\":%d,\"barely\":%s}", family ? "," : "",
                study_families[family], (int)STUDY_FAMILY_PAIRS, (int)result->touching[family],
                family == STUDY_BARELY ? "true" : "false");
    }
    fprintf(out, "],\n\"ways\":[");
    for (int32_t way = 0; way < STUDY_WAYS; way++)
    {
        fputs(way ? ",\n" : "\n", out);
        write_way(out, result, way);
    }
    fprintf(out, "],\n\"cases\":[");
    for (int32_t i = 0; i < result->case_count; i++)
    {
        const study_case* c = &result->cases[i];
        fprintf(out, "%s{", i ? ",\n" : "\n");
        write_text_member(out, "name", c->name);
        write_text_member(out, "what", c->what);
        write_pair(out, &c->pair);
        fprintf(out, ",\"answers\":[");
        for (int32_t way = 0; way < STUDY_WAYS; way++)
        {
            fprintf(out, "%s%s", way ? "," : "", c->answers[way] ? "true" : "false");
        }
        fprintf(out, "]}");
    }
    fprintf(out, "]},\n\"blocks\":");
    study_blocks_json(out, &result->blocks);
    fprintf(out, "}\n");
}
