//! Command lines in tests.

/// Words as a shell has them: double quotes keep white space together.
pub(crate) fn words(line: &str) -> Vec<String> {
    let mut words = vec![];
    for (index, part) in line.split('"').enumerate() {
        if index % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(String::from));
        }
    }
    words
}
