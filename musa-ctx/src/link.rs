//! Linking: files joined to one image, step by step. What joins them is the HAL's business; here is the state between the
//! steps.

use core::fmt;

use musa_hal::{DeviceOrdinal, Hal, HalError, ImageErrorKind};

use crate::context::judge_enum;
use crate::error::{Error, Rejection};
use crate::id::{Handle, Id, Kind, ObjectKind};
use crate::process::Process;
use crate::rule::Rule;
use crate::storage::Bytes;
use crate::table::Lookup;
use crate::thread::ThreadId;

/// The name of a pending link.
pub type LinkId = Id<Link>;

/// Where the options of a link stand in the caller's memory: kept for the caller, and not looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct LinkOptions {
    /// How many.
    pub count: u32,
    /// The address of the options.
    pub options: u64,
    /// The address of their values.
    pub values: u64,
}

/// A pending link.
#[derive(Debug)]
pub struct Link {
    options: LinkOptions,
    /// The device of the context that it was begun in.
    device: DeviceOrdinal,
    joined: Bytes,
    image: Option<Bytes>,
    /// A symbol was defined twice: hardware's linker does not go on after that.
    failed: bool,
}

impl Link {
    /// Judges whether the link can go on; `complete` is broken where it is complete.
    fn judge_open(&self, id: LinkId, complete: Rule) -> Result<(), Error> {
        let rule = match self {
            Self { image: Some(_), .. } => complete,
            Self { failed: true, .. } => Rule::LinkFailed,
            _ => return Ok(()),
        };
        Err(Rejection::new(rule).argument("link").subject(id).into())
    }
}

impl Kind for Link {
    const KIND: ObjectKind = ObjectKind::Link;
}

/// What an input is said to be. The numbers are the API's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
enum Input {
    Image = 0,
    Text = 1,
    Fat = 2,
    Object = 3,
    Library = 4,
    Intermediate = 5,
}

/// How object files begin.
const OBJECT: &[u8] = b"\x7fELF";

impl Input {
    /// Text is not taken for an image, nor an image for text (`mod_link_kinds`).
    fn judge(self, file: &[u8]) -> Result<(), Error> {
        let fits = match self {
            Self::Image | Self::Object => file.starts_with(OBJECT),
            Self::Text => !file.starts_with(OBJECT),
            _ => true,
        };
        if !fits {
            let rejection = Rejection::new(Rule::LinkInput).argument("kind");
            return Err(rejection.value(u64::from(self as u32)).into());
        }
        Ok(())
    }

    const ALL: [Self; 6] = [
        Self::Image,
        Self::Text,
        Self::Fat,
        Self::Object,
        Self::Library,
        Self::Intermediate,
    ];
}

/// Why nothing was collected.
enum Failed {
    Hal(HalError),
    Room(Error),
}

/// What failed, as a refusal of a link.
fn refusal(failed: Failed) -> Error {
    let image = match failed {
        Failed::Hal(HalError::Image(image)) => image,
        Failed::Hal(error) => return error.into(),
        Failed::Room(error) => return error,
    };
    let rule = match image.kind {
        ImageErrorKind::DuplicateSymbol => Rule::LinkDuplicate,
        ImageErrorKind::UnresolvedFunction => Rule::LinkUnresolved,
        _ => return image.into(),
    };
    Rejection::new(rule).argument("input").into()
}

impl Process<'_> {
    fn link(&self, handle: Handle<Link>) -> Result<(LinkId, &Link), Error> {
        let refuse = |rule| Err(Rejection::new(rule).argument("link").handle(handle).into());
        match handle {
            Handle::Null => refuse(Rule::HandleNull),
            Handle::Foreign(_) => refuse(Rule::HandleForeign),
            Handle::Object(id) => match self.links.lookup(id) {
                Lookup::Alive(link) => Ok((id, link)),
                Lookup::Stale => refuse(Rule::HandleStale),
                Lookup::Never => refuse(Rule::HandleForeign),
            },
        }
    }

    /// Begins to link, for the current context's device.
    ///
    /// # Errors
    /// No living context, or no room.
    pub fn create_link(&mut self, thread: ThreadId, options: LinkOptions) -> Result<LinkId, Error> {
        let device = self.current_device(thread)?;
        self.links.reserve()?;
        let link = Link {
            options,
            device,
            joined: Bytes::keep(&[])?,
            image: None,
            failed: false,
        };
        self.links.insert(link, self.call)
    }

    /// The options that a link was begun with.
    ///
    /// # Errors
    /// No link.
    pub fn link_options(&self, link: Handle<Link>) -> Result<LinkOptions, Error> {
        Ok(self.link(link)?.1.options)
    }

    /// Adds a file to a link. A refused one is not added; one that defines a symbol again ends the link (`mod_link`).
    ///
    /// # Errors
    /// No link, one that is complete or has failed, no such kind of input, a file that is refused, or a second definition
    /// of a symbol.
    pub fn add_to_link<H: Hal + ?Sized>(
        &mut self,
        hal: &H,
        link: Handle<Link>,
        kind: u32,
        file: &[u8],
        log: &mut dyn fmt::Write,
    ) -> Result<(), Error> {
        let (id, link) = self.link(link)?;
        judge_enum("kind", kind, Input::ALL.len() as u32 - 1)?;
        match Input::ALL.into_iter().find(|input| *input as u32 == kind) {
            Some(Input::Library) => return Err(Error::Unsupported("linking archives")),
            Some(Input::Intermediate) => return Err(Error::Unsupported("linking the compiler's intermediate code")),
            Some(input) => {
                link.judge_open(id, Rule::LinkComplete)?;
                input.judge(file)?;
            }
            None => {}
        }
        let joined = collect(|out| hal.link_file(link.device, link.joined.as_slice(), file, log, out)).map_err(refusal);
        if let Some(link) = self.links.get_mut(id) {
            link.failed = matches!(joined, Err(Error::Rejected(rejection)) if rejection.rule == Rule::LinkDuplicate);
            link.joined = joined?;
        }
        Ok(())
    }

    /// Ends a link: its image, which lives as long as the link.
    ///
    /// # Errors
    /// No link, one that is complete or has failed, or a symbol that nothing defines.
    pub fn complete_link<H: Hal + ?Sized>(
        &mut self,
        hal: &H,
        link: Handle<Link>,
        log: &mut dyn fmt::Write,
    ) -> Result<&[u8], Error> {
        let (id, link) = self.link(link)?;
        link.judge_open(id, Rule::LinkCompleteTwice)?;
        let image = collect(|out| hal.link_image(link.joined.as_slice(), log, out)).map_err(refusal)?;
        let link = self.links.get_mut(id).ok_or(Error::Bug("a link is missing"))?;
        Ok(link.image.insert(image).as_slice())
    }

    /// Ends a link and forgets it, its image too.
    ///
    /// # Errors
    /// No link.
    pub fn destroy_link(&mut self, link: Handle<Link>) -> Result<(), Error> {
        let (id, _) = self.link(link)?;
        self.links.remove(id, self.call);
        Ok(())
    }
}

