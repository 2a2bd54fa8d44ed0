//! Two processes over the bench, as the oracle has them.

use musa_hal::{Address, Dialect, Gone, HalError, Memory};

use super::*;
use crate::memory::{Fill, Mode};
use crate::stream::StreamArgument;
use crate::testing::{Bench, T, World, rule, storage};

/// An exporter with an allocation of so many bytes, and an importer over the same machine.
struct Pair {
    hal: Bench,
    exporter: Process<'static>,
    importer: Process<'static>,
    memory: Address,
}

fn pair(dialect: Dialect) -> Pair {
    let World { mut process, mut hal } = World::with_context(dialect);
    let mut importer = Process::new(storage(32), 9);
    importer.init(&mut hal, 0).unwrap();
    importer.create_context(&mut hal, T, 0, 0).unwrap();
    let memory = process.allocate_device(&mut hal, T, 4096).unwrap();
    Pair {
        hal,
        exporter: process,
        importer,
        memory,
    }
}

impl Pair {
    fn export(&mut self) -> Export {
        self.exporter.export_memory(&mut self.hal, T, self.memory).unwrap()
    }

    fn open(&mut self, export: &Export) -> Result<Address, Error> {
        self.importer.open_memory(&mut self.hal, T, export, 1)
    }

    fn close(&mut self, address: Address) -> Result<(), Error> {
        let pending = self.importer.close_memory(&mut self.hal, address)?;
        self.importer.finish(&mut self.hal, T, pending, Default::default())
    }
}

/// Puts a fill that has not run yet into the default stream.
fn keep_busy(process: &mut Process<'_>, hal: &mut Bench) {
    let memory = process.allocate_device(hal, T, 64).unwrap();
    let fill = Fill::row(memory, 1, 1, 64);
    let pending = process.fill(hal, T, StreamArgument::Legacy, Mode::Asynchronous, &fill);
    assert_eq!(pending.unwrap().until(), None);
}

#[test]
fn memory_is_opened_at_one_address_and_closed_as_often() {
    let mut pair = pair(Dialect::Reference);
    let export = pair.export();
    let middle = Address(pair.memory.0 + 100);
    assert_eq!(pair.exporter.export_memory(&mut pair.hal, T, middle), Ok(export));
    let address = pair.open(&export).unwrap();
    assert_eq!(pair.open(&export), Ok(address));
    assert_eq!(
        pair.importer.address_range(T, Address(address.0 + 9)),
        Ok((address, 4096))
    );
    assert_eq!(rule(pair.close(middle)), Rule::IpcClose);
    assert_eq!(rule(pair.close(Address(address.0 + 1))), Rule::IpcClose);
    assert_eq!(
        rule(pair.importer.free_device(&mut pair.hal, address)),
        Rule::MemoryFree
    );
    pair.close(address).unwrap();
    assert!(pair.importer.address_range(T, address).is_ok());
    pair.close(address).unwrap();
    assert_eq!(rule(pair.importer.address_range(T, address)), Rule::MemoryRange);
    assert_eq!(rule(pair.close(address)), Rule::IpcClose);
    assert!(pair.open(&export).is_ok());
}

#[test]
fn only_own_device_memory_is_exported_and_only_to_others() {
    let mut pair = pair(Dialect::Reference);
    let export = pair.export();
    let opened = pair.open(&export).unwrap();
    let Pair {
        hal,
        exporter,
        importer,
        memory,
    } = &mut pair;
    let pinned = exporter.allocate_host(hal, T, 64, 0).unwrap();
    let managed = exporter.allocate_managed(hal, T, 64, 1).unwrap();
    let pooled = exporter.allocate_ordered(hal, T, StreamArgument::Legacy, 64).unwrap();
    for address in [pinned, managed, pooled, Address(0)] {
        assert_eq!(rule(exporter.export_memory(hal, T, address)), Rule::IpcMemoryKind);
    }
    assert_eq!(rule(importer.export_memory(hal, T, opened)), Rule::IpcMemoryKind);
    assert_eq!(rule(exporter.open_memory(hal, T, &export, 1)), Rule::IpcOwnProcess);
    // The context is in the handle.
    exporter.create_context(hal, T, 0, 0).unwrap();
    assert_ne!(exporter.export_memory(hal, T, *memory), Ok(export));
}

#[test]
fn flags_are_the_dialects() {
    for (dialect, good, bad) in [(Dialect::Reference, [1, 3], [0, 2]), (Dialect::Musa, [2, 7], [0, 8])] {
        let mut pair = pair(dialect);
        let export = pair.export();
        for flags in good {
            assert!(pair.importer.open_memory(&mut pair.hal, T, &export, flags).is_ok());
        }
        for flags in bad {
            let refused = pair.importer.open_memory(&mut pair.hal, T, &export, flags);
            assert_eq!(rule(refused), Rule::IpcFlags);
        }
    }
}

