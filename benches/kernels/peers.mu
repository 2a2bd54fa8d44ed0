// The kernels that are timed against an OpenCL platform; peers.cl has the same in OpenCL C. Built to peers.ptx by
//   clang++-19 -x cuda --cuda-device-only -nocudainc -nocudalib --cuda-gpu-arch=sm_80 --cuda-feature=+ptx80 -O2 -S peers.mu -o peers.ptx
#include "../../examples/kernels/device.h"

#define blockDimY __nvvm_read_ptx_sreg_ntid_y()
#define blockIdxY __nvvm_read_ptx_sreg_ctaid_y()

constexpr int THREADS = 128;
constexpr int TILE = 16;
constexpr int MOST_STEPS = 200;

// Memory alone: one addition for three accesses.
extern "C" __global__ void vector_add(const float *a, const float *b, float *sum, int count) {
    int i = blockIdxX * blockDimX + threadIdxX;
    if (i < count)
        sum[i] = a[i] + b[i];
}

// Shared memory and barriers: each block leaves the sum of its values.
extern "C" __global__ void block_sum(const float *values, float *sums, int count) {
    __shared__ float partial[THREADS];
    int thread = threadIdxX, i = blockIdxX * blockDimX + thread;
    partial[thread] = i < count ? values[i] : 0.0f;
    __syncthreads();
    for (int half = blockDimX / 2; half > 0; half /= 2) {
        if (thread < half)
            partial[thread] += partial[thread + half];
        __syncthreads();
    }
    if (thread == 0)
        sums[blockIdxX] = partial[0];
}

// A loop of loads and fused multiply-adds: c = a * b for square row-major matrices.
extern "C" __global__ void product_plain(float *c, const float *a, const float *b, int size) {
    int column = blockIdxX * blockDimX + threadIdxX, row = blockIdxY * blockDimY + threadIdxY;
    if (row >= size || column >= size)
        return;
    float sum = 0.0f;
    for (int i = 0; i < size; ++i)
        sum += a[row * size + i] * b[i * size + column];
    c[row * size + column] = sum;
}

// The same with tiles of both operands in shared memory.
extern "C" __global__ void product_tiled(float *c, const float *a, const float *b, int size) {
    __shared__ float tile_a[TILE][TILE], tile_b[TILE][TILE];
    int x = threadIdxX, y = threadIdxY, row = blockIdxY * TILE + y, column = blockIdxX * TILE + x;
    float sum = 0.0f;
    for (int first = 0; first < size; first += TILE) {
        tile_a[y][x] = row < size && first + x < size ? a[row * size + first + x] : 0.0f;
        tile_b[y][x] = first + y < size && column < size ? b[(first + y) * size + column] : 0.0f;
        __syncthreads();
        for (int i = 0; i < TILE; ++i)
            sum += tile_a[y][i] * tile_b[i][x];
        __syncthreads();
    }
    if (row < size && column < size)
        c[row * size + column] = sum;
}

// Branches that lanes take apart: steps of the Collatz sequence from a scattered start.
extern "C" __global__ void collatz(int *steps, int count) {
    int i = blockIdxX * blockDimX + threadIdxX, taken = 0;
    unsigned value = i * 2654435761u;
    while (value != 1 && taken < MOST_STEPS) {
        value = value & 1 ? 3 * value + 1 : value >> 1;
        ++taken;
    }
    if (i < count)
        steps[i] = taken;
}

// Nothing, and a loop of one multiply-add: what starting costs, and what a thread and instruction cost.
extern "C" __global__ void empty() {}

extern "C" __global__ void chain(float *values, float factor, int rounds) {
    int i = blockIdxX * blockDimX + threadIdxX;
    float value = values[i];
#pragma unroll 1
    for (int round = 0; round < rounds; ++round)
        value = value * factor + 1.0f;
    values[i] = value;
}
