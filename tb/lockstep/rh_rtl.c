// SPDX-License-Identifier: Apache-2.0
// Finds, builds when needed, loads and checks plug-ins.
#include "tb/lockstep/rh_rtl.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rowhold/rh_source.h"
#include "tb/lockstep/rh_script.h"

enum { NAME_BYTES = 192, PARAMETERS_BYTES = 512 };

size_t rh_rtl_name(const struct rh_kind *kind, const char *variant, const void *params, char *text, size_t size) {
    size_t n = (size_t)snprintf(text, size, "%s", variant);
    for (unsigned i = 0; i < kind->param_count && n < size; i++)
        n += (size_t)snprintf(text + n, size - n, "-%c%u", kind->params[i].key, rh_param_get(&kind->params[i], params));
    return n;
}

size_t rh_rtl_parameters(const struct rh_kind *kind, const void *params, char *text, size_t size) {
    size_t n = 0;
    for (unsigned i = 0; i < kind->param_count && n < size; i++)
        n += (size_t)snprintf(text + n, size - n, "%s%s=%u", i > 0 ? " " : "", kind->params[i].parameter,
                              rh_param_get(&kind->params[i], params));
    return n;
}

/* The plug-in of the RTL that is on disk, which scripts/verilate finds in its cache or builds. */
static bool find_plugin(const struct rh_block *block, bool quiet, char *path, size_t size, struct rh_error *error) {
    enum { MOST = 32 };
    char script[RH_SOURCE_PATH + 32], source[RH_SOURCE_PATH], parameters[PARAMETERS_BYTES];
    (void)snprintf(script, sizeof script, "%s/scripts/verilate", rh_source_folder(source));
    (void)rh_rtl_parameters(block->kind, block->params, parameters, sizeof parameters);
    const char *argv[MOST] = {script, "--cache", "--kind", block->kind->name};
    size_t n = 4;
    if (quiet)
        argv[n++] = "--quiet";
    argv[n++] = block->ops->name;
    char *rest = NULL;
    for (char *p = strtok_r(parameters, " ", &rest); p != NULL && n < MOST - 1; p = strtok_r(NULL, " ", &rest))
        argv[n++] = p;
    return rh_script_line(argv, block->ops->name, path, size, error);
}

bool rh_rtl_is_gates(const struct rh_rtl_api *api, const struct rh_block *block) {
    return api->observation_bits == 0 && block->state.bits != 0;
}

static bool check_api(const struct rh_rtl_api *api, const struct rh_block *block, const char *path,
                      struct rh_error *error) {
    char found[NAME_BYTES], expected[NAME_BYTES];
    const struct rh_kind *kind = block->kind;
    if (api->abi != RH_RTL_ABI)
        return rh_error_set(error, "%s: found a plug-in of another build (interface %u), expected interface %u", path,
                            api->abi, (unsigned)RH_RTL_ABI);
    if (strcmp(api->kind, kind->name) != 0)
        return rh_error_set(error, "%s: found %s, a plug-in of kind %s, expected %s", path, api->name, api->kind,
                            kind->name);
    if (api->params_bytes != kind->params_size || api->config_bytes != kind->config_size ||
        api->in_bytes != kind->in_size || api->out_bytes != kind->out_size)
        return rh_error_set(error, "%s: found a plug-in with other ports than kind %s has, expected one of this build",
                            path, kind->name);
    (void)rh_rtl_name(kind, api->name, api->params, found, sizeof found);
    (void)rh_rtl_name(kind, block->ops->name, block->params, expected, sizeof expected);
    if (strcmp(found, expected) != 0)
        return rh_error_set(error, "%s: found %s, expected %s", path, found, expected);
    if (api->observation_bits != block->state.bits && !rh_rtl_is_gates(api, block))
        return rh_error_set(error, "%s: found an observation vector of %u bits, expected the layout's %u", path,
                            api->observation_bits, block->state.bits);
    return true;
}

/* The first line of the key file: 64 hexadecimal digits. */
static void read_hash(struct rh_rtl *rtl, const char *path) {
    char key[RH_SOURCE_PATH + 8], line[80];
    (void)snprintf(key, sizeof key, "%s.key", path);
    FILE *file = fopen(key, "r");
    bool good = file != NULL && fgets(line, sizeof line, file) != NULL && strspn(line, "0123456789abcdef") == 64;
    if (good)
        (void)snprintf(rtl->hash, sizeof rtl->hash, "sha256:%.64s", line);
    if (file != NULL)
        (void)fclose(file);
}

bool rh_rtl_load(struct rh_rtl *rtl, const struct rh_block *block, const char *file, bool quiet,
                 struct rh_error *error) {
    char path[RH_SOURCE_PATH];
    *rtl = (struct rh_rtl){.api = NULL};
    if (file != NULL)
        (void)snprintf(path, sizeof path, "%s%s", strchr(file, '/') == NULL ? "./" : "", file);
    else if (!find_plugin(block, quiet, path, sizeof path, error))
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
    read_hash(rtl, path);
    if (check_api(rtl->api, block, path, error))
        return true;
    rh_rtl_unload(rtl);
    return false;
}

void rh_rtl_unload(struct rh_rtl *rtl) {
    if (rtl->library != NULL)
        (void)dlclose(rtl->library);
    *rtl = (struct rh_rtl){.api = NULL};
}
