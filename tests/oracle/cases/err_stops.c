/* Kernels that stop: trap, brkpt, assert, exit; what is said then. */
#include "oc.h"
static const char *ptx = OC_PTX ".extern .func __assertfail (.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, .param .b64 e);\n.global .align 1 .b8 s[2] = {120, 0};\n" OC_NOP
 ".visible .entry ktrap() { trap; ret; }\n.visible .entry kbrk() { brkpt; ret; }\n.visible .entry kexit() { exit; }\n.visible .entry kassert() { .reg .b64 %d<3>; .reg .b32 %r<1>; mov.u64 %d0, s; cvta.global.u64 %d1, %d0; mov.u32 %r0, 7; mov.u64 %d2, 1; { .param .b64 a; .param .b64 b; .param .b32 c; .param .b64 d; .param .b64 e; st.param.b64 [a], %d1; st.param.b64 [b], %d1; st.param.b32 [c], %r0; st.param.b64 [d], %d1; st.param.b64 [e], %d2; call.uni __assertfail, (a, b, c, d, e); } ret; }\n";
static const char *which;
    static void go(void) { oc_ctx();
    alarm(20); MUfunction f = oc_fn(ptx, which), n;
    MUmodule m; OK(muFuncGetModule(&m, f));
    OK(muModuleGetFunction(&n, m, "nop"));
    MUevent e; OK(muEventCreate(&e, 0));
    MUdeviceptr p; OC("launch", oc_go(f, NULL, NULL));
    OC("record behind", muEventRecord(e, NULL));
    OC("nop behind", oc_go(n, NULL, NULL));
    OC("event sync", muEventSynchronize(e));
    OC("ctx sync", muCtxSynchronize());
    OC("alloc", muMemAlloc(&p, 4));
    OC("launch", oc_go(n, NULL, NULL));
    OC("destroy", muCtxDestroy((MUcontext)(muCtxGetCurrent(&oc_A), oc_A)));
    OC("create", muCtxCreate(&oc_B, 0, 0));
    }
int main(void) { const char *w[] = {"ktrap", "kbrk", "kexit", "kassert"};
    for (int i = 0; i < 4; i++) { which = w[i];
    oc_child(which, go);
    } return 0; }
