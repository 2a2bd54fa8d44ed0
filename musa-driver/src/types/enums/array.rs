//! Arrays, textures and surfaces.

use super::c_enum;

c_enum! {
    /// Element formats.
    MUarray_format: u32 {
        MU_AD_FORMAT_UNSIGNED_INT8 = 1,
        MU_AD_FORMAT_UNSIGNED_INT16 = 2,
        MU_AD_FORMAT_UNSIGNED_INT32 = 3,
        MU_AD_FORMAT_SIGNED_INT8 = 8,
        MU_AD_FORMAT_SIGNED_INT16 = 9,
        MU_AD_FORMAT_SIGNED_INT32 = 10,
        MU_AD_FORMAT_HALF = 16,
        MU_AD_FORMAT_FLOAT = 32,
        MU_AD_FORMAT_NV12 = 176,
        MU_AD_FORMAT_UNORM_INT8X1 = 192,
        MU_AD_FORMAT_UNORM_INT8X2 = 193,
        MU_AD_FORMAT_UNORM_INT8X4 = 194,
        MU_AD_FORMAT_UNORM_INT16X1 = 195,
        MU_AD_FORMAT_UNORM_INT16X2 = 196,
        MU_AD_FORMAT_UNORM_INT16X4 = 197,
        MU_AD_FORMAT_SNORM_INT8X1 = 198,
        MU_AD_FORMAT_SNORM_INT8X2 = 199,
        MU_AD_FORMAT_SNORM_INT8X4 = 200,
        MU_AD_FORMAT_SNORM_INT16X1 = 201,
        MU_AD_FORMAT_SNORM_INT16X2 = 202,
        MU_AD_FORMAT_SNORM_INT16X4 = 203,
    }
}

c_enum! {
    /// Faces of a cube map.
    MUarray_cubemap_face: u32 {
        MU_CUBEMAP_FACE_POSITIVE_X = 0,
        MU_CUBEMAP_FACE_NEGATIVE_X = 1,
        MU_CUBEMAP_FACE_POSITIVE_Y = 2,
        MU_CUBEMAP_FACE_NEGATIVE_Y = 3,
        MU_CUBEMAP_FACE_POSITIVE_Z = 4,
        MU_CUBEMAP_FACE_NEGATIVE_Z = 5,
    }
}

c_enum! {
    /// What a texture fetch does outside its range.
    MUaddress_mode: u32 {
        MU_TR_ADDRESS_MODE_WRAP = 0,
        MU_TR_ADDRESS_MODE_CLAMP = 1,
        MU_TR_ADDRESS_MODE_MIRROR = 2,
        MU_TR_ADDRESS_MODE_BORDER = 3,
    }
}

c_enum! {
    /// How a texture fetch filters.
    MUfilter_mode: u32 {
        MU_TR_FILTER_MODE_POINT = 0,
        MU_TR_FILTER_MODE_LINEAR = 1,
    }
}

c_enum! {
    /// What a texture or surface object reads.
    MUresourcetype: u32 {
        MU_RESOURCE_TYPE_ARRAY = 0,
        MU_RESOURCE_TYPE_MIPMAPPED_ARRAY = 1,
        MU_RESOURCE_TYPE_LINEAR = 2,
        MU_RESOURCE_TYPE_PITCH2D = 3,
    }
}

c_enum! {
    /// Formats of a resource view.
    MUresourceViewFormat: u32 {
        MU_RES_VIEW_FORMAT_NONE = 0,
        MU_RES_VIEW_FORMAT_UINT_1X8 = 1,
        MU_RES_VIEW_FORMAT_UINT_2X8 = 2,
        MU_RES_VIEW_FORMAT_UINT_4X8 = 3,
        MU_RES_VIEW_FORMAT_SINT_1X8 = 4,
        MU_RES_VIEW_FORMAT_SINT_2X8 = 5,
        MU_RES_VIEW_FORMAT_SINT_4X8 = 6,
        MU_RES_VIEW_FORMAT_UINT_1X16 = 7,
        MU_RES_VIEW_FORMAT_UINT_2X16 = 8,
        MU_RES_VIEW_FORMAT_UINT_4X16 = 9,
        MU_RES_VIEW_FORMAT_SINT_1X16 = 10,
        MU_RES_VIEW_FORMAT_SINT_2X16 = 11,
        MU_RES_VIEW_FORMAT_SINT_4X16 = 12,
        MU_RES_VIEW_FORMAT_UINT_1X32 = 13,
        MU_RES_VIEW_FORMAT_UINT_2X32 = 14,
        MU_RES_VIEW_FORMAT_UINT_4X32 = 15,
        MU_RES_VIEW_FORMAT_SINT_1X32 = 16,
        MU_RES_VIEW_FORMAT_SINT_2X32 = 17,
        MU_RES_VIEW_FORMAT_SINT_4X32 = 18,
        MU_RES_VIEW_FORMAT_FLOAT_1X16 = 19,
        MU_RES_VIEW_FORMAT_FLOAT_2X16 = 20,
        MU_RES_VIEW_FORMAT_FLOAT_4X16 = 21,
        MU_RES_VIEW_FORMAT_FLOAT_1X32 = 22,
        MU_RES_VIEW_FORMAT_FLOAT_2X32 = 23,
        MU_RES_VIEW_FORMAT_FLOAT_4X32 = 24,
        MU_RES_VIEW_FORMAT_UNSIGNED_BC1 = 25,
        MU_RES_VIEW_FORMAT_UNSIGNED_BC2 = 26,
        MU_RES_VIEW_FORMAT_UNSIGNED_BC3 = 27,
        MU_RES_VIEW_FORMAT_UNSIGNED_BC4 = 28,
        MU_RES_VIEW_FORMAT_SIGNED_BC4 = 29,
        MU_RES_VIEW_FORMAT_UNSIGNED_BC5 = 30,
        MU_RES_VIEW_FORMAT_SIGNED_BC5 = 31,
        MU_RES_VIEW_FORMAT_UNSIGNED_BC6H = 32,
        MU_RES_VIEW_FORMAT_SIGNED_BC6H = 33,
        MU_RES_VIEW_FORMAT_UNSIGNED_BC7 = 34,
    }
}

c_enum! {
    /// Parts of a sparse array.
    MUarraySparseSubresourceType: u32 {
        MU_ARRAY_SPARSE_SUBRESOURCE_TYPE_SPARSE_LEVEL = 0,
        MU_ARRAY_SPARSE_SUBRESOURCE_TYPE_MIPTAIL = 1,
    }
}
