//! Which partitions a goal is solved with.
//!
//! A picture shows the goal with a letter for each tile's pattern and a dot for the blank's home. Cold partitions have patterns
//! of at most six tiles: 1.5 MB of bits on 4×4, computed in 0.06 s of processor time. Up to 16 cells they were found by hill climbing:
//! exchange two tiles, keep what expands fewer nodes on random boards. For the corner of 4×4
//!
//! ```text
//! .  a  a  a
//! a  a  a  c
//! c  b  b  b
//! c  b  b  b
//! ```
//!
//! generates 258,000 nodes a board of Korf's, the plain rows `.aaa aaab bbbb bccc` 445,000. bench/pdb.md has the others that were tried.
//!
//! 5×5 has one partition: a second one spares a quarter of the nodes and costs more time (bench/korf24.md). 4×5, which has no
//! reflection, has two, and they more than halve the nodes.

use super::pattern::Partition;
use crate::CanonicalGoal;

/// By rows, columns and the blank's home, the partition of a cold start.
#[rustfmt::skip]
const COLD: [(usize, usize, u32, &str); 25] = [
    (2, 6, 0, ".aaabb aaabbb"),
    (2, 6, 1, "a.abbb aaaabb"),
    (2, 6, 2, "aa.abb aaabbb"),
    (2, 7, 0, ".aaabbb aaabbbc"),
    (2, 7, 1, "a.aabbb aaabbbc"),
    (2, 7, 2, "aa.abbb aaabcbb"),
    (2, 7, 3, "aaa.bbb aaabbbc"),
    (2, 8, 0, ".aaabbbc aaabbbcc"),
    (2, 8, 1, "a.aabbbc aaabbbcc"),
    (2, 8, 2, "aa.abbbc aaabbbcc"),
    (2, 8, 3, "aaa.bbbc aaabbbcc"),
    (3, 4, 0, ".aab aabb aabb"),
    (3, 4, 1, "a.ab aabb aabb"),
    (3, 4, 4, "aaab .abb aabb"),
    (3, 4, 5, "aaab a.ab babb"),
    (3, 5, 0, ".acbb aacbb aaabb"),
    (3, 5, 1, "a.bbb aaccb aaabb"),
    (3, 5, 2, "aa.cc aabbb aabbb"),
    (3, 5, 5, "aaabb .aabb cabbc"),
    (3, 5, 6, "aaaaa a.bbb cbbbc"),
    (3, 5, 7, "aabbb aa.bc aabbc"),
    (4, 4, 0, ".aaa aaac cbbb cbbb"),
    (4, 4, 1, "a.aa aaac cbbb cbbb"),
    (4, 4, 5, "aabb a.bc aabc abbc"),
    // Korf and Felner (2002): four tables in two.
    (5, 5, 0, ".aabb aaabb ccabb ccddd ccddd"),
];

/// Partitions of the corner goal of 4×5 with one pattern of seven tiles (97 MiB); the first is the better one.
const CORNERS_OF_4X5: [&str; 2] = [".abbb aabbb aaccc aaccc", ".aaaa aaabb cccbb cccbb"];

/// Greatest number of tiles of a pattern on boards of more than 16 cells: 6 up to 25 cells (127,512,000 placements of the tiles on 5×5, 20 MB
/// of bits), fewer beyond.
const fn most_tiles(cells: usize) -> usize {
    if cells <= 25 { 6 } else { 5 }
}

/// The partitions of a cold start.
pub(crate) fn cold_partitions(goal: CanonicalGoal) -> Vec<Partition> {
    let size = goal.size();
    let (rows, cols) = (size.rows(), size.cols());
    let found = COLD
        .iter()
        .find(|&&(r, c, home, _)| (r, c, home) == (rows, cols, goal.home().0));
    vec![match (found, rows, cols) {
        (Some((_, _, _, picture)), ..) => Partition::from_picture(goal, picture),
        (None, 4, 5) => with_home_moved(goal, CORNERS_OF_4X5[0]),
        // Four blocks of six tiles round the centre: those that are images of each other share a table.
        (None, 5, 5) => with_home_moved(goal, "aabbb aabbb aa.cc dddcc dddcc"),
        _ => column_by_column(goal, most_tiles(size.cells())),
    }]
}

