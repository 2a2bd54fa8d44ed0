//! Laws: the arithmetic functions against definitions that share nothing with them.

mod bits;
mod floating;
mod integer;
mod narrow;
