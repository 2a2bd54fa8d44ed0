//! The modifiers of an instruction: types, roundings, comparisons, state spaces, orders and sub-operations.

code_enum! {
    /// The type of an operand or of a memory element.
    Type {
        U8 = 0 "u8", U16 = 1 "u16", U32 = 2 "u32", U64 = 3 "u64",
        S8 = 4 "s8", S16 = 5 "s16", S32 = 6 "s32", S64 = 7 "s64",
        B8 = 8 "b8", B16 = 9 "b16", B32 = 10 "b32", B64 = 11 "b64", B128 = 12 "b128",
        F16 = 13 "f16", F16x2 = 14 "f16x2", Bf16 = 15 "bf16", Bf16x2 = 16 "bf16x2", Tf32 = 17 "tf32",
        F32 = 18 "f32", F64 = 19 "f64", Pred = 20 "pred",
        U16x2 = 21 "u16x2", S16x2 = 22 "s16x2",
        E4m3 = 23 "e4m3", E5m2 = 24 "e5m2", E4m3x2 = 25 "e4m3x2", E5m2x2 = 26 "e5m2x2",
        /// Sub-byte element types of matrix instructions.
        U4 = 27 "u4", S4 = 28 "s4", B1 = 29 "b1", U2 = 30 "u2", S2 = 31 "s2",
        U8x4 = 32 "u8x4", S8x4 = 33 "s8x4", F32x2 = 34 "f32x2",
    }
}

impl Type {
    /// Width in bits; a predicate has one.
    #[inline]
    pub const fn bits(self) -> u32 {
        use Type::*;
        match self {
            Pred | B1 => 1,
            U2 | S2 => 2,
            U4 | S4 => 4,
            U8 | S8 | B8 | E4m3 | E5m2 => 8,
            U16 | S16 | B16 | F16 | Bf16 | E4m3x2 | E5m2x2 => 16,
            U32 | S32 | B32 | F32 | Tf32 | F16x2 | Bf16x2 | U16x2 | S16x2 | U8x4 | S8x4 => 32,
            U64 | S64 | B64 | F64 | F32x2 => 64,
            B128 => 128,
        }
    }

    /// Width in bytes of one element in memory; zero for what cannot lie in memory by itself.
    #[inline]
    pub const fn bytes(self) -> u32 {
        self.bits() / 8
    }

    /// Whether a value of the type is read as a signed integer.
    #[inline]
    pub const fn is_signed(self) -> bool {
        matches!(
            self,
            Type::S8 | Type::S16 | Type::S32 | Type::S64 | Type::S16x2 | Type::S8x4 | Type::S4 | Type::S2
        )
    }

    /// Whether the type is a floating-point one (scalar or packed).
    #[inline]
    pub const fn is_float(self) -> bool {
        use Type::*;
        matches!(
            self,
            F16 | F16x2 | Bf16 | Bf16x2 | Tf32 | F32 | F64 | E4m3 | E5m2 | E4m3x2 | E5m2x2 | F32x2
        )
    }
}

code_enum! {
    /// Rounding: of a floating-point result, or (`i` forms) of a conversion to an integral value.
    Rounding {
        /// To nearest, ties to even.
        Nearest = 0 "rn",
        /// Toward zero.
        Zero = 1 "rz",
        /// Toward minus infinity.
        Down = 2 "rm",
        /// Toward plus infinity.
        Up = 3 "rp",
        /// To nearest, ties away from zero.
        Away = 4 "rna",
        /// To the nearest integer, ties to even.
        NearestInteger = 5 "rni",
        /// To an integer, toward zero.
        ZeroInteger = 6 "rzi",
        /// To an integer, toward minus infinity.
        DownInteger = 7 "rmi",
        /// To an integer, toward plus infinity.
        UpInteger = 8 "rpi",
    }
}

code_enum! {
    /// A comparison. The unordered forms are true when an operand is a NaN.
    Comparison {
        Equal = 0 "eq", NotEqual = 1 "ne", Less = 2 "lt", LessEqual = 3 "le", Greater = 4 "gt", GreaterEqual = 5 "ge",
        EqualUnordered = 6 "equ", NotEqualUnordered = 7 "neu", LessUnordered = 8 "ltu", LessEqualUnordered = 9 "leu",
        GreaterUnordered = 10 "gtu", GreaterEqualUnordered = 11 "geu", Ordered = 12 "num", Unordered = 13 "nan",
        /// Unsigned integer forms.
        Lower = 14 "lo", LowerSame = 15 "ls", Higher = 16 "hi", HigherSame = 17 "hs",
    }
}

code_enum! {
    /// How a comparison's outcome is combined with a predicate.
    Boolean { And = 0 "and", Or = 1 "or", Xor = 2 "xor" }
}

