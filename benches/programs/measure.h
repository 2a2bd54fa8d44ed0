/* What the programs of this folder share: the clock, the least of several times, and a row of output: a name,
 * nanoseconds, and a number to compare results by. The least, because what disturbs a run only makes it longer. */
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static inline double nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e9 * (double)now.tv_sec + (double)now.tv_nsec;
}

static inline double least(double time, double other) { return time < other ? time : other; }

static inline void row(const char *name, double time, double result) {
    printf("%s %.1f %.9g\n", name, time, result);
    fflush(stdout);
}

/* Reads a whole file, with a zero behind it. */
static inline char *whole_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        fprintf(stderr, "%s cannot be read\n", path);
        exit(1);
    }
    fseek(file, 0, SEEK_END);
    size_t length = (size_t)ftell(file);
    rewind(file);
    char *text = calloc(length + 1, 1);
    if (!text || fread(text, 1, length, file) != length)
        exit(1);
    fclose(file);
    return text;
}

#ifdef MUSA_H
#define SUCCEEDS(call)                                                                                                 \
    do {                                                                                                               \
        MUresult result_ = (call);                                                                                     \
        if (result_ != MUSA_SUCCESS) {                                                                                 \
            const char *name_ = "an unknown error";                                                                    \
            muGetErrorName(result_, &name_);                                                                           \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, name_);                                      \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)
#endif
