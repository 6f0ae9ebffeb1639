// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_system_load.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "rowhold/rh_source.h"
#include "tb/lockstep/rh_script.h"

enum { PARAMETERS_BYTES = 1024, WORD_BYTES = 32 };

/* Name and value of each. */
static const struct {
    const char *name;
    size_t at;
} rows[] = {
#define RH_SYSTEM_PARAM(member, parameter) {#member, offsetof(struct rh_system_params, member)},
    RH_SYSTEM_PARAMS
#undef RH_SYSTEM_PARAM
};
enum { ROWS = sizeof rows / sizeof rows[0] };

static unsigned value_of(const struct rh_system_params *params, size_t row) {
    uint16_t value;
    memcpy(&value, (const char *)params + rows[row].at, sizeof value);
    return value;
}

size_t rh_system_parameters(const struct rh_system_params *params, char *text, size_t size) {
    size_t n = 0;
    for (size_t k = 0; k < ROWS && n < size; k++)
        n += (size_t)snprintf(text + n, size - n, "%s%s=%u", k > 0 ? " " : "", rows[k].name, value_of(params, k));
    return n;
}

/* Built now, or before. */
static bool find_plugin(const struct rh_system_params *params, bool quiet, char *path, size_t size,
                        struct rh_error *error) {
    char script[RH_SOURCE_PATH + 32], source[RH_SOURCE_PATH], words[ROWS][WORD_BYTES];
    const char *argv[ROWS + 4] = {script, "--cache"};
    size_t n = 2;
    (void)snprintf(script, sizeof script, "%s/scripts/lib/request_system", rh_source_folder(source));
    if (quiet)
        argv[n++] = "--quiet";
    for (size_t k = 0; k < ROWS; k++) {
        (void)snprintf(words[k], sizeof words[k], "%s=%u", rows[k].name, value_of(params, k));
        argv[n++] = words[k];
    }
    return rh_script_line(argv, "request_system", path, size, error);
}

static bool check_api(const struct rh_system_api *api, const struct rh_system_params *params, const char *path,
                      struct rh_error *error) {
    if (api->abi != RH_SYSTEM_ABI)
        return rh_error_set(error, "%s: found a plug-in of another build (interface %u), expected interface %u", path,
                            api->abi, (unsigned)RH_SYSTEM_ABI);
    for (size_t k = 0; k < ROWS; k++)
        if (value_of(api->params, k) != value_of(params, k))
            return rh_error_set(error, "%s: found a plug-in with %s=%u, expected %s=%u", path, rows[k].name,
                                value_of(api->params, k), rows[k].name, value_of(params, k));
    return true;
}

bool rh_system_load(struct rh_system_plugin *plugin, const struct rh_system_params *params, const char *file,
                    bool quiet, struct rh_error *error) {
    char path[RH_SOURCE_PATH];
    *plugin = (struct rh_system_plugin){.api = NULL};
    if (file != NULL)
        (void)snprintf(path, sizeof path, "%s%s", strchr(file, '/') == NULL ? "./" : "", file);
    else if (!find_plugin(params, quiet, path, sizeof path, error))
        return false;
    plugin->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (plugin->library == NULL)
        return rh_error_set(error, "%s: found no plug-in, expected a shared object of scripts/lib/request_system: %s",
                            path, dlerror());
    rh_system_plugin_fn *found = NULL;
    *(void **)&found = dlsym(plugin->library, "rh_system_plugin");
    if (found == NULL) {
        rh_system_unload(plugin);
        return rh_error_set(
            error, "%s: found no rh_system_plugin in it, expected a plug-in of scripts/lib/request_system", path);
    }
    plugin->api = found();
    if (check_api(plugin->api, params, path, error))
        return true;
    rh_system_unload(plugin);
    return false;
}

void rh_system_unload(struct rh_system_plugin *plugin) {
    if (plugin->library != NULL)
        (void)dlclose(plugin->library);
    *plugin = (struct rh_system_plugin){.api = NULL};
}
