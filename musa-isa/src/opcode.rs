//! Opcodes: one per PTX root.

code_enum! {
    /// What an instruction does; its types and modifiers say in which form.
    Opcode {
        Abs = 0 "abs", Activemask = 1 "activemask", Add = 2 "add", Addc = 3 "addc", Alloca = 4 "alloca", And = 5 "and",
        Atom = 6 "atom", Bar = 7 "bar", Bfe = 8 "bfe", Bfi = 9 "bfi", Bfind = 10 "bfind", Bmsk = 11 "bmsk",
        Bra = 12 "bra", Brev = 13 "brev", Brkpt = 14 "brkpt", Brx = 15 "brx", Call = 16 "call", Clz = 17 "clz",
        Cnot = 18 "cnot", Copysign = 19 "copysign", Cos = 20 "cos", CpAsync = 21 "cp", Createpolicy = 22 "createpolicy",
        Cvt = 23 "cvt", Cvta = 24 "cvta", Div = 25 "div", Dp2a = 26 "dp2a", Dp4a = 27 "dp4a", Elect = 28 "elect",
        Ex2 = 29 "ex2", Exit = 30 "exit", Fence = 31 "fence", Fma = 32 "fma", Fns = 33 "fns", Getctarank = 34 "getctarank",
        Isspacep = 35 "isspacep", Ld = 36 "ld", Ldmatrix = 37 "ldmatrix", Lg2 = 38 "lg2", Lop3 = 39 "lop3",
        Mad = 40 "mad", Mad24 = 41 "mad24", Madc = 42 "madc", Mapa = 43 "mapa", Match = 44 "match", Max = 45 "max",
        Mbarrier = 46 "mbarrier", Min = 47 "min", Mma = 48 "mma", Mov = 49 "mov", Movmatrix = 50 "movmatrix",
        Mul = 51 "mul", Mul24 = 52 "mul24", Nanosleep = 53 "nanosleep", Neg = 54 "neg", Not = 55 "not", Or = 56 "or",
        /// Joins registers into a wider one, or splits one (`mov` with a vector operand).
        Pack = 57 "mov.pack", Unpack = 58 "mov.unpack",
        Pmevent = 59 "pmevent", Popc = 60 "popc", Prefetch = 61 "prefetch", Prmt = 62 "prmt", Rcp = 63 "rcp",
        Red = 64 "red", Redux = 65 "redux", Rem = 66 "rem", Ret = 67 "ret", Rsqrt = 68 "rsqrt", Sad = 69 "sad",
        Selp = 70 "selp", Set = 71 "set", Setp = 72 "setp", Shf = 73 "shf", Shfl = 74 "shfl", Shl = 75 "shl",
        Shr = 76 "shr", Sin = 77 "sin", Slct = 78 "slct", Sqrt = 79 "sqrt", St = 80 "st", Stackrestore = 81 "stackrestore",
        Stacksave = 82 "stacksave", Stmatrix = 83 "stmatrix", Sub = 84 "sub", Subc = 85 "subc", Suld = 86 "suld",
        Suq = 87 "suq", Sured = 88 "sured", Sust = 89 "sust", Szext = 90 "szext", Tanh = 91 "tanh", Testp = 92 "testp",
        Tex = 93 "tex", Tld4 = 94 "tld4", Trap = 95 "trap", Txq = 96 "txq", Vabsdiff = 97 "vabsdiff",
        Vabsdiff2 = 98 "vabsdiff2", Vabsdiff4 = 99 "vabsdiff4", Vadd = 100 "vadd", Vadd2 = 101 "vadd2",
        Vadd4 = 102 "vadd4", Vavrg2 = 103 "vavrg2", Vavrg4 = 104 "vavrg4", Vmad = 105 "vmad", Vmax = 106 "vmax",
        Vmax2 = 107 "vmax2", Vmax4 = 108 "vmax4", Vmin = 109 "vmin", Vmin2 = 110 "vmin2", Vmin4 = 111 "vmin4",
        Vote = 112 "vote", Vset = 113 "vset", Vset2 = 114 "vset2", Vset4 = 115 "vset4", Vshl = 116 "vshl",
        Vshr = 117 "vshr", Vsub = 118 "vsub", Vsub2 = 119 "vsub2", Vsub4 = 120 "vsub4", Wmma = 121 "wmma",
        Xor = 122 "xor", Setmaxnreg = 123 "setmaxnreg", Griddepcontrol = 124 "griddepcontrol", CvtPack = 125 "cvt.pack",
    }
}
