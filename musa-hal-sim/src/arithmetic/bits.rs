//! Counting, finding, moving and combining bits and bytes.

use musa_isa::Action;

use super::Integer;

/// `popc.b32`.
#[inline(always)]
pub fn popc_b32(a: u32) -> u32 {
    a.count_ones()
}

/// `popc.b64`.
#[inline(always)]
pub fn popc_b64(a: u64) -> u32 {
    a.count_ones()
}

/// `clz.b32`: 32 for zero.
#[inline(always)]
pub fn clz_b32(a: u32) -> u32 {
    a.leading_zeros()
}

/// `clz.b64`: 64 for zero.
#[inline(always)]
pub fn clz_b64(a: u64) -> u32 {
    a.leading_zeros()
}

/// `brev.b32`.
#[inline(always)]
pub fn brev_b32(a: u32) -> u32 {
    a.reverse_bits()
}

/// `brev.b64`.
#[inline(always)]
pub fn brev_b64(a: u64) -> u64 {
    a.reverse_bits()
}

/// `bfind`: place of the highest bit that differs from the sign (of an unsigned type: of the highest one), all ones if
/// there is none. With `.shiftamt` the left shift that would bring it to the top.
#[inline(always)]
pub fn bfind<T: Integer>(a: T, shift_amount: bool) -> u32 {
    let bits = a.to_bits();
    let differing = if T::SIGNED {
        bits ^ ((bits as i64) >> 63) as u64
    } else {
        bits
    };
    let above = differing.leading_zeros();
    if differing == 0 {
        !0
    } else if shift_amount {
        above.wrapping_sub(64 - T::BITS)
    } else {
        63 - above
    }
}

/// What `bfe` and `bfi` see of a count: of 32 bits its low 8, of 64 all.
#[inline(always)]
fn field_count<T: Integer>(count: u32) -> u32 {
    if T::BITS == 64 { count } else { count & 0xff }
}

/// `bfe`: `length` bits from `position` on, sign- or zero-extended. Bits beyond the word are its sign (of an unsigned
/// type zero); length 0 gives 0. The 32-bit forms look at the low 8 bits of both counts only.
#[inline(always)]
pub fn bfe<T: Integer>(a: T, position: u32, length: u32) -> T {
    let length = field_count::<T>(length);
    let field = T::shr(a, field_count::<T>(position));
    let unused = T::BITS.saturating_sub(length);
    T::shr(T::shl(field, unused), unused)
}

/// `bfi`: `b` with its `length` bits from `position` on replaced by the lowest ones of `a`; what falls beyond the word is
/// dropped. The 32-bit form looks at the low 8 bits of both counts only.
#[inline(always)]
pub fn bfi<T: Integer>(a: T, b: T, position: u32, length: u32) -> T {
    let (position, length) = (field_count::<T>(position), field_count::<T>(length));
    let ones = T::from_bits(u64::MAX);
    let mask = T::shl(!T::shl(ones, length), position);
    (b & !mask) | (T::shl(a, position) & mask)
}

/// `bmsk`: `width` ones from `position` on. `clamp` keeps counts beyond 31 as 32, otherwise their low 5 bits count.
#[inline(always)]
pub fn bmsk(position: u32, width: u32, clamp: bool) -> u32 {
    let (position, width) = if clamp {
        (position.min(32), width.min(32))
    } else {
        (position & 31, width & 31)
    };
    u32::shl(!u32::shl(!0, width), position)
}

/// `szext.s32` (or of the type): the low `width` bits sign- or zero-extended. `clamp` keeps counts beyond 31 as 32,
/// otherwise their low 5 bits count.
#[inline(always)]
pub fn szext<T: Integer>(a: T, width: u32, clamp: bool) -> T {
    let width = if clamp { width.min(32) } else { width & 31 };
    bfe(a, 0, width)
}

