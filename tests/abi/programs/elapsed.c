/* The distance of two events holds the work between them, also where it is done in another stream: streams that wait
 * for each other, and events that are waited for, carry their time. */
#include "check.h"

enum { BYTES = 1 << 26 };

static MUdeviceptr from, to;
static MUevent first, last, between;

static float elapsed(MUstream events, MUstream work, int waits) {
    float milliseconds = -1;
    DO(muEventRecord(first, events));
    DO(muMemcpyDtoDAsync(to, from, BYTES, work));
    if (waits) {
        DO(muEventRecord(between, work));
        DO(muStreamWaitEvent(events, between, 0));
    }
    DO(muEventRecord(last, events));
    DO(muEventSynchronize(last));
    DO(muEventElapsedTime(&milliseconds, first, last));
    DO(muCtxSynchronize());
    return milliseconds;
}

int main(void) {
    MUdevice device;
    MUcontext context;
    MUstream blocking, other, free_running;
    float copy;
    DO(muInit(0));
    DO(muDeviceGet(&device, 0));
    DO(muCtxCreate(&context, 0, device));
    DO(muMemAlloc(&from, BYTES));
    DO(muMemAlloc(&to, BYTES));
    DO(muEventCreate(&first, 0));
    DO(muEventCreate(&last, 0));
    DO(muEventCreate(&between, 0));
    DO(muStreamCreate(&blocking, 0));
    DO(muStreamCreate(&other, 0));
    DO(muStreamCreate(&free_running, MU_STREAM_NON_BLOCKING));
    copy = elapsed(blocking, blocking, 0);
    CHECK(copy > 0.05f);
    /* The default stream waits for the others, and they for it. */
    CHECK(elapsed(0, 0, 0) >= copy && elapsed(0, blocking, 0) >= copy && elapsed(blocking, 0, 0) >= copy);
    /* Created streams go by themselves, and so does one that does not block. */
    CHECK(elapsed(blocking, other, 0) < copy / 10 && elapsed(free_running, 0, 0) < copy / 10);
    /* ... unless they are told to wait. */
    CHECK(elapsed(blocking, other, 1) >= copy && elapsed(free_running, 0, 1) >= copy);
    printf("elapsed\n");
    return 0;
}
