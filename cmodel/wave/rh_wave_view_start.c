// SPDX-License-Identifier: Apache-2.0
// Starts GTKWave on a wave, with the view beside it.
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "rowhold/rh_wave_view.h"

static const char program[] = "gtkwave";

static bool in_path(void) {
    const char *path = getenv("PATH");
    char file[4096];
    while (path != NULL && *path != '\0') {
        size_t n = strcspn(path, ":");
        int length = snprintf(file, sizeof file, "%.*s/%s", (int)n, path, program);
        if (length > 0 && (size_t)length < sizeof file && access(file, X_OK) == 0)
            return true;
        path += n + (path[n] == ':');
    }
    return false;
}

bool rh_wave_view_ready(struct rh_error *error) {
    if (!in_path())
        return rh_error_field(error, "view",
                              "found no gtkwave in PATH, expected GTKWave (Debian package gtkwave; "
                              "scripts/setup waves installs it)");
    const char *x = getenv("DISPLAY"), *wayland = getenv("WAYLAND_DISPLAY");
    if ((x == NULL || *x == '\0') && (wayland == NULL || *wayland == '\0'))
        return rh_error_field(error, "view",
                              "found no display (DISPLAY is not set), expected one for GTKWave; --wave alone "
                              "writes the view, too");
    return true;
}

bool rh_wave_view_fits(const char *wave_file, struct rh_error *error) {
    return rh_wave_names(wave_file) ||
           rh_error_set(error,
                        "--view: found --wave %s, expected a name that ends in .fst, which carries names of values",
                        wave_file);
}

/* Forked twice, so that nobody has to wait for the window; its chatter goes nowhere. */
static void start(const char *wave_file, const char *view_file) {
    pid_t child = fork();
    if (child > 0)
        (void)waitpid(child, NULL, 0);
    if (child != 0)
        return;
    if (fork() == 0) {
        (void)setsid();
        int nowhere = open("/dev/null", O_RDWR);
        for (int fd = 0; nowhere >= 0 && fd < 3; fd++)
            (void)dup2(nowhere, fd);
        (void)execlp(program, program, "--dump", wave_file, "--save", view_file, (char *)NULL);
    }
    _exit(0);
}

bool rh_wave_view_start(const char *wave_file, struct rh_error *error) {
    if (!rh_wave_view_ready(error))
        return false;
    char *view_file = rh_wave_view_name(wave_file);
    if (view_file == NULL)
        return rh_error_field(error, "view", "found no memory, expected enough");
    start(wave_file, view_file);
    free(view_file);
    return true;
}
