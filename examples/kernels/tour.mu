// Kernels of the tour. Built to tour.ptx by
//   clang++-19 -x cuda --cuda-device-only -nocudainc -nocudalib --cuda-gpu-arch=sm_80 --cuda-feature=+ptx80 -O2 -S tour.mu -o tour.ptx
#include "device.h"

constexpr unsigned REDUCE_THREADS = 256;
constexpr unsigned TILE = 16;

// Each block leaves the sum of its share of `values` in `sums`: grid-stride loads, then a tree in shared memory.
extern "C" __global__ void reduce(const float *values, float *sums, unsigned count) {
    __shared__ float partial[REDUCE_THREADS];
    float sum = 0.0f;
    for (unsigned i = blockIdxX * blockDimX + threadIdxX; i < count; i += blockDimX * gridDimX)
        sum += values[i];
    partial[threadIdxX] = sum;
    __syncthreads();
#pragma unroll 1
    for (unsigned half = blockDimX / 2; half > 0; half /= 2) {
        if (threadIdxX < half)
            partial[threadIdxX] += partial[threadIdxX + half];
        __syncthreads();
    }
    if (threadIdxX == 0)
        sums[blockIdxX] = partial[0];
}

// c = a * b for square row-major matrices whose size is any number; tiles of both operands pass through shared memory.
extern "C" __global__ void matrix_product(float *c, const float *a, const float *b, unsigned size) {
    __shared__ float tile_a[TILE][TILE];
    __shared__ float tile_b[TILE][TILE];
    unsigned x = threadIdxX, y = threadIdxY;
    unsigned column = blockIdxX * TILE + x, row = blockIdxY * TILE + y;
    float sum = 0.0f;
    for (unsigned k = 0; k < size; k += TILE) {
        tile_a[y][x] = row < size && k + x < size ? a[row * size + k + x] : 0.0f;
        tile_b[y][x] = column < size && k + y < size ? b[(k + y) * size + column] : 0.0f;
        __syncthreads();
        for (unsigned i = 0; i < TILE; i++)
            sum += tile_a[y][i] * tile_b[i][x];
        __syncthreads();
    }
    if (row < size && column < size)
        c[row * size + column] = sum;
}

// Writes far behind the end of what it was given: the tour's kernel fault.
extern "C" __global__ void stray(float *values, unsigned count) {
    values[(unsigned long long)count * 1024 + threadIdxX] = 1.0f;
}

// Adds `term` to each value: two processes take turns at it.
extern "C" __global__ void add(float *values, float term, unsigned count) {
    unsigned i = blockIdxX * blockDimX + threadIdxX;
    if (i < count)
        values[i] += term;
}
