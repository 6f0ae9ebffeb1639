// SPDX-License-Identifier: Apache-2.0
#include "cmodel/trace/rh_spool.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmodel/files/rh_temporary.h"
#include "cmodel/trace/rh_command_csv.h"

enum { BLOCK = 4096, BYTES = BLOCK - sizeof(uint64_t) };

/** What is written and read at once. Each block says where the channel's next one lies, so no list of them is kept. */
struct block {
    uint64_t next;
    _Alignas(uint64_t) char bytes[BYTES]; /* of whole records */
};
_Static_assert(sizeof(struct block) <= BLOCK, "a block fits its place in the file");

struct worker {
    uint64_t count; /* records taken */
    uint64_t read;  /* of them given out */
    uint64_t first; /* place of its first block */
    uint64_t place; /* where the block in memory goes */
    int reason;     /* errno of the first failure */
    struct block block;
};

struct rh_spool {
    char *folder;
    int file;
    const char *what; /* the option, for errors */
    unsigned channels;
    unsigned size, records; /* of a record, in a block */
    _Atomic uint64_t end;   /* of the places given out */
    struct worker worker[];
};

/* A file without a name; where the folder's file system knows none, one whose name is removed at once. */
static int open_unnamed(const char *folder) {
    int file = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (file >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL))
        return file;
    char *name = NULL;
    if (asprintf(&name, "%s/rowhold-XXXXXX", folder) < 0)
        return -1;
    int slot = rh_temporary_watch(name);
    file = mkostemp(name, O_CLOEXEC);
    int reason = errno;
    if (file >= 0)
        (void)unlink(name);
    rh_temporary_unwatch(slot);
    free(name);
    errno = reason;
    return file;
}

struct rh_spool *rh_spool_open_of(const char *what, unsigned channels, unsigned size, struct rh_error *error) {
    const char *folder = getenv("TMPDIR");
    if (folder == NULL || folder[0] == '\0')
        folder = "/tmp";
    struct rh_spool *spool = calloc(1, sizeof *spool + channels * sizeof spool->worker[0]);
    char *copy = strdup(folder);
    if (spool == NULL || copy == NULL) {
        rh_error_field(error, what, "found no memory for %u channels, expected enough", channels);
        free(copy);
        free(spool);
        return NULL;
    }
    spool->folder = copy;
    spool->what = what;
    spool->channels = channels;
    spool->size = size;
    spool->records = BYTES / size;
    spool->file = open_unnamed(folder);
    if (spool->file >= 0)
        return spool;
    rh_error_field(error, what,
                   "found no way to make a temporary file in %s (%s), expected one (TMPDIR names the folder)", folder,
                   strerror(errno));
    rh_spool_close(spool);
    return NULL;
}

void rh_spool_close(struct rh_spool *spool) {
    if (spool == NULL)
        return;
    if (spool->file >= 0)
        (void)close(spool->file);
    free(spool->folder);
    free(spool);
}

static uint64_t new_place(struct rh_spool *spool) {
    return atomic_fetch_add(&spool->end, BLOCK);
}

/* Writes the whole block; returns 0 or errno. */
static int put_block(int file, const struct block *block, uint64_t place) {
    const char *at = (const char *)block;
    for (size_t done = 0; done < sizeof *block;) {
        ssize_t n = pwrite(file, at + done, sizeof *block - done, (off_t)(place + done));
        if (n < 0 && errno != EINTR)
            return errno;
        done += n > 0 ? (size_t)n : 0;
    }
    return 0;
}

static int get_block(int file, struct block *block, uint64_t place) {
    char *at = (char *)block;
    for (size_t done = 0; done < sizeof *block;) {
        ssize_t n = pread(file, at + done, sizeof *block - done, (off_t)(place + done));
        if (n == 0)
            return EIO;
        if (n < 0 && errno != EINTR)
            return errno;
        done += n > 0 ? (size_t)n : 0;
    }
    return 0;
}