/// The partitions of the databases on disk. On boards of up to 16 cells the first rows' tiles, and the others, at most eight in one
/// pattern. On 4×5 two partitions, the larger sum of which counts: less than half the nodes of one.
///
/// On 4×4 this is 7-8, the best of ten tried: 17,000 generated nodes a board of Korf's, the next best 25,000. On 5×5 a second partition
/// spares a quarter of the nodes and costs more than that (bench/korf24.md).
#[cfg(feature = "files")]
pub(crate) fn large_partitions(goal: CanonicalGoal) -> Vec<Partition> {
    match (goal.size().rows(), goal.size().cols()) {
        _ if goal.size().cells() <= 16 => vec![row_by_row(goal, 8)],
        (4, 5) => CORNERS_OF_4X5
            .map(|picture| with_home_moved(goal, picture))
            .into(),
        _ => cold_partitions(goal),
    }
}

/// The tiles row by row in patterns of nearly equal size, none larger than `most` tiles.
#[cfg(feature = "files")]
fn row_by_row(goal: CanonicalGoal, most: usize) -> Partition {
    let tiles = goal.size().cells() - 1;
    let patterns = tiles.div_ceil(most);
    let mut number = 0;
    let picture: String = goal
        .size()
        .all_cells()
        .map(|cell| {
            if cell == goal.home() {
                return '.';
            }
            number += 1;
            // Counted from the end, so that the first pattern, which wraps the blank's home, is not the larger one.
            let pattern = patterns - 1 - (tiles - number) * patterns / tiles;
            char::from(b'a' + pattern as u8)
        })
        .collect();
    Partition::from_picture(goal, &picture)
}

/// The tiles column by column, which are short, in patterns of `most` tiles; what is left makes up the last one.
fn column_by_column(goal: CanonicalGoal, most: usize) -> Partition {
    let size = goal.size();
    let mut picture = vec![b'.'; size.cells()];
    let mut number = 0;
    for (col, row) in (0..size.cols()).flat_map(|col| (0..size.rows()).map(move |row| (col, row))) {
        let cell = size.cell(row, col);
        if cell != goal.home() {
            picture[cell.index()] = b'a' + (number / most) as u8;
            number += 1;
        }
    }
    Partition::from_picture(goal, &String::from_utf8_lossy(&picture))
}

/// A picture of a goal whose blank is at home elsewhere: the tile at home there takes the place of the picture's dot.
fn with_home_moved(goal: CanonicalGoal, picture: &str) -> Partition {
    let mut letters: Vec<u8> = picture.bytes().filter(|letter| *letter != b' ').collect();
    let dot = letters.iter().position(|letter| *letter == b'.');
    letters.swap(dot.expect("a picture has one"), goal.home().index());
    Partition::from_picture(goal, &String::from_utf8_lossy(&letters))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cell, Size};

    #[test]
    fn every_goal_of_eleven_to_sixteen_cells_has_a_picture() {
        for (rows, cols) in [(2, 6), (2, 7), (2, 8), (3, 4), (3, 5), (4, 4)] {
            let size = Size::new(rows, cols).unwrap();
            for home in size.all_cells() {
                let goal = CanonicalGoal::new(size, home);
                let sizes: Vec<usize> = cold_partitions(goal)[0]
                    .patterns()
                    .iter()
                    .map(|pattern| pattern.len())
                    .collect();
                assert_eq!(sizes.iter().sum::<usize>(), size.cells() - 1);
                assert!(sizes[0] <= 6, "{goal:?}");
                let found = COLD.iter().any(|&(r, c, at, _)| {
                    (r as u64, c as u64, Cell(at)) == (rows, cols, goal.home())
                });
                assert!(found, "{goal:?}");
            }
        }
    }

    #[test]
    fn patterns_of_larger_boards_are_small() {
        for (rows, cols) in [
            (2, 9),
            (3, 6),
            (3, 7),
            (4, 5),
            (4, 6),
            (5, 5),
            (5, 6),
            (4, 8),
        ] {
            let size = Size::new(rows, cols).unwrap();
            for home in size.all_cells() {
                let goal = CanonicalGoal::new(size, home);
                let patterns = cold_partitions(goal)[0].patterns();
                let sizes = patterns.iter().map(|pattern| pattern.len());
                assert_eq!(sizes.sum::<usize>(), size.cells() - 1);
                let most = if (rows, cols) == (4, 5) {
                    7
                } else {
                    most_tiles(size.cells())
                };
                assert_eq!(patterns[0].len(), most);
            }
        }
    }

    #[test]
    fn databases_of_4x4_are_seven_and_eight_tiles() {
        let goal = CanonicalGoal::new(Size::new(4, 4).unwrap(), Cell(0));
        let partition = &large_partitions(goal)[0];
        assert_eq!(partition.to_string(), ".aaa/aaaa/bbbb/bbbb");
    }
}
