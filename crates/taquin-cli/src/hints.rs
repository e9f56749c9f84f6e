//! The nearest word for a mistyped one.

/// `; did you mean …?` with the word nearest to a mistyped one; nothing if none is near.
pub(crate) fn did_you_mean<'a>(word: &str, words: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, words).map_or(String::new(), |near| format!("; did you mean {near}?"))
}

/// The word nearest to a mistyped one, if one is near.
pub(crate) fn nearest<'a>(word: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = &word.to_ascii_lowercase();
    words
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(word, candidate), candidate))
        .filter(|&(distance, candidate)| distance <= candidate.len().div_ceil(3))
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word() {
        let words = ["classic", "blank-first", "snail"];
        for (word, hint) in [
            ("clasic", "; did you mean classic?"),
            ("Snial", "; did you mean snail?"),
            ("zzz", ""),
            ("", ""),
        ] {
            assert_eq!(did_you_mean(word, words), hint);
        }
    }
}
