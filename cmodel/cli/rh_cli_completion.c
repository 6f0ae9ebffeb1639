// SPDX-License-Identifier: Apache-2.0
// Completion for shells, from the rows.
#include <string.h>

#include "cmodel/cli/rh_cli.h"

/* "trace judge" is the key of a case; of "cosim --allocator NAME" its first words. */
static int key_length(const struct rh_cli *cli) {
    const char *value = strstr(cli->name, " NAME");
    return value != NULL ? (int)(value - cli->name) : (int)strlen(cli->name);
}

static void put_values(const struct rh_cli *cli, FILE *to) {
    const struct rh_option *option;
    char spelling[64];
    for (unsigned i = 0; (option = rh_cli_row(cli, i)) != NULL; i++) {
        if (option->argument || option->kind == RH_OPTION_FLAG)
            continue;
        fprintf(to, "    '%.*s %s') ", key_length(cli), cli->name, rh_option_spelling(option, spelling));
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
    fprintf(to, "    '%.*s') words='", key_length(cli), cli->name);
    for (const struct rh_cli *const *part = cli->parts; part != NULL && *part != NULL; part++) {
        size_t skip = strlen(cli->name) + 1; /* "trace judge": the last word; "cosim --allocator": the option */
        fprintf(to, "%.*s ", (int)(key_length(*part) - (int)skip), (*part)->name + skip);
    }
    for (unsigned i = 0; (option = rh_cli_row(cli, i)) != NULL; i++)
        if (!option->argument)
            fprintf(to, "%s ", rh_option_spelling(option, spelling));
    fprintf(to, "--help'%s ;;\n", rh_cli_argument(cli, 0, &table) != NULL ? " files=1" : "");
}

static void each(const struct rh_cli *const *list, void (*put)(const struct rh_cli *, FILE *), FILE *to) {
    for (; list != NULL && *list != NULL; list++) {
        put(*list, to);
        each((*list)->parts, put, to);
    }
}

static const char head[] =
    "# Completion of rowhold; made by `rowhold help --completion`.\n"
    "_rowhold() {\n"
    "    local words='' files='' key=${COMP_WORDS[1]} current=${COMP_WORDS[COMP_CWORD]} last i\n"
    "    last=${COMP_WORDS[COMP_CWORD-1]}\n"
    "    COMPREPLY=()\n"
    "    if [[ $COMP_CWORD == 1 ]]; then\n"
    "        key=''\n"
    "    elif [[ $key == trace && $COMP_CWORD -gt 2 ]]; then\n"
    "        key+=\" ${COMP_WORDS[2]}\"\n"
    "    elif [[ $key == cosim ]]; then\n"
    "        for ((i = 2; i < COMP_CWORD; i++)); do\n"
    "            [[ ${COMP_WORDS[i]} != --allocator && ${COMP_WORDS[i]} != --block ]] || key=\"cosim "
    "${COMP_WORDS[i]}\"\n"
    "        done\n"
    "    fi\n";

bool rh_cli_completion(const char *shell, FILE *to) {
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
