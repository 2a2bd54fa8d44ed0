/* Parameters in a buffer: sizes, tags, order. */
#include "oc.h"
static MUfunction f, n;
    static MUdeviceptr o;
static void go(const char *l, MUfunction k, void **params, void **e) { OK(muMemsetD32(o, 0xee, 16));
    MUresult r = muLaunchKernel(k, 1, 1, 1, 1, 1, 1, 0, NULL, params, e), q = muCtxSynchronize();
    unsigned v[4]; OK(muMemcpyDtoH(v, o, 16));
    SAY("%s: launch %s, sync %s, %x %x %x", l, oc_name(r), oc_name(q), v[0], v[1], v[2]);
    }
int main(void) {
    oc_ctx(); f = oc_fn(OC_PTX OC_NOP ".visible .entry k(.param .u64 p, .param .u32 a, .param .u16 b, .param .u64 c) { .reg .b64 %d<3>; .reg .b32 %r<3>; .reg .b16 %h<1>; ld.param.u64 %d0, [p]; cvta.to.global.u64 %d1, %d0; ld.param.u32 %r0, [a]; ld.param.u16 %h0, [b]; cvt.u32.u16 %r1, %h0; ld.param.u64 %d2, [c]; cvt.u32.u64 %r2, %d2; st.global.u32 [%d1], %r0; st.global.u32 [%d1+4], %r1; st.global.u32 [%d1+8], %r2; ret; }\n", "k");
    OK(muMemAlloc(&o, 64));
    MUmodule m; OK(muFuncGetModule(&m, f));
    OK(muModuleGetFunction(&n, m, "nop"));
    struct { MUdeviceptr p;
    unsigned a; unsigned short b;
    unsigned long long c;
    char more[64]; } b;
    memset(&b, 0x11, sizeof b);
    b.p = o; b.a = 0xa;
    b.b = 0xb; b.c = 0xc;
    size_t z = 24;
    for (z = 0; z < 26; z++) { char l[16];
    snprintf(l, 16, "size %zu", z);
    if (z && z < 8) continue;
    void *e[] = {MU_LAUNCH_PARAM_BUFFER_POINTER, &b, MU_LAUNCH_PARAM_BUFFER_SIZE, &z, MU_LAUNCH_PARAM_END};
    go(l, f, NULL, e);
    }
    z = 24; size_t y = 12, huge = 1 << 20;
    void *p[] = {&o, &b.a, &b.b, &b.c};
    { void *e[] = {MU_LAUNCH_PARAM_BUFFER_SIZE, &z, MU_LAUNCH_PARAM_BUFFER_POINTER, &b, MU_LAUNCH_PARAM_END};
    go("size first", f, NULL, e);
    go("both", f, p, e);
    }
    { void *e[] = {MU_LAUNCH_PARAM_BUFFER_SIZE, &y, MU_LAUNCH_PARAM_BUFFER_SIZE, &z, MU_LAUNCH_PARAM_BUFFER_POINTER, &b, MU_LAUNCH_PARAM_END};
    go("size twice", f, NULL, e);
    }
    { void *e[] = {MU_LAUNCH_PARAM_BUFFER_POINTER, &b, MU_LAUNCH_PARAM_END};
    go("no size", f, NULL, e);
    go("no size, beside an array", f, p, e);
    }
    { void *e[] = {MU_LAUNCH_PARAM_BUFFER_SIZE, &z, MU_LAUNCH_PARAM_END};
    go("no pointer", f, NULL, e);
    go("no pointer, beside an array", f, p, e);
    }
    { void *e[] = {MU_LAUNCH_PARAM_BUFFER_POINTER, NULL, MU_LAUNCH_PARAM_BUFFER_SIZE, &z, MU_LAUNCH_PARAM_END};
    go("null pointer", f, NULL, e);
    }
    { void *e[] = {(void *)7, &b, MU_LAUNCH_PARAM_END};
    go("tag 7", f, NULL, e);
    go("tag 7 beside an array", f, p, e);
    go("tag 7 for nop", n, NULL, e);
    }
    { void *e[] = {MU_LAUNCH_PARAM_END};
    go("empty list", f, NULL, e);
    go("empty list, nop", n, NULL, e);
    go("empty list and array", f, p, e);
    }
    { void *e[] = {MU_LAUNCH_PARAM_BUFFER_POINTER, &b, MU_LAUNCH_PARAM_BUFFER_SIZE, &huge, MU_LAUNCH_PARAM_END};
    go("huge", f, NULL, e);
    }
    { y = 0; void *e[] = {MU_LAUNCH_PARAM_BUFFER_POINTER, &b, MU_LAUNCH_PARAM_BUFFER_SIZE, &y, MU_LAUNCH_PARAM_END};
    go("size 0, nop", n, NULL, e);
    y = 1; go("size 1, nop", n, NULL, e);
    y = 0; go("size 0 and array", f, p, e);
    void *e2[] = {MU_LAUNCH_PARAM_BUFFER_POINTER, NULL, MU_LAUNCH_PARAM_BUFFER_SIZE, &y, MU_LAUNCH_PARAM_END};
    go("null and 0, nop", n, NULL, e2);
    go("null and 0", f, NULL, e2);
    go("null and 0, array", f, p, e2);
    }
    go("array for nop", n, p, NULL);
    go("nothing", f, NULL, NULL);
    go("nothing, nop", n, NULL, NULL);
    void *pn[] = {&o, NULL, &b.b, &b.c};
    go("null entry", f, pn, NULL);
    OC("null function, bad extra", muLaunchKernel(NULL, 1, 1, 1, 1, 1, 1, 0, NULL, p, p));

    { void *e[] = {MU_LAUNCH_PARAM_BUFFER_POINTER, &b, MU_LAUNCH_PARAM_BUFFER_SIZE, &z, MU_LAUNCH_PARAM_END};
    OC("zero grid and both", muLaunchKernel(f, 0, 1, 1, 1, 1, 1, 0, NULL, p, e));
    size_t big = 25; void *e3[] = {MU_LAUNCH_PARAM_BUFFER_POINTER, &b, MU_LAUNCH_PARAM_BUFFER_SIZE, &big, MU_LAUNCH_PARAM_END};
    OC("zero grid and too large", muLaunchKernel(f, 0, 1, 1, 1, 1, 1, 0, NULL, NULL, e3));
    OC("block 1025 and too large", muLaunchKernel(f, 1, 1, 1, 1025, 1, 1, 0, NULL, NULL, e3));
    OC("shared too much and too large", muLaunchKernel(f, 1, 1, 1, 1, 1, 1, 1 << 20, NULL, NULL, e3));
    OC("zero grid and nothing", muLaunchKernel(f, 0, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
    OC("shared too much and nothing", muLaunchKernel(f, 1, 1, 1, 1, 1, 1, 1 << 20, NULL, NULL, NULL));
    }
    return 0; }
