/* What hardware's driver makes of names at module level: local variables that a thread's functions share, registers of
 * kernels, declarations that nothing uses, aliases, and functions that are called and not defined. */
#include "check.h"

static const char ptx[] = PTX_HEAD
    ".local .align 8 .b64 pad;\n"
    ".visible .local .u32 counts[4];\n"
    ".reg .u32 %g<3>;\n"
    ".extern .func unused(.param .b32 x);\n"
    ".visible .func (.reg .u32 r) second(.reg .u32 i);\n"
    ".func (.reg .u32 r) first(.reg .u32 i)\n"
    "{\n"
    "    .local .u32 own;\n"
    "    .reg .u32 %r<3>;\n"
    "    .reg .u64 %d<3>;\n"
    "    st.local.u32 [own], 1000;\n"
    "    mov.u64 %d1, counts;\n"
    "    mul.wide.u32 %d2, i, 4;\n"
    "    add.u64 %d1, %d1, %d2;\n"
    "    ld.local.u32 %r1, [%d1];\n"
    "    add.u32 r, %r1, 1;\n"
    "    st.local.u32 [%d1], r;\n"
    "    ret;\n"
    "}\n"
    ".alias second, first;\n"
    ".visible .entry count(.param .u64 out)\n"
    "{\n"
    "    .local .u32 own[2];\n"
    "    .reg .u32 %r<5>;\n"
    "    .reg .u64 %d<4>;\n"
    "    ld.param.u64 %d1, [out];\n"
    "    mov.u32 %r1, %tid.x;\n"
    "    st.local.u32 [counts+8], %r1;\n"
    "    st.local.u32 [own+4], 77;\n"
    "    call (%r2), first, (2);\n"
    "    call (%r2), second, (2);\n"
    "    cvta.local.u64 %d3, counts;\n"
    "    ld.u32 %g1, [%d3+8];\n"
    "    ld.local.u32 %g2, [own+4];\n"
    "    add.u32 %g1, %g1, %g2;\n"
    "    mul.wide.u32 %d2, %r1, 4;\n"
    "    add.u64 %d1, %d1, %d2;\n"
    "    st.global.u32 [%d1], %g1;\n"
    "    ret;\n"
    "}\n"
    ".visible .entry own_registers(.param .u64 out)\n"
    "{\n"
    "    .reg .u64 %d;\n"
    "    ld.param.u64 %d, [out];\n"
    "    mov.u32 %g0, 5;\n"
    "    st.global.u32 [%d], %g0;\n"
    "    ret;\n"
    "}\n";

/* Nobody defines `missing`: that nobody calls its caller does not help. */
static const char unresolved[] = PTX_HEAD
    ".extern .func missing();\n"
    ".func caller() { call missing; ret; }\n"
    ".visible .entry k() { ret; }\n";
static const char addressed[] = PTX_HEAD
    ".extern .func missing();\n"
    ".visible .global .u64 table[1] = {missing};\n"
    ".visible .entry k() { ret; }\n";
/* Calls would share the variable. */
static const char recursive[] = PTX_HEAD
    ".local .u32 shared;\n"
    ".func f() { call f; ret; }\n"
    ".visible .entry k() { call f; ret; }\n";

int main(void) {
    MUcontext context = NULL;
    MUmodule module = NULL;
    MUfunction kernel = NULL;
    MUdeviceptr out = 0;
    unsigned host[64];
    void *parameters[] = {&out};
    DO(muInit(0));
    DO(muCtxCreate(&context, 0, 0));
    DO(muModuleLoadData(&module, ptx));
    DO(muMemAlloc(&out, sizeof host));
    DO(muModuleGetFunction(&kernel, module, "count"));
    DO(muLaunchKernel(kernel, 1, 1, 1, 64, 1, 1, 0, 0, parameters, NULL));
    DO(muMemcpyDtoH(host, out, sizeof host));
    for (unsigned i = 0; i < 64; i++) {
        CHECK(host[i] == i + 2 + 77);
    }
    DO(muModuleGetFunction(&kernel, module, "own_registers"));
    DO(muLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, 0, parameters, NULL));
    DO(muMemcpyDtoH(host, out, sizeof host));
    CHECK(host[0] == 5);

    DO(muModuleUnload(module));
    ANSWERS(MUSA_ERROR_INVALID_PTX, muModuleLoadData(&module, unresolved));
    ANSWERS(MUSA_ERROR_INVALID_PTX, muModuleLoadData(&module, addressed));
    ANSWERS(MUSA_ERROR_INVALID_PTX, muModuleLoadData(&module, recursive));
    DO(muCtxDestroy(context));
    printf("variables and functions of modules\n");
    return 0;
}
