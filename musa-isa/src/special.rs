//! Special registers: values that the hardware supplies.

code_enum! {
    /// A special register. A vector one (`%tid`) is named by component.
    SpecialRegister {
        TidX = 0 "tid.x", TidY = 1 "tid.y", TidZ = 2 "tid.z",
        NtidX = 3 "ntid.x", NtidY = 4 "ntid.y", NtidZ = 5 "ntid.z",
        CtaidX = 6 "ctaid.x", CtaidY = 7 "ctaid.y", CtaidZ = 8 "ctaid.z",
        NctaidX = 9 "nctaid.x", NctaidY = 10 "nctaid.y", NctaidZ = 11 "nctaid.z",
        Laneid = 12 "laneid", Warpid = 13 "warpid", Nwarpid = 14 "nwarpid", Smid = 15 "smid", Nsmid = 16 "nsmid",
        Gridid = 17 "gridid",
        LanemaskEq = 18 "lanemask_eq", LanemaskLe = 19 "lanemask_le", LanemaskLt = 20 "lanemask_lt",
        LanemaskGe = 21 "lanemask_ge", LanemaskGt = 22 "lanemask_gt",
        Clock = 23 "clock", ClockHi = 24 "clock_hi", Clock64 = 25 "clock64",
        Globaltimer = 26 "globaltimer", GlobaltimerLo = 27 "globaltimer_lo", GlobaltimerHi = 28 "globaltimer_hi",
        TotalSmemSize = 29 "total_smem_size", DynamicSmemSize = 30 "dynamic_smem_size", AggrSmemSize = 31 "aggr_smem_size",
        ClusteridX = 32 "clusterid.x", ClusteridY = 33 "clusterid.y", ClusteridZ = 34 "clusterid.z",
        NclusteridX = 35 "nclusterid.x", NclusteridY = 36 "nclusterid.y", NclusteridZ = 37 "nclusterid.z",
        ClusterCtaidX = 38 "cluster_ctaid.x", ClusterCtaidY = 39 "cluster_ctaid.y", ClusterCtaidZ = 40 "cluster_ctaid.z",
        ClusterNctaidX = 41 "cluster_nctaid.x", ClusterNctaidY = 42 "cluster_nctaid.y", ClusterNctaidZ = 43 "cluster_nctaid.z",
        ClusterCtarank = 44 "cluster_ctarank", ClusterNctarank = 45 "cluster_nctarank",
        IsExplicitCluster = 46 "is_explicit_cluster",
        Pm0 = 47 "pm0", Pm1 = 48 "pm1", Pm2 = 49 "pm2", Pm3 = 50 "pm3", Pm4 = 51 "pm4", Pm5 = 52 "pm5", Pm6 = 53 "pm6", Pm7 = 54 "pm7",
        Envreg = 55 "envreg",
        ReservedSmemOffsetBegin = 56 "reserved_smem_offset_begin", ReservedSmemOffsetEnd = 57 "reserved_smem_offset_end",
        ReservedSmemOffsetCap = 58 "reserved_smem_offset_cap",
        TidW = 59 "tid.w", NtidW = 60 "ntid.w", CtaidW = 61 "ctaid.w", NctaidW = 62 "nctaid.w",
        /// The model's own: where the dynamic part of the block's shared memory begins (the address of every
        /// `.extern .shared` array).
        DynamicShared = 63 "dynamic_shared",
    }
}
