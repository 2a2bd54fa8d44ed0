/* What the programs share. They compile as C and as C++. */
#ifndef CHECK_H
#define CHECK_H
#include <musa.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The program ends when a condition does not hold, and says which. */
#define CHECK(condition)                                                            \
    do {                                                                            \
        if (!(condition)) {                                                         \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
            exit(1);                                                                \
        }                                                                           \
    } while (0)

/* The call must answer `expected`. */
#define ANSWERS(expected, call)                                                                     \
    do {                                                                                            \
        MUresult answer_ = (call);                                                                  \
        if (answer_ != (expected)) {                                                                \
            fprintf(stderr, "%s:%d: %s answered %d\n", __FILE__, __LINE__, #call, (int)answer_);    \
            exit(1);                                                                                \
        }                                                                                           \
    } while (0)

/* The call must succeed. */
#define DO(call) ANSWERS(MUSA_SUCCESS, call)

/* Writes `text` to the file `path`. */
static inline void write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "wb");
    CHECK(file != NULL);
    CHECK(fwrite(text, 1, strlen(text), file) == strlen(text));
    CHECK(fclose(file) == 0);
}

#define PTX_HEAD ".version 7.0\n.target sm_70\n.address_size 64\n"
#endif
