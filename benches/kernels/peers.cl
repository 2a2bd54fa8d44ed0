// The kernels of peers.mu in OpenCL C.

#define THREADS 128
#define TILE 16
#define MOST_STEPS 200

__kernel void vector_add(__global const float *a, __global const float *b, __global float *sum, int count) {
    int i = get_global_id(0);
    if (i < count)
        sum[i] = a[i] + b[i];
}

__kernel void block_sum(__global const float *values, __global float *sums, int count) {
    __local float partial[THREADS];
    int thread = get_local_id(0), i = get_global_id(0);
    partial[thread] = i < count ? values[i] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int half_size = get_local_size(0) / 2; half_size > 0; half_size /= 2) {
        if (thread < half_size)
            partial[thread] += partial[thread + half_size];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (thread == 0)
        sums[get_group_id(0)] = partial[0];
}

__kernel void product_plain(__global float *c, __global const float *a, __global const float *b, int size) {
    int column = get_global_id(0), row = get_global_id(1);
    if (row >= size || column >= size)
        return;
    float sum = 0.0f;
    for (int i = 0; i < size; ++i)
        sum += a[row * size + i] * b[i * size + column];
    c[row * size + column] = sum;
}

__kernel void product_tiled(__global float *c, __global const float *a, __global const float *b, int size) {
    __local float tile_a[TILE][TILE], tile_b[TILE][TILE];
    int x = get_local_id(0), y = get_local_id(1), row = get_group_id(1) * TILE + y, column = get_group_id(0) * TILE + x;
    float sum = 0.0f;
    for (int first = 0; first < size; first += TILE) {
        tile_a[y][x] = row < size && first + x < size ? a[row * size + first + x] : 0.0f;
        tile_b[y][x] = first + y < size && column < size ? b[(first + y) * size + column] : 0.0f;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int i = 0; i < TILE; ++i)
            sum += tile_a[y][i] * tile_b[i][x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (row < size && column < size)
        c[row * size + column] = sum;
}

__kernel void collatz(__global int *steps, int count) {
    int i = get_global_id(0), taken = 0;
    uint value = i * 2654435761u;
    while (value != 1 && taken < MOST_STEPS) {
        value = value & 1 ? 3 * value + 1 : value >> 1;
        ++taken;
    }
    if (i < count)
        steps[i] = taken;
}
