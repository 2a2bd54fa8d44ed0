/* Asks the driver itself for its functions, by unversioned name and version of the API. */
#include "check.h"

typedef MUresult (*init_t)(unsigned);
typedef MUresult (*alloc_t)(MUdeviceptr *, size_t);
typedef MUresult (*free_t)(MUdeviceptr);
typedef MUresult (*set_t)(MUdeviceptr, unsigned, size_t);

static void *address(const char *name) {
    void *found = NULL;
    DO(muGetProcAddress(name, &found, MUSA_VERSION, 0));
    CHECK(found != NULL);
    return found;
}

int main(void) {
    init_t init = (init_t)address("muInit");
    DO(init(0));
    MUcontext context = NULL;
    DO(muCtxCreate(&context, 0, 0));
    alloc_t alloc = (alloc_t)address("muMemAlloc");
    free_t release = (free_t)address("muMemFree");
    MUdeviceptr pointer = 0;
    DO(alloc(&pointer, 64));
    /* The same driver answers on both ways. */
    DO(muMemsetD32(pointer, 7, 16));
    set_t set = (set_t)address("muMemsetD32");
    DO(set(pointer, 9, 4));
    unsigned words[16];
    DO(muMemcpyDtoH(words, pointer, sizeof words));
    for (int i = 0; i < 16; i++) {
        CHECK(words[i] == (i < 4 ? 9u : 7u));
    }
    DO(release(pointer));
    ANSWERS(MUSA_ERROR_INVALID_VALUE, muMemFree(pointer));

    void *found = (void *)0x77;
    ANSWERS(MUSA_ERROR_NOT_FOUND, muGetProcAddress("muNoSuchCall", &found, MUSA_VERSION, 0));
    ANSWERS(MUSA_ERROR_INVALID_VALUE, muGetProcAddress(NULL, &found, MUSA_VERSION, 0));
    ANSWERS(MUSA_ERROR_INVALID_VALUE, muGetProcAddress("muInit", NULL, MUSA_VERSION, 0));
    DO(muCtxDestroy(context));
    puts("by muGetProcAddress: muInit, muMemAlloc, muMemFree, muMemsetD32");
    return 0;
}