#[test]
fn what_is_open_belongs_to_a_context() {
    let mut pair = pair(Dialect::Reference);
    let export = pair.export();
    let address = pair.open(&export).unwrap();
    let first = pair.importer.current(T).unwrap();
    pair.importer.create_context(&mut pair.hal, T, 0, 0).unwrap();
    assert_eq!(rule(pair.open(&export)), Rule::IpcContext);
    // Usable and closable here all the same.
    assert!(pair.importer.address_range(T, address).is_ok());
    pair.close(address).unwrap();
    let again = pair.open(&export).unwrap();
    let second = pair.importer.current(T).unwrap();
    let pending = pair.importer.destroy_context(&mut pair.hal, second.into()).unwrap();
    pair.importer
        .finish(&mut pair.hal, T, pending, Default::default())
        .unwrap();
    assert_eq!(pair.importer.current(T), Ok(first));
    assert_eq!(rule(pair.importer.address_range(T, again)), Rule::MemoryRange);
    assert!(pair.open(&export).is_ok());
}

#[test]
fn what_is_gone_cannot_be_opened() {
    let mut pair = pair(Dialect::Reference);
    let export = pair.export();
    pair.hal.gone = Some(Gone::Memory);
    assert_eq!(rule(pair.open(&export)), Rule::IpcMemoryFreed);
    pair.hal.gone = Some(Gone::Owner);
    assert_eq!(rule(pair.open(&export)), Rule::IpcOwnerEnded);
    assert!(pair.importer.imports.is_empty());
    assert_eq!(Error::from(HalError::Gone(Gone::Owner)), Rule::IpcOwnerEnded.into());
}

#[test]
fn a_shared_event_is_one_event() {
    let mut pair = pair(Dialect::Reference);
    let Pair {
        hal,
        exporter,
        importer,
        ..
    } = &mut pair;
    let event = exporter.create_event(hal, T, 6).unwrap();
    let plain = exporter.create_event(hal, T, 2).unwrap();
    assert_eq!(rule(exporter.export_event(hal, T, plain.into())), Rule::IpcEventKind);
    let export = exporter.export_event(hal, T, event.into()).unwrap();
    assert_eq!(rule(exporter.open_event(hal, T, &export)), Rule::IpcOwnProcess);
    let opened = importer.open_event(hal, T, &export).unwrap();
    assert_eq!(importer.event_done(hal, opened.into()), Ok(true));
    let stream = StreamArgument::Legacy;
    keep_busy(importer, hal);
    importer.record_event(hal, T, opened.into(), stream, 0).unwrap();
    // The importer's record is pending for both.
    assert_eq!(importer.event_done(hal, opened.into()), Ok(false));
    assert_eq!(exporter.event_done(hal, event.into()), Ok(false));
    exporter.wait_event(hal, T, stream, event.into(), 0).unwrap();
    assert_eq!(exporter.stream_done(hal, T, stream), Ok(false));
    let pending = exporter.synchronize_event(hal, event.into()).unwrap();
    assert!(!exporter.ready(hal, &pending));
    hal.settle();
    assert_eq!(exporter.event_done(hal, event.into()), Ok(true));
    assert_eq!(exporter.stream_done(hal, T, stream), Ok(true));
    assert!(exporter.ready(hal, &pending));
    exporter.finish(hal, T, pending, Default::default()).unwrap();
    // Once destroyed by both, nothing of it is left.
    importer.destroy_event(hal, opened.into()).unwrap();
    exporter.destroy_event(hal, event.into()).unwrap();
    assert!(!hal.memory.contains_key(&export.token.base.0) && hal.opened.is_empty());
    hal.gone = Some(Gone::Memory);
    assert_eq!(rule(importer.open_event(hal, T, &export)), Rule::IpcEventHandle);
}

#[test]
fn a_record_of_a_process_that_has_ended_counts_as_complete() {
    let mut pair = pair(Dialect::Reference);
    let Pair {
        hal,
        exporter,
        importer,
        ..
    } = &mut pair;
    let event = exporter.create_event(hal, T, 6).unwrap();
    let export = exporter.export_event(hal, T, event.into()).unwrap();
    let opened = importer.open_event(hal, T, &export).unwrap();
    keep_busy(importer, hal);
    importer
        .record_event(hal, T, opened.into(), StreamArgument::Legacy, 0)
        .unwrap();
    assert_eq!(exporter.event_done(hal, event.into()), Ok(false));
    let pending = exporter.synchronize_event(hal, event.into()).unwrap();
    exporter.relieve(hal).unwrap();
    assert!(!exporter.ready(hal, &pending));
    hal.ended = true;
    assert_eq!(exporter.event_done(hal, event.into()), Ok(true));
    exporter.relieve(hal).unwrap();
    let (space, mut word) = (exporter.space().unwrap(), [0; 8]);
    hal.read(space, Address(export.token.base.0 + 72), &mut word).unwrap();
    assert_eq!(word, 1u64.to_le_bytes());
}
