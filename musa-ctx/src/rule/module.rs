//! Rules of modules, functions and launches.

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
            ImageTextTarget "image.text-target"
                [musa [Chosen] "every target that the assembler knows is taken"
                 reference [Observed "mod_target"] "a target above the device's is refused, and another one's own (a, f)"]
                "The target of a module's text is one that the device can run.";
            ImageOtherTarget "image.other-target"
                [musa [Chosen] "the target to compile for is not looked at"
                 reference [Observed "mod_target"] "any other target than the device's is refused"]
                "The text of a module is compiled for the device that it is loaded on.";
            ImageInstruction "image.instruction" [Chosen]
                "A module holds only instructions that the device executes.";
            ImageForeign "image.instruction-set" [Chosen]
                "The instruction set of a module is public, which that of the vendor's compiled files is not.";
            ImageNoneForDevice "image.none-for-device" [Observed "mod_load_bad"]
                "An image, or one of those in a bundle, is for the device.";
            ImageUnresolvedFunction "image.unresolved-function" [Observed "mod_load_bad"]
                "Every function that a module calls is defined.";
            ImageDuplicateSymbol "image.duplicate-symbol" [Observed "mod_link"]
                "A symbol is defined once.";
            ModuleOfLibrary "module.of-library" [Observed "mod_library"]
                "A module that is unloaded does not belong to a library.";
            LinkDuplicate "link.duplicate" [Observed "mod_link"]
                "A symbol is defined by one of the files that are linked.";
            LinkUnresolved "link.unresolved" [Observed "mod_link"]
                "Every symbol that a linked file uses is defined by one of them.";
            LinkInput "link.input" [Observed "mod_link_kinds"]
                "A file that is linked is what it is said to be, an image or text.";
            LinkComplete "link.complete" [Observed "mod_link"]
                "Files are added to a link before it is complete.";
            LinkCompleteTwice "link.complete.twice" [Observed "mod_link"]
                "A link is completed once.";
            LinkFailed "link.failed" [Observed "mod_link"]
                "A link goes on only while none of its symbols was defined twice.";
            SymbolName "symbol.name" [Observed "mod_function"]
                "The name of a symbol is not empty.";
            FunctionMissing "function.missing" [Observed "mod_function"]
                "A module has a kernel of the name that is asked for.";
            GlobalMissing "global.missing" [Observed "mod_global"]
                "A module has a variable of the name that is asked for.";
            GlobalKernel "global.kernel" [Observed "mod_global"]
                "A symbol that is asked for as a variable is no kernel.";
            ParameterIndex "function.parameter" [Observed "launch_params_array"]
                "A parameter that is asked for is one of the kernel's.";
            FunctionAttribute "function.attribute" [Observed "func_attr"]
                "A function attribute is one of the known ones.";
            FunctionAttributeCluster "function.attribute.cluster"
                [musa [Specified "API facts: function attributes end at 9"] "unknown"
                 reference [Observed "func_attr"] "known"]
                "Attributes of clusters are asked for where the API has them.";
            FunctionAttributeReadOnly "function.attribute.read-only" [Observed "launch_smem"]
                "A function attribute that is set is one that can be.";
            FunctionAttributeValue "function.attribute.value" [Observed "launch_smem"]
                "A function attribute is set to a value in its range.";
        ] $($rest)* }
    };
}
