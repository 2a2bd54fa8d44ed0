/* The sizes of the kernels that are timed against OpenCL, and their inputs: the same on both sides. */
#pragma once

#include "measure.h"

enum { COUNT = 1 << 20, SIZE = 256, THREADS = 128, TILE = 16 };

enum { VECTOR_ADD, BLOCK_SUM, PRODUCT_PLAIN, PRODUCT_TILED, COLLATZ, PEERS };

static const char *const NAMES[PEERS] = {"vector_add", "block_sum", "product_plain", "product_tiled", "collatz"};

/* Elements that a kernel writes. */
static const int RESULTS[PEERS] = {COUNT, COUNT / THREADS, SIZE * SIZE, SIZE *SIZE, COUNT / 4};

static inline int is_product(int peer) { return peer == PRODUCT_PLAIN || peer == PRODUCT_TILED; }

/* Threads of the grid along x. */
static inline int width(int peer) { return is_product(peer) ? SIZE : peer == COLLATZ ? COUNT / 4 : COUNT; }

static inline float *inputs(void) {
    float *values = malloc(COUNT * sizeof *values);
    for (int i = 0; i < COUNT; ++i)
        values[i] = (float)(i % 17) * 0.25f;
    return values;
}

static inline double sum_of(int peer, const void *results) {
    double sum = 0;
    for (int i = 0; i < RESULTS[peer]; ++i)
        sum += peer == COLLATZ ? ((const int *)results)[i] : ((const float *)results)[i];
    return sum;
}
