// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/sweep/rh_sweep.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cmodel/cli/simulate/rh_run_network.h"
#include "cmodel/cli/sweep/rh_sweep_merge.h"
#include "rowhold/rh_hash.h"
#include "rowhold/rh_synthetic.h"

/* A file's content; 0 with an error. */
static uint64_t hash_file(const char *path, struct rh_error *error) {
    static char buffer[1 << 16];
    uint64_t hash = RH_HASH_START;
    FILE *file = fopen(path, "rb");
    for (size_t n; file != NULL && (n = fread(buffer, 1, sizeof buffer, file)) > 0;)
        hash = rh_hash(hash, buffer, n);
    bool good = file != NULL && ferror(file) == 0;
    if (file != NULL)
        (void)fclose(file);
    if (good)
        return hash;
    rh_error_set(error, "%s: found no readable file (%s), expected one", path, strerror(errno));
    return 0;
}

static uint64_t hash_once(struct rh_sweep *sweep, const char *path, struct rh_error *error) {
    for (unsigned i = 0; i < sweep->known_count; i++)
        if (strcmp(sweep->known[i].path, path) == 0)
            return sweep->known[i].hash;
    uint64_t hash = rh_options_again(path, error) ? hash_file(path, error) : 0;
    struct rh_sweep_file *place = &sweep->known[sweep->known_count % 64];
    if (hash != 0 && strlen(path) < sizeof place->path) {
        (void)snprintf(place->path, sizeof place->path, "%s", path);
        place->hash = hash;
        sweep->known_count += sweep->known_count < 63;
    }
    return hash;
}

uint64_t rh_sweep_point(const struct rh_sweep *sweep, uint64_t index) {
    return index * sweep->parts + sweep->part - 1;
}

void rh_sweep_text(const struct rh_sweep *sweep, uint64_t index, char *text, size_t size) {
    rh_axes_text(&sweep->axes, rh_sweep_point(sweep, index), text, size);
}

bool rh_sweep_options(const struct rh_sweep *sweep, uint64_t index, struct rh_options *options,
                      struct rh_error *error) {
    *options = rh_options_default();
    options->quiet = true;
    options->stats = sweep->files[index];
    return rh_axes_apply(&sweep->axes, rh_sweep_point(sweep, index), options, error);
}

/* All folders of a path. */
static bool make_folders(char *path, struct rh_error *error) {
    for (char *slash = path + 1;; slash++) {
        slash += strcspn(slash, "/");
        char end = *slash;
        *slash = '\0';
        struct stat status;
        bool there = mkdir(path, 0777) == 0;
        if (!there && errno == EEXIST) {
            there = stat(path, &status) == 0 && S_ISDIR(status.st_mode);
            errno = ENOTDIR;
        }
        if (!there)
            return rh_error_set(error, "--cache: found no way to make %s (%s), expected a folder", path,
                                strerror(errno));
        *slash = end;
        if (end == '\0')
            return true;
    }
}

/* The folder of the results, which the caller frees; NULL with an error. */
static char *cache_folder(const struct rh_sweep *sweep, struct rh_error *error) {
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    char *path = NULL;
    int length;
    if (sweep->cache != NULL)
        length = asprintf(&path, "%s", sweep->cache);
    else if (cache != NULL && cache[0] == '/')
        length = asprintf(&path, "%s/rowhold/sweep", cache);
    else if (home != NULL)
        length = asprintf(&path, "%s/.cache/rowhold/sweep", home);
    else {
        rh_error_set(error, "--cache: found neither it nor HOME, expected a folder");
        return NULL;
    }
    if (length < 0) {
        rh_error_set(error, "sweep: found no memory, expected enough");
        return NULL;
    }
    if (make_folders(path, error))
        return path;
    free(path);
    return NULL;
}

