/* Limits at their ends. */
#include "oc.h"
static void set(MUlimit l, const char *name, size_t v) { size_t w = 77; MUresult r = muCtxSetLimit(l, v); OK(muCtxGetLimit(&w, l)); SAY("%s %zu: %s, now %zu", name, v, oc_name(r), w); }
int main(void) {
    oc_ctx();
    size_t stacks[] = { 1, 16, 17, 100000, 131072, 196608, 262144, 300000, 393216, 458752, 500000, 510000, 520000, 523248, 523264, 524000, 524256, 524272, 524273, 524288, 1048576 };
    for (int i = 0; i < (int)(sizeof stacks / sizeof *stacks); i++) { size_t w; MUresult r = muCtxSetLimit(MU_LIMIT_STACK_SIZE, stacks[i]); OK(muCtxGetLimit(&w, MU_LIMIT_STACK_SIZE)); SAY("stack %zu: %s, now %zu", stacks[i], oc_name(r), w); }
    set(MU_LIMIT_STACK_SIZE, "stack", 1024);
    size_t pend[] = { 0, 1, 31, 32, 33, 2048, 65536, 524288 };
    for (int i = 0; i < 8; i++) set(MU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT, "pending", pend[i]);
    size_t l2[] = { 0, 1, 3932159, 3932160, 3932161, 10000000, 16777216, 39321600, 39321601, 1 << 30 };
    for (int i = 0; i < 10; i++) set(MU_LIMIT_PERSISTING_L2_CACHE_SIZE, "persisting", l2[i]);
    size_t gran[] = { 0, 1, 32, 64, 127, 128, 129 };
    for (int i = 0; i < 7; i++) set(MU_LIMIT_MAX_L2_FETCH_GRANULARITY, "granularity", gran[i]);
    size_t print[] = { 0, 1, 524287, 524288, 524289, 1048576, 1048577, 1 << 21, 10000000 };
    for (int i = 0; i < 9; i++) set(MU_LIMIT_PRINTF_FIFO_SIZE, "print", print[i]);
    size_t heap[] = { 0, 1, 4194303, 4194304, 4194305, 8388608, 10000000, 1 << 28 };
    for (int i = 0; i < 8; i++) set(MU_LIMIT_MALLOC_HEAP_SIZE, "heap", heap[i]);
    return 0;
}
