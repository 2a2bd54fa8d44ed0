/* Passes arguments of every alignment in one buffer (the guide, 3.2.17.3): an int, a float4, a char, a float, a device
 * pointer, a float2, and a struct of a float and a float4, which the device pads after the float. */
#include "check.h"

typedef struct {
    float x, y;
} float2_t;
typedef struct {
    float x, y, z, w;
} float4_t;
/* As the device lays it out: the host's own struct would have no gap. */
typedef struct {
    float f;
    float gap[3];
    float4_t f4;
} padded_t;

static const char ptx[] = PTX_HEAD
    ".visible .entry gather(\n"
    "    .param .u32 i, .param .align 16 .b8 f4[16], .param .u8 c, .param .f32 f,\n"
    "    .param .u64 out, .param .align 8 .b8 f2[8], .param .align 16 .b8 s[32])\n"
    "{\n"
    "    .reg .b32 %r<4>;\n"
    "    .reg .f32 %f<16>;\n"
    "    .reg .b64 %d<3>;\n"
    "    ld.param.u64 %d1, [out];\n"
    "    cvta.to.global.u64 %d2, %d1;\n"
    "    ld.param.s32 %r1, [i];\n"
    "    cvt.rn.f32.s32 %f1, %r1;\n"
    "    ld.param.v4.f32 {%f2, %f3, %f4, %f5}, [f4];\n"
    "    ld.param.s8 %r2, [c];\n"
    "    cvt.rn.f32.s32 %f6, %r2;\n"
    "    ld.param.f32 %f7, [f];\n"
    "    ld.param.v2.f32 {%f8, %f9}, [f2];\n"
    "    ld.param.f32 %f10, [s];\n"
    "    ld.param.v4.f32 {%f11, %f12, %f13, %f14}, [s+16];\n"
    "    st.global.f32 [%d2], %f1;\n"
    "    st.global.v4.f32 [%d2+16], {%f2, %f3, %f4, %f5};\n"
    "    st.global.f32 [%d2+32], %f6;\n"
    "    st.global.f32 [%d2+36], %f7;\n"
    "    st.global.v2.f32 [%d2+40], {%f8, %f9};\n"
    "    st.global.f32 [%d2+48], %f10;\n"
    "    st.global.v4.f32 [%d2+64], {%f11, %f12, %f13, %f14};\n"
    "    ret;\n"
    "}\n";

static char buffer[1024];
static size_t filled;

/* Appends a value at the next multiple of `alignment`, a power of two. */
static void append(const void *value, size_t bytes, size_t alignment) {
    filled = (filled + alignment - 1) & ~(alignment - 1);
    CHECK(filled + bytes <= sizeof buffer);
    memcpy(buffer + filled, value, bytes);
    filled += bytes;
}

int main(void) {
    MUcontext context = NULL;
    MUmodule module = NULL;
    MUfunction gather = NULL;
    MUdeviceptr out = 0;
    DO(muInit(0));
    DO(muCtxCreate(&context, 0, 0));
    DO(muModuleLoadData(&module, ptx));
    DO(muModuleGetFunction(&gather, module, "gather"));
    DO(muMemAlloc(&out, 20 * sizeof(float)));
    DO(muMemsetD8(out, 0, 20 * sizeof(float)));

    int i = -5;
    float4_t f4 = {1, 2, 3, 4};
    signed char c = -6;
    float f = 0.5f;
    float2_t f2 = {6, 7};
    padded_t s = {8, {0, 0, 0}, {9, 10, 11, 12}};
    append(&i, sizeof i, 4);
    append(&f4, sizeof f4, 16);
    append(&c, sizeof c, 1);
    append(&f, sizeof f, 4);
    append(&out, sizeof out, 8);
    append(&f2, sizeof f2, 8);
    append(&s, sizeof s, 16);
    CHECK(filled == 96);

    void *extra[] = {MU_LAUNCH_PARAM_BUFFER_POINTER, buffer, MU_LAUNCH_PARAM_BUFFER_SIZE, &filled, MU_LAUNCH_PARAM_END};
    DO(muLaunchKernel(gather, 1, 1, 1, 1, 1, 1, 0, 0, NULL, extra));
    float got[20];
    DO(muMemcpyDtoH(got, out, sizeof got));
    static const float expected[20] = {-5, 0, 0, 0, 1, 2, 3, 4, -6, 0.5f, 6, 7, 8, 0, 0, 0, 9, 10, 11, 12};
    CHECK(memcmp(got, expected, sizeof got) == 0);

    /* One byte more than the kernel's parameters is refused, and the refused call runs nothing. */
    DO(muMemsetD8(out, 0, sizeof got));
    size_t more = filled + 1;
    extra[3] = &more;
    ANSWERS(MUSA_ERROR_LAUNCH_OUT_OF_RESOURCES, muLaunchKernel(gather, 1, 1, 1, 1, 1, 1, 0, 0, NULL, extra));
    DO(muMemcpyDtoH(got, out, sizeof got));
    for (int k = 0; k < 20; k++) {
        CHECK(got[k] == 0);
    }

    /* The same arguments one by one. */
    void *each[] = {&i, &f4, &c, &f, &out, &f2, &s};
    DO(muLaunchKernel(gather, 1, 1, 1, 1, 1, 1, 0, 0, each, NULL));
    DO(muMemcpyDtoH(got, out, sizeof got));
    CHECK(memcmp(got, expected, sizeof got) == 0);

    DO(muMemFree(out));
    DO(muModuleUnload(module));
    DO(muCtxDestroy(context));
    printf("parameter buffer: %d bytes, 7 arguments\n", (int)filled);
    return 0;
}
