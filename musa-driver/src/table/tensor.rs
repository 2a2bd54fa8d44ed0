//! Tensor descriptors and tensor maps.

/// The rows of this area: see [`crate::table`].
#[doc(hidden)]
#[macro_export]
macro_rules! musa_functions_tensor {
    ($consumer:path) => {
        $consumer! {
            tensor
            muTensorDescriptorEncode(
                tensorDesc: InOut<MUtensorDescriptor>,
                tensorDataType: MUtensorDescriptorDataType,
                tensorRank: u32,
                globalAddress: HostPointer,
                globalDim: Array<u64>,
                globalStrides: Array<u64>,
                interleave: MUtensorDescriptorInterleave,
                oobConstantFill: u64,
            ) [initialised context fault];
            muTensorDescriptorReplaceAddress(
                tensorDesc: InOut<MUtensorDescriptor>,
                globalAddress: HostPointer,
            ) [initialised context fault];
            muTensorIm2colConvParamEncode(
                convParam: Out<MUconvParamer>,
                convRank: u32,
                padding: Array<u32>,
                stride: Array<u32>,
                dilation: Array<u32>,
            ) [initialised context fault];
            muTensorDirectConvEncode(
                param: Out<MUdirectConvParamer>,
                convRank: u32,
                inputImageDim: Array<u32>,
                inputImageStrides: Array<u32>,
                weightDim: Array<u32>,
                weightStrides: Array<u32>,
                paddings: Array<u32>,
                strides: Array<u32>,
                inputImageInterleave: MUdirectConvInterleave,
                weightInterleave: MUdirectConvInterleave,
                imageSwizzle: u32,
                weightSwizzle: u32,
                constantFillValue: u32,
                shape: MUdirectConvBasicShape,
            ) [initialised context fault];
            muTensorMapEncodeIm2col(
                tensorMap: Out<MUtensorMap>,
                tensorDataType: MUtensorMapDataType,
                tensorRank: u32,
                globalAddress: HostPointer,
                globalDim: Array<u64>,
                globalStrides: Array<u64>,
                pixelBoxLowerCorner: Array<i32>,
                pixelBoxUpperCorner: Array<i32>,
                channelsPerPixel: u32,
                pixelsPerColumn: u32,
                elementStrides: Array<u32>,
                interleave: MUtensorMapInterleave,
                swizzle: MUtensorMapSwizzle,
                l2Promotion: MUtensorMapL2promotion,
                oobFill: MUtensorMapFloatOOBfill,
            ) [initialised context fault];
            muTensorMapEncodeTiled(
                tensorMap: Out<MUtensorMap>,
                tensorDataType: MUtensorMapDataType,
                tensorRank: u32,
                globalAddress: HostPointer,
                globalDim: Array<u64>,
                globalStrides: Array<u64>,
                boxDim: Array<u32>,
                elementStrides: Array<u32>,
                interleave: MUtensorMapInterleave,
                swizzle: MUtensorMapSwizzle,
                l2Promotion: MUtensorMapL2promotion,
                oobFill: MUtensorMapFloatOOBfill,
            ) [initialised context fault];
        }
    };
}
