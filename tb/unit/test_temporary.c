// SPDX-License-Identifier: Apache-2.0
// Does a run that ends early take its temporaries along, and nothing else?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "cmodel/files/rh_output.h"
#include "cmodel/files/rh_temporary.h"
#include "trace_file.h"

static void put_file(const char *path) {
    FILE *file = fopen(path, "w");
    if (file != NULL)
        fclose(file);
}

/* A child with one temporary and one further name open, and one committed, dies by `number`; `ignored` there before. */
static int die_by(int number, bool ignored) {
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct rh_temporary temporary, whole;
        struct rh_error error;
        (void)signal(number, ignored ? SIG_IGN : SIG_DFL);
        rh_temporary_guard();
        (void)setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
        if (!rh_temporary_open(&temporary, trace_path("killed"), &error) ||
            !rh_temporary_open(&whole, trace_path("whole"), &error))
            _exit(9);
        put_file(temporary.name);
        put_file(whole.name);
        put_file(trace_path("beside"));
        if (!rh_temporary_commit(&whole) || rh_temporary_watch(trace_path("beside")) < 0)
            _exit(9);
        (void)raise(number);
        rh_temporary_drop(&temporary);
        _exit(7);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    char left[192];
    (void)snprintf(left, sizeof left, "%s.part.%ld", trace_path("killed"), (long)child);
    assert_int_equal(access(left, F_OK), -1);
    assert_int_equal(access(trace_path("whole"), F_OK), 0);
    assert_int_equal(access(trace_path("beside"), F_OK), ignored ? 0 : -1);
    return status;
}

static void a_signal_removes_what_is_unfinished_and_ends_the_run(void **state) {
    (void)state;
    static const int signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM, SIGXCPU, SIGXFSZ};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        int status = die_by(signals[i], false);
        assert_true(WIFSIGNALED(status));
        assert_int_equal(WTERMSIG(status), signals[i]);
    }
}

/* A child that computes with two files unfinished, until a signal ends it; it reports over `ready` when they lie
 * there. */
static void stay_unfinished(int ready) {
    struct rh_temporary temporary[2];
    struct rh_error error;
    rh_temporary_guard();
    for (unsigned i = 0; i < 2; i++) {
        if (!rh_temporary_open(&temporary[i], trace_path(i == 0 ? "first" : "second"), &error))
            _exit(9);
        put_file(temporary[i].name);
    }
    if (write(ready, "", 1) != 1)
        _exit(9);
    for (volatile unsigned turns = 0;; turns++)
        continue;
}

/* `first` to one such child, then `second` again and again, for the moment that hurts is short; how many of its files
 * are left. */
static unsigned left_by(int first, int second) {
    int ready[2];
    char byte;
    assert_int_equal(pipe(ready), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        stay_unfinished(ready[1]);
    assert_int_equal(read(ready[0], &byte, 1), 1);
    close(ready[0]);
    close(ready[1]);
    assert_int_equal(kill(child, first), 0);
    int status = 0;
    pid_t ended = 0;
    for (unsigned i = 0; i < 20000 && ended == 0; i++) {
        (void)kill(child, second);
        if (i % 100 == 99)
            ended = waitpid(child, &status, WNOHANG);
    }
    if (ended == 0)
        ended = waitpid(child, &status, 0);
    assert_int_equal(ended, child);
    assert_true(WIFSIGNALED(status));
    assert_true(WTERMSIG(status) == first || WTERMSIG(status) == second);
    unsigned left = 0;
    for (unsigned i = 0; i < 2; i++) {
        char name[192];
        (void)snprintf(name, sizeof name, "%s.part.%ld", trace_path(i == 0 ? "first" : "second"), (long)child);
        left += unlink(name) == 0;
    }
    return left;
}

/* `timeout` sends its signal to the run and then to the whole group: twice to the run, a few microseconds apart. */
static void signals_in_a_row_leave_nothing(void **state) {
    (void)state;
    static const int signals[] = {SIGHUP, SIGINT, SIGTERM};
    enum { SIGNALS = sizeof signals / sizeof signals[0], ROUNDS = 15 };
    unsigned left = 0;
    for (unsigned round = 0; round < ROUNDS; round++)
        for (unsigned pair = 0; pair < SIGNALS * SIGNALS; pair++)
            left += left_by(signals[pair / SIGNALS], signals[pair % SIGNALS]);
    assert_int_equal(left, 0);
}

/* In a child, where nobody asked for the guard. */
static void an_open_output_leaves_the_programs_signals_alone(void **state) {
    (void)state;
    static const int signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM, SIGXCPU, SIGXFSZ};
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct rh_output output;
        struct rh_error error;
        int handled = 0;
        if (!rh_output_open(&output, trace_path("quiet"), &error))
            _exit(99);
        for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
            struct sigaction action;
            handled += sigaction(signals[i], NULL, &action) != 0 || action.sa_handler != SIG_DFL;
        }
        rh_output_drop(&output);
        _exit(handled);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

