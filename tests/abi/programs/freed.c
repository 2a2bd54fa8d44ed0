/* Memory that was freed is nobody's: copies that take any address refuse it, and the program goes on. */
#include "check.h"

int main(void) {
    MUdevice device;
    MUcontext context;
    MUdeviceptr live, freed[2];
    void *pinned, *gone;
    MUSA_MEMCPY2D box;
    int word = 42;
    size_t place;
    DO(muInit(0));
    DO(muDeviceGet(&device, 0));
    DO(muCtxCreate(&context, 0, device));
    DO(muMemAlloc(&live, 4096));
    DO(muMemAlloc(&freed[0], 4096));
    DO(muMemFree(freed[0]));
    freed[1] = live + (1 << 24); /* where there never was an allocation */
    for (place = 0; place < 2; place++) {
        ANSWERS(MUSA_ERROR_INVALID_VALUE, muMemcpy(live, freed[place], 4));
        ANSWERS(MUSA_ERROR_INVALID_VALUE, muMemcpy(freed[place], live, 4));
        ANSWERS(MUSA_ERROR_INVALID_VALUE, muMemcpyAsync(live, freed[place], 4, 0));
        ANSWERS(MUSA_ERROR_INVALID_VALUE, muMemcpyHtoD(live, (void *)(size_t)freed[place], 4));
        ANSWERS(MUSA_ERROR_INVALID_VALUE, muMemcpyDtoH((void *)(size_t)freed[place], live, 4));
        memset(&box, 0, sizeof box);
        box.srcMemoryType = MU_MEMORYTYPE_UNIFIED;
        box.srcDevice = freed[place];
        box.dstMemoryType = MU_MEMORYTYPE_DEVICE;
        box.dstDevice = live;
        box.WidthInBytes = 4;
        box.Height = 2;
        ANSWERS(MUSA_ERROR_INVALID_VALUE, muMemcpy2D(&box));
    }
    ANSWERS(MUSA_ERROR_INVALID_VALUE, muMemHostRegister((void *)(size_t)freed[0], 4096, 0));
    DO(muMemHostAlloc(&pinned, 64, 0));
    gone = pinned;
    DO(muMemFreeHost(pinned));
    ANSWERS(MUSA_ERROR_INVALID_VALUE, muMemcpyHtoD(live, gone, 4));
    ANSWERS(MUSA_ERROR_INVALID_VALUE, muMemHostRegister(gone, 64, 0));
    DO(muMemcpyHtoD(live, &word, 4));
    DO(muMemcpy((MUdeviceptr)(size_t)&word, live, 4));
    CHECK(word == 42);
    DO(muMemFree(live));
    DO(muCtxDestroy(context));
    printf("refused, and nothing else\n");
    return 0;
}
