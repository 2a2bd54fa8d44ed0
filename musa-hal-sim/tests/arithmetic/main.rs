//! The arithmetic functions against what real hardware answered.
//!
//! `observed/*.txt` holds rows of PTX with a checksum of the results that a GPU gave over the operands listed above
//! them: `case_*` are the tables of the conformance suite's cases, `device_*` were taken for this test (one sm_90 GPU,
//! driver 580.159.04). Each row is executed here by a small reader of straight-line PTX over
//! `musa_hal_sim::arithmetic`, for every operand triple, and its checksum compared.
//!
//! File format: `table` begins a group; `a:`, `b:`, `c:` list operand values in hexadecimal (`all65536` is every value
//! below that; the operands are the cross product), `random N` instead asks for N triples of the suite's generator;
//! then one line a row, `FNV-1a of the 64-bit results` and the PTX text.

mod body;
mod conversion;
mod floating;
mod integer;
mod laws;
mod mnemonic;
mod table;
mod video;

/// Rows that a failure shows.
const SHOWN: usize = 20;

/// The rows of one file whose results differ from the hardware's.
fn check(file: &str) {
    let mut different = Vec::new();
    let mut rows = 0;
    for table in table::read(&table::folder("arithmetic").join(format!("{file}.txt"))) {
        let triples = table.triples();
        for row in &table.rows {
            rows += 1;
            let Some(program) = body::Program::parse(&row.text) else {
                different.push(format!("not understood: {}", row.text));
                continue;
            };
            let results: Vec<u64> = triples.iter().map(|&triple| program.run(triple)).collect();
            if table::checksum(results.iter().flat_map(|result| result.to_le_bytes())) != row.checksum {
                let shown: Vec<String> = results.iter().take(600).map(|value| format!("{value:x}")).collect();
                different.push(format!("{}\n  {}", row.text, shown.join(" ")));
            }
        }
    }
    assert!(rows > 0, "{file} holds no rows");
    assert!(
        different.is_empty(),
        "{} of {rows} rows of {file} differ, the first ones with the results computed here:\n{}",
        different.len(),
        different.iter().take(SHOWN).cloned().collect::<Vec<_>>().join("\n")
    );
}

macro_rules! observed {
    ($($file:ident),* $(,)?) => {
        $(
            #[test]
            fn $file() {
                check(stringify!($file));
            }
        )*

        /// No file is forgotten.
        #[test]
        fn every_file_is_checked() {
            let mut listed = vec![$(concat!(stringify!($file), ".txt")),*];
            listed.sort_unstable();
            assert_eq!(table::files(&table::folder("arithmetic")), listed);
        }
    };
}

observed! {
    case_cvt_f16_int, case_cvt_f32_int, case_cvt_float_float, case_cvt_int_int, case_f16_arith, case_f32_add,
    case_f32_approx_special, case_f32_divsqrt, case_f32_mul, case_f32_setp, case_int_addsub, case_int_bitcount,
    case_int_bitfield, case_int_divrem, case_int_logic, case_int_mad, case_int_mul, case_int_packed16,
    case_int_sad_dp, case_int_setp, device_approximate, device_brain, device_carry, device_compare,
    device_convert_f64, device_convert_float, device_convert_integer, device_convert_pair, device_double,
    device_half, device_integer, device_root_f64, device_shift, device_simd, device_single, device_video,
    device_video_shift,
}
