//! libmusa.
