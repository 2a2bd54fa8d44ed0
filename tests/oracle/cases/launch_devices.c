/* Cooperative launches on several devices. */
#include "oc.h"
static const char *ptx = OC_PTX OC_NOP OC_STORE ".visible .global .texref tex;\n.visible .global .surfref sur;\n.visible .global .u32 g;\n";
    static const char *cl = ".version 7.8\n.target sm_90\n.address_size 64\n.visible .entry k() { ret; }\n.visible .entry r(.param .u64 p) .reqnctapercluster 2, 1, 1 { ret; }\n.visible .entry sm() { .shared .align 4 .b8 s[40000]; .reg .b32 %r<1>; ld.shared.u32 %r0, [s]; st.shared.u32 [s+4], %r0; ret; }\n";
    int main(void) { MUcontext c; size_t z; int v = -7; unsigned u = 77;
    oc_A = oc_ctx(); alarm(40); MUtexref tr = 0; MUsurfref sr = 0;
    MUmodule m; MUfunction f, st; OK(muModuleLoadData(&m, OC_PTX OC_NOP OC_STORE)); OK(muModuleGetFunction(&f, m, "nop")); OK(muModuleGetFunction(&st, m, "store"));
    MUSA_LAUNCH_PARAMS lp[2]; memset(lp, 0, sizeof lp); MUstream s1, s2;
    OK(muStreamCreate(&s1, 0)); OK(muStreamCreate(&s2, 0)); for (int i = 0; i < 2; i++) { lp[i].function = f;
    lp[i].gridDimX = lp[i].gridDimY = lp[i].gridDimZ = lp[i].blockDimX = lp[i].blockDimY = lp[i].blockDimZ = 1;
    lp[i].hStream = i ? s2 : s1; }
    OC("multi null", muLaunchCooperativeKernelMultiDevice(NULL, 1, 0));
    OC("multi 0", muLaunchCooperativeKernelMultiDevice(lp, 0, 0));
    OC("multi 1", muLaunchCooperativeKernelMultiDevice(lp, 1, 0));
    OC("multi flags 3", muLaunchCooperativeKernelMultiDevice(lp, 1, 3));
    OC("multi flags 4", muLaunchCooperativeKernelMultiDevice(lp, 1, 4));
    OC("multi the same device twice", muLaunchCooperativeKernelMultiDevice(lp, 2, 0));
    lp[0].hStream = NULL; OC("multi null stream", muLaunchCooperativeKernelMultiDevice(lp, 1, 0));
    lp[0].hStream = s1; lp[0].function = NULL; OC("multi null function", muLaunchCooperativeKernelMultiDevice(lp, 1, 0));
    lp[0].function = st; OC("multi parameters missing", muLaunchCooperativeKernelMultiDevice(lp, 1, 0));
    MUdeviceptr o; OK(muMemAlloc(&o, 64)); unsigned w = 31; void *pa[] = {&o, &w};
    lp[0].kernelParams = pa; OC("multi with parameters", muLaunchCooperativeKernelMultiDevice(lp, 1, 0));
    OC("sync", muCtxSynchronize()); SAY("word %u", oc_word(o)); lp[0].gridDimX = 0;
    OC("multi grid 0", muLaunchCooperativeKernelMultiDevice(lp, 1, 0));
    lp[0].gridDimX = 1 << 20; OC("multi too large", muLaunchCooperativeKernelMultiDevice(lp, 1, 0));
 return 0; }
