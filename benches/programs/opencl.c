/* Times the kernels of peers.cl on the first OpenCL platform: opencl SOURCE RUNS. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include "peers.h"

static void succeeds(cl_int error, const char *what) {
    if (error != CL_SUCCESS) {
        fprintf(stderr, "%s: OpenCL error %d\n", what, error);
        exit(1);
    }
}

/* Sets the arguments of a kernel: buffers, then a number. */
static void set(cl_kernel kernel, int buffers, cl_mem *memory, int number) {
    for (int place = 0; place < buffers; ++place)
        succeeds(clSetKernelArg(kernel, (cl_uint)place, sizeof(cl_mem), &memory[place]), "clSetKernelArg");
    succeeds(clSetKernelArg(kernel, (cl_uint)buffers, sizeof number, &number), "clSetKernelArg");
}

int main(int count, char **arguments) {
    if (count != 3)
        return 2;
    int runs = atoi(arguments[2]);
    cl_platform_id platform;
    cl_device_id device;
    cl_int error;
    succeeds(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    succeeds(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    succeeds(error, "clCreateContext");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);
    succeeds(error, "clCreateCommandQueue");
    const char *source = whole_file(arguments[1]);
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
    succeeds(error, "clCreateProgramWithSource");
    succeeds(clBuildProgram(program, 1, &device, "", NULL, NULL), "clBuildProgram");
    size_t bytes = COUNT * sizeof(float);
    float *values = inputs();
    void *results = malloc(bytes);
    cl_mem a = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, bytes, values, &error);
    cl_mem b = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, bytes, values, &error);
    cl_mem c = clCreateBuffer(context, 0, bytes, NULL, &error);
    succeeds(error, "clCreateBuffer");
    for (int peer = 0; peer < PEERS; ++peer) {
        cl_kernel kernel = clCreateKernel(program, NAMES[peer], &error);
        succeeds(error, "clCreateKernel");
        switch (peer) {
        case VECTOR_ADD:
            set(kernel, 3, (cl_mem[]){a, b, c}, COUNT);
            break;
        case BLOCK_SUM:
            set(kernel, 2, (cl_mem[]){a, c}, COUNT);
            break;
        case COLLATZ:
            set(kernel, 1, (cl_mem[]){c}, COUNT / 4);
            break;
        default:
            set(kernel, 3, (cl_mem[]){c, a, b}, SIZE);
        }
        size_t global[] = {(size_t)width(peer), SIZE}, local[] = {is_product(peer) ? TILE : THREADS, TILE};
        double time = 1e18;
        for (int run = -1; run < runs; ++run) {
            double start = nanoseconds();
            cl_uint dimensions = is_product(peer) ? 2 : 1;
            error = clEnqueueNDRangeKernel(queue, kernel, dimensions, NULL, global, local, 0, NULL, NULL);
            succeeds(error, "clEnqueueNDRangeKernel");
            succeeds(clFinish(queue), "clFinish");
            if (run >= 0)
                time = least(time, nanoseconds() - start);
        }
        succeeds(clEnqueueReadBuffer(queue, c, CL_TRUE, 0, bytes, results, 0, NULL, NULL), "clEnqueueReadBuffer");
        row(NAMES[peer], time, sum_of(peer, results));
    }
    return 0;
}
