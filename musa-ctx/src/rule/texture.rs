//! Rules of texture and surface objects.

macro_rules! texture_rules {
    ([$($rows:tt)*] $next:ident $($rest:ident)*) => {
        $next! { [$($rows)*
            TextureResource "texture.resource" [Observed "arr_texobject"]
                "A texture must read an array, a mipmapped array, linear or pitched memory.";
            ResourceFlags "texture.resource.flags" [Observed "arr_texobject"]
                "The flags of the description of a resource must be zero.";
            TextureAddress "texture.address" [Observed "arr_texobject"]
                "Memory that a texture reads must not be at null, and must be aligned as the device says.";
            TexturePitch "texture.pitch" [Observed "arr_texobject"]
                "The pitch of memory that a texture reads must be aligned as the device says.";
            TextureSize "texture.size" [Observed "arr_texobject"]
                "Memory that a texture reads must be within the device's limits.";
            TextureMode "texture.mode" [Observed "arr_texobject"]
                "Address modes and filter modes must be known ones.";
            TextureFlags "texture.flags" [Observed "arr_texobject"]
                "Flags of a texture must hold only known bits.";
            TextureReserved "texture.reserved" [Observed "arr_texobject"]
                "Reserved fields must be zero.";
            TextureBorderRead "texture.border.read"
                [musa [Chosen] "the colour is given back"
                 reference [Observed "arr_texobject"] "the colour is left out, and the caller's place as it was"]
                "The description of a texture object is read back with its border colour.";
            ViewResource "view.resource" [Chosen]
                "Views must be of arrays and mipmapped arrays.";
            ViewFormat "view.format" [Observed "arr_surfobject"]
                "The format of a view must be one that the API defines, and not none.";
            ViewElement "view.element" [Observed "arr_surfobject"]
                "An element of a view must have as many bytes as one of its array.";
            ViewExtents "view.extents" [Observed "arr_surfobject"]
                "A view must have the extents of its array.";
            ViewRange "view.range" [Chosen]
                "The levels and layers of a view must be ones that its array has, the first before the last.";
            ReferenceNull "texref.null" [Chosen]
                "A texture reference must not be null.";
            ReferenceOverride "texref.override" [Chosen]
                "An array must be bound to a texture reference with its own format.";
            ReferenceDirection "texref.direction" [Chosen]
                "A direction must be one of three.";
            ReferenceUnbound "texref.unbound" [Chosen]
                "A texture reference that is asked for what it is bound to must be bound.";
            SurfaceResource "surface.resource" [Observed "arr_surfobject"]
                "A surface must access an array.";
        ] $($rest)* }
    };
}
