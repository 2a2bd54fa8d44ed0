//! Arrays and mipmapped arrays.

/// The rows of this area: see [`crate::table`].
#[doc(hidden)]
#[macro_export]
macro_rules! musa_functions_array {
    ($consumer:ident) => {
        $crate::$consumer! {
            array
            muArrayCreate | muArrayCreate_v2(
                pHandle: Out<MUarray>,
                pAllocateArray: In<MUSA_ARRAY_DESCRIPTOR>,
            ) [initialised context fault];
            muArrayGetDescriptor | muArrayGetDescriptor_v2(
                pArrayDescriptor: Out<MUSA_ARRAY_DESCRIPTOR>,
                hArray: MUarray,
            ) [initialised context fault];
            muArrayDestroy(hArray: MUarray) [initialised living fault];
            muArray3DCreate | muArray3DCreate_v2(
                pHandle: Out<MUarray>,
                pAllocateArray: In<MUSA_ARRAY3D_DESCRIPTOR>,
            ) [initialised context fault];
            muArray3DGetDescriptor | muArray3DGetDescriptor_v2(
                pArrayDescriptor: Out<MUSA_ARRAY3D_DESCRIPTOR>,
                hArray: MUarray,
            ) [initialised context fault];
            muMipmappedArrayCreate(
                pHandle: Out<MUmipmappedArray>,
                pMipmappedArrayDesc: In<MUSA_ARRAY3D_DESCRIPTOR>,
                numMipmapLevels: u32,
            ) [initialised context fault];
            muMipmappedArrayGetLevel(
                pLevelArray: Out<MUarray>,
                hMipmappedArray: MUmipmappedArray,
                level: u32,
            ) [initialised context fault];
            muMipmappedArrayDestroy(hMipmappedArray: MUmipmappedArray) [initialised living fault];
            muArrayGetPlane(pPlaneArray: Out<MUarray>, hArray: MUarray, planeIdx: u32) [initialised context fault];
            muArrayGetSparseProperties(
                sparseProperties: Out<MUSA_ARRAY_SPARSE_PROPERTIES>,
                array: MUarray,
            ) [initialised context fault];
            muMemMapArrayAsync / muMemMapArrayAsync_ptsz(
                mapInfoList: Array<MUarrayMapInfo>,
                count: u32,
                hStream: MUstream,
            ) [initialised context fault];
            muMipmappedArrayGetSparseProperties(
                sparseProperties: Out<MUSA_ARRAY_SPARSE_PROPERTIES>,
                mipmap: MUmipmappedArray,
            ) [initialised context fault];
        }
    };
}
