// What the kernels of this folder need of a MUSA toolkit, for a plain clang: see the head of each .mu file.
#pragma once

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))

#define threadIdxX __nvvm_read_ptx_sreg_tid_x()
#define threadIdxY __nvvm_read_ptx_sreg_tid_y()
#define blockIdxX __nvvm_read_ptx_sreg_ctaid_x()
#define blockIdxY __nvvm_read_ptx_sreg_ctaid_y()
#define blockDimX __nvvm_read_ptx_sreg_ntid_x()
#define gridDimX __nvvm_read_ptx_sreg_nctaid_x()
