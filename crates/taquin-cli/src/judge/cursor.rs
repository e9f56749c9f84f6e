//! A cursor over bytes that knows its line: the lowest level of the readers.

use taquin::{ParseError, Position};

/// A place in an input. Copies are cheap bookmarks.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'a> {
    text: &'a [u8],
    at: usize,
    /// The line's number, from 1, and where it starts.
    line: usize,
    line_start: usize,
}

/// A word of the input and where it stands.
#[derive(Clone, Copy)]
pub(super) struct Token<'a> {
    pub(super) bytes: &'a [u8],
    place: Cursor<'a>,
}

/// A stretch of the input, as text, and where it begins.
pub(super) struct Block<'a> {
    pub(super) text: std::borrow::Cow<'a, str>,
    place: Cursor<'a>,
}

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

impl<'a> Cursor<'a> {
    /// The start of an input, past a byte-order mark.
    pub(super) fn new(text: &'a [u8]) -> Cursor<'a> {
        let start = if text.starts_with(BYTE_ORDER_MARK) {
            BYTE_ORDER_MARK.len()
        } else {
            0
        };
        Cursor {
            text,
            at: start,
            line: 1,
            line_start: start,
        }
    }

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// Skips white space; returns the number of line ends crossed.
    #[inline]
    pub(super) fn skip_space(&mut self) -> usize {
        let line = self.line;
        while let Some(byte) = self.peek() {
            if !is_space(byte) {
                break;
            }
            self.at += 1;
            if byte == b'\n' {
                self.line += 1;
                self.line_start = self.at;
            }
        }
        self.line - line
    }

    /// Whether nothing but white space is left, which is skipped.
    pub(super) fn at_end(&mut self) -> bool {
        self.skip_space();
        self.at == self.text.len()
    }

    /// Whether nothing but white space is left on this line, which is skipped up to the line's end.
    #[inline]
    pub(super) fn at_line_end(&mut self) -> bool {
        while let Some(byte) = self.peek() {
            if byte == b'\n' {
                return true;
            }
            if !is_space(byte) {
                return false;
            }
            self.at += 1;
        }
        true
    }

    /// The next word, or `None` at the end.
    pub(super) fn token(&mut self) -> Option<Token<'a>> {
        self.skip_space();
        let place = *self;
        while self.peek().is_some_and(|byte| !is_space(byte)) {
            self.at += 1;
        }
        (self.at > place.at).then(|| Token {
            bytes: &self.text[place.at..self.at],
            place,
        })
    }

    /// A tile in its plain spelling: a number of at most eight digits, or the sign of a blank; then white space.
    #[inline]
    pub(super) fn plain_tile(&mut self) -> Option<u32> {
        let first = self.peek()?;
        self.at += 1;
        let mut tile = u32::from(first.wrapping_sub(b'0'));
        if tile > 9 {
            tile = is_blank(first).then_some(0)?;
        } else {
            let mut digits = 1;
            while let Some(byte @ b'0'..=b'9') = self.peek() {
                self.at += 1;
                digits += 1;
                if digits > 8 {
                    return None;
                }
                tile = 10 * tile + u32::from(byte - b'0');
            }
        }
        self.peek().is_none_or(is_space).then_some(tile)
    }

    /// A tile in a run: one digit, or the sign of a blank.
    #[inline]
    pub(super) fn plain_character(&mut self) -> Option<u32> {
        let byte = self.peek()?;
        self.at += 1;
        match byte {
            b'0'..=b'9' => Some(u32::from(byte - b'0')),
            _ if is_blank(byte) => Some(0),
            _ => None,
        }
    }

