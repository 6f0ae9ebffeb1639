// SPDX-License-Identifier: Apache-2.0
// Help, from the rows.
#include <stdlib.h>
#include <string.h>

#include "cmodel/cli/rh_cli.h"

enum { WIDTH = 100, LEFT = 28 };

/* Words from column `column` on; lines that follow begin at `left`. */
static void put_wrapped(FILE *to, const char *text, int column, int left) {
    for (bool first = true; *text != '\0'; first = false) {
        int length = (int)strcspn(text, " \n");
        bool wraps = !first && column + 1 + length > WIDTH;
        if (wraps)
            column = fprintf(to, "\n%*s", left, "") - 1;
        else if (!first && column > left)
            column += fprintf(to, " ");
        column += fprintf(to, "%.*s", length, text);
        text += length;
        if (*text == '\n')
            column = fprintf(to, "\n%*s", left, "") - 1;
        text += *text != '\0';
    }
    fputc('\n', to);
}

static void put_words(FILE *to, const struct rh_option *option) {
    char *list = NULL;
    size_t size;
    FILE *memory = option->word != NULL ? open_memstream(&list, &size) : NULL;
    if (memory == NULL)
        return;
    for (unsigned i = 0; option->word(i) != NULL; i++)
        fprintf(memory, "%s%s", i == 0 ? "" : ", ", option->word(i));
    if (fclose(memory) == 0) {
        fprintf(to, "%*s", LEFT, "");
        put_wrapped(to, list, LEFT, LEFT);
    }
    free(list);
}

static void put_row(FILE *to, const struct rh_option *option) {
    char spelling[64];
    const char *value = option->value != NULL && !option->argument ? option->value : "";
    int width = fprintf(to, "  %s%s%s", rh_option_spelling(option, spelling), *value != '\0' ? " " : "", value);
    if (width + 2 > LEFT)
        fprintf(to, "\n%*s", LEFT, "");
    else
        fprintf(to, "%*s", LEFT - width, "");
    put_wrapped(to, option->help, LEFT, LEFT);
    put_words(to, option);
}

static void put_usage(const struct rh_cli *cli, FILE *to) {
    const struct rh_option *option;
    const struct rh_option_table *table;
    fprintf(to, "usage: rowhold %s", cli->name);
    if (cli->parts != NULL && cli->tables[0].count == 0)
        fprintf(to, " COMMAND");
    for (unsigned i = 0; (option = rh_cli_argument(cli, i, &table)) != NULL; i++)
        fprintf(to, option->needed ? " %s" : " [%s]", option->name);
    fprintf(to, " [OPTION]...\n");
    put_wrapped(to, cli->about != NULL ? cli->about : cli->meaning, 0, 0);
}

static void put_parts(const struct rh_cli *cli, FILE *to) {
    if (cli->parts == NULL)
        return;
    fprintf(to, "\ncommands, each with its own --help\n");
    for (const struct rh_cli *const *part = cli->parts; *part != NULL; part++) {
        int width = fprintf(to, "  %s", (*part)->name);
        fprintf(to, "%*s", width < LEFT ? LEFT - width : 1, "");
        put_wrapped(to, (*part)->meaning, LEFT, LEFT);
    }
}

static void put_examples(const struct rh_cli *cli, FILE *to) {
    if (cli->examples == NULL)
        return;
    fprintf(to, "\nexamples\n");
    for (const char *line = cli->examples; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        fprintf(to, "  rowhold %.*s\n", (int)length, line);
        line += length + (line[length] == '\n');
    }
}

void rh_cli_help(const struct rh_cli *cli, FILE *to) {
    static const struct rh_option help = {.name = "help", .help = "this text; also -h"};
    const struct rh_option *option;
    put_usage(cli, to);
    put_parts(cli, to);
    bool arguments = false;
    for (unsigned i = 0; (option = rh_cli_row(cli, i)) != NULL; i++) {
        if (option->group != NULL || i == 0 || (arguments && !option->argument))
            fprintf(to, "\n%s\n", option->group != NULL ? option->group : option->argument ? "arguments" : "options");
        arguments = option->argument;
        put_row(to, option);
    }
    if (rh_cli_row(cli, 0) == NULL)
        fputc('\n', to);
    put_row(to, &help);
    put_examples(cli, to);
    if (cli->exits != NULL)
        fprintf(to, "\nexit: %s\n", cli->exits);
}
