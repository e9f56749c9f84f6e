//! What `taquin judge` prints, `--check` accepts: for every dialect, over random inputs.

use std::fmt::Write;

use super::{check, dialects, judge};

/// A small random generator (xorshift), so that every run sees the same boards.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }

    fn shuffled(&mut self, cells: usize) -> Vec<usize> {
        let mut tiles: Vec<usize> = (0..cells).collect();
        for last in (1..cells).rev() {
            tiles.swap(last, self.below(last + 1));
        }
        tiles
    }

    /// A board some random moves away from a goal; in one of six, two tiles exchanged, which makes it unsolvable.
    fn walked(&mut self, goal: &[usize], cols: usize, most: usize) -> Vec<usize> {
        let mut tiles = goal.to_vec();
        let mut blank = tiles.iter().position(|&tile| tile == 0).expect("a blank");
        for _ in 0..self.below(most + 1) {
            let (row, col) = (blank / cols, blank % cols);
            let next = match self.below(4) {
                0 if row > 0 => blank - cols,
                1 if blank + cols < tiles.len() => blank + cols,
                2 if col > 0 => blank - 1,
                3 if col + 1 < cols => blank + 1,
                _ => continue,
            };
            tiles.swap(blank, next);
            blank = next;
        }
        if self.below(6) == 0 {
            let mut others = (0..tiles.len()).filter(|&cell| cell != blank);
            let (a, b) = (others.next(), others.next());
            tiles.swap(a.expect("three tiles"), b.expect("three tiles"));
        }
        tiles
    }
}

fn classic(cells: usize) -> Vec<usize> {
    (1..cells).chain([0]).collect()
}

/// Tiles with a blank of one's own between separators.
fn join(tiles: &[usize], blank: &str, separator: &str) -> String {
    let words: Vec<String> = tiles
        .iter()
        .map(|&tile| {
            if tile == 0 {
                blank.into()
            } else {
                tile.to_string()
            }
        })
        .collect();
    words.join(separator)
}

fn rows(tiles: &[usize], cols: usize, blank: &str) -> String {
    tiles
        .chunks(cols)
        .map(|row| join(row, blank, " ") + "\n")
        .collect()
}

