/* Refusals and faults in words: the number at fault and its bound, whose memory it was, where the kernel stood. */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include "check.h"
#include <musa_sim.h>

/* The text must hold the words. */
#define SAYS(text, words)                                                             \
    do {                                                                              \
        const char *text_ = (text);                                                   \
        if (!strstr(text_, words)) {                                                  \
            fprintf(stderr, "%s:%d: %s is not in: %s\n", __FILE__, __LINE__, words, text_); \
            exit(1);                                                                  \
        }                                                                             \
    } while (0)

static const char ptx[] = PTX_HEAD
    ".visible .entry store(.param .u64 p) { .reg .b64 %d; .reg .b32 %r;\n"
    " ld.param.u64 %d, [p]; mov.u32 %r, 1;\n"
    " st.global.u32 [%d], %r; ret; }\n"
    ".visible .entry forever(.param .u64 p) { .reg .b64 %d; .reg .b32 %r; .reg .pred %q;\n"
    " ld.param.u64 %d, [p]; mov.u32 %r, 1;\n"
    "L: add.u32 %r, %r, 2; st.global.u32 [%d], %r;\n"
    " setp.ne.u32 %q, %r, 0;\n"
    " @%q bra L; ret; }\n";

static MUdevice device[2];
static MUcontext context[2];
static MUfunction kernel[2];

static void start(void) {
    MUmodule module;
    int i;
    DO(muInit(0));
    for (i = 1; i >= 0; i--) {
        DO(muDeviceGet(&device[i], i));
        DO(muCtxCreate(&context[i], 0, device[i]));
    }
    DO(muModuleLoadData(&module, ptx));
    DO(muModuleGetFunction(&kernel[0], module, "store"));
    DO(muModuleGetFunction(&kernel[1], module, "forever"));
}

static void go(MUfunction function, MUdeviceptr p) {
    void *parameters[1];
    parameters[0] = &p;
    DO(muLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, 0, parameters, NULL));
}

static void numbers(void) {
    int blocks = 0;
    MUdeviceptr p = 0;
    void *parameters[1];
    parameters[0] = &p;
    ANSWERS(MUSA_ERROR_INVALID_DEVICE, muDeviceGet(&device[0], -1));
    SAYS(musaSimLastRefusal(), "ordinal = -1");
    SAYS(musaSimLastRefusal(), "The device is -1; it must be below 2.");
    DO(muDeviceGet(&device[0], 0));
    ANSWERS(MUSA_ERROR_INVALID_VALUE, muLaunchKernel(kernel[0], 1, 70000, 1, 1, 1, 1, 0, 0, parameters, NULL));
    SAYS(musaSimLastRefusal(), "The y dimension of the grid is 70000 (0x11170); it must be at most 65535.");
    ANSWERS(MUSA_ERROR_INVALID_VALUE, muOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel[0], -5, 0));
    SAYS(musaSimLastRefusal(), "The block is -5; it must be at least 1.");
}

static void peers(void) {
    MUdeviceptr far;
    DO(muCtxSetCurrent(context[1]));
    DO(muMemAlloc(&far, 64));
    DO(muCtxSetCurrent(context[0]));
    go(kernel[0], far);
    ANSWERS(MUSA_ERROR_ILLEGAL_ADDRESS, muCtxSynchronize());
    SAYS(musaSimLastRefusal(), "kernel store on device 0, line 6");
    SAYS(musaSimLastFault(), "of 64 bytes is on device 1, and access of device 0 to that peer is not enabled");
}

static void limits(void) {
    MUdeviceptr p;
    DO(muMemAlloc(&p, 64));
    go(kernel[1], p);
    ANSWERS(MUSA_ERROR_LAUNCH_TIMEOUT, muCtxSynchronize());
    SAYS(musaSimLastFault(), "Timeout in kernel forever on device 0, line ");
    SAYS(musaSimLastFault(), "it ran longer than the limit of 2 ms of virtual time");
}

int main(void) {
    setenv("MUSA_SIM_DEVICES", "ref-sm90,ref-sm90", 1);
    start();
    numbers();
    peers();
    musaSimReset();
    setenv("MUSA_KERNEL_TIMEOUT", "2", 1);
    start();
    limits();
    printf("explained\n");
    return 0;
}
