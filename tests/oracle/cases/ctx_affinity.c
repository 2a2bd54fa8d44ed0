/* The profiler, affinities, calls before initialisation. */
#include "oc.h"
static const char *ptx = OC_PTX OC_NOP OC_STORE ".visible .global .texref tex;\n.visible .global .surfref sur;\n.visible .global .u32 g;\n";
    static const char *cl = ".version 7.8\n.target sm_90\n.address_size 64\n.visible .entry k() { ret; }\n.visible .entry r(.param .u64 p) .reqnctapercluster 2, 1, 1 { ret; }\n.visible .entry sm() { .shared .align 4 .b8 s[40000]; .reg .b32 %r<1>; ld.shared.u32 %r0, [s]; st.shared.u32 [s+4], %r0; ret; }\n";
int main(void) { MUcontext c; size_t z; int v = -7; unsigned u = 77;
    OC("before: profiler start", muProfilerStart()); OC("before: profiler stop", muProfilerStop());
    MUexecAffinityParam ap; OC("before: affinity", muCtxGetExecAffinity(&ap, 0));
    OC("before: cooperative multi", muLaunchCooperativeKernelMultiDevice(NULL, 0, 0));
    MUtexref tr = 0; MUsurfref sr = 0;    OC("before: exec support", muDeviceGetExecAffinitySupport(&v, 0, 0));
    OK(muInit(0)); OC("none: profiler start", muProfilerStart());
    OC("none: affinity", muCtxGetExecAffinity(&ap, 0)); OC("none: cooperative multi", muLaunchCooperativeKernelMultiDevice(NULL, 0, 0));
    oc_A = oc_ctx(); OC("profiler start", muProfilerStart()); OC("profiler start again", muProfilerStart());
    OC("profiler stop", muProfilerStop()); OC("profiler stop again", muProfilerStop());
    memset(&ap, 0x77, sizeof ap); OC("affinity 0", muCtxGetExecAffinity(&ap, 0));
    SAY("type %d", (int)ap.type); OC("affinity 1", muCtxGetExecAffinity(&ap, 1));
    OC("affinity 99", muCtxGetExecAffinity(&ap, 99)); OC("affinity null", muCtxGetExecAffinity(NULL, 0));
    OC("affinity null 99", muCtxGetExecAffinity(NULL, 99)); OC("exec support", muDeviceGetExecAffinitySupport(&v, 0, 0));
    SAY("%d", v);
    OC("create v3 none", muCtxCreate_v3(&c, NULL, 0, 0, 0)); OK(muCtxDestroy(c));
    OC("create v3 null list", muCtxCreate_v3(&c, NULL, 1, 0, 0));
    memset(&ap, 0, sizeof ap); ap.type = 0; ap.param.smCount.val = 1;
    OC("create v3 one SM", muCtxCreate_v3(&c, &ap, 1, 0, 0)); ap.param.smCount.val = 0;
    OC("create v3 0 SMs", muCtxCreate_v3(&c, &ap, 1, 0, 0)); ap.type = 99;
    OC("create v3 type 99", muCtxCreate_v3(&c, &ap, 1, 0, 0)); OC("create v3 bad device", muCtxCreate_v3(&c, &ap, 1, 0, 99));
    OC("create v3 bad flags", muCtxCreate_v3(&c, NULL, 0, 0x1000, 0));
    OC("create v3 null out", muCtxCreate_v3(NULL, NULL, 0, 0, 0));
    OC("set current A", muCtxSetCurrent(oc_A));
 return 0; }
