// SPDX-License-Identifier: Apache-2.0
//
#include "cmodel/cli/rh_plot.h"

#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

bool rh_plot_possible(const char *path, struct rh_error *error) {
    const char *end = strrchr(path, '.'), *search = getenv("PATH");
    if (!rh_output_is_stdout(path) && (end == NULL || strcmp(end, ".svg") != 0))
        return rh_error_set(error, "%s: found another ending, expected .svg, the format of plots", path);
    char *folders = strdup(search != NULL ? search : ""), *next = folders;
    bool found = false;
    while (!found && next != NULL) {
        char file[4096];
        const char *folder = strsep(&next, ":");
        int length = snprintf(file, sizeof file, "%s/gnuplot", folder);
        found = length > 0 && (size_t)length < sizeof file && access(file, X_OK) == 0;
    }
    free(folders);
    return found || rh_error_set(error, "--plot: found no gnuplot in PATH, expected it (Debian package gnuplot-nox)");
}

bool rh_plot_open(struct rh_plot *plot, const char *path, struct rh_error *error) {
    if (!rh_plot_possible(path, error))
        return false;
    plot->script = tmpfile();
    if (plot->script == NULL)
        return rh_error_set(error, "--plot: found %s, expected a temporary file", strerror(errno));
    if (!rh_output_open(&plot->output, path, error)) {
        rh_plot_drop(plot);
        return false;
    }
    fprintf(plot->script, "set terminal svg size 800,500 background 'white'\n");
    return true;
}

/* gnuplot with the script as standard input and the picture as standard output; its exit status, or -1. */
static int run(const struct rh_plot *plot) {
    static char name[] = "gnuplot";
    char *const arguments[] = {name, NULL};
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status = -1;
    if (posix_spawn_file_actions_init(&actions) != 0)
        return -1;
    bool good = posix_spawn_file_actions_adddup2(&actions, fileno(plot->script), STDIN_FILENO) == 0 &&
                posix_spawn_file_actions_adddup2(&actions, fileno(plot->output.file), STDOUT_FILENO) == 0 &&
                posix_spawnp(&child, name, &actions, NULL, arguments, environ) == 0;
    posix_spawn_file_actions_destroy(&actions);
    while (good && waitpid(child, &status, 0) < 0)
        good = errno == EINTR;
    return good && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void rh_plot_drop(struct rh_plot *plot) {
    if (plot->script != NULL)
        (void)fclose(plot->script);
    plot->script = NULL;
    rh_output_drop(&plot->output);
}

bool rh_plot_commit(struct rh_plot *plot, struct rh_error *error) {
    bool good =
        fflush(plot->script) == 0 && fflush(plot->output.file) == 0 && lseek(fileno(plot->script), 0, SEEK_SET) == 0;
    int status = good ? run(plot) : -1;
    bool written = status == 0 && rh_output_commit(&plot->output, error);
    rh_plot_drop(plot);
    return status == 0 ? written : rh_error_set(error, "--plot: found exit status %d of gnuplot, expected 0", status);
}

/*  */

static const struct rh_ink parts[] = {
    {"#2a78d6", "#5b9ce6"}, {"#7a5c3e", "#a98663"}, {"#b0639b", "#d9a3c7"}, {"#dd6b12", "#ee9d5f"},
    {"#5e6300", "#e2e29a"}, {"#d0402f", "#e0503c"}, {"#b08a00", "#f3c766"}, {"#4c9a2a", "#6fbf57"},
    {"#1f8f86", "#3fb8b8"}, {"#7a56b8", "#a584e0"}, {"#c43e94", "#e060b0"}, {"#33414f", "#d5dbe2"},
    {"#7a1f08", "#a8622f"}, {"#1a2f8f", "#4a6fa5"}, {"#8d959d", "#737b83"},
};
_Static_assert(sizeof parts / sizeof parts[0] == RH_INK_PARTS, "a colour each");

struct rh_ink rh_ink_part(unsigned part) {
    return parts[part];
}
