/* Faults: what each gives, where it shows, what runs behind it, host functions and callbacks, a second context, launches that cannot fault. */
#include "oc.h"
#define H ".version 7.0\n.target sm_70\n.address_size 64\n"
    static const char *ptx = H ".extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, .param .b64 e);\n.global .align 1 .b8 s[2] = {65, 0};\n.visible .global .u32 cnt;\n"
 ".visible .entry t_trap() { trap; ret; }\n.visible .entry t_brk() { brkpt; ret; }\n.visible .entry t_exit() { exit; }\n"
 ".visible .entry t_assert() { .reg .b64 %d<2>; mov.u64 %d0, s; cvta.global.u64 %d1, %d0; { .param .b64 a; .param .b64 b; .param .b32 c; .param .b64 d; .param .b64 e; st.param.b64 [a], %d1; st.param.b64 [b], %d1; st.param.b32 [c], 3; st.param.b64 [d], %d1; st.param.b64 [e], 1; call.uni __assertfail, (a, b, c, d, e); } ret; }\n"
 ".visible .entry t_mis() { .reg .b64 %d<2>; .reg .b32 %r<2>; mov.u64 %d0, cnt; add.u64 %d0, %d0, 2; ld.global.u32 %r0, [%d0]; st.global.u32 [cnt], %r0; ret; }\n"
 ".visible .entry t_null() { .reg .b64 %d<2>; .reg .b32 %r<2>; mov.u64 %d0, 0; ld.u32 %r0, [%d0]; st.global.u32 [cnt], %r0; ret; }\n"
 ".visible .entry t_null_st() { .reg .b64 %d<2>; mov.u64 %d0, 0; st.global.u32 [%d0], 5; ret; }\n"
 ".visible .entry t_atom() { .reg .b64 %d<2>; .reg .b32 %r<2>; mov.u64 %d0, 64; atom.global.add.u32 %r0, [%d0], 5; ret; }\n"
 ".visible .entry t_half() { .reg .b32 %r<2>; .reg .pred %p<2>; mov.u32 %r0, %tid.x; setp.ne.u32 %p0, %r0, 5; @%p0 bra E; trap; E: ret; }\n"
 ".visible .entry t_one() { .reg .b32 %r<3>; .reg .pred %p<2>; mov.u32 %r0, %ctaid.x; setp.ne.u32 %p0, %r0, 3; @%p0 bra E; trap; E: atom.global.add.u32 %r1, [cnt], 1; ret; }\n"
 ".visible .entry nop() { ret; }\n";
    static int hran; static void hf(void *u) { hran = 1; } static int cran;
    static MUresult cst; static void cb(MUstream s, MUresult r, void *u) { cran = 1;
    cst = r; }
