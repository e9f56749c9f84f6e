//! The survivors of a beam as a tree, which one board walks from leaf to leaf by undoing and doing steps: no board is copied.
//!
//! All leaves lie equally deep, in the order of a depth-first walk. A leaf is reached from the one before it by going `up` some
//! levels and then down as many; only the steps down are stored. The walk of a layer ends at its last leaf, and the next
//! layer's begins there. So a layer costs as many steps as the tree has edges, and steps that all leaves share cost nothing.

use crate::Direction;

/// The leaves of one layer.
#[derive(Debug, Default)]
pub(super) struct Tree {
    /// By leaf, how many steps to undo on the way to it, and how many to do then.
    turns: Vec<(u32, u32)>,
    /// The steps down to all leaves, one leaf after the other.
    steps: Vec<Direction>,
}

impl Tree {
    /// One leaf, where the board stands.
    pub(super) fn root() -> Tree {
        Tree {
            turns: vec![(0, 0)],
            steps: Vec::new(),
        }
    }

    /// By leaf, how many steps to undo and then to do.
    pub(super) fn turns(&self) -> &[(u32, u32)] {
        &self.turns
    }

    /// The steps down to all leaves.
    pub(super) fn steps(&self) -> &[Direction] {
        &self.steps
    }

    /// The least length of the path during a walk that begins with one of `begin` steps.
    pub(super) fn lowest(&self, begin: usize) -> usize {
        let mut depth = begin;
        let mut lowest = begin;
        for &(up, down) in &self.turns {
            depth -= up as usize;
            lowest = lowest.min(depth);
            depth += down as usize;
        }
        lowest
    }

    /// The path to a leaf: `shared` is what all paths of the walk have in common, `begin` what follows it where the walk begins.
    pub(super) fn path_to(
        &self,
        leaf: usize,
        shared: &[Direction],
        begin: &[Direction],
    ) -> Vec<Direction> {
        let mut tail = begin.to_vec();
        let mut next = 0;
        for &(up, down) in &self.turns[..=leaf] {
            tail.truncate(tail.len() - up as usize);
            tail.extend_from_slice(&self.steps[next..next + down as usize]);
            next += down as usize;
        }
        [shared, &tail].concat()
    }

    /// Writes the next layer's tree to `next`: its leaves are `children`, each a leaf of this tree and a step from it, in walk order.
    /// `begin` and `end` are the paths where this tree's walk begins and ends, without what all its paths share.
    pub(super) fn grow(
        &self,
        children: impl Iterator<Item = (usize, Direction)>,
        begin: &[Direction],
        end: &[Direction],
        next: &mut Tree,
    ) {
        next.turns.clear();
        next.steps.clear();
        let mut path = begin.to_vec();
        let mut walked = 0;
        let mut step = 0;
        // How deep the last child's path and this one's go together; for the first child, it is `end`'s.
        let mut common: Option<usize> = None;
        for (leaf, direction) in children {
            while walked <= leaf {
                let (up, down) = self.turns[walked];
                path.truncate(path.len() - up as usize);
                common = common.map(|common| common.min(path.len()));
                path.extend_from_slice(&self.steps[step..step + down as usize]);
                step += down as usize;
                walked += 1;
            }
            let (up, kept) = match common {
                // From the child before it, which is one step deeper than the leaves.
                Some(common) => (path.len() + 1 - common, common),
                None => {
                    let pairs = end.iter().zip(&path);
                    let kept = pairs.take_while(|(a, b)| a == b).count();
                    (end.len() - kept, kept)
                }
            };
            next.turns.push((up as u32, (path.len() + 1 - kept) as u32));
            next.steps.extend_from_slice(&path[kept..]);
            next.steps.push(direction);
            common = Some(path.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(letters: &str) -> Vec<Direction> {
        letters.chars().filter_map(Direction::from_letter).collect()
    }

    /// Every leaf's path, by walking as a board would.
    fn walk(tree: &Tree, begin: &[Direction]) -> Vec<Vec<Direction>> {
        let mut path = begin.to_vec();
        let mut next = 0;
        let paths = tree.turns().iter().map(|&(up, down)| {
            path.truncate(path.len() - up as usize);
            path.extend_from_slice(&tree.steps()[next..next + down as usize]);
            next += down as usize;
            path.clone()
        });
        paths.collect()
    }

    #[test]
    fn layers_grow_as_lists_of_paths_would() {
        // What is grown, kept as plain paths beside the tree.
        let mut tree = Tree::root();
        let mut begin = steps("");
        let mut paths = vec![steps("")];
        let mut random = 1u64;
        for layer in 0..40 {
            let end = paths.last().unwrap().clone();
            let lowest = tree.lowest(begin.len());
            assert!(paths.iter().all(|path| path[..lowest] == end[..lowest]));
            for (leaf, path) in paths.iter().enumerate() {
                let (shared, rest) = begin.split_at(lowest);
                assert_eq!(tree.path_to(leaf, shared, rest), *path);
            }
            let mut children = Vec::new();
            for leaf in 0..paths.len() {
                for direction in Direction::ALL {
                    random = random
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1);
                    if random >> 32 & 3 == 0 && children.len() < 9 {
                        children.push((leaf, direction));
                    }
                }
            }
            if children.is_empty() {
                children.push((layer % paths.len(), Direction::Up));
            }
            let mut next = Tree::default();
            let (begins, ends) = (&begin[lowest..], &end[lowest..]);
            tree.grow(children.iter().copied(), begins, ends, &mut next);
            paths = children
                .iter()
                .map(|&(leaf, direction)| [&paths[leaf][..], &[direction]].concat())
                .collect();
            assert_eq!(walk(&next, &end), paths, "layer {layer}");
            tree = next;
            begin = end;
        }
    }
}
