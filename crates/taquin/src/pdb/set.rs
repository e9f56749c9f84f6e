//! The tables of a goal: one or more partitions, each looked up on the board as it is and on its mirror images.

use std::sync::Arc;

use super::index::{Index, Placement};
use super::pattern::{
    CellSet, MAX_TILES, Partition, Pattern, cell_map, goal_symmetries, size_symmetries,
};
use super::pattern_table::PatternTable;
use crate::watch::parallel;
use crate::{CanonicalGoal, Phase, Progress, Stop, Watch};

/// Greatest number of views in a set: partitions and their mirror images.
pub(crate) const MAX_VIEWS: usize = 4;

/// Greatest number of table look-ups of all views of a set together.
pub(crate) const MAX_SLOTS: usize = 16;

/// A table, and the symmetry under which it holds the distances of a pattern of the board.
pub(crate) struct Slot {
    table: Arc<PatternTable>,
    /// By cell of the board, the table's cell.
    cell_map: Box<[u8]>,
}

impl Slot {
    pub(crate) fn table(&self) -> &PatternTable {
        &self.table
    }

    /// The table's cell that stands for a cell of the board.
    pub(crate) fn table_cell(&self, cell: usize) -> u8 {
        self.cell_map[cell]
    }

    /// The placement, in the table's cells, of the pattern's tiles on a board given by the cell of each tile's home.
    pub(crate) fn placement(&self, cell_of_home: &[usize]) -> Placement {
        let mut tiles = [(0, 0); MAX_TILES];
        let tiles = &mut tiles[..self.table.pattern().homes().len()];
        let mut homes: Vec<(u8, usize)> = self
            .homes()
            .iter()
            .map(|home| (self.cell_map[home], home))
            .collect();
        homes.sort_unstable();
        for (number, (tile, (_, home))) in (0..).zip(tiles.iter_mut().zip(homes)) {
            *tile = (self.table_cell(cell_of_home[home]).into(), number);
        }
        self.table.index().placement(tiles)
    }

    /// Whether the tile at home on a cell of the board is one of the pattern's.
    pub(crate) fn holds(&self, home: usize) -> bool {
        self.table
            .pattern()
            .homes()
            .contains(self.cell_map[home].into())
    }

    /// The homes, on the board, of the pattern's tiles.
    pub(crate) fn homes(&self) -> CellSet {
        let homes = self.table.pattern().homes();
        (0..self.cell_map.len())
            .filter(|&cell| homes.contains(self.cell_map[cell].into()))
            .collect()
    }
}

/// A partition of the goal's tiles among tables. The sum of the tables' distances is a lower bound in single-tile moves.
pub(crate) struct View {
    slots: Vec<Slot>,
}

impl View {
    pub(crate) fn slots(&self) -> &[Slot] {
        &self.slots
    }
}

/// Tables of one canonical goal, with the partitions they make up.
pub(crate) struct TableSet {
    goal: CanonicalGoal,
    views: Vec<View>,
}

/// Which tables a set needs, before they are built or loaded.
pub(crate) struct Plan {
    goal: CanonicalGoal,
    /// The patterns that have a table of their own.
    patterns: Vec<Pattern>,
    /// By view and slot, the index in `patterns` and the cell map.
    views: Vec<Vec<(usize, Box<[u8]>)>>,
}

impl Plan {
    /// The tables for some partitions of a goal and their mirror images.
    ///
    /// A pattern that is the image of another under a symmetry of the board shares its table if the blank's home comes to lie
    /// in the region of the other's; otherwise they count different things.
    pub(crate) fn new(goal: CanonicalGoal, partitions: &[Partition]) -> Plan {
        let size = goal.size();
        let mut plan = Plan {
            goal,
            patterns: Vec::new(),
            views: Vec::new(),
        };
        let mut seen: Vec<Vec<CellSet>> = Vec::new();
        let identity = std::iter::once(crate::Symmetry::IDENTITY);
        for symmetry in identity.chain(goal_symmetries(goal)) {
            let map = cell_map(size, symmetry);
            for partition in partitions {
                let mut homes: Vec<CellSet> = partition
                    .patterns()
                    .into_iter()
                    .map(|homes| homes.image(&map))
                    .collect();
                homes.sort_unstable();
                let slots: usize = seen.iter().map(Vec::len).sum();
                let is_full = plan.views.len() == MAX_VIEWS || slots + homes.len() > MAX_SLOTS;
                if seen.contains(&homes) || is_full {
                    continue;
                }
                let slots = homes.iter().map(|&homes| plan.slot(homes)).collect();
                plan.views.push(slots);
                seen.push(homes);
            }
        }
        plan
    }

