/* Heap and printf limits freeze at the first launch of a kernel that uses them. */
#include "oc.h"
static const char *ptx = OC_PTX ".extern .func (.param .b64 r) malloc (.param .b64 n);\n.extern .func (.param .b32 r) vprintf (.param .b64 a, .param .b64 b);\n.global .align 1 .b8 fmt[4] = {104, 105, 10, 0};\n" OC_NOP
 ".visible .entry heap(.param .u64 o) { .reg .b64 %d<4>; ld.param.u64 %d0, [o]; mov.u64 %d1, 16; { .param .b64 a; .param .b64 r; st.param.b64 [a], %d1; call.uni (r), malloc, (a); ld.param.b64 %d2, [r]; } cvta.to.global.u64 %d3, %d0; st.global.u64 [%d3], %d2; ret; }\n"
 ".visible .entry say() { .reg .b64 %d<3>; .reg .b32 %r<1>; mov.u64 %d0, fmt; cvta.global.u64 %d1, %d0; mov.u64 %d2, 0; { .param .b64 a; .param .b64 b; .param .b32 r; st.param.b64 [a], %d1; st.param.b64 [b], %d2; call.uni (r), vprintf, (a, b); ld.param.b32 %r0, [r]; } ret; }\n";
static void lim(const char *l, MUlimit k, size_t v) { size_t g = 77, b = 77;
    OK(muCtxGetLimit(&b, k));
    MUresult r = muCtxSetLimit(k, v);
    OK(muCtxGetLimit(&g, k));
    SAY("%s: %s, %s", l, oc_name(r), g >= v && g != b ? "as asked" : g == b ? "as before" : "less");
    }
int main(void) {
    oc_ctx(); MUmodule m;
    MUfunction n, h, s;
    MUdeviceptr o; OK(muMemAlloc(&o, 8));
    lim("heap 16 MiB before load", MU_LIMIT_MALLOC_HEAP_SIZE, 16 << 20);
    lim("printf 2 MiB before load", MU_LIMIT_PRINTF_FIFO_SIZE, 2 << 20);
    OK(muModuleLoadData(&m, ptx));
    OK(muModuleGetFunction(&n, m, "nop"));
    OK(muModuleGetFunction(&h, m, "heap"));
    OK(muModuleGetFunction(&s, m, "say"));
    lim("heap 24 MiB after load", MU_LIMIT_MALLOC_HEAP_SIZE, 24 << 20);
    lim("printf 3 MiB after load", MU_LIMIT_PRINTF_FIFO_SIZE, 3 << 20);
    OK(oc_go(n, NULL, NULL));
    OK(muCtxSynchronize());
    lim("heap 32 MiB after nop", MU_LIMIT_MALLOC_HEAP_SIZE, 32 << 20);
    lim("printf 4 MiB after nop", MU_LIMIT_PRINTF_FIFO_SIZE, 4 << 20);
    void *a[] = {&o};
    OC("launch heap", oc_go(h, NULL, a));
    OC("sync", muCtxSynchronize());
    lim("heap 40 MiB", MU_LIMIT_MALLOC_HEAP_SIZE, 40 << 20);
    lim("heap as it is", MU_LIMIT_MALLOC_HEAP_SIZE, 32 << 20);
    lim("printf 5 MiB", MU_LIMIT_PRINTF_FIFO_SIZE, 5 << 20);
    OC("launch say", oc_go(s, NULL, NULL));
    OC("sync", muCtxSynchronize());
    lim("printf 6 MiB", MU_LIMIT_PRINTF_FIFO_SIZE, 6 << 20);
    lim("stack 4096", MU_LIMIT_STACK_SIZE, 4096);

    OK(muModuleUnload(m));
    lim("heap after unload", MU_LIMIT_MALLOC_HEAP_SIZE, 48 << 20);
    lim("printf after unload", MU_LIMIT_PRINTF_FIFO_SIZE, 7 << 20);
    MUcontext c; OK(muCtxCreate(&c, 0, 0));
    lim("new context: heap", MU_LIMIT_MALLOC_HEAP_SIZE, 40 << 20);
    lim("new context: printf", MU_LIMIT_PRINTF_FIFO_SIZE, 5 << 20);
    size_t z; OC("get null", muCtxGetLimit(NULL, MU_LIMIT_STACK_SIZE));
    OC("get null, bad", muCtxGetLimit(NULL, (MUlimit)99));
    OC("get bad", muCtxGetLimit(&z, (MUlimit)99));
    for (int k = 0; k < 7; k++) { z = 77;
    MUresult r = muCtxGetLimit(&z, (MUlimit)k);
    SAY("limit %d: %s, %s", k, oc_name(r), z == 77 ? "untouched" : "set");
    } for (int k = 0; k < 7; k++) { MUresult r = muCtxSetLimit((MUlimit)k, 64);
    SAY("set limit %d: %s", k, oc_name(r));
    }
    return 0; }
