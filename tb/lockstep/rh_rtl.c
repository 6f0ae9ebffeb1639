// SPDX-License-Identifier: Apache-2.0
// Finds, builds when needed, loads and checks plug-ins.
#include "tb/lockstep/rh_rtl.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATH_BYTES = 4096 };

size_t rh_rtl_name(const char *controller, const struct rh_geometry *g, char *text, size_t size) {
    int n = snprintf(text, size, "%s-q%u-b%u-g%u-u%u-r%u-c%u-t%u-p%u-w%u", controller, g->queue, g->banks, g->groups,
                     g->buses, g->row_bits, g->column_bits, g->tag_bits, g->responses, g->timer_bits);
    return n < 0 ? 0 : (size_t)n;
}

size_t rh_rtl_parameters(const struct rh_geometry *g, char *text, size_t size) {
    int n = snprintf(text, size,
                     "QUEUE=%u BANKS=%u GROUPS=%u BUSES=%u ROW_BITS=%u COLUMN_BITS=%u TAG_BITS=%u RESPONSES=%u "
                     "TIMER_BITS=%u",
                     g->queue, g->banks, g->groups, g->buses, g->row_bits, g->column_bits, g->tag_bits, g->responses,
                     g->timer_bits);
    return n < 0 ? 0 : (size_t)n;
}

/* ../lib/rowhold/NAME.so, seen from the running program. */
static bool built_ahead(const char *name, char *path, size_t size) {
    char program[PATH_BYTES];
    ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    if (n <= 0)
        return false;
    program[n] = '\0';
    char *slash = strrchr(program, '/');
    if (slash == NULL)
        return false;
    *slash = '\0';
    int written = snprintf(path, size, "%s/../lib/rowhold/%s.so", program, name);
    return written > 0 && (size_t)written < size && access(path, R_OK) == 0;
}

/* In the child: become scripts/verilate --cache --ahead FILE CONTROLLER NAME=VALUE... */
static void become_verilate(const char *script, const char *ahead, const char *controller, char *parameters,
                            bool quiet) {
    enum { MOST = 24 };
    const char *argv[MOST] = {script, "--cache", "--ahead", ahead};
    size_t n = 4;
    if (quiet)
        argv[n++] = "--quiet";
    argv[n++] = controller;
    char *rest = NULL;
    for (char *p = strtok_r(parameters, " ", &rest); p != NULL && n < MOST - 1; p = strtok_r(NULL, " ", &rest))
        argv[n++] = p;
    char *plain[MOST];
    memcpy(plain, argv, sizeof plain);
    execv(script, plain);
    (void)printf("!%s: found no such script, expected it in the source folder (ROWHOLD_SOURCE)\n", script);
    (void)fflush(stdout);
    _exit(2);
}

/* Let scripts/verilate compare the plug-in built ahead (`path`, or "") with the sources, or find or build another; it
 * prints the path, or '!' and one line. */
static bool find_now(const char *script, const char *controller, const struct rh_geometry *geometry, bool quiet,
                     char *path, size_t size, struct rh_error *error) {
    char parameters[256];
    (void)rh_rtl_parameters(geometry, parameters, sizeof parameters);
    int ends[2];
    if (pipe(ends) != 0)
        return rh_error_set(error, "cosim: found no free pipe for scripts/verilate");
    pid_t child = fork();
    if (child == 0) {
        (void)dup2(ends[1], STDOUT_FILENO);
        (void)close(ends[0]);
        (void)close(ends[1]);
        become_verilate(script, path, controller, parameters, quiet);
    }
    (void)close(ends[1]);
    size_t have = 0;
    ssize_t n = 0;
    while (child > 0 && have + 1 < size && (n = read(ends[0], path + have, size - have - 1)) > 0)
        have += (size_t)n;
    path[have] = '\0';
    (void)close(ends[0]);
    int status = -1;
    if (child > 0)
        (void)waitpid(child, &status, 0);
    path[strcspn(path, "\n")] = '\0';
    if (path[0] == '!')
        return rh_error_set(error, "%s", path + 1);
    if (status != 0 || path[0] == '\0')
        return rh_error_set(error, "cosim: found no plug-in of %s that is of these sources, and %s could not build it",
                            controller, script);
    return true;
}

