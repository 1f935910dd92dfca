// SPDX-License-Identifier: MIT
//
// What the study found about many things that move, as text and as JSON.

#include "check.h"
#include "study_blocks.h"

// 4950, 12.3k, 4.99M: in five characters or less.
static void print_short(FILE* out, double value)
{
    static const char* const units[] = {"", "k", "M", "G", "T"};
    int unit = 0;
    while (value >= (unit ? 999.5 : 9999.5) && unit < 4)
    {
        value /= 1000;
        unit++;
    }
    char text[32];
    snprintf(text, sizeof text, "%.*f%s",
             value >= 99.95 || (unit == 0 && value >= 9.95) ? 0
             : value >= 9.995                               ? 1
                                                            : 2,
             value, units[unit]);
    fprintf(out, "%6s", text);
}

static void print_run(FILE* out, const blocks_run* run)
{
    fputs("   ", out);
    print_short(out, run->tests);
    if (run->ns > 0)
    {
        fprintf(out, " %8.1f", run->ns / 1000);
    }
    else
    {
        fprintf(out, " %8s", "-");
    }
}

static void print_ways(FILE* out, const study_blocks* blocks)
{
    fprintf(out, "%-8s%7s %6s", "", "things", "pairs");
    for (int32_t way = 0; way < BLOCKS_WAYS; way++)
    {
        fprintf(out, "   %-15.15s", blocks_ways[way].name);
    }
    fprintf(out, "   best blocks\n%-22s", "");
    for (int32_t way = 0; way <= BLOCKS_WAYS; way++)
    {
        fprintf(out, "   %6s %8s", "tests", "us");
    }
    fputc('\n', out);
    for (int32_t i = 0; i < blocks->row_count; i++)
    {
        const blocks_row* row = &blocks->rows[i];
        fprintf(out, "%-8s%7d ", blocks_spreads[row->spread], (int)row->things);
        print_short(out, row->pairs);
        for (int32_t way = 0; way < BLOCKS_WAYS; way++)
        {
            print_run(out, &row->ways[way]);
        }
        print_run(out, &row->ladder[row->fastest]);
        fputc('\n', out);
    }
}

static void print_ladder(FILE* out, const study_blocks* blocks)
{
    fprintf(out, "%-8s%7s", "", "things");
    for (int32_t k = 0; k < BLOCKS_LADDER; k++)
    {
        fprintf(out, "%9g ", blocks_size(k));
    }
    fprintf(out, "  fewest tests   best   rule      us   rule / best\n");
    for (int32_t i = 0; i < blocks->row_count; i++)
    {
        const blocks_row* row = &blocks->rows[i];
        fprintf(out, "%-8s%7d", blocks_spreads[row->spread], (int)row->things);
        for (int32_t k = 0; k < BLOCKS_LADDER; k++)
        {
            if (row->ladder[k].ns > 0)
            {
                fprintf(out, "%9.1f%c", row->ladder[k].ns / 1000, k == row->fastest ? '*' : ' ');
            }
            else
            {
                fprintf(out, "%9s ", "-");
            }
        }
        fprintf(out, "  %12g %6g %6.1f %7.1f %13.2f\n", blocks_size(row->fewest), blocks_size(row->fastest), row->rule,
                row->ruled.ns / 1000, row->ruled.ns / row->ladder[row->fastest].ns);
    }
}

void study_blocks_report(FILE* out, const study_blocks* blocks)
{
    fprintf(out,
            "Who might touch, of many things that move? Tests of two boxes, and microseconds on this machine, to move "
            "all\nand list the pairs, per frame. %s\n\n",
            blocks->agree ? "All ways list as many pairs." : "THE WAYS LIST DIFFERENT PAIRS.");
    print_ways(out, blocks);
    fprintf(out, "\nMicroseconds per frame against the size of a block, in mean sizes of a thing\n\n");
    print_ladder(out, blocks);
    fprintf(out,
            "\n* the best. The rule: a block should hold sqrt(v / t) = %.1f things,\nand be two things long at least. ",
            blocks->fill);
    if (blocks->visit > 0 && blocks->test > 0)
    {
        fprintf(out, "To look at a block costs v = %.0f ns here, and each thing in it t = %.1f ns for another.\n\n",
                blocks->visit, blocks->test);
    }
    else
    {
        fprintf(out, "Times depended too little on the size of a block to tell v and t here: a guess.\n\n");
    }
    for (int32_t way = 0; way < BLOCKS_WAYS; way++)
    {
        fprintf(out, "%s\n    When to use it: %s\n", blocks_ways[way].name, blocks_ways[way].use);
    }
}

// JSON

static void write_run(FILE* out, const blocks_run* run)
{
    fprintf(out, "{\"tests\":%.1f,\"ns\":[%.1f]}", run->tests, run->ns);
}

static void write_row(FILE* out, const blocks_row* row)
{
    fprintf(out, "{\"spread\":\"%s\",\"things\":%d,\"pairs\":%.3f,\"ways\":[", blocks_spreads[row->spread],
            (int)row->things, row->pairs);
    for (int32_t way = 0; way < BLOCKS_WAYS; way++)
    {
        fputs(way ? "," : "", out);
        write_run(out, &row->ways[way]);
    }
    fprintf(out, "],\n \"ladder\":[");
    for (int32_t k = 0; k < BLOCKS_LADDER; k++)
    {
        fputs(k ? "," : "", out);
        write_run(out, &row->ladder[k]);
    }
    fprintf(out, "],\"fewest\":%d,\"timed\":{\"fastest\":%d,\"rule\":%.3f,\"rule_tests\":%.1f,\"rule_ns\":%.1f}}",
            (int)row->fewest, (int)row->fastest, row->rule, row->ruled.tests, row->ruled.ns);
}

static void write_words(FILE* out, const blocks_way* way)
{
    const char* const words[][2] = {
        {"key", way->key}, {"name", way->name}, {"idea", way->idea}, {"use", way->use}, {"source", way->source}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    {
        fprintf(out, "%c\"%s\":", i ? ',' : '{', words[i][0]);
        write_json_text(out, words[i][1]);
    }
    fputc('}', out);
}

void study_blocks_json(FILE* out, const study_blocks* blocks)
{
    fprintf(out, "{\"agree\":%s,\"ways\":[", blocks->agree ? "true" : "false");
    for (int32_t way = 0; way < BLOCKS_WAYS; way++)
    {
        fputs(way ? ",\n" : "\n", out);
        write_words(out, &blocks_ways[way]);
    }
    fprintf(out, "],\n\"sizes\":[");
    for (int32_t k = 0; k < BLOCKS_LADDER; k++)
    {
        fprintf(out, "%s%g", k ? "," : "", blocks_size(k));
    }
    fprintf(out, "],\"timed\":{\"base\":%.4g,\"visit\":%.4g,\"test\":%.4g,\"fill\":%.6g},\n\"rows\":[", blocks->base,
            blocks->visit, blocks->test, blocks->fill);
    for (int32_t i = 0; i < blocks->row_count; i++)
    {
        fputs(i ? ",\n" : "\n", out);
        write_row(out, &blocks->rows[i]);
    }
    fprintf(out, "],\n\"sample\":[");
    for (int32_t i = 0; i < BLOCKS_SAMPLE; i++)
    {
        imp2_box box = blocks->sample[i];
        fprintf(out, "%s[%.4g,%.4g,%.4g,%.4g]", i ? "," : "", (double)box.lower.x, (double)box.lower.y,
                (double)box.upper.x, (double)box.upper.y);
    }
    fprintf(out, "]}");
}
