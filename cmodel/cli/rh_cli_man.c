// SPDX-License-Identifier: Apache-2.0
// Man pages, from the rows.
#include <ctype.h>
#include <string.h>

#include "cmodel/cli/rh_cli.h"

/* troff takes '\' and a leading '.' or ''' for itself, and '-' for a hyphen. */
static void put_text(FILE *to, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if ((text[i] == '.' || text[i] == '\'') && (i == 0 || text[i - 1] == '\n'))
            fputs("\\&", to);
        if (text[i] == '\\')
            fputs("\\e", to);
        else if (text[i] == '-')
            fputs("\\-", to);
        else
            fputc(text[i], to);
    }
}

static void put(FILE *to, const char *text) {
    put_text(to, text, strlen(text));
}

static void put_option(const struct rh_option *option, FILE *to) {
    char spelling[64];
    fprintf(to, ".TP\n\\fB");
    put(to, rh_option_spelling(option, spelling));
    fprintf(to, "\\fR");
    if (option->value != NULL && !option->argument) {
        fprintf(to, " \\fI");
        put(to, option->value);
        fprintf(to, "\\fR");
    }
    fputc('\n', to);
    put(to, option->help);
    fputc('\n', to);
    for (unsigned i = 0; option->word != NULL && option->word(i) != NULL; i++) {
        fputs(i == 0 ? ".br\n" : ", ", to);
        put(to, option->word(i));
    }
    if (option->word != NULL)
        fputc('\n', to);
}

static void put_options(const struct rh_cli *cli, FILE *to) {
    const struct rh_option *option;
    for (unsigned i = 0; (option = rh_cli_row(cli, i)) != NULL; i++) {
        if (i == 0)
            fprintf(to, ".SH OPTIONS\n");
        if (option->group != NULL) {
            fprintf(to, ".SS ");
            put(to, option->group);
            fputc('\n', to);
        }
        put_option(option, to);
    }
}

static void put_list(const struct rh_cli *const *list, FILE *to) {
    for (; list != NULL && *list != NULL; list++) {
        fprintf(to, ".TP\n\\fBrowhold ");
        put(to, (*list)->name);
        fprintf(to, "\\fR\n");
        put(to, (*list)->meaning);
        fputc('\n', to);
    }
}

static void put_examples(const char *examples, FILE *to) {
    if (examples == NULL)
        return;
    fprintf(to, ".SH EXAMPLES\n.nf\n");
    for (const char *line = examples; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        fprintf(to, "rowhold ");
        put_text(to, line, length);
        fputc('\n', to);
        line += length + (line[length] == '\n');
    }
    fprintf(to, ".fi\n");
}

/* "rowhold-trace-judge" for "trace judge"; words in capitals are values and stay out. */
static void put_title(const struct rh_cli *cli, FILE *to) {
    fputs("rowhold", to);
    for (const char *word = cli->name; *word != '\0';) {
        size_t skip = strspn(word, "- "), length = strcspn(word + skip, " ");
        if (length > 0 && !isupper((unsigned char)word[skip]))
            fprintf(to, "\\-%.*s", (int)length, word + skip);
        word += skip + length;
    }
}

static void put_name(const struct rh_cli *cli, const char *meaning, FILE *to) {
    fprintf(to, ".\\\" SPDX-License-Identifier: Apache-2.0\n.TH ");
    if (cli != NULL)
        put_title(cli, to);
    else
        fputs("rowhold", to);
    fprintf(to, " 1 \"\" rowhold\n.SH NAME\n");
    if (cli != NULL)
        put_title(cli, to);
    else
        fputs("rowhold", to);
    fprintf(to, " \\- ");
    put(to, meaning);
    fprintf(to, "\n.SH SYNOPSIS\n.B rowhold ");
}

void rh_cli_man(const struct rh_cli *cli, FILE *to) {
    const struct rh_option *argument;
    const struct rh_option_table *table;
    if (cli == NULL) {
        put_name(NULL, "memory controllers as C model and RTL, in lockstep on real request streams", to);
        fprintf(to, "\\fICOMMAND\\fR [\\fIOPTION\\fR]...\n.SH COMMANDS\n");
        put_list(rh_clis, to);
        fprintf(to, ".PP\n\\fBrowhold help\\fR \\fICOMMAND\\fR explains a command.\n");
        return;
    }
    put_name(cli, cli->meaning, to);
    put(to, cli->name);
    for (unsigned i = 0; (argument = rh_cli_argument(cli, i, &table)) != NULL; i++)
        fprintf(to, argument->needed ? " \\fI%s\\fR" : " [\\fI%s\\fR]", argument->name);
    fprintf(to, " [\\fIOPTION\\fR]...\n.SH DESCRIPTION\n");
    put(to, cli->about != NULL ? cli->about : cli->meaning);
    fputc('\n', to);
    if (cli->parts != NULL)
        fprintf(to, ".SH COMMANDS\n");
    put_list(cli->parts, to);
    put_options(cli, to);
    put_examples(cli->examples, to);
    if (cli->exits != NULL) {
        fprintf(to, ".SH EXIT STATUS\n");
        put(to, cli->exits);
        fputc('\n', to);
    }
    fprintf(to, ".SH SEE ALSO\n.BR rowhold (1)\n");
}