/// `fns`: place of the `offset`-th set bit of `mask`, counted from bit `base` on, upwards or (negative) downwards;
/// offset 0 asks whether the base bit itself is set. All ones if there is none.
#[inline]
pub fn fns(mask: u32, base: u32, offset: i32) -> u32 {
    const NONE: u32 = !0;
    let Some(from) = mask.checked_shr(base) else {
        return NONE;
    };
    match offset {
        0 => {
            if from & 1 != 0 {
                base
            } else {
                NONE
            }
        }
        1.. => {
            let place = nth_set_bit(from, offset.unsigned_abs());
            place.map_or(NONE, |place| base + place)
        }
        _ => {
            let downwards = (mask << (31 - base)).reverse_bits();
            let place = nth_set_bit(downwards, offset.unsigned_abs());
            place.map_or(NONE, |place| base - place)
        }
    }
}

/// Place of the `n`-th lowest set bit; `n` counts from one.
fn nth_set_bit(mut mask: u32, n: u32) -> Option<u32> {
    if n > mask.count_ones() {
        return None;
    }
    for _ in 1..n {
        mask &= mask.wrapping_sub(1);
    }
    Some(mask.trailing_zeros())
}

/// `prmt`: four bytes chosen from the eight of `b` above `a`. Without a mode each of the low four digits of the
/// selector names a byte, its bit 3 asks for that byte's sign instead; with one ([`Action::Forward4`],
/// [`Action::Backward4`], [`Action::Replicate8`], [`Action::EdgeClampLeft`], [`Action::EdgeClampRight`],
/// [`Action::Replicate16`]) the low two bits of the selector parametrise it.
#[inline(always)]
pub fn prmt(a: u32, b: u32, selector: u32, mode: Option<Action>) -> u32 {
    let bytes = u64::from(b) << 32 | u64::from(a);
    let control = selector & 3;
    let mut result = 0;
    let mut place = 0;
    while place < 4 {
        let digit = match mode {
            None => selector >> (4 * place) & 0xf,
            Some(Action::Forward4) => control + place,
            Some(Action::Backward4) => control.wrapping_sub(place) & 7,
            Some(Action::Replicate8) => control,
            Some(Action::EdgeClampLeft) => {
                if place > control {
                    place
                } else {
                    control
                }
            }
            Some(Action::EdgeClampRight) => {
                if place < control {
                    place
                } else {
                    control
                }
            }
            Some(Action::Replicate16) => (control & 1) << 1 | place & 1,
            Some(_) => 0,
        };
        let byte = (bytes >> (8 * (digit & 7))) as u8;
        let byte = if digit & 8 != 0 { (byte as i8 >> 7) as u8 } else { byte };
        result |= u32::from(byte) << (8 * place);
        place += 1;
    }
    result
}

/// `lop3`: the bitwise function of three operands whose value for the bits `a`, `b`, `c` is bit `4a + 2b + c` of the
/// table.
#[inline(always)]
pub fn lop3(a: u32, b: u32, c: u32, table: u8) -> u32 {
    let row = |place: u32| 0u32.wrapping_sub(u32::from(table) >> place & 1);
    let choose = |by: u32, zero: u32, one: u32| (zero & !by) | (one & by);
    let by_c = |place| choose(c, row(place), row(place + 1));
    choose(a, choose(b, by_c(0), by_c(2)), choose(b, by_c(4), by_c(6)))
}

/// `shf.l`: the upper word of `b` above `a`, shifted left. `clamp` keeps counts beyond 32 as 32, otherwise their low 5
/// bits count.
#[inline(always)]
pub fn shf_l(a: u32, b: u32, count: u32, clamp: bool) -> u32 {
    ((u64::from(b) << 32 | u64::from(a)) << funnel_count(count, clamp) >> 32) as u32
}

/// `shf.r`: the lower word of `b` above `a`, shifted right; counts as for [`shf_l`].
#[inline(always)]
pub fn shf_r(a: u32, b: u32, count: u32, clamp: bool) -> u32 {
    ((u64::from(b) << 32 | u64::from(a)) >> funnel_count(count, clamp)) as u32
}

#[inline(always)]
fn funnel_count(count: u32, clamp: bool) -> u32 {
    if clamp { count.min(32) } else { count & 31 }
}
