// Moves in words, for people who hear the board and for messages.

import { type Board, type Step, after, neighbor } from './board';

/** A tile moves against the blank. */
const TILE_MOTION: Readonly<Record<Step, string>> = { u: 'down', d: 'up', l: 'right', r: 'left' };

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function list(items: readonly number[]): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

/** The tiles that a run of equal steps moves, the one next to the blank first. */
export function tilesMoved(board: Board, steps: readonly Step[]): number[] {
  const tiles: number[] = [];
  let cell = board.blank;
  for (const step of steps) {
    cell = neighbor(board, cell, step);
    tiles.push(board.tiles[cell]!);
  }
  return tiles;
}

/** Such as "5 left" or "5, 6 and 7 left": a move of one run. */
export function moveInWords(board: Board, steps: readonly Step[]): string {
  return `${list(tilesMoved(board, steps))} ${TILE_MOTION[steps[0]!]}`;
}

/** Such as "5 moved left", for moves of one or several runs. */
export function movedInWords(board: Board, steps: readonly Step[]): string {
  const said: string[] = [];
  let at: Board | undefined = board;
  for (let from = 0; from < steps.length && at; ) {
    let to = from + 1;
    while (to < steps.length && steps[to] === steps[from]) to += 1;
    const run = steps.slice(from, to);
    said.push(`${list(tilesMoved(at, run))} moved ${TILE_MOTION[run[0]!]}`);
    at = after(at, run);
    from = to;
  }
  return said.join(', ');
}

/** Such as "52 moves, the fewest possible" or "104 moves, at least 92 needed". */
export function lengthInWords(moves: number, atLeast: number): string {
  const length = count(moves, 'move');
  return moves <= atLeast ? `${length}, the fewest possible` : `${length}, at least ${atLeast} needed`;
}

/** Such as 1:05 or 1:02:03. */
export function timeInDigits(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (number: number) => String(number).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const tail = `${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${two(minutes)}:${tail}` : `${minutes}:${tail}`;
}
