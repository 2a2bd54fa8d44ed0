/* Descriptors between processes: memory that its exporter has released, and a pool with a pointer of it. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "check.h"
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static int ends[2];

/* A message of one part, with room for a descriptor. */
static void prepare(struct msghdr *message, struct iovec *part, char *control, size_t size) {
    memset(message, 0, sizeof *message);
    memset(control, 0, size);
    message->msg_iov = part;
    message->msg_iovlen = 1;
    message->msg_control = control;
    message->msg_controllen = size;
}

static void send_descriptor(int descriptor, const void *data, size_t size) {
    struct iovec part;
    struct msghdr message;
    char control[CMSG_SPACE(sizeof(int))];
    part.iov_base = (void *)data;
    part.iov_len = size;
    prepare(&message, &part, control, sizeof control);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
    CHECK(sendmsg(ends[0], &message, 0) == (ssize_t)size);
}

static int receive_descriptor(void *data, size_t size) {
    struct iovec part;
    struct msghdr message;
    char control[CMSG_SPACE(sizeof(int))];
    int descriptor;
    part.iov_base = data;
    part.iov_len = size;
    prepare(&message, &part, control, sizeof control);
    CHECK(recvmsg(ends[1], &message, 0) == (ssize_t)size);
    memcpy(&descriptor, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof descriptor);
    return descriptor;
}

static MUmemAllocationProp properties(void) {
    MUmemAllocationProp made;
    memset(&made, 0, sizeof made);
    made.type = MU_MEM_ALLOCATION_TYPE_PINNED;
    made.requestedHandleTypes = MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    made.location.type = MU_MEM_LOCATION_TYPE_DEVICE;
    return made;
}

static MUdeviceptr mapped(MUmemGenericAllocationHandle handle, size_t size) {
    MUdeviceptr at;
    MUmemAccessDesc access;
    memset(&access, 0, sizeof access);
    access.location.type = MU_MEM_LOCATION_TYPE_DEVICE;
    access.flags = MU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    DO(muMemAddressReserve(&at, size, 0, 0, 0));
    DO(muMemMap(at, size, 0, handle, 0));
    DO(muMemSetAccess(at, size, &access, 1));
    return at;
}

static void start(void) {
    MUcontext context;
    DO(muInit(0));
    DO(muCtxCreate(&context, 0, 0));
}

static size_t unused(void) {
    size_t left, all;
    DO(muMemGetInfo(&left, &all));
    return left;
}

static void tick(int end) {
    char byte = 1;
    CHECK(write(ends[end], &byte, 1) == 1);
}

static void tock(int end) {
    char byte;
    CHECK(read(ends[end], &byte, 1) == 1);
}

static void exporter(void) {
    MUmemAllocationProp wanted = properties();
    MUmemGenericAllocationHandle handle;
    size_t size;
    int descriptor;
    start();
    DO(muMemGetAllocationGranularity(&size, &wanted, MU_MEM_ALLOC_GRANULARITY_MINIMUM));
    size_t before = unused();
    DO(muMemCreate(&handle, size, &wanted, 0));
    MUdeviceptr at = mapped(handle, size);
    DO(muMemsetD32(at, 42, 4));
    DO(muMemExportToShareableHandle(&descriptor, handle, MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
    send_descriptor(descriptor, &size, sizeof size);
    close(descriptor);
    DO(muMemUnmap(at, size));
    DO(muMemRelease(handle));
    /* the descriptor that is under way keeps the memory */
    CHECK(unused() < before);
    tick(0);
    tock(0);
    CHECK(unused() == before);

    MUmemPoolProps of_pool;
    MUmemoryPool pool;
    MUmemPoolPtrExportData data;
    memset(&of_pool, 0, sizeof of_pool);
    of_pool.allocType = MU_MEM_ALLOCATION_TYPE_PINNED;
    of_pool.handleTypes = MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    of_pool.location.type = MU_MEM_LOCATION_TYPE_DEVICE;
    DO(muMemPoolCreate(&pool, &of_pool));
    DO(muMemAllocFromPoolAsync(&at, 100, pool, NULL));
    DO(muMemsetD8Async(at, 7, 100, NULL));
    DO(muCtxSynchronize());
    DO(muMemPoolExportToShareableHandle(&descriptor, pool, MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
    DO(muMemPoolExportPointer(&data, at));
    send_descriptor(descriptor, &data, sizeof data);
    tock(0);
    unsigned char byte;
    DO(muMemcpyDtoH(&byte, at + 99, 1));
    CHECK(byte == 9);
    DO(muMemFree(at));
}

static void importer(void) {
    MUmemGenericAllocationHandle handle;
    size_t size;
    unsigned word = 0;
    start();
    int descriptor = receive_descriptor(&size, sizeof size);
    tock(1);
    DO(muMemImportFromShareableHandle(&handle, (void *)(uintptr_t)descriptor, MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
    close(descriptor);
    MUdeviceptr at = mapped(handle, size);
    DO(muMemcpyDtoH(&word, at + 12, 4));
    CHECK(word == 42);
    DO(muMemUnmap(at, size));
    DO(muMemRelease(handle));
    tick(1);

    MUmemPoolPtrExportData data;
    MUmemoryPool pool;
    unsigned char bytes[100];
    descriptor = receive_descriptor(&data, sizeof data);
    DO(muMemPoolImportFromShareableHandle(&pool, (void *)(uintptr_t)descriptor, MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
    DO(muMemPoolImportPointer(&at, pool, &data));
    DO(muMemcpyDtoH(bytes, at, 100));
    CHECK(bytes[0] == 7 && bytes[99] == 7);
    CHECK(muMemcpyDtoH(bytes, at + 1, 100) == MUSA_ERROR_INVALID_VALUE);
    DO(muMemsetD8(at + 99, 9, 1));
    DO(muMemFree(at));
    DO(muCtxSynchronize());
    CHECK(muMemcpyDtoH(bytes, at, 1) == MUSA_ERROR_INVALID_VALUE);
    DO(muMemPoolDestroy(pool));
    tick(1);
}

int main(void) {
    int status;
    CHECK(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) == 0);
    pid_t child = fork();
    CHECK(child >= 0);
    alarm(30);
    if (child == 0) {
        importer();
        return 0;
    }
    exporter();
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    puts("descriptors: ok");
    return 0;
}
