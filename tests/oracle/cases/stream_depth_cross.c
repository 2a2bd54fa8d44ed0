/* Hundreds of calls queue behind a running kernel; order within and across streams. */
#include "oc.h"
int main(void) { oc_ctx();
    alarm(50); MUdeviceptr fd, p;
    volatile unsigned *fl = oc_flag(&fd);
    MUmodule m; OK(muModuleLoadData(&m, OC_PTX OC_SPIN ".visible .entry next(.param .u64 p, .param .u32 v) { .reg .b64 %d<2>; .reg .b32 %r<3>; .reg .pred %q<1>; ld.param.u64 %d0, [p]; ld.param.u32 %r0, [v]; cvta.to.global.u64 %d1, %d0; ld.volatile.global.u32 %r1, [%d1]; setp.eq.u32 %q0, %r1, %r0; add.u32 %r1, %r1, 1; st.volatile.global.u32 [%d1], %r1; @%q0 bra E; ld.volatile.global.u32 %r2, [%d1+4]; add.u32 %r2, %r2, 1; st.volatile.global.u32 [%d1+4], %r2; E: ret; }\n"));
    MUfunction sp, nx;
    OK(muModuleGetFunction(&sp, m, "spin"));
    OK(muModuleGetFunction(&nx, m, "next"));
    OK(muMemAlloc(&p, 8));
    OK(muMemsetD8(p, 0, 8));
    MUstream a, b; OK(muStreamCreate(&a, 1));
    OK(muStreamCreate(&b, 1));
    MUevent e[200]; unsigned n = 0;
    for (int i = 0; i < 200; i++) OK(muEventCreate(&e[i], MU_EVENT_DISABLE_TIMING));
    OK(oc_spin(sp, a, fd, 0, 0));
    MUresult r = 0; for (int i = 0; i < 200 && !r; i++) { MUstream s = i & 1 ? b : a, t = i & 1 ? a : b;
    r = oc_store(nx, s, p, n++);
    if (!r) r = oc_store(nx, s, p, n++);
    if (!r) r = muEventRecord(e[i], s);
    if (!r) r = muStreamWaitEvent(t, e[i], 0);
    } SAY("all queued: %s", oc_name(r));
    OC("a", muStreamQuery(a));
    OC("b", muStreamQuery(b));
    *fl = 1; OC("sync", muCtxSynchronize());
    SAY("kernels run in order %u, out of order %u", oc_word(p), oc_word(p + 4));
    return 0; }