    /// The next `lines` lines that are not empty, or as many as there are before an empty one.
    pub(super) fn block(&mut self, lines: usize) -> Block<'a> {
        self.skip_space();
        let place = *self;
        let mut end = self.at;
        for line in 0..lines {
            if line > 0 && self.at_line_end() {
                break;
            }
            self.skip_line();
            end = self.at;
        }
        Block::new(place, end)
    }

    /// All that is left.
    pub(super) fn rest(&mut self) -> Block<'a> {
        self.skip_space();
        let place = *self;
        self.at = self.text.len();
        Block::new(place, self.at)
    }

    fn skip_line(&mut self) {
        let rest = &self.text[self.at..];
        match rest.iter().position(|&byte| byte == b'\n') {
            Some(length) => {
                self.at += length + 1;
                self.line += 1;
                self.line_start = self.at;
            }
            None => self.at = self.text.len(),
        }
    }

    /// Leaves this line for the next one whose first word is `word`, or for the end.
    pub(super) fn seek_line(&mut self, word: &[u8]) {
        self.skip_line();
        while !self.at_end() {
            let bookmark = *self;
            if self.token().is_some_and(|token| token.bytes == word) {
                *self = bookmark;
                return;
            }
            self.skip_line();
        }
    }

    /// The number of bytes left.
    pub(super) const fn remaining(&self) -> usize {
        self.text.len() - self.at
    }

    /// An error at this place.
    pub(super) fn error(&self, message: impl Into<String>) -> ParseError {
        let before = String::from_utf8_lossy(&self.text[self.line_start..self.at]);
        ParseError {
            position: Position {
                line: self.line,
                column: before.chars().count() + 1,
            },
            message: message.into(),
        }
    }

    /// An error at the end of the input.
    pub(super) fn missing(&self, expected: &str) -> ParseError {
        self.error(format!("found the end of the input, expected {expected}"))
    }
}

impl Token<'_> {
    /// The word as an integer.
    pub(super) fn integer(&self) -> Option<i64> {
        std::str::from_utf8(self.bytes).ok()?.parse().ok()
    }

    /// An error that quotes the word.
    pub(super) fn unexpected(&self, expected: &str) -> ParseError {
        let text = String::from_utf8_lossy(self.bytes);
        self.place
            .error(format!("found {}, expected {expected}", quote(&text)))
    }
}

impl<'a> Block<'a> {
    /// Without the white space at its end, so that what is missing is missed on its last line.
    fn new(place: Cursor<'a>, end: usize) -> Block<'a> {
        let text = place.text[place.at..end].trim_ascii_end();
        Block {
            text: String::from_utf8_lossy(text),
            place,
        }
    }

    /// An error of the block's text as one of the whole input.
    pub(super) fn located(&self, error: ParseError) -> ParseError {
        let start = self.place.error("").position;
        let mut error = error.from_line(start.line);
        if error.position.line == start.line {
            error.position.column += start.column - 1;
        }
        error
    }
}

const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

const fn is_blank(byte: u8) -> bool {
    matches!(byte, b'0' | b'x' | b'X' | b'_' | b'.')
}

/// Text in quotes, shortened, without control characters.
pub(super) fn quote(text: &str) -> String {
    const LONGEST: usize = 40;
    if text.chars().count() <= LONGEST {
        format!("{text:?}")
    } else {
        let start: String = text.chars().take(LONGEST).collect();
        format!("{start:?}…")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_lines_and_characters() {
        let mut cursor = Cursor::new("\u{feff}1 2\r\n\n  é7 x".as_bytes());
        let mut places = Vec::new();
        while let Some(token) = cursor.token() {
            places.push(token.place.error("").position.to_string());
        }
        assert_eq!(
            places,
            [
                "line 1, column 1",
                "line 1, column 3",
                "line 3, column 3",
                "line 3, column 6"
            ]
        );
        assert!(cursor.at_end());
    }

    #[test]
    fn a_block_ends_at_an_empty_line_or_the_end() {
        let mut cursor = Cursor::new(b"\n1\n2\n\n3\n4");
        assert_eq!(cursor.block(3).text, "1\n2");
        assert_eq!(cursor.block(1).text, "3");
        assert_eq!(cursor.block(9).text, "4");
        assert_eq!(cursor.block(9).text, "");
    }

    #[test]
    fn plain_tiles() {
        let tile = |text: &str| Cursor::new(text.as_bytes()).plain_tile();
        assert_eq!(tile("12 3"), Some(12));
        assert_eq!(tile("x"), Some(0));
        assert_eq!(tile("0\r\n"), Some(0));
        for bad in ["", " 1", "1x", "xx", "-1", "123456789", "é"] {
            assert_eq!(tile(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn seeking_leaves_the_current_line() {
        let mut cursor = Cursor::new(b"START 3\nx START\n  START 4\n");
        assert!(cursor.token().is_some());
        cursor.seek_line(b"START");
        assert_eq!(cursor.error("").position.line, 3);
        assert!(cursor.token().is_some());
        cursor.seek_line(b"START");
        assert!(cursor.at_end());
    }
}