/// An input of a dialect with several cases where it takes several.
fn input(name: &str, random: &mut Random) -> String {
    let cases = match name {
        // A search each, not a look into a table.
        "uva10181" | "lightoj15" | "poj2224" => 1 + random.below(4),
        _ => 1 + random.below(40),
    };
    let eight = |random: &mut Random| random.shuffled(9);
    let fifteen = |random: &mut Random| random.walked(&classic(16), 4, 40);
    let mut text = String::new();
    match name {
        "poj1077" | "fei2002e" | "acwing179" | "acwing845" => join(&eight(random), "x", " "),
        "hdu1043" => (0..cases)
            .map(|_| join(&eight(random), "x", " ") + "\n")
            .collect(),
        "uva652" => {
            let _ = writeln!(text, "{cases}");
            for _ in 0..cases {
                let _ = writeln!(text, "\n{}", join(&eight(random), "x", " "));
            }
            text
        }
        "p1379" => join(&eight(random), "0", ""),
        "hdu3567" => {
            let _ = writeln!(text, "{cases}");
            for _ in 0..2 * cases {
                text += &(join(&eight(random), "X", "") + "\n");
            }
            text
        }
        "aoj-alds1-13-b" | "boj1525" => rows(&eight(random), 3, "0"),
        "tioj1198" => {
            join(&eight(random), "0", " ") + "\n" + &join(&eight(random), "0", " ") + "\n"
        }
        "gvu8" | "ntuj219" => {
            let _ = writeln!(text, "{cases}");
            for _ in 0..cases {
                text += &("\n".to_string() + &rows(&eight(random), 3, "0"));
            }
            text
        }
        "nthu10664" => {
            let _ = writeln!(text, "{cases}");
            for _ in 0..cases {
                text += &(join(&random.walked(&classic(9), 3, 30), "0", " ") + "\n");
            }
            text
        }
        "cs188" => (0..cases)
            .map(|_| format!("[{}]\n", join(&eight(random), "0", ", ")))
            .collect(),
        "uva10181" | "lightoj15" | "hdu6620" => {
            let _ = writeln!(text, "{cases}");
            for _ in 0..cases {
                let board = if name == "hdu6620" {
                    random.shuffled(16)
                } else {
                    fifteen(random)
                };
                text += &("\n".to_string() + &rows(&board, 4, "0"));
            }
            text
        }
        "sgu139" => rows(&random.shuffled(16), 4, "0"),
        "aoj-alds1-13-c" | "eolymp3669" => rows(&fifteen(random), 4, "0"),
        "mipt091" => join(&fifteen(random), "0", " "),
        "ntu50004" => {
            let moves: Vec<String> = (0..cases).map(|_| random.below(18).to_string()).collect();
            rows(&fifteen(random), 4, "0") + &moves.join(" ") + "\n"
        }
        "poj3240" | "epoka50505" | "princeton" => {
            let side = 2 + random.below(3);
            let goal = classic(side * side);
            format!(
                "{side}\n{}",
                rows(&random.walked(&goal, side, 30), side, "0")
            )
        }
        "poj2893" => {
            for _ in 0..cases {
                let (m, n) = (2 + random.below(5), 2 + random.below(5));
                let _ = write!(text, "{m} {n}\n{}", rows(&random.shuffled(m * n), n, "0"));
            }
            text + "0 0\n"
        }
        "aoj0121" => (0..cases)
            .map(|_| join(&random.shuffled(8), "0", " ") + "\n")
            .collect(),
        "poj2224" => {
            for _ in 0..cases {
                let side = 3 + random.below(8);
                let goal = random.shuffled(side * side);
                let start = random.walked(&goal, side, 20);
                let _ = write!(
                    text,
                    "START {side} {}\n{}{}END\n",
                    random.below(16),
                    rows(&start, side, "X"),
                    rows(&goal, side, "X")
                );
            }
            text
        }
        "leetcode773" => (0..cases)
            .map(|_| {
                let tiles = random.shuffled(6);
                let (top, bottom) = tiles.split_at(3);
                format!("[[{}],[{}]]\n", join(top, "0", ","), join(bottom, "0", ","))
            })
            .collect(),
        "hackerrank" => {
            let side = 3 + random.below(2);
            let goal: Vec<usize> = (0..side * side).collect();
            format!("{side}\n{}", rows(&random.walked(&goal, side, 30), 1, "0"))
        }
        "jutge-p27048" => {
            let (m, n) = [(1, 6), (6, 1), (2, 2), (3, 3), (2, 5), (5, 2)][random.below(6)];
            format!(
                "{m} {n}\n{}",
                rows(&random.walked(&classic(m * n), n, 30), n, "0")
            )
        }
        "fmi" => {
            let side = 3 + random.below(2);
            let home = random.below(side * side);
            let goal: Vec<usize> = (1..=home).chain([0]).chain(home + 1..side * side).collect();
            let board = rows(&random.walked(&goal, side, 30), side, "0");
            format!("{}\n{home}\n{board}", side * side - 1)
        }
        "seoul" => {
            let _ = writeln!(text, "{}", 1 + cases / 8);
            for _ in 0..=cases / 8 {
                text += &rows(&random.walked(&classic(25), 5, 30), 5, "25");
            }
            text
        }
        "fortytwo" => {
            let goal = [1, 2, 3, 8, 0, 4, 7, 6, 5];
            let board = rows(&random.walked(&goal, 3, 60), 3, "0");
            format!("# a comment\n3 # another\n{board}")
        }
        unknown => panic!("no random inputs for dialect {unknown}"),
    }
}

#[test]
fn our_own_answers_pass_the_check() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let mut refusals = 0;
    for names in dialects() {
        let name = &names[0];
        for _ in 0..6 {
            let input = input(name, &mut random);
            let ours = judge(name, input.as_str());
            assert_eq!(
                (ours.status, ours.stderr.as_str()),
                (0, ""),
                "{name}: {input}"
            );
            let verdict = check(name, input.as_str(), &ours.stdout);
            assert_eq!(
                verdict.status, 0,
                "{name}: {}\n{input}\n{}",
                verdict.stdout, ours.stdout
            );
            refusals += usize::from(ours.stdout.to_lowercase().contains("solv"));
        }
    }
    assert!(
        refusals > 25,
        "only {refusals} inputs with words for unsolvable boards"
    );
}

/// A line taken out, doubled, or changed is noticed wherever answers are unique.
#[test]
fn changed_answers_do_not_pass() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for name in ["hdu3567", "aoj0121", "leetcode773", "gvu8", "poj2893"] {
        for _ in 0..10 {
            let input = input(name, &mut random);
            let ours = judge(name, input.as_str()).stdout;
            let lines: Vec<&str> = ours.lines().collect();
            let at = random.below(lines.len());
            let without = [&lines[..at], &lines[at + 1..]].concat().join("\n");
            let doubled = [&lines[..at], &lines[at..=at], &lines[at..]]
                .concat()
                .join("\n");
            for changed in [without, doubled] {
                // An empty path at the very end may be left out.
                if changed.trim_end() == ours.trim_end() {
                    continue;
                }
                let verdict = check(name, input.as_str(), &changed);
                assert_eq!(verdict.status, 1, "{name}: {input}\n{changed}");
            }
        }
    }
}
