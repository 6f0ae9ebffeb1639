// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/rh_jobs.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cmodel/files/rh_console.h"

/* A process with its job. */
struct worker {
    pid_t process; /* 0: none */
    uint64_t job;
    FILE *said; /* its standard error */
    int end;    /* of a pipe that ends with the process */
};

struct state {
    const struct rh_jobs *jobs;
    struct worker *workers;
    uint64_t next, done, cached;
    int64_t failed;
    time_t start;
    struct sigaction before[2]; /* of `signals`: the jobs keep them; what is ignored stays so */
};

static volatile sig_atomic_t caught;

static const int signals[2] = {SIGINT, SIGTERM};

static void restore_signals(const struct state *state) {
    for (unsigned i = 0; i < 2 && rh_console() == NULL; i++)
        (void)sigaction(signals[i], &state->before[i], NULL);
}

static void on_signal(int number) {
    caught = number;
}

static bool stopped(void) {
    return caught != 0 || rh_console_stopped();
}

unsigned rh_jobs_processors(void) {
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return processors < 1 ? 1 : processors > RH_JOBS_MOST ? RH_JOBS_MOST : (unsigned)processors;
}

static void show(const struct state *state) {
    enum { BAR = 30 };
    const struct rh_jobs *jobs = state->jobs;
    if (!jobs->progress || jobs->count == 0 || rh_console_count(state->done, jobs->count))
        return;
    uint64_t run = state->done - state->cached, left = jobs->count - state->done;
    double seconds = difftime(time(NULL), state->start);
    int length = (int)(state->done * BAR / jobs->count);
    fprintf(stderr, "\r[%.*s%*s] %" PRIu64 " of %" PRIu64 ", %" PRIu64 " cached", length,
            "##############################", BAR - length, "", state->done, jobs->count, state->cached);
    if (run > 0 && left > 0) {
        unsigned rest = (unsigned)(seconds / (double)run * (double)left);
        fprintf(stderr, ", %u:%02u left ", rest / 60, rest % 60);
    }
}

static void forget(struct worker *worker) {
    (void)fclose(worker->said);
    (void)close(worker->end);
    worker->process = 0;
}

static bool start(struct state *state, struct worker *worker, uint64_t job, struct rh_error *error) {
    worker->job = job;
    worker->said = tmpfile();
    if (worker->said == NULL)
        return rh_error_set(error, "jobs: found %s, expected a temporary file", strerror(errno));
    int ends[2] = {-1, -1};
    (void)fflush(NULL);
    worker->process = pipe2(ends, O_CLOEXEC) == 0 ? fork() : -1;
    if (worker->process == 0) {
        (void)prctl(PR_SET_PDEATHSIG, SIGTERM); /* no job outlives who asked for it, however that ended */
        rh_console_use(NULL);                   /* the streams of a process of its own */
        restore_signals(state);
        (void)dup2(fileno(worker->said), STDERR_FILENO);
        int code = state->jobs->run(state->jobs->user, job);
        (void)fflush(NULL);
        _exit(code);
    }
    int reason = errno;
    (void)close(ends[1]);
    worker->end = ends[0];
    if (worker->process > 0)
        return true;
    forget(worker);
    return rh_error_set(error, "jobs: found %s, expected a process", strerror(reason));
}

static void finish(struct state *state, struct worker *worker, int status) {
    char text[512] = "";
    rewind(worker->said);
    if (status != 0) {
        if (fgets(text, sizeof text, worker->said) == NULL)
            (void)snprintf(text, sizeof text, "ended by %s %d", WIFSIGNALED(status) ? "signal" : "exit status",
                           WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
        text[strcspn(text, "\n")] = '\0';
        if (state->jobs->progress)
            rh_console_clear(78);
        state->jobs->failed(state->jobs->user, worker->job, WIFSIGNALED(status) ? -1 : WEXITSTATUS(status), text);
        state->failed++;
    }
    forget(worker);
    state->done++;
    show(state);
}

static void kill_all(struct state *state) {
    for (unsigned i = 0; i < state->jobs->at_once; i++)
        if (state->workers[i].process > 0) {
            (void)kill(state->workers[i].process, SIGTERM);
            (void)waitpid(state->workers[i].process, NULL, 0);
            forget(&state->workers[i]);
        }
}

/* Fill the free places. False with an error; *running: how many are at work. */
static bool fill(struct state *state, unsigned *running, struct rh_error *error) {
    const struct rh_jobs *jobs = state->jobs;
    for (unsigned i = 0; i < jobs->at_once; i++) {
        while (state->workers[i].process == 0 && state->next < jobs->count && !stopped()) {
            uint64_t job = state->next++;
            if (jobs->done(jobs->user, job)) {
                state->cached++;
                state->done++;
            } else if (!start(state, &state->workers[i], job, error)) {
                return false;
            }
        }
        *running += state->workers[i].process != 0;
    }
    return true;
}

/* Wait for some of the jobs, and for no other child of the process; on a console no longer than who waits there
 * likes. */
static void take_ended(struct state *state) {
    enum { LOOK = 50 /* ms */ };
    struct pollfd end[RH_JOBS_MOST];
    unsigned count = state->jobs->at_once;
    for (unsigned i = 0; i < count; i++)
        end[i] = (struct pollfd){.fd = state->workers[i].process != 0 ? state->workers[i].end : -1, .events = POLLIN};
    if (poll(end, count, rh_console() != NULL ? LOOK : -1) <= 0)
        return;
    int status;
    for (unsigned i = 0; i < count; i++)
        if (end[i].revents != 0 && waitpid(state->workers[i].process, &status, 0) > 0)
            finish(state, &state->workers[i], status);
}

static bool work(struct state *state, struct rh_error *error) {
    for (;;) {
        unsigned running = 0;
        if (!fill(state, &running, error))
            return false;
        show(state);
        if (running == 0 || stopped())
            return true;
        take_ended(state);
    }
}

int64_t rh_jobs_run(const struct rh_jobs *jobs, struct rh_error *error) {
    struct state state = {.jobs = jobs, .start = time(NULL)};
    struct sigaction ours = {.sa_handler = on_signal};
    state.workers = calloc(jobs->at_once, sizeof *state.workers);
    if (state.workers == NULL) {
        rh_error_set(error, "jobs: found no memory, expected enough");
        return -1;
    }
    caught = 0;
    for (unsigned i = 0; i < 2; i++)
        if (rh_console() == NULL && sigaction(signals[i], NULL, &state.before[i]) == 0 &&
            state.before[i].sa_handler != SIG_IGN)
            (void)sigaction(signals[i], &ours, NULL);
    bool good = work(&state, error);
    kill_all(&state);
    restore_signals(&state);
    free(state.workers);
    if (jobs->progress)
        rh_console_clear(78);
    if (caught) {
        fprintf(stderr, "rowhold: interrupted with %" PRIu64 " of %" PRIu64 " done; the same command goes on there\n",
                state.done, jobs->count);
        (void)raise(caught); /* as it would have ended without us */
    }
    return good ? state.failed : -1;
}
