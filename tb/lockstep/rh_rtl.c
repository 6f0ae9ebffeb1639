// SPDX-License-Identifier: Apache-2.0
// Finds, builds when needed, loads and checks plug-ins.
#include "tb/lockstep/rh_rtl.h"

#include <dirent.h>
#include <dlfcn.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmodel/files/rh_source.h"
#include "rowhold/rh_hash.h"
#include "rowhold/rh_unit.h"

enum { NAME_BYTES = 192, PARAMETERS_BYTES = 1024, MOST_ARGUMENTS = 64 /* of a script */ };

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

/* In the child. */
static void become(const char *const *argv) {
    char *plain[MOST_ARGUMENTS + 1];
    size_t n = 1;
    while (argv[n] != NULL && n < MOST_ARGUMENTS)
        n++;
    memcpy(plain, argv, n * sizeof plain[0]);
    plain[n] = NULL;
    execv(argv[0], plain);
    (void)printf("!%s: found no such script, expected it in the source folder (ROWHOLD_SOURCE)\n", argv[0]);
    (void)fflush(stdout);
    _exit(2);
}

/* Runs argv[0] with these arguments, NULL behind the last, and reads the first line of what it prints. False with an
 * error where there is no such script, it says what is missing in a line that begins with '!', or it fails; `what` is
 * what it was to build. */
static bool script_line(const char *const *argv, const char *what, char *line, size_t size, struct rh_error *error) {
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

/* scripts/verilate reads all sources to know whether it has their plug-in, in 25 processes. What it answered is kept
 * with the state of all files that may go into one; while no file was touched since, the answer is the same. */
struct answer {
    char file[RH_SOURCE_PATH + 64]; /* where it is kept; "": nowhere */
    uint64_t state;
};

/* A file's part of the state: its path, its length, and its change time, which no program can set back; 0: no file. */
static uint64_t state_of_file(const char *path) {
    struct stat of;
    if (stat(path, &of) != 0)
        return 0;
    uint64_t facts[] = {(uint64_t)of.st_ino, (uint64_t)of.st_size, (uint64_t)of.st_ctim.tv_sec,
                        (uint64_t)of.st_ctim.tv_nsec};
    return rh_hash(rh_hash(RH_HASH_START, path, strlen(path)), facts, sizeof facts);
}

/* The sum over all files below a folder, in whatever order they come. */
static uint64_t state_of_folder(const char *folder) {
    uint64_t sum = 0;
    DIR *open = opendir(folder);
    for (struct dirent *entry = open != NULL ? readdir(open) : NULL; entry != NULL; entry = readdir(open)) {
        char path[RH_SOURCE_PATH];
        struct stat of;
        int n = snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] == '.' || n < 0 || (size_t)n >= sizeof path || stat(path, &of) != 0)
            continue;
        sum += S_ISDIR(of.st_mode) ? state_of_folder(path) : state_of_file(path);
    }
    if (open != NULL)
        (void)closedir(open);
    return sum;
}

/* A program that PATH finds; one that is not there is asked for by scripts/verilate, which refuses. */
static uint64_t state_of_tool(const char *name) {
    const char *folders = strchr(name, '/') == NULL ? getenv("PATH") : NULL;
    if (folders == NULL)
        return state_of_file(name);
    for (const char *at = folders; *at != '\0'; at += strcspn(at, ":"), at += *at == ':') {
        char path[RH_SOURCE_PATH];
        int n = snprintf(path, sizeof path, "%.*s/%s", (int)strcspn(at, ":"), at, name);
        if (n > 0 && (size_t)n < sizeof path && access(path, X_OK) == 0)
            return state_of_file(path);
    }
    return 0;
}

/* Where the answer to this call of scripts/verilate is kept, and the state of now. */
static void set_answer(struct answer *answer, const char *source, const char *const *argv) {
    static const char *const folders[] = {"rtl", "include", "tb/lockstep", "scripts"};
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME"), *compiler = getenv("CXX");
    bool own = cache != NULL && cache[0] != '\0';
    uint64_t call = RH_HASH_START;
    for (size_t n = 0; argv[n] != NULL; n++)
        call = rh_hash(call, argv[n], strlen(argv[n]) + 1);
    answer->file[0] = '\0';
    if (own || home != NULL)
        (void)snprintf(answer->file, sizeof answer->file, "%s%s/rowhold/%016" PRIx64 ".answer", own ? cache : home,
                       own ? "" : "/.cache", call);
    answer->state = state_of_tool("verilator") + state_of_tool(compiler != NULL ? compiler : "g++");
    for (size_t n = 0; n < sizeof folders / sizeof folders[0]; n++) {
        char path[RH_SOURCE_PATH + 16];
        (void)snprintf(path, sizeof path, "%s/%s", source, folders[n]);
        answer->state += state_of_folder(path);
    }
}

/* True with the plug-in's path where the answer is still right and the plug-in there. */
static bool read_answer(const struct answer *answer, char *path, size_t size) {
    FILE *file = answer->file[0] != '\0' ? fopen(answer->file, "r") : NULL;
    char line[RH_SOURCE_PATH + 32], *rest = NULL;
    bool good = file != NULL && fgets(line, sizeof line, file) != NULL && strtoull(line, &rest, 16) == answer->state &&
                *rest == ' ';
    if (good) {
        line[strcspn(line, "\n")] = '\0';
        (void)snprintf(path, size, "%s", rest + 1);
        good = access(path, R_OK) == 0;
    }
    if (file != NULL)
        (void)fclose(file);
    return good;
}

