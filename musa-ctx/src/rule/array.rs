//! Rules of arrays and mipmapped arrays, and of copies that touch them.

macro_rules! array_rules {
    ([$($rows:tt)*] $next:ident $($rest:ident)*) => {
        $next! { [$($rows)*
            ArrayExtents "array.extents" [Observed "arr_create"]
                "An array must have a width, and a height where it has a depth that is not of layers.";
            ArrayFormat "array.format" [Observed "arr_create"]
                "The format of an element must be one that the API defines.";
            ArrayChannels "array.channels" [Observed "arr_create"]
                "An element must have 1, 2 or 4 channels, or as many as its format says.";
            ArrayLayers "array.layers" [Observed "arr_create"]
                "A layered array must have at least one layer.";
            ArrayCubemap "array.cubemap" [Observed "arr_create"]
                "A cubemap must be square and have six faces, or six for each layer.";
            ArrayGather "array.gather" [Observed "arr_create"]
                "An array that textures gather from must be two-dimensional.";
            ArrayDepthTexture "array.depth-texture" [Observed "arr_create"]
                "An array can be a depth buffer only where a graphics library shares it.";
            ArraySize "array.size" [Observed "arr_create"]
                "The extents of an array must be within the device's limits for its shape and its uses.";
            ArrayPlanesShape "array.planes.shape" [Chosen]
                "An array of several planes must be two-dimensional, with even extents and without levels.";
            ArrayPlanesUse "array.planes.use" [Chosen]
                "An array of several planes must be copied and read plane by plane.";
            ArrayPlane "array.plane" [Chosen]
                "The plane that is asked for must be one of an array that has several.";
            ArrayPart "array.part" [Chosen]
                "A level or a plane cannot be destroyed by itself: destroy the array that it belongs to.";
            ArraySparse "array.sparse" [Chosen]
                "Tiles can be asked for only of a sparse array.";
            MipmapLevel "array.level" [Observed "arr_mipmap"]
                "The level that is asked for must be one that the mipmapped array has.";
            ArrayNull "array.null" [Observed "mem_copy2d"]
                "An array that is copied, or that a texture or a surface is to access, must not be null.";
            CopyArrayRow "copy.array.row" [Observed "arr_copy"]
                "A copy of bytes must lie in the first row of an array.";
            CopyArrayRange "copy.array.range" [Observed "arr_copy"]
                "The box that is copied must lie in its array.";
            CopyArrayLevel "copy.array.level" [Observed "arr_copies"]
                "A side of a copy that is an array must name its first level.";
            CopyArraysDiffer "copy.arrays.differ" [Chosen]
                "Arrays between which boxes are copied must have elements of the same size.";
        ] $($rest)* }
    };
}
