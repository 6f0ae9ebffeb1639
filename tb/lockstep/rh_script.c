// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_script.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST = 64 /* arguments */ };

/* In the child. */
static void become(const char *const *argv) {
    char *plain[MOST + 1];
    size_t n = 1;
    while (argv[n] != NULL && n < MOST)
        n++;
    memcpy(plain, argv, n * sizeof plain[0]);
    plain[n] = NULL;
    execv(argv[0], plain);
    (void)printf("!%s: found no such script, expected it in the source folder (ROWHOLD_SOURCE)\n", argv[0]);
    (void)fflush(stdout);
    _exit(2);
}

bool rh_script_line(const char *const *argv, const char *what, char *line, size_t size, struct rh_error *error) {
    int ends[2];
    if (pipe(ends) != 0)
        return rh_error_set(error, "cosim: found no free pipe for %s, expected one", argv[0]);
    pid_t child = fork();
    if (child == 0) {
        (void)dup2(ends[1], STDOUT_FILENO);
        (void)close(ends[0]);
        (void)close(ends[1]);
        become(argv);
    }
    (void)close(ends[1]);
    size_t have = 0;
    ssize_t n = 0;
    while (child > 0 && have + 1 < size && (n = read(ends[0], line + have, size - have - 1)) > 0)
        have += (size_t)n;
    line[have] = '\0';
    (void)close(ends[0]);
    int status = -1;
    if (child > 0)
        (void)waitpid(child, &status, 0);
    line[strcspn(line, "\n")] = '\0';
    if (line[0] == '!')
        return rh_error_set(error, "%s", line + 1);
    if (status != 0 || line[0] == '\0')
        return rh_error_set(error, "cosim: found no plug-in of %s for these sources, expected one that %s can build",
                            what, argv[0]);
    return true;
}
