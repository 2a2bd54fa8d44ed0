/* The calls that set a function's launch state one by one. */
#include "oc.h"
#ifndef MUSA_VERSION
extern MUresult muFuncSetBlockShape(MUfunction, int, int, int);
    extern MUresult muFuncSetSharedSize(MUfunction, unsigned);
    extern MUresult muParamSetSize(MUfunction, unsigned);
    extern MUresult muParamSeti(MUfunction, int, unsigned);
    extern MUresult muParamSetf(MUfunction, int, float);
    extern MUresult muParamSetv(MUfunction, int, void *, unsigned);
    extern MUresult muLaunch(MUfunction);
    extern MUresult muLaunchGrid(MUfunction, int, int);
    extern MUresult muLaunchGridAsync(MUfunction, int, int, MUstream);
#endif
int main(void) {
    oc_ctx(); MUdeviceptr o;
    OK(muMemAlloc(&o, 64));
    OK(muMemsetD32(o, 0, 16));
    MUstream s; OK(muStreamCreate(&s, 0));
    MUfunction f = oc_fn(OC_PTX OC_NOP ".extern .shared .b8 dyn[];\n.visible .entry k(.param .u64 p, .param .u32 a, .param .f32 b) { .reg .b64 %d<3>; .reg .b32 %r<8>; .reg .f32 %f<1>; ld.param.u64 %d0, [p]; cvta.to.global.u64 %d1, %d0; ld.param.u32 %r0, [a]; ld.param.f32 %f0, [b]; mov.u32 %r1, %ntid.x; mov.u32 %r2, %ntid.y; mov.u32 %r3, %ntid.z; mov.u32 %r4, %nctaid.x; mov.u32 %r5, %nctaid.y; mov.u32 %r6, %dynamic_smem_size; st.global.u32 [%d1], %r0; st.global.f32 [%d1+4], %f0; st.global.u32 [%d1+8], %r1; st.global.u32 [%d1+12], %r2; st.global.u32 [%d1+16], %r3; st.global.u32 [%d1+20], %r4; st.global.u32 [%d1+24], %r5; st.global.u32 [%d1+28], %r6; ret; }\n.visible .entry one(.param .u64 p) { ret; }\n", "k"), n;
    MUmodule m; OK(muFuncGetModule(&m, f));
    OK(muModuleGetFunction(&n, m, "nop"));
    void show(const char *l) { unsigned v[8];
    OK(muMemcpyDtoH(v, o, 32));
    OK(muMemsetD32(o, 0, 16));
    SAY("%s: a %u b %x block %u %u %u grid %u %u shared %u", l, v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]);
    }
    OC("launch nop without a shape", muLaunch(n));
    OC("sync", muCtxSynchronize());
    OC("shape null function", muFuncSetBlockShape(NULL, 1, 1, 1));
    OC("shape 0", muFuncSetBlockShape(f, 0, 1, 1));
    OC("shape -1", muFuncSetBlockShape(f, -1, 1, 1));
    OC("shape 1025", muFuncSetBlockShape(f, 1025, 1, 1));
    OC("shape z 65", muFuncSetBlockShape(f, 1, 1, 65));
    OC("shape 32 32 2", muFuncSetBlockShape(f, 32, 32, 2));
    OC("shape 4 3 2", muFuncSetBlockShape(f, 4, 3, 2));
    OC("shared null", muFuncSetSharedSize(NULL, 16));
    OC("shared 128", muFuncSetSharedSize(f, 128));
    OC("shared 1 GiB", muFuncSetSharedSize(f, 1 << 30));
    OC("shared 128", muFuncSetSharedSize(f, 128));
    OC("size null", muParamSetSize(NULL, 16));
    OC("size 16", muParamSetSize(f, 16));
    OC("size 17", muParamSetSize(f, 17));
    OC("size 100000", muParamSetSize(f, 100000));
    OC("size 16", muParamSetSize(f, 16));

    OC("seti null", muParamSeti(NULL, 0, 1));
    OC("setv", muParamSetv(f, 0, &o, 8));
    OC("setv null pointer", muParamSetv(f, 0, NULL, 8));
    OC("setv 0", muParamSetv(f, 0, &o, 0));
    OC("setv past the size", muParamSetv(f, 12, &o, 8));
    OC("seti", muParamSeti(f, 8, 77));
    OC("setf", muParamSetf(f, 12, 1.5f));
    OC("seti past", muParamSeti(f, 16, 1));
    OC("seti odd", muParamSeti(f, 9, 77));
    OC("seti", muParamSeti(f, 8, 77));
    OC("seti far past", muParamSeti(f, 100000, 1));
    OC("grid 2 3", muLaunchGrid(f, 2, 3));
    OC("sync", muCtxSynchronize());
    show("grid"); OC("again, same parameters", muLaunch(f));
    OC("sync", muCtxSynchronize());
    show("launch"); OC("async", muLaunchGridAsync(f, 5, 1, s));
    OC("sync", muStreamSynchronize(s));
    show("async"); OC("grid 0", muLaunchGrid(f, 0, 1));
    OC("grid -1", muLaunchGrid(f, -1, 1));
    OC("grid null", muLaunchGrid(NULL, 1, 1));
    OC("launch null", muLaunch(NULL));
    OC("async null", muLaunchGridAsync(NULL, 1, 1, s));
    OC("size 12 (less)", muParamSetSize(f, 12));
    OC("launch", muLaunch(f));
    OC("sync", muCtxSynchronize());
    show("less"); return 0;
    }
