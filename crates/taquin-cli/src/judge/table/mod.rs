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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::judge::dialect::{Ask, Between, Field, Part, Within};

    #[test]
    fn names_are_unique_and_find_their_rows() {
        let mut seen = HashSet::new();
        for name in names() {
            assert!(seen.insert(name), "{name}");
            let found = find(name).expect("every name is found");
            assert!(found.name == name || found.aliases.contains(&name));
        }
        assert!(seen.len() > 35);
        assert!(find("chess").is_none());
    }

    /// What the reader, the answerer and the writer take for granted of a row.
    #[test]
    fn rows_are_sound() {
        for Dialect {
            name,
            input,
            ask,
            within,
            output,
            ..
        } in dialects()
        {
            let place = |wanted: fn(&Field) -> bool| input.fields.iter().position(wanted);
            let start = place(|field| matches!(field, Field::Start | Field::Free)).expect(name);
            let size = place(|f| {
                matches!(
                    f,
                    Field::Side | Field::Sides | Field::TileCount | Field::Free
                )
            });
            assert!(
                input.size.is_some() != size.is_some_and(|size| size <= start),
                "{name}: a size, before the board"
            );
            assert_eq!(
                place(|&f| f == Field::Limit).is_some(),
                *within == Within::Stated,
                "{name}"
            );
            assert_eq!(
                place(|&f| f == Field::Moves).is_some(),
                *ask == Ask::Replay,
                "{name}"
            );

            let has = |wanted: fn(&Part) -> bool| output.solved.iter().any(wanted);
            let path = has(|part| matches!(part, Part::Path(_) | Part::Boards(_)));
            assert_eq!(path, matches!(ask, Ask::Path(_) | Ask::Search), "{name}");
            if *ask == Ask::Length {
                assert!(has(|&part| part == Part::Length), "{name}");
            }
            for part in output.solved {
                if let Part::Path(spelling) = part
                    && spelling.between == Between::Nothing
                {
                    assert!(spelling.moves.iter().all(|name| name.len() == 1), "{name}");
                }
            }
        }
    }
}
