// An answer and the boards it speaks about: every board on its path, and no other.
//
// In multi-tile moves these are only the boards where a run ends, because within a run a shorter way may branch off.

import { type Board, type Metric, type Step, after, movesOf, textOf } from './board';

/** A path from a board to a goal and what is proven about it. */
export interface Answer {
  readonly start: Board;
  readonly metric: Metric;
  readonly path: readonly Step[];
  /** Moves in the metric. */
  readonly length: number;
  /** No path is shorter. */
  readonly lowerBound: number;
  /** By the text of each board on the path at which a move ends, the index of the next step. */
  readonly places: ReadonlyMap<string, number>;
}

/** What an answer says about a board on its path. */
export interface Rest {
  readonly path: readonly Step[];
  /** The steps of the next move; empty on the goal. */
  readonly next: readonly Step[];
  /** Moves to go. */
  readonly moves: number;
  /** A lower bound on the moves to go. */
  readonly atLeast: number;
}

export function answer(start: Board, metric: Metric, path: readonly Step[], lowerBound: number): Answer {
  const places = new Map([[textOf(start), 0]]);
  const moves = movesOf(path, metric);
  let board = start;
  let index = 0;
  for (const move of moves) {
    const next = after(board, move);
    if (!next) throw new Error('the path leaves the board');
    board = next;
    index += move.length;
    places.set(textOf(board), index);
  }
  return { start, metric, path, length: moves.length, lowerBound, places };
}

/**
 * The rest of an answer from a board; undefined off its path.
 *
 * The rest of a shortest path is shortest itself. That holds where a move ends: within a run of several tiles a shorter way may
 * branch off, so such boards do not count as on the path.
 */
export function restFrom(answer: Answer, board: Board): Rest | undefined {
  const index = answer.places.get(textOf(board));
  if (index === undefined) return undefined;
  const path = answer.path.slice(index);
  const moves = movesOf(path, answer.metric);
  const done = answer.length - moves.length;
  return { path, next: moves[0] ?? [], moves: moves.length, atLeast: Math.max(0, answer.lowerBound - done) };
}
