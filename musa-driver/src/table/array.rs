//! Arrays and mipmapped arrays.

/// The rows of this area: see [`crate::table`].
#[doc(hidden)]
#[macro_export]
macro_rules! musa_functions_array {
    ($consumer:path) => {
        $consumer! {
            array
            muArrayCreate | muArrayCreate_v2(
                pHandle: Out<MUarray>,
                pAllocateArray: In<MUSA_ARRAY_DESCRIPTOR>,
            ) [initialised context fault] => array::create;
            muArrayGetDescriptor | muArrayGetDescriptor_v2(
                pArrayDescriptor: Out<MUSA_ARRAY_DESCRIPTOR>,
                hArray: MUarray,
            ) [initialised context fault] => array::descriptor;
            muArrayDestroy(hArray: MUarray) [initialised living fault] => array::destroy;
            muArray3DCreate | muArray3DCreate_v2(
                pHandle: Out<MUarray>,
                pAllocateArray: In<MUSA_ARRAY3D_DESCRIPTOR>,
            ) [initialised context fault] => array::create_spatial;
            muArray3DGetDescriptor | muArray3DGetDescriptor_v2(
                pArrayDescriptor: Out<MUSA_ARRAY3D_DESCRIPTOR>,
                hArray: MUarray,
            ) [initialised context fault] => array::spatial_descriptor;
            muMipmappedArrayCreate(
                pHandle: Out<MUmipmappedArray>,
                pMipmappedArrayDesc: In<MUSA_ARRAY3D_DESCRIPTOR>,
                numMipmapLevels: u32,
            ) [initialised context fault] => array::create_mipmapped;
            muMipmappedArrayGetLevel(
                pLevelArray: Out<MUarray>,
                hMipmappedArray: MUmipmappedArray,
                level: u32,
            ) [initialised context fault] => array::level;
            muMipmappedArrayDestroy(hMipmappedArray: MUmipmappedArray) [initialised living fault] => array::destroy_mipmapped;
            muArrayGetPlane(pPlaneArray: Out<MUarray>, hArray: MUarray, planeIdx: u32) [initialised context fault] => array::plane;
            muArrayGetSparseProperties(
                sparseProperties: Out<MUSA_ARRAY_SPARSE_PROPERTIES>,
                array: MUarray,
            ) [initialised context fault] => array::sparse_properties;
            muMemMapArrayAsync / muMemMapArrayAsync_ptsz(
                mapInfoList: Array<MUarrayMapInfo>,
                count: u32,
                hStream: MUstream,
            ) [initialised context fault];
            muMipmappedArrayGetSparseProperties(
                sparseProperties: Out<MUSA_ARRAY_SPARSE_PROPERTIES>,
                mipmap: MUmipmappedArray,
            ) [initialised context fault] => array::mipmapped_sparse_properties;
        }
    };
}
