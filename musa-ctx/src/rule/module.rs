//! Rules of modules and functions.

macro_rules! module_rules {
    ([$($rows:tt)*] $next:ident $($rest:ident)*) => {
        $next! { [$($rows)*
            ImageUnrecognised "image.unrecognised" [Observed "mod_load_bad"]
                "An image is a module image, a bundle, or text that can be assembled.";
            ImageMalformed "image.malformed" [Observed "mod_load_bad"]
                "An image is whole and consistent.";
            ImageText "image.text" [Observed "mod_load_bad"]
                "The text of a module is without errors.";
            ImageTextVersion "image.text-version" [Observed "mod_load_bad"]
                "The text of a module is of a known language version.";
            ImageInstruction "image.instruction" [Chosen]
                "A module holds only instructions that the device executes.";
            ImageNoneForDevice "image.none-for-device" [Observed "mod_load_bad"]
                "A bundle holds an image for the device.";
            ImageUnresolvedFunction "image.unresolved-function" [Observed "mod_load_bad"]
                "Every function that a module calls is defined.";
            ImageDuplicateSymbol "image.duplicate-symbol" [Observed "mod_link"]
                "A symbol is defined once.";
        ] $($rest)* }
    };
}
