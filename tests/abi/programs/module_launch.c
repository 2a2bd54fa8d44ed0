/* Loads a module from a file, finds a kernel by name, launches it without arguments in grid, block order, and reads
 * what it left in a variable of the module (the guide, 3.2.17.2). */
#include "check.h"

enum { ELEMENTS = 5000, THREADS_PER_BLOCK = 1024 };

static const char ptx[] = PTX_HEAD
    ".visible .global .align 4 .u32 seen[5000];\n"
    ".visible .entry kernel_test()\n"
    "{\n"
    "    .reg .pred %p<2>;\n"
    "    .reg .b32 %r<6>;\n"
    "    .reg .b64 %d<4>;\n"
    "    mov.u32 %r1, %ctaid.x;\n"
    "    mov.u32 %r2, %ntid.x;\n"
    "    mov.u32 %r3, %tid.x;\n"
    "    mad.lo.s32 %r4, %r1, %r2, %r3;\n"
    "    setp.ge.u32 %p1, %r4, 5000;\n"
    "    @%p1 bra done;\n"
    "    mov.u64 %d1, seen;\n"
    "    mul.wide.u32 %d2, %r4, 4;\n"
    "    add.s64 %d3, %d1, %d2;\n"
    "    mul.lo.u32 %r5, %r4, 3;\n"
    "    st.global.u32 [%d3], %r5;\n"
    "done:\n"
    "    ret;\n"
    "}\n";

int main(void) {
    MUcontext context = NULL;
    MUmodule module = NULL;
    MUfunction kernel = NULL;
    DO(muInit(0));
    DO(muCtxCreate(&context, 0, 0));

    write_file("kernel_test.ptx", ptx);
    DO(muModuleLoad(&module, "kernel_test.ptx"));
    CHECK(remove("kernel_test.ptx") == 0);
    DO(muModuleGetFunction(&kernel, module, "kernel_test"));
    ANSWERS(MUSA_ERROR_NOT_FOUND, muModuleGetFunction(&kernel, module, "kernel_missing"));
    DO(muModuleGetFunction(&kernel, module, "kernel_test"));

    int blocks = (ELEMENTS + THREADS_PER_BLOCK - 1) / THREADS_PER_BLOCK;
    void *extra[] = {MU_LAUNCH_PARAM_END};
    DO(muLaunchKernel(kernel, blocks, 1, 1, THREADS_PER_BLOCK, 1, 1, 0, 0, NULL, extra));
    DO(muCtxSynchronize());

    MUdeviceptr seen = 0;
    size_t bytes = 0;
    static unsigned host[ELEMENTS];
    DO(muModuleGetGlobal(&seen, &bytes, module, "seen"));
    CHECK(bytes == sizeof host);
    DO(muMemcpyDtoH(host, seen, bytes));
    for (unsigned i = 0; i < ELEMENTS; i++) {
        CHECK(host[i] == 3 * i);
    }

    DO(muModuleUnload(module));
    DO(muCtxDestroy(context));
    printf("module and launch: %d elements in %d blocks\n", ELEMENTS, blocks);
    return 0;
}