    /// A table for the tiles at home on `homes`: an image of one that is there already, or a new one.
    fn slot(&mut self, homes: CellSet) -> (usize, Box<[u8]>) {
        let (size, home) = (self.goal.size(), self.goal.home().index());
        for symmetry in size_symmetries(size) {
            let map = cell_map(size, symmetry);
            let image = homes.image(&map);
            let home_image = usize::from(map[home]);
            let found = self.patterns.iter().position(|pattern| {
                pattern.homes() == image && pattern.home_region().contains(home_image)
            });
            if let Some(index) = found {
                return (index, map);
            }
        }
        self.patterns.push(Pattern::new(self.goal, homes));
        (
            self.patterns.len() - 1,
            cell_map(size, crate::Symmetry::IDENTITY),
        )
    }

    /// The patterns that need a table.
    #[cfg(feature = "files")]
    pub(crate) fn patterns(&self) -> &[Pattern] {
        &self.patterns
    }

    /// Puts tables, one for each of the plan's patterns and in their order, together.
    pub(crate) fn assemble(self, tables: &[Arc<PatternTable>]) -> TableSet {
        assert!(
            tables
                .iter()
                .map(|table| table.pattern())
                .eq(self.patterns.iter().copied())
        );
        let views = self
            .views
            .into_iter()
            .map(|slots| View {
                slots: slots
                    .into_iter()
                    .map(|(index, cell_map)| Slot {
                        table: Arc::clone(&tables[index]),
                        cell_map,
                    })
                    .collect(),
            })
            .collect();
        TableSet {
            goal: self.goal,
            views,
        }
    }

    /// Builds all tables in memory, on as many threads as the watch's limits allow.
    ///
    /// # Errors
    /// The watch's [`Stop`].
    pub(crate) fn build(self, watch: &Watch<'_>) -> Result<TableSet, Stop> {
        let threads = watch.limits().threads;
        let tables = parallel::on_threads(threads, || self.build_tables(threads, watch))?;
        Ok(self.assemble(&tables))
    }

    fn build_tables(
        &self,
        threads: usize,
        watch: &Watch<'_>,
    ) -> Result<Vec<Arc<PatternTable>>, Stop> {
        let indices = self.indices();
        let total: u64 = indices.iter().map(|index| index.entries()).sum();
        let kept: u64 = indices.iter().map(|index| PatternTable::bytes(index)).sum();
        let scratch = indices
            .iter()
            .map(|index| 2 * PatternTable::bytes(index))
            .max();
        watch.check_memory(kept + scratch.unwrap_or(0))?;
        let mut done = 0;
        let mut tables = Vec::new();
        for (&pattern, index) in self.patterns.iter().zip(&indices) {
            let table = PatternTable::build(pattern, index, threads, |reached| {
                watch.tick(0, || Progress {
                    fraction: Some((done + reached) as f64 / total as f64),
                    ..Progress::of(Phase::Tables)
                })
            })?;
            done += index.entries();
            tables.push(Arc::new(table));
        }
        Ok(tables)
    }

    /// The index of each pattern; patterns with equally many tiles share one.
    pub(crate) fn indices(&self) -> Vec<Arc<Index>> {
        let mut by_tiles: Vec<Option<Arc<Index>>> = vec![None; MAX_TILES + 1];
        self.patterns
            .iter()
            .map(|pattern| {
                let tiles = pattern.homes().len();
                let index = by_tiles[tiles]
                    .get_or_insert_with(|| Arc::new(Index::new(self.goal.size(), tiles)));
                Arc::clone(index)
            })
            .collect()
    }
}

impl TableSet {
    pub(crate) const fn goal(&self) -> CanonicalGoal {
        self.goal
    }

    pub(crate) fn views(&self) -> &[View] {
        &self.views
    }

    /// Bytes of all tables.
    pub(crate) fn bytes(&self) -> u64 {
        let mut tables: Vec<&Arc<PatternTable>> = self.slots().map(|slot| &slot.table).collect();
        tables.sort_by_key(|table| Arc::as_ptr(table));
        tables.dedup_by_key(|table| Arc::as_ptr(table));
        tables
            .into_iter()
            .map(|table| PatternTable::bytes(table.index()))
            .sum()
    }

    /// The homes of the patterns of each view, in hexadecimal: `1ce+630,...`; equal for equal sets of one goal.
    pub(crate) fn describe(&self) -> String {
        let views: Vec<String> = self
            .views
            .iter()
            .map(|view| {
                let homes = view
                    .slots
                    .iter()
                    .map(|slot| format!("{:x}", slot.homes().0));
                homes.collect::<Vec<_>>().join("+")
            })
            .collect();
        views.join(",")
    }

    /// The slots of all views, view by view.
    pub(crate) fn slots(&self) -> impl Iterator<Item = &Slot> {
        self.views.iter().flat_map(|view| &view.slots)
    }
}
