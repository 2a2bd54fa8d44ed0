//! Rules of arrays and mipmapped arrays, and of copies that touch them.

macro_rules! array_rules {
    ([$($rows:tt)*] $next:ident $($rest:ident)*) => {
        $next! { [$($rows)*
            ArrayExtents "array.extents" [Observed "arr_create"]
                "An array has a width, and a height where it has a depth that is not of layers.";
            ArrayFormat "array.format" [Observed "arr_create"]
                "The format of an element is one of the known ones.";
            ArrayChannels "array.channels" [Observed "arr_create"]
                "An element has 1, 2 or 4 channels, or as many as its format says.";
            ArrayLayers "array.layers" [Observed "arr_create"]
                "A layered array has at least one layer.";
            ArrayCubemap "array.cubemap" [Observed "arr_create"]
                "A cubemap is square and has six faces, or six for each layer.";
            ArrayGather "array.gather" [Observed "arr_create"]
                "An array that textures gather from is two-dimensional.";
            ArrayDepthTexture "array.depth-texture" [Observed "arr_create"]
                "An array is a depth buffer only where a graphics library shares it.";
            ArraySize "array.size" [Observed "arr_create"]
                "The extents of an array are within the device's limits for its shape and its uses.";
            ArrayPlanesShape "array.planes.shape" [Chosen]
                "An array of several planes is two-dimensional, has even extents, and has no levels.";
            ArrayPlanesUse "array.planes.use" [Chosen]
                "An array of several planes is copied and read plane by plane.";
            ArrayPlane "array.plane" [Chosen]
                "A plane that is asked for is one of an array that has several.";
            ArrayPart "array.part" [Chosen]
                "A level or a plane is not destroyed by itself.";
            ArraySparse "array.sparse" [Chosen]
                "Tiles are asked for of a sparse array.";
            MipmapLevel "array.level" [Observed "arr_mipmap"]
                "A level that is asked for is one that the mipmapped array has.";
            ArrayNull "array.null" [Observed "mem_copy2d"]
                "An array that is copied, or that a texture or a surface is to access, is not null.";
            CopyArrayRow "copy.array.row" [Observed "arr_copy"]
                "A copy of bytes lies in the first row of an array.";
            CopyArrayRange "copy.array.range" [Observed "arr_copy"]
                "A box lies in its array.";
            CopyArrayLevel "copy.array.level" [Observed "arr_copies"]
                "A side of a copy that is an array names its first level.";
            CopyArraysDiffer "copy.arrays.differ" [Chosen]
                "Boxes are copied between arrays whose elements have the same size.";
        ] $($rest)* }
    };
}
