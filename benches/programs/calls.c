/* Times calls of the driver: calls PTX. Each row is the least of many short rounds, in nanoseconds a call. */
#include <musa.h>

#include "measure.h"

enum { ROUNDS = 200, FAST = 2000, SLOW = 200, MILLION = 1000000, KERNELS = 100 };

/* The least time of a statement that is repeated `count` times. `i` is its number. */
#define CALLS(name, count, ...)                                                                                        \
    do {                                                                                                               \
        double time = 1e18;                                                                                            \
        for (int round = 0; round < ROUNDS; ++round) {                                                                 \
            double start = nanoseconds();                                                                              \
            for (int i = 0; i < (count); ++i) {                                                                        \
                __VA_ARGS__                                                                                            \
            }                                                                                                          \
            time = least(time, (nanoseconds() - start) / (count));                                                     \
        }                                                                                                              \
        row(name, time, 0);                                                                                            \
    } while (0)

static const char KERNEL[] =
    ".visible .entry k%d(.param .u64 to, .param .u32 count) {\n"
    "  .reg .b32 %%r<8>; .reg .b64 %%d<8>; .reg .f32 %%f<4>; .reg .pred %%p;\n"
    "  ld.param.u64 %%d1, [to]; ld.param.u32 %%r1, [count];\n"
    "  mov.u32 %%r2, %%tid.x; mov.u32 %%r3, %%ctaid.x; mov.u32 %%r4, %%ntid.x; mad.lo.s32 %%r5, %%r3, %%r4, %%r2;\n"
    "  setp.ge.s32 %%p, %%r5, %%r1; @%%p bra DONE;\n"
    "  cvta.to.global.u64 %%d2, %%d1; mul.wide.s32 %%d3, %%r5, 4; add.s64 %%d4, %%d2, %%d3;\n"
    "  ld.global.f32 %%f1, [%%d4]; add.f32 %%f2, %%f1, 0f3F800000; st.global.f32 [%%d4], %%f2;\n"
    "DONE: ret;\n}\n";

/* The text of a module of many kernels. */
static char *many_kernels(void) {
    char *text = malloc(KERNELS * (sizeof KERNEL + 16) + 64), *end = text;
    end += sprintf(end, ".version 8.0\n.target sm_80\n.address_size 64\n");
    for (int kernel = 0; kernel < KERNELS; ++kernel)
        end += sprintf(end, KERNEL, kernel);
    return text;
}

int main(int count, char **arguments) {
    if (count != 2)
        return 2;
    MUdevice device;
    MUcontext context, current;
    MUmodule module;
    MUfunction kernel;
    MUstream stream;
    MUevent event;
    MUdeviceptr memory;
    int number;
    unsigned type;
    char bytes[64] = {0};
    SUCCEEDS(muInit(0));
    SUCCEEDS(muDeviceGet(&device, 0));
    SUCCEEDS(muCtxCreate(&context, 0, device));
    SUCCEEDS(muModuleLoadData(&module, whole_file(arguments[1])));
    SUCCEEDS(muModuleGetFunction(&kernel, module, "empty"));
    SUCCEEDS(muStreamCreate(&stream, 0));
    SUCCEEDS(muEventCreate(&event, 0));
    SUCCEEDS(muMemAlloc(&memory, 4096));

    CALLS("muDriverGetVersion", FAST, SUCCEEDS(muDriverGetVersion(&number)););
    CALLS("muCtxGetCurrent", FAST, SUCCEEDS(muCtxGetCurrent(&current)););
    CALLS("muDeviceGetAttribute", FAST,
          SUCCEEDS(muDeviceGetAttribute(&number, MU_DEVICE_ATTRIBUTE_WARP_SIZE, device)););
    CALLS("muPointerGetAttribute", FAST,
          SUCCEEDS(muPointerGetAttribute(&type, MU_POINTER_ATTRIBUTE_MEMORY_TYPE, memory)););
    CALLS("muStreamQuery", FAST, SUCCEEDS(muStreamQuery(stream)););
    CALLS("muEventQuery", FAST, SUCCEEDS(muEventQuery(event)););
    CALLS("muEventRecord", SLOW, SUCCEEDS(muEventRecord(event, stream)););
    CALLS("muCtxSynchronize", SLOW, SUCCEEDS(muCtxSynchronize()););
    CALLS("muMemcpyHtoD of 64 bytes", SLOW, SUCCEEDS(muMemcpyHtoD(memory, bytes, sizeof bytes)););
    CALLS("muMemcpyDtoH of 64 bytes", SLOW, SUCCEEDS(muMemcpyDtoH(bytes, memory, sizeof bytes)););
    CALLS("muLaunchKernel (empty) and muCtxSynchronize", SLOW,
          SUCCEEDS(muLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
          SUCCEEDS(muCtxSynchronize()););
    CALLS("muMemAlloc and muMemFree", SLOW, MUdeviceptr one; SUCCEEDS(muMemAlloc(&one, 256));
          SUCCEEDS(muMemFree(one)););
    char *text = many_kernels();
    CALLS("muModuleLoadData of 100 kernels", 1, MUmodule many; SUCCEEDS(muModuleLoadData(&many, text));
          SUCCEEDS(muModuleUnload(many)););

    MUdeviceptr *live = malloc(MILLION * sizeof *live);
    double start = nanoseconds();
    for (int i = 0; i < MILLION; ++i)
        SUCCEEDS(muMemAlloc(&live[i], 64));
    row("muMemAlloc, up to a million live", (nanoseconds() - start) / MILLION, 0);
    CALLS("muMemAlloc and muMemFree, a million live", SLOW, MUdeviceptr one; SUCCEEDS(muMemAlloc(&one, 256));
          SUCCEEDS(muMemFree(one)););
    CALLS("muPointerGetAttribute, a million live", SLOW,
          MUdeviceptr any = live[(unsigned)(i + round * SLOW) * 7919u % MILLION];
          SUCCEEDS(muPointerGetAttribute(&type, MU_POINTER_ATTRIBUTE_MEMORY_TYPE, any)););
    start = nanoseconds();
    for (int i = 0; i < MILLION; ++i)
        SUCCEEDS(muMemFree(live[(unsigned)((long long)i * 7919 % MILLION)]));
    row("muMemFree of a million, in scattered order", (nanoseconds() - start) / MILLION, 0);
    return 0;
}
