//! The dialects, one row of data each.

mod eight;
mod fifteen;
mod other;

use super::dialect::Dialect;

/// Every dialect.
pub(crate) fn dialects() -> impl Iterator<Item = &'static Dialect> {
    eight::ROWS.iter().chain(fifteen::ROWS).chain(other::ROWS)
}

/// The dialect with a name or an alias.
pub(crate) fn find(name: &str) -> Option<&'static Dialect> {
    dialects().find(|dialect| dialect.name == name || dialect.aliases.contains(&name))
}

/// All names and aliases.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    dialects()
        .flat_map(|dialect| std::iter::once(dialect.name).chain(dialect.aliases.iter().copied()))
}