/// Keeps what the HAL gives out.
fn collect(give: impl FnOnce(&mut dyn FnMut(&[u8])) -> Result<(), HalError>) -> Result<Bytes, Failed> {
    let mut kept = Err(Error::Bug("the HAL gave nothing"));
    give(&mut |bytes| kept = Bytes::keep(bytes)).map_err(Failed::Hal)?;
    kept.map_err(Failed::Room)
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use alloc::string::String;

    use musa_hal::Dialect;

    use super::*;
    use crate::testing::{T, World, rule};

    fn add(world: &mut World, link: LinkId, text: &str) -> Result<(), Error> {
        let World { process, hal } = world;
        process.add_to_link(hal, link.into(), 1, text.as_bytes(), &mut String::new())
    }

    #[test]
    fn files_become_an_image() {
        let mut world = World::with_context(Dialect::Reference);
        let options = LinkOptions {
            count: 1,
            options: 2,
            values: 3,
        };
        let link = world.process.create_link(T, options).unwrap();
        assert_eq!(world.process.link_options(link.into()), Ok(options));
        add(&mut world, link, "kernel nop\nneeds g").unwrap();
        assert_eq!(rule(add(&mut world, link, "rubbish")), Rule::ImageUnrecognised);
        let World { process, hal } = &mut world;
        let mut log = String::new();
        assert_eq!(
            rule(process.complete_link(hal, link.into(), &mut log)),
            Rule::LinkUnresolved
        );
        add(&mut world, link, "variable g 20").unwrap();
        let World { process, hal } = &mut world;
        let image = process.complete_link(hal, link.into(), &mut log).unwrap();
        assert_eq!(image, b"kernel nop\nvariable g 20\n");
        assert_eq!(rule(add(&mut world, link, "kernel other")), Rule::LinkComplete);
        let World { process, hal } = &mut world;
        assert_eq!(
            rule(process.complete_link(hal, link.into(), &mut log)),
            Rule::LinkCompleteTwice
        );
        world.process.destroy_link(link.into()).unwrap();
        assert_eq!(rule(world.process.destroy_link(link.into())), Rule::HandleStale);
    }

    #[test]
    fn a_second_definition_ends_a_link() {
        let mut world = World::with_context(Dialect::Reference);
        let link = world.process.create_link(T, LinkOptions::default()).unwrap();
        add(&mut world, link, "kernel nop").unwrap();
        assert_eq!(rule(add(&mut world, link, "kernel nop")), Rule::LinkDuplicate);
        assert_eq!(rule(add(&mut world, link, "kernel other")), Rule::LinkFailed);
        let World { process, hal } = &mut world;
        let complete = process.complete_link(hal, link.into(), &mut String::new());
        assert_eq!(rule(complete), Rule::LinkFailed);
        world.process.destroy_link(link.into()).unwrap();
    }

    #[test]
    fn kinds_of_input_are_judged() {
        let mut world = World::with_context(Dialect::Reference);
        let link = world.process.create_link(T, LinkOptions::default()).unwrap();
        let World { process, hal } = &mut world;
        let mut log = String::new();
        assert_eq!(
            rule(process.add_to_link(hal, link.into(), 6, b"", &mut log)),
            Rule::ArgumentEnum
        );
        assert_eq!(
            rule(process.add_to_link(hal, link.into(), 0, b"kernel nop", &mut log)),
            Rule::LinkInput
        );
        assert_eq!(
            rule(process.add_to_link(hal, link.into(), 1, b"\x7fELF", &mut log)),
            Rule::LinkInput
        );
        assert_eq!(
            rule(process.add_to_link(hal, link.into(), 2, b"rubbish", &mut log)),
            Rule::ImageUnrecognised
        );
        let archive = process.add_to_link(hal, link.into(), 4, b"", &mut log);
        assert!(matches!(archive, Err(Error::Unsupported(_))));
        assert_eq!(rule(process.destroy_link(Handle::Null)), Rule::HandleNull);
    }
}