void rh_spool_put(struct rh_spool *spool, unsigned channel, const void *record) {
    struct worker *worker = &spool->worker[channel];
    unsigned i = (unsigned)(worker->count % spool->records);
    if (worker->reason != 0)
        return;
    if (worker->count == 0)
        worker->first = worker->place = new_place(spool);
    memcpy(&worker->block.bytes[i * spool->size], record, spool->size);
    worker->count++;
    if (i + 1 < spool->records)
        return;
    worker->block.next = new_place(spool);
    worker->reason = put_block(spool->file, &worker->block, worker->place);
    worker->place = worker->block.next;
}

static bool fail(const struct rh_spool *spool, const char *what, int reason, struct rh_error *error) {
    return rh_error_field(error, spool->what, "%s a temporary file in %s failed (%s), expected %" PRIu64 " bytes there",
                          what, spool->folder, strerror(reason), (uint64_t)atomic_load(&spool->end));
}

/* The last block goes to the file like the others; then the first one comes back. */
bool rh_spool_rewind(struct rh_spool *spool, unsigned channel, struct rh_error *error) {
    struct worker *worker = &spool->worker[channel];
    if (worker->reason == 0 && worker->count % spool->records != 0)
        worker->reason = put_block(spool->file, &worker->block, worker->place);
    if (worker->reason != 0)
        return fail(spool, "writing", worker->reason, error);
    int reason = worker->count == 0 ? 0 : get_block(spool->file, &worker->block, worker->first);
    return reason == 0 || fail(spool, "reading", reason, error);
}

static const char *front(const struct rh_spool *spool, const struct worker *worker) {
    return worker->read == worker->count ? NULL : &worker->block.bytes[worker->read % spool->records * spool->size];
}

static uint64_t key(const char *record) {
    uint64_t key;
    memcpy(&key, record, sizeof key);
    return key;
}

static bool advance(struct rh_spool *spool, struct worker *worker, struct rh_error *error) {
    worker->read++;
    if (worker->read % spool->records != 0 || worker->read == worker->count)
        return true;
    int reason = get_block(spool->file, &worker->block, worker->block.next);
    return reason == 0 || fail(spool, "reading", reason, error);
}

int rh_spool_next(struct rh_spool *spool, unsigned channel, void *record, struct rh_error *error) {
    struct worker *worker = &spool->worker[channel];
    const char *first = front(spool, worker);
    if (first == NULL)
        return 0;
    memcpy(record, first, spool->size);
    return advance(spool, worker, error) ? 1 : -1;
}

bool rh_spool_each(struct rh_spool *spool, void (*each)(void *user, const void *record), void *user,
                   struct rh_error *error) {
    for (unsigned i = 0; i < spool->channels; i++)
        if (!rh_spool_rewind(spool, i, error))
            return false;
    for (;;) {
        struct worker *next = NULL;
        const char *first = NULL;
        for (unsigned i = 0; i < spool->channels; i++) {
            const char *record = front(spool, &spool->worker[i]);
            if (record != NULL && (first == NULL || key(record) < key(first))) {
                next = &spool->worker[i];
                first = record;
            }
        }
        if (next == NULL)
            return true;
        each(user, first);
        if (!advance(spool, next, error))
            return false;
    }
}

struct rh_spool *rh_spool_open(unsigned channels, struct rh_error *error) {
    return rh_spool_open_of("commands", channels, sizeof(struct rh_command_record), error);
}

void rh_spool_sink(void *user, const struct rh_command_record *record) {
    rh_spool_put(user, record->channel, record);
}

struct line {
    FILE *to;
    unsigned group_banks, ranks;
};

static void put_line(void *user, const void *record) {
    const struct line *line = user;
    rh_command_csv_line(line->to, record, line->group_banks, line->ranks);
}

bool rh_spool_write(struct rh_spool *spool, unsigned group_banks, unsigned ranks, FILE *to, struct rh_error *error) {
    struct line line = {to, group_banks, ranks};
    rh_command_csv_head(to);
    return rh_spool_each(spool, put_line, &line, error);
}
