/* Linking: kinds of input, images as input, what is left after failures, options, symbols of several kinds twice. */
#include "oc.h"
#define DEF OC_PTX ".visible .func (.param .b32 r) seven() { .reg .b32 %r<1>; mov.u32 %r0, 7; st.param.b32 [r], %r0; ret; }\n"
#define G(x) OC_PTX ".visible .global .u32 w = " x ";\n"
    static MUresult add(MUlinkState l, int k, const char *t) { return muLinkAddData(l, k, (void *)t, strlen(t) + 1, "x", 0, NULL, NULL);
    }
static MUlinkState mk(void) { MUlinkState l; OK(muLinkCreate(0, NULL, NULL, &l)); return l; }
int main(void) { oc_ctx(); alarm(60); MUlinkState l; void *im; size_t z; MUmodule m; MUfunction f; MUdeviceptr p;
    for (int k = 1; k < 8; k++) { if (k > 2 && k < 6) continue; l = mk();
    char b[64]; snprintf(b, 64, "PTX as kind %d", k); OC(b, add(l, k, DEF));
    snprintf(b, 64, "rubbish as kind %d", k); OC(b, add(l, k, "rubbish"));
    snprintf(b, 64, "empty as kind %d", k); OC(b, add(l, k, ""));
    OC("complete", muLinkComplete(l, &im, &z)); OK(muLinkDestroy(l));
    }
    l = mk(); OK(add(l, 1, OC_PTX OC_NOP)); OK(muLinkComplete(l, &im, &z)); MUlinkState l2 = mk(); char *copy = malloc(z); memcpy(copy, im, z); size_t cz = z; OK(muLinkDestroy(l));
    OK(muLinkDestroy(l2)); l2 = mk(); OC("text as an image", add(l2, 0, DEF));
    OC("rubbish as an image", add(l2, 0, "rubbish")); OK(muLinkDestroy(l2));
    OC("load the image as a fat binary", muModuleLoadFatBinary(&m, copy));
    OC("load the image", muModuleLoadData(&m, copy));
    l = mk(); OC("weak global", add(l, 1, OC_PTX ".weak .global .u32 w = 1;\n")); OC("strong global", add(l, 1, G("2"))); OC("complete", muLinkComplete(l, &im, &z)); if (!muModuleLoadData(&m, im)) { OC("w", muModuleGetGlobal(&p, &z, m, "w")); SAY("%u", oc_word(p)); } OK(muLinkDestroy(l));
    l = mk(); OC("hidden globals", add(l, 1, OC_PTX ".global .u32 h = 1;\n.visible .entry a() { ret; }\n")); OC("hidden globals", add(l, 1, OC_PTX ".global .u32 h = 2;\n.visible .entry b() { ret; }\n")); OC("complete", muLinkComplete(l, &im, &z)); if (!muModuleLoadData(&m, im)) { OC("h", muModuleGetGlobal(&p, &z, m, "h")); OC("a", muModuleGetFunction(&f, m, "a")); OC("b", muModuleGetFunction(&f, m, "b")); } OK(muLinkDestroy(l));
    l = mk(); OC("extern global without one", add(l, 1, OC_PTX ".extern .global .u32 nowhere;\n.visible .entry k(.param .u64 p) { .reg .b64 %d<1>; .reg .b32 %r<1>; ld.global.u32 %r0, [nowhere]; ld.param.u64 %d0, [p]; st.global.u32 [%d0], %r0; ret; }\n")); OC("complete", muLinkComplete(l, &im, &z)); OK(muLinkDestroy(l));
    l = mk(); OC("other target", add(l, 1, ".version 7.0\n.target sm_80\n.address_size 64\n" OC_NOP));
    OC("with sm_70", add(l, 1, DEF)); OC("complete", muLinkComplete(l, &im, &z));
    OK(muLinkDestroy(l));
    l = mk(); OC("future version", add(l, 1, ".version 99.0\n.target sm_70\n.address_size 64\n" OC_NOP));
    OC("future target", add(l, 1, ".version 7.0\n.target sm_999\n.address_size 64\n" OC_NOP));
    OC("no version", add(l, 1, OC_NOP)); OC("complete", muLinkComplete(l, &im, &z));
    OK(muLinkDestroy(l));
    l = mk(); OC("null size pointer", (add(l, 1, OC_PTX OC_NOP), muLinkComplete(l, &im, NULL))); OC("destroy", muLinkDestroy(l));
    MUjit_option o[3] = {MU_JIT_MAX_REGISTERS, MU_JIT_OPTIMIZATION_LEVEL, (MUjit_option)99}; void *v[3] = {(void *)32, (void *)2, NULL}; OC("create with options", muLinkCreate(2, o, v, &l)); OC("add", add(l, 1, OC_PTX OC_NOP)); OC("complete", muLinkComplete(l, &im, &z)); OC("destroy", muLinkDestroy(l)); OC("create with option 99", muLinkCreate(3, o, v, &l)); OC("create with null values", muLinkCreate(1, o, NULL, &l)); v[1] = (void *)9; OC("optimisation level 9", muLinkCreate(2, o, v, &l)); l = mk(); OC("add with options", muLinkAddData(l, 1, (void *)(OC_PTX OC_NOP), sizeof(OC_PTX OC_NOP), "x", 1, o, v)); OC("add with null options", muLinkAddData(l, 1, (void *)DEF, sizeof(DEF), "x", 1, NULL, NULL)); OC("complete", muLinkComplete(l, &im, &z)); OC("destroy", muLinkDestroy(l));
    return 0; }
