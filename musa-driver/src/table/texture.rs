//! Texture and surface references and objects.

/// The rows of this area: see [`crate::table`].
#[doc(hidden)]
#[macro_export]
macro_rules! musa_functions_texture {
    ($consumer:path) => {
        $consumer! {
            texture
            muTexRefSetArray(hTexRef: MUtexref, hArray: MUarray, Flags: u32) [initialised context fault] => texture_reference::set_array;
            muTexRefSetMipmappedArray(
                hTexRef: MUtexref,
                hMipmappedArray: MUmipmappedArray,
                Flags: u32,
            ) [initialised context fault] => texture_reference::set_mipmapped_array;
            muTexRefSetAddress | muTexRefSetAddress_v2(
                ByteOffset: Out<usize>,
                hTexRef: MUtexref,
                dptr: MUdeviceptr,
                bytes: usize,
            ) [initialised context fault] => texture_reference::set_address;
            muTexRefSetAddress2D | muTexRefSetAddress2D_v2 | muTexRefSetAddress2D_v3(
                hTexRef: MUtexref,
                desc: In<MUSA_ARRAY_DESCRIPTOR>,
                dptr: MUdeviceptr,
                Pitch: usize,
            ) [initialised context fault] => texture_reference::set_address_2d;
            muTexRefSetFormat(hTexRef: MUtexref, fmt: MUarray_format, NumPackedComponents: i32) [initialised context fault] => texture_reference::set_format;
            muTexRefSetAddressMode(hTexRef: MUtexref, dim: i32, am: MUaddress_mode) [initialised context fault] => texture_reference::set_address_mode;
            muTexRefSetFilterMode(hTexRef: MUtexref, fm: MUfilter_mode) [initialised context fault] => texture_reference::set_filter_mode;
            muTexRefSetMipmapFilterMode(hTexRef: MUtexref, fm: MUfilter_mode) [initialised context fault] => texture_reference::set_mipmap_filter_mode;
            muTexRefSetMipmapLevelBias(hTexRef: MUtexref, bias: f32) [initialised context fault] => texture_reference::set_mipmap_level_bias;
            muTexRefSetMipmapLevelClamp(
                hTexRef: MUtexref,
                minMipmapLevelClamp: f32,
                maxMipmapLevelClamp: f32,
            ) [initialised context fault] => texture_reference::set_mipmap_level_clamp;
            muTexRefSetMaxAnisotropy(hTexRef: MUtexref, maxAniso: u32) [initialised context fault] => texture_reference::set_max_anisotropy;
            muTexRefSetBorderColor(hTexRef: MUtexref, pBorderColor: Array<f32>) [initialised context fault] => texture_reference::set_border_color;
            muTexRefSetFlags(hTexRef: MUtexref, Flags: u32) [initialised context fault] => texture_reference::set_flags;
            muTexRefGetAddress | muTexRefGetAddress_v2(pdptr: Out<MUdeviceptr>, hTexRef: MUtexref) [initialised context fault] => texture_reference::address;
            muTexRefGetArray(phArray: Out<MUarray>, hTexRef: MUtexref) [initialised context fault] => texture_reference::array;
            muTexRefGetMipmappedArray(phMipmappedArray: Out<MUmipmappedArray>, hTexRef: MUtexref) [initialised context fault] => texture_reference::mipmapped_array;
            muTexRefGetAddressMode(pam: Out<MUaddress_mode>, hTexRef: MUtexref, dim: i32) [initialised context fault] => texture_reference::address_mode;
            muTexRefGetFilterMode(pfm: Out<MUfilter_mode>, hTexRef: MUtexref) [initialised context fault] => texture_reference::filter_mode;
            muTexRefGetFormat(
                pFormat: Out<MUarray_format>,
                pNumChannels: Out<i32>,
                hTexRef: MUtexref,
            ) [initialised context fault] => texture_reference::format;
            muTexRefGetMipmapFilterMode(pfm: Out<MUfilter_mode>, hTexRef: MUtexref) [initialised context fault] => texture_reference::mipmap_filter_mode;
            muTexRefGetMipmapLevelBias(pbias: Out<f32>, hTexRef: MUtexref) [initialised context fault] => texture_reference::mipmap_level_bias;
            muTexRefGetMipmapLevelClamp(
                pminMipmapLevelClamp: Out<f32>,
                pmaxMipmapLevelClamp: Out<f32>,
                hTexRef: MUtexref,
            ) [initialised context fault] => texture_reference::mipmap_level_clamp;
            muTexRefGetMaxAnisotropy(pmaxAniso: Out<i32>, hTexRef: MUtexref) [initialised context fault] => texture_reference::max_anisotropy;
            muTexRefGetBorderColor(pBorderColor: OutArray<f32>, hTexRef: MUtexref) [initialised context fault] => texture_reference::border_color;
            muTexRefGetFlags(pFlags: Out<u32>, hTexRef: MUtexref) [initialised context fault] => texture_reference::flags;
            muTexRefCreate(pTexRef: Out<MUtexref>) [initialised context fault] => texture_reference::create;
            muTexRefDestroy(hTexRef: MUtexref) [initialised context fault] => texture_reference::destroy;
            muSurfRefSetArray(hSurfRef: MUsurfref, hArray: MUarray, Flags: u32) [initialised context fault];
            muSurfRefGetArray(phArray: Out<MUarray>, hSurfRef: MUsurfref) [initialised context fault];
            muTexObjectCreate(
                pTexObject: Out<MUtexObject>,
                pResDesc: In<MUSA_RESOURCE_DESC>,
                pTexDesc: In<MUSA_TEXTURE_DESC>,
                pResViewDesc: In<MUSA_RESOURCE_VIEW_DESC>,
            ) [initialised context fault] => texture::create;
            muTexObjectDestroy(texObject: MUtexObject) [initialised context fault] => texture::destroy;
            muTexObjectGetResourceDesc(pResDesc: Out<MUSA_RESOURCE_DESC>, texObject: MUtexObject) [initialised context fault] => texture::resource_descriptor;
            muTexObjectGetTextureDesc(pTexDesc: InOut<MUSA_TEXTURE_DESC>, texObject: MUtexObject) [initialised context fault] => texture::sampling_descriptor;
            muTexObjectGetResourceViewDesc(
                pResViewDesc: Out<MUSA_RESOURCE_VIEW_DESC>,
                texObject: MUtexObject,
            ) [initialised context fault] => texture::view_descriptor;
            muSurfObjectCreate(pSurfObject: Out<MUsurfObject>, pResDesc: In<MUSA_RESOURCE_DESC>) [initialised context fault] => texture::create_surface;
            muSurfObjectDestroy(surfObject: MUsurfObject) [initialised context fault] => texture::destroy_surface;
            muSurfObjectGetResourceDesc(pResDesc: Out<MUSA_RESOURCE_DESC>, surfObject: MUsurfObject) [initialised context fault] => texture::surface_resource;
        }
    };
}
