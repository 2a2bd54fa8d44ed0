//! Rules of modules, functions and launches.

macro_rules! module_rules {
    ([$($rows:tt)*] $next:ident $($rest:ident)*) => {
        $next! { [$($rows)*
            ImageUnrecognised "image.unrecognised" [Observed "mod_load_bad"]
                "An image must be a module image, a bundle, or text that can be assembled.";
            ImageMalformed "image.malformed" [Observed "mod_load_bad"]
                "An image must be whole and consistent.";
            ImageText "image.text" [Observed "mod_load_bad"]
                "The text of a module must be without errors.";
            ImageTextVersion "image.text-version" [Observed "mod_load_bad"]
                "The text of a module must be of a known language version.";
            ImageTextTarget "image.text-target"
                [musa [Chosen] "every target that the assembler knows is taken"
                 reference [Observed "mod_target"] "a target above the device's, or another one's own (a, f), is refused"]
                "The target of a module's text must be one that the device can run.";
            ImageOtherTarget "image.other-target"
                [musa [Chosen] "the target to compile for is not looked at"
                 reference [Observed "mod_target"] "any other target than the device's is refused"]
                "The text of a module must be compiled for the device that it is loaded on.";
            ImageInstruction "image.instruction" [Chosen]
                "A module must hold only instructions that the device executes.";
            ImageForeign "image.instruction-set" [Chosen]
                "The instruction set of a module must be public, which that of the vendor's compiled files is not.";
            ImageNoneForDevice "image.none-for-device" [Observed "mod_load_bad"]
                "An image, or one of those in a bundle, must be for the device.";
            ImageUnresolvedFunction "image.unresolved-function" [Observed "mod_load_bad"]
                "Every function that a module calls must be defined.";
            ImageDuplicateSymbol "image.duplicate-symbol" [Observed "mod_link"]
                "A symbol must not be defined twice.";
            ModuleOfLibrary "module.of-library" [Observed "mod_library"]
                "A module that belongs to a library must not be unloaded by itself.";
            LinkDuplicate "link.duplicate" [Observed "mod_link"]
                "A symbol must not be defined by two of the files that are linked.";
            LinkUnresolved "link.unresolved" [Observed "mod_link"]
                "Every symbol that a linked file uses must be defined by one of them.";
            LinkInput "link.input" [Observed "mod_link_kinds"]
                "A file that is linked must be what it is said to be, an image or text.";
            LinkComplete "link.complete" [Observed "mod_link"]
                "Files must be added to a link before it is complete.";
            LinkCompleteTwice "link.complete.twice" [Observed "mod_link"]
                "A link must not be completed twice.";
            LinkFailed "link.failed" [Observed "mod_link"]
                "A link cannot go on after one of its symbols was defined twice.";
            SymbolName "symbol.name" [Observed "mod_function"]
                "The name of a symbol must not be empty.";
            FunctionMissing "function.missing" [Observed "mod_function"]
                "A module must have a kernel of the name that is asked for.";
            GlobalMissing "global.missing" [Observed "mod_global"]
                "A module must have a variable of the name that is asked for.";
            GlobalKernel "global.kernel" [Observed "mod_global"]
                "A symbol that is asked for as a variable must not be a kernel.";
            ParameterIndex "function.parameter" [Observed "launch_params_array"]
                "A parameter that is asked for must be one of the kernel's.";
            FunctionAttribute "function.attribute" [Observed "func_attr"]
                "A function attribute must be one that the API defines.";
            FunctionAttributeCluster "function.attribute.cluster"
                [musa [Specified "API facts: function attributes end at 9"] "unknown"
                 reference [Observed "func_attr"] "known"]
                "Attributes of clusters can be asked for only where the API has them.";
            FunctionAttributeReadOnly "function.attribute.read-only" [Observed "launch_smem"]
                "A function attribute that is set must be one that can be.";
            FunctionAttributeValue "function.attribute.value" [Observed "launch_smem"]
                "The value that a function attribute is set to must be in its range.";
        ] $($rest)* }
    };
}
