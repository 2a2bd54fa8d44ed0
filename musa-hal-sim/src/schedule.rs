//! Strategies that decide what hardware leaves open.

use core::fmt;
use core::num::NonZeroU32;
use core::str::FromStr;

use musa_hal::{Choice, Chooser};

/// A strategy by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// Work runs as soon as it can, in the order of submission.
    Eager,
    /// No work runs before someone waits for it; then as under eager.
    Lazy,
    /// Every choice is drawn from a generator with this seed.
    Random(Random),
}

impl Schedule {
    /// The random schedule of a seed.
    pub const fn random(seed: u64) -> Self {
        Self::Random(Random::new(seed))
    }
}

impl Chooser for Schedule {
    fn choose(&mut self, choice: Choice, options: NonZeroU32) -> u32 {
        match self {
            Self::Eager => 0,
            Self::Lazy => (choice == Choice::RunOnSubmit).into(),
            Self::Random(random) => random.choose(choice, options),
        }
    }

    fn searches(&self) -> bool {
        matches!(self, Self::Random(_))
    }
}

/// Choices from a seeded generator (splitmix64): the same seed gives the same run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random {
    seed: u64,
    state: u64,
}

impl Random {
    /// A generator of a seed.
    pub const fn new(seed: u64) -> Self {
        Self { seed, state: seed }
    }

    /// The seed that it began with.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

impl Chooser for Random {
    fn choose(&mut self, _: Choice, options: NonZeroU32) -> u32 {
        // The high half of a product with the number of options: below it, and even enough for a schedule.
        let high = self.next() >> 32;
        ((high * u64::from(options.get())) >> 32) as u32
    }
}

/// A schedule's name that is none of `eager`, `lazy` and `random:SEED`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownSchedule;

impl fmt::Display for UnknownSchedule {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a schedule is one of eager, lazy and random:SEED, with a seed below 2^64")
    }
}

impl core::error::Error for UnknownSchedule {}

impl FromStr for Schedule {
    type Err = UnknownSchedule;

    fn from_str(text: &str) -> Result<Self, UnknownSchedule> {
        match text {
            "eager" => Ok(Self::Eager),
            "lazy" => Ok(Self::Lazy),
            _ => {
                let seed = text.strip_prefix("random:").ok_or(UnknownSchedule)?;
                seed.parse().map(Self::random).map_err(|_| UnknownSchedule)
            }
        }
    }
}

impl fmt::Display for Schedule {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Eager => formatter.write_str("eager"),
            Self::Lazy => formatter.write_str("lazy"),
            Self::Random(random) => write!(formatter, "random:{}", random.seed),
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;
    use alloc::vec::Vec;

    use proptest::prelude::*;

    use super::*;

    const TWO: NonZeroU32 = NonZeroU32::new(2).unwrap();

    #[test]
    fn only_lazy_holds_submitted_work_back() {
        assert_eq!(Schedule::Eager.choose(Choice::RunOnSubmit, TWO), 0);
        assert_eq!(Schedule::Lazy.choose(Choice::RunOnSubmit, TWO), 1);
        assert_eq!(Schedule::Lazy.choose(Choice::Block, TWO), 0);
    }

    #[test]
    fn unknown_names_are_refused() {
        for text in [
            "",
            "Eager",
            "random",
            "random:",
            "random:-1",
            "random:18446744073709551616",
        ] {
            assert_eq!(text.parse::<Schedule>(), Err(UnknownSchedule), "{text}");
        }
    }

    proptest! {
        #[test]
        fn the_same_seed_gives_the_same_choices(seed: u64, options in prop::collection::vec(1_u32.., 1..50)) {
            let name = Schedule::random(seed).to_string();
            let run = |mut schedule: Schedule| -> Vec<u32> {
                let options = options.iter().map(|count| NonZeroU32::new(*count).unwrap());
                options.map(|count| schedule.choose(Choice::Warp, count)).collect()
            };
            let first = run(Schedule::random(seed));
            prop_assert!(first.iter().zip(&options).all(|(choice, options)| choice < options));
            prop_assert_eq!(first, run(name.parse().unwrap()));
        }
    }
}
