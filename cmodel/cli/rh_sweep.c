// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/rh_sweep.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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
    uint64_t hash = hash_file(path, error);
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
    size_t used = 0;
    text[0] = '\0';
    for (unsigned i = 0; i < sweep->axes.count && used < size; i++)
        used +=
            (size_t)snprintf(text + used, size - used, "%s%s=%s", i == 0 ? "" : " ", sweep->axes.axis[i].option->name,
                             rh_axis_value(&sweep->axes, i, rh_sweep_point(sweep, index)));
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
        if (mkdir(path, 0777) != 0 && errno != EEXIST)
            return rh_error_set(error, "--cache: found no way to make %s (%s), expected a folder", path,
                                strerror(errno));
        *slash = end;
        if (end == '\0')
            return true;
    }
}

static bool cache_folder(const struct rh_sweep *sweep, char path[1024], struct rh_error *error) {
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (sweep->cache != NULL)
        (void)snprintf(path, 1024, "%s", sweep->cache);
    else if (cache != NULL && cache[0] == '/')
        (void)snprintf(path, 1024, "%s/rowhold/sweep", cache);
    else if (home != NULL)
        (void)snprintf(path, 1024, "%s/.cache/rowhold/sweep", home);
    else
        return rh_error_set(error, "--cache: found neither it nor HOME, expected a folder");
    return make_folders(path, error);
}

/* The key of a result: all that it depends on. The axes' text is not enough, for a default that is spelled out means
 * the same; the options themselves are. */
static bool key_of(struct rh_sweep *sweep, const struct rh_options *o, uint64_t *key, struct rh_error *error) {
    char text[2048];
    const struct rh_stream_setup *s = &o->stream;
    uint64_t files = 0;
    bool traced = rh_synthetic_find(s->stream) == NULL;
    if (traced && (files = hash_once(sweep, s->stream, error)) == 0)
        return false;
    if (rh_preset_is_file(o->preset)) {
        uint64_t preset = hash_once(sweep, o->preset, error);
        if (preset == 0)
            return false;
        files = rh_hash(files, &preset, sizeof preset);
    }
    (void)snprintf(text, sizeof text,
                   "%s %s %u %u %u %s %u %d | %s %s %s %" PRIu64 " %u %u %.9g %" PRIu32 " %" PRIu64 " %" PRIu32
                   " %d %" PRIu32 " | %016" PRIx64 " %016" PRIx64,
                   o->preset, o->controller, o->queue, o->age_cap, o->chips, o->refresh != NULL ? o->refresh : "",
                   o->responses, o->registered, s->stream, s->format != NULL ? s->format : "",
                   s->map != NULL ? s->map : "", s->requests, s->channels, s->banks_used, s->read_share,
                   s->request_bytes, s->seed, s->stride, s->wrap, s->bubbles_per_clock, files, sweep->program);
    *key = rh_hash(RH_HASH_START, text, strlen(text));
    return true;
}

static bool name_point(struct rh_sweep *sweep, uint64_t index, const char *folder, struct rh_error *error) {
    struct rh_options options;
    struct rh_setup setup;
    struct rh_error fault;
    uint64_t key = 0;
    bool good = rh_sweep_options(sweep, index, &options, &fault);
    options.stream.synthetic = rh_synthetic_find(options.stream.stream);
    good = good && rh_options_resolve(&options, &setup, &fault) && key_of(sweep, &options, &key, &fault);
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
    char folder[1024];
    uint64_t points = rh_axes_points(&sweep->axes);
    if (points > MOST)
        return rh_error_set(error, "sweep: found %" PRIu64 " points, expected at most %d", points, MOST);
    sweep->count = (points + sweep->parts - sweep->part) / sweep->parts;
    sweep->files = calloc(sweep->count + 1, sizeof *sweep->files);
    if (sweep->files == NULL)
        return rh_error_set(error, "sweep: found no memory, expected enough");
    sweep->program = hash_file("/proc/self/exe", error);
    if (sweep->program == 0 || !cache_folder(sweep, folder, error))
        return false;
    for (uint64_t i = 0; i < sweep->count; i++)
        if (!name_point(sweep, i, folder, error))
            return false;
    return true;
}

void rh_sweep_close(struct rh_sweep *sweep) {
    for (uint64_t i = 0; sweep->files != NULL && i < sweep->count; i++)
        free(sweep->files[i]);
    free(sweep->files);
    rh_axes_free(&sweep->axes);
}
