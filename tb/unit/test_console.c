// SPDX-License-Identifier: Apache-2.0
// Does a command that runs in a thread with a console print there, and there alone, leave signals alone, count how far
// it is and end when it is asked to?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cmodel/cli/rh_commands.h"
#include "cmodel/files/rh_console.h"

struct job {
    struct rh_console console;
    char *words[12];
    char *out, *err;
    size_t out_size, err_size;
    int code;
};

static void *work(void *user) {
    struct job *job = user;
    int argc = 0;
    while (job->words[argc] != NULL)
        argc++;
    job->console.out = open_memstream(&job->out, &job->out_size);
    job->console.err = open_memstream(&job->err, &job->err_size);
    rh_console_use(&job->console);
    const struct rh_cli *cli = strcmp(job->words[0], "sweep") == 0 ? &rh_cli_sweep : &rh_cli_simulate;
    job->code = cli->run(argc, job->words);
    rh_console_use(NULL);
    (void)fclose(job->console.out);
    (void)fclose(job->console.err);
    return NULL;
}

static void finish(struct job *job) {
    free(job->out);
    free(job->err);
}

static bool waits(struct job *job) {
    for (unsigned i = 0; i < 2000 && atomic_load(&job->console.done) == 0; i++)
        (void)nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    return atomic_load(&job->console.done) != 0;
}

static void what_is_printed_lands_in_its_thread(void **state) {
    (void)state;
    struct job good = {.words = {"simulate", "--stream", "mixed", "--requests", "300", "--stats", "-"}};
    struct job bad = {.words = {"simulate", "--queue", "1"}};
    pthread_t thread[2];
    assert_int_equal(pthread_create(&thread[0], NULL, work, &good), 0);
    assert_int_equal(pthread_create(&thread[1], NULL, work, &bad), 0);
    assert_int_equal(pthread_join(thread[0], NULL), 0);
    assert_int_equal(pthread_join(thread[1], NULL), 0);
    assert_int_equal(good.code, 0);
    assert_non_null(strstr(good.out, "\"schema\": \"rowhold-simulate\""));
    assert_non_null(strstr(good.err, "300 requests"));
    assert_int_equal(bad.code, 2);
    assert_string_equal(bad.out, "");
    assert_string_equal(bad.err, "rowhold: --queue: found '1', expected a whole number from 2 to 128\n");
    assert_ptr_equal(rh_console_out(), stdout);
    finish(&good);
    finish(&bad);
}

static void a_run_ends_when_it_is_asked_to(void **state) {
    (void)state;
    struct job job = {.words = {"simulate", "--stream", "random", "--requests", "1000000000"}};
    struct sigaction action;
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, work, &job), 0);
    assert_true(waits(&job));
    assert_int_equal(atomic_load(&job.console.all), 1000000000);
    assert_int_equal(sigaction(SIGINT, NULL, &action), 0);
    assert_ptr_equal(action.sa_handler, SIG_DFL);
    atomic_store(&job.console.stop, true);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_non_null(strstr(job.err, "note: interrupted"));
    finish(&job);
}

/* A sweep of two queues, with results in this folder; it is asked to end after a while, or not. */
static void sweep(char *folder, char *requests, bool asked) {
    struct job job = {
        .words = {"sweep", "--queue", "8,16", "--stream", "random", "--requests", requests, "--cache", folder}};
    struct sigaction meanwhile;
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, work, &job), 0);
    (void)nanosleep(&(struct timespec){.tv_nsec = asked ? 300000000 : 0}, NULL);
    assert_int_equal(sigaction(SIGINT, NULL, &meanwhile), 0);
    atomic_store(&job.console.stop, asked);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_ptr_equal(meanwhile.sa_handler, SIG_DFL);
    assert_int_equal(atomic_load(&job.console.all), 2);
    assert_int_equal(atomic_load(&job.console.done), asked ? 0 : 2);
    finish(&job);
}

static void a_sweep_ends_its_jobs_and_waits_for_no_other_child(void **state) {
    (void)state;
    char folder[] = "/tmp/rowhold_console_XXXXXX", command[128];
    assert_non_null(mkdtemp(folder));
    pid_t child = fork();
    if (child == 0)
        _exit(3);
    assert_true(child > 0);
    sweep(folder, "1000000000", true);
    sweep(folder, "50", false);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(WEXITSTATUS(status), 3);
    assert_int_equal(waitpid(-1, &status, WNOHANG), -1); /* nobody is left */
    (void)snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_printed_lands_in_its_thread),
        cmocka_unit_test(a_run_ends_when_it_is_asked_to),
        cmocka_unit_test(a_sweep_ends_its_jobs_and_waits_for_no_other_child),
    };
    (void)signal(SIGINT, SIG_DFL); /* who starts in the background ignores it */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