static void an_ignored_signal_stays_ignored(void **state) {
    (void)state;
    int status = die_by(SIGHUP, true);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 7);
}

static void a_child_leaves_the_files_of_its_parent(void **state) {
    (void)state;
    struct rh_temporary temporary;
    struct rh_error error;
    assert_true(rh_temporary_open(&temporary, trace_path("parent"), &error));
    put_file(temporary.name);
    pid_t child = fork();
    if (child == 0) {
        (void)raise(SIGTERM);
        _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(access(temporary.name, F_OK), 0);
    rh_temporary_drop(&temporary);
    rh_temporary_drop(&temporary);
}

static void too_many_at_a_time_are_refused(void **state) {
    (void)state;
    struct rh_temporary temporary[RH_TEMPORARIES + 1];
    struct rh_error error = {""};
    const char *path = trace_path("many");
    for (unsigned i = 0; i < RH_TEMPORARIES; i++)
        assert_true(rh_temporary_open(&temporary[i], path, &error));
    assert_false(rh_temporary_open(&temporary[RH_TEMPORARIES], path, &error));
    assert_error(&error, path, ": found too many unfinished files, expected a file that can be written");
    assert_int_equal(rh_temporary_watch("x"), -1);
    rh_temporary_unwatch(-1);
    for (unsigned i = 0; i < RH_TEMPORARIES; i++)
        rh_temporary_drop(&temporary[i]);
}

static void links_are_followed_to_their_end(void **state) {
    (void)state;
    static const char *const links[][2] = {{"a", "b"}, {"b", "sub/../c"}, {"d", "/nowhere/e"}};
    char expected[256];
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(symlink(links[i][1], trace_path(links[i][0])), 0);
    (void)snprintf(expected, sizeof expected, "%s/sub/../c", trace_folder);
    char *a = rh_temporary_target(trace_path("a")), *d = rh_temporary_target(trace_path("d"));
    char *plain = rh_temporary_target("plain");
    assert_string_equal(a, expected);
    assert_string_equal(d, "/nowhere/e");
    assert_string_equal(plain, "plain");
    free(a);
    free(d);
    free(plain);
}

static void a_rename_that_fails_leaves_nothing(void **state) {
    (void)state;
    struct rh_temporary temporary;
    struct rh_error error;
    const char *path = trace_path("gone");
    assert_true(rh_temporary_open(&temporary, path, &error));
    assert_false(rh_temporary_commit(&temporary)); /* nobody created it */
    assert_int_equal(errno, ENOENT);
    assert_null(temporary.path);
    assert_int_equal(access(path, F_OK), -1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_signal_removes_what_is_unfinished_and_ends_the_run),
        cmocka_unit_test(signals_in_a_row_leave_nothing),
        cmocka_unit_test(an_open_output_leaves_the_programs_signals_alone),
        cmocka_unit_test(an_ignored_signal_stays_ignored),
        cmocka_unit_test(a_child_leaves_the_files_of_its_parent),
        cmocka_unit_test(too_many_at_a_time_are_refused),
        cmocka_unit_test(links_are_followed_to_their_end),
        cmocka_unit_test(a_rename_that_fails_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, make_trace_folder, remove_trace_folder);
}