static uint64_t hash_values(uint64_t hash, const struct rh_option *rows, unsigned count, const struct rh_options *o) {
    for (unsigned i = 0; i < count; i++) {
        const char *at = (const char *)o + rows[i].at;
        bool text = rows[i].kind == RH_OPTION_TEXT || rows[i].kind == RH_OPTION_INPUT;
        const char *word = text ? *(const char *const *)at : NULL;
        if (!rh_option_swept(&rows[i]))
            continue;
        hash = text ? rh_hash(hash, word != NULL ? word : "", word != NULL ? strlen(word) + 1 : 0)
                    : rh_hash(hash, at, rows[i].size);
        if (rows[i].given != 0) /* a seed is refused where it means nothing, though it be the usual one */
            hash = rh_hash(hash, (const char *)o + rows[i].given, sizeof(bool));
        hash = rh_hash(hash, rows[i].name, strlen(rows[i].name)); /* a value ends where the name begins */
    }
    return hash;
}

/* The key of a result: all that it depends on. The axes' text is not enough, for a default that is spelled out means
 * the same; the options themselves are. */
static bool key_of(struct rh_sweep *sweep, const struct rh_options *o, uint64_t *key, struct rh_error *error) {
    uint64_t files[3] = {sweep->program, 0, 0};
    bool traced = rh_synthetic_find(o->stream.stream) == NULL;
    if ((traced && (files[1] = hash_once(sweep, o->stream.stream, error)) == 0) ||
        (rh_preset_is_file(o->preset) && (files[2] = hash_once(sweep, o->preset, error)) == 0))
        return false;
    *key = rh_hash(RH_HASH_START, files, sizeof files);
    *key = hash_values(*key, rh_options_rows, RH_OPTIONS_ROWS, o);
    *key = hash_values(*key, rh_run_options_rows, RH_RUN_OPTIONS_ROWS, o);
    *key = hash_values(*key, rh_loop_options_rows, RH_LOOP_OPTIONS_ROWS, o);
    return true;
}

/* What a closed loop refuses, before any point runs. */
static bool check_network(const struct rh_options *options, struct rh_error *error) {
    struct rh_loop_setup loop = {.cores = 0};
    return rh_run_network_check(options, error) &&
           (options->loop.network == NULL || rh_loop_options_resolve(&options->loop, &loop, error));
}

static bool name_point(struct rh_sweep *sweep, uint64_t index, const char *folder, struct rh_error *error) {
    struct rh_options options;
    struct rh_setup setup;
    struct rh_error fault;
    uint64_t key = 0;
    bool good = rh_sweep_options(sweep, index, &options, &fault);
    options.stream.synthetic = rh_synthetic_find(options.stream.stream);
    good = good && check_network(&options, &fault) && rh_options_resolve(&options, &setup, &fault) &&
           key_of(sweep, &options, &key, &fault);
    if (!good) {
        char text[512];
        rh_sweep_text(sweep, index, text, sizeof text);
        return rh_error_set(error, "sweep: %s: %.1000s", text, fault.text);
    }
    return asprintf(&sweep->files[index], "%s/%016" PRIx64 ".json", folder, key) >= 0 ||
           rh_error_set(error, "sweep: found no memory, expected enough");
}

bool rh_sweep_open(struct rh_sweep *sweep, struct rh_error *error) {
    enum { MOST = 1000000 };
    uint64_t points = rh_axes_points(&sweep->axes);
    if (points > MOST)
        return rh_error_set(error, "sweep: found %" PRIu64 " points, expected at most %d", points, MOST);
    sweep->count = (points + sweep->parts - sweep->part) / sweep->parts;
    sweep->files = calloc(sweep->count + 1, sizeof *sweep->files);
    if (sweep->files == NULL)
        return rh_error_set(error, "sweep: found no memory, expected enough");
    sweep->program = hash_file("/proc/self/exe", error);
    char *folder = sweep->program == 0 ? NULL : cache_folder(sweep, error);
    bool good = folder != NULL;
    for (uint64_t i = 0; good && i < sweep->count; i++)
        good = name_point(sweep, i, folder, error);
    free(folder);
    return good;
}

void rh_sweep_close(struct rh_sweep *sweep) {
    for (uint64_t i = 0; sweep->files != NULL && i < sweep->count; i++)
        free(sweep->files[i]);
    free(sweep->files);
    rh_sweep_merge_close(sweep->merge);
    rh_axes_free(&sweep->axes);
}
