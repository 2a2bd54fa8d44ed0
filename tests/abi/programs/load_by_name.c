/* Opens the library while running and finds every function by its unversioned name, as programs do that must also
 * start where no driver is installed. The library's path is the first argument. */
#include <dlfcn.h>
#include "check.h"

static void *library;

static void *find(const char *name) {
    void *address = dlsym(library, name);
    if (address == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        exit(1);
    }
    return address;
}

/* `FUNCTION(name, parameters)` declares a pointer named `name` to the function. The name is given without
 * `mu`, so that no macro of the header turns it into a versioned one. */
#define FUNCTION(name, parameters)             \
    typedef MUresult(*name##_t) parameters;    \
    name##_t name = (name##_t)find("mu" #name)

int main(int count, char **arguments) {
    CHECK(count == 2);
    library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
    CHECK(library != NULL);

    FUNCTION(Init, (unsigned));
    FUNCTION(DriverGetVersion, (int *));
    FUNCTION(DeviceGet, (MUdevice *, int));
    FUNCTION(DeviceTotalMem, (size_t *, MUdevice));
    FUNCTION(CtxCreate, (MUcontext *, unsigned, MUdevice));
    FUNCTION(CtxPushCurrent, (MUcontext));
    FUNCTION(CtxPopCurrent, (MUcontext *));
    FUNCTION(CtxDestroy, (MUcontext));
    FUNCTION(MemAlloc, (MUdeviceptr *, size_t));
    FUNCTION(MemGetAddressRange, (MUdeviceptr *, size_t *, MUdeviceptr));
    FUNCTION(MemcpyHtoD, (MUdeviceptr, const void *, size_t));
    FUNCTION(MemcpyDtoH, (void *, MUdeviceptr, size_t));
    FUNCTION(MemFree, (MUdeviceptr));
    FUNCTION(StreamCreate, (MUstream *, unsigned));
    FUNCTION(StreamDestroy, (MUstream));
    FUNCTION(EventCreate, (MUevent *, unsigned));
    FUNCTION(EventDestroy, (MUevent));

    int version = 0;
    DO(DriverGetVersion(&version));
    CHECK(version == 30100);
    DO(Init(0));
    MUdevice device = -1;
    MUcontext context = NULL, popped = NULL;
    size_t total = 0;
    DO(DeviceGet(&device, 0));
    DO(DeviceTotalMem(&total, device));
    /* A first version of this call would have written 32 bits. */
    CHECK(total >= (size_t)1 << 32);
    DO(CtxCreate(&context, 0, device));
    DO(CtxPopCurrent(&popped));
    CHECK(popped == context);
    DO(CtxPushCurrent(context));

    /* Device pointers of an unversioned name have 64 bits: neighbours stay untouched and full. */
    struct {
        MUdeviceptr before, pointer, after;
    } guarded = {0x1111111111111111, 0x2222222222222222, 0x3333333333333333};
    DO(MemAlloc(&guarded.pointer, 4096));
    CHECK(guarded.before == 0x1111111111111111 && guarded.after == 0x3333333333333333);
    CHECK(guarded.pointer >> 40 == 0);
    MUdeviceptr base = 0;
    size_t bytes = 0;
    DO(MemGetAddressRange(&base, &bytes, guarded.pointer + 100));
    CHECK(base == guarded.pointer && bytes == 4096);

    static char sent[4096], got[4096];
    for (int i = 0; i < 4096; i++) {
        sent[i] = (char)(i * 7);
    }
    DO(MemcpyHtoD(guarded.pointer, sent, sizeof sent));
    DO(MemcpyDtoH(got, guarded.pointer, sizeof got));
    CHECK(memcmp(sent, got, sizeof got) == 0);
    DO(MemFree(guarded.pointer));
    ANSWERS(MUSA_ERROR_INVALID_VALUE, MemFree(guarded.pointer));

    MUstream stream = NULL;
    MUevent event = NULL;
    DO(StreamCreate(&stream, 0));
    DO(StreamDestroy(stream));
    DO(EventCreate(&event, 0));
    DO(EventDestroy(event));
    DO(CtxDestroy(context));

    /* Linked with -z nodelete: after the last close its code and state are still there. */
    CHECK(dlclose(library) == 0);
    DO(DriverGetVersion(&version));
    printf("by name: version %d\n", version);
    return 0;
}
