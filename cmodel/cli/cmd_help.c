// SPDX-License-Identifier: Apache-2.0
// `rowhold help`: the commands, one of them, man pages, completion.
#include <stddef.h>
#include <string.h>

#include "cmodel/cli/rh_cli.h"
#include "cmodel/cli/rh_commands.h"
#include "cmodel/cli/rh_help_rows.h"
#include "cmodel/cli/rh_table.h"
#include "cmodel/core/rh_near.h"

#define RH_COMMAND_ADDRESS(name) &rh_cli_##name,
const struct rh_cli *const rh_clis[] = {RH_COMMANDS(RH_COMMAND_ADDRESS) NULL};

/* Man pages, from the rows. */

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
    char heading[RH_CLI_HEADING];
    for (unsigned i = 0; (option = rh_cli_row(cli, i)) != NULL; i++) {
        if (i == 0)
            fprintf(to, ".SH OPTIONS\n");
        if (rh_cli_heading(cli, i, heading) != NULL) {
            fprintf(to, ".SS ");
            put(to, heading);
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

/* "rowhold-trace-judge" for "trace judge" */
static void put_title(const struct rh_cli *cli, FILE *to) {
    fputs("rowhold\\-", to);
    for (const char *c = cli->name; *c != '\0'; c++)
        fputs(*c == ' ' ? "\\-" : (const char[]){*c, '\0'}, to);
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

/* A page for man; `cli` NULL: of the program. */
static void cli_man(const struct rh_cli *cli, FILE *to) {
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

/* Completion for shells, from the rows. */

static void put_values(const struct rh_cli *cli, FILE *to) {
    const struct rh_option *option;
    char spelling[64];
    for (unsigned i = 0; (option = rh_cli_row(cli, i)) != NULL; i++) {
        if (option->argument || option->kind == RH_OPTION_FLAG)
            continue;
        fprintf(to, "    '%s %s') ", cli->name, rh_option_spelling(option, spelling));
        bool file = option->word == NULL || option->others;
        if (option->word != NULL) {
            fprintf(to, "words='");
            for (unsigned w = 0; option->word(w) != NULL; w++)
                fprintf(to, "%s%s", w == 0 ? "" : " ", option->word(w));
            fprintf(to, "' ");
        }
        file = file && option->kind < RH_OPTION_NUMBER;
        fprintf(to, "%s;;\n", file ? "files=1 " : "");
    }
}

static void put_names(const struct rh_cli *cli, FILE *to) {
    const struct rh_option *option;
    char spelling[64];
    const struct rh_option_table *table;
    fprintf(to, "    '%s') words='", cli->name);
    for (const struct rh_cli *const *part = cli->parts; part != NULL && *part != NULL; part++)
        fprintf(to, "%s ", (*part)->name + strlen(cli->name) + 1); /* "trace judge": the last word */
    for (unsigned i = 0; (option = rh_cli_row(cli, i)) != NULL; i++)
        if (!option->argument)
            fprintf(to, "%s ", rh_option_spelling(option, spelling));
    fprintf(to, "--help'%s ;;\n", rh_cli_argument(cli, 0, &table) != NULL ? " files=1" : "");
}

static void each(const struct rh_cli *const *list, void (*print)(const struct rh_cli *, FILE *), FILE *to) {
    for (; list != NULL && *list != NULL; list++) {
        print(*list, to);
        each((*list)->parts, print, to);
    }
}

static const char head[] = "# Completion of rowhold; made by `rowhold help --completion`.\n"
                           "_rowhold() {\n"
                           "    local words='' files='' key=${COMP_WORDS[1]} current=${COMP_WORDS[COMP_CWORD]} last\n"
                           "    last=${COMP_WORDS[COMP_CWORD-1]}\n"
                           "    COMPREPLY=()\n"
                           "    if [[ $COMP_CWORD == 1 ]]; then\n"
                           "        key=''\n"
                           "    elif [[ $key == trace && $COMP_CWORD -gt 2 ]]; then\n"
                           "        key+=\" ${COMP_WORDS[2]}\"\n"
                           "    fi\n";

/* What a shell ("bash" or "zsh") reads to complete commands, options and their words. False: another shell. */
static bool cli_completion(const char *shell, FILE *to) {
    bool zsh = strcmp(shell, "zsh") == 0;
    if (!zsh && strcmp(shell, "bash") != 0)
        return false;
    if (zsh)
        fprintf(to, "#compdef rowhold\nautoload -Uz bashcompinit && bashcompinit\n");
    fprintf(to, "%s    case \"$key $last\" in\n", head);
    each(rh_clis, put_values, to);
    fprintf(to, "    *)\n    case $key in\n    '') words='");
    for (const struct rh_cli *const *cli = rh_clis; *cli != NULL; cli++)
        fprintf(to, "%s ", (*cli)->name);
    fprintf(to, "--help --version' ;;\n");
    each(rh_clis, put_names, to);
    fprintf(to, "    esac ;;\n    esac\n"
                "    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
                "    if [[ -n $files ]]; then\n"
                "        local IFS=$'\\n'\n"
                "        COMPREPLY+=($(compgen -f -- \"$current\"))\n"
                "    fi\n"
                "}\n"
                "complete -o filenames -F _rowhold rowhold\n");
    return true;
}

struct arguments {
    const char *word[2], *completion;
    bool man, pages;
    struct rh_table_options table;
};

static int unknown(const char *words) {
    struct rh_near near = {.word = words};
    char nearest[RH_NEAR_TEXT];
    struct rh_error error;
    for (const struct rh_cli *const *cli = rh_clis; *cli != NULL; cli++) {
        rh_near_offer(&near, (*cli)->name);
        for (const struct rh_cli *const *part = (*cli)->parts; part != NULL && *part != NULL; part++)
            rh_near_offer(&near, (*part)->name);
    }
    rh_error_set(&error, "help: found '%s', expected a command that `rowhold help` lists%s", words,
                 rh_near_text(&near, nearest));
    return rh_cli_fail(&error);
}

/* "trace judge"; NULL: there is none. */
static const struct rh_cli *find(const struct rh_cli *const *list, const char *words) {
    for (; list != NULL && *list != NULL; list++) {
        const struct rh_cli *part = strcmp((*list)->name, words) == 0 ? *list : find((*list)->parts, words);
        if (part != NULL)
            return part;
    }
    return NULL;
}

/* The names of all pages, as `help` takes them. */
static void print_names(const struct rh_cli *const *list) {
    for (; list != NULL && *list != NULL; list++) {
        puts((*list)->name);
        print_names((*list)->parts);
    }
}

static int run_command(int argc, char **argv) {
    struct arguments a = {.man = false};
    struct rh_error error;
    int parsed = rh_cli_parse(&rh_cli_help_command, argc, argv, &a);
    if (parsed != 0)
        return parsed == 1 ? 0 : 2;
    char words[192] = "";
    for (unsigned i = 0; i < 2 && a.word[i] != NULL; i++)
        (void)snprintf(words + strlen(words), sizeof words - strlen(words), "%s%s", i == 0 ? "" : " ", a.word[i]);
    const struct rh_cli *cli = a.word[0] != NULL ? find(rh_clis, words) : NULL;
    const struct rh_cli *const one[] = {cli, NULL};
    if (a.word[0] != NULL && cli == NULL)
        return unknown(words);
    if (a.completion != NULL && !cli_completion(a.completion, stdout)) {
        rh_error_set(&error, "--completion: found '%s', expected bash or zsh", a.completion);
        return rh_cli_fail(&error);
    }
    if (a.table.csv != NULL || a.table.json != NULL || a.table.markdown != NULL)
        return rh_help_rows(cli != NULL ? cli->name : NULL, cli != NULL ? one : rh_clis, &a.table, &error)
                   ? 0
                   : rh_cli_fail(&error);
    if (a.pages)
        print_names(rh_clis);
    if (a.completion != NULL || a.pages)
        return 0;
    if (a.man) {
        cli_man(cli, stdout);
    } else if (cli != NULL) {
        rh_cli_help(cli, stdout);
    } else {
        printf("usage: rowhold COMMAND [OPTION]...\n"
               "Memory controllers as C model and RTL, in lockstep on real request streams.\n\ncommands:\n");
        for (const struct rh_cli *const *c = rh_clis; *c != NULL; c++)
            printf("  %-11s %s\n", (*c)->name, (*c)->meaning);
        printf("`rowhold help COMMAND` or `rowhold COMMAND --help` lists the options of a command.\n");
    }
    return 0;
}

static const char *shell_word(unsigned index) {
    static const char *const words[] = {"bash", "zsh"};
    return index < 2 ? words[index] : NULL;
}

#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct arguments, kind, spelling, __VA_ARGS__)
static const struct rh_option own[] = {
    ROW(TEXT, "COMMAND", NULL, word[0], .argument = true, .help = "a command"),
    ROW(TEXT, "PART", NULL, word[1], .argument = true, .help = "its part: trace judge"),
    ROW(FLAG, "man", NULL, man, .help = "as a man page: rowhold help simulate --man | man -l -"),
    ROW(FLAG, "pages", NULL, pages, .help = "the names of all pages, one a line"),
    ROW(TEXT, "completion", "SHELL", completion, .word = shell_word,
        .help = "what the shell reads to complete: source <(rowhold help --completion bash)"),
};

const struct rh_cli rh_cli_help_command = {
    .name = "help",
    .meaning = "the commands, or one of them; man pages and shell completion",
    .examples = "help trace judge\n"
                "help simulate --man\n"
                "help --json options.json",
    .exits = "0 done, 2 usage error",
    .tables = {RH_OPTION_TABLE(own, 0), RH_OPTION_TABLE(rh_table_options_rows, offsetof(struct arguments, table))},
    .run = run_command,
};