static const char *K; static MUmodule m; static MUfunction f, n;
    static void one(void) { oc_A = oc_ctx(); alarm(30); OK(muModuleLoadData(&m, ptx));
    OK(muModuleGetFunction(&f, m, K)); OK(muModuleGetFunction(&n, m, "nop"));
    MUstream s, t; MUevent e, g; OK(muStreamCreate(&s, MU_STREAM_NON_BLOCKING));
    OK(muStreamCreate(&t, MU_STREAM_NON_BLOCKING)); OK(muEventCreate(&e, 0));
    OK(muEventCreate(&g, 0)); MUdeviceptr p; OK(muMemAlloc(&p, 64));
    OK(muMemsetD32(p, 1, 16)); OK(muCtxSynchronize()); OK(muEventRecord(g, t));
    OK(muEventSynchronize(g));
    OC("launch", muLaunchKernel(f, 8, 1, 1, 32, 1, 1, 0, s, NULL, NULL));
    OC("event behind", muEventRecord(e, s)); OC("host func behind", muLaunchHostFunc(s, hf, NULL));
    OC("callback behind", muStreamAddCallback(s, cb, NULL, 0));
    MUresult r = OC("sync", muStreamSynchronize(s)); for (int i = 0; i < 100 && !cran; i++) usleep(20000);
    if (r) { OC("event", muEventQuery(e)); OC("event sync", muEventSynchronize(e));
    OC("other stream", muStreamQuery(t)); OC("launch elsewhere", oc_go(n, t, NULL));
    OC("alloc", muMemAlloc(&p, 4)); OC("ctx sync", muCtxSynchronize());
    }
    SAY("host func ran %s, callback ran %s with %s", hran ? "yes" : "no", cran ? "yes" : "no", oc_name(cst));
    MUcontext c; OC("another context", muCtxCreate(&c, 0, 0)); }
    static void two(void) { MUdevice d = oc_dev0(); alarm(30); OK(muCtxCreate(&oc_B, 0, d));
    MUdeviceptr pb; MUstream sb; MUevent eb; OK(muMemAlloc(&pb, 64));
    OK(muStreamCreate(&sb, 0)); OK(muEventCreate(&eb, 0)); OK(muEventRecord(eb, sb));
    OK(muCtxSynchronize()); OK(muCtxCreate(&oc_A, 0, d)); OK(muModuleLoadData(&m, ptx));
    OK(muModuleGetFunction(&f, m, "t_null_st")); OC("A: launch", oc_go(f, NULL, NULL));
    OC("A: sync", muCtxSynchronize()); OC("set B", muCtxSetCurrent(oc_B));
    OC("B: sync", muCtxSynchronize()); OC("B: event", muEventQuery(eb));
    OC("B: stream", muStreamQuery(sb)); OC("B: alloc", muMemAlloc(&pb, 4));
    OC("B: memset", muMemsetD8(pb, 1, 4)); OC("create C", muCtxCreate(&oc_C, 0, d));
    OC("destroy A", muCtxDestroy(oc_A)); OC("B: sync after", muCtxSynchronize());
    OC("destroy B", muCtxDestroy(oc_B)); OC("create", muCtxCreate(&oc_C, 0, d));
    OC("primary retain", muDevicePrimaryCtxRetain(&oc_C, d)); OC("primary reset", muDevicePrimaryCtxReset(d));
    OC("init", muInit(0)); OC("name", muDeviceGetName((char *)ptx ? (char[64]){0} : 0, 64, d));
    }
    static void early2(void) { oc_ctx(); alarm(30); MUevent e; MUstream s;
    OK(muEventCreate(&e, 0)); OK(muStreamCreate(&s, 1)); OK(muModuleLoadData(&m, ptx));
    OK(muModuleGetFunction(&f, m, "t_null_st")); OK(muCtxSynchronize());
    OC("launch", oc_go(f, NULL, NULL)); usleep(300000);    OC("stream query", muStreamQuery(s));
    OC("get current", muCtxGetCurrent(&oc_A)); OC("sync", muCtxSynchronize());
    }
    static void early3(void) { oc_ctx(); alarm(30); unsigned v; size_t z;
    OK(muModuleLoadData(&m, ptx)); OK(muModuleGetFunction(&f, m, "t_null_st"));
    OK(muCtxSynchronize()); OC("launch", oc_go(f, NULL, NULL)); usleep(300000);
    OC("mem info", muMemGetInfo(&z, &z)); OC("get function", muModuleGetFunction(&n, m, "nop"));
    OC("limit", muCtxGetLimit(&z, 0)); OC("sync", muCtxSynchronize());
    OC("reset L2", muCtxResetPersistingL2Cache()); OC("priority", muCtxGetStreamPriorityRange(NULL, NULL));
    }
    static void sticky(void) { oc_ctx(); alarm(30); MUdeviceptr p;
    MUstream s; OK(muStreamCreate(&s, 0)); OK(muModuleLoadData(&m, ptx));
    OK(muModuleGetFunction(&n, m, "nop")); OC("bad copy", muMemcpyDtoH(&p, 0x10, 4));
    OC("bad launch", muLaunchKernel(n, 0, 1, 1, 1, 1, 1, 0, s, NULL, NULL));
    OC("big launch", muLaunchKernel(n, 1, 1, 1, 1 << 20, 1, 1, 0, s, NULL, NULL));
    OC("too much", muMemAlloc(&p, (size_t)1 << 60)); OC("not found", muModuleGetFunction(&f, m, "nope"));
    OC("bad text", muModuleLoadData(&m, "x")); OC("query", muStreamQuery(s));
    OC("launch", oc_go(n, s, NULL)); OC("sync", muCtxSynchronize());
    }
    int main(void) { static const char *ks[] = {"t_trap", "t_brk", "t_exit", "t_assert", "t_mis", "t_null", "t_null_st", "t_atom", "t_half", "t_one", "nop"};
    for (unsigned i = 0; i < sizeof ks / sizeof *ks; i++) { K = ks[i];
    oc_child(K, one); } oc_child("two contexts", two); oc_child("enqueuing first", early2);
    oc_child("questions first", early3); oc_child("refusals", sticky);
    return 0; }
