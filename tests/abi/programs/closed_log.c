/* A program whose standard error nobody reads goes on, though the library has much to say. */
#define _POSIX_C_SOURCE 200809L
#include "check.h"
#include <signal.h>
#include <unistd.h>

int main(void) {
    MUdevice device;
    int ends[2];
    CHECK(pipe(ends) == 0);
    CHECK(dup2(ends[1], STDERR_FILENO) == STDERR_FILENO);
    CHECK(close(ends[0]) == 0);
    CHECK(signal(SIGPIPE, SIG_IGN) != SIG_ERR);
    CHECK(setenv("MUSA_SIM_LOG", "1", 1) == 0);
    CHECK(setenv("MUSA_SIM_THREADS", "many", 1) == 0);
    DO(muInit(0));
    ANSWERS(MUSA_ERROR_INVALID_DEVICE, muDeviceGet(&device, 99));
    printf("refused, and heard by nobody\n");
    return 0;
}
