//! The states of a search: how a board is packed, and how its neighbors are made.

use crate::heuristic::Slide;
use crate::{Board, Cell, Direction, Metric, Path, Size, Tile};

/// How the tiles of a board are packed into words: 4, 8, 16 or 32 bits a cell, so that no tile straddles two words.
#[derive(Clone, Copy, Debug)]
pub(super) struct Packing {
    /// Base 2 logarithms of bits a cell and cells a word.
    bits_log: u32,
    cells_log: u32,
    words: usize,
}

impl Packing {
    pub(super) const fn new(size: Size) -> Packing {
        let cells = size.cells();
        let bits_log = match cells {
            ..=0x10 => 2,
            0x11..=0x100 => 3,
            0x101..=0x1_0000 => 4,
            _ => 5,
        };
        let cells_log = 6 - bits_log;
        Packing {
            bits_log,
            cells_log,
            words: cells.div_ceil(1 << cells_log),
        }
    }

    /// Words of a packed board.
    pub(super) const fn words(self) -> usize {
        self.words
    }

    /// The word that holds a cell, and by how many bits it is shifted there.
    #[inline]
    const fn place(self, cell: usize) -> (usize, u32) {
        let within = cell & ((1 << self.cells_log) - 1);
        (cell >> self.cells_log, (within as u32) << self.bits_log)
    }

    pub(super) fn pack(self, board: &Board) -> Box<[u64]> {
        let mut key = vec![0; self.words];
        for (cell, tile) in board.tiles().iter().enumerate() {
            let (word, shift) = self.place(cell);
            key[word] |= u64::from(tile.0) << shift;
        }
        key.into()
    }

    /// Unpacks a board and tells where its blank stands.
    fn unpack(self, key: &[u64], tiles: &mut [Tile]) -> Cell {
        let bits = 1u32 << self.bits_log;
        for (tiles, &word) in tiles.chunks_mut(1 << self.cells_log).zip(key) {
            let mut rest = word;
            for tile in tiles {
                *tile = Tile((rest & self.mask()) as u32);
                rest >>= bits;
            }
        }
        let blank = tiles.iter().position(|tile| tile.is_blank());
        Cell(blank.expect("every board has a blank") as u32)
    }

    /// The bits of one cell.
    const fn mask(self) -> u64 {
        u64::MAX >> (64 - (1u32 << self.bits_log))
    }

    /// The blank's cell of a packed board.
    pub(super) fn blank(self, key: &[u64], size: Size) -> Cell {
        size.all_cells()
            .find(|cell| {
                let (word, shift) = self.place(cell.index());
                key[word] >> shift & self.mask() == 0
            })
            .expect("every board has a blank")
    }
}

/// A board that is taken from state to state, packed and unpacked at once.
pub(super) struct Cursor {
    size: Size,
    metric: Metric,
    packing: Packing,
    tiles: Box<[Tile]>,
    blank: Cell,
    key: Box<[u64]>,
}

impl Cursor {
    pub(super) fn new(board: &Board, metric: Metric) -> Cursor {
        let packing = Packing::new(board.size());
        Cursor {
            size: board.size(),
            metric,
            packing,
            tiles: board.tiles().into(),
            blank: board.blank(),
            key: packing.pack(board),
        }
    }

    /// The packed board.
    pub(super) fn key(&self) -> &[u64] {
        &self.key
    }

    pub(super) fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// Goes to a packed board.
    pub(super) fn load(&mut self, key: &[u64]) {
        self.key.copy_from_slice(key);
        self.blank = self.packing.unpack(key, &mut self.tiles);
    }

    fn slide(&self, blank_goes: Direction) -> Option<Slide> {
        let from = self.size.neighbor(self.blank, blank_goes)?;
        Some(Slide {
            tile: self.tiles[from.index()],
            from,
            to: self.blank,
            blank_goes,
        })
    }

    fn put(&mut self, slide: Slide, from: Cell, to: Cell) {
        self.tiles.swap(from.index(), to.index());
        for cell in [from, to] {
            let (word, shift) = self.packing.place(cell.index());
            self.key[word] ^= u64::from(slide.tile.0) << shift;
        }
        self.blank = from;
    }

    /// Makes every move of the metric from here, shows the board it leads to, and takes it back.
    ///
    /// `advance` carries a value along each step (it sees the tiles before it), `visit` gets the packed board, the direction and the value.
    /// Moves that cannot be on an optimal path after one in the direction `arrived` are left out: the way back, and in
    /// [`Metric::Mtm`] all moves along the same axis, which two runs would make one of.
    ///
    /// # Errors
    /// The first that `visit` returns.
    pub(super) fn for_each_move<S: Copy, E>(
        &mut self,
        arrived: Option<Direction>,
        state: S,
        mut advance: impl FnMut(&[Tile], S, Slide) -> S,
        mut visit: impl FnMut(&[u64], Direction, S) -> Result<(), E>,
    ) -> Result<(), E> {
        for direction in Direction::ALL {
            let pointless = arrived.is_some_and(|arrived| match self.metric {
                Metric::Stm => direction == arrived.opposite(),
                Metric::Mtm => direction.same_axis(arrived),
            });
            if pointless {
                continue;
            }
            let mut state = state;
            let mut steps = 0;
            while let Some(slide) = self.slide(direction) {
                state = advance(&self.tiles, state, slide);
                self.put(slide, slide.from, slide.to);
                steps += 1;
                visit(&self.key, direction, state)?;
                if self.metric == Metric::Stm {
                    break;
                }
            }
            for _ in 0..steps {
                let back = self.slide(direction.opposite()).expect("the way it came");
                self.put(back, back.from, back.to);
            }
        }
        Ok(())
    }
}

/// The path of a blank through cells, each in a straight line from the one before.
pub(super) fn path_through(size: Size, cells: &[Cell]) -> Path {
    let mut path = Path::new();
    for pair in cells.windows(2) {
        let [from, to] = [pair[0], pair[1]];
        let direction = match (
            size.row(to).cmp(&size.row(from)),
            size.col(to).cmp(&size.col(from)),
        ) {
            (std::cmp::Ordering::Less, _) => Direction::Up,
            (std::cmp::Ordering::Greater, _) => Direction::Down,
            (_, std::cmp::Ordering::Less) => Direction::Left,
            _ => Direction::Right,
        };
        path.extend(std::iter::repeat_n(direction, size.taxicab(from, to)));
    }
    path
}
