//! Cuts a text into tokens and rows.

use super::{ParseError, Position};

#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub(super) text: &'a str,
    pub(super) position: Position,
    pub(super) row: usize,
}

/// The tokens of a text and the row each stands in. Rows are numbered from 0 and none is empty.
#[derive(Debug)]
pub(super) struct Layout<'a> {
    pub(super) tokens: Vec<Token<'a>>,
    /// Whether anything but white space in a line separated rows: two rows, a `/`, or nested brackets.
    pub(super) has_rows: bool,
    pub(super) end: Position,
}

/// The tokens of a text, each with its place and its row.
pub(super) fn scan(text: &str) -> Result<Layout<'_>, ParseError> {
    Scanner::new(text).scan()
}

/// Cuts a text into tokens.
struct Scanner<'a> {
    text: &'a str,
    tokens: Vec<Token<'a>>,
    /// The bracket that opened each level, and where.
    open: Vec<(char, Position)>,
    nested: bool,
    slashes: bool,
    line: usize,
    /// Whether a row ended since the last token.
    row_ended: bool,
    bracket_ended: bool,
    /// By token, whether a new innermost bracket began before it.
    bracket_starts: Vec<bool>,
}

impl<'a> Scanner<'a> {
    fn new(text: &'a str) -> Scanner<'a> {
        Scanner {
            text,
            tokens: Vec::new(),
            open: Vec::new(),
            nested: false,
            slashes: false,
            line: 1,
            row_ended: false,
            bracket_ended: false,
            bracket_starts: Vec::new(),
        }
    }

    fn scan(mut self) -> Result<Layout<'a>, ParseError> {
        let text = self.text.strip_prefix('\u{feff}').unwrap_or(self.text);
        let mut column = 1;
        let mut chars = text.char_indices().peekable();
        while let Some((start, c)) = chars.next() {
            let position = Position {
                line: self.line,
                column,
            };
            column += 1;
            match c {
                '\n' => {
                    self.line += 1;
                    column = 1;
                    self.row_ended = true;
                }
                '#' => while chars.next_if(|&(_, c)| c != '\n').is_some() {},
                '/' => {
                    self.slashes = true;
                    self.row_ended = true;
                }
                ',' | ';' => {}
                '[' | '(' => {
                    self.open.push((c, position));
                    self.nested |= self.open.len() > 1;
                    self.bracket_ended = true;
                }
                ']' | ')' => {
                    self.close(c, position)?;
                    self.bracket_ended = true;
                }
                c if c.is_whitespace() => {}
                _ => {
                    let mut end = start + c.len_utf8();
                    while let Some((at, c)) = chars.next_if(|&(_, c)| !ends_token(c)) {
                        end = at + c.len_utf8();
                        column += 1;
                    }
                    self.push(&text[start..end], position);
                }
            }
        }
        if let Some((bracket, position)) = self.open.pop() {
            return Err(ParseError::new(
                position,
                format!("found {bracket:?} without its closing bracket"),
            ));
        }
        let end = Position {
            line: self.line,
            column,
        };
        Ok(self.layout(end))
    }

    fn close(&mut self, bracket: char, position: Position) -> Result<(), ParseError> {
        let opening = if bracket == ']' { '[' } else { '(' };
        match self.open.pop() {
            Some((found, _)) if found == opening => Ok(()),
            Some((found, at)) => Err(ParseError::new(
                position,
                format!("found {bracket:?}, expected to close the {found:?} of {at}"),
            )),
            None => Err(ParseError::new(
                position,
                format!("found {bracket:?}, but no bracket is open"),
            )),
        }
    }

    fn push(&mut self, text: &'a str, position: Position) {
        let row = match self.tokens.last() {
            None => 0,
            Some(last) => last.row + usize::from(self.row_ended),
        };
        self.row_ended = false;
        self.bracket_starts
            .push(std::mem::take(&mut self.bracket_ended));
        self.tokens.push(Token {
            text,
            position,
            row,
        });
    }

    fn layout(mut self, end: Position) -> Layout<'a> {
        if self.nested {
            let mut row = 0;
            for (index, (token, &starts)) in
                self.tokens.iter_mut().zip(&self.bracket_starts).enumerate()
            {
                row += usize::from(starts && index > 0);
                token.row = row;
            }
        }
        let several = self.tokens.last().is_some_and(|token| token.row > 0);
        Layout {
            tokens: self.tokens,
            has_rows: several || self.nested || self.slashes,
            end,
        }
    }
}

fn ends_token(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | '/' | ';' | '[' | ']' | '(' | ')' | '#')
}
