use super::*;
use crate::Direction;
use std::collections::HashSet;

fn size(rows: u64, cols: u64) -> Size {
    Size::new(rows, cols).unwrap()
}

#[test]
fn every_placement_has_a_number_of_its_own() {
    for (size, tiles) in [
        (size(3, 3), 3),
        (size(2, 4), 4),
        (size(3, 4), 2),
        (size(4, 5), 2),
    ] {
        let index = Index::new(size, tiles);
        let mut seen = HashSet::new();
        for (set, class) in index.sets() {
            let mut regions = HashSet::new();
            for blank in (0..size.cells()).filter(|&cell| !set.contains(cell)) {
                let block = index.block(set, blank);
                assert_eq!(index.class(block), class);
                assert!(block < index.block_end());
                let cells = region(index.neighbors(), set, blank);
                assert_eq!(index.block(set, cells.iter().next().unwrap()), block);
                regions.insert((block, cells));
            }
            for (block, _) in &regions {
                assert!(seen.insert(*block), "{set:?}");
            }
            let blocks: HashSet<usize> = regions.iter().map(|&(block, _)| block).collect();
            assert_eq!(blocks.len(), regions.len());
        }
        assert_eq!(seen.len(), index.class_blocks().iter().sum::<usize>());
    }
}

#[test]
fn the_known_sizes_of_tables() {
    // Counted independently for the design brief.
    assert_eq!(Index::new(size(4, 4), 7).entries(), 139_849_920);
    assert_eq!(Index::new(size(4, 4), 8).entries(), 1_425_191_040);
}

#[test]
fn maps_of_all_kinds_agree() {
    let regions = |set: usize, cells: usize| -> Vec<u8> {
        (0..cells)
            .map(|cell| ((cell + set) * 5 % 8) as u8)
            .collect()
    };
    let sets: Vec<(usize, Vec<u8>)> = (0..20)
        .map(|set| (54_000 + 8 * set, regions(set % 10, 16)))
        .collect();
    let far: Vec<(usize, Vec<u8>)> = (0..20)
        .map(|set| (0x9876_5432 + 8 * set, regions(set, 32)))
        .collect();
    let narrow = RegionMaps::new(16, &sets);
    let packed = RegionMaps::with_pockets(&sets);
    let wide = RegionMaps::new(32, &far);
    assert!(matches!(narrow.kind, MapKind::Narrow(_)));
    assert!(matches!(packed.kind, MapKind::Packed(_)));
    assert!(matches!(wide.kind, MapKind::Wide(_)));
    assert_eq!((packed.pockets.len(), wide.pockets.len()), (8, 8));
    for set in 0..20 {
        for cell in 0..16 {
            let expected = sets[set].0 + usize::from(sets[set].1[cell]);
            assert_eq!(narrow.block(set, cell as u32), expected);
            assert_eq!(packed.block(set, cell as u32), expected);
        }
        for cell in 0..32 {
            let expected = far[set].0 + usize::from(far[set].1[cell]);
            assert_eq!(wide.block(set, cell as u32), expected);
        }
    }
}

/// All orders of `0..tiles`, lexicographically, each at the beginning of an array.
fn all_orders(tiles: usize) -> Vec<[u8; MAX_TILES]> {
    let mut order = [0; MAX_TILES];
    for (place, tile) in order[..tiles].iter_mut().zip(0..) {
        *place = tile;
    }
    let mut orders = vec![order];
    // The next order: exchange the last tile that is smaller than its successor with the last one larger than it, and turn
    // the rest round (Narayana Pandita).
    while let Some(place) = (1..tiles)
        .rev()
        .find(|&place| order[place - 1] < order[place])
    {
        let smaller = order[place - 1];
        let larger = (place..tiles)
            .rev()
            .find(|&other| order[other] > smaller)
            .expect("the successor is larger");
        order.swap(place - 1, larger);
        order[place..tiles].reverse();
        orders.push(order);
    }
    orders
}

#[test]
fn exchanged_neighbors_are_ranked_as_from_scratch() {
    for tiles in 2..=MAX_TILES {
        for (rank, mut order) in all_orders(tiles).into_iter().enumerate() {
            assert_eq!(rank_order(&order[..tiles]), rank);
            for place in 1..tiles {
                order.swap(place - 1, place);
                let inner = factorial(tiles - place - 1) as usize;
                let exchanged = exchange_neighbors(rank, tiles - place, inner);
                assert_eq!(exchanged, rank_order(&order[..tiles]));
                order.swap(place - 1, place);
            }
        }
    }
}

#[test]
fn a_step_equals_the_rank_of_the_moved_tiles() {
    for (size, tiles) in [(size(3, 3), 4), (size(2, 5), 3), (size(4, 4), 3)] {
        let index = Index::new(size, tiles);
        for (set, _) in index.sets().step_by(7) {
            for order in all_orders(tiles) {
                let mut placed: Vec<(usize, u8)> = set.iter().zip(order).collect();
                let placement = index.placement(&mut placed);
                for moved in 0..tiles {
                    let from = placed[moved].0;
                    for to in Direction::ALL
                        .iter()
                        .filter_map(|&d| index.neighbors()[from][d as usize])
                        .map(usize::from)
                        .filter(|&to| !set.contains(to))
                    {
                        let mut after = placed.clone();
                        after[moved].0 = to;
                        assert_eq!(
                            index.step(placement, from, to),
                            index.placement(&mut after),
                            "{placed:?} {from} {to}"
                        );
                    }
                }
            }
        }
    }
}
