// SPDX-License-Identifier: Apache-2.0
// The program: finds the command and hands over.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cmodel/cli/rh_commands.h"
#include "cmodel/core/rh_near.h"
#include "cmodel/files/rh_temporary.h"

static const struct rh_cli *find(const char *word) {
    for (const struct rh_cli *const *cli = rh_clis; *cli != NULL; cli++)
        if (strcmp((*cli)->name, word) == 0)
            return *cli;
    return NULL;
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

static int unknown(const char *word) {
    struct rh_near near = {.word = word};
    char nearest[RH_NEAR_TEXT];
    fprintf(stderr, "rowhold: found command '%s', expected one of:", word);
    for (const struct rh_cli *const *cli = rh_clis; *cli != NULL; cli++) {
        fprintf(stderr, "%s %s", cli == rh_clis ? "" : ",", (*cli)->name);
        rh_near_offer(&near, (*cli)->name);
    }
    fprintf(stderr, "%s\n", rh_near_text(&near, nearest));
    return 2;
}

int main(int argc, char **argv) {
    static char buffer[1 << 16]; /* a page of help fails as one: what failed is known at its end */
    occupy_standard_streams();
    if (!isatty(STDOUT_FILENO))
        (void)setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    rh_temporary_guard();
    if (argc < 2)
        return finish(rh_cli_help_command.run(1, argv));
    if (strcmp(argv[1], "--version") == 0) {
        rh_cli_version(stdout);
        return finish(0);
    }
    bool help = strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0;
    const struct rh_cli *cli = find(help ? "help" : argv[1]);
    return finish(cli != NULL ? cli->run(help ? 1 : argc - 1, argv + 1) : unknown(argv[1]));
}
