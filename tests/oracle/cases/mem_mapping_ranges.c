/* Ranges of virtual memory management: what is judged of them, and what is not. */
#include "oc.h"
static MUmemAllocationProp pr; static size_t G;
static MUmemGenericAllocationHandle mk(size_t n) { MUmemGenericAllocationHandle h; OK(muMemCreate(&h, n, &pr, 0)); return h; }
int main(void) {
    oc_ctx(); pr.type = MU_MEM_ALLOCATION_TYPE_PINNED; pr.location.type = MU_MEM_LOCATION_TYPE_DEVICE;
    OK(muMemGetAllocationGranularity(&G, &pr, MU_MEM_ALLOC_GRANULARITY_MINIMUM)); MUdeviceptr v; OK(muMemAddressReserve(&v, 4 * G, 0, 0, 0));
    MUmemGenericAllocationHandle h = mk(G), two = mk(2 * G), x = 0x77;
    OC("unmap nothing", muMemUnmap(v, G)); OC("unmap nothing, half", muMemUnmap(v, G / 2)); OC("unmap nothing, odd", muMemUnmap(v + 1, 1)); OC("unmap nothing, no bytes", muMemUnmap(v, 0));
    OC("unmap nothing, past the end", muMemUnmap(v, 8 * G)); OC("unmap outside", muMemUnmap(v + 4 * G, G)); OC("unmap null", muMemUnmap(0, G)); OC("unmap beyond all", muMemUnmap(v, (size_t)-1));
    OC("map at 1", muMemMap(v + 1, G, 0, h, 0)); OC("map at half", muMemMap(v + G / 2, G, 0, h, 0)); OC("map half", muMemMap(v, G / 2, 0, h, 0)); OC("map twice its size", muMemMap(v, 2 * G, 0, h, 0));
    return 0;
}
