//! Occupancy.

use musa_ctx::{
    Error, Rejection, Rule, StreamArgument,
    occupancy::{Occupancy, judge_block, judge_flags, judge_limit},
};
use musa_hal::{Dim3, Hal};

use super::{given, launch::configured, library::resolved, memory::size, required};
use crate::{
    abi::{In, Out, callback},
    call::{Answer, Call},
    types::*,
};

/// What decides how many blocks of a function fit.
fn occupancy<H: Hal>(call: &mut Call<'_, '_, H>, function: MUfunction) -> Result<Occupancy, Error> {
    let function = resolved(call, function, StreamArgument::Legacy)?;
    let (process, hal, _) = call.parts()?;
    process.occupancy(hal, function)
}

/// A size of dynamic shared memory: hardware's driver looks at 32 bits of it (`ctx_argument_order`).
fn counted(shared: usize) -> u64 {
    (shared as u64) & u64::from(u32::MAX)
}

/// `muOccupancyMaxActiveBlocksPerMultiprocessor`.
///
/// # Errors
/// No function, a null pointer, or a block without threads.
pub fn blocks<H: Hal>(
    call: &mut Call<'_, '_, H>,
    blocks: Out<'_, i32>,
    function: MUfunction,
    block: i32,
    shared: usize,
) -> Answer {
    blocks_with_flags(call, blocks, function, block, shared, 0)
}

/// `muOccupancyMaxActiveBlocksPerMultiprocessorWithFlags`.
///
/// # Errors
/// As for [`blocks`], or flags.
pub fn blocks_with_flags<H: Hal>(
    call: &mut Call<'_, '_, H>,
    blocks: Out<'_, i32>,
    function: MUfunction,
    block: i32,
    shared: usize,
    flags: u32,
) -> Answer {
    required("numBlocks", blocks.is_null())?;
    judge_flags(flags)?;
    let occupancy = occupancy(call, function)?;
    blocks.write(occupancy.blocks(judge_block(block)?, counted(shared)).cast_signed());
    Ok(())
}

/// `muOccupancyMaxPotentialBlockSize`.
///
/// # Errors
/// No function, null pointers, or a negative limit.
pub fn best_block<H: Hal>(
    call: &mut Call<'_, '_, H>,
    grid: Out<'_, i32>,
    block: Out<'_, i32>,
    function: MUfunction,
    shared_for: MUoccupancyB2DSize,
    shared: usize,
    limit: i32,
) -> Answer {
    best_block_with_flags(call, grid, block, function, shared_for, shared, limit, 0)
}

/// `muOccupancyMaxPotentialBlockSizeWithFlags`. The caller's function is called with no lock held.
///
/// # Errors
/// As for [`best_block`], or flags.
#[allow(clippy::too_many_arguments, reason = "the parameters are those of the C interface")]
pub fn best_block_with_flags<H: Hal>(
    call: &mut Call<'_, '_, H>,
    grid: Out<'_, i32>,
    block: Out<'_, i32>,
    function: MUfunction,
    shared_for: MUoccupancyB2DSize,
    shared: usize,
    limit: i32,
    flags: u32,
) -> Answer {
    required("minGridSize", grid.is_null())?;
    required("blockSize", block.is_null())?;
    judge_flags(flags)?;
    let occupancy = occupancy(call, function)?;
    let limit = judge_limit(limit)?;
    let dynamic = |block: u32| match shared_for {
        Some(_) => callback::shared_memory_for(shared_for, block.cast_signed()) as u64,
        None => counted(shared),
    };
    let best = call.unlocked(|| occupancy.best_block(limit, dynamic));
    let (threads, blocks) = best.ok_or(Error::Bug("a caller's function was not run"))?;
    block.write(threads.cast_signed());
    grid.write(blocks.cast_signed());
    Ok(())
}

/// `muOccupancyAvailableDynamicSMemPerBlock`.
///
/// # Errors
/// No function, a null pointer, no blocks, or blocks without threads.
pub fn available_shared<H: Hal>(
    call: &mut Call<'_, '_, H>,
    shared: Out<'_, usize>,
    function: MUfunction,
    blocks: i32,
    block: i32,
) -> Answer {
    required("dynamicSmemSize", shared.is_null())?;
    if blocks <= 0 {
        return Err(Rejection::new(Rule::OccupancyBlocks).argument("numBlocks").into());
    }
    let occupancy = occupancy(call, function)?;
    shared.write(size(occupancy.available_shared(blocks, block)?));
    Ok(())
}

/// A cluster's blocks, a block's threads and its dynamic shared memory, as a configuration asks. Grid, block and cluster
/// are judged as those of a launch, but that a block may be too large: none fits then. Without a cluster there are none.
fn shape<H: Hal>(
    call: &mut Call<'_, '_, H>,
    function: MUfunction,
    config: In<'_, MUlaunchConfig>,
) -> Result<(u32, u32, u64), Error> {
    let request = configured(&given("config", config.read())?, StreamArgument::Legacy)?;
    let function = resolved(call, function, StreamArgument::Legacy)?;
    let (process, hal, _) = call.parts()?;
    let count = |dimensions: Dim3| u32::try_from(dimensions.count()).unwrap_or(u32::MAX);
    let cluster = process.launch_cluster(hal, function, &request)?;
    Ok((
        cluster.map_or(0, count),
        count(request.block),
        request.dynamic_shared.into(),
    ))
}

/// `muOccupancyMaxActiveClusters`.
///
/// # Errors
/// No function, attributes that are not known, or a cluster that cannot be launched.
pub fn clusters<H: Hal>(
    call: &mut Call<'_, '_, H>,
    clusters: Out<'_, i32>,
    function: MUfunction,
    config: In<'_, MUlaunchConfig>,
) -> Answer {
    let occupancy = occupancy(call, function)?;
    let (cluster, block, shared) = shape(call, function, config)?;
    clusters.write(occupancy.clusters(cluster, block, shared).cast_signed());
    Ok(())
}

/// `muOccupancyMaxPotentialClusterSize`: a cluster that the configuration asks for is judged, too.
///
/// # Errors
/// As for [`clusters`].
pub fn cluster_size<H: Hal>(
    call: &mut Call<'_, '_, H>,
    blocks: Out<'_, i32>,
    function: MUfunction,
    config: In<'_, MUlaunchConfig>,
) -> Answer {
    let occupancy = occupancy(call, function)?;
    let (_, block, shared) = shape(call, function, config)?;
    let fits = occupancy.blocks(block, shared) > 0;
    blocks.write(if fits { occupancy.max_cluster().cast_signed() } else { 0 });
    Ok(())
}
