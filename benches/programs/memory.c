/* A small program on a device of many gigabytes: memory PTX. Its row is how many kilobytes are resident at its end. */
#include <musa.h>

#include "measure.h"

int main(int count, char **arguments) {
    if (count != 2)
        return 2;
    MUdevice device;
    MUcontext context;
    MUmodule module;
    MUfunction kernel;
    MUdeviceptr values;
    size_t bytes = 1 << 20, total;
    float factor = 0.5f;
    int rounds = 10;
    void *parameters[] = {&values, &factor, &rounds};
    SUCCEEDS(muInit(0));
    SUCCEEDS(muDeviceGet(&device, 0));
    SUCCEEDS(muDeviceTotalMem(&total, device));
    SUCCEEDS(muCtxCreate(&context, 0, device));
    SUCCEEDS(muModuleLoadData(&module, whole_file(arguments[1])));
    SUCCEEDS(muModuleGetFunction(&kernel, module, "chain"));
    SUCCEEDS(muMemAlloc(&values, bytes));
    SUCCEEDS(muMemsetD32(values, 0, bytes / 4));
    SUCCEEDS(muLaunchKernel(kernel, (unsigned)(bytes / 4 / 128), 1, 1, 128, 1, 1, 0, NULL, parameters, NULL));
    SUCCEEDS(muCtxSynchronize());
    char *status = NULL;
    size_t capacity = 0;
    FILE *file = fopen("/proc/self/status", "r");
    double resident = 0;
    while (file && getline(&status, &capacity, file) > 0)
        if (!strncmp(status, "VmRSS:", 6))
            resident = atof(status + 6);
    row("resident", resident, (double)total);
    return 0;
}
