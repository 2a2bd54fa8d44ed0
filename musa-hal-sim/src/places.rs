//! Places for things that bring tables of their own: a fixed number of them, or as many as are needed.

#[cfg(feature = "alloc")]
type Kept<T> = alloc::vec::Vec<T>;
#[cfg(not(feature = "alloc"))]
type Kept<T> = heapless::Vec<T, MAX_PLACES>;

/// The most places without a heap.
pub const MAX_PLACES: usize = 8;

/// See the module.
#[derive(Debug)]
pub struct Places<T> {
    kept: Kept<T>,
    make: Option<fn() -> T>,
}

impl<T> Places<T> {
    /// These places and no more; at most [`MAX_PLACES`] of them are taken.
    pub fn fixed(places: impl IntoIterator<Item = T>) -> Self {
        let mut kept = Kept::new();
        for place in places.into_iter().take(MAX_PLACES) {
            // Cannot fail: there are at most so many.
            #[allow(clippy::let_unit_value, reason = "without a heap there is a result")]
            let _ = kept.push(place);
        }
        Self { kept, make: None }
    }

    /// As many as are needed.
    #[cfg(feature = "alloc")]
    pub const fn growing(make: fn() -> T) -> Self {
        Self {
            kept: Kept::new(),
            make: Some(make),
        }
    }

    pub(crate) const fn grows(&self) -> bool {
        self.make.is_some()
    }

    pub(crate) fn get(&self, place: usize) -> Option<&T> {
        self.kept.get(place)
    }

    pub(crate) fn get_mut(&mut self, place: usize) -> Option<&mut T> {
        self.kept.get_mut(place)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> + '_ {
        self.kept.iter()
    }

    /// A place that is usable, made where there is none and that is possible.
    pub(crate) fn vacant(&mut self, usable: impl Fn(&T) -> bool) -> Option<usize> {
        if let Some(place) = self.kept.iter().position(usable) {
            return Some(place);
        }
        self.add()
    }

    #[cfg(feature = "alloc")]
    fn add(&mut self) -> Option<usize> {
        let make = self.make?;
        self.kept.try_reserve(1).ok()?;
        self.kept.push(make());
        Some(self.kept.len() - 1)
    }

    #[cfg(not(feature = "alloc"))]
    fn add(&mut self) -> Option<usize> {
        None
    }
}
