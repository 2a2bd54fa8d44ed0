/* The LUID. */
#include "oc.h"
extern MUresult muDeviceGetLuid(char *, unsigned *, MUdevice);
int main(void) { char t[64];
    unsigned u = 77; OC("before", muDeviceGetLuid(t, &u, 0));
    OK(muInit(0)); OC("luid", muDeviceGetLuid(t, &u, 0));
    OC("null", muDeviceGetLuid(NULL, &u, 0));
    OC("null mask", muDeviceGetLuid(t, NULL, 0));
    OC("bad", muDeviceGetLuid(t, &u, 99));
    return 0; }
