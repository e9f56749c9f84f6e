// What a board is, and how moves change it. Directions are the blank's, as in the library.

/** A step of the blank: up, down, left or right. */
export type Step = 'u' | 'd' | 'l' | 'r';

/** How moves are counted: single tiles, or straight runs of the blank. */
export type Metric = 'stm' | 'mtm';

export interface Size {
  readonly rows: number;
  readonly cols: number;
}

/** A valid board. Tiles row by row, 0 for the blank. */
export interface Board extends Size {
  readonly tiles: readonly number[];
  readonly blank: number;
}

/** The sizes the page offers, in rows and in columns. */
export const LEAST_SIDE = 2;
export const GREATEST_SIDE = 10;

export const OPPOSITE: Readonly<Record<Step, Step>> = { u: 'd', d: 'u', l: 'r', r: 'l' };

/** Reads what the library writes: `1 2 3/4 0 5`, or `1 2 0/` for a single row. Anything else must pass the library's parser first. */
export function boardFrom(text: string): Board {
  const rows = text.replace(/\/$/, '').split('/').map((row) => row.trim().split(' ').map(Number));
  const tiles = rows.flat();
  return { rows: rows.length, cols: rows[0]?.length ?? 0, tiles, blank: tiles.indexOf(0) };
}

/** As the library writes it. */
export function textOf(board: Board): string {
  const rows = Array.from({ length: board.rows }, (_, row) =>
    board.tiles.slice(row * board.cols, (row + 1) * board.cols).join(' '),
  );
  return board.rows === 1 ? `${rows[0]}/` : rows.join('/');
}

export function sameBoard(a: Board, b: Board): boolean {
  return a.cols === b.cols && a.tiles.length === b.tiles.length && a.tiles.every((tile, cell) => tile === b.tiles[cell]);
}

export function sameSize(a: Size, b: Size): boolean {
  return a.rows === b.rows && a.cols === b.cols;
}

/** The cell next to a cell, or -1 beyond the edge. */
export function neighbor(size: Size, cell: number, step: Step): number {
  const col = cell % size.cols;
  switch (step) {
    case 'u':
      return cell >= size.cols ? cell - size.cols : -1;
    case 'd':
      return cell + size.cols < size.rows * size.cols ? cell + size.cols : -1;
    case 'l':
      return col > 0 ? cell - 1 : -1;
    case 'r':
      return col + 1 < size.cols ? cell + 1 : -1;
  }
}

/** The board after some steps; undefined if the edge stops one. */
export function after(board: Board, steps: Iterable<Step>): Board | undefined {
  const tiles = [...board.tiles];
  let blank = board.blank;
  for (const step of steps) {
    const next = neighbor(board, blank, step);
    if (next < 0) return undefined;
    tiles[blank] = tiles[next]!;
    tiles[next] = 0;
    blank = next;
  }
  return { ...board, tiles, blank };
}

/** The steps that slide every tile from `cell` to the blank by one; empty if they are not in line. */
export function runTo(board: Board, cell: number): Step[] {
  const { cols, blank } = board;
  const rows = Math.trunc(cell / cols) - Math.trunc(blank / cols);
  const columns = (cell % cols) - (blank % cols);
  if (rows === 0) return Array<Step>(Math.abs(columns)).fill(columns < 0 ? 'l' : 'r');
  if (columns === 0) return Array<Step>(Math.abs(rows)).fill(rows < 0 ? 'u' : 'd');
  return [];
}

/** The moves of a path in a metric, each as its steps. */
export function movesOf(path: Iterable<Step>, metric: Metric): Step[][] {
  const moves: Step[][] = [];
  for (const step of path) {
    const last = moves.at(-1);
    if (metric === 'mtm' && last?.[0] === step) last.push(step);
    else moves.push([step]);
  }
  return moves;
}

/** Reads the library's path, `udlr`. */
export function stepsFrom(path: string): Step[] {
  return [...path].filter((letter): letter is Step => letter in OPPOSITE);
}