code_enum! {
    /// Which part of a product or funnel an instruction keeps.
    Part { Low = 0 "lo", High = 1 "hi", Wide = 2 "wide" }
}

code_enum! {
    /// A state space. [`Space::Parameter`] is that of a kernel's own parameters; parameters of device functions lie in
    /// the caller's frame and are [`Space::Local`] in the image.
    Space {
        /// No space given: the address itself tells.
        Generic = 0 "generic",
        Global = 1 "global", Shared = 2 "shared", Constant = 3 "const", Local = 4 "local", Parameter = 5 "param",
        /// Shared memory of any block of the cluster.
        SharedCluster = 6 "shared::cluster",
    }
}

code_enum! {
    /// Memory order of an access.
    Order {
        Weak = 0 "weak", Volatile = 1 "volatile", Relaxed = 2 "relaxed", Acquire = 3 "acquire", Release = 4 "release",
        AcquireRelease = 5 "acq_rel", SequentiallyConsistent = 6 "sc", Mmio = 7 "mmio",
    }
}

code_enum! {
    /// Who must see an access in order.
    Scope { Block = 0 "cta", Cluster = 1 "cluster", Device = 2 "gpu", System = 3 "sys" }
}

code_enum! {
    /// Cache operators and eviction hints: kept for disassembly and profiles, without effect on values.
    CacheOperator {
        All = 0 "ca", Global = 1 "cg", Streaming = 2 "cs", LastUse = 3 "lu", Volatile = 4 "cv",
        WriteBack = 5 "wb", WriteThrough = 6 "wt", NonCoherent = 7 "nc",
    }
}

code_enum! {
    /// The sub-operation of a root that has several.
    Action {
        // atom, red, redux, bar.red, vabsdiff... merge operations
        Add = 0 "add", And = 1 "and", Or = 2 "or", Xor = 3 "xor", Exchange = 4 "exch", CompareSwap = 5 "cas",
        Minimum = 6 "min", Maximum = 7 "max", Increment = 8 "inc", Decrement = 9 "dec", PopulationCount = 10 "popc",
        // bar, barrier, mbarrier, fence
        Synchronize = 11 "sync", Arrive = 12 "arrive", Reduce = 13 "red", WarpSynchronize = 14 "warp.sync", Wait = 15 "wait",
        // vote, match
        All = 16 "all", Any = 17 "any", Uniform = 18 "uni", Ballot = 19 "ballot",
        // shfl
        ShuffleUp = 20 "up", ShuffleDown = 21 "down", ShuffleButterfly = 22 "bfly", ShuffleIndex = 23 "idx",
        // prmt
        Forward4 = 24 "f4e", Backward4 = 25 "b4e", Replicate8 = 26 "rc8", EdgeClampLeft = 27 "ecl",
        EdgeClampRight = 28 "ecr", Replicate16 = 29 "rc16",
        // shf, bmsk, szext, surfaces
        Wrap = 30 "wrap", Clamp = 31 "clamp", Left = 32 "l", Right = 33 "r", TrapOutside = 34 "trap", ZeroOutside = 35 "zero",
        // testp
        Finite = 36 "finite", Infinite = 37 "infinite", Number = 38 "number", NotANumber = 39 "notanumber",
        Normal = 40 "normal", Subnormal = 41 "subnormal",
        // mbarrier
        Initialize = 42 "init", Invalidate = 43 "inval", ExpectTransaction = 44 "expect_tx", CompleteTransaction = 45 "complete_tx",
        ArriveDrop = 46 "arrive_drop", TestWait = 47 "test_wait", TryWait = 48 "try_wait", PendingCount = 49 "pending_count",
        ArriveExpectTransaction = 50 "arrive.expect_tx", ArriveNoComplete = 51 "arrive.noComplete",
        ArriveDropNoComplete = 52 "arrive_drop.noComplete",
        // cp.async
        Copy = 53 "async", Commit = 54 "commit_group", WaitGroup = 55 "wait_group", WaitAll = 56 "wait_all",
        AsyncArrive = 57 "mbarrier.arrive", AsyncArriveNoIncrement = 58 "mbarrier.arrive.noinc",
        // wmma
        LoadA = 59 "load.a", LoadB = 60 "load.b", LoadC = 61 "load.c", StoreD = 62 "store.d", MultiplyAdd = 63 "mma",
        // cluster barrier
        ClusterArrive = 64 "cluster.arrive", ClusterWait = 65 "cluster.wait",
        // griddepcontrol
        LaunchDependents = 66 "launch_dependents",
        // setmaxnreg
        RegisterIncrease = 67 "inc.sync.aligned", RegisterDecrease = 68 "dec.sync.aligned",
    }
}