/* The plug-in of the RTL that is on disk. Without a source folder the one built ahead is all there is. */
static bool find_plugin(const char *controller, const struct rh_geometry *geometry, bool quiet, char *path, size_t size,
                        struct rh_error *error) {
    char name[192], script[PATH_BYTES];
    const char *source = getenv("ROWHOLD_SOURCE");
    (void)snprintf(script, sizeof script, "%s/scripts/verilate", source != NULL ? source : RH_SOURCE_DIR);
    (void)rh_rtl_name(controller, geometry, name, sizeof name);
    bool ahead = built_ahead(name, path, size);
    if (!ahead)
        path[0] = '\0';
    if (!ahead || access(script, X_OK) == 0)
        return find_now(script, controller, geometry, quiet, path, size, error);
    if (!quiet)
        fprintf(stderr, "note: %s was not compared with its sources: found no %s (ROWHOLD_SOURCE)\n", path, script);
    return true;
}

static bool check_api(const struct rh_rtl_api *api, const struct rh_controller_ops *ops,
                      const struct rh_geometry *geometry, const char *path, struct rh_error *error) {
    char found[192], expected[192];
    if (api->abi != RH_RTL_ABI || api->in_bytes != sizeof(struct rh_controller_in) ||
        api->out_bytes != sizeof(struct rh_controller_out))
        return rh_error_set(error, "%s: found a plug-in of another build (interface %u), expected interface %u", path,
                            api->abi, (unsigned)RH_RTL_ABI);
    (void)rh_rtl_name(api->controller, &api->geometry, found, sizeof found);
    (void)rh_rtl_name(ops->name, geometry, expected, sizeof expected);
    if (strcmp(found, expected) != 0)
        return rh_error_set(error, "%s: found %s, expected %s", path, found, expected);
    unsigned bits = rh_fields_bits(ops->fields, ops->field_count, geometry);
    if (api->observation_bits != bits)
        return rh_error_set(error, "%s: found an observation vector of %u bits, expected the field table's %u", path,
                            api->observation_bits, bits);
    return true;
}

bool rh_rtl_load(struct rh_rtl *rtl, const struct rh_controller_ops *ops, const struct rh_geometry *geometry,
                 const char *file, bool quiet, struct rh_error *error) {
    char path[PATH_BYTES];
    *rtl = (struct rh_rtl){NULL, NULL};
    if (file != NULL)
        (void)snprintf(path, sizeof path, "%s%s", strchr(file, '/') == NULL ? "./" : "", file);
    else if (!find_plugin(ops->name, geometry, quiet, path, sizeof path, error))
        return false;
    rtl->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (rtl->library == NULL)
        return rh_error_set(error, "%s: found no plug-in, expected a shared object of scripts/verilate: %s", path,
                            dlerror());
    rh_rtl_plugin_fn *plugin = NULL;
    *(void **)&plugin = dlsym(rtl->library, "rh_rtl_plugin");
    if (plugin == NULL) {
        rh_rtl_unload(rtl);
        return rh_error_set(error, "%s: found no rh_rtl_plugin in it, expected a plug-in of scripts/verilate", path);
    }
    rtl->api = plugin();
    if (check_api(rtl->api, ops, geometry, path, error))
        return true;
    rh_rtl_unload(rtl);
    return false;
}

void rh_rtl_unload(struct rh_rtl *rtl) {
    if (rtl->library != NULL)
        (void)dlclose(rtl->library);
    *rtl = (struct rh_rtl){NULL, NULL};
}
