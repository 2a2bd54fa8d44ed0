//! Texture and surface references and objects.

/// The rows of this area: see [`crate::table`].
#[doc(hidden)]
#[macro_export]
macro_rules! musa_functions_texture {
    ($consumer:ident) => {
        $crate::$consumer! {
            texture
            muTexRefSetArray(hTexRef: MUtexref, hArray: MUarray, Flags: u32) [initialised context fault];
            muTexRefSetMipmappedArray(
                hTexRef: MUtexref,
                hMipmappedArray: MUmipmappedArray,
                Flags: u32,
            ) [initialised context fault];
            muTexRefSetAddress | muTexRefSetAddress_v2(
                ByteOffset: Out<usize>,
                hTexRef: MUtexref,
                dptr: MUdeviceptr,
                bytes: usize,
            ) [initialised context fault];
            muTexRefSetAddress2D | muTexRefSetAddress2D_v2 | muTexRefSetAddress2D_v3(
                hTexRef: MUtexref,
                desc: In<MUSA_ARRAY_DESCRIPTOR>,
                dptr: MUdeviceptr,
                Pitch: usize,
            ) [initialised context fault];
            muTexRefSetFormat(hTexRef: MUtexref, fmt: MUarray_format, NumPackedComponents: i32) [initialised context fault];
            muTexRefSetAddressMode(hTexRef: MUtexref, dim: i32, am: MUaddress_mode) [initialised context fault];
            muTexRefSetFilterMode(hTexRef: MUtexref, fm: MUfilter_mode) [initialised context fault];
            muTexRefSetMipmapFilterMode(hTexRef: MUtexref, fm: MUfilter_mode) [initialised context fault];
            muTexRefSetMipmapLevelBias(hTexRef: MUtexref, bias: f32) [initialised context fault];
            muTexRefSetMipmapLevelClamp(
                hTexRef: MUtexref,
                minMipmapLevelClamp: f32,
                maxMipmapLevelClamp: f32,
            ) [initialised context fault];
            muTexRefSetMaxAnisotropy(hTexRef: MUtexref, maxAniso: u32) [initialised context fault];
            muTexRefSetBorderColor(hTexRef: MUtexref, pBorderColor: Array<f32>) [initialised context fault];
            muTexRefSetFlags(hTexRef: MUtexref, Flags: u32) [initialised context fault];
            muTexRefGetAddress | muTexRefGetAddress_v2(pdptr: Out<MUdeviceptr>, hTexRef: MUtexref) [initialised context fault];
            muTexRefGetArray(phArray: Out<MUarray>, hTexRef: MUtexref) [initialised context fault];
            muTexRefGetMipmappedArray(phMipmappedArray: Out<MUmipmappedArray>, hTexRef: MUtexref) [initialised context fault];
            muTexRefGetAddressMode(pam: Out<MUaddress_mode>, hTexRef: MUtexref, dim: i32) [initialised context fault];
            muTexRefGetFilterMode(pfm: Out<MUfilter_mode>, hTexRef: MUtexref) [initialised context fault];
            muTexRefGetFormat(
                pFormat: Out<MUarray_format>,
                pNumChannels: Out<i32>,
                hTexRef: MUtexref,
            ) [initialised context fault];
            muTexRefGetMipmapFilterMode(pfm: Out<MUfilter_mode>, hTexRef: MUtexref) [initialised context fault];
            muTexRefGetMipmapLevelBias(pbias: Out<f32>, hTexRef: MUtexref) [initialised context fault];
            muTexRefGetMipmapLevelClamp(
                pminMipmapLevelClamp: Out<f32>,
                pmaxMipmapLevelClamp: Out<f32>,
                hTexRef: MUtexref,
            ) [initialised context fault];
            muTexRefGetMaxAnisotropy(pmaxAniso: Out<i32>, hTexRef: MUtexref) [initialised context fault];
            muTexRefGetBorderColor(pBorderColor: OutArray<f32>, hTexRef: MUtexref) [initialised context fault];
            muTexRefGetFlags(pFlags: Out<u32>, hTexRef: MUtexref) [initialised context fault];
            muTexRefCreate(pTexRef: Out<MUtexref>) [initialised context fault];
            muTexRefDestroy(hTexRef: MUtexref) [initialised context fault];
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
