/* Times the kernels of peers.ptx through the driver: kernels PTX RUNS. */
#include <musa.h>

#include "peers.h"

int main(int count, char **arguments) {
    if (count != 3)
        return 2;
    int runs = atoi(arguments[2]);
    MUdevice device;
    MUcontext context;
    MUmodule module;
    MUdeviceptr a, b, c;
    size_t bytes = COUNT * sizeof(float);
    float *values = inputs();
    void *results = malloc(bytes);
    SUCCEEDS(muInit(0));
    SUCCEEDS(muDeviceGet(&device, 0));
    SUCCEEDS(muCtxCreate(&context, 0, device));
    SUCCEEDS(muModuleLoadData(&module, whole_file(arguments[1])));
    SUCCEEDS(muMemAlloc(&a, bytes));
    SUCCEEDS(muMemAlloc(&b, bytes));
    SUCCEEDS(muMemAlloc(&c, bytes));
    SUCCEEDS(muMemcpyHtoD(a, values, bytes));
    SUCCEEDS(muMemcpyHtoD(b, values, bytes));
    int elements = COUNT, size = SIZE, starts = COUNT / 4;
    void *parameters[PEERS][4] = {
        {&a, &b, &c, &elements}, {&a, &c, &elements}, {&c, &a, &b, &size}, {&c, &a, &b, &size}, {&c, &starts}};
    for (int peer = 0; peer < PEERS; ++peer) {
        MUfunction kernel;
        SUCCEEDS(muModuleGetFunction(&kernel, module, NAMES[peer]));
        unsigned block = is_product(peer) ? TILE : THREADS, height = is_product(peer) ? TILE : 1;
        unsigned x = (unsigned)width(peer) / block, y = is_product(peer) ? SIZE / TILE : 1;
        double time = 1e18;
        for (int run = -1; run < runs; ++run) {
            double start = nanoseconds();
            SUCCEEDS(muLaunchKernel(kernel, x, y, 1, block, height, 1, 0, NULL, parameters[peer], NULL));
            SUCCEEDS(muCtxSynchronize());
            if (run >= 0)
                time = least(time, nanoseconds() - start);
        }
        SUCCEEDS(muMemcpyDtoH(results, c, bytes));
        row(NAMES[peer], time, sum_of(peer, results));
    }
    return 0;
}
