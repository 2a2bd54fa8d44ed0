//! The linker.

use musa_ctx::{Error, Handle, Link, Rejection, Rule, link::LinkOptions};
use musa_hal::{DeviceInfo, Hal};

use super::{given, jit::Options, module::TEXT_MAX, required};
use crate::{
    abi::{Array, HostPointer, Out, Text},
    call::{Answer, Call},
    types::*,
};

/// Where options stand, so that they can be read again by the calls that have something to say.
fn place(count: u32, options: Array<'_, MUjit_option>, values: Array<'_, HostPointer>) -> LinkOptions {
    LinkOptions {
        count,
        options: options.place().address() as u64,
        values: values.place().address() as u64,
    }
}

/// The options that a link was created with: they stay valid as long as the link.
fn options_of<'a, H: Hal>(call: &mut Call<'_, '_, H>, link: Handle<Link>) -> Result<Options<'a>, Error> {
    let (process, ..) = call.parts()?;
    let LinkOptions { count, options, values } = process.link_options(link)?;
    let at = |address: u64| HostPointer::from_address(usize::try_from(address).unwrap_or(0));
    Options::read(call, count, at(options).as_array(), at(values).as_array())
}

/// Tells the caller what a step of the linker had to say.
fn tell<H: Hal, R>(call: &mut Call<'_, '_, H>, options: &mut Options<'_>, result: &Result<R, Error>) {
    options.close(result.is_err());
    if result.is_err() {
        call.explain(options.message());
    }
}

/// `muLinkCreate`.
///
/// # Errors
/// A null pointer, or wrong options.
pub fn create<H: Hal>(
    call: &mut Call<'_, '_, H>,
    count: u32,
    options: Array<'_, MUjit_option>,
    values: Array<'_, HostPointer>,
    link: Out<'_, MUlinkState>,
) -> Answer {
    required("stateOut", link.is_null())?;
    let options_read = Options::read(call, count, options, values)?;
    let (process, hal, thread) = call.parts()?;
    let device = hal.device(process.current_device(thread)?);
    let own = device.and_then(DeviceInfo::newest_target);
    let target = options_read.load.target;
    if own.is_some_and(|own| target != 0 && target != own) {
        return Err(Error::Unsupported("linking for another target than the device's").into());
    }
    link.write(MUlinkState::of(
        process.create_link(thread, place(count, options, values))?,
    ));
    Ok(())
}

/// Adds a file's bytes.
fn add<H: Hal>(call: &mut Call<'_, '_, H>, link: MUlinkState, kind: MUjitInputType, bytes: &[u8]) -> Answer {
    let mut options = options_of(call, link.named())?;
    let (process, hal, _) = call.parts()?;
    let added = process.add_to_link(hal, link.named(), kind.0, bytes, &mut options);
    // What there is to say about a link that goes on is said when it is complete.
    if added.is_err() {
        tell(call, &mut options, &added);
    }
    Ok(added?)
}

/// `muLinkAddData`.
///
/// # Errors
/// No link, a null pointer, wrong options, data that is refused, or a second definition of a symbol.
#[allow(clippy::too_many_arguments, reason = "the parameters are those of the C interface")]
pub fn add_data<H: Hal>(
    call: &mut Call<'_, '_, H>,
    link: MUlinkState,
    kind: MUjitInputType,
    data: HostPointer,
    size: usize,
    _name: Text<'_>,
    count: u32,
    options: Array<'_, MUjit_option>,
    values: Array<'_, HostPointer>,
) -> Answer {
    let (process, ..) = call.parts()?;
    process.link_options(link.named())?;
    required("data", data.is_null())?;
    required("size", size == 0)?;
    Options::read(call, count, options, values)?;
    add(call, link, kind, data.bytes(size))
}

/// `muLinkAddFile`.
///
/// # Errors
/// As for [`add_data`], or no such file.
#[allow(clippy::too_many_arguments, reason = "the parameters are those of the C interface")]
pub fn add_file<H: Hal>(
    call: &mut Call<'_, '_, H>,
    link: MUlinkState,
    kind: MUjitInputType,
    path: Text<'_>,
    count: u32,
    options: Array<'_, MUjit_option>,
    values: Array<'_, HostPointer>,
) -> Answer {
    let (process, ..) = call.parts()?;
    process.link_options(link.named())?;
    let path = given("path", path.bytes(TEXT_MAX))?;
    if path.is_empty() {
        return Err(Rejection::new(Rule::FileName).argument("path").into());
    }
    Options::read(call, count, options, values)?;
    call.with_file(path, |call, bytes| add(call, link, kind, bytes))?
}

/// `muLinkComplete`: the image belongs to the link, and goes with it.
///
/// # Errors
/// No link, a null pointer, or a symbol that nothing defines.
pub fn complete<H: Hal>(
    call: &mut Call<'_, '_, H>,
    link: MUlinkState,
    image: Out<'_, HostPointer>,
    size: Out<'_, usize>,
) -> Answer {
    let mut options = options_of(call, link.named())?;
    required("mubinOut", image.is_null())?;
    let (process, hal, _) = call.parts()?;
    let linked = process.complete_link(hal, link.named(), &mut options);
    let linked = linked.map(|bytes| (bytes.as_ptr().expose_provenance(), bytes.len()));
    tell(call, &mut options, &linked);
    let (address, len) = linked?;
    image.write(HostPointer::from_address(address));
    size.write(len);
    Ok(())
}

/// `muLinkDestroy`.
///
/// # Errors
/// No link.
pub fn destroy<H: Hal>(call: &mut Call<'_, '_, H>, link: MUlinkState) -> Answer {
    let (process, ..) = call.parts()?;
    Ok(process.destroy_link(link.named())?)
}
