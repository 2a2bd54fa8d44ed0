/* Linking: a symbol twice, weak and strong, by kind. */
#include "oc.h"
#define F(n, v) ".visible .func (.param .b32 r) " n "() { .reg .b32 %r<1>; mov.u32 %r0, " v "; st.param.b32 [r], %r0; ret; }\n"
#define WF(n, v) ".weak .func (.param .b32 r) " n "() { .reg .b32 %r<1>; mov.u32 %r0, " v "; st.param.b32 [r], %r0; ret; }\n"
#define K(n) ".extern .func (.param .b32 r) " n "();\n.visible .entry k(.param .u64 p) { .reg .b64 %d<2>; .reg .b32 %r<1>; ld.param.u64 %d0, [p]; cvta.to.global.u64 %d1, %d0; { .param .b32 r; call.uni (r), " n "; ld.param.b32 %r0, [r]; } st.global.u32 [%d1], %r0; ret; }\n"
    static void two(const char *l, const char *a, const char *b, const char *u) { MUlinkState s;
    void *im; size_t z; MUmodule m; MUfunction f; OK(muLinkCreate(0, NULL, NULL, &s));
    SAY("-- %s", l); OC("first", muLinkAddData(s, 1, (void *)a, strlen(a) + 1, "a", 0, NULL, NULL));
    OC("second", muLinkAddData(s, 1, (void *)b, strlen(b) + 1, "b", 0, NULL, NULL));
    if (u) OC("user", muLinkAddData(s, 1, (void *)u, strlen(u) + 1, "u", 0, NULL, NULL));
    if (!OC("complete", muLinkComplete(s, &im, &z)) && u && !OC("load", muModuleLoadData(&m, im))) { MUdeviceptr p;
    if (strstr(u, ".entry k")) { OK(muModuleGetFunction(&f, m, "k"));
    OK(muMemAlloc(&p, 4)); void *a[] = {&p}; OC("launch", oc_go(f, NULL, a));
    SAY("word %u", oc_word(p)); } } OK(muLinkDestroy(s)); }
int main(void) { oc_ctx(); alarm(60);
    two("function, same", OC_PTX F("f", "1"), OC_PTX F("f", "1"), NULL); two("function, other", OC_PTX F("f", "1"), OC_PTX F("f", "2"), NULL); two("kernel, same", OC_PTX OC_NOP, OC_PTX OC_NOP, NULL); two("kernel, other", OC_PTX OC_STORE, OC_PTX ".visible .entry store() { ret; }\n", NULL); two("kernel and function", OC_PTX ".visible .entry f() { ret; }\n", OC_PTX F("f", "1"), NULL); two("global, same", OC_PTX ".visible .global .u32 w = 1;\n", OC_PTX ".visible .global .u32 w = 1;\n", NULL); two("global, zero", OC_PTX ".visible .global .u32 w;\n", OC_PTX ".visible .global .u32 w;\n", NULL); two("constant", OC_PTX ".visible .const .u32 w = 1;\n", OC_PTX ".visible .const .u32 w = 1;\n", NULL);
    two("weak functions", OC_PTX WF("f", "1"), OC_PTX WF("f", "2"), OC_PTX K("f")); two("weak, strong", OC_PTX WF("f", "1"), OC_PTX F("f", "2"), OC_PTX K("f")); two("strong, weak", OC_PTX F("f", "1"), OC_PTX WF("f", "2"), OC_PTX K("f")); two("function twice with its user", OC_PTX F("f", "1"), OC_PTX F("f", "2"), OC_PTX K("f"));
    two("module with its own kernel and a library", OC_PTX OC_NOP F("f", "5"), OC_PTX OC_STORE, OC_PTX K("f")); return 0; }
