//! One macro for the field-less enums of the instruction set: a number for the image, a name for people.

/// Declares a field-less enum whose variants have a number in the image and a name in PTX.
macro_rules! code_enum {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $number:literal $text:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum $name { $($(#[$doc])* #[doc = concat!("PTX `", $text, "`.")] $variant = $number),+ }

        impl $name {
            /// Every variant, in numeric order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The variant with this number in the image, if there is one.
            pub const fn from_number(number: u8) -> Option<Self> {
                match number { $($number => Some(Self::$variant),)+ _ => None }
            }

            /// The variant's number in the image.
            pub const fn number(self) -> u8 { self as u8 }

            /// How PTX spells it, without the leading dot.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $text),+ }
            }

            /// The variant that PTX spells so (without the leading dot).
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|code| code.name() == name)
            }
        }
    };
}
