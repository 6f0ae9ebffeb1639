// SPDX-License-Identifier: Apache-2.0
// Runs a command and writes its greatest resident memory in KiB, its seconds of CPU and those by the clock.
//
//     rh_peak FILE COMMAND...
//
// FILE gets one line with the three; the command's exit code is this one's. In C, because the memory of who starts a
// process counts as that process's until it has begun: an interpreter would hide what is to be measured.
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static double seconds(struct timeval time) {
    return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

int main(int argc, char **argv) {
    if (argc < 3) {
        fprintf(stderr, "rh_peak: found %d arguments, expected FILE COMMAND...\n", argc - 1);
        return 2;
    }
    double start = now();
    pid_t child = fork();
    if (child == 0) {
        execvp(argv[2], argv + 2);
        perror(argv[2]);
        _exit(127);
    }
    int status;
    struct rusage used;
    if (child < 0 || wait4(child, &status, 0, &used) != child)
        return 2;
    FILE *file = fopen(argv[1], "w");
    if (file == NULL)
        return 2;
    fprintf(file, "%ld %.3f %.3f\n", used.ru_maxrss, seconds(used.ru_utime) + seconds(used.ru_stime), now() - start);
    if (fclose(file) != 0)
        return 2;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
