// SPDX-License-Identifier: Apache-2.0
// The program: finds the command and hands over.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/cli/rh_options.h"

struct command {
    const char *name, *meaning;
    int (*run)(int argc, char **argv);
};

static const struct command commands[] = {
    {"simulate", "run the C model on a stream: statistics, command trace, waves", rh_cmd_simulate},
    {"cosim", "run the RTL in lockstep with the C model on the same stream", rh_cmd_cosim},
    {"trace", "info, convert, generate and judge trace files", rh_cmd_trace},
    {"complexity", "bits compared and stored: formula, published, netlist", rh_cmd_complexity},
    {"area", "synthesis: cells, flops, area", rh_cmd_area},
    {"switch", "an input-queued switch under an allocator: throughput and latency", rh_cmd_switch},
    {"presets", "list the DRAM presets, or print one value by value", rh_cmd_presets},
    {"list", "kinds of hardware design and their variants, as text or JSON", rh_cmd_list},
    {NULL, NULL, NULL},
};

static void print_commands(FILE *to) {
    fprintf(to, "commands:\n");
    for (const struct command *c = commands; c->name != NULL; c++)
        fprintf(to, "  %-11s %s\n", c->name, c->meaning);
    fprintf(to, "`rowhold COMMAND --help` tells the options of a command.\n");
}

/* A file opened where standard output was closed would get what is printed; this way printing fails instead. */
static void occupy_standard_streams(void) {
    for (int fd = 0; fd < 3; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            (void)open("/dev/null", O_RDONLY);
}

/* What was printed arrived? A command that failed has said so already. */
static int finish(int code) {
    errno = 0;
    if ((fflush(stdout) == 0 && !ferror(stdout)) || code == 2)
        return code;
    fprintf(stderr, "rowhold: standard output: found %s, expected a file that can be written\n",
            errno != 0 ? strerror(errno) : "a failed write");
    return 2;
}

int main(int argc, char **argv) {
    occupy_standard_streams();
    if (argc < 2) {
        fprintf(stderr, "rowhold: found no command, expected one of those that `rowhold --help` lists\n");
        return 2;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0) {
        printf("usage: rowhold COMMAND [OPTION]...\n"
               "Memory controllers as C model and RTL, in lockstep on real request streams.\n\n");
        print_commands(stdout);
        return finish(0);
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("rowhold %s\n", ROWHOLD_VERSION);
        return finish(0);
    }
    for (const struct command *c = commands; c->name != NULL; c++)
        if (strcmp(argv[1], c->name) == 0)
            return finish(c->run(argc - 1, argv + 1));
    fprintf(stderr, "rowhold: found command '%s', expected one of:", argv[1]);
    for (const struct command *c = commands; c->name != NULL; c++)
        fprintf(stderr, "%s %s", c == commands ? "" : ",", c->name);
    fprintf(stderr, "\n");
    return 2;
}
