/* Times a kernel of one multiply-add in a loop: linearity PTX BLOCKS ROUNDS. The row is nanoseconds a launch; its result
 * is how many threads times rounds there were. */
#include <musa.h>

#include "measure.h"

enum { THREADS = 128, RUNS = 25 };

int main(int count, char **arguments) {
    if (count != 4)
        return 2;
    MUdevice device;
    MUcontext context;
    MUmodule module;
    MUfunction kernel;
    MUdeviceptr values;
    unsigned blocks = (unsigned)atoi(arguments[2]);
    int rounds = atoi(arguments[3]);
    float factor = 0.5f;
    void *parameters[] = {&values, &factor, &rounds};
    SUCCEEDS(muInit(0));
    SUCCEEDS(muDeviceGet(&device, 0));
    SUCCEEDS(muCtxCreate(&context, 0, device));
    SUCCEEDS(muModuleLoadData(&module, whole_file(arguments[1])));
    SUCCEEDS(muModuleGetFunction(&kernel, module, "chain"));
    SUCCEEDS(muMemAlloc(&values, (size_t)blocks * THREADS * sizeof(float)));
    double time = 1e18;
    for (int run = -1; run < RUNS; ++run) {
        double start = nanoseconds();
        SUCCEEDS(muLaunchKernel(kernel, blocks, 1, 1, THREADS, 1, 1, 0, NULL, parameters, NULL));
        SUCCEEDS(muCtxSynchronize());
        if (run >= 0)
            time = least(time, nanoseconds() - start);
    }
    row("chain", time, (double)blocks * THREADS * rounds);
    return 0;
}