/* Whole or not at all, for others read it meanwhile; where it can't be written, scripts/verilate is asked again. */
static void write_answer(const struct answer *answer, const char *path) {
    char beside[sizeof answer->file + 32];
    (void)snprintf(beside, sizeof beside, "%s.%ld", answer->file, (long)getpid());
    FILE *file = answer->file[0] != '\0' ? fopen(beside, "w") : NULL;
    if (file == NULL)
        return;
    bool good = fprintf(file, "%016" PRIx64 " %s\n", answer->state, path) > 0;
    if (fclose(file) != 0 || !good || rename(beside, answer->file) != 0)
        (void)remove(beside);
}

/* The plug-in of the RTL that is on disk, which scripts/verilate finds in its cache or builds. */
static bool find_plugin(const struct rh_block *block, bool quiet, char *path, size_t size, struct rh_error *error) {
    char script[RH_SOURCE_PATH + 32], source[RH_SOURCE_PATH], parameters[PARAMETERS_BYTES];
    struct answer answer;
    (void)snprintf(script, sizeof script, "%s/scripts/verilate", rh_source_folder(source));
    (void)rh_rtl_parameters(block->kind, block->params, parameters, sizeof parameters);
    const char *argv[MOST_ARGUMENTS] = {script, "--cache", "--kind", block->kind->name};
    size_t n = 4;
    argv[n++] = block->ops->name;
    char *rest = NULL;
    for (char *p = strtok_r(parameters, " ", &rest); p != NULL && n < MOST_ARGUMENTS - 2;
         p = strtok_r(NULL, " ", &rest))
        argv[n++] = p;
    set_answer(&answer, source, argv);
    if (read_answer(&answer, path, size))
        return true;
    if (quiet) {
        memmove(&argv[2], &argv[1], n * sizeof argv[0]);
        argv[1] = "--quiet";
    }
    if (!script_line(argv, block->ops->name, path, size, error))
        return false;
    write_answer(&answer, path);
    return true;
}

bool rh_rtl_is_gates(const struct rh_rtl_api *api, const struct rh_block *block) {
    return api->observation_bits == 0 && block->state.bits != 0;
}

/* A top of many blocks: it has no name in one word, and the bits of its registers are those of all blocks. */
static bool check_top(const struct rh_rtl_api *api, const struct rh_block *block, const char *path,
                      struct rh_error *error) {
    const struct rh_kind *kind = block->kind;
    for (unsigned i = 0; block->params != NULL && i < kind->param_count; i++) {
        unsigned found = rh_param_get(&kind->params[i], api->params),
                 expected = rh_param_get(&kind->params[i], block->params);
        if (found != expected)
            return rh_error_set(error, "%s: found a plug-in with %s=%u, expected %s=%u", path, kind->params[i].name,
                                found, kind->params[i].name, expected);
    }
    return true;
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
    if (block->ops->cycle == NULL)
        return check_top(api, block, path, error);
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

struct rh_rtl_alone {
    const struct rh_rtl_api *rtl;
    void *self;
    const void *config;
    void *none; /* inputs of a reset */
};

static void alone_reset(void *self) {
    const struct rh_rtl_alone *alone = self;
    alone->rtl->configure(alone->self, alone->config);
    alone->rtl->reset(alone->self, alone->none);
}

struct rh_rtl_alone *rh_rtl_alone_open(const struct rh_rtl_api *rtl, const struct rh_block *block, const void *config,
                                       uint64_t seed) {
    struct rh_rtl_alone *alone = calloc(1, sizeof *alone);
    if (alone == NULL)
        return NULL;
    alone->rtl = rtl;
    alone->config = config;
    alone->self = rtl->open(seed);
    alone->none = calloc(1, block->kind->in_size);
    if (alone->self == NULL || alone->none == NULL) {
        rh_rtl_alone_close(alone);
        return NULL;
    }
    alone_reset(alone);
    return alone;
}

void rh_rtl_alone_close(struct rh_rtl_alone *alone) {
    if (alone == NULL)
        return;
    if (alone->self != NULL)
        alone->rtl->close(alone->self);
    free(alone->none);
    free(alone);
}

static bool alone_cycle(void *self, const void *in, void *out) {
    const struct rh_rtl_alone *alone = self;
    alone->rtl->cycle(alone->self, in, out, NULL);
    return alone->rtl->broken == NULL || alone->rtl->broken(alone->self) == NULL;
}

static void alone_peek(void *self, const void *in, void *out) {
    const struct rh_rtl_alone *alone = self;
    alone->rtl->peek(alone->self, in, out);
}

struct rh_unit rh_rtl_alone_unit(struct rh_rtl_alone *alone) {
    return (struct rh_unit){.self = alone,
                            .cycle = alone_cycle,
                            .peek = alone->rtl->peek != NULL ? alone_peek : NULL,
                            .reset = alone_reset};
}
