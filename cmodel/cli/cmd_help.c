// SPDX-License-Identifier: Apache-2.0
// `rowhold help`: the commands, one of them, man pages, completion.
#include <stddef.h>
#include <string.h>

#include "cmodel/cli/rh_commands.h"
#include "rowhold/rh_near.h"

struct arguments {
    const char *word[2], *completion;
    bool man, pages;
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

/* "trace judge"; "cosim allocator" for "cosim --allocator NAME". NULL: there is none. */
static const struct rh_cli *find(const struct rh_cli *const *list, const char *words) {
    for (; list != NULL && *list != NULL; list++) {
        char name[64];
        const char *from = (*list)->name;
        size_t n = 0;
        for (; *from != '\0' && strcmp(from, " NAME") != 0 && n + 1 < sizeof name; from++)
            if (*from != '-')
                name[n++] = *from;
        name[n] = '\0';
        const struct rh_cli *part = strcmp(name, words) == 0 ? *list : find((*list)->parts, words);
        if (part != NULL)
            return part;
    }
    return NULL;
}

/* The names of all pages, as `help` takes them. */
static void print_names(const struct rh_cli *const *list) {
    for (; list != NULL && *list != NULL; list++) {
        for (const char *c = (*list)->name; *c != '\0' && strcmp(c, " NAME") != 0; c++)
            if (*c != '-')
                putchar(*c);
        putchar('\n');
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
        (void)snprintf(words + strlen(words), sizeof words - strlen(words), "%s%s", i == 0 ? "" : " ",
                       a.word[i] + strspn(a.word[i], "-"));
    const struct rh_cli *cli = a.word[0] != NULL ? find(rh_clis, words) : NULL;
    if (a.word[0] != NULL && cli == NULL)
        return unknown(words);
    if (a.completion != NULL && !rh_cli_completion(a.completion, stdout)) {
        rh_error_set(&error, "--completion: found '%s', expected bash or zsh", a.completion);
        return rh_cli_fail(&error);
    }
    if (a.pages)
        print_names(rh_clis);
    if (a.completion != NULL || a.pages)
        return 0;
    if (a.man) {
        rh_cli_man(cli, stdout);
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
                "help simulate --man",
    .exits = "0 done, 2 usage error",
    .tables = {RH_OPTION_TABLE(own, 0)},
    .run = run_command,
};
