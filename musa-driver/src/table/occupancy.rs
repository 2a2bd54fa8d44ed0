//! Occupancy.

/// The rows of this area: see [`crate::table`].
#[doc(hidden)]
#[macro_export]
macro_rules! musa_functions_occupancy {
    ($consumer:path) => {
        $consumer! {
            occupancy
            muOccupancyMaxActiveBlocksPerMultiprocessor(
                numBlocks: Out<i32>,
                func: MUfunction,
                blockSize: i32,
                dynamicSMemSize: usize,
            ) [initialised context fault] => occupancy::blocks;
            muOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
                numBlocks: Out<i32>,
                func: MUfunction,
                blockSize: i32,
                dynamicSMemSize: usize,
                flags: u32,
            ) [initialised context fault] => occupancy::blocks_with_flags;
            muOccupancyMaxPotentialBlockSize(
                minGridSize: Out<i32>,
                blockSize: Out<i32>,
                func: MUfunction,
                blockSizeToDynamicSMemSize: MUoccupancyB2DSize,
                dynamicSMemSize: usize,
                blockSizeLimit: i32,
            ) [initialised context fault] => occupancy::best_block;
            muOccupancyMaxPotentialBlockSizeWithFlags(
                minGridSize: Out<i32>,
                blockSize: Out<i32>,
                func: MUfunction,
                blockSizeToDynamicSMemSize: MUoccupancyB2DSize,
                dynamicSMemSize: usize,
                blockSizeLimit: i32,
                flags: u32,
            ) [initialised context fault] => occupancy::best_block_with_flags;
            muOccupancyAvailableDynamicSMemPerBlock(
                dynamicSmemSize: Out<usize>,
                func: MUfunction,
                numBlocks: i32,
                blockSize: i32,
            ) [initialised context fault] => occupancy::available_shared;
            muOccupancyMaxActiveClusters(
                numClusters: Out<i32>,
                func: MUfunction,
                config: In<MUlaunchConfig>,
            ) [initialised context fault]
                first early::clusters => occupancy::clusters;
            muOccupancyMaxPotentialClusterSize(
                clusterSize: Out<i32>,
                func: MUfunction,
                config: In<MUlaunchConfig>,
            ) [initialised context fault]
                first early::cluster_size => occupancy::cluster_size;
        }
    };
}
